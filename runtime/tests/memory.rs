//! Memory consumption of a stream. This test is a separate program, whose memory no other test uses.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate as __tables;
use bytes::Bytes;
use chainloom_runtime::{
    __private as rt, BodyStream, BoxFuture, Call, Limits, StreamResult, Transport, TransportResult, catalog::Target,
};
use futures_util::stream;
use rt::schema::{
    Arm, ArmBody, Client, Discriminator, Operation, Protocol, Record, Response, ResponseBody, Service, Template, Type,
    Union, Verb,
};
use std::sync::Arc;

static CLIENT: Client = Client::new("papers", "http://h");
static SERVICE: Service = Service::new("papers", &CLIENT);
static INPUT: Record = Record { name: "feed", fields: &[] };
static NEWS: Union = Union {
    name: "News",
    discriminator: Discriminator::Event,
    common: &[],
    arms: &[Arm::new("message", ArmBody::Value(Type::Text))],
};
static FEED: Operation = Operation::new(
    "papers.feed",
    &SERVICE,
    Protocol::Rest { verb: Verb::Get, path: Template::new("/feed", &[]) },
    &INPUT,
)
.response(&Response::new(ResponseBody::Events(&NEWS)));

#[derive(Clone, Debug)]
struct Feed {}

rt::record!(Feed, INPUT[]);
rt::operation!(Feed, FEED -> ());

/// An event that nobody looks at.
struct Nothing;

impl rt::Read for Nothing {
    fn blank() -> Self {
        Self
    }
    fn read(_: Type, reader: &mut rt::Reader<'_>) -> Result<Self, rt::ReadError> {
        reader.skip().map(|()| Self)
    }
}

/// Gives a body in one part.
struct Whole(Bytes);

impl Transport for Whole {
    fn send(&self, _: http::Request<Bytes>, _: Limits) -> BoxFuture<'_, TransportResult> {
        unreachable!("events are streamed")
    }

    fn stream(&self, _: http::Request<Bytes>) -> BoxFuture<'_, StreamResult> {
        let body = BodyStream::new(stream::iter([Ok(self.0.clone())]));
        Box::pin(async move { Ok(http::Response::new(body)) })
    }
}

/// Returns the peak memory of this program, in MiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() / 1024
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_stream_of_empty_events_takes_little_more_than_their_bytes() {
    const EVENTS: usize = 300_000;
    let body = Bytes::from("data\n\n".repeat(EVENTS));
    let client = chainloom_runtime::Client::builder(&CLIENT).transport(Arc::new(Whole(body))).build().unwrap();
    let mut events = Call::new(Target::new(client), Feed {}).events::<Nothing>().await.unwrap();
    let before = peak();
    let mut count = 0;
    while let Some(incoming) = events.try_next().await.unwrap() {
        count += usize::from(incoming.event().is_some());
    }
    assert_eq!(count, EVENTS);
    assert!(peak() - before <= 8, "{} MiB more for 2 MB of events", peak() - before);
}
