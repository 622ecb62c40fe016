//! `include_api!`: YAML files at compile time.
//!
//! Input: a path. Output: a module with the client, or the mistakes. What the files say is for the library.

use std::path::Path;

use chainloom_codegen::diagnostic::{Diagnostic, Diagnostics};
use chainloom_codegen::inline::Layout;
use chainloom_codegen::read::{SourceFile, read_sources};
use chainloom_codegen::{generate_inline, skeleton};
use chainloom_folder::{SpecFolder, read_file, read_folder};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Ident, LitStr};

use crate::report::{self, Mistake};
use crate::site;

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let path: LitStr = match syn::parse2(input) {
        Ok(path) => path,
        Err(error) => {
            let text = "include_api! takes the path of a spec as a string: include_api!(\"my_vm.yaml\")";
            return report::alone(error.span(), text);
        }
    };
    expand_path(&path).unwrap_or_else(|text| report::alone(path.span(), &text))
}

fn expand_path(literal: &LitStr) -> Result<TokenStream, String> {
    let given = literal.value();
    let root = site::crate_folder().ok_or("CARGO_MANIFEST_DIR is not set: cargo says where the crate is")?;
    let path = root.join(&given);
    let layout = if path.is_dir() { Layout::Folder } else { Layout::File };
    let folder = match layout {
        Layout::Folder => read_folder(&path),
        Layout::File => read_file(&path),
    };
    let folder = folder.map_err(|failure| {
        let place = format!("a relative path begins at the folder of the crate's Cargo.toml, `{}`", root.display());
        format!("{}\n{place}", failure.to_string().trim_start_matches("error: "))
    })?;
    let name = module_name(&path, literal.span())?;
    let tracked = tracked_files(&path, layout, &folder);
    let content = content(&given, layout, folder, literal.span());
    Ok(quote! {
        pub mod #name {
            #content
            #(const _: &[u8] = ::core::include_bytes!(#tracked);)*
        }
    })
}

/// The module has the name of the file or folder.
fn module_name(path: &Path, span: Span) -> Result<Ident, String> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    syn::parse_str::<Ident>(&stem)
        .map(|_| Ident::new(&stem, span))
        .map_err(|_| format!("`{stem}` cannot be the name of a module; name the file or folder like `my_vm`"))
}

/// The files whose edits must build the crate anew.
fn tracked_files(path: &Path, layout: Layout, folder: &SpecFolder) -> Vec<String> {
    let root = match layout {
        Layout::File => path.with_file_name(""),
        Layout::Folder => path.to_path_buf(),
    };
    folder.files.iter().map(|file| root.join(&file.path).to_string_lossy().into_owned()).collect()
}

fn content(given: &str, layout: Layout, folder: SpecFolder, span: Span) -> TokenStream {
    let files = folder.files.into_iter().map(|file| (file.path, file.bytes)).collect();
    let tell = |texts: Vec<String>| -> Vec<Mistake> { texts.into_iter().map(|text| Mistake { span, text }).collect() };
    let shown = match layout {
        Layout::Folder => given.trim_end_matches('/'),
        Layout::File => given.rsplit_once('/').map_or("", |(above, _)| above),
    };
    let mut mistakes = tell(folder.mistakes.iter().map(told).collect());
    let sources = read_sources(shown, files).unwrap_or_else(|found| {
        mistakes.extend(tell(texts(&found, &[])));
        Vec::new()
    });
    if mistakes.is_empty() {
        match generate_inline(&sources, &site::options(), layout) {
            Ok(tokens) => return tokens,
            Err(found) => mistakes.extend(tell(texts(&found, &sources))),
        }
    }
    let skeleton = skeleton::skeleton(&sources, layout, &report::broken());
    let items = report::items(&mistakes);
    quote!(#items #skeleton)
}

/// Each mistake as the command would show it, without the word that the compiler adds itself.
fn texts(found: &Diagnostics, sources: &[SourceFile]) -> Vec<String> {
    let texts = found.render_each(sources, false).into_iter().map(|text| {
        let coded = text.strip_prefix("error[").and_then(|text| text.split_once("]: "));
        coded.map_or_else(|| text.clone(), |(code, rest)| format!("[{code}] {rest}"))
    });
    texts.collect()
}

/// A file that the disk did not give.
fn told(diagnostic: &Diagnostic) -> String {
    let hint = diagnostic.hint.as_deref().map_or(String::new(), |hint| format!("\n  = help: {hint}"));
    format!("{}{hint}", diagnostic.line())
}
