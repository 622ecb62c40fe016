//! Limits: checks that `range`, `size`, `pattern` and `only` apply to their types. Runs once all
//! types are known.

use chainloom_forms::{Integer, Number, pattern::Pattern};

use crate::analysis::check::context::Checker;
use crate::analysis::check::context::views::{View, view, view_inner};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::keep;
use crate::language::node::Text;
use crate::model::{Bounded, Bounds, Enum, Type};
use crate::spec::document::Attributes;

/// Attributes that limit which values of a type are sent.
pub(crate) const LIMITS: [&str; 4] = ["range", "size", "pattern", "only"];

impl<'d> Checker<'d> {
    /// Builds the bounds of a type from its attributes. Invalid bounds are reported and left out.
    pub(crate) fn bounds(&mut self, attributes: &Attributes) -> Bounds {
        let only = attributes.only.as_ref().map(|only| only.value.as_slice()).unwrap_or_default();
        let [min, max] = self.ends(attributes.range.as_ref()).map(|end| end.map(keep::text));
        let [min_size, max_size] = self.sizes(attributes.size.as_ref());
        let [clamp_min, clamp_max] = self.ends(attributes.clamp.as_ref()).map(|end| end.map(keep::text));
        Bounds {
            min,
            max,
            min_size,
            max_size,
            only: keep::texts(only.iter().map(|text| &text.value)),
            patterns: keep::texts(attributes.pattern.iter().map(|text| &text.value)),
            default: None,
            clamp_min,
            clamp_max,
        }
    }

    /// Returns `ty` with the bounds that stand next to it in the spec, if there are any. For types outside of fields,
    /// whose bounds are part of the type.
    pub(crate) fn limited(&mut self, attributes: &'d Attributes, ty: Type) -> Type {
        let bounds = self.bounds(attributes);
        if bounds.is_none() {
            return ty;
        }
        self.limited.push((attributes, ty.clone()));
        Type::Bounded(Box::new(Bounded { ty, bounds }))
    }

    /// Reports limits on a declared record, enumeration or union (`noun`): they apply to none of
    /// its values.
    pub(crate) fn refuse_limits(&mut self, attributes: &'d Attributes, noun: &str) {
        for (key, span) in attributes.keys.iter().filter(|(key, _)| LIMITS.contains(key)) {
            let message = format!("`{key}` does not apply to {noun}");
            let hint = "put it on the members, parameters or items that have the type";
            self.error(Code::BadAttribute, *span, message, hint);
        }
    }

    pub(crate) fn check_limited(&mut self) {
        for (attributes, ty) in std::mem::take(&mut self.limited) {
            self.check_limits(attributes, &ty);
        }
    }

    pub(crate) fn check_limits(&mut self, attributes: &Attributes, ty: &Type) {
        let view = view_inner(&self.model.types, ty);
        let noun = view.noun();
        let is_numeric = view.is_numeric();
        let is_text = matches!(view, View::Text | View::Broken);
        let is_sized = is_text || matches!(view, View::List(_) | View::Map(_));
        let integer = integer_of(view);
        let wanted = [
            ("range", &attributes.range, is_numeric, "numbers"),
            ("clamp", &attributes.clamp, is_numeric, "numbers"),
            ("size", &attributes.size, is_sized, "lists, maps and texts"),
            ("pattern", &attributes.pattern, is_text, "texts"),
        ];
        for (key, text, fits, types) in wanted {
            if let (Some(text), false) = (text, fits) {
                let message = format!("`{key}` applies to {types}, but the type is {noun}");
                self.error(Code::BadAttribute, text.span, message, &format!("remove `{key}`, or change the type"));
            }
        }
        if let Some(integer) = integer {
            [&attributes.range, &attributes.clamp]
                .into_iter()
                .flatten()
                .for_each(|text| self.check_within(text, integer));
        }
        self.check_pattern(attributes.pattern.as_ref());
        self.check_only(attributes, ty);
    }

    /// Reports an end of `range` or `clamp` that the integer type cannot hold.
    fn check_within(&mut self, text: &Text, integer: Integer) {
        let before = self.found.len();
        let ends = self.ends(Some(text));
        // Mistakes in the ends were reported when they were read.
        self.found.truncate(before);
        let (least, greatest) = integer.bounds();
        let is_outside = |end: &&&str| {
            let limits = Number::parse(end).zip(Number::parse(least)).zip(Number::parse(greatest));
            limits.is_some_and(|((end, least), greatest)| end < least || end > greatest || end.to_whole().is_none())
        };
        if let Some(end) = ends.iter().flatten().find(is_outside) {
            let message =
                format!("`{end}` is not a value of the type, which has the whole numbers from {least} to {greatest}");
            self.error(Code::BadRange, text.span, message, "write bounds within these numbers, or use another type");
        }
    }

    fn check_pattern(&mut self, text: Option<&Text>) {
        if let Some((text, error)) = text.and_then(|text| Some((text, Pattern::parse(&text.value).err()?))) {
            let message = format!("`{}` is not a pattern: {error}", text.value);
            let hint = "write a regular expression such as `^[a-z]+$`, without look-around and references back";
            self.error(Code::BadValue, text.span, message, hint);
        }
    }

    fn check_only(&mut self, attributes: &Attributes, ty: &Type) {
        let Some(only) = &attributes.only else {
            return;
        };
        let again =
            (1..only.value.len()).find(|at| only.value[..*at].iter().any(|one| one.value == only.value[*at].value));
        if let Some(text) = again.and_then(|at| only.value.get(at)) {
            self.error(Code::BadValue, text.span, format!("`{}` is listed twice", text.value), "remove one of the two");
        }
        if only.value.is_empty() {
            let message = "`only` lists no value".to_owned();
            self.error(Code::BadAttribute, only.span, message, "list the values that are sent, or remove `only`");
        }
        let unknown: Vec<(Text, Option<String>)> = match enumeration(self, ty) {
            Some(values) => unknown_values(values, &only.value),
            None if matches!(view(&self.model.types, ty), View::Broken) => return,
            None => {
                let message = "`only` applies to enumerations".to_owned();
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
}

/// Returns the integer type of a value; `None` if values are not whole numbers of a fixed size.
fn integer_of(view: View<'_>) -> Option<Integer> {
    match view {
        View::Integer(integer) => Some(integer),
        View::Scalar(form) => form.integer(),
        _ => None,
    }
}

/// Returns the enumeration of a value, or of the items of a list; `None` for other types.
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
