//! Names of types, with their members, values and arms.
//!
//! Input: a model, and the scopes of its modules. Output: names in [`super::Names`].

use super::TypeNames;
use super::modules::Modules;
use super::patterns;
use super::reserved::Namespace;
use super::scope::{Noun, Owner, Scope};
use crate::casing::{pascal, snake};
use crate::diagnostic::{Code, Diagnostic};
use crate::ident::RustIdent;
use crate::model::{Discriminator, Field, Form, Model, Scalar, TypeDef, TypeKind, Union};

/// Names types and their contents. Declared types come first, so that a collision is reported at
/// the inline definition.
pub(super) fn name_types<'n>(
    model: &'n Model,
    modules: &mut Modules<'n>,
    found: &mut Vec<Diagnostic>,
) -> Vec<TypeNames> {
    let mut names = vec![TypeNames::default(); model.types.len()];
    let inputs = model.input_types();
    for inline in [false, true] {
        for (id, def) in model.types.iter().enumerate().filter(|(_, def)| def.is_inline() == inline) {
            let noun = if inline { Noun::Inline } else { Noun::Type };
            let owner = Owner { noun, name: &def.name, span: def.span };
            let place = modules.scopes_of(def.module);
            let preferred = pascal(&def.name);
            names[id].name = place.items.claim(owner, preferred.clone(), found);
            if is_tuple(def) {
                place.statics.claim(owner, preferred, found);
            }
            name_contents(def, inputs[id], &mut names[id], found);
        }
    }
    names
}

/// Returns whether the type becomes a tuple struct, whose name can be called like a function.
fn is_tuple(def: &TypeDef) -> bool {
    matches!(def.kind, TypeKind::Scalar(Scalar { form: Form::Base58Check { .. } | Form::Bech32 { .. } }))
}

fn name_contents(def: &TypeDef, is_input: bool, names: &mut TypeNames, found: &mut Vec<Diagnostic>) {
    match &def.kind {
        TypeKind::Scalar(_) | TypeKind::Alias(_) => {}
        TypeKind::Enum(values) => {
            let mut scope = Scope::new(Namespace::OpenVariants);
            let values = values.values.iter().map(|value| {
                let owner = Owner { noun: Noun::Value, name: &value.name, span: value.span };
                name_variant(&mut scope, owner, value.rust.as_deref(), found)
            });
            names.variants = values.collect();
        }
        TypeKind::Record(record) => {
            let mut scope = Scope::new(Namespace::Members);
            names.members = name_members(&record.fields, is_input, &mut scope, found);
            names.extra = scope.claim_generated("extra".to_owned());
        }
        TypeKind::Union(union) => name_union(union, is_input, names, found),
    }
}

fn name_union(union: &Union, is_input: bool, names: &mut TypeNames, found: &mut Vec<Diagnostic>) {
    let kind = match union.discriminator {
        Discriminator::Status => Namespace::Variants,
        Discriminator::Form
        | Discriminator::Tag(_)
        | Discriminator::IntegerTag(_)
        | Discriminator::BooleanTag(_)
        | Discriminator::NestedTag(_)
        | Discriminator::Members
        | Discriminator::Event => Namespace::OpenVariants,
    };
    let mut scope = Scope::new(kind);
    let arms = union.arms.iter().map(|arm| {
        let owner = Owner { noun: Noun::Arm, name: &arm.name, span: arm.span };
        let status = (union.discriminator == Discriminator::Status).then(|| patterns::status(&arm.name));
        name_variant(&mut scope, owner, arm.rust.as_deref().or(status.as_deref()), found)
    });
    names.variants = arms.collect();
    let mut members = Scope::new(Namespace::Members);
    names.members = name_members(&union.common, is_input, &mut members, found);
    names.arm_member = members.claim_generated(patterns::arm_member(union.discriminator.tag()));
    names.extra = members.claim_generated("extra".to_owned());
}

/// Names the members of a struct. In the struct of an input, a member with a setter also claims its
/// name among the setters.
fn name_members<'n>(
    fields: &'n [Field],
    is_input: bool,
    scope: &mut Scope<'n>,
    found: &mut Vec<Diagnostic>,
) -> Vec<RustIdent> {
    let mut setters = Scope::new(Namespace::Setters);
    let members = fields.iter().map(|field| {
        // A constant has no member in Rust.
        if field.constant.is_some() {
            return RustIdent::default();
        }
        let setters = (is_input && field.has_setter()).then_some(&mut setters);
        name_field(Noun::Member, field, scope, setters, found)
    });
    members.collect()
}

