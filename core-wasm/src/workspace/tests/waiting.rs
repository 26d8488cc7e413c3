//! Customers who wait for an answer: in the rows of the list, as a filter and as an order.

use super::bench::{Bench, START};
use super::samples::{active_jobs, agent_message, chat_job, moment, with};
use crate::flow::JobGroup;
use crate::input::Intent;
use crate::jobs::{self, JobsIntent, JobsSlice};
use crate::shell::{ListOrder, PreferencesChange, ShellIntent};
use crate::view::View;
use crate::wire::{Wall, rfc3339};
use serde_json::json;

fn prefers(bench: &mut Bench, change: PreferencesChange) {
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change }));
}

/// Time of the message with this number.
fn at(seq: u64) -> Option<f64> {
    Wall::parse(&moment(seq)).map(Wall::as_js)
}

#[test]
fn a_row_shows_since_when_its_customer_waits_until_an_agent_answers() {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    assert_eq!(bench.row("P1").waiting, None);
    bench.customer_writes("P1", 1, "Bom dia").customer_writes("P1", 2, "Alguém?");
    assert_eq!(bench.row("P1").waiting, at(1), "since the first one");
    bench.event(
        "ChatMessageEvent",
        json!({ "message": with(agent_message("P1", 3, "C3", "Oi"), json!({ "agent_id": "102" })) }),
    );
    assert_eq!(bench.row("P1").waiting, None, "a colleague's answer is one");
    bench.customer_writes("P1", 4, "E então?").advance(60_000).hold("POST chat/messages").sends("P1", "Já vejo");
    assert_eq!(bench.row("P1").waiting, at(4), "the server does not have the answer yet");
    let own = bench.call("POST chat/messages").json()["custom_id"].clone();
    bench.customer_writes("P1", 6, "Olá?");
    bench.reply(
        "POST chat/messages",
        200,
        json!({ "message_id": "a|b", "custom_id": own, "seq": 5, "time": rfc3339(bench.now.wall) }),
    );
    assert_eq!(bench.row("P1").waiting, at(6), "written after the answer");
    bench.customer_writes("P1", 4, "E então?");
    assert_eq!(bench.row("P1").waiting, at(6), "a message that comes twice changes nothing");
}

#[test]
fn the_target_of_the_queue_for_the_first_answer_applies_until_an_agent_has_answered() {
    let mut bench = Bench::signed_in();
    let targets = json!({ "answerTargets": { "firstMs": 120_000, "nextMs": 300_000 } });
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P1"), targets) }));
    assert_eq!(bench.row("P1").waiting_target, None, "nobody waits");
    bench.customer_writes("P1", 1, "Bom dia");
    assert_eq!(bench.row("P1").waiting_target, Some(120_000.0));
    bench
        .event("ChatMessageEvent", json!({ "message": agent_message("P1", 2, "C2", "Oi") }))
        .customer_writes("P1", 3, "E?");
    assert_eq!(bench.row("P1").waiting_target, Some(300_000.0));
    let finished = json!({ "protocol": "P1", "endedBy": "client" });
    bench.event("ChatEndEvent", finished);
    assert_eq!((bench.row("P1").waiting, bench.row("P1").waiting_target), (None, None), "after the end nobody waits");
}

#[test]
fn a_row_has_the_opening_hours_of_its_queue_while_its_customer_waits() {
    let mut bench = Bench::signed_in();
    let at = |hours: i64| START.plus_ms(hours * 3_600_000);
    let span = |from: i64, until: i64| json!({ "from": rfc3339(at(from)), "until": rfc3339(at(until)) });
    let hours = json!({ "openHours": [span(-30, -20), span(-2, 5), span(22, 29)] });
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P1"), hours) }));
    assert_eq!(bench.row("P1").waiting_hours, None, "nobody waits");
    bench.customer_writes("P1", 1, "Bom dia");
    let shown = [-2, 5, 22, 29].map(|hours| at(hours).as_js());
    assert_eq!(bench.row("P1").waiting_hours.as_deref(), Some(shown.as_slice()), "without what was over before");
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P2"), json!({ "openHours": [] })) }));
    bench.customer_writes("P2", 1, "Olá");
    assert_eq!(bench.row("P2").waiting_hours.as_deref(), Some([].as_slice()), "closed all the time");
    bench.attends("P3").customer_writes("P3", 1, "Oi");
    assert_eq!(bench.row("P3").waiting_hours, None, "a queue that is always open");
}

