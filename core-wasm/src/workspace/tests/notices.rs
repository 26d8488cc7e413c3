//! Snackbars about customers: whom they name, what "Abrir" opens, and which of them the notification centre keeps
//! (BEY-152).

use super::bench::Bench;
use super::samples::{chat_job, visitor_job, with};
use super::words::said;
use crate::channels::ChannelsIntent;
use crate::flow::{HttpFailure, JobGroup};
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::notifications::NoticeKind::{Ended, Message, Transfer, Unsent};
use crate::notifications::{NoticeView, NotificationsIntent};
use crate::wire::Channel;
use rstest::rstest;
use serde_json::{Value, json};

/// A chat of a registered customer with this name reaches the agent.
fn attends(bench: &mut Bench, protocol: &str, name: &str) {
    let contact = json!({ "id": protocol.to_lowercase(), "fullname": name, "identifiers": {} });
    let job = with(chat_job(protocol), json!({ "contact": contact, "contactId": protocol.to_lowercase() }));
    bench.event("NewChatEvent", json!({ "job": job }));
}

/// The conversation of Roberto (P1) is open; Paula, Davi and Elisa wait.
fn at_work() -> Bench {
    let mut bench = Bench::signed_in();
    for (protocol, name) in
        [("P1", "Roberto Teixeira"), ("P2", "Paula Barreto"), ("P3", "Davi Reis"), ("P4", "Elisa Nunes")]
    {
        attends(&mut bench, protocol, name);
    }
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    bench
}

fn ends(bench: &mut Bench, protocol: &str) {
    bench.event("ChatEndEvent", json!({ "protocol": protocol }));
}

/// Both lines of each snackbar, and whether it has the button "Abrir".
fn snackbars(bench: &Bench) -> Vec<(String, String, bool)> {
    let line = |bar: crate::shell::Snackbar| {
        (bar.customer.map(|customer| customer.name).unwrap_or_default(), said(&bar.body), bar.opens)
    };
    bench.snackbars().into_iter().map(line).collect()
}

fn names(notice: &NoticeView) -> Vec<&str> {
    notice.customers.iter().map(|customer| customer.name.as_str()).collect()
}

fn open(bench: &mut Bench, protocol: &str, contact_id: &str) {
    let (protocol, contact_id) = (protocol.into(), contact_id.into());
    bench.intent(Intent::Notifications(NotificationsIntent::OpenCustomer { protocol, contact_id }));
}

#[test]
fn bey_152_the_end_of_another_conversation_names_its_customer_and_the_end_of_the_open_one_shows_in_its_thread_only() {
    let mut bench = at_work();
    ends(&mut bench, "P1");
    assert_eq!((snackbars(&bench), bench.notifications().items), (vec![], vec![]));
    ends(&mut bench, "P2");
    let text = "O cliente encerrou o chat".to_owned();
    assert_eq!(snackbars(&bench), [("Paula Barreto".to_owned(), text, true)]);
    let notice = bench.notifications().items.remove(0);
    assert_eq!(
        (notice.kind, names(&notice), notice.protocol.as_str(), notice.read),
        (Ended, vec!["Paula Barreto"], "P2", false)
    );
    open(&mut bench, "P2", "p2");
    assert_eq!(
        (bench.path().as_str(), bench.notifications().unread),
        ("/attendance/P2", 0),
        "opening marks it as read"
    );
}

#[test]
fn bey_152_the_end_of_the_open_conversation_shows_a_snackbar_if_the_conversation_is_not_visible() {
    let mut bench = at_work();
    bench.page(PageInput::Visible { visible: false });
    ends(&mut bench, "P1");
    assert_eq!(names(&bench.notifications().items[0]), ["Roberto Teixeira"]);
    assert!(snackbars(&bench).iter().all(|(_, _, opens)| !opens), "it is open already");
}

#[test]
fn bey_152_events_of_one_kind_within_ten_minutes_are_one_notification_with_all_names() {
    let mut bench = at_work();
    for protocol in ["P2", "P3"] {
        ends(&mut bench, protocol);
        bench.advance(5 * 60_000);
    }
    let notice = bench.notifications().items.remove(0);
    assert_eq!((names(&notice), notice.count, notice.protocol.as_str()), (vec!["Davi Reis", "Paula Barreto"], 2, ""));
    assert_eq!(said(&notice.title), "2 clientes encerraram a conversa");
    bench.advance(6 * 60_000);
    ends(&mut bench, "P4");
    let items = bench.notifications().items;
    let shown: Vec<_> = items.iter().map(names).collect();
    assert_eq!(shown, [vec!["Elisa Nunes"], vec!["Davi Reis", "Paula Barreto"]]);
}

