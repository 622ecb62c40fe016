//! Types: scalars, definitions, and their attributes and members.

use super::forms::{Bounds, PartContent, True, Warnings};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::mapping::{Mapping, choice, mapping};
use crate::language::node::{At, KeyKind, Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::{Position, Shape, Table, TableKey, count, joined, key};
use crate::language::word::{Filled, ListOf, Narrow, Narrowed, OneOrSeveral, Placed, TextOrNumber, Word};
use crate::language::words::amounts::AmountDecl;
use crate::language::words::common::{Availability, Deprecation, Mark, Note, sentence};
use crate::model::{Direction, Integer, Style};
use crate::spec::closed::{Absent, BASE58CHECK, CHAINS, FORM, INTEGERS, MEMBERS, NUMBERS, Slashes, TEXTS};

mapping! {
    /// Scalar: a type with its own form on the wire.
    #[derive(Clone, Debug)]
    pub(crate) struct ScalarDecl = "scalar", "a scalar" {
        name name: Text; "The name.";
        some doc: Text; "The description of the scalar.";
        some source: Text, by Mark; sentence!(source);
        some text: Text, by Narrowed<TextForms>; "The form of a text on the wire.";
        some number: Text, by Narrowed<NumberForms>; "The form of a number on the wire.";
        some bytes: At<usize>, by Narrowed<ByteCounts>; "The number of bytes, without prefix and checksum.";
        some prefix: Text; "The text before the value; for hex, `optional` or `none` for the prefix `0x`.";
        some chain: Text, by Narrowed<ChainPrefixes>; "Whether there is a chain prefix, such as `X-`.";
        some rust: Text; "The Rust type of a whole number.";
        some zone: Text; "The offset of times that have none, such as `Z` or `+02:00`.";
        some also: Text, by Narrowed<OtherForms>; "Another form that is also read.";
        list allow: Text, by Warnings; sentence!(allow);
    }
    one &["text", "number"];
}

/// Forms of scalars that are texts.
#[derive(Debug)]
pub(crate) enum TextForms {}

impl Narrow for TextForms {
    const SHAPE: Shape = Shape::Word(&TEXTS);
}

/// Forms of scalars that are numbers.
#[derive(Debug)]
pub(crate) enum NumberForms {}

impl Narrow for NumberForms {
    const SHAPE: Shape = Shape::Word(&NUMBERS);
}

/// Numbers of bytes of scalars.
#[derive(Debug)]
pub(crate) enum ByteCounts {}

impl Narrow for ByteCounts {
    const SHAPE: Shape = Shape::Whole(1, 1_024);
}

/// Words for the presence of a chain prefix.
#[derive(Debug)]
pub(crate) enum ChainPrefixes {}

impl Narrow for ChainPrefixes {
    const SHAPE: Shape = {
        const WORDS: &[&str] = &crate::language::word::texts(&CHAINS);
        Shape::Word(WORDS)
    };
}

/// Words for the second form of a scalar.
#[derive(Debug)]
pub(crate) enum OtherForms {}

impl Narrow for OtherForms {
    const SHAPE: Shape = Shape::Word(&[BASE58CHECK]);
}

/// Declared type with its name.
#[derive(Clone, Debug)]
pub(crate) struct TypeItem {
    pub(crate) name: Text,
    pub(crate) expr: TypeExpr,
}

/// Placeholder for the type parameters of a generic record without a use. It passes all checks of types.
pub(crate) const ANY: &str = "<any>";

/// Generic record, and whether any file uses it.
#[derive(Clone, Debug)]
pub(crate) struct GenericRecord {
    pub(crate) item: TypeItem,
    pub(crate) is_used: bool,
    /// Type parameters that no member names.
    pub(crate) idle: Vec<Text>,
}

/// Use of a generic record: `Page<Block>`.
#[derive(Clone, Debug)]
pub(crate) struct GenericUse {
    /// Name of the generic record, such as `Page`. Its span covers the arguments, too.
    pub(crate) name: Text,
    pub(crate) arguments: Vec<TypeExpr>,
}

/// Type expression, with the attributes next to it.
#[derive(Clone, Debug)]
pub(crate) struct TypeExpr {
    pub(crate) span: Span,
    pub(crate) head: Head,
    pub(crate) attributes: Box<Attributes>,
}

/// Kind of a type expression, with its content.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    Name(String),
    Nullable(Box<TypeExpr>),
    List(Box<TypeExpr>),
    Map {
        key: Option<Box<TypeExpr>>,
        value: Box<TypeExpr>,
    },
    Record(RecordDecl),
    Enum(Vec<EnumValueDecl>),
    Union(UnionDecl),
    /// Array with one type per position.
    Tuple(Vec<TypeExpr>),
    Const(Node),
    /// Rust type of the user, by its path.
    Foreign(Text),
}

