//! Tests of colleagues and internal calls on the server: the list, statuses, calls, their ends and the channel's
//! status.

use crate::store::{InternalCallStore, ReservationStore, Store, VoiceStore};
use crate::testing::{Agent, Answered, BRUNO, CARLA, ELISA, FABIO, SALES, TestCentre};
use crate::{CallCommand, CallEnd, CallNews};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{AgentId, OrgUnitId};

const CUSTOMER: &str = "5511955550101";

struct Two {
    test: TestCentre,
    elisa: Agent,
    fabio: Agent,
}

impl Two {
    fn new() -> Self {
        let mut test = TestCentre::new();
        let (elisa, fabio) = (test.at_telephone(ELISA), test.at_telephone(FABIO));
        let mut two = Self { test, elisa, fabio };
        two.take_events();
        two
    }

    fn place(&mut self) -> Answered {
        self.test.post(&self.elisa, "/internal-call/call", json!({ "from": "2001", "to": "2002" }))
    }

    /// Begins a call that rings; returns its identifier.
    fn ringing(&mut self) -> String {
        let reply = self.place().ok().body;
        reply["call"]["uniqueId"].as_str().unwrap().to_owned()
    }

    fn talking(&mut self) -> String {
        let call = self.ringing();
        self.test.news(CallNews::Answered { call: call.clone(), exten: "2002".to_owned() });
        call
    }

    fn ends(&mut self, call: &str, end: CallEnd) {
        self.test.news(CallNews::Ended { call: call.to_owned(), end });
    }

    fn hang_up(&mut self, by_caller: bool, unique_id: &str) -> Answered {
        let (agent, from) = if by_caller { (&self.elisa, "2001") } else { (&self.fabio, "2002") };
        let body = json!({ "from": from, "uniqueId": unique_id });
        self.test.post(agent, "/internal-call/hangup", body)
    }

    fn status_of(&mut self, agent: &Agent) -> String {
        let body = self.test.get(agent, &format!("/agents/{}/status", agent.id)).ok().body;
        body["channels"]["voice"]["status"].as_str().unwrap().to_owned()
    }

    fn statuses(&mut self) -> [String; 2] {
        let (elisa, fabio) = (self.elisa.clone(), self.fabio.clone());
        [self.status_of(&elisa), self.status_of(&fabio)]
    }

    /// The events of internal calls that caller and callee received.
    fn take_events(&mut self) -> [Vec<Value>; 2] {
        [ELISA, FABIO].map(|agent| {
            let frames = self.test.take_frames(agent);
            let is_own = |frame: &Value| frame["event"].as_str().unwrap_or_default().starts_with("InternalCall");
            frames.into_iter().filter(is_own).collect()
        })
    }

    /// Cause and whether the agent ended it, for caller and callee.
    fn ends_told(&mut self) -> [(String, bool); 2] {
        self.take_events().map(|events| {
            let end = events.iter().find(|event| event["event"] == "InternalCallHangupEvent").expect("an end");
            (end["cause"].as_str().unwrap().to_owned(), end["byYou"].as_bool().unwrap())
        })
    }

    fn has_no_call(&mut self) {
        assert_eq!(self.test.store.internal_calls().unwrap(), []);
        for agent in [ELISA, FABIO] {
            assert_eq!(self.test.store.reservation_of(&AgentId::from(agent)).unwrap(), None);
        }
    }

    fn pauses(&mut self, agent: &Agent) {
        let pause = json!({ "pauseId": "1", "pauseName": "Almoço" });
        self.test.post(agent, &format!("/pauses/voice/enter/agent/{}", agent.id), pause).ok();
    }

    fn block(&mut self) {
        let mut unit = self.test.store.org_unit(&OrgUnitId::from("1")).unwrap().unwrap();
        unit.agent_call_org_unit_blocked = true;
        self.test.store.put_org_unit(&unit).unwrap();
    }
}

fn told(cause: &str, by: [bool; 2]) -> [(String, bool); 2] {
    by.map(|by_you| (cause.to_owned(), by_you))
}

