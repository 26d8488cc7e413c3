//! Events of the server about rooms and transfers: for the sender, the receiver and a guest, in any order.

use super::bench::Bench;
use super::voice::{bar, incoming, intends, job, registered, talking};
use super::voice_rooms::{conference, destination, in_room, party, room, told, transfer_room, update};
use crate::flow::{DesktopKind, Effect};
use crate::input::PageInput;
use crate::notifications::DesktopPermission::Granted;
use crate::shell::Dialog;
use crate::voice::{CallStatus, IncomingOrigin, VoiceIntent};
use crate::wire::{TransferKind, TransferPhase};
use rstest::rstest;
use serde_json::{Value, json};

fn begun() -> Value {
    json!({ "protocol": "V1", "uniqueId": "u1", "fromAgentId": "101", "fromAgentName": "Ana Souza", "kind": "assisted",
        "destination": destination() })
}

fn came_back(cause: &str) -> Value {
    json!({ "protocol": "V1", "uniqueId": "u1", "accepted": false, "cause": cause, "destination": destination() })
}

fn handed_over() -> Value {
    json!({ "protocol": "V1", "uniqueId": "u1", "destination": destination() })
}

#[test]
fn trf_005_a_transfer_that_the_server_has_begun_is_shown_as_accepted_and_can_be_cancelled() {
    let mut bench = talking();
    bench.event("TransferRequestEvent", begun());
    let transfer = room(&bench).and_then(|room| room.transfer).expect("a transfer");
    assert_eq!((transfer.phase, transfer.accepted, transfer.can_cancel), (TransferPhase::Asked, true, true));
    update(&mut bench, transfer_room("assisted", "ringing"));
    let transfer = room(&bench).and_then(|room| room.transfer).expect("a transfer");
    assert!(transfer.accepted && transfer.can_complete && transfer.can_cancel);
}

#[test]
fn trf_008_a_failed_transfer_shows_the_reason_once_and_its_note_is_closed_once() {
    let mut bench = in_room(transfer_room("assisted", "ringing"));
    bench.event("TransferResponseEvent", came_back("declined"));
    let shown = room(&bench).expect("the note");
    let failure = shown.failure.expect("a failure");
    assert_eq!((shown.transfer, failure.name.as_str()), (None, "Rafael Moraes"));
    assert_eq!(failure.text.key, "transferError.declined");
    assert!(bench.has_job("V1") && bar(&bench).is_some_and(|bar| bar.status == CallStatus::InCall));
    let at = failure.at;
    // The room of the server reports the same failure, which is not shown a second time.
    let failure = json!({ "destination": destination(), "cause": "declined", "at": at });
    update(&mut bench, json!({ "parties": [], "failure": failure }));
    intends(&mut bench, VoiceIntent::DismissTransferFailure);
    assert_eq!(room(&bench), None);
    update(&mut bench, json!({ "parties": [], "failure": failure }));
    assert_eq!(room(&bench), None, "a closed note stays closed");
    update(
        &mut bench,
        json!({ "parties": [], "failure": { "destination": destination(), "cause": "busy", "at": at + 9.0 } }),
    );
    assert!(room(&bench).is_some_and(|room| room.failure.is_some()), "another failure is another note");
}

/// The dialog of a transfer of this attendance is open.
fn opens_transfer(bench: &mut Bench, protocol: &str) -> Dialog {
    let dialog = Dialog::Transfer { protocol: protocol.into() };
    let mut context = crate::flow::Context { now: bench.workspace.now, kernel: &mut bench.workspace.kernel };
    bench.workspace.shell.dialogs.open(&mut context, dialog.clone());
    assert_eq!(bench.dialog().as_ref(), Some(&dialog));
    dialog
}

#[test]
fn trf_008_a_failed_transfer_closes_the_dialog_of_its_attendance_and_no_other_dialog() {
    let mut bench = in_room(transfer_room("assisted", "ringing"));
    opens_transfer(&mut bench, "V1");
    bench.event("TransferResponseEvent", came_back("declined"));
    assert_eq!((bench.dialog(), room(&bench).and_then(|room| room.transfer)), (None, None));
    let mut bench = in_room(transfer_room("assisted", "ringing"));
    bench.attends("P1");
    let other = opens_transfer(&mut bench, "P1");
    bench.event("TransferResponseEvent", came_back("declined"));
    assert_eq!((bench.dialog(), room(&bench).and_then(|room| room.transfer)), (Some(other), None));
}

