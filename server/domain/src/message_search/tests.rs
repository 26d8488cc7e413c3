//! Tests of which caller finds which texts, and of the index after changes of messages.

use crate::store::{Backend, ErasedCustomer, MemoryStore, Row, Scan, Store, TextRow, TextStore, erase_rows};
use crate::testing::{ANA, Agent, BRUNO, CARLA, RENEWALS, TestCentre, qualify_body};
use crate::{WhatsAppInbound, WhatsAppInboundMessage};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{Message, Protocol};

fn search(test: &mut TestCentre, agent: &Agent, text: &str) -> Value {
    let text: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    test.get(agent, &format!("/messages/search?text={text}")).ok().body
}

/// The excerpts of the results, with the found words in brackets.
fn found(test: &mut TestCentre, agent: &Agent, text: &str) -> Vec<String> {
    let body = search(test, agent, text);
    let shown = |row: &Value| {
        let piece = |part: &Value| match part["found"].as_bool() {
            Some(true) => format!("[{}]", part["text"].as_str().unwrap()),
            _ => part["text"].as_str().unwrap().to_owned(),
        };
        row["excerpt"].as_array().unwrap().iter().map(piece).collect()
    };
    body["data"].as_array().unwrap().iter().map(shown).collect()
}

/// Ana with the chat of Helena, who wrote these texts.
fn chat(texts: &[&str]) -> (TestCentre, Agent, Protocol) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("helena.duarte", RENEWALS);
    for text in texts {
        test.advance(1_000);
        test.customer_writes(&chat, text);
    }
    (test, ana, chat.protocol)
}

fn network_writes(test: &mut TestCentre, channel: &str, id: &str, text: &str) {
    let (provider, account) = test.account_of(channel);
    let message = WhatsAppInboundMessage {
        provider_id: id.to_owned(),
        customer: "5511955550101".to_owned(),
        name: "Helena".to_owned(),
        text: text.to_owned(),
        ..WhatsAppInboundMessage::default()
    };
    let item = WhatsAppInbound::Message(Box::new(message));
    test.with(|centre, store, context| {
        centre.whatsapp_inbound(store, context, &provider, &account, std::slice::from_ref(&item)).unwrap()
    });
}

#[rstest]
#[case::words_with_other_accents_and_case("RENOVACAO", &["A [renovação] do plano", "[Renovação]?"])]
#[case::the_beginning_of_a_word("renov", &["A [renovação] do plano", "[Renovação]?"])]
#[case::all_words_of_the_search("plano renov", &["A [renovação] do [plano]"])]
#[case::not_the_inside_of_a_word("novacao", &[])]
#[case::one_word_is_missing("renovacao boleto", &[])]
fn bey_162_words_are_found_by_their_beginnings_the_last_message_first(#[case] text: &str, #[case] expected: &[&str]) {
    let (mut test, ana, _) = chat(&["Renovação?", "Bom dia", "A renovação do plano"]);
    assert_eq!(found(&mut test, &ana, text), expected);
}

#[rstest]
#[case("whatsapp")]
#[case("instagram")]
fn bey_162_a_search_finds_messages_of_whatsapp_and_instagram(#[case] channel: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.connect(&ana, "whatsapp").ok();
    network_writes(&mut test, channel, "m1", "Segunda via do boleto");
    assert_eq!(found(&mut test, &ana, "boleto"), ["Segunda via do [boleto]"]);
}

#[test]
fn bey_162_a_search_result_has_its_attendance_author_and_place() {
    let (mut test, ana, protocol) = chat(&["Preciso do boleto"]);
    test.agent_writes(&ana, &protocol, "O boleto está aqui").ok();
    let body = search(&mut test, &ana, "boleto");
    let rows = body["data"].as_array().unwrap();
    let of = |row: &Value| (row["senderType"].clone(), row["agentName"].clone(), row["seq"].as_u64().unwrap());
    let (answer, question) = (of(&rows[0]), of(&rows[1]));
    assert_eq!((answer.0, answer.1), (json!("agent"), json!("Ana Souza")));
    assert_eq!((question.0, question.1), (json!("customer"), json!("")));
    assert!(answer.2 > question.2);
    assert_eq!(rows[0]["attendance"]["protocol"], json!(protocol));
    assert_eq!(rows[0]["attendance"]["contactName"], json!("Helena Duarte"));
    assert_eq!(body["next"], json!(""));
}

