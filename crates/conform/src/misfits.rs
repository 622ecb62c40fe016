//! Misfits: the differences between a value and its type, as findings.
//!
//! Input: the misfits of a walk. Output: [`Finding`](crate::Finding)s: the kind of each, its place
//! in the spec, and the subject of a suggestion.

use std::borrow::Cow;

use chainloom_codegen::model::{Discriminator, Type, TypeDef, TypeKind};
use chainloom_codegen::walk::{Misfit, ModelTypes, Names, Sink, Step, StepOf, Types as _, View};
use serde_json::Value;

use crate::compare::{About, Findings, Position};
use crate::drift::Kind;
use crate::form;
use crate::mask::quoted;

impl<'m> Sink for Findings<'m> {
    type Types = ModelTypes<'m>;

    fn enter(&mut self, step: StepOf<'_, Self>) -> bool {
        let (is_followed, at) = (!self.is_over(), self.at());
        if is_followed {
            self.push(match step {
                Step::Item(index) => at.item(index),
                Step::Key(key, _) | Step::Entry(key) => at.entry(key),
                Step::Member(field, name) => at.described(field, name),
                Step::Arm(arm, name) => at.member(name, arm.span),
                Step::WrappedList(name) => at.member(name, at.span),
            });
        }
        is_followed
    }

    fn leave(&mut self) {
        self.pop();
    }

    fn misfit(&mut self, value: &Value, ty: &'m Type, misfit: Misfit<'_>) {
        let at = &self.at();
        match misfit {
            Misfit::Kind => self.other_type(ty, form::kind(value), value, at),
            Misfit::Form if value.is_string() => self.other_type(ty, "text of another form", value, at),
            Misfit::Form | Misfit::Notation => self.other_notation(ty, value, at),
            Misfit::Unlisted => self.unlisted(ty, value, at),
            Misfit::Null | Misfit::Direction => self.misfit_of_member(&misfit, value, at),
            Misfit::Constant(json) => {
                let message = format!("the spec says the constant {json}");
                self.add_finding(Kind::UnlistedValue, at, message, Some(value), About::Nothing);
            }
            Misfit::Length => self.length(ty, value, at),
            Misfit::NoTag | Misfit::NoArm(_) => self.no_arm(ty, value, &misfit, at),
        }
    }

    fn names(&mut self, _: &Value, names: &Names<'_, ModelTypes<'m>>) {
        let at = self.at();
        for (name, value) in &names.unknown {
            if self.is_over() {
                return;
            }
            let (span, message, about) = match names.records.last() {
                Some(of) => (
                    of.span,
                    format!("`{}` does not describe the member {}", of.name, quoted(name)),
                    About::NewMember { of, name: (*name).to_owned(), ty: built_in(value) },
                ),
                None => (at.span, "the spec describes only the list in this object".to_owned(), About::Nothing),
            };
            self.add_finding(Kind::UndescribedMember, &at.member(name, span), message, Some(value), about);
        }
        for field in &names.missing {
            let message = format!("the required member `{}` is absent", field.name);
            let at = at.member(&field.name, field.span);
            self.add_finding(Kind::MissingMember, &at, message, None, About::Optional(field));
        }
    }
}

impl<'m> Findings<'m> {
    /// Returns a type in words, for a message, and as the spec names it.
    fn describe_type(&self, ty: &'m Type) -> (Cow<'static, str>, String) {
        let declared =
            |built_in: &str| self.types.definition(ty).map_or_else(|| built_in.to_owned(), |def| def.name.clone());
        match self.types.view(ty) {
            View::Boolean => ("a boolean".into(), "boolean".to_owned()),
            View::Text => ("text".into(), "string".to_owned()),
            View::Number => ("a JSON number".into(), "number".to_owned()),
            View::Integer(integer) => {
                let sign = if integer.is_signed() { "" } else { "u" };
                let words = format!("a whole number of {} bits", integer.bits());
                (words.into(), format!("{sign}int{}", integer.bits()))
            }
            View::Scalar(form) => (form::in_words(form).into(), declared("")),
            View::Enum { is_integer } => (if is_integer { "a whole number" } else { "text" }.into(), declared("")),
            View::List { .. } => ("a list".into(), "list".to_owned()),
            View::Tuple(_) => ("a list".into(), "tuple".to_owned()),
            View::Map { .. } => ("an object".into(), "map".to_owned()),
            View::Record(_) | View::Union(_) => ("an object".into(), declared("")),
            View::Nullable(inner) => self.describe_type(inner),
            View::Any | View::Bytes => ("JSON".into(), "json".to_owned()),
        }
    }

    /// Adds a finding for a value of another type. `came` is the received type in words.
    fn other_type(&mut self, ty: &'m Type, came: &str, value: &Value, at: &Position<'m>) {
        let (wanted, was) = self.describe_type(ty);
        let (read, about) = match (self.types.view(ty), value) {
            (View::List { .. } | View::Map { .. }, Value::Null) => {
                (", which a client reads as an empty one", About::Nothing)
            }
            (View::Scalar(form), Value::String(text)) if form.is_read(text) => {
                (", which a client reads", About::Nothing)
            }
            (_, Value::Null) => ("", About::OtherType { is: format!("{was} | null"), was }),
            _ => ("", About::OtherType { was, is: built_in(value).to_owned() }),
        };
        let message = format!("the spec says {wanted}; the response has {came}{read}");
        self.add_finding(Kind::OtherType, at, message, Some(value), about);
    }

