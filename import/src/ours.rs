//! What our own generator writes into documents beyond the standard: members that begin with `x-`, and sentences.
//!
//! Input: documents that `chainloom codegen` wrote. Output: the words of the spec from which they came. Sentences that the
//! generator adds to a description are taken off again, as it will add them anew.

use oas3::spec::{ObjectOrReference, ObjectSchema, Operation as Source, Parameter, Schema};
use serde_json::Value as Json;

use crate::document::last_name;
use crate::importer::Importer;
use crate::lift::ASIDE;
use crate::names::Scope;
use crate::operation::{Answer, Entries, File, Operation};
use crate::spec::{Arm, Body, Field, Head, Told, Type, Value, range};
use crate::tree::{Kind, Node};

/// The member by which a document is known.
pub(crate) const MARK: &str = "x-generated-by";

/// The beginnings of what the generator adds to a description.
const ADDED: [&str; 30] = [
    "Unit: ",
    "Range: ",
    "Size: ",
    "The service brings it within ",
    "Default: ",
    "Only `",
    "Since ",
    "Until ",
    "Seen from real services",
    "Also seen ",
    "Seen as an empty text",
    "Document: ",
    "Needs the flag ",
    "Needs the setting ",
    "Needs an archive node",
    "On the public server: ",
    "Only on ",
    "Served: ",
    "Deprecated since ",
    "Deprecated.",
    "Other values may come.",
    "The form of the value tells ",
    "The members that are there tell ",
    "Available:",
    "Limits:",
    "Notes:",
    "The service answers with ",
    "Statuses:",
    "Deployments:",
    "Examples of a request ",
];

/// What a repeat does, in the words that follow the description of each operation.
const EFFECTS: [&str; 4] = [
    "Changes nothing.",
    "A repeat does nothing more.",
    "A repeat consumes or differs.",
    "Changes something each time.",
];

/// The description of an operation: what stands before the sentence on its effect.
pub(crate) fn doc_of_operation(text: &str) -> Option<String> {
    let paragraphs = text.split("\n\n").take_while(|paragraph| !EFFECTS.contains(paragraph));
    let own: Vec<&str> = paragraphs.filter(|paragraph| !paragraph.starts_with("Deprecated")).collect();
    some(own.join("\n\n"))
}

/// The description of a whole document.
pub(crate) fn doc_of_info(text: &str) -> Option<String> {
    some(before_added(text))
}

/// The description of a parameter, whose schema stands apart from it.
pub(crate) fn doc_of_field(text: &str, schema: Option<&Json>) -> Option<String> {
    let schema = schema.and_then(|schema| serde_json::from_value::<ObjectSchema>(schema.clone()).ok());
    doc_of_schema(text, Some(&schema.unwrap_or_default()))
}

/// Further words of a method.
pub(crate) fn method_entries(method: &Json, operation: &mut Operation) {
    let said = |name: &str| method.get(format!("x-{name}"));
    operation.entries.extend(source(said("source")).map(|source| ("source", source)));
    for key in ["cost", "rules", "limits", "available", "since", "until", "deprecated", "notes", "seen"] {
        let value = said(key).map(|value| Node::json(&without_unit(value.clone())));
        operation.entries.extend(value.map(|value| (key, value.from(&operation.pointer))));
    }
    operation.entries.extend(said("pagination").map(|value| ("paginate", pagination(value))));
}

/// The description of a schema.
pub(crate) fn doc_of_schema(text: &str, schema: Option<&ObjectSchema>) -> Option<String> {
    let Some(schema) = schema else { return some(text.to_owned()) };
    let mut paragraphs: Vec<&str> = text.split("\n\n").collect();
    let notes = texts_of_notes(schema.extensions.get("notes"));
    let is_form = schema.extensions.contains_key("form");
    while let Some(last) = paragraphs.last() {
        let is_tag = last.ends_with(" tells which of these it is.");
        let is_note = !notes.is_empty() && last.starts_with(&notes);
        if !(ADDED.iter().any(|added| last.starts_with(added)) || is_tag || is_note) {
            break;
        }
        paragraphs.pop();
    }
    if is_form {
        paragraphs.pop();
    }
    some(paragraphs.join("\n\n"))
}

