//! State machine of pauses. The status of a channel says that it is paused; this area knows which pause, since when, and
//! its maximum. The server's state of a channel is taken over from the channels area, so that both never differ. One
//! request at a time per channel.

use super::registry::NAME;
use super::{records, slices, timers};
use crate::flow::path;
use crate::flow::{Answer, Context, HttpRequest, ItemList, RequestId, Requests, ServerWrite, Text};
use crate::wire::{
    AgentId, AgentPauses, Channel, ChannelStatus, ChannelStatusRecord, HeldPause, ListBody, PauseAllReply,
    PauseAllRequest, PauseId, PauseRecord, PauseReply, PauseRequest, PausesByChannel, UnpauseAllRequest, Wall,
};
use derive::ReadObject;
use serde::Serialize;

/// Part of the name of a login pause, if the list marks none (PAU-020).
const LOGIN_PAUSE_WORD: &str = "login";

/// Name of the pause after a lost voice connection (CHN-026, docs/contract.md "Pauses").
const RECONNECTION_PAUSE: &str = "Reconexão";

/// Two measurements of the server's time may differ by this much; an alert within it is not repeated.
const CLOCK_TOLERANCE_MS: i64 = 5_000;

/// An effect of pauses on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// A snackbar shows this error.
    Refused(Text),
    /// The server's answer about channels contains new facts.
    ChannelStates(PauseAnswer),
    /// The server had no pause on these channels; the state here was outdated.
    AlreadyLeft(Vec<Channel>),
    /// The pause is active or scheduled; the dialog closes.
    Entered(PauseDialog),
    /// A pause exceeded its maximum.
    Exceeded,
    /// The load of the agent's pauses got no answer and must be repeated.
    NotLoaded,
}

/// A dialog where the agent chooses a pause: of one channel, or the general one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PauseDialog(pub Option<Channel>);

/// Facts of the channels in an answer, and the events that the answer covers.
#[derive(Clone, Debug, PartialEq)]
pub struct PauseAnswer {
    /// Number of the last event that the answer contains.
    pub as_of_seq: u64,
    /// Numbering of `as_of_seq`.
    pub epoch: String,
    /// Facts of each channel after the request.
    pub states: Vec<(Channel, ChannelStatusRecord)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Reasons,
    OfAgent,
    /// A request to enter a pause: the channels, and the dialog in which the agent chose it; `None` without a dialog.
    Enter(Vec<Channel>, Option<PauseDialog>),
    Leave(Vec<Channel>),
}

/// The stored part (spec session §9 "pause").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct StoredPauses {
    /// Pauses to choose from.
    pub list: Vec<PauseRecord>,
    /// Active pauses.
    pub active_pauses: PausesByChannel,
    /// Pauses that begin when the open attendances end.
    pub scheduled_pauses: PausesByChannel,
    /// Channels whose pause exceeded its maximum and caused the alert.
    pub pause_alerted: Vec<Channel>,
}

/// The agent's pauses.
pub struct Pauses {
    kept: StoredPauses,
    login_pause: Option<String>,
    /// Channels whose facts contain the start of the pause; the list of the agent's pauses may be older.
    start_reported: Vec<Channel>,
    loaded: bool,
    failed: bool,
    requests: Requests<Pending>,
}

impl Default for Pauses {
    fn default() -> Self {
        Self {
            kept: StoredPauses::default(),
            login_pause: None,
            start_reported: Vec::new(),
            loaded: false,
            failed: false,
            requests: Requests::new(NAME),
        }
    }
}

impl Pauses {
    /// The stored part.
    pub fn record(&self) -> &StoredPauses {
        &self.kept
    }

    /// Restores the pauses that were stored before a reload.
    pub fn restore(&mut self, context: &mut Context, kept: StoredPauses) {
        self.kept = kept;
        for channel in Channel::ALL {
            self.arm(context, channel);
        }
    }

    /// The active pause of a channel.
    pub fn active(&self, channel: Channel) -> Option<&HeldPause> {
        self.kept.active_pauses.of(channel)
    }

    /// The scheduled pause of a channel.
    pub fn scheduled(&self, channel: Channel) -> Option<&HeldPause> {
        self.kept.scheduled_pauses.of(channel)
    }

    pub(super) fn reasons(&self) -> impl Iterator<Item = &PauseRecord> {
        self.kept.list.iter().filter(|pause| !pause.login_pause)
    }

    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    pub(super) fn is_loading(&self) -> bool {
        !self.loaded && self.requests.any(|pending| *pending == Pending::OfAgent)
    }

