//! The keys of a file.

use super::common::EFFECTS;
use super::keys;
use super::reader::{Members, Reader};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::document::{EndpointDoc, FileDoc, RpcDoc, SubscribeDoc, Text, UseDoc, WebsocketDoc};
use crate::model::ParamStyle;
use crate::node::{Node, NodeKind};
use crate::read::SourceFile;

const STYLES: [(&str, ParamStyle); 3] = [
    ("named", ParamStyle::Named),
    ("positional", ParamStyle::Positional),
    ("object-in-array", ParamStyle::ObjectInArray),
];

pub(super) fn read_file(reader: &mut Reader, source: &SourceFile, root: &Node) -> Option<FileDoc> {
    let file = root.span.file;
    if !reader.version(root) {
        return None;
    }
    let known = if source.module == "lib" { keys::LIB } else { keys::FILE };
    let what = if source.module == "lib" { "`lib.yaml`" } else { "a file" };
    let members = reader.members(root, what, known)?;
    let client = members.get("client");
    let deployment = members.get("deployment");
    let effect = members.get("effect");
    let service_keys = members.present(keys::SERVICE).into_iter();
    let service_keys = service_keys.filter_map(|key| Some((key, members.key_span(key)?)));
    let shared_keys = members.present(keys::SHARED).into_iter();
    let shared_keys = shared_keys.filter_map(|key| Some((key, members.key_span(key)?)));
    Some(FileDoc {
        path: source.path.clone(),
        module: source.module.split('/').map(str::to_owned).collect(),
        top: Span { file, line: 1, column: 1, ..Span::default() },
        doc: reader.opt_text(&members, "doc"),
        feature: reader.opt_text(&members, "feature"),
        crate_name: reader.opt_text(&members, "crate"),
        serde: reader.opt_text(&members, "serde"),
        uses: reader.uses(members.get("use")),
        scalars: reader.scalars(members.get("scalars")),
        types: reader.types(members.get("types")),
        client: client.and_then(|node| reader.client(node)),
        service: reader.opt_text(&members, "service"),
        source: reader.opt_text(&members, "source"),
        vars: reader.vars(members.get("vars")),
        instance: reader.opt_text(&members, "instance"),
        endpoints: reader.endpoints(&members),
        websocket: reader.websocket(members.get("websocket")),
        rpc: reader.rpc(members.get("rpc")),
        subscribe: reader.subscribe(members.get("subscribe")),
        available: reader.available(members.get("available")),
        effect: effect.and_then(|node| reader.word(node, "`effect`", &EFFECTS)),
        notes: reader.notes(members.get("notes")),
        limits: reader.limits(members.get("limits")),
        operations: reader.operations(members.get("operations")),
        subscriptions: reader.subscriptions(members.get("subscriptions")),
        deployment: deployment.and_then(|node| reader.deployment(node)),
        service_keys: service_keys.collect(),
        shared_keys: shared_keys.collect(),
    })
}

impl Reader {
    /// `chainloom: 1` must be the first key. False when the rest cannot be understood.
    fn version(&mut self, root: &Node) -> bool {
        let NodeKind::Map(entries) = &root.kind else {
            self.bad_shape(root, "a file", "a mapping");
            return false;
        };
        let Some(at) = entries.iter().position(|entry| entry.key.text == "chainloom") else {
            let span = entries.first().map_or(root.span, |entry| entry.key.span);
            let message = "the file does not say the version of the language";
            let problem = Diagnostic::error(Code::Version, span, message);
            self.report(problem.hint("begin the file with `chainloom: 1`"));
            return true;
        };
        let entry = &entries[at];
        if at != 0 {
            let message = "`chainloom` is not the first key";
            let problem = Diagnostic::error(Code::Version, entry.key.span, message);
            self.report(problem.hint("move the line to the top of the file"));
        }
        match &entry.value.kind {
            NodeKind::Number(version) if version == "1" => true,
            NodeKind::Broken => false,
            _ => {
                let message = match entry.value.digits_or_text() {
                    Some(version) => format!("version `{version}` of the language is not known"),
                    None => format!("the version is {}", entry.value.noun()),
                };
                let problem = Diagnostic::error(Code::Version, entry.value.span, message);
                let hint = "this generator reads version 1: write `chainloom: 1`, or use a generator for that version";
                self.report(problem.hint(hint));
                false
            }
        }
    }

    fn uses(&mut self, node: Option<&Node>) -> Vec<UseDoc> {
        let mut uses = Vec::new();
        let Some(node) = node else {
            return uses;
        };
        for entry in self.entries(node, "`use`") {
            let module = self.name(&entry.key);
            let names = self.texts(&entry.value, "the types that are used");
            uses.push(UseDoc { module, names });
        }
        uses
    }

    fn endpoints(&mut self, members: &Members<'_>) -> Vec<EndpointDoc> {
        let single = members.get("endpoint");
        let several = members.get("endpoints");
        if let (Some(_), Some(span)) = (single, members.key_span("endpoints")) {
            let message = "a file cannot have both `endpoint` and `endpoints`";
            let problem = Diagnostic::error(Code::BadShape, span, message);
            self.report(problem.hint("put all of them under `endpoints`"));
        }
        let mut endpoints = Vec::new();
        if let Some(node) = single {
            endpoints.extend(self.endpoint(None, node));
        }
        if let Some(node) = several {
            for entry in self.entries(node, "`endpoints`") {
                let name = self.name(&entry.key);
                endpoints.extend(self.endpoint(Some(name), &entry.value));
            }
        }
        endpoints
    }

    fn endpoint(&mut self, name: Option<Text>, node: &Node) -> Option<EndpointDoc> {
        if let NodeKind::Map(_) = node.kind {
            let members = self.members(node, "an endpoint", keys::ENDPOINT)?;
            return Some(EndpointDoc {
                name,
                path: self.need_text(&members, "path", "the endpoint")?,
                doc: self.opt_text(&members, "doc"),
                deprecated: self.deprecated(members.get("deprecated")),
            });
        }
        let path = self.text(node, "an endpoint")?;
        Some(EndpointDoc { name, path, doc: None, deprecated: None })
    }

    fn websocket(&mut self, node: Option<&Node>) -> Option<WebsocketDoc> {
        let node = node?;
        if let NodeKind::Map(_) = node.kind {
            let members = self.members(node, "`websocket`", keys::WEBSOCKET)?;
            return Some(WebsocketDoc {
                path: self.need_text(&members, "path", "`websocket`")?,
                available: self.available(members.get("available")),
            });
        }
        let path = self.text(node, "`websocket`")?;
        Some(WebsocketDoc { path, available: Vec::new() })
    }

    fn rpc(&mut self, node: Option<&Node>) -> Option<RpcDoc> {
        let members = self.members(node?, "`rpc`", keys::RPC)?;
        let params = self.need(&members, "params", "`rpc`");
        let batch_max = members.get("batchMax");
        Some(RpcDoc {
            params: self.word(params?, "`params`", &STYLES)?.value,
            batch: self.opt_flag(&members, "batch"),
            batch_max: batch_max.and_then(|node| self.text_or_number(node, "`batchMax`")),
        })
    }

    fn subscribe(&mut self, node: Option<&Node>) -> Option<SubscribeDoc> {
        let members = self.members(node?, "`subscribe`", keys::SUBSCRIBE)?;
        let mut name = |key| self.need_text(&members, key, "`subscribe`");
        let (call, cancel, notify) = (name("call"), name("cancel"), name("notify"));
        Some(SubscribeDoc { call: call?.value, cancel: cancel?.value, notify: notify?.value })
    }
}
