//! Tests of conferences, and of the requests of an agent in a call of several parties.

use super::transfers::{Day, to_fabio};
use crate::testing::{Answered, ELISA, FABIO};
use crate::{CallEnd, CallNews, PartyNews, RoomCommand, RoomDestination, RoomRefusal};
use serde_json::{Value, json};
use wire::{CallMode, CallPartyRole};

const OUTSIDE: &str = "551140001234";

impl Day {
    fn invite(&mut self, destination: &Value) -> Answered {
        self.post("/voice/start-conference", json!({ "destination": destination }))
    }

    /// Customer, Elisa and Fábio talk.
    fn conference() -> Self {
        let mut day = Self::talking();
        day.invite(&to_fabio()).ok();
        day.party(3, PartyNews::Ringing);
        day.party(3, PartyNews::Answered);
        day.forget();
        day
    }

    fn parties(&mut self) -> Vec<u64> {
        let room = self.room();
        let parties = room["parties"].as_array().cloned().unwrap_or_default();
        parties.iter().map(|party| party["party"].as_u64().unwrap()).collect()
    }
}

fn outside() -> Value {
    json!({ "kind": "number", "id": OUTSIDE })
}

#[test]
fn trf_028_trf_029_trf_030_api_076_api_077_a_conference_begins_with_the_answer_and_ends_with_two_parties() {
    let mut day = Day::talking();
    day.invite(&to_fabio()).ok();
    let to = RoomDestination::Extension("2002".to_owned());
    assert_eq!(day.orders(), [RoomCommand::Invite { party: 3, to }]);
    day.invite(&to_fabio()).ok();
    assert_eq!(day.orders(), [], "a doubled request changes nothing");
    day.party(3, PartyNews::Ringing);
    let request = day.test.take_named(FABIO, "TransferRequestEvent").remove(0)["request"].clone();
    assert_eq!((&request["transfer"], &request["offer"]["conference"]), (&json!(false), &json!(true)));
    assert_eq!(request["offer"].get("onHoldSince"), None, "the customer talks");
    day.forget();
    day.party(3, PartyNews::Answered);
    let started = day.test.take_named(ELISA, "ConferenceStartEvent").remove(0);
    assert_eq!((&started["party"], &started["user"]), (&json!(3), &json!("Fábio Reis")));
    assert_eq!(day.parties(), [1, 2, 3]);
    let fabio = day.fabio.clone();
    assert_eq!(day.test.voice_status(&fabio), "in_attendance");
    day.post("/voice/end-conference", json!({})).ok();
    assert_eq!(day.orders(), [RoomCommand::Remove { party: 3 }]);
    day.party(3, PartyNews::Left);
    assert_eq!(day.test.take_named(ELISA, "ConferenceStopEvent").len(), 1);
    let update = day.test.take_named(FABIO, "CallUpdateEvent").pop().unwrap();
    assert_eq!(update.get("room"), None, "the call is over for this agent");
    assert_eq!((day.room(), day.test.voice_status(&fabio).as_str()), (Value::Null, "available"));
    day.post("/voice/end-conference", json!({})).ok();
    assert_eq!(day.orders(), []);
}

#[test]
fn an_invitation_that_is_not_answered_changes_nothing_for_the_others() {
    for (destination, code, cause) in [
        (to_fabio(), 603, "declined"),
        (to_fabio(), 408, "noAnswer"),
        (outside(), 486, "busy"),
        (outside(), 404, "notFound"),
    ] {
        let mut day = Day::talking();
        day.invite(&destination).ok();
        if code != 404 {
            day.party(3, PartyNews::Ringing);
        }
        day.forget();
        day.party(3, PartyNews::Failed(code));
        assert_eq!(day.test.take_named(ELISA, "TransferResponseEvent")[0]["cause"], cause);
        assert_eq!((&day.room()["failure"]["cause"], day.parties()), (&json!(cause), vec![1, 2]));
        assert_eq!(day.room()["mode"], "together");
        assert_eq!(day.owner(), ELISA);
    }
}

#[test]
fn an_invitation_that_is_not_answered_in_time_ends() {
    let mut day = Day::talking();
    day.invite(&to_fabio()).ok();
    day.party(3, PartyNews::Ringing);
    day.test.advance(30_000);
    let (elisa, fabio) = (day.elisa.clone(), day.fabio.clone());
    day.test.beat(&elisa);
    day.test.beat(&fabio);
    day.test.tick();
    assert_eq!((&day.room()["failure"]["cause"], day.parties()), (&json!("noAnswer"), vec![1, 2]));
    day.party(3, PartyNews::Failed(487));
    assert_eq!(day.room()["failure"]["cause"], "noAnswer");
}

