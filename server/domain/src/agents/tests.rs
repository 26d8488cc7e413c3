//! What the workspace reads at its start: record, status, groups, org unit, queues, system.

use crate::store::{QueueRow, Store};
use crate::testing::{ANA, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::json;
use wire::QueueId;

#[test]
fn api_016_ses_058_ses_059_ses_060_the_agents_record_has_every_field() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.customer("Helena", SUPPORT);
    test.advance(90_500);
    let body = test.get(&ana, "/agents/101").ok().body;
    for field in [
        "identifier",
        "logged",
        "agentId",
        "agentName",
        "org_unit_id",
        "channels",
        "avatar",
        "loginIdentifier",
        "useWebRTC",
        "campaignVoiceDefault",
        "campaignWhatsappDefault",
        "agentAckCall",
        "agentAckCallVolume",
    ] {
        assert!(body.get(field).is_some(), "{field}");
    }
    assert_eq!(body["agentAbsent"]["agentAbsentEnabled"], false);
    assert_eq!(body["agentLoginStartsPaused"]["voice"], false);
    let preferences: Vec<_> = body["agentPreferences"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        preferences,
        [
            "afterAttendanceBehavior",
            "callControlBehavior",
            "notifyChatMessage",
            "notifyVoiceConnectionLost",
            "notifyWhatsAppMessage",
            "webRtcAutoReconnect",
        ]
    );
    let times = &body["timeInformations"];
    assert_eq!(times["totalLoginTimeDuration"], 90.0);
    assert_eq!(
        times["chat"],
        json!({ "totalLoggedTime": 90.0, "pausesTime": 0.0, "activeAttendances": 1, "currentStatusTime": 90.0 })
    );
    assert_eq!(times["voice"]["totalLoggedTime"], 0.0);
}

#[test]
fn api_019_chn_004_the_answer_with_the_status_of_every_channel_has_the_seq_that_it_covers() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let last = test.take_events(ANA).last().unwrap().0.clone();
    let body = test.get(&ana, "/agents/101/status").ok().body;
    assert_eq!((&body["asOfSeq"], &body["epoch"]), (&last["seq"], &last["epoch"]));
    assert_eq!(body["channels"]["chat"]["status"], "available");
    assert_eq!(body["channels"]["voice"]["status"], "disconnected");
    assert_eq!(body["channels"]["whatsapp"]["onHold"], 0);
}

#[rstest]
#[case::api_020_the_route_of_the_agent("/agents/101/member/attendance-groups")]
#[case::api_035_the_route_with_a_query("attendance-group/agent?agent=101")]
fn the_attendance_groups_of_the_agent_are_listed(#[case] path: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let body = test.get(&ana, path).ok().body;
    assert_eq!(body["data"][0]["observation_required"], true);
    assert_eq!(body["data"][0]["queue_voice_context"], "queue_10");
    assert_eq!(body["data"][1]["observation_required"], false);
}

#[rstest]
#[case::api_130_all_chat_queues("/queues/chat", "data", json!(["Renovações", "Suporte"]))]
#[case::api_131_one_chat_queue("/queues/chat/20", "name", json!("Suporte"))]
fn org_unit_and_queues_of_the_agent_are_listed(
    #[case] path: &str,
    #[case] field: &str,
    #[case] expected: serde_json::Value,
) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let mut found = test.get(&ana, path).ok().body[field].take();
    if let Some(rows) = found.as_array_mut() {
        rows.iter_mut().for_each(|row| *row = row["name"].take());
    }
    assert_eq!(found, expected);
}

#[test]
fn api_132_the_chat_queues_of_the_callers_org_unit_and_of_no_other_are_listed() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let support = test.store.queue(&QueueId::from(SUPPORT)).unwrap().unwrap();
    let elsewhere = QueueRow { id: "90".into(), org_unit_id: "2".into(), ..support };
    test.store.put_queue(&elsewhere).unwrap();
    let data = test.get(&ana, "/queues/chat/org-unit/1").ok().body["data"].take();
    let listed: Vec<_> = data.as_array().unwrap().iter().map(|row| (&row["name"], &row["channel"])).collect();
    let chat = json!("chat");
    assert_eq!(listed, [(&json!("Renovações"), &chat), (&json!("Suporte"), &chat)]);
    assert_eq!(test.get(&ana, "/queues/chat/org-unit/2").refusal(), "403");
}

#[rstest]
#[case("/agents/102", "403")]
#[case("/agents/999", "403")]
#[case("/agents/102/status", "403")]
#[case("/agents/102/member/attendance-groups", "403")]
#[case("/attendance-group/agent?agent=102", "403")]
#[case("/attendance-group/agent", "422 agent:required")]
#[case("/org-unit/2", "403")]
#[case("/queues/chat/org-unit/2", "403")]
#[case("/queues/chat/999", "404")]
#[case("/nowhere", "404")]
#[case("/chat/messages", "405")]
fn sec_003_paths_of_another_agent_are_refused(#[case] path: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert_eq!(test.get(&ana, path).refusal(), expected);
}

#[test]
fn api_010_api_011_the_system_is_read_without_a_token() {
    let mut test = TestCentre::new();
    let system = test.request(None, "GET", "/system", "").ok().body;
    assert_eq!(system["version"], "5.0.575");
    assert_eq!(system["broker"]["url"], "/broker");
    assert_eq!(system["settings"]["jobsPerChannel"], 5);
    test.advance(1_500);
    let clock = test.request(None, "GET", "system/datetime", "").ok().body;
    assert_eq!(clock, json!({ "datetime": "2026-11-20T13:45:01.500Z" }));
}

