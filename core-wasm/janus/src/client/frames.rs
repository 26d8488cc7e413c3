//! Frames of the server: each is passed to the state machine that it concerns.

use super::{Pending, Purpose, Run, Signalling};
use crate::call::{CallEvent, CallReport, HoldState, LegState, Refusal, Step};
use crate::fault::Fault;
use crate::flow::Event;
use crate::frame::{FrameBody, Jsep, ServerFrame, SipEvent, SipEventBody, SipHangup};
use crate::ids::{CallNumber, Transaction};
use crate::registration::RegistrationEvent;
use crate::session::{HANDLE_NOT_FOUND, SESSION_NOT_FOUND, SessionEvent};

/// Code of a registration that the server never received.
const NOT_RECEIVED: u16 = 408;

impl Signalling {
    pub(super) fn on_frame(&mut self, run: &mut Run, frame: ServerFrame) {
        let ServerFrame { transaction, session, sender, body } = frame;
        // Whether the frame is from the present session and handle.
        let known = self.session.id();
        if known.is_some() && session.is_some() && session != known {
            return;
        }
        if sender.is_some() && sender != self.session.handle_id() {
            return;
        }
        match body {
            FrameBody::Ack => self.on_ack(run, transaction.as_ref()),
            FrameBody::Success { id } => match self.take(transaction.as_ref()) {
                Some(Purpose::Session) => self.on_session(run, SessionEvent::Succeeded(id)),
                Some(Purpose::KeepAlive) => self.on_session(run, SessionEvent::KeepAliveAnswered),
                Some(Purpose::Connection(call)) if call == self.call_number => {
                    self.on_call(run, CallEvent::ConnectionClosed);
                }
                Some(Purpose::Register | Purpose::Call(..) | Purpose::Connection(_) | Purpose::Trickle) | None => {}
            },
            FrameBody::Error { code, .. } => self.on_error(run, transaction.as_ref(), code),
            FrameBody::Event { event, jsep } => self.on_sip(run, transaction.as_ref(), *event, jsep),
            FrameBody::Trickle(candidate) => {
                let actions = self.call.remote_candidate(candidate);
                self.run_call(run, actions);
            }
            FrameBody::WebRtcUp => self.report(run, CallReport::MediaUp),
            FrameBody::Media { kind, receiving } => {
                if kind == "audio" {
                    self.report(run, CallReport::AudioReceived(receiving));
                }
            }
            FrameBody::SlowLink { uplink, lost } => self.report(run, CallReport::SlowLink { uplink, lost }),
            // The frame is about the peer connection of the last call: the frames about the present call begin with the
            // event `calling`.
            FrameBody::HangUp { .. }
                if matches!(self.call.state(), LegState::Outgoing(_)) && self.call_id.is_none() => {}
            FrameBody::HangUp { .. } => self.on_call(run, CallEvent::PeerClosed),
            FrameBody::Detached | FrameBody::Timeout => self.on_session(run, SessionEvent::Gone),
            FrameBody::KeepAlive | FrameBody::ServerInfo => {}
            FrameBody::Unknown(name) => run.event(Event::Unregistered(name)),
        }
    }

    /// A request failed below the level of the Janus protocol.
    pub(super) fn on_failed(&mut self, run: &mut Run, transaction: &Transaction, fault: Fault) {
        match self.take(Some(transaction)) {
            Some(Purpose::Session) => self.on_session(run, SessionEvent::RequestFailed(fault)),
            Some(Purpose::Register) => self.on_registration(run, RegistrationEvent::Refused(NOT_RECEIVED)),
            Some(Purpose::Call(call, step)) => {
                self.owe_end(step);
                self.on_refused(run, call, step, Refusal::Fault(fault));
            }
            Some(Purpose::KeepAlive | Purpose::Connection(_) | Purpose::Trickle) => run.event(Event::Fault(fault)),
            None => {}
        }
    }

