//! Joins files: copies the targets of references to other files into a document, by the roles of their values.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use serde_json::{Map, Value as Json};

use super::target::{ReferenceTarget, resolve};
use super::{FileReader, JoinedDocument, MAX_BYTES, MAX_COPIES, MAX_FILES, MAX_VALUES, Origins};
use crate::path_items;
use crate::pointer::{escaped, last_name, percent_decoded};
use crate::roles::Role;
use crate::text::{self, Dropped};

/// Endings of file names by which references to files are recognized where names are allowed.
const FILE_ENDINGS: [&str; 3] = [".yaml", ".yml", ".json"];

/// Maximum number of pieces that are copied into each other.
const MAX_DEPTH: usize = 32;

/// Joins a document with the files to which it refers. `role` says whether it is a document of OpenAPI or of OpenRPC,
/// and `file` is the name of its file. Without a reader, references to other files remain unchanged.
pub(crate) fn join(
    role: Role,
    mut root: Json,
    file: &str,
    files: Option<&dyn FileReader>,
) -> Result<JoinedDocument, String> {
    let components = if role == Role::RpcDocument { Role::RpcComponents } else { Role::Components };
    let mut joiner = Joiner::new(role, components, &root, file, files);
    joiner.define_components(components, &mut root)?;
    let mut place = Vec::new();
    joiner.replace_references(role, &mut root, &source_of(file), &mut place)?;
    while let Some(piece) = joiner.queue.pop_front() {
        joiner.add_component(&mut root, piece)?;
    }
    let Joiner { dropped, origins, .. } = joiner;
    Ok(JoinedDocument { root, dropped, origins })
}

/// Piece of a file: the path of the file, and a JSON pointer in it.
type PieceId = (String, String);

/// File of a value, by which its references are resolved, and the pieces that are being copied
/// around it.
struct SourceFile {
    path: String,
    /// Pieces that are being copied, from the outermost to the innermost; they reveal circles.
    copied: Vec<PieceId>,
}

type Source = Rc<SourceFile>;

/// Returns a file from which nothing is copied yet.
fn source_of(path: &str) -> Source {
    Rc::new(SourceFile { path: path.to_owned(), copied: Vec::new() })
}

/// Piece that still has to become a component.
struct Piece {
    role: Role,
    section: &'static str,
    name: String,
    id: PieceId,
}

/// State while a document is joined with other files.
struct Joiner<'f> {
    files: Option<&'f dyn FileReader>,
    /// Name of the document's own file.
    own: String,
    /// URL that the document states for itself in `$self`.
    own_url: Option<String>,
    /// JSON pointers of the document's own schemas by `$id`, and by `#` and `$anchor`. Empty for a name that several have.
    ids: HashMap<String, String>,
    /// Files by their paths, `None` for a missing file; or why a file cannot be read.
    read: HashMap<String, Result<Option<Rc<Json>>, String>>,
    bytes: usize,
    values: usize,
    copies: usize,
    /// Names of the components that pieces of other files become.
    components: HashMap<(&'static str, PieceId), String>,
    /// Names of all components, by section.
    taken: HashMap<&'static str, HashSet<String>>,
    /// Files from which `components`, or one of its sections, was copied as a whole. Keyed by JSON
    /// pointer.
    maps: HashMap<String, Source>,
    queue: VecDeque<Piece>,
    dropped: Dropped,
    origins: Origins,
}

impl<'f> Joiner<'f> {
    fn new(role: Role, components: Role, root: &Json, own: &str, files: Option<&'f dyn FileReader>) -> Self {
        let mut taken: HashMap<&'static str, HashSet<String>> = HashMap::new();
        for (section, _) in components.members() {
            let names = root.pointer(&format!("/components/{section}")).and_then(Json::as_object);
            taken.insert(section, names.into_iter().flat_map(Map::keys).cloned().collect());
        }
        let mut ids: HashMap<String, String> = HashMap::new();
        role.visit(root, &mut String::new(), &mut |role, value, place| {
            let text = |key: &str| value.get(key).and_then(Json::as_str).filter(|_| role == Role::Schema);
            let id = text("$id").map(|id| id.trim_end_matches('#').to_owned());
            for name in id.into_iter().chain(text("$anchor").map(|anchor| format!("#{anchor}"))) {
                ids.entry(name).and_modify(String::clear).or_insert_with(|| place.to_owned());
            }
        });
        Self {
            files,
            ids,
            own: own.to_owned(),
            own_url: root.get("$self").and_then(Json::as_str).map(str::to_owned),
            read: HashMap::new(),
            bytes: 0,
            values: 0,
            copies: 0,
            components: HashMap::new(),
            taken,
            maps: HashMap::new(),
            queue: VecDeque::new(),
            dropped: Dropped::new(),
            origins: Origins::default(),
        }
    }

