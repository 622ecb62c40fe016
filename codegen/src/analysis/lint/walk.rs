//! Walk over all documents, which runs each lint on every declaration.
//!
//! Input: documents, model, and facts that were gathered from both. Output: [`Warnings`]. Each
//! declaration is visited once, within the `allow` lists that enclose it. The other modules find
//! and word the warnings.

use std::collections::HashSet;

use super::allow::Warnings;
use super::docs::{self, ADD_DOC};
use super::members::Members;
use super::numbers::{self, Wide};
use super::reach::Reach;
use super::style::{self, Style};
use super::vars;
use crate::analysis::check::context::scopes::Scopes;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::{At, Text};
use crate::model::{Model, Place, Var, VarId};
use crate::spec::document::{
    ArmBodyDecl, ArmDecl, ClientDecl, DiscriminatorDecl, Documents, EnumValueDecl, FieldDecl, FileDecl, GenericRecord,
    Head, OperationDecl, ResponseDecl, RpcErrorDecl, ScalarDecl, SubscriptionDecl, TypeExpr, TypeItem, UnionDecl,
    WebhooksDecl,
};

/// Visitor of all declarations of a spec, which collects warnings.
pub(super) struct LintWalk<'d> {
    files: &'d [FileDecl],
    model: &'d Model,
    scopes: &'d Scopes<'d>,
    reach: Reach<'d>,
    vars: HashSet<VarId>,
    members: Members<'d>,
    wide: Wide<'d>,
    /// Index of the file that the walk is in.
    file: usize,
    pub(super) warnings: Warnings<'d>,
}

impl<'d> LintWalk<'d> {
    pub(super) fn new(documents: &'d Documents, model: &'d Model, scopes: &'d Scopes<'d>) -> Self {
        Self {
            files: &documents.files,
            model,
            reach: Reach::new(documents, scopes),
            vars: vars::used_vars(model),
            members: Members::new(model),
            wide: Wide::new(scopes, model),
            scopes,
            file: 0,
            warnings: Warnings::default(),
        }
    }

    /// Records warnings, unless `allow` lists accept them.
    fn report(&mut self, warnings: impl IntoIterator<Item = Diagnostic>) {
        for warning in warnings {
            self.warnings.report(warning);
        }
    }

    pub(super) fn visit_file(&mut self, file: usize) {
        let doc = &self.files[file];
        if doc.package.is_some() {
            return;
        }
        self.file = file;
        self.warnings.enter(&doc.allow);
        self.visit_file_doc(doc);
        for used in doc.uses.iter().flat_map(|used| &used.names) {
            self.visit_used_name(used);
        }
        for used in &doc.needless_uses {
            self.warn_of_needless_use(used);
        }
        if let Some(client) = &doc.client {
            self.visit_client(client);
        }
        let service = self.scopes.service_of[file];
        for (at, var) in doc.vars.iter().enumerate() {
            self.visit_var(var, service.map(|service| VarId::OfService(service, at)));
        }
        for (name, endpoint) in &doc.endpoints {
            if let Some(name) = name {
                self.report(docs::warning("the endpoint", name, endpoint.doc.as_ref(), ADD_DOC));
                self.report(style::warning(name, "an endpoint", Style::Camel));
            }
        }
        self.visit_errors(doc.rpc.iter().flat_map(|rpc| &rpc.errors));
        for scalar in &doc.scalars {
            self.visit_scalar(scalar);
        }
        for item in &doc.types {
            self.visit_type_item(item);
        }
        for template in &doc.templates {
            self.visit_generic_record(template);
        }
        for operation in &doc.operations {
            self.visit_operation(operation);
        }
        for subscription in &doc.subscriptions {
            self.visit_subscription(subscription);
        }
        if let Some(webhooks) = &doc.webhooks {
            self.visit_webhooks(webhooks);
        }
        self.warnings.leave();
    }

