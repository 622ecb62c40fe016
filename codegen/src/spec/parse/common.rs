//! Keys of many mappings: variables, availability, deprecation, notes, statuses.
//!
//! Input: nodes of a tree. Output: parts of documents, or mistakes of shape.

use crate::diagnostic::{Code, Diagnostic, TABLE, did_you_mean};
use crate::language::node::Text;
use crate::language::reader::{Members, Reader};
use crate::language::word::{OneOrSeveral, TextOrNumber};
use crate::language::words::clients::VarDecl;
use crate::language::words::common::Mark;
use crate::model::{Availability, Var};

impl Reader {
    pub(super) fn vars(&mut self, members: &Members<'_>) -> Vec<Var> {
        let named: Vec<(Text, VarDecl)> = self.list(members, "vars");
        let var = |(name, decl): (Text, VarDecl)| Var {
            name: name.value,
            span: name.span,
            doc: decl.doc,
            default: decl.default,
            values: decl.values,
            ty: decl.ty.map(|ty| (ty.value, ty.span)),
            form: None,
            source: decl.source,
        };
        named.into_iter().map(var).collect()
    }

    /// A list of conditions, or a single one.
    pub(super) fn available(&mut self, members: &Members<'_>) -> Vec<Availability> {
        self.by::<OneOrSeveral, _>(members, "available").unwrap_or_default()
    }

    /// Reads `source` and keeps its place, since its mark may be unknown.
    pub(super) fn opt_source_text(&mut self, members: &Members<'_>) -> Option<Text> {
        self.by::<Mark, _>(members, "source")
    }

    /// A version may look like a number (`1.9`).
    pub(super) fn opt_version(&mut self, members: &Members<'_>, key: &str) -> Option<Text> {
        self.by::<TextOrNumber, _>(members, key)
    }

    /// The warnings that are accepted, by their codes.
    pub(super) fn allow(&mut self, members: &Members<'_>) -> Vec<Text> {
        let mut allowed: Vec<Text> = self.list(members, "allow");
        allowed.retain(|word| self.is_lint(word));
        allowed
    }

    fn is_lint(&mut self, word: &Text) -> bool {
        let known = TABLE.iter().find(|info| info.name == word.value);
        let problem = match known {
            Some(info) if info.code.is_lint() => return true,
            Some(_) => Diagnostic::error(Code::BadValue, word.span, format!("`{}` is an error", word.value))
                .hint("only warnings can be allowed; correct an error instead"),
            None => {
                let lints = || TABLE.iter().filter(|info| info.code.is_lint()).map(|info| info.name);
                let all = lints().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                Diagnostic::error(Code::BadValue, word.span, format!("there is no warning `{}`", word.value))
                    .hint(format!("the warnings are {all}"))
                    .hint_opt(did_you_mean(&word.value, lints()))
            }
        };
        self.report(problem);
        false
    }
}
