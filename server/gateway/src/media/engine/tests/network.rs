//! Browsers and the engine in virtual time. Packets are passed on without sockets.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use str0m::media::Direction;
use str0m::net::Transmit;

use super::super::{Engine, EngineOutput, MediaLimits};
use crate::media::g711::{SILENCE, share_of_tone};
use crate::media::peer::{Peer, PeerEvent};
use crate::media::sound::{Generator, Sound};
use crate::media::{Hear, LegId, MediaCommand, MediaEvent, Mix, Portion};

const STEP: Duration = Duration::from_millis(5);
const LIMITS: MediaLimits = MediaLimits { silence: Duration::from_secs(1), lost: Duration::from_secs(5) };

pub fn address(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}

/// A browser: a peer of its own, with a tone and a record of the received sound.
pub struct Browser {
    pub peer: Peer,
    pub tone: Option<Generator>,
    pub heard: Vec<i16>,
    pub events: Vec<PeerEvent>,
}

pub struct Network {
    pub engine: Engine,
    pub browsers: BTreeMap<SocketAddr, Browser>,
    pub now: Instant,
    pub steps: u32,
    pub events: Vec<MediaEvent>,
    /// Packets from the engine since the last reset.
    pub sent: usize,
    /// Bytes of recordings.
    pub portions: Vec<Portion>,
}

impl Network {
    pub fn new() -> Self {
        let now = Instant::now();
        let engine = Engine::new(address(1), LIMITS, now);
        let (events, portions) = (Vec::new(), Vec::new());
        Self { engine, browsers: BTreeMap::new(), now, steps: 0, events, sent: 0, portions }
    }

    pub fn command(&mut self, command: MediaCommand) -> Vec<MediaEvent> {
        let mut output = EngineOutput::default();
        self.engine.command(command, self.now, &mut output);
        self.deliver(output.packets);
        self.portions.extend(output.portions);
        output.events
    }

    pub fn deliver(&mut self, packets: Vec<Transmit>) {
        for packet in packets {
            self.sent += 1;
            if let Some(browser) = self.browsers.get_mut(&packet.destination) {
                browser.peer.receive(address(1), &packet.contents, self.now);
            }
        }
    }

    /// A leg and its browser, which sends a tone. The number of the leg is the port of the browser.
    pub fn connect(&mut self, port: u16, tone: Option<f64>) {
        self.connect_peer(port, tone, Peer::new(address(port), self.now));
    }

    pub fn connect_peer(&mut self, port: u16, tone: Option<f64>, mut peer: Peer) {
        let leg = LegId(port.into());
        let events = match self.command(MediaCommand::Offer { leg }).pop() {
            Some(MediaEvent::Offered { description, .. }) => {
                let answer = peer.answer(&description.sdp, self.now).unwrap().sdp;
                // The answer carries no candidate: the engine learns the address from STUN.
                description.candidates.iter().for_each(|candidate| peer.add_candidate(candidate));
                self.command(MediaCommand::AcceptAnswer { leg, answer })
            }
            other => panic!("no offer: {other:?}"),
        };
        assert_eq!(events, [MediaEvent::AnswerAccepted { leg }]);
        let tone = tone.map(|frequency| Generator::new(Sound::Tone { frequency }));
        let browser = Browser { peer, tone, heard: Vec::new(), events: Vec::new() };
        self.browsers.insert(address(port), browser);
    }

    /// The page of a leg is reloaded: a new browser at another port offers a new connection.
    pub fn reload(&mut self, old: u16, port: u16, tone: Option<f64>) -> Vec<MediaEvent> {
        let mut peer = Peer::new(address(port), self.now);
        let offer = peer.offer(Direction::SendRecv).unwrap().sdp;
        let events = self.command(MediaCommand::Answer { leg: LegId(old.into()), offer });
        if let Some(MediaEvent::Answered { description, .. }) = events.first() {
            peer.accept_answer(&description.sdp, self.now).unwrap();
            description.candidates.iter().for_each(|candidate| peer.add_candidate(candidate));
        }
        let tone = tone.map(|frequency| Generator::new(Sound::Tone { frequency }));
        self.browsers.insert(address(port), Browser { peer, tone, heard: Vec::new(), events: Vec::new() });
        events
    }

    pub fn hear(&mut self, port: u16, others: &[u16]) {
        let legs = others.iter().map(|port| LegId((*port).into())).collect();
        let hear = Hear::Mix(Mix { legs, ..Mix::default() });
        self.command(MediaCommand::Hear { leg: LegId(port.into()), hear });
    }

    pub fn pass(&mut self, milliseconds: u64) {
        for _ in 0..milliseconds / 5 {
            self.step();
        }
    }

    pub fn step(&mut self) {
        self.now += STEP;
        self.steps += 1;
        let mut to_engine = Vec::new();
        for (from, browser) in &mut self.browsers {
            browser.peer.advance(self.now);
            if self.steps.is_multiple_of(4) {
                let frame = browser.tone.as_mut().map_or(SILENCE, Generator::next_frame);
                browser.peer.send_sound(&frame, self.now);
                browser.heard.extend(browser.peer.next_received_frame());
            }
            let mut packets = Vec::new();
            browser.peer.drain(self.now, &mut packets, &mut browser.events);
            to_engine.extend(packets.into_iter().map(|packet| (*from, packet)));
        }
        let mut output = EngineOutput::default();
        for (from, packet) in to_engine {
            self.engine.receive(from, &packet.contents, self.now, &mut output);
        }
        self.engine.advance(self.now, &mut output);
        self.deliver(output.packets);
        self.events.extend(output.events);
        self.portions.extend(output.portions);
    }

    pub fn browser(&mut self, port: u16) -> &mut Browser {
        self.browsers.get_mut(&address(port)).unwrap()
    }

    /// The sound that a browser received in the last 200 ms.
    pub fn last_heard(&self, port: u16) -> &[i16] {
        self.last_samples(port, 1_600)
    }

    pub fn has_heard(&self, port: u16, count: usize) -> bool {
        self.browsers.get(&address(port)).is_some_and(|browser| browser.heard.len() >= count)
    }

    pub fn last_samples(&self, port: u16, count: usize) -> &[i16] {
        let heard = &self.browsers[&address(port)].heard;
        &heard[heard.len() - count..]
    }

    pub fn hears_tone(&self, port: u16, frequency: f64) -> bool {
        share_of_tone(self.last_heard(port), frequency) > 0.3
    }

    pub fn keys(&mut self, port: u16) -> Vec<char> {
        let keys = self.events.iter().filter_map(|event| match event {
            MediaEvent::Tone { leg, digit } if *leg == LegId(port.into()) => Some(*digit),
            _ => None,
        });
        keys.collect()
    }
}
