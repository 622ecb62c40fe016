//! From typed documents to the checked model.
//!
//! Input: [`Documents`]. Output: a [`Model`] in which every name is resolved, or all mistakes at once.
//! The steps: lay out (files, clients, services), declare (types get their ids), resolve (types get
//! their bodies), prove (cycles, unions, attributes), operations, deployments. A thing that is
//! broken is reported once; what refers to it is not.

pub(crate) mod context;
mod files;
mod operations;
mod requests;
mod services;
mod subscriptions;
mod types;
mod values;

use crate::diagnostic::{Diagnostic, begin_suggestions};
use crate::model::Model;
use crate::spec::document::Documents;
use context::Checker;
use context::scopes::Scopes;

/// A model that is right, and what `lint` must know of how it came about.
pub(crate) struct CheckedModel<'d> {
    pub(crate) model: Model,
    pub(super) scopes: Scopes<'d>,
}

impl CheckedModel<'_> {
    /// Lets go of what was read.
    pub(crate) fn into_model(self) -> Model {
        self.model
    }
}

/// Checks everything that the shape of the documents does not say. The model is whole where nothing was found; of what is
/// wrong, it leaves out what nothing can be said of.
pub(crate) fn examine(documents: &Documents) -> (CheckedModel<'_>, Vec<Diagnostic>) {
    begin_suggestions();
    let mut cx = Checker::new(documents);
    cx.check_layout();
    cx.check_services();
    cx.declare_types();
    cx.check_scopes();
    cx.resolve_types();
    cx.resolve_clients();
    cx.resolve_errors();
    cx.flatten_records();
    cx.check_cycles();
    cx.check_depths();
    cx.check_unions();
    cx.check_operations();
    cx.check_subscriptions();
    cx.check_depths_of_calls();
    cx.check_map_keys();
    cx.check_attributes();
    cx.check_rest();
    cx.check_deployments();
    cx.report_unknown_uses();
    cx.report_unknown_types();
    cx.report_undeclared();
    (CheckedModel { model: cx.model, scopes: cx.scopes }, cx.found)
}
