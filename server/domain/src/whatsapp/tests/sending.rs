//! Tests of agents' messages: the window, allowed content, repetitions, and their delivery.

use super::{
    HELENA, HOUR_MS, at_work, away, begin, file, jobs, only_job, provider_takes, report, send, text, thread, writes,
    writes_with_file,
};
use crate::testing::{ANA, BRUNO, TestCentre};
use crate::{WhatsAppDelivery, WhatsAppInbound, WhatsAppOutcome, WhatsAppReceipt, WhatsAppSendContent};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{MessageMedia, Protocol};

const WINDOW_MS: i64 = 24 * HOUR_MS;

fn accepted(id: &str) -> WhatsAppOutcome {
    WhatsAppOutcome::accepted(id)
}

fn receipt(test: &mut TestCentre, id: &str, status: WhatsAppDelivery) {
    report(test, WhatsAppInbound::Receipt(WhatsAppReceipt { provider_id: id.to_owned(), key: None, status }));
}

fn statuses(test: &mut TestCentre) -> Vec<Value> {
    let frames = test.take_frames(ANA).into_iter().filter(|frame| frame["event"] == "WhatsAppStatusEvent");
    frames.map(|frame| json!([frame["status"], frame["reason"], frame["uniqueId"] == ""])).collect()
}

#[rstest]
#[case::wap_018_wap_022_open_window("gupshup", WINDOW_MS - 1, "200")]
#[case::wap_018_wap_022_closed_window("gupshup", WINDOW_MS, "409 windowClosed")]
#[case::wap_019_closed_window_by_twilio("twilio", WINDOW_MS, "409 windowClosed")]
#[case::wap_020_closed_window_by_zenvia("zenvia", WINDOW_MS, "409 windowClosed")]
#[case::wap_021_closed_window_by_infobip("infobip", WINDOW_MS, "409 windowClosed")]
#[case::meta("meta", WINDOW_MS, "409 windowClosed")]
#[case::wap_023_simulated_provider_without_a_window("simulated", WINDOW_MS, "200")]
fn free_text_requires_an_open_window_on_official_routes(
    #[case] provider: &str,
    #[case] after: i64,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    let mut route = crate::store::RouteStore::whatsapp_route(&test.store, "1").unwrap().unwrap();
    route.provider = provider.to_owned();
    crate::store::RouteStore::put_whatsapp_route(&mut test.store, &route).unwrap();
    test.centre.config.session_ms = 2 * WINDOW_MS;
    test.centre.config.token_ms = 2 * WINDOW_MS;
    let ana = crate::testing::Agent { token: renewed(&mut test), ..ana };
    test.advance(after);
    assert_eq!(send(&mut test, &ana, &protocol, json!({ "message": "Olá" })).refusal(), expected);
    let job = only_job(&mut test, &ana).1;
    assert_eq!(json!([job["startConversation"], job["waitingAnswer"]]), json!([expected != "200", expected != "200"]));
}

/// A token that is valid for the configured time.
fn renewed(test: &mut TestCentre) -> String {
    let mut session = crate::store::Store::session(&test.store, &ANA.into()).unwrap().unwrap();
    session.last_beat = None;
    session.linked = false;
    crate::store::Store::put_session(&mut test.store, &session).unwrap();
    test.login("ana.souza", "agente123").ok().authorization.unwrap()
}

#[test]
fn wap_097_a_template_begins_a_conversation_and_free_text_is_allowed_after_the_answer() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    begin(&mut test, &ana, HELENA).ok();
    let (protocol, job) = only_job(&mut test, &ana);
    assert_eq!(
        json!([job["attendanceType"], job["campaign"]["id"], job["startConversation"]]),
        json!(["MANUAL", "31", true])
    );
    assert_eq!(send(&mut test, &ana, &protocol, json!({ "message": "Oi" })).refusal(), "409 windowClosed");
    for (template, expected) in [
        (json!({ "id": "unknown", "variables": [] }), "422 template:unknown"),
        (json!({ "id": "renovacao_1", "variables": ["Helena"] }), "422 template:invalid"),
        (json!({ "id": "renovacao_1", "variables": ["{{2}}", "novembro"] }), "200"),
    ] {
        assert_eq!(send(&mut test, &ana, &protocol, json!({ "template": template })).refusal(), expected);
    }
    let sent = provider_takes(&mut test, &accepted("p1")).remove(0);
    let WhatsAppSendContent::Template { text, variables, .. } = sent.content else { panic!("{sent:?}") };
    assert_eq!(text, "Olá {{2}}, o seu plano vence em novembro.");
    assert_eq!(variables[0], ("1".to_owned(), "{{2}}".to_owned()), "the number of the placeholder");
    let job = only_job(&mut test, &ana).1;
    assert_eq!(json!([job["templateSent"], job["waitingAnswer"]]), json!([true, true]));
    writes(&mut test, "w1", HELENA, "Quero");
    send(&mut test, &ana, &protocol, json!({ "message": "Ótimo" })).ok();
}

