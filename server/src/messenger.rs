//! The simulated messenger of `--demo`, mounted at `/outside/messenger`: customers' telephones use it, and for the contact
//! centre it is a provider like any other, with business accounts.

use std::collections::BTreeMap;
use std::sync::Arc;

use ::messenger::AgeConversation;
pub use ::messenger::Messenger;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::ACCEPT;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use contact_centre::store::{Store, StoreResult, TemplateRow, WhatsAppRouteRow};
use contact_centre::wire::Secret;
use futures_util::StreamExt;
use tokio::sync::{mpsc, watch};

use crate::http::body::too_many;
use crate::http::{Audience, caller_address, protect};
use crate::permits::Permit;
use crate::routes::{HttpRoute, RequiredAccess};
use crate::server::{AppState, StartError};
use crate::service::CentreService;
use crate::settings::Settings;
use crate::whatsapp::{Messaging, MessagingError, MessengerLink};

pub static ROUTES: &[HttpRoute] =
    &[HttpRoute::nested("/outside/messenger/{*call}", RequiredAccess::TelephoneSecret, routes)];

/// The routes of the telephones.
fn routes(app: &AppState) -> Option<Router<AppState>> {
    let messenger = app.messenger.as_ref()?;
    let limited = middleware::from_fn_with_state(app.clone(), limit_streams);
    Some(messenger.router().layer(limited).with_state(()))
}

/// An event stream occupies a permit of its address until it ends.
async fn limit_streams(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let accept = parts.headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    let permit = if accept.contains("text/event-stream") {
        let Some(permit) = app.streams.take(caller_address(&parts, app.behind_proxy).as_deref()) else {
            return too_many("TOO_MANY_STREAMS", "too many open streams", 10);
        };
        Some(permit)
    } else {
        None
    };
    held_while_open(next.run(Request::from_parts(parts, body)).await, permit)
}

fn held_while_open(answer: Response, permit: Option<Permit>) -> Response {
    let (mut parts, body) = answer.into_parts();
    protect(Audience::Data, &axum::http::HeaderMap::new(), &mut parts.headers);
    let Some(permit) = permit else { return Response::from_parts(parts, body) };
    let frames = body.into_data_stream().map(move |frame| {
        let _open = &permit;
        frame
    });
    Response::from_parts(parts, Body::from_stream(frames)).into_response()
}

/// Opens the providers and, with `--demo`, starts the messenger with an account for each simulated route.
///
/// # Errors
/// See `StartError`.
pub async fn start(
    service: &CentreService,
    settings: &Settings,
    stopped: watch::Receiver<bool>,
) -> Result<(Messaging, Option<Messenger>), StartError> {
    if !settings.demo {
        let messaging = Messaging::open(service, &settings.providers, None)?;
        messaging.start(stopped);
        return Ok((messaging, None));
    }
    let routes = service.read(|scope| simulated_routes(&*scope.store)).await??;
    let providers: BTreeMap<String, String> =
        routes.iter().map(|(route, _)| (route.account.clone(), route.provider.clone())).collect();
    let (outgoing, items) = mpsc::unbounded_channel();
    let lines = routes.into_iter().map(|(route, templates)| messaging_adapter::line(route, templates)).collect();
    let messenger = Messenger::new(lines, outgoing, age_conversation(service, providers.clone()));
    let secret = Secret::new(shared_secret()?);
    let link = MessengerLink { messenger: messenger.clone(), secret: secret.clone() };
    let messaging = Messaging::open(service, &settings.providers, Some(link))?;
    messaging.start(stopped.clone());
    messaging.receive_from(items, secret, move |account| providers.get(account).cloned(), stopped.clone());
    tokio::spawn(close_with(messenger.clone(), stopped));
    Ok((messaging, Some(messenger)))
}

/// Ends event streams when the server stops.
async fn close_with(messenger: Messenger, mut stopped: watch::Receiver<bool>) {
    // The sender ends with the server.
    let _ = stopped.wait_for(|stopped| *stopped).await;
    messenger.close();
}

/// The secret between the messenger and the provider's code of this process.
fn shared_secret() -> Result<String, MessagingError> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(hex::encode(random))
}

fn simulated_routes(store: &dyn Store) -> StoreResult<Vec<(WhatsAppRouteRow, Vec<TemplateRow>)>> {
    let templates = store.templates()?;
    let of = |id: &str| templates.iter().filter(|template| template.route_id == id).cloned().collect();
    let routes = store.whatsapp_routes()?.into_iter().filter(|route| route.is_simulated);
    Ok(routes.map(|route| (route.clone(), of(&route.id))).collect())
}

/// Ages the centre's record.
fn age_conversation(service: &CentreService, providers: BTreeMap<String, String>) -> Option<AgeConversation> {
    let service = service.clone();
    Some(Arc::new(move |account, customer, seconds| {
        let Some(provider) = providers.get(account).cloned() else { return };
        let (service, account, customer) = (service.clone(), account.to_owned(), customer.to_owned());
        tokio::spawn(async move {
            let aged = service.call(move |scope| {
                scope.centre.age_conversation(scope.store, scope.context, &provider, &account, &customer, seconds)
            });
            if let Err(error) = aged.await.flatten() {
                tracing::error!(%error, "a conversation was not aged");
            }
        });
    }))
}
