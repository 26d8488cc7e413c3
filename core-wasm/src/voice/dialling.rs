//! Calls that the agent dials: the request, its answer in any order with the events of its call, the dial status, and
//! the redial (spec session §4 "Manual call status", §8 "Voice call").

use super::active_job::{DialTarget, read_reply, refusal};
use super::call::{Call, CallEvent, CallKind, Progress};
use super::call_state::{CallState, DialStatus};
use super::machine::{Pending, Voice};
use super::{Exit, records, slices};
use crate::flow::{Answer, Context, HttpRequest, ServerWrite, Text, camel_case_reason, path};
use crate::shell::SnackbarKind;
use crate::wire::{
    ActiveSessionsReply, ActiveVoiceJobReply, Channel, ManualCallStatusEvent, Protocol, RedialReply, VoiceCallRequest,
};

/// After a request to dial without an answer, the leg and the attendance of a call that the server may have begun
/// arrive within this time.
const UNCLEAR_FOR_MS: u64 = 30_000;

/// Whether the server may have carried out a request that has no usable answer.
fn is_unclear(answer: &Answer) -> bool {
    matches!(answer, Answer::ServerFault(_) | Answer::Unreachable(_))
}

impl Voice {
    /// The agent dials. `connected`: the voice channel is connected (VOI-065).
    pub fn dial(&mut self, context: &mut Context, target: DialTarget, connected: bool) -> Vec<Exit> {
        if !connected {
            return vec![Exit::Snackbar(SnackbarKind::Error, Text::key("agentVoiceDisconnected"))];
        }
        if self.is_dialling() {
            return Vec::new();
        }
        let phone = target.phone.clone();
        let request = target.request(&self.agent, &self.settings.default_campaign);
        context.request(&mut self.requests, Pending::Dial(phone), request);
        self.end_echo_test(context)
    }

    /// Asks why a call to this number would be refused, so that the agent reads the reason before filling in the rest
    /// of the form. The answer to an earlier question is dropped. Without an answer the reason is unknown, and a
    /// refusal of the call itself shows it.
    pub fn check_dial(&mut self, context: &mut Context, phone: String) -> Vec<Exit> {
        self.dial_refusal = None;
        self.requests.forget(|pending| matches!(pending, Pending::DialCheck));
        let body = DialTarget { phone, ..DialTarget::default() }.body(&self.agent, "");
        let check = HttpRequest::ask(path!["job", "voice", "check-active-job"]).json(&body);
        context.request(&mut self.requests, Pending::DialCheck, check);
        context.dirty(slices::VOICE.key());
        Vec::new()
    }

    pub(super) fn on_dial_checked(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        let reply = answer.read::<ActiveSessionsReply>().ok().filter(|reply| !reply.cause.is_empty());
        self.dial_refusal = reply.map(|reply| refusal(&reply.cause, &reply.details));
        context.dirty(slices::VOICE.key());
        Vec::new()
    }

    pub(super) fn on_dialled(&mut self, context: &mut Context, phone: &str, answer: Answer) -> Vec<Exit> {
        let (unclear, uncertain) = (is_unclear(&answer), answer.is_uncertain());
        match read_reply(answer) {
            Ok(reply) => {
                let ActiveVoiceJobReply { protocol, phone: called, unique_id, .. } = reply;
                let shown = if phone.is_empty() { &called } else { phone };
                self.call_begins(context, &protocol, &unique_id, shown, &called)
            }
            Err(text) => {
                let mut exits = self.dial_failed(context, unclear);
                let text = if uncertain { ServerWrite::Dial.unknown() } else { text };
                exits.push(Exit::Snackbar(SnackbarKind::Error, text));
                exits
            }
        }
    }

    /// The server began a call for the agent; its events may have arrived before. `number`: the number that the page
    /// dials itself, otherwise empty.
    fn call_begins(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        id: &str,
        phone: &str,
        number: &str,
    ) -> Vec<Exit> {
        if id.is_empty() {
            // An older server does not name the call; the attendance does.
            self.unclear_dial = Some(context.mono().plus_ms(UNCLEAR_FOR_MS));
            return Vec::new();
        }
        let mut exits = self.claim_manual(context, protocol, id, phone);
        if !number.is_empty() && self.table.get(id).is_some_and(|call| call.is_live() && call.own.is_none()) {
            exits.extend(self.begin_own_call(context, id, Some(number.to_owned())));
        }
        exits
    }

    /// The agent dialled the call with this id, so a leg that waits for the call is accepted.
    pub(super) fn claim_manual(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        id: &str,
        phone: &str,
    ) -> Vec<Exit> {
        self.unclear_dial = None;
        if let Some(unnamed) = self.unnamed_leg_of(phone) {
            self.rename_call(&unnamed, id);
        }
        match self.table.get_mut(id) {
            Some(call) if call.attendance.is_some() => return Vec::new(),
            Some(call) => {
                (call.kind, call.attendance) = (CallKind::Manual, Some(protocol.clone()));
                if call.phone.is_empty() {
                    call.phone = phone.to_owned();
                }
            }
            None => {
                let mut call = Call::new(CallKind::Manual, Progress::Dialling, phone, context.mono());
                call.attendance = Some(protocol.clone());
                self.table.insert(id, call);
            }
        }
        self.take_event(context, id, CallEvent::Dialled);
        match self.table.get(id).and_then(|call| call.leg) {
            Some(leg) => self.attach_leg(context, id, leg),
            None => Vec::new(),
        }
    }

