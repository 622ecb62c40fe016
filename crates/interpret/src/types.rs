//! Types: from lowered items to the tables of the runtime.
//!
//! A record or a union that leads back to itself is met while it is being made. Then a place stands for it, which is filled
//! when all of it is known.

use std::sync::OnceLock;

use chainloom_codegen::lowered::{
    Arms, Bounds, Enum, Field, FormArmBody, FormUnion, ItemPath, NamedBy, Record, SchemaType,
};
use chainloom_codegen::model::Also;
use chainloom_runtime::schema::{self, ArmBody, ToldBy, Type};

use crate::index::{Builder, Key, Made, Table};
use crate::keep;

impl Builder<'_> {
    pub(crate) fn ty(&mut self, module: &[String], ty: &SchemaType) -> Type {
        match ty {
            SchemaType::Boolean => Type::Boolean,
            SchemaType::Text => Type::Text,
            SchemaType::Number => Type::Number,
            SchemaType::Integer(integer) => Type::Integer(*integer),
            SchemaType::Json => Type::Json,
            SchemaType::Bytes => Type::Bytes,
            SchemaType::File => Type::File,
            SchemaType::Scalar(path)
            | SchemaType::Enum(path)
            | SchemaType::IntegerEnum(path)
            | SchemaType::Record(path)
            | SchemaType::Union(path) => self.named(module, path),
            SchemaType::List(item, also) => {
                let item = self.ty(module, item);
                Type::List(keep::value(schema::List { item, also: other_form(also.as_ref()) }))
            }
            SchemaType::Map(key, value) => {
                let (key, value) = (self.ty(module, key), self.ty(module, value));
                Type::Map(keep::value(schema::Map { key, value }))
            }
            SchemaType::Tuple(items) => {
                let items: Vec<Type> = items.iter().map(|item| self.ty(module, item)).collect();
                Type::Tuple(keep::list(items))
            }
            SchemaType::Nullable(inner) => Type::Nullable(keep::value(self.ty(module, inner))),
            SchemaType::Bounded(inner, bounds) => {
                let bounded = schema::Bounded { ty: self.ty(module, inner), bounds: keep_bounds(bounds) };
                Type::Bounded(keep::value(bounded))
            }
        }
    }

    /// The type of a path. What no file of the spec declares is a bug of the generator; it reads as any JSON.
    fn named(&mut self, module: &[String], path: &ItemPath) -> Type {
        let Some((key, table)) = self.find(module, path) else { return Type::Json };
        match self.make(&key, table) {
            Some(Made::Begun(place)) => Type::Later(place),
            Some(Made::Scalar(scalar)) => Type::Scalar(scalar),
            Some(Made::Enum(listed)) => Type::Enum(listed),
            Some(Made::IntegerEnum(listed)) => Type::IntegerEnum(listed),
            Some(Made::Record(record)) => Type::Record(record),
            Some(Made::Union(union)) => Type::Union(union),
            Some(Made::Client(_) | Made::Service(_)) | None => Type::Json,
        }
    }

    fn make(&mut self, key: &Key, table: Table<'_>) -> Option<Made> {
        if let Some(made) = self.made.get(key) {
            return Some(*made);
        }
        let module = &key.0;
        let made = match table {
            Table::Scalar(scalar) => {
                let form = scalar.form.map(|prefix| keep::text(prefix));
                Made::Scalar(keep::value(schema::Scalar { name: keep::text(&scalar.wire_name), form }))
            }
            Table::Enum(listed) => enumeration(listed),
            Table::Record(record) => {
                let place = self.begin(key);
                let made = self.record_table(module, record);
                let _ = place.set(Type::Record(made));
                Made::Record(made)
            }
            Table::Arms(record) => {
                let place = self.begin(key);
                let made = self.arms(module, record, record.arms.as_ref()?);
                let _ = place.set(Type::Union(made));
                Made::Union(made)
            }
            Table::FormUnion(union) => {
                let place = self.begin(key);
                let made = self.form_union(module, union);
                let _ = place.set(Type::Union(made));
                Made::Union(made)
            }
            Table::Client(_) | Table::Service(_) => return None,
        };
        self.made.insert(key.clone(), made);
        Some(made)
    }

    fn begin(&mut self, key: &Key) -> &'static OnceLock<Type> {
        let place = keep::value(OnceLock::new());
        self.made.insert(key.clone(), Made::Begun(place));
        place
    }

    pub(crate) fn record_table(&mut self, module: &[String], record: &Record) -> &'static schema::Record {
        let fields: Vec<schema::Field> = record.fields.iter().map(|field| self.field(module, field)).collect();
        keep::value(schema::Record { name: keep::text(&record.wire_name), fields: keep::list(fields) })
    }

    /// A record by its path. One that is being made is made once more: what stands in it waits for the first.
    pub(crate) fn record_at(&mut self, module: &[String], path: &ItemPath) -> &'static schema::Record {
        let found = self.find(module, path);
        let made = found.as_ref().and_then(|(key, table)| self.make(key, *table));
        match (made, found) {
            (Some(Made::Record(record)), _) => record,
            (_, Some((key, Table::Record(record) | Table::Arms(record)))) => self.record_table(&key.0, record),
            _ => keep::value(schema::Record { name: "unknown", fields: &[] }),
        }
    }

    /// A union by its path; none where there is none.
    pub(crate) fn union_at(&mut self, module: &[String], path: &ItemPath) -> Option<&'static schema::Union> {
        match self.named(module, path) {
            Type::Union(union) => Some(union),
            _ => None,
        }
    }

    fn field(&mut self, module: &[String], field: &Field) -> schema::Field {
        let name = keep::text(&field.wire_name);
        if let Some(json) = &field.constant {
            return schema::Field::constant(name, keep::text(json));
        }
        let ty = self.ty(module, &field.ty.schema);
        schema::Field {
            required: field.required && !field.rest,
            secret: field.secret,
            rest: field.rest,
            aliases: keep::texts(&field.aliases),
            empty_is_absent: field.empty_is_absent,
            bounds: field.bounds.as_ref().map_or(&schema::Bounds::NONE, keep_bounds),
            deep: field.deep,
            ..schema::Field::required(name, ty)
        }
    }

    fn arms(&mut self, module: &[String], record: &Record, arms: &Arms) -> &'static schema::Union {
        let common = self.record_table(module, record).fields;
        let told_by = match &arms.tag {
            Some(tag) if arms.integer_tag => ToldBy::IntegerTag(keep::text(tag)),
            Some(tag) => ToldBy::Tag(keep::text(tag)),
            None => ToldBy::Members,
        };
        let list: Vec<schema::Arm> = arms
            .arms
            .iter()
            .map(|arm| {
                let record = self.record_at(module, &arm.table);
                let body = ArmBody::Fields { record, has: keep::some_text(arm.has.as_ref()) };
                schema::Arm { name: keep::text(&arm.wire_name), body }
            })
            .collect();
        let name = keep::text(&record.wire_name);
        keep::value(schema::Union { name, told_by, common, arms: keep::list(list) })
    }

    fn form_union(&mut self, module: &[String], union: &FormUnion) -> &'static schema::Union {
        let told_by = match union.named {
            None => ToldBy::Form,
            Some(NamedBy::Status) => ToldBy::Status,
            Some(NamedBy::Event) => ToldBy::Event,
        };
        let list: Vec<schema::Arm> = union
            .arms
            .iter()
            .map(|arm| {
                let body = match &arm.body {
                    FormArmBody::Value { ty, .. } => ArmBody::Value(self.ty(module, &ty.schema)),
                    FormArmBody::Const(json) => ArmBody::Const(keep::text(json)),
                };
                schema::Arm { name: keep::text(&arm.wire_name), body }
            })
            .collect();
        let name = keep::text(&union.wire_name);
        keep::value(schema::Union { name, told_by, common: &[], arms: keep::list(list) })
    }
}

