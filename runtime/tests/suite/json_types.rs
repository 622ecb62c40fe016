//! Types in the shape in which the generator writes them, one for each form that it knows.
#![allow(dead_code, missing_docs, unreachable_pub)]

use std::collections::BTreeMap;

use chainloom_runtime::__private as rt;
use rt::schema::{
    Also, Arm, ArmBody, Discriminator, Enum, Field, Form, Integer, List, Map, Presence, Record, Scalar, Type, Union,
};
use rt::{Bytes, FixedBytes, U256};

macro_rules! scalars {
    ($($name:ident = $form:expr;)*) => {$(
        pub static $name: Scalar = Scalar { name: stringify!($name), form: $form };
    )*};
}

scalars! {
    ID = Form::Base58Check { bytes: 32, prefix: "" };
    PEER = Form::Base58Check { bytes: 20, prefix: "Peer-" };
    HASH = Form::Hex { bytes: Some(32), prefix: Presence::Required };
    BYTES = Form::Hex { bytes: None, prefix: Presence::Required };
    LOOSE = Form::Hex { bytes: None, prefix: Presence::Optional };
    AMOUNT = Form::DecimalInteger(Integer::U256);
    COUNT = Form::DecimalInteger(Integer::U64);
    DECIMAL = Form::Decimal;
    QUANTITY = Form::Quantity(Integer::U64);
    SECONDS = Form::Seconds;
    MILLIS = Form::Milliseconds;
    DATE_TIME = Form::DateTime;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(pub rt::Base58Check<32>);

impl std::str::FromStr for Id {
    type Err = rt::ParseError;
    fn from_str(text: &str) -> Result<Self, rt::ParseError> {
        rt::Base58Check::parse(text, "").map(Self)
    }
}

impl rt::Read for Id {
    fn blank() -> Self {
        Self(rt::Base58Check::blank())
    }
    fn read(_: Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        rt::Base58Check::read(reader, "").map(Self)
    }
}

impl rt::Write for Id {
    fn write(&self, _: Type, writer: &mut rt::Writer) {
        self.0.write("", writer);
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Color {
    Red,
    Green,
    Unknown(rt::Text),
}

pub static COLOR: Enum = Enum { name: "Color", values: &["red", "green"] };

impl rt::Enumeration for Color {
    fn schema() -> &'static Enum {
        &COLOR
    }
    fn from_index(index: usize) -> Option<Self> {
        Some(match index {
            0 => Self::Red,
            1 => Self::Green,
            _ => return None,
        })
    }
    fn unknown(text: rt::Text) -> Self {
        Self::Unknown(text)
    }
    fn as_str(&self) -> &str {
        match self {
            Self::Red => "red",
            Self::Green => "green",
            Self::Unknown(text) => text,
        }
    }
}

impl rt::Read for Color {
    fn blank() -> Self {
        Self::Red
    }
    fn read(_: Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        rt::read_enum(reader)
    }
}

impl rt::Write for Color {
    fn write(&self, _: Type, writer: &mut rt::Writer) {
        writer.text(rt::Enumeration::as_str(self));
    }
}

/// A record as the generator writes it; a test would only repeat its lines.
macro_rules! record {
    ($name:ident, $schema:ident, { $($index:literal $member:ident: $ty:ty,)* }, [$($field:expr,)*]) => {
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(pub $member: $ty,)*
            pub extra: rt::Extra,
        }

        pub static $schema: Record = Record { name: stringify!($name), fields: &[$($field,)*] };

        impl rt::Record for $name {
            fn blank() -> Self {
                Self { $($member: rt::blank(),)* extra: rt::blank() }
            }
            fn table(&self) -> &'static Record {
                &$schema
            }
            fn member_mut(&mut self, index: usize) -> Option<&mut dyn rt::Fill> {
                match index {
                    $($index => Some(&mut self.$member),)*
                    _ => None,
                }
            }
            fn extra_mut(&mut self) -> Option<&mut rt::Extra> {
                Some(&mut self.extra)
            }
            fn member(&self, index: usize) -> Option<&dyn rt::Write> {
                match index {
                    $($index => Some(&self.$member),)* _ => None, }
            }
            fn extra(&self) -> Option<&rt::Extra> {
                Some(&self.extra)
            }
        }
    };
}

