//! The supervisor's board: a live list of the agents of the org unit with channels and times. A supervisor can mark and
//! unmark an agent absent and end a session (docs/contract.md "Absence and supervision").

mod area;
mod intent;
mod registry;

pub use intent::SupervisionIntent;
pub use registry::{SupervisionSlice, slices};

use crate::channels::ChannelStatusView;
use crate::flow::path;
use crate::flow::{Answer, CallId, Calls, Context, Coverage, HttpCall, Table, Text};
use crate::wire::{AbsenceRecord, AgentBoardEvent, AgentId, Board, BoardRow, Channel, EventMeta, Wall};
use registry::NAME;
use serde::Serialize;

/// What supervision asks of other areas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exit {
    /// The reload of a shown board got no answer and must be repeated.
    NotLoaded,
    /// A snackbar shows this error.
    Refused(Text),
    /// A snackbar shows this success.
    Done(Text),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Board,
    Absent(AgentId, bool),
    Disconnect(AgentId),
}

/// The supervisor's board.
pub(crate) struct Supervision {
    rows: Vec<BoardRow>,
    /// Newest version by agent; older events are dropped.
    versions: Table<u64>,
    loaded: bool,
    failed: bool,
    /// Events that the last board contains.
    coverage: Coverage,
    /// Agents with events while the board is loaded: its answer may be older.
    updated_during_load: Vec<AgentId>,
    /// Another load was requested while one was pending, whose answer may be too old for that request.
    again: bool,
    calls: Calls<Pending>,
}

/// A channel of an agent on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardChannelView {
    /// The channel.
    pub channel: Channel,
    /// State of its chip.
    pub status: ChannelStatusView,
    /// JavaScript time value on the server's clock.
    pub since: Option<f64>,
    /// Name of the active pause.
    pub pause: Option<String>,
    /// Name of the scheduled pause.
    pub scheduled_pause: Option<String>,
    /// The active pause exceeded its maximum.
    pub pause_exceeded: bool,
    /// Number of open attendances.
    pub active_attendances: u32,
}

/// An agent on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardRowView {
    /// The agent's id.
    pub agent_id: String,
    /// Full name.
    pub name: String,
    /// What the agent signs in with.
    pub login: String,
    /// Initials for the avatar.
    pub initials: String,
    /// Background colour of the avatar.
    pub color: String,
    /// The agent has a session.
    pub logged: bool,
    /// The agent's broker link is connected.
    pub linked: bool,
    /// Start of the session, or its end if there is none: JavaScript time value on the server's clock.
    pub since: Option<f64>,
    /// The agent is marked absent.
    pub absent: bool,
    /// JavaScript time value on the server's clock; `None` if not absent.
    pub absent_since: Option<f64>,
    /// Channels that the agent may use.
    pub channels: Vec<BoardChannelView>,
    /// A request of this supervisor about the agent is pending.
    pub pending: bool,
}

/// The supervisor's board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SupervisionView {
    /// It is loaded for the first time.
    pub loading: bool,
    /// The load failed and there is nothing older to show.
    pub failed: bool,
    /// Sorted by name; empty before the first load.
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
    /// Loads the board. While a load is pending, another one follows it.
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

    /// Whether there is a board to show.
    pub fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// Whether a load is pending.
    pub fn is_loading(&self) -> bool {
        self.calls.any(|pending| *pending == Pending::Board)
    }

    /// An event with the row of one agent; one with an older version than the last is dropped.
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

    /// Marks an agent absent or removes the mark. No effect while a request about the agent is pending.
    pub fn set_absent(&mut self, context: &mut Context, agent: &AgentId, absent: bool) {
        if self.is_pending(agent) {
            return;
        }
        let what = if absent { "set-absent-mode" } else { "remove-absent-mode" };
        let call = HttpCall::put(path!["agents", agent, what]);
        context.call(&mut self.calls, Pending::Absent(agent.clone(), absent), call);
        context.dirty(slices::SUPERVISION.key());
    }

    /// Ends an agent's session. No effect while a request about the agent is pending.
    pub fn disconnect(&mut self, context: &mut Context, agent: &AgentId) {
        if self.is_pending(agent) {
            return;
        }
        let call = HttpCall::post(path!["agents", agent, "force-disconnect"]);
        context.call(&mut self.calls, Pending::Disconnect(agent.clone()), call);
        context.dirty(slices::SUPERVISION.key());
    }

    /// Handles the answer to a call of this area.
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
                // The old rows stay until the next load.
                (passing && self.loaded).then_some(Exit::NotLoaded)
            }
            Pending::Absent(agent, absent) => {
                let name = self.name_of(&agent);
                Some(match answer.read::<AbsenceRecord>() {
                    Ok(record) => {
                        // Does not wait for the event: the broker link may be down.
                        if let Some(row) = self.rows.iter_mut().find(|row| row.agent_id == agent) {
                            row.agent_absent_enabled = absent;
                            row.absent_since = if absent { record.since.or(row.absent_since) } else { None };
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

    /// Name and number of open attendances of an agent; `None` if the board lacks the agent.
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

    /// The view of the slice `supervision`.
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
