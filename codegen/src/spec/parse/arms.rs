//! The arms of unions.
//!
//! Input: the name of an arm and its node. Output: an [`ArmDecl`], or mistakes of shape. The union
//! itself is read in `types`.

use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::{KeyKind, Node, NodeKind, Text};
use crate::language::reader::Reader;
use crate::language::table::Shape;
use crate::language::word::{Form, Word as _};
use crate::spec::document::{ArmBodyDecl, ArmDecl, ArmDiscriminator, ArmKeys, FieldDecl, SeenFields, TagValues};

impl Reader {
    /// Reads an arm of a union by form: `arm: Type`.
    pub(super) fn form_arm(&mut self, name: Text, node: &Node) -> Option<ArmDecl> {
        let ty = self.type_expr(node, "the type of an arm")?;
        Some(ArmDecl {
            name,
            tag: KeyKind::Text,
            values: Vec::new(),
            rust: ty.attributes.rust.clone(),
            doc: ty.attributes.doc.clone(),
            source: ty.attributes.source.clone(),
            seen: ty.attributes.seen.is_some_and(|at| at.value),
            body: ArmBodyDecl::Value(ty),
            allow: Vec::new(),
        })
    }

    /// Reads an arm that names a declared record: `arm: Record`.
    pub(super) fn declared_arm(&mut self, (name, tag): (Text, KeyKind), node: &Node) -> Option<ArmDecl> {
        let record = self.text(node, "an arm")?;
        let discriminator = ArmDiscriminator { has: None, otherwise: None };
        let body = ArmBodyDecl::Record { name: record, discriminator };
        Some(ArmDecl {
            name,
            tag,
            values: Vec::new(),
            rust: None,
            doc: None,
            source: None,
            seen: false,
            body,
            allow: Vec::new(),
        })
    }

    /// Reads an arm with its members, or with the name of a declared record: `arm: { fields: … }`.
    pub(super) fn fields_arm(&mut self, (name, tag): (Text, KeyKind), node: &Node) -> Option<ArmDecl> {
        let keys = ArmKeys::read(self, node, "an arm")?;
        let discriminator = ArmDiscriminator { has: keys.has, otherwise: keys.otherwise };
        let (seen, added) = match keys.seen {
            Some(SeenFields::Fields(fields)) => (false, fields),
            Some(SeenFields::Flag(seen)) => (seen, Vec::new()),
            None => (false, Vec::new()),
        };
        let fields: Vec<FieldDecl> = keys.fields.into_iter().chain(added).collect();
        let body = match keys.ty {
            Some(record) => {
                if let Some(first) = fields.first() {
                    let message = "an arm that names a record in `type` cannot add members".to_owned();
                    let problem = Diagnostic::error(Code::BadShape, first.name.span, message);
                    self.report(problem.second(record.span, "the record").hint("remove `type`, or these members"));
                }
                ArmBodyDecl::Record { name: record, discriminator }
            }
            None => ArmBodyDecl::Fields { fields, discriminator },
        };
        Some(ArmDecl {
            name,
            tag: keys.values.first().map_or(tag, |(_, kind)| *kind),
            values: keys.values.into_iter().map(|(value, _)| value).collect(),
            rust: keys.rust,
            doc: keys.doc,
            source: keys.source,
            seen,
            body,
            allow: keys.allow,
        })
    }
}

impl Form<Vec<(Text, KeyKind)>> for TagValues {
    const SHAPE: Shape = Shape::List(&Shape::TextOrNumber);

    /// Reads the values of a tag that select one arm, each with its kind. Reports a mix of kinds.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<(Text, KeyKind)>> {
        let items = reader.items(node, what);
        if matches!(node.kind, NodeKind::List(_)) && items.is_empty() {
            let problem = Diagnostic::error(Code::BadShape, node.span, "the arm has no values".to_owned());
            reader.report(problem.hint("name the values of the tag, or remove `values`"));
        }
        let mut values: Vec<(Text, KeyKind)> = Vec::new();
        for item in items {
            let Some(text) = reader.text_or_number(item, "a value of the tag") else { continue };
            let kind = if matches!(item.kind, NodeKind::Text(_)) { KeyKind::Text } else { KeyKind::Number };
            match values.first() {
                Some((first, of_first)) if *of_first != kind => {
                    let message = "the values of a tag are either texts or whole numbers".to_owned();
                    let problem = Diagnostic::error(Code::BadUnion, text.span, message).second(first.span, "the first");
                    reader.report(problem.hint("quote the numbers if they are texts: \"1\""));
                }
                _ => values.push((text, kind)),
            }
        }
        Some(values)
    }
}
