//! Bodies: checks that the types of a body can be written in its format.
//!
//! Input: an operation with its content and its parameters. Output: errors, and the place of each
//! body parameter, which determines its encoding.

use chainloom_schema::is_xml;

use super::places::unwritable;
use crate::analysis::check::context::Checker;
use crate::analysis::check::context::views::{View, view, view_inner};
use crate::diagnostic::{Code, Span};
use crate::model::{Content, Field, Place, Style};
use crate::sentences;
use crate::spec::closed::{VALUE_STYLES, word};
use crate::spec::document::{CallDecl, OperationDecl, ParamDecl};

/// Returns the place of a parameter in the request. A member of the body becomes a form field or a
/// part, and a whole body gets the place of its format.
pub(crate) fn place_in_request(param: &ParamDecl, content: &Content) -> Place {
    match (param.place, content) {
        (Place::Body, Content::Form) => Place::Form,
        (Place::Body, Content::Multipart) => Place::Part,
        (Place::Whole, Content::Form) => Place::WholeForm,
        (Place::Whole, Content::Raw(_)) => Place::Raw,
        (Place::Whole, Content::JsonLines(_)) => Place::Lines,
        (place, _) => place,
    }
}

impl Checker<'_> {
    /// Checks the keys of a body, apart from its types.
    pub(crate) fn check_content(&mut self, doc: &OperationDecl) {
        let has_body = doc.request.params.iter().any(|param| param.place.is_body());
        if let Some(style) = doc.style.filter(|_| !matches!(content_of(doc), Content::Form | Content::Multipart)) {
            let hint = "put it on the parameter, or add `content: form`";
            self.error(Code::BadOperation, style.span, "`style` of an operation applies to a form".to_owned(), hint);
        } else if let Some(style) = doc.style.filter(|style| style.value.is_one_text()) {
            let message =
                format!("a form cannot be sent with `style: {}`", word(&VALUE_STYLES, style.value).unwrap_or("?"));
            let hint = "write `repeated`, `brackets`, `indices`, `dots` or `json`";
            self.error(Code::BadOperation, style.span, message, hint);
        }
        let Some(content) = &doc.request.content else {
            return;
        };
        if matches!(doc.call, Some(CallDecl::Rpc(_))) {
            let message = "a method of JSON-RPC has no body of its own".to_owned();
            self.error(Code::BadOperation, content.span, message, "remove `content`");
        } else if !has_body {
            let message = "`content` describes a body, but there is no body".to_owned();
            self.error(Code::BadOperation, content.span, message, "add `body`, or remove `content`");
        }
        let members = doc.request.params.iter().find(|param| param.place == Place::Body);
        let whole = doc.request.params.iter().find(|param| param.place == Place::Whole);
        if let (Some(member), Content::Raw(media)) = (members, &content.value) {
            let message = format!("a body of `{media}` is one value, so it has no members");
            let hint = if is_xml(media) { sentences::NO_XML } else { "remove `body`, or write `body: string`" };
            self.error(Code::BadOperation, member.field.name.span, message, hint);
        }
        if let (Some(member), Content::JsonLines(_)) = (members, &content.value) {
            let message = "a body of JSON lines is a list, so it has no members".to_owned();
            let hint = "declare the type of a line under `types`, and write `body: [Name]`";
            self.error(Code::BadOperation, member.field.name.span, message, hint);
        }
        if let (Some(whole), Content::Multipart) = (whole, &content.value) {
            let message = "a multipart body must name its parts".to_owned();
            self.error(Code::BadOperation, whole.field.ty.span, message, "write `body: { name: Type, upload: file }`");
        }
    }

    /// Checks that a body of one value can be written in its format.
    pub(crate) fn check_whole(&mut self, place: Place, field: &Field, span: Span, content: &Content) {
        let types = &self.model.types;
        let noun = match (place, view(types, &field.ty)) {
            (Place::Lines, View::List(_) | View::Broken) => return,
            (Place::Lines, other) => {
                let message = format!("the body is {}, but JSON lines are the items of a list", other.noun());
                let hint = "write `body: [Name]`, with the type of a line";
                self.error(Code::BadOperation, span, message, hint);
                return;
            }
            (Place::Raw, View::Record(_) | View::Map(_) | View::List(_) | View::Union(_) | View::Nullable(_)) => {
                view(types, &field.ty).noun()
            }
            (Place::WholeForm, View::Record(_) | View::Map(_) | View::Union(_) | View::Json | View::Broken) => {
                self.check_form_members(field, span);
                return;
            }
            (Place::WholeForm, other) => other.noun(),
            _ => return,
        };
        let message = format!("the body is {noun}, which `{}` cannot express", content.media_type());
        let hint = match place {
            Place::Raw if is_xml(content.media_type()) => sentences::NO_XML,
            Place::Raw => "write `body: bytes` or `body: string`",
            _ => "a form has names and values: use a record or a map",
        };
        self.error(Code::BadOperation, span, message, hint);
    }

    /// Checks that each member of a record can be written in a form, like the members of
    /// `body: { … }`.
    fn check_form_members(&mut self, field: &Field, span: Span) {
        let View::Record(record) = view_inner(&self.model.types, &field.ty) else {
            return;
        };
        let is_nested = field.style.is_some_and(|style| style != Style::Repeated);
        let found = record.fields.iter().filter(|_| !is_nested).find_map(|member| {
            let noun = unwritable(&self.model.types, &member.ty)?;
            Some(format!("`{}` of the body is {noun}, which a form cannot express without a style", member.name))
        });
        if let Some(message) = found {
            let hint = "add `style: brackets`, `indices`, `dots` or `json` to the operation";
            self.error(Code::BadOperation, span, message, hint);
        }
    }
}

/// Returns the format of the body; JSON by default.
pub(crate) fn content_of(doc: &OperationDecl) -> Content {
    doc.request.content.as_ref().map(|at| at.value.clone()).unwrap_or_default()
}
