//! Files: the keys at the top of a file.
//!
//! Input: a tree. Output: a [`crate::spec::document::FileDecl`], or mistakes of shape. Mappings
//! below are read in the modules beside.

use super::events::last_letter;
use super::keys;
use super::type_texts;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::{Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::names;
use crate::language::word::{Named, ShortOrWhole};
use crate::language::words::clients::ByMark;
use crate::language::words::limits::share_unit;
use crate::language::words::services::EndpointDecl;
use crate::model::RpcIds;
use crate::source::SourceFile;
use crate::spec::closed::{EFFECTS, IDS, STYLES};
use crate::spec::document::{FileDecl, FileEnd, RpcDecl, UseDecl};

pub(super) fn read_file(reader: &mut Reader, source: &SourceFile, root: &Node) -> Option<FileDecl> {
    let file = root.span.file;
    if !reader.version(root) {
        return None;
    }
    let table = if source.module == "lib" { &keys::LIB } else { &keys::FILE };
    let members = reader.members(root, table)?;
    let client = members.get("client");
    let effect = members.get("effect");
    let service_keys = members.present(names(keys::SERVICE)).into_iter();
    let service_keys = service_keys.filter_map(|key| Some((key, members.key_span(key)?)));
    let shared_keys = members.present(names(keys::SHARED)).into_iter();
    let shared_keys = shared_keys.filter_map(|key| Some((key, members.key_span(key)?)));
    let decl = FileDecl {
        path: source.path.clone(),
        module: source.module.split('/').map(str::to_owned).collect(),
        package: None,
        // What is no text begins with what declares it.
        top: if source.text.is_empty() { root.span } else { Span { file, line: 1, column: 1, ..Span::default() } },
        head: if source.text.is_empty() { None } else { head_of(root) },
        end: end_of(file, &source.text),
        doc: reader.opt_text(&members, "doc"),
        feature: reader.opt_text(&members, "feature"),
        crate_name: reader.opt_text(&members, "crate"),
        serde: reader.opt_text(&members, "serde"),
        macros: reader.opt_text(&members, "macros"),
        fixtures: reader.opt_text(&members, "fixtures"),
        readme: reader.opt_flag(&members, "readme"),
        sources: reader.by::<ByMark, _>(&members, "sources").unwrap_or_default(),
        marks: Vec::new(),
        uses: reader.uses(members.get("use")),
        scalars: reader.scalars(members.get("scalars")),
        types: reader.types(members.get("types")),
        applied: Vec::new(),
        templates: Vec::new(),
        needless_uses: Vec::new(),
        client: client.and_then(|node| reader.client(node)),
        service: reader.opt_text(&members, "service"),
        source: reader.opt_source_text(&members),
        vars: reader.vars(&members),
        instance: reader.opt_text(&members, "instance"),
        endpoints: reader.endpoints(&members),
        websocket: reader.by::<ShortOrWhole, _>(&members, "websocket"),
        server: reader.opt_text(&members, "server"),
        rpc: reader.rpc(members.get("rpc")),
        subscribe: reader.some(&members, "subscribe"),
        available: reader.available(&members),
        effect: effect.and_then(|node| reader.word(node, "`effect`", &EFFECTS)),
        notes: reader.list(&members, "notes"),
        limits: share_unit(reader.list(&members, "limits")),
        operations: reader.operations(members.get("operations")),
        subscriptions: reader.subscriptions(members.get("subscriptions")),
        webhooks: members.entry("webhooks").and_then(|entry| reader.webhooks(entry)),
        deployment: reader.some(&members, "deployment"),
        allow: reader.allow(&members),
        service_keys: service_keys.collect(),
        shared_keys: shared_keys.collect(),
    };
    let (applied, marks) = (std::mem::take(&mut reader.applied), std::mem::take(&mut reader.marks));
    let applied = applied.iter().filter_map(|text| type_texts::read(&text.value, text.span)?.applied).collect();
    Some(FileDecl { applied, marks, ..decl })
}

/// The key before the first that declares something.
fn head_of(root: &Node) -> Option<Span> {
    const DECLARES: [&str; 7] = ["scalars", "types", "client", "operations", "subscriptions", "webhooks", "deployment"];
    let NodeKind::Map(entries) = &root.kind else { return None };
    let head = entries.iter().take_while(|entry| !DECLARES.contains(&entry.key.text.as_str()));
    head.last().map(|entry| entry.key.span)
}

fn end_of(file: usize, text: &str) -> Option<FileEnd> {
    let letter = last_letter(file, text)?;
    Some(FileEnd { letter, is_cut: !text.ends_with('\n') })
}

impl Reader {
    fn uses(&mut self, node: Option<&Node>) -> Vec<UseDecl> {
        let mut uses = Vec::new();
        let Some(node) = node else {
            return uses;
        };
        for entry in self.entries(node, "`use`") {
            let module = self.name(&entry.key);
            let names = self.texts(&entry.value, "the types that are used");
            uses.push(UseDecl { module, names });
        }
        uses
    }

    fn endpoints(&mut self, members: &Members<'_>) -> Vec<(Option<Text>, EndpointDecl)> {
        if let (Some(_), Some(span)) = (members.get("endpoint"), members.key_span("endpoints")) {
            let message = "a file cannot have both `endpoint` and `endpoints`";
            let problem = Diagnostic::error(Code::BadShape, span, message);
            self.report(problem.hint("put all of them under `endpoints`"));
        }
        let single = self.by::<ShortOrWhole, _>(members, "endpoint").map(|endpoint| (None, endpoint));
        let several: Option<Vec<(Text, EndpointDecl)>> = self.by::<Named<ShortOrWhole>, _>(members, "endpoints");
        let several = several.unwrap_or_default().into_iter().map(|(name, endpoint)| (Some(name), endpoint));
        single.into_iter().chain(several).collect()
    }

    fn rpc(&mut self, node: Option<&Node>) -> Option<RpcDecl> {
        let members = self.members(node?, &keys::RPC)?;
        let params = members.get("params");
        let (batch_max, ids) = (members.get("batchMax"), members.get("ids"));
        Some(RpcDecl {
            params: self.word(params?, "`params`", &STYLES)?.value,
            batch: self.opt_flag(&members, "batch"),
            batch_max: batch_max.and_then(|node| self.text_or_number(node, "`batchMax`")),
            ids: ids.and_then(|node| self.word(node, "`ids`", &IDS)).map_or(RpcIds::Number, |at| at.value),
            dialect: self.opt_text(&members, "dialect"),
            retry: self.retry(members.get("retry")),
            errors: self.rpc_errors(members.get("errors")),
        })
    }

    /// The statuses after which a call may succeed later.
    fn retry(&mut self, node: Option<&Node>) -> Vec<u16> {
        let items = node.map(|node| self.items(node, "`retry`")).unwrap_or_default();
        let status = |item| {
            let status = self.whole::<u16>(item, "a status")?;
            self.status_code(&status.value.to_string(), status.span)
        };
        items.iter().filter_map(status).collect()
    }
}
