//! Tests of accounts, preferences, campaigns and scripts.

use crate::testing::{ANA, ELISA, FABIO, TestCentre};
use crate::web_chat::{WebChatReply, WebChatRequest};
use crate::{AccountChange, VoiceAccount, VoiceNode, voice_secret_hash};
use rstest::rstest;
use serde_json::{Value, json};

#[test]
fn api_014_rtc_030_each_session_gets_a_random_secret_of_which_only_the_hash_is_stored() {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    let first = test.get(&elisa, "/webrtc").ok().body;
    let secret = first["secret"].as_str().unwrap().to_owned();
    assert_eq!((&first["exten"], secret.len()), (&json!("2001"), 32));
    let account = VoiceAccount { secret_hash: voice_secret_hash(&secret), owner: crate::TelephoneOwner::Agent };
    let account = AccountChange { exten: "2001".to_owned(), version: 1, account: Some(account) };
    assert_eq!(test.recipients.accounts, [account]);
    assert_ne!(test.get(&elisa, "/webrtc").ok().body["secret"], first["secret"]);
    let directory = test.with(|centre, store, _| centre.voice_directory(store).unwrap());
    assert_eq!((directory.queues.len(), directory.accounts.len()), (2, 1));
    let ana = test.sign_in(ANA);
    let without = test.get(&ana, "/webrtc").ok().body;
    assert_eq!((&without["exten"], &without["secret"]), (&json!(""), &json!("")));
}

#[test]
fn rtc_001_the_secret_is_a_setting_of_the_server() {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    test.centre.config.voice.secret = Some("{agent}".to_owned());
    assert_eq!(test.get(&elisa, "/webrtc").ok().body["secret"], ELISA);
    test.centre.config.voice.secret = Some("pw-{exten}".to_owned());
    assert_eq!(test.get(&elisa, "/webrtc").ok().body["secret"], "pw-2001");
}

/// `VOICE_GATEWAY=off`: no agent is offered a telephone that could not work, and no customer a queue.
#[test]
fn a_centre_without_a_gateway_gives_nobody_a_telephone() {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    test.centre.config.voice.gateway = false;
    test.centre.config.voice.desk_telephones = true;
    let account = test.get(&elisa, "/webrtc").ok().body;
    assert_eq!((&account["exten"], &account["secret"]), (&json!(""), &json!("")));
    assert_eq!(test.web_chat(WebChatRequest::Lines { unit: None }), WebChatReply::Queues(Vec::new()));
    assert_eq!(test.web_chat(WebChatRequest::DeskTelephones { unit: None }), WebChatReply::DeskTelephones(Vec::new()));
    test.centre.config.voice.nodes = vec![VoiceNode { host: "voice-1.example".to_owned(), url: String::new() }];
    assert_eq!(test.get(&elisa, "/webrtc").ok().body["exten"], "2001", "nodes outside have telephones");
}

#[test]
fn api_078_the_nodes_are_the_configured_ones_or_the_own_gateway() {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    let own = test.get(&elisa, "/voice/get-nodes/301").ok().body;
    assert_eq!(own["data"], json!([{ "host": "localhost", "url": "ws://localhost/voice/ws" }]));
    test.centre.config.voice.nodes = vec![VoiceNode { host: "voice-1.example".to_owned(), url: String::new() }];
    let other = test.get(&elisa, "/voice/get-nodes/301").ok().body;
    assert_eq!(other["data"], json!([{ "host": "voice-1.example" }]));
    assert_eq!(test.get(&elisa, "/voice/get-nodes/302").status, 403);
}

#[rstest]
#[case::api_027_ring_volume("ackcall-volume", json!({ "volume": 35 }), "/agentAckCallVolume", json!(35))]
#[case::api_029_automatic_reconnect("webrtc-auto-reconnect", json!({ "webRtcAutoReconnect": false }), "/agentPreferences/webRtcAutoReconnect", json!(false))]
#[case::api_025_default_campaign("set-campaign-default", json!({ "channel": "voice", "campaignId": "6100" }), "/campaignVoiceDefault", json!("6100"))]
fn a_voice_preference_is_stored_in_the_agents_record(
    #[case] name: &str,
    #[case] fields: serde_json::Value,
    #[case] pointer: &str,
    #[case] expected: serde_json::Value,
) {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    let mut body = json!({ "agentId": ELISA });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    test.put(&elisa, &format!("/agents/301/{name}"), body.clone()).ok();
    assert_eq!(test.get(&elisa, "/agents/301").ok().body.pointer(pointer), Some(&expected));
    assert_eq!(test.put(&elisa, &format!("/agents/302/{name}"), body.clone()).status, 403);
    body["agentId"] = json!(FABIO);
    assert_eq!(test.put(&elisa, &format!("/agents/301/{name}"), body).status, 403);
}

