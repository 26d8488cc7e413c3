//! Commands of the contact centre in each phase of a call: every command is answered, and a repeated one changes
//! nothing.

use rstest::rstest;

use super::bench::{Bench, CUSTOMER, Phone};
use crate::control::{CallFact, CallId, CallSide, ControlCommand, EndCause};
use crate::signalling::Input;

const CALL: CallId = CallId(7);

#[derive(Clone, Copy, Debug)]
enum At {
    /// The call does not exist.
    Unknown,
    /// The customer waits in the queue.
    Waiting,
    /// The telephone of 3001 rings for the waiting customer.
    RingingAtAgent,
    /// 3001 talks with the customer.
    Talking,
    /// The telephone of 3001 rings: the centre dials for it.
    CallingBack,
    /// A number that the centre dialled rings.
    NumberRings,
}

/// A bench with 3001 and 3002, and the call in this phase.
fn bench_at(phase: At) -> (Bench, Phone, Phone) {
    let mut bench = Bench::new();
    let (first, second) = (bench.registered("3001"), bench.registered("3002"));
    match phase {
        At::Unknown => {}
        At::Waiting | At::RingingAtAgent | At::Talking => bench.control(customer_call()),
        At::CallingBack => bench.control(dial()),
        At::NumberRings => bench.control(originate()),
    }
    if matches!(phase, At::RingingAtAgent | At::Talking) {
        bench.control(connect("3001"));
    }
    if matches!(phase, At::Talking) {
        bench.accept(first);
    }
    bench.forget();
    (bench, first, second)
}

fn customer_call() -> ControlCommand {
    ControlCommand::CustomerCall { call: CALL, from: "5511".into(), to: "queue".into(), customer: CUSTOMER }
}

fn dial() -> ControlCommand {
    ControlCommand::Dial { call: CALL, extension: "3001".into(), to: "silent".into() }
}

fn originate() -> ControlCommand {
    ControlCommand::Originate { call: CALL, from: "5000".into(), to: "silent".into() }
}

fn connect(extension: &str) -> ControlCommand {
    ControlCommand::Connect { call: CALL, extension: extension.into() }
}

fn hang_up() -> ControlCommand {
    ControlCommand::HangUp { call: CALL, by: None }
}

fn missed(extension: &str, code: u16) -> CallFact {
    CallFact::Missed { call: CALL, extension: extension.into(), code }
}

fn ringing(extension: &str) -> CallFact {
    CallFact::Ringing { call: CALL, extension: extension.into() }
}

fn ended(cause: EndCause) -> CallFact {
    CallFact::Ended { call: CALL, cause }
}

#[rstest]
#[case::connect_of_an_unknown_call(At::Unknown, connect("3002"), &[ended(EndCause::Released)])]
#[case::connect_of_a_waiting_call(At::Waiting, connect("3002"), &[ringing("3002")])]
#[case::connect_to_another_agent(At::RingingAtAgent, connect("3002"), &[missed("3001", 487), ringing("3002")])]
#[case::connect_to_an_agent_without_a_telephone(At::RingingAtAgent, connect("3009"), &[missed("3001", 487), missed("3009", 480)])]
#[case::connect_to_the_same_agent(At::RingingAtAgent, connect("3001"), &[])]
#[case::connect_of_a_talking_call(At::Talking, connect("3002"), &[missed("3002", 487)])]
#[case::connect_again_after_the_answer(At::Talking, connect("3001"), &[])]
#[case::connect_while_the_own_telephone_rings(At::CallingBack, connect("3002"), &[missed("3002", 487)])]
#[case::connect_before_the_customer_answers(At::NumberRings, connect("3002"), &[missed("3002", 487)])]
#[case::hang_up_of_an_unknown_call(At::Unknown, hang_up(), &[ended(EndCause::Released)])]
#[case::hang_up_by_a_side_of_an_unknown_call(At::Unknown, ControlCommand::HangUp { call: CALL, by: Some(CallSide::Caller) },
    &[ended(EndCause::Released)])]
#[case::hang_up_of_a_waiting_call(At::Waiting, hang_up(), &[ended(EndCause::Released)])]
#[case::hang_up_while_an_agent_rings(At::RingingAtAgent, hang_up(), &[ended(EndCause::Released)])]
#[case::hang_up_of_a_talking_call(At::Talking, hang_up(), &[ended(EndCause::Released)])]
#[case::hang_up_while_the_own_telephone_rings(At::CallingBack, hang_up(), &[ended(EndCause::Released)])]
#[case::hang_up_while_a_number_rings(At::NumberRings, hang_up(), &[ended(EndCause::Released)])]
#[case::dial_again(At::CallingBack, dial(), &[])]
#[case::dial_with_the_number_of_another_call(At::Talking, dial(), &[])]
#[case::originate_again(At::NumberRings, originate(), &[])]
#[case::originate_with_the_number_of_another_call(At::Waiting, originate(), &[])]
#[case::customer_call_again(At::Talking, customer_call(), &[])]
fn each_command_in_each_phase_of_a_call_causes_its_facts(
    #[case] phase: At,
    #[case] command: ControlCommand,
    #[case] expected: &[CallFact],
) {
    let (mut bench, ..) = bench_at(phase);
    bench.control(command);
    assert_eq!(bench.facts(), expected, "{phase:?}");
}

#[test]
fn the_telephone_of_an_agent_whose_ring_ends_gets_the_events_of_a_cancelled_call() {
    let (mut bench, first, second) = bench_at(At::RingingAtAgent);
    bench.control(connect("3002"));
    assert_eq!(bench.frames(first), ["hangup 487 Request Terminated [register-1]", "closed: Close PC"]);
    assert_eq!(bench.frames(second), ["incomingcall sip:5511@centre +offer"]);
    bench.accept(second);
    assert_eq!(bench.facts().pop().unwrap(), CallFact::Answered { call: CALL, extension: "3002".into() });
    bench.forget();
    bench.control(connect("3001"));
    assert_eq!(bench.facts(), [missed("3001", 487)]);
    assert_eq!(bench.frames(first), Vec::<String>::new());
}

#[rstest]
#[case::waiting_call(At::Waiting)]
#[case::call_ringing_at_an_agent(At::RingingAtAgent)]
#[case::talking_call(At::Talking)]
#[case::call_whose_own_telephone_rings(At::CallingBack)]
#[case::call_whose_number_rings(At::NumberRings)]
fn when_the_media_end_every_call_ends_and_later_calls_end_at_once(#[case] phase: At) {
    let (mut bench, first, _) = bench_at(phase);
    bench.run(Input::MediaEnded);
    assert_eq!((bench.facts(), bench.sounds()), (vec![ended(EndCause::Released)], vec![]));
    assert!(bench.machine.is_idle());
    for command in [customer_call(), originate(), dial()] {
        bench.forget();
        bench.control(command);
        assert_eq!(bench.facts().pop().unwrap(), ended(EndCause::Unavailable));
    }
    bench.forget();
    bench.call(first, "3002");
    assert!(bench.frames(first)[1].starts_with("hangup 480 Temporarily Unavailable"), "{:?}", bench.frames(first));
}
