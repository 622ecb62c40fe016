//! Calls on the wire: resolves the template of each path or method. Checks that no two operations
//! send the same call.

use std::collections::HashMap;

use super::same_call::{self, Difference};
use crate::analysis::check::context::Checker;
use crate::analysis::check::context::FileContext;
use crate::analysis::check::services::template::var_in;
use crate::diagnostic::{Code, Diagnostic, Span, nearest, question};
use crate::language::node::Text;
use crate::model::{Model, Operation, Param, Part, Place, ServiceId, SlotOf, Template, VarId, Wire};
use crate::spec::document::{CallDecl, OperationDecl};

impl<'d> Checker<'d> {
    /// Builds the HTTP request or the JSON-RPC method of an operation.
    pub(crate) fn wire(&mut self, context: FileContext<'d>, doc: &'d OperationDecl, params: &[Param]) -> Wire {
        match &doc.call {
            Some(CallDecl::Rest(verb, path)) => Wire::Rest { verb: *verb, path: self.path(context, doc, path, params) },
            // Without a client no variables exist; the missing client was reported.
            Some(CallDecl::Rpc(method)) if context.client.is_none() => {
                Wire::Rpc { method: Template::new(&method.value, Vec::new()) }
            }
            Some(CallDecl::Rpc(method)) => {
                let visible_vars = self.visible_vars(context.client, context.service);
                self.check_method_name(method);
                Wire::Rpc { method: self.template(method, &visible_vars) }
            }
            None => Wire::Rpc { method: Template::default() },
        }
    }

    /// Resolves the `{name}` placeholders of a path, and checks that all path parameters occur in
    /// it.
    fn path(&mut self, context: FileContext<'d>, doc: &'d OperationDecl, path: &Text, params: &[Param]) -> Template {
        self.check_path_text(path);
        let visible_vars = self.visible_vars(context.client, context.service);
        let in_path = params.iter().filter(|param| param.place == Place::Path);
        let in_path: Vec<&str> = in_path.map(|param| param.field.name.as_str()).collect();
        // Braces without a name, which were reported, are no placeholder of another path.
        let Some(named) = self.placeholders(path) else {
            return Template::new(path.value.replace("{}", "{ }"), Vec::new());
        };
        let (mut slots, mut near) = (Vec::new(), Vec::new());
        for named in &named {
            let is_param = in_path.contains(&named.name);
            let var = var_in(&visible_vars, named.name).filter(|_| !is_param);
            slots.push(named.slot(var.map_or(SlotOf::Parameter, SlotOf::Var)));
            var.into_iter().for_each(|id| self.check_var_in_path(id, named.span));
            if is_param || var.is_some() {
                continue;
            }
            let message = format!("the path names `{}`, which is neither a path parameter nor a variable", named.name);
            let param = nearest(named.name, in_path.iter().copied());
            near.extend(param);
            let hint = format!("add `{}` under `path`", named.name);
            let problem = Diagnostic::error(Code::PathParameter, named.span, message);
            self.report(problem.hint(hint).hint_opt(param.map(question)));
        }
        let template = Template::new(&path.value, slots);
        self.check_path_params(doc, path, &template, &near);
        template
    }

    /// Reports a variable in a path whose default cannot be a part of a path.
    fn check_var_in_path(&mut self, id: VarId, span: Span) {
        let default = self.model.var_of(id).and_then(|var| var.default.clone());
        if let Some(default) = default.filter(|default| matches!(default.as_str(), "" | "." | "..")) {
            let message = format!("the default `{default}` of the variable cannot be a part of a path");
            let hint = "write another default, or remove it, so that a value must be set";
            self.error(Code::BadDefault, span, message, hint);
        }
    }

