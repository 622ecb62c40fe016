//! Gives renamed items their new names in the facts of the old tree that contain names.
//!
//! Input: the trees of two specs. Output: the old tree, in which a rename does not count as a change of
//! what refers to the item. Types have their new names already, by `labels`.

use std::collections::HashMap;

use serde_json::Value as Json;

use crate::facts::rule_text;
use crate::item::Kind;
use crate::node::Node;
use crate::pairing::pair;

/// Kinds of items within clients and services that facts of other items name.
const NAMED: [Kind; 4] = [Kind::Variable, Kind::Secret, Kind::Server, Kind::Dialect];

/// New names of items, by kind and old name.
type NewNames = HashMap<(Kind, String), String>;

/// Returns the old tree with the new names of renamed items in the facts that contain names.
pub(crate) fn with_new_names(old: &Node, new: &Node) -> Node {
    let both: Vec<(usize, usize)> =
        pair(&old.children, &new.children).into_iter().filter_map(|pair| Some((pair.old?, pair.new?))).collect();
    let names = names_of_clients_and_services(old, new, &both);
    let mut tree = old.clone();
    for (from, to) in both {
        let parameters = renamed_parameters(&old.children[from], &new.children[to]);
        let in_path = parameters.iter().filter(|(node, _)| node.has_local_name);
        let own: NewNames = in_path.map(|(node, name)| ((Kind::Variable, node.name.clone()), name.clone())).collect();
        rename_rules(&mut tree.children[from], &parameters);
        if !names.is_empty() || !own.is_empty() {
            rename(&mut tree.children[from], &own.into_iter().chain(names.clone()).collect());
        }
    }
    tree
}

/// Returns the new names of clients, and of the items within clients and services.
fn names_of_clients_and_services(old: &Node, new: &Node, both: &[(usize, usize)]) -> NewNames {
    let mut found = HashMap::new();
    for (from, to) in both {
        let (before, after) = (&old.children[*from], &new.children[*to]);
        if [Kind::Client, Kind::Service].contains(&before.kind) {
            collect_names(before, after, &mut found);
        }
    }
    let renamed = found.into_iter().filter_map(|((kind, before), after): ((Kind, &str), Option<&str>)| {
        let after = after.filter(|after| *after != before)?;
        Some(((kind, before.to_owned()), after.to_owned()))
    });
    renamed.collect()
}

/// Adds the names of a client or service and of its items. `None` stands for a name with several meanings.
fn collect_names<'n>(old: &'n Node, new: &'n Node, found: &mut HashMap<(Kind, &'n str), Option<&'n str>>) {
    let mut add = |old: &'n Node, new: &'n Node| {
        let name = found.entry((old.kind, &old.name)).or_insert(Some(&new.name));
        *name = name.filter(|name| *name == new.name);
    };
    if old.kind == Kind::Client {
        add(old, new);
    }
    for pair in pair(&old.children, &new.children) {
        if let (Some(before), Some(after)) = (pair.old, pair.new) {
            let (before, after) = (&old.children[before], &new.children[after]);
            if NAMED.contains(&before.kind) {
                add(before, after);
            }
        }
    }
}

/// Returns the renamed parameters of an operation, each with its new name.
fn renamed_parameters<'n>(old: &'n Node, new: &Node) -> Vec<(&'n Node, String)> {
    if old.kind != Kind::Operation {
        return Vec::new();
    }
    let both = pair(&old.children, &new.children).into_iter().filter_map(|pair| {
        let (before, after) = (&old.children[pair.old?], &new.children[pair.new?]);
        let is_renamed = before.kind == Kind::Parameter && before.name != after.name;
        is_renamed.then(|| (before, after.name.clone()))
    });
    both.collect()
}

/// Replaces the names of parameters in the rules of an operation.
fn rename_rules(operation: &mut Node, parameters: &[(&Node, String)]) {
    if parameters.is_empty() {
        return;
    }
    for node in operation.children.iter_mut() {
        let Some(rule) = &node.rule else { continue };
        let rule = rule.map(|name| {
            let renamed = parameters.iter().find(|(old, _)| old.name == *name);
            renamed.map_or_else(|| name.clone(), |(_, new)| new.clone())
        });
        node.name = rule_text(&rule);
        node.rule = Some(rule);
    }
}

/// Replaces names in the facts of an item and of the items within it.
fn rename(node: &mut Node, names: &NewNames) {
    for (topic, fact) in &mut node.facts {
        if let Some(kind) = topic.named {
            rename_in(fact, kind, names);
        }
    }
    node.children.iter_mut().for_each(|child| rename(child, names));
}

/// Replaces the names of items of a kind in the texts of a fact.
fn rename_in(fact: &mut Json, kind: Kind, names: &NewNames) {
    match fact {
        Json::String(text) if kind == Kind::Variable => *text = with_new_slots(text, names),
        Json::String(text) => {
            if let Some(name) = names.get(&(kind, text.clone())) {
                text.clone_from(name);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| rename_in(item, kind, names)),
        Json::Object(members) => members.values_mut().for_each(|value| rename_in(value, kind, names)),
        _ => {}
    }
}

/// Replaces the names in the braces of a template.
fn with_new_slots(text: &str, names: &NewNames) -> String {
    let mut parts = text.split('{');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push('{');
        let named = part.split_once('}');
        let renamed = named.and_then(|(name, rest)| Some((names.get(&(Kind::Variable, name.to_owned()))?, rest)));
        match renamed {
            Some((name, rest)) => out.extend([name, "}", rest]),
            None => out.push_str(part),
        }
    }
    out
}
