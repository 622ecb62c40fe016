//! Declarations of types: gives each type an id, in source order, before any body is resolved.
//! Inline definitions and the arms of unions get an id too.

use std::collections::HashSet;
use std::collections::hash_map::Entry;

use crate::analysis::check::context::views::builtin_type;
use crate::analysis::check::context::views::is_raw_name;
use crate::analysis::check::context::{Checker, DeclaredBody, DeclaredType};
use crate::casing::pascal;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::Text;
use crate::model::TypeId;
use crate::spec::document::{
    ArmBodyDecl, FieldDecl, Head, OperationDecl, ResponseBodyDecl, ResponseDecl, RpcErrorDecl, SubscriptionDecl,
    TypeExpr, TypeItem, UnionDecl,
};

impl<'d> Checker<'d> {
    pub(crate) fn declare_types(&mut self) {
        for file in 0..self.files.len() {
            let doc = &self.files[file];
            for scalar in &doc.scalars {
                self.declare_named(file, &scalar.name, DeclaredBody::Scalar(scalar));
            }
            for item in &doc.types {
                self.declare_named(file, &item.name, DeclaredBody::Expr(&item.expr));
                self.declare_inside(file, &InlineName::declared(item), &item.expr);
            }
            if let Some(paging) = doc.client.as_ref().and_then(|client| client.paging.as_ref()) {
                let name = doc.module.last().map(|name| pascal(name)).unwrap_or_default();
                self.declare_fields(file, &InlineName { name, span: doc.top }, &paging.query);
            }
            self.declare_errors(file, doc.rpc.iter().flat_map(|rpc| &rpc.errors));
            for operation in &doc.operations {
                self.declare_operation(file, operation);
                self.declare_errors(file, &operation.errors);
            }
            for subscription in &doc.subscriptions {
                self.declare_subscription(file, subscription);
            }
            if let Some(webhooks) = &doc.webhooks {
                let owner = InlineName { name: "Webhook".to_owned(), span: webhooks.span };
                self.declare_expr(file, &owner.with_part("Event"), &webhooks.event);
            }
        }
        self.declare_generic_records();
    }

    /// Declares the generic records without a use, so that they are checked. No name leads to them, and
    /// [`Self::drop_generic_records`] removes them from the model.
    fn declare_generic_records(&mut self) {
        self.generic_from = self.slots.len();
        for (file, doc) in self.files.iter().enumerate() {
            for template in doc.templates.iter().filter(|template| !template.is_used) {
                self.push_named(file, &template.item.name, DeclaredBody::Expr(&template.item.expr));
            }
        }
    }

    /// Removes the generic records, which are the last types, from the model.
    pub(crate) fn drop_generic_records(&mut self) {
        self.model.types.truncate(self.generic_from);
    }

    /// Reports type parameters that no member names, and those with the name of a type, which they would hide in
    /// their record.
    pub(crate) fn check_type_parameters(&mut self) {
        for (file, doc) in self.files.iter().enumerate() {
            let templates: HashSet<&String> = doc.templates.iter().map(|template| &template.item.name.value).collect();
            for template in &doc.templates {
                for idle in &template.idle {
                    let message =
                        format!("no member of `{}` has the type parameter `{}`", template.item.name.value, idle.value);
                    let hint = "remove the parameter, or make it the type of a member";
                    self.error(Code::BadShape, idle.span, message, hint);
                }
                let Head::Record(record) = &template.item.expr.head else { continue };
                for parameter in &record.of {
                    let name = &parameter.value;
                    if builtin_type(name).is_some()
                        || templates.contains(name)
                        || self.scopes.visible(file, name).is_some()
                    {
                        let message = format!("the type parameter `{name}` has the name of a type");
                        self.error(Code::ShadowedType, parameter.span, message, "rename the parameter, such as to `T`");
                    }
                }
            }
        }
    }

    fn declare_operation(&mut self, file: usize, operation: &'d OperationDecl) {
        let owner = InlineName::of(&operation.name);
        for param in &operation.request.params {
            self.declare_field(file, &owner, &param.field);
        }
        self.declare_response(file, &owner, &operation.response);
        for variant in &operation.variants {
            self.declare_response(file, &InlineName::of(&variant.name), &variant.response);
        }
    }

    fn declare_response(&mut self, file: usize, owner: &InlineName, response: &'d ResponseDecl) {
        let name = match response.body {
            ResponseBodyDecl::Events => "Event",
            ResponseBodyDecl::Lines(_) => "Line",
            _ => "Result",
        };
        if let Some(result) = &response.result {
            self.declare_expr(file, &owner.with_part(name), result);
        }
        if let Some(headers) = &response.headers {
            self.declare_expr(file, &owner.with_part("Headers"), headers);
        }
    }

    fn declare_errors(&mut self, file: usize, errors: impl IntoIterator<Item = &'d RpcErrorDecl>) {
        for error in errors {
            if let Some(data) = &error.data {
                self.declare_expr(file, &InlineName::of(&error.name).with_part("Data"), data);
            }
        }
    }

    fn declare_subscription(&mut self, file: usize, subscription: &'d SubscriptionDecl) {
        let owner = InlineName::of(&subscription.name);
        self.declare_fields(file, &owner, &subscription.params);
        self.declare_expr(file, &owner.with_part("Item"), &subscription.item);
    }

