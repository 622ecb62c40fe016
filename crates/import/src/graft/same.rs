//! Equality in JSON: compares types and operations of two specs, by the documents that the generator writes.
//!
//! Input: OpenAPI and OpenRPC documents of two specs. Output: whether a type is equal in both, and
//! the parts in which an operation differs. Descriptions, examples and extensions are ignored.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chainloom_codegen::{Content, Input, Options, Package, SourceFile, run};
use serde_json::Value as Json;

use crate::ours::ids;
use crate::report::is_prose;

/// Part of a method of JSON-RPC: whether its parameters are named or positional.
pub(crate) const PARAMETER_STRUCTURE: &str = "the parameter structure (`paramStructure`)";

/// OpenAPI and OpenRPC documents that the generator writes for a spec.
pub(super) struct Documents(Vec<Json>);

/// A value, with the document against which its references are resolved.
#[derive(Clone, Copy)]
struct DocumentValue<'d> {
    root: &'d Json,
    value: &'d Json,
}

impl Documents {
    pub(super) fn of(sources: &[SourceFile], packages: &[Package]) -> Result<Self, String> {
        let options = Options { packages: packages.to_vec(), ..Options::default() };
        let generated = run(Input::Files(sources), &options, &mut |_| {}).map_err(|wrong| wrong.lines())?;
        let Content::Files(files) = generated.content else { return Ok(Self(Vec::new())) };
        let is_document = |path: &str| path.ends_with(".openapi.json") || path.ends_with(".openrpc.json");
        let texts = files.iter().filter(|(path, _)| is_document(path));
        Ok(Self(texts.filter_map(|(_, text)| serde_json::from_str(text).ok()).collect()))
    }

    /// Returns whether a type has the same JSON in these documents and in a file of others. `false`
    /// if one of them lacks it.
    pub(super) fn have_same_type(&self, others: &Self, name: &str, file: &str) -> bool {
        let own = self.0.iter().find_map(|root| definition(root, name, None));
        let other = others.0.iter().find_map(|root| definition(root, name, Some(file)));
        own.zip(other).is_some_and(|(own, other)| is_same(own, other))
    }

    /// Returns the parts in which an operation differs between these documents and the service
    /// `service` of others. `None` if one of them lacks the operation.
    pub(super) fn differences(&self, others: &Self, service: &str, name: &str) -> Option<Vec<&'static str>> {
        let own = self.0.iter().find_map(|root| operation(root, None, name));
        let other = others.0.iter().find_map(|root| operation(root, Some(service), name));
        let (own, other) = own.zip(other)?;
        let parameters = [own, other].map(parameters);
        let successes = [own, other].map(|of| responses(of, true));
        let failures = [own, other].map(|of| responses(of, false));
        let parts = [
            ("the parameters", maps_differ(&parameters, &["required", "schema", "content", "style", "explode"])),
            ("the parameters", differs(own, other, "params")),
            (PARAMETER_STRUCTURE, differs(own, other, "paramStructure")),
            ("the body", differs(own, other, "requestBody")),
            ("the result", differs(own, other, "result")),
            ("the responses", maps_differ(&successes, &["content"])),
            ("the error responses", !failures[0].is_empty() && maps_differ(&failures, &["content"])),
            ("the secrets", secrets(own) != secrets(other)),
            ("the server", own.get("servers").is_some() && differs(own, other, "servers")),
        ];
        Some(parts.into_iter().filter(|(_, differs)| *differs).map(|(what, _)| what).collect())
    }
}

/// Returns whether two objects have different values at a key, or only one has the key.
fn differs(own: DocumentValue<'_>, other: DocumentValue<'_>, key: &str) -> bool {
    match (own.get(key), other.get(key)) {
        (None, None) => false,
        (Some(own), Some(other)) => !is_same(own, other),
        _ => true,
    }
}

/// Returns whether two maps of parameters or responses have different names, or their values differ
/// at one of the keys.
fn maps_differ([own, other]: &[BTreeMap<String, DocumentValue<'_>>; 2], keys: &[&str]) -> bool {
    let is_other =
        |(own, other): (&DocumentValue<'_>, &DocumentValue<'_>)| keys.iter().any(|key| differs(*own, *other, key));
    !own.keys().eq(other.keys()) || own.values().zip(other.values()).any(is_other)
}

impl<'d> DocumentValue<'d> {
    /// Returns the member at a key, with its reference followed.
    fn get(self, key: &str) -> Option<Self> {
        Some(Self { value: self.value.get(key)?, ..self }.target())
    }

    /// Returns the items of a list, with their references followed.
    fn items(self) -> Vec<Self> {
        let items = self.value.as_array().into_iter().flatten();
        items.map(|value| Self { value, ..self }.target()).collect()
    }

    /// Returns the text at a key, or an empty text.
    fn text(self, key: &str) -> &'d str {
        self.value.get(key).and_then(Json::as_str).unwrap_or_default()
    }

    /// Follows a reference, unless there are members beside it other than descriptions and
    /// extensions.
    fn target(self) -> Self {
        let target = self.value.get("$ref").and_then(Json::as_str).filter(|_| self.meaningful_members().count() == 1);
        let value = target.and_then(|target| self.root.pointer(target.strip_prefix('#')?));
        value.map_or(self, |value| Self { value, ..self }.target())
    }

    /// Returns the members of an object that a call depends on, without prose and extensions.
    fn meaningful_members(self) -> impl Iterator<Item = (&'d String, &'d Json)> {
        let members = self.value.as_object().into_iter().flatten();
        members.filter(|(key, _)| !is_prose(key))
    }
}

