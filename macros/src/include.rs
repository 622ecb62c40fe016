//! `include_api!`: generates a client from YAML files at compile time.
//!
//! Input: a path. Output: a module with the client, or the mistakes. The generator interprets the
//! files.

use std::path::{Path, PathBuf};

use chainloom_codegen::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use chainloom_codegen::read_sources;
use chainloom_codegen::snake;
use chainloom_codegen::{Input, Layout, SourceFile};
use chainloom_codegen::{RustIdent, without_keyword};
use chainloom_disk::{SpecFolder, read_file, read_folder};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::{ParseStream, Parser as _};
use syn::{LitStr, Token};

use crate::report::{self, Mistake, Place};
use crate::site;

/// The path argument of the macro: as written, and resolved.
struct SpecPath {
    literal: LitStr,
    text: String,
    path: PathBuf,
    is_folder: bool,
}

impl SpecPath {
    /// Returns the layout of the module.
    fn layout(&self) -> Layout {
        if self.is_folder { Layout::Folder } else { Layout::File }
    }
}

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let place = Place::of(&input);
    let parser = |input: ParseStream<'_>| {
        let path: LitStr = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(path)
    };
    let Ok(literal) = parser.parse2(input) else {
        let text = "include_api! takes the path of a spec as a string: `include_api!(\"my_vm.yaml\")`";
        return report::alone(place, text);
    };
    let place = Place::of(&literal);
    match resolve(literal).and_then(|spec| module_name(&spec).map(|name| (name, spec))) {
        Ok((name, spec)) => module(&name, &spec),
        Err(text) => report::alone(place, &text),
    }
}

/// Resolves the path of the macro's argument from the folder of the crate.
fn resolve(literal: LitStr) -> Result<SpecPath, String> {
    let text = literal.value();
    if text.trim().is_empty() {
        return Err("the path is empty: write the path of the spec, `include_api!(\"my_vm.yaml\")`".to_owned());
    }
    let root = site::crate_folder().ok_or("CARGO_MANIFEST_DIR is not set: cargo says where the crate is")?;
    let path = root.join(&text);
    let is_folder = path.is_dir();
    Ok(SpecPath { literal, text, path, is_folder })
}

/// Returns the name of the module, which is the name of the file or folder.
fn module_name(spec: &SpecPath) -> Result<Ident, String> {
    let stem = spec.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if let Some(name) = RustIdent::new(&without_keyword(stem.clone())) {
        let mut name = name.to_ident();
        name.set_span(spec.literal.span());
        return Ok(name);
    }
    let better = Some(snake(&stem)).filter(|name| RustIdent::new(name).is_some()).unwrap_or_else(|| "my_vm".to_owned());
    Err(format!("`{stem}` cannot be the name of a module\n= help: name the file or folder `{better}`"))
}

/// Generates the module of the macro: the client, or the mistakes.
fn module(name: &Ident, spec: &SpecPath) -> TokenStream {
    let (content, tracked) = match read(spec) {
        Ok(folder) => {
            let tracked = tracked_files(spec, &folder);
            (content(spec, folder), tracked)
        }
        // The client is used somewhere, but a missing file is reported as one mistake only.
        Err(text) => {
            let source = SourceFile { path: spec.text.clone(), module: name.to_string(), text: String::new() };
            (broken(spec, &[source], vec![text]), Vec::new())
        }
    };
    quote! {
        pub mod #name {
            #content
            // An edit of these files builds the crate anew.
            #(const _: &[u8] = ::core::include_bytes!(#tracked);)*
        }
    }
}

fn read(spec: &SpecPath) -> Result<SpecFolder, String> {
    if !spec.path.exists() {
        return Err(missing(spec));
    }
    let folder = if spec.is_folder { read_folder(&spec.path) } else { read_file(&spec.path) };
    folder.map_err(|failure| {
        let text = failure.to_string().replace(&spec.path.display().to_string(), &spec.text);
        text.trim_start_matches("error: ").to_owned()
    })
}

