//! Constant parameters: checks that the value can be written in the place of the parameter.
//!
//! Input: parameters with their places. Output: errors at values that no call could send.

use crate::analysis::check::context::{Checker, Pending};
use crate::analysis::check::types::fields::constant;
use crate::characters::is_carried;
use crate::diagnostic::Code;
use crate::language::node::{Node, NodeKind};
use crate::model::{Place, Style};

impl Checker<'_> {
    pub(crate) fn check_constant_place(&mut self, item: &Pending<'_>) {
        let Some(value) = constant(item.field) else { return };
        let nested = item.style.is_some_and(|style| style != Style::Repeated);
        let is_json = item.style == Some(Style::Json);
        let obstacle = |value: &Node| obstacle_as_text(value).filter(|why| !nested || *why == NULL);
        let keeps_slashes = item.field.ty.attributes.slashes.is_some();
        let (place, why) = match item.place {
            Some(Place::Path) => {
                ("a path", obstacle(value).or_else(|| obstacle_in_path(value, keeps_slashes).filter(|_| !is_json)))
            }
            Some(Place::Header) => ("a header", obstacle(value).or_else(|| obstacle_in_header(value))),
            Some(Place::Query) => ("a query", obstacle(value)),
            Some(Place::Cookie) => ("a cookie", obstacle(value)),
            Some(Place::Form) => ("a form", obstacle(value)),
            Some(Place::Part) => ("a part", Some(NULL).filter(|_| matches!(value.kind, NodeKind::Null))),
            _ => return,
        };
        if let Some(why) = why {
            let message = format!("the value of `{}` cannot be written into {place}: {why}", item.field.name.value);
            self.error(Code::BadValue, value.span, message, "write the value that the service expects");
        }
    }
}

/// Reason why null cannot be sent in a place outside of JSON.
const NULL: &str = "it is null";

/// Returns why a value cannot be written as a text or a list of texts; `None` if it can.
fn obstacle_as_text(value: &Node) -> Option<&'static str> {
    match &value.kind {
        NodeKind::Null => Some(NULL),
        NodeKind::Map(_) => Some("it is an object"),
        NodeKind::List(items) => items.iter().find_map(|item| match item.kind {
            NodeKind::List(_) => Some("it is a list of lists"),
            _ => obstacle_as_text(item),
        }),
        _ => None,
    }
}

/// Returns why a value cannot be written into a path; `None` if it can.
fn obstacle_in_path(value: &Node, keeps_slashes: bool) -> Option<&'static str> {
    let is_dots = |part: &str| matches!(part, "." | "..");
    match &value.kind {
        NodeKind::Text(text) => {
            let parts: Vec<&str> = if keeps_slashes { text.split('/').collect() } else { vec![text] };
            let is_empty = parts.contains(&"");
            let names_another = parts.into_iter().any(is_dots);
            is_empty.then_some("a part of it is empty").or(names_another.then_some("`.` and `..` name another path"))
        }
        NodeKind::List(items) if items.is_empty() => Some("it is an empty list"),
        NodeKind::List(items) => items.iter().find_map(|item| obstacle_in_path(item, keeps_slashes)),
        _ => None,
    }
}

/// Returns why a value cannot be written into a header; `None` if it can.
fn obstacle_in_header(value: &Node) -> Option<&'static str> {
    match &value.kind {
        NodeKind::Text(text) if !text.chars().all(is_carried) => {
            Some("headers hold letters, digits and marks of ASCII")
        }
        NodeKind::List(items) => items.iter().find_map(obstacle_in_header),
        _ => None,
    }
}
