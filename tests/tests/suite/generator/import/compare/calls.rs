//! Compares operations: parameters, bodies, statuses and responses.
//!
//! Input: an OpenAPI or OpenRPC document and our own of its import. Output: differences.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::Difference;
use super::schemas::{Comparison, Way};
use super::view::{Placed, View, escaped, resolved};

const VERBS: [&str; 9] = ["get", "put", "post", "delete", "patch", "head", "options", "trace", "query"];
/// Member of a path that holds operations by their methods.
const ADDITIONAL: &str = "additionalOperations";
/// Headers that OpenAPI excludes from parameters.
const IGNORED: [&str; 3] = ["accept", "content-type", "authorization"];

/// An operation, by its verb and its path without the names of parameters.
type Operations<'d> = BTreeMap<(String, String), (Placed<'d>, Placed<'d>)>;

pub(super) fn differences(theirs: &Json, ours: &Json) -> Vec<Difference> {
    let mut comparison = Comparison::new(theirs, ours);
    if theirs.get("methods").is_some() {
        methods(&mut comparison);
    } else {
        operations(&mut comparison);
    }
    let mut found = comparison.found;
    found.sort();
    found.dedup();
    found
}

fn operations(comparison: &mut Comparison<'_>) {
    let ours = all_operations(comparison.ours);
    for (key, (item, operation)) in all_operations(comparison.theirs) {
        match ours.get(&key) {
            None => comparison.differs("the operation is not there", &[operation.1]),
            Some((own_item, own)) => {
                compare_server(comparison, [&operation, &item], own);
                let ours = parameters(comparison.ours, own_item, own);
                compare_parameters(comparison, parameters(comparison.theirs, &item, &operation), ours, &operation.1);
                compare_body(comparison, &operation, own, key.0 == "patch");
                compare_responses(comparison, &operation, own);
            }
        }
    }
}

fn all_operations(root: &Json) -> Operations<'_> {
    let mut out = BTreeMap::new();
    for (path, item) in root.get("paths").and_then(Json::as_object).into_iter().flatten() {
        let (item, place) = resolved(root, item, &format!("/paths/{}", escaped(path)));
        for verb in VERBS {
            if let (Some(operation), true) = (item.get(verb), path.starts_with('/')) {
                let operation = (operation, format!("{place}/{verb}"));
                out.insert((verb.to_owned(), without_names(path)), ((item, place.clone()), operation));
            }
        }
        for (method, operation) in item.get(ADDITIONAL).and_then(Json::as_object).into_iter().flatten() {
            let operation = (operation, format!("{place}/{ADDITIONAL}/{}", escaped(method)));
            out.insert((method.clone(), without_names(path)), ((item, place.clone()), operation));
        }
    }
    out
}

/// The server of an operation that is not one of the document.
fn compare_server(comparison: &mut Comparison<'_>, [operation, item]: [&Placed<'_>; 2], own: &Placed<'_>) {
    let urls = |of: &Json| -> Vec<String> {
        let servers = of.get("servers").and_then(Json::as_array).into_iter().flatten();
        let text = |server: &Json| server.get("url").and_then(Json::as_str).unwrap_or_default().to_owned();
        servers.map(|server| without_names(text(server).trim_end_matches('/'))).collect()
    };
    let usual = urls(comparison.theirs);
    let said = [operation, item].map(|(of, place)| (urls(of), format!("{place}/servers")));
    let (theirs, place) = said.into_iter().find(|(urls, _)| !urls.is_empty()).unwrap_or_default();
    let theirs = theirs.into_iter().next().filter(|url| !usual.contains(url));
    if theirs != urls(own.0).into_iter().next() {
        comparison.differs("the server", &[place]);
    }
}

/// A path whose parameters have no names.
fn without_names(path: &str) -> String {
    let parts = path.split('{').enumerate().map(|(at, part)| match (at, part.split_once('}')) {
        (0, _) | (_, None) => part.to_owned(),
        (_, Some((_, rest))) => format!("{{}}{rest}"),
    });
    parts.collect()
}