fn texts_of_notes(notes: Option<&Json>) -> String {
    let first = notes.and_then(|notes| notes.get(0)?.get("text")?.as_str());
    first.unwrap_or_default().to_owned()
}

fn before_added(text: &str) -> String {
    let own = text.split("\n\n").take_while(|paragraph| !ADDED.iter().any(|added| paragraph.starts_with(added)));
    own.collect::<Vec<_>>().join("\n\n")
}

fn some(text: String) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The section of a document.
pub(crate) fn source(value: Option<&Json>) -> Option<Node> {
    value.and_then(Json::as_str).map(Node::text)
}

/// The scalar that a schema describes, if it describes one.
pub(crate) fn scalar(importer: &Importer<'_>, pointer: &str) -> Option<Node> {
    let schema = importer.doc.at(pointer).filter(|_| importer.is_ours)?;
    let form = schema.get("x-form")?.as_object()?;
    let typed: ObjectSchema = serde_json::from_value(schema.clone()).ok()?;
    let mut node = Node::map([] as [(&str, Node); 0]);
    let doc = schema.get("description").and_then(Json::as_str).and_then(|text| doc_of_schema(text, Some(&typed)));
    node.put_opt("doc", doc.map(Node::text));
    node.put_opt("source", source(schema.get("x-source")));
    for (key, value) in form {
        match (key.as_str(), value.as_u64()) {
            ("bits", Some(bits)) => node.put_opt("rust", rust_type(bits, schema).map(Node::text)),
            ("prefix", _) if value == "0x" => {}
            _ => node.put(key, Node::json(value)),
        }
    }
    Some(node.from(pointer).or_out())
}

fn rust_type(bits: u64, schema: &Json) -> Option<String> {
    let least = schema.get("minimum").or(schema.get("x-minimum"));
    let is_signed = match least {
        None => true,
        Some(least) => least.as_str().map_or_else(|| least.to_string(), str::to_owned).starts_with('-'),
    };
    let kind = match (is_signed, bits >= 256) {
        (false, true) => "U",
        (true, true) => "I",
        (false, false) => "u",
        (true, false) => "i",
    };
    Some(format!("{kind}{bits}"))
}

/// What is said of a use of a type.
pub(crate) fn attributes(schema: &ObjectSchema, ty: &mut Type) {
    let said = |name: &str| schema.extensions.get(name);
    if !schema.extensions.contains_key("form") {
        let end = |name: &str| said(name).and_then(Json::as_str).map(str::to_owned);
        if let Some(range) = range(end("minimum"), end("maximum")) {
            ty.put("range", Node::text(range));
        }
    }
    for (name, key) in
        [("default", "defaultsTo"), ("unit", "unit"), ("since", "since"), ("until", "until"), ("source", "source")]
    {
        if let Some(text) = said(name).and_then(Json::as_str) {
            ty.put(key, Node::text(text));
        }
    }
    if let Some(clamp) = said("clamp") {
        let end = |name: &str| clamp.get(name).map(Json::to_string);
        ty.attributes.extend(range(end("min"), end("max")).map(|range| ("clamp", Node::text(range))));
    }
    if let Some(also) = said("also") {
        let value = if also.get("single").is_some() { Node::text("single") } else { Node::json(also) };
        ty.put("also", value);
    }
    for (name, key) in [("deprecated", "deprecated"), ("available", "available"), ("notes", "notes"), ("seen", "seen")]
    {
        if let Some(value) = said(name) {
            ty.put(key, Node::json(value));
        }
    }
}

