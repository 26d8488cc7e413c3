//! Tests of requests to the Cloud API, and of the meaning of its answers, after its documents.

use rstest::rstest;
use serde_json::json;

use super::tests::{message, meta};
use super::*;
use crate::testing::*;
use crate::types::*;

#[test]
fn a_text_is_sent_to_meta_as_documented() {
    let mut outbound = text_message("Olá");
    outbound.quoted_id = Some("wamid.quoted".into());
    let request = meta().send_request(&outbound).unwrap();
    assert_eq!(request.url, "https://graph.facebook.com/v23.0/106540352242922/messages");
    assert_eq!(request.header("authorization"), Some("Bearer token-1"));
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(
        json_body(&request),
        json!({
            "messaging_product": "whatsapp",
            "recipient_type": "individual",
            "to": "5511987650001",
            "type": "text",
            "text": { "body": "Olá", "preview_url": false },
            "context": { "message_id": "wamid.quoted" },
            "biz_opaque_callback_data": "outbound-1",
        })
    );
    assert!(!format!("{request:?} {:?}", meta()).contains("token-1"));
}

#[rstest]
#[case(MediaKind::Image, "image", json!({ "link": "https://desk.example.com/media/1?until=2", "caption": "segue" }))]
#[case(MediaKind::Video, "video", json!({ "link": "https://desk.example.com/media/1?until=2", "caption": "segue" }))]
#[case(MediaKind::Audio { voice: true }, "audio", json!({ "link": "https://desk.example.com/media/1?until=2", "voice": true }))]
#[case(MediaKind::Audio { voice: false }, "audio", json!({ "link": "https://desk.example.com/media/1?until=2" }))]
#[case(MediaKind::Sticker, "sticker", json!({ "link": "https://desk.example.com/media/1?until=2" }))]
#[case(
    MediaKind::Document,
    "document",
    json!({ "link": "https://desk.example.com/media/1?until=2", "caption": "segue", "filename": "nota.pdf" })
)]
fn files_are_sent_to_meta_by_address(#[case] kind: MediaKind, #[case] word: &str, #[case] object: serde_json::Value) {
    let request = meta().send_request(&outbound(OutboundContent::Media(outbound_file(kind, address())))).unwrap();
    let body = json_body(&request);
    assert_eq!((&body["type"], &body[word]), (&json!(word), &object));
}

