//! Converts text and number types, by format.
//!
//! Input: a schema of text or number. Output: a built-in type, or a scalar that is declared on
//! first use.

use oas3::spec::{ObjectSchema, SchemaType};
use serde_json::{Number, Value as Json};

use crate::importer::Importer;
use crate::known_scalars::{
    BASE64, BASE64_URL, DATE, DATE_TIME, DECIMAL, DURATION, INT256, Scalar, TIMESTAMP, UINT256, UUID,
};
use crate::lift::KEYWORD_PREFIX;
use crate::spec::Type;

/// Formats of texts, each with its scalar.
const TEXT_FORMATS: [(&str, Scalar); 6] = [
    ("date-time", DATE_TIME),
    ("date", DATE),
    ("uuid", UUID),
    ("byte", BASE64),
    ("base64url", BASE64_URL),
    ("duration", DURATION),
];

/// Formats of texts that need no scalar.
const PLAIN_TEXT_FORMATS: [&str; 4] = ["string", "text", "password", "binary"];

/// Formats of whole numbers, each with its built-in type.
const INTEGER_FORMATS: [(&str, &str); 10] = [
    ("int8", "int8"),
    ("int16", "int16"),
    ("int32", "int32"),
    ("int64", "integer"),
    ("uint8", "uint8"),
    ("uint16", "uint16"),
    ("uint32", "uint32"),
    ("uint64", "uint64"),
    ("uint128", "uint128"),
    ("int128", "int128"),
];

/// Returns whether a schema with this format describes texts even without a `type`.
pub(super) fn is_text_format(format: &str) -> bool {
    TEXT_FORMATS.iter().any(|(name, _)| *name == format) || ["uri", "email", "hostname", "binary"].contains(&format)
}

/// Returns the type of the numbers with this format, for schemas without a `type`. `None` for other formats.
pub(super) fn kind_of_format(format: &str) -> Option<SchemaType> {
    let is_whole = INTEGER_FORMATS.iter().any(|(name, _)| *name == format);
    let is_fraction = ["double", "float"].contains(&format);
    is_whole.then_some(SchemaType::Integer).or(is_fraction.then_some(SchemaType::Number))
}

/// Returns whether a pattern accepts numbers only, as JSON writes them: without zeros before them.
pub(super) fn is_pattern_of_numbers(pattern: &str) -> bool {
    let plain = pattern.replace("(?:", "(").replace("[0-9]", r"\d").replace("[-+]", "[+-]").replace("[Ee]", "[eE]");
    let strip = |text: &str, part: &str| text.strip_prefix(part).unwrap_or(text).to_owned();
    let signed = plain.strip_prefix('^').map(|rest| strip(rest, "-?"));
    let whole = signed.as_deref().and_then(|rest| rest.strip_prefix(r"(0|[1-9]\d*)"));
    whole.is_some_and(|rest| strip(&strip(rest, r"(\.\d+)?"), r"([eE][+-]?\d+)?") == "$")
}

/// Encoding of a text that is no text, but bytes as they are.
pub(crate) const BINARY: &str = "binary";

/// Encodings of bytes as text, each with its scalar.
const ENCODINGS: [(&str, Scalar); 2] = [("base64", BASE64), ("base64url", BASE64_URL)];

/// Returns the encoding of a schema of bytes as text, the keyword `contentEncoding`.
pub(crate) fn encoding(schema: &ObjectSchema) -> Option<&str> {
    schema.extensions.get(&format!("{KEYWORD_PREFIX}contentEncoding")).and_then(Json::as_str)
}

/// Returns whether the type of a schema says in which encoding its bytes are.
pub(super) fn is_known_encoding(encoding: &str) -> bool {
    encoding == BINARY || ENCODINGS.iter().any(|(known, _)| *known == encoding)
}

