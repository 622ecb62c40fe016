//! Tables of types: from the types of the model to the types of the runtime.
//!
//! Each table is built once, and its static is recorded. A record or union may contain itself, so a
//! placeholder is registered before its members are lowered, and filled afterwards.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

use chainloom_schema::{self as schema, Bounds, literal::Literal};

use super::bounds::intersect_bounds;
use super::types::{Here, Lowering};
use super::{Remark, Remarks, StaticPlace, Statics, docs};
use crate::ident::RustIdent;
use crate::keep;
use crate::model::{self, ArmBody, CallId, ClientId, Field, ModuleId, ServiceId, Type, TypeDef, TypeId, TypeKind};

/// Tables built so far, and their statics.
#[derive(Default)]
pub(super) struct Tables {
    types: RefCell<HashMap<TypeId, schema::Type>>,
    /// Records of the common members of unions.
    commons: RefCell<HashMap<TypeId, &'static schema::Record>>,
    pub(super) clients: RefCell<HashMap<ClientId, &'static schema::Client>>,
    pub(super) services: RefCell<HashMap<ServiceId, &'static schema::Service>>,
    pub(super) operations: RefCell<HashMap<CallId, &'static schema::Operation>>,
    pub(super) statics: RefCell<Statics>,
    pub(super) remarks: RefCell<Remarks>,
}

impl Tables {
    /// Creates an empty collection with the static of raw bytes, which is the only one in the
    /// runtime itself.
    pub(super) fn new() -> Self {
        let made = Self::default();
        let name = RustIdent::new("HEX_BYTES").unwrap_or_default();
        let place = StaticPlace { package: Some("super::rt::schema".to_owned()), module: Vec::new(), name };
        made.statics.borrow_mut().insert(&schema::HEX_BYTES, place);
        made
    }
}

