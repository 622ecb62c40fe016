//! Replacement of an awaited result: checks that both operations of `replaced` can be called with
//! known values.
//!
//! Input: `replaced` of `wait`. Output: [`Replaced`], or mistakes.

use super::WaitLookup;
use crate::analysis::check::context::views::view_inner;
use crate::analysis::check::values::Fit;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::language::node::Text;
use crate::language::words::waiting::ReplacedDecl;
use crate::model::{CallView, Field, MemberPath, Replaced, Type};

impl<'m> WaitLookup<'m> {
    /// Resolves `replaced`; `None` after a report.
    pub(super) fn resolve_replaced(&mut self, doc: &ReplacedDecl) -> Option<Replaced> {
        let (pending, next) = (self.call(&doc.pending), self.call(&doc.next));
        let (pending, next) = (pending?, next?);
        self.check_pending(doc, pending);
        let result = self.result_of(&doc.pending, pending)?;
        let whose = format!("the result of `{}`", doc.pending.value);
        let number = self.member(result, &doc.number, &whose);
        if let Some(member) = &number {
            let view = view_inner(&self.model.types, member.ty);
            self.check_whole(&doc.number, view, "a whole number", "name the member that is counted up");
        }
        if let Some(counter) = self.result_of(&doc.next, next) {
            let view = view_inner(&self.model.types, counter);
            let hint = "name an operation whose result is the next free number";
            self.check_whole(&doc.next, view, "a whole number", hint);
        }
        let with =
            doc.with.iter().filter_map(|(param, member)| self.resolve_pair(next, (result, &whose), param, member));
        let with: Vec<(String, MemberPath)> = with.collect();
        let mut fix = Vec::new();
        for (name, value) in &doc.fix {
            let Some(field) = self.param(next, name) else { continue };
            let mut fit = Fit::sent(&self.model.types);
            fit.value(value, &field.ty);
            let what = format!("`{}` cannot have this value", name.value);
            self.misfits.extend(fit.found.into_iter().map(|misfit| (what.clone(), misfit)));
            fix.push((name.value.clone(), value.to_value()));
        }
        self.check_complete(doc, next);
        Some(Replaced {
            pending: pending.own.id,
            pending_name: pending.own.name.clone(),
            number: number?.path,
            next: next.own.id,
            next_name: next.own.name.clone(),
            with,
            fix,
        })
    }

    /// Checks that the awaited operation has all parameters that `pending` requires.
    fn check_pending(&mut self, doc: &ReplacedDecl, pending: CallView<'m>) {
        let operation = self.operation;
        let has = |name: &str| operation.params.iter().any(|param| param.field.name == name && param.field.required);
        if let Some(needed) = pending.free_params().find(|param| param.field.required && !has(&param.field.name)) {
            let message = format!("`{}` needs the parameter `{}`", doc.pending.value, needed.field.name);
            let hint = "name an operation whose required parameters the awaited operation requires, too";
            self.error(doc.pending.span, message, hint);
        }
    }

    /// Checks that `with` and `fix` give values to all parameters that `next` requires.
    fn check_complete(&mut self, doc: &ReplacedDecl, next: CallView<'m>) {
        let names = || doc.with.iter().map(|(name, _)| name).chain(doc.fix.iter().map(|(name, _)| name));
        let is_given = |name: &str| names().any(|given| given.value == name);
        if let Some(needed) = next.free_params().find(|param| param.field.required && !is_given(&param.field.name)) {
            let message = format!("`{}` needs the parameter `{}`", doc.next.value, needed.field.name);
            self.error(doc.next.span, message, "add the parameter to `with`, with a member, or to `fix`, with a value");
        }
    }

    /// Returns the type of the result of the operation `name`. Reports an operation without a
    /// result.
    fn result_of(&mut self, name: &Text, call: CallView<'m>) -> Option<&'m Type> {
        if call.own.result.is_none() {
            self.error(name.span, format!("`{}` has no result", name.value), "name an operation with a result");
        }
        call.own.result.as_ref()
    }

    /// Resolves a pair under `with`: the name of a parameter of `next`, and the path of the member
    /// that supplies its value. `None` after a report.
    fn resolve_pair(
        &mut self,
        next: CallView<'m>,
        (result, whose): (&'m Type, &str),
        name: &Text,
        member: &Text,
    ) -> Option<(String, MemberPath)> {
        let field = self.param(next, name)?;
        let found = self.member(result, member, whose)?;
        if self.model.bare(&field.ty) != self.model.bare(found.ty) {
            let message = format!("`{}` and `{}` have different types", name.value, member.value);
            self.error(member.span, message, "name a member with the type of the parameter");
        }
        Some((name.value.clone(), found.path))
    }

    /// Returns the free parameter `name` of a call; `None` after a report.
    fn param(&mut self, call: CallView<'m>, name: &Text) -> Option<&'m Field> {
        let found = call.free_params().find(|param| param.field.name == name.value);
        if found.is_none() {
            let near = did_you_mean(&name.value, call.free_params().map(|param| param.field.name.as_str()));
            let message = format!("`{}` has no parameter `{}`", call.own.name, name.value);
            self.found.push(Diagnostic::error(Code::BadWait, name.span, message).hint_opt(near));
        }
        found.map(|param| param.field)
    }
}
