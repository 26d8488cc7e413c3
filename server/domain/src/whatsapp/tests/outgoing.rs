//! Tests of the limits of a route's network, checked for every sent message whatever the page allowed (BEY-170).

use super::{HELENA, at_work, file, only_job, provider_takes, send, text, thread, writes, writes_with_file};
use crate::store::{RouteStore, TemplateRow};
use crate::testing::{ANA, Agent, TestCentre};
use crate::{MediaUpload, Uploader, WhatsAppFileSource, WhatsAppOutcome, WhatsAppSendContent};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{Channel, MessageMedia, MetaType, Protocol};

/// An attendance of Helena on a route of this provider; with `instagram` on its Instagram route.
fn attendance(provider: &str) -> (TestCentre, Agent, Protocol) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    let mut route = test.store.whatsapp_route("1").unwrap().unwrap();
    route.provider = provider.to_owned();
    if provider == "instagram" {
        route.meta_type = MetaType::Instagram;
    }
    test.store.put_whatsapp_route(&route).unwrap();
    (test, ana, protocol)
}

/// Ana uploads a file whose content is of this type.
fn uploads(test: &mut TestCentre, ana: &Agent, protocol: &Protocol, kind: MessageMedia, mimetype: &str, size: u64) {
    let (media_id, file_name) = ("m1".to_owned(), "arquivo".to_owned());
    let upload = MediaUpload { media_id, kind, mimetype: mimetype.to_owned(), file_name, size };
    let uploader = Uploader::Agent { authorization: Some(ana.token.clone()), channel: Channel::Whatsapp };
    let reply = test.with(|centre, store, context| centre.uploaded(store, context, &uploader, protocol, &upload));
    assert_eq!(reply.status, 200, "{}", reply.body);
}

fn taken(test: &mut TestCentre) -> Option<WhatsAppSendContent> {
    let sends = provider_takes(test, &WhatsAppOutcome::accepted("p1"));
    sends.into_iter().next().map(|send| send.content)
}

#[rstest]
#[case::picture("meta", MessageMedia::Image, "image/png", 10, Ok((MessageMedia::Image, "image/png")))]
#[case::picture_of_a_type_that_is_not_shown("meta", MessageMedia::Image, "image/webp", 10, Ok((MessageMedia::File, "image/webp")))]
#[case::picture_that_is_too_large_for_one("meta", MessageMedia::Image, "image/jpeg", 6_000_000, Ok((MessageMedia::File, "image/jpeg")))]
#[case::type_with_the_name_that_meta_knows("meta", MessageMedia::Audio, "audio/m4a", 10, Ok((MessageMedia::Audio, "audio/mp4")))]
#[case::recording_of_chrome("meta", MessageMedia::Audio, "audio/webm", 10, Err("422 mediaId:typeNotAllowed"))]
#[case::animation("meta", MessageMedia::Image, "image/gif", 10, Err("422 mediaId:typeNotAllowed"))]
#[case::picture_of_a_telephone("gupshup", MessageMedia::Image, "image/heif", 10, Err("422 mediaId:typeNotAllowed"))]
#[case::archive("meta", MessageMedia::File, "application/zip", 10, Err("422 mediaId:typeNotAllowed"))]
#[case::markup_file("meta", MessageMedia::File, "application/octet-stream", 10, Err("422 mediaId:typeNotAllowed"))]
#[case::large_file_by_twilio("twilio", MessageMedia::Image, "image/jpeg", 6_000_000, Err("422 mediaId:tooLarge"))]
#[case::text_file_by_twilio("twilio", MessageMedia::File, "text/plain", 10, Err("422 mediaId:typeNotAllowed"))]
#[case::animation_on_instagram("instagram", MessageMedia::Image, "image/gif", 10, Ok((MessageMedia::Image, "image/gif")))]
fn bey_170_a_file_is_sent_in_the_kind_that_the_network_accepts_or_is_refused(
    #[case] provider: &str,
    #[case] kind: MessageMedia,
    #[case] mimetype: &str,
    #[case] size: u64,
    #[case] expected: Result<(MessageMedia, &str), &str>,
) {
    let (mut test, ana, protocol) = attendance(provider);
    uploads(&mut test, &ana, &protocol, kind, mimetype, size);
    let answer = send(&mut test, &ana, &protocol, json!({ "mediaId": "m1" }));
    let found = match taken(&mut test) {
        Some(WhatsAppSendContent::Media { kind, mimetype, voice: false, .. }) => Ok((kind, mimetype)),
        other => Err((answer.refusal(), other)),
    };
    let expected = expected.map(|(kind, mime)| (kind, mime.to_owned())).map_err(|why| (why.to_owned(), None));
    assert_eq!(found, expected);
}

