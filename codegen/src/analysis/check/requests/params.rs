//! Parameters of operations.
//!
//! Input: the parameters of an operation, and the paging of its client. Output: the parameters of
//! the model with their places, and errors in their names, order and types.

use std::collections::HashMap;

use super::bodies::{content_of, place_in_request};
use super::places::takes_style;
use crate::analysis::check::context::Checker;
use crate::analysis::check::context::FileContext;
use crate::analysis::check::services::is_positional;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{ClientId, Field, Paging, Param, Place};
use crate::spec::document::{CallDecl, FieldDecl, OperationDecl};

/// Maximum number of parameters that `paging` of a client adds to its operations in all.
const MAX_ADDED: usize = 20_000;

impl<'d> Checker<'d> {
    /// Returns the parameters of an operation in source order; parameters of the client's paging
    /// follow its query parameters.
    pub(crate) fn params(&mut self, context: FileContext<'d>, doc: &'d OperationDecl) -> Vec<Param> {
        let mut params = Vec::new();
        let mut query_end = 0;
        let mut known: HashMap<&str, Span> = HashMap::new();
        let mut headers = Vec::new();
        let content = content_of(doc);
        self.check_content(doc);
        for param in &doc.request.params {
            let name = &param.field.name;
            if let Some(first) = known.insert(&name.value, name.span) {
                let message = format!("two parameters have the name `{}`", name.value);
                let problem = Diagnostic::error(Code::DuplicateMember, name.span, message);
                let hint = "parameters in all places together need different names; leave one of them out";
                self.report(problem.label("again").second(first, "first here").hint(hint));
            }
            if param.place == Place::Header {
                self.check_header(name, &content);
                self.check_header_twice(name, &mut headers);
            }
            if param.place == Place::Cookie {
                self.check_cookie_name(name);
            }
            let place = place_in_request(param, &content);
            let mut field = self.field(context.file, &param.field, Some(place));
            self.inherit_form_style(doc, place, &mut field);
            if matches!(place, Place::Whole | Place::Lines | Place::WholeForm | Place::Raw) {
                self.check_whole(place, &field, param.field.ty.span, &content);
                field.doc = "The body of the request.".to_owned();
            }
            params.push(Param { place, field });
            if matches!(param.place, Place::Path | Place::Query) {
                query_end = params.len();
            }
        }
        let added = self.paging_params(context, doc, &known);
        params.splice(query_end..query_end, added);
        self.check_positions(context, doc);
        params
    }

    /// Sets the style of the form on a body parameter that states no style and has a type that styles apply to.
    fn inherit_form_style(&mut self, doc: &OperationDecl, place: Place, field: &mut Field) {
        let takes = place == Place::WholeForm
            || matches!(place, Place::Form | Place::Part)
                && field.join.is_none()
                && takes_style(&self.model.types, &field.ty);
        if let (Some(style), true, None) = (doc.style, takes, field.style) {
            field.style = Some(style.value);
            if let Some(pending) = self.pending.last_mut() {
                pending.style = field.style;
            }
        }
    }

    /// Reports `paging` of clients that adds too many parameters in all. Its operations keep only the parameters that
    /// paging itself names.
    pub(crate) fn check_added_params(&mut self) {
        let mut added: HashMap<ClientId, usize> = HashMap::new();
        for file in 0..self.files.len() {
            let paged = self.files[file].operations.iter().filter(|doc| doc.paginate.is_some()).count();
            let Some((id, paging)) = self.file_context(file).client.and_then(|id| Some((id, self.paging_of(id)?)))
            else {
                continue;
            };
            *added.entry(id).or_default() += paged.saturating_mul(paging.query.len());
        }
        for (at, file) in self.scopes.client_files.clone().into_iter().enumerate() {
            let doc = self.files[file].client.as_ref().and_then(|client| client.paging.as_ref());
            let Some(doc) = doc.filter(|_| added.get(&ClientId(at)).is_some_and(|added| *added > MAX_ADDED)) else {
                continue;
            };
            let message = format!("`paging` adds more than {MAX_ADDED} parameters to the operations of the client");
            self.error(Code::TooLarge, doc.span, message, "declare parameters of few operations at these operations");
            if let Some(paging) = self.model.clients.get_mut(at).and_then(|client| client.paging.as_mut()) {
                let named = |name: &String| [&paging.into, &paging.size].contains(&&Some(name.clone()));
                let kept = paging.query.iter().filter(|field| named(&field.name)).cloned().collect();
                paging.query = kept;
            }
        }
    }

    fn paging_of(&self, client: ClientId) -> Option<&Paging> {
        self.model.clients.get(client.0)?.paging.as_ref()
    }

    fn paging_params(&self, context: FileContext<'d>, doc: &OperationDecl, known: &HashMap<&str, Span>) -> Vec<Param> {
        let is_rest = matches!(doc.call, Some(CallDecl::Rest(..)));
        let paging = context.client.and_then(|client| self.paging_of(client));
        let (Some(paging), true, true) = (paging, is_rest, doc.paginate.is_some()) else {
            return Vec::new();
        };
        let own = |name: &str| known.contains_key(name);
        let fields = paging.query.iter().filter(|field| !own(&field.name));
        let param = |field: &crate::model::Field| Param { place: Place::Query, field: field.clone() };
        fields.map(param).collect()
    }

    /// Checks that positional parameters are optional only at the end.
    fn check_positions(&mut self, context: FileContext<'d>, doc: &OperationDecl) {
        let service = context.service.and_then(|id| self.model.services.get(id.0));
        if !service.is_some_and(is_positional) {
            return;
        }
        let mut optional: Option<&FieldDecl> = None;
        for param in &doc.request.params {
            if param.field.optional {
                optional = optional.or(Some(&param.field));
            } else if let Some(first) = optional {
                let name = &param.field.name;
                let message = format!("`{}` is required, but follows an optional one", name.value);
                let problem = Diagnostic::error(Code::BadOperation, name.span, message);
                let problem = problem.second(first.name.span, "this is optional");
                self.report(problem.hint("parameters are positional here: make this optional, or that required"));
            }
        }
    }
}
