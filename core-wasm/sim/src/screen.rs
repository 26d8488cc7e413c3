//! The views of the page as the agent sees them, and expectations about them. Reads only views and never the internal
//! state of a core.

use crate::agent::AgentHandle;
use crate::ledger::line;
use contact_centre::wire::{Channel, Protocol};
use core_wasm::View;
use core_wasm::absence::{self, AbsenceSlice, AbsenceView};
use core_wasm::broadcasts::{self, BroadcastsPhase, BroadcastsSlice};
use core_wasm::channels::{self, ChannelStatusView, ChannelView, ChannelsSlice};
use core_wasm::connection::{self, ConnectionSlice, LinkView};
use core_wasm::contacts::{self, ContactPanelView, ContactsSlice};
use core_wasm::conversation::{self, ConversationSlice, DraftView, EntryState};
use core_wasm::conversation::{MessageDelivery, MessageView};
use core_wasm::dead_effects::{self, DeadEffectsSlice, DeadEffectsView};
use core_wasm::flow::{Entity, EntityKind, JobGroup, ListState, Report, SliceKey, Sound};
use core_wasm::history::{self, HistorySlice};
use core_wasm::jobs::{self, JobRowView, JobSummaryView, JobView, JobsSlice};
use core_wasm::message_search::{self, MessageSearchSlice};
use core_wasm::notifications::{self, NoticeKind, NoticeView, NotificationsSlice};
use core_wasm::pauses::{self, PausesSlice, PausesView};
use core_wasm::people::{self, ContactRowView, PeopleSlice};
use core_wasm::qualification::{self, BulkView, QualificationSlice, QualificationView};
use core_wasm::session::{self, SessionSlice, SessionView};
use core_wasm::shell::{self, Dialog, Preferences, ShellSlice, Snackbar};
use core_wasm::supervision::{self, BoardRowView, SupervisionSlice};
use core_wasm::tags::{self, TagsOfView, TagsSlice};
use core_wasm::voice::{self, VoiceSlice};
use core_wasm::whatsapp::{self, InboxView, WhatsAppJobView, WhatsAppSlice};
use core_wasm::wire::{Name, SenderType};
use std::fmt::Debug;

macro_rules! view {
    ($handle:ident, $key:expr, $variant:ident) => {
        match $handle.view(&$key) {
            View::$variant(view) => view,
            other => panic!("{} shows {other:?}", $key),
        }
    };
    ($handle:ident, $key:expr, $area:ident, $slice:path) => {
        match $handle.view(&$key) {
            View::$area($slice(view)) => view,
            other => panic!("{} shows {other:?}", $key),
        }
    };
}

