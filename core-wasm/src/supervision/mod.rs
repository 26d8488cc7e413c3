//! The supervisor's board: a live list of the agents of the org unit with channels and times. A supervisor can mark and
//! unmark an agent absent and end a session (docs/contract.md "Absence and supervision").

mod area;
mod call_rules;
mod display;
mod intent;
mod registry;
mod view;

pub use call_rules::CallRules;
pub use display::{BoardFilter, BoardOrder, BoardSummaryView, Situation};
pub use intent::SupervisionIntent;
pub use registry::{SupervisionSlice, slices};
pub use view::{BoardChannelView, BoardRowView, SupervisionView};

use crate::flow::path;
use crate::flow::{
    Answer, Context, Coverage, EventNumber, Fresh, HttpRequest, ItemList, OrderedList, Rank, RequestId, Requests,
    ServerWrite, Table, Text,
};
use crate::wire::{AbsenceRecord, AgentBoardEvent, AgentId, Board, BoardRow, EventMeta, Name, SupervisionRules};
use registry::NAME;

/// An effect of supervision on other areas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exit {
    /// The reload of a shown board got no answer and must be repeated.
    NotLoaded,
    /// A snackbar shows this error.
    Refused(Text),
    /// A snackbar shows this success.
    Done(Text),
    /// The server has the rules of calls: their dialog closes.
    RulesSaved,
    /// A rule of calls was not saved: the dialog shows it, or a snackbar without the dialog.
    RulesRefused(Text),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Board,
    Absent(AgentId, bool),
    Disconnect(AgentId),
    /// The rules of supervision of the org unit.
    Rules,
    /// Whether agents of the org unit may call each other.
    Blocked,
    SaveRules(SupervisionRules),
    SaveBlocked(bool),
}

/// The supervisor's board.
pub(crate) struct Supervision {
    /// Sorted by name.
    rows: Vec<BoardRow>,
    /// Ids of the agents that the filter shows, in its order.
    order: OrderedList,
    filter: BoardFilter,
    /// Newest version by agent; older events are dropped.
    versions: Table<u64>,
    loaded: bool,
    failed: bool,
    /// Events that the last board contains.
    coverage: Coverage,
    /// Agents with events while the board is being loaded: its answer may be older.
    fresh: Fresh<AgentId>,
    /// Another load was requested while one was pending, whose answer may be too old for that request.
    again: bool,
    rules: call_rules::KnownRules,
    requests: Requests<Pending>,
}

impl Default for Supervision {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            order: OrderedList::default(),
            filter: BoardFilter::default(),
            versions: Table::default(),
            loaded: false,
            failed: false,
            coverage: Coverage::default(),
            fresh: Fresh::default(),
            again: false,
            rules: call_rules::KnownRules::default(),
            requests: Requests::new(NAME),
        }
    }
}

impl Supervision {
    /// Loads the board. While a load is pending, another one follows it.
    pub fn load(&mut self, context: &mut Context, supervisor: &AgentId) {
        self.again = self.is_loading();
        if !self.again {
            self.failed = false;
            self.fresh.begin();
            let request = HttpRequest::get(path!["supervisor", supervisor, "board"]);
            context.request(&mut self.requests, Pending::Board, request);
            context.dirty(slices::SUPERVISION.key());
        }
    }

    /// Whether the last board already contains this event.
    pub fn covers(&self, meta: &EventMeta) -> bool {
        self.coverage.contains(meta)
    }

    /// Whether there is a board to show.
    pub fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// Whether a load is pending.
    pub fn is_loading(&self) -> bool {
        self.requests.any(|pending| *pending == Pending::Board)
    }

    /// An event with the row of one agent; one with an older version than the last is dropped.
    pub fn take_event(&mut self, context: &mut Context, meta: &EventMeta, event: AgentBoardEvent) {
        let agent = event.agent.agent_id.clone();
        let known = self.versions.get(agent.as_str()).copied().unwrap_or_default();
        if agent.is_empty() || (event.version != 0 && event.version <= known) {
            return;
        }
        self.versions.insert(agent.as_str(), event.version);
        self.fresh.event(agent.clone(), EventNumber::of(meta));
        self.put(event.agent);
        self.changed(context, &agent);
    }

    /// The row of one agent changed.
    fn changed(&mut self, context: &mut Context, agent: &AgentId) {
        context.dirty(slices::SUPERVISION.key());
        context.dirty(slices::ROW.of(agent.clone()));
        self.arrange(context);
    }

    /// Changes which agents are shown, and their order.
    pub fn set_filter(&mut self, context: &mut Context, filter: BoardFilter) {
        self.filter = filter.folded();
        self.arrange(context);
    }

    /// Brings the order up to date with rows and filter.
    fn arrange(&mut self, context: &mut Context) {
        let before = self.order.version();
        let gone: Vec<Name> = self.order.ids().filter(|id| self.row_of(id).is_none()).cloned().collect();
        for id in &gone {
            self.order.remove(id);
        }
        for (position, row) in self.rows.iter().enumerate() {
            let id = Name::from(row.agent_id.as_str());
            if self.loaded && self.filter.shows(row) {
                self.order.put(&id, Rank::new(self.filter.order.rank(row), position as u64));
            } else {
                self.order.remove(&id);
            }
        }
        if self.order.version() != before {
            context.dirty(slices::ORDER.key());
        }
    }

    fn row_of(&self, id: &Name) -> Option<&BoardRow> {
        self.rows.iter().find(|row| *id == row.agent_id.as_str())
    }

    /// The agents that the filter shows, in its order.
    pub fn order(&self) -> &OrderedList {
        &self.order
    }

    /// Ids of all agents on the board, shown by the filter or not.
    pub fn agents(&self) -> impl Iterator<Item = &AgentId> {
        self.shown_rows().map(|row| &row.agent_id)
    }

