//! Tests of how supervisions end, and of the state that they leave unchanged.

use super::supervision::Scene;
use crate::erasure::rows_for_tests::all_rows;
use crate::store::{CallSupervisionStore, VoiceStore};
use crate::testing::{CARLA, ELISA};
use crate::{CallEnd, CallNews, PartyNews, RoomCommand, RoomRefusal};
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wire::{CallPartyRole, SupervisionMode};

/// The ways in which a supervision ends.
#[derive(Clone, Copy, Debug)]
enum Way {
    Left,
    AnotherBegins,
    CallEnds,
    CustomerLeaves,
    ToANumber,
    LegLost,
    Unregistered,
    SessionEnds,
    Restart,
    Declines,
    Refused,
    TooLate,
    NotRegistered,
}

#[rstest]
#[case(Way::Left, true, "bySupervisor")]
#[case(Way::AnotherBegins, true, "sessionEnded")]
#[case(Way::CallEnds, true, "callEnded")]
#[case(Way::CustomerLeaves, true, "callEnded")]
#[case(Way::ToANumber, true, "callEnded")]
#[case(Way::LegLost, true, "connectionLost")]
#[case(Way::Unregistered, true, "connectionLost")]
#[case(Way::SessionEnds, true, "sessionEnded")]
#[case(Way::Restart, true, "callEnded")]
#[case(Way::Declines, false, "connectionLost")]
#[case(Way::Refused, false, "failed")]
#[case(Way::TooLate, false, "connectionLost")]
#[case(Way::NotRegistered, false, "connectionLost")]
#[case(Way::CallEnds, false, "callEnded")]
#[case(Way::Left, false, "bySupervisor")]
fn bey_136_each_end_of_a_supervision_has_its_cause_removes_the_telephone_and_closes_the_audit(
    #[case] way: Way,
    #[case] is_active: bool,
    #[case] cause: &str,
) {
    let mut scene = Scene::ready();
    scene.begin();
    if !matches!(way, Way::NotRegistered) {
        scene.register();
    }
    if is_active {
        scene.day.party(3, PartyNews::Answered);
    }
    scene.day.test.advance(5_000);
    let (exten, carla) = (scene.exten.clone(), scene.carla.clone());
    let call = || "c1".to_owned();
    let mut ended_at_once = None;
    match way {
        Way::Left => drop(scene.leave().ok()),
        Way::AnotherBegins => drop(scene.ask(ELISA).ok()),
        Way::CallEnds => scene.day.test.ends("c1", CallEnd::ByCaller),
        Way::CustomerLeaves => {
            scene.day.party(1, PartyNews::Left);
            scene.day.party(3, PartyNews::Left);
        }
        Way::ToANumber => {
            let number = json!({ "destination": { "kind": "number", "id": "551140001234" } });
            scene.day.post("/job/voice/transfer", number).ok();
            scene.day.party(4, PartyNews::Ringing);
            scene.day.party(4, PartyNews::Answered);
            scene.day.hands_over(4);
        }
        Way::LegLost => scene.day.party(3, PartyNews::Left),
        Way::Unregistered => scene.day.test.news(CallNews::Unregistered { exten: exten.clone() }),
        Way::SessionEnds => {
            scene.day.test.bare(&carla, "POST", "/auth/logoff").ok();
            // The supervisor's queue ended with the session.
            ended_at_once = Some(cause.to_owned());
        }
        Way::Restart => scene.day.test.with(|centre, store, context| centre.start_up(store, context, false).unwrap()),
        Way::Declines => scene.day.party(3, PartyNews::Failed(486)),
        Way::Refused => {
            let command = RoomCommand::Supervise { party: 3, exten: exten.clone() };
            scene.day.test.news(CallNews::Refused { call: call(), command, refusal: RoomRefusal::NotTalking });
        }
        Way::TooLate | Way::NotRegistered => {
            scene.day.test.advance(14_999);
            scene.day.test.tick();
            assert!(scene.day.test.store.voice_account(&exten).unwrap().is_some(), "the time is not over");
            scene.day.test.advance(1);
            scene.day.test.tick();
        }
    }
    assert!(scene.day.test.store.voice_account(&exten).unwrap().is_none(), "nobody registers the telephone again");
    assert!(scene.day.test.store.call_supervision_at(&exten).unwrap().is_none());
    let ends: Vec<Value> = scene.day.test.take_named(CARLA, "CallSupervisionEvent");
    let end = ends.into_iter().rfind(|event| event["id"] == scene.id.as_str()).map(|event| event["end"].clone());
    assert_eq!(end.or(ended_at_once.map(Value::from)), Some(json!(cause)), "{way:?}");
    let audit = scene.audit();
    let ended: Vec<_> = audit.iter().filter(|(action, _)| action == "superviseEnd").collect();
    if is_active {
        assert_eq!(ended.len(), 1, "{audit:?}");
        assert_eq!(ended[0].1["cause"], cause);
    } else {
        assert_eq!(audit, [], "nobody heard the call");
    }
    // A late report about the leg.
    scene.day.party(3, PartyNews::Left);
    assert!(scene.day.test.store.call_supervision_at(&exten).unwrap().is_none());
}