pub static TEXTS: List = List { item: Type::Text, also: Also::Single };
pub static ROWS: List = List { item: Type::List(&NUMBERS), also: Also::Nothing };
pub static NUMBERS: List = List { item: Type::Integer(Integer::I64), also: Also::Nothing };
pub static ITEMS: List = List { item: Type::Record(&ITEM), also: Also::At("items") };
pub static SHAPES: List = List { item: Type::Record(&SHAPE), also: Also::Nothing };
pub static TOTALS: Map = Map { key: Type::Scalar(&ID), value: Type::Scalar(&AMOUNT) };
pub static BY_NUMBER: Map = Map { key: Type::Integer(Integer::U64), value: Type::Text };

record!(Item, ITEM, {
    0 name: rt::Text,
    1 price: Option<rt::Decimal>,
    2 size: u8,
}, [
    Field::required("name", Type::Text).aliases(&["title"]),
    Field::optional("price", Type::Scalar(&DECIMAL)).empty_is_absent(),
    Field::required("size", Type::Integer(Integer::U8)),
]);

record!(Order, ORDER, {
    0 id: Id,
    1 hash: FixedBytes<32>,
    2 data: Bytes,
    3 memo: rt::LooseHex,
    4 amount: U256,
    5 count: u64,
    6 nonce: u64,
    7 opened: rt::Timestamp,
    8 seen: rt::TimestampMillis,
    9 at: rt::DateTime,
    10 color: Color,
    11 share: f64,
    12 paid: bool,
    13 notes: Vec<rt::Text>,
    14 rows: Vec<Vec<i64>>,
    15 items: Vec<Item>,
    16 totals: BTreeMap<Id, U256>,
    17 names: Option<BTreeMap<u64, rt::Text>>,
    18 any: Option<rt::RawJson>,
    19 parent: Option<Box<Order>>,
    20 limit: Option<u64>,
    21 shapes: Option<Vec<Shape>>,
    22 key: Option<Key>,
    23 payment: Option<Payment>,
    24 big: Option<u128>,
}, [
    Field::required("id", Type::Scalar(&ID)),
    Field::required("hash", Type::Scalar(&HASH)),
    Field::required("data", Type::Scalar(&BYTES)),
    Field::required("memo", Type::Scalar(&LOOSE)),
    Field::required("amount", Type::Scalar(&AMOUNT)),
    Field::required("count", Type::Scalar(&COUNT)),
    Field::required("nonce", Type::Scalar(&QUANTITY)),
    Field::required("opened", Type::Scalar(&SECONDS)),
    Field::required("seen", Type::Scalar(&MILLIS)),
    Field::required("at", Type::Scalar(&DATE_TIME)),
    Field::required("color", Type::Enum(&COLOR)),
    Field::required("share", Type::Number),
    Field::required("paid", Type::Boolean),
    Field::required("notes", Type::List(&TEXTS)),
    Field::required("rows", Type::List(&ROWS)),
    Field::required("items", Type::List(&ITEMS)),
    Field::required("totals", Type::Map(&TOTALS)),
    Field::optional("names", Type::Map(&BY_NUMBER)),
    Field::optional("any", Type::Json),
    Field::optional("parent", Type::Record(&ORDER)),
    Field::required("limit", Type::Nullable(&Type::Scalar(&COUNT))),
    Field::optional("shapes", Type::List(&SHAPES)),
    Field::optional("key", Type::Union(&KEY)),
    Field::optional("payment", Type::Union(&PAYMENT)),
    Field::optional("big", Type::Integer(Integer::U128)),
]);

/// A union told by the form of its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    Number(u64),
    Hash(FixedBytes<32>),
    Name(Color),
    Item(Item),
    Several(Vec<i64>),
    Off,
    Unknown(rt::RawJson),
}

pub static KEY: Union = Union {
    name: "Key",
    discriminator: Discriminator::Form,
    common: &[],
    arms: &[
        Arm::new("number", ArmBody::Value(Type::Scalar(&QUANTITY))),
        Arm::new("hash", ArmBody::Value(Type::Scalar(&HASH))),
        Arm::new("name", ArmBody::Value(Type::Enum(&COLOR))),
        Arm::new("item", ArmBody::Value(Type::Record(&ITEM))),
        Arm::new("several", ArmBody::Value(Type::List(&NUMBERS))),
        Arm::new("off", ArmBody::Const("false")),
    ],
};

