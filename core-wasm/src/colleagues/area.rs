//! Colleagues, registered with the workspace.

use super::registry::NAME;
use super::{Colleagues, ColleaguesIntent, ColleaguesSlice, Decision, Exit, OwnFacts, number_of, slices, timers};
use crate::flow::{Answer, AreaName, Context, DesktopKind, RequestId, SliceKey, Text};
use crate::notifications::{NoticeKind, Ring, RingKind, Topic};
use crate::shell::Route;
use crate::wire::{AgentId, Channel, EventMeta, InternalCallEvent, Protocol, events};
use crate::workspace::registry::{Area, AreaExit, Show, ShowList, Shown, Timed, When};
use crate::workspace::{Workspace, context};

/// Identifies the ring and the desktop notification, because an internal call has no attendance.
const INTERNAL_CALL: &str = "internal-call";

impl Area for Colleagues {
    type Intent = ColleaguesIntent;
    type Event = events::colleagues::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::COLLEAGUES, |workspace, ()| {
            ColleaguesSlice::Colleagues(Box::new(workspace.colleagues.view(workspace.own_call_facts())))
        }),
        &ShowList(&slices::ORDER, |workspace, ()| Some(workspace.colleagues.order())),
        &ShowList(&slices::EVERYONE, |workspace, ()| Some(workspace.colleagues.everyone())),
        &Show(&slices::ROW, |workspace, agent| {
            workspace.colleagues.row(&agent).map(|row| ColleaguesSlice::ColleagueRow(Box::new(row)))
        }),
        &Show(&slices::INTERNAL_CALL, |workspace, ()| {
            let call = workspace.colleagues.call_view(workspace.own_call_facts());
            call.map(|call| ColleaguesSlice::InternalCall(Box::new(call)))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::STATUSES, |workspace, ()| {
        let (login, visible) = (workspace.own_login(), workspace.visible);
        workspace.colleagues.statuses_are_due(context!(workspace), &login, visible);
    })];

    fn live_keys(workspace: &Workspace, keys: &mut Vec<SliceKey>) {
        keys.extend(workspace.colleagues.agents().map(|agent| slices::ROW.of(agent.clone())));
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        workspace.with_colleagues(|colleagues, context| colleagues.on_reply(context, request, answer));
    }

    fn reset(workspace: &mut Workspace) {
        workspace.colleagues = Colleagues::default();
    }

    fn reconcile(workspace: &mut Workspace, _agent: &AgentId) {
        if workspace.colleagues.is_open() {
            let login = workspace.own_login();
            workspace.colleagues.load(context!(workspace), &login);
        }
    }

    fn on_event(workspace: &mut Workspace, meta: &EventMeta, event: Self::Event) {
        // The list of attendances contains the call too: an older event is dropped.
        if workspace.jobs.covers(meta) {
            return;
        }
        let number = number_of(meta);
        workspace.with_colleagues(|colleagues, context| match event {
            events::colleagues::Event::Call(call) => colleagues.take_call(context, *call, number),
            events::colleagues::Event::Status(status) => colleagues.take_status(context, &status),
            events::colleagues::Event::Hangup(end) => colleagues.take_end(context, &end),
        });
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        match intent {
            ColleaguesIntent::ReloadColleagues => {
                let login = workspace.own_login();
                workspace.colleagues.load(context!(workspace), &login);
            }
            ColleaguesIntent::FilterColleagues { filter } => {
                workspace.colleagues.set_filter(context!(workspace), filter);
            }
            ColleaguesIntent::ShownColleagues { agent_ids } => workspace.colleagues.set_shown(agent_ids),
            ColleaguesIntent::CallColleague { agent_id } => {
                let own = workspace.own_call_facts();
                let extension = workspace.voice.extension().map(str::to_owned);
                workspace.with_colleagues(|colleagues, context| {
                    colleagues.place(context, &agent_id, extension.as_deref(), own)
                });
            }
            ColleaguesIntent::AcceptColleague => workspace.decide_internal_call(Decision::Accept),
            ColleaguesIntent::DeclineColleague => workspace.decide_internal_call(Decision::Decline),
            ColleaguesIntent::HangUpColleague => workspace.decide_internal_call(Decision::HangUp),
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::ExpectLeg(expected) => workspace.voice.expect_internal(expected),
            Self::CarryOutgoing { id, extension } => {
                workspace.with_voice(|voice, context| voice.carry_internal(context, &id, &extension, true));
            }
            Self::CarryIncoming { id, extension } => {
                workspace.with_voice(|voice, context| voice.carry_internal(context, &id, &extension, false));
            }
            Self::LegAnswered(id) => workspace.with_voice(|voice, context| {
                voice.internal_answered(context, &id);
                Vec::new()
            }),
            Self::AcceptLeg(id) => workspace.with_voice(|voice, context| voice.accept_internal(context, &id)),
            Self::DeclineLeg(id) => workspace.with_voice(|voice, context| voice.decline_internal(context, &id)),
            Self::HangUpLeg(id) => workspace.with_voice(|voice, context| voice.hang_up_internal(context, &id)),
            Self::Release(id) => workspace.with_voice(|voice, _| {
                voice.release_internal(&id);
                Vec::new()
            }),
            Self::Rings { name, extension } => {
                let text = Text::key("colleagues.rings").with("name", name.clone()).with("extension", extension);
                let read = workspace.visible && workspace.focused;
                workspace.notifications.add_snackbar(context!(workspace), NoticeKind::Info, text.clone(), read);
                let title = Text::key("colleagues.ringsTitle");
                workspace.notify_voice(DesktopKind::Colleagues, INTERNAL_CALL, title, text);
                let protocol = Protocol::from(INTERNAL_CALL);
                let ring = Ring { kind: RingKind::Colleague, protocol, channel: Channel::Voice, name };
                workspace.alerts.begin_ring(context!(workspace), ring);
            }
            Self::RingOver => workspace.alerts.answered(context!(workspace), &Protocol::from(INTERNAL_CALL)),
            Self::LookUp => {
                let agent = workspace.session.agent_id();
                workspace.jobs.restore(context!(workspace), &agent);
            }
            Self::Said(kind, text) => workspace.snackbar(Topic::CallControl, kind, text),
        }
    }
}

