//! Functions of the bench that read what the core shows and which requests it sent.

use super::bench::{Bench, Call};
use super::words::said;
use crate::channels;
use crate::channels::ChannelView;
use crate::channels::ChannelsSlice;
use crate::contacts;
use crate::contacts::{ContactPanelView, ContactsSlice, FoundContactsView};
use crate::conversation;
use crate::conversation::ConversationSlice;
use crate::conversation::DraftView;
use crate::conversation::MessageView;
use crate::flow::{BrokerCommand, Effect, JobGroup, Report, Sound, StorePlace};
use crate::jobs;
use crate::jobs::JobsSlice;
use crate::jobs::{JobRecord, JobRowView, JobSummaryView, JobView};
use crate::notifications;
use crate::notifications::NotificationsSlice;
use crate::notifications::{AlertsView, NotificationsView};
use crate::qualification;
use crate::qualification::QualificationSlice;
use crate::qualification::QualificationView;
use crate::session;
use crate::session::SessionSlice;
use crate::session::SessionView;
use crate::shell;
use crate::shell::ShellSlice;
use crate::shell::{Dialog, Snackbar};
use crate::view::View;
use crate::wire::{Channel, Protocol};

macro_rules! slice {
    ($bench:expr, $key:expr, $kind:path) => {
        match $bench.workspace.view(&$key) {
            $kind(view) => view,
            other => panic!("{} is {other:?}", $key),
        }
    };
    ($bench:expr, $key:expr, $area:ident, $slice:path) => {
        match $bench.workspace.view(&$key) {
            View::$area($slice(view)) => view,
            other => panic!("{} is {other:?}", $key),
        }
    };
}

impl Bench {
    pub fn calls_of(&self, name: &str) -> Vec<&Call> {
        self.calls.iter().filter(|call| call.name == name).collect()
    }

    /// The only request of this name.
    pub fn call(&self, name: &str) -> &Call {
        match self.calls_of(name)[..] {
            [call] => call,
            ref calls => panic!("{} calls of {name} in {:?}", calls.len(), self.names()),
        }
    }

    pub fn names(&self) -> Vec<&str> {
        self.calls.iter().map(|call| call.name.as_str()).collect()
    }

    pub fn broker_commands(&self) -> Vec<&BrokerCommand> {
        self.effects
            .iter()
            .filter_map(|effect| if let Effect::Broker(command) = effect { Some(command) } else { None })
            .collect()
    }

    pub fn acknowledged(&self) -> Vec<&str> {
        self.broker_commands()
            .into_iter()
            .filter_map(
                |command| if let BrokerCommand::Acknowledge { ack, .. } = command { Some(ack.as_str()) } else { None },
            )
            .collect()
    }

    pub fn reports(&self) -> Vec<&Report> {
        self.effects
            .iter()
            .filter_map(|effect| if let Effect::Report(report) = effect { Some(report) } else { None })
            .collect()
    }

    pub fn sounds(&self) -> Vec<Sound> {
        self.effects
            .iter()
            .filter_map(|effect| if let Effect::Sound(sound, _) = effect { Some(*sound) } else { None })
            .collect()
    }

    /// Paths of the navigations that the core started.
    pub fn navigated(&self) -> Vec<&str> {
        self.effects
            .iter()
            .filter_map(|effect| if let Effect::Navigate { path, .. } = effect { Some(path.as_str()) } else { None })
            .collect()
    }

    pub fn stored(&self, place: StorePlace, name: &str) -> Option<&str> {
        self.disk.get(&(place, name.to_owned())).map(String::as_str)
    }

    pub fn session(&self) -> SessionView {
        *slice!(self, session::slices::SESSION.key(), Session, SessionSlice::Session)
    }

    pub fn path(&self) -> String {
        slice!(self, shell::slices::ROUTE.key(), Shell, ShellSlice::Route).path
    }

    pub fn dialog(&self) -> Option<Dialog> {
        slice!(self, shell::slices::DIALOG.key(), Shell, ShellSlice::Dialog)
    }

