//! Tests of who is notified of a supervision (agents by the rule of the org unit, the audit always), and of a
//! supervision that follows the customer.

use super::supervision::{RULES, Scene};
use crate::store::PeopleStore;
use crate::testing::{ELISA, FABIO};
use crate::{CallNews, PartyNews, RoomCommand};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{CallMode, OrgUnitId, SupervisionMode};

#[rstest]
#[case::agents_are_notified(true)]
#[case::agents_are_not_notified(false)]
fn bey_137_an_agent_sees_who_supervises_the_call_if_the_org_unit_allows_it(#[case] told: bool) {
    let mut scene = Scene::ready();
    scene.set_rules(told, false);
    scene.begin();
    scene.register();
    assert_eq!(scene.day.names(ELISA), Vec::<String>::new(), "nobody hears the call yet");
    scene.day.party(3, PartyNews::Answered);
    scene.set_mode("whisper").ok();
    scene.day.party(3, PartyNews::Supervision(SupervisionMode::Whisper));
    let updates = scene.day.test.take_named(ELISA, "CallUpdateEvent");
    let seen: Vec<&Value> = updates.iter().map(|update| &update["supervisors"][0]["mode"]).collect();
    let expected: &[&str] = if told { &["listen", "whisper"] } else { &[] };
    assert_eq!(seen, expected);
    assert!(updates.iter().all(|update| update.get("room").is_none()), "the call is one of two");
    let listed = |scene: &mut Scene| {
        let elisa = scene.day.elisa.clone();
        let job = scene.day.test.listed_job(&elisa, "voice", &scene.day.protocol.as_str().into()).unwrap();
        job["callSupervisors"].clone()
    };
    let carla = json!([{ "name": "Carla Dias", "mode": "whisper" }]);
    assert_eq!(listed(&mut scene), if told { carla } else { Value::Null });
    assert_eq!(scene.shown()["agentIsTold"], told);
    scene.leave().ok();
    let last = scene.day.test.take_named(ELISA, "CallUpdateEvent").pop();
    assert_eq!(last.is_some(), told);
    assert!(last.is_none_or(|update| update.get("supervisors").is_none()));
    assert_eq!(listed(&mut scene), Value::Null);
}

/// The agent's own telephone holds the customer, who hears music: the supervisor's page must not show that both hear each
/// other.
#[test]
fn bey_136_the_supervisor_sees_that_the_agents_telephone_holds_the_customer_and_the_agent_is_not_notified() {
    let mut scene = Scene::active();
    let holds = |view: &Value| -> Vec<bool> {
        let parties = view["room"]["parties"].as_array().unwrap();
        parties.iter().map(|party| party["holds"] == json!(true)).collect()
    };
    assert_eq!(holds(&scene.shown()), [false, false]);
    for held in [true, false] {
        let before = scene.shown()["version"].as_u64().unwrap();
        scene.day.party(2, PartyNews::Holds(held));
        assert_eq!(holds(&scene.shown()), [false, held]);
        assert_eq!(scene.shown()["version"], before + 1);
    }
    assert_eq!(scene.day.names(ELISA), Vec::<String>::new(), "the agent's call is one of two as before");
}

#[test]
fn bey_137_an_agent_who_is_a_guest_of_the_room_is_notified_of_a_supervision_until_leaving() {
    let mut scene = Scene::active();
    scene.day.assisted().ok();
    scene.day.mode(CallMode::Consulting);
    scene.day.party(4, PartyNews::Ringing);
    scene.day.party(4, PartyNews::Answered);
    let named = |update: &Value| update["supervisors"][0]["name"] == "Carla Dias";
    let updates = scene.day.test.take_named(FABIO, "CallUpdateEvent");
    assert!(!updates.is_empty() && updates.iter().all(named));
    let fabio = scene.day.fabio.clone();
    let listed = scene.day.test.get(&fabio, &format!("/agents/{FABIO}/jobs/active")).ok().body;
    assert!(named(&listed["guestCalls"][0]), "{listed}");
    scene.day.act("cancelTransfer", 0).ok();
    scene.day.party(4, PartyNews::Left);
    let left = scene.day.test.take_named(FABIO, "CallUpdateEvent").pop().unwrap();
    assert_eq!((left.get("room"), left.get("supervisors")), (None, None), "the call is over for Fábio");
}

