//! Tests of the numbers of calls, and of commands in the gateway's form.

use super::*;
use contact_centre::{RoomCommand as Order, RoomDestination};
use rstest::rstest;
use voice_gateway::LeaveCause;

#[test]
fn the_report_of_a_waiting_call_has_the_numbers_of_its_start_event() {
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

#[test]
fn bey_136_facts_about_further_parties_and_supervisors_become_reports() {
    let (call, party) = (CallId(0xc1), PartyId(3));
    let of_party = |change| CallFact::Party { call, party, change };
    let news = |news| Some(CallNews::Party { call: "c1".to_owned(), party: 3, news });
    let refused = |command, cause| CallFact::Refused { call, command, cause };
    let mut started = StartedCalls::default();
    use SupervisionMode::{Barge, Listen, Whisper};
    for (fact, expected) in [
        (of_party(PartyChange::Ringing), news(PartyNews::Ringing)),
        (of_party(PartyChange::Answered), news(PartyNews::Answered)),
        (of_party(PartyChange::Failed(486)), news(PartyNews::Failed(486))),
        (of_party(PartyChange::Held(true)), news(PartyNews::Held(true))),
        (of_party(PartyChange::Holds(true)), news(PartyNews::Holds(true))),
        (of_party(PartyChange::Muted(false)), news(PartyNews::Muted(false))),
        (of_party(PartyChange::Role(Role::Agent)), news(PartyNews::Role(CallPartyRole::Agent))),
        (of_party(PartyChange::Role(Role::Colleague)), news(PartyNews::Role(CallPartyRole::Colleague))),
        (of_party(PartyChange::Left(LeaveCause::Lost)), news(PartyNews::Left)),
        (of_party(PartyChange::Role(Role::Supervisor(Supervision::Listen))), news(PartyNews::Supervision(Listen))),
        (of_party(PartyChange::Role(Role::Supervisor(Supervision::Whisper))), news(PartyNews::Supervision(Whisper))),
        (of_party(PartyChange::Role(Role::Supervisor(Supervision::Barge))), news(PartyNews::Supervision(Barge))),
        (of_party(PartyChange::Key('1')), None),
        (
            CallFact::Held { call, side: CallSide::Caller, held: true },
            Some(CallNews::Party { call: "c1".to_owned(), party: 1, news: PartyNews::Holds(true) }),
        ),
        (
            CallFact::Held { call, side: CallSide::Callee, held: false },
            Some(CallNews::Party { call: "c1".to_owned(), party: 2, news: PartyNews::Holds(false) }),
        ),
        (
            CallFact::Mode { call, mode: Mode::Swapped { is_supervised: false } },
            Some(CallNews::Mode { call: "c1".to_owned(), mode: CallMode::WithCustomer }),
        ),
        (CallFact::Unattended { call }, Some(CallNews::Unattended { call: "c1".to_owned() })),
        (
            refused(RoomCommand::Complete, Refusal::NobodyRemains),
            Some(CallNews::Refused {
                call: "c1".to_owned(),
                command: Order::Complete,
                refusal: RoomRefusal::NobodyRemains,
            }),
        ),
        (
            refused(RoomCommand::ChangeSupervision { party, supervision: Supervision::Barge }, Refusal::NoSupervisor),
            Some(CallNews::Refused {
                call: "c1".to_owned(),
                command: Order::ChangeSupervision { party: 3, mode: Barge },
                refusal: RoomRefusal::Outdated,
            }),
        ),
    ] {
        let text = format!("{fact:?}");
        assert_eq!(started.news_of(fact), expected, "{text}");
    }
}

/// A refusal contains the command in its original form.
#[test]
fn a_command_for_a_room_can_be_restored_from_its_refusal() {
    let extension = || RoomDestination::Extension("2002".to_owned());
    let number = || RoomDestination::Number("551140001234".to_owned());
    let orders = [
        Order::Consult { party: 3, to: extension(), is_supervised: false },
        Order::Consult { party: 3, to: extension(), is_supervised: true },
        Order::Invite { party: 4, to: number() },
        Order::TalkWithCustomer,
        Order::TalkWithConsulted,
        Order::Join,
        Order::CancelConsultation,
        Order::Complete,
        Order::Hold { party: 1, held: true },
        Order::Mute { party: 2, muted: true },
        Order::Remove { party: 5 },
        Order::Leave { successor: 6 },
        Order::ToQueue,
        Order::Supervise { party: 7, exten: "sup-1".to_owned() },
        Order::ChangeSupervision { party: 7, mode: SupervisionMode::Whisper },
    ];
    for order in orders {
        let command = CallCommand::Room { call: "1f".to_owned(), command: order.clone() };
        let Ok(ControlCommand::Room { call, command }) = control_of(&command) else { panic!("{order:?}") };
        let refused = CallFact::Refused { call, command, cause: Refusal::Full };
        let news = CallNews::Refused { call: "1f".to_owned(), command: order, refusal: RoomRefusal::Full };
        assert_eq!(StartedCalls::default().news_of(refused), Some(news));
    }
}

/// The microphone is closed from the first packet on, because the command that calls a supervisor has no mode.
#[test]
fn bey_136_a_supervisor_is_always_called_in_the_listening_mode() {
    let command = contact_centre::RoomCommand::Supervise { party: 3, exten: "sup-1".to_owned() };
    let supervise =
        RoomCommand::Supervise { party: PartyId(3), extension: "sup-1".into(), supervision: Supervision::Listen };
    let expected = ControlCommand::Room { call: CallId(0x1f), command: supervise };
    assert_eq!(control_of(&CallCommand::Room { call: "1f".to_owned(), command }), Ok(expected));
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
fn a_command_identifies_the_call_by_its_call_id(#[case] command: CallCommand, #[case] expected: ControlCommand) {
    assert_eq!(control_of(&command), Ok(expected));
}

#[test]
fn a_command_with_an_invalid_call_id_is_refused() {
    assert!(control_of(&CallCommand::HangUp { call: "call".to_owned() }).is_err());
}