/// The parameters of an operation by place and name. Those of a path have a number for a name.
fn parameters<'d>(root: &'d Json, item: &Placed<'d>, operation: &Placed<'d>) -> BTreeMap<(String, String), Placed<'d>> {
    let mut out = BTreeMap::new();
    for (of, place) in [item, operation] {
        for (index, one) in of.get("parameters").and_then(Json::as_array).into_iter().flatten().enumerate() {
            let (one, place) = resolved(root, one, &format!("{place}/parameters/{index}"));
            let text = |key: &str| one.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
            let (within, name) = (text("in"), text("name"));
            if within == "header" && IGNORED.contains(&name.to_lowercase().as_str()) {
                continue;
            }
            let name = match within.as_str() {
                "path" => number_of(&place_of(&operation.1), &name),
                _ => name,
            };
            out.insert((within, name), (one, place));
        }
    }
    out
}

/// The path of the place of an operation.
fn place_of(operation: &str) -> String {
    operation.split('/').nth(2).unwrap_or_default().replace("~1", "/").replace("~0", "~")
}

fn number_of(path: &str, name: &str) -> String {
    let names = path.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0));
    names.into_iter().position(|own| own == name).map_or_else(|| name.to_owned(), |at| at.to_string())
}

fn compare_parameters<'d>(
    comparison: &mut Comparison<'d>,
    theirs: BTreeMap<(String, String), Placed<'d>>,
    mut ours: BTreeMap<(String, String), Placed<'d>>,
    operation: &str,
) {
    for ((within, name), (parameter, place)) in theirs {
        let Some((own, _)) = ours.remove(&(within.clone(), name.clone())) else {
            let members = View::of(comparison.theirs, &schema_of(parameter, &place)).members;
            // An object in a query is its members.
            let is_spread = within == "query" && !members.is_empty();
            let taken = members.keys().filter(|member| ours.remove(&("query".to_owned(), (*member).clone())).is_some());
            if !is_spread || taken.count() != members.len() {
                comparison.differs(format!("the parameter `{name}` in {within} is not there"), &[place]);
            }
            continue;
        };
        let is_required = |parameter: &Json| parameter.get("required") == Some(&Json::Bool(true)) || within == "path";
        if is_required(parameter) != is_required(own) {
            comparison.differs(format!("whether the parameter `{name}` is required"), std::slice::from_ref(&place));
        }
        let (schema, own) = (schema_of(parameter, &place), schema_of(own, ""));
        comparison.schemas(&schema, &own, &[place], Way::Sent);
    }
    for (within, name) in ours.into_keys().filter(|(within, _)| within != "path") {
        comparison.differs(format!("the parameter `{name}` in {within} is new"), &[operation.to_owned()]);
    }
}

/// The schema of a parameter, a header or a media type.
fn schema_of<'d>(of: &'d Json, place: &str) -> Vec<Placed<'d>> {
    if let Some(schema) = of.get("schema") {
        return vec![(schema, format!("{place}/schema"))];
    }
    let content = of.get("content").and_then(Json::as_object).and_then(|content| content.iter().next());
    let schema =
        content.and_then(|(media, of)| Some((of.get("schema")?, format!("{place}/content/{}/schema", escaped(media)))));
    schema.into_iter().collect()
}

fn compare_body<'d>(comparison: &mut Comparison<'d>, theirs: &Placed<'d>, ours: &Placed<'d>, is_patch: bool) {
    let body = |root: &'d Json, of: &Placed<'d>| {
        of.0.get("requestBody").map(|body| resolved(root, body, &format!("{}/requestBody", of.1)))
    };
    let way = if is_patch { Way::Patched } else { Way::Sent };
    match (body(comparison.theirs, theirs), body(comparison.ours, ours)) {
        (None, None) => {}
        (Some((body, place)), own) if has_content(body) => {
            let Some((own, _)) = own else { return comparison.differs("the body is not there", &[place]) };
            if (body.get("required") == Some(&Json::Bool(true))) != (own.get("required") == Some(&Json::Bool(true))) {
                comparison.differs("whether the body is required", std::slice::from_ref(&place));
            }
            compare_content(comparison, (body, place), own, way);
        }
        (None, Some(_)) => comparison.differs("the body is new", std::slice::from_ref(&theirs.1)),
        _ => {}
    }
}

