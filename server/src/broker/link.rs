//! One broker connection: moves bytes between the socket and the STOMP session, frames from the store into the session,
//! and acknowledgements back to the store. The session implements the protocol, the centre permissions and storage.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use contact_centre::store::{FrameRow, Store, StoreResult};
use contact_centre::wire::AgentId;
use contact_centre::{BrokerPrincipal, QueueNames};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

use super::admission::{NewLink, NotAdmitted, admit, report_session};
use crate::faults::Faults;
use crate::hub::{LinkId, Signal};
use crate::server::AppState;
use crate::service::CentreService;
use crate::stomp::{Admission, CloseReason, Credentials, Delivery, DeliveryId, Input, Output, StompSession};

/// Timeout of a write to the socket.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Close-handshake timeout.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// A link that received nothing for this long does not respond. Heartbeats are kept in memory; the centre gets only the
/// changes.
const SILENT_AFTER: Duration = Duration::from_secs(15);
/// Maximum of frames that are read from the store at once.
const BATCH: usize = 64;
/// Acknowledgements within this time are stored in one transaction.
const ACKNOWLEDGED_TOGETHER: Duration = Duration::from_millis(200);
/// Beginning of the receipt frame that confirms earlier frames of the client.
const RECEIPT: &[u8] = b"RECEIPT\n";

pub async fn run(socket: WebSocket, app: AppState) {
    let mut link = Link {
        socket,
        session: StompSession::new(app.session_policy),
        service: app.service,
        faults: app.faults,
        opened_at: Instant::now(),
        admitted: None,
        acknowledged: Vec::new(),
        acknowledged_by: None,
        queue_changed: false,
        closed: false,
    };
    link.run_until_closed().await;
    link.write_acknowledgements().await;
    link.remove_from_hub().await;
}

struct Link {
    socket: WebSocket,
    session: StompSession,
    service: CentreService,
    faults: Arc<Faults>,
    opened_at: Instant,
    /// The principal, after the credentials were accepted.
    admitted: Option<Admitted>,
    /// Acknowledged deliveries that are not yet deleted from the store.
    acknowledged: Vec<DeliveryId>,
    /// Latest time at which the acknowledged deliveries are deleted; set by the first of them.
    acknowledged_by: Option<Instant>,
    /// Whether the queue may contain unread frames.
    queue_changed: bool,
    closed: bool,
}

struct Admitted {
    id: LinkId,
    principal: BrokerPrincipal,
    signals: watch::Receiver<Signal>,
    /// The last value of `Signal::changes` that the link has processed.
    changes: u64,
    cursor: Cursor,
    last_received_at: Instant,
    is_silent: bool,
}

/// Number of the last frame that this connection has read.
#[derive(Debug, Clone, Default)]
struct Cursor {
    /// Epoch of that number; `None` before the first read.
    epoch: Option<String>,
    /// Number of epochs seen by this connection.
    epoch_index: u32,
    seq: u64,
}

enum Event {
    Received(Option<Result<Message, axum::Error>>),
    Signalled,
    Silent,
    Due,
    AcknowledgementsDue,
}