    pub(super) fn is_pending(&self, channel: Channel) -> bool {
        self.requests.any(|pending| match pending {
            Pending::Enter(channels, _) | Pending::Leave(channels) => channels.contains(&channel),
            Pending::Reasons | Pending::OfAgent => false,
        })
    }

    /// Whether the name is that of the login pause, with which a channel starts after it is connected (PAU-020).
    pub fn is_login_pause(&self, reason: &str) -> bool {
        match &self.login_pause {
            Some(name) => name == reason,
            None => reason.to_ascii_lowercase().contains(LOGIN_PAUSE_WORD),
        }
    }

    /// Loads the list of pauses and the agent's pauses.
    pub fn load(&mut self, context: &mut Context, agent: &AgentId) {
        self.failed = false;
        context.dirty(slices::PAUSES.key());
        if !self.requests.any(|pending| *pending == Pending::Reasons) {
            context.request(&mut self.requests, Pending::Reasons, HttpRequest::get("pauses"));
        }
        if !self.requests.any(|pending| *pending == Pending::OfAgent) {
            context.request(&mut self.requests, Pending::OfAgent, HttpRequest::get(path!["pauses", "agent", agent]));
        }
    }

    /// Enters a pause. One channel and several channels have different routes (PAU-006). No effect for an unknown
    /// pause. `dialog` is the dialog in which the agent chose it.
    pub fn enter(
        &mut self,
        context: &mut Context,
        agent: &AgentId,
        channels: &[Channel],
        pause: &PauseId,
        dialog: Option<PauseDialog>,
    ) {
        let channels = self.free(channels);
        let known = self.kept.list.iter().find(|reason| reason.id == *pause);
        let (Some(known), Some(first)) = (known, channels.first()) else { return };
        let (pause_id, pause_name) = (known.id.clone(), known.name.clone());
        let request = if channels.len() == 1 {
            let path = path!["pauses", first.as_str(), "enter", "agent", agent];
            ServerWrite::EnterPause.post(path).json(&PauseRequest { pause_id, pause_name })
        } else {
            let body = PauseAllRequest { channels: channels.clone(), pause_id, pause_name };
            ServerWrite::EnterPause.post(path!["pauses", "all", "enter", "agent", agent]).json(&body)
        };
        context.request(&mut self.requests, Pending::Enter(channels, dialog), request);
        context.dirty(slices::PAUSES.key());
    }

    /// Enters the pause that was active before the connection was lost again; `Reconexão` if there was no pause that can be
    /// chosen (CHN-025, CHN-026).
    pub fn enter_again(&mut self, context: &mut Context, agent: &AgentId, channel: Channel, name: Option<&str>) {
        if self.is_pending(channel) {
            return;
        }
        let known = self.reasons().find(|pause| Some(pause.name.as_str()) == name);
        let (pause_id, pause_name) = match known {
            Some(pause) => (pause.id.clone(), pause.name.clone()),
            None => (PauseId::default(), RECONNECTION_PAUSE.to_owned()),
        };
        let path = path!["pauses", channel.as_str(), "enter", "agent", agent];
        let request = ServerWrite::EnterPause.post(path).json(&PauseRequest { pause_id, pause_name });
        context.request(&mut self.requests, Pending::Enter(vec![channel], None), request);
        context.dirty(slices::PAUSES.key());
    }

    /// Leaves active pauses and cancels scheduled ones.
    pub fn leave(&mut self, context: &mut Context, agent: &AgentId, channels: &[Channel]) {
        let channels = self.free(channels);
        let Some(first) = channels.first() else { return };
        let request = if channels.len() == 1 {
            ServerWrite::LeavePause.post(path!["pauses", first.as_str(), "leave", "agent", agent])
        } else {
            let body = UnpauseAllRequest { channels: channels.clone() };
            ServerWrite::LeavePause.post(path!["pauses", "all", "leave", "agent", agent]).json(&body)
        };
        context.request(&mut self.requests, Pending::Leave(channels), request);
        context.dirty(slices::PAUSES.key());
    }

    /// The channels without a pending request, each once.
    fn free(&self, channels: &[Channel]) -> Vec<Channel> {
        Channel::ALL.into_iter().filter(|channel| channels.contains(channel) && !self.is_pending(*channel)).collect()
    }

