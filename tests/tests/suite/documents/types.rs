//! Facts of types: members, values, bounds, forms.
//!
//! Input: the types that a document speaks of, and its schemas. Output: what they lack.

use chainloom_codegen::model::{
    Arm, ArmBody, Bounds, Discriminator, Enum, Field, Form, Integer, List, Type, TypeId, TypeKind, Union,
};
use chainloom_codegen::sentences;
use serde_json::{Value as Json, json};

use super::finding::{Finding, plain, reference};

/// All types that were spoken of, and those that they speak of; the document has no other.
pub(crate) fn check_all(finding: &mut Finding<'_>) {
    let mut done = Vec::new();
    while let Some(id) = finding.types.pop() {
        if !done.contains(&id) {
            done.push(id);
            definition(finding, id);
        }
    }
    finding.expect(!done.is_empty(), "types", "there are none");
    let known: Vec<String> = done.into_iter().map(|id| finding.name_of(id)).collect();
    for name in finding.document["components"]["schemas"].as_object().into_iter().flat_map(|all| all.keys()) {
        finding.expect(known.contains(name), name, "nothing speaks of it");
    }
}

fn definition(finding: &mut Finding<'_>, id: TypeId) {
    let def = &finding.model.types[id.0];
    let at = &finding.name_of(id);
    let schema = &finding.document["components"]["schemas"][at];
    finding.expect(schema.is_object(), at, "it is not described");
    finding.says(schema, &def.doc, at);
    finding.linked(schema, def.source.as_ref(), at);
    let file = finding.model.modules[def.module.0].path.join("/");
    finding.equals(&schema["x-file"], &json!(file), at, "x-file");
    finding.seen(schema, def.seen, at);
    match &def.kind {
        TypeKind::Alias(ty) => check(finding, schema, ty, at),
        TypeKind::Scalar(scalar) => form(finding, schema, &scalar.form, at),
        TypeKind::Enum(values) => enumeration(finding, schema, values, at),
        TypeKind::Record(record) => {
            finding.expect(kind_is(schema, "object"), at, "an object");
            members(finding, schema, &record.fields, None, at);
        }
        TypeKind::Union(union) => check_union(finding, schema, union, at),
    }
}

/// The schema, or the one beside null in it.
fn beside_null(schema: &Json) -> &Json {
    let arms = schema["anyOf"].as_array().map(Vec::as_slice).unwrap_or_default();
    match arms {
        [one, null] if null["type"] == "null" => one,
        _ => schema,
    }
}

fn takes_null(schema: &Json) -> bool {
    let of_kind = schema["type"].as_array().is_some_and(|kinds| kinds.contains(&json!("null")));
    let arms = schema["anyOf"].as_array();
    of_kind || arms.is_some_and(|arms| arms.iter().any(|arm| arm["type"] == "null"))
}

fn kind_is(schema: &Json, kind: &str) -> bool {
    schema["type"] == kind || schema["type"].as_array().is_some_and(|kinds| kinds.contains(&json!(kind)))
}

/// Whether the schema is that of the type.
pub(crate) fn check(finding: &mut Finding<'_>, schema: &Json, ty: &Type, at: &str) {
    let bare = beside_null(schema);
    match ty {
        Type::Boolean => finding.expect(kind_is(bare, "boolean"), at, "a boolean"),
        Type::Text => finding.expect(kind_is(bare, "string"), at, "a text"),
        Type::Number => finding.expect(kind_is(bare, "number"), at, "a number"),
        Type::Integer(width) => {
            finding.expect(kind_is(bare, "integer"), at, "an integer");
            if *width != Integer::I64 {
                let names = (&bare["minimum"], &bare["maximum"]);
                finding.expect(names.0.is_number() && names.1.is_number(), at, "the bounds of the integer");
            }
        }
        Type::Bytes | Type::File => finding.expect(bare.get("contentMediaType").is_some(), at, "raw bytes"),
        Type::Json | Type::Foreign(_) => finding.expect(bare.get("type").is_none(), at, "any value"),
        Type::Bounded(bounded) => check(finding, schema, &bounded.ty, at),
        Type::Nullable(inner) => {
            finding.expect(takes_null(schema), at, "null");
            check(finding, schema, inner, at);
        }
        Type::Named(id) => {
            let name = finding.name_of(*id);
            let expected = format!("#/components/schemas/{name}");
            finding.equals(reference(bare), &Json::from(expected), at, "type");
            finding.types.push(*id);
        }
        Type::List(list) => check_list(finding, bare, list, at),
        Type::Tuple(items) => {
            finding.expect(kind_is(bare, "array"), at, "an array");
            items.iter().enumerate().for_each(|(index, item)| check(finding, &bare["prefixItems"][index], item, at));
        }
        Type::Map(map) => {
            finding.expect(kind_is(bare, "object"), at, "an object");
            check(finding, &bare["additionalProperties"], &map.value, at);
            if map.key != Type::Text {
                check(finding, &bare["propertyNames"], &map.key, at);
            }
        }
    }
}

