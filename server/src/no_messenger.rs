//! A server without the demo has no simulated messenger.

use tokio::sync::watch;

use crate::routes::HttpRoute;
use crate::server::StartError;
use crate::service::CentreService;
use crate::settings::Settings;
use crate::whatsapp::Messaging;

/// The messenger of a server without one: the type has no values.
#[derive(Clone, Copy)]
pub enum Messenger {}

pub static ROUTES: &[HttpRoute] = &[];

/// Opens the providers.
///
/// # Errors
/// See `StartError`.
#[allow(clippy::unused_async, reason = "called as the one of a development build")]
pub async fn start(
    service: &CentreService,
    settings: &Settings,
    stopped: watch::Receiver<bool>,
) -> Result<(Messaging, Option<Messenger>), StartError> {
    let messaging = Messaging::open(service, &settings.providers, None)?;
    messaging.start(stopped);
    Ok((messaging, None))
}
