//! Attributes: checks that the attributes of a field apply to its type and place.
//!
//! Input: fields whose types are known. Output: errors. Limits of types without a field are checked
//! in `limits`.

use crate::analysis::check::context::views::{View, view_inner};
use crate::analysis::check::context::{Checker, Pending};
use crate::analysis::check::values::Fit;
use crate::diagnostic::Code;
use crate::language::node::Node;
use crate::model::{Direction, Field, Type};
use crate::spec::document::{AlsoDecl, AlsoKey, Head};

impl Checker<'_> {
    pub(crate) fn check_attributes(&mut self) {
        self.check_limited();
        let pending = std::mem::take(&mut self.pending);
        for item in &pending {
            // Limits of a constant member were reported as such.
            if item.place.is_some() || !matches!(item.field.ty.head, Head::Const(_)) {
                self.check_limits(&item.field.ty.attributes, &item.ty);
            }
            self.check_place(item);
            self.check_null(item);
            self.check_join(item);
            self.check_style(item);
            self.check_explode(item);
            self.check_slashes(item);
            self.check_part(item);
            self.check_rest_place(item);
            self.check_direction(item);
            self.check_echo_place(item);
            self.check_amount_place(item);
            self.check_secret(item);
            self.check_constant_place(item);
            self.check_also(item);
            self.check_values(item);
            self.check_default_and_required(item);
        }
    }

    fn check_also(&mut self, item: &Pending<'_>) {
        let Some(also) = &item.field.ty.attributes.also else {
            return;
        };
        let view = view_inner(&self.model.types, &item.ty);
        let is_text = !view.is_json_number();
        let textual = is_text && matches!(view, View::Text | View::Enum(_) | View::Scalar(_) | View::Broken);
        let (is_object, is_filled) = (matches!(view, View::Record(_)), matches!(view, View::List(_) | View::Map(_)));
        let takes_empty = is_filled || (textual || is_object) && item.field.optional;
        if matches!(also.value, AlsoDecl::Keyed(AlsoKey::Empty(_))) && !takes_empty {
            let message =
                "`{ empty: absent }` applies to a list, a map, or an optional member that is text or a record";
            let would = textual || is_object;
            let hint = if would {
                format!("write `{}?`, or remove `empty: absent`", item.field.name.value)
            } else {
                "remove `empty: absent`".to_owned()
            };
            self.error(Code::BadAttribute, also.span, message.to_owned(), &hint);
        }
        let is_nullable = self.model.nullable_target(&item.ty).is_some();
        if matches!(also.value, AlsoDecl::Keyed(AlsoKey::Null(_))) && !(item.field.optional && is_nullable) {
            let message = "`{ null: absent }` applies to an optional member that may be null".to_owned();
            let hint = format!("write `{}?` and a type with `| null`, or remove `null: absent`", item.field.name.value);
            self.error(Code::BadAttribute, also.span, message, &hint);
        }
        if matches!(also.value, AlsoDecl::Keyed(AlsoKey::Names(_))) && item.place.is_some() {
            let message = "a parameter is always sent by its own name".to_owned();
            self.error(Code::BadAttribute, also.span, message, "remove the other name");
        }
    }

    /// Reports `readOnly` and `writeOnly` on parameters and on `rest`.
    fn check_direction(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        let Some(direction) = attributes.direction.0 else { return };
        let word = if direction.value == Direction::Response { "readOnly" } else { "writeOnly" };
        let (message, reason) = match (item.place, attributes.rest) {
            (Some(_), _) => ("applies to members of records", "parameters are always sent"),
            (None, Some(_)) => ("cannot be combined with `rest`", "leave the map of `rest` empty instead"),
            (None, None) => return,
        };
        let hint = format!("remove `{word}`; {reason}");
        self.error(Code::BadAttribute, direction.span, format!("`{word}` {message}"), &hint);
    }

    /// Checks that `secret` is on a member or parameter of the type `string`.
    fn check_secret(&mut self, item: &Pending<'_>) {
        let Some(span) = item.field.ty.attributes.secret else { return };
        if item.ty != Type::Text || matches!(item.field.ty.head, Head::Const(_)) {
            let message = "`secret` applies to members and parameters of the type `string`".to_owned();
            self.error(Code::BadAttribute, span, message, "remove `secret`, or write `type: string`");
        }
    }

    /// Checks that `default` and `example` are values of the type, within its bounds.
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
        let direction = item.field.ty.attributes.direction.0.map(|direction| direction.value);
        let is_default_of_request = code == Code::BadDefault && direction != Some(Direction::Response);
        // The example of a member may be received; a parameter is only sent.
        let mut fit = match item.place.is_some() || is_default_of_request {
            true => Fit::sent(&self.model.types),
            false => Fit::received(&self.model.types),
        };
        fit.field(node, &field);
        for misfit in fit.found {
            self.report_misfit(code, &format!("{what} does not fit"), misfit);
        }
    }

    /// Returns the field with which `default` and `example` are compared: it has the type and the
    /// bounds of the declaration, but no message about invalid bounds, which were reported.
    fn value_field(&mut self, item: &Pending<'_>) -> Field {
        let attributes = &item.field.ty.attributes;
        let before = self.found.len();
        let bounds = self.bounds(attributes);
        self.found.truncate(before);
        Field::bounded(item.field.name.value.clone(), item.ty.clone(), bounds)
    }

    fn check_default_and_required(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        if let (Some(_), Some(text)) = (&attributes.default, &attributes.defaults_to) {
            let message = "`default` and `defaultsTo` contradict each other".to_owned();
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
