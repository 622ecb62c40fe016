//! Required parameters of a call that a setter takes, and not an argument of its method.
//!
//! Input: the parameters of a call. Output: for each, whether it is a setter of the call and not an
//! argument of its method. Two arguments of one Rust type that stand side by side compile in either
//! order, so a neighbour of one type is a setter. Those of a path stay arguments, because the URL
//! says their order. So does one for which null is a value: its setter could not distinguish
//! null from a value that was left out.

use super::{CallParam, CallView, Form, Model, Place, Presence, Type, TypeDef, TypeKind};

impl Model {
    /// For each parameter that whoever calls it gives, whether it is required and set by name.
    pub fn named_params(&self, call: CallView<'_>) -> Vec<bool> {
        let params: Vec<CallParam<'_>> = call.free_params().collect();
        let mut named = vec![false; params.len()];
        // What is left moves together, and may have new neighbours.
        loop {
            let left: Vec<usize> = (0..params.len()).filter(|at| params[*at].field.required && !named[*at]).collect();
            let pairs =
                left.windows(2).filter(|pair| self.is_same(&params[pair[0]].field.ty, &params[pair[1]].field.ty));
            let found: Vec<usize> = pairs.flatten().copied().filter(|at| self.can_be_named(params[*at])).collect();
            if found.is_empty() {
                return named;
            }
            found.into_iter().for_each(|at| named[at] = true);
        }
    }

    fn can_be_named(&self, param: CallParam<'_>) -> bool {
        param.place != Place::Path && !self.takes_null(&param.field.ty)
    }

    fn takes_null(&self, ty: &Type) -> bool {
        self.nullable_target(ty).is_some() || matches!(self.behind(ty).0, Type::Json | Type::Foreign(_))
    }

    /// A type without null and bounds, behind the names that are other names for it.
    pub fn bare<'m>(&'m self, ty: &'m Type) -> &'m Type {
        match self.nullable_target(ty) {
            Some(Type::Nullable(inner)) => self.behind(inner).0,
            _ => self.behind(ty).0,
        }
    }

    /// A type without its bounds, behind the names that are other names for it, and what declares
    /// it.
    fn behind<'m>(&'m self, ty: &'m Type) -> (&'m Type, Option<&'m TypeDef>) {
        let mut ty = ty;
        // No name leads to itself, so as many steps as there are names are enough.
        for _ in 0..=2 * self.types.len() {
            ty = match ty {
                Type::Bounded(bounded) => &bounded.ty,
                Type::Named(id) => match self.types.get(id.0) {
                    Some(TypeDef { kind: TypeKind::Alias(target), .. }) => target,
                    def => return (ty, def),
                },
                _ => break,
            };
        }
        (ty, None)
    }

    /// Whether two types are one in Rust.
    fn is_same(&self, a: &Type, b: &Type) -> bool {
        let ((a, of_a), (b, of_b)) = (self.behind(a), self.behind(b));
        let form = |def: Option<&TypeDef>, ty: &Type| match (def.map(|def| &def.kind), ty) {
            (Some(TypeKind::Scalar(scalar)), _) => Some(scalar.form.clone()),
            (_, Type::Integer(integer)) => Some(Form::JsonInteger(*integer)),
            _ => None,
        };
        match (a, b) {
            (Type::List(a), Type::List(b)) => self.is_same(&a.item, &b.item),
            (Type::Map(a), Type::Map(b)) => self.is_same(&a.key, &b.key) && self.is_same(&a.value, &b.value),
            (Type::Nullable(a), Type::Nullable(b)) => self.is_same(a, b),
            (Type::Tuple(a), Type::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.is_same(a, b)),
            _ if a == b => true,
            _ => match (form(of_a, a), form(of_b, b)) {
                (Some(a), Some(b)) => is_one_type(&a, &b),
                _ => false,
            },
        }
    }
}

/// Whether two scalars have one Rust type. Those with a checksum have types of their own.
fn is_one_type(a: &Form, b: &Form) -> bool {
    let units = |form: &Form| (form.time_unit(), form.duration_unit());
    if units(a) != (None, None) || units(b) != (None, None) {
        return units(a) == units(b);
    }
    let is_loose = |prefix: &Presence| *prefix == Presence::Optional;
    match (a, b) {
        (Form::Base58 { bytes: a }, Form::Base58 { bytes: b })
        | (Form::Base64 { bytes: a, .. }, Form::Base64 { bytes: b, .. }) => a == b,
        (Form::Hex { bytes: a, prefix: p }, Form::Hex { bytes: b, prefix: q }) => match (is_loose(p), is_loose(q)) {
            (false, false) => a == b,
            (p, q) => p == q,
        },
        (Form::Decimal | Form::JsonDecimal, Form::Decimal | Form::JsonDecimal)
        | (Form::DateTime, Form::DateTime)
        | (Form::Date, Form::Date)
        | (Form::Duration, Form::Duration)
        | (Form::Uuid, Form::Uuid) => true,
        _ => a.integer().is_some() && a.integer() == b.integer(),
    }
}
