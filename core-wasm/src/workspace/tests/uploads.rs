//! Files of the agent: limit, upload with progress, cancel and failure, and the message that follows.

use super::bench::Bench;
use super::samples::send_reply;
use super::whatsapp::with_two;
use crate::conversation::{ConversationIntent, ConvertedFile, LARGEST_FILE, MediaFile};
use crate::conversation::{MessageDelivery, MessageView};
use crate::flow::{Effect, HttpFailure, HttpReply, UploadCommand};
use crate::input::{Input, Intent, PageInput};
use crate::session::SessionIntent;
use crate::whatsapp::WhatsAppIntent;
use crate::wire::network_limits::Conversion;
use crate::wire::{MessageMedia, Secret};
use rstest::rstest;
use serde_json::{Value, json};

const SEND: &str = "POST whatsapp/messages";
const SEND_CHAT: &str = "POST chat/messages";

pub(super) fn file(mimetype: &str, size: f64) -> MediaFile {
    let (handle, name, url) = ("f1".to_owned(), "nota fiscal.pdf".to_owned(), "blob:1".to_owned());
    MediaFile { handle, name, mimetype: mimetype.to_owned(), size, url, recorded: false }
}

fn sends(bench: &mut Bench, protocol: &str, file: MediaFile) {
    answers(bench, protocol, file, "");
}

fn answers(bench: &mut Bench, protocol: &str, file: MediaFile, answered: &str) {
    let (protocol, caption, answered) = (protocol.into(), " Segue a nota ".to_owned(), answered.to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::SendMedia { protocol, file, caption, answered }));
}

/// Numbers, addresses and files of the uploads that were started.
fn started(bench: &Bench) -> Vec<(u64, String, String)> {
    let start = |effect: &Effect| match effect {
        Effect::Upload(UploadCommand::Start { id, request, token, file }) => {
            assert!(token.is_some(), "the session's token");
            Some((id.number, request.target(), file.clone()))
        }
        _ => None,
    };
    bench.effects.iter().filter_map(start).collect()
}

fn is_cancelled(bench: &Bench, number: u64) -> bool {
    let cancels =
        |effect: &Effect| matches!(effect, Effect::Upload(UploadCommand::Cancel(call)) if call.number == number);
    bench.effects.iter().any(cancels)
}

fn ends(bench: &mut Bench, status: u16, body: Value) {
    let number = started(bench).last().expect("an upload").0;
    let reply = HttpReply { status, authorization: None, retry_after: None, body: Secret::new(body.to_string()) };
    bench.input(Input::UploadEnded(number, Ok(reply)));
}

fn last(bench: &Bench) -> MessageView {
    bench.thread("W1").pop().expect("a message")
}

fn part(bench: &Bench) -> Option<f64> {
    last(bench).content.expect("content").upload
}

#[test]
fn wap_010_bey_054_a_file_is_shown_at_once_uploaded_with_progress_and_sent_by_its_id() {
    let mut bench = with_two();
    sends(&mut bench, "W1", file("application/pdf", 1_000.0));
    let shown = last(&bench);
    assert_eq!(
        (shown.text.as_str(), shown.media, shown.delivery),
        ("Segue a nota", Some(MessageMedia::File), MessageDelivery::Sending)
    );
    let attachment = shown.content.and_then(|content| content.attachment).expect("a file");
    assert_eq!(
        (attachment.url.as_str(), attachment.name.as_str(), attachment.size),
        ("blob:1", "nota fiscal.pdf", 1_000)
    );
    let uploads = started(&bench);
    assert_eq!(
        (uploads[0].1.as_str(), uploads[0].2.as_str()),
        ("whatsapp/media?protocol=W1&name=nota%20fiscal.pdf", "f1")
    );
    assert_eq!(part(&bench), Some(0.0));
    bench.input(Input::UploadProgress { request: uploads[0].0, part: 0.5 });
    assert_eq!(part(&bench), Some(0.5));
    bench.sends("W1", "Já envio");
    assert_eq!(bench.calls_of(SEND).len(), 1, "a text does not wait for the file");
    let reply = send_reply(&Value::Null, 51, super::bench::START);
    bench.forget().answer(SEND, 200, reply);
    bench.input(Input::UploadProgress { request: uploads[0].0, part: 1.0 });
    bench.input(Input::UploadEnded(
        uploads[0].0,
        Ok(HttpReply {
            status: 200,
            authorization: None,
            retry_after: None,
            body: Secret::new(json!({ "id": "6f1c2d" }).to_string()),
        }),
    ));
    let body = bench.call(SEND).json();
    assert_eq!((&body["mediaId"], &body["message"]), (&json!("6f1c2d"), &json!("Segue a nota")));
    let sent = bench.thread("W1").into_iter().find(|message| message.media.is_some()).expect("the file");
    assert_eq!((sent.delivery, sent.content.and_then(|content| content.upload)), (MessageDelivery::Sent, None));
}

