//! The supervision of calls, registered with the workspace.

use super::registry::NAME;
use super::{CallSupervisionIntent, CallSupervisionSlice, Exit, FIRST_NUMBER, SupervisedCall, slices, timers};
use crate::flow::{Answer, AreaName, Context, Effect, RequestId, VoiceCommand};
use crate::notifications::Topic;
use crate::shell::Route;
use crate::voice::VoiceReport;
use crate::wire::{AgentId, AgentRole, CallSupervision};
use crate::workspace::registry::{Area, AreaExit, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for SupervisedCall {
    type Intent = CallSupervisionIntent;
    // `CallSupervisionEvent` comes with the events of the board.
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::SUPERVISED_CALL, |workspace, ()| {
            workspace.supervised_call.view().map(|view| CallSupervisionSlice::SupervisedCall(Box::new(view)))
        }),
        &Show(&slices::SUPERVISION_LEVELS, |workspace, ()| {
            CallSupervisionSlice::SupervisionLevels(workspace.supervised_call.levels())
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::TELEPHONE, |workspace, timer| {
        workspace.with_supervised_call(|call, context| call.on_timer(context, timer));
    })];

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let own = workspace.session.agent_id();
        workspace.with_supervised_call(|call, context| call.on_reply(context, &own, request, answer));
    }

    fn reset(workspace: &mut Workspace) {
        if workspace.supervised_call.is_used() {
            context!(workspace).effect(Effect::Voice(VoiceCommand::Release));
        }
        let ports = workspace.supervised_call.ports();
        // The page keeps the ports that it has loaded.
        workspace.supervised_call = SupervisedCall::with_ports(ports);
    }

    /// After a reload the supervision is over: one that is still open on the server is ended.
    fn reconcile(workspace: &mut Workspace, _agent: &AgentId) {
        if workspace.session.agent().role == AgentRole::Supervisor {
            workspace.supervised_call.look_up(context!(workspace));
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        match intent {
            CallSupervisionIntent::Supervise { agent_id } => {
                let name = workspace.supervision.summary_of(&agent_id).map(|(name, _)| name).unwrap_or_default();
                workspace.with_supervised_call(|call, context| call.open(context, &agent_id, name));
            }
            CallSupervisionIntent::ChooseMode { mode } => {
                workspace.with_supervised_call(|call, context| call.choose(context, mode));
            }
            CallSupervisionIntent::MuteSupervisor { muted } => {
                workspace.with_supervised_call(|call, context| call.mute(context, muted));
            }
            CallSupervisionIntent::TakeOver => workspace.supervised_call.take_over(context!(workspace)),
            CallSupervisionIntent::LeaveSupervision => workspace.with_supervised_call(SupervisedCall::leave),
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Command(command) => context!(workspace).effect(Effect::Voice(command)),
            Self::Said(kind, text) => workspace.snackbar(Topic::Supervision, kind, text),
            Self::SoundBlocked => workspace.alerts.on_sound_blocked(context!(workspace), true),
        }
    }
}

impl Workspace {
    fn with_supervised_call(&mut self, step: impl FnOnce(&mut SupervisedCall, &mut Context) -> Vec<Exit>) {
        let exits = step(&mut self.supervised_call, context!(self));
        self.route(exits);
    }

    /// Handles a report about a supervisor's telephone; returns every other report.
    pub(crate) fn take_supervisor_report(&mut self, mut report: VoiceReport) -> Option<VoiceReport> {
        if report.number_mut().is_some_and(|number| *number >= FIRST_NUMBER) {
            self.with_supervised_call(|call, context| call.on_report(context, report));
            return None;
        }
        match report {
            VoiceReport::Ready { web_rtc } => {
                let own = self.session.agent_id();
                self.with_supervised_call(|call, context| call.on_ports(context, &own, web_rtc));
            }
            VoiceReport::NetworkChanged => self.with_supervised_call(SupervisedCall::on_network_changed),
            _ => {}
        }
        Some(report)
    }

    /// The server reports the state of this supervisor's supervision.
    pub(crate) fn call_supervision_news(&mut self, news: CallSupervision) {
        self.with_supervised_call(|call, context| call.take_news(context, news));
    }

    /// A supervisor who leaves the page of the board leaves the call, so that the page always shows a call that is
    /// heard.
    pub(crate) fn follow_board_route(&mut self) {
        if *self.shell.route() != Route::Supervisor {
            self.with_supervised_call(SupervisedCall::leave);
        }
    }

    /// The session ends; the server then ends the supervision.
    pub(crate) fn end_call_supervision(&mut self) {
        self.with_supervised_call(SupervisedCall::end);
    }
}
