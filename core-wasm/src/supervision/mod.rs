//! The supervisor's desk: every agent of the org unit with channels and times, live, and what a supervisor may do about
//! it: mark and unmark absent, end a session (docs/contract.md "Absence and supervision").

mod area;
mod intent;
mod registry;

pub use intent::SupervisionIntent;
pub use registry::slices;

use crate::channels::ChannelStatusView;
use crate::flow::path;
use crate::flow::{Answer, CallId, Calls, Context, Coverage, HttpCall, Table, Text};
use crate::wire::{AbsenceRecord, AgentBoardEvent, AgentId, Board, BoardRow, Channel, EventMeta, Wall};
use registry::NAME;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// A board that shows got no fresh answer: it must be asked for again.
    NotLoaded,
    Refused(Text),
    Done(Text),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Board,
    Absent(AgentId, bool),
    Disconnect(AgentId),
}

pub struct Supervision {
    rows: Vec<BoardRow>,
    /// The newest word about each agent; an older one is dropped.
    versions: Table<u64>,
    loaded: bool,
    failed: bool,
    /// Events that the last board contains.
    coverage: Coverage,
    /// Agents of whom events told while a board is loaded: its answer may be older.
    updated_during_load: Vec<AgentId>,
    /// It was asked for while one was under way, which may be older than what the asking is about.
    again: bool,
    calls: Calls<Pending>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardChannelView {
    pub channel: Channel,
    pub status: ChannelStatusView,
    /// JavaScript time value on the server's clock.
    pub since: Option<f64>,
    pub pause: Option<String>,
    pub scheduled_pause: Option<String>,
    pub pause_exceeded: bool,
    pub active_attendances: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardRowView {
    pub agent_id: String,
    pub name: String,
    pub login: String,
    pub initials: String,
    pub color: String,
    pub logged: bool,
    /// The broker link beats: what happens reaches the agent.
    pub linked: bool,
    /// Of the session, or of its end.
    pub since: Option<f64>,
    pub absent: bool,
    pub absent_since: Option<f64>,
    pub channels: Vec<BoardChannelView>,
    /// A request about this agent is with the server.
    pub pending: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SupervisionView {
    pub loading: bool,
    pub failed: bool,
    /// By name.
    pub rows: Vec<BoardRowView>,
}

impl Default for Supervision {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            versions: Table::default(),
            loaded: false,
            failed: false,
            coverage: Coverage::default(),
            updated_during_load: Vec::new(),
            again: false,
            calls: Calls::new(NAME),
        }
    }
}

impl Supervision {
    pub fn load(&mut self, context: &mut Context, supervisor: &AgentId) {
        self.again = self.is_loading();
        if !self.again {
            self.failed = false;
            self.updated_during_load.clear();
            let call = HttpCall::get(path!["supervisor", supervisor, "board"]);
            context.call(&mut self.calls, Pending::Board, call);
            context.dirty(slices::SUPERVISION.key());
        }
    }

    /// Whether the last board already contains this event.
    pub fn covers(&self, meta: &EventMeta) -> bool {
        self.coverage.contains(meta)
    }

    pub fn is_loaded(&self) -> bool {
        self.loaded
    }

    pub fn is_loading(&self) -> bool {
        self.calls.any(|pending| *pending == Pending::Board)
    }

