//! Tests of Instagram messaging against fixtures made after its documents.

use rstest::rstest;
use serde_json::json;

use super::*;
use crate::testing::*;
use crate::types::*;

fn instagram() -> Instagram {
    Instagram::new(InstagramConfig {
        base: "https://graph.facebook.com".into(),
        version: "v23.0".into(),
        access_token: secret("token-1"),
        app_secret: secret(APP_SECRET),
        verify_token: secret("verify me"),
    })
}

fn inbound(name: &str) -> Vec<Inbound> {
    read(&instagram(), "instagram", name)
}

fn url(number: u32) -> String {
    format!("https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id={number}&signature=s")
}

fn media(kind: MediaKind, number: u32, caption: Option<&str>) -> InboundContent {
    InboundContent::Media(InboundMedia {
        kind,
        caption: caption.map(str::to_owned),
        mime: None,
        file_name: None,
        reference: MediaReference::Address(url(number)),
    })
}

fn reply(title: &str, payload: &str) -> InboundContent {
    InboundContent::Reply { title: title.into(), payload: payload.into() }
}

fn unsupported(kind: &str) -> InboundContent {
    InboundContent::Unsupported { kind: kind.into() }
}

#[test]
fn fields_of_an_instagram_event_become_fields_of_the_message() {
    assert_eq!(
        only_message(&inbound("text.json")),
        InboundMessage {
            provider_id: "mid.text".into(),
            account: "17841400000000001".into(),
            from: "5522110001".into(),
            to: "17841400000000001".into(),
            user_id: None,
            profile_name: None,
            at_ms: Some(1_764_082_800_123),
            content: InboundContent::Text("Oi, têm esse em azul?".into()),
            quoted_id: Some("mid.quoted".into()),
            story: None,
            forwarded: false,
            details: None,
        }
    );
}

#[rstest]
#[case("video.json", "mid.video", media(MediaKind::Video, 3, None), None)]
#[case("audio.json", "mid.audio", media(MediaKind::Audio { voice: true }, 4, None), None)]
#[case("file.json", "mid.file", media(MediaKind::Document, 5, None), None)]
#[case("share.json", "mid.share", InboundContent::Text(String::new()), None)]
#[case("story_reply.json", "mid.story", InboundContent::Text("Quero!".into()), Some(url(7)))]
#[case("story_mention.json", "mid.mention", media(MediaKind::Image, 8, None), Some(url(8)))]
#[case("quick_reply.json", "mid.quick", reply("Sim", "yes-1"), None)]
#[case("postback.json", "mid.postback", reply("Começar", "start"), None)]
#[case("unsupported.json", "mid.unsupported", unsupported("unsupported"), None)]
#[case("deleted.json", "mid.deleted:deleted", InboundContent::Revoke { message_id: "mid.deleted".into() }, None)]
#[case("edit.json", "mid.text:edit:1", InboundContent::Edit { text: "oi de novo".into(), message_id: "mid.text".into() }, None)]
#[case(
    "reaction.json",
    "mid.sent:5522110001:1764082800123",
    InboundContent::Reaction { emoji: "❤".into(), message_id: "mid.sent".into() },
    None
)]
#[case(
    "reaction_removed.json",
    "mid.sent:5522110001:1764082800123",
    InboundContent::Reaction { emoji: String::new(), message_id: "mid.sent".into() },
    None
)]
fn every_kind_of_instagram_message_is_parsed(
    #[case] name: &str,
    #[case] id: &str,
    #[case] content: InboundContent,
    #[case] story: Option<String>,
) {
    let message = only_message(&inbound(name));
    assert_eq!((message.provider_id.as_str(), message.content, message.story), (id, content, story));
}

#[test]
fn several_files_of_an_instagram_message_become_several_messages_with_different_ids() {
    let parts: Vec<(String, InboundContent)> = inbound("image_and_text.json")
        .into_iter()
        .map(|it| match it {
            Inbound::Message(message) => (message.provider_id, message.content),
            other => panic!("{other:?}"),
        })
        .collect();
    let first = ("mid.two".to_owned(), media(MediaKind::Image, 1, Some("estes")));
    let second = ("mid.two#1".to_owned(), media(MediaKind::Image, 2, None));
    assert_eq!(parts, [first, second]);
}

#[rstest]
#[case("echo.json", "echo of an own message")]
#[case("referral.json", "event of another kind")]
fn instagram_events_that_need_no_action_are_ignored_with_a_reason(#[case] name: &str, #[case] reason: &str) {
    assert_eq!(inbound(name), [Inbound::Ignored(reason.into())]);
}

#[test]
fn a_seen_event_of_instagram_is_a_receipt() {
    let receipt = Receipt {
        provider_id: "mid.sent".into(),
        key: None,
        status: ReceiptStatus::Read,
        failure: None,
        at_ms: Some(1_764_082_800_123),
    };
    assert_eq!(inbound("read.json"), [Inbound::Receipt(receipt)]);
}

#[test]
fn an_unreadable_item_of_instagram_does_not_affect_the_others() {
    let all = inbound("broken_items.json");
    let messages: Vec<&Inbound> = all.iter().filter(|it| matches!(it, Inbound::Message(_))).collect();
    assert!(matches!(&messages[..], [Inbound::Message(message)] if message.provider_id == "mid.good"));
    assert_eq!(all.len(), 8);
}

