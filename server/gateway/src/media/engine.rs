//! All legs and the mixer as one state machine: commands, packets and time go in, packets and events come out.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use str0m::media::Direction;
use str0m::net::Transmit;

use super::echo::EchoTest;
use super::g711::{Frame, SILENCE};
use super::mix::{LegSound, Mixing, sum};
use super::peer::{NotAcceptable, Peer, PeerEvent};
use super::recording::{Portion, Recorded, Recorder, RecordingChange, RecordingCommand, RecordingId};
use super::sdp::Description;
use super::sound::Generator;
use super::stun::{is_stun, receiver_fragment};
use super::{Hear, LegId, MediaCommand, MediaEvent};
use crate::budget::Budget;

/// Duration of a frame.
const FRAME: Duration = Duration::from_millis(20);
/// After a longer delay of the process the mixer skips frames instead of sending them at once.
const MAX_BEHIND: Duration = Duration::from_millis(200);
/// A leg that sent no packet for this long is replaced by music for those who hear it (BEY-139).
const MISSING_AFTER: Duration = Duration::from_millis(400);

/// Maximum of STUN checks from unknown addresses per second whose password is compared for one leg. A browser sends a few for
/// each of its addresses. Further checks are dropped, so that forged packets cost only a look-up, and packets that name one
/// leg do not affect other legs.
const STRANGERS: u32 = 100;
const STRANGERS_WINDOW: Duration = Duration::from_secs(1);

/// Limits of the media.
#[derive(Clone, Copy, Debug)]
pub struct MediaLimits {
    /// Time without packets after which `Receiving { receiving: false }` is reported.
    pub silence: Duration,
    /// Time without packets after which a leg is lost.
    pub lost: Duration,
}

/// Outputs of the engine.
#[derive(Default)]
pub struct EngineOutput {
    /// Packets to send.
    pub packets: Vec<Transmit>,
    /// Events for the signalling.
    pub events: Vec<MediaEvent>,
    /// Bytes of recordings.
    pub portions: Vec<Portion>,
}

enum Speaker {
    Browser(Box<Peer>),
    Simulated(Generator),
}

enum Listening {
    Mix(Mixing),
    Echo(EchoTest),
}

struct Leg {
    speaker: Speaker,
    listening: Listening,
    lost: bool,
    /// Key of the leg in `Engine::fragments`.
    fragment: Option<String>,
    /// Counter of checks from addresses that do not yet belong to the leg.
    strangers: Budget,
}

impl Leg {
    fn new(speaker: Speaker) -> Self {
        let strangers = Budget::new(STRANGERS, STRANGERS_WINDOW, Duration::ZERO);
        Self { speaker, listening: Listening::Mix(Mixing::default()), lost: false, fragment: None, strangers }
    }
}

/// The legs of all calls.
pub struct Engine {
    local: SocketAddr,
    limits: MediaLimits,
    legs: BTreeMap<LegId, Leg>,
    /// `Rtc::accepts` alone refuses DTLS from an address whose candidate pair is not yet viable, so the addresses that sent
    /// valid STUN are kept here.
    addresses: HashMap<SocketAddr, LegId>,
    /// Legs by the user name fragment in the checks of their browsers.
    fragments: HashMap<String, LegId>,
    recorders: BTreeMap<RecordingId, Recorder>,
    /// What is heard before recordings that are to be announced.
    announcement: Option<Arc<[i16]>>,
    began_at: Instant,
    next_frame: Instant,
    /// How often a leg was asked whether a packet belongs to it.
    #[cfg(test)]
    asked: std::cell::Cell<usize>,
}

impl Engine {
    /// An engine whose peers send from `local`.
    pub fn new(local: SocketAddr, limits: MediaLimits, now: Instant) -> Self {
        Self {
            local,
            limits,
            legs: BTreeMap::new(),
            addresses: HashMap::new(),
            fragments: HashMap::new(),
            recorders: BTreeMap::new(),
            announcement: None,
            began_at: now,
            next_frame: now,
            #[cfg(test)]
            asked: std::cell::Cell::default(),
        }
    }

    /// An engine that plays this before recordings that are to be announced.
    pub fn announcing(self, announcement: Option<Arc<[i16]>>) -> Self {
        Self { announcement, ..self }
    }

    /// Runs a command of the signalling.
    pub fn command(&mut self, command: MediaCommand, now: Instant, output: &mut EngineOutput) {
        let leg = command.leg();
        let done = catch_unwind(AssertUnwindSafe(|| self.run(command, now, output)));
        let Some(leg) = leg else { return };
        if done.is_err() {
            self.leg_failed(leg, output);
        }
        self.index_fragment(leg);
        self.with_peer(leg, now, output, |_, _| {});
    }