    /// Checks the description of a file, which also describes the module, client, service or
    /// deployment that the file defines.
    fn visit_file_doc(&mut self, doc: &'d FileDecl) {
        let what = match (&doc.client, &doc.deployment, &doc.service) {
            (Some(_), ..) => "the client",
            (_, Some(_), _) => "the deployment",
            (.., Some(_)) if !doc.service_keys.is_empty() => "the service",
            _ if doc.module == ["lib"] => "the crate",
            _ => "the file",
        };
        let name = At { value: doc.module.join("/"), span: doc.top };
        self.report(docs::warning(what, &name, doc.doc.as_ref(), "add `doc` below the first line"));
        if let Some(service) = doc.service.as_ref().filter(|_| self.scopes.defines_its_service(self.file)) {
            self.report(style::warning(service, "a service", Style::Camel));
        }
    }

    fn visit_errors(&mut self, errors: impl IntoIterator<Item = &'d RpcErrorDecl>) {
        for error in errors {
            self.report(style::warning(&error.name, "an error", Style::Pascal));
            if let Some(data) = &error.data {
                self.visit_type(data);
            }
        }
    }

    fn visit_used_name(&mut self, used: &'d Text) {
        if !self.reach.is_mentioned(self.file, &used.value) {
            self.warn_of_needless_use(used);
        }
    }

    fn warn_of_needless_use(&mut self, used: &'d Text) {
        let message = format!("the file does not need `{}`", used.value);
        let warning = Diagnostic::warning(Code::UnusedUse, used.span, message);
        self.report([warning.label("not named below").hint("remove the name from `use`")]);
    }

    /// Warns of a generic record that no type uses. Of a used one, the concrete records are visited instead.
    fn visit_generic_record(&mut self, template: &'d GenericRecord) {
        let (name, expr) = (&template.item.name, &template.item.expr);
        if template.is_used {
            return;
        }
        self.warnings.enter(&expr.attributes.allow);
        let message = format!("no type uses `{}`", name.value);
        let warning = Diagnostic::warning(Code::UnusedType, name.span, message).label("not used");
        self.report([warning.hint(format!("remove `{0}`, or use `{0}` as a type: `{0}<Type>`", name.value))]);
        self.warnings.leave();
    }

    fn visit_client(&mut self, client: &'d ClientDecl) {
        let id = self.scopes.client_of[self.file];
        for (at, var) in client.vars.iter().enumerate() {
            self.visit_var(var, id.map(|id| VarId::OfClient(id, at)));
        }
        for (name, secret) in &client.auth {
            self.report(docs::warning("the secret", name, secret.doc.as_ref(), ADD_DOC));
            self.report(style::warning(name, "a secret", Style::Camel));
        }
        for (name, server) in &client.servers {
            self.report(docs::warning("the server", name, server.doc.as_ref(), ADD_DOC));
            self.report(style::warning(name, "a server", Style::Camel));
        }
        if let Some(paging) = &client.paging {
            self.visit_fields("the parameter", &paging.query);
        }
    }

    fn visit_var(&mut self, var: &'d Var, id: Option<VarId>) {
        let name = &At { value: var.name.clone(), span: var.span };
        let doc = At { value: var.doc.clone(), span: var.span };
        self.report(docs::warning("the variable", name, Some(&doc), ADD_DOC));
        self.report(style::warning(name, "a variable", Style::Camel));
        if !id.is_some_and(|id| self.vars.contains(&id)) {
            let message = format!("no template names the variable `{}`", name.value);
            let warning = Diagnostic::warning(Code::UnusedVar, name.span, message).label("has no effect");
            self.report([warning.hint(format!("write `{{{}}}` in a template, or remove the variable", name.value))]);
        }
    }

    fn visit_scalar(&mut self, scalar: &'d ScalarDecl) {
        self.warnings.enter(&scalar.allow);
        self.report(docs::warning("the scalar", &scalar.name, scalar.doc.as_ref(), ADD_DOC));
        self.report(style::warning(&scalar.name, "a scalar", Style::Pascal));
        self.report(numbers::of_scalar(scalar));
        self.warn_if_unused(&scalar.name);
        self.warnings.leave();
    }

