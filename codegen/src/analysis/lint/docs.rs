//! Descriptions: warns of missing descriptions, and of descriptions that only repeat the name.
//!
//! Input: a name with its description. Output: a warning, or none.

use crate::analysis::check::context::scopes::Scopes;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::Text;
use crate::model::{Model, Type, TypeDef, TypeKind};
use crate::spec::document::{EnumValueDecl, FieldDecl, Head, TypeExpr, TypeItem};

/// Hint of the warning for a declaration without a description.
pub(super) const ADD_DOC: &str = "add `doc`, with a description";

/// Returns a warning if a declaration has no description; `what` is its noun (`the type`).
pub(super) fn warning(what: &str, name: &Text, doc: Option<&Text>, hint: &str) -> Option<Diagnostic> {
    if doc.is_some_and(|doc| !doc.value.trim().is_empty()) {
        return None;
    }
    let message = format!("{what} `{}` has no description", name.value);
    Some(Diagnostic::warning(Code::NoDoc, name.span, message).label("undocumented").hint(hint))
}

/// Returns a warning for a member or parameter (`the member`) without a useful description. A
/// declared record, enumeration or union with its own description suffices as the type.
pub(super) fn of_field(
    what: &str,
    field: &FieldDecl,
    file: usize,
    scopes: &Scopes<'_>,
    model: &Model,
) -> Option<Diagnostic> {
    let doc = field.ty.attributes.doc.as_ref();
    if let Some(doc) = doc.filter(|doc| only_repeats_name(&doc.value, &field.name.value)) {
        let message = format!("the description of {what} `{}` says no more than the name", field.name.value);
        let warning = Diagnostic::warning(Code::DocIsName, doc.span, message).second(field.name.span, "the name");
        let hint = "describe what the name does not say: meaning, purpose or effect";
        return Some(warning.hint(hint));
    }
    // Callers cannot set a constant.
    let is_constant = matches!(field.ty.head, Head::Const(_));
    if doc.is_none() && (is_constant || type_explains(&field.ty, file, scopes, model)) {
        return None;
    }
    let hint = match &field.ty.head {
        Head::Name(name) if field.ty.attributes.keys.is_empty() => {
            let mark = if field.optional { "?" } else { "" };
            format!("write `{}{mark}: {{ type: {name}, doc: … }}`", field.name.value)
        }
        _ => ADD_DOC.to_owned(),
    };
    warning(what, &field.name, doc, &hint)
}

/// Returns whether the description of the type suffices for a member: of a record, enumeration or
/// union.
fn type_explains(expr: &TypeExpr, file: usize, scopes: &Scopes<'_>, model: &Model) -> bool {
    match &expr.head {
        Head::Name(name) => {
            let def = scopes.visible(file, name).and_then(|id| described(&Type::Named(id), model));
            let is_own = |kind: &TypeKind| matches!(kind, TypeKind::Record(_) | TypeKind::Enum(_) | TypeKind::Union(_));
            def.is_some_and(|def| is_own(&def.kind))
        }
        // A constant is neither set nor read.
        Head::Const(_) => true,
        Head::Nullable(inner) | Head::List(inner) => type_explains(inner, file, scopes, model),
        _ => false,
    }
}

/// Returns a warning for a declared type without a description. An alias needs none if its target
/// has one.
pub(super) fn of_type(item: &TypeItem, file: usize, scopes: &Scopes<'_>, model: &Model) -> Option<Diagnostic> {
    let doc = item.expr.attributes.doc.as_ref();
    let def = scopes.visible(file, &item.name.value).and_then(|id| model.types.get(id.0));
    let target = def.and_then(|def| match &def.kind {
        TypeKind::Alias(target) => Some(target),
        _ => None,
    });
    if doc.is_none() && target.is_some_and(|target| described(target, model).is_some()) {
        return None;
    }
    warning("the type", &item.name, doc, ADD_DOC)
}

/// Returns the type with a description to which a reference resolves, through aliases without one;
/// `None` if no type has one.
fn described<'m>(ty: &Type, model: &'m Model) -> Option<&'m TypeDef> {
    match ty {
        Type::Named(id) => match model.types.get(id.0)? {
            TypeDef { kind: TypeKind::Alias(target), doc, .. } if doc.is_empty() => described(target, model),
            def => Some(def).filter(|def| !def.doc.is_empty()),
        },
        Type::Nullable(inner) => described(inner, model),
        Type::Bounded(bounded) => described(&bounded.ty, model),
        _ => None,
    }
}

/// Returns a warning for each enumeration value without a description, if another value of the
/// enumeration has one.
pub(super) fn of_values(values: &[EnumValueDecl]) -> Vec<Diagnostic> {
    let Some(first) = values.iter().find(|value| value.doc.is_some()) else {
        return Vec::new();
    };
    let bare = values.iter().filter(|value| value.doc.is_none());
    let hint = "describe it too, or none of them";
    let warned = bare.filter_map(|value| warning("the value", &value.name, None, hint));
    warned.map(|warning| warning.second(first.name.span, "this one has one")).collect()
}

/// Returns whether a description is only the name, apart from case, punctuation and articles.
fn only_repeats_name(doc: &str, name: &str) -> bool {
    let words = doc.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_article = |word: &str| ["the", "a", "an"].iter().any(|article| word.eq_ignore_ascii_case(article));
    let said: String = words.filter(|word| !is_article(word)).collect();
    let name: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
    said.to_lowercase() == name.to_lowercase()
}
