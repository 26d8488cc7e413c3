//! The agent requests changes of the room of a call: a request is only pending, the room of the server is shown, and a
//! lost answer is looked up.

use super::bench::Bench;
use super::samples::with;
use super::voice::{bar, intends, job, talking};
use crate::flow::HttpFailure;
use crate::shell::Dialog;
use crate::voice::{CallRoomView, VoiceIntent};
use crate::wire::{CallMode, DestinationKey, DestinationKind, TransferKind, TransferPhase};
use rstest::rstest;
use serde_json::{Value, json};

const BLIND: &str = "POST job/voice/transfer";
const ASSISTED: &str = "POST job/voice/transfer-request";
const COMPLETE: &str = "POST job/voice/transfer-accept";
const ROOM: &str = "POST voice/room";
const ACTIVE: &str = "GET agents/101/jobs/active";

pub(super) fn room(bench: &Bench) -> Option<CallRoomView> {
    bar(bench).and_then(|bar| bar.room)
}

/// The texts that were shown, except the one about the arrival of the call.
pub(super) fn told(bench: &Bench) -> Vec<String> {
    bench.said().into_iter().filter(|text| text != "Ligação de 5511").collect()
}

pub(super) fn key(kind: DestinationKind, id: &str) -> DestinationKey {
    DestinationKey { kind, id: id.to_owned() }
}

pub(super) fn transfers(kind: TransferKind) -> VoiceIntent {
    VoiceIntent::TransferCall { kind, destination: key(DestinationKind::Agent, "102"), note: "cliente VIP".to_owned() }
}

pub(super) fn party(number: u64, role: &str, agent: &str, name: &str) -> Value {
    json!({ "party": number, "role": role, "agentId": agent, "name": name, "number": format!("10{number}"), "since": 5_000 })
}

pub(super) fn destination() -> Value {
    json!({ "kind": "agent", "id": "102", "name": "Rafael Moraes" })
}

/// The room of a transfer to Rafael in this phase.
pub(super) fn transfer_room(kind: &str, phase: &str) -> Value {
    let mode = match phase {
        "consulting" => "consulting",
        "withCustomer" => "withCustomer",
        _ => "together",
    };
    let mut rafael = party(3, "consulted", "102", "Rafael Moraes");
    rafael["ringing"] = json!(phase == "ringing");
    let transfer = json!({ "kind": kind, "phase": phase, "destination": destination(), "party": 3, "since": 7_000 });
    let parties = json!([party(1, "customer", "", "Marina Prado"), party(2, "agent", "101", "Ana Souza"), rafael]);
    json!({ "mode": mode, "parties": parties, "transfer": transfer })
}

pub(super) fn conference() -> Value {
    let parties = json!([
        party(1, "customer", "", "Marina Prado"),
        party(2, "agent", "101", "Ana Souza"),
        party(3, "colleague", "102", "Rafael Moraes"),
    ]);
    json!({ "mode": "together", "parties": parties })
}

pub(super) fn update(bench: &mut Bench, room: Value) {
    bench.event("CallUpdateEvent", json!({ "protocol": "V1", "uniqueId": "u1", "room": room }));
}

/// The agent is in a call; its room is that of the server.
pub(super) fn in_room(room: Value) -> Bench {
    let mut bench = talking();
    update(&mut bench, room);
    bench.forget();
    bench
}

/// The answer of `jobs/active` with this room; `None`: the agent does not have the attendance any more.
fn list_with_room(bench: &mut Bench, room: Option<Value>) {
    let job = room.map(|room| with(job(json!({}))["job"].clone(), json!({ "callRoom": room, "version": 9 })));
    let jobs: Vec<Value> = job.into_iter().collect();
    bench.reply(ACTIVE, 200, json!({ "asOfSeq": 50, "epoch": "e1", "data": { "voice": jobs } }));
}

