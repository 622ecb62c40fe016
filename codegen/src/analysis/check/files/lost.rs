//! Truncated files: detects files that lack types and operations which other files use, as if a
//! part were lost.
//!
//! Input: the unknown names. Output: one report for each such file, at the place where the names
//! belong. Names that the report covers are not reported again where they are used.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::foreign_types;
use crate::analysis::check::context::Checker;
use crate::analysis::check::context::deferred::UnknownType;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::ServiceId;
use crate::spec::document::FileDecl;

/// How many names and uses are shown.
const SHOWN: usize = 3;

/// Unknown names of types that a spec without a lost part has hardly at once.
const MANY: usize = 3;

/// The uses of each name that a file lacks.
type Names = BTreeMap<String, Vec<Span>>;

impl Checker<'_> {
    /// Reports types at the file that most likely lost them.
    pub(crate) fn report_lost_types(&mut self) {
        let mut lost = self.lost_under_use();
        self.add_lost_in_their_file(&mut lost);
        self.add_lost_of_all(&mut lost);
        self.add_rest(&mut lost);
        for (file, names) in lost {
            self.unknown_uses.retain(|one| one.of != file || !names.contains_key(&one.name));
            let covered: HashSet<Span> = names.values().flatten().copied().collect();
            self.unknown.retain(|one| !covered.contains(&one.span));
            let problem = self.lost(file, &names, "type");
            self.report(problem);
        }
    }

    /// Names under `use`: two that one file lacks are no slip of the pen.
    fn lost_under_use(&self) -> BTreeMap<usize, Names> {
        let mut lost: BTreeMap<usize, Names> = BTreeMap::new();
        for one in self.unknown_uses.iter().filter(|one| !one.has_near) {
            let names = lost.entry(one.of).or_default();
            names.entry(one.name.clone()).or_default().push(one.problem.span);
        }
        // The files of a package are none of this spec.
        lost.retain(|file, names| self.files[*file].package.is_none() && (names.len() > 1 || self.ends_early(*file)));
        lost
    }

    /// Names that a file itself uses, if it ends early or lacks others, too.
    fn add_lost_in_their_file(&self, lost: &mut BTreeMap<usize, Names>) {
        for one in self.unknown.iter().filter(|one| self.has_no_other_reason(one)) {
            // A name in the last line is what is being written.
            let is_last = self.files[one.file].end.is_some_and(|end| end.letter.line <= one.span.line);
            if lost.contains_key(&one.file) || self.ends_early(one.file) && !is_last {
                let names = lost.entry(one.file).or_default();
                names.entry(one.name.clone()).or_default().push(one.span);
            }
        }
    }

    /// All other unknown names of files that lost some: that one is near to another name is chance.
    fn add_rest(&self, lost: &mut BTreeMap<usize, Names>) {
        let of_files = self.unknown.iter().map(|one| (one.file, &one.name, one.span));
        let under_use = self.unknown_uses.iter().map(|one| (one.of, &one.name, one.problem.span));
        for (file, name, span) in of_files.chain(under_use) {
            let is_declared = || self.scopes.declared.iter().any(|names| names.contains_key(name.as_str()));
            let is_lost = |names: &Names| names.get(name).is_none_or(|spans| !spans.contains(&span));
            let names = lost.get_mut(&file).filter(|names| is_lost(names));
            if let Some(names) = names.filter(|_| foreign_types::advice(name).is_none() && !is_declared()) {
                names.entry(name.clone()).or_default().push(span);
            }
        }
    }

    /// Names that several files use without a word about where they are declared: those of the file
    /// of their client, or of the root file.
    fn add_lost_of_all(&self, lost: &mut BTreeMap<usize, Names>) {
        let mut names: BTreeMap<&str, Vec<&UnknownType>> = BTreeMap::new();
        let is_new = |one: &&UnknownType| !lost.get(&one.file).is_some_and(|names| names.contains_key(&one.name));
        for one in self.unknown.iter().filter(is_new).filter(|one| self.has_no_other_reason(one)) {
            names.entry(&one.name).or_default().push(one);
        }
        let files = |uses: &[&UnknownType]| uses.iter().map(|one| one.file).collect::<BTreeSet<_>>();
        let is_of_several = names.values().any(|uses| files(uses).len() > 1);
        let all: BTreeSet<usize> = names.values().flat_map(|uses| files(uses)).collect();
        if names.len() < MANY || !is_of_several {
            return;
        }
        if let Some(file) = self.file_seen_by(&all) {
            let spans = |uses: Vec<&UnknownType>| uses.into_iter().map(|one| one.span).collect::<Vec<_>>();
            let names = names.into_iter().map(|(name, uses)| (name.to_owned(), spans(uses)));
            lost.entry(file).or_default().extend(names);
        }
    }

    /// The file whose types all of these see: that of their client, or the only root file.
    fn file_seen_by(&self, files: &BTreeSet<usize>) -> Option<usize> {
        let clients: BTreeSet<Option<usize>> = files.iter().map(|file| self.scopes.client_file(*file)).collect();
        let only = clients.first().copied().flatten().filter(|_| clients.len() == 1);
        let shared = |file: &usize| {
            let is_root = self.files[*file].module.len() == 1 && self.scopes.client_of[*file].is_none();
            is_root && !self.scopes.declared[*file].is_empty()
        };
        let mut roots = (0..self.files.len()).filter(shared);
        only.or_else(|| roots.next().filter(|_| roots.next().is_none()))
    }

    /// Whether nothing else explains an unknown name: no type of another language, none elsewhere,
    /// and none that is misspelt.
    fn has_no_other_reason(&self, one: &UnknownType) -> bool {
        one.hint.is_none()
            && foreign_types::advice(&one.name).is_none()
            && self.unused_near(&one.name, one.file).is_none()
    }

    /// Whether a file says which service its operations are of, and then has none, although no other
    /// file has them; or ends within a line, before any operation.
    fn ends_early(&self, file: usize) -> bool {
        let doc = &self.files[file];
        let (Some(service), Some(end), None) = (&doc.service, doc.end, &doc.client) else { return false };
        if !doc.operations.is_empty() || !doc.subscriptions.is_empty() {
            return false;
        }
        let joins_too = |other: &&FileDecl| {
            other.service.as_ref().is_some_and(|other| other.value == service.value) && !other.operations.is_empty()
        };
        end.is_cut || !self.scopes.defines_its_service(file) || !self.files.iter().any(|other| joins_too(&other))
    }

    /// Reports operations at the file that most likely lost them, or at their names.
    pub(crate) fn report_unknown_calls(&mut self) {
        let mut groups: BTreeMap<Option<usize>, Vec<_>> = BTreeMap::new();
        let (near, unknown): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.unknown_calls).into_iter().partition(|one| one.has_near);
        self.following.extend(near.into_iter().map(|one| one.problem));
        for one in unknown {
            groups.entry(one.service.map(|service| service.0)).or_default().push(one);
        }
        for (service, unknown) in groups {
            let mut names = Names::new();
            for one in &unknown {
                names.entry(one.name.clone()).or_default().push(one.problem.span);
            }
            let file = service.and_then(|service| self.file_without_operations(ServiceId(service), names.len()));
            match file {
                Some(file) => {
                    let problem = self.lost(file, &names, "operation");
                    self.report(problem);
                }
                None => self.following.extend(unknown.into_iter().map(|one| one.problem)),
            }
        }
    }

    /// The file that ends before the operations of a service, or the only file that may have several.
    fn file_without_operations(&self, service: ServiceId, count: usize) -> Option<usize> {
        let is_its =
            |file: &usize| self.scopes.service_of[*file] == Some(service) && self.files[*file].package.is_none();
        let files = || (0..self.files.len()).filter(is_its);
        let mut with_some = files().filter(|file| !self.files[*file].operations.is_empty());
        let only = || with_some.next().filter(|_| count > 1 && with_some.next().is_none());
        files().find(|file| self.ends_early(*file)).or_else(only)
    }

    fn lost(&self, file: usize, names: &Names, what: &str) -> Diagnostic {
        let doc = &self.files[file];
        let (verb, noun) = if names.len() == 1 { ("is", what.to_owned()) } else { ("are", format!("{what}s")) };
        let mut list: Vec<String> = names.keys().take(SHOWN).map(|name| format!("`{name}`")).collect();
        if names.len() > SHOWN {
            list.push(format!("{} more", names.len() - SHOWN));
        }
        let message = format!("{} declares no {noun} {}, which {verb} used", doc.path, in_words(&list));
        let last = self.slots.iter().filter(|slot| slot.file == file && slot.owner.is_none()).map(|slot| slot.span);
        let has_more = what == "type" && !doc.operations.is_empty();
        let last = last.max_by_key(|span| span.start).filter(|_| has_more).map(|span| (span, "the last type"));
        let end = doc.end.map(|end| (end.letter, "the file ends here"));
        let (span, label) = last.or(end).unwrap_or((doc.top, "the file"));
        let code = if what == "type" { Code::UnknownType } else { Code::BadOperation };
        let problem = Diagnostic::error(code, span, message).label(label);
        let uses = names.values().filter_map(|uses| uses.first()).take(SHOWN);
        let problem = uses.fold(problem, |problem, span| problem.second(*span, "used here"));
        problem.hint(format!("if a part of the file is lost, restore it; else declare the {noun}, or remove the uses"))
    }
}

/// `a`, `b` and `c`.
fn in_words(list: &[String]) -> String {
    match list {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => list.join(", "),
    }
}
