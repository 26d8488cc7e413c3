//! Tests of calls that the gateway answers: queues, calls of the centre, simulated customers and the echo test.

use std::time::Duration;

use super::bench::{Bench, CUSTOMER, Phone, leg};
use crate::control::{CallFact, CallId, CallSide, ControlCommand, EndCause, SimulatedCustomer};
use crate::media::{Hear, MediaCommand, MediaEvent, Sound};

const CALL: CallId = CallId(7);

fn connect(bench: &mut Bench, extension: &str) {
    bench.control(ControlCommand::Connect { call: CALL, extension: extension.into() });
}

/// A simulated customer who waits in the queue.
fn waiting_customer(bench: &mut Bench) {
    waiting(bench, CUSTOMER);
}

fn waiting(bench: &mut Bench, customer: SimulatedCustomer) {
    bench.control(ControlCommand::CustomerCall { call: CALL, from: "551199".into(), to: "queue".into(), customer });
}

fn music(number: u64) -> MediaCommand {
    MediaCommand::Hear { leg: leg(number), hear: Hear::sound(Sound::Music) }
}

#[test]
fn a_browser_in_a_queue_hears_music_and_then_the_agent() {
    let mut bench = Bench::new();
    let (customer, agent) = (bench.registered("551199"), bench.registered("2001"));
    bench.call(customer, "queue");
    assert_eq!(bench.frames(customer), ["calling [call-3]", "accepted sip:queue@centre +answer [call-3]"]);
    assert_eq!(bench.sounds(), [music(1)]);
    let call = CallId(107);
    assert_eq!(bench.facts().pop(), Some(CallFact::Queued { call }));
    bench.forget();
    bench.control(ControlCommand::Connect { call, extension: "2001".into() });
    assert_eq!(bench.frames(agent), ["incomingcall sip:551199@centre +offer"]);
    bench.accept(agent);
    assert_eq!(bench.frames(customer), Vec::<String>::new(), "the customer's call was answered before");
    let both =
        [(1, 2), (2, 1)].map(|(own, other)| MediaCommand::Hear { leg: leg(own), hear: Hear::voices(vec![leg(other)]) });
    assert_eq!(bench.sounds(), both);
}

#[test]
fn a_waiting_call_that_an_agent_misses_stays_in_the_queue() {
    let mut bench = Bench::new();
    let agent = bench.registered("2001");
    waiting_customer(&mut bench);
    connect(&mut bench, "2001");
    bench.forget();
    bench.pass(30);
    assert_eq!(bench.frames(agent)[0], "hangup 487 Request Terminated [register-1]");
    assert_eq!(bench.facts(), [CallFact::Missed { call: CALL, extension: "2001".into(), code: 408 }]);
    bench.forget();
    connect(&mut bench, "2001");
    bench.request(agent, "decline");
    assert_eq!(bench.machine.next_wake(), Some(bench.now + Duration::from_secs(60)), "no ring time is left");
    assert_eq!(bench.facts().pop(), Some(CallFact::Missed { call: CALL, extension: "2001".into(), code: 486 }));
    bench.forget();
    connect(&mut bench, "2009");
    assert_eq!(bench.facts(), [CallFact::Missed { call: CALL, extension: "2009".into(), code: 480 }]);
    connect(&mut bench, "2001");
    bench.accept(agent);
    assert_eq!(bench.facts().pop(), Some(CallFact::Answered { call: CALL, extension: "2001".into() }));
}

#[test]
fn a_customer_who_hangs_up_ends_the_ringing_at_the_agent() {
    let mut bench = Bench::new();
    let agent = bench.registered("2001");
    waiting_customer(&mut bench);
    connect(&mut bench, "2001");
    bench.forget();
    bench.control(ControlCommand::HangUp { call: CALL, by: Some(CallSide::Caller) });
    assert_eq!(bench.frames(agent)[0], "hangup 200 Session Terminated [register-1]");
    assert_eq!(bench.facts(), [CallFact::Ended { call: CALL, cause: EndCause::HungUp(CallSide::Caller) }]);
}

#[test]
fn an_agents_telephone_rings_for_one_call_at_a_time() {
    let mut bench = Bench::new();
    bench.registered("2001");
    waiting_customer(&mut bench);
    let second = CallId(8);
    let customer =
        ControlCommand::CustomerCall { call: second, from: "2".into(), to: "queue".into(), customer: CUSTOMER };
    bench.control(customer);
    connect(&mut bench, "2001");
    bench.forget();
    bench.control(ControlCommand::Connect { call: second, extension: "2001".into() });
    assert_eq!(bench.facts(), [CallFact::Missed { call: second, extension: "2001".into(), code: 486 }]);
    bench.forget();
    connect(&mut bench, "2001");
    assert_eq!(bench.facts(), [], "a call that already rings is not connected again");
}

