//! A call that the page dials itself (`pageDials`), because no telephone system calls the agent's telephone. The page
//! calls the number through its node when the server has accepted the request, and reports the progress of the call.
//! The dial status and the hang-up event are sent by the server after the report, as for every other call.

use super::call::{Call, CallKind, Leg};
use super::machine::{Pending, Voice};
use super::timer::VoiceTimer;
use super::{Exit, timers};
use crate::flow::{Answer, Context, ServerWrite, path};
use crate::wire::{Channel, PageCallState, VoiceCallReportRequest};
use janus::call::{CallEnd, CallReport, EndedBy, LegState};
use janus::session::SessionState;
use janus::{Command, Input};

/// Delay before a report without an answer is repeated.
const REPORT_AGAIN_MS: u64 = 5_000;

/// The data of a call that the page dials, kept until the server knows its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnCall {
    /// The number to call, until it is called.
    number: Option<String>,
    /// Reports that the server has not confirmed, oldest first, with their SIP codes.
    reports: Vec<(PageCallState, u16)>,
}

impl OwnCall {
    fn has_ended(&self) -> bool {
        self.reports.iter().any(|(state, _)| *state != PageCallState::Answered)
    }
}

impl Voice {
    /// Whether the page dials the agent's calls.
    pub(super) fn page_dials(&self) -> bool {
        let page_dials = self.web_rtc.as_ref().is_some_and(|settings| super::connecting::is_yes(&settings.page_dials));
        page_dials && !self.facts.agent_channel
    }

    /// The page dials this call. Without a number, it is a call that the page dialled before a reload: it is still on
    /// the telephone, or has ended.
    pub(super) fn begin_own_call(&mut self, context: &mut Context, id: &str, number: Option<String>) -> Vec<Exit> {
        if let Some(call) = self.table.get_mut(id) {
            call.own = Some(OwnCall { number, reports: Vec::new() });
        }
        self.follow_own_call(context)
    }

    /// Id of the call that the page dials; `begun`: only one whose number was called.
    fn own_call(&self, begun: bool) -> Option<String> {
        let is_it =
            |call: &Call| call.own.as_ref().is_some_and(|own| !own.has_ended() && own.number.is_none() == begun);
        self.table.ids_where(|call| call.is_live() && is_it(call)).pop()
    }

    /// The state of the agent's telephone changed. The number is called when the telephone is idle; a call that is not
    /// on the telephone has ended.
    pub(super) fn follow_own_call(&mut self, context: &mut Context) -> Vec<Exit> {
        let state = self.signalling.machine().call();
        if !self.page_dials() || matches!(state, LegState::HangingUp(_)) {
            return Vec::new();
        }
        let mut exits = Vec::new();
        let new = self.own_call(false);
        let Some(id) = new.clone().or_else(|| self.own_call(true)) else { return exits };
        let own = self.table.get_mut(&id).and_then(|call| call.own.as_mut());
        let number = own.and_then(|own| own.number.take());
        if let Some(number) = number
            && state == LegState::Idle
        {
            exits = self.on_signalling(context, Input::Command(Command::Dial(number)));
            // Also for a browser without a microphone: its leg ends at once.
        }
        let signalling = self.signalling.machine();
        let is_new = new.is_some();
        let is_idle = signalling.call() == LegState::Idle && (is_new || signalling.session() == SessionState::Ready);
        // Another call uses the telephone.
        let is_in_use = is_new && state != LegState::Idle;
        if is_idle || is_in_use {
            self.report_own_call(context, &id, PageCallState::Failed, 0);
        }
        exits
    }

    /// An event of the leg on the agent's telephone.
    pub(super) fn on_own_leg(&mut self, context: &mut Context, report: &CallReport) {
        let carried = self.table.of_leg(self.call_number);
        let Some(id) = self.own_call(true).filter(|id| carried.is_none() || carried.as_ref() == Some(id)) else {
            return;
        };
        if self.testing {
            return;
        }
        match report {
            CallReport::Dialling => {
                let leg = Leg { number: self.call_number, confirmed: true };
                if let Some(call) = self.table.get_mut(&id) {
                    call.leg = Some(leg);
                }
            }
            CallReport::Accepted => self.report_own_call(context, &id, PageCallState::Answered, 0),
            CallReport::Ended(CallEnd { by, cause, code, .. }) => {
                let state = match by {
                    EndedBy::Agent => PageCallState::EndedByAgent,
                    EndedBy::Remote => PageCallState::EndedByCustomer,
                    EndedBy::Failure => PageCallState::Failed,
                };
                let refusal = code.filter(|code| *code >= 300);
                self.report_own_call(context, &id, state, cause.sip_code().or(refusal).unwrap_or_default());
            }
            _ => {}
        }
    }

