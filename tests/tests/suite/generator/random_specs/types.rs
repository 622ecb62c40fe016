//! Types of every kind, each with a value.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: uses of types, and the
//! declarations of a file.

use serde_json::{Map, Value, json};

use super::maker::{File, Maker, Members, NamedType, Sample, integer_key, object};
use super::names::Kind;

/// Forms of scalars with a value that has no other form.
const SCALARS: [(&str, &str); 33] = [
    (r#"{ "text": "base58check", "bytes": 32 }"#, r#""11111111111111111111111111111111LpoYY""#),
    (r#"{ "text": "hex", "bytes": 20 }"#, r#""0x0000000000000000000000000000000000000001""#),
    (r#"{ "text": "hex", "bytes": 32 }"#, r#""0x0000000000000000000000000000000000000000000000000000000000000001""#),
    (r#"{ "text": "hex" }"#, r#""0x0102""#),
    (r#"{ "text": "hex", "prefix": "optional" }"#, r#""0102""#),
    (r#"{ "text": "hex", "prefix": "none", "bytes": 2 }"#, r#""0102""#),
    (r#"{ "text": "decimal" }"#, r#""1.50""#),
    (r#"{ "text": "decimal", "rust": "U256" }"#, r#""340282366920938463463374607431768211457""#),
    (r#"{ "text": "quantity", "rust": "u64" }"#, r#""0x10""#),
    (r#"{ "text": "quantity", "rust": "U256" }"#, r#""0x0""#),
    (r#"{ "text": "date-time" }"#, r#""2021-04-02T15:34:00.262979-07:00""#),
    (r#"{ "number": "integer", "rust": "u128" }"#, "7"),
    (r#"{ "number": "seconds" }"#, "1600000000"),
    (r#"{ "number": "milliseconds" }"#, "1600000000000"),
    (r#"{ "number": "microseconds" }"#, "1600000000000001"),
    (r#"{ "number": "nanoseconds" }"#, "1600000000000000001"),
    (r#"{ "text": "seconds" }"#, r#""1600000000""#),
    (r#"{ "text": "nanoseconds" }"#, r#""1600000000000000001""#),
    (r#"{ "number": "duration-seconds" }"#, "300"),
    (r#"{ "number": "duration-microseconds" }"#, "1"),
    (r#"{ "text": "duration-milliseconds" }"#, r#""300000""#),
    (r#"{ "text": "quantity-seconds" }"#, r#""0x5f5e1000""#),
    (r#"{ "text": "base58" }"#, r#""2NEpo7TZRRrLZSi2U""#),
    (r#"{ "text": "base58", "bytes": 2 }"#, r#""5T""#),
    (r#"{ "text": "base64" }"#, r#""AQID""#),
    (r#"{ "text": "base64url", "bytes": 3 }"#, r#""-_-_""#),
    (r#"{ "text": "date" }"#, r#""2024-02-29""#),
    (r#"{ "text": "duration" }"#, r#""P3DT12H30M""#),
    (r#"{ "text": "uuid" }"#, r#""67e55044-10b1-426f-9247-bb680e5fe0c8""#),
    (r#"{ "text": "decimal", "rust": "I256" }"#, r#""-340282366920938463463374607431768211457""#),
    (r#"{ "text": "decimal", "rust": "i8" }"#, r#""-128""#),
    (r#"{ "number": "integer", "rust": "i128" }"#, "-7"),
    (r#"{ "number": "decimal" }"#, "1.5"),
];
const BUILT_IN: [(&str, &str); 16] = [
    ("boolean", "true"),
    ("string", r#""text""#),
    ("integer", "-5"),
    ("uint8", "5"),
    ("uint16", "5"),
    ("uint32", "5"),
    ("uint64", "18446744073709551615"),
    ("uint128", "5"),
    ("int8", "-5"),
    ("int16", "-5"),
    ("int32", "-5"),
    ("int64", "-5"),
    ("int128", "-5"),
    ("number", "1.5"),
    ("string", r#""it \"is\"""#),
    ("json", r#"{ "any": [1] }"#),
];

/// A member that no record has.
const OTHER: &str = "another key";

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

impl Maker {
    /// The file at the root with the scalars that all files see.
    pub(crate) fn scalars(&mut self) -> File {
        let path = self.names.draw(Kind::File);
        let mut scalars = Map::new();
        for _ in 0..self.rng.usize(1..4) {
            let (form, sample) = SCALARS[self.rng.usize(0..SCALARS.len())];
            let mut keys = object(parsed(form));
            keys.insert("doc".to_owned(), self.doc());
            let name = self.names.draw(Kind::Scalar);
            scalars.insert(name.clone(), Value::Object(keys));
            let made = Sample { ty: json!(name), sample: parsed(sample) };
            self.shared.push(NamedType { made, is_record: false, is_scalar: true });
        }
        (path, object(json!({ "chainloom": 1, "doc": "Values.", "scalars": scalars })))
    }

    /// The types of a file, which are known from here on.
    pub(crate) fn types(&mut self) -> Map<String, Value> {
        let mut types = Map::new();
        for _ in 0..self.rng.usize(1..4) {
            let name = self.names.draw(Kind::Type);
            let (made, is_record) = match self.rng.u8(0..11) {
                0..4 => {
                    let made = self.record(2, Some(&name));
                    // What holds all other members stands last, so nothing extends such a record.
                    let has_rest = made.sample.get(OTHER).is_some();
                    (made, !has_rest)
                }
                4..6 => (self.enumeration(), false),
                6..9 => (self.union(2), false),
                9 => (self.port(), false),
                _ => (self.alias(), false),
            };
            let mut keys = as_mapping(made.ty);
            keys.insert("doc".to_owned(), self.doc());
            self.decorate(&mut keys, &["source"]);
            types.insert(name.clone(), Value::Object(keys));
            let made = Sample { ty: json!(name), sample: made.sample };
            self.own.push(NamedType { made, is_record, is_scalar: false });
        }
        if self.chance(25) {
            self.with_parameter(&mut types);
        }
        types.extend(std::mem::take(&mut self.later));
        types
    }

    /// A type with bounds of its own.
    fn port(&mut self) -> Sample {
        let mut made = self.bounded_text().made;
        // Values of an enumeration have their own declaration.
        if made.ty.get("enum").is_some() {
            made = Sample { ty: json!({ "list": "string", "size": "..=2" }), sample: json!(["a"]) };
        }
        made
    }

    /// A record with one or two parameters, and a use of it that is known from here on.
    fn with_parameter(&mut self, types: &mut Map<String, Value>) {
        let (name, items, next) =
            (self.names.draw(Kind::Type), self.names.draw(Kind::Member), self.names.draw(Kind::Member));
        let has_two = self.chance(30);
        let second = if has_two { "K | null" } else { "T | null" };
        let fields = json!({
            &items: { "list": "T", "doc": "Several." },
            format!("{next}?"): { "type": second, "doc": "One." },
        });
        let of = if has_two { json!(["T", "K"]) } else { json!("T") };
        types.insert(name.clone(), json!({ "doc": self.doc(), "of": of, "fields": fields }));
        // What stands for the parameter is a name, never a use with a parameter of its own.
        let known = self.own.iter().map(|declared| declared.made.clone());
        let known: Vec<Sample> = known.filter(|made| made.ty.as_str().is_some_and(|ty| !ty.contains('<'))).collect();
        let of = known[self.rng.usize(0..known.len())].clone();
        let of_name = of.ty.as_str().unwrap().to_owned();
        let (of_name, sample) = match self.rng.u8(0..4) {
            0 => (format!("[{of_name}]"), json!([of.sample])),
            1 if !of.sample.is_null() => (format!("{of_name} | null"), Value::Null),
            _ => (of_name, of.sample),
        };
        let of_name = if has_two { format!("{of_name}, uint8") } else { of_name };
        let made = Sample { ty: json!(format!("{name}<{of_name}>")), sample: json!({ items: [sample], next: null }) };
        self.own.push(NamedType { made, is_record: false, is_scalar: false });
    }

    /// A value of one text: what may stand in a path or a query.
    pub(crate) fn plain(&mut self) -> Sample {
        let scalars: Vec<Sample> =
            self.shared.iter().filter(|declared| declared.is_scalar).map(|declared| declared.made.clone()).collect();
        match self.rng.u8(0..10) {
            0..3 if !scalars.is_empty() => scalars[self.rng.usize(0..scalars.len())].clone(),
            3..5 => self.enumeration(),
            _ => self.built_in(BUILT_IN.len() - 1),
        }
    }

    fn built_in(&mut self, among: usize) -> Sample {
        let (name, sample) = BUILT_IN[self.rng.usize(0..among)];
        Sample { ty: json!(name), sample: parsed(sample) }
    }

    /// Any type at all; within others, less deep ones.
    pub(crate) fn any(&mut self, depth: usize) -> Sample {
        let known: Vec<Sample> = self.own.iter().chain(&self.shared).map(|declared| declared.made.clone()).collect();
        match self.rng.u8(0..if depth == 0 { 10 } else { 22 }) {
            0..4 if !known.is_empty() => known[self.rng.usize(0..known.len())].clone(),
            0..7 => self.built_in(BUILT_IN.len()),
            7..9 => self.plain(),
            9 => {
                let names: Vec<&Sample> = known.iter().filter(|made| made.ty.is_string()).collect();
                let ty = names.first().map_or_else(|| "string".to_owned(), |made| made.ty.as_str().unwrap().to_owned());
                Sample { ty: json!(format!("{ty} | null")), sample: Value::Null }
            }
            10..12 => {
                let item = self.any(depth - 1);
                match item.ty.as_str() {
                    Some("string") if self.chance(50) => {
                        let bounded = json!({ "list": { "type": "string", "size": "1..=64" } });
                        Sample { ty: bounded, sample: json!([item.sample]) }
                    }
                    _ => Sample { ty: json!([item.ty]), sample: json!([item.sample]) },
                }
            }
            12 => self.tuple(depth - 1),
            13 => self.map(depth),
            14..17 => self.record(depth - 1, None),
            17 => self.enumeration(),
            18..20 => self.union(depth - 1),
            _ => self.bounded().made,
        }
    }

    /// Another name for a type that has one, or for a list of it: what is within has no name of its
    /// own.
    fn alias(&mut self) -> Sample {
        let made = self.any(0);
        match made.ty.is_string() && self.chance(50) {
            true => Sample { ty: json!([made.ty]), sample: json!([made.sample]) },
            false => made,
        }
    }

    fn tuple(&mut self, depth: usize) -> Sample {
        let items: Vec<Sample> = (0..self.rng.usize(1..4)).map(|_| self.any(depth)).collect();
        let (types, samples): (Vec<Value>, Vec<Value>) = items.into_iter().map(|made| (made.ty, made.sample)).unzip();
        Sample { ty: json!({ "tuple": types }), sample: json!(samples) }
    }

    fn map(&mut self, depth: usize) -> Sample {
        let value = self.any(depth - 1);
        let keys: Vec<Sample> = self.shared.iter().map(|declared| declared.made.clone()).collect();
        let text = keys.into_iter().find(|made| made.sample.is_string());
        match text {
            Some(key) if self.chance(40) => {
                let name = key.sample.as_str().unwrap().to_owned();
                Sample { ty: json!({ "map": value.ty, "key": key.ty }), sample: json!({ name: value.sample }) }
            }
            _ => Sample { ty: json!({ "map": value.ty }), sample: json!({ "some key": value.sample }) },
        }
    }

    /// Members of a record; one may lead back to the record itself.
    fn members(&mut self, depth: usize, least: usize, owner: Option<&str>) -> Members {
        let mut members = Members::default();
        for _ in 0..self.rng.usize(least..5) {
            let (name, is_optional) = (self.names.draw(Kind::Member), self.chance(40));
            let made = self.any(depth);
            let is_null = made.sample.is_null() && made.ty.as_str().is_some_and(|ty| ty.ends_with("null"));
            let made = self.attributed(made, true);
            members.push(&name, is_optional, made);
            if is_optional && self.chance(25) {
                self.absent(&name, is_null, &mut members);
            }
        }
        if self.chance(12) {
            let (name, value) =
                (self.names.draw(Kind::Member), [json!("2.0"), json!(2), json!(true)][self.rng.usize(0..3)].clone());
            members.push_constant(&name, value.clone());
            members.sample.insert(name, value);
        }
        if self.chance(20) {
            self.one_direction(&mut members);
        }
        if let (Some(owner), true) = (owner, self.chance(25)) {
            let name = self.names.draw(Kind::Member);
            members.fields.insert(format!("{name}?"), json!({ "type": owner, "doc": "The next one." }));
        }
        members
    }

    /// Another form of what is absent, where the type has one.
    fn absent(&mut self, name: &str, is_null: bool, members: &mut Members) {
        let keys = members.fields[&format!("{name}?")].as_object_mut().unwrap();
        let is_text = keys.get("type").is_some_and(|ty| ty == "string");
        if keys.contains_key("also") || !(is_null || is_text) {
            return;
        }
        if is_null {
            // What means nothing is never sent.
            members.sample.shift_remove(name);
        }
        keys.insert("also".to_owned(), json!({ (if is_null { "null" } else { "empty" }): "absent" }));
    }

    pub(crate) fn record(&mut self, depth: usize, owner: Option<&str>) -> Sample {
        let mut members = self.members(depth, 0, owner);
        let mut keys = Map::new();
        let record = self.own.iter().find(|declared| declared.is_record && owner.is_some()).cloned();
        if let (Some(record), true) = (record, self.chance(40)) {
            keys.insert("extends".to_owned(), record.made.ty);
            members.sample.extend(object(record.made.sample));
        }
        let has_rest = self.chance(12);
        if has_rest {
            self.others(&mut members);
        }
        keys.insert("fields".to_owned(), Value::Object(members.fields));
        if !has_rest && self.chance(15) {
            let name = self.names.draw(Kind::Member);
            keys.insert("seen".to_owned(), json!({ format!("{name}?"): { "type": "string", "doc": "Seen." } }));
        }
        Sample { ty: Value::Object(keys), sample: Value::Object(members.sample) }
    }

    /// A map that holds all members which are not described otherwise; it stands last.
    fn others(&mut self, members: &mut Members) {
        let (name, value) = (self.names.draw(Kind::Member), self.any(0));
        members.fields.insert(name, json!({ "map": value.ty, "rest": true, "doc": "All others." }));
        members.sample.insert(OTHER.to_owned(), value.sample);
    }

    pub(crate) fn enumeration(&mut self) -> Sample {
        if self.chance(30) {
            return self.enumeration_of_integers();
        }
        let values: Vec<String> = (0..self.rng.usize(1..5)).map(|_| self.names.draw(Kind::Value)).collect();
        let sample = json!(values[0]);
        let mut keys = Map::new();
        let listed = match self.rng.u8(0..3) {
            0 => json!(values),
            1 => Value::Object(values.into_iter().map(|value| (value, json!("What it means."))).collect()),
            _ => {
                let described = values.into_iter().map(|value| {
                    let mut keys = object(json!({ "doc": "What it means." }));
                    keys.extend(self.names.rust().map(|rust| ("rust".to_owned(), json!(rust))));
                    (value, Value::Object(keys))
                });
                Value::Object(described.collect())
            }
        };
        keys.insert("enum".to_owned(), listed);
        if self.chance(20) {
            keys.insert("seen".to_owned(), json!([self.names.draw(Kind::Value)]));
        }
        Sample { ty: Value::Object(keys), sample }
    }

    /// Its names in Rust are as any other names; what is on the wire has none.
    fn enumeration_of_integers(&mut self) -> Sample {
        let first = i64::from(self.rng.i8(..));
        let mut values = Map::new();
        for at in 0..self.rng.i64(1..5) {
            let name = format!("Value{at}");
            let described = json!({ "rust": name, "doc": "What it means." });
            values.insert(integer_key(first + 3 * at), if self.chance(50) { json!(name) } else { described });
        }
        Sample { ty: json!({ "enum": values }), sample: json!(first) }
    }

    pub(crate) fn union(&mut self, depth: usize) -> Sample {
        match self.rng.u8(0..3) {
            0 => self.union_of_forms(depth),
            1 => self.union_by_tag(depth),
            _ => self.union_by_members(depth),
        }
    }

    fn union_of_forms(&mut self, depth: usize) -> Sample {
        let mut arms = Map::new();
        let mut first = None;
        let begin = self.rng.usize(0..6);
        for at in 0..self.rng.usize(2..5) {
            let made = match (begin + at) % 6 {
                0 => self.record(depth, None),
                1 => Sample { ty: json!("string"), sample: json!("some text") },
                2 => Sample { ty: json!("uint64"), sample: json!(3) },
                3 => Sample { ty: json!("boolean"), sample: json!(false) },
                4 => Sample { ty: json!(["string"]), sample: json!(["a"]) },
                _ => Sample { ty: json!({ "const": "exactly" }), sample: json!("exactly") },
            };
            let name = self.names.draw(Kind::Arm);
            let ty = self.arm(made.ty);
            arms.insert(name, ty);
            first.get_or_insert(made.sample);
        }
        Sample { ty: json!({ "union": "form", "arms": arms }), sample: first.unwrap() }
    }

    /// An arm, perhaps with a doc and a name in Rust.
    pub(crate) fn arm(&mut self, ty: Value) -> Value {
        let mut keys = as_mapping(ty);
        keys.insert("doc".to_owned(), self.doc());
        keys.extend(self.names.rust().map(|rust| ("rust".to_owned(), json!(rust))));
        Value::Object(keys)
    }

    fn union_by_tag(&mut self, depth: usize) -> Sample {
        let mut tag = self.names.draw(Kind::Tag);
        let mut common = self.members(depth, 0, None);
        let mut arms = Map::new();
        let of_integers = self.chance(25);
        let is_nested = !of_integers && self.chance(30);
        if is_nested {
            let of_member = json!({ "fields": { "inner": { "type": "string", "doc": "Kind." } } });
            common.push("outer", false, Sample { ty: of_member, sample: json!({ "inner": "" }) });
            tag = "outer.inner".to_owned();
        }
        let mut sample = common.sample;
        let records: Vec<Sample> =
            self.own.iter().filter(|declared| declared.is_record).map(|declared| declared.made.clone()).collect();
        for at in 0..self.rng.usize(1..4) {
            let name = if of_integers { integer_key(at as i64) } else { self.names.draw(Kind::Arm) };
            let (ty, own) = match records.get(at) {
                Some(record) if self.chance(30) => (record.ty.clone(), object(record.sample.clone())),
                _ => {
                    let members = self.members(depth, 0, None);
                    (json!({ "fields": members.fields }), members.sample)
                }
            };
            let mut arm = self.arm(ty);
            // The arm with several values has the tag as a member, unless a common member holds it.
            if !of_integers && arm.get("fields").is_some() && self.chance(20) {
                arm["values"] = json!([name, format!("{name} of old")]);
                if !is_nested {
                    arm["fields"][&tag] = json!({ "type": "string", "doc": "Kind." });
                }
            }
            if of_integers {
                arm["rust"] = json!(format!("Arm{at}"));
            }
            arms.insert(name.clone(), arm);
            if at == 0 {
                sample.extend(own);
                match is_nested {
                    true => sample.insert("outer".to_owned(), json!({ "inner": name })),
                    false => sample.insert(tag.clone(), if of_integers { json!(at) } else { json!(name) }),
                };
            }
        }
        let mut keys = object(json!({ "union": { "tag": tag }, "arms": arms }));
        if !common.fields.is_empty() {
            keys.insert("common".to_owned(), Value::Object(common.fields));
        }
        Sample { ty: Value::Object(keys), sample: Value::Object(sample) }
    }

    fn union_by_members(&mut self, depth: usize) -> Sample {
        let common = self.members(depth, 0, None);
        let mut arms = Map::new();
        let mut sample = common.sample;
        let count = self.rng.usize(1..4);
        for at in 0..count {
            let name = self.names.draw(Kind::Arm);
            let mut members = self.members(depth, 0, None);
            let own = self.names.draw(Kind::Member);
            members.push(&own, false, Sample { ty: json!("uint8"), sample: json!(1) });
            if self.chance(20) {
                self.others(&mut members);
            }
            let mut keys = object(json!({ "fields": members.fields }));
            match at + 1 == count && count > 1 {
                true => keys.insert("otherwise".to_owned(), json!(true)),
                false => keys.insert("has".to_owned(), json!(own)),
            };
            let arm = self.arm(Value::Object(keys));
            arms.insert(name, arm);
            if at == 0 {
                sample.extend(members.sample);
            }
        }
        let ty = json!({ "union": "members", "common": common.fields, "arms": arms });
        Sample { ty, sample: Value::Object(sample) }
    }

    /// A member or parameter: its type with attributes that fit the value.
    pub(crate) fn attributed(&mut self, made: Sample, is_member: bool) -> Sample {
        let is_built_in = |names: &[&str]| made.ty.as_str().is_some_and(|name| names.contains(&name));
        let (is_number, is_text) = (is_built_in(&["uint8", "uint16", "uint32"]), is_built_in(&["string"]));
        let mut keys = as_mapping(made.ty);
        let is_list = keys.contains_key("list");
        keys.insert("doc".to_owned(), self.doc());
        if is_number && self.chance(50) {
            let key = self.one_of(&["range", "clamp"]);
            keys.insert(key.to_owned(), json!("1..=200"));
            keys.insert("unit".to_owned(), json!("seconds"));
        }
        if is_number && !is_member && self.chance(30) {
            keys.insert("default".to_owned(), json!(10));
        }
        if is_text && self.chance(12) {
            keys.insert("secret".to_owned(), json!(true));
        }
        if is_text && self.chance(30) {
            keys.insert("size".to_owned(), json!("1..=64"));
        }
        if is_member && self.chance(8) {
            keys.insert("also".to_owned(), json!({ "name": self.names.draw(Kind::Member) }));
        } else if is_member && is_list && self.chance(20) {
            keys.insert("also".to_owned(), [json!("single"), json!({ "at": "within" })][self.rng.usize(0..2)].clone());
        }
        keys.extend(self.names.rust().map(|rust| ("rust".to_owned(), json!(rust))));
        self.decorate(&mut keys, &["since", "until", "deprecated", "notes", "source"]);
        Sample { ty: Value::Object(keys), sample: made.sample }
    }
}

/// A use of a type as a mapping, beside whose keys others may stand.
pub(crate) fn as_mapping(ty: Value) -> Map<String, Value> {
    match ty {
        Value::Object(keys) => keys,
        Value::Array(mut items) => object(json!({ "list": items.pop() })),
        name => object(json!({ "type": name })),
    }
}
