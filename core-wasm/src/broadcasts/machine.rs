//! The state of broadcasts, and the answers to its requests.

use super::actions::BroadcastAction;
use super::creation::Creation;
use super::entries::Opened;
use super::kept::DraftRecord;
use super::lists::Lists;
use super::registry::NAME;
use super::search::ContactSearch;
use super::slices;
use crate::flow::{Answer, Asked, Context, RequestId, Requests, SortedMap, Text};
use crate::session::ActingAgent;
use crate::shell::SnackbarKind;
use crate::wire::{AgentId, BroadcastId, Name};

/// An effect of broadcasts on other areas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exit {
    /// A text is shown in a snackbar.
    Said(SnackbarKind, Text),
    /// The confirmation of a cancellation closes.
    CancelAnswered(BroadcastId),
}

pub(super) enum Pending {
    Lists(Asked),
    /// A portion of the entries of a list.
    Entries(BroadcastId, Asked),
    /// A change of a list.
    Change(BroadcastId, BroadcastAction),
    Templates(Asked),
    /// The check of the draft, with the keys of the chosen contacts at the time of the request.
    Check(Vec<Name>, Asked),
    Create,
    Contacts(Asked),
}

/// The broadcasts of the agent.
pub(crate) struct Broadcasts {
    pub(super) lists: Lists,
    pub(super) opened: Option<Opened>,
    /// The change that is pending of each list.
    pub(super) busy: SortedMap<BroadcastId, BroadcastAction>,
    pub(super) creation: Creation,
    pub(super) search: ContactSearch,
    /// Stored drafts until their agents sign in.
    pub(super) waiting: Vec<(AgentId, DraftRecord)>,
    pub(super) requests: Requests<Pending>,
}

impl Default for Broadcasts {
    fn default() -> Self {
        Self {
            lists: Lists::default(),
            opened: None,
            busy: SortedMap::new(),
            creation: Creation::default(),
            search: ContactSearch::default(),
            waiting: Vec::new(),
            requests: Requests::new(NAME),
        }
    }
}

impl Broadcasts {
    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        request: RequestId,
        answer: Answer,
    ) -> Vec<Exit> {
        match self.requests.take(request) {
            Some(Pending::Lists(asked)) => self.on_lists(context, agent, asked, answer),
            Some(Pending::Entries(id, asked)) => {
                self.on_entries(context, agent, &id, asked, answer);
                Vec::new()
            }
            Some(Pending::Change(id, action)) => self.on_changed(context, agent, &id, action, answer),
            Some(Pending::Templates(asked)) => {
                self.on_templates(context, asked, answer);
                Vec::new()
            }
            Some(Pending::Check(keys, asked)) => {
                self.on_checked(context, keys, asked, answer);
                Vec::new()
            }
            Some(Pending::Create) => self.on_created(context, agent, answer),
            Some(Pending::Contacts(asked)) => {
                self.on_contacts(context, agent, asked, answer);
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// The page of broadcasts is shown: the lists may be old.
    pub fn show(&mut self, context: &mut Context, agent: &ActingAgent) {
        self.apply_lists_event(context, agent, crate::flow::ListEvent::Reopened);
    }

    /// The agent loads everything again that the page shows, or events may have been lost.
    pub fn reload(&mut self, context: &mut Context, agent: &ActingAgent) {
        self.apply_lists_event(context, agent, crate::flow::ListEvent::NeededAfresh);
        self.apply_entries_event(context, agent, crate::flow::ListEvent::NeededAfresh);
    }

    /// Whether the lists were requested in this session.
    pub fn is_begun(&self) -> bool {
        self.lists.is_begun()
    }

    /// The session ended: everything is forgotten but the drafts that wait for the next sign-in of their agent.
    pub fn reset(&mut self, context: &mut Context) {
        for key in self.live_keys() {
            context.dirty(key);
        }
        for key in [&slices::ORDER, &slices::ENTRIES, &slices::CONTACT_ORDER] {
            context.dirty(key.key());
        }
        let waiting = std::mem::take(&mut self.waiting);
        *self = Self { waiting, ..Self::default() };
    }
}
