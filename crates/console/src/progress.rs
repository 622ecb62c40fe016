//! How far a command is, on a terminal's stderr.
//!
//! Input: messages and counts. Output: a line that changes, and is removed in the end. Nothing is shown
//! where there is no terminal, or one that cannot move its cursor.

use std::env;
use std::fmt;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line that says how far a command is. Dropping it removes the line.
pub struct Bar(ProgressBar);

impl Bar {
    /// Begins a line without an end in sight.
    #[must_use]
    pub fn spinner(message: &'static str) -> Self {
        Self::begin(None, "{spinner} {msg} ({elapsed})", message)
    }

    /// Begins a bar of a number of things.
    #[must_use]
    pub fn of(total: u64, message: &'static str) -> Self {
        Self::begin(Some(total), "{bar:24} {pos}/{len} {msg} ({elapsed})", message)
    }

    fn begin(total: Option<u64>, template: &str, message: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
        if env::var_os("TERM").is_none_or(|term| term == "dumb") {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(message);
        bar.enable_steady_tick(Duration::from_millis(120));
        Self(bar)
    }

    /// Sets what is shown.
    pub fn message(&self, text: String) {
        self.0.set_message(text);
    }

    /// Sets how many things are done.
    pub fn position(&self, done: u64) {
        self.0.set_position(done);
    }

    /// Prints lines above.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl fmt::Debug for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bar").field("position", &self.0.position()).finish_non_exhaustive()
    }
}