    fn on_ack(&mut self, run: &mut Run, transaction: Option<&Transaction>) {
        let Some(pending) = self.pending.iter_mut().find(|pending| Some(&pending.transaction) == transaction) else {
            return;
        };
        pending.acknowledged = true;
        match pending.purpose {
            Purpose::KeepAlive => {
                self.take(transaction);
                self.on_session(run, SessionEvent::KeepAliveAnswered);
            }
            Purpose::Trickle => {
                self.take(transaction);
            }
            Purpose::Call(call, step) if call == self.call_number && self.call.state() != LegState::Idle => {
                let actions = self.call.acknowledged(step);
                self.run_call(run, actions);
            }
            // The client does not wait for events of an ended call.
            Purpose::Call(..) => {
                self.take(transaction);
            }
            Purpose::Session | Purpose::Register | Purpose::Connection(_) => {}
        }
    }

    fn on_error(&mut self, run: &mut Run, transaction: Option<&Transaction>, code: u16) {
        let purpose = self.take(transaction);
        match (purpose, code) {
            (Some(Purpose::Session), _) => self.on_session(run, SessionEvent::Refused(code)),
            (_, SESSION_NOT_FOUND) => self.on_session(run, SessionEvent::Gone),
            (Some(_), HANDLE_NOT_FOUND) => {
                run.event(Event::Fault(Fault::InvalidHandle));
                self.on_session(run, SessionEvent::Gone);
            }
            (Some(Purpose::Register), _) => self.on_registration(run, RegistrationEvent::Refused(code)),
            (Some(Purpose::Call(call, step)), _) => self.on_refused(run, call, step, Refusal::Code(code)),
            (Some(Purpose::KeepAlive | Purpose::Connection(_) | Purpose::Trickle) | None, _) => {
                run.event(Event::Fault(Fault::CallFailed))
            }
        }
    }

    fn on_sip(&mut self, run: &mut Run, transaction: Option<&Transaction>, event: SipEvent, jsep: Option<Jsep>) {
        let SipEvent { call_id, body } = event;
        if self.is_of_another_call(call_id.as_deref(), &body) {
            let is_former = self.ended_call_id == call_id;
            if matches!((&body, self.call.state()), (SipEventBody::Accepted, LegState::Accepting)) && !is_former {
                self.carries_another_call(run, call_id);
            }
            return;
        }
        if self.is_established_unknown(call_id.as_deref(), &body) {
            return self.carries_unknown_call(run, call_id);
        }
        if matches!((&body, self.call.state()), (SipEventBody::Accepted, LegState::Incoming | LegState::Answering)) {
            // A request to accept contains no call id. This call began to ring while the request for an earlier call
            // was being sent, so the server took that answer for this call.
            return self.carries_another_call(run, call_id);
        }
        let purpose = self.take(transaction);
        let event = match body {
            SipEventBody::Registered { .. } => return self.on_registration(run, RegistrationEvent::Registered),
            SipEventBody::RegistrationFailed { code, .. } => {
                return self.on_registration(run, RegistrationEvent::Failed(code));
            }
            SipEventBody::MissedCall { caller, display_name } => {
                return run.event(Event::Missed { caller, display_name });
            }
            SipEventBody::Info { kind, content } => return self.report(run, CallReport::Info { kind, content }),
            SipEventBody::Unknown(name) => return run.event(Event::Unregistered(name)),
            SipEventBody::Error { code, .. } => match purpose {
                Some(Purpose::Register) => return self.on_registration(run, RegistrationEvent::Refused(code)),
                Some(Purpose::Call(call, step)) => return self.on_refused(run, call, step, Refusal::Code(code)),
                Some(Purpose::Session | Purpose::KeepAlive | Purpose::Connection(_) | Purpose::Trickle) | None => {
                    return run.event(Event::Fault(Fault::CallFailed));
                }
            },
            SipEventBody::Calling => {
                self.begins_as(call_id);
                return;
            }
            SipEventBody::IncomingCall { caller, display_name, headers } => {
                self.on_call(run, CallEvent::Incoming { caller, display_name, headers, offer: jsep });
                self.begins_as(call_id);
                return;
            }
            SipEventBody::Ringing => CallEvent::Ringing,
            SipEventBody::Progress => CallEvent::Progress(jsep),
            SipEventBody::Accepted => CallEvent::Accepted(jsep),
            SipEventBody::UpdatingCall => CallEvent::UpdatingCall(jsep),
            SipEventBody::Updated => CallEvent::Updated(jsep),
            SipEventBody::Holding => CallEvent::Holding,
            SipEventBody::Resuming => CallEvent::Resuming,
            SipEventBody::Hangup(hangup) => CallEvent::HungUp(hangup),
            SipEventBody::Registering
            | SipEventBody::Unregistering
            | SipEventBody::Unregistered
            | SipEventBody::Proceeding
            | SipEventBody::Accepting
            | SipEventBody::Updating
            | SipEventBody::Declining
            | SipEventBody::HangingUp
            | SipEventBody::DtmfSent
            | SipEventBody::InfoSent => return,
        };
        self.on_call(run, event);
    }

