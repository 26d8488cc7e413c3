//! Reports that must be stored: about a broker link, or about a customer's page.

use std::future::Future;
use std::time::Duration;

use tokio::time::sleep;

use crate::service::CentreService;

/// Pause before a report that could not be stored is repeated.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Stores a report; `write` returns whether it was stored. A report that could not be stored is repeated in the background until the server
/// stops: the next start marks every link and page as closed.
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