#[test]
fn api_185_int_001_the_list_has_the_other_agents_of_the_org_unit_with_groups_and_presence() {
    let mut two = Two::new();
    let body = two.test.get(&two.elisa, "/internal-call/list?username=elisa.prado").ok().body;
    let rows = body["data"].as_array().unwrap();
    let fabio = rows.iter().find(|row| row["id"] == FABIO).expect("a colleague");
    assert_eq!((fabio["extension"].as_str(), fabio["inCall"].as_bool()), (Some("2002"), Some(false)));
    assert_eq!(fabio["channels"]["voice"]["status"], "available");
    assert!(!fabio["groups"].as_array().unwrap().is_empty());
    assert!(rows.iter().all(|row| row["id"] != ELISA && row["id"] != CARLA), "neither oneself nor supervisors");
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted(), "{names:?}");
    assert_eq!(body["extension"], "2001", "the agent's own");
    assert_eq!(two.test.get(&two.elisa, "/internal-call/list?username=fabio.castro").status, 403);
    assert_eq!(two.test.get(&two.elisa, "/internal-call/list").status, 422);
}

#[test]
fn agents_of_another_org_unit_are_no_colleagues() {
    let mut two = Two::new();
    let mut row = two.test.store.agent(&AgentId::from(FABIO)).unwrap().unwrap();
    row.record.org_unit_id = "2".into();
    two.test.store.put_agent(&row).unwrap();
    let body = two.test.get(&two.elisa, "/internal-call/list?username=elisa.prado").ok().body;
    assert!(body["data"].as_array().unwrap().iter().all(|row| row["id"] != FABIO));
    let listed = json!({ "extenList": ["2002"], "username": "elisa.prado" });
    assert_eq!(two.test.post(&two.elisa, "/internal-call/status", listed).ok().body["data"], json!([]));
    assert_eq!(two.place().refusal(), "409 colleagueUnknown");
}

#[test]
fn api_186_statuses_are_those_of_the_listed_extensions_only() {
    let mut two = Two::new();
    let fabio = two.fabio.clone();
    two.pauses(&fabio);
    let mut ask = |list: Value| {
        let body = json!({ "extenList": list, "username": "elisa.prado" });
        two.test.post(&two.elisa, "/internal-call/status", body)
    };
    let found = ask(json!(["2002", "2002", "9999", "2001", ""])).ok().body["data"].clone();
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found[0]["extension"], "2002");
    let voice = &found[0]["channels"]["voice"];
    assert_eq!((&voice["status"], &voice["pause"]), (&json!("paused"), &json!("Almoço")));
    assert_eq!(ask(json!(vec!["2002"; 201])).status, 422);
    assert_eq!(ask(json!(["2".repeat(400)])).status, 422);
    for (username, expected) in [("fabio.reis", "403"), ("", "422 username:required")] {
        let body = json!({ "extenList": ["2002"], "username": username });
        assert_eq!(two.test.post(&two.elisa, "/internal-call/status", body).refusal(), expected, "{username}");
    }
}

#[test]
fn api_187_int_002_int_014_a_call_rings_first_at_the_callers_telephone_and_both_pages_get_it() {
    let mut two = Two::new();
    let call = two.ringing();
    let dial = CallCommand::Dial { call: call.clone(), exten: "2001".to_owned(), number: "2002".to_owned() };
    assert_eq!(two.test.commands, [dial]);
    let [caller, callee] = two.take_events();
    for (event, is_caller, colleague) in [(&caller[0], true, FABIO), (&callee[0], false, ELISA)] {
        assert_eq!((event["from"].as_str(), event["to"].as_str()), (Some("2001"), Some("2002")));
        assert_eq!((event["isCaller"].as_bool(), event["status"].as_str()), (Some(is_caller), Some("calling")));
        assert_eq!((event["uniqueId"].as_str(), event["colleagueId"].as_str()), (Some(&*call), Some(colleague)));
    }
    two.test.news(CallNews::Answered { call: call.clone(), exten: "2002".to_owned() });
    two.test.news(CallNews::Answered { call, exten: "2002".to_owned() });
    for events in two.take_events() {
        assert_eq!(events.len(), 1, "a repeated answer says nothing: {events:?}");
        assert_eq!((&events[0]["event"], &events[0]["status"]), (&json!("InternalCallStatusEvent"), &json!("answer")));
    }
    assert!(two.test.store.jobs_of_agent(&AgentId::from(ELISA)).unwrap().is_empty(), "it is no attendance");
}

