//! Renegotiation of an established call: new candidates after a network change (BEY-023) or a reload (BEY-024), and
//! offers of the other party.
//!
//! States: stable, making an offer, offer sent, making an answer, answer sent. An offer of the other party goes first:
//! our own offer is made again afterwards. A renegotiation that fails leaves the call unchanged, except after a reload,
//! where the call has no media without it.

use crate::fault::Fault;
use crate::frame::{Jsep, JsepKind};

/// Longest time for one step of a renegotiation.
pub const STEP_TIMEOUT_MS: u64 = 10_000;

/// State of the renegotiation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NegotiationState {
    /// No negotiation is running.
    #[default]
    Stable,
    /// The browser makes an offer.
    MakingOffer,
    /// Our offer was sent to the other party.
    OfferSent,
    /// The browser makes an answer.
    MakingAnswer,
    /// Our answer was sent to the server.
    AnswerSent,
}

/// An event of the renegotiation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NegotiationEvent {
    /// New candidates are needed.
    Restart,
    /// The page was reloaded: the browser has a new peer connection.
    Resume,
    /// The other party offers new media.
    Offered(Option<Jsep>),
    /// The browser made the description.
    Described(Jsep),
    /// The other party answered, or a step was confirmed.
    Answered(Option<Jsep>),
    /// The server received our answer.
    Updated,
    /// A step failed.
    Failed(Fault),
}

/// An action that the renegotiation requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NegotiationAction {
    /// The browser makes an offer for a new peer connection.
    MakeOffer,
    /// The browser makes an offer with new candidates.
    MakeRestart,
    /// The browser answers this offer.
    MakeAnswer(String),
    /// Send our description.
    Send(Jsep),
    /// The browser gets the answer.
    Complete(String),
    /// The media are negotiated.
    Done,
    /// The renegotiation failed; the call continues.
    Failed(Fault),
    /// The renegotiation failed; the call has no media.
    Fatal(Fault),
    /// Set the timer of the step.
    SetTimer,
    /// Cancel the timer of the step.
    CancelTimer,
}

/// The renegotiation.
#[derive(Clone, Debug, Default)]
pub struct Negotiation {
    pub(super) state: NegotiationState,
    /// Whether to start again when the state is stable.
    again: bool,
    /// Whether the call has no media until the renegotiation succeeds.
    required: bool,
}

impl Negotiation {
    /// Whether the call has no media until the renegotiation succeeds.
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// Changes the state; returns what is to be done.
    pub fn handle(&mut self, event: NegotiationEvent) -> Vec<NegotiationAction> {
        use NegotiationAction as Action;
        use NegotiationEvent as Event;
        use NegotiationState::{AnswerSent, MakingAnswer, MakingOffer, OfferSent, Stable};
        match (self.state, event) {
            (Stable, Event::Restart) => self.step(MakingOffer, Action::MakeRestart),
            (Stable, Event::Resume) => {
                self.required = true;
                self.step(MakingOffer, Action::MakeOffer)
            }
            (OfferSent | MakingAnswer | AnswerSent, Event::Restart) => {
                self.again = true;
                Vec::new()
            }
            (Stable | AnswerSent, Event::Offered(Some(offer))) => {
                self.step(MakingAnswer, Action::MakeAnswer(offer.sdp))
            }
            (MakingOffer | OfferSent, Event::Offered(Some(offer))) => {
                self.again = true;
                self.step(MakingAnswer, Action::MakeAnswer(offer.sdp))
            }
            (MakingAnswer, Event::Offered(Some(offer))) => self.step(MakingAnswer, Action::MakeAnswer(offer.sdp)),
            (MakingOffer, Event::Described(offer)) if offer.kind == JsepKind::Offer => {
                self.step(OfferSent, Action::Send(offer))
            }
            (MakingAnswer, Event::Described(answer)) if answer.kind == JsepKind::Answer => {
                self.step(AnswerSent, Action::Send(answer))
            }
            (OfferSent, Event::Answered(Some(answer))) if answer.kind == JsepKind::Answer => {
                self.settle(Some(Action::Complete(answer.sdp)))
            }
            (AnswerSent, Event::Updated) => self.settle(None),
            (MakingOffer | OfferSent | MakingAnswer | AnswerSent, Event::Failed(fault)) => {
                self.negotiation_failed(fault)
            }
            (OfferSent, Event::Answered(_))
            | (Stable | MakingOffer | OfferSent | MakingAnswer | AnswerSent, Event::Offered(None)) => {
                self.negotiation_failed(Fault::InvalidJsep)
            }
            (Stable, Event::Described(_) | Event::Answered(_) | Event::Updated | Event::Failed(_))
            | (
                MakingOffer,
                Event::Restart | Event::Resume | Event::Described(_) | Event::Answered(_) | Event::Updated,
            )
            | (OfferSent, Event::Resume | Event::Described(_) | Event::Updated)
            | (MakingAnswer, Event::Resume | Event::Described(_) | Event::Answered(_) | Event::Updated)
            | (AnswerSent, Event::Resume | Event::Described(_) | Event::Answered(_)) => Vec::new(),
        }
    }

    fn step(&mut self, state: NegotiationState, action: NegotiationAction) -> Vec<NegotiationAction> {
        self.state = state;
        vec![action, NegotiationAction::SetTimer]
    }

    fn settle(&mut self, action: Option<NegotiationAction>) -> Vec<NegotiationAction> {
        self.state = NegotiationState::Stable;
        let mut actions: Vec<NegotiationAction> = action.into_iter().collect();
        actions.extend([NegotiationAction::CancelTimer, NegotiationAction::Done]);
        if std::mem::take(&mut self.again) {
            actions.extend(self.handle(NegotiationEvent::Restart));
        } else {
            self.required = false;
        }
        actions
    }

    fn negotiation_failed(&mut self, fault: Fault) -> Vec<NegotiationAction> {
        let (fatal, again) = (std::mem::take(&mut self.required), std::mem::take(&mut self.again));
        self.state = NegotiationState::Stable;
        let failed = if fatal { NegotiationAction::Fatal(fault) } else { NegotiationAction::Failed(fault) };
        let mut actions = vec![NegotiationAction::CancelTimer, failed];
        if again && !fatal {
            actions.extend(self.handle(NegotiationEvent::Restart));
        }
        actions
    }
}
