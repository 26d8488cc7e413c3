//! Bulk actions: one action on several selected attendances. The areas involved are jobs, contacts, conversation,
//! qualification and shell. At the end of each step the bulk action continues, from the present state of its
//! attendances.

use super::{Workspace, context};
use crate::contacts::Contacts;
use crate::flow::Text;
use crate::jobs::{Afterwards, ClosingEvent, RemovalReason};
use crate::notifications::Topic;
use crate::qualification::{
    BulkAim, BulkFact, BulkItemEvent, BulkReason, BulkStep, BulkTask, Qualification, bulk_list_of,
};
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::Protocol;

impl Workspace {
    /// The agent selected these attendances in the list.
    pub(crate) fn select_in_bulk(&mut self, protocols: Vec<Protocol>) {
        self.qualification.bulk_mut(context!(self)).select(protocols);
        self.learn_bulk_facts();
    }

    /// Opens the dialog of a bulk action. While a bulk action runs, the dialog shows its progress.
    pub(crate) fn ask_in_bulk(&mut self, task: BulkTask) {
        if self.qualification.bulk.is_working() {
            return self.shell.dialogs.open(context!(self), Dialog::Bulk);
        }
        let Some(steps) = self.qualification.bulk_mut(context!(self)).ask(task) else { return };
        self.shell.dialogs.open(context!(self), Dialog::Bulk);
        self.take_bulk_steps(steps);
    }

    /// Loads the lists again whose load failed.
    pub(crate) fn reload_bulk_lists(&mut self) {
        let steps = self.qualification.bulk_mut(context!(self)).missing_lists();
        self.take_bulk_steps(steps);
    }

    /// The agent confirmed the dialog.
    pub(crate) fn confirm_bulk(&mut self) {
        self.qualification.bulk_mut(context!(self)).confirm();
    }

    /// The agent cancels the part of the bulk action that was not sent yet.
    pub(crate) fn cancel_bulk(&mut self) {
        for protocol in self.qualification.bulk_mut(context!(self)).cancel() {
            let exit = self.jobs.apply_closing_event(context!(self), &protocol, ClosingEvent::Cancelled);
            self.route(exit);
            if !self.jobs.is_closing(&protocol) {
                let event = BulkItemEvent::Refused(BulkReason::Cancelled);
                self.qualification.bulk_mut(context!(self)).apply_event(&protocol, event);
            }
        }
    }

    /// An attendance of the bulk action was qualified: it leaves the list. A text that was not sent is kept with the
    /// unsent texts.
    pub(crate) fn qualified_in_bulk(&mut self, protocol: &Protocol) {
        self.close_by_channel(protocol);
        self.remove_job(protocol, RemovalReason::Qualified);
    }

    /// The server refused a finish, or messages that had to be sent before it failed. The result of the bulk action
    /// names an attendance that belongs to it; for another attendance a snackbar says it at once.
    pub(crate) fn finish_failed(&mut self, protocol: Protocol, text: Text) {
        if self.qualification.bulk.is_under_way(&protocol) {
            let is_unsent = self.conversation.has_refused(&protocol);
            let event = if is_unsent {
                BulkItemEvent::Refused(BulkReason::NotSent)
            } else if self.jobs.get(&protocol).is_none() {
                BulkItemEvent::Away
            } else {
                BulkItemEvent::Refused(BulkReason::Refused)
            };
            self.qualification.bulk_mut(context!(self)).apply_event(&protocol, event);
        } else {
            self.snackbar(Topic::Finish(protocol), SnackbarKind::Error, text);
        }
    }

    /// A list of the server was applied: the bulk action removes the attendances that left the list.
    pub(crate) fn bulk_listed(&mut self) {
        if !self.qualification.bulk.is_idle() {
            self.learn_bulk_facts();
            self.qualification.bulk_mut(context!(self)).listed();
        }
    }

    /// Continues the bulk action from the present state, and sends its next request.
    pub(crate) fn follow_bulk(&mut self) {
        if self.qualification.bulk.is_idle() || !self.jobs.has_been_restored() {
            return;
        }
        self.learn_bulk_facts();
        let steps = self.qualification.bulk.advance();
        if !steps.is_empty() {
            self.qualification.bulk_mut(context!(self));
            self.take_bulk_steps(steps);
        }
        if !self.qualification.bulk.has_dialog() && !self.qualification.bulk.is_working() {
            self.shell.dialogs.close(context!(self), |dialog| *dialog == Dialog::Bulk);
        }
    }

    fn learn_bulk_facts(&mut self) {
        let protocols = self.qualification.bulk.protocols();
        let facts = protocols.iter().filter_map(|protocol| self.bulk_fact(protocol)).collect();
        let has_dialog = self.shell.dialogs.find(|dialog| (*dialog == Dialog::Bulk).then_some(())).is_some();
        if self.qualification.bulk.follow(facts, has_dialog) {
            self.qualification.bulk_mut(context!(self));
        }
    }

    fn bulk_fact(&self, protocol: &Protocol) -> Option<BulkFact> {
        let job = self.jobs.get(protocol)?;
        let on_the_way = self.conversation.on_the_way(protocol).messages;
        let groups = self.session.attendance_groups();
        Some(BulkFact {
            protocol: protocol.clone(),
            name: job.name().to_owned(),
            channel: job.channel(),
            ended: job.is_ended(),
            registered: Contacts::is_registered(&self.jobs, protocol),
            list: bulk_list_of(job),
            observation_required: Qualification::observation_required(&self.jobs, groups, protocol),
            waits: job.waiting_since().is_some(),
            unsent: on_the_way > 0
                || self.conversation.has_refused(protocol)
                || !self.conversation.drafts.text(protocol).trim().is_empty(),
            on_the_way,
        })
    }

    fn take_bulk_steps(&mut self, steps: Vec<BulkStep>) {
        for step in steps {
            match step {
                BulkStep::LoadList(id) => self.qualification.load_bulk_list(context!(self), id),
                BulkStep::Qualify(protocol, chosen) => {
                    let acting_agent = self.acting_agent();
                    self.qualification.send_bulk(context!(self), &self.jobs, &acting_agent, &protocol, &chosen);
                }
                BulkStep::Finish(protocol, waits) => self.finish_by_channel(&protocol, Afterwards::Nothing, waits),
                BulkStep::Over { aim, done, left } => self.bulk_is_over(aim, done, left),
            }
        }
    }

    /// Shows the result once: in the dialog if attendances remained undone, otherwise in a snackbar.
    fn bulk_is_over(&mut self, aim: BulkAim, done: u32, left: u32) {
        self.refresh_history();
        if left > 0 {
            return self.shell.dialogs.open(context!(self), Dialog::Bulk);
        }
        let key = match aim {
            BulkAim::Qualify => "qualification.bulk.qualified",
            BulkAim::Close => "qualification.bulk.closed",
            BulkAim::Finish => "qualification.bulk.finished",
        };
        self.snackbar(Topic::List, SnackbarKind::Success, Text::key(key).with("count", done));
    }
}
