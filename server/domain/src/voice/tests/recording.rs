//! Recordings of calls: which calls have one, how far it comes, who sees it, and who plays it.

use super::CUSTOMER;
use super::transfers::Day;
use crate::store::{CallRecordingRow, CallRecordingStore, FileStore, PeopleStore, RecordingPhase, RecordingRule};
use crate::testing::{Agent, CARLA, ELISA, FABIO, SALES, TestCentre};
use crate::{CallCommand, CallEnd, CallNews, EffectKind, PartyNews, RecordOrder, RecordingNews, VoiceNode};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{CallMode, CallPartyRole, OrgUnitId, Protocol, RecordingEnd};

const CAMPAIGN: &str = "6100";

fn set(test: &mut TestCentre, place: &str, rule: &str) {
    let change = json!({ "recording": rule }).to_string();
    test.with(|centre, store, context| centre.change_queue_settings(store, context, place, &change)).unwrap();
}

/// Orders for recordings that the telephone system got with the last call.
fn orders(test: &TestCentre) -> Vec<RecordOrder> {
    let order = |command: &CallCommand| match command {
        CallCommand::Record { order, .. } => Some(*order),
        _ => None,
    };
    test.commands.iter().filter_map(order).collect()
}

/// Elisa talks with a customer, and the call is recorded.
struct Recorded {
    day: Day,
    id: String,
}

impl Recorded {
    fn asked() -> Self {
        let mut test = TestCentre::new();
        set(&mut test, SALES, "beep");
        let elisa = test.at_telephone(ELISA);
        let protocol = test.talking("c1", &elisa);
        let id = test.store.open_recording_of("c1").unwrap().expect("the call is recorded").id;
        let fabio = test.at_telephone(FABIO);
        let mut day = Day { test, elisa, fabio, protocol };
        day.forget();
        Self { day, id }
    }

    fn running() -> Self {
        let mut recorded = Self::asked();
        recorded.news(RecordingNews::Began);
        recorded.day.forget();
        recorded
    }

    fn news(&mut self, news: RecordingNews) {
        self.day.test.news(CallNews::Recording { call: "c1".to_owned(), recording: self.id.clone(), news });
    }

    fn row(&self) -> CallRecordingRow {
        self.day.test.store.call_recording(&self.id).unwrap().expect("a recording")
    }

    /// The recording in each event for the agent: `None` in an event without one.
    fn told(&mut self, agent: &str) -> Vec<Option<Value>> {
        let updates = self.day.test.take_named(agent, "CallUpdateEvent");
        updates.iter().map(|update| update.get("recording").cloned()).collect()
    }

    fn listed(&mut self) -> Value {
        let elisa = self.day.elisa.clone();
        let protocol = self.day.protocol.as_str().into();
        self.day.test.listed_job(&elisa, "voice", &protocol).unwrap()["callRecording"].clone()
    }

    fn act(&mut self, action: &str) -> crate::testing::Answered {
        self.day.act(action, 0)
    }

    fn play(&mut self, supervisor: &Agent) -> crate::testing::Answered {
        let path = format!("/call-recordings/{}/playback", self.id);
        self.day.test.post(supervisor, &path, json!({}))
    }
}

#[rstest]
#[case::off("off", &[])]
#[case::unannounced("unannounced", &[RecordingRule::Unannounced])]
#[case::beep("beep", &[RecordingRule::Beep])]
#[case::announcement("announcement", &[RecordingRule::Announcement])]
fn bey_138_a_call_is_recorded_from_the_answer_on_if_its_queue_demands_it(
    #[case] rule: &str,
    #[case] expected: &[RecordingRule],
) {
    let mut test = TestCentre::new();
    set(&mut test, SALES, rule);
    test.at_telephone(ELISA);
    test.call_arrives("c1", CUSTOMER, SALES);
    assert_eq!(orders(&test), [], "nobody talks yet");
    test.answers("c1", "2001");
    let begun: Vec<RecordOrder> = expected.iter().map(|rule| RecordOrder::Begin(*rule)).collect();
    assert_eq!(orders(&test), begun);
}

#[test]
fn bey_138_a_call_of_a_campaign_is_recorded_if_the_campaign_demands_it() {
    let mut test = TestCentre::new();
    set(&mut test, CAMPAIGN, "announcement");
    let elisa = test.at_telephone(ELISA);
    let body = json!({ "agentId": ELISA, "channel": "voice", "phone": CUSTOMER, "campaignId": CAMPAIGN });
    let call = test.post(&elisa, "/job/voice/active-job", body).ok().body["uniqueId"].as_str().unwrap().to_owned();
    assert_eq!(orders(&test), []);
    test.answers(&call, CUSTOMER);
    assert_eq!(orders(&test), [RecordOrder::Begin(RecordingRule::Announcement)]);
}