impl Workspace {
    fn with_colleagues(&mut self, step: impl FnOnce(&mut Colleagues, &mut Context) -> Vec<Exit>) {
        let exits = step(&mut self.colleagues, context!(self));
        self.route(exits);
    }

    fn own_login(&self) -> String {
        self.session.agent().login_identifier.clone()
    }

    fn own_call_facts(&self) -> OwnFacts {
        let leg = self.voice.internal_leg();
        OwnFacts {
            voice_connected: self.channels.is_connected(Channel::Voice),
            in_call: self.voice.has_customer_call(),
            leg_here: leg.here,
            muted: leg.muted,
        }
    }

    fn decide_internal_call(&mut self, decision: Decision) {
        self.with_colleagues(|colleagues, context| colleagues.decide(context, decision));
    }

    /// The page of colleagues opens or closes with its route.
    pub(crate) fn follow_colleagues_route(&mut self) {
        let (login, open) = (self.own_login(), *self.shell.route() == Route::Colleagues);
        self.colleagues.set_open(context!(self), &login, open);
    }

    /// The page is visible again: presence is loaded at once.
    pub(crate) fn colleagues_are_visible(&mut self) {
        if self.colleagues.is_open() {
            let login = self.own_login();
            self.colleagues.load_statuses(context!(self), &login);
        }
    }

    /// The server's list contains the agent's internal call.
    pub(crate) fn internal_calls_listed(&mut self, calls: Vec<InternalCallEvent>, as_of_seq: u64, epoch: &str) {
        self.with_colleagues(|colleagues, context| colleagues.on_listed(context, calls, as_of_seq, epoch));
    }

    /// The leg of an internal call ended on the agent's telephone.
    pub(crate) fn internal_leg_ended(&mut self, id: &str) {
        self.with_colleagues(|colleagues, context| colleagues.leg_ended(context, id));
    }
}
