//! The reader: walks over a body and puts it into values, led by static tables.
//!
//! Input: JSON text. Output: calls into the values that are to be filled. The loop over the members of an
//! object is here and compiled once for all types. A value is done only when its required members were
//! all seen. Nothing here knows a Rust type of a scalar; which arm a union takes is decided in `union`.

use std::borrow::Cow;
use std::ops::Range;

use alloy_primitives::Bytes;

use super::error::{ReadError, describe};
use super::limits::ReadLimits;
use super::memory::{Ends, Guesses};
use super::notes::Notes;
use super::order::Orders;
use super::table::{Place, Table, Tables, Told};
use super::token::{Fault, Kind, Tokens};
use super::{Extra, RawJson, Read, Record};
use crate::schema::{Also, Field, Type};
use crate::text::Text;

/// The result of reading into a place.
pub(crate) type Done = Result<(), ReadError>;

/// A scalar of the body.
#[derive(Clone, Copy, Debug)]
pub enum Lexeme<'t> {
    /// A string, without escapes.
    Text(&'t str),
    /// Digits of a number.
    Number(&'t str),
    /// A boolean.
    Boolean(bool),
}

/// A reader of one JSON text.
pub struct Reader<'a> {
    pub(super) tokens: Tokens<'a>,
    /// How many arrays and objects in one another this stack may take, and how many more of them.
    pub(super) levels: usize,
    pub(super) room: usize,
    /// What the values that are read may still take, in bytes.
    pub(super) left: usize,
    pub(super) limits: ReadLimits,
    /// Whether this stack may take no more, though the limits allow it.
    pub(super) needs_stack: bool,
    pub(super) ends: Ends,
    pub(super) guesses: Guesses,
    pub(super) orders: Orders,
    /// Where parts of the body are, if somebody asks.
    pub(super) notes: Option<Box<Notes>>,
    /// The body where it is bytes and no JSON.
    bytes: Option<Bytes>,
}

impl<'a> Reader<'a> {
    /// Creates a reader at the start of a body.
    #[must_use]
    pub fn new(body: &'a str) -> Self {
        Self::within(body, ReadLimits::default())
    }

    /// A reader with limits of its own.
    pub(crate) fn within(body: &'a str, limits: ReadLimits) -> Self {
        Self {
            tokens: Tokens::new(body),
            levels: limits.shallow(),
            room: limits.shallow(),
            left: limits.bytes,
            limits,
            needs_stack: false,
            ends: Ends::default(),
            guesses: Guesses::default(),
            orders: Orders::default(),
            notes: None,
            bytes: None,
        }
    }

    /// A reader of a body that is bytes and no JSON: the next value takes them.
    pub(crate) fn of_bytes(body: Bytes) -> Self {
        Self { bytes: Some(body), ..Self::new("") }
    }

    /// The body where it is bytes and no JSON.
    pub(crate) fn take_bytes(&mut self) -> Option<Bytes> {
        self.bytes.take()
    }

    /// Skips the next value, at any depth.
    ///
    /// # Errors
    /// The value is not JSON.
    pub fn skip(&mut self) -> Result<(), ReadError> {
        self.tokens.skip(&mut ()).map_err(|fault| self.broken(&fault))
    }

    /// Where the next value begins.
    ///
    /// # Errors
    /// There is no next value.
    pub(crate) fn offset(&mut self) -> Result<usize, ReadError> {
        self.kind()?;
        Ok(self.tokens.offset())
    }

    /// Where the last value ended.
    pub(crate) fn position(&self) -> usize {
        self.tokens.offset()
    }

