//! An agent at the keyboard, and what stands on the screen. Verbs act and let the world settle; questions read views,
//! never the inside of a core.

use crate::ledger::line;
use crate::network::{Delivery, LinkId};
use crate::sim::Sim;
use contact_centre::HttpRequest;
use contact_centre::wire::{AgentId, Channel, ContactId, Protocol, QualificationId};
use core_wasm::absence;
use core_wasm::absence::AbsenceSlice;
use core_wasm::absence::AbsenceView;
use core_wasm::channels;
use core_wasm::channels::ChannelsIntent;
use core_wasm::channels::ChannelsSlice;
use core_wasm::channels::{ChannelStatusView, ChannelView};
use core_wasm::connection;
use core_wasm::connection::ConnectionSlice;
use core_wasm::connection::LinkView;
use core_wasm::contacts;
use core_wasm::contacts::ContactPanelView;
use core_wasm::contacts::ContactsIntent;
use core_wasm::contacts::ContactsSlice;
use core_wasm::conversation::ConversationIntent;
use core_wasm::conversation::ConversationSlice;
use core_wasm::conversation::{DraftView, EntryState};
use core_wasm::flow::{JobGroup, Report, SliceKey, Sound};
use core_wasm::jobs;
use core_wasm::jobs::JobsIntent;
use core_wasm::jobs::JobsSlice;
use core_wasm::jobs::{JobRowView, JobSummaryView, JobView, MessageDelivery, MessageView};
use core_wasm::notifications;
use core_wasm::notifications::NotificationsSlice;
use core_wasm::notifications::{NoticeKind, NoticeView};
use core_wasm::pauses;
use core_wasm::pauses::PausesSlice;
use core_wasm::pauses::PausesView;
use core_wasm::qualification;
use core_wasm::qualification::QualificationIntent;
use core_wasm::qualification::QualificationSlice;
use core_wasm::qualification::QualificationView;
use core_wasm::session;
use core_wasm::session::SessionIntent;
use core_wasm::session::SessionSlice;
use core_wasm::session::SessionView;
use core_wasm::shell;
use core_wasm::shell::ShellSlice;
use core_wasm::shell::{DialogView, Preferences, Snackbar};
use core_wasm::supervision;
use core_wasm::supervision::SupervisionSlice;
use core_wasm::supervision::SupervisionView;
use core_wasm::wire::{Secret, SenderType};
use core_wasm::{Intent, PageInput, View, conversation};
use std::fmt::Debug;

pub struct AgentHandle<'a> {
    pub(crate) sim: &'a mut Sim,
    pub(crate) index: usize,
}

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