    /// Status and pauses of a channel, from the channels area. A scheduled pause whose channel is paused has begun (PAU-013).
    /// `pause_since`: start of the active pause, if the server reported it; otherwise the start is estimated until the list
    /// of the agent's pauses is loaded.
    pub fn sync_channel(
        &mut self,
        context: &mut Context,
        channel: Channel,
        status: ChannelStatus,
        names: [Option<&str>; 2],
        pause_since: Option<Wall>,
        status_since: Option<Wall>,
    ) {
        let [pause, scheduled] = names;
        let (active, scheduled) = match status {
            ChannelStatus::Paused => (pause.or(scheduled), None),
            ChannelStatus::ScheduledPause => (None, scheduled.or(pause)),
            ChannelStatus::Available | ChannelStatus::InAttendance | ChannelStatus::Disconnected => (None, None),
        };
        let before = (self.active(channel).cloned(), self.scheduled(channel).cloned());
        let began = before.0.clone().or_else(|| before.1.clone().map(|held| HeldPause { since: None, ..held }));
        let now = context.happened_at();
        let pause_since = pause_since.filter(|_| active.is_some());
        self.start_reported.retain(|reported| *reported != channel);
        if pause_since.is_some() {
            self.start_reported.push(channel);
        }
        // Without an earlier pause, the pause began together with the status.
        let estimate = if before.0.is_none() { status_since } else { None };
        let held = |name: Option<&str>, known: Option<HeldPause>, list: &[PauseRecord]| {
            let name = name?;
            if let Some(known) = known.filter(|known| known.pause_name == name) {
                return Some(HeldPause { since: pause_since.or(known.since).or(estimate).or(Some(now)), ..known });
            }
            let reason = list.iter().find(|reason| reason.name == name).cloned().unwrap_or_default();
            Some(HeldPause {
                pause_id: reason.id,
                pause_name: name.to_owned(),
                since: pause_since.or(estimate).or(Some(now)),
                max_duration_seconds: reason.max_duration_seconds,
                exceeded: false,
            })
        };
        let active = held(active, began, &self.kept.list);
        let scheduled = held(scheduled, before.1.clone().or(before.0.clone()), &self.kept.list);
        if (&active, &scheduled) == (&before.0, &before.1) {
            return;
        }
        let identity = |held: &HeldPause| (held.pause_name.clone(), held.since);
        if active.as_ref().map(identity) != before.0.as_ref().map(identity) {
            self.kept.pause_alerted.retain(|alerted| *alerted != channel);
        }
        *self.kept.active_pauses.of_mut(channel) = active;
        *self.kept.scheduled_pauses.of_mut(channel) = scheduled;
        self.changed(context, channel);
    }

