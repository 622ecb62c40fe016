//! Where a record with a parameter is looked for, and what of its own file comes along.
//!
//! Input: files and their records with parameters. Output: the record that a name means in a file;
//! and `use` entries, in the file of a use, for what the record names in its own. Unknown names are
//! reported elsewhere.

use crate::language::node::Text;
use crate::spec::document::{FileDecl, Head, Template, TypeExpr, TypeItem, UseDecl};

/// The record that a name means in a file, by its file and its place there: one of the file, of its
/// client's file, of a file at the root, or one that the file uses.
pub(super) fn find(templates: &[Vec<Template>], files: &[FileDecl], at: usize, name: &str) -> Option<(usize, usize)> {
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

/// Takes the names of such records out of `use`, and keeps those that no use in the file needs.
pub(super) fn forget(templates: &[Vec<Template>], file: &mut FileDecl, modules: &[String], applied: &[&str]) {
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

/// What the record names in its own file is known in the file of the use, too.
pub(super) fn bring_along(files: &mut [FileDecl], at: usize, of: usize, template: &TypeItem) {
    if at == of {
        return;
    }
    let from_there = |used: &&UseDecl| file_of(files, &used.module.value) == Some(of);
    let mut used = files[at].uses.iter().filter(from_there).flat_map(|used| &used.names);
    let Some(Text { span, .. }) = used.find(|name| name.value == template.name.value) else {
        // A record from above names what is seen from below.
        return;
    };
    let span = *span;
    let mut found = Vec::new();
    if let Head::Record(record) = &template.expr.head {
        record.fields.iter().for_each(|field| names(&field.ty, &mut found));
        found.retain(|name| record.of.iter().all(|parameter| parameter.value != *name));
    }
    for name in found {
        if let Some(module) = home(files, of, &name).filter(|module| !is_named(&files[at], module, &name)) {
            let text = |value: String| Text { value, span };
            files[at].uses.push(UseDecl { module: text(module), names: vec![text(name)] });
        }
    }
}

fn is_named(file: &FileDecl, module: &str, name: &str) -> bool {
    let mut uses = file.uses.iter().filter(|used| used.module.value == module);
    uses.any(|used| used.names.iter().any(|known| known.value == name))
}

/// The file that declares what a name means in another: that one, its client's, or one that it
/// uses.
fn home(files: &[FileDecl], of: usize, name: &str) -> Option<String> {
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

fn names(expr: &TypeExpr, found: &mut Vec<String>) {
    match &expr.head {
        Head::Name(name) => found.push(name.clone()),
        Head::Nullable(inner) | Head::List(inner) => names(inner, found),
        Head::Map { key, value } => key.iter().chain([value]).for_each(|part| names(part, found)),
        Head::Tuple(items) => items.iter().for_each(|item| names(item, found)),
        // A definition within was refused.
        Head::Record(_) | Head::Enum(_) | Head::Union(_) | Head::Const(_) | Head::Foreign(_) => {}
    }
}
