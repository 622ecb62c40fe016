//! Bodies of every content.
//!
//! Input: the random numbers and the names of the [`Maker`], and an unfinished operation. Output:
//! its body, with a value.

use serde_json::{Value, json};

use super::maker::{Maker, Members, Sample};
use super::names::Kind;
use super::places::without;
use super::wire::Draft;

impl Maker {
    pub(crate) fn body(&mut self, draft: &mut Draft) {
        match self.rng.u8(0..16) {
            0..4 => {
                let members = self.parameters();
                draft.put("body", members);
            }
            4..7 => self.whole_body(draft),
            7 => self.body_of_json(draft),
            8..10 => self.form(draft),
            10 => self.whole_form(draft),
            11..13 => self.multipart(draft),
            _ => self.raw_body(draft),
        }
    }

    /// A name or a list, perhaps one that may be left out.
    fn whole_body(&mut self, draft: &mut Draft) {
        let known: Vec<Sample> = self.own.iter().chain(&self.shared).map(|declared| declared.made.clone()).collect();
        let made = known[self.rng.usize(0..known.len())].clone();
        let name = made.ty.as_str().unwrap();
        let made = match self.rng.u8(0..4) {
            0 => Sample { ty: json!([name]), sample: json!([made.sample, made.sample]) },
            1 if !made.sample.is_null() => Sample { ty: json!(format!("{name} | null")), sample: made.sample },
            _ => made,
        };
        let is_optional = self.chance(30);
        draft.put_whole(is_optional, Some(made.ty), made.sample);
    }

    /// JSON by another media type.
    fn body_of_json(&mut self, draft: &mut Draft) {
        let content = self.one_of(&["merge-patch", "application/x.own+json", "json"]);
        let members = self.parameters();
        if members.fields.is_empty() {
            return;
        }
        draft.keys.insert("content".to_owned(), json!(content));
        draft.put("body", members);
    }

    fn form(&mut self, draft: &mut Draft) {
        let style = self.chance(60).then(|| self.one_of(&["brackets", "indices", "dots", "json", "repeated"]));
        let is_nested = style.is_some_and(|style| style != "repeated");
        let members = self.form_members(is_nested);
        draft.keys.insert("content".to_owned(), json!("form"));
        draft.keys.extend(style.map(|style| ("style".to_owned(), json!(style))));
        draft.put("body", members);
    }

    /// Single values, lists, constants, and objects where a style says how they are written.
    fn form_members(&mut self, is_nested: bool) -> Members {
        let mut members = Members::default();
        for _ in 0..self.rng.usize(1..4) {
            let (name, is_optional) = (self.names.draw(Kind::Parameter), self.chance(50));
            let made = match self.rng.u8(0..8) {
                0 => {
                    members.push_constant(&name, json!(true));
                    continue;
                }
                1 => Sample { ty: json!({ "list": "string" }), sample: json!(["a", "b"]) },
                2 => Sample { ty: json!({ "list": "uint8", "join": "," }), sample: json!([1, 2]) },
                3 if is_nested => self.flat_record(),
                4 => self.styled(),
                _ => self.plain(),
            };
            let made = self.attributed(made, false);
            members.push(&name, is_optional, if is_optional { made } else { without(made, &["default"]) });
        }
        members
    }

    /// A declared record as a form.
    fn whole_form(&mut self, draft: &mut Draft) {
        let name = self.names.draw(Kind::Type);
        let record = self.flat_record();
        self.later.insert(name.clone(), record.ty);
        draft.keys.insert("content".to_owned(), json!("form"));
        let is_optional = self.chance(30);
        draft.put_whole(is_optional, Some(json!(name)), record.sample);
    }

    fn multipart(&mut self, draft: &mut Draft) {
        let mut members = self.form_members(false);
        if self.chance(70) {
            let (name, ty) = (self.names.draw(Kind::Parameter), self.one_of(&["file", "bytes"]));
            let made = Sample { ty: json!({ "type": ty, "doc": "A part." }), sample: json!("the bytes: ä\n--") };
            members.push(&name, self.chance(30), made);
        }
        if self.chance(40) {
            let name = self.names.draw(Kind::Parameter);
            let record = self.flat_record();
            members.push(&name, self.chance(30), record);
        }
        draft.keys.insert("content".to_owned(), json!("multipart"));
        draft.put("body", members);
    }

    /// Bytes or text, perhaps of a kind that the caller chooses.
    fn raw_body(&mut self, draft: &mut Draft) {
        let bodies: [(&str, Option<Value>); 6] = [
            ("bytes", None),
            ("text", None),
            ("image/png", None),
            ("image/png", Some(json!("bytes"))),
            ("text/csv", Some(json!("string"))),
            ("application/xml; charset=utf-8", Some(json!("string"))),
        ];
        let (content, ty) = bodies[self.rng.usize(0..bodies.len())].clone();
        draft.keys.insert("content".to_owned(), json!(content));
        let is_optional = ty.is_some() && self.chance(30);
        draft.put_whole(is_optional, ty, json!("the \"body\"\nof it"));
        if self.chance(40) && !draft.keys.contains_key("headers") {
            let mut headers = Members::default();
            let made = Sample { ty: json!({ "type": "string", "doc": "What it is." }), sample: json!("image/x-own") };
            headers.push("Content-Type", self.chance(60), made);
            draft.put("headers", headers);
        }
    }
}