/// Record type.
#[derive(Clone, Debug)]
pub(crate) struct RecordDecl {
    pub(crate) extends: Option<Text>,
    /// Names of the type parameters.
    pub(crate) of: Vec<Text>,
    pub(crate) fields: Vec<FieldDecl>,
}

/// Value of an enumeration.
#[derive(Clone, Debug)]
pub(crate) struct EnumValueDecl {
    pub(crate) name: Text,
    /// Whether the value is a number; `name` holds its digits.
    pub(crate) number: bool,
    pub(crate) doc: Option<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) seen: bool,
}

/// Union type.
#[derive(Clone, Debug)]
pub(crate) struct UnionDecl {
    pub(crate) discriminator: DiscriminatorDecl,
    pub(crate) common: Vec<FieldDecl>,
    pub(crate) arms: Vec<ArmDecl>,
}

impl UnionDecl {
    /// Returns whether a tag is the path to a nested member: its first part is a common member.
    pub(crate) fn is_nested(&self, tag: &Text) -> bool {
        let outer = tag.value.split_once('.').map(|(outer, _)| outer);
        outer.is_some_and(|outer| self.common.iter().any(|field| field.name.value == outer))
    }
}

/// How the arms of a union are distinguished.
#[derive(Clone, Debug)]
pub(crate) enum DiscriminatorDecl {
    Form,
    Tag(Text),
    Members,
    /// Arms are distinguished by the status of the response.
    Status,
    /// Arms are distinguished by the name of the event.
    Event,
}

/// Arm of a union.
#[derive(Clone, Debug)]
pub(crate) struct ArmDecl {
    pub(crate) name: Text,
    /// Kind of scalar of the tag values.
    pub(crate) tag: KeyKind,
    /// Values of the tag that replace the name; empty if the name is the value.
    pub(crate) values: Vec<Text>,
    pub(crate) rust: Option<Text>,
    pub(crate) doc: Option<Text>,
    pub(crate) source: Option<Text>,
    pub(crate) seen: bool,
    pub(crate) body: ArmBodyDecl,
    /// Accepted warnings of an arm with fields; an arm with a value has them in its type.
    pub(crate) allow: Vec<Text>,
}

impl ArmDecl {
    /// Returns the tag values that select the arm: the listed values, or the name.
    pub(crate) fn tags(&self) -> &[Text] {
        if self.values.is_empty() { std::slice::from_ref(&self.name) } else { &self.values }
    }
}

/// Content of an arm.
#[derive(Clone, Debug)]
pub(crate) enum ArmBodyDecl {
    Value(TypeExpr),
    Fields {
        fields: Vec<FieldDecl>,
        discriminator: ArmDiscriminator,
    },
    /// Record that is declared elsewhere.
    Record {
        name: Text,
        discriminator: ArmDiscriminator,
    },
}

/// Keys that distinguish an arm of a union by members.
#[derive(Clone, Debug)]
pub(crate) struct ArmDiscriminator {
    pub(crate) has: Option<Text>,
    pub(crate) otherwise: Option<Span>,
}

/// Member of an object, or parameter of a call.
#[derive(Clone, Debug)]
pub(crate) struct FieldDecl {
    /// Name without the `?`.
    pub(crate) name: Text,
    pub(crate) optional: bool,
    pub(crate) seen: bool,
    pub(crate) ty: TypeExpr,
}

