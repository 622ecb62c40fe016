//! JSON of a page: the parts that paging needs.
//!
//! Input: the body of a response, the type of the output, and paths of members. Output: the members
//! and the items as unchanged parts of the body, so that they can be compared and sent again. Typed
//! pages are read elsewhere.

use crate::{
    RawReply, ReadError, Reader, Text,
    json::{Kind, MemberJson, Notes, Plain, as_text, items, members, text_json},
    schema::{Also, Field, Protocol, Type},
};
use chainloom_forms::whole::in_any_notation;

/// A page as JSON. Its members and items were found while the typed page was read, or are found in
/// one pass.
pub(crate) struct PageJson<'b> {
    /// Type and text of the page. The text is empty if notes contain the members.
    whole: PagePart<'b>,
    members: Vec<MemberJson<'b>>,
}

/// A part of a page, or the whole page.
#[derive(Clone, Copy)]
struct PagePart<'b> {
    json: &'b [u8],
    ty: Type,
}

impl<'b> PageJson<'b> {
    /// Creates the JSON of the result of a response. `items` is the path of the list; the notes are the notes of the
    /// typed page.
    pub(crate) fn of(reply: &'b RawReply, notes: Option<&Notes>, items: &[&str]) -> Self {
        let ty = reply.operation.output.unwrap_or(Type::Json);
        let none = PagePart { json: b"", ty };
        let is_list = |key: &str| matches!(items, [name] if none.is_name_of(name, key));
        if let Some(members) = notes.and_then(|notes| notes.members(&reply.raw, is_list)) {
            return Self { whole: none, members };
        }
        let json = result(reply, as_text(&reply.raw).unwrap_or_default().trim_ascii());
        let members = split_members(json, is_list).unwrap_or_default();
        Self { whole: PagePart { json: json.as_bytes(), ty }, members }
    }

    /// Returns the member at a path; `None` if absent or null.
    pub(crate) fn member(&self, path: &[&str]) -> Option<&'b str> {
        self.within(path)?.as_str()
    }

    /// Returns the items in order; empty if the list is absent.
    pub(super) fn items(&mut self, path: &[&str]) -> Vec<&'b [u8]> {
        let found = match path {
            [name] => self.find(name).and_then(|index| self.members.get_mut(index)?.items.take()),
            _ => None,
        };
        found.or_else(|| self.within(path).map(PagePart::list_items)).unwrap_or_default()
    }

    /// Returns the items as separate JSON values in order. An item of a map is an object with one
    /// member.
    pub(super) fn entries(&mut self, path: &[&str]) -> Vec<String> {
        match self.within(path) {
            Some(part) if matches!(part.ty.bare(), Type::Map(_)) => {
                let all = members(part.json).unwrap_or_default();
                all.iter().map(|(key, value)| format!("{{{}:{value}}}", text_json(key))).collect()
            }
            _ => self.items(path).into_iter().map(|item| as_text(item).unwrap_or_default().to_owned()).collect(),
        }
    }

    /// Returns the member at the path `name` of an item of the list at `path`.
    pub(super) fn member_of(&self, path: &[&str], item: &'b [u8], name: &[&str]) -> Option<&'b str> {
        let ty = path.iter().fold(self.whole.ty, |ty, name| field(ty, name).map_or(Type::Json, |field| field.ty));
        PagePart { json: item, ty: item_type(ty) }.within(name)?.as_str()
    }

    /// Returns the part of the page at a path.
    fn within(&self, path: &[&str]) -> Option<PagePart<'b>> {
        let Some((name, rest)) = path.split_first() else { return self.whole.within(path) };
        let json = self.members.get(self.find(name)?)?.json;
        PagePart { json, ty: self.whole.type_of(name) }.within(rest)
    }

    /// Returns the index of a member, the last one if repeated, as in the typed page.
    fn find(&self, name: &str) -> Option<usize> {
        self.members.iter().rposition(|member| self.whole.is_name_of(name, &member.name))
    }
}

/// Returns the result in a response; `null` if empty.
fn result<'b>(reply: &RawReply, body: &'b str) -> &'b str {
    let json = match reply.operation.protocol {
        Protocol::Rest { .. } => body,
        Protocol::Rpc { .. } => members(body.as_bytes())
            .ok()
            .and_then(|members| members.into_iter().find(|(name, _)| name.as_str() == "result"))
            .map_or("null", |(_, json)| json),
    };
    if json.is_empty() { "null" } else { json }
}