fn enumeration(listed: &Enum) -> Made {
    let name = keep::text(&listed.wire_name);
    let values = listed.values.iter().map(|value| &value.wire_name);
    if listed.integers {
        let values = keep::list(values.filter_map(|digits| digits.parse().ok()));
        return Made::IntegerEnum(keep::value(schema::IntegerEnum { name, values }));
    }
    Made::Enum(keep::value(schema::Enum { name, values: keep::texts(values) }))
}

fn other_form(also: Option<&Also>) -> schema::Also {
    match also {
        None => schema::Also::Nothing,
        Some(Also::At(member)) => schema::Also::At(keep::text(member)),
        Some(Also::Single) => schema::Also::Single,
    }
}

fn keep_bounds(bounds: &Bounds) -> &'static schema::Bounds {
    keep::value(schema::Bounds {
        min: keep::some_text(bounds.min.as_ref()),
        max: keep::some_text(bounds.max.as_ref()),
        min_size: bounds.min_size,
        max_size: bounds.max_size,
        only: keep::texts(&bounds.only),
        patterns: keep::texts(&bounds.patterns),
        default: keep::some_text(bounds.default.as_ref()),
        clamp_min: keep::some_text(bounds.clamp_min.as_ref()),
        clamp_max: keep::some_text(bounds.clamp_max.as_ref()),
    })
}