fn check_list(finding: &mut Finding<'_>, schema: &Json, list: &List, at: &str) {
    finding.expect(kind_is(schema, "array"), at, "an array");
    check(finding, &schema["items"], &list.item, at);
}

/// What JSON Schema can say of a form.
fn form(finding: &mut Finding<'_>, schema: &Json, form: &Form, at: &str) {
    let kind = match form {
        Form::JsonDecimal => "number",
        _ if form.is_json_number() => "integer",
        _ => "string",
    };
    finding.expect(kind_is(schema, kind), at, kind);
    finding.words(schema, &chainloom_codegen::form_in_words(form), at);
    if kind == "string" {
        let is_told = schema["pattern"].is_string() || schema["format"].is_string();
        finding.expect(is_told, at, "what the text looks like");
    }
    match form {
        Form::Base64 { url, .. } => {
            let encoding = if *url { "base64url" } else { "base64" };
            finding.equals(&schema["contentEncoding"], &json!(encoding), at, "the encoding of the text");
        }
        Form::DurationNumber(_) => {
            finding.equals(&schema["minimum"], &json!(0), at, "the least");
            finding.equals(&schema["maximum"], &json!(u64::MAX), at, "the largest");
        }
        _ => {}
    }
    let largest = match form {
        Form::DecimalInteger(width) | Form::Quantity(width) => ("x-minimum", "x-maximum", *width),
        Form::TimeText(_) | Form::TimeQuantity(_) => ("x-minimum", "x-maximum", Integer::I64),
        Form::DurationText(_) => ("x-minimum", "x-maximum", Integer::U64),
        Form::JsonInteger(width) => ("minimum", "maximum", *width),
        _ => return,
    };
    let digits = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    finding.expect(digits(&schema[largest.0]) == least_of(largest.2), at, "the least");
    finding.expect(digits(&schema[largest.1]) == largest_of(largest.2), at, "the largest");
}

fn bits(width: Integer) -> u32 {
    u32::from(width.bits())
}

fn least_of(width: Integer) -> String {
    match width {
        Integer::I256 => "-57896044618658097711785492504343953926634992332820282019728792003956564819968".to_owned(),
        signed if signed.is_signed() => (i128::MIN >> (128 - bits(signed))).to_string(),
        _ => "0".to_owned(),
    }
}

fn largest_of(width: Integer) -> String {
    match width {
        Integer::I256 => "57896044618658097711785492504343953926634992332820282019728792003956564819967".to_owned(),
        signed if signed.is_signed() => (i128::MAX >> (128 - bits(signed))).to_string(),
        Integer::U256 => "115792089237316195423570985008687907853269984665640564039457584007913129639935".to_owned(),
        _ => (u128::MAX >> (128 - bits(width))).to_string(),
    }
}

fn enumeration(finding: &mut Finding<'_>, schema: &Json, values: &Enum, at: &str) {
    finding.expect(kind_is(schema, "string"), at, "a text");
    finding.words(schema, "further values", at);
    let (seen, documented): (Vec<_>, Vec<_>) = values.values.iter().partition(|value| value.seen);
    let all: Vec<&str> = documented.iter().chain(&seen).map(|value| value.name.as_str()).collect();
    finding.equals(&schema["enum"], &json!(all), at, "values");
    seen.iter().for_each(|value| finding.words(schema, &format!("`{}`", value.name), at));
    for value in &values.values {
        let doc = schema["x-enum-descriptions"][&value.name].as_str().unwrap_or_default();
        finding.expect(doc == value.doc, at, &format!("what {} is", value.name));
    }
}