/// Returns the members of a page, with the items of members that are the list.
fn split_members<'b>(json: &'b str, is_list: impl Fn(&str) -> bool) -> Result<Vec<MemberJson<'b>>, ReadError> {
    let (mut found, mut reader) = (Vec::new(), Reader::new(json));
    reader.map(&mut |reader: &mut Reader<'b>, name: &Text| {
        let start = reader.offset()?;
        let mut items = None;
        if is_list(name) && reader.kind()? == Kind::List {
            let list: &mut Vec<&[u8]> = items.insert(Vec::new());
            reader.items(&mut |reader| {
                let start = reader.offset()?;
                reader.skip()?;
                list.extend(json.as_bytes().get(start..reader.position()));
                Ok(())
            })?;
        } else {
            reader.skip()?;
        }
        let json = json.as_bytes().get(start..reader.position()).unwrap_or_default();
        found.push(MemberJson { name: name.clone(), json, items });
        Ok(())
    })?;
    reader.finish()?;
    Ok(found)
}

impl<'b> PagePart<'b> {
    /// Returns the part at a path; `None` if absent or null.
    fn within(self, path: &[&str]) -> Option<Self> {
        let found = path.iter().try_fold(self, |page, name| page.descend(name))?;
        (found.json != b"null").then_some(found)
    }

    /// Returns the JSON as text.
    fn as_str(self) -> Option<&'b str> {
        as_text(self.json).ok()
    }

    /// Returns a member of the part.
    fn descend(self, name: &str) -> Option<Self> {
        let members = members(self.json).ok()?;
        // A repeated member counts last, as in the typed page.
        let (_, json) = members.into_iter().rev().find(|(key, _)| self.is_name_of(name, key))?;
        Some(Self { json: json.as_bytes(), ty: self.type_of(name) })
    }

    /// Returns whether `key` is the name or an alias of the member `name`.
    fn is_name_of(self, name: &str, key: &str) -> bool {
        key == name || field(self.ty, name).is_some_and(|field| field.aliases.contains(&key))
    }

    /// Returns the type of a member.
    fn type_of(self, name: &str) -> Type {
        field(self.ty, name).map_or(Type::Json, |field| field.ty)
    }

    /// Returns the items of a list; also of a list inside an object, of a single item, and the values of a map.
    fn list_items(self) -> Vec<&'b [u8]> {
        match (self.ty.bare(), self.json.first()) {
            (_, Some(b'[')) => items(self.json).unwrap_or_default().into_iter().map(str::as_bytes).collect(),
            (Type::List(list), Some(b'{')) if matches!(list.also, Also::At(_)) => {
                let Also::At(member) = list.also else { return Vec::new() };
                let list = Self { json: self.json, ty: Type::Json }.within(&[member]);
                list.map(Self::list_items).unwrap_or_default()
            }
            (Type::List(list), Some(_)) if list.also == Also::Single => vec![self.json],
            (Type::Map(_), Some(b'{')) => {
                let values = members(self.json).unwrap_or_default();
                values.into_iter().map(|(_, value)| value.as_bytes()).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn item_type(ty: Type) -> Type {
    match ty.bare() {
        Type::List(list) => list.item,
        Type::Map(map) => map.value,
        _ => Type::Json,
    }
}

/// Returns the described field with a name.
fn field(ty: Type, name: &str) -> Option<&'static Field> {
    let fields = match ty.bare() {
        Type::Record(record) => record.fields,
        Type::Union(union) => union.common,
        _ => &[],
    };
    fields.iter().find(|field| field.name == name)
}

/// Parses an integer from a JSON number, or from a decimal or hex text; `None` if out of range.
pub(crate) fn whole(json: &str) -> Option<u64> {
    let (Plain::Text(text) | Plain::Number(text)) = Plain::parse(json.as_bytes()).ok()? else { return None };
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => in_any_notation(&text, |digits| digits.parse().ok()),
    }
}

/// Normalizes a token for comparison: removes quotation marks, escapes, and white space between
/// tokens of JSON.
pub(crate) fn bare_text(json: &str) -> String {
    match Plain::parse(json.as_bytes()) {
        Ok(Plain::Text(text) | Plain::Number(text)) => text,
        _ => crate::json::compact(json),
    }
}
