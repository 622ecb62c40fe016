//! Lists that come in pages, by every way.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: `paging` of a client,
//! `paginate` of an operation, and its response.

use serde_json::{Map, Value, json};

use super::maker::{Maker, Members, Sample, object};
use super::names::Kind;
use super::wire::Draft;

impl Maker {
    /// The paging of a client, and the member of responses that holds the token.
    pub(crate) fn paging(&mut self) -> (Value, String) {
        let (token, size) = (self.names.draw(Kind::Parameter), self.names.draw(Kind::Parameter));
        let next = self.names.draw(Kind::Member);
        let query = json!({
            format!("{token}?"): { "type": "string", "doc": "Where to go on." },
            format!("{size}?"): { "type": "uint8", "range": "1..=100", "default": 10, "doc": "How many." },
        });
        let paging = json!({ "query": query, "next": next, "into": token, "size": size, "end": ["absent"],
            "life": { "hours": 1 } });
        (paging, next)
    }

    /// A page with a list and a token, as the client's paging has it.
    pub(crate) fn page(&mut self, draft: &mut Draft, token: &str) -> Sample {
        let items = self.names.draw(Kind::Member);
        draft.keys.insert("paginate".to_owned(), json!({ "items": items }));
        let item = self.any(1);
        let fields = json!({
            format!("{token}?"): { "type": "string", "doc": "Where to go on." },
            &items: { "list": item.ty, "doc": "The items." },
        });
        Sample { ty: json!({ "fields": fields, "doc": "A page." }), sample: json!({ items: [item.sample] }) }
    }

    /// Pages by a way of their own. What says which page is wanted stands in the query, or among
    /// the parameters of a method.
    pub(crate) fn own_pages(&mut self, draft: &mut Draft, params: &mut Members) -> Sample {
        let is_rpc = draft.rpc.is_some();
        let by = self.one_of(if is_rpc {
            &["token", "offset", "last"]
        } else {
            &["token", "link", "url", "page", "offset", "last"]
        });
        let mut paginate = object(json!({ "by": by }));
        let item_id = self.names.draw(Kind::Member);
        let mut fields = Map::new();
        if !["link", "url"].contains(&by) {
            let into = self.names.draw(Kind::Parameter);
            let ty = if ["page", "offset"].contains(&by) { "uint32" } else { "string" };
            let sample = if ty == "uint32" { json!(3) } else { json!("from") };
            params.push(&into, true, Sample { ty: json!({ "type": ty, "doc": "Which page." }), sample });
            paginate.insert("into".to_owned(), json!(into));
        }
        match by {
            "link" if self.chance(40) => drop(paginate.insert("rel".to_owned(), json!("later"))),
            "page" if self.chance(40) => drop(paginate.insert("first".to_owned(), json!(0))),
            "last" => drop(paginate.insert("next".to_owned(), json!(item_id))),
            _ => {}
        }
        if ["token", "url"].contains(&by) {
            let next = self.names.draw(Kind::Member);
            fields.insert(format!("{next}?"), json!({ "type": "string", "doc": "Where to go on." }));
            paginate.insert("next".to_owned(), json!(next));
        }
        let item = json!({ "fields": { &item_id: { "type": "string", "doc": "Its id." } } });
        let sample = json!([{ &item_id: "an id" }]);
        let page = match !["token", "url"].contains(&by) && self.chance(40) {
            true => Sample { ty: json!({ "list": item }), sample },
            false => self.page_of_record(fields, &mut paginate, item, sample),
        };
        draft.keys.insert("paginate".to_owned(), Value::Object(paginate));
        page
    }

    /// The items in a member, or in a member of a member; a mark of the last page beside them.
    fn page_of_record(
        &mut self,
        mut fields: Map<String, Value>,
        paginate: &mut Map<String, Value>,
        item: Value,
        items: Value,
    ) -> Sample {
        let (list, sign) = (self.names.draw(Kind::Member), self.names.draw(Kind::Member));
        let own = json!({ "list": item, "doc": "The items." });
        let (mut path, mut sample) = (list.clone(), json!({ &list: items }));
        let is_plain = !list.is_empty() && list.chars().all(|letter| letter.is_ascii_alphanumeric());
        match is_plain && self.chance(40) {
            true => {
                fields.insert("inner".to_owned(), json!({ "fields": { list: own }, "doc": "Within." }));
                path = format!("inner.{path}");
                sample = json!({ "inner": sample });
            }
            false => drop(fields.insert(list, own)),
        }
        paginate.insert("items".to_owned(), json!(path));
        match self.rng.u8(0..3) {
            0 => {
                fields.insert(sign.clone(), json!({ "type": "boolean", "doc": "Whether there is more." }));
                sample[&sign] = json!(false);
                paginate.insert("end".to_owned(), json!([{ "more": sign }]));
            }
            1 => {
                fields.insert(sign.clone(), json!({ "type": "uint64", "doc": "How many there are." }));
                sample[&sign] = json!(1);
                paginate.insert("end".to_owned(), json!([{ "total": sign }]));
            }
            _ => {}
        }
        Sample { ty: json!({ "fields": fields, "doc": "A page." }), sample }
    }
}
