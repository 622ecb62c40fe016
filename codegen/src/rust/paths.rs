//! Paths: the names by which users refer to the items of a generated crate.
//!
//! Input: a [`Model`] and its [`Names`]. Output: texts such as `library::books::Book`.

use crate::analysis::names::{CALLS, Names};
use crate::ident::RustIdent;
use crate::model::{CallView, Model, ModuleId, ResponseBody, ServiceId, Type, TypeId, TypedCall};

/// Rust paths as users write them.
pub(crate) struct Paths<'m> {
    pub(crate) model: &'m Model,
    pub(crate) names: &'m Names,
}

impl Paths<'_> {
    /// Returns the name of the crate; `crate` if the output has none.
    fn crate_name(&self) -> &str {
        self.model.crate_name.as_deref().unwrap_or("crate")
    }

    /// Returns the path of the struct of a call: `library::books::calls::FindBook`.
    pub(crate) fn call_path(&self, call: CallView<'_>) -> String {
        let calls = RustIdent::new(CALLS).unwrap_or_default();
        self.path_in_module(call.operation.module, [&calls, &self.names.call(call.own.id).name])
    }

    /// Returns the path that consists of the crate, a module, and `names` inside the module.
    pub(crate) fn path_in_module<'a>(
        &self,
        module: ModuleId,
        names: impl IntoIterator<Item = &'a RustIdent>,
    ) -> String {
        let modules = self.names.module(module).path.iter().map(RustIdent::as_str);
        let names: Vec<&str> = names.into_iter().map(RustIdent::as_str).collect();
        let all: Vec<&str> = std::iter::once(self.crate_name()).chain(modules).chain(names).collect();
        all.join("::")
    }

    /// Returns the path of a type that the spec declares.
    pub(crate) fn type_path(&self, id: TypeId) -> String {
        self.path_in_module(self.model.types[id.0].module, [&self.names.ty(id).name])
    }

    /// Returns the path of the type whose methods are the calls of a service.
    pub(crate) fn handle_path(&self, id: ServiceId) -> String {
        self.path_in_module(self.model.services[id.0].module, [&self.names.service(id).handle])
    }

    /// Returns the Rust type of the result of a call.
    pub(crate) fn result_type(&self, call: &TypedCall) -> String {
        match (&call.response.body, &call.result) {
            (ResponseBody::Bytes(_), _) => format!("{}::runtime::Bytes", self.crate_name()),
            (_, Some(ty)) => self.type_name(ty),
            (_, None) => "()".to_owned(),
        }
    }

    /// Returns the Rust type that holds values of a spec type, with full paths.
    pub(crate) fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Named(id) => self.type_path(*id),
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
            Type::Integer(integer) => integer.rust_name().to_owned(),
            Type::Foreign(path) => path.clone(),
            Type::Json => format!("{}::runtime::RawJson", self.crate_name()),
            Type::Bytes => format!("{}::runtime::Bytes", self.crate_name()),
            Type::File => format!("{}::runtime::File", self.crate_name()),
        }
    }
}
