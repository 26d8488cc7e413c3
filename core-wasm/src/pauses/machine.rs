//! The pauses' story. A channel's status says that it is paused; here stands which pause it is, since when, and how long
//! it may take. The server's word about a channel comes by way of the channels and is taken over, so that both never
//! differ. One request a channel at a time.

use super::registry::NAME;
use super::{records, slices, timers};
use crate::flow::path;
use crate::flow::{Answer, CallId, Calls, Context, HttpCall, Text};
use crate::wire::{
    AgentId, AgentPauses, Channel, ChannelStatus, ChannelStatusRecord, HeldPause, ListBody, PauseAllReply,
    PauseAllRequest, PauseId, PauseRecord, PauseReply, PauseRequest, PausesByChannel, UnpauseAllRequest, Wall,
};
use serde::{Deserialize, Serialize};

/// A login pause of a centre whose list does not mark one is known by its name (PAU-020).
const LOGIN_PAUSE_WORD: &str = "login";

#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    Refused(Text),
    /// The server's answer about a channel.
    ChannelState(Channel, ChannelStatusRecord),
    /// There was nothing to leave: what is held here was out of date.
    AlreadyLeft(Vec<Channel>),
    Entered,
    /// A pause has taken longer than it may.
    Exceeded,
    /// The pauses of the agent got no answer: they must be asked for again.
    NotLoaded,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Reasons,
    OfAgent,
    Enter(Vec<Channel>),
    Leave(Vec<Channel>),
}

/// The durable part (spec session §9 "pause").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct StoredPauses {
    pub list: Vec<PauseRecord>,
    pub active_pauses: PausesByChannel,
    pub scheduled_pauses: PausesByChannel,
    /// Channels whose pause the agent was told of for being too long.
    pub pause_alerted: Vec<Channel>,
}

pub struct Pauses {
    kept: StoredPauses,
    login_pause: Option<String>,
    /// Channels whose pause began here: since when it is in force follows the status of the channel.
    estimated: Vec<Channel>,
    loaded: bool,
    failed: bool,
    calls: Calls<Pending>,
}

impl Default for Pauses {
    fn default() -> Self {
        Self {
            kept: StoredPauses::default(),
            login_pause: None,
            estimated: Vec::new(),
            loaded: false,
            failed: false,
            calls: Calls::new(NAME),
        }
    }
}

impl Pauses {
    pub fn record(&self) -> &StoredPauses {
        &self.kept
    }

    pub fn restore(&mut self, context: &mut Context, kept: StoredPauses) {
        self.kept = kept;
        for channel in Channel::ALL {
            self.arm(context, channel);
        }
    }

