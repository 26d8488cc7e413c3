//! Tests of databases of earlier versions, interleaved connections, and readers beside the writer.

use std::time::Duration;

use contact_centre::NumberCountry;
use contact_centre::store::conformance::divided;
use contact_centre::store::{
    ContactRow, ENTITIES, JobState, Search, SearchOrder, Store, StoreError, conformance, text_ranges,
};
use contact_centre::wire::{AgentId, AgentRole, Contact, ContactId, OrgUnit, OrgUnitId};
use rusqlite::Connection;

use super::open::DATABASE;
use super::sqlite::{Parameter, SqliteStore};
use super::{ConflictWatch, Mode, Stores, open, sql};

/// Runs `unit` on a store of the given mode.
fn with<T>(stores: &dyn Stores, mode: Mode, unit: impl FnOnce(&mut dyn Store) -> T) -> T {
    let (mut unit, mut result) = (Some(unit), None);
    stores.with(mode, &mut |backend| result = unit.take().map(|unit| unit(&mut ConflictWatch::new(backend)))).unwrap();
    result.unwrap()
}

fn unit(name: &str) -> OrgUnit {
    OrgUnit { id: OrgUnitId::from("1"), name: name.to_owned(), ..OrgUnit::default() }
}

#[test]
fn bey_130_interleaved_connections_of_sqlite_overwrite_nothing() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path(), false).unwrap());
    let connect = || {
        let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
        connection.busy_timeout(Duration::ZERO).unwrap();
        SqliteStore::new(connection, false)
    };
    assert_eq!(conformance::check_interleaved(&mut connect(), &mut connect()), Ok(()));
}

#[test]
fn a_reader_can_read_during_a_transaction_of_the_writer_and_cannot_write() {
    let folder = tempfile::tempdir().unwrap();
    let stores = open(folder.path(), false).unwrap().stores;
    with(&stores, Mode::Write, |store| store.put_org_unit(&unit("before"))).unwrap();
    with(&stores, Mode::Write, |writer| {
        writer.begin().unwrap();
        writer.put_org_unit(&unit("after")).unwrap();
        let read = with(&stores, Mode::Read, |reader| reader.org_unit(&OrgUnitId::from("1")));
        assert_eq!(read, Ok(Some(unit("before"))));
        writer.commit().unwrap();
    });
    let written = with(&stores, Mode::Read, |reader| reader.put_org_unit(&unit("never")));
    assert!(matches!(written, Err(StoreError::Conflict(_))), "{written:?}");
    assert_eq!(with(&stores, Mode::Read, |reader| reader.org_unit(&OrgUnitId::from("1"))), Ok(Some(unit("after"))));
}

#[test]
fn a_transaction_that_a_panic_left_open_is_rolled_back() {
    let folder = tempfile::tempdir().unwrap();
    let stores = open(folder.path(), false).unwrap().stores;
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        with(&stores, Mode::Write, |store| {
            store.begin().unwrap();
            store.put_org_unit(&unit("lost")).unwrap();
            panic!("a rule failed");
        });
    }));
    assert!(panicked.is_err());
    with(&stores, Mode::Write, |store| {
        store.begin().unwrap();
        assert_eq!(store.org_unit(&OrgUnitId::from("1")), Ok(None));
        store.rollback().unwrap();
    });
}

/// A workday of the demo as version 3 of the schema stored it (5.0.575).
const DATABASE_OF_VERSION_3: &str = include_str!("fixtures/schema_003.sql");

