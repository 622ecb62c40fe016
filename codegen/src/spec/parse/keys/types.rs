//! The keys of scalars, types and what stands within them.

use super::common::{ALLOW, AVAILABLE_KEY, DEPRECATED_KEY, NOTES, SINCE, SOURCE, UNTIL, doc};
use crate::language::table::{Key, Position, Shape, Table, key};
use crate::spec::closed::{BASE58CHECK, CHAINS, FORM, KEEP, MEMBERS, NUMBERS, TEXTS, VALUE_STYLES, texts};

const RUST: Key = key("rust", Shape::Text, "The name in Rust, in place of the derived one.");
const SEEN_FIELDS: Shape = Shape::Either(&[Shape::Flag, Shape::Fields]);

const STYLE_WORDS: &[&str] = &texts(&VALUE_STYLES);
pub(super) const STYLE: Shape = Shape::Word(STYLE_WORDS);

const CHAIN_WORDS: &[&str] = &texts(&CHAINS);
pub(crate) const SCALAR: Table = Table::new(
    "scalar",
    "a scalar",
    &[&[
        doc("The description of the scalar."),
        SOURCE,
        key("text", Shape::Word(&TEXTS), "The form of a text on the wire."),
        key("number", Shape::Word(&NUMBERS), "The form of a number on the wire."),
        key("bytes", Shape::Whole(1, 1_024), "The number of bytes, without prefix and checksum."),
        key("prefix", Shape::Text, "The text before the value; for hex, `optional` or `none` for the prefix `0x`."),
        key("chain", Shape::Word(CHAIN_WORDS), "Whether there is a chain prefix, such as `X-`."),
        key("rust", Shape::Text, "The Rust type of a whole number."),
        key("zone", Shape::Text, "The offset of times that have none, such as `Z` or `+02:00`."),
        key("also", Shape::Word(&[BASE58CHECK]), "Another form that is also read."),
        ALLOW,
    ]],
)
.one(&["text", "number"]);

/// What says which kind of type a mapping is. `extends` and `seen` do not decide alone.
pub(crate) const HEADS: &[Key] = &[
    key("type", Shape::Type(Position::Inner), "The type to which the attributes beside it apply."),
    key("list", Shape::Type(Position::Plain), "An array of this type."),
    key("map", Shape::Type(Position::Plain), "An object with any members, whose values are of this type."),
    key("tuple", Shape::List(&Shape::Type(Position::Plain)), "An array with one type per place."),
    key("fields", Shape::Fields, "The members of an object; one whose name ends in `?` may be absent."),
    key("enum", ENUM, "The allowed texts or whole numbers; others are kept."),
    key(
        "union",
        Shape::Either(&[Shape::Word(&[FORM, MEMBERS]), Shape::Keys(&UNION)]),
        "A union, and the way to tell its arms apart.",
    ),
    key("const", Shape::Any, "A fixed value, which a client always sends."),
    key("foreign", Shape::Text, "A Rust type of your own, by its path."),
];

const ENUM: Shape = Shape::Either(&[
    Shape::List(&Shape::TextOrNumber),
    Shape::Map(&Shape::Either(&[Shape::Text, Shape::Keys(&ENUM_VALUE)])),
]);

/// What completes one kind of type.
const PARTS: &[Key] = &[
    key("key", Shape::Type(Position::Plain), "The type of the keys of a `map`."),
    key("extends", Shape::Text, "The record whose members are added."),
    key(
        "of",
        Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]),
        "The type parameters: `Page` with `of: T` is used as `Page<Book>`.",
    ),
    key("common", Shape::Fields, "The common members of all arms of a union."),
    key(
        "arms",
        Shape::Map(&Shape::Either(&[Shape::Type(Position::Arm), Shape::Keys(&ARM)])),
        "The arms of a union, by name.",
    ),
];

