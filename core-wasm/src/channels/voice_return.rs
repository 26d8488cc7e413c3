//! Voice that comes back after a loss: its status of before, and a channel that the server disconnected meanwhile.

use super::machine::Channels;
use super::record::PreviousStatus;
use super::records;
use crate::flow::Context;
use crate::wire::{Channel, ChannelStatus};

impl Channels {
    /// Status of voice before it was disconnected (RTC-016).
    pub fn previous_voice(&self) -> Option<&PreviousStatus> {
        self.previous_voice.as_ref()
    }

    /// The channel was connected before voice was lost, and the server has disconnected it since: it is connected again when voice
    /// is back. True once for each loss, so that a refused attempt is not repeated without end.
    pub fn take_voice_reconnect(&mut self) -> bool {
        let was_connected = self.previous_voice.as_ref().is_some_and(|previous| !previous.applied);
        let wanted = self.voice_came_back && was_connected && self.may_ask(Channel::Voice, false);
        self.voice_came_back &= !wanted;
        wanted
    }

    /// Voice came back after a loss.
    pub fn voice_came_back(&mut self) {
        self.voice_came_back = true;
    }

    /// The agent disconnects voice: it stays disconnected when the connection comes back.
    pub fn forget_previous_voice(&mut self, context: &mut Context) {
        self.voice_came_back = false;
        if self.previous_voice.take().is_some() {
            context.persist(records::CHANNEL.key());
        }
    }

    /// The status of before the disconnect, the first time that voice comes back (CHN-033).
    pub fn apply_previous_voice(&mut self, context: &mut Context) -> Option<PreviousStatus> {
        let previous = self.previous_voice.as_mut().filter(|previous| !previous.applied)?;
        previous.applied = true;
        context.persist(records::CHANNEL.key());
        Some(previous.clone())
    }

    /// Keeps the present status of voice, for after a disconnect (RTC-016).
    pub fn remember_voice(&mut self, context: &mut Context) {
        // A status without audio is what the loss itself brought.
        if self.is_connected(Channel::Voice) && self.status(Channel::Voice) != ChannelStatus::Disconnected {
            let [pause, scheduled] = self.pause_names(Channel::Voice);
            let pause = pause.or(scheduled).map(ToOwned::to_owned);
            self.previous_voice = Some(PreviousStatus { status: self.status(Channel::Voice), pause, applied: false });
            context.persist(records::CHANNEL.key());
        }
    }
}
