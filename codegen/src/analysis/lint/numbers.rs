//! Numbers whose type may be too narrow for their unit.
//!
//! Input: all members and parameters of the model with their units, and the scalars. Output:
//! warnings at too narrow types. A unit needs 256 bits if its name denotes the smallest parts of
//! something, or if most numbers with the unit are that wide. `docs/language.md` states the same
//! rule.

use std::collections::{HashMap, HashSet};

use crate::analysis::check::context::scopes::Scopes;
use crate::analysis::check::context::views::{View, view};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::Text;
use crate::model::{Field, Form, Integer, Model, Type, TypeId, TypeKind};
use crate::spec::document::{ScalarDecl, TypeExpr};

/// Units of smallest parts, whose counts may exceed 64 bits.
const WIDE_UNITS: [&str; 3] = ["atto", "base units", "smallest units"];

/// Number of bits of the widest integer types of the language.
const WIDE: u16 = 256;

/// Number type of a member or parameter with a unit.
struct Number {
    bits: u16,
    /// Description of the type, for messages.
    what: String,
    /// Span of the declaration of the type; `None` for a built-in type.
    declared: Option<Span>,
    form: Option<Form>,
}

/// Number types and units of the whole spec, which the warnings about narrow types need.
#[derive(Default)]
pub(super) struct Wide<'d> {
    /// Name of the first shared scalar of 256-bit decimal texts, if any. `quantity` and `json` are
    /// its counterparts for hex quantities and JSON numbers.
    decimal: Option<&'d str>,
    quantity: Option<&'d str>,
    json: Option<&'d str>,
    /// Number types of the members, parameters and results with a unit, by the span of the name of the member,
    /// parameter, operation or variant.
    numbers: HashMap<Span, Number>,
    /// Units of which most numbers have 256 bits.
    units: HashSet<&'d str>,
}

impl<'d> Wide<'d> {
    pub(super) fn new(scopes: &Scopes<'d>, model: &'d Model) -> Self {
        let mut wide = Self::default();
        wide.find_scalars(scopes, model);
        let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
        let of_fields = fields(model).map(|field| (field.span, field.unit.as_deref(), Some(&field.ty)));
        for (span, unit, ty) in of_fields.chain(results(model)) {
            let (Some(unit), Some(number)) = (unit, ty.and_then(|ty| number(model, ty))) else {
                continue;
            };
            let (all, broad) = (1, usize::from(number.bits >= WIDE));
            // A member that several records inherit counts once.
            if wide.numbers.insert(span, number).is_none() {
                let count = counts.entry(unit).or_default();
                *count = (count.0 + all, count.1 + broad);
            }
        }
        wide.units = counts.into_iter().filter(|(_, (all, broad))| broad * 2 > *all).map(|(unit, _)| unit).collect();
        wide
    }

    fn find_scalars(&mut self, scopes: &Scopes<'d>, model: &'d Model) {
        for (id, def) in model.types.iter().enumerate() {
            let TypeKind::Scalar(scalar) = &def.kind else {
                continue;
            };
            let of_form = match scalar.form {
                Form::DecimalInteger(Integer::U256) => &mut self.decimal,
                Form::Quantity(Integer::U256) => &mut self.quantity,
                Form::JsonInteger(Integer::U256) => &mut self.json,
                _ => continue,
            };
            if of_form.is_none() && scopes.is_shared(&def.name, TypeId(id)) {
                *of_form = Some(&def.name);
            }
        }
    }