impl Lowering<'_> {
    /// Records that the module of the tables has a static of this name for a table.
    pub(super) fn add_static<T: Literal>(&self, module: ModuleId, name: &RustIdent, table: &'static T) {
        self.tables.statics.borrow_mut().insert(table, self.place(Here::tables(module), name));
    }

    /// Returns the table of a type without its bounds, and the bounds, for tables that hold both
    /// separately.
    pub(super) fn table_of(&self, ty: &Type) -> (schema::Type, Bounds) {
        let table = match ty {
            Type::Boolean => schema::Type::Boolean,
            Type::Text => schema::Type::Text,
            Type::Number => schema::Type::Number,
            Type::Integer(integer) => schema::Type::Integer(*integer),
            Type::Json | Type::Foreign(_) => schema::Type::Json,
            Type::Bytes => schema::Type::Bytes,
            Type::File => schema::Type::File,
            Type::Named(id) => match &self.model.types[id.0].kind {
                TypeKind::Alias(target) => return self.table_of(target),
                _ => self.named_table(*id),
            },
            Type::List(list) => {
                let table = schema::List { item: self.bounded_table(&list.item), also: list.also };
                schema::Type::List(keep::value(table))
            }
            Type::Map(map) => {
                let (key, value) = (self.bounded_table(&map.key), self.bounded_table(&map.value));
                schema::Type::Map(keep::value(schema::Map { key, value }))
            }
            Type::Tuple(items) => {
                let items: Vec<schema::Type> = items.iter().map(|item| self.bounded_table(item)).collect();
                schema::Type::Tuple(keep::list(items))
            }
            Type::Nullable(inner) => {
                let (inner, bounds) = self.table_of(inner);
                return (schema::Type::Nullable(keep::value(inner)), bounds);
            }
            Type::Bounded(bounded) => {
                let (inner, bounds) = self.table_of(&bounded.ty);
                return (inner, intersect_bounds(bounded.bounds, bounds));
            }
        };
        (table, Bounds::NONE)
    }

    /// Returns the table of a type with its bounds inside. Results, events, data of errors, items, values of maps and
    /// arms need it, because their tables have no field for bounds.
    pub(super) fn bounded_table(&self, ty: &Type) -> schema::Type {
        match self.table_of(ty) {
            (ty, Bounds::NONE) => ty,
            (ty, bounds) => schema::Type::Bounded(keep::value(schema::Bounded { ty, bounds: keep::value(bounds) })),
        }
    }

    /// Returns the table of a named type; for an alias, the table of its target.
    pub(super) fn named_table(&self, id: TypeId) -> schema::Type {
        if let Some(made) = self.tables.types.borrow().get(&id) {
            return *made;
        }
        let (def, names) = (&self.model.types[id.0], self.names.ty(id));
        let name = keep::text(&def.name);
        let made = match &def.kind {
            TypeKind::Alias(target) => return self.table_of(target).0,
            TypeKind::Record(_) | TypeKind::Union(_) => {
                let place = keep::value(OnceLock::new());
                self.tables.types.borrow_mut().insert(id, schema::Type::Later(place));
                return self.build_and_fill(id, place);
            }
            TypeKind::Scalar(scalar) => {
                let form = scalar.form.map(|prefix| keep::text(prefix));
                let table = keep::value(schema::Scalar { name, form });
                self.add_static(def.module, &names.table, table);
                schema::Type::Scalar(table)
            }
            TypeKind::Enum(listed) => {
                let values = listed.values.iter().map(|value| value.name.as_str());
                if listed.integers {
                    // `check` has parsed the digits as 64-bit integers.
                    let values = keep::list(values.filter_map(|digits| digits.parse().ok()));
                    let table = keep::value(schema::IntegerEnum { name, values });
                    self.add_static(def.module, &names.table, table);
                    schema::Type::IntegerEnum(table)
                } else {
                    let table = keep::value(schema::Enum { name, values: keep::texts(values) });
                    self.add_static(def.module, &names.table, table);
                    schema::Type::Enum(table)
                }
            }
        };
        self.tables.types.borrow_mut().insert(id, made);
        made
    }

    /// Builds a record or a union and fills its placeholder. If the placeholder was filled while
    /// the members were built, the table in it is returned.
    fn build_and_fill(&self, id: TypeId, place: &'static OnceLock<schema::Type>) -> schema::Type {
        let (def, names) = (&self.model.types[id.0], self.names.ty(id));
        let made = match &def.kind {
            TypeKind::Union(union) => schema::Type::Union(keep::value(self.union_table(id, def, union))),
            TypeKind::Record(record) => schema::Type::Record(self.record_table(id, def, &record.fields)),
            TypeKind::Scalar(_) | TypeKind::Enum(_) | TypeKind::Alias(_) => schema::Type::Json,
        };
        let kept = *place.get_or_init(|| {
            match made {
                schema::Type::Union(table) => self.add_static(def.module, &names.table, table),
                schema::Type::Record(table) => self.add_static(def.module, &names.table, table),
                _ => {}
            }
            made
        });
        self.tables.types.borrow_mut().insert(id, kept);
        kept
    }

    /// Returns the table of a record, or of the common members of a union. A record that is being
    /// built is built once more here, and its members refer to its placeholder.
    pub(super) fn record_of(&self, id: TypeId) -> &'static schema::Record {
        let table = match self.named_table(id) {
            schema::Type::Later(place) => self.build_and_fill(id, place),
            table => table,
        };
        match table {
            schema::Type::Record(record) => record,
            _ => self.common_of(id),
        }
    }

    /// Returns the table of a union; `None` for other types.
    pub(super) fn union_of(&self, id: TypeId) -> Option<&'static schema::Union> {
        match self.named_table(id).known() {
            schema::Type::Union(union) => Some(union),
            _ => None,
        }
    }

    /// Returns the record of the common members of a union.
    pub(super) fn common_of(&self, id: TypeId) -> &'static schema::Record {
        if let Some(made) = self.tables.commons.borrow().get(&id) {
            return made;
        }
        let (def, names) = (&self.model.types[id.0], self.names.ty(id));
        let fields = if let TypeKind::Union(union) = &def.kind { union.common.as_slice() } else { &[] };
        let made = self.record_table(id, def, fields);
        if let Some(other) = self.tables.commons.borrow().get(&id) {
            return other;
        }
        self.add_static(def.module, &names.common_table, made);
        let place = self.place(Here::tables(def.module), &names.common_table);
        self.tables.statics.borrow_mut().insert_fields(made, place);
        self.tables.commons.borrow_mut().insert(id, made);
        made
    }

    fn record_table(&self, id: TypeId, def: &TypeDef, fields: &[Field]) -> &'static schema::Record {
        // Values of types that only responses contain are never checked.
        let is_sent = self.is_input[id.0];
        let tables: Vec<schema::Field> = fields.iter().map(|field| self.field_table(field, is_sent)).collect();
        let record = keep::value(schema::Record { name: keep::text(&def.name), fields: keep::list(tables) });
        self.add_remarks(record, fields.iter());
        record
    }

    /// Records the remarks on the members of a record.
    fn add_remarks<'f>(&self, record: &'static schema::Record, fields: impl Iterator<Item = &'f Field>) {
        for (table, field) in record.fields.iter().zip(fields) {
            self.tables.remarks.borrow_mut().add(table, Remark::of_field(self.model, field));
        }
    }

    /// Builds the table of the parameters of a call.
    pub(super) fn input_table<'f>(
        &self,
        module: ModuleId,
        static_name: &RustIdent,
        name: &str,
        fields: impl Iterator<Item = &'f Field>,
    ) -> &'static schema::Record {
        let fields: Vec<&Field> = fields.collect();
        let tables: Vec<schema::Field> = fields.iter().map(|field| self.field_table(field, true)).collect();
        let table = keep::value(schema::Record { name: keep::text(name), fields: keep::list(tables) });
        self.add_remarks(table, fields.into_iter());
        self.add_static(module, static_name, table);
        table
    }

    fn field_table(&self, field: &Field, is_sent: bool) -> schema::Field {
        let name = keep::text(&field.name);
        if let Some(json) = &field.constant {
            return schema::Field::optional(name, schema::Type::Json).constant(keep::text(&docs::json(json)));
        }
        // The aliases of the type may have bounds.
        let (_, of_type) = self.table_of(&field.ty);
        let default = field.default.as_ref().map(|default| keep::text(&docs::json(default)));
        let bounds = intersect_bounds(Bounds { default, ..field.bounds }, of_type);
        schema::Field {
            name,
            plain: schema::is_plain(name),
            ty: self.table_of(self.held_type(field)).0,
            required: field.required && !field.rest,
            aliases: keep::texts(&field.aliases),
            empty_is_absent: field.empty_is_absent,
            bounds: if bounds == Bounds::NONE { &Bounds::NONE } else { keep::value(bounds) },
            constant: None,
            secret: field.secret,
            rest: field.rest,
            deep: is_sent && self.bounded.has_checked_content(&field.ty),
            direction: field.direction,
            needed: field.needed,
        }
    }

    fn union_table(&self, id: TypeId, def: &TypeDef, union: &model::Union) -> schema::Union {
        let holds_values = union.discriminator.holds_values();
        let arms: Vec<schema::Arm> = union.arms.iter().map(|arm| self.arm_table(arm)).collect();
        schema::Union {
            name: keep::text(&def.name),
            discriminator: union.discriminator,
            common: if holds_values { &[] } else { self.common_of(id).fields },
            arms: keep::list(arms),
        }
    }

    fn arm_table(&self, arm: &model::Arm) -> schema::Arm {
        let body = match &arm.body {
            ArmBody::Value(ty) => schema::ArmBody::Value(self.bounded_table(ty)),
            ArmBody::Const(value) => schema::ArmBody::Const(keep::text(&docs::json(value))),
            ArmBody::Fields { record, has } => {
                schema::ArmBody::Fields { record: self.record_of(*record), has: has.as_deref().map(keep::text) }
            }
        };
        schema::Arm { also: keep::texts(&arm.also), ..schema::Arm::new(keep::text(&arm.name), body) }
    }
}
