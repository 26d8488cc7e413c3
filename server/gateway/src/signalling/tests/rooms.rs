//! Tests of rooms: consultation, conference, hold, removal and supervision, in each state of a call.

use rstest::rstest;
use serde_json::json;

use super::bench::leg;
use super::room::{At, Room, THIRD, consult, invite, lost, supervise};
use crate::control::{CallSide, ControlCommand};
use crate::media::{MediaCommand, MediaEvent};
use crate::room::{Destination, MAX_SUPERVISORS, Partner, PartyId, RoomCommand, Supervision};

const CUSTOMER: PartyId = PartyId(1);
const AGENT: PartyId = PartyId(2);

fn hold(party: PartyId) -> RoomCommand {
    RoomCommand::Hold { party, held: true }
}

fn mute(party: PartyId) -> RoomCommand {
    RoomCommand::Mute { party, muted: true }
}

fn talk_with(partner: Partner) -> RoomCommand {
    RoomCommand::TalkWith { partner }
}

fn remove(party: PartyId) -> RoomCommand {
    RoomCommand::Remove { party }
}

fn leave() -> RoomCommand {
    RoomCommand::Leave { successor: THIRD }
}

#[rstest]
#[case(At::Waiting, &["1: music"])]
#[case(At::Talking, &["1: 2", "2: 1"])]
#[case(At::Calling, &["1: music", "2: ringing"])]
#[case(At::Refused, &["1: music", "2: -"])]
#[case(At::Consulting, &["1: music", "2: 3", "3: 2"])]
#[case(At::Swapped, &["1: 2", "2: 1", "3: music"])]
#[case(At::Completing, &["1: music", "2: ringing"])]
#[case(At::CustomerGone, &["2: 3", "3: 2"])]
#[case(At::Conference, &["1: 2 3", "2: 1 3", "3: 1 2"])]
#[case(At::Supervised, &["1: 2", "2: 1", "3: 1 2"])]
fn in_each_state_of_a_call_each_party_hears_the_mix_of_the_table(#[case] state: At, #[case] expected: &[&str]) {
    assert_eq!(Room::at(state).heard(), expected, "{state:?}");
}

#[rstest]
#[case(At::Waiting, consult(), &["refused NotTalking"])]
#[case(At::Waiting, hold(CUSTOMER), &["refused NotTalking"])]
#[case(At::Talking, consult(), &["Consulting", "3 Ringing"])]
#[case(At::Calling, consult(), &[])]
#[case(At::Consulting, invite(4, "3004"), &["refused Consulting"])]
#[case(At::Refused, RoomCommand::Consult { party: THIRD, to: Destination::Extension("3003".into()), is_supervised: false },
    &["refused PartyTaken"])]
#[case(At::Refused, RoomCommand::Consult { party: PartyId(4), to: Destination::Extension("3004".into()), is_supervised: false },
    &["4 Ringing"])]
#[case(At::Consulting, RoomCommand::Consult { party: PartyId(4), to: Destination::Extension("3004".into()), is_supervised: false },
    &["refused AlreadyConsulting"])]
