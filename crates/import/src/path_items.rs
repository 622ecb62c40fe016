//! Path items that refer to other path items of the document: replaces each reference by its target.
//!
//! Input: a joined document as JSON. Output: the same document, in which such a path item has the members of its target
//! and those beside the reference, and the places from which the members come. A reference that leads nowhere
//! remains, and is reported where operations are read. `files` joins targets in other files by the same rules.

use serde_json::{Map, Value as Json};

use crate::files::Origins;
use crate::pointer::{escaped, pointer_of};
use crate::text::Dropped;

/// Maximum number of references that lead from one path item to the next.
const MAX_REFERENCES: usize = 32;

/// Parts of a document that hold path items.
const SECTIONS: [&str; 2] = ["paths", "webhooks"];

/// Loss of a member of the target of a reference.
const TWICE: &str = "a member that stands beside a reference and in its target";

/// Members that may replace those of the target of a reference.
const REPLACING: [&str; 2] = ["summary", "description"];

/// Member of a path item that lists parameters.
const PARAMETERS: &str = "parameters";

/// Replaces the references of all path items by their targets. Returns the members that are lost. `origins` gets the
/// places of the members that come from the targets.
pub(crate) fn unite(root: &mut Json, origins: &mut Origins) -> Dropped {
    let mut dropped = Dropped::new();
    let items = SECTIONS.iter().filter_map(|section| Some((section, root.get(section)?.as_object()?)));
    let is_reference = |(path, item): &(&String, &Json)| !path.starts_with("x-") && item.get("$ref").is_some();
    let places = items.flat_map(|(section, items)| {
        items.iter().filter(is_reference).map(move |(path, _)| format!("/{section}/{}", escaped(path)))
    });
    let places: Vec<String> = places.collect();
    if places.is_empty() {
        return dropped;
    }
    let whole = root.clone();
    for place in places {
        let Some(Json::Object(item)) = root.pointer_mut(&place) else { continue };
        dropped.extend(unite_item(&whole, item, &place, origins));
    }
    dropped
}

/// Replaces the reference of a path item by its target, which may be a reference itself.
fn unite_item(whole: &Json, item: &mut Map<String, Json>, place: &str, origins: &mut Origins) -> Dropped {
    let Some((target, pointer)) = target_of(whole, item) else { return Dropped::new() };
    let outer = origins.of(place);
    let mut target = target.clone();
    origins.add(place.to_owned(), origins.of(&pointer).unwrap_or(pointer));
    let mut dropped = unite_item(whole, &mut target, place, origins);
    dropped.extend(join(item, &mut target, place, outer, origins));
    *item = target;
    dropped
}

/// Returns the path item of the document to which another refers, and its JSON pointer. `None` for an item without
/// a reference, or whose references lead elsewhere, to nothing, or in a circle.
fn target_of<'d>(document: &'d Json, item: &Map<String, Json>) -> Option<(&'d Map<String, Json>, String)> {
    let follow = |item: Option<&Json>| {
        let pointer = pointer_of(item?.as_str()?).ok()?;
        Some((document.pointer(&pointer)?.as_object()?, pointer))
    };
    let first = follow(item.get("$ref"))?;
    let mut last = first.0;
    for _ in 0..MAX_REFERENCES {
        match last.get("$ref") {
            None => return Some(first),
            reference => last = follow(reference)?.0,
        }
    }
    None
}

/// Adds the members beside a reference to those of its target. The parameters of both are joined. Of other members that
/// both have, the own one is taken, and the other is returned as a loss. `place` is the pointer of the reference, for
/// which `origins` has the target already; `outer` is its origin without it.
pub(crate) fn join(
    own: &Map<String, Json>,
    target: &mut Map<String, Json>,
    place: &str,
    outer: Option<String>,
    origins: &mut Origins,
) -> Dropped {
    let mut dropped = Dropped::new();
    for (key, value) in own.iter().filter(|(key, _)| *key != "$ref") {
        let member = format!("{place}/{}", escaped(key));
        let origin = outer.as_ref().map_or_else(|| member.clone(), |outer| format!("{outer}/{}", escaped(key)));
        let theirs = target.get(key);
        let value = match (theirs, value) {
            (Some(Json::Array(theirs)), Json::Array(list)) if key == PARAMETERS => {
                Json::Array(joined_parameters(list, theirs, &member, &origin, origins))
            }
            (theirs, value) => {
                let is_twice = theirs.is_some_and(|theirs| theirs != value) && !REPLACING.contains(&key.as_str());
                dropped.extend(is_twice.then(|| (TWICE, origins.of(&member).unwrap_or_else(|| member.clone()))));
                value.clone()
            }
        };
        origins.add(member, origin);
        target.insert(key.clone(), value);
    }
    dropped
}

/// Returns own parameters with those of the target of a reference that they do not replace. `member` is the pointer of
/// the joined list, and `origin` the place of the own one.
fn joined_parameters(own: &[Json], theirs: &[Json], member: &str, origin: &str, origins: &mut Origins) -> Vec<Json> {
    let place = |index: usize| format!("{member}/{index}");
    let further = further_parameters(own, theirs);
    let of_further = further.iter().map(|(from, _)| origins.of(&place(*from)).unwrap_or_else(|| place(*from)));
    let all = (0..own.len()).map(|index| format!("{origin}/{index}")).chain(of_further);
    let all: Vec<String> = all.collect();
    all.into_iter().enumerate().for_each(|(index, origin)| origins.add(place(index), origin));
    own.iter().chain(further.into_iter().map(|(_, one)| one)).cloned().collect()
}

/// Returns the parameters of the target of a reference that no own parameter replaces, with their indexes.
fn further_parameters<'t>(own: &[Json], theirs: &'t [Json]) -> Vec<(usize, &'t Json)> {
    let is_same = |one: &Json, other: &Json| {
        let has_name = one.get("name").is_some();
        one == other || has_name && ["name", "in"].iter().all(|key| one.get(key) == other.get(key))
    };
    theirs.iter().enumerate().filter(|(_, one)| !own.iter().any(|other| is_same(other, one))).collect()
}