/// What a parameter says beside its schema.
pub(crate) fn parameter_words(parameter: &Parameter, ty: &mut Type) {
    let mut plain = ObjectSchema { extensions: parameter.extensions.clone(), ..ObjectSchema::default() };
    plain.extensions.remove("join");
    ty.doc = parameter.description.as_deref().and_then(|text| doc_of_schema(text, Some(&plain)));
    attributes(&plain, ty);
}

/// An enumeration of ours is open, and some of its values are only seen.
pub(crate) fn enumeration(schema: &ObjectSchema, at: &str) -> Option<Type> {
    schema.extensions.get("enum-open")?;
    let docs = schema.extensions.get("enum-descriptions").and_then(Json::as_object);
    let only_seen: Vec<&str> = schema
        .extensions
        .get("enum-seen")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    let mut scope = Scope::default();
    let value = |value: &Json| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let doc = docs.and_then(|docs| docs.get(&text)?.as_str()).map(str::to_owned);
        Value { is_number: !value.is_string(), doc, rust: scope.of_value(&text), text }
    };
    let (seen, values) =
        schema.enum_values.iter().map(value).partition(|value: &Value| only_seen.contains(&value.text.as_str()));
    Some(Type::new(Head::Enum { values, seen }, at).or("string"))
}

/// Members that are only seen say so one by one.
pub(crate) fn seen_apart(fields: Vec<Field>) -> (Vec<Field>, Vec<Field>) {
    (fields, Vec::new())
}

/// A union as the generator writes it: titled arms.
pub(crate) fn union(importer: &mut Importer<'_>, schema: &ObjectSchema, at: &str, hint: &str) -> Option<Type> {
    let arms: Vec<(ObjectSchema, String)> = schema
        .any_of
        .iter()
        .enumerate()
        .filter_map(|(index, arm)| {
            let Schema::Object(arm) = arm else { return None };
            let ObjectOrReference::Object(arm) = arm.as_ref() else { return None };
            arm.title.is_some().then(|| (arm.clone(), format!("{at}/anyOf/{index}")))
        })
        .collect();
    if arms.len() != schema.any_of.len() || arms.is_empty() {
        return None;
    }
    let tag = schema.extensions.get("tag").and_then(Json::as_str);
    let is_members =
        schema.description.as_deref().is_some_and(|text| text.contains("The members that are there tell "));
    let told = match (tag, is_members) {
        (Some(tag), _) => Told::Tag(tag.to_owned()),
        (None, true) => Told::Members,
        (None, false) => Told::Form,
    };
    let mut plain = schema.clone();
    plain.any_of.clear();
    let common = importer.own_fields(&plain, at, hint, tag);
    let read = arms
        .iter()
        .filter(|(arm, _)| !is_rest(arm, tag))
        .map(|(arm, place)| read_arm(importer, arm, place, hint, &told));
    let arms = read.collect();
    Some(Type::new(Head::Union { told, common, arms }, at))
}

/// The arm that stands for any other tag.
fn is_rest(arm: &ObjectSchema, tag: Option<&str>) -> bool {
    let Some(Schema::Object(member)) = tag.and_then(|tag| arm.properties.get(tag)) else { return false };
    matches!(member.as_ref(), ObjectOrReference::Object(member) if member.extensions.contains_key(&format!("{ASIDE}not")))
}

