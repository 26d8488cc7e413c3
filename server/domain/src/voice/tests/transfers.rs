//! Tests of transfers of calls to agents: blind and assisted, from the request to the new owner or back to the sender.

use super::CUSTOMER;
use crate::store::{ReservationStore, Store};
use crate::testing::{ANA, Agent, Answered, ELISA, FABIO, SALES, TestCentre};
use crate::{CallCommand, CallEnd, CallNews, PartyNews, RoomCommand, RoomDestination, RoomRefusal};
use serde_json::{Value, json};
use wire::{CallMode, CallPartyRole};

/// Elisa talks with a customer, and Fábio is free.
pub(super) struct Day {
    pub test: TestCentre,
    pub elisa: Agent,
    pub fabio: Agent,
    pub protocol: String,
}

impl Day {
    pub fn talking() -> Self {
        let mut test = TestCentre::new();
        let elisa = test.at_telephone(ELISA);
        let protocol = test.talking("c1", &elisa);
        let fabio = test.at_telephone(FABIO);
        let mut day = Self { test, elisa, fabio, protocol };
        day.forget();
        day
    }

    /// Takes all frames of the agent away.
    pub fn forget(&mut self) {
        self.test.take_frames(ELISA);
        self.test.take_frames(FABIO);
    }

    pub fn body(&self) -> Value {
        json!({ "agentId": ELISA, "channel": "voice", "protocol": self.protocol, "uniqueId": "c1" })
    }

    pub fn with(&self, more: Value) -> Value {
        let mut body = self.body();
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    }

    pub fn post(&mut self, path: &str, more: Value) -> Answered {
        let body = self.with(more);
        self.test.post(&self.elisa, path, body)
    }

    pub fn blind(&mut self) -> Answered {
        self.post("/job/voice/transfer", json!({ "destination": to_fabio(), "observation": " Quer mudar de plano. " }))
    }

    pub fn assisted(&mut self) -> Answered {
        self.post("/job/voice/transfer-request", json!({ "destination": to_fabio(), "observation": "Plano." }))
    }

    pub fn act(&mut self, action: &str, party: u64) -> Answered {
        self.post("/voice/room", json!({ "action": action, "party": party }))
    }

    pub fn party(&mut self, party: u64, news: PartyNews) {
        self.test.news(CallNews::Party { call: "c1".to_owned(), party, news });
    }

    pub fn mode(&mut self, mode: CallMode) {
        self.test.news(CallNews::Mode { call: "c1".to_owned(), mode });
    }

    /// Fábio's telephone rings for the transfer.
    pub fn rings(&mut self) {
        self.mode(CallMode::Consulting);
        self.party(3, PartyNews::Ringing);
    }

    /// Elisa consults Fábio.
    pub fn consulting(&mut self) {
        self.assisted().ok();
        self.rings();
        self.party(3, PartyNews::Answered);
        self.forget();
    }

    /// The gateway reports that a party took over the call.
    pub fn hands_over(&mut self, party: u64) {
        self.party(party, PartyNews::Role(CallPartyRole::Agent));
        self.party(2, PartyNews::Left);
        self.mode(CallMode::Together);
    }

    pub fn orders(&self) -> Vec<RoomCommand> {
        let order = |command: &CallCommand| match command {
            CallCommand::Room { command, .. } => Some(command.clone()),
            _ => None,
        };
        self.test.commands.iter().filter_map(order).collect()
    }

    pub fn owner(&mut self) -> String {
        self.test.store.job(&self.protocol.as_str().into()).unwrap().unwrap().agent_id.0
    }

    /// The room that the agent's page receives after a reload.
    pub fn room(&mut self) -> Value {
        let job = self.test.listed_job(&self.elisa, "voice", &self.protocol.as_str().into());
        job.map(|job| job["callRoom"].clone()).unwrap_or_default()
    }

    pub fn names(&mut self, agent: &str) -> Vec<String> {
        self.test.take_event_names(agent)
    }
}