/// The part of [`TYPE`] that says something about the type.
pub(crate) const ATTRIBUTES: &[Key] = &[
    doc("The description."),
    SOURCE,
    key("unit", Shape::Text, "The unit of a number."),
    key("range", Shape::Bounds, "The bounds of a number; a value outside is refused before sending."),
    key(
        "size",
        Shape::Bounds,
        "The bounds of the number of items or characters; a value outside is refused before sending.",
    ),
    key(
        "pattern",
        Shape::Text,
        "A regular expression that must match some part of the text; another text is refused before sending.",
    ),
    key("clamp", Shape::Bounds, "The bounds to which the service clamps a value; never refused."),
    key("default", Shape::Any, "The value that the service uses by default."),
    key("defaultsTo", Shape::Text, "The default of the service, in words."),
    key("join", Shape::Text, "The separator of a list or an object in a query, a path, a header, a cookie or a form."),
    key("style", STYLE, "The encoding of a value in a query, a path, a header, a cookie or a form."),
    key(
        "explode",
        Shape::Flag,
        "Whether each item of a list has the prefix of its style, and each member of an object is `name=value`.",
    ),
    key("slashes", Shape::Word(&[KEEP]), "Whether slashes of a path parameter are part of the path and not escaped."),
    key(
        "content",
        Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]),
        "The media types of a part of a multipart body; the first is sent, unless a file has its own.",
    ),
    key("headers", Shape::Map(&Shape::Text), "The headers of a part of a multipart body, with their values."),
    key("rest", Shape::Flag, "Whether the map holds all other members of the record; such a member is the last one."),
    key("readOnly", Shape::Flag, "Whether the service sets the member; a request never has it."),
    key("writeOnly", Shape::Flag, "Whether only requests have the member; responses do not return it."),
    key("secret", Shape::Flag, "Whether the text is never shown, such as that of a password."),
    key(
        "echoes",
        Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]),
        "The parameter whose value the member of a response has: `parameter`, or `operation.parameter`.",
    ),
    key("only", Shape::List(&Shape::TextOrNumber), "The values of the enumeration that are allowed here."),
    key("also", Shape::Either(&[Shape::Word(&["single"]), Shape::Keys(&ALSO)]), "Another form that services send."),
    key(
        "seen",
        Shape::Either(&[SEEN_FIELDS, ENUM]),
        "True for an item that is known from real services; or further fields, values or common members of that kind.",
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
    .apart(&[&["default", "defaultsTo"], &["readOnly", "writeOnly"]])
    .beside(&[("key", "map"), ("extends", "fields"), ("of", "fields"), ("common", "union"), ("arms", "union")]);

pub(crate) const ALSO: Table = Table::new(
    "also",
    "`also`",
    &[&[
        key("name", Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]), "Other names of the member."),
        key("empty", Shape::Word(&["absent"]), "An empty text means that the member is absent."),
        key("null", Shape::Word(&["absent"]), "Null means that the member is absent, and is never sent."),
        key("at", Shape::Text, "The member of an object that holds the list."),
    ]],
)
.one(&["name", "empty", "null", "at"]);

pub(crate) const ENUM_VALUE: Table = Table::new("value", "a value", &[&[doc("The description of the value."), RUST]]);

pub(crate) const ARM: Table = Table::new(
    "arm",
    "an arm",
    &[&[
        doc("The description of the arm."),
        SOURCE,
        RUST,
        key("fields", Shape::Fields, "The members of this arm."),
        key("type", Shape::Text, "The declared record whose members this arm has."),
        key("seen", SEEN_FIELDS, "True for an arm that is known from real services; or further fields of that kind."),
        key("has", Shape::Text, "The member that identifies the arm; no later arm has it."),
        key("otherwise", Shape::Flag, "True for the arm that is selected if no other is."),
        key(
            "values",
            Shape::List(&Shape::TextOrNumber),
            "The values of the tag that select the arm, in place of its name; the tag is a member of the arm then.",
        ),
        ALLOW,
    ]],
)
.apart(&[&["fields", "type"]]);

pub(crate) const UNION: Table = Table::new(
    "union",
    "`union`",
    &[&[key("tag", Shape::Text, "The member that names the arm, or the path to it: `member.inner`.").must()]],
);