#[case(At::Talking, talk_with(Partner::Customer), &["refused NotConsulting"])]
#[case(At::Calling, talk_with(Partner::Customer), &["refused NotAnswered"])]
#[case(At::Refused, talk_with(Partner::Customer), &["refused NotConsulting"])]
#[case(At::Consulting, talk_with(Partner::Customer), &["Swapped"])]
#[case(At::Consulting, talk_with(Partner::Consulted), &[])]
#[case(At::Swapped, talk_with(Partner::Consulted), &["Consulting"])]
#[case(At::Swapped, talk_with(Partner::Customer), &[])]
#[case(At::Talking, RoomCommand::Join, &["refused NotConsulting"])]
#[case(At::Calling, RoomCommand::Join, &["refused NotAnswered"])]
#[case(At::Consulting, RoomCommand::Join, &["3 Role(Colleague)", "Together"])]
#[case(At::Swapped, RoomCommand::Join, &["3 Role(Colleague)", "Together"])]
#[case(At::Conference, RoomCommand::Join, &["refused NotConsulting"])]
#[case(At::Talking, RoomCommand::CancelConsultation, &["refused NotConsulting"])]
#[case(At::Calling, RoomCommand::CancelConsultation, &["Together", "3 Failed(487)"])]
#[case(At::Refused, RoomCommand::CancelConsultation, &["Together"])]
#[case(At::Consulting, RoomCommand::CancelConsultation, &["Together", "3 Left(Removed)"])]
#[case(At::Swapped, RoomCommand::CancelConsultation, &["Together", "3 Left(Removed)"])]
#[case(At::Completing, RoomCommand::CancelConsultation, &["Together", "3 Failed(487)"])]
#[case(At::Talking, RoomCommand::Complete, &["refused NotConsulting"])]
#[case(At::Refused, RoomCommand::Complete, &["refused NotConsulting"])]
#[case(At::Calling, RoomCommand::Complete, &[])]
#[case(At::Consulting, RoomCommand::Complete, &["3 Role(Agent)", "2 Left(HandedOver)", "Together"])]
#[case(At::Swapped, RoomCommand::Complete, &["3 Role(Agent)", "2 Left(HandedOver)", "Together"])]
#[case(At::CustomerGone, RoomCommand::Complete, &["refused NobodyRemains"])]
#[case(At::Talking, invite(4, "3004"), &["4 Ringing"])]
#[case(At::Talking, invite(2, "3004"), &["refused PartyTaken"])]
#[case(At::Conference, invite(3, "3003"), &[])]
#[case(At::Talking, hold(CUSTOMER), &["1 Held(true)"])]
#[case(At::Talking, RoomCommand::Hold { party: CUSTOMER, held: false }, &[])]
#[case(At::Talking, hold(THIRD), &["refused UnknownParty"])]
#[case(At::Calling, hold(THIRD), &["refused NotAnswered"])]
#[case(At::Supervised, hold(THIRD), &["refused Supervisor"])]
#[case(At::Talking, mute(AGENT), &["2 Muted(true)"])]
#[case(At::Supervised, mute(THIRD), &["refused Supervisor"])]
#[case(At::Talking, remove(CUSTOMER), &["refused NobodyRemains"])]
#[case(At::Talking, remove(AGENT), &["refused Agent"])]
#[case(At::Talking, remove(THIRD), &["refused UnknownParty"])]
#[case(At::Calling, remove(THIRD), &["3 Failed(487)"])]
#[case(At::Conference, remove(THIRD), &["3 Left(Removed)"])]
#[case(At::Conference, remove(CUSTOMER), &["1 Left(Removed)"])]
#[case(At::Supervised, remove(CUSTOMER), &["refused NobodyRemains"])]
#[case(At::Supervised, remove(THIRD), &["3 Left(Removed)"])]
#[case(At::Talking, leave(), &["refused UnknownParty"])]
#[case(At::Talking, RoomCommand::Leave { successor: CUSTOMER }, &["refused NoColleague"])]
#[case(At::Talking, RoomCommand::Leave { successor: AGENT }, &[])]
#[case(At::Consulting, leave(), &["refused Consulting"])]
#[case(At::Supervised, leave(), &["refused Supervisor"])]
#[case(At::CustomerGone, leave(), &["refused NobodyRemains"])]
#[case(At::Conference, leave(), &["3 Role(Agent)", "2 Left(HandedOver)"])]
#[case(At::Waiting, RoomCommand::ToQueue, &[])]
#[case(At::Talking, RoomCommand::ToQueue, &["2 Left(HandedOver)", "unattended"])]
#[case(At::Calling, RoomCommand::ToQueue, &["2 Left(HandedOver)", "3 Failed(487)", "Together", "unattended"])]
#[case(At::Refused, RoomCommand::ToQueue, &["2 Left(HandedOver)", "Together", "unattended"])]
#[case(At::Consulting, RoomCommand::ToQueue, &["2 Left(HandedOver)", "3 Left(HandedOver)", "Together", "unattended"])]
#[case(At::Conference, RoomCommand::ToQueue, &["2 Left(HandedOver)", "3 Left(HandedOver)", "unattended"])]
#[case(At::CustomerGone, RoomCommand::ToQueue, &["refused NobodyRemains"])]
#[case(At::Talking, supervise(Supervision::Listen), &["3 Ringing"])]
#[case(At::Waiting, supervise(Supervision::Listen), &["refused NotTalking"])]
#[case(At::Supervised, supervise(Supervision::Listen), &[])]
#[case(At::Conference, supervise(Supervision::Listen), &["refused PartyTaken"])]
#[case(At::Supervised, RoomCommand::ChangeSupervision { party: THIRD, supervision: Supervision::Barge },
    &["3 Role(Supervisor(Barge))"])]
