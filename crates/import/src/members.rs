//! Members of an object schema.
//!
//! Plain data, which `schema` collects from an object and its `allOf`.

use oas3::spec::Schema;

/// A member of an object schema.
#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) schema: Schema,
    pub(crate) at: String,
    pub(crate) required: bool,
    /// What other parts of an `allOf` say of it, in their order, each with its place.
    pub(crate) further: Vec<(Schema, String)>,
    /// What other alternatives of a union say in place of it, each with its place.
    pub(crate) others: Vec<(Schema, String)>,
}

/// All members of an object, and the names of those that are required.
pub(crate) type Members = (Vec<Member>, Vec<String>);

/// Members by name; what is said of one is kept with it.
pub(crate) fn join(members: &mut Vec<Member>, others: Vec<Member>) {
    for other in others {
        match members.iter_mut().find(|member| member.name == other.name) {
            Some(member) => {
                member.required |= other.required;
                for (schema, at) in other.further.into_iter().chain([(other.schema, other.at)]) {
                    let is_again = schema == member.schema || member.further.iter().any(|(known, _)| *known == schema);
                    if !is_again {
                        let earlier = std::mem::replace(&mut member.schema, schema);
                        member.further.push((earlier, std::mem::replace(&mut member.at, at)));
                    }
                }
            }
            None => members.push(other),
        }
    }
}
