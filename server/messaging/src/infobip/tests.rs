//! Tests of Infobip against fixtures made after its documents.

use rstest::rstest;
use serde_json::json;

use super::*;
use crate::testing::*;
use crate::types::*;

fn infobip() -> Infobip {
    Infobip::new(InfobipConfig {
        base: "https://abc.api.infobip.com".into(),
        sender: "551140001000".into(),
        api_key: secret("key-1"),
        webhook_secret: secret("hook-1"),
    })
}

fn media(kind: MediaKind, number: u32, caption: Option<&str>) -> InboundContent {
    InboundContent::Media(InboundMedia {
        kind,
        caption: caption.map(str::to_owned),
        mime: None,
        file_name: None,
        reference: MediaReference::Address(format!(
            "https://abc.api.infobip.com/whatsapp/1/senders/551140001000/media/{number}"
        )),
    })
}

fn reply(title: &str, payload: &str) -> InboundContent {
    InboundContent::Reply { title: title.into(), payload: payload.into() }
}

#[rstest]
#[case("in-text", InboundContent::Text("oi".into()))]
#[case("in-image", media(MediaKind::Image, 1, Some("a caixa")))]
#[case("in-video", media(MediaKind::Video, 2, None))]
#[case("in-audio", media(MediaKind::Audio { voice: false }, 3, None))]
#[case("in-voice", media(MediaKind::Audio { voice: true }, 4, None))]
#[case("in-sticker", media(MediaKind::Sticker, 5, None))]
#[case("in-document", media(MediaKind::Document, 6, Some("nota.pdf")))]
#[case("in-location", InboundContent::Location(Location {
    latitude: -23.56152,
    longitude: -46.65588,
    name: Some("MASP".into()),
    address: Some("Av. Paulista, 1578".into()),
}))]
#[case("in-contact", InboundContent::Contacts(vec![ContactCard {
    name: "Davi Reis".into(),
    phones: vec!["+55 11 98765-0002".into(), "5511987650003".into()],
    whatsapp: vec!["5511987650002".into(), "5511987650003".into()],
    ..ContactCard::default()
}]))]
#[case("in-button", reply("Confirmar", "confirm-8"))]
#[case("in-button_reply", reply("Sim", "yes-1"))]
#[case("in-list_reply", reply("Segunda via", "row-2"))]
#[case("in-reaction", InboundContent::Reaction { emoji: "👍".into(), message_id: "sent-1".into() })]
#[case("in-infected", InboundContent::Unsupported { kind: "INFECTED_CONTENT".into() })]
#[case("in-unsupported", InboundContent::Unsupported { kind: "UNSUPPORTED".into() })]
fn every_kind_of_infobip_message_is_parsed(#[case] id: &str, #[case] content: InboundContent) {
    let inbound = read(&infobip(), "infobip", "messages.json");
    let found = inbound.iter().find_map(|it| match it {
        Inbound::Message(message) if message.provider_id == id => Some(&**message),
        _ => None,
    });
    let expected = InboundMessage {
        provider_id: id.into(),
        account: "551140001000".into(),
        from: "5511987650001".into(),
        to: "551140001000".into(),
        user_id: None,
        profile_name: Some("Bia Campos".into()),
        at_ms: Some(1_764_082_800_123),
        content,
        quoted_id: (id == "in-text").then(|| "quoted-1".into()),
        story: None,
        forwarded: false,
        details: (id == "in-list_reply")
            .then(|| Box::new(wire::MessageDetails { choice: "Boleto".into(), ..wire::MessageDetails::default() })),
    };
    assert_eq!(found, Some(&expected));
}

#[test]
fn an_unreadable_item_of_infobip_does_not_affect_the_others() {
    let inbound = read(&infobip(), "infobip", "messages.json");
    let ignored: Vec<&Inbound> = inbound.iter().filter(|it| matches!(it, Inbound::Ignored(_))).collect();
    assert_eq!(inbound.len(), 17);
    let reasons = ["item without id", "message without sender"].map(|reason| Inbound::Ignored(reason.into()));
    assert_eq!(ignored, reasons.iter().collect::<Vec<_>>());
}