    /// Returns the JSON text of the next value.
    ///
    /// # Errors
    /// The value is not JSON.
    pub fn raw(&mut self) -> Result<&'a str, ReadError> {
        self.kind()?;
        let start = self.tokens.offset();
        self.skip()?;
        Ok(self.tokens.all().get(start..self.tokens.offset()).unwrap_or_default())
    }

    /// Reads a text, a number or a truth value. `parse` says what it expected when it takes none of it.
    ///
    /// # Errors
    /// When `parse` does not take it.
    pub fn scalar<T>(
        &mut self,
        parse: impl FnOnce(Lexeme<'_>) -> Result<T, Cow<'static, str>>,
    ) -> Result<T, ReadError> {
        let kind = self.kind()?;
        let start = self.tokens.offset();
        let parsed = match kind {
            Kind::Text => self.tokens.string().map(|text| parse(Lexeme::Text(text))),
            Kind::Number => self.tokens.number().map(|digits| parse(Lexeme::Number(digits))),
            Kind::Boolean => self.tokens.boolean().map(|value| parse(Lexeme::Boolean(value))),
            // An empty text fits no scalar but text; it makes `parse` say what it expects.
            _ => {
                let expected = parse(Lexeme::Text("")).err().unwrap_or("a text".into());
                return Err(self.mismatch(start, expected));
            }
        };
        match parsed {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(expected)) => Err(self.mismatch(start, expected)),
            Err(fault) => Err(self.broken(&fault)),
        }
    }

    /// Skips a `null`, and returns whether there was one.
    ///
    /// # Errors
    /// The next value begins like `null`, and is none.
    pub fn null(&mut self) -> Result<bool, ReadError> {
        // Whoever reads what is next finds out whether it is a value.
        let is_null = self.tokens.begins_null();
        if is_null {
            self.tokens.null().map_err(|fault| self.broken(&fault))?;
        }
        Ok(is_null)
    }

    /// Takes the text that is next, of which `take` knows where it ends: [`Tokens::take_text`].
    pub(crate) fn take_text(&mut self, take: impl FnOnce(&[u8]) -> Option<usize>) -> bool {
        self.tokens.take_text(take)
    }

    /// Checks that only white space is left.
    ///
    /// # Errors
    /// Something else is left.
    pub fn finish(&mut self) -> Result<(), ReadError> {
        self.tokens.finish().map_err(|fault| self.broken(&fault))
    }

    /// Reads the members of an object.
    ///
    /// # Errors
    /// A member does not fit, or a required one is missing.
    #[doc(hidden)]
    pub fn record(&mut self, record: &mut dyn Record) -> Done {
        if self.kind()? != Kind::Object {
            return Err(self.mismatch(self.tokens.offset(), "an object"));
        }
        self.spend(record.boxed())?;
        let is_noted = self.notes_object();
        let told = match record.union() {
            Some(union) if self.guesses.is_allowed() => return self.guessed(union, record),
            Some(union) => self.tell(union, record)?,
            None => Told::NOTHING,
        };
        let start = self.tokens.offset();
        self.enter()?;
        let mut tables = Tables::new(record.table().fields, told, &mut self.orders);
        let mut more = self.tokens.enter_object();
        while more {
            let key = self.tokens.offset();
            if is_noted {
                self.note_start();
            }
            self.next_member_of(record, &mut tables)?;
            if is_noted {
                self.note_end(key)?;
            }
            more = self.tokens.next_member().map_err(|fault| self.broken(&fault))?;
        }
        self.room += 1;
        self.complete(&tables, start)
    }

    /// Reads the member that is next, wherever it belongs.
    #[inline(always)]
    pub(super) fn next_member_of(&mut self, record: &mut dyn Record, tables: &mut Tables) -> Done {
        let key = self.tokens.offset();
        match tables.next(&mut self.tokens, &mut self.orders).map_err(|fault| self.broken(&fault))? {
            Place::Common(index) => self.member(record, &mut tables.common, index),
            Place::Arm(index) => match record.arm_mut() {
                Some(arm) => self.member(arm, &mut tables.arm, index),
                None => self.skip(),
            },
            Place::Tag => self.skip(),
            place => self.other(record, tables, place, key),
        }
    }

    /// Reads a member that the tables do not name.
    fn other(&mut self, record: &mut dyn Record, tables: &Tables, place: Place, key: usize) -> Done {
        let name = self.name_at(key)?;
        match (place, record.arm_mut()) {
            (Place::Rest, _) => self.rest(record, &tables.common, &Text::from(&*name)),
            (Place::RestOfArm, Some(arm)) => self.rest(arm, &tables.arm, &Text::from(&*name)),
            (Place::Unknown, _) => match record.extra_mut() {
                Some(extra) => self.unknown(extra, Text::from(&*name)),
                None => self.skip(),
            },
            _ => self.skip(),
        }
    }

    /// The key at an offset, of the member whose value is next.
    pub(super) fn name_at(&mut self, key: usize) -> Result<Cow<'a, str>, ReadError> {
        let value = self.tokens.offset();
        self.tokens.seek(key);
        let name = self.tokens.kept_key().map_err(|fault| self.broken(&fault))?;
        self.tokens.seek(value);
        Ok(name)
    }

    /// Checks that an object had all members that it must have.
    pub(super) fn complete(&self, tables: &Tables, start: usize) -> Done {
        match tables.common.missing().or_else(|| tables.arm.missing()) {
            Some(field) => Err(self.missing(start, field)),
            None => Ok(()),
        }
    }

    /// Reads one member, unless its value stands for its absence.
    pub(super) fn member(&mut self, record: &mut dyn Record, table: &mut Table, index: usize) -> Done {
        let Some(field) = table.fields.get(index) else { return self.skip() };
        let name = table.came_as;
        let repeated = table.seen.set(index);
        if field.required && self.tokens.begins_null() && !takes_null(field.ty) {
            table.seen.clear(index);
            return self.skip().map_err(|error| error.in_member(name));
        }
        if field.empty_is_absent && self.empty_text().map_err(|error| error.in_member(name))? {
            table.seen.clear(index);
            // An earlier value of the same member is taken back.
            if let Some(value) = record.member_mut(index).filter(|_| repeated) {
                value.reset();
            }
            return self.skip();
        }
        let Some(value) = record.member_mut(index) else { return self.skip() };
        if repeated {
            value.reset();
        }
        value.take(field.ty, self).map_err(|error| error.in_member(name))
    }

    /// Keeps a member that the table of its record does not have.
    fn unknown(&mut self, extra: &mut Extra, name: Text) -> Done {
        let kept = self.raw().and_then(|value| self.spend(size_of::<(Text, RawJson)>()).map(|()| value));
        let value = kept.map_err(|error| error.in_member(name.to_string()))?;
        extra.push(name, RawJson::checked(value));
        Ok(())
    }

    /// Adds a member to the map that takes all which the table does not have otherwise.
    fn rest(&mut self, record: &mut dyn Record, table: &Table, name: &Text) -> Done {
        let map = table.rest().and_then(|(index, field)| Some((field.ty, record.member_mut(index)?)));
        let Some((ty, map)) = map else { return self.skip() };
        map.take_member(ty, name, self).map_err(|error| error.in_member(name.to_string()))
    }

    /// Reads an array.
    pub(crate) fn list(&mut self, ty: Type, each: &mut Each<'_>) -> Done {
        let (item, also) = item_of(ty);
        match (self.kind()?, also) {
            (Kind::Object, Also::At(member)) => self.list_at(member, item, each),
            (Kind::Null | Kind::List, _) => self.items_of(item, each),
            (_, Also::Single) => {
                each(self, Step::Begin)?;
                each(self, Step::Item(item))
            }
            _ => Err(self.mismatch(self.tokens.offset(), "an array")),
        }
    }

    /// Reads the items of an array; null has none. An error tells the index of the item.
    fn items_of(&mut self, item: Type, each: &mut Each<'_>) -> Done {
        each(self, Step::Begin)?;
        let mut index = 0;
        match self.kind()? {
            Kind::List => self.items(&mut |reader| {
                each(reader, Step::Item(item)).map_err(|error| error.in_item(index))?;
                index += 1;
                Ok(())
            }),
            Kind::Null => self.skip(),
            _ => Err(self.mismatch(self.tokens.offset(), "an array")),
        }
    }

    /// Reads an array whose places have types of their own, calling `each` with the place and its type.
    pub(crate) fn tuple(&mut self, ty: Type, each: &mut EachPlace<'_>) -> Result<(), ReadError> {
        let start = self.tokens.offset();
        if self.kind()? != Kind::List {
            return Err(self.mismatch(self.tokens.offset(), "an array"));
        }
        let types = match super::impls::inner(ty) {
            Type::Tuple(types) => types,
            _ => &[],
        };
        let mut index = 0;
        self.items(&mut |reader| {
            let ty = types.get(index).map_or(Type::Json, |ty| ty.plain());
            each(reader, index, ty).map_err(|error| error.in_item(index))?;
            index += 1;
            Ok(())
        })?;
        match index < types.len() {
            true => Err(ReadError::new(self.body(), start, "a value", "no such item").in_item(index)),
            false => Ok(()),
        }
    }

    /// Reads an array that a member of an object holds. Where several have its name, each must fit, and the last is kept.
    fn list_at(&mut self, member: &'static str, item: Type, each: &mut Each<'_>) -> Done {
        let start = self.tokens.offset();
        self.enter()?;
        let (mut is_there, mut more) = (false, self.tokens.enter_object());
        while more {
            let key = self.tokens.offset();
            let is_it = self.tokens.key().map(|name| name == member);
            match is_it.map_err(|fault| self.broken(&fault))? {
                true => {
                    is_there = true;
                    self.items_of(item, each).map_err(|error| error.in_member(member))?;
                }
                false => self.skip_member(key)?,
            }
            more = self.tokens.next_member().map_err(|fault| self.broken(&fault))?;
        }
        self.room += 1;
        match is_there {
            true => Ok(()),
            false => Err(self.mismatch(start, format!("an array, or an object with the member `{member}`"))),
        }
    }

    /// Passes over the value of a member, whose key stands at an offset.
    pub(super) fn skip_member(&mut self, key: usize) -> Done {
        match self.skip() {
            Ok(()) => Ok(()),
            Err(error) => Err(error.in_member(self.name_at(key)?.into_owned())),
        }
    }

    /// Reads the members of an object with any keys.
    pub(crate) fn map(
        &mut self,
        each: &mut dyn FnMut(&mut Reader<'a>, &Text) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        match self.kind()? {
            Kind::Null => return self.skip(),
            Kind::Object => self.enter()?,
            _ => return Err(self.mismatch(self.tokens.offset(), "an object")),
        }
        let mut more = self.tokens.enter_object();
        while more {
            let name = self.tokens.key().map(Text::from).map_err(|fault| self.broken(&fault))?;
            each(self, &name).map_err(|error| error.in_member(name.to_string()))?;
            more = self.tokens.next_member().map_err(|fault| self.broken(&fault))?;
        }
        self.room += 1;
        Ok(())
    }

    /// Passes over the members of an object. Of those with one of the names, it tells which name, and kind and place of the value.
    pub(crate) fn known_members(&mut self, names: &[&str], each: &mut EachKnown<'_>) -> Done {
        if self.kind()? != Kind::Object {
            return Err(self.mismatch(self.tokens.offset(), "an object"));
        }
        self.enter()?;
        let (mut expected, mut more) = (0, self.tokens.enter_object());
        while more {
            let key = self.tokens.offset();
            let name = self.tokens.known_key(names, expected).map_err(|fault| self.broken(&fault))?;
            match (self.passed(), name) {
                (Ok((kind, range)), Some(name)) => {
                    each(name, kind, range);
                    expected = name + 1;
                }
                (Ok(_), None) => {}
                (Err(error), _) => return Err(error.in_member(self.name_at(key)?.into_owned())),
            }
            more = self.tokens.next_member().map_err(|fault| self.broken(&fault))?;
        }
        self.room += 1;
        Ok(())
    }

    /// Passes over the next value. Output: its kind and its place.
    fn passed(&mut self) -> Result<(Kind, Range<usize>), ReadError> {
        let kind = self.kind()?;
        let start = self.tokens.offset();
        let done = match kind {
            Kind::List | Kind::Object => self.tokens.skip(&mut ()),
            scalar => self.tokens.skip_scalar(scalar),
        };
        match done {
            Ok(()) => Ok((kind, start..self.tokens.offset())),
            Err(fault) => Err(self.broken(&fault)),
        }
    }

    /// Reads the key of a member as a value of its own.
    pub(crate) fn key<K: Read>(&mut self, ty: Type, name: &Text) -> Result<K, ReadError> {
        let mut json = super::Writer::new();
        json.text(name);
        let json = json.finish().unwrap_or_default();
        super::from_slice(ty, &json).map_err(|error: ReadError| {
            let found = error.found().to_owned();
            ReadError::new(self.body(), self.tokens.offset(), format!("a key that is {}", error.expected()), found)
        })
    }

    pub(crate) fn items(&mut self, each: &mut dyn FnMut(&mut Self) -> Result<(), ReadError>) -> Result<(), ReadError> {
        self.enter()?;
        let is_noted = self.notes_items();
        let mut more = self.tokens.enter_list();
        while more.map_err(|fault| self.broken(&fault))? {
            match is_noted {
                true => {
                    // What is wrong with an item is told by who reads it.
                    let start = self.tokens.start();
                    each(self)?;
                    self.note_item(start)?;
                }
                false => each(self)?,
            }
            more = self.tokens.next_item();
        }
        self.room += 1;
        Ok(())
    }

    pub(crate) fn kind(&mut self) -> Result<Kind, ReadError> {
        self.tokens.peek().map_err(|fault| self.broken(&fault))
    }

    fn empty_text(&mut self) -> Result<bool, ReadError> {
        self.kind()?;
        let rest = self.tokens.all().as_bytes().get(self.tokens.offset()..);
        Ok(rest.is_some_and(|rest| rest.starts_with(b"\"\"")))
    }

    pub(super) fn body(&self) -> &'a [u8] {
        self.tokens.all().as_bytes()
    }

    #[cold]
    pub(super) fn broken(&self, fault: &Fault) -> ReadError {
        let rest = self.tokens.all().get(fault.offset..).unwrap_or_default();
        let found = match rest.chars().next() {
            Some(c) => format!("`{}`", c.escape_debug()).into(),
            None => Cow::from("the end of the body"),
        };
        ReadError::new(self.body(), fault.offset, fault.expected, found)
    }

    /// The value at an offset is not what was expected.
    #[cold]
    pub(super) fn mismatch(&self, offset: usize, expected: impl Into<Cow<'static, str>>) -> ReadError {
        let mut rest = Reader::new(self.tokens.all());
        rest.tokens.seek(offset);
        let found = match rest.kind() {
            Ok(Kind::Object) => "an object".into(),
            Ok(Kind::List) => "an array".into(),
            _ => describe(rest.raw().unwrap_or_default()),
        };
        ReadError::new(self.body(), offset, expected, found)
    }

    #[cold]
    fn missing(&self, offset: usize, field: &Field) -> ReadError {
        ReadError::new(self.body(), offset, "a value", "no such member, or null").in_member(field.name)
    }
}