    pub fn active(&self, channel: Channel) -> Option<&HeldPause> {
        self.kept.active_pauses.of(channel)
    }

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
        !self.loaded && self.calls.any(|pending| *pending == Pending::OfAgent)
    }

    pub(super) fn is_pending(&self, channel: Channel) -> bool {
        self.calls.any(|pending| match pending {
            Pending::Enter(channels) | Pending::Leave(channels) => channels.contains(&channel),
            Pending::Reasons | Pending::OfAgent => false,
        })
    }

    /// Whether this is the pause that a channel begins with by itself (PAU-020).
    pub fn is_login_pause(&self, reason: &str) -> bool {
        match &self.login_pause {
            Some(name) => name == reason,
            None => reason.to_ascii_lowercase().contains(LOGIN_PAUSE_WORD),
        }
    }

    pub fn load(&mut self, context: &mut Context, agent: &AgentId) {
        self.failed = false;
        context.dirty(slices::PAUSES.key());
        if !self.calls.any(|pending| *pending == Pending::Reasons) {
            context.call(&mut self.calls, Pending::Reasons, HttpCall::get("pauses"));
        }
        if !self.calls.any(|pending| *pending == Pending::OfAgent) {
            context.call(&mut self.calls, Pending::OfAgent, HttpCall::get(path!["pauses", "agent", agent]));
        }
    }

    /// One channel has a call of its own; several share one (PAU-006).
    pub fn enter(&mut self, context: &mut Context, agent: &AgentId, channels: &[Channel], pause: &PauseId) {
        let channels = self.free(channels);
        let known = self.kept.list.iter().find(|reason| reason.id == *pause);
        let (Some(known), Some(first)) = (known, channels.first()) else { return };
        let (pause_id, pause_name) = (known.id.clone(), known.name.clone());
        let call = if channels.len() == 1 {
            let path = path!["pauses", first.as_str(), "enter", "agent", agent];
            HttpCall::post(path).json(&PauseRequest { pause_id, pause_name })
        } else {
            let body = PauseAllRequest { channels: channels.clone(), pause_id, pause_name };
            HttpCall::post(path!["pauses", "all", "enter", "agent", agent]).json(&body)
        };
        context.call(&mut self.calls, Pending::Enter(channels), call);
        context.dirty(slices::PAUSES.key());
    }

    /// Also takes a scheduled pause back.
    pub fn leave(&mut self, context: &mut Context, agent: &AgentId, channels: &[Channel]) {
        let channels = self.free(channels);
        let Some(first) = channels.first() else { return };
        let call = if channels.len() == 1 {
            HttpCall::post(path!["pauses", first.as_str(), "leave", "agent", agent])
        } else {
            let body = UnpauseAllRequest { channels: channels.clone() };
            HttpCall::post(path!["pauses", "all", "leave", "agent", agent]).json(&body)
        };
        context.call(&mut self.calls, Pending::Leave(channels), call);
        context.dirty(slices::PAUSES.key());
    }

    /// The channels no request of which is with the server, each once.
    fn free(&self, channels: &[Channel]) -> Vec<Channel> {
        Channel::ALL.into_iter().filter(|channel| channels.contains(channel) && !self.is_pending(*channel)).collect()
    }

    /// A channel's pause as the channels know it now. A scheduled pause whose channel is paused has begun (PAU-013).
    pub fn sync_channel(
        &mut self,
        context: &mut Context,
        channel: Channel,
        status: ChannelStatus,
        names: [Option<&str>; 2],
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
        let now = context.server_now();
        // A channel that had no pause is paused since its status changed; of a pause that replaces another one only the list
        // of pauses tells since when.
        let begins = before.0.is_none();
        if begins && active.is_some() {
            self.estimated.push(channel);
        }
        let estimate = if self.estimated.contains(&channel) { status_since } else { None };
        let held = |name: Option<&str>, known: Option<HeldPause>, list: &[PauseRecord]| {
            let name = name?;
            if let Some(known) = known.filter(|known| known.pause_name == name) {
                return Some(HeldPause { since: estimate.or(known.since).or(Some(now)), ..known });
            }
            let reason = list.iter().find(|reason| reason.name == name).cloned().unwrap_or_default();
            Some(HeldPause {
                pause_id: reason.id,
                pause_name: name.to_owned(),
                since: estimate.or(Some(now)),
                max_duration_seconds: reason.max_duration_seconds,
                exceeded: false,
            })
        };
        let active = held(active, began, &self.kept.list);
        let scheduled = held(scheduled, before.1.clone().or(before.0.clone()), &self.kept.list);
        if (&active, &scheduled) == (&before.0, &before.1) {
            return;
        }
        if active.as_ref().map(|held| &held.pause_name) != before.0.as_ref().map(|held| &held.pause_name) {
            if !begins {
                self.estimated.retain(|estimated| *estimated != channel);
            }
            self.kept.pause_alerted.retain(|alerted| *alerted != channel);
        }
        *self.kept.active_pauses.of_mut(channel) = active;
        *self.kept.scheduled_pauses.of_mut(channel) = scheduled;
        self.changed(context, channel);
    }

    pub fn on_reply(&mut self, context: &mut Context, call: CallId, answer: Answer) -> Vec<Exit> {
        let Some(pending) = self.calls.take(call) else { return Vec::new() };
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
            Pending::Enter(channels) => match states(answer, &channels) {
                Ok(states) => {
                    let mut exits = vec![Exit::Entered];
                    exits.extend(states.into_iter().map(|(channel, state)| Exit::ChannelState(channel, state)));
                    exits
                }
                Err(answer) if answer.is_passing() => vec![Exit::Refused(Text::key("pauseError"))],
                Err(_) => vec![Exit::Refused(Text::key("pauseErrorInThisMoment"))],
            },
            Pending::Leave(channels) => match states(answer, &channels) {
                Ok(states) => states.into_iter().map(|(channel, state)| Exit::ChannelState(channel, state)).collect(),
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
        context.report_unreadable("pauses", pauses.data.unreadable);
        self.kept.list = pauses.data.into_vec();
        for channel in Channel::ALL {
            // Which pause it is, and since when; whether there is one is the channel's word.
            for (mine, told) in [
                (&mut self.kept.active_pauses, &pauses.active_pauses),
                (&mut self.kept.scheduled_pauses, &pauses.scheduled_pauses),
            ] {
                if let (Some(mine), Some(told)) = (mine.of_mut(channel), told.of(channel))
                    && mine.pause_name == told.pause_name
                {
                    *mine = told.clone();
                    self.estimated.retain(|estimated| *estimated != channel);
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

    /// The word about a pause that takes too long is set for its end.
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

    /// Once for each pause (PAU-029).
    pub fn on_limit_timer(&mut self, context: &mut Context, channel: Channel) -> Option<Exit> {
        let end = self.active(channel).and_then(ends_at)?;
        if self.kept.pause_alerted.contains(&channel) {
            return None;
        }
        if end.since_ms(context.server_now()) > 0 {
            // The clock was put right meanwhile.
            self.arm(context, channel);
            return None;
        }
        self.kept.pause_alerted.push(channel);
        context.persist(records::PAUSE.key());
        context.dirty(slices::PAUSES.key());
        Some(Exit::Exceeded)
    }

    /// The channels whose pause has taken too long.
    pub fn exceeded(&self) -> Vec<Channel> {
        let told = |channel: &Channel| self.kept.pause_alerted.contains(channel) && self.active(*channel).is_some();
        Channel::ALL.into_iter().filter(told).collect()
    }

    pub fn held(&self) -> Vec<Channel> {
        let held = |channel: &Channel| self.active(*channel).is_some() || self.scheduled(*channel).is_some();
        Channel::ALL.into_iter().filter(held).collect()
    }
}

fn ends_at(held: &HeldPause) -> Option<Wall> {
    let span = i64::from(held.max_duration_seconds).saturating_mul(1_000);
    held.since.filter(|_| span > 0).map(|since| since.plus_ms(span))
}

fn states(answer: Answer, channels: &[Channel]) -> Result<Vec<(Channel, ChannelStatusRecord)>, Answer> {
    match channels {
        [channel] => answer.read::<PauseReply>().map(|reply| vec![(*channel, reply.state)]),
        _ => answer
            .read::<PauseAllReply>()
            .map(|reply| reply.data.into_iter().filter_map(|of_one| Some((of_one.channel?, of_one.state))).collect()),
    }
}

/// PAU-026 names voice; the other channels say it alike.
fn is_already_left(answer: &Answer, channels: &[Channel]) -> bool {
    let cause = answer.error_body().and_then(|body| body.cause.as_deref()).unwrap_or_default();
    channels.iter().any(|channel| cause == format!("already_{}_unpaused", channel.as_str()))
}
