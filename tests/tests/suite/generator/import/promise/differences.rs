//! Differences of two requests: of what a server reads, part by part.
//!
//! Input: the request that schemathesis wrote, and the one of our client. Output: each difference
//! with the part of the request that it is in.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::drawn::{Drawn, Request, essence, pairs};
use super::multipart::{self, FormPart};

/// A part of a request.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// The operation as a whole.
    Operation,
    /// A parameter: its place and its name in the document.
    Parameter(&'static str, String),
    /// The body, or a value in it.
    Body(Vec<String>),
}

impl Part {
    /// The parameter that wrote a name into the query: the one of this name, the one whose members
    /// or items have names that begin with its own, or the object that has such a member.
    pub(super) fn query(drawn: &Drawn, name: &str) -> Self {
        let values = drawn.values.get("query").and_then(Json::as_object);
        let head = name.split(['[', '.']).next().unwrap_or_default();
        let known = |name: &str| values.is_some_and(|values| values.contains_key(name)).then(|| name.to_owned());
        let holder = || {
            let holder = values?.iter().find(|(_, value)| value.get(name).is_some())?;
            Some(holder.0.clone())
        };
        let found = known(name).or_else(|| known(head)).or_else(holder);
        Self::Parameter("query", found.unwrap_or_else(|| name.to_owned()))
    }
}

/// A difference of two requests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Difference {
    pub(super) what: String,
    pub(super) part: Part,
}

fn difference(part: Part, theirs: impl std::fmt::Debug, ours: impl std::fmt::Debug) -> Difference {
    let short = |text: String| text.chars().take(120).collect::<String>();
    let what = format!("{} instead of {}", short(format!("{ours:?}")), short(format!("{theirs:?}")));
    Difference { what, part }
}

/// Names that only secrets have, in lower case.
pub(super) fn secret_names(document: &Json) -> BTreeSet<String> {
    let schemes = document.pointer("/components/securitySchemes").and_then(Json::as_object);
    let names = schemes.into_iter().flatten().filter_map(|(_, scheme)| scheme.get("name")?.as_str());
    names.map(str::to_lowercase).chain(["authorization".to_owned()]).collect()
}

/// Headers that carry no parameter.
const OF_TRANSPORT: [&str; 9] = [
    "accept", "accept-encoding", "connection", "content-length", "content-type", "cookie", "host", "user-agent",
    "x-schemathesis-testcaseid",
];

/// Compares two requests; the first is right.
pub(super) fn differences(
    drawn: &Drawn,
    theirs: &Request,
    ours: &Request,
    secrets: &BTreeSet<String>,
) -> Vec<Difference> {
    let mut out = Vec::new();
    if theirs.method != ours.method {
        out.push(difference(Part::Operation, &theirs.method, &ours.method));
    }
    if theirs.path != ours.path {
        out.extend(paths(drawn, theirs, ours));
    }
    let is_secret = |name: &str| secrets.contains(&name.to_lowercase());
    for name in theirs.query.keys().chain(ours.query.keys()).collect::<BTreeSet<_>>() {
        let [theirs, ours] = [theirs, ours].map(|request| request.query.get(name));
        let is_ours = ours.is_some() && theirs.is_none() && is_secret(name);
        if !are_equal_texts(theirs, ours) && !is_ours {
            out.push(difference(Part::query(drawn, name), theirs, ours));
        }
    }
    for name in theirs.headers.keys().chain(ours.headers.keys()).collect::<BTreeSet<_>>() {
        let [theirs, ours] = [theirs, ours].map(|request| request.headers.get(name));
        let is_ours = theirs.is_none() && is_secret(name);
        if theirs != ours && !is_ours && !OF_TRANSPORT.contains(&name.as_str()) {
            out.push(difference(Part::Parameter("header", name.clone()), theirs, ours));
        }
    }
    out.extend(cookies(theirs, ours, secrets));
    out.extend(bodies(theirs, ours));
    out
}

/// Whether the values of a name are equal: as texts, or as objects and lists of JSON.
fn are_equal_texts(theirs: Option<&Vec<String>>, ours: Option<&Vec<String>>) -> bool {
    let json =
        |text: &String| serde_json::from_str::<Json>(text).ok().filter(|json| json.is_object() || json.is_array());
    let is_same = |(theirs, ours): (&String, &String)| {
        let both = json(theirs).zip(json(ours));
        theirs == ours || both.is_some_and(|(left, right)| first_difference(&left, &right, &mut Vec::new()).is_none())
    };
    match (theirs, ours) {
        (Some(theirs), Some(ours)) => theirs.len() == ours.len() && theirs.iter().zip(ours).all(is_same),
        _ => theirs == ours,
    }
}

/// The segments of a path that differ, each with the parameters of the segment.
fn paths(drawn: &Drawn, theirs: &Request, ours: &Request) -> Vec<Difference> {
    let template: Vec<&str> = drawn.path.split('/').collect();
    if theirs.path.len() != ours.path.len() || theirs.path.len() != template.len() {
        return vec![difference(Part::Operation, theirs.path.join("/"), ours.path.join("/"))];
    }
    let mut out = Vec::new();
    for (segment, (theirs, ours)) in template.into_iter().zip(theirs.path.iter().zip(&ours.path)) {
        if theirs != ours {
            let name = segment.split_once('{').and_then(|(_, rest)| Some(rest.split_once('}')?.0));
            let part = name.map_or(Part::Operation, |name| Part::Parameter("path", name.to_owned()));
            out.push(difference(part, theirs, ours));
        }
    }
    out
}

