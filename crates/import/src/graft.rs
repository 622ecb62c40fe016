//! Grafts imported operations onto an existing spec, as one new file of one of its services.
//!
//! Input: the files of a standalone import, and the sources of the spec. Output: the new file,
//! which the generator accepts beside the others. No other file changes. A type of the spec with
//! the same JSON replaces the imported type; a different type of the same name is an error. The
//! report lists the changes of operations that follow from the client of the spec.

mod paging;
mod same;
mod scalars;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chainloom_codegen::diagnostic::did_you_mean;
use chainloom_codegen::model::{Model, Service, ServiceId};
use chainloom_codegen::{Package, SourceFile, understand};

use self::paging::share_paging;
use self::same::Documents;
pub(crate) use self::same::PARAMETER_STRUCTURE;
use self::scalars::EquivalentScalars;
use crate::operation::File;
use crate::repair::{ExistingSpec, Texts, repair, sources_of};
use crate::report::Report;
use crate::tree::{Kind, Node};
use crate::type_files::type_names_in;

/// Parts of a document that become the client, which a graft does not add.
const CLIENT_PARTS: [&str; 3] = ["/servers", "/security", "/components/securitySchemes"];

/// An existing spec to which operations are added.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// All files of the spec.
    pub sources: Vec<SourceFile>,
    /// Packages that the spec may use.
    pub packages: Vec<Package>,
    /// Service that the operations join. May be `None` if the spec has only one REST service, or
    /// for an OpenRPC document, only one JSON-RPC service.
    pub service: Option<String>,
    /// Types of the spec that replace imported types of the same name even if their JSON differs.
    pub reuse: Vec<String>,
}

/// A complete import that needs no other spec: its files, their texts, and its title.
pub(crate) struct StandaloneImport<'a> {
    pub(crate) files: &'a [File],
    pub(crate) texts: &'a Texts,
    /// Texts of the same import without guesses; empty if nothing was guessed.
    pub(crate) plain: &'a Texts,
    pub(crate) title: &'a str,
    /// Name of the new file.
    pub(crate) name: String,
    pub(crate) is_rpc: bool,
}

/// Definitions of types and scalars of an import, with the key of the file (`types` or `scalars`),
/// by name.
type Declared<'a> = BTreeMap<&'a str, (&'static str, &'a Node)>;

/// Returns the texts of the file that adds imported operations to a spec. `head` becomes its first
/// line.
pub(crate) fn graft(
    target: &Target,
    alone: &StandaloneImport<'_>,
    head: &str,
    report: &mut Report,
) -> Result<Texts, String> {
    let (model, _) = understand(&target.sources, &target.packages)
        .map_err(|mistakes| format!("the spec has mistakes:\n{}", mistakes.lines()))?;
    let place = GraftPlace::of(target, alone, &model)?;
    let equivalents = scalars::equivalent_scalars(alone, &place)?;
    let renamed = equivalents.rename(alone.files);
    let alone = &StandaloneImport { files: &renamed, name: alone.name.clone(), ..*alone };
    let operations = place.operations(alone)?;
    let types = place.divide_types(alone, &operations, &equivalents);
    let mut files = vec![(place.path.clone(), place.new_file(alone, operations, &types))];
    let beside = ExistingSpec { sources: &target.sources, packages: &target.packages };
    let texts = repair(&mut files, head, report, true, &beside)?;
    report.imported = crate::layout::count_operations(&files);
    if texts.is_empty() {
        return Err("the generator accepts none of the operations beside the spec".to_owned());
    }
    let comparison = Comparison::of(alone, beside.documents(&texts)?)?;
    types.refuse_different_types(target, &equivalents, &comparison)?;
    equivalents.report_reuse(&types, report);
    comparison.report_differences(&place, &files, report);
    leave_out_dropped(alone.files, &files, report);
    Ok(texts)
}

/// Documents of the complete import, with and without guesses, and of the spec with the new file. A
/// difference counts only if both documents of the import have it, so that guesses alone cause
/// none.
struct Comparison {
    alone: Vec<Documents>,
    grafted: Documents,
}

impl Comparison {
    fn of(alone: &StandaloneImport<'_>, grafted: Documents) -> Result<Self, String> {
        let texts = [alone.texts, alone.plain].into_iter().filter(|texts| !texts.is_empty());
        let alone = texts.map(|texts| Documents::of(&sources_of(texts), &[])).collect::<Result<_, _>>()?;
        Ok(Self { alone, grafted })
    }

