//! Guesses the arm of a union, so that an object is read in one pass.
//!
//! Input: a reader before an object whose arm is selected by a tag or by members. Output: the
//! record with its arm. The guess is the previous arm of the union, until a member decides:
//! services repeat the same arm, and send a tag early. Members that were read into a wrong arm are
//! read again at the end, when the arm is known. The same applies to members that no candidate arm
//! has.

use crate::{
    json::{
        error::{Found, ReadError},
        memory::{ArmMember, Ends},
        reader::{Done, Reader},
        table::{ArmFields, MemberPlace, Table, Tables},
        text::Text,
        token::Kind,
        traits::Record,
        union::{DiscriminatingMembers, fields_of, otherwise},
    },
    schema::Union,
};

/// State of guessing the arm of one object.
struct Guess {
    discriminator: DiscriminatingMembers,
    /// Arm into which members are read.
    arm: Option<usize>,
    /// Last arm that a member has selected.
    choice: Option<ArmChoice>,
    /// Index in `Guesses::members` of the first member of this object.
    first: usize,
    /// Bytes of memory taken by members that were read into the guessed arm.
    spent: usize,
}

/// An arm selected by a member. `arm` is `None` for a tag of no described arm.
struct ArmChoice {
    arm: Option<usize>,
    tag: Text,
}

impl Guess {
    /// Returns whether the guess may still be right.
    fn is_open(&self) -> bool {
        self.choice.as_ref().is_none_or(|choice| choice.arm == self.arm)
    }
}

