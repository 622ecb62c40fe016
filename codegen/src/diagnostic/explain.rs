//! Explanations of codes: a human-readable page, with a wrong example and the corrected one.
//!
//! Input: a code or its name. Output: the text of `explain/<code>.md`. To add a page, write the
//! file and add its line to the table below; `tests/suite/explain.rs` runs the examples.

use super::code::{Code, CodeInfo, TABLE};
use super::suggest::did_you_mean;

/// Pages of the codes, each at most one.
#[rustfmt::skip]
const PAGES: &[(Code, &str)] = &[
    (Code::Unreadable, include_str!("explain/unreadable.md")),
    (Code::NotUtf8, include_str!("explain/not-utf8.md")),
    (Code::TooLarge, include_str!("explain/too-large.md")),
    (Code::EmptyFile, include_str!("explain/empty-file.md")),
    (Code::Tab, include_str!("explain/tab.md")),
    (Code::Syntax, include_str!("explain/syntax.md")),
    (Code::TooDeep, include_str!("explain/too-deep.md")),
    (Code::Anchor, include_str!("explain/anchor.md")),
    (Code::Alias, include_str!("explain/alias.md")),
    (Code::Tag, include_str!("explain/tag.md")),
    (Code::MergeKey, include_str!("explain/merge-key.md")),
    (Code::ManyDocuments, include_str!("explain/many-documents.md")),
    (Code::BadKey, include_str!("explain/bad-key.md")),
    (Code::DuplicateKey, include_str!("explain/duplicate-key.md")),
    (Code::BadNumber, include_str!("explain/bad-number.md")),
    (Code::BadCharacter, include_str!("explain/bad-character.md")),
    (Code::UnknownKey, include_str!("explain/unknown-key.md")),
    (Code::MissingKey, include_str!("explain/missing-key.md")),
    (Code::BadShape, include_str!("explain/bad-shape.md")),
    (Code::BadValue, include_str!("explain/bad-value.md")),
    (Code::Version, include_str!("explain/version.md")),
    (Code::FileName, include_str!("explain/file-name.md")),
    (Code::NoClient, include_str!("explain/no-client.md")),
    (Code::DuplicateClient, include_str!("explain/duplicate-client.md")),
    (Code::UnknownService, include_str!("explain/unknown-service.md")),
    (Code::DuplicateService, include_str!("explain/duplicate-service.md")),
    (Code::MisplacedKey, include_str!("explain/misplaced-key.md")),
    (Code::UnknownType, include_str!("explain/unknown-type.md")),
    (Code::ShadowedType, include_str!("explain/shadowed-type.md")),
    (Code::UnknownUse, include_str!("explain/unknown-use.md")),
    (Code::BadScalar, include_str!("explain/bad-scalar.md")),
    (Code::BadRange, include_str!("explain/bad-range.md")),
    (Code::BadAttribute, include_str!("explain/bad-attribute.md")),
    (Code::BadDefault, include_str!("explain/bad-default.md")),
    (Code::TypeCycle, include_str!("explain/type-cycle.md")),
    (Code::DuplicateMember, include_str!("explain/duplicate-member.md")),
    (Code::OverlappingArms, include_str!("explain/overlapping-arms.md")),
    (Code::BadUnion, include_str!("explain/bad-union.md")),
    (Code::SeenRequired, include_str!("explain/seen-required.md")),
    (Code::BadName, include_str!("explain/bad-name.md")),
    (Code::NameCollision, include_str!("explain/name-collision.md")),
    (Code::UnknownVariable, include_str!("explain/unknown-variable.md")),
    (Code::PathParameter, include_str!("explain/path-parameter.md")),
    (Code::DuplicateOperation, include_str!("explain/duplicate-operation.md")),
    (Code::DuplicateCall, include_str!("explain/duplicate-call.md")),
    (Code::BadOperation, include_str!("explain/bad-operation.md")),
    (Code::BadPagination, include_str!("explain/bad-pagination.md")),
    (Code::BadWait, include_str!("explain/bad-wait.md")),
    (Code::BadWebhook, include_str!("explain/bad-webhook.md")),
    (Code::BadRule, include_str!("explain/bad-rule.md")),
    (Code::BadVariant, include_str!("explain/bad-variant.md")),
    (Code::BadExample, include_str!("explain/bad-example.md")),
    (Code::DuplicateDeployment, include_str!("explain/duplicate-deployment.md")),
    (Code::BadFeature, include_str!("explain/bad-feature.md")),
    (Code::NoDoc, include_str!("explain/no-doc.md")),
    (Code::NoExample, include_str!("explain/no-example.md")),
    (Code::UnusedType, include_str!("explain/unused-type.md")),
    (Code::UnusedUse, include_str!("explain/unused-use.md")),
    (Code::UnusedVar, include_str!("explain/unused-var.md")),
    (Code::UnusedEcho, include_str!("explain/unused-echo.md")),
    (Code::NameStyle, include_str!("explain/name-style.md")),
    (Code::SingleValueEnum, include_str!("explain/single-value-enum.md")),
    (Code::SmallNumber, include_str!("explain/small-number.md")),
    (Code::DocIsName, include_str!("explain/doc-is-name.md")),
    (Code::BareSecret, include_str!("explain/bare-secret.md")),
    (Code::NeedlessAllow, include_str!("explain/needless-allow.md")),
];

/// Returns the page of a code, as Markdown. Only the code `bug` has none.
pub fn page(code: Code) -> Option<&'static str> {
    PAGES.iter().find(|(of, _)| *of == code).map(|(_, page)| *page)
}

/// Returns the code with this name.
///
/// # Errors
/// No code has this name. The error holds a hint if a similar name exists.
pub fn find(name: &str) -> Result<&'static CodeInfo, Option<String>> {
    let found = TABLE.iter().find(|info| info.name == name);
    found.ok_or_else(|| did_you_mean(name, TABLE.iter().map(|info| info.name)))
}