#[rstest]
#[case::recording("audio/ogg", true, true)]
#[case::chosen_file("audio/ogg", false, false)]
#[case::recording_of_safari("audio/mp4", true, false)]
fn bey_170_a_recording_is_sent_as_a_voice_message_if_its_format_is_allowed_for_voice_messages(
    #[case] mimetype: &str,
    #[case] recorded: bool,
    #[case] expected: bool,
) {
    let (mut test, ana, protocol) = attendance("meta");
    uploads(&mut test, &ana, &protocol, MessageMedia::Audio, mimetype, 10);
    send(&mut test, &ana, &protocol, json!({ "mediaId": "m1", "voice": recorded })).ok();
    let Some(WhatsAppSendContent::Media { voice, .. }) = taken(&mut test) else { panic!("no file") };
    assert_eq!(voice, expected);
}

#[rstest]
#[case::longest_text("meta", 4_096, false, None)]
#[case::too_long_text("meta", 4_097, false, Some(4_096))]
#[case::too_long_text_by_twilio("twilio", 1_601, false, Some(1_600))]
#[case::too_many_bytes_on_instagram("instagram", 501, false, Some(1_000))]
#[case::longest_caption("meta", 1_024, true, None)]
#[case::too_long_caption("meta", 1_025, true, Some(1_024))]
fn bey_170_a_text_above_the_limit_of_the_network_is_refused_with_the_limit(
    #[case] provider: &str,
    #[case] letters: usize,
    #[case] beside_a_file: bool,
    #[case] limit: Option<u64>,
) {
    let (mut test, ana, protocol) = attendance(provider);
    let mut fields = json!({ "message": "é".repeat(letters) });
    if beside_a_file {
        uploads(&mut test, &ana, &protocol, MessageMedia::Image, "image/png", 10);
        fields["mediaId"] = json!("m1");
    }
    let answer = send(&mut test, &ana, &protocol, fields);
    match limit {
        None => assert_eq!(answer.status, 200),
        Some(limit) => {
            assert_eq!(
                (answer.refusal().as_str(), &answer.body["details"]["most"]),
                ("422 message:tooLong", &json!(limit))
            );
        }
    }
}

#[test]
fn bey_170_a_text_beside_a_file_is_refused_by_a_network_without_captions() {
    let (mut test, ana, protocol) = attendance("instagram");
    uploads(&mut test, &ana, &protocol, MessageMedia::Image, "image/png", 10);
    let answer = send(&mut test, &ana, &protocol, json!({ "mediaId": "m1", "message": "Segue" }));
    assert_eq!(answer.refusal(), "422 message:noCaption");
}

#[test]
fn bey_170_a_forwarded_file_is_refused_by_a_network_that_does_not_accept_it() {
    let (mut test, ana, protocol) = attendance("gupshup");
    let received = crate::FetchedFile { mimetype: "image/heif".to_owned(), ..file("m9", MessageMedia::Image) };
    writes_with_file(&mut test, text("w2", HELENA, ""), &received);
    let messages = thread(&mut test, &ana, &protocol);
    let with_file = |message: &&Value| message["mimetype"] == "image/heif";
    let id = messages.iter().find(with_file).expect("the picture")["message_id"].clone();
    let answer = send(&mut test, &ana, &protocol, json!({ "forwardedFrom": id }));
    assert_eq!(answer.refusal(), "422 forwardedFrom:typeNotAllowed");
}