#[rstest]
#[case::wap_061_exactly_5_mb(LARGEST_FILE, "image/png", None)]
#[case::wap_061_wap_062_one_byte_more(LARGEST_FILE + 1.0, "image/png", Some("O arquivo deve ter no máximo 5 MB"))]
#[case::wap_062_a_type_that_is_not_allowed(10.0, "text/html", Some("Este tipo de arquivo não pode ser enviado"))]
fn a_file_is_refused_before_its_upload(#[case] size: f64, #[case] mimetype: &str, #[case] refusal: Option<&str>) {
    let mut bench = with_two();
    sends(&mut bench, "W1", file(mimetype, size));
    let uploads = usize::from(refusal.is_none());
    assert_eq!((started(&bench).len(), bench.thread("W1").len()), (uploads, uploads));
    assert_eq!(bench.said(), refusal.map(str::to_owned).into_iter().collect::<Vec<_>>());
}

/// Numbers and kinds of the conversions that were started.
fn conversions(bench: &Bench) -> Vec<(u64, Conversion)> {
    let convert = |effect: &Effect| match effect {
        Effect::Upload(UploadCommand::Convert { id, to, .. }) => Some((id.number, *to)),
        _ => None,
    };
    bench.effects.iter().filter_map(convert).collect()
}

fn converted(bench: &mut Bench, made: Option<(&str, &str)>) {
    let request = conversions(bench).last().expect("a conversion").0;
    let made = made.map(|(name, mimetype)| (name.to_owned(), mimetype.to_owned()));
    let file = made.map(|(name, mimetype)| ConvertedFile { name, mimetype, size: 7.0 });
    bench.input(Input::FileConverted { request, file });
}

#[test]
fn bey_170_a_recording_of_chrome_is_converted_uploaded_and_sent_as_a_voice_message() {
    let mut bench = with_two();
    let recording = MediaFile { recorded: true, name: "audio.webm".to_owned(), ..file("audio/webm", 10.0) };
    let (protocol, caption, answered) = ("W1".into(), String::new(), String::new());
    bench.intent(Intent::Conversation(ConversationIntent::SendMedia { protocol, file: recording, caption, answered }));
    let asked = conversions(&bench);
    assert_eq!((asked.len(), asked[0].1, started(&bench).len(), part(&bench)), (1, Conversion::Ogg, 0, Some(0.0)));
    bench.input(Input::UploadProgress { request: asked[0].0, part: 0.5 });
    assert_eq!(part(&bench), Some(0.5));
    converted(&mut bench, Some(("audio.ogg", "audio/ogg")));
    let upload = started(&bench).pop().expect("an upload");
    assert_eq!((upload.1.as_str(), upload.2.as_str()), ("whatsapp/media?protocol=W1&name=audio.ogg", "f1"));
    converted(&mut bench, Some(("again.ogg", "audio/ogg")));
    assert_eq!(started(&bench).len(), 1, "a conversion ends once");
    ends(&mut bench, 200, json!({ "id": "m1" }));
    let body = bench.call(SEND).json();
    assert_eq!((&body["mediaId"], &body["voice"]), (&json!("m1"), &json!(true)));
}

#[test]
fn bey_170_a_picture_that_could_not_be_converted_is_uploaded_if_the_network_accepts_it_as_a_document() {
    let mut bench = with_two();
    sends(&mut bench, "W1", file("image/webp", 10.0));
    converted(&mut bench, None);
    assert_eq!((started(&bench).len(), bench.said().len()), (1, 0));
    ends(&mut bench, 200, json!({ "id": "m1" }));
    assert_eq!(bench.call(SEND).json()["voice"], Value::Null);
}