/// Returns the schema of a type, of one file or of any.
fn definition<'d>(root: &'d Json, name: &str, file: Option<&str>) -> Option<DocumentValue<'d>> {
    let all = root.pointer("/components/schemas")?.as_object()?;
    let is_it = |(key, value): &(&String, &Json)| {
        let is_named = key.as_str() == name || key.rsplit('.').next() == Some(name);
        is_named && file.is_none_or(|file| value.get("x-file").and_then(Json::as_str) == Some(file))
    };
    all.iter().find(is_it).map(|(_, value)| DocumentValue { root, value })
}

/// Returns the operation with a name, of one service or of any.
fn operation<'d>(root: &'d Json, service: Option<&str>, name: &str) -> Option<DocumentValue<'d>> {
    let paths = root.get("paths").and_then(Json::as_object).into_iter().flatten();
    let items = paths.flat_map(|(_, item)| item.as_object().into_iter().flatten());
    let nested = items.flat_map(|(key, value)| match key.as_str() {
        "additionalOperations" => value.as_object().into_iter().flatten().map(|(_, value)| value).collect(),
        _ => vec![value],
    });
    let methods = root.get("methods").and_then(Json::as_array).into_iter().flatten();
    let is_it = |id: String| {
        let (own, operation) = id.split_once('.').unwrap_or_default();
        operation == name && service.is_none_or(|service| service == own)
    };
    nested.chain(methods).find(|value| ids(value).into_iter().any(is_it)).map(|value| DocumentValue { root, value })
}

/// Returns the parameters of an operation by place and name, such as `query limit`.
fn parameters(operation: DocumentValue<'_>) -> BTreeMap<String, DocumentValue<'_>> {
    let all = operation.get("parameters").map(DocumentValue::items).unwrap_or_default();
    all.into_iter().map(|one| (format!("{} {}", one.text("in"), one.text("name")), one)).collect()
}

/// Returns the responses of an operation by status: successes and redirects, or all others.
fn responses(operation: DocumentValue<'_>, is_success: bool) -> BTreeMap<String, DocumentValue<'_>> {
    let all = operation.value.get("responses").and_then(Json::as_object).into_iter().flatten();
    let some = all.filter(|(status, _)| status.starts_with(['1', '2', '3']) == is_success);
    some.map(|(status, value)| (status.clone(), DocumentValue { value, ..operation }.target())).collect()
}

/// Returns the alternatives of secrets of an operation, each as the set of headers or parameters
/// that carry a secret.
fn secrets(operation: DocumentValue<'_>) -> BTreeSet<BTreeSet<String>> {
    let root = operation.root;
    let all = operation.value.get("security").or_else(|| root.get("security")).and_then(Json::as_array);
    let scheme = |name: &String| {
        let value = root.pointer("/components/securitySchemes").and_then(|all| all.get(name)).unwrap_or(&Json::Null);
        ["type", "in", "name", "scheme"].map(|key| DocumentValue { root, value }.text(key).to_lowercase()).join(" ")
    };
    let ways = all.into_iter().flatten().filter_map(Json::as_object);
    ways.map(|way| way.keys().map(scheme).collect()).collect()
}

/// Returns whether two values have the same meaning for JSON. Schemas may contain themselves, so each pair is compared
/// once.
fn is_same<'d>(one: DocumentValue<'d>, other: DocumentValue<'d>) -> bool {
    let (mut open, mut seen) = (vec![(one, other, Keys::Meaningful)], HashSet::new());
    while let Some((one, other, keys)) = open.pop() {
        let (one, other) = (one.target(), other.target());
        if !seen.insert((std::ptr::from_ref(one.value), std::ptr::from_ref(other.value), keys)) {
            continue;
        }
        let pair =
            |value, theirs, keys| (DocumentValue { value, ..one }, DocumentValue { value: theirs, ..other }, keys);
        match (one.value, other.value) {
            (Json::Object(_), Json::Object(_)) => {
                let (own, theirs) = (keys.members(one), keys.members(other));
                if own.len() != theirs.len() {
                    return false;
                }
                for (key, value) in own {
                    let Some(theirs) = theirs.get(key) else { return false };
                    let are_names = keys == Keys::Meaningful && key == "properties";
                    open.push(pair(value, theirs, if are_names { Keys::Any } else { Keys::Meaningful }));
                }
            }
            (Json::Array(own), Json::Array(theirs)) if own.len() == theirs.len() => {
                open.extend(own.iter().zip(theirs).map(|(value, theirs)| pair(value, theirs, Keys::Meaningful)));
            }
            (own, theirs) if own == theirs => {}
            _ => return false,
        }
    }
    true
}

/// Keys of an object that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Keys {
    /// Keys that a call depends on. Prose, such as `description` and `example`, and `x-…` extensions are ignored.
    Meaningful,
    /// Every key, because the keys are names of members.
    Any,
}

impl Keys {
    /// Returns the members of an object that are compared.
    fn members<'d>(self, object: DocumentValue<'d>) -> BTreeMap<&'d String, &'d Json> {
        match self {
            Self::Meaningful => object.meaningful_members().collect(),
            Self::Any => object.value.as_object().into_iter().flatten().collect(),
        }
    }
}
