//! Driver: the task that owns a websocket, keeps it open, sends, and reads.
//!
//! Input: a link, and commands of handles. Output: none; `routes` delivers responses and events.
//! The task ends when the last handle is dropped, or when reopening fails for good.

use crate::{
    Target,
    client::{Command, Masking, NO_TASK, STABLE, after},
    error::{Failure, SHOWN, shorten},
    schema::Service,
    transport::TransportError,
    websocket::{
        handshake,
        link::{Link, Message},
        routes::{BlockedEvent, NotUnderstood, Routes},
    },
};
use std::{
    collections::VecDeque,
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll},
    time::{Duration, SystemTime},
};
use tokio::{
    sync::mpsc,
    time::{Instant, Sleep, sleep},
};

/// Maximum number of messages that are read before other tasks may run.
const TURN: usize = 256;
/// Maximum wait that a refused handshake can request, as nobody is informed while the wait lasts.
const MAX_WAIT: Duration = Duration::from_secs(600);
/// Maximum duration of closing a connection.
const FAREWELL: Duration = Duration::from_secs(2);

/// Owner of a websocket, over all of its connections.
pub(crate) struct Driver {
    service: &'static Service,
    target: Target,
    commands: mpsc::UnboundedReceiver<Command>,
    routes: Routes,
    /// Events that wait for room in their buffers, in order.
    full: VecDeque<BlockedEvent>,
    /// Time at which the server last sent anything.
    alive: SystemTime,
}

/// Reason for the end of a connection.
enum End {
    /// All handles were dropped.
    Unused,
    Lost(String),
}

/// State of the keep-alive.
enum Pulse {
    Resting,
    /// A ping was sent, and the server must send something.
    Pinged,
}

impl Driver {
    pub(crate) fn new(service: &'static Service, target: Target, commands: mpsc::UnboundedReceiver<Command>) -> Self {
        let routes = Routes::new(target.client().clone());
        Self { service, target, commands, routes, full: VecDeque::new(), alive: SystemTime::now() }
    }

    /// Serves one connection after another.
    pub(crate) async fn run(mut self, mut link: Link) {
        let mut failed = 0;
        loop {
            let since = Instant::now();
            match self.serve(&mut link).await {
                End::Unused => return drop(tokio::time::timeout(FAREWELL, link.close()).await),
                End::Lost(cause) => {
                    // The lost connection is closed before another one is opened.
                    let _ = { link };
                    if since.elapsed() >= STABLE {
                        failed = 0;
                    }
                    self.lose(&cause);
                    match self.reconnect(&mut failed, cause).await {
                        Some(next) => link = next,
                        None => return,
                    }
                }
            }
        }
    }

    /// Adds the blocked events to their buffers, and fails the pending requests.
    fn lose(&mut self, cause: &str) {
        #[cfg(feature = "tracing")]
        tracing::warn!(target: "chainloom", service = self.service.name, cause, "websocket connection lost");
        for BlockedEvent { subscriber, event } in self.full.drain(..) {
            subscriber.push_now(event);
        }
        self.routes.lose(cause, self.alive);
    }

    /// Opens the next connection; `None` if reconnecting was given up.
    async fn reconnect(&mut self, failed: &mut u32, mut cause: String) -> Option<Link> {
        let client = self.target.client().clone();
        let websocket = &client.settings().websocket;
        let policy = &websocket.reconnect;
        let (mut asked, mut reason) = (None, cause.clone());
        loop {
            *failed = failed.saturating_add(1);
            if *failed >= policy.most_attempts() {
                self.give_up(&cause);
                return None;
            }
            let wait = policy.wait(*failed, asked);
            #[cfg(feature = "tracing")]
            tracing::debug!(target: "chainloom", service = self.service.name, ?wait, "websocket waits to be opened again");
            websocket.retries(self.service, *failed, wait, || reason.clone());
            tokio::time::sleep(wait).await;
            if self.commands.is_closed() {
                return None;
            }
            match handshake::open_once(self.service, &self.target, Duration::MAX).await {
                Ok(link) => return Some(link),
                Err(error) => {
                    (cause, asked) = (error.to_string(), error.retry_after().map(|asked| asked.min(MAX_WAIT)));
                    reason = error.failure_text();
                    self.refuse(&cause);
                }
            }
        }
    }

    /// Fails the calls that wait to be sent.
    fn refuse(&mut self, cause: &str) {
        while let Ok(command) = self.commands.try_recv() {
            match command {
                Command::Call(call) => {
                    let error = TransportError::connect(format!("the websocket cannot be opened: {cause}"));
                    let _ = call.reply.send(Err(Failure::Transport(error)));
                }
                Command::Cancel(_) => self.routes.command(command),
            }
        }
    }

    /// Ends calls and subscriptions, as the connection is not reopened.
    fn give_up(&mut self, cause: &str) {
        self.commands.close();
        self.routes.give_up(cause);
        self.refuse(cause);
    }

