//! The agent's broadcasts: lists and entries by answers and events, and the changes of a list.

use super::bench::Bench;
use super::people::goes;
use super::samples::with;
use crate::broadcasts::{
    self, BroadcastAction, BroadcastCardView, BroadcastEntryView, BroadcastFilter, BroadcastTab, BroadcastView,
    BroadcastWord, BroadcastsIntent, BroadcastsPhase, BroadcastsSlice, BroadcastsView, EntryGroup,
};
use crate::flow::{HttpFailure, ListState};
use crate::input::{BrokerInput, Intent};
use crate::session::SessionIntent;
use crate::shell::Dialog;
use crate::view::View;
use crate::wire::EntryStatus;
use rstest::rstest;
use serde_json::{Value, json};

pub(super) const LISTS: &str = "GET broadcast/whatsapp/agent/101";
pub(super) const ENTRIES: &str = "GET broadcast/whatsapp/7/contacts";
pub(super) const CANCEL: &str = "PUT broadcast/whatsapp/cancel";
pub(super) const RESUME: &str = "PUT broadcast/whatsapp/7/resume";
pub(super) const RETRY: &str = "POST broadcast/whatsapp/7/retry";

/// A list that is being sent, with three entries.
pub(super) fn list(id: &str, name: &str, version: u64) -> Value {
    json!({ "whatsapp_broadcast_list_id": id, "status": "SENDING", "name": name, "agentId": "101",
        "attendanceGroupId": "40", "attendanceGroupName": "Vendas", "campaignName": "Renovação 2026",
        "routeName": "(11) 4002-8922", "templateName": "renovacao", "createdAt": format!("2026-11-20T1{id}:00:00.000Z"),
        "startsAt": "2026-11-20T13:00:00.000Z", "pausedReason": "", "retryable": 0, "version": version,
        "counts": { "queued": 3 } })
}

pub(super) fn lists(items: &[Value], as_of_seq: u64) -> Value {
    json!({ "asOfSeq": as_of_seq, "epoch": "e1", "data": items })
}

pub(super) fn entry(id: &str, status: &str, attempt: u32) -> Value {
    json!({ "scheduleId": id, "contactName": format!("Pessoa {id}"), "contactIdentifier": format!("CLI-{id}"),
        "contactWhatsAppIdentifier": format!("55119777600{id}"), "status": status, "reason": "", "attempt": attempt,
        "retryable": false, "changedAt": format!("2026-11-20T13:0{id}:00.000Z") })
}

fn entries(items: &[Value], next: &str) -> Value {
    json!({ "asOfSeq": 0, "epoch": "e1", "data": items, "next": next })
}

/// A signed-in agent of an org unit with broadcasts, and of two groups, one of which sends broadcasts.
pub(super) fn enabled() -> Bench {
    let mut bench = Bench::new();
    let group = |id: &str, name: &str, enabled: bool| json!({ "id": id, "name": name, "channel": "whatsapp", "broadcastEnabled": enabled });
    bench
        .answer("GET org-unit/1", 200, json!({ "id": "1", "name": "Central Aurora", "broadcastWhatsappEnabled": true }))
        .answer(
            "GET agents/101/member/attendance-groups",
            200,
            json!({ "data": [group("40", "Vendas", true), group("41", "Suporte", false)] }),
        )
        .start("/login")
        .sign_in()
        .forget();
    bench
}

/// The page of broadcasts with two lists.
pub(super) fn at_lists() -> Bench {
    let mut bench = enabled();
    bench.answer(LISTS, 200, lists(&[list("7", "Renovação", 1), list("8", "Reajuste", 1)], 0));
    goes(&mut bench, "/broadcast");
    bench.forget();
    bench
}

/// The first list is open with three entries.
pub(super) fn opened() -> Bench {
    let mut bench = at_lists();
    let three = ["1", "2", "3"].map(|id| entry(id, "QUEUED", 1));
    bench.answer(ENTRIES, 200, entries(&three, ""));
    opens(&mut bench);
    bench.forget();
    bench
}

pub(super) fn acts(bench: &mut Bench, intent: BroadcastsIntent) {
    bench.intent(Intent::Broadcasts(intent));
}

pub(super) fn opens(bench: &mut Bench) {
    acts(bench, BroadcastsIntent::OpenBroadcast { id: "7".into() });
}