#[test]
fn a_database_of_schema_version_3_opens_with_every_row() {
    let folder = tempfile::tempdir().unwrap();
    let old = Connection::open(folder.path().join(DATABASE)).unwrap();
    old.execute_batch(DATABASE_OF_VERSION_3).unwrap();
    let count = |connection: &Connection, table: &str| {
        connection.query_row(&format!("SELECT count(*) FROM \"{table}\""), [], |row| row.get::<_, i64>(0)).unwrap()
    };
    let exists = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?1";
    let (before, later): (Vec<&str>, Vec<&str>) = ENTITIES.iter().map(|entity| entity.table.name).partition(|name| {
        let found: i64 = old.query_row(exists, [name], |row| row.get(0)).unwrap();
        found == 1
    });
    assert!(before.len() >= 21, "the fixture has the tables of its version: {before:?}");
    let before: Vec<_> = before.into_iter().map(|name| (name, count(&old, name))).collect();
    assert_eq!(before.iter().filter(|(_, rows)| *rows == 0).map(|(name, _)| *name).collect::<Vec<_>>(), NEVER_FILLED);
    drop(old);
    let opened = open(folder.path(), false).unwrap();
    with(&opened.stores, Mode::Read, |store| {
        let agents = store.agents().unwrap();
        assert_eq!(agents.len(), 4);
        assert_eq!(store.agent_by_login("ana.souza").unwrap().map(|agent| agent.id), Some(AgentId::from("101")));
        assert_eq!(store.agents_of_unit(&OrgUnitId::from("1"), AgentRole::Supervisor).unwrap().len(), 1);
        assert_eq!(store.groups_of_agent(&AgentId::from("101")).unwrap().len(), 2);
        let jobs: Vec<_> = JobState::ALL.into_iter().flat_map(|state| store.jobs_in_state(state).unwrap()).collect();
        assert_eq!(jobs.len(), 3);
        for job in jobs {
            let chat = store.web_chat(&job.protocol).unwrap().unwrap();
            assert_eq!(store.web_chat_by_secret(&chat.secret_hash), Ok(Some(chat)));
            assert_eq!(store.messages_after(&job.protocol, 0, 99).unwrap().len() as u64, job.seq);
        }
    });
    drop(opened);
    let new = Connection::open(folder.path().join(DATABASE)).unwrap();
    let after: Vec<_> = before.iter().map(|(name, _)| (*name, count(&new, name))).collect();
    assert_eq!(after, before);
    // What attendances had for the web chat only.
    let filled: Vec<_> = later.iter().filter(|name| count(&new, name) > 0).collect();
    assert_eq!(filled, [&"web_chat"], "other tables of later versions are empty");
}

/// A database as it was before web chats had rows of their own.
#[test]
fn an_attendance_of_an_older_version_is_divided_into_its_own_row_and_that_of_its_web_chat() {
    let folder = tempfile::tempdir().unwrap();
    with(&open(folder.path(), false).unwrap().stores, Mode::Write, |store| divided::put(store)).unwrap();
    let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
    let script = "DROP TABLE web_chat; ALTER TABLE job ADD COLUMN secret_hash TEXT NOT NULL DEFAULT '';
        ALTER TABLE job ADD COLUMN address_hash TEXT; PRAGMA user_version = 4";
    connection.execute_batch(script).unwrap();
    for (protocol, fields) in divided::former_fields() {
        let former = "UPDATE job SET row = json_patch(row, ?2), secret_hash = json_extract(?2, '$.secret_hash'),
            address_hash = json_extract(?2, '$.address_hash') WHERE protocol = ?1";
        assert_eq!(connection.execute(former, [protocol, &fields]), Ok(1));
    }
    let opened = open(folder.path(), false).unwrap();
    with(&opened.stores, Mode::Write, |store| assert_eq!(divided::check(store), Ok(())));
    let left = "SELECT count(*) FROM job WHERE row LIKE '%secret_hash%' OR row LIKE '%outside_number%'";
    assert_eq!(connection.query_row(left, [], |row| row.get::<_, i64>(0)), Ok(0), "an attendance has them no more");
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert!(version > 4, "an older server does not open the database");
}

/// Tables without rows in the demo's workday.
const NEVER_FILLED: [&str; 1] = ["notification"];

