//! Tests of the webhooks and answers of the Cloud API, against fixtures made after its documents.

use rstest::rstest;
use serde_json::json;

use super::*;
use crate::testing::*;
use crate::types::*;

pub(super) fn meta() -> Meta {
    Meta::new(MetaConfig {
        base: "https://graph.facebook.com".into(),
        version: "v23.0".into(),
        business_account: "102290129340398".into(),
        access_token: secret("token-1"),
        app_secret: secret(APP_SECRET),
        verify_token: secret("verify me"),
    })
}

pub(super) fn message(name: &str) -> InboundMessage {
    only_message(&read(&meta(), "meta", name))
}

#[test]
fn fields_of_meta_webhooks_become_fields_of_the_message() {
    assert_eq!(
        message("text.json"),
        InboundMessage {
            provider_id: "wamid.fixture-text".into(),
            account: "106540352242922".into(),
            from: "5511987650001".into(),
            to: "551140001000".into(),
            user_id: None,
            profile_name: Some("Bia Campos".into()),
            at_ms: Some(1_764_082_800_000),
            content: InboundContent::Text("Olá, meu pedido não chegou 📦".into()),
            quoted_id: Some("wamid.quoted".into()),
            story: None,
            forwarded: false,
            details: None,
        }
    );
    assert!(message("image.json").forwarded, "forwarded");
    assert!(message("video.json").forwarded, "frequently forwarded");
    assert_eq!(message("image.json").quoted_id, None);
}

fn media(kind: MediaKind, id: &str, mime: &str, caption: Option<&str>, file_name: Option<&str>) -> InboundContent {
    InboundContent::Media(InboundMedia {
        kind,
        caption: caption.map(str::to_owned),
        mime: Some(mime.to_owned()),
        file_name: file_name.map(str::to_owned),
        reference: MediaReference::Id(id.to_owned()),
    })
}

fn reply(title: &str, payload: &str) -> InboundContent {
    InboundContent::Reply { title: title.into(), payload: payload.into() }
}

/// A file that the network does not have.
fn lost(kind: MediaKind) -> InboundContent {
    let reference = MediaReference::address_or_nowhere(None);
    InboundContent::Media(InboundMedia { kind, caption: None, mime: None, file_name: None, reference })
}

fn unsupported(kind: &str) -> InboundContent {
    InboundContent::Unsupported { kind: kind.into() }
}

#[rstest]
#[case("image.json", media(MediaKind::Image, "2754859441498128", "image/jpeg", Some("a caixa"), None))]
#[case("video.json", media(MediaKind::Video, "2754859441498129", "video/mp4", None, None))]
#[case("voice.json", media(MediaKind::Audio { voice: true }, "2754859441498130", "audio/ogg; codecs=opus", None, None))]
#[case("audio.json", media(MediaKind::Audio { voice: false }, "2754859441498131", "audio/mpeg", None, None))]
#[case("sticker.json", media(MediaKind::Sticker, "2754859441498132", "image/webp", None, None))]
#[case(
    "document.json",
    media(MediaKind::Document, "2754859441498133", "application/pdf", Some("segue"), Some("nota fiscal.pdf"))
)]
#[case("location.json", InboundContent::Location(Location {
    latitude: -23.56152,
    longitude: -46.65588,
    name: Some("MASP".into()),
    address: Some("Av. Paulista, 1578".into()),
}))]
#[case("contacts.json", InboundContent::Contacts(vec![ContactCard {
    name: "Davi Reis".into(),
    phones: vec!["+55 11 98765-0002".into(), "5511987650003".into()],
    whatsapp: vec!["5511987650002".into(), "5511987650003".into()],
    ..ContactCard::default()
}]))]
#[case("button.json", reply("Confirmar", "confirm-8"))]
#[case("button_reply.json", reply("Sim", "yes-1"))]
#[case("list_reply.json", reply("Segunda via", "row-2"))]
#[case("reaction.json", InboundContent::Reaction { emoji: "👍".into(), message_id: "wamid.sent-1".into() })]
#[case("reaction_removed.json", InboundContent::Reaction { emoji: String::new(), message_id: "wamid.sent-1".into() })]
#[case("flow_reply.json", unsupported("nfm_reply"))]
#[case("unsupported.json", unsupported("poll_creation"))]
#[case("unknown_kind.json", unsupported("hologram"))]
fn every_kind_of_message_of_meta_is_parsed(#[case] name: &str, #[case] content: InboundContent) {
    assert_eq!(message(name).content, content);
}

