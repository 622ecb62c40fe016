//! Converts OpenAPI 3.0 to 3.1, in the form that the crate `oas3` reads without loss.
//!
//! Input: a document as JSON. Output: the same, lifted. In a schema, `nullable` becomes a type,
//! exclusive bounds become numbers, and members beside a `$ref` move into an `allOf` around it.
//! Keywords that the crate does not know get a name that it preserves. JSON pointers stay valid,
//! except into such an `allOf`.

use serde_json::{Map, Value as Json, json};

use crate::roles::Role;

/// Prefix of the extensions that hold keywords of JSON Schema unknown to the crate `oas3`. The
/// crate returns the names of extensions without `x-`.
pub(crate) const KEYWORD_PREFIX: &str = "keyword-";

/// Prefix of the extensions that hold keywords which stand beside a `$ref` and have no effect there.
pub(crate) const IGNORED_PREFIX: &str = "ignored-";

/// Extension of a schema that accepts null and has no `type`.
pub(crate) const NULLABLE: &str = "nullable";

/// Number below which each whole number is exact as a floating-point number.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Extension of an operation that holds the URL of its `externalDocs`.
pub(crate) const DOCS_LINK: &str = "keyword-externalDocs";

/// Lifts all schemas of an OpenRPC document, which follow an older draft of JSON Schema.
pub(crate) fn rpc_document(document: &mut Json) {
    round_large_numbers(document);
    lift_value(Role::RpcDocument, document, Siblings::Apply);
}

/// Lifts all schemas, operations and security schemes of an OpenAPI document.
pub(crate) fn document(document: &mut Json) {
    round_large_numbers(document);
    let siblings = if is_version_3_0(document) { Siblings::Ignore } else { Siblings::Apply };
    lift_value(Role::Document, document, siblings);
    let schemes = document.pointer_mut("/components/securitySchemes").and_then(Json::as_object_mut);
    schemes.into_iter().flatten().for_each(|(_, scheme)| lift_scheme(scheme));
}

/// Returns whether a document is one of OpenAPI 3.0, in which some keywords mean less than since 3.1.
pub(crate) fn is_version_3_0(document: &Json) -> bool {
    document.get("openapi").and_then(Json::as_str).is_some_and(|version| version.starts_with("3.0"))
}

/// Empties the flows of a security scheme, which say how to obtain a token. The crate would refuse
/// a scheme whose flows lack a URL or have a relative one.
fn lift_scheme(scheme: &mut Json) {
    match scheme.get("type").and_then(Json::as_str) {
        Some("oauth2") => scheme["flows"] = json!({}),
        Some("openIdConnect") => scheme["openIdConnectUrl"] = json!(""),
        _ => {}
    }
}

/// Lifts the schemas within a value that has a role.
fn lift_value(role: Role, value: &mut Json, siblings: Siblings) {
    match (role.of(value), value) {
        (Role::Schema, value) => lift_schema(value, siblings),
        // An example may have a value of null.
        (Role::Example | Role::Link | Role::SecurityScheme, _) => {}
        (Role::MapOf(inner), Json::Object(members)) => {
            members
                .iter_mut()
                .filter(|(key, _)| !key.starts_with("x-"))
                .for_each(|(_, value)| lift_value(*inner, value, siblings));
        }
        (Role::ListOf(inner), Json::Array(items)) => {
            items.iter_mut().for_each(|item| lift_value(*inner, item, siblings));
        }
        (role, Json::Object(members)) => {
            members.retain(|key, value| !value.is_null() || key == "example");
            write_texts(members);
            if let Role::Operation = role {
                lift_link(members);
                remove_unused(members);
            }
            for (key, role) in role.members() {
                if let Some(value) = members.get_mut(*key) {
                    lift_value(*role, value, siblings);
                }
            }
        }
        _ => {}
    }
}

/// Members of the objects of a document that are texts.
const TEXTS: [&str; 3] = ["summary", "description", "operationId"];

/// Writes texts that a document has as numbers or flags, such as `description: 200`, as texts. The crate would refuse
/// the whole piece.
fn write_texts(members: &mut Map<String, Json>) {
    for name in TEXTS {
        if let Some(value @ (Json::Number(_) | Json::Bool(_))) = members.get_mut(name) {
            *value = value.to_string().into();
        }
    }
}

