//! What the media reports about the legs of calls.

use std::time::Duration;

use serde_json::json;

use super::Signalling;
use super::calls::Phase;
use super::message::{self, OutgoingJsep};
use super::plugin::Transaction;
use super::sip::SipState;
use crate::control::{CALL_HEADER, CallFact, CallId, CallSide, EndCause, LEG_HEADER};
use crate::media::{Description, Hear, MediaCommand, MediaEvent};

/// Duration of a tone that is passed on.
const TONE_DURATION: Duration = Duration::from_millis(160);

impl Signalling {
    pub(super) fn on_media(&mut self, event: MediaEvent) {
        let leg = event.leg();
        // The leg may have ended while the event was on its way.
        let Some((id, side)) = self.legs.get(&leg).copied() else { return };
        let browser = self.browser_at(id, side).map(|(_, handle)| handle);
        match (event, browser) {
            (MediaEvent::Answered { description, .. }, Some(handle)) => self.on_answered(id, side, handle, description),
            (MediaEvent::Offered { description, .. }, Some(handle)) => self.on_offered(id, side, handle, &description),
            (MediaEvent::AnswerAccepted { .. }, Some(handle)) => self.on_answer_accepted(id, handle),
            (MediaEvent::NotAcceptable { .. }, Some(handle)) => self.on_not_acceptable(id, side, handle),
            (MediaEvent::Up { .. }, Some(handle)) => {
                if let Some(sender) = self.sender(handle) {
                    self.send(sender, message::webrtc_up(sender));
                }
                if self.phase(id) == Some(Phase::Echo) {
                    self.media(MediaCommand::Hear { leg, hear: Hear::Echo });
                }
            }
            (MediaEvent::Receiving { mid, receiving, .. }, Some(handle)) => {
                if let Some(sender) = self.sender(handle) {
                    let silence = self.config.silence.as_secs();
                    self.send(sender, message::media(sender, &mid, receiving, silence));
                }
                self.fact(CallFact::Media { call: id, side, receiving });
            }
            (MediaEvent::Tone { digit, .. }, Some(_)) => {
                self.fact(CallFact::Tone { call: id, side, digit });
                if self.phase(id) == Some(Phase::Talking)
                    && let Some((leg, _)) = self.browser_at(id, side.other())
                {
                    self.media(MediaCommand::Tone { leg, digit, duration: TONE_DURATION });
                }
            }
            (MediaEvent::EchoEnded { .. }, _) => self.end(id, EndCause::Released),
            (MediaEvent::Closed { .. }, Some(handle)) if self.may_return(handle) => self.on_page_closed(leg, handle),
            (MediaEvent::Closed { .. }, _) => self.end(id, EndCause::Closed(side)),
            (MediaEvent::Lost { .. }, _) => self.end(id, EndCause::Lost(side)),
            // A simulated leg has no connection.
            (_, None) => {}
        }
    }

    fn on_answered(&mut self, id: CallId, side: CallSide, handle: u64, description: Description) {
        if self.phase(id) == Some(Phase::Preparing) {
            if let Some(party) = self.party_mut(id, CallSide::Caller) {
                party.description = Some(description);
            }
            return self.lead(id);
        }
        self.trickle(handle, &description);
        let Some(call) = self.calls.get(&id) else { return };
        let other = if side == CallSide::Caller { &call.to } else { &call.from };
        // Janus reports the answer to a re-INVITE as it reports the answer to a call (janus_sip.c, `nua_r_invite`).
        let accepted = json!({"event": "accepted", "username": self.address(other)});
        self.event(handle, Transaction::Last, accepted, Some(OutgoingJsep::Answer(&description)));
    }

    fn on_offered(&mut self, id: CallId, side: CallSide, handle: u64, description: &Description) {
        self.trickle(handle, description);
        let Some(call) = self.calls.get(&id) else { return };
        let invited = self.handles.get(&handle).is_some_and(|handle| handle.state == SipState::Invited);
        if !invited {
            let other = if side == CallSide::Caller { &call.to } else { &call.from };
            let updating = json!({"event": "updatingcall", "username": self.address(other)});
            return self.event(handle, Transaction::None, updating, Some(OutgoingJsep::Offer(description)));
        }
        // A caller who is called back sees the number that the call is for.
        let (from, to) = if side == CallSide::Callee { (&call.from, &call.to) } else { (&call.to, &call.from) };
        let mut incoming = json!({"event": "incomingcall", "username": self.address(from), "callee": self.address(to)});
        if side == CallSide::Callee {
            self.add_display_name(call, &mut incoming);
        }
        if let Some(party) = self.party_mut(id, side) {
            party.described = true;
            // The client matches the leg to its call by the first one; SIP headers reach it where its registration asked for `X-`.
            let headers = json!({ CALL_HEADER: id.sip_call_id(), LEG_HEADER: party.leg.0.to_string() });
            if let Some(event) = incoming.as_object_mut() {
                event.insert("headers".to_owned(), headers);
            }
        }
        self.event(handle, Transaction::None, incoming, Some(OutgoingJsep::Offer(description)));
        if side == CallSide::Callee {
            self.notify_ringing(id);
        }
    }

    fn on_answer_accepted(&mut self, id: CallId, handle: u64) {
        let state = self.handles.get(&handle).map(|handle| handle.state);
        if state != Some(SipState::Accepting) {
            return self.event(handle, Transaction::Last, json!({"event": "updated"}), None);
        }
        self.set_state(handle, SipState::InCall);
        self.event(handle, Transaction::Last, json!({"event": "accepted"}), None);
        self.answered(id);
    }

    fn on_not_acceptable(&mut self, id: CallId, side: CallSide, handle: u64) {
        match self.handles.get(&handle).map(|handle| handle.state) {
            Some(SipState::InCall) => self.refuse_update(handle),
            Some(SipState::Invited | SipState::Accepting) => {
                let extension = self.party(id, side).map(|party| party.number.clone()).unwrap_or_default();
                self.callee_failed(id, &extension, EndCause::NotAcceptable);
            }
            _ => self.end(id, EndCause::NotAcceptable),
        }
    }
}
