//! Dialling: the request, and the texts of its refusals.

use super::agent::Agent;
use crate::shell::SnackbarKind;
use crate::voice::DialTarget;
use rstest::rstest;
use serde_json::{Value, json};

const CALL: &str = "POST job/voice/active-job";

fn dialled(agent: &mut Agent) {
    let target = DialTarget { phone: "5511".to_owned(), ..DialTarget::default() };
    agent.run(|voice, context| voice.dial(context, target, true));
}

/// Key, fallback and replacements of the only snackbar.
fn refused(status: u16, body: Value) -> (String, Option<String>, Vec<(String, String)>) {
    let mut agent = Agent::registered();
    agent.news();
    dialled(&mut agent);
    let snackbars = agent.answer(CALL, status, body).snackbars();
    let [(SnackbarKind::Error, text)] = snackbars.as_slice() else { panic!("{snackbars:?}") };
    (text.key.clone(), text.fallback.clone(), text.params.clone().into_iter().collect())
}

#[test]
fn voi_065_voi_084_a_request_to_dial_contains_agent_channel_number_contact_and_campaign() {
    let mut agent = Agent::registered();
    agent.news();
    let target = DialTarget {
        phone: "5511".to_owned(),
        contact_id: "5".into(),
        campaign_id: "31".into(),
        schedule: Some(json!({ "id": 8 })),
    };
    agent.run(|voice, context| voice.dial(context, target, true));
    let expected = json!({
        "agentId": "101", "channel": "voice", "phone": "5511", "contactId": "5", "campaignId": "31",
        "schedule": { "id": 8 },
    });
    assert_eq!(agent.body(CALL), expected);
    dialled(&mut agent);
    assert_eq!(agent.asked(), [CALL], "one call at a time");
    agent.answer(CALL, 200, json!({ "success": true, "protocol": "V1" }));
    assert_eq!(agent.news(), []);
}

#[test]
fn voi_065_without_a_connected_voice_channel_no_request_to_dial_is_sent() {
    let mut agent = Agent::registered();
    agent.news();
    agent.run(|voice, context| voice.dial(context, DialTarget::default(), false));
    assert_eq!(agent.asked(), [] as [&str; 0]);
    assert_eq!(agent.snackbars().first().map(|(_, text)| text.key.as_str()), Some("agentVoiceDisconnected"));
}

#[test]
fn voi_081_manual_calls_use_the_default_campaign_unless_another_is_chosen() {
    let mut agent = Agent::with(json!({ "campaignVoiceDefault": "30" }));
    for (chosen, used) in [("", "30"), ("31", "31")] {
        let target = DialTarget { campaign_id: chosen.into(), ..DialTarget::default() };
        agent.run(|voice, context| voice.dial(context, target, true));
        assert_eq!(agent.body(CALL)["campaignId"], used);
        agent.answer(CALL, 200, json!({ "success": true }));
    }
}

#[rstest]
#[case::voi_063_no_success(200, json!({ "success": false }), "cannotCallToContact")]
#[case::voi_063_an_empty_answer(200, json!({}), "cannotCallToContact")]
#[case::voi_066_no_cause(500, json!({}), "triggerActiveJobError")]
#[case::voi_066_a_conflict_without_a_cause(409, json!({}), "triggerActiveJobError")]
#[case::voi_067_in_a_pause(409, json!({ "cause": "pause" }), "cannotActiveJobBecauseInPause")]
#[case::voi_072_on_the_blacklist(409, json!({ "cause": "blacklist" }), "contactInBlacklist")]
#[case::voi_073_between_org_units(409, json!({ "reason": "agentCallOrgUnitBlocked" }), "callsBetweenAgentsNotAllowed")]
#[case::voi_074_voice_disconnected(409, json!({ "cause": "agentVoiceDisconnected" }), "agentVoiceDisconnected")]
fn a_refused_request_to_dial_has_its_own_text(#[case] status: u16, #[case] body: Value, #[case] key: &str) {
    assert_eq!(refused(status, body).0, key);
}

#[test]
fn voi_068_an_unknown_cause_of_a_refusal_is_the_key_of_the_message() {
    let (key, fallback, _) = refused(409, json!({ "cause": "LINE_BROKEN" }));
    assert_eq!((key.as_str(), fallback.as_deref()), ("lineBroken", Some("triggerActiveJobError")));
}

#[rstest]
#[case::voi_069("alreadyInAttendance", json!({ "id": "102", "name": "Bia" }), &[("id", "102"), ("name", "Bia")])]
#[case::voi_070("alreadyPreferential", json!({ "id": 102, "name": "Bia" }), &[("id", "102"), ("name", "Bia")])]
#[case::voi_071("clientOnHold", json!({ "position": 3 }), &[("position", "3")])]
fn a_refused_request_to_dial_shows_the_name_of_the_other_agent_or_the_position_in_the_queue(
    #[case] cause: &str,
    #[case] details: Value,
    #[case] shown: &[(&str, &str)],
) {
    let (key, _, params) = refused(409, json!({ "cause": cause, "details": details }));
    let params: Vec<(&str, &str)> = params.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!((key.as_str(), params.as_slice()), (cause, shown));
}

/// The server says why it would refuse a call before the agent fills in the form, with the text of a refused call.
#[test]
fn the_reason_for_refusing_a_call_is_shown_as_soon_as_its_number_is_typed() {
    const CHECK: &str = "POST job/voice/check-active-job";
    let mut agent = Agent::registered();
    agent.news();
    let check = |agent: &mut Agent, phone: &str| {
        agent.run(|voice, context| voice.check_dial(context, phone.to_owned()));
    };
    let said = |agent: &Agent| agent.voice.view().dial_refusal.map(|text| (text.key, text.params.len()));
    check(&mut agent, "1140001234");
    assert_eq!(agent.body(CHECK)["phone"], "1140001234");
    let taken = json!({ "cause": "alreadyPreferential", "details": { "id": "302", "name": "Fábio Reis" } });
    agent.answer(CHECK, 200, taken.clone());
    assert_eq!(said(&agent), Some(("alreadyPreferential".to_owned(), 2)));
    assert_eq!(agent.snackbars(), [], "nothing was refused yet");
    check(&mut agent, "1140001235");
    assert_eq!(said(&agent), None, "another number");
    agent.answer(CHECK, 200, json!({ "cause": "" }));
    assert_eq!(said(&agent), None);
    for status in [422, 500] {
        check(&mut agent, "1140001234");
        agent.answer(CHECK, status, json!({}));
        assert_eq!(said(&agent), None, "{status}: without an answer nothing is known");
    }
}
