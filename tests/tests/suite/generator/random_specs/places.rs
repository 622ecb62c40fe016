//! Parameters in paths, queries, headers and cookies.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: members of these places, each
//! with a value.

use serde_json::{Map, Value, json};

use super::maker::{Maker, Members, Sample, object};
use super::names::Kind;
use super::types::as_mapping;

impl Maker {
    /// Parameters of a path: values, lists, constants, and one with slashes.
    pub(crate) fn in_path(&mut self) -> Members {
        let mut members = Members::default();
        for _ in 0..self.rng.usize(0..3) {
            let name = self.names.draw(Kind::Parameter);
            if self.chance(10) {
                members.push_constant(&name, json!("fixed"));
                continue;
            }
            let made = match self.rng.u8(0..10) {
                0 => Sample { ty: json!({ "type": "string", "slashes": "keep" }), sample: json!("a/b c/d.txt") },
                1..3 => self.list_of_texts(),
                3 => self.one_text(&["label", "matrix", "joined", "json"]),
                _ => self.plain(),
            };
            let made = self.attributed(made, false);
            members.push(&name, false, without(made, &["default", "deprecated", "since", "until"]));
        }
        members
    }

    /// A list that is one text.
    fn list_of_texts(&mut self) -> Sample {
        let (name, sample) =
            if self.chance(50) { ("string", json!(["a b", "c"])) } else { ("uint64", json!([7, u64::MAX])) };
        let mut keys = object(json!({ "list": name }));
        if self.chance(40) {
            keys.insert("join".to_owned(), json!(self.one_of(&[";", "|", "; "])));
        }
        Sample { ty: Value::Object(keys), sample }
    }

    pub(crate) fn in_query(&mut self) -> Members {
        let mut members = Members::default();
        for _ in 0..self.rng.usize(0..4) {
            let (name, is_optional) = (self.names.draw(Kind::Parameter), self.chance(70));
            if self.chance(8) {
                members.push_constant(&name, json!(["json", "a&b"][self.rng.usize(0..2)]));
                continue;
            }
            let made = match self.rng.u8(0..10) {
                0 => self.list_of_texts(),
                1 => {
                    let item = self.plain();
                    Sample { ty: json!({ "list": item.ty }), sample: json!([item.sample, item.sample]) }
                }
                2 if self.chance(30) => self.one_text_of_query(),
                2 => self.styled(),
                3 => {
                    let bounded = self.bounded_text();
                    members.bad.push((name.clone(), bounded.bad));
                    bounded.made
                }
                _ => self.plain(),
            };
            let made = self.attributed(made, false);
            members.push(&name, is_optional, if is_optional { made } else { without(made, &["default"]) });
        }
        members
    }

    pub(crate) fn in_headers(&mut self) -> Members {
        let mut members = Members::default();
        let name = self.names.draw(Kind::Parameter);
        let made = match self.rng.u8(0..5) {
            4 => self.one_text(&["joined", "json"]),
            0 => Sample { ty: json!({ "list": "uint8", "doc": "A header." }), sample: json!([1, 2]) },
            1 => {
                Sample { ty: json!({ "list": "string", "join": ";", "doc": "A header." }), sample: json!(["a,b", "c"]) }
            }
            2 => {
                members.push_constant(&name, json!("2020-01-01"));
                return members;
            }
            _ => Sample { ty: json!({ "type": "string", "doc": "A header." }), sample: json!("text") },
        };
        members.push(&name, self.chance(70), made);
        members
    }

    pub(crate) fn in_cookies(&mut self) -> Members {
        let mut members = Members::default();
        for _ in 0..self.rng.usize(1..3) {
            let name = format!("c{}", self.rng.u32(..));
            let made = match self.rng.u8(0..4) {
                0 => Sample { ty: json!({ "list": "uint8", "doc": "A cookie." }), sample: json!([1, 2]) },
                1 => self.one_text_of_query(),
                _ => Sample { ty: json!({ "type": "string", "doc": "A cookie." }), sample: json!("a; b=\"c\" \u{e4}") },
            };
            members.push(&name, self.chance(50), made);
        }
        members
    }

    /// A value that is one text where no object is exploded.
    fn one_text_of_query(&mut self) -> Sample {
        let mut made = self.one_text(&["joined", "json"]);
        made.ty.as_object_mut().into_iter().for_each(|keys| drop(keys.remove("explode")));
        made
    }

    /// A value that is one text, in one of these styles.
    fn one_text(&mut self, styles: &[&'static str]) -> Sample {
        let style = self.one_of(styles);
        let fields = json!({ "low": "uint8", "some?": { "type": "string", "doc": "Some text." } });
        let kinds = [
            (json!({ "fields": fields }), json!({ "low": 1, "some": "a b" })),
            (json!({ "list": "uint16" }), json!([1, 200])),
            (json!({ "type": "string" }), json!("a/b c")),
        ];
        let kinds = if style == "joined" { &kinds[..1] } else { &kinds[..] };
        let (ty, sample) = kinds[self.rng.usize(0..kinds.len())].clone();
        let mut keys = object(ty);
        keys.insert("style".to_owned(), json!(style));
        if style != "json" && !sample.is_string() && self.chance(50) {
            keys.insert("explode".to_owned(), json!(true));
        }
        Sample { ty: Value::Object(keys), sample }
    }

    /// A list or an object, in a style.
    pub(crate) fn styled(&mut self) -> Sample {
        let style = self.one_of(&["brackets", "indices", "dots", "json"]);
        let made = match self.rng.u8(0..5) {
            0 => {
                let item = self.plain();
                Sample { ty: json!({ "list": item.ty }), sample: json!([item.sample, item.sample]) }
            }
            1 if self.chance(50) => {
                let [first, second] = [self.plain(), self.plain()];
                let ty = json!({ "tuple": [first.ty, second.ty] });
                Sample { ty, sample: json!([first.sample, second.sample]) }
            }
            1 => Sample { ty: json!({ "map": "string" }), sample: json!({ "some key": "a=b" }) },
            2 => {
                let item = self.flat_record();
                Sample { ty: json!({ "list": item.ty }), sample: json!([item.sample, item.sample]) }
            }
            3 => {
                let (name, inner) = (self.names.draw(Kind::Member), self.flat_record());
                let fields = json!({ &name: inner.ty, "few?": { "list": "uint8", "doc": "A few." } });
                Sample { ty: json!({ "fields": fields }), sample: json!({ name: inner.sample, "few": [1, 2] }) }
            }
            _ => self.flat_record(),
        };
        let mut keys = as_mapping(made.ty);
        keys.insert("style".to_owned(), json!(style));
        Sample { ty: Value::Object(keys), sample: made.sample }
    }

    /// A record whose members are single values.
    pub(crate) fn flat_record(&mut self) -> Sample {
        let mut members = Members::default();
        for _ in 0..self.rng.usize(1..4) {
            let (name, is_optional, made) = (self.names.draw(Kind::Member), self.chance(50), self.plain());
            let made = self.attributed(made, true);
            members.push(&name, is_optional, made);
        }
        let keys: Map<String, Value> = object(json!({ "doc": "Flat.", "fields": members.fields }));
        Sample { ty: Value::Object(keys), sample: Value::Object(members.sample) }
    }
}

/// The sample without some attributes.
pub(crate) fn without(made: Sample, attributes: &[&str]) -> Sample {
    let mut keys = object(made.ty);
    for attribute in attributes {
        keys.shift_remove(*attribute);
    }
    Sample { ty: Value::Object(keys), sample: made.sample }
}
