//! Tests of a supervisor who takes over the attendance of a supervised call.

use super::supervision::Scene;
use crate::testing::{CARLA, ELISA};
use crate::{CallNews, PartyNews, RoomCommand, RoomDestination};
use rstest::rstest;
use serde_json::{Value, json};
use wire::CallMode;

/// Carla supervises a call, and her own telephone is connected.
fn with_telephone() -> Scene {
    let mut scene = Scene::active();
    scene.give_telephone();
    scene.connect();
    scene.forget();
    scene
}

/// An obstacle to the take-over.
#[derive(Clone, Copy, Debug)]
enum Obstacle {
    NoChannel,
    NotConnected,
    Unregistered,
    Paused,
    Ringing,
    Consulting,
    Waits,
}

#[rstest]
#[case(Obstacle::NoChannel, "noVoiceChannel")]
#[case(Obstacle::NotConnected, "notConnected")]
#[case(Obstacle::Unregistered, "notConnected")]
#[case(Obstacle::Paused, "paused")]
#[case(Obstacle::Ringing, "inCall")]
#[case(Obstacle::Consulting, "transferOpen")]
#[case(Obstacle::Waits, "transferOpen")]
fn bey_137_a_take_over_is_refused_with_a_reason_that_the_supervision_shows_before(
    #[case] obstacle: Obstacle,
    #[case] reason: &str,
) {
    let mut scene = Scene::active();
    if !matches!(obstacle, Obstacle::NoChannel) {
        scene.give_telephone();
    }
    if !matches!(obstacle, Obstacle::NoChannel | Obstacle::NotConnected) {
        scene.connect();
        assert_eq!(scene.shown()["takeOverRefusal"], "", "nothing is in the way yet");
    }
    match obstacle {
        Obstacle::NoChannel | Obstacle::NotConnected => {}
        Obstacle::Unregistered => scene.day.test.news(CallNews::Unregistered { exten: "2009".into() }),
        Obstacle::Paused => {
            let carla = scene.carla.clone();
            let pause = json!({ "pauseId": "1", "pauseName": "Almoço" });
            scene.day.test.post(&carla, &format!("/pauses/voice/enter/agent/{CARLA}"), pause).ok();
        }
        Obstacle::Ringing => {
            use crate::store::ReservationStore;
            scene.day.test.store.reserve_agent(&CARLA.into(), "c9").unwrap();
        }
        Obstacle::Consulting => drop(scene.day.assisted().ok()),
        Obstacle::Waits => scene.day.test.news(CallNews::Unattended { call: "c1".to_owned() }),
    }
    assert_eq!(scene.shown()["takeOverRefusal"], reason);
    assert_eq!(scene.take_over().refusal(), format!("409 {reason}"));
    let orders = scene.day.orders();
    assert_eq!(orders, [], "{obstacle:?}");
}

#[test]
fn bey_137_the_reason_against_a_take_over_follows_the_supervisors_own_channel() {
    let mut scene = with_telephone();
    let carla = scene.carla.clone();
    let pause = json!({ "pauseId": "1", "pauseName": "Almoço" });
    scene.day.test.post(&carla, &format!("/pauses/voice/enter/agent/{CARLA}"), pause).ok();
    scene.day.test.tick();
    let event = scene.day.test.take_named(CARLA, "CallSupervisionEvent").pop().unwrap();
    assert_eq!(event["takeOverRefusal"], "paused");
}

