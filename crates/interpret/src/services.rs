//! Clients, services, deployments and what they allow.

use chainloom_codegen::lowered::{Client, Condition, ItemPath, RpcError, Secret, ServerVersion, ServiceSchema, Var};
use chainloom_codegen::model::{self, Limit, LimitSays, MemberPath, Period, Quantity, Rpc, SecretPlace, Wire};
use chainloom_runtime::schema;

use crate::index::{Builder, Made, Table};
use crate::keep;

impl Builder<'_> {
    pub(crate) fn clients(&mut self) -> Vec<&'static schema::Client> {
        let all = self.all_clients();
        all.into_iter().map(|(module, client)| self.client(&module, client)).collect()
    }

    pub(crate) fn deployments(&mut self) -> Vec<&'static schema::Deployment> {
        let all = self.all_deployments().into_iter().map(|(_, deployment)| {
            let pairs = deployment.vars.iter().map(|(name, value)| (keep::text(name), keep::text(value)));
            keep::value(schema::Deployment {
                name: keep::text(&deployment.wire_name),
                vars: keep::list(pairs),
                missing: keep::texts(&deployment.missing),
            }) as &_
        });
        all.collect()
    }

    fn client(&mut self, module: &[String], client: &Client) -> &'static schema::Client {
        let key = (module.to_vec(), client.table.to_string());
        if let Some(Made::Client(made)) = self.made.get(&key) {
            return made;
        }
        let errors = client
            .errors
            .as_ref()
            .map(|(body, message)| schema::Errors { body: self.ty(module, body), message: message.as_ref().map(path) });
        let headers = &client.rate_limit;
        let made = keep::value(schema::Client {
            vars: vars(&client.vars),
            auth: keep::list(client.secrets.iter().map(secret)),
            security: client.security.as_deref().map(security),
            send: keep::list(client.send.iter().map(|(name, value)| (keep::text(name), keep::text(value)))),
            errors,
            rate_limit: schema::RateLimitHeaders {
                policy: keep::some_text(headers.policy.as_ref()),
                limit: keep::some_text(headers.limit.as_ref()),
                remaining: keep::some_text(headers.remaining.as_ref()),
                reset: keep::some_text(headers.reset.as_ref()),
                retry_after: keep::some_text(headers.retry_after.as_ref()),
            },
            request_id: keep::some_text(client.request_id.as_ref()),
            version: client.server_version.as_ref().map(version),
            limits: limits(&client.limits),
            ..schema::Client::new(keep::text(&client.wire_name), keep::text(&client.base_url))
        });
        self.made.insert(key, Made::Client(made));
        made
    }

    /// A service by the path of its table; none where no file of the spec declares it.
    pub(crate) fn service_at(&mut self, module: &[String], path: &ItemPath) -> Option<&'static schema::Service> {
        let (key, Table::Service(service)) = self.find(module, path)? else { return None };
        if let Some(Made::Service(made)) = self.made.get(&key) {
            return Some(made);
        }
        let made = self.service(&key.0, service)?;
        self.made.insert(key, Made::Service(made));
        Some(made)
    }

    fn service(&mut self, module: &[String], service: &ServiceSchema) -> Option<&'static schema::Service> {
        let (key, Table::Client(client)) = self.find(module, &service.client)? else { return None };
        let client = self.client(&key.0, client);
        let endpoints = service.endpoints.iter();
        let endpoints =
            endpoints.map(|(name, path)| schema::Endpoint { name: keep::text(name), path: keep::text(path) });
        let rpc = service.rpc.as_ref().map(|rpc| self.rpc(module, rpc, &service.errors));
        Some(keep::value(schema::Service {
            vars: vars(&service.vars),
            endpoints: keep::list(endpoints),
            websocket: keep::some_text(service.websocket.as_ref()),
            rpc,
            subscribe: service.subscribe.as_ref().map(subscribe),
            available: available(&service.available),
            limits: limits(&service.limits),
            ..schema::Service::new(keep::text(&service.wire_name), client)
        }))
    }

    fn rpc(&mut self, module: &[String], rpc: &Rpc, errors: &[RpcError]) -> schema::Rpc {
        let params = param_style(rpc.params);
        let ids = match rpc.ids {
            model::RpcIds::Number => schema::RpcIds::Number,
            model::RpcIds::Text => schema::RpcIds::Text,
        };
        let batch_max = rpc.batch_max.as_ref().map(|most| keep::text(most.as_str()));
        schema::Rpc {
            batch: rpc.batch,
            batch_max,
            ids,
            errors: self.rpc_errors(module, errors),
            ..schema::Rpc::new(params)
        }
    }

    pub(crate) fn rpc_errors(&mut self, module: &[String], errors: &[RpcError]) -> &'static [schema::RpcError] {
        let all: Vec<schema::RpcError> = errors
            .iter()
            .map(|error| schema::RpcError {
                doc: keep::text(&error.doc),
                retry: error.retry,
                data: error.data.as_ref().map(|data| self.ty(module, data)),
                ..schema::RpcError::new(error.code, keep::text(&error.name))
            })
            .collect();
        keep::list(all)
    }
}

