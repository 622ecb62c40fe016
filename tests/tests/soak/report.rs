//! The table of a run, and the comparison of the counts of both sides.
//!
//! Input: the counts of the client by kind of traffic, and those of the server. Output: a table for
//! people, and what does not add up.

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use serde_json::Value;

use crate::tally::{Shape, Tally};

/// What is open at the server: connections of websockets, subscriptions, streams.
pub(crate) fn open(told: &Value) -> u64 {
    told["open"].as_u64().unwrap_or_default()
}

/// A count of the server, of one kind of traffic.
fn at_server(told: &Value, tally: &Tally, what: &str) -> u64 {
    told["kinds"][tally.name][what].as_u64().unwrap_or_default()
}

/// Prints a row for each kind of traffic.
pub(crate) fn print(tallies: &[Arc<Tally>], told: &Value) {
    println!(
        "| traffic | begun | ok | failed | cancelled | calls | attempts | sent | at the server | messages | slowest |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for tally in tallies {
        let [begun, ok, failed, cancelled] = tally.done.all();
        let (calls, attempts, sent) = (tally.calls.all()[0], tally.attempts.load(SeqCst), tally.sent.load(SeqCst));
        let [requests, messages] = ["requests", "messages"].map(|what| at_server(told, tally, what));
        let messages = messages + at_server(told, tally, "subscribed");
        let slowest = tally.slowest.lock().unwrap().as_millis();
        println!(
            "| {} | {begun} | {ok} | {failed} | {cancelled} | {calls} | {attempts} | {sent} | {requests} | {messages} \
             | {slowest} ms |",
            tally.name
        );
    }
    println!();
    for tally in tallies {
        let classes = tally.classes.lock().unwrap();
        let classes: Vec<String> = classes.iter().map(|(class, count)| format!("{class} {count}")).collect();
        println!("{}: {}", tally.name, if classes.is_empty() { "no failures".to_owned() } else { classes.join(", ") });
    }
    println!();
}

/// What does not add up.
pub(crate) fn wrong(tallies: &[Arc<Tally>], told: &Value, tasks: usize, is_long: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for tally in tallies {
        let mut hold = |holds: bool, what: String| {
            if !holds {
                wrong.push(format!("{}: {what}", tally.name));
            }
        };
        of_client(tally, is_long, &mut hold);
        of_both(tally, told, &mut hold);
        tally.wrong.lock().unwrap().iter().for_each(|what| hold(false, what.clone()));
    }
    let written: u64 = tallies.iter().map(|tally| tally.writes_ok.load(SeqCst)).sum();
    let (known, twice) = (told["writes"].as_u64().unwrap_or_default(), told["twice"].as_u64().unwrap_or_default());
    println!("writes: {written} ended well, {known} arrived, {twice} of them more than once");
    if written > known {
        wrong.push(format!("{written} writes ended well, and {known} arrived"));
    }
    if twice > 0 {
        wrong.push(format!("{twice} writes arrived more than once, beside those that were refused"));
    }
    if tasks > 0 || open(told) > 0 {
        wrong.push(format!("{tasks} tasks are alive and {} things open, when all clients are gone", open(told)));
    }
    wrong
}

/// What began has ended, for the program and for its observer.
fn of_client(tally: &Tally, is_long: bool, hold: &mut impl FnMut(bool, String)) {
    for (name, ends) in [("operations", &tally.done), ("calls", &tally.calls)] {
        let [begun, ok, failed, cancelled] = ends.all();
        hold(
            begun == ok + failed + cancelled,
            format!("{begun} {name} began; {ok} ended well, {failed} failed, {cancelled} were cancelled"),
        );
    }
    hold(!is_long || tally.done.all()[1] > 0, "nothing ended well".to_owned());
    if tally.shape == Shape::Calls {
        let (done, calls) = (tally.done.all(), tally.calls.all());
        hold(done == calls, format!("the program counts {done:?} operations, and the observer {calls:?} calls"));
    }
}

/// Each attempt is a request that is sent once; each response has its request at the server.
fn of_both(tally: &Tally, told: &Value, hold: &mut impl FnMut(bool, String)) {
    let load = |count: &std::sync::atomic::AtomicU64| count.load(SeqCst);
    let (attempts, sent, answered) = (load(&tally.attempts), load(&tally.sent), load(&tally.answered));
    let [requests, with_head, cut, repeated] =
        ["requests", "answered", "cut", "repeated"].map(|what| at_server(told, tally, what));
    let [messages, subscribed] = ["messages", "subscribed"].map(|what| at_server(told, tally, what));
    hold(requests <= sent, format!("{sent} requests were sent, and {requests} arrived"));
    hold(answered <= with_head, format!("{answered} responses came, and {with_head} requests had one"));
    hold(repeated == 0, format!("{repeated} requests arrived more than once"));
    if tally.shape == Shape::Websocket {
        let ok = load(&tally.attempts_ok);
        let all = messages + subscribed;
        hold(ok <= all, format!("{ok} attempts ended well, and {all} messages arrived"));
        // A subscription begins anew without an attempt where its connection was lost.
        hold(messages <= attempts, format!("{attempts} attempts were made, and {messages} calls arrived"));
    } else {
        let dropped = tally.calls.all()[3];
        hold(
            sent <= attempts && attempts <= sent + dropped,
            format!("{attempts} attempts were made, {sent} requests sent, {dropped} calls dropped"),
        );
        // Connections that the server did not cut may have broken before the request arrived.
        let broken = load(&tally.attempts_cut).saturating_sub(cut);
        let may_lack = dropped + load(&tally.attempts_late) + broken;
        hold(
            sent <= requests + may_lack,
            format!("{sent} requests were sent, {requests} arrived, and {may_lack} may not have"),
        );
    }
}
