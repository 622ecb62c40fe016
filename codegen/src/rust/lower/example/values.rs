//! Values in example programs: the Rust expression of an argument.
//!
//! Input: a value of the spec, its type, and the place of the expression. Output: an expression;
//! `None` if the type has no simple expression. [`ArgumentKind`] decides how an argument is passed,
//! here and in the emitted methods.

use std::collections::BTreeMap;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::ident::RustIdent;
use crate::model::{self, ArmBody, Enum, Form, Integer, Type, TypeId, TypeKind, Union, Value, to_json};
use crate::rust::lower::definitions::conversions;
use crate::rust::lower::types::{Here, Lowering};
use crate::rust::lower::{ArgumentKind, ElementKind, FromImpls, ItemPath, RustType, Start, TypeRef};
use crate::walk::{ModelTypes, Side, arm_of};

/// Forms of expressions that a place accepts, in addition to the exact type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// Text form of a value, and values that convert into the type.
    Text,
    /// Values that convert into the type.
    Into,
    /// Expressions of the exact type only, because the compiler could not infer another type.
    Exact,
}

/// Builder of expressions, which records their imports.
pub(super) struct Expressions<'l, 'm> {
    pub(super) lowering: &'l Lowering<'m>,
    crate_name: RustIdent,
    /// Module of each imported item, by the name of the item.
    imports: BTreeMap<RustIdent, String>,
}

impl<'l, 'm> Expressions<'l, 'm> {
    /// Returns a builder; `None` if the crate has no name from which a program could import.
    pub(super) fn new(lowering: &'l Lowering<'m>) -> Option<Self> {
        Some(Self { lowering, crate_name: lowering.crate_name()?, imports: BTreeMap::new() })
    }

