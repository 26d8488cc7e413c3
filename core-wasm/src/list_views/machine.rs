//! Loads, saves and removes views, and returns the changes that choosing a view makes. One change is pending at a time;
//! each answer of the server contains all views.

use super::phase::{ViewsEvent, ViewsPhase};
use super::registry::NAME;
use super::slices;
use crate::flow::{Answer, Context, HttpRequest, RequestId, Requests, ServerWrite, Text, folded, path};
use crate::shell::{ListOrder, ListTags, Preferences, PreferencesChange};
use crate::wire::limits::{LIST_VIEW_NAME_MAX_CHARS, LIST_VIEWS_MAX};
use crate::wire::{AgentId, ListBody, ListView, ListViewFilters, ListViewOrder, SaveListViewRequest, is_visible};

/// An effect of saved views on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// The list gets the filters and the order of a view.
    Show {
        /// The changes of the agent's preferences.
        change: Box<PreferencesChange>,
        /// The search text of the view.
        search: String,
    },
    /// The view names queues or tags that do not exist any more; its other filters apply.
    PartIsGone {
        /// Name of the view.
        view: String,
    },
}

enum Pending {
    List,
    Change,
}

/// The saved views.
pub struct ListViews {
    pub(super) views: Vec<ListView>,
    pub(super) phase: ViewsPhase,
    /// The view that the agent chose or saved last.
    pub(super) chosen: Option<String>,
    /// A change is pending.
    pub(super) is_changing: bool,
    /// Why the last change failed.
    pub(super) fault: Option<Text>,
    requests: Requests<Pending>,
}

impl Default for ListViews {
    fn default() -> Self {
        Self {
            views: Vec::new(),
            phase: ViewsPhase::default(),
            chosen: None,
            is_changing: false,
            fault: None,
            requests: Requests::new(NAME),
        }
    }
}

/// The present filters and order of the list, in the form of a view.
pub fn filters_of(preferences: &Preferences, search: &str) -> ListViewFilters {
    let ListTags { contact, employer, attendance } = preferences.list_tags.clone();
    ListViewFilters {
        hidden_channels: preferences.hidden_channels.clone(),
        queues: preferences.list_queues.clone(),
        contact_tags: contact,
        employer_tags: employer,
        attendance_tags: attendance,
        only_waiting: preferences.only_waiting,
        order: match preferences.list_order {
            ListOrder::Newest => ListViewOrder::Newest,
            ListOrder::LongestWaiting => ListViewOrder::LongestWaiting,
        },
        search: search.trim().to_owned(),
    }
}

/// The changes that choosing the view makes: its filters, without queues and tags that do not exist any more.
fn change_of(view: &ListView) -> PreferencesChange {
    let filters = present(view);
    PreferencesChange {
        hidden_channels: Some(filters.hidden_channels),
        list_queues: Some(filters.queues),
        list_tags: Some(ListTags {
            contact: filters.contact_tags,
            employer: filters.employer_tags,
            attendance: filters.attendance_tags,
        }),
        only_waiting: Some(filters.only_waiting),
        list_order: Some(match filters.order {
            ListViewOrder::Newest => ListOrder::Newest,
            ListViewOrder::LongestWaiting => ListOrder::LongestWaiting,
        }),
        ..PreferencesChange::default()
    }
}

/// The filters of the view whose queues and tags exist.
pub(super) fn present(view: &ListView) -> ListViewFilters {
    let tags = |ids: &[u32]| ids.iter().filter(|id| !view.gone_tags.contains(id)).copied().collect();
    let filters = &view.filters;
    ListViewFilters {
        queues: filters.queues.iter().filter(|id| !view.gone_queues.contains(id)).cloned().collect(),
        contact_tags: tags(&filters.contact_tags),
        employer_tags: tags(&filters.employer_tags),
        attendance_tags: tags(&filters.attendance_tags),
        ..filters.clone()
    }
}

/// Whether a queue or a tag of the view does not exist any more.
pub(super) fn is_incomplete(view: &ListView) -> bool {
    !view.gone_queues.is_empty() || !view.gone_tags.is_empty()
}

/// Why a view cannot have this name among the other views; `None` if it can.
fn fault_of_name<'a>(name: &str, mut others: impl Iterator<Item = &'a ListView>) -> Option<Text> {
    let name = name.trim();
    if !is_visible(name) || name.chars().count() > LIST_VIEW_NAME_MAX_CHARS {
        return Some(Text::key("jobs.views.nameLength"));
    }
    others.any(|view| folded(&view.name) == folded(name)).then(|| Text::key("jobs.views.nameTaken"))
}

/// Why the server did not carry out the request.
fn fault_of(answer: &Answer) -> Text {
    match answer.reason() {
        Some("nameTaken") => Text::key("jobs.views.nameTaken"),
        Some("tooManyViews") => Text::key("jobs.views.tooMany"),
        _ if answer.is_uncertain() => ServerWrite::SaveListView.unknown(),
        _ => Text::key("jobs.views.failed"),
    }
}

