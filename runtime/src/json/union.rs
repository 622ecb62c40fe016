//! Selects the arm of a union for a value.
//!
//! Input: a union of the schema and a reader before the value. Output: the arm; the reader is
//! still before the value. If a tag or members decide, one scan of the object finds them. The scan
//! records where each nested container ends, and the scans of inner unions jump over containers. So
//! the work stays linear in the size of the body, however deep unions nest.

use std::borrow::Cow;

use crate::{
    json::{
        error::{Found, ReadError},
        form,
        reader::{Lexeme, Reader},
        table::ArmFields,
        text::Text,
        token::Kind,
        traits::Record,
        unescaped::is_same,
    },
    schema::{ArmBody, Discriminator, Field, Type, Union},
};

/// Members that select the arm of a union.
pub(crate) struct DiscriminatingMembers {
    pub(crate) union: &'static Union,
    /// Whether one of these members has aliases, which is rare.
    has_aliases: bool,
}

impl DiscriminatingMembers {
    pub(crate) fn of(union: &'static Union) -> Self {
        let is_other =
            |(_, fields, has): (usize, &[Field], &str)| fields.iter().any(|field| is_alias(field, has, None));
        // A union with a tag needs no other members.
        let has_aliases = union.tag().is_none() && discriminators(union).any(is_other);
        Self { union, has_aliases }
    }

    /// Returns the arm that a member selects; `None` if the member does not decide.
    pub(crate) fn arm_with(&self, key: &str) -> Option<usize> {
        let named = discriminators(self.union).find(|(_, _, has)| is_same(has.as_bytes(), key.as_bytes()));
        let found = named.or_else(|| {
            let is_alias = |field: &Field, has| is_alias(field, has, Some(key));
            discriminators(self.union)
                .filter(|_| self.has_aliases)
                .find(|(_, fields, has)| fields.iter().any(|field| is_alias(field, has)))
        });
        found.map(|(arm, ..)| arm)
    }
}

/// Returns each arm that a member selects: its index, its fields, and the name of that member.
fn discriminators(union: &'static Union) -> impl Iterator<Item = (usize, &'static [Field], &'static str)> {
    union.arms.iter().enumerate().filter_map(|(index, arm)| match arm.body {
        ArmBody::Fields { record, has: Some(has) } => Some((index, record.fields, has)),
        _ => None,
    })
}

/// Returns whether a deciding field has the alias `key`, or any alias if `key` is `None`.
fn is_alias(field: &Field, has: &str, key: Option<&str>) -> bool {
    !field.aliases.is_empty() && field.name == has && key.is_none_or(|key| field.aliases.contains(&key))
}

