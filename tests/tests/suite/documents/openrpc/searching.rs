//! The sentences of a spec file, read without the generator.

use super::document::documents;

fn members_of(value: &serde_yaml::Value) -> impl Iterator<Item = (&str, &serde_yaml::Value)> {
    value.as_mapping().into_iter().flatten().filter_map(|(name, value)| Some((name.as_str()?, value)))
}

/// Sentences of a spec file: what stands under `doc` and `text`. Those on a type that is only
/// extended by others are left out, because nobody meets the type itself; its members are members
/// of the others.
pub(crate) fn sentences_of(node: &serde_yaml::Value, found: &mut Vec<String>) {
    match node {
        serde_yaml::Value::Sequence(items) => items.iter().for_each(|item| sentences_of(item, found)),
        serde_yaml::Value::Mapping(members) => {
            for (key, value) in members {
                // What examples hold is data.
                match (key.as_str(), value.as_str()) {
                    (Some("examples"), _) => {}
                    (Some("types"), _) => members_of(value).for_each(|(name, def)| {
                        let is_met =
                            documents().values().any(|document| document["components"]["schemas"].get(name).is_some());
                        let without_doc = |def: &serde_yaml::Value| {
                            let mut def = def.clone();
                            def.as_mapping_mut().map(|members| members.remove("doc"));
                            def
                        };
                        sentences_of(&if is_met { def.clone() } else { without_doc(def) }, found);
                    }),
                    (Some("doc" | "text"), Some(text)) => found.push(text.to_owned()),
                    _ => sentences_of(value, found),
                }
            }
        }
        _ => {}
    }
}
