//! The return of voice after a loss: whether the page connects the channel again, and which status it restores.
//!
//! An intended disconnection is a state of the channel ([`VoiceIntent`]). Only a channel that a loss disconnected is
//! connected again, once for each loss; never one that the agent or a supervisor disconnected.

use super::machine::Channels;
use super::record::{PreviousStatus, VoiceIntent};
use super::rule::Media;
use super::{records, slices};
use crate::flow::{Context, Mono};
use crate::wire::{Channel, ChannelStatus, json_text};

/// The page may learn only after the telephone is registered again that the server has disconnected the channel: within
/// this time the disconnection counts as a consequence of the loss.
const RETURN_COUNTS_MS: u64 = 30_000;

/// The last loss of the browser's voice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum VoiceLoss {
    /// There was no loss, or its consequences are repaired.
    #[default]
    None,
    /// Voice is lost.
    Lasting,
    /// Voice is back; a disconnection by the server until this time still counts as a consequence of the loss.
    Over {
        /// End of that time.
        until: Mono,
    },
}

impl VoiceLoss {
    /// Whether an action of the server at `now` is a consequence of the loss.
    fn explains(self, now: Mono) -> bool {
        match self {
            Self::None => false,
            Self::Lasting => true,
            Self::Over { until } => now <= until,
        }
    }
}

/// Whether voice is connected again: the last decision about it, and the last loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct VoiceReturn {
    pub(super) intent: VoiceIntent,
    pub(super) loss: VoiceLoss,
}

/// An event that decides about the return of voice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VoiceReturnEvent {
    /// The agent connects voice before the extension is known.
    WantedEarly,
    /// The agent disconnects voice.
    DisconnectedByAgent,
    /// The server refused the disconnection.
    DisconnectRefused,
    /// The browser's voice is lost.
    Lost,
    /// The browser's voice is back.
    CameBack,
    /// The server reports that it disconnects voice because the registration of the telephone ended. The page may not
    /// have noticed that yet, or may have registered the telephone again.
    RegistrationEnded,
    /// The page connects the channel automatically: the only attempt for this loss or request, so that a refused one is
    /// not repeated without end.
    Attempted,
    /// The server has connected the channel.
    Connected {
        /// The agent uses a desk phone: only the server knows of its losses.
        on_desk: bool,
    },
    /// The server has disconnected the channel.
    Disconnected {
        /// The page was reloaded, so the earlier events are unknown.
        of_unknown_past: bool,
    },
}

impl VoiceReturn {
    /// The state after `event`.
    pub(super) fn after(self, event: VoiceReturnEvent, now: Mono) -> Self {
        use VoiceIntent::{Connected, DisconnectedByAgent, LoggedOff, Undecided, Wanted};
        use VoiceReturnEvent as Event;
        let Self { intent, loss } = self;
        let with_intent = |intent| Self { intent, loss };
        let with_loss = |loss| Self { intent, loss };
        let just_over = VoiceLoss::Over { until: now.plus_ms(RETURN_COUNTS_MS) };
        match (intent, loss, event) {
            (_, _, Event::WantedEarly) => with_intent(Wanted),
            (_, _, Event::DisconnectedByAgent) => with_intent(DisconnectedByAgent),
            (DisconnectedByAgent, _, Event::DisconnectRefused) => with_intent(Connected),
            (Undecided | Wanted | Connected | LoggedOff, _, Event::DisconnectRefused) => self,
            (_, _, Event::Lost) => with_loss(VoiceLoss::Lasting),
            (_, VoiceLoss::Lasting, Event::CameBack) => with_loss(just_over),
            (_, VoiceLoss::None | VoiceLoss::Over { .. }, Event::CameBack) => self,
            (_, VoiceLoss::None | VoiceLoss::Lasting, Event::RegistrationEnded) => with_loss(VoiceLoss::Lasting),
            (_, VoiceLoss::Over { .. }, Event::RegistrationEnded) => with_loss(just_over),
            (Wanted, _, Event::Attempted) => Self { intent: Undecided, loss: VoiceLoss::None },
            (Undecided | Connected | DisconnectedByAgent | LoggedOff, _, Event::Attempted) => {
                with_loss(VoiceLoss::None)
            }
            (_, _, Event::Connected { on_desk: true }) => Self { intent: Connected, loss: VoiceLoss::None },
            (_, _, Event::Connected { on_desk: false }) => with_intent(Connected),
            (Connected, loss, Event::Disconnected { .. }) if loss.explains(now) => self,
            (Connected, _, Event::Disconnected { of_unknown_past: true }) => with_intent(Undecided),
            (Connected, _, Event::Disconnected { of_unknown_past: false }) => with_intent(LoggedOff),
            (Undecided | Wanted | DisconnectedByAgent | LoggedOff, _, Event::Disconnected { .. }) => self,
        }
    }

