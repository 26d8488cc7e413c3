//! Voice jobs: their arrival, events of a manual call, hang-up, finish and redial.

use super::agent::{Agent, START};
use crate::flow::{Effect, Melody, Sound, Text, Tone};
use crate::scripts::ScriptState;
use crate::shell::SnackbarKind;
use crate::voice::timer::VoiceTimer;
use crate::voice::{CallState, Exit};
use crate::wire::{HangupEvent, ManualCallStatusEvent, Protocol};
use rstest::rstest;
use serde_json::{Value, json};

const TONE: Tone = Tone { melody: Melody::Bright, volume: 50 };
const NOTHING: [&str; 0] = [];

fn hang_up_event(agent: &mut Agent, source: &str) {
    let event = HangupEvent { protocol: "V1".into(), request_source: source.to_owned(), ..HangupEvent::default() };
    agent.run(|voice, context| voice.on_hangup(context, event));
}

fn state(agent: &Agent) -> Option<CallState> {
    agent.voice.call_state(&"V1".into())
}

/// An agent in a queue call.
fn talking() -> Agent {
    let mut agent = Agent::registered();
    agent.job_arrives(json!({}));
    agent.news();
    agent
}

#[test]
fn voi_014_voi_015_api_057_a_job_that_arrives_loads_contact_campaign_or_queue_and_script() {
    let mut agent = Agent::registered();
    agent.job_arrives(json!({ "phone": "5511", "voiceQueue": { "id": "9" } }));
    let contact = "GET contacts/5511?by_field=phone1&agent=101&empty_org_unit=true";
    assert_eq!(agent.asked(), [contact, "GET queues/voice/9", "GET queues/voice/9/script"]);
    agent.news();
    agent.answer("GET contacts/5511", 200, json!({ "id": "2", "data": [{ "id": "1" }, { "id": "2" }] }));
    let news = agent.news();
    let [Exit::ContactFound(protocol, found)] = news.as_slice() else { panic!("{news:?}") };
    assert_eq!((protocol.as_str(), found.id.as_str()), ("V1", "2"));
    agent.answer("GET queues/voice/9", 200, json!({ "id": "9", "name": "Vendas" }));
    agent.answer("GET queues/voice/9/script", 200, json!({ "id": "12", "name": "Venda" }));
    let job = agent.voice.job(&"V1".into()).expect("the job");
    assert_eq!(job.source.as_ref().map(|source| source.name.as_str()), Some("Vendas"));
    assert_eq!(job.script.record.as_ref().map(|script| script.id.as_str()), Some("12"));

    let mut agent = Agent::registered();
    agent.job_arrives(json!({ "callType": "DIALER", "activeAttendance": true, "campaignId": "31" }));
    assert_eq!(agent.asked(), ["GET campaigns/voice/31", "GET campaigns/voice/31/script"]);
}

#[test]
fn voi_023_qua_021_after_a_failed_load_of_contact_campaign_or_script_the_job_stays_open_and_only_the_script_shows_a_text()
 {
    let mut agent = Agent::registered();
    agent.job_arrives(json!({ "phone": "5511", "voiceQueue": { "id": "9" } }));
    agent.news();
    agent.fails("GET contacts/5511").fails("GET queues/voice/9");
    assert_eq!(agent.news(), [Exit::ContactNotRead("V1".into())]);
    agent.fails("GET queues/voice/9/script");
    assert_eq!(agent.snackbars(), [(SnackbarKind::Error, Text::key("scriptError"))]);
    assert_eq!(state(&agent), Some(CallState::IsService));
}

#[rstest]
#[case::api_063_api_064_no_content(204)]
#[case::an_older_server(404)]
fn a_queue_without_a_script_shows_no_error(#[case] status: u16) {
    let mut agent = Agent::registered();
    agent.job_arrives(json!({ "voiceQueue": { "id": "9" } }));
    agent.news();
    let body = if status == 204 { Value::Null } else { json!({}) };
    agent.answer("GET queues/voice/9/script", status, body);
    assert_eq!(agent.news(), []);
    let shown = agent.voice.job_view(&"V1".into(), &[]).expect("the job");
    assert_eq!((shown.script, shown.script_state), (None, ScriptState::Ready));
}

