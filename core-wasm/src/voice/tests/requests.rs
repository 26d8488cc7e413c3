//! Call requests: accepted and rejected with and without the agent channel, and lost.

use super::agent::Agent;
use crate::flow::{Text, VoiceCommand};
use crate::shell::SnackbarKind;
use crate::voice::{CallPhase, Exit};
use crate::wire::HangupEvent;
use rstest::rstest;
use serde_json::json;

const REJECT: &str = "POST job/voice/reject";

fn accepts(agent: &mut Agent) {
    agent.run(|voice, context| voice.accept(context));
}

fn rejects(agent: &mut Agent) {
    agent.run(|voice, context| voice.reject(context));
}

/// A tone that was requested or sent, as the browser sends it by RTP.
fn tones(agent: &Agent) -> Vec<String> {
    let command = |exit: &Exit| match exit {
        Exit::Command(crate::flow::VoiceCommand::Peer {
            command: crate::flow::PeerCommand::Tones { tones, .. },
            ..
        }) => Some(tones.clone()),
        _ => None,
    };
    agent.exits.iter().filter_map(command).collect()
}

#[test]
fn voi_024_voi_025_in_agent_channel_mode_the_leg_is_answered_and_accepting_sends_a_hash() {
    let mut agent = Agent::in_agent_channel();
    assert_eq!(agent.voice.audio().phase, CallPhase::Talking);
    assert_eq!(agent.voice.incoming_call(&[]), None, "the leg is no call of a customer");
    agent.is_called(json!({}));
    assert!(agent.voice.incoming_call(&[]).is_some());
    accepts(&mut agent);
    assert_eq!((tones(&agent), agent.voice.incoming_call(&[])), (vec!["#".to_owned()], None));
}

#[test]
fn voi_026_api_069_in_agent_channel_mode_rejecting_sends_an_asterisk() {
    let mut agent = Agent::in_agent_channel();
    agent.is_called(json!({}));
    rejects(&mut agent);
    assert_eq!((tones(&agent), agent.voice.incoming_call(&[])), (vec!["*".to_owned()], None));
    let body = agent.body(REJECT);
    assert_eq!((&body["uniqueId"], &body["agentId"], &body["channel"]), (&json!("u1"), &json!("101"), &json!("voice")));
}

#[test]
fn voi_027_without_the_agent_channel_an_accept_or_a_decline_request_is_sent() {
    for (is_accepted, request) in [(true, "accept"), (false, "decline")] {
        let mut agent = Agent::registered();
        agent.is_called(json!({})).leg_arrives();
        agent.sent.clear();
        if is_accepted {
            accepts(&mut agent);
            agent.leg_is_answered();
        } else {
            rejects(&mut agent);
        }
        assert_eq!(agent.sip_requests(), [request]);
    }
}

#[rstest]
#[case::the_agent_accepts(true, "accept")]
#[case::the_agent_rejects(false, "decline")]
fn an_answer_given_before_the_leg_arrives_is_carried_out_when_it_arrives(
    #[case] is_accepted: bool,
    #[case] request: &str,
) {
    let mut agent = Agent::registered();
    agent.is_called(json!({}));
    if is_accepted {
        accepts(&mut agent)
    } else {
        rejects(&mut agent)
    }
    agent.sent.clear();
    agent.leg_arrives();
    if is_accepted {
        agent.leg_is_answered();
    }
    assert_eq!(agent.sip_requests(), [request]);
    assert_eq!(agent.voice.incoming_call(&[]), None);
}

#[test]
fn voi_029_a_call_of_a_queue_1111_is_accepted_without_the_agent() {
    let mut agent = Agent::in_agent_channel();
    agent.is_called(json!({ "queueId": "11119" }));
    assert_eq!((tones(&agent), agent.voice.incoming_call(&[])), (vec!["#".to_owned()], None));
}

#[test]
fn voi_036_a_failed_rejection_is_shown() {
    for fails in [true, false] {
        let mut agent = Agent::registered();
        agent.is_called(json!({}));
        rejects(&mut agent);
        agent.news();
        if fails {
            agent.answer(REJECT, 500, json!({}));
        } else {
            agent.answer(REJECT, 200, json!({ "success": true }));
        }
        let keys: Vec<String> = agent.snackbars().into_iter().map(|(_, text)| text.key).collect();
        assert_eq!(keys, if fails { vec!["rejectCallError"] } else { vec![] });
    }
}

