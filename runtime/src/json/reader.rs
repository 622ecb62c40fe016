//! Reader: traverses a body and reads scalars, arrays and maps.
//!
//! Input: JSON text. Output: scalars, and one call per item of an array and per member of a map.
//! The reader does not know the Rust types of scalars. `members` reads described objects, `union`
//! selects the arm of a union.

use std::borrow::Cow;
use std::ops::Range;

use alloy_primitives::Bytes;

use crate::{
    json::{
        error::{ReadError, describe},
        limits::ReadLimits,
        memory::{Ends, Guesses},
        notes::Notes,
        order::Orders,
        text::Text,
        token::{Fault, Kind, Tokens},
        types::{inner, item_of},
    },
    schema::{Also, Type},
};

/// Result of reading into a value.
pub(crate) type Done = Result<(), ReadError>;

/// A scalar in a JSON text.
#[derive(Clone, Copy, Debug)]
pub enum Lexeme<'t> {
    /// A string, with escapes decoded.
    Text(&'t str),
    /// A number, as it is written.
    Number(&'t str),
    /// A boolean.
    Boolean(bool),
}

/// A reader of one JSON text.
pub struct Reader<'a> {
    pub(crate) tokens: Tokens<'a>,
    /// Maximum depth on this stack, and how many levels of it are left.
    pub(crate) levels: usize,
    pub(crate) room: usize,
    /// Bytes of memory left for values.
    pub(crate) left: usize,
    pub(crate) limits: ReadLimits,
    /// Whether this stack is too small for the value, which is within the limits.
    pub(crate) needs_stack: bool,
    pub(crate) ends: Ends,
    pub(crate) guesses: Guesses,
    pub(crate) orders: Orders,
    /// Byte ranges of members, if requested.
    pub(crate) notes: Option<Box<Notes>>,
    /// Body of bytes instead of JSON.
    bytes: Option<Bytes>,
}

impl<'a> Reader<'a> {
    /// Creates a reader at the start of a body, with the default limits.
    #[must_use]
    pub fn new(body: &'a str) -> Self {
        Self::within(body, ReadLimits::default())
    }

    /// Creates a reader with limits.
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

    /// Creates a reader of a body that is not JSON: the next value takes its bytes.
    pub(crate) fn of_bytes(body: Bytes) -> Self {
        Self { bytes: Some(body), ..Self::new("") }
    }

    /// Takes the body of bytes; `None` if the body is JSON.
    pub(crate) fn take_bytes(&mut self) -> Option<Bytes> {
        self.bytes.take()
    }

    /// Returns the number of unpaired surrogates replaced by U+FFFD so far.
    pub(crate) const fn halves(&self) -> usize {
        self.tokens.halves()
    }

    /// Skips the next value, however deep.
    ///
    /// # Errors
    /// The value is not JSON.
    pub fn skip(&mut self) -> Result<(), ReadError> {
        self.tokens.skip(&mut ()).map_err(|fault| self.fault_error(&fault))
    }

    /// Returns the byte offset at which the next value begins.
    ///
    /// # Errors
    /// No value follows.
    pub(crate) fn offset(&mut self) -> Result<usize, ReadError> {
        self.kind()?;
        Ok(self.tokens.offset())
    }

    /// Returns the byte offset at which the last value ended.
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