#[rstest]
#[case::no_content(json!({}), "422 message:required")]
#[case::two_contents(json!({ "message": "a", "template": { "id": "retorno_1", "variables": ["a"] } }), "422 message:invalid")]
#[case::invalid_custom_id(json!({ "message": "a", "custom_id": "abc" }), "422 custom_id:invalid")]
#[case::unknown_file(json!({ "mediaId": "none" }), "422 mediaId:unknown")]
#[case::unknown_forwarded_message(json!({ "forwardedFrom": "1.1" }), "422 forwardedFrom:unknown")]
#[case::unknown_answered_message(json!({ "message": "a", "messageAnswered": "1.1|x" }), "422 messageAnswered:unknown")]
#[case::name_of_another_agent(json!({ "message": "a", "agentId": BRUNO }), "403")]
fn a_message_without_exactly_one_valid_content_of_the_agent_is_refused(#[case] fields: Value, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    assert_eq!(send(&mut test, &ana, &protocol, fields).refusal(), expected);
    assert!(provider_takes(&mut test, &accepted("p1")).is_empty(), "nothing is sent");
}

#[test]
fn api_089_a_message_that_is_sent_again_gets_the_first_answer_and_is_sent_to_the_provider_once() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    let body = |text: &str| json!({ "message": text, "custom_id": "AAAAAAAAA1" });
    let first = send(&mut test, &ana, &protocol, body("Olá")).ok().body;
    assert_eq!(send(&mut test, &ana, &protocol, body("Olá")).ok().body, first);
    assert_eq!(send(&mut test, &ana, &protocol, body("Outra")).refusal(), "409 customIdReused");
    assert_eq!(provider_takes(&mut test, &accepted("p1")).len(), 1);
}

#[test]
fn wap_042_a_receipt_is_published_once_and_never_moves_a_delivery_state_back() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    send(&mut test, &ana, &protocol, json!({ "message": "Olá" })).ok();
    provider_takes(&mut test, &accepted("p1"));
    test.take_frames(ANA);
    for status in [
        WhatsAppDelivery::Delivered,
        WhatsAppDelivery::Delivered,
        WhatsAppDelivery::Read,
        WhatsAppDelivery::Delivered,
        WhatsAppDelivery::Failed("OTHER".to_owned()),
    ] {
        receipt(&mut test, "p1", status);
    }
    assert_eq!(statuses(&mut test), [json!(["delivered", "", false]), json!(["read", "", false])]);
    assert_eq!(thread(&mut test, &ana, &protocol)[2]["status"], "read");
}

#[rstest]
#[case::read_receipt_first([WhatsAppDelivery::Read, WhatsAppDelivery::Delivered])]
#[case::delivery_receipt_first([WhatsAppDelivery::Delivered, WhatsAppDelivery::Read])]
fn the_latest_receipt_that_arrives_before_the_providers_answer_is_applied_with_the_answer(
    #[case] receipts: [WhatsAppDelivery; 2],
) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    send(&mut test, &ana, &protocol, json!({ "message": "Olá" })).ok();
    for status in receipts {
        receipt(&mut test, "p1", status);
    }
    test.take_frames(ANA);
    provider_takes(&mut test, &accepted("p1"));
    assert_eq!(statuses(&mut test), [json!(["read", "", false])]);
}

#[test]
fn a_forwarded_file_keeps_its_kind_and_only_a_readable_message_of_a_person_is_forwarded() {
    let mut test = TestCentre::new();
    test.centre.config.jobs_per_channel = 1;
    let ana = at_work(&mut test, ANA);
    writes_with_file(&mut test, text("w1", HELENA, ""), &file("m1", MessageMedia::Image));
    let (protocol, _) = only_job(&mut test, &ana);
    let bruno = at_work(&mut test, BRUNO);
    writes(&mut test, "w2", "5511955550102", "Sigilo");
    let (others, _) = only_job(&mut test, &bruno);
    let is_of_system = |message: &Value, wanted: bool| message["system_message"] == wanted;
    let id_of = |messages: Vec<Value>, of_system: bool| {
        messages.into_iter().find(|message| is_of_system(message, of_system)).unwrap()["message_id"].clone()
    };
    let foreign = id_of(thread(&mut test, &bruno, &others), false);
    let own = thread(&mut test, &ana, &protocol);
    for unreadable in [foreign, id_of(own.clone(), true)] {
        let answer = send(&mut test, &ana, &protocol, json!({ "forwardedFrom": unreadable }));
        assert_eq!(answer.refusal(), "422 forwardedFrom:unknown", "{unreadable}");
    }
    send(&mut test, &ana, &protocol, json!({ "forwardedFrom": id_of(own, false) })).ok();
    let copy = thread(&mut test, &ana, &protocol).pop().unwrap();
    assert_eq!(
        json!([copy["mimetype"], copy["message_media_type"], copy["fileName"], copy["forwarded"]]),
        json!(["image/jpeg", "image", "m1.jpg", true])
    );
    // The customer waited; the forwarded copy counts as an answer.
    assert_eq!(only_job(&mut test, &ana).1["unansweredSince"], Value::Null);
}

