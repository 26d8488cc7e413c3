//! The running gateway: a task for the signalling, and the links of its clients.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use crate::config::{GatewayConfig, LinkLimits};
use crate::control::{CallControl, CallId, CallSide, ControlCommand, SimulatedCustomer};
use crate::http;
use crate::media::{self, MediaEvent, MediaHandle};
use crate::signalling::{Input, LinkId, Output, Signalling};

/// Ids are integers that JavaScript can represent exactly.
const ID_MASK: u64 = (1 << 53) - 1;

/// A running gateway. Clones are the same gateway; it ends when the last one and its router are dropped.
#[derive(Clone, Debug)]
pub struct Gateway {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    /// This channel needs no bound because each sender is bounded: a link has at most one unprocessed input besides its begin
    /// and its end, and the contact centre sends a command only for a fact or a request.
    messages: UnboundedSender<Message>,
    last_link: AtomicU64,
    media_address: SocketAddr,
    media_works: Arc<AtomicBool>,
    links: LinkLimits,
}

enum Message {
    Open {
        link: LinkId,
        address: Option<String>,
        output: LinkOutput,
    },
    /// An input of a link; the link reads its next one after this one was processed.
    FromLink {
        input: Input,
        taken: oneshot::Sender<()>,
    },
    Input(Input),
}

/// The sender of the frames for a link. The link closes when this is dropped.
struct LinkOutput {
    frames: Sender<Value>,
    /// Never sent: dropping it ends `LinkFrames::cut`.
    _open: oneshot::Sender<()>,
}

impl Gateway {
    /// Binds the media socket and starts the gateway on the current tokio runtime.
    ///
    /// # Errors
    /// The socket cannot be bound, or the system has no random numbers.
    pub fn start(config: GatewayConfig, control: Arc<dyn CallControl>) -> io::Result<Self> {
        getrandom::u64().map_err(io::Error::other)?;
        let (media, events) = media::start(config.media, config.advertise, config.limits, config.recording.clone())?;
        Ok(Self::with_media(config, control, media, events))
    }

    fn with_media(
        config: GatewayConfig,
        control: Arc<dyn CallControl>,
        media: MediaHandle,
        events: UnboundedReceiver<MediaEvent>,
    ) -> Self {
        let (messages, receiver) = unbounded_channel();
        let signalling = Signalling::new(config.signalling, Arc::clone(&control), Box::new(random_id));
        let media_address = media.address;
        let media_works = Arc::new(AtomicBool::new(true));
        let driver =
            Driver { signalling, control, media, media_works: Arc::clone(&media_works), links: HashMap::new() };
        tokio::spawn(driver.run(receiver, events));
        let last_link = AtomicU64::new(0);
        Self { shared: Arc::new(Shared { messages, last_link, media_address, media_works, links: config.links }) }
    }

    /// Whether calls can be made: `false` after the signalling or the media failed for good, until the process restarts.
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.shared.media_works.load(Ordering::Relaxed) && !self.shared.messages.is_closed()
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

    /// Carries out a command; a command for an ended call is answered by the fact of its end.
    pub fn execute(&self, command: ControlCommand) {
        self.input(Input::Control(command));
    }

    fn input(&self, input: Input) {
        self.send(Message::Input(input));
    }

    fn send(&self, message: Message) {
        // The task lives as long as this sender, unless the runtime is shutting down.
        if self.shared.messages.send(message).is_err() {
            tracing::debug!("the gateway has ended");
        }
    }

    pub(crate) fn link_limits(&self) -> &LinkLimits {
        &self.shared.links
    }

    /// Opens a link for a client with this network address. The second value receives the frames for the client.
    pub(crate) fn open_link(&self, address: Option<String>) -> (Link, LinkFrames) {
        let link = LinkId(self.shared.last_link.fetch_add(1, Ordering::Relaxed) + 1);
        let (frames, receiver) = channel(self.shared.links.waiting_frames.max(1));
        let (open, closed) = oneshot::channel();
        self.send(Message::Open { link, address, output: LinkOutput { frames, _open: open } });
        (Link { id: link, gateway: self.clone() }, LinkFrames { frames: receiver, closed })
    }
}

/// A link of a client; dropping it closes it.
pub(crate) struct Link {
    pub id: LinkId,
    gateway: Gateway,
}

impl Link {
    /// Sends an input of this link and waits until the signalling has processed it.
    pub async fn input(&self, input: Input) {
        let (taken, is_taken) = oneshot::channel();
        self.gateway.send(Message::FromLink { input, taken });
        // An error means that the gateway has ended, which `LinkFrames` reports.
        let _ = is_taken.await;
    }
}

/// The frames for the client of a link.
pub(crate) struct LinkFrames {
    frames: Receiver<Value>,
    closed: oneshot::Receiver<()>,
}

impl LinkFrames {
    /// The next frame for the client; `None` when the gateway has ended or cut the link.
    pub async fn next(&mut self) -> Option<Value> {
        self.frames.recv().await
    }

