//! Suggestions: changes of the spec that make it describe the observed response.
//! Input: the subject of a drift, and the files of the spec. Output: a line, and the change as a
//! unified diff if the place allows one. Facts that only services show have the marker `seen`.

use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::model::{Discriminator, TypeDef, TypeKind};
use chainloom_codegen::{SourceFile, is_hidden};
use similar::TextDiff;
use tokio::time::Instant;

use crate::compare::About;
use crate::drift::{Place, Suggestion};

/// Number of characters above which a name is not suggested.
const MAX_NAME_CHARS: usize = 100;

/// Description of new members, values and arms.
const DOC: &str = "Not documented.";

/// Files of a spec, in which places are named and changes are suggested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Files<'s> {
    pub(crate) sources: &'s [SourceFile],
    /// Time from which on changes are suggested as lines, without diffs.
    pub(crate) until: Instant,
}

impl Files<'_> {
    /// Returns a place with the path of its file. Files of packages follow the spec's own files,
    /// and have no path here.
    pub(crate) fn place(&self, span: Span) -> Place {
        let file = self
            .sources
            .get(span.file)
            .map_or_else(|| "a spec that this one uses".to_owned(), |source| source.path.clone());
        Place { file, line: span.line.max(1), column: span.column.max(1) }
    }

    /// Suggests a change of the spec. `None` if the subject allows none.
    pub(crate) fn suggest(&self, about: &About<'_>, span: Span) -> Option<Suggestion> {
        match about {
            About::Nothing => None,
            // Such a long name is hardly a deliberate one.
            About::NewMember { name, .. } | About::NewArm { name, .. } | About::NewValue { value: name, .. }
                if name.chars().nth(MAX_NAME_CHARS).is_some() =>
            {
                None
            }
            About::NewValue { of, value } if is_of_integers(of) && value.parse::<i128>().is_err() => None,
            About::NewMember { of, name, ty } => {
                let line = format!("{}: {{ type: {}, doc: {DOC} }}", yaml_key(&format!("{name}?")), ty);
                Some(self.suggest_line_in_type(of, &["seen", members_of(of)], line))
            }
            About::NewValue { of, value } => {
                let line = match is_of_integers(of) {
                    true => format!("{value}: {{ rust: Value{}, doc: {DOC} }}", value.replace('-', "Minus")),
                    false => format!("{}: {DOC}", yaml_key(value)),
                };
                Some(self.suggest_line_in_type(of, &["seen", "enum"], line))
            }
            About::NewArm { of, name, ty } => {
                let is_form = matches!(&of.kind, TypeKind::Union(union) if union.discriminator == Discriminator::Form);
                let line = match is_form {
                    true => format!("other: {{ type: {}, seen: true, doc: {DOC} }}", ty),
                    false => format!("{}: {{ fields: {{}}, seen: true, doc: {DOC} }}", yaml_key(name)),
                };
                Some(self.suggest_line_in_type(of, &["arms"], line))
            }
            About::Optional(field) => {
                let line = format!("{}?", field.name);
                let diff = self.diff_of_replacement(span, (&field.name, &line), &|_| true);
                Some(Suggestion { line: format!("{line}: …"), diff })
            }
            About::OtherType { was, is } => {
                let diff = self.diff_of_replacement(span, (was, is), &|key| applies(key, is));
                Some(Suggestion { line: format!("`{is}` in place of `{was}`"), diff })
            }
        }
    }

    /// Suggests a line in a mapping of an operation or a service, under one of `keys`.
    pub(crate) fn under(&self, span: Span, keys: &[&str], line: String) -> Suggestion {
        let diff = self.diff_of_edit(span, |text, at| crate::yaml::add(text, at, keys, &line));
        Suggestion { line: format!("{}: {{ {line} }}", keys.last().unwrap_or(&"")), diff }
    }

    /// Suggests a further key of an operation.
    pub(crate) fn with_key(&self, span: Span, line: String) -> Suggestion {
        let diff = self.diff_of_edit(span, |text, at| crate::yaml::append(text, at, &line));
        Suggestion { line, diff }
    }

    /// Suggests a line for a type, under one of `keys`. The position of a type may be the position of
    /// its value, whose key is on the line above.
    fn suggest_line_in_type(&self, of: &TypeDef, keys: &[&str], line: String) -> Suggestion {
        // If the whole type has the marker `seen`, new members need none.
        let keys = if of.seen { &keys[1.min(keys.len() - 1)..] } else { &keys[..1] };
        let own = |text: &str, at: usize| crate::yaml::add(text, at, keys, &line);
        let above = |text: &str, at: usize| own(text, at.checked_sub(1).filter(|_| begins_below_its_key(of, text))?);
        let in_braces = |text: &str, at: usize| crate::yaml::add_in_braces(text, at, keys, &line);
        let edit = |text: &str, at: usize| own(text, at).or_else(|| in_braces(text, at)).or_else(|| above(text, at));
        Suggestion { diff: self.diff_of_edit(of.span, edit), line }
    }

    /// Returns a replacement of a word at a span as a unified diff. Entries beside the word go if `is_kept` does not
    /// keep their keys.
    fn diff_of_replacement(&self, span: Span, words: (&str, &str), is_kept: &dyn Fn(&str) -> bool) -> Option<String> {
        let column = span.column.saturating_sub(1);
        self.diff_of_edit(span, |text, at| crate::yaml::replace(text, (at, column), words, is_kept))
    }

    /// Returns an edit of the file of a span as a unified diff. `None` if the edit is impossible or
    /// the time has ended.
    fn diff_of_edit(&self, span: Span, edit: impl FnOnce(&str, usize) -> Option<String>) -> Option<String> {
        let source = self.sources.get(span.file).filter(|_| Instant::now() < self.until)?;
        let changed = edit(&source.text, span.line.checked_sub(1)?)?;
        let diff = TextDiff::from_lines(source.text.as_str(), &changed);
        let (old, new) = (format!("a/{}", source.path), format!("b/{}", source.path));
        Some(diff.unified_diff().context_radius(2).header(&old, &new).to_string())
    }
}