#[test]
fn trf_008_after_a_failed_transfer_the_customer_hears_music_until_the_agent_takes_the_customer_back() {
    let mut bench = in_room(transfer_room("assisted", "consulting"));
    let mut left = json!({ "mode": "consulting", "parties": [party(1, "customer", "", "Marina"), party(2, "agent", "101", "Ana")] });
    left["failure"] = json!({ "destination": destination(), "cause": "destinationLeft", "at": 9_000 });
    update(&mut bench, left);
    let waiting = room(&bench).expect("the room");
    assert!(waiting.failure.is_some() && waiting.parties.iter().any(|party| party.music));
    intends(&mut bench, VoiceIntent::DismissTransferFailure);
    assert!(room(&bench).is_some(), "the customer still has music");
    bench.hold("POST voice/room");
    intends(&mut bench, VoiceIntent::TalkWith { customer: true });
    assert_eq!(bench.call("POST voice/room").json()["action"], "cancelTransfer");
    update(&mut bench, Value::Null);
    assert_eq!(room(&bench), None);
}

#[test]
fn trf_010_trf_011_an_accepted_transfer_removes_the_attendance_and_refetches_the_status() {
    let mut bench = talking();
    update(&mut bench, transfer_room("blind", "ringing"));
    let read = bench.calls_of("GET agents/101/status").len();
    bench.event("TransferAcceptedEvent", handed_over());
    assert_eq!((bench.has_job("V1"), room(&bench)), (false, None));
    assert_eq!(bench.calls_of("GET agents/101/status").len(), read + 1);
    assert_eq!(told(&bench), ["Transferência realizada com sucesso"]);
    assert!(bench.calls_of("POST voice/hang-up").is_empty(), "the customer is not hung up");
    bench.leg_ends();
    assert_eq!((bar(&bench), told(&bench).len()), (None, 1), "its leg ends without a word");
}

#[test]
fn a_transfer_to_a_number_ends_the_attendance_which_waits_for_its_qualification() {
    let mut bench = in_room(transfer_room("assisted", "consulting"));
    let number = json!({ "kind": "number", "id": "5511987654321", "name": "" });
    bench.event("TransferAcceptedEvent", json!({ "protocol": "V1", "uniqueId": "u1", "destination": number }));
    assert!(bench.has_job("V1") && bench.row("V1").disabled);
    assert_eq!(room(&bench), None, "no room of a call that is over");
}

#[test]
fn trf_028_trf_029_a_conference_shows_its_parties_and_the_end_shows_a_text() {
    let mut bench = talking();
    let joined = json!({ "protocol": "V1", "uniqueId": "u1", "party": 3, "user": "Rafael Moraes" });
    update(&mut bench, json!({ "parties": [party(1, "customer", "", "Marina"), party(2, "agent", "101", "Ana")] }));
    bench.event("ConferenceStartEvent", joined);
    let parties = room(&bench).expect("a room").parties;
    assert!(parties.iter().any(|party| party.name == "Rafael Moraes" && !party.ringing));
    bench.event("ConferenceStopEvent", json!({ "protocol": "V1", "uniqueId": "u1" }));
    assert_eq!((room(&bench), told(&bench)), (None, vec!["Conferência finalizada".to_owned()]));
}

#[test]
fn late_events_repeated_events_and_events_of_an_earlier_call_change_nothing() {
    let events = [
        ("CallUpdateEvent", json!({ "protocol": "V1", "uniqueId": "u0", "room": conference() })),
        ("CallUpdateEvent", json!({ "protocol": "V9", "uniqueId": "u1", "room": conference() })),
        ("TransferRequestEvent", json!({ "protocol": "V1", "uniqueId": "u0", "fromAgentId": "101", "kind": "blind" })),
        ("TransferResponseEvent", json!({ "protocol": "V1", "uniqueId": "u0", "accepted": false, "cause": "busy" })),
        ("TransferAcceptedEvent", json!({ "protocol": "V1", "uniqueId": "u0", "destination": destination() })),
        ("ConferenceStartEvent", json!({ "protocol": "V1", "uniqueId": "u0", "party": 3, "user": "X" })),
        ("ConferenceStopEvent", json!({ "protocol": "V1", "uniqueId": "u0" })),
    ];
    for (event, fields) in events {
        let mut bench = in_room(transfer_room("assisted", "consulting"));
        let before = bar(&bench);
        bench.event(event, fields);
        assert_eq!(
            (bar(&bench), bench.has_job("V1"), told(&bench)),
            (before, true, Vec::new()),
            "{event} of another call"
        );
    }
    for (event, mut fields) in [
        ("CallUpdateEvent", json!({ "protocol": "V1", "uniqueId": "u1", "room": conference() })),
        ("TransferResponseEvent", came_back("busy")),
        ("TransferAcceptedEvent", handed_over()),
        ("ConferenceStopEvent", json!({ "protocol": "V1", "uniqueId": "u1" })),
    ] {
        // The older event arrives after two newer ones.
        let mut bench = in_room(transfer_room("assisted", "ringing"));
        bench.hold("GET agents/101/jobs/active");
        bench.event(
            "CallUpdateEvent",
            json!({ "protocol": "V1", "uniqueId": "u1", "room": transfer_room("assisted", "consulting"), "seq": 42 }),
        );
        let before = bar(&bench);
        fields["seq"] = json!(41);
        fields["eventId"] = json!("late");
        bench.event(event, fields);
        assert_eq!((bar(&bench), bench.has_job("V1")), (before, true), "{event} of before");
    }
}

