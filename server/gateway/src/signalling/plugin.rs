//! Handles of the SIP plugin: registration, and the requests of a client in a call.

use serde_json::{Map, Value, json};

use super::deadlines::Subject;
use super::message::{self, OutgoingJsep, Sender};
use super::request::Jsep;
use super::sip::{self, Admission, SipRequest, SipState};
use super::{Signalling, SipError};
use crate::control::CallId;
use crate::media::{Description, LegId, MediaCommand};
use crate::room::PartyId;

/// A handle: one telephone of a client.
#[derive(Debug)]
pub struct Handle {
    /// Session of the handle.
    pub session: u64,
    pub state: SipState,
    pub extension: Option<String>,
    pub display_name: Option<String>,
    /// Transaction of the last request; Janus repeats it in later events of a call.
    pub last_transaction: Option<String>,
    pub call: Option<(CallId, PartyId)>,
    pub auto_accept_changes: bool,
}

impl Handle {
    pub fn new(session: u64) -> Self {
        Self {
            session,
            state: SipState::Unregistered,
            extension: None,
            display_name: None,
            last_transaction: None,
            call: None,
            auto_accept_changes: true,
        }
    }
}

/// The transaction that an event carries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Transaction {
    /// The transaction of the handle's last request.
    Last,
    /// No transaction: the event answers no request.
    None,
}

impl Signalling {
    pub(super) fn on_message(
        &mut self,
        sender: Sender,
        transaction: &str,
        body: &Map<String, Value>,
        jsep: Option<Jsep>,
    ) {
        let Some(handle) = self.handles.get_mut(&sender.handle) else { return };
        handle.last_transaction = Some(transaction.to_owned());
        let state = handle.state;
        let request = match sip::parse(body, jsep) {
            Ok(request) => request,
            Err(error) => return self.send(sender, message::sip_error(sender, transaction, &error)),
        };
        match sip::admit(state, &request) {
            Admission::Execute => self.execute(sender.handle, request),
            Admission::Ignore => {}
            Admission::Refuse(error) => self.send(sender, message::sip_error(sender, transaction, &error)),
        }
    }

    fn execute(&mut self, id: u64, request: SipRequest) {
        match request {
            SipRequest::Register { extension, secret, display_name } => {
                self.register(id, extension, &secret, display_name);
            }
            SipRequest::Unregister => self.unregister(id),
            SipRequest::Call { number, offer, auto_accept_changes } => {
                self.set_auto_accept(id, auto_accept_changes);
                self.dial(id, number, offer);
            }
            SipRequest::Accept { answer, auto_accept_changes } => {
                self.set_auto_accept(id, auto_accept_changes);
                self.set_state(id, SipState::Accepting);
                if let Some(leg) = self.leg_of(id) {
                    self.media(MediaCommand::AcceptAnswer { leg, answer });
                }
            }
            SipRequest::Decline { code } => self.decline(id, code),
            SipRequest::HangUp => {
                self.event(id, Transaction::Last, json!({"event": "hangingup"}), None);
                self.leave_call(id);
            }
            SipRequest::Hold => self.hold(id, true),
            SipRequest::Unhold => self.hold(id, false),
            SipRequest::DtmfInfo { digit, duration } => {
                self.event(id, Transaction::Last, json!({"event": "dtmfsent"}), None);
                let content = format!("Signal={digit}\r\nDuration={}", duration.as_millis());
                self.info_to_partner(id, "application/dtmf-relay", &content);
                if let Some((call, party)) = self.call_of(id) {
                    self.key_fact(call, party, digit);
                }
            }
            SipRequest::Info { kind, content } => {
                self.event(id, Transaction::Last, json!({"event": "infosent"}), None);
                self.info_to_partner(id, &kind, &content);
            }
            SipRequest::Update(jsep) => self.update(id, jsep),
        }
    }

    fn update(&mut self, id: u64, jsep: Jsep) {
        let Some(leg) = self.leg_of(id) else { return };
        match jsep {
            Jsep::Offer(offer) => {
                self.deadlines.cancel(&Subject::ClosedLeg(leg));
                self.event(id, Transaction::Last, json!({"event": "updating"}), None);
                self.media(MediaCommand::Answer { leg, offer });
            }
            Jsep::Answer(answer) => self.media(MediaCommand::AcceptAnswer { leg, answer }),
        }
    }

    fn hold(&mut self, id: u64, holds: bool) {
        let event = if holds { "holding" } else { "resuming" };
        self.event(id, Transaction::Last, json!({"event": event}), None);
        if let Some((call, party)) = self.call_of(id) {
            self.set_holds(call, party, holds);
        }
    }

    fn info_to_partner(&mut self, id: u64, kind: &str, content: &str) {
        let Some((call, party)) = self.call_of(id) else { return };
        let partners = self.calls.get(&call).map(|call| call.partners(party)).unwrap_or_default();
        for partner in partners {
            if let Some((_, partner)) = self.browser_at(call, partner) {
                let info = json!({"event": "info", "type": kind, "content": content});
                self.event(partner, Transaction::None, info, None);
            }
        }
    }

    fn set_auto_accept(&mut self, id: u64, auto_accept_changes: bool) {
        if let Some(handle) = self.handles.get_mut(&id) {
            handle.auto_accept_changes = auto_accept_changes;
        }
    }

    pub(super) fn set_state(&mut self, id: u64, state: SipState) {
        if let Some(handle) = self.handles.get_mut(&id) {
            handle.state = state;
        }
    }

    pub(super) fn call_of(&self, id: u64) -> Option<(CallId, PartyId)> {
        self.handles.get(&id)?.call
    }

    pub(super) fn leg_of(&self, id: u64) -> Option<LegId> {
        let (call, party) = self.call_of(id)?;
        self.party(call, party).map(|party| party.leg)
    }

    pub(super) fn sender(&self, id: u64) -> Option<Sender> {
        self.handles.get(&id).map(|handle| Sender { session: handle.session, handle: id })
    }

    /// Sends an event of the plugin; events in a call carry its id.
    pub(super) fn event(&mut self, id: u64, transaction: Transaction, result: Value, jsep: Option<OutgoingJsep<'_>>) {
        let Some(sender) = self.sender(id) else { return };
        let call_id = self.call_of(id).map(|(call, _)| call.sip_call_id());
        let transaction = match transaction {
            Transaction::Last => self.handles.get(&id).and_then(|handle| handle.last_transaction.clone()),
            Transaction::None => None,
        };
        let frame = message::event(sender, transaction.as_deref(), call_id.as_deref(), result, jsep);
        self.send(sender, frame);
    }

    /// Sends the candidates of a description, before the description.
    pub(super) fn trickle(&mut self, id: u64, description: &Description) {
        let Some(sender) = self.sender(id) else { return };
        for frame in message::trickle(sender, description) {
            self.send(sender, frame);
        }
    }

    /// Reports that the description of a change cannot be used; the call continues.
    pub(super) fn refuse_update(&mut self, id: u64) {
        let (Some(sender), Some(handle)) = (self.sender(id), self.handles.get(&id)) else { return };
        let transaction = handle.last_transaction.clone().unwrap_or_default();
        self.send(sender, message::sip_error(sender, &transaction, &SipError::bad_sdp()));
    }
}
