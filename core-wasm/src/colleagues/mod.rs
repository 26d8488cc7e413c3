//! Colleagues: the other agents of the org unit with their presence, and internal calls (INT-001 to INT-016; docs/contract.md "Colleagues").
//! An internal call has no attendance. Its leg is the one of the area `voice`; what becomes of the call is the machine in `call.rs`.

mod area;
mod call;
mod intent;
mod list;
mod registry;
mod view;

pub use intent::ColleaguesIntent;
pub use list::{CallObstacle, ColleagueCounts, ColleagueFilter, ColleagueObstacle, ColleagueSituation};
pub use registry::{ColleaguesSlice, slices, timers};
pub use view::{ColleagueChannelView, ColleagueRowView, ColleaguesView, InternalCallStage, InternalCallView, OwnFacts};

use crate::flow::{
    Answer, Context, EventNumber, HttpRequest, ItemList, OrderedList, Rank, RequestId, Requests, ServerWrite, Text,
    path,
};
use crate::shell::SnackbarKind;
use crate::wire::{
    AgentId, Colleague, ColleagueList, ColleagueStatusReply, ColleagueStatusRequest, EventMeta, InternalCallEnd,
    InternalCallEvent, InternalCallHangupEvent, InternalCallReply, InternalCallRequest, InternalCallStatus,
    InternalCallStatusEvent, InternalHangUpRequest, Name, Wall,
};
use call::{CallAction, CallEvent, Phase};
use registry::NAME;

/// Presence of the colleagues that are shown is asked for again after this time (INT-015).
pub const STATUSES_EVERY_MS: u64 = 5_000;
/// Most extensions of one request.
const MAX_EXTENSIONS: usize = 200;

/// What colleagues ask of other areas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exit {
    /// A request to call is under way, or no longer: the leg that may arrive is not asked about.
    ExpectLeg(bool),
    /// The telephone answers the leg of this call by itself.
    CarryOutgoing {
        /// The call.
        id: String,
        /// The colleague's extension.
        extension: String,
    },
    /// The leg of this call waits for the agent.
    CarryIncoming {
        /// The call.
        id: String,
        /// The colleague's extension.
        extension: String,
    },
    /// Both talk.
    LegAnswered(String),
    /// The leg is accepted.
    AcceptLeg(String),
    /// The leg is declined.
    DeclineLeg(String),
    /// The leg is hung up.
    HangUpLeg(String),
    /// The telephone has no such call any more.
    Release(String),
    /// A colleague calls, with name and extension (INT-016).
    Rings {
        /// Name of the colleague.
        name: String,
        /// The colleague's extension.
        extension: String,
    },
    /// Nothing rings any more.
    RingOver,
    /// The list of the server says whether there is a call.
    LookUp,
    /// A snackbar shows this.
    Said(SnackbarKind, Text),
}

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
    filter: ColleagueFilter,
    /// The rows that the page shows.
    shown: Vec<AgentId>,
    /// The page of colleagues is open.
    open: bool,
    loaded: bool,
    failed: bool,
    stale: bool,
    /// When presence was read last.
    read_at: Option<Wall>,
    blocked: bool,
    /// The agent's own extension, as the list of the server says.
    extension: String,
    phase: Phase,
    /// The call of `phase`; while the request is under way only whom the agent calls.
    call: InternalCallEvent,
    /// The number of its first event, to which an older list says nothing.
    begun: Option<EventNumber>,
    /// The last call that is over: a late answer or list does not begin it anew.
    over: String,
    requests: Requests<Pending>,
}

impl Default for Colleagues {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            order: OrderedList::default(),
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

    /// The time for the next presence has come. `visible`: the page is; a hidden one asks for nothing (INT-015).
    pub fn statuses_are_due(&mut self, context: &mut Context, login: &str, visible: bool) {
        if !self.open {
            return;
        }
        context.timer(timers::STATUSES.key(), STATUSES_EVERY_MS);
        if visible {
            self.load_statuses(context, login);
        }
    }

