//! `amount`: numbers that people read by other members of the same record: the decimal places and the
//! symbol of a token. Checks that there are such members.
//!
//! Input: the model, with all records. Output: the paths of these members, and errors at the numbers.

use crate::analysis::check::context::member_paths::{MissingMember, find_member};
use crate::analysis::check::context::views::{View, view_inner};
use crate::analysis::check::context::{Checker, Pending};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::words::amounts::AmountDecl;
use crate::model::{Amount, Field, MemberPath, TypeDef};

/// Returns an amount with the members by their names in the spec, whose paths are not resolved yet.
pub(super) fn unresolved(amount: &AmountDecl) -> Amount {
    let path = |name: &str| MemberPath(vec![name.to_owned()]);
    Amount { decimals: path(&amount.decimals.value), symbol: amount.symbol.as_ref().map(|symbol| path(&symbol.value)) }
}

impl Checker<'_> {
    /// Checks that `amount` is on a member of a record.
    pub(crate) fn check_amount_place(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        let Some(amount) = &attributes.amount else { return };
        let (message, hint) = match (item.place, &attributes.unit) {
            _ if attributes.rest.is_some() => ("`amount` cannot be combined with `rest`", "remove `amount`"),
            (Some(_), _) => ("`amount` applies to members of records", "remove `amount`, or state a `unit`"),
            (None, Some(_)) => ("`amount` and `unit` exclude each other", "remove one of them"),
            (None, None) => return,
        };
        self.error(Code::BadAttribute, amount.decimals.span, message.to_owned(), hint);
    }

    /// Resolves the members that each `amount` names. A record that inherits an amount has its own
    /// members; a mistake is reported once.
    pub(crate) fn resolve_amounts(&mut self) {
        let mut problems: Vec<(Span, Box<Diagnostic>)> = Vec::new();
        for id in 0..self.model.types.len() {
            let types = &self.model.types;
            let fields = types[id].members().iter().enumerate();
            let of_field = |(at, field): (usize, &Field)| Some((at, field.span, resolve_amount(types, id, field)?));
            let all: Vec<(usize, Span, Result<Amount, Box<Diagnostic>>)> = fields.filter_map(of_field).collect();
            for (at, span, found) in all {
                match found {
                    Ok(amount) => self.model.types[id].members_mut()[at].amount = Some(amount),
                    Err(_) if problems.iter().any(|(known, _)| *known == span) => {}
                    Err(problem) => problems.push((span, problem)),
                }
            }
        }
        problems.into_iter().for_each(|(_, problem)| self.report(*problem));
    }
}

/// Resolves the amount of a field to the paths of its members; `None` without an amount, or where a type is broken.
fn resolve_amount(types: &[TypeDef], id: usize, field: &Field) -> Option<Result<Amount, Box<Diagnostic>>> {
    let amount = field.amount.as_ref()?;
    let (whose, fields) = (format!("`{}`", types[id].name), types[id].members());
    let member = |path: &MemberPath,
                  is_right: fn(&View<'_>) -> bool,
                  kind: &str|
     -> Result<MemberPath, Option<Box<Diagnostic>>> {
        let found = find_member(types, fields, &path.dotted());
        let member = found.map_err(|missing: MissingMember<'_>| {
            missing.problem(Code::BadAttribute, field.span, &whose).map(Box::new)
        })?;
        let view = view_inner(types, member.ty);
        if is_right(&view) || matches!(view, View::Broken) {
            return Ok(member.path);
        }
        let message = format!("`{}` must be {kind}, but is {}", path.dotted(), view.noun());
        Err(Some(Box::new(Diagnostic::error(Code::BadAttribute, field.span, message).hint("name another member"))))
    };
    let decimals = member(&amount.decimals, |view| matches!(view, View::Integer(_)), "a whole number");
    let symbol =
        amount.symbol.as_ref().map(|path| member(path, |view| matches!(view, View::Text | View::Enum(_)), "a text"));
    match (decimals, symbol.transpose()) {
        (Ok(decimals), Ok(symbol)) => Some(Ok(Amount { decimals, symbol })),
        (Err(problem), _) | (_, Err(problem)) => problem.map(Err),
    }
}