#[test]
fn the_servers_list_says_which_customers_wait_and_a_reload_keeps_that() {
    let mut bench = Bench::signed_in();
    let job = |protocol: &str, seq: u64, since: Option<u64>| {
        with(chat_job(protocol), json!({ "seq": seq, "unansweredSince": since.map(moment), "answered": true }))
    };
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[job("P1", 5, Some(2)), job("P2", 7, None)]));
    bench.attends("P1").attends("P2").page(crate::input::PageInput::Gap { ms: 60_000.0 });
    let waiting = |bench: &Bench| [bench.row("P1").waiting, bench.row("P2").waiting];
    assert_eq!(waiting(&bench), [at(2), None]);
    bench.customer_writes("P2", 8, "Oi").advance(1_000);
    assert_eq!(waiting(&bench), [at(2), at(8)]);
    bench.hold("GET agents/101/jobs/active").reload().start("/attendance");
    assert_eq!(waiting(&bench), [at(2), at(8)]);
}

fn needs_answer(bench: &mut Bench, protocol: &str, needed: bool) {
    bench.intent(Intent::Jobs(JobsIntent::NeedsAnswer { protocol: protocol.into(), needed }));
}

#[test]
fn bey_155_an_attendance_marked_as_needing_no_answer_is_not_counted_also_after_a_reload_until_the_customer_writes_again()
 {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends_whatsapp("W1", json!({ "activeAttendance": true }));
    bench.customer_writes("P1", 1, "ok, obrigado").customer_sends("W1", 2, "valeu");
    for protocol in ["P1", "W1"] {
        assert!(bench.row(protocol).waiting.is_some());
        needs_answer(&mut bench, protocol, false);
        assert_eq!((bench.row(protocol).waiting, bench.row(protocol).no_answer_needed), (None, true), "{protocol}");
    }
    assert_eq!(bench.summary().waiting, 0);
    needs_answer(&mut bench, "W1", true);
    assert_eq!((bench.row("W1").no_answer_needed, bench.summary().waiting), (false, 1));
    bench.advance(1_000);
    // The server does not know about the mark.
    let listed = with(chat_job("P1"), json!({ "seq": 1, "unansweredSince": moment(1) }));
    bench.answer("GET agents/101/jobs/active", 200, with(active_jobs(&[listed]), json!({ "asOfSeq": 50 })));
    bench.reload().start("/attendance");
    assert_eq!((bench.row("P1").waiting, bench.row("P1").no_answer_needed), (None, true));
    bench.customer_writes("P1", 3, "Mais uma coisa");
    assert_eq!((bench.row("P1").waiting, bench.row("P1").no_answer_needed), (at(3), false));
}

/// The group of waiting customers, and the group of answered ones.
fn groups(bench: &Bench) -> [Vec<String>; 2] {
    [JobGroup::Waiting, JobGroup::Active].map(|group| bench.order(group))
}