#[test]
fn bey_137_the_agent_keeps_the_customer_until_the_supervisors_own_telephone_answers() {
    let mut scene = with_telephone();
    scene.day.test.set_queue(r#"{"wrapUpSeconds": 60}"#);
    scene.take_over().ok();
    let to = RoomDestination::Extension("2009".to_owned());
    let consult = RoomCommand::Consult { party: 4, to, is_supervised: false };
    assert_eq!(scene.day.orders(), [consult, RoomCommand::Complete]);
    assert_eq!(scene.day.owner(), ELISA);
    scene.take_over().ok();
    assert_eq!(scene.day.orders(), [], "a repeated request is the same one");
    let begun = scene.day.test.take_named(ELISA, "TransferRequestEvent").remove(0);
    assert_eq!((&begun["destination"]["id"], &begun["kind"]), (&json!(CARLA), &json!("blind")));
    scene.day.mode(CallMode::Consulting);
    scene.day.party(4, PartyNews::Ringing);
    let request = scene.day.test.take_named(CARLA, "TransferRequestEvent").remove(0)["request"].clone();
    assert_eq!((&request["transferFrom"], &request["offer"]["note"]), (&json!(ELISA), &json!("Assumo daqui.")));
    assert_eq!(scene.shown()["status"], "active");
    scene.forget();

    scene.day.party(4, PartyNews::Answered);
    assert_eq!(scene.day.owner(), ELISA);
    scene.day.hands_over(4);
    assert_eq!(scene.day.owner(), CARLA);
    assert_eq!(scene.events().last().unwrap(), "ended listen tookOver");
    assert_eq!(scene.shown(), Value::Null);
    let elisa = scene.day.elisa.clone();
    assert!(scene.day.test.wrap_up(&elisa).is_object(), "the agent has the time after a call");
    let actions: Vec<String> = scene.audit().into_iter().map(|(action, _)| action).collect();
    assert_eq!(actions, ["superviseBegin", "takeOver", "supervise", "superviseEnd"]);
    assert_eq!(scene.audit().last().unwrap().1["cause"], "tookOver");
}

#[rstest]
#[case::the_supervisor_declines(PartyNews::Failed(486))]
#[case::the_supervisor_is_not_reached(PartyNews::Failed(480))]
fn bey_137_a_take_over_without_an_answer_leaves_the_customer_with_the_agent(#[case] news: PartyNews) {
    let mut scene = with_telephone();
    scene.take_over().ok();
    scene.day.mode(CallMode::Consulting);
    scene.day.party(4, PartyNews::Ringing);
    scene.day.party(4, news);
    assert_eq!(scene.day.owner(), ELISA);
    assert_eq!(scene.shown()["status"], "active", "the supervision goes on");
    scene.day.act("cancelTransfer", 0).ok();
    scene.day.mode(CallMode::Together);
    assert_eq!(scene.shown()["takeOverRefusal"], "", "and it can be tried again");
}

/// Who takes a take-over back while the supervisor's own telephone rings, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TakesBack {
    /// The supervisor declines the ring.
    SupervisorDeclines,
    /// The supervisor asks as the owner of a call does.
    SupervisorAsks,
    /// The agent takes the customer back.
    AgentAsks,
}

#[rstest]
fn bey_137_a_take_over_is_taken_back_by_the_ring_of_the_supervisor_or_by_the_agent(
    #[values(TakesBack::SupervisorDeclines, TakesBack::SupervisorAsks, TakesBack::AgentAsks)] by: TakesBack,
) {
    let mut scene = with_telephone();
    scene.take_over().ok();
    scene.day.mode(CallMode::Consulting);
    scene.day.party(4, PartyNews::Ringing);
    scene.forget();
    match by {
        TakesBack::SupervisorDeclines => scene.day.party(4, PartyNews::Failed(603)),
        TakesBack::SupervisorAsks => {
            let carla = scene.carla.clone();
            let body = json!({
                "protocol": scene.day.protocol, "agentId": CARLA, "action": "cancelTransfer", "channel": "voice", "uniqueId": "c1",
            });
            assert_eq!(scene.day.test.post(&carla, "/voice/room", body).refusal(), "403");
        }
        TakesBack::AgentAsks => drop(scene.day.act("cancelTransfer", 0).ok()),
    }
    let is_open = by == TakesBack::SupervisorAsks;
    let refusal = if is_open { "inCall" } else { "transferOpen" };
    assert_eq!(scene.day.owner(), ELISA);
    assert_eq!((&scene.shown()["status"], &scene.shown()["takeOverRefusal"]), (&json!("active"), &json!(refusal)));
    if by == TakesBack::AgentAsks {
        scene.day.party(4, PartyNews::Failed(487));
    }
    if !is_open {
        if by == TakesBack::SupervisorDeclines {
            scene.day.act("cancelTransfer", 0).ok();
        }
        scene.day.mode(CallMode::Together);
        assert_eq!(scene.shown()["takeOverRefusal"], "", "{by:?}: it can be tried again");
    }
}
