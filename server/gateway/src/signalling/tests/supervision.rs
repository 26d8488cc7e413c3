//! Tests of the supervisors of a call: who hears them in each mode, and that they change nothing.

use rstest::rstest;
use serde_json::json;

use super::bench::{Bench, leg};
use super::room::{At, Room, THIRD, invite, supervise};
use crate::control::{CallFact, ControlCommand, ECHO_NUMBER, EndCause};
use crate::media::{MediaCommand, MediaEvent};
use crate::room::{Destination, PartyId, RoomCommand, Supervision};

const CUSTOMER: PartyId = PartyId(1);

#[rstest]
#[case(Supervision::Listen, &["1: 2", "2: 1", "3: 1 2"])]
#[case(Supervision::Whisper, &["1: 2", "2: 1 3", "3: 1 2"])]
#[case(Supervision::Barge, &["1: 2 3", "2: 1 3", "3: 1 2"])]
fn bey_136_from_the_answer_on_a_supervisor_is_heard_by_the_parties_of_the_mode(
    #[case] supervision: Supervision,
    #[case] expected: &[&str],
) {
    let mut room = Room::at(At::Talking);
    room.command(supervise(supervision));
    assert_eq!(room.heard(), ["1: 2", "2: 1"], "nothing of a telephone that rings is heard");
    let third = room.third;
    room.bench.accept(third);
    assert_eq!(room.heard(), expected);
}

#[test]
fn bey_136_the_agent_hears_a_whispering_supervisor_while_the_customer_hears_music() {
    let mut room = Room::at(At::Supervised);
    room.command(RoomCommand::ChangeSupervision { party: THIRD, supervision: Supervision::Whisper });
    room.command(RoomCommand::Hold { party: CUSTOMER, held: true });
    assert_eq!(room.heard(), ["1: music", "2: 3", "3: 2"]);
    let to = Destination::Extension("3004".into());
    room.command(RoomCommand::Consult { party: PartyId(4), to, is_supervised: false });
    assert_eq!(room.heard(), ["1: music", "2: 3 ringing", "3: music"]);
}

#[rstest]
#[case::consultation_that_supervisors_may_not_hear(false, "3: music")]
#[case::consultation_that_supervisors_may_hear(true, "3: 2 4")]
fn bey_136_a_supervisor_hears_a_consultation_only_if_the_rule_allows_it(
    #[case] is_supervised: bool,
    #[case] expected: &str,
) {
    let mut room = Room::at(At::Supervised);
    let to = Destination::Extension("3004".into());
    room.command(RoomCommand::Consult { party: PartyId(4), to, is_supervised });
    let fourth = room.fourth;
    room.bench.accept(fourth);
    assert_eq!(room.heard(), ["1: music", "2: 4", expected, "4: 2"]);
}

/// The agent holds the customer by the telephone: a supervisor who listens hears music, one who joined talks with the
/// customer.
#[rstest]
#[case(Supervision::Listen, "1: music", "3: music")]
#[case(Supervision::Whisper, "1: music", "3: music")]
#[case(Supervision::Barge, "1: 3", "3: 1")]
fn bey_136_a_listening_supervisor_does_not_hear_a_customer_whom_the_agent_holds(
    #[case] supervision: Supervision,
    #[case] customer: &str,
    #[case] supervisor: &str,
) {
    let mut room = Room::at(At::Supervised);
    room.command(RoomCommand::ChangeSupervision { party: THIRD, supervision });
    let agent = room.agent;
    room.bench.request(agent, "hold");
    assert_eq!(room.heard(), [customer, "2: -", supervisor]);
    room.bench.request(agent, "unhold");
    let heard = room.heard();
    assert!(heard.contains(&"3: 1 2".to_owned()), "{heard:?}");
}

/// Hold, keys, texts and the end of a supervisor change nothing for the others.
#[test]
fn bey_136_nothing_that_a_supervisor_does_changes_the_call_for_the_others() {
    let mut room = Room::at(At::Supervised);
    room.command(RoomCommand::ChangeSupervision { party: THIRD, supervision: Supervision::Barge });
    room.take();
    let third = room.third;
    room.bench.ask(third, json!({"request": "dtmf_info", "digit": "5"}), None);
    room.bench.ask(third, json!({"request": "info", "type": "text/plain", "content": "x"}), None);
    room.bench.media(MediaEvent::Tone { leg: leg(3), digit: '#' });
    room.bench.request(third, "hold");
    assert_eq!((room.bench.frames(room.customer), room.bench.frames(room.agent)), (vec![], vec![]));
    assert!(room.bench.sounds().iter().all(|command| !matches!(command, MediaCommand::Tone { .. })));
    assert_eq!(room.take(), Vec::<String>::new());
    assert_eq!(room.heard(), ["1: 2", "2: 1", "3: -"]);
    room.bench.request(third, "hangup");
    assert_eq!(room.take(), ["3 Left(HungUp)"]);
    assert_eq!(room.heard(), ["1: 2", "2: 1"]);
}