impl Reader<'_> {
    /// Reads the members of an object whose arm is selected by its members.
    pub(crate) fn read_guessed(&mut self, union: &'static Union, record: &mut dyn Record) -> Done {
        let start = self.tokens.offset();
        let arm = self.guesses.last(union).or_else(|| otherwise(union));
        let arm_fields = ArmFields { fields: fields_of(union, arm), tag: union.tag() };
        let mut tables = Tables::new(record.table().fields, arm_fields, &mut self.orders);
        let first = self.guesses.members.len();
        let mut guess = Guess { discriminator: DiscriminatingMembers::of(union), arm, choice: None, first, spent: 0 };
        record.set_arm(arm, Text::default());
        self.enter()?;
        self.guesses.open += 1;
        let mut more = self.tokens.enter_object();
        while more {
            self.read_guessed_member(record, &mut tables, &mut guess)?;
            more = self.tokens.next_member().map_err(|fault| self.fault_error(&fault))?;
        }
        let end = self.tokens.offset();
        self.settle(record, &mut tables, guess, start)?;
        self.tokens.seek(end);
        self.guesses.open -= 1;
        self.room += 1;
        self.complete(&tables, start)
    }

    /// Reads the next member into the guessed arm, or defers it.
    fn read_guessed_member(&mut self, record: &mut dyn Record, tables: &mut Tables, guess: &mut Guess) -> Done {
        let key = self.tokens.offset();
        match tables.next(&mut self.tokens, &mut self.orders).map_err(|fault| self.fault_error(&fault))? {
            MemberPlace::Common(index) => {
                if guess.discriminator.union.discriminator.path().first() == Some(&tables.common.came_as) {
                    self.tag(record, tables, guess)?;
                }
                self.member(record, &mut tables.common, index)
            }
            MemberPlace::Tag => match self.tag(record, tables, guess)? {
                true => self.reread_last_member(record, tables, guess, key),
                false => self.skip(),
            },
            MemberPlace::Arm(index) => {
                let name = tables.arm.came_as;
                // An arm may have the tag as one of its members.
                let is_other = match guess.discriminator.union.tag() == Some(name) {
                    true => self.tag(record, tables, guess)?,
                    false => self.discriminate(record, tables, guess, name)?,
                };
                if is_other {
                    return self.reread_last_member(record, tables, guess, key);
                }
                match record.arm_mut().filter(|_| guess.is_open()) {
                    Some(arm) => self.try_guessed_arm(arm, &mut tables.arm, index, key, guess),
                    None => self.defer_member(key),
                }
            }
            MemberPlace::Rest | MemberPlace::RestOfArm | MemberPlace::Unknown => {
                let name = self.name_at(key)?;
                match self.discriminate(record, tables, guess, &name)? {
                    true => self.reread_last_member(record, tables, guess, key),
                    false => self.defer_member(key),
                }
            }
        }
    }

    /// Reads the last member again, after it has changed the arm and thereby the table. The second
    /// reading selects the same arm.
    fn reread_last_member(
        &mut self,
        record: &mut dyn Record,
        tables: &mut Tables,
        guess: &mut Guess,
        key: usize,
    ) -> Done {
        self.tokens.seek(key);
        self.read_guessed_member(record, tables, guess)
    }

    /// Reads the tag without consuming it. Returns whether it has changed the arm into which
    /// members are read.
    fn tag(&mut self, record: &mut dyn Record, tables: &mut Tables, guess: &mut Guess) -> Result<bool, ReadError> {
        let union = guess.discriminator.union;
        let value = self.offset()?;
        let (outer, inner) = union.discriminator.path().split_first().unwrap_or((&"", &[]));
        let (arm, tag) = self.arm_of_path(union, inner).map_err(|error| error.in_member(*outer))?;
        self.tokens.seek(value);
        Ok(self.choose(record, tables, guess, ArmChoice { arm, tag }))
    }

    /// Selects an arm if the next member decides. Of several such members, the first described one
    /// counts. Returns whether the arm has changed.
    fn discriminate(
        &mut self,
        record: &mut dyn Record,
        tables: &mut Tables,
        guess: &mut Guess,
        name: &str,
    ) -> Result<bool, ReadError> {
        let Some(arm) = guess.discriminator.arm_with(name) else { return Ok(false) };
        let is_first = guess.choice.as_ref().and_then(|choice| choice.arm).is_none_or(|choice| arm < choice);
        if !is_first || self.kind().map_err(|error| error.in_member(name.to_owned()))? == Kind::Null {
            return Ok(false);
        }
        Ok(self.choose(record, tables, guess, ArmChoice { arm: Some(arm), tag: Text::default() }))
    }

    /// Selects an arm, unless members were already read into another one. Returns whether the arm
    /// has changed.
    fn choose(&mut self, record: &mut dyn Record, tables: &mut Tables, guess: &mut Guess, choice: ArmChoice) -> bool {
        let is_read = |seen: &ArmMember| seen.is_read;
        let is_other = choice.arm != guess.arm && !self.guesses.members.iter().skip(guess.first).any(is_read);
        if is_other {
            guess.arm = choice.arm;
            record.set_arm(choice.arm, choice.tag.clone());
            tables.set_arm(fields_of(guess.discriminator.union, choice.arm), &mut self.orders);
        }
        guess.choice = Some(choice);
        is_other
    }

    /// Reads a member into the guessed arm. On failure the guess may be wrong, so the member is
    /// read again later.
    fn try_guessed_arm(
        &mut self,
        arm: &mut dyn Record,
        table: &mut Table,
        index: usize,
        key: usize,
        guess: &mut Guess,
    ) -> Done {
        let value = self.tokens.offset();
        let (room, left, open, members) = (self.room, self.left, self.guesses.open, self.guesses.members.len());
        match self.member(arm, table, index) {
            Ok(()) => {
                guess.spent += left.saturating_sub(self.left);
                self.note_member(ArmMember { key, is_read: true })
            }
            Err(error) if self.needs_stack => Err(error),
            Err(_) => {
                (self.room, self.left, self.guesses.open) = (room, left, open);
                self.guesses.members.truncate(members);
                self.ends = Ends::default();
                self.tokens.seek(value);
                self.defer_member(key)
            }
        }
    }

    /// Skips a member, to be read when the arm is known.
    fn defer_member(&mut self, key: usize) -> Done {
        self.skip_member(key)?;
        self.note_member(ArmMember { key, is_read: false })
    }

    /// Remembers a member that may have to be read again.
    fn note_member(&mut self, seen: ArmMember) -> Done {
        self.spend(size_of::<ArmMember>())?;
        self.guesses.members.push(seen);
        Ok(())
    }

    /// Sets the arm after the last member, and reads the members that the arm still lacks.
    fn settle(&mut self, record: &mut dyn Record, tables: &mut Tables, guess: Guess, start: usize) -> Done {
        let union = guess.discriminator.union;
        let ArmChoice { arm, tag } = match (guess.choice, union.discriminator.path().first()) {
            (Some(choice), _) => choice,
            (None, None) => ArmChoice { arm: otherwise(union), tag: Text::default() },
            (None, Some(tag)) => {
                return Err(ReadError::new(self.body(), start, "a value", Found::NoMember).in_member(*tag));
            }
        };
        let is_wrong = arm != guess.arm;
        // The record keeps a tag of no described arm.
        if is_wrong || arm.is_none() {
            record.set_arm(arm, tag);
        }
        if is_wrong {
            tables.set_arm(fields_of(union, arm), &mut self.orders);
            self.refund(guess.spent);
        }
        if let Some(arm) = arm {
            self.guesses.remember(union, arm);
        }
        let members = self.guesses.members.len();
        for at in guess.first..members {
            let Some(seen) = self.guesses.members.get(at).copied().filter(|seen| is_wrong || !seen.is_read) else {
                continue;
            };
            self.tokens.seek(seen.key);
            self.next_member_of(record, tables)?;
        }
        self.guesses.members.truncate(guess.first);
        self.refund((members - guess.first) * size_of::<ArmMember>());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Fill, Write};
    use crate::schema::{Arm, ArmBody, Discriminator, Record as Schema, Type};

    /// A union whose arms are separate records.
    #[derive(Debug, Default, PartialEq)]
    struct Thing {
        arm: Option<usize>,
        tag: Text,
    }

    static NOTHING: Schema = Schema { name: "Thing", fields: &[] };
    static THING: Union = Union {
        name: "Thing",
        discriminator: Discriminator::Tag("tag"),
        common: &[],
        arms: &[Arm::new("one", ArmBody::Value(Type::Record(&NOTHING)))],
    };

    impl Record for Thing {
        fn blank() -> Self {
            Self::default()
        }
        fn table(&self) -> &'static Schema {
            &NOTHING
        }
        fn member_mut(&mut self, _: usize) -> Option<&mut dyn Fill> {
            None
        }
        fn member(&self, _: usize) -> Option<&dyn Write> {
            None
        }
        fn union(&self) -> Option<&'static Union> {
            Some(&THING)
        }
        fn set_arm(&mut self, arm: Option<usize>, tag: Text) {
            (self.arm, self.tag) = (arm, tag);
        }
    }

    #[test]
    fn a_tag_that_no_arm_has_is_kept_whatever_came_before() {
        for before in ["", r#"{"tag":"one"},"#, r#"{"tag":"two"},"#] {
            for other in [r#"{"tag":"other"}"#, r#"{"more":1,"tag":"one","tag":"other"}"#] {
                let body = format!("[{before}{other}]");
                let (mut reader, mut things) = (Reader::new(&body), Vec::new());
                let read = reader.items(&mut |reader| {
                    things.push(Thing::default());
                    things.last_mut().map_or(Ok(()), |thing| reader.record(thing))
                });
                assert!(read.is_ok(), "{body}");
                assert_eq!(things.last(), Some(&Thing { arm: None, tag: "other".into() }), "{body}");
            }
        }
    }
}
