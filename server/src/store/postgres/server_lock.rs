//! The advisory lock that keeps a second server out of a database. PostgreSQL releases it when its connection ends, so it is
//! then taken again; no unit of work begins without the lock.

use std::time::Duration;

use contact_centre::store::{StoreError, StoreResult};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_postgres::{Client, Config, Error};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Key of the lock: "workspace" in ASCII.
const SERVER_LOCK: i64 = 0x776f_726b_7370_6163;
/// Longest time that a unit waits while the lock is taken again.
const WAIT: Duration = Duration::from_secs(5);
/// Pause between two attempts to take the lock again.
const RETRY: Duration = Duration::from_millis(200);

/// A connection that holds the lock, and the task that drives it.
pub struct LockConnection {
    /// The connection; the lock is released when it is dropped.
    pub client: Client,
    driver: JoinHandle<()>,
}

/// Whether this server holds the lock.
pub struct ServerLock {
    held: watch::Receiver<bool>,
}

impl LockConnection {
    /// Connects and takes the lock; waits for the connection's `lock_timeout`, because PostgreSQL releases the lock of a
    /// server that ended only when it notices the closed connection.
    pub async fn open(config: &Config, tls: &MakeRustlsConnect) -> Result<Self, Error> {
        let (client, connection) = config.connect(tls.clone()).await?;
        let driver = tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::error!(%error, "the connection that holds the database's lock ended");
            }
        });
        client.execute("SELECT pg_advisory_lock($1)", &[&SERVER_LOCK]).await?;
        Ok(Self { client, driver })
    }
}

impl ServerLock {
    /// Holds the lock until this value is dropped.
    pub fn hold(config: Config, tls: MakeRustlsConnect, connection: LockConnection) -> Self {
        let (sender, held) = watch::channel(true);
        tokio::spawn(keep_lock(config, tls, connection, sender));
        Self { held }
    }

    /// Waits until the lock is held.
    ///
    /// # Errors
    /// It is not held: another server may use the database.
    pub fn wait(&self, runtime: &Handle) -> StoreResult<()> {
        if *self.held.borrow() {
            return Ok(());
        }
        let mut held = self.held.clone();
        match runtime.block_on(async { timeout(WAIT, held.wait_for(|held| *held)).await.map(|held| held.is_ok()) }) {
            Ok(true) => Ok(()),
            _ => Err(StoreError::Unavailable("the lock of the database is lost".to_owned())),
        }
    }
}

async fn keep_lock(config: Config, tls: MakeRustlsConnect, mut connection: LockConnection, held: watch::Sender<bool>) {
    loop {
        tokio::select! {
            _ = &mut connection.driver => {}
            () = held.closed() => return,
        }
        held.send_replace(false);
        connection = loop {
            tokio::select! {
                taken = LockConnection::open(&config, &tls) => match taken {
                    Ok(taken) => break taken,
                    Err(error) => tracing::error!(%error, "the lock of the database is lost; no call is answered until it is taken again"),
                },
                () = held.closed() => return,
            }
            sleep(RETRY).await;
        };
        held.send_replace(true);
        tracing::info!("the lock of the database is held again");
    }
}