#[rstest]
#[case::queue("QUEUE", true)]
#[case::dialer("DIALER", true)]
#[case::voi_019_manual("MANUAL", false)]
fn a_new_call_that_the_agent_did_not_dial_is_notified(#[case] call_type: &str, #[case] notified: bool) {
    let mut agent = Agent::registered();
    agent.news();
    agent.job_arrives(json!({ "callType": call_type }));
    let opens = Exit::JobOpens("V1".into());
    let expected = if notified { vec![Exit::JobArrived("V1".into()), opens] } else { vec![opens] };
    assert_eq!(agent.news(), expected);
    agent.job_arrives(json!({ "callType": call_type }));
    assert_eq!(agent.news(), [], "once");
}

#[test]
fn a_job_that_has_ended_before_its_arrival_is_kept_without_a_notification() {
    let mut agent = Agent::registered();
    agent.news();
    agent.job_arrives(json!({ "disabled": true, "closedWithoutQualify": true }));
    assert_eq!((agent.news(), state(&agent)), (vec![], Some(CallState::HungUp)));
}

#[test]
fn a_hang_up_closes_the_dialog_of_the_transfer_ends_the_job_and_refetches_the_status() {
    let mut agent = talking();
    hang_up_event(&mut agent, "CLIENT");
    let ended = Exit::Announce(Text::key("voice.bar.announce.ended"));
    assert_eq!(agent.news(), [Exit::ClearTransfer, Exit::EndJob("V1".into(), START), Exit::RefreshStatus, ended]);
}

#[test]
fn voi_042_the_status_is_refetched_800_ms_after_a_hang_up() {
    let mut agent = talking();
    hang_up_event(&mut agent, "CLIENT");
    agent.news();
    agent.advance(799);
    assert_eq!(agent.news(), []);
    agent.advance(1);
    assert_eq!(agent.news(), [Exit::RefreshStatus]);
}

#[rstest]
#[case::voi_039_agent("AGENT", Some((SnackbarKind::Info, "hangupVoiceCallAgent")), CallState::HungUp)]
#[case::voi_040_failure("FAILURE", Some((SnackbarKind::Error, "hangupVoiceCallFailure")), CallState::HungUp)]
#[case::voi_041_customer("CLIENT", None, CallState::Cancel)]
#[case::voi_041_unknown("", None, CallState::Cancel)]
fn the_source_of_a_hang_up_decides_the_text(
    #[case] source: &str,
    #[case] snackbar: Option<(SnackbarKind, &str)>,
    #[case] expected: CallState,
) {
    let mut agent = talking();
    hang_up_event(&mut agent, source);
    let expected_snackbars: Vec<_> = snackbar.into_iter().map(|(kind, key)| (kind, Text::key(key))).collect();
    assert_eq!((agent.snackbars(), state(&agent)), (expected_snackbars, Some(expected)));
}

#[test]
fn voi_044_a_hang_up_of_an_unknown_job_is_looked_up_every_2_s_five_times() {
    let mut agent = Agent::registered();
    agent.news();
    hang_up_event(&mut agent, "CLIENT");
    agent.advance(10_000);
    assert!(!agent.timers().iter().any(|timer| matches!(timer, VoiceTimer::HangUpLookUp(_))));
    assert_eq!(agent.news(), [Exit::ClearTransfer]);
    agent.job_arrives(json!({}));
    agent.advance(60_000);
    assert_eq!(state(&agent), Some(CallState::IsService), "the look-up was given up");
}

#[test]
fn a_job_that_arrives_after_its_hang_up_ends_with_the_next_look_up() {
    let mut agent = Agent::registered();
    hang_up_event(&mut agent, "FAILURE");
    agent.advance(8_500).job_arrives(json!({}));
    agent.news();
    agent.advance(1_500);
    assert!(agent.news().contains(&Exit::EndJob("V1".into(), START)));
}