#[test]
fn a_simulated_customer_speaks_and_hangs_up() {
    let mut bench = Bench::new();
    let agent = bench.registered("2001");
    waiting_customer(&mut bench);
    assert_eq!(bench.sounds()[0], MediaCommand::Simulate { leg: leg(1), sound: Sound::Speech { pitch: 180.0 } });
    connect(&mut bench, "2001");
    bench.accept(agent);
    bench.forget();
    bench.pass(9);
    assert_eq!(bench.facts(), []);
    bench.pass(1);
    assert_eq!(bench.frames(agent), ["hangup 200 Session Terminated [accept-2]", "closed: Close PC"]);
    assert_eq!(bench.facts(), [CallFact::Ended { call: CALL, cause: EndCause::HungUp(CallSide::Caller) }]);
}

#[test]
fn a_simulated_customer_who_is_called_answers_after_ringing() {
    let mut bench = Bench::new();
    let agent = bench.registered("2001");
    bench.call(agent, "customer");
    bench.pass(2);
    assert_eq!(bench.frames(agent).len(), 4);
    bench.forget();
    bench.pass(1);
    assert_eq!(bench.frames(agent), ["accepted sip:customer@centre [call-2]"]);
    bench.forget();
    bench.pass(10);
    assert_eq!(bench.facts(), [CallFact::Ended { call: CallId(104), cause: EndCause::HungUp(CallSide::Callee) }]);
}

#[test]
fn a_simulated_customer_without_a_limit_does_not_hang_up() {
    let mut bench = Bench::new();
    let agent = bench.registered("2001");
    waiting(&mut bench, SimulatedCustomer { hangs_up_after: None, ..CUSTOMER });
    connect(&mut bench, "2001");
    bench.accept(agent);
    bench.forget();
    bench.run(crate::signalling::Input::Control(ControlCommand::Connect { call: CALL, extension: "2001".into() }));
    bench.pass(50);
    assert_eq!(bench.facts(), []);
    bench.control(ControlCommand::HangUp { call: CALL, by: None });
    assert_eq!(bench.facts(), [CallFact::Ended { call: CALL, cause: EndCause::Released }]);
}

#[test]
fn a_call_of_the_centre_waits_for_an_agent_after_the_answer() {
    let mut bench = Bench::new();
    let (customer, agent) = (bench.registered("551199"), bench.registered("2001"));
    bench.control(ControlCommand::Originate { call: CALL, from: "0800".into(), to: "551199".into() });
    assert_eq!(bench.frames(customer), ["incomingcall sip:0800@centre +offer"]);
    bench.accept(customer);
    assert_eq!(bench.frames(customer)[1], "accepted [accept-3]");
    assert_eq!(bench.machine.next_wake(), Some(Duration::from_secs(60)), "no ring time is left");
    assert_eq!(bench.sounds(), [music(1)]);
    connect(&mut bench, "2001");
    bench.accept(agent);
    bench.forget();
    bench.request(customer, "hangup");
    assert_eq!(bench.frames(agent)[0], "hangup 200 Session Terminated [accept-4]");
    assert_eq!(bench.facts(), [CallFact::Ended { call: CALL, cause: EndCause::HungUp(CallSide::Caller) }]);
}

#[test]
fn a_call_of_the_centre_that_nobody_answers_ends() {
    for (number, cause) in [
        ("silent", EndCause::NotAnswered),
        ("busy", EndCause::Busy),
        ("unknown", EndCause::NotFound),
        ("blocked", EndCause::Blacklisted),
        ("queue", EndCause::NotFound),
        ("2009", EndCause::Unavailable),
    ] {
        let mut bench = Bench::new();
        bench.control(ControlCommand::Originate { call: CALL, from: "0800".into(), to: number.into() });
        bench.pass(30);
        assert_eq!(bench.facts().pop(), Some(CallFact::Ended { call: CALL, cause }), "{number}");
    }
}

#[test]
fn the_echo_test_begins_when_the_connection_is_established_and_ends_by_itself() {
    let mut bench = Bench::new();
    let agent = bench.registered("2001");
    bench.call(agent, "*43");
    assert_eq!(bench.frames(agent), ["calling [call-2]", "accepted sip:*43@centre +answer [call-2]"]);
    assert_eq!(bench.sounds(), []);
    bench.media(MediaEvent::Up { leg: leg(1) });
    assert_eq!(bench.sounds(), [MediaCommand::Hear { leg: leg(1), hear: Hear::Echo }]);
    bench.forget();
    bench.media(MediaEvent::EchoEnded { leg: leg(1) });
    assert_eq!(bench.frames(agent), ["hangup 200 Session Terminated [call-2]", "closed: Close PC"]);
}