    /// Asks for the presence of the rows that the page shows; for the list, if that has not been loaded.
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

    /// Brings the order up to date with rows and filter.
    fn arrange(&mut self, context: &mut Context) {
        let before = self.order.version();
        let gone: Vec<Name> =
            self.order.ids().filter(|id| !self.rows.iter().any(|row| **id == row.id.as_str())).cloned().collect();
        for id in &gone {
            self.order.remove(id);
        }
        for (position, row) in self.rows.iter().enumerate() {
            let id = Name::from(row.id.as_str());
            if self.filter.shows(row) {
                self.order.put(&id, Rank::new(0, position as u64));
            } else {
                self.order.remove(&id);
            }
        }
        if self.order.version() != before {
            context.dirty(slices::ORDER.key());
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
            // Its outcome is an event. A request that the server did not take is looked up: the leg has ended the call in any case.
            Pending::HangUp if matches!(answer, Answer::Ok(_)) => {}
            Pending::HangUp => return vec![Exit::LookUp],
        }
        Vec::new()
    }

    /// The agent calls a colleague. No effect while there is a call, and for an agent who is not in the list.
    pub fn place(
        &mut self,
        context: &mut Context,
        agent: &AgentId,
        own_extension: Option<&str>,
        own: OwnFacts,
    ) -> Vec<Exit> {
        let Some(row) = self.rows.iter().find(|row| row.id == *agent) else { return Vec::new() };
        if let Some(obstacle) = self.obstacle(own) {
            let key = match obstacle {
                CallObstacle::Blocked => "callsBetweenAgentsNotAllowed",
                CallObstacle::OwnVoiceDisconnected => "colleagues.obstacle.ownVoiceDisconnected",
                CallObstacle::OwnCall => "colleagues.obstacle.ownCall",
            };
            return vec![Exit::Said(SnackbarKind::Warning, Text::key(key))];
        }
        if row.status.extension.is_empty() {
            return Vec::new();
        }
        self.call = InternalCallEvent {
            from: own_extension.unwrap_or(&self.extension).to_owned(),
            to: row.status.extension.clone(),
            is_caller: true,
            colleague_id: row.id.clone(),
            colleague_name: row.name.clone(),
            colleague_groups: row.groups.clone(),
            ..InternalCallEvent::default()
        };
        self.step(context, CallEvent::Place)
    }

    /// The server answered the request to call. The event of the call may have come first.
    fn on_placed(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        let mut exits = vec![Exit::ExpectLeg(false)];
        exits.extend(match answer.read::<InternalCallReply>() {
            Ok(reply) => self.take_call(context, reply.call, None),
            Err(answer) if answer.is_uncertain() => self.step(context, CallEvent::Lost),
            Err(answer) => {
                let said = self.refusal(&answer);
                self.step_saying(context, CallEvent::Refused, Some(said))
            }
        });
        exits
    }

    fn refusal(&self, answer: &Answer) -> Exit {
        let name = self.call.colleague_name.clone();
        let text = match answer.reason() {
            Some("agentCallOrgUnitBlocked") => Text::key("callsBetweenAgentsNotAllowed"),
            Some(reason) => {
                let details = std::collections::BTreeMap::new();
                Text::reason("colleagues.refused", reason, &details, "colleagues.refused.unknown").with("name", name)
            }
            None => Text::key("colleagues.refused.unknown").with("name", name),
        };
        Exit::Said(SnackbarKind::Error, text)
    }

    /// The agent accepts, declines or hangs up.
    pub fn decide(&mut self, context: &mut Context, decision: Decision) -> Vec<Exit> {
        self.step(
            context,
            match decision {
                Decision::Accept => CallEvent::Accept,
                Decision::Decline => CallEvent::Decline,
                Decision::HangUp => CallEvent::HangUp,
            },
        )
    }