#[test]
fn voi_045_voi_085_a_hang_up_of_the_agent_plays_the_sound_once() {
    let mut agent = talking();
    for _ in 0..2 {
        agent.run(|voice, context| voice.hang_up(context, &"V1".into(), TONE));
    }
    let expected = json!({ "agentId": "101", "channel": "voice", "protocol": "V1", "uniqueId": "u1" });
    assert_eq!(agent.body("POST voice/hang-up"), expected);
    let is_sound = |effect: &&Effect| matches!(effect, Effect::Sound(Sound::Hangup, TONE));
    assert_eq!((agent.asked().len(), agent.kernel.effects.iter().filter(is_sound).count()), (1, 1));
}

#[test]
fn a_hang_up_of_the_customer_plays_no_sound() {
    let mut agent = talking();
    hang_up_event(&mut agent, "CLIENT");
    assert!(!agent.kernel.effects.iter().any(|effect| matches!(effect, Effect::Sound(..))));
    agent.run(|voice, context| voice.hang_up(context, &"V1".into(), TONE));
    assert_eq!(agent.asked(), NOTHING, "the call has ended");
}

#[test]
fn finishing_a_voice_job_hangs_up_ends_the_job_and_resets_the_status_after_100_ms() {
    let mut agent = talking();
    agent.run(|voice, context| voice.finish(context, &"V1".into(), TONE));
    assert_eq!(agent.asked(), ["POST voice/hang-up"]);
    assert_eq!(agent.news(), [Exit::EndJob("V1".into(), START)]);
    agent.advance(99);
    assert_eq!(agent.news(), []);
    agent.advance(1);
    assert_eq!(agent.news(), [Exit::RefreshStatus]);
}

#[test]
fn a_failed_hang_up_in_the_agent_channel_is_shown_and_can_be_repeated() {
    let mut agent = Agent::in_agent_channel();
    agent.job_arrives(json!({}));
    agent.news();
    agent.run(|voice, context| voice.hang_up(context, &"V1".into(), TONE));
    let hanging_up = |agent: &Agent| agent.voice.call_of(&"V1".into()).map(|call| call.asked.hang_up);
    assert_eq!(hanging_up(&agent), Some(true));
    agent.news();
    agent.fails("POST voice/hang-up");
    assert_eq!(agent.news(), [Exit::Snackbar(SnackbarKind::Error, Text::key("hangUpNotSent"))]);
    assert_eq!(hanging_up(&agent), Some(false));
    agent.run(|voice, context| voice.hang_up(context, &"V1".into(), TONE));
    agent.answer("POST voice/hang-up", 200, json!({ "success": true }));
    assert_eq!((agent.news().len(), hanging_up(&agent)), (0, Some(true)));
}

#[test]
fn a_hang_up_ends_the_media_leg_but_not_the_leg_of_the_agent_channel() {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_arrives();
    agent.run(|voice, context| voice.accept(context)).leg_is_answered().job_arrives(json!({}));
    agent.sent.clear();
    agent.run(|voice, context| voice.hang_up(context, &"V1".into(), TONE));
    assert_eq!(agent.sip_requests(), ["hangup"]);

    let mut agent = Agent::in_agent_channel();
    agent.job_arrives(json!({}));
    agent.run(|voice, context| voice.hang_up(context, &"V1".into(), TONE));
    assert_eq!((agent.sip_requests().len(), agent.asked().len()), (0, 1));
}

#[test]
fn the_call_bar_hangs_up_the_open_attendance_or_the_call_without_one() {
    let hang_up = |agent: &mut Agent| {
        agent.run(|voice, context| voice.hang_up_shown(context, TONE));
    };
    let mut agent = talking();
    hang_up(&mut agent);
    assert_eq!(agent.body("POST voice/hang-up")["protocol"], "V1");

    let mut agent = talking();
    hang_up_event(&mut agent, "CLIENT");
    agent.leg_arrives().run(|voice, context| voice.accept(context)).leg_is_answered();
    agent.sent.clear();
    hang_up(&mut agent);
    assert_eq!(agent.sip_requests(), ["hangup"]);
    assert_eq!(agent.asked(), NOTHING, "the attendance ended before");
}

fn manual_status(agent: &mut Agent, event: ManualCallStatusEvent) {
    let event = ManualCallStatusEvent { protocol: "V1".into(), ..event };
    agent.run(|voice, context| voice.on_status(context, &event));
}

