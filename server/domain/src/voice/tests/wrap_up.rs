//! Tests of the wrap-up: a time after a call, set by the queue, in which no other call rings.

use crate::CallEnd;
use crate::CallNews;
use crate::store::VoiceStore;
use crate::testing::{Agent, ELISA, FABIO, SALES, TestCentre};
use serde_json::{Value, json};

const OTHER: &str = "5521955550102";
/// The number of a contact in Elisa's wallet.
const KEPT: &str = "5541955550104";

impl TestCentre {
    /// The agent whose telephone rings for the call, or who is asked about it.
    fn rings(&self, call: &str) -> Option<String> {
        let call = self.store.call_by_unique_id(call).unwrap()?;
        call.ring.map(|ring| ring.agent_id.0)
    }

    /// The queue of the calls has a wrap-up of 60 s, which the agent may extend twice.
    fn with_wrap_up() -> Self {
        let mut test = Self::new();
        test.set_queue(r#"{"wrapUpSeconds": 60, "wrapUpExtensions": 2}"#);
        test
    }

    pub(super) fn set_queue(&mut self, change: &str) {
        self.with(|centre, store, context| centre.change_queue_settings(store, context, SALES, change)).unwrap();
    }

    /// The wrap-up of the agent's voice channel.
    pub(super) fn wrap_up(&mut self, agent: &Agent) -> Value {
        let body = self.get(agent, &format!("/agents/{}/status", agent.id)).ok().body;
        body["channels"]["voice"]["wrapUp"].clone()
    }

    fn extends(&mut self, agent: &Agent, protocol: &str, extension: u32) -> crate::testing::Answered {
        let body = json!({ "protocol": protocol, "extension": extension });
        self.post(agent, &format!("/channels/voice/wrap-up/extend/agent/{}", agent.id), body)
    }

    fn is_ready(&mut self, agent: &Agent, protocol: &str) -> Value {
        let path = format!("/channels/voice/wrap-up/end/agent/{}", agent.id);
        self.post(agent, &path, json!({ "protocol": protocol })).ok().body
    }

    /// Lets time pass while the agent's page responds.
    fn passes(&mut self, agent: &Agent, ms: i64) {
        for step in [ms / 4, ms / 4, ms / 4, ms - 3 * (ms / 4)] {
            self.advance(step);
            self.beat(agent);
            self.tick();
        }
    }
}

#[test]
fn bey_159_after_a_call_no_call_rings_until_the_wrap_up_of_the_queue_is_over() {
    let mut test = TestCentre::with_wrap_up();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    assert_eq!(
        test.wrap_up(&elisa),
        json!({ "protocol": protocol, "since": "2026-11-20T13:45:00.000Z", "until": "2026-11-20T13:46:00.000Z", "extended": 0, "extensions": 2 })
    );
    assert_eq!(test.voice_status(&elisa), "in_attendance");
    test.call_arrives("c2", OTHER, SALES);
    test.passes(&elisa, 59_999);
    assert_eq!(test.rings("c2"), None);
    test.take_frames(ELISA);
    test.passes(&elisa, 1);
    assert_eq!(test.rings("c2").as_deref(), Some(ELISA));
    assert_eq!(test.wrap_up(&elisa), Value::Null);
}

#[test]
fn bey_159_the_event_of_the_wrap_up_precedes_the_event_of_the_end_of_the_call() {
    let mut test = TestCentre::with_wrap_up();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    let frames = test.take_frames(ELISA);
    let wraps = frames.iter().position(|frame| frame["channels"]["voice"]["wrapUp"]["protocol"] == json!(protocol));
    let ends = frames.iter().position(|frame| frame["event"] == "HangupEvent");
    assert!(wraps.is_some() && wraps < ends, "{frames:?}");
    let free = |frame: &Value| frame["channels"]["voice"]["status"] == "available";
    assert!(!frames.iter().any(free), "never available between: {frames:?}");
}

#[test]
fn without_a_wrap_up_of_the_queue_or_an_answer_of_the_agent_a_call_has_no_wrap_up() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    assert_eq!((test.wrap_up(&elisa), test.voice_status(&elisa)), (Value::Null, "available".to_owned()));
    test.set_queue(r#"{"wrapUpSeconds": 60}"#);
    test.dial(&elisa, OTHER).ok();
    let call = test.take_named(ELISA, "NewVoiceJobEvent")[0]["job"]["uniqueId"].as_str().unwrap().to_owned();
    test.ends(&call, CallEnd::Busy);
    assert_eq!((test.wrap_up(&elisa), test.voice_status(&elisa)), (Value::Null, "available".to_owned()));
    // Running servers use the new setting: the next answered call has it.
    test.talking("c2", &elisa);
    test.ends("c2", CallEnd::ByCaller);
    assert_eq!(test.voice_status(&elisa), "in_attendance");
}

#[test]
fn bey_159_the_agent_ends_the_wrap_up_and_gets_the_next_call() {
    let mut test = TestCentre::with_wrap_up();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    test.call_arrives("c2", OTHER, SALES);
    assert_eq!(test.is_ready(&elisa, "20261120999999")["wrapUp"]["protocol"], json!(protocol), "of another call");
    assert_eq!(test.rings("c2"), None);
    assert_eq!(test.is_ready(&elisa, &protocol)["wrapUp"], Value::Null);
    assert_eq!(test.rings("c2").as_deref(), Some(ELISA));
    test.is_ready(&elisa, &protocol);
    test.answers("c2", "2001");
    test.ends("c2", CallEnd::ByCaller);
    test.is_ready(&elisa, &protocol);
    assert_ne!(test.wrap_up(&elisa), Value::Null, "a late repetition does not end the next one");
    assert!(test.listed_job(&elisa, "voiceClosed", &protocol.as_str().into()).is_some(), "it stays to be qualified");
}

#[test]
fn bey_159_an_extension_of_the_wrap_up_is_a_minute_and_given_as_often_as_the_queue_allows() {
    let mut test = TestCentre::with_wrap_up();
    let elisa = test.at_telephone(ELISA);
    assert_eq!(test.extends(&elisa, "20261120000001", 1).refusal(), "409 wrapUpOver");
    let protocol = test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    for (extension, until) in [(1, "13:47"), (1, "13:47"), (2, "13:48")] {
        let reply = test.extends(&elisa, &protocol, extension).ok().body;
        assert_eq!(reply["wrapUp"]["until"], json!(format!("2026-11-20T{until}:00.000Z")), "extension {extension}");
    }
    assert_eq!(test.extends(&elisa, &protocol, 3).refusal(), "409 noMoreExtensions");
    test.call_arrives("c2", OTHER, SALES);
    test.passes(&elisa, 179_999);
    assert_eq!(test.rings("c2"), None);
    test.passes(&elisa, 1);
    assert_eq!(test.rings("c2").as_deref(), Some(ELISA));
    assert_eq!(test.extends(&elisa, &protocol, 1).refusal(), "409 wrapUpOver");
}

#[test]
fn bey_159_a_pause_requested_in_the_wrap_up_begins_at_its_end() {
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    for by_agent in [false, true] {
        let mut test = TestCentre::with_wrap_up();
        let elisa = test.at_telephone(ELISA);
        let protocol = test.talking("c1", &elisa);
        test.ends("c1", CallEnd::ByCaller);
        let reply = test.post(&elisa, "/pauses/voice/enter/agent/301", coffee.clone()).ok().body;
        assert_eq!((&reply["agended"], &reply["status"]), (&json!(true), &json!("scheduled_pause")));
        test.call_arrives("c2", OTHER, SALES);
        if by_agent {
            test.is_ready(&elisa, &protocol);
        } else {
            test.passes(&elisa, 60_000);
        }
        assert_eq!((test.voice_status(&elisa), test.rings("c2")), ("paused".to_owned(), None));
    }
}

#[test]
fn bey_159_a_pause_scheduled_during_the_call_begins_at_the_end_of_the_wrap_up() {
    let mut test = TestCentre::with_wrap_up();
    let elisa = test.at_telephone(ELISA);
    test.talking("c1", &elisa);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&elisa, "/pauses/voice/enter/agent/301", coffee).ok();
    test.ends("c1", CallEnd::ByCaller);
    assert_eq!(test.voice_status(&elisa), "scheduled_pause");
    test.bare(&elisa, "POST", "/pauses/voice/leave/agent/301").ok();
    assert_eq!(test.voice_status(&elisa), "in_attendance", "without the pause it is a wrap-up like others");
}

