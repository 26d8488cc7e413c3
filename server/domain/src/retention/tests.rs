use super::*;
use crate::erasure::rows_for_tests::{WALDEMAR, ZULEICA, all_rows, centre, clear, put_customer};
use crate::store::metered::Metered;
use crate::store::{
    Backend, ENTITIES, Entity, JobRow, JobState, Retention, RetentionStore, Store, WebChatEventRow, WebChatStore,
};
use crate::testing::{START, TestCentre};
use std::collections::BTreeSet;
use wire::{Channel, Message, Protocol};

const YEARS: i64 = 6 * 365;

/// Runs the due deletions, including those that become due at once; returns the number of transactions.
fn run_due(test: &mut TestCentre) -> usize {
    let mut runs = 0;
    loop {
        let now = test.now;
        let due = test.centre.due_subjects(&test.store, now, Due::Retention).unwrap();
        if due.is_empty() {
            return runs;
        }
        for subject in due {
            runs += 1;
            test.with(|centre, store, context| centre.run_due(store, context, Due::Retention, &subject).unwrap());
            assert!(runs < 1_000, "deletions come to an end");
        }
    }
}

fn start_deletions(test: &mut TestCentre) {
    test.with(|centre, store, context| centre.transact_store(store, context, start).unwrap());
}

fn becomes_old(entity: &Entity) -> bool {
    !entity.retention.iter().any(|rule| matches!(rule, Retention::Kept(_) | Retention::Work(_)))
}

/// A centre in which only the rows of one customer become old enough to delete; the customer's attendances ended at the
/// start.
fn old_centre() -> TestCentre {
    let mut test = centre();
    let samples = test.store.clone();
    clear(&mut test.store, becomes_old);
    put_customer(&mut test.store, &ZULEICA, START);
    // Rows of agents that become old enough to delete.
    let rows = all_rows(&test.store);
    for entity in ENTITIES.iter().filter(|entity| becomes_old(entity) && rows[entity.table.name].is_empty()) {
        let found = samples.scan(&crate::store::Scan::of_table(entity.table)).unwrap().remove(0);
        let crate::store::Found::Shared(row) = &found else { panic!("the store in memory has rows") };
        let values = (entity.values_of)(found.clone()).unwrap();
        let record = crate::store::Record { table: entity.table, values, row: &**row, is_new: true };
        test.store.write(&record).unwrap();
    }
    test
}

#[test]
fn bey_150_every_table_has_a_rule_and_every_rule_is_carried_out() {
    let mut test = old_centre();
    let before = all_rows(&test.store);
    let missing: Vec<&str> = ENTITIES
        .iter()
        .map(|entity| entity.table.name)
        .filter(|table| before[table].is_empty() && *table != "dial")
        .collect();
    assert_eq!(missing, [""; 0], "tables without a row in rows_for_tests.rs");
    start_deletions(&mut test);
    test.now = START.plus_ms(YEARS * DAY_MS);
    run_due(&mut test);
    let of_contact = |rows: &mut TestCentre| rows.store.delete_rows_of_contact(ZULEICA.contact_id().as_str()).unwrap();
    of_contact(&mut test);
    let after = all_rows(&test.store);
    for entity in ENTITIES {
        let table = entity.table.name;
        match (becomes_old(entity), table) {
            // The files whose content must be deleted.
            (true, "effect") => assert_eq!(after[table].len(), 1, "{:?}", after[table]),
            (true, _) => assert_eq!(after[table], [""; 0], "{table}"),
            // Times at which deletions ran.
            (false, "due") => {}
            (false, _) => assert_eq!(after[table], before[table], "{table}"),
        }
    }
}

#[test]
fn no_row_is_deleted_a_day_before_the_end_of_its_retention() {
    let mut test = old_centre();
    test.centre.config.retention.traces_days = 5 * 365;
    test.centre.config.retention.audit_days = 5 * 365;
    start_deletions(&mut test);
    let before = all_rows(&test.store);
    test.now = START.plus_ms(5 * 365 * DAY_MS);
    run_due(&mut test);
    let after = all_rows(&test.store);
    for table in
        ["job", "message", "sent", "outside_event", "voice_call", "whatsapp_job", "whatsapp_conversation", "audit"]
    {
        assert_eq!(after[table], before[table], "{table}");
    }
    test.advance(1);
    run_due(&mut test);
    let left = all_rows(&test.store);
    assert!(left["job"].is_empty() && left["message"].is_empty() && left["audit"].is_empty());
}

