//! Keys that the operations of a client or a service share: errors, paging, and the form of
//! JSON-RPC.

use super::forms::{ErrorStatuses, Vars};
use super::types::{FieldDecl, Fields, TypeExpr};
use crate::diagnostic::Span;
use crate::language::mapping::{Mapping, mapping};
use crate::language::node::{At, Node, Text};
use crate::language::reader::Reader;
use crate::language::table::{Shape, Table};
use crate::language::word::{Filled, Form, ListOf, OneOrSeveral, Short, TextOrNumber};
use crate::language::words::clients::{HeadersDecl, SecretDecl, ServerDecl, Ways};
use crate::language::words::common::{ErrorSign, Mark, Note, sentence};
use crate::language::words::limits::{Limit, Limits};
use crate::language::words::paging::{Ends, PageEnd, PageWay, TokenLife};
use crate::language::words::refusals::{DialectDecl, RefusalsDecl, Status};
use crate::language::words::services::InBodyDecl;
use crate::model::{ErrorStatus, Limited, ParamStyle, RpcIds, RpcRetry, Var};

mapping! {
    /// Client: a base URL with the settings of all requests to it.
    #[derive(Clone, Debug)]
    pub(crate) struct ClientDecl = "client", "`client`" {
        here span: Span; "Source span of the declaration.";
        some source: Text, by Mark; sentence!(source);
        some version: Text, by Filled; "The version of the API, as its documents name it.";
        need base_url as "baseUrl": Text; "The base URL, a template over variables.";
        list vars: Var, by Vars; sentence!(vars);
        list auth: (Text, SecretDecl); "The secrets of requests, by name.";
        some security: Vec<Vec<Text>>, by Ways; sentence!(security);
        list servers: (Text, ServerDecl);
            "Other servers than that of the base URL, by name: `server` of an operation or a service names one.";
        some headers: HeadersDecl; "Headers of requests, and the meaning of response headers.";
        some errors: ErrorsDecl; "The error responses.";
        list unavailable: ErrorSign; "The errors of a server that does not serve yet, such as while it starts.";
        some paging: PagingDecl, by OfClient; "The paging of the lists of this client.";
        some refusals: RefusalsDecl;
            "The responses to requests that get no result. Test servers send them; the client does not act on them.";
        list dialects: (Text, DialectDecl); "Response formats of families of JSON-RPC servers.";
        list limits: Limit, by Limits; sentence!(limits);
        list notes: Note; sentence!(notes);
    }
}

mapping! {
    /// Keys of error responses.
    #[derive(Clone, Debug)]
    pub(crate) struct ErrorsDecl = "errors", "`errors`" {
        some source: Text, by Mark; sentence!(source);
        must body: Text; "The record of the body of an error response.";
        some message: Text; "The member of the body with the error message.";
        list statuses: ErrorStatus, by ErrorStatuses;
            "The statuses of error responses, with names and optional descriptions.";
        some in_body as "inBody": InBodyDecl; "The responses of a success status whose JSON body reports a failure.";
    }
}

mapping! {
    /// Keys of `paging` of a client and of `paginate` of an operation.
    #[derive(Clone, Debug)]
    pub(crate) struct PagingDecl = "paging", "`paging`" {
        here span: Span; "Source span of the declaration.";
        some source: Text, by Mark; sentence!(source);
        list query: FieldDecl, by Fields; "The parameters of every paged operation.";
        some items: Text; "The member of the response with the items; left out if the response is the list.";
        some by: At<PageWay>; "The way to request the next page; the default is `token`.";
        some next: Text;
            "The member of the response with the token or the URL of the next page, or the member of the last item.";
        some rel: Text; "The relation of the next page in the header `Link`; the default is `next`.";
        some first: At<u64>; "The number of the first page; the default is 1.";
        some into: Text; "The parameter that selects the page, such as its token.";
        some size: Text; "The parameter for the page size.";
        some end: Vec<At<PageEnd<String>>>, by Ends; "The conditions of the last page.";
        some life: TokenLife; "The lifetime of a page token.";
        some any_origin as "anyOrigin": At<bool>;
            "True if URLs of pages may have another origin, as behind a proxy: their path and query are requested at the client's own origin.";
        some overlap: At<u32>; "The number of items that a page repeats from the previous one.";
        some repeats: At<bool>; "True if several pages in succession may return the same token.";
    }
}

