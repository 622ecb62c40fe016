//! Intermediate form of operations of the spec language, between the document and the printed tree.
//!
//! Input: operations and parts of a client, from the readers of paths and methods. Output:
//! [`Node`]s.

use chainloom_codegen::JSON_LINES;

use crate::methods;
use crate::names::Scope;
use crate::spec::{Field, Type};
use crate::tree::Node;

/// File of a spec: its path without the ending, and its content.
pub(crate) type File = (String, Node);

/// Entries of a mapping, in the order in which they are written to the spec.
pub(crate) type Entries = Vec<(&'static str, Node)>;

/// All parts of a document in the words of the spec language.
#[derive(Default)]
pub(crate) struct ApiParts {
    pub(crate) operations: Vec<Operation>,
    /// Entries of the key `client`.
    pub(crate) client: Node,
    /// Files of deployments.
    pub(crate) deployments: Vec<File>,
    /// Entries that define the only service of a JSON-RPC client; empty for REST.
    pub(crate) service: Entries,
    pub(crate) webhooks: Vec<Webhooks>,
}

/// Webhooks that share a file.
pub(crate) struct Webhooks {
    /// Name of the file in the folder of the client.
    pub(crate) file: &'static str,
    /// Description of the file.
    pub(crate) doc: String,
    pub(crate) node: Node,
}

/// A parameter and where the request carries it.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) place: &'static str,
    pub(crate) field: Field,
}

/// Body of a request.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    None,
    Members(Vec<Field>),
    /// A body that is one parameter as a whole.
    Whole {
        ty: Box<Type>,
        optional: bool,
        members: Option<Vec<Field>>,
    },
    /// Bytes or text without a type.
    Raw,
}

impl Body {
    /// Returns whether the spec may leave the body out. `content` is the value of the key
    /// `content`. A form is always sent, even without members.
    pub(crate) fn can_be_left_out(&self, content: Option<&str>) -> bool {
        match self {
            Self::None => true,
            Self::Members(_) | Self::Raw => false,
            Self::Whole { optional, .. } => *optional && content != Some("form"),
        }
    }

    /// Returns whether a request must have a body.
    pub(crate) fn is_needed(&self) -> bool {
        match self {
            Self::None => false,
            Self::Members(members) => members.iter().any(|member| !member.optional),
            Self::Whole { optional, .. } => !optional,
            Self::Raw => true,
        }
    }
}

/// Body of a response.
#[derive(Clone, Debug)]
pub(crate) enum ResponseBody {
    None,
    Type(Type),
    /// `bytes` or `text`, with the media types.
    Raw(&'static str, Vec<String>),
    ByStatus(Vec<(u16, Option<Type>)>),
    /// Events with their types, by their names, and by what these are guessed.
    Events(Vec<(String, Type)>, &'static str),
    /// Lines of one type, with the media types of the stream.
    Lines(Type, Vec<String>),
}

/// An operation.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) pointer: String,
    /// Key of the spec language that states method and path.
    pub(crate) verb: &'static str,
    /// HTTP method as it is sent; empty for JSON-RPC.
    pub(crate) http_method: String,
    pub(crate) path: String,
    pub(crate) tag: Option<String>,
    /// Service and name of a JSON-RPC method. `None` for an operation of REST, whose names `layout`
    /// chooses.
    pub(crate) id: Option<(String, String)>,
    pub(crate) preferred_name: String,
    /// Pointer of the operation's own servers, which replace the servers of the document.
    pub(crate) servers_at: Option<String>,
    pub(crate) doc: Option<String>,
    pub(crate) params: Vec<Param>,
    pub(crate) body: Body,
    /// Value of the key `content`.
    pub(crate) content: Option<String>,
    pub(crate) style: Option<&'static str>,
    pub(crate) response: ResponseBody,
    /// Value of the key `stream`, if the response is events.
    pub(crate) stream: Option<Node>,
    pub(crate) headers: Vec<Field>,
    pub(crate) statuses: Option<Node>,
    /// Whether the operation answers only with redirects.
    pub(crate) redirects: bool,
    /// Value of the key `effect`, and whether it is guessed.
    pub(crate) effect: Option<(String, bool)>,
    /// Further entries, in the order in which they are written to the spec.
    pub(crate) entries: Entries,
}

impl Operation {
    /// Creates an operation without parameters, body and response.
    pub(crate) fn new(pointer: &str, verb: &'static str, path: String, preferred: String) -> Self {
        Self {
            pointer: pointer.to_owned(),
            verb,
            http_method: String::new(),
            path,
            tag: None,
            id: None,
            preferred_name: preferred,
            servers_at: None,
            doc: None,
            params: Vec::new(),
            body: Body::None,
            content: None,
            style: None,
            response: ResponseBody::None,
            stream: None,
            headers: Vec::new(),
            statuses: None,
            redirects: false,
            effect: None,
            entries: Vec::new(),
        }
    }

    /// Iterates over the parameters in one place of the request, such as `query`.
    pub(crate) fn params(&self, place: &str) -> impl Iterator<Item = &Field> {
        self.params.iter().filter(move |param| param.place == place).map(|param| &param.field)
    }

