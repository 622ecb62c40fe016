//! Reads objects with described members.
//!
//! Input: the reader before an object, and the record to fill, whose table names the members.
//! Output: the filled record, or the first error. The loop over members is compiled once for all
//! types. A record is complete only if all required members were found.

use crate::{
    json::{
        body::from_slice,
        error::{Found, ReadError},
        form,
        raw::{Extra, RawJson},
        reader::{Done, Reader},
        table::{ArmFields, MemberPlace, Table, Tables},
        text::Text,
        token::Kind,
        traits::{Read, Record},
        types::inner,
        writer::Writer,
    },
    schema::{Field, Type},
};

impl Reader<'_> {
    /// Reads an object into a record.
    ///
    /// # Errors
    /// The next value is not an object, a member does not fit, or a required member is missing.
    #[doc(hidden)]
    pub fn record(&mut self, record: &mut dyn Record) -> Done {
        if self.kind()? != Kind::Object {
            return Err(self.mismatch(self.tokens.offset(), "an object"));
        }
        self.spend(record.boxed())?;
        let is_noted = self.notes_object();
        let arm_fields = match record.union() {
            Some(union) if self.guesses.is_allowed() => return self.read_guessed(union, record),
            Some(union) => self.select_arm(union, record)?,
            None => ArmFields::NOTHING,
        };
        let start = self.tokens.offset();
        self.enter()?;
        let mut tables = Tables::new(record.table().fields, arm_fields, &mut self.orders);
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
            more = self.tokens.next_member().map_err(|fault| self.fault_error(&fault))?;
        }
        self.room += 1;
        self.complete(&tables, start)
    }

    /// Reads the next member into the record, its arm or its undescribed members.
    #[inline(always)]
    pub(crate) fn next_member_of(&mut self, record: &mut dyn Record, tables: &mut Tables) -> Done {
        let key = self.tokens.offset();
        match tables.next(&mut self.tokens, &mut self.orders).map_err(|fault| self.fault_error(&fault))? {
            MemberPlace::Common(index) => self.member(record, &mut tables.common, index),
            MemberPlace::Arm(index) => match record.arm_mut() {
                Some(arm) => self.member(arm, &mut tables.arm, index),
                None => self.skip(),
            },
            MemberPlace::Tag => self.skip(),
            place => self.read_undescribed(record, tables, place, key),
        }
    }

    /// Reads an undescribed member into the map of the `rest` field, or into the list of undescribed members. Skips the
    /// member if the record has neither.
    fn read_undescribed(&mut self, record: &mut dyn Record, tables: &Tables, place: MemberPlace, key: usize) -> Done {
        let name = self.name_at(key)?;
        match (place, record.arm_mut()) {
            (MemberPlace::Rest, _) => self.insert_other_member(record, &tables.common, &Text::from(&*name)),
            (MemberPlace::RestOfArm, Some(arm)) => self.insert_other_member(arm, &tables.arm, &Text::from(&*name)),
            (MemberPlace::Unknown, _) => match record.extra_mut() {
                Some(extra) => self.append_undescribed(extra, Text::from(&*name)),
                None => self.skip(),
            },
            _ => self.skip(),
        }
    }

    /// Checks that an object has all required members.
    pub(crate) fn complete(&self, tables: &Tables, start: usize) -> Done {
        match tables.common.missing().or_else(|| tables.arm.missing()) {
            Some(field) => Err(self.missing(start, field)),
            None => Ok(()),
        }
    }

    /// Reads a described member. A value which means that the member is absent is skipped.
    pub(crate) fn member(&mut self, record: &mut dyn Record, table: &mut Table, index: usize) -> Done {
        let Some(field) = table.fields.get(index) else { return self.skip() };
        let name = table.came_as;
        let repeated = table.seen.set(index);
        if field.required && self.tokens.begins_null() && !takes_null(field.ty) {
            table.seen.clear(index);
            return self.skip().map_err(|error| error.in_member(name));
        }
        if field.empty_is_absent && self.is_empty_substitute(field.ty).map_err(|error| error.in_member(name))? {
            // A required list or map is empty then.
            if !field.required {
                table.seen.clear(index);
            }
            // The member was repeated: its earlier value is dropped.
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

    /// Appends an undescribed member to `extra`.
    fn append_undescribed(&mut self, extra: &mut Extra, name: Text) -> Done {
        let kept = self.raw().and_then(|value| self.spend(size_of::<(Text, RawJson)>()).map(|()| value));
        let value = kept.map_err(|error| error.in_member(name.to_string()))?;
        extra.push(name, RawJson::checked(value));
        Ok(())
    }

    /// Adds an undescribed member to the map of other members.
    fn insert_other_member(&mut self, record: &mut dyn Record, table: &Table, name: &Text) -> Done {
        let map = table.other_members().and_then(|(index, field)| Some((field.ty, record.member_mut(index)?)));
        let Some((ty, map)) = map else { return self.skip() };
        map.take_member(ty, name, self).map_err(|error| error.in_member(name.to_string()))
    }

    /// Reads a key of a map as a value of type `ty`.
    pub(crate) fn key<K: Read>(&mut self, ty: Type, name: &Text) -> Result<K, ReadError> {
        let mut json = Writer::new();
        json.text(name);
        let json = json.finish().unwrap_or_default();
        from_slice(ty, &json).map_err(|error: ReadError| {
            let found = error.found().to_owned();
            ReadError::new(self.body(), self.tokens.offset(), format!("a key that is {}", error.expected()), found)
        })
    }

    /// Returns whether the next value means that a value of type `ty` is absent. `""` does so for every type,
    /// `false` for lists and objects, `[]` for objects, `{}` for lists.
    fn is_empty_substitute(&mut self, ty: Type) -> Result<bool, ReadError> {
        let (kind, ty) = (self.kind()?, inner(ty.plain()).plain());
        let (is_list, is_object) = (matches!(ty, Type::List(_)), matches!(ty, Type::Map(_) | Type::Record(_)));
        let rest = self.tokens.all().get(self.tokens.offset()..).unwrap_or_default();
        let ends_with = |end| rest.get(1..).is_some_and(|rest| rest.trim_ascii_start().starts_with(end));
        Ok(match kind {
            Kind::Text => rest.starts_with("\"\""),
            Kind::Boolean => rest.starts_with('f') && (is_list || is_object),
            Kind::List => is_object && ends_with(']'),
            Kind::Object => is_list && ends_with('}'),
            Kind::Number | Kind::Null => false,
        })
    }

    /// Returns the error of a missing required member.
    #[cold]
    fn missing(&self, offset: usize, field: &Field) -> ReadError {
        ReadError::new(self.body(), offset, "a value", Found::NoMemberOrNull).in_member(field.name)
    }
}

/// Returns whether a type accepts `null`. Lists and maps do: they read as empty.
fn takes_null(ty: Type) -> bool {
    match ty {
        Type::Nullable(_) | Type::List(_) | Type::Map(_) | Type::Json => true,
        Type::Union(union) => form::arm_of(union, Kind::Null, None).is_some(),
        _ => false,
    }
}
