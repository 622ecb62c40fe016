//! Counts: results that are the number of items of a list in another result.
//!
//! Input: `counts` of operations, when all operations are known. Output: [`Counts`], or mistakes.

use crate::analysis::check::context::Checker;
use crate::analysis::check::context::member_paths::{fields_of, find_member};
use crate::analysis::check::context::views::{View, view_inner};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::language::node::Text;
use crate::model::{CallView, Counts, Field, Model, Operation};

impl Checker<'_> {
    /// Resolves `counts` of all operations, which may name operations of later files.
    pub(crate) fn check_counts(&mut self) {
        for doc in self.files.iter().flat_map(|file| &file.operations) {
            let at = self.model.operations.iter().position(|operation| operation.span == doc.name.span);
            let Some((at, name)) = at.zip(doc.counts.as_ref()) else { continue };
            match resolve_counts(&self.model, &self.model.operations[at], name) {
                Ok(counts) => self.model.operations[at].counts = counts,
                Err(Unresolved::Mistake(problem)) => self.report(*problem),
                Err(Unresolved::Following(problem)) => self.following.push(*problem),
            }
        }
    }
}

/// Reason why `counts` of an operation does not resolve to a list.
enum Unresolved {
    Mistake(Box<Diagnostic>),
    /// No other operation of the service has the name. Another mistake may have removed the
    /// operation.
    Following(Box<Diagnostic>),
}

/// Resolves `counts: operation.member` to the list that it names; `None` after a mistake in the
/// type of the result, which was reported.
fn resolve_counts(model: &Model, operation: &Operation, name: &Text) -> Result<Option<Counts>, Unresolved> {
    let wrong = |message: String, hint: &str| {
        Unresolved::Mistake(Box::new(Diagnostic::error(Code::BadValue, name.span, message).hint(hint)))
    };
    for result in operation.calls.iter().map(|call| call.result.as_ref()) {
        let view = result.map(|ty| view_inner(&model.types, ty));
        if !view.is_some_and(View::is_whole) {
            let noun = view.map_or("empty", View::noun);
            return Err(wrong(
                format!("`counts` needs a result that is a whole number, but it is {noun}"),
                "remove `counts`",
            ));
        }
    }
    let Some((call, member)) = name.value.split_once('.') else {
        let message = format!("`{}` names no list of another result", name.value);
        return Err(wrong(message, "write `operation.member`"));
    };
    let call = find_call(model, operation, call, name)?;
    if let Some(missing) =
        call.free_params().find(|param| param.field.required && !has_required_param(model, operation, param.field))
    {
        let message = format!("`{}` needs the parameter `{}`", call.own.name, missing.field.name);
        return Err(wrong(message, "name an operation with the same required parameters"));
    }
    let view = call.own.result.as_ref().map(|ty| view_inner(&model.types, ty));
    let whose = format!("the result of `{}`", call.own.name);
    let member = match find_member(&model.types, view.and_then(fields_of).unwrap_or_default(), member) {
        Ok(member) => member,
        Err(missing) => {
            let problem = missing.problem(Code::BadValue, name.span, &whose);
            return problem.map_or(Ok(None), |problem| Err(Unresolved::Mistake(Box::new(problem))));
        }
    };
    match view_inner(&model.types, member.ty) {
        View::List(_) | View::Broken => Ok(Some(Counts { call: call.own.name.clone(), list: member.path })),
        other => {
            let message = format!("`{}` of {whose} is {}, which has no items", member.name, other.noun());
            Err(wrong(message, "name a list"))
        }
    }
}

/// Returns the call with the name `call` among the other operations of the same service.
fn find_call<'m>(model: &'m Model, operation: &Operation, call: &str, name: &Text) -> Result<CallView<'m>, Unresolved> {
    let calls = || model.typed_calls().filter(|call| call.operation.service == operation.service);
    calls().find(|known| known.own.name == call && known.operation.span != operation.span).ok_or_else(|| {
        let near = did_you_mean(call, calls().map(|call| call.own.name.as_str()));
        let message = format!("the service has no other operation `{call}`");
        Unresolved::Following(Box::new(Diagnostic::error(Code::BadValue, name.span, message).hint_opt(near)))
    })
}

/// Returns whether `operation` has a required parameter with the name and the type of `param`.
fn has_required_param(model: &Model, operation: &Operation, param: &Field) -> bool {
    operation.params.iter().any(|own| {
        own.field.name == param.name && own.field.required && model.bare(&own.field.ty) == model.bare(&param.ty)
    })
}
