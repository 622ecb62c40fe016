//! Walks two specs of one API side by side, from their operations, and counts what is the same.
//!
//! Input: the model that people wrote, and the one of an import. Output: a table. Each pair of
//! members is counted once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use chainloom_codegen::model::{
    ArmBody, Discriminator, Field, Form, Model, Operation, TimeUnit, Type, TypeId, TypeKind, Union, Wire,
};
use chainloom_import::{Kind, Report};

/// Counts by kind: same, and all.
#[derive(Default)]
pub(crate) struct Measure {
    counts: BTreeMap<&'static str, (usize, usize)>,
    misses: BTreeSet<String>,
    seen: BTreeSet<String>,
}

impl Measure {
    /// Adds the operations of one document.
    pub(crate) fn add(&mut self, document: &str, written: &Model, imported: &Model, report: &Report) {
        let mut walk = Walk { measure: self, written, imported };
        for operation in &imported.operations {
            let key = wire_key(operation);
            let same =
                written.operations.iter().find(|other| wire_key(other) == key && is_of(written, other, document));
            walk.measure.count("operations", same.is_some(), key.clone());
            if let Some(same) = same {
                walk.operation(same, operation);
            }
        }
        let losses = report.entries.iter().filter(|entry| entry.kind == Kind::Lost && !entry.is_detail).count();
        self.counts.entry("losses in the report").or_default().1 += losses;
        self.counts.entry("entries of the report").or_default().1 += report.entries.len();
        let client = imported.clients.first().and_then(|client| client.errors.as_ref());
        let member = client.and_then(|errors| errors.message.as_ref()).map(|path| format!("{path:?}"));
        self.count(
            "member with the message",
            member.as_deref().is_some_and(|member| member.contains("\"message\"")),
            format!("{document}: {member:?}"),
        );
    }

    fn count(&mut self, what: &'static str, is_same: bool, miss: String) {
        let (same, all) = self.counts.entry(what).or_default();
        *all += 1;
        *same += usize::from(is_same);
        if !is_same {
            self.misses.insert(format!("{what}: {miss}"));
        }
    }

    /// Returns how many of a kind are the same, and how many there are.
    pub(crate) fn count_of(&self, what: &str) -> (usize, usize) {
        self.counts.get(what).copied().unwrap_or_default()
    }

    /// Returns all counts, for people.
    pub(crate) fn table(&self) -> String {
        let mut out = String::new();
        for (what, (same, all)) in &self.counts {
            writeln!(out, "{what:28} {same:5} of {all:5}").unwrap();
        }
        out
    }

    /// Returns what differs, for people.
    pub(crate) fn misses(&self) -> String {
        self.misses.iter().map(|miss| format!("{miss}\n")).collect()
    }
}

fn is_of(written: &Model, operation: &Operation, document: &str) -> bool {
    written.modules[operation.module.0].path.first().is_some_and(|first| first == document)
}

/// Verb and path without the names of parameters.
fn wire_key(operation: &Operation) -> String {
    let Wire::Rest { .. } = &operation.wire else { return operation.wire_name() };
    let mut out = String::new();
    let mut is_within = false;
    for letter in operation.wire_name().chars() {
        match letter {
            '{' => is_within = true,
            '}' => {
                is_within = false;
                out.push('*');
            }
            letter if !is_within => out.push(letter),
            _ => {}
        }
    }
    out
}

struct Walk<'m> {
    measure: &'m mut Measure,
    written: &'m Model,
    imported: &'m Model,
}

