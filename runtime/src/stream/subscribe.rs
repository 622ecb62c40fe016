//! Subscription before it begins.
//!
//! Input: a target, and the parameters of the subscription. Output: a stream of events. Its options
//! apply to this subscription alone.

use crate::{
    Argument, Client, Error, OptionalArgument, Read, Record, Subscription, Target,
    call::{refused, written},
    client::{Masking, Options, Socket, Via},
    encode::{self, TypedArguments},
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
    fmt,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

/// A subscription with its parameters, which are the fields of a plain struct.
///
/// Generated code implements it for the structs of the modules `calls`. It cannot be implemented by
/// hand.
pub trait Subscribes: Record + Send + Sync + 'static {
    /// The type of an event.
    type Item: Read + Send + 'static;

    /// Returns the description of the subscription.
    fn schema() -> &'static schema::Subscription;
}

/// A subscription that is ready to begin, and the target to send it to. Await it to begin it.
#[derive(Clone)]
#[must_use = "a subscription does nothing until it is awaited"]
pub struct Subscribe<S> {
    target: Target,
    subscription: S,
    options: Options,
    bounds: Bounds,
    /// The most heights that are fetched for a gap.
    backfill: Option<u64>,
}

impl<S: Subscribes> Subscribe<S> {
    /// Prepares a subscription.
    pub fn new(target: Target, subscription: S) -> Self {
        Self { target, subscription, options: Options::default(), bounds: Bounds::default(), backfill: None }
    }

    /// Changes the parameters before it begins.
    pub fn map(self, change: impl FnOnce(S) -> S) -> Self {
        Self { subscription: change(self.subscription), ..self }
    }

    /// Sets a parameter that may also be given as text, by its index. Generated code uses it.
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

    /// Sets a parameter that is a list whose items may also be given as text, by its index.
    /// Generated code uses it.
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

    /// Adds the errors in the texts of parameters. Generated code uses it.
    #[doc(hidden)]
    pub fn arguments(mut self, arguments: TypedArguments) -> Self {
        self.options.refuse(arguments.into_wrong());
        self
    }

    /// Sets the timeout of an attempt to begin, in place of the client's.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// Sets how much may wait for its reader: this many events, and this many bytes of JSON. The
    /// default is 16,384 events and 64 MiB. One event always has room.
    pub fn buffer(mut self, events: usize, bytes: usize) -> Self {
        (self.bounds.events, self.bounds.bytes) = (events.max(1), bytes);
        self
    }

    /// Sets what happens to events that find no room.
    pub fn overflow(mut self, overflow: Overflow) -> Self {
        self.bounds.overflow = overflow;
        self
    }

    /// Fetches missed events after a gap, in order, before later events are given. `most` is the
    /// maximum number of heights, such as blocks, for a gap: the latest ones are fetched, and what
    /// is left out stays a gap.
    ///
    /// A gap that is filled is not given. An event that comes from both ways is given once. Where
    /// blocks were replaced, there is a gap with the reason
    /// [`GapReason::Reorganized`](crate::GapReason), and behind it what holds now. Where the
    /// description does not say how events are fetched, the subscription fails.
    ///
    /// The guarantee is the table in `docs/websocket.md`.
    pub fn backfill(mut self, most: u64) -> Self {
        self.backfill = Some(most);
        self
    }

    /// Begins the subscription: over the websocket of the target, or over one that the client opens
    /// and shares.
    pub async fn send(self) -> Result<Subscription<S::Item>, Error> {
        let description = S::schema();
        let members = written(&description.call, &self.subscription, &self.options);
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

impl<S: Subscribes> fmt::Debug for Subscribe<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Subscribe")
            .field("subscription", &S::schema().id)
            .field("bounds", &self.bounds)
            .finish_non_exhaustive()
    }
}

/// A subscription that has begun. It is ended when it is dropped.
pub(crate) struct ActiveSubscription {
    client: Client,
    pub(crate) socket: Socket,
    pub(crate) subscriber: Arc<Subscriber>,
    /// How gaps are filled, where that was asked for.
    pub(crate) backfill: Option<Box<Backfill>>,
}

impl Drop for ActiveSubscription {
    fn drop(&mut self) {
        // What has not begun ends where its response comes.
        if self.subscriber.close() {
            self.socket.cancel(&self.subscriber);
        }
    }
}

impl Source for ActiveSubscription {
    fn about(&self) -> (&'static str, Type) {
        let description = self.subscriber.description;
        (description.id, description.item)
    }

    fn limits(&self) -> ReadLimits {
        self.client.settings().read_limits()
    }

    fn masking(&self) -> Option<Masking> {
        Some(Masking::of_client(self.client.clone()))
    }

    /// Where gaps are filled, that comes before later items.
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
                    event.look();
                    backfill.push(event);
                }
                other => return Poll::Ready(other),
            }
        }
    }
}

/// Without types, so that it is compiled once.
pub(super) fn begin(
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
            None => websocket::shared(description.service, &target).await?,
        };
        let target = target.without_socket();
        let subscriber = Arc::new(Subscriber::new(description, target.instance().clone(), members.clone(), bounds));
        // Ended also where this future is dropped.
        let (client, begins) = (target.client().clone(), Arc::clone(&subscriber));
        let mut begun = ActiveSubscription { client, socket: socket.clone(), subscriber: begins, backfill: None };
        let calls = target.clone().over(Via { socket: socket.clone(), subscriber: None });
        let over = target.over(Via { socket, subscriber: Some(subscriber) });
        // Before the subscription begins: the connection may be lost as soon as it has begun, and all
        // that is missing then lies above this height.
        if let Some(most) = backfill {
            begun.backfill = Some(Box::new(Backfill::begin(description, calls, members.clone(), most).await?));
        }
        let client = over.client();
        client.call(&description.call, &members, &over, &options, &mut UnreadResponse::into_raw).await?;
        Ok(begun)
    })
}