#[test]
fn bey_137_a_changed_rule_holds_from_the_next_supervision_on() {
    let mut scene = Scene::active();
    let carla = scene.carla.clone();
    let rules = scene.day.test.get(&carla, RULES).ok().body;
    assert_eq!(rules, json!({ "agentIsTold": true, "hearsConsultations": false }));
    scene.set_rules(false, true);
    assert_eq!((&scene.shown()["agentIsTold"], &scene.shown()["hearsConsultations"]), (&json!(true), &json!(false)));
    let reply = scene.begin();
    let shown = &reply["supervision"];
    assert_eq!((&shown["agentIsTold"], &shown["hearsConsultations"]), (&json!(false), &json!(true)));
    let (rows, _) = scene.day.test.store.audit_of(&OrgUnitId::from("1"), 0, 100).unwrap();
    let changed = rows.iter().find(|row| row.action == "setCallSupervision").unwrap();
    let changes: Vec<_> = changed.changes.iter().map(|change| (change.field.as_str(), change.after.as_str())).collect();
    assert_eq!(changes, [("agentIsTold", "false"), ("hearsConsultations", "true")]);
    let foreign = json!({ "agentIsTold": false, "hearsConsultations": true });
    assert_eq!(scene.day.test.put(&carla, "/org-unit/2/call-supervision", foreign).refusal(), "403");
}

#[test]
fn bey_137_the_audit_has_each_mode_with_its_times() {
    let mut scene = Scene::active();
    scene.day.test.advance(60_000);
    scene.set_mode("whisper").ok();
    scene.day.test.advance(1_000);
    scene.day.party(3, PartyNews::Supervision(SupervisionMode::Whisper));
    scene.day.test.advance(30_000);
    scene.leave().ok();
    let rows = scene.audit();
    let of = |action: &str, mode: &str| {
        let row =
            rows.iter().find(|(known, fields)| known == action && fields.get("mode").is_none_or(|known| known == mode));
        let fields = &row.unwrap().1;
        let (from, to) = (fields["from"].as_str(), fields.get("to").map_or("", String::as_str));
        (from.get(11..19).unwrap_or_default().to_owned(), to.get(11..19).unwrap_or_default().to_owned())
    };
    let actions: Vec<&str> = rows.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(actions, ["superviseBegin", "supervise", "supervise", "superviseEnd"]);
    let (began, none) = of("superviseBegin", "listen");
    assert_eq!(none, "");
    let (listened, whispered) = (of("supervise", "listen"), of("supervise", "whisper"));
    assert_eq!((&listened.0, &listened.1), (&began, &whispered.0));
    assert_eq!(of("superviseEnd", ""), (began, whispered.1));
    assert!(rows.iter().all(|(_, fields)| fields["agentId"] == ELISA && fields["uniqueId"] == "c1"));
}

#[rstest]
#[case::consultations_are_not_heard(false)]
#[case::consultations_are_heard(true)]
fn bey_136_a_consultation_is_supervised_if_the_org_unit_allows_it(#[case] hears: bool) {
    for supervised in [false, true] {
        let mut scene = Scene::ready();
        scene.set_rules(true, hears);
        if supervised {
            scene.join();
            // The rule for later supervisions.
            scene.set_rules(true, !hears);
        }
        scene.day.assisted().ok();
        let consults = scene.day.orders().into_iter().find_map(|order| match order {
            RoomCommand::Consult { is_supervised, .. } => Some(is_supervised),
            _ => None,
        });
        assert_eq!(consults, Some(hears), "with a supervisor in the call: {supervised}");
    }
}

#[test]
fn bey_136_a_supervision_follows_the_customer_through_consultation_transfer_and_queue() {
    let mut scene = Scene::active();
    scene.day.assisted().ok();
    assert_eq!(scene.shown()["room"]["transfer"]["phase"], "asked");
    scene.day.mode(CallMode::Consulting);
    scene.day.party(4, PartyNews::Ringing);
    scene.day.party(4, PartyNews::Answered);
    assert_eq!(scene.shown()["room"]["mode"], "consulting");
    scene.day.post("/job/voice/transfer-accept", json!({})).ok();
    scene.day.hands_over(4);
    assert_eq!((&scene.shown()["agentId"], &scene.shown()["status"]), (&json!(FABIO), &json!("active")));
    scene.day.test.news(CallNews::Unattended { call: "c1".to_owned() });
    let shown = scene.shown();
    assert_eq!((&shown["agentId"], &shown["takeOverRefusal"]), (&json!(""), &json!("noVoiceChannel")));
    let parties = shown["room"]["parties"].as_array().unwrap();
    assert_eq!((parties.len(), &parties[0]["role"]), (1, &json!("customer")));
    scene.day.test.tick();
    scene.day.test.answers("c1", "2001");
    let shown = scene.shown();
    assert_eq!((&shown["agentId"], &shown["status"]), (&json!(ELISA), &json!("active")));
    let told = scene.day.test.take_named(ELISA, "NewVoiceJobEvent").pop().unwrap();
    assert_eq!(told["job"]["callSupervisors"][0]["name"], "Carla Dias");
    assert!(scene.events().len() >= 5, "each change is an event");
}
