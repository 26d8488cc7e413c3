//! Tests of Gupshup against fixtures made after its documents.

use rstest::rstest;
use serde_json::json;

use super::*;
use crate::testing::*;
use crate::types::*;

fn gupshup() -> Gupshup {
    Gupshup::new(GupshupConfig {
        base: "https://api.gupshup.io".into(),
        app_name: "Desk".into(),
        app_id: "app-1".into(),
        api_key: secret("key-1"),
        webhook_secret: secret("hook-1"),
        media_hosts: vec![],
    })
}

/// A fixture is a list of webhook requests.
fn all(name: &str) -> Vec<Inbound> {
    let events: Vec<serde_json::Value> = serde_json::from_slice(&fixture("gupshup", name)).unwrap();
    events.iter().flat_map(|event| gupshup().read(&call(event.to_string(), &[])).unwrap()).collect()
}

fn media(kind: MediaKind, number: u32, mime: &str, caption: Option<&str>, file_name: Option<&str>) -> InboundContent {
    InboundContent::Media(InboundMedia {
        kind,
        caption: caption.map(str::to_owned),
        mime: Some(mime.to_owned()),
        file_name: file_name.map(str::to_owned),
        reference: MediaReference::Address(format!("https://filemanager.gupshup.io/wa/{number}")),
    })
}

fn reply(title: &str, payload: &str) -> InboundContent {
    InboundContent::Reply { title: title.into(), payload: payload.into() }
}

#[test]
fn every_kind_of_gupshup_message_is_parsed() {
    let expected = [
        ("in-text", InboundContent::Text("oi".into())),
        ("in-image", media(MediaKind::Image, 1, "image/jpeg", Some("a caixa"), None)),
        ("in-video", media(MediaKind::Video, 2, "video/mp4", None, None)),
        ("in-audio", media(MediaKind::Audio { voice: false }, 3, "audio/mpeg", None, None)),
        ("in-voice", media(MediaKind::Audio { voice: true }, 4, "audio/ogg; codecs=opus", None, None)),
        ("in-sticker", media(MediaKind::Sticker, 5, "image/webp", None, None)),
        ("in-file", media(MediaKind::Document, 6, "application/pdf", None, Some("nota.pdf"))),
        (
            "in-location",
            InboundContent::Location(Location { latitude: -23.56152, longitude: -46.65588, name: None, address: None }),
        ),
        (
            "in-contact",
            InboundContent::Contacts(vec![ContactCard {
                name: "Davi Reis".into(),
                phones: vec!["+55 11 98765-0002".into()],
                ..ContactCard::default()
            }]),
        ),
        ("in-button_reply", reply("Sim", "yes-1")),
        ("in-list_reply", reply("Segunda via", "second-copy")),
        ("in-quick_reply", reply("Confirmar", "confirm-8")),
        ("in-order", InboundContent::Unsupported { kind: "order".into() }),
    ];
    let expected: Vec<Inbound> = expected
        .into_iter()
        .map(|(id, content)| {
            Inbound::Message(Box::new(InboundMessage {
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
                forwarded: id == "in-image",
                details: (id == "in-list_reply").then(|| {
                    Box::new(wire::MessageDetails { choice: "Boleto".into(), ..wire::MessageDetails::default() })
                }),
            }))
        })
        .collect();
    assert_eq!(all("messages.json"), expected);
}

#[test]
fn gupshup_events_are_parsed_as_receipts_and_consents() {
    let receipt = |status, failure, at_ms| {
        Inbound::Receipt(Receipt { provider_id: "sent-1".into(), key: None, status, failure, at_ms: Some(at_ms) })
    };
    let consent = |granted| {
        let (account, from) = ("Desk".into(), "5511987650001".into());
        Inbound::OptIn(OptIn { account, from, granted, at_ms: Some(1_764_082_801_000) })
    };
    let closed =
        Refusal { code: "1005".into(), text: "Template Match Failed".into(), reason: RefusalReason::WindowClosed };
    let ignored = |reason: &str| Inbound::Ignored(reason.into());
    assert_eq!(
        all("events.json"),
        [
            ignored("status enqueued"),
            receipt(ReceiptStatus::Sent, None, 1_764_082_802_000),
            receipt(ReceiptStatus::Delivered, None, 1_764_082_803_000),
            receipt(ReceiptStatus::Read, None, 1_764_082_804_000),
            receipt(ReceiptStatus::Failed, Some(closed), 1_764_082_801_000),
            consent(true),
            consent(false),
            ignored("user event sandbox-start"),
            ignored("user event without number"),
            ignored("event billing-event"),
            ignored("message without id or sender"),
            ignored("status without id"),
        ]
    );
    assert_eq!(gupshup().read(&call("[]", &[])), Err(ReadFault::Shape("no field `type`")));
    assert!(matches!(gupshup().read(&call("{", &[])), Err(ReadFault::NotJson(_))));
}

