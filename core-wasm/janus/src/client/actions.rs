//! Turns the actions of the state machines into effects, events for the area, and inputs of other state machines.

use super::{Pending, Purpose, Run, Signalling};
use crate::call::{CallAction, CallEvent, CallReport, CallTimer, LegState, Refusal, Step};
use crate::fault::Fault;
use crate::flow::{Effect, Event, Timer};
use crate::frame::{Request, RequestBody, SipRequest};
use crate::ids::Transaction;
use crate::link::{LinkAction, LinkEvent, LinkState, POLL_EVENTS, POLL_TIMEOUT_MS};
use crate::node::Carrier;
use crate::registration::{RegistrationAction, RegistrationEvent, register_request};
use crate::session::{CHECK_MS, KEEP_ALIVE_MS, REQUEST_TIMEOUT_MS, SessionAction, SessionEvent};
use wire::Secret;

impl Signalling {
    pub(super) fn on_link(&mut self, run: &mut Run, event: LinkEvent) {
        for action in self.link.handle(event) {
            match action {
                LinkAction::OpenSocket(url) => {
                    run.outcome.effects.push(Effect::OpenSocket { link: self.link.number(), url });
                }
                LinkAction::Close(link) => run.outcome.effects.push(Effect::CloseLink(link)),
                LinkAction::Poll => self.poll(run),
                LinkAction::Up => {
                    let carrier = self.link.endpoint().map(|endpoint| endpoint.carrier);
                    let keep_alive = carrier == Some(Carrier::WebSocket);
                    self.on_session(run, SessionEvent::LinkUp { keep_alive });
                }
                LinkAction::Moved => self.on_session(run, SessionEvent::LinkMoved),
                LinkAction::Down(fault) => {
                    self.on_session(run, SessionEvent::LinkDown(fault));
                    self.fail_unreceived(run);
                }
            }
        }
    }

    pub(super) fn on_session(&mut self, run: &mut Run, event: SessionEvent) {
        for action in self.session.handle(event) {
            match action {
                SessionAction::OpenLink => self.on_link(run, LinkEvent::Open),
                SessionAction::CloseLink => {
                    self.on_link(run, LinkEvent::Close);
                    self.fail_unreceived(run);
                }
                SessionAction::Request(body) => {
                    run.outcome.effects.push(Effect::SetTimer(Timer::Request, REQUEST_TIMEOUT_MS));
                    self.send(run, Purpose::Session, body);
                }
                SessionAction::KeepAlive => {
                    self.send(run, Purpose::KeepAlive, RequestBody::KeepAlive);
                    run.outcome.effects.push(Effect::SetTimer(Timer::KeepAlive, KEEP_ALIVE_MS));
                }
                SessionAction::Check => {
                    // An answer that was sent before the page stopped does not prove that the link works.
                    self.pending.retain(|pending| pending.purpose != Purpose::KeepAlive);
                    self.send(run, Purpose::KeepAlive, RequestBody::KeepAlive);
                    run.outcome.effects.push(Effect::SetTimer(Timer::KeepAlive, CHECK_MS));
                }
                SessionAction::StartKeepAlive => {
                    run.outcome.effects.push(Effect::SetTimer(Timer::KeepAlive, KEEP_ALIVE_MS));
                }
                SessionAction::StopKeepAlive => run.outcome.effects.push(Effect::CancelTimer(Timer::KeepAlive)),
                SessionAction::Poll => self.on_link(run, LinkEvent::Poll),
                SessionAction::Ready { claimed } => self.on_ready(run, claimed),
                SessionAction::Ended => {
                    self.forget_owed();
                    self.pending.clear();
                    self.on_registration(run, RegistrationEvent::Ended);
                    self.on_call(run, CallEvent::SessionEnded);
                    run.event(Event::SessionEnded);
                }
                SessionAction::Lost(fault) => {
                    // The event of the call's end may have been lost with the link. If so, the server refuses new
                    // media, because it has no such call.
                    self.restart_owed |= matches!(self.call.state(), LegState::InCall(_));
                    run.outcome.effects.push(Effect::CancelTimer(Timer::Request));
                    run.outcome.effects.push(Effect::CancelTimer(Timer::Registration));
                    run.event(Event::Lost(fault));
                }
                SessionAction::Closed => {
                    run.outcome.effects.push(Effect::CancelTimer(Timer::Request));
                    self.pending.clear();
                    // Otherwise a call that arrived while the session was being ended would not be ended.
                    self.on_call(run, CallEvent::SessionEnded);
                    run.event(Event::Disconnected);
                }
                SessionAction::Fault(fault) => run.event(Event::Fault(fault)),
            }
        }
    }

