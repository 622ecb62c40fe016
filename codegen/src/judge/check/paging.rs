//! Pagination of an operation.

use super::context::Checker;
use super::operations::Home;
use super::table::{View, view, view_inner};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{CallView, Field, Operation, PageEnd, Paginate, Paging, Type};
use crate::spec::document::{OperationDecl, PagingDecl, Text};

impl<'d> Checker<'d> {
    /// What the operation says, completed by what its client says.
    pub(super) fn paginate(
        &mut self,
        home: Home<'d>,
        doc: &'d OperationDecl,
        operation: &Operation,
    ) -> Option<Paginate> {
        let own = doc.paginate.as_ref()?;
        let client = home.client.and_then(|client| self.model.clients.get(client.0));
        let client = client.and_then(|client| client.paging.clone());
        let shared = |get: fn(&Paging) -> &Option<String>| client.as_ref().and_then(|client| get(client).clone());
        let items = self.needed(own, own.items.as_ref(), None, "items");
        let next = self.needed(own, own.next.as_ref(), shared(|paging| &paging.next), "next");
        let into = self.needed(own, own.into.as_ref(), shared(|paging| &paging.into), "into");
        let size = own.size.as_ref().map(|text| text.value.clone());
        let size = size.or_else(|| shared(|paging| &paging.size).filter(|_| own.into.is_none()));
        for call in operation.views() {
            self.check_result_members(doc, own, call, items.as_deref(), next.as_deref(), into.as_deref());
        }
        self.check_size(own, operation, size.as_deref());
        let end = own.end.clone().or_else(|| client.as_ref().map(|client| client.end.clone()));
        let end = end.filter(|end| !end.is_empty()).unwrap_or_else(|| vec![PageEnd::Absent]);
        if let (true, None) = (end.contains(&PageEnd::Short), &size) {
            let message = "`end: [short]` needs to know the size of a page".to_owned();
            self.error(Code::BadPagination, own.span, message, "add `size: parameter`");
        }
        Some(Paginate {
            items: items?,
            next: next?,
            into: into?,
            size,
            end,
            overlap: own.overlap,
            life: own.life.or(client.and_then(|client| client.life)),
        })
    }

    fn needed(&mut self, doc: &PagingDecl, own: Option<&Text>, shared: Option<String>, key: &str) -> Option<String> {
        let found = own.map(|text| text.value.clone()).or(shared);
        if found.is_none() {
            let message = format!("`paginate` lacks `{key}`, and the client does not say it");
            let hint = format!("add `{key}: …`");
            self.error(Code::BadPagination, doc.span, message, &hint);
        }
        found
    }

    fn check_result_members(
        &mut self,
        doc: &OperationDecl,
        own: &PagingDecl,
        call: CallView<'_>,
        items: Option<&str>,
        next: Option<&str>,
        into: Option<&str>,
    ) {
        let types = &self.model.types;
        let fields = match call.own.result.as_ref().map(|ty| view(types, ty)) {
            Some(View::Record(record)) => record.fields.as_slice(),
            Some(View::Union(union)) if !union.common.is_empty() => union.common.as_slice(),
            Some(View::Broken) => return,
            other => {
                let noun = other.map_or("nothing", View::noun);
                let message = format!("pages are records with a list of items, but the result is {noun}");
                let problem = Diagnostic::error(Code::BadPagination, own.span, message);
                self.report(problem.second(Self::result_span(doc), "the result"));
                return;
            }
        };
        let mut found = Vec::new();
        let items_field = find_field(fields, items, own.items.as_ref(), own, &mut found);
        let is_no_list = |field: &&Field| !matches!(view_inner(types, &field.ty), View::List(_) | View::Broken);
        if let Some(field) = items_field.filter(is_no_list) {
            let span = own.items.as_ref().map_or(own.span, |text| text.span);
            let message = format!("`{}` is no list", field.name);
            found.push(Diagnostic::error(Code::BadPagination, span, message));
        }
        let next_field = find_field(fields, next, own.next.as_ref(), own, &mut found);
        let into_span = own.into.as_ref().map_or(own.span, |text| text.span);
        let params = &call.operation.params;
        let param = params.iter().find(|param| Some(param.field.name.as_str()) == into);
        match (param, into, next_field) {
            (None, Some(into), _) => {
                let message = format!("the operation has no parameter `{into}`");
                let names = params.iter().map(|param| param.field.name.as_str());
                let problem = Diagnostic::error(Code::BadPagination, into_span, message);
                found.push(problem.hint_opt(did_you_mean(into, names)));
            }
            (Some(param), _, Some(field)) if bare(&param.field.ty) != bare(&field.ty) => {
                let message = format!("`{}` and `{}` are not of one type", field.name, param.field.name);
                let problem = Diagnostic::error(Code::BadPagination, into_span, message);
                found.push(problem.hint("what one page gives is what the next call takes"));
            }
            _ => {}
        }
        self.found.extend(found);
    }

    fn check_size(&mut self, own: &PagingDecl, operation: &Operation, size: Option<&str>) {
        let Some(size) = size else {
            return;
        };
        let span = own.size.as_ref().map_or(own.span, |text| text.span);
        let param = operation.params.iter().find(|param| param.field.name == size);
        let Some(param) = param else {
            let message = format!("the operation has no parameter `{size}`");
            let names = operation.params.iter().map(|param| param.field.name.as_str());
            let problem = Diagnostic::error(Code::BadPagination, span, message);
            self.report(problem.hint_opt(did_you_mean(size, names)));
            return;
        };
        let view = view_inner(&self.model.types, &param.field.ty);
        if !view.is_numeric() {
            let message = format!("`{size}` sets the size of a page, but is {}", view.noun());
            self.error(Code::BadPagination, span, message, "a size is a whole number");
        }
    }
}

fn find_field<'f>(
    fields: &'f [Field],
    name: Option<&str>,
    written: Option<&Text>,
    own: &PagingDecl,
    found: &mut Vec<Diagnostic>,
) -> Option<&'f Field> {
    let name = name?;
    let field = fields.iter().find(|field| field.name == name);
    if field.is_none() {
        let span = written.map_or(own.span, |text| text.span);
        let message = format!("the result has no member `{name}`");
        let near = did_you_mean(name, fields.iter().map(|field| field.name.as_str()));
        found.push(Diagnostic::error(Code::BadPagination, span, message).hint_opt(near));
    }
    field
}

fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Nullable(inner) => inner,
        other => other,
    }
}
