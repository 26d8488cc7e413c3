//! Tests of transfers of calls when several things happen at once.

use super::transfers::{Day, to_fabio};
use crate::store::{CallPhase, ReservationStore, VoiceStore};
use crate::testing::{ELISA, FABIO, SALES, TestCentre};
use crate::{CallEnd, CallNews, PartyNews, RoomCommand};
use serde_json::{Value, json};
use wire::{CallMode, CallPartyRole};

/// The sender cancelled the transfer before the command was given: the receiver's telephone does not ring.
#[test]
fn a_transfer_that_is_cancelled_before_its_command_is_given_calls_nobody() {
    let mut day = Day::talking();
    let mut requests = Vec::new();
    for (path, more) in [
        ("/job/voice/transfer", json!({ "destination": to_fabio(), "observation": "" })),
        ("/voice/room", json!({ "action": "cancelTransfer", "party": 0 })),
    ] {
        requests.push(TestCentre::request_of(&day.elisa, "POST", path, &day.with(more).to_string()));
    }
    for request in requests {
        day.test.without_worker(|centre, store, context| {
            assert_eq!(centre.http(store, context, &request).status, 200);
        });
    }
    day.mode(CallMode::Consulting);
    day.act("cancelTransfer", 0).ok();
    assert_eq!(day.orders(), [RoomCommand::CancelConsultation, RoomCommand::CancelConsultation]);
}

/// On PostgreSQL both may be decided at the same time: only one reserves the agent.
#[test]
fn a_transfer_and_a_call_of_the_queue_at_once_do_not_both_reserve_the_agent() {
    let mut day = Day::talking();
    let body = day.with(json!({ "destination": to_fabio(), "observation": "" }));
    let elisa = day.elisa.clone();
    let (answer, ()) = day.test.at_once(
        |test| test.post(&elisa, "/job/voice/transfer", body),
        |test| test.call_arrives("c2", "5521955550102", SALES),
    );
    answer.ok();
    assert_eq!(day.test.store.reservation_of(&FABIO.into()).unwrap().unwrap().unique_id, "c1");
    let waiting = day.test.store.call_by_unique_id("c2").unwrap().unwrap();
    assert_eq!(waiting.phase, CallPhase::Waiting);
}

/// The receiver answers while the sender cancels the transfer: whichever comes first, the attendance has one owner.
#[test]
fn an_answer_to_a_transfer_and_its_cancellation_at_once_leave_one_owner() {
    for hands_over in [true, false] {
        let mut day = Day::talking();
        day.blind().ok();
        day.rings();
        let (elisa, body) = (day.elisa.clone(), day.with(json!({ "action": "cancelTransfer", "party": 0 })));
        let answered = CallNews::Party { call: "c1".to_owned(), party: 3, news: PartyNews::Answered };
        day.test.at_once(|test| test.post(&elisa, "/voice/room", body), |test| test.news(answered.clone()));
        if hands_over {
            day.hands_over(3);
        } else {
            day.mode(CallMode::Together);
            day.party(3, PartyNews::Left);
        }
        assert_eq!(day.owner(), if hands_over { FABIO } else { ELISA });
        let (mine, theirs) = (day.elisa.clone(), day.fabio.clone());
        let statuses = [day.test.voice_status(&mine), day.test.voice_status(&theirs)];
        assert_eq!(statuses.iter().filter(|status| *status == "in_attendance").count(), 1, "{statuses:?}");
    }
}

#[test]
fn bey_159_the_wrap_up_of_the_sender_begins_once_when_the_customer_is_handed_over() {
    let mut day = Day::talking();
    day.test.set_queue(r#"{"wrapUpSeconds": 30}"#);
    day.blind().ok();
    day.rings();
    day.party(3, PartyNews::Answered);
    let elisa = day.elisa.clone();
    assert_eq!(day.test.wrap_up(&elisa), Value::Null, "the sender is in the call still");
    day.hands_over(3);
    let begun = day.test.wrap_up(&elisa);
    assert_eq!(begun["protocol"], json!(day.protocol));
    day.test.advance(1_000);
    day.test.ends("c1", CallEnd::ByCaller);
    assert_eq!(day.test.wrap_up(&elisa)["until"], begun["until"]);
}

/// The former agent is lost in a conference while a telephone rings for a transfer: the colleague has the customer, and the ring ends.
#[test]
fn a_colleague_who_takes_over_ends_the_transfer_of_the_former_agent() {
    let mut day = Day::talking();
    day.post("/voice/start-conference", json!({ "destination": { "kind": "number", "id": "551140001234" } })).ok();
    day.party(3, PartyNews::Answered);
    day.assisted().ok();
    day.mode(CallMode::Consulting);
    day.party(4, PartyNews::Ringing);
    day.forget();
    day.party(2, PartyNews::Left);
    day.party(3, PartyNews::Role(CallPartyRole::Agent));
    assert_eq!(day.orders(), [RoomCommand::Remove { party: 4 }]);
    assert_eq!(day.test.take_named(FABIO, "TransferResponseEvent")[0]["cause"], "cancelled");
    assert_eq!(day.test.store.reservation_of(&FABIO.into()).unwrap(), None);
}
