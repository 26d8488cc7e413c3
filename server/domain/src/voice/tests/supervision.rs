//! Tests of the supervision of calls: the whole sequence, each refusal, and the modes.

use super::transfers::Day;
use crate::demo_voice::put_account;
use crate::store::{CallSupervisionRow, CallSupervisionStore, ExtensionRow, PeopleStore, PresenceStore};
use crate::testing::{ANA, Agent, Answered, CARLA, ELISA, FABIO};
use crate::{CallEnd, CallNews, PartyNews, RoomCommand, RoomRefusal, VoiceNode};
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wire::{AgentId, OrgUnitId, SupervisionMode};

pub(super) const RULES: &str = "/org-unit/1/call-supervision";

/// Elisa talks with a customer, and Carla supervises.
pub(super) struct Scene {
    pub day: Day,
    pub carla: Agent,
    pub id: String,
    pub exten: String,
}

impl Scene {
    /// Carla is signed in.
    pub fn ready() -> Self {
        let mut day = Day::talking();
        let carla = day.test.sign_in(CARLA);
        let mut scene = Self { day, carla, id: String::new(), exten: String::new() };
        scene.forget();
        scene
    }

    pub fn ask(&mut self, agent: &str) -> Answered {
        let carla = self.carla.clone();
        self.day.test.post(&carla, "/call-supervision", json!({ "agentId": agent }))
    }

    pub fn begin(&mut self) -> Value {
        let reply = self.ask(ELISA).ok().body;
        self.id = reply["supervision"]["id"].as_str().unwrap().to_owned();
        self.exten = reply["webRtc"]["exten"].as_str().unwrap().to_owned();
        reply
    }

    pub fn register(&mut self) {
        self.day.test.news(CallNews::Registered { exten: self.exten.clone() });
    }

    /// Carla is in the call as party 3.
    pub fn active() -> Self {
        let mut scene = Self::ready();
        scene.join();
        scene
    }

    pub fn join(&mut self) {
        self.begin();
        self.register();
        self.day.party(3, PartyNews::Ringing);
        self.day.party(3, PartyNews::Answered);
        self.forget();
    }

    pub fn forget(&mut self) {
        self.day.forget();
        self.day.test.take_frames(CARLA);
    }

    pub fn path(&self) -> String {
        format!("/call-supervision/{}", self.id)
    }

    pub fn set_mode(&mut self, mode: &str) -> Answered {
        let (carla, path) = (self.carla.clone(), self.path());
        self.day.test.put(&carla, &path, json!({ "mode": mode }))
    }

    pub fn take_over(&mut self) -> Answered {
        let (carla, path) = (self.carla.clone(), format!("{}/take-over", self.path()));
        self.day.test.post(&carla, &path, json!({ "observation": " Assumo daqui. " }))
    }

    pub fn leave(&mut self) -> Answered {
        let (carla, path) = (self.carla.clone(), self.path());
        self.day.test.bare(&carla, "DELETE", &path)
    }

    /// The answer to `GET /call-supervision`; `Null` if no supervision is open.
    pub fn shown(&mut self) -> Value {
        let carla = self.carla.clone();
        self.day.test.get(&carla, "/call-supervision").ok().body["data"][0].clone()
    }

    /// Status, mode and end in the events since the last call of this function.
    pub fn events(&mut self) -> Vec<String> {
        let word = |event: &Value, field: &str| event[field].as_str().unwrap_or("-").to_owned();
        let events = self.day.test.take_named(CARLA, "CallSupervisionEvent");
        events.iter().map(|event| ["status", "mode", "end"].map(|field| word(event, field)).join(" ")).collect()
    }

    /// Audit rows about calls, oldest first: action and detail.
    pub fn audit(&self) -> Vec<(String, BTreeMap<String, String>)> {
        let (rows, _) = self.day.test.store.audit_of(&OrgUnitId::from("1"), 0, 100).unwrap();
        let of_calls = rows.into_iter().rev().filter(|row| row.kind == "call");
        let fields = of_calls.map(|row| {
            let changes = row.changes.into_iter().map(|change| (change.field, change.after));
            assert_eq!((row.agent_id.as_str(), row.agent_name.as_str()), (CARLA, "Carla Dias"));
            (row.action, changes.collect())
        });
        fields.collect()
    }