#[case(At::Supervised, RoomCommand::ChangeSupervision { party: THIRD, supervision: Supervision::Listen }, &[])]
#[case(At::Supervised, RoomCommand::ChangeSupervision { party: AGENT, supervision: Supervision::Barge },
    &["refused NoSupervisor"])]
fn a_room_command_in_each_state_is_carried_out_or_refused_with_its_cause(
    #[case] state: At,
    #[case] command: RoomCommand,
    #[case] expected: &[&str],
) {
    let mut room = Room::at(state);
    let before = room.heard();
    room.command(command);
    let facts = room.take();
    assert_eq!(facts, expected, "{state:?}");
    if facts.iter().all(|fact| fact.starts_with("refused")) {
        assert_eq!(room.heard(), before, "a refused or repeated command changes nothing");
    }
}

#[test]
fn a_room_command_for_an_unknown_call_is_answered_by_the_fact_of_its_end() {
    let mut room = Room::at(At::Talking);
    room.bench.control(ControlCommand::Room { call: crate::CallId(9), command: RoomCommand::Join });
    assert_eq!(room.take(), ["ended Released"]);
}

#[rstest]
#[case::busy_number(Destination::Number("busy".into()), 486)]
#[case::unknown_number(Destination::Number("unknown".into()), 404)]
#[case::blocked_number(Destination::Number("blocked".into()), 403)]
#[case::a_queue(Destination::Number("queue".into()), 404)]
#[case::the_echo_test(Destination::Number("*43".into()), 404)]
#[case::extension_that_is_not_registered(Destination::Extension("3009".into()), 480)]
#[case::extension_in_a_call(Destination::Extension("3002".into()), 486)]
fn a_destination_that_cannot_be_called_does_not_change_the_conversation(#[case] to: Destination, #[case] code: u16) {
    let mut room = Room::at(At::Talking);
    room.command(RoomCommand::Consult { party: THIRD, to: to.clone(), is_supervised: false });
    assert_eq!(room.take(), [format!("3 Failed({code})")]);
    room.command(RoomCommand::Invite { party: PartyId(4), to });
    assert_eq!(room.take(), [format!("4 Failed({code})")]);
    assert_eq!(room.heard(), ["1: 2", "2: 1"]);
}

/// The reaction of a ringing telephone.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    Declines,
    DeclinesForGood,
    HangsUp,
    NeverAnswers,
    HasNoSound,
    LosesItsAccount,
}

#[rstest]
#[case(Refusal::Declines, 486)]
#[case(Refusal::DeclinesForGood, 603)]
#[case(Refusal::HangsUp, 486)]
#[case(Refusal::NeverAnswers, 408)]
#[case(Refusal::HasNoSound, 488)]
#[case(Refusal::LosesItsAccount, 480)]
fn a_party_that_does_not_answer_leaves_the_customer_with_music_and_the_agent_in_the_call(
    #[case] refusal: Refusal,
    #[case] code: u16,
    #[values(At::Calling, At::Completing)] state: At,
) {
    let mut room = Room::at(state);
    let third = room.third;
    match refusal {
        Refusal::Declines => room.bench.request(third, "decline"),
        Refusal::DeclinesForGood => room.bench.ask(third, json!({"request": "decline", "code": 603}), None),
        Refusal::HangsUp => room.bench.request(third, "hangup"),
        Refusal::NeverAnswers => room.bench.pass(30),
        Refusal::HasNoSound => room.bench.ask(third, json!({"request": "accept"}), Some(("answer", "opus"))),
        Refusal::LosesItsAccount => room.bench.control(ControlCommand::Unregister { extension: "3003".into() }),
    }
    let facts = room.take();
    assert!(facts.contains(&format!("3 Failed({code})")), "{facts:?}");
    assert_eq!(room.heard(), ["1: music", "2: -"]);
    room.command(RoomCommand::CancelConsultation);
    assert_eq!(room.take(), ["Together"]);
    assert_eq!(room.heard(), ["1: 2", "2: 1"]);
}

