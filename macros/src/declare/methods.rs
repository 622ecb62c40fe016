//! Converts traits to files with operations.
//!
//! Input: a trait. Output: the tree of a file in the folder of the module. With an endpoint it is a
//! JSON-RPC service, otherwise its operations belong to the client itself. The place of each
//! parameter follows from the path and verb of its method.

use chainloom_codegen::node::{Entry, Node, NodeKind};
use chainloom_codegen::{CALLS, CallKey, Tree};
use heck::{ToLowerCamelCase as _, ToSnakeCase as _};
use quote::ToTokens as _;
use syn::{FnArg, Ident, ItemTrait, Pat, ReturnType, Signature, TraitItem, TraitItemFn, Type};

use super::attributes::{Attributes, METHOD, PARAMETER, TRAIT};
use super::bodies;
use super::foreign::Foreign;
use super::items::{self, member};
use super::maker::Maker;
use super::source_file;
use super::style::CaseStyle;
use super::types::{shown, type_node};

/// Keys of a response besides its type.
const ANSWERS: [&str; 3] = ["response", "events", "lines"];

/// HTTP methods whose parameters are in the query, unless the spec gives them another place.
const WITHOUT_BODY: [&str; 5] = ["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"];

/// Returns whether a trait's operations go to a service of the package.
pub(crate) fn joins_package(item: &&ItemTrait) -> bool {
    let mut quiet = Maker::default();
    let attributes = Attributes::of(&mut quiet, &item.attrs, &TRAIT);
    let service = attributes.entries.iter().find(|entry| entry.key.text == "service");
    matches!(service.map(|entry| &entry.value.kind), Some(NodeKind::Text(name)) if name.contains('/'))
}

/// Returns the client of a module without one. Its base URL is given when it is created.
pub(crate) fn usual_client(maker: &mut Maker, name: &Ident) -> Entry {
    let doc = maker.text_entry("doc", "Where the service is.", name);
    let var = maker.map(vec![doc], name);
    let var = maker.entry("url", name, var);
    let vars = maker.map(vec![var], name);
    let entries = vec![maker.text_entry("baseUrl", "{url}", name), maker.entry("vars", name, vars)];
    let value = maker.map(entries, name);
    maker.entry("client", name, value)
}

/// Returns the name of the module that a trait becomes.
pub(crate) fn module_name(item: &ItemTrait) -> String {
    items::name(&item.ident).to_snake_case()
}

pub(crate) fn make_tree(maker: &mut Maker, foreign: &mut Foreign, module: &str, item: &ItemTrait) -> Tree {
    let mut attributes = Attributes::of(maker, &item.attrs, &TRAIT);
    let name = module_name(item);
    attributes.document(maker, format!("The service `{}`.", items::name(&item.ident)), &item.ident);
    foreign.refuse_generics(maker, &item.generics);
    for bound in &item.supertraits {
        maker.refuse(bound, "a service cannot have supertraits");
    }
    if !attributes.has("service") {
        let is_rpc = ["endpoint", "endpoints", "rpc"].iter().any(|key| attributes.has(key));
        let service = if is_rpc { name.as_str() } else { module };
        attributes.entries.push(maker.text_entry("service", service, &item.ident));
    }
    let mut operations = Vec::new();
    for item in &item.items {
        match item {
            TraitItem::Fn(method) => operations.push(operation(maker, foreign, method)),
            other => maker.refuse(other, "a service can only have methods"),
        }
    }
    let operations = maker.map(operations, &item.ident);
    attributes.entries.push(maker.entry("operations", &item.ident, operations));
    let root = maker.file(attributes.entries, &item.ident);
    Tree { source: source_file(&format!("{module}/{name}")), root }
}

/// Converts a method to an operation.
fn operation(maker: &mut Maker, foreign: &mut Foreign, method: &TraitItemFn) -> Entry {
    let signature = &method.sig;
    let mut attributes = Attributes::of(maker, &method.attrs, &METHOD);
    foreign.refuse_generics(maker, &signature.generics);
    check_signature(maker, method);
    let rust = items::name(&signature.ident);
    let name = attributes.rename.take().unwrap_or_else(|| rust.to_lower_camel_case());
    let method = chainloom_codegen::snake(&name);
    if method != rust {
        let text = format!("the client would call this method `{method}`\n= help: write `fn {method}`");
        maker.refuse(&signature.ident, text);
    }
    let call = attributes.entries.iter().find_map(http_call);
    let parameters = parameters(maker, foreign, signature, call.as_ref(), attributes.rename_all);
    for (key, entries) in parameters.places {
        let value = maker.map(entries, &signature.ident);
        attributes.entries.push(maker.entry(key, &signature.ident, value));
    }
    attributes.entries.extend(parameters.whole_body);
    let key = if call.is_some() { "response" } else { "result" };
    if let Some(ty) = answer(maker, signature) {
        let node = type_node(maker, foreign, ty);
        match attributes.entries.iter_mut().find(|entry| ANSWERS.contains(&entry.key.text.as_str())) {
            // The attribute states the keys next to the type: `response(headers(ETag = string))`.
            Some(Entry { key, value: Node { kind: NodeKind::Map(members), .. } }) if key.text == "response" => {
                members.insert(0, maker.entry("type", ty, node));
            }
            Some(_) => maker.refuse(ty, "the attribute already states the response: write `-> ()`"),
            None => attributes.entries.push(maker.entry(key, ty, node)),
        }
    }
    let value = maker.map(attributes.entries, signature);
    maker.entry(name, &signature.ident, value)
}