#[test]
fn receipts_of_meta_contain_the_state_the_key_and_the_error() {
    let receipt = |status, failure| {
        Inbound::Receipt(Receipt {
            provider_id: "wamid.sent-1".into(),
            key: Some("outbound-1".into()),
            status,
            failure,
            at_ms: Some(1_764_082_801_000),
        })
    };
    let closed = Refusal {
        code: "131047".into(),
        text: "Message failed to send because more than 24 hours have passed since the customer last replied to this number."
            .into(),
        reason: RefusalReason::WindowClosed,
    };
    assert_eq!(
        read(&meta(), "meta", "receipts.json"),
        [
            receipt(ReceiptStatus::Sent, None),
            receipt(ReceiptStatus::Delivered, None),
            receipt(ReceiptStatus::Read, None),
            receipt(ReceiptStatus::Read, None),
            receipt(ReceiptStatus::Failed, Some(closed)),
            Inbound::Ignored("status warning".into()),
        ]
    );
}

#[test]
fn an_unreadable_item_of_meta_does_not_affect_the_others() {
    let inbound = read(&meta(), "meta", "broken_items.json");
    let contents: Vec<(&str, &InboundContent)> = inbound
        .iter()
        .filter_map(|it| match it {
            Inbound::Message(message) => Some((message.provider_id.as_str(), &message.content)),
            _ => None,
        })
        .collect();
    assert_eq!(
        contents,
        [
            ("wamid.fixture-no-body", &unsupported("text")),
            ("wamid.fixture-image-no-id", &lost(MediaKind::Image)),
            ("wamid.fixture-good", &InboundContent::Text("still here".into())),
        ]
    );
    assert_eq!(inbound.iter().filter(|it| matches!(it, Inbound::Ignored(_))).count(), 4);
    assert_eq!(
        read(&meta(), "meta", "other_field.json"),
        [Inbound::Ignored("field message_template_status_update".into())]
    );
}

#[test]
fn bey_142_a_customer_who_stops_or_resumes_marketing_messages_in_whatsapp_is_reported_with_the_time() {
    let consent = |granted, at_ms| {
        let (account, from) = ("106540352242922".to_owned(), "5511987650001".to_owned());
        Inbound::OptIn(OptIn { account, from, granted, at_ms: Some(at_ms) })
    };
    assert_eq!(
        read(&meta(), "meta", "user_preferences.json"),
        [
            consent(false, 1_764_082_800_000),
            consent(true, 1_764_082_860_000),
            Inbound::Ignored("a preference without a customer or a value".into()),
        ]
    );
}

#[test]
fn a_signed_webhook_of_meta_is_accepted_and_a_changed_one_refused() {
    let signed = signatures("meta");
    assert_eq!(signed.len(), 22);
    for (name, signature) in signed {
        let body = fixture("meta", &name);
        let verify =
            |body: &[u8], signature: &str| meta().verify_signature(&call(body, &[("X-Hub-Signature-256", signature)]));
        assert_eq!(verify(&body, &signature), Ok(()), "{name}");
        let mut changed = body.clone();
        changed.push(b' ');
        assert_eq!(verify(&changed, &signature), Err(SignatureFault::Wrong), "{name}");
        let shorter: String = signature.chars().take(signature.len() - 2).collect();
        assert_eq!(verify(&body, &shorter), Err(SignatureFault::Wrong), "{name}");
        assert_eq!(verify(&body, "sha256=quite"), Err(SignatureFault::Malformed), "{name}");
        assert_eq!(verify(&body, "sha1=00"), Err(SignatureFault::Malformed), "{name}");
    }
    assert_eq!(meta().verify_signature(&call("{}", &[])), Err(SignatureFault::Missing));
}