    /// Whether the channel is connected when voice is back: the server has disconnected it since a loss, or the agent
    /// wanted it connected before the extension was known.
    fn connects_after_loss(self, now: Mono) -> bool {
        match (self.intent, self.loss) {
            (VoiceIntent::Wanted, _) => true,
            (VoiceIntent::Connected, VoiceLoss::Over { until }) => now <= until,
            (VoiceIntent::Connected, VoiceLoss::None | VoiceLoss::Lasting) => false,
            (VoiceIntent::Undecided | VoiceIntent::DisconnectedByAgent | VoiceIntent::LoggedOff, _) => false,
        }
    }

    /// Whether the registration of the extension connects the channel: unless the agent or the server disconnected it
    /// without a loss.
    fn connects_with_registration(self) -> bool {
        match self.intent {
            VoiceIntent::Undecided | VoiceIntent::Wanted | VoiceIntent::Connected => true,
            VoiceIntent::DisconnectedByAgent | VoiceIntent::LoggedOff => false,
        }
    }
}

impl Channels {
    /// Status of voice before it was disconnected (RTC-016).
    pub fn previous_voice(&self) -> Option<&PreviousStatus> {
        self.previous_voice.as_ref()
    }

    /// Applies an event that decides about the return of voice.
    pub(super) fn decide_voice(&mut self, context: &mut Context, event: VoiceReturnEvent) {
        let before = self.voice_return.intent;
        self.voice_return = self.voice_return.after(event, context.mono());
        if self.voice_return.intent != before {
            context.persist(records::CHANNEL.key());
        }
    }

    /// Whether the page connects the channel now that voice is back. Returns true once for each loss.
    pub fn take_voice_reconnect(&mut self, context: &mut Context) -> bool {
        self.voice_return.connects_after_loss(context.mono()) && self.take_voice_attempt(context)
    }

    /// Whether the registration of the extension connects the channel (RTC-021). This is the only attempt after a loss.
    pub fn take_voice_connect(&mut self, context: &mut Context) -> bool {
        self.voice_return.connects_with_registration() && self.take_voice_attempt(context)
    }

    fn take_voice_attempt(&mut self, context: &mut Context) -> bool {
        let may_ask = self.may_ask(Channel::Voice, false);
        if may_ask {
            self.decide_voice(context, VoiceReturnEvent::Attempted);
        }
        may_ask
    }

    /// Voice came back after a loss.
    pub fn voice_came_back(&mut self, context: &mut Context) {
        self.decide_voice(context, VoiceReturnEvent::CameBack);
    }

    /// The agent connects voice before the extension is known: it is connected when the extension is registered. While
    /// a request is pending the channel accepts no other one, so a disconnection stays the agent's decision.
    pub fn wants_voice(&mut self, context: &mut Context) {
        if self.may_ask(Channel::Voice, false) {
            self.decide_voice(context, VoiceReturnEvent::WantedEarly);
        }
    }

    /// The agent disconnects voice: it stays disconnected when the connection returns, and no earlier status is
    /// restored.
    pub(super) fn agent_disconnects_voice(&mut self, context: &mut Context) {
        self.previous_voice = None;
        self.voice_left_at = Some(context.server_now());
        self.decide_voice(context, VoiceReturnEvent::DisconnectedByAgent);
        // Written at once: a page that crashes now would otherwise connect voice again.
        context.write(records::CHANNEL.key(), Some(json_text(&self.record())));
    }

    /// The server says that it disconnects voice because the registration of the telephone ended.
    pub(super) fn registration_ended(&mut self, context: &mut Context) {
        context.dirty(slices::CHANNELS.key());
        self.decide_voice(context, VoiceReturnEvent::RegistrationEnded);
    }

    /// The server disconnected voice because the agent's desk telephone is no longer registered.
    pub(super) fn telephone_is_gone(&self) -> bool {
        let is_lost = self.voice_return.loss == VoiceLoss::Lasting && self.voice.facts.media.is_none();
        is_lost && !self.is_connected(Channel::Voice)
    }

