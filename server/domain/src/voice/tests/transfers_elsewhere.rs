//! Tests of transfers of calls to queues, campaigns and external numbers, of the lists of destinations, and of the
//! records of a transfer.

use super::transfers::Day;
use crate::store::{BlockedNumberRow, Store, VoiceStore};
use crate::testing::{ANA, Answered, BRUNO, ELISA, FABIO, RENEWALS, SALES, TestCentre};
use crate::{CallEnd, CallNews, PartyNews, RoomCommand, RoomDestination, RoomRefusal};
use serde_json::{Value, json};
use wire::{CallMode, CallPartyRole};

const SUPPORT: &str = "5001";
const CAMPAIGN: &str = "6100";
const OUTSIDE: &str = "551140001234";

impl Day {
    fn transfer_to(&mut self, kind: &str, id: &str) -> Answered {
        self.post("/job/voice/transfer", json!({ "destination": { "kind": kind, "id": id }, "observation": "Plano." }))
    }

    fn ask_first(&mut self, kind: &str, id: &str) -> Answered {
        self.post("/job/voice/transfer-request", json!({ "destination": { "kind": kind, "id": id } }))
    }

    fn transfers(&mut self) -> Value {
        let elisa = self.elisa.clone();
        self.test.get(&elisa, &format!("/job/{}/transfers", self.protocol)).ok().body["data"].clone()
    }
}

#[test]
fn trf_026_a_queue_takes_a_transferred_call_at_once_and_places_it_before_later_calls() {
    let mut day = Day::talking();
    let waited_since = day.test.store.job(&day.protocol.as_str().into()).unwrap().unwrap().waiting_since;
    day.test.call_arrives("c2", "5521955550102", SALES);
    day.test.answers("c2", "2002");
    day.test.advance(5_000);
    let (elisa, fabio) = (day.elisa.clone(), day.fabio.clone());
    day.test.beat(&elisa);
    day.test.beat(&fabio);
    day.test.call_arrives("c3", "5531955550103", SUPPORT);
    day.forget();
    day.transfer_to("queue", SUPPORT).ok();
    assert_eq!(day.orders(), [RoomCommand::ToQueue]);
    assert_eq!(day.owner(), "");
    let job = day.test.store.job(&day.protocol.as_str().into()).unwrap().unwrap();
    assert_eq!((job.queue_id.as_str(), job.waiting_since, job.transfer_count), (SUPPORT, waited_since, 1));
    let accepted = day.test.take_named(ELISA, "TransferAcceptedEvent").remove(0);
    assert_eq!(accepted["destination"], json!({ "kind": "queue", "id": SUPPORT, "name": "Suporte por telefone" }));
    // The telephone system reports a state that the contact centre knows already.
    day.party(2, PartyNews::Left);
    day.test.news(CallNews::Unattended { call: "c1".to_owned() });
    day.test.ends("c2", CallEnd::ByCaller);
    assert_eq!(day.test.connects(), [("c1".to_owned(), "2002".to_owned())], "who waits longer is first");
    day.test.answers("c1", "2002");
    let job = day.test.take_named(FABIO, "NewVoiceJobEvent").pop().unwrap()["job"].clone();
    assert_eq!((&job["transfer"]["note"], &job["transfer"]["agentName"]), (&json!("Plano."), &json!("Elisa Prado")));
}

#[test]
fn trf_021_trf_023_trf_024_a_queue_or_campaign_cannot_be_consulted_and_must_exist_and_have_agents() {
    let mut day = Day::talking();
    for kind in ["queue", "campaign"] {
        let id = if kind == "queue" { SALES } else { CAMPAIGN };
        assert_eq!(day.ask_first(kind, id).refusal(), "409 assistedTransferToGroupNotAllowed");
        assert_eq!(day.transfer_to(kind, "7777").refusal(), "409 invalidQueue");
        assert_eq!(day.transfer_to(kind, RENEWALS).refusal(), "409 invalidQueue", "of another channel");
    }
    day.test.news(CallNews::Unregistered { exten: "2002".to_owned() });
    assert_eq!(day.transfer_to("queue", SALES).refusal(), "409 noAvailableAgents");
    assert_eq!(day.transfer_to("campaign", CAMPAIGN).refusal(), "409 noAvailableAgents");
    assert_eq!((day.owner().as_str(), day.room()), (ELISA, Value::Null));
}