#[rstest]
#[case::api_013_con_031_the_agents_own_queue(json!({ "agentId": "101", "queue": "/queue/agent.101" }), "200")]
#[case::other_agent(json!({ "agentId": "102", "queue": "/queue/agent.102" }), "403")]
#[case::other_queue(json!({ "agentId": "101", "queue": "/queue/agent.102" }), "403")]
#[case::no_queue(json!({ "agentId": "101", "queue": "everything" }), "422 queue:invalid")]
fn only_the_callers_own_broker_queue_can_be_registered(#[case] body: serde_json::Value, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert_eq!(test.post(&ana, "/system/start-listener-queue", body).refusal(), expected);
}

#[test]
fn api_032_ses_062_the_org_unit_is_read() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let body = test.get(&ana, "/org-unit/1").ok().body;
    let expected = json!({
        "id": "1", "name": "Central Aurora", "broadcastWhatsappEnabled": true, "agentCallOrgUnitBlocked": false,
    });
    assert_eq!(body, expected);
}

#[test]
fn api_004_a_leading_slash_is_not_significant() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    for path in ["attendance-group/agent?agent=101", "qualifications/10", "qualifications?qualify_alias=unqualified"] {
        let bare = test.get(&ana, path).ok().body;
        assert_eq!(test.get(&ana, &format!("/{path}")).ok().body, bare);
    }
}

#[test]
fn the_cause_of_a_store_failure_is_in_the_context_and_not_in_the_reply() {
    use crate::store::Backend;
    let mut test = TestCentre::new();
    // An open transaction makes every other `begin` fail.
    test.store.begin().unwrap();
    let request = crate::HttpRequest { method: "GET".to_owned(), path: "/system".to_owned(), ..Default::default() };
    let (reply, fault) = test.with(|centre, store, context| {
        let reply = centre.http(store, context, &request);
        (reply, context.fault.clone())
    });
    assert_eq!(reply.status, 500);
    assert!(fault.is_some());
    assert!(!reply.body.contains("transaction"));
    test.store.rollback().unwrap();
    let (reply, fault) = test.with(|centre, store, context| {
        let reply = centre.http(store, context, &request);
        (reply, context.fault.clone())
    });
    assert_eq!((reply.status, fault), (200, None));
}

#[test]
fn every_route_except_the_public_ones_needs_a_token() {
    for route in crate::API_ROUTES.iter().filter(|route| route.needs_token()) {
        let path = route.path.replace("{channel}", "chat").replace("{id}", "101").replace("{protocol}", "1");
        assert_eq!(TestCentre::new().request(None, route.method, &path, "").refusal(), "401 invalidToken", "{path}");
    }
    let public: Vec<_> =
        crate::API_ROUTES.iter().filter(|route| !route.needs_token()).map(|route| route.path).collect();
    assert_eq!(
        public,
        [
            "/auth/login",
            "/auth/second-factor",
            "/system",
            "/system/datetime",
            "/openapi.json",
            "/white-label/settings",
            "/configuration"
        ]
    );
}

#[test]
fn api_017_the_times_of_the_session_have_a_route_of_their_own() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.advance(12_000);
    let times = test.get(&ana, "/agents/101/informations/time").ok().body;
    assert_eq!((&times["totalLoginTimeDuration"], &times["chat"]["currentStatusTime"]), (&json!(12.0), &json!(12.0)));
    assert_eq!(times, test.get(&ana, "/agents/101").ok().body["timeInformations"]);
    assert_eq!(test.get(&ana, "/agents/102/informations/time").refusal(), "403");
}

#[rstest]
#[case::api_037_api_039_not_015_whatsapp("/agents/101/whatsapp-notify-message", "notifyWhatsAppMessage")]
#[case::api_038_api_039_not_016_chat("/agents/101/chat-notify-message", "notifyChatMessage")]
fn a_notification_preference_is_switched_off_and_on(#[case] path: &str, #[case] preference: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    for (notify, on) in [(0, false), (0, false), (1, true)] {
        test.put(&ana, path, json!({ "agentId": "101", "notify": notify })).ok();
        let record = test.get(&ana, "/agents/101").ok().body;
        let preferences = record["agentPreferences"].as_object().unwrap();
        assert_eq!(preferences[preference], on);
        let others = preferences.iter().filter(|(name, _)| name.starts_with("notify") && *name != preference);
        assert!(others.into_iter().all(|(_, value)| value == true), "{record}");
    }
    assert_eq!(test.put(&ana, path, json!({ "agentId": "101", "notify": 2 })).refusal(), "422 notify:invalid");
    assert_eq!(test.put(&ana, path, json!({ "agentId": "102", "notify": 1 })).refusal(), "403");
}

#[test]
fn api_015_the_brand_of_the_product_is_read_without_a_token() {
    let mut test = TestCentre::new();
    let none = test.request(None, "GET", "/white-label/settings", "").ok().body;
    assert_eq!(none, json!({ "productName": null, "logo": null, "favicon": null, "primaryColor": null }));
    test.centre.config.white_label.product_name = Some("Central Aurora".to_owned());
    assert_eq!(test.request(None, "GET", "/white-label/settings", "").ok().body["productName"], "Central Aurora");
}
