//! Sheets of small documents: what each becomes, and what the report says of it.
//!
//! Input: a folder of sheets. Output: the same sheets, with the outcome of each case; `CHAINLOOM_BLESS=1` writes them.
//!
//! An indented line goes on with the line before it. The lines of a sheet:
//!
//! | line | meaning |
//! |---|---|
//! | `# …` | comment |
//! | `@name text` | template, in whose text `$1` to `$9` are arguments. `$name(a \| b)` within any text is its text |
//! | `= name \| a` | the cases that follow are further arguments of this template; `=` alone ends that |
//! | `= name ~ b` | the same; of their outcome only what a case `b` would not show is shown |
//! | `a \| b` | case: a document, or a template and its arguments. `<Name>` within refers to a schema |
//! | `a \| b <- c` | case with a question: an option of the import, what to show, or the arguments of a call |
//! | `  --- path` | the rest of the case is a file beside the document `api.yaml` |
//! | `… => …`, `> …` | outcome: lines of the spec, then entries of the report, with ` · ` between them |
//!
//! The outcome `as before` is that of the case before. A document of `chainloom` is a spec, and its own document is
//! imported. With the word `again` in the question, our own document of the import is imported as well, and must be
//! the same after it. A new case is a line without outcome.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use chainloom_codegen::{SourceFile, generate, understand};
use chainloom_import::{
    FileReader, Imported, Kind, Options, Report, openapi, openapi_with_files, openrpc, openrpc_with_files,
};

use super::Expected;

/// Maximum width of a line with an outcome, unless a piece of it is longer.
const WIDTH: usize = 150;

/// Shows what became of a document: the pieces that answer a question, or that stand without one.
pub(crate) type Show = fn(document: &str, &Imported, question: &str) -> Vec<String>;

/// Files in memory, with the paths that were read.
#[derive(Default)]
struct Memory {
    texts: BTreeMap<String, String>,
    read: RefCell<Vec<String>>,
}

impl FileReader for Memory {
    fn read(&self, path: &str) -> Result<Option<String>, String> {
        self.read.borrow_mut().push(path.to_owned());
        Ok(self.texts.get(path).cloned())
    }
}

/// Reader of a sheet.
struct Sheet {
    show: Show,
    templates: BTreeMap<String, String>,
    call: String,
    hidden: BTreeSet<String>,
    /// Outcome of the case before.
    last: Vec<String>,
}

/// Plays all sheets of a folder, and returns the number of cases.
pub(crate) fn play(folder: &Path, show: Show) -> usize {
    let mut expected = Expected::default();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let mut sheet = Sheet::new(show);
        let blocks = blocks(&text);
        count += blocks.iter().filter(|block| !block.is_empty() && !block.starts_with(['#', '@', '='])).count();
        expected.file(&path, &blocks.iter().map(|block| sheet.play(block) + "\n").collect::<String>());
    }
    expected.close();
    count
}

/// Splits a sheet into lines, each with the indented lines that follow it, and without outcomes.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("> ")) {
        let line = line.split(" => ").next().unwrap_or_default();
        match (line.strip_prefix("  "), blocks.last_mut()) {
            (Some(rest), Some(block)) => block.extend(["\n", rest]),
            _ => blocks.push(line.to_owned()),
        }
    }
    blocks
}

impl Sheet {
    /// Returns a reader without templates.
    fn new(show: Show) -> Self {
        let (templates, hidden) = (BTreeMap::new(), BTreeSet::new());
        Self { show, templates, call: String::new(), hidden, last: Vec::new() }
    }

    /// Returns a block with its outcome.
    fn play(&mut self, block: &str) -> String {
        let written = block.replace('\n', "\n  ");
        if let Some((name, text)) = block.strip_prefix('@').and_then(|rest| rest.split_once(' ')) {
            self.templates.insert(name.to_owned(), text.to_owned());
        } else if let Some(rest) = block.strip_prefix('=') {
            let (call, base) = rest.split_once(" ~ ").map_or((rest, None), |(call, base)| (call, Some(base)));
            (self.call, self.hidden) = (call.trim().to_owned(), BTreeSet::new());
            self.hidden = base.map(|base| self.outcome(base)).into_iter().flatten().collect();
        } else if !block.is_empty() && !block.starts_with('#') {
            let outcome = self.outcome(block);
            let outcome: Vec<String> = outcome.into_iter().filter(|piece| !self.hidden.contains(piece)).collect();
            let full = with_outcome(&written, &outcome);
            let is_same = outcome == self.last && full[written.len()..].contains('\n');
            self.last = outcome;
            return if is_same { written + " => as before" } else { full };
        }
        written
    }

