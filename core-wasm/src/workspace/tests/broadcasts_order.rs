//! Broadcasts when events arrive in another order, and what entries show of their list.

use super::broadcasts::{acts, bulk_event, entry, list, opened, schedule_event, status_event};
use super::broadcasts_draft::{CONTACTS, changes, chooses, complete};
use super::people::page;
use super::samples::with;
use crate::broadcasts::{BroadcastWord, BroadcastsIntent, DraftChange, EntryGroup};
use crate::input::Intent;
use crate::whatsapp::WhatsAppIntent;
use crate::wire::VariableSource;
use serde_json::json;

#[test]
fn counts_that_arrive_before_an_earlier_event_of_the_list_keep_neither_it_nor_themselves_out() {
    let mut bench = opened();
    bench.event("BroadcastSchedulesEvent", bulk_event(&[entry("1", "SENT", 1)], 6));
    bench.event(
        "BroadcastStatusEvent",
        status_event("7", json!({ "cancelledAt": "2026-11-20T13:45:00.000Z", "version": 5 })),
    );
    let card = bench.broadcast_card("7");
    assert_eq!((card.word, card.progress.sent, card.retryable), (BroadcastWord::Cancelled, 3, 1));
    bench.event(
        "BroadcastStatusEvent",
        status_event("7", json!({ "finishedAt": "2026-11-20T13:46:00.000Z", "version": 7 })),
    );
    let card = bench.broadcast_card("7");
    assert_eq!((card.word, card.progress.sent), (BroadcastWord::Complete, 0), "the whole list is newer");
}

#[test]
fn entries_that_wait_have_the_reason_of_their_list_without_an_event_of_their_own() {
    let mut bench = opened();
    let failed = with(entry("2", "FAILED", 1), json!({ "reason": "TOO_FAST", "retryable": true }));
    bench.event("BroadcastSchedulesEvent", bulk_event(&[failed], 2));
    let shown = |bench: &super::bench::Bench| {
        let reason = bench.broadcast_entry("1").reason.map(|text| text.key).unwrap_or_default();
        (reason, bench.broadcast_entry("2").retryable)
    };
    assert_eq!(shown(&bench), (String::new(), true));
    bench.event("BroadcastStatusEvent", status_event("7", json!({ "pausedReason": "spamLimit", "version": 3 })));
    assert_eq!(shown(&bench), ("broadcasts.reasons.listPaused".to_owned(), true));
    let paused = BroadcastsIntent::FilterEntries {
        group: EntryGroup::All,
        reason: "listPaused".to_owned(),
        search: String::new(),
    };
    acts(&mut bench, paused);
    assert_eq!(bench.entries().len(), 2);
    bench.event("BroadcastStatusEvent", status_event("7", json!({ "version": 4 })));
    assert_eq!((shown(&bench).0, bench.entries().len()), (String::new(), 0));
    let cancelled = with(list("7", "Renovação", 5), json!({ "cancelledAt": "2026-11-20T13:45:00.000Z" }));
    bench.event("BroadcastStatusEvent", json!({ "agentId": "101", "status": "SENDING", "broadcast": cancelled }));
    assert_eq!(shown(&bench), ("broadcasts.reasons.cancelled".to_owned(), false));
}

#[test]
fn an_event_of_one_entry_with_a_fault_of_the_account_allows_another_attempt() {
    let mut bench = opened();
    let refused = with(schedule_event("update-schedule", "1", "FAILED", 1, 3), json!({ "reason": "ACCOUNT_UNPAID" }));
    bench.event("BroadcastScheduleEvent", refused);
    assert!(bench.broadcast_entry("1").retryable);
}

/// The bench asserts that each view that changed was marked.
#[test]
fn contacts_to_choose_disappear_with_the_draft_and_come_back_with_it() {
    let mut bench = complete();
    let name = bench.broadcast_contact("1").name;
    acts(&mut bench, BroadcastsIntent::CloseNewBroadcast);
    acts(&mut bench, BroadcastsIntent::OpenNewBroadcast);
    assert_eq!(bench.broadcast_contact("1").name, name);
}

/// The bench asserts that each view that changed was marked: a contact without a view has none of the later values.
#[test]
fn a_contact_that_is_neither_chosen_nor_found_any_more_is_not_shown() {
    let mut bench = complete();
    bench.answer(CONTACTS, 200, page(2..=2, 1));
    acts(&mut bench, BroadcastsIntent::SearchBroadcastContacts { text: "pes".to_owned() });
    bench.advance(250);
    assert!(bench.broadcast_contact("1").chosen);
    chooses(&mut bench, &["1"], false);
    assert_eq!(bench.workspace.broadcasts.contact_view(&"1".into()), None);
    let text = VariableSource { text: "Olá".to_owned(), ..VariableSource::default() };
    changes(&mut bench, DraftChange { variables: Some(vec![text]), ..DraftChange::default() });
    assert_eq!(bench.workspace.broadcasts.contact_view(&"1".into()), None);
    assert_eq!(bench.broadcast_contact("2").values, ["Olá"]);
}

#[test]
fn the_campaigns_stay_in_the_draft_while_they_are_loaded_again() {
    let mut bench = complete();
    let before = bench.new_broadcast();
    bench.hold("GET agents/101/campaigns/whatsapp");
    bench.intent(Intent::Whatsapp(WhatsAppIntent::LoadCampaigns));
    let now = bench.new_broadcast();
    assert_eq!((now.campaigns_loaded, now.campaigns), (true, before.campaigns));
}
