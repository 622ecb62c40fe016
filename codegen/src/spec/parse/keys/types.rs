//! The keys of scalars, types and what stands within them.

use super::common::{ALLOW, AVAILABLE_KEY, DEPRECATED_KEY, NOTES, SINCE, SOURCE, UNTIL, doc};
use super::{Key, Position, Shape, Table, key};
use crate::spec::closed::{BASE58CHECK, CHAINS, FORM, KEEP, MEMBERS, NUMBERS, TEXTS, VALUE_STYLES, texts};

const RUST: Key = key("rust", Shape::Text, "The name in Rust, in place of the one that would be derived.");
const SEEN_FIELDS: Shape = Shape::Either(&[Shape::Flag, Shape::Fields]);

const STYLE_WORDS: &[&str] = &texts(&VALUE_STYLES);
pub(super) const STYLE: Shape = Shape::Word(STYLE_WORDS);

const CHAIN_WORDS: &[&str] = &texts(&CHAINS);
pub(crate) const SCALAR: Table = Table::new(
    "scalar",
    "a scalar",
    &[&[
        doc("What the scalar is."),
        SOURCE,
        key("text", Shape::Word(&TEXTS), "The form of a scalar that is text on the wire."),
        key("number", Shape::Word(&NUMBERS), "The form of a scalar that is a number on the wire."),
        key("bytes", Shape::Whole(1, 1_024), "How many bytes it holds, without prefix and checksum."),
        key("prefix", Shape::Text, "Text before it; for hex, whether it begins with `0x`: `optional` or `none`."),
        key("chain", Shape::Word(CHAIN_WORDS), "Whether a chain's prefix such as `X-` is there."),
        key("rust", Shape::Text, "The Rust type of a whole number."),
        key("also", Shape::Word(&[BASE58CHECK]), "Another form that is read, too."),
        ALLOW,
    ]],
)
.one(&["text", "number"]);

/// What says which kind of type a mapping is. `extends` and `seen` do not decide alone.
pub(crate) const HEADS: &[Key] = &[
    key("type", Shape::Type(Position::Inner), "The type that the attributes beside it speak of."),
    key("list", Shape::Type(Position::Plain), "An array of this type."),
    key("map", Shape::Type(Position::Plain), "An object with any members, whose values are of this type."),
    key("tuple", Shape::List(&Shape::Type(Position::Plain)), "An array in which each place has a type of its own."),
    key("fields", Shape::Fields, "The members of an object; one whose name ends in `?` may be absent."),
    key("enum", ENUM, "The texts or whole numbers that the value may be; others are kept."),
    key(
        "union",
        Shape::Either(&[Shape::Word(&[FORM, MEMBERS]), Shape::Keys(&UNION)]),
        "One of several types, and how they are told apart.",
    ),
    key("const", Shape::Any, "This one value, which a client always sends."),
    key("foreign", Shape::Text, "A Rust type of your own, by its path, which reads and writes itself."),
];

const ENUM: Shape = Shape::Either(&[
    Shape::List(&Shape::TextOrNumber),
    Shape::Map(&Shape::Either(&[Shape::Text, Shape::Keys(&ENUM_VALUE)])),
]);

/// What completes one kind of type.
const PARTS: &[Key] = &[
    key("key", Shape::Type(Position::Plain), "The type of the names of a `map`."),
    key("extends", Shape::Text, "The record whose members this one has, too."),
    key(
        "of",
        Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]),
        "The names that stand for the types of a use: `Page` with `of: T` is used as `Page<Book>`.",
    ),
    key("common", Shape::Fields, "The members that all arms of a union have."),
    key(
        "arms",
        Shape::Map(&Shape::Either(&[Shape::Type(Position::Arm), Shape::Keys(&ARM)])),
        "The arms of a union, by name.",
    ),
];

/// The part of [`TYPE`] that says something about the type.
pub(crate) const ATTRIBUTES: &[Key] = &[
    doc("What it is."),
    SOURCE,
    key("unit", Shape::Text, "The unit in which a number counts."),
    key("range", Shape::Bounds, "The bounds of a number; a value outside is refused before it is sent."),
    key("size", Shape::Bounds, "The bounds on the number of items or characters; more or less is refused."),
    key("pattern", Shape::Text, "A regular expression that the text has; a text without it is refused."),
    key("clamp", Shape::Bounds, "The bounds into which the service brings a value; never refused."),
    key("default", Shape::Any, "The value that the service takes when it is left out."),
    key("defaultsTo", Shape::Text, "In words, what the service takes when it is left out."),
    key("join", Shape::Text, "The text between the items of a list in a query, a path, a header or a form."),
    key("style", STYLE, "How a list or an object is written in a query or a form."),
    key("slashes", Shape::Word(&[KEEP]), "Slashes of a path parameter are part of the path, and not escaped."),
    key("only", Shape::List(&Shape::TextOrNumber), "The values of the enumeration that are allowed here."),
    key(
        "also",
        Shape::Either(&[Shape::Word(&["single"]), Shape::Keys(&ALSO)]),
        "Another form that services were seen to send.",
    ),
    key(
        "seen",
        Shape::Either(&[SEEN_FIELDS, ENUM]),
        "True for what is known from real services; or more fields, values or common members of that kind.",
    ),
    SINCE,
    UNTIL,
    DEPRECATED_KEY,
    AVAILABLE_KEY,
    NOTES,
    RUST,
    key("example", Shape::Any, "A value, as an example."),
    ALLOW,
];

pub(crate) const TYPE: Table = Table::new("definition", "a type", &[HEADS, PARTS, ATTRIBUTES])
    .apart(&[&["default", "defaultsTo"]])
    .beside(&[("key", "map"), ("extends", "fields"), ("of", "fields"), ("common", "union"), ("arms", "union")]);

pub(crate) const ALSO: Table = Table::new(
    "also",
    "`also`",
    &[&[
        key("name", Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]), "Other names of the member."),
        key("empty", Shape::Word(&["absent"]), "The empty text means that the member is absent."),
        key("null", Shape::Word(&["absent"]), "Null means that the member is absent, and is never sent."),
        key("at", Shape::Text, "The member of an object that holds the list."),
    ]],
)
.one(&["name", "empty", "null", "at"]);

pub(crate) const ENUM_VALUE: Table = Table::new("value", "a value", &[&[doc("What the value means."), RUST]]);

pub(crate) const ARM: Table = Table::new(
    "arm",
    "an arm",
    &[&[
        doc("What the arm is."),
        SOURCE,
        RUST,
        key("fields", Shape::Fields, "The members that this arm has."),
        key("type", Shape::Text, "The declared record whose members this arm has."),
        key("seen", SEEN_FIELDS, "True for an arm that is known from real services; or more fields of that kind."),
        key("has", Shape::Text, "The member by which the arm is known; no later arm has it."),
        key("otherwise", Shape::Flag, "True for the arm that is taken when no other is."),
        ALLOW,
    ]],
)
.apart(&[&["fields", "type"]]);

pub(crate) const UNION: Table =
    Table::new("union", "`union`", &[&[key("tag", Shape::Text, "The member that names the arm.").must()]]);
