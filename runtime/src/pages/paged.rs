//! Trait of operations whose response is one page of a list, and the items of a page.
//!
//! Input: a response. Output: its items. [`Paginate`](crate::schema::Paginate) describes the next
//! page; [`crate::pages`] requests it.

use crate::{Maybe, Operation};
use std::collections::BTreeMap;

/// An operation whose response is one page of a list.
///
/// Generated code implements this trait for each operation with described pages. A generic function
/// over lists uses the trait as a bound, independent of the member that holds the items:
///
/// ```
/// use chainloom_runtime::{Call, Error, Paged};
///
/// async fn first<O: Paged>(call: Call<O>) -> Result<Option<O::Item>, Error> {
///     let page = call.send().await?;
///     Ok(O::into_items(page).into_iter().next())
/// }
/// ```
///
/// The pagination is described by [`paginate`](crate::schema::Operation::paginate) of
/// [`Operation::schema`]. This trait cannot be implemented by hand.
pub trait Paged: Operation {
    /// Type of an item; for a map, a pair of key and value.
    type Item: Send + 'static;

    /// Returns the items of a page in order; empty if the response has no list.
    fn into_items(page: Self::Output) -> Vec<Self::Item>;
}

/// A container of the items of a page. Generated code uses this trait.
pub trait Held {
    /// Type of an item.
    type Item;

    /// Returns the items in order.
    fn into_items(self) -> Vec<Self::Item>;
}

impl<T> Held for Vec<T> {
    type Item = T;

    fn into_items(self) -> Self {
        self
    }
}

impl<K, V> Held for BTreeMap<K, V> {
    type Item = (K, V);

    fn into_items(self) -> Vec<(K, V)> {
        self.into_iter().collect()
    }
}

impl<T: Held> Held for Option<T> {
    type Item = T::Item;

    fn into_items(self) -> Vec<T::Item> {
        self.map(T::into_items).unwrap_or_default()
    }
}

impl<T: Held> Held for Maybe<T> {
    type Item = T::Item;

    fn into_items(self) -> Vec<T::Item> {
        self.into_value().into_items()
    }
}

/// An optional value on the path to the items. Generated code uses this trait.
pub trait Passage {
    /// Type of the value.
    type Inner;

    /// Returns the items that `within` finds in the value; empty if the value is absent.
    fn items<T>(self, within: impl FnOnce(Self::Inner) -> Vec<T>) -> Vec<T>;
}

impl<I> Passage for Option<I> {
    type Inner = I;

    fn items<T>(self, within: impl FnOnce(I) -> Vec<T>) -> Vec<T> {
        self.map(within).unwrap_or_default()
    }
}

impl<I> Passage for Maybe<I> {
    type Inner = I;

    fn items<T>(self, within: impl FnOnce(I) -> Vec<T>) -> Vec<T> {
        self.into_value().items(within)
    }
}
