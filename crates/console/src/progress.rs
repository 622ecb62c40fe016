//! Progress of a command, on stderr.
//!
//! Input: messages and counts. Output: a line that changes, and is removed at the end. No line is
//! shown without a terminal, or if the terminal cannot move its cursor.

use std::env;
use std::fmt;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress line. Dropping the value removes the line.
pub struct Bar(ProgressBar);

impl Bar {
    /// Creates a line for an unknown number of steps.
    #[must_use]
    pub fn spinner(message: &'static str) -> Self {
        Self::begin(None, "{spinner} {msg} ({elapsed})", message)
    }

    /// Creates a bar for `total` steps.
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

    /// Sets the message of the line.
    pub fn message(&self, text: String) {
        self.0.set_message(text);
    }

    /// Sets the number of completed steps.
    pub fn position(&self, done: u64) {
        self.0.set_position(done);
    }

    /// Hides the line while `print` runs, so that its output appears above.
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