#[test]
fn many_ended_calls_leave_no_state() {
    let mut bench = Bench::new();
    let agent = bench.registered("2001");
    let before = bench.machine.next_wake();
    for round in 0..200 {
        let call = CallId(1_000 + round);
        let customer = SimulatedCustomer { hangs_up_after: Some(Duration::from_millis(10)), ..CUSTOMER };
        bench.control(ControlCommand::CustomerCall { call, from: "1".into(), to: "queue".into(), customer });
        bench.control(ControlCommand::Connect { call, extension: "2001".into() });
        bench.accept(agent);
        bench.now += Duration::from_millis(10);
        bench.run(crate::signalling::Input::Wake);
    }
    assert!(bench.machine.is_idle());
    assert!(bench.machine.next_wake() >= before);
    assert_eq!(bench.facts().iter().filter(|fact| matches!(fact, CallFact::Ended { .. })).count(), 200);
}

#[test]
fn an_agent_who_dials_hears_the_ringing_of_the_number() {
    let mut bench = Bench::new();
    let (agent, customer) = (bench.registered("2001"), bench.registered("551199"));
    bench.control(ControlCommand::Dial { call: CALL, extension: "2001".into(), to: "551199".into() });
    assert_eq!(bench.frames(agent), ["incomingcall sip:551199@centre +offer"]);
    assert_eq!(bench.frames(customer), Vec::<String>::new(), "the number is called after the agent's answer");
    bench.forget();
    bench.accept(agent);
    assert_eq!(bench.frames(customer), ["incomingcall sip:2001@centre +offer"]);
    assert_eq!(bench.facts(), [CallFact::Ringing { call: CALL, extension: "551199".into() }]);
    assert_eq!(bench.sounds(), [MediaCommand::Hear { leg: leg(1), hear: Hear::sound(Sound::Ringing) }]);
    bench.forget();
    bench.accept(customer);
    assert_eq!(bench.facts(), [CallFact::Answered { call: CALL, extension: "551199".into() }]);
    let both =
        [(1, 2), (2, 1)].map(|(own, other)| MediaCommand::Hear { leg: leg(own), hear: Hear::voices(vec![leg(other)]) });
    assert_eq!(bench.sounds(), both);
    assert!(bench.frames(agent).iter().all(|frame| !frame.starts_with("accepted sip:")), "the agent accepted before");
}

fn call_back(bench: &mut Bench, to: &str) -> Phone {
    let agent = bench.registered("2001");
    bench.control(ControlCommand::Dial { call: CALL, extension: "2001".into(), to: to.into() });
    bench.forget();
    agent
}

#[test]
fn a_number_that_cannot_be_called_ends_the_leg_of_the_agent_who_dialled_it() {
    for (number, cause) in [("unknown", EndCause::NotFound), ("busy", EndCause::Busy), ("2009", EndCause::Unavailable)]
    {
        let mut bench = Bench::new();
        let agent = call_back(&mut bench, number);
        bench.accept(agent);
        assert_eq!(bench.facts().pop(), Some(CallFact::Ended { call: CALL, cause }), "{number}");
        assert!(bench.frames(agent).iter().any(|frame| frame.starts_with("hangup")), "{number}");
    }
}

#[test]
fn an_agent_who_hangs_up_before_the_number_answers_cancels_the_call() {
    for request in ["decline", "hangup"] {
        let mut bench = Bench::new();
        let agent = call_back(&mut bench, "silent");
        if request == "hangup" {
            bench.accept(agent);
        }
        bench.request(agent, request);
        let cancelled = CallFact::Ended { call: CALL, cause: EndCause::Cancelled };
        assert_eq!(bench.facts().pop(), Some(cancelled), "{request}");
    }
}

#[test]
fn an_agents_telephone_that_does_not_answer_its_own_call_ends_that_call() {
    let mut bench = Bench::new();
    call_back(&mut bench, "551199");
    bench.pass(30);
    let ended = CallFact::Ended { call: CALL, cause: EndCause::Unavailable };
    assert_eq!(bench.facts(), [ended]);
    let mut bench = Bench::new();
    bench.control(ControlCommand::Dial { call: CALL, extension: "2009".into(), to: "551199".into() });
    assert_eq!(bench.facts().pop(), Some(CallFact::Ended { call: CALL, cause: EndCause::Unavailable }));
}