#[test]
fn a_retention_of_zero_days_keeps_rows_for_ever() {
    let mut test = old_centre();
    let days = &mut test.centre.config.retention;
    *days = crate::config::RetentionConfig {
        attendances_days: 0,
        traces_days: 0,
        audit_days: 0,
        dead_effects_days: 0,
        notifications_days: 0,
        sign_in_places_days: 0,
        early_receipts_days: 0,
        unused_files_days: 0,
        recordings_days: 0,
        broadcasts_days: 0,
    };
    let before = all_rows(&test.store);
    start_deletions(&mut test);
    test.now = START.plus_ms(YEARS * DAY_MS);
    run_due(&mut test);
    let changed: BTreeSet<&str> = all_rows(&test.store)
        .into_iter()
        .filter(|(table, rows)| &before[table] != rows)
        .map(|(table, _)| table)
        .collect();
    assert_eq!(
        changed,
        ["broadcast_use", "broker_credential", "due", "same_person", "sign_in_attempt", "solved_puzzle", "token"]
            .into()
    );
}

#[test]
fn after_a_deletion_the_next_check_for_old_rows_is_a_day_later() {
    let mut test = old_centre();
    start_deletions(&mut test);
    run_due(&mut test);
    put_customer(&mut test.store, &WALDEMAR, test.now);
    test.centre.config.retention.attendances_days = 1;
    for _ in 0..2 {
        test.advance(DAY_MS + 1);
        run_due(&mut test);
    }
    assert!(test.store.job(&WALDEMAR.protocols()[0]).unwrap().is_none());
}

/// An attendance with this number of messages, and as many events of its customer.
fn put_long_attendance(test: &mut TestCentre, protocol: &str, messages: u64) -> Protocol {
    let protocol = Protocol::from(protocol);
    test.store
        .put_job(&JobRow {
            state: JobState::Qualified,
            ended_at: Some(START),
            ..JobRow::waiting(protocol.clone(), Channel::Chat, START)
        })
        .unwrap();
    for seq in 1..=messages {
        test.store.insert_message(&Message { protocol: protocol.clone(), seq, ..Message::default() }).unwrap();
        let text = String::new();
        test.store.insert_web_chat_event(&WebChatEventRow { protocol: protocol.clone(), number: seq, text }).unwrap();
    }
    protocol
}

#[test]
fn bey_150_a_long_attendance_is_deleted_in_portions_without_a_pause_between_them() {
    let mut test = TestCentre::empty();
    let messages = 3 * PORTION as u64 + 10;
    let protocol = put_long_attendance(&mut test, "20260101000001", messages);
    start_deletions(&mut test);
    test.now = START.plus_ms(YEARS * DAY_MS);
    let subject = KeptFor::Attendances.as_str();
    let mut left = vec![messages as usize * 2];
    while test.store.job(&protocol).unwrap().is_some() {
        let due = test.centre.due_subjects(&test.store, test.now, Due::Retention).unwrap();
        assert!(due.iter().any(|due| due == subject), "the next portion is due at once");
        test.with(|centre, store, context| centre.run_due(store, context, Due::Retention, subject).unwrap());
        let rows = all_rows(&test.store);
        left.push(rows["message"].len() + rows["outside_event"].len());
    }
    let deleted: Vec<usize> = left.windows(2).map(|pair| pair[0] - pair[1]).collect();
    assert_eq!(left.last(), Some(&0));
    assert!(deleted.iter().all(|rows| *rows <= PORTION), "{deleted:?}");
    assert!(deleted.len() > 6, "{deleted:?}");
}

/// The number of rows read for the deletion of one old attendance, with this number of attendances that are not old.
fn rows_read(young: u64) -> usize {
    let mut test = TestCentre::empty();
    let protocol = put_long_attendance(&mut test, "20260101000001", 5);
    for number in 0..young {
        let other = put_long_attendance(&mut test, &format!("2032{number:06}"), 2);
        let job = test.store.job(&other).unwrap().unwrap();
        test.store.put_job(&JobRow { ended_at: Some(START.plus_ms(YEARS * DAY_MS)), ..job }).unwrap();
    }
    test.now = START.plus_ms(YEARS * DAY_MS);
    let read = test.with(|_, store, _| {
        let mut counted = Metered::new(store);
        let before = START.plus_ms(DAY_MS);
        assert!(counted.delete_aged(KeptFor::Attendances, before, &mut Portion::of(PORTION)).unwrap());
        counted.rows().0
    });
    assert!(test.store.job(&protocol).unwrap().is_none());
    read
}

#[test]
fn bey_132_a_deletion_reads_the_same_rows_with_any_number_of_rows_that_are_not_old() {
    assert_eq!(rows_read(10), rows_read(1_000));
}

/// Like `rows_read`, for every kind, while one customer has rows that are not old.
#[test]
fn a_check_for_old_rows_that_finds_none_reads_one_row_of_each_table() {
    let mut test = old_centre();
    let mut counted = Metered::new(&mut test.store);
    for kept in KeptFor::ALL {
        let before = counted.rows().0;
        assert!(counted.delete_aged(kept, Wall(0), &mut Portion::of(PORTION)).unwrap());
        assert_eq!(counted.rows().0, before, "{kept:?}");
        counted.oldest_aged(kept).unwrap();
        assert!(counted.rows().0 - before <= 5, "{kept:?}");
    }
}
