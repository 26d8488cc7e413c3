//! Everything that is being transmitted: requests, answers, broker traffic, disk writes, each with its time of arrival;
//! and the faults that a script causes. Deliveries of the same moment arrive in the order they were sent. Which faults
//! there are for a script is in `faults` and `page`; here is only what they do to what travels.

use crate::disk::Write;
use crate::fetching::Fetch;
use crate::messaging::Attempt;
use crate::telephony::{VoiceFrame, VoiceLink};
use contact_centre::{Effect, FileOutcome, HttpRequest, WhatsAppOutcome};
use core_wasm::StoreFailure;
use core_wasm::flow::{HttpFailure, HttpReply, Mono, RequestId, StoreId};
use core_wasm::voice::VoiceReport;
use core_wasm::wire::Secret;
use messenger::OutgoingItem;
use std::collections::{BTreeMap, BTreeSet};

/// After this time a disk has finished the writes that it held.
const CATCHING_UP_MS: u64 = 500;
/// Number of writes per millisecond of a disk that catches up.
const WRITES_PER_MS: u64 = 100;

/// A fault of one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FailKind {
    /// The request does not reach the server.
    NoAnswer,
    /// The server answers with this error status and executes nothing.
    Status(u16),
    /// The server answers with this status and this JSON and executes nothing.
    Answer(u16, &'static str),
    /// The server executes the request; its answer is lost.
    LostReply,
    /// The server executes the request; its answer takes this many milliseconds longer.
    Late(u64),
    /// The server executes the request; its answer arrives twice.
    Doubled,
    /// The server executes the request; it is newer than the page, and its list has one more item that the page cannot
    /// read.
    LaterItem,
}

/// One page of one browser: a reload begins a new one, and deliveries for the old one are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Party {
    pub agent: usize,
    pub page: u32,
}

/// One broker connection, by the number its core gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LinkId {
    pub party: Party,
    pub number: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub party: Party,
    pub call: RequestId,
    /// `POST auth/login`
    pub name: String,
    pub request: HttpRequest,
    /// Time at which the browser stops waiting for the answer.
    pub deadline: Mono,
}

#[derive(Clone, Debug)]
pub(crate) enum Delivery {
    Request(Request),
    Answer {
        party: Party,
        call: RequestId,
        name: String,
        result: Result<HttpReply, HttpFailure>,
    },
    Write {
        party: Party,
        id: Option<StoreId>,
        write: Write,
    },
    Stored {
        party: Party,
        id: StoreId,
        result: Result<(), StoreFailure>,
    },
    Connect {
        link: LinkId,
        login: String,
        passcode: Secret<String>,
        heartbeat_ms: u32,
    },
    Subscribe {
        link: LinkId,
        destination: String,
    },
    Acknowledge {
        link: LinkId,
        ack: String,
    },
    Disconnect {
        link: LinkId,
    },
    Opened {
        link: LinkId,
    },
    Refused {
        link: LinkId,
    },
    Closed {
        link: LinkId,
    },
    Frame {
        link: LinkId,
        ack: String,
        redelivered: bool,
        body: String,
    },
    /// Another page of the same browser took the session.
    TabDisabled {
        party: Party,
    },
    /// A report of the page's voice ports.
    VoiceReport {
        party: Party,
        report: VoiceReport,
    },
    /// A frame for the voice gateway.
    VoiceFrame {
        link: VoiceLink,
        frame: VoiceFrame,
    },
    /// The worker of this process of the server begins to send a message of a broadcast.
    BroadcastBegins {
        process: u32,
        effect: Effect,
    },
    /// A message for the provider.
    Send(Attempt),
    /// What the provider answered.
    Sent(Attempt, WhatsAppOutcome),
    /// The server asks the provider for a file.
    Fetch(Fetch),
    /// The provider's answer to it.
    Fetched(Fetch, FileOutcome),
    /// Items that a provider reports.
    Webhook(OutgoingItem),
    /// The browser has heard nothing on this connection for two heartbeats.
    BrowserHearsNothing {
        link: LinkId,
    },
    /// The server has heard nothing on this connection for two heartbeats and its tolerance.
    ServerHearsNothing {
        link: LinkId,
    },
}

