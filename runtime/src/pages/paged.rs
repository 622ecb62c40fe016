//! Trait of operations whose response is one page of a list, and the items of a page.
//!
//! Input: a response. Output: its items. [`Paginate`](crate::schema::Paginate) describes the next
//! page; [`crate::pages`] requests it.

use crate::{Maybe, Operation};
use std::collections::BTreeMap;

/// An operation whose response is one page of a list.
///
/// Generated code implements it for each operation that describes its pages. A function over all
/// lists takes it as a bound, and needs not know how a response names its items:
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
/// How the next page is requested is data: [`Operation::schema`] has it as
/// [`paginate`](crate::schema::Operation::paginate). The trait cannot be implemented by hand.
pub trait Paged: Operation {
    /// The type of an item. For a map, it is a pair of a key and its value.
    type Item: Send + 'static;

    /// Returns the items of a page, in their order. There are none where the response has no list.
    fn into_items(page: Self::Output) -> Vec<Self::Item>;
}

/// What holds the items of a page. Generated code uses it.
pub trait Held {
    /// The type of an item.
    type Item;

    /// The items, in their order.
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

/// What may be missing on the way to the items. Generated code uses it.
pub trait Passage {
    /// What it holds.
    type Inner;

    /// The items within what it holds.
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