    pub fn set_rules(&mut self, told: bool, hears: bool) {
        let carla = self.carla.clone();
        let rules = json!({ "agentIsTold": told, "hearsConsultations": hears });
        self.day.test.put(&carla, RULES, rules).ok();
    }

    /// Gives Carla a voice channel, connected with the extension 2009.
    pub fn give_telephone(&mut self) {
        self.day.test.give_all_channels(CARLA);
        let store = &mut self.day.test.store;
        put_account(store, "2009", AgentId::from(CARLA)).unwrap();
        let unit = OrgUnitId::from("1");
        store.put_extension(&ExtensionRow { id: "2009".into(), org_unit_id: unit, reachable: true }).unwrap();
    }

    pub fn connect(&mut self) {
        let carla = self.carla.clone();
        self.day.test.news(CallNews::Registered { exten: "2009".into() });
        let path = format!("/channels/voice/connect/agent/{CARLA}");
        self.day.test.post(&carla, &path, json!({ "exten": "2009" })).ok();
    }
}

fn other(supervisor: &str, exten: &str) -> CallSupervisionRow {
    let mut scene = Scene::active();
    let row = scene.day.test.store.call_supervision_of(&AgentId::from(CARLA)).unwrap().unwrap();
    scene.leave().ok();
    let (supervisor_id, supervisor_name) = (AgentId::from(supervisor), format!("Supervisora {supervisor}"));
    CallSupervisionRow { supervisor_id, supervisor_name, exten: exten.to_owned(), party: 0, ..row }
}

#[test]
fn bey_136_a_supervisor_joins_by_a_hidden_telephone_listens_whispers_speaks_and_leaves() {
    let mut scene = Scene::ready();
    let reply = scene.begin();
    let shown = &reply["supervision"];
    assert_eq!(
        (&shown["status"], &shown["mode"], &shown["version"]),
        (&json!("connecting"), &json!("listen"), &json!(1))
    );
    assert_eq!((&shown["agentName"], &shown["phone"]), (&json!("Elisa Prado"), &json!(super::CUSTOMER)));
    let parties = shown["room"]["parties"].as_array().unwrap();
    let roles: Vec<&Value> = parties.iter().map(|party| &party["role"]).collect();
    assert_eq!(roles, ["customer", "agent"], "both, although the call has no room");
    let secret = reply["webRtc"]["secret"].as_str().unwrap();
    let account = scene.day.test.recipients.accounts.pop().unwrap().account.unwrap();
    assert_eq!(account.owner, crate::TelephoneOwner::Supervisor);
    assert_eq!(account.secret_hash, crate::voice_secret_hash(secret));
    assert_eq!(reply["nodes"][0]["url"], "ws://localhost/voice/ws");

    scene.register();
    let call = RoomCommand::Supervise { party: 3, exten: scene.exten.clone() };
    assert_eq!(scene.day.orders(), [call]);
    scene.register();
    assert_eq!(scene.day.orders(), [], "a repeated registration calls nobody again");
    scene.day.party(3, PartyNews::Ringing);
    assert_eq!(scene.events(), Vec::<String>::new());
    scene.day.party(3, PartyNews::Answered);
    assert_eq!(scene.events(), ["active listen -"]);

    assert_eq!(scene.set_mode("whisper").ok().body["mode"], "listen", "not before the telephone system says so");
    assert_eq!(scene.day.orders(), [RoomCommand::ChangeSupervision { party: 3, mode: SupervisionMode::Whisper }]);
    assert_eq!(scene.events(), Vec::<String>::new());
    scene.day.party(3, PartyNews::Supervision(SupervisionMode::Whisper));
    scene.set_mode("barge").ok();
    scene.day.party(3, PartyNews::Supervision(SupervisionMode::Barge));
    assert_eq!(scene.events(), ["active whisper -", "active barge -"]);
    scene.leave().ok();
    assert_eq!(scene.events(), ["ended barge bySupervisor"]);
    assert_eq!(scene.shown(), Value::Null);
    scene.leave().ok();
    assert_eq!(scene.events(), Vec::<String>::new(), "a repeated request changes nothing");
}