    /// A new connection or a restart of ICE has another fragment.
    fn index_fragment(&mut self, id: LegId) {
        let Some(Leg { speaker: Speaker::Browser(peer), fragment, .. }) = self.legs.get_mut(&id) else { return };
        let now = peer.local_fragment();
        if fragment.as_ref() == Some(&now) {
            return;
        }
        if let Some(before) = fragment.replace(now.clone()) {
            self.fragments.remove(&before);
        }
        self.fragments.insert(now, id);
    }

    /// Removes a leg from all indexes.
    fn remove(&mut self, id: LegId) -> Option<Leg> {
        self.addresses.retain(|_, leg| *leg != id);
        let leg = self.legs.remove(&id)?;
        if let Some(fragment) = &leg.fragment {
            self.fragments.remove(fragment);
        }
        Some(leg)
    }

    fn run(&mut self, command: MediaCommand, now: Instant, output: &mut EngineOutput) {
        match command {
            MediaCommand::Answer { leg, offer } => {
                let answered = if self.known_browser(leg).is_some_and(|peer| !peer.continues_with(&offer)) {
                    Some(self.reconnect(leg, &offer, now))
                } else {
                    self.browser(leg, now).map(|peer| peer.answer(&offer, now))
                };
                output.events.push(match answered {
                    Some(Ok(description)) => MediaEvent::Answered { leg, description },
                    Some(Err(NotAcceptable)) | None => MediaEvent::NotAcceptable { leg },
                });
            }
            MediaCommand::Offer { leg } => self.offer(leg, Direction::SendRecv, now, output),
            MediaCommand::Reoffer { leg, sends } => {
                // The gateway's own direction is the opposite of the leg's direction.
                let direction = if sends { Direction::SendRecv } else { Direction::SendOnly };
                self.offer(leg, direction, now, output);
            }
            MediaCommand::AcceptAnswer { leg, answer } => {
                let accepted = self.known_browser(leg).map(|peer| peer.accept_answer(&answer, now));
                output.events.push(match accepted {
                    Some(Ok(())) => MediaEvent::AnswerAccepted { leg },
                    Some(Err(NotAcceptable)) | None => MediaEvent::NotAcceptable { leg },
                });
            }
            MediaCommand::Candidate { leg, candidate } => {
                if let Some(peer) = self.known_browser(leg) {
                    peer.add_candidate(&candidate);
                }
            }
            MediaCommand::Simulate { leg, sound } => {
                let speaker = Speaker::Simulated(Generator::new(sound));
                self.legs.insert(leg, Leg::new(speaker));
            }
            MediaCommand::Hear { leg, hear } => {
                if let Some(leg) = self.legs.get_mut(&leg) {
                    leg.listening = match hear {
                        Hear::Mix(mix) => Listening::Mix(Mixing::new(mix)),
                        Hear::Echo => Listening::Echo(EchoTest::default()),
                    };
                }
            }
            MediaCommand::Tone { leg, digit, duration } => {
                if let Some(peer) = self.known_browser(leg) {
                    peer.press(digit, duration);
                }
            }
            MediaCommand::Close { leg } => self.close(leg, now, output),
            MediaCommand::Record { recording, command } => self.record(recording, command, output),
        }
    }

    fn record(&mut self, recording: RecordingId, command: RecordingCommand, output: &mut EngineOutput) {
        match (command, self.recorders.get_mut(&recording)) {
            (RecordingCommand::Begin { notice, told }, None) => {
                self.recorders.insert(recording, Recorder::new(notice, told, self.announcement.as_ref()));
            }
            (RecordingCommand::Follow(channels), Some(recorder)) => recorder.follow(channels),
            (RecordingCommand::Pause(is_paused), Some(recorder)) => recorder.pause(is_paused),
            (RecordingCommand::End, Some(_)) => {
                let Some(recorder) = self.recorders.remove(&recording) else { return };
                let is_first = recorder.is_at_first();
                output.portions.push(Portion { recording, bytes: recorder.end(), is_first, is_last: true });
            }
            // A repeated command, or one for a recording that stopped.
            (RecordingCommand::Begin { .. }, Some(_)) | (_, None) => {}
        }
    }

    /// Ends a recording whose portions nobody takes. The legs do not feel it.
    pub fn stop_recording(&mut self, recording: &RecordingId, output: &mut EngineOutput) {
        if self.recorders.remove(recording).is_some() {
            let recording = recording.clone();
            output.events.push(MediaEvent::Recording { recording, change: RecordingChange::Stopped });
        }
    }

