//! The call that waits for the agent: the contact centre's request and the media leg that belongs to it, in either order.

use super::Exit;
use super::call_request::{Reception, RequestState, reception};
use super::machine::{Pending, Voice, Wanted};
use crate::flow::{Answer, Context, HttpCall, Text, path};
use crate::shell::SnackbarKind;
use crate::wire::{
    AckCallRequestEvent, Channel, PreferentialCallEvent, PreferentialCallRequest, Protocol, Success, VoiceCallRequest,
};
use janus::call::EndedBy;

impl Voice {
    /// A call waits for the agent. `ack_call`: `agentAckCall` of the agent's record.
    pub fn on_request(&mut self, context: &mut Context, info: AckCallRequestEvent, ack_call: bool) -> Vec<Exit> {
        if !info.agent_id.is_empty() && info.agent_id != self.agent {
            return Vec::new();
        }
        let is_other =
            |waiting: &AckCallRequestEvent| !waiting.unique_id.is_empty() && waiting.unique_id != info.unique_id;
        if self.request.info().is_some_and(is_other) {
            // The agent decides about one call at a time.
            return vec![Exit::CallLost(info.phone_number)];
        }
        if self.request == RequestState::None {
            // What was wanted of an earlier call is not wanted of this one.
            self.wanted = None;
        }
        let mut exits = self.end_echo_test(context);
        match reception(&info, ack_call) {
            Reception::Accept => {
                self.request = RequestState::Answering { info: Box::new(info) };
                exits.push(Exit::Snackbar(SnackbarKind::Info, Text::key("callAcceptedAutomatically")));
                exits.extend(self.answer_leg(context, Wanted::Accept));
            }
            Reception::Ask { rings } => {
                let phone = info.phone_number.clone();
                self.request = RequestState::Asking { info: Box::new(info), rings, since: context.server_now() };
                exits.push(Exit::CallReceived(phone));
            }
        }
        exits
    }

    /// The media leg of a call arrived.
    pub(super) fn on_leg(&mut self, context: &mut Context, phone: &str, name: &str) -> Vec<Exit> {
        if self.facts.agent_channel {
            // The signalling answers it (VOI-024).
            return Vec::new();
        }
        if let Some(wanted) = self.take_wanted(context) {
            return self.answer_leg(context, wanted);
        }
        match &self.request {
            RequestState::Asking { .. } => Vec::new(),
            RequestState::Answering { .. } => self.answer_leg(context, Wanted::Accept),
            RequestState::None => {
                let info = AckCallRequestEvent {
                    phone_number: phone.to_owned(),
                    name: name.to_owned(),
                    ..AckCallRequestEvent::default()
                };
                let since = context.server_now();
                self.request = RequestState::Asking { info: Box::new(info), rings: true, since };
                vec![Exit::CallReceived(phone.to_owned())]
            }
        }
    }

    /// The media leg `number` ended: a call that rings, or that was accepted and not established yet, is lost with it. An
    /// established call without an attendance is over: an agent who did not end it is informed, because no hang-up event follows;
    /// the next leg is another call, and rings.
    pub(super) fn leg_ended(&mut self, number: u32, was_established: bool, by: EndedBy) -> Vec<Exit> {
        if self.facts.agent_channel {
            return Vec::new();
        }
        let (phone, is_over) = match &self.request {
            RequestState::Asking { info, .. } => (info.phone_number.clone(), false),
            RequestState::Answering { info } if self.accepted_leg == Some(number) => {
                (info.phone_number.clone(), was_established)
            }
            RequestState::Answering { .. } | RequestState::None => return Vec::new(),
        };
        if is_over {
            self.request = RequestState::None;
            if by == EndedBy::Agent {
                return Vec::new();
            }
            let text = Text::key("callEnded").with("phone", phone);
            return vec![Exit::Snackbar(SnackbarKind::Info, text)];
        }
        self.lose_request(phone)
    }

    /// The caller gave up: notification, and the dialog is reset (VOI-043).
    pub(super) fn lose_request(&mut self, phone: String) -> Vec<Exit> {
        (self.request, self.wanted) = (RequestState::None, None);
        vec![Exit::CallLost(phone)]
    }

    /// The agent accepts the call.
    pub fn accept(&mut self, context: &mut Context) -> Vec<Exit> {
        let RequestState::Asking { info, .. } = std::mem::take(&mut self.request) else { return Vec::new() };
        self.request = RequestState::Answering { info };
        self.answer_leg(context, Wanted::Accept)
    }

    /// The agent rejects the call.
    pub fn reject(&mut self, context: &mut Context) -> Vec<Exit> {
        let RequestState::Asking { info, .. } = std::mem::take(&mut self.request) else { return Vec::new() };
        let request = VoiceCallRequest {
            agent_id: self.agent.clone(),
            channel: Channel::Voice,
            protocol: Protocol::default(),
            unique_id: info.unique_id,
        };
        let call = HttpCall::post(path!["job", "voice", "reject"]).json(&request);
        context.call(&mut self.calls, Pending::Reject, call);
        self.answer_leg(context, Wanted::Decline)
    }

    pub(super) fn on_rejected(&mut self, answer: Answer) -> Vec<Exit> {
        match answer.read::<Success>() {
            Ok(reply) if reply.success => Vec::new(),
            Ok(_) | Err(_) => vec![Exit::Snackbar(SnackbarKind::Error, Text::key("rejectCallError"))],
        }
    }

    /// A preferential customer calls: the agent is asked (CHN-021).
    pub fn on_preferential(&mut self, event: PreferentialCallEvent) {
        self.preferential = event.active.then_some(event);
    }

    /// The call of a confirmed question rings; without it the customer is gone, or was given to another agent.
    pub(super) fn on_confirmed(&mut self, answer: Answer) -> Vec<Exit> {
        match answer.read::<Success>() {
            Ok(reply) if reply.success => Vec::new(),
            Ok(_) | Err(_) => vec![Exit::Snackbar(SnackbarKind::Error, Text::key("preferentialCallLost"))],
        }
    }

    /// The agent answers the question about a preferential call; a refusal sends nothing (CHN-022).
    pub fn confirm_preferential(&mut self, context: &mut Context, confirmed: bool) {
        if self.preferential.take().is_some() && confirmed {
            let request = PreferentialCallRequest { agent_id: self.agent.clone(), channel: Channel::Voice };
            let call = HttpCall::post(path!["voice", "confirm-preferencial-call"]).json(&request);
            context.call(&mut self.calls, Pending::Preferential, call);
        }
    }
}
