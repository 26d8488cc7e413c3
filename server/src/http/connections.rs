//! Accepts connections and limits their number and times, so that slow or idle clients cannot hold all of them.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;
use tokio_util::task::TaskTracker;

/// Maximum of open connections; further ones wait in the operating system's queue.
const MAX_CONNECTIONS: usize = 10_000;
/// Maximum size of a request's line and headers.
const MAX_HEADER_BYTES: usize = 64 * 1024;
/// Pause after a failed accept, for example because there are no file descriptors.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Time limits of connections.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionTimes {
    /// From the start of a connection, or the end of a reply, until the headers of the next request are complete.
    pub headers: Duration,
}

impl Default for ConnectionTimes {
    fn default() -> Self {
        Self { headers: Duration::from_secs(60) }
    }
}

/// Serves connections until the server stops; then open requests end first.
pub async fn serve(listener: TcpListener, router: Router, mut stopped: watch::Receiver<bool>, times: ConnectionTimes) {
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let connections = TaskTracker::new();
    loop {
        let accepted = async {
            let permit = Arc::clone(&permits).acquire_owned().await;
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
        let connection = connection(socket, peer, &router, times);
        let stopped = stopped.clone();
        connections.spawn(async move {
            let _permit = permit;
            if let Err(error) = run(connection, stopped).await {
                tracing::debug!(%error, "a connection ended");
            }
        });
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// Runs a connection; when the server stops, its open request ends first.
async fn run(connection: Connection, mut stopped: watch::Receiver<bool>) -> hyper::Result<()> {
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return ended,
        _ = stopped.wait_for(|stopped| *stopped) => {}
    }
    connection.as_mut().graceful_shutdown();
    connection.await
}

type Connection = http1::UpgradeableConnection<TokioIo<TcpStream>, TowerToHyperService<Router>>;

fn connection(socket: TcpStream, peer: SocketAddr, router: &Router, times: ConnectionTimes) -> Connection {
    // Small, urgent writes: Nagle's algorithm would delay each until the peer's delayed acknowledgement (40 ms).
    if let Err(error) = socket.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY cannot be set");
    }
    let service = TowerToHyperService::new(router.clone().layer(Extension(ConnectInfo(peer))));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(times.headers)
        .max_buf_size(MAX_HEADER_BYTES)
        .serve_connection(TokioIo::new(socket), service)
        .with_upgrades()
}