#[rstest]
#[case::blind(TransferKind::Blind, BLIND)]
#[case::assisted(TransferKind::Assisted, ASSISTED)]
fn trf_001_trf_012_a_transfer_is_requested_and_the_call_stays_until_the_server_reports_the_result(
    #[case] kind: TransferKind,
    #[case] call: &str,
) {
    let mut bench = talking();
    bench.forget().hold(call);
    intends(&mut bench, transfers(kind));
    intends(&mut bench, transfers(kind));
    assert_eq!(bench.calls_of(call).len(), 1, "one request at a time");
    let body = bench.call(call).json();
    for (name, expected) in [("agentId", "101"), ("channel", "voice"), ("protocol", "V1"), ("uniqueId", "u1")] {
        assert_eq!(body[name], expected, "{name}");
    }
    assert_eq!(body["destination"], json!({ "kind": "agent", "id": "102" }));
    assert_eq!(body["observation"], "cliente VIP");
    assert_eq!(room(&bench), None, "the page shows the server's room, never its own intention");
    bench.forget().reply(call, 200, json!({ "success": true }));
    assert_eq!(bench.calls_of("GET agents/101/status").len(), 1, "the status is read");
    assert_eq!((bench.has_job("V1"), room(&bench)), (true, None));
    bench.advance(2_100);
    assert_eq!(bench.calls_of(ACTIVE).len(), 1, "news that do not come are read");
}

#[rstest]
#[case::trf_013(json!({ "reason": "offline" }), "Servidor de voz offline")]
#[case::trf_025_unknown(json!({ "cause": "moonInTheWay" }), "Não foi possível realizar a transferência")]
#[case::trf_025_without_a_cause(json!({}), "Não foi possível realizar a transferência")]
fn a_refused_transfer_of_a_call_is_shown_and_can_be_requested_again(#[case] body: Value, #[case] sentence: &str) {
    for kind in [TransferKind::Blind, TransferKind::Assisted] {
        let call = if kind == TransferKind::Blind { BLIND } else { ASSISTED };
        let mut bench = talking();
        bench.forget().answer(call, 409, body.clone());
        intends(&mut bench, transfers(kind));
        assert_eq!(told(&bench), [sentence], "{kind:?}");
        assert!(bench.has_job("V1") && room(&bench).is_none());
        intends(&mut bench, transfers(kind));
        assert_eq!(bench.calls_of(call).len(), 2, "the button is enabled again");
    }
}

#[test]
fn trf_003_a_customer_who_is_no_contact_on_the_server_is_registered_first() {
    let mut bench = talking();
    bench.forget().answer(BLIND, 409, json!({ "reason": "CONTACT_NOT_REGISTERED" }));
    intends(&mut bench, transfers(TransferKind::Blind));
    assert!(bench.contact("V1").form.is_some());
}

#[test]
fn trf_014_trf_016_trf_019_the_cause_of_a_refusal_is_the_key_of_its_text() {
    for cause in ["agentOffline", "agentPaused", "agentInCall", "alreadyInTransfer", "callAlreadyEnded", "invalidQueue"]
    {
        let mut bench = talking();
        bench.forget().answer(BLIND, 409, json!({ "cause": cause }));
        intends(&mut bench, transfers(TransferKind::Blind));
        let is_it = |note: &crate::shell::Snackbar| note.body.key.starts_with("transferError");
        let note = bench.snackbars().into_iter().find(is_it).expect("a snackbar");
        assert_eq!(note.body.key, format!("transferError.{cause}"));
        assert_eq!(note.body.fallback.as_deref(), Some("transfers.failed"));
    }
}

#[test]
fn trf_015_a_failed_transfer_closes_its_dialog() {
    let mut bench = talking();
    let dialog = Dialog::Transfer { protocol: "V1".into() };
    let mut context = crate::flow::Context { now: bench.workspace.now, kernel: &mut bench.workspace.kernel };
    bench.workspace.shell.dialogs.open(&mut context, dialog.clone());
    assert_eq!(bench.dialog(), Some(dialog));
    bench.answer(ASSISTED, 409, json!({ "cause": "agentPaused" }));
    intends(&mut bench, transfers(TransferKind::Assisted));
    assert_eq!(bench.dialog(), None);
}