#[rstest]
#[case::before_the_answer(false)]
#[case::after_the_answer(true)]
fn int_009_int_010_voice_is_in_attendance_from_the_call_to_its_end(#[case] answered: bool) {
    let mut two = Two::new();
    let call = if answered { two.talking() } else { two.ringing() };
    assert_eq!(two.statuses(), ["in_attendance", "in_attendance"]);
    two.ends(&call, CallEnd::ByCaller);
    assert_eq!(two.statuses(), ["available", "available"]);
    two.has_no_call();
}

#[test]
fn int_011_after_the_call_an_earlier_pause_goes_on_and_a_pause_requested_meanwhile_begins() {
    let mut two = Two::new();
    let (elisa, fabio) = (two.elisa.clone(), two.fabio.clone());
    two.pauses(&fabio);
    let call = two.talking();
    assert_eq!(two.statuses(), ["in_attendance", "scheduled_pause"]);
    two.pauses(&elisa);
    assert_eq!(two.statuses(), ["scheduled_pause", "scheduled_pause"]);
    two.ends(&call, CallEnd::ByCallee);
    assert_eq!(two.statuses(), ["paused", "paused"]);
}

#[test]
fn int_011_an_open_attendance_keeps_voice_in_attendance_after_the_call() {
    let mut two = Two::new();
    let call = two.talking();
    let mut row = two.test.store.channel(&AgentId::from(ELISA), wire::Channel::Voice).unwrap().unwrap();
    row.open_jobs = 1;
    two.test.store.put_channel(&row).unwrap();
    two.ends(&call, CallEnd::ByCallee);
    assert_eq!(two.statuses(), ["in_attendance", "available"]);
}

#[rstest]
#[case::the_caller_hangs_up_before_the_answer(false, true, "cancelled", [true, false])]
#[case::int_008_the_callee_declines(false, false, "declined", [false, true])]
#[case::int_007_the_caller_hangs_up_after_the_answer(true, true, "hungUp", [true, false])]
#[case::int_012_the_callee_hangs_up(true, false, "hungUp", [false, true])]
fn api_188_int_006_int_012_either_side_ends_the_call_for_both(
    #[case] answered: bool,
    #[case] by_caller: bool,
    #[case] cause: &str,
    #[case] by: [bool; 2],
) {
    let mut two = Two::new();
    let call = if answered { two.talking() } else { two.ringing() };
    two.hang_up(by_caller, &call).ok();
    assert_eq!(two.test.commands, [CallCommand::HangUp { call: call.clone() }]);
    assert_eq!(two.ends_told(), told(cause, by));
    two.has_no_call();
    // A later report of the telephone system about this call, and a repetition, change nothing.
    two.ends(&call, CallEnd::Released);
    two.hang_up(by_caller, &call).ok();
    assert_eq!(two.take_events(), [Vec::<Value>::new(), Vec::new()]);
}

#[rstest]
#[case(CallEnd::Declined(603), "declined", [false, true])]
#[case(CallEnd::NotAnswered, "notAnswered", [false, false])]
#[case(CallEnd::Busy, "busy", [false, false])]
#[case(CallEnd::Unavailable, "unavailable", [false, false])]
#[case(CallEnd::Lost, "failed", [false, false])]
fn int_012_an_end_of_the_telephones_clears_the_call_at_both(
    #[case] end: CallEnd,
    #[case] cause: &str,
    #[case] by: [bool; 2],
) {
    let mut two = Two::new();
    let call = two.ringing();
    two.take_events();
    two.ends(&call, end);
    assert_eq!(two.ends_told(), told(cause, by));
    two.has_no_call();
}

#[test]
fn a_hang_up_of_another_call_or_of_a_third_agent_ends_nothing() {
    let mut two = Two::new();
    let call = two.talking();
    two.hang_up(true, "1ffffffffffff").ok();
    let bruno = two.test.sign_in(BRUNO);
    two.test.post(&bruno, "/internal-call/hangup", json!({ "from": "2001", "uniqueId": call })).ok();
    assert!(two.test.store.internal_call(&call).unwrap().is_some());
    assert_eq!(two.test.post(&bruno, "/internal-call/hangup", json!({ "from": "" })).status, 422);
}

