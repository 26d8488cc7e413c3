//! Numbers of calls, and commands in the gateway's form.

use super::*;
use rstest::rstest;
use voice_gateway::{Mode, PartyChange, PartyId, Refusal, RoomCommand};

#[test]
fn a_waiting_call_has_the_identifiers_of_its_start_event() {
    let mut started = StartedCalls::default();
    let call = CallId(0xc1);
    let fact = CallFact::Started { call, from: "551140001234".to_owned(), to: "5000".to_owned() };
    assert_eq!(started.news_of(fact), None);
    let (from, to) = ("551140001234".to_owned(), "5000".to_owned());
    let queued = CallNews::Queued { call: "c1".to_owned(), from, to };
    assert_eq!(started.news_of(CallFact::Queued { call }), Some(queued));
    let ended = CallFact::Ended { call, cause: EndCause::Closed(CallSide::Caller) };
    let news = CallNews::Ended { call: "c1".to_owned(), end: CallEnd::ByCaller };
    assert_eq!(started.news_of(ended), Some(news));
    assert_eq!(started.news_of(CallFact::Queued { call }), None, "the call is forgotten");
}

/// The contact centre gives no commands for further parties yet: what happens to them is no news, and an answer of one is never
/// taken for that of the agent.
#[test]
fn facts_of_further_parties_are_no_news() {
    let (call, party) = (CallId(0xc1), PartyId(3));
    let facts = [
        CallFact::Party { call, party, change: PartyChange::Answered },
        CallFact::Party { call, party, change: PartyChange::Failed(486) },
        CallFact::Mode { call, mode: Mode::Together },
        CallFact::Unattended { call },
        CallFact::Refused { call, command: RoomCommand::Join, cause: Refusal::NotConsulting },
    ];
    let mut started = StartedCalls::default();
    assert_eq!(facts.map(|fact| started.news_of(fact)), [const { None }; 5]);
}

#[rstest]
#[case::an_agent_calls(
    CallCommand::Dial { call: "1f".to_owned(), exten: "2001".to_owned(), number: "5511".to_owned() },
    ControlCommand::Dial { call: CallId(0x1f), extension: "2001".to_owned(), to: "5511".to_owned() }
)]
#[case::a_campaign_calls(
    CallCommand::Originate { call: "1f".to_owned(), from: "5000".to_owned(), to: "5511".to_owned() },
    ControlCommand::Originate { call: CallId(0x1f), from: "5000".to_owned(), to: "5511".to_owned() }
)]
#[case::a_waiting_call_rings(
    CallCommand::Connect { call: "1f".to_owned(), exten: "2001".to_owned() },
    ControlCommand::Connect { call: CallId(0x1f), extension: "2001".to_owned() }
)]
#[case::the_centre_ends_a_call(
    CallCommand::HangUp { call: "1f".to_owned() },
    ControlCommand::HangUp { call: CallId(0x1f), by: None }
)]
fn a_command_names_the_call_by_its_identifier(#[case] command: CallCommand, #[case] expected: ControlCommand) {
    assert_eq!(control_of(&command), Ok(expected));
}

#[test]
fn a_command_with_an_unknown_identifier_is_refused() {
    assert!(control_of(&CallCommand::HangUp { call: "call".to_owned() }).is_err());
}
