//! What in the JSON of a parameter does not fit its type.
//!
//! Input: a parameter and its JSON. Output: each misfit with its place:
//! `filter.topics[2]`. A scalar is what [`one`] makes of its text, so that a value has one form,
//! whether it stands in a flag or deep in JSON. Bounds, rules and directions are not looked at: the
//! runtime checks them before each call.

use chainloom_codegen::diagnostic::near_name;
use chainloom_runtime::schema::{Arm, ArmBody, Direction, Discriminator, Field, List, Type, Union};
use serde_json::{Map, Value};

use crate::texts::{Wanted, bare, one, quoted};

/// The most misfits of one parameter: a list of a million wrong numbers is told well before its end.
const MOST: usize = 10;

/// The most characters of a value that are shown.
const SHOWN: usize = 60;

/// Returns what does not fit, in the order of the type. Whether null stands for absence is not
/// decided here.
pub(crate) fn misfits(field: &Field, json: &str) -> Vec<Misfit> {
    let Ok(value) = serde_json::from_str(json) else { return Vec::new() };
    if value == Value::Null {
        return Vec::new();
    }
    let mut walk = Walk { place: field.name.to_owned(), is_secret: field.secret, found: Vec::new() };
    walk.value(field.ty, &value);
    walk.found
}

/// A value that does not fit.
#[derive(Clone, Debug)]
pub(crate) struct Misfit {
    /// Path of the value, which begins with the name of the parameter.
    pub(crate) place: String,
    pub(crate) text: String,
}

struct Walk {
    place: String,
    /// Whether the value must not be shown.
    is_secret: bool,
    found: Vec<Misfit>,
}

impl Walk {
    fn value(&mut self, ty: Type, value: &Value) {
        match (ty.known(), value) {
            (Type::Json | Type::Bytes | Type::File, _) | (Type::Nullable(_), Value::Null) => {}
            (Type::Bounded(bounded), value) => self.value(bounded.ty, value),
            (Type::Nullable(inner), value) => self.value(*inner, value),
            (Type::List(list), Value::Array(items)) => self.list(list, items),
            (Type::List(_), value) => self.must_be("a list", value),
            (Type::Tuple(types), Value::Array(items)) if items.len() == types.len() => {
                for (index, (ty, item)) in types.iter().zip(items).enumerate() {
                    self.at(&format!("[{index}]"), false, |walk| walk.value(*ty, item));
                }
            }
            (Type::Tuple(types), value) => self.must_be(&format!("a list of {} values", types.len()), value),
            (Type::Map(map), Value::Object(members)) => {
                for (name, value) in members {
                    self.at(&format!(".{name}"), false, |walk| {
                        walk.key(map.key, name);
                        walk.value(map.value, value);
                    });
                }
            }
            (Type::Record(record), Value::Object(members)) => self.members([record.fields, &[]], None, members),
            (Type::Record(_) | Type::Map(_), value) => self.must_be("an object", value),
            (Type::Union(union), value) => self.union(union, value),
            (ty, value) => self.scalar(ty, value),
        }
    }

    fn list(&mut self, list: &List, items: &[Value]) {
        for (index, item) in items.iter().enumerate() {
            self.at(&format!("[{index}]"), false, |walk| walk.value(list.item, item));
            if self.found.len() >= MOST {
                return;
            }
        }
    }

    /// A value without parts. Its text must become the value itself.
    fn scalar(&mut self, ty: Type, value: &Value) {
        let json = value.to_string();
        let text = match value {
            Value::String(text) => text.as_str(),
            Value::Bool(_) | Value::Number(_) => &json,
            Value::Null | Value::Array(_) | Value::Object(_) => "",
        };
        match one(ty, text) {
            Ok(sent) if sent == json => {}
            // What a secret should be would show it.
            Ok(sent) if !text.is_empty() && !self.is_secret => self.must_be(&format!("`{sent}`"), value),
            Ok(_) => self.must_be("a text", value),
            // A service may have values that the spec does not list; one that is nearly listed is a slip.
            Err(Wanted::Words(_)) if matches!(ty, Type::Enum(_)) && value.is_string() => {}
            Err(wanted) => self.must_be(&wanted.to_string(), value),
        }
    }