    /// Completes when the gateway cuts the link, even while frames wait, because the client does not read them.
    pub async fn next_or_cut<T>(&mut self, using_frames: impl AsyncFnOnce(&mut Receiver<Value>) -> T) -> Option<T> {
        tokio::select! {
            used = using_frames(&mut self.frames) => Some(used),
            _ = &mut self.closed => None,
        }
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
    media_works: Arc<AtomicBool>,
    links: HashMap<LinkId, LinkOutput>,
}

impl Driver {
    /// The channel of the events needs no bound: the media create a few events for a command, and a few for each leg (packets
    /// come or no longer come, a key was pressed, the connection ended), whatever packets they receive.
    async fn run(mut self, mut messages: UnboundedReceiver<Message>, mut events: UnboundedReceiver<MediaEvent>) {
        let started = Instant::now();
        loop {
            let wake = self.signalling.next_wake().and_then(|at| started.checked_add(at));
            // Dropped when the input was processed.
            let mut _taken = None;
            let input = tokio::select! {
                message = messages.recv() => match message {
                    Some(Message::Input(input)) => input,
                    Some(Message::FromLink { input, taken }) => {
                        _taken = Some(taken);
                        input
                    }
                    Some(Message::Open { link, address, output }) => {
                        self.links.insert(link, output);
                        Input::LinkOpened { link, address }
                    }
                    None => return,
                },
                event = events.recv(), if self.media_works.load(Ordering::Relaxed) => match event {
                    Some(event) => Input::Media(event),
                    None => {
                        tracing::error!("the media thread has ended, calls are not possible");
                        self.media_works.store(false, Ordering::Relaxed);
                        Input::MediaEnded
                    }
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
                    // A link that closed meanwhile has no receiver. A link whose client does not read has a full buffer and is
                    // cut. Its session gets `LinkClosed`.
                    if let Some(output) = self.links.get(&link)
                        && output.frames.try_send(message).is_err()
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
    // `start` has tested the random generator, and it does not fail after that.
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
    use crate::control::{CallFact, CallOrigin, EndCause, Route};

    struct Facts(UnboundedSender<CallFact>);

    impl CallControl for Facts {
        fn admits(&self, _: Option<&str>, _: Option<&str>) -> bool {
            true
        }

        fn may_register(&self, _: &str, _: &str) -> bool {
            true
        }

        fn claims_after_reload(&self, _: &str) -> bool {
            false
        }

        fn may_call(&self, _: &str) -> bool {
            true
        }

        fn route(&self, _: CallOrigin<'_>, _: &str) -> Route {
            Route::Queue
        }

        fn report(&self, fact: CallFact) {
            // The test may have ended.
            let _ = self.0.send(fact);
        }
    }

    #[tokio::test]
    async fn the_end_of_the_media_thread_ends_calls_with_a_fact_and_is_reported_to_health_checks() {
        let (media, _commands) = MediaHandle::of_test();
        let (events, receiver) = unbounded_channel();
        let (sender, mut facts) = unbounded_channel();
        let gateway = Gateway::with_media(GatewayConfig::default(), Arc::new(Facts(sender)), media, receiver);
        let customer = SimulatedCustomer { answers_after: Duration::ZERO, hangs_up_after: None, pitch: 180.0 };
        let first = gateway.customer_call("5511", "queue", customer);
        while facts.recv().await.unwrap() != (CallFact::Queued { call: first }) {}
        assert!(gateway.is_working());
        drop(events);
        assert_eq!(facts.recv().await.unwrap(), CallFact::Ended { call: first, cause: EndCause::Released });
        assert!(!gateway.is_working());
        let call = gateway.customer_call("5511", "queue", customer);
        let (from, to) = ("5511".to_owned(), "queue".to_owned());
        assert_eq!(facts.recv().await.unwrap(), CallFact::Started { call, from, to });
        assert_eq!(facts.recv().await.unwrap(), CallFact::Ended { call, cause: EndCause::Unavailable });
    }

    #[tokio::test]
    async fn sending_an_input_of_a_link_completes_when_the_signalling_has_processed_it_and_its_answer_is_available() {
        let (media, _commands) = MediaHandle::of_test();
        let (_events, receiver) = unbounded_channel();
        let control = Arc::new(Facts(unbounded_channel().0));
        let gateway = Gateway::with_media(GatewayConfig::default(), control, media, receiver);
        let (link, mut frames) = gateway.open_link(None);
        let text = r#"{"janus":"ping","transaction":"t"}"#.to_owned();
        link.input(Input::Frame { link: link.id, text }).await;
        let answer = frames.frames.try_recv().unwrap();
        assert_eq!(answer["janus"], "pong");
    }

    #[test]
    fn identifiers_of_sessions_differ_and_are_exact_numbers_in_javascript() {
        let ids: BTreeSet<u64> = (0..100).map(|_| random_id()).collect();
        assert_eq!(ids.len(), 100);
        assert!(ids.iter().all(|id| *id < 1 << 53));
    }
}