#[test]
fn a_party_that_never_answered_does_not_take_over_later() {
    let mut room = Room::at(At::Completing);
    let (third, fourth) = (room.third, room.fourth);
    room.bench.request(third, "decline");
    let to = Destination::Extension("3004".into());
    room.command(RoomCommand::Consult { party: PartyId(4), to, is_supervised: false });
    room.bench.accept(fourth);
    assert_eq!(room.heard(), ["1: music", "2: 4", "4: 2"], "the transfer of the first one is over");
}

#[test]
fn a_completed_transfer_waits_for_the_answer_and_the_agents_telephone_is_free() {
    let mut room = Room::at(At::Completing);
    let (agent, third) = (room.agent, room.third);
    room.bench.accept(third);
    assert_eq!(room.take(), ["3 Answered", "3 Role(Agent)", "2 Left(HandedOver)", "Together"]);
    assert_eq!(room.heard(), ["1: 3", "3: 1"]);
    room.bench.call(agent, "queue");
    assert!(room.take().iter().any(|fact| fact.starts_with("Queued")), "the agent's telephone calls again");
}

#[rstest]
#[case::while_agent_and_consulted_party_talk(At::Consulting)]
#[case::after_a_swap(At::Swapped)]
fn an_agent_who_leaves_a_consultation_leaves_the_customer_to_the_consulted_party(
    #[case] state: At,
    #[values(true, false)] is_lost: bool,
) {
    let mut room = Room::at(state);
    let agent = room.agent;
    let cause = if is_lost {
        room.bench.media(lost(2));
        "Lost"
    } else {
        room.bench.request(agent, "hangup");
        "HungUp"
    };
    assert_eq!(room.take(), [format!("2 Left({cause})"), "3 Role(Agent)".into(), "Together".into()]);
    assert_eq!(room.heard(), ["1: 3", "3: 1"]);
}

#[test]
fn a_customer_whose_agent_hangs_up_while_a_telephone_rings_hears_music_and_then_that_party() {
    let mut room = Room::at(At::Calling);
    let (agent, third) = (room.agent, room.third);
    room.bench.request(agent, "hangup");
    assert_eq!(room.take(), ["2 Left(HungUp)", "Together"]);
    assert_eq!(room.heard(), ["1: music"]);
    room.bench.accept(third);
    assert_eq!(room.take(), ["3 Answered", "3 Role(Agent)"]);
    assert_eq!(room.heard(), ["1: 3", "3: 1"]);
}

#[rstest]
#[case::from_a_call_of_two(At::Talking)]
#[case::on_hold_while_a_telephone_rings(At::Calling)]
#[case::from_a_conference_of_three(At::Conference)]
fn a_customer_whom_the_agent_transfers_to_a_queue_hears_music_until_the_next_agent_answers(#[case] state: At) {
    let mut room = Room::at(state);
    let (agent, fourth) = (room.agent, room.fourth);
    room.command(RoomCommand::ToQueue);
    assert_eq!(room.heard(), ["1: music"]);
    room.bench.call(agent, "queue");
    assert!(room.take().iter().any(|fact| fact.starts_with("Queued")), "the agent's telephone is free");
    let connect = ControlCommand::Connect { call: room.call, extension: "3004".into() };
    room.bench.control(connect);
    room.bench.accept(fourth);
    let facts = room.take();
    assert!(facts.iter().any(|fact| fact.starts_with("Answered")), "{facts:?}");
}

#[rstest]
#[case::the_agent_completes_the_transfer(At::Consulting)]
#[case::the_agent_leaves_the_conference(At::Conference)]
fn a_customer_on_hold_is_back_in_the_conversation_when_another_agent_takes_over(#[case] state: At) {
    let mut room = Room::at(state);
    room.command(hold(CUSTOMER));
    room.take();
    room.command(if matches!(state, At::Conference) { leave() } else { RoomCommand::Complete });
    assert!(room.take().contains(&"1 Held(false)".to_owned()));
    assert_eq!(room.heard(), ["1: 3", "3: 1"]);
}