#[test]
fn a_call_transferred_to_a_campaign_does_not_ring_at_its_sender_first() {
    let mut day = Day::talking();
    day.transfer_to("campaign", CAMPAIGN).ok();
    assert_eq!(day.test.connects(), [("c1".to_owned(), "2002".to_owned())]);
    let call = day.test.store.call_by_unique_id("c1").unwrap().unwrap();
    assert_eq!(call.campaign.unwrap().id.as_str(), CAMPAIGN);
}

#[test]
fn a_transfer_to_a_queue_ends_the_call_if_the_customer_left_before() {
    let mut day = Day::talking();
    day.transfer_to("queue", SALES).ok();
    let (command, refusal) = (RoomCommand::ToQueue, RoomRefusal::NobodyRemains);
    day.test.news(CallNews::Refused { call: "c1".to_owned(), command, refusal });
    assert_eq!(day.test.hang_ups(), ["c1"]);
    day.test.ends("c1", CallEnd::Released);
    assert_eq!(day.test.store.job(&day.protocol.as_str().into()).unwrap().unwrap().state.as_str(), "abandoned");
}

#[test]
fn trf_002_trf_022_a_call_can_be_transferred_only_to_an_external_number_of_8_to_15_digits() {
    let mut day = Day::talking();
    let blocked = BlockedNumberRow { org_unit_id: "1".into(), phone: "551140009999".to_owned() };
    day.test.store.put_blocked_number(&blocked).unwrap();
    for (number, expected) in [
        ("1234567", "422 destination.id:invalid"),
        ("1234567890123456", "422 destination.id:invalid"),
        ("11 4000-1234", "422 destination.id:invalid"),
        ("+551140001234", "422 destination.id:invalid"),
        ("", "422 destination.id:invalid"),
        ("2002", "409 transferToAgentExtensionNotAllowed"),
        ("1001", "409 transferToAgentExtensionNotAllowed"),
        ("09001234567", "409 blacklist"),
        ("551140009999", "409 blacklist"),
    ] {
        assert_eq!(day.transfer_to("number", number).refusal(), expected, "{number}");
        assert_eq!(day.ask_first("number", number).refusal(), expected, "{number}");
    }
    for number in ["12345678", "123456789012345"] {
        day.ask_first("number", number).ok();
        let orders = day.orders();
        let party = day.room()["transfer"]["party"].as_u64().unwrap();
        let to = RoomDestination::Number(number.to_owned());
        assert_eq!(orders, [RoomCommand::Consult { party, to, is_supervised: false }]);
        day.act("cancelTransfer", 0).ok();
    }
}

#[test]
fn an_external_number_that_takes_over_ends_the_attendance_and_its_agent_qualifies_it() {
    let mut day = Day::talking();
    day.ask_first("number", OUTSIDE).ok();
    day.mode(CallMode::Consulting);
    day.party(3, PartyNews::Ringing);
    day.party(3, PartyNews::Answered);
    day.post("/job/voice/transfer-accept", json!({})).ok();
    day.forget();
    day.party(3, PartyNews::Role(CallPartyRole::Agent));
    day.party(2, PartyNews::Left);
    let frames = day.test.take_frames(ELISA);
    let named = |name: &str| frames.iter().find(|frame| frame["event"] == name).cloned().unwrap();
    assert_eq!(named("TransferAcceptedEvent")["destination"]["id"], OUTSIDE);
    assert_eq!(named("HangupEvent")["requestSource"], "TRANSFER");
    let elisa = day.elisa.clone();
    assert!(day.test.listed_job(&elisa, "voiceClosed", &day.protocol.as_str().into()).is_some());
    assert_eq!(day.test.voice_status(&elisa), "available");
    assert_eq!(day.test.hang_ups(), Vec::<String>::new(), "customer and number go on talking");
    assert_eq!(day.transfers()[0]["destination"], json!({ "kind": "number", "id": OUTSIDE, "name": "" }));
    day.test.ends("c1", CallEnd::ByCaller);
}

