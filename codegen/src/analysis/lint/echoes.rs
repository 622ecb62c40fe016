//! Unused echoes: members that echo a parameter which no operation that returns them has.
//!
//! Input: the model, from which the check has removed echoes without effect. Output: warnings.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::Text;
use crate::model::{Field, Model, TypeKind};
use crate::spec::document::FieldDecl;

/// Echoes with an effect: the span of the member, and the value that it repeats.
pub(super) struct Echoes<'d>(HashSet<(Span, &'d str)>);

impl<'d> Echoes<'d> {
    pub(super) fn new(model: &'d Model) -> Self {
        let of_types = model.types.iter().flat_map(|def| match &def.kind {
            TypeKind::Record(record) => record.fields.as_slice(),
            TypeKind::Union(union) => union.common.as_slice(),
            _ => &[],
        });
        let pairs = |field: &'d Field| field.echoes.iter().map(|echo| (field.span, echo.as_str()));
        Self(of_types.flat_map(pairs).collect())
    }

    /// Returns a warning for each echo of a field that has no effect.
    pub(super) fn warnings(&self, field: &FieldDecl) -> Vec<Diagnostic> {
        let all = field.ty.attributes.echoes.iter();
        let unused = all.filter(|echo| !self.0.contains(&(field.name.span, echo.value.as_str())));
        let warning = |echo: &Text| {
            let message =
                format!("no operation that returns `{}` has the parameter `{}`", field.name.value, echo.value);
            let warning = Diagnostic::warning(Code::UnusedEcho, echo.span, message).label("has no effect");
            let hint =
                "name a parameter of an operation whose response has the member, or remove the entry of `echoes`";
            warning.hint(hint)
        };
        unused.map(warning).collect()
    }
}
