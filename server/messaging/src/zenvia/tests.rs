//! Tests of Zenvia against fixtures made after its specification.

use rstest::rstest;
use serde_json::json;

use super::*;
use crate::testing::*;
use crate::types::*;

fn zenvia() -> Zenvia {
    Zenvia::new(ZenviaConfig {
        base: "https://api.zenvia.com".into(),
        channel: "whatsapp".into(),
        api_token: secret("token-1"),
        webhook_secret: secret("hook-1"),
        media_hosts: vec!["files.example.com".into()],
    })
}

fn media(kind: MediaKind, number: u32, mime: &str, caption: Option<&str>, file_name: Option<&str>) -> InboundContent {
    InboundContent::Media(InboundMedia {
        kind,
        caption: caption.map(str::to_owned),
        mime: Some(mime.to_owned()),
        file_name: file_name.map(str::to_owned),
        reference: MediaReference::Address(format!("https://files.example.com/{number}")),
    })
}

fn unsupported(kind: &str) -> InboundContent {
    InboundContent::Unsupported { kind: kind.into() }
}

#[test]
fn every_content_of_a_zenvia_webhook_becomes_a_message_with_its_own_id() {
    let contents = [
        InboundContent::Text("oi".into()),
        InboundContent::Reply { title: "Sim".into(), payload: "yes-1".into() },
        media(MediaKind::Image, 1, "image/jpeg", Some("a caixa"), None),
        media(MediaKind::Sticker, 2, "image/webp", None, None),
        media(MediaKind::Video, 3, "video/mp4", None, None),
        media(MediaKind::Audio { voice: true }, 4, "audio/ogg; codecs=opus", None, None),
        media(MediaKind::Audio { voice: false }, 5, "audio/mpeg", None, None),
        media(MediaKind::Document, 6, "application/pdf", None, Some("nota.pdf")),
        InboundContent::Location(Location {
            latitude: -23.56152,
            longitude: -46.65588,
            name: Some("MASP".into()),
            address: Some("Av. Paulista, 1578".into()),
        }),
        InboundContent::Contacts(vec![ContactCard {
            name: "Davi Reis".into(),
            phones: vec!["+55 11 98765-0002".into()],
            whatsapp: vec!["5511987650002".into()],
            ..ContactCard::default()
        }]),
        unsupported("unsupported"),
        unsupported("product_list_order"),
        InboundContent::Media(InboundMedia {
            kind: MediaKind::Document,
            caption: None,
            mime: None,
            file_name: None,
            reference: MediaReference::address_or_nowhere(None),
        }),
    ];
    let expected: Vec<Inbound> = contents
        .into_iter()
        .enumerate()
        .map(|(number, content)| {
            Inbound::Message(Box::new(InboundMessage {
                provider_id: if number == 0 { "in-1".into() } else { format!("in-1#{number}") },
                account: "sender-1".into(),
                from: "5511987650001".into(),
                to: "sender-1".into(),
                user_id: None,
                profile_name: Some("Bia Campos".into()),
                at_ms: Some(1_764_082_800_123),
                content,
                quoted_id: Some("quoted-1".into()),
                story: None,
                forwarded: false,
                details: None,
            }))
        })
        .collect();
    assert_eq!(read(&zenvia(), "zenvia", "messages.json"), expected);
}

#[test]
fn zenvia_events_are_parsed_as_receipts_or_need_no_action() {
    let events: Vec<serde_json::Value> = serde_json::from_slice(&fixture("zenvia", "events.json")).unwrap();
    let inbound: Vec<Inbound> =
        events.iter().flat_map(|event| zenvia().read(&call(event.to_string(), &[])).unwrap()).collect();
    let receipt = |status, failure| {
        Inbound::Receipt(Receipt {
            provider_id: "sent-1".into(),
            key: Some("outbound-1".into()),
            status,
            failure,
            at_ms: Some(1_764_082_802_000),
        })
    };
    let closed = Refusal { code: "131047".into(), text: "closed".into(), reason: RefusalReason::WindowClosed };
    let ignored = |reason: &str| Inbound::Ignored(reason.into());
    assert_eq!(
        inbound,
        [
            receipt(ReceiptStatus::Sent, None),
            receipt(ReceiptStatus::Delivered, None),
            receipt(ReceiptStatus::Read, None),
            receipt(ReceiptStatus::Failed, Some(closed)),
            receipt(ReceiptStatus::Failed, Some(Refusal::local(RefusalReason::Other, "d"))),
            ignored("status CLICKED"),
            ignored("own message"),
            ignored("message without contents"),
            ignored("message without id or sender"),
            ignored("status without id"),
            ignored("event CONTACT"),
        ]
    );
    assert_eq!(zenvia().read(&call("{}", &[])), Err(ReadFault::Shape("no field `type`")));
    assert!(matches!(zenvia().read(&call("{\"type\"", &[])), Err(ReadFault::NotJson(_))));
}

