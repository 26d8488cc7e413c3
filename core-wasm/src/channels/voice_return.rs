//! Voice that comes back after a loss: its status of before, and whether the page connects the channel again.
//!
//! An intended disconnection is a state of the channel ([`VoiceIntent`]): only a channel that a loss disconnected is connected again, once
//! for each loss, and never one that the agent or a supervisor disconnected.

use super::machine::Channels;
use super::record::{PreviousStatus, VoiceIntent};
use super::rule::Media;
use super::{records, slices};
use crate::flow::{Context, Mono};
use crate::wire::{Channel, ChannelStatus};

/// The page may learn that the server has disconnected the channel after the telephone is registered again: the answer or the event
/// counts as the work of the loss for this time.
const RETURN_COUNTS_MS: u64 = 30_000;

/// The last loss of the browser's voice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum VoiceLoss {
    /// There is none, or what it caused is repaired.
    #[default]
    None,
    /// Voice is lost.
    Lasting,
    /// Voice is back; what the server does until then still is the work of the loss.
    Over {
        /// End of that time.
        until: Mono,
    },
}

impl Channels {
    /// Status of voice before it was disconnected (RTC-016).
    pub fn previous_voice(&self) -> Option<&PreviousStatus> {
        self.previous_voice.as_ref()
    }

    /// The channel was connected before voice was lost, and the server has disconnected it since: it is connected again when voice
    /// is back; or the agent wanted it connected then. True once for each loss, so that a refused attempt is not repeated without end.
    pub fn take_voice_reconnect(&mut self, now: Mono) -> bool {
        if std::mem::take(&mut self.voice_wanted) && self.may_ask(Channel::Voice, false) {
            return true;
        }
        let is_back = matches!(self.voice_loss, VoiceLoss::Over { until } if now <= until);
        let wanted = is_back && self.voice_intent == VoiceIntent::Connected && self.may_ask(Channel::Voice, false);
        if wanted {
            self.voice_loss = VoiceLoss::None;
        }
        wanted
    }

    /// Whether the registration of the extension connects the channel (RTC-021): it is disconnected, and nobody disconnected it on purpose.
    /// That is the one attempt after the loss.
    pub fn take_voice_connect(&mut self) -> bool {
        let is_left_off = match self.voice_intent {
            VoiceIntent::Undecided | VoiceIntent::Connected => false,
            VoiceIntent::DisconnectedByAgent | VoiceIntent::LoggedOff => true,
        };
        let wanted = !is_left_off && self.may_ask(Channel::Voice, false);
        if wanted {
            self.voice_loss = VoiceLoss::None;
        }
        wanted
    }

    /// Voice is lost: what the server disconnects now is no intention of anybody.
    pub fn voice_lost(&mut self) {
        self.voice_loss = VoiceLoss::Lasting;
    }

    /// Voice came back after a loss.
    pub fn voice_came_back(&mut self, now: Mono) {
        if self.voice_loss == VoiceLoss::Lasting {
            self.voice_loss = VoiceLoss::Over { until: now.plus_ms(RETURN_COUNTS_MS) };
        }
    }

    /// The agent connects voice before the extension is known: it is connected with its registration.
    pub fn wants_voice(&mut self) {
        self.voice_wanted = true;
    }

    /// The agent disconnects voice: it stays disconnected when the connection comes back, and nothing of before is restored.
    pub(super) fn agent_disconnects_voice(&mut self, context: &mut Context) {
        self.voice_intent = VoiceIntent::DisconnectedByAgent;
        self.voice_wanted = false;
        self.previous_voice = None;
        context.persist(records::CHANNEL.key());
    }

    /// The server refused to disconnect voice: the agent goes on with it.
    pub(super) fn voice_stays_connected(&mut self, context: &mut Context) {
        if self.voice_intent == VoiceIntent::DisconnectedByAgent {
            self.voice_intent = VoiceIntent::Connected;
            context.persist(records::CHANNEL.key());
        }
    }

    /// The server says that it disconnects voice because the registration of the telephone ended. The page may not have noticed yet, or
    /// may have registered the telephone again.
    pub(super) fn registration_ended(&mut self, context: &mut Context) {
        context.dirty(slices::CHANNELS.key());
        self.voice_loss = match self.voice_loss {
            VoiceLoss::None | VoiceLoss::Lasting => VoiceLoss::Lasting,
            VoiceLoss::Over { .. } => VoiceLoss::Over { until: context.mono().plus_ms(RETURN_COUNTS_MS) },
        };
    }

    /// The server disconnected voice because the agent's desk telephone is no longer registered.
    pub(super) fn telephone_is_gone(&self) -> bool {
        let is_lost = self.voice_loss == VoiceLoss::Lasting && self.voice.facts.media.is_none();
        is_lost && !self.is_connected(Channel::Voice)
    }

    /// The server has voice connected or disconnected; the facts of before are still there.
    pub(super) fn follow_voice_intent(&mut self, context: &Context, connected: bool) {
        let was_connected = self.is_connected(Channel::Voice);
        let is_of_loss = match self.voice_loss {
            VoiceLoss::None => false,
            VoiceLoss::Lasting => true,
            VoiceLoss::Over { until } => context.mono() <= until,
        };
        match (was_connected, connected) {
            (false, true) => {
                self.voice_intent = VoiceIntent::Connected;
                if self.voice.facts.media.is_none() {
                    // A desk telephone: only the server knows of its losses.
                    self.voice_loss = VoiceLoss::None;
                }
            }
            (true, false) if self.voice_intent == VoiceIntent::Connected && !is_of_loss => {
                self.voice_intent = match self.voice.facts.media {
                    // The page was loaded again: what happened before is not known.
                    Some(Media::Stopped) => VoiceIntent::Undecided,
                    Some(Media::Connected | Media::Reconnecting) | None => VoiceIntent::LoggedOff,
                };
            }
            (true, false) | (true, true) | (false, false) => {}
        }
    }

    /// The status of before the disconnect, the first time that voice comes back (CHN-033).
    pub fn apply_previous_voice(&mut self, context: &mut Context) -> Option<PreviousStatus> {
        let previous = self.previous_voice.as_mut().filter(|previous| !previous.applied)?;
        previous.applied = true;
        context.persist(records::CHANNEL.key());
        Some(previous.clone())
    }

    /// Keeps the present status of voice, for after a disconnect that the agent does not intend (RTC-016).
    pub fn remember_voice(&mut self, context: &mut Context) {
        let is_intended = self.voice_intent == VoiceIntent::DisconnectedByAgent;
        // A status without audio is what the loss itself brought.
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
