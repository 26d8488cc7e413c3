//! A chat's events as server-sent events: first those that the page missed, then new ones. The event number is the SSE
//! id, so a page that reconnects continues where it stopped. The open stream also tells the centre that the customer's
//! page is open.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::header::{ACCEPT, CACHE_CONTROL, HeaderMap, HeaderName, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use contact_centre::store::StoreResult;
use contact_centre::wire::Protocol;
use contact_centre::{WebChatEvent, WebChatEvents, WebChatReply, WebChatRequest};
use futures_util::stream;
use tokio::sync::watch;

use super::page::report_page;
use crate::http::body::{internal_error, too_many};
use crate::http::{Audience, protect};
use crate::hub::ChatSignal;
use crate::permits::Permit;
use crate::server::AppState;

/// Interval of keep-alive comments, well below the idle timeouts of proxies.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const RECONNECT_AFTER: Duration = Duration::from_secs(2);

pub fn wants_stream(headers: &HeaderMap) -> bool {
    headers
        .get(ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/event-stream"))
}

pub fn last_event_id(headers: &HeaderMap) -> Option<u64> {
    headers.get(HeaderName::from_static("last-event-id"))?.to_str().ok()?.parse().ok()
}

pub async fn stream(
    app: AppState,
    address: Option<String>,
    protocol: Protocol,
    secret: String,
    after: u64,
) -> Response {
    let Some(permit) = app.streams.take(address.as_deref()) else {
        return too_many("TOO_MANY_STREAMS", "too many open streams", 10);
    };
    let mut page = OpenPage {
        signals: app.service.hub().watch_chat(&protocol),
        seen: (0, 0),
        stopping: app.service.hub().stopping(),
        app,
        protocol,
        secret,
        after,
        ready: std::collections::VecDeque::new(),
        ended: false,
        is_counted: false,
        _permit: permit,
    };
    // Read before the stream starts, so that a wrong secret gets an error status.
    page.take_signal();
    let reply = page.read_events().await;
    match reply {
        Ok(WebChatReply::Events(events)) => page.buffer_events(events),
        Ok(other) => return super::into_response(other.to_http()),
        Err(error) => {
            tracing::error!(%error, "a customer's events cannot be read");
            return internal_error();
        }
    }
    page.is_counted = true;
    page.app.service.hub().add_page(&page.protocol);
    report_page(&page.app.service, &page.protocol, &page.secret).await;
    let events =
        stream::unfold(
            page,
            |mut page| async move { page.next().await.map(|event| (Ok::<_, Infallible>(event), page)) },
        );
    let mut answer = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer.headers_mut().insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    protect(Audience::Data, &HeaderMap::new(), answer.headers_mut());
    answer
}

struct OpenPage {
    app: AppState,
    protocol: Protocol,
    secret: String,
    signals: watch::Receiver<ChatSignal>,
    /// Numbers of stored events and typing events that were signalled and handled.
    seen: (u64, u64),
    stopping: watch::Receiver<bool>,
    after: u64,
    ready: std::collections::VecDeque<WebChatEvent>,
    /// Whether the chat has ended: no events follow those in `ready`.
    ended: bool,
    /// Keeps this page counted by the hub.
    is_counted: bool,
    _permit: Permit,
}

impl OpenPage {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                let text = serde_json::to_string(&event).ok()?;
                let sent = Event::default().retry(RECONNECT_AFTER).data(text);
                // Typing has no number: a page that reconnects continues after the last stored event.
                return Some(if event.number == 0 { sent } else { sent.id(event.number.to_string()) });
            }
            if self.ended {
                return None;
            }
            tokio::select! {
                changed = self.signals.changed() => changed.ok()?,
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
            }
            let (typing, has_changed) = self.take_signal();
            // Typing is sent before the stored events: the message that follows typing must end the typing mark.
            self.ready.extend(typing);
            if !has_changed {
                continue;
            }
            match self.read_events().await {
                Ok(WebChatReply::Events(events)) => self.buffer_events(events),
                Ok(_) => return None,
                Err(error) => {
                    tracing::error!(%error, "a customer's events cannot be read");
                    return None;
                }
            }
        }
    }

    /// Waits for a signal; returns the typing event that was not sent yet, and whether there may be stored events to
    /// read.
    fn take_signal(&mut self) -> (Option<WebChatEvent>, bool) {
        let signal = self.signals.borrow_and_update();
        let (changes, (typing_number, typing)) = (signal.changes, &signal.typing);
        let typing = (*typing_number != self.seen.1).then(|| typing.clone()).flatten();
        let has_changed = changes != self.seen.0;
        self.seen = (changes, *typing_number);
        (typing, has_changed)
    }

    fn buffer_events(&mut self, events: WebChatEvents) {
        self.after = events.last;
        self.ended = events.ended && !events.has_more;
        if events.has_more {
            self.seen.0 = u64::MAX;
            self.signals.mark_changed();
        }
        self.ready.extend(events.data);
    }

    async fn read_events(&self) -> StoreResult<WebChatReply> {
        let (protocol, secret, after) = (self.protocol.clone(), self.secret.clone(), self.after);
        let request = WebChatRequest::Events { protocol, secret, after };
        self.app.service.read(move |scope| scope.centre.web_chat(scope.store, scope.context, &request)).await
    }
}

/// A stream ends when the page is closed, reloaded or offline; the server cannot tell which.
impl Drop for OpenPage {
    fn drop(&mut self) {
        if !self.is_counted {
            return;
        }
        self.app.service.hub().remove_page(&self.protocol);
        let (app, protocol, secret) = (self.app.clone(), self.protocol.clone(), self.secret.clone());
        let links = self.app.links.clone();
        links.spawn(async move { report_page(&app.service, &protocol, &secret).await });
    }
}