/// Returns whether the position of a type is that of a block below its key: it is an inline type that begins its line.
fn begins_below_its_key(of: &TypeDef, text: &str) -> bool {
    let line = text.lines().nth(of.span.line.saturating_sub(1)).unwrap_or_default();
    let before: String = line.chars().take(of.span.column.saturating_sub(1)).collect();
    of.owner.is_some() && before.trim().is_empty() && !line.trim_start().starts_with(['{', '['])
}

/// Returns whether a key beside a type may stay when the type becomes `ty`, a built-in type or a scalar of whole
/// numbers. Examples and listed values are of the type before.
fn applies(key: &str, ty: &str) -> bool {
    let is_number = ty == "number" || !["string", "boolean", "json", "[string]", "[json]"].contains(&ty);
    match key {
        "range" | "clamp" | "unit" | "amount" => is_number,
        "size" | "pattern" => ty == "string",
        "only" | "default" | "example" => false,
        _ => true,
    }
}

fn is_of_integers(of: &TypeDef) -> bool {
    matches!(&of.kind, TypeKind::Enum(listed) if listed.integers)
}

/// Returns the key under which a type lists its members.
fn members_of(of: &TypeDef) -> &'static str {
    if matches!(of.kind, TypeKind::Union(_)) { "common" } else { "fields" }
}

/// Returns a name as a key of YAML, in quotes if necessary.
fn yaml_key(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-?".contains(letter);
    let is_word =
        !["true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"].contains(&name.to_lowercase().as_str());
    let begins = name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    if begins && is_word && name.chars().all(is_plain) {
        name.to_owned()
    } else {
        let escape = |letter: char| match is_hidden(letter) {
            true => format!("\\u{:04x}", u32::from(letter)),
            false => letter.to_string(),
        };
        serde_json::Value::from(name).to_string().chars().map(escape).collect()
    }
}
