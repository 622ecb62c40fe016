//! Bodies of types: resolves scalars, enumerations, records, unions and aliases.
//!
//! Input: the declared types with their ids. Output: the types of the model. Rules about a whole
//! type are checked afterwards.

use super::limits::LIMITS;
use crate::analysis::check::context::views::{BROKEN, broken};
use crate::analysis::check::context::{Checker, DeclaredBody, prose, source};
use crate::casing::pascal;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::keep;
use crate::language::node::{At, KeyKind, Text};
use crate::language::table::Position;
use crate::model::{
    Also, Arm, ArmBody, Discriminator, Enum, EnumValue, List, Map, ModuleId, Record, Type, TypeDef, TypeId, TypeKind,
    Union,
};
use crate::spec::document::{
    AlsoDecl, AlsoKey, ArmBodyDecl, ArmDecl, Attributes, DiscriminatorDecl, EnumValueDecl, Head, ResponseDecl,
    TypeExpr, UnionDecl,
};
use crate::walk::MAX_CHAIN_LENGTH;

/// Returns the names of the attributes that are allowed at a position.
fn allowed_attributes(place: Position) -> &'static [&'static str] {
    place.attributes().unwrap_or_default()
}

/// Maximum number of members of all records that extend others, inherited members included: each is
/// copied into each record that inherits it.
const MAX_INHERITED: usize = 200_000;

/// Noun of a constant member.
pub(super) const CONSTANT: &str = "a constant";

impl<'d> Checker<'d> {
    pub(crate) fn resolve_types(&mut self) {
        for id in 0..self.slots.len() {
            let (file, owner, name, slot_span) = {
                let slot = &self.slots[id];
                (slot.file, slot.owner, slot.name.clone(), slot.span)
            };
            let def = match self.slots[id].body {
                DeclaredBody::Scalar(doc) => {
                    let kind = self.scalar_kind(doc);
                    TypeDef {
                        doc: prose(doc.doc.as_ref()),
                        source: source(doc.source.as_ref()),
                        ..self.new_type_def(name, slot_span, file, kind)
                    }
                }
                DeclaredBody::Expr(expr) => {
                    // Attributes of a field are read with the field.
                    if owner.is_none() {
                        self.refuse_attributes(&expr.attributes, allowed_attributes(Position::Declared), "a type");
                    }
                    let kind = match self.type_kind(file, expr) {
                        TypeKind::Alias(ty) => TypeKind::Alias(self.limited(&expr.attributes, ty)),
                        // The limits next to an inline definition belong to the place where it
                        // occurs.
                        kind if owner.is_some() => kind,
                        kind => {
                            self.refuse_limits(&expr.attributes, "a record, an enumeration or a union");
                            kind
                        }
                    };
                    TypeDef {
                        doc: prose(expr.attributes.doc.as_ref()),
                        source: source(expr.attributes.source.as_ref()),
                        seen: owner.is_none() && expr.attributes.seen.is_some_and(|at| at.value),
                        ..self.new_type_def(name, slot_span, file, kind)
                    }
                }
                DeclaredBody::Arm(arm) => TypeDef {
                    doc: prose(arm.doc.as_ref()),
                    source: source(arm.source.as_ref()),
                    seen: arm.seen,
                    ..self.new_type_def(name, slot_span, file, TypeKind::Record(Record { fields: Vec::new() }))
                },
            };
            self.model.types.push(TypeDef { owner, ..def });
            if let DeclaredBody::Arm(ArmDecl { body: ArmBodyDecl::Fields { fields, .. }, .. }) = self.slots[id].body {
                let fields = self.fields(file, fields, None);
                self.model.types[id].kind = TypeKind::Record(Record { fields });
            }
        }
    }

    fn new_type_def(&self, name: String, span: Span, file: usize, kind: TypeKind) -> TypeDef {
        TypeDef {
            name,
            span,
            module: self.modules[file].unwrap_or(ModuleId(0)),
            doc: String::new(),
            source: None,
            kind,
            seen: false,
            owner: None,
        }
    }