#[test]
fn int_013_calls_are_refused_where_the_org_unit_blocks_them() {
    let mut two = Two::new();
    two.block();
    assert_eq!(two.place().refusal(), "409 agentCallOrgUnitBlocked");
    let list = two.test.get(&two.elisa, "/internal-call/list?username=elisa.prado").ok().body;
    assert_eq!(list["agentCallOrgUnitBlocked"], true);
    two.has_no_call();
}

#[test]
fn int_013_a_supervisor_blocks_and_allows_calls_of_the_own_org_unit_only() {
    let mut two = Two::new();
    let carla = two.test.sign_in(CARLA);
    let blocked = json!({ "blocked": true });
    assert_eq!(two.test.put(&two.elisa, "/org-unit/1/agent-calls", blocked.clone()).status, 403);
    assert_eq!(two.test.put(&carla, "/org-unit/2/agent-calls", blocked.clone()).status, 403);
    two.test.put(&carla, "/org-unit/1/agent-calls", blocked).ok();
    assert_eq!(two.place().refusal(), "409 agentCallOrgUnitBlocked");
    two.test.put(&carla, "/org-unit/1/agent-calls", json!({ "blocked": false })).ok();
    two.ringing();
}

#[test]
fn voi_073_an_attendance_with_a_colleagues_extension_is_refused() {
    let mut two = Two::new();
    let body = json!({ "agentId": ELISA, "channel": "voice", "phone": "2002" });
    assert_eq!(two.test.post(&two.elisa, "/job/voice/active-job", body).refusal(), "409 agentCallOrgUnitBlocked");
}

/// The obstacles to a call.
#[derive(Clone, Copy, Debug)]
enum Obstacle {
    OwnVoiceDisconnected,
    NotOwnExtension,
    Oneself,
    OwnCustomer,
    ColleagueUnknown,
    ColleagueDisconnected,
    ColleagueUnregistered,
    ColleagueWithCustomer,
    ColleagueRings,
    ColleagueInInternalCall,
}

#[rstest]
#[case(Obstacle::OwnVoiceDisconnected, "agentVoiceDisconnected")]
#[case(Obstacle::NotOwnExtension, "agentVoiceDisconnected")]
#[case(Obstacle::Oneself, "ownExtension")]
#[case(Obstacle::OwnCustomer, "agentInCall")]
#[case(Obstacle::ColleagueUnknown, "colleagueUnknown")]
#[case(Obstacle::ColleagueDisconnected, "colleagueVoiceDisconnected")]
#[case(Obstacle::ColleagueUnregistered, "colleagueVoiceDisconnected")]
#[case(Obstacle::ColleagueWithCustomer, "colleagueInCall")]
#[case(Obstacle::ColleagueRings, "colleagueInCall")]
#[case(Obstacle::ColleagueInInternalCall, "colleagueInCall")]
fn a_call_that_is_impossible_is_refused_with_its_cause(#[case] obstacle: Obstacle, #[case] cause: &str) {
    let mut two = Two::new();
    let (mut from, mut to) = ("2001", "2002");
    let (elisa, fabio) = (two.elisa.clone(), two.fabio.clone());
    let dials = |two: &mut Two, agent: &Agent| {
        let body = json!({ "agentId": agent.id, "channel": "voice", "phone": CUSTOMER });
        two.test.post(agent, "/job/voice/active-job", body).ok();
    };
    match obstacle {
        Obstacle::OwnVoiceDisconnected => {
            two.test.bare(&elisa, "POST", "/channels/voice/disconnect/agent/301").ok();
        }
        Obstacle::NotOwnExtension => from = "2009",
        Obstacle::Oneself => to = "2001",
        Obstacle::OwnCustomer => dials(&mut two, &elisa),
        Obstacle::ColleagueUnknown => to = "2999",
        Obstacle::ColleagueDisconnected => {
            two.test.bare(&fabio, "POST", "/channels/voice/disconnect/agent/302").ok();
        }
        Obstacle::ColleagueUnregistered => two.test.news(CallNews::Unregistered { exten: "2002".to_owned() }),
        Obstacle::ColleagueWithCustomer => dials(&mut two, &fabio),
        Obstacle::ColleagueRings => {
            // The agent who was idle longest gets the first call, the other agent the second.
            two.test.call_arrives("c1", CUSTOMER, SALES);
            let rings = two.test.store.reservation_of(&fabio.id).unwrap().is_some();
            if !rings {
                two.test.news(CallNews::Missed { call: "c1".to_owned(), exten: "2001".to_owned() });
            }
        }
        Obstacle::ColleagueInInternalCall => {
            let body = json!({ "from": "2002", "to": "2001" });
            two.test.post(&fabio, "/internal-call/call", body).ok();
            // The caller of this test is in that call too: only the colleague's end is not reported yet.
            let row = two.test.store.internal_call_of(&fabio.id).unwrap().unwrap();
            two.test.store.delete_internal_call(&row).unwrap();
            two.test.store.reserve_agent(&fabio.id, "x").unwrap();
        }
    }
    let answer = two.test.post(&elisa, "/internal-call/call", json!({ "from": from, "to": to }));
    assert_eq!(answer.refusal(), format!("409 {cause}"), "{obstacle:?}");
}

