//! Items of a page: their path through the Rust type of the result.
//!
//! Input: a paged call. Output: the fields that lead from its result to the items, and the type of
//! an item. `check` guarantees that they exist.

use super::types::{Here, Lowering};
use super::{PageItems, PageStep, RustType};
use crate::ident::RustIdent;
use crate::model::{CallView, Field, Type};

/// Lowers the path to the items of a page; `None` for a call without pages.
pub(super) fn lower_items(lowering: &Lowering<'_>, here: Here, call: CallView<'_>) -> Option<PageItems> {
    let path = &call.operation.paginate.as_ref()?.items;
    let result = call.own.result.as_ref()?;
    let (mut ty, mut steps) = (result, Vec::new());
    for name in &path.0 {
        let (field, rust) = members(lowering, ty)?.find(|(field, _)| field.name == *name)?;
        steps.push(PageStep {
            field: rust.clone(),
            may_be_missing: !field.required || lowering.model.nullable_target(&field.ty).is_some(),
        });
        ty = &field.ty;
    }
    let item = match lowering.model.bare(ty) {
        Type::List(list) => lowering.type_ref(here, &list.item).rust,
        Type::Map(map) => {
            RustType::Tuple(vec![lowering.type_ref(here, &map.key).rust, lowering.type_ref(here, &map.value).rust])
        }
        _ => return None,
    };
    Some(PageItems { may_be_missing: lowering.model.nullable_target(result).is_some(), steps, item })
}

/// Returns the [members](crate::model::TypeDef::members) of a type, each with its Rust name; `None` for a type without
/// a name.
fn members<'m>(lowering: &Lowering<'m>, ty: &'m Type) -> Option<impl Iterator<Item = (&'m Field, &'m RustIdent)>> {
    let Type::Named(id) = lowering.model.bare(ty) else { return None };
    Some(lowering.model.types[id.0].members().iter().zip(&lowering.names.ty(*id).members))
}