    fn on_ready(&mut self, run: &mut Run, claimed: bool) {
        run.outcome.effects.push(Effect::CancelTimer(Timer::Request));
        self.claimed = claimed;
        run.event(Event::Connected { claimed });
        self.on_registration(run, RegistrationEvent::Ready);
        self.send_owed_end(run);
        if let Some(hold) = self.resume_call.take() {
            self.on_call(run, CallEvent::Resumed(hold));
        }
        if std::mem::take(&mut self.restart_owed) {
            self.on_call(run, CallEvent::RestartIce);
        }
    }

    /// Sends the end of a call that ended on this page while the link transmitted no requests.
    pub(super) fn send_owed_end(&mut self, run: &mut Run) {
        if self.unavailable().is_none()
            && let Some(request) = self.end_owed.take()
        {
            self.end_request = Some(request.clone());
            self.send_to_plugin(run, Purpose::Call(self.call_number, Step::End), request);
        }
    }

    pub(super) fn on_registration(&mut self, run: &mut Run, event: RegistrationEvent) {
        for action in self.registration.handle(event) {
            match action {
                RegistrationAction::Send => {
                    if let Some(request) = self.account.as_ref().map(register_request) {
                        self.send_to_plugin(run, Purpose::Register, request);
                    }
                }
                RegistrationAction::SetTimer(after_ms) => {
                    run.outcome.effects.push(Effect::SetTimer(Timer::Registration, after_ms));
                }
                RegistrationAction::CancelTimer => {
                    run.outcome.effects.push(Effect::CancelTimer(Timer::Registration));
                }
                RegistrationAction::Registered => run.event(Event::Registered),
                RegistrationAction::Retries { code, after_ms } => {
                    run.event(Event::RegistrationRetries { code, after_ms });
                }
                RegistrationAction::Refused(code) => run.event(Event::RegistrationRefused { code }),
            }
        }
    }

    pub(super) fn on_call(&mut self, run: &mut Run, event: CallEvent) {
        let actions = self.call.handle(event);
        self.run_call(run, actions);
    }

    pub(super) fn run_call(&mut self, run: &mut Run, actions: Vec<CallAction>) {
        let mut unsent = Vec::new();
        for action in actions {
            match action {
                CallAction::Begin => {
                    self.call_number = self.call_number.next();
                    (self.call_id, self.end_request) = (None, None);
                }
                CallAction::Send(step, body, jsep) => {
                    if step == Step::End {
                        self.end_request = Some(body.clone());
                    }
                    let purpose = Purpose::Call(self.call_number, step);
                    match self.unavailable() {
                        Some(fault) => unsent.push((step, fault)),
                        None => self.send(run, purpose, RequestBody::Message { body, jsep }),
                    }
                }
                CallAction::CloseConnection => {
                    // Without a link no request is sent: only the plugin is asked to hang up after the claim.
                    if self.unavailable().is_none() {
                        self.send(run, Purpose::Connection(self.call_number), RequestBody::HangUp);
                    }
                }
                CallAction::Trickle(candidates) => match self.unavailable() {
                    Some(fault) => run.event(Event::Fault(fault)),
                    None => self.send(run, Purpose::Trickle, RequestBody::Trickle(candidates)),
                },
                CallAction::Peer(effect) => run.outcome.effects.push(Effect::Peer(self.call_number, effect)),
                CallAction::SetTimer(timer, after_ms) => {
                    run.outcome.effects.push(Effect::SetTimer(timer_of(timer), after_ms));
                }
                CallAction::CancelTimer(timer) => run.outcome.effects.push(Effect::CancelTimer(timer_of(timer))),
                CallAction::Report(report) => {
                    if matches!(report, CallReport::Ended(_)) {
                        self.ended_call_id = self.call_id.take().or(self.ended_call_id.take());
                        // The client does not wait for the events of these requests any more.
                        self.pending
                            .retain(|pending| !(pending.acknowledged && matches!(pending.purpose, Purpose::Call(..))));
                    }
                    run.event(Event::Call(self.call_number, report));
                }
                CallAction::Fault(fault) => run.event(Event::Fault(fault)),
            }
        }
        // Runs after the other actions, because the call must not end in between.
        for (step, fault) in unsent {
            self.owe_end(step);
            self.on_call(run, CallEvent::Refused(step, Refusal::Fault(fault)));
        }
    }

