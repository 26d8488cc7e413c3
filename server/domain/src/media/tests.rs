//! Tests of files in web chats: who may upload and send them, what each side receives, and their addresses.

use crate::store::{Backend, FileStore, MediaRow, WebChatStore, WebChatUseRow};
use crate::testing::{ANA, Agent, Answered, BRUNO, RENEWALS, SUPPORT, TestCentre};
use crate::{EffectKind, WebChatEventKind, WebChatReply, WebChatRequest, WebChatStarted};
use crate::{MediaUpload, Uploader};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{Channel, CustomId, MessageMedia, Protocol, SenderType};

const PICTURE: &str = "0123456789abcdef-picture";
const PLAN: &str = "0123456789abcdef-plan";

fn upload(id: &str) -> MediaUpload {
    MediaUpload {
        media_id: id.to_owned(),
        kind: MessageMedia::Image,
        mimetype: "image/png".to_owned(),
        file_name: "recibo.png".to_owned(),
        size: 68,
    }
}

/// Stores a file of this uploader whose content the transport has.
fn uploads(test: &mut TestCentre, uploader: &Uploader, protocol: &Protocol, id: &str) -> Answered {
    let reply = test.with(|centre, store, context| match centre.may_upload(store, context, uploader, protocol) {
        Ok(_) => centre.uploaded(store, context, uploader, protocol, &upload(id)),
        Err(refused) => refused,
    });
    reply.into()
}

/// A message of the customer with a file and without text.
fn message_with_file(chat: &WebChatStarted, custom_id: &CustomId, media_id: &str) -> WebChatRequest {
    WebChatRequest::Message {
        protocol: chat.protocol.clone(),
        secret: chat.secret.clone(),
        custom_id: custom_id.clone(),
        text: String::new(),
        media_id: media_id.to_owned(),
        answered: 0,
    }
}

fn customer(secret: &str) -> Uploader {
    Uploader::Customer { authorization: Some(format!("Bearer {secret}")) }
}

fn agent(agent: &Agent, channel: Channel) -> Uploader {
    Uploader::Agent { authorization: Some(agent.token.clone()), channel }
}

fn customer_sends(test: &mut TestCentre, chat: &WebChatStarted, text: &str, media_id: &str) -> Answered {
    let custom_id = test.custom_id();
    let (protocol, secret) = (chat.protocol.clone(), chat.secret.clone());
    let (text, media_id) = (text.to_owned(), media_id.to_owned());
    test.web_chat(WebChatRequest::Message { protocol, secret, custom_id, text, media_id, answered: 0 }).to_http().into()
}

fn agent_sends(test: &mut TestCentre, agent: &Agent, protocol: &Protocol, fields: &Value) -> Answered {
    let mut body = json!({
        "protocol": protocol, "custom_id": test.custom_id(), "agentId": agent.id, "org_unit_id": "1", "message": "",
    });
    let more = fields.as_object().cloned().unwrap_or_default();
    body.as_object_mut().unwrap().extend(more);
    test.post(agent, "/chat/messages", body)
}

/// The messages on the customer's page, without system messages.
fn shown(test: &mut TestCentre, chat: &WebChatStarted) -> Vec<crate::CustomerMessage> {
    let message = |kind| match kind {
        WebChatEventKind::Message { message } if message.sender != SenderType::System => Some(*message),
        _ => None,
    };
    test.customer_events(chat).into_iter().filter_map(|event| message(event.kind)).collect()
}

/// The file that is returned for an address.
fn opened(test: &TestCentre, address: &str) -> Option<MediaRow> {
    let (id, query) = address.strip_prefix("/api/media/")?.split_once('?')?;
    let (expires, signature) = query.strip_prefix("expires=")?.split_once("&signature=")?;
    test.centre.media_of_address(&test.store, test.now, id, expires.parse().ok()?, signature).unwrap()
}