#[test]
fn delivery_and_seen_reports_of_infobip_are_parsed_as_receipts() {
    let receipt = |id: &str, key: Option<&str>, status, failure: Option<(&str, &str)>, at_ms| {
        Inbound::Receipt(Receipt {
            provider_id: id.into(),
            key: key.map(str::to_owned),
            status,
            failure: failure.map(|(code, text)| Refusal {
                code: code.into(),
                text: text.into(),
                reason: RefusalReason::Other,
            }),
            at_ms: Some(at_ms),
        })
    };
    let rejected = Some(("REJECTED_NOT_ENOUGH_CREDITS", "Not enough credits"));
    let failed = ReceiptStatus::Failed;
    assert_eq!(
        read(&infobip(), "infobip", "reports.json"),
        [
            receipt("outbound-1", Some("outbound-1"), ReceiptStatus::Delivered, None, 1_764_082_801_000),
            receipt("outbound-2", None, failed, rejected, 1_764_082_801_000),
            receipt("outbound-3", None, failed, Some(("EC_X", "details")), 1_764_082_801_000),
            Inbound::Ignored("report PENDING".into()),
            receipt("outbound-1", Some("outbound-1"), ReceiptStatus::Read, None, 1_764_082_802_000),
            Inbound::Ignored("report without status".into()),
        ]
    );
}

#[rstest]
#[case(&[("Authorization", "Bearer hook-1")], Ok(()))]
#[case(&[("Authorization", "Bearer hook-2")], Err(SignatureFault::Wrong))]
#[case(&[("Authorization", "Bearer ")], Err(SignatureFault::Wrong))]
#[case(&[], Err(SignatureFault::Missing))]
fn an_infobip_webhook_requires_the_shared_secret(
    #[case] headers: &[(&str, &str)],
    #[case] outcome: Result<(), SignatureFault>,
) {
    assert_eq!(infobip().verify_signature(&call("{}", headers)), outcome);
}

#[test]
fn a_truncated_or_misshapen_body_of_infobip_is_an_error() {
    let body = fixture("infobip", "messages.json");
    assert!(matches!(infobip().read(&call(&body[..99], &[])), Err(ReadFault::NotJson(_))));
    assert_eq!(infobip().read(&call("{}", &[])), Err(ReadFault::Shape("no list `results`")));
}

fn sent(content: OutboundContent) -> (String, serde_json::Value) {
    let outbound = Outbound { account: "551140001000".into(), ..outbound(content) };
    let request = infobip().send_request(&outbound).unwrap();
    assert_eq!(request.header("authorization"), Some("App key-1"));
    (request.url.clone(), json_body(&request))
}

#[rstest]
#[case(OutboundContent::Text("oi".into()), "text", json!({ "text": "oi" }))]
#[case(
    OutboundContent::Media(outbound_file(MediaKind::Image, address())),
    "image",
    json!({ "mediaUrl": "https://desk.example.com/media/1?until=2", "caption": "segue" })
)]
#[case(
    OutboundContent::Media(outbound_file(MediaKind::Audio { voice: true }, address())),
    "audio",
    json!({ "mediaUrl": "https://desk.example.com/media/1?until=2" })
)]
#[case(
    OutboundContent::Media(outbound_file(MediaKind::Document, address())),
    "document",
    json!({ "mediaUrl": "https://desk.example.com/media/1?until=2", "caption": "segue", "filename": "nota.pdf" })
)]
#[case(
    OutboundContent::Contacts(vec![ContactCard { name: "Davi Reis".into(), phones: vec!["+5511987650002".into()], ..ContactCard::default() }]),
    "contact",
    json!({ "contacts": [{
        "name": { "firstName": "Davi", "formattedName": "Davi Reis" },
        "phones": [{ "phone": "+5511987650002", "type": "CELL" }],
    }] })
)]
fn messages_are_sent_to_infobip_as_documented(
    #[case] content: OutboundContent,
    #[case] path: &str,
    #[case] expected: serde_json::Value,
) {
    let (url, body) = sent(content);
    assert_eq!(url, format!("https://abc.api.infobip.com/whatsapp/1/message/{path}"));
    let message = json!({
        "from": "551140001000",
        "to": "5511987650001",
        "messageId": "outbound-1",
        "callbackData": "outbound-1",
        "content": expected,
    });
    assert_eq!(body, message);
}

