//! Attributes: keys beside a type, such as `doc`, `range` and `default`.
//!
//! Input: the members of a mapping. Output: [`crate::spec::document::Attributes`]. Whether they go
//! with the type is for `check`.

use super::keys;
use super::requests::is_media_type;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::{At, Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::names;
use crate::language::word::{ListOf, OneOrSeveral, TextOrNumber};
use crate::model::{Direction, Style};
use crate::spec::closed::{KEEP, VALUE_STYLES};
use crate::spec::document::{AlsoDecl, Attributes};

impl Reader {
    pub(super) fn attributes(&mut self, members: &Members<'_>) -> Attributes {
        let only = members.get("only");
        let also = members.get("also");
        Attributes {
            doc: self.opt_text(members, "doc"),
            source: self.opt_source_text(members),
            unit: self.opt_text(members, "unit"),
            range: self.opt_bounds(members, "range"),
            size: self.opt_bounds(members, "size"),
            pattern: self.opt_text(members, "pattern"),
            clamp: self.opt_bounds(members, "clamp"),
            default: members.get("default").cloned(),
            defaults_to: self.opt_text(members, "defaultsTo"),
            join: self.opt_text(members, "join"),
            style: self.opt_style(members),
            explode: self.mark(members, "explode"),
            slashes: self.slashes(members),
            content: self.part_content(members),
            headers: self.list(members, "headers"),
            direction: self.direction(members),
            secret: self.mark(members, "secret"),
            rest: self.mark(members, "rest"),
            echoes: self.by::<OneOrSeveral, _>(members, "echoes").unwrap_or_default(),
            only: self
                .by::<ListOf<TextOrNumber>, _>(members, "only")
                .zip(only)
                .map(|(value, node)| At { value, span: node.span }),
            also: also.and_then(|node| self.also(node)),
            seen: self.seen_flag(members),
            since: self.opt_version(members, "since"),
            until: self.opt_version(members, "until"),
            deprecated: self.some(members, "deprecated"),
            available: self.available(members),
            notes: self.list(members, "notes"),
            rust: self.opt_text(members, "rust"),
            example: members.get("example").cloned(),
            allow: self.allow(members),
            keys: self.attribute_keys(members),
        }
    }

    /// `seen: true` says something of the thing itself; a mapping or list adds to it, which is read
    /// with the thing.
    pub(super) fn seen_flag(&mut self, members: &Members<'_>) -> Option<At<bool>> {
        let node = members.get("seen")?;
        if matches!(node.kind, NodeKind::Map(_) | NodeKind::List(_)) {
            return None;
        }
        let value = self.flag(node, "`seen`")?;
        Some(At { value, span: node.span })
    }

    pub(super) fn opt_style(&mut self, members: &Members<'_>) -> Option<At<Style>> {
        self.word(members.get("style")?, "`style`", &VALUE_STYLES)
    }

    /// The place of a key that is true.
    fn mark(&mut self, members: &Members<'_>, key: &str) -> Option<Span> {
        let node = members.get(key)?;
        self.flag(node, &format!("`{key}`")).filter(|is_set| *is_set).map(|_| node.span)
    }

    /// Which messages have a member, where it is not all of them.
    fn direction(&mut self, members: &Members<'_>) -> Option<At<Direction>> {
        let read_only = self.mark(members, "readOnly").map(|span| At { value: Direction::Response, span });
        let write_only = self.mark(members, "writeOnly").map(|span| At { value: Direction::Request, span });
        if let (Some(_), Some(second)) = (read_only, write_only) {
            let message = "`readOnly` and `writeOnly` contradict each other".to_owned();
            self.report(Diagnostic::error(Code::BadAttribute, second.span, message).hint("keep one of them"));
        }
        read_only.or(write_only)
    }

    fn slashes(&mut self, members: &Members<'_>) -> Option<Span> {
        self.word(members.get("slashes")?, "`slashes`", &[(KEEP, ())]).map(|at| at.span)
    }

    /// The media types of a part.
    fn part_content(&mut self, members: &Members<'_>) -> Vec<Text> {
        let texts: Vec<Text> = self.by::<OneOrSeveral, _>(members, "content").unwrap_or_default();
        let (right, wrong) = texts.into_iter().partition::<Vec<Text>, _>(|text| is_media_type(&text.value));
        for text in wrong {
            let message = format!("`content` of a part cannot be `{}`", text.value);
            let problem = Diagnostic::error(Code::BadValue, text.span, message);
            self.report(problem.hint("it is a media type, or a list of them: `image/png`"));
        }
        right
    }

    fn opt_bounds(&mut self, members: &Members<'_>, key: &str) -> Option<Text> {
        let node = members.get(key)?;
        // A plain number is no range either, which is reported where ranges are read.
        if let Some(text) = node.digits_or_text() {
            return Some(At { value: text.to_owned(), span: node.span });
        }
        if node.kind != NodeKind::Broken {
            let message = format!("`{key}` must be bounds, but is {}", node.noun());
            let problem = Diagnostic::error(Code::BadRange, node.span, message);
            self.report(problem.hint("write `1..=10`, `1..` or `..=10`"));
        }
        None
    }

    fn also(&mut self, node: &Node) -> Option<At<AlsoDecl>> {
        let value = if let NodeKind::Text(text) = &node.kind {
            if text != "single" {
                self.bad_also(node);
                return None;
            }
            AlsoDecl::Single
        } else {
            let members = self.members(node, &keys::ALSO)?;
            match members.present(keys::ALSO.one.iter().copied()).as_slice() {
                ["name"] => AlsoDecl::Names(self.by::<OneOrSeveral, _>(&members, "name").unwrap_or_default()),
                ["empty"] => {
                    self.word(members.get("empty")?, "`empty`", &[("absent", ())])?;
                    AlsoDecl::EmptyIsAbsent
                }
                ["null"] => {
                    self.word(members.get("null")?, "`null`", &[("absent", ())])?;
                    AlsoDecl::NullIsAbsent
                }
                ["at"] => AlsoDecl::At(self.opt_text(&members, "at")?),
                _ => {
                    self.bad_also(node);
                    return None;
                }
            }
        };
        Some(At { value, span: node.span })
    }

    fn bad_also(&mut self, node: &Node) {
        let message = "`also` names no form that is known";
        let problem = Diagnostic::error(Code::BadShape, node.span, message);
        let hint = "write `{ name: … }`, `{ empty: absent }`, `{ null: absent }`, `{ at: … }` or `single`";
        self.report(problem.hint(hint));
    }

    /// The keys of [`keys::ATTRIBUTES`] that are there, with their places.
    fn attribute_keys(&self, members: &Members<'_>) -> Vec<(&'static str, Span)> {
        let present = members.present(names(keys::ATTRIBUTES));
        let with_span = |key| members.key_span(key).map(|span| (key, span));
        present.into_iter().filter_map(with_span).collect()
    }
}