fn has_content(of: &Json) -> bool {
    of.get("content").and_then(Json::as_object).is_some_and(|content| !content.is_empty())
}

/// Media types, each with its schema. What is read as bytes or text has the schema of a text.
fn compare_content<'d>(comparison: &mut Comparison<'d>, (theirs, place): Placed<'d>, ours: &'d Json, way: Way) {
    let own: BTreeMap<String, &Json> = content(ours).map(|(name, media)| (bare(name), media)).collect();
    for (name, media) in content(theirs) {
        let at = format!("{place}/content/{}", escaped(name));
        let around = [at.clone(), place.clone()];
        match own.get(&bare(name)) {
            None => comparison.differs(format!("the media type `{name}` is not there"), &around),
            Some(own) => {
                let (schema, own) = (schema_of(media, &at), schema_of(own, ""));
                match (schema.is_empty(), own.is_empty()) {
                    (false, false) => comparison.schemas(&schema, &own, &around, way),
                    (false, true) if !is_text(comparison.theirs, &schema) => comparison.differs("the schema", &around),
                    _ => {}
                }
            }
        }
    }
}

fn is_text(root: &Json, schema: &[Placed<'_>]) -> bool {
    let view = View::of(root, schema);
    view.is_any() || view.kinds.is_some_and(|kinds| kinds.iter().all(|kind| kind == "string"))
}

fn content(of: &Json) -> impl Iterator<Item = (&String, &Json)> {
    of.get("content").and_then(Json::as_object).into_iter().flatten()
}

/// A media type without parameters. Any type is JSON.
fn bare(name: &str) -> String {
    match name.split(';').next().unwrap_or_default().trim() {
        "*/*" => "application/json".to_owned(),
        name => name.to_lowercase(),
    }
}

fn compare_responses<'d>(comparison: &mut Comparison<'d>, theirs: &Placed<'d>, ours: &Placed<'d>) {
    let (root, own_root) = (comparison.theirs, comparison.ours);
    let own = ours.0.get("responses").and_then(Json::as_object);
    let all_places = format!("{}/responses", theirs.1);
    for (status, response) in theirs.0.get("responses").and_then(Json::as_object).into_iter().flatten() {
        let place = format!("{all_places}/{status}");
        let (response, target) = resolved(root, response, &place);
        let around = [target.clone(), place.clone()];
        let own = own.and_then(|own| own.get(status).or_else(|| own.get("default").filter(|_| status == "default")));
        let Some(own) = own.map(|own| resolved(own_root, own, "").0) else {
            if status.parse::<u16>().is_ok() {
                comparison.differs(format!("the status {status} is not there"), &around);
            }
            continue;
        };
        match (has_content(response), has_content(own)) {
            (true, true) if !is_success(status) => {
                compare_failure(comparison, &around, (response, target), own);
            }
            (true, true) => compare_content(comparison, (response, target), own, Way::Received),
            (true, false) => comparison.differs(format!("the body of the status {status} is not there"), &around),
            (false, true) if status.starts_with('2') => {
                comparison.differs(format!("the body of the status {status} is new"), &around);
            }
            _ => {}
        }
    }
    let known = theirs.0.get("responses").and_then(Json::as_object);
    for status in own.into_iter().flat_map(|own| own.keys()).filter(|status| is_success(status)) {
        let is_known = known.is_some_and(|known| {
            known.contains_key(status) || known.keys().any(|key| key.eq_ignore_ascii_case("2xx") || key == "default")
        });
        if !is_known {
            let others = known.into_iter().flat_map(|known| known.keys()).map(|other| format!("{all_places}/{other}"));
            let places: Vec<String> = others.chain([all_places.clone(), theirs.1.clone()]).collect();
            comparison.differs(format!("the status {status} is new"), &places);
        }
    }
}