#[test]
fn the_columns_and_indexes_of_a_database_follow_the_declarations() {
    let folder = tempfile::tempdir().unwrap();
    with(&open(folder.path(), false).unwrap().stores, Mode::Write, |store| store.put_org_unit(&unit("kept"))).unwrap();
    let script = "ALTER TABLE org_unit ADD COLUMN former INTEGER; DROP INDEX job_by_state;
        CREATE INDEX job_by_agent_only ON job (agent_id)";
    Connection::open(folder.path().join(DATABASE)).unwrap().execute_batch(script).unwrap();
    let stores = open(folder.path(), false).unwrap().stores;
    assert_eq!(with(&stores, Mode::Read, |store| store.org_unit(&OrgUnitId::from("1"))), Ok(Some(unit("kept"))));
    let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
    let indexes: i64 = connection
        .query_row(
            "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name IN ('job_by_state', 'job_by_agent_only')",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(indexes, 1);
}

#[test]
fn a_row_of_a_newer_version_or_of_another_shape_is_reported_as_corrupt() {
    let folder = tempfile::tempdir().unwrap();
    let stores = open(folder.path(), false).unwrap().stores;
    with(&stores, Mode::Write, |store| store.put_org_unit(&unit("kept"))).unwrap();
    let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
    let read = || with(&stores, Mode::Read, |store| store.org_unit(&OrgUnitId::from("1")));
    for change in
        ["version = 99", "version = 1, row = '{}'", "row = json_object('id', '1', 'name', 1)", "row = 'no JSON'"]
    {
        connection.execute(&format!("UPDATE org_unit SET {change}"), []).unwrap();
        assert!(matches!(read(), Err(StoreError::Corrupt(_))), "{change}: {:?}", read());
    }
}

#[test]
fn a_change_by_this_version_keeps_the_fields_of_a_newer_version() {
    let folder = tempfile::tempdir().unwrap();
    let stores = open(folder.path(), false).unwrap().stores;
    let contact = ContactRow {
        contact: Contact { id: ContactId::from("1"), fullname: "Íris".to_owned(), ..Contact::default() },
        org_unit_id: OrgUnitId::from("1"),
        blocked: false,
        wallet: None,
        last_contact_at: None,
        other_whatsapp: Vec::new(),
        other_identifiers: Vec::new(),
    };
    with(&stores, Mode::Write, |store| store.put_contact(&contact)).unwrap();
    let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
    let newer = "UPDATE contact SET row = json_set(row, '$.newer', json('[1]'), '$.contact.newer', 'inside')";
    connection.execute(newer, []).unwrap();
    with(&stores, Mode::Write, |store| {
        store.begin().unwrap();
        let mut row = store.contact(&ContactId::from("1")).unwrap().unwrap();
        row.contact.fullname = "Íris Lima".to_owned();
        store.put_contact(&row).unwrap();
        store.commit().unwrap();
    });
    let stored: String = connection.query_row("SELECT row FROM contact", [], |row| row.get(0)).unwrap();
    let stored: serde_json::Value = serde_json::from_str(&stored).unwrap();
    assert_eq!(stored["newer"], serde_json::json!([1]));
    assert_eq!((&stored["contact"]["newer"], &stored["contact"]["fullname"]), (&"inside".into(), &"Íris Lima".into()));
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_files_of_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let opened = open(folder.path(), false).unwrap();
    with(&opened.stores, Mode::Write, |store| store.put_org_unit(&unit("kept"))).unwrap();
    let mut files: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| (file.file_name().into_string().unwrap(), file.metadata().unwrap().permissions().mode() & 0o777))
        .collect();
    files.sort();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["contact-centre.db", "contact-centre.db-shm", "contact-centre.db-wal", "contact-centre.lock"]);
    assert!(files.iter().all(|(_, mode)| *mode == 0o600), "{files:?}");
}

#[test]
fn a_search_for_a_telephone_with_country_code_uses_the_key_and_does_not_read_all_terms_of_the_org_unit() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path(), false).unwrap());
    let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
    let groups = text_ranges(NumberCountry::BRAZIL, "5519992474691");
    assert_eq!(groups.first().map(Vec::len), Some(2), "with and without the country");
    let table = ENTITIES.iter().map(|entity| entity.table).find(|table| table.name == "contact").unwrap();
    let order = SearchOrder { by: None, is_descending: false };
    let org_units = [OrgUnitId::from("1")];
    let (total, page) = sql::search(&Search {
        list: "contact",
        table,
        org_units: &org_units,
        groups: &groups,
        order: &order,
        offset: 0,
        limit: 20,
    });
    for query in [total, page] {
        let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {}", query.text)).unwrap();
        let values = rusqlite::params_from_iter(query.parameters.iter().map(Parameter));
        let steps: Vec<String> = plan.query_map(values, |row| row.get("detail")).unwrap().map(Result::unwrap).collect();
        let reads: Vec<&String> = steps.iter().filter(|step| step.starts_with("SEARCH search_term")).collect();
        assert_eq!(reads.len(), 2, "one for each range: {steps:?}");
        assert!(reads.iter().all(|step| step.contains("term>? AND term<?")), "{steps:?}");
    }
}
