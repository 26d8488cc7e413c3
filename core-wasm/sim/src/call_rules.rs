//! Rules of calls between page, telephone and contact centre, checked whenever time passes. The page may be late for a
//! short time; a longer violation is a fault. The rules that hold only when everything is quiet are in `at_rest`.

use crate::network::Party;
use crate::oracle::ringing_at;
use crate::sim::Sim;
use contact_centre::store::{CallPhase, CallRow, JobState, ReservationStore, Store, VoiceStore};
use contact_centre::wire::{AgentId, Channel};
use core_wasm::call_supervision::FIRST_NUMBER;
use core_wasm::channels::{self, ChannelStatusView, ChannelsIntent, ChannelsSlice};
use core_wasm::colleagues;
use core_wasm::flow::Mono;
use core_wasm::session::{self, SessionIntent, SessionPhaseView, SessionSlice};
use core_wasm::voice::{self, CallBarView, CallStatus, VoiceSlice, VoiceView};
use core_wasm::{Intent, View};
use std::collections::{BTreeMap, BTreeSet};

/// A rule, how long it may be violated, and whether it holds only while every link of the page works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rule {
    /// An agent who hears a customer sees a call with its controls.
    HiddenCall,
    /// If the call bar shows "on hold", the customer does not hear the agent.
    NotHeld,
    /// The call bar shows whether the microphone is muted.
    Mute,
    /// Voice is not shown as available between a gap and the gateway's answer.
    UncheckedAfterGap,
    /// A call request exists only with a call or a leg.
    LostRequest,
    /// The timer of the call bar counts from the time at which agent and customer of this call began to talk.
    Timer,
    /// During the wrap-up after a call, no other call rings, is offered or is dialled for the agent.
    WrapUp,
    /// The channel is not connected if the agent's last decision was to disconnect it, and that was done.
    UnwantedConnection,
}

/// A page that gets the event of the answer late counts from its arrival, until it loads the list of attendances.
const TIMER_TOLERANCE_MS: u64 = 15_000;

impl Rule {
    fn limit_ms(self) -> u64 {
        match self {
            Rule::HiddenCall | Rule::NotHeld => 1_000,
            Rule::LostRequest | Rule::UnwantedConnection => 2_000,
            Rule::Timer => 10_000,
            Rule::Mute | Rule::UncheckedAfterGap | Rule::WrapUp => 0,
        }
    }
}

/// Which frames of the gateway reached a page after its computer slept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// The gateway has sent no frame since.
    Unanswered,
    /// A frame that the gateway sent arrives at this time.
    Answered(Mono),
}

/// Violated rules, with the time since when.
#[derive(Debug, Default)]
pub(crate) struct CallWatch {
    /// Rules are not checked until a script switches them on.
    pub is_on: bool,
    broken: BTreeMap<(usize, Rule), Mono>,
    pub gaps: BTreeMap<Party, Gap>,
    /// The agent who worked last on each page.
    agents: BTreeMap<usize, AgentId>,
    /// Whether each agent's last decision was to connect voice or to disconnect it.
    wishes: BTreeMap<AgentId, bool>,
    /// Agents whose last decision was to disconnect voice, and whose voice the server has disconnected since.
    left: BTreeSet<AgentId>,
    /// Pages whose sessions the gateway forgot, until it has sent them a frame: a page cannot know it earlier.
    pub forgotten: BTreeSet<Party>,
}

fn voice_channel(view: &View) -> Option<ChannelStatusView> {
    let View::Channels(ChannelsSlice::Channels(channels)) = view else { return None };
    channels.items.iter().find(|item| item.channel == Channel::Voice).map(|item| item.status)
}

fn is_connected(status: ChannelStatusView) -> bool {
    use ChannelStatusView::{Available, InAttendance, Paused, ScheduledPause, WrapUp};
    matches!(status, Available | InAttendance | Paused | ScheduledPause | WrapUp)
}