#[test]
fn bey_155_sorted_by_waiting_time_the_list_has_a_group_of_waiting_and_a_group_of_answered_customers() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").attends_whatsapp("W1", json!({ "activeAttendance": true }));
    bench.customer_writes("P1", 1, "a").customer_sends("W1", 2, "b");
    assert_eq!(groups(&bench).map(|group| group.len()), [0, 3], "newest first there is one group");
    prefers(&mut bench, PreferencesChange { list_order: Some(ListOrder::LongestWaiting), ..Default::default() });
    let [mut waiting, answered] = groups(&bench);
    waiting.sort();
    assert_eq!((waiting, answered), (vec!["P1".to_owned(), "W1".to_owned()], vec!["P2".to_owned()]));
    // A row under the pointer stays in its group until the pointer leaves it.
    bench.intent(Intent::Jobs(JobsIntent::HoldOrder { inside: true }));
    bench.event("ChatMessageEvent", json!({ "message": agent_message("P1", 3, "C3", "Oi") }));
    assert_eq!(groups(&bench).map(|group| group.len()), [2, 1]);
    bench.intent(Intent::Jobs(JobsIntent::HoldOrder { inside: false }));
    assert_eq!(groups(&bench)[0], ["W1"]);
    bench.event("ChatEndEvent", json!({ "protocol": "P1" }));
    assert_eq!(
        (bench.order(JobGroup::ToQualify), groups(&bench).map(|group| group.len())),
        (vec!["P1".into()], [1, 1])
    );
}

#[test]
fn a_filter_or_order_of_the_list_applies_at_once_also_while_the_pointer_is_over_the_list() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").customer_writes("P1", 1, "a");
    bench.intent(Intent::Jobs(JobsIntent::HoldOrder { inside: true }));
    prefers(&mut bench, PreferencesChange { list_order: Some(ListOrder::LongestWaiting), ..Default::default() });
    assert_eq!(groups(&bench), [vec!["P1".to_owned()], vec!["P2".to_owned()]]);
    bench.customer_writes("P2", 2, "b");
    assert_eq!(groups(&bench)[0], ["P1"], "later rows keep their places again");
}

#[test]
fn bey_155_the_list_shows_only_the_chosen_queues_and_offers_the_queues_of_its_attendances() {
    let mut bench = Bench::signed_in();
    let of =
        |protocol: &str, id: &str, name: &str| with(chat_job(protocol), json!({ "queue": { "id": id, "name": name } }));
    for (protocol, id, name) in [("P1", "10", "Vendas"), ("P2", "11", "Suporte"), ("P3", "10", "Vendas")] {
        bench.event("NewChatEvent", json!({ "job": of(protocol, id, name) }));
    }
    let View::Jobs(JobsSlice::JobQueues(queues)) = bench.workspace.view(&jobs::slices::QUEUES.key()) else {
        panic!("no queues");
    };
    let names: Vec<(String, String)> = queues.into_iter().map(|queue| (queue.name, queue.id)).collect();
    assert_eq!(names, [("Suporte".into(), "11".into()), ("Vendas".into(), "10".into())]);
    prefers(&mut bench, PreferencesChange { list_queues: Some(vec!["10".to_owned()]), ..Default::default() });
    let mut shown = bench.order(JobGroup::Active);
    shown.sort();
    assert_eq!((shown, bench.summary().hidden), (vec!["P1".to_owned(), "P3".to_owned()], 1));
    // After a transfer to another queue the attendance is hidden.
    bench.event("NewChatEvent", json!({ "job": with(of("P1", "11", "Suporte"), json!({ "version": 2 })) }));
    assert_eq!((bench.order(JobGroup::Active), bench.summary().hidden), (vec!["P3".to_owned()], 2));
    prefers(&mut bench, PreferencesChange { list_queues: Some(Vec::new()), ..Default::default() });
    assert_eq!(bench.order(JobGroup::Active).len(), 3);
}

