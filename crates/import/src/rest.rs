//! Converts OpenAPI documents to operations and parts of a client.
//!
//! Input: a lifted document. Output: [`ApiParts`]: operations with their files, and the parts of a
//! client. `schema` converts types, and `layout` distributes the result over files.

mod bodies;
mod encoding;
mod errors;
mod events;
mod examples;
mod failures;
mod groups;
mod operations;
mod paging;
mod parameters;
mod responses;
mod security;
pub(crate) mod servers;
mod styles;
mod webhooks;

use serde_json::Value as Json;

use crate::alternatives::ALTERNATIVES;
use crate::importer::Importer;
use crate::operation::ApiParts;
use crate::tree::Node;

pub(crate) use self::paging::PagingGuess;
use self::servers::Servers;

impl Importer<'_> {
    /// Reads the whole document. `paging` says which paging may be guessed.
    pub(crate) fn rest(&mut self, paging: &PagingGuess) -> ApiParts {
        self.record_directions();
        let mut operations = self.operations();
        self.group(&mut operations);
        let errors = self.errors(&mut operations);
        let mut client = Node::empty().tall();
        let Servers { entries: base, others, deployments } = self.servers(&mut operations);
        let version = self.version();
        client.put_opt("version", version.filter(|version| !version.is_empty()).map(Node::text));
        for (key, value) in base {
            client.put(key, value);
        }
        let (auth, security) = self.security(&mut operations);
        for (key, value) in auth {
            client.put(key, value);
        }
        let others = others.into_iter().map(|(name, mut server)| {
            server.put_opt("security", security.clone());
            (name, server)
        });
        let others = Node::map(others);
        client.put_opt("servers", (!others.is_empty()).then(|| others.tall()));
        client.put_opt("headers", self.rate_limit(&mut operations));
        self.drop_headers_of_events(&mut operations);
        client.put_opt("errors", errors);
        client.put_opt("paging", self.paging(&mut operations, paging));
        let webhooks = self.webhooks();
        self.declare_types();
        self.examples(&mut operations);
        self.name_inner(&mut operations);
        ApiParts { operations, client, deployments, webhooks, ..ApiParts::default() }
    }

    /// Returns the version of the document on one line.
    fn version(&mut self) -> Option<String> {
        if self.doc.at("/info/version").is_some_and(Json::is_number) {
            self.report.guessed("a version that is written as a number, whose digits may be fewer", "/info/version");
        }
        self.doc.info("version").map(|version| crate::prose::line(&version))
    }

    /// Records which schemas the selected requests and responses reach, and which a PATCH reaches.
    fn record_directions(&mut self) {
        let doc = self.doc;
        for (path, item) in doc.at("/paths").and_then(Json::as_object).into_iter().flatten() {
            let place = format!("/paths/{}", crate::pointer::escaped(path));
            for (method, at) in crate::methods::of_item(item) {
                if !self.is_selected(path, &method) {
                    continue;
                }
                let own = format!("{place}{at}");
                let divided = doc.at(&format!("{own}/{ALTERNATIVES}")).and_then(Json::as_array).map_or(0, Vec::len);
                let parts = (0..divided).map(|index| format!("{own}/{ALTERNATIVES}/{index}"));
                for operation in std::iter::once(own.clone()).chain(parts) {
                    self.sent.add(doc, &format!("{operation}/requestBody"));
                    self.received.add(doc, &format!("{operation}/responses"));
                    if method == "PATCH" {
                        self.patched.add(doc, &format!("{operation}/requestBody"));
                    }
                }
            }
        }
        let webhooks = if self.selection.is_some() { Vec::new() } else { crate::webhooks::names(&doc.root) };
        for name in webhooks {
            let at = crate::webhooks::operation_at(&doc.root, &name);
            at.iter().for_each(|at| self.received.add(doc, &format!("{at}/requestBody")));
        }
    }
}