    pub fn take_event(&mut self, context: &mut Context, event: AgentBoardEvent) {
        let agent = event.agent.agent_id.clone();
        let known = self.versions.get(agent.as_str()).copied().unwrap_or_default();
        if agent.is_empty() || (event.version != 0 && event.version <= known) {
            return;
        }
        self.versions.insert(agent.as_str(), event.version);
        if self.is_loading() && !self.updated_during_load.contains(&agent) {
            self.updated_during_load.push(agent);
        }
        self.put(event.agent);
        context.dirty(slices::SUPERVISION.key());
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

    pub fn set_absent(&mut self, context: &mut Context, agent: &AgentId, absent: bool) {
        if self.is_pending(agent) {
            return;
        }
        let what = if absent { "set-absent-mode" } else { "remove-absent-mode" };
        let call = HttpCall::put(path!["agents", agent, what]);
        context.call(&mut self.calls, Pending::Absent(agent.clone(), absent), call);
        context.dirty(slices::SUPERVISION.key());
    }

    pub fn disconnect(&mut self, context: &mut Context, agent: &AgentId) {
        if self.is_pending(agent) {
            return;
        }
        let call = HttpCall::post(path!["agents", agent, "force-disconnect"]);
        context.call(&mut self.calls, Pending::Disconnect(agent.clone()), call);
        context.dirty(slices::SUPERVISION.key());
    }

    pub fn on_reply(
        &mut self,
        context: &mut Context,
        supervisor: &AgentId,
        call: CallId,
        answer: Answer,
    ) -> Option<Exit> {
        let pending = self.calls.take(call)?;
        context.dirty(slices::SUPERVISION.key());
        match pending {
            Pending::Board => {
                let mut passing = false;
                match answer.read::<Board>() {
                    Ok(board) => {
                        self.coverage.extend(board.as_of_seq, &board.epoch);
                        self.rows.retain(|row| self.updated_during_load.contains(&row.agent_id));
                        context.report_unreadable("board", board.data.unreadable);
                        for row in std::mem::replace(&mut self.rows, board.data.into_vec()) {
                            self.put(row);
                        }
                        self.sort();
                        (self.loaded, self.failed) = (true, false);
                    }
                    Err(answer) => {
                        self.failed = !self.loaded;
                        passing = answer.is_passing();
                    }
                }
                if self.again {
                    self.load(context, supervisor);
                    return None;
                }
                // The rows of before show meanwhile.
                (passing && self.loaded).then_some(Exit::NotLoaded)
            }
            Pending::Absent(agent, absent) => {
                let name = self.name_of(&agent);
                Some(match answer.read::<AbsenceRecord>() {
                    Ok(told) => {
                        // Also where the event that says it cannot come.
                        if let Some(row) = self.rows.iter_mut().find(|row| row.agent_id == agent) {
                            row.agent_absent_enabled = absent;
                            row.absent_since = if absent { told.since.or(row.absent_since) } else { None };
                        }
                        let key = if absent { "supervision.markedAbsent" } else { "supervision.unmarkedAbsent" };
                        Exit::Done(Text::key(key).with("name", name))
                    }
                    Err(_) => Exit::Refused(Text::key("supervision.absentFailed").with("name", name)),
                })
            }
            Pending::Disconnect(agent) => {
                let name = self.name_of(&agent);
                Some(match answer {
                    Answer::Ok(_) => Exit::Done(Text::key("supervision.disconnected").with("name", name)),
                    _ => Exit::Refused(Text::key("supervision.disconnectFailed").with("name", name)),
                })
            }
        }
    }

    fn name_of(&self, agent: &AgentId) -> String {
        self.summary_of(agent).map(|(name, _)| name).unwrap_or_default()
    }

    /// Name and open attendances of an agent on the board.
    pub fn summary_of(&self, agent: &AgentId) -> Option<(String, u32)> {
        let row = self.rows.iter().find(|row| row.agent_id == *agent)?;
        let open = Channel::ALL.into_iter().filter_map(|channel| row.channels.of(channel));
        Some((row.agent_name.clone(), open.map(|state| state.active_attendances).sum()))
    }

    fn is_pending(&self, agent: &AgentId) -> bool {
        self.calls.any(|pending| match pending {
            Pending::Absent(of, _) | Pending::Disconnect(of) => of == agent,
            Pending::Board => false,
        })
    }

    pub fn view(&self) -> SupervisionView {
        SupervisionView {
            loading: !self.loaded && !self.failed,
            failed: self.failed,
            rows: self.rows.iter().filter(|_| self.loaded).map(|row| self.row_view(row)).collect(),
        }
    }

    fn row_view(&self, row: &BoardRow) -> BoardRowView {
        let channels = Channel::ALL.into_iter().filter_map(|channel| {
            let state = row.channels.of(channel)?;
            Some(BoardChannelView {
                channel,
                status: ChannelStatusView::of_reported(state.status),
                since: state.since.map(Wall::as_js),
                pause: state.pause.clone(),
                scheduled_pause: state.scheduled_pause.clone(),
                pause_exceeded: state.pause_exceeded,
                active_attendances: state.active_attendances,
            })
        });
        BoardRowView {
            agent_id: row.agent_id.0.clone(),
            name: row.agent_name.clone(),
            login: row.login_identifier.clone(),
            initials: crate::shell::initials(&row.agent_name),
            color: crate::shell::avatar_color(&row.agent_name).to_owned(),
            logged: row.logged,
            linked: row.linked,
            since: row.since.map(Wall::as_js),
            absent: row.agent_absent_enabled,
            absent_since: row.absent_since.map(Wall::as_js),
            channels: channels.collect(),
            pending: self.is_pending(&row.agent_id),
        }
    }
}
