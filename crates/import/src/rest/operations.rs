//! Converts paths and verbs to operations, with name, description and effect.
//!
//! Input: `paths`. Output: operations in the order of the document.

use oas3::spec::Operation as Source;
use serde_json::Value as Json;

use crate::alternatives::ALTERNATIVES;
use crate::importer::Importer;
use crate::lift::DOCS_LINK;
use crate::methods;
use crate::names::camel;
use crate::operation::{Body, Operation, Param};
use crate::pointer::escaped;
use crate::spec::{Field, Head, Type};
use crate::tree::Node;

use super::paging::is_paging;

/// Extensions of operations that the importer reads.
const READ_EXTENSIONS: [&str; 2] = ["multi-segment", DOCS_LINK];

/// Words in the names of extensions that state the cost of a call.
const COST_WORDS: [&str; 4] = ["cost", "weight", "credits", "units"];

/// Loss of an operation whose path has parameters in its query.
const PARAMETERS_IN_QUERY: &str = "an operation whose path has a query with parameters";

impl Importer<'_> {
    /// Reads all selected operations, in the order of the document.
    pub(super) fn operations(&mut self) -> Vec<Operation> {
        let doc = self.doc;
        let Some(paths) = doc.at("/paths").and_then(Json::as_object) else { return Vec::new() };
        let mut operations = Vec::new();
        for (path, item) in paths.iter().filter(|(path, _)| !path.starts_with("x-")) {
            let place = format!("/paths/{}", escaped(path));
            // All other references are replaced by their targets.
            if let Some(target) = item.get("$ref").and_then(Json::as_str) {
                let why = doc.follow(target).err().unwrap_or_else(|| "a dangling reference".to_owned());
                self.report.lost(why, &place);
            }
            for (method, at) in methods::of_item(item) {
                if !self.is_selected(path, &method) {
                    continue;
                }
                let at = format!("{place}{at}");
                if at.contains(methods::ADDITIONAL) && !methods::is_additional(&method) {
                    self.report.operations += 1;
                    self.report.lost(format!("the method `{method}` of `{}`", methods::ADDITIONAL), &at);
                    continue;
                }
                let several = doc.at(&at).and_then(|one| one.get(ALTERNATIVES)?.as_array()).map_or(0, Vec::len);
                let alternatives = (0..several).map(|index| format!("{at}/{ALTERNATIVES}/{index}"));
                let places = if several == 0 { vec![at.clone()] } else { alternatives.collect() };
                for at in &places {
                    self.report.operations += 1;
                    operations.extend(self.operation(path, (&place, at), &method));
                }
            }
        }
        operations
    }

    /// Reads one operation. `item` is the pointer of its path item, and `at` its own pointer.
    /// Reports an operation that cannot be expressed, and returns `None`.
    fn operation(&mut self, path: &str, (item, at): (&str, &str), method: &str) -> Option<Operation> {
        let source: Source = match self.doc.piece(at) {
            Ok(source) => source,
            Err(why) => {
                self.report.lost(why, at);
                return None;
            }
        };
        let odd = match path {
            path if !path.starts_with('/') => Some("an operation whose path does not begin with `/`"),
            path if path.contains("{?") || path.contains("{&") => Some(PARAMETERS_IN_QUERY),
            path if fixed_query(path)
                .1
                .iter()
                .any(|(name, value)| format!("{name}{value}").contains(['{', '%', '+'])) =>
            {
                Some(PARAMETERS_IN_QUERY)
            }
            _ => None,
        };
        if let Some(odd) = odd {
            self.report.lost(odd, at);
            return None;
        }
        self.report_inexpressible_of_operation(&source, at);
        let (path, fixed) = fixed_query(path);
        let (path, path_names) = legal_path(path);
        if path_names.iter().any(|(name, _)| name.ends_with('?')) {
            self.report.lost("that a parameter of the path may be left out", at);
        }
        let verb = methods::key(method);
        let preferred = source
            .operation_id
            .clone()
            .unwrap_or_else(|| format!("{} {}", method.to_lowercase(), path.replace(['{', '}'], " ")));
        let (effect, is_default) = methods::effect(method);
        let is_plain = is_default && effect == "read";
        let own_servers = [at, item].map(|place| format!("{place}/servers"));
        let has_some = |at: &String| self.doc.at(at).and_then(Json::as_array).is_some_and(|all| !all.is_empty());
        let mut operation = Operation {
            tag: source.tags.first().cloned(),
            doc: self.operation_doc(&source, at),
            effect: (!is_plain).then(|| (effect.to_owned(), !is_default)),
            servers_at: own_servers.into_iter().find(has_some),
            http_method: method.to_owned(),
            ..Operation::new(at, verb, path, preferred)
        };
        if let Some(url) = source.extensions.get(DOCS_LINK).and_then(Json::as_str) {
            operation.entries.push(("source", Node::text(url)));
        }
        if source.deprecated == Some(true) {
            operation.entries.push(("deprecated", Node::empty()));
        }
        operation.entries.extend(self.cost_of(&source, at).map(|cost| ("cost", cost)));
        self.parameters(&mut operation, &source, item, &path_names);
        self.fix_query(&mut operation, &fixed);
        match method == "TRACE" && source.request_body.is_some() {
            true => self.report.lost("the body of a TRACE request", &format!("{at}/requestBody")),
            false => self.body(&mut operation, &source),
        }
        rename_in_path(&mut operation);
        self.read_responses(&mut operation, &source);
        Some(operation)
    }

    /// Adds parameters with constant values for the query that the key of a path contains.
    fn fix_query(&mut self, operation: &mut Operation, fixed: &[(String, String)]) {
        let at = operation.pointer.clone();
        for (name, value) in fixed {
            let is_again = |param: &Param| param.place == "query" && param.field.name == *name;
            if operation.params.iter().any(is_again) {
                self.report.lost("a parameter whose value the path fixes", &at);
                operation.params.retain(|param| !is_again(param));
            }
            if value.is_empty() {
                self.report.lost("a name in the query of a path, which is sent with `=`", &at);
            }
            let ty = Type::new(Head::Const(Node::text(value)), &at);
            operation.params.push(Param { place: "query", field: Field { name: name.clone(), optional: false, ty } });
        }
    }

    /// Returns the description of an operation, after its summary unless the description repeats
    /// it.
    fn operation_doc(&mut self, source: &Source, at: &str) -> Option<String> {
        let summary = source.summary.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let description = source.description.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let text = match (summary, description) {
            (Some(summary), Some(text))
                if !text.to_lowercase().starts_with(&summary.trim_end_matches('.').to_lowercase()) =>
            {
                let stop = if summary.ends_with(['.', '!', '?']) { "" } else { "." };
                Some(format!("{summary}{stop}\n\n{text}"))
            }
            (_, Some(text)) => Some(text.to_owned()),
            (summary, None) => summary.map(str::to_owned),
        };
        self.prose(text.as_deref(), at)
    }

    /// Returns the cost of a call. An extension states it as a number, or as a word to which an
    /// extension of the document assigns a number.
    fn cost_of(&mut self, source: &Source, at: &str) -> Option<Node> {
        let mut names = source.extensions.keys().filter(|_| self.guesses);
        let units = names.find_map(|name| self.units_of(name, source))?;
        self.report.guessed("the cost of a call, by an extension", at);
        Some(Node::map([("units", Node::json(&units.into()))]).from(at).guessed("by an extension"))
    }

    /// Returns the number of units that an extension states as the cost of a call.
    fn units_of(&self, name: &str, source: &Source) -> Option<u64> {
        if !COST_WORDS.iter().any(|word| name.split(['-', '_']).any(|part| part == *word)) {
            return None;
        }
        let value = source.extensions.get(name)?;
        let Some(word) = value.as_str() else { return value.as_u64() };
        let tables = self.doc.root.as_object().into_iter().flatten();
        let mut tables = tables.filter(|(key, _)| key.strip_prefix("x-").is_some_and(|key| key.starts_with(name)));
        tables.find_map(|(_, table)| table.get(word)?.as_u64())
    }

    fn report_inexpressible_of_operation(&mut self, source: &Source, at: &str) {
        for name in source.callbacks.keys() {
            self.report.detail("a callback", &format!("{at}/callbacks/{}", escaped(name)));
        }
        if source.tags.len() > 1 {
            self.report.detail("further tags of an operation", &format!("{at}/tags"));
        }
        for name in source.extensions.keys() {
            if READ_EXTENSIONS.contains(&name.as_str())
                || is_paging(name)
                || (self.guesses && self.units_of(name, source).is_some())
            {
                continue;
            }
            self.report.detail(format!("the extension `{name}` of an operation"), at);
        }
    }
}

