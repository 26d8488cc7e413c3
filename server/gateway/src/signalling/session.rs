//! One session: how its events reach the client, and how long it exists without a client.

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::Value;

use super::{LinkId, Output, SignallingConfig, message};

/// How events reach the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Events are sent at once.
    Socket(LinkId),
    /// The WebSocket closed; events wait until the session is claimed.
    Lost {
        /// When the WebSocket closed.
        since: Duration,
    },
    /// Events wait for a long poll.
    Polled(Option<Poll>),
}

/// A long poll that has no answer yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poll {
    pub link: LinkId,
    pub max_events: Option<usize>,
    pub until: Duration,
}

/// A session.
#[derive(Debug)]
pub struct Session {
    transport: Transport,
    waiting: Waiting,
    created_at: Duration,
    active_at: Duration,
    /// Whether a telephone was ever registered in the session.
    has_registered: bool,
    /// The page closed both the connection of a call and the link: it is being reloaded or was left for good.
    is_left: bool,
    /// Ids of the session's handles.
    pub handles: Vec<u64>,
}

impl Session {
    pub fn new(transport: Transport, now: Duration) -> Self {
        Self {
            transport,
            waiting: Waiting::default(),
            created_at: now,
            active_at: now,
            has_registered: false,
            is_left: false,
            handles: Vec::new(),
        }
    }

    /// The page was left with an open call.
    pub fn page_left(&mut self) {
        self.is_left = true;
    }

    pub fn touch(&mut self, now: Duration) {
        self.active_at = now;
    }

    /// A telephone was registered: the session no longer ends for lack of one.
    pub fn telephone_registered(&mut self) {
        self.has_registered = true;
    }

    /// The present link of the session.
    pub fn link(&self) -> Option<LinkId> {
        match &self.transport {
            Transport::Socket(link) => Some(*link),
            Transport::Polled(poll) => poll.as_ref().map(|poll| poll.link),
            Transport::Lost { .. } => None,
        }
    }

    /// Sends an event, or keeps it for the next link.
    pub fn deliver(&mut self, message: Value, output: &mut Vec<Output>) {
        match self.transport {
            Transport::Socket(link) => output.push(Output::Send { link, message }),
            Transport::Lost { .. } | Transport::Polled(_) => self.waiting.push(message),
        }
    }

    /// Moves the session to another link, which receives the waiting events.
    pub fn claim(&mut self, transport: Transport, output: &mut Vec<Output>) {
        self.transport = transport;
        self.is_left = false;
        if let Transport::Socket(link) = self.transport {
            output.extend(self.waiting.take(usize::MAX).into_iter().map(|message| Output::Send { link, message }));
        }
    }

    /// Closes a link; returns whether it was the session's link.
    pub fn link_closed(&mut self, closed: LinkId, now: Duration) -> bool {
        match &mut self.transport {
            Transport::Socket(link) if *link == closed => self.transport = Transport::Lost { since: now },
            Transport::Polled(poll) if poll.as_ref().is_some_and(|poll| poll.link == closed) => *poll = None,
            Transport::Socket(_) | Transport::Lost { .. } | Transport::Polled(_) => return false,
        }
        true
    }

    /// Whether the client can be reached now.
    pub fn has_link(&self) -> bool {
        matches!(self.transport, Transport::Socket(_) | Transport::Polled(Some(_)))
    }

    /// Begins a long poll. An earlier long poll gets an empty answer, so that it does not wait for ever.
    pub fn poll(&mut self, poll: Poll, output: &mut Vec<Output>) {
        let older = std::mem::replace(&mut self.transport, Transport::Polled(Some(poll)));
        if let Transport::Polled(Some(older)) = older {
            output.push(older.answer(message::keep_alive()));
        }
    }

    /// Answers the long poll if events wait or its time is over.
    pub fn answer_poll(&mut self, now: Duration, output: &mut Vec<Output>) {
        let Transport::Polled(poll) = &mut self.transport else { return };
        let Some(due) = poll.take_if(|poll| !self.waiting.is_empty() || poll.until <= now) else { return };
        self.active_at = now;
        let mut events = self.waiting.take(due.max_events.unwrap_or(1));
        let answer = match (events.len(), due.max_events) {
            (0, _) => due.answer(message::keep_alive()),
            (_, None) => due.answer(events.swap_remove(0)),
            (_, Some(_)) => Output::Send { link: due.link, message: Value::Array(events) },
        };
        output.push(answer);
    }

    /// Answers a waiting long poll that the session is over.
    pub fn finish(self, output: &mut Vec<Output>) {
        if let Transport::Polled(Some(poll)) = self.transport {
            output.push(poll.answer(message::keep_alive()));
        }
    }

    /// Whether the session is over: the client is gone for too long, takes no events, or has not registered a telephone
    /// in time.
    pub fn is_over(&self, now: Duration, config: &SignallingConfig) -> bool {
        self.waiting.exceeds(config.limits.waiting_events, config.limits.waiting_bytes)
            || self.ends_at(config).is_some_and(|at| at <= now)
    }

    /// When the session has its next deadline.
    pub fn deadline(&self, config: &SignallingConfig) -> Option<Duration> {
        let poll = match &self.transport {
            Transport::Polled(Some(poll)) => Some(poll.until),
            Transport::Socket(_) | Transport::Lost { .. } | Transport::Polled(None) => None,
        };
        [poll, self.ends_at(config)].into_iter().flatten().min()
    }

    fn ends_at(&self, config: &SignallingConfig) -> Option<Duration> {
        let without_telephone = (!self.has_registered).then(|| self.created_at + config.limits.registration_timeout);
        [without_telephone, self.silent_at(config)].into_iter().flatten().min()
    }

    fn silent_at(&self, config: &SignallingConfig) -> Option<Duration> {
        match &self.transport {
            Transport::Socket(_) | Transport::Polled(None) => Some(self.active_at + config.session_timeout),
            Transport::Lost { since } if self.is_left => Some(*since + config.return_timeout),
            Transport::Lost { since } => Some(*since + config.claim_timeout),
            Transport::Polled(Some(_)) => None,
        }
    }
}

/// Events that wait for a link or a long poll, with their size.
#[derive(Debug, Default)]
struct Waiting {
    events: VecDeque<(Value, usize)>,
    bytes: usize,
}

impl Waiting {
    fn push(&mut self, event: Value) {
        let size = event.to_string().len();
        self.bytes += size;
        self.events.push_back((event, size));
    }

    fn take(&mut self, count: usize) -> Vec<Value> {
        let taken = self.events.drain(..count.min(self.events.len()));
        let events = taken.map(|(event, size)| {
            self.bytes -= size;
            event
        });
        events.collect()
    }

    fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    fn exceeds(&self, events: usize, bytes: usize) -> bool {
        self.events.len() > events || self.bytes > bytes
    }
}

impl Poll {
    /// One frame, in a list if the client asked for lists.
    pub fn answer(&self, message: Value) -> Output {
        let message = if self.max_events.is_some() { Value::Array(vec![message]) } else { message };
        Output::Send { link: self.link, message }
    }
}
