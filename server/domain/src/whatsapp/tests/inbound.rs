//! Tests of messages of customers: the queue, the open attendance, repetitions, the kinds of messages, routes.

use super::{
    HELENA, HOUR_MS, ROUTE, at_work, file, jobs, only_job, report, text, texts, thread, writes, writes_with_file,
};
use crate::testing::{ANA, BRUNO, START, TestCentre};
use crate::{WhatsAppInbound, WhatsAppInboundMessage};
use rstest::rstest;
use serde_json::json;
use wire::{ContactCard, MessageMedia};

#[test]
fn job_007_a_customer_who_writes_is_assigned_and_later_messages_are_added_to_the_open_attendance() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", "+5511955550101", "Bom dia");
    let names = test.take_event_names(ANA);
    assert_eq!(names, ["NewWhatsAppEvent", "AgentStatusEvent"]);
    test.advance(1_000);
    writes(&mut test, "w2", HELENA, "Tudo bem?");
    assert_eq!(test.take_event_names(ANA), ["WhatsAppMessageEvent"]);
    let (protocol, job) = only_job(&mut test, &ana);
    assert_eq!(texts(&thread(&mut test, &ana, &protocol)), ["Bom dia", "Tudo bem?"]);
    let shown =
        json!([job["messagesNotRead"], job["unread"], job["metaType"], job["routeWhatsapp"], job["contact"]["id"]]);
    assert_eq!(shown, json!([2, true, "whatsapp", "gupshup", "1"]));
    assert_eq!(job["lastMessage"]["message_id"], json!(format!("{protocol}.3|w2")));
    assert_eq!(job["lastReceipt"], json!(START.plus_ms(1_000)));
}

#[test]
fn bey_131_a_repeated_message_of_the_provider_changes_nothing() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, before) = only_job(&mut test, &ana);
    test.take_frames(ANA);
    test.advance(HOUR_MS);
    writes(&mut test, "w1", HELENA, "Bom dia");
    test.beat(&ana);
    assert!(test.take_frames(ANA).is_empty());
    assert_eq!(only_job(&mut test, &ana).1, before);
    assert_eq!(texts(&thread(&mut test, &ana, &protocol)), ["Bom dia"]);
}

#[test]
fn a_late_message_does_not_shorten_the_conversation_window() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w2", HELENA, "segunda");
    let late = WhatsAppInboundMessage { sent_at: Some(START.plus_ms(-HOUR_MS)), ..text("w1", HELENA, "primeira") };
    report(&mut test, WhatsAppInbound::Message(Box::new(late)));
    let ahead = WhatsAppInboundMessage { sent_at: Some(START.plus_ms(HOUR_MS)), ..text("w3", HELENA, "terceira") };
    report(&mut test, WhatsAppInbound::Message(Box::new(ahead)));
    assert_eq!(only_job(&mut test, &ana).1["lastReceipt"], json!(START), "the server's clock is the limit");
}

#[test]
fn the_messages_of_a_customer_who_waits_for_an_agent_to_connect_are_all_kept() {
    let mut test = TestCentre::new();
    writes(&mut test, "w1", HELENA, "Bom dia");
    writes(&mut test, "w2", HELENA, "Alguém?");
    let ana = test.sign_in(ANA);
    assert!(jobs(&mut test, &ana, "whatsapp").is_empty());
    test.connect(&ana, "whatsapp").ok();
    let (protocol, _) = only_job(&mut test, &ana);
    assert_eq!(texts(&thread(&mut test, &ana, &protocol)), ["Bom dia", "Alguém?"]);
}

#[test]
fn whatsapp_customers_are_assigned_like_those_of_chat_and_return_to_the_queue_when_their_agent_is_gone() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    let bruno = at_work(&mut test, BRUNO);
    for customer in 1..=4 {
        writes(&mut test, &format!("w{customer}"), &format!("551195555020{customer}"), "Oi");
    }
    assert_eq!(jobs(&mut test, &ana, "whatsapp").len(), 2);
    assert_eq!(jobs(&mut test, &bruno, "whatsapp").len(), 2);
    test.take_frames(ANA);
    for _ in 0..6 {
        test.advance(60_000);
        test.beat(&bruno);
    }
    test.tick();
    assert_eq!(test.take_event_names(ANA).iter().filter(|name| *name == "JobFinishedEvent").count(), 2);
    assert_eq!(jobs(&mut test, &bruno, "whatsapp").len(), 4);
}