fn read_arm(importer: &mut Importer<'_>, arm: &ObjectSchema, at: &str, hint: &str, told: &Told) -> Arm {
    let name = arm.title.clone().unwrap_or_default();
    let seen = arm.extensions.get("seen").is_some();
    let doc = arm.description.as_deref().and_then(|text| doc_of_schema(text, Some(arm)));
    let arm_hint = format!("{hint} {name}");
    let mut read = Arm { name, rust: None, doc, seen, has: None, otherwise: false, body: Body::Fields(Vec::new()) };
    match told {
        Told::Tag(tag) => read.body = Body::Fields(importer.own_fields(arm, at, &arm_hint, Some(tag))),
        Told::Members => {
            read.otherwise = arm.extensions.contains_key(&format!("{ASIDE}not"));
            read.has = arm.required.first().filter(|_| !read.otherwise).cloned();
            read.body = Body::Fields(importer.own_fields(arm, at, &arm_hint, None));
        }
        Told::Form => {
            let mut plain = arm.clone();
            plain.title = None;
            plain.description = None;
            plain.extensions.remove("seen");
            read.body = match plain.properties.is_empty() {
                true => {
                    let object = Schema::Object(Box::new(ObjectOrReference::Object(plain)));
                    Body::Value(importer.settled(&object, at, &arm_hint))
                }
                false => Body::Fields(importer.own_fields(&plain, at, &arm_hint, None)),
            };
        }
    }
    read
}

/// Further words of an operation.
pub(crate) fn operation_entries(importer: &mut Importer<'_>, source_of: &Source, operation: &mut Operation) {
    if !importer.is_ours {
        return;
    }
    let said = |name: &str| source_of.extensions.get(name).cloned();
    operation.entries.extend(source(said("source").as_ref()).map(|source| ("source", source)));
    for key in ["cost", "rules", "limits", "available", "since", "until", "deprecated", "notes", "seen"] {
        operation
            .entries
            .extend(said(key).map(|value| (key, Node::json(&without_unit(value)).from(&operation.pointer))));
    }
    operation.entries.extend(said("pagination").map(|value| ("paginate", pagination(&value).from(&operation.pointer))));
    if let Some(variants) = said("variants") {
        self::variants(importer, &variants, operation);
    }
}

/// The units of costs have one name, which the limits of the client say.
fn without_unit(mut value: Json) -> Json {
    if let Json::Object(members) = &mut value {
        if members.contains_key("units") {
            members.shift_remove("unit");
        }
    }
    value
}

/// The generator says the life of a token in seconds.
fn pagination(value: &Json) -> Node {
    Node::json(value)
}

fn variants(importer: &mut Importer<'_>, variants: &Json, operation: &mut Operation) {
    let mut node = Node::map([] as [(&str, Node); 0]);
    let mut has_response = false;
    for (index, variant) in variants.as_array().into_iter().flatten().enumerate() {
        let Some(name) = variant.get("name").and_then(Json::as_str) else { continue };
        let mut entry = Node::map([] as [(&str, Node); 0]);
        entry.put_opt("doc", variant.get("doc").and_then(Json::as_str).map(Node::text));
        entry.put_opt("source", source(variant.get("x-source")));
        entry.put_opt("fix", variant.get("fix").map(Node::json));
        let at = format!("{}/x-variants/{index}/response", operation.pointer);
        let response = variant.get("response").and_then(|schema| {
            let mut schema = schema.clone();
            crate::lift::schema(&mut schema);
            serde_json::from_value::<Schema>(schema).ok()
        });
        if let Some(schema) = response {
            has_response = true;
            entry.put("response", importer.settled(&schema, &at, &format!("{name} response")).node());
        }
        for key in ["available", "since", "until", "deprecated", "notes", "seen"] {
            entry.put_opt(key, variant.get(format!("x-{key}")).map(Node::json));
        }
        node.put(name, entry.from(&operation.pointer));
    }
    if has_response {
        operation.answer = Answer::None;
    }
    // A parameter that every variant fixes has only these values in the document.
    for param in &mut operation.params {
        let is_fixed = |variant: &Json| variant.get("fix").is_some_and(|fix| fix.get(&param.field.name).is_some());
        if variants.as_array().is_some_and(|all| all.iter().all(is_fixed)) {
            param.field.ty.attributes.retain(|(key, _)| *key != "only");
        }
    }
    operation.entries.push(("variants", node.tall()));
}