    /// A key of a map, which is a text in JSON whatever its type.
    fn key(&mut self, ty: Type, name: &str) {
        let wanted = match one(ty, name) {
            Ok(sent) if [name, &quoted(name)].contains(&sent.as_str()) => return,
            Ok(sent) => format!("`{sent}`"),
            Err(Wanted::Words(_)) if matches!(ty, Type::Enum(_)) => return,
            Err(wanted) => wanted.to_string(),
        };
        self.must_be(&wanted, &Value::from(name));
    }

    fn union(&mut self, union: &'static Union, value: &Value) {
        match (union.discriminator, value) {
            (Discriminator::Form, Value::Object(_) | Value::Array(_)) => self.arm_with_parts(union, value),
            (Discriminator::Form, value) if self.takes(union, value) => {}
            (Discriminator::Form, value) => self.scalar(Type::Union(union), value),
            (Discriminator::Status | Discriminator::Event, _) => {}
            (discriminator, Value::Object(members)) => {
                let Some(arm) = arm_of(union, members) else { return self.no_arm(union, members) };
                self.members([union.common, arm], discriminator.tag(), members);
            }
            (_, value) => self.must_be("an object", value),
        }
    }

    /// The arms of such a union never overlap, so that one at most is for objects, and one for lists.
    fn arm_with_parts(&mut self, union: &'static Union, value: &Value) {
        let arm = union.arms.iter().find_map(|arm| match arm.body {
            ArmBody::Value(ty) => has_kind(ty, value).then_some(ty),
            ArmBody::Fields { record, .. } => value.is_object().then_some(Type::Record(record)),
            ArmBody::Const(_) => None,
        });
        match arm {
            Some(ty) => self.value(ty, value),
            None => self.scalar(Type::Union(union), value),
        }
    }

    /// Whether an arm of a union by form takes a value without parts, as it stands.
    fn takes(&mut self, union: &'static Union, value: &Value) -> bool {
        union.arms.iter().any(|arm| match arm.body {
            ArmBody::Value(ty) => self.aside(ty, value).is_empty(),
            ArmBody::Const(json) => serde_json::from_str::<Value>(json).is_ok_and(|constant| constant == *value),
            ArmBody::Fields { .. } => false,
        })
    }

    /// What does not fit if the value is of this type.
    fn aside(&mut self, ty: Type, value: &Value) -> Vec<Misfit> {
        let found = std::mem::take(&mut self.found);
        self.value(ty, value);
        std::mem::replace(&mut self.found, found)
    }

    fn no_arm(&mut self, union: &Union, members: &Map<String, Value>) {
        let path = union.discriminator.path().join(".");
        if path.is_empty() {
            let needed = union.arms.iter().filter_map(|arm| match arm.body {
                ArmBody::Fields { has, .. } => has.map(|has| format!("`{has}`")),
                _ => None,
            });
            let needed = needed.collect::<Vec<_>>().join(", ");
            return self.say(&format!("must have one of the members {needed}"));
        }
        let values = union.arms.iter().flat_map(|arm| std::iter::once(arm.name).chain(arm.also.iter().copied()));
        let known: Vec<String> = values.map(|value| format!("`{value}`")).collect();
        let words = format!("one of {}", known.join(", "));
        let value = tag_of(union, members).unwrap_or(&Value::Null);
        self.at(&format!(".{path}"), false, |walk| walk.must_be(&words, value));
    }

