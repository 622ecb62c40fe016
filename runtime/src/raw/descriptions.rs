//! Tables of raw calls.
//!
//! Input: the method or path of a raw call. Output: a table like the tables of generated code, which lives as long as
//! the program. Equal calls share one. Their number is bounded: paths are not a part of them, and names of methods are
//! kept up to a limit.

use crate::schema::{
    BYTES, Client, Effect, Endpoint, Operation, Protocol, Record, Response, ResponseBody, Rpc, Service, Template, Type,
    Verb, VersionCall,
};
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

/// Maximum number of names of methods that are kept; further names share the name `raw`, so that names from outside
/// cannot fill the memory.
const MAX_NAMES: usize = 256;

/// Maximum number of non-standard HTTP methods that are kept. A table holds its method as long as the program
/// runs.
const MAX_METHODS: usize = 64;

/// Name of calls whose name is not kept, because [`MAX_NAMES`] are.
const UNNAMED: &str = "raw";

/// Kind of raw call: REST with its HTTP method, or JSON-RPC.
#[derive(Clone, Copy)]
pub(super) enum RawKind {
    /// An endpoint of a client.
    Rest(&'static Client, Verb),
    /// A method of a JSON-RPC service.
    Rpc(&'static Service),
}

/// The output of a raw call.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum RawForm {
    Json,
    Bytes,
}

/// Parameters of a raw call: none.
static INPUT: Record = Record { name: "raw", fields: &[] };
/// Response of any media type, as bytes.
static ANYTHING: Response = Response::new(ResponseBody::Bytes(&["*/*"]));

/// Key of a table: address of the client or service, name of the method, HTTP verb, effect and form of
/// the output.
type Key = (usize, String, Option<Verb>, u8, RawForm);

/// Tables of raw calls that were made so far.
#[derive(Default)]
struct Descriptions {
    /// Services of raw REST calls, by the address of the client's table.
    services: HashMap<usize, &'static Service>,
    operations: HashMap<Key, &'static Operation>,
    /// Services of the calls that return a version, by the address of the client's table.
    versions: HashMap<usize, &'static Service>,
    /// HTTP methods that no standard has.
    methods: Vec<&'static str>,
}

static DESCRIPTIONS: LazyLock<Mutex<Descriptions>> = LazyLock::new(Mutex::default);

/// Returns the table of a raw call. `name` is the path, or the name of the method.
pub(super) fn raw_operation(kind: RawKind, name: &str, effect: Effect, form: RawForm) -> &'static Operation {
    // A panic of another thread leaves no half-done change.
    let mut known = DESCRIPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = |name: &str| match kind {
        RawKind::Rest(client, verb) => (address(client), String::new(), Some(verb), effect as u8, form),
        RawKind::Rpc(service) => (address(service), name.to_owned(), None, effect as u8, form),
    };
    let name =
        if known.operations.contains_key(&key(name)) || known.operations.len() < MAX_NAMES { name } else { UNNAMED };
    if let Some(operation) = known.operations.get(&key(name)) {
        return operation;
    }
    let (service, id, protocol) = match kind {
        RawKind::Rest(client, verb) => {
            let service =
                known.services.entry(address(client)).or_insert_with(|| leak(Service::new(client.name, client)));
            (*service, format!("{}.request", client.name), Protocol::Rest { verb, path: Template::new("", &[]) })
        }
        RawKind::Rpc(service) => (service, format!("{}.{name}", service.name), Protocol::Rpc { method: "" }),
    };
    let operation = Operation::new(String::leak(id), service, protocol, &INPUT).effect(effect);
    let operation = leak(match form {
        RawForm::Json => operation.output(Type::Nullable(&Type::Json)),
        RawForm::Bytes => operation.output(BYTES).response(&ANYTHING),
    });
    known.operations.insert(key(name), operation);
    operation
}

/// Keeps an HTTP method that no standard has; `None` where too many are kept.
pub(super) fn kept_method(method: &str) -> Option<&'static str> {
    let mut known = DESCRIPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(kept) = known.methods.iter().find(|kept| **kept == method) {
        return Some(kept);
    }
    let is_free = known.methods.len() < MAX_METHODS;
    is_free.then(|| {
        let kept: &'static str = String::leak(method.to_owned());
        known.methods.push(kept);
        kept
    })
}

/// Returns the service of the call that returns the version of a server.
pub(super) fn version_service(client: &'static Client, call: VersionCall) -> &'static Service {
    let mut known = DESCRIPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    known.versions.entry(address(client)).or_insert_with(|| {
        let endpoints = leak([Endpoint { name: "", path: call.endpoint }]);
        leak(Service::new(client.name, client).endpoints(endpoints).rpc(Rpc::new(call.params)))
    })
}

fn address<T>(of: &'static T) -> usize {
    std::ptr::from_ref(of) as usize
}

/// Keeps a value as long as statics are kept.
fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}
