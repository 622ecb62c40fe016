//! From a request to its response, without a network.
//!
//! Input: an HTTP request. Output: the response of the described service, and a line of the log. Equal requests have equal
//! responses; only page tokens are remembered.

use std::collections::HashMap;

use bytes::Bytes;
use chainloom_interpret::{Api, Operation};
use chainloom_runtime::schema::{AnswerBody, Bounds, Service};
use http::{HeaderName, HeaderValue, Request, Response, StatusCode, header};
use serde_json::Value;

use crate::answers::{self, Style};
use crate::failures::{json_response, refuse, text, with_type};
use crate::guide::{self, Served};
use crate::log::{Log, Seen};
use crate::pages::{LINK, Page, Pages};
use crate::read::{self, Input, Parts};
use crate::routes::{Found, OperationId, Routes};
use crate::rpc;
use crate::template::{self, Variables};

/// What a server stands on.
pub(crate) struct Server {
    api: Api,
    routes: Routes,
    values: HashMap<String, String>,
    style: Style,
    pages: Pages,
    pub(crate) log: Log,
}

impl Server {
    pub(crate) fn new(api: Api, values: HashMap<String, String>, style: Style, items: usize, log: Log) -> Self {
        let routes = Routes::new(&api, &values);
        Self { api, routes, values, style, pages: Pages::new(items), log }
    }

    pub(crate) fn routes(&self) -> &Routes {
        &self.routes
    }

    pub(crate) fn operation(&self, id: OperationId) -> Option<&Operation> {
        self.api.operations.get(id)
    }

    /// The largest batch of a service, where it is a number.
    pub(crate) fn batch_max(&self, service: &Service) -> Option<usize> {
        let most = service.rpc.and_then(|rpc| rpc.batch_max)?;
        template::resolved(most, &self.values).parse().ok()
    }

    /// The services with their URLs.
    pub(crate) fn served(&self, url: &str) -> Vec<Served> {
        guide::served(&self.api, &self.values, url)
    }

    /// Answers a request.
    pub(crate) fn answer(&self, request: &Request<Bytes>) -> Response<Bytes> {
        let mut operations = Vec::new();
        let response = self.respond(request, &mut operations);
        self.log.add(Seen {
            method: request.method().clone(),
            uri: request.uri().clone(),
            headers: request.headers().clone(),
            body: request.body().clone(),
            operations,
            status: response.status(),
        });
        response
    }

    fn respond(&self, request: &Request<Bytes>, called: &mut Vec<&'static str>) -> Response<Bytes> {
        match self.routes.find(request.method(), request.uri().path()) {
            Found::Rest(id, variables) => match self.operation(id) {
                Some(operation) => {
                    called.push(operation.schema.id);
                    self.rest(operation, &variables, request)
                }
                None => text(StatusCode::NOT_FOUND, "404 page not found"),
            },
            Found::Rpc(services) => match rpc::reply(self, &services, request.body(), called) {
                Some(reply) => json_response(StatusCode::OK, &reply),
                None => Response::new(Bytes::new()),
            },
            Found::OtherVerbs(verbs) => {
                let mut response = text(StatusCode::METHOD_NOT_ALLOWED, "method not allowed");
                set(&mut response, "allow", &verbs.join(", "));
                response
            }
            Found::Nothing => text(StatusCode::NOT_FOUND, "404 page not found"),
        }
    }

    fn rest(&self, operation: &Operation, variables: &Variables, request: &Request<Bytes>) -> Response<Bytes> {
        let client = operation.schema.service.client;
        let refused = |message: &str| refuse(Some(client), StatusCode::BAD_REQUEST, message, self.style);
        let (query, link) = split_link(request.uri().query().unwrap_or_default());
        let parts = Parts { variables, query: &query, headers: request.headers(), body: request.body() };
        let page = read::rest(operation.schema, &parts)
            .map_err(|wrong| wrong.join("; "))
            .and_then(|input| self.value(operation, &input, link));
        let page = match page {
            Ok(page) => page,
            Err(message) => return refused(&message),
        };
        let mut response = self.written(operation, &page.answer);
        if let Some(start) = page.link {
            let query = if query.is_empty() { String::new() } else { format!("{query}&") };
            let target = format!("<{}?{query}{LINK}={start}>; rel=\"next\"", request.uri().path());
            set(&mut response, header::LINK.as_str(), &target);
        }
        self.headers(operation, &mut response);
        response
    }

    /// The answer to parameters that are right, or why there is none.
    pub(crate) fn value(&self, operation: &Operation, input: &Input, link: Option<usize>) -> Result<Page, String> {
        let shape = answers::answer(operation, input, self.style);
        match operation.schema.paginate {
            Some(pages) => self
                .pages
                .page(operation.schema, pages, (input, link), shape, self.style)
                .map_err(|token| format!("`{}` is no page token of this server", token.0)),
            None => Ok(Page { answer: shape, link: None }),
        }
    }

    fn written(&self, operation: &Operation, answer: &Value) -> Response<Bytes> {
        let plain = || answer.as_str().map_or_else(|| answer.to_string(), str::to_owned);
        let media = |types: &[&str]| types.first().copied().unwrap_or("application/octet-stream").to_owned();
        match operation.schema.answer.body {
            AnswerBody::Json if operation.schema.output.is_none() => status(StatusCode::NO_CONTENT),
            AnswerBody::Json => json_response(StatusCode::OK, answer),
            AnswerBody::Text(types) | AnswerBody::Bytes(types) => {
                with_type(StatusCode::OK, &media(types), Bytes::from(plain()))
            }
            AnswerBody::ByStatus(_) => by_status(answer),
            AnswerBody::Events(_) => with_type(StatusCode::OK, "text/event-stream", Bytes::from(events(answer))),
        }
    }

    /// The described headers of an answer.
    fn headers(&self, operation: &Operation, response: &mut Response<Bytes>) {
        let Some(record) = operation.schema.answer.headers else { return };
        let mut draw = self.style.draw(&[operation.schema.id, "headers"]);
        for field in record.fields {
            let value = draw.value(field.ty, &Bounds::NONE);
            set(response, field.name, value.as_str().map_or_else(|| value.to_string(), str::to_owned).as_str());
        }
    }
}

/// The query without the parameter that links of this server have, and its value.
fn split_link(query: &str) -> (String, Option<usize>) {
    let is_link = |pair: &&str| pair.split('=').next() == Some(LINK);
    let link = query.split('&').find(is_link).and_then(|pair| pair.split('=').nth(1)?.parse().ok());
    let rest: Vec<&str> = query.split('&').filter(|pair| !is_link(pair)).collect();
    (rest.join("&"), link)
}

/// `{"200": …}` as a response of that status.
fn by_status(answer: &Value) -> Response<Bytes> {
    let told = answer.as_object().and_then(|members| members.iter().next());
    let Some((name, value)) = told else { return status(StatusCode::NO_CONTENT) };
    let code = name.parse().ok().and_then(|code| StatusCode::from_u16(code).ok()).unwrap_or(StatusCode::OK);
    if value.is_null() { status(code) } else { json_response(code, value) }
}

/// `[{"head": …}]` as server-sent events.
fn events(answer: &Value) -> String {
    let all = answer.as_array().map(Vec::as_slice).unwrap_or_default().iter().filter_map(Value::as_object).flatten();
    all.map(|(name, value)| format!("event: {name}\ndata: {value}\n\n")).collect()
}

fn status(status: StatusCode) -> Response<Bytes> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = status;
    response
}

fn set(response: &mut Response<Bytes>, name: &str, value: &str) {
    if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value)) {
        response.headers_mut().insert(name, value);
    }
}