#[test]
fn bey_136_a_supervisor_who_would_be_alone_with_the_customer_leaves_the_call() {
    let mut room = Room::at(At::Supervised);
    let (agent, third) = (room.agent, room.third);
    room.bench.request(agent, "hangup");
    assert!(room.bench.frames(third).iter().any(|frame| frame.starts_with("hangup 200 Session Terminated")));
    assert_eq!(room.take(), ["ended HungUp(Callee)"], "a supervisor is not counted");
}

/// The customer returns to the queue and gets another agent; the supervisor stays with the customer.
#[test]
fn bey_136_a_supervisor_stays_with_a_waiting_customer_and_hears_the_next_agent() {
    let mut room = Room::at(At::Supervised);
    room.command(RoomCommand::ChangeSupervision { party: THIRD, supervision: Supervision::Barge });
    room.take();
    room.command(RoomCommand::ToQueue);
    assert_eq!(room.take(), ["2 Left(HandedOver)", "unattended"]);
    assert_eq!(room.heard(), ["1: music", "3: music"], "nobody talks to a customer who waits");
    room.command(RoomCommand::ChangeSupervision { party: THIRD, supervision: Supervision::Whisper });
    assert_eq!(room.take(), ["3 Role(Supervisor(Whisper))"]);
    room.bench.control(ControlCommand::Connect { call: room.call, extension: "3004".into() });
    let fourth = room.fourth;
    room.bench.accept(fourth);
    assert_eq!(room.heard(), ["1: 4", "3: 1 4", "4: 1 3"]);
}

#[rstest]
#[case::the_supervisor_hangs_up(THIRD, &["3 Left(Removed)"])]
#[case::the_customer_hangs_up(CUSTOMER, &["refused NotTalking"])]
fn bey_136_a_supervisor_can_leave_a_waiting_customer_without_ending_the_call(
    #[case] party: PartyId,
    #[case] facts: &[&str],
) {
    let mut room = Room::at(At::Supervised);
    room.command(RoomCommand::ToQueue);
    room.take();
    room.command(RoomCommand::Remove { party });
    assert_eq!(room.take(), facts);
}

#[test]
fn bey_136_a_supervisor_whose_account_is_deleted_leaves_in_every_phase() {
    for waits in [false, true] {
        let mut room = Room::at(At::Supervised);
        if waits {
            room.command(RoomCommand::ToQueue);
        }
        room.take();
        room.bench.control(ControlCommand::Unregister { extension: "3003".into() });
        let facts = room.take();
        assert_eq!(facts[0], "3 Left(Removed)", "{facts:?}");
        let others: &[&str] = if waits { &["1: music"] } else { &["1: 2", "2: 1"] };
        assert_eq!(room.heard(), others);
    }
}

#[test]
fn bey_136_a_customer_who_leaves_the_queue_ends_the_call_for_the_supervisor_too() {
    let mut room = Room::at(At::Supervised);
    room.command(RoomCommand::ToQueue);
    room.take();
    let (customer, third) = (room.customer, room.third);
    room.bench.request(customer, "hangup");
    assert!(room.bench.frames(third).iter().any(|frame| frame.starts_with("hangup 200 Session Terminated")));
    assert_eq!(room.take(), ["ended HungUp(Caller)"]);
}

/// A hidden telephone can only be called: it cannot call an extension, a queue or the echo test.
#[rstest]
#[case("3002")]
#[case("queue")]
#[case(ECHO_NUMBER)]
fn bey_136_a_hidden_telephone_cannot_call(#[case] number: &str) {
    let mut bench = Bench::new();
    bench.registered("3002");
    let hidden = bench.registered("sup-1");
    bench.forget();
    bench.call(hidden, number);
    let frames = bench.frames(hidden);
    assert!(frames.iter().any(|frame| frame.starts_with("hangup 403 Forbidden")), "{frames:?}");
    let facts = bench.facts();
    assert!(matches!(
        facts.as_slice(),
        [CallFact::Started { .. }, CallFact::Ended { cause: EndCause::Blacklisted, .. }]
    ));
}

#[test]
fn bey_136_a_supervisor_follows_the_customer_through_a_transfer_and_leaves_with_the_customer() {
    let mut room = Room::at(At::Supervised);
    let to = Destination::Extension("3004".into());
    room.command(RoomCommand::Consult { party: PartyId(4), to, is_supervised: false });
    let (customer, fourth) = (room.customer, room.fourth);
    room.bench.accept(fourth);
    room.command(RoomCommand::Complete);
    assert_eq!(room.heard(), ["1: 4", "3: 1 4", "4: 1"]);
    let colleague = room.bench.registered("3005");
    room.command(invite(5, "3005"));
    room.bench.accept(colleague);
    room.take();
    room.bench.request(customer, "hangup");
    assert_eq!(room.take(), ["1 Left(HungUp)", "3 Left(Removed)"]);
    assert_eq!(room.heard(), ["4: 5", "5: 4"]);
}
