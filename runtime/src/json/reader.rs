//! Reader: traverses a body and reads scalars, arrays and maps.
//!
//! Input: JSON text. Output: scalars, and one call for each item of an array and each member of a
//! map. Nothing here knows the Rust type of a scalar. `members` reads described objects, `union`
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
    pub(crate) tokens: Tokens<'a>,
    /// How many arrays and objects in one another this stack may take, and how many more of them.
    pub(crate) levels: usize,
    pub(crate) room: usize,
    /// What the values that are read may still take, in bytes.
    pub(crate) left: usize,
    pub(crate) limits: ReadLimits,
    /// Whether this stack may take no more, though the limits allow it.
    pub(crate) needs_stack: bool,
    pub(crate) ends: Ends,
    pub(crate) guesses: Guesses,
    pub(crate) orders: Orders,
    /// Where parts of the body are, if somebody asks.
    pub(crate) notes: Option<Box<Notes>>,
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

    /// How many halves of surrogate pairs became U+FFFD up to here.
    pub(crate) const fn halves(&self) -> usize {
        self.tokens.halves()
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

    /// Reads a text, a number or a truth value. `parse` says what it expected when it takes none of
    /// it.
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
        // The next read finds out whether it is a value.
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

    /// The key at an offset, of the member whose value is next.
    pub(crate) fn name_at(&mut self, key: usize) -> Result<Cow<'a, str>, ReadError> {
        let value = self.tokens.offset();
        self.tokens.seek(key);
        let name = self.tokens.kept_key().map_err(|fault| self.broken(&fault))?;
        self.tokens.seek(value);
        Ok(name)
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

    /// Reads the items of an array; null has none. An error names the index of the item.
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

    /// Reads an array whose places have types of their own, calling `each` with the place and its
    /// type.
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

    /// Reads an array that a member of an object holds. Where several have its name, each must fit,
    /// and the last is kept.
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
    pub(crate) fn skip_member(&mut self, key: usize) -> Done {
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

    /// Passes over the members of an object. For each member with one of the names, `each` gets the
    /// index of the name, and kind and place of the value.
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

    pub(crate) fn items(&mut self, each: &mut dyn FnMut(&mut Self) -> Result<(), ReadError>) -> Result<(), ReadError> {
        self.enter()?;
        let is_noted = self.notes_items();
        let mut more = self.tokens.enter_list();
        while more.map_err(|fault| self.broken(&fault))? {
            match is_noted {
                true => {
                    // The reader of the item reports what is wrong with it.
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

    // Called for each member, from another module.
    #[inline]
    pub(crate) fn kind(&mut self) -> Result<Kind, ReadError> {
        self.tokens.peek().map_err(|fault| self.broken(&fault))
    }

    pub(crate) fn body(&self) -> &'a [u8] {
        self.tokens.all().as_bytes()
    }

    #[cold]
    pub(crate) fn broken(&self, fault: &Fault) -> ReadError {
        let rest = self.tokens.all().get(fault.offset..).unwrap_or_default();
        let found = match rest.chars().next() {
            Some(c) => format!("`{}`", c.escape_debug()).into(),
            None => Cow::from("the end of the body"),
        };
        ReadError::new(self.body(), fault.offset, fault.expected, found)
    }

    /// The value at an offset is not what was expected.
    #[cold]
    pub(crate) fn mismatch(&self, offset: usize, expected: impl Into<Cow<'static, str>>) -> ReadError {
        let mut rest = Reader::new(self.tokens.all());
        rest.tokens.seek(offset);
        let found = match rest.kind() {
            Ok(Kind::Object) => "an object".into(),
            Ok(Kind::List) => "an array".into(),
            _ => describe(rest.raw().unwrap_or_default()),
        };
        ReadError::new(self.body(), offset, expected, found)
    }
}

/// What is called at each member with a known name: the index of the name, and kind and place of
/// the value.
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