    fn has_same_type(&self, name: &str, file: &str) -> bool {
        self.alone.iter().any(|alone| alone.have_same_type(&self.grafted, name, file))
    }

    /// Reports for each imported operation in which parts the spec with the new file differs from
    /// the document.
    fn report_differences(&self, place: &GraftPlace<'_>, files: &[File], report: &mut Report) {
        for (_, (name, node)) in operations_of(files) {
            let differences = |alone: &Documents| alone.differences(&self.grafted, &place.service.name, name);
            let all: Vec<Vec<&str>> = self.alone.iter().filter_map(differences).collect();
            let in_all = |what: &&&str| all.iter().all(|one| one.contains(*what));
            for what in all.first().unwrap_or(&vec!["the operation"]).iter().filter(in_all) {
                let what = format!("{what}, which the spec states otherwise");
                report.lost(what, node.origin.as_deref().unwrap_or_default());
            }
        }
    }
}

/// Removes entries of a report that concern only the client, or types that the new file does not
/// declare.
fn leave_out_dropped(alone: &[File], grafted: &[File], report: &mut Report) {
    let is_there = |origin: &str| {
        let inner = format!("{origin}/");
        grafted.iter().any(|(_, root)| any_origin(root, &|own| own == origin || own.starts_with(&inner)))
    };
    let declared = declared(alone).into_values().filter_map(|(_, node)| node.origin.clone());
    let dropped: Vec<String> = declared.filter(|origin| !is_there(origin)).collect();
    let is_of =
        |place: &str, part: &str| place.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    report.entries.retain(|entry| {
        let parts = CLIENT_PARTS.iter().copied().chain(dropped.iter().map(String::as_str));
        !parts.into_iter().any(|part| is_of(&entry.place, part))
    });
}

/// Returns whether the origin of a node, or of a node within it, meets a condition.
fn any_origin(node: &Node, is_it: &impl Fn(&str) -> bool) -> bool {
    node.origin.as_deref().is_some_and(is_it) || node.children().into_iter().any(|child| any_origin(child, is_it))
}

impl ExistingSpec<'_> {
    /// Returns the documents that the generator writes for the spec with new files added.
    fn documents(&self, texts: &Texts) -> Result<Documents, String> {
        let all: Vec<SourceFile> = sources_of(texts).into_iter().chain(self.sources.iter().cloned()).collect();
        Documents::of(&all, self.packages)
    }
}

/// Place of the new file in a spec: its service and its path.
struct GraftPlace<'m> {
    model: &'m Model,
    id: ServiceId,
    service: &'m Service,
    /// Path of the file with the client.
    client: String,
    /// Path of the new file.
    path: String,
}

impl<'m> GraftPlace<'m> {
    fn of(target: &Target, alone: &StandaloneImport<'_>, model: &'m Model) -> Result<Self, String> {
        let id = choose_service(model, target.service.as_deref(), alone.is_rpc)?;
        let service = &model.services[id.0];
        let client = path_of(model, model.clients[service.client.0].module.0);
        let path = format!("{client}/{}", crate::names::Scope::default().of_file(&alone.name));
        if target.sources.iter().any(|source| source.module == path) {
            return Err(format!("the spec has a file `{path}.yaml` already; name the new one with `--name`"));
        }
        Ok(Self { model, id, service, client, path })
    }

    /// Returns the imported operations, without keys for which the client of the spec has no
    /// counterpart. Refused if the service has an operation of the same name.
    fn operations(&self, alone: &StandaloneImport<'_>) -> Result<Vec<(String, Node)>, String> {
        let all: Vec<(String, Node)> = operations_of(alone.files).map(|(_, entry)| entry.clone()).collect();
        let own = |name: &str| self.model.operations.iter().any(|one| one.service == self.id && one.name == name);
        let taken: Vec<String> =
            all.iter().filter(|(name, _)| own(name)).map(|(name, _)| format!("`{name}`")).collect();
        if !taken.is_empty() {
            let (service, taken) = (&self.service.name, taken.join(", "));
            return Err(format!("the service `{service}` has the operations {taken} already"));
        }
        Ok(all.into_iter().map(|(name, node)| (name, self.adapt_operation(node))).collect())
    }