/// External voice nodes do not mix the sound, so they cannot record it.
#[test]
fn bey_138_nothing_is_recorded_by_nodes_outside() {
    let mut test = TestCentre::new();
    set(&mut test, SALES, "beep");
    let elisa = test.at_telephone(ELISA);
    test.centre.config.voice.nodes = vec![VoiceNode::default()];
    test.talking("c1", &elisa);
    assert_eq!(test.store.open_recordings().unwrap(), []);
}

#[test]
fn bey_138_the_agent_sees_a_recording_when_its_sound_begins_and_after_a_reload() {
    let mut recorded = Recorded::asked();
    assert_eq!(recorded.listed(), Value::Null, "the notice may be heard still");
    assert_eq!(recorded.act("pauseRecording").refusal(), "409 notRecorded");
    recorded.news(RecordingNews::Began);
    assert_eq!(recorded.told(ELISA), [Some(json!({}))]);
    assert_eq!(recorded.listed(), json!({}));
    recorded.news(RecordingNews::Began);
    assert_eq!(recorded.row().began_at, Some(recorded.day.test.now));
}

/// The page shows what the telephone system does, not what was requested: the customer says the number of a card only
/// after silence is recorded.
#[test]
fn bey_138_a_pause_of_the_recording_is_shown_when_silence_is_recorded() {
    let mut recorded = Recorded::running();
    recorded.act("pauseRecording").ok();
    assert_eq!(orders(&recorded.day.test), [RecordOrder::Pause(true)]);
    assert_eq!((recorded.told(ELISA), recorded.listed()), (vec![], json!({})));
    recorded.act("pauseRecording").ok();
    assert_eq!(orders(&recorded.day.test), [], "what was asked for is not asked for twice");
    recorded.day.test.advance(1_000);
    recorded.news(RecordingNews::Paused(true));
    let since = wire::rfc3339(recorded.day.test.now);
    assert_eq!(recorded.told(ELISA), [Some(json!({ "pausedSince": since }))]);
    assert_eq!(recorded.listed(), json!({ "pausedSince": since }));
    recorded.act("resumeRecording").ok();
    recorded.day.test.advance(2_000);
    recorded.news(RecordingNews::Paused(false));
    assert_eq!(recorded.told(ELISA), [Some(json!({}))]);
    let pauses = recorded.row().pauses;
    assert_eq!(pauses.iter().map(|pause| pause.to.since_ms(pause.from)).collect::<Vec<_>>(), [2_000]);
}

#[test]
fn bey_138_only_the_agent_of_the_attendance_can_pause_the_recording() {
    let mut recorded = Recorded::running();
    let fabio = recorded.day.fabio.clone();
    let mut body = recorded.day.with(json!({ "action": "pauseRecording" }));
    body["agentId"] = json!(FABIO);
    assert_eq!(recorded.day.test.post(&fabio, "/voice/room", body).refusal(), "403");
    assert_eq!(recorded.row().phase, RecordingPhase::Running);
}

/// A pause that was taken back before the telephone system got it is not carried out late.
#[test]
fn bey_138_a_pause_that_is_not_wanted_any_more_is_not_ordered() {
    let mut recorded = Recorded::running();
    let body = |day: &Day, action: &str| day.with(json!({ "action": action, "party": 0 }));
    let (pause, resume) = (body(&recorded.day, "pauseRecording"), body(&recorded.day, "resumeRecording"));
    let elisa = recorded.day.elisa.clone();
    let id = recorded.id.clone();
    recorded.day.test.without_worker(|_, _, _| ());
    recorded.day.test.post(&elisa, "/voice/room", pause).ok();
    recorded.day.test.post(&elisa, "/voice/room", resume).ok();
    assert_eq!(orders(&recorded.day.test), [RecordOrder::Pause(false)]);
    assert!(!recorded.day.test.store.call_recording(&id).unwrap().unwrap().pause_wanted);
}

#[test]
fn bey_138_a_consulted_agent_sees_the_recording_and_the_new_owner_can_resume_it() {
    let mut recorded = Recorded::running();
    recorded.day.consulting();
    recorded.act("pauseRecording").ok();
    recorded.news(RecordingNews::Paused(true));
    let paused = json!({ "pausedSince": wire::rfc3339(recorded.day.test.now) });
    assert_eq!(recorded.told(FABIO), [Some(paused.clone())]);
    let fabio = recorded.day.fabio.clone();
    let active = recorded.day.test.get(&fabio, &format!("/agents/{FABIO}/jobs/active")).ok().body;
    assert_eq!(active["guestCalls"][0]["recording"], paused);
    recorded.day.post("/job/voice/transfer-accept", json!({})).ok();
    recorded.day.hands_over(3);
    let protocol = recorded.day.protocol.as_str().into();
    let listed = recorded.day.test.listed_job(&fabio, "voice", &protocol).unwrap();
    assert_eq!(listed["callRecording"], paused, "it stays paused until somebody resumes it");
    let mut body = recorded.day.with(json!({ "action": "resumeRecording" }));
    body["agentId"] = json!(FABIO);
    recorded.day.test.post(&fabio, "/voice/room", body).ok();
    assert_eq!(orders(&recorded.day.test), [RecordOrder::Pause(false)]);
}

