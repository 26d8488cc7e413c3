//! Voice in the whole core: from the session to the call bar, the ring and the end of a call.

use super::bench::Bench;
use super::samples::{agent_record, contact, with};
use crate::flow::{Effect, VoiceCommand};
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::notifications::RingKind;
use crate::qualification::QualificationIntent;
use crate::shell::Dialog;
use crate::view::View;
use crate::voice::{
    CallBarView, CallStatus, IncomingCallView, VoiceIntent, VoiceSlice, VoiceStatus, VoiceView, slices,
};
use crate::wire::{Channel, ChannelStatus};
use serde_json::{Value, json};

fn voice(bench: &Bench) -> VoiceView {
    match bench.workspace.view(&slices::VOICE.key()) {
        View::Voice(VoiceSlice::Voice(view)) => *view,
        other => panic!("{other:?}"),
    }
}

pub(super) fn bar(bench: &Bench) -> Option<CallBarView> {
    match bench.workspace.view(&slices::CALL_BAR.key()) {
        View::Voice(VoiceSlice::CallBar(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn status(bench: &Bench) -> Option<CallStatus> {
    bar(bench).map(|bar| bar.status)
}

pub(super) fn incoming(bench: &Bench) -> Option<IncomingCallView> {
    match bench.workspace.view(&slices::INCOMING_CALL.key()) {
        View::Voice(VoiceSlice::IncomingCall(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn channel(bench: &Bench) -> ChannelStatus {
    bench.workspace.channels.status(Channel::Voice)
}

pub(super) fn signed_in_with(record: Value) -> Bench {
    let mut bench = Bench::new();
    let record = with(json!({ "agentAckCall": "Y", "agentAckCallVolume": 60 }), record);
    bench.answer("GET agents/101", 200, with(agent_record(), record));
    let facts = json!({ "connected": true, "status": "available" });
    bench.answer("GET agents/101/status", 200, json!({ "channels": { "voice": facts } }));
    bench.answer("GET contacts/5511", 200, json!({ "id": "5", "data": [contact("5", "Marina Prado")] }));
    bench.start("/login").sign_in();
    bench
}

/// An agent who calls in the browser; the extension is registered.
pub(super) fn registered() -> Bench {
    let mut bench = signed_in_with(json!({ "useWebRTC": "Y" }));
    bench.registers();
    bench
}

pub(super) fn call_waits(bench: &mut Bench) {
    let info = json!({ "agentId": "101", "phoneNumber": "5511", "uniqueId": "u1", "queueId": "9", "callType": "QUEUE",
        "ackCallBehavior": "ring", "type": "contactFound", "name": "Marina Prado" });
    bench.event("AckCallRequestEvent", info).leg_arrives();
}

pub(super) fn job(fields: Value) -> Value {
    let job = json!({ "protocol": "V1", "channel": "voice", "callType": "QUEUE", "uniqueId": "u1", "phone": "5511",
        "activeAttendance": true, "voiceQueue": { "id": "9" }, "version": 1 });
    json!({ "job": with(job, fields) })
}

pub(super) fn intends(bench: &mut Bench, intent: VoiceIntent) {
    bench.intent(Intent::Voice(intent));
}

/// A call of a queue rings, and the agent answers it.
pub(super) fn takes_call(bench: &mut Bench) {
    call_waits(bench);
    intends(bench, VoiceIntent::AcceptCall);
    bench.leg_is_answered().event("NewVoiceJobEvent", job(json!({})));
}

/// The agent talks to a customer of a queue.
pub(super) fn talking() -> Bench {
    let mut bench = registered();
    takes_call(&mut bench);
    bench
}

/// An agent in a call with two call requests: one of a queue, and one about a preferential customer.
pub(super) fn asked_twice() -> Bench {
    let mut bench = talking();
    let info = json!({ "agentId": "101", "phoneNumber": "5522", "uniqueId": "u2", "ackCallBehavior": "ring" });
    bench.event("AckCallRequestEvent", info);
    bench.event("PreferentialCallEvent", json!({ "active": true, "name": "Rita", "phone": "5533" }));
    bench
}

#[test]
fn ses_018_ses_019_voice_of_an_agent_who_calls_by_the_browser_starts_with_the_session_and_the_loaded_ports() {
    let mut bench = signed_in_with(json!({ "useWebRTC": "Y" }));
    assert_eq!((voice(&bench).web_rtc, voice(&bench).status), (true, VoiceStatus::Disconnected));
    assert_eq!(channel(&bench), ChannelStatus::Disconnected, "no call is possible yet");
    assert!(bench.calls_of("GET webrtc").is_empty() && bench.voice_commands().is_empty());
    bench.registers();
    assert_eq!((voice(&bench).status, voice(&bench).extension.as_str()), (VoiceStatus::Connected, "1001"));
    assert_eq!(channel(&bench), ChannelStatus::Available);
    bench.advance(20_000);
    assert_eq!(bench.calls_of("GET webrtc").len(), 1, "a connection that is present is left alone");
}

#[test]
fn ses_019_no_voice_settings_are_requested_for_an_agent_without_the_channel_or_with_a_desk_phone() {
    for (record, enabled) in
        [(json!({ "useWebRTC": "Y", "channels": ["chat"] }), false), (json!({ "useWebRTC": "N" }), true)]
    {
        let mut bench = signed_in_with(record);
        bench.reports_voice(json!({ "type": "ready", "webRtc": true })).advance(30_000);
        assert_eq!((voice(&bench).enabled, voice(&bench).web_rtc), (enabled, false));
        assert!(bench.calls_of("GET webrtc").is_empty() && bench.voice_commands().is_empty());
    }
}

#[test]
fn a_queue_call_rings_is_answered_and_after_its_end_the_qualification_opens() {
    let mut bench = registered();
    bench.page(PageInput::Focus { focused: false });
    call_waits(&mut bench);
    let shown = incoming(&bench).expect("the dialog");
    assert_eq!((shown.name.as_str(), shown.phone.as_str()), ("Marina Prado", "5511"));
    let ring = bench.alerts().ring.expect("a ring");
    assert_eq!((ring.kind, ring.volume, ring.name.as_str()), (RingKind::Call, 60, "Marina Prado"));
    intends(&mut bench, VoiceIntent::AcceptCall);
    assert_eq!((incoming(&bench), bench.alerts().ring), (None, None));
    assert_eq!(status(&bench), Some(CallStatus::Dialling), "the attendance follows");
    bench.leg_is_answered().event("NewVoiceJobEvent", job(json!({})));
    let bar = bar(&bench).expect("the call bar");
    assert_eq!((bar.status, bar.name.as_str(), bar.place.as_str()), (CallStatus::InCall, "Marina Prado", "Vendas"));
    assert!(bar.audible && voice(&bench).in_call);
    assert_eq!((bench.path().as_str(), channel(&bench)), ("/attendance/V1", ChannelStatus::InAttendance));
    let row = bench.row("V1");
    assert_eq!((row.channel, row.name.as_str()), (Channel::Voice, "Marina Prado"));
    assert!(bench.calls_of("GET job/V1/messages").is_empty(), "a call has no thread");
    bench.event("HangupEvent", json!({ "protocol": "V1", "phone": "5511", "requestSource": "CLIENT" })).leg_ends();
    assert_eq!((status(&bench), bench.row("V1").disabled), (Some(CallStatus::Ended), true));
    assert_eq!(
        (bench.dialog(), channel(&bench)),
        (Some(Dialog::Qualification { protocol: "V1".into() }), ChannelStatus::Available)
    );
    assert!(bench.calls_of("POST job/voice/qualify").is_empty(), "hanging up qualifies nothing (BEY-030)");
}

#[test]
fn api_068_an_ended_call_is_qualified_by_its_channel() {
    let mut bench = talking();
    bench.event("HangupEvent", json!({ "protocol": "V1", "phone": "5511", "requestSource": "CLIENT" })).leg_ends();
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "V1".into() }));
    let payload = bench.call("POST job/voice/qualify").json();
    for (name, expected) in [("channel", "voice"), ("qualify_id", "99"), ("agent_id", "101"), ("protocol", "V1")] {
        assert_eq!(payload[name], expected, "{name}");
    }
    assert!(!bench.has_job("V1"));
}

#[test]
fn voi_031_a_call_rings_with_the_behaviour_of_its_request_and_the_chosen_volume() {
    let volume = |bench: &Bench| bench.alerts().ring.map(|ring| ring.volume);
    for (behaviour, expected) in [("ring", 60), ("automatic", 0)] {
        let mut bench = registered();
        // The media leg arrived before the call request.
        bench.leg_arrives();
        assert_eq!(volume(&bench), Some(60));
        let info = json!({ "agentId": "101", "phoneNumber": "5511", "uniqueId": "u1", "ackCallBehavior": behaviour });
        bench.event("AckCallRequestEvent", info);
        assert_eq!(volume(&bench), Some(expected), "{behaviour}");
        intends(&mut bench, VoiceIntent::SetRingVolume { volume: 20 });
        assert_eq!(volume(&bench), Some(expected.min(20)), "{behaviour}");
    }
}

#[test]
fn qua_012_the_qualification_opens_automatically_unless_the_agent_stays_or_the_contact_is_unregistered() {
    let stays = json!({ "useWebRTC": "N", "agentPreferences": { "afterAttendanceBehavior": "stay" } });
    let unknown = json!({ "data": [] });
    let closed = json!({ "closedWithoutQualify": true });
    for (record, contacts, fields, opens) in [
        (json!({ "useWebRTC": "N" }), None, json!({}), true),
        (stays, None, json!({}), false),
        (json!({ "useWebRTC": "N" }), Some(unknown), json!({}), false),
        (json!({ "useWebRTC": "N" }), None, closed, false),
    ] {
        let mut bench = signed_in_with(record);
        if let Some(contacts) = contacts {
            bench.answer("GET contacts/5511", 200, contacts);
        }
        bench.event("NewVoiceJobEvent", job(fields.clone()));
        bench.event("HangupEvent", json!({ "protocol": "V1", "requestSource": "CLIENT" }));
        let expected = opens.then(|| Dialog::Qualification { protocol: "V1".into() });
        assert_eq!((bench.dialog(), bench.row("V1").disabled), (expected, true), "{fields}");
    }
}

#[test]
fn voi_046_finishing_a_voice_job_hangs_up_and_the_job_waits_for_qualification() {
    let mut bench = talking();
    bench.forget();
    bench.intent(Intent::Jobs(JobsIntent::FinishJob { protocol: "V1".into(), confirmed: true, waits: false }));
    assert_eq!(bench.call("POST voice/hang-up").json()["protocol"], "V1");
    assert!(bench.calls_of("POST job/chat/finish").is_empty());
    assert_eq!((bench.row("V1").disabled, status(&bench)), (true, Some(CallStatus::Ended)));
    assert!(bench.sip_requests().contains(&"hangup".to_owned()));
}

#[test]
fn voi_076_a_redial_reopens_the_attendance() {
    let mut bench = talking();
    bench.event("HangupEvent", json!({ "protocol": "V1", "requestSource": "CLIENT" })).leg_ends();
    intends(&mut bench, VoiceIntent::Redial { protocol: "V1".into() });
    assert_eq!((bench.row("V1").disabled, status(&bench)), (false, Some(CallStatus::Dialling)));
}

#[test]
fn voi_076_an_attendance_that_was_closed_without_qualification_is_open_after_a_redial_and_a_reload() {
    let mut bench = registered();
    bench.event("NewVoiceJobEvent", job(json!({ "closedWithoutQualify": true })));
    assert!(bench.row("V1").disabled);
    intends(&mut bench, VoiceIntent::Redial { protocol: "V1".into() });
    assert!(!bench.row("V1").disabled);
    let stored = bench.workspace.record(&crate::jobs::records::JOB.of("V1".into())).expect("a record");
    let stored: serde_json::Value = serde_json::from_str(&stored).expect("JSON");
    let ended = ["disabled", "closedWithoutQualify"].map(|name| stored[name].as_bool().unwrap_or_default());
    assert_eq!(ended, [false, false], "{stored}");
}

#[test]
fn chn_020_a_dialer_event_without_an_active_event_ends_the_processing_of_voice() {
    let mut bench = signed_in_with(json!({ "useWebRTC": "N" }));
    let facts = json!({ "connected": true, "status": "processing" });
    bench.event("AgentStatusEvent", json!({ "version": 9, "channels": { "voice": facts } }));
    assert_eq!(channel(&bench), ChannelStatus::InAttendance);
    bench.event("DialerAutoEvent", json!({ "active": true }));
    assert_eq!(channel(&bench), ChannelStatus::InAttendance);
    bench.event("DialerAutoEvent", json!({ "active": false }));
    assert_eq!(channel(&bench), ChannelStatus::Available);
}

#[test]
fn chn_038_with_the_browser_the_channel_is_connected_with_the_extension_of_the_server() {
    let mut bench = registered();
    bench.event("VoiceLogoffEvent", json!({})).forget();
    bench.intent(Intent::Channels(crate::channels::ChannelsIntent::ConnectChannel { channel: Channel::Voice }));
    assert_eq!(
        (bench.dialog(), &bench.call("POST channels/voice/connect/agent/101").json()["exten"]),
        (None, &json!("1001"))
    );
    assert_eq!(channel(&bench), ChannelStatus::Available, "calls are possible since the registration");
}

#[test]
fn the_end_of_the_session_ends_the_call_and_releases_the_ports() {
    let mut bench = talking();
    bench.forget();
    bench.intent(Intent::Session(crate::session::SessionIntent::SignOut { confirmed: true }));
    let requests: Vec<_> = bench.sent_frames().into_iter().map(|frame| frame["janus"].clone()).collect();
    assert_eq!((requests, bar(&bench)), (vec![json!("destroy")], None), "the voice server ends the calls of a session");
    assert_eq!(bench.voice_commands().last(), Some(&&VoiceCommand::Release));
    assert!(!bench.workspace.timers().any(|timer| timer.reason().starts_with("voice")));
}

#[test]
fn a_tab_that_loses_the_session_does_not_end_the_call() {
    let mut bench = talking();
    bench.forget();
    bench.page(PageInput::TabDisabled);
    assert_eq!((bench.sent_frames(), bar(&bench)), (vec![], None));
    let releases = bench.effects.iter().filter(|effect| **effect == Effect::Voice(VoiceCommand::Release)).count();
    assert_eq!(releases, 1);
    let kept = bench.stored(crate::flow::StorePlace::Database, "voice").expect("the session to claim");
    assert!(kept.contains("established"), "{kept}");
}

#[test]
fn bey_024_a_reloaded_page_claims_the_session_and_shows_the_state_of_its_call() {
    let mut bench = talking();
    let since = bar(&bench).and_then(|bar| bar.since);
    bench.answer("GET agents/101/jobs/active", 200, json!({ "data": { "voice": [job(json!({}))["job"]] } }));
    bench.advance(60_000).reload().start("/attendance/V1");
    assert_eq!((status(&bench), bar(&bench).and_then(|bar| bar.since)), (Some(CallStatus::InCall), since));
    bench.forget().registers();
    let requests: Vec<String> = bench.sent_frames().iter().map(|frame| frame["janus"].to_string()).collect();
    assert_eq!(requests.first().map(String::as_str), Some("\"claim\""));
    assert!(bench.said().is_empty(), "no call arrived: {:?}", bench.said());
}

#[test]
fn the_record_of_a_call_is_removed_with_its_attendance_also_while_the_page_is_closed() {
    let mut bench = talking();
    bench.advance(1_000);
    let is_stored = |bench: &Bench| bench.disk.keys().any(|(_, name)| name.starts_with("call") && name.contains("V1"));
    assert!(is_stored(&bench));
    bench.answer("GET agents/101/jobs/active", 200, json!({ "data": { "voice": [job(json!({}))["job"]] } }));
    bench.reload().start("/attendance/V1").advance(1_000);
    assert!(is_stored(&bench), "its attendance is listed");
    bench.answer("GET agents/101/jobs/active", 200, json!({ "data": {} })).reload().start("/attendance").advance(1_000);
    assert!(!is_stored(&bench), "{:?}", bench.disk.keys().collect::<Vec<_>>());
}

#[test]
fn a_reloaded_page_keeps_the_microphone_muted_and_the_call_on_hold() {
    let mut bench = talking();
    intends(&mut bench, VoiceIntent::Mute { muted: true });
    intends(&mut bench, VoiceIntent::Hold { held: true });
    bench.sip(json!({ "event": "holding" }), None);
    assert_eq!(status(&bench), Some(CallStatus::OnHold));
    bench.answer("GET agents/101/jobs/active", 200, json!({ "data": { "voice": [job(json!({}))["job"]] } }));
    bench.advance(2_000).reload().start("/attendance/V1");
    bench.forget().registers();
    assert_eq!((status(&bench), bar(&bench).map(|bar| bar.muted)), (Some(CallStatus::OnHold), Some(true)));
    let mutes = |command: &VoiceCommand| matches!(command, VoiceCommand::Mute { muted: true, .. });
    assert!(bench.voice_commands().into_iter().any(mutes));
    intends(&mut bench, VoiceIntent::Mute { muted: false });
    bench.advance(2_000).reload().start("/attendance/V1").registers();
    assert_eq!(bar(&bench).map(|bar| bar.muted), Some(false));
}
