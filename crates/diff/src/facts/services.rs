//! Facts of clients and services.
//!
//! Input: clients and services of the model. Output: nodes.

use chainloom_codegen::model::{
    Client, ClientId, Dialect, Endpoint, ErrorSign, ErrorStatus, Errors, InBody, Paging, Rpc, Secret, Server, Service,
    ServiceId, Subscribe, Var, Websocket,
};
use chainloom_codegen::{RustIdent, STYLES, sentences, word};
use serde_json::{Value as Json, json};

use super::Facts;
use super::common::{available, available_docs, deprecated, flag, limits, limits_docs, list, notes, source, text};
use crate::labels::{member, unshown, value};
use crate::node::Node;
use crate::thing::{Flow, Kind, Spot};
use crate::topic;

impl Facts<'_> {
    pub(super) fn client(&self, at: usize, client: &Client) -> Node {
        let Client {
            name,
            span,
            module,
            source: from,
            version,
            base_url,
            vars,
            auth,
            security,
            servers,
            send,
            rate_limit,
            request_id,
            errors,
            unavailable,
            paging,
            refusals,
            dialects,
            limits: bounds,
            notes: remarks,
        } = client;
        let names = self.names.client(ClientId(at));
        let path = self.module(*module);
        let builder = |name: &RustIdent| format!("{path}Builder::{name}");
        let mut node = Node::new(Kind::Client, name.as_str(), self.spot(*span));
        node.rust = ["Client", "Builder", "Call", "Subscribe"].map(|name| format!("{path}{name}")).to_vec();
        let send = send.iter().map(|(name, text)| json!([name, text.to_string()])).collect();
        let signs = unavailable.iter().map(|ErrorSign { message, code }| json!([message, code])).collect();
        node.facts.extend([
            (topic::SOURCE, source(from.as_ref())),
            (topic::VERSION_OF_API, json!(version)),
            (topic::BASE_URL, json!(base_url.to_string())),
            (topic::SECURITY, json!(security)),
            (topic::SENT_HEADERS, list(send)),
            (topic::RATE_LIMIT_HEADERS, rate_limit.as_ref().map_or(Json::Null, unshown)),
            (topic::REQUEST_ID, json!(request_id)),
            (topic::NOT_SERVING, list(signs)),
            (topic::TEST_REFUSALS, unshown(refusals)),
            (topic::LIMITS, limits(bounds)),
            (topic::LIMITS_DOC, limits_docs(bounds)),
            (topic::NOTES, notes(remarks)),
            (topic::PAGING, paging.as_ref().map_or(Json::Null, |paging| self.paging(paging))),
            (topic::SOURCE_OF_PAGING, source(paging.as_ref().and_then(|paging| paging.source.as_ref()))),
        ]);
        let vars = vars.iter().zip(&names.vars).map(|(var, rust)| self.var(var, vec![builder(rust)]));
        node.children.extend(vars);
        let secrets = auth.iter().zip(&names.secrets).map(|(secret, rust)| self.secret(secret, builder(rust)));
        node.children.extend(secrets);
        let servers = servers.iter().zip(&names.servers).map(|(server, rust)| self.server(server, builder(rust)));
        node.children.extend(servers);
        let spot = node.spot.clone();
        node.children.extend(dialects.iter().map(|one| Self::dialect(one, &spot)));
        if let Some(errors) = errors {
            self.errors(errors, &mut node);
        }
        node
    }

    /// Facts of error responses; the statuses are things of their own.
    fn errors(&self, errors: &Errors, node: &mut Node) {
        let Errors { body, message, statuses, in_body, source: from } = errors;
        node.facts.extend([
            (topic::ERROR_BODY, json!(self.labels.text(body))),
            (topic::ERROR_MESSAGE, message.as_ref().map_or(Json::Null, member)),
            (topic::ERRORS_IN_SUCCESS, in_body.as_ref().map_or(Json::Null, in_body_facts)),
            (topic::SOURCE_OF_ERRORS, source(from.as_ref())),
            (topic::SOURCE_OF_ERRORS_IN_SUCCESS, source(in_body.as_ref().and_then(|one| one.source.as_ref()))),
        ]);
        let statuses = statuses.iter().map(|ErrorStatus { code, name, doc }| {
            Node::new(Kind::Status, code.to_string(), node.spot.clone())
                .with([(topic::NAME, json!(name)), (topic::DOC, text(doc))])
        });
        let statuses: Vec<Node> = statuses.collect();
        node.children.extend(statuses);
    }

    fn paging(&self, paging: &Paging) -> Json {
        let Paging { query, way, next, rel, first, into, size, end, life, any_origin, source: _ } = paging;
        let sent = Flow { sent: true, received: false };
        let query = query.iter().map(|field| {
            let node = self.field(Kind::Parameter, field, sent, Vec::new());
            json!([node.name, node.facts.into_iter().map(|(_, fact)| fact).collect::<Vec<_>>()])
        });
        json!([
            query.collect::<Vec<_>>(),
            unshown(way),
            next,
            rel,
            first,
            into,
            size,
            unshown(end),
            unshown(life),
            any_origin
        ])
    }

    fn var(&self, var: &Var, rust: Vec<String>) -> Node {
        let Var { name, span, doc, default, values, ty, form, source: from } = var;
        let mut node = Node::new(Kind::Variable, name.as_str(), self.spot(*span));
        node.rust = rust;
        node.flow = Flow { sent: true, received: false };
        node.demanded = default.is_none();
        node.with([
            (topic::DOC, text(doc)),
            (topic::DEFAULT, json!(default)),
            (topic::TEST_VALUES, list(values.iter().map(|value| json!(value)).collect())),
            (topic::TEST_SCALAR, json!(ty.as_ref().map(|(name, _)| name))),
            (topic::TEST_FORM, form.as_ref().map_or(Json::Null, unshown)),
            (topic::SOURCE, source(from.as_ref())),
        ])
    }

    fn secret(&self, secret: &Secret, rust: String) -> Node {
        let Secret { name, span, doc, place, key, prefix, optional, source: from } = secret;
        let mut node = Node::new(Kind::Secret, name.as_str(), self.spot(*span));
        node.rust = vec![rust];
        node.flow = Flow { sent: true, received: false };
        node.demanded = !optional;
        node.with([
            (topic::DOC, text(doc)),
            (topic::PLACE, json!(sentences::secret_place(*place))),
            (topic::KEY, json!(key.to_string())),
            (topic::PREFIX, text(prefix)),
            (topic::OPTIONAL, flag(*optional)),
            (topic::SOURCE, source(from.as_ref())),
        ])
    }

    fn server(&self, server: &Server, rust: String) -> Node {
        let Server { name, span, base_url, security, doc, source: from } = server;
        let mut node = Node::new(Kind::Server, name.as_str(), self.spot(*span));
        node.rust = vec![rust];
        node.with([
            (topic::BASE_URL, json!(base_url.to_string())),
            (topic::SECURITY, json!(security)),
            (topic::DOC, text(doc)),
            (topic::SOURCE, source(from.as_ref())),
        ])
    }

    fn dialect(dialect: &Dialect, spot: &Spot) -> Node {
        let Dialect {
            name,
            doc,
            accepts,
            media_type,
            headers,
            id_first,
            null_id_is_none,
            numbers_as_text,
            separator,
            error_data,
            refusals,
            source: from,
            seen,
        } = dialect;
        let behaviour = json!([
            accepts,
            media_type,
            headers,
            id_first,
            null_id_is_none,
            numbers_as_text,
            separator,
            value(error_data.as_ref()),
            unshown(refusals),
        ]);
        Node::new(Kind::Dialect, name.as_str(), spot.clone()).with([
            (topic::TEST_BEHAVIOUR, behaviour),
            (topic::DOC, text(doc)),
            (topic::SOURCE, source(from.as_ref())),
            (topic::SEEN, flag(*seen)),
        ])
    }

    pub(super) fn service(&self, at: usize, service: &Service) -> Node {
        let Service {
            name,
            span,
            doc,
            client,
            module,
            source: from,
            vars,
            instance,
            endpoints,
            websocket,
            server: _,
            rpc,
            subscribe,
            available: conditions,
            limits: bounds,
            notes: remarks,
        } = service;
        let names = self.names.service(ServiceId(at));
        let home = &self.model.clients[client.0];
        let path = self.module(*module);
        let handle = format!("{path}{}", names.handle);
        let mut node = Node::new(Kind::Service, name.as_str(), self.spot(*span));
        node.home = self.home(*module);
        let client_path = self.module(home.module);
        node.rust = vec![
            handle.clone(),
            format!("{path}{}", names.endpoints_handle),
            format!("{path}{}", names.codes),
            format!("{client_path}Client::{}", names.accessor),
        ];
        let server = self.model.server_of_service(service).map(|server| server.name.as_str());
        let socket = websocket.as_ref().map(|Websocket { path, available: _ }| path.to_string());
        let socket_conditions = websocket.as_ref().map_or(Json::Null, |socket| {
            let Websocket { path: _, available: conditions } = socket;
            json!([available(conditions), available_docs(conditions)])
        });
        node.facts.extend([
            (topic::DOC, text(doc)),
            (topic::CLIENT, json!(home.name)),
            (topic::SOURCE, source(from.as_ref())),
            (topic::INSTANCE, json!(instance)),
            (topic::WEBSOCKET, json!(socket)),
            (topic::WEBSOCKET_AVAILABLE, socket_conditions),
            (topic::SERVER, json!(server)),
            (topic::METHODS, subscribe.as_ref().map_or(Json::Null, methods)),
            (topic::AVAILABLE, available(conditions)),
            (topic::AVAILABLE_DOC, available_docs(conditions)),
            (topic::LIMITS, limits(bounds)),
            (topic::LIMITS_DOC, limits_docs(bounds)),
            (topic::NOTES, notes(remarks)),
        ]);
        let vars = vars.iter().zip(&names.vars).map(|(var, rust)| self.var(var, vec![format!("{handle}::{rust}")]));
        node.children.extend(vars);
        for (at, endpoint) in endpoints.iter().enumerate() {
            let Endpoint { name, span, path: address, doc, deprecated: deprecation } = endpoint;
            let mut child = Node::new(Kind::Endpoint, name.as_str(), self.spot(*span));
            let methods = names.endpoints.get(at);
            child.rust = methods.map(|rust| format!("{path}{}::{rust}", names.endpoints_handle)).into_iter().collect();
            node.children.push(child.with([
                (topic::PATH, json!(address.to_string())),
                (topic::DOC, text(doc)),
                (topic::DEPRECATED, deprecated(deprecation.as_ref())),
            ]));
        }
        if let Some(rpc) = rpc {
            self.rpc(rpc, &mut node);
            // The enumeration has the errors of the service and of its operations.
            let all = self.model.errors_of(ServiceId(at));
            for child in node.children.iter_mut().filter(|child| child.kind == Kind::Error) {
                let place = all.iter().position(|error| error.name == child.name);
                let rust = place.and_then(|at| names.errors.get(at));
                child.rust = rust.map(|rust| format!("{path}{}::{rust}", names.codes)).into_iter().collect();
            }
        }
        node
    }

    fn rpc(&self, rpc: &Rpc, node: &mut Node) {
        let Rpc { params, batch, batch_max, ids, dialect, retry, errors } = rpc;
        node.facts.extend([
            (topic::FORM_OF_PARAMS, json!(word(&STYLES, *params))),
            (topic::BATCHES, flag(*batch)),
            (topic::SIZE_OF_BATCHES, json!(batch_max.as_ref().map(ToString::to_string))),
            (topic::FORM_OF_IDS, unshown(ids)),
            (topic::TEST_DIALECT, json!(dialect)),
            (topic::RETRIED_STATUSES, list(retry.iter().map(|status| json!(status)).collect())),
        ]);
        node.children.extend(errors.iter().map(|error| self.rpc_error(error, None)));
    }
}

pub(super) fn methods(subscribe: &Subscribe) -> Json {
    let Subscribe { call, cancel, notify } = subscribe;
    json!([call.to_string(), cancel.to_string(), notify.to_string()])
}

fn in_body_facts(in_body: &InBody) -> Json {
    let InBody { conditions, message, code, retry, limited, source: _ } = in_body;
    json!([unshown(conditions), message.as_ref().map(member), code.as_ref().map(member), retry, limited])
}