    /// Adds a finding for a number in another notation.
    fn other_notation(&mut self, ty: &'m Type, value: &Value, at: &Position<'m>) {
        let (wanted, was) = self.describe_type(ty);
        let about = About::OtherType { was, is: self.scalar_for(value).unwrap_or_else(|| built_in(value).to_owned()) };
        let message = format!("the spec says {wanted}; the response has {}", form::kind(value));
        self.add_finding(Kind::NumberForm, at, message, Some(value), about);
    }

    /// Returns the name of a declared scalar of whole numbers that accepts the text `value`. `None`
    /// if there is none, or `value` is no text.
    fn scalar_for(&self, value: &Value) -> Option<String> {
        let text = value.as_str()?;
        let is_it = |def: &&TypeDef| match &def.kind {
            TypeKind::Scalar(scalar) => {
                let is_plain = scalar.form.time_unit().is_none() && scalar.form.duration_unit().is_none();
                scalar.form.integer().is_some() && is_plain && scalar.form.is_told(text)
            }
            _ => false,
        };
        self.types.0.iter().find(is_it).map(|def| def.name.clone())
    }

    /// Adds a finding for a value that its enumeration does not list.
    fn unlisted(&mut self, ty: &'m Type, value: &Value, at: &Position<'m>) {
        let Some(of) = self.types.definition(ty) else { return };
        let message = format!("the enumeration `{}` does not list the value", of.name);
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let at = at.clone().with_span(of.span);
        self.add_finding(Kind::UnlistedValue, &at, message, Some(value), About::NewValue { of, value: text });
    }

    /// Adds a finding for a required member that is null, or for a member that only requests may
    /// have.
    fn misfit_of_member(&mut self, misfit: &Misfit<'_>, value: &Value, at: &Position<'m>) {
        let Some(field) = at.field else { return };
        match misfit {
            Misfit::Null => {
                let message = format!("the required member `{}` is null", field.name);
                self.add_finding(Kind::NullMember, at, message, Some(value), About::Optional(field));
            }
            _ => {
                let message = format!("the member `{}` is `writeOnly`: a response does not have it", field.name);
                self.add_finding(Kind::UndescribedMember, at, message, Some(value), About::Nothing);
            }
        }
    }

    /// Adds findings for the missing and the additional items of a tuple.
    fn length(&mut self, ty: &'m Type, value: &Value, at: &Position<'m>) {
        let (View::Tuple(types), Value::Array(items)) = (self.types.view(ty), value) else { return };
        let message = || format!("the spec says {} items; the response has {}", types.len(), items.len());
        if items.len() < types.len() {
            self.add_finding(Kind::MissingMember, &at.item(items.len()), message(), None, About::Nothing);
        }
        for (index, item) in items.iter().enumerate().skip(types.len()) {
            self.add_finding(Kind::UndescribedMember, &at.item(index), message(), Some(item), About::Nothing);
        }
    }

    /// Adds a finding for a value without a tag, or that no arm of its union describes.
    fn no_arm(&mut self, ty: &'m Type, value: &Value, misfit: &Misfit<'_>, at: &Position<'m>) {
        let Some(of) = self.types.definition(ty) else { return };
        let TypeKind::Union(union) = &of.kind else { return };
        let tag = union.discriminator.path().join(".");
        let (does, value, at) = match misfit {
            Misfit::NoTag => {
                let message = format!("the member `{tag}`, which selects the arm of `{}`, is absent", of.name);
                let at = at.member(&tag, union.tag_span);
                return self.add_finding(Kind::MissingMember, &at, message, None, About::Nothing);
            }
            Misfit::NoArm(Some(value)) => {
                (format!("has `{tag}`: {}", quoted(&value.to_string())), *value, at.member(&tag, of.span))
            }
            _ => match union.discriminator {
                Discriminator::Form => ("accepts the JSON kind or form of the value".to_owned(), value, at.clone()),
                Discriminator::Members => ("has the members of the value".to_owned(), value, at.clone()),
                _ => (format!("has the name {}", quoted(&at.name)), value, at.clone()),
            },
        };
        let name = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let message = format!("no arm of the union `{}` {does}", of.name);
        let about = About::NewArm { of, name, ty: built_in(value) };
        self.add_finding(Kind::UndescribedArm, &at.with_span(of.span), message, Some(value), about);
    }
}

/// Returns the built-in type for a value. Empty lists, null and objects give types with any JSON.
fn built_in(value: &Value) -> &'static str {
    match value {
        Value::Null => "json",
        Value::Bool(_) => "boolean",
        Value::Number(number) => match number.as_str() {
            digits if digits.contains(['.', 'e', 'E']) => "number",
            digits if digits.starts_with('-') => "int64",
            _ => "uint64",
        },
        Value::String(_) => "string",
        Value::Array(items) => match items.first() {
            Some(Value::String(_)) => "[string]",
            _ => "[json]",
        },
        Value::Object(_) => "json",
    }
}