    /// Answers an offer of a reloaded page with a new connection. The mix that the leg hears stays.
    fn reconnect(&mut self, id: LegId, offer: &str, now: Instant) -> Result<Description, NotAcceptable> {
        let mut peer = Box::new(Peer::new(self.local, now));
        let description = peer.answer(offer, now)?;
        self.addresses.retain(|_, leg| *leg != id);
        if let Some(leg) = self.legs.get_mut(&id) {
            (leg.speaker, leg.lost) = (Speaker::Browser(peer), false);
        }
        Ok(description)
    }

    fn offer(&mut self, leg: LegId, direction: Direction, now: Instant, output: &mut EngineOutput) {
        let offered: Option<Description> = self.browser(leg, now).and_then(|peer| peer.offer(direction));
        output.events.push(match offered {
            Some(description) => MediaEvent::Offered { leg, description },
            None => MediaEvent::NotAcceptable { leg },
        });
    }

    fn close(&mut self, id: LegId, now: Instant, output: &mut EngineOutput) {
        if let Some(Leg { speaker: Speaker::Browser(mut peer), .. }) = self.remove(id) {
            peer.close();
            // Nobody waits for events of a closed leg.
            peer.drain(now, &mut output.packets, &mut Vec::new());
        }
    }

    /// Ends a leg after a panic of its connection.
    fn leg_failed(&mut self, id: LegId, output: &mut EngineOutput) {
        tracing::error!(%id, "the connection failed");
        self.remove(id);
        output.events.push(MediaEvent::Lost { leg: id });
    }

    /// The connection of a leg; it is created if the leg is new.
    fn browser(&mut self, id: LegId, now: Instant) -> Option<&mut Peer> {
        let local = self.local;
        let leg = self.legs.entry(id).or_insert_with(|| Leg::new(Speaker::Browser(Box::new(Peer::new(local, now)))));
        match &mut leg.speaker {
            Speaker::Browser(peer) => Some(peer),
            Speaker::Simulated(_) => None,
        }
    }

    fn known_browser(&mut self, id: LegId) -> Option<&mut Peer> {
        match self.legs.get_mut(&id).map(|leg| &mut leg.speaker) {
            Some(Speaker::Browser(peer)) => Some(peer),
            Some(Speaker::Simulated(_)) | None => None,
        }
    }

    /// Processes a packet of the socket.
    pub fn receive(&mut self, source: SocketAddr, packet: &[u8], now: Instant, output: &mut EngineOutput) {
        let Some(id) = self.receiver(source, packet, now) else { return };
        self.with_peer(id, now, output, |peer, _| peer.receive(source, packet, now));
    }

    fn receiver(&mut self, source: SocketAddr, packet: &[u8], now: Instant) -> Option<LegId> {
        let known = self.addresses.get(&source).copied();
        if !is_stun(packet) {
            return known;
        }
        // An address may belong to another leg than before, so STUN is always matched by its credentials.
        let id = known
            .filter(|id| self.accepts(*id, source, packet, now))
            .or_else(|| self.named_leg(source, packet, now).filter(|id| Some(*id) != known))?;
        self.addresses.insert(source, id);
        Some(id)
    }

    /// The leg that a STUN check from an unassigned address names. A STUN answer names no leg: the leg learns the
    /// address from the checks of its browser.
    fn named_leg(&mut self, source: SocketAddr, packet: &[u8], now: Instant) -> Option<LegId> {
        let id = *self.fragments.get(receiver_fragment(packet)?)?;
        let since_begin = now.saturating_duration_since(self.began_at);
        let may_ask = self.legs.get_mut(&id)?.strangers.take(since_begin);
        (may_ask && self.accepts(id, source, packet, now)).then_some(id)
    }

    fn accepts(&self, id: LegId, source: SocketAddr, packet: &[u8], now: Instant) -> bool {
        #[cfg(test)]
        self.asked.set(self.asked.get() + 1);
        match self.legs.get(&id).map(|leg| &leg.speaker) {
            Some(Speaker::Browser(peer)) => peer.accepts(source, packet, now),
            Some(Speaker::Simulated(_)) | None => false,
        }
    }

    /// Advances the time: runs timers of the connections, and sends the frames that are due.
    pub fn advance(&mut self, now: Instant, output: &mut EngineOutput) {
        let ids: Vec<LegId> = self.legs.keys().copied().collect();
        for id in &ids {
            if self.known_browser(*id).is_some_and(|peer| peer.is_due(now)) {
                self.with_peer(*id, now, output, |peer, _| peer.advance(now));
            }
        }
        let behind = now.saturating_duration_since(self.next_frame);
        if behind > MAX_BEHIND {
            let frames = usize::try_from(behind.as_millis() / FRAME.as_millis()).unwrap_or(0);
            self.recorders.values_mut().for_each(|recorder| recorder.skip(frames));
            self.next_frame = now;
        }
        while self.next_frame <= now {
            self.mix(&ids, now, output);
            self.next_frame += FRAME;
        }
    }