#[test]
fn a_zenvia_webhook_requires_the_shared_secret() {
    let verify = |value: &str| zenvia().verify_signature(&call("{}", &[("authorization", value)]));
    assert_eq!(verify("Bearer hook-1"), Ok(()));
    assert_eq!(verify("Bearer hook-2"), Err(SignatureFault::Wrong));
    assert_eq!(verify("hook-1"), Err(SignatureFault::Missing));
}

#[rstest]
#[case(OutboundContent::Text("oi".into()), json!({ "type": "text", "text": "oi" }))]
#[case(OutboundContent::Media(outbound_file(MediaKind::Document, address())), json!({
    "type": "file",
    "fileUrl": "https://desk.example.com/media/1?until=2",
    "fileMimeType": "application/pdf",
    "fileCaption": "segue",
    "fileName": "nota.pdf",
}))]
#[case(
    OutboundContent::Contacts(vec![ContactCard { name: "Davi Reis".into(), phones: vec!["+5511987650002".into()], ..ContactCard::default() }]),
    json!({ "type": "contacts", "contacts": [{
        "name": { "formattedName": "Davi Reis", "firstName": "Davi" },
        "phones": [{ "phone": "+5511987650002", "type": "CELL", "waId": "5511987650002" }],
    }] })
)]
#[case(
    OutboundContent::Template(TemplateUse { header: Some(outbound_file(MediaKind::Image, address())), ..template_use(&[("dia", "terça")]) }),
    json!({ "type": "template", "templateId": "hello", "fields": {
        "dia": "terça",
        "imageUrl": "https://desk.example.com/media/1?until=2",
    } })
)]
fn messages_are_sent_to_zenvia_as_specified(#[case] content: OutboundContent, #[case] expected: serde_json::Value) {
    let mut outbound = outbound(content);
    outbound.account = "sender-1".into();
    outbound.quoted_id = Some("quoted-1".into());
    let request = zenvia().send_request(&outbound).unwrap();
    assert_eq!(request.url, "https://api.zenvia.com/v2/channels/whatsapp/messages");
    assert_eq!(request.header("X-API-TOKEN"), Some("token-1"));
    assert_eq!(
        json_body(&request),
        json!({
            "from": "sender-1",
            "to": "5511987650001",
            "externalId": "outbound-1",
            "idRef": "quoted-1",
            "contents": [expected],
        })
    );
}

#[rstest]
#[case(200, r#"{"id":"sent-1","from":"sender-1"}"#, Ok("sent-1"))]
#[case(400, r#"{"code":"VALIDATION_ERROR","message":"Validation error"}"#, Err(Some("VALIDATION_ERROR")))]
#[case(500, r#"{"code":"INTERNAL_ERROR","message":"Internal error"}"#, Err(None))]
#[case(200, "garbage", Err(None))]
fn each_answer_of_zenvia_has_its_outcome(
    #[case] status: u16,
    #[case] body: &str,
    #[case] expected: Result<&str, Option<&str>>,
) {
    let outcome = match zenvia().send_outcome(&answer(status, body)) {
        SendOutcome::Accepted { provider_id, .. } => Ok(provider_id),
        SendOutcome::Refused(refusal) => Err(Some(refusal.code)),
        SendOutcome::Failed { .. } => Err(None),
    };
    assert_eq!(outcome, expected.map(str::to_owned).map_err(|code| code.map(str::to_owned)));
}

