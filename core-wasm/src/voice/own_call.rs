//! A call that the page makes itself (`pageDials`): no telephone system calls the agent's telephone. The page calls the number over its
//! node when the server has accepted the request, and reports what becomes of the call; dial status and hang-up event follow
//! from the report as in every other call.

use super::machine::{Pending, Voice};
use super::{Exit, timers};
use crate::flow::{Answer, Context, HttpCall, path};
use crate::wire::{Channel, PageCallState, Protocol, VoiceCallReportRequest};
use janus::call::{CallEnd, CallReport, CallState, EndedBy};
use janus::session::SessionState;
use janus::{Command, Input};

/// Delay before a report without an answer is repeated.
const REPORT_AGAIN_MS: u64 = 5_000;

/// The call, until the server knows its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnCall {
    protocol: Protocol,
    unique_id: String,
    /// The number, until it is called.
    number: Option<String>,
    /// Reports that the server has not confirmed, oldest first, with SIP codes.
    reports: Vec<(PageCallState, u16)>,
}

impl OwnCall {
    fn has_ended(&self) -> bool {
        self.reports.iter().any(|(state, _)| *state != PageCallState::Answered)
    }
}

impl Voice {
    /// Whether the page makes the agent's calls.
    pub(super) fn page_dials(&self) -> bool {
        let page_dials = self.web_rtc.as_ref().is_some_and(|settings| super::connecting::is_yes(&settings.page_dials));
        page_dials && !self.facts.agent_channel
    }

    /// The server accepted a call. `phone` is empty if the telephone system makes it.
    pub(super) fn begin_own_call(
        &mut self,
        context: &mut Context,
        protocol: Protocol,
        phone: String,
        unique_id: String,
    ) -> Vec<Exit> {
        if phone.is_empty() {
            return Vec::new();
        }
        self.own_call = Some(OwnCall { protocol, unique_id, number: Some(phone), reports: Vec::new() });
        self.follow_own_call(context)
    }

    /// The list of the server has a call that this page does not know: the page was reloaded during the call.
    pub(super) fn find_own_call(&mut self, context: &mut Context, protocol: &Protocol, unique_id: &str) -> Vec<Exit> {
        if self.own_call.is_none() && !self.is_asking_to_dial() {
            let (protocol, unique_id) = (protocol.clone(), unique_id.to_owned());
            self.own_call = Some(OwnCall { protocol, unique_id, number: None, reports: Vec::new() });
        }
        self.follow_own_call(context)
    }

    fn is_asking_to_dial(&self) -> bool {
        self.calls.any(|pending| matches!(pending, Pending::Dial | Pending::Redial(_)))
    }

    /// Something happened on the agent's telephone. The number is called when the telephone is free; a call that is not on the
    /// telephone is over.
    pub(super) fn follow_own_call(&mut self, context: &mut Context) -> Vec<Exit> {
        let state = self.line.signalling().call();
        if !self.page_dials() || matches!(state, CallState::HangingUp(_)) {
            return Vec::new();
        }
        let mut exits = Vec::new();
        let number = self.own_call.as_mut().and_then(|call| call.number.take());
        let is_new = number.is_some();
        if let Some(number) = number
            && state == CallState::Idle
        {
            exits = self.on_line(context, Input::Command(Command::Dial(number)));
        }
        let signalling = self.line.signalling();
        let is_idle = signalling.call() == CallState::Idle && (is_new || signalling.session() == SessionState::Ready);
        // The telephone is used for another call.
        let is_in_use = is_new && state != CallState::Idle;
        if is_idle || is_in_use {
            self.report_own_call(context, PageCallState::Failed, 0);
        }
        exits
    }

    /// News of the call on the agent's telephone.
    pub(super) fn on_own_leg(&mut self, context: &mut Context, report: &CallReport) {
        if self.own_call.as_ref().is_none_or(|call| call.number.is_some()) {
            return;
        }
        match report {
            CallReport::Accepted => self.report_own_call(context, PageCallState::Answered, 0),
            CallReport::Ended(CallEnd { by, cause, code, .. }) => {
                let state = match by {
                    EndedBy::Agent => PageCallState::EndedByAgent,
                    EndedBy::Remote => PageCallState::EndedByCustomer,
                    EndedBy::Failure => PageCallState::Failed,
                };
                let refusal = code.filter(|code| *code >= 300);
                self.report_own_call(context, state, cause.sip_code().or(refusal).unwrap_or_default());
            }
            _ => {}
        }
    }

    fn report_own_call(&mut self, context: &mut Context, state: PageCallState, sip_cause: u16) {
        if !self.page_dials() {
            return;
        }
        let Some(call) = self.own_call.as_mut().filter(|call| !call.has_ended()) else { return };
        call.reports.push((state, sip_cause));
        if call.reports.len() == 1 {
            self.send_own_report(context);
        }
    }

    /// Sends the oldest report.
    pub(super) fn send_own_report(&mut self, context: &mut Context) {
        let Some(call) = &self.own_call else { return };
        let Some((state, sip_cause)) = call.reports.first().copied() else { return };
        let request = VoiceCallReportRequest {
            agent_id: self.agent.clone(),
            channel: Channel::Voice,
            protocol: call.protocol.clone(),
            unique_id: call.unique_id.clone(),
            state,
            sip_cause,
        };
        let pending = Pending::OwnCall(call.unique_id.clone());
        context.call(&mut self.calls, pending, HttpCall::post(path!["voice", "call-report"]).json(&request));
    }

    /// The server answered the report of a call.
    pub(super) fn on_own_reported(&mut self, context: &mut Context, unique_id: &str, answer: &Answer) -> Vec<Exit> {
        let Some(call) = self.own_call.as_mut().filter(|call| call.unique_id == unique_id) else { return Vec::new() };
        if matches!(answer, Answer::ServerFault(_) | Answer::Unreachable(_)) {
            context.timer(timers::OWN_CALL.key(), REPORT_AGAIN_MS);
            return Vec::new();
        }
        let reported = if call.reports.is_empty() { None } else { Some(call.reports.remove(0)) };
        if reported.is_some_and(|(state, _)| state != PageCallState::Answered) {
            self.own_call = None;
        } else {
            self.send_own_report(context);
        }
        Vec::new()
    }

    /// The attendance has ended or was removed: its call may not go on.
    pub(super) fn end_own_call(&mut self, context: &mut Context, protocol: &Protocol) -> Vec<Exit> {
        if self.own_call.as_ref().is_none_or(|call| &call.protocol != protocol) {
            return Vec::new();
        }
        self.forget_own_call(context);
        if self.page_dials() { self.on_line(context, Input::Command(Command::HangUp)) } else { Vec::new() }
    }

    /// The session ends: nothing is reported any more.
    pub(super) fn forget_own_call(&mut self, context: &mut Context) {
        self.own_call = None;
        context.cancel_timer(&timers::OWN_CALL.key());
    }
}