/// The views of the page, and the state of the browser.
impl AgentHandle<'_> {
    pub fn view(&self, key: &SliceKey) -> View {
        self.sim.browsers[self.index].workspace.view(key)
    }

    pub fn session(&self) -> SessionView {
        *view!(self, session::slices::SESSION.key(), Session, SessionSlice::Session)
    }

    pub fn route(&self) -> String {
        view!(self, shell::slices::ROUTE.key(), Shell, ShellSlice::Route).path
    }

    /// The path in the browser's address bar.
    pub fn address(&self) -> String {
        self.sim.browsers[self.index].path.clone()
    }

    pub fn link(&self) -> LinkView {
        view!(self, connection::slices::LINK.key(), Connection, ConnectionSlice::Link)
    }

    pub fn channels(&self) -> Vec<ChannelView> {
        view!(self, channels::slices::CHANNELS.key(), Channels, ChannelsSlice::Channels).items
    }

    pub fn chat(&self) -> Option<ChannelView> {
        self.channels().into_iter().find(|channel| channel.channel == Channel::Chat)
    }

    pub fn pauses(&self) -> PausesView {
        view!(self, pauses::slices::PAUSES.key(), Pauses, PausesSlice::Pauses)
    }

    pub fn absence(&self) -> AbsenceView {
        view!(self, absence::slices::ABSENCE.key(), Absence, AbsenceSlice::Absence)
    }

    /// The rows of the supervisor's board, in its order.
    pub fn board(&self) -> Vec<BoardRowView> {
        let list = view!(self, supervision::slices::ORDER.key(), List);
        let row = |id: &Name| {
            *view!(self, supervision::slices::ROW.of(id.as_str().into()), Supervision, SupervisionSlice::BoardRow)
        };
        list.ids.iter().map(row).collect()
    }

    /// The effects that were given up.
    pub fn dead_effects(&self) -> DeadEffectsView {
        view!(self, dead_effects::slices::DEAD_EFFECTS.key(), DeadEffects, DeadEffectsSlice::DeadEffects)
    }

    pub fn dialog(&self) -> Option<Dialog> {
        view!(self, shell::slices::DIALOG.key(), Shell, ShellSlice::Dialog)
    }

    /// Newest first.
    pub fn snackbars(&self) -> Vec<Snackbar> {
        view!(self, shell::slices::SNACKBARS.key(), Shell, ShellSlice::Snackbars).items
    }

    pub fn notifications(&self) -> Vec<NoticeView> {
        view!(self, notifications::slices::NOTIFICATIONS.key(), Notifications, NotificationsSlice::Notifications).items
    }

    /// Texts that the page lists as never sent.
    pub fn unsent_notices(&self) -> Vec<String> {
        let unsent = |notice: NoticeView| (notice.kind == NoticeKind::Unsent).then_some(notice.body);
        self.notifications().into_iter().filter_map(unsent).collect()
    }

    pub fn preferences(&self) -> Preferences {
        view!(self, shell::slices::PREFERENCES.key(), Shell, ShellSlice::Preferences)
    }

    pub fn summary(&self) -> JobSummaryView {
        view!(self, jobs::slices::SUMMARY.key(), Jobs, JobsSlice::JobSummary)
    }

    pub fn protocols(&self, group: JobGroup) -> Vec<Protocol> {
        view!(self, jobs::order_key(group), List).ids.into_iter().map(Protocol).collect()
    }

    /// Ids of the contacts in the list, top to bottom.
    pub fn contact_list(&self) -> Vec<String> {
        let list = view!(self, people::slices::CONTACT_ORDER.key(), List);
        list.ids.iter().map(Name::to_string).collect()
    }

    /// A contact of a list.
    pub fn listed_contact(&self, id: &str) -> Option<ContactRowView> {
        match self.view(&people::slices::CONTACT_ROW.of(id.into())) {
            View::People(PeopleSlice::ContactListRow(row)) => Some(*row),
            _ => None,
        }
    }

    /// The chosen tags, and the tags to choose from.
    pub fn tags_of(&self, kind: EntityKind, id: &str) -> Option<TagsOfView> {
        match self.view(&tags::slices::OF.of(Entity::new(kind, id))) {
            View::Tags(TagsSlice::TagsOf(tags)) => Some(*tags),
            _ => None,
        }
    }

    /// Whether the page shows that broadcasts, or the entries of one, could not be loaded.
    pub fn has_failed_broadcasts(&self) -> bool {
        let lists = view!(self, broadcasts::slices::BROADCASTS.key(), Broadcasts, BroadcastsSlice::Broadcasts);
        let opened = self.view(&broadcasts::slices::OPENED.key());
        matches!(lists.phase, BroadcastsPhase::Failed | BroadcastsPhase::Stale)
            || matches!(opened, View::Broadcasts(BroadcastsSlice::Broadcast(view)) if view.state == ListState::Failed)
    }

    /// Protocols of the page of the history.
    pub fn history_list(&self) -> Vec<String> {
        let page = view!(self, history::slices::PAGE.key(), History, HistorySlice::HistoryPage);
        page.rows.into_iter().map(|row| row.protocol).collect()
    }

    /// Ids of the messages that the search over all conversations found.
    pub fn found_texts(&self) -> Vec<String> {
        let search =
            view!(self, message_search::slices::SEARCH.key(), MessageSearch, MessageSearchSlice::MessageSearch);
        search.results.into_iter().map(|found| found.id).collect()
    }

    /// The rows of the list, top to bottom.
    pub fn rows(&self, group: JobGroup) -> Vec<JobRowView> {
        self.protocols(group).iter().filter_map(|protocol| self.row(protocol)).collect()
    }

    pub fn row(&self, protocol: &Protocol) -> Option<JobRowView> {
        match self.view(&jobs::slices::ROW.of(protocol.clone())) {
            View::Jobs(JobsSlice::JobRow(row)) => Some(*row),
            _ => None,
        }
    }

    pub fn job(&self, protocol: &Protocol) -> Option<JobView> {
        match self.view(&jobs::slices::JOB.of(protocol.clone())) {
            View::Jobs(JobsSlice::Job(job)) => Some(*job),
            _ => None,
        }
    }

    pub fn draft(&self, protocol: &Protocol) -> DraftView {
        view!(self, conversation::slices::DRAFT.of(protocol.clone()), Conversation, ConversationSlice::Draft)
    }

    pub fn messages(&self, protocol: &Protocol) -> Vec<MessageView> {
        let View::List(list) = self.view(&conversation::slices::THREAD.of(protocol.clone())) else { return Vec::new() };
        list.ids
            .into_iter()
            .filter_map(|id| match self.view(&conversation::slices::MESSAGE.of((protocol.clone(), id))) {
                View::Conversation(ConversationSlice::Message(message)) => Some(*message),
                _ => None,
            })
            .collect()
    }

    /// Sender, text (for a system message its key) and delivery of each message.
    pub fn thread(&self, protocol: &Protocol) -> Vec<(SenderType, String, MessageDelivery)> {
        self.messages(protocol)
            .into_iter()
            .map(|message| (message.sender.sender_type(), message.system_key.unwrap_or(message.text), message.delivery))
            .collect()
    }

    pub fn contact(&self, protocol: &Protocol) -> Option<ContactPanelView> {
        match self.view(&contacts::slices::CONTACT.of(protocol.clone())) {
            View::Contacts(ContactsSlice::Contact(panel)) => Some(*panel),
            _ => None,
        }
    }

    /// Whether the agent has the voice channel.
    pub fn has_voice(&self) -> bool {
        matches!(self.view(&voice::slices::VOICE.key()), View::Voice(VoiceSlice::Voice(view)) if view.enabled)
    }

    /// The WhatsApp part of an attendance.
    pub fn whatsapp_job(&self, protocol: &Protocol) -> Option<WhatsAppJobView> {
        match self.view(&whatsapp::slices::WHATSAPP_JOB.of(protocol.clone())) {
            View::Whatsapp(WhatsAppSlice::WhatsappJob(job)) => Some(*job),
            _ => None,
        }
    }

    pub fn inbox(&self) -> InboxView {
        *view!(self, whatsapp::slices::INBOX.key(), Whatsapp, WhatsAppSlice::Inbox)
    }

    pub fn qualification(&self, protocol: &Protocol) -> Option<QualificationView> {
        match self.view(&qualification::slices::QUALIFICATION.of(protocol.clone())) {
            View::Qualification(QualificationSlice::Qualification(form)) => Some(*form),
            _ => None,
        }
    }

    /// The selection of the list and its bulk action.
    pub fn bulk(&self) -> BulkView {
        *view!(self, qualification::slices::BULK.key(), Qualification, QualificationSlice::Bulk)
    }

    /// All sounds that were played so far.
    pub fn sounds(&self) -> &[Sound] {
        &self.sim.browsers[self.index].sounds
    }

    pub fn reports(&self) -> &[Report] {
        &self.sim.browsers[self.index].reports
    }

    pub fn stored_token(&self) -> Option<String> {
        self.sim.disk(self.index).token().map(str::to_owned)
    }

    /// Names of the records of the local database.
    pub fn stored_records(&self) -> Vec<String> {
        self.sim.disk(self.index).database_names()
    }

    /// Records of the unsent database: name and JSON text.
    pub fn stored_unsent(&self) -> Vec<(String, String)> {
        let unsent = self.sim.disk(self.index).unsent();
        unsent.iter().map(|(name, text)| (name.clone(), text.clone())).collect()
    }

    /// Messages that the server has not confirmed yet: protocol, text and state, in the order of sending.
    pub fn outbox(&self) -> Vec<(Protocol, String, EntryState)> {
        let outbox = self.sim.browsers[self.index].workspace.outbox();
        let of = |protocol: Protocol| {
            let entries = outbox.entries(&protocol).iter();
            entries.map(|entry| (protocol.clone(), entry.text.clone(), entry.state)).collect::<Vec<_>>()
        };
        outbox.protocols().into_iter().flat_map(of).collect()
    }

    /// Number of cores of this browser that crashed on a frame.
    pub fn crashed_cores(&self) -> u32 {
        self.sim.browsers[self.index].crashed_cores
    }

    /// Whether the disk has every record that this page wrote.
    pub fn disk_is_reliable(&self) -> bool {
        !self.sim.browsers[self.index].disk_failed && !self.sim.network.disk_hangs(self.sim.now)
    }

    /// Names of the timers of this core.
    pub fn timers(&self) -> Vec<String> {
        self.sim.browsers[self.index].workspace.timers().map(|timer| format!("{timer:?}")).collect()
    }

    /// Number of connections of this browser at the broker.
    pub fn links_at_broker(&self) -> usize {
        self.sim.broker.links_of(self.index).len()
    }

    /// Whether the broker delivers the agent's queue to this browser now.
    pub fn is_listening(&self) -> bool {
        self.present_link().is_some_and(|link| link.party == self.sim.browsers[self.index].party)
    }

    /// Every subscription this browser asked for: the number of its connection and the queue.
    pub fn subscriptions(&self) -> Vec<(u64, String)> {
        let of_agent = self.sim.broker.subscribed.iter().filter(|(link, _)| link.party.agent == self.index);
        of_agent.map(|(link, destination)| (link.number, destination.clone())).collect()
    }

    /// Number of frames on the present connection that were delivered and not acknowledged.
    pub fn unacknowledged(&self) -> usize {
        let link = self.present_link().and_then(|id| self.sim.broker.link(id));
        link.map_or(0, crate::broker::Link::unacknowledged)
    }
}