#[test]
fn bey_170_a_file_that_could_not_be_converted_is_kept_and_its_error_names_the_accepted_types() {
    let mut bench = with_two();
    sends(&mut bench, "W1", file("image/heic", 10.0));
    converted(&mut bench, None);
    assert_eq!((started(&bench).len(), last(&bench).delivery), (0, MessageDelivery::Failed));
    assert!(bench.said()[0].starts_with("O WhatsApp aceita"), "{:?}", bench.said());
    let (protocol, local_id) = ("W1".into(), last(&bench).local_id);
    bench.intent(Intent::Conversation(ConversationIntent::RetryMessage { protocol, local_id }));
    assert_eq!(conversions(&bench).len(), 2, "the agent tries again");
    converted(&mut bench, Some(("foto.jpg", "image/jpeg")));
    assert_eq!(started(&bench).len(), 1);
}

#[test]
fn bey_170_a_cancelled_conversion_leaves_no_message_and_its_end_changes_nothing() {
    let mut bench = with_two();
    sends(&mut bench, "W1", file("image/gif", 10.0));
    let (protocol, local_id) = ("W1".into(), last(&bench).local_id);
    bench.intent(Intent::Conversation(ConversationIntent::CancelUpload { protocol, local_id }));
    assert!(is_cancelled(&bench, conversions(&bench)[0].0) && bench.thread("W1").is_empty());
    converted(&mut bench, Some(("foto.jpg", "image/jpeg")));
    assert_eq!((started(&bench).len(), bench.draft("W1").text.as_str()), (0, "Segue a nota"));
}

#[rstest]
#[case::an_archive("application/zip", "", "O WhatsApp aceita")]
#[case::a_caption("image/png", &"é".repeat(1_025), "A legenda tem 1025")]
fn bey_170_a_file_or_caption_that_the_network_does_not_accept_is_refused_before_the_upload(
    #[case] mimetype: &str,
    #[case] caption: &str,
    #[case] said: &str,
) {
    let mut bench = with_two();
    let (protocol, answered) = ("W1".into(), String::new());
    let (file, caption) = (file(mimetype, 10.0), caption.to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::SendMedia { protocol, file, caption, answered }));
    assert_eq!((started(&bench).len(), bench.thread("W1").len()), (0, 0));
    assert!(bench.said()[0].starts_with(said), "{:?}", bench.said());
}

#[test]
fn bey_170_a_text_above_the_limit_of_the_network_is_counted_refused_and_kept() {
    let mut bench = with_two();
    let text = "é".repeat(4_097);
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol: "W1".into(), text: text.clone() }));
    let length = bench.draft("W1").text_length.expect("a length");
    assert_eq!((length.used, length.most, length.over), (4_097, 4_096, true));
    bench.sends("W1", &text);
    assert_eq!((bench.calls_of(SEND).len(), bench.draft("W1").text == text), (0, true));
    assert!(bench.said()[0].starts_with("A mensagem tem 4097"), "{:?}", bench.said());
    bench.sends("W1", &"é".repeat(4_096));
    assert_eq!(bench.calls_of(SEND).len(), 1);
}

#[test]
fn wap_057_wap_058_a_failed_upload_is_shown_and_can_be_repeated_in_the_same_message() {
    let mut bench = with_two();
    sends(&mut bench, "W1", file("image/png", 10.0));
    ends(&mut bench, 408, json!({}));
    assert_eq!(
        (bench.said(), last(&bench).delivery),
        (vec!["Não foi possível enviar o arquivo".to_owned()], MessageDelivery::Failed)
    );
    bench.advance(60_000);
    assert_eq!((started(&bench).len(), part(&bench)), (1, None), "the agent decides");
    let (protocol, local_id) = ("W1".into(), last(&bench).local_id);
    bench.intent(Intent::Conversation(ConversationIntent::RetryMessage { protocol, local_id }));
    assert_eq!((started(&bench).len(), bench.thread("W1").len()), (2, 1));
    ends(&mut bench, 200, json!({ "id": "m1" }));
    assert_eq!(
        (bench.call(SEND).json()["mediaId"].clone(), last(&bench).delivery),
        (json!("m1"), MessageDelivery::Sent)
    );
}

