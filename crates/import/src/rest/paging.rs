//! Infers pagination from the names of parameters and members.
//!
//! Input: operations that read. Output: `paging` of the client, for the most common kind of
//! pagination, and `paginate` of operations.

use chainloom_codegen::snake;
use serde_json::Value as Json;

use crate::importer::{Declaration, Importer};
use crate::operation::{Operation, ResponseBody};
use crate::print;
use crate::spec::{Arm, ArmBody, Field, Head, Type};
use crate::tree::{Kind, Node};

// The names in all lists below are in snake case, to which `snake` converts the names of a document.

/// Names of parameters with the number of items per page.
const SIZES: [&str; 11] =
    ["per_page", "page_size", "limit", "count", "size", "max_results", "take", "rows", "top", "page_limit", "first"];
/// Names of parameters with the number of a page.
const PAGES: [&str; 4] = ["page", "page_number", "page_no", "page_index"];
/// Names of parameters with the number of items to skip.
const OFFSETS: [&str; 5] = ["offset", "skip", "start_index", "start", "page_offset"];
/// Names of parameters with the token of a page.
const TOKENS: [&str; 10] = [
    "cursor", "page_token", "next_token", "continuation_token", "continue", "marker", "after", "next", "page_cursor",
    "next_page_token",
];
/// Names of parameters with the ID of the last item of the previous page.
const LASTS: [&str; 1] = ["starting_after"];
/// Names of members with the token of the next page.
const NEXTS: [&str; 8] =
    ["next_page_token", "next_token", "next_cursor", "continuation_token", "continue", "next", "cursor", "after"];
/// Names of members that hold the URL of the next page.
const URLS: [&str; 6] = ["next_page_uri", "next_page_url", "next_link", "next_url", "next_uri", "odata_next_link"];
/// Words of a sentence that speak of an instant, so that its number counts no items.
const TIMES: [&str; 6] = ["time", "date", "datetime", "timestamp", "epoch", "unix"];
/// Words before the number from which a sentence says that pages are counted.
const STARTS: [&str; 10] =
    ["start", "starts", "starting", "begin", "begins", "beginning", "count", "counted", "counting", "numbered"];
/// Formats of texts that are URLs.
const URL_FORMATS: [&str; 4] = ["uri", "uri-reference", "url", "iri"];
/// Names of members that say whether there is another page.
const MORES: [&str; 3] = ["has_more", "more", "has_next_page"];
/// Names of members with the items of a page.
const ITEMS: [&str; 6] = ["data", "items", "results", "result", "values", "records"];
/// Names of members that are objects with information about a page.
const PAGE_OBJECTS: [&str; 7] = ["meta", "metadata", "pagination", "paging", "page", "response_metadata", "links"];

/// Limits on the paging that may be guessed.
#[derive(Clone, Debug, Default)]
pub(crate) struct PagingGuess {
    /// Whether the most common paging may be stated once, at the client.
    pub(crate) is_shared: bool,
    /// Pointers of operations for which no paging may be guessed.
    pub(crate) without: Vec<String>,
}

/// Paging of one operation. `more` is the member that says whether there is another page; the other
/// members are the keys of `paginate`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paging {
    by: &'static str,
    into: Option<String>,
    size: Option<String>,
    next: Option<String>,
    more: Option<String>,
    items: Option<String>,
    /// Number of the first page, where pages go by number.
    first: u64,
}

impl Paging {
    /// Returns the kind of paging, the names of its parameters and the number of the first page, which lists with the
    /// same paging share.
    fn shared(&self) -> (&'static str, Option<&String>, Option<&String>, u64) {
        (self.by, self.into.as_ref(), self.size.as_ref(), self.first)
    }

    /// Returns the keys of `paginate`: with the parameters if `with_shared`, and with `next` and
    /// `end` if `with_shared` or `more`.
    fn node(&self, with_shared: bool, more: bool) -> Node {
        let mut node = Node::empty();
        let text = |value: &Option<String>| value.as_ref().map(Node::text);
        node.put_opt("items", text(&self.items));
        if with_shared && self.by != "token" {
            node.put("by", Node::text(self.by));
        }
        if with_shared || more {
            node.put_opt("next", text(&self.next));
        }
        if with_shared {
            node.put_opt("into", text(&self.into));
            node.put_opt("size", text(&self.size));
            if self.by == "page" {
                node.put("first", Node::json(&self.first.into()));
            }
        }
        if let (Some(more), true) = (&self.more, with_shared || more) {
            node.put("end", Node::list([Node::map([("more", Node::text(more))])]).or_remove());
        }
        node
    }
}

