//! The running gateway: a task for the signalling, and the links of its clients.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};

use crate::config::GatewayConfig;
use crate::control::{CallControl, CallId, CallSide, ControlCommand, SimulatedCustomer};
use crate::http;
use crate::media::{self, MediaEvent, MediaHandle};
use crate::signalling::{Input, LinkId, Output, Signalling};

/// Ids are integers that JavaScript can hold.
const ID_MASK: u64 = (1 << 53) - 1;

/// A running gateway. Clones are the same gateway; it ends when the last one and its router are dropped.
#[derive(Clone, Debug)]
pub struct Gateway {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    messages: UnboundedSender<Message>,
    last_link: AtomicU64,
    media_address: SocketAddr,
}

enum Message {
    Open { link: LinkId, frames: UnboundedSender<Value> },
    Input(Input),
}

impl Gateway {
    /// Binds the media socket and starts the gateway on the current tokio runtime.
    ///
    /// # Errors
    /// The socket cannot be bound, or the system has no random numbers.
    pub fn start(config: GatewayConfig, control: Arc<dyn CallControl>) -> io::Result<Self> {
        getrandom::u64().map_err(io::Error::other)?;
        let (media, events) = media::start(config.media, config.advertise, config.limits)?;
        let (messages, receiver) = unbounded_channel();
        let signalling = Signalling::new(config.signalling, Arc::clone(&control), Box::new(random_id));
        let media_address = media.address;
        tokio::spawn(Driver { signalling, control, media, links: HashMap::new() }.run(receiver, events));
        Ok(Self { shared: Arc::new(Shared { messages, last_link: AtomicU64::new(0), media_address }) })
    }

    /// The routes `/ws` (WebSocket, sub-protocol `janus-protocol`) and `/janus` (HTTP with long poll).
    pub fn router(&self) -> Router {
        http::router(self.clone())
    }

    /// Address that browsers send media to.
    #[must_use]
    pub fn media_address(&self) -> SocketAddr {
        self.shared.media_address
    }

    /// A simulated customer calls `to`.
    pub fn customer_call(&self, from: &str, to: &str, customer: SimulatedCustomer) -> CallId {
        let call = CallId(random_id());
        self.execute(ControlCommand::CustomerCall { call, from: from.into(), to: to.into(), customer });
        call
    }

    /// Ends a call, for the contact centre (`None`) or for a simulated side.
    pub fn hang_up(&self, call: CallId, by: Option<CallSide>) {
        self.execute(ControlCommand::HangUp { call, by });
    }

    /// Carries out a command; one about a call that has ended changes nothing.
    pub fn execute(&self, command: ControlCommand) {
        self.input(Input::Control(command));
    }

    fn input(&self, input: Input) {
        // The task lives as long as this sender, unless the runtime is shutting down.
        if self.shared.messages.send(Message::Input(input)).is_err() {
            tracing::debug!("the gateway has ended");
        }
    }

    /// Opens a link. Frames for it arrive at the link.
    pub(crate) fn open_link(&self) -> Link {
        let id = LinkId(self.shared.last_link.fetch_add(1, Ordering::Relaxed) + 1);
        let (frames, receiver) = unbounded_channel();
        if self.shared.messages.send(Message::Open { link: id, frames }).is_err() {
            tracing::debug!("the gateway has ended");
        }
        Link { id, gateway: self.clone(), frames: receiver }
    }
}

/// A link of a client; dropping it closes it.
pub(crate) struct Link {
    pub id: LinkId,
    gateway: Gateway,
    frames: UnboundedReceiver<Value>,
}

impl Link {
    /// Sends an input of this link.
    pub fn input(&self, input: Input) {
        self.gateway.input(input);
    }

    /// The next frame for the client; `None` when the gateway has ended.
    pub async fn next_frame(&mut self) -> Option<Value> {
        self.frames.recv().await
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.gateway.input(Input::LinkClosed { link: self.id });
    }
}

/// The task of the signalling.
struct Driver {
    signalling: Signalling,
    control: Arc<dyn CallControl>,
    media: MediaHandle,
    links: HashMap<LinkId, UnboundedSender<Value>>,
}

impl Driver {
    async fn run(mut self, mut messages: UnboundedReceiver<Message>, mut events: UnboundedReceiver<MediaEvent>) {
        let started = Instant::now();
        loop {
            let wake = self.signalling.next_wake().and_then(|at| started.checked_add(at));
            let input = tokio::select! {
                message = messages.recv() => match message {
                    Some(Message::Input(input)) => input,
                    Some(Message::Open { link, frames }) => {
                        self.links.insert(link, frames);
                        continue;
                    }
                    None => return,
                },
                event = events.recv() => match event {
                    Some(event) => Input::Media(event),
                    None => return tracing::error!("the media thread has ended"),
                },
                () = wait_until(wake) => Input::Wake,
            };
            if let Input::LinkClosed { link } = &input {
                self.links.remove(link);
            }
            self.process(input, started.elapsed());
        }
    }

    fn process(&mut self, input: Input, now: Duration) {
        for output in self.signalling.handle(input, now) {
            match output {
                Output::Send { link, message } => {
                    // A link that closed in between has no receiver; its session learns it by `LinkClosed`.
                    if let Some(frames) = self.links.get(&link)
                        && frames.send(message).is_err()
                    {
                        self.links.remove(&link);
                    }
                }
                Output::Media(command) => self.media.send(command),
                Output::Fact(fact) => self.control.report(fact),
            }
        }
    }
}

async fn wait_until(wake: Option<Instant>) {
    match wake {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}

fn random_id() -> u64 {
    // `start` has seen the generator work, and it does not fail after that.
    loop {
        if let Ok(number) = getrandom::u64() {
            return number & ID_MASK;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn identifiers_of_sessions_differ_and_are_exact_in_javascript() {
        let ids: BTreeSet<u64> = (0..100).map(|_| random_id()).collect();
        assert_eq!(ids.len(), 100);
        assert!(ids.iter().all(|id| *id < 1 << 53));
    }
}