fn cookies(theirs: &Request, ours: &Request, secrets: &BTreeSet<String>) -> Vec<Difference> {
    let of = |request: &Request| -> BTreeMap<String, String> {
        let text = request.headers.get("cookie").cloned().unwrap_or_default();
        let pair = |pair: &str| pair.trim().split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        text.split(';').filter_map(pair).collect()
    };
    let (theirs, ours) = (of(theirs), of(ours));
    let names = theirs.keys().chain(ours.keys()).collect::<BTreeSet<_>>().into_iter();
    let differs = |name: &&String| theirs.get(*name) != ours.get(*name) && !secrets.contains(&name.to_lowercase());
    names
        .filter(differs)
        .map(|name| difference(Part::Parameter("cookie", name.clone()), theirs.get(name), ours.get(name)))
        .collect()
}

fn bodies(theirs: &Request, ours: &Request) -> Vec<Difference> {
    if theirs.body.is_empty() && ours.body.is_empty() {
        // Nobody reads the media type of nothing.
        return Vec::new();
    }
    let whole = || Part::Body(Vec::new());
    let media_type = |request: &Request| {
        let full = request.headers.get("content-type").map(|value| value.to_lowercase().replace(' ', ""));
        let full = full.unwrap_or_default();
        match essence(&full) {
            form @ "multipart/form-data" => form.to_owned(),
            // UTF-8 is what both write, whether they say so or not.
            _ => full.replace(";charset=utf-8", ""),
        }
    };
    if media_type(theirs) != media_type(ours) {
        return vec![difference(whole(), media_type(theirs), media_type(ours))];
    }
    let kind = theirs.media_type().to_lowercase();
    if is_json(&kind) {
        let [Ok(left), Ok(right)] = [theirs, ours].map(|request| serde_json::from_slice::<Json>(&request.body)) else {
            return vec![difference(whole(), text(&theirs.body), text(&ours.body))];
        };
        return first_difference(&left, &right, &mut Vec::new()).into_iter().collect();
    }
    match kind.as_str() {
        "application/x-www-form-urlencoded" => forms(&pairs(&text(&theirs.body)), &pairs(&text(&ours.body))),
        "multipart/form-data" => forms(&multipart::parts(theirs), &multipart::parts(ours)),
        _ if theirs.body != ours.body => vec![difference(whole(), text(&theirs.body), text(&ours.body))],
        _ => Vec::new(),
    }
}

pub(super) fn is_json(media_type: &str) -> bool {
    media_type == "application/json" || media_type.ends_with("+json")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn forms<T: Fields>(theirs: &T, ours: &T) -> Vec<Difference> {
    let names = theirs.names().into_iter().chain(ours.names()).collect::<BTreeSet<_>>();
    let part = |name: &str| Part::Body(vec![name.split(['[', '.']).next().unwrap_or_default().to_owned()]);
    let differs = |name: &&String| theirs.of(name) != ours.of(name);
    names.iter().filter(differs).map(|name| difference(part(name), theirs.of(name), ours.of(name))).collect()
}

/// Fields of a form, by their names.
trait Fields {
    type Values: PartialEq + std::fmt::Debug;
    fn names(&self) -> Vec<String>;
    fn of(&self, name: &str) -> Self::Values;
}

impl Fields for BTreeMap<String, Vec<String>> {
    type Values = Option<Vec<String>>;

    fn names(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }

    fn of(&self, name: &str) -> Self::Values {
        self.get(name).cloned()
    }
}

impl Fields for Vec<FormPart> {
    type Values = Vec<FormPart>;

    fn names(&self) -> Vec<String> {
        self.iter().map(|part| part.name.clone()).collect()
    }

    fn of(&self, name: &str) -> Self::Values {
        self.iter().filter(|part| part.name == name).cloned().collect()
    }
}

/// The first difference of two JSON values. Numbers are equal by their values.
fn first_difference(theirs: &Json, ours: &Json, path: &mut Vec<String>) -> Option<Difference> {
    match (theirs, ours) {
        (Json::Object(left), Json::Object(right)) => {
            let names = left.keys().chain(right.keys()).collect::<BTreeSet<_>>();
            names.into_iter().find_map(|name| step(left.get(name), right.get(name), name, path))
        }
        (Json::Array(left), Json::Array(right)) => {
            let most = left.len().max(right.len());
            (0..most).find_map(|at| step(left.get(at), right.get(at), &at.to_string(), path))
        }
        _ if is_equal(theirs, ours) => None,
        _ => Some(difference(Part::Body(path.clone()), theirs, ours)),
    }
}

fn step(theirs: Option<&Json>, ours: Option<&Json>, name: &str, path: &mut Vec<String>) -> Option<Difference> {
    path.push(name.to_owned());
    let found = match (theirs, ours) {
        (Some(left), Some(right)) => first_difference(left, right, path),
        _ => Some(difference(Part::Body(path.clone()), theirs, ours)),
    };
    path.pop();
    found
}

pub(super) fn is_equal(theirs: &Json, ours: &Json) -> bool {
    match (theirs, ours) {
        (Json::Number(left), Json::Number(right)) => {
            let is_whole = |number: &serde_json::Number| !number.to_string().contains(['.', 'e', 'E']);
            match is_whole(left) && is_whole(right) {
                true => left.to_string() == right.to_string(),
                false => left.as_f64() == right.as_f64(),
            }
        }
        _ => theirs == ours,
    }
}