#[test]
fn files_of_agent_and_customer_reach_the_other_side_with_their_type() {
    let mut test = TestCentre::new();
    test.centre.config.whatsapp.media_key = "key".to_owned();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.take_events(ANA);
    let kept = uploads(&mut test, &customer(&chat.secret), &chat.protocol, PICTURE).ok().body;
    assert_eq!(kept, json!({ "mediaId": PICTURE }), "the customer's own type");
    customer_sends(&mut test, &chat, " Segue o recibo ", PICTURE).ok();
    let event = test.take_events(ANA).pop().expect("an event").0;
    let message = &event["message"];
    assert_eq!((&message["caption"], &message["message"]), (&json!("Segue o recibo"), &json!("")));
    assert_eq!((&message["message_media_type"], &message["fileName"]), (&json!("image"), &json!("recibo.png")));
    assert_eq!(opened(&test, message["message_attachment_url"].as_str().unwrap()).unwrap().id, PICTURE);

    let kept = uploads(&mut test, &agent(&ana, Channel::Chat), &chat.protocol, PLAN).ok().body;
    assert_eq!((&kept["id"], &kept["message_media_type"]), (&json!(PLAN), &json!("image")));
    agent_sends(&mut test, &ana, &chat.protocol, &json!({ "mediaId": PLAN })).ok();
    let shown = shown(&mut test, &chat);
    let media: Vec<_> = shown.iter().map(|message| message.media.clone().expect("a file")).collect();
    assert_eq!(shown.iter().map(|message| message.text.as_str()).collect::<Vec<_>>(), ["Segue o recibo", ""]);
    let ids: Vec<_> = media.iter().map(|media| opened(&test, &media.address).expect("it opens").id).collect();
    assert_eq!(ids, [PICTURE, PLAN]);
    let listed = test.listed_job(&ana, "chat", &chat.protocol).unwrap();
    assert_eq!(listed["lastMessage"]["message_media_type"], "image");
}

#[test]
fn bey_103_a_file_is_uploaded_to_a_chat_only_with_the_secret_of_that_chat() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let (one, two) = (test.customer("Helena", SUPPORT), test.customer("Rafael", SUPPORT));
    for uploader in [
        customer(&two.secret),
        customer("guess"),
        Uploader::Customer { authorization: None },
        Uploader::Customer { authorization: Some(ana.token.clone()) },
    ] {
        assert_eq!(uploads(&mut test, &uploader, &one.protocol, PICTURE).refusal(), "404");
    }
    let secret = Uploader::Agent { authorization: Some(format!("Bearer {}", one.secret)), channel: Channel::Chat };
    assert_eq!(uploads(&mut test, &secret, &one.protocol, PICTURE).status, 401);
    assert_eq!(test.store.media(PICTURE).unwrap(), None);
}

#[test]
fn bey_103_a_file_is_sent_only_by_its_uploader_in_its_attendance() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let (one, two) = (test.customer("Helena", SUPPORT), test.customer("Rafael", SUPPORT));
    uploads(&mut test, &customer(&one.secret), &one.protocol, PICTURE).ok();
    uploads(&mut test, &agent(&ana, Channel::Chat), &one.protocol, PLAN).ok();
    for (chat, id) in [(&two, PICTURE), (&one, PLAN), (&one, "unknown")] {
        assert_eq!(customer_sends(&mut test, chat, "", id).refusal(), "422 mediaId:unknown");
    }
    for (chat, id) in [(&one, PICTURE), (&two, PLAN)] {
        let refused = agent_sends(&mut test, &ana, &chat.protocol, &json!({ "mediaId": id }));
        assert_eq!(refused.refusal(), "422 mediaId:unknown");
    }
    assert!(shown(&mut test, &one).is_empty() && shown(&mut test, &two).is_empty());
}

#[test]
fn bey_103_an_agent_uploads_to_its_own_open_attendance_on_its_channel() {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.at_work(ANA), test.sign_in(BRUNO));
    let chat = test.customer("Helena", RENEWALS);
    let refusal = |test: &mut TestCentre, uploader| uploads(test, &uploader, &chat.protocol, PICTURE).refusal();
    assert_eq!(refusal(&mut test, agent(&bruno, Channel::Chat)), "403");
    assert_eq!(refusal(&mut test, agent(&ana, Channel::Whatsapp)), "409 jobNotFound");
    test.customer_ends(&chat);
    assert_eq!(refusal(&mut test, agent(&ana, Channel::Chat)), "409 jobEnded");
    assert_eq!(refusal(&mut test, customer(&chat.secret)), "409 jobEnded");
}

