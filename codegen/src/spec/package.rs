//! Packages: specs of other crates, whose types a spec can use and whose services it can join.
//!
//! Input: the files of a spec that mention a package by its name. Output: the package's files next to them, with names
//! that begin with the package's. Nothing is generated for them; they are checked like any other file.

use crate::diagnostic::Diagnostics;
use crate::language::node::At;
use crate::options::Package;
use crate::source::SourceFile;
use crate::spec::document::{Documents, FileDecl};
use crate::spec::parse::parse_behind;
use crate::spec::read::ROOT;

/// Adds the files of the packages that the files of the spec mention.
///
/// # Errors
/// Returns the mistakes in a package. A package from which code was generated has none.
pub(crate) fn add_packages(documents: &mut Documents, packages: &[Package]) -> Result<(), Diagnostics> {
    for package in packages {
        if documents.files.iter().any(|file| refers_to_package(file, &package.name)) {
            add_package(documents, package)?;
        }
    }
    Ok(())
}

/// Returns whether a file imports types of a package or joins a service of it.
fn refers_to_package(file: &FileDecl, package: &str) -> bool {
    let is_its = |name: &str| name.split_once('/').is_some_and(|(first, _)| first == package);
    file.uses.iter().any(|used| is_its(&used.module.value))
        || file.service.as_ref().is_some_and(|service| is_its(&service.value))
}

/// Reads the files of a package, and puts them before the files of the spec.
fn add_package(documents: &mut Documents, package: &Package) -> Result<(), Diagnostics> {
    let name = &package.name;
    let sources = package.files.iter().map(|(path, text)| SourceFile {
        path: format!("{name}/{path}"),
        module: path.trim_end_matches(".yaml").to_owned(),
        text: (*text).to_owned(),
    });
    let sources: Vec<SourceFile> = sources.filter(|source| source.module != ROOT).collect();
    let mut added = parse_behind(&documents.paths, &sources)?;
    added.files.iter_mut().for_each(|file| add_package_to_names(file, name));
    // Of two equal names the later is reported, so the files of the spec come after the package's.
    added.files.append(&mut documents.files);
    added.trees = std::mem::take(&mut documents.trees);
    *documents = added;
    Ok(())
}

/// Prefixes all names by which files refer to each other with the name of the package.
fn add_package_to_names(file: &mut FileDecl, package: &str) {
    // A client with its own operations implicitly defines the service of its name.
    if let (Some(client), None, Some(own)) = (&file.client, &file.service, file.module.last()) {
        file.service = Some(At { value: own.clone(), span: client.span });
    }
    if let Some(service) = &mut file.service {
        service.value = format!("{package}/{}", service.value);
    }
    for used in &mut file.uses {
        used.module.value = format!("{package}/{}", used.module.value);
    }
    file.module.insert(0, package.to_owned());
    file.package = Some(package.to_owned());
}