/// The voice state that a page shows.
struct Shown {
    agent: AgentId,
    voice: VoiceView,
    bar: Option<CallBarView>,
    channel: Option<ChannelStatusView>,
    /// A call waits for the agent's decision.
    incoming: bool,
    /// The card of an internal call is shown.
    internal: bool,
    /// Milliseconds by which the page's estimate of the server's time is ahead of it.
    clock_error_ms: i64,
}

impl Shown {
    fn status(&self) -> Option<CallStatus> {
        self.bar.as_ref().map(|bar| bar.status)
    }
}

impl Sim {
    /// From now on the rules of calls are checked whenever time passes.
    pub fn watches_calls(&mut self) -> &mut Self {
        self.watch.is_on = true;
        self
    }

    fn shown(&self, index: usize) -> Option<Shown> {
        let browser = &self.browsers[index];
        let mirror = &browser.mirror;
        let View::Voice(VoiceSlice::Voice(voice)) = mirror.view(&voice::slices::VOICE.key()) else { return None };
        if !voice.enabled || browser.asleep.is_some() || !browser.open {
            return None;
        }
        let View::Session(SessionSlice::Session(session)) = mirror.view(&session::slices::SESSION.key()) else {
            return None;
        };
        let agent = session.agent.as_ref().filter(|_| session.phase == SessionPhaseView::Ready)?;
        let bar = match mirror.view(&voice::slices::CALL_BAR.key()) {
            View::Voice(VoiceSlice::CallBar(bar)) => Some((**bar).clone()),
            _ => None,
        };
        let channel = voice_channel(mirror.view(&channels::slices::CHANNELS.key()));
        let incoming =
            matches!(mirror.view(&voice::slices::INCOMING_CALL.key()), View::Voice(VoiceSlice::IncomingCall(_)));
        let internal = !matches!(mirror.view(&colleagues::slices::INTERNAL_CALL.key()), View::Absent);
        let clock_error_ms = browser.clock_ahead_ms.saturating_add(session.clock_offset_ms as i64);
        Some(Shown {
            agent: AgentId(agent.id.clone()),
            voice: (**voice).clone(),
            bar,
            channel,
            incoming,
            internal,
            clock_error_ms,
        })
    }

    /// Called when nothing more happens at this time; `until` is the time of the next event.
    pub(crate) fn check_calls(&mut self, until: Mono) -> Result<(), String> {
        if !self.watch.is_on {
            return Ok(());
        }
        self.check_rooms()?;
        let now = self.now;
        self.follow_wishes();
        let mut broken = BTreeMap::new();
        for index in 0..self.browsers.len() {
            let Some(shown) = self.shown(index) else { continue };
            self.watch.agents.insert(index, shown.agent.clone());
            for (rule, text) in self.broken_rules(index, &shown) {
                let since = self.watch.broken.get(&(index, rule)).copied().unwrap_or(now);
                if until.since_ms(since) > rule.limit_ms() {
                    return Err(format!("{rule:?} since {}.{:03}: {text}", since.0 / 1_000, since.0 % 1_000));
                }
                broken.insert((index, rule), since);
            }
        }
        self.watch.broken = broken;
        Ok(())
    }