#[rstest]
#[case::api_028_volume_above_the_maximum("ackcall-volume", json!({ "volume": 101 }), "422 volume:invalid")]
#[case("set-campaign-default", json!({ "channel": "voice", "campaignId": "9" }), "422 campaignId:unknown")]
#[case("set-campaign-default", json!({ "channel": "chat", "campaignId": "" }), "422 channel:invalid")]
fn an_invalid_voice_preference_is_refused_with_the_name_of_its_field(
    #[case] name: &str,
    #[case] fields: serde_json::Value,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    let mut body = json!({ "agentId": ELISA });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    assert_eq!(test.put(&elisa, &format!("/agents/301/{name}"), body).refusal(), expected);
}

/// A queue or campaign without the figures that change by the minute.
fn without_figures(row: &Value) -> Value {
    let mut row = row.clone();
    let fields = row.as_object_mut().unwrap();
    for figure in ["agents", "agentsAvailable", "waiting"] {
        assert!(fields.remove(figure).is_some(), "{figure}");
    }
    row
}

#[test]
fn trf_026_the_lists_of_queues_and_campaigns_have_the_numbers_of_free_agents_and_waiting_customers() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let figures = |test: &mut TestCentre| {
        let campaign = test.get(&elisa, "/agents/301/campaigns/voice").ok().body["data"][0].clone();
        let queue = test.get(&elisa, "/queues/voice/org-unit/1").ok().body["data"][0].clone();
        let short = |row: &Value| {
            let numbers = ["agents", "agentsAvailable", "waiting"].map(|name| row[name].as_u64().unwrap());
            (numbers, row.get("waitingSince").is_some())
        };
        assert_eq!(short(&campaign), short(&queue));
        short(&queue)
    };
    assert_eq!(figures(&mut test), ([0, 0, 0], false), "without the caller");
    test.at_telephone(FABIO);
    assert_eq!(figures(&mut test), ([1, 1, 0], false));
    test.call_arrives("c1", "5511955550101", "5000");
    let exten = test.connects().remove(0).1;
    test.answers("c1", &exten);
    let free = u64::from(exten == "2001");
    assert_eq!(figures(&mut test), ([1, free, 0], false));
    test.call_arrives("c2", "5521955550102", "5000");
    test.call_arrives("c3", "5531955550103", "5000");
    assert!(figures(&mut test).1, "since when the first one waits");
}

#[test]
fn api_023_api_057_api_082_the_campaigns_are_those_of_the_agent() {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    let campaigns = test.get(&elisa, "/agents/301/campaigns/voice").ok().body;
    assert_eq!(campaigns["data"][0]["id"], "6100");
    let campaign = test.get(&elisa, "/campaigns/voice/6100").ok().body;
    assert_eq!(without_figures(&campaigns["data"][0]), campaign);
    let dialer = test.get(&elisa, "/campaign-dialer?username=elisa.prado").ok().body;
    assert_eq!(dialer["data"][0]["id"], "6100");
    assert_eq!(test.get(&elisa, "/campaign-dialer?username=fabio.reis").status, 403);
    let ana = test.sign_in(ANA);
    assert_eq!(test.get(&ana, "/agents/101/campaigns/voice").ok().body["data"], json!([]));
}

#[test]
fn api_058_api_059_api_060_the_voice_queues_are_those_of_the_org_unit() {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    let queues = test.get(&elisa, "/queues/voice").ok().body;
    let ids: Vec<_> = queues["data"].as_array().unwrap().iter().map(|queue| queue["id"].clone()).collect();
    assert_eq!(ids, [json!("5000"), json!("5001")]);
    let of_unit = test.get(&elisa, "/queues/voice/org-unit/1").ok().body;
    assert_eq!(
        of_unit["data"].as_array().unwrap().iter().map(without_figures).collect::<Vec<_>>(),
        *queues["data"].as_array().unwrap()
    );
    assert_eq!(test.get(&elisa, "/queues/voice/5000").ok().body, queues["data"][0]);
    assert_eq!(test.get(&elisa, "/queues/voice/10").status, 404, "a chat queue");
}

#[test]
fn api_063_api_064_api_065_a_script_is_found_by_its_queue_campaign_or_id() {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    let script = test.get(&elisa, "/script/12").ok().body;
    assert_eq!(script["name"], "Vendas");
    assert_eq!(test.get(&elisa, "/campaigns/voice/6100/script").ok().body, script);
    assert_eq!(test.get(&elisa, "/queues/voice/5000/script").ok().body, script);
    assert_eq!(test.get(&elisa, "/queues/voice/5001/script").ok().status, 204, "a queue without a script");
    assert_eq!(test.get(&elisa, "/queues/voice/9999/script").status, 404, "no queue");
    assert_eq!(test.get(&elisa, "/script/99").status, 404, "no script");
}

