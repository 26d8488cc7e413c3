//! Words by which customers end broadcasts, and allow them again: messages arrive late, in another order and again.

use super::{accept, centre, create, id_of, number_of, post, provider_id, receipt, report, rows, statuses, work};
use crate::store::{RouteStore, WhatsAppRouteRow};
use crate::testing::TestCentre;
use crate::{WhatsAppDelivery, WhatsAppInbound, WhatsAppInboundMessage};
use rstest::rstest;
use serde_json::json;
use wire::{Wall, rfc3339};

/// The first customer of every list here writes at this time.
fn writes_at(test: &mut TestCentre, id: &str, text: &str, sent_at: Wall) {
    let message = WhatsAppInboundMessage {
        provider_id: id.to_owned(),
        customer: number_of(0),
        text: text.to_owned(),
        sent_at: Some(sent_at),
        ..WhatsAppInboundMessage::default()
    };
    report(test, WhatsAppInbound::Message(Box::new(message)));
}

fn is_opted_out(test: &TestCentre) -> bool {
    use crate::store::WhatsAppStore;
    test.store.conversation(super::ROUTE_ID, &number_of(0)).unwrap().unwrap().opted_out
}

#[rstest]
#[case::stops(&[("SAIR", 1)], true)]
#[case::resumes(&[("SAIR", 1), ("VOLTAR", 2)], false)]
#[case::the_stop_arrives_first_and_was_sent_last(&[("SAIR", 2), ("VOLTAR", 1)], true)]
#[case::the_resume_arrives_first_and_was_sent_last(&[("VOLTAR", 2), ("SAIR", 1)], false)]
#[case::another_text_changes_nothing(&[("SAIR", 1), ("Bom dia", 2)], true)]
fn bey_142_the_word_that_the_customer_sent_last_counts_in_whatever_order_the_words_arrive(
    #[case] words: &[(&str, i64)],
    #[case] expected: bool,
) {
    let (mut test, _) = centre();
    let begin = test.now.plus_ms(-60_000);
    for (text, second) in words {
        writes_at(&mut test, &format!("w{second}"), text, begin.plus_ms(second * 1_000));
    }
    assert_eq!(is_opted_out(&test), expected);
}

#[test]
fn bey_142_a_word_that_was_sent_before_the_network_stopped_such_messages_does_not_allow_them_again() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 1);
    work(&mut test, accept);
    let before = test.now.plus_ms(-1_000);
    let stopped = WhatsAppDelivery::Failed("MARKETING_STOPPED".to_owned());
    receipt(&mut test, &provider_id(&number_of(0)), None, stopped);
    assert_eq!(statuses(&test, &id), ["FAILED optedOut"]);
    writes_at(&mut test, "w1", "VOLTAR", before);
    assert!(is_opted_out(&test));
    test.advance(1_000);
    let now = test.now;
    writes_at(&mut test, "w2", "VOLTAR", now);
    assert!(!is_opted_out(&test));
}

/// The provider reports at this second what the customer said at another one.
fn provider_reports(test: &mut TestCentre, granted: bool, at: Wall) {
    report(test, WhatsAppInbound::Consent { customer: number_of(0), granted, at: Some(at) });
}

#[rstest]
#[case::a_stop_in_whatsapp(&[(false, 1)], true)]
#[case::a_stop_that_was_taken_back(&[(false, 1), (true, 2)], false)]
#[case::a_consent_that_is_repeated_after_a_later_stop(&[(true, 1), (false, 2), (true, 1)], true)]
#[case::a_stop_that_arrives_after_a_later_consent(&[(true, 2), (false, 1)], false)]
fn bey_142_of_the_providers_reports_the_one_with_the_latest_time_counts(
    #[case] reports: &[(bool, i64)],
    #[case] expected: bool,
) {
    let (mut test, _) = centre();
    let begin = test.now.plus_ms(-60_000);
    for (granted, second) in reports {
        provider_reports(&mut test, *granted, begin.plus_ms(second * 1_000));
    }
    assert_eq!(is_opted_out(&test), expected);
}

#[test]
fn bey_142_a_report_that_is_repeated_does_not_undo_a_word_that_the_customer_wrote_later() {
    let (mut test, _) = centre();
    let begin = test.now.plus_ms(-60_000);
    provider_reports(&mut test, true, begin);
    writes_at(&mut test, "w1", "SAIR", begin.plus_ms(5_000));
    provider_reports(&mut test, true, begin);
    assert!(is_opted_out(&test));
}

/// A second number of the company; the customer writes to it at these seconds.
#[rstest]
#[case::never_asked_to_stop(&[("Bom dia", 1)], &[], "QUEUED")]
#[case::stopped_at_the_other_number(&[("SAIR", 1)], &[], "FAILED optedOut")]
#[case::stopped_there_and_allowed_there(&[("SAIR", 1), ("VOLTAR", 2)], &[], "QUEUED")]
#[case::stopped_there_and_allowed_here_later(&[("SAIR", 1)], &[("VOLTAR", 2)], "QUEUED")]
#[case::allowed_here_and_stopped_there_later(&[("SAIR", 2)], &[("VOLTAR", 1)], "FAILED optedOut")]
#[case::stopped_here_and_allowed_there(&[("VOLTAR", 2)], &[("SAIR", 1)], "FAILED optedOut")]
fn bey_142_who_stops_broadcasts_at_one_number_of_the_company_gets_none_from_its_other_numbers(
    #[case] there: &[(&str, i64)],
    #[case] here: &[(&str, i64)],
    #[case] expected: &str,
) {
    let (mut test, ana) = centre();
    let first = test.store.whatsapp_route(super::ROUTE_ID).unwrap().unwrap();
    let second = WhatsAppRouteRow { id: "9".to_owned(), account: "551140004999".to_owned(), ..first };
    test.store.put_whatsapp_route(&second).unwrap();
    let begin = test.now.plus_ms(-60_000);
    for (text, second) in here {
        writes_at(&mut test, &format!("here{second}"), text, begin.plus_ms(second * 1_000));
    }
    for (text, second) in there {
        let message = WhatsAppInboundMessage {
            provider_id: format!("there{second}"),
            customer: number_of(0),
            text: (*text).to_owned(),
            sent_at: Some(begin.plus_ms(second * 1_000)),
            ..WhatsAppInboundMessage::default()
        };
        let item = WhatsAppInbound::Message(Box::new(message));
        test.with(|centre, store, context| {
            assert!(centre.whatsapp_inbound(store, context, "gupshup", "551140004999", &[item]).unwrap());
        });
    }
    let starts_at = rfc3339(test.now.plus_ms(60_000));
    let id = id_of(&post(&mut test, &ana, rows(1), json!({ "startsAt": starts_at })).ok());
    assert_eq!(statuses(&test, &id), [expected]);
}