/// One recording for each call, whoever has the customer.
#[test]
fn bey_138_a_customer_who_comes_back_from_a_queue_goes_on_in_the_same_recording() {
    let mut recorded = Recorded::running();
    let call = || "c1".to_owned();
    recorded.day.post("/job/voice/transfer", json!({ "destination": { "kind": "queue", "id": SALES } })).ok();
    recorded.day.test.news(CallNews::Unattended { call: call() });
    assert_eq!(recorded.row().phase, RecordingPhase::Running);
    recorded.day.test.answers("c1", "2002");
    assert_eq!(orders(&recorded.day.test), []);
    assert_eq!(recorded.day.test.store.open_recordings().unwrap().len(), 1);
    recorded.day.test.ends("c1", CallEnd::ByCaller);
    let row = recorded.row();
    assert_eq!((row.phase, row.end), (RecordingPhase::Over, Some(RecordingEnd::Complete)));
}

#[test]
fn bey_138_a_customer_with_a_number_outside_is_recorded_no_longer() {
    let mut recorded = Recorded::running();
    let destination = json!({ "kind": "number", "id": "1140001234" });
    recorded.day.post("/job/voice/transfer", json!({ "destination": destination })).ok();
    recorded.day.mode(CallMode::Consulting);
    recorded.day.party(3, PartyNews::Ringing);
    recorded.day.party(3, PartyNews::Answered);
    recorded.day.party(3, PartyNews::Role(CallPartyRole::Agent));
    assert_eq!(orders(&recorded.day.test), [RecordOrder::End]);
    assert_eq!(recorded.row().end, Some(RecordingEnd::Complete));
}

/// Late and repeated news change nothing.
#[rstest]
#[case::the_agent_hangs_up(false)]
#[case::the_customer_hangs_up(true)]
fn bey_138_a_recording_ends_with_its_call(#[case] by_customer: bool) {
    let mut recorded = Recorded::running();
    if by_customer {
        recorded.news(RecordingNews::Ended);
        recorded.day.test.ends("c1", CallEnd::ByCaller);
    } else {
        recorded.day.post("/voice/hang-up", json!({})).ok();
        recorded.news(RecordingNews::Ended);
    }
    let row = recorded.row();
    for late in [RecordingNews::Began, RecordingNews::Paused(true), RecordingNews::Stopped, RecordingNews::Ended] {
        recorded.news(late);
    }
    assert_eq!(recorded.row(), row);
    assert_eq!((row.phase, row.end), (RecordingPhase::Over, Some(RecordingEnd::Complete)));
}

/// A full disk, or a writer that is too slow.
#[rstest]
#[case::the_gateway_says_so(true)]
#[case::the_server_cannot_write(false)]
fn bey_138_a_recording_that_cannot_go_on_stops_and_the_call_goes_on(#[case] by_gateway: bool) {
    let mut recorded = Recorded::running();
    recorded.act("pauseRecording").ok();
    recorded.news(RecordingNews::Paused(true));
    recorded.told(ELISA);
    if by_gateway {
        recorded.news(RecordingNews::Stopped);
    } else {
        let id = recorded.id.clone();
        recorded.day.test.with(|centre, store, context| centre.recording_stopped(store, context, &id)).unwrap();
        assert_eq!(orders(&recorded.day.test), [RecordOrder::End]);
    }
    let row = recorded.row();
    assert_eq!((row.end, row.paused_since, row.pauses.len()), (Some(RecordingEnd::Stopped), None, 1));
    assert_eq!((recorded.told(ELISA), recorded.listed()), (vec![None], Value::Null));
    assert_eq!(recorded.act("resumeRecording").refusal(), "409 notRecorded");
    recorded.day.act("hold", 1).ok();
}

#[test]
fn bey_138_a_call_that_ends_during_the_notice_has_no_recording() {
    let mut recorded = Recorded::asked();
    let (id, protocol) = (recorded.id.clone(), Protocol::from(recorded.day.protocol.as_str()));
    recorded.day.test.ends("c1", CallEnd::ByCaller);
    assert!(recorded.day.test.recipients.effects.contains(&EffectKind::DeleteFiles));
    let store = &recorded.day.test.store;
    assert_eq!((store.call_recording(&id).unwrap(), store.media_of(&protocol).unwrap()), (None, Vec::new()));
}

