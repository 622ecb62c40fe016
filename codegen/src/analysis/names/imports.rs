//! Imports: the types of other files that a module names without a path.
//!
//! Input: a model, and the scopes of its modules, in which all other items have their names. Output: the imports of
//! each module, sorted by path. A module imports the types that its own types, calls, events and webhooks name. It
//! re-exports some of them, so that users find these types next to the items that name them:
//!
//! - A file of a client re-exports types from outside of the folder of its client, such as shared
//!   scalars.
//! - The file that defines a client re-exports the types of all files of its folder.
//! - The file of a service re-exports the types of other files that calls and events of the service
//!   name, wherever these are described.
//!
//! A type is not imported if its name is taken, or if its file needs a cargo feature that the module
//! does not need. Two types of the same name are not imported either. They are named by their paths.

use std::collections::{BTreeMap, BTreeSet};

use super::TypeNames;
use super::modules::Modules;
use crate::model::{Model, ModuleId, ServiceId, Type, TypeId};

/// Types of other files that a module names without a path.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Imports {
    /// Types that the module re-exports.
    pub(crate) exported: Vec<TypeId>,
    /// Types that the module imports privately.
    pub(crate) private: Vec<TypeId>,
}

impl Imports {
    /// Returns whether the module names a type without a path.
    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.exported.contains(&id) || self.private.contains(&id)
    }
}

/// Returns the imports of each module, by index of the module.
pub(super) fn name_imports(model: &Model, names: &[TypeNames], modules: &mut Modules<'_>) -> Vec<Imports> {
    let (named, features) = (NamedTypes::new(model), model.features());
    let of_module = |index: usize| {
        let module = ModuleId(index);
        let is_there =
            |id: &TypeId| features[model.types[id.0].module.0].iter().all(|one| features[index].contains(one));
        let items = &modules.scopes_of(module).items;
        let unique = |types: BTreeSet<TypeId>, taken: &[TypeId]| {
            let mut by_name: BTreeMap<&str, Vec<TypeId>> = BTreeMap::new();
            for id in types.into_iter().filter(is_there) {
                by_name.entry(names[id.0].name.as_str()).or_default().push(id);
            }
            let is_taken = |name: &str| taken.iter().any(|id| names[id.0].name.as_str() == name);
            by_name.retain(|name, types| types.len() == 1 && items.is_free(name) && !is_taken(name));
            let mut found: Vec<TypeId> = by_name.into_values().flatten().collect();
            found.sort_by_key(|id| (&model.modules[model.types[id.0].module.0].path, names[id.0].name.as_str()));
            found
        };
        let exported = unique(named.exported(module), &[]);
        let private = unique(named.named_by(module), &exported);
        Imports { exported, private }
    };
    (0..model.modules.len()).map(of_module).collect()
}

/// Types that each module names, and types that the calls and events of each service name.
struct NamedTypes<'m> {
    model: &'m Model,
    by_module: Vec<BTreeSet<TypeId>>,
    by_service: Vec<BTreeSet<TypeId>>,
}

impl<'m> NamedTypes<'m> {
    fn new(model: &'m Model) -> Self {
        let (by_module, by_service) = (vec![BTreeSet::new(); model.modules.len()], Vec::new());
        let mut named = Self { model, by_module, by_service };
        named.by_service.resize(model.services.len(), BTreeSet::new());
        for def in &model.types {
            named.add(def.module, None, def.mentions());
        }
        for webhooks in &model.webhooks {
            named.add(webhooks.module, None, webhooks.event.mentioned());
        }
        for operation in &model.operations {
            let results = operation.calls.iter().flat_map(|call| model.response_types(call));
            let types = operation.params.iter().map(|param| &param.field.ty).chain(results);
            named.add(operation.module, Some(operation.service), types.flat_map(Type::mentioned));
        }
        for subscription in &model.subscriptions {
            let params = subscription.params.iter().map(|param| &param.field.ty);
            let types = params.chain([&subscription.item]);
            named.add(subscription.module, Some(subscription.service), types.flat_map(Type::mentioned));
        }
        named
    }

    /// Records that a module, and the calls of a service in it, name `types`. Ids of types, modules
    /// and services that an incomplete model lacks are skipped.
    fn add(&mut self, module: ModuleId, service: Option<ServiceId>, types: impl IntoIterator<Item = TypeId>) {
        // A call that joins the service of another spec does not count.
        let service = service.filter(|_| self.model.is_own(module));
        for id in types.into_iter().filter(|id| id.0 < self.model.types.len()) {
            let of_service = service.and_then(|service| self.by_service.get_mut(service.0));
            self.by_module.get_mut(module.0).into_iter().chain(of_service).for_each(|named| {
                named.insert(id);
            });
        }
    }

    /// Returns the types of other modules that a module itself names; empty for a module of a
    /// package.
    fn named_by(&self, module: ModuleId) -> BTreeSet<TypeId> {
        let is_own = self.model.is_own(module);
        let named = self.by_module[module.0].iter().filter(|id| is_own && self.model.types[id.0].module != module);
        named.copied().collect()
    }

    /// Returns the types of other modules that a module re-exports, by the rules at the head of
    /// this file; empty for a module outside of client folders.
    fn exported(&self, module: ModuleId) -> BTreeSet<TypeId> {
        let model = self.model;
        let Some(folder) = self.client_folder(module).filter(|_| model.is_own(module)) else { return BTreeSet::new() };
        let is_inside = |id: ModuleId| model.is_own(id) && model.modules[id.0].path.starts_with(folder);
        let is_shared = |id: &&TypeId| !is_inside(model.types[id.0].module);
        let is_clients = model.clients.iter().any(|client| client.module == module);
        let files = (0..model.modules.len()).filter(|at| *at == module.0 || is_clients && is_inside(ModuleId(*at)));
        let mut wanted: BTreeSet<TypeId> =
            files.flat_map(|at| self.by_module[at].iter().filter(is_shared)).copied().collect();
        for (service, types) in model.services.iter().zip(&self.by_service) {
            if service.module == module {
                wanted.extend(types.iter().filter(|id| model.types[id.0].module != module));
            }
        }
        wanted
    }

    /// Returns the path of the innermost client folder that contains a module; `None` outside of
    /// client folders.
    fn client_folder(&self, module: ModuleId) -> Option<&'m [String]> {
        let path = &self.model.modules[module.0].path;
        let clients = self.model.clients.iter().filter_map(|client| self.model.modules.get(client.module.0));
        let own = clients.filter(|client| client.package.is_none()).map(|client| client.path.as_slice());
        own.filter(|client| path.starts_with(client)).max_by_key(|client| client.len())
    }
}