impl Importer<'_> {
    /// Adds `paginate` to operations whose paging can be guessed. Returns the most common paging
    /// with its parameters, for the client, and removes both from operations.
    pub(super) fn paging(&mut self, operations: &mut [Operation], guess: &PagingGuess) -> Option<Node> {
        if !self.guesses {
            return None;
        }
        self.declare_types();
        let found: Vec<Option<Paging>> = operations.iter().map(|operation| self.paging_of(operation, guess)).collect();
        let first = most_frequent(&found).filter(|first| guess.is_shared && !is_spelled_otherwise(first, operations));
        for (operation, paging) in operations.iter_mut().zip(&found) {
            let Some(paging) = paging else { continue };
            self.report.guessed("the paging of a list", &operation.pointer);
            let is_shared = first.as_ref().is_some_and(|first| first.shared() == paging.shared());
            let differs =
                first.as_ref().is_some_and(|first| (&first.next, &first.more) != (&paging.next, &paging.more));
            let node = paging.node(!is_shared, differs).from(&operation.pointer).guessed("by the names");
            operation.entries.push(("paginate", node));
        }
        let first = first?;
        let of_client = |operation: &&mut Operation, paging: &Option<Paging>| {
            paging.as_ref().is_some_and(|paging| paging.shared() == first.shared()) && !operation.params.is_empty()
        };
        let names: Vec<&String> = first.into.iter().chain(&first.size).collect();
        let mut query: Vec<Field> = Vec::new();
        for (operation, paging) in operations.iter_mut().zip(&found) {
            if !of_client(&operation, paging) {
                continue;
            }
            for name in &names {
                let Some(at) =
                    operation.params.iter().position(|param| param.place == "query" && param.field.name == **name)
                else {
                    continue;
                };
                let field = &operation.params[at].field;
                match query.iter().find(|other| other.name == **name) {
                    None => {
                        query.push(field.clone());
                        operation.params.remove(at);
                    }
                    Some(other) if print_field(other) == print_field(field) => drop(operation.params.remove(at)),
                    Some(_) => {}
                }
            }
        }
        let mut node = first.node(true, true);
        if let Kind::Map(entries) = &mut node.kind {
            entries.retain(|(key, _)| key != "items");
            if !query.is_empty() {
                entries.insert(0, ("query".to_owned(), crate::spec::fields(&query)));
            }
        }
        Some(node.from("/paths").guessed("by the names, for all lists"))
    }

    /// Returns the paging of an operation that reads a list, if names or an extension suggest one.
    fn paging_of(&self, operation: &Operation, guess: &PagingGuess) -> Option<Paging> {
        if operation.verb != "get" || guess.without.contains(&operation.pointer) {
            return None;
        }
        let ResponseBody::Type(response) = &operation.response else { return None };
        let (items, fields) = self.items_of(response)?;
        let param = |names: &[&str]| {
            operation.params("query").find(|field| is_any_of(&field.name, names)).map(|field| field.name.clone())
        };
        let counted = |names: &[&str]| {
            let is_any_of = |field: &&Field| is_any_of(&field.name, names) && self.is_whole(&field.ty);
            operation.params("query").find(is_any_of)
        };
        let member = |names: &[&str]| self.member(&fields, names);
        let size = counted(&SIZES).map(|field| field.name.clone());
        let base = Paging { by: "token", into: None, size, next: None, more: None, items: items.clone(), first: 1 };
        if let Some(stated) = self.stated_paging(operation, &base, &fields) {
            return Some(stated);
        }
        let has_link = operation.headers.iter().any(|field| field.name.eq_ignore_ascii_case("link"));
        let has_id = || self.has_member(response, items.as_deref(), "id");
        if let (Some(into), Some(more)) = (param(&LASTS), member(&MORES).filter(|_| has_id())) {
            let next = Some("id".to_owned());
            return Some(Paging { by: "last", into: Some(into), next, more: Some(more), ..base });
        }
        if let Some(next) = self.url_of_next(&fields) {
            return Some(Paging { by: "url", next: Some(next), ..base });
        }
        if let (Some(into), Some(next)) = (param(&TOKENS), member(&NEXTS)) {
            return Some(Paging { into: Some(into), next: Some(next), ..base });
        }
        if has_link {
            return Some(Paging { by: "link", ..base });
        }
        let by_page = |field: &Field| {
            let first = self.first_page(field)?;
            Some(Paging { by: "page", into: Some(field.name.clone()), first, ..base.clone() })
        };
        if let Some(paging) = counted(&PAGES).and_then(by_page) {
            return Some(paging);
        }
        let offset = counted(&OFFSETS)?;
        let words = words_of(&self.sentence_of(&offset.ty));
        if words.windows(2).any(|pair| pair[0] == "page" && ["number", "index"].contains(&pair[1].as_str())) {
            return by_page(offset);
        }
        let is_time = words.iter().any(|word| TIMES.contains(&word.as_str()));
        let into = Some(offset.name.clone()).filter(|_| base.size.is_some() && !is_time)?;
        Some(Paging { by: "offset", into: Some(into), ..base })
    }

    /// Returns the number of the first page, by the sentence, the default, the least value or the example of the
    /// parameter with the number of a page. `None` if none of them says it, because a page would be lost.
    fn first_page(&self, field: &Field) -> Option<u64> {
        let schemas = self.schemas_of(&field.ty);
        let attribute = |key: &str| match &field.ty.attributes.iter().find(|(own, _)| *own == key)?.1.kind {
            Kind::Number(number) => number.parse().ok(),
            _ => None,
        };
        let stated = |key: &str| attribute(key).or_else(|| schemas.iter().find_map(|schema| schema.get(key)?.as_u64()));
        let least = || stated("minimum").or_else(|| stated("exclusiveMinimum")?.checked_add(1));
        let first = first_by_sentence(&self.sentence_of(&field.ty)).or_else(|| stated("default"));
        first.or_else(least).or_else(|| stated("example")).filter(|first| *first <= 1)
    }

    /// Returns the description at the place where a type is used, or else the description of the declared type.
    fn sentence_of(&self, ty: &Type) -> String {
        let of_type = || self.declaration_of(ty).and_then(|declared| declared.ty.doc.clone());
        ty.doc.clone().or_else(of_type).unwrap_or_default()
    }

    /// Returns the paging that an extension of the operation states: the names of parameters in
    /// `inputs`, and of members of the response in `outputs`.
    fn stated_paging(&self, operation: &Operation, base: &Paging, fields: &[Field]) -> Option<Paging> {
        let source = self.doc.at(&operation.pointer)?.as_object()?;
        let (_, stated) = source.iter().find(|(key, _)| key.strip_prefix("x-").is_some_and(is_paging))?;
        let outputs = stated.get("outputs").and_then(Json::as_object);
        let path = |name: &str| {
            let path = outputs?.get(name)?.as_str()?;
            Some(path.strip_prefix("$.").unwrap_or(path).to_owned())
        };
        let is_there =
            |path: &String| path.split('.').next().is_some_and(|first| fields.iter().any(|one| one.name == first));
        let items = path("results").filter(|path| is_there(path)).or_else(|| base.items.clone());
        let param = |kinds: &[&str]| {
            let inputs = stated.get("inputs").and_then(Json::as_array).into_iter().flatten();
            let mut find_named =
                inputs.filter(|one| one.get("type").and_then(Json::as_str).is_some_and(|kind| kinds.contains(&kind)));
            let name = find_named.find_map(|one| one.get("name")?.as_str())?;
            operation.params("query").find(|field| field.name == name)
        };
        let input = |kinds: &[&str]| param(kinds).map(|field| field.name.clone());
        let base = Paging { items, size: input(&["limit"]).or_else(|| base.size.clone()), ..base.clone() };
        if let (Some(into), Some(next)) = (input(&["cursor"]), path("nextCursor").filter(is_there)) {
            return Some(Paging { into: Some(into), next: Some(next), ..base });
        }
        if let Some(field) = param(&["page"]) {
            let first = self.first_page(field).unwrap_or(1);
            return Some(Paging { by: "page", into: Some(field.name.clone()), first, ..base });
        }
        let into = input(&["offset"]).filter(|_| base.size.is_some())?;
        Some(Paging { by: "offset", into: Some(into), ..base })
    }

    /// Returns the member of a response that holds the items, or `None` in its place if the
    /// response is the list itself, and all members of the response. `None` if the response has no
    /// list or several unknown ones.
    fn items_of(&self, response: &Type) -> Option<(Option<String>, Vec<Field>)> {
        let head = self.head_of(&response.head);
        if let Head::List(_) = head {
            return Some((None, Vec::new()));
        }
        let fields = self.fields_of(head);
        let is_list = |field: &&Field| matches!(self.head_of(&field.ty.head), Head::List(_));
        let lists: Vec<&Field> = fields.iter().filter(is_list).collect();
        let usual = ITEMS.iter().find_map(|name| lists.iter().find(|field| field.name == *name));
        let items = match (usual, lists.as_slice()) {
            (Some(field), _) => field.name.clone(),
            (None, [only]) => only.name.clone(),
            _ => return None,
        };
        Some((Some(items), fields))
    }

    /// Returns the first member that is found by one of `names`, which are tried in their order. For
    /// a member of an object about the page, returns `outer.inner`.
    fn member(&self, fields: &[Field], names: &[&str]) -> Option<String> {
        if let Some(own) = find_named(fields, names) {
            return Some(own);
        }
        fields.iter().find_map(|field| {
            let inner = self.fields_of(self.head_of(&field.ty.head));
            let found = find_named(&inner, names)?;
            is_any_of(&field.name, &PAGE_OBJECTS).then(|| format!("{}.{found}", field.name))
        })
    }

    /// Returns the member that holds the URL of the next page. A member `next` may be a token, so
    /// it counts only if its format is a URL or it is a member of `links`.
    fn url_of_next(&self, fields: &[Field]) -> Option<String> {
        let found = |fields: &[Field], are_links: bool| {
            let is_url = |field: &&Field| {
                let is_next = is_any_of(&field.name, &["next"]) && (are_links || self.is_url(&field.ty));
                (is_next || is_any_of(&field.name, &URLS)) && self.is_text(&field.ty)
            };
            fields.iter().find(is_url).map(|field| field.name.clone())
        };
        found(fields, false).or_else(|| {
            fields.iter().filter(|field| is_any_of(&field.name, &PAGE_OBJECTS)).find_map(|field| {
                let inner = self.fields_of(self.head_of(&field.ty.head));
                Some(format!("{}.{}", field.name, found(&inner, is_any_of(&field.name, &["links"]))?))
            })
        })
    }

    fn is_text(&self, ty: &Type) -> bool {
        matches!(self.head_of(&ty.head), Head::Name(name) if name == "string")
    }

    /// Returns whether the schema of a type, or an alternative of it, has the format of a URL.
    fn is_url(&self, ty: &Type) -> bool {
        let schemas = self.schemas_of(ty);
        let arms = |key| schemas.iter().filter_map(move |schema| schema.get(key)?.as_array()).flatten();
        let all = schemas.iter().copied().chain(arms("anyOf")).chain(arms("oneOf"));
        let mut formats = all.filter_map(|schema| schema.get("format")?.as_str());
        formats.any(|format| URL_FORMATS.contains(&format))
    }

    /// Returns the schema at the place where a type is used, such as that of a parameter, and the schema of the declared
    /// type.
    fn schemas_of(&self, ty: &Type) -> Vec<&Json> {
        let declared = self.declaration_of(ty).map(|declared| &declared.ty.origin);
        let found = [Some(&ty.origin), declared].into_iter().flatten().filter_map(|origin| self.doc.at(origin));
        found.map(|value| value.get("schema").unwrap_or(value)).collect()
    }

    fn declaration_of(&self, ty: &Type) -> Option<&Declaration> {
        let Head::Name(name) = &ty.head else { return None };
        self.declared.iter().find(|declared| declared.name == *name)
    }

    /// Returns whether the items of a response have a member. `items` is the member with the list,
    /// or `None` if the response is the list.
    fn has_member(&self, response: &Type, items: Option<&str>, name: &str) -> bool {
        let head = self.head_of(&response.head);
        let fields = self.fields_of(head);
        let list = match items {
            None => head,
            Some(items) => match fields.iter().find(|field| field.name == items) {
                Some(field) => self.head_of(&field.ty.head),
                None => return false,
            },
        };
        let Head::List(item) = list else { return false };
        self.fields_of(self.head_of(&item.head)).iter().any(|field| field.name == name)
    }

    /// Returns whether a type is a whole number of a fixed size.
    fn is_whole(&self, ty: &Type) -> bool {
        matches!(self.head_of(&ty.head), Head::Name(name) if name.starts_with("int") || name.starts_with("uint"))
    }

    /// Returns the head of a type after names are resolved, at most eight in a row.
    fn head_of<'t>(&'t self, head: &'t Head) -> &'t Head {
        let mut head = head;
        for _ in 0..8 {
            let Head::Name(name) = head else { break };
            let Some(declared) = self.declared.iter().find(|declared| declared.name == *name) else { break };
            head = &declared.ty.head;
        }
        head
    }

    /// Returns the members of a record with the members that it inherits, or the members that all
    /// arms of a union share. Other types have none.
    fn fields_of(&self, head: &Head) -> Vec<Field> {
        if let Head::Union { common, arms, .. } = head {
            let of_arm = |arm: &Arm| match &arm.body {
                ArmBody::Fields(fields) => fields.clone(),
                ArmBody::Record(_, fields) => fields.to_vec(),
                ArmBody::Value(_) => Vec::new(),
            };
            let mut arms = arms.iter().map(of_arm);
            let first = arms.next().unwrap_or_default();
            let others: Vec<Vec<Field>> = arms.collect();
            let is_shared = |field: &Field| others.iter().all(|arm| arm.iter().any(|other| other.name == field.name));
            return common.iter().cloned().chain(first.into_iter().filter(is_shared)).collect();
        }
        let Head::Record { extends, fields } = head else { return Vec::new() };
        let base = extends.as_ref().and_then(|base| self.declared.iter().find(|declared| declared.name == *base));
        let mut all = base.map(|base| self.fields_of(&base.ty.head)).unwrap_or_default();
        all.extend(fields.iter().cloned());
        all
    }
}