/// Removes from an operation what is not imported, and what the crate would refuse the operation for: the contents of
/// its callbacks, and extensions beside its responses.
fn remove_unused(operation: &mut Map<String, Json>) {
    let callbacks = operation.get_mut("callbacks").and_then(Json::as_object_mut);
    callbacks.into_iter().flatten().for_each(|(_, callback)| *callback = json!({}));
    if let Some(responses) = operation.get_mut("responses").and_then(Json::as_object_mut) {
        responses.retain(|status, _| !status.starts_with("x-"));
    }
}

/// Rounds whole numbers of more than 64 bits to floating-point numbers. The crate would refuse the
/// whole piece otherwise.
fn round_large_numbers(value: &mut Json) {
    match value {
        Json::Number(number) if !number.is_i64() && !number.is_u64() => {
            let is_whole = number.as_i128().is_some() || number.as_u128().is_some();
            if let (true, Some(float)) = (is_whole, number.as_f64()) {
                *value = float.into();
            }
        }
        Json::Array(items) => items.iter_mut().for_each(round_large_numbers),
        Json::Object(members) => members.values_mut().for_each(round_large_numbers),
        _ => {}
    }
}

/// Moves the URL of `externalDocs` into the extension [`DOCS_LINK`]. The crate would refuse an operation
/// with a relative URL there.
fn lift_link(operation: &mut Map<String, Json>) {
    if let Some(Json::String(url)) = operation.remove("externalDocs").map(|mut docs| docs["url"].take()) {
        operation.insert(format!("x-{DOCS_LINK}"), url.into());
    }
}

/// Keywords that the crate knows, or that are left out, with the kind of their values: a schema, a
/// list or map of schemas, or data.
const KNOWN_KEYWORDS: [(KeywordValue, &str); 5] = [
    (KeywordValue::List, "allOf anyOf oneOf prefixItems"),
    (KeywordValue::One, "items additionalProperties"),
    (KeywordValue::Map, "properties $defs definitions"),
    (
        KeywordValue::Data,
        "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern \
        maxItems minItems uniqueItems maxProperties minProperties required format title description default deprecated \
        readOnly writeOnly examples discriminator example $ref",
    ),
    (KeywordValue::Drop, "xml $schema $id $comment $anchor"),
];

/// Kind of the value of a keyword.
#[derive(Clone, Copy, PartialEq)]
enum KeywordValue {
    One,
    List,
    Map,
    Data,
    /// Keyword that is left out, because a spec has no use for it.
    Drop,
}

/// Treatment of keywords beside a `$ref`, which 3.0 ignores.
#[derive(Clone, Copy, PartialEq)]
enum Siblings {
    Apply,
    Ignore,
}

/// Keywords that are taken even where keywords beside a `$ref` are ignored, because they exclude no
/// value of the target.
const LENIENT_SIBLINGS: [&str; 11] = [
    "$ref", "description", "title", "nullable", "default", "example", "examples", "deprecated", "readOnly",
    "writeOnly", "externalDocs",
];

/// Lifts a schema and all schemas within it.
pub(crate) fn schema(value: &mut Json) {
    lift_schema(value, Siblings::Apply);
}

/// Implements [`schema`].
fn lift_schema(value: &mut Json, siblings: Siblings) {
    let Json::Object(members) = value else { return };
    if siblings == Siblings::Ignore {
        ignore_siblings(members);
    }
    lift_items(members);
    let mut out = Map::new();
    for (key, mut value) in std::mem::take(members) {
        let known = KNOWN_KEYWORDS.iter().find(|(_, names)| names.split(' ').any(|name| name == key));
        match known.map(|(inner, _)| *inner) {
            Some(KeywordValue::Drop) => continue,
            Some(_) if value.is_null() && !["const", "default", "example", "$ref"].contains(&key.as_str()) => continue,
            // The crate takes a constant null for no constant.
            Some(_) if value.is_null() && key == "const" => drop(out.insert("enum".to_owned(), json!([null]))),
            Some(inner) => {
                lift_keyword(inner, &mut value, siblings);
                out.insert(key, value);
            }
            None if key.starts_with("x-") || key == "nullable" => drop(out.insert(key, value)),
            None => drop(out.insert(format!("x-{KEYWORD_PREFIX}{key}"), value)),
        }
    }
    *members = out;
    repair_data(members);
    write_whole_numbers(members);
    write_texts(members);
    lift_bounds(members);
    lift_nullable(members);
    wrap_reference(members);
}