#[rstest]
#[case::seven_digits("1234567", false)]
#[case::eight_digits("12345678", true)]
#[case::fifteen_digits("123456789012345", true)]
#[case::sixteen_digits("1234567890123456", false)]
#[case::letters("12345678a", false)]
#[case::an_empty_text("", false)]
fn trf_002_a_typed_number_of_a_transfer_has_8_to_15_digits(#[case] number: &str, #[case] is_sent: bool) {
    let mut bench = talking();
    bench.forget().hold(ASSISTED);
    let destination = key(DestinationKind::Number, number);
    intends(
        &mut bench,
        VoiceIntent::TransferCall {
            kind: TransferKind::Assisted,
            destination: destination.clone(),
            note: String::new(),
        },
    );
    assert_eq!(bench.calls_of(ASSISTED).len(), usize::from(is_sent));
    let mut bench = talking();
    bench.hold("POST voice/start-conference");
    intends(&mut bench, VoiceIntent::AddToConference { destination });
    assert_eq!(bench.calls_of("POST voice/start-conference").len(), usize::from(is_sent));
}

/// The room that the list of attendances contains after a lost answer.
#[rstest]
#[case::the_transfer_has_begun(Some(transfer_room("assisted", "ringing")), None)]
#[case::the_transfer_has_failed_already(
    Some(json!({ "parties": [], "failure": { "destination": destination(), "cause": "busy", "at": 9_000 } })),
    None
)]
#[case::the_attendance_has_left(None, None)]
#[case::the_transfer_has_not_begun(Some(Value::Null), Some("Não foi possível realizar a transferência"))]
fn bey_153_a_transfer_of_a_call_without_an_answer_is_looked_up(
    #[case] found: Option<Value>,
    #[case] sentence: Option<&str>,
) {
    let mut bench = talking();
    bench.forget().hold(ACTIVE).fail(ASSISTED, HttpFailure::NoAnswer);
    intends(&mut bench, transfers(TransferKind::Assisted));
    assert_eq!((bench.calls_of(ASSISTED).len(), bench.calls_of(ACTIVE).len(), told(&bench).len()), (1, 1, 0));
    let leaves = found.is_none();
    list_with_room(&mut bench, found);
    let texts = told(&bench);
    assert_eq!(texts.iter().filter(|text| Some(text.as_str()) == sentence).count(), usize::from(sentence.is_some()));
    assert_eq!(bench.has_job("V1"), !leaves, "{texts:?}");
    assert!(room(&bench).is_none_or(|room| !room.pending));
}