pub(super) fn to_fabio() -> Value {
    json!({ "kind": "agent", "id": FABIO })
}

fn consult() -> RoomCommand {
    RoomCommand::Consult { party: 3, to: RoomDestination::Extension("2002".to_owned()), is_supervised: false }
}

#[test]
fn trf_001_trf_011_api_070_a_receiver_who_answers_a_blind_transfer_gets_the_attendance() {
    let mut day = Day::talking();
    day.blind().ok();
    assert_eq!(day.orders(), [consult(), RoomCommand::Complete]);
    let begun = day.test.take_frames(ELISA);
    let request = begun.iter().find(|frame| frame["event"] == "TransferRequestEvent").unwrap();
    assert_eq!((&request["kind"], request.get("request")), (&json!("blind"), None));
    assert_eq!(request["destination"], json!({ "kind": "agent", "id": FABIO, "name": "Fábio Reis" }));
    assert_eq!(day.names(FABIO), Vec::<String>::new(), "nothing rings yet");
    day.rings();
    assert_eq!(day.owner(), ELISA, "until the answer the attendance stays");
    assert_eq!(day.room()["transfer"]["phase"], "ringing");
    day.forget();
    day.party(3, PartyNews::Answered);
    assert_eq!(day.test.take_named(ELISA, "TransferResponseEvent")[0]["accepted"], true);
    assert_eq!(day.test.take_named(FABIO, "TransferResponseEvent").len(), 1, "the ring is over");
    day.hands_over(3);
    assert_eq!(day.owner(), FABIO);
    let accepted = day.test.take_named(ELISA, "TransferAcceptedEvent");
    assert_eq!(accepted[0]["destination"]["id"], FABIO);
    let job = day.test.take_named(FABIO, "NewVoiceJobEvent").remove(0)["job"].clone();
    assert_eq!((&job["protocol"], &job["uniqueId"]), (&json!(day.protocol), &json!("c1")));
    assert_eq!(
        (&job["transfer"]["agentId"], &job["transfer"]["note"]),
        (&json!(ELISA), &json!("Quer mudar de plano."))
    );
    assert_eq!(job["transferCount"], 1);
    let (elisa, fabio) = (day.elisa.clone(), day.fabio.clone());
    assert_eq!(day.test.voice_status(&elisa), "available");
    assert_eq!(day.test.voice_status(&fabio), "in_attendance");
    assert_eq!(day.blind().refusal(), "403", "the attendance is another agent's now");
}

#[test]
fn trf_006_the_receiver_gets_the_note_and_the_contact_with_the_first_ring_and_after_a_reload() {
    let mut day = Day::talking();
    day.assisted().ok();
    day.rings();
    let request = day.test.take_named(FABIO, "TransferRequestEvent").remove(0)["request"].clone();
    assert_eq!((&request["name"], &request["phoneNumber"]), (&json!("Helena Duarte"), &json!(CUSTOMER)));
    assert_eq!((&request["transfer"], &request["transferType"]), (&json!(true), &json!("assisted")));
    assert_eq!((&request["transferFrom"], &request["transferFromName"]), (&json!(ELISA), &json!("Elisa Prado")));
    let offer = &request["offer"];
    assert_eq!((&offer["note"], &offer["protocol"]), (&json!("Plano."), &json!(day.protocol)));
    assert_eq!((&offer["place"], &offer["fromExtension"]), (&json!("Vendas por telefone"), &json!("2001")));
    assert_eq!(offer["ackCallAssistedTransferBehavior"], "ring");
    assert!(offer["onHoldSince"].is_string(), "the customer has music: {offer}");
    let fabio = day.fabio.clone();
    let path = format!("/agents/{FABIO}/jobs/active");
    let active = day.test.get(&fabio, &path).ok().body;
    assert_eq!(active["callRequests"][0], request);
    let reject = json!({ "agentId": FABIO, "channel": "voice", "protocol": "", "uniqueId": "c1" });
    day.test.post(&fabio, "/job/voice/reject", reject).ok();
    assert_eq!(day.test.get(&fabio, &path).ok().body["callRequests"], json!([]));
}