    /// Removes keys of an operation that do not fit the client of the spec: servers, unknown
    /// secrets, and paging that the client states for all lists.
    fn adapt_operation(&self, mut operation: Node) -> Node {
        let client = &self.model.clients[self.service.client.0];
        let secrets: HashSet<&str> = client.auth.iter().map(|secret| secret.name.as_str()).collect();
        let is_known = |node: &Node| texts_in(node).iter().all(|name| secrets.contains(name.as_str()));
        if let Kind::Map(entries) = &mut operation.kind {
            entries.retain(|(key, node)| key != "server" && (key != "security" || is_known(node)));
        }
        if let Some(paging) = &client.paging {
            share_paging(&mut operation, paging);
        }
        operation
    }

    /// Divides the types that operations reach into types that the new file declares and types of
    /// the spec that it uses.
    fn divide_types<'a>(
        &self,
        alone: &StandaloneImport<'a>,
        operations: &[(String, Node)],
        equivalents: &EquivalentScalars,
    ) -> GraftTypes<'a> {
        let declared = declared(alone.files);
        let names: HashSet<&str> = declared.keys().copied().chain(equivalents.names()).collect();
        let theirs = self.types_of_spec();
        let mut types = GraftTypes::default();
        let mut open: Vec<String> = operations.iter().flat_map(|(_, node)| type_names_in(node, &names)).collect();
        while let Some(name) = open.pop() {
            match (theirs.get(name.as_str()), declared.get(name.as_str())) {
                (Some(file), _) => drop(types.used.entry(file.clone()).or_default().insert(name)),
                (None, Some((section, node))) if !types.own.contains_key(&name) => {
                    types.own.insert(name, (*section, *node));
                    open.extend(type_names_in(node, &names));
                }
                _ => {}
            }
        }
        types
    }

    /// Returns the types of the spec that the new file may use, with the file of each.
    fn types_of_spec(&self) -> HashMap<&'m str, String> {
        let model = self.model;
        let folder = format!("{}/", self.client);
        let clients: Vec<String> = model.clients.iter().map(|client| path_of(model, client.module.0)).collect();
        let is_near = |path: &String| {
            *path == self.client || path.starts_with(&folder) || (!path.contains('/') && !clients.contains(path))
        };
        let own = model.types.iter().filter(|def| !def.is_inline() && model.modules[def.module.0].package.is_none());
        let near = own.map(|def| (def.name.as_str(), path_of(model, def.module.0))).filter(|(_, path)| is_near(path));
        // If two files declare a name, the file in the client's folder is overwritten by the other,
        // whose types need no `use`.
        let mut all: Vec<(&str, String)> = near.collect();
        all.sort_by_key(|(_, path)| !path.starts_with(&folder));
        all.into_iter().collect()
    }

    /// Returns the content of the new file.
    fn new_file(&self, alone: &StandaloneImport<'_>, operations: Vec<(String, Node)>, types: &GraftTypes<'_>) -> Node {
        let mut file = Node::map([("chainloom", Node::json(&1.into()))]);
        file.put("doc", Node::text(doc_of(alone)));
        file.put("service", Node::text(&self.service.name));
        let is_seen = |path: &String| *path == self.client || !path.contains('/');
        let uses = types.used.iter().filter(|(path, _)| !is_seen(path));
        let uses = Node::map(uses.map(|(path, names)| (path, Node::texts(names.iter().map(String::as_str)))));
        file.put_opt("use", (!uses.is_empty()).then_some(uses));
        for wanted in ["scalars", "types"] {
            let own = types.own.iter().filter(|(_, (section, _))| *section == wanted);
            let own = Node::map(own.map(|(name, (_, node))| (name, (*node).clone()))).tall();
            file.put_opt(wanted, (!own.is_empty()).then_some(own));
        }
        file.put("operations", Node::map(operations).tall());
        file
    }
}

/// Types that the new file declares, and types of the spec that it uses, by their files.
#[derive(Default)]
struct GraftTypes<'a> {
    own: BTreeMap<String, (&'static str, &'a Node)>,
    used: BTreeMap<String, BTreeSet<String>>,
}

