//! A typed call.
//!
//! Input: where it goes and an operation with its parameters. Output: the answer. The only parts that know
//! types write the members and read the result; all between is compiled once.

use crate::{
    Error, Operation, Reply, Target, client::Answered, encode, operation::described, schema, transport::BoxFuture,
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
        let members = encode::members(&self.operation).map_err(|error| error.with_operation(operation.id));
        let answered = exchange(self.target, operation, members).await?;
        answered.decode()
    }
}

/// In a box, so that the machinery of a call is not a part of each caller's future.
fn exchange(
    target: Target,
    operation: &'static schema::Operation,
    members: Result<encode::Members, Error>,
) -> BoxFuture<'static, Result<Answered, Error>> {
    Box::pin(async move { target.client().exchange(operation, &members?, &target).await })
}
