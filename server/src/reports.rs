//! Reports that must be written: of a broker link, of a customer's page.

use std::future::Future;
use std::time::Duration;

use tokio::time::sleep;

use crate::service::CentreService;

/// A report that could not be written is repeated after this time.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Writes a report; `write` returns whether it is written. One that cannot be written is repeated in the background until the server stops: the
/// next start takes every link for closed and every page for gone.
pub(crate) async fn write_report<F>(service: &CentreService, write: impl Fn() -> F + Send + Sync + 'static)
where
    F: Future<Output = bool> + Send,
{
    if write().await {
        return;
    }
    let mut stopping = service.hub().stopping();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = sleep(AGAIN_AFTER) => {}
                _ = stopping.wait_for(|stopping| *stopping) => return,
            }
            if write().await {
                return;
            }
        }
    });
}