    /// Reports path parameters that are optional or that the path does not name. Parameters in
    /// `near` are not reported, because a misspelt placeholder probably means them.
    fn check_path_params(&mut self, doc: &OperationDecl, path: &Text, template: &Template, near: &[&str]) {
        for param in doc.request.params.iter().filter(|param| param.place == Place::Path) {
            let name = &param.field.name;
            let was_meant = near.contains(&name.value.as_str());
            if !was_meant && !template.slots().iter().any(|slot| slot.name == name.value) {
                let message = format!("the path does not name the parameter `{}`", name.value);
                let problem = Diagnostic::error(Code::PathParameter, name.span, message);
                let problem = problem.second(path.span, "the path");
                let hint = format!("write `{{{}}}` into the path, or move the parameter to `query`", name.value);
                self.report(problem.hint(hint));
            }
            if param.field.optional {
                let message = format!("the path parameter `{}` cannot be left out", name.value);
                self.error(Code::PathParameter, name.span, message, "remove the `?`");
            }
        }
    }
}

/// Operations checked so far, by service and wire call. Each entry is the index in the model and
/// the span of the path or method.
pub(crate) type Calls = HashMap<(ServiceId, String), Vec<(usize, Span)>>;

impl<'d> Checker<'d> {
    /// Reports an operation that sends the same call as an earlier operation of the service. If
    /// only the response differs, both operations ask for its media type.
    pub(crate) fn check_same_call(
        &mut self,
        context: FileContext<'d>,
        doc: &OperationDecl,
        operation: &mut Operation,
        taken: &mut Calls,
    ) {
        let (Some(id), Some(CallDecl::Rest(_, text) | CallDecl::Rpc(text))) = (context.service, &doc.call) else {
            return;
        };
        let style = self.model.services.get(id.0).and_then(|service| service.rpc.as_ref()).map(|rpc| rpc.params);
        let others = taken.entry((id, call_key(&operation.wire))).or_default();
        for (at, first) in others.iter() {
            let Model { types, operations, .. } = &mut self.model;
            let difference = operations.get_mut(*at).and_then(|other| {
                let difference = same_call::find_difference(types, style, other, operation)?;
                // Only the response distinguishes the operations, so the request must ask for its
                // media type.
                let is_asked = difference == Difference::ByResponse;
                other.asks_for_json |= is_asked;
                operation.asks_for_json |= is_asked;
                Some(difference)
            });
            let (message, hint) = match difference {
                None => ("two operations of the service make the same call", same_call_hint(&operation.wire)),
                Some(_) if self.model.operations[*at].wire != operation.wire => (
                    "the operations of one path name its parameters differently",
                    "write the same names in the braces of both paths",
                ),
                Some(_) => continue,
            };
            let problem = Diagnostic::error(Code::DuplicateCall, text.span, message.to_owned());
            self.report(problem.label("again").second(*first, "first here").hint(hint));
            break;
        }
        others.push((self.model.operations.len(), text.span));
    }
}

/// Returns what to do about two operations with the same call, by protocol.
fn same_call_hint(call: &Wire) -> &'static str {
    match call {
        Wire::Rest { .. } => {
            "one call with several results has `variants`; two operations need another media type of the body or of \
             the response, a constant, or a parameter that only one of them requires"
        }
        Wire::Rpc { .. } => {
            "one call with several results has `variants`; two operations need parameters that distinguish them: a \
             constant, a parameter that only one of them requires, or another number or type of parameters"
        }
    }
}

/// Returns the text that two operations have in common if they share a call: the HTTP method with
/// the path, or the JSON-RPC method. Names of path parameters are left out, since they are not
/// sent.
fn call_key(call: &Wire) -> String {
    match call {
        Wire::Rest { verb, path } => {
            let parts = path.parts().into_iter().map(|part| match part {
                Part::Text(text) => text.to_owned(),
                Part::Slot(slot) if slot.of == SlotOf::Parameter => "{}".to_owned(),
                Part::Slot(slot) => format!("{{{}}}", slot.name),
            });
            format!("{} {}", verb.as_str(), parts.collect::<String>())
        }
        Wire::Rpc { method } => method.as_str().to_owned(),
    }
}