#[test]
fn trf_012_trf_027_api_071_api_072_an_assisted_transfer_is_completed_by_the_sender() {
    let mut day = Day::talking();
    day.assisted().ok();
    assert_eq!(day.orders(), [consult()]);
    day.rings();
    day.forget();
    day.party(3, PartyNews::Answered);
    let room = day.room();
    assert_eq!((&room["mode"], &room["transfer"]["phase"]), (&json!("consulting"), &json!("consulting")));
    let roles: Vec<&Value> = room["parties"].as_array().unwrap().iter().map(|party| &party["role"]).collect();
    assert_eq!(roles, ["customer", "agent", "consulted"]);
    assert_eq!(day.test.take_named(FABIO, "CallUpdateEvent").last().unwrap()["room"], room);
    let fabio = day.fabio.clone();
    assert_eq!(day.test.voice_status(&fabio), "in_attendance");
    let active = day.test.get(&fabio, &format!("/agents/{FABIO}/jobs/active")).ok().body;
    assert_eq!((&active["guestCalls"][0]["room"], &active["callRequests"]), (&room, &json!([])));
    day.act("talkWithCustomer", 0).ok();
    assert_eq!(day.orders(), [RoomCommand::TalkWithCustomer]);
    assert_eq!(day.room()["transfer"]["phase"], "consulting", "the telephone system says when");
    day.mode(CallMode::WithCustomer);
    assert_eq!(day.room()["transfer"]["phase"], "withCustomer");
    day.post("/job/voice/transfer-accept", json!({})).ok();
    assert_eq!(day.orders(), [RoomCommand::Complete]);
    day.post("/job/voice/transfer-accept", json!({})).ok();
    assert_eq!(day.orders(), [], "a doubled request changes nothing");
    day.forget();
    day.hands_over(3);
    assert_eq!(day.owner(), FABIO);
    assert_eq!(day.test.take_named(FABIO, "NewVoiceJobEvent").len(), 1);
}

#[test]
fn a_completion_while_the_receivers_telephone_rings_makes_the_transfer_a_blind_one() {
    let mut day = Day::talking();
    day.assisted().ok();
    day.rings();
    day.post("/job/voice/transfer-accept", json!({})).ok();
    assert_eq!(day.orders(), [RoomCommand::Complete]);
    let transfer = day.room()["transfer"].clone();
    assert_eq!((&transfer["kind"], &transfer["phase"]), (&json!("blind"), &json!("ringing")));
    day.party(3, PartyNews::Answered);
    day.hands_over(3);
    assert_eq!(day.owner(), FABIO);
}

#[test]
fn trf_008_trf_009_a_transfer_that_is_not_answered_fails_with_its_cause_and_the_sender_keeps_the_customer() {
    for (code, cause) in
        [(486, "declined"), (603, "declined"), (408, "noAnswer"), (480, "agentOffline"), (488, "unavailable")]
    {
        let mut day = Day::talking();
        day.assisted().ok();
        day.rings();
        day.forget();
        day.party(3, PartyNews::Failed(code));
        for agent in [ELISA, FABIO] {
            let response = day.test.take_named(agent, "TransferResponseEvent").remove(0);
            assert_eq!((&response["accepted"], &response["cause"]), (&json!(false), &json!(cause)), "{agent} {code}");
        }
        let room = day.room();
        assert_eq!((&room["failure"]["cause"], room.get("transfer")), (&json!(cause), None));
        assert_eq!(room["mode"], "consulting", "no microphone opens by itself");
        day.act("cancelTransfer", 0).ok();
        assert_eq!(day.orders(), [RoomCommand::CancelConsultation]);
        day.mode(CallMode::Together);
        assert_eq!((day.room(), day.owner().as_str()), (Value::Null, ELISA));
        day.blind().ok();
        let again =
            RoomCommand::Consult { party: 4, to: RoomDestination::Extension("2002".to_owned()), is_supervised: false };
        assert_eq!(day.orders(), [again, RoomCommand::Complete], "numbers of parties ascend");
    }
}