#[test]
fn bey_162_a_search_finds_only_texts_that_the_agents_history_shows() {
    let (mut test, ana, protocol) = chat(&["Preciso do boleto"]);
    let (bruno, carla) = (test.sign_in(BRUNO), test.sign_in(CARLA));
    test.advance(1_000);
    let note = json!({ "id": "N1", "text": "Boleto vencido há dias", "mentions": [] });
    test.post(&ana, &format!("/job/{protocol}/notes"), note).ok();
    assert_eq!(found(&mut test, &ana, "boleto"), ["[Boleto] vencido há dias", "Preciso do [boleto]"]);
    assert_eq!(found(&mut test, &carla, "boleto").len(), 2, "a supervisor reads the org unit");
    assert_eq!(found(&mut test, &bruno, "boleto"), [""; 0]);
    test.with(|_, store, _| {
        let job = store.job(&protocol).unwrap().unwrap();
        store.put_job(&crate::store::JobRow { agent_id: bruno.id.clone(), ..job }).unwrap();
    });
    assert_eq!(found(&mut test, &bruno, "boleto").len(), 2, "who has the attendance now");
    assert_eq!(found(&mut test, &ana, "boleto"), [""; 0]);
}

#[test]
fn bey_162_a_search_does_not_find_texts_of_a_customer_who_waits_in_the_queue() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let carla = test.sign_in(CARLA);
    let chat = test.customer("helena.duarte", RENEWALS);
    test.customer_writes(&chat, "Preciso do boleto");
    assert_eq!(found(&mut test, &carla, "boleto"), [""; 0]);
    test.connect_chat(&ana);
    assert_eq!(found(&mut test, &ana, "boleto"), ["Preciso do [boleto]"]);
}

#[test]
fn bey_162_a_search_finds_changed_texts_in_their_new_form_and_no_removed_ones() {
    let (mut test, ana, protocol) = chat(&["Preciso do boleto"]);
    let message = test.with(|_, store, _| store.messages_after(&protocol, 0, 99).unwrap().pop().unwrap());
    let put = |test: &mut TestCentre, message: Message| {
        test.with(|_, store, _| store.put_message(&message).unwrap());
    };
    put(&mut test, Message { message: "Preciso da fatura".to_owned(), edited: true, ..message.clone() });
    assert_eq!(found(&mut test, &ana, "boleto"), [""; 0]);
    assert_eq!(found(&mut test, &ana, "fatura"), ["Preciso da [fatura]"]);
    put(&mut test, Message { message: String::new(), revoked: true, ..message });
    assert_eq!(found(&mut test, &ana, "fatura"), [""; 0]);
    let path = format!("/job/{protocol}/notes");
    test.post(&ana, &path, json!({ "id": "N1", "text": "vencido", "mentions": [] })).ok();
    test.put(&ana, &format!("{path}/N1"), json!({ "text": "pago", "mentions": [] })).ok();
    assert_eq!((found(&mut test, &ana, "vencido").len(), found(&mut test, &ana, "pago").len()), (0, 1));
    test.bare(&ana, "DELETE", &format!("{path}/N1")).ok();
    assert_eq!(found(&mut test, &ana, "pago"), [""; 0]);
    assert!(test.with(|_, store, _| texts(store)).is_empty(), "nothing of a removed text is left");
}

fn texts(store: &MemoryStore) -> Vec<TextRow> {
    store.every_text().unwrap()
}

#[test]
fn bey_162_texts_are_removed_from_the_index_with_their_attendance() {
    let (mut test, ana, protocol) = chat(&["Preciso do boleto"]);
    test.finish(&ana, &protocol).ok();
    test.post(&ana, "/job/chat/qualify", qualify_body(&ana, &protocol)).ok();
    assert!(!test.with(|_, store, _| texts(store)).is_empty());
    test.advance(6 * 366 * 24 * 60 * 60 * 1000);
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    for _ in 0..9 {
        test.tick();
    }
    assert_eq!(test.with(|_, store, _| texts(store)), []);
}