    fn broken_rules(&self, index: usize, shown: &Shown) -> Vec<(Rule, String)> {
        let mut broken = Vec::new();
        let party = self.browsers[index].party;
        let (status, extension) = (shown.status(), shown.voice.extension.as_str());
        let peer = self.telephony.peers.iter().find(|((of, _), _)| *of == party).map(|(_, peer)| *peer);
        let by_exchange = self.telephony.exchange.device(extension).is_some();
        let talk = self.telephony.talks.of(extension).filter(|_| !by_exchange);
        let is_hidden = matches!(status, None | Some(CallStatus::Ended)) && !shown.internal;
        if is_hidden && self.telephony.exchange.talks(extension) && self.events_arrive(index, &shown.agent) {
            broken.push((Rule::HiddenCall, format!("the page shows {status:?}, and the agent hears a customer")));
        }
        if let (Some(peer), Some(talk)) = (peer.filter(|peer| peer.is_connected), talk) {
            let is_free =
                shown.channel == Some(ChannelStatusView::Available) && self.events_arrive(index, &shown.agent);
            // The agent may have ended the call while neither the request nor the signalling arrived.
            let is_ending = status == Some(CallStatus::Ended) && !self.links_work(index, &shown.agent);
            if is_hidden && !is_ending || is_free {
                let row = self.server.store.channel(&shown.agent, Channel::Voice).ok().flatten();
                let server = row.map(|row| row.status);
                let text = format!(
                    "the page shows {status:?} and {:?}, the server {server:?}, and the agent hears a customer",
                    shown.channel
                );
                broken.push((Rule::HiddenCall, text));
            }
            if status == Some(CallStatus::OnHold) && !talk.held {
                broken.push((Rule::NotHeld, "the page shows a call on hold that is not".to_owned()));
            }
            let shown_since =
                shown.bar.as_ref().filter(|_| status == Some(CallStatus::InCall)).and_then(|bar| bar.since);
            let since = self.server.wall(talk.since);
            // A page whose clock was set, and which has not received the server's time since, counts by its own
            // estimate of that time.
            let clocks = [since, since.plus_ms(shown.clock_error_ms)];
            let counts_from =
                |at: f64| clocks.iter().any(|since| (since.as_js() - at).abs() <= TIMER_TOLERANCE_MS as f64);
            if let Some(shown_since) = shown_since.filter(|at| !counts_from(*at)) {
                broken.push((Rule::Timer, format!("the timer counts from {shown_since}, they talk since {since:?}")));
            }
            let muted = shown.bar.as_ref().is_some_and(|bar| bar.muted);
            if matches!(status, Some(CallStatus::InCall | CallStatus::OnHold)) && muted != peer.is_muted {
                broken.push((Rule::Mute, format!("muted on the page: {muted}, at the microphone: {}", peer.is_muted)));
            }
        }
        let answered = self.watch.gaps.get(&party).copied();
        let in_doubt = answered.is_some_and(|gap| !matches!(gap, Gap::Answered(at) if at <= self.now));
        if in_doubt && shown.voice.web_rtc && shown.channel == Some(ChannelStatusView::Available) {
            broken.push((Rule::UncheckedAfterGap, "available, and nobody has asked the gateway".to_owned()));
        }
        if let Some(text) = self.rings_in_wrap_up(&shown.agent) {
            broken.push((Rule::WrapUp, text));
        }
        let is_left = self.watch.left.contains(&shown.agent) && self.events_arrive(index, &shown.agent);
        if is_left && shown.channel.is_some_and(is_connected) {
            let text = format!("{:?} after the agent disconnected it", shown.channel);
            broken.push((Rule::UnwantedConnection, text));
        }
        let answering =
            shown.bar.as_ref().is_some_and(|bar| bar.protocol.is_empty() && bar.status == CallStatus::Dialling);
        if (shown.incoming || answering)
            && self.links_work(index, &shown.agent)
            && !self.telephony.talks.concerns(extension)
            && !self.telephony.exchange.rings(extension)
            && !self.waits_for(&shown.agent)
        {
            broken.push((Rule::LostRequest, "a request has neither a call nor a leg".to_owned()));
        }
        broken
    }

    /// A call that reached the agent after the beginning of the running wrap-up.
    fn rings_in_wrap_up(&self, agent: &AgentId) -> Option<String> {
        let store = &self.server.store;
        let wrap_up = store.channel(agent, Channel::Voice).expect("store")?.wrap_up?;
        let reservation = store.reservation_of(agent).expect("store")?;
        let call = store.call_by_unique_id(&reservation.unique_id).expect("store");
        let before = |call: &CallRow| call.ring.as_ref().is_some_and(|ring| ring.since < wrap_up.since);
        (!call.as_ref().is_some_and(before)).then(|| format!("{agent} has {call:?} in the wrap-up {wrap_up:?}"))
    }

