//! Waiting: checks that the members, values and operations that `wait` names exist, and that the
//! latest height can be requested.
//!
//! Input: `wait` of operations, when all operations are known. Output: [`Wait`], or mistakes.

mod replaced;

use std::collections::HashSet;

use crate::analysis::check::context::Checker;
use crate::analysis::check::context::deferred::Misfit;
use crate::analysis::check::context::member_paths::{Member, fields_of, find_member};
use crate::analysis::check::context::views::{View, view, view_inner};
use crate::analysis::check::values::Fit;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::{NodeKind, Text};
use crate::language::words::waiting::{ConfirmationsDecl, Time, WaitConditionDecl, WaitDecl};
use crate::model::{
    CallView, Confirmations, Field, MemberPath, Model, Operation, ResponseBody, Type, TypedCall, Wait, WaitCondition,
};
use crate::spec::document::OperationDecl;

/// Hint for a member that must hold a height.
const HEIGHT_MEMBER: &str = "name a member that holds a height, a whole number";

/// Hint for an operation that must return the latest height.
const HEIGHT_OPERATION: &str = "name an operation that returns a height; if it returns a record, name the member with the height in `latestHeight`";

/// Looks up the names in `wait` of one operation, and collects the mistakes.
struct WaitLookup<'m> {
    model: &'m Model,
    operation: &'m Operation,
    /// Operations whose `wait` calls other operations, by the spans of their names. No other `wait`
    /// may call them.
    asking: &'m HashSet<Span>,
    found: Vec<Diagnostic>,
    misfits: Vec<(String, Misfit)>,
    /// Diagnostics for unknown operations, whose declarations another mistake may have removed.
    following: Vec<Diagnostic>,
}

impl Checker<'_> {
    /// Resolves `wait` of all operations, which may name operations of later files.
    pub(crate) fn check_waits(&mut self) {
        let files = self.files;
        let all = || files.iter().flat_map(|file| &file.operations);
        let asks = |wait: &WaitDecl| wait.confirmations.is_some() || wait.replaced.is_some();
        let is_asking = |doc: &&OperationDecl| doc.wait.as_ref().is_some_and(asks);
        let asking: HashSet<Span> = all().filter(is_asking).map(|doc| doc.name.span).collect();
        for doc in all() {
            // An operation without a service, which was reported, is not in the model.
            let at = self.model.operations.iter().position(|operation| operation.span == doc.name.span);
            if let (Some(at), Some(wait)) = (at, &doc.wait) {
                let resolved = self.wait(at, doc, wait, &asking);
                self.model.operations[at].wait = resolved;
            }
        }
    }

    /// Resolves `wait` of the operation with the index `at`, and reports its mistakes; `None` after
    /// a report. `asking` holds the names of operations whose `wait` calls other operations.
    fn wait(&mut self, at: usize, doc: &OperationDecl, wait: &WaitDecl, asking: &HashSet<Span>) -> Option<Wait> {
        let operation = &self.model.operations[at];
        let (found, misfits, following) = (Vec::new(), Vec::new(), Vec::new());
        let mut lookup = WaitLookup { model: &self.model, operation, asking, found, misfits, following };
        let resolved = lookup.wait(doc, wait);
        let WaitLookup { found, misfits, following, .. } = lookup;
        self.found.extend(found);
        self.following.extend(following);
        misfits.into_iter().for_each(|(what, misfit)| self.report_misfit(Code::BadWait, &what, misfit));
        resolved
    }
}