/// The process that carried the call is gone.
#[test]
fn bey_138_a_server_that_died_leaves_what_was_written() {
    let mut recorded = Recorded::running();
    recorded.day.test.with(|centre, store, context| centre.start_up(store, context, true)).unwrap();
    let row = recorded.row();
    assert_eq!((row.phase, row.end), (RecordingPhase::Over, Some(RecordingEnd::Interrupted)));
    assert!(recorded.day.test.store.media(&recorded.id).unwrap().is_some());
}

#[test]
fn bey_138_a_supervisor_of_the_org_unit_plays_it_and_each_time_is_in_the_audit() {
    let mut recorded = Recorded::running();
    recorded.day.test.centre.config.whatsapp.media_key = "key".to_owned();
    recorded.day.test.ends("c1", CallEnd::ByCaller);
    let carla = recorded.day.test.sign_in(CARLA);
    let path = format!("/call-recordings?protocol={}", recorded.day.protocol);
    let listed = recorded.day.test.get(&carla, &path).ok().body["data"].clone();
    assert_eq!((listed[0]["id"].as_str(), &listed[0]["end"]), (Some(recorded.id.as_str()), &json!("complete")));
    let answers = [recorded.play(&carla).ok().body, recorded.play(&carla).ok().body];
    let (rows, _) = recorded.day.test.store.audit_of(&OrgUnitId::from("1"), 0, 100).unwrap();
    let played: Vec<_> = rows.iter().filter(|row| row.action == "playRecording").collect();
    assert_eq!(played.len(), 2);
    let of = played[0].changes.iter().map(|change| (change.field.as_str(), change.after.as_str()));
    assert!(of.clone().any(|change| change == ("recordingId", recorded.id.as_str())), "{:?}", of.collect::<Vec<_>>());
    assert_eq!((played[0].id.as_str(), played[0].agent_id.as_str()), (recorded.day.protocol.as_str(), CARLA));
    for part in ["sound", "waveform"] {
        let address = answers[0][part].as_str().unwrap();
        let (path, query) = address.split_once('?').unwrap();
        assert_eq!(path, format!("/api/call-recordings/{}/{part}", recorded.id));
        let (expires, signature) = query.strip_prefix("expires=").unwrap().split_once("&signature=").unwrap();
        let expires: i64 = expires.parse().unwrap();
        let test = &recorded.day.test;
        let open = |now, id: &str, expires, signature: &str| {
            test.centre.recording_of_address(&test.store, now, id, expires, signature).unwrap()
        };
        assert!(open(test.now, &recorded.id, expires, signature).is_some());
        assert!(open(test.now, "another", expires, signature).is_none());
        assert!(open(test.now, &recorded.id, expires + 1, signature).is_none());
        assert!(open(test.now.plus_ms(3_600_001), &recorded.id, expires, signature).is_none(), "after an hour");
        // It is no address of a file of a message.
        assert!(
            test.centre.media_of_address(&test.store, test.now, &recorded.id, expires, signature).unwrap().is_none()
        );
    }
}

#[test]
fn bey_138_agents_and_other_org_units_neither_list_nor_play_it() {
    let mut recorded = Recorded::running();
    let elisa = recorded.day.elisa.clone();
    let path = format!("/call-recordings?protocol={}", recorded.day.protocol);
    assert_eq!(recorded.day.test.get(&elisa, &path).refusal(), "403");
    assert_eq!(recorded.play(&elisa).refusal(), "403");
    let carla = recorded.day.test.sign_in(CARLA);
    let row = CallRecordingRow { org_unit_id: OrgUnitId::from("2"), ..recorded.row() };
    recorded.day.test.store.put_call_recording(&row).unwrap();
    assert_eq!(recorded.play(&carla).refusal(), "404");
    assert_eq!(recorded.day.test.get(&carla, &path).ok().body["data"], json!([]));
    assert_eq!(recorded.day.test.get(&carla, "/call-recordings").refusal(), "422 protocol:required");
}

/// A recording has a retention of its own, although the attendance stays.
#[test]
fn bey_138_the_retention_of_recordings_deletes_the_file() {
    let mut recorded = Recorded::running();
    recorded.day.test.with(|centre, store, context| centre.start_up(store, context, true)).unwrap();
    let days = i64::from(recorded.day.test.centre.config.retention.recordings_days);
    assert_eq!(days, 90);
    recorded.day.test.advance(days * 24 * 60 * 60 * 1_000);
    recorded.day.test.tick();
    assert!(recorded.day.test.store.call_recording(&recorded.id).unwrap().is_some(), "within the time");
    recorded.day.test.advance(1);
    recorded.day.test.tick();
    let store = &recorded.day.test.store;
    assert_eq!(store.call_recording(&recorded.id).unwrap(), None);
    assert!(store.media(&recorded.id).unwrap().is_none());
    assert!(recorded.day.test.recipients.effects.contains(&EffectKind::DeleteFiles));
}
