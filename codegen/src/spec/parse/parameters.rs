//! Generic records: each use becomes a separate record, so that later stages see no generic
//! records.
//!
//! ```text
//! Page: { of: T, fields: { items: [T], "next?": string } }   Page<Block> -> the record `PageOfBlock`
//! ```
//!
//! Input: files, each with its uses of generic records. Output: the same files without generic
//! records, and with the record of each use in the file that uses it, where its names are resolved.

mod reach;

use std::collections::{HashMap, HashSet};

use crate::casing::pascal;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::Text;
use crate::language::reader::Reader;
use crate::spec::document::{ANY, FileDecl, GenericRecord, GenericUse, Head, RecordDecl, TypeExpr, TypeItem};

/// Maximum number of members and types in the records of all uses, each a copy of its generic record.
const MAX_COPIED: usize = 200_000;

/// Returns the name of the concrete record of a use: `PageOfBlock`, `PageOfBlockList`,
/// `PageOfBlockOrNull`.
pub(super) fn instance(applied: &GenericUse) -> String {
    let arguments: Vec<String> = applied.arguments.iter().map(argument_name).collect();
    format!("{}Of{}", applied.name.value, arguments.join("And"))
}

/// Returns the canonical text of a use: `Page<[Block]>`.
fn use_text(applied: &GenericUse) -> String {
    let arguments: Vec<String> = applied.arguments.iter().map(argument_text).collect();
    format!("{}<{}>", applied.name.value, arguments.join(", "))
}

fn argument_text(expr: &TypeExpr) -> String {
    match &expr.head {
        Head::Name(name) => name.clone(),
        Head::List(item) => format!("[{}]", argument_text(item)),
        Head::Nullable(inner) => format!("{} | null", argument_text(inner)),
        // The parser of type texts makes no other kinds of types.
        _ => String::new(),
    }
}

fn argument_name(expr: &TypeExpr) -> String {
    match &expr.head {
        Head::Name(name) => pascal(name),
        Head::List(item) => format!("{}List", argument_name(item)),
        Head::Nullable(inner) => format!("{}OrNull", argument_name(inner)),
        // The parser of type texts makes no other kinds of types.
        _ => String::new(),
    }
}

/// Replaces each use of a generic record by a concrete record.
pub(super) fn replace_generic_uses(reader: &mut Reader, files: &mut [FileDecl]) {
    let mut templates: Vec<Vec<GenericRecord>> = files.iter_mut().map(|file| take_templates(reader, file)).collect();
    let modules: Vec<String> = files.iter().map(|file| file.module.join("/")).collect();
    let mut copied = 0;
    for at in 0..files.len() {
        let mut known: HashMap<String, (String, Span)> = names_in(&files[at]);
        let mut refused: HashSet<String> = HashSet::new();
        let applied = std::mem::take(&mut files[at].applied);
        for applied in &applied {
            let (instance, text) = (instance(applied), use_text(applied));
            if let Some(first) = known.get(&instance) {
                if first.0 != text && refused.insert(text.clone()) {
                    refuse_collision(reader, &instance, (&text, applied.name.span), first);
                }
                continue;
            }
            let Some((of, place)) = reach::find(&templates, files, at, &applied.name.value) else {
                refuse_unknown(reader, &templates, &modules, applied);
                continue;
            };
            let template = &mut templates[of][place];
            template.is_used = true;
            copied += size_of(&template.item);
            if copied > MAX_COPIED {
                return refuse_copies(reader, applied);
            }
            if let Some(item) = instantiate(reader, &template.item, applied) {
                reach::import_types_of(files, at, of, &template.item);
                files[at].types.push(item);
                known.insert(instance, (text, applied.name.span));
            }
        }
        let names: Vec<&str> = applied.iter().map(|applied| applied.name.value.as_str()).collect();
        reach::remove_imports(&templates, &mut files[at], &modules, &names);
    }
    for (file, mut templates) in files.iter_mut().zip(templates) {
        templates.iter_mut().filter(|template| !template.is_used).for_each(|template| fill_unused(&mut template.item));
        file.templates = templates;
    }
}