#[test]
fn after_a_template_sent_at_the_same_time_as_a_customers_message_free_text_is_allowed() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    begin(&mut test, &ana, HELENA).ok();
    let (protocol, _) = only_job(&mut test, &ana);
    let template = json!({ "id": "renovacao_1", "variables": ["Helena", "novembro"] });
    send(&mut test, &ana, &protocol, json!({ "template": template })).ok();
    assert_eq!(only_job(&mut test, &ana).1["templateSent"], json!(true));
    writes(&mut test, "w1", HELENA, "Quero");
    assert_eq!(only_job(&mut test, &ana).1["templateSent"], json!(false));
}

#[test]
fn a_campaign_can_allow_text_before_the_customer_answers() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    let campaign = crate::store::RouteStore::whatsapp_campaign(&test.store, &"31".into()).unwrap().unwrap();
    let open = crate::store::WhatsAppCampaignRow { without_template: true, ..campaign };
    crate::store::RouteStore::put_whatsapp_campaign(&mut test.store, &open).unwrap();
    begin(&mut test, &ana, HELENA).ok();
    let (protocol, job) = only_job(&mut test, &ana);
    assert_eq!(json!([job["allowConversationWithoutTemplate"], job["waitingAnswer"]]), json!([true, false]));
    send(&mut test, &ana, &protocol, json!({ "message": "Olá" })).ok();
}

#[rstest]
#[case::wap_040_customer_who_has_not_opted_in("INACTIVE_SESSION_NOT_OPTED_IN", false)]
#[case::wap_041_number_without_whatsapp("WHATSAPP_NOT_EXISTS", true)]
fn an_error_about_the_number_names_no_message(#[case] reason: &str, #[case] not_exists: bool) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    send(&mut test, &ana, &protocol, json!({ "message": "Olá" })).ok();
    test.take_frames(ANA);
    provider_takes(&mut test, &WhatsAppOutcome::Refused(reason.to_owned()));
    assert_eq!(statuses(&mut test), [json!(["error", reason, true])]);
    let job = only_job(&mut test, &ana).1;
    assert_eq!(json!([job["whatsappNumberNotExists"], job["lastMessage"]["status"]]), json!([not_exists, "error"]));
    assert!(provider_takes(&mut test, &accepted("p1")).is_empty(), "it is not sent again");
}

#[rstest]
#[case::refused_template("TEMPLATE_REFUSED")]
#[case::closed_window("WINDOW_CLOSED")]
fn an_error_that_does_not_concern_the_number_names_its_message(#[case] reason: &str) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    send(&mut test, &ana, &protocol, json!({ "message": "Olá" })).ok();
    test.take_frames(ANA);
    provider_takes(&mut test, &WhatsAppOutcome::Refused(reason.to_owned()));
    assert_eq!(statuses(&mut test), [json!(["error", reason, false])]);
    assert_eq!(only_job(&mut test, &ana).1["whatsappNumberNotExists"], json!(false));
}

#[test]
fn bey_131_a_failed_attempt_is_repeated_until_the_message_has_an_error() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    send(&mut test, &ana, &protocol, json!({ "message": "Olá" })).ok();
    test.take_frames(ANA);
    let mut attempts = 0;
    while provider_takes(&mut test, &away()).len() == 1 {
        attempts += 1;
        test.advance(10 * 60 * 1000);
    }
    assert_eq!(attempts, 64);
    assert_eq!(statuses(&mut test), [json!(["error", "PROVIDER_UNREACHABLE", false])]);
}

#[test]
fn later_messages_of_a_customer_wait_while_an_earlier_one_is_repeated() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    writes(&mut test, "w2", "5511955550102", "Oi");
    let other = jobs(&mut test, &ana, "whatsapp").into_iter().find(|job| job["protocol"] != json!(protocol)).unwrap();
    for text in ["one", "two", "three"] {
        send(&mut test, &ana, &protocol, json!({ "message": text })).ok();
    }
    let other = Protocol::from(other["protocol"].as_str().unwrap());
    send(&mut test, &ana, &other, json!({ "message": "to another customer" })).ok();
    let taken = |test: &mut TestCentre, outcome: &WhatsAppOutcome| -> Vec<Value> {
        provider_takes(test, outcome).into_iter().map(|send| json!(send.content)["text"].clone()).collect()
    };
    let failed = away();
    let mut first = taken(&mut test, &failed);
    first.sort_by_key(Value::to_string);
    assert_eq!(first, ["one", "to another customer"], "customers do not wait for each other");
    assert_eq!(taken(&mut test, &failed), [] as [Value; 0], "the next attempt is later");
    test.advance(10_000);
    assert_eq!(taken(&mut test, &accepted("p1")).len(), 2);
    assert_eq!(taken(&mut test, &WhatsAppOutcome::Refused("WINDOW_CLOSED".to_owned())), ["two"], "at once");
    assert_eq!(taken(&mut test, &accepted("p2")), ["three"], "also after a refused one");
    assert_eq!(taken(&mut test, &failed), [] as [Value; 0]);
}
