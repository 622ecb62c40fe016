//! An OpenRPC document as a reader sees it.
//!
//! Input: the documents that are made from the model of `spec/`. Output: answers to a reader's
//! questions; references are followed only where a reader would.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use chainloom_codegen::model::ParamStyle;
use serde_json::Value;

use super::super::finding::squeezed;
use super::super::read_documents;

/// A parameter, whether it stands alone or as a member of the one object that is sent.
pub(crate) struct Param<'d> {
    pub(crate) name: &'d str,
    /// Whether it is required; `None` if the document does not say so.
    pub(crate) required: Option<bool>,
    /// What has its description.
    pub(crate) said: &'d Value,
    pub(crate) schema: &'d Value,
}

/// The documents by the names of their services, made once.
pub(crate) fn documents() -> &'static BTreeMap<String, Value> {
    static DOCUMENTS: OnceLock<BTreeMap<String, Value>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| read_documents(".openrpc.json"))
}

pub(crate) fn methods(document: &Value) -> &Vec<Value> {
    document["methods"].as_array().unwrap()
}

/// The method with this template; null when there is none.
pub(crate) fn method<'d>(document: &'d Value, template: &str) -> &'d Value {
    static NONE: Value = Value::Null;
    let is_it = |method: &&Value| {
        let own = method["x-method-template"].as_str().or(method["name"].as_str());
        own == Some(template)
    };
    methods(document).iter().find(is_it).unwrap_or(&NONE)
}

/// The name under which a template is listed.
pub(crate) fn name_of(document: &Value, template: &str) -> String {
    method(document, template)["name"].as_str().unwrap_or_else(|| panic!("there is no {template}")).to_owned()
}

pub(crate) fn params<'d>(method: &'d Value, style: ParamStyle) -> Vec<Param<'d>> {
    let descriptors = method["params"].as_array().map(Vec::as_slice).unwrap_or_default();
    if style != ParamStyle::ObjectInArray {
        return descriptors.iter().map(descriptor).collect();
    }
    assert!(descriptors.len() <= 1, "one object is sent");
    let members = descriptors.iter().flat_map(|object| {
        let required = object["schema"]["required"].as_array();
        object["schema"]["properties"].as_object().into_iter().flatten().map(move |(name, schema)| Param {
            name,
            required: Some(required.is_some_and(|all| all.iter().any(|one| one == name))),
            said: schema,
            schema,
        })
    });
    members.collect()
}

/// What an example sends, by name.
pub(crate) fn request(pairing: &Value, style: ParamStyle) -> BTreeMap<String, Value> {
    let params = pairing["params"].as_array().into_iter().flatten();
    if style == ParamStyle::ObjectInArray {
        let members = params.flat_map(|param| param["value"].as_object().into_iter().flatten());
        return members.map(|(name, value)| (name.clone(), value.clone())).collect();
    }
    params.map(|param| (param["name"].as_str().unwrap_or_default().to_owned(), param["value"].clone())).collect()
}

/// Every text of the document in a row.
pub(crate) fn all_words(document: &Value) -> String {
    let mut out = String::new();
    words(document, &mut out);
    squeezed(&out)
}

fn descriptor(value: &Value) -> Param<'_> {
    Param {
        name: value["name"].as_str().unwrap_or_default(),
        required: value["required"].as_bool(),
        said: value,
        schema: &value["schema"],
    }
}

fn words(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => {
            out.push_str(text);
            out.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| words(item, out)),
        Value::Object(members) => members.values().for_each(|value| words(value, out)),
        _ => {}
    }
}