#[test]
fn a_file_is_stored_at_meta_and_sent_by_its_id() {
    let file_bytes = UploadFile { file_name: "no\"ta\r\n.pdf", mime: "application/pdf", bytes: b"%PDF-1.7" };
    let request = meta().upload_request("106540352242922", &file_bytes).unwrap();
    assert_eq!(request.url, "https://graph.facebook.com/v23.0/106540352242922/media");
    let content_type = request.header("content-type").unwrap();
    let actual = content_type.strip_prefix("multipart/form-data; boundary=").unwrap();
    assert_eq!(actual.len(), 64);
    let body = String::from_utf8(request.body.clone()).unwrap();
    let expected = format!(
        "--{actual}\r\ncontent-disposition: form-data; name=\"messaging_product\"\r\n\r\nwhatsapp\r\n\
         --{actual}\r\ncontent-disposition: form-data; name=\"type\"\r\n\r\napplication/pdf\r\n\
         --{actual}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"nota.pdf\"\r\n\
         content-type: application/pdf\r\n\r\n%PDF-1.7\r\n--{actual}--\r\n"
    );
    assert_eq!(body, expected);

    let source = meta().uploaded(&answer(200, r#"{"id":"4490709327384033"}"#)).unwrap();
    assert_eq!(source, MediaSource::Uploaded("4490709327384033".into()));
    let sent = meta().send_request(&outbound(OutboundContent::Media(outbound_file(MediaKind::Image, source)))).unwrap();
    assert_eq!(json_body(&sent)["image"], json!({ "id": "4490709327384033", "caption": "segue" }));
    assert_eq!(meta().uploaded(&answer(400, "{}")), Err(ReadFault::Status(400)));
}

#[test]
fn a_template_is_sent_to_meta_with_each_variable_in_its_component() {
    let mut used = template_use(&[("header.1", "Bia"), ("1", "8"), ("day", "terça"), ("button.0", "r8")]);
    used.header = Some(outbound_file(MediaKind::Image, address()));
    let request = meta().send_request(&outbound(OutboundContent::Template(used))).unwrap();
    assert_eq!(
        json_body(&request)["template"],
        json!({
            "name": "hello",
            "language": { "code": "pt_BR" },
            "components": [
                { "type": "header", "parameters": [
                    { "type": "image", "image": { "link": "https://desk.example.com/media/1?until=2", "caption": "segue" } },
                ] },
                { "type": "header", "parameters": [{ "type": "text", "text": "Bia" }] },
                { "type": "body", "parameters": [
                    { "type": "text", "text": "8" },
                    { "type": "text", "parameter_name": "day", "text": "terça" },
                ] },
                { "type": "button", "sub_type": "url", "index": "0", "parameters": [{ "type": "text", "text": "r8" }] },
            ],
        })
    );
}

#[test]
fn a_customer_of_meta_with_a_hidden_number_is_identified_by_the_user_id() {
    let message = message("hidden_number.json");
    assert_eq!((message.from.as_str(), message.profile_name.as_deref()), ("BR.1502576394655843", Some("Bia Campos")));
    let outbound = Outbound { to: message.from, ..text_message("oi") };
    let body = json_body(&meta().send_request(&outbound).unwrap());
    assert_eq!((&body["recipient"], body.get("to")), (&json!("BR.1502576394655843"), None));
    for number in ["+55 11 98765.0001", "br.1", "BR.", "B.1"] {
        let outbound = Outbound { to: number.into(), ..text_message("oi") };
        let request = meta().send_request(&outbound).map(|request| json_body(&request).get("recipient").cloned());
        assert!(matches!(request, Ok(None) | Err(_)), "{number}: {request:?}");
    }
}

#[test]
fn contact_cards_are_sent_to_meta_and_a_card_with_a_number_without_digits_is_refused() {
    let card =
        ContactCard { name: "Davi Reis".into(), phones: vec!["+5511987650002".into()], ..ContactCard::default() };
    let mut outbound = outbound(OutboundContent::Contacts(vec![card]));
    assert_eq!(
        json_body(&meta().send_request(&outbound).unwrap())["contacts"],
        json!([{
            "name": { "formatted_name": "Davi Reis", "first_name": "Davi" },
            "phones": [{ "phone": "+5511987650002", "type": "CELL" }],
        }])
    );
    outbound.to = "nobody".into();
    assert_eq!(meta().send_request(&outbound).unwrap_err().reason, RefusalReason::InvalidNumber);
}

#[rstest]
#[case("../me?x=1#", "..%2Fme%3Fx%3D1%23")]
#[case("..", "_")]
#[case(".", "_")]
#[case("a-b_c.d~1", "a-b_c.d~1")]
fn ids_of_meta_stay_in_their_segment_of_the_path(#[case] account: &str, #[case] segment: &str) {
    let outbound = Outbound { account: account.into(), ..text_message("oi") };
    let url = meta().send_request(&outbound).unwrap().url;
    assert_eq!(url, format!("https://graph.facebook.com/v23.0/{segment}/messages"));
    assert_eq!(url::Url::parse(&url).unwrap().path(), format!("/v23.0/{segment}/messages"));
}

#[rstest]
#[case(131_047, RefusalReason::WindowClosed)]
#[case(131_026, RefusalReason::Undeliverable)]
#[case(131_049, RefusalReason::LimitedByNetwork)]
#[case(130_472, RefusalReason::Experiment)]
#[case(131_031, RefusalReason::AccountBlocked)]
#[case(131_042, RefusalReason::AccountUnpaid)]
#[case(131_045, RefusalReason::RouteNotRegistered)]
#[case(131_060, RefusalReason::KindRefused)]
#[case(132_015, RefusalReason::TemplatePaused)]
#[case(132_018, RefusalReason::TemplateRefused)]
#[case(131_050, RefusalReason::MarketingStopped)]
#[case(132_000, RefusalReason::TemplateRefused)]
#[case(132_001, RefusalReason::TemplateRefused)]
#[case(131_030, RefusalReason::InvalidNumber)]
#[case(131_053, RefusalReason::MediaRefused)]
#[case(131_051, RefusalReason::KindRefused)]
#[case(100, RefusalReason::Other)]
#[case(190, RefusalReason::Other)]
fn each_error_code_of_a_refusal_by_meta_has_its_meaning(#[case] code: u32, #[case] reason: RefusalReason) {
    let body = json!({ "error": {
        "message": format!("(#{code}) title"),
        "type": "OAuthException",
        "code": code,
        "error_data": { "messaging_product": "whatsapp", "details": "the details" },
        "fbtrace_id": "A1",
    } });
    let refusal = Refusal { code: code.to_string(), text: "the details".into(), reason };
    assert_eq!(meta().send_outcome(&answer(400, &body.to_string())), SendOutcome::Refused(refusal));
}

#[rstest]
#[case(400, r#"{"error":{"code":130429,"message":"Rate limit hit"}}"#, false)]
#[case(429, r#"{"error":{"code":99,"message":"slow down"}}"#, false)]
#[case(503, "<html>down</html>", false)]
#[case(504, "", true)]
#[case(200, "garbage", true)]
#[case(200, r#"{"messages":[]}"#, true)]
fn other_errors_of_meta_allow_another_attempt(#[case] status: u16, #[case] body: &str, #[case] is_uncertain: bool) {
    let outcome =
        meta().send_outcome(&HttpAnswer { headers: vec![("Retry-After".into(), "7".into())], ..answer(status, body) });
    let SendOutcome::Failed { retry_after_ms, uncertain, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((retry_after_ms, uncertain), (Some(7000), is_uncertain));
}

#[test]
fn a_number_that_customers_reported_is_told_apart_from_one_that_sends_too_fast() {
    let about = |code: u32| {
        let body = json!({ "error": { "code": code, "message": "limit" } }).to_string();
        match meta().send_outcome(&answer(400, &body)) {
            SendOutcome::Failed { about, .. } => about,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!([131_048, 130_429, 131_056].map(about), [FailureAbout::Spam, FailureAbout::Pace, FailureAbout::Pace]);
}

#[test]
fn an_accepted_message_to_meta_has_the_id_of_its_receipts() {
    let body = r#"{"messaging_product":"whatsapp","contacts":[{"input":"5511987650001","wa_id":"5511987650001"}],
        "messages":[{"id":"wamid.sent-1","message_status":"accepted"}]}"#;
    let outcome = SendOutcome::Accepted { provider_id: "wamid.sent-1".into(), customer: Some("5511987650001".into()) };
    assert_eq!(meta().send_outcome(&answer(200, body)), outcome);
}