    /// Returns the imports, one statement per module.
    pub(super) fn imports(&self) -> TokenStream {
        let mut modules: BTreeMap<&str, Vec<&RustIdent>> = BTreeMap::new();
        self.imports.iter().for_each(|(name, module)| modules.entry(module).or_default().push(name));
        let imports = modules.into_iter().map(|(module, names)| {
            let module: TokenStream = module.parse().unwrap_or_default();
            match names.as_slice() {
                [only] => quote!(use #module::#only;),
                names => quote!(use #module::{#(#names),*};),
            }
        });
        imports.collect()
    }

    /// Returns the path, from the root of a crate, of the module that has an item.
    fn module_of(&self, item: &ItemPath) -> String {
        let start = match &item.start {
            Start::Up(_) => self.crate_name.to_string(),
            Start::Crate(path) => path.trim_start_matches("::").to_owned(),
        };
        [start].into_iter().chain(item.modules.iter().map(ToString::to_string)).collect::<Vec<_>>().join("::")
    }

    /// Returns the path of an item from the root of its crate, the crate included.
    pub(super) fn full_path(&self, item: &ItemPath) -> String {
        format!("{}::{}", self.module_of(item), item.name)
    }

    /// Imports an item and returns its name; the full path if another item has the name. No item
    /// has a name of the prelude.
    pub(super) fn import(&mut self, item: &ItemPath) -> TokenStream {
        let (module, name) = (self.module_of(item), &item.name);
        let is_other = self.imports.get(name).is_some_and(|other| *other != module);
        if is_other {
            return self.full_path(item).parse().unwrap_or_default();
        }
        self.imports.insert(name.clone(), module);
        quote!(#name)
    }

    /// Imports a type of the runtime from the module `runtime` that every crate has, and returns
    /// its name.
    fn import_from_runtime(&mut self, name: &str) -> Option<TokenStream> {
        let modules = vec![RustIdent::new("runtime")?];
        Some(self.import(&ItemPath { start: Start::Up(0), modules, name: RustIdent::new(name)? }))
    }

    /// Returns a Rust type as a program writes it, with imports; `None` for a type that has no name
    /// in a program.
    fn type_tokens(&mut self, ty: &RustType) -> Option<TokenStream> {
        Some(match ty {
            RustType::Integer(integer @ (Integer::U256 | Integer::I256)) => {
                self.import_from_runtime(integer.rust_name())?
            }
            RustType::Bool | RustType::F64 | RustType::Integer(_) => quote!(#ty),
            RustType::Runtime(name) => self.import_from_runtime(name)?,
            RustType::OfBytes(name, bytes) => {
                let name = self.import_from_runtime(name)?;
                let bytes = Literal::usize_unsuffixed(*bytes);
                quote!(#name<#bytes>)
            }
            RustType::Item(path) => self.import(path),
            RustType::Vec(item) => {
                let item = self.type_tokens(item)?;
                quote!(Vec<#item>)
            }
            _ => return None,
        })
    }

    /// Returns the expression of the value of a parameter or a member. `None` if there is no simple
    /// expression, or if null would omit an optional member.
    pub(super) fn field_expression(
        &mut self,
        field: &model::Field,
        value: &Value,
        takes: Takes,
    ) -> Option<TokenStream> {
        if self.lowering.model.has_three_states(field) {
            let Some(Type::Nullable(inner)) = self.lowering.model.nullable_target(&field.ty) else { return None };
            let maybe = self.import_from_runtime("Maybe").filter(|_| *value == Value::Null);
            return maybe
                .map(|maybe| quote!(#maybe::Null))
                .or_else(|| self.value_expression(inner, value, Takes::Exact));
        }
        if let (true, Value::Text(text)) = (field.secret, value) {
            return Some(quote!(#text));
        }
        self.value_expression(self.lowering.held_type(field), value, takes)
    }

    /// Returns the expression of a value of the type `ty`.
    pub(super) fn value_expression(&mut self, ty: &Type, value: &Value, takes: Takes) -> Option<TokenStream> {
        let TypeRef { rust, arg } = self.lowering.type_ref(Here::ROOT, ty);
        match (&arg, takes) {
            (ArgumentKind::Plain, _) => self.literal_expression(ty, value),
            (ArgumentKind::IntoOrText | ArgumentKind::Bytes, Takes::Text) => text_literal(value),
            (ArgumentKind::IntoOrText | ArgumentKind::Bytes, _) => self.parse_expression(&rust, value),
            (ArgumentKind::Items(part), _) => self.list_expression(ty, part, value, takes),
            (ArgumentKind::Pairs(parts), _) => self.map_expression(ty, parts, value, takes),
            (ArgumentKind::Into, _) => self.converted_expression(ty, &rust, value, takes),
        }
    }

    /// Returns the expression that parses a value of the Rust type `rust` from its text form.
    fn parse_expression(&mut self, rust: &RustType, value: &Value) -> Option<TokenStream> {
        let (text, ty) = (text_literal(value)?, self.type_tokens(rust)?);
        Some(quote!(#text.parse::<#ty>()?))
    }

    /// Returns the literal of a boolean or a number. Integers of 256 bits are parsed from texts.
    fn literal_expression(&mut self, ty: &Type, value: &Value) -> Option<TokenStream> {
        match (self.lowering.model.bare(ty), value) {
            (Type::Boolean, Value::Boolean(value)) => Some(quote!(#value)),
            (Type::Number, Value::Number(digits)) if is_whole(digits) => number(&format!("{digits}.0")),
            (Type::Number, Value::Number(digits)) => number(digits),
            (Type::Integer(integer @ (Integer::U256 | Integer::I256)), _) => {
                self.parse_expression(&RustType::Integer(*integer), value)
            }
            (_, Value::Number(digits) | Value::Text(digits)) if is_whole(digits) => number(digits),
            _ => None,
        }
    }

    fn list_expression(&mut self, ty: &Type, part: &ElementKind, value: &Value, takes: Takes) -> Option<TokenStream> {
        let (Type::List(list), Value::List(items)) = (self.lowering.model.bare(ty), value) else { return None };
        if let (true, RustType::Vec(item)) = (items.is_empty(), self.lowering.type_ref(Here::ROOT, ty).rust) {
            let item = self.type_tokens(&item)?;
            return Some(quote!(Vec::<#item>::new()));
        }
        let takes_each = self.takes_of(part, &list.item, takes, items.len());
        let items: Vec<TokenStream> =
            items.iter().map(|item| self.value_expression(&list.item, item, takes_each)).collect::<Option<_>>()?;
        Some(if takes == Takes::Exact { quote!(vec![#(#items),*]) } else { quote!([#(#items),*]) })
    }

    fn map_expression(
        &mut self,
        ty: &Type,
        parts: &[ElementKind; 2],
        value: &Value,
        takes: Takes,
    ) -> Option<TokenStream> {
        let (Type::Map(map), Value::Object(members)) = (self.lowering.model.bare(ty), value) else { return None };
        let [key, of_value] = parts;
        let takes_each = if takes == Takes::Text { Takes::Into } else { takes };
        let of_key = self.takes_of(key, &map.key, takes_each, members.len());
        let of_value = self.takes_of(of_value, &map.value, takes_each, members.len());
        let pairs = members.iter().map(|(key, value)| {
            let key = self.value_expression(&map.key, &Value::Text(key.clone()), of_key)?;
            let value = self.value_expression(&map.value, value, of_value)?;
            Some(quote!((#key, #value)))
        });
        let pairs: Vec<TokenStream> = pairs.collect::<Option<_>>()?;
        let pairs = Some(quote!([#(#pairs),*])).filter(|_| !pairs.is_empty())?;
        Some(if takes == Takes::Exact { quote!(::std::collections::BTreeMap::from(#pairs)) } else { pairs })
    }

    /// Returns the forms of expressions for an item of a list, or for a key or value of a map.
    /// `takes` are the forms for the whole list or map. All items have one Rust type, so several
    /// values of a union need the exact type.
    fn takes_of(&self, part: &ElementKind, ty: &Type, takes: Takes, count: usize) -> Takes {
        let is_union = || match self.lowering.model.bare(ty) {
            Type::Named(id) => matches!(self.lowering.model.types[id.0].kind, TypeKind::Union(_)),
            _ => false,
        };
        match (part, self.lowering.type_ref(Here::ROOT, ty).arg) {
            (ElementKind::Plain(_), _) | (_, ArgumentKind::Items(_) | ArgumentKind::Pairs(_)) => Takes::Exact,
            (ElementKind::Into(_), _) if count > 1 && is_union() => Takes::Exact,
            (ElementKind::Into(_), _) if takes == Takes::Text => Takes::Into,
            _ => takes,
        }
    }

    /// Returns the expression of a value for a place with the type `rust`, into which other types
    /// may convert.
    fn converted_expression(&mut self, ty: &Type, rust: &RustType, value: &Value, takes: Takes) -> Option<TokenStream> {
        let model = self.lowering.model;
        if let Some(Type::Nullable(inner)) = model.nullable_target(ty) {
            return self.nullable_expression(inner, value, takes);
        }
        match (model.bare(ty), value) {
            (Type::Text, Value::Text(text)) if takes != Takes::Exact => Some(quote!(#text)),
            (Type::Text, Value::Text(text)) => {
                let name = self.import_from_runtime("Text")?;
                Some(quote!(#name::from(#text)))
            }
            (Type::Tuple(types), Value::List(items)) if types.len() == items.len() => {
                let items = types.iter().zip(items).map(|(ty, item)| self.value_expression(ty, item, Takes::Exact));
                let items: Vec<TokenStream> = items.collect::<Option<_>>()?;
                Some(quote!((#(#items,)*)))
            }
            (Type::Named(id), _) => match &model.types[id.0].kind {
                TypeKind::Scalar(scalar) => self.unit_expression(&scalar.form, rust, value, takes),
                TypeKind::Enum(listed) => self.variant_expression(*id, listed, value),
                TypeKind::Record(record) => self.record(*id, &record.fields, value),
                TypeKind::Union(union) if union.discriminator.holds_values() => {
                    self.arm_expression(*id, union, value, takes)
                }
                TypeKind::Union(union) => self.union(*id, union, value),
                TypeKind::Alias(_) => None,
            },
            _ => None,
        }
    }

    fn nullable_expression(&mut self, inner: &Type, value: &Value, takes: Takes) -> Option<TokenStream> {
        if *value == Value::Null {
            let rust = self.lowering.type_ref(Here::ROOT, inner).rust;
            let ty = self.type_tokens(&rust)?;
            return Some(quote!(None::<#ty>));
        }
        let value = self.value_expression(inner, value, Takes::Exact)?;
        Some(if takes == Takes::Exact { quote!(Some(#value)) } else { value })
    }

    /// Returns the expression of a time or a duration as a number of units; other scalars are
    /// parsed from texts.
    fn unit_expression(&mut self, form: &Form, rust: &RustType, value: &Value, takes: Takes) -> Option<TokenStream> {
        if form.time_unit().or(form.duration_unit()).is_none() {
            return self.parse_expression(rust, value);
        }
        let (Value::Number(digits) | Value::Text(digits)) = value else { return None };
        let count = number(digits).filter(|_| is_whole(digits))?;
        if takes != Takes::Exact {
            return Some(count);
        }
        let ty = self.type_tokens(rust)?;
        Some(quote!(#ty::from(#count)))
    }

    /// Imports a type that the spec declares.
    pub(super) fn import_declared(&mut self, id: TypeId, name: &RustIdent) -> TokenStream {
        let module = self.lowering.model.types[id.0].module;
        let path = self.lowering.item(Here::ROOT, module, name);
        self.import(&path)
    }

    fn variant_expression(&mut self, id: TypeId, listed: &Enum, value: &Value) -> Option<TokenStream> {
        let names = self.lowering.names.ty(id);
        let index = listed.values.iter().position(|one| listed.wire(&one.name) == *value)?;
        let (ty, variant) = (self.import_declared(id, &names.name), names.variants.get(index)?);
        Some(quote!(#ty::#variant))
    }

    /// Returns the expression of a union whose arms are distinguished by form.
    fn arm_expression(&mut self, id: TypeId, union: &Union, value: &Value, takes: Takes) -> Option<TokenStream> {
        let lowering = self.lowering;
        let of = Type::Named(id);
        let arm = arm_of(ModelTypes(&lowering.model.types), Side::Sent, &of, &to_json(value))?;
        let index = union.arms.iter().position(|one| std::ptr::eq(one, arm))?;
        let names = lowering.names.ty(id);
        let (ArmBody::Value(ty), variant) = (&arm.body, names.variants.get(index)?) else {
            let (ty, variant) = (self.import_declared(id, &names.name), names.variants.get(index)?);
            return Some(quote!(#ty::#variant));
        };
        match (conversions(lowering, id, union).get(index)?, value) {
            (FromImpls::Text, Value::Text(text)) if takes != Takes::Exact => return Some(quote!(#text)),
            (FromImpls::Nothing, _) => {}
            _ if takes != Takes::Exact => return self.value_expression(ty, value, Takes::Exact),
            _ => {}
        }
        let (name, value) = (self.import_declared(id, &names.name), self.value_expression(ty, value, Takes::Exact)?);
        let value = if lowering.cycles.needs_box(id, ty) { quote!(Box::new(#value)) } else { value };
        Some(quote!(#name::#variant(#value)))
    }
}

/// Returns the literal of a text or a number as a text; `None` for other values.
fn text_literal(value: &Value) -> Option<TokenStream> {
    match value {
        Value::Text(text) | Value::Number(text) => Some(quote!(#text)),
        _ => None,
    }
}

/// Returns whether the text is a whole number, in decimal or in hex with `0x`.
fn is_whole(digits: &str) -> bool {
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let is_decimal = digits.bytes().all(|digit| digit.is_ascii_digit());
    let hex = digits.strip_prefix("0x").unwrap_or_default();
    (is_decimal && !digits.is_empty()) || (!hex.is_empty() && hex.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Returns the literal of a number, as written.
fn number(digits: &str) -> Option<TokenStream> {
    digits.parse().ok()
}
