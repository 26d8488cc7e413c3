//! The state machine of one call (Janus documentation, "SIP plugin API"; spec session §4 "Incoming call", "Hangup").
//!
//! Outgoing: idle → offering (the browser makes the offer) → outgoing (dialling, ringing, early media) → in call.
//! Incoming: idle → incoming → answering (the browser makes the answer) → accepting → in call. An end that the agent or
//! a failure requests goes through hanging up, which ends automatically if the server does not confirm it. Janus
//! refuses a new description with error 471 or 490 for up to 1 s after a call, so such a request is repeated.

use super::actions::{add, confirmed, refusal_fault, send_tones, send_tones_by_info, trickle};
use super::candidates::Candidates;
use super::negotiation::{Negotiation, NegotiationAction, NegotiationEvent, STEP_TIMEOUT_MS};
use super::types::{
    CallAction, CallEvent, CallReport, CallTimer, FarEnd, HoldState, LegState, PeerEffect, Refusal, Step,
};
use super::{CallEnd, EndCause};
use crate::fault::Fault;
use crate::flow::AnswerMode;
use crate::frame::{Jsep, JsepKind, SipRequest, Trickle};

/// Longest time that the server takes to confirm a hang-up.
const HANG_UP_TIMEOUT_MS: u64 = 5_000;
/// Delay before a request is repeated that Janus refused because it is cleaning up (error 471).
const CLEAN_UP_MS: u64 = 250;
/// Most repetitions: twice the second that the clean-up takes.
const CLEAN_UP_REPEATS: u32 = 8;
/// "Still cleaning a previous session" (Janus `apierror.h`), and an unnamed error ("Error setting ICE locally") at the
/// beginning of the clean-up.
const STILL_CLEANING: [u16; 2] = [471, 490];
/// SIP code of a call that the agent declines: "busy here", so that the network may offer it to another agent.
const DECLINED: u16 = 486;
/// SIP code of a call that rang while the page was reloaded: temporarily unavailable.
pub const UNAVAILABLE: u16 = 480;
/// SIP code of a call that the browser cannot answer.
const NOT_ACCEPTABLE: u16 = 488;
/// Tones of the agent channel (VOI-025, VOI-026).
const ACCEPT_TONE: &str = "#";
const REJECT_TONE: &str = "*";

/// The call.
#[derive(Clone, Debug, Default)]
pub struct Call {
    state: LegState,
    mode: AnswerMode,
    /// Address of an outgoing call whose offer is being made.
    uri: String,
    /// Offer of an incoming call that is not answered yet.
    offer: String,
    /// The last request with a session description, for a repetition.
    described: Option<(Step, SipRequest, Jsep)>,
    repeats: u32,
    repeat_due: bool,
    candidates: Candidates,
    negotiation: Negotiation,
}

