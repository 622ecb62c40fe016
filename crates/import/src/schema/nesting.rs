//! Declares deeply nested objects as named types, so that the spec is readable.
//!
//! Input: declared types and operations. Output: the same, in which an inline definition contains
//! no other one. Enumerations stay inline.

use crate::importer::Importer;
use crate::operation::{Body, Operation, ResponseBody};
use crate::spec::{self, Field, Head, Type};

/// Number of levels of inline definitions that a declared type or an operation may have.
const MAX_INLINE_LEVELS: usize = 1;

impl Importer<'_> {
    /// Declares records and unions that lie deeper than [`MAX_INLINE_LEVELS`] in operations and declared
    /// types. Types that are declared here are visited as well.
    pub(crate) fn name_inner(&mut self, operations: &mut [Operation]) {
        for operation in operations {
            self.name_inner_of(operation);
        }
        let mut at = 0;
        while let Some(declared) = self.declared.get_mut(at) {
            let mut ty = std::mem::replace(&mut declared.ty, Type::json(""));
            let name = declared.name.clone();
            self.name_within(&mut ty, &name, 0);
            self.declared[at].ty = ty;
            at += 1;
        }
    }

    /// Declares deeply nested types in one operation.
    fn name_inner_of(&mut self, operation: &mut Operation) {
        let preferred = operation.preferred_name.clone();
        for param in &mut operation.params {
            self.name_within(&mut param.field.ty, &format!("{preferred} {}", param.field.name), 1);
        }
        match &mut operation.body {
            Body::Members(fields) => self.name_fields(fields, &format!("{preferred} body"), 1),
            Body::Whole { ty, .. } => self.name_within(ty, &format!("{preferred} body"), 1),
            Body::None | Body::Raw => {}
        }
        let hint = format!("{preferred} response");
        match &mut operation.response {
            ResponseBody::Type(ty) | ResponseBody::Lines(ty, _) => self.name_within(ty, &hint, 1),
            ResponseBody::Events(events, _) => {
                events.iter_mut().for_each(|(_, ty)| self.name_within(ty, &hint, 1));
            }
            ResponseBody::ByStatus(responses) => {
                for ty in responses.iter_mut().filter_map(|(_, ty)| ty.as_mut()) {
                    self.name_within(ty, &hint, 1);
                }
            }
            ResponseBody::None | ResponseBody::Raw(..) => {}
        }
    }

    /// Declares deeply nested types in fields. `depth` is the number of definitions around them.
    fn name_fields(&mut self, fields: &mut [Field], hint: &str, depth: usize) {
        for field in fields {
            self.name_within(&mut field.ty, &format!("{hint} {}", field.name), depth);
        }
    }

    /// Declares a type that lies too deep, or such types within it.
    fn name_within(&mut self, ty: &mut Type, hint: &str, depth: usize) {
        let is_definition = matches!(ty.head, Head::Record { .. } | Head::Union { .. });
        if is_definition && depth > MAX_INLINE_LEVELS {
            let inner = std::mem::replace(ty, Type::json(""));
            *ty = self.declare_inline_type(inner, hint);
            return;
        }
        match &mut ty.head {
            Head::List(item) => self.name_within(item, &format!("{hint} item"), depth),
            Head::Map { value, .. } => self.name_within(value, &format!("{hint} value"), depth),
            Head::Record { fields, .. } => self.name_fields(fields, hint, depth + 1),
            Head::Union { common, arms, .. } => {
                self.name_fields(common, hint, depth + 1);
                for arm in arms {
                    let hint = format!("{hint} {}", arm.name);
                    match &mut arm.body {
                        spec::ArmBody::Value(ty) => self.name_within(ty, &hint, depth + 1),
                        spec::ArmBody::Fields(fields) => self.name_fields(fields, &hint, depth + 1),
                        // The arm refers to the record; the members are only its replacement.
                        spec::ArmBody::Record(..) => {}
                    }
                }
            }
            Head::Tuple(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.name_within(item, &format!("{hint} item{}", index + 1), depth + 1);
                }
            }
            Head::Name(_) | Head::Enum { .. } | Head::Const(_) => {}
        }
    }
}
