//! Tests with a real PostgreSQL: `npm test` starts one and names it in `TEST_POSTGRES_URL`. Each test has a database of
//! its own.

use std::sync::atomic::{AtomicU32, Ordering};

use contact_centre::store::conformance::divided;
use contact_centre::store::{Backend, Store};
use contact_centre::wire::{OrgUnit, OrgUnitId};
use tokio_postgres::config::SslMode;
use tokio_postgres::{Config, NoTls};
use workspace_server::store::{ConflictWatch, Location, Mode, OpenDatabase, PostgresLocation, open_database};

use crate::test_server::TestServer;

pub struct PostgresDatabase {
    pub location: Location,
    config: Config,
}

impl PostgresDatabase {
    pub async fn create() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let url = std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names a PostgreSQL for tests");
        let mut config: Config = url.parse().unwrap();
        let name = format!("test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        run(&config, &format!("CREATE DATABASE {name}")).await;
        config.dbname(name);
        let location = Location::Postgres(Box::new(PostgresLocation { config: config.clone(), authorities: None }));
        Self { location, config }
    }

    pub async fn open(&self) -> OpenDatabase {
        open_database(&self.location, false).await.unwrap()
    }
}

/// Runs a script on a connection of its own.
async fn run(config: &Config, script: &str) {
    let (client, connection) = config.connect(NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    client.batch_execute(script).await.unwrap();
    drop(client);
    connection.await.unwrap().unwrap();
}

/// The name of org unit 1, which `change` may set.
async fn org_unit_name(opened: OpenDatabase, name: Option<&'static str>) -> (OpenDatabase, Option<String>) {
    let work = move || {
        let mut found = None;
        let mut unit = |backend: &mut dyn Backend| {
            let mut store = ConflictWatch::new(backend);
            store.begin().unwrap();
            if let Some(name) = name {
                let id = OrgUnitId::from("1");
                store.put_org_unit(&OrgUnit { id, name: name.to_owned(), ..OrgUnit::default() }).unwrap();
            }
            found = store.org_unit(&OrgUnitId::from("1")).unwrap().map(|unit| unit.name);
            store.commit().unwrap();
        };
        opened.stores.with(Mode::Write, &mut unit).unwrap();
        (opened, found)
    };
    tokio::task::spawn_blocking(work).await.unwrap()
}

async fn in_store(
    opened: OpenDatabase,
    work: impl Fn(&mut dyn Store) -> Result<(), String> + Send + 'static,
) -> OpenDatabase {
    let work = move || {
        let mut done = Err("nothing was done".to_owned());
        opened.stores.with(Mode::Write, &mut |backend| done = work(&mut ConflictWatch::new(backend))).unwrap();
        assert_eq!(done, Ok(()));
        opened
    };
    tokio::task::spawn_blocking(work).await.unwrap()
}

#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn connections_over_tls_need_a_certificate_of_a_trusted_authority() {
    let database = PostgresDatabase::create().await;
    let mut config = database.config.clone();
    config.ssl_mode(SslMode::Require);
    let open = async |authorities| {
        let location = PostgresLocation { config: config.clone(), authorities };
        open_database(&Location::Postgres(Box::new(location)), false).await
    };
    let Err(unknown) = open(None).await else { panic!("an unknown authority is trusted") };
    assert!(unknown.to_string().contains("TLS"), "{unknown}");
    let authority = std::env::var_os("TEST_POSTGRES_CA").expect("the certificate of its authority");
    let (opened, _) = org_unit_name(open(Some(authority.into())).await.unwrap(), Some("Unidade")).await;
    // Two connections: the one that holds the lock, and one of the pool.
    let (client, connection) = database.config.connect(NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    let connections = "SELECT count(*), count(*) FILTER (WHERE ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE datname = current_database() AND application_name = 'workspace-server'";
    let row = client.query_one(connections, &[]).await.unwrap();
    let (all, encrypted): (i64, i64) = (row.get(0), row.get(1));
    assert!(all >= 2 && all == encrypted, "{encrypted} of {all}");
    drop((client, opened));
    connection.await.unwrap().unwrap();
}

#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn a_table_whose_columns_changed_is_rebuilt_from_its_rows() {
    let database = PostgresDatabase::create().await;
    let (opened, _) = org_unit_name(database.open().await, Some("Unidade")).await;
    drop(opened);
    let script = "ALTER TABLE contact_centre.org_unit ADD COLUMN former BIGINT;
        CREATE INDEX former_index ON contact_centre.org_unit (former);
        DROP INDEX contact_centre.job_by_state";
    run(&database.config, script).await;
    let (_, name) = org_unit_name(database.open().await, None).await;
    assert_eq!(name.as_deref(), Some("Unidade"));
    run(&database.config, "DROP INDEX contact_centre.job_by_state").await;
}