/// Lifts the schemas in the value of a keyword.
fn lift_keyword(inner: KeywordValue, value: &mut Json, siblings: Siblings) {
    let lift = |value: &mut Json| lift_schema(value, siblings);
    match (inner, value) {
        (KeywordValue::One, value) => lift(value),
        (KeywordValue::List, Json::Array(items)) => items.iter_mut().for_each(lift),
        (KeywordValue::Map, Json::Object(members)) => members.iter_mut().for_each(|(_, value)| lift(value)),
        _ => {}
    }
}

/// Renames the keywords beside a `$ref`, so that they are reported and have no effect.
fn ignore_siblings(members: &mut Map<String, Json>) {
    if !members.get("$ref").is_some_and(Json::is_string) {
        return;
    }
    let rename = |(key, value): (String, Json)| {
        let is_kept = key.starts_with("x-") || LENIENT_SIBLINGS.contains(&key.as_str());
        (if is_kept { key } else { format!("x-{IGNORED_PREFIX}{key}") }, value)
    };
    *members = std::mem::take(members).into_iter().map(rename).collect();
}

/// Renames `items` with a list of schemas, by which older drafts describe a tuple, to
/// `prefixItems`, and `additionalItems` beside it to `items`.
fn lift_items(members: &mut Map<String, Json>) {
    if let Some(Json::Array(_)) = members.get("items") {
        if let Some(items) = members.remove("items") {
            members.insert("prefixItems".to_owned(), items);
        }
        if let Some(rest) = members.remove("additionalItems") {
            members.insert("items".to_owned(), rest);
        }
    }
}

/// Renames keywords whose values have the wrong type, so that they are reported like unknown
/// keywords and the rest of the schema can be read. Sizes such as `3.0` become whole numbers.
fn repair_data(members: &mut Map<String, Json>) {
    const TYPES: [&str; 7] = ["boolean", "integer", "number", "string", "array", "object", "null"];
    for key in ["maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"] {
        let whole = members.get(key).and_then(Json::as_f64).filter(|size| *size >= 0.0 && size.fract() == 0.0);
        if let (Some(whole), Some(value)) = (whole, members.get_mut(key)) {
            if value.as_u64().is_none() {
                *value = json!(whole as u64);
            }
        }
    }
    let is_type = |value: &Json| value.as_str().is_some_and(|name| TYPES.contains(&name));
    type Fits = fn(&Json) -> bool;
    let fits: [(&str, Fits); 12] = [
        ("$ref", |value| value.as_str().is_some_and(|target| !["", "#"].contains(&target))),
        ("required", |value| value.as_array().is_some_and(|names| names.iter().all(Json::is_string))),
        ("enum", Json::is_array),
        ("examples", Json::is_array),
        ("pattern", Json::is_string),
        ("format", Json::is_string),
        ("title", Json::is_string),
        ("description", Json::is_string),
        ("deprecated", Json::is_boolean),
        ("readOnly", Json::is_boolean),
        ("minimum", Json::is_number),
        ("maximum", Json::is_number),
    ];
    let mut odd: Vec<String> = fits
        .iter()
        .filter(|(key, fits)| members.get(*key).is_some_and(|value| !fits(value)))
        .map(|(key, _)| (*key).to_owned())
        .collect();
    let ty = members.get("type");
    let is_good = ty.is_none_or(|ty| is_type(ty) || ty.as_array().is_some_and(|types| types.iter().all(is_type)));
    odd.extend((!is_good).then(|| "type".to_owned()));
    for key in odd {
        if let Some(value) = members.remove(&key) {
            members.insert(format!("x-{KEYWORD_PREFIX}{key}"), value);
        }
    }
}

