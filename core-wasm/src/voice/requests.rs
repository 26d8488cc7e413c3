//! Call requests: the server's event and the leg that carries the call, in either order.

use super::Exit;
use super::call::{Call, CallEvent, CallKind, CallRequest, LegAnswer, Progress};
use super::call_request::{Reception, reception};
use super::machine::{Pending, Voice};
use crate::flow::{Answer, Context, ServerWrite, Text, path};
use crate::jobs::EventNumber;
use crate::shell::SnackbarKind;
use crate::wire::{
    AckCallRequestEvent, Channel, PreferentialCallEvent, PreferentialCallRequest, Protocol, Success, VoiceCallRequest,
};

/// After a rejection the server's lists may contain the call for this time.
const REJECTED_LISTED_MS: u64 = 30_000;

impl Voice {
    /// This event ended a call: an older list does not make it ring again.
    pub fn call_ended_by_event(&mut self, id: &str, event: EventNumber) {
        self.over.note_end(id, event);
    }

    /// A call waits for the agent. `event`: the number of its event, `None` if a list contained it; `ack_call`:
    /// `agentAckCall` of the agent's record.
    pub fn on_request(
        &mut self,
        context: &mut Context,
        info: AckCallRequestEvent,
        event: Option<EventNumber>,
        ack_call: bool,
    ) -> Vec<Exit> {
        if !info.agent_id.is_empty() && info.agent_id != self.agent {
            return Vec::new();
        }
        let id = self.id_of_request(&info);
        if self.table.awaiting().is_some_and(|waiting| waiting != id) {
            // The agent is asked about one call at a time.
            return vec![Exit::CallLost(info.phone_number)];
        }
        if self.table.get(&id).is_some_and(|call| call.attendance.is_some() || call.progress == Progress::Accepted) {
            // The call was ended by an event that arrived before its call request.
            return Vec::new();
        }
        self.over.forget(&id);
        // A rejected call that never got a leg has ended.
        let is_over = |call: &Call| {
            call.progress == Progress::Rejected && call.asked.answer.is_none_or(|(_, until)| until < context.mono())
        };
        for over in self.table.ids_where(|call| call.leg.is_none() && is_over(call)) {
            self.table.remove(&over);
        }
        let mut exits = self.end_echo_test(context);
        let since = context.happened_at();
        let was_known = self.table.get(&id).is_some_and(|call| call.progress == Progress::Asking);
        // Also the leg of a ring whose call request was lost, or whose reported end belonged to an earlier ring.
        let leg = self.table.get(&id).and_then(|call| call.leg).or_else(|| self.free_leg_of(&id));
        let kind = info.call_type.map_or(CallKind::Colleague, CallKind::from);
        let (phone, received) = (info.phone_number.clone(), reception(&info, ack_call));
        let (arrived, accepted) = match &info.offer {
            Some(_) => {
                let name = info.transfer_from_name.clone();
                let accepted = Text::key("transferAcceptedAutomatically").with("name", &name);
                (Exit::OfferReceived(name), accepted)
            }
            None => (Exit::CallReceived(phone.clone()), Text::key("callAcceptedAutomatically")),
        };
        let rings = matches!(received, Reception::Ask { rings: true });
        let begun =
            self.table.get(&id).filter(|_| was_known).and_then(|call| call.request.as_ref()).map(|asked| asked.since);
        let request = CallRequest { info: Box::new(info), rings, since: begun.unwrap_or(since), event };
        // The agent is asked again about a call that rings again after an earlier ring.
        let mut call = Call::new(kind, Progress::Asking, &phone, context.mono());
        (call.leg, call.request) = (leg, Some(request));
        self.table.insert(id.as_str(), call);
        match received {
            Reception::Accept => {
                exits.push(Exit::Snackbar(SnackbarKind::Info, accepted));
                exits.extend(self.accept_call(context, &id));
            }
            // A leg that arrived before its call request was announced already.
            Reception::Ask { .. } if was_known => {}
            Reception::Ask { .. } => exits.push(arrived),
        }
        exits
    }

    /// The server's list contains the calls that ring for the agent, as of `as_of_seq` of `epoch`. A call that this
    /// page missed rings; a call that is not in the list has ended and counts as lost. A leg on the telephone or a
    /// later event overrules the list.
    pub fn on_requests_listed(
        &mut self,
        context: &mut Context,
        requests: Vec<AckCallRequestEvent>,
        as_of_seq: u64,
        epoch: &str,
        ack_call: bool,
    ) -> Vec<Exit> {
        let is_older = |call: &Call| match call.request.as_ref().and_then(|request| request.event.as_ref()) {
            Some(event) => !event.is_after(as_of_seq, epoch),
            None => true,
        };
        let is_over = |id: &str, call: &Call| {
            // Also a call that was accepted on a desk telephone: otherwise its attendance would be in the list of
            // attendances.
            matches!(call.progress, Progress::Asking | Progress::Accepted)
                && call.attendance.is_none()
                && call.leg.is_none()
                && call.kind != CallKind::Internal
                && is_older(call)
                && !requests.iter().any(|listed| listed.unique_id == id)
        };
        let over: Vec<String> =
            self.table.iter().filter(|(id, call)| is_over(id, call)).map(|(id, _)| id.to_owned()).collect();
        let mut exits: Vec<Exit> = over.iter().flat_map(|id| self.lose_call(id)).collect();
        for info in requests {
            if self.over.has_ended_despite_list(&info.unique_id, as_of_seq, epoch, context.mono()) {
                continue;
            }
            if self.table.get(&info.unique_id).is_none_or(|call| call.progress == Progress::Unnamed) {
                exits.extend(self.on_request(context, info, None, ack_call));
            }
        }
        exits
    }

