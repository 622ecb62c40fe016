//! Lower: from the checked model and its names to Rust items as plain data.
//!
//! Input: a [`Model`] and its `Names`. Output: a [`Crate`] with the tables of the runtime, which
//! `emit` turns into tokens without further decisions. Nothing here knows YAML, creates tokens, or
//! knows the layout of the output. Example programs of the documentation are an exception: they are
//! texts, and laid out here. Programs that interpret a spec get its [`SpecTables`] alone.

mod bounds;
mod calls;
mod client_docs;
mod cycle;
mod default_docs;
mod definitions;
pub(crate) mod docs;
mod example;
mod files;
mod items;
mod operations;
mod pages;
mod remarks;
mod services;
mod tables;
mod types;
mod webhooks;

use crate::analysis::names::Names;
pub use crate::analysis::names::TABLES;
use crate::model::{ClientId, Model, ModuleId, TypeId};
use crate::options::{Layout, Options};
use chainloom_schema as schema;
pub use items::*;
pub use remarks::{ReadAs, Remark, Remarks};

/// Returns the condition on which types implement serde's traits. For a crate, the spec names a
/// cargo feature; for a macro, the options decide.
fn lower_serde(model: &Model, options: &Options) -> Serde {
    match &model.serde {
        _ if options.serde => Serde::Always,
        Some(feature) if options.layout == Layout::Crate => Serde::Feature(feature.clone()),
        _ => Serde::Never,
    }
}

/// Returns a program for the first example of each call, in the order of the call IDs; `None` if
/// the call has no example that Rust can express. Lines that begin with `# ` declare the variables
/// of the program.
pub(crate) fn programs(model: &Model, names: &Names) -> Vec<Option<String>> {
    let options = Options::default();
    let lowering = types::Lowering::new(model, names, &options);
    model.typed_calls().map(|call| example::of_call(&lowering, call, call.own.examples.first()?)).collect()
}

/// Turns a checked model into the Rust items of a crate, with names, types, tables and
/// documentation.
pub(crate) fn lower(model: &Model, names: &Names, options: &Options) -> Crate {
    let lowering = types::Lowering::new(model, names, options);
    let mut files = files::lower_files(&lowering);
    for (file, module) in &mut files {
        let Some(module) = *module else { continue };
        let imports = names.imports(module);
        let paths = |types: &[TypeId]| types.iter().map(|id| lowering.full_path(module, *id)).collect();
        (file.reexports, file.imports) = (paths(&imports.exported), paths(&imports.private));
        definitions::lower_types(&lowering, module, &mut file.items);
        services::lower_services(&lowering, module, &mut file.items);
        webhooks::lower_webhooks(&lowering, module, &mut file.items);
        services::lower_deployments(&lowering, module, &mut file.items);
        calls::lower_calls(&lowering, module, &mut file.calls);
    }
    Crate {
        runtime: options.runtime.clone(),
        command: options.command.clone(),
        files: files.into_iter().map(|(file, _)| file).collect(),
        serde: lower_serde(model, options),
        readme: model.readme && options.layout == Layout::Crate,
        macros: model.macros.clone().filter(|_| options.layout == Layout::Crate),
        fixtures: model.fixtures.clone().filter(|_| options.layout == Layout::Crate),
        reexports: names.root.reexports.clone(),
        catalog: calls::lower_catalog(&lowering),
        statics: lowering.tables.statics.take(),
    }
}

/// Tables of a spec without the Rust items, each list in the order of the model.
#[derive(Debug)]
pub struct SpecTables {
    /// Tables of all clients.
    pub clients: Vec<&'static schema::Client>,
    /// Tables of the operations, one for each typed call.
    pub operations: Vec<&'static schema::Operation>,
    /// Tables of all subscriptions.
    pub subscriptions: Vec<&'static schema::Subscription>,
    /// Tables of the webhooks of all files.
    pub webhooks: Vec<&'static schema::Webhooks>,
    /// Tables of all deployments.
    pub deployments: Vec<&'static schema::Deployment>,
    /// Remarks on members and parameters, in addition to their tables.
    pub remarks: Remarks,
}

/// Builds the tables of a checked model, without the documentation, which takes most of the time of
/// [`lower`].
pub(crate) fn tables(model: &Model, names: &Names) -> SpecTables {
    let options = Options::default();
    let lowering = types::Lowering::new(model, names, &options);
    // Tables are built module by module, so that remarks are in the order of the spec.
    for module in (0..model.modules.len()).map(ModuleId) {
        for id in lowering.types_of(module) {
            lowering.named_table(*id);
        }
        for call in lowering.calls_of(module) {
            lowering.operation_table(*call);
        }
    }
    let subscriptions = model.subscriptions.iter().enumerate();
    SpecTables {
        clients: (0..model.clients.len()).map(|index| lowering.client_table(ClientId(index))).collect(),
        operations: model.typed_calls().map(|call| lowering.operation_table(call)).collect(),
        subscriptions: subscriptions
            .map(|(index, one)| lowering.subscription_table(one, names.subscription(index)))
            .collect(),
        webhooks: model.webhooks.iter().map(|webhooks| lowering.webhooks_table(webhooks)).collect(),
        deployments: model.deployments.iter().map(|one| services::deployment_table(model, one)).collect(),
        remarks: lowering.tables.remarks.take(),
    }
}