impl Link {
    async fn run_until_closed(&mut self) {
        while !self.closed {
            let event = self.next_event().await;
            self.faults.wait_until_thawed().await;
            if self.is_dropped() {
                return;
            }
            match event {
                Event::Received(Some(Ok(Message::Text(text)))) => self.receive(text.as_bytes()).await,
                Event::Received(Some(Ok(Message::Binary(bytes)))) => self.receive(&bytes).await,
                // The library replies to pings.
                Event::Received(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                Event::Received(Some(Ok(Message::Close(_))) | None) => return,
                Event::Received(Some(Err(error))) => {
                    tracing::debug!(%error, "a broker connection failed");
                    return;
                }
                Event::Signalled => self.handle_signal().await,
                Event::Silent => self.set_silent(true).await,
                Event::Due => self.handle_input(Input::Wake).await,
                Event::AcknowledgementsDue => self.write_acknowledgements().await,
            }
            self.read_queue().await;
        }
    }

    /// Whether the connection must be dropped without a close frame.
    fn is_dropped(&self) -> bool {
        self.admitted.as_ref().is_some_and(|admitted| admitted.signals.borrow().dropped)
    }

    async fn next_event(&mut self) -> Event {
        let due = self.session.deadline().map(|deadline| self.opened_at + deadline);
        let wake = async {
            match due {
                Some(due) => sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        let silent_at = self
            .admitted
            .as_ref()
            .filter(|admitted| !admitted.is_silent)
            .map(|admitted| admitted.last_received_at + SILENT_AFTER);
        let silent = async {
            match silent_at {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        let signal = async {
            // The hub keeps the sender until the link is removed.
            let changed = match &mut self.admitted {
                Some(admitted) => admitted.signals.changed().await.is_ok(),
                None => false,
            };
            if !changed {
                std::future::pending::<()>().await;
            }
        };
        let acknowledged_by = self.acknowledged_by;
        let acknowledgements = async {
            match acknowledged_by {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            message = self.socket.recv() => Event::Received(message),
            () = signal => Event::Signalled,
            () = wake => Event::Due,
            () = silent => Event::Silent,
            () = acknowledgements => Event::AcknowledgementsDue,
        }
    }

    async fn receive(&mut self, bytes: &[u8]) {
        self.handle_input(Input::Received(bytes)).await;
        let Some(admitted) = &mut self.admitted else { return };
        admitted.last_received_at = Instant::now();
        if admitted.is_silent {
            self.set_silent(false).await;
        }
    }

    /// Stores whether the link responds, and reports a change.
    async fn set_silent(&mut self, is_silent: bool) {
        let Some(admitted) = &mut self.admitted else { return };
        admitted.is_silent = is_silent;
        let (id, principal) = (admitted.id, admitted.principal.clone());
        let heard_at = admitted.last_received_at;
        self.service.hub().set_silent(id, is_silent);
        report_session(&self.service, principal, heard_at).await;
    }

    async fn handle_signal(&mut self) {
        let Some(admitted) = &mut self.admitted else { return };
        let (changes, end) = {
            let signal = admitted.signals.borrow_and_update();
            (signal.changes, signal.end.clone())
        };
        self.queue_changed |= std::mem::replace(&mut admitted.changes, changes) != changes;
        let id = admitted.id;
        // Typing is sent before the queue is read: the message that follows typing must end the typing mark.
        for frame in self.service.hub().take_typing(id) {
            self.handle_input(Input::Typing(frame)).await;
        }
        if let Some(end) = end {
            if let Some(close_notice) = end.close_notice {
                self.handle_input(Input::CloseNotice(close_notice)).await;
            }
            self.handle_input(Input::End(end.reason)).await;
        }
    }

    async fn handle_input(&mut self, input: Input<'_>) {
        let outputs = self.session.handle(self.opened_at.elapsed(), input);
        self.apply_outputs(outputs).await;
    }

    async fn apply_outputs(&mut self, outputs: Vec<Output>) {
        let mut waiting = std::collections::VecDeque::from(outputs);
        while let Some(output) = waiting.pop_front() {
            match output {
                Output::Acknowledge(ids) => {
                    self.acknowledged.extend(ids);
                    self.acknowledged_by.get_or_insert_with(|| Instant::now() + ACKNOWLEDGED_TOGETHER);
                }
                Output::Transmit(bytes) => {
                    if bytes.starts_with(RECEIPT) {
                        // The output may confirm the acknowledgements, so they are stored first.
                        self.write_acknowledgements().await;
                    }
                    self.transmit(bytes).await;
                }
                Output::Authenticate(credentials) => {
                    let input = self.authenticate(credentials).await;
                    waiting.extend(self.session.handle(self.opened_at.elapsed(), input));
                }
                Output::Consume => {
                    self.queue_changed = true;
                    if let Some(admitted) = &mut self.admitted {
                        admitted.cursor = Cursor { epoch_index: admitted.cursor.epoch_index + 1, ..Cursor::default() };
                        let agent = admitted.principal.agent_id.clone();
                        let close_notice = self
                            .service
                            .call(move |scope| scope.centre.tab_disabled(scope.context, &agent, None))
                            .await;
                        self.service
                            .hub()
                            .start_consuming(admitted.id, close_notice.and_then(|close_notice| close_notice).ok());
                    }
                }
                Output::StopConsuming => {
                    if let Some(admitted) = &self.admitted {
                        self.service.hub().stop_consuming(admitted.id);
                    }
                }
                Output::Pong(route) => tracing::trace!(destination = route.destination, "pong"),
                Output::Close(reason) => {
                    self.write_acknowledgements().await;
                    self.close(reason).await;
                }
            }
        }
    }

    async fn authenticate(&mut self, credentials: Credentials) -> Input<'static> {
        match admit(&self.service, credentials).await {
            Ok(NewLink { id, principal, signals }) => {
                let admission = Admission {
                    queue: QueueNames::EMBEDDED.destination(&principal.agent_id, &principal.session_id),
                    client: format!("AGENT-{}", principal.agent_id),
                };
                tracing::info!(agent = %principal.agent_id, "broker link up");
                let cursor = Cursor::default();
                let last_received_at = Instant::now();
                let changes = 0;
                let is_silent = false;
                self.admitted = Some(Admitted { id, principal, signals, changes, cursor, last_received_at, is_silent });
                Input::Admitted(admission)
            }
            Err(NotAdmitted::SessionEnded) => Input::End(CloseReason::SessionEnded),
            Err(NotAdmitted::Failed) => Input::End(CloseReason::Failure),
            Err(NotAdmitted::Refused) => Input::Refused,
        }
    }

    /// Delivers frames to the session while it has credit and the queue has frames.
    async fn read_queue(&mut self) {
        while self.queue_changed && !self.closed {
            let room = self.session.credit().min(BATCH);
            if room == 0 {
                return;
            }
            let Some(admitted) = &self.admitted else { return };
            let (principal, cursor) = (admitted.principal.clone(), admitted.cursor.clone());
            let read = self.service.read(move |scope| -> StoreResult<_> {
                // An agent's queue may be read only in the open session.
                match scope.centre.session_is_open(scope.store, &principal)? {
                    true => next_frames(scope.store, &principal.agent_id, cursor.clone(), room).map(Some),
                    false => Ok(None),
                }
            });
            let (frames, cursor) = match read.await.and_then(|read| read) {
                Ok(Some(read)) => read,
                Ok(None) => return self.handle_input(Input::End(CloseReason::SessionEnded)).await,
                Err(error) => {
                    tracing::error!(%error, "an agent's queue cannot be read");
                    return self.handle_input(Input::End(CloseReason::Failure)).await;
                }
            };
            self.queue_changed = frames.len() >= room;
            self.deliver_frames(frames, cursor).await;
        }
    }

    async fn deliver_frames(&mut self, frames: Vec<FrameRow>, cursor: Cursor) {
        let Some(admitted) = &mut self.admitted else { return };
        let epoch = cursor.epoch.clone().unwrap_or_default();
        let epoch_index = cursor.epoch_index;
        admitted.cursor = cursor;
        for frame in frames {
            let redelivered = self.service.hub().mark_delivered(&frame.agent_id, &epoch, frame.seq);
            let id = DeliveryId { epoch_index, seq: frame.seq };
            self.handle_input(Input::Deliver(Delivery { id, body: frame.text, redelivered })).await;
        }
    }

    /// A link that ends before this loses nothing: the client receives the frames again and ignores duplicates.
    async fn write_acknowledgements(&mut self) {
        self.acknowledged_by = None;
        let Some(admitted) = &self.admitted else { return };
        if self.acknowledged.is_empty() {
            return;
        }
        // Frames of an earlier epoch are no longer stored; their numbers were reused.
        let epoch_index = admitted.cursor.epoch_index;
        let seqs: Vec<u64> =
            self.acknowledged.drain(..).filter(|id| id.epoch_index == epoch_index).map(|id| id.seq).collect();
        let (agent, epoch) = (admitted.principal.agent_id.clone(), admitted.cursor.epoch.clone());
        let written = self.service.call(move |scope| acknowledge(scope.store, &agent, epoch.as_deref(), &seqs)).await;
        if let Err(error) = written.and_then(|written| written) {
            // The client receives the frames again and ignores duplicates.
            tracing::error!(%error, "acknowledgements cannot be written");
        }
    }

    async fn transmit(&mut self, bytes: Vec<u8>) {
        if self.closed {
            return;
        }
        let message = match Utf8Bytes::try_from(bytes) {
            Ok(text) => Message::Text(text),
            Err(_) => return tracing::error!("an outgoing frame is not UTF-8"),
        };
        match timeout(WRITE_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => self.closed = true,
        }
    }

    async fn close(&mut self, reason: CloseReason) {
        if self.closed {
            return;
        }
        self.closed = true;
        let code = match reason {
            CloseReason::Disconnected => close_code::NORMAL,
            CloseReason::Protocol => close_code::PROTOCOL,
            CloseReason::ServerStops => close_code::AWAY,
            CloseReason::Failure => close_code::ERROR,
            CloseReason::Refused
            | CloseReason::Silent
            | CloseReason::NotConnectedInTime
            | CloseReason::TakenOver
            | CloseReason::SessionEnded => close_code::POLICY,
        };
        tracing::info!(?reason, "broker link closed");
        let close_frame = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static("") }));
        let _ = timeout(CLOSE_TIMEOUT, async {
            // Dropping a socket with unread bytes resets it, and the peer would lose the last frames.
            if self.socket.send(close_frame).await.is_ok() {
                while let Some(Ok(_)) = self.socket.recv().await {}
            }
        })
        .await;
    }

    async fn remove_from_hub(&mut self) {
        let Some(admitted) = self.admitted.take() else { return };
        let responded = !admitted.is_silent;
        self.service.hub().remove_link(admitted.id);
        tracing::info!(agent = %admitted.principal.agent_id, "broker link down");
        if responded {
            report_session(&self.service, admitted.principal, Instant::now()).await;
        }
    }
}

fn next_frames(
    store: &dyn Store,
    agent: &AgentId,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<(Vec<FrameRow>, Cursor)> {
    let Some(tail) = store.queue_tail(agent)? else { return Ok((Vec::new(), cursor)) };
    let mut cursor = match &cursor.epoch {
        Some(epoch) if *epoch != tail.epoch => {
            Cursor { epoch: Some(tail.epoch), epoch_index: cursor.epoch_index + 1, seq: 0 }
        }
        _ => Cursor { epoch: Some(tail.epoch), ..cursor },
    };
    let frames = store.frames_after(agent, cursor.seq, limit)?;
    if let Some(last) = frames.last() {
        cursor.seq = last.seq;
    }
    Ok((frames, cursor))
}

pub(crate) fn acknowledge(
    store: &mut dyn Store,
    agent: &AgentId,
    epoch: Option<&str>,
    seqs: &[u64],
) -> StoreResult<()> {
    store.begin()?;
    let outcome = acknowledge_frames(store, agent, epoch, seqs).and_then(|()| store.commit());
    if outcome.is_err() {
        let _ = store.rollback();
    }
    outcome
}

fn acknowledge_frames(store: &mut dyn Store, agent: &AgentId, epoch: Option<&str>, seqs: &[u64]) -> StoreResult<()> {
    let current = store.queue_tail(agent)?.map(|tail| tail.epoch);
    if current.as_deref() != epoch {
        return Ok(());
    }
    seqs.iter().try_for_each(|seq| store.acknowledge(agent, *seq))
}
