//! Parallel work: the order of its results, and work that panics on a helper thread, which is repeated on the calling
//! thread.
//!
//! The work of the generator never panics, and its module is private. So this suite compiles the module a second time.

#[path = "../../src/parallel.rs"]
#[allow(unreachable_pub, reason = "the generator exports it")]
mod original;

use std::panic::{AssertUnwindSafe, catch_unwind};

use original::{HELPER, in_parallel, run_both};

/// Panics on a helper thread.
fn only_on_calling_thread() {
    assert!(std::thread::current().name() != Some(HELPER), "a test panics on a helper thread");
}

#[test]
fn results_are_in_the_order_of_the_items() {
    for count in [0, 1, 15, 16, 17, 1_000] {
        let items: Vec<usize> = (0..count).collect();
        let doubled: Vec<usize> = items.iter().map(|item| item * 2).collect();
        assert_eq!(in_parallel(&items, |item| item * 2), doubled);
    }
}

#[test]
fn work_that_panics_on_a_helper_is_repeated_by_the_caller() {
    let items: Vec<usize> = (0..1_000).collect();
    let same = in_parallel(&items, |item| {
        only_on_calling_thread();
        *item
    });
    assert_eq!(same, items);
    assert_eq!(run_both(only_on_calling_thread, || 1), ((), 1));
}

#[test]
fn work_that_panics_on_every_thread_panics_in_the_caller() {
    let words = |work: &dyn Fn()| {
        let panic = catch_unwind(AssertUnwindSafe(work)).err()?;
        panic.downcast_ref::<&str>().map(|words| (*words).to_owned())
    };
    let one_of_many = || drop(in_parallel(&[1, 2, 3, 4], |item| assert!(*item < 4, "too many")));
    assert_eq!(words(&one_of_many).as_deref(), Some("too many"));
    let beside_another = || assert_eq!(run_both(|| -> u8 { panic!("not beside") }, || 1), (1, 1));
    assert_eq!(words(&beside_another).as_deref(), Some("not beside"));
}
