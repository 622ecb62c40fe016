//! The stages of the pipeline by their names, for whoever listens.

/// A stage of the pipeline. They come in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// From texts to typed documents.
    Parse,
    /// From typed documents to the model.
    Check,
    /// What everything is called.
    Name,
    /// What is legal and still odd.
    Lint,
    /// Rust items as data.
    Lower,
    /// Rust items as tokens.
    Emit,
    /// Rust as text.
    Render,
    /// The standard documents.
    Document,
}