impl Delivery {
    pub fn link(&self) -> Option<LinkId> {
        match self {
            Delivery::Connect { link, .. }
            | Delivery::Subscribe { link, .. }
            | Delivery::Acknowledge { link, .. }
            | Delivery::Disconnect { link }
            | Delivery::Opened { link }
            | Delivery::Refused { link }
            | Delivery::Closed { link }
            | Delivery::Frame { link, .. } => Some(*link),
            Delivery::BrowserHearsNothing { .. } | Delivery::ServerHearsNothing { .. } => None,
            Delivery::Request(_)
            | Delivery::Answer { .. }
            | Delivery::Write { .. }
            | Delivery::Stored { .. }
            | Delivery::TabDisabled { .. }
            | Delivery::VoiceReport { .. }
            | Delivery::VoiceFrame { .. }
            | Delivery::BroadcastBegins { .. }
            | Delivery::Send(_)
            | Delivery::Sent(..)
            | Delivery::Fetch(_)
            | Delivery::Fetched(..)
            | Delivery::Webhook(_) => None,
        }
    }

    /// The browser that the delivery reaches; `None` for a delivery to the server or the disk.
    pub fn browser(&self) -> Option<Party> {
        match self {
            Delivery::Answer { party, .. }
            | Delivery::Stored { party, .. }
            | Delivery::TabDisabled { party }
            | Delivery::VoiceReport { party, .. } => Some(*party),
            Delivery::Opened { link }
            | Delivery::Refused { link }
            | Delivery::Closed { link }
            | Delivery::Frame { link, .. }
            | Delivery::BrowserHearsNothing { link } => Some(link.party),
            Delivery::Request(_)
            | Delivery::Write { .. }
            | Delivery::Connect { .. }
            | Delivery::Subscribe { .. }
            | Delivery::Acknowledge { .. }
            | Delivery::Disconnect { .. }
            | Delivery::ServerHearsNothing { .. }
            | Delivery::VoiceFrame { .. }
            | Delivery::BroadcastBegins { .. }
            | Delivery::Send(_)
            | Delivery::Sent(..)
            | Delivery::Fetch(_)
            | Delivery::Fetched(..)
            | Delivery::Webhook(_) => None,
        }
    }
}

#[derive(Default)]
pub(crate) struct Network {
    under_way: BTreeMap<(Mono, u64), Delivery>,
    sent: u64,
    /// Duration of one way, in ms.
    pub latency_ms: u64,
    faults: Vec<(String, FailKind)>,
    /// Frames that are held instead of delivered.
    held: Option<Vec<Delivery>>,
    /// The next frame that contains one of these texts is lost without notice.
    losing: Vec<String>,
    pub doubling_frames: bool,
    /// Greatest random delay of a frame, in ms; frames overtake each other.
    pub frame_jitter_ms: u64,
    /// Milliseconds by which each answer is delayed.
    pub slow_ms: u64,
    /// The answer to every request, while the server fails and executes nothing.
    pub failing: Option<u16>,
    /// Connections that both sides regard as open; nothing is transferred.
    half_open: BTreeSet<LinkId>,
    /// Disk writes that began and do not end.
    disk: Option<Vec<Delivery>>,
    /// Time at which the disk has finished the writes that it held last.
    disk_caught_up: Option<Mono>,
}

impl Network {
    pub fn new(latency_ms: u64) -> Self {
        Self { latency_ms, ..Self::default() }
    }

    pub fn send(&mut self, at: Mono, delivery: Delivery) {
        if delivery.link().is_some_and(|link| self.half_open.contains(&link)) {
            return;
        }
        if let (Delivery::Frame { .. }, Some(held)) = (&delivery, &mut self.held) {
            held.push(delivery);
            return;
        }
        if let (Delivery::Write { .. }, Some(held)) = (&delivery, &mut self.disk) {
            held.push(delivery);
            return;
        }
        let is_frame = matches!(delivery, Delivery::Frame { .. });
        if is_frame && self.doubling_frames {
            self.put(at, delivery.clone());
        }
        // Multiplied by a prime the numbers of neighbours are far apart.
        let late = if is_frame && self.frame_jitter_ms > 0 { self.sent * 7_919 % self.frame_jitter_ms } else { 0 };
        self.put(at.plus_ms(late), delivery);
    }

    /// The server closes a link, with or without a last frame. The frame arrives in time, because it uses the same
    /// connection.
    pub fn close(&mut self, at: Mono, link: LinkId, notice: Option<String>) {
        if self.half_open.contains(&link) {
            return;
        }
        if let Some(body) = notice {
            self.put(at, Delivery::Frame { link, ack: String::new(), redelivered: false, body });
        }
        self.put(at, Delivery::Closed { link });
    }

    fn put(&mut self, at: Mono, delivery: Delivery) {
        self.sent += 1;
        self.under_way.insert((at, self.sent), delivery);
    }

    pub fn next_at(&self) -> Option<Mono> {
        self.under_way.keys().next().map(|(at, _)| *at)
    }

    pub fn is_idle(&self) -> bool {
        self.under_way.is_empty()
    }

