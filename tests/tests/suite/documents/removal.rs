//! Facts that are taken out of a document, one by one.
//!
//! Input: a document and what finds all its facts. Output: the members that nobody misses.

use serde_json::{Map, Value as Json};

/// Places of all members of objects, as JSON pointers.
fn pointers(value: &Json, at: &str, found: &mut Vec<String>) {
    match value {
        Json::Object(members) => {
            for (name, member) in members {
                let pointer = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
                pointers(member, &pointer, found);
                found.push(pointer);
            }
        }
        Json::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| pointers(item, &format!("{at}/{index}"), found));
        }
        _ => {}
    }
}

fn members<'j>(document: &'j mut Json, pointer: &str) -> &'j mut Map<String, Json> {
    document.pointer_mut(pointer).unwrap().as_object_mut().unwrap()
}

/// Looks at a document without the member at a place, and puts the member back.
fn without<T>(document: &mut Json, pointer: &str, look: impl FnOnce(&Json) -> T) -> T {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let name = name.replace("~1", "/").replace("~0", "~");
    let taken = members(document, parent).remove(&name).unwrap();
    let seen = look(document);
    members(document, parent).insert(name, taken);
    seen
}

/// What no fact of the spec stands behind: names of parts, forms of numbers, and words that say
/// another fact again.
const FREE: [&str; 6] = ["x-generated-by", "openapi", "title", "summary", "format", "pattern"];

/// The members at places of interest that could be taken out without notice; each `step`th is tried.
pub(crate) fn unnoticed(
    document: &mut Json,
    is_tried: impl Fn(&str) -> bool,
    step: usize,
    is_whole: impl Fn(&Json) -> bool,
) -> Vec<String> {
    let mut places = Vec::new();
    pointers(document, "", &mut places);
    assert!(places.len() > 150, "{} members", places.len());
    let is_fact = |place: &String| is_tried(place) && !FREE.contains(&place.rsplit('/').next().unwrap());
    let tried = places.into_iter().filter(is_fact).step_by(step);
    tried.filter(|place| without(document, place, &is_whole)).collect()
}
