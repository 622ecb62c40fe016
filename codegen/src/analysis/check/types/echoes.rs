//! `echoes`: members of responses that repeat the value of a parameter, of a member of the object that
//! holds their record, or the result of a call without parameters. Checks that the repeated value exists,
//! and removes echoes without effect from the model.
//!
//! Input: the model, with its operations. Output: errors at members. Another mistake may have
//! removed an operation from the model, so echoes are only reported if there are no other mistakes.

use std::collections::{BTreeMap, HashSet};

use crate::analysis::check::context::{Checker, Pending};
use crate::diagnostic::{Code, Span};
use crate::model::{
    ArmBody, Field, Model, ServiceId, Type, TypeDef, TypeId, TypeKind, echoed_below, echoed_member, echoed_result,
    is_parameter_echo,
};

/// Verdict of the operations on an echo.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// No operation has the parameter, or the operation that the echo names lacks it.
    Unknown,
    /// The operation that the echo names does not exist, or no operation that returns the member
    /// has the parameter. The echo has no effect; lint warns.
    Unused,
    /// An operation has the parameter, but with another type.
    OtherType,
    Right,
}

impl Checker<'_> {
    /// Checks that an echo is on a member of a record.
    pub(crate) fn check_echo_place(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        let Some(echo) = attributes.echoes.first() else {
            if let Some((_, span)) = attributes.keys.iter().find(|(key, _)| *key == "echoes") {
                let message = "`echoes` lists no parameter".to_owned();
                self.error(Code::BadAttribute, *span, message, "name a parameter, or remove `echoes`");
            }
            return;
        };
        let (message, hint) = match (item.place, attributes.rest) {
            (Some(_), _) => ("`echoes` applies to members of records", "remove `echoes`; only responses repeat values"),
            (None, Some(_)) => {
                ("`echoes` cannot be combined with `rest`", "remove `echoes`; a map with `rest` is no single member")
            }
            (None, None) => return,
        };
        self.error(Code::BadAttribute, echo.span, message.to_owned(), hint);
    }

    /// Checks that each entry of `echoes` refers to a parameter, to a member of a containing
    /// object, or to a result. The value must have the type of the member. Removes the echoes
    /// without effect from the model. Does nothing if the spec has other mistakes.
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
                Verdict::Unknown if echoed_below(&parameter).is_some() => {
                    ("but its record has no such member", "name another member of the same record: `below/member`")
                }
                Verdict::Unknown if echoed_result(&parameter).is_some() => (
                    "but no operation of its service has this name and no required parameters",
                    "name an operation with a result: `operation()`",
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

    /// Removes the echoes that are not in `right` from the model. Such an echo need not be a
    /// mistake: a record may inherit it, but be the result of other operations.
    fn keep_echoes(&mut self, right: &HashSet<(TypeId, String, String)>) {
        for (id, def) in self.model.types.iter_mut().enumerate() {
            for field in def.members_mut() {
                let name = &field.name;
                field.echoes.retain(|echo| right.contains(&(TypeId(id), name.clone(), echo.clone())));
            }
        }
    }
}

/// Entry of `echoes`: the member, and the value that it repeats, as written in the spec.
struct Echo {
    span: Span,
    member: String,
    parameter: String,
    verdict: Verdict,
}

/// Echoes of all members, keyed by file, start of the member's span, and echoed value. Records that
/// inherit a member share its echoes.
type Echoes = BTreeMap<(usize, usize, String), Echo>;