/// A database as it was before web chats had rows of their own.
#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn an_attendance_of_an_older_version_is_divided_into_its_own_row_and_that_of_its_web_chat() {
    let database = PostgresDatabase::create().await;
    drop(in_store(database.open().await, |store| divided::put(store)).await);
    let mut script = "SET search_path = contact_centre; UPDATE schema_version SET version = 1; DROP TABLE web_chat;
        ALTER TABLE job ADD COLUMN secret_hash TEXT NOT NULL DEFAULT ''; ALTER TABLE job ADD COLUMN address_hash TEXT;"
        .to_owned();
    for (protocol, fields) in divided::former_fields() {
        script += &format!(
            "UPDATE job SET \"row\" = (\"row\"::jsonb || '{fields}'::jsonb)::text WHERE protocol = '{protocol}';"
        );
    }
    script += "UPDATE job SET secret_hash = \"row\"::jsonb ->> 'secret_hash', address_hash = \"row\"::jsonb ->> 'address_hash'";
    run(&database.config, &script).await;
    drop(in_store(database.open().await, |store| divided::check(store)).await);
    let left = "DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM contact_centre.job WHERE \"row\" LIKE '%secret_hash%');
        ASSERT (SELECT version FROM contact_centre.schema_version) > 1; END $$";
    run(&database.config, left).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn a_second_server_and_a_newer_schema_are_refused_and_fresh_deletes_the_tables() {
    let database = PostgresDatabase::create().await;
    let (opened, _) = org_unit_name(database.open().await, Some("Unidade")).await;
    let Err(second) = open_database(&database.location, false).await else { panic!("a second server opened it") };
    assert!(second.to_string().starts_with("Another server is already running on the database test_"), "{second}");
    drop(opened);
    run(&database.config, "UPDATE contact_centre.schema_version SET version = 9999").await;
    let Err(newer) = open_database(&database.location, false).await else { panic!("a newer schema opened") };
    assert!(newer.to_string().ends_with("was written by a newer version of this server."), "{newer}");
    let fresh = open_database(&database.location, true).await.unwrap();
    assert_eq!(org_unit_name(fresh, None).await.1, None);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn the_requests_of_a_workday_on_postgresql_succeed_after_the_loss_of_every_connection() {
    let database = PostgresDatabase::create().await;
    let test_server = TestServer::on(&database.location).await;
    let (_, mut link) = test_server.agent_at_work(0).await;
    let customer = test_server.customer("Marina").await;
    link.event("NewChatEvent").await;
    let everybody = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    run(&database.config, everybody).await;
    assert_eq!(test_server.customer_says(&customer, "AAAAAAAAA1", "ainda aqui").await.status, 200);
    let (_, event) = link.event("ChatMessageEvent").await;
    assert_eq!(event["message"]["message"], "ainda aqui");
}

/// A second server waits for the lock, gets it when the connection of the first one ends, and releases it.
#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn a_server_that_lost_the_database_lock_answers_no_request_until_it_has_the_lock_again() {
    let database = PostgresDatabase::create().await;
    let test_server = TestServer::on(&database.location).await;
    let customer = test_server.customer("Marina").await;
    let (other, connection) = database.config.connect(NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    // Ends the connection with the lock only after the other server waits for it.
    let ends_first = "SELECT pg_terminate_backend(held.pid) FROM pg_locks held, pg_locks waiting
        WHERE held.locktype = 'advisory' AND held.granted AND waiting.locktype = 'advisory' AND NOT waiting.granted
        AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND waiting.database = held.database";
    let waits = other.batch_execute("SELECT pg_advisory_lock(8606223218752119139)");
    let ends = async {
        let (admin, connection) = database.config.connect(NoTls).await.unwrap();
        let connection = tokio::spawn(connection);
        while admin.query(ends_first, &[]).await.unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
        drop(admin);
        connection.await.unwrap().unwrap();
    };
    let (taken, ()) = tokio::join!(waits, ends);
    taken.unwrap();
    // The server notices the end of its connection shortly after PostgreSQL.
    let refused = loop {
        match test_server.customer_says(&customer, "AAAAAAAAA1", "oi").await.status {
            200 => {}
            status => break status,
        }
    };
    assert_eq!(refused, 503);
    drop(other);
    connection.await.unwrap().unwrap();
    assert_eq!(test_server.customer_says(&customer, "BBBBBBBBB1", "de volta").await.status, 200);
}