/// What is called at each member with a known name: the index of the name, and kind and place of the value.
pub(crate) type EachKnown<'f> = dyn FnMut(usize, Kind, Range<usize>) + 'f;

/// A step of reading an array.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Its items follow. Those that came before are of an array that this one replaces.
    Begin,
    /// An item of this type is next.
    Item(Type),
}

/// What is called at each step of reading an array.
pub(crate) type Each<'f> = dyn FnMut(&mut Reader<'_>, Step) -> Done + 'f;

/// What is called at each place of an array that is a tuple.
pub(crate) type EachPlace<'f> = dyn FnMut(&mut Reader<'_>, usize, Type) -> Result<(), ReadError> + 'f;

/// The type of the items of a list, and the other form in which the list comes.
fn item_of(ty: Type) -> (Type, Also) {
    match ty {
        Type::List(list) => (list.item.plain(), list.also),
        Type::Nullable(inner) => item_of(*inner),
        _ => (Type::Json, Also::Nothing),
    }
}

/// Whether `null` is a value of a type. (A null list reads as empty.)
fn takes_null(ty: Type) -> bool {
    match ty {
        Type::Nullable(_) | Type::List(_) | Type::Map(_) | Type::Json => true,
        Type::Union(union) => super::union::takes_null(union),
        _ => false,
    }
}