/// Returns all echoes with their verdicts, and the set of echoes with the verdict `Right`: the
/// record or union, the member, and the echoed value of each.
fn echoes(model: &Model) -> (Echoes, HashSet<(TypeId, String, String)>) {
    let (mut all, mut right) = (Echoes::new(), HashSet::new());
    let fields = (0..model.types.len()).flat_map(|id| members(model, TypeId(id)));
    for (field, parameter) in fields.flat_map(|field| field.echoes.iter().map(move |parameter| (field, parameter))) {
        record_verdict(&mut all, field, parameter, Verdict::Unknown);
    }
    // Most specs have no echoes, and need no walk through the types of all operations.
    if all.is_empty() {
        return (all, right);
    }
    let exchanges: Vec<Exchange<'_>> = exchanges(model).collect();
    let names: HashSet<&str> = exchanges.iter().map(|exchange| exchange.name).collect();
    let known: HashSet<String> = exchanges.iter().flat_map(Exchange::references).collect();
    judge_holders(model, &mut all, &mut right);
    judge_below(model, &mut all, &mut right);
    for echo in all.values_mut().filter(|echo| is_parameter_echo(&echo.parameter)) {
        let named = echo.parameter.split_once('.').map(|(operation, _)| operation);
        if named.is_some_and(|named| !names.contains(named)) || known.contains(&echo.parameter) {
            echo.verdict = Verdict::Unused;
        }
    }
    for exchange in &exchanges {
        judge_results(model, exchange, &exchanges, (&mut all, &mut right));
    }
    for exchange in exchanges {
        for id in reachable_types(model, &exchange.returned) {
            for field in members(model, id) {
                for (echo, parameter) in exchange.echoed(field) {
                    let is_right = can_have(model, &field.ty, &parameter.ty);
                    record_verdict(&mut all, field, echo, if is_right { Verdict::Right } else { Verdict::OtherType });
                    if is_right {
                        right.insert((id, field.name.clone(), echo.clone()));
                    }
                }
            }
        }
    }
    (all, right)
}

/// Gives a verdict on each echo that refers to a member of a containing object: `../member`.
fn judge_holders(model: &Model, all: &mut Echoes, right: &mut HashSet<(TypeId, String, String)>) {
    for holder in (0..model.types.len()).map(|id| members(model, TypeId(id))) {
        for id in holder.iter().flat_map(|field| held_types(model, &field.ty)) {
            for member in members(model, id) {
                let echoes = member.echoes.iter().filter_map(|echo| Some((echo, echoed_member(echo)?)));
                for (echo, name) in echoes {
                    let Some(own) = holder.iter().find(|own| own.name == name) else { continue };
                    let is_right = model.bare(&member.ty) == model.bare(&own.ty);
                    record_verdict(all, member, echo, if is_right { Verdict::Right } else { Verdict::OtherType });
                    if is_right {
                        right.insert((id, member.name.clone(), echo.clone()));
                    }
                }
            }
        }
    }
}

/// Gives a verdict on each echo that refers to a member of the object one height below:
/// `below/member`. This object has the same record.
fn judge_below(model: &Model, all: &mut Echoes, right: &mut HashSet<(TypeId, String, String)>) {
    for id in (0..model.types.len()).map(TypeId) {
        let members = members(model, id);
        for member in members {
            for (echo, name) in member.echoes.iter().filter_map(|echo| Some((echo, echoed_below(echo)?))) {
                let others = || members.iter().filter(|other| other.name != member.name);
                let Some(other) = others().find(|other| other.name == name) else { continue };
                let is_right = model.bare(&member.ty) == model.bare(&other.ty);
                record_verdict(all, member, echo, if is_right { Verdict::Right } else { Verdict::OtherType });
                if is_right {
                    right.insert((id, member.name.clone(), echo.clone()));
                }
            }
        }
    }
}

