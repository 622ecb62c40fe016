//! Backfill: the calls that fetch the events which a subscription missed.
//!
//! Input: `backfill` of a subscription, the type of its events and the operations of its service.
//! Output: [`Backfill`], with the paths of members of the event and the parameters of calls.
//! Whether a service accepts heights in the format of its events is not checked.

use crate::analysis::check::context::Checker;
use crate::analysis::check::context::member_paths::{MissingMember, fields_of, find_member};
use crate::analysis::check::context::views::{View, view_inner};
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::Text;
use crate::language::words::subscriptions::BackfillDecl;
use crate::model::{Backfill, CallView, HeightParam, Heights, Links, MemberPath, Model, ServiceId, Type, Wire};

/// Looks up the names in `backfill` of one subscription, and collects the mistakes.
struct BackfillLookup<'m> {
    model: &'m Model,
    service: ServiceId,
    found: Vec<Diagnostic>,
}

impl<'d> Checker<'d> {
    /// Resolves a backfill; `None` without one or after a report.
    pub(crate) fn backfill(
        &mut self,
        doc: Option<&'d BackfillDecl>,
        service: Option<ServiceId>,
        item: &Type,
    ) -> Option<Backfill> {
        let (doc, service) = (doc?, service?);
        let mut lookup = BackfillLookup { model: &self.model, service, found: Vec::new() };
        let backfill = lookup.backfill(doc, item);
        let BackfillLookup { found, .. } = lookup;
        self.following.extend(found);
        backfill
    }
}

impl<'m> BackfillLookup<'m> {
    /// Resolves a backfill; `None` after a mistake, which is collected.
    fn backfill(&mut self, doc: &BackfillDecl, item: &Type) -> Option<Backfill> {
        let height = self.member_of(item, &doc.height, |view| view.is_whole(), "a whole number");
        let same: Vec<_> = doc.same.iter().map(|name| self.member(item, name)).collect();
        if doc.same.is_empty() {
            self.error(doc.span, "`same` names no member".to_owned(), "name the members that identify an event");
        }
        let (latest, call) = (self.call(&doc.latest), self.call(&doc.call));
        if let Some(needed) = latest.and_then(|call| call.free_params().find(|param| param.field.required)) {
            let message = format!("`{}` needs the parameter `{}`", doc.latest.value, needed.field.name);
            self.error(
                doc.latest.span,
                message,
                "name an operation that returns the current height without parameters",
            );
        }
        let (links, removed) = (self.links(doc, item), doc.removed.as_ref());
        let is_flag = |view: View<'_>| matches!(view, View::Boolean | View::Broken);
        let removed = removed.and_then(|name| self.member_of(item, name, is_flag, "a boolean"));
        let heights = self.heights(doc, call?);
        let same = same.into_iter().collect::<Option<Vec<_>>>();
        Some(Backfill {
            height: height?,
            same: same?,
            latest: latest?.own.id,
            call: call?.own.id,
            heights: heights?,
            links,
            removed,
        })
    }

    /// Resolves the members of an event with the hash of its block and of the parent block; `None`
    /// without them or after a report. With `at`, both are needed; without `at`, only `hash` is
    /// possible.
    fn links(&mut self, doc: &BackfillDecl, item: &Type) -> Option<Links> {
        match (&doc.hash, &doc.parent) {
            (None, None) => None,
            (Some(hash), Some(parent)) if doc.at.is_some() => {
                let (hash, parent) = (self.member(item, hash), self.member(item, parent));
                Some(Links { hash: hash?, parent: Some(parent?) })
            }
            (Some(hash), None) if doc.at.is_none() => Some(Links { hash: self.member(item, hash)?, parent: None }),
            (Some(_), Some(parent)) => {
                let message = "`parent` needs one event of each height".to_owned();
                self.error(parent.span, message, "remove `parent`, or name a call that takes one height with `at`");
                None
            }
            (Some(name), None) | (None, Some(name)) => {
                let message = "`hash` and `parent` belong together".to_owned();
                self.error(name.span, message, "name the hash of an event, and that of the event a height below");
                None
            }
        }
    }

