//! Sizes of aliases: checks how many types an alias names in all, once the aliases in it are expanded.
//!
//! Input: the types of the model, after their depth is checked. Output: errors at aliases that are too large.
//! Tables hold an alias in expanded form at each use, and each step through aliases may multiply them.

use crate::analysis::check::context::Checker;
use crate::analysis::check::context::views::broken;
use crate::diagnostic::Code;
use crate::model::{Type, TypeKind};

/// Maximum number of types in an alias, with all aliases in it expanded.
const MAX_SIZE: usize = 1000;
/// Size of an alias that contains an alias that is too large.
const HAS_LARGE: usize = usize::MAX;

impl Checker<'_> {
    /// Reports each alias that is too large although the aliases in it are not.
    pub(crate) fn check_sizes(&mut self) {
        let mut sizes = vec![None; self.model.types.len()];
        let mut large = Vec::new();
        for id in 0..sizes.len() {
            self.size_of_named(id, &mut sizes, &mut large);
        }
        for (id, size) in large {
            if size != HAS_LARGE {
                let name = &self.slots[id].name;
                let message = format!("`{name}` names more than {MAX_SIZE} types, the types of its aliases included");
                let hint = "replace a part by a record, whose types are not counted again at each use";
                self.error(Code::TooLarge, self.slots[id].span, message, hint);
            }
            self.model.types[id].kind = TypeKind::Alias(broken());
        }
    }

    /// Returns the size of a type with a name: 1, unless it is an alias. Adds an alias that is too large to `large`.
    fn size_of_named(&self, id: usize, sizes: &mut [Option<usize>], large: &mut Vec<(usize, usize)>) -> usize {
        if let Some(known) = sizes.get(id).copied().flatten() {
            return known;
        }
        let mut size = 1;
        // A type that contains itself, or is nested too deeply, was reported.
        if let (Some(TypeKind::Alias(ty)), false) =
            (self.model.types.get(id).map(|def| &def.kind), self.endless.contains(&id))
        {
            sizes[id] = Some(1);
            size = self.size_of(ty, sizes, large);
        }
        if size > MAX_SIZE {
            large.push((id, size));
            size = HAS_LARGE;
        }
        sizes.get_mut(id).into_iter().for_each(|known| *known = Some(size));
        size
    }

    /// Returns the number of types in a type, with the aliases in it expanded.
    fn size_of(&self, ty: &Type, sizes: &mut [Option<usize>], large: &mut Vec<(usize, usize)>) -> usize {
        let inner: Vec<&Type> = match ty {
            Type::Named(id) => return self.size_of_named(id.0, sizes, large),
            Type::Tuple(items) => items.iter().collect(),
            Type::Nullable(inner) => vec![inner],
            Type::Bounded(bounded) => vec![&bounded.ty],
            Type::List(list) => vec![&list.item],
            Type::Map(map) => vec![&map.key, &map.value],
            _ => Vec::new(),
        };
        inner.into_iter().fold(1, |size: usize, ty| size.saturating_add(self.size_of(ty, sizes, large)))
    }
}
