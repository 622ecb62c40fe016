//! `echoes`: members of responses that repeat the value of a parameter, or of a member of the object
//! that holds their record. Checks that operations have the parameter, or such an object the member,
//! and keeps the echoes that mean something.
//!
//! Input: the model, with its operations. Output: errors at members. Another mistake may have
//! removed an operation from the model, so echoes are only reported if there are no other mistakes.

use std::collections::{BTreeMap, HashSet};

use crate::analysis::check::context::{Checker, Pending};
use crate::diagnostic::{Code, Span};
use crate::model::{ArmBody, Field, Model, Type, TypeId, TypeKind, echoed_member};

/// What operations say of an echo.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// None has the parameter, or the operation that it names lacks it.
    Unknown,
    /// The operation that it names is not there, or none that returns the member has the parameter.
    /// Then it means nothing. Lint warns.
    Unused,
    /// One has it, but of another type.
    OtherType,
    Right,
}

impl Checker<'_> {
    /// Checks that an echo stands at a member of a record.
    pub(crate) fn check_echo_place(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        let Some(echo) = attributes.echoes.first() else { return };
        let (message, hint) = match (item.place, attributes.rest) {
            (Some(_), _) => ("`echoes` goes with members of records", "remove it; a request is sent first"),
            (None, Some(_)) => ("`echoes` does not go with `rest`", "remove it; such a map has no name of its own"),
            (None, None) => return,
        };
        self.error(Code::BadAttribute, echo.span, message.to_owned(), hint);
    }

    /// Checks that each echo is that of a parameter.
    pub(crate) fn check_echoes(&mut self) {
        if !self.found.is_empty() || !self.following.is_empty() {
            return;
        }
        let (all, right) = echoes(&self.model);
        for Echo { span, member, parameter, verdict } in all.into_values() {
            let (message, hint) = match verdict {
                Verdict::Unknown if echoed_member(&parameter).is_some() => (
                    "but no object that holds it has this member",
                    "name a member of the object around the record: `../member`",
                ),
                Verdict::Unused | Verdict::Right => continue,
                Verdict::OtherType => ("which has another type", "give both the same type, or remove `echoes`"),
                Verdict::Unknown => (
                    "but no operation has this parameter",
                    "name a parameter of an operation whose response has the member: `parameter` or `operation.parameter`",
                ),
            };
            self.error(Code::BadAttribute, span, format!("`{member}` echoes `{parameter}`, {message}"), hint);
        }
        self.keep_echoes(&right);
    }

    /// A record that takes over a member need not come from the operations that its echoes name.
    fn keep_echoes(&mut self, right: &HashSet<(TypeId, String, String)>) {
        for (id, def) in self.model.types.iter_mut().enumerate() {
            let fields = match &mut def.kind {
                TypeKind::Record(record) => &mut record.fields,
                TypeKind::Union(union) => &mut union.common,
                _ => continue,
            };
            for field in fields {
                let name = &field.name;
                field.echoes.retain(|echo| right.contains(&(TypeId(id), name.clone(), echo.clone())));
            }
        }
    }
}

/// The echo of a parameter by a member.
struct Echo {
    span: Span,
    member: String,
    parameter: String,
    verdict: Verdict,
}

/// The echoes of all members, in the order of the source. What is inherited is one echo.
type Echoes = BTreeMap<(usize, usize, String), Echo>;

/// All echoes, and those that are right, by the record, the member and the parameter.
fn echoes(model: &Model) -> (Echoes, HashSet<(TypeId, String, String)>) {
    let (mut all, mut right) = (Echoes::new(), HashSet::new());
    let fields = (0..model.types.len()).flat_map(|id| members(model, TypeId(id)));
    for (field, parameter) in fields.flat_map(|field| field.echoes.iter().map(move |parameter| (field, parameter))) {
        raise(&mut all, field, parameter, Verdict::Unknown);
    }
    // Most specs have no echoes, and need no walk through the types of all operations.
    if all.is_empty() {
        return (all, right);
    }
    let exchanges: Vec<Exchange<'_>> = exchanges(model).collect();
    let names: HashSet<&str> = exchanges.iter().map(|exchange| exchange.name).collect();
    let known: HashSet<String> = exchanges.iter().flat_map(Exchange::meant).collect();
    of_holders(model, &mut all, &mut right);
    for echo in all.values_mut().filter(|echo| echoed_member(&echo.parameter).is_none()) {
        let named = echo.parameter.split_once('.').map(|(operation, _)| operation);
        if named.is_some_and(|named| !names.contains(named)) || known.contains(&echo.parameter) {
            echo.verdict = Verdict::Unused;
        }
    }
    for exchange in exchanges {
        for id in reached(model, &exchange.returned) {
            for field in members(model, id) {
                for (echo, parameter) in exchange.echoed(field) {
                    let is_right = can_have(model, &field.ty, &parameter.ty);
                    raise(&mut all, field, echo, if is_right { Verdict::Right } else { Verdict::OtherType });
                    if is_right {
                        right.insert((id, field.name.clone(), echo.clone()));
                    }
                }
            }
        }
    }
    (all, right)
}

