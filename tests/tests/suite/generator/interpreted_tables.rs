//! Interpreted tables: a spec that is executed at run time has the tables of the generated client.
//!
//! Both are written down as text: each operation with all that its tables say. A type that leads
//! back to itself is written by its name the second time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom::OPERATIONS;
use chainloom::runtime::schema::{
    AnswerBody, Arm, ArmBody, Client, Field, Operation, Record, RpcError, Service, Type, Union,
};
use chainloom_codegen::read_sources;
use chainloom_interpret::Api;
use chainloom_tests::spec::sources;

/// Writes down tables.
#[derive(Default)]
struct TableWriter {
    above: Vec<&'static str>,
}

impl TableWriter {
    fn operation(&mut self, operation: &'static Operation) -> String {
        let output = operation.output.map(|ty| self.ty(ty));
        let body = match operation.answer.body {
            AnswerBody::ByStatus(union) | AnswerBody::Events(union) => self.union(union),
            other => format!("{other:?}"),
        };
        let headers = operation.answer.headers.map(|record| self.record(record));
        format!(
            "{} {:?} {} {:?} {:?} {:?} {output:?} {:?} {:?} {:?} {:?} {body} {headers:?} {} {:?} {:?} {} {}",
            operation.id,
            operation.protocol,
            self.record(operation.input),
            operation.bindings,
            operation.content,
            operation.security,
            operation.rules,
            operation.effect,
            operation.paginate,
            operation.available,
            operation.answer.leaves_origin,
            operation.cost,
            operation.limits,
            self.errors(operation.errors),
            self.service(operation.service),
        )
    }

    fn service(&mut self, service: &'static Service) -> String {
        let rpc = service.rpc.map(|rpc| {
            let errors = self.errors(rpc.errors);
            format!("{:?} {} {:?} {:?} {errors}", rpc.params, rpc.batch, rpc.batch_max, rpc.ids)
        });
        let (vars, endpoints, websocket) = (service.vars, service.endpoints, service.websocket);
        let rest = format!("{vars:?} {endpoints:?} {websocket:?} {:?} {:?}", service.subscribe, service.available);
        format!("{} {rpc:?} {rest} {:?} {}", service.name, service.limits, self.client(service.client))
    }

    fn client(&mut self, client: &'static Client) -> String {
        let errors = client.errors.as_ref().map(|errors| (self.ty(errors.body), errors.message));
        let (name, url, vars, auth) = (client.name, client.base_url, client.vars, client.auth);
        let rest = format!("{:?} {:?} {:?}", client.send, client.rate_limit, client.limits);
        format!("{name} {url} {vars:?} {auth:?} {:?} {errors:?} {rest}", client.security)
    }

    fn errors(&mut self, errors: &'static [RpcError]) -> String {
        let one = |error: &RpcError| {
            let data = error.data.map(|ty| self.ty(ty));
            format!("{} {} {} {:?} {data:?}", error.code, error.name, error.doc, error.retry)
        };
        errors.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    fn ty(&mut self, ty: Type) -> String {
        match ty.known() {
            Type::Record(record) => self.record(record),
            Type::Union(union) => self.union(union),
            Type::List(list) => format!("[{}] {:?}", self.ty(list.item), list.also),
            Type::Map(map) => format!("{{{}: {}}}", self.ty(map.key), self.ty(map.value)),
            Type::Tuple(items) => {
                format!("({})", items.iter().map(|item| self.ty(*item)).collect::<Vec<_>>().join(", "))
            }
            Type::Nullable(inner) => format!("{} | null", self.ty(*inner)),
            Type::Bounded(bounded) => format!("{} {:?}", self.ty(bounded.ty), bounded.bounds),
            plain => format!("{plain:?}"),
        }
    }

    /// What stands under a name; only the name where it stands in itself.
    fn under(&mut self, name: &'static str, tell: impl FnOnce(&mut Self) -> String) -> String {
        if self.above.contains(&name) {
            return format!("{name} again");
        }
        self.above.push(name);
        let told = tell(self);
        self.above.pop();
        format!("{name} {{{told}}}")
    }

    fn record(&mut self, record: &'static Record) -> String {
        self.under(record.name, |told| told.fields(record.fields))
    }

    fn fields(&mut self, fields: &'static [Field]) -> String {
        let one = |field: &'static Field| {
            let ty = self.ty(field.ty);
            let flags = (
                field.required,
                field.aliases,
                field.empty_is_absent,
                field.constant,
                field.deep,
                field.rest,
                field.secret,
            );
            format!("{}: {ty} {flags:?} {:?}", field.name, field.bounds)
        };
        fields.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn union(&mut self, union: &'static Union) -> String {
        let common = self.fields(union.common);
        self.under(union.name, |told| {
            let arms: Vec<String> = union.arms.iter().map(|arm| told.arm(arm)).collect();
            format!("{:?} {common} {}", union.told_by, arms.join(" | "))
        })
    }

    fn arm(&mut self, arm: &'static Arm) -> String {
        let body = match arm.body {
            ArmBody::Value(ty) => self.ty(ty),
            ArmBody::Const(json) => json.to_owned(),
            ArmBody::Fields { record, has } => format!("{} {has:?}", self.record(record)),
        };
        format!("{}: {body}", arm.name)
    }
}

#[test]
fn tables_at_run_time_are_those_of_the_generated_client() {
    let api = Api::load(&sources().unwrap(), &[]).unwrap();
    assert_eq!(api.operations.len(), OPERATIONS.len());
    for entry in OPERATIONS {
        let generated = entry.operation();
        let interpreted = api.operation(generated.id).unwrap_or_else(|| panic!("{} is not there", generated.id));
        let [left, right] =
            [generated, interpreted.schema].map(|operation| TableWriter::default().operation(operation));
        assert_eq!(left, right, "{}", generated.id);
        assert!(!interpreted.examples.is_empty() && !interpreted.doc.is_empty(), "{}", generated.id);
    }
}

#[test]
fn mistakes_of_a_spec_are_told() {
    let files = read_sources("spec", vec![("a.yaml".to_owned(), b"chainloom: 2\n".to_vec())]).unwrap();
    let told = Api::load(&files, &[]).unwrap_err().render(&files, false);
    assert!(told.contains("a.yaml:1"), "{told}");
}