#[test]
fn a_transfer_can_be_cancelled_in_every_phase() {
    for phase in ["asked", "ringing", "consulting", "withCustomer"] {
        let mut day = Day::talking();
        day.assisted().ok();
        if phase != "asked" {
            day.rings();
        }
        if matches!(phase, "consulting" | "withCustomer") {
            day.party(3, PartyNews::Answered);
        }
        if phase == "withCustomer" {
            day.mode(CallMode::WithCustomer);
        }
        assert_eq!(day.room()["transfer"]["phase"], phase);
        day.forget();
        day.act("cancelTransfer", 0).ok();
        assert_eq!(day.orders(), [RoomCommand::CancelConsultation], "{phase}");
        assert_eq!(day.test.take_named(ELISA, "TransferResponseEvent")[0]["cause"], "cancelled", "{phase}");
        let told = day.test.take_named(FABIO, "TransferResponseEvent").len();
        assert_eq!(told, usize::from(phase != "asked"), "{phase}");
        day.mode(CallMode::Together);
        day.party(3, if matches!(phase, "asked" | "ringing") { PartyNews::Failed(487) } else { PartyNews::Left });
        assert_eq!((day.room(), day.owner().as_str()), (Value::Null, ELISA), "{phase}");
        let fabio = day.fabio.clone();
        assert_eq!(day.test.voice_status(&fabio), "available", "{phase}");
        day.act("cancelTransfer", 0).ok();
        assert_eq!(day.orders(), [], "what is already so is a success");
    }
}

/// The receiver answered just before the sender cancelled the transfer: the telephone system decides.
#[test]
fn a_hand_over_in_progress_is_completed_although_the_sender_cancelled_the_transfer() {
    let mut day = Day::talking();
    day.blind().ok();
    day.rings();
    day.act("cancelTransfer", 0).ok();
    day.party(3, PartyNews::Answered);
    day.hands_over(3);
    assert_eq!(day.owner(), FABIO);
    assert_eq!(day.test.take_named(ELISA, "TransferAcceptedEvent").len(), 1);
    day.test.news(CallNews::Refused {
        call: "c1".to_owned(),
        command: RoomCommand::CancelConsultation,
        refusal: RoomRefusal::Outdated,
    });
    assert_eq!(day.owner(), FABIO);
}

#[test]
fn a_transfer_ends_if_its_destination_does_not_ring_or_answer_in_time() {
    for (rings, ms, cause) in [(false, 20_000, "unavailable"), (true, 30_000, "noAnswer")] {
        let mut day = Day::talking();
        day.blind().ok();
        if rings {
            day.rings();
        }
        day.test.advance(ms - 1);
        let (elisa, fabio) = (day.elisa.clone(), day.fabio.clone());
        day.test.beat(&elisa);
        day.test.beat(&fabio);
        day.test.tick();
        assert_eq!(day.orders(), [], "{cause}");
        day.test.advance(1);
        day.test.tick();
        assert_eq!(day.room()["failure"]["cause"], cause);
        assert_eq!(day.owner(), ELISA);
        day.party(3, PartyNews::Failed(487));
        assert_eq!(day.room()["failure"]["cause"], cause, "the end of the ring changes nothing");
    }
}