    /// The server says that the agent has this call. `event`: the number of its event.
    pub fn take_call(
        &mut self,
        context: &mut Context,
        call: InternalCallEvent,
        event: Option<EventNumber>,
    ) -> Vec<Exit> {
        if call.unique_id.is_empty() || call.unique_id == self.over {
            return Vec::new();
        }
        let mut exits = Vec::new();
        if self.phase.is_known() && self.call.unique_id != call.unique_id {
            // The end of the one before was missed.
            exits.extend(self.step(context, CallEvent::Unlisted));
        }
        let is_new = !self.phase.is_known();
        let (is_caller, status) = (call.is_caller, call.status);
        if is_new || call.answered_at.is_some() {
            self.call = call;
        }
        if is_new {
            self.begun = event;
            exits.extend(self.step(context, if is_caller { CallEvent::Outgoing } else { CallEvent::Incoming }));
        }
        if status == InternalCallStatus::Answer {
            exits.extend(self.step(context, CallEvent::Answered));
            // A call that was answered before this page knew it never rang here.
            exits.retain(|exit| !matches!(exit, Exit::Rings { .. } | Exit::RingOver));
        }
        exits
    }

    /// The call has another status (INT-005).
    pub fn take_status(&mut self, context: &mut Context, event: &InternalCallStatusEvent) -> Vec<Exit> {
        if event.unique_id != self.call.unique_id || event.status != InternalCallStatus::Answer {
            return Vec::new();
        }
        self.call.answered_at = event.answered_at.or(Some(context.happened_at()));
        self.step(context, CallEvent::Answered)
    }

    /// The call is over for both (INT-006 to INT-008, INT-012).
    pub fn take_end(&mut self, context: &mut Context, event: &InternalCallHangupEvent) -> Vec<Exit> {
        if event.unique_id != self.call.unique_id || !self.phase.is_known() {
            return Vec::new();
        }
        let said = self.end_text(event);
        self.step_saying(context, CallEvent::Over, said)
    }

    /// What the agent is told of the end; nothing of one's own.
    fn end_text(&self, event: &InternalCallHangupEvent) -> Option<Exit> {
        if event.by_you {
            return None;
        }
        let is_caller = self.call.is_caller;
        let (kind, key) = match event.cause {
            InternalCallEnd::HungUp => (SnackbarKind::Info, "colleagues.ended.hungUp"),
            InternalCallEnd::Cancelled if is_caller => return None,
            InternalCallEnd::Cancelled | InternalCallEnd::NotAnswered if !is_caller => {
                (SnackbarKind::Warning, "colleagues.ended.missed")
            }
            InternalCallEnd::Declined if is_caller => (SnackbarKind::Warning, "colleagues.ended.declined"),
            InternalCallEnd::Busy if is_caller => (SnackbarKind::Warning, "colleagues.ended.busy"),
            InternalCallEnd::NotAnswered => (SnackbarKind::Warning, "colleagues.ended.notAnswered"),
            InternalCallEnd::Unavailable | InternalCallEnd::Failed if is_caller => {
                (SnackbarKind::Error, "colleagues.ended.failed")
            }
            InternalCallEnd::Cancelled
            | InternalCallEnd::Declined
            | InternalCallEnd::Busy
            | InternalCallEnd::Unavailable
            | InternalCallEnd::Failed => (SnackbarKind::Info, "colleagues.ended.over"),
        };
        Some(Exit::Said(kind, Text::key(key).with("name", self.call.colleague_name.clone())))
    }

    /// The server's list, as of `as_of_seq` of `epoch`, names the agent's internal call, or none.
    pub fn on_listed(
        &mut self,
        context: &mut Context,
        calls: Vec<InternalCallEvent>,
        as_of_seq: u64,
        epoch: &str,
    ) -> Vec<Exit> {
        match calls.into_iter().next() {
            Some(call) => self.take_call(context, call, None),
            None if self.begun.as_ref().is_some_and(|begun| begun.is_after(as_of_seq, epoch)) => Vec::new(),
            None => self.step(context, CallEvent::Unlisted),
        }
    }

