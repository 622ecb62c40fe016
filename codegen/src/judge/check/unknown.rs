//! Names of types that nothing declares: one report for each name, however often it is used.
//!
//! A name may be misspelt where it is declared. Then nothing uses that declaration, and it is near.

use std::collections::{BTreeMap, HashSet};

use super::collected::Unknown;
use super::context::{Body, Checker, DeclaredType};
use crate::casing::{pascal, snake};
use crate::diagnostic::{Code, Diagnostic, Span, nearest};
use crate::model::TypeId;
use crate::spec::document::{Head, TypeExpr};

/// How many of the other uses are shown.
const SHOWN: usize = 3;

/// For so many names, a declaration is looked for that may be misspelt.
const MOST_SEARCHED: usize = 100;

/// Names of Rust that are near to nothing here, and what they are called.
const OF_RUST: [(&str, &str); 10] = [
    ("bool", "boolean"),
    ("u8", "uint8"),
    ("u16", "uint16"),
    ("u32", "uint32"),
    ("u64", "uint64"),
    ("u128", "uint128"),
    ("i32", "int64"),
    ("i64", "int64"),
    ("f32", "number"),
    ("f64", "number"),
];

fn of_rust(name: &str) -> Option<&'static str> {
    OF_RUST.iter().find(|(rust, _)| *rust == name).map(|(_, word)| *word)
}

impl Checker<'_> {
    /// Reports the unknown types, once all uses are known.
    pub(super) fn report_unknown_types(&mut self) {
        let mut groups: BTreeMap<(String, Option<String>), Vec<Unknown>> = BTreeMap::new();
        for unknown in std::mem::take(&mut self.unknown) {
            groups.entry((unknown.name.clone(), unknown.hint.clone())).or_default().push(unknown);
        }
        for (at, ((name, hint), mut uses)) in groups.into_iter().enumerate() {
            uses.sort_by_key(|one| (one.file, one.span.start));
            uses.dedup_by_key(|one| one.span);
            let hint = hint.or_else(|| of_rust(&name).map(|word| format!("`{name}` is Rust; write `{word}`")));
            // All declarations are looked at for each name.
            let declared = (at < MOST_SEARCHED).then(|| self.unused_near(&name, uses[0].file)).flatten();
            let problem = match declared {
                Some(id) if uses.len() > 1 || self.is_the_slip(&name, id) => self.misspelt_declaration(&name, id),
                Some(id) => {
                    let slot = &self.slots[id.0];
                    let problem = unknown_type(&name, uses.remove(0).span).hint_opt(hint);
                    problem.second(slot.span, "this is used nowhere")
                }
                None => {
                    let general = "declare it under `types`, or name the file that has it under `use`";
                    unknown_type(&name, uses.remove(0).span).hint(general).hint_opt(hint)
                }
            };
            self.report(with_uses(problem, &uses));
        }
    }

    fn misspelt_declaration(&self, name: &str, id: TypeId) -> Diagnostic {
        let slot = &self.slots[id.0];
        let message = format!("there is no type `{name}`, and nothing uses `{}`", slot.name);
        let problem = Diagnostic::error(Code::UnknownType, slot.span, message).label("used nowhere");
        problem.hint(format!("write `{name}` here, or `{}` where it is used", slot.name))
    }

    /// A declaration that can be seen from the file, is near to the name, and that nothing uses.
    fn unused_near(&self, name: &str, file: usize) -> Option<TypeId> {
        let client = self.scopes.client_file(file);
        let files = [Some(file), client.filter(|client| *client != file)];
        let declared = files.into_iter().flatten().flat_map(|file| self.scopes.declared[file].iter());
        let visible = declared.map(|(name, id)| (*name, *id)).chain(self.scopes.all_shared(file));
        let mut unused: Vec<(&str, TypeId)> = visible.filter(|(_, id)| !self.used_types.contains(id)).collect();
        unused.sort_by_key(|(_, id)| *id);
        let near = nearest(name, unused.iter().map(|(name, _)| *name))?;
        unused.iter().find(|(name, _)| *name == near).map(|(_, id)| *id)
    }

    /// Of a declared name and one that is used, the declared one is the slip when it is not written like a
    /// type, or when the words in which it differs stand nowhere else.
    fn is_the_slip(&self, used: &str, id: TypeId) -> bool {
        let declared = self.slots[id.0].name.as_str();
        if pascal(declared) != declared && pascal(used) == used {
            return true;
        }
        let elsewhere = self.words_besides(id);
        let (used, declared) = (word_set(used), word_set(declared));
        let known = |own: &HashSet<String>, other: &HashSet<String>| {
            let mut different = own.difference(other).peekable();
            different.peek().is_some() && different.all(|word| elsewhere.contains(word))
        };
        known(&used, &declared) && !known(&declared, &used)
    }

    /// The words of all names but this type's own: of types, members and operations.
    fn words_besides(&self, id: TypeId) -> HashSet<String> {
        let own = self.slots[id.0].name.as_str();
        let mut all = HashSet::new();
        // Definitions inside of the type have its name in theirs.
        let is_own = |slot: &&DeclaredType<'_>| slot.name == own || slot.owner.is_some() && slot.name.starts_with(own);
        for slot in self.slots.iter().filter(|slot| !is_own(slot)) {
            all.extend(word_set(&slot.name));
            if let Body::Expr(TypeExpr { head: Head::Record(record), .. }) = slot.body {
                record.fields.iter().for_each(|field| all.extend(word_set(&field.name.value)));
            }
        }
        for operation in self.files.iter().flat_map(|file| &file.operations) {
            all.extend(word_set(&operation.name.value));
        }
        all
    }
}

fn word_set(name: &str) -> HashSet<String> {
    snake(name).split('_').map(|word| word.trim_end_matches('s').to_owned()).collect()
}

fn unknown_type(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(Code::UnknownType, span, format!("there is no type `{name}`")).label("not known here")
}

/// Adds the first of the uses, and says how many more there are.
fn with_uses(problem: Diagnostic, uses: &[Unknown]) -> Diagnostic {
    let more = uses.len().saturating_sub(SHOWN);
    uses.iter().take(SHOWN).enumerate().fold(problem, |problem, (at, one)| {
        let is_last = at + 1 == SHOWN && more > 0;
        let text = if is_last { format!("used here, and {more} times more") } else { "used here".to_owned() };
        problem.second(one.span, text)
    })
}