#[test]
fn no_room_is_shown_for_an_ended_call() {
    let mut bench = in_room(transfer_room("assisted", "consulting"));
    bench.event("HangupEvent", json!({ "protocol": "V1", "uniqueId": "u1", "requestSource": "CLIENT" }));
    assert_eq!(room(&bench), None);
    update(&mut bench, conference());
    assert_eq!(room(&bench), None, "also after late news");
}

#[test]
fn a_reloaded_page_shows_the_room_that_the_servers_list_contains() {
    let mut bench = in_room(transfer_room("assisted", "consulting"));
    let mut listed = job(json!({ "version": 9 }))["job"].clone();
    listed["callRoom"] = transfer_room("assisted", "consulting");
    let jobs = json!({ "asOfSeq": 60, "epoch": "e1", "data": { "voice": [listed] } });
    bench.answer("GET agents/101/jobs/active", 200, jobs);
    bench.reload().start("/attendance/V1");
    assert!(room(&bench).is_some_and(|room| room.transfer.is_some_and(|open| open.phase == TransferPhase::Consulting)));
}

fn offer(kind: &str, fields: Value) -> Value {
    let offer = super::samples::with(
        json!({ "protocol": "V7", "kind": kind, "fromExtension": "1002", "note": "Quer cancelar o plano",
            "place": "Vendas", "tags": [{ "tag_item_id": "1", "tag_item_name": "VIP", "tag_item_color": "#112233" }],
            "contactId": "5", "onHoldSince": 3_000 }),
        fields,
    );
    let info = json!({ "agentId": "101", "phoneNumber": "5511", "uniqueId": "u7", "type": "contactFound",
        "name": "Marina Prado", "employerName": "Prado", "transfer": true, "transferType": kind,
        "transferFromName": "Rafael Moraes", "callType": "QUEUE", "ackCallBehavior": "ring", "offer": offer });
    json!({ "protocol": "V7", "uniqueId": "u7", "fromAgentId": "102", "fromAgentName": "Rafael Moraes", "kind": kind,
        "destination": { "kind": "agent", "id": "101", "name": "Ana Souza" }, "request": info })
}

fn leg(bench: &mut Bench, role: &str) {
    let call = json!({ "event": "incomingcall", "username": "sip:5511@proxy", "displayname": "\"Marina\"",
        "headers": { "X-Call-Id": "u7", "X-Party-Role": role } });
    bench.sip(call, Some("an offer"));
}

/// The room of Rafael's attendance in which this agent is consulted.
fn guest_room(ringing: bool) -> Value {
    let mut own = party(3, "consulted", "101", "Ana Souza");
    own["ringing"] = json!(ringing);
    let transfer = json!({ "kind": "assisted", "phase": if ringing { "ringing" } else { "consulting" }, "party": 3,
        "destination": { "kind": "agent", "id": "101", "name": "Ana Souza" } });
    let parties = json!([party(1, "customer", "", "Marina Prado"), party(2, "agent", "102", "Rafael Moraes"), own]);
    json!({ "mode": if ringing { "together" } else { "consulting" }, "parties": parties, "transfer": transfer })
}

fn guest_update(bench: &mut Bench, room: Value) {
    bench.event("CallUpdateEvent", json!({ "protocol": "V7", "uniqueId": "u7", "room": room }));
}

