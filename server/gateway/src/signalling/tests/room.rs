//! A bench with a call of customer and agent, further parties, and the mix that each party hears.

use std::collections::BTreeMap;

use super::bench::{Bench, Phone, leg};
use crate::control::{CallFact, CallId, ControlCommand};
use crate::media::{Hear, LegId, MediaCommand, Mix, Sound};
use crate::room::{Destination, Partner, PartyId, RoomCommand, Supervision};
use crate::signalling::Output;

/// Number of the first further party. Legs and parties have the same numbers as long as no party failed.
pub const THIRD: PartyId = PartyId(3);

/// The state of a call before a command.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// The customer waits in the queue.
    Waiting,
    /// Customer (1) and agent (2) talk.
    Talking,
    /// The telephone of the consulted party (3) rings.
    Calling,
    /// The consulted party declined; the customer hears music.
    Refused,
    /// Agent and consulted party talk.
    Consulting,
    /// Agent and customer talk, the consulted party hears music.
    Swapped,
    /// The agent completed the transfer while the telephone rings.
    Completing,
    /// The customer hung up during the consultation.
    CustomerGone,
    /// Customer, agent and colleague (3) talk.
    Conference,
    /// Customer and agent talk, and a supervisor (3) listens.
    Supervised,
}

/// A call, its telephones, and the mix of each leg.
pub struct Room {
    pub bench: Bench,
    pub call: CallId,
    pub customer: Phone,
    pub agent: Phone,
    /// The telephone of 3003.
    pub third: Phone,
    /// The telephone of 3004.
    pub fourth: Phone,
    heard: BTreeMap<LegId, Hear>,
}

impl Room {
    pub fn at(state: At) -> Self {
        let mut bench = Bench::new();
        let [customer, agent, third, fourth] =
            ["551199", "3002", "3003", "3004"].map(|extension| bench.registered(extension));
        bench.call(customer, "queue");
        let call = bench.facts().into_iter().find_map(|fact| match fact {
            CallFact::Queued { call } => Some(call),
            _ => None,
        });
        let call = call.expect("the call waits");
        let mut room = Self { bench, call, customer, agent, third, fourth, heard: BTreeMap::new() };
        room.take();
        if matches!(state, At::Waiting) {
            return room;
        }
        let connect = ControlCommand::Connect { call, extension: "3002".into() };
        room.bench.control(connect);
        room.bench.accept(agent);
        match state {
            At::Waiting | At::Talking => {}
            At::Calling | At::Refused | At::Completing => room.command(consult()),
            At::Consulting | At::Swapped | At::CustomerGone => {
                room.command(consult());
                room.bench.accept(third);
            }
            At::Conference => {
                room.command(invite(3, "3003"));
                room.bench.accept(third);
            }
            At::Supervised => {
                room.command(supervise(Supervision::Listen));
                room.bench.accept(third);
            }
        }
        match state {
            At::Refused => room.bench.request(third, "decline"),
            At::Swapped => room.command(RoomCommand::TalkWith { partner: Partner::Customer }),
            At::Completing => room.command(RoomCommand::Complete),
            At::CustomerGone => room.bench.request(customer, "hangup"),
            _ => {}
        }
        room.take();
        room
    }

    pub fn command(&mut self, command: RoomCommand) {
        self.bench.control(ControlCommand::Room { call: self.call, command });
        self.bench.check();
    }

    /// The facts since the last call of this function, as short lines.
    pub fn take(&mut self) -> Vec<String> {
        let mut facts = Vec::new();
        for output in self.bench.take() {
            match output {
                Output::Media(MediaCommand::Hear { leg, hear }) => {
                    self.heard.insert(leg, hear);
                }
                Output::Media(MediaCommand::Close { leg }) => {
                    self.heard.remove(&leg);
                }
                Output::Fact(fact) => facts.push(line(&fact)),
                Output::Media(_) | Output::Send { .. } => {}
            }
        }
        self.bench.check();
        facts
    }

    /// The mix of each leg: legs, muted ones in brackets, and a sound that is heard with them, not instead of them.
    pub fn heard(&mut self) -> Vec<String> {
        self.take();
        let line = |(leg, hear): (&LegId, &Hear)| format!("{}: {}", leg.0, describe(hear));
        self.heard.iter().map(line).collect()
    }
}

fn describe(hear: &Hear) -> String {
    let Hear::Mix(Mix { legs, sound, instead_of }) = hear else { return "echo".into() };
    let muted = instead_of.iter().filter(|leg| !legs.contains(leg)).map(|leg| format!("({})", leg.0));
    let always = sound.filter(|_| instead_of.is_empty()).map(|sound| match sound {
        Sound::Music => "music".to_owned(),
        Sound::Ringing => "ringing".to_owned(),
        other => format!("{other:?}"),
    });
    let parts: Vec<String> = legs.iter().map(|leg| leg.0.to_string()).chain(muted).chain(always).collect();
    assert!(instead_of.is_empty() || *sound == Some(Sound::Music), "a lost leg is replaced by music");
    if parts.is_empty() { "-".into() } else { parts.join(" ") }
}

fn line(fact: &CallFact) -> String {
    match fact {
        CallFact::Party { party, change, .. } => format!("{} {change:?}", party.0),
        CallFact::Mode { mode, .. } => format!("{mode:?}").split(' ').next().unwrap_or_default().to_owned(),
        CallFact::Refused { cause, .. } => format!("refused {cause:?}"),
        CallFact::Ended { cause, .. } => format!("ended {cause:?}"),
        CallFact::Unattended { .. } => "unattended".into(),
        other => format!("{other:?}"),
    }
}

pub fn consult() -> RoomCommand {
    RoomCommand::Consult { party: THIRD, to: Destination::Extension("3003".into()), is_supervised: false }
}

pub fn invite(party: u64, extension: &str) -> RoomCommand {
    RoomCommand::Invite { party: PartyId(party), to: Destination::Extension(extension.into()) }
}

pub fn supervise(supervision: Supervision) -> RoomCommand {
    RoomCommand::Supervise { party: THIRD, extension: "3003".into(), supervision }
}

pub fn lost(number: u64) -> crate::media::MediaEvent {
    crate::media::MediaEvent::Lost { leg: leg(number) }
}
