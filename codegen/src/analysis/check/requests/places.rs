//! Places of parameters: checks the text of paths, the names of headers, and the types that each
//! place can carry.
//!
//! Input: the path, headers and parameters of a call. Output: errors at values that would not reach
//! the service unchanged. The runtime writes the values.

use crate::analysis::check::context::views::{View, view, view_inner};
use crate::analysis::check::context::{Checker, Pending};
use crate::characters::is_token;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::Text;
use crate::language::words::services::no_header_name;
use crate::model::{Content, Discriminator, Place, Style, Type, TypeDef, Union};
use crate::spec::closed::{VALUE_STYLES, word};

/// Header that states the media type of the body.
const CONTENT_TYPE: &str = "content-type";

/// Headers that describe the message or the connection, which the client sets itself.
pub(crate) const CLIENT_HEADERS: [&str; 10] = [
    "connection", "content-length", CONTENT_TYPE, "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding",
    "upgrade",
];

impl<'d> Checker<'d> {
    /// Checks that a path begins with a slash and has no query.
    pub(crate) fn check_path_text(&mut self, path: &Text) {
        if !path.value.starts_with('/') {
            let message = format!("the path `{}` does not begin with `/`", path.value);
            self.error(Code::BadValue, path.span, message, "write it as it follows the base URL");
        }
        let text = without_slots(&path.value);
        let found = text.chars().find(|letter| matches!(letter, '?' | '#' | '\\') || letter.is_control());
        let (message, hint) = match found {
            Some('?') => ("a path holds no `?`".to_owned(), "declare what follows it under `query`"),
            Some('#') => {
                ("a path holds no `#`, and what follows it is never sent".to_owned(), "remove the `#` and what follows")
            }
            Some('\\') => ("a path holds no `\\`, which is sent as `/`".to_owned(), "write `/`"),
            Some(other) => {
                let message = format!("a path holds no control character (`{}`)", other.escape_default());
                (message, "remove the character")
            }
            None if text.split('/').any(is_dots) => {
                ("a path holds no `.` and no `..`, which name another path".to_owned(), "write the path that is meant")
            }
            None if has_broken_escape(&text) => {
                ("a `%` in a path is followed by two hex digits".to_owned(), "write `%25` for the character `%`")
            }
            None => return,
        };
        self.error(Code::BadValue, path.span, message, hint);
    }

    /// Checks that a header can have this name, and that a call may set the header.
    pub(crate) fn check_header(&mut self, name: &Text, content: &Content) {
        if !self.is_header_name(name) {
            return;
        }
        let lower = name.value.to_ascii_lowercase();
        if CLIENT_HEADERS.contains(&lower.as_str()) && !(lower == CONTENT_TYPE && content.is_raw()) {
            let message = format!("the header `{}` is set by the client itself", name.value);
            let hint = match lower.as_str() {
                CONTENT_TYPE => "use `content`; with `content: bytes` or a media type, this header may be a parameter",
                _ => "remove the header",
            };
            self.error(Code::BadOperation, name.span, message, hint);
        }
    }

    /// Returns whether a header can have this name, and reports the name otherwise.
    pub(crate) fn is_header_name(&mut self, name: &Text) -> bool {
        let is_one = is_token(&name.value);
        if !is_one {
            self.report(no_header_name(&name.value, name.span));
        }
        is_one
    }

    /// Reports header names that differ only in case.
    pub(crate) fn check_header_twice(&mut self, name: &'d Text, known: &mut Vec<&'d Text>) {
        let is_same = |other: &&&Text| other.value.eq_ignore_ascii_case(&name.value) && other.value != name.value;
        if let Some(first) = known.iter().find(is_same) {
            let message = format!("two headers have the name `{}`", name.value);
            let problem = Diagnostic::error(Code::DuplicateMember, name.span, message);
            let hint = "the case of letters does not matter in it; remove one of the two";
            self.report(problem.label("again").second(first.span, "first here").hint(hint));
        }
        known.push(name);
    }

