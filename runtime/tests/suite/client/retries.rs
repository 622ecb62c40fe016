//! Conditions of retries. The clock stands still while a call waits, and is set forward.

use super::{
    books::*,
    servers::{Memory, Silent},
};
use bytes::Bytes;
use chainloom_runtime::{
    Call, CallInfo, Client, Error, ErrorKind, Retry, TransportError, TransportResult, catalog::Target, schema::Effect,
};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::Instant;

const BOOK: &str = r#"{"title":"Walden","pages":352}"#;

/// A response: a status, a header and a body; or none, of this kind.
type Given = Result<(u16, &'static str, &'static str), ErrorKind>;

/// Gives the responses in their order, and the last one again and again.
fn service(answers: &[Given]) -> Arc<Memory> {
    let (answers, place) = (answers.to_vec(), Mutex::new(0));
    Memory::new(move |_| {
        let mut place = place.lock().unwrap();
        let answer = answers[(*place).min(answers.len() - 1)];
        *place += 1;
        given(answer)
    })
}

fn given(answer: Given) -> TransportResult {
    let (status, wait, body) = match answer {
        Ok(answer) => answer,
        Err(ErrorKind::Connect) => return Err(TransportError::connect("refused")),
        Err(_) => return Err(TransportError::other("broken")),
    };
    let answer = http::Response::builder().status(status).header("content-type", "application/json");
    let answer = if wait.is_empty() { answer } else { answer.header("retry-after", wait) };
    Ok(answer.body(Bytes::from_static(body.as_bytes())).unwrap())
}

fn target(memory: &Arc<Memory>) -> Target {
    Target::new(Client::builder(&CLIENT).base_url("http://h").transport(memory.clone()).build().unwrap())
}

