//! Tests of the simulated provider.

use rstest::rstest;
use serde_json::json;

use super::*;
use crate::testing::*;
use crate::types::*;

fn simulated() -> Simulated {
    Simulated::new(SimulatedConfig { base: "http://127.0.0.1:1/sim".into(), secret: secret("fixture shared secret") })
}

#[test]
fn every_kind_of_simulated_item_is_parsed_and_an_unreadable_one_does_not_affect_the_others() {
    let inbound = read(&simulated(), "simulated", "every_kind.json");
    let sticker = InboundMedia {
        kind: MediaKind::Sticker,
        caption: None,
        mime: Some("image/webp".into()),
        file_name: None,
        reference: MediaReference::Id("file-1".into()),
    };
    let message = |id: &str, content| {
        Inbound::Message(Box::new(InboundMessage {
            provider_id: id.into(),
            account: "5511400010".into(),
            from: "5511987650001".into(),
            to: "5511400010".into(),
            user_id: None,
            profile_name: None,
            at_ms: Some(1_764_082_800_000),
            content,
            quoted_id: None,
            story: None,
            forwarded: false,
            details: None,
        }))
    };
    let refusal = Refusal { code: "1".into(), text: "closed".into(), reason: RefusalReason::WindowClosed };
    let [text, media, voice, receipt, opt_in, Inbound::Ignored(broken), reply] = &inbound[..] else {
        panic!("{inbound:?}");
    };
    assert_eq!(text, &message("sim-1", InboundContent::Text("oi".into())));
    assert_eq!(media, &message("sim-2", InboundContent::Media(sticker.clone())));
    let recorded = InboundMedia { kind: MediaKind::Audio { voice: true }, mime: Some("audio/ogg".into()), ..sticker };
    assert_eq!(voice, &message("sim-3", InboundContent::Media(recorded)));
    let failed = Receipt {
        provider_id: "sent-1".into(),
        key: Some("outbound-1".into()),
        status: ReceiptStatus::Failed,
        failure: Some(refusal),
        at_ms: None,
    };
    assert_eq!(receipt, &Inbound::Receipt(failed));
    let granted = OptIn { account: "5511400010".into(), from: "5511987650001".into(), granted: true, at_ms: None };
    assert_eq!(opt_in, &Inbound::OptIn(granted));
    assert!(broken.contains("unknown variant `telegram`"), "{broken}");
    assert_eq!(reply, &message("sim-4", InboundContent::Reply { title: "Sim".into(), payload: "yes".into() }));
}

#[test]
fn a_simulated_webhook_requires_the_signature_of_its_body() {
    let [(name, signature)] = &signatures("simulated")[..] else { panic!("one fixture") };
    let body = fixture("simulated", name);
    let verify = |body: &[u8], headers: &[(&str, &str)]| simulated().verify_signature(&call(body, headers));
    assert_eq!(verify(&body, &[("X-Signature", signature)]), Ok(()));
    assert_eq!(verify(b"{}", &[("X-Signature", signature)]), Err(SignatureFault::Wrong));
    assert_eq!(verify(&body, &[]), Err(SignatureFault::Missing));
    let cut = &body[..body.len() / 2];
    assert!(matches!(simulated().read(&call(cut, &[])), Err(ReadFault::NotJson(_))));
    assert_eq!(simulated().read(&call("[]", &[])), Err(ReadFault::Shape("no list `items`")));
}

#[test]
fn a_message_is_sent_to_the_simulated_provider_unchanged() {
    let sent = text_message("oi");
    let request = simulated().send_request(&sent).unwrap();
    assert_eq!(request.url, "http://127.0.0.1:1/sim/messages");
    assert_eq!(request.header("authorization"), Some("Bearer fixture shared secret"));
    assert_eq!(json_body(&request)["content"], json!({ "text": "oi" }));
    assert_eq!(serde_json::from_slice::<Outbound>(&request.body).unwrap(), sent);
}

#[rstest]
#[case(200, r#"{"id":"sent-1"}"#, SendOutcome::accepted("sent-1".into()))]
#[case(
    409,
    r#"{"code":"9","text":"blocked","reason":"recipientBlocked"}"#,
    SendOutcome::Refused(Refusal { code: "9".into(), text: "blocked".into(), reason: RefusalReason::RecipientBlocked })
)]
#[case(
    400,
    "garbage",
    SendOutcome::Refused(Refusal { code: String::new(), text: "no refusal in the body".into(), reason: RefusalReason::Other })
)]
#[case(
    503,
    "",
    SendOutcome::Failed { retry_after_ms: None, uncertain: false, about: FailureAbout::Unexplained, cause: "status 503, code : no refusal in the body".into() }
)]
#[case(
    200,
    "garbage",
    SendOutcome::Failed { retry_after_ms: None, uncertain: true, about: FailureAbout::Message, cause: "status 200 without the id of the message".into() }
)]
fn each_answer_of_the_simulated_provider_has_its_outcome(
    #[case] status: u16,
    #[case] body: &str,
    #[case] outcome: SendOutcome,
) {
    assert_eq!(simulated().send_outcome(&answer(status, body)), outcome);
}

#[test]
fn files_of_the_simulated_provider_are_downloaded_from_the_base_address_and_templates_are_listed() {
    let request = |reference| match simulated().media_request(&reference) {
        MediaRequest::Download(request) => (request.url.clone(), request.header("authorization").is_some()),
        MediaRequest::Locate(_) => panic!("located"),
    };
    let by_id = request(MediaReference::Id("a/b".into()));
    assert_eq!(by_id, ("http://127.0.0.1:1/sim/media/a%2Fb".to_owned(), true));
    let elsewhere = "https://example.com/1".to_owned();
    assert_eq!(request(MediaReference::Address(elsewhere.clone())), (elsewhere, false));
    assert_eq!(simulated().allowed_media_hosts(), ["127.0.0.1"]);

    let template = Template { id: "t".into(), name: "t".into(), language: "pt_BR".into(), ..Template::default() };
    let body = json!({ "templates": [template, 7] });
    assert_eq!(simulated().templates_of(&answer(200, &body.to_string())).unwrap().templates, [template]);
    assert_eq!(simulated().templates_request(None).unwrap().url, "http://127.0.0.1:1/sim/templates");
}