    /// The server has connected or disconnected voice; the earlier facts are still present.
    pub(super) fn follow_voice_intent(&mut self, context: &mut Context, connected: bool) {
        let media = self.voice.facts.media;
        match (self.is_connected(Channel::Voice), connected) {
            // The event was sent before the agent disconnected voice: it changes the status, not the agent's decision.
            (false, true) if self.voice_left_at.is_some_and(|left| context.happened_at() < left) => {}
            (false, true) => self.decide_voice(context, VoiceReturnEvent::Connected { on_desk: media.is_none() }),
            (true, false) => {
                let of_unknown_past = media == Some(Media::Stopped);
                self.decide_voice(context, VoiceReturnEvent::Disconnected { of_unknown_past });
            }
            (true, true) | (false, false) => {}
        }
    }

    /// The status from before the disconnection, only the first time that voice returns (CHN-033).
    pub fn apply_previous_voice(&mut self, context: &mut Context) -> Option<PreviousStatus> {
        let previous = self.previous_voice.as_mut().filter(|previous| !previous.applied)?;
        previous.applied = true;
        context.persist(records::CHANNEL.key());
        Some(previous.clone())
    }

    /// Stores the present status of voice, for a disconnection that the agent does not intend (RTC-016).
    pub fn remember_voice(&mut self, context: &mut Context) {
        let is_intended = self.voice_return.intent == VoiceIntent::DisconnectedByAgent;
        // A status without audio is a consequence of the loss itself.
        if !is_intended
            && self.is_connected(Channel::Voice)
            && self.status(Channel::Voice) != ChannelStatus::Disconnected
        {
            let [pause, scheduled] = self.pause_names(Channel::Voice);
            let pause = pause.or(scheduled).map(ToOwned::to_owned);
            self.previous_voice = Some(PreviousStatus { status: self.status(Channel::Voice), pause, applied: false });
            context.persist(records::CHANNEL.key());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    const NOW: u64 = 100_000;

    fn at(ms: u64) -> Mono {
        Mono::default().plus_ms(ms)
    }

    const INTENTS: [VoiceIntent; 5] = [
        VoiceIntent::Undecided,
        VoiceIntent::Wanted,
        VoiceIntent::Connected,
        VoiceIntent::DisconnectedByAgent,
        VoiceIntent::LoggedOff,
    ];

    fn losses() -> [(&'static str, VoiceLoss); 4] {
        [
            ("none", VoiceLoss::None),
            ("lasting", VoiceLoss::Lasting),
            ("just over", VoiceLoss::Over { until: at(NOW) }),
            ("long over", VoiceLoss::Over { until: at(NOW - 1) }),
        ]
    }

    const EVENTS: [VoiceReturnEvent; 11] = [
        VoiceReturnEvent::WantedEarly,
        VoiceReturnEvent::DisconnectedByAgent,
        VoiceReturnEvent::DisconnectRefused,
        VoiceReturnEvent::Lost,
        VoiceReturnEvent::CameBack,
        VoiceReturnEvent::RegistrationEnded,
        VoiceReturnEvent::Attempted,
        VoiceReturnEvent::Connected { on_desk: false },
        VoiceReturnEvent::Connected { on_desk: true },
        VoiceReturnEvent::Disconnected { of_unknown_past: false },
        VoiceReturnEvent::Disconnected { of_unknown_past: true },
    ];

    fn name_of(loss: VoiceLoss) -> &'static str {
        let again = ("again over", VoiceLoss::Over { until: at(NOW + RETURN_COUNTS_MS) });
        losses().into_iter().chain([again]).find(|(_, known)| *known == loss).map(|(name, _)| name).expect("a loss")
    }

    /// Every state with every event, and whether the page connects the channel in that state.
    #[test]
    fn every_state_and_event_of_a_voice_return_equals_the_table() {
        let mut table = String::new();
        for intent in INTENTS {
            for (name, loss) in losses() {
                let state = VoiceReturn { intent, loss };
                let after_loss = if state.connects_after_loss(at(NOW)) { "connects after loss" } else { "-" };
                let registered = if state.connects_with_registration() { "connects with registration" } else { "-" };
                writeln!(table, "{intent:?}, loss {name}: {after_loss}, {registered}").expect("text");
                for event in EVENTS {
                    let next = state.after(event, at(NOW));
                    if next != state {
                        writeln!(table, "    {event:?} -> {:?}, loss {}", next.intent, name_of(next.loss))
                            .expect("text");
                    }
                }
            }
        }
        insta::assert_snapshot!(table);
    }
}
