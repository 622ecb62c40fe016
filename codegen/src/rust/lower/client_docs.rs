//! Documentation of clients and services: a description, a program, and then limits.
//!
//! Input: a client or a service of the model. Output: lines of rustdoc.

use super::definitions::how_given;
use super::docs::{self, DocComment};
use super::types::{Here, Lowering};
use super::{Given, example};
use crate::analysis::names::ServiceNames;
use crate::model::{Availability, CallView, ClientId, Limit, Note, Service, ServiceId};
use crate::sentences;

/// Returns the documentation of a client. `own` is the client's own service, which has no handle;
/// its limits and notes are included.
pub(super) fn client_doc(lowering: &Lowering<'_>, id: ClientId, own: Option<&Service>) -> Vec<String> {
    let client = &lowering.model.clients[id.0];
    let mut doc = DocComment::new(&lowering.model.modules[client.module.0].doc);
    doc.add_raw("Cheap to clone; clones share connections.".to_owned());
    example::add_program(&mut doc, example::of_client(lowering, id));
    add_text_arguments(&mut doc, lowering, |service| lowering.model.is_clients_own(service) && service.client == id);
    let of_own = own.into_iter();
    let limits = client.limits.iter().chain(of_own.clone().flat_map(|own| &own.limits));
    let notes = client.notes.iter().chain(of_own.clone().flat_map(|own| &own.notes));
    let statuses = client.errors.iter().flat_map(|errors| &errors.statuses).map(sentences::status);
    let in_body = client.errors.iter().filter_map(|errors| errors.in_body.as_ref()).map(sentences::in_body);
    let unavailable = sentences::unavailable(&client.unavailable);
    let errors = statuses.chain(in_body).chain(unavailable).collect();
    doc.add_folded(conditions_of_use(of_own.flat_map(|own| &own.available), limits, errors, notes));
    doc.into_lines()
}

/// Returns the documentation of the handle of a service.
pub(super) fn service_doc(lowering: &Lowering<'_>, id: ServiceId) -> Vec<String> {
    let service = &lowering.model.services[id.0];
    let mut doc = DocComment::new(&service.doc);
    example::add_program(&mut doc, example::of_service(lowering, id));
    add_text_arguments(&mut doc, lowering, |other| std::ptr::eq(other, service));
    doc.add_folded(conditions_of_use(
        service.available.iter(),
        service.limits.iter(),
        Vec::new(),
        service.notes.iter(),
    ));
    doc.into_lines()
}

/// Returns the documentation of the method that returns the handle of a service: the first
/// paragraph about the service, a link to the handle, and the instance.
pub(super) fn accessor_doc(service: &Service, names: &ServiceNames) -> Vec<String> {
    let mut doc = DocComment::new(&sentences::first_paragraph(&service.doc));
    let instance = service.instance.as_ref().and_then(|name| service.vars.iter().find(|var| var.name == *name));
    doc.add_raw(format!("Returns a [`{}`], whose documentation has its conditions, limits and notes.", names.handle));
    if let Some(var) = instance {
        doc.add(&format!("`{}`: {}", names.instance, var.doc));
    }
    doc.into_lines()
}

/// Adds the explanation of arguments that take texts, if the services for which `is_it` is true
/// have a call with such an argument.
fn add_text_arguments(doc: &mut DocComment, lowering: &Lowering<'_>, is_it: impl Fn(&Service) -> bool) {
    let calls = lowering.model.typed_calls().filter(|call| is_it(&lowering.model.services[call.operation.service.0]));
    let mut params = calls.flat_map(CallView::free_params).filter(|param| how_given(param.field) == Given::Argument);
    if params.any(|param| lowering.type_ref(Here::ROOT, lowering.held_type(param.field)).takes_text()) {
        doc.add_raw(docs::TEXTS.to_owned());
    }
}

/// Returns the last sections of the documentation of a client or a service, with their titles:
/// availability, limits, errors and notes.
fn conditions_of_use<'m>(
    available: impl Iterator<Item = &'m Availability>,
    limits: impl Iterator<Item = &'m Limit>,
    errors: Vec<String>,
    notes: impl Iterator<Item = &'m Note>,
) -> Vec<(&'static str, Vec<String>)> {
    vec![
        ("Availability", available.map(docs::availability).collect()),
        ("Limits", sentences::grouped_limits(limits)),
        ("Errors", errors),
        ("Notes", notes.map(|note| docs::notes([note])).collect()),
    ]
}