#[rstest]
#[case::without_an_answer(None)]
#[case::the_server_is_being_restarted(Some(503))]
fn bey_003_bey_054_a_file_whose_upload_got_no_answer_is_uploaded_again(#[case] status: Option<u16>) {
    let mut bench = with_two();
    sends(&mut bench, "W1", file("image/png", 10.0));
    for uploads in 1..4 {
        let reply = status.ok_or(HttpFailure::NoAnswer);
        let reply = reply.map(|status| HttpReply {
            status,
            authorization: None,
            retry_after: None,
            body: Secret::new("{}".to_owned()),
        });
        bench.input(Input::UploadEnded(started(&bench)[uploads - 1].0, reply));
        assert_eq!((started(&bench).len(), last(&bench).delivery), (uploads, MessageDelivery::Sending));
        assert_eq!(part(&bench), Some(0.0), "it can be cancelled while it waits");
        bench.advance(1_000 << (uploads - 1));
        assert_eq!(started(&bench).len(), uploads + 1, "after 1, 2 and 4 seconds");
    }
    assert_eq!(bench.said().len(), 0);
    ends(&mut bench, 200, json!({ "id": "m1" }));
    assert_eq!((bench.call(SEND).json()["mediaId"].clone(), bench.thread("W1").len()), (json!("m1"), 1));
}

#[test]
fn a_waiting_file_is_uploaded_once_when_the_browser_is_online_again() {
    let mut bench = with_two();
    bench.input(Input::Page(PageInput::Online { online: false }));
    sends(&mut bench, "W1", file("image/png", 10.0));
    bench.input(Input::UploadEnded(started(&bench)[0].0, Err(HttpFailure::NoAnswer)));
    bench.input(Input::Page(PageInput::Online { online: true }));
    assert_eq!(started(&bench).len(), 2);
    bench.input(Input::Page(PageInput::Online { online: true }));
    assert_eq!(started(&bench).len(), 2, "one upload of it runs");
}

#[test]
fn a_waiting_file_can_be_cancelled_and_the_page_releases_it() {
    let mut bench = with_two();
    sends(&mut bench, "W1", file("image/png", 10.0));
    let number = started(&bench)[0].0;
    bench.input(Input::UploadEnded(number, Err(HttpFailure::NoAnswer)));
    let (protocol, local_id) = ("W1".into(), last(&bench).local_id);
    bench.intent(Intent::Conversation(ConversationIntent::CancelUpload { protocol, local_id }));
    assert!(is_cancelled(&bench, number));
    bench.advance(60_000);
    assert_eq!((started(&bench).len(), bench.thread("W1").len()), (1, 0));
}

#[test]
fn bey_054_a_cancelled_upload_leaves_no_message_and_its_answer_changes_nothing() {
    let mut bench = with_two();
    sends(&mut bench, "W1", file("image/png", 10.0));
    let (protocol, local_id) = ("W1".into(), last(&bench).local_id);
    bench.intent(Intent::Conversation(ConversationIntent::CancelUpload { protocol, local_id }));
    let cancelled = |effect: &Effect| matches!(effect, Effect::Upload(UploadCommand::Cancel(_)));
    assert!(bench.effects.iter().any(cancelled) && bench.thread("W1").is_empty());
    ends(&mut bench, 200, json!({ "id": "m1" }));
    assert_eq!((bench.calls_of(SEND).len(), bench.said().len()), (0, 0));
    assert_eq!(bench.draft("W1").text, "Segue a nota", "the caption is not lost");
}

#[test]
fn the_end_of_the_session_stops_running_uploads_and_the_page_releases_waiting_files() {
    let mut bench = with_two();
    sends(&mut bench, "W1", file("image/png", 10.0));
    bench.input(Input::UploadEnded(started(&bench)[0].0, Err(HttpFailure::NoAnswer)));
    sends(&mut bench, "W2", MediaFile { handle: "f2".to_owned(), ..file("image/png", 10.0) });
    let calls: Vec<u64> = started(&bench).iter().map(|(call, ..)| *call).collect();
    assert_eq!(calls.len(), 2);
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    for call in calls {
        assert!(is_cancelled(&bench, call), "{call}");
    }
    bench.sign_in().advance(60_000);
    assert_eq!(started(&bench).len(), 2, "no file of the former session is uploaded");
}