#[rstest]
#[case::the_event_arrives_first(true)]
#[case::the_leg_arrives_first(false)]
fn trf_006_the_first_ring_shows_the_receiver_the_caller_the_note_and_the_customer(#[case] event_first: bool) {
    let mut bench = registered();
    if event_first {
        bench.event("TransferRequestEvent", offer("assisted", json!({})));
        assert!(incoming(&bench).is_some_and(|shown| shown.offer.is_some()));
        leg(&mut bench, "consulted");
    } else {
        leg(&mut bench, "consulted");
        assert_eq!(incoming(&bench), None, "no dialog without the offer");
        bench.event("TransferRequestEvent", offer("assisted", json!({})));
    }
    let shown = incoming(&bench).expect("the dialog");
    let offer = shown.offer.expect("an offer");
    assert_eq!(
        (shown.origin, shown.name.as_str(), shown.rings),
        (IncomingOrigin::AssistedTransfer, "Marina Prado", true)
    );
    assert_eq!(
        (offer.kind, offer.from.as_str(), offer.from_extension.as_str()),
        (TransferKind::Assisted, "Rafael Moraes", "1002")
    );
    assert_eq!((offer.note.as_str(), offer.contact_id.as_deref()), ("Quer cancelar o plano", Some("5")));
    assert_eq!((offer.tags[0].name.as_str(), offer.on_hold_since), ("VIP", Some(3_000.0)));
    assert_eq!(bench.alerts().ring.map(|ring| ring.volume), Some(60));
}

#[test]
fn the_leg_of_a_room_rings_after_two_seconds_if_the_event_of_its_offer_is_missing() {
    let mut bench = registered();
    leg(&mut bench, "consulted");
    bench.advance(2_100);
    assert!(incoming(&bench).is_some());
}

#[rstest]
#[case::the_agent_looks_at_the_page(true, 0)]
#[case::the_agent_looks_at_another_window(false, 1)]
fn trf_006_trf_007_the_ring_of_a_transfer_shows_a_desktop_notification_only_while_the_page_is_not_visible(
    #[case] focused: bool,
    #[case] expected: usize,
) {
    let mut bench = registered();
    bench.page(PageInput::DesktopPermission { permission: Granted, answer: false });
    bench.page(PageInput::Focus { focused });
    bench.forget().event("TransferRequestEvent", offer("blind", json!({})));
    let is_notice = |effect: &&Effect| format!("{effect:?}").contains(&format!("{:?}", DesktopKind::AckCall));
    assert_eq!(bench.effects.iter().filter(is_notice).count(), expected);
    let noted = bench.workspace.view(&crate::notifications::slices::NOTIFICATIONS.key());
    assert!(format!("{noted:?}").contains("transferReceived"));
}

#[rstest]
#[case::an_assisted_transfer("assisted", json!({ "ackCallAssistedTransferBehavior": "automatic" }), false)]
#[case::a_group_whose_calls_ring("assisted", json!({ "ackCallAssistedTransferBehavior": "ring" }), true)]
#[case::a_blind_transfer("blind", json!({ "ackCallAssistedTransferBehavior": "automatic" }), true)]
#[case::a_conference("assisted", json!({ "ackCallAssistedTransferBehavior": "automatic", "conference": true }), true)]
fn voi_032_an_assisted_transfer_to_an_automatic_group_is_accepted_at_once(
    #[case] kind: &str,
    #[case] fields: Value,
    #[case] asks: bool,
) {
    let mut bench = registered();
    bench.event("TransferRequestEvent", offer(kind, fields));
    leg(&mut bench, "consulted");
    assert_eq!(incoming(&bench).is_some(), asks);
    let is_answered = bench.voice_commands().iter().any(|command| format!("{command:?}").contains("Peer"));
    assert_eq!(is_answered, !asks, "its leg is answered");
    let told = bench.snackbars().iter().any(|bar| bar.body.key == "transferAcceptedAutomatically");
    assert_eq!(told, !asks, "the agent, whom nobody asked, is told who speaks");
}

#[rstest]
#[case::cancelled_by_the_sender("cancelled")]
#[case::the_customer_left("customerLeft")]
#[case::no_answer("noAnswer")]
fn trf_009_a_response_ends_the_ring_of_the_receiver_with_its_reason(#[case] cause: &str) {
    let mut bench = registered();
    bench.event("TransferRequestEvent", offer("assisted", json!({}))).forget();
    let ended = json!({ "protocol": "V7", "uniqueId": "u7", "accepted": false, "cause": cause });
    bench.event("TransferResponseEvent", ended);
    assert_eq!((incoming(&bench), bench.alerts().ring), (None, None));
    let note = bench.snackbars().pop().expect("the reason");
    assert_eq!(note.body.key, format!("voice.ringEnded.{cause}"));
    // The event of the ring arrives a second time, late.
    let mut late = offer("assisted", json!({}));
    (late["seq"], late["eventId"]) = (json!(1), json!("late"));
    bench.event("TransferRequestEvent", late);
    assert_eq!(incoming(&bench), None);
}

