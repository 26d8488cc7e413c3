//! Dispatch by the channel of an attendance: each channel's area ends its own attendances. For a channel without an area
//! the request is refused; the routes of another channel are never used.

use super::{Workspace, context};
use crate::flow::{ReportLevel, Text};
use crate::shell::SnackbarKind;
use crate::wire::{Channel, Protocol};

/// The area that serves the attendances of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChannelArea {
    Chat,
    Voice,
}

impl ChannelArea {
    /// `None`: the product does not serve this channel yet.
    fn of(channel: Channel) -> Option<Self> {
        match channel {
            Channel::Chat => Some(ChannelArea::Chat),
            Channel::Voice => Some(ChannelArea::Voice),
            Channel::Whatsapp => None,
        }
    }
}

impl Workspace {
    /// The agent ends an attendance; it waits for qualification afterwards.
    pub(crate) fn finish_by_channel(&mut self, protocol: &Protocol) {
        let acting_agent = self.acting_agent();
        match self.channel_area_of(protocol) {
            Some(ChannelArea::Chat) => self.chat.finish(context!(self), &mut self.jobs, &acting_agent, protocol),
            Some(ChannelArea::Voice) if self.jobs.get(protocol).is_some_and(|job| !job.is_ended()) => {
                let tone = self.shell.preferences().tone(Channel::Voice);
                self.with_voice(|voice, context| voice.finish(context, protocol, tone));
            }
            Some(ChannelArea::Voice) | None => {}
        }
    }

    /// A qualified attendance is closed in its channel too (QUA-013).
    pub(crate) fn close_by_channel(&mut self, protocol: &Protocol) {
        let acting_agent = self.acting_agent();
        match self.channel_area_of(protocol) {
            Some(ChannelArea::Chat) => self.chat.close(context!(self), &acting_agent, protocol),
            // Its call has ended, and the qualification is the end of the attendance.
            Some(ChannelArea::Voice) | None => {}
        }
    }

    /// Whether the attendance can be qualified: its channel has an area that closes it.
    pub(crate) fn is_qualified_by_channel(&mut self, protocol: &Protocol) -> bool {
        self.jobs.get(protocol).is_none() || self.channel_area_of(protocol).is_some()
    }

    /// The area of an attendance's channel; `None` with a snackbar if the channel has none.
    fn channel_area_of(&mut self, protocol: &Protocol) -> Option<ChannelArea> {
        let channel = self.jobs.get(protocol)?.channel();
        let area = ChannelArea::of(channel);
        if area.is_none() {
            context!(self).report(ReportLevel::Error, "channelNotServed", channel.as_str());
            let text = Text::key("jobs.channelNotServed").with("channel", channel.display_name());
            self.snackbar(SnackbarKind::Error, text);
        }
        area
    }
}