    /// Returns the operation as a mapping of the spec language. All its parameters share a scope of
    /// names, because they become members of one struct.
    pub(crate) fn node(&self) -> Node {
        let mut scope = Scope::of_parameters(&self.keys_with_setters());
        let mut node = Node::empty().tall().from(&self.pointer);
        node.put_opt("doc", self.doc.as_ref().map(Node::text));
        let call = match self.verb {
            methods::OTHER => Node::text(format!("{} {}", self.http_method, self.path)),
            _ => Node::text(&self.path),
        };
        node.put(self.verb, call);
        for place in ["path", "query", "headers", "cookies", "params"] {
            let fields = Node::map(self.params(place).map(|field| field.entry(&mut scope)));
            node.put_opt(place, (!fields.is_empty()).then_some(fields));
        }
        self.put_body(&mut node, &mut scope);
        node.put_opt("content", self.content.as_ref().map(Node::text));
        node.put_opt("style", self.style.map(Node::text));
        node.put_opt(
            "effect",
            self.effect.as_ref().map(|(effect, guessed)| {
                let node = Node::text(effect);
                let by =
                    if self.verb == "method" { "by its name".to_owned() } else { format!("by {}", self.http_method) };
                if *guessed { node.guessed(&by) } else { node }
            }),
        );
        node.put_opt(if self.verb == "method" { "result" } else { "response" }, self.response_node());
        if let ResponseBody::Events(events, guess) = &self.response {
            node.put("events", Node::map(events.iter().map(|(name, ty)| (name.as_str(), ty.node()))).guessed(guess));
        }
        if let ResponseBody::Lines(ty, types) = &self.response {
            node.put("lines", self.build_lines_node(ty, types));
        }
        node.put_opt("stream", self.stream.clone().map(Node::or_remove));
        node.put_opt("status", self.statuses.clone().map(Node::or_remove));
        if self.redirects {
            node.put("redirects", Node::text("without-auth").guessed("it only redirects").or_remove());
        }
        for (key, value) in &self.entries {
            node.put(*key, value.clone().or_remove());
        }
        node.or_remove()
    }

    /// Returns the keys for which a call has setters, whose names parameters must not have.
    fn keys_with_setters(&self) -> Vec<&'static str> {
        let of_response = match &self.response {
            ResponseBody::Events(..) => Some("events"),
            ResponseBody::Lines(..) => Some("lines"),
            ResponseBody::Raw(word, _) => Some(*word),
            ResponseBody::None | ResponseBody::Type(_) | ResponseBody::ByStatus(_) => None,
        };
        let headers = (!self.headers.is_empty()).then_some("headers");
        of_response.into_iter().chain(headers).chain(self.entries.iter().map(|(key, _)| *key)).collect()
    }

    /// Adds the key `body`. For a body that is one parameter, its members are the simpler
    /// alternative.
    fn put_body(&self, node: &mut Node, scope: &mut Scope) {
        match &self.body {
            Body::None | Body::Raw => {}
            Body::Members(members) => {
                let fields = Node::map(members.iter().map(|field| field.entry(scope)));
                if !fields.is_empty() {
                    node.put("body", fields);
                }
            }
            Body::Whole { ty, optional, members } => {
                let mut value = ty.node();
                if let Some(members) = members {
                    let fields = Node::map(members.iter().map(|field| field.entry(scope)));
                    value.fixes.clear();
                    value = value.or(fields);
                } else {
                    value.fixes.clear();
                }
                node.put(if *optional { "body?" } else { "body" }, value);
            }
        }
    }

    /// Returns the value of the key `response` or `result`.
    fn response_node(&self) -> Option<Node> {
        let bare = match &self.response {
            ResponseBody::None | ResponseBody::Events(..) | ResponseBody::Lines(..) => None,
            ResponseBody::Type(ty) => Some(ty.node()),
            ResponseBody::Raw(word, types) => {
                let types = match types.as_slice() {
                    [one] => Node::text(one),
                    several => Node::texts(several),
                };
                Some(Node::map([(*word, types)]).from(&self.pointer).or_remove())
            }
            ResponseBody::ByStatus(responses) => {
                let first = responses.iter().find_map(|(_, ty)| ty.as_ref()).map(Type::node);
                let by_status = responses.iter().map(|(status, ty)| {
                    (status.to_string(), ty.as_ref().map_or_else(|| Node::text("none"), Type::node))
                });
                let node = Node::map(by_status).from(&self.pointer);
                Some(match first {
                    Some(first) => node.or(first),
                    None => node.or_remove(),
                })
            }
        };
        if self.headers.is_empty() || matches!(self.response, ResponseBody::Lines(..)) {
            return bare;
        }
        let headers = crate::spec::fields(&self.headers).or_remove();
        let Some(bare) = bare else {
            return Some(Node::map([("headers", headers)]).from(&self.pointer).or_remove());
        };
        let mut node = match &self.response {
            ResponseBody::Type(_) if bare.get("type").is_none() => Node::map([("type", bare.clone())]),
            _ => bare.clone(),
        };
        node.fixes.clear();
        node.put("headers", headers);
        Some(node.from(&self.pointer).or(bare))
    }

    /// Returns the type of a line. It becomes a mapping if the stream has other media types than
    /// the usual one, or headers.
    fn build_lines_node(&self, ty: &Type, types: &[String]) -> Node {
        let types = match types {
            [one] if one == JSON_LINES => None,
            [one] => Some(Node::text(one)),
            several => Some(Node::texts(several)),
        };
        if types.is_none() && self.headers.is_empty() {
            return ty.node();
        }
        let mut node = Node::map([("type", ty.node())]);
        node.put_opt("mediaType", types);
        let headers = || crate::spec::fields(&self.headers).or_remove();
        node.put_opt("headers", (!self.headers.is_empty()).then(headers));
        node
    }
}