#[test]
fn a_paused_colleague_can_be_called() {
    let mut two = Two::new();
    let fabio = two.fabio.clone();
    two.pauses(&fabio);
    two.ringing();
}

#[test]
fn a_customer_waits_while_the_agents_talk_and_rings_at_the_end_of_their_call() {
    let mut two = Two::new();
    let call = two.talking();
    two.test.call_arrives("c1", CUSTOMER, SALES);
    let rings = |two: &Two| two.test.store.call_by_unique_id("c1").unwrap().unwrap().ring.is_some();
    assert!(!rings(&two));
    two.ends(&call, CallEnd::ByCaller);
    two.test.tick();
    assert!(rings(&two));
}

#[test]
fn of_two_simultaneous_calls_between_agents_only_one_begins() {
    let mut two = Two::new();
    two.ringing();
    let body = json!({ "from": "2002", "to": "2001" });
    assert_eq!(two.test.post(&two.fabio, "/internal-call/call", body).refusal(), "409 agentInCall");
    assert_eq!(two.test.store.internal_calls().unwrap().len(), 1);
}

#[test]
fn a_restart_of_the_server_ends_an_internal_call() {
    let mut two = Two::new();
    two.talking();
    two.take_events();
    two.test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    assert_eq!(two.ends_told(), told("failed", [false, false]));
    two.has_no_call();
}

#[test]
fn after_a_reload_the_page_receives_the_internal_call_with_the_attendances() {
    let mut two = Two::new();
    let call = two.talking();
    for (agent, is_caller) in [(two.elisa.clone(), true), (two.fabio.clone(), false)] {
        let body = two.test.get(&agent, &format!("/agents/{}/jobs/active", agent.id)).ok().body;
        let listed = &body["internalCalls"][0];
        assert_eq!((listed["uniqueId"].as_str(), listed["isCaller"].as_bool()), (Some(&*call), Some(is_caller)));
        assert_eq!(listed["status"], "answer");
    }
    two.ends(&call, CallEnd::ByCaller);
    let body = two.test.get(&two.elisa, "/agents/301/jobs/active").ok().body;
    assert_eq!(body["internalCalls"], json!([]));
}

#[test]
fn the_end_of_a_session_ends_the_agents_internal_call() {
    let mut two = Two::new();
    two.talking();
    two.test.bare(&two.elisa.clone(), "POST", "/auth/logoff").ok();
    let fabio = two.fabio.clone();
    assert_eq!(two.status_of(&fabio), "available");
    two.has_no_call();
}

#[test]
fn a_ringing_call_without_any_report_of_the_telephones_is_ended() {
    let mut two = Two::new();
    two.ringing();
    two.take_events();
    let limit = two.test.centre.config.voice.ring_limit_ms * 2;
    two.test.advance(limit);
    two.test.tick();
    assert_eq!(two.ends_told(), told("notAnswered", [false, false]));
    two.has_no_call();
}

#[test]
fn with_external_voice_nodes_a_colleague_cannot_be_called() {
    let mut two = Two::new();
    two.test.centre.config.voice.nodes =
        vec![crate::VoiceNode { host: "voice.example".to_owned(), url: String::new() }];
    assert_eq!(two.place().refusal(), "409 internalCallsNotSupported");
}