    /// Checks that values of the type can be written in the place of the parameter.
    pub(crate) fn check_place(&mut self, item: &Pending<'_>) {
        let place = match item.place {
            Some(Place::Path) => "a path",
            Some(Place::Query) => "a query",
            Some(Place::Header) => "a header",
            Some(Place::Cookie) => "a cookie",
            Some(Place::Form) => "a form",
            _ => return,
        };
        let found = match item.style {
            Some(Style::Brackets | Style::Indices | Style::Dots | Style::Json) => None,
            Some(Style::Joined | Style::Label | Style::Matrix) => unwritable_text(&self.model.types, &item.ty),
            Some(Style::Repeated) | None => unwritable(&self.model.types, &item.ty),
        };
        let Some(noun) = found else { return };
        let hint = match item.place {
            _ if item.style.is_some_and(Style::is_one_text) => "set the encoding with `style: json`",
            Some(Place::Query | Place::Form) => {
                "set the encoding with `style: brackets`, `indices`, `dots`, `json` or, of single values, `joined`"
            }
            _ if unwritable_text(&self.model.types, &item.ty).is_some() => "set the encoding with `style: json`",
            _ => "set the encoding with `style: joined` or `json`, or declare its members as parameters of their own",
        };
        let name = &item.field.name;
        let message = format!("`{}` is {noun}, which cannot be written into {place}", name.value);
        self.error(Code::BadOperation, name.span, message, hint);
    }

    /// Reports a nullable parameter in a place that cannot express null, unless its style is JSON.
    pub(crate) fn check_null(&mut self, item: &Pending<'_>) {
        let place = match item.place {
            Some(Place::Path) => "a path",
            Some(Place::Query) => "a query",
            Some(Place::Header) => "a header",
            Some(Place::Cookie) => "a cookie",
            _ => return,
        };
        let Some(what) = nullable(&self.model.types, &item.ty).filter(|_| item.style != Some(Style::Json)) else {
            return;
        };
        let name = &item.field.name;
        let message = format!("{what}`{}` may be null, which cannot be written into {place}", name.value);
        let hint = match (what, item.field.optional) {
            ("", true) => "remove `| null`: `?` already means that it may be absent".to_owned(),
            ("", false) if item.place != Some(Place::Path) => {
                format!("remove `| null`; if it may be left out, write `{}?`", name.value)
            }
            _ => "remove `| null`".to_owned(),
        };
        self.error(Code::BadOperation, item.field.ty.span, message, &hint);
    }

    pub(crate) fn check_join(&mut self, item: &Pending<'_>) {
        let Some(join) = &item.field.ty.attributes.join else {
            return;
        };
        let is_list = matches!(view_inner(&self.model.types, &item.ty), View::List(_) | View::Broken);
        let (message, hint) = match item.place {
            _ if item.ty.is_of_files() => {
                ("`join` applies to values that are texts", "remove `join`: each file is a separate part")
            }
            // That another style has no `join` is reported with the style.
            _ if !is_list && item.style.is_some_and(|style| style != Style::Joined) => return,
            _ if !is_list && item.style.is_none() => {
                ("`join` applies to lists", "remove `join`, make the type a list, or add `style: joined` to an object")
            }
            Some(Place::Path | Place::Query | Place::Header | Place::Cookie | Place::Form | Place::Part) => {
                if !join.value.is_empty() {
                    return;
                }
                ("`join` is empty, so items could not be separated", "write the separator of the items")
            }
            _ => {
                let message = "`join` applies to lists in `path`, `query`, `headers`, `cookies` and forms";
                (message, "remove `join`; a list in a JSON body needs no separator")
            }
        };
        self.error(Code::BadAttribute, join.span, message.to_owned(), hint);
    }