/// Gives a verdict on each echo that refers to the result of a call: `operation()`. Looks at the
/// members of the records that `exchange` returns.
fn judge_results(
    model: &Model,
    exchange: &Exchange<'_>,
    others: &[Exchange<'_>],
    (all, right): (&mut Echoes, &mut HashSet<(TypeId, String, String)>),
) {
    for id in reachable_types(model, &exchange.returned) {
        for member in members(model, id) {
            for (echo, name) in member.echoes.iter().filter_map(|echo| Some((echo, echoed_result(echo)?))) {
                let is_named = |other: &&Exchange<'_>| other.service == exchange.service && other.name == name;
                let Some(result) = others.iter().find(is_named).and_then(|other| other.result) else { continue };
                let is_right = model.bare(&member.ty) == model.bare(result);
                record_verdict(all, member, echo, if is_right { Verdict::Right } else { Verdict::OtherType });
                if is_right {
                    right.insert((id, member.name.clone(), echo.clone()));
                }
            }
        }
    }
}

/// Returns the ids of the named types that `ty` mentions, also through aliases and unions, but not
/// through records.
fn held_types(model: &Model, ty: &Type) -> HashSet<TypeId> {
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

/// Returns whether a member can hold a value of the parameter: both types are equal, the parameter
/// is a union with an arm of the member's type, or it is any text and the member is a scalar.
fn can_have(model: &Model, member: &Type, parameter: &Type) -> bool {
    let (member, parameter) = (model.bare(member), model.bare(parameter));
    let of_union = |id: &TypeId| match model.types.get(id.0).map(|def| &def.kind) {
        Some(TypeKind::Union(union)) => union.arms.iter().any(|arm| match &arm.body {
            ArmBody::Value(ty) => model.bare(ty) == member,
            _ => false,
        }),
        _ => false,
    };
    let is_scalar = |id: &TypeId| model.types.get(id.0).is_some_and(|def| matches!(def.kind, TypeKind::Scalar(_)));
    let is_text = matches!((member, parameter), (Type::Named(id), Type::Text) if is_scalar(id));
    member == parameter || is_text || matches!(parameter, Type::Named(id) if of_union(id))
}

/// Records a verdict on an echo, unless a better one is known.
fn record_verdict(all: &mut Echoes, field: &Field, parameter: &str, verdict: Verdict) {
    let (span, member, parameter) = (field.span, field.name.clone(), parameter.to_owned());
    let key = (span.file, span.start, parameter.clone());
    let echo = all.entry(key).or_insert(Echo { span, member, parameter, verdict });
    echo.verdict = echo.verdict.max(verdict);
}

/// Call or subscription: its name, its parameters, and the types that it returns.
struct Exchange<'m> {
    service: ServiceId,
    name: &'m str,
    /// The result of a call that needs no parameters.
    result: Option<&'m Type>,
    parameters: Vec<&'m Field>,
    returned: Vec<&'m Type>,
}

impl<'m> Exchange<'m> {
    /// Iterates over the echoes of a member that refer to a parameter of this exchange, each with
    /// the parameter.
    fn echoed<'f>(&self, field: &'f Field) -> impl Iterator<Item = (&'f String, &'m Field)> {
        let all = field.echoes.iter().flat_map(|echo| self.parameters.iter().map(move |parameter| (echo, *parameter)));
        all.filter(|(echo, parameter)| self.refers_to(echo, &parameter.name))
    }

    /// Iterates over all texts that refer to a parameter of this exchange: `name` and
    /// `operation.name`.
    fn references(&self) -> impl Iterator<Item = String> {
        self.parameters.iter().flat_map(|field| [field.name.clone(), format!("{}.{}", self.name, field.name)])
    }

    /// Returns whether `echo` refers to `parameter`, as `name` or as `operation.name`.
    fn refers_to(&self, echo: &str, parameter: &str) -> bool {
        echo == parameter || echo.strip_suffix(parameter).and_then(|rest| rest.strip_suffix('.')) == Some(self.name)
    }
}

/// Iterates over the calls and subscriptions with their parameters and the types that they return.
fn exchanges(model: &Model) -> impl Iterator<Item = Exchange<'_>> {
    let calls = model.typed_calls().map(|call| Exchange {
        service: call.operation.service,
        name: &call.own.name,
        result: call.own.result.as_ref().filter(|_| call.params().all(|param| !param.field.required)),
        parameters: call.params().map(|param| param.field).collect(),
        returned: model.response_types(call.own),
    });
    let events = model.subscriptions.iter().map(|of| Exchange {
        service: of.service,
        name: &of.name,
        result: None,
        parameters: of.params.iter().map(|param| &param.field).collect(),
        returned: vec![&of.item],
    });
    calls.chain(events)
}

/// Returns the ids of the named types that `from` mentions, directly or through other types.
/// `Model::types_within` would allocate a list of all types of the spec for each operation.
fn reachable_types(model: &Model, from: &[&Type]) -> HashSet<TypeId> {
    let mut open: Vec<TypeId> = from.iter().flat_map(|ty| ty.mentioned()).collect();
    let mut all = HashSet::new();
    while let Some(id) = open.pop() {
        if all.insert(id) {
            open.extend(model.types.get(id.0).iter().flat_map(|def| def.mentions()));
        }
    }
    all
}

/// Returns the members of a record, or the common members of a union; empty for other types.
fn members(model: &Model, id: TypeId) -> &[Field] {
    model.types.get(id.0).map_or(&[], TypeDef::members)
}