impl Call {
    /// A state machine without a call.
    pub fn new(mode: AnswerMode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// State.
    pub fn state(&self) -> LegState {
        self.state
    }

    /// A local candidate.
    pub fn local_candidate(&mut self, candidate: Trickle) -> Vec<CallAction> {
        match self.state {
            LegState::Idle | LegState::Incoming | LegState::HangingUp(_) => Vec::new(),
            LegState::Offering
            | LegState::Outgoing(_)
            | LegState::Answering
            | LegState::Accepting
            | LegState::InCall(_) => trickle(self.candidates.add_local(candidate)),
        }
    }

    /// A remote candidate. The first ones of an incoming call come before the call.
    pub fn remote_candidate(&mut self, candidate: Trickle) -> Vec<CallAction> {
        add(self.candidates.add_remote(candidate))
    }

    /// The server received the request. A hang-up closes the peer connection only now: closed before, it would reach the
    /// server first and look like a failure.
    pub fn acknowledged(&mut self, step: Step) -> Vec<CallAction> {
        if step == Step::End && matches!(self.state, LegState::HangingUp(_)) {
            return vec![CallAction::Peer(PeerEffect::Close)];
        }
        let expected = self.described.as_ref().is_some_and(|(last, _, _)| *last == step);
        if expected { trickle(self.candidates.server_has_description()) } else { Vec::new() }
    }

    /// Changes the state; returns the actions to execute.
    pub fn handle(&mut self, event: CallEvent) -> Vec<CallAction> {
        use CallEvent as Event;
        use FarEnd::{Dialling, EarlyMedia, Ringing};
        use LegState::{Accepting, Answering, HangingUp, Idle, InCall, Incoming, Offering, Outgoing};
        match (self.state, event) {
            (Idle, Event::Dial(uri)) => self.dial(uri),
            (Idle, Event::Incoming { caller, display_name, headers, offer }) => {
                self.incoming(offer, CallReport::Incoming { caller, display_name, headers })
            }
            // The server has one call per handle, so a new call means that the earlier one has ended.
            (
                Offering | Outgoing(_) | Incoming | Answering | Accepting | InCall(_),
                Event::Incoming { caller, display_name, headers, offer },
            ) => {
                let mut actions = self.end(CallEnd::lost());
                actions.extend(self.incoming(offer, CallReport::Incoming { caller, display_name, headers }));
                actions
            }
            (HangingUp(end), Event::Incoming { caller, display_name, headers, offer }) => {
                let mut actions = self.end(end);
                actions.extend(self.incoming(offer, CallReport::Incoming { caller, display_name, headers }));
                actions
            }
            (Idle, Event::Resumed(hold)) => self.resume(hold),
            (Offering, Event::Described(offer)) if offer.kind == JsepKind::Offer => self.send_call(offer),
            (Offering, Event::Described(_)) => self.end(CallEnd::by_failure(Fault::InvalidJsep)),
            (Offering, Event::DescriptionFailed(fault)) => self.end(CallEnd::by_failure(fault)),
            (Offering, Event::TimerDue(CallTimer::Step)) => self.end(CallEnd::by_failure(Fault::TimedOut)),
            (Offering, Event::HangUp | Event::Decline) => self.end(CallEnd::by_agent(EndCause::Canceled)),
            (Outgoing(Dialling), Event::Ringing) => {
                self.state = Outgoing(Ringing);
                vec![CallAction::Report(CallReport::Ringing)]
            }
            (Outgoing(Dialling | Ringing), Event::Progress(Some(answer))) => {
                self.complete(Outgoing(EarlyMedia), answer, CallReport::EarlyMedia)
            }
            (Outgoing(Dialling | Ringing), Event::Accepted(Some(answer))) => {
                self.complete(InCall(HoldState::Active), answer, CallReport::Accepted)
            }
            (Outgoing(EarlyMedia), Event::Accepted(_)) => {
                self.state = InCall(HoldState::Active);
                vec![CallAction::Report(CallReport::Accepted)]
            }
            (Outgoing(Dialling | Ringing), Event::Accepted(None)) => self.hang_up_after(Fault::InvalidJsep),
            (Outgoing(_), Event::HangUp | Event::Decline) => {
                self.hang_up(SipRequest::Hangup, CallEnd::by_agent(EndCause::Canceled))
            }
            (Outgoing(EarlyMedia), Event::Tones(tones)) => send_tones(tones),
            (Incoming, Event::Accept) => self.answer(),
            (Incoming | Answering, Event::Decline | Event::HangUp) => {
                self.hang_up(SipRequest::Decline { code: DECLINED }, CallEnd::by_agent(EndCause::Rejected))
            }
            (Answering, Event::Described(answer)) if answer.kind == JsepKind::Answer => self.send_accept(answer),
            (Answering, Event::Described(_)) => {
                self.hang_up(SipRequest::Decline { code: NOT_ACCEPTABLE }, CallEnd::by_failure(Fault::InvalidJsep))
            }
            (Answering, Event::DescriptionFailed(fault)) => {
                self.hang_up(SipRequest::Decline { code: NOT_ACCEPTABLE }, CallEnd::by_failure(fault))
            }
            (Answering, Event::TimerDue(CallTimer::Step)) => {
                self.hang_up(SipRequest::Decline { code: NOT_ACCEPTABLE }, CallEnd::by_failure(Fault::TimedOut))
            }
            (Accepting, Event::Accepted(_)) => {
                self.state = InCall(HoldState::Active);
                vec![CallAction::CancelTimer(CallTimer::Step), CallAction::Report(CallReport::Accepted)]
            }
            (Accepting, Event::HangUp | Event::Decline) => {
                self.hang_up(SipRequest::Hangup, CallEnd::by_agent(EndCause::Normal))
            }
            (Outgoing(_) | Accepting, Event::TimerDue(CallTimer::Step)) if self.repeat_due => self.repeat(),
            (Accepting, Event::TimerDue(CallTimer::Step)) => self.hang_up_after(Fault::TimedOut),
            (Outgoing(_), Event::Refused(Step::Dial, refusal)) | (Accepting, Event::Refused(Step::Accept, refusal)) => {
                self.refused(refusal)
            }
            (Outgoing(_) | Accepting | InCall(_), Event::PeerClosed) => self.peer_closed(),
            (Outgoing(_) | Accepting, Event::DescriptionFailed(fault)) => self.hang_up_after(fault),
            (InCall(_), Event::HangUp) => self.hang_up(SipRequest::Hangup, CallEnd::by_agent(EndCause::Normal)),
            (InCall(_), Event::Accept) => match self.mode {
                AnswerMode::AgentChannel => send_tones(ACCEPT_TONE.to_owned()),
                AnswerMode::Manual => Vec::new(),
            },
            (InCall(_), Event::Decline) => match self.mode {
                AnswerMode::AgentChannel => send_tones(REJECT_TONE.to_owned()),
                AnswerMode::Manual => Vec::new(),
            },
            (InCall(_), Event::Tones(tones)) => send_tones(tones),
            (InCall(_), Event::TonesRefused(tones)) => send_tones_by_info(&tones),
            (InCall(HoldState::Active), Event::Hold) => {
                self.hold_step(HoldState::Holding, Step::Hold, SipRequest::Hold)
            }
            (InCall(HoldState::Held), Event::Unhold) => {
                self.hold_step(HoldState::Resuming, Step::Unhold, SipRequest::Unhold)
            }
            // This also happens without a request of this page: the voice server reports the state of the call of a reloaded
            // page.
            (InCall(HoldState::Active | HoldState::Holding), Event::Holding) => {
                self.held(HoldState::Held, CallReport::Held)
            }
            (InCall(HoldState::Held | HoldState::Resuming), Event::Resuming) => {
                self.held(HoldState::Active, CallReport::Unheld)
            }
            (InCall(HoldState::Holding), Event::Refused(Step::Hold, refusal)) => {
                self.hold_refused(HoldState::Active, refusal)
            }
            (InCall(HoldState::Resuming), Event::Refused(Step::Unhold, refusal)) => {
                self.hold_refused(HoldState::Held, refusal)
            }
            (InCall(HoldState::Holding), Event::TimerDue(CallTimer::Step)) => {
                self.hold_refused(HoldState::Active, Refusal::Fault(Fault::TimedOut))
            }
            (InCall(HoldState::Resuming), Event::TimerDue(CallTimer::Step)) => {
                self.hold_refused(HoldState::Held, Refusal::Fault(Fault::TimedOut))
            }
            // If the link was lost, the event of the end was lost too, because events are sent only once. After a
            // reload the server has kept the events, and they follow.
            (InCall(_), Event::Refused(Step::Update, refusal))
                if refusal.says_no_call() && !self.negotiation.is_required() =>
            {
                self.end(CallEnd::lost())
            }
            (InCall(_), Event::Refused(Step::Update, refusal)) => {
                self.negotiate(NegotiationEvent::Failed(refusal_fault(refusal)))
            }
            (InCall(_), Event::Refused(Step::Tone, refusal)) => vec![CallAction::Fault(refusal_fault(refusal))],
            (InCall(_), Event::RestartIce) => self.negotiate(NegotiationEvent::Restart),
            (InCall(_), Event::UpdatingCall(offer)) => self.negotiate(NegotiationEvent::Offered(offer)),
            (InCall(_), Event::Described(jsep)) => self.negotiate(NegotiationEvent::Described(jsep)),
            (InCall(_), Event::DescriptionFailed(fault)) => self.negotiate(NegotiationEvent::Failed(fault)),
            (InCall(_), Event::Accepted(answer)) => self.negotiate(NegotiationEvent::Answered(answer)),
            (InCall(_), Event::Updated(None)) => self.negotiate(NegotiationEvent::Updated),
            (InCall(_), Event::Updated(answer)) => self.negotiate(NegotiationEvent::Answered(answer)),
            (InCall(_), Event::TimerDue(CallTimer::Negotiation)) => {
                self.negotiate(NegotiationEvent::Failed(Fault::TimedOut))
            }
            (Offering | Outgoing(_) | Incoming | Answering | Accepting | InCall(_), Event::HungUp(hangup)) => {
                self.end(CallEnd::by_remote(&hangup))
            }
            (HangingUp(end), Event::HungUp(hangup)) => self.end(confirmed(end, &hangup)),
            (HangingUp(end), Event::TimerDue(CallTimer::Step) | Event::Refused(Step::End, _) | Event::SessionEnded)
            | (HangingUp(end), Event::Disconnected | Event::ConnectionClosed) => self.end(end),
            (Offering | Outgoing(_) | Incoming | Answering | Accepting | InCall(_), Event::SessionEnded) => {
                self.end(CallEnd::lost())
            }
            (Offering | Outgoing(_) | Incoming | Answering | Accepting | InCall(_), Event::Disconnected) => {
                self.end(CallEnd::by_agent(EndCause::Canceled))
            }
            (
                Idle,
                Event::Accept
                | Event::Decline
                | Event::HangUp
                | Event::Hold
                | Event::Unhold
                | Event::Tones(_)
                | Event::RestartIce
                | Event::Described(_)
                | Event::DescriptionFailed(_)
                | Event::TonesRefused(_)
                | Event::Ringing
                | Event::Progress(_)
                | Event::Accepted(_)
                | Event::UpdatingCall(_)
                | Event::Updated(_)
                | Event::Holding
                | Event::Resuming
                | Event::HungUp(_)
                | Event::Refused(..)
                | Event::PeerClosed
                | Event::ConnectionClosed
                | Event::TimerDue(_)
                | Event::SessionEnded
                | Event::Disconnected,
            )
            | (
                Offering | Outgoing(_) | Incoming | Answering | Accepting | InCall(_) | HangingUp(_),
                Event::Dial(_) | Event::Resumed(_),
            )
            | (
                Offering | Outgoing(_) | Incoming | Answering | Accepting | HangingUp(_),
                Event::Hold
                | Event::Unhold
                | Event::RestartIce
                | Event::TonesRefused(_)
                | Event::UpdatingCall(_)
                | Event::Updated(_)
                | Event::Holding
                | Event::Resuming
                | Event::TimerDue(CallTimer::Negotiation),
            )
            | (Offering | Incoming | Answering | Accepting | HangingUp(_), Event::Tones(_))
            | (Outgoing(Dialling | Ringing), Event::Tones(_))
            | (Offering | Outgoing(_) | Answering | Accepting | HangingUp(_), Event::Accept)
            | (Offering | Incoming | Answering | HangingUp(_), Event::Accepted(_) | Event::PeerClosed)
            | (Offering | Outgoing(_) | Incoming | Answering | Accepting | InCall(_), Event::ConnectionClosed)
            | (
                Offering | Incoming | Answering | Accepting | InCall(_) | HangingUp(_),
                Event::Ringing | Event::Progress(_),
            )
            | (Outgoing(Ringing | EarlyMedia), Event::Ringing)
            | (Outgoing(EarlyMedia), Event::Progress(Some(_)))
            | (Outgoing(_), Event::Progress(None) | Event::Described(_) | Event::TimerDue(CallTimer::Step))
            | (Incoming | HangingUp(_), Event::Described(_) | Event::DescriptionFailed(_))
            | (Accepting, Event::Described(_))
            | (Incoming, Event::TimerDue(CallTimer::Step))
            | (
                Offering | Outgoing(_) | Incoming | Answering | Accepting | InCall(_) | HangingUp(_),
                Event::Refused(..),
            )
            | (HangingUp(_), Event::Decline | Event::HangUp)
            | (InCall(HoldState::Holding | HoldState::Held | HoldState::Resuming), Event::Hold)
            | (InCall(HoldState::Active | HoldState::Holding | HoldState::Resuming), Event::Unhold)
            | (InCall(HoldState::Held | HoldState::Resuming), Event::Holding)
            | (InCall(HoldState::Active | HoldState::Holding), Event::Resuming)
            | (InCall(HoldState::Active | HoldState::Held), Event::TimerDue(CallTimer::Step)) => Vec::new(),
        }
    }

    fn dial(&mut self, uri: String) -> Vec<CallAction> {
        self.state = LegState::Offering;
        self.uri = uri;
        vec![
            CallAction::Begin,
            CallAction::Peer(PeerEffect::Offer),
            CallAction::SetTimer(CallTimer::Step, STEP_TIMEOUT_MS),
        ]
    }

    fn incoming(&mut self, offer: Option<Jsep>, report: CallReport) -> Vec<CallAction> {
        let Some(offer) = offer.filter(|offer| offer.kind == JsepKind::Offer) else {
            let decline = SipRequest::Decline { code: NOT_ACCEPTABLE };
            return vec![CallAction::Fault(Fault::InvalidJsep), CallAction::Send(Step::End, decline, None)];
        };
        self.state = LegState::Incoming;
        self.offer = offer.sdp;
        let mut actions = vec![CallAction::Begin, CallAction::Report(report)];
        match self.mode {
            AnswerMode::Manual => {}
            AnswerMode::AgentChannel => actions.extend(self.answer()),
        }
        actions
    }

    fn resume(&mut self, hold: HoldState) -> Vec<CallAction> {
        self.state = LegState::InCall(hold);
        let mut actions = vec![CallAction::Begin, CallAction::Report(CallReport::Resumed)];
        if hold == HoldState::Held {
            actions.push(CallAction::Report(CallReport::Held));
        }
        actions.extend(self.negotiate(NegotiationEvent::Resume));
        actions
    }

    fn answer(&mut self) -> Vec<CallAction> {
        self.state = LegState::Answering;
        let offer = std::mem::take(&mut self.offer);
        let mut actions = vec![CallAction::Peer(PeerEffect::Answer(offer))];
        actions.extend(add(self.candidates.browser_has_description()));
        actions.push(CallAction::SetTimer(CallTimer::Step, STEP_TIMEOUT_MS));
        actions
    }

    fn send_call(&mut self, offer: Jsep) -> Vec<CallAction> {
        self.state = LegState::Outgoing(FarEnd::Dialling);
        let request = SipRequest::Call { uri: std::mem::take(&mut self.uri), autoaccept_reinvites: false };
        let mut actions = vec![CallAction::CancelTimer(CallTimer::Step)];
        actions.extend(self.send_described(Step::Dial, request, offer));
        actions.push(CallAction::Report(CallReport::Dialling));
        actions
    }

    fn send_accept(&mut self, answer: Jsep) -> Vec<CallAction> {
        self.state = LegState::Accepting;
        let request = SipRequest::Accept { autoaccept_reinvites: false };
        let mut actions = self.send_described(Step::Accept, request, answer);
        actions.push(CallAction::SetTimer(CallTimer::Step, STEP_TIMEOUT_MS));
        actions
    }

    /// Sends a session description and keeps it for a repetition.
    fn send_described(&mut self, step: Step, request: SipRequest, jsep: Jsep) -> Vec<CallAction> {
        self.described = Some((step, request.clone(), jsep.clone()));
        vec![CallAction::Send(step, request, Some(jsep))]
    }

    fn complete(&mut self, state: LegState, answer: Jsep, report: CallReport) -> Vec<CallAction> {
        if answer.kind != JsepKind::Answer {
            return self.hang_up_after(Fault::InvalidJsep);
        }
        self.state = state;
        let mut actions =
            vec![CallAction::CancelTimer(CallTimer::Step), CallAction::Peer(PeerEffect::Complete(answer.sdp))];
        actions.extend(add(self.candidates.browser_has_description()));
        actions.push(CallAction::Report(report));
        actions
    }

    fn refused(&mut self, refusal: Refusal) -> Vec<CallAction> {
        match refusal {
            Refusal::Code(code) if STILL_CLEANING.contains(&code) && self.repeats < CLEAN_UP_REPEATS => {
                self.repeats += 1;
                self.repeat_due = true;
                vec![CallAction::SetTimer(CallTimer::Step, CLEAN_UP_MS)]
            }
            Refusal::Code(_) | Refusal::Fault(_) => self.hang_up_after(refusal_fault(refusal)),
        }
    }

    fn repeat(&mut self) -> Vec<CallAction> {
        self.repeat_due = false;
        let Some((step, request, jsep)) = self.described.clone() else { return Vec::new() };
        let mut actions = vec![CallAction::Send(step, request, Some(jsep))];
        if self.state == LegState::Accepting {
            actions.push(CallAction::SetTimer(CallTimer::Step, STEP_TIMEOUT_MS));
        }
        actions
    }

    fn hold_step(&mut self, state: HoldState, step: Step, request: SipRequest) -> Vec<CallAction> {
        self.state = LegState::InCall(state);
        vec![CallAction::Send(step, request, None), CallAction::SetTimer(CallTimer::Step, STEP_TIMEOUT_MS)]
    }

    fn held(&mut self, state: HoldState, report: CallReport) -> Vec<CallAction> {
        self.state = LegState::InCall(state);
        vec![CallAction::CancelTimer(CallTimer::Step), CallAction::Report(report)]
    }

    fn hold_refused(&mut self, state: HoldState, refusal: Refusal) -> Vec<CallAction> {
        self.state = LegState::InCall(state);
        vec![CallAction::CancelTimer(CallTimer::Step), CallAction::Fault(refusal_fault(refusal))]
    }

    fn hang_up_after(&mut self, fault: Fault) -> Vec<CallAction> {
        self.hang_up(SipRequest::Hangup, CallEnd::by_failure(fault))
    }

    fn hang_up(&mut self, request: SipRequest, end: CallEnd) -> Vec<CallAction> {
        self.state = LegState::HangingUp(end);
        vec![
            CallAction::Send(Step::End, request, None),
            CallAction::CancelTimer(CallTimer::Negotiation),
            CallAction::SetTimer(CallTimer::Step, HANG_UP_TIMEOUT_MS),
        ]
    }

    /// The plugin ends the SIP call itself when its peer connection is closed.
    fn peer_closed(&mut self) -> Vec<CallAction> {
        self.state = LegState::HangingUp(CallEnd::by_failure(Fault::LostConnection));
        vec![CallAction::CancelTimer(CallTimer::Negotiation), CallAction::SetTimer(CallTimer::Step, HANG_UP_TIMEOUT_MS)]
    }

    fn end(&mut self, end: CallEnd) -> Vec<CallAction> {
        *self = Self::new(self.mode);
        vec![
            CallAction::Peer(PeerEffect::Close),
            CallAction::CancelTimer(CallTimer::Step),
            CallAction::CancelTimer(CallTimer::Negotiation),
            CallAction::Report(CallReport::Ended(end)),
        ]
    }

    fn negotiate(&mut self, event: NegotiationEvent) -> Vec<CallAction> {
        let mut actions = Vec::new();
        for action in self.negotiation.handle(event) {
            actions.extend(self.negotiation_action(action));
        }
        actions
    }

    fn negotiation_action(&mut self, action: NegotiationAction) -> Vec<CallAction> {
        match action {
            NegotiationAction::MakeOffer => {
                self.candidates.offer_again();
                vec![CallAction::Peer(PeerEffect::Offer)]
            }
            NegotiationAction::MakeRestart => {
                self.candidates.offer_again();
                vec![CallAction::Peer(PeerEffect::RestartIce)]
            }
            NegotiationAction::MakeAnswer(offer) => {
                self.candidates.answer_again();
                let mut actions = vec![CallAction::Peer(PeerEffect::Answer(offer))];
                actions.extend(add(self.candidates.browser_has_description()));
                actions
            }
            NegotiationAction::Send(jsep) => self.send_described(Step::Update, SipRequest::Update, jsep),
            NegotiationAction::Complete(answer) => {
                let mut actions = vec![CallAction::Peer(PeerEffect::Complete(answer))];
                actions.extend(add(self.candidates.browser_has_description()));
                actions
            }
            NegotiationAction::Done => vec![CallAction::Report(CallReport::Renegotiated)],
            NegotiationAction::Failed(fault) => vec![CallAction::Fault(fault)],
            NegotiationAction::Fatal(fault) => {
                let mut actions = self.hang_up_after(fault);
                actions.push(CallAction::CloseConnection);
                actions
            }
            NegotiationAction::SetTimer => vec![CallAction::SetTimer(CallTimer::Negotiation, STEP_TIMEOUT_MS)],
            NegotiationAction::CancelTimer => vec![CallAction::CancelTimer(CallTimer::Negotiation)],
        }
    }
}