    /// Id of the call of a call request: its own id, or the id under which a leg without one was stored.
    fn id_of_request(&mut self, info: &AckCallRequestEvent) -> String {
        let id = info.unique_id.clone();
        let Some(unnamed) = self.unnamed_leg_of(&info.phone_number) else {
            return if id.is_empty() { format!("request-{}", info.phone_number) } else { id };
        };
        if id.is_empty() {
            return unnamed;
        }
        self.rename_call(&unnamed, &id);
        id
    }

    /// The agent accepts the call.
    pub fn accept(&mut self, context: &mut Context) -> Vec<Exit> {
        let Some(id) = self.table.asking() else { return Vec::new() };
        self.accept_call(context, &id)
    }

    fn accept_call(&mut self, context: &mut Context, id: &str) -> Vec<Exit> {
        self.take_event(context, id, CallEvent::Accept);
        self.answer_leg(context, id, LegAnswer::Accept)
    }

    /// The agent rejects the call.
    pub fn reject(&mut self, context: &mut Context) -> Vec<Exit> {
        let Some(id) = self.table.asking() else { return Vec::new() };
        self.take_event(context, &id, CallEvent::Reject);
        self.over.note_rejection(&id, context.mono().plus_ms(REJECTED_LISTED_MS));
        let unique_id =
            self.table.get(&id).and_then(|call| call.request.as_ref()).map(|asked| asked.info.unique_id.clone());
        let body = VoiceCallRequest {
            agent_id: self.agent.clone(),
            channel: Channel::Voice,
            protocol: Protocol::default(),
            unique_id: unique_id.unwrap_or_default(),
        };
        let request = ServerWrite::RejectCall.post(path!["job", "voice", "reject"]).json(&body);
        context.request(&mut self.requests, Pending::Reject, request);
        self.answer_leg(context, &id, LegAnswer::Decline)
    }

    pub(super) fn on_rejected(&mut self, answer: Answer) -> Vec<Exit> {
        match answer.read::<Success>() {
            Ok(reply) if reply.success => Vec::new(),
            Err(answer) if answer.is_uncertain() => {
                vec![Exit::Snackbar(SnackbarKind::Error, ServerWrite::RejectCall.unknown())]
            }
            Ok(_) | Err(_) => vec![Exit::Snackbar(SnackbarKind::Error, Text::key("rejectCallError"))],
        }
    }

    /// The caller hung up: the agent is notified, and the dialog closes (VOI-043). A call that the agent rejected does
    /// not count as missed.
    pub(super) fn lose_call(&mut self, id: &str) -> Vec<Exit> {
        let call = self.table.remove(id).filter(|call| call.progress != Progress::Rejected);
        call.map(|call| Exit::CallLost(call.phone)).into_iter().collect()
    }

    /// A preferential customer calls: the agent is asked whether to accept (CHN-021).
    pub fn on_preferential(&mut self, event: PreferentialCallEvent) {
        self.preferential = event.active.then_some(event);
    }

    /// After the agent confirmed the question the call rings; if it does not, the customer has hung up or was given to
    /// another agent.
    pub(super) fn on_confirmed(&mut self, answer: Answer) -> Vec<Exit> {
        match answer.read::<Success>() {
            Ok(reply) if reply.success => Vec::new(),
            Err(answer) if answer.is_uncertain() => {
                vec![Exit::Snackbar(SnackbarKind::Error, ServerWrite::TakePreferentialCall.unknown())]
            }
            Ok(_) | Err(_) => vec![Exit::Snackbar(SnackbarKind::Error, Text::key("preferentialCallLost"))],
        }
    }

    /// The agent answers the question about a preferential call; a refusal sends no request (CHN-022).
    pub fn confirm_preferential(&mut self, context: &mut Context, confirmed: bool) {
        if self.preferential.take().is_some() && confirmed {
            let body = PreferentialCallRequest { agent_id: self.agent.clone(), channel: Channel::Voice };
            let request =
                ServerWrite::TakePreferentialCall.post(path!["voice", "confirm-preferencial-call"]).json(&body);
            context.request(&mut self.requests, Pending::Preferential, request);
        }
    }
}