    pub(crate) fn check_style(&mut self, item: &Pending<'_>) {
        let attributes = &item.field.ty.attributes;
        let Some(style) = attributes.style else {
            return;
        };
        let wrong = self.misplaced_style(item, style.value).or_else(|| {
            let (joins, keeps) = (attributes.join.is_some(), attributes.slashes.is_some());
            let is_text = style.value.is_one_text() || style.value == Style::Json;
            match style.value {
                Style::Joined => None,
                _ if joins => Some(("`style` and `join` contradict each other".to_owned(), "keep one of them")),
                _ if keeps && is_text => {
                    Some(("`style` and `slashes` contradict each other".to_owned(), "keep one of them"))
                }
                _ => None,
            }
        });
        if let Some((message, hint)) = wrong {
            self.error(Code::BadAttribute, style.span, message, hint);
        }
    }

    /// Returns the message and hint for a style that does not apply to a type in its place; `None`
    /// if the style applies.
    fn misplaced_style(&self, item: &Pending<'_>, style: Style) -> Option<(String, &'static str)> {
        let applies = |to: &str| format!("`style: {}` applies to {to}", word(&VALUE_STYLES, style).unwrap_or("?"));
        let view = view_inner(&self.model.types, &item.ty);
        let is_single = !takes_style(&self.model.types, &item.ty);
        let Some(Place::Path | Place::Query | Place::Header | Place::Cookie | Place::Form | Place::Part) = item.place
        else {
            let message = "`style` applies to parameters in `path`, `query`, `headers` and `cookies`, and to forms";
            return Some((message.to_owned(), "remove `style`"));
        };
        match style {
            _ if item.ty.is_of_files() => Some((applies("values that JSON has"), "remove `style`")),
            Style::Json => None,
            Style::Label | Style::Matrix if item.place != Some(Place::Path) => {
                Some((applies("parameters in `path`"), "remove `style`"))
            }
            Style::Label | Style::Matrix => None,
            Style::Joined if item.place == Some(Place::Part) => Some((
                applies("parameters outside of `content: multipart`"),
                "remove `style`: an object in a multipart body is sent as JSON",
            )),
            // That the items are no texts was reported with the place.
            Style::Joined
                if unwritable_text(&self.model.types, &item.ty).is_some() && item.place != Some(Place::Part) =>
            {
                None
            }
            Style::Joined if matches!(view, View::List(_)) => {
                Some((applies("objects, and to unions with a list"), "write `join: \",\"` for a list"))
            }
            Style::Repeated | Style::Brackets | Style::Indices | Style::Dots
                if !matches!(item.place, Some(Place::Query | Place::Form | Place::Part)) =>
            {
                let hint = "write `style: joined` or `style: json`, or remove `style`";
                Some((applies("parameters in `query` and to forms"), hint))
            }
            _ if is_single => {
                Some((applies("lists and objects"), "remove `style`; it has an effect on lists and objects only"))
            }
            _ => None,
        }
    }

    /// Checks that `explode` has an effect where it is used.
    pub(crate) fn check_explode(&mut self, item: &Pending<'_>) {
        let Some(span) = item.field.ty.attributes.explode else {
            return;
        };
        let is_single = !takes_style(&self.model.types, &item.ty);
        let (message, hint) = match (item.style, item.place) {
            (Some(Style::Joined | Style::Label | Style::Matrix), _) if is_single => {
                ("`explode` applies to lists and objects", "remove `explode`; a single value is written as it is")
            }
            (Some(Style::Label | Style::Matrix), _) | (Some(Style::Joined), Some(Place::Path | Place::Header)) => {
                return;
            }
            (Some(Style::Joined), _) => (
                "`explode` applies to parameters in `path` and `headers`",
                "remove `explode`, or declare the members of the object as parameters of their own",
            ),
            _ => ("`explode` needs a style: `joined`, `label` or `matrix`", "add `style`, or remove `explode`"),
        };
        self.error(Code::BadAttribute, span, message.to_owned(), hint);
    }

    /// Reports a name that no cookie can have.
    pub(crate) fn check_cookie_name(&mut self, name: &Text) {
        if !is_token(&name.value) {
            let message = format!("no cookie can have the name `{}`", name.value);
            self.error(Code::BadValue, name.span, message, "use letters, digits, `-` and `_` in the name of a cookie");
        }
    }

