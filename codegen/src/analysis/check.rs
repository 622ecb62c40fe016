//! Check: resolves every name and proves every rule of a spec.
//!
//! Input: [`Documents`]. Output: a [`Model`] in which every name is resolved, or all mistakes at
//! once. The steps, in order: `files` and `services` find modules, clients and services. `types`
//! gives each type an id, then a body, then proves cycles, depth, unions and attributes.
//! `operations` and `subscriptions` use the types; deployments come last. `values` decides whether
//! a value fits a type. A broken declaration is reported once, and references to it are not
//! reported.

pub(crate) mod context;
pub(crate) mod files;
mod operations;
mod requests;
pub(crate) mod services;
mod subscriptions;
mod types;
pub(crate) mod values;
mod webhooks;

use crate::diagnostic::{Diagnostic, begin_suggestions};
use crate::model::Model;
use crate::spec::document::Documents;
use context::Checker;
use context::scopes::Scopes;

/// Checked model, with the scopes of its names, which `lint` needs too.
pub(crate) struct CheckedModel<'d> {
    pub(crate) model: Model,
    pub(super) scopes: Scopes<'d>,
}

/// Errors of a spec, split by whether a mistake in another file may have caused them.
pub(crate) struct Found {
    pub(crate) own: Vec<Diagnostic>,
    /// Errors that may follow from a mistake in another file; reported last.
    pub(crate) following: Vec<Diagnostic>,
}

impl CheckedModel<'_> {
    /// Drops the scopes and returns the model.
    pub(crate) fn into_model(self) -> Model {
        self.model
    }
}

/// Runs all steps of the check over `documents`, in the order that their data needs. Without errors
/// the returned model is complete; otherwise it lacks the items whose names did not resolve.
pub(crate) fn examine(documents: &Documents) -> (CheckedModel<'_>, Found) {
    begin_suggestions();
    let mut cx = Checker::new(documents);
    cx.check_layout();
    cx.check_services();
    cx.declare_types();
    cx.check_scopes();
    cx.check_type_parameters();
    cx.resolve_types();
    cx.resolve_clients();
    cx.resolve_errors();
    cx.flatten_records();
    cx.resolve_client_errors();
    cx.check_cycles();
    cx.check_depths();
    cx.check_sizes();
    cx.check_unions();
    cx.check_operations();
    cx.check_waits();
    cx.check_counts();
    cx.check_subscriptions();
    cx.check_webhooks();
    cx.check_depths_of_calls();
    cx.check_directions();
    cx.check_map_keys();
    cx.check_attributes();
    cx.check_rest();
    cx.check_echoes();
    cx.resolve_amounts();
    cx.check_vars();
    cx.check_deployments();
    cx.report_lost_types();
    cx.report_unknown_uses();
    cx.report_unknown_types();
    cx.report_undeclared();
    cx.drop_generic_records();
    cx.model.relax_one_way_members();
    let found = Found { own: cx.found, following: cx.following };
    (CheckedModel { model: cx.model, scopes: cx.scopes }, found)
}