/// Returns the HTTP method and the path that an entry states; `None` for an entry that states no request.
fn http_call(entry: &Entry) -> Option<(String, String)> {
    let text = match &entry.value.kind {
        NodeKind::Text(text) => text.as_str(),
        _ => "",
    };
    let (method, path) = match CALLS.iter().find(|(word, _)| *word == entry.key.text)?.1 {
        CallKey::Verb(verb) => (verb.as_str(), text),
        CallKey::RequestLine => text.split_once(' ').unwrap_or((text, "")),
        CallKey::Rpc => return None,
    };
    Some((method.to_owned(), path.to_owned()))
}

fn check_signature(maker: &mut Maker, method: &TraitItemFn) {
    let signature = &method.sig;
    if let Some(body) = &method.default {
        maker.refuse(body, "a method has no body: end it with `;`");
    }
    match signature.receiver() {
        Some(receiver) if receiver.to_token_stream().to_string().replace(' ', "") == "&self" => {}
        Some(receiver) => maker.refuse(receiver, "a call borrows the client: write `&self`"),
        None => maker.refuse(&signature.ident, "the first parameter of a method must be `&self`"),
    }
    let odd =
        [signature.constness.to_token_stream(), signature.safety.to_token_stream(), signature.abi.to_token_stream()];
    for word in odd.iter().filter(|word| !word.is_empty()) {
        maker.refuse(word, format!("`{word}` has no effect on a call: write `fn`"));
    }
    if let Some(variadic) = &signature.variadic {
        maker.refuse(variadic, "a method cannot be variadic");
    }
}

/// Returns the type of the response; `None` for `()`.
fn answer<'s>(maker: &mut Maker, signature: &'s Signature) -> Option<&'s Type> {
    match &signature.output {
        ReturnType::Default => {
            maker.refuse(&signature.ident, "write the type of the response: `-> Type`, or `-> ()` for none");
            None
        }
        ReturnType::Type(_, ty) if shown(ty) == "()" => None,
        ReturnType::Type(_, ty) if shown(ty).starts_with("Result<") => {
            maker.refuse(ty, "every call returns a `Result`: write only the type of the response");
            None
        }
        ReturnType::Type(_, ty) => Some(ty),
    }
}

#[derive(Default)]
struct Parameters {
    /// Parameters under the keys of their places, in the order of the first of each.
    places: Vec<(&'static str, Vec<Entry>)>,
    whole_body: Option<Entry>,
}

/// Converts the parameters of a method to entries, by their places.
fn parameters(
    maker: &mut Maker,
    foreign: &mut Foreign,
    signature: &Signature,
    call: Option<&(String, String)>,
    style: Option<CaseStyle>,
) -> Parameters {
    let mut found = Parameters::default();
    for input in &signature.inputs {
        let FnArg::Typed(input) = input else { continue };
        let Pat::Ident(pattern) = &*input.pat else {
            maker.refuse(&input.pat, "a parameter must have a name");
            continue;
        };
        let attributes = Attributes::of(maker, &input.attrs, &PARAMETER);
        if bodies::is_whole(&pattern.ident, &attributes, usual_place("body", call)) {
            found.whole_body = Some(bodies::whole(maker, foreign, pattern, &input.ty, &attributes));
            continue;
        }
        let given = attributes.place;
        let entry = member(maker, foreign, &pattern.ident, &input.ty, attributes, style.unwrap_or(CaseStyle::Camel));
        let place = given.unwrap_or_else(|| usual_place(&entry.key.text, call));
        match found.places.iter_mut().find(|(key, _)| *key == place) {
            Some((_, entries)) => entries.push(entry),
            None => found.places.push((place, vec![entry])),
        }
    }
    if found.whole_body.is_some() {
        bodies::refuse_members(maker, &found.places);
    }
    found
}

/// Returns the default place of a parameter: the path if it is named there, else the query for a method without a body,
/// else the body.
fn usual_place(name: &str, call: Option<&(String, String)>) -> &'static str {
    match call {
        None => "params",
        Some((_, path)) if path.contains(&format!("{{{name}}}")) => "path",
        Some((verb, _)) if WITHOUT_BODY.contains(&verb.as_str()) => "query",
        Some(_) => "body",
    }
}
