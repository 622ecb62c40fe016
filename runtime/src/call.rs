//! Typed calls.
//!
//! Input: a target, and an operation with its parameters. Output: the response. Only writing the
//! members and reading the result depends on types; everything between is compiled once.

mod attempts;
mod debug;
mod exchange;
mod operation;
mod trace;
mod untyped;

pub(crate) use self::{
    attempts::{Attempt, Attempts, LostResponse},
    exchange::{OpenResponse, OwnedCall},
    operation::table_of,
};
pub use self::{
    operation::{NoOptionSetters, Operation, OptionSetters},
    untyped::UntypedCall,
};

use crate::{
    Argument, Error, Fill, OptionalArgument, RawReply, Read, Record, Reply, Target,
    client::{CallOptions, Options, option_setters},
    encode::{self, TypedArguments},
    response::{ByteStream, UnreadResponse, into},
    schema,
    transport::BoxFuture,
};

/// A prepared call of any client: an operation with its parameters, and the target to send it to.
///
/// The methods of a generated client return a separate `Call`, such as `data::Call`. It holds this one, and adds
/// setters for the parameters of its operation.
///
/// The options of a call hold for this call alone:
///
/// ```
/// # use chainloom_runtime::{Call, Operation};
/// # use std::time::Duration;
/// fn patient<O: Operation>(call: Call<O>) -> Call<O> {
///     call.timeout(Duration::from_secs(120)).header("x-request-id", "7")
/// }
/// ```
#[derive(Clone)]
#[must_use = "a call does nothing until it is sent"]
pub struct Call<O> {
    /// The client and the endpoint that the call is sent to.
    pub target: Target,
    /// The operation, with its parameters.
    pub operation: O,
    options: CallOptions,
}

impl<O: Operation> Call<O> {
    /// Prepares a call of an operation.
    pub fn new(target: Target, operation: O) -> Self {
        Self { target, operation, options: CallOptions::default() }
    }

    /// Returns the options of this call.
    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the target, the operation and the options of the call.
    pub(crate) fn into_parts(self) -> (Target, O, CallOptions) {
        (self.target, self.operation, self.options)
    }

    /// Changes the operation before it is sent.
    pub fn map(self, change: impl FnOnce(O) -> O) -> Self {
        Self { operation: change(self.operation), ..self }
    }

    /// Sets a parameter that may also be given as text, by its index. Generated code uses it.
    #[doc(hidden)]
    pub fn set<T, M>(
        mut self,
        index: usize,
        value: impl OptionalArgument<T, M>,
        change: impl FnOnce(O, Option<T>) -> O,
    ) -> Self {
        let mut given = TypedArguments::new(table_of::<O>().input);
        let value = given.optional(index, value);
        self.options.refuse(given.into_wrong());
        self.map(|operation| change(operation, value))
    }

    /// Sets a parameter that is a list whose items may also be given as text, by its index.
    /// Generated code uses it.
    #[doc(hidden)]
    pub fn set_list<T, M, A: Argument<T, M>>(
        mut self,
        index: usize,
        values: impl IntoIterator<Item = A>,
        change: impl FnOnce(O, Vec<T>) -> O,
    ) -> Self {
        let mut given = TypedArguments::new(table_of::<O>().input);
        let values = given.list(index, values);
        self.options.refuse(given.into_wrong());
        self.map(|operation| change(operation, values))
    }

    /// Adds the errors of parameters whose texts could not be parsed. Generated code uses it.
    #[doc(hidden)]
    pub fn arguments(mut self, arguments: TypedArguments) -> Self {
        self.options.refuse(arguments.into_wrong());
        self
    }

    option_setters!(options, "this call", "this call with all of its attempts", "this call is");

    /// Sends the call and returns the body of the response.
    pub async fn send(self) -> Result<O::Output, Error> {
        self.reply().await.map(Reply::into_body)
    }

    /// Sends the call and returns the body with status, headers and raw bytes.
    pub async fn reply(self) -> Result<Reply<O::Output>, Error> {
        let (operation, mut value) = (table_of::<O>(), O::Output::blank());
        let members = members_json(operation, &self.operation, &self.options);
        let reply = call(&self.target, operation, members, &self.options, &mut value).await?;
        Ok(Reply::new(value, reply))
    }

    /// Sends the call and returns the body with the headers of the response, read as the type that
    /// the operation describes for them.
    pub async fn with_headers<H: Read>(self) -> Result<(O::Output, H), Error> {
        let reply = self.reply().await?;
        let headers = reply.headers_as()?;
        Ok((reply.into_body(), headers))
    }

    /// Sends the call and returns the body of the response as a stream of bytes.
    pub async fn stream(self) -> Result<ByteStream, Error> {
        let operation = table_of::<O>();
        let (_, opened) = self.open().await?;
        Ok(ByteStream::new(operation, (opened.head.status, opened.head.headers), opened.body))
    }

    /// Sends the call up to the head of its response. Returns the call, which may be sent again, and the open
    /// response.
    pub(crate) fn open(self) -> BoxFuture<'static, Result<(OwnedCall, OpenResponse), Error>> {
        let operation = table_of::<O>();
        let members = members_json(operation, &self.operation, &self.options);
        open(self.target, operation, members, self.options.into_options())
    }
}

impl<O: Operation> IntoFuture for Call<O> {
    type Output = Result<O::Output, Error>;
    type IntoFuture = BoxFuture<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

/// Returns the members of a call as JSON, unless the text of a parameter was wrong.
pub(crate) fn members_json(
    operation: &'static schema::Operation,
    members: &dyn Record,
    options: &Options,
) -> Result<encode::Members, Error> {
    options.arguments().map_err(|texts| Error::invalid_request(operation.id, texts))?;
    encode::members(members).map_err(|error| error.with_operation(operation.id))
}

/// Reports a call that is refused before it has an attempt, and returns its error.
pub(crate) fn refused(
    target: &Target,
    operation: &'static schema::Operation,
    options: &Options,
    error: Error,
) -> Error {
    Attempts::new(target.client().settings(), operation, options).refuse(error)
}

/// Opens the response of a call, and returns it with the call, which may be sent again. The future is boxed, so that it
/// is not a part of the caller's future.
pub(crate) fn open(
    target: Target,
    operation: &'static schema::Operation,
    members: Result<encode::Members, Error>,
    options: Options,
) -> BoxFuture<'static, Result<(OwnedCall, OpenResponse), Error>> {
    Box::pin(async move {
        let members = members.map_err(|error| refused(&target, operation, &options, error))?;
        let asked = OwnedCall { operation, members, target, options };
        let opened = asked.open(None).await?;
        Ok((asked, opened))
    })
}

/// Sends a call and reads the result into a blank value. The future is boxed, so that it is not a part of the caller's
/// future.
pub(crate) fn call<'a>(
    target: &'a Target,
    operation: &'static schema::Operation,
    members: Result<encode::Members, Error>,
    options: &'a Options,
    value: &'a mut dyn Fill,
) -> BoxFuture<'a, Result<RawReply, Error>> {
    Box::pin(async move {
        let mut reading = into(value, operation.output);
        let mut read = |answered: UnreadResponse| answered.read_by(&mut reading);
        let members = members.map_err(|error| refused(target, operation, options, error))?;
        let response = target.client().call(operation, &members, target, options, &mut read).await;
        response.map_err(|error| error.of_token(operation, &members, options.page.is_some()))
    })
}
