//! Secrets: resolves their location in a request, and the secrets that a call requires.
//!
//! Input: `auth`, `security` and the headers of every request. Output: secrets and security
//! alternatives of the model, and errors at secrets that no request can carry.

use super::template::VisibleVars;
use crate::analysis::check::context::{Checker, opt, prose, source};
use crate::characters::is_carried;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::language::node::Text;
use crate::language::words::clients::SecretDecl;
use crate::model::{ClientId, Content, Operation, Place, Secret, SecretPlace, Template};
use crate::spec::document::OperationDecl;

impl Checker<'_> {
    /// Builds a secret of a client.
    pub(crate) fn secret(&mut self, (name, doc): &(Text, SecretDecl), visible_vars: &VisibleVars<'_>) -> Secret {
        let (place, key) = (doc.place(), doc.key());
        let has_header = place == SecretPlace::Header;
        if has_header && !key.value.contains('{') {
            self.check_header(&key, &Content::default());
        }
        if let (Some(prefix), false) = (&doc.prefix, has_header) {
            let message = "`prefix` applies to `header`".to_owned();
            self.error(Code::BadAttribute, prefix.span, message, "remove `prefix`");
        }
        let prefix = doc.prefix.as_ref().filter(|prefix| !prefix.value.chars().all(is_carried));
        if let Some(prefix) = prefix {
            let message = "a header cannot carry the prefix".to_owned();
            self.error(Code::BadValue, prefix.span, message, HEADER_HINT);
        }
        if place == SecretPlace::Query && key.value.contains(['{', '}']) {
            let message = format!("`{}` is not a parameter name", key.value);
            self.error(Code::BadValue, key.span, message, "only the name of a header is a template");
        }
        if place == SecretPlace::Cookie {
            self.check_cookie_name(&key);
        }
        Secret {
            name: name.value.clone(),
            span: name.span,
            doc: prose(doc.doc.as_ref()),
            place,
            key: if has_header { self.template(&key, visible_vars) } else { Template::new(&key.value, Vec::new()) },
            prefix: opt(doc.prefix.as_ref()).unwrap_or_default(),
            optional: doc.optional,
            source: source(doc.source.as_ref()),
        }
    }

    /// Resolves security alternatives, each a list of secret names. Reports unknown secrets, and
    /// secrets of one alternative that share a place in the request.
    pub(crate) fn security_alternatives(
        &mut self,
        alternatives: &[Vec<Text>],
        auth: &[(Text, SecretDecl)],
    ) -> Vec<Vec<String>> {
        let find_secret =
            |name: &Text| auth.iter().find(|(known, _)| known.value == name.value).map(|(_, secret)| secret);
        for alternative in alternatives {
            for (at, name) in alternative.iter().enumerate() {
                let Some(secret) = find_secret(name) else {
                    let message = format!("the client has no secret `{}`", name.value);
                    let near = did_you_mean(&name.value, auth.iter().map(|(known, _)| known.value.as_str()));
                    let problem = Diagnostic::error(Code::BadValue, name.span, message);
                    self.report(problem.hint("declare it under `auth` of the client").hint_opt(near));
                    continue;
                };
                let first = alternative[..at]
                    .iter()
                    .find(|first| find_secret(first).is_some_and(|first| share_place(first, secret)));
                if let Some(first) = first {
                    let message = format!("`{}` and `{}` are sent in the same place", first.value, name.value);
                    self.error(
                        Code::BadValue,
                        name.span,
                        message,
                        "write them as two alternatives, with one secret each",
                    );
                }
            }
        }
        alternatives.iter().map(|alternative| alternative.iter().map(|name| name.value.clone()).collect()).collect()
    }

    /// Reports required secrets that share a place in the request. Applies to clients without
    /// `security`, whose requests carry all secrets at once.
    pub(crate) fn check_all_at_once(&mut self, auth: &[(Text, SecretDecl)]) {
        let must: Vec<&(Text, SecretDecl)> = auth.iter().filter(|(_, secret)| !secret.optional).collect();
        for (at, (name, secret)) in must.iter().enumerate() {
            if let Some((first, _)) = must[..at].iter().find(|(_, first)| share_place(first, secret)) {
                let message = format!("`{}` and `{}` are sent in the same place", first.value, name.value);
                let hint = "list the alternatives under `security`, or make one of them `optional`";
                self.error(Code::BadValue, name.span, message, hint);
            }
        }
    }

    /// Returns the security alternatives of an operation; `None` if it declares none.
    pub(crate) fn own_security_alternatives(
        &mut self,
        client: Option<ClientId>,
        doc: &OperationDecl,
    ) -> Option<Vec<Vec<String>>> {
        let alternatives = doc.security.as_ref()?;
        let file = *self.scopes.client_files.get(client?.0)?;
        let auth = self.files.get(file)?.client.as_ref()?;
        Some(self.security_alternatives(alternatives, &auth.auth))
    }

    /// Reports parameters of an operation that have the place of one of its secrets: only one of the two values is
    /// sent, or both under one name.
    pub(crate) fn check_places_of_secrets(&mut self, client: Option<ClientId>, operation: &Operation) {
        let Some(client) = client.and_then(|client| self.model.clients.get(client.0)) else { return };
        let security = operation.security.as_ref().or(client.security.as_ref());
        let applies =
            |secret: &&Secret| security.is_none_or(|all| all.iter().flatten().any(|name| *name == secret.name));
        let mut found = Vec::new();
        for param in &operation.params {
            let name = &param.field.name;
            let Some(secret) = client.auth.iter().filter(applies).find(|secret| is_at(secret, param.place, name))
            else {
                continue;
            };
            let message = format!("`{name}` is sent in the place of the secret `{}`", secret.name);
            let problem = Diagnostic::error(Code::DuplicateMember, param.field.span, message);
            let hint = "remove the parameter, or name the secrets of this operation under its `security`";
            found.push(problem.second(secret.span, "the secret").hint(hint));
        }
        self.found.extend(found);
    }

    /// Resolves a header that every request has, and checks its name and value.
    pub(crate) fn sent_header(
        &mut self,
        name: &Text,
        value: &Text,
        visible_vars: &VisibleVars<'_>,
    ) -> (String, Template) {
        self.check_header(name, &Content::default());
        if let Some(letter) = value.value.chars().find(|letter| !is_carried(*letter)) {
            let message = format!("the header `{}` cannot carry `{}`", name.value, letter.escape_default());
            self.error(Code::BadValue, value.span, message, HEADER_HINT);
        }
        (name.value.clone(), self.template(value, visible_vars))
    }
}

/// Hint for a text that a header cannot carry.
const HEADER_HINT: &str = "headers hold letters, digits and marks of ASCII";

/// Returns whether a secret is sent as the header, query parameter or cookie `name`.
fn is_at(secret: &Secret, place: Place, name: &str) -> bool {
    let key = secret.key.as_str();
    match (secret.place, place) {
        (SecretPlace::Header | SecretPlace::Bearer | SecretPlace::Basic, Place::Header) => {
            key.eq_ignore_ascii_case(name)
        }
        (SecretPlace::Query, Place::Query) | (SecretPlace::Cookie, Place::Cookie) => key == name,
        _ => false,
    }
}

/// Returns whether both secrets are sent in the same header, query parameter or cookie. Names of
/// headers are compared without case.
fn share_place(first: &SecretDecl, second: &SecretDecl) -> bool {
    let is_header = |place| matches!(place, SecretPlace::Header | SecretPlace::Bearer | SecretPlace::Basic);
    let (one, other) = (first.key().value, second.key().value);
    match (is_header(first.place()), is_header(second.place())) {
        (true, true) => one.eq_ignore_ascii_case(&other),
        _ => first.place() == second.place() && one == other,
    }
}
