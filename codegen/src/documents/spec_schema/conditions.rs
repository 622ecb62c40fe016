//! Conditions across the keys of one mapping.
//!
//! Input: a table of keys. Output: schemas that must hold.

use crate::language::words::services::InBodyDecl;
use crate::language::words::subscriptions::BackfillDecl;
use chainloom_schema::SAFE_METHODS;
use serde_json::{Value as Json, json};

use super::shapes::{shape, to_def, type_name};
use crate::language::mapping::Mapping as _;
use crate::language::table::{KeyPart, Position, Shape, Table, names};
use crate::language::word::texts;
use crate::language::words::webhooks::SignatureDecl;
use crate::spec::closed::{DECIMAL, FORM, HEX_PREFIXES, INTEGERS, NUMBERS, TEXTS, own_key, settings};
use crate::spec::document::{ArmKeys, FileDecl, HEADS, OperationDecl, ScalarDecl, TYPE, VariantDecl};

/// Returns the conditions of a table, each a schema that must hold.
pub(super) fn conditions(table: &'static Table) -> Vec<Json> {
    let mut all = Vec::new();
    if !table.one.is_empty() {
        all.push(json!({ "oneOf": each_required(table.one) }));
    }
    for group in table.apart {
        all.push(json!({ "not": { "required": group } }));
    }
    for (key, owner) in table.beside {
        let others: Vec<&str> = names(HEADS).filter(|head| head != owner).collect();
        all.push(when(has(key), none_of(&others)));
    }
    all.extend(match table.name {
        name if name == FileDecl::TABLE.name => file(),
        name if name == TYPE.name => definition(),
        name if name == ScalarDecl::TABLE.name => scalar(),
        name if name == OperationDecl::TABLE.name => operation(),
        name if name == VariantDecl::TABLE.name => vec![stream_requires_events()],
        name if name == BackfillDecl::TABLE.name => {
            vec![when(has("parent"), all_of(&["hash", "at"])), when(all_of(&["hash", "at"]), has("parent"))]
        }
        name if name == SignatureDecl::TABLE.name => vec![when(has("tolerance"), has("timestamp"))],
        name if name == InBodyDecl::TABLE.name => {
            vec![any_of(&["when", "unless", "has"]), when(has("retry"), has("code"))]
        }
        _ => Vec::new(),
    });
    all
}

/// Returns the condition that a key is present.
fn has(key: &str) -> Json {
    json!({ "required": [key] })
}

/// Returns a condition for each key: it is present.
fn each_required(keys: &[&str]) -> Vec<Json> {
    keys.iter().map(|key| has(key)).collect()
}

/// Returns the condition that at least one of the keys is present.
fn any_of(keys: &[&str]) -> Json {
    json!({ "anyOf": each_required(keys) })
}

/// Returns the condition that all keys are present.
fn all_of(keys: &[&str]) -> Json {
    json!({ "required": keys })
}

/// Returns the condition that none of the keys is present.
fn none_of(keys: &[&str]) -> Json {
    json!({ "not": any_of(keys) })
}

/// Returns the condition that `then` holds if `condition` holds.
fn when(condition: Json, then: Json) -> Json {
    json!({ "if": condition, "then": then })
}

/// Returns the pattern of request lines with a safe method. Methods with their own keys have no
/// request line.
fn safe_request_lines() -> String {
    let methods: Vec<&str> = SAFE_METHODS.into_iter().filter(|method| own_key(method).is_none()).collect();
    format!("^({}) ", methods.join("|"))
}

/// Returns the conditions of a file: service keys require a service, keys of JSON-RPC each other,
/// and operations an effect.
fn file() -> Vec<Json> {
    let keys = FileDecl::TABLE;
    let of_home: Vec<&str> = keys.names_of(KeyPart::Service).chain(keys.names_of(KeyPart::Shared)).collect();
    let mut homeless = none_of(&of_home);
    let nothing = json!({ "type": "object", "maxProperties": 0 });
    homeless["properties"] = json!({ "operations": nothing.clone(), "subscriptions": nothing });
    let needs_rpc = ["endpoint", "endpoints", "websocket", "subscribe"];
    let with_service = json!({ "allOf": [
        when(any_of(&needs_rpc), has("rpc")),
        when(has("rpc"), any_of(&["endpoint", "endpoints"])),
        when(has("subscribe"), has("websocket")),
    ] });
    let is_safe = json!({ "properties": { "request": { "pattern": safe_request_lines() } }, "required": ["request"] });
    let mut says_effect = json!({ "anyOf": [has("get"), has("head"), has("effect"), is_safe] });
    says_effect["type"] = json!("object");
    let effect = json!({ "properties": { "operations": { "type": "object", "additionalProperties": says_effect } } });
    vec![
        when(none_of(&["service", "client"]), homeless),
        when(has("service"), with_service),
        when(none_of(&["effect"]), effect),
    ]
}

