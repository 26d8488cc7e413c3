//! Tests of notices: a notice is a system message of an open attendance; without one it has no effect.

use super::{HELENA, about, at_work, jobs, only_job, report, thread, writes};
use crate::testing::{ANA, TestCentre};
use crate::{WhatsAppInbound, WhatsAppNotice, WhatsAppNoticeKind};
use rstest::rstest;
use serde_json::{Value, json};

fn notice(test: &mut TestCentre, kind: &WhatsAppNoticeKind) {
    let (provider_id, customer) = ("n1".to_owned(), HELENA.to_owned());
    report(test, WhatsAppInbound::Notice(WhatsAppNotice { provider_id, customer, sent_at: None, kind: kind.clone() }));
}

fn address() -> WhatsAppNoticeKind {
    WhatsAppNoticeKind::AddressChanged { to: "5511955559999".to_owned() }
}

fn poll() -> WhatsAppNoticeKind {
    WhatsAppNoticeKind::Unsupported { kind: "poll_creation".to_owned() }
}

#[rstest]
#[case::bey_167_another_address(address(), "customerAddressChanged", "5511955559999")]
#[case::bey_167_another_device(WhatsAppNoticeKind::IdentityChanged, "customerIdentityChanged", "")]
#[case::bey_167_a_kind_that_cannot_be_shown(poll(), "customerSentUnsupported", "poll_creation")]
fn a_notice_of_the_network_is_a_system_message_in_an_open_attendance(
    #[case] kind: WhatsAppNoticeKind,
    #[case] key: &str,
    #[case] words: &str,
) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Oi");
    test.take_events(ANA);
    notice(&mut test, &kind);
    notice(&mut test, &kind);
    let (protocol, job) = only_job(&mut test, &ana);
    let lines: Vec<Value> = thread(&mut test, &ana, &protocol);
    let last = lines.last().unwrap();
    assert_eq!(json!([last["systemKey"], last["message"], last["senderType"]]), json!([key, words, "system"]));
    assert_eq!(json!([job["messagesNotRead"], job["lastMessage"]["message"]]), json!([1, "Oi"]), "nothing is unread");
    let lines = test.take_events(ANA).into_iter().filter(|(event, _)| event["event"] == "ChatMessageEvent").count();
    assert_eq!(lines, 1, "the same notice twice is one line");
}

#[rstest]
#[case::bey_167_another_address(address())]
#[case::bey_167_another_device(WhatsAppNoticeKind::IdentityChanged)]
#[case::bey_167_a_kind_that_cannot_be_shown(poll())]
fn a_notice_of_the_network_begins_no_attendance(#[case] kind: WhatsAppNoticeKind, #[values(false, true)] known: bool) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    if known {
        writes(&mut test, "w1", HELENA, "Oi");
        let (protocol, _) = only_job(&mut test, &ana);
        about(&mut test, &ana, "close", &protocol);
        test.post(&ana, "/job/whatsapp/finish", json!({ "protocol": protocol, "agentId": ANA, "org_unit_id": "1" }))
            .ok();
    }
    test.take_events(ANA);
    notice(&mut test, &kind);
    assert_eq!(test.take_events(ANA).len(), 0);
    assert_eq!(jobs(&mut test, &ana, "whatsapp"), [json!(null); 0]);
}

/// The network lets the agent answer, whatever the customer sent.
#[test]
fn bey_167_an_item_that_cannot_be_shown_opens_the_window_of_an_open_attendance() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Oi");
    test.advance(25 * super::HOUR_MS);
    notice(&mut test, &address());
    let is_closed = |test: &mut TestCentre, ana| only_job(test, ana).1["waitingAnswer"].clone();
    let ana = {
        let _ = ana;
        at_work(&mut test, ANA)
    };
    assert_eq!(is_closed(&mut test, &ana), true);
    let (provider_id, customer) = ("n2".to_owned(), HELENA.to_owned());
    report(&mut test, WhatsAppInbound::Notice(WhatsAppNotice { provider_id, customer, sent_at: None, kind: poll() }));
    assert_eq!(is_closed(&mut test, &ana), false);
}

/// The notice came before the customer's first message, and the provider repeats it afterwards.
#[test]
fn a_repeated_notice_changes_nothing_although_an_attendance_has_begun_meanwhile() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    let notice = |test: &mut TestCentre| {
        let kind = WhatsAppNoticeKind::Unsupported { kind: "hologram".to_owned() };
        let (provider_id, customer) = ("n1".to_owned(), HELENA.to_owned());
        report(test, WhatsAppInbound::Notice(WhatsAppNotice { provider_id, customer, sent_at: None, kind }));
    };
    notice(&mut test);
    writes(&mut test, "w1", HELENA, "oi");
    let (protocol, _) = only_job(&mut test, &ana);
    let before = thread(&mut test, &ana, &protocol);
    notice(&mut test);
    assert_eq!(thread(&mut test, &ana, &protocol), before);
}