#[test]
fn a_customer_who_hangs_up_ends_the_transfer_to_the_receiver_in_every_phase() {
    for phase in ["asked", "ringing", "consulting"] {
        let mut day = Day::talking();
        day.assisted().ok();
        if phase != "asked" {
            day.rings();
        }
        if phase == "consulting" {
            day.party(3, PartyNews::Answered);
        }
        day.forget();
        day.test.ends("c1", CallEnd::ByCaller);
        let names = day.names(FABIO);
        let expected = match phase {
            "asked" => None,
            "ringing" => Some("TransferResponseEvent"),
            _ => Some("CallUpdateEvent"),
        };
        assert!(expected.is_none_or(|name| names.iter().any(|found| found == name)), "{phase}: {names:?}");
        assert_eq!(day.test.take_named(ELISA, "HangupEvent")[0]["requestSource"], "CLIENT", "{phase}");
        let fabio = day.fabio.clone();
        assert_eq!(day.test.voice_status(&fabio), "available", "{phase}");
        day.test.call_arrives("c2", "5521955550102", SALES);
        assert_eq!(day.test.connects().len(), 1, "{phase}: the agents are free");
    }
}

#[test]
fn an_attendance_that_the_customer_ends_in_a_consultation_is_ended_by_the_customer() {
    let mut day = Day::talking();
    day.consulting();
    day.party(1, PartyNews::Left);
    assert_eq!(day.test.take_named(ELISA, "TransferResponseEvent")[0]["cause"], "customerLeft");
    assert_eq!(day.post("/job/voice/transfer-accept", json!({})).refusal(), "409 notConsulting");
    assert_eq!(day.blind().refusal(), "409 customerLeft");
    day.test.ends("c1", CallEnd::ByCallee);
    assert_eq!(day.test.take_named(ELISA, "HangupEvent")[0]["requestSource"], "CLIENT");
}

#[test]
fn when_the_page_of_the_sender_is_lost_the_consulted_agent_gets_the_customer() {
    let mut day = Day::talking();
    day.consulting();
    day.party(2, PartyNews::Left);
    assert_eq!(day.owner(), ELISA, "the telephone system has not said who keeps the customer");
    day.party(3, PartyNews::Role(CallPartyRole::Agent));
    day.mode(CallMode::Together);
    assert_eq!(day.owner(), FABIO);
    assert_eq!(day.test.take_named(ELISA, "TransferAcceptedEvent").len(), 1);
}

#[test]
fn when_the_page_of_the_sender_is_lost_and_the_receiver_does_not_answer_the_customer_returns_to_the_queue() {
    let mut day = Day::talking();
    day.assisted().ok();
    day.rings();
    day.party(2, PartyNews::Left);
    assert_eq!(day.room()["transfer"]["kind"], "blind");
    day.mode(CallMode::Together);
    day.party(3, PartyNews::Failed(408));
    day.forget();
    day.test.news(CallNews::Unattended { call: "c1".to_owned() });
    assert_eq!(day.owner(), "");
    assert_eq!(day.test.take_named(ELISA, "TransferAcceptedEvent")[0]["destination"]["kind"], "queue");
    assert_eq!(day.test.connects(), [("c1".to_owned(), "2002".to_owned())], "the customer rings at the next agent");
    day.test.answers("c1", "2002");
    assert_eq!(day.owner(), FABIO);
}

#[test]
fn trf_016_trf_017_trf_018_trf_019_trf_020_a_transfer_to_an_agent_who_cannot_take_the_call_is_refused_with_the_cause() {
    let mut day = Day::talking();
    let fabio = day.fabio.clone();
    day.test.news(CallNews::Unregistered { exten: "2002".to_owned() });
    assert_eq!(day.blind().refusal(), "409 agentOffline");
    day.test.news(CallNews::Registered { exten: "2002".to_owned() });
    day.test.post(&fabio, "/channels/voice/connect/agent/302", json!({ "exten": "2002" })).ok();
    day.test.post(&fabio, "/pauses/voice/enter/agent/302", json!({ "pauseId": "2", "pauseName": "Café" })).ok();
    assert_eq!(day.blind().refusal(), "409 agentPaused");
    day.test.bare(&fabio, "POST", "/pauses/voice/leave/agent/302").ok();
    day.test.call_arrives("c2", "5521955550102", SALES);
    assert_eq!(day.blind().refusal(), "409 agentInCall", "the telephone rings");
    day.test.answers("c2", "2002");
    assert_eq!(day.blind().refusal(), "409 agentInCall");
    day.test.ends("c2", CallEnd::ByCaller);
    day.blind().ok();
    day.blind().ok();
    assert_eq!(day.assisted().refusal(), "409 alreadyInTransfer");
    let outside = json!({ "destination": { "kind": "number", "id": "551140001234" }, "observation": "" });
    assert_eq!(day.post("/job/voice/transfer", outside).refusal(), "409 alreadyInTransfer", "to somebody else");
    day.test.ends("c1", CallEnd::ByCaller);
    assert_eq!(day.blind().refusal(), "409 callAlreadyEnded");
}