/// Names a member or parameter by `rust` or by its wire name, and claims the same name in
/// `setters`, if given.
pub(super) fn name_field<'n>(
    noun: Noun,
    field: &'n Field,
    scope: &mut Scope<'n>,
    setters: Option<&mut Scope<'n>>,
    found: &mut Vec<Diagnostic>,
) -> RustIdent {
    let owner = Owner { noun, name: &field.name, span: field.span };
    let name = name_member(scope, owner, field.rust.as_deref(), found);
    if let Some(setters) = setters {
        setters.claim(owner, name.to_string(), found);
    }
    name
}

/// Names a member. Reports a name under `rust` that is not in lower snake case.
fn name_member<'n>(
    scope: &mut Scope<'n>,
    owner: Owner<'n>,
    rust: Option<&str>,
    found: &mut Vec<Diagnostic>,
) -> RustIdent {
    if let Some(rust) = rust.filter(|rust| rust.chars().any(char::is_uppercase)) {
        refuse_style(owner, rust, "a member is in lower snake case: `member_name`", found);
    }
    scope.claim(owner, rust.map_or_else(|| snake(owner.name), str::to_owned), found)
}

/// Names a value or an arm. Reports a name under `rust` that is not in upper camel case.
fn name_variant<'n>(
    scope: &mut Scope<'n>,
    owner: Owner<'n>,
    rust: Option<&str>,
    found: &mut Vec<Diagnostic>,
) -> RustIdent {
    if let Some(rust) = rust.filter(|rust| !rust.starts_with(char::is_uppercase) || rust.contains('_')) {
        refuse_style(owner, rust, "a variant is in upper camel case: `VariantName`", found);
    }
    scope.claim(owner, rust.map_or_else(|| pascal(owner.name), str::to_owned), found)
}

fn refuse_style(owner: Owner<'_>, rust: &str, hint: &str, found: &mut Vec<Diagnostic>) {
    let message = format!("`{rust}` is not written like other names of its kind");
    found.push(Diagnostic::error(Code::BadName, owner.span, message).hint(hint));
}

/// Names the enumeration of the arms of each union of objects. If the first pattern of
/// [`patterns::arms`] is taken, the second is used.
pub(super) fn name_arms<'n>(
    model: &'n Model,
    modules: &mut Modules<'n>,
    names: &mut [TypeNames],
    found: &mut Vec<Diagnostic>,
) {
    for (def, names) in model.types.iter().zip(names) {
        let TypeKind::Union(union) = &def.kind else { continue };
        if union.discriminator.holds_values() {
            continue;
        }
        let place = modules.scopes_of(def.module);
        let [first, second] = patterns::arms(&def.name, union.discriminator.tag());
        let preferred = if place.items.has(&first) { second } else { first };
        let owner = match union.discriminator.tag() {
            Some(tag) => Owner { noun: Noun::Tag, name: tag, span: union.tag_span },
            None => Owner { noun: Noun::Type, name: &def.name, span: def.span },
        };
        let is_legal_tag = union
            .discriminator
            .tag()
            .is_none_or(|tag| RustIdent::new(&patterns::without_keyword(snake(tag))).is_some());
        names.arms = match is_legal_tag {
            false => Scope::new(Namespace::Members).claim(owner, snake(owner.name), found),
            // The name is composed of the name of the union, whose mistake is reported.
            true if names.name == RustIdent::default() => RustIdent::default(),
            true => place.items.claim(owner, preferred, found),
        };
    }
}

/// Names the statics with the tables of types, and of the common members of unions.
pub(super) fn name_tables(model: &Model, modules: &mut Modules<'_>, names: &mut [TypeNames]) {
    for (def, names) in model.types.iter().zip(names) {
        let tables = &mut modules.scopes_of(def.module).tables;
        names.table = tables.claim_generated(patterns::table(&def.name));
        if matches!(def.kind, TypeKind::Union(_)) {
            names.common_table = tables.claim_generated(patterns::common_table(&def.name));
        }
    }
}
