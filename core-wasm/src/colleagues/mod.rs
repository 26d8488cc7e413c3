//! Colleagues: the other agents of the org unit with their presence, and internal calls (INT-001 to INT-016;
//! docs/contract.md "Colleagues"). An internal call has no attendance. The area `voice` controls its leg; the state
//! machine of the call is in `call.rs`, and `internal_call.rs` feeds it. This file holds the list.

mod area;
mod call;
mod exit;
mod intent;
mod internal_call;
mod list;
mod registry;
mod view;

pub(crate) use exit::Exit;
pub use intent::ColleaguesIntent;
pub(crate) use internal_call::Decision;
pub use list::{CallObstacle, ColleagueCounts, ColleagueFilter, ColleagueObstacle, ColleagueSituation};
pub use registry::{ColleaguesSlice, slices, timers};
pub use view::{ColleagueChannelView, ColleagueRowView, ColleaguesView, InternalCallStage, InternalCallView, OwnFacts};

use crate::flow::{Answer, Context, EventNumber, HttpRequest, ItemList, OrderedList, Rank, RequestId, Requests, path};
use crate::wire::{
    AgentId, Colleague, ColleagueList, ColleagueStatusReply, ColleagueStatusRequest, EventMeta, InternalCallEvent,
    Name, Wall,
};
use call::Phase;
use registry::NAME;

/// Presence of the shown colleagues is requested again after this time (INT-015).
pub const STATUSES_EVERY_MS: u64 = 5_000;
/// Greatest number of extensions in one request.
const MAX_EXTENSIONS: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    List,
    Statuses,
    Call,
    HangUp,
}

/// The colleagues of the agent, and the agent's internal call.
pub(crate) struct Colleagues {
    /// Sorted by name.
    rows: Vec<Colleague>,
    order: OrderedList,
    everyone: OrderedList,
    filter: ColleagueFilter,
    /// Ids of the rows that the page shows.
    shown: Vec<AgentId>,
    /// The page of colleagues is open.
    open: bool,
    loaded: bool,
    failed: bool,
    stale: bool,
    /// When presence was loaded last.
    read_at: Option<Wall>,
    blocked: bool,
    /// The agent's own extension, from the server's list.
    extension: String,
    phase: Phase,
    /// The call of `phase`; while the request is pending only the colleague whom the agent calls.
    call: InternalCallEvent,
    /// The number of the call's first event, which an older list does not contain.
    begun: Option<EventNumber>,
    /// The last ended call: a late answer or list does not begin it again.
    over: String,
    requests: Requests<Pending>,
}

impl Default for Colleagues {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            order: OrderedList::default(),
            everyone: OrderedList::default(),
            filter: ColleagueFilter::default(),
            shown: Vec::new(),
            open: false,
            loaded: false,
            failed: false,
            stale: false,
            read_at: None,
            blocked: false,
            extension: String::new(),
            phase: Phase::None,
            call: InternalCallEvent::default(),
            begun: None,
            over: String::new(),
            requests: Requests::new(NAME),
        }
    }
}

impl Colleagues {
    /// Ids of all colleagues, shown by the filter or not.
    pub fn agents(&self) -> impl Iterator<Item = &AgentId> {
        self.rows.iter().map(|row| &row.id)
    }

    /// The colleagues that the filter shows, in its order.
    pub fn order(&self) -> &OrderedList {
        &self.order
    }

    /// All colleagues, whatever the page filters.
    pub fn everyone(&self) -> &OrderedList {
        &self.everyone
    }

    /// The page of colleagues opens or closes.
    pub fn set_open(&mut self, context: &mut Context, login: &str, open: bool) {
        if self.open == open {
            return;
        }
        self.open = open;
        if open {
            self.load(context, login);
            context.timer(timers::STATUSES.key(), STATUSES_EVERY_MS);
        } else {
            self.shown.clear();
            context.cancel_timer(&timers::STATUSES.key());
        }
    }

    /// Whether the page of colleagues is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Loads the list.
    pub fn load(&mut self, context: &mut Context, login: &str) {
        if self.requests.any(|pending| *pending == Pending::List) {
            return;
        }
        self.failed = false;
        let request = HttpRequest::get(path!["internal-call", "list"]).query("username", login);
        context.request(&mut self.requests, Pending::List, request);
        context.dirty(slices::COLLEAGUES.key());
    }

    /// Changes which colleagues the list shows.
    pub fn set_filter(&mut self, context: &mut Context, filter: ColleagueFilter) {
        self.filter = filter;
        self.arrange(context);
        context.dirty(slices::COLLEAGUES.key());
    }

    /// The page shows these rows.
    pub fn set_shown(&mut self, agents: Vec<AgentId>) {
        self.shown = agents;
    }

