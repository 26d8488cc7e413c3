//! The supervisor's telephone of one supervision, with its own signalling besides the agent's. It accepts the calls of
//! the server, makes no calls, and stores nothing. The page's voice ports serve both telephones: links and calls of
//! supervisors are numbered from `FIRST_NUMBER` on, and each telephone has its own range, so that late reports about an
//! earlier telephone are ignored.

use super::registry::timers;
use crate::flow::{Context, VoiceCommand};
use crate::voice::{Draw, VoiceTimer, command, setup_of};
use crate::wire::{AgentId, CallSupervisionReply};
use janus::{AnswerMode, Command, Event, Input, Signalling, Timer};

/// Links and calls with this number or a greater one belong to supervisors' telephones.
pub const FIRST_NUMBER: u32 = 1_000_000;
/// Number of links and calls in the range of each telephone.
const NUMBERS: u32 = 1_000;
/// A lost connection is opened again after this time. A longer loss ends the supervision on the server.
const RECONNECT_AFTER_MS: u64 = 1_000;

/// The telephone.
#[derive(Default)]
pub struct Telephone {
    signalling: Signalling,
    base: u32,
    /// The open link, with the first number of the range.
    link: Option<u32>,
    /// The present call, with the first number of the range; 0 without one.
    pub call: u32,
}

/// What one input caused.
#[derive(Default)]
pub struct Outcome {
    /// Commands to the browser, in this order.
    pub commands: Vec<VoiceCommand>,
    /// Events for the area, in this order.
    pub events: Vec<Event>,
}

impl Telephone {
    /// Connects a new telephone; the connection of the earlier one is closed.
    pub fn connect(&mut self, context: &mut Context, own: &AgentId, reply: &CallSupervisionReply) -> Outcome {
        let mut outcome = Outcome::default();
        outcome.commands.extend(self.close());
        for timer in [Timer::Request, Timer::KeepAlive, Timer::Registration, Timer::Call, Timer::Negotiation] {
            context.cancel_timer(&timers::TELEPHONE.of(VoiceTimer::Signalling(timer)));
        }
        let base = self.base.saturating_add(NUMBERS).max(FIRST_NUMBER);
        *self = Self { base, ..Self::default() };
        if !reply.web_rtc.ice_servers.is_empty() {
            outcome.commands.push(VoiceCommand::Relays(reply.web_rtc.ice_servers.clone()));
        }
        let setup = setup_of(own, &reply.web_rtc, &reply.nodes, AnswerMode::Manual, None);
        for input in [Input::Environment { web_rtc: true }, Input::Command(Command::Connect(Box::new(setup)))] {
            let next = self.handle(context, input);
            outcome.commands.extend(next.commands);
            outcome.events.extend(next.events);
        }
        outcome
    }

    /// Closes the link of the last telephone, if its end is not confirmed.
    fn close(&mut self) -> Option<VoiceCommand> {
        self.link.take().map(|link| VoiceCommand::CloseLink { link })
    }

    /// Whether a report with this number is about this telephone.
    pub fn has(&self, number: u32) -> bool {
        self.base != 0 && number >= self.base && number < self.base.saturating_add(NUMBERS)
    }

    /// The number of a link or call inside the telephone's range.
    pub fn own_number(&self, number: u32) -> u32 {
        number.saturating_sub(self.base)
    }

    /// Runs one input of the signalling.
    pub fn handle(&mut self, context: &mut Context, input: Input) -> Outcome {
        let outcome = self.signalling.handle(input, &mut Draw(&mut context.kernel.ids));
        let mut commands = Vec::new();
        for effect in outcome.effects {
            commands.extend(command(context, effect, &timers::TELEPHONE, self.base));
        }
        for command in &commands {
            match command {
                VoiceCommand::OpenSocket { link, .. } => self.link = Some(*link),
                VoiceCommand::CloseLink { .. } => self.link = None,
                VoiceCommand::Peer { call, .. } => self.call = *call,
                _ => {}
            }
        }
        for event in &outcome.events {
            if let Event::Lost(_) = event {
                context.timer(timers::TELEPHONE.of(VoiceTimer::Reconnect), RECONNECT_AFTER_MS);
            }
        }
        Outcome { commands, events: outcome.events }
    }

    /// Ends the call and the session of the telephone.
    pub fn disconnect(&mut self, context: &mut Context) -> Outcome {
        context.cancel_timer(&timers::TELEPHONE.of(VoiceTimer::Reconnect));
        self.call = 0;
        let outcome = self.handle(context, Input::Command(Command::Disconnect));
        self.call = 0;
        outcome
    }
}