/// Returns whether an extension, by its name without `x-`, states the paging of an operation.
pub(super) fn is_paging(name: &str) -> bool {
    name.split(['-', '_']).any(|word| ["pagination", "paging", "pageable"].contains(&word))
}

/// Returns the words of a sentence in lower case, with `0` and `1` for the words of these numbers.
fn words_of(sentence: &str) -> Vec<String> {
    let words = sentence.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let words = words.map(str::to_lowercase).map(|word| match word.as_str() {
        "zero" => "0".to_owned(),
        "one" => "1".to_owned(),
        _ => word,
    });
    words.collect()
}

/// Returns the number of the first page that a sentence states, such as "zero-based", "starting from 0" or "the first
/// page is 0".
fn first_by_sentence(sentence: &str) -> Option<u64> {
    let all = words_of(sentence);
    let words: Vec<&str> =
        all.iter().map(String::as_str).filter(|word| !["the", "page", "number"].contains(word)).collect();
    let is_first = |at: usize| {
        let before = |back: usize| at.checked_sub(back).map_or("", |at| words[at]);
        let after = |ahead: usize| words.get(at + ahead).copied().unwrap_or_default();
        ["based", "indexed", "n"].contains(&after(1))
            || ["from", "at", "with"].contains(&before(1)) && STARTS.contains(&before(2))
            || ["is", "has"].contains(&before(1)) && before(2) == "first"
            || after(1) == "first"
            || ["is", "for", "means"].contains(&after(1)) && after(2) == "first"
    };
    let at = (0..words.len()).find(|at| ["0", "1"].contains(&words[*at]) && is_first(*at))?;
    words[at].parse().ok()
}