/// A template of the route whose header is a file of this kind.
fn put_template(test: &mut TestCentre, header_media: Option<MessageMedia>) {
    let template = test.store.template("segunda_via_1").unwrap().unwrap();
    let body = "Olá {{1}}, segue a segunda via da sua fatura.".to_owned();
    test.store.put_template(&TemplateRow { header_media, body, ..template }).unwrap();
}

fn with_template(extra: &Value) -> Value {
    let mut fields = json!({ "template": { "id": "segunda_via_1", "variables": ["Helena"] } });
    if let Some(link) = extra.get("headerLink") {
        fields["template"]["headerLink"] = link.clone();
    }
    if let Some(id) = extra.get("mediaId") {
        fields["mediaId"] = id.clone();
    }
    fields
}

const LINK: &str = "https://exemplo.com/faturas/novembro.pdf?c=1";

#[rstest]
#[case::a_document("meta", Some(MessageMedia::File), "application/pdf", json!({ "mediaId": "m1" }), "200")]
#[case::a_picture("meta", Some(MessageMedia::Image), "image/png", json!({ "mediaId": "m1" }), "200")]
#[case::a_video("gupshup", Some(MessageMedia::Video), "video/mp4", json!({ "mediaId": "m1" }), "200")]
#[case::a_link("meta", Some(MessageMedia::File), "application/pdf", json!({ "headerLink": LINK }), "200")]
#[case::missing_file("meta", Some(MessageMedia::File), "application/pdf", json!({}), "422 mediaId:required")]
#[case::one_file_too_many("meta", None, "application/pdf", json!({ "mediaId": "m1" }), "422 mediaId:invalid")]
#[case::one_link_too_many("meta", None, "application/pdf", json!({ "headerLink": LINK }), "422 headerLink:invalid")]
#[case::file_and_link("meta", Some(MessageMedia::File), "application/pdf", json!({ "mediaId": "m1", "headerLink": LINK }), "422 headerLink:invalid")]
#[case::text_that_is_no_link("meta", Some(MessageMedia::File), "application/pdf", json!({ "headerLink": "javascript:alert(1)" }), "422 headerLink:invalid")]
#[case::file_of_another_kind("meta", Some(MessageMedia::Image), "application/pdf", json!({ "mediaId": "m1" }), "422 mediaId:typeNotAllowed")]
#[case::file_that_would_need_a_conversion("meta", Some(MessageMedia::Image), "image/webp", json!({ "mediaId": "m1" }), "422 mediaId:typeNotAllowed")]
#[case::unknown_file("meta", Some(MessageMedia::File), "application/pdf", json!({ "mediaId": "m2" }), "422 mediaId:unknown")]
#[case::provider_without_file_headers("twilio", Some(MessageMedia::File), "application/pdf", json!({ "mediaId": "m1" }), "422 template:unknown")]
#[case::header_of_a_kind_that_no_agent_can_fill("meta", Some(MessageMedia::Unsupported), "application/pdf", json!({ "mediaId": "m1" }), "422 template:unknown")]
fn bey_170_a_template_is_sent_only_with_exactly_the_file_that_its_header_requires(
    #[case] provider: &str,
    #[case] header: Option<MessageMedia>,
    #[case] mimetype: &str,
    #[case] extra: Value,
    #[case] expected: &str,
) {
    let (mut test, ana, protocol) = attendance(provider);
    put_template(&mut test, header);
    uploads(&mut test, &ana, &protocol, header.unwrap_or(MessageMedia::File), mimetype, 10);
    assert_eq!(send(&mut test, &ana, &protocol, with_template(&extra)).refusal(), expected);
    assert_eq!(taken(&mut test).is_some(), expected == "200", "what is refused does not leave");
}