/// Each member, whether it must be there, and no other. The member that tells an arm must be there,
/// whatever it is elsewhere.
fn members(finding: &mut Finding<'_>, schema: &Json, fields: &[Field], tells: Option<&String>, at: &str) {
    finding.expect(schema.get("additionalProperties").is_none(), at, "that other members may be there");
    for wanted in fields.iter().filter(|field| field.rest) {
        field(finding, &schema["x-rest"][&wanted.name], &schema["x-rest"][&wanted.name], wanted, at);
    }
    for wanted in fields.iter().filter(|field| !field.rest) {
        let at = format!("{at}.{}", wanted.name);
        let member = &schema["properties"][&wanted.name];
        let names = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
        let required = wanted.required || tells == Some(&wanted.name);
        finding.expect(names.contains(&json!(wanted.name)) == required, &at, "required");
        let null = wanted.required || takes_null(member) || wanted.ty == Type::Json;
        finding.expect(null, &at, "that null means absent");
        field(finding, member, member, wanted, &at);
    }
}

/// What is said of a member or parameter; its words may stand beside its schema.
pub(crate) fn field(finding: &mut Finding<'_>, said: &Json, schema: &Json, wanted: &Field, at: &str) {
    check(finding, schema, &wanted.ty, at);
    finding.says(said, &wanted.doc, at);
    finding.expect(!wanted.secret || beside_null(schema)["format"] == "password", at, "that it is a secret");
    let bare = beside_null(schema);
    let Bounds { min, max, min_size, max_size, clamp_min, clamp_max, only, .. } = wanted.bounds;
    let is_text = kind_is(finding.follow(bare), "string");
    let names = if is_text { ("x-minimum", "x-maximum") } else { ("minimum", "maximum") };
    ends(finding, said, bare, [(names.0, min), (names.1, max)], at);
    let names = match finding.follow(bare) {
        it if kind_is(it, "array") => ("minItems", "maxItems"),
        it if kind_is(it, "object") => ("minProperties", "maxProperties"),
        _ => ("minLength", "maxLength"),
    };
    ends(finding, said, bare, [(names.0, min_size), (names.1, max_size)], at);
    [clamp_min, clamp_max].into_iter().flatten().for_each(|end| finding.words(said, end, at));
    if let Some(default) = &wanted.default {
        finding.equals(&schema["default"], &plain(default), at, "default");
        finding.words(said, &format!("default: `{}`", plain(default)), at);
    }
    if let Some(constant) = &wanted.constant {
        finding.equals(&schema["const"], &plain(constant), at, "the fixed value");
    }
    // The sentences on `below/member`, `../member` and `call()` name the member and the call.
    let echoed = wanted.echoes.iter().map(|echo| echo.trim_end_matches("()").rsplit('/').next().unwrap_or_default());
    echoed.for_each(|name| finding.words(said, &format!("`{name}`"), at));
    if let Some(words) = &wanted.defaults_to {
        finding.words(said, words, at);
    }
    if let Some(unit) = &wanted.unit {
        finding.words(said, &format!("unit: {unit}"), at);
    }
    if !only.is_empty() {
        let narrowed = if kind_is(bare, "array") { &bare["items"]["enum"] } else { &bare["enum"] };
        finding.equals(narrowed, &json!(only), at, "values that are allowed here");
    }
    let whole = sentences::field_facts(finding.model, wanted).into_iter().chain(sentences::other_forms(wanted));
    let whole = whole.chain(wanted.available.iter().map(sentences::availability));
    whole.chain(wanted.deprecated.as_ref().map(sentences::deprecation)).for_each(|fact| finding.says(said, &fact, at));
    finding.seen(said, wanted.seen, at);
    finding.deprecated(said, wanted.deprecated.as_ref(), at);
    finding.versions(said, wanted.since.as_ref(), wanted.until.as_ref(), at);
    finding.available(said, &wanted.available, at);
    finding.notes(said, &wanted.notes, at);
}