impl rt::Read for Key {
    fn blank() -> Self {
        Self::Number(rt::blank())
    }
    fn read(_: Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        Ok(match reader.select(&KEY)? {
            (0, ty) => Self::Number(rt::Read::read(ty, reader)?),
            (1, ty) => Self::Hash(rt::Read::read(ty, reader)?),
            (2, ty) => Self::Name(rt::Read::read(ty, reader)?),
            (3, ty) => Self::Item(rt::Read::read(ty, reader)?),
            (4, ty) => Self::Several(rt::Read::read(ty, reader)?),
            (5, _) => {
                reader.skip()?;
                Self::Off
            }
            (_, ty) => Self::Unknown(rt::Read::read(ty, reader)?),
        })
    }
}

impl rt::Write for Key {
    fn write(&self, _: Type, writer: &mut rt::Writer) {
        match self {
            Self::Number(value) => writer.arm(&KEY, 0, value),
            Self::Hash(value) => writer.arm(&KEY, 1, value),
            Self::Name(value) => writer.arm(&KEY, 2, value),
            Self::Item(value) => writer.arm(&KEY, 3, value),
            Self::Several(value) => writer.arm(&KEY, 4, value),
            Self::Off => writer.constant(&KEY, 5),
            Self::Unknown(value) => value.write(Type::Json, writer),
        }
    }
}

record!(Circle, CIRCLE, { 0 radius: u32, }, [Field::required("radius", Type::Integer(Integer::U32)),]);
record!(Group, GROUP, { 0 inner: Option<Box<Shape>>, 1 parts: Option<Vec<Shape>>, }, [
    Field::optional("inner", Type::Record(&SHAPE)),
    Field::optional("parts", Type::List(&SHAPES)),
]);

/// The members of an arm that has none.
#[derive(Clone, Debug, PartialEq)]
pub struct Empty {}

pub static EMPTY: Record = Record { name: "Empty", fields: &[] };

impl rt::Record for Empty {
    fn blank() -> Self {
        Self {}
    }
    fn table(&self) -> &'static Record {
        &EMPTY
    }
    fn member_mut(&mut self, _: usize) -> Option<&mut dyn rt::Fill> {
        None
    }
    fn member(&self, _: usize) -> Option<&dyn rt::Write> {
        None
    }
}

/// A union told by a tag.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    pub label: rt::Text,
    pub kind: ShapeKind,
    pub extra: rt::Extra,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ShapeKind {
    Circle(Circle),
    Group(Group),
    Empty(Empty),
    Unknown(rt::Text),
}

pub static SHAPE: Record = Record { name: "Shape", fields: &[Field::required("label", Type::Text)] };
pub static SHAPE_UNION: Union = Union {
    name: "Shape",
    discriminator: Discriminator::Tag("kind"),
    common: SHAPE.fields,
    arms: &[
        Arm::new("circle", ArmBody::Fields { record: &CIRCLE, has: None }),
        Arm::new("group", ArmBody::Fields { record: &GROUP, has: None }),
        Arm::new("empty", ArmBody::Fields { record: &EMPTY, has: None }),
    ],
};

impl rt::Record for Shape {
    fn blank() -> Self {
        Self { label: rt::blank(), kind: ShapeKind::Empty(rt::blank()), extra: rt::blank() }
    }
    fn table(&self) -> &'static Record {
        &SHAPE
    }
    fn member_mut(&mut self, index: usize) -> Option<&mut dyn rt::Fill> {
        match index {
            0 => Some(&mut self.label),
            _ => None,
        }
    }
    fn extra_mut(&mut self) -> Option<&mut rt::Extra> {
        Some(&mut self.extra)
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.label),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
    fn union(&self) -> Option<&'static Union> {
        Some(&SHAPE_UNION)
    }
    fn set_arm(&mut self, arm: Option<usize>, tag: rt::Text) {
        self.kind = match arm {
            Some(0) => ShapeKind::Circle(rt::blank()),
            Some(1) => ShapeKind::Group(rt::blank()),
            Some(2) => ShapeKind::Empty(rt::blank()),
            _ => ShapeKind::Unknown(tag),
        };
    }
    fn arm(&self) -> rt::Arm<'_> {
        match &self.kind {
            ShapeKind::Circle(arm) => rt::Arm::Known(0, arm),
            ShapeKind::Group(arm) => rt::Arm::Known(1, arm),
            ShapeKind::Empty(arm) => rt::Arm::Known(2, arm),
            ShapeKind::Unknown(tag) => rt::Arm::Unknown(tag),
        }
    }
    fn arm_mut(&mut self) -> Option<&mut dyn rt::Record> {
        match &mut self.kind {
            ShapeKind::Circle(arm) => Some(arm),
            ShapeKind::Group(arm) => Some(arm),
            ShapeKind::Empty(arm) => Some(arm),
            ShapeKind::Unknown(_) => None,
        }
    }
}