/// Judges the echoes of members of the objects that hold a record.
fn of_holders(model: &Model, all: &mut Echoes, right: &mut HashSet<(TypeId, String, String)>) {
    for holder in (0..model.types.len()).map(|id| members(model, TypeId(id))) {
        for id in holder.iter().flat_map(|field| held(model, &field.ty)) {
            for member in members(model, id) {
                let echoes = member.echoes.iter().filter_map(|echo| Some((echo, echoed_member(echo)?)));
                for (echo, name) in echoes {
                    let Some(own) = holder.iter().find(|own| own.name == name) else { continue };
                    let is_right = model.bare(&member.ty) == model.bare(&own.ty);
                    raise(all, member, echo, if is_right { Verdict::Right } else { Verdict::OtherType });
                    if is_right {
                        right.insert((id, member.name.clone(), echo.clone()));
                    }
                }
            }
        }
    }
}

/// The records and unions in a type that no other record holds.
fn held(model: &Model, ty: &Type) -> HashSet<TypeId> {
    let mut open = ty.mentioned();
    let mut all = HashSet::new();
    while let Some(id) = open.pop() {
        let Some(def) = model.types.get(id.0).filter(|_| all.insert(id)) else { continue };
        if !matches!(def.kind, TypeKind::Record(_)) {
            open.extend(def.mentions());
        }
    }
    all
}

/// Whether a member can have a value of the parameter: both have one type, or that of the parameter
/// is a union with an arm of it.
fn can_have(model: &Model, member: &Type, parameter: &Type) -> bool {
    let (member, parameter) = (model.bare(member), model.bare(parameter));
    let of_union = |id: &TypeId| match model.types.get(id.0).map(|def| &def.kind) {
        Some(TypeKind::Union(union)) => union.arms.iter().any(|arm| match &arm.body {
            ArmBody::Value(ty) => model.bare(ty) == member,
            _ => false,
        }),
        _ => false,
    };
    member == parameter || matches!(parameter, Type::Named(id) if of_union(id))
}

/// Notes a verdict on an echo, unless a better one is known.
fn raise(all: &mut Echoes, field: &Field, parameter: &str, verdict: Verdict) {
    let (span, member, parameter) = (field.span, field.name.clone(), parameter.to_owned());
    let key = (span.file, span.start, parameter.clone());
    let echo = all.entry(key).or_insert(Echo { span, member, parameter, verdict });
    echo.verdict = echo.verdict.max(verdict);
}

/// A call or subscription: its name, its parameters, and the types that it returns.
struct Exchange<'m> {
    name: &'m str,
    parameters: Vec<&'m Field>,
    returned: Vec<&'m Type>,
}

impl<'m> Exchange<'m> {
    /// The echoes of a member that mean a parameter.
    fn echoed<'f>(&self, field: &'f Field) -> impl Iterator<Item = (&'f String, &'m Field)> {
        let all = field.echoes.iter().flat_map(|echo| self.parameters.iter().map(move |parameter| (echo, *parameter)));
        all.filter(|(echo, parameter)| self.is_meant(echo, &parameter.name))
    }

    /// The echoes that mean one of its parameters: by its name, or by that of the operation before it.
    fn meant(&self) -> impl Iterator<Item = String> {
        self.parameters.iter().flat_map(|field| [field.name.clone(), format!("{}.{}", self.name, field.name)])
    }

    /// Whether an echo means a parameter: by its name, or by that of the operation before it.
    fn is_meant(&self, echo: &str, parameter: &str) -> bool {
        echo == parameter || echo.strip_suffix(parameter).and_then(|rest| rest.strip_suffix('.')) == Some(self.name)
    }
}

fn exchanges(model: &Model) -> impl Iterator<Item = Exchange<'_>> {
    let calls = model.typed_calls().map(|call| Exchange {
        name: &call.own.name,
        parameters: call.params().map(|param| param.field).collect(),
        returned: model.response_types(call.own),
    });
    let events = model.subscriptions.iter().map(|of| Exchange {
        name: &of.name,
        parameters: of.params.iter().map(|param| &param.field).collect(),
        returned: vec![&of.item],
    });
    calls.chain(events)
}

/// The types within types. `Model::within` has room for all types of the spec, which is too much
/// for each operation.
fn reached(model: &Model, from: &[&Type]) -> HashSet<TypeId> {
    let mut open: Vec<TypeId> = from.iter().flat_map(|ty| ty.mentioned()).collect();
    let mut all = HashSet::new();
    while let Some(id) = open.pop() {
        if all.insert(id) {
            open.extend(model.types.get(id.0).iter().flat_map(|def| def.mentions()));
        }
    }
    all
}

/// The members of a record, or of all arms of a union.
fn members(model: &Model, id: TypeId) -> &[Field] {
    match model.types.get(id.0).map(|def| &def.kind) {
        Some(TypeKind::Record(record)) => &record.fields,
        Some(TypeKind::Union(union)) => &union.common,
        _ => &[],
    }
}
