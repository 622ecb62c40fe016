//! Stages of the pipeline, as an observer is notified of them.

/// A stage of the pipeline, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Texts become typed documents.
    Parse,
    /// Typed documents become the model.
    Check,
    /// Everything gets its name.
    Name,
    /// Warnings are found.
    Lint,
    /// The model becomes Rust items as data.
    Lower,
    /// Rust items are put into files.
    Emit,
    /// The items of files become tokens, and these text.
    Render,
    /// The model becomes standard documents. This work begins together with `Render`, on another thread. The stage is
    /// the part of it that is left when `Render` has ended.
    Document,
}