    fn type_kind(&mut self, file: usize, expr: &'d TypeExpr) -> TypeKind {
        match &expr.head {
            Head::Record(record) => TypeKind::Record(Record { fields: self.fields(file, &record.fields, None) }),
            Head::Enum(values) => TypeKind::Enum(self.enumeration(expr, values)),
            Head::Union(union) => TypeKind::Union(self.union(file, union)),
            Head::Foreign(path) => TypeKind::Alias(self.foreign_type(path)),
            Head::Name(_) | Head::Nullable(_) | Head::List(_) | Head::Map { .. } | Head::Tuple(_) | Head::Const(_) => {
                TypeKind::Alias(self.head_type(file, expr))
            }
        }
    }

    /// Resolves a type expression outside of fields, where `doc` and similar attributes are not
    /// allowed.
    pub(crate) fn plain_type(&mut self, file: usize, expr: &'d TypeExpr) -> Type {
        self.unnamed_type(file, expr, &["also", "allow"])
    }

    /// Resolves the type of the result of a call, which may have a unit.
    pub(crate) fn result_type(&mut self, file: usize, response: &'d ResponseDecl) -> Option<Type> {
        response.result.as_ref().map(|expr| self.unnamed_type(file, expr, &["also", "allow", "unit"]))
    }

    /// Resolves a type expression outside of fields. `beside` are the attributes, other than bounds, that a type without
    /// a definition may have.
    fn unnamed_type(&mut self, file: usize, expr: &'d TypeExpr, beside: &[&'static str]) -> Type {
        let is_definition = matches!(expr.head, Head::Record(_) | Head::Enum(_) | Head::Union(_));
        let allowed = match is_definition {
            true => allowed_attributes(Position::Plain).to_vec(),
            false => [beside, &LIMITS].concat(),
        };
        self.refuse_attributes(&expr.attributes, &allowed, "a type that has no name here");
        let ty = self.head_type(file, expr);
        self.limited(&expr.attributes, ty)
    }

    /// Resolves the head of a type expression: a name, list, map, tuple, or inline definition. The caller checks the
    /// attributes next to it.
    pub(crate) fn head_type(&mut self, file: usize, expr: &'d TypeExpr) -> Type {
        let also = expr.attributes.also.as_ref();
        if !matches!(expr.head, Head::List(_)) {
            self.refuse_list_form(also);
        }
        match &expr.head {
            Head::Name(name) => self.named_type(file, name, expr.span),
            Head::Nullable(inner) => Type::Nullable(Box::new(self.head_type(file, inner))),
            Head::List(item) => Type::List(Box::new(List { item: self.plain_type(file, item), also: list_form(also) })),
            Head::Tuple(items) => Type::Tuple(items.iter().map(|item| self.plain_type(file, item)).collect()),
            Head::Map { key, value } => {
                let key = key.as_ref().map_or(Type::Text, |key| {
                    let ty = self.plain_type(file, key);
                    self.note_map_key(key.span, &ty);
                    ty
                });
                let value = self.plain_type(file, value);
                Type::Map(Box::new(Map { key, value }))
            }
            Head::Record(_) | Head::Enum(_) | Head::Union(_) => {
                Type::Named(self.inline.get(&expr.span).copied().unwrap_or(BROKEN))
            }
            Head::Foreign(path) => {
                let message = "a Rust type of your own is declared under `types`, and used by its name".to_owned();
                self.error(Code::BadShape, path.span, message, "move it there");
                broken()
            }
            Head::Const(_) => {
                let message = "`const` applies to the members of records and the arms of unions by form".to_owned();
                let hint = "to send a fixed parameter, use `fix` of a variant";
                self.error(Code::BadShape, expr.span, message, hint);
                broken()
            }
        }
    }

    fn refuse_list_form(&mut self, also: Option<&At<AlsoDecl>>) {
        let of_list = |also: &&At<AlsoDecl>| matches!(also.value, AlsoDecl::Keyed(AlsoKey::At(_)) | AlsoDecl::Single);
        if let Some(also) = also.filter(of_list) {
            let message = "`also` with another form of a list applies to lists only".to_owned();
            let hint = "write `{ list: Name, also: … }`";
            self.error(Code::BadAttribute, also.span, message, hint);
        }
    }

    pub(crate) fn refuse_attributes(&mut self, attributes: &Attributes, allowed: &[&str], what: &str) {
        for (key, span) in &attributes.keys {
            if !allowed.contains(key) {
                let message = format!("`{key}` does not apply to {what}");
                let hint = match *key {
                    "doc" => "describe the response in the `doc` of its operation, or declare a type with a `doc`",
                    _ if what == CONSTANT => "remove it, or write the type of the values in place of `const`",
                    _ => "put it on the field or parameter that has the type",
                };
                self.error(Code::BadAttribute, *span, message, hint);
            }
        }
        let of_field = |also: &&At<AlsoDecl>| {
            matches!(also.value, AlsoDecl::Keyed(AlsoKey::Names(_) | AlsoKey::Empty(_) | AlsoKey::Null(_)))
        };
        let also = attributes.also.as_ref().filter(|_| allowed.contains(&"also"));
        if let Some(also) = also.filter(of_field) {
            let message = format!("this `also` does not apply to {what}");
            let hint = "put it on the field or parameter that has the type";
            self.error(Code::BadAttribute, also.span, message, hint);
        }
    }

    /// Builds an enumeration, and reports duplicate values.
    fn enumeration(&mut self, expr: &TypeExpr, docs: &[EnumValueDecl]) -> Enum {
        if docs.is_empty() {
            let message = "the enumeration has no values".to_owned();
            let hint = "list at least one under `enum` or `seen`";
            self.error(Code::BadValue, expr.span, message, hint);
        }
        let mut known = std::collections::HashMap::new();
        for doc in docs {
            if let Some(first) = known.insert(&doc.name.value, doc.name.span) {
                let message = format!("the value `{}` is listed twice", doc.name.value);
                let problem = Diagnostic::error(Code::DuplicateMember, doc.name.span, message);
                self.report(problem.label("again").second(first, "first here").hint("remove one of the two"));
            }
        }
        let value = |doc: &EnumValueDecl| EnumValue {
            name: doc.name.value.clone(),
            doc: prose(doc.doc.as_ref()),
            seen: doc.seen,
            rust: doc.rust.as_ref().map(|text| text.value.clone()),
            span: doc.rust.as_ref().unwrap_or(&doc.name).span,
        };
        let integers = self.are_integers(docs);
        Enum { values: docs.iter().map(value).collect(), integers }
    }

    /// Returns whether an enumeration lists whole numbers rather than texts. Reports a mix of both,
    /// and numbers without a name.
    fn are_integers(&mut self, docs: &[EnumValueDecl]) -> bool {
        let Some(first) = docs.first() else { return false };
        if let Some(other) = docs.iter().find(|doc| doc.number != first.number) {
            let message = "an enumeration has either texts or whole numbers".to_owned();
            let problem =
                Diagnostic::error(Code::BadValue, other.name.span, message).second(first.name.span, "the first");
            let number = if first.number { first } else { other };
            self.report(problem.hint(format!("quote the numbers if they are texts: \"{}\"", number.name.value)));
            return false;
        }
        for doc in docs.iter().filter(|doc| doc.number && doc.rust.is_none()) {
            let message = format!("the number `{}` has no name", doc.name.value);
            let hint = format!(
                "give it one: `{{ {}: Name }}`, or `{{ rust: Name, doc: … }}` with what it means",
                doc.name.value
            );
            self.error(Code::BadName, doc.name.span, message, &hint);
        }
        first.number
    }

    /// Builds a union with its arms.
    fn union(&mut self, file: usize, union: &'d UnionDecl) -> Union {
        let common = self.fields(file, &union.common, None);
        let arms = union.arms.iter().map(|arm| self.arm(file, arm)).collect();
        let kind = self.kind_of_tag(union);
        Union {
            discriminator: match &union.discriminator {
                DiscriminatorDecl::Form => Discriminator::Form,
                DiscriminatorDecl::Tag(tag) if union.is_nested(tag) => {
                    Discriminator::NestedTag(keep::texts(tag.value.split('.')))
                }
                DiscriminatorDecl::Tag(tag) => match kind {
                    KeyKind::Text => Discriminator::Tag(keep::text(&tag.value)),
                    KeyKind::Number => Discriminator::IntegerTag(keep::text(&tag.value)),
                    KeyKind::Boolean => Discriminator::BooleanTag(keep::text(&tag.value)),
                },
                DiscriminatorDecl::Members => Discriminator::Members,
                DiscriminatorDecl::Status => Discriminator::Status,
                DiscriminatorDecl::Event => Discriminator::Event,
            },
            tag_span: match &union.discriminator {
                DiscriminatorDecl::Tag(tag) => tag.span,
                _ => Span::default(),
            },
            common,
            arms,
        }
    }

    /// Builds an arm of a union.
    fn arm(&mut self, file: usize, arm: &'d ArmDecl) -> Arm {
        let body = match &arm.body {
            ArmBodyDecl::Value(expr) => {
                self.refuse_attributes(&expr.attributes, allowed_attributes(Position::Arm), "an arm of a union");
                match &expr.head {
                    Head::Const(node) => {
                        self.refuse_limits(&expr.attributes, "one value");
                        ArmBody::Const(node.to_value())
                    }
                    _ => {
                        let ty = self.head_type(file, expr);
                        ArmBody::Value(self.limited(&expr.attributes, ty))
                    }
                }
            }
            ArmBodyDecl::Fields { discriminator, .. } => ArmBody::Fields {
                record: self.inline.get(&arm.name.span).copied().unwrap_or(BROKEN),
                has: discriminator.has.as_ref().map(|text| text.value.clone()),
            },
            ArmBodyDecl::Record { name, discriminator } => ArmBody::Fields {
                record: self.declared_record(file, name),
                has: discriminator.has.as_ref().map(|text| text.value.clone()),
            },
        };
        // A number or a boolean is not a name, but the record of the arm has one.
        let rust = match (&arm.rust, &arm.body) {
            (None, ArmBodyDecl::Record { name, .. }) if arm.tag != KeyKind::Text => Some(name),
            (rust, _) => rust.as_ref(),
        };
        // An arm with several values has its own name, which is none of them.
        let named = (!arm.values.is_empty()).then(|| pascal(&arm.name.value));
        let mut values = arm.values.iter().map(|value| value.value.clone());
        Arm {
            name: values.next().unwrap_or_else(|| arm.name.value.clone()),
            also: values.collect(),
            doc: prose(arm.doc.as_ref()),
            rust: rust.map(|text| text.value.clone()).or(named),
            span: rust.unwrap_or(&arm.name).span,
            body,
            seen: arm.seen,
        }
    }

    /// Returns the id of the record that an arm names; [`BROKEN`] after a report of an unknown name
    /// or another type.
    fn declared_record(&mut self, file: usize, name: &Text) -> TypeId {
        let Type::Named(id) = self.named_type(file, &name.value, name.span) else {
            self.refuse_arm(name);
            return BROKEN;
        };
        let is_record =
            |body: &DeclaredBody<'_>| matches!(body, DeclaredBody::Expr(TypeExpr { head: Head::Record(_), .. }));
        if id != BROKEN && !self.slots.get(id.0).is_some_and(|slot| is_record(&slot.body)) {
            self.refuse_arm(name);
            return BROKEN;
        }
        id
    }

    fn refuse_arm(&mut self, name: &Text) {
        let message = format!("`{}` is not a record", name.value);
        let hint = "an arm identified by a tag or by members is a record; use `union: form` for other types";
        self.error(Code::BadUnion, name.span, message, hint);
    }

    /// Returns the kind of the tag values of a union, which is the kind in its first arm. Reports a
    /// mix of kinds.
    fn kind_of_tag(&mut self, union: &UnionDecl) -> KeyKind {
        let Some(first) = union.arms.first() else { return KeyKind::Text };
        if let Some(other) = union.arms.iter().find(|arm| arm.tag != first.tag) {
            let kinds = [KeyKind::Text, KeyKind::Number, KeyKind::Boolean].map(|kind| match kind {
                KeyKind::Number => (kind, "a whole number"),
                other => (other, other.noun()),
            });
            let both: Vec<&str> =
                kinds.iter().filter(|(kind, _)| [first.tag, other.tag].contains(kind)).map(|(_, noun)| *noun).collect();
            let message = format!("a tag is either {}", both.join(" or "));
            let [of_first, of_other] = [first, other].map(|arm| arm.tags().first().unwrap_or(&arm.name));
            let problem = Diagnostic::error(Code::BadUnion, of_other.span, message).second(of_first.span, "the first");
            let (bare, tag) = if first.tag == KeyKind::Text { (of_other, other.tag) } else { (of_first, first.tag) };
            let hint = match (tag, [first.tag, other.tag].contains(&KeyKind::Text)) {
                (KeyKind::Number, true) => format!("quote the numbers if they are texts: \"{}\"", bare.value),
                (_, true) => format!("quote the booleans if they are texts: \"{}\"", bare.value),
                (_, false) => "give all arms the same kind of tag".to_owned(),
            };
            self.report(problem.hint(hint));
        }
        first.tag
    }

    /// Copies the fields of base records into the records that extend them.
    pub(crate) fn flatten_records(&mut self) {
        let mut bases: Vec<Option<TypeId>> = (0..self.slots.len()).map(|id| self.base_record(id)).collect();
        let own: Vec<Option<Record>> = self
            .model
            .types
            .iter()
            .map(|def| match &def.kind {
                TypeKind::Record(record) => Some(record.clone()),
                _ => None,
            })
            .collect();
        let mut taken_over = 0;
        for id in 0..bases.len() {
            let mut chain = vec![id];
            while let Some(base) = chain.last().and_then(|id| bases[*id]) {
                if chain.contains(&base.0) || chain.len() > MAX_CHAIN_LENGTH {
                    self.report_extends_cycle(id, chain.contains(&base.0));
                    // The cycle is reported once, not for each of its records.
                    for id in chain.drain(..) {
                        bases[id] = None;
                    }
                    break;
                }
                chain.push(base.0);
            }
            if chain.len() > 1 {
                let records = chain.iter().rev().filter_map(|id| own[*id].as_ref());
                taken_over += records.clone().map(|record| record.fields.len()).sum::<usize>();
                if taken_over > MAX_INHERITED {
                    self.report_taken_over(id);
                    break;
                }
                let fields = records.flat_map(|record| record.fields.iter().cloned()).collect();
                self.model.types[id].kind = TypeKind::Record(Record { fields });
            }
        }
        self.check_members();
    }

    fn report_taken_over(&mut self, id: usize) {
        let message = format!("the records that extend others have more than {MAX_INHERITED} members in all");
        let hint = "give the members that many records share a record of their own, as a member";
        self.error(Code::TooLarge, self.slots[id].span, message, hint);
    }

    fn report_extends_cycle(&mut self, id: usize, is_cycle: bool) {
        let slot = &self.slots[id];
        let message = match is_cycle {
            true => format!("`{}` extends itself, directly or indirectly", slot.name),
            false => format!("`{}` extends a chain of more than {MAX_CHAIN_LENGTH} records", slot.name),
        };
        let hint = "name a record that does not extend this one";
        self.error(Code::TypeCycle, slot.span, message, hint);
    }

    /// Returns the id of the record that a type extends; `None` without `extends` or after a
    /// report.
    fn base_record(&mut self, id: usize) -> Option<TypeId> {
        let DeclaredBody::Expr(TypeExpr { head: Head::Record(record), .. }) = self.slots[id].body else {
            return None;
        };
        let extends = record.extends.as_ref()?;
        let file = self.slots[id].file;
        let Type::Named(base) = self.named_type(file, &extends.value, extends.span) else {
            let message = format!("`{}` is not a record", extends.value);
            self.error(Code::BadShape, extends.span, message, "only records can be extended");
            return None;
        };
        let def = self.model.types.get(base.0)?;
        if !matches!(def.kind, TypeKind::Record(_)) {
            let message = format!("`{}` is not a record", extends.value);
            self.error(Code::BadShape, extends.span, message, "only records can be extended");
            return None;
        }
        Some(base)
    }
}

fn list_form(also: Option<&At<AlsoDecl>>) -> Also {
    match also.map(|also| &also.value) {
        Some(AlsoDecl::Keyed(AlsoKey::At(member))) => Also::At(keep::text(&member.value)),
        Some(AlsoDecl::Single) => Also::Single,
        Some(AlsoDecl::Keyed(_)) | None => Also::Nothing,
    }
}
