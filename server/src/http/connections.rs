//! Accepts connections and limits their number and times, so that neither slow or idle clients nor one address occupy
//! all connections.

use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper::service::Service as _;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;
use tokio_io_timeout::TimeoutStream;
use tokio_util::task::TaskTracker;

use super::address::network_of;
use crate::permits::{Limits, Permits};

/// Maximum of open connections; further ones wait in the operating system's queue.
const MAX_CONNECTIONS: usize = 10_000;
/// One address may have this part of the connections, unless the operator sets another number. An office has one
/// address, and each of its agents needs a few.
const PART_OF_ADDRESS: usize = 4;
/// Open files that are not connections of clients: the database, message files, providers, the media socket.
const OTHER_FILES: u64 = 256;
/// A limit below this number of open files is logged as a warning: every agent needs some.
const FEW_FILES: u64 = 16_384;
/// Maximum size of a request's line and headers.
const MAX_HEADER_BYTES: usize = 64 * 1024;
/// Pause after a failed accept, for example for lack of file descriptors.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Limits of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Longest time from the start of a connection, or the end of a reply, until the headers of the next request are
    /// complete. Proxies that keep connections must close theirs earlier, or a request meets a connection that is being
    /// closed.
    pub headers: Duration,
    /// Longest time that a client may read none of the bytes sent to it.
    pub write: Duration,
    /// Maximum of connections of all clients.
    pub all: usize,
    /// Maximum of connections of one address; `None`: a proxy connects for all clients.
    pub per_address: Option<usize>,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(60),
            write: Duration::from_secs(30),
            all: MAX_CONNECTIONS,
            per_address: Some(MAX_CONNECTIONS / PART_OF_ADDRESS),
        }
    }
}

impl ConnectionLimits {
    /// The limits of an installation. `open_files`: how many files the process may have open. `per_address`: the operator's
    /// setting; 0: no limit.
    pub fn of(open_files: u64, per_address: Option<usize>, behind_proxy: bool) -> Self {
        let files = usize::try_from(open_files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX);
        let all = files.clamp(PART_OF_ADDRESS, MAX_CONNECTIONS);
        let per_address = match per_address {
            _ if behind_proxy => None,
            Some(0) => None,
            Some(count) => Some(count),
            None => Some(all / PART_OF_ADDRESS),
        };
        Self { all, per_address, ..Self::default() }
    }
}

/// Raises the limit of open files of the process as far as the system allows, and returns it. A service manager starts
/// programs with 1,024, which a few hundred agents use up.
pub fn raise_open_files() -> u64 {
    let limit = rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
        tracing::warn!(%error, "the limit of open files cannot be read");
        1_024
    });
    if limit < FEW_FILES {
        tracing::warn!(limit, "few open files are allowed: connections are limited to what is left (LimitNOFILE)");
    }
    limit
}

/// Serves connections until the server stops; then open requests end first.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    mut stopped: watch::Receiver<bool>,
    limits: ConnectionLimits,
) {
    let all = Arc::new(Semaphore::new(limits.all));
    let of_addresses = Permits::new(Limits { all: usize::MAX, per_address: limits.per_address.unwrap_or(usize::MAX) });
    let connections = TaskTracker::new();
    loop {
        let accepted = async {
            let permit = Arc::clone(&all).acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            accepted = accepted => accepted,
            _ = stopped.wait_for(|stopped| *stopped) => break,
        };
        let (socket, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                sleep(ACCEPT_RETRY).await;
                continue;
            }
        };
        // The connection is closed at once: a waiting connection would occupy one of the allowed ones.
        let Some(of_address) = of_addresses.take(Some(&network_of(peer.ip()))) else {
            tracing::debug!("a connection was closed: its address has too many");
            continue;
        };
        let router = router.clone();
        let stopped = stopped.clone();
        connections.spawn(async move {
            let _permits = (permit, of_address);
            if let Err(error) = run(socket, peer, router, limits, stopped).await {
                tracing::debug!(%error, "a connection ended");
            }
        });
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// Runs a connection; when the server stops, its open request ends first.
async fn run(
    socket: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: ConnectionLimits,
    mut stopped: watch::Receiver<bool>,
) -> hyper::Result<()> {
    // Disables Nagle's algorithm: it would delay each small, urgent write until the peer's delayed acknowledgement (40
    // ms).
    if let Err(error) = socket.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY cannot be set");
    }
    let mut socket = TimeoutStream::new(socket);
    socket.set_write_timeout(Some(limits.write));
    let router = TowerToHyperService::new(router);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.headers)
        .max_buf_size(MAX_HEADER_BYTES)
        .serve_connection(TokioIo::new(Box::pin(socket)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return ended,
        _ = stopped.wait_for(|stopped| *stopped) => {}
    }
    Pin::as_mut(&mut connection).graceful_shutdown();
    connection.await
}