record!(Card, CARD, { 0 number: rt::Text, }, [Field::required("cardNumber", Type::Text),]);
record!(Cash, CASH, { 0 paid_to: Option<rt::Text>, }, [Field::optional("paidTo", Type::Text),]);

/// A union told by its members.
#[derive(Clone, Debug, PartialEq)]
pub struct Payment {
    pub total: u64,
    pub by: PaymentBy,
    pub extra: rt::Extra,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PaymentBy {
    Card(Card),
    Cash(Cash),
}

pub static PAYMENT_COMMON: Record =
    Record { name: "Payment", fields: &[Field::required("total", Type::Scalar(&COUNT))] };
pub static PAYMENT: Union = Union {
    name: "Payment",
    discriminator: Discriminator::Members,
    common: PAYMENT_COMMON.fields,
    arms: &[
        Arm::new("card", ArmBody::Fields { record: &CARD, has: Some("cardNumber") }),
        Arm::new("cash", ArmBody::Fields { record: &CASH, has: None }),
    ],
};

impl rt::Record for Payment {
    fn blank() -> Self {
        Self { total: rt::blank(), by: PaymentBy::Cash(rt::blank()), extra: rt::blank() }
    }
    fn table(&self) -> &'static Record {
        &PAYMENT_COMMON
    }
    fn member_mut(&mut self, index: usize) -> Option<&mut dyn rt::Fill> {
        match index {
            0 => Some(&mut self.total),
            _ => None,
        }
    }
    fn extra_mut(&mut self) -> Option<&mut rt::Extra> {
        Some(&mut self.extra)
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.total),
            _ => None,
        }
    }
    fn extra(&self) -> Option<&rt::Extra> {
        Some(&self.extra)
    }
    fn union(&self) -> Option<&'static Union> {
        Some(&PAYMENT)
    }
    fn set_arm(&mut self, arm: Option<usize>, _: rt::Text) {
        self.by = match arm {
            Some(0) => PaymentBy::Card(rt::blank()),
            _ => PaymentBy::Cash(rt::blank()),
        };
    }
    fn arm(&self) -> rt::Arm<'_> {
        match &self.by {
            PaymentBy::Card(arm) => rt::Arm::Known(0, arm),
            PaymentBy::Cash(arm) => rt::Arm::Known(1, arm),
        }
    }
    fn arm_mut(&mut self) -> Option<&mut dyn rt::Record> {
        match &mut self.by {
            PaymentBy::Card(arm) => Some(arm),
            PaymentBy::Cash(arm) => Some(arm),
        }
    }
}

pub const ORDER_TYPE: Type = Type::Record(&ORDER);

/// A body that has every form in it.
pub fn order() -> String {
    let inner = order_with("null", "\"limit\":null");
    order_with(&inner, r#""limit":"18446744073709551615","later":{"a":[1,2.50,"x\u00e9"]},"another":"…""#)
}

fn order_with(parent: &str, end: &str) -> String {
    format!(
        r#"{{"id":"2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM","hash":"0x{}","data":"0x00ff","memo":"ABcd",
        "amount":"115792089237316195423570985008687907853269984665640564039457584007913129639935",
        "count":18446744073709551615,"nonce":"0x2a","opened":1648672486,"seen":"1648672486000",
        "at":"2021-04-02T15:34:00.262979-07:00","color":"mauve","share":1.5e-7,"paid":true,
        "notes":["a\"b\\c\n","💎","\ud83d\udc8e"],"rows":[[1,-2],[],null],"items":{{"items":[
            {{"name":"n","price":"1.50","size":3}},{{"title":"t","price":"","size":"0xff"}}]}},
        "totals":{{"11111111111111111111111111111111LpoYY":"1"}},"names":{{"7":"seven"}},"any":{{"x":[1e400]}},
        "parent":{parent},"shapes":[{{"radius":1,"kind":"circle","label":"c"}},{{"kind":"group","label":"g",
            "inner":{{"label":"e","kind":"empty","more":1}},"parts":[{{"label":"u","kind":"spiral","turns":3}}]}}],
        "key":"0x12","payment":{{"cardNumber":"1","total":"5"}},"big":340282366920938463463374607431768211455,{end}}}"#,
        "ab".repeat(32)
    )
}