#[test]
fn an_upload_is_cancelled_when_its_attendance_is_removed() {
    let mut bench = with_two();
    sends(&mut bench, "W1", file("image/png", 10.0));
    bench.event("JobFinishedEvent", json!({ "protocol": "W1", "channel": "whatsapp" }));
    let cancelled = |effect: &Effect| matches!(effect, Effect::Upload(UploadCommand::Cancel(_)));
    assert!(bench.effects.iter().any(cancelled));
}

#[test]
fn bey_054_a_file_of_a_web_chat_is_uploaded_and_sent_by_its_id() {
    let mut bench = with_two();
    bench.attends("P1").forget();
    sends(&mut bench, "P1", file("application/pdf", 1_000.0));
    let shown = bench.thread("P1").pop().expect("a message");
    assert_eq!((shown.media, shown.delivery), (Some(MessageMedia::File), MessageDelivery::Sending));
    assert_eq!(started(&bench)[0].1, "chat/media?protocol=P1&name=nota%20fiscal.pdf");
    ends(&mut bench, 200, json!({ "id": "6f1c2d" }));
    let body = bench.call(SEND_CHAT).json();
    assert_eq!((&body["mediaId"], &body["message"]), (&json!("6f1c2d"), &json!("Segue a nota")));
    assert_eq!(body.get("messageAnswered"), None);
}

#[rstest]
#[case::too_large_for_the_server(413, "O arquivo deve ter no máximo 5 MB")]
#[case::bey_050_a_program_with_another_name(415, "Este tipo de arquivo não pode ser enviado")]
fn a_file_of_a_web_chat_that_the_server_refuses_stays_with_its_caption(#[case] status: u16, #[case] refusal: &str) {
    let mut bench = with_two();
    bench.attends("P1").forget();
    sends(&mut bench, "P1", file("image/jpeg", 10.0));
    ends(&mut bench, status, json!({}));
    let shown = bench.thread("P1").pop().expect("the message");
    assert_eq!((shown.text.as_str(), shown.delivery), ("Segue a nota", MessageDelivery::Failed));
    assert_eq!((bench.said(), bench.calls_of(SEND_CHAT).len()), (vec![refusal.to_owned()], 0));
}

#[rstest]
#[case::whatsapp("W1", SEND)]
#[case::web_chat("P1", SEND_CHAT)]
fn a_file_and_a_text_name_the_message_that_they_answer(#[case] protocol: &str, #[case] call: &str) {
    let mut bench = with_two();
    bench.attends("P1").customer_sends(protocol, 1, "Pode mandar a nota?").forget();
    answers(&mut bench, protocol, file("application/pdf", 10.0), "s1");
    ends(&mut bench, 200, json!({ "id": "m1" }));
    let body = bench.call(call).json();
    let quoted = bench.thread(protocol).pop().and_then(|message| message.content?.answered).expect("a quote");
    assert_eq!(quoted.text, "Pode mandar a nota?");
    assert_eq!((&body["mediaId"], body["messageAnswered"].as_str().is_some()), (&json!("m1"), true));
    bench.forget();
    let (protocol, text, answered) = (protocol.into(), "Segue".to_owned(), "s1".to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::Reply { protocol, text, answered }));
    let answer = bench.call(call).json();
    assert_eq!((&answer["message"], &answer["messageAnswered"]), (&json!("Segue"), &body["messageAnswered"]));
}

/// Templates of W1, one of which has a document above its text.
fn with_templates() -> Bench {
    let mut bench = with_two();
    let template = |id: &str, header: Value| json!({ "id": id, "name": id, "language": "pt_BR", "body": "Olá {{1}}", "variables": ["nome"], "headerMedia": header });
    let list = json!({ "data": [template("fatura", json!("file")), template("foto", json!("image")), template("mapa", json!("location"))] });
    bench.answer("GET gupshup/templates/Vendas/551140004000", 200, list);
    bench.whatsapp(WhatsAppIntent::LoadTemplates { protocol: "W1".into() });
    bench.forget();
    bench
}

