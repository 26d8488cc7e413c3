//! Tests of calls of customers in an agent's wallet.

use crate::store::{ContactField, ContactRow, MemoryStore, Store};
use crate::testing::{Agent, ELISA, FABIO, SALES, TestCentre};
use crate::{CallEnd, CallNews};
use serde_json::{Value, json};
use wire::{AgentId, OrgUnitId};

/// The number of a contact in Elisa's wallet.
const KEPT: &str = "5541955550104";

impl TestCentre {
    fn confirms(&mut self, agent: &Agent, named: &str) -> String {
        let body = json!({ "agentId": named, "channel": "voice" });
        let answer = self.post(agent, "/voice/confirm-preferencial-call", body);
        if answer.status == 200 { answer.body.to_string() } else { answer.refusal() }
    }

    fn questions(&mut self, agent: &str) -> Vec<Value> {
        let events = self.take_named(agent, "PreferentialCallEvent").into_iter();
        events.map(|event| json!([event["active"], event["name"], event["phone"]])).collect()
    }
}

fn asked() -> Value {
    json!([true, "Otávio Ramos", KEPT])
}

fn not_asked() -> Value {
    json!([false, "", ""])
}

#[test]
fn api_075_a_confirmed_preferential_call_rings_at_the_agent_who_was_asked() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let fabio = test.at_telephone(FABIO);
    test.take_frames(ELISA);
    test.call_arrives("c1", KEPT, SALES);
    assert_eq!((test.connects(), test.questions(ELISA)), (vec![], vec![asked()]), "nobody's telephone rings");
    assert_eq!(test.questions(FABIO), [] as [Value; 0]);
    assert_eq!(test.confirms(&fabio, ELISA), "403");
    assert_eq!(test.confirms(&fabio, FABIO), "409 noPreferentialCall");
    assert_eq!(test.confirms(&elisa, ELISA), r#"{"success":true}"#);
    assert_eq!(test.connects(), [("c1".to_owned(), "2001".to_owned())]);
    assert_eq!(test.take_named(ELISA, "AckCallRequestEvent")[0]["phoneNumber"], KEPT);
    assert_eq!(test.confirms(&elisa, ELISA), "409 noPreferentialCall", "once");
    test.answers("c1", "2001");
    assert_eq!(test.voice_status(&elisa), "in_attendance");
}

#[test]
fn chn_021_a_preferential_call_that_the_agent_does_not_confirm_in_time_rings_at_the_next_agent() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let fabio = test.at_telephone(FABIO);
    test.call_arrives("c1", KEPT, SALES);
    test.take_frames(ELISA);
    test.call_arrives("c2", "5521955550102", SALES);
    assert_eq!(test.connects(), [("c2".to_owned(), "2002".to_owned())], "nobody else calls who is asked");
    test.answers("c2", "2002");
    for (after_ms, questions) in [(19_999, vec![]), (1, vec![not_asked()])] {
        test.advance(after_ms);
        test.beat(&elisa);
        test.beat(&fabio);
        test.tick();
        assert_eq!(test.questions(ELISA), questions, "after {after_ms} ms");
    }
    assert_eq!(test.connects(), [("c1".to_owned(), "2001".to_owned())], "the owner is an agent like others then");
    assert_eq!(test.confirms(&elisa, ELISA), "409 noPreferentialCall");
}

#[test]
fn a_preferential_customer_who_hangs_up_closes_the_dialog_of_the_agent() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", KEPT, SALES);
    test.take_frames(ELISA);
    test.ends("c1", CallEnd::ByCaller);
    let frames = test.take_frames(ELISA);
    let closed: Vec<&Value> = frames.iter().filter(|frame| frame["event"] == "PreferentialCallEvent").collect();
    assert_eq!((closed.len(), &closed[0]["active"]), (1, &json!(false)));
    assert!(frames.iter().all(|frame| frame["event"] != "HangupEvent"), "no ring was lost");
    assert_eq!(test.confirms(&elisa, ELISA), "409 noPreferentialCall");
}

#[test]
fn an_agent_who_cannot_be_called_is_not_asked_to_confirm_a_preferential_call() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.at_telephone(FABIO);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&elisa, "/pauses/voice/enter/agent/301", coffee.clone()).ok();
    test.take_frames(ELISA);
    test.call_arrives("c1", KEPT, SALES);
    assert_eq!(test.connects(), [("c1".to_owned(), "2002".to_owned())]);
    assert_eq!(test.questions(ELISA), [] as [Value; 0]);
    test.ends("c1", CallEnd::ByCaller);
    test.bare(&elisa, "POST", "/pauses/voice/leave/agent/301").ok();
    test.call_arrives("c2", KEPT, SALES);
    test.post(&elisa, "/pauses/voice/enter/agent/301", coffee).ok();
    assert_eq!(test.confirms(&elisa, ELISA), "409 agentVoiceDisconnected", "paused meanwhile");
    test.news(CallNews::Unregistered { exten: "2001".to_owned() });
    assert_eq!(test.confirms(&elisa, ELISA), "409 agentVoiceDisconnected");
}

#[test]
fn a_request_to_confirm_a_preferential_call_ends_when_the_server_restarts() {
    let mut test = TestCentre::new();
    test.at_telephone(ELISA);
    test.call_arrives("c1", KEPT, SALES);
    test.take_frames(ELISA);
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    assert_eq!(test.questions(ELISA), [not_asked()]);
}

/// Puts the contact with this number into the agent's wallet.
fn keep(store: &mut MemoryStore, phone: &str, agent: &str) {
    let row = store.contacts_by(ContactField::Phone1, phone).unwrap().remove(0);
    store.put_contact(&ContactRow { wallet: Some(AgentId::from(agent)), ..row }).unwrap();
}

#[test]
fn voi_070_a_number_in_the_wallet_of_another_agent_is_not_dialled() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let fabio = test.at_telephone(FABIO);
    let refused = test.dial(&fabio, KEPT);
    assert_eq!(refused.refusal(), "409 alreadyPreferential");
    assert_eq!(refused.body["details"], json!({ "id": ELISA, "name": "Elisa Prado" }));
    test.dial(&elisa, KEPT).ok();
    keep(&mut test.store, "5511955550101", FABIO);
    test.dial(&fabio, "5511955550101").ok();
}

/// An older server let any agent put a contact of all org units into the wallet: agents of other org units were refused
/// with that agent's id and name.
#[test]
fn a_contact_of_all_org_units_is_dialled_without_checking_its_wallet() {
    let mut test = TestCentre::new();
    let fabio = test.at_telephone(FABIO);
    test.at_telephone(ELISA);
    let row = test.store.contacts_by(ContactField::Phone1, KEPT).unwrap().remove(0);
    test.store.put_contact(&ContactRow { org_unit_id: OrgUnitId::default(), ..row }).unwrap();
    test.call_arrives("c1", KEPT, SALES);
    assert_eq!(test.questions(ELISA), Vec::<Value>::new());
    test.ends("c1", CallEnd::ByCaller);
    test.dial(&fabio, KEPT).ok();
}
