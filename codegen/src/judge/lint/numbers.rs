//! Numbers that may be larger than their types.
//!
//! Input: a type with its unit, or a scalar. Output: a warning for one that is too small. The units are listed
//! in `docs/language.md` too.

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::judge::check::scopes::Scopes;
use crate::judge::check::table::{View, builtin, view};
use crate::model::{Form, Integer, Model, Type, TypeId, TypeKind};
use crate::spec::document::{FieldDecl, Head, ScalarDecl, TypeExpr};

/// Units in which amounts are counted in words of 256 bits: the smallest parts of a token.
const WIDE_UNITS: [&str; 4] = ["wei", "atto", "base units", "smallest units"];

/// A number type that may be too small.
struct Small {
    what: String,
    declared: Option<Span>,
    form: Option<Form>,
}

/// The scalars of 256 bits that are seen from everywhere, the first of each form.
#[derive(Default)]
pub(super) struct Wide<'d> {
    decimal: Option<&'d str>,
    quantity: Option<&'d str>,
    json: Option<&'d str>,
}

impl<'d> Wide<'d> {
    pub(super) fn new(scopes: &Scopes<'_>, model: &'d Model) -> Self {
        let mut wide = Self::default();
        for (id, def) in model.types.iter().enumerate() {
            let TypeKind::Scalar(scalar) = &def.kind else {
                continue;
            };
            let of_form = match scalar.form {
                Form::DecimalInteger(Integer::U256) => &mut wide.decimal,
                Form::Quantity(Integer::U256) => &mut wide.quantity,
                Form::JsonInteger(Integer::U256) => &mut wide.json,
                _ => continue,
            };
            if of_form.is_none() && scopes.is_shared(&def.name, TypeId(id)) {
                *of_form = Some(&def.name);
            }
        }
        wide
    }

    /// A warning for a field whose unit asks for 256 bits in a type that has fewer.
    pub(super) fn field(
        &self,
        field: &FieldDecl,
        file: usize,
        scopes: &Scopes<'_>,
        model: &Model,
    ) -> Option<Diagnostic> {
        let unit = field.ty.attributes.unit.as_ref()?;
        if !WIDE_UNITS.contains(&unit.value.as_str()) {
            return None;
        }
        let small = small(&field.ty, file, scopes, model)?;
        let name = &field.name.value;
        let message = format!("an amount in {} may have 256 bits, but `{name}` is {}", unit.value, small.what);
        let mut warning = Diagnostic::warning(Code::SmallNumber, field.name.span, message).label("too small");
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

/// The number type of a field, or of the items of its list or map, if it has fewer than 256 bits.
fn small(expr: &TypeExpr, file: usize, scopes: &Scopes<'_>, model: &Model) -> Option<Small> {
    let name = match &expr.head {
        Head::Name(name) => name,
        Head::Nullable(inner) | Head::List(inner) => return small(inner, file, scopes, model),
        Head::Map { value, .. } => return small(value, file, scopes, model),
        Head::Record(_) | Head::Enum(_) | Head::Union(_) | Head::Const(_) | Head::Foreign(_) => return None,
    };
    let id = scopes.visible(file, name);
    let ty = builtin(name).or(id.map(Type::Named))?;
    let declared = id.and_then(|id| model.types.get(id.0)).map(|def| def.span);
    let (integer, form) = match view(&model.types, &ty) {
        View::Number => {
            let what = "a float, which keeps 53".to_owned();
            return Some(Small { what, declared, form: None });
        }
        View::Integer(integer) => (integer, None),
        View::Scalar(form @ (Form::DecimalInteger(integer) | Form::Quantity(integer) | Form::JsonInteger(integer))) => {
            (*integer, Some(form.clone()))
        }
        _ => return None,
    };
    let bits = integer.bits();
    (bits < 256).then(|| Small { what: format!("a number of {bits}"), declared, form })
}

/// A warning for a quantity of fewer than 64 bits: services count in words, and a larger one could not be read.
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