#[rstest]
#[case::image(MessageMedia::Image)]
#[case::audio(MessageMedia::Audio)]
#[case::video(MessageMedia::Video)]
#[case::file(MessageMedia::File)]
#[case::sticker(MessageMedia::Sticker)]
fn wap_005_a_file_of_the_customer_has_its_kind_and_an_address_for_an_hour(#[case] kind: MessageMedia) {
    let mut test = TestCentre::new();
    test.centre.config.whatsapp.media_key = "key".to_owned();
    let ana = at_work(&mut test, ANA);
    writes_with_file(&mut test, text("w1", HELENA, "Segue"), &file("m1", kind));
    let (protocol, _) = only_job(&mut test, &ana);
    let shown = thread(&mut test, &ana, &protocol).remove(0);
    assert_eq!(shown["message_media_type"], json!(kind));
    assert_eq!(json!([shown["message"], shown["caption"], shown["fileSize"]]), json!(["", "Segue", 7]));
    let address = shown["message_attachment_url"].as_str().unwrap();
    let (expires, signature) =
        address.strip_prefix("/api/media/m1?expires=").unwrap().split_once("&signature=").unwrap();
    let expires: i64 = expires.parse().unwrap();
    let opened = |at: i64, key: &str, signature: &str, expires: i64| {
        let centre = crate::Centre::new(crate::CentreConfig {
            whatsapp: crate::WhatsAppConfig { media_key: key.to_owned(), ..crate::WhatsAppConfig::default() },
            ..crate::CentreConfig::default()
        });
        centre.media_of_address(&test.store, wire::Wall(at), "m1", expires, signature).unwrap().is_some()
    };
    assert!((59..=61).contains(&((expires * 1000 - START.0) / 60_000)), "about an hour");
    assert!(opened(expires * 1000 - 1, "key", signature, expires));
    assert!(!opened(expires * 1000, "key", signature, expires), "it ended");
    assert!(!opened(START.0, "other", signature, expires), "another key");
    assert!(!opened(START.0, "key", signature, expires + 60), "a longer time than the signed one");
    assert!(!opened(START.0, "key", signature.get(..8).unwrap(), expires), "half a signature");
}

#[test]
fn contact_cards_and_answers_are_stored_as_messages() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let card =
        ContactCard { name: "Otávio".to_owned(), phones: vec!["5541955550104".to_owned()], ..ContactCard::default() };
    let cards = WhatsAppInboundMessage { contact_cards: vec![card], ..text("w2", HELENA, "") };
    let answer = WhatsAppInboundMessage { answered_id: Some("w1".to_owned()), ..text("w4", HELENA, "Sim") };
    for message in [cards, answer] {
        report(&mut test, WhatsAppInbound::Message(Box::new(message)));
    }
    let (protocol, _) = only_job(&mut test, &ana);
    let shown: Vec<_> = thread(&mut test, &ana, &protocol).into_iter().skip(2).collect();
    assert_eq!(shown[0]["contactCards"][0]["name"], "Otávio");
    assert_eq!(shown[1]["messageAnswered"]["message"], "Bom dia");
}

#[test]
fn an_item_for_an_account_without_a_route_is_reported_and_changes_nothing() {
    let mut test = TestCentre::new();
    let item = WhatsAppInbound::Message(Box::new(text("w1", HELENA, "Oi")));
    let known = test.with(|centre, store, context| {
        centre.whatsapp_inbound(store, context, ROUTE.0, "5500000000000", &[item]).unwrap()
    });
    assert!(!known);
    let ana = at_work(&mut test, ANA);
    assert!(jobs(&mut test, &ana, "whatsapp").is_empty());
}

#[test]
fn messages_that_a_provider_delivers_together_are_stored_in_the_order_of_their_times() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    let at = |id: &str, seconds: i64| {
        let sent_at = Some(START.plus_ms((seconds - 60) * 1_000));
        WhatsAppInbound::Message(Box::new(WhatsAppInboundMessage { sent_at, ..text(id, HELENA, id) }))
    };
    let items = [at("d", 20), at("a", 0), at("c", 10), at("b", 0)];
    let (provider, account) = ROUTE;
    test.with(|centre, store, context| {
        centre.whatsapp_inbound(store, context, provider, account, &items).unwrap();
    });
    let (protocol, _) = only_job(&mut test, &ana);
    assert_eq!(texts(&thread(&mut test, &ana, &protocol)), ["a", "b", "c", "d"]);
}