    /// The members of a record, or the common ones of a union and those of an arm.
    fn members(&mut self, tables: [&'static [Field]; 2], tag: Option<&str>, members: &Map<String, Value>) {
        let fields = || tables.into_iter().flatten().filter(|field| !field.rest);
        for field in fields() {
            let is_needed = field.required && field.direction == Direction::Both;
            self.at(&format!(".{}", field.name), field.secret, |walk| match members.get(field.name) {
                None if is_needed => walk.say("is required, but was left out"),
                None => {}
                Some(Value::Null) if !field.required => {}
                Some(Value::String(text)) if text.is_empty() && field.empty_is_absent => {}
                Some(value) => walk.value(field.ty, value),
            });
        }
        let rest = tables.into_iter().flatten().find(|field| field.rest).map(|field| field.ty);
        let is_known = |name: &str| fields().any(|field| field.name == name || field.aliases.contains(&name));
        for (name, value) in members.iter().filter(|(name, _)| tag != Some(name.as_str()) && !is_known(name)) {
            match (rest, near_name(name, fields().map(|field| field.name))) {
                (Some(Type::Map(map)), _) => self.at(&format!(".{name}"), false, |walk| walk.value(map.value, value)),
                // Any other may be one that the spec does not know.
                (_, Some(near)) if !members.contains_key(near) => {
                    self.say(&format!("has no member `{name}`; did you mean `{near}`?"));
                }
                _ => {}
            }
        }
    }

    fn must_be(&mut self, words: &str, value: &Value) {
        match self.is_secret {
            true => self.say(&format!("must be {words}")),
            false => self.say(&format!("must be {words}, but is {}", shown(value))),
        }
    }

    /// Keeps what is wrong at this place.
    fn say(&mut self, what: &str) {
        self.found.push(Misfit { place: self.place.clone(), text: format!("`{}` {what}", self.place) });
    }

    /// Goes one step further in, and back.
    fn at(&mut self, step: &str, is_secret: bool, look: impl FnOnce(&mut Self)) {
        if self.found.len() >= MOST {
            return;
        }
        let (length, was_secret) = (self.place.len(), self.is_secret);
        self.place.push_str(step);
        self.is_secret |= is_secret;
        look(self);
        self.place.truncate(length);
        self.is_secret = was_secret;
    }
}

/// Whether values of a type are objects, or lists, as this one is.
fn has_kind(ty: Type, value: &Value) -> bool {
    match bare(ty) {
        Type::Json => true,
        Type::Record(_) | Type::Map(_) => value.is_object(),
        Type::List(_) | Type::Tuple(_) => value.is_array(),
        Type::Union(union) if union.discriminator != Discriminator::Form => value.is_object(),
        Type::Union(union) => union.arms.iter().any(|arm| match arm.body {
            ArmBody::Value(ty) => has_kind(ty, value),
            ArmBody::Fields { .. } => value.is_object(),
            ArmBody::Const(_) => false,
        }),
        _ => false,
    }
}

/// Returns the value that selects the arm of a union with a tag.
fn tag_of<'v>(union: &Union, members: &'v Map<String, Value>) -> Option<&'v Value> {
    union.discriminator.find_tag(|name| members.get(name), |value, name| value.get(name))
}

/// The members of the arm that a tag or a member tells.
fn arm_of(union: &'static Union, members: &Map<String, Value>) -> Option<&'static [Field]> {
    let tag = tag_of(union, members).map(|tag| tag.as_str().map_or_else(|| tag.to_string(), str::to_owned));
    let is_told = |arm: &Arm| match arm.body {
        ArmBody::Fields { has: Some(has), .. } => members.get(has).is_some_and(|value| !value.is_null()),
        _ => tag.as_deref().is_some_and(|tag| arm.has_tag(tag)),
    };
    let told = union.arms.iter().find(|arm| is_told(arm));
    let otherwise = || {
        let is_otherwise = |body: ArmBody| matches!(body, ArmBody::Fields { has: None, .. });
        union.arms.iter().find(|arm| union.discriminator.path().is_empty() && is_otherwise(arm.body))
    };
    match told.or_else(otherwise)?.body {
        ArmBody::Fields { record, .. } => Some(record.fields),
        _ => None,
    }
}

fn shown(value: &Value) -> String {
    let json = value.to_string();
    match json.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", &json[..end]),
        None => format!("`{json}`"),
    }
}