    /// The agent of the page decided something: recorded if it is about the connection of voice.
    pub(crate) fn note_wish(&mut self, index: usize, intent: &Intent) {
        if let Intent::Session(SessionIntent::SignIn { login, .. }) = intent {
            // In a new session the registration of an agent channel connects voice.
            if let Some(row) = self.server.store.agent_by_login(login).expect("store") {
                self.watch.left.remove(&row.record.agent_id);
                self.watch.wishes.remove(&row.record.agent_id);
            }
        }
        let is_wanted = match intent {
            Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice })
            | Intent::Channels(ChannelsIntent::ConnectVoice { .. }) => true,
            Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Voice, confirmed: true }) => false,
            _ => return,
        };
        // While a request is pending the page accepts no other decision.
        let channel = voice_channel(&self.browsers[index].workspace.view(&channels::slices::CHANNELS.key()));
        if channel == Some(ChannelStatusView::Processing) {
            return;
        }
        // While the session is being checked, the page names no agent but accepts the agent's decisions.
        let Some(agent) = self.watch.agents.get(&index).cloned() else { return };
        self.watch.left.remove(&agent);
        self.watch.wishes.insert(agent, is_wanted);
    }

    /// A disconnection that the server refused, or that did not reach it, leaves voice unchanged.
    fn follow_wishes(&mut self) {
        for (agent, is_wanted) in &self.watch.wishes {
            let row = self.server.store.channel(agent, Channel::Voice).expect("store");
            if !is_wanted && row.is_none_or(|row| !row.connected) {
                self.watch.left.insert(agent.clone());
            }
        }
    }

    /// The contact centre calls the agent, or offers a call.
    fn waits_for(&self, agent: &AgentId) -> bool {
        let store = &self.server.store;
        let asked = store.calls_in_phase(CallPhase::Asking).expect("store");
        let is_asked = asked.iter().any(|call| call.ring.as_ref().is_some_and(|ring| ring.agent_id == *agent));
        let talking = store.calls_in_phase(CallPhase::Talking).expect("store");
        let is_guest = |call: &CallRow| {
            call.room.as_ref().is_some_and(|room| room.parties.iter().any(|party| party.guest() == Some(agent)))
        };
        let is_in_room = talking.iter().any(is_guest);
        is_asked || is_in_room || ringing_at(store, agent).is_some() || self.call_of(agent).is_some()
    }

    /// The call of the agent's attendance that has not ended.
    pub(crate) fn call_of(&self, agent: &AgentId) -> Option<CallRow> {
        let store = &self.server.store;
        let jobs = store.jobs_of_agent(agent).expect("store");
        let open = jobs.into_iter().filter(|job| job.channel == Channel::Voice && job.state == JobState::Active);
        open.filter_map(|job| store.call(&job.protocol).expect("store")).find(|call| !call.is_over())
    }

    /// Whether events and frames of the gateway reach the page, and its requests the server.
    fn links_work(&self, index: usize, agent: &AgentId) -> bool {
        let party = self.browsers[index].party;
        let has_link = self.telephony.links.keys().any(|link| link.party == party);
        has_link && !self.watch.forgotten.contains(&party) && self.events_arrive(index, agent)
    }

    /// Whether events reach the page, and its requests the server.
    fn events_arrive(&self, index: usize, agent: &AgentId) -> bool {
        let browser = &self.browsers[index];
        let link = self.broker.consumer(agent).filter(|link| link.party == browser.party);
        self.server.runs()
            && browser.online
            && link.is_some_and(|link| !self.network.is_half_open(link))
            && !self.network.delays_anything()
    }

    /// The agent's page did not run: its state is in doubt until the gateway has sent a frame.
    pub(crate) fn gap_begins(&mut self, party: Party) {
        self.watch.gaps.insert(party, Gap::Unanswered);
    }

    /// The gateway sends a frame to the page, which arrives at this time.
    pub(crate) fn gateway_answers(&mut self, party: Party, at: Mono) {
        self.watch.forgotten.remove(&party);
        if let Some(gap) = self.watch.gaps.get_mut(&party).filter(|gap| **gap == Gap::Unanswered) {
            *gap = Gap::Answered(at);
        }
    }

    fn is_at_work(&self, index: usize) -> bool {
        let session = self.browsers[index].workspace.view(&session::slices::SESSION.key());
        matches!(session, View::Session(SessionSlice::Session(view)) if view.phase == SessionPhaseView::Ready)
    }

    fn call_on(&self, index: usize) -> Option<CallBarView> {
        match self.browsers[index].workspace.view(&voice::slices::CALL_BAR.key()) {
            View::Voice(VoiceSlice::CallBar(bar)) => Some(*bar).filter(|bar| bar.status != CallStatus::Ended),
            _ => None,
        }
    }

    /// No leg without an attendance, no ring without a call; and a call of the server is shown on exactly one page,
    /// with its present state.
    pub(crate) fn telephone_rules(&self) -> Vec<String> {
        let mut broken = Vec::new();
        // The telephone of a supervisor belongs to no attendance.
        let of_agents = |(_, call): &&(Party, u32)| *call < FIRST_NUMBER;
        for (party, call) in self.telephony.peers.keys().filter(of_agents) {
            let view = self.browsers[party.agent].workspace.view(&voice::slices::INCOMING_CALL.key());
            let stays = self.telephony.exchange.has_channel_to(&self.extension_of(party.agent));
            let card = self.browsers[party.agent].workspace.view(&colleagues::slices::INTERNAL_CALL.key());
            let waits = stays || !matches!(view, View::Absent) || !matches!(card, View::Absent);
            let has_room = |bar: &CallBarView| !bar.protocol.is_empty() || bar.room.is_some();
            if !waits && !self.call_on(party.agent).as_ref().is_some_and(has_room) {
                broken.push(format!("{}: the leg {call} has no attendance", self.browsers[party.agent].name));
            }
        }
        let phases: &[CallPhase] = match self.watch.is_on {
            true => &[CallPhase::Dialling, CallPhase::Talking],
            false => &[CallPhase::Talking],
        };
        for phase in phases.iter().copied() {
            for call in self.server.store.calls_in_phase(phase).expect("store") {
                self.is_on_one_page(&call, &mut broken);
            }
        }
        broken
    }

    fn is_on_one_page(&self, call: &CallRow, broken: &mut Vec<String>) {
        let at_work = (0..self.browsers.len()).filter(|index| self.is_at_work(*index));
        let bars = at_work.filter_map(|index| self.call_on(index)).filter(|bar| bar.protocol == call.protocol.as_str());
        let bars: Vec<CallBarView> = bars.collect();
        if bars.len() != 1 {
            broken.push(format!("the call of {} is on {} pages", call.protocol, bars.len()));
        }
        for bar in &bars {
            let agrees = match bar.status {
                CallStatus::Dialling | CallStatus::Ringing => call.phase == CallPhase::Dialling,
                CallStatus::InCall | CallStatus::OnHold => call.phase == CallPhase::Talking,
                CallStatus::Reconnecting => true,
                CallStatus::Ended => false,
            };
            if self.watch.is_on && !agrees {
                broken.push(format!(
                    "the call of {} is {:?}, the page shows {:?}",
                    call.protocol, call.phase, bar.status
                ));
            }
        }
    }

    pub(crate) fn extension_of(&self, index: usize) -> String {
        match self.browsers[index].workspace.view(&voice::slices::VOICE.key()) {
            View::Voice(VoiceSlice::Voice(view)) => view.extension,
            _ => String::new(),
        }
    }
}
