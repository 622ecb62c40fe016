//! Members of an object schema.
//!
//! Plain data, which `schema` collects from an object and its `allOf`.

use oas3::spec::Schema;

/// Member of an object schema.
#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) schema: Schema,
    pub(crate) at: String,
    pub(crate) required: bool,
    /// Other schemas of the member in the parts of an `allOf`, in their order and with their
    /// pointers.
    pub(crate) further: Vec<(Schema, String)>,
    /// Other schemas of the member in alternatives of a union, each with its pointer.
    pub(crate) others: Vec<(Schema, String)>,
}

/// All members of an object, and the names of its required members.
pub(crate) type Members = (Vec<Member>, Vec<String>);

/// Adds members to a list. If the list has a member of the same name, the member gets each new schema,
/// and its former schema moves to `further`. It is required if either is.
pub(crate) fn merge_members(members: &mut Vec<Member>, others: Vec<Member>) {
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