#[test]
fn accepting_a_call_twice_sends_one_answer() {
    let mut agent = Agent::in_agent_channel();
    agent.is_called(json!({}));
    accepts(&mut agent);
    accepts(&mut agent);
    rejects(&mut agent);
    assert_eq!((tones(&agent), agent.asked()), (vec!["#".to_owned()], vec![]));
}

#[test]
fn a_call_request_is_notified_as_received_and_one_whose_caller_hangs_up_as_lost() {
    let mut agent = Agent::registered();
    agent.news();
    agent.is_called(json!({})).leg_arrives();
    assert_eq!(agent.news(), [Exit::CallReceived("5511".to_owned())]);
    agent.leg_ends();
    assert_eq!((agent.news(), agent.voice.incoming_call(&[])), (vec![Exit::CallLost("5511".to_owned())], None));
}

#[test]
fn voi_043_a_hang_up_without_a_job_but_with_the_same_phone_loses_the_call_and_resets_the_dialog() {
    let mut agent = Agent::registered();
    agent.is_called(json!({}));
    agent.news();
    let event = |phone: &str| HangupEvent { phone: phone.to_owned(), ..HangupEvent::default() };
    agent.run(|voice, context| voice.on_hangup(context, event("5522")));
    assert!(agent.voice.incoming_call(&[]).is_some(), "another phone");
    agent.run(|voice, context| voice.on_hangup(context, event("5511")));
    assert_eq!(agent.news(), [Exit::ClearTransfer, Exit::ClearTransfer, Exit::CallLost("5511".to_owned())]);
    assert_eq!(agent.voice.incoming_call(&[]), None);
}

#[test]
fn a_call_that_the_agent_rejected_is_not_notified_as_missed_when_its_caller_hangs_up() {
    let mut agent = Agent::registered();
    agent.is_called(json!({ "uniqueId": "u1" }));
    rejects(&mut agent);
    agent.news();
    let event = HangupEvent { phone: "5511".to_owned(), unique_id: "u1".to_owned(), ..HangupEvent::default() };
    agent.run(|voice, context| voice.on_hangup(context, event));
    assert!(!agent.news().iter().any(|exit| matches!(exit, Exit::CallLost(_))));
}

#[test]
fn the_hang_up_of_an_earlier_call_of_the_same_number_does_not_end_the_ringing_call() {
    let mut agent = Agent::registered();
    agent.is_called(json!({ "uniqueId": "u2" }));
    let ended =
        |call: &str| HangupEvent { phone: "5511".to_owned(), unique_id: call.to_owned(), ..HangupEvent::default() };
    agent.run(|voice, context| voice.on_hangup(context, ended("u1")));
    assert!(agent.voice.incoming_call(&[]).is_some(), "another call");
    agent.run(|voice, context| voice.on_hangup(context, ended("u2")));
    assert_eq!(agent.voice.incoming_call(&[]), None);
}

#[test]
fn one_call_request_is_shown_at_a_time() {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).is_called(json!({ "uniqueId": "u2", "phoneNumber": "5522" }));
    assert_eq!(agent.news().last(), Some(&Exit::CallLost("5522".to_owned())));
    assert_eq!(agent.voice.incoming_call(&[]).map(|call| call.phone).as_deref(), Some("5511"));
}

#[test]
fn a_call_for_another_agent_is_ignored() {
    let mut agent = Agent::registered();
    agent.is_called(json!({ "agentId": "102" }));
    assert_eq!(agent.voice.incoming_call(&[]), None);
}

#[test]
fn a_leg_without_a_request_shows_the_number_of_its_caller() {
    let mut agent = Agent::registered();
    agent.leg_arrives();
    let shown = agent.voice.incoming_call(&[]).expect("the dialog");
    assert_eq!((shown.phone.as_str(), shown.name.as_str(), shown.rings), ("5511", "", true));
}

/// A call without an attendance on the server, for example one that a colleague's telephone made.
fn in_call_without_attendance() -> Agent {
    let mut agent = Agent::registered();
    agent.leg_arrives();
    accepts(&mut agent);
    agent.leg_is_answered();
    agent.news();
    agent
}

