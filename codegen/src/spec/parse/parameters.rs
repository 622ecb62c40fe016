//! Records with a parameter: each use becomes a record of its own, so that no later stage knows of them.
//!
//! ```text
//! Page: { of: T, fields: { items: [T], "next?": string } }        Page<Block> -> the record `PageOfBlock`
//! ```
//!
//! Input: files as they were read, with the uses that were found in each. Output: the same files, without the records that have
//! parameters, and with the record of each use in the file that uses it, where its names are looked up.

use super::reader::Reader;
use crate::casing::pascal;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::spec::document::{Applied, FileDecl, Head, RecordDecl, Text, TypeExpr, TypeItem};

/// The name of the record that it becomes: `PageOfBlock`, `PageOfBlockList`, `PageOfBlockOrNull`.
pub(super) fn instance(applied: &Applied) -> String {
    let arguments: Vec<String> = applied.arguments.iter().map(argument).collect();
    format!("{}Of{}", applied.name.value, arguments.join("And"))
}

fn argument(expr: &TypeExpr) -> String {
    match &expr.head {
        Head::Name(name) => pascal(name),
        Head::List(item) => format!("{}List", argument(item)),
        Head::Nullable(inner) => format!("{}OrNull", argument(inner)),
        // A text says nothing else.
        _ => String::new(),
    }
}

/// Puts a record in place of each use.
pub(super) fn write_out(reader: &mut Reader, files: &mut [FileDecl]) {
    let templates: Vec<Vec<TypeItem>> = files.iter_mut().map(|file| take_templates(reader, file)).collect();
    for at in 0..files.len() {
        let mut known: Vec<String> = Vec::new();
        for applied in std::mem::take(&mut files[at].applied) {
            let instance = instance(&applied);
            if known.contains(&instance) {
                continue;
            }
            let Some(template) = find(&templates, files, at, &applied.name.value) else {
                refuse_unknown(reader, &templates, &applied);
                continue;
            };
            if let Some(item) = written_out(reader, template, &applied) {
                files[at].types.push(item);
                known.push(instance);
            }
        }
    }
}

fn parameters(item: &TypeItem) -> &[Text] {
    match &item.expr.head {
        Head::Record(record) => &record.of,
        _ => &[],
    }
}

fn take_templates(reader: &mut Reader, file: &mut FileDecl) -> Vec<TypeItem> {
    let (templates, types) = std::mem::take(&mut file.types).into_iter().partition(|item| !parameters(item).is_empty());
    file.types = types;
    for item in &templates {
        refuse_definitions(reader, item);
    }
    templates
}

/// A definition without a name of its own would be one for all uses.
fn refuse_definitions(reader: &mut Reader, item: &TypeItem) {
    let Head::Record(record) = &item.expr.head else { return };
    for field in &record.fields {
        if has_definition(&field.ty) {
            let message = "a record with a parameter holds no definition without a name".to_owned();
            let problem = Diagnostic::error(Code::BadShape, field.ty.span, message);
            reader.report(problem.hint("move it to `types` and give it a name"));
        }
    }
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

/// The record that a name means in a file: one of the file, of its client's file, or of a file at the root.
fn find<'t>(templates: &'t [Vec<TypeItem>], files: &[FileDecl], at: usize, name: &str) -> Option<&'t TypeItem> {
    let of_file = |file: usize| templates[file].iter().find(|item| item.name.value == name);
    let path = &files[at].module;
    let is_above = |file: &usize| {
        let other = &files[*file];
        other.module.len() == 1 && (other.client.is_none() || path.starts_with(&other.module))
    };
    of_file(at).or_else(|| (0..files.len()).filter(is_above).find_map(of_file))
}

fn refuse_unknown(reader: &mut Reader, templates: &[Vec<TypeItem>], applied: &Applied) {
    let name = &applied.name;
    let message = format!("there is no record `{}` with a parameter", name.value);
    let near = did_you_mean(&name.value, templates.iter().flatten().map(|item| item.name.value.as_str()));
    let hint = format!(
        "declare it in this file, that of its client or one at the root: `{}: {{ of: T, fields: … }}`",
        name.value
    );
    reader.report(Diagnostic::error(Code::UnknownType, name.span, message).hint(near.unwrap_or(hint)));
}

/// The record of one use.
fn written_out(reader: &mut Reader, template: &TypeItem, applied: &Applied) -> Option<TypeItem> {
    let parameters = parameters(template);
    if parameters.len() != applied.arguments.len() {
        let (wanted, given) = (parameters.len(), applied.arguments.len());
        let message = format!("`{}` takes {wanted}, not {given}, in angle brackets", template.name.value);
        let problem = Diagnostic::error(Code::BadShape, applied.name.span, message);
        reader.report(problem.second(template.name.span, "declared here"));
        return None;
    }
    let mut item = template.clone();
    item.name.value = instance(applied);
    if let Head::Record(RecordDecl { fields, of, .. }) = &mut item.expr.head {
        let names: Vec<String> = std::mem::take(of).into_iter().map(|name| name.value).collect();
        let by_name = |name: &str| {
            let at = names.iter().position(|parameter| parameter == name)?;
            applied.arguments.get(at)
        };
        fields.iter_mut().for_each(|field| replace(&mut field.ty, &by_name));
    }
    Some(item)
}

/// A type that is not known is one of the use, and told there.
fn replace<'a>(expr: &mut TypeExpr, by_name: &dyn Fn(&str) -> Option<&'a TypeExpr>) {
    match &mut expr.head {
        Head::Name(name) => {
            if let Some(argument) = by_name(name) {
                expr.span = argument.span;
                expr.head = argument.head.clone();
            }
        }
        Head::Nullable(inner) => {
            replace(inner, by_name);
            // What may be null already is not null in two ways.
            if let Head::Nullable(_) = inner.head {
                expr.head = inner.head.clone();
            }
        }
        Head::List(inner) => replace(inner, by_name),
        Head::Map { key, value } => {
            key.iter_mut().for_each(|key| replace(key, by_name));
            replace(value, by_name);
        }
        Head::Tuple(items) => items.iter_mut().for_each(|item| replace(item, by_name)),
        Head::Record(_) | Head::Enum(_) | Head::Union(_) | Head::Const(_) | Head::Foreign(_) => {}
    }
}