impl Reader<'_> {
    /// Selects the arm of a union by form for the next value; returns its index and type. If no arm
    /// fits, the index is the number of arms.
    ///
    /// # Errors
    /// The next value is not JSON.
    #[doc(hidden)]
    pub fn select(&mut self, union: &'static Union) -> Result<(usize, Type), ReadError> {
        let kind = self.kind()?;
        let start = self.tokens.offset();
        let chosen = match kind {
            Kind::Text => match self.tokens.string() {
                Ok(text) => form::arm_of(union, kind, Some(Lexeme::Text(text))),
                Err(fault) => return Err(self.fault_error(&fault)),
            },
            Kind::Boolean => match self.tokens.boolean() {
                Ok(value) => form::arm_of(union, kind, Some(Lexeme::Boolean(value))),
                Err(fault) => return Err(self.fault_error(&fault)),
            },
            Kind::Number => match self.tokens.number() {
                Ok(digits) => form::arm_of(union, kind, Some(Lexeme::Number(digits))),
                Err(fault) => return Err(self.fault_error(&fault)),
            },
            Kind::Null | Kind::List | Kind::Object => form::arm_of(union, kind, None),
        };
        self.tokens.seek(start);
        Ok(chosen.unwrap_or((union.arms.len(), Type::Json)))
    }

    /// Finds the arm of a union by its tag or its members, and sets the arm of the record.
    pub(crate) fn select_arm(
        &mut self,
        union: &'static Union,
        record: &mut dyn Record,
    ) -> Result<ArmFields, ReadError> {
        let start = self.tokens.offset();
        match union.discriminator {
            Discriminator::Tag(_)
            | Discriminator::IntegerTag(_)
            | Discriminator::BooleanTag(_)
            | Discriminator::NestedTag(_) => self.select_arm_by_tag(union, record, start),
            Discriminator::Members | Discriminator::Form | Discriminator::Status | Discriminator::Event => {
                self.select_arm_by_members(union, record)
            }
        }
    }

    /// Selects the arm by the tag of the next object.
    fn select_arm_by_tag(
        &mut self,
        union: &'static Union,
        record: &mut dyn Record,
        start: usize,
    ) -> Result<ArmFields, ReadError> {
        let (index, tag) = self.arm_of_path(union, union.discriminator.path())?;
        self.tokens.seek(start);
        record.set_arm(index, tag);
        Ok(ArmFields { fields: fields_of(union, index), tag: union.tag() })
    }

    /// Reads the tag at a path into the next value; returns its arm and its text. The reader ends
    /// after the tag.
    pub(crate) fn arm_of_path(
        &mut self,
        union: &'static Union,
        path: &[&'static str],
    ) -> Result<(Option<usize>, Text), ReadError> {
        let Some((name, inner)) = path.split_first() else {
            let tag = self.scalar(|lexeme| tag_text(lexeme, union.discriminator))?;
            return Ok((union.arm_of(&tag), tag));
        };
        let (start, mut found) = (self.offset()?, None);
        self.scan(&mut |key, offset, _| {
            if key == *name {
                found = Some(offset);
            }
        })?;
        let Some(offset) = found else {
            let missing = ReadError::new(self.tokens.all().as_bytes(), start, "a value", Found::NoMember);
            return Err(missing.in_member(*name));
        };
        self.tokens.seek(offset);
        self.arm_of_path(union, inner).map_err(|error| error.in_member(*name))
    }

    /// Selects the arm by the members of the next object.
    fn select_arm_by_members(
        &mut self,
        union: &'static Union,
        record: &mut dyn Record,
    ) -> Result<ArmFields, ReadError> {
        let discriminator = DiscriminatingMembers::of(union);
        let mut first = usize::MAX;
        self.scan(&mut |key, _, kind| {
            if kind != Kind::Null {
                first = first.min(discriminator.arm_with(key).unwrap_or(usize::MAX));
            }
        })?;
        let index = Some(first).filter(|first| *first < union.arms.len()).or_else(|| otherwise(union));
        record.set_arm(index, Text::default());
        Ok(ArmFields { fields: fields_of(union, index), tag: None })
    }

    /// Calls `see` with each member of the next object: key, byte offset and kind of its value.
    /// Returns the end of the object; the reader stays before it.
    pub(crate) fn scan(&mut self, see: &mut dyn FnMut(&str, usize, Kind)) -> Result<usize, ReadError> {
        self.kind()?;
        let start = self.tokens.offset();
        let known = self.ends.find(start);
        if known.is_none() {
            self.refund(self.ends.known.len() * size_of::<(usize, usize)>());
            self.ends.known.clear();
            self.ends.known.push((start, start));
            self.spend(size_of::<(usize, usize)>())?;
        }
        self.enter()?;
        let mut more = self.tokens.enter_object();
        while more {
            let name = self.tokens.kept_key().map_err(|fault| self.fault_error(&fault))?;
            let kind = self.kind().map_err(|error| error.in_member(name.to_string()))?;
            let offset = self.tokens.offset();
            see(&name, offset, kind);
            match self.ends.find(offset) {
                Some(end) if known.is_some() => self.tokens.seek(end),
                _ => self.walk().map_err(|error| error.in_member(name.to_string()))?,
            }
            self.ends.count();
            more = self.tokens.next_member().map_err(|fault| self.fault_error(&fault))?;
        }
        self.room += 1;
        let end = known.unwrap_or(self.tokens.offset());
        self.close(start, end);
        self.tokens.seek(start);
        Ok(end)
    }

    /// Skips a value and records where the containers in it end.
    fn walk(&mut self) -> Result<(), ReadError> {
        let known = self.ends.known.len();
        self.ends.open.clear();
        self.tokens.skip(&mut self.ends).map_err(|fault| self.fault_error(&fault))?;
        self.spend((self.ends.known.len() - known) * size_of::<(usize, usize)>())
    }

    /// Records the end of the container that begins at `start`.
    fn close(&mut self, start: usize, end: usize) {
        let index = self.ends.known.binary_search_by_key(&start, |(start, _)| *start);
        if let Some(known) = index.ok().and_then(|index| self.ends.known.get_mut(index)) {
            known.1 = end;
        }
    }
}