/// Table of `paging` of a client: the defaults of its operations.
const PAGING: Table = PagingDecl::TABLE.without("paging", "`paging`", &["items", "overlap", "repeats"]);
/// Table of `paginate` of an operation.
const PAGINATE: Table = PagingDecl::TABLE.without("paginate", "`paginate`", &["query"]);

impl PagingDecl {
    /// Reads the mapping with the keys of `table`, which is [`PAGING`] or [`PAGINATE`].
    fn read_by(table: &'static Table, reader: &mut Reader, node: &Node) -> Option<Self> {
        let members = reader.members(node, table)?;
        Self::from_members(reader, &members)
    }
}

/// Notation of `paging` of a client.
#[derive(Debug)]
pub(crate) enum OfClient {}

impl Form<PagingDecl> for OfClient {
    const SHAPE: Shape = Shape::Keys(&PAGING);

    fn read(reader: &mut Reader, node: &Node, _: &str) -> Option<PagingDecl> {
        PagingDecl::read_by(&PAGING, reader, node)
    }
}

/// Notation of `paginate` of an operation.
#[derive(Debug)]
pub(crate) enum OfOperation {}

impl Form<PagingDecl> for OfOperation {
    const SHAPE: Shape = Shape::Keys(&PAGINATE);

    fn read(reader: &mut Reader, node: &Node, _: &str) -> Option<PagingDecl> {
        PagingDecl::read_by(&PAGINATE, reader, node)
    }
}

mapping! {
    /// Form of the calls of a JSON-RPC service.
    #[derive(Clone, Debug)]
    pub(crate) struct RpcDecl = "rpc", "`rpc`" {
        must params: ParamStyle; "The form of the parameters.";
        flag batch: bool; "True if a request may hold several calls.";
        some batch_max as "batchMax": Text, by TextOrNumber;
            "The maximum number of calls in a batch, a number or a template.";
        some ids: RpcIds; "The form of the ID of a call; the default is a number.";
        some dialect: Text; "The name of the entry of `dialects` by which the service responds.";
        list retry: u16, by ListOf<Status>;
            "The statuses after which the same call may succeed later, in addition to the usual ones. One below 500 \
             also says that nothing was done.";
        list errors: RpcErrorDecl, by ErrorsByCode; sentence!(errors);
    }
}

mapping! {
    /// Error of JSON-RPC with its code.
    #[derive(Clone, Debug)]
    pub(crate) struct RpcErrorDecl = "rpcError", "an error" {
        later code: At<i64>; "The code.";
        must name: Text; "The name of the error.";
        some doc: Text; "The condition of the response.";
        some retry: RpcRetry;
            "Whether the same call may succeed later; `undone` if nothing was done for it.";
        some smaller: Vec<Text>, by AllOrParts;
            "`true` if the call may succeed in a smaller batch. Or parts of the message that mark such errors, \
             compared without case.";
        some data: TypeExpr; "The type of the member `data` of the error.";
        some limited: Limited;
            "True if each error of the code refuses calls temporarily, as with the status 429; or keys that select \
             such errors.";
        flag seen: bool; sentence!(seen);
        some source: Text, by Mark; sentence!(source);
    }
}

impl Short for RpcErrorDecl {
    type Alone = Text;

    fn alone(name: Text) -> Self {
        let code = At::default();
        Self { code, name, doc: None, retry: None, smaller: None, data: None, limited: None, seen: false, source: None }
    }
}

mapping! {
    /// Keys that describe which errors of a code are temporary refusals.
    #[derive(Clone, Debug)]
    pub(crate) struct LimitedKeys = "limited", "`limited`" {
        list error: Text, by OneOrSeveral;
            "Texts, compared without case: an error whose message contains one of them is a temporary refusal.";
        list wait: Text, by OneOrSeveral;
            "The member of `data` with the time to wait, in seconds or a text with units; or several.";
        list wait_ms as "waitMs": Text, by OneOrSeveral;
            "The member of `data` with the time to wait, in milliseconds; or several.";
    }
}

/// Notation of some errors of a code: `true` for all of them, or parts of their messages. The value is the list of
/// parts, which is empty for `true`.
#[derive(Debug)]
pub(crate) enum AllOrParts {}

/// Notation of errors by their codes.
#[derive(Debug)]
pub(crate) enum ErrorsByCode {}