#[test]
fn no_party_is_called_for_a_customer_without_an_agent() {
    let mut room = Room::at(At::Calling);
    let agent = room.agent;
    room.bench.request(agent, "hangup");
    room.take();
    for command in [
        invite(4, "3004"),
        RoomCommand::Supervise { party: PartyId(4), extension: "3004".into(), supervision: Supervision::Listen },
    ] {
        room.command(command);
        assert_eq!(room.take(), ["refused NotTalking"]);
    }
}

#[test]
fn a_customer_whose_partners_left_hears_music_until_the_call_is_connected_to_an_agent() {
    let mut room = Room::at(At::Calling);
    let (agent, third, fourth) = (room.agent, room.third, room.fourth);
    room.bench.request(agent, "hangup");
    room.bench.request(third, "decline");
    assert_eq!(room.take(), ["2 Left(HungUp)", "Together", "3 Failed(486)", "unattended"]);
    assert_eq!(room.heard(), ["1: music"]);
    room.bench.control(ControlCommand::Connect { call: room.call, extension: "3004".into() });
    room.bench.accept(fourth);
    room.take();
    assert_eq!(room.heard(), ["1: 4", "4: 1"]);
}

#[test]
fn the_next_agent_sees_a_dialled_customer_whose_partners_left_as_the_caller() {
    let mut room = Room::at(At::Waiting);
    let call = crate::CallId(9);
    let (agent, third, customer) = (room.agent, room.third, room.fourth);
    room.bench.control(ControlCommand::Dial { call, extension: "3002".into(), to: "3004".into() });
    room.bench.accept(agent);
    room.bench.accept(customer);
    room.call = call;
    room.command(consult());
    room.bench.request(agent, "hangup");
    room.bench.request(third, "decline");
    assert_eq!(room.take().pop(), Some("unattended".into()));
    room.bench.control(ControlCommand::Connect { call, extension: "3002".into() });
    assert_eq!(room.bench.frames(agent), ["incomingcall sip:3004@centre +offer"]);
    room.bench.accept(agent);
    room.bench.request(customer, "hangup");
    assert_eq!(room.take().pop(), Some("ended HungUp(Caller)".into()));
}

#[test]
fn a_customer_who_hangs_up_while_a_telephone_rings_stops_the_ringing_at_once() {
    let mut room = Room::at(At::Calling);
    let (customer, third) = (room.customer, room.third);
    room.bench.request(customer, "hangup");
    assert!(room.bench.frames(third).iter().any(|frame| frame.starts_with("hangup 200 Session Terminated")));
    assert_eq!(room.take(), ["ended HungUp(Caller)"]);
}

#[rstest]
#[case::the_customer(1, &["2: 3", "3: 2"])]
#[case::the_agent(2, &["1: 3", "3: 1"])]
#[case::the_colleague(3, &["1: 2", "2: 1"])]
fn a_conference_goes_on_when_one_of_three_leaves(
    #[case] leaving: u64,
    #[case] expected: &[&str],
    #[values("hangs up", "closes the page", "is lost")] how: &str,
) {
    let mut room = Room::at(At::Conference);
    let phone = [room.customer, room.agent, room.third][usize::try_from(leaving - 1).unwrap()];
    match how {
        "hangs up" => room.bench.request(phone, "hangup"),
        // The link is closed first, because an open page of an agent could come back.
        "closes the page" => {
            room.bench.media(MediaEvent::Closed { leg: leg(leaving) });
            room.bench.pass(2);
        }
        _ => room.bench.media(lost(leaving)),
    }
    assert!(room.bench.frames(phone).iter().any(|frame| frame.starts_with("hangup 200")));
    assert_eq!(room.heard(), expected);
    let remaining = if leaving == 1 { room.agent } else { room.customer };
    room.bench.request(remaining, "hangup");
    assert!(room.take()[0].starts_with("ended HungUp"), "two who talk end their call as ever");
}

#[test]
fn an_agent_ends_a_conference_for_all() {
    let mut room = Room::at(At::Conference);
    room.bench.control(ControlCommand::HangUp { call: room.call, by: Some(CallSide::Callee) });
    assert_eq!(room.take(), ["ended HungUp(Callee)"]);
    assert!(room.bench.machine.is_idle());
}

