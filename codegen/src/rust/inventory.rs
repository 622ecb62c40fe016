//! The inventory: one row for each Rust request type, as data for people and tools.
//!
//! Input: a [`Model`] and its [`Names`]. Output: the text of a JSON array, sorted by id.

use serde_json::{Value as Json, json};

use crate::analysis::names::{CALLS, Names};
use crate::ident::RustIdent;
use crate::model::{CallView, Model, ModuleId, ResponseBody, Type, TypedCall, Wire};

/// The inventory as a file.
pub(crate) fn inventory(model: &Model, names: &Names) -> String {
    let paths = Paths { model, names };
    let own = model.typed_calls().filter(|call| model.is_own(call.operation.module));
    let mut rows: Vec<(String, Json)> = own.map(|call| paths.row(call)).collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    format!("{:#}\n", Json::Array(rows.into_iter().map(|(_, row)| row).collect()))
}

/// Rust paths as a user would write them.
struct Paths<'m> {
    model: &'m Model,
    names: &'m Names,
}

impl Paths<'_> {
    /// The id and all that is said of it.
    fn row(&self, call: CallView<'_>) -> (String, Json) {
        let operation = call.operation;
        let service = &self.model.services[operation.service.0];
        let (protocol, paths) = match &operation.wire {
            Wire::Rest { path, .. } => ("rest", vec![path.to_string()]),
            Wire::Rpc { .. } => ("json-rpc", service.endpoints.iter().map(|end| end.path.to_string()).collect()),
        };
        let facts = call.facts();
        let id = call.id_of(service);
        let row = json!({
            "id": id,
            "service": service.name,
            "protocol": protocol,
            "name": self.wire_name(call),
            "paths": paths,
            "operation": self.request(call),
            "response": self.result_type(call.own),
            "since": facts.since,
            "deprecated": facts.deprecated.map(|mark| mark.since.clone().unwrap_or_default()),
        });
        (id, row)
    }

    /// The wire name, with the documents' values for variables.
    fn wire_name(&self, call: CallView<'_>) -> String {
        match &call.operation.wire {
            Wire::Rest { .. } => call.operation.wire_name(),
            Wire::Rpc { method } => self.model.shown(method),
        }
    }

    fn crate_name(&self) -> &str {
        self.model.crate_name.as_deref().unwrap_or("crate")
    }

    fn request(&self, call: CallView<'_>) -> String {
        let calls = RustIdent::new(CALLS).unwrap_or_default();
        self.path(call.operation.module, [&calls, &self.names.call(call.own.id).name])
    }

    fn path<'a>(&self, module: ModuleId, names: impl IntoIterator<Item = &'a RustIdent>) -> String {
        let modules = self.names.module(module).path.iter().map(RustIdent::as_str);
        let names: Vec<&str> = names.into_iter().map(RustIdent::as_str).collect();
        let all: Vec<&str> = std::iter::once(self.crate_name()).chain(modules).chain(names).collect();
        all.join("::")
    }

    /// The Rust type of the result of a call.
    fn result_type(&self, call: &TypedCall) -> String {
        match (&call.response.body, &call.result) {
            (ResponseBody::Bytes(_), _) => format!("{}::runtime::Bytes", self.crate_name()),
            (_, Some(ty)) => self.type_name(ty),
            (_, None) => "()".to_owned(),
        }
    }

    /// The Rust type that is read as this type.
    fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Named(id) => self.path(self.model.types[id.0].module, [&self.names.ty(*id).name]),
            Type::List(list) => format!("Vec<{}>", self.type_name(&list.item)),
            Type::Tuple(items) => {
                let items: Vec<String> = items.iter().map(|item| self.type_name(item)).collect();
                format!("({},)", items.join(", "))
            }
            Type::Nullable(inner) => format!("Option<{}>", self.type_name(inner)),
            Type::Bounded(bounded) => self.type_name(&bounded.ty),
            Type::Map(map) => format!("BTreeMap<{}, {}>", self.type_name(&map.key), self.type_name(&map.value)),
            Type::Boolean => "bool".to_owned(),
            Type::Text => format!("{}::runtime::Text", self.crate_name()),
            Type::Number => "f64".to_owned(),
            Type::Integer(integer) => format!("{integer:?}").to_lowercase(),
            Type::Foreign(path) => path.clone(),
            Type::Json => format!("{}::runtime::RawJson", self.crate_name()),
            Type::Bytes => format!("{}::runtime::Bytes", self.crate_name()),
            Type::File => format!("{}::runtime::File", self.crate_name()),
        }
    }
}
