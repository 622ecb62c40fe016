//! An OpenRPC document as a reader sees it.
//!
//! Input: the documents that are made from the model of `spec/`. Output: answers to a reader's
//! questions; references are followed only where a reader would.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use chainloom_codegen::model::{ModuleId, ParamStyle, TypeDef};
use chainloom_tests::spec;
use chainloom_tests::vectors::repository;
use serde_json::Value;

const SCHEMAS: &str = "#/components/schemas/";

/// The document of one service.
pub(crate) struct Document {
    pub(crate) json: Value,
    /// The modules that describe what the service does.
    modules: BTreeSet<ModuleId>,
}

/// A parameter, whether it stands alone or as a member of the one object that is sent.
pub(crate) struct Param<'d> {
    pub(crate) name: &'d str,
    pub(crate) required: bool,
    pub(crate) description: &'d str,
    pub(crate) schema: &'d Value,
}

/// The documents by the names of their services, made once.
pub(crate) fn documents() -> &'static BTreeMap<String, Document> {
    static DOCUMENTS: OnceLock<BTreeMap<String, Document>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| {
        let model = spec::model().unwrap_or_else(|mistakes| panic!("{mistakes}"));
        // What is checked in is what the spec makes: `codegen --check` is a step of its own.
        let folder = std::fs::read_dir(repository().join("generated/docs")).expect("the folder of the documents");
        let paths = folder.map(|entry| entry.expect("an entry").path());
        let made = paths.filter_map(|path| {
            let service = path.file_name()?.to_str()?.strip_suffix(".openrpc.json")?.to_owned();
            Some((service, std::fs::read_to_string(&path).expect("a text")))
        });
        made.map(|(service, text)| {
            let json = serde_json::from_str(&text).expect("JSON");
            let at = model.services.iter().position(|one| one.name == service).expect("a service of this name");
            let operations = model.operations.iter().filter(|operation| operation.service.0 == at);
            let modules = operations.map(|operation| operation.module).collect();
            (service.to_owned(), Document { json, modules })
        })
        .collect()
    })
}

/// Single spaces, so that lines may be broken anywhere.
pub(crate) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Document {
    pub(crate) fn methods(&self) -> &Vec<Value> {
        self.json["methods"].as_array().unwrap()
    }

    /// The method with this template; null when there is none.
    pub(crate) fn method(&self, template: &str) -> &Value {
        static NONE: Value = Value::Null;
        let is_it = |method: &&Value| {
            let own = method["x-method-template"].as_str().or(method["name"].as_str());
            own == Some(template)
        };
        self.methods().iter().find(is_it).unwrap_or(&NONE)
    }

    /// The name under which a template is listed.
    pub(crate) fn name_of(&self, template: &str) -> String {
        self.method(template)["name"].as_str().unwrap_or_else(|| panic!("there is no {template}")).to_owned()
    }

    pub(crate) fn params<'d>(&self, method: &'d Value, style: ParamStyle) -> Vec<Param<'d>> {
        let descriptors = method["params"].as_array().unwrap();
        if style != ParamStyle::ObjectInArray {
            return descriptors.iter().map(descriptor).collect();
        }
        assert!(descriptors.len() <= 1, "one object is sent");
        let members = descriptors.iter().flat_map(|object| {
            let required = object["schema"]["required"].as_array();
            let properties = object["schema"]["properties"].as_object().unwrap();
            properties.iter().map(move |(name, schema)| Param {
                name,
                required: required.is_some_and(|all| all.iter().any(|one| one == name)),
                description: schema["description"].as_str().unwrap_or_default(),
                schema,
            })
        });
        members.collect()
    }

    /// What an example sends, by name.
    pub(crate) fn request(&self, pairing: &Value, style: ParamStyle) -> BTreeMap<String, Value> {
        let params = pairing["params"].as_array().unwrap();
        if style == ParamStyle::ObjectInArray {
            let members = params.iter().flat_map(|param| param["value"].as_object().unwrap());
            return members.map(|(name, value)| (name.clone(), value.clone())).collect();
        }
        params.iter().map(|param| (param["name"].as_str().unwrap().to_owned(), param["value"].clone())).collect()
    }

    pub(crate) fn schemas(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.json["components"]["schemas"].as_object().unwrap().iter()
    }

    /// The type of the spec that a definition is of: its name, with the module before it where one
    /// name is there twice.
    pub(crate) fn type_of(&self, name: &str) -> Option<&'static TypeDef> {
        let model = spec::model().ok()?;
        let mut steps: Vec<&str> = name.split('.').collect();
        let own = steps.pop()?;
        let fits = |def: &&TypeDef| {
            let path = &model.modules[def.module.0].path;
            def.name == own && (steps.is_empty() || path.iter().eq(steps.iter().copied()))
        };
        let found: Vec<&TypeDef> = model.types.iter().filter(fits).collect();
        // A service speaks of its own type, or one of its client, rather than of one of the same
        // name elsewhere.
        let folder = |module: &ModuleId| model.modules[module.0].path.first();
        let is_own = |def: &&&TypeDef| self.modules.contains(&def.module);
        let is_near = |def: &&&TypeDef| self.modules.iter().any(|own| folder(own) == folder(&def.module));
        found.iter().find(is_own).or(found.iter().find(is_near)).or(found.first()).copied()
    }

    /// The reference by which a type is known in this document.
    pub(crate) fn reference_to(&self, def: &TypeDef) -> String {
        let model = spec::model().unwrap();
        let long = format!("{}.{}", model.modules[def.module.0].path.join("."), def.name);
        let schemas = &self.json["components"]["schemas"];
        let name = if schemas[&long].is_null() { def.name.clone() } else { long };
        assert!(!schemas[&name].is_null(), "{name} is not defined");
        format!("{SCHEMAS}{name}")
    }

    /// Whether a schema, or one that it is made of, has these members: all of `wanted`, which may
    /// be nested.
    pub(crate) fn mentions(&self, schema: &Value, wanted: &Value) -> bool {
        let arms = ["anyOf", "allOf"].into_iter().filter_map(|word| schema[word].as_array()).flatten();
        holds(schema, wanted) || arms.into_iter().any(|arm| self.mentions(arm, wanted))
    }

    /// Every text of the document in a row.
    pub(crate) fn all_words(&self) -> String {
        let mut out = String::new();
        words(&self.json, &mut out);
        squeezed(&out)
    }
}

fn descriptor(value: &Value) -> Param<'_> {
    Param {
        name: value["name"].as_str().unwrap(),
        required: value["required"] == true,
        description: value["description"].as_str().unwrap_or_default(),
        schema: &value["schema"],
    }
}

/// Whether all members of `wanted` are there with these values; a type may have null beside it.
fn holds(schema: &Value, wanted: &Value) -> bool {
    let Some(members) = wanted.as_object() else { return schema == wanted };
    members.iter().all(|(name, value)| {
        let found = &schema[name];
        let beside_null = || found.as_array().is_some_and(|all| all.contains(value));
        found == value || beside_null() || (value.is_object() && through(found, value))
    })
}

fn through(schema: &Value, wanted: &Value) -> bool {
    let arms = ["anyOf", "allOf"].into_iter().filter_map(|word| schema[word].as_array()).flatten();
    holds(schema, wanted) || arms.into_iter().any(|arm| through(arm, wanted))
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