#[test]
fn bey_136_the_version_of_a_supervision_grows_with_each_event() {
    let mut scene = Scene::ready();
    scene.begin();
    scene.register();
    scene.day.party(3, PartyNews::Answered);
    scene.day.party(1, PartyNews::Held(true));
    scene.leave().ok();
    let events = scene.day.test.take_named(CARLA, "CallSupervisionEvent");
    let versions: Vec<u64> = events.iter().map(|event| event["version"].as_u64().unwrap()).collect();
    assert_eq!(versions, [2, 3, 4]);
}

#[rstest]
#[case::an_agent_without_a_call(FABIO, "409 noCall")]
#[case::an_unknown_agent("nobody", "403")]
#[case::the_call_of_a_supervisor(CARLA, "403")]
fn bey_136_a_supervision_without_a_call_of_an_agent_is_refused(#[case] agent: &str, #[case] refusal: &str) {
    let mut scene = Scene::ready();
    assert_eq!(scene.ask(agent).refusal(), refusal);
    assert_eq!(scene.day.test.recipients.accounts, []);
}

#[test]
fn bey_136_an_unanswered_call_or_one_that_external_nodes_carry_cannot_be_supervised() {
    let mut scene = Scene::ready();
    scene.day.test.ends("c1", CallEnd::ByCaller);
    scene.day.test.call_arrives("c2", super::CUSTOMER, crate::testing::SALES);
    assert_eq!(scene.ask(ELISA).refusal(), "409 noCall", "it only rings");
    scene.day.test.centre.config.voice.nodes = vec![VoiceNode { host: "v".to_owned(), url: String::new() }];
    assert_eq!(scene.ask(ELISA).refusal(), "409 notSupportedByNode");
}

#[test]
fn bey_136_a_call_has_at_most_four_supervisors() {
    let mut scene = Scene::ready();
    for number in 1..=4 {
        let row = other(&format!("s{number}"), &format!("sup-{number}"));
        scene.day.test.store.insert_call_supervision(&row).unwrap();
    }
    assert_eq!(scene.ask(ELISA).refusal(), "409 full");
    scene.day.test.store.delete_call_supervision(&AgentId::from("s4")).unwrap();
    scene.begin();
}

#[test]
fn bey_136_the_agent_of_a_consultation_is_supervised_in_the_call_of_the_attendance() {
    let mut scene = Scene::ready();
    scene.day.consulting();
    let reply = scene.ask(FABIO).ok().body;
    assert_eq!((&reply["supervision"]["uniqueId"], &reply["supervision"]["agentId"]), (&json!("c1"), &json!(ELISA)));
}

#[test]
fn bey_136_only_a_supervisor_can_supervise_and_change_the_own_supervision() {
    let mut scene = Scene::active();
    let (elisa, path) = (scene.day.elisa.clone(), scene.path());
    let test = &mut scene.day.test;
    let mode = json!({ "mode": "barge" });
    assert_eq!(test.get(&elisa, "/call-supervision").refusal(), "403");
    assert_eq!(test.post(&elisa, "/call-supervision", json!({ "agentId": FABIO })).refusal(), "403");
    assert_eq!(test.put(&elisa, &path, mode.clone()).refusal(), "403");
    assert_eq!(test.bare(&elisa, "DELETE", &path).refusal(), "403");
    assert_eq!(test.post(&elisa, &format!("{path}/take-over"), json!({})).refusal(), "403");
    assert_eq!(test.put(&elisa, RULES, json!({ "agentIsTold": false, "hearsConsultations": true })).refusal(), "403");
    let carla = scene.carla.clone();
    let test = &mut scene.day.test;
    assert_eq!(test.put(&carla, "/call-supervision/another", mode).refusal(), "404");
    assert_eq!(test.post(&carla, "/call-supervision/another/take-over", json!({})).refusal(), "404");
    test.bare(&carla, "DELETE", "/call-supervision/another").ok();
    assert_eq!(scene.shown()["status"], "active", "nothing was changed");
}

