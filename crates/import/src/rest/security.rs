//! Converts secrets, and the combinations of secrets that a call accepts.
//!
//! Input: security schemes and requirements. Output: `auth` and `security` of the client and of
//! operations.

use oas3::spec::{Parameter, ParameterIn, SecurityScheme};
use serde_json::Value as Json;

use crate::importer::Importer;
use crate::names::Scope;
use crate::operation::{Entries, Operation};
use crate::pointer::escaped;
use crate::tree::Node;

/// Alternatives of authentication: each is a list of secrets that a request carries together.
type SecretAlternatives = Vec<Vec<String>>;

/// Security scheme whose secret the spec can express.
struct Scheme {
    /// Key of the scheme in the document.
    key: String,
    /// Name of the secret in the spec.
    name: String,
    /// Pointer to the scheme.
    pointer: String,
    /// Entries that say where the secret is sent.
    entries: Entries,
    /// How the secret is given where the spec has to send it as a plain header.
    plainly: Option<&'static str>,
    /// Description.
    doc: Option<String>,
}

impl Importer<'_> {
    /// Returns the keys `auth` and `security` of the client, and the value of `security` for its
    /// other servers. Adds `security` to operations that differ.
    pub(super) fn security(&mut self, operations: &mut [Operation]) -> (Entries, Option<Node>) {
        let doc = self.doc;
        let schemes: Vec<String> = doc
            .at("/components/securitySchemes")
            .and_then(Json::as_object)
            .map(|all| all.keys().cloned().collect())
            .unwrap_or_default();
        let mut scope = Scope::default();
        let schemes: Vec<Scheme> = schemes.into_iter().filter_map(|key| self.scheme(key, &mut scope)).collect();
        let global = self.security_alternatives("/security", &schemes);
        let own: Vec<Option<SecretAlternatives>> =
            operations.iter().map(|operation| self.own_alternatives(operation, &schemes)).collect();
        let (mut auth, count) = (Node::empty(), schemes.len());
        for scheme in schemes {
            let is_needed = |alternatives: &Option<SecretAlternatives>| {
                let alternatives = alternatives.as_ref().or(global.as_ref());
                alternatives.is_some_and(|all| !all.is_empty() && all.iter().all(|one| one.contains(&scheme.name)))
            };
            let is_optional = !own.iter().all(is_needed);
            auth.put(scheme.name.clone(), self.secret(scheme, is_optional).or_remove());
        }
        let mut entries = Vec::new();
        if !auth.is_empty() {
            entries.push(("auth", auth));
        }
        // A single alternative with all secrets is the default, which needs no key.
        let is_plain = |all: &SecretAlternatives| all.len() == 1 && all[0].len() == count;
        if let Some(alternatives) = global.as_ref().filter(|all| !is_plain(all) && !all.is_empty()) {
            entries.push(("security", alternatives_node(alternatives).from("/security").or_remove()));
        }
        for (operation, alternatives) in operations.iter_mut().zip(own).filter(|_| count > 0) {
            let Some(alternatives) = alternatives.filter(|all| Some(all) != global.as_ref()) else { continue };
            let node = alternatives_node(&alternatives).from(&format!("{}/security", operation.pointer));
            operation.entries.push(("security", node));
        }
        let of_servers =
            global.filter(|all| !all.is_empty() && count > 0).map(|all| alternatives_node(&all).or_remove());
        (entries, of_servers)
    }

    /// Returns whether a security scheme of an operation sends its key as this parameter: in the
    /// same place, under the same name.
    pub(super) fn is_secret(&self, operation: &str, parameter: &Parameter) -> bool {
        self.schemes_of(operation).any(|scheme| {
            let text = |key: &str| self.doc.at(&format!("{scheme}/{key}"))?.as_str();
            let is_name = |name: &str| match parameter.location {
                ParameterIn::Header => name.eq_ignore_ascii_case(&parameter.name),
                _ => name == parameter.name,
            };
            let place = match parameter.location {
                ParameterIn::Path => return false,
                ParameterIn::Query => "query",
                ParameterIn::Header => "header",
                ParameterIn::Cookie => "cookie",
            };
            text("type") == Some("apiKey") && text("in") == Some(place) && text("name").is_some_and(is_name)
        })
    }

    /// Returns whether a security scheme of an operation is sent as the header `Authorization`.
    pub(super) fn sends_authorization(&self, operation: &str) -> bool {
        self.schemes_of(operation).any(|scheme| {
            let text = |key: &str| self.doc.at(&format!("{scheme}/{key}"))?.as_str();
            let is_name = text("name").is_some_and(|name| name.eq_ignore_ascii_case("authorization"));
            match text("type") {
                Some("apiKey") => text("in") == Some("header") && is_name,
                kind => matches!(kind, Some("http" | "oauth2" | "openIdConnect")),
            }
        })
    }

    /// Returns the pointers of the security schemes in the alternatives of an operation.
    fn schemes_of(&self, operation: &str) -> impl Iterator<Item = String> + '_ {
        let alternatives = self.doc.at(&format!("{operation}/security")).or_else(|| self.doc.at("/security"));
        let alternatives = alternatives.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_object);
        { alternatives }.flat_map(|alternative| alternative.keys()).map(|scheme| self.scheme_at(scheme))
    }

    /// Returns the pointer of a security scheme, after its reference.
    fn scheme_at(&self, scheme: &str) -> String {
        let at = format!("/components/securitySchemes/{}", escaped(scheme));
        let target = self.doc.at(&at).and_then(|value| value.get("$ref")).and_then(Json::as_str);
        target.and_then(|target| self.doc.follow(target).ok()).unwrap_or(at)
    }

    /// Returns the alternatives that an operation states itself, or `None` if the alternatives of
    /// the document apply. A TRACE request carries no secrets, because the server returns the
    /// request.
    fn own_alternatives(&mut self, operation: &Operation, schemes: &[Scheme]) -> Option<SecretAlternatives> {
        let at = format!("{}/security", operation.pointer);
        let alternatives = self.security_alternatives(&at, schemes);
        if operation.http_method != "TRACE" || schemes.is_empty() {
            return alternatives;
        }
        if self.doc.at(&at).or(self.doc.at("/security")).and_then(Json::as_array).is_some_and(|all| !all.is_empty()) {
            self.report.lost("the secrets of a TRACE request", &operation.pointer);
        }
        Some(SecretAlternatives::new())
    }

    /// Returns the alternatives at a pointer, or `None` if there is no list. Schemes that the
    /// document does not describe, or that send no secret, are reported and left out.
    fn security_alternatives(&mut self, at: &str, schemes: &[Scheme]) -> Option<SecretAlternatives> {
        let alternatives = self.doc.at(at)?.as_array()?;
        let mut read = SecretAlternatives::new();
        for (index, alternative) in alternatives.iter().enumerate() {
            let mut names = Vec::new();
            for (scheme, scopes) in alternative.as_object().into_iter().flatten() {
                match schemes.iter().find(|known| known.key == *scheme) {
                    Some(known) => names.push(known.name.clone()),
                    None => {
                        let is_described = self.doc.at(&self.scheme_at(scheme)).is_some();
                        let why = if is_described { "cannot be expressed" } else { "is not described" };
                        self.report.lost(format!("a security scheme that {why}"), &format!("{at}/{index}"));
                    }
                }
                if scopes.as_array().is_some_and(|scopes| !scopes.is_empty()) {
                    self.report.detail("the scopes that a call needs", &format!("{at}/{index}"));
                }
            }
            if !read.contains(&names) {
                read.push(names);
            }
        }
        // The first alternative whose secrets are known is taken, and the empty one always is.
        read.sort_by_key(Vec::is_empty);
        Some(read)
    }

    /// Reads a security scheme. `None` for one that no key of the spec expresses, which is reported.
    fn scheme(&mut self, key: String, scope: &mut Scope) -> Option<Scheme> {
        const BEARER: &str = "with `Bearer` and a space before it";
        let pointer = self.scheme_at(&key);
        let sent = |word: &str| vec![("scheme", Node::text(word))];
        let (entries, plainly, doc) = match self.doc.piece(&pointer) {
            Ok(SecurityScheme::ApiKey { name, location, description }) => {
                let place = match location.as_str() {
                    "query" => "query",
                    "cookie" => "cookie",
                    _ => "header",
                };
                (vec![(place, Node::text(name))], None, description)
            }
            Ok(SecurityScheme::Http { scheme, description, .. }) => match scheme.to_lowercase().as_str() {
                "bearer" => (sent("bearer"), Some(BEARER), description),
                "basic" => (sent("basic"), Some("with `Basic` and a space before it"), description),
                other => {
                    self.report.lost(format!("the HTTP authentication `{other}`"), &pointer);
                    (vec![("header", Node::text("Authorization"))], None, description)
                }
            },
            Ok(SecurityScheme::OAuth2 { description, .. }) => {
                self.report.detail("how a token is obtained by OAuth", &pointer);
                (sent("bearer"), Some(BEARER), description)
            }
            Ok(SecurityScheme::OpenIdConnect { description, .. }) => {
                self.report.detail("how a token is obtained by OpenID Connect", &pointer);
                (sent("bearer"), Some(BEARER), description)
            }
            Ok(SecurityScheme::MutualTls { .. }) => {
                self.report.lost("certificates of clients", &pointer);
                return None;
            }
            Err(why) => {
                self.report.lost(why, &pointer);
                return None;
            }
        };
        let name = scope.of_setting(&key);
        Some(Scheme { key, name, pointer, entries, plainly, doc })
    }

    /// Returns the entry of `auth` for a security scheme.
    fn secret(&mut self, scheme: Scheme, is_optional: bool) -> Node {
        let doc = self.prose(scheme.doc.as_deref(), &scheme.pointer);
        let mut node = Node::map(scheme.entries);
        let mut other = Node::map([("header", Node::text("Authorization"))]);
        for node in [&mut node, &mut other] {
            node.put_flag("optional", is_optional);
        }
        node.put_opt("doc", doc.as_ref().map(Node::text));
        let node = node.from(&scheme.pointer);
        match scheme.plainly {
            Some(how) => {
                let text = doc.map_or_else(|| format!("The secret, {how}."), |doc| format!("{doc} It is given {how}."));
                other.put("doc", Node::text(text));
                node.or(other.from(&scheme.pointer))
            }
            None => node,
        }
    }
}

/// Returns alternatives in the spec language, such as `[apiKey, [user, token]]`.
fn alternatives_node(alternatives: &SecretAlternatives) -> Node {
    Node::list(alternatives.iter().map(|alternative| match alternative.as_slice() {
        [one] => Node::text(one),
        several => Node::texts(several.iter().map(String::as_str)),
    }))
}
