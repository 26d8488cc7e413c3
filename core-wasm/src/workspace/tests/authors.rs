//! Who wrote a message, in the views of a conversation: only this agent is "Você" (BEY-151).

use super::bench::Bench;
use super::samples::{agent_message, chat_job, customer_message, whatsapp_job, with};
use crate::flow::HttpFailure;
use crate::shell::Author::{self, Bot, Colleague, Customer, Own, System};
use rstest::rstest;
use serde_json::{Value, json};

/// A message of agent 102, and one of another agent with the same first name.
fn of_colleague(message: Value, id: &str, name: &str) -> Value {
    with(message, json!({ "agent_id": id, "agent_name": name, "from": id }))
}

fn line(protocol: &str, seq: u64, key: &str) -> Value {
    let fields = json!({ "senderType": "system", "system_message": true, "systemKey": key, "message": "" });
    of_colleague(with(customer_message(protocol, seq, ""), fields), "102", "Bruno Lima")
}

fn instagram_job(protocol: &str) -> Value {
    with(whatsapp_job(protocol), json!({ "metaType": "instagram" }))
}

/// An attendance that Bruno, a bot and the agent answered, with the messages of the server.
fn attended(job: fn(&str) -> Value, event: &str) -> Bench {
    let mut bench = Bench::signed_in();
    let quote = json!({ "messageAnswered": { "message_id": "m3|x3", "message": "Já vou ver", "senderType": "agent",
        "agent_id": "102", "agent_name": "Bruno Lima" } });
    let thread = json!({ "data": [
        line("P1", 1, "chatStarted"),
        with(customer_message("P1", 2, "Menu"), json!({ "senderType": "bot" })),
        of_colleague(agent_message("P1", 3, "AAAAAAAAAA", "Já vou ver"), "102", "Bruno Lima"),
        of_colleague(agent_message("P1", 4, "BBBBBBBBBB", "Um momento"), "102", "Bruno Lima"),
        agent_message("P1", 5, "CCCCCCCCCC", "Olá, sou a Ana"),
        with(customer_message("P1", 6, "Certo"), quote),
    ] });
    bench.answer("GET job/P1/messages", 200, thread);
    let job = with(job("P1"), json!({ "seq": 6 }));
    bench.event(event, json!({ "job": job })).advance(300);
    bench
}

#[rstest]
#[case::chat(chat_job, "NewChatEvent")]
#[case::whatsapp(whatsapp_job, "NewWhatsAppEvent")]
#[case::instagram(instagram_job, "NewWhatsAppEvent")]
fn bey_151_a_thread_names_the_author_of_each_message_and_a_group_ends_where_the_author_changes(
    #[case] job: fn(&str) -> Value,
    #[case] event: &str,
) {
    let mut bench = attended(job, event);
    bench.fail("POST chat/messages", HttpFailure::NoAnswer).fail("POST whatsapp/messages", HttpFailure::NoAnswer);
    bench.sends("P1", "Segue o boleto");
    let shown: Vec<(Author, String, bool, bool)> = bench
        .thread("P1")
        .into_iter()
        .map(|message| (message.sender, message.sender_name, message.group_start, message.group_end))
        .collect();
    let of = |author: Author, name: &str, start: bool, end: bool| (author, name.to_owned(), start, end);
    assert_eq!(
        shown,
        [
            of(System, "Bruno Lima", true, true),
            of(Bot, "", true, true),
            of(Colleague, "Bruno Lima", true, false),
            of(Colleague, "Bruno Lima", false, true),
            of(Own, "Ana Souza", true, true),
            of(Customer, "Mariana Albuquerque", true, true),
            of(Own, "Ana Souza", true, true),
        ]
    );
    let thread = bench.thread("P1");
    let taken = thread[0].line.as_ref().map(|line| (line.key.as_str(), line.params.get("agent").cloned()));
    assert_eq!(taken, Some(("chat.system.taken", Some("Bruno Lima".to_owned()))));
    let quote = thread[5].content.as_ref().and_then(|content| content.answered.as_ref()).expect("a quote");
    assert_eq!((quote.sender, quote.agent_name.as_str()), (Colleague, "Bruno Lima"));
}

#[test]
fn bey_151_a_row_names_the_colleague_who_wrote_last_with_an_initial_if_two_colleagues_share_the_first_name() {
    let mut bench = attended(chat_job, "NewChatEvent");
    let writes = |bench: &mut Bench, seq: u64, id: &str, name: &str| {
        let message = of_colleague(agent_message("P1", seq, &format!("DDDDDDDDD{seq}"), "Oi"), id, name);
        bench.event("ChatMessageEvent", json!({ "message": message }));
        let preview = bench.row("P1").preview.expect("a preview");
        (preview.author, preview.author_name)
    };
    assert_eq!(writes(&mut bench, 7, "102", "Bruno Lima"), (Colleague, "Bruno".to_owned()));
    assert_eq!(writes(&mut bench, 8, "103", "Bruno Alves"), (Colleague, "Bruno A.".to_owned()));
    assert_eq!(writes(&mut bench, 9, "101", "Ana Souza"), (Own, String::new()));
}

/// The list of attendances knows the last message before the thread is loaded.
#[test]
fn bey_151_the_last_message_of_the_servers_list_has_its_author() {
    let mut bench = Bench::signed_in();
    bench.attends("P0");
    let last = of_colleague(agent_message("P1", 3, "AAAAAAAAAA", "Já vou ver"), "102", "Bruno Lima");
    let job = with(chat_job("P1"), json!({ "seq": 3, "lastMessage": last }));
    bench.hold("GET job/P1/messages").event("NewChatEvent", json!({ "job": job }));
    let preview = bench.row("P1").preview.expect("a preview");
    assert_eq!((preview.author, preview.author_name.as_str()), (Colleague, "Bruno"));
}