fn is_success(status: &str) -> bool {
    status.starts_with('2')
}

/// The body of an error response, which the report names as a whole.
fn compare_failure<'d>(comparison: &mut Comparison<'d>, around: &[String], theirs: Placed<'d>, ours: &'d Json) {
    let schemas: Vec<String> =
        content(theirs.0).map(|(name, _)| format!("{}/content/{}/schema", theirs.1, escaped(name))).collect();
    let mut alone = Comparison::new(comparison.theirs, comparison.ours);
    compare_content(&mut alone, theirs, ours, Way::Received);
    let (media, of_schema): (Vec<Difference>, Vec<Difference>) =
        alone.found.into_iter().partition(|one| one.what.starts_with("the media type"));
    comparison.found.extend(media);
    if let Some(first) = of_schema.first() {
        let places: Vec<String> = schemas.iter().chain(around).chain(&first.places).cloned().collect();
        comparison.differs(format!("the error body: {}", first.what), &places);
    }
}

fn methods(comparison: &mut Comparison<'_>) {
    let of = |root| {
        let mut out: BTreeMap<String, Placed<'_>> = BTreeMap::new();
        let methods: Option<&Vec<Json>> = Json::get(root, "methods").and_then(Json::as_array);
        for (index, method) in methods.into_iter().flatten().enumerate() {
            let (method, place) = resolved(root, method, &format!("/methods/{index}"));
            let name = method.get("name").and_then(Json::as_str).unwrap_or_default();
            out.insert(name.to_owned(), (method, place));
        }
        out
    };
    let (theirs, ours) = (of(comparison.theirs), of(comparison.ours));
    for (name, method) in theirs {
        match ours.get(&name) {
            None => comparison.differs("the method is not there", &[method.1]),
            Some(own) => compare_method(comparison, &method, own),
        }
    }
}

fn compare_method<'d>(comparison: &mut Comparison<'d>, (theirs, place): &Placed<'d>, (ours, _): &Placed<'d>) {
    let params = |root: &'d Json, of: &'d Json, place: &str| -> Vec<Placed<'d>> {
        let all = of.get("params").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        all.iter().enumerate().map(|(index, one)| resolved(root, one, &format!("{place}/params/{index}"))).collect()
    };
    let own = params(comparison.ours, ours, "");
    for (param, at) in params(comparison.theirs, theirs, place) {
        let Some((own, _)) = own.iter().find(|(own, _)| own.get("name") == param.get("name")) else {
            comparison.differs(format!("the parameter {:?} is not there", param.get("name")), &[at]);
            continue;
        };
        if (param.get("required") == Some(&Json::Bool(true))) != (own.get("required") == Some(&Json::Bool(true))) {
            comparison.differs(
                format!("whether the parameter {:?} is required", param.get("name")),
                std::slice::from_ref(&at),
            );
        }
        comparison.schemas(&schema_of(param, &at), &schema_of(own, ""), &[at], Way::Sent);
    }
    let result = |root: &'d Json, of: &'d Json| {
        of.get("result").map(|result| resolved(root, result, &format!("{place}/result")))
    };
    match (result(comparison.theirs, theirs), result(comparison.ours, ours)) {
        (Some((theirs, at)), Some((ours, _))) => {
            comparison.schemas(&schema_of(theirs, &at), &schema_of(ours, ""), &[at], Way::Received);
        }
        (Some((_, at)), None) => comparison.differs("the result is not there", &[at]),
        (None, Some(_)) => comparison.differs("the result is new", std::slice::from_ref(place)),
        (None, None) => {}
    }
}