impl Walk<'_> {
    fn operation(&mut self, written: &Operation, imported: &Operation) {
        for param in &written.params {
            let other = imported.params.iter().find(|other| {
                other.place == param.place
                    && (other.field.name == param.field.name
                        || format!("{:?}", param.place) == "Path" && {
                            let index = |all: &Operation, name: &str| {
                                all.params
                                    .iter()
                                    .filter(|one| one.place == param.place)
                                    .position(|one| one.field.name == name)
                            };
                            index(written, &param.field.name) == index(imported, &other.field.name)
                        })
            });
            let owner = format!("{} {:?}", written.name, param.place);
            if let Some(other) = other {
                self.field(&owner, &param.field, &other.field, true);
            } else {
                self.measure.count("parameters", false, format!("{owner} {}", param.field.name));
                continue;
            }
            self.measure.count("parameters", true, String::new());
        }
        self.measure.count("paging", written.paginate.is_some() == imported.paginate.is_some(), written.name.clone());
        if written.cost.is_some() {
            self.measure.count(
                "costs",
                written.cost.as_ref().map(|cost| &cost.units) == imported.cost.as_ref().map(|cost| &cost.units),
                written.name.clone(),
            );
        }
        if let (Some(written_type), Some(imported_type)) =
            (written.calls[0].result.as_ref(), imported.calls[0].result.as_ref())
        {
            self.types(&written.name, written_type, imported_type, false);
        }
    }

    fn field(&mut self, owner: &str, written: &Field, imported: &Field, is_sent: bool) {
        let place = format!("{owner}.{}", written.name);
        if !self.measure.seen.insert(place.clone()) {
            return;
        }
        if let Some(unit) = &written.unit {
            let is_same = imported.unit.as_ref() == Some(unit) || self.unit_of(&imported.ty) == Some(unit.as_str());
            self.measure.count("units", is_same, format!("{place} {unit}, imported {:?}", imported.unit));
        } else if let Some(unit) = &imported.unit {
            self.measure.count("units beside", false, format!("{place} {unit}"));
        }
        if let Some(join) = &written.join {
            let is_same = imported.join.as_ref() == Some(join);
            self.measure.count("joined lists", is_same, format!("{place} imported {:?}", imported.ty));
        }
        if let Some(default) = &written.default {
            let is_same = imported.default.as_ref() == Some(default);
            self.measure.count("defaults", is_same, format!("{place} {default:?}, imported {:?}", imported.default));
        }
        self.types(&place, &written.ty, &imported.ty, is_sent);
    }

    fn types(&mut self, place: &str, written: &Type, imported: &Type, is_sent: bool) {
        let (written, imported) = (self.written.bare(written), self.imported.bare(imported));
        if let Type::Nullable(inner) = written {
            return self.types(place, inner, imported, is_sent);
        }
        if let Type::Nullable(inner) = imported {
            return self.types(place, written, inner, is_sent);
        }
        let name = self.imported_name(imported);
        match (written, imported) {
            (Type::List(one), Type::List(other)) => self.types(place, &one.item, &other.item, is_sent),
            (Type::List(one), other) => self.types(place, &one.item, other, is_sent),
            (Type::Map(one), Type::Map(other)) => self.types(place, &one.value, &other.value, is_sent),
            (Type::Named(id), imported) => self.named(place, *id, imported, is_sent),
            (Type::Integer(_), imported) => {
                let is_same = matches!(imported, Type::Integer(_));
                self.measure.count("whole numbers", is_same, format!("{place} imported {}", name));
            }
            (Type::Text | Type::Json | Type::Number | Type::Boolean, Type::Named(id)) => {
                if let TypeKind::Scalar(scalar) = &self.imported.types[id.0].kind {
                    let form = scalar.form.clone();
                    self.measure.count("scalars beside", false, format!("{place} {form:?}, written {written:?}"));
                }
            }
            _ => {}
        }
    }

    /// The unit that a time or a duration has in itself.
    fn unit_of(&self, ty: &Type) -> Option<&'static str> {
        let Type::Named(id) = self.imported.bare(ty) else { return None };
        let TypeKind::Scalar(scalar) = &self.imported.types[id.0].kind else { return None };
        match scalar.form {
            Form::Seconds | Form::DurationNumber(TimeUnit::Seconds) => Some("seconds"),
            Form::Milliseconds | Form::DurationNumber(TimeUnit::Milliseconds) => Some("milliseconds"),
            _ => None,
        }
    }

    fn imported_name(&self, ty: &Type) -> String {
        match ty {
            Type::Named(id) => format!("{} {:?}", self.imported.types[id.0].name, self.imported.types[id.0].kind)
                .chars()
                .take(160)
                .collect(),
            other => format!("{other:?}"),
        }
    }

    fn named(&mut self, place: &str, id: TypeId, imported: &Type, is_sent: bool) {
        let (written, other) = (self.written, self.imported);
        let def = &written.types[id.0];
        let name = self.imported_name(imported);
        let target = match imported {
            Type::Named(id) => Some(&other.types[id.0]),
            _ => None,
        };
        match &def.kind {
            TypeKind::Scalar(scalar) => {
                let form = target.and_then(|target| match &target.kind {
                    TypeKind::Scalar(scalar) => Some(scalar.form.clone()),
                    _ => None,
                });
                let what = if is_sent { "scalars of parameters" } else { "scalars" };
                // A whole number of 64 bits is one too.
                let is_whole = matches!((&scalar.form, imported), (Form::JsonInteger(_), Type::Integer(_)));
                let is_same = is_whole || form.as_ref().is_some_and(|form| is_alike(form, &scalar.form));
                self.measure.count(what, is_same, format!("{place} {} imported {}", def.name, name));
                if is_same {
                    let is_exact = form == Some(scalar.form.clone());
                    self.measure.count("exact forms", is_exact, format!("{place} {} imported {form:?}", def.name));
                }
            }
            TypeKind::Union(union) => {
                let found = target.and_then(|target| match &target.kind {
                    TypeKind::Union(other) => Some(other),
                    _ => None,
                });
                if !self.measure.seen.contains(&def.name) {
                    let is_same = found.is_some_and(|found| is_same_kind(&union.discriminator, &found.discriminator));
                    self.measure.count(
                        "unions",
                        is_same,
                        format!("{place} {} {:?} imported {}", def.name, union.discriminator, name),
                    );
                    self.measure.seen.insert(def.name.clone());
                }
                self.union(&def.name, union, target.map(|target| &target.kind), imported, is_sent);
            }
            TypeKind::Record(record) => {
                for field in &record.fields {
                    let other = target.and_then(|target| self.member(&target.kind, &field.name));
                    self.member_pair(&def.name, field, other, imported, is_sent);
                }
            }
            TypeKind::Enum(_) => {
                let is_same = target.is_some_and(|target| matches!(target.kind, TypeKind::Enum(_)));
                if self.measure.seen.insert(format!("{place} enum")) {
                    self.measure.count("enumerations", is_same, format!("{place} {} imported {}", def.name, name));
                }
            }
            TypeKind::Alias(_) => {}
        }
    }

    fn member_pair(&mut self, owner: &str, written: &Field, imported: Option<Field>, whole: &Type, is_sent: bool) {
        match imported {
            Some(other) => self.field(owner, written, &other, is_sent),
            None if matches!(whole, Type::Json) => {
                let nothing = Field::bounded(written.name.clone(), Type::Json, Default::default());
                self.field(owner, written, &nothing, is_sent);
            }
            None => {}
        }
    }

    /// Finds a member in a record, or in any arm of a union.
    fn member(&self, kind: &TypeKind, name: &str) -> Option<Field> {
        match kind {
            TypeKind::Record(record) => record.fields.iter().find(|field| field.name == name).cloned(),
            TypeKind::Union(union) => union.common.iter().find(|field| field.name == name).cloned().or_else(|| {
                union.arms.iter().find_map(|arm| match &arm.body {
                    ArmBody::Fields { record, .. } => self.member(&self.imported.types[record.0].kind, name),
                    ArmBody::Value(ty) => match self.imported.bare(ty) {
                        Type::Named(id) => self.member(&self.imported.types[id.0].kind, name),
                        _ => None,
                    },
                    ArmBody::Const(_) => None,
                })
            }),
            _ => None,
        }
    }

    fn union(&mut self, name: &str, union: &Union, target: Option<&TypeKind>, whole: &Type, is_sent: bool) {
        for field in &union.common {
            let other = target.and_then(|target| self.member(target, &field.name));
            self.member_pair(name, field, other, whole, is_sent);
        }
        for arm in &union.arms {
            let other = target.and_then(|target| match target {
                TypeKind::Union(other) => other
                    .arms
                    .iter()
                    .find(|other| other.has_tag(&arm.name) || other.name.eq_ignore_ascii_case(&arm.name)),
                _ => None,
            });
            match &arm.body {
                ArmBody::Fields { record, .. } => {
                    let TypeKind::Record(record) = &self.written.types[record.0].kind else { continue };
                    for field in &record.fields {
                        let found = match other.map(|other| &other.body) {
                            Some(ArmBody::Fields { record, .. }) => {
                                self.member(&self.imported.types[record.0].kind, &field.name)
                            }
                            _ => None,
                        };
                        let found = found.or_else(|| self.member(target?, &field.name));
                        self.member_pair(&format!("{name}.{}", arm.name), field, found, whole, is_sent);
                    }
                }
                ArmBody::Value(ty) => {
                    let found = match other.map(|other| &other.body) {
                        Some(ArmBody::Value(ty)) => ty.clone(),
                        _ => whole.clone(),
                    };
                    self.types(&format!("{name}.{}", arm.name), ty, &found, is_sent);
                }
                ArmBody::Const(_) => {}
            }
        }
    }
}

/// Whether two forms say the same but for the width of a whole number, and for further forms.
fn is_alike(one: &Form, other: &Form) -> bool {
    match (one, other) {
        (Form::DecimalInteger(_), Form::DecimalInteger(_)) | (Form::JsonInteger(_), Form::JsonInteger(_)) => true,
        (Form::Bech32 { .. }, Form::Bech32 { .. }) => true,
        (Form::Hex { bytes: None, .. }, Form::Hex { bytes: None, .. }) => true,
        (one, other) => one == other,
    }
}

fn is_same_kind(one: &Discriminator, other: &Discriminator) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}