#[test]
fn the_account_of_a_customers_telephone_exists_until_the_end_of_a_call_that_left_the_centre() {
    use crate::{WebChatReply, WebChatRequest};
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let call = WebChatRequest::Call {
        proof: None,
        name: "Otto".to_owned(),
        phone: Some("+5511955550101".to_owned()),
        signature: None,
        queue: SALES.into(),
        unit: None,
    };
    let WebChatReply::Telephone(telephone) = test.web_chat(call) else { panic!("no telephone") };
    test.call_arrives("c1", &telephone.extension, SALES);
    test.answers("c1", "2001");
    let mut job = test.store.jobs_of_agent(&elisa.id).unwrap().remove(0);
    job.contact_id = Some("1".into());
    test.store.put_job(&job).unwrap();
    let fabio = test.at_telephone(FABIO);
    let mut day = Day { test, elisa, fabio, protocol: job.protocol.to_string() };
    day.transfer_to("number", OUTSIDE).ok();
    day.party(3, PartyNews::Answered);
    day.party(3, PartyNews::Role(CallPartyRole::Agent));
    assert!(day.test.store.voice_account(&telephone.extension).unwrap().is_some());
    day.test.ends("c1", CallEnd::ByCaller);
    assert_eq!(day.test.store.voice_account(&telephone.extension).unwrap(), None);
}

#[test]
fn job_040_the_transfers_of_a_call_are_listed_with_their_results() {
    let mut day = Day::talking();
    day.assisted().ok();
    let open = day.transfers();
    assert_eq!((&open[0]["kind"], open[0].get("endedAt")), (&json!("assisted"), None));
    day.rings();
    day.party(3, PartyNews::Failed(408));
    day.blind().ok();
    day.party(4, PartyNews::Ringing);
    day.party(4, PartyNews::Answered);
    day.hands_over(4);
    let fabio = day.fabio.clone();
    let path = format!("/job/{}/transfers", day.protocol);
    let elisa = day.elisa.clone();
    assert_eq!(day.test.get(&elisa, &path).refusal(), "403", "another agent's attendance");
    let data = day.test.get(&fabio, &path).ok().body["data"].clone();
    let short = |row: &Value| (row["number"].clone(), row["kind"].clone(), row["cause"].clone());
    let found: Vec<_> = data.as_array().unwrap().iter().map(short).collect();
    let expected = [(1, "assisted", "noAnswer"), (2, "blind", "")];
    assert_eq!(found, expected.map(|(number, kind, cause)| (json!(number), json!(kind), json!(cause))));
    assert_eq!((&data[1]["agentName"], &data[1]["note"]), (&json!("Elisa Prado"), &json!("Quer mudar de plano.")));
    let job = day.test.listed_job(&fabio, "voice", &day.protocol.as_str().into()).unwrap();
    assert_eq!(job["transferCount"], 1, "one was accepted");
    // Fábio transfers the customer back to Elisa.
    let mut back = day.with(json!({ "destination": { "kind": "agent", "id": ELISA }, "observation": "" }));
    back["agentId"] = json!(FABIO);
    day.test.post(&fabio, "/job/voice/transfer", back).ok();
    day.mode(CallMode::Consulting);
    for news in [PartyNews::Ringing, PartyNews::Answered, PartyNews::Role(CallPartyRole::Agent)] {
        day.party(5, news);
    }
    day.party(4, PartyNews::Left);
    day.mode(CallMode::Together);
    let data = day.transfers();
    let found: Vec<_> = data.as_array().unwrap().iter().map(short).collect();
    let expected = [(1, "assisted", "noAnswer"), (2, "blind", ""), (3, "blind", "")];
    assert_eq!(found, expected.map(|(number, kind, cause)| (json!(number), json!(kind), json!(cause))));
    assert_eq!((&data[2]["agentId"], &data[2]["destination"]["id"]), (&json!(FABIO), &json!(ELISA)));
    let job = day.test.listed_job(&elisa, "voice", &day.protocol.as_str().into()).unwrap();
    assert_eq!(job["transferCount"], 2, "two of three were accepted");
}

