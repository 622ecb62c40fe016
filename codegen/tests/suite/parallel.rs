//! Work on all cores: what panics on a thread that helps is done again on the thread that asked.
//!
//! Of the generator no work panics, so its module is compiled here once more.

#[path = "../../src/parallel.rs"]
#[allow(unreachable_pub, reason = "the generator exports it")]
mod original;

use std::panic::{AssertUnwindSafe, catch_unwind};

use original::{HELPER, beside, in_parallel};

/// Panics on threads that help.
fn only_here() {
    assert!(std::thread::current().name() != Some(HELPER), "a test panics on a thread that helps");
}

#[test]
fn results_stand_in_the_order_of_the_things() {
    for count in [0, 1, 15, 16, 17, 1_000] {
        let things: Vec<usize> = (0..count).collect();
        let doubled: Vec<usize> = things.iter().map(|thing| thing * 2).collect();
        assert_eq!(in_parallel(&things, |thing| thing * 2), doubled);
    }
}

#[test]
fn what_panics_elsewhere_is_done_again_here() {
    let things: Vec<usize> = (0..1_000).collect();
    let same = in_parallel(&things, |thing| {
        only_here();
        *thing
    });
    assert_eq!(same, things);
    assert_eq!(beside(only_here, || 1), ((), 1));
}

#[test]
fn what_panics_everywhere_panics_here() {
    let words = |work: &dyn Fn()| {
        let panic = catch_unwind(AssertUnwindSafe(work)).err()?;
        panic.downcast_ref::<&str>().map(|words| (*words).to_owned())
    };
    let one_of_many = || drop(in_parallel(&[1, 2, 3, 4], |thing| assert!(*thing < 4, "too many")));
    assert_eq!(words(&one_of_many).as_deref(), Some("too many"));
    let beside_another = || assert_eq!(beside(|| -> u8 { panic!("not beside") }, || 1), (1, 1));
    assert_eq!(words(&beside_another).as_deref(), Some("not beside"));
}