#[test]
fn trf_003_a_transfer_of_another_agents_attendance_to_an_unknown_contact_or_with_bad_fields_is_refused() {
    let mut day = Day::talking();
    let fabio = day.fabio.clone();
    let mut body = day.with(json!({ "destination": { "kind": "agent", "id": ANA }, "observation": "" }));
    body["agentId"] = json!(FABIO);
    for path in ["/job/voice/transfer", "/job/voice/transfer-request"] {
        assert_eq!(day.test.post(&fabio, path, body.clone()).refusal(), "403");
    }
    body["channel"] = json!("chat");
    assert_eq!(day.test.post(&fabio, "/job/voice/transfer", body).refusal(), "403", "before anything else");
    let unknown = json!({ "destination": { "kind": "agent", "id": ELISA } });
    assert_eq!(day.post("/job/voice/transfer", unknown).refusal(), "422 destination.id:unknown");
    let long = json!({ "destination": to_fabio(), "observation": "x".repeat(wire::limits::OBSERVATION_MAX_CHARS + 1) });
    assert_eq!(day.post("/job/voice/transfer", long).refusal(), "422 observation:tooLong");
    day.test.ends("c1", CallEnd::ByCaller);
    day.test.call_arrives("c9", "5500000000", SALES);
    let exten = day.test.connects().remove(0).1;
    day.test.answers("c9", &exten);
    let owner = if exten == "2001" { ELISA } else { FABIO };
    let agent = if exten == "2001" { day.elisa.clone() } else { day.fabio.clone() };
    let protocol = day.test.take_named(owner, "NewVoiceJobEvent").pop().unwrap()["job"]["protocol"].clone();
    let body = json!({
        "agentId": owner, "channel": "voice", "protocol": protocol, "uniqueId": "c9",
        "destination": { "kind": "number", "id": "551140001234" },
    });
    assert_eq!(day.test.post(&agent, "/job/voice/transfer", body).refusal(), "409 CONTACT_NOT_REGISTERED");
}

#[test]
fn trf_013_without_the_voice_server_a_transfer_is_refused_as_offline() {
    let mut day = Day::talking();
    day.test.centre.config.voice.gateway = false;
    assert_eq!(day.blind().body["reason"], "offline");
    day.test.centre.config.voice.gateway = true;
    day.test.news(CallNews::Unregistered { exten: "2001".to_owned() });
    assert_eq!(day.assisted().body["reason"], "offline");
}

#[test]
fn a_restart_between_request_and_acceptance_of_a_transfer_ends_the_call_and_every_reservation() {
    let mut day = Day::talking();
    day.assisted().ok();
    day.rings();
    day.test.with(|centre, store, context| centre.start_up(store, context, true).unwrap());
    assert_eq!(day.test.store.reservation_of(&FABIO.into()).unwrap(), None);
    assert_eq!(day.test.take_named(FABIO, "TransferResponseEvent").len(), 1);
    day.party(3, PartyNews::Answered);
    day.party(3, PartyNews::Role(CallPartyRole::Agent));
    assert_eq!(day.owner(), ELISA, "late news of a call that is over change nothing");
}
