//! Dispatch by the channel of an attendance: each channel ends its own attendances.

use super::{Workspace, context};
use crate::jobs::{Afterwards, ClosingEvent};
use crate::wire::{Channel, Protocol};

impl Workspace {
    /// The agent ends an attendance, which is qualified afterwards. `then` says whether the end waits until every
    /// message was sent.
    pub(crate) fn finish_by_channel(&mut self, protocol: &Protocol, then: Afterwards, waits: bool) {
        let Some(job) = self.jobs.get(protocol) else { return };
        match job.channel() {
            Channel::Chat | Channel::Whatsapp => {
                let route = self.shell.route().clone();
                let event = ClosingEvent::Asked { then, waits };
                let exit = self.jobs.ask_closing(context!(self), protocol, event, &route);
                self.route(exit);
            }
            Channel::Voice if job.is_ended() => {}
            Channel::Voice => {
                let tone = self.shell.preferences().tone(Channel::Voice);
                self.with_voice(|voice, context| voice.finish(context, protocol, tone));
            }
        }
    }

    /// A qualified attendance is closed in its channel too (QUA-013).
    pub(crate) fn close_by_channel(&mut self, protocol: &Protocol) {
        match self.jobs.get(protocol).map(|job| job.channel()) {
            Some(Channel::Chat | Channel::Whatsapp) => {
                let acting_agent = self.acting_agent();
                self.jobs.close(context!(self), &acting_agent, protocol);
            }
            // The call of a voice attendance has ended already; qualifying it ends the attendance.
            Some(Channel::Voice) | None => {}
        }
    }

    /// The agent has read the conversation. WhatsApp counts unread messages on the server (API-100); of a web chat the server has only the
    /// agent's own mark.
    pub(crate) fn read_by_channel(&mut self, protocol: &Protocol, was_marked: bool) {
        let path = match self.jobs.get(protocol).map(|job| job.channel()) {
            Some(Channel::Whatsapp) => "whatsapp/read-all",
            Some(Channel::Chat) if was_marked => "chat/read",
            Some(Channel::Chat | Channel::Voice) | None => return,
        };
        let agent = self.session.agent_id();
        self.whatsapp.read_all(context!(self), &agent, protocol, path);
    }
}