impl<'m> WaitLookup<'m> {
    /// Resolves `wait`; `None` after a mistake, which is collected.
    fn wait(&mut self, doc: &OperationDecl, wait: &WaitDecl) -> Option<Wait> {
        self.check_effect(doc, wait);
        let results = self.results(doc, wait)?;
        let result = *results.first()?;
        let (mut until, mut failed) = (Vec::new(), Vec::new());
        // The members have the same names in all variants, so the conditions of the last variant
        // apply to all.
        for result in results {
            let before = self.found.len();
            (until, failed) = (self.conditions(&wait.until, result, doc), self.conditions(&wait.failed, result, doc));
            if self.found.len() > before {
                break;
            }
        }
        self.check_apart(&wait.until, &wait.failed);
        let [every, deadline] = [(wait.every, Wait::EVERY), (wait.deadline, Wait::DEADLINE)]
            .map(|(time, default)| time.map_or(default, Time::milliseconds));
        if every > deadline {
            let message = "`every` is longer than `deadline`, so that the call is never repeated".to_owned();
            self.error(wait.span, message, "write a shorter `every`, or a longer `deadline`");
        }
        let confirmations = wait.confirmations.as_ref().and_then(|doc| self.confirmations(doc, result));
        let replaced = wait.replaced.as_ref().and_then(|doc| self.resolve_replaced(doc));
        Some(Wait {
            name: match &wait.name {
                Some(name) => Some(name.value.clone()),
                None => doc.variants.is_empty().then(|| Wait::method_of(&doc.name.value)),
            },
            span: wait.name.as_ref().map_or(doc.name.span, |name| name.span),
            until,
            failed,
            not_yet: wait.not_yet.clone(),
            every,
            deadline,
            confirmations,
            replaced,
        })
    }

    /// Reports `wait` on an operation that makes a change: waiting repeats the call.
    fn check_effect(&mut self, doc: &OperationDecl, wait: &WaitDecl) {
        if self.operation.effect.is_harmless() {
            return;
        }
        let message = format!("waiting repeats the call, but `{}` makes a change", doc.name.value);
        let problem = Diagnostic::error(Code::BadWait, wait.span, message);
        let problem = match doc.effect {
            Some(effect) => problem.second(effect.span, "stated here"),
            None => problem,
        };
        self.found.push(problem.hint("put `wait` on the operation that reads the result of the change"));
    }

