//! Contacts, registered with the workspace.

use super::ContactsSlice;
use super::registry::NAME;
use super::{Contacts, ContactsIntent, Exit, Typed, Wanted, slices, timers};
use crate::flow::{Answer, AreaName, ListEvent, RequestId, Text};
use crate::jobs::RemovalReason;
use crate::notifications::Topic;
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::Protocol;
use crate::workspace::registry::{Area, AreaExit, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for Contacts {
    type Intent = ContactsIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::CONTACT, |workspace, protocol| {
            let panel = workspace.contacts.view(&workspace.jobs, &protocol);
            panel.map(|panel| ContactsSlice::Contact(Box::new(panel)))
        }),
        &Show(&slices::FOUND, |workspace, ()| ContactsSlice::FoundContacts(workspace.contacts.found_view())),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::FIND, |workspace, ()| {
        let agent = workspace.acting_agent().agent_id;
        workspace.contacts.apply_directory_event(context!(workspace), &agent, ListEvent::Due);
    })];

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exits = workspace.contacts.on_reply(context!(workspace), &mut workspace.jobs, request, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.contacts = Contacts::default();
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol, _reason: RemovalReason) {
        workspace.contacts.job_removed(context!(workspace), protocol);
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let acting_agent = workspace.acting_agent();
        match intent {
            ContactsIntent::OpenContactForm { protocol } => {
                workspace.contacts.open_form(context!(workspace), &workspace.jobs, &protocol)
            }
            ContactsIntent::CloseContactForm { protocol } => {
                workspace.contacts.close_form(context!(workspace), &protocol)
            }
            ContactsIntent::SaveContact { protocol, fullname, identifier, email } => {
                let typed = Typed { fullname: &fullname, identifier: &identifier, email: &email };
                let agent = &acting_agent.agent_id;
                let exit = workspace.contacts.save(context!(workspace), &workspace.jobs, agent, &protocol, &typed);
                workspace.route(exit);
            }
            ContactsIntent::OpenContactSearch { protocol, open } => {
                workspace.contacts.open_search(context!(workspace), &protocol, open)
            }
            ContactsIntent::SearchContacts { protocol, text } => {
                workspace.contacts.search(context!(workspace), &acting_agent.agent_id, &protocol, &text);
            }
            ContactsIntent::LinkContact { protocol, contact_id } => {
                workspace.contacts.link(
                    context!(workspace),
                    &workspace.jobs,
                    &acting_agent.agent_id,
                    &protocol,
                    &contact_id,
                );
            }
            ContactsIntent::FindContacts { text } => workspace.contacts.find(context!(workspace), &text),
            ContactsIntent::ReloadContact { protocol } => {
                workspace.contacts.look_up(context!(workspace), &workspace.jobs, &acting_agent.agent_id, &protocol);
            }
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Success(topic, text) => workspace.snackbar(topic, SnackbarKind::Success, text),
            Self::Refused(topic, text) => workspace.snackbar(topic, SnackbarKind::Error, text),
            Self::GoOn(protocol, wanted) => workspace.go_on_with(&protocol, wanted),
            Self::TagsRead(entity, tags) => {
                workspace.jobs.set_tags_of(context!(workspace), &entity, &tags);
                workspace.tags.set_loaded_tags(context!(workspace), entity, tags);
            }
        }
    }
}

impl Workspace {
    /// The agent has to register the customer of the attendance before going on (CTC-017): its form opens.
    pub(crate) fn need_contact(&mut self, protocol: &Protocol, wanted: Wanted) {
        self.contacts.require_registration(context!(self), protocol, wanted);
        self.open_job(protocol, false);
        let topic = Topic::Registration(protocol.clone());
        self.snackbar(topic, SnackbarKind::Warning, Text::key("contacts.registerFirst"));
    }

    /// The customer is registered: the action that needed it continues, if the agent still sees the attendance.
    fn go_on_with(&mut self, protocol: &Protocol, wanted: Wanted) {
        if self.shell.route().protocol() != Some(protocol) {
            return;
        }
        match wanted {
            Wanted::Qualification => {
                let exit = self.qualification.open(context!(self), &self.jobs, protocol);
                self.route(exit);
            }
            Wanted::Transfer if self.jobs.get(protocol).is_some_and(|job| !job.is_ended()) => {
                self.shell.dialogs.open(context!(self), Dialog::Transfer { protocol: protocol.clone() });
            }
            Wanted::Transfer => {}
        }
    }
}
