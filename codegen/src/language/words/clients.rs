//! Clients: secrets, servers, variables, deployments, and the documents that a spec is based on.

use super::common::{Mark, Source, sentence};
use super::services::RateLimitHeaders;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::mapping::{choice, mapping, words};
use crate::language::node::{At, Node, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::Shape;
use crate::language::word::{Form, ListOf, Named, OneOrSeveral, TextOrNumber, Word};
use chainloom_schema::SecretPlace;

mapping! {
    /// Secret of requests.
    #[derive(Clone, Debug)]
    pub(crate) struct SecretDecl = "auth", "a secret" {
        one sent: SecretSent; "The place of the secret in a request.";
        some prefix: Text; "The text before the secret in its header, with its space.";
        flag optional: bool; "True if requests work without the secret.";
        some source: Text, by Mark; sentence!(source);
        some doc: Text; "The description of the secret, and where to obtain it.";
    }
}

choice! {
    /// Place of a secret in a request.
    #[derive(Clone, Debug)]
    pub(crate) enum SecretSent {
        Header "header": Text; "The name of the header that carries the secret, a template over variables.";
        Scheme "scheme": At<SecretPlace>; "The scheme of `Authorization`: a token, or user and password.";
        Query "query": Text; "The name of the parameter of the query that carries the secret.";
        Cookie "cookie": Text; "The name of the cookie that carries the secret.";
    }
    hint "write one of `header: Name`, `scheme: bearer`, `scheme: basic`, `query: name` and `cookie: name`";
}

words! { SecretPlace { Bearer "bearer", Basic "basic" } }

impl SecretDecl {
    /// Returns where a request carries the secret.
    pub(crate) fn place(&self) -> SecretPlace {
        match self.sent {
            SecretSent::Header(_) => SecretPlace::Header,
            SecretSent::Scheme(scheme) => scheme.value,
            SecretSent::Query(_) => SecretPlace::Query,
            SecretSent::Cookie(_) => SecretPlace::Cookie,
        }
    }

    /// Returns the name of the header, the parameter or the cookie, with its span.
    pub(crate) fn key(&self) -> Text {
        match &self.sent {
            SecretSent::Header(name) | SecretSent::Query(name) | SecretSent::Cookie(name) => name.clone(),
            SecretSent::Scheme(scheme) => Text { value: "Authorization".to_owned(), span: scheme.span },
        }
    }
}

mapping! {
    /// Headers of requests, and the meaning of response headers.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct HeadersDecl = "headers", "`headers`" {
        list send: (Text, Text); "Headers of every request, as templates over variables.";
        some rate_limit as "rateLimit": RateLimitHeaders; "The names of the response headers with the rate limit.";
        some request_id as "requestId": Text; "The name of the response header with the ID of the request.";
    }
}

/// Notation of security alternatives, each one secret or several that are sent together.
pub(crate) type Ways = ListOf<OneOrSeveral>;

mapping! {
    /// Server of a client, in addition to the server at the base URL.
    #[derive(Clone, Debug)]
    pub(crate) struct ServerDecl = "server", "a server" {
        must base_url as "baseUrl": Text; "The base URL of the server, a template over variables.";
        some security: Vec<Vec<Text>>, by Ways;
            "Alternatives of authentication; without them, no secret is sent to the server.";
        some source: Text, by Mark; sentence!(source);
        some doc: Text; "The description of the server.";
    }
}

mapping! {
    /// Variable of templates.
    #[derive(Clone, Debug)]
    pub(crate) struct VarDecl = "variable", "a variable" {
        some default: String, by TextOrNumber; "The default of the variable.";
        list values: String; "The values that a server has; by default any.";
        some ty as "type": Text; "A scalar whose texts are values, too.";
        text doc: String; "The description of the variable.";
        some source: Source; sentence!(source);
    }
}

mapping! {
    /// Deployment of the services.
    #[derive(Clone, Debug)]
    pub(crate) struct DeploymentDecl = "deployment", "`deployment`" {
        list vars: (Text, Text), by Named<TextOrNumber>; "The values of the variables in this deployment.";
        list endpoints: (Text, Vec<Text>), by Named<OneOrSeveral>;
            "The whole URLs of services in this deployment, by their names.";
        list missing: Text; "Patterns of the operations that this deployment does not serve.";
        list results: (Text, Node); "Results of operations in this deployment, by their IDs.";
    }
}

/// Document that the spec is based on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct SourceDocument {
    /// Mark with which each [`Source`] in the document begins.
    pub mark: String,
    /// Title for people.
    pub title: String,
    /// URL at which anybody can read the document; `None` if nobody can.
    pub url: Option<String>,
}

mapping! {
    /// Source document without its mark.
    #[derive(Clone, Debug)]
    pub(crate) struct SourceDocumentDecl = "sourceDocument", "a source document" {
        must title: String; "The title of the document, for people.";
        some url: Text; "The URL at which anybody can read the document.";
    }
    then check_url;
}

fn check_url(reader: &mut Reader, _: &Members<'_>, document: SourceDocumentDecl) -> Option<SourceDocumentDecl> {
    if let Some(url) = document.url.as_ref().filter(|url| !is_linkable_url(&url.value)) {
        let letter = url.value.chars().find(|letter| NOT_LINKED.contains(letter));
        let letter = letter.filter(|_| url.value.starts_with("http"));
        let (message, hint) = match letter {
            Some(letter) => (
                format!("links in the documentation cannot have the `{letter}` of `{}`", url.value),
                format!("write it as `%{:02X}`", u32::from(letter)),
            ),
            None => (
                format!("`{}` is no URL of the web", url.value),
                "write `https://…`, or leave `url` out if nobody can read the document".to_owned(),
            ),
        };
        reader.report(Diagnostic::error(Code::BadValue, url.span, message).hint(hint));
    }
    Some(document)
}

/// Returns whether a text is an HTTP or HTTPS URL that Markdown can link as it is.
fn is_linkable_url(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(NOT_LINKED))
}

/// Characters that a URL in Markdown cannot have.
const NOT_LINKED: [char; 7] = [' ', '<', '>', '"', '(', ')', '`'];

/// Notation of source documents by their marks.
#[derive(Debug)]
pub(crate) enum ByMark {}

impl Form<Vec<SourceDocument>> for ByMark {
    const SHAPE: Shape = Shape::Map(&SourceDocumentDecl::SHAPE);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<SourceDocument>> {
        let named: Vec<(Text, SourceDocumentDecl)> = Word::read(reader, node, what)?;
        for (mark, _) in named.iter().filter(|(mark, _)| mark.value.contains(char::is_whitespace)) {
            let message = format!("the mark `{}` has a space", mark.value);
            let problem = Diagnostic::error(Code::BadName, mark.span, message);
            reader.report(problem.hint("a mark is one word; behind it, `source` names the section"));
        }
        let document = |(mark, SourceDocumentDecl { title, url }): (Text, SourceDocumentDecl)| SourceDocument {
            mark: mark.value,
            title,
            url: url.map(|url| url.value),
        };
        Some(named.into_iter().map(document).collect())
    }
}