#[rstest]
#[case("https://desk.example.com/webhooks/1?token=hook-1", Ok(()))]
#[case("https://desk.example.com/webhooks/1?token=hook-2", Err(SignatureFault::Wrong))]
#[case("https://desk.example.com/webhooks/1?token=", Err(SignatureFault::Wrong))]
#[case("https://desk.example.com/webhooks/1", Err(SignatureFault::Missing))]
fn a_gupshup_webhook_requires_the_secret_in_its_address(
    #[case] url: &str,
    #[case] outcome: Result<(), SignatureFault>,
) {
    let call = RawCall { url: url.into(), ..call("{}", &[]) };
    assert_eq!(gupshup().verify_signature(&call), outcome);
    assert!(!format!("{call:?}").contains("hook-"));
}

#[test]
fn an_empty_secret_authenticates_no_webhook() {
    let mut config = gupshup().config;
    config.webhook_secret = secret("");
    let call = RawCall { url: "https://desk.example.com/?token=".into(), ..call("{}", &[]) };
    assert_eq!(Gupshup::new(config).verify_signature(&call), Err(SignatureFault::Wrong));
}

fn sent(content: OutboundContent) -> (String, Vec<(String, String)>) {
    let mut outbound = Outbound { account: "551140001000".into(), ..outbound(content) };
    outbound.quoted_id = Some("quoted-1".into());
    let request = gupshup().send_request(&outbound).unwrap();
    assert_eq!(request.header("apikey"), Some("key-1"));
    let mut fields: Vec<(String, String)> = form_urlencoded::parse(&request.body).into_owned().collect();
    let head: Vec<(String, String)> = fields.drain(..4).collect();
    let known =
        [("channel", "whatsapp"), ("source", "551140001000"), ("destination", "5511987650001"), ("src.name", "Desk")];
    assert_eq!(head, known.map(|(name, value)| (name.to_owned(), value.to_owned())));
    (request.url, fields)
}

#[rstest]
#[case(OutboundContent::Text("oi & até".into()), json!({ "type": "text", "text": "oi & até" }))]
#[case(OutboundContent::Media(outbound_file(MediaKind::Image, address())), json!({
    "type": "image",
    "originalUrl": "https://desk.example.com/media/1?until=2",
    "previewUrl": "https://desk.example.com/media/1?until=2",
    "caption": "segue",
}))]
#[case(
    OutboundContent::Media(outbound_file(MediaKind::Video, address())),
    json!({ "type": "video", "url": "https://desk.example.com/media/1?until=2", "caption": "segue" })
)]
#[case(
    OutboundContent::Media(outbound_file(MediaKind::Audio { voice: true }, address())),
    json!({ "type": "audio", "url": "https://desk.example.com/media/1?until=2" })
)]
#[case(OutboundContent::Media(outbound_file(MediaKind::Document, address())), json!({
    "type": "file",
    "url": "https://desk.example.com/media/1?until=2",
    "filename": "nota.pdf",
    "caption": "segue",
}))]
#[case(
    OutboundContent::Contacts(vec![ContactCard { name: "Davi Reis".into(), phones: vec!["+5511987650002".into()], ..ContactCard::default() }]),
    json!({ "type": "contact", "contact": {
        "name": { "formattedName": "Davi Reis", "firstName": "Davi" },
        "phones": [{ "phone": "+5511987650002", "type": "CELL" }],
    } })
)]
fn messages_are_sent_to_gupshup_as_documented(
    #[case] content: OutboundContent,
    #[case] mut expected: serde_json::Value,
) {
    let (url, fields) = sent(content);
    assert_eq!(url, "https://api.gupshup.io/wa/api/v1/msg");
    let [(name, message)] = &fields[..] else { panic!("{fields:?}") };
    expected["context"] = json!({ "msgId": "quoted-1" });
    assert_eq!((name.as_str(), serde_json::from_str(message).ok()), ("message", Some(expected)));
}

#[test]
fn a_template_is_sent_to_gupshup_with_its_parameters_in_order() {
    let mut used = template_use(&[("1", "8"), ("2", "terça")]);
    used.header = Some(outbound_file(MediaKind::Image, address()));
    let (url, fields) = sent(OutboundContent::Template(used));
    assert_eq!(url, "https://api.gupshup.io/wa/api/v1/template/msg");
    let values: Vec<serde_json::Value> = fields
        .iter()
        .map(|(name, value)| json!({ name: serde_json::from_str::<serde_json::Value>(value).unwrap() }))
        .collect();
    let link = "https://desk.example.com/media/1?until=2";
    assert_eq!(
        values,
        [
            json!({ "template": { "id": "hello", "params": ["8", "terça"] } }),
            json!({ "message": { "type": "image", "image": { "link": link } } }),
        ]
    );
}

#[rstest]
#[case(OutboundContent::Contacts(vec![]), RefusalReason::Other)]
#[case(
    OutboundContent::Media(outbound_file(MediaKind::Image, MediaSource::Uploaded("1".into()))),
    RefusalReason::MediaRefused
)]
fn a_message_that_gupshup_does_not_support_is_refused_before_a_request(
    #[case] content: OutboundContent,
    #[case] reason: RefusalReason,
) {
    assert_eq!(gupshup().send_request(&outbound(content)).unwrap_err().reason, reason);
}