#[test]
fn bey_159_the_wrap_up_continues_after_a_lost_telephone_and_ends_with_the_session() {
    let mut test = TestCentre::with_wrap_up();
    let elisa = test.at_telephone(ELISA);
    test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    test.news(CallNews::Unregistered { exten: "2001".to_owned() });
    assert_eq!(test.voice_status(&elisa), "disconnected");
    test.news(CallNews::Registered { exten: "2001".to_owned() });
    test.post(&elisa, "/channels/voice/connect/agent/301", json!({ "exten": "2001" })).ok();
    test.call_arrives("c2", OTHER, SALES);
    assert_eq!((test.voice_status(&elisa), test.rings("c2")), ("in_attendance".to_owned(), None));
    test.bare(&elisa, "POST", "/auth/logoff").ok();
    let elisa = test.at_telephone(ELISA);
    assert_eq!((test.wrap_up(&elisa), test.rings("c2").as_deref()), (Value::Null, Some(ELISA)));
}

#[test]
fn bey_159_a_wrap_up_that_ended_while_voice_was_disconnected_does_not_come_back() {
    let mut test = TestCentre::with_wrap_up();
    let elisa = test.at_telephone(ELISA);
    test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    test.news(CallNews::Unregistered { exten: "2001".to_owned() });
    test.passes(&elisa, 60_000);
    assert_eq!((test.wrap_up(&elisa), test.voice_status(&elisa)), (Value::Null, "disconnected".to_owned()));
}