/// The statuses of success, with those that are only seen.
pub(crate) fn statuses(source: &Source) -> Option<Node> {
    let mut node = Node::map([] as [(&str, Node); 0]);
    let mut is_plain = true;
    for (status, response) in source.responses.iter().flatten().filter(|(status, _)| status.starts_with('2')) {
        let ObjectOrReference::Object(response) = response else { continue };
        if response.extensions.contains_key("status") {
            return None;
        }
        let seen = response.extensions.get("seen").is_some();
        is_plain &= !seen;
        node.put(status, if seen { Node::map([("seen", flag())]) } else { Node::map([] as [(&str, Node); 0]) });
    }
    if is_plain {
        let Kind::Map(entries) = node.kind else { return None };
        return Some(Node::list(entries.into_iter().map(|(status, _)| Node::new(Kind::Number(status)))));
    }
    Some(node)
}

/// A variable of the client that a path names.
pub(crate) fn is_variable(importer: &Importer<'_>, parameter: &Parameter) -> bool {
    importer.is_ours && parameter.extensions.get("variable") == Some(&Json::Bool(true))
}

/// The same by its name.
pub(crate) fn is_variable_name(importer: &Importer<'_>, name: &str) -> bool {
    let vars = importer.doc.at("/x-variables").and_then(Json::as_array);
    let of_server = importer.doc.at("/servers/0/variables").and_then(|vars| vars.get(name));
    importer.is_ours
        && (of_server.is_some()
            || vars.is_some_and(|vars| vars.iter().any(|var| var.get("name").and_then(Json::as_str) == Some(name))))
}

/// What an answer looks like that reports a failure.
pub(crate) fn errors(importer: &mut Importer<'_>) -> Option<Node> {
    let responses = importer.doc.at("/components/responses")?.as_object()?;
    let failures: Vec<(u16, &Json)> = responses
        .iter()
        .filter_map(|(name, response)| Some((name.strip_prefix("Error")?.parse().ok()?, response)))
        .collect();
    let (_, first) = failures.first()?;
    let body = first.pointer("/content/application~1json/schema/$ref").and_then(Json::as_str)?;
    let pointer = importer.doc.follow(body).ok()?;
    let mut node = Node::map([] as [(&str, Node); 0]);
    node.put_opt("source", source(first.get("x-source")));
    node.put("body", Node::text(importer.type_at(&pointer)));
    node.put_opt("message", source(first.get("x-message")));
    let statuses = failures.iter().map(|(code, response)| {
        let name = response.get("x-name").and_then(Json::as_str).unwrap_or_default();
        let text = response.get("description").and_then(Json::as_str).unwrap_or_default();
        let doc = text
            .split("\n\n")
            .next()
            .and_then(|first| first.strip_prefix(name)?.strip_prefix('.'))
            .map(str::trim)
            .filter(|doc| !doc.is_empty());
        let value = match doc {
            Some(doc) => Node::map([("name", Node::text(name)), ("doc", Node::text(doc))]),
            None => Node::text(name),
        };
        (code.to_string(), value)
    });
    node.put("statuses", Node::map(statuses).tall());
    Some(node.or_out())
}

/// The headers that tell of the rate limit, by the parts that answers refer to.
pub(crate) fn rate_limit(importer: &Importer<'_>) -> Option<Node> {
    let parts = importer.doc.at("/components/headers")?.as_object()?;
    let paths = importer.doc.at("/paths")?.as_object()?;
    let answers = paths
        .values()
        .filter_map(Json::as_object)
        .flat_map(|item| item.values())
        .filter_map(|operation| operation.get("responses")?.as_object())
        .flat_map(|all| all.values());
    let headers = answers.filter_map(|answer| answer.get("headers")?.as_object()).next()?;
    let mut node = Node::map([] as [(&str, Node); 0]);
    for (key, part) in [
        ("policy", "RateLimitPolicy"),
        ("limit", "RateLimitLimit"),
        ("remaining", "RateLimitRemaining"),
        ("reset", "RateLimitReset"),
        ("retryAfter", "RetryAfter"),
    ] {
        let leads =
            |header: &Json| header.get("$ref").and_then(Json::as_str).is_some_and(|target| last_name(target) == part);
        let name = headers.iter().find(|(_, header)| leads(header)).map(|(name, _)| name);
        node.put_opt(key, name.map(Node::text));
    }
    let is_seen = parts.values().any(|part| part.get("x-seen").is_some());
    node.put_opt("seen", is_seen.then(flag));
    Some(Node::map([("rateLimit", node)]))
}