/// The ends of bounds, each under its name.
fn ends<T: ToString>(finding: &mut Finding<'_>, said: &Json, schema: &Json, wanted: [(&str, Option<T>); 2], at: &str) {
    for (name, end) in wanted {
        let Some(digits) = end.map(|end| end.to_string()) else { continue };
        let actual = schema[name].as_str().map_or_else(|| schema[name].to_string(), str::to_owned);
        finding.expect(actual == digits, at, &format!("{name} is {actual}, not {digits}"));
        finding.words(said, &digits, at);
    }
}

fn check_union(finding: &mut Finding<'_>, schema: &Json, union: &Union, at: &str) {
    members(finding, schema, &union.common, None, at);
    for wanted in &union.arms {
        let at = format!("{at}, arm {}", wanted.name);
        let arms = schema["anyOf"].as_array().map(Vec::as_slice).unwrap_or_default();
        let arm = arms.iter().find(|arm| arm["title"] == wanted.name.as_str());
        finding.expect(arm.is_some(), &at, "it is not there");
        check_arm(finding, arm.unwrap_or(&Json::Null), union, wanted, &at);
    }
    let is_object = union.discriminator == Discriminator::Form || kind_is(schema, "object");
    finding.expect(is_object, at, "an object");
    if let Some(tag) = union.discriminator.tag() {
        finding.expect(kind_is(&schema["properties"][tag], "string"), at, "the tag");
        if finding.is_received(at) {
            finding.words(&schema["properties"][tag], "further values", at);
        }
    }
    let path = union.discriminator.path();
    if !path.is_empty() {
        finding.words(schema, &format!("`{}`", path.join(".")), at);
        let names: Vec<&String> = union.arms.iter().flat_map(Arm::tags).collect();
        let is_other = |arm: &Json| {
            let tag = path.iter().fold(arm, |schema, name| &schema["properties"][*name]);
            tag["not"]["enum"] == json!(names) && arm["description"].is_string()
        };
        let takes_others = schema["anyOf"].as_array().is_some_and(|arms| arms.iter().any(is_other));
        finding.expect(takes_others == finding.is_received(at), at, "other tags");
    }
}

fn check_arm(finding: &mut Finding<'_>, arm: &Json, union: &Union, wanted: &Arm, at: &str) {
    finding.says(arm, &wanted.doc, at);
    finding.seen(arm, wanted.seen, at);
    match &wanted.body {
        ArmBody::Value(ty) => check(finding, arm, ty, at),
        ArmBody::Const(value) => finding.expect(arm.get("const") == Some(&plain(value)), at, "value"),
        ArmBody::Fields { record, has } => {
            let def = &finding.model.types[record.0];
            match &def.kind {
                // A declared record is described once.
                _ if !def.is_inline() => {
                    let expected = format!("#/components/schemas/{}", finding.name_of(*record));
                    finding.equals(reference(arm), &json!(expected), at, "the record of the arm");
                    finding.types.push(*record);
                }
                TypeKind::Record(record) => members(finding, arm, &record.fields, has.as_ref(), at),
                _ => {}
            }
            let values: Vec<&String> = wanted.tags().collect();
            let path = union.discriminator.path();
            let tag = path.iter().fold(arm, |schema, name| &schema["properties"][*name]);
            match (path.len(), wanted.also.is_empty()) {
                (0, _) => {}
                (_, true) => finding.equals(&tag["const"], &json!(wanted.name), at, "tag"),
                (_, false) => {
                    let told = finding.follow(tag)["enum"].as_array().map(Vec::as_slice).unwrap_or_default();
                    finding.expect(values.iter().all(|value| told.contains(&json!(value))), at, "values of the tag");
                }
            }
            match has {
                Some(has) => {
                    let names = arm["required"].as_array().map(Vec::as_slice).unwrap_or_default();
                    finding.expect(names.contains(&json!(has)), at, "the member that tells the arm");
                }
                None if path.is_empty() => {
                    let others = union.arms.iter().filter_map(|arm| match &arm.body {
                        ArmBody::Fields { has, .. } => has.as_ref(),
                        _ => None,
                    });
                    let others: Vec<Json> = others.map(|name| json!({ "required": [name] })).collect();
                    let not = &arm["not"];
                    let is_none = not["anyOf"] == json!(others) || others.len() == 1 && *not == others[0];
                    finding.expect(is_none, at, "that the members of the other arms are not there");
                }
                None => {}
            }
        }
    }
}