/// Expectations, which print the trace when they fail.
impl AgentHandle<'_> {
    #[track_caller]
    fn expect<T: PartialEq + Debug>(&mut self, what: &str, found: T, expected: T) -> &mut Self {
        let name = &self.sim.browsers[self.index].name;
        assert_eq!(found, expected, "{what} of {name}");
        self
    }

    #[track_caller]
    pub fn expect_route(&mut self, path: &str) -> &mut Self {
        let found = (self.route(), self.address());
        self.expect("route and address", found, (path.to_owned(), path.to_owned()))
    }

    #[track_caller]
    pub fn expect_chat(&mut self, status: ChannelStatusView) -> &mut Self {
        let found = self.chat().map(|chat| chat.status);
        self.expect("chat", found, Some(status))
    }

    /// Names of the open attendances, top to bottom.
    #[track_caller]
    pub fn expect_rows(&mut self, names: &[&str]) -> &mut Self {
        let found: Vec<String> = self.rows(JobGroup::Active).into_iter().map(|row| row.name).collect();
        self.expect("open attendances", found, names.iter().map(|name| (*name).to_owned()).collect())
    }

    /// Names of the attendances that wait for qualification, top to bottom.
    #[track_caller]
    pub fn expect_rows_to_qualify(&mut self, names: &[&str]) -> &mut Self {
        let found: Vec<String> = self.rows(JobGroup::ToQualify).into_iter().map(|row| row.name).collect();
        self.expect("attendances to qualify", found, names.iter().map(|name| (*name).to_owned()).collect())
    }

    /// `customer: Bom dia!`, `agent: Olá (sent)`, `system: chatStarted`, top to bottom.
    #[track_caller]
    pub fn expect_thread(&mut self, protocol: &Protocol, lines: &[&str]) -> &mut Self {
        let found: Vec<String> = self
            .thread(protocol)
            .into_iter()
            .map(|(sender, text, delivery)| match delivery {
                MessageDelivery::Received => line(sender, &text),
                other => format!("{} ({})", line(sender, &text), format!("{other:?}").to_lowercase()),
            })
            .collect();
        self.expect("thread", found, lines.iter().map(|line| (*line).to_owned()).collect())
    }

    /// Expects that the newest snackbar has this key.
    #[track_caller]
    pub fn expect_snackbar(&mut self, key: &str) -> &mut Self {
        let found = self.snackbars().first().map(|note| note.body.key.clone());
        self.expect("newest snackbar", found, Some(key.to_owned()))
    }

    #[track_caller]
    pub fn expect_no_snackbar(&mut self) -> &mut Self {
        let found = self.snackbars().into_iter().map(|note| note.body.key).collect::<Vec<_>>();
        self.expect("snackbars", found, Vec::new())
    }

    #[track_caller]
    pub fn expect_dialog(&mut self, dialog: Option<Dialog>) -> &mut Self {
        let found = self.dialog();
        self.expect("dialog", found, dialog)
    }
}