/// A request, the room before it, the call, and the room in which the request was carried out.
type Change = (VoiceIntent, Value, &'static str, Value);

fn changes() -> Vec<Change> {
    let consulting = || transfer_room("assisted", "consulting");
    let with_customer = || transfer_room("assisted", "withCustomer");
    let held = |held: bool| {
        let mut room = conference();
        room["parties"][0]["held"] = json!(held);
        room
    };
    let muted = |muted: bool| {
        let mut room = conference();
        room["parties"][2]["muted"] = json!(muted);
        room
    };
    let four = || {
        let mut room = conference();
        let lia = party(4, "colleague", "104", "Lia");
        room["parties"].as_array_mut().expect("parties").push(lia);
        room
    };
    let lia = key(DestinationKind::Agent, "104");
    vec![
        (VoiceIntent::CompleteTransfer, consulting(), COMPLETE, transfer_room("assisted", "completing")),
        (
            VoiceIntent::CompleteTransfer,
            transfer_room("assisted", "ringing"),
            COMPLETE,
            transfer_room("blind", "ringing"),
        ),
        (VoiceIntent::CancelTransfer, consulting(), ROOM, Value::Null),
        (VoiceIntent::CancelTransfer, transfer_room("blind", "ringing"), ROOM, Value::Null),
        (VoiceIntent::TalkWith { customer: true }, consulting(), ROOM, with_customer()),
        (VoiceIntent::TalkWith { customer: false }, with_customer(), ROOM, consulting()),
        (VoiceIntent::JoinConference, consulting(), ROOM, conference()),
        (VoiceIntent::HoldParty { party: 1, held: true }, conference(), ROOM, held(true)),
        (VoiceIntent::HoldParty { party: 1, held: false }, held(true), ROOM, conference()),
        (VoiceIntent::MuteParty { party: 3, muted: true }, conference(), ROOM, muted(true)),
        (VoiceIntent::MuteParty { party: 3, muted: false }, muted(true), ROOM, conference()),
        (VoiceIntent::RemoveParty { party: 3 }, conference(), ROOM, Value::Null),
        (VoiceIntent::AddToConference { destination: lia }, conference(), "POST voice/start-conference", four()),
        (VoiceIntent::EndConference, conference(), "POST voice/end-conference", Value::Null),
    ]
}

#[test]
fn every_change_of_a_room_is_pending_and_not_shown_until_the_server_reports_it() {
    for (intent, before, call, after) in changes() {
        let mut bench = in_room(before);
        let shown = room(&bench).expect("a room");
        bench.hold(call);
        intends(&mut bench, intent.clone());
        intends(&mut bench, intent.clone());
        assert_eq!(bench.calls_of(call).len(), 1, "{intent:?}");
        let pending = room(&bench).expect("a room");
        assert!(pending.pending && !shown.pending, "{intent:?}");
        assert_eq!((pending.mode, pending.parties.len()), (shown.mode, shown.parties.len()), "{intent:?}");
        bench.reply(call, 200, json!({ "success": true }));
        assert!(room(&bench).is_some_and(|room| room.pending), "{intent:?}: its news are due");
        update(&mut bench, after);
        assert!(room(&bench).is_none_or(|room| !room.pending), "{intent:?}");
        assert_eq!(told(&bench), Vec::<String>::new(), "{intent:?}");
    }
}

#[test]
fn the_event_of_a_change_may_arrive_before_its_answer_or_after_a_lost_answer() {
    for (intent, before, call, after) in changes() {
        for is_lost in [false, true] {
            let mut bench = in_room(before.clone());
            bench.hold(ACTIVE).hold(call);
            intends(&mut bench, intent.clone());
            update(&mut bench, after.clone());
            assert!(room(&bench).is_none_or(|room| !room.pending), "{intent:?}");
            if is_lost {
                bench.lose(call, HttpFailure::NoAnswer);
            } else {
                bench.reply(call, 200, json!({ "success": true }));
            }
            bench.advance(2_500);
            assert!(room(&bench).is_none_or(|room| !room.pending) && told(&bench).is_empty(), "{intent:?} {is_lost}");
            assert_eq!(bench.calls_of(ACTIVE).len(), 0, "{intent:?}: nothing is in doubt");
        }
    }
}

#[test]
fn bey_153_a_change_of_a_room_without_an_answer_is_looked_up() {
    for (intent, before, call, after) in changes() {
        for is_done in [true, false] {
            let mut bench = in_room(before.clone());
            bench.hold(ACTIVE).fail(call, HttpFailure::NoAnswer);
            intends(&mut bench, intent.clone());
            assert_eq!((bench.calls_of(ACTIVE).len(), told(&bench).len()), (1, 0), "{intent:?}");
            assert!(room(&bench).is_some_and(|room| room.pending), "{intent:?}");
            list_with_room(&mut bench, Some(if is_done { after.clone() } else { before.clone() }));
            assert!(room(&bench).is_none_or(|room| !room.pending), "{intent:?}");
            assert_eq!(told(&bench).len(), usize::from(!is_done), "{intent:?} {is_done}: {:?}", told(&bench));
        }
    }
}

#[test]
fn a_refused_change_of_a_room_shows_a_text_and_its_controls_are_enabled_again() {
    for (intent, before, call, _) in changes() {
        let mut bench = in_room(before);
        bench.answer(call, 409, json!({ "cause": "moonInTheWay" }));
        intends(&mut bench, intent.clone());
        assert_eq!(told(&bench).len(), 1, "{intent:?}");
        assert!(room(&bench).is_some_and(|room| !room.pending), "{intent:?}");
    }
}

#[test]
fn a_change_that_the_room_does_not_allow_is_not_requested() {
    let talking_alone = [
        VoiceIntent::CompleteTransfer,
        VoiceIntent::CancelTransfer,
        VoiceIntent::TalkWith { customer: true },
        VoiceIntent::JoinConference,
        VoiceIntent::EndConference,
        VoiceIntent::LeaveConference,
        VoiceIntent::RemoveParty { party: 3 },
        VoiceIntent::HoldParty { party: 1, held: true },
    ];
    for intent in talking_alone {
        let mut bench = talking();
        bench.forget();
        intends(&mut bench, intent.clone());
        let calls = [COMPLETE, ROOM, "POST voice/end-conference"].map(|call| bench.calls_of(call).len());
        assert_eq!(calls, [0, 0, 0], "{intent:?}");
    }
    let mut bench = in_room(transfer_room("blind", "ringing"));
    intends(&mut bench, VoiceIntent::CompleteTransfer);
    intends(&mut bench, VoiceIntent::JoinConference);
    assert_eq!(
        (bench.calls_of(COMPLETE).len(), bench.calls_of(ROOM).len()),
        (0, 0),
        "nobody talks with the destination"
    );
}

#[rstest]
#[case::requested("assisted", "asked", false, true, true)]
#[case::ringing_at_the_receiver("assisted", "ringing", true, true, true)]
#[case::consulting_the_receiver("assisted", "consulting", true, true, false)]
#[case::the_receiver_with_the_customer("assisted", "withCustomer", true, true, false)]
#[case::being_completed("assisted", "completing", false, false, false)]
#[case::a_blind_transfer("blind", "ringing", false, true, true)]
fn trf_004_the_flags_of_a_transfer_are_a_view_of_its_phase(
    #[case] kind: &str,
    #[case] phase: &str,
    #[case] can_complete: bool,
    #[case] can_cancel: bool,
    #[case] waits: bool,
) {
    let bench = in_room(transfer_room(kind, phase));
    let transfer = room(&bench).and_then(|room| room.transfer).expect("a transfer");
    assert!(transfer.accepted);
    assert_eq!(
        (transfer.can_complete, transfer.can_cancel, transfer.waiting_for_confirmation),
        (can_complete, can_cancel, waits)
    );
    assert_eq!((transfer.name.as_str(), transfer.since), ("Rafael Moraes", 7_000.0));
}

#[test]
fn the_view_of_a_room_names_its_parties_this_agent_first_and_says_who_hears_music() {
    for (phase, mode, music) in [
        ("ringing", CallMode::Together, [true, false]),
        ("consulting", CallMode::Consulting, [true, false]),
        ("withCustomer", CallMode::WithCustomer, [false, true]),
    ] {
        let bench = in_room(transfer_room("assisted", phase));
        let room = room(&bench).expect("a room");
        let names: Vec<(&str, bool)> = room.parties.iter().map(|party| (party.name.as_str(), party.own)).collect();
        assert_eq!(names, [("Ana Souza", true), ("Marina Prado", false), ("Rafael Moraes", false)]);
        assert_eq!((room.mode, room.owned, room.successor), (mode, true, None));
        assert_eq!([room.parties[1].music, room.parties[2].music], music, "{phase}");
        assert!(room.parties.iter().all(|party| !party.controls), "a transfer has controls of its own");
    }
    let bench = in_room(conference());
    let room = room(&bench).expect("a room");
    let controls: Vec<bool> = room.parties.iter().map(|party| party.controls).collect();
    assert_eq!((controls, room.successor.as_deref()), (vec![false, true, true], Some("Rafael Moraes")));
    assert_eq!(room.transfer.map(|transfer| transfer.phase), None::<TransferPhase>);
}

#[test]
fn this_agents_party_of_a_room_shows_hold_and_mute_of_the_telephone() {
    let mut bench = in_room(conference());
    intends(&mut bench, VoiceIntent::MuteParty { party: 2, muted: true });
    intends(&mut bench, VoiceIntent::HoldParty { party: 2, held: true });
    assert!(bench.calls_of(ROOM).is_empty() && bench.sip_requests().contains(&"hold".to_owned()));
    assert!(room(&bench).is_some_and(|room| room.parties[0].muted));
}