#[rstest]
#[case("hub.mode=subscribe&hub.verify_token=verify%20me&hub.challenge=1158201444", Some("1158201444"))]
#[case("hub.mode=subscribe&hub.verify_token=verify%20mf&hub.challenge=1158201444", None)]
#[case("hub.mode=unsubscribe&hub.verify_token=verify%20me&hub.challenge=1158201444", None)]
#[case("hub.mode=subscribe&hub.verify_token=verify%20me", None)]
#[case("", None)]
fn a_webhook_subscription_of_meta_is_answered_only_with_the_token(
    #[case] query: &str,
    #[case] challenge: Option<&str>,
) {
    assert_eq!(meta().verify_subscription(query).as_deref(), challenge);
}

#[test]
fn a_truncated_body_of_meta_is_an_error_and_an_empty_token_authenticates_nothing() {
    let body = fixture("meta", "text.json");
    let cut = meta().read(&call(&body[..body.len() / 2], &[]));
    assert!(matches!(cut, Err(ReadFault::NotJson(_))), "{cut:?}");
    assert_eq!(meta().read(&call("{}", &[])), Err(ReadFault::Shape("no list `entry`")));

    let mut open = meta();
    open.config.verify_token = secret("");
    assert_eq!(open.verify_subscription("hub.mode=subscribe&hub.verify_token=&hub.challenge=1"), None);
}

#[test]
fn a_long_text_and_a_hundred_messages_of_meta_are_parsed_and_a_repeated_webhook_has_the_same_ids() {
    let mut body: serde_json::Value = serde_json::from_slice(&fixture("meta", "text.json")).unwrap();
    let value = body.pointer_mut("/entry/0/changes/0/value").unwrap();
    let long = "á".repeat(1024 * 1024);
    let messages = (0..100).map(|number| {
        let text = if number == 99 { long.as_str() } else { "oi" };
        json!({ "from": "5511987650001", "id": format!("wamid.{number}"), "type": "text", "text": { "body": text } })
    });
    value["messages"] = messages.collect();
    let call = call(body.to_string(), &[]);
    let ids = || -> Vec<String> {
        let inbound = meta().read(&call).unwrap();
        if let Some(Inbound::Message(last)) = inbound.last() {
            assert_eq!(last.content, InboundContent::Text(long.clone()));
        }
        inbound
            .into_iter()
            .map(|it| match it {
                Inbound::Message(message) => message.provider_id,
                other => panic!("{other:?}"),
            })
            .collect()
    };
    let first = ids();
    assert_eq!(first.len(), 100);
    assert_eq!(first, ids());
}

#[test]
fn a_file_of_meta_is_downloaded_from_the_address_that_its_media_id_gives() {
    let MediaRequest::Locate(locate) = meta().media_request(&MediaReference::Id("2754859441498128".into())) else {
        panic!("an id has to be located");
    };
    assert_eq!(locate.url, "https://graph.facebook.com/v23.0/2754859441498128");
    assert_eq!(locate.header("authorization"), Some("Bearer token-1"));
    let located = r#"{"messaging_product":"whatsapp","url":"https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1",
        "mime_type":"image/jpeg","sha256":"x","file_size":9,"id":"2754859441498128"}"#;
    let download = meta().media_location(&answer(200, located)).unwrap();
    assert_eq!(download.url, "https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1");
    assert_eq!(download.header("authorization"), Some("Bearer token-1"));
    assert_eq!(meta().media_location(&answer(404, "{}")), Err(ReadFault::Status(404)));
    assert_eq!(meta().media_location(&answer(200, "{}")), Err(ReadFault::Shape("no url of the media")));
}

