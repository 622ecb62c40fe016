//! Every type that a service speaks of is in its document, with members, values and arms.

use chainloom_codegen::model::{Arm, ArmBody, Enum, Field, Type, TypeDef, TypeId, TypeKind, Union, to_json};
use serde_json::{Value, json};

use super::document::{Document, documents, squeezed};
use super::facts::{Missing, check_field, type_schema};
use super::model;

/// Counts of checked facts, so that a test without any fails.
#[derive(Default)]
struct Counts {
    missing: Missing,
    members: usize,
    values: usize,
    arms: usize,
}

#[test]
fn each_type_that_a_service_speaks_of_is_there_with_all_its_members_values_and_arms() {
    let mut counts = Counts::default();
    for document in documents().values() {
        for (name, schema) in document.schemas() {
            let Some(def) = document.type_of(name) else { panic!("{name} is no type of the spec") };
            check_type(&mut counts, document, name, def, schema);
        }
    }
    let Counts { missing, members, values, arms } = counts;
    missing.none();
    println!("{members} members, {values} values of enumerations, {arms} arms of unions");
    assert!(members > 800 && values > 50 && arms > 40, "{members} members, {values} values, {arms} arms");
}

fn check_type(counts: &mut Counts, document: &Document, name: &str, def: &TypeDef, schema: &Value) {
    let text = squeezed(schema["description"].as_str().unwrap_or_default());
    counts.missing.unless(text.contains(&squeezed(&def.doc)), || format!("{name}: `{}`", def.doc));
    match &def.kind {
        TypeKind::Record(record) => check_members(counts, document, name, &record.fields, schema),
        TypeKind::Union(union) => check_union(counts, document, name, union, schema),
        TypeKind::Enum(all) => check_values(counts, name, all, schema),
        TypeKind::Alias(ty) => {
            let wanted = type_schema(document, ty);
            counts.missing.unless(document.mentions(schema, &wanted), || format!("{name}: what it stands for"));
        }
        TypeKind::Scalar(scalar) => {
            let form = squeezed(&chainloom_codegen::form_in_words(&scalar.form));
            counts.missing.unless(text.contains(&form), || format!("{name}: its form"));
        }
    }
}

fn check_values(counts: &mut Counts, name: &str, all: &Enum, schema: &Value) {
    for value in &all.values {
        counts.values += 1;
        let listed = schema["enum"].as_array().is_some_and(|all| all.contains(&json!(value.name)));
        counts.missing.unless(listed, || format!("{name}: the value {}", value.name));
        let doc = schema["x-enum-descriptions"][&value.name].as_str().unwrap_or_default();
        counts.missing.unless(doc == value.doc, || format!("{name}: what {} is", value.name));
        let text = schema["description"].as_str().unwrap_or_default();
        let is_told = text.contains(&format!("`{}`", value.name));
        counts.missing.unless(is_told || !value.seen, || format!("{name}: who says {}", value.name));
    }
}

fn check_members(counts: &mut Counts, document: &Document, name: &str, fields: &[Field], schema: &Value) {
    for field in fields {
        counts.members += 1;
        let members = if field.rest { "x-rest" } else { "properties" };
        let (at, member) = (format!("{name}.{}", field.name), &schema[members][&field.name]);
        check_field(&mut counts.missing, &at, field, member["description"].as_str().unwrap_or_default(), member);
        let required = schema["required"].as_array().is_some_and(|all| all.contains(&json!(field.name)));
        // The member that tells an arm must be there, whatever it is elsewhere.
        counts.missing.unless(required || !field.required || field.rest, || format!("{at}: required"));
        let type_of = type_schema(document, &field.ty);
        counts.missing.unless(document.mentions(member, &type_of), || format!("{at}: its type {type_of}"));
    }
}

fn check_union(counts: &mut Counts, document: &Document, name: &str, union: &Union, schema: &Value) {
    check_members(counts, document, name, &union.common, schema);
    let arms = schema["anyOf"].as_array().unwrap();
    for arm in &union.arms {
        counts.arms += 1;
        let at = format!("{name}, arm {}", arm.name);
        let Some(own) = arms.iter().find(|one| one["title"] == arm.name.as_str()) else {
            counts.missing.unless(false, || at);
            continue;
        };
        let text = squeezed(own["description"].as_str().unwrap_or_default());
        counts.missing.unless(text.contains(&squeezed(&arm.doc)), || format!("{at}: `{}`", arm.doc));
        check_arm(counts, document, &at, (union, arm), own);
    }
}

fn check_arm(counts: &mut Counts, document: &Document, at: &str, (union, arm): (&Union, &Arm), schema: &Value) {
    match &arm.body {
        ArmBody::Value(ty) => {
            let wanted = type_schema(document, ty);
            counts.missing.unless(document.mentions(schema, &wanted), || format!("{at}: its type {wanted}"));
        }
        ArmBody::Const(value) => {
            counts.missing.unless(schema["const"] == to_json(value), || format!("{at}: its value"));
        }
        ArmBody::Fields { record, has } => {
            // A declared record is there under its own name, with all its members.
            if model().types[record.0].is_inline() {
                check_members(counts, document, at, members_of(*record), schema);
            } else {
                let wanted = type_schema(document, &Type::Named(*record));
                counts.missing.unless(document.mentions(schema, &wanted), || format!("{at}: its record {wanted}"));
            }
            let required = schema["required"].as_array();
            let must = |name: &String| required.is_some_and(|all| all.contains(&json!(name)));
            counts.missing.unless(has.as_ref().is_none_or(must), || format!("{at}: what tells it"));
            if let Some(tag) = union.discriminator.tag() {
                counts
                    .missing
                    .unless(schema["properties"][tag]["const"] == arm.name.as_str(), || format!("{at}: its tag"));
            }
        }
    }
}

fn members_of(record: TypeId) -> &'static [Field] {
    match &model().types[record.0].kind {
        TypeKind::Record(record) => &record.fields,
        _ => &[],
    }
}