/// The result of a call, the number of requests, and how long it took.
async fn find(answers: &[Given]) -> (Result<Book, Error>, usize, Duration) {
    let memory = service(answers);
    let began = Instant::now();
    let found = Call::new(target(&memory), FindBook::new("1")).send().await;
    let count = memory.asked.lock().unwrap().len();
    (found, count, began.elapsed())
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn what_may_help_is_tried_again_after_random_waits() {
    let busy = Ok((503, "", ""));
    for _ in 0..20 {
        let (found, count, time) = find(&[busy, Err(ErrorKind::Connect), Ok((200, "", BOOK))]).await;
        assert_eq!((found.unwrap().pages, count), (352, 3));
        assert!(time <= Duration::from_millis(1_500), "{time:?}");
    }
    let (found, count, time) = find(&[busy]).await;
    let error = found.unwrap_err();
    assert_eq!((error.attempts(), count), (4, 4));
    assert!(time <= Duration::from_millis(3_500), "{time:?}");
    assert!(error.to_string().contains("503 Service Unavailable (after 4 attempts)"), "{error}");
    for answer in [Ok((400, "", "")), Ok((404, "", "")), Ok((200, "", "{"))] {
        let (found, count, _) = find(&[answer]).await;
        assert_eq!((found.unwrap_err().attempts(), count), (1, 1), "{answer:?}");
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_service_says_when_and_the_deadline_decides() {
    let (found, count, time) = find(&[Ok((429, "7", "")), Ok((200, "", BOOK))]).await;
    assert_eq!((found.unwrap().pages, count, time), (352, 2, Duration::from_secs(7)));
    // The deadline of two minutes would be over.
    let (found, count, time) = find(&[Ok((429, "121", ""))]).await;
    assert_eq!((found.unwrap_err().retry_after(), count, time), (Some(Duration::from_secs(121)), 1, Duration::ZERO));
    // So would any time, however long the service asks for.
    let (found, count, time) = find(&[Ok((429, "99999999999999999999999", "")), Ok((200, "", BOOK))]).await;
    let error = found.unwrap_err().to_string();
    assert_eq!((count, time), (1, Duration::ZERO), "{error}");
    assert!(
        error.contains("The service asks for a wait of 18446744073709551615s, and 120s of the call's time"),
        "{error}"
    );
    // A moment is no shorter for being one.
    for late in ["Sunday, 06-Nov-44 08:49:37 GMT", "Sun Nov  6 08:49:37 2044", "2044-11-06T08:49:37Z", "4102444800"] {
        let (found, count, time) = find(&[Ok((429, late, "")), Ok((200, "", BOOK))]).await;
        let error = found.unwrap_err().to_string();
        assert_eq!((count, time), (1, Duration::ZERO), "{error}");
        assert!(error.contains("The service asks for a wait of "), "{late}: {error}");
    }
    // What is no time is none: the policy decides.
    for text in ["1m", "2026-11-06", "-5", "121 s"] {
        let (found, count, time) = find(&[Ok((429, text, "")), Ok((200, "", BOOK))]).await;
        assert_eq!((found.unwrap().pages, count), (352, 2), "{text}");
        assert!(time <= Duration::from_millis(500), "{text}: {time:?}");
    }
    let memory = service(&[Ok((429, "7", "")), Ok((200, "", BOOK))]);
    let call = || Call::new(target(&memory), FindBook::new("1"));
    call().deadline(Duration::from_secs(5)).send().await.unwrap_err();
    assert_eq!(call().retry(Retry::none()).send().await.unwrap().pages, 352);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn attempts_share_the_time_of_the_call() {
    let client = Client::builder(&CLIENT).base_url("http://h").transport(Arc::new(Silent));
    let client = client.timeout(Duration::from_secs(4)).deadline(Duration::from_secs(10)).build().unwrap();
    let began = Instant::now();
    let error = Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
    assert!(error.is_timeout() && error.attempts() >= 2, "{error}");
    assert!(began.elapsed() <= Duration::from_secs(10));
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_write_is_repeated_only_if_nothing_was_done() {
    assert_eq!(REVIEW.effect, Effect::Write);
    let mut review = vec![None; REVIEW.input.fields.len()];
    review[0] = Some(b"\"good\"".to_vec());
    let broken = Err(ErrorKind::Transport);
    for (first, count) in [
        (Err(ErrorKind::Connect), 2),
        (Ok((429, "", "")), 2),
        (broken, 1),
        (Ok((503, "", "")), 1),
        (Ok((500, "", "")), 1),
    ] {
        let memory = service(&[first, Ok((200, "", "null"))]);
        let target = target(&memory);
        let _ = target.client().execute(&REVIEW, &review, &target).await;
        assert_eq!(memory.asked.lock().unwrap().len(), count, "{first:?}");
    }
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn each_attempt_has_its_number() {
    let memory = service(&[Ok((503, "", "")), Ok((200, "", BOOK))]);
    Call::new(target(&memory), FindBook::new("1")).send().await.unwrap();
    let asked = memory.asked.lock().unwrap();
    let numbers: Vec<u32> = asked.iter().map(|one| one.extensions().get::<CallInfo>().unwrap().attempt).collect();
    assert_eq!(numbers, [1, 2]);
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn an_outage_is_not_made_worse() {
    let memory = service(&[Ok((503, "", ""))]);
    let target = target(&memory);
    let requests = || memory.asked.lock().unwrap().len();
    for _ in 0..200 {
        Call::new(target.clone(), FindBook::new("1")).send().await.unwrap_err();
    }
    assert_eq!(requests(), 200 + 100);
    Call::new(target.clone(), FindBook::new("1")).retry(Retry::default().without_budget()).send().await.unwrap_err();
    assert_eq!(requests(), 300 + 4);
}

/// A node that starts refuses connections for a minute and calls for another while.
fn starting() -> Vec<Given> {
    let refused = std::iter::repeat_n(Err(ErrorKind::Connect), 30);
    refused.chain(std::iter::repeat_n(Ok((503, "", "")), 20)).chain([Ok((200, "", BOOK))]).collect()
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_policy_waits_until_the_service_is_ready() {
    let call = |memory: &Arc<Memory>, time| {
        Call::new(target(memory), FindBook::new("1")).retry(Retry::until_ready(Duration::from_secs(time)))
    };
    let memory = service(&starting());
    assert_eq!(call(&memory, 300).send().await.unwrap().pages, 352);
    assert_eq!(memory.asked.lock().unwrap().len(), 51);

    // The time decides, whether it is shorter than the usual deadline or longer.
    for time in [5, 60, 600] {
        let (memory, began) = (service(&[Err(ErrorKind::Connect)]), Instant::now());
        let error = call(&memory, time).send().await.unwrap_err();
        let (most, took) = (Duration::from_secs(time), began.elapsed());
        assert!(error.is_connect() && took <= most && took + Duration::from_secs(2) >= most, "{time}: {took:?}");
        assert_eq!(memory.asked.lock().unwrap().len(), error.attempts() as usize);
    }

    // A deadline of the user's own holds, and so does what is known not to help.
    let (memory, began) = (service(&[Err(ErrorKind::Connect)]), Instant::now());
    call(&memory, 60).deadline(Duration::from_secs(3)).send().await.unwrap_err();
    assert!(began.elapsed() <= Duration::from_secs(3));
    let memory = service(&[Ok((400, "", ""))]);
    assert_eq!(call(&memory, 60).send().await.unwrap_err().attempts(), 1);
}

/// Many calls may wait for one service.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_policy_that_waits_has_no_budget_and_does_not_repeat_changes() {
    let memory = service(&[Err(ErrorKind::Connect)]);
    let client = Client::builder(&CLIENT).base_url("http://h").transport(memory.clone());
    let target = Target::new(client.retry(Retry::until_ready(Duration::from_secs(60))).build().unwrap());
    for _ in 0..5 {
        let error = Call::new(target.clone(), FindBook::new("1")).send().await.unwrap_err();
        assert!(error.attempts() > 30, "{error}");
    }
    let memory = service(&[Ok((503, "", ""))]);
    let client = Client::builder(&CLIENT).base_url("http://h").transport(memory.clone());
    let target = Target::new(client.retry(Retry::until_ready(Duration::from_secs(60))).build().unwrap());
    let mut review = vec![None; REVIEW.input.fields.len()];
    review[0] = Some(b"\"good\"".to_vec());
    target.client().execute(&REVIEW, &review, &target).await.unwrap_err();
    assert_eq!(memory.asked.lock().unwrap().len(), 1);
}