fn sends_template(bench: &mut Bench, id: &str, file: Option<MediaFile>, link: &str) {
    bench.whatsapp(WhatsAppIntent::SendTemplate {
        protocol: "W1".into(),
        template_id: id.to_owned(),
        variables: vec!["Helena".to_owned()],
        file,
        header_link: link.to_owned(),
    });
}

#[test]
fn bey_170_the_file_of_a_template_is_uploaded_before_the_template_is_sent() {
    let mut bench = with_templates();
    sends_template(&mut bench, "fatura", Some(file("application/pdf", 1_000.0)), "");
    let shown = bench.thread("W1").remove(0);
    assert_eq!((shown.text.as_str(), shown.media), ("Olá Helena", Some(MessageMedia::File)));
    assert!(bench.calls_of(SEND).is_empty(), "the file comes first");
    let upload = started(&bench).remove(0);
    bench.input(Input::UploadEnded(
        upload.0,
        Ok(HttpReply {
            status: 200,
            authorization: None,
            retry_after: None,
            body: Secret::new(json!({ "id": "6f1c2d" }).to_string()),
        }),
    ));
    let body = bench.call(SEND).json();
    assert_eq!(
        (&body["mediaId"], &body["message"], &body["template"]),
        (&json!("6f1c2d"), &json!(""), &json!({ "id": "fatura", "variables": ["Helena"] }))
    );
}

#[test]
fn bey_170_the_address_of_a_templates_file_is_sent_with_the_template() {
    let mut bench = with_templates();
    sends_template(&mut bench, "fatura", None, " https://exemplo.com/fatura.pdf ");
    let body = bench.call(SEND).json();
    let link = "https://exemplo.com/fatura.pdf";
    assert_eq!(body["template"], json!({ "id": "fatura", "variables": ["Helena"], "headerLink": link }));
    let template = bench.thread("W1").remove(0).content.and_then(|content| content.template).expect("a template");
    assert_eq!(template.header_link, link);
}

#[rstest]
#[case::no_file("fatura", None, "", "Escolha o arquivo do cabeçalho ou informe o endereço dele")]
#[case::no_address(
    "fatura",
    None,
    "http://exemplo.com/a.pdf",
    "Escolha o arquivo do cabeçalho ou informe o endereço dele"
)]
#[case::another_kind("foto", Some("application/pdf"), "", "O cabeçalho deste modelo só aceita imagens JPEG e PNG")]
#[case::a_picture_as_document(
    "fatura",
    Some("image/png"),
    "",
    "O cabeçalho deste modelo só aceita documentos PDF, Word, Excel, PowerPoint e texto"
)]
fn bey_170_a_template_without_the_file_of_its_header_is_not_sent(
    #[case] id: &str,
    #[case] mimetype: Option<&str>,
    #[case] link: &str,
    #[case] refusal: &str,
) {
    let mut bench = with_templates();
    sends_template(&mut bench, id, mimetype.map(|mimetype| file(mimetype, 10.0)), link);
    assert_eq!((bench.said(), bench.thread("W1").len()), (vec![refusal.to_owned()], 0));
}

#[test]
fn bey_170_a_picture_for_a_header_that_could_not_be_converted_is_not_sent_as_a_document() {
    let mut bench = with_templates();
    sends_template(&mut bench, "foto", Some(file("image/webp", 10.0)), "");
    converted(&mut bench, None);
    assert_eq!(bench.said(), ["O cabeçalho deste modelo só aceita imagens JPEG e PNG"]);
    assert_eq!((started(&bench).len(), bench.thread("W1")[0].delivery), (0, MessageDelivery::Failed));
}

#[test]
fn bey_170_a_template_whose_header_no_agent_can_fill_is_not_offered() {
    let bench = with_templates();
    let shown = bench.workspace.whatsapp.templates_view(&"W1".into()).expect("templates");
    assert_eq!(shown.items.into_iter().map(|item| item.id).collect::<Vec<_>>(), ["fatura", "foto"]);
}
