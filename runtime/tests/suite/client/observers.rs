//! Events of calls that an observer receives.

use super::{
    books::*,
    servers::{Memory, Silent, once},
};
use bytes::Bytes;
use chainloom_runtime::{
    Builder, Call, CallEvent, CallStep, Client, ErrorKind, Observer, Rate, TransportError, catalog::Target,
};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Observer for Told {
    fn on_event(&self, event: &CallEvent<'_>) {
        self.0.lock().unwrap().push(format!("{event:?}"));
    }
}

impl Told {
    fn client(&self, builder: Builder) -> Client {
        builder.base_url("http://h/hush").secret("apiKey", "hush-hush").observer(self.clone()).build().unwrap()
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

fn event(call: u64, attempt: u32, step: &str) -> String {
    format!(r#"CallEvent {{ call: {call}, operation: "library.findBook", attempt: {attempt}, step: {step} }}"#)
}

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn the_steps_of_a_call_in_their_order() {
    let answers = Mutex::new(0);
    let memory = Memory::new(move |_| {
        *answers.lock().unwrap() += 1;
        match *answers.lock().unwrap() {
            1 => Err(TransportError::other("hush")),
            2 => Ok(http::Response::builder().status(503).header("retry-after", 2).body(Bytes::new()).unwrap()),
            3 => Ok(http::Response::new(Bytes::from_static(b"{}"))),
            _ => Ok(http::Response::new(Bytes::from_static(br#"{"title":"Walden","pages":352}"#))),
        }
    });
    let told = Told::default();
    let client = told.client(Client::builder(&CLIENT).transport(memory).limit(Rate::requests(2, 9 * SECOND)));
    let target = Target::new(client.clone());
    Call::new(target.clone(), FindBook::new("hush")).send().await.unwrap_err();
    let mut seen = told.take();
    // The first wait is random.
    assert!(
        seen[3].starts_with(r#"CallEvent { call: 1, operation: "library.findBook", attempt: 1, step: Retries { wait"#)
    );
    assert!(
        seen[7].contains("step: Waited { wait: ") && seen[10].contains("step: Ends { error: Some(Decode)"),
        "{seen:#?}"
    );
    for index in [10, 7, 3] {
        seen.remove(index);
    }
    let begins = r#"AttemptBegins { endpoint: "http://h" }"#;
    let ended = |status, bytes, error| {
        format!(
            r#"AttemptEnds {{ endpoint: "http://h", status: {status}, bytes: {bytes}, error: {error}, elapsed: 0ns }}"#
        )
    };
    let expected = [
        event(1, 1, "Begins"),
        event(1, 1, begins),
        event(1, 1, &ended("None", "None", "Some(Transport)")),
        event(1, 2, begins),
        event(1, 2, &ended("Some(503)", "Some(0)", "Some(Status)")),
        event(1, 2, "Retries { wait: 2s, error: Status }"),
        event(1, 3, begins),
        event(1, 3, &ended("Some(200)", "Some(2)", "Some(Decode)")),
    ];
    assert_eq!(seen, expected, "{seen:#?}");
    let target = Target::new(client);
    tokio::time::advance(9 * SECOND).await;
    Call::new(target, FindBook::new("1")).send().await.unwrap();
    let seen = told.take();
    assert_eq!(seen.last(), Some(&event(2, 1, "Ends { error: None, elapsed: 0ns }")), "{seen:#?}");
    assert!(!format!("{seen:?}").contains("hush"));
}

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn a_call_that_is_dropped_or_not_sent_ends_too() {
    let told = Told::default();
    let target = Target::new(told.client(once(&CLIENT).transport(Arc::new(Silent))));
    let call = Call::new(target.clone(), FindBook::new("1"));
    assert!(tokio::time::timeout(SECOND, call.send()).await.is_err());
    let seen = told.take();
    assert_eq!(seen.len(), 3);
    assert_eq!(seen[2], event(1, 1, "Dropped { elapsed: 1s }"));
    let wrong = FindBook { page_size: Some(1000), ..FindBook::new("1") };
    Call::new(target, wrong).send().await.unwrap_err();
    let seen = told.take();
    let ends = event(2, 1, "Ends { error: Some(InvalidRequest), elapsed: 0ns }");
    assert_eq!(seen, [event(2, 1, "Begins"), ends]);
}

/// The clock runs here: a call that is let through at once has not waited for a few microseconds.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_within_the_limits_has_not_waited() {
    let told = Told::default();
    let memory = Memory::fixed(404, "", "");
    let client =
        told.client(Client::builder(&CLIENT).transport(memory).max_concurrent(1).limit(Rate::requests(9, SECOND)));
    Call::new(Target::new(client), FindBook::new("1")).send().await.unwrap_err();
    let seen = told.take();
    assert!(!seen.iter().any(|event| event.contains("Waited")), "{seen:#?}");
}

/// A closure is an observer, and needs no names of types.
#[tokio::test(start_paused = true, crate = "chainloom_bounded")]
async fn closures_count() {
    let failed = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&failed);
    let client = once(&CLIENT).base_url("http://h").transport(Memory::fixed(404, "", ""));
    let client = client.observer(move |event: &CallEvent<'_>| {
        if let CallStep::Ends { error: Some(kind), .. } = event.step {
            kept.lock().unwrap().push((event.operation.id, kind));
        }
    });
    let call = Call::new(Target::new(client.build().unwrap()), FindBook::new("1"));
    call.send().await.unwrap_err();
    assert_eq!(*failed.lock().unwrap(), [("library.findBook", ErrorKind::Status)]);
}

/// A call that breaks a bound, has an argument of another form, or lacks what it needs.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_call_that_is_refused_begins_and_ends() {
    let told = Told::default();
    let target = Target::new(told.client(once(&CLIENT).transport(Arc::new(Silent))));
    let mut broken = FindBook::new("1");
    broken.page_size = Some(500);
    let call = |operation: FindBook| Call::new(target.clone(), operation);
    let refused = [
        call(broken.clone()).await.map(drop).unwrap_err(),
        call(broken).stream().await.map(drop).unwrap_err(),
        call(FindBook::new("1")).header("no header", "x").await.map(drop).unwrap_err(),
        call(FindBook::new("1"))
            .set(1, "many", |find, size| FindBook { page_size: size, ..find })
            .await
            .map(drop)
            .unwrap_err(),
    ];
    let steps: Vec<String> = (1..=refused.len() as u64)
        .flat_map(|number| {
            [event(number, 1, "Begins"), event(number, 1, "Ends { error: Some(InvalidRequest), elapsed: …")]
        })
        .collect();
    let seen = told.take();
    assert_eq!(seen.len(), steps.len(), "{seen:#?}");
    for (seen, step) in seen.iter().zip(&steps) {
        let known = step.split('…').next().unwrap();
        assert!(seen.starts_with(known), "{seen} is not {known}");
    }
    assert!(refused.iter().all(|error| error.kind() == ErrorKind::InvalidRequest), "{refused:?}");
}