    /// Finds the components that are only a reference to another file, so that the piece there
    /// becomes this component and needs no other name.
    fn define_components(&mut self, role: Role, root: &mut Json) -> Result<(), String> {
        let Some(components) = root.get_mut("components") else { return Ok(()) };
        let own = source_of(&self.own);
        let own = self.replace_map(components, &own, "/components")?;
        for (section, role) in role.members() {
            let Role::MapOf(role) = *role else { continue };
            let Some(entries) = components.get_mut(*section) else { continue };
            let of_map = self.replace_map(entries, &own, &format!("/components/{section}"))?;
            if role.section().is_none() {
                continue;
            }
            for (name, value) in entries.as_object_mut().into_iter().flatten() {
                self.taken.entry(section).or_default().insert(name.clone());
                let Some((file, pointer)) = self.foreign_target(value, &of_map) else { continue };
                let id = (file, pointer);
                if value.as_object().is_some_and(|members| members.len() > 1) || self.is_component(section, &id) {
                    continue;
                }
                self.components.insert((section, id.clone()), name.clone());
                self.queue.push_back(Piece { role: *role, section, name: name.clone(), id });
            }
        }
        Ok(())
    }

    fn is_component(&self, section: &'static str, id: &PieceId) -> bool {
        self.components.contains_key(&(section, id.clone()))
    }

    /// Replaces a map of components that is a reference to another file. Returns the file whose
    /// paths its entries use: the same as before if the map is no such reference.
    fn replace_map(&mut self, value: &mut Json, source: &Source, place: &str) -> Result<Source, String> {
        let Some(id) = self.foreign_target(value, source) else { return Ok(Rc::clone(source)) };
        let source = self.inline_target(value, &id, source, place.to_owned())?;
        self.maps.insert(place.to_owned(), Rc::clone(&source));
        Ok(source)
    }

    /// Returns the piece outside the document's own file to which a value refers, or `None` if it
    /// refers to none.
    fn foreign_target(&mut self, value: &Json, source: &Source) -> Option<PieceId> {
        let reference = value.get("$ref")?.as_str()?;
        match self.target(reference, source)? {
            (file, _) if file == self.own => None,
            id => Some(id),
        }
    }

    /// Returns the piece to which a reference of the file `source` leads. `None` for URLs, places
    /// outside the folder, names that are no `$id`, `$anchor` or file, places that their file lacks, and other files if
    /// there is no reader.
    fn target(&mut self, reference: &str, source: &Source) -> Option<PieceId> {
        if let Some(pointer) = self.identified(reference).filter(|_| source.path == self.own) {
            return Some((self.own.clone(), pointer));
        }
        let own = self.own_url.as_deref().and_then(|url| reference.strip_prefix(url));
        if let Some(rest) = own.filter(|rest| rest.is_empty() || rest.starts_with('#')) {
            return match resolve(&self.own, rest) {
                ReferenceTarget::File(file, pointer) => Some((file, pointer)),
                ReferenceTarget::Elsewhere => None,
            };
        }
        match resolve(&source.path, reference) {
            ReferenceTarget::File(file, pointer) if file == self.own || self.has_piece(&file, &pointer) => {
                Some((file, pointer))
            }
            ReferenceTarget::File(..) | ReferenceTarget::Elsewhere => None,
        }
    }

