//! Recordings of calls: whose sound is in which channel in each state of a room, and how they begin, pause and end.

use rstest::rstest;

use super::room::{At, Room, THIRD, invite};
use crate::control::{CallFact, CallId, ControlCommand, RecordOrder};
use crate::media::{Channels, LegId, MediaCommand, MediaEvent, Notice, RecordingChange, RecordingCommand, RecordingId};
use crate::room::{Partner, PartyId, RoomCommand, Supervision};
use crate::signalling::Output;

const CUSTOMER: PartyId = PartyId(1);
const AGENT: PartyId = PartyId(2);

fn id() -> RecordingId {
    RecordingId("recording-1".into())
}

fn order(room: &mut Room, order: RecordOrder) {
    let call = room.call;
    room.bench.control(ControlCommand::Record { call, recording: id(), order });
}

/// The commands to the media about the recording, and its facts, as short lines.
fn lines(room: &mut Room) -> Vec<String> {
    let numbers = |legs: &[LegId]| legs.iter().map(|leg| leg.0.to_string()).collect::<Vec<_>>().join(" ");
    let line = |output: Output| match output {
        Output::Media(MediaCommand::Record { command, .. }) => Some(match command {
            RecordingCommand::Begin { notice, told } => format!("begin {notice:?} to {}", numbers(&told)),
            RecordingCommand::Follow(Channels { customer, company }) => {
                format!("{} | {}", numbers(&customer), numbers(&company))
            }
            RecordingCommand::Pause(paused) => format!("pause {paused}"),
            RecordingCommand::End => "end".into(),
        }),
        Output::Fact(CallFact::Recording { state, .. }) => Some(format!("{state:?}")),
        _ => None,
    };
    room.bench.take().into_iter().filter_map(line).collect()
}

fn recorded(state: At) -> Room {
    let mut room = Room::at(state);
    order(&mut room, RecordOrder::Begin(Notice::Beep));
    room
}

#[rstest]
#[case::in_a_queue(At::Waiting, &["begin Beep to 1"])]
#[case::two_talk(At::Talking, &["begin Beep to 1 2", "1 | 2"])]
#[case::a_telephone_rings(At::Calling, &["begin Beep to 1 2"])]
#[case::a_consultation(At::Consulting, &["begin Beep to 1 2 3"])]
#[case::the_agent_is_back_with_the_customer(At::Swapped, &["begin Beep to 1 2 3", "1 | 2"])]
#[case::a_conference(At::Conference, &["begin Beep to 1 2 3", "1 | 2 3"])]
#[case::a_supervisor_listens(At::Supervised, &["begin Beep to 1 2 3", "1 | 2"])]
#[case::the_customer_is_gone(At::CustomerGone, &["begin Beep to 2 3", "end", "Ended"])]
fn bey_138_customer_and_company_have_a_channel_each(#[case] state: At, #[case] expected: &[&str]) {
    assert_eq!(lines(&mut recorded(state)), expected);
}

#[test]
fn bey_138_a_whisper_is_left_out_and_who_joined_is_of_the_company() {
    let mut room = recorded(At::Supervised);
    lines(&mut room);
    let mut change = |supervision| {
        room.command(RoomCommand::ChangeSupervision { party: THIRD, supervision });
        lines(&mut room)
    };
    assert_eq!(change(Supervision::Whisper), [""; 0]);
    assert_eq!(change(Supervision::Barge), ["1 | 2 3"]);
    assert_eq!(change(Supervision::Whisper), ["1 | 2"]);
}

/// A customer on hold is not recorded, because nobody of the company hears the customer; a supervisor who only listens
/// is no partner of the conversation.
#[test]
fn bey_138_hold_and_mute_close_the_channel_of_the_party() {
    let mut room = recorded(At::Supervised);
    lines(&mut room);
    room.command(RoomCommand::Hold { party: CUSTOMER, held: true });
    assert_eq!(lines(&mut room), [" | "]);
    room.command(RoomCommand::Hold { party: CUSTOMER, held: false });
    assert_eq!(lines(&mut room), ["1 | 2"]);
    room.command(RoomCommand::Mute { party: AGENT, muted: true });
    assert_eq!(lines(&mut room), ["1 | "]);
    let agent = room.agent;
    room.bench.request(agent, "hold");
    assert_eq!(lines(&mut room), [" | "]);
}