    pub fn alerts(&self) -> AlertsView {
        slice!(self, notifications::slices::ALERTS.key(), Notifications, NotificationsSlice::Alerts)
    }

    pub fn notifications(&self) -> NotificationsView {
        slice!(self, notifications::slices::NOTIFICATIONS.key(), Notifications, NotificationsSlice::Notifications)
    }

    pub fn summary(&self) -> JobSummaryView {
        slice!(self, jobs::slices::SUMMARY.key(), Jobs, JobsSlice::JobSummary)
    }

    pub fn channel(&self, channel: Channel) -> ChannelView {
        let items = slice!(self, channels::slices::CHANNELS.key(), Channels, ChannelsSlice::Channels).items;
        items.into_iter().find(|item| item.channel == channel).expect("a channel of the agent")
    }

    /// Newest first.
    pub fn snackbars(&self) -> Vec<Snackbar> {
        slice!(self, shell::slices::SNACKBARS.key(), Shell, ShellSlice::Snackbars).items
    }

    /// The agent closes the open dialog.
    pub fn close_dialog(&mut self) -> &mut Self {
        let dialog = self.dialog().expect("a dialog");
        self.intent(crate::input::Intent::Shell(crate::shell::ShellIntent::CloseDialog { dialog }))
    }

    /// The texts of the snackbars in Brazilian Portuguese, newest first.
    pub fn said(&self) -> Vec<String> {
        self.snackbars().iter().map(|snackbar| said(&snackbar.body)).collect()
    }

    pub fn order(&self, group: JobGroup) -> Vec<String> {
        slice!(self, jobs::order_key(group), View::List).ids.into_iter().map(String::from).collect()
    }

    pub fn rows(&self, group: JobGroup) -> Vec<JobRowView> {
        self.order(group).iter().map(|protocol| self.row(protocol)).collect()
    }

    pub fn has_job(&self, protocol: &str) -> bool {
        self.workspace.view(&jobs::slices::ROW.of(protocol.into())) != View::Absent
    }

    pub fn row(&self, protocol: &str) -> JobRowView {
        *slice!(self, jobs::slices::ROW.of(protocol.into()), Jobs, JobsSlice::JobRow)
    }

    pub fn job(&self, protocol: &str) -> JobView {
        *slice!(self, jobs::slices::JOB.of(protocol.into()), Jobs, JobsSlice::Job)
    }

    /// The record of an attendance.
    pub fn job_record(&self, protocol: &Protocol) -> Option<JobRecord> {
        let end = self.workspace.conversation.thread_end(protocol);
        self.workspace.jobs.record_of(protocol, end)
    }

    pub fn thread(&self, protocol: &str) -> Vec<MessageView> {
        let ids = slice!(self, conversation::slices::THREAD.of(protocol.into()), View::List).ids;
        ids.into_iter()
            .map(|id| {
                *slice!(
                    self,
                    conversation::slices::MESSAGE.of((protocol.into(), id.clone())),
                    Conversation,
                    ConversationSlice::Message
                )
            })
            .collect()
    }

    pub fn texts(&self, protocol: &str) -> Vec<String> {
        self.thread(protocol).into_iter().map(|message| message.text).collect()
    }

    pub fn draft(&self, protocol: &str) -> DraftView {
        slice!(self, conversation::slices::DRAFT.of(protocol.into()), Conversation, ConversationSlice::Draft)
    }

    pub fn contact(&self, protocol: &str) -> ContactPanelView {
        *slice!(self, contacts::slices::CONTACT.of(protocol.into()), Contacts, ContactsSlice::Contact)
    }

    pub fn found_contacts(&self) -> FoundContactsView {
        slice!(self, contacts::slices::FOUND.key(), Contacts, ContactsSlice::FoundContacts)
    }

    pub fn qualification(&self, protocol: &str) -> QualificationView {
        *slice!(
            self,
            qualification::slices::QUALIFICATION.of(protocol.into()),
            Qualification,
            QualificationSlice::Qualification
        )
    }
}