#[test]
fn bey_127_a_customer_uploads_at_most_50_files_to_a_chat() {
    let mut test = TestCentre::new();
    let chat = test.customer("Helena", SUPPORT);
    for number in 0..50 {
        uploads(&mut test, &customer(&chat.secret), &chat.protocol, &format!("{PICTURE}{number}")).ok();
    }
    let refused = uploads(&mut test, &customer(&chat.secret), &chat.protocol, PICTURE);
    assert_eq!(refused.refusal(), "409 tooManyFiles");
    assert!(test.customer_writes(&chat, "Olá").to_http().status == 200, "the chat goes on");
    let other = test.customer("Rafael", SUPPORT);
    uploads(&mut test, &customer(&other.secret), &other.protocol, PICTURE).ok();
}

#[test]
fn bey_127_a_file_that_is_not_sent_is_deleted_after_a_day() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    for id in [PICTURE, PLAN] {
        uploads(&mut test, &customer(&chat.secret), &chat.protocol, id).ok();
    }
    let custom_id = test.custom_id();
    let sent = test.web_chat(message_with_file(&chat, &custom_id, PLAN));
    assert!(matches!(sent, WebChatReply::Sent(_)), "{sent:?}");
    test.with(|centre, store, context| centre.start_up(store, context, true)).unwrap();
    test.advance(24 * 60 * 60 * 1000);
    test.tick();
    assert!(test.store.media(PICTURE).unwrap().is_some(), "within the day");
    test.advance(1);
    test.tick();
    assert!(test.store.media(PICTURE).unwrap().is_none() && test.store.media(PLAN).unwrap().is_some());
    assert!(test.store.unused_media(PICTURE).unwrap().is_none());
    let taken = test.with(|centre, store, context| centre.take_effects(store, context, EffectKind::DeleteFiles, 9));
    let bodies: Vec<String> = taken.unwrap().into_iter().map(|effect| effect.body).collect();
    assert_eq!(bodies, [format!("[\"{PICTURE}\"]")], "the bytes go after the row");
}

/// The limit holds for the sum of texts and files.
#[rstest]
#[case::the_number_of_messages(WebChatUseRow { messages: 1_999, ..WebChatUseRow::default() }, "200, 409 tooManyMessages, 200")]
#[case::messages_up_to_the_limit_still_allow_files(WebChatUseRow { messages: 2_000, ..WebChatUseRow::default() }, "409 tooManyMessages, 409 tooManyMessages, 200")]
#[case::files_up_to_the_limit_still_allow_messages(WebChatUseRow { files: 50, ..WebChatUseRow::default() }, "200, 200, 409 tooManyFiles")]
#[case::the_number_of_bytes(WebChatUseRow { bytes: 50 * 1024 * 1024 - 4, ..WebChatUseRow::default() }, "200, 409 tooManyMessages, 409 tooManyFiles")]
fn bey_127_the_messages_and_files_of_a_customer_in_a_chat_are_limited(
    #[case] sent: WebChatUseRow,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let chat = test.customer("Helena", SUPPORT);
    test.store.begin().unwrap();
    test.store.put_web_chat_use(&WebChatUseRow { protocol: chat.protocol.clone(), ..sent }).unwrap();
    test.store.commit().unwrap();
    let refusal = |reply: Answered| if reply.status == 200 { "200".to_owned() } else { reply.refusal() };
    let outcomes = [
        refusal(test.customer_writes(&chat, "Olá").to_http().into()),
        refusal(test.customer_writes(&chat, "Tudo bem?").to_http().into()),
        refusal(uploads(&mut test, &customer(&chat.secret), &chat.protocol, PICTURE)),
    ];
    assert_eq!(outcomes.join(", "), expected);
}