#[test]
fn the_list_shows_only_waiting_customers_the_longest_waiting_first() {
    let mut bench = Bench::signed_in();
    for protocol in ["P1", "P2", "P3", "P4"] {
        bench.attends(protocol);
    }
    bench.customer_writes("P1", 1, "a").customer_writes("P2", 2, "b").customer_writes("P3", 3, "c");
    bench.customer_writes("P1", 4, "d").customer_writes("P4", 5, "e");
    bench.event("ChatMessageEvent", json!({ "message": agent_message("P4", 6, "C6", "Oi") }));
    assert_eq!(bench.order(JobGroup::Active), ["P4", "P1", "P3", "P2"]);
    assert_eq!(bench.summary().waiting, 3);
    prefers(&mut bench, PreferencesChange { list_order: Some(ListOrder::LongestWaiting), ..Default::default() });
    assert_eq!(groups(&bench), [vec!["P1", "P2", "P3"], vec!["P4"]]);
    prefers(&mut bench, PreferencesChange { only_waiting: Some(true), ..Default::default() });
    assert_eq!(groups(&bench), [vec!["P1", "P2", "P3"], vec![]]);
    bench.event("ChatMessageEvent", json!({ "message": agent_message("P1", 7, "C7", "Oi") }));
    assert_eq!((groups(&bench), bench.summary().waiting), ([vec!["P2".to_owned(), "P3".to_owned()], vec![]], 2));
    bench.customer_writes("P4", 8, "f");
    assert_eq!(groups(&bench), [vec!["P2", "P3", "P4"], vec![]]);
    assert!(bench.now.wall >= START);
}

/// Each case of the rule in the list as it is shown; the rule alone is in `jobs/order.rs`.
#[test]
fn bey_155_the_list_by_the_wait_counts_the_hours_of_the_queues_and_follows_every_later_event() {
    let mut bench = Bench::signed_in();
    prefers(&mut bench, PreferencesChange { list_order: Some(ListOrder::LongestWaiting), ..Default::default() });
    let at = |minutes: i64| rfc3339(START.plus_ms(minutes * 60_000));
    let opens_late = json!([{ "from": at(-120), "until": at(-100) }, { "from": at(-5), "until": at(30) }]);
    for (protocol, since, hours) in [
        ("P1", Some(-10), None),
        ("P2", Some(-20), None),
        ("P3", Some(-110), Some(opens_late)),
        ("P4", Some(-300), Some(json!([{ "from": at(20), "until": at(90) }]))),
        ("P5", None, None),
    ] {
        let mut changes = json!({ "seq": 1, "unansweredSince": since.map(at) });
        if let Some(hours) = hours {
            changes["openHours"] = hours;
        }
        bench.event("NewChatEvent", json!({ "job": with(chat_job(protocol), changes) }));
    }
    let waiting = |bench: &Bench| groups(bench)[0].clone();
    assert_eq!(waiting(&bench), ["P2", "P3", "P1", "P4"], "20, 10 + 5, 10 minutes, and closed");
    bench.event("ChatMessageEvent", json!({ "message": agent_message("P2", 2, "C2", "Oi") }));
    assert_eq!(groups(&bench), [vec!["P3", "P1", "P4"], vec!["P2", "P5"]], "an answer");
    bench.customer_writes("P1", 2, "Alô?");
    assert_eq!(waiting(&bench), ["P3", "P1", "P4"], "a later message of who waits already");
    bench.advance(21 * 60_000);
    assert_eq!(waiting(&bench), ["P3", "P1", "P4"], "its queue opened: 1 minute");
    bench.advance(10 * 60_000);
    assert_eq!(waiting(&bench), ["P1", "P4", "P3"], "the queue of the first one closed");
    bench.event("ChatEndEvent", json!({ "protocol": "P1" }));
    assert_eq!(
        (waiting(&bench), bench.order(JobGroup::ToQualify)),
        (vec!["P4".into(), "P3".into()], vec!["P1".into()])
    );
    let until = rfc3339(bench.now.wall.plus_ms(600_000));
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P4"), json!({ "seq": 1, "unansweredSince": at(-300), "snoozedUntil": until, "version": 9 })) }));
    assert_eq!((waiting(&bench), bench.order(JobGroup::Snoozed)), (vec!["P3".to_owned()], vec!["P4".to_owned()]));
}