#[rstest]
#[case(202, r#"{"status":"submitted","messageId":"sent-1"}"#, Ok("sent-1"))]
#[case(200, r#"{"status":"error","message":"Invalid Destination"}"#, Err(Some(RefusalReason::InvalidNumber)))]
#[case(401, r#"{"message":"Authentication Failed","status":"error"}"#, Err(Some(RefusalReason::Other)))]
#[case(429, r#"{"status":"error","message":"Too Many Requests"}"#, Err(None))]
#[case(200, "garbage", Err(None))]
fn each_answer_of_gupshup_has_its_outcome(
    #[case] status: u16,
    #[case] body: &str,
    #[case] expected: Result<&str, Option<RefusalReason>>,
) {
    let outcome = match gupshup().send_outcome(&answer(status, body)) {
        SendOutcome::Accepted { provider_id, .. } => Ok(provider_id),
        SendOutcome::Refused(refusal) => Err(Some(refusal.reason)),
        SendOutcome::Failed { .. } => Err(None),
    };
    assert_eq!(outcome, expected.map(str::to_owned));
}

#[rstest]
#[case(1002, RefusalReason::NotOnWhatsApp)]
#[case(1004, RefusalReason::WindowClosed)]
#[case(1008, RefusalReason::NotOptedIn)]
#[case(1012, RefusalReason::NotOptedIn)]
#[case(1010, RefusalReason::MediaRefused)]
#[case(4003, RefusalReason::TemplateRefused)]
#[case(131_047, RefusalReason::WindowClosed)]
#[case(500, RefusalReason::Other)]
fn each_error_code_of_gupshup_has_its_meaning(#[case] code: u64, #[case] reason: RefusalReason) {
    assert_eq!(meaning(code).reason(), reason);
}

#[test]
fn approved_templates_of_gupshup_are_listed_with_their_variables_and_buttons() {
    let body = String::from_utf8(fixture("gupshup", "templates.json")).unwrap();
    let page = gupshup().templates_of(&answer(200, &body)).unwrap();
    let plain = Template { language: "pt_BR".into(), ..Template::default() };
    assert_eq!(
        page.templates,
        [
            Template {
                id: "t-1".into(),
                name: "pedido".into(),
                category: Some("UTILITY".into()),
                header: Some(TemplateHeader::Text("Oi {{1}}".into())),
                body: "Pedido {{1}} chega {{2}}".into(),
                variables: vec!["header.1".into(), "1".into(), "2".into()],
                buttons: vec!["Ok".into()],
                ..plain.clone()
            },
            Template {
                id: "t-2".into(),
                name: "foto".into(),
                category: Some("MARKETING".into()),
                header: Some(TemplateHeader::Media(MediaKind::Image)),
                body: "Veja {{1}}".into(),
                variables: vec!["1".into()],
                ..plain
            },
        ]
    );
    assert_eq!(gupshup().templates_request(None).unwrap().url, "https://api.gupshup.io/wa/app/app-1/template");
}

#[rstest]
#[case("VIDEO", TemplateHeader::Media(MediaKind::Video))]
#[case("DOCUMENT", TemplateHeader::Media(MediaKind::Document))]
fn every_kind_of_template_header_of_gupshup_is_parsed(#[case] kind: &str, #[case] expected: TemplateHeader) {
    let item = json!({
        "id": "t",
        "elementName": "t",
        "languageCode": "pt_BR",
        "status": "APPROVED",
        "templateType": kind,
    });
    let page = gupshup().templates_of(&answer(200, &json!({ "templates": [item] }).to_string())).unwrap();
    assert_eq!(page.templates.first().unwrap().header, Some(expected));
}

#[rstest]
#[case(MediaKind::Image, "image")]
#[case(MediaKind::Video, "video")]
#[case(MediaKind::Document, "document")]
fn every_kind_of_template_header_is_sent_to_gupshup(#[case] kind: MediaKind, #[case] word: &str) {
    let used = TemplateUse { header: Some(outbound_file(kind, address())), ..template_use(&[]) };
    let (_, fields) = sent(OutboundContent::Template(used));
    let (_, message) = fields.last().unwrap();
    let link = "https://desk.example.com/media/1?until=2";
    assert_eq!(serde_json::from_str(message).ok(), Some(json!({ "type": word, word: { "link": link } })));
}

#[test]
fn stickers_are_sent_to_gupshup_without_a_caption() {
    let (_, fields) = sent(OutboundContent::Media(outbound_file(MediaKind::Sticker, address())));
    let (_, message) = fields.first().unwrap();
    let link = "https://desk.example.com/media/1?until=2";
    let expected = json!({ "type": "sticker", "url": link, "context": { "msgId": "quoted-1" } });
    assert_eq!(serde_json::from_str(message).ok(), Some(expected));
}