#[test]
fn a_template_is_sent_to_infobip_as_a_list_of_one() {
    let (url, body) = sent(OutboundContent::Template(template_use(&[
        ("header.1", "Bia"),
        ("1", "8"),
        ("2", "terça"),
        ("button.0", "r8"),
    ])));
    assert_eq!(url, "https://abc.api.infobip.com/whatsapp/1/message/template");
    assert_eq!(
        body["messages"][0]["content"],
        json!({ "templateName": "hello", "language": "pt_BR", "templateData": {
            "body": { "placeholders": ["8", "terça"] },
            "header": { "type": "TEXT", "placeholder": "Bia" },
            "buttons": [{ "type": "URL", "parameter": "r8" }],
        } })
    );
    let mut with_file = template_use(&[]);
    with_file.header = Some(outbound_file(MediaKind::Document, address()));
    let (_, body) = sent(OutboundContent::Template(with_file));
    assert_eq!(
        body["messages"][0]["content"]["templateData"]["header"],
        json!({ "type": "DOCUMENT", "mediaUrl": "https://desk.example.com/media/1?until=2", "filename": "nota.pdf" })
    );
}

#[rstest]
#[case(200, r#"{"to":"1","messageId":"outbound-1","status":{"groupName":"PENDING"}}"#, Ok("outbound-1"))]
#[case(
    200,
    r#"{"messages":[{"messageId":"outbound-1","status":{"groupName":"PENDING"}}],"bulkId":"b"}"#,
    Ok("outbound-1")
)]
#[case(
    200,
    r#"{"messageId":"1","status":{"groupName":"REJECTED","name":"REJECTED_SOURCE","description":"d"}}"#,
    Err(Some("REJECTED_SOURCE"))
)]
#[case(
    400,
    r#"{"requestError":{"serviceException":{"messageId":"BAD_REQUEST","text":"Bad Request"}}}"#,
    Err(Some("BAD_REQUEST"))
)]
#[case(429, "", Err(None))]
#[case(200, "{}", Err(None))]
fn each_answer_of_infobip_has_its_outcome(
    #[case] status: u16,
    #[case] body: &str,
    #[case] expected: Result<&str, Option<&str>>,
) {
    let outcome = match infobip().send_outcome(&answer(status, body)) {
        SendOutcome::Accepted { provider_id, .. } => Ok(provider_id),
        SendOutcome::Refused(refusal) => Err(Some(refusal.code)),
        SendOutcome::Failed { .. } => Err(None),
    };
    assert_eq!(outcome, expected.map(str::to_owned).map_err(|code| code.map(str::to_owned)));
}

#[test]
fn a_message_that_infobip_does_not_support_is_refused_before_a_request() {
    let uploaded = OutboundContent::Media(outbound_file(MediaKind::Image, MediaSource::Uploaded("1".into())));
    let refused = |outbound: Outbound| infobip().send_request(&outbound).unwrap_err().reason;
    assert_eq!(refused(outbound(uploaded)), RefusalReason::MediaRefused);
    assert_eq!(refused(Outbound { to: "+".into(), ..text_message("oi") }), RefusalReason::InvalidNumber);
}