    /// Sends and reads until the connection ends; returns the reason.
    async fn serve(&mut self, link: &mut Link) -> End {
        let settings = self.target.client().settings();
        let (ping, pong, timeout) = (settings.websocket.ping, settings.websocket.pong, settings.timeout);
        self.routes.begin(timeout);
        self.alive = SystemTime::now();
        let (mut timer, mut pulse, mut is_alive) = (Box::pin(sleep(ping)), Pulse::Resting, true);
        poll_fn(|context| {
            if let Some(end) = self.step(link, &mut is_alive, context) {
                return Poll::Ready(end);
            }
            while timer.as_mut().poll(context).is_ready() {
                if let Err(cause) = self.check_heartbeat(link, &mut pulse, &mut is_alive, timer.as_mut(), (ping, pong))
                {
                    return Poll::Ready(End::Lost(cause));
                }
                // Wakes the task to send the ping now.
                context.waker().wake_by_ref();
            }
            Poll::Pending
        })
        .await
    }

    /// Sends and reads as far as possible without waiting; returns the reason if the connection
    /// ends.
    fn step(&mut self, link: &mut Link, is_alive: &mut bool, context: &mut Context<'_>) -> Option<End> {
        let moved = self.send(link, context).and_then(|end| match end {
            Some(end) => Ok(Some(end)),
            None => self.read(link, is_alive, context).map(|()| None),
        });
        moved.unwrap_or_else(|cause| Some(End::Lost(self.redact_cause(cause))))
    }

    /// Shortens the cause of a lost link to one line without secrets. It may contain text of the
    /// server.
    fn redact_cause(&self, cause: String) -> String {
        shorten(&Masking::of_client(self.target.client().clone()).redact(cause), SHOWN)
    }

    /// Sends queued messages and processes commands, as far as possible. Returns the end if no handle is left.
    fn send(&mut self, link: &mut Link, context: &mut Context<'_>) -> Result<Option<End>, String> {
        let mut is_unused = false;
        while let Poll::Ready(ready) = link.poll_ready(context) {
            ready?;
            if let Some(text) = self.routes.out.pop_front() {
                link.send(text)?;
                continue;
            }
            match self.commands.poll_recv(context) {
                Poll::Ready(Some(command)) => self.routes.command(command),
                Poll::Ready(None) => {
                    is_unused = true;
                    break;
                }
                Poll::Pending => break,
            }
        }
        if let Poll::Ready(flushed) = link.poll_flush(context) {
            flushed?;
        }
        Ok(is_unused.then_some(End::Unused))
    }

    /// Reads messages until none is left, a buffer is full, or other tasks must run. Sets `is_alive` if
    /// something came.
    fn read(&mut self, link: &mut Link, is_alive: &mut bool, context: &mut Context<'_>) -> Result<(), String> {
        for _ in 0..TURN {
            while let Some(BlockedEvent { subscriber, event }) = self.full.front() {
                // The silence is due to the full buffer, not the server.
                *is_alive = true;
                if subscriber.poll_room(event.len(), context).is_pending() {
                    return Ok(());
                }
                if let Some(BlockedEvent { subscriber, event }) = self.full.pop_front() {
                    subscriber.push(event);
                }
            }
            let Poll::Ready(message) = link.poll_message(context) else { return Ok(()) };
            let message = message?;
            (*is_alive, self.alive) = (true, SystemTime::now());
            match message {
                Message::Text(text) => {
                    self.full = self.routes.process_text(&text).into();
                    if let Some(cause) = self.routes.take_refused() {
                        return Err(format!("the server refuses the repeated subscription: {cause}"));
                    }
                }
                Message::Binary(size) => {
                    self.routes.not_understood(&NotUnderstood::Message("it is binary, and no text"), size)
                }
                Message::Alive => {}
            }
        }
        context.waker().wake_by_ref();
        Ok(())
    }

    /// Sends a ping, or checks whether the server has sent anything since the last ping.
    fn check_heartbeat(
        &self,
        link: &mut Link,
        pulse: &mut Pulse,
        is_alive: &mut bool,
        timer: Pin<&mut Sleep>,
        (ping, pong): (Duration, Duration),
    ) -> Result<(), String> {
        if self.routes.is_overdue(Instant::now()) {
            return Err("the server does not respond to the repeated subscription".to_owned());
        }
        match pulse {
            Pulse::Resting => {
                link.ping()?;
                (*pulse, *is_alive) = (Pulse::Pinged, false);
                timer.reset(after(pong));
            }
            Pulse::Pinged if *is_alive => {
                *pulse = Pulse::Resting;
                timer.reset(after(ping.saturating_sub(pong)));
            }
            Pulse::Pinged => return Err(format!("nothing was received from the server within {pong:?} after a ping")),
        }
        Ok(())
    }
}

/// Ends calls and subscriptions if the task is dropped, because its tokio runtime has ended.
impl Drop for Driver {
    fn drop(&mut self) {
        self.routes.lose(NO_TASK, self.alive);
        self.give_up(NO_TASK);
    }
}
