//! Each list gives each item once, in every way of paging, whatever size is asked for and whatever
//! the service makes of it.

use super::{
    lists::*,
    servers::{Memory, once},
};
use chainloom_runtime::{Call, PagePosition, catalog::Target};
use std::sync::Arc;

pub(crate) fn target(memory: &Arc<Memory>) -> Target {
    Target::new(once(&LISTS).base_url("http://h/").transport(memory.clone()).build().unwrap())
}

/// Request of a list.
#[derive(Clone, Copy, Debug)]
struct Case {
    shelf: Shelf,
    size: Option<u64>,
}

impl Case {
    fn call<const W: usize, const O: u32, const B: bool>(&self, target: &Target) -> Call<Listed<W, O, B>> {
        Call::new(target.clone(), Listed { size: self.size, ..Listed::default() })
    }

    async fn check<const W: usize, const O: u32, const B: bool>(&self) {
        let target = target(&self.shelf.serve());
        let wanted: Vec<u64> = (0..self.shelf.items as u64).collect();
        let mut items = self.call::<W, O, B>(&target).items();
        let mut ids = Vec::new();
        while let Some(item) = items.try_next().await.unwrap() {
            ids.push(item.id);
        }
        assert_eq!(ids, wanted, "{self:?}");
        assert!(items.is_complete() && items.position().is_none(), "{self:?}");
        let mut pages = self.call::<W, O, B>(&target).pages().prefetch(true);
        let mut ids = Vec::new();
        while let Some(page) = pages.try_next().await.unwrap() {
            ids.extend(page.into_items().into_iter().map(|item| item.id));
        }
        assert_eq!(ids, wanted, "{self:?}");
    }

    /// Stops after each item, and goes on from the position as text.
    async fn check_positions<const W: usize, const O: u32, const B: bool>(&self) {
        let target = target(&self.shelf.serve());
        for stop in 0..=self.shelf.items as u64 {
            let mut items = self.call::<W, O, B>(&target).items().max_items(stop);
            let mut ids = Vec::new();
            while let Some(item) = items.try_next().await.unwrap() {
                ids.push(item.id);
            }
            assert_eq!(items.is_complete(), items.position().is_none());
            if let Some(position) = items.position() {
                let position: PagePosition = position.to_string().parse().unwrap();
                let mut rest = self.call::<W, O, B>(&target).items().resume(position);
                while let Some(item) = rest.try_next().await.unwrap() {
                    ids.push(item.id);
                }
            }
            assert_eq!(ids, (0..self.shelf.items as u64).collect::<Vec<_>>(), "{self:?}, {stop} first");
        }
    }

    async fn check_all<const W: usize, const O: u32>(&self) {
        self.check::<W, O, true>().await;
        if super::is_full() {
            self.check::<W, O, false>().await;
        }
        if self.shelf.items == 7 && self.size == Some(3) {
            self.check_positions::<W, O, true>().await;
        }
    }
}

/// All cases of a way and an overlap.
async fn check<const W: usize, const O: u32>() {
    let overlap = O as usize;
    let (counts, sizes, mosts): (&[usize], &[Option<u64>], &[usize]) = match super::is_full() {
        true => {
            (&[0, 1, 2, 3, 4, 5, 7, 8, 12, 40], &[None, Some(1), Some(2), Some(3), Some(5), Some(60)], &[100, 9, 4])
        }
        false => (&[0, 1, 7], &[None, Some(1), Some(3)], &[100, 4]),
    };
    for items in counts.iter().copied() {
        for size in sizes.iter().copied() {
            for most in mosts.iter().copied() {
                Case { shelf: Shelf { way: WAYS[W], overlap, items, most }, size }.check_all::<W, O>().await;
            }
        }
    }
}

/// A function takes no number of a way as its value, so that each has its own.
macro_rules! ways {
    ($($way:literal)*) => {$(
        check::<$way, 0>().await;
        check::<$way, 1>().await;
        if super::is_full() {
            check::<$way, 3>().await;
        }
    )*};
}

#[tokio::test(crate = "chainloom_bounded")]
async fn every_way_gives_each_item_once() {
    ways!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    assert_eq!(WAYS.len(), 16);
}
