//! A typed call.
//!
//! Input: where it goes and an operation with its parameters. Output: the answer. The only parts that know
//! types write the members and read the result; all between is compiled once.

use crate::{
    ByteStream, Error, EventStream, Operation, Read, Record, Reply, Target,
    client::{Answered, Opened},
    encode,
    operation::described,
    schema::{self, AnswerBody},
    stream::Events,
    transport::BoxFuture,
};

/// A call that is not sent yet.
#[derive(Clone, Debug)]
#[must_use = "a call does nothing until it is sent"]
pub struct Call<O> {
    /// Where it goes.
    pub target: Target,
    /// The operation, with its parameters.
    pub operation: O,
}

impl<O: Operation> Call<O> {
    /// A call of an operation.
    pub const fn new(target: Target, operation: O) -> Self {
        Self { target, operation }
    }

    /// Sends it, and gives the body of the answer.
    pub async fn send(self) -> Result<O::Output, Error> {
        self.reply().await.map(Reply::into_body)
    }

    /// Sends it, and gives the body with what came around it.
    pub async fn reply(self) -> Result<Reply<O::Output>, Error> {
        let operation = described::<O>();
        let members = written(operation, &self.operation);
        let answered = exchange(self.target, operation, members).await?;
        answered.decode()
    }

    /// Sends it, and gives the body with the headers of the answer, which are of the type `H`.
    pub async fn with_headers<H: Record>(self) -> Result<(O::Output, H), Error> {
        let reply = self.reply().await?;
        let headers = reply.headers_as()?;
        Ok((reply.into_body(), headers))
    }

    /// Sends it, and gives the bytes of the answer as they come.
    pub async fn stream(self) -> Result<ByteStream, Error> {
        let operation = described::<O>();
        let opened = open(self.target, operation, written(operation, &self.operation)).await?;
        Ok(ByteStream::new(operation, (opened.head.status, opened.head.headers), opened.body))
    }

    /// Sends it, and gives the events of the answer as they come. Without any described, it is an error.
    pub async fn events<E: Read>(self) -> Result<EventStream<E>, Error> {
        let (operation, client) = (described::<O>(), self.target.client().clone());
        let AnswerBody::Events(union) = operation.answer.body else {
            return Err(Error::building("the operation answers no events").with_operation(operation.id));
        };
        let opened = open(self.target, operation, written(operation, &self.operation)).await?;
        let events = Events::new(opened.body, client.settings().max_response_bytes);
        Ok(EventStream::new(client, operation, union, Box::new(events)))
    }
}

fn written(operation: &'static schema::Operation, members: &dyn Record) -> Result<encode::Members, Error> {
    encode::members(members).map_err(|error| error.with_operation(operation.id))
}

/// In a box, as below.
fn open(
    target: Target,
    operation: &'static schema::Operation,
    members: Result<encode::Members, Error>,
) -> BoxFuture<'static, Result<Opened, Error>> {
    Box::pin(async move { target.client().open(operation, &members?, &target).await })
}

/// In a box, so that the machinery of a call is not a part of each caller's future.
fn exchange(
    target: Target,
    operation: &'static schema::Operation,
    members: Result<encode::Members, Error>,
) -> BoxFuture<'static, Result<Answered, Error>> {
    Box::pin(async move { target.client().exchange(operation, &members?, &target).await })
}
