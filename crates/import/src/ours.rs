//! Documents of our own generator: copies the spec that a document contains, instead of converting the document.
//!
//! Input: a document with `x-chainloom`, which holds the files of its spec as JSON. Output: these
//! files. The generator writes the document of this spec again, and each difference is reported:
//! somebody has edited the document, or another version of the generator wrote it.

mod part;

use chainloom_codegen::{MAX_FILE_BYTES, NODES, generate};
use serde_json::Value as Json;

use crate::operation::File;
use crate::pointer::escaped;
use crate::print::{is_yaml_key, print, yaml_key};
use crate::repair::{Texts, sources_of};
use crate::report::{Report, is_prose};
use crate::tree::{Kind, Node};

pub(crate) use self::part::{ids, keep_selected};

/// Key that our generator writes first, and the beginning of its value.
const MARK: (&str, &str) = ("x-generated-by", "chainloom-codegen;");

/// Keys of a file whose entries are printed one per line.
const SECTIONS: [&str; 6] = ["client", "scalars", "types", "operations", "subscriptions", "deployment"];

/// Returns the files of the spec that a document carries. `None` if our generator did not write the
/// document.
///
/// # Errors
/// A document of our generator carries no usable spec; the text says why it is read like any other
/// document.
pub(crate) fn files(document: &Json) -> Result<Option<Vec<File>>, &'static str> {
    let is_ours = document.get(MARK.0).and_then(Json::as_str).is_some_and(|mark| mark.starts_with(MARK.1));
    match document.get(NODES).map(|nodes| nodes.as_object()) {
        Some(Some(nodes)) if nodes.keys().all(|path| is_path(path)) => {
            Ok(Some(nodes.iter().map(|(path, tree)| (path.clone(), file(tree))).collect()))
        }
        Some(_) => Err("a document whose `x-chainloom` holds no files of a spec"),
        None if is_ours => Err("a document of `chainloom` without `x-chainloom`"),
        None => Ok(None),
    }
}

/// Returns the texts of a whole spec, and reports the differences between the document and the
/// spec. `None` if the generator refuses the spec.
pub(crate) fn copy_texts(document: &Json, files: &[File], head: &str, report: &mut Report) -> Option<Texts> {
    let text = |(path, root): &File| (format!("{path}.yaml"), format!("{head}{}", print(root)));
    let texts: Texts = files.iter().map(text).collect();
    let is_small = texts.iter().all(|(_, text)| text.len() <= MAX_FILE_BYTES);
    let generated = generate(&sources_of(&texts)).ok().filter(|_| is_small)?;
    let kind = if document.get("openrpc").is_some() { ".openrpc.json" } else { ".openapi.json" };
    let all = generated.iter().filter(|(path, _)| path.ends_with(kind));
    let all = all.filter_map(|(_, text)| serde_json::from_str::<Json>(text).ok());
    let found = all.map(|own| {
        let mut found = Vec::new();
        collect_differences(document, &own, "", &mut found);
        found
    });
    for (what, place) in found.min_by_key(Vec::len)? {
        match is_detail(&place) {
            true => report.detail(what, &place),
            false => report.lost(what, &place),
        }
    }
    Some(texts)
}

/// Returns whether a difference at a pointer changes no call. Below `properties` and `schemas`,
/// keys are names, so they do not count.
fn is_detail(place: &str) -> bool {
    let parts: Vec<&str> = place.split('/').collect();
    parts.windows(2).any(|pair| is_prose(pair[1]) && !["properties", "schemas"].contains(&pair[0]))
}

/// Adds the pointers at which a document differs from the generated document `own`.
fn collect_differences(document: &Json, own: &Json, place: &str, found: &mut Vec<(&'static str, String)>) {
    match (document, own) {
        (Json::Object(members), Json::Object(all)) => {
            for (key, value) in members {
                let place = format!("{place}/{}", escaped(key));
                match all.get(key) {
                    Some(own) => collect_differences(value, own, &place, found),
                    None => found.push(("what the spec in `x-chainloom` does not have", place)),
                }
            }
            let missing = all.keys().filter(|key| !members.contains_key(*key));
            let missing = missing.map(|key| format!("{place}/{}", escaped(key)));
            found.extend(missing.map(|place| ("what the spec in `x-chainloom` has, and the document lacks", place)));
        }
        (Json::Array(items), Json::Array(all)) if items.len() == all.len() => {
            for (at, (item, own)) in items.iter().zip(all).enumerate() {
                collect_differences(item, own, &format!("{place}/{at}"), found);
            }
        }
        _ if document == own => {}
        _ => found.push(("what differs from the spec in `x-chainloom`", place.to_owned())),
    }
}

/// Returns whether a text is the path of a file of a spec.
fn is_path(path: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter))
    };
    path.split('/').all(is_name)
}

/// Returns a file of `x-chainloom` as a tree whose sections are printed one entry per line.
fn file(tree: &Json) -> Node {
    let mut root = node(tree);
    if let Kind::Map(entries) = &mut root.kind {
        entries.iter_mut().for_each(|(key, node)| node.tall = SECTIONS.contains(&key.as_str()));
    }
    root
}

/// Returns a JSON value of `x-chainloom` as a node of a spec.
fn node(value: &Json) -> Node {
    match value {
        Json::Array(items) => Node::list(items.iter().map(node)),
        Json::Object(members) => {
            let has_some = members.keys().any(|key| is_yaml_key(key));
            let key = |key: &String| if has_some { yaml_key(key) } else { key.clone() };
            Node::map(members.iter().map(|(name, value)| (key(name), node(value)))).written(has_some)
        }
        other => Node::json(other),
    }
}
