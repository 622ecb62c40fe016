//! Tables read from storage, with owned texts that are leaked.
//!
//! Input: the output of serde's `Serialize` for a table. Output: the table, whose references stay in memory until the
//! program ends. Members and variants here equal the members and variants of the table, in the same order.

use serde::{Deserialize, Deserializer};

/// Deserializes the owned form of a table, and converts it to the table.
fn read<'de, D: Deserializer<'de>, Owned: Deserialize<'de>, Table>(
    deserializer: D,
    table: impl FnOnce(Owned) -> Table,
) -> Result<Table, D::Error> {
    Owned::deserialize(deserializer).map(table)
}

fn leak(text: String) -> &'static str {
    text.leak()
}

fn leak_all(texts: Vec<String>) -> &'static [&'static str] {
    texts.into_iter().map(leak).collect::<Vec<_>>().leak()
}

#[derive(Deserialize)]
enum Verb {
    Get,
    Head,
    Post,
    Put,
    Patch,
    Delete,
    Other(String),
}

impl<'de> Deserialize<'de> for crate::Verb {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |verb| match verb {
            Verb::Get => Self::Get,
            Verb::Head => Self::Head,
            Verb::Post => Self::Post,
            Verb::Put => Self::Put,
            Verb::Patch => Self::Patch,
            Verb::Delete => Self::Delete,
            Verb::Other(method) => Self::Other(leak(method)),
        })
    }
}

#[derive(Deserialize)]
enum Also {
    Nothing,
    At(String),
    Single,
}

impl<'de> Deserialize<'de> for crate::Also {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |also| match also {
            Also::Nothing => Self::Nothing,
            Also::At(member) => Self::At(leak(member)),
            Also::Single => Self::Single,
        })
    }
}

#[derive(Deserialize)]
enum Discriminator {
    Form,
    Tag(String),
    IntegerTag(String),
    BooleanTag(String),
    NestedTag(Vec<String>),
    Members,
    Status,
    Event,
}

impl<'de> Deserialize<'de> for crate::Discriminator {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |discriminator| match discriminator {
            Discriminator::Form => Self::Form,
            Discriminator::Tag(tag) => Self::Tag(leak(tag)),
            Discriminator::IntegerTag(tag) => Self::IntegerTag(leak(tag)),
            Discriminator::BooleanTag(tag) => Self::BooleanTag(leak(tag)),
            Discriminator::NestedTag(path) => Self::NestedTag(leak_all(path)),
            Discriminator::Members => Self::Members,
            Discriminator::Status => Self::Status,
            Discriminator::Event => Self::Event,
        })
    }
}

#[derive(Deserialize)]
enum SignedPart {
    Text(String),
    Body,
    CanonicalJson,
    Timestamp,
    Id,
}

impl<'de> Deserialize<'de> for crate::SignedPart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |part| match part {
            SignedPart::Text(text) => Self::Text(leak(text)),
            SignedPart::Body => Self::Body,
            SignedPart::CanonicalJson => Self::CanonicalJson,
            SignedPart::Timestamp => Self::Timestamp,
            SignedPart::Id => Self::Id,
        })
    }
}

#[derive(Deserialize)]
struct Bounds {
    min: Option<String>,
    max: Option<String>,
    min_size: Option<usize>,
    max_size: Option<usize>,
    only: Vec<String>,
    patterns: Vec<String>,
    default: Option<String>,
    clamp_min: Option<String>,
    clamp_max: Option<String>,
}

impl<'de> Deserialize<'de> for crate::Bounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |bounds: Bounds| Self {
            min: bounds.min.map(leak),
            max: bounds.max.map(leak),
            min_size: bounds.min_size,
            max_size: bounds.max_size,
            only: leak_all(bounds.only),
            patterns: leak_all(bounds.patterns),
            default: bounds.default.map(leak),
            clamp_min: bounds.clamp_min.map(leak),
            clamp_max: bounds.clamp_max.map(leak),
        })
    }
}

#[derive(Deserialize)]
struct Limited {
    messages: Vec<String>,
    wait: Vec<Vec<String>>,
    millis: bool,
}

impl<'de> Deserialize<'de> for crate::Limited {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |limited: Limited| Self {
            messages: leak_all(limited.messages),
            wait: limited.wait.into_iter().map(leak_all).collect::<Vec<_>>().leak(),
            millis: limited.millis,
        })
    }
}