    /// A request was refused or failed; for an earlier call this does not matter any more.
    pub(super) fn on_refused(&mut self, run: &mut Run, call: CallNumber, step: Step, refusal: Refusal) {
        if call == self.call_number {
            self.on_call(run, CallEvent::Refused(step, refusal));
        }
    }

    /// The call of the handle has this Call-ID from now on. A call that rings again may have the Call-ID of its earlier
    /// ring.
    fn begins_as(&mut self, call_id: Option<String>) {
        if self.ended_call_id == call_id {
            self.ended_call_id = None;
        }
        self.call_id = call_id;
    }

    /// The handle, which has one call at a time, established another call than the page accepted: the accepted call
    /// ended and this one rang while the link was lost. It continues with new media, because the page's answer belonged
    /// to the other call's offer.
    fn carries_another_call(&mut self, run: &mut Run, call_id: Option<String>) {
        self.on_call(run, CallEvent::HungUp(SipHangup::default()));
        self.carries_unknown_call(run, call_id);
    }

    /// The call of the handle is established with media of an earlier page: it continues with media of this page.
    fn carries_unknown_call(&mut self, run: &mut Run, call_id: Option<String>) {
        self.on_call(run, CallEvent::Resumed(HoldState::Active));
        self.call_id = call_id;
    }

    /// Whether the other party answered a call that this page does not know: the page before the reload dialled or
    /// accepted the call after it had stored its session record. If this page has requested the end of the call, it
    /// waits for that end.
    fn is_established_unknown(&self, call_id: Option<&str>, body: &SipEventBody) -> bool {
        matches!(body, SipEventBody::Accepted)
            && self.call.state() == LegState::Idle
            && self.claimed
            && call_id.is_some()
            && self.end_request.is_none()
    }

    /// Whether the event belongs to the last call, or to another one than the present.
    fn is_of_another_call(&self, call_id: Option<&str>, body: &SipEventBody) -> bool {
        let starts =
            matches!(body, SipEventBody::IncomingCall { .. } | SipEventBody::Calling | SipEventBody::MissedCall { .. });
        let Some(id) = call_id.filter(|_| !starts) else { return false };
        self.ended_call_id.as_deref() == Some(id) || self.call_id.as_deref().is_some_and(|current| current != id)
    }

    fn report(&self, run: &mut Run, report: CallReport) {
        if self.call.state() != LegState::Idle {
            run.event(Event::Call(self.call_number, report));
        }
    }

    fn take(&mut self, transaction: Option<&Transaction>) -> Option<Purpose> {
        let index = self.pending.iter().position(|pending| Some(&pending.transaction) == transaction)?;
        let Pending { purpose, .. } = self.pending.swap_remove(index);
        Some(purpose)
    }
}