#[test]
fn files_of_zenvia_are_downloaded_from_configured_hosts_without_the_token() {
    let reference = MediaReference::Address("https://files.example.com/1".into());
    let MediaRequest::Download(request) = zenvia().media_request(&reference) else { panic!("located") };
    assert!(request.headers.is_empty());
    assert_eq!(zenvia().allowed_media_hosts(), ["api.zenvia.com", "files.example.com"]);
    let uploaded = outbound(OutboundContent::Media(outbound_file(MediaKind::Image, MediaSource::Uploaded("1".into()))));
    assert_eq!(zenvia().send_request(&uploaded).unwrap_err().reason, RefusalReason::MediaRefused);
}

#[test]
fn approved_templates_of_zenvia_are_listed_in_portions() {
    let body = String::from_utf8(fixture("zenvia", "templates.json")).unwrap();
    let page = zenvia().templates_of(&answer(200, &body)).unwrap();
    let template = Template {
        id: "t-1".into(),
        name: "pedido".into(),
        language: "pt_BR".into(),
        category: Some("UTILITY".into()),
        header: Some(TemplateHeader::Media(MediaKind::Image)),
        body: "Pedido {{pedido}} chega {{dia}}".into(),
        variables: vec!["pedido".into(), "dia".into()],
        buttons: vec!["Ok".into()],
    };
    assert_eq!(page, TemplatePage { templates: vec![template], next: None });

    let item = json!({ "id": "t", "name": "t", "locale": "pt_BR", "status": "APPROVED" });
    let full =
        HttpAnswer { headers: vec![("X-Page".into(), "3".into())], ..answer(200, &json!(vec![item; 100]).to_string()) };
    let page = zenvia().templates_of(&full).unwrap();
    assert_eq!((page.templates.len(), page.next.as_deref()), (100, Some("4")));
    assert_eq!(
        zenvia().templates_request(page.next.as_deref()).unwrap().url,
        "https://api.zenvia.com/v2/templates?channel=WHATSAPP&status=APPROVED&page=4&size=100"
    );
    assert_eq!(zenvia().templates_of(&answer(200, "{}")), Err(ReadFault::Shape("no list of templates")));
}

#[rstest]
#[case(json!({ "type": "MEDIA_VIDEO" }), Some(TemplateHeader::Media(MediaKind::Video)))]
#[case(json!({ "type": "MEDIA_DOCUMENT" }), Some(TemplateHeader::Media(MediaKind::Document)))]
#[case(json!({ "type": "TEXT_FIXED", "text": "Oi" }), Some(TemplateHeader::Text("Oi".into())))]
#[case(json!({ "type": "TEXT_TEMPLATE", "text": "Oi {{nome}}" }), Some(TemplateHeader::Text("Oi {{nome}}".into())))]
#[case(json!({ "type": "NEW" }), Some(TemplateHeader::Other("NEW".into())))]
#[case(json!(null), None)]
fn every_kind_of_template_header_of_zenvia_is_parsed(
    #[case] header: serde_json::Value,
    #[case] expected: Option<TemplateHeader>,
) {
    let item = json!({
        "id": "t",
        "name": "t",
        "locale": "pt_BR",
        "status": "APPROVED",
        "text": "all",
        "fields": ["videoUrl", "documentUrl", "nome"],
        "components": { "header": header },
    });
    let page = zenvia().templates_of(&answer(200, &json!([item]).to_string())).unwrap();
    let template = page.templates.first().unwrap();
    assert_eq!((&template.header, template.body.as_str()), (&expected, "all"));
    assert_eq!(template.variables, ["nome"]);
}

#[rstest]
#[case(MediaKind::Video, "videoUrl")]
#[case(MediaKind::Document, "documentUrl")]
#[case(MediaKind::Image, "imageUrl")]
fn every_kind_of_template_header_is_sent_to_zenvia(#[case] kind: MediaKind, #[case] field: &str) {
    let used = TemplateUse { header: Some(outbound_file(kind, address())), ..template_use(&[]) };
    let body = json_body(&zenvia().send_request(&outbound(OutboundContent::Template(used))).unwrap());
    assert_eq!(body["contents"][0]["fields"], json!({ field: "https://desk.example.com/media/1?until=2" }));
}