#[test]
fn approved_templates_of_infobip_are_listed_with_their_variables_and_buttons() {
    let body = String::from_utf8(fixture("infobip", "templates.json")).unwrap();
    let page = infobip().templates_of(&answer(200, &body)).unwrap();
    let plain = Template { language: "pt_BR".into(), ..Template::default() };
    assert_eq!(
        page.templates,
        [
            Template {
                id: "pedido".into(),
                name: "pedido".into(),
                category: Some("UTILITY".into()),
                header: Some(TemplateHeader::Text("Oi {{1}}".into())),
                body: "Pedido {{1}} chega {{2}}".into(),
                variables: ["header.1", "1", "2", "button.0"].map(str::to_owned).to_vec(),
                buttons: vec!["Ver".into(), "Ok".into()],
                ..plain.clone()
            },
            Template {
                id: "foto".into(),
                name: "foto".into(),
                category: Some("MARKETING".into()),
                header: Some(TemplateHeader::Media(MediaKind::Image)),
                body: "Veja".into(),
                ..plain
            },
        ]
    );
    let list = "https://abc.api.infobip.com/whatsapp/2/senders/551140001000/templates";
    assert_eq!(infobip().templates_request(None).unwrap().url, list);
}

/// The key must not be sent to another account's host.
#[test]
fn files_of_infobip_are_downloaded_only_from_the_host_of_the_account() {
    assert_eq!(infobip().allowed_media_hosts(), ["abc.api.infobip.com"]);
}

#[rstest]
#[case(json!({ "format": "VIDEO" }), Some(TemplateHeader::Media(MediaKind::Video)))]
#[case(json!({ "format": "DOCUMENT" }), Some(TemplateHeader::Media(MediaKind::Document)))]
#[case(json!({ "format": "LOCATION" }), Some(TemplateHeader::Other("LOCATION".into())))]
#[case(json!(null), None)]
fn every_kind_of_template_header_of_infobip_is_parsed(
    #[case] header: serde_json::Value,
    #[case] expected: Option<TemplateHeader>,
) {
    let item = json!({ "name": "t", "language": "pt_BR", "status": "APPROVED", "structure": { "header": header } });
    let page = infobip().templates_of(&answer(200, &json!({ "templates": [item] }).to_string())).unwrap();
    assert_eq!(page.templates.first().unwrap().header, expected);
}

#[rstest]
#[case(MediaKind::Image, "image", "IMAGE")]
#[case(MediaKind::Video, "video", "VIDEO")]
#[case(MediaKind::Document, "document", "DOCUMENT")]
#[case(MediaKind::Sticker, "sticker", "IMAGE")]
fn every_kind_of_file_is_sent_to_infobip_in_its_documented_form(
    #[case] kind: MediaKind,
    #[case] path: &str,
    #[case] header: &str,
) {
    let (url, _) = sent(OutboundContent::Media(outbound_file(kind, address())));
    assert_eq!(url, format!("https://abc.api.infobip.com/whatsapp/1/message/{path}"));
    let used = TemplateUse { header: Some(outbound_file(kind, address())), ..template_use(&[]) };
    let (_, body) = sent(OutboundContent::Template(used));
    assert_eq!(body["messages"][0]["content"]["templateData"]["header"]["type"], header);
}

#[rstest]
#[case::a_file("https://abc.api.infobip.com/whatsapp/1/senders/551140001000/media/1", true)]
#[case::another_request_of_the_interface(
    "https://abc.api.infobip.com/whatsapp/2/senders/551140001000/templates",
    false
)]
#[case::a_path_with_dot_segments("https://abc.api.infobip.com/whatsapp/1/senders/1/media/../../../account", false)]
#[case::an_empty_id("https://abc.api.infobip.com/whatsapp/1/senders/551140001000/media/", false)]
#[case::another_host("https://abd.api.infobip.com/whatsapp/1/senders/551140001000/media/1", false)]
#[case::another_port("https://abc.api.infobip.com:444/whatsapp/1/senders/551140001000/media/1", false)]
#[case::without_encryption("http://abc.api.infobip.com/whatsapp/1/senders/551140001000/media/1", false)]
#[case::a_text_that_is_no_address("media/1", false)]
fn the_key_is_sent_only_to_addresses_of_files_on_the_accounts_host(#[case] url: &str, #[case] has_key: bool) {
    let reference = MediaReference::Address(url.to_owned());
    let MediaRequest::Download(request) = infobip().media_request(&reference) else { panic!("located") };
    assert_eq!(request.header("authorization").is_some(), has_key);
}
