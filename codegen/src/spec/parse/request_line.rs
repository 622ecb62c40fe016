//! Request lines: an HTTP method and a path in one text, such as `QUERY /books`.
//!
//! Input: the text of `request`. Output: the method and the path with their spans. The path is
//! checked elsewhere, like the path of `get`.

use chainloom_schema::is_safe_method;

use crate::characters::is_token;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::keep;
use crate::language::node::Text;
use crate::language::reader::Reader;
use crate::model::Verb;
use crate::spec::closed::own_key;
use crate::spec::document::CallDecl;

impl Reader {
    pub(super) fn request_line(&mut self, text: &Text) -> Option<CallDecl> {
        let Some((method, path)) = text.value.split_once(' ') else {
            let message = format!("`{}` is no request line", text.value);
            let hint = "write an HTTP method, a space and a path: `request: QUERY /books`";
            self.report(Diagnostic::error(Code::BadValue, text.span, message).hint(hint));
            return None;
        };
        let path_at = text.value.len() - path.len()..text.value.len();
        if !self.is_other_method(method, path, text.span.part(&text.value, &(0..method.len()))) {
            return None;
        }
        let path = Text { value: path.to_owned(), span: text.span.part(&text.value, &path_at) };
        Some(CallDecl::Rest(Verb::Other(keep::text(method)), path))
    }

    /// Returns whether `method` is an HTTP method without its own key. Otherwise reports the
    /// reason.
    fn is_other_method(&mut self, method: &str, path: &str, span: Span) -> bool {
        let (message, hint) = if let Some(key) = own_key(method) {
            (format!("the method `{method}` has a key of its own"), format!("write `{key}: {path}`"))
        } else if method.eq_ignore_ascii_case("CONNECT") {
            let hint = "remove the operation: a tunnel through a proxy belongs to the transport";
            (format!("`{method}` opens a tunnel and calls no path"), hint.to_owned())
        } else if !is_token(method) {
            let hint = "a method is one word of letters, digits and marks such as `-`: `request: QUERY /books`";
            (format!("`{method}` is not an HTTP method"), hint.to_owned())
        } else if is_safe_method(&method.to_ascii_uppercase()) && !is_safe_method(method) {
            let hint = format!("write `{}`", method.to_ascii_uppercase());
            (format!("`{method}` is not a known method: HTTP methods are case-sensitive"), hint)
        } else {
            return true;
        };
        self.report(Diagnostic::error(Code::BadValue, span, message).hint(hint));
        false
    }
}