    fn mix(&mut self, ids: &[LegId], now: Instant, output: &mut EngineOutput) {
        let said: BTreeMap<LegId, LegSound> = self
            .legs
            .iter_mut()
            .map(|(id, leg)| {
                let said = match &mut leg.speaker {
                    Speaker::Browser(peer) => {
                        LegSound { is_sending: peer.is_sending(now, MISSING_AFTER), frame: peer.next_received_frame() }
                    }
                    Speaker::Simulated(generator) => LegSound { is_sending: true, frame: generator.next_frame() },
                };
                (*id, said)
            })
            .collect();
        let notices = self.take_recorded(&said, output);
        let limits = self.limits;
        for id in ids {
            let Some(leg) = self.legs.get_mut(id) else { continue };
            let heard = leg.heard(*id, &said, output);
            let frame = notices.get(id).map_or(heard, |notice| sum([&heard, notice].into_iter()));
            self.with_peer(*id, now, output, |peer, events| {
                peer.send_sound(&frame, now);
                peer.watch_silence(now, limits.silence, events);
            });
            self.watch_loss(*id, now, output);
        }
    }

    /// Gives each recording what was said; returns what legs hear of notices.
    fn take_recorded(&mut self, said: &BTreeMap<LegId, LegSound>, output: &mut EngineOutput) -> BTreeMap<LegId, Frame> {
        let mut notices = BTreeMap::new();
        for (id, recorder) in &mut self.recorders {
            match recorder.take(|leg| said.get(&leg).map(|said| said.frame)) {
                Recorded::Nothing => {}
                Recorded::Notice(frame, told) => notices.extend(told.into_iter().map(|leg| (leg, *frame))),
                Recorded::Began => {
                    let change = RecordingChange::Began;
                    output.events.push(MediaEvent::Recording { recording: id.clone(), change });
                }
                Recorded::Portion { bytes, is_first } => {
                    output.portions.push(Portion { recording: id.clone(), bytes, is_first, is_last: false });
                }
            }
        }
        notices
    }

    fn watch_loss(&mut self, id: LegId, now: Instant, output: &mut EngineOutput) {
        let limit = self.limits.lost;
        let Some(Leg { speaker: Speaker::Browser(peer), lost, .. }) = self.legs.get_mut(&id) else { return };
        if !*lost && peer.unheard_for(now) >= limit {
            *lost = true;
            output.events.push(MediaEvent::Lost { leg: id });
        }
    }

    /// Makes one change of a connection, then handles its consequences. str0m may panic on its own faults; that ends one leg,
    /// not all calls.
    fn with_peer(
        &mut self,
        id: LegId,
        now: Instant,
        output: &mut EngineOutput,
        change: impl FnOnce(&mut Peer, &mut Vec<PeerEvent>),
    ) {
        let Some(Leg { speaker: Speaker::Browser(peer), .. }) = self.legs.get_mut(&id) else { return };
        let mut events = Vec::new();
        let packets = &mut output.packets;
        let done = catch_unwind(AssertUnwindSafe(|| {
            change(peer, &mut events);
            peer.drain(now, packets, &mut events);
        }));
        if done.is_err() {
            self.leg_failed(id, output);
            return;
        }
        output.events.extend(events.into_iter().map(|event| match event {
            PeerEvent::Up => MediaEvent::Up { leg: id },
            PeerEvent::Receiving { mid, receiving } => MediaEvent::Receiving { leg: id, mid, receiving },
            PeerEvent::Tone(digit) => MediaEvent::Tone { leg: id, digit },
            PeerEvent::Closed => MediaEvent::Closed { leg: id },
        }));
    }
}

impl Leg {
    fn heard(&mut self, id: LegId, said: &BTreeMap<LegId, LegSound>, output: &mut EngineOutput) -> Frame {
        match &mut self.listening {
            Listening::Mix(mixing) => mixing.next_frame(said),
            Listening::Echo(echo) => {
                let own = said.get(&id).map_or(SILENCE, |said| said.frame);
                if let Some(frame) = echo.next(own) {
                    return frame;
                }
                self.listening = Listening::Mix(Mixing::default());
                output.events.push(MediaEvent::EchoEnded { leg: id });
                SILENCE
            }
        }
    }
}

#[cfg(test)]
mod tests;
