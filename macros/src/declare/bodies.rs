//! Parameter `body` as the whole body of a request.
//!
//! Input: parameters of a method whose others would be members of the body. Output: `body: Type` or
//! `body?: Type`. With `#[api(body)]` or `rename`, a parameter of this name is an ordinary member.

use chainloom_codegen::node::{Entry, NodeKind};
use syn::{Ident, PatIdent, Type};

use super::attributes::Attributes;
use super::foreign::Foreign;
use super::maker::Maker;
use super::types::{nullable_node, type_node, without_maybe, without_option};

const BODY: &str = "body";

pub(super) fn is_whole(name: &Ident, attributes: &Attributes, usual_place: &str) -> bool {
    name == BODY && usual_place == BODY && attributes.place.is_none() && attributes.rename.is_none()
}

/// Converts the parameter `body` to the entry of a whole body.
pub(super) fn whole(
    maker: &mut Maker,
    foreign: &mut Foreign,
    pattern: &PatIdent,
    ty: &Type,
    attributes: &Attributes,
) -> Entry {
    for entry in &attributes.entries {
        let text = format!("`{}` does not apply to a whole body\n= help: put it at the type", entry.key.text);
        maker.refuse(&maker.tokens(entry.key.span), text);
    }
    let (inner, is_optional) = without_option(ty);
    let (node, is_optional) = match without_maybe(ty) {
        Some(value) => (nullable_node(maker, foreign, ty, value), true),
        None => (type_node(maker, foreign, inner), is_optional),
    };
    let key = if is_optional { "body?" } else { BODY };
    if let NodeKind::Map(_) = node.kind {
        maker.refuse(ty, "a whole body must be a named type or a list\n= help: declare it: `type Name = …;`");
        let broken = maker.broken(ty);
        return maker.entry(key, &pattern.ident, broken);
    }
    maker.entry(key, &pattern.ident, node)
}

/// Refuses other members in addition to a whole body.
pub(super) fn refuse_members(maker: &mut Maker, places: &[(&'static str, Vec<Entry>)]) {
    let members = places.iter().filter(|(place, _)| *place == BODY).flat_map(|(_, entries)| entries);
    for member in members {
        let text = format!(
            "the parameter `{BODY}` is the whole body, so `{}` cannot be a member of it\n\
             = help: write `#[api(body)]` above `{BODY}` to make both members, or state the place of this one",
            member.key.text
        );
        maker.refuse(&maker.tokens(member.key.span), text);
    }
}