#[test]
fn api_066_api_079_answers_to_the_script_are_stored_with_the_contact() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    let path = format!("/job/answer/{protocol}");
    let body = json!({ "fields": [{ "id": "1", "value": "Completo" }], "channel": "voice" });
    test.post(&elisa, &path, body).ok();
    let value = |test: &mut TestCentre, query: &str| {
        test.get(&elisa, &format!("/script/12/fields?script_id=12&{query}")).ok().body["data"][0]["value"].clone()
    };
    assert_eq!(value(&mut test, "contact_id=1"), "Completo");
    assert_eq!(value(&mut test, "contact_id=2"), "");
    assert_eq!(value(&mut test, "contact_identifier=%2B551140001234"), "");
    let unknown = json!({ "fields": [{ "id": "99", "value": "x" }], "channel": "voice" });
    assert_eq!(test.post(&elisa, &path, unknown).refusal(), "422 fields:unknown");
    let other = json!({ "fields": [], "channel": "chat" });
    assert_eq!(test.post(&elisa, &path, other).refusal(), "422 channel:invalid");
    assert_eq!(test.get(&elisa, "/script/12/fields?script_id=12").refusal(), "422 contact_id:required");
}

#[test]
fn answers_to_the_script_of_a_customer_without_a_contact_are_stored_with_the_number() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", "5511977770000", crate::testing::SALES);
    test.answers("c1", "2001");
    let job = test.take_named(ELISA, "NewVoiceJobEvent").remove(0)["job"].clone();
    let path = format!("/job/answer/{}", job["protocol"].as_str().unwrap());
    test.post(&elisa, &path, json!({ "fields": [{ "id": "1", "value": "Completo" }], "channel": "voice" })).ok();
    for (number, value) in [("%2B5511977770000", "Completo"), ("5511977770000", "Completo"), ("5511977770001", "")] {
        let query = format!("/script/12/fields?script_id=12&contact_identifier={number}");
        assert_eq!(test.get(&elisa, &query).ok().body["data"][0]["value"], value, "{number}");
    }
}

#[test]
fn qua_022_script_answers_of_a_qualification_are_stored_and_unknown_fields_are_ignored() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let protocol = test.talking("c1", &elisa);
    let mut body = crate::testing::qualify_body(&elisa, &protocol.as_str().into());
    (body["qualify_id"], body["channel"]) = (json!("51"), json!("voice"));
    body["fields_form"] = json!([{ "id": "5", "value": "x".repeat(255) }]);
    assert_eq!(test.post(&elisa, "/job/voice/qualify", body.clone()).refusal(), "422 fields_form:tooLong");
    body["fields_form"] = json!([{ "id": "1", "value": "Completo" }, { "id": "99", "value": "x" }]);
    test.post(&elisa, "/job/voice/qualify", body).ok();
    let fields = test.get(&elisa, "/script/12/fields?script_id=12&contact_id=1").ok().body;
    let values: Vec<_> = fields["data"].as_array().unwrap().iter().map(|field| field["value"].clone()).collect();
    assert_eq!(values, ["Completo", "", "", "", ""]);
}

#[rstest]
#[case::by_phone("%2B5511955550101?by_field=phone1", Some("1"))]
#[case::by_the_id_of_another_system("C-0001?by_field=external_identifier", Some("1"))]
#[case::by_schedule("8?by_field=schedule", None)]
fn api_087_voi_083_a_contact_is_looked_up_by_the_keys_of_a_call(#[case] path: &str, #[case] expected: Option<&str>) {
    let mut test = TestCentre::new();
    let elisa = test.sign_in(ELISA);
    let path = format!("/contacts/{path}&agent=301&empty_org_unit=true");
    let found = test.get(&elisa, &path).ok().body;
    assert_eq!(found["data"][0]["id"].as_str(), expected);
}

#[test]
fn a_contact_that_is_saved_or_linked_with_the_number_of_a_call_becomes_its_contact() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", "5511977770000", crate::testing::SALES);
    test.answers("c1", "2001");
    let job = test.take_named(ELISA, "NewVoiceJobEvent").remove(0)["job"].clone();
    assert_eq!(job["contactId"], "");
    let link =
        json!({ "data": { "protocol": job["protocol"], "agent": ELISA, "contact_identifier": "5511977770000" } });
    let linked = test.put(&elisa, "/contacts/2/vinculate-with-contact/voice", link).ok().body;
    assert_eq!(linked["identifiers"]["phone1"], "5511977770000");
    let job = test.take_named(ELISA, "NewVoiceJobEvent").remove(0)["job"].clone();
    assert_eq!(job["contactId"], "2");
}