/// Writes the numbers of a schema of whole numbers without a fraction, such as `20.0` as `20`.
fn write_whole_numbers(members: &mut Map<String, Json>) {
    let is_whole = |ty: &Json| match ty {
        Json::Array(types) => types.iter().all(|ty| ty == "integer" || ty == "null"),
        ty => ty == "integer",
    };
    if !members.get("type").is_some_and(is_whole) {
        return;
    }
    let write = |value: &mut Json| {
        let whole = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < MAX_EXACT);
        if let (Json::Number(_), None, Some(whole)) = (&*value, value.as_i64(), whole) {
            *value = json!(whole as i64);
        }
    };
    for key in ["default", "example", "const", "enum", "examples"] {
        match members.get_mut(key) {
            Some(Json::Array(values)) => values.iter_mut().for_each(write),
            Some(value) => write(value),
            None => {}
        }
    }
}

/// Turns a bound with a Boolean `exclusiveMinimum` or `exclusiveMaximum` beside it, as in 3.0, into
/// an exclusive bound.
fn lift_bounds(members: &mut Map<String, Json>) {
    for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
        match members.get(exclusive) {
            Some(Json::Bool(true)) => {
                members.remove(exclusive);
                if let Some(value) = members.remove(bound) {
                    members.insert(exclusive.to_owned(), value);
                }
            }
            Some(Json::Number(_)) | None => {}
            Some(_) => drop(members.remove(exclusive)),
        }
    }
}

/// Replaces `nullable: true` by the type `null`, or by the extension [`NULLABLE`] if the schema has
/// no `type`.
fn lift_nullable(members: &mut Map<String, Json>) {
    if members.remove("nullable") != Some(Json::Bool(true)) {
        return;
    }
    match members.get_mut("type") {
        Some(Json::Array(types)) => types.push(json!("null")),
        Some(ty) => *ty = json!([ty.clone(), "null"]),
        None => drop(members.insert(format!("x-{NULLABLE}"), json!(true))),
    }
}

/// Moves a reference with members other than `description` beside it into an `allOf`, because the
/// crate would ignore these members.
fn wrap_reference(members: &mut Map<String, Json>) {
    let is_alone = members.keys().all(|key| key == "$ref" || key == "description");
    if is_alone || !members.contains_key("$ref") {
        return;
    }
    if let Some(target) = members.remove("$ref") {
        let mut all = vec![json!({ "$ref": target })];
        if let Some(Json::Array(others)) = members.remove("allOf") {
            all.extend(others);
        }
        members.insert("allOf".to_owned(), all.into());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn older_schemas_become_newer_ones() {
        for (older, newer) in [
            (json!({ "type": "string", "nullable": true }), json!({ "type": ["string", "null"] })),
            (
                json!({ "type": "integer", "minimum": 0, "exclusiveMinimum": true }),
                json!({ "type": "integer", "exclusiveMinimum": 0 }),
            ),
            (
                json!({ "type": ["integer", "null"], "enum": [1.0, 2, 0.5, null], "default": 20.0 }),
                json!({ "type": ["integer", "null"], "enum": [1, 2, 0.5, null], "default": 20 }),
            ),
            (json!({ "$ref": "#/a", "default": 1 }), json!({ "default": 1, "allOf": [{ "$ref": "#/a" }] })),
            (json!({ "$ref": "#/a", "description": "b" }), json!({ "$ref": "#/a", "description": "b" })),
            (json!({ "not": {}, "maxLength": 5.0 }), json!({ "x-keyword-not": {}, "maxLength": 5 })),
            (
                json!({ "type": "any", "required": true }),
                json!({ "x-keyword-type": "any", "x-keyword-required": true }),
            ),
            (json!({ "items": [{ "nullable": true }] }), json!({ "prefixItems": [{ "x-nullable": true }] })),
            (
                json!({ "items": [{}], "additionalItems": { "const": null } }),
                json!({ "prefixItems": [{}], "items": { "enum": [null] } }),
            ),
            (json!({ "$defs": { "a": { "nullable": true } } }), json!({ "$defs": { "a": { "x-nullable": true } } })),
        ] {
            let mut lifted = older.clone();
            super::schema(&mut lifted);
            assert_eq!(lifted, newer, "{older}");
        }
    }
}