#[test]
fn hold_and_mute_of_one_party_leave_the_others_talking() {
    let mut room = Room::at(At::Conference);
    room.command(hold(CUSTOMER));
    assert_eq!(room.heard(), ["1: music", "2: 3", "3: 2"]);
    room.command(RoomCommand::Hold { party: CUSTOMER, held: false });
    room.command(mute(THIRD));
    assert_eq!(room.heard(), ["1: 2 (3)", "2: 1 (3)", "3: 1 2"]);
    room.command(RoomCommand::Mute { party: THIRD, muted: false });
    let agent = room.agent;
    room.bench.request(agent, "hold");
    assert_eq!(room.heard(), ["1: 3", "2: -", "3: 1"], "the agent leaves the conversation for a moment");
}

#[test]
fn a_held_party_that_leaves_ends_nothing_for_the_others() {
    let mut room = Room::at(At::Conference);
    room.command(hold(THIRD));
    let third = room.third;
    room.bench.request(third, "hangup");
    assert_eq!(room.heard(), ["1: 2", "2: 1"]);
}

#[test]
fn a_conference_has_at_most_six_parties_and_supervisors_are_not_among_them() {
    let mut room = Room::at(At::Conference);
    for number in 5..=7 {
        let phone = room.bench.registered(&format!("300{number}"));
        room.command(invite(number, &format!("300{number}")));
        room.bench.accept(phone);
    }
    room.take();
    room.command(invite(8, "3004"));
    assert_eq!(room.take(), ["refused Full"]);
    for number in 0..MAX_SUPERVISORS {
        let (party, extension) = (PartyId(10 + number as u64), format!("310{number}"));
        room.bench.registered(&extension);
        room.take();
        room.command(RoomCommand::Supervise { party, extension, supervision: Supervision::Listen });
        assert_eq!(room.take(), [format!("{} Ringing", party.0)]);
    }
    let extension = "3004".to_owned();
    room.command(RoomCommand::Supervise { party: PartyId(20), extension, supervision: Supervision::Listen });
    assert_eq!(room.take(), ["refused Full"]);
}

#[test]
fn the_invitation_of_a_supervisor_has_the_role_so_that_the_telephone_accepts_by_itself() {
    for (command, role) in
        [(consult(), "consulted"), (invite(3, "3003"), "colleague"), (supervise(Supervision::Listen), "supervisor")]
    {
        let mut room = Room::at(At::Talking);
        room.command(command);
        let invitation = room.bench.messages_to(room.third.link).pop().unwrap();
        let result = &invitation["plugindata"]["data"]["result"];
        assert_eq!(
            (&result["headers"]["X-Party-Role"], &result["username"]),
            (&json!(role), &json!("sip:3002@centre"))
        );
    }
}

#[test]
fn a_simulated_number_that_is_invited_answers_talks_and_hangs_up() {
    let mut room = Room::at(At::Talking);
    room.command(RoomCommand::Invite { party: THIRD, to: Destination::Number("customer".into()) });
    room.bench.pass(3);
    assert_eq!(room.take(), ["3 Ringing", "3 Answered"]);
    assert_eq!(room.heard(), ["1: 2 3", "2: 1 3", "3: 1 2"]);
    room.bench.pass(10);
    assert_eq!(room.take(), ["3 Left(HungUp)"]);
    room.command(RoomCommand::Invite { party: PartyId(4), to: Destination::Number("silent".into()) });
    room.bench.pass(30);
    assert_eq!(room.take(), ["4 Ringing", "4 Failed(408)"]);
    assert_eq!(room.heard(), ["1: 2", "2: 1"]);
}

#[test]
fn keys_of_a_party_are_sent_only_to_the_others_of_its_conversation() {
    let mut room = Room::at(At::Consulting);
    room.bench.media(MediaEvent::Tone { leg: leg(3), digit: '7' });
    let tones: Vec<u64> = room
        .bench
        .sounds()
        .iter()
        .filter(|command| matches!(command, MediaCommand::Tone { .. }))
        .filter_map(|command| command.leg().map(|leg| leg.0))
        .collect();
    assert_eq!(tones, [2]);
    assert_eq!(room.take(), ["3 Key('7')"]);
}
