//! Codes of diagnostics, in one table. A published code never gets a new meaning.

/// Code of a diagnostic, which identifies its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table says what each means")]
pub enum Code {
    Unreadable,
    NotUtf8,
    TooLarge,
    EmptyFile,
    Tab,
    Syntax,
    TooDeep,
    Anchor,
    Alias,
    Tag,
    MergeKey,
    ManyDocuments,
    BadKey,
    DuplicateKey,
    BadNumber,
    BadCharacter,
    UnknownKey,
    MissingKey,
    BadShape,
    BadValue,
    Version,
    FileName,
    NoClient,
    DuplicateClient,
    UnknownService,
    DuplicateService,
    MisplacedKey,
    UnknownType,
    ShadowedType,
    UnknownUse,
    BadScalar,
    BadRange,
    BadAttribute,
    BadDefault,
    TypeCycle,
    DuplicateMember,
    OverlappingArms,
    BadUnion,
    SeenRequired,
    BadName,
    NameCollision,
    UnknownVariable,
    PathParameter,
    DuplicateOperation,
    DuplicateCall,
    BadOperation,
    BadPagination,
    BadWait,
    BadWebhook,
    BadRule,
    BadVariant,
    BadExample,
    DuplicateDeployment,
    BadFeature,
    NoDoc,
    NoExample,
    UnusedType,
    UnusedUse,
    UnusedVar,
    UnusedEcho,
    NameStyle,
    SingleValueEnum,
    SmallNumber,
    DocIsName,
    BareSecret,
    NeedlessAllow,
    Bug,
}

/// Description of a code.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// Code.
    pub code: Code,
    /// Stable name.
    pub name: &'static str,
    /// Meaning, in one sentence.
    pub meaning: &'static str,
}

/// Builds a row of the table of codes.
const fn code_info(code: Code, name: &'static str, meaning: &'static str) -> CodeInfo {
    CodeInfo { code, name, meaning }
}

