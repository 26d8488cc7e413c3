//! An agent at the browser. A verb performs an action of the agent and waits until everything has arrived; `screen` has
//! what the agent sees.

use crate::network::{Delivery, LinkId};
use crate::sim::Sim;
use crate::uploads;
use contact_centre::HttpRequest;
use contact_centre::wire::{AgentId, Channel, ContactId, Protocol, QualificationId};
use core_wasm::broadcasts::BroadcastsIntent;
use core_wasm::channels::ChannelsIntent;
use core_wasm::churn::{self, ChurnIntent};
use core_wasm::contacts::ContactsIntent;
use core_wasm::conversation::ConversationIntent;
use core_wasm::history::{self, HistoryIntent};
use core_wasm::jobs::JobsIntent;
use core_wasm::list_views::ListViewsIntent;
use core_wasm::message_search::MessageSearchIntent;
use core_wasm::people::PeopleIntent;
use core_wasm::qualification::QualificationIntent;
use core_wasm::session::SessionIntent;
use core_wasm::shell::{Dialog, ShellIntent};
use core_wasm::whatsapp::WhatsAppIntent;
use core_wasm::wire::Secret;
use core_wasm::{Intent, PageInput};

pub struct AgentHandle<'a> {
    pub(crate) sim: &'a mut Sim,
    pub(crate) index: usize,
}

/// Actions of the agent.
impl AgentHandle<'_> {
    /// Passes one intent to the core; nothing else happens yet.
    pub fn intent(&mut self, intent: Intent) -> &mut Self {
        self.sim.intent(self.index, intent);
        self
    }

    /// Passes one event of the page to the core; nothing else happens yet.
    pub fn page(&mut self, input: PageInput) -> &mut Self {
        let label = format!("< page {input:?}");
        self.sim.feed(self.index, core_wasm::Input::Page(input), &label);
        self
    }

    fn does(&mut self, intent: Intent) -> &mut Self {
        self.intent(intent).settles()
    }

    /// Lets pass what the page and the server do at once.
    pub fn settles(&mut self) -> &mut Self {
        self.sim.settle();
        self
    }

    /// Signs in with the agent's own password.
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

    /// Signs out and confirms the dialog, if one opens.
    pub fn signs_out(&mut self) -> &mut Self {
        self.does(Intent::Session(SessionIntent::SignOut { confirmed: true }))
    }

    pub fn connects_chat(&mut self) -> &mut Self {
        self.does(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Chat }))
    }

    pub fn connects_whatsapp(&mut self) -> &mut Self {
        self.does(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp }))
    }

    /// Executes an intent of WhatsApp.
    pub fn on_whatsapp(&mut self, intent: WhatsAppIntent) -> &mut Self {
        self.does(Intent::Whatsapp(intent))
    }

    /// Sends one of the files that `uploads::file` defines.
    pub fn sends_file(&mut self, protocol: &Protocol, name: &str, caption: &str) -> &mut Self {
        self.does(Intent::Conversation(ConversationIntent::SendMedia {
            protocol: protocol.clone(),
            file: uploads::file(name),
            caption: caption.to_owned(),
            answered: String::new(),
        }))
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

    /// Refetches contacts, companies, history and risks: the pages that the agent had open, and the lists. Open forms
    /// close; the agent returns to the earlier page.
    pub fn loads_records_again(&mut self) -> &mut Self {
        let back = self.route();
        self.intent(Intent::People(PeopleIntent::CloseContactSummary))
            .intent(Intent::People(PeopleIntent::CloseContactEditor))
            .intent(Intent::People(PeopleIntent::CloseCompanyEditor));
        self.does(Intent::ListViews(ListViewsIntent::ReloadListViews));
        if self.has_failed_broadcasts() {
            self.does(Intent::Broadcasts(BroadcastsIntent::ReloadBroadcasts));
        }
        // The search loads its first results again.
        self.does(Intent::MessageSearch(MessageSearchIntent::OpenMessageSearch { text: String::new() }));
        self.does(Intent::Shell(ShellIntent::CloseDialog { dialog: Dialog::MessageSearch }));
        self.goes_to("/attendance").goes_to("/history").goes_to("/contact-management");
        self.does(Intent::People(PeopleIntent::ReloadContactPage));
        self.does(Intent::People(PeopleIntent::ReloadCompanyPage));
        for key in self.sim.browsers[self.index].workspace.live_keys() {
            if let Some(entity) = history::slices::OF.ids(&key) {
                self.does(Intent::History(HistoryIntent::LoadHistoryOf { kind: entity.kind, id: entity.id }));
            } else if let Some(entity) = churn::slices::OF.ids(&key) {
                self.does(Intent::Churn(ChurnIntent::LoadChurn { kind: entity.kind, id: entity.id }));
            }
        }
        self.goes_to(&back)
    }

    /// Types the text into the field without sending it.
    pub fn types(&mut self, protocol: &Protocol, text: &str) -> &mut Self {
        self.does(Intent::Conversation(ConversationIntent::DraftChanged {
            protocol: protocol.clone(),
            text: text.to_owned(),
        }))
    }

    /// Types a text, presses "send" and waits for the server.
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

    /// Finishes the attendance; the agent confirms every question.
    pub fn finishes(&mut self, protocol: &Protocol) -> &mut Self {
        self.does(Intent::Jobs(JobsIntent::FinishJob { protocol: protocol.clone(), confirmed: true, waits: false }))
    }

    /// Opens the contact form and saves it.
    pub fn registers(&mut self, protocol: &Protocol, fullname: &str, identifier: &str) -> &mut Self {
        self.does(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: protocol.clone() }));
        self.does(Intent::Contacts(ContactsIntent::SaveContact {
            protocol: protocol.clone(),
            fullname: fullname.to_owned(),
            identifier: identifier.to_owned(),
            email: String::new(),
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

    /// Gives the focus to this window, or to another one.
    pub fn focuses(&mut self, here: bool) -> &mut Self {
        self.sim.browsers[self.index].focused = here;
        self.page(PageInput::Focus { focused: here }).settles()
    }
}

/// Actions for which the workspace has no button.
impl AgentHandle<'_> {
    /// A supervisor opens a page outside the product at an agent (`POST /agents/{id}/open-url`).
    #[track_caller]
    pub fn shows_a_page_to(&mut self, agent: &str, url: &str) -> &mut Self {
        let status = self.tries_to_show_a_page_to(agent, url);
        assert_eq!(status, 200, "open-url");
        self
    }

    /// Like `shows_a_page_to`, for a request that the server may refuse; returns the status.
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

/// Frames that no real server would send.
impl AgentHandle<'_> {
    /// The broker delivers a body that no server of this version would write.
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
