//! Pieces of a document, counted on plain JSON, against the pieces of its import.
//!
//! Input: a document and the tables of its import. Output: the operations, parameters, media types
//! of bodies and encodings of members that are in the spec, and those that are not.

use rt::schema::{Operation, Place};
use serde_json::{Map, Value as Json};

use chainloom::runtime as rt;

use super::super::compare::view::{View, escaped, resolved};
use super::differences::Part;
use super::drawn::{Drawn, essence};
use super::sent::{Spec, is_ignored, media_type, names};

/// A piece of a document that the spec lacks.
pub(super) struct Missing {
    /// The operation that has it.
    pub(super) operation: Drawn,
    pub(super) what: String,
    pub(super) part: Part,
}

/// Numbers of pieces of a document, and those that the spec lacks.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) operations: usize,
    pub(super) parameters: usize,
    pub(super) media_types: usize,
    pub(super) encodings: usize,
    pub(super) missing: Vec<Missing>,
}

const VERBS: [&str; 9] = ["get", "put", "post", "delete", "patch", "head", "options", "trace", "query"];
const PLACES: [&str; 4] = ["path", "query", "header", "cookie"];

/// Counts the pieces of a document.
pub(super) fn count(document: &Json, spec: &Spec) -> Counts {
    let mut out = Counts::default();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        let (item, place) = resolved(document, item, &format!("/paths/{}", escaped(path)));
        for verb in VERBS.into_iter().filter(|verb| item.get(verb).is_some()) {
            let candidates = spec.operations(verb, path);
            let mut counted = Counted { root: document, path, verb, candidates, out: &mut out };
            counted.operation(item, &place);
        }
    }
    out
}

/// An operation of a document, and those of the spec that may be the same.
struct Counted<'d> {
    root: &'d Json,
    path: &'d str,
    verb: &'d str,
    candidates: Vec<&'static Operation>,
    out: &'d mut Counts,
}

impl Counted<'_> {
    fn operation(&mut self, item: &Json, place: &str) {
        self.out.operations += 1;
        if self.candidates.is_empty() {
            // Of an operation that is not there nothing else can be there.
            return self.miss("the operation".to_owned(), Part::Operation);
        }
        for holder in [item, &item[self.verb]] {
            for one in holder["parameters"].as_array().into_iter().flatten() {
                self.parameter(resolved(self.root, one, place).0);
            }
        }
        let (body, _) = resolved(self.root, &item[self.verb]["requestBody"], place);
        for (name, media) in body["content"].as_object().into_iter().flatten() {
            self.media_type(name);
            for member in media["encoding"].as_object().into_iter().flat_map(Map::keys) {
                self.encoding(member);
            }
        }
    }

    fn parameter(&mut self, parameter: &Json) {
        let text = |key: &str| parameter[key].as_str().unwrap_or_default();
        let (name, within) = (text("name"), text("in"));
        let Some(place) = PLACES.into_iter().find(|place| *place == within) else { return };
        if is_ignored(place, name) {
            return;
        }
        self.out.parameters += 1;
        let is_there = match place {
            // Names in paths are free; the template of the path has been compared.
            "path" => names(self.path).contains(&name),
            "query" => self.has(|place, own| place == Place::Query && own == name) || self.has_members(parameter),
            "header" => self.has(|place, own| place == Place::Header && own.eq_ignore_ascii_case(name)),
            "cookie" => self.has(|place, own| place == Place::Cookie && own == name),
            _ => false,
        };
        if !is_there {
            self.miss(format!("the parameter `{name}` in {place}"), Part::Parameter(place, name.to_owned()));
        }
    }

    /// Whether the members of an object are parameters of the query.
    fn has_members(&self, parameter: &Json) -> bool {
        let members = View::of(self.root, &[(&parameter["schema"], String::new())]).members;
        !members.is_empty() && members.keys().all(|name| self.has(|place, own| place == Place::Query && own == name))
    }

    fn media_type(&mut self, name: &str) {
        self.out.media_types += 1;
        let is_it = |own: &str| name.contains('*') || essence(own).eq_ignore_ascii_case(essence(name));
        if !self.candidates.iter().any(|one| media_type(one).is_some_and(is_it)) {
            self.miss(format!("the media type `{name}`"), Part::Body(Vec::new()));
        }
    }

    fn encoding(&mut self, member: &str) {
        self.out.encodings += 1;
        if !self.has(|place, own| matches!(place, Place::Form | Place::Part | Place::WholeForm) && own == member) {
            self.miss(format!("the encoding of `{member}`"), Part::Body(vec![member.to_owned()]));
        }
    }

    fn has(&self, is_it: impl Fn(Place, &str) -> bool) -> bool {
        let bindings = self.candidates.iter().flat_map(|one| one.bindings);
        { bindings }.any(|binding| is_it(binding.place, binding.name))
    }

    fn miss(&mut self, what: String, part: Part) {
        let request = Err(String::new());
        let (verb, path) = (self.verb.to_owned(), self.path.to_owned());
        self.out.missing.push(Missing { operation: Drawn { verb, path, values: Map::new(), request }, what, part });
    }
}
