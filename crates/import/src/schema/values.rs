//! Merges the parts of an `allOf` that describe one text, number or boolean.
//!
//! Input: the parts. Output: the type of the narrowest part, with the bounds of all parts and the values that all of
//! them list.

use oas3::spec::{ObjectSchema, Schema, SchemaType};
use serde_json::Value as Json;

use super::alternative::Form;
use super::{MAX_PART_REFERENCES, kinds, takes_null, target_of};
use crate::importer::Importer;
use crate::spec::Type;

/// Schema of a part of an `allOf`, and its pointer.
type Part = (Schema, String);

/// Schema without reference and without parts, and its pointer.
type Leaf = (ObjectSchema, String);

impl Importer<'_> {
    /// Returns the type of several parts that each describe texts, numbers or booleans. `None` for other parts, and for
    /// parts without a value in common. Of equally narrow parts, the first is taken.
    pub(super) fn scalar_of_parts(&mut self, parts: &[Part], at: &str, hint: &str) -> Option<Type> {
        let leaves: Vec<Vec<Leaf>> = parts.iter().map(|part| self.leaves(part, 0)).collect::<Option<_>>()?;
        let stating: Vec<&Leaf> = leaves.iter().flatten().filter(|(leaf, _)| !kinds(leaf).is_empty()).collect();
        let common = common_values(leaves.iter().flatten().map(|(leaf, _)| leaf));
        if !are_of_one_form(&stating) || common.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        let chosen = narrowest(&leaves, common.as_deref());
        let mut ty = match chosen.and_then(|index| parts.get(index)) {
            Some((schema, place)) => Type { origin: at.to_owned(), ..self.schema(schema, place, hint) },
            None => {
                let values: Vec<&Json> = common.iter().flatten().collect();
                let plain = ObjectSchema { schema_type: stating.first()?.0.schema_type.clone(), ..Default::default() };
                self.enumeration(&values, &plain, at)
            }
        };
        ty.nullable &= stating.iter().all(|(leaf, _)| takes_null(leaf));
        let format = chosen.and_then(|index| leaves[index].iter().find_map(|(leaf, _)| leaf.format.clone()));
        for (index, leaves) in leaves.iter().enumerate().filter(|(index, _)| Some(*index) != chosen) {
            for (leaf, place) in leaves {
                if target_of(&parts[index].0).is_none() {
                    self.report_inexpressible(leaf, place);
                }
                if format.is_some() && leaf.format.is_some() && leaf.format != format {
                    self.report.lost("a part of `allOf` that narrows another", place);
                }
                self.narrow_by(leaf, place, &mut ty);
                ty.doc = ty.doc.or_else(|| self.prose(leaf.description.as_deref(), place));
            }
        }
        Some(ty)
    }

    /// Returns the schemas that a part consists of, after references. `None` for parts that describe anything else
    /// than texts, numbers and booleans.
    fn leaves(&self, (schema, at): &Part, depth: usize) -> Option<Vec<Leaf>> {
        let at = match target_of(schema) {
            Some(target) => self.doc.follow(target).ok().filter(|_| depth < MAX_PART_REFERENCES)?,
            None => at.clone(),
        };
        let mut plain = self.plain(schema)?;
        let is_other = super::is_object(&plain)
            || plain.items.is_some()
            || [&plain.prefix_items, &plain.one_of, &plain.any_of].iter().any(|parts| !parts.is_empty());
        if is_other {
            return None;
        }
        let parts = std::mem::take(&mut plain.all_of);
        let mut leaves = Vec::new();
        for (index, part) in parts.into_iter().enumerate() {
            leaves.extend(self.leaves(&(part, format!("{at}/allOf/{index}")), depth + 1)?);
        }
        leaves.push((plain, at));
        Some(leaves)
    }
}

/// Returns whether schemas that state a type are all texts, all numbers or all booleans.
fn are_of_one_form(stating: &[&Leaf]) -> bool {
    let form = |leaf: &ObjectSchema| match kinds(leaf).as_slice() {
        [SchemaType::String] => Some(Form::Text),
        [SchemaType::Integer | SchemaType::Number] => Some(Form::Number),
        [SchemaType::Boolean] => Some(Form::Flag),
        _ => None,
    };
    let first = stating.first().and_then(|(leaf, _)| form(leaf));
    first.is_some() && stating.iter().all(|(leaf, _)| form(leaf) == first)
}

/// Returns the index of the part that accepts the fewest values, the first of equal ones. With the values that all
/// parts have in common, it is the part that lists exactly these; `None` if none does.
fn narrowest(leaves: &[Vec<Leaf>], common: Option<&[Json]>) -> Option<usize> {
    match common {
        None => (0..leaves.len()).max_by_key(|index| (narrowness(&leaves[*index]), leaves.len() - index)),
        Some(common) => {
            let values = |own: &Vec<Leaf>| common_values(own.iter().map(|(leaf, _)| leaf));
            leaves.iter().position(|own| values(own).is_some_and(|values| values.len() == common.len()))
        }
    }
}

/// Returns the values that all schemas list which list any, each once. `None` if none lists values.
fn common_values<'l>(leaves: impl Iterator<Item = &'l ObjectSchema>) -> Option<Vec<Json>> {
    let lists = leaves.filter_map(|leaf| match &leaf.const_value {
        Some(value) => Some(vec![value.clone()]),
        None => Some(leaf.enum_values.clone()).filter(|values| !values.is_empty()),
    });
    let common = lists.reduce(|common, list| common.into_iter().filter(|value| list.contains(value)).collect())?;
    let is_new = |(index, value): &(usize, &Json)| !common[..*index].contains(value);
    Some(common.iter().enumerate().filter(is_new).map(|(_, value)| value.clone()).collect())
}

/// Returns a rank of the schemas of a part: whole numbers are narrower than others, and formats than none.
fn narrowness(leaves: &[Leaf]) -> (bool, bool, bool) {
    let has = |is: &dyn Fn(&ObjectSchema) -> bool| leaves.iter().any(|(leaf, _)| is(leaf));
    let states_kind = has(&|leaf| !kinds(leaf).is_empty());
    (states_kind, has(&|leaf| kinds(leaf) == [SchemaType::Integer]), has(&|leaf| leaf.format.is_some()))
}
