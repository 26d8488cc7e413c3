//! Opens a PostgreSQL database and hands out its connections.

use std::time::Duration;

use contact_centre::store::{Backend, StoreError, StoreResult};
use deadpool_postgres::{Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime};
use tokio::runtime::Handle;
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, Error};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::backend::{PostgresStore, failed};
use super::schema::{self, SCHEMA, SchemaError};
use super::server_lock::{LockConnection, ServerLock};
use super::tls;
use crate::store::{Mode, OpenError, PostgresLocation, Stores};

/// Maximum of connections; further units wait for one.
const CONNECTIONS: usize = 16;
/// Longest time that a unit waits for a connection.
const WAIT: Duration = Duration::from_secs(5);
/// Settings of every connection: waiting too long for a lock ends in a conflict, and a transaction that its server left
/// open is ended.
const SESSION: &str = "-c search_path=contact_centre -c lock_timeout=5s -c idle_in_transaction_session_timeout=60s";
/// Longest time of a statement: a call reads few rows by an index. Slower statements would occupy connections until all calls wait. Changes
/// of the schema may take longer.
const LONGEST_STATEMENT: &str = "-c statement_timeout=20s";

/// The connections of one PostgreSQL database.
pub struct PostgresStores {
    pool: Pool,
    runtime: Handle,
    /// The lock; `None` for a command beside a running server, which holds it.
    lock: Option<ServerLock>,
}

impl PostgresStores {
    /// A connection that the caller keeps, for tests of overlapping transactions.
    ///
    /// # Errors
    /// There is no connection.
    pub fn connect(&self, mode: Mode) -> StoreResult<PostgresStore> {
        self.lock.as_ref().map_or(Ok(()), |lock| lock.wait(&self.runtime))?;
        let client = self.runtime.block_on(self.pool.get()).map_err(|error| match error {
            PoolError::Backend(error) => failed(&error),
            other => StoreError::Unavailable(other.to_string()),
        })?;
        Ok(PostgresStore::new(client, self.runtime.clone(), mode))
    }
}

impl Stores for PostgresStores {
    fn with(&self, mode: Mode, unit: &mut dyn FnMut(&mut dyn Backend)) -> StoreResult<()> {
        unit(&mut self.connect(mode)?);
        Ok(())
    }

    /// PostgreSQL manages its files itself, so there is nothing to do.
    fn flush(&self) -> StoreResult<()> {
        Ok(())
    }
}

/// Opens the database and brings its tables to their declarations; `fresh` deletes the existing ones.
///
/// # Errors
/// See `OpenError`.
pub async fn open(location: &PostgresLocation, fresh: bool) -> Result<PostgresStores, OpenError> {
    let Address { database, config, tls } = address(location)?;
    let unavailable =
        |error: Error| OpenError::Database { database: database.clone(), cause: failed(&error).to_string() };
    let mut lock = LockConnection::open(&config, &tls).await.map_err(|error| match error.code() {
        Some(&SqlState::LOCK_NOT_AVAILABLE) => OpenError::DatabaseInUse(database.clone()),
        _ => unavailable(error),
    })?;
    prepare(&mut lock.client, fresh).await.map_err(|error| match error {
        SchemaError::Newer => OpenError::Newer(database.clone()),
        SchemaError::Failed(cause) => OpenError::Database { database: database.clone(), cause },
    })?;
    let lock = ServerLock::hold(config.clone(), tls.clone(), lock);
    Ok(PostgresStores { pool: pool(database, config, tls)?, runtime: Handle::current(), lock: Some(lock) })
}

/// Opens the database that a running server has open, for one change of the operator: the tables stay as they are.
///
/// # Errors
/// See `OpenError`.
pub async fn open_beside_server(location: &PostgresLocation) -> Result<PostgresStores, OpenError> {
    let Address { database, config, tls } = address(location)?;
    let pool = pool(database.clone(), config, tls)?;
    let unavailable = |cause: String| OpenError::Database { database: database.clone(), cause };
    let mut client = pool.get().await.map_err(|error| unavailable(error.to_string()))?;
    let transaction = client.transaction().await.map_err(|error| unavailable(failed(&error).to_string()))?;
    let is_declared = schema::is_declared(&transaction).await;
    if !is_declared.map_err(|error| unavailable(failed(&error).to_string()))? {
        return Err(OpenError::OtherVersion(database));
    }
    drop(transaction);
    drop(client);
    Ok(PostgresStores { pool, runtime: Handle::current(), lock: None })
}

struct Address {
    /// Text for error messages.
    database: String,
    config: Config,
    tls: MakeRustlsConnect,
}

fn address(location: &PostgresLocation) -> Result<Address, OpenError> {
    let PostgresLocation { config, authorities } = location;
    let database = name(config);
    let tls = tls::connector(config, authorities.as_deref())
        .map_err(|cause| OpenError::Database { database: database.clone(), cause })?;
    let mut config = config.clone();
    if config.get_ssl_mode() == SslMode::Prefer {
        // Refused because TLS without verification protects nothing.
        config.ssl_mode(SslMode::Disable);
    }
    config.options(SESSION).application_name("workspace-server").connect_timeout(WAIT);
    Ok(Address { database, config, tls })
}

fn pool(database: String, mut config: Config, tls: MakeRustlsConnect) -> Result<Pool, OpenError> {
    config.options(format!("{SESSION} {LONGEST_STATEMENT}"));
    // `Fast`: a closed connection is detected when it is borrowed; no session settings need to be reset.
    let manager = Manager::from_config(config, tls, ManagerConfig { recycling_method: RecyclingMethod::Fast });
    Pool::builder(manager)
        .max_size(CONNECTIONS)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(WAIT))
        .create_timeout(Some(WAIT))
        .build()
        .map_err(|error| OpenError::Database { database, cause: error.to_string() })
}

async fn prepare(client: &mut Client, fresh: bool) -> Result<(), SchemaError> {
    if fresh {
        client.batch_execute(&format!("DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")).await?;
    }
    client.batch_execute(&format!("CREATE SCHEMA IF NOT EXISTS {SCHEMA}")).await?;
    let transaction = client.transaction().await?;
    schema::follow_declarations(&transaction).await?;
    Ok(transaction.commit().await?)
}

/// Host and name of the database, for messages; without user and password.
pub fn name(config: &Config) -> String {
    let host = config.get_hosts().first().map(|host| match host {
        tokio_postgres::config::Host::Tcp(host) => host.clone(),
        #[cfg(unix)]
        tokio_postgres::config::Host::Unix(folder) => folder.display().to_string(),
    });
    format!("{} on {}", config.get_dbname().unwrap_or("of the user"), host.unwrap_or_default())
}