    /// The server still has the call if the session can be claimed.
    pub(super) fn owe_end(&mut self, step: Step) {
        if step == Step::End && self.session.id().is_some() {
            self.end_owed = self.end_request.take();
        }
    }

    /// Requests that may have been lost with the link. The session repeats its own requests when it connects again.
    fn fail_unreceived(&mut self, run: &mut Run) {
        let pending = std::mem::take(&mut self.pending);
        for Pending { purpose, acknowledged, .. } in pending {
            match purpose {
                Purpose::Call(call, step) if !acknowledged => {
                    self.owe_end(step);
                    self.on_refused(run, call, step, Refusal::Fault(Fault::LostConnection));
                }
                Purpose::Call(..)
                | Purpose::Connection(_)
                | Purpose::Session
                | Purpose::KeepAlive
                | Purpose::Register
                | Purpose::Trickle => {}
            }
        }
    }

    fn send_to_plugin(&mut self, run: &mut Run, purpose: Purpose, body: SipRequest) {
        if self.unavailable().is_none() {
            self.send(run, purpose, RequestBody::Message { body, jsep: None });
        }
    }

    fn send(&mut self, run: &mut Run, purpose: Purpose, body: RequestBody) {
        let Some(endpoint) = self.link.endpoint().filter(|_| self.link.state() == LinkState::Open) else { return };
        let to_handle = match purpose {
            Purpose::Register | Purpose::Call(..) | Purpose::Connection(_) | Purpose::Trickle => true,
            Purpose::Session | Purpose::KeepAlive => false,
        };
        let request = Box::new(Request {
            transaction: Transaction::random(run.random),
            session: self.session.id(),
            handle: self.session.handle_id().filter(|_| to_handle),
            credentials: self.credentials.clone(),
            body,
        });
        self.pending.push(Pending { transaction: request.transaction.clone(), purpose, acknowledged: false });
        let link = self.link.number();
        run.outcome.effects.push(match endpoint.carrier {
            Carrier::WebSocket => Effect::Send(link, request),
            Carrier::LongPoll => {
                let url = format!("{}{}", endpoint.url, request.path());
                Effect::Post { link, url, request }
            }
        });
    }

    /// Asks for events of the session (Janus documentation, "The long poll").
    fn poll(&mut self, run: &mut Run) {
        let (Some(endpoint), Some(session)) = (self.link.endpoint(), self.session.id()) else { return };
        // A unique value, so that no cache answers the request.
        let request = Transaction::random(run.random);
        let mut url = format!("{}/{}?rid={}&maxev={POLL_EVENTS}", endpoint.url, session.0, request.0);
        for (name, value) in [("token", &self.credentials.token), ("apisecret", &self.credentials.api_secret)] {
            if let Some(value) = value {
                url.push_str(&format!("&{name}={}", encoded(value.expose())));
            }
        }
        let link = self.link.number();
        run.outcome.effects.push(Effect::Poll { link, url: Secret::new(url), timeout_ms: POLL_TIMEOUT_MS });
    }
}

fn timer_of(timer: CallTimer) -> Timer {
    match timer {
        CallTimer::Step => Timer::Call,
        CallTimer::Negotiation => Timer::Negotiation,
    }
}

/// Percent-encoding of a query value.
fn encoded(value: &str) -> String {
    let mut text = String::new();
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}