impl Importer<'_> {
    /// Returns the type of a scalar of a fixed form, which is declared on first use.
    pub(crate) fn known_scalar(&mut self, scalar: &Scalar, at: &str) -> Type {
        Type::name(&self.scalar(scalar.name, scalar.form, scalar.doc), at)
    }

    /// Returns the type of a schema of texts, by its format or by evidence.
    pub(super) fn text(&mut self, schema: &ObjectSchema, at: &str) -> Type {
        let scalar = ENCODINGS.iter().find(|(known, _)| encoding(schema) == Some(known));
        if let Some((_, scalar)) = scalar.filter(|_| schema.format.as_deref() != Some(BINARY)) {
            return self.known_scalar(scalar, at).or("string");
        }
        let format = schema.format.as_deref().unwrap_or("string");
        if let Some((_, scalar)) = TEXT_FORMATS.iter().find(|(name, _)| *name == format) {
            if let Some(ty) = self.type_of_refuted_format(schema, at) {
                return ty;
            }
            return self.known_scalar(scalar, at).or("string");
        }
        if !PLAIN_TEXT_FORMATS.contains(&format) {
            self.report.detail(format!("the format `{format}` of a text"), at);
        }
        if ["string", "text"].contains(&format) {
            if let Some(ty) = self.guess_text(schema, at) {
                return ty;
            }
        }
        Type::name("string", at)
    }

    /// Returns the type of a schema of integers, by evidence, bounds or format.
    pub(super) fn integer(&mut self, schema: &ObjectSchema, at: &str) -> Type {
        let format = schema.format.as_deref().unwrap_or("int64");
        if let Some(ty) = self.guess_number(schema, at, true).filter(|_| format == "int64") {
            return ty;
        }
        if let (true, Some(wide)) = (format == "int64", wide_integer(schema)) {
            return match wide {
                Wide::Builtin(name) => Type::name(name, at).or("integer"),
                Wide::Scalar(scalar) => self.known_scalar(scalar, at).or("integer"),
            };
        }
        if let Some((_, name)) = INTEGER_FORMATS.iter().find(|(known, _)| *known == format) {
            return Type::name(name, at).or("integer");
        }
        match format {
            "uint256" => return self.known_scalar(&UINT256, at).or("integer"),
            "int256" => return self.known_scalar(&INT256, at).or("integer"),
            "timestamp" | "unix-time" | "unixtime" => return self.known_scalar(&TIMESTAMP, at).or("integer"),
            _ => self.report.detail(format!("the format `{format}` of a whole number"), at),
        }
        Type::name("integer", at)
    }

    /// Returns the type of a schema of numbers, by format or evidence.
    pub(super) fn number(&mut self, schema: &ObjectSchema, at: &str) -> Type {
        match schema.format.as_deref().unwrap_or("double") {
            "double" | "float" => self.guess_number(schema, at, false).unwrap_or_else(|| Type::name("number", at)),
            "int32" => Type::name("int32", at).or("integer"),
            "int64" | "integer" => Type::name("integer", at),
            "decimal" => self.known_scalar(&DECIMAL, at).or("number"),
            other => {
                self.report.detail(format!("the format `{other}` of a number"), at);
                Type::name("number", at)
            }
        }
    }
}

/// Type of whole numbers beyond 64 bits.
#[derive(Clone, Copy)]
enum Wide {
    Builtin(&'static str),
    Scalar(&'static Scalar),
}

/// Types of whole numbers without a sign, and with one, by the bits of their numbers.
const WIDE_TYPES: [[(i32, Wide); 3]; 2] = [
    [(64, Wide::Builtin("uint64")), (128, Wide::Builtin("uint128")), (256, Wide::Scalar(&UINT256))],
    [(63, Wide::Builtin("integer")), (127, Wide::Builtin("int128")), (255, Wide::Scalar(&INT256))],
];

/// Returns the type for whole numbers if a bound, an example or the default exceeds signed numbers
/// of 64 bits. `None` if none does.
fn wide_integer(schema: &ObjectSchema) -> Option<Wide> {
    let ends = [&schema.minimum, &schema.exclusive_minimum, &schema.maximum, &schema.exclusive_maximum];
    let samples = schema.examples.iter().chain(&schema.example).chain(&schema.default).filter_map(Json::as_number);
    let numbers = ends.into_iter().flatten().chain(samples).filter_map(Number::as_f64);
    // Floating-point numbers round the greatest number of 64 bits up, and so do many documents.
    let most = numbers.fold(0.0_f64, |most, number| most.max(number.abs()));
    let is_natural = schema.minimum.as_ref().and_then(Number::as_f64).is_some_and(|least| least >= 0.0);
    let fits = |(bits, _): &&(i32, Wide)| most <= 2_f64.powi(*bits);
    let wide =
        || WIDE_TYPES[usize::from(!is_natural)].iter().find(fits).map_or(Wide::Scalar(&DECIMAL), |(_, wide)| *wide);
    (most > i64::MAX as f64).then(wide)
}