fn dialling() -> Agent {
    let mut agent = Agent::registered();
    agent.job_arrives(json!({ "callType": "MANUAL" }));
    agent.news();
    agent
}

#[test]
fn voi_048_voi_050_a_cause_or_a_status_of_a_manual_call_is_its_state() {
    let mut agent = dialling();
    manual_status(&mut agent, ManualCallStatusEvent { sip_cause: 404, ..Default::default() });
    assert_eq!(state(&agent), Some(CallState::NotFounded));
    let mut agent = dialling();
    manual_status(&mut agent, ManualCallStatusEvent { status: "BUSY".to_owned(), ..Default::default() });
    let busy = Exit::Announce(Text::key("voice.result.BUSY"));
    assert_eq!((state(&agent), agent.news()), (Some(CallState::Busy), vec![busy]));
    hang_up_event(&mut agent, "CLIENT");
    assert_eq!(state(&agent), Some(CallState::Busy), "the first end stays");
}

#[test]
fn voi_061_voi_062_a_blacklisted_number_and_a_congested_network_each_have_a_text() {
    let mut agent = dialling();
    manual_status(&mut agent, ManualCallStatusEvent { blacklist: true, ..Default::default() });
    assert_eq!(agent.snackbars(), [(SnackbarKind::Error, Text::key("contactInBlacklist"))]);
    let congested = || ManualCallStatusEvent { status: "CONGESTION".to_owned(), ..Default::default() };
    manual_status(&mut agent, congested());
    assert_eq!(agent.snackbars(), [(SnackbarKind::Error, Text::key("callCongestion"))]);
    manual_status(&mut agent, congested());
    assert_eq!(agent.snackbars(), [], "once");
}

#[test]
fn a_dial_status_of_a_queue_call_changes_nothing() {
    let mut agent = talking();
    manual_status(&mut agent, ManualCallStatusEvent { status: "BUSY".to_owned(), ..Default::default() });
    assert_eq!(state(&agent), Some(CallState::IsService));
}

const REDIAL: &str = "POST voice/redial";

fn redials(agent: &mut Agent) {
    agent.run(|voice, context| voice.redial(context, &"V1".into()));
}

#[test]
fn voi_078_an_accepted_redial_enables_the_job_again() {
    let mut agent = dialling();
    redials(&mut agent);
    assert_eq!(agent.asked(), NOTHING, "the call has not ended");
    manual_status(&mut agent, ManualCallStatusEvent { status: "NOANSWER".to_owned(), ..Default::default() });
    agent.news();
    redials(&mut agent);
    assert_eq!(agent.body(REDIAL)["uniqueId"], "u1");
    agent.answer(REDIAL, 200, json!({ "success": true, "uniqueId": "u2" }));
    let text = Text::key("callAgainToContact");
    assert_eq!(agent.news(), [Exit::EnableJob("V1".into()), Exit::Snackbar(SnackbarKind::Success, text)]);
    assert_eq!(state(&agent), Some(CallState::Dialling));
}

#[rstest]
#[case::voi_077_the_cause_in_the_answer(200, json!({ "success": false, "cause": "agentVoiceDisconnected" }), "agentVoiceDisconnected")]
#[case::voi_077_the_cause_of_a_refusal(409, json!({ "cause": "PAUSE" }), "pause")]
#[case::no_cause(500, json!({}), "cannotCallToContact")]
fn a_refused_request_to_redial_shows_its_cause(
    #[case] status: u16,
    #[case] body: serde_json::Value,
    #[case] key: &str,
) {
    let mut agent = dialling();
    manual_status(&mut agent, ManualCallStatusEvent { status: "NOANSWER".to_owned(), ..Default::default() });
    redials(&mut agent);
    agent.answer(REDIAL, status, body);
    let snackbars = agent.snackbars();
    let [(SnackbarKind::Error, text)] = snackbars.as_slice() else { panic!("{snackbars:?}") };
    assert_eq!((text.key.as_str(), state(&agent)), (key, Some(CallState::NoAnswer)));
}

