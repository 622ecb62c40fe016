//! Subscription before it begins.
//!
//! Input: a target, and the parameters of the subscription. Output: a stream of events. The options
//! apply to this subscription only.

use crate::{
    Argument, Client, Error, OptionalArgument, Read, Record, Subscription, Target,
    call::{members_json, refused},
    client::{Masking, Options, Socket, Via, within},
    encode::{self, TypedArguments},
    error::Failure,
    events::{Bounds, Item, Overflow, Subscriber},
    json::ReadLimits,
    response::UnreadResponse,
    schema::{self, Type},
    stream::{
        backfill::{Backfill, BackfillItem},
        subscription::Source,
    },
    transport::BoxFuture,
    websocket,
};
use std::{
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

/// A subscription with its parameters as the fields of a plain struct.
///
/// Generated code implements this trait for the structs of the modules `calls`.
pub trait Subscribes: Record + Send + Sync + 'static {
    /// Type of an event.
    type Item: Read + Send + 'static;

    /// Returns the table of the subscription.
    fn schema() -> &'static schema::Subscription;
}

/// A prepared subscription with its target. Await the value to begin the subscription.
#[derive(Clone)]
#[must_use = "a subscription does nothing until it is awaited"]
pub struct Subscribe<S> {
    target: Target,
    subscription: S,
    options: Options,
    bounds: Bounds,
    /// Maximum number of heights that are fetched per gap; `None` without backfill.
    backfill: Option<u64>,
}

impl<S: Subscribes> Subscribe<S> {
    /// Prepares a subscription.
    pub fn new(target: Target, subscription: S) -> Self {
        Self { target, subscription, options: Options::default(), bounds: Bounds::default(), backfill: None }
    }

    /// Replaces the parameters before the subscription begins.
    pub fn map(self, change: impl FnOnce(S) -> S) -> Self {
        Self { subscription: change(self.subscription), ..self }
    }

    /// Sets the parameter at `index`, given as a value or as text. Generated code uses it.
    #[doc(hidden)]
    pub fn set<T, M>(
        mut self,
        index: usize,
        value: impl OptionalArgument<T, M>,
        change: impl FnOnce(S, Option<T>) -> S,
    ) -> Self {
        let mut given = TypedArguments::new(S::schema().input);
        let value = given.optional(index, value);
        self.options.refuse(given.into_wrong());
        self.map(|subscription| change(subscription, value))
    }

    /// Sets the list parameter at `index`, with items given as values or as text. Generated code
    /// uses it.
    #[doc(hidden)]
    pub fn set_list<T, M, A: Argument<T, M>>(
        mut self,
        index: usize,
        values: impl IntoIterator<Item = A>,
        change: impl FnOnce(S, Vec<T>) -> S,
    ) -> Self {
        let mut given = TypedArguments::new(S::schema().input);
        let values = given.list(index, values);
        self.options.refuse(given.into_wrong());
        self.map(|subscription| change(subscription, values))
    }

    crate::setters! {
        /// Adds the errors in parameters given as text. Generated code uses it.
        #[doc(hidden)]
        pub fn arguments(self, arguments: TypedArguments) { self.options.refuse(arguments.into_wrong()); }

        /// Sets the timeout of an attempt to begin, instead of the client's timeout.
        pub fn timeout(self, timeout: Duration) { self.options.timeout = Some(timeout); }

        /// Sets how long it may take to begin, with the handshake of a websocket and all attempts. By default, each of
        /// these has the client's deadline. The stream has none.
        pub fn deadline(self, deadline: Duration) { self.options.deadline = Some(deadline); }

        /// Sets the size of the buffer for events that wait for the reader, in events and in bytes of
        /// JSON. The default is 16,384 events and 64 MiB. The buffer always has room for one event.
        pub fn buffer(self, events: usize, bytes: usize) {
            (self.bounds.events, self.bounds.bytes) = (events.max(1), bytes);
        }

        /// Sets what happens to events when the buffer is full.
        pub fn overflow(self, overflow: Overflow) { self.bounds.overflow = overflow; }

        /// Fetches missed events after a gap, in order, before later events are returned. `most` is the
        /// maximum number of heights, such as blocks, per gap: the latest ones are fetched, and the
        /// others are reported as a gap.
        ///
        /// A filled gap is not returned. An event that was both fetched and pushed is returned once. If
        /// blocks were replaced, the stream returns a gap with the reason
        /// [`GapReason::Reorganized`](crate::GapReason), and then the valid events. If the spec
        /// of the subscription has no backfill, the subscription fails.
        ///
        /// The guarantee is the table in `docs/websocket.md`.
        pub fn backfill(self, most: u64) { self.backfill = Some(most); }
    }