    /// Imports the document of a case.
    fn outcome(&self, case: &str) -> Vec<String> {
        let mut pieces = case.split("\n--- ");
        let first = pieces.next().unwrap_or_default();
        let (first, question) = first.split_once(" <- ").unwrap_or((first, ""));
        let call = if self.call.is_empty() { first.to_owned() } else { format!("{} | {first}", self.call) };
        let document = with_references(&self.expand(&call));
        let files = pieces.filter_map(|piece| piece.split_once([' ', '\n']));
        let texts = files.map(|(path, text)| (path.to_owned(), self.expand(text))).collect();
        let memory = Memory { texts, ..Memory::default() };
        let base_url = question.strip_prefix("--base-url ").map(str::to_owned);
        let only = question.strip_prefix("--only ").into_iter().flat_map(|names| names.split(", "));
        let only = only.map(str::to_owned).collect();
        let options = Options { no_guesses: question == "--no-guesses", base_url, only, ..Options::default() };
        let imported = match document.trim_start_matches(['{', ' ']).split(':').next() {
            Some("openrpc") => openrpc_with_files(&document, "api.yaml", &memory, &options),
            Some("chainloom") => openapi(&own_document(&document), &options),
            _ => openapi_with_files(&document, "api.yaml", &memory, &options),
        };
        let mut outcome = match imported {
            Err(why) => vec![format!("error: {why}")],
            Ok(imported) => self.shown(&document, &imported, question),
        };
        let read = memory.read.into_inner();
        outcome.extend((!read.is_empty()).then(|| format!("reads {}", read.join(", "))));
        outcome
    }

    /// Returns what a case shows of an import.
    fn shown(&self, document: &str, imported: &Imported, question: &str) -> Vec<String> {
        if question.split(' ').any(|word| word == "again") {
            assert_comes_back(imported);
        }
        let (shown, told) = ((self.show)(document, imported, question), told(&imported.report));
        let (_, warnings) = understand(&sources(imported), &[]).unwrap();
        let told = told.into_iter().filter(|_| question != "report");
        shown.into_iter().chain(told).chain(warnings.lines().lines().map(str::to_owned)).collect()
    }

    /// Writes out a call of a template, or else the calls within a text.
    fn expand(&self, text: &str) -> String {
        let parts = arguments(text);
        if let Some(template) = self.templates.get(parts[0]) {
            return self.expand(&fill(template, &parts[1..]));
        }
        let (mut out, mut rest) = (String::new(), text);
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            let name = after.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
            let Some(template) = self.templates.get(name) else {
                out.push('$');
                rest = after;
                continue;
            };
            let inside = after[name.len()..].strip_prefix('(').and_then(until_closed);
            let (inside, after) = inside.unwrap_or(("", &after[name.len()..]));
            out.push_str(&self.expand(&fill(template, &arguments(inside))));
            rest = after;
        }
        out + rest
    }
}

/// Puts arguments into the text of a template.
fn fill(template: &str, arguments: &[&str]) -> String {
    let arguments = arguments.iter().chain(std::iter::repeat(&"")).take(9).enumerate();
    arguments.fold(template.to_owned(), |text, (at, argument)| text.replace(&format!("${}", at + 1), argument))
}

/// Splits a text at the parenthesis that closes it.
fn until_closed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    let end = text.find(|sign| {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        depth < 0
    });
    end.map(|end| (&text[..end], &text[end + 1..]))
}

/// Splits a text at each `|` between spaces that is in no parentheses.
fn arguments(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, sign) in text.char_indices() {
        depth += i32::from(sign == '(') - i32::from(sign == ')');
        if sign == '|' && depth == 0 && text[..at].ends_with(' ') && text[at + 1..].starts_with([' ', '\n']) {
            parts.push(text[from..at].trim());
            from = at + 2;
        }
    }
    parts.push(text[from..].trim());
    parts
}