#[test]
fn qua_020_the_fields_of_the_script_are_loaded_for_the_contact() {
    let mut agent = Agent::registered();
    agent.job_arrives(json!({ "voiceQueue": { "id": "9" } }));
    agent.answer("GET queues/voice/9/script", 200, json!({ "id": "12" }));
    let job = crate::wire::Job { protocol: "V1".into(), contact_id: "5".into(), ..Default::default() };
    agent.run(|voice, context| {
        voice.load_script_fields(context, &job);
        Vec::new()
    });
    assert!(agent.asked().contains(&"GET script/12/fields?script_id=12&contact_id=5".to_owned()));
    let fields = json!({ "data": [{ "id": "1", "name": "Plano", "type": "select", "options": ["A"] }] });
    agent.answer("GET script/12/fields", 200, fields);
    let job = agent.voice.job(&"V1".into()).expect("the job");
    assert_eq!(job.script.fields.first().map(|field| field.name.as_str()), Some("Plano"));
}

#[test]
fn qua_021_a_script_that_could_not_be_loaded_is_requested_again_when_the_agent_opens_it_and_keeps_its_text() {
    let mut agent = Agent::registered();
    agent.job_arrives(json!({ "voiceQueue": { "id": "9" } }));
    let job: crate::wire::Job = serde_json::from_value(json!({
        "protocol": "V1", "channel": "voice", "callType": "QUEUE", "contactId": "5", "voiceQueue": { "id": "9" },
    }))
    .expect("an attendance");
    let state = |agent: &Agent| agent.voice.job_view(&"V1".into(), &[]).expect("the job").script_state;
    let opens = |agent: &mut Agent| {
        agent.run(|voice, context| {
            voice.load_script_fields(context, &job);
            Vec::new()
        });
    };
    let script = "GET queues/voice/9/script";
    assert_eq!(state(&agent), ScriptState::Loading);
    agent.fails(script);
    assert_eq!(state(&agent), ScriptState::Failed);
    opens(&mut agent);
    assert_eq!(state(&agent), ScriptState::Loading);
    agent.answer(script, 200, json!({ "id": "12", "text": "Bom dia." }));
    opens(&mut agent);
    agent.answer("GET script/12/fields", 200, json!({ "data": [{ "id": "1", "name": "Plano" }] }));
    assert_eq!(state(&agent), ScriptState::Ready);
    opens(&mut agent);
    agent.fails("GET script/12/fields");
    let shown = agent.voice.job_view(&"V1".into(), &[]).expect("the job");
    let fields = shown.script.expect("the script").fields;
    assert_eq!((shown.script_state, fields.len()), (ScriptState::Failed, 1));
    assert_eq!(agent.snackbars(), vec![(SnackbarKind::Error, Text::key("scriptError")); 2]);
}

#[test]
fn a_removed_job_removes_its_call_and_late_answers_change_nothing() {
    let mut agent = talking();
    let protocol: Protocol = "V1".into();
    agent.run(|voice, context| voice.hang_up(context, &protocol, TONE));
    agent.run(|voice, context| voice.job_removed(context, &protocol));
    agent.answer("POST voice/hang-up", 200, json!({ "success": true }));
    assert_eq!((agent.news(), agent.voice.job(&protocol)), (vec![], None));
}

#[test]
fn the_agents_own_leg_of_a_dialled_call_is_accepted_until_the_call_has_ended() {
    let dialled = || {
        let mut agent = Agent::registered();
        let target = crate::voice::DialTarget { phone: "5511".to_owned(), ..Default::default() };
        agent.run(|voice, context| voice.dial(context, target, true));
        agent.answer("POST job/voice/active-job", 200, json!({ "success": true }));
        agent.job_arrives(json!({ "callType": "MANUAL", "phone": "+55 11" }));
        agent.sent.clear();
        agent
    };
    let mut agent = dialled();
    agent.leg_arrives().leg_is_answered();
    assert_eq!(agent.sip_requests(), ["accept"]);
    let mut agent = dialled();
    manual_status(&mut agent, ManualCallStatusEvent { status: "NOROUTE".to_owned(), ..Default::default() });
    agent.leg_arrives();
    assert!(agent.sip_requests().is_empty() && agent.voice.incoming_call(&[]).is_some());
}