    /// Begins the subscription over the websocket of the target, or else over one that the client
    /// opens and shares.
    ///
    /// # Errors
    ///
    /// A parameter is invalid, the websocket cannot be opened, or the server refuses the
    /// subscription.
    pub async fn send(self) -> Result<Subscription<S::Item>, Error> {
        let description = S::schema();
        let members = members_json(&description.call, &self.subscription, &self.options);
        begin(description, self.target, members, self.options, (self.bounds, self.backfill))
            .await
            .map(Subscription::new)
    }
}

impl<S: Subscribes> IntoFuture for Subscribe<S> {
    type Output = Result<Subscription<S::Item>, Error>;
    type IntoFuture = BoxFuture<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

crate::debug_fields!(Subscribe<S: Subscribes>, self, subscription: S::schema().id, bounds: self.bounds);

/// A subscription that has begun; dropping it ends the subscription.
pub(crate) struct ActiveSubscription {
    client: Client,
    pub(crate) socket: Socket,
    pub(crate) subscriber: Arc<Subscriber>,
    /// Backfill of gaps, if requested.
    pub(crate) backfill: Option<Box<Backfill>>,
}

impl Drop for ActiveSubscription {
    fn drop(&mut self) {
        // A subscription that has not begun ends when its response arrives.
        if self.subscriber.close() {
            self.socket.cancel(&self.subscriber);
        }
    }
}

impl Source for ActiveSubscription {
    fn id_and_type(&self) -> (&'static str, Type) {
        let description = self.subscriber.description;
        (description.id, description.item)
    }

    fn limits(&self) -> ReadLimits {
        self.client.settings().read_limits()
    }

    fn masking(&self) -> Option<Masking> {
        Some(Masking::of_client(self.client.clone()))
    }

    fn take_back(&mut self, event: &str) -> Option<u64> {
        self.backfill.as_mut()?.take_back(event)
    }

    /// Returns the next item; with backfill, the events that fill a gap precede later items.
    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Item, Error>>> {
        let Some(backfill) = &mut self.backfill else { return self.subscriber.poll_next(context) };
        loop {
            match ready!(backfill.poll_next(context)) {
                Some(BackfillItem::Event(event)) => return Poll::Ready(Some(Ok(Item::Event(event)))),
                Some(BackfillItem::Gap(gap)) => return Poll::Ready(Some(Ok(Item::Gap(gap)))),
                None => {}
            }
            match ready!(self.subscriber.poll_next(context)) {
                Some(Ok(Item::Gap(gap))) => backfill.gap(gap),
                Some(Ok(Item::Event(mut event))) => {
                    event.locate();
                    backfill.push(event);
                }
                other => return Poll::Ready(other),
            }
        }
    }
}

/// Begins a subscription, within its deadline. Without type parameters, the function is compiled once.
pub(super) fn begin(
    description: &'static schema::Subscription,
    target: Target,
    members: Result<encode::Members, Error>,
    options: Options,
    bounds: (Bounds, Option<u64>),
) -> BoxFuture<'static, Result<ActiveSubscription, Error>> {
    let deadline = options.deadline;
    let begun = begin_unbounded(description, target, members, options, bounds);
    let Some(deadline) = deadline else { return begun };
    let failed = |failure| Error::new(Some(description.id), failure);
    Box::pin(async move {
        let bounded = within(deadline, begun).map_err(failed)?;
        bounded.await.unwrap_or_else(|_| Err(failed(Failure::Timeout(deadline))))
    })
}

fn begin_unbounded(
    description: &'static schema::Subscription,
    target: Target,
    members: Result<encode::Members, Error>,
    options: Options,
    (bounds, backfill): (Bounds, Option<u64>),
) -> BoxFuture<'static, Result<ActiveSubscription, Error>> {
    Box::pin(async move {
        let members = members.map_err(|error| refused(&target, &description.call, &options, error))?;
        let socket = match target.via() {
            Some(via) => via.socket.clone(),
            None => websocket::shared_socket(description.service, &target).await?,
        };
        let target = target.without_socket();
        let subscriber = Arc::new(Subscriber::new(description, target.instance().clone(), members.clone(), bounds));
        // Dropping this future also ends the subscription.
        let (client, begins) = (target.client().clone(), Arc::clone(&subscriber));
        let mut begun = ActiveSubscription { client, socket: socket.clone(), subscriber: begins, backfill: None };
        let calls = target.clone().over_websocket(Via { socket: socket.clone(), subscriber: None });
        let over = target.over_websocket(Via { socket, subscriber: Some(subscriber) });
        // The height is read before the subscription begins: the connection may be lost right after
        // that, and all missing events then lie above this height.
        if let Some(most) = backfill {
            begun.backfill = Some(Box::new(Backfill::begin(description, calls, members.clone(), most).await?));
        }
        let client = over.client();
        client.call(&description.call, &members, &over, &options, &mut UnreadResponse::into_raw).await?;
        Ok(begun)
    })
}