fn is_any_of(name: &str, names: &[&str]) -> bool {
    names.contains(&snake(name).as_str())
}

/// Returns the name of the first member that is found by one of `names`, which are tried in their order. They are
/// compared in snake case.
fn find_named(fields: &[Field], names: &[&str]) -> Option<String> {
    names
        .iter()
        .find_map(|name| fields.iter().find(|field| snake(&field.name) == *name))
        .map(|field| field.name.clone())
}

/// Prints a parameter without its example, for comparison.
fn print_field(field: &Field) -> String {
    let mut plain = field.clone();
    plain.ty.attributes.retain(|(key, _)| *key != "example");
    print::print(&crate::spec::fields(&[plain]))
}

/// Returns whether an operation spells a parameter of this paging differently, such as in camel
/// case. The client adds its own parameters to all lists, so this operation would send both.
fn is_spelled_otherwise(paging: &Paging, operations: &[Operation]) -> bool {
    let names: Vec<&String> = paging.into.iter().chain(&paging.size).collect();
    let differs = |name: &String| names.iter().any(|own| *own != name && snake(own) == snake(name));
    operations.iter().flat_map(|operation| operation.params("query")).any(|field| differs(&field.name))
}

/// Returns the paging that most lists share. `None` if none is shared, or it has no parameter.
fn most_frequent(found: &[Option<Paging>]) -> Option<Paging> {
    let all: Vec<&Paging> = found.iter().flatten().collect();
    let count = |paging: &Paging| all.iter().filter(|other| other.shared() == paging.shared()).count();
    let best = all.iter().rev().max_by_key(|paging| count(paging))?;
    (count(best) > 1 && (best.into.is_some() || best.by == "url")).then(|| (*best).clone())
}