#[test]
fn a_signed_instagram_webhook_is_accepted_and_a_changed_one_refused() {
    let signed = signatures("instagram");
    assert_eq!(signed.len(), 18);
    for (name, signature) in signed {
        let body = fixture("instagram", &name);
        let signature = [("x-hub-signature-256", signature.as_str())];
        assert_eq!(instagram().verify_signature(&call(body.as_slice(), &signature)), Ok(()), "{name}");
        let cut = &body[..body.len() - 2];
        assert_eq!(instagram().verify_signature(&call(cut, &signature)), Err(SignatureFault::Wrong), "{name}");
        assert!(matches!(instagram().read(&call(cut, &[])), Err(ReadFault::NotJson(_))), "{name}");
    }
    let query = "hub.mode=subscribe&hub.verify_token=verify%20me&hub.challenge=7";
    assert_eq!(instagram().verify_subscription(query).as_deref(), Some("7"));
}

#[rstest]
#[case(true, json!({ "messaging_type": "RESPONSE" }))]
#[case(false, json!({ "messaging_type": "MESSAGE_TAG", "tag": "HUMAN_AGENT" }))]
fn outside_the_window_a_message_to_instagram_has_the_tag_of_a_human_agent(
    #[case] open: bool,
    #[case] kind: serde_json::Value,
) {
    let mut outbound = text_message("Temos!");
    outbound.to = "5522110001".into();
    outbound.window_open = open;
    outbound.quoted_id = Some("mid.quoted".into());
    let request = instagram().send_request(&outbound).unwrap();
    assert_eq!(request.url, "https://graph.facebook.com/v23.0/me/messages");
    assert_eq!(request.header("authorization"), Some("Bearer token-1"));
    let mut body = json!({
        "recipient": { "id": "5522110001" },
        "message": { "text": "Temos!" },
        "reply_to": { "mid": "mid.quoted" },
    });
    body.as_object_mut().unwrap().extend(kind.as_object().unwrap().clone());
    assert_eq!(json_body(&request), body);
}

#[rstest]
#[case(MediaKind::Image, "image")]
#[case(MediaKind::Sticker, "image")]
#[case(MediaKind::Video, "video")]
#[case(MediaKind::Audio { voice: true }, "audio")]
#[case(MediaKind::Document, "file")]
fn files_are_sent_to_instagram_by_address(#[case] kind: MediaKind, #[case] word: &str) {
    let request = instagram().send_request(&outbound(OutboundContent::Media(outbound_file(kind, address())))).unwrap();
    let attachment = json!({ "type": word, "payload": { "url": "https://desk.example.com/media/1?until=2" } });
    assert_eq!(json_body(&request)["message"], json!({ "attachment": attachment }));
}

#[rstest]
#[case(OutboundContent::Template(template_use(&[])), RefusalReason::TemplateRefused)]
#[case(OutboundContent::Contacts(vec![]), RefusalReason::Other)]
#[case(OutboundContent::Text("á".repeat(501)), RefusalReason::TooLong)]
#[case(
    OutboundContent::Media(outbound_file(MediaKind::Image, MediaSource::Uploaded("1".into()))),
    RefusalReason::MediaRefused
)]
fn a_message_that_instagram_does_not_support_is_refused_before_a_request(
    #[case] content: OutboundContent,
    #[case] reason: RefusalReason,
) {
    assert_eq!(instagram().send_request(&outbound(content)).unwrap_err().reason, reason);
}

#[test]
fn the_longest_text_is_accepted_for_instagram() {
    assert!(instagram().send_request(&text_message(&"á".repeat(500))).is_ok());
}

#[rstest]
#[case(10, 2_534_022, Some(RefusalReason::WindowClosed))]
#[case(10, 2_018_278, Some(RefusalReason::WindowClosed))]
#[case(551, 1_545_041, Some(RefusalReason::RecipientBlocked))]
#[case(100, 2_534_014, Some(RefusalReason::InvalidNumber))]
#[case(100, 2_018_008, Some(RefusalReason::MediaRefused))]
#[case(190, 463, Some(RefusalReason::Other))]
#[case(613, 0, None)]
#[case(4, 0, None)]
fn each_error_code_of_instagram_has_its_meaning(
    #[case] code: u32,
    #[case] subcode: u32,
    #[case] reason: Option<RefusalReason>,
) {
    let body = json!({ "error": { "message": "m", "code": code, "error_subcode": subcode } });
    let outcome = instagram().send_outcome(&answer(400, &body.to_string()));
    let actual = match outcome {
        SendOutcome::Refused(refusal) => Some(refusal.reason),
        SendOutcome::Failed { .. } => None,
        SendOutcome::Accepted { .. } => panic!("accepted"),
    };
    assert_eq!(actual, reason);
}

#[test]
fn an_accepted_message_to_instagram_has_the_id_of_its_receipts() {
    let outcome = SendOutcome::accepted("mid.sent".into());
    let body = r#"{"recipient_id":"5522110001","message_id":"mid.sent"}"#;
    assert_eq!(instagram().send_outcome(&answer(200, body)), outcome);
}

#[test]
fn files_of_instagram_are_downloaded_only_from_instagrams_hosts() {
    let expected = ["graph.facebook.com", "lookaside.fbsbx.com", ".fbcdn.net", ".cdninstagram.com"];
    assert_eq!(instagram().allowed_media_hosts(), expected);
}

#[test]
fn files_of_instagram_are_downloaded_without_the_token() {
    let MediaRequest::Download(request) = instagram().media_request(&MediaReference::Address(url(1))) else {
        panic!("addresses are downloaded at once");
    };
    assert_eq!((request.url, request.headers.len()), (url(1), 0));
    assert_eq!(instagram().templates_request(None), None);
}