impl ListViews {
    /// The load state of the views.
    pub fn phase(&self) -> ViewsPhase {
        self.phase
    }

    /// `GET /agents/{id}/list-views`.
    pub fn load(&mut self, context: &mut Context, agent: &AgentId) {
        if self.requests.any(|pending| matches!(pending, Pending::List)) {
            return;
        }
        self.move_to(context, ViewsEvent::Asked);
        context.request(&mut self.requests, Pending::List, HttpRequest::get(path!["agents", agent, "list-views"]));
    }

    fn move_to(&mut self, context: &mut Context, event: ViewsEvent) {
        self.phase = self.phase.after(event);
        context.dirty(slices::VIEWS.key());
    }

    /// The changes of the list for the view; an empty id means all attendances.
    pub fn choose(&mut self, context: &mut Context, id: &str) -> Vec<Exit> {
        context.dirty(slices::VIEWS.key());
        self.fault = None;
        let everything = ListView::default();
        let view = if id.is_empty() { Some(&everything) } else { self.views.iter().find(|view| view.id == id) };
        let Some(view) = view else { return Vec::new() };
        let show = Exit::Show { change: Box::new(change_of(view)), search: view.filters.search.clone() };
        let gone = is_incomplete(view).then(|| Exit::PartIsGone { view: view.name.clone() });
        self.chosen = Some(view.id.clone()).filter(|id| !id.is_empty());
        std::iter::once(show).chain(gone).collect()
    }

    /// Saves a new view.
    pub fn save(&mut self, context: &mut Context, agent: &AgentId, name: &str, filters: ListViewFilters) {
        if self.views.len() >= LIST_VIEWS_MAX {
            return self.refuse(context, Text::key("jobs.views.tooMany"));
        }
        if let Some(fault) = fault_of_name(name, self.views.iter()) {
            return self.refuse(context, fault);
        }
        let id = context.kernel.ids.custom_id().as_str().to_owned();
        if self.put(context, agent, &id, name, filters) {
            self.chosen = Some(id);
        }
    }

    /// Gives a view another name.
    pub fn rename(&mut self, context: &mut Context, agent: &AgentId, id: &str, name: &str) {
        let Some(view) = self.views.iter().find(|view| view.id == id) else { return };
        let filters = view.filters.clone();
        match fault_of_name(name, self.views.iter().filter(|view| view.id != id)) {
            Some(fault) => self.refuse(context, fault),
            None => drop(self.put(context, agent, id, name, filters)),
        }
    }

    /// Removes a view.
    pub fn delete(&mut self, context: &mut Context, agent: &AgentId, id: &str) {
        if self.views.iter().any(|view| view.id == id) {
            let request = ServerWrite::SaveListView.delete(path!["agents", agent, "list-views", id]);
            self.ask(context, request);
        }
    }

    fn put(&mut self, context: &mut Context, agent: &AgentId, id: &str, name: &str, filters: ListViewFilters) -> bool {
        let body = SaveListViewRequest { name: name.trim().to_owned(), filters };
        self.ask(context, ServerWrite::SaveListView.put(path!["agents", agent, "list-views", id]).json(&body))
    }

    /// Sends a change to the server, unless one is pending.
    fn ask(&mut self, context: &mut Context, request: HttpRequest) -> bool {
        if self.is_changing {
            return false;
        }
        self.is_changing = true;
        self.fault = None;
        context.dirty(slices::VIEWS.key());
        context.request(&mut self.requests, Pending::Change, request.repeat_when_busy());
        true
    }

    fn refuse(&mut self, context: &mut Context, fault: Text) {
        self.fault = Some(fault);
        context.dirty(slices::VIEWS.key());
    }

    /// The answer to one of this area's requests. Returns whether the views have to be refetched.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> bool {
        match self.requests.take(request) {
            // The answer to a change is newer than a pending load; without an answer the views are refetched.
            Some(Pending::List) if self.is_changing => false,
            Some(Pending::List) => {
                match answer.read::<ListBody<ListView>>() {
                    Ok(list) => self.listed(context, list),
                    Err(_) => self.move_to(context, ViewsEvent::Lost),
                }
                false
            }
            Some(Pending::Change) => {
                self.is_changing = false;
                context.dirty(slices::VIEWS.key());
                match answer.read::<ListBody<ListView>>() {
                    Ok(list) => {
                        self.listed(context, list);
                        false
                    }
                    Err(answer) => {
                        self.fault = Some(fault_of(&answer));
                        true
                    }
                }
            }
            None => false,
        }
    }

    fn listed(&mut self, context: &mut Context, list: ListBody<ListView>) {
        self.views = list.data.into_vec();
        self.move_to(context, ViewsEvent::Listed);
    }
}