impl GraftTypes<'_> {
    /// Refuses types of the spec whose JSON differs from the imported type of the same name, unless
    /// `reuse` names them.
    fn refuse_different_types(
        &self,
        target: &Target,
        equivalents: &EquivalentScalars,
        comparison: &Comparison,
    ) -> Result<(), String> {
        let used = || self.used.iter().flat_map(|(file, names)| names.iter().map(move |name| (name, file)));
        if let Some(name) = target.reuse.iter().find(|wanted| !used().any(|(name, _)| name == *wanted)) {
            return Err(format!("`--reuse {name}` names no type that both the operations and the spec have"));
        }
        let is_other = |(name, file): &(&String, &String)| {
            !target.reuse.contains(name) && !equivalents.has(name) && !comparison.has_same_type(name, file)
        };
        let others: Vec<String> =
            used().filter(is_other).map(|(name, file)| format!("`{name}` of `{file}.yaml`")).collect();
        if others.is_empty() {
            return Ok(());
        }
        let others = others.join(", ");
        Err(format!(
            "the spec has types with these names that differ in JSON: {others}; take each as it is there with `--reuse \
             NAME`, or import into another folder and move by hand what is new"
        ))
    }
}

/// Returns the service with a name, or the only REST or JSON-RPC service of the spec.
fn choose_service(model: &Model, wanted: Option<&str>, is_rpc: bool) -> Result<ServiceId, String> {
    let kind = if is_rpc { "JSON-RPC" } else { "REST" };
    let own =
        model.services.iter().enumerate().filter(|(_, service)| {
            model.modules[service.module.0].package.is_none() && service.rpc.is_some() == is_rpc
        });
    let own: Vec<(usize, &str)> = own.map(|(index, service)| (index, service.name.as_str())).collect();
    let names = || own.iter().map(|(_, name)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match (wanted, own.as_slice()) {
        (_, []) => Err(format!("the spec has no {kind} service")),
        (None, [(index, _)]) => Ok(ServiceId(*index)),
        (None, _) => Err(format!("the spec has several {kind} services: name one with `--service`: {}", names())),
        (Some(wanted), all) => match all.iter().find(|(_, name)| *name == wanted) {
            Some((index, _)) => Ok(ServiceId(*index)),
            None => {
                let hint = did_you_mean(wanted, all.iter().map(|(_, name)| *name));
                Err(format!("the spec has no {kind} service `{wanted}`: {}", hint.unwrap_or_else(names)))
            }
        },
    }
}

/// Returns the path of the file of a module.
fn path_of(model: &Model, module: usize) -> String {
    model.modules[module].name()
}

/// Returns the operations of files, each with the path of its file.
fn operations_of(files: &[File]) -> impl Iterator<Item = (&str, &(String, Node))> {
    files.iter().flat_map(|(path, root)| {
        let entries = match root.get("operations").map(|operations| &operations.kind) {
            Some(Kind::Map(entries)) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(move |entry| (path.as_str(), entry))
    })
}

/// Returns all types and scalars that files declare.
fn declared(files: &[File]) -> Declared<'_> {
    let mut all = Declared::new();
    for (_, root) in files {
        for section in ["scalars", "types"] {
            if let Some(Kind::Map(entries)) = root.get(section).map(|types| &types.kind) {
                all.extend(entries.iter().map(|(name, node)| (name.as_str(), (section, node))));
            }
        }
    }
    all
}

/// Returns the description of the new file: the description of the only group of operations, or a
/// sentence with the title of the document.
fn doc_of(alone: &StandaloneImport<'_>) -> String {
    let paths: BTreeSet<&str> = operations_of(alone.files).map(|(path, _)| path).collect();
    let root =
        alone.files.iter().find(|(path, _)| paths.len() == 1 && path.contains('/') && paths.contains(path.as_str()));
    match root.and_then(|(_, root)| root.get("doc")).map(|doc| &doc.kind) {
        Some(Kind::Text(text)) => text.clone(),
        _ => format!("Operations of {}.", crate::prose::line(alone.title).trim_end_matches('.')),
    }
}

/// Returns all texts within a node, without keys.
fn texts_in(node: &Node) -> Vec<String> {
    match &node.kind {
        Kind::Text(text) => vec![text.clone()],
        _ => node.children().into_iter().flat_map(texts_in).collect(),
    }
}