#[test]
fn bey_170_the_provider_and_the_thread_get_the_text_and_the_file_of_a_template() {
    let (mut test, ana, protocol) = attendance("meta");
    put_template(&mut test, Some(MessageMedia::File));
    uploads(&mut test, &ana, &protocol, MessageMedia::File, "application/pdf", 10);
    send(&mut test, &ana, &protocol, with_template(&json!({ "mediaId": "m1" }))).ok();
    let Some(WhatsAppSendContent::Template { text, header: Some(header), .. }) = taken(&mut test) else {
        panic!("no template with a file")
    };
    assert_eq!(text, "Olá Helena, segue a segunda via da sua fatura.");
    assert_eq!(header.source, WhatsAppFileSource::Stored("m1".to_owned()));
    assert_eq!(
        (header.kind, header.mimetype.as_str(), header.file_name.as_str()),
        (MessageMedia::File, "application/pdf", "arquivo")
    );
    let shown = thread(&mut test, &ana, &protocol).pop().unwrap();
    assert_eq!(
        json!([shown["message"], shown["message_media_type"], shown["fileName"], shown["template"]["name"]]),
        json!([text, "file", "arquivo", "segunda_via"])
    );
    assert!(shown["message_attachment_url"].as_str().unwrap().starts_with("/api/media/m1?"), "{shown}");
}

#[test]
fn bey_170_a_link_in_a_templates_header_is_opened_by_the_provider_and_not_by_the_server() {
    let (mut test, ana, protocol) = attendance("meta");
    put_template(&mut test, Some(MessageMedia::File));
    send(&mut test, &ana, &protocol, with_template(&json!({ "headerLink": LINK }))).ok();
    let Some(WhatsAppSendContent::Template { header: Some(header), .. }) = taken(&mut test) else { panic!("no file") };
    assert_eq!((header.source, header.file_name.as_str()), (WhatsAppFileSource::Link(LINK.to_owned()), "novembro.pdf"));
    let shown = thread(&mut test, &ana, &protocol).pop().unwrap();
    assert_eq!(json!([shown["template"]["headerLink"], shown["message_attachment_url"]]), json!([LINK, null]));
}

#[test]
fn bey_170_a_forwarded_template_with_a_file_becomes_the_file_with_the_text_as_caption() {
    let (mut test, ana, protocol) = attendance("meta");
    put_template(&mut test, Some(MessageMedia::File));
    uploads(&mut test, &ana, &protocol, MessageMedia::File, "application/pdf", 10);
    send(&mut test, &ana, &protocol, with_template(&json!({ "mediaId": "m1" }))).ok();
    taken(&mut test).expect("the template");
    let id = thread(&mut test, &ana, &protocol).pop().unwrap()["message_id"].clone();
    send(&mut test, &ana, &protocol, json!({ "forwardedFrom": id })).ok();
    let Some(WhatsAppSendContent::Media { caption, kind, .. }) = taken(&mut test) else { panic!("no file") };
    assert_eq!((caption.as_str(), kind), ("Olá Helena, segue a segunda via da sua fatura.", MessageMedia::File));
}

#[rstest]
#[case::header_that_the_provider_accepts("meta", Some(MessageMedia::Video), true)]
#[case::header_that_the_provider_does_not_accept("twilio", Some(MessageMedia::Video), false)]
#[case::header_of_a_kind_that_no_agent_can_fill("meta", Some(MessageMedia::Contact), false)]
#[case::header_of_text("twilio", None, true)]
fn bey_170_only_templates_whose_header_an_agent_can_fill_are_listed(
    #[case] provider: &str,
    #[case] header: Option<MessageMedia>,
    #[case] expected: bool,
) {
    let (mut test, ana, _) = attendance(provider);
    put_template(&mut test, header);
    let list = test.get(&ana, "/campaigns/whatsapp/templates-messages/31").ok().body;
    let item = list["data"].as_array().unwrap().iter().find(|item| item["id"] == "segunda_via_1");
    assert_eq!(item.is_some(), expected);
    if let Some(item) = item {
        assert_eq!(item.get("headerMedia").is_some(), header.is_some());
    }
}
