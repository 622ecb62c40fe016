//! Files: the keys at the top of a file.
//!
//! Input: a tree. Output: a [`crate::spec::document::FileDecl`], or mistakes of shape.

use super::events::last_letter;
use super::type_texts;
use crate::diagnostic::Span;
use crate::language::node::{Node, NodeKind};
use crate::language::reader::Reader;
use crate::language::word::Word as _;
use crate::source::SourceFile;
use crate::spec::document::{FileDecl, LibDecl};

pub(super) fn read_file(reader: &mut Reader, source: &SourceFile, root: &Node) -> Option<FileDecl> {
    let file = root.span.file;
    if !reader.version(root) {
        return None;
    }
    let decl = if source.module == "lib" {
        let lib = LibDecl::read(reader, root, "`lib.yaml`")?;
        FileDecl { doc: lib.doc.clone(), lib, ..FileDecl::default() }
    } else {
        FileDecl::read(reader, root, "a file")?
    };
    let (applied, marks) = (std::mem::take(&mut reader.applied), std::mem::take(&mut reader.marks));
    let applied = applied.iter().filter_map(|text| type_texts::read(&text.value, text.span)?.applied).collect();
    Some(FileDecl {
        path: source.path.clone(),
        module: source.module.split('/').map(str::to_owned).collect(),
        // A tree without text begins with its root node.
        top: if source.text.is_empty() { root.span } else { Span { file, line: 1, column: 1, ..Span::default() } },
        head: if source.text.is_empty() { None } else { head_of(root) },
        end: last_letter(file, &source.text),
        applied,
        marks,
        ..decl
    })
}

/// Returns the span of the last key before the first declaration.
fn head_of(root: &Node) -> Option<Span> {
    const DECLARES: [&str; 7] = ["scalars", "types", "client", "operations", "subscriptions", "webhooks", "deployment"];
    let NodeKind::Map(entries) = &root.kind else { return None };
    let head = entries.iter().take_while(|entry| !DECLARES.contains(&entry.key.text.as_str()));
    head.last().map(|entry| entry.key.span)
}
