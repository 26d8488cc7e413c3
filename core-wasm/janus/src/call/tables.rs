//! Every state and event of call and renegotiation, for the snapshots.

use super::negotiation::{Negotiation, NegotiationEvent};
use super::{Call, CallAction, CallEvent, CallTimer, HoldState, LegState, PeerEffect, Refusal, Step};
use crate::fault::Fault;
use crate::flow::AnswerMode;
use crate::frame::{JsepKind, SipHangup, SipRequest};
use crate::testing::{answer, name_of_sip, offer};
use crate::tests::tables::append_state_to_table;
use std::collections::BTreeMap;
use std::fmt;

/// The name of an event, with the fields that distinguish it.
#[derive(Clone)]
struct Named(CallEvent);

impl fmt::Debug for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:?}", self.0);
        let name = text.split(['(', ' ']).next().unwrap_or_default();
        match &self.0 {
            CallEvent::Progress(jsep)
            | CallEvent::Accepted(jsep)
            | CallEvent::UpdatingCall(jsep)
            | CallEvent::Updated(jsep) => {
                write!(formatter, "{name}{}", if jsep.is_some() { " with description" } else { "" })
            }
            CallEvent::Described(jsep) => write!(formatter, "{name} {:?}", jsep.kind),
            CallEvent::Incoming { offer, .. } => {
                write!(formatter, "{name}{}", if offer.is_some() { " with offer" } else { "" })
            }
            CallEvent::TimerDue(_) | CallEvent::Refused(..) | CallEvent::Resumed(_) => write!(formatter, "{text}"),
            CallEvent::HungUp(hangup) => write!(formatter, "{name} {:?}", hangup.code),
            _ => write!(formatter, "{name}"),
        }
    }
}

/// A short text for an action.
struct Short(CallAction);

impl fmt::Debug for Short {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            CallAction::Send(_, SipRequest::Decline { code }, _) => write!(formatter, "Send decline {code}"),
            CallAction::Send(_, request, jsep) => {
                let kind = match jsep.as_ref().map(|jsep| jsep.kind) {
                    Some(JsepKind::Offer) => " offer",
                    Some(JsepKind::Answer) => " answer",
                    None => "",
                };
                write!(formatter, "Send {}{kind}", name_of_sip(request))
            }
            CallAction::Peer(PeerEffect::Tones { tones, .. }) => write!(formatter, "Tones {tones}"),
            CallAction::Peer(effect) => write!(formatter, "Peer {effect:?}"),
            CallAction::Report(report) => write!(formatter, "{report:?}"),
            other => write!(formatter, "{other:?}"),
        }
    }
}

fn incoming(with_offer: bool) -> CallEvent {
    CallEvent::Incoming {
        caller: "c".to_owned(),
        display_name: "n".to_owned(),
        headers: BTreeMap::new(),
        offer: with_offer.then(offer),
    }
}

fn hung_up(code: u16) -> CallEvent {
    CallEvent::HungUp(SipHangup { code: Some(code), reason: String::new(), q850: None })
}

fn events() -> Vec<Named> {
    use CallEvent as Event;
    let mut events = vec![
        Event::Dial("d".to_owned()),
        Event::Accept,
        Event::Decline,
        Event::HangUp,
        Event::Hold,
        Event::Unhold,
        Event::Tones("1".to_owned()),
        Event::RestartIce,
        Event::Described(offer()),
        Event::Described(answer()),
        Event::DescriptionFailed(Fault::NoAudioDevice),
        Event::TonesRefused("1".to_owned()),
        Event::Ringing,
        Event::Progress(None),
        Event::Progress(Some(answer())),
        incoming(true),
        incoming(false),
        Event::Accepted(None),
        Event::Accepted(Some(answer())),
        Event::UpdatingCall(None),
        Event::UpdatingCall(Some(offer())),
        Event::Updated(None),
        Event::Updated(Some(answer())),
        Event::Holding,
        Event::Resuming,
        hung_up(200),
        hung_up(404),
        Event::PeerClosed,
        Event::ConnectionClosed,
        Event::TimerDue(CallTimer::Step),
        Event::TimerDue(CallTimer::Negotiation),
        Event::Resumed(HoldState::Active),
        Event::Resumed(HoldState::Held),
        Event::SessionEnded,
        Event::Disconnected,
    ];
    for step in [Step::Dial, Step::Accept, Step::End, Step::Hold, Step::Unhold, Step::Update, Step::Tone] {
        events.push(Event::Refused(step, Refusal::Code(447)));
    }
    for step in [Step::Dial, Step::Accept] {
        events.push(Event::Refused(step, Refusal::Code(471)));
    }
    events.into_iter().map(Named).collect()
}

