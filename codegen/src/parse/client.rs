//! The keys of `client:`, of paging, and of deployments.

use super::keys;
use super::reader::{Members, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{ClientDoc, DeploymentDoc, ErrorsDoc, PagingDoc, SecretDoc};
use crate::model::{PageEnd, RateLimitHeaders, TokenLife};
use crate::node::{Node, NodeKind};

const ENDS: [(&str, PageEnd); 4] = [
    ("absent", PageEnd::Absent),
    ("empty", PageEnd::Empty),
    ("short", PageEnd::Short),
    ("unchanged", PageEnd::Unchanged),
];

impl Reader {
    pub(super) fn client(&mut self, node: &Node) -> Option<ClientDoc> {
        let members = self.members(node, "`client`", keys::CLIENT)?;
        let errors = members.get("errors");
        let paging = members.get("paging");
        Some(ClientDoc {
            span: node.span,
            source: self.opt_text(&members, "source"),
            base_url: self.need_text(&members, "baseUrl", "the client"),
            vars: self.vars(members.get("vars")),
            auth: self.auth(members.get("auth")),
            rate_limit: self.rate_limit(members.get("headers")),
            errors: errors.and_then(|node| self.errors(node)),
            paging: paging.and_then(|node| self.paging(node, "`paging`", keys::PAGING)),
            limits: self.limits(members.get("limits")),
            notes: self.notes(members.get("notes")),
        })
    }

    fn auth(&mut self, node: Option<&Node>) -> Vec<SecretDoc> {
        let mut secrets = Vec::new();
        let Some(node) = node else {
            return secrets;
        };
        for entry in self.entries(node, "`auth`") {
            let name = self.name(&entry.key);
            let Some(members) = self.members(&entry.value, "a secret", keys::AUTH) else {
                continue;
            };
            let header = self.need_text(&members, "header", "the secret");
            let doc = self.opt_text(&members, "doc");
            let optional = self.opt_flag(&members, "optional");
            let source = self.opt_text(&members, "source");
            if let Some(header) = header {
                secrets.push(SecretDoc { name, doc, header, optional, source });
            }
        }
        secrets
    }

    fn rate_limit(&mut self, node: Option<&Node>) -> Option<RateLimitHeaders> {
        let headers = self.members(node?, "`headers`", keys::HEADERS)?;
        let node = headers.get("rateLimit")?;
        let members = self.members(node, "`rateLimit`", keys::RATE_LIMIT)?;
        let mut name = |key| self.opt_text(&members, key).map(|text| text.value);
        Some(RateLimitHeaders {
            policy: name("policy"),
            limit: name("limit"),
            remaining: name("remaining"),
            reset: name("reset"),
            retry_after: name("retryAfter"),
            seen: self.opt_flag(&members, "seen"),
        })
    }

    fn errors(&mut self, node: &Node) -> Option<ErrorsDoc> {
        let members = self.members(node, "`errors`", keys::ERRORS)?;
        let body = self.need_text(&members, "body", "`errors`");
        let message = self.opt_text(&members, "message");
        let source = self.opt_text(&members, "source");
        let mut statuses = Vec::new();
        if let Some(node) = members.get("statuses") {
            for entry in self.entries(node, "`statuses`") {
                let code = self.status_code(&entry.key.text, entry.key.span);
                let text = self.text(&entry.value, "the meaning of a status");
                statuses.extend(code.zip(text.map(|text| text.value)));
            }
        }
        Some(ErrorsDoc { body: body?, message, statuses, source })
    }

    /// `paging` of a client and `paginate` of an operation, which differ in a few keys.
    pub(super) fn paging(&mut self, node: &Node, what: &str, keys: &'static [&'static str]) -> Option<PagingDoc> {
        let members = self.members(node, what, keys)?;
        let query = members.get("query").map(|node| self.fields(node, "`query`", false));
        let overlap = members.get("overlap");
        Some(PagingDoc {
            span: node.span,
            source: self.opt_text(&members, "source"),
            query: query.unwrap_or_default(),
            items: self.opt_text(&members, "items"),
            next: self.opt_text(&members, "next"),
            into: self.opt_text(&members, "into"),
            size: self.opt_text(&members, "size"),
            end: self.page_ends(&members),
            overlap: overlap.and_then(|node| self.whole(node, "`overlap`")).map_or(0, |at| at.value),
            life: self.life(members.get("life")),
        })
    }

    fn page_ends(&mut self, members: &Members<'_>) -> Option<Vec<PageEnd>> {
        let node = members.get("end")?;
        let mut ends = Vec::new();
        for item in self.items(node, "`end`") {
            ends.extend(self.word(item, "a sign of the end", &ENDS).map(|at| at.value));
        }
        if ends.is_empty() && matches!(&node.kind, NodeKind::List(items) if items.is_empty()) {
            let problem = Diagnostic::error(Code::BadPagination, node.span, "`end` lists nothing");
            self.report(problem.hint("name at least one of `absent`, `empty`, `short`, `unchanged`"));
        }
        Some(ends)
    }

    fn life(&mut self, node: Option<&Node>) -> Option<TokenLife> {
        let node = node?;
        let members = self.members(node, "`life`", keys::LIFE)?;
        let units = members.present(&["hours", "minutes", "seconds"]);
        let [unit] = units.as_slice() else {
            let message = "`life` must have exactly one of `hours`, `minutes` and `seconds`";
            self.report(Diagnostic::error(Code::BadShape, node.span, message));
            return None;
        };
        let seconds: u64 = match *unit {
            "hours" => 3_600,
            "minutes" => 60,
            _ => 1,
        };
        let count = self.whole::<u32>(members.get(unit)?, "the life of a token")?;
        Some(TokenLife { seconds: seconds * u64::from(count.value), seen: self.opt_flag(&members, "seen") })
    }

    pub(super) fn deployment(&mut self, node: &Node) -> Option<DeploymentDoc> {
        let members = self.members(node, "`deployment`", keys::DEPLOYMENT)?;
        let mut vars = Vec::new();
        if let Some(node) = members.get("vars") {
            for entry in self.entries(node, "`vars`") {
                let name = self.name(&entry.key);
                let value = self.text_or_number(&entry.value, "the value of a variable");
                vars.extend(value.map(|value| (name, value)));
            }
        }
        let missing = members.get("missing");
        let missing = missing.map(|node| self.texts(node, "`missing`"));
        Some(DeploymentDoc { vars, missing: missing.unwrap_or_default() })
    }
}