#[test]
fn bey_136_a_supervision_ends_if_its_telephone_registers_after_the_call_returned_to_the_queue() {
    let mut scene = Scene::ready();
    scene.begin();
    scene.day.test.news(CallNews::Unattended { call: "c1".to_owned() });
    scene.register();
    assert_eq!(scene.day.orders(), []);
    assert_eq!(scene.events().last().unwrap(), "ended listen failed");
}

/// Rows by table, without the supervisor's own data: the supervision, its hidden account, its audit, the frames, session and times of the
/// supervisor, and the highest number of a party.
fn others(scene: &Scene) -> BTreeMap<&'static str, Vec<String>> {
    let mut rows = all_rows(&scene.day.test.store);
    for table in ["call_supervision", "audit", "due", "effect"] {
        rows.remove(table);
    }
    for kept in rows.values_mut() {
        kept.retain(|row| !row.contains("\"sup-") && !row.contains("\"201\"") && !row.contains("agent.201"));
        for row in kept {
            *row = row.replace("\"last_party\":3", "\"last_party\":0");
        }
    }
    rows
}

#[test]
fn bey_136_a_supervisors_presence_changes_no_other_state() {
    let mut scene = Scene::ready();
    scene.set_rules(false, false);
    let before = others(&scene);
    assert!(before["voice_call"].len() == 1 && before["agent_channel"].len() > 1 && before["job"].len() == 1);
    let mut steps = 0;
    let mut unchanged = |scene: &Scene, what: &str| {
        let after = others(scene);
        for (table, rows) in &before {
            assert_eq!(&after[table], rows, "{table} after: {what}");
        }
        steps += 1;
    };
    scene.begin();
    unchanged(&scene, "the request");
    scene.register();
    unchanged(&scene, "the registration");
    scene.day.party(3, PartyNews::Ringing);
    unchanged(&scene, "the ring");
    scene.day.party(3, PartyNews::Answered);
    unchanged(&scene, "the answer");
    for mode in [SupervisionMode::Whisper, SupervisionMode::Barge, SupervisionMode::Listen] {
        scene.set_mode(serde_json::to_value(mode).unwrap().as_str().unwrap()).ok();
        scene.day.party(3, PartyNews::Supervision(mode));
        unchanged(&scene, "a mode");
    }
    for news in [
        PartyNews::Held(true),
        PartyNews::Holds(true),
        PartyNews::Muted(true),
        PartyNews::Role(CallPartyRole::Colleague),
    ] {
        scene.day.party(3, news);
        unchanged(&scene, "news that are nobody's");
    }
    scene.leave().ok();
    unchanged(&scene, "the end");
    scene.day.party(3, PartyNews::Left);
    unchanged(&scene, "the end of the leg");
    assert_eq!(steps, 13);
    assert_eq!(scene.day.names(ELISA), Vec::<String>::new(), "the agent got nothing");
}