#[rstest]
#[case::the_caller_hangs_up(false)]
#[case::the_voice_server_is_restarted(true)]
fn after_the_end_of_a_call_without_an_attendance_the_next_call_rings(#[case] restarted: bool) {
    let mut agent = in_call_without_attendance();
    if restarted {
        agent.socket_closes().logged().answers_setup("N").opens();
        agent.error(458).makes_session().is_registered();
    } else {
        agent.leg_ends();
    }
    let news = agent.news();
    assert!(!news.iter().any(|exit| matches!(exit, Exit::CallLost(_))), "the agent talked");
    let informed = Exit::Snackbar(SnackbarKind::Info, Text::key("callEnded").with("phone", "5511"));
    assert_eq!(news.iter().filter(|exit| **exit == informed).count(), 1);
    agent.leg_arrives();
    assert!(agent.voice.incoming_call(&[]).is_some_and(|call| call.rings));
    let answers = |exit: &Exit| matches!(exit, Exit::Command(VoiceCommand::Peer { .. }));
    assert!(!agent.exits.iter().any(answers), "no call is answered without the agent");
}

#[test]
fn a_call_that_ends_between_accepting_and_its_answer_is_lost() {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_arrives();
    accepts(&mut agent);
    agent.news();
    agent.leg_ends();
    assert_eq!(agent.news(), [Exit::CallLost("5511".to_owned())]);
    agent.leg_arrives();
    assert!(agent.voice.incoming_call(&[]).is_some(), "the next call rings");
}

#[test]
fn chn_022_confirming_a_preferential_call_sends_agent_and_channel_and_refusing_sends_nothing() {
    let mut agent = Agent::registered();
    for confirmed in [false, true] {
        assert_eq!(agent.asked(), [] as [&str; 0]);
        agent.run(|voice, context| {
            voice.on_preferential(crate::wire::PreferentialCallEvent { active: true, ..Default::default() });
            voice.confirm_preferential(context, confirmed);
            Vec::new()
        });
    }
    let expected = json!({ "agentId": "101", "channel": "voice" });
    assert_eq!(agent.body("POST voice/confirm-preferencial-call"), expected);
}

#[rstest]
#[case::the_customer_waits(true, &[])]
#[case::the_customer_is_gone(false, &["preferentialCallLost"])]
fn a_confirmed_preferential_call_that_does_not_ring_shows_a_text(#[case] follows: bool, #[case] expected: &[&str]) {
    let mut agent = Agent::registered();
    agent.run(|voice, context| {
        voice.on_preferential(crate::wire::PreferentialCallEvent { active: true, ..Default::default() });
        voice.confirm_preferential(context, true);
        Vec::new()
    });
    agent.news();
    agent.answer("POST voice/confirm-preferencial-call", 200, json!({ "success": follows }));
    let keys: Vec<String> = agent.snackbars().into_iter().map(|(_, text)| text.key).collect();
    assert_eq!(keys, expected);
}

#[test]
fn the_agents_decision_applies_only_to_the_leg_of_its_call() {
    let mut agent = Agent::registered();
    agent.is_called(json!({}));
    rejects(&mut agent);
    agent.is_called(json!({ "uniqueId": "u2", "phoneNumber": "5522" })).leg_arrives();
    assert_eq!(agent.voice.incoming_call(&[]).map(|call| call.phone).as_deref(), Some("5522"));

    let mut agent = Agent::registered();
    agent.is_called(json!({}));
    rejects(&mut agent);
    for _ in 0..4 {
        agent.advance(8_000).acknowledges();
    }
    agent.sent.clear();
    agent.leg_arrives();
    assert_eq!(
        (agent.sip_requests(), agent.voice.incoming_call(&[]).is_some()),
        (vec![], true),
        "too late to be its leg"
    );
}

#[test]
fn the_tone_of_a_call_accepted_before_the_leg_of_the_agent_channel_is_sent_when_the_leg_is_connected() {
    let mut agent = Agent::new();
    agent.register("Y").is_called(json!({}));
    accepts(&mut agent);
    assert_eq!(tones(&agent), [] as [&str; 0]);
    agent.leg_arrives().leg_is_answered();
    assert_eq!(tones(&agent), ["#"]);
}

#[test]
fn an_attendance_closes_only_the_call_request_of_its_own_call() {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).job_arrives(json!({ "protocol": "V2", "uniqueId": "u2", "callType": "MANUAL" }));
    assert!(agent.voice.incoming_call(&[]).is_some());
    agent.job_arrives(json!({}));
    assert_eq!(agent.voice.incoming_call(&[]), None);
}