    /// The next load of presence is due. `visible`: whether the page is visible; a hidden page sends no request
    /// (INT-015).
    pub fn statuses_are_due(&mut self, context: &mut Context, login: &str, visible: bool) {
        if !self.open {
            return;
        }
        context.timer(timers::STATUSES.key(), STATUSES_EVERY_MS);
        if visible {
            self.load_statuses(context, login);
        }
    }

    /// Loads the presence of the rows soon, if the page of colleagues is open, because it has changed on the server.
    pub(super) fn reload_presence_if_open(&self, context: &mut Context) {
        if self.open {
            context.timer(timers::STATUSES.key(), 0);
        }
    }

    /// Requests the presence of the rows that the page shows; or the list, if it has not been loaded.
    pub fn load_statuses(&mut self, context: &mut Context, login: &str) {
        if !self.loaded {
            return self.load(context, login);
        }
        if self.requests.any(|pending| matches!(pending, Pending::List | Pending::Statuses)) {
            return;
        }
        let is_shown = |row: &&Colleague| self.shown.contains(&row.id) && !row.status.extension.is_empty();
        let exten_list: Vec<String> =
            self.rows.iter().filter(is_shown).map(|row| row.status.extension.clone()).take(MAX_EXTENSIONS).collect();
        if exten_list.is_empty() {
            return;
        }
        let body = ColleagueStatusRequest { exten_list, username: login.to_owned() };
        let request = HttpRequest::ask(path!["internal-call", "status"]).json(&body);
        context.request(&mut self.requests, Pending::Statuses, request);
    }

    /// Brings both orders up to date with rows and filter.
    fn arrange(&mut self, context: &mut Context) {
        let (rows, filter) = (&self.rows, &self.filter);
        if arrange(&mut self.order, rows, &|row| filter.shows(row)) {
            context.dirty(slices::ORDER.key());
        }
        if arrange(&mut self.everyone, rows, &|_| true) {
            context.dirty(slices::EVERYONE.key());
        }
    }

    fn take_list(&mut self, context: &mut Context, list: ColleagueList) {
        for row in &self.rows {
            context.dirty(slices::ROW.of(row.id.clone()));
        }
        self.rows = context.items(ItemList::Colleagues, list.data);
        self.rows.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
        for row in &self.rows {
            context.dirty(slices::ROW.of(row.id.clone()));
        }
        (self.blocked, self.extension) = (list.agent_call_org_unit_blocked, list.extension);
        (self.loaded, self.failed, self.stale) = (true, false, false);
        self.read_at = Some(context.server_now());
        self.arrange(context);
    }

    fn take_statuses(&mut self, context: &mut Context, reply: ColleagueStatusReply) {
        for status in context.items(ItemList::Colleagues, reply.data) {
            let row = self.rows.iter_mut().find(|row| row.status.extension == status.extension);
            if let Some(row) = row.filter(|row| row.status != status) {
                context.dirty(slices::ROW.of(row.id.clone()));
                row.status = status;
            }
        }
        self.blocked = reply.agent_call_org_unit_blocked;
        self.stale = false;
        self.read_at = Some(context.server_now());
        self.arrange(context);
    }

    /// Handles the answer to a request of this area.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Vec<Exit> {
        let Some(pending) = self.requests.take(request) else { return Vec::new() };
        context.dirty(slices::COLLEAGUES.key());
        match pending {
            Pending::List => match answer.read::<ColleagueList>() {
                Ok(list) => self.take_list(context, list),
                Err(_) => (self.failed, self.stale) = (!self.loaded, self.loaded),
            },
            Pending::Statuses => match answer.read::<ColleagueStatusReply>() {
                Ok(reply) => self.take_statuses(context, reply),
                Err(_) => self.stale = true,
            },
            Pending::Call => return self.on_placed(context, answer),
            // An event reports the result. After a failed request the call is looked up; its leg has been ended in any
            // case.
            Pending::HangUp if matches!(answer, Answer::Ok(_)) => {}
            Pending::HangUp => return vec![Exit::LookUp],
        }
        Vec::new()
    }
}

/// Brings an order up to date; returns whether it changed.
fn arrange(order: &mut OrderedList, rows: &[Colleague], shows: &dyn Fn(&Colleague) -> bool) -> bool {
    let before = order.version();
    let gone: Vec<Name> = order.ids().filter(|id| !rows.iter().any(|row| **id == row.id.as_str())).cloned().collect();
    for id in &gone {
        order.remove(id);
    }
    for (position, row) in rows.iter().enumerate() {
        let id = Name::from(row.id.as_str());
        if shows(row) {
            order.put(&id, Rank::new(0, position as u64));
        } else {
            order.remove(&id);
        }
    }
    order.version() != before
}

/// The number of an event.
fn number_of(meta: &EventMeta) -> Option<EventNumber> {
    EventNumber::of(meta)
}