    fn report_own_call(&mut self, context: &mut Context, id: &str, state: PageCallState, sip_cause: u16) {
        if !self.page_dials() {
            return;
        }
        let own = self.table.get_mut(id).and_then(|call| call.own.as_mut()).filter(|own| !own.has_ended());
        let Some(own) = own else { return };
        own.reports.push((state, sip_cause));
        if own.reports.len() == 1 {
            self.send_own_report(context, id);
        }
    }

    /// Sends the oldest report of every call that has one.
    pub(super) fn send_own_reports(&mut self, context: &mut Context) {
        for id in self.table.ids_where(|call| call.own.as_ref().is_some_and(|own| !own.reports.is_empty())) {
            self.send_own_report(context, &id);
        }
    }

    fn send_own_report(&mut self, context: &mut Context, id: &str) {
        let Some(call) = self.table.get(id) else { return };
        let Some((state, sip_cause)) = call.own.as_ref().and_then(|own| own.reports.first().copied()) else { return };
        let body = VoiceCallReportRequest {
            agent_id: self.agent.clone(),
            channel: Channel::Voice,
            protocol: call.attendance.clone().unwrap_or_default(),
            unique_id: id.to_owned(),
            state,
            sip_cause,
        };
        let pending = Pending::OwnCall(id.to_owned());
        context.request(
            &mut self.requests,
            pending,
            ServerWrite::ReportCall.post(path!["voice", "call-report"]).json(&body),
        );
    }

    /// The server answered the report of a call.
    pub(super) fn on_own_reported(&mut self, context: &mut Context, id: &str, answer: &Answer) -> Vec<Exit> {
        let Some(call) = self.table.get_mut(id) else { return Vec::new() };
        let Some(own) = &mut call.own else { return Vec::new() };
        if answer.is_passing() {
            context.timer(timers::VOICE.of(VoiceTimer::OwnCallReport), REPORT_AGAIN_MS);
            return Vec::new();
        }
        let reported = if own.reports.is_empty() { None } else { Some(own.reports.remove(0)) };
        if reported.is_some_and(|(state, _)| state != PageCallState::Answered) {
            call.own = None;
        } else {
            self.send_own_report(context, id);
        }
        Vec::new()
    }

    /// The server still has a call that this page dialled and that has ended here: the report of its end was lost, or
    /// arrived before the server knew the call. Only this page can end it.
    pub(super) fn tell_end(&mut self, context: &mut Context, id: &str) {
        let is_ours = |call: &&mut Call| call.kind == CallKind::Manual && call.own.is_none() && !call.asked.hang_up;
        let is_carried = self.table.of_leg(self.call_number).is_some_and(|carried| carried == id);
        if !self.page_dials() || is_carried {
            return;
        }
        let Some(call) = self.table.get_mut(id).filter(is_ours) else { return };
        call.own = Some(OwnCall::default());
        self.report_own_call(context, id, PageCallState::EndedByAgent, 0);
    }

    /// The server ended the call, so its leg is ended.
    pub(super) fn end_own_call(&mut self, context: &mut Context, id: &str) -> Vec<Exit> {
        let Some(call) = self.table.get_mut(id).filter(|call| call.own.is_some()) else { return Vec::new() };
        call.own = None;
        if self.page_dials() { self.on_signalling(context, Input::Command(Command::HangUp)) } else { Vec::new() }
    }

    /// The session ends, so no report is sent any more.
    pub(super) fn forget_own_call(&mut self, context: &mut Context) {
        for id in self.table.ids_where(|call| call.own.is_some()) {
            if let Some(call) = self.table.get_mut(&id) {
                call.own = None;
            }
        }
        context.cancel_timer(&timers::VOICE.of(VoiceTimer::OwnCallReport));
    }
}
