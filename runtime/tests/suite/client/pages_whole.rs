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
    fn call(&self, target: &Target) -> Call<Listed<CHOSEN, 0>> {
        Call::new(target.clone(), Listed { size: self.size, ..Listed::default() })
    }

    async fn check(&self) {
        let target = target(&self.shelf.serve());
        let wanted: Vec<u64> = (0..self.shelf.items as u64).collect();
        let mut items = self.call(&target).items();
        let mut ids = Vec::new();
        while let Some(item) = items.try_next().await.unwrap() {
            ids.push(item.id);
        }
        assert_eq!(ids, wanted, "{self:?}");
        assert!(items.is_complete() && items.position().is_none(), "{self:?}");
        let mut pages = self.call(&target).pages().prefetch(true);
        let mut ids = Vec::new();
        while let Some(page) = pages.try_next().await.unwrap() {
            ids.extend(page.into_items().into_iter().map(|item| item.id));
        }
        assert_eq!(ids, wanted, "{self:?}");
    }

    /// Stops after each item, and goes on from the position as text.
    async fn check_positions(&self) {
        let target = target(&self.shelf.serve());
        for stop in 0..=self.shelf.items as u64 {
            let mut items = self.call(&target).items().max_items(stop);
            let mut ids = Vec::new();
            while let Some(item) = items.try_next().await.unwrap() {
                ids.push(item.id);
            }
            assert_eq!(items.is_complete(), items.position().is_none());
            if let Some(position) = items.position() {
                let position: PagePosition = position.to_string().parse().unwrap();
                let mut rest = self.call(&target).items().resume(position);
                while let Some(item) = rest.try_next().await.unwrap() {
                    ids.push(item.id);
                }
            }
            assert_eq!(ids, (0..self.shelf.items as u64).collect::<Vec<_>>(), "{self:?}, {stop} first");
        }
    }
}

/// All cases of a way and an overlap.
async fn check(way: usize, overlap: u32) {
    let (counts, sizes, mosts): (&[usize], &[Option<u64>], &[usize]) = match super::is_full() {
        true => {
            (&[0, 1, 2, 3, 4, 5, 7, 8, 12, 40], &[None, Some(1), Some(2), Some(3), Some(5), Some(60)], &[100, 9, 4])
        }
        false => (&[0, 1, 7], &[None, Some(1), Some(3)], &[100, 4]),
    };
    for items in counts.iter().copied() {
        for size in sizes.iter().copied() {
            for most in mosts.iter().copied() {
                let case = Case { shelf: Shelf { way: WAYS[way], overlap: overlap as usize, items, most }, size };
                if super::is_full() {
                    choose(way, overlap, false);
                    case.check().await;
                }
                choose(way, overlap, true);
                case.check().await;
                if items == 7 && size == Some(3) {
                    case.check_positions().await;
                }
            }
        }
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn every_way_gives_each_item_once() {
    let overlaps: &[u32] = if super::is_full() { &[0, 1, 3] } else { &[0, 1] };
    for way in 0..WAYS.len() {
        for overlap in overlaps {
            check(way, *overlap).await;
        }
    }
}