/// What the agent does.
impl AgentHandle<'_> {
    /// Hands one wish to the core; nothing else happens yet.
    pub fn intent(&mut self, intent: Intent) -> &mut Self {
        self.sim.intent(self.index, intent);
        self
    }

    /// Hands one event of the page to the core; nothing else happens yet.
    pub fn page(&mut self, input: PageInput) -> &mut Self {
        let label = format!("< page {input:?}");
        self.sim.feed(self.index, core_wasm::Input::Page(input), &label);
        self
    }

    fn does(&mut self, intent: Intent) -> &mut Self {
        self.intent(intent).settles()
    }

    pub(crate) fn settles(&mut self) -> &mut Self {
        self.sim.settle();
        self
    }

    /// With the agent's own password.
    pub fn signs_in(&mut self) -> &mut Self {
        let browser = &self.sim.browsers[self.index];
        let (login, password) = (browser.login.clone(), browser.password.clone());
        self.tries_to_sign_in(&login, &password)
    }

    pub fn tries_to_sign_in(&mut self, login: &str, password: &str) -> &mut Self {
        self.does(Intent::Session(SessionIntent::SignIn {
            login: login.to_owned(),
            password: Secret::new(password.to_owned()),
        }))
    }

    /// Says yes where it is asked.
    pub fn signs_out(&mut self) -> &mut Self {
        self.does(Intent::Session(SessionIntent::SignOut { confirmed: true }))
    }

    pub fn connects_chat(&mut self) -> &mut Self {
        self.does(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Chat }))
    }

    pub fn disconnects_chat(&mut self) -> &mut Self {
        self.does(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Chat, confirmed: true }))
    }

    pub fn opens(&mut self, protocol: &Protocol) -> &mut Self {
        self.does(Intent::Jobs(JobsIntent::OpenJob { protocol: protocol.clone() }))
    }

    pub fn goes_to(&mut self, path: &str) -> &mut Self {
        self.sim.browsers[self.index].path = path.to_owned();
        self.page(PageInput::RouteRequested { path: path.to_owned() }).settles()
    }

    /// The text stands in the field, not sent.
    pub fn types(&mut self, protocol: &Protocol, text: &str) -> &mut Self {
        self.does(Intent::Conversation(ConversationIntent::DraftChanged {
            protocol: protocol.clone(),
            text: text.to_owned(),
        }))
    }

    /// Presses "send" and waits for the server.
    pub fn writes(&mut self, protocol: &Protocol, text: &str) -> &mut Self {
        self.presses_send(protocol, text).settles()
    }

    /// Presses "send"; nothing else happens yet.
    pub fn presses_send(&mut self, protocol: &Protocol, text: &str) -> &mut Self {
        self.intent(Intent::Conversation(ConversationIntent::SendMessage {
            protocol: protocol.clone(),
            text: text.to_owned(),
        }))
    }

    /// Says yes where it is asked.
    pub fn finishes(&mut self, protocol: &Protocol) -> &mut Self {
        self.does(Intent::Jobs(JobsIntent::FinishJob { protocol: protocol.clone(), confirmed: true }))
    }

    /// Opens the contact form and saves it.
    pub fn registers(&mut self, protocol: &Protocol, fullname: &str, identifier: &str) -> &mut Self {
        self.does(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: protocol.clone() }));
        self.does(Intent::Contacts(ContactsIntent::SaveContact {
            protocol: protocol.clone(),
            fullname: fullname.to_owned(),
            identifier: identifier.to_owned(),
        }))
    }

    pub fn searches(&mut self, protocol: &Protocol, text: &str) -> &mut Self {
        self.does(Intent::Contacts(ContactsIntent::OpenContactSearch { protocol: protocol.clone(), open: true }));
        self.does(Intent::Contacts(ContactsIntent::SearchContacts {
            protocol: protocol.clone(),
            text: text.to_owned(),
        }))
    }

    pub fn links(&mut self, protocol: &Protocol, contact: &str) -> &mut Self {
        self.does(Intent::Contacts(ContactsIntent::LinkContact {
            protocol: protocol.clone(),
            contact_id: ContactId::from(contact),
        }))
    }

    pub fn chooses(&mut self, protocol: &Protocol, qualification: &str) -> &mut Self {
        let qualification_id = QualificationId::from(qualification);
        self.does(Intent::Qualification(QualificationIntent::ChooseQualification {
            protocol: protocol.clone(),
            qualification_id,
        }))
    }

    pub fn observes(&mut self, protocol: &Protocol, observation: &str) -> &mut Self {
        self.does(Intent::Qualification(QualificationIntent::ObserveQualification {
            protocol: protocol.clone(),
            observation: observation.to_owned(),
        }))
    }

    pub fn confirms_qualification(&mut self, protocol: &Protocol) -> &mut Self {
        self.does(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: protocol.clone() }))
    }

    /// Looks at another window, or back.
    pub fn looks(&mut self, here: bool) -> &mut Self {
        self.sim.browsers[self.index].focused = here;
        self.page(PageInput::Focus { focused: here }).settles()
    }
}

/// What the workspace has no button for.
impl AgentHandle<'_> {
    /// A supervisor opens a page outside the product at an agent (`POST /agents/{id}/open-url`).
    #[track_caller]
    pub fn shows_a_page_to(&mut self, agent: &str, url: &str) -> &mut Self {
        let status = self.tries_to_show_a_page_to(agent, url);
        assert_eq!(status, 200, "open-url");
        self
    }

    /// The same where the server may refuse it; answers the status.
    pub fn tries_to_show_a_page_to(&mut self, agent: &str, url: &str) -> u16 {
        let request = HttpRequest {
            method: "POST".to_owned(),
            path: format!("agents/{agent}/open-url"),
            query: String::new(),
            authorization: self.stored_token().map(|token| format!("Bearer {token}")),
            body: format!(r#"{{"url":"{url}"}}"#),
        };
        let now = self.sim.now;
        let (reply, delivery) =
            self.sim.server.call(now, |centre, store, context| centre.http(store, context, &request));
        self.sim.deliver(delivery);
        reply.status
    }
}