    pub fn pop_due(&mut self, now: Mono) -> Option<Delivery> {
        let entry = self.under_way.first_entry()?;
        (entry.key().0 <= now).then(|| entry.remove())
    }

    pub fn fail_next(&mut self, needle: &str, kind: FailKind) {
        self.faults.push((needle.to_owned(), kind));
    }

    /// The first fault whose needle is a part of the request's name; it is used up.
    pub fn take_fault(&mut self, name: &str) -> Option<FailKind> {
        let index = self.faults.iter().position(|(needle, _)| name.contains(needle.as_str()))?;
        Some(self.faults.remove(index).1)
    }

    pub fn forget_faults(&mut self) {
        self.faults.clear();
        self.losing.clear();
    }

    pub fn lose_frame(&mut self, text: &str) {
        self.losing.push(text.to_owned());
    }

    /// Whether this frame has to be lost.
    pub fn loses(&mut self, body: &str) -> bool {
        let place = self.losing.iter().position(|text| body.contains(text.as_str()));
        place.map(|place| self.losing.remove(place)).is_some()
    }

    pub fn hold_frames(&mut self) {
        self.held.get_or_insert_default();
    }

    /// The held frames, in the order in which they were sent.
    pub fn take_held(&mut self) -> Vec<Delivery> {
        self.held.take().unwrap_or_default()
    }

    /// Whether a fault holds, delays or refuses traffic.
    pub fn delays_anything(&self) -> bool {
        self.held.is_some()
            || self.frame_jitter_ms > 0
            || self.slow_ms > 0
            || self.failing.is_some()
            || !self.faults.is_empty()
            || !self.losing.is_empty()
    }

    pub fn disk_hangs(&self, now: Mono) -> bool {
        self.disk.is_some() || self.disk_caught_up.is_some_and(|moment| now < moment)
    }

    pub fn hold_disk(&mut self) {
        self.disk.get_or_insert_default();
    }

    /// The disk continues: returns the held writes, with the time at which each is finished.
    pub fn disk_goes_on(&mut self, now: Mono) -> Vec<(Mono, Delivery)> {
        let held = self.disk.take().unwrap_or_default();
        let writes: Vec<_> =
            (0_u64..).zip(held).map(|(place, write)| (now.plus_ms(place / WRITES_PER_MS), write)).collect();
        let last = writes.last().map_or(now, |(at, _)| *at);
        self.disk_caught_up = Some(last.plus_ms(CATCHING_UP_MS));
        writes
    }

    /// Everything that is being transmitted on a broken connection is lost.
    pub fn cut_connection(&mut self, link: LinkId) {
        self.under_way.retain(|_, delivery| delivery.link() != Some(link));
        if let Some(held) = &mut self.held {
            held.retain(|delivery| delivery.link() != Some(link));
        }
    }

    /// From now on nothing passes on this connection, and what is being transmitted is lost.
    pub fn half_open(&mut self, link: LinkId) {
        self.cut_connection(link);
        self.half_open.insert(link);
    }

    pub fn is_half_open(&self, link: LinkId) -> bool {
        self.half_open.contains(&link)
    }

    /// Removes deliveries that have not arrived yet; returns whether there were any.
    pub fn take_back(&mut self, is_it: impl Fn(&Delivery) -> bool) -> bool {
        let before = self.under_way.len();
        self.under_way.retain(|_, delivery| !is_it(delivery));
        self.under_way.len() < before
    }

    /// Takes the disk writes that have begun and not ended.
    pub fn take_writes(&mut self, party: Party) -> Vec<Write> {
        let is_of = |delivery: &Delivery| matches!(delivery, Delivery::Write { party: of, .. } if *of == party);
        let held: Vec<Delivery> = self.disk.as_mut().map(std::mem::take).unwrap_or_default();
        let (mine, others): (Vec<_>, Vec<_>) = held.into_iter().partition(is_of);
        if let Some(held) = &mut self.disk {
            *held = others;
        }
        let keys: Vec<_> = self.under_way.iter().filter(|(_, delivery)| is_of(delivery)).map(|(key, _)| *key).collect();
        let begun: Vec<Delivery> = keys.into_iter().filter_map(|key| self.under_way.remove(&key)).collect();
        begun
            .into_iter()
            .chain(mine)
            .filter_map(|delivery| match delivery {
                Delivery::Write { write, .. } => Some(write),
                _ => None,
            })
            .collect()
    }

    /// The server ended: answers that were being transmitted never arrive.
    pub fn lose_answers(&mut self) {
        for delivery in self.under_way.values_mut() {
            if let Delivery::Answer { result, .. } = delivery {
                *result = Err(HttpFailure::NoAnswer);
            }
        }
    }
}