    /// Returns the path of the member `name` of an event, whose type must be `noun` by `fits`; `None` after a report.
    fn member_of(&mut self, item: &Type, name: &Text, fits: fn(View<'_>) -> bool, noun: &str) -> Option<MemberPath> {
        let fields = fields_of(view_inner(&self.model.types, item)).unwrap_or_default();
        let Ok(member) = find_member(&self.model.types, fields, &name.value) else { return self.member(item, name) };
        if fits(view_inner(&self.model.types, member.ty)) {
            return Some(member.path);
        }
        let message = format!("the member `{}` is not {noun}", name.value);
        self.error(name.span, message, &format!("name a member that is {noun}"));
        None
    }

    /// Returns the path of the member `name` of an event; `None` after a report.
    fn member(&mut self, item: &Type, name: &Text) -> Option<MemberPath> {
        let fields = match view_inner(&self.model.types, item) {
            View::Broken => return None,
            view => fields_of(view),
        };
        let Some(fields) = fields else {
            self.error(name.span, "events have no members".to_owned(), "remove `backfill`");
            return None;
        };
        match find_member(&self.model.types, fields, &name.value) {
            Ok(member) => Some(member.path),
            Err(missing) => self.missing(missing, name.span, "an event"),
        }
    }

    /// Collects the diagnostic about a missing member, and returns `None`.
    fn missing<T>(&mut self, missing: MissingMember<'_>, span: Span, whose: &str) -> Option<T> {
        self.found.extend(missing.problem(Code::BadOperation, span, whose));
        None
    }

    /// Returns the JSON-RPC call with this name in the service of the subscription. `None` for a
    /// REST operation, and for an unknown name, which is reported.
    fn call(&mut self, name: &Text) -> Option<CallView<'m>> {
        let calls = || self.model.typed_calls().filter(|call| call.operation.service == self.service);
        let found = calls().find(|call| call.own.name == name.value);
        if found.is_none() {
            let near = did_you_mean(&name.value, calls().map(|call| call.own.name.as_str()));
            let message = format!("the service has no operation `{}`", name.value);
            self.found.push(Diagnostic::error(Code::BadOperation, name.span, message).hint_opt(near));
        }
        found.filter(|call| matches!(call.operation.wire, Wire::Rpc { .. }))
    }

    /// Resolves the parameters that take heights; `None` after a report.
    fn heights(&mut self, doc: &BackfillDecl, call: CallView<'m>) -> Option<Heights> {
        match (&doc.at, &doc.from, &doc.to) {
            (Some(at), None, None) => Some(Heights::At(self.param(call, at)?)),
            (None, Some(from), Some(to)) if from.value == to.value => {
                let message = "`from` and `to` name the same parameter".to_owned();
                self.error(to.span, message, "name the parameter that takes the last height, or write `at`");
                None
            }
            (None, Some(from), Some(to)) => {
                let (from, to) = (self.param(call, from), self.param(call, to));
                Some(Heights::Between(from?, to?))
            }
            _ => {
                let message = "`backfill` must have either `at`, or `from` and `to`".to_owned();
                self.error(doc.span, message, "name the parameters of `call` that take heights");
                None
            }
        }
    }

    /// Resolves `parameter` or `parameter.member` of a call, where a height is written; `None`
    /// after a report.
    fn param(&mut self, call: CallView<'m>, name: &Text) -> Option<HeightParam> {
        let (first, rest) = name.value.split_once('.').unwrap_or((&name.value, ""));
        let Some(param) = call.free_params().find(|param| param.field.name == first) else {
            let near = did_you_mean(first, call.free_params().map(|param| param.field.name.as_str()));
            let message = format!("`{}` has no parameter `{first}`", call.own.name);
            self.found.push(Diagnostic::error(Code::BadOperation, name.span, message).hint_opt(near));
            return None;
        };
        if rest.is_empty() {
            return Some(HeightParam { param: first.to_owned(), path: MemberPath::default() });
        }
        let fields = fields_of(view_inner(&self.model.types, &param.field.ty)).unwrap_or_default();
        match find_member(&self.model.types, fields, rest) {
            Ok(member) => Some(HeightParam { param: first.to_owned(), path: member.path }),
            Err(missing) => self.missing(missing, name.span, &format!("`{first}`")),
        }
    }

    /// Collects an error about `backfill`.
    fn error(&mut self, span: Span, message: String, hint: &str) {
        self.found.push(Diagnostic::error(Code::BadOperation, span, message).hint(hint));
    }
}