    fn visit_type_item(&mut self, item: &'d TypeItem) {
        self.warnings.enter(&item.expr.attributes.allow);
        self.report(docs::of_type(item, self.file, self.scopes, self.model));
        self.report(style::warning(&item.name, "a type", Style::Pascal));
        self.warn_if_unused(&item.name);
        self.visit_head(&item.expr);
        self.warnings.leave();
    }

    fn warn_if_unused(&mut self, name: &Text) {
        let Some(id) = self.scopes.visible(self.file, &name.value).filter(|id| !self.reach.is_needed(*id)) else {
            return;
        };
        let message = format!("no operation, subscription or webhook uses `{}`", name.value);
        let warning = Diagnostic::warning(Code::UnusedType, name.span, message).label("not used");
        let warning = warning.about(&name.value);
        let warning = match self.reach.named_by(id) {
            Some(by) => warning.second(by, "this uses it, but is unused too"),
            None => warning,
        };
        self.report([warning.hint(format!("remove `{0}`, or use `{0}` as the type of a value", name.value))]);
    }

    fn visit_operation(&mut self, operation: &'d OperationDecl) {
        self.warnings.enter(&operation.allow);
        let name = &operation.name;
        self.report(docs::warning("the operation", name, operation.doc.as_ref(), ADD_DOC));
        self.report(style::warning(name, "an operation", Style::Camel));
        let waiting = operation.wait.as_ref().and_then(|wait| wait.name.as_ref());
        self.report(waiting.and_then(|name| style::warning(name, "a method that waits", Style::Camel)));
        for param in &operation.request.params {
            // A whole body has no description of its own.
            match param.place {
                Place::Whole => self.visit_type(&param.field.ty),
                _ => self.visit_field("the parameter", &param.field),
            }
        }
        self.visit_response(name, &operation.response);
        for variant in &operation.variants {
            self.report(docs::warning("the variant", &variant.name, variant.doc.as_ref(), ADD_DOC));
            self.report(style::warning(&variant.name, "a variant", Style::Camel));
            self.visit_response(&variant.name, &variant.response);
        }
        self.visit_errors(&operation.errors);
        self.visit_examples(operation);
        self.warnings.leave();
    }

    /// Visits the result and the headers of an operation or variant.
    fn visit_response(&mut self, name: &Text, response: &'d ResponseDecl) {
        if let Some(result) = &response.result {
            self.warnings.enter(&result.attributes.allow);
            self.report(self.wide.warning(name, result));
            self.visit_head(result);
            self.warnings.leave();
        }
        response.headers.iter().for_each(|headers| self.visit_type(headers));
    }

    /// Warns of an operation, or of each of its variants, without an example.
    fn visit_examples(&mut self, operation: &'d OperationDecl) {
        let shown: HashSet<&str> =
            operation.examples.iter().filter_map(|example| Some(example.variant.as_ref()?.value.as_str())).collect();
        if operation.variants.is_empty() && operation.examples.is_empty() {
            let message = format!("the operation `{}` has no example", operation.name.value);
            let warning = Diagnostic::warning(Code::NoExample, operation.name.span, message);
            self.report([warning.hint("add `examples: [{ request: { … }, response: … }]`")]);
        }
        for variant in operation.variants.iter().filter(|variant| !shown.contains(variant.name.value.as_str())) {
            let name = &variant.name;
            let message = format!("the variant `{}` has no example", name.value);
            let warning = Diagnostic::warning(Code::NoExample, name.span, message);
            let warning = warning.second(operation.name.span, "of this operation");
            self.report([warning.hint(format!("add an example with `variant: {}`", name.value))]);
        }
    }

    fn visit_subscription(&mut self, subscription: &'d SubscriptionDecl) {
        self.warnings.enter(&subscription.allow);
        let name = &subscription.name;
        self.report(docs::warning("the subscription", name, subscription.doc.as_ref(), ADD_DOC));
        let styled = style::warning(name, "a subscription", Style::Camel);
        self.report(styled.map(|warning| match &subscription.kind {
            Some(_) => warning,
            None => warning.hint(format!("rename it, and keep the wire's name with `kind: {}`", name.value)),
        }));
        self.visit_fields("the parameter", &subscription.params);
        self.visit_type(&subscription.item);
        self.warnings.leave();
    }

