//! Vocabulary of a spec: decides which of two similar names is misspelt.
//!
//! Input: all declared names and descriptions, and a declared and a used name. Output: whether the declared
//! name is the misspelt one: its differing words occur nowhere else, and those of the used name do.

use std::collections::{HashMap, HashSet};

use crate::analysis::check::context::{Body, Checker};
use crate::casing::snake;
use crate::language::node::Text;
use crate::spec::document::{ArmBodyDecl, EnumValueDecl, FieldDecl, Head, TypeExpr};

/// The words of a spec.
#[derive(Default)]
pub(crate) struct Words {
    /// How often each stands in a declared name.
    names: HashMap<String, usize>,
    /// Words of descriptions.
    prose: HashSet<String>,
}

impl Words {
    /// Whether the declared name is the misspelt one, and not the used name.
    pub(crate) fn is_slip(&self, declared: &str, used: &str) -> bool {
        let (declared, used) = (words_of(declared), words_of(used));
        let mut of_declared = declared.difference(&used).peekable();
        let mut of_used = used.difference(&declared).peekable();
        of_declared.peek().is_some()
            && of_declared.all(|word| self.names.get(word).is_none_or(|count| *count <= 1))
            && of_used.all(|word| self.names.contains_key(word) || self.prose.contains(word))
    }

    fn name(&mut self, name: &str) {
        for word in words_of(name) {
            *self.names.entry(word).or_default() += 1;
        }
    }

    fn sentence(&mut self, text: Option<&Text>) {
        let text = text.map(|text| text.value.as_str()).unwrap_or_default();
        // Words of one or two letters match by chance.
        let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.len() > 2);
        self.prose.extend(words.flat_map(words_of));
    }

    fn values(&mut self, values: &[EnumValueDecl]) {
        for value in values {
            self.name(&value.name.value);
            self.sentence(value.doc.as_ref());
        }
    }

    fn fields(&mut self, fields: &[FieldDecl]) {
        for field in fields {
            self.name(&field.name.value);
            self.sentence(field.ty.attributes.doc.as_ref());
        }
    }
}

/// The words of a name, in the singular.
fn words_of(name: &str) -> HashSet<String> {
    snake(name).split('_').map(|word| word.trim_end_matches('s').to_owned()).collect()
}

impl Checker<'_> {
    /// All words; looked up once, and only where something is wrong.
    pub(crate) fn words(&self) -> &Words {
        self.words.get_or_init(|| {
            let mut words = Words::default();
            self.add_types(&mut words);
            for operation in self.files.iter().flat_map(|file| &file.operations) {
                words.name(&operation.name.value);
                words.sentence(operation.doc.as_ref());
                operation.request.params.iter().for_each(|param| words.fields(std::slice::from_ref(&param.field)));
                operation.variants.iter().for_each(|variant| words.name(&variant.name.value));
            }
            words
        })
    }

    fn add_types(&self, words: &mut Words) {
        for slot in &self.slots {
            // A definition without a name of its own has the words of its place, which are counted
            // already.
            if slot.owner.is_none() {
                words.name(&slot.name);
            }
            match slot.body {
                Body::Expr(TypeExpr { head, attributes, .. }) => {
                    words.sentence(attributes.doc.as_ref());
                    match head {
                        Head::Record(record) => words.fields(&record.fields),
                        Head::Enum(values) => words.values(values),
                        Head::Union(union) => {
                            words.fields(&union.common);
                            union.arms.iter().for_each(|arm| words.name(&arm.name.value));
                        }
                        _ => {}
                    }
                }
                Body::Arm(arm) => {
                    words.sentence(arm.doc.as_ref());
                    if let ArmBodyDecl::Fields { fields, .. } = &arm.body {
                        words.fields(fields);
                    }
                }
                Body::Scalar(scalar) => words.sentence(scalar.doc.as_ref()),
            }
        }
    }
}
