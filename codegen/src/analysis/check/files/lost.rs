//! Truncated files: detects files that lack types which other files use, as if a part were lost.
//!
//! Input: the unknown names. Output: one report for each such file, at the place where the names
//! belong. Names that the report covers are not reported again where they are used.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::foreign_types;
use crate::analysis::check::context::Checker;
use crate::analysis::check::context::deferred::{UnknownType, with_uses};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::sentences::code_list;
use crate::spec::document::FileDecl;

/// Maximum number of names that a message shows.
const SHOWN: usize = 3;

/// Minimum number of unknown type names from which a client file counts as truncated.
const MIN_UNKNOWN_TYPES: usize = 3;

/// Spans of the uses of each missing name.
type Names = BTreeMap<String, Vec<Span>>;

impl Checker<'_> {
    /// Reports missing types at the file that most likely lost them: the file that uses them, or
    /// the file of its client.
    pub(crate) fn report_lost_types(&mut self) {
        if self.unknown.is_empty() && self.unknown_uses.is_empty() {
            return;
        }
        let files = 0..self.files.len();
        let ends_early: Vec<bool> = files.clone().map(|file| self.ends_early(file)).collect();
        let has_lost: Vec<bool> = files.map(|file| self.lacks_used_types(file, ends_early[file])).collect();
        let home = |one: &UnknownType| {
            // The author may still be writing the last line.
            let is_last = self.files[one.file].end.is_some_and(|end| end.line <= one.span.line);
            let is_own = has_lost[one.file] || ends_early[one.file] && !is_last;
            if is_own { Some(one.file) } else { self.scopes.client_file(one.file) }
        };
        let own = self.unknown.iter().filter(|one| self.is_nowhere(&one.name));
        let own = own.filter_map(|one| Some((home(one)?, &one.name, one.span)));
        let used = self.unknown_uses.iter().filter(|one| has_lost[one.of]);
        let used = used.map(|one| (one.of, &one.name, one.problem.span));
        let mut lost: BTreeMap<usize, Names> = BTreeMap::new();
        for (file, name, span) in own.chain(used) {
            lost.entry(file).or_default().entry(name.clone()).or_default().push(span);
        }
        let is_of_several = |uses: &Vec<Span>| uses.iter().any(|span| span.file != uses[0].file);
        lost.retain(|file, names| {
            has_lost[*file]
                || ends_early[*file]
                || names.len() >= MIN_UNKNOWN_TYPES && names.values().any(is_of_several)
        });
        for (file, names) in lost {
            let covered: HashSet<Span> = names.values().flatten().copied().collect();
            self.unknown_uses.retain(|one| !covered.contains(&one.problem.span));
            self.unknown.retain(|one| !covered.contains(&one.span));
            let problem = self.lost_types_problem(file, &names);
            self.report(problem);
        }
    }

    /// Returns whether other files import at least two missing names of a file, or one if the file
    /// ends early. A single file counts from three names on, unless the file has operations. Files of packages never count, nor do names with a similar declaration.
    fn lacks_used_types(&self, file: usize, ends_early: bool) -> bool {
        let used = self.unknown_uses.iter().filter(|one| one.of == file && !one.has_near);
        let names: BTreeSet<&str> = used.clone().map(|one| one.name.as_str()).collect();
        let users: BTreeSet<usize> = used.map(|one| one.problem.span.file).collect();
        let doc = &self.files[file];
        // In a single file that uses a file of types, two names may be two slips.
        let is_many = users.len() > 1 || !doc.operations.is_empty() || names.len() >= MIN_UNKNOWN_TYPES;
        let is_lost = names.len() > 1 && is_many;
        doc.package.is_none() && (is_lost || ends_early && !names.is_empty())
    }

    /// Returns whether no file declares a name, and no other language has a type of this name.
    fn is_nowhere(&self, name: &str) -> bool {
        foreign_types::foreign_type_hint(name).is_none()
            && !self.scopes.declared.iter().any(|names| names.contains_key(name))
    }

    /// Returns whether a file names the service of its operations, but has no operations or
    /// subscriptions. A file that defines the service only counts if no other file has operations
    /// of the service.
    fn ends_early(&self, file: usize) -> bool {
        let doc = &self.files[file];
        let (Some(service), None) = (&doc.service, &doc.client) else { return false };
        let joins_too = |other: &&FileDecl| {
            other.service.as_ref().is_some_and(|other| other.value == service.value) && !other.operations.is_empty()
        };
        let has_some = !doc.operations.is_empty() || !doc.subscriptions.is_empty();
        !has_some && (!self.scopes.defines_its_service(file) || !self.files.iter().any(|other| joins_too(&other)))
    }

    fn lost_types_problem(&self, file: usize, names: &Names) -> Diagnostic {
        let doc = &self.files[file];
        let list: Vec<&String> = names.keys().take(SHOWN).collect();
        let more = if names.len() > SHOWN { ", …" } else { "" };
        let message = format!("{} lacks {} types that are used: {}{more}", doc.path, names.len(), code_list(&list));
        let last = self.slots.iter().filter(|slot| slot.file == file && slot.owner.is_none()).map(|slot| slot.span);
        let has_more = !doc.operations.is_empty();
        let last = last.max_by_key(|span| span.start).filter(|_| has_more).map(|span| (span, "the last type"));
        let (span, label) = last.or(doc.end.map(|end| (end, "the file ends here"))).unwrap_or((doc.top, "the file"));
        let hint = "if a part of the file is lost, restore it; else declare the types, or remove the uses";
        let uses: Vec<Span> = names.values().filter_map(|uses| uses.first()).copied().collect();
        with_uses(Diagnostic::error(Code::UnknownType, span, message).label(label).hint(hint), &uses)
    }
}