/// Returns the message for a missing path, with a suggestion for its first missing part.
fn missing(spec: &SpecPath) -> String {
    let absent = spec.path.ancestors().take_while(|path| !path.exists()).last().unwrap_or(&spec.path);
    let neighbours: Vec<String> = absent.parent().map(names_in).unwrap_or_default();
    let name = absent.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let near = did_you_mean(&name, neighbours.iter().map(String::as_str));
    let near = near.map(|near| format!("\n= help: {near}")).unwrap_or_default();
    let note = "\n= note: a relative path begins at the folder of this crate's `Cargo.toml`";
    format!("there is no file or folder `{}`{near}{note}", spec.text)
}

/// Returns the names of the entries of a folder; none if it cannot be read.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Files whose edits rebuild the crate.
fn tracked_files(spec: &SpecPath, folder: &SpecFolder) -> Vec<String> {
    let root = if spec.is_folder { &spec.path } else { spec.path.parent().unwrap_or(&spec.path) };
    folder.files.iter().map(|file| root.join(&file.path).to_string_lossy().into_owned()).collect()
}

/// Generates the content of the module.
fn content(spec: &SpecPath, folder: SpecFolder) -> TokenStream {
    let refused = |mistake| refused(spec, &folder.name, mistake);
    let mut mistakes: Vec<String> = folder.mistakes.iter().map(refused).collect();
    let files = folder.files.into_iter().map(|file| (file.path, file.bytes)).collect();
    let sources = read_sources(shown_folder(spec), files).unwrap_or_else(|found| {
        mistakes.extend(found.iter().map(|mistake| unread(mistake, &place_of(mistake))));
        Vec::new()
    });
    if mistakes.is_empty() {
        match site::generate(Input::Files(&sources), spec.layout()) {
            Ok(tokens) => return tokens,
            Err(found) => mistakes.extend(excerpts(&found, &sources)),
        }
    }
    broken(spec, &sources, mistakes)
}

/// Generates the mistakes, and placeholders for the names of the client.
fn broken(spec: &SpecPath, sources: &[SourceFile], texts: Vec<String>) -> TokenStream {
    let place = Place::of(&spec.literal);
    let items = report::items(texts.into_iter().map(|text| Mistake { place, text }).collect());
    let skeleton = chainloom_codegen::skeleton(sources, spec.layout(), &report::broken());
    quote!(#items #skeleton)
}

/// Returns the folder that precedes the paths of files in messages.
fn shown_folder(spec: &SpecPath) -> &str {
    match spec.is_folder {
        true => spec.text.trim_end_matches('/'),
        false => spec.text.rsplit_once('/').map_or("", |(above, _)| above),
    }
}

/// Formats each mistake as the command does, without the word `error` that the compiler adds.
fn excerpts(found: &Diagnostics, sources: &[SourceFile]) -> Vec<String> {
    let texts = found.render_each(sources, false).into_iter().map(|text| {
        let coded = text.strip_prefix("error[").and_then(|text| text.split_once("]: "));
        coded.map_or_else(|| text.clone(), |(code, rest)| format!("[{code}] {rest}"))
    });
    texts.collect()
}

/// Returns the message for a file that cannot be read, with its path from the crate. `root` is the name of the folder
/// in the mistake.
fn refused(spec: &SpecPath, root: &str, mistake: &Diagnostic) -> String {
    let inner = mistake.file.strip_prefix(root).unwrap_or(&mistake.file).trim_start_matches('/');
    let place = match shown_folder(spec) {
        "" => inner.to_owned(),
        folder => format!("{folder}/{inner}"),
    };
    unread(mistake, &place)
}

/// Returns the place of a mistake as `file:line:column`.
fn place_of(mistake: &Diagnostic) -> String {
    format!("{}:{}:{}", mistake.file, mistake.span.line, mistake.span.column)
}

/// Returns the message for a file that is not valid UTF-8.
fn unread(mistake: &Diagnostic, place: &str) -> String {
    let hint = mistake.hint.as_deref().map_or(String::new(), |hint| format!("\n = help: {hint}"));
    format!("[{}] {}\n--> {place}{hint}", mistake.code.name(), mistake.message)
}