    /// Nothing is shown before the first load: events alone are not the whole board.
    fn shown_rows(&self) -> impl Iterator<Item = &BoardRow> {
        self.rows.iter().filter(|_| self.loaded)
    }

    fn put(&mut self, row: BoardRow) {
        match self.rows.iter_mut().find(|known| known.agent_id == row.agent_id) {
            Some(known) => *known = row,
            None => {
                self.rows.push(row);
                self.sort();
            }
        }
    }

    fn sort(&mut self) {
        self.rows.sort_by(|one, other| (&one.agent_name, &one.agent_id).cmp(&(&other.agent_name, &other.agent_id)));
    }

    /// Marks an agent absent or removes the mark. No effect while a request about the agent is pending.
    pub fn set_absent(&mut self, context: &mut Context, agent: &AgentId, absent: bool) {
        if self.is_pending(agent) {
            return;
        }
        let what = if absent { "set-absent-mode" } else { "remove-absent-mode" };
        let request = ServerWrite::SetAbsent.put(path!["agents", agent, what]);
        context.request(&mut self.requests, Pending::Absent(agent.clone(), absent), request);
        context.dirty(slices::ROW.of(agent.clone()));
    }

    /// Ends an agent's session. No effect while a request about the agent is pending.
    pub fn disconnect(&mut self, context: &mut Context, agent: &AgentId) {
        if self.is_pending(agent) {
            return;
        }
        let request = ServerWrite::ForceDisconnect.post(path!["agents", agent, "force-disconnect"]);
        context.request(&mut self.requests, Pending::Disconnect(agent.clone()), request);
        context.dirty(slices::ROW.of(agent.clone()));
    }

    /// Handles the answer to a request of this area.
    pub fn on_reply(
        &mut self,
        context: &mut Context,
        supervisor: &AgentId,
        request: RequestId,
        answer: Answer,
    ) -> Option<Exit> {
        let pending = self.requests.take(request)?;
        match pending {
            Pending::Rules | Pending::Blocked | Pending::SaveRules(_) | Pending::SaveBlocked(_) => {
                context.dirty(slices::SUPERVISION.key());
                self.on_rules_answer(pending, answer)
            }
            Pending::Board => {
                context.dirty(slices::SUPERVISION.key());
                let passing = match answer.read::<Board>() {
                    Ok(board) => {
                        let freshness = self.fresh.answer(board.as_of_seq, &board.epoch);
                        self.coverage.extend(board.as_of_seq, &board.epoch);
                        // Also rows of agents who left the board.
                        for row in &self.rows {
                            context.dirty(slices::ROW.of(row.agent_id.clone()));
                        }
                        self.rows.retain(|row| !freshness.applies_to(&row.agent_id));
                        context.report_unreadable(ItemList::Board, board.data.unreadable);
                        for row in std::mem::replace(&mut self.rows, board.data.into_vec()) {
                            self.put(row);
                        }
                        self.sort();
                        (self.loaded, self.failed) = (true, false);
                        self.arrange(context);
                        for row in &self.rows {
                            context.dirty(slices::ROW.of(row.agent_id.clone()));
                        }
                        freshness.is_again()
                    }
                    Err(answer) => {
                        self.fresh.fail();
                        self.failed = !self.loaded;
                        answer.is_passing()
                    }
                };
                if self.again {
                    self.load(context, supervisor);
                    return None;
                }
                // The earlier rows stay until the next load.
                (passing && self.loaded).then_some(Exit::NotLoaded)
            }
            Pending::Absent(agent, absent) => {
                let name = self.name_of(&agent);
                let exit = match answer.read::<AbsenceRecord>() {
                    Ok(record) => {
                        // Applied without waiting for the event, because the broker link may be down.
                        if let Some(row) = self.rows.iter_mut().find(|row| row.agent_id == agent) {
                            row.agent_absent_enabled = absent;
                            row.absent_since = if absent { record.since.or(row.absent_since) } else { None };
                        }
                        let key = if absent { "supervision.markedAbsent" } else { "supervision.unmarkedAbsent" };
                        Exit::Done(Text::key(key).with("name", name))
                    }
                    Err(answer) if answer.is_uncertain() => {
                        Exit::Refused(ServerWrite::SetAbsent.unknown().with("name", name))
                    }
                    Err(_) => Exit::Refused(Text::key("supervision.absentFailed").with("name", name)),
                };
                self.changed(context, &agent);
                Some(exit)
            }
            Pending::Disconnect(agent) => {
                context.dirty(slices::ROW.of(agent.clone()));
                let name = self.name_of(&agent);
                Some(match answer {
                    Answer::Ok(_) => Exit::Done(Text::key("supervision.disconnected").with("name", name)),
                    answer if answer.is_uncertain() => {
                        Exit::Refused(ServerWrite::ForceDisconnect.unknown().with("name", name))
                    }
                    _ => Exit::Refused(Text::key("supervision.disconnectFailed").with("name", name)),
                })
            }
        }
    }

    fn name_of(&self, agent: &AgentId) -> String {
        self.summary_of(agent).map(|(name, _)| name).unwrap_or_default()
    }

    /// Name and number of open attendances of an agent; `None` if the agent is not on the board.
    pub fn summary_of(&self, agent: &AgentId) -> Option<(String, u32)> {
        let row = self.rows.iter().find(|row| row.agent_id == *agent)?;
        Some((row.agent_name.clone(), display::attendances(row)))
    }

    fn is_pending(&self, agent: &AgentId) -> bool {
        self.requests.any(|pending| match pending {
            Pending::Absent(of, _) | Pending::Disconnect(of) => of == agent,
            _ => false,
        })
    }
}