    pub(crate) fn check_slashes(&mut self, item: &Pending<'_>) {
        if let (Some(slashes), false) = (item.field.ty.attributes.slashes, item.place == Some(Place::Path)) {
            let message = "`slashes` applies to parameters in `path`".to_owned();
            self.error(Code::BadAttribute, slashes.span, message, "remove `slashes`");
        }
    }
}

/// Returns the noun of the part of a type that a single text cannot express: an object, or a list
/// in a list.
pub(crate) fn unwritable(types: &[TypeDef], ty: &Type) -> Option<&'static str> {
    match view_inner(types, ty) {
        View::Record(_) => Some("a record"),
        View::Map(_) => Some("a map"),
        View::Union(union) if is_of_objects(union) => Some("a union of records"),
        View::List(list) => unwritable_item(types, &list.item),
        View::Tuple(items) => items.iter().find_map(|item| unwritable_item(types, item)),
        _ => None,
    }
}

/// Returns the noun of the part of a type that one text of names and values cannot express: an
/// object or a list inside an object.
fn unwritable_text(types: &[TypeDef], ty: &Type) -> Option<&'static str> {
    let is_single = |ty: &Type| {
        !matches!(view_inner(types, ty), View::List(_) | View::Tuple(_) | View::Map(_) | View::Record(_))
            && unwritable(types, ty).is_none()
    };
    match view_inner(types, ty) {
        View::Record(record) => {
            let is_nested = record.fields.iter().any(|field| !is_single(&field.ty));
            is_nested.then_some("a record that holds a list or an object")
        }
        View::Map(map) => (!is_single(&map.value)).then_some("a map of lists or objects"),
        View::Union(_) => None,
        _ => unwritable(types, ty),
    }
}

fn unwritable_item(types: &[TypeDef], item: &Type) -> Option<&'static str> {
    match view_inner(types, item) {
        View::List(_) | View::Tuple(_) => Some("a list of lists"),
        View::Record(_) | View::Map(_) => Some("a list of objects"),
        View::Union(union) if is_of_objects(union) => Some("a list of objects"),
        _ => None,
    }
}

/// Returns whether each value of a union is an object.
fn is_of_objects(union: &Union) -> bool {
    matches!(
        union.discriminator,
        Discriminator::Tag(_)
            | Discriminator::IntegerTag(_)
            | Discriminator::BooleanTag(_)
            | Discriminator::NestedTag(_)
            | Discriminator::Members
    )
}

/// Returns the words that precede the name of a parameter in a message, if its type or the items of
/// its list are nullable. `None` for other types.
pub(crate) fn nullable(types: &[TypeDef], ty: &Type) -> Option<&'static str> {
    match view(types, ty) {
        View::Nullable(_) => Some(""),
        View::List(list) => match view(types, &list.item) {
            View::Nullable(_) => Some("an item of "),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether a style can determine how values of the type are written.
pub(crate) fn takes_style(types: &[TypeDef], ty: &Type) -> bool {
    !ty.is_of_files()
        && matches!(
            view_inner(types, ty),
            View::List(_)
                | View::Tuple(_)
                | View::Map(_)
                | View::Record(_)
                | View::Union(_)
                | View::Json
                | View::Broken
        )
}

fn is_dots(segment: &str) -> bool {
    matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..")
}

/// Returns whether a `%` is not followed by two hex digits.
fn has_broken_escape(text: &str) -> bool {
    let is_escape = |rest: &str| rest.len() >= 2 && rest.bytes().take(2).all(|digit| digit.is_ascii_hexdigit());
    !text.split('%').skip(1).all(is_escape)
}

/// Replaces each `{name}` of a path by `x`, so that the text around the placeholders can be
/// checked.
pub(crate) fn without_slots(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((_, next)) = after.split_once('}') else { break };
        out.push('x');
        rest = next;
    }
    out + rest
}
