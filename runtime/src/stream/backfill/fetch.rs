//! Calls that fetch events by their heights.
//!
//! Input: the table of a backfill, and the parameters of the subscription. Output: the
//! current height, or the JSON of events. Delivered events are unknown here.

use crate::{
    Error, ReadError, Target,
    client::Options,
    encode::Members,
    from_slice,
    json::{items, members, text_json},
    response::UnreadResponse,
    schema::{self, HeightParam, Heights, Subscription, Type},
    stream::backfill::{
        facts::{EventFacts, height_type},
        machine::{Answer, ChainEvent, Question, Topic},
    },
    to_vec,
};

/// Fetches events for a subscription.
#[derive(Clone)]
pub(crate) struct Fetch {
    pub(crate) how: &'static schema::Backfill,
    subscription: &'static Subscription,
    /// Websocket over which calls are sent.
    target: Target,
    /// Encoded parameters of the subscription.
    members: Members,
}

impl Fetch {
    /// Creates the calls of a backfill.
    ///
    /// # Errors
    ///
    /// The subscription has no `backfill` in the spec.
    pub(crate) fn new(subscription: &'static Subscription, target: Target, members: Members) -> Result<Self, Error> {
        let how = subscription.backfill.ok_or_else(|| {
            let id = subscription.id;
            let text = format!("`{id}` has no `backfill` in the spec, so missed events cannot be fetched");
            Error::building(text).with_operation(subscription.id)
        })?;
        Ok(Self { how, subscription, target, members })
    }

    /// Reads the facts of an event.
    pub(crate) fn facts(&self, event: &str) -> EventFacts {
        EventFacts::of(self.subscription, self.how, event.as_bytes())
    }

    /// Calls the service for the current height.
    pub(crate) async fn latest(&self) -> Result<u64, Error> {
        let (latest, options) = (self.how.latest, Options::default());
        let members = vec![None; latest.input.fields.len()];
        let client = self.target.client();
        let reply = client.call(latest, &members, &self.target, &options, &mut UnreadResponse::into_raw).await?;
        let ty = latest.output.unwrap_or(Type::Integer(schema::Integer::U64));
        from_slice(ty, reply.result()).map_err(|error| Error::decode(latest.id, error))
    }

    /// Answers a question, after the wait of the question.
    pub(crate) async fn answer(&self, question: Question) -> Answer {
        if !question.wait.is_zero() {
            tokio::time::sleep(question.wait).await;
        }
        let answer = match question.topic {
            Topic::Latest => self.latest().await.map(Answer::Latest),
            Topic::Events(first, last) => self.events(first, last).await.map(|events| {
                let event = |json: Box<str>| ChainEvent { facts: self.facts(&json), json: json.into() };
                Answer::Events(events.into_iter().map(event).collect())
            }),
        };
        answer.unwrap_or_else(Answer::Failed)
    }

    /// Fetches the events from height `from` to height `to`, inclusive.
    async fn events(&self, from: u64, to: u64) -> Result<Vec<Box<str>>, Error> {
        let (call, options, mut events) = (self.how.call, Options::default(), Vec::new());
        for members in self.calls(from, to)? {
            let client = self.target.client();
            let reply = client.call(call, &members, &self.target, &options, &mut UnreadResponse::into_raw).await?;
            match self.how.heights {
                Heights::At(_) if reply.result() == b"null" => {}
                Heights::At(_) => events.push(String::from_utf8_lossy(reply.result()).into()),
                Heights::Between { .. } => {
                    let all = items(reply.result()).map_err(|error| Error::decode(call.id, error))?;
                    events.extend(all.into_iter().map(Box::from));
                }
            }
        }
        Ok(events)
    }

    /// Returns the parameters of the calls that fetch the heights from `from` to `to`, inclusive.
    fn calls(&self, from: u64, to: u64) -> Result<Vec<Members>, Error> {
        let own = self.subscription.input.fields;
        let given = |name: &str| self.members.get(own.iter().position(|field| field.name == name)?)?.clone();
        let shared: Members = self.how.call.input.fields.iter().map(|field| given(field.name)).collect();
        match self.how.heights {
            Heights::At(param) => (from..=to)
                .map(|height| {
                    let mut members = shared.clone();
                    self.put(&mut members, param, height).map(|()| members)
                })
                .collect(),
            Heights::Between { from: first, to: last } => {
                let mut members = shared;
                self.put(&mut members, first, from)?;
                self.put(&mut members, last, to)?;
                Ok(vec![members])
            }
        }
    }

    /// Sets a parameter, or a member of it, to a height.
    fn put(&self, members: &mut Members, param: HeightParam, height: u64) -> Result<(), Error> {
        let invalid = |text: String| Error::invalid_request(self.how.call.id, vec![text]);
        let ty = height_type(self.subscription, self.how);
        let value = to_vec(&height, ty).map_err(|error| invalid(error.to_string()))?;
        let slot = members.get_mut(param.index).ok_or_else(|| invalid("there is no such parameter".to_owned()))?;
        let set = with_member(slot.as_deref(), param.path, &value);
        *slot = Some(set.map_err(|error| invalid(error.to_string()))?);
        Ok(())
    }
}

/// Returns a JSON object with the member at `path` set to `value`.
fn with_member(json: Option<&[u8]>, path: &[&str], value: &[u8]) -> Result<Vec<u8>, ReadError> {
    let Some((name, rest)) = path.split_first() else { return Ok(value.to_vec()) };
    let all = json.map(members).transpose()?.unwrap_or_default();
    let old = all.iter().rev().find(|(known, _)| known.as_str() == *name).map(|(_, value)| value.as_bytes());
    let value = with_member(old, rest, value)?;
    let mut out = [b"{", text_json(name).as_bytes(), b":", value.as_slice()].concat();
    for (other, value) in all.iter().filter(|(other, _)| other.as_str() != *name) {
        out.extend([b",", text_json(other.as_str()).as_bytes(), b":", value.as_bytes()].concat());
    }
    out.push(b'}');
    Ok(out)
}