/// Renames parameters of the path that have the name of another parameter. Their names are not
/// sent, so any name will do.
fn rename_in_path(operation: &mut Operation) {
    let members = match &operation.body {
        Body::Members(fields) => fields.iter().map(|field| field.name.clone()).collect(),
        Body::Whole { .. } => vec!["body".to_owned()],
        Body::None | Body::Raw => Vec::new(),
    };
    let others = operation.params.iter().filter(|param| param.place != "path").map(|param| param.field.name.clone());
    let mut taken: Vec<String> = others.chain(members).collect();
    for param in operation.params.iter_mut().filter(|param| param.place == "path") {
        let own = param.field.name.clone();
        let numbered = (2..).map(|number| format!("{own}InPath{number}"));
        let names = [own.clone(), format!("{own}InPath")].into_iter().chain(numbered);
        let free = names.into_iter().find(|name| !taken.contains(name)).unwrap_or_else(|| own.clone());
        operation.path = operation.path.replace(&format!("{{{own}}}"), &format!("{{{free}}}"));
        taken.push(free.clone());
        param.field.name = free;
    }
}

/// Divides the key of a path into the path and the names and values of its query. A part after `#`
/// is never sent, so it is ignored. A `?` within braces belongs to a parameter.
fn fixed_query(key: &str) -> (&str, Vec<(String, String)>) {
    let sent = key.split('#').next().unwrap_or_default();
    let mut depth = 0_usize;
    let is_end = |letter: char| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == '?' && depth == 0
    };
    let (path, query) = sent.find(is_end).map_or((sent, ""), |at| (&sent[..at], &sent[at + 1..]));
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    (path, pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

/// Returns a path whose parameters have legal names, and for each parameter the original and the
/// legal name.
fn legal_path(path: &str) -> (String, Vec<(String, String)>) {
    let mut out = String::new();
    let mut names = Vec::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (name, tail) = after.split_once('}').unwrap_or((after, ""));
        let is_legal = !name.is_empty()
            && name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        let legal = if is_legal { name.to_owned() } else { camel(name_in_route(name)) };
        out.push_str(&format!("{{{legal}}}"));
        names.push((name.to_owned(), legal));
        rest = tail;
    }
    out.push_str(rest);
    (encode_bare_percents(&out), names)
}

/// Returns the name of a parameter in the syntax of routers, without a pattern, a mark of a parameter that may be left
/// out, and stars: `id` of `id:[0-9]+`, `id?` or `*id`.
pub(super) fn name_in_route(name: &str) -> &str {
    let plain = name.split([':', '?']).next().unwrap_or_default().trim_matches('*');
    if plain.is_empty() { name } else { plain }
}

/// Encodes each `%` of a path that begins no escape, which a server can only take for the character itself.
fn encode_bare_percents(path: &str) -> String {
    let is_escape = |rest: &str| rest.len() >= 2 && rest.bytes().take(2).all(|digit| digit.is_ascii_hexdigit());
    let mut parts = path.split('%');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |path, rest| path + if is_escape(rest) { "%" } else { "%25" } + rest)
}
