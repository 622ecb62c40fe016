//! Subscriptions: their begin and end, and their events.
//!
//! Input: a JSON-RPC call, or a request to publish an event. Output: the result of a call that begins or
//! ends a subscription, or the notification of an event. Only methods of the spec are offered.

pub(crate) mod hub;

use std::collections::HashMap;
use std::sync::Arc;

use chainloom_interpret::{Api, Situation};
use chainloom_runtime::schema::{Operation, ParamStyle, Protocol, Service, Subscription};
use serde_json::{Value, json};

use crate::refusals::Occurrence;
use crate::requests::rest_parameters::Input;
use crate::requests::rpc_parameters;
use crate::responses::chains::Chains;
use crate::responses::echo::Asked;
use crate::responses::items;
use crate::routing::is_id;
use crate::routing::template::resolved;
use crate::synthesis::Style;
use crate::synthesis::seed;
use hub::{Hub, OpenSubscription, Session};

/// Kinds of subscriptions of a spec, and the open subscriptions.
pub(crate) struct Subscriptions {
    kinds: Vec<SubscriptionKind>,
    style: Style,
    chains: Arc<Chains>,
    pub(crate) hub: Hub,
}

/// Subscription of the spec, with its method names.
struct SubscriptionKind {
    schema: &'static Subscription,
    /// Parameters of the kind, as the operation of a call.
    operation: &'static Operation,
    call: String,
    cancel: String,
    notify: String,
}

impl SubscriptionKind {
    fn new(schema: &'static Subscription, values: &HashMap<String, String>) -> Option<Self> {
        let methods = schema.methods()?;
        let [call, cancel, notify] = [methods.call, methods.cancel, methods.notify].map(|text| resolved(text, values));
        Some(Self { schema, operation: operation(schema, methods.call), call, cancel, notify })
    }

    /// Returns whether the subscription belongs to one of the services.
    fn is_of(&self, services: &[&'static Service]) -> bool {
        services.iter().any(|service| service.name == self.schema.service.name)
    }

    /// Returns whether a test means this kind by `name`: the ID, the end of the ID, or the name on
    /// the wire.
    fn has_name(&self, name: &str) -> bool {
        is_id(self.schema.id, name) || self.schema.kind == Some(name)
    }
}

/// Returns an operation with the parameters of a subscription, without its kind. It is leaked:
/// tables live until the program ends.
fn operation(of: &'static Subscription, method: &'static str) -> &'static Operation {
    // The kind precedes the parameters.
    let bindings = of.call.bindings.get(usize::from(of.kind.is_some())..).unwrap_or_default();
    let call = Operation::new(of.id, of.service, Protocol::Rpc { method }, of.input);
    Box::leak(Box::new(call.bindings(bindings)))
}

impl Subscriptions {
    pub(crate) fn new(api: &Api, values: &HashMap<String, String>, style: Style, chains: Arc<Chains>) -> Self {
        let kinds = api.subscriptions.iter().filter_map(|schema| SubscriptionKind::new(schema, values));
        Self { kinds: kinds.collect(), style, chains, hub: Hub::default() }
    }