#[test]
fn bey_138_a_recording_follows_the_customer_through_consultation_conference_transfer_and_queue() {
    let mut room = recorded(At::Consulting);
    lines(&mut room);
    room.command(RoomCommand::TalkWith { partner: Partner::Customer });
    assert_eq!(lines(&mut room), ["1 | 2"]);
    room.command(RoomCommand::TalkWith { partner: Partner::Consulted });
    assert_eq!(lines(&mut room), [" | "]);
    room.command(RoomCommand::Join);
    assert_eq!(lines(&mut room), ["1 | 2 3"]);
    room.command(RoomCommand::Leave { successor: THIRD });
    assert_eq!(lines(&mut room), ["1 | 3"]);
    room.command(invite(4, "3004"));
    let fourth = room.fourth;
    room.bench.accept(fourth);
    assert_eq!(lines(&mut room), ["1 | 3 4"]);
    room.command(RoomCommand::ToQueue);
    assert_eq!(lines(&mut room), [" | "]);
    let call = room.call;
    room.bench.control(ControlCommand::Connect { call, extension: "3002".into() });
    let agent = room.agent;
    room.bench.accept(agent);
    assert_eq!(lines(&mut room), ["1 | 5"]);
    room.bench.control(ControlCommand::HangUp { call, by: None });
    assert_eq!(lines(&mut room), ["end", "Ended"]);
}

#[test]
fn bey_138_a_pause_is_reported_once_and_ends_by_command_only() {
    let mut room = recorded(At::Talking);
    lines(&mut room);
    order(&mut room, RecordOrder::Pause(true));
    order(&mut room, RecordOrder::Pause(true));
    assert_eq!(lines(&mut room), ["pause true", "Paused(true)"]);
    room.command(RoomCommand::Hold { party: CUSTOMER, held: true });
    room.command(RoomCommand::Hold { party: CUSTOMER, held: false });
    assert_eq!(lines(&mut room), [" | ", "1 | 2"], "it stays paused");
    order(&mut room, RecordOrder::Pause(false));
    assert_eq!(lines(&mut room), ["pause false", "Paused(false)"]);
}

#[test]
fn bey_138_orders_and_events_that_come_late_change_nothing() {
    let mut room = recorded(At::Talking);
    order(&mut room, RecordOrder::Begin(Notice::None));
    assert_eq!(lines(&mut room), ["begin Beep to 1 2", "1 | 2"], "a repeated one");
    let began = MediaEvent::Recording { recording: id(), change: RecordingChange::Began };
    room.bench.media(began.clone());
    assert_eq!(lines(&mut room), ["Began"]);
    order(&mut room, RecordOrder::End);
    order(&mut room, RecordOrder::End);
    order(&mut room, RecordOrder::Pause(true));
    room.bench.media(began);
    assert_eq!(lines(&mut room), ["end", "Ended"]);
    let other = RecordOrder::Begin(Notice::None);
    order(&mut room, other);
    let (call, recording) = (room.call, RecordingId("recording-2".into()));
    room.bench.control(ControlCommand::Record { call, recording, order: other });
    assert_eq!(lines(&mut room), ["begin None to 1 2", "1 | 2", "Ended"], "one at a time");
    let of_nobody = ControlCommand::Record { call: CallId(99), recording: id(), order: other };
    room.bench.control(of_nobody);
    assert!(matches!(room.bench.facts().last(), Some(CallFact::Ended { call: CallId(99), .. })));
}

#[test]
fn bey_138_a_recording_that_cannot_go_on_leaves_the_call() {
    let mut room = recorded(At::Talking);
    lines(&mut room);
    room.bench.media(MediaEvent::Recording { recording: id(), change: RecordingChange::Stopped });
    assert_eq!(lines(&mut room), ["Stopped"]);
    room.command(RoomCommand::Hold { party: CUSTOMER, held: true });
    assert_eq!(room.heard(), ["1: music", "2: -"]);
    assert_eq!(lines(&mut room), [""; 0]);
    assert!(room.bench.machine.calls.values().all(|call| call.recording.is_none()));
}