#[test]
fn a_room_with_the_maximum_of_parties_accepts_no_further_party() {
    let mut day = Day::talking();
    day.invite(&outside()).ok();
    let order = day.orders().remove(0);
    day.test.news(CallNews::Refused { call: "c1".to_owned(), command: order, refusal: RoomRefusal::Full });
    assert_eq!(day.room()["failure"]["cause"], "full");
    for number in ["11111111", "22222222", "33333333", "44444444"] {
        day.invite(&json!({ "kind": "number", "id": number })).ok();
    }
    assert_eq!(day.parties().len(), 6);
    assert_eq!(day.invite(&json!({ "kind": "number", "id": "55555555" })).refusal(), "409 full");
}

#[test]
fn parties_are_held_muted_and_removed_as_the_telephone_system_reports() {
    let mut day = Day::conference();
    day.act("hold", 1).ok();
    assert_eq!(day.orders(), [RoomCommand::Hold { party: 1, held: true }]);
    assert_eq!(day.room()["parties"][0]["held"], false, "not before the telephone system says so");
    day.party(1, PartyNews::Held(true));
    assert_eq!(day.room()["parties"][0]["held"], true);
    day.act("hold", 1).ok();
    assert_eq!(day.orders(), [], "what is already so is a success");
    day.act("mute", 3).ok();
    day.party(3, PartyNews::Muted(true));
    assert_eq!(day.room()["parties"][2]["muted"], true);
    day.act("unmute", 3).ok();
    assert_eq!(day.orders(), [RoomCommand::Mute { party: 3, muted: false }]);
    assert_eq!(day.act("hold", 9).refusal(), "409 unknownParty");
    assert_eq!(day.act("remove", 2).refusal(), "409 unknownParty", "the agent leaves otherwise");
    day.act("remove", 3).ok();
    assert_eq!(day.orders(), [RoomCommand::Remove { party: 3 }]);
    day.party(3, PartyNews::Left);
    day.act("remove", 3).ok();
    assert_eq!(day.orders(), []);
    assert_eq!(day.act("remove", 1).refusal(), "409 nobodyRemains");
    assert_eq!(day.room()["parties"][0]["held"], true, "a customer on hold is seen in a call of two, too");
}

#[test]
fn an_agent_who_leaves_a_conference_gives_the_attendance_to_the_colleague() {
    let mut day = Day::conference();
    day.act("leave", 0).ok();
    assert_eq!(day.orders(), [RoomCommand::Leave { successor: 3 }]);
    day.hands_over(3);
    assert_eq!(day.owner(), FABIO);
    assert_eq!(day.test.take_named(ELISA, "TransferAcceptedEvent")[0]["destination"]["id"], FABIO);
    assert_eq!(day.test.take_named(FABIO, "NewVoiceJobEvent").len(), 1);
    let mut alone = Day::talking();
    assert_eq!(alone.act("leave", 0).refusal(), "409 nobodyRemains");
}

#[test]
fn a_consultation_becomes_a_conference() {
    let mut day = Day::talking();
    assert_eq!(day.act("join", 0).refusal(), "409 notConsulting");
    day.consulting();
    assert_eq!(day.invite(&outside()).refusal(), "409 alreadyInTransfer");
    day.act("join", 0).ok();
    assert_eq!(day.orders(), [RoomCommand::Join]);
    day.party(3, PartyNews::Role(CallPartyRole::Colleague));
    day.mode(CallMode::Together);
    assert_eq!(day.test.take_named(ELISA, "ConferenceStartEvent").len(), 1);
    let room = day.room();
    assert_eq!((room.get("transfer"), &room["parties"][2]["role"]), (None, &json!("colleague")));
    day.act("join", 0).ok();
    assert_eq!(day.orders(), []);
    assert_eq!(day.owner(), ELISA);
}

/// A conference continues without the lost host: the colleague gets the attendance.
#[test]
fn when_the_page_of_an_agent_is_lost_the_colleague_in_the_conference_gets_the_attendance() {
    let mut day = Day::conference();
    day.party(2, PartyNews::Left);
    day.party(3, PartyNews::Role(CallPartyRole::Agent));
    assert_eq!(day.owner(), FABIO);
    day.test.ends("c1", CallEnd::ByCaller);
    assert_eq!(day.test.take_named(FABIO, "HangupEvent")[0]["requestSource"], "CLIENT");
}
