//! Map keys: checks that their types are texts on the wire, and ordered in Rust.
//!
//! Input: the types of keys, once all types are known. Output: errors.

use crate::analysis::check::context::Checker;
use crate::analysis::check::context::views::{View, view};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::Type;

impl Checker<'_> {
    /// Checks the types of all map keys of the spec, once all types have their bodies.
    pub(crate) fn check_map_keys(&mut self) {
        for (span, key) in std::mem::take(&mut self.map_keys) {
            if let Some(noun) = noun_of_bad_key(view(&self.model.types, &key)) {
                let message = format!("the key of a map cannot be {noun}");
                let problem = Diagnostic::error(Code::BadAttribute, span, message);
                let hint = "a key is `string`, a whole number, a scalar or an enumeration";
                self.report(problem.label("no key").hint(hint));
            }
        }
    }

    pub(crate) fn note_map_key(&mut self, span: Span, key: &Type) {
        self.map_keys.push((span, key.clone()));
    }
}

/// Returns the noun of a type that cannot be the key of a map; `None` for a type that can.
fn noun_of_bad_key(view: View<'_>) -> Option<&'static str> {
    match view {
        View::Text | View::Integer(_) | View::Scalar(_) | View::Enum(_) | View::Broken => None,
        // A float has no order.
        View::Boolean
        | View::Number
        | View::Json
        | View::Bytes
        | View::List(_)
        | View::Map(_)
        | View::Tuple(_)
        | View::Nullable(_)
        | View::Record(_)
        | View::Union(_) => Some(view.noun()),
    }
}