#[test]
fn bey_058_bey_152_a_notification_stays_for_seven_days_also_after_its_attendance_was_removed() {
    let mut bench = at_work();
    ends(&mut bench, "P2");
    bench.event("JobFinishedEvent", json!({ "protocol": "P2" }));
    let kinds = |bench: &Bench| bench.notifications().items.iter().map(|notice| notice.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&bench).last(), Some(&Ended));
    bench.advance(8 * 24 * 60 * 60_000);
    ends(&mut bench, "P3");
    assert_eq!((kinds(&bench), names(&bench.notifications().items[0])), (vec![Ended], vec!["Davi Reis"]));
}

fn transferred(changes: Value) -> Value {
    let transfer =
        json!({ "agentId": "102", "agentName": "Bruno Lima", "note": "Boleto corrigido, falta enviar", "seq": 4 });
    json!({ "job": with(with(chat_job("T1"), json!({ "messagesNotRead": 2, "seq": 4, "transfer": transfer })), changes) })
}

#[test]
fn bey_152_an_attendance_transferred_to_the_agent_shows_a_snackbar_a_notification_and_a_new_row_until_it_is_opened() {
    let mut bench = at_work();
    bench.event("NewChatEvent", transferred(json!({})));
    let text = "Bruno Lima transferiu para você: Boleto corrigido, falta enviar".to_owned();
    assert_eq!(snackbars(&bench), [("Mariana Albuquerque".to_owned(), text, true)]);
    let notice = bench.notifications().items.remove(0);
    assert_eq!((notice.kind, names(&notice)), (Transfer, vec!["Mariana Albuquerque"]));
    assert_eq!(
        (said(&notice.title), notice.body.as_str()),
        ("Bruno Lima transferiu para você".to_owned(), "Boleto corrigido, falta enviar")
    );
    let row = bench.row("T1");
    let transfer = row.transfer.expect("a new row");
    assert_eq!((transfer.agent.as_str(), transfer.agent_short.as_str(), row.unread), ("Bruno Lima", "Bruno", 2));
    open(&mut bench, "T1", "");
    assert_eq!((bench.row("T1").transfer, bench.notifications().unread), (None, 0));
}

#[test]
fn bey_152_an_attendance_that_the_agents_own_transfer_brought_back_is_not_new() {
    let mut bench = at_work();
    bench.event("NewChatEvent", transferred(json!({ "transfer": { "agentId": "101", "agentName": "Ana Souza" } })));
    assert_eq!((bench.row("T1").transfer, snackbars(&bench)), (None, vec![]));
    assert_eq!(bench.order(JobGroup::Active).len(), 5);
}

#[rstest]
#[case::a_registered_customer(chat_job("P9"), "5", "/contact/5")]
#[case::a_visitor(visitor_job("P9"), "", "/history")]
fn bey_152_a_notification_about_a_removed_attendance_opens_the_contact_or_the_history(
    #[case] job: Value,
    #[case] contact: &str,
    #[case] path: &str,
) {
    let mut bench = at_work();
    bench.event("NewChatEvent", json!({ "job": job })).event("JobFinishedEvent", json!({ "protocol": "P9" }));
    let customer = bench.notifications().items.remove(0).customers.remove(0);
    assert_eq!((customer.protocol.as_str(), customer.contact_id.as_str()), ("P9", contact));
    open(&mut bench, &customer.protocol, &customer.contact_id);
    assert_eq!(bench.path(), path);
}

#[test]
fn bey_152_the_result_of_the_agents_own_action_adds_no_notification() {
    let mut bench = at_work();
    bench.answer("POST channels/chat/disconnect/agent/101", 500, json!({}));
    bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Chat, confirmed: true }));
    assert_eq!((snackbars(&bench).len(), bench.notifications().items), (1, vec![]));
}

#[test]
fn bey_152_an_unsent_text_names_its_customer_also_after_a_reload() {
    let mut bench = at_work();
    bench.fail("POST chat/messages", HttpFailure::NoAnswer).sends("P1", "Um momento, por favor.").advance(300);
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" })).advance(300);
    let titles = |bench: &Bench| -> Vec<String> {
        let items = bench.notifications().items.into_iter().filter(|notice| notice.kind == Unsent);
        items.map(|notice| said(&notice.title)).collect()
    };
    assert_eq!(titles(&bench), ["Texto não enviado para Roberto Teixeira"]);
    assert!(snackbars(&bench).iter().all(|(name, ..)| name == "Roberto Teixeira"), "{:?}", snackbars(&bench));
    bench.reload().start("/");
    assert_eq!(titles(&bench), ["Texto não enviado para Roberto Teixeira"]);
}

#[test]
fn bey_152_the_snackbar_about_a_customers_message_opens_the_conversation() {
    let mut bench = at_work();
    bench.customer_writes("P2", 1, "Oi");
    let notice = bench.notifications().items.remove(0);
    assert_eq!((notice.kind, names(&notice)), (Message, vec!["Paula Barreto"]));
}