/// All codes, in the order of [`Code`].
#[rustfmt::skip]
pub const TABLE: &[CodeInfo] = &[
    code_info(Code::Unreadable, "unreadable", "The file cannot be read."),
    code_info(Code::NotUtf8, "not-utf8", "The file is not UTF-8 text."),
    code_info(Code::TooLarge, "too-large", "A file is too large, or the code for it would be."),
    code_info(Code::EmptyFile, "empty-file", "The file has no content."),
    code_info(Code::Tab, "tab", "A line is indented with a tab; YAML requires spaces."),
    code_info(Code::Syntax, "syntax", "The text is not YAML."),
    code_info(Code::TooDeep, "too-deep", "Values are nested too deep."),
    code_info(Code::Anchor, "anchor", "YAML anchors are not part of the language."),
    code_info(Code::Alias, "alias", "YAML aliases are not part of the language."),
    code_info(Code::Tag, "tag", "YAML tags are not part of the language."),
    code_info(Code::MergeKey, "merge-key", "YAML merge keys are not part of the language."),
    code_info(Code::ManyDocuments, "many-documents", "A file holds one YAML document."),
    code_info(Code::BadKey, "bad-key", "A key must be text."),
    code_info(Code::DuplicateKey, "duplicate-key", "A key occurs twice in one mapping."),
    code_info(Code::BadNumber, "bad-number", "A number is not written as JSON writes it."),
    code_info(Code::BadCharacter, "bad-character", "A text has an invisible or misleading character."),
    code_info(Code::UnknownKey, "unknown-key", "The language has no such key here."),
    code_info(Code::MissingKey, "missing-key", "A key that is needed is missing."),
    code_info(Code::BadShape, "bad-shape", "A value does not have the shape that the language requires."),
    code_info(Code::BadValue, "bad-value", "A value is not one of those that the language allows."),
    code_info(Code::Version, "version", "A file begins with the version of the language."),
    code_info(Code::FileName, "file-name", "Files and folders have lower snake case names."),
    code_info(Code::NoClient, "no-client", "The folder has no client file."),
    code_info(Code::DuplicateClient, "duplicate-client", "Two files define one client."),
    code_info(Code::UnknownService, "unknown-service", "No file defines the service."),
    code_info(Code::DuplicateService, "duplicate-service", "Two files define one service."),
    code_info(Code::MisplacedKey, "misplaced-key", "A key is in a file where it has no effect."),
    code_info(Code::UnknownType, "unknown-type", "No type has this name here."),
    code_info(Code::ShadowedType, "shadowed-type", "Two types of one name are visible in one place."),
    code_info(Code::UnknownUse, "unknown-use", "`use` names a file or a type that does not exist."),
    code_info(Code::BadScalar, "bad-scalar", "The settings of a scalar contradict each other."),
    code_info(Code::BadRange, "bad-range", "Bounds are not `A..=B`, `A..` or `..=B`, or are empty."),
    code_info(Code::BadAttribute, "bad-attribute", "An attribute does not apply to the type or the place."),
    code_info(Code::BadDefault, "bad-default", "A default does not fit the type."),
    code_info(Code::TypeCycle, "type-cycle", "A type contains itself without end."),
    code_info(Code::DuplicateMember, "duplicate-member", "Two members of one record have one name."),
    code_info(Code::OverlappingArms, "overlapping-arms", "A value could be either of two arms of a union."),
    code_info(Code::BadUnion, "bad-union", "The arms of a union cannot be told apart in the stated way."),
    code_info(Code::SeenRequired, "seen-required", "A member known from real services only must be optional."),
    code_info(Code::BadName, "bad-name", "A name does not give a legal Rust name."),
    code_info(Code::NameCollision, "name-collision", "Two names become one Rust name."),
    code_info(Code::UnknownVariable, "unknown-variable", "A template names something that does not exist."),
    code_info(Code::PathParameter, "path-parameter", "A path and its parameters do not agree."),
    code_info(Code::DuplicateOperation, "duplicate-operation", "A service has two operations of one name."),
    code_info(Code::DuplicateCall, "duplicate-call", "Two operations of a service make the same call."),
    code_info(Code::BadOperation, "bad-operation", "An operation lacks a key or has one too many."),
    code_info(Code::BadPagination, "bad-pagination", "Paging names something that does not exist or does not fit."),
    code_info(Code::BadWait, "bad-wait", "Waiting names something that does not exist or does not fit."),
    code_info(Code::BadWebhook, "bad-webhook", "Webhooks name something that does not exist, or a signature that verifies nothing."),
    code_info(Code::BadRule, "bad-rule", "A rule names a parameter that does not exist or does not fit."),
    code_info(Code::BadVariant, "bad-variant", "A variant does not fit its operation."),
    code_info(Code::BadExample, "bad-example", "An example does not fit the types."),
    code_info(Code::DuplicateDeployment, "duplicate-deployment", "Two deployments have one name."),
    code_info(Code::BadFeature, "bad-feature", "A feature's name is not lower kebab case."),
    code_info(Code::NoDoc, "no-doc", "An item that users see has no description."),
    code_info(Code::NoExample, "no-example", "An operation or a variant of one has no example."),
    code_info(Code::UnusedType, "unused-type", "No operation, subscription, webhook, error or paging uses the type."),
    code_info(Code::UnusedUse, "unused-use", "`use` names a type that the file does not need."),
    code_info(Code::UnusedVar, "unused-var", "No template names the variable."),
    code_info(Code::UnusedEcho, "unused-echo", "No operation that returns the member has the parameter that it echoes."),
    code_info(Code::NameStyle, "name-style", "A name does not have the case of its kind."),
    code_info(Code::SingleValueEnum, "single-value-enum", "An enumeration has one value."),
    code_info(Code::SmallNumber, "small-number", "A number may be larger than its type can hold."),
    code_info(Code::DocIsName, "doc-is-name", "A description says no more than the name."),
    code_info(Code::BareSecret, "bare-secret", "A text has the name of a secret, and is not described as one."),
    code_info(Code::NeedlessAllow, "needless-allow", "An `allow` accepts a warning that is not given."),
    code_info(Code::Bug, "bug", "The generator has a bug; please report it."),
];

/// The table is in the order of the codes.
const _: () = {
    let mut at = 0;
    while at < TABLE.len() {
        assert!(TABLE[at].code as usize == at);
        at += 1;
    }
};

impl Code {
    /// Returns the stable name, such as `unknown-key`.
    pub fn name(self) -> &'static str {
        TABLE.get(self as usize).map_or("unknown", |info| info.name)
    }

    /// Returns whether the code is that of a warning, which `allow` may accept.
    pub fn is_lint(self) -> bool {
        (Self::NoDoc as usize..=Self::NeedlessAllow as usize).contains(&(self as usize))
    }
}
