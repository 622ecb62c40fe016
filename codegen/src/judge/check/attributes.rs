//! Whether the attributes of fields go with their types and places. Runs once all types are known.

use super::context::{Checker, Pending};
use super::table::{View, view, view_inner};
use super::values::Fit;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{Enum, Field, Type};
use crate::spec::document::{AlsoDecl, Text};
use crate::spec::node::Node;

impl Checker<'_> {
    pub(super) fn check_attributes(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        for item in &pending {
            self.check_bounds_fit(item);
            self.check_place(item);
            self.check_join(item);
            self.check_style(item);
            self.check_slashes(item);
            self.check_only(item);
            self.check_also(item);
            self.check_values(item);
            self.check_default_and_required(item);
        }
    }

    fn check_bounds_fit(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        let view = view_inner(&self.model.types, &item.ty);
        let noun = view.noun();
        let is_numeric = view.is_numeric();
        let is_sized = matches!(view, View::List(_) | View::Map(_) | View::Text | View::Broken);
        let wanted = [
            ("range", &attributes.range, is_numeric, "numbers"),
            ("clamp", &attributes.clamp, is_numeric, "numbers"),
            ("size", &attributes.size, is_sized, "lists, maps and texts"),
        ];
        for (key, text, fits, types) in wanted {
            if let (Some(text), false) = (text, fits) {
                let message = format!("`{key}` goes with {types}, but the type is {noun}");
                self.error(Code::BadAttribute, text.span, message, "remove it, or change the type");
            }
        }
    }

    fn check_only(&mut self, item: &Pending<'_>) {
        let Some(only) = &item.field.ty.attributes.only else {
            return;
        };
        let unknown: Vec<(Text, Option<String>)> = match enumeration(self, &item.ty) {
            Some(values) => unknown_values(values, &only.value),
            None if matches!(view(&self.model.types, &item.ty), View::Broken) => return,
            None => {
                let message = "`only` goes with enumerations".to_owned();
                let hint = "give the field an enumeration as its type";
                self.error(Code::BadAttribute, only.span, message, hint);
                return;
            }
        };
        for (text, near) in unknown {
            let message = format!("`{}` is not among the values of the enumeration", text.value);
            self.report(Diagnostic::error(Code::BadValue, text.span, message).hint_opt(near));
        }
    }

    fn check_also(&mut self, item: &Pending<'_>) {
        let Some(also) = &item.field.ty.attributes.also else {
            return;
        };
        let view = view_inner(&self.model.types, &item.ty);
        let is_text = !view.is_json_number();
        let textual = is_text && matches!(view, View::Text | View::Enum(_) | View::Scalar(_) | View::Broken);
        if matches!(also.value, AlsoDecl::EmptyIsAbsent) && !(textual && item.field.optional) {
            let message = "`{ empty: absent }` goes with an optional member that is text on the wire";
            let hint = format!("write `{}?`, or remove it", item.field.name.value);
            self.error(Code::BadAttribute, also.span, message.to_owned(), &hint);
        }
        if matches!(also.value, AlsoDecl::NullIsAbsent) && !(item.field.optional && is_nullable(&item.ty)) {
            let message = "`{ null: absent }` goes with an optional member that may be null".to_owned();
            let hint = format!("write `{}?` and a type with `| null`, or remove it", item.field.name.value);
            self.error(Code::BadAttribute, also.span, message, &hint);
        }
        if matches!(also.value, AlsoDecl::Names(_)) && item.place.is_some() {
            let message = "a parameter is always sent by its own name".to_owned();
            self.error(Code::BadAttribute, also.span, message, "remove the other name");
        }
    }

    /// `default` and `example` are values of the type, within its bounds.
    fn check_values(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        let values = [
            (&attributes.default, Code::BadDefault, "the default"),
            (&attributes.example, Code::BadExample, "the example"),
        ];
        for (node, code, what) in values {
            if let Some(node) = node {
                self.check_value(item, node, code, what);
            }
        }
    }

    fn check_value(&mut self, item: &Pending<'_>, node: &Node, code: Code, what: &str) {
        let field = self.value_field(item);
        // A member of a type is an answer's as well; a parameter is sent.
        let mut fit = match item.place {
            Some(_) => Fit::sent(&self.model.types),
            None => Fit::answered(&self.model.types),
        };
        fit.field(node, &field);
        for misfit in fit.found {
            self.report_misfit(code, &format!("{what} does not fit"), misfit);
        }
    }

    /// What of a field decides whether a value fits. Its bounds were reported if they are bad.
    fn value_field(&mut self, item: &Pending<'_>) -> Field {
        let attributes = &item.field.ty.attributes;
        let before = self.found.len();
        let range = self.bounds(attributes.range.as_ref());
        let size = self.sizes(attributes.size.as_ref());
        self.found.truncate(before);
        Field::bounded(item.field.name.value.clone(), item.ty.clone(), range, size)
    }

    fn check_default_and_required(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        if let (Some(_), Some(text)) = (&attributes.default, &attributes.defaults_to) {
            let message = "`default` and `defaultsTo` say two things".to_owned();
            self.error(Code::BadAttribute, text.span, message, "keep one of them");
        }
        let default = attributes.default.as_ref().map(|node| node.span);
        let span = default.or(attributes.defaults_to.as_ref().map(|text| text.span));
        if let (Some(span), true, false) = (span, item.place.is_some(), item.field.optional) {
            let message = "a parameter that must be given has no default".to_owned();
            let hint = format!("write `{}?`, or remove the default", item.field.name.value);
            self.error(Code::BadDefault, span, message, &hint);
        }
    }
}

fn is_nullable(ty: &Type) -> bool {
    matches!(ty, Type::Nullable(_))
}

/// The enumeration that a field, or the items of its list, takes its values from.
fn enumeration<'a>(cx: &'a Checker<'_>, ty: &'a Type) -> Option<&'a Enum> {
    let types = &cx.model.types;
    let inner = match view_inner(types, ty) {
        View::List(list) => view_inner(types, &list.item),
        other => other,
    };
    match inner {
        View::Enum(values) => Some(values),
        _ => None,
    }
}

fn unknown_values(values: &Enum, only: &[Text]) -> Vec<(Text, Option<String>)> {
    let names: Vec<&str> = values.values.iter().map(|value| value.name.as_str()).collect();
    only.iter()
        .filter(|text| !names.contains(&text.value.as_str()))
        .map(|text| (text.clone(), did_you_mean(&text.value, names.iter().copied())))
        .collect()
}