pub(super) fn cancels(bench: &mut Bench) {
    acts(bench, BroadcastsIntent::CancelBroadcast { id: "7".into(), name: "renovacao ".to_owned() });
}

impl Bench {
    pub fn broadcasts(&self) -> BroadcastsView {
        match self.workspace.view(&broadcasts::slices::BROADCASTS.key()) {
            View::Broadcasts(BroadcastsSlice::Broadcasts(view)) => view,
            other => panic!("{other:?}"),
        }
    }

    pub fn broadcast_card(&self, id: &str) -> BroadcastCardView {
        match self.workspace.view(&broadcasts::slices::CARD.of(id.into())) {
            View::Broadcasts(BroadcastsSlice::BroadcastCard(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn broadcast_order(&self) -> Vec<String> {
        let ids = self.workspace.broadcasts.order().ids();
        ids.map(ToString::to_string).collect()
    }

    fn opened_broadcast(&self) -> Option<BroadcastView> {
        match self.workspace.view(&broadcasts::slices::OPENED.key()) {
            View::Broadcasts(BroadcastsSlice::Broadcast(view)) => Some(*view),
            _ => None,
        }
    }

    pub fn broadcast_entry(&self, id: &str) -> BroadcastEntryView {
        match self.workspace.view(&broadcasts::slices::ENTRY.of(("7".into(), id.into()))) {
            View::Broadcasts(BroadcastsSlice::BroadcastEntry(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    /// Ids and statuses of the shown entries, in their order.
    pub fn entries(&self) -> Vec<(String, EntryStatus)> {
        let order = self.workspace.broadcasts.entry_order().expect("an opened list");
        order.ids().map(|id| (id.to_string(), self.broadcast_entry(id).status)).collect()
    }
}

pub(super) fn status_event(id: &str, changes: Value) -> Value {
    let list = with(list(id, "Renovação", 2), changes);
    json!({ "agentId": "101", "status": list["status"], "broadcast": list })
}

pub(super) fn schedule_event(update: &str, id: &str, status: &str, attempt: u32, version: u64) -> Value {
    json!({ "agentId": "101", "whatsapp_broadcast_list_id": "7", "type": update, "scheduleId": id, "status": status,
        "attempt": attempt, "counts": { "sending": 3 }, "version": version })
}

pub(super) fn bulk_event(schedules: &[Value], version: u64) -> Value {
    json!({ "agentId": "101", "whatsapp_broadcast_list_id": "7", "schedules": schedules, "counts": { "sent": 3 },
        "retryable": 1, "version": version })
}

#[test]
fn nav_012_brd_021_the_page_loads_the_lists_and_shows_them_newest_first() {
    let bench = at_lists();
    assert_eq!((bench.path().as_str(), bench.broadcasts().phase), ("/broadcast", BroadcastsPhase::Ready));
    assert_eq!(bench.broadcast_order(), ["8", "7"]);
    let card = bench.broadcast_card("7");
    assert_eq!((card.name.as_str(), card.word, card.progress.queued), ("Renovação", BroadcastWord::Sending, 3));
}

#[test]
fn brd_005_brd_006_without_the_flag_of_the_org_unit_nothing_is_loaded() {
    let mut bench = Bench::signed_in();
    goes(&mut bench, "/broadcast");
    opens(&mut bench);
    assert_eq!((bench.path().as_str(), bench.broadcasts().phase), ("/broadcast", BroadcastsPhase::Disabled));
    assert_eq!((bench.calls_of(LISTS).len(), bench.calls_of(ENTRIES).len()), (0, 0));
}

#[test]
fn brd_005_the_lists_are_loaded_as_soon_as_the_org_unit_is_known() {
    let mut bench = Bench::new();
    bench.hold("GET org-unit/1").start("/login").sign_in();
    goes(&mut bench, "/broadcast");
    assert_eq!((bench.broadcasts().phase, bench.calls_of(LISTS).len()), (BroadcastsPhase::Loading, 0));
    bench.reply("GET org-unit/1", 200, json!({ "id": "1", "broadcastWhatsappEnabled": true }));
    assert_eq!((bench.broadcasts().phase, bench.calls_of(LISTS).len()), (BroadcastsPhase::Ready, 1));
}

#[test]
fn brd_014_brd_015_an_event_of_a_list_gives_its_status_and_a_later_version_stays() {
    let mut bench = at_lists();
    bench.event(
        "BroadcastStatusEvent",
        status_event("6", json!({ "status": "QUEUED", "startsAt": "2026-11-20T14:00:00.000Z" })),
    );
    assert_eq!(
        (bench.broadcast_order(), bench.broadcast_card("6").word),
        (vec!["8".to_owned(), "7".to_owned(), "6".to_owned()], BroadcastWord::Planned)
    );
    bench.advance(15 * 60_000);
    assert_eq!(bench.broadcast_card("6").word, BroadcastWord::Queued, "the start of the sending is reached");
    bench.event("BroadcastStatusEvent", status_event("6", json!({ "version": 3 })));
    assert_eq!(bench.broadcast_card("6").word, BroadcastWord::Sending);
    bench.event("BroadcastStatusEvent", status_event("6", json!({ "status": "QUEUED", "version": 2 })));
    assert_eq!(bench.broadcast_card("6").word, BroadcastWord::Sending, "a late event");
}

#[test]
fn brd_013_events_for_another_agent_are_ignored() {
    let mut bench = opened();
    let other = json!({ "agentId": "102" });
    bench.event(
        "BroadcastStatusEvent",
        with(status_event("7", json!({ "cancelledAt": "2026-11-20T13:40:00.000Z" })), other.clone()),
    );
    bench.event("BroadcastScheduleEvent", with(schedule_event("default", "", "SENDING", 0, 9), other.clone()));
    bench.event("BroadcastSchedulesEvent", with(bulk_event(&[entry("1", "READ", 1)], 9), other));
    assert_eq!((bench.broadcast_card("7").word, bench.broadcast_card("7").progress.sent), (BroadcastWord::Sending, 0));
    assert!(bench.entries().iter().all(|(_, status)| *status == EntryStatus::Queued));
}

#[test]
fn events_before_the_page_is_opened_load_nothing() {
    let mut bench = enabled();
    bench
        .event("BroadcastStatusEvent", status_event("7", json!({})))
        .event("BroadcastScheduleEvent", schedule_event("default", "", "SENT", 0, 3));
    assert_eq!((bench.calls_of(LISTS).len(), bench.broadcast_order().len()), (0, 0));
}

#[test]
fn an_answer_that_is_older_than_an_event_removes_and_reverts_nothing() {
    let mut bench = enabled();
    bench.hold(LISTS);
    goes(&mut bench, "/broadcast");
    bench.event("BroadcastStatusEvent", status_event("7", json!({ "version": 5 })));
    bench.event("BroadcastStatusEvent", status_event("6", json!({ "version": 1 })));
    bench.reply(LISTS, 200, lists(&[with(list("7", "Renovação", 4), json!({ "status": "QUEUED" }))], 0));
    assert_eq!(
        (bench.broadcast_order(), bench.broadcast_card("7").word),
        (vec!["7".to_owned(), "6".to_owned()], BroadcastWord::Sending)
    );
}

#[test]
fn counts_of_an_unknown_list_load_the_lists_again_after_the_pending_answer() {
    let mut bench = enabled();
    bench.hold(LISTS);
    goes(&mut bench, "/broadcast");
    bench.event("BroadcastSchedulesEvent", bulk_event(&[entry("1", "SENT", 1)], 5));
    bench.reply(LISTS, 200, lists(&[list("7", "Renovação", 4)], 0));
    assert_eq!((bench.calls_of(LISTS).len(), bench.broadcasts().phase), (2, BroadcastsPhase::Refreshing));
    bench.reply(LISTS, 200, lists(&[with(list("7", "Renovação", 5), json!({ "counts": { "sent": 3 } }))], 9));
    assert_eq!((bench.broadcast_card("7").progress.sent, bench.broadcasts().phase), (3, BroadcastsPhase::Ready));
}

#[test]
fn after_a_gap_lists_and_entries_are_loaded_again_and_a_removed_list_disappears() {
    let mut bench = opened();
    bench.answer(LISTS, 200, lists(&[list("7", "Renovação", 2)], 9)).answer(
        ENTRIES,
        200,
        entries(&[entry("1", "READ", 1)], ""),
    );
    let link = bench.link;
    bench.broker(BrokerInput::Closed { link }).advance(5_000);
    assert_eq!(bench.broadcast_order(), ["7"]);
    assert_eq!(bench.broadcast_entry("1").status, EntryStatus::Read);
    assert_eq!(bench.entries().len(), 3);
}

#[test]
fn lists_are_filtered_by_tab_and_text() {
    let mut bench = at_lists();
    bench.event(
        "BroadcastStatusEvent",
        status_event("8", json!({ "name": "Reajuste", "cancelledAt": "2026-11-20T13:40:00.000Z" })),
    );
    let counts = bench.broadcasts().counts;
    assert_eq!((counts.all, counts.current, counts.planned, counts.ended), (2, 1, 0, 1));
    for (search, tab, expected) in [
        ("", BroadcastTab::Ended, vec!["8"]),
        ("RENOVACAO", BroadcastTab::All, vec!["8", "7"]),
        ("reaj", BroadcastTab::Current, vec![]),
    ] {
        let filter = BroadcastFilter { search: search.to_owned(), tab };
        acts(&mut bench, BroadcastsIntent::FilterBroadcasts { filter });
        assert_eq!(bench.broadcast_order(), expected, "{search} {tab:?}");
    }
}

#[test]
fn entries_are_loaded_portion_by_portion_until_the_last_one() {
    let mut bench = at_lists();
    bench.hold(ENTRIES);
    opens(&mut bench);
    bench.reply(ENTRIES, 200, entries(&[entry("1", "SENT", 1)], "c2"));
    assert_eq!(bench.calls_of(ENTRIES)[1].query_text(), "agentId=101&after=c2");
    assert_eq!(bench.opened_broadcast().map(|view| view.state), Some(ListState::Loading));
    bench.reply(ENTRIES, 200, entries(&[entry("2", "FAILED", 1), entry("3", "QUEUED", 1)], ""));
    let view = bench.opened_broadcast().expect("an opened list");
    assert_eq!((view.state, view.loaded, bench.calls_of(ENTRIES).len()), (ListState::Ready, 3, 2));
    let order: Vec<String> = bench.entries().into_iter().map(|(id, _)| id).collect();
    assert_eq!(order, ["2", "3", "1"], "errors first, then the newest change");
}

#[test]
fn brd_018_a_default_update_moves_every_entry_of_an_earlier_status() {
    let mut bench = opened();
    bench.event("BroadcastSchedulesEvent", bulk_event(&[entry("1", "READ", 1), entry("2", "MISMATCH", 1)], 2));
    bench.event("BroadcastScheduleEvent", schedule_event("default", "", "SENT", 0, 3));
    let status = |id: &str| bench.broadcast_entry(id).status;
    assert_eq!((status("1"), status("2"), status("3")), (EntryStatus::Read, EntryStatus::Mismatch, EntryStatus::Sent));
    assert_eq!(bench.broadcast_card("7").progress.queued, 3, "the counts of the event");
}

#[test]
fn brd_016_brd_019_an_update_of_one_entry_changes_no_other_entry() {
    let mut bench = opened();
    bench.event("BroadcastScheduleEvent", schedule_event("update-schedule", "2", "DELIVERED", 1, 2));
    bench.event("BroadcastScheduleEvent", schedule_event("update-schedule", "2", "SENT", 1, 3));
    let status = |id: &str| bench.broadcast_entry(id).status;
    assert_eq!(
        (status("1"), status("2"), status("3")),
        (EntryStatus::Queued, EntryStatus::Delivered, EntryStatus::Queued)
    );
}

#[test]
fn brd_017_brd_020_a_bulk_gives_each_entry_its_own_status_and_an_empty_one_changes_nothing() {
    let mut bench = opened();
    let bulk = bulk_event(&[entry("1", "READ", 1), entry("3", "FAILED", 1)], 2);
    bench.event("BroadcastSchedulesEvent", bulk.clone()).event("BroadcastSchedulesEvent", bulk);
    let known = [
        ("3".to_owned(), EntryStatus::Failed),
        ("2".to_owned(), EntryStatus::Queued),
        ("1".to_owned(), EntryStatus::Read),
    ];
    assert_eq!((bench.entries(), bench.broadcast_card("7").retryable), (known.to_vec(), 1));
    bench.forget().event("BroadcastSchedulesEvent", with(bulk_event(&[], 9), json!({ "counts": { "read": 3 } })));
    assert_eq!((bench.entries(), bench.broadcast_card("7").progress.read), (known.to_vec(), 0));
}

#[test]
fn brd_020_a_bulk_of_a_thousand_entries_is_one_change_of_the_store() {
    let mut bench = opened();
    let thousand: Vec<Value> =
        (0..1_000).map(|number| with(entry("1", "SENT", 1), json!({ "scheduleId": format!("s{number}") }))).collect();
    let before = bench.effects.len();
    bench.forget().event("BroadcastSchedulesEvent", bulk_event(&thousand, 2));
    assert_eq!((bench.entries().len(), bench.calls.len()), (1_003, 0));
    assert!(bench.effects.len() < before + 10, "one acknowledgement and nothing for each entry");
}

#[rstest]
#[case::a_retry_replaces_the_error(entry("1", "QUEUED", 2), EntryStatus::Queued, 2)]
#[case::a_late_receipt_of_the_first_attempt(entry("1", "READ", 1), EntryStatus::Failed, 1)]
fn an_entry_has_the_status_of_its_latest_attempt(
    #[case] later: Value,
    #[case] status: EntryStatus,
    #[case] attempt: u32,
) {
    let mut bench = opened();
    bench.event("BroadcastSchedulesEvent", bulk_event(&[entry("1", "FAILED", 1)], 2));
    bench.event("BroadcastSchedulesEvent", bulk_event(&[later], 3));
    let shown = bench.broadcast_entry("1");
    assert_eq!((shown.status, shown.attempt), (status, attempt));
}

#[test]
fn an_event_while_the_entries_are_loaded_is_applied_to_an_older_portion() {
    let mut bench = at_lists();
    bench.hold(ENTRIES);
    opens(&mut bench);
    bench.event("BroadcastScheduleEvent", schedule_event("default", "", "SENDING", 0, 2));
    bench.event("BroadcastScheduleEvent", schedule_event("update-schedule", "2", "SENT", 1, 3));
    bench.reply(ENTRIES, 200, entries(&[entry("1", "QUEUED", 1), entry("2", "QUEUED", 1)], ""));
    let status = |id: &str| bench.broadcast_entry(id).status;
    assert_eq!((status("1"), status("2")), (EntryStatus::Sending, EntryStatus::Sent));
}

#[test]
fn an_event_that_the_portion_contains_is_not_applied_again() {
    let mut bench = at_lists();
    bench.hold(ENTRIES);
    opens(&mut bench);
    bench.event("BroadcastScheduleEvent", schedule_event("default", "", "SENDING", 0, 2));
    let answer = with(entries(&[entry("1", "QUEUED", 2)], ""), json!({ "asOfSeq": 100 }));
    bench.reply(ENTRIES, 200, answer);
    assert_eq!(bench.broadcast_entry("1").status, EntryStatus::Queued, "the entry was queued again after the event");
}

#[test]
fn entries_are_filtered_by_group_reason_and_text() {
    let mut bench = opened();
    let failed = with(entry("2", "FAILED", 1), json!({ "reason": "optedOut" }));
    bench.event("BroadcastSchedulesEvent", bulk_event(&[failed, entry("3", "MISSING_PREFIX", 1)], 2));
    let reasons: Vec<String> =
        bench.opened_broadcast().unwrap().reasons.into_iter().map(|reason| reason.text.key).collect();
    assert_eq!(reasons, ["broadcasts.status.missingPrefix", "broadcasts.reasons.optedOut"]);
    for (group, reason, search, expected) in [
        (EntryGroup::Error, "", "", vec!["3", "2"]),
        (EntryGroup::All, "optedOut", "", vec!["2"]),
        (EntryGroup::All, "", "pessoa 1", vec!["1"]),
        (EntryGroup::All, "", "7776003", vec!["3"]),
        (EntryGroup::Read, "", "", vec![]),
    ] {
        let (reason, search) = (reason.to_owned(), search.to_owned());
        acts(&mut bench, BroadcastsIntent::FilterEntries { group, reason, search });
        let shown: Vec<String> = bench.entries().into_iter().map(|(id, _)| id).collect();
        assert_eq!(shown, expected);
    }
}

#[test]
fn brd_024_brd_027_a_list_is_cancelled_when_the_agent_typed_its_name() {
    let mut bench = opened();
    acts(&mut bench, BroadcastsIntent::AskCancelBroadcast { id: "7".into() });
    assert_eq!(bench.dialog(), Some(Dialog::CancelBroadcast { id: "7".into(), name: "Renovação".to_owned() }));
    acts(&mut bench, BroadcastsIntent::CancelBroadcast { id: "7".into(), name: "Outra".to_owned() });
    assert_eq!(
        (bench.calls_of(CANCEL).len(), bench.said()),
        (0, vec!["Digite o nome da transmissão para cancelar".to_owned()])
    );
    bench.hold(CANCEL);
    cancels(&mut bench);
    cancels(&mut bench);
    assert_eq!(bench.call(CANCEL).json(), json!({ "agentId": "101", "whatsAppBroadcastId": "7" }));
    assert_eq!(bench.broadcast_card("7").busy, Some(BroadcastAction::Cancel));
    let cancelled = with(
        list("7", "Renovação", 5),
        json!({ "cancelledAt": "2026-11-20T13:45:00.000Z", "counts": { "queued": 2, "read": 1 } }),
    );
    bench.reply(CANCEL, 200, json!({ "broadcast": cancelled }));
    let card = bench.broadcast_card("7");
    assert_eq!(
        (card.word, card.may_cancel, card.progress.not_sent, card.busy),
        (BroadcastWord::Cancelled, false, 2, None)
    );
    assert_eq!((bench.dialog(), bench.said()[0].as_str()), (None, "Transmissão cancelada com sucesso"));
    cancels(&mut bench);
    assert_eq!(bench.calls_of(CANCEL).len(), 1, "a cancelled list cannot be cancelled again");
}

#[test]
fn a_paused_list_is_resumed_and_its_reason_is_shown() {
    let mut bench = at_lists();
    bench.event("BroadcastStatusEvent", status_event("7", json!({ "pausedReason": "templatePaused" })));
    let card = bench.broadcast_card("7");
    assert_eq!((card.word, card.may_resume), (BroadcastWord::Paused, true));
    assert_eq!(card.paused.map(|text| text.key).as_deref(), Some("broadcasts.paused.templatePaused"));
    bench.answer(RESUME, 200, json!({ "broadcast": list("7", "Renovação", 3) }));
    acts(&mut bench, BroadcastsIntent::ResumeBroadcast { id: "7".into() });
    assert_eq!(
        (bench.broadcast_card("7").word, bench.said()),
        (BroadcastWord::Sending, vec!["Transmissão retomada".to_owned()])
    );
}

#[test]
fn failed_entries_are_queued_again_from_the_attempt_that_failed() {
    let mut bench = opened();
    let failed = with(entry("2", "ALREADY_IN_ATTENDANCE", 1), json!({ "retryable": true }));
    bench.event("BroadcastSchedulesEvent", bulk_event(&[failed, entry("3", "MISSING_PREFIX", 1)], 2));
    bench.answer(RETRY, 200, json!({ "broadcast": list("7", "Renovação", 3), "queued": 1 }));
    acts(&mut bench, BroadcastsIntent::RetryEntries { id: "7".into(), entries: vec!["3".into()] });
    assert_eq!(bench.calls_of(RETRY).len(), 0, "the contact has to be corrected first");
    acts(&mut bench, BroadcastsIntent::RetryEntries { id: "7".into(), entries: vec!["2".into(), "3".into()] });
    let sent = bench.call(RETRY).json();
    assert_eq!(sent, json!({ "agentId": "101", "entries": [{ "scheduleId": "2", "attempt": 1 }] }));
    assert_eq!(bench.said(), ["1 contato voltou para a fila"]);
}

#[test]
fn bey_153_a_cancellation_without_an_answer_is_repeated_and_then_looked_up() {
    let mut bench = opened();
    bench.fail(CANCEL, HttpFailure::NoAnswer);
    cancels(&mut bench);
    assert_eq!(bench.said(), Vec::<String>::new());
    bench
        .answer(
            LISTS,
            200,
            lists(&[with(list("7", "Renovação", 9), json!({ "cancelledAt": "2026-11-20T13:45:00.000Z" }))], 9),
        )
        .gives_up();
    assert_eq!((bench.calls_of(CANCEL).len(), bench.broadcast_card("7").word), (5, BroadcastWord::Cancelled));
    assert_eq!(bench.said(), ["Não sabemos se a transmissão foi alterada. Confira na lista."]);
}

#[test]
fn the_end_of_the_session_forgets_the_broadcasts() {
    let mut bench = opened();
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true })).advance(300);
    assert_eq!((bench.broadcast_order().len(), bench.opened_broadcast()), (0, None));
}