#[test]
fn bey_159_a_call_that_the_agent_dials_interrupts_the_wrap_up_and_ends_it_if_it_is_answered() {
    let ends = [(true, CallEnd::ByCaller), (false, CallEnd::NotAnswered), (false, CallEnd::Busy)];
    for (is_answered, end) in ends {
        let mut test = TestCentre::with_wrap_up();
        let elisa = test.at_telephone(ELISA);
        test.talking("c1", &elisa);
        test.ends("c1", CallEnd::ByCaller);
        let before = test.wrap_up(&elisa);
        test.passes(&elisa, 10_000);
        test.dial(&elisa, OTHER).ok();
        assert_eq!(test.wrap_up(&elisa), Value::Null);
        let call = test.take_named(ELISA, "NewVoiceJobEvent").pop().unwrap()["job"]["uniqueId"].clone();
        let call = call.as_str().unwrap();
        if is_answered {
            test.answers(call, OTHER);
        }
        test.ends(call, end);
        if is_answered {
            assert_eq!(test.wrap_up(&elisa)["until"], "2026-11-20T13:46:10.000Z", "the wrap-up of the answered call");
            test.passes(&elisa, 60_000);
            assert_eq!((test.wrap_up(&elisa), test.voice_status(&elisa)), (Value::Null, "available".to_owned()));
            continue;
        }
        test.call_arrives("c2", "5551955550105", SALES);
        assert_eq!((test.wrap_up(&elisa), test.rings("c2")), (before, None));
        test.passes(&elisa, 50_000);
        assert_eq!(test.rings("c2").as_deref(), Some(ELISA));
    }
}

#[test]
fn bey_159_a_wrap_up_whose_time_passes_during_a_call_does_not_come_back() {
    let mut test = TestCentre::with_wrap_up();
    let elisa = test.at_telephone(ELISA);
    test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    test.passes(&elisa, 50_000);
    test.dial(&elisa, OTHER).ok();
    let call = test.take_named(ELISA, "NewVoiceJobEvent").pop().unwrap()["job"]["uniqueId"].clone();
    test.passes(&elisa, 10_000);
    test.ends(call.as_str().unwrap(), CallEnd::NotAnswered);
    assert_eq!((test.wrap_up(&elisa), test.voice_status(&elisa)), (Value::Null, "available".to_owned()));
}

#[test]
fn bey_159_no_agent_in_a_wrap_up_is_asked_about_a_preferential_call() {
    let mut test = TestCentre::with_wrap_up();
    let elisa = test.at_telephone(ELISA);
    test.at_telephone(FABIO);
    test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    test.take_frames(ELISA);
    test.call_arrives("c2", KEPT, SALES);
    assert!(test.take_named(ELISA, "PreferentialCallEvent").is_empty());
    assert_eq!(test.rings("c2").as_deref(), Some(FABIO), "another agent gets the call");
}

#[test]
fn bey_159_no_campaign_dials_for_an_agent_in_a_wrap_up() {
    let mut test = TestCentre::with_wrap_up();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    test.ends("c1", CallEnd::ByCaller);
    test.dialling();
    assert_eq!(test.originated(), []);
    test.is_ready(&elisa, &protocol);
    assert_eq!(test.originated().len(), 1);
}