mapping! {
    /// Attributes next to a type. `check` decides where each is allowed.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct Attributes = "definition", "a type" {
        some doc: Text; "The description.";
        some source: Text, by Mark; sentence!(source);
        some unit: Text, by Filled; "The unit of a number.";
        some amount: AmountDecl; "The members of the same record by which people read an amount of a token.";
        some range: Text, by Bounds; "The bounds of a number; a value outside is refused before sending.";
        some size: Text, by Bounds;
            "The bounds of the number of items or characters; a value outside is refused before sending.";
        some pattern: Text;
            "A regular expression that must match some part of the text; another text is refused before sending.";
        some clamp: Text, by Bounds; "The bounds to which the service clamps a value; never refused.";
        some default: Node; "The value that the service uses by default.";
        some defaults_to as "defaultsTo": Text, by Filled; "The default of the service, in words.";
        some join: Text;
            "The separator of a list or an object in a query, a path, a header, a cookie or a form.";
        some style: At<Style>; "The encoding of a value in a query, a path, a header, a cookie or a form.";
        some explode: Span, by True;
            "Whether each item of a list has the prefix of its style, and each member of an object is `name=value`.";
        some slashes: At<Slashes>;
            "Whether slashes of a path parameter are part of the path and not escaped.";
        list content: Text, by PartContent;
            "The media types of a part of a multipart body; the first is sent, unless a file has its own.";
        list headers: (Text, Text); "The headers of a part of a multipart body, with their values.";
        some rest: Span, by True;
            "Whether the map holds all other members of the record; such a member is the last one.";
        with direction: Directions; "Which messages have the member.";
        some secret: Span, by True; "Whether the text is never shown, such as that of a password.";
        list echoes: Text, by OneOrSeveral;
            "The parameter whose value the member of a response has: `parameter`, or `operation.parameter`; or \
             `../member` of the object that holds the record; or `below/member` of the one a height below.";
        some only: At<Vec<Text>>, by Placed<ListOf<TextOrNumber>>;
            "The values of the enumeration that are allowed here.";
        some also: At<AlsoDecl>; "Another form that services send.";
        some seen: At<bool>, by Seen;
            "True for an item that is known from real services; or further fields, values or common members of that kind.";
        some since: Text, by Filled<TextOrNumber>; sentence!(since);
        some until: Text, by Filled<TextOrNumber>; sentence!(until);
        some deprecated: Deprecation; sentence!(deprecated);
        list available: Availability, by OneOrSeveral; sentence!(available);
        list notes: Note; sentence!(notes);
        some rust: Text; sentence!(rust);
        some example: Node; "A value, as an example.";
        list allow: Text, by Warnings; sentence!(allow);
        later keys: Vec<(&'static str, Span)>; "The present keys, with their spans.";
    }
    then record_attribute_keys;
}

/// Records the present attributes with the spans of their keys.
fn record_attribute_keys(_: &mut Reader, members: &Members<'_>, attributes: Attributes) -> Option<Attributes> {
    let keys = members.places(Attributes::TABLE.keys().map(|key| key.name));
    Some(Attributes { keys, ..attributes })
}

/// Messages that have a member; `None` for requests and responses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Directions(pub(crate) Option<At<Direction>>);

impl Mapping for Directions {
    const TABLE: Table = Table::new(
        "",
        "",
        &[
            key("readOnly", Shape::Flag, "Whether the service sets the member; a request never has it."),
            key("writeOnly", Shape::Flag, "Whether only requests have the member; responses do not return it."),
        ],
    );

    fn from_members(reader: &mut Reader, members: &Members<'_>) -> Option<Self> {
        let read_only: Option<Span> = reader.by::<True, _>(members, "readOnly");
        let write_only: Option<Span> = reader.by::<True, _>(members, "writeOnly");
        if let (Some(_), Some(second)) = (members.key_span("readOnly"), members.key_span("writeOnly")) {
            let message = "`readOnly` and `writeOnly` contradict each other";
            reader.report(Diagnostic::error(Code::BadAttribute, second, message).hint("keep one of them"));
        }
        let read_only = read_only.map(|span| At { value: Direction::Response, span });
        Some(Self(read_only.or(write_only.map(|span| At { value: Direction::Request, span }))))
    }
}

/// Additional form of a value that the client accepts.
#[derive(Clone, Debug)]
pub(crate) enum AlsoDecl {
    /// A single item in place of a list.
    Single,
    /// A form that a key states.
    Keyed(AlsoKey),
}

choice! {
    /// Key that states the additional form.
    #[derive(Clone, Debug)]
    pub(crate) enum AlsoKey = "also", "`also`" {
        Names "name": Vec<Text>, by OneOrSeveral; "Other names of the member.";
        Empty "empty": Absent; "An empty text means that the member is absent.";
        Null "null": Absent; "Null means that the member is absent, and is never sent.";
        At "at": Text; "The member of an object that holds the list.";
    }
    hint "write `{ name: … }`, `{ empty: absent }`, `{ null: absent }`, `{ at: … }` or `single`";
}

/// Word under `also` for a single item in place of a list.
const SINGLE: &str = "single";

impl Word for AlsoDecl {
    const SHAPE: Shape = Shape::Either(&[Shape::Word(&[SINGLE]), AlsoKey::SHAPE]);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        match &node.kind {
            NodeKind::Text(_) => reader.word(node, what, &[(SINGLE, ())]).map(|_| Self::Single),
            _ => AlsoKey::read(reader, node, what).map(Self::Keyed),
        }
    }
}

mapping! {
    /// Keys of a value of an enumeration.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct EnumValueKeys = "value", "a value" {
        some doc: Text; "The description of the value.";
        some rust: Text; sentence!(rust);
    }
}

