//! Requirements of the list about WhatsApp and Instagram: pinned attendances, unread marks, the filter by channel.

use super::bench::Bench;
use super::samples::with;
use super::whatsapp::{job, with_two};
use crate::flow::{FromPage, JobGroup};
use crate::input::Intent;
use crate::whatsapp::WhatsAppIntent;
use rstest::rstest;
use serde_json::json;

#[test]
fn job_027_job_030_a_pinned_attendance_is_shown_first_at_once_and_unpinned_if_the_request_fails() {
    let mut bench = with_two();
    bench.hold("POST whatsapp/pin").whatsapp(WhatsAppIntent::Pin { protocol: "W2".into(), pinned: true });
    let orders = |bench: &Bench| [JobGroup::Pinned, JobGroup::Active].map(|group| bench.order(group));
    assert_eq!(orders(&bench), [vec!["W2".to_owned()], vec!["W1".to_owned()]]);
    bench.reply("POST whatsapp/pin", 500, json!({}));
    assert_eq!((bench.row("W2").pinned, bench.order(JobGroup::Pinned).len()), (false, 0));
    assert_eq!(bench.said(), ["Não foi possível fixar o atendimento"]);
    bench.answer("POST whatsapp/pin", 200, json!({ "success": true }));
    bench.whatsapp(WhatsAppIntent::Pin { protocol: "W2".into(), pinned: true });
    bench.whatsapp(WhatsAppIntent::Pin { protocol: "W2".into(), pinned: false });
    assert_eq!((bench.row("W2").pinned, bench.calls_of("POST whatsapp/unpin").len()), (false, 1));
}

#[test]
fn job_028_job_031_an_unread_mark_is_shown_at_once_and_removed_if_the_request_fails() {
    let mut bench = with_two();
    let mark = |unread| WhatsAppIntent::MarkUnread { protocol: "W2".into(), unread };
    bench.hold("POST whatsapp/unread").whatsapp(mark(true));
    assert_eq!((bench.row("W2").marked_unread, job(&bench, "W2").unread), (true, true));
    bench.reply("POST whatsapp/unread", 422, json!({}));
    assert_eq!((bench.row("W2").marked_unread, bench.said().len()), (false, 1));
    assert_eq!(bench.said(), ["Não foi possível marcar como lida/não lida o atendimento"]);
    bench.answer("POST whatsapp/unread", 200, json!({ "success": true })).whatsapp(mark(true)).forget();
    bench.open("W2").advance(750);
    assert_eq!((bench.row("W2").marked_unread, bench.calls_of("POST whatsapp/read-all").len()), (false, 1));
    bench.customer_sends("W1", 1, "Oi").whatsapp(WhatsAppIntent::MarkUnread { protocol: "W1".into(), unread: false });
    assert_eq!((bench.row("W1").unread, bench.calls_of("POST whatsapp/read").len()), (0, 1));
}

#[rstest]
#[case::job_022_instagram("instagram", ["P1", "V1", "W1"])]
#[case::job_022_whatsapp("whatsapp", ["I1", "P1", "V1"])]
#[case::chat("chat", ["I1", "V1", "W1"])]
#[case::voice("voice", ["I1", "P1", "W1"])]
fn job_021_the_filter_shows_all_four_channels_and_hides_instagram_and_whatsapp_separately(
    #[case] hidden: &str,
    #[case] left: [&str; 3],
) {
    let mut bench = Bench::signed_in();
    bench.attends_whatsapp("W1", json!({})).attends_whatsapp("I1", json!({ "metaType": "instagram" })).attends("P1");
    let call = with(super::samples::chat_job("V1"), json!({ "channel": "voice" }));
    bench.event("NewChatEvent", json!({ "job": call }));
    let sorted = |bench: &Bench| {
        let mut order = bench.order(JobGroup::Active);
        order.sort_unstable();
        order
    };
    assert_eq!(sorted(&bench), ["I1", "P1", "V1", "W1"]);
    let change = json!({ "area": "shell", "type": "changePreferences", "change": { "hiddenChannels": [hidden] } });
    bench.intent(Intent::from_page(&change).expect("an intent"));
    assert_eq!((sorted(&bench), bench.summary().hidden), (left.map(str::to_owned).to_vec(), 1));
}