    /// Returns the result types to which `wait` applies, one per variant; `None` after a report.
    fn results(&mut self, doc: &OperationDecl, wait: &WaitDecl) -> Option<Vec<&'m Type>> {
        if !doc.variants.is_empty() {
            self.check_variants(wait)?;
        }
        let operation = self.operation;
        operation.calls.iter().map(|call| self.result(call, wait)).collect()
    }

    /// Reports keys of `wait` that cannot apply to several results; `None` after a report.
    fn check_variants(&mut self, wait: &WaitDecl) -> Option<()> {
        let hint = "leave it out, or make the variant a separate operation";
        let refuse = |lookup: &mut Self, span, what: &str| {
            lookup.error(span, format!("an operation with variants has several results, so that {what}"), hint);
        };
        if let Some(name) = &wait.name {
            refuse(self, name.span, "one `name` cannot name all waiting methods");
            return None;
        }
        if wait.confirmations.is_some() || wait.replaced.is_some() {
            refuse(self, wait.span, "it is unclear to which of them `confirmations` and `replaced` apply");
            return None;
        }
        Some(())
    }

    /// Returns the result type of a call that can be waited for; `None` after a report about a
    /// response without JSON.
    fn result(&mut self, call: &'m TypedCall, wait: &WaitDecl) -> Option<&'m Type> {
        let what = match call.response.body {
            ResponseBody::Json if call.result.is_some() => return call.result.as_ref(),
            ResponseBody::Json => "empty",
            ResponseBody::Text(_) => "a text",
            ResponseBody::Bytes(_) => "raw bytes",
            ResponseBody::ByStatus => "a type by status",
            ResponseBody::Events => "a stream of events",
            ResponseBody::Lines(_) => "a stream of lines",
        };
        let message = format!("waiting needs a result in JSON, but the response is {what}");
        self.error(wait.span, message, "remove `wait`");
        None
    }

    /// Resolves a list of conditions on the result, without those that are invalid.
    fn conditions(&mut self, docs: &[WaitConditionDecl], result: &'m Type, doc: &OperationDecl) -> Vec<WaitCondition> {
        docs.iter().filter_map(|one| self.condition(one, result, doc)).collect()
    }

    /// Resolves a condition on the result; `None` after a report.
    fn condition(&mut self, one: &WaitConditionDecl, result: &'m Type, doc: &OperationDecl) -> Option<WaitCondition> {
        let Some(name) = &one.member else {
            self.check_absent_result(one.span, result, doc);
            return Some(WaitCondition { member: MemberPath::default(), values: Vec::new() });
        };
        let member = self.member(result, name, "the result")?;
        let Some(values) = &one.values else {
            self.check_absent_member(name, result, &member.path);
            return Some(WaitCondition { member: member.path, values: Vec::new() });
        };
        let inner = self.without_null(member.ty);
        let view = view(&self.model.types, inner);
        if matches!(
            view,
            View::List(_) | View::Map(_) | View::Tuple(_) | View::Record(_) | View::Union(_) | View::Bytes
        ) {
            let message = format!("`{}` must be one value, but is {}", name.value, view.noun());
            self.error(name.span, message, "name a member of an enumeration, or one that is a text or a boolean");
            return None;
        }
        for (at, value) in values.iter().enumerate() {
            if values[..at].iter().any(|other| other.to_value() == value.to_value()) {
                self.error(value.span, "the value is listed twice".to_owned(), "remove one of the two");
            }
            let what = format!("`{}` cannot have this value", name.value);
            let mut fit = Fit::received(&self.model.types);
            match value.kind {
                NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_) => {
                    fit.misfit(value.span, "it must be true, false, a number or a text".to_owned());
                }
                _ => fit.value(value, inner),
            }
            self.misfits.extend(fit.found.into_iter().map(|misfit| (what.clone(), misfit)));
        }
        Some(WaitCondition { member: member.path, values: values.iter().map(|value| value.to_value()).collect() })
    }

    /// Reports `present` for a result that is never absent, because its type accepts no null.
    fn check_absent_result(&mut self, span: Span, result: &Type, doc: &OperationDecl) {
        if matches!(view(&self.model.types, result), View::Nullable(_) | View::Json | View::Broken) {
            return;
        }
        let problem = Diagnostic::error(Code::BadWait, span, "`present` waits for a result that is never absent");
        let at = doc.response.result.as_ref().map_or(doc.name.span, |result| result.span);
        let hint = "name a member and its values: `until: { status: [done] }`, or make the result `Type | null`";
        self.found.push(problem.second(at, "the result").hint(hint));
    }

    /// Reports `present` for a member that is never absent: the member and its ancestors are
    /// required.
    fn check_absent_member(&mut self, name: &Text, result: &Type, path: &MemberPath) {
        let types = &self.model.types;
        let mut ty = result;
        for step in &path.0 {
            let fields = fields_of(view_inner(types, ty)).unwrap_or_default();
            let Some(field) = fields.iter().find(|field| field.name == *step) else { return };
            if may_be_absent(field, view(types, &field.ty)) {
                return;
            }
            ty = &field.ty;
        }
        let message = format!("`present` waits for `{}`, which is never absent", name.value);
        self.error(name.span, message, "list the values that are waited for, or name a member that may be absent");
    }

    /// Reports values that are listed under both `until` and `failed`.
    fn check_apart(&mut self, until: &[WaitConditionDecl], failed: &[WaitConditionDecl]) {
        let name = |one: &WaitConditionDecl| one.member.as_ref().map(|text| text.value.clone());
        for other in failed {
            let values = until.iter().filter(|one| name(one) == name(other)).filter_map(|one| one.values.as_ref());
            let values: Vec<_> = values.flatten().map(|value| value.to_value()).collect();
            for value in other.values.iter().flatten().filter(|value| values.contains(&value.to_value())) {
                let message = "the value is listed under both `until` and `failed`".to_owned();
                self.error(value.span, message, "remove one of the two");
            }
        }
    }

    /// Resolves `confirmations`; `None` after a report.
    fn confirmations(&mut self, doc: &ConfirmationsDecl, result: &'m Type) -> Option<Confirmations> {
        let height = self.member(result, &doc.height, "the result");
        if let Some(member) = &height {
            self.check_height(&doc.height, view_inner(&self.model.types, member.ty), HEIGHT_MEMBER);
        }
        let latest = self.call(&doc.latest)?;
        if let Some(needed) = latest.free_params().find(|param| param.field.required) {
            let message = format!("`{}` needs the parameter `{}`", doc.latest.value, needed.field.name);
            let hint = "name an operation that returns the latest height without parameters";
            self.error(doc.latest.span, message, hint);
        }
        let latest_height = self.latest_height(doc, latest)?;
        let (id, name) = (latest.own.id, latest.own.name.clone());
        Some(Confirmations { height: height?.path, latest: id, latest_name: name, latest_height })
    }

    /// Returns the path of the height in the result of the operation `latest`; `None` after a
    /// report.
    fn latest_height(&mut self, doc: &ConfirmationsDecl, latest: CallView<'m>) -> Option<MemberPath> {
        let Some(result) = &latest.own.result else {
            let message = format!("`{}` has no result", doc.latest.value);
            self.error(doc.latest.span, message, "name an operation that returns the latest height");
            return None;
        };
        let Some(name) = &doc.latest_height else {
            self.check_height(&doc.latest, view_inner(&self.model.types, result), HEIGHT_OPERATION);
            return Some(MemberPath::default());
        };
        let member = self.member(result, name, &format!("the result of `{}`", doc.latest.value))?;
        self.check_height(name, view_inner(&self.model.types, member.ty), HEIGHT_MEMBER);
        Some(member.path)
    }

    fn check_height(&mut self, name: &Text, view: View<'_>, hint: &str) {
        self.check_whole(name, view, "a whole number", hint);
    }

    fn check_whole(&mut self, name: &Text, view: View<'_>, what: &str, hint: &str) {
        if !view.is_whole() {
            self.error(name.span, format!("`{}` must be {what}, but is {}", name.value, view.noun()), hint);
        }
    }

    /// Returns the member `name` of a result; `None` after a report. `whose` names the result in
    /// the message.
    fn member(&mut self, result: &'m Type, name: &Text, whose: &str) -> Option<Member<'m>> {
        let view = view_inner(&self.model.types, result);
        if let View::Broken = view {
            return None;
        }
        let Some(fields) = fields_of(view) else {
            let message = format!("{whose} is {}, so it has no member `{}`", view.noun(), name.value);
            self.found.push(Diagnostic::error(Code::BadWait, name.span, message));
            return None;
        };
        match find_member(&self.model.types, fields, &name.value) {
            Ok(member) => Some(member),
            Err(missing) => {
                self.found.extend(missing.problem(Code::BadWait, name.span, whose));
                None
            }
        }
    }

    fn without_null(&self, ty: &'m Type) -> &'m Type {
        match view(&self.model.types, ty) {
            View::Nullable(inner) => inner,
            _ => ty,
        }
    }

    /// Returns the call with this name in the service of the operation; `None` after a report. The
    /// call must not make a change, nor have a `wait` that calls other operations.
    fn call(&mut self, name: &Text) -> Option<CallView<'m>> {
        let service = self.operation.service;
        let calls = || self.model.typed_calls().filter(|call| call.operation.service == service);
        let found = calls().find(|call| call.own.name == name.value);
        if found.is_none() {
            let near = did_you_mean(&name.value, calls().map(|call| call.own.name.as_str()));
            let message = format!("the service has no operation `{}`", name.value);
            self.following.push(Diagnostic::error(Code::BadWait, name.span, message).hint_opt(near));
        }
        if found.is_some_and(|call| !call.operation.effect.is_harmless()) {
            let message = format!("waiting repeats `{}`, which makes a change", name.value);
            self.error(name.span, message, "name an operation that only reads");
            return None;
        }
        // The tables of two operations that name each other would have no end.
        if found.is_some_and(|call| self.asking.contains(&call.operation.span)) {
            let message = format!("`wait` of `{}` names other operations itself", name.value);
            self.error(name.span, message, "name an operation without `confirmations` and `replaced`");
            return None;
        }
        found
    }

    /// Collects an error about `wait`.
    fn error(&mut self, span: Span, message: String, hint: &str) {
        self.found.push(Diagnostic::error(Code::BadWait, span, message).hint(hint));
    }
}

fn may_be_absent(field: &Field, view: View<'_>) -> bool {
    !field.required || matches!(view, View::Nullable(_) | View::Json | View::Broken)
}
