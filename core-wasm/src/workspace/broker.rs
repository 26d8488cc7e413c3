//! What the broker client reports: links and frames. An event in a frame is passed to its area (`Workspace::on_event`).

use super::{Workspace, context};
use crate::input::BrokerInput;
use crate::shell::Dialog;

impl Workspace {
    pub(crate) fn on_broker(&mut self, input: BrokerInput) {
        match input {
            BrokerInput::Opened { link } => {
                let exit = self.connection.link_opened(context!(self), link);
                if exit.is_some() {
                    self.shell.dialogs.close(context!(self), |dialog| *dialog == Dialog::Reconnecting);
                }
                self.route(exit);
                let acting_agent = self.acting_agent();
                let exits = self.conversation.retry_all(context!(self), &mut self.jobs, &acting_agent);
                self.route(exits);
            }
            BrokerInput::Closed { link } => {
                let exit = self.connection.link_closed(context!(self), link);
                self.route(exit);
            }
            BrokerInput::Refused { link, message } => {
                let exit = self.connection.link_refused(context!(self), link, &message);
                self.route(exit);
            }
            BrokerInput::Frame(frame) => {
                let exits = self.connection.on_frame(context!(self), frame);
                self.route(exits);
            }
        }
    }
}
