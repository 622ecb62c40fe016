//! Calls without their types: by the description of an operation, and members as JSON.
//!
//! Input: an operation, its members and a target. Output: the request, the response as JSON, or the
//! bytes of the response.

use crate::{
    ByteStream, Client, Error, RawReply, Request, Target,
    client::{CallEndpoint, Options},
    request::CallRef,
    response::UnreadResponse,
    schema,
    transport::BoxFuture,
};

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
        let endpoint = CallEndpoint::known(self.settings(), operation)?;
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
