//! Lost `use` entries: detects files that use several types of another file without importing them.
//!
//! Input: the unknown names. Output: one report for each pair of files, at the place where `use`
//! belongs. Names that the report covers are not reported again where they are used.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::check::context::Checker;
use crate::diagnostic::{Code, Diagnostic, Span};

/// How many of the uses are shown.
const SHOWN: usize = 3;

impl Checker<'_> {
    /// Reports `use` where two or more names of one file are missing under it.
    pub(crate) fn report_lost_uses(&mut self) {
        let mut groups: BTreeMap<(usize, usize), Vec<(String, Span)>> = BTreeMap::new();
        for one in &self.unknown {
            let declares = |other: &usize| self.scopes.declared[*other].contains_key(one.name.as_str());
            if let Some(other) = (0..self.files.len()).find(declares) {
                groups.entry((one.file, other)).or_default().push((one.name.clone(), one.span));
            }
        }
        for ((file, other), uses) in groups {
            let names: BTreeSet<&str> = uses.iter().map(|(name, _)| name.as_str()).collect();
            let module = self.files[other].module.join("/");
            let is_used = self.files[file].uses.iter().any(|used| used.module.value == module);
            let Some(head) = self.files[file].head.filter(|_| names.len() > 1 && !is_used) else { continue };
            self.unknown.retain(|one| one.file != file || !names.contains(one.name.as_str()));
            let list = names.iter().copied().collect::<Vec<_>>().join(", ");
            let what = if self.files[file].uses.is_empty() { "`use`" } else { "an entry of `use`" };
            let message = format!("the file uses {} types of {module} that it does not name under `use`", names.len());
            let problem = Diagnostic::error(Code::UnknownType, head, message);
            let problem = problem.label(format!("{what} may be missing here"));
            let problem = problem.hint(format!("add `use: {{ {module}: [{list}] }}`"));
            let mut spans: Vec<Span> = uses.iter().map(|(_, span)| *span).collect();
            spans.sort_by_key(|span| span.start);
            let shown = spans.into_iter().take(SHOWN);
            self.report(shown.fold(problem, |problem, span| problem.second(span, "used here")));
        }
    }
}