#[test]
fn bey_162_a_search_finds_no_texts_of_an_erased_customer() {
    let (mut test, ana, protocol) = chat(&["Preciso do boleto"]);
    let note = json!({ "id": "N1", "text": "boleto vencido", "mentions": [] });
    test.post(&ana, &format!("/job/{protocol}/notes"), note).ok();
    let customer = ErasedCustomer { protocols: [protocol].into(), ..ErasedCustomer::default() };
    let erased = test.with(|_, store, _| erase_rows(store, &customer).unwrap());
    assert_eq!(erased.get(TextRow::TABLE.name), Some(&2));
    assert_eq!(found(&mut test, &ana, "boleto"), [""; 0]);
    assert_eq!(test.with(|_, store, _| texts(store)), []);
}

#[rstest]
#[case::the_last_portion_is_short(5, &[2, 2, 1])]
#[case::the_last_portion_is_full(4, &[2, 2])]
fn bey_162_portions_of_a_search_follow_each_other(#[case] messages: u32, #[case] portions: &[usize]) {
    let texts: Vec<String> = (1..=messages).map(|number| format!("boleto {number}")).collect();
    let (mut test, ana, _) = chat(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let (mut all, mut before) = (Vec::new(), String::new());
    loop {
        let body = test.get(&ana, &format!("/messages/search?text=boleto&per_page=2&before={before}")).ok().body;
        all.push(body["data"].as_array().unwrap().iter().map(|row| row["seq"].clone()).collect::<Vec<_>>());
        before = body["next"].as_str().unwrap().to_owned();
        if before.is_empty() {
            break;
        }
    }
    assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), portions);
    let order: Vec<u64> = all.concat().iter().map(|seq| seq.as_u64().unwrap()).collect();
    assert!(order.is_sorted_by(|one, other| one > other), "{order:?}");
}

#[rstest]
#[case::an_empty_text("", "text", "required")]
#[case::a_text_of_one_letter("text=b", "text", "tooShort")]
#[case::a_text_of_signs_only("text=%3F%3F%3F", "text", "tooShort")]
#[case::an_invalid_place("text=boleto&before=x", "before", "invalid")]
#[case::an_invalid_size("text=boleto&per_page=0", "per_page", "invalid")]
fn bey_162_an_invalid_search_is_refused(#[case] query: &str, #[case] field: &str, #[case] fault: &str) {
    let (mut test, ana, _) = chat(&[]);
    let refused = test.get(&ana, &format!("/messages/search?{query}"));
    assert_eq!((refused.status, &refused.body["errors"][field]), (422, &json!(fault)));
}

#[test]
fn bey_162_a_too_long_text_of_a_search_is_refused() {
    let (mut test, ana, _) = chat(&[]);
    let refused = test.get(&ana, &format!("/messages/search?text={}", "a".repeat(201)));
    assert_eq!((refused.status, &refused.body["details"]["most"]), (422, &json!(200)));
}

#[test]
fn bey_162_a_search_finds_texts_of_an_older_server_after_the_start() {
    let (mut test, ana, protocol) = chat(&[]);
    for number in 0..450 {
        test.with(|_, store, _| {
            let seq = 1_000 + number;
            let message =
                Message { protocol: protocol.clone(), seq, message: "boleto".to_owned(), ..Message::default() };
            store.insert_message(&message).unwrap();
        });
    }
    let note = json!({ "id": "N1", "text": "boleto vencido", "mentions": [] });
    test.post(&ana, &format!("/job/{protocol}/notes"), note).ok();
    test.with(|centre, store, context| {
        store.delete(&Scan::of::<TextRow>()).unwrap();
        centre.start_up(store, context, false).unwrap();
    });
    assert_eq!(found(&mut test, &ana, "boleto"), [""; 0]);
    for _ in 0..10 {
        test.tick();
    }
    assert_eq!(test.with(|_, store, _| texts(store)).iter().filter(|row| row.words.contains("boleto")).count(), 451);
    assert_eq!(found(&mut test, &ana, "boleto vencido").len(), 1);
    assert_eq!(test.with(|_, store, _| store.lacks_texts()), Ok(false));
}