const fn param_style(style: model::ParamStyle) -> schema::ParamStyle {
    match style {
        model::ParamStyle::Named => schema::ParamStyle::Named,
        model::ParamStyle::Positional => schema::ParamStyle::Positional,
        model::ParamStyle::ObjectInArray => schema::ParamStyle::ObjectInArray,
    }
}

fn version(version: &ServerVersion) -> schema::VersionCall {
    let member = path(&version.member);
    match &version.wire {
        Wire::Rest { path, .. } => schema::VersionCall::rest(keep::text(path.as_str()), member),
        Wire::Rpc { method } => schema::VersionCall::rpc(
            keep::text(&version.endpoint),
            keep::text(method.as_str()),
            param_style(version.params),
            member,
        ),
    }
}

fn vars(vars: &[Var]) -> &'static [schema::Var] {
    let var = |var: &Var| schema::Var { name: keep::text(&var.name), default: keep::some_text(var.default.as_ref()) };
    keep::list(vars.iter().map(var))
}

fn secret(secret: &Secret) -> schema::Secret {
    let (name, key) = (keep::text(&secret.name), keep::text(&secret.key));
    let made = match secret.place {
        SecretPlace::Header => schema::Secret::header(name, key),
        SecretPlace::Bearer => schema::Secret::bearer(name),
        SecretPlace::Basic => schema::Secret::basic(name),
        SecretPlace::Query => schema::Secret::query(name, key),
        SecretPlace::Cookie => schema::Secret::cookie(name, key),
    };
    let prefix = if secret.prefix.is_empty() { made.prefix } else { keep::text(&secret.prefix) };
    schema::Secret { optional: secret.optional, prefix, ..made }
}

/// Ways to show who calls.
pub(crate) fn security(ways: &[Vec<String>]) -> &'static [&'static [&'static str]] {
    keep::list(ways.iter().map(keep::texts))
}

/// The method names of subscriptions.
pub(crate) fn subscribe([call, cancel, notify]: &[String; 3]) -> schema::Subscribe {
    schema::Subscribe { call: keep::text(call), cancel: keep::text(cancel), notify: keep::text(notify) }
}

/// Conditions of availability.
pub(crate) fn available(available: &[Condition]) -> &'static [schema::Availability] {
    keep::list(available.iter().map(|condition| match condition.of_data {
        true => schema::Availability::of_data(keep::text(&condition.text)),
        false => schema::Availability::new(keep::text(&condition.text)),
    }))
}

/// Names of members, one in another.
pub(crate) fn path(path: &MemberPath) -> &'static [&'static str] {
    keep::texts(&path.0)
}

/// Limits that are numbers; those in words are for people.
pub(crate) fn limits(limits: &[Limit]) -> &'static [schema::Limit] {
    let number = |limit: &Limit| {
        let LimitSays::Number { of, max, per } = limit.says else { return None };
        let of = match of {
            Quantity::Requests => schema::Quantity::Requests,
            Quantity::Cost => schema::Quantity::Cost,
            Quantity::Batch => schema::Quantity::Batch,
            Quantity::Bytes => schema::Quantity::Bytes,
            Quantity::Open => schema::Quantity::Open,
        };
        let (per, tier) = (per.map(Period::seconds), keep::some_text(limit.tier.as_ref()));
        Some(schema::Limit { per, tier, ..schema::Limit::new(of, max) })
    };
    keep::list(limits.iter().filter_map(number))
}