    /// Reads a text, number or boolean with `parse`, which returns a description of the expected
    /// value on failure.
    ///
    /// # Errors
    /// The next value is not a scalar, or `parse` fails.
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
            // An empty text makes `parse` return what it expects.
            _ => {
                let expected = parse(Lexeme::Text("")).err().unwrap_or("a text".into());
                return Err(self.mismatch(start, expected));
            }
        };
        match parsed {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(expected)) => Err(self.mismatch(start, expected)),
            Err(fault) => Err(self.fault_error(&fault)),
        }
    }

    /// Skips a `null`; returns whether the next value was one.
    ///
    /// # Errors
    /// The next value begins with `n` but is not `null`.
    pub fn null(&mut self) -> Result<bool, ReadError> {
        // The next read checks whether a value follows.
        let is_null = self.tokens.begins_null();
        if is_null {
            self.tokens.null().map_err(|fault| self.fault_error(&fault))?;
        }
        Ok(is_null)
    }

    /// Takes the next text if `take` finds its end: [`Tokens::take_text`].
    pub(crate) fn take_text(&mut self, take: impl FnOnce(&[u8]) -> Option<usize>) -> bool {
        self.tokens.take_text(take)
    }

    /// Checks that only white space follows.
    ///
    /// # Errors
    /// Something other than white space follows.
    pub fn finish(&mut self) -> Result<(), ReadError> {
        self.tokens.finish().map_err(|fault| self.fault_error(&fault))
    }

    /// Returns the key at byte offset `key`, without changing the position.
    pub(crate) fn name_at(&mut self, key: usize) -> Result<Cow<'a, str>, ReadError> {
        self.key_at(key).map(|(name, _)| name)
    }

    /// Returns the key at byte offset `key`, and the offset of its value, without changing the position.
    pub(crate) fn key_at(&mut self, key: usize) -> Result<(Cow<'a, str>, usize), ReadError> {
        let position = self.tokens.offset();
        self.tokens.seek(key);
        let name = self.tokens.kept_key().map_err(|fault| self.fault_error(&fault))?;
        let value = self.tokens.start();
        self.tokens.seek(position);
        Ok((name, value))
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

    /// Reads the items of an array, or none of `null`. Errors contain the index of the item.
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

    /// Reads an array with one type per element, calling `each` with the index and type of the
    /// element.
    pub(crate) fn tuple(&mut self, ty: Type, each: &mut EachPlace<'_>) -> Result<(), ReadError> {
        let start = self.tokens.offset();
        if self.kind()? != Kind::List {
            return Err(self.mismatch(self.tokens.offset(), "an array"));
        }
        let types = match inner(ty) {
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

    /// Reads an array from a member of an object. If the member is repeated, each array must fit;
    /// the last one counts.
    fn list_at(&mut self, member: &'static str, item: Type, each: &mut Each<'_>) -> Done {
        let start = self.tokens.offset();
        self.enter()?;
        let (mut is_there, mut more) = (false, self.tokens.enter_object());
        while more {
            let key = self.tokens.offset();
            let is_it = self.tokens.key().map(|name| name == member);
            match is_it.map_err(|fault| self.fault_error(&fault))? {
                true => {
                    is_there = true;
                    self.items_of(item, each).map_err(|error| error.in_member(member))?;
                }
                false => self.skip_member(key)?,
            }
            more = self.tokens.next_member().map_err(|fault| self.fault_error(&fault))?;
        }
        self.room += 1;
        match is_there {
            true => Ok(()),
            false => Err(self.mismatch(start, format!("an array, or an object with the member `{member}`"))),
        }
    }

    /// Skips the value of a member. Errors contain its key, at byte offset `key`.
    pub(crate) fn skip_member(&mut self, key: usize) -> Done {
        match self.skip() {
            Ok(()) => Ok(()),
            Err(error) => Err(error.in_member(self.name_at(key)?.into_owned())),
        }
    }

    /// Reads the members of a map, calling `each` before each value; `null` has no members.
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
            let name = self.tokens.key().map(Text::from).map_err(|fault| self.fault_error(&fault))?;
            each(self, &name).map_err(|error| error.in_member(name.to_string()))?;
            more = self.tokens.next_member().map_err(|fault| self.fault_error(&fault))?;
        }
        self.room += 1;
        Ok(())
    }

    /// Skips the members of an object. For each member in `names`, calls `each` with the index of
    /// the name, the kind of the value and its byte range.
    pub(crate) fn known_members(&mut self, names: &[&str], each: &mut EachKnown<'_>) -> Done {
        if self.kind()? != Kind::Object {
            return Err(self.mismatch(self.tokens.offset(), "an object"));
        }
        self.enter()?;
        let (mut expected, mut more) = (0, self.tokens.enter_object());
        while more {
            let key = self.tokens.offset();
            let name = self.tokens.known_key(names, expected).map_err(|fault| self.fault_error(&fault))?;
            match (self.skip_value(), name) {
                (Ok((kind, range)), Some(name)) => {
                    each(name, kind, range);
                    expected = name + 1;
                }
                (Ok(_), None) => {}
                (Err(error), _) => return Err(error.in_member(self.name_at(key)?.into_owned())),
            }
            more = self.tokens.next_member().map_err(|fault| self.fault_error(&fault))?;
        }
        self.room += 1;
        Ok(())
    }

    /// Skips the next value; returns its kind and byte range.
    fn skip_value(&mut self) -> Result<(Kind, Range<usize>), ReadError> {
        let kind = self.kind()?;
        let start = self.tokens.offset();
        let done = match kind {
            Kind::List | Kind::Object => self.tokens.skip(&mut ()),
            scalar => self.tokens.skip_scalar(scalar),
        };
        match done {
            Ok(()) => Ok((kind, start..self.tokens.offset())),
            Err(fault) => Err(self.fault_error(&fault)),
        }
    }

    /// Calls `each` before each item of the next array. Notes the ranges of the items, if that is requested.
    pub(crate) fn items(&mut self, each: &mut dyn FnMut(&mut Self) -> Result<(), ReadError>) -> Result<(), ReadError> {
        self.enter()?;
        let is_noted = self.notes_items();
        let mut more = self.tokens.enter_list();
        while more.map_err(|fault| self.fault_error(&fault))? {
            match is_noted {
                true => {
                    // Errors in the item are left to its reader.
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

    // Inlined, since another module calls it for each member.
    #[inline]
    pub(crate) fn kind(&mut self) -> Result<Kind, ReadError> {
        self.tokens.peek().map_err(|fault| self.fault_error(&fault))
    }

    pub(crate) fn body(&self) -> &'a [u8] {
        self.tokens.all().as_bytes()
    }

    #[cold]
    pub(crate) fn fault_error(&self, fault: &Fault) -> ReadError {
        let rest = self.tokens.all().get(fault.offset..).unwrap_or_default();
        let found = match rest.chars().next() {
            Some(c) => format!("`{}`", c.escape_debug()).into(),
            None => Cow::from("the end of the body"),
        };
        ReadError::new(self.body(), fault.offset, fault.expected, found)
    }

    /// Creates an error for the value at an offset, which is not the expected one.
    #[cold]
    pub(crate) fn mismatch(&self, offset: usize, expected: impl Into<Cow<'static, str>>) -> ReadError {
        let mut rest = Reader::new(self.tokens.all());
        rest.tokens.seek(offset);
        let found = match rest.kind() {
            Ok(Kind::Object) => "an object".into(),
            Ok(Kind::List) => "an array".into(),
            // What is no JSON is shown as it is.
            _ => describe(rest.raw().unwrap_or(self.tokens.all().get(offset..).unwrap_or_default())),
        };
        ReadError::new(self.body(), offset, expected, found)
    }
}

/// Callback for each known member: index of its name, kind of its value, byte range of its value.
pub(crate) type EachKnown<'f> = dyn FnMut(usize, Kind, Range<usize>) + 'f;

/// A step of reading an array.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Items follow; they replace the items of an earlier array.
    Begin,
    /// An item of this type follows.
    Item(Type),
}

/// Callback for each step of reading an array.
pub(crate) type Each<'f> = dyn FnMut(&mut Reader<'_>, Step) -> Done + 'f;

/// Callback for each element of a tuple: its index and type.
pub(crate) type EachPlace<'f> = dyn FnMut(&mut Reader<'_>, usize, Type) -> Result<(), ReadError> + 'f;