    /// Returns the JSON pointer of the schema to which a reference leads by its `$id` or `$anchor`.
    fn identified(&self, reference: &str) -> Option<String> {
        let known = |name: &str| self.ids.get(name).filter(|pointer| !pointer.is_empty());
        let (id, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let schema = if id.is_empty() { None } else { Some(known(id)?) };
        match fragment {
            "" => schema.cloned(),
            path if path.starts_with('/') => schema.map(|schema| format!("{schema}{}", percent_decoded(path))),
            anchor => known(&format!("#{anchor}")).cloned(),
        }
    }

    /// Returns whether a file beside the document has a value at a pointer. A path without the ending of a file name may
    /// be a name instead. Reports each missing value once. A file that cannot be read counts as one that has the value,
    /// and is an error where the value is copied.
    fn has_piece(&mut self, path: &str, pointer: &str) -> bool {
        let whole = match self.files.map(|_| self.load_file(path)) {
            None | Some(Ok(None)) => return false,
            Some(Ok(Some(whole))) => whole,
            Some(Err(_)) => return has_file_ending(path),
        };
        if whole.pointer(pointer).is_some() {
            return true;
        }
        let lost = ("a place that its file does not have", format!("{path}#{pointer}"));
        if !self.dropped.contains(&lost) {
            self.dropped.push(lost);
        }
        false
    }

    /// Replaces references in a value and in all values within it. `place` is the JSON pointer of
    /// the value in the joined document, as a list of its parts.
    fn replace_references(
        &mut self,
        role: Role,
        value: &mut Json,
        source: &Source,
        place: &mut Vec<String>,
    ) -> Result<(), String> {
        let is_map = !self.maps.is_empty() && place.len() <= 2;
        let mut source =
            is_map.then(|| self.maps.get(&pointer_of(place)).cloned()).flatten().unwrap_or(Rc::clone(source));
        if let Some(reference) = value.get("$ref").and_then(Json::as_str).map(str::to_owned) {
            match (self.target(&reference, &source), role.section()) {
                (None, None) if role != Role::PathItem => self.drop_reference(place),
                (None, _) => {}
                (Some((file, _)), None) if file == self.own && role.takes_no_reference() => self.drop_reference(place),
                // References from the document's own file into itself are correct already.
                (Some((file, _)), _) if file == self.own && reference.starts_with("#/") && source.path == self.own => {}
                (Some((file, pointer)), _) if file == self.own => value["$ref"] = inner_reference(&pointer).into(),
                (Some(id), Some(section)) => value["$ref"] = self.component_reference(role, section, id).into(),
                (Some(id), None) if role == Role::PathItem => return self.inline_path_item(value, &id, &source, place),
                (Some(id), None) => source = self.inline_target(value, &id, &source, pointer_of(place))?,
            }
        }
        let role = role.of(value);
        if role == Role::Schema {
            return self.replace_in_schema(value, &source, place);
        }
        match (role, value) {
            (Role::MapOf(inner), Json::Object(members)) => {
                let is_data = |key: &str| *inner != Role::Schema && key.starts_with("x-");
                for (key, value) in members.iter_mut().filter(|(key, _)| !is_data(key)) {
                    self.replace_in_member(*inner, key, value, &source, place)?;
                }
            }
            (Role::ListOf(inner), Json::Array(items)) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.replace_in_member(*inner, &index.to_string(), item, &source, place)?;
                }
            }
            (role, Json::Object(members)) => {
                for (key, role) in role.members() {
                    if let Some(value) = members.get_mut(*key) {
                        self.replace_in_member(*role, key, value, &source, place)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Reports a reference that is not followed, in place of a part of the document.
    fn drop_reference(&mut self, place: &[String]) {
        self.dropped.push(("a reference that is not followed, in place of a part of the document", pointer_of(place)));
    }

    /// Replaces references in the member or item `key` of the value at `place`.
    fn replace_in_member(
        &mut self,
        role: Role,
        key: &str,
        value: &mut Json,
        source: &Source,
        place: &mut Vec<String>,
    ) -> Result<(), String> {
        place.push(escaped(key));
        let replaced = self.replace_references(role, value, source, place);
        place.pop();
        replaced
    }

    /// Replaces references in all parts of a schema except its data and extensions.
    fn replace_in_schema(&mut self, value: &mut Json, source: &Source, place: &mut Vec<String>) -> Result<(), String> {
        let Json::Object(members) = value else { return Ok(()) };
        if let Some(mapping) = members.get_mut("discriminator").and_then(|one| one.get_mut("mapping")) {
            self.replace_in_mapping(mapping, source);
        }
        for (key, value) in members.iter_mut() {
            let Some(role) = Role::in_schema(key, value) else { continue };
            self.replace_in_member(role, key, value, source, place)?;
        }
        Ok(())
    }

    /// Replaces references in the mapping of a discriminator, whose values are names of schemas or
    /// references.
    fn replace_in_mapping(&mut self, mapping: &mut Json, source: &Source) {
        for (_, value) in mapping.as_object_mut().into_iter().flatten() {
            let is_reference = |text: &&str| text.contains(['#', '/']) || has_file_ending(text);
            let Some(text) = value.as_str().filter(is_reference) else { continue };
            match self.target(text, source) {
                None => {}
                Some((file, pointer)) if file == self.own => {
                    *value = inner_reference(&pointer).into();
                }
                Some(id) => *value = self.component_reference(Role::Schema, "schemas", id).into(),
            }
        }
    }

    /// Returns a reference to the component that a piece of another file becomes. The first call
    /// for a piece gives it a name.
    fn component_reference(&mut self, role: Role, section: &'static str, id: PieceId) -> String {
        let key = (section, id);
        let name = match self.components.get(&key) {
            Some(name) => name.clone(),
            None => {
                let name = self.free_name(section, &key.1);
                self.components.insert(key.clone(), name.clone());
                self.queue.push_back(Piece { role, section, name: name.clone(), id: key.1 });
                name
            }
        };
        inner_reference(&format!("/components/{section}/{}", escaped(&name)))
    }

    /// Returns an unused name for a component: the last part of the pointer, else the name of the
    /// file before it, else the latter with a number.
    fn free_name(&mut self, section: &'static str, (file, pointer): &PieceId) -> String {
        let file = file.rsplit('/').next().unwrap_or(file);
        let stem = file.split('.').next().unwrap_or(file);
        let own = if pointer.is_empty() { stem.to_owned() } else { last_name(pointer) };
        let long = format!("{stem}_{own}");
        let numbered = (2..).map(|number| format!("{long}{number}"));
        let taken = self.taken.entry(section).or_default();
        let mut names = [own, long.clone()].into_iter().chain(numbered);
        let name = names.find(|name| !taken.contains(name)).unwrap_or(long);
        taken.insert(name.clone());
        name
    }

    /// Adds a piece of another file to the components of the document, with its references
    /// replaced.
    fn add_component(&mut self, root: &mut Json, piece: Piece) -> Result<(), String> {
        let Piece { role, section, name, id } = piece;
        let mut value = self.copy_piece(&id)?;
        let mut place = vec!["components".to_owned(), section.to_owned(), escaped(&name)];
        self.origins.add(pointer_of(&place), format!("{}#{}", id.0, id.1));
        self.replace_references(role, &mut value, &source_of(&id.0), &mut place)?;
        let components = object(root, "components").and_then(|components| object_in(components, section));
        if let Some(components) = components {
            components.insert(name, value);
        }
        Ok(())
    }

    /// Replaces a reference by its target, and keeps the members beside the reference. Returns the
    /// file of the target, against which its own references are resolved. Refused for a piece that
    /// contains itself.
    fn inline_target(
        &mut self,
        value: &mut Json,
        id: &PieceId,
        source: &Source,
        place: String,
    ) -> Result<Source, String> {
        let (mut target, inner) = self.enter_piece(id, source)?;
        let outer = self.outer_origin(value, &place);
        self.origins.add(place.clone(), format!("{}#{}", id.0, id.1));
        // The target may itself be a reference to another file.
        let last = match self.foreign_target(&target, &inner) {
            Some(next) => self.inline_target(&mut target, &next, &inner, place.clone())?,
            None => inner,
        };
        self.join_members(value, target, &place, outer);
        Ok(last)
    }

    /// Replaces the reference of a path item by its target. The references of the target and those of the members
    /// beside the reference are each resolved against their own file.
    fn inline_path_item(
        &mut self,
        value: &mut Json,
        id: &PieceId,
        source: &Source,
        place: &mut Vec<String>,
    ) -> Result<(), String> {
        for (key, role) in Role::PathItem.members() {
            if let Some(value) = value.get_mut(*key) {
                self.replace_in_member(*role, key, value, source, place)?;
            }
        }
        let (mut target, inner) = self.enter_piece(id, source)?;
        let at = pointer_of(place);
        let outer = self.outer_origin(value, &at);
        self.origins.add(at.clone(), format!("{}#{}", id.0, id.1));
        self.replace_references(Role::PathItem, &mut target, &inner, place)?;
        self.join_members(value, target, &at, outer);
        Ok(())
    }

    /// Returns the origin of a reference, if members stand beside it that have this origin.
    fn outer_origin(&self, value: &Json, place: &str) -> Option<String> {
        let has_members = value.as_object().is_some_and(|members| members.len() > 1);
        if has_members { self.origins.of(place) } else { None }
    }

    /// Replaces a reference by its target, a piece of another file, and keeps the members beside the reference.
    /// `outer` is the origin of the reference.
    fn join_members(&mut self, value: &mut Json, mut target: Json, place: &str, outer: Option<String>) {
        if let (Json::Object(own), Json::Object(members)) = (&*value, &mut target) {
            self.dropped.extend(path_items::join(own, members, place, outer, &mut self.origins));
        }
        *value = target;
    }

    /// Returns a copy of a piece of another file, and the file against which the references of the copy are resolved.
    /// Refused for a piece that contains itself, and for too many copies.
    fn enter_piece(&mut self, id: &PieceId, source: &Source) -> Result<(Json, Source), String> {
        if source.copied.contains(id) {
            return Err(format!("the reference to `{}#{}` leads back to itself", id.0, id.1));
        }
        if source.copied.len() >= MAX_DEPTH {
            return Err(format!("references to other files nest more than {MAX_DEPTH} deep, at `{}#{}`", id.0, id.1));
        }
        self.copies += 1;
        if self.copies > MAX_COPIES {
            let (file, pointer) = id;
            let place = format!("`{file}#{pointer}`");
            return Err(format!("there are more than {MAX_COPIES} references to other files, at {place}; inline some"));
        }
        let chain = source.copied.iter().chain([id]).cloned();
        Ok((self.copy_piece(id)?, Rc::new(SourceFile { path: id.0.clone(), copied: chain.collect() })))
    }

    /// Returns a copy of a piece of a file. Refused if the file lacks it or the copies have more
    /// than [`MAX_VALUES`] values.
    fn copy_piece(&mut self, (file, pointer): &PieceId) -> Result<Json, String> {
        let whole = self.load_file(file)?;
        let value = whole.as_deref().and_then(|whole| whole.pointer(pointer));
        let value = value.ok_or_else(|| format!("the file `{file}` has nothing at `#{pointer}`"))?;
        self.values += count_values(value);
        if self.values > MAX_VALUES {
            return Err(format!("the references to other files expand to more than {MAX_VALUES} values"));
        }
        Ok(value.clone())
    }

    /// Returns a file as JSON; `None` for a missing file. The first call for a path reads the file.
    fn load_file(&mut self, path: &str) -> Result<Option<Rc<Json>>, String> {
        if let Some(known) = self.read.get(path) {
            return known.clone();
        }
        let found = self.read_file(path);
        self.read.insert(path.to_owned(), found.clone());
        found
    }

    /// Reads a file. A missing one is reported, unless its path may be a name.
    fn read_file(&mut self, path: &str) -> Result<Option<Rc<Json>>, String> {
        if self.read.len() >= MAX_FILES {
            return Err(format!("the document refers to more than {MAX_FILES} files"));
        }
        let text = self.files.ok_or_else(|| "no reader".to_owned()).and_then(|files| files.read(path));
        let text = text.map_err(|why| format!("cannot read `{path}`, to which the document refers: {why}"))?;
        let Some(text) = text else {
            self.dropped.extend(has_file_ending(path).then(|| ("a missing file", path.to_owned())));
            return Ok(None);
        };
        self.bytes = self.bytes.saturating_add(text.len());
        if self.bytes > MAX_BYTES {
            return Err(format!("the files beside the document have more than {MAX_BYTES} bytes"));
        }
        let (value, dropped) = text::read(&text).map_err(|why| format!("the file `{path}`: {why}"))?;
        self.dropped.extend(dropped.into_iter().map(|(what, place)| (what, format!("{path}#{place}"))));
        Ok(Some(Rc::new(value)))
    }
}

fn has_file_ending(path: &str) -> bool {
    FILE_ENDINGS.iter().any(|end| path.ends_with(end))
}

/// Returns a reference to a place of the joined document.
fn inner_reference(pointer: &str) -> String {
    format!("#{}", pointer.replace('%', "%25"))
}

/// Returns a place as a JSON pointer.
fn pointer_of(place: &[String]) -> String {
    place.iter().map(|part| format!("/{part}")).collect()
}

/// Returns the number of JSON values in a value, itself included.
fn count_values(value: &Json) -> usize {
    match value {
        Json::Array(items) => 1 + items.iter().map(count_values).sum::<usize>(),
        Json::Object(members) => 1 + members.values().map(count_values).sum::<usize>(),
        _ => 1,
    }
}

/// Returns the object at a key, which is created if missing. `None` if the value is no object, or
/// the key has another value.
fn object<'j>(value: &'j mut Json, key: &str) -> Option<&'j mut Map<String, Json>> {
    object_in(value.as_object_mut()?, key)
}

/// Returns the object at a key, which is created if missing. `None` if the key has another value.
fn object_in<'j>(members: &'j mut Map<String, Json>, key: &str) -> Option<&'j mut Map<String, Json>> {
    members.entry(key).or_insert_with(|| Json::Object(Map::new())).as_object_mut()
}
