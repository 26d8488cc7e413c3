//! What the media reports about the legs of calls.

use std::time::Duration;

use serde_json::json;

use super::Signalling;
use super::call::Phase;
use super::message::{self, OutgoingJsep};
use super::plugin::Transaction;
use super::sip::SipState;
use crate::control::{CALL_HEADER, CallFact, CallId, CallSide, EndCause, LEG_HEADER, ROLE_HEADER};
use crate::media::{Description, Hear, MediaCommand, MediaEvent};
use crate::room::{LeaveCause, PartyChange, PartyId, Role};

/// Duration of a tone that is passed on.
const TONE_DURATION: Duration = Duration::from_millis(160);

impl Signalling {
    pub(super) fn on_media(&mut self, event: MediaEvent) {
        if let MediaEvent::Recording { recording, change } = event {
            return self.on_recording_changed(&recording, change);
        }
        let Some(leg) = event.leg() else { return };
        // The leg may have ended while the event was on its way.
        let Some((id, party)) = self.legs.get(&leg).copied() else { return };
        let browser = self.browser_at(id, party).map(|(_, handle)| handle);
        match (event, browser) {
            (MediaEvent::Answered { description, .. }, Some(handle)) => {
                self.on_answered(id, party, handle, description)
            }
            (MediaEvent::Offered { description, .. }, Some(handle)) => self.on_offered(id, party, handle, &description),
            (MediaEvent::AnswerAccepted { .. }, Some(handle)) => self.on_answer_accepted(id, party, handle),
            (MediaEvent::NotAcceptable { .. }, Some(handle)) => self.on_not_acceptable(id, party, handle),
            (MediaEvent::Up { .. }, Some(handle)) => {
                if let Some(sender) = self.sender(handle) {
                    self.send(sender, message::webrtc_up(sender));
                }
                if self.phase(id) == Some(Phase::Echo) {
                    self.hear(id, party, Hear::Echo);
                }
            }
            (MediaEvent::Receiving { mid, receiving, .. }, Some(handle)) => {
                if let Some(sender) = self.sender(handle) {
                    let silence = self.config.silence.as_secs();
                    self.send(sender, message::media(sender, &mid, receiving, silence));
                }
                match (party, self.calls.get(&id).map(|call| call.side(party))) {
                    (PartyId::CALLER | PartyId::CALLEE, Some(side)) => {
                        self.fact(CallFact::Media { call: id, side, receiving });
                    }
                    _ => self.fact(CallFact::Party { call: id, party, change: PartyChange::Receiving(receiving) }),
                }
            }
            (MediaEvent::Tone { digit, .. }, Some(_)) => {
                self.key_fact(id, party, digit);
                if self.phase(id) == Some(Phase::Talking) {
                    self.pass_key_on(id, party, digit);
                }
            }
            (MediaEvent::EchoEnded { .. }, _) => self.end(id, EndCause::Released),
            (MediaEvent::Closed { .. }, Some(handle)) if self.may_return(handle) => self.on_page_closed(leg, handle),
            (MediaEvent::Closed { .. }, _) => self.leave(id, party, LeaveCause::Closed),
            (MediaEvent::Lost { .. }, _) => self.leave(id, party, LeaveCause::Lost),
            // Of no leg, see above; and a simulated leg has no connection.
            (MediaEvent::Recording { .. }, _) | (_, None) => {}
        }
    }

    /// Reports a key to the contact centre; a key of a supervisor is not reported.
    pub(super) fn key_fact(&mut self, id: CallId, party: PartyId, digit: char) {
        let Some(call) = self.calls.get(&id) else { return };
        let fact = match (party, call.party(party).map(|party| party.role)) {
            (_, Some(Role::Supervisor(_)) | None) => return,
            (PartyId::CALLER | PartyId::CALLEE, _) => CallFact::Tone { call: id, side: call.side(party), digit },
            _ => CallFact::Party { call: id, party, change: PartyChange::Key(digit) },
        };
        self.fact(fact);
    }

    fn pass_key_on(&mut self, id: CallId, party: PartyId, digit: char) {
        let partners = self.calls.get(&id).map(|call| call.partners(party)).unwrap_or_default();
        for partner in partners {
            if let Some((leg, _)) = self.browser_at(id, partner) {
                self.media(MediaCommand::Tone { leg, digit, duration: TONE_DURATION });
            }
        }
    }