#[test]
fn trf_009_an_accepted_response_ends_the_ring_without_a_text() {
    let mut bench = registered();
    bench.event("TransferRequestEvent", offer("assisted", json!({})));
    assert!(incoming(&bench).is_some() && bench.alerts().ring.is_some());
    let said = bench.said().len();
    bench.event("TransferResponseEvent", json!({ "protocol": "V7", "uniqueId": "u7", "accepted": true }));
    assert_eq!((incoming(&bench), bench.alerts().ring, bench.said().len()), (None, None, said));
    // The event of the ring once more, late.
    let mut late = offer("assisted", json!({}));
    (late["seq"], late["eventId"]) = (json!(1), json!("late"));
    bench.event("TransferRequestEvent", late);
    assert_eq!((incoming(&bench), bench.alerts().ring, bench.said().len()), (None, None, said));
}

/// The agent accepts Rafael's consultation.
fn consulted() -> Bench {
    let mut bench = registered();
    bench.event("TransferRequestEvent", offer("assisted", json!({})));
    leg(&mut bench, "consulted");
    guest_update(&mut bench, guest_room(true));
    intends(&mut bench, VoiceIntent::AcceptCall);
    bench.leg_is_answered();
    guest_update(&mut bench, guest_room(false));
    bench
}

#[test]
fn a_guest_of_a_room_has_a_call_bar_with_the_room_and_no_attendance() {
    let mut bench = consulted();
    let shown = bar(&bench).expect("the call bar");
    let guest = shown.room.expect("the room");
    assert_eq!((shown.protocol.as_str(), shown.status, shown.name.as_str()), ("", CallStatus::InCall, "Marina Prado"));
    assert!(!guest.owned && guest.successor.is_none() && guest.parties[0].own);
    assert!(guest.parties.iter().all(|party| !party.controls));
    assert!(guest.transfer.is_some_and(|transfer| !transfer.can_complete && !transfer.can_cancel));
    intends(&mut bench, VoiceIntent::CancelTransfer);
    intends(&mut bench, VoiceIntent::CompleteTransfer);
    assert!(bench.calls_of("POST voice/room").is_empty());
    intends(&mut bench, VoiceIntent::LeaveConference);
    assert!(bench.calls_of("POST voice/room").is_empty() && bench.sip_requests().contains(&"hangup".to_owned()));
}

#[test]
fn a_guest_who_hangs_up_leaves_the_room_and_the_other_parties_stay() {
    let mut bench = consulted();
    intends(&mut bench, VoiceIntent::HangUp);
    assert!(bench.calls_of("POST voice/hang-up").is_empty());
    assert!(bench.sip_requests().contains(&"hangup".to_owned()));
    guest_update(&mut bench, Value::Null);
    bench.leg_ends();
    assert_eq!(bar(&bench), None);
}

#[test]
fn a_guest_becomes_the_owner_with_the_same_leg_without_a_ring_and_stays_muted() {
    let mut bench = consulted();
    intends(&mut bench, VoiceIntent::Mute { muted: true });
    let mut owned = job(json!({ "protocol": "V7", "uniqueId": "u7", "version": 4, "callPhase": "talking" }));
    owned["job"]["callRoom"] = Value::Null;
    bench.event("NewVoiceJobEvent", owned);
    let shown = bar(&bench).expect("the call bar");
    assert_eq!((shown.protocol.as_str(), shown.status, shown.muted), ("V7", CallStatus::InCall, true));
    assert_eq!((shown.room, incoming(&bench), bench.alerts().ring), (None, None, None));
    bench.advance(3_000);
    assert_eq!(bar(&bench).map(|bar| (bar.protocol, bar.audible)), Some(("V7".to_owned(), true)), "its leg is its own");
}

#[test]
fn after_a_reload_the_call_of_a_guest_continues_if_the_servers_list_contains_it_and_ends_otherwise() {
    let mut bench = registered();
    let guests = json!([{ "protocol": "V7", "uniqueId": "u7", "room": guest_room(false) }]);
    let jobs = |guests: Value, seq: u64| json!({ "asOfSeq": seq, "epoch": "e1", "data": {}, "guestCalls": guests });
    bench.answer("GET agents/101/jobs/active", 200, jobs(guests, 60));
    bench.event("Unknown", json!({ "seq": 90 })).advance(5_000);
    assert!(room(&bench).is_some_and(|room| !room.owned));
    bench.answer("GET agents/101/jobs/active", 200, jobs(json!([]), 61));
    bench.event("Unknown", json!({ "seq": 190 })).advance(5_000);
    assert_eq!(bar(&bench), None);
}