/// Replaces the type parameters of a generic record without a use by [`ANY`].
fn fill_unused(item: &mut TypeItem) {
    let any = TypeExpr { span: item.name.span, head: Head::Name(ANY.to_owned()), attributes: Box::default() };
    let arguments = vec![any; type_parameters(item).len()];
    fill_parameters(item, &arguments);
}

/// Reports the use with which the records of all uses exceed [`MAX_COPIED`].
fn refuse_copies(reader: &mut Reader, applied: &GenericUse) {
    let message = format!("the records of all uses have more than {MAX_COPIED} members and types in all");
    let problem = Diagnostic::error(Code::TooLarge, applied.name.span, message).label("more from here on");
    reader.report(problem.hint("give the members that all uses share a record of their own, as a member"));
}

/// Returns the names that a file declares, each with its text and its place.
fn names_in(file: &FileDecl) -> HashMap<String, (String, Span)> {
    let names = file.scalars.iter().map(|scalar| &scalar.name).chain(file.types.iter().map(|item| &item.name));
    names.map(|name| (name.value.clone(), (name.value.clone(), name.span))).collect()
}

/// Reports a use whose record has the name of another type.
fn refuse_collision(reader: &mut Reader, instance: &str, used: (&str, Span), first: &(String, Span)) {
    let ((text, span), (other, declared)) = (used, first);
    let (what, hint) = match other == instance {
        true => (format!("the declared type `{other}`"), "rename the declared type"),
        false => (format!("`{other}`"), "rename one of the types that they name"),
    };
    let message = format!("the record of `{text}` gets the name `{instance}`, which {what} has");
    let problem = Diagnostic::error(Code::NameCollision, span, message);
    reader.report(problem.second(*declared, "the other").hint(hint));
}

fn type_parameters(item: &TypeItem) -> &[Text] {
    match &item.expr.head {
        Head::Record(record) => &record.of,
        _ => &[],
    }
}

/// Returns the number of members and types in a generic record, which each of its uses copies.
fn size_of(item: &TypeItem) -> usize {
    let Head::Record(record) = &item.expr.head else { return 0 };
    record.fields.iter().map(|field| types_in(&field.ty)).sum()
}

/// Returns the number of types in a type, itself included.
fn types_in(expr: &TypeExpr) -> usize {
    1 + match &expr.head {
        Head::Nullable(inner) | Head::List(inner) => types_in(inner),
        Head::Map { key, value } => key.iter().chain([value]).map(|part| types_in(part)).sum(),
        Head::Tuple(items) => items.iter().map(types_in).sum(),
        // Inline definitions were refused.
        Head::Record(_) | Head::Enum(_) | Head::Union(_) | Head::Name(_) | Head::Const(_) | Head::Foreign(_) => 0,
    }
}

fn take_templates(reader: &mut Reader, file: &mut FileDecl) -> Vec<GenericRecord> {
    let (templates, types) =
        std::mem::take(&mut file.types).into_iter().partition(|item| !type_parameters(item).is_empty());
    file.types = types;
    let templates: Vec<TypeItem> = templates;
    for item in &templates {
        refuse_definitions(reader, item);
    }
    let generic = |item| GenericRecord { idle: idle_parameters(&item), item, is_used: false };
    templates.into_iter().map(generic).collect()
}

/// Reports inline definitions in a generic record, which all its uses would share.
fn refuse_definitions(reader: &mut Reader, item: &TypeItem) {
    let Head::Record(record) = &item.expr.head else { return };
    for field in &record.fields {
        if has_definition(&field.ty) {
            let message = "a generic record cannot contain an inline definition".to_owned();
            let problem = Diagnostic::error(Code::BadShape, field.ty.span, message);
            reader.report(problem.hint("move it to `types` and give it a name"));
        }
    }
}

/// Returns the type parameters that no member of a generic record names.
fn idle_parameters(item: &TypeItem) -> Vec<Text> {
    let Head::Record(record) = &item.expr.head else { return Vec::new() };
    let mut named = Vec::new();
    record.fields.iter().for_each(|field| reach::collect_type_names(&field.ty, &mut named));
    let named: HashSet<String> = named.into_iter().collect();
    record.of.iter().filter(|parameter| !named.contains(&parameter.value)).cloned().collect()
}