    /// Adds a type and returns its ID. The name is not yet visible in any file.
    fn push_named(&mut self, file: usize, name: &'d Text, body: DeclaredBody<'d>) -> TypeId {
        if builtin_type(&name.value).is_some() || is_raw_name(&name.value) {
            let message = format!("`{}` is a type of the language", name.value);
            let hint = "give the type another name";
            self.error(Code::ShadowedType, name.span, message, hint);
        }
        let id = TypeId(self.slots.len());
        self.slots.push(DeclaredType { name: name.value.clone(), file, span: name.span, body, owner: None });
        id
    }

    fn declare_named(&mut self, file: usize, name: &'d Text, body: DeclaredBody<'d>) {
        let id = self.push_named(file, name, body);
        match self.scopes.declared[file].entry(&name.value) {
            Entry::Vacant(vacant) => {
                vacant.insert(id);
            }
            Entry::Occupied(first) => {
                let first = self.slots[first.get().0].span;
                let message = format!("the file declares `{}` twice", name.value);
                let problem = Diagnostic::error(Code::DuplicateKey, name.span, message);
                let hint = "scalars and types share their names; rename one";
                self.report(problem.label("again").second(first, "first here").hint(hint));
            }
        }
    }

    /// Declares the inline definitions inside `expr`, whose own name is `owner`.
    fn declare_inside(&mut self, file: usize, owner: &InlineName, expr: &'d TypeExpr) {
        match &expr.head {
            Head::Record(record) => self.declare_fields(file, owner, &record.fields),
            Head::Union(union) => self.declare_arms(file, owner, union),
            Head::Nullable(inner) | Head::List(inner) => self.declare_expr(file, owner, inner),
            Head::Map { key, value } => {
                if let Some(key) = key {
                    self.declare_expr(file, &owner.with_part("Key"), key);
                }
                self.declare_expr(file, owner, value);
            }
            Head::Tuple(items) => {
                for (at, item) in items.iter().enumerate() {
                    self.declare_expr(file, &owner.with_part(&format!("Item{}", at + 1)), item);
                }
            }
            Head::Name(_) | Head::Enum(_) | Head::Const(_) | Head::Foreign(_) => {}
        }
    }

    /// Declares a type expression and the definitions inside. An inline record, enumeration or
    /// union gets the name `owner`.
    fn declare_expr(&mut self, file: usize, owner: &InlineName, expr: &'d TypeExpr) {
        if matches!(expr.head, Head::Record(_) | Head::Enum(_) | Head::Union(_)) {
            let id = self.declare_inline(file, owner, expr.span, DeclaredBody::Expr(expr));
            self.inline.insert(expr.span, id);
        }
        self.declare_inside(file, owner, expr);
    }

    fn declare_inline(&mut self, file: usize, owner: &InlineName, span: Span, body: DeclaredBody<'d>) -> TypeId {
        let id = TypeId(self.slots.len());
        self.slots.push(DeclaredType { name: owner.name.clone(), file, span, body, owner: Some(owner.span) });
        id
    }

    fn declare_fields(&mut self, file: usize, owner: &InlineName, fields: &'d [FieldDecl]) {
        for field in fields {
            self.declare_field(file, owner, field);
        }
    }

    fn declare_field(&mut self, file: usize, owner: &InlineName, field: &'d FieldDecl) {
        let own = InlineName { span: field.name.span, ..owner.with_part(&pascal(&field.name.value)) };
        self.declare_expr(file, &own, &field.ty);
    }

    fn declare_arms(&mut self, file: usize, owner: &InlineName, union: &'d UnionDecl) {
        self.declare_fields(file, owner, &union.common);
        for arm in &union.arms {
            let own = arm.rust.as_ref().map_or_else(|| pascal(&arm.name.value), |rust| rust.value.clone());
            let own = InlineName { span: arm.rust.as_ref().unwrap_or(&arm.name).span, ..owner.with_part(&own) };
            match &arm.body {
                ArmBodyDecl::Value(expr) => self.declare_expr(file, &own, expr),
                ArmBodyDecl::Fields { fields, .. } => {
                    let span = arm.name.span;
                    let id = self.declare_inline(file, &own, span, DeclaredBody::Arm(arm));
                    self.inline.insert(span, id);
                    self.declare_fields(file, &own, fields);
                }
                ArmBodyDecl::Record { .. } => {}
            }
        }
    }
}

/// Name for an inline definition, with the span of the declared name from which the name is
/// composed.
struct InlineName {
    name: String,
    span: Span,
}

impl InlineName {
    /// Returns the name of inline definitions that are named after `name`.
    fn of(name: &Text) -> Self {
        Self { name: pascal(&name.value), span: name.span }
    }

    /// Returns the first part of the names of inline definitions in a declared type. Items of a
    /// declared list or map get an additional word, since the type itself has the plain name.
    fn declared(item: &TypeItem) -> Self {
        let owner = Self { name: item.name.value.clone(), span: item.name.span };
        match item.expr.head {
            Head::List(_) | Head::Nullable(_) => owner.with_part("Item"),
            Head::Map { .. } => owner.with_part("Value"),
            _ => owner,
        }
    }

    fn with_part(&self, part: &str) -> Self {
        Self { name: format!("{}{part}", self.name), span: self.span }
    }
}