#[test]
fn bey_136_a_change_of_mode_is_refused_before_the_supervisor_is_in_the_call() {
    let mut scene = Scene::ready();
    scene.begin();
    assert_eq!(scene.set_mode("barge").refusal(), "409 notActive");
    assert_eq!(scene.take_over().refusal(), "409 notActive");
}

#[test]
fn bey_136_the_last_requested_mode_holds_whatever_the_telephone_system_reports_in_between() {
    let mut scene = Scene::active();
    scene.set_mode("whisper").ok();
    scene.set_mode("listen").ok();
    let to = |mode| RoomCommand::ChangeSupervision { party: 3, mode };
    assert_eq!(scene.day.orders(), [to(SupervisionMode::Listen)], "the whisper is not the last word");
    scene.set_mode("listen").ok();
    assert_eq!(scene.day.orders(), []);
    scene.set_mode("barge").ok();
    let (call, command) = ("c1".to_owned(), to(SupervisionMode::Barge));
    scene.day.test.news(CallNews::Refused { call, command, refusal: RoomRefusal::Outdated });
    assert_eq!(scene.events(), ["active listen -"], "the page no longer waits for the change");
    scene.set_mode("barge").ok();
    assert_eq!(scene.day.orders(), [to(SupervisionMode::Barge)], "and it can be asked for again");
}

#[test]
fn bey_136_supervisors_of_one_call_see_each_other() {
    let mut scene = Scene::active();
    let row = CallSupervisionRow { party: 9, ..other("s1", "sup-1") };
    scene.day.test.store.insert_call_supervision(&row).unwrap();
    assert_eq!(scene.shown()["others"], json!([{ "name": "Supervisora s1", "mode": "listen" }]));
    scene.day.party(9, PartyNews::Supervision(SupervisionMode::Barge));
    let event = scene.day.test.take_named(CARLA, "CallSupervisionEvent").pop().unwrap();
    assert_eq!(event["others"][0]["mode"], "barge");
    scene.day.party(9, PartyNews::Left);
    let event = scene.day.test.take_named(CARLA, "CallSupervisionEvent").pop().unwrap();
    assert_eq!(event["others"], json!([]));
}

/// A hidden telephone cannot be called, and no agent can connect with it.
#[test]
fn bey_136_a_hidden_telephone_cannot_be_used_as_an_extension() {
    let mut scene = Scene::active();
    let (elisa, exten) = (scene.day.elisa.clone(), scene.exten.clone());
    let test = &mut scene.day.test;
    let path = format!("/channels/voice/connect/agent/{ELISA}");
    assert_eq!(test.post(&elisa, &path, json!({ "exten": exten })).status, 422, "extensions are numbers");
    test.ends("c1", CallEnd::ByCaller);
    let called = test.post(&elisa, "/internal-call/call", json!({ "from": "2001", "to": exten }));
    assert!(called.status == 409, "{called:?}");
    let mut scene = Scene::active();
    let exten = scene.exten.clone();
    let number = json!({ "destination": { "kind": "number", "id": exten } });
    assert_eq!(scene.day.post("/job/voice/transfer", number).status, 409);
    let invited = json!({ "destination": { "kind": "agent", "id": CARLA } });
    assert_ne!(scene.day.post("/voice/start-conference", invited).status, 200, "a supervisor is no destination");
}

#[test]
fn bey_136_a_refused_change_of_mode_does_not_end_the_supervision() {
    let mut scene = Scene::active();
    scene.day.test.sign_in(ANA);
    assert_eq!(scene.ask(ANA).refusal(), "409 noCall");
    assert_eq!(scene.shown()["status"], "active");
}