#[test]
fn a_file_that_is_sent_again_is_stored_once_and_another_file_with_the_same_message_id_is_refused() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    for id in [PICTURE, PLAN] {
        uploads(&mut test, &customer(&chat.secret), &chat.protocol, id).ok();
    }
    let custom_id = test.custom_id();
    let send = |media_id: &str| message_with_file(&chat, &custom_id, media_id);
    let first = test.web_chat(send(PICTURE));
    assert!(matches!(first, WebChatReply::Sent(_)), "{first:?}");
    assert_eq!(test.web_chat(send(PICTURE)), first);
    let WebChatReply::Refused { status, body } = test.web_chat(send(PLAN)) else { panic!("sent") };
    assert_eq!((status, body.cause.as_deref()), (409, Some("customIdReused")));
    assert_eq!(shown(&mut test, &chat).len(), 1);
}

#[test]
fn an_answer_shows_the_quoted_message_to_the_customer_without_identifiers() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.customer_writes(&chat, "Pode mandar o plano?");
    uploads(&mut test, &agent(&ana, Channel::Chat), &chat.protocol, PLAN).ok();
    let thread = test.get(&ana, &format!("/job/{}/messages", chat.protocol)).ok().body;
    let asked = thread["data"].as_array().unwrap().last().unwrap()["message_id"].clone();
    let answer = json!({ "mediaId": PLAN, "message": "Segue", "messageAnswered": asked });
    agent_sends(&mut test, &ana, &chat.protocol, &answer).ok();
    let message = shown(&mut test, &chat).pop().expect("the answer");
    let quote = json!({ "sender": "customer", "text": "Pode mandar o plano?" });
    assert_eq!(serde_json::to_value(message.quote).unwrap(), quote);
}

#[rstest]
#[case::a_message_of_another_chat("another")]
#[case::a_system_message("system")]
#[case::an_unknown_message("1.1|x")]
fn only_a_message_of_the_same_chat_can_be_quoted(#[case] which: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let (one, two) = (test.customer("Helena", SUPPORT), test.customer("Rafael", SUPPORT));
    test.customer_writes(&two, "Segredo");
    let thread = test.get(&ana, &format!("/job/{}/messages", two.protocol)).ok().body;
    let messages = thread["data"].as_array().unwrap();
    let (chat, answered) = match which {
        "another" => (&one, messages.last().unwrap()["message_id"].clone()),
        "system" => (&two, messages.first().unwrap()["message_id"].clone()),
        unknown => (&one, json!(unknown)),
    };
    let answer = json!({ "message": "Oi", "messageAnswered": answered });
    let refused = agent_sends(&mut test, &ana, &chat.protocol, &answer);
    assert_eq!(refused.refusal(), "422 messageAnswered:unknown");
}

#[test]
fn the_address_of_a_file_gives_only_this_file_for_an_hour_and_events_that_are_loaded_again_have_a_new_one() {
    let mut test = TestCentre::new();
    test.centre.config.whatsapp.media_key = "key".to_owned();
    let chat = test.customer("Helena", SUPPORT);
    for id in [PICTURE, PLAN] {
        uploads(&mut test, &customer(&chat.secret), &chat.protocol, id).ok();
        customer_sends(&mut test, &chat, "", id).ok();
    }
    let address = |test: &mut TestCentre| shown(test, &chat).remove(0).media.expect("a file").address;
    let first = address(&mut test);
    assert_eq!(opened(&test, &first).map(|file| file.id), Some(PICTURE.to_owned()));
    assert_eq!(opened(&test, &first.replace(PICTURE, PLAN)), None, "the signature is of one file");
    test.advance(62 * 60 * 1000);
    assert_eq!(opened(&test, &first), None);
    let again = address(&mut test);
    assert_eq!(opened(&test, &again).map(|file| file.id), Some(PICTURE.to_owned()));
    assert!(!format!("{:?}", test.store).contains("signature="), "no address is stored");
}