mapping! {
    /// Keys of an arm with its own members, or with the members of a declared record.
    #[derive(Clone, Debug)]
    pub(crate) struct ArmKeys = "arm", "an arm" {
        some doc: Text; "The description of the arm.";
        some source: Text, by Mark; sentence!(source);
        some rust: Text; sentence!(rust);
        list fields: FieldDecl, by Fields; "The members of this arm.";
        some ty as "type": Text; "The declared record whose members this arm has.";
        some seen: SeenFields; "True for an arm that is known from real services; or further fields of that kind.";
        some has: Text; "The member that identifies the arm; no later arm has it.";
        some otherwise: Span, by True; "True for the arm that is selected if no other is.";
        list values: (Text, KeyKind), by TagValues;
            "The values of the tag that select the arm, in place of its name; the tag is a member of the arm then.";
        list allow: Text, by Warnings; sentence!(allow);
    }
    apart &[&["fields", "type"]];
}

/// Value of `seen`: whether an item is known only from real services, or its members that are.
#[derive(Clone, Debug)]
pub(crate) enum SeenFields {
    Flag(bool),
    Fields(Vec<FieldDecl>),
}

mapping! {
    /// Keys of `union` for a union with a tag.
    #[derive(Clone, Debug)]
    pub(crate) struct UnionTag = "union", "`union`" {
        must tag: Text; "The member that names the arm, or the path to it: `member.inner`.";
    }
}

/// Notation of members: names, optionally with a `?`, and their types.
#[derive(Debug)]
pub(crate) enum Fields {}

/// Notation of the flag `seen`; additional fields or values are read with the type.
#[derive(Debug)]
pub(crate) enum Seen {}

/// Notation of tag values, each with its kind.
#[derive(Debug)]
pub(crate) enum TagValues {}

/// Notation of types by their names.
#[derive(Debug)]
pub(crate) enum Types {}

/// Notation of scalars by their names.
#[derive(Debug)]
pub(crate) enum Scalars {}

/// Shape of a type without attributes.
const PLAIN: Shape = Shape::Type(Position::Plain);

/// Keys that determine the kind of a type. `extends` and `seen` alone do not.
pub(crate) const HEADS: &[TableKey] = &[
    key("type", Shape::Type(Position::Inner), "The type to which the attributes beside it apply."),
    key("list", PLAIN, "An array of this type."),
    key("map", PLAIN, "An object with any members, whose values are of this type."),
    key("tuple", Shape::List(&PLAIN), "An array with one type per place."),
    key("fields", Shape::Fields, "The members of an object; one whose name ends in `?` may be absent."),
    key("enum", ENUM, "The allowed texts or whole numbers; others are kept."),
    key(
        "union",
        Shape::Either(&[Shape::Word(&[FORM, MEMBERS]), UnionTag::SHAPE]),
        "A union, and the way to tell its arms apart.",
    ),
    key("const", Shape::Any, "A fixed value, which a client always sends."),
    key("foreign", Shape::Text, "A Rust type of your own, by its path."),
];

/// Shape of the values of an enumeration.
pub(crate) const ENUM: Shape = Shape::Either(&[
    Shape::List(&Shape::TextOrNumber),
    Shape::Map(&Shape::Either(&[Shape::Text, EnumValueKeys::SHAPE])),
]);

/// Keys that belong to one kind of type.
const KEYS_OF_KINDS: &[TableKey] = &[
    key("key", PLAIN, "The type of the keys of a `map`."),
    key("extends", Shape::Text, "The record whose members are added."),
    key(
        "of",
        Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]),
        "The type parameters: `Page` with `of: T` is used as `Page<Book>`.",
    ),
    key("common", Shape::Fields, "The common members of all arms of a union."),
    key(
        "arms",
        Shape::Map(&Shape::Either(&[Shape::Type(Position::Arm), ArmKeys::SHAPE])),
        "The arms of a union, by name.",
    ),
];

/// Table of the keys of a type: its kind, the keys of the kind, and attributes.
pub(crate) const TYPE: Table = {
    const GROUPS: &[&[TableKey]] = &[HEADS, KEYS_OF_KINDS, Attributes::TABLE.all_keys()];
    const KEYS: [TableKey; count(GROUPS)] = joined(GROUPS);
    Table::new("definition", "a type", &KEYS)
        .apart(&[&["default", "defaultsTo"], &["readOnly", "writeOnly"]])
        .beside(&[("key", "map"), ("extends", "fields"), ("of", "fields"), ("common", "union"), ("arms", "union")])
};

/// Returns the integer type that the spec names (`rust: u64`).
pub(crate) fn integer(name: &str) -> Option<Integer> {
    INTEGERS.iter().find(|(word, _)| *word == name).map(|(_, integer)| *integer)
}
