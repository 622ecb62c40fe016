//! Notations of values that declarations of this folder share.
//!
//! Input: a node. Output: a typed value, or `None` after a diagnostic.

use crate::diagnostic::{Code, Diagnostic, Span, TABLE, did_you_mean};
use crate::language::node::{At, Node, NodeKind, Text};
use crate::language::reader::Reader;
use crate::language::table::Shape;
use crate::language::word::{Form, OneOrSeveral, ShortOrWhole, Word};
use crate::language::words::clients::VarDecl;
use crate::language::words::services::StatusName;
use crate::model::{ErrorStatus, Var};

/// Notation of template variables by their names.
#[derive(Debug)]
pub(crate) enum Vars {}

impl Form<Vec<Var>> for Vars {
    const SHAPE: Shape = Shape::Map(&VarDecl::SHAPE);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<Var>> {
        let named: Vec<(Text, VarDecl)> = Word::read(reader, node, what)?;
        let var = |(name, decl): (Text, VarDecl)| Var {
            name: name.value,
            span: name.span,
            doc: decl.doc,
            default: decl.default,
            values: decl.values,
            ty: decl.ty.map(|ty| (ty.value, ty.span)),
            form: None,
            source: decl.source,
        };
        Some(named.into_iter().map(var).collect())
    }
}

/// Notation of the names of error statuses by their codes.
#[derive(Debug)]
pub(crate) enum ErrorStatuses {}

impl Form<Vec<ErrorStatus>> for ErrorStatuses {
    const SHAPE: Shape = Shape::ByStatus(100, 599, &<ShortOrWhole as Form<StatusName>>::SHAPE);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<ErrorStatus>> {
        let mut statuses = Vec::new();
        for entry in reader.entries(node, what) {
            let code = reader.status_code(&entry.key.text, entry.key.span);
            let named = ShortOrWhole::read(reader, &entry.value, "the name of a status");
            if named.as_ref().is_some_and(|status: &StatusName| status.name.trim().is_empty()) {
                let problem = Diagnostic::error(Code::BadValue, entry.value.span, "the status has an empty name");
                reader.report(problem.hint("write the name of the status: `404: Not found`"));
            }
            let status = |(code, StatusName { name, doc })| ErrorStatus { code, name, doc };
            statuses.extend(code.zip(named).map(status));
        }
        Some(statuses)
    }
}

/// Notation of the codes of accepted warnings.
#[derive(Debug)]
pub(crate) enum Warnings {}

impl Form<Vec<Text>> for Warnings {
    const SHAPE: Shape = Shape::Warnings;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<Text>> {
        let mut allowed: Vec<Text> = Word::read(reader, node, what)?;
        allowed.retain(|word| is_lint(reader, word));
        Some(allowed)
    }
}

/// Returns whether a word is the code of a warning. Reports any other word.
fn is_lint(reader: &mut Reader, word: &Text) -> bool {
    let known = TABLE.iter().find(|info| info.name == word.value);
    let problem = match known {
        Some(info) if info.code.is_lint() => return true,
        Some(_) => Diagnostic::error(Code::BadValue, word.span, format!("`{}` is an error", word.value))
            .hint("only warnings can be allowed; correct an error instead"),
        None => {
            let lints = || TABLE.iter().filter(|info| info.code.is_lint()).map(|info| info.name);
            let all = lints().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            Diagnostic::error(Code::BadValue, word.span, format!("there is no warning `{}`", word.value))
                .hint(format!("the warnings are {all}"))
                .hint_opt(did_you_mean(&word.value, lints()))
        }
    };
    reader.report(problem);
    false
}

/// Notation of a boolean whose value is the span of `true`; `None` for `false`.
#[derive(Debug)]
pub(crate) enum True {}

impl Form<Span> for True {
    const SHAPE: Shape = Shape::Flag;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Span> {
        reader.flag(node, what).filter(|is_set| *is_set).map(|_| node.span)
    }
}

/// Notation of bounds, which are parsed once the type is known.
#[derive(Debug)]
pub(crate) enum Bounds {}

impl Form<Text> for Bounds {
    const SHAPE: Shape = Shape::Bounds;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Text> {
        // A plain number is not a range either; `check` reports this.
        if let Some(text) = node.digits_or_text() {
            return Some(At { value: text.to_owned(), span: node.span });
        }
        if node.kind != NodeKind::Broken {
            let message = format!("{what} must be bounds, but is {}", node.noun());
            let problem = Diagnostic::error(Code::BadRange, node.span, message);
            reader.report(problem.hint("write `1..=10`, `1..` or `..=10`"));
        }
        None
    }
}

/// Notation of the media types of a part.
#[derive(Debug)]
pub(crate) enum PartContent {}

impl Form<Vec<Text>> for PartContent {
    const SHAPE: Shape = <OneOrSeveral as Form<Vec<Text>>>::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<Text>> {
        let texts: Vec<Text> = OneOrSeveral::read(reader, node, what)?;
        let (right, wrong) = texts.into_iter().partition::<Vec<Text>, _>(|text| is_media_type(&text.value));
        for text in wrong {
            let message = format!("`content` of a part cannot be `{}`", text.value);
            let problem = Diagnostic::error(Code::BadValue, text.span, message);
            reader.report(problem.hint("it is a media type, or a list of them: `image/png`"));
        }
        Some(right)
    }
}

/// Returns whether a text has the form `type/subtype`, optionally with parameters.
pub(crate) fn is_media_type(text: &str) -> bool {
    let token = |part: &str| {
        !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric() || "!#$&-^_.+*".contains(letter))
    };
    let (essence, parameters) = text.split_once(';').unwrap_or((text, ""));
    let is_essence = essence.trim().split_once('/').is_some_and(|(kind, name)| token(kind) && token(name));
    is_essence && parameters.chars().all(|letter| matches!(letter, ' '..='~'))
}