    /// Returns a warning for a value whose unit needs 256 bits, but whose type has fewer. `name` is the field, or the
    /// operation or variant with this result.
    pub(super) fn warning(&self, name: &Text, ty: &TypeExpr) -> Option<Diagnostic> {
        let unit = ty.attributes.unit.as_ref()?;
        let by_name = WIDE_UNITS.contains(&unit.value.as_str());
        if !by_name && !self.units.contains(unit.value.as_str()) {
            return None;
        }
        let small = self.numbers.get(&name.span).filter(|number| number.bits < WIDE)?;
        let (span, name, unit_name) = (name.span, &name.value, &unit.value);
        let message = match by_name {
            true => format!("an amount in {unit_name} may have 256 bits, but `{name}` is {}", small.what),
            false => format!("most numbers in {unit_name} have 256 bits, but `{name}` is {}", small.what),
        };
        let mut warning = Diagnostic::warning(Code::SmallNumber, span, message).label("too small");
        warning = warning.second(unit.span, "the unit");
        if let Some(declared) = small.declared {
            warning = warning.second(declared, "its type");
        }
        let wide = match small.form {
            Some(Form::DecimalInteger(_)) => self.decimal,
            Some(Form::Quantity(_)) => self.quantity,
            Some(_) => self.json,
            None => None,
        };
        Some(warning.hint(match wide {
            Some(name) => format!("use `{name}`, which has 256 bits"),
            None => "use a scalar with `rust: U256`".to_owned(),
        }))
    }
}

/// Iterates over all members and parameters of the model. A member that several records inherit
/// occurs once for each.
fn fields(model: &Model) -> impl Iterator<Item = &Field> {
    let members = model.types.iter().flat_map(|def| match &def.kind {
        TypeKind::Record(record) => record.fields.as_slice(),
        TypeKind::Union(union) => union.common.as_slice(),
        TypeKind::Scalar(_) | TypeKind::Enum(_) | TypeKind::Alias(_) => &[],
    });
    let paging = model.clients.iter().filter_map(|client| client.paging.as_ref()).flat_map(|paging| &paging.query);
    let params = model.operations.iter().flat_map(|operation| &operation.params);
    let params = params.chain(model.subscriptions.iter().flat_map(|subscription| &subscription.params));
    members.chain(paging).chain(params.map(|param| &param.field))
}

/// Iterates over the results of the model: the span of the operation or variant, the unit and the type.
fn results(model: &Model) -> impl Iterator<Item = (Span, Option<&str>, Option<&Type>)> {
    let calls = model.operations.iter().flat_map(|operation| &operation.calls);
    calls.map(|call| (call.span, call.response.unit.as_deref(), call.result.as_ref()))
}

/// Returns the number type of `ty`, or of the items of an unnamed list or map; `None` for types
/// without numbers of a fixed size.
fn number(model: &Model, ty: &Type) -> Option<Number> {
    let declared = match ty {
        Type::Named(id) => model.types.get(id.0).map(|def| def.span),
        _ => None,
    };
    let (integer, form) = match view(&model.types, ty) {
        View::Nullable(inner) => return number(model, inner),
        View::List(list) if declared.is_none() => return number(model, &list.item),
        View::Map(map) if declared.is_none() => return number(model, &map.value),
        View::Number => {
            let what = "a float, which keeps 53".to_owned();
            return Some(Number { bits: 53, what, declared, form: None });
        }
        View::Integer(integer) => (integer, None),
        View::Scalar(form @ (Form::DecimalInteger(integer) | Form::Quantity(integer) | Form::JsonInteger(integer))) => {
            (*integer, Some(form.clone()))
        }
        _ => return None,
    };
    let bits = integer.bits();
    Some(Number { bits, what: format!("a number of {bits}"), declared, form })
}

/// Returns a warning for a scalar of hex quantities with fewer than 64 bits: services send larger
/// values, which clients could not read.
pub(super) fn of_scalar(scalar: &ScalarDecl) -> Option<Diagnostic> {
    let text = scalar.text.as_ref().filter(|text| text.value == "quantity")?;
    let rust = scalar.rust.as_ref()?;
    let bits = crate::spec::document::integer(&rust.value)?.bits();
    if bits >= 64 {
        return None;
    }
    let message = format!("quantities may have 64 bits or more, but `{}` has {bits}", scalar.name.value);
    let warning = Diagnostic::warning(Code::SmallNumber, rust.span, message).label("too small");
    Some(warning.second(text.span, "a quantity").hint("write `rust: u64` or `rust: U256`"))
}
