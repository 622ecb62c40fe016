//! Look-up of generic records, and imports for the names in them.
//!
//! Input: files and their generic records. Output: the record that a name means in a file, and
//! `use` entries in the file of a use for the names in the record. Unknown names are reported
//! elsewhere.

use crate::language::node::Text;
use crate::spec::document::{FileDecl, GenericRecord, Head, TypeExpr, TypeItem, UseDecl};

/// Returns the file and index of the generic record that a name means in the file `at`. The record
/// may be in that file, its client's file, a root file, or imported.
pub(super) fn find(
    templates: &[Vec<GenericRecord>],
    files: &[FileDecl],
    at: usize,
    name: &str,
) -> Option<(usize, usize)> {
    let of_file = |file: usize| {
        let place = templates[file].iter().position(|template| template.item.name.value == name)?;
        Some((file, place))
    };
    let doc = &files[at];
    let is_above = |file: &usize| {
        let other = &files[*file];
        other.module.len() == 1 && (other.client.is_none() || doc.module.starts_with(&other.module))
    };
    let names_it = |used: &&UseDecl| used.names.iter().any(|known| known.value == name);
    let used = || doc.uses.iter().filter(names_it).filter_map(|used| file_of(files, &used.module.value));
    of_file(at).or_else(|| (0..files.len()).filter(is_above).find_map(of_file)).or_else(|| used().find_map(of_file))
}

fn file_of(files: &[FileDecl], module: &str) -> Option<usize> {
    files.iter().position(|file| file.module.join("/") == module)
}

/// Removes the names of generic records from `use`, and records the names that the file does not
/// need.
pub(super) fn remove_imports(
    templates: &[Vec<GenericRecord>],
    file: &mut FileDecl,
    modules: &[String],
    applied: &[&str],
) {
    for used in &mut file.uses {
        let Some(of) = modules.iter().position(|module| *module == used.module.value) else {
            continue;
        };
        let is_template = |name: &Text| templates[of].iter().any(|template| template.item.name.value == name.value);
        let (gone, names) = std::mem::take(&mut used.names).into_iter().partition(is_template);
        used.names = names;
        let gone: Vec<Text> = gone;
        file.needless_uses.extend(gone.into_iter().filter(|name| !applied.contains(&name.value.as_str())));
    }
}

/// Imports the types that a generic record names into the file `at` of the use.
pub(super) fn import_types_of(files: &mut [FileDecl], at: usize, of: usize, template: &TypeItem) {
    if at == of {
        return;
    }
    let from_there = |used: &&UseDecl| file_of(files, &used.module.value) == Some(of);
    let mut used = files[at].uses.iter().filter(from_there).flat_map(|used| &used.names);
    let Some(Text { span, .. }) = used.find(|name| name.value == template.name.value) else {
        // If the file does not import the record, the record is in an outer file, whose types it
        // sees anyway.
        return;
    };
    let span = *span;
    let mut found = Vec::new();
    if let Head::Record(record) = &template.expr.head {
        record.fields.iter().for_each(|field| collect_type_names(&field.ty, &mut found));
        found.retain(|name| record.of.iter().all(|parameter| parameter.value != *name));
    }
    for name in found {
        if let Some(module) = declaring_module(files, of, &name).filter(|module| !is_named(&files[at], module, &name)) {
            let text = |value: String| Text { value, span };
            files[at].uses.push(UseDecl { module: text(module), names: vec![text(name)] });
        }
    }
}

fn is_named(file: &FileDecl, module: &str, name: &str) -> bool {
    let mut uses = file.uses.iter().filter(|used| used.module.value == module);
    uses.any(|used| used.names.iter().any(|known| known.value == name))
}

/// Returns the module that declares a type named in the file `of`: that file, its client's file, or
/// an imported one.
fn declaring_module(files: &[FileDecl], of: usize, name: &str) -> Option<String> {
    let declares = |file: &FileDecl| {
        let scalars = file.scalars.iter().map(|scalar| &scalar.name);
        scalars.chain(file.types.iter().map(|item| &item.name)).any(|known| known.value == name)
    };
    let doc = &files[of];
    let is_client = |file: &&FileDecl| file.client.is_some() && doc.module.starts_with(&file.module);
    let own = std::iter::once(doc).chain(files.iter().find(is_client)).find(|file| declares(file));
    let used = || doc.uses.iter().find(|used| used.names.iter().any(|known| known.value == name));
    own.map(|file| file.module.join("/")).or_else(|| used().map(|used| used.module.value.clone()))
}

/// Adds the names in a type to `found`.
pub(super) fn collect_type_names(expr: &TypeExpr, found: &mut Vec<String>) {
    match &expr.head {
        Head::Name(name) => found.push(name.clone()),
        Head::Nullable(inner) | Head::List(inner) => collect_type_names(inner, found),
        Head::Map { key, value } => key.iter().chain([value]).for_each(|part| collect_type_names(part, found)),
        Head::Tuple(items) => items.iter().for_each(|item| collect_type_names(item, found)),
        // Inline definitions were refused.
        Head::Record(_) | Head::Enum(_) | Head::Union(_) | Head::Const(_) | Head::Foreign(_) => {}
    }
}