/// Converts a tag to text. A tag is a text, an integer or a boolean, as the discriminator determines.
fn tag_text(lexeme: Lexeme<'_>, discriminator: Discriminator) -> Result<Text, Cow<'static, str>> {
    match (discriminator, lexeme) {
        (Discriminator::IntegerTag(_), lexeme) => {
            crate::json::integers::whole(lexeme).map(|tag| Text::from(tag.to_string()))
        }
        (Discriminator::BooleanTag(_), Lexeme::Boolean(tag)) => Ok(tag.to_string().into()),
        (Discriminator::BooleanTag(_), _) => Err("`true` or `false`".into()),
        (_, Lexeme::Text(text)) => Ok(text.into()),
        _ => Err("a text".into()),
    }
}

/// Returns the members that only the arm has.
pub(crate) fn fields_of(union: &'static Union, arm: Option<usize>) -> &'static [Field] {
    match arm.and_then(|arm| union.arms.get(arm)).map(|arm| arm.body) {
        Some(ArmBody::Fields { record, .. } | ArmBody::Value(Type::Record(record))) => record.fields,
        _ => &[],
    }
}

/// Returns the members that only the arm of an object has, for a union by tag or by members.
pub(crate) fn fields_of_object(union: &'static Union, members: &[(Text, &str)]) -> &'static [Field] {
    let index = match union.discriminator {
        Discriminator::Tag(_)
        | Discriminator::IntegerTag(_)
        | Discriminator::BooleanTag(_)
        | Discriminator::NestedTag(_) => union.discriminator.path().split_first().and_then(|(name, inner)| {
            let (_, json) = members.iter().find(|(key, _)| **key == **name)?;
            Reader::new(json).arm_of_path(union, inner).ok()?.0
        }),
        _ => {
            let given = members.iter().filter(|(_, json)| *json != "null");
            let discriminator = DiscriminatingMembers::of(union);
            given.filter_map(|(name, _)| discriminator.arm_with(name)).min().or_else(|| otherwise(union))
        }
    };
    fields_of(union, index)
}

/// Returns the arm of an object without any deciding member; `None` if the union has none.
pub(crate) fn otherwise(union: &'static Union) -> Option<usize> {
    union.arms.iter().position(|arm| matches!(arm.body, ArmBody::Fields { has: None, .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{Extra, Fill, Write, blank};
    use crate::schema::{Arm, Record as Schema};

    /// A recursive union: `{"inner": …, "tag": "node"}`.
    struct Node {
        inner: Option<Box<Node>>,
        extra: Extra,
    }

    static COMMON: Schema = Schema { name: "Node", fields: &[Field::optional("inner", Type::Record(&COMMON))] };
    static NO_MEMBERS: Schema = Schema { name: "Node", fields: &[] };
    static NODE: Union = Union {
        name: "Node",
        discriminator: Discriminator::Tag("tag"),
        common: COMMON.fields,
        arms: &[Arm::new("node", ArmBody::Fields { record: &NO_MEMBERS, has: None })],
    };

    impl Record for Node {
        fn blank() -> Self {
            Self { inner: None, extra: blank() }
        }
        fn table(&self) -> &'static Schema {
            &COMMON
        }
        fn member_mut(&mut self, _: usize) -> Option<&mut dyn Fill> {
            Some(&mut self.inner)
        }
        fn member(&self, _: usize) -> Option<&dyn Write> {
            Some(&self.inner)
        }
        fn extra(&self) -> Option<&Extra> {
            Some(&self.extra)
        }
        fn extra_mut(&mut self) -> Option<&mut Extra> {
            Some(&mut self.extra)
        }
        fn union(&self) -> Option<&'static Union> {
            Some(&NODE)
        }
    }

    fn steps(depth: usize) -> (usize, usize) {
        // A list of many values at each level, which each scan would visit again without recorded
        // ends.
        let open = r#"{"list":[[1],2,3,{"a":[]}],"inner":"#;
        let body = format!("{}null,\"tag\":\"node\"{}", open.repeat(depth), r#"},"tag":"node""#.repeat(depth - 1));
        let body = format!("{body}}}");
        let mut reader = Reader::new(&body);
        let mut node: Node = Record::blank();
        assert!(reader.record(&mut node).and_then(|()| reader.finish()).is_ok());
        let mut levels = 1;
        let mut at = &node;
        while let Some(inner) = &at.inner {
            levels += 1;
            at = inner;
        }
        assert_eq!(at.extra.len(), 1);
        (levels, reader.ends.steps)
    }

    #[test]
    fn nested_unions_take_work_in_proportion_to_the_body() {
        // The two outermost unions are guessed, and not scanned.
        let (levels, few) = steps(12);
        assert_eq!(levels, 12);
        let (levels, many) = steps(102);
        assert_eq!(levels, 102);
        assert!(many <= 10 * few + 10, "{few} steps for 12 levels, {many} for 102");
    }
}