/// Returns the conditions of a type: exactly one kind, and the keys that belong to it.
fn definition() -> Vec<Json> {
    let heads: Vec<&str> = names(HEADS).collect();
    let mut kinds = each_required(&heads);
    // A record may consist only of `extends`, or of members under `seen`.
    let fields_seen = json!({ "required": ["seen"], "properties": { "seen": { "type": "object" } } });
    kinds.push(json!({ "not": any_of(&heads), "anyOf": [has("extends"), fields_seen] }));
    let plain_heads: Vec<&str> =
        heads.iter().copied().filter(|head| !matches!(*head, "fields" | "enum" | "union")).collect();
    let seen = |schema: Json| json!({ "properties": { "seen": schema } });
    let fields = shape(Shape::Either(&[Shape::Flag, Shape::Fields]));
    let by_form = json!({ "required": ["union"], "properties": { "union": { "const": FORM } } });
    let arms = |schema: Json| json!({ "properties": { "arms": { "type": "object", "additionalProperties": schema } } });
    let mut of_form = arms(to_def(type_name(Position::Arm)));
    of_form["not"] = has("common");
    // By a tag or by members, an arm is a declared record or has its own members.
    let otherwise = arms(json!({ "anyOf": [shape(Shape::Text), to_def(ArmKeys::TABLE.name)] }));
    vec![
        json!({ "oneOf": kinds }),
        when(any_of(&plain_heads), seen(shape(Shape::Flag))),
        json!({ "if": has("enum"), "then": seen(values_or_flag()), "else": seen(fields) }),
        when(
            has("union"),
            json!({ "required": ["arms"], "properties": { "arms": { "type": "object", "minProperties": 1 } } }),
        ),
        json!({ "if": by_form, "then": of_form, "else": otherwise }),
        when(has("fields"), none_of(&["range", "size", "pattern"])),
    ]
}

/// Returns the schema of `seen` of an enumeration.
fn values_or_flag() -> Json {
    let values = HEADS.iter().find(|key| key.name == "enum").map(|key| shape(key.shape));
    json!({ "anyOf": [shape(Shape::Flag), values] })
}

/// Returns the conditions of a scalar: each form has its own settings.
fn scalar() -> Vec<Json> {
    let of_text = TEXTS.iter().map(|form| ("text", *form));
    let numbers = NUMBERS.iter().map(|form| ("number", *form));
    let condition = |(key, form): (&str, &str)| {
        let (allowed, needed) = settings(key, form);
        let all = ["bytes", "prefix", "chain", "rust", "also"];
        let others: Vec<&str> = all.into_iter().filter(|name| !allowed.contains(name)).collect();
        let mut then = none_of(&others);
        then["required"] = json!(needed);
        let is_signed = form != "quantity";
        let known = INTEGERS.iter().filter(|(_, integer)| is_signed || !integer.is_signed());
        let mut rust: Vec<&str> = known.map(|(word, _)| *word).collect();
        match form {
            "hex" => then["properties"] = json!({ "prefix": { "enum": texts(&HEX_PREFIXES) } }),
            "decimal" if key == "text" => {
                rust.push(DECIMAL);
                then["properties"] = json!({ "rust": { "enum": rust } });
            }
            _ if allowed.contains(&"rust") => then["properties"] = json!({ "rust": { "enum": rust } }),
            _ => {}
        }
        let mut is_form = has(key);
        is_form["properties"][key] = json!({ "const": form });
        when(is_form, then)
    };
    of_text.chain(numbers).map(condition).collect()
}

/// Returns the conditions of an operation: a REST operation has neither `params` nor `result`, a
/// JSON-RPC operation only these.
fn operation() -> Vec<Json> {
    let rest = ["path", "query", "headers", "cookies", "body", "response", "events", "lines", "redirects"];
    let protocol = json!({ "if": has("method"), "then": none_of(&rest), "else": none_of(&["params", "result"]) });
    vec![protocol, stream_requires_events()]
}

/// Returns the condition that `stream` requires `events`.
fn stream_requires_events() -> Json {
    when(has("stream"), has("events"))
}
