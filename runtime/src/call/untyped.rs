//! Untyped calls: by the table of an operation, with members as JSON.
//!
//! Input: an operation, its members and a target. Output: the request, the response as JSON, or the
//! bytes of the response.

use crate::{
    ByteStream, Client, Error, RawReply, Request, Target,
    call::{OpenResponse, OwnedCall, open},
    client::{CallEndpoint, Masking, Options, Redactor, option_setters},
    encode::{self, Arguments, Members},
    request::CallRef,
    response::UnreadResponse,
    schema,
    transport::BoxFuture,
};
use std::fmt;

/// A call of an operation whose types are not known here, with its options.
///
/// The call is executed like a typed [`Call`](crate::Call), with the same bounds and rules, retries, limits, pages,
/// waiting, masking and errors. The response is JSON.
///
/// ```
/// use chainloom_runtime::{Client, Error, schema::Operation};
/// use chainloom_runtime::catalog::{Arguments, Target, UntypedCall};
///
/// async fn found(client: Client, operation: &'static Operation) -> Result<String, Error> {
///     let arguments = Arguments::from_json(operation, br#"{"id": 7}"#)?;
///     let reply = UntypedCall::new(Target::new(client), arguments).send().await?;
///     Ok(String::from_utf8_lossy(reply.result()).into_owned())
/// }
/// ```
#[derive(Clone)]
#[must_use = "a call does nothing until it is sent"]
pub struct UntypedCall {
    pub(crate) target: Target,
    pub(crate) operation: &'static schema::Operation,
    pub(crate) members: Members,
    pub(crate) options: Options,
}

impl UntypedCall {
    /// Prepares a call of the operation that the parameters are for.
    pub fn new(target: Target, arguments: Arguments) -> Self {
        let operation = arguments.operation();
        Self { target, operation, members: arguments.into_members(), options: Options::default() }
    }

    /// Returns the description of the operation.
    pub const fn operation(&self) -> &'static schema::Operation {
        self.operation
    }

    /// Returns the secrets of the client and of the call: of its parameters and headers.
    #[must_use]
    pub fn redactor(&self) -> Redactor {
        let secrets = encode::secret_texts(self.operation, &self.members);
        Masking::of_call(self.target.client().clone(), &self.options, &secrets).redactor()
    }

    option_setters!(options, "this call", "this call with all of its attempts", "this call is");

    /// Sends the call. The result is checked to be JSON, and an error that the response reports is
    /// an error.
    pub async fn send(self) -> Result<RawReply, Error> {
        let Self { target, operation, members, options } = self;
        let (client, mut raw) = (target.client(), UnreadResponse::into_raw);
        // In a box, so that the machinery of a call is not a part of the caller's future.
        let reply: BoxFuture<'_, _> = Box::pin(client.call(operation, &members, &target, &options, &mut raw));
        reply.await
    }

    /// Sends the call and returns the body of the response as a stream of bytes.
    pub async fn stream(self) -> Result<ByteStream, Error> {
        let operation = self.operation;
        let (_, opened) = self.open().await?;
        Ok(ByteStream::new(operation, (opened.head.status, opened.head.headers), opened.body))
    }

    pub(crate) fn open(self) -> BoxFuture<'static, Result<(OwnedCall, OpenResponse), Error>> {
        open(self.target, self.operation, Ok(self.members), self.options)
    }
}

/// Omits the parameters, which may hold secrets.
impl fmt::Debug for UntypedCall {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("UntypedCall").field("operation", &self.operation.id).finish_non_exhaustive()
    }
}

impl Client {
    /// Builds the request of a call, without sending it. It goes to the base URL, with the secrets
    /// that are known: a provider of secrets is not asked.
    pub fn prepare(
        &self,
        operation: &'static schema::Operation,
        members: &[Option<Vec<u8>>],
        target: &Target,
    ) -> Result<Request, Error> {
        let options = Options::default();
        let endpoint = CallEndpoint::with_known_secrets(self.settings(), operation, target.place(operation))?;
        Request::new(self.settings(), &endpoint, CallRef { operation, members, target, options: &options })
    }

    /// Sends a call without its types. The result is checked to be JSON, and an error that the
    /// response reports is an error.
    pub fn execute<'a>(
        &'a self,
        operation: &'static schema::Operation,
        members: &'a [Option<Vec<u8>>],
        target: &'a Target,
    ) -> BoxFuture<'a, Result<RawReply, Error>> {
        Box::pin(async move {
            let options = Options::default();
            self.call(operation, members, target, &options, &mut UnreadResponse::into_raw).await
        })
    }

    /// Sends a call without its types, and returns the bytes of its response as a stream.
    pub fn stream<'a>(
        &'a self,
        operation: &'static schema::Operation,
        members: &'a [Option<Vec<u8>>],
        target: &'a Target,
    ) -> BoxFuture<'a, Result<ByteStream, Error>> {
        Box::pin(async move {
            let options = &Options::default();
            let opened = self.open(CallRef { operation, members, target, options }, None).await?;
            Ok(ByteStream::new(operation, (opened.head.status, opened.head.headers), opened.body))
        })
    }
}