    /// The leg of a call ended on the agent's telephone.
    pub fn leg_ended(&mut self, context: &mut Context, id: &str) -> Vec<Exit> {
        if self.phase.is_known() && self.call.unique_id == id {
            self.step(context, CallEvent::LegEnded)
        } else {
            Vec::new()
        }
    }

    /// The colleague of the call.
    fn is_with(&self, agent: &AgentId) -> bool {
        self.phase != Phase::None && self.call.colleague_id == *agent
    }

    fn colleague_extension(&self) -> &str {
        if self.call.is_caller { &self.call.to } else { &self.call.from }
    }

    fn own_extension(&self) -> &str {
        if self.call.is_caller { &self.call.from } else { &self.call.to }
    }

    /// Moves the machine, and does what follows.
    fn step(&mut self, context: &mut Context, event: CallEvent) -> Vec<Exit> {
        self.step_saying(context, event, None)
    }

    /// The same, with what the agent is told where the machine says so.
    fn step_saying(&mut self, context: &mut Context, event: CallEvent, said: Option<Exit>) -> Vec<Exit> {
        let before = self.phase;
        let (phase, actions) = before.after(event);
        self.phase = phase;
        context.dirty(slices::INTERNAL_CALL.key());
        context.dirty(slices::COLLEAGUES.key());
        context.dirty(slices::ROW.of(self.call.colleague_id.clone()));
        let id = self.call.unique_id.clone();
        let extension = self.colleague_extension().to_owned();
        let mut exits = Vec::new();
        for action in actions {
            match action {
                CallAction::Send => {
                    let body = InternalCallRequest { from: self.call.from.clone(), to: self.call.to.clone() };
                    let request = ServerWrite::CallColleague.post(path!["internal-call", "call"]).json(&body);
                    context.request(&mut self.requests, Pending::Call, request);
                    exits.push(Exit::ExpectLeg(true));
                }
                CallAction::CarryOutgoing => {
                    exits.push(Exit::CarryOutgoing { id: id.clone(), extension: extension.clone() });
                }
                CallAction::CarryIncoming => {
                    exits.push(Exit::CarryIncoming { id: id.clone(), extension: extension.clone() });
                }
                CallAction::Notify => {
                    exits.push(Exit::Rings { name: self.call.colleague_name.clone(), extension: extension.clone() })
                }
                CallAction::AcceptLeg => exits.push(Exit::AcceptLeg(id.clone())),
                CallAction::DeclineLeg => exits.push(Exit::DeclineLeg(id.clone())),
                CallAction::HangUpLeg => exits.push(Exit::HangUpLeg(id.clone())),
                CallAction::SendHangUp => {
                    let body = InternalHangUpRequest { from: self.own_extension().to_owned(), unique_id: id.clone() };
                    let request = ServerWrite::HangUpColleague.post(path!["internal-call", "hangup"]).json(&body);
                    context.request(&mut self.requests, Pending::HangUp, request);
                }
                CallAction::Release => exits.push(Exit::Release(id.clone())),
                CallAction::LookUp => exits.push(Exit::LookUp),
                CallAction::SayNotPlaced => {
                    let text = Text::key("colleagues.refused.unknown").with("name", self.call.colleague_name.clone());
                    exits.push(Exit::Said(SnackbarKind::Error, text));
                }
                CallAction::SayRefused | CallAction::SayEnd => exits.extend(said.clone()),
            }
        }
        if before == Phase::Ringing && phase != Phase::Ringing {
            exits.push(Exit::RingOver);
        }
        if phase == Phase::Talking && before != Phase::Talking {
            exits.push(Exit::LegAnswered(id));
        }
        if phase == Phase::None && before.is_known() {
            self.begun = None;
            self.over.clone_from(&self.call.unique_id);
        }
        exits
    }
}

/// What the agent decides about the internal call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// Accepts it.
    Accept,
    /// Declines it.
    Decline,
    /// Hangs it up, or gives it up.
    HangUp,
}

/// The number of an event.
fn number_of(meta: &EventMeta) -> Option<EventNumber> {
    EventNumber::of(meta)
}