    fn visit_webhooks(&mut self, webhooks: &'d WebhooksDecl) {
        self.warnings.enter(&webhooks.allow);
        let name = At { value: "webhooks".to_owned(), span: webhooks.span };
        self.report(docs::warning("the key", &name, webhooks.doc.as_ref(), ADD_DOC));
        self.visit_type(&webhooks.event);
        self.warnings.leave();
    }

    fn visit_fields(&mut self, what: &str, fields: &'d [FieldDecl]) {
        for field in fields {
            self.visit_field(what, field);
        }
    }

    fn visit_field(&mut self, what: &str, field: &'d FieldDecl) {
        self.warnings.enter(&field.ty.attributes.allow);
        self.report(docs::of_field(what, field, self.file, self.scopes, self.model));
        self.report(self.wide.warning(&field.name, &field.ty));
        self.report(self.members.warnings(what, field));
        self.visit_head(&field.ty);
        self.warnings.leave();
    }

    /// Visits a type expression that is not a field, an arm or a declaration.
    fn visit_type(&mut self, expr: &'d TypeExpr) {
        self.warnings.enter(&expr.attributes.allow);
        self.visit_head(expr);
        self.warnings.leave();
    }

    fn visit_head(&mut self, expr: &'d TypeExpr) {
        match &expr.head {
            Head::Name(_) | Head::Const(_) | Head::Foreign(_) => {}
            Head::Nullable(inner) | Head::List(inner) => self.visit_type(inner),
            Head::Tuple(items) => items.iter().for_each(|item| self.visit_type(item)),
            Head::Map { key, value } => {
                for part in key.iter().chain([value]) {
                    self.visit_type(part);
                }
            }
            Head::Record(record) => self.visit_fields("the member", &record.fields),
            Head::Enum(values) => self.visit_values(values),
            Head::Union(union) => self.visit_union(union),
        }
    }

    fn visit_values(&mut self, values: &'d [EnumValueDecl]) {
        self.report(docs::of_values(values));
        if let [only] = values {
            let message = format!("`{}` is the only value of the enumeration", only.name.value);
            let warning = Diagnostic::warning(Code::SingleValueEnum, only.name.span, message);
            let hint = "list the others, or write `type: string`; if there is but one, `allow: [single-value-enum]`";
            self.report([warning.label("are there no others?").hint(hint)]);
        }
    }

    fn visit_union(&mut self, union: &'d UnionDecl) {
        self.visit_fields("the member", &union.common);
        for arm in &union.arms {
            self.visit_arm(arm, &union.discriminator);
        }
    }

    fn visit_arm(&mut self, arm: &'d ArmDecl, discriminator: &DiscriminatorDecl) {
        let allow = match &arm.body {
            ArmBodyDecl::Value(expr) => &expr.attributes.allow,
            ArmBodyDecl::Fields { .. } | ArmBodyDecl::Record { .. } => &arm.allow,
        };
        self.warnings.enter(allow);
        if let DiscriminatorDecl::Form | DiscriminatorDecl::Members = discriminator {
            self.report(style::warning(&arm.name, "an arm of a union", Style::Camel));
        }
        self.visit_arm_doc(arm);
        match &arm.body {
            ArmBodyDecl::Value(expr) => self.visit_head(expr),
            ArmBodyDecl::Fields { fields, .. } => self.visit_fields("the member", fields),
            ArmBodyDecl::Record { .. } => {}
        }
        self.warnings.leave();
    }

    /// Warns of an arm without a description. An arm that is a value or a declared record needs
    /// none, since its type is described, but must not have an empty one.
    fn visit_arm_doc(&mut self, arm: &'d ArmDecl) {
        let is_value = !matches!(arm.body, ArmBodyDecl::Fields { .. });
        if arm.doc.is_some() || !is_value {
            self.report(docs::warning("the arm", &arm.name, arm.doc.as_ref(), ADD_DOC));
        }
    }
}