/// The sequences of events that lead to every state.
fn states() -> Vec<(&'static str, AnswerMode, Vec<CallEvent>)> {
    use AnswerMode::{AgentChannel, Manual};
    use CallEvent as Event;
    let dial = || Event::Dial("d".to_owned());
    let dialling = || vec![dial(), Event::Described(offer())];
    let talking = || [dialling(), vec![Event::Accepted(Some(answer()))]].concat();
    let with = |mut history: Vec<CallEvent>, more: &[CallEvent]| {
        history.extend_from_slice(more);
        history
    };
    vec![
        ("Idle", Manual, vec![]),
        ("Idle in agent-channel mode", AgentChannel, vec![]),
        ("Offering", Manual, vec![dial()]),
        ("Outgoing(Dialling)", Manual, dialling()),
        (
            "Outgoing(Dialling) refused by a clean-up",
            Manual,
            with(dialling(), &[Event::Refused(Step::Dial, Refusal::Code(471))]),
        ),
        ("Outgoing(Ringing)", Manual, with(dialling(), &[Event::Ringing])),
        ("Outgoing(EarlyMedia)", Manual, with(dialling(), &[Event::Progress(Some(answer()))])),
        ("Incoming", Manual, vec![incoming(true)]),
        ("Answering", Manual, vec![incoming(true), Event::Accept]),
        ("Accepting", Manual, vec![incoming(true), Event::Accept, Event::Described(answer())]),
        (
            "Accepting refused by a clean-up",
            Manual,
            vec![
                incoming(true),
                Event::Accept,
                Event::Described(answer()),
                Event::Refused(Step::Accept, Refusal::Code(471)),
            ],
        ),
        ("InCall(Active)", Manual, talking()),
        ("InCall(Active) in agent-channel mode", AgentChannel, talking()),
        ("InCall(Active) with an offer", Manual, with(talking(), &[Event::RestartIce, Event::Described(offer())])),
        ("InCall(Active) resumed", Manual, vec![Event::Resumed(HoldState::Active)]),
        ("InCall(Holding)", Manual, with(talking(), &[Event::Hold])),
        ("InCall(Held)", Manual, with(talking(), &[Event::Hold, Event::Holding])),
        ("InCall(Resuming)", Manual, with(talking(), &[Event::Hold, Event::Holding, Event::Unhold])),
        ("HangingUp", Manual, with(talking(), &[Event::HangUp])),
    ]
}

/// The table with one block per state.
pub(crate) fn table_of_calls() -> String {
    let mut table = String::new();
    for (name, mode, history) in states() {
        let mut call = Call::new(mode);
        for event in history {
            call.handle(event);
        }
        append_state_to_table(&mut table, name, &events(), |Named(event)| {
            let mut call = call.clone();
            let actions = call.handle(event).into_iter().map(Short).collect();
            let next = match call.state() {
                LegState::HangingUp(_) => "HangingUp".to_owned(),
                other => format!("{other:?}"),
            };
            (next, actions)
        });
    }
    table
}

/// One block per state.
pub(crate) fn table_of_negotiations() -> String {
    use NegotiationEvent as Event;
    let events = [
        Event::Restart,
        Event::Resume,
        Event::Offered(None),
        Event::Offered(Some(offer())),
        Event::Described(offer()),
        Event::Described(answer()),
        Event::Answered(None),
        Event::Answered(Some(answer())),
        Event::Updated,
        Event::Failed(Fault::TimedOut),
    ];
    let restarted = || vec![Event::Restart, Event::Described(offer())];
    let states = [
        ("Stable", vec![]),
        ("MakingOffer", vec![Event::Restart]),
        ("MakingOffer after a reload", vec![Event::Resume]),
        ("OfferSent", restarted()),
        ("OfferSent and wanted again", [restarted(), vec![Event::Restart]].concat()),
        ("OfferSent after a reload", vec![Event::Resume, Event::Described(offer())]),
        ("MakingAnswer", vec![Event::Offered(Some(offer()))]),
        ("AnswerSent", vec![Event::Offered(Some(offer())), Event::Described(answer())]),
        (
            "AnswerSent before our offer",
            [restarted(), vec![Event::Offered(Some(offer())), Event::Described(answer())]].concat(),
        ),
    ];
    let mut table = String::new();
    for (name, history) in states {
        let mut negotiation = Negotiation::default();
        for event in history {
            negotiation.handle(event);
        }
        append_state_to_table(&mut table, name, &events, |event| {
            let mut negotiation = negotiation.clone();
            let actions = negotiation.handle(event);
            (format!("{:?}", negotiation.state), actions)
        });
    }
    table
}