fn has_definition(expr: &TypeExpr) -> bool {
    match &expr.head {
        Head::Record(_) | Head::Enum(_) | Head::Union(_) => true,
        Head::Nullable(inner) | Head::List(inner) => has_definition(inner),
        Head::Map { key, value } => key.iter().chain([value]).any(|part| has_definition(part)),
        Head::Tuple(items) => items.iter().any(has_definition),
        Head::Name(_) | Head::Const(_) | Head::Foreign(_) => false,
    }
}

fn refuse_unknown(reader: &mut Reader, templates: &[Vec<GenericRecord>], modules: &[String], applied: &GenericUse) {
    let name = &applied.name;
    let message = format!("there is no generic record `{}`", name.value);
    let problem = Diagnostic::error(Code::UnknownType, name.span, message);
    let is_named = |template: &GenericRecord| template.item.name.value == name.value;
    let elsewhere = templates.iter().position(|templates| templates.iter().any(is_named));
    let hint = match elsewhere.and_then(|file| modules.get(file)) {
        Some(module) => format!("{module} has it: add `use: {{ {module}: [{}] }}`", name.value),
        None => {
            let all = templates.iter().flatten().map(|template| template.item.name.value.as_str());
            let hint = format!("declare it under `types`: `{}: {{ of: T, fields: … }}`", name.value);
            did_you_mean(&name.value, all).unwrap_or(hint)
        }
    };
    reader.report(problem.hint(hint));
}

/// Builds the concrete record of a use; `None` after a report.
fn instantiate(reader: &mut Reader, template: &TypeItem, applied: &GenericUse) -> Option<TypeItem> {
    let type_parameters = type_parameters(template);
    if type_parameters.len() != applied.arguments.len() {
        let (wanted, given) = (type_parameters.len(), applied.arguments.len());
        let message = format!("`{}` must have {wanted} type arguments, but has {given}", template.name.value);
        let problem = Diagnostic::error(Code::BadShape, applied.name.span, message);
        reader.report(problem.second(template.name.span, "declared here"));
        return None;
    }
    let mut item = template.clone();
    item.name.value = instance(applied);
    fill_parameters(&mut item, &applied.arguments);
    if let Head::Record(record) = &mut item.expr.head {
        record.of.clear();
    }
    Some(item)
}

/// Replaces the type parameters of a generic record by arguments, in their order.
fn fill_parameters(item: &mut TypeItem, arguments: &[TypeExpr]) {
    let Head::Record(RecordDecl { fields, of, .. }) = &mut item.expr.head else { return };
    let known: HashMap<&str, &TypeExpr> = of.iter().map(|parameter| parameter.value.as_str()).zip(arguments).collect();
    let by_name = |name: &str| known.get(name).copied();
    fields.iter_mut().for_each(|field| replace_parameters(&mut field.ty, &by_name));
}

/// Replaces the type parameters in a type. The arguments keep the span of the use, so that unknown
/// types are reported there.
fn replace_parameters<'a>(expr: &mut TypeExpr, by_name: &dyn Fn(&str) -> Option<&'a TypeExpr>) {
    match &mut expr.head {
        Head::Name(name) => {
            if let Some(argument) = by_name(name) {
                expr.span = argument.span;
                expr.head = argument.head.clone();
            }
        }
        Head::Nullable(inner) => {
            replace_parameters(inner, by_name);
            // A nullable type is not made nullable twice.
            if let Head::Nullable(_) = inner.head {
                expr.head = inner.head.clone();
            }
        }
        Head::List(inner) => replace_parameters(inner, by_name),
        Head::Map { key, value } => {
            key.iter_mut().for_each(|key| replace_parameters(key, by_name));
            replace_parameters(value, by_name);
        }
        Head::Tuple(items) => items.iter_mut().for_each(|item| replace_parameters(item, by_name)),
        Head::Record(_) | Head::Enum(_) | Head::Union(_) | Head::Const(_) | Head::Foreign(_) => {}
    }
}
