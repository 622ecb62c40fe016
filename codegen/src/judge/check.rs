//! From typed documents to the checked model.
//!
//! Input: [`Documents`]. Output: a [`Model`] in which every name is resolved, or all mistakes at once.
//! The steps: lay out (files, clients, services), declare (types get their ids), resolve (types get
//! their bodies), prove (cycles, unions, attributes), operations, deployments. A thing that is
//! broken is reported once; what refers to it is not.

mod arms;
mod attributes;
mod bounds;
mod clients;
mod collisions;
mod context;
mod cycles;
mod declare;
mod deployments;
mod depth;
mod emitted;
mod examples;
mod fields;
mod forms;
mod layout;
mod map_keys;
mod number;
mod operations;
mod paging;
mod params;
mod resolve;
mod rules;
mod scalars;
mod scope;
mod services;
mod subscriptions;
pub(crate) mod table;
mod template;
mod text_forms;
mod undeclared;
mod union_values;
mod unions;
mod unknown;
mod values;
mod variants;

use crate::diagnostic::{Diagnostics, begin_suggestions};
use crate::model::Model;
use crate::spec::document::Documents;
use context::Checker;

/// Checks everything that the shape of the documents does not say.
///
/// # Errors
/// All mistakes, in the order of the source.
pub fn check(documents: &Documents) -> Result<Model, Diagnostics> {
    begin_suggestions();
    let mut cx = Checker::new(documents);
    cx.check_layout();
    cx.check_services();
    cx.declare_types();
    cx.check_scopes();
    cx.resolve_types();
    cx.resolve_clients();
    cx.flatten_records();
    cx.check_cycles();
    cx.check_depths();
    cx.check_unions();
    cx.check_operations();
    cx.check_subscriptions();
    cx.check_depths_of_calls();
    cx.check_map_keys();
    cx.check_attributes();
    cx.check_deployments();
    cx.check_collisions();
    cx.check_emitted_names();
    cx.report_unknown_types();
    cx.report_undeclared();
    Diagnostics::check(cx.found, &documents.paths)?;
    Ok(cx.model)
}