    /// A request to dial was refused, or its result is unknown and the server may have begun the call.
    fn dial_failed(&mut self, context: &mut Context, unclear: bool) -> Vec<Exit> {
        self.unclear_dial = unclear.then(|| context.mono().plus_ms(UNCLEAR_FOR_MS));
        if !unclear {
            return self.ring_unclaimed(context);
        }
        // The attendance may have arrived before the failure: with external voice nodes this page has to dial its
        // number.
        let is_undialled =
            |call: &Call| call.progress == Progress::Dialling && call.own.is_none() && call.leg.is_none();
        let undialled = self.table.ids_where(is_undialled).pop().filter(|_| self.page_dials());
        match undialled.and_then(|id| self.table.get(&id).map(|call| (id, call.phone.clone()))) {
            Some((id, phone)) if !phone.is_empty() => self.begin_own_call(context, &id, Some(phone)),
            Some(_) | None => Vec::new(),
        }
    }

    /// Whether a request to dial or to redial is pending.
    pub(super) fn is_asking_to_dial(&self) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::Dial(_) | Pending::Redial(_)))
    }

    /// An event about a manual call.
    pub fn on_status(&mut self, context: &mut Context, event: &ManualCallStatusEvent) -> Vec<Exit> {
        let id = match event.unique_id.as_str() {
            "" => self.jobs.get(&event.protocol).map(|job| job.call.clone()),
            id => Some(id.to_owned()),
        };
        let Some(id) = id else { return Vec::new() };
        let Some(call) = self.table.get(&id).filter(|call| call.kind == CallKind::Manual) else { return Vec::new() };
        let before = call.state();
        if event.sip_cause != 0 {
            self.take_event(context, &id, CallEvent::SipCause(event.sip_cause));
        }
        if let Some(status) = DialStatus::of_word(&event.status) {
            self.take_event(context, &id, CallEvent::Status(status));
        }
        let state = self.table.get(&id).map(Call::state);
        let is_congested = state == Some(CallState::Congestion) && before != CallState::Congestion;
        let texts = [(event.blacklist, "contactInBlacklist"), (is_congested, "callCongestion")];
        let texts = texts.into_iter().filter(|(holds, _)| *holds).map(|(_, key)| Text::key(key));
        let mut exits: Vec<Exit> = texts.map(|text| Exit::Snackbar(SnackbarKind::Error, text)).collect();
        if exits.is_empty() {
            // A screen reader reads a snackbar automatically.
            exits.extend(self.announcement(&id, before));
        }
        exits
    }

    pub(super) fn call_request(&self, id: &str) -> VoiceCallRequest {
        let protocol = self.table.get(id).and_then(|call| call.attendance.clone());
        VoiceCallRequest {
            agent_id: self.agent.clone(),
            channel: Channel::Voice,
            protocol: protocol.unwrap_or_default(),
            unique_id: id.to_owned(),
        }
    }

    /// The agent calls the number of an ended call again.
    pub fn redial(&mut self, context: &mut Context, protocol: &Protocol) -> Vec<Exit> {
        let Some(job) = self.jobs.get(protocol) else { return Vec::new() };
        let has_ended = self.table.get(&job.call).is_some_and(|call| !call.is_live());
        if !has_ended || self.is_redialling(protocol) {
            return Vec::new();
        }
        let body = self.call_request(&job.call);
        let request = ServerWrite::Redial.post(path!["voice", "redial"]).json(&body);
        context.request(&mut self.requests, Pending::Redial(protocol.clone()), request);
        self.end_echo_test(context)
    }

    /// The answer to a redial. The attendance of the new call, and even the end of that call, may have arrived before.
    pub(super) fn on_redialled(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        let (unclear, uncertain) = (is_unclear(&answer), answer.is_uncertain());
        let reply = match answer.read::<RedialReply>() {
            Ok(reply) if reply.cause.is_empty() && reply.success => Ok(reply),
            Ok(reply) => Err(reply.cause),
            Err(answer) => Err(answer.reason().map(str::to_owned).unwrap_or_default()),
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(cause) => {
                let key = if cause.is_empty() { "cannotCallToContact".to_owned() } else { camel_case_reason(&cause) };
                let text = match uncertain {
                    true => ServerWrite::Redial.unknown(),
                    false => Text { fallback: Some("cannotCallToContact".to_owned()), ..Text::key(&key) },
                };
                let mut exits = self.dial_failed(context, unclear);
                exits.push(Exit::Snackbar(SnackbarKind::Error, text));
                return exits;
            }
        };
        let id = reply.unique_id;
        let Some(job) = self.jobs.get_mut(protocol) else { return Vec::new() };
        let former = job.call.clone();
        let is_known = id.is_empty() || former == id;
        if !is_known {
            job.call.clone_from(&id);
        }
        let phone = self.table.get(&former).map(|call| call.phone.clone()).unwrap_or_default();
        let mut exits = self.call_begins(context, protocol, &id, &phone, &reply.phone);
        if is_known && !id.is_empty() && self.table.get(&id).is_some_and(|call| !call.is_live()) {
            // The call has ended already.
            return exits;
        }
        self.shown = Some(protocol.clone());
        context.persist(records::CALL.of(protocol.clone()));
        let text = Text::key("callAgainToContact");
        if !is_known {
            exits.push(Exit::EnableJob(protocol.clone()));
        }
        exits.push(Exit::Snackbar(SnackbarKind::Success, text));
        exits
    }
}