    /// Returns the outcome of a call that begins or ends a subscription; `None` for any other call.
    /// Over HTTP, which has no session, such a call fails.
    pub(crate) fn call(
        &self,
        session: Option<&mut Session>,
        services: &[&'static Service],
        method: &str,
        params: Option<&Value>,
    ) -> Option<Result<Value, Occurrence>> {
        let own = || self.kinds.iter().filter(|kind| kind.is_of(services));
        let begins = own().any(|kind| kind.call == method);
        if !begins && !own().any(|kind| kind.cancel == method) {
            return None;
        }
        Some(match session {
            None if begins => Err(Occurrence::new(Situation::OverHttp)),
            Some(session) if begins => self.begin(session, services, method, params),
            session => self.end(session, method, params),
        })
    }

    /// Begins a subscription of the kind that the parameters name, and returns its ID.
    fn begin(
        &self,
        session: &mut Session,
        services: &[&'static Service],
        method: &str,
        params: Option<&Value>,
    ) -> Result<Value, Occurrence> {
        let all = self.kinds.iter().enumerate();
        let mut kinds = all.filter(|(_, kind)| kind.is_of(services) && kind.call == method);
        if params.is_some_and(|params| !params.is_array()) && self.is_positional(services, method) {
            return Err(Occurrence::new(Situation::NotArray));
        }
        let found = kinds.find_map(|(place, kind)| Some((place, kind, own_params(kind.schema, params)?)));
        let Some((place, kind, params)) = found else { return Err(unknown(params)) };
        let required: Vec<bool> = kind.schema.input.fields.iter().map(|field| field.required).collect();
        let input = rpc_parameters::read(kind.operation, &required, params.as_ref(), false);
        // The kind precedes the parameters.
        let input = input.map_err(|wrong| wrong.with_offset(usize::from(kind.schema.kind.is_some())))?;
        let id = self.new_id(session);
        self.chains.begin(kind.schema.id, !self.hub.has_open(place));
        session.new.push(OpenSubscription { id: id.clone(), kind: place, input });
        Ok(Value::String(id))
    }

    /// Returns an ID that depends on the seed, the connection, and the number of subscriptions that
    /// the connection has begun.
    fn new_id(&self, session: &mut Session) -> String {
        let parts = [self.style.seed, session.connection, session.begun].map(|number| number.to_string());
        session.begun += 1;
        let [own, connection, begun] = parts.each_ref().map(String::as_str);
        let half = |name| seed(&["subscription", name, own, connection, begun]);
        format!("0x{:016x}{:016x}", half("high"), half("low"))
    }

    /// Returns whether the parameters of a method that begins subscriptions are an array.
    fn is_positional(&self, services: &[&'static Service], method: &str) -> bool {
        let mut kinds = self.kinds.iter().filter(|kind| kind.is_of(services) && kind.call == method);
        kinds.any(|kind| kind.schema.service.rpc.is_some_and(|rpc| rpc.params == ParamStyle::Positional))
    }

    /// Ends the subscription whose ID is the first parameter. Without a session no subscription is
    /// known.
    fn end(&self, session: Option<&mut Session>, method: &str, params: Option<&Value>) -> Result<Value, Occurrence> {
        let id = params.and_then(|params| params.get(0)).filter(|id| !id.is_null());
        let id = id.ok_or_else(|| Occurrence::new(Situation::MissingArgument).fact("index", 0))?;
        let id = id.as_str().ok_or_else(|| invalid("the ID of a subscription is a text"))?;
        let is_kind = |place: usize| self.kinds.get(place).is_some_and(|kind| kind.cancel == method);
        match session.is_some_and(|session| self.hub.end(session, id, is_kind)) {
            true => Ok(Value::Bool(true)),
            false => Err(Occurrence::new(Situation::UnknownSubscription)),
        }
    }

    /// Sends `count` events to the subscribers of all kinds with this name. Returns the number of
    /// sent notifications; `None` if no kind has the name.
    pub(crate) fn publish(&self, name: &str, count: usize, value: Option<&Value>) -> Option<usize> {
        let kinds: Vec<(usize, &SubscriptionKind)> =
            self.kinds.iter().enumerate().filter(|(_, kind)| kind.has_name(name)).collect();
        let sent =
            kinds.iter().map(|(place, kind)| (0..count).map(|_| self.publish_one(*place, kind, value)).sum::<usize>());
        (!kinds.is_empty()).then(|| sent.sum())
    }

    /// Sends one event of each kind to its subscribers.
    pub(crate) fn publish_each(&self) {
        for (place, kind) in self.kinds.iter().enumerate() {
            self.publish_one(place, kind, None);
        }
    }

    /// Sends one event of a kind to its subscribers, and returns their number.
    fn publish_one(&self, place: usize, kind: &SubscriptionKind, value: Option<&Value>) -> usize {
        let height = if value.is_none() { self.chains.next(kind.schema.id) } else { None };
        self.hub.publish(place, |open, number| {
            let value = value.cloned().unwrap_or_else(|| self.item(kind.schema, &open.input, number, height));
            json!({ "jsonrpc": "2.0", "method": kind.notify, "params": { "subscription": open.id, "result": value } })
                .to_string()
        })
    }

    /// Returns the item of an event: at its height, or drawn for the number of the event.
    fn item(&self, of: &'static Subscription, input: &Input, number: u64, height: Option<u64>) -> Value {
        let at_height = height.and_then(|height| self.chains.item(of.id, height, input));
        at_height.unwrap_or_else(|| {
            let draw = self.style.draw(&[of.id, "event", &number.to_string()]);
            items::item(of, Asked::subscription(of, input), draw, self.style)
        })
    }

    /// Iterates over the IDs of the subscriptions of the spec.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().map(|kind| kind.schema.id)
    }
}

/// Returns `params` without the name of the kind; the outer `None` means that they name another
/// kind.
fn own_params(of: &Subscription, params: Option<&Value>) -> Option<Option<Value>> {
    let Some(kind) = of.kind else { return Some(params.cloned()) };
    let items = params?.as_array()?;
    let (first, rest) = items.split_first()?;
    if first.as_str() != Some(kind) {
        return None;
    }
    Some(match of.service.rpc.map(|rpc| rpc.params) {
        Some(ParamStyle::Positional) => Some(Value::Array(rest.to_vec())),
        _ => rest.first().cloned(),
    })
}

/// Returns the occurrence for parameters whose kind is missing or unknown.
fn unknown(params: Option<&Value>) -> Occurrence {
    match params.and_then(|params| params.get(0)).and_then(Value::as_str) {
        Some(name) => Occurrence::new(Situation::UnknownKind).fact("kind", name),
        None => Occurrence::new(Situation::MissingKind),
    }
}

fn invalid(reason: &str) -> Occurrence {
    Occurrence::new(Situation::InvalidParams).fact("index", 0).fact("reason", reason)
}