    /// Handles the answer to a request of this area.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Vec<Exit> {
        let Some(pending) = self.requests.take(request) else { return Vec::new() };
        context.dirty(slices::PAUSES.key());
        match pending {
            Pending::Reasons => {
                if let Ok(list) = answer.read::<ListBody<PauseRecord>>() {
                    self.login_pause = list.data.into_iter().find(|pause| pause.login_pause).map(|pause| pause.name);
                }
                Vec::new()
            }
            Pending::OfAgent => {
                let passing = answer.is_passing();
                self.on_pauses_of_agent(context, answer);
                if passing { vec![Exit::NotLoaded] } else { Vec::new() }
            }
            Pending::Enter(channels, dialog) => match read_states(answer, &channels) {
                Ok(answer) => dialog.map(Exit::Entered).into_iter().chain([Exit::ChannelStates(answer)]).collect(),
                Err(answer) if answer.is_uncertain() => in_doubt(ServerWrite::EnterPause),
                Err(answer) if answer.is_passing() => vec![Exit::Refused(Text::key("pauseError"))],
                Err(_) => vec![Exit::Refused(Text::key("pauseErrorInThisMoment"))],
            },
            Pending::Leave(channels) => match read_states(answer, &channels) {
                Ok(answer) => vec![Exit::ChannelStates(answer)],
                Err(answer) if answer.is_uncertain() => in_doubt(ServerWrite::LeavePause),
                Err(answer) if answer.is_passing() => vec![Exit::Refused(Text::key("unpauseError"))],
                Err(answer) if is_already_left(&answer, &channels) => vec![Exit::AlreadyLeft(channels)],
                Err(_) => vec![Exit::Refused(Text::key("pauses.notRemoved"))],
            },
        }
    }

    fn on_pauses_of_agent(&mut self, context: &mut Context, answer: Answer) {
        let Ok(pauses) = answer.read::<AgentPauses>() else {
            self.failed = !self.loaded;
            return;
        };
        (self.loaded, self.failed) = (true, false);
        context.report_unreadable(ItemList::Pauses, pauses.data.unreadable);
        self.kept.list = pauses.data.into_vec();
        for channel in Channel::ALL {
            // Only details of a pause are used here; the channels area decides whether a pause exists.
            for (held, loaded) in [
                (&mut self.kept.active_pauses, &pauses.active_pauses),
                (&mut self.kept.scheduled_pauses, &pauses.scheduled_pauses),
            ] {
                if let (Some(held), Some(loaded)) = (held.of_mut(channel), loaded.of(channel))
                    && held.pause_name == loaded.pause_name
                {
                    let since = if self.start_reported.contains(&channel) { held.since } else { loaded.since };
                    *held = HeldPause { since, ..loaded.clone() };
                }
            }
            self.changed(context, channel);
        }
    }

    fn changed(&self, context: &mut Context, channel: Channel) {
        context.dirty(slices::PAUSES.key());
        context.persist(records::PAUSE.key());
        self.arm(context, channel);
    }

    /// Sets the timer for the limit of the active pause, or cancels it.
    fn arm(&self, context: &mut Context, channel: Channel) {
        let key = timers::LIMIT.of(channel);
        let alerted = self.kept.pause_alerted.contains(&channel);
        match self.active(channel).and_then(ends_at) {
            Some(end) if !alerted => {
                let left = end.since_ms(context.server_now());
                context.timer(key, u64::try_from(left).unwrap_or_default());
            }
            _ => context.cancel_timer(&key),
        }
    }

    /// The server's time was loaded: sets the timers by it, and closes an alert that a wrong clock of the computer
    /// caused.
    pub fn follow_clock(&mut self, context: &mut Context) {
        let now = context.server_now();
        for channel in Channel::ALL {
            let end = self.active(channel).and_then(ends_at);
            let early = end.is_some_and(|end| end.since_ms(now) > CLOCK_TOLERANCE_MS);
            if early && self.kept.pause_alerted.contains(&channel) {
                self.kept.pause_alerted.retain(|alerted| *alerted != channel);
                self.changed(context, channel);
            } else {
                self.arm(context, channel);
            }
        }
    }

    /// The maximum of a pause is reached; alerts once per pause (PAU-029).
    pub fn on_limit_timer(&mut self, context: &mut Context, channel: Channel) -> Option<Exit> {
        let end = self.active(channel).and_then(ends_at)?;
        if self.kept.pause_alerted.contains(&channel) {
            return None;
        }
        if end.since_ms(context.server_now()) > 0 {
            // The clock offset changed since the timer was set.
            self.arm(context, channel);
            return None;
        }
        self.kept.pause_alerted.push(channel);
        context.persist(records::PAUSE.key());
        context.dirty(slices::PAUSES.key());
        Some(Exit::Exceeded)
    }

    /// Channels whose active pause exceeded its maximum.
    pub fn exceeded(&self) -> Vec<Channel> {
        let alerted = |channel: &Channel| self.kept.pause_alerted.contains(channel) && self.active(*channel).is_some();
        Channel::ALL.into_iter().filter(alerted).collect()
    }
}

/// It is unknown whether the server executed the request: the next status of the channels shows it.
fn in_doubt(write: ServerWrite) -> Vec<Exit> {
    vec![Exit::Refused(write.unknown()), Exit::NotLoaded]
}

fn ends_at(held: &HeldPause) -> Option<Wall> {
    let span = i64::from(held.max_duration_seconds).saturating_mul(1_000);
    held.since.filter(|_| span > 0).map(|since| since.plus_ms(span))
}

fn read_states(answer: Answer, channels: &[Channel]) -> Result<PauseAnswer, Answer> {
    match channels {
        [channel] => answer.read::<PauseReply>().map(|reply| PauseAnswer {
            as_of_seq: reply.as_of_seq,
            epoch: reply.epoch,
            states: vec![(*channel, reply.change.state)],
        }),
        _ => answer.read::<PauseAllReply>().map(|reply| PauseAnswer {
            as_of_seq: reply.as_of_seq,
            epoch: reply.epoch,
            states: reply.data.into_iter().filter_map(|of_one| Some((of_one.channel?, of_one.state))).collect(),
        }),
    }
}

/// PAU-026 describes voice; the server uses the same cause for the other channels.
fn is_already_left(answer: &Answer, channels: &[Channel]) -> bool {
    let cause = answer.error_body().and_then(|body| body.cause.as_deref()).unwrap_or_default();
    channels.iter().any(|channel| cause == format!("already_{}_unpaused", channel.as_str()))
}