#[test]
fn job_040_api_081_the_transfers_of_a_chat_are_listed_too() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    let bruno = test.at_work(BRUNO);
    let body = json!({
        "protocol": chat.protocol, "agentId": ANA, "toAgentId": BRUNO, "queueId": "", "observation": "Segunda via.",
    });
    test.post(&ana, "/job/chat/transfer", body).ok();
    let path = format!("/job/{}/transfers", chat.protocol);
    let data = test.get(&bruno, &path).ok().body["data"].clone();
    assert_eq!((data.as_array().unwrap().len(), data[0].get("kind")), (1, None));
    assert_eq!(data[0]["destination"], json!({ "kind": "agent", "id": BRUNO, "name": "Bruno Lima" }));
    assert_eq!((&data[0]["agentId"], &data[0]["note"]), (&json!(ANA), &json!("Segunda via.")));
    assert_eq!(test.get(&bruno, "/job/1/transfers").refusal(), "404");
    assert_eq!(test.listed_job(&bruno, "chat", &chat.protocol).unwrap()["transferCount"], 1);
    let back = json!({
        "protocol": chat.protocol, "agentId": BRUNO, "toAgentId": ANA, "queueId": "", "observation": "",
    });
    test.post(&bruno, "/job/chat/transfer", back).ok();
    let data = test.get(&ana, &path).ok().body["data"].clone();
    let short = |row: &Value| (row["number"].clone(), row["agentId"].clone(), row["destination"]["id"].clone());
    let found: Vec<_> = data.as_array().unwrap().iter().map(short).collect();
    let expected = [(1, ANA, BRUNO), (2, BRUNO, ANA)];
    assert_eq!(found, expected.map(|(number, from, to)| (json!(number), json!(from), json!(to))));
    assert_eq!(test.listed_job(&ana, "chat", &chat.protocol).unwrap()["transferCount"], 2);
}

#[test]
fn trf_026_api_031_api_061_api_062_agents_are_listed_with_their_state_as_it_is_now() {
    let mut day = Day::talking();
    let elisa = day.elisa.clone();
    let status = |day: &mut Day| {
        let mut found = Vec::new();
        for path in [
            "/agents/voice/agents-available?agentId=301",
            "/queues/5000/voice/agents-available?agentId=301",
            "/campaigns/6100/voice/agents-available",
        ] {
            let data = day.test.get(&elisa, path).ok().body["data"].clone();
            let rows = data.as_array().unwrap();
            assert!(rows.iter().all(|row| row["id"] != ELISA), "without the caller");
            let fabio = rows.iter().find(|row| row["id"] == FABIO).unwrap().clone();
            found.push((fabio["status"].clone(), fabio["extension"].clone(), fabio["open"].clone()));
        }
        found.dedup();
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0)
    };
    assert_eq!(status(&mut day), (json!("available"), json!("2002"), json!(0)));
    day.assisted().ok();
    assert_eq!(status(&mut day).0, "in_attendance", "the telephone is about to ring");
    day.act("cancelTransfer", 0).ok();
    let fabio = day.fabio.clone();
    day.test.post(&fabio, "/pauses/voice/enter/agent/302", json!({ "pauseId": "2", "pauseName": "Café" })).ok();
    assert_eq!(status(&mut day).0, "paused");
    day.test.news(CallNews::Unregistered { exten: "2002".to_owned() });
    assert_eq!(status(&mut day), (json!("disconnected"), json!(""), json!(0)));
    assert_eq!(day.test.get(&elisa, "/agents/chat/agents-available").refusal(), "404");
}