/// Writes out `<Name>` as a reference to a schema.
fn with_references(text: &str) -> String {
    let mut pieces = text.split('<');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let _ = match piece.split_once('>').filter(|(name, _)| name.chars().all(char::is_alphanumeric)) {
            Some((name, rest)) => write!(out, "{{ $ref: '#/components/schemas/{name}' }}{rest}"),
            None => write!(out, "<{piece}"),
        };
    }
    out
}

/// Returns a case with the pieces of its outcome.
fn with_outcome(case: &str, pieces: &[String]) -> String {
    let (mut written, mut mark) = (case.to_owned(), " => ");
    let nothing = pieces.is_empty().then(|| "nothing".to_owned());
    for piece in pieces.iter().chain(&nothing) {
        let width = written.lines().last().unwrap_or_default().chars().count();
        let is_wide = width + mark.chars().count() + piece.chars().count() > WIDTH;
        written.extend([if is_wide { "\n> " } else { mark }, piece.as_str()]);
        mark = " · ";
    }
    written
}

/// Returns each sort of entries with its places, and the number of operations if some are missing.
fn told(report: &Report) -> Vec<String> {
    let mut sorts: Vec<(String, Vec<String>)> = Vec::new();
    for entry in &report.entries {
        let detail = if entry.is_detail { " detail" } else { "" };
        let sort = format!("{}{detail}: {}", format!("{:?}", entry.kind).to_lowercase(), entry.what);
        let place = entry.origin.as_ref().unwrap_or(&entry.place);
        let schema = place.strip_prefix("/components/schemas/");
        let schema = schema.map(|rest| rest.split_at(rest.find('/').unwrap_or(rest.len())));
        let place = schema.map_or(place.clone(), |(name, rest)| format!("<{name}>{rest}"));
        match sorts.iter_mut().find(|(other, _)| *other == sort) {
            Some((_, places)) => places.push(place),
            None => sorts.push((sort, vec![place])),
        }
    }
    let changes = report.entries.iter().any(|entry| !entry.is_detail && entry.kind != Kind::Guessed);
    assert_eq!(report.is_complete(), !changes && report.imported == report.operations, "{}", report.text());
    let missing =
        (report.imported != report.operations).then(|| format!("{} of {}", report.imported, report.operations));
    let sorts = sorts.into_iter().map(|(sort, places)| format!("{sort} @ {}", places.join(", ")));
    sorts.chain(missing.map(|missing| format!("{missing} operations"))).collect()
}

/// Returns the sources of the spec of an import.
pub(crate) fn sources(imported: &Imported) -> Vec<SourceFile> {
    let source = |(path, text): &(String, String)| {
        let module = path.trim_end_matches(".yaml").to_owned();
        SourceFile { path: path.clone(), module, text: text.clone() }
    };
    imported.files.iter().map(source).collect()
}

/// Returns our own documents of an import.
pub(crate) fn documents(imported: &Imported) -> Vec<(String, String)> {
    let files = generate(&sources(imported)).unwrap_or_else(|wrong| panic!("{}", wrong.lines()));
    let is_document = |path: &str| path.ends_with(".openapi.json") || path.ends_with(".openrpc.json");
    files.iter().filter(|(path, _)| is_document(path)).map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
}

/// Asserts that each of our own documents is the same after an import of it, of which nothing is told.
fn assert_comes_back(imported: &Imported) {
    for (path, document) in documents(imported) {
        let read = if path.ends_with(".openrpc.json") { openrpc } else { openapi };
        let again = read(&document, &Options::default()).unwrap();
        assert!(again.report.entries.is_empty(), "{path}: {}", again.report.text());
        assert!(documents(&again).contains(&(path, document)), "{:?}", imported.files);
    }
}

/// Returns our own document of a spec.
fn own_document(spec: &str) -> String {
    let imported = Imported { files: vec![("shop.yaml".to_owned(), spec.to_owned())], report: Report::default() };
    assert_comes_back(&imported);
    documents(&imported).remove(0).1
}