#[test]
fn approved_templates_of_meta_are_listed_with_their_variables_and_buttons() {
    let body = String::from_utf8(fixture("meta", "templates.json")).unwrap();
    let page = meta().templates_of(&answer(200, &body)).unwrap();
    assert_eq!(
        page.templates,
        [
            Template {
                id: "reservation_confirmation".into(),
                name: "reservation_confirmation".into(),
                language: "pt_BR".into(),
                category: Some("UTILITY".into()),
                header: Some(TemplateHeader::Media(MediaKind::Image)),
                body: "Reserva de {{guest}} em {{day}}, mesa {{guest}}.".into(),
                variables: vec!["guest".into(), "day".into(), "button.0".into()],
                buttons: vec!["Ver".into(), "Cancelar".into()],
            },
            Template {
                id: "hello".into(),
                name: "hello".into(),
                language: "pt_BR".into(),
                category: Some("MARKETING".into()),
                header: Some(TemplateHeader::Text("Oi {{1}}".into())),
                body: "Pedido {{1}} de {{2}}".into(),
                variables: vec!["header.1".into(), "1".into(), "2".into()],
                buttons: vec![],
            },
        ]
    );
    let next = meta().templates_request(page.next.as_deref()).unwrap();
    let list = "https://graph.facebook.com/v23.0/102290129340398/message_templates?status=APPROVED&limit=100";
    assert_eq!(next.url, format!("{list}&after=MjQZD"));
    assert_eq!(meta().templates_request(None).unwrap().url, list);
    assert_eq!(meta().templates_of(&answer(500, "")), Err(ReadFault::Status(500)));
}

#[rstest]
#[case("VIDEO", TemplateHeader::Media(MediaKind::Video))]
#[case("DOCUMENT", TemplateHeader::Media(MediaKind::Document))]
#[case("LOCATION", TemplateHeader::Other("LOCATION".into()))]
fn every_kind_of_template_header_of_meta_is_parsed(#[case] format: &str, #[case] expected: TemplateHeader) {
    let components = json!([{ "type": "header", "format": format }]);
    let item = json!({ "name": "t", "language": "pt_BR", "status": "APPROVED", "components": components });
    let page = meta().templates_of(&answer(200, &json!({ "data": [item] }).to_string())).unwrap();
    assert_eq!((page.templates.first().unwrap().header.clone(), page.next), (Some(expected), None));
}

#[test]
fn debug_output_of_requests_and_webhooks_contains_neither_query_nor_values() {
    let request = HttpRequestData::post("https://a.example/b?token=secret".into(), "text/plain", b"secret".to_vec());
    let shown =
        r#"HttpRequestData { method: Post, url: "https://a.example/b", headers: ["content-type"], body_bytes: 6 }"#;
    assert_eq!(format!("{request:?}"), shown);
    let mut call = call("secret", &[("X-Secret", "secret")]);
    call.url.push_str("?token=secret");
    let shown = r#"RawCall { url: "https://desk.example.com/webhooks/1", headers: ["X-Secret"], body_bytes: 6 }"#;
    assert_eq!(format!("{call:?}"), shown);
}

#[rstest]
#[case::a_file("https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1&hash=h", true)]
#[case::another_path("https://lookaside.fbsbx.com/lookaside/crawler/media/?media_id=1", false)]
#[case::a_request_of_the_interface("https://graph.facebook.com/v23.0/me/accounts", false)]
#[case::another_host("https://example.com/whatsapp_business/attachments/?mid=1", false)]
fn the_token_is_sent_to_an_address_in_a_webhook_only_if_it_is_that_of_a_file(
    #[case] url: &str,
    #[case] has_token: bool,
) {
    let reference = MediaReference::Address(url.to_owned());
    let MediaRequest::Download(request) = meta().media_request(&reference) else { panic!("located") };
    assert_eq!(request.header("authorization").is_some(), has_token);
}

#[rstest]
#[case::download_that_failed_at_the_network("document", MediaKind::Document)]
#[case::a_picture("image", MediaKind::Image)]
#[case::a_video("video", MediaKind::Video)]
#[case::a_sound("audio", MediaKind::Audio { voice: false })]
#[case::a_sticker("sticker", MediaKind::Sticker)]
fn bey_169_a_file_that_the_network_could_not_accept_becomes_a_message_without_its_file(
    #[case] kind: &str,
    #[case] shown: MediaKind,
) {
    let body = serde_json::json!({ "entry": [{ "changes": [{ "field": "messages", "value": {
        "metadata": { "phone_number_id": "1", "display_phone_number": "551140004000" },
        "messages": [{ "from": "5511987650001", "id": "w1", "timestamp": "1", "type": kind,
            "errors": [{ "code": 131_052, "title": "Media download error" }] }],
    } }] }] });
    let read = super::read::read(body.to_string().as_bytes()).unwrap();
    let [Inbound::Message(message)] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!(message.content, lost(shown));
}