    fn on_answered(&mut self, id: CallId, party: PartyId, handle: u64, description: Description) {
        if self.phase(id) == Some(Phase::Preparing) {
            if let Some(party) = self.party_mut(id, PartyId::CALLER) {
                party.description = Some(description);
            }
            return self.route_call(id);
        }
        self.trickle(handle, &description);
        let Some(call) = self.calls.get(&id) else { return };
        let other = if call.side(party) == CallSide::Caller { &call.to } else { &call.from };
        // Janus reports the answer to a re-INVITE as it reports the answer to a call (janus_sip.c, `nua_r_invite`).
        let accepted = json!({"event": "accepted", "username": self.address(other)});
        self.event(handle, Transaction::Last, accepted, Some(OutgoingJsep::Answer(&description)));
    }

    fn on_offered(&mut self, id: CallId, party: PartyId, handle: u64, description: &Description) {
        self.trickle(handle, description);
        let Some(call) = self.calls.get(&id) else { return };
        let invited = self.handles.get(&handle).is_some_and(|handle| handle.state == SipState::Invited);
        if !invited {
            let other = if call.side(party) == CallSide::Caller { &call.to } else { &call.from };
            let updating = json!({"event": "updatingcall", "username": self.address(other)});
            return self.event(handle, Transaction::None, updating, Some(OutgoingJsep::Offer(description)));
        }
        let (from, to) = match party {
            PartyId::CALLEE => (&call.from, &call.to),
            // The telephone of a caller that is called first shows the number that the call is for.
            PartyId::CALLER => (&call.to, &call.from),
            // Further parties see the agent as the caller.
            _ => {
                let number =
                    |party: Option<PartyId>| party.and_then(|party| call.party(party)).map(|party| &party.number);
                let agent = number(call.first_with(Role::Agent)).unwrap_or(&call.from);
                (agent, number(Some(party)).unwrap_or(&call.to))
            }
        };
        let mut incoming = json!({"event": "incomingcall", "username": self.address(from), "callee": self.address(to)});
        if party == PartyId::CALLEE {
            self.add_display_name(call, &mut incoming);
        }
        if let Some(described) = self.party_mut(id, party) {
            described.described = true;
            // By the first header the client matches the leg to its call. Clients receive SIP headers only if their registration
            // asked for `X-`.
            let mut headers = json!({ CALL_HEADER: id.sip_call_id(), LEG_HEADER: described.leg.0.to_string() });
            let role = described.role;
            if let (false, Some(headers)) = (is_first(party), headers.as_object_mut()) {
                headers.insert(ROLE_HEADER.to_owned(), role_name(role).into());
            }
            if let Some(event) = incoming.as_object_mut() {
                event.insert("headers".to_owned(), headers);
            }
        }
        self.event(handle, Transaction::None, incoming, Some(OutgoingJsep::Offer(description)));
        match party {
            PartyId::CALLEE => self.notify_ringing(id),
            PartyId::CALLER => {}
            _ => self.fact(CallFact::Party { call: id, party, change: PartyChange::Ringing }),
        }
    }

    fn on_answer_accepted(&mut self, id: CallId, party: PartyId, handle: u64) {
        let state = self.handles.get(&handle).map(|handle| handle.state);
        if state != Some(SipState::Accepting) {
            return self.event(handle, Transaction::Last, json!({"event": "updated"}), None);
        }
        self.set_state(handle, SipState::InCall);
        self.event(handle, Transaction::Last, json!({"event": "accepted"}), None);
        self.answered(id, party);
    }

    fn on_not_acceptable(&mut self, id: CallId, party: PartyId, handle: u64) {
        match self.handles.get(&handle).map(|handle| handle.state) {
            Some(SipState::InCall) => self.refuse_update(handle),
            Some(SipState::Invited | SipState::Accepting) => self.not_answered(id, party, EndCause::NotAcceptable),
            _ => self.end(id, EndCause::NotAcceptable),
        }
    }
}

const fn is_first(party: PartyId) -> bool {
    matches!(party, PartyId::CALLER | PartyId::CALLEE)
}

/// The role as written in its header.
const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Customer => "customer",
        Role::Agent => "agent",
        Role::Consulted => "consulted",
        Role::Colleague => "colleague",
        Role::Supervisor(_) => "supervisor",
    }
}
