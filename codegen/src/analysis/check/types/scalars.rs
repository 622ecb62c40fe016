//! Scalars: checks which settings can be combined, and builds the form.
//!
//! Input: the declaration of a scalar. Output: its [`crate::model::Form`], or mistakes.

use chainloom_forms::time::parse_offset;
use chainloom_forms::{base58, base58check, bech32};

use crate::analysis::check::context::Checker;
use crate::analysis::check::context::views::BROKEN;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::Text;
use crate::model::{Form, Integer, Presence, Scalar, Type, TypeKind};
use crate::spec::closed::{
    BASE58CHECK, CHAINS, DECIMAL, HEX_PREFIXES, INTEGERS, NUMBERS, TEXTS, plain_number, plain_text, settings,
};
use crate::spec::document::{ScalarDecl, integer};

/// Maximum number of bytes of a hex or base64 text of fixed size.
const MAX_BYTES: usize = 1_024;

impl Checker<'_> {
    /// Returns the form of a date and time. With `zone`, texts may lack an offset, and have the
    /// offset that `zone` states.
    fn date_time(&mut self, doc: &ScalarDecl) -> Option<Form> {
        let Some(zone) = &doc.zone else { return Some(Form::DateTime) };
        let offset = parse_offset(&zone.value);
        if offset.is_none() {
            let message = format!("`{}` is no offset from UTC", zone.value);
            self.error(Code::BadScalar, zone.span, message, "write `Z`, or hours and minutes such as `+02:00`");
        }
        offset.map(|offset| Form::LocalDateTime { offset })
    }

    /// Returns the kind of a scalar. A broken scalar becomes an alias that every value fits.
    pub(crate) fn scalar_kind(&mut self, doc: &ScalarDecl) -> TypeKind {
        let before = self.found.len();
        let form = self.scalar_form(doc);
        match form {
            Some(form) if self.found.len() == before => TypeKind::Scalar(Scalar { form }),
            _ => TypeKind::Alias(Type::Named(BROKEN)),
        }
    }

    fn scalar_form(&mut self, doc: &ScalarDecl) -> Option<Form> {
        let (key, kind, allowed): (&str, &Text, &[&str]) = match (&doc.text, &doc.number) {
            (Some(text), None) => ("text", text, &TEXTS),
            (None, Some(number)) => ("number", number, &NUMBERS),
            _ => {
                let message = format!("the scalar `{}` must have `text` or `number`, and not both", doc.name.value);
                let hint = "write `text: hex` or the like, or `number: seconds` or the like";
                self.error(Code::BadScalar, doc.name.span, message, hint);
                return None;
            }
        };
        if !allowed.contains(&kind.value.as_str()) {
            let message = format!("there is no scalar form `{}`", kind.value);
            let list = format!("the forms are `{}`", allowed.join("`, `"));
            let near = did_you_mean(&kind.value, allowed.iter().copied());
            self.report(Diagnostic::error(Code::BadScalar, kind.span, message).hint(list).hint_opt(near));
            return None;
        }
        self.refuse_settings(doc, key, &kind.value);
        let plain = if key == "text" { plain_text(&kind.value) } else { plain_number(&kind.value) };
        match (plain, kind.value.as_str()) {
            (Some(Form::DateTime), _) => self.date_time(doc),
            (Some(form), _) => Some(form),
            (_, "base58") => self.opt_bytes(doc, base58::MAX_BYTES).map(|bytes| Form::Base58 { bytes }),
            (_, "base58check") => self.base58check(doc),
            (_, word @ ("base64" | "base64url")) => {
                self.opt_bytes(doc, MAX_BYTES).map(|bytes| Form::Base64 { bytes, url: word == "base64url" })
            }
            (_, "bech32") => self.bech32(doc),
            (_, "hex") => self.hex(doc),
            (_, word) => self.whole_number(doc, word),
        }
    }

    /// Builds the form of a Base58Check scalar; `None` after a report.
    fn base58check(&mut self, doc: &ScalarDecl) -> Option<Form> {
        let prefix = doc.prefix.as_ref().map(|text| text.value.clone());
        let bytes = self.need_bytes(doc, base58check::MAX_BYTES)?;
        Some(Form::Base58Check { bytes, prefix: prefix.unwrap_or_default() })
    }

    /// Builds the form of a bech32 scalar; `None` after a report.
    fn bech32(&mut self, doc: &ScalarDecl) -> Option<Form> {
        let Some(chain) = value_of_word(doc.chain.as_ref(), &CHAINS, Presence::Never) else {
            return self.bad_word(doc.chain.as_ref(), "`none`, `optional` and `required`");
        };
        let base58check = match doc.also.as_ref().map(|text| text.value.as_str()) {
            None => false,
            Some(BASE58CHECK) => true,
            Some(_) => return self.bad_word(doc.also.as_ref(), "`base58check`"),
        };
        let most = if base58check { base58check::MAX_BYTES } else { bech32::MAX_BYTES };
        Some(Form::Bech32 { bytes: self.need_bytes(doc, most)?, chain, base58check })
    }

    /// Builds the form of a hex scalar; `None` after a report.
    fn hex(&mut self, doc: &ScalarDecl) -> Option<Form> {
        let Some(prefix) = value_of_word(doc.prefix.as_ref(), &HEX_PREFIXES, Presence::Required) else {
            return self.bad_word(doc.prefix.as_ref(), "`optional` and `none`");
        };
        self.opt_bytes(doc, MAX_BYTES).map(|bytes| Form::Hex { bytes, prefix })
    }

    /// Returns the number of bytes of a form that may omit `bytes`. `Some(None)` means any number
    /// of bytes; `None` is returned after a report.
    fn opt_bytes(&mut self, doc: &ScalarDecl, most: usize) -> Option<Option<usize>> {
        match &doc.bytes {
            None => Some(None),
            Some(_) => self.need_bytes(doc, most).map(Some),
        }
    }

    /// Builds the form of a scalar of numbers: `decimal`, `quantity` or `integer`; `None` after a
    /// report.
    fn whole_number(&mut self, doc: &ScalarDecl, kind: &str) -> Option<Form> {
        let rust = doc.rust.as_ref().map(|text| text.value.as_str());
        // A quantity has no sign.
        let names = integer_names(|integer| kind != "quantity" || !integer.is_signed());
        let known = rust.and_then(integer).filter(|integer| kind != "quantity" || !integer.is_signed());
        Some(match (kind, rust, known) {
            ("decimal", None | Some(DECIMAL), _) => Form::Decimal,
            ("decimal", _, Some(integer)) => Form::DecimalInteger(integer),
            ("quantity", None, _) => Form::Quantity(Integer::U64),
            ("quantity", _, Some(integer)) => Form::Quantity(integer),
            ("integer", _, Some(integer)) => Form::JsonInteger(integer),
            ("integer", None, _) => {
                let message = format!("the scalar `{}` lacks `rust`", doc.name.value);
                let hint = format!("add `rust` with one of {names}");
                self.error(Code::BadScalar, doc.name.span, message, &hint);
                return None;
            }
            _ => return self.bad_word(doc.rust.as_ref(), &names),
        })
    }

    /// Returns the number of bytes that the scalar states, from 1 to `most`; `None` after a report.
    fn need_bytes(&mut self, doc: &ScalarDecl, most: usize) -> Option<usize> {
        match doc.bytes {
            Some(bytes) if (1..=most).contains(&bytes.value) => Some(bytes.value),
            Some(bytes) => {
                let message = format!("`bytes: {}` is out of range", bytes.value);
                self.error(Code::BadScalar, bytes.span, message, &format!("take 1 to {most} bytes"));
                None
            }
            None => {
                let message = format!("the scalar `{}` lacks `bytes`", doc.name.value);
                let hint = "add the number of bytes, without prefix and checksum";
                self.error(Code::BadScalar, doc.name.span, message, hint);
                None
            }
        }
    }

    fn bad_word<T>(&mut self, text: Option<&Text>, words: &str) -> Option<T> {
        let text = text?;
        let message = format!("`{}` is not possible here", text.value);
        let hint = format!("allowed are {words}");
        self.error(Code::BadScalar, text.span, message, &hint);
        None
    }

    /// Reports the settings that do not apply to the form.
    fn refuse_settings(&mut self, doc: &ScalarDecl, key: &str, kind: &str) {
        let (allowed, _) = settings(key, kind);
        let given: [(&str, Option<Span>); 6] = [
            ("bytes", doc.bytes.as_ref().map(|at| at.span)),
            ("prefix", doc.prefix.as_ref().map(|at| at.span)),
            ("chain", doc.chain.as_ref().map(|at| at.span)),
            ("rust", doc.rust.as_ref().map(|at| at.span)),
            ("zone", doc.zone.as_ref().map(|at| at.span)),
            ("also", doc.also.as_ref().map(|at| at.span)),
        ];
        for (key, span) in given {
            if let (Some(span), false) = (span, allowed.contains(&key)) {
                let message = format!("`{key}` does not apply to `{kind}`");
                self.error(Code::BadScalar, span, message, &format!("remove `{key}`"));
            }
        }
    }
}

/// Lists the names of integer types for which `takes` is true, for messages: `` `u8`, `u16` and
/// `u32` ``.
fn integer_names(takes: impl Fn(Integer) -> bool) -> String {
    let names: Vec<String> =
        INTEGERS.iter().filter(|(_, integer)| takes(*integer)).map(|(name, _)| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Returns the value of a word, or `default` without a word; `None` for an unknown word.
fn value_of_word<T: Copy>(text: Option<&Text>, words: &[(&str, T)], default: T) -> Option<T> {
    let Some(text) = text else {
        return Some(default);
    };
    words.iter().find(|(word, _)| *word == text.value).map(|(_, meaning)| *meaning)
}