/// Frames that no centre would send.
impl AgentHandle<'_> {
    /// The broker delivers a body that no centre of this version would write.
    pub fn receives_frame(&mut self, body: &str) -> &mut Self {
        let link = self.present_link().expect("a link");
        let ack = self.sim.broker.link_mut(link).map(|link| link.next_ack(None)).unwrap_or_default();
        let frame = Delivery::Frame { link, ack, redelivered: false, body: body.to_owned() };
        self.sim.network.send(self.sim.now, frame);
        self.settles()
    }

    pub(crate) fn present_link(&self) -> Option<LinkId> {
        let id = self.session().agent.map(|agent| AgentId(agent.id))?;
        self.sim.broker.consumer(&id)
    }
}

/// What stands on the screen.
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

    /// What the browser's address bar shows.
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

    /// The supervisor's.
    pub fn board(&self) -> SupervisionView {
        view!(self, supervision::slices::SUPERVISION.key(), Supervision, SupervisionSlice::Supervision)
    }

    pub fn dialog(&self) -> DialogView {
        view!(self, shell::slices::DIALOG.key(), Shell, ShellSlice::Dialog)
    }

    /// Newest first.
    pub fn snackbars(&self) -> Vec<Snackbar> {
        view!(self, shell::slices::SNACKBARS.key(), Shell, ShellSlice::Snackbars).items
    }

    pub fn notifications(&self) -> Vec<NoticeView> {
        view!(self, notifications::slices::NOTIFICATIONS.key(), Notifications, NotificationsSlice::Notifications).items
    }

    /// Texts of which the agent is told that they were never sent.
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

    /// Top to bottom.
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

    /// Who, what (a system line by its key) and how far it got.
    pub fn thread(&self, protocol: &Protocol) -> Vec<(SenderType, String, MessageDelivery)> {
        self.messages(protocol)
            .into_iter()
            .map(|message| (message.sender, message.system_key.unwrap_or(message.text), message.delivery))
            .collect()
    }

    pub fn contact(&self, protocol: &Protocol) -> Option<ContactPanelView> {
        match self.view(&contacts::slices::CONTACT.of(protocol.clone())) {
            View::Contacts(ContactsSlice::Contact(panel)) => Some(*panel),
            _ => None,
        }
    }

    pub fn qualification(&self, protocol: &Protocol) -> Option<QualificationView> {
        match self.view(&qualification::slices::QUALIFICATION.of(protocol.clone())) {
            View::Qualification(QualificationSlice::Qualification(form)) => Some(*form),
            _ => None,
        }
    }

    /// Everything that was played so far.
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

    /// Records of the unsent database: name and JSON.
    pub fn stored_unsent(&self) -> Vec<(String, String)> {
        let unsent = self.sim.disk(self.index).unsent();
        unsent.iter().map(|(name, text)| (name.clone(), text.clone())).collect()
    }

    /// What the server has not confirmed yet: protocol, text and how far it got, in the order of sending.
    pub fn outbox(&self) -> Vec<(Protocol, String, EntryState)> {
        let outbox = self.sim.browsers[self.index].workspace.outbox();
        let of = |protocol: Protocol| {
            let entries = outbox.entries(&protocol).iter();
            entries.map(|entry| (protocol.clone(), entry.text.clone(), entry.state)).collect::<Vec<_>>()
        };
        outbox.protocols().into_iter().flat_map(of).collect()
    }

    /// How many cores of this browser died of a frame.
    pub fn deaths(&self) -> u32 {
        self.sim.browsers[self.index].deaths
    }

    /// Whether its disk holds all that this life gave it.
    pub fn disk_is_reliable(&self) -> bool {
        !self.sim.browsers[self.index].disk_failed && !self.sim.network.disk_hangs(self.sim.now)
    }

    /// What the timers of this core wait for.
    pub fn timers(&self) -> Vec<String> {
        self.sim.browsers[self.index].workspace.timers().map(|timer| format!("{timer:?}")).collect()
    }

    /// Connections of this browser that the broker holds.
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

    /// Frames on the present connection that were delivered and not acknowledged.
    pub fn unacknowledged(&self) -> usize {
        let link = self.present_link().and_then(|id| self.sim.broker.link(id));
        link.map_or(0, crate::broker::Link::unacknowledged)
    }
}

/// Expectations, with the trace behind a failure.
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

    /// The newest note has this key.
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
    pub fn expect_dialog(&mut self, dialog: DialogView) -> &mut Self {
        let found = self.dialog();
        self.expect("dialog", found, dialog)
    }
}