/// A secret, whose header may have the name of a variable.
pub(crate) fn secret(importer: &Importer<'_>, pointer: &str) -> Option<Node> {
    let scheme = importer.doc.at(pointer)?;
    let name = scheme.get("x-name").or(scheme.get("name"))?.as_str()?;
    let mut node = Node::map([("header", Node::text(name))]);
    if scheme.get("x-optional") == Some(&Json::Bool(true)) {
        node.put("optional", flag());
    }
    node.put_opt("source", source(scheme.get("x-source")));
    let text = scheme.get("description").and_then(Json::as_str).unwrap_or_default();
    let is_added = |paragraph: &&str| {
        !paragraph.starts_with("Calls work without it.") && !paragraph.starts_with("No call works without it.")
    };
    let doc: Vec<&str> = text.split("\n\n").take_while(is_added).collect();
    node.put_opt("doc", some(doc.join("\n\n")).map(Node::text));
    Some(node)
}

/// The base URL, all variables, and the deployments that set them.
pub(crate) fn servers(importer: &mut Importer<'_>) -> (Entries, Vec<File>) {
    let doc = importer.doc;
    let url = doc.at("/servers/0/url").and_then(Json::as_str).unwrap_or_default();
    let mut vars = Node::map([] as [(&str, Node); 0]);
    for (name, said) in doc.at("/servers/0/variables").and_then(Json::as_object).into_iter().flatten() {
        vars.put(name, variable(said));
    }
    for said in doc.at("/x-variables").and_then(Json::as_array).into_iter().flatten() {
        if let Some(name) = said.get("name").and_then(Json::as_str) {
            vars.put(name, variable(said));
        }
    }
    let mut entries = vec![("baseUrl", Node::text(url))];
    if !vars.is_empty() {
        entries.push(("vars", vars));
    }
    let deployments =
        doc.at("/x-deployments").and_then(Json::as_array).into_iter().flatten().filter_map(|deployment| {
            let name = deployment.get("name")?.as_str()?;
            let mut file = Node::map([("chainloom", Node::json(&1.into()))]);
            file.put_opt("doc", deployment.get("doc").map(Node::json));
            let vars = deployment.get("vars").map(Node::json).unwrap_or_default();
            file.put("deployment", Node::map([("vars", vars)]));
            Some((format!("deployments/{name}"), file))
        });
    (entries, deployments.collect())
}

fn variable(said: &Json) -> Node {
    let text = said.get("description").and_then(Json::as_str).unwrap_or_default();
    let has_default = !text.contains("It has no default");
    let own = text
        .split("\n\n")
        .take_while(|paragraph| !paragraph.starts_with("It has no default") && !paragraph.starts_with("Document: "));
    let mut node = Node::map([] as [(&str, Node); 0]);
    node.put_opt("default", said.get("default").filter(|_| has_default).map(Node::json));
    node.put_opt("doc", some(own.collect::<Vec<_>>().join("\n\n")).map(Node::text));
    node.put_opt("source", source(said.get("x-source")));
    node
}

/// What the client says of all requests.
pub(crate) fn client_entries(importer: &Importer<'_>) -> Vec<(&'static str, Node)> {
    let said = |key: &str| importer.doc.at(&format!("/x-{key}")).filter(|_| importer.is_ours).map(Node::json);
    ["limits", "notes"].into_iter().filter_map(|key| Some((key, said(key)?.tall()))).collect()
}

fn flag() -> Node {
    Node::new(Kind::Flag(true))
}
