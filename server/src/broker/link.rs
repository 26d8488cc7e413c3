//! One broker connection: moves bytes between the socket and the STOMP session, frames from the store into the session, and
//! acknowledgements back. What any of it means is decided by the session (protocol) and the centre (who may, what is stored).

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use contact_centre::store::{Frame, Store, StoreResult};
use contact_centre::wire::AgentId;
use contact_centre::{BrokerPrincipal, BrokerRefusal, destination};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

use crate::centre::{self, CentreService};
use crate::faults::Faults;
use crate::hub::{LinkId, Signal};
use crate::server::AppState;
use crate::stomp::{Admission, CloseReason, Credentials, Delivery, DeliveryId, Input, Output, Session};

/// A peer that does not take our bytes for so long is gone.
const WRITE_WITHIN: Duration = Duration::from_secs(10);
/// How long a closed socket may take to say goodbye.
const CLOSE_WITHIN: Duration = Duration::from_secs(1);
/// The centre is told that the link lives at most this often.
const BEAT_EVERY: Duration = Duration::from_secs(5);
/// Frames read from the store at once.
const BATCH: usize = 64;

pub async fn run(socket: WebSocket, app: AppState) {
    let mut link = Link {
        socket,
        session: Session::new(app.session_policy),
        service: app.service,
        faults: app.faults,
        opened: Instant::now(),
        member: None,
        acknowledged: Vec::new(),
        unread: false,
        closed: false,
    };
    link.live().await;
    link.leave().await;
}

struct Link {
    socket: WebSocket,
    session: Session,
    service: CentreService,
    faults: Arc<Faults>,
    opened: Instant,
    /// Known once the credentials were accepted.
    member: Option<Member>,
    /// Not yet written to the store.
    acknowledged: Vec<DeliveryId>,
    /// The queue may hold more than this link has read.
    unread: bool,
    closed: bool,
}

struct Member {
    id: LinkId,
    principal: BrokerPrincipal,
    signals: watch::Receiver<Signal>,
    cursor: Cursor,
    last_beat: Instant,
}

/// How far the queue was read by this connection.
#[derive(Debug, Clone, Default)]
struct Cursor {
    /// Of the numbering that `seq` belongs to; `None` before the first reading.
    epoch: Option<String>,
    numbering: u32,
    seq: u64,
}

enum Event {
    Received(Option<Result<Message, axum::Error>>),
    Signalled,
    Due,
}

impl Link {
    async fn live(&mut self) {
        while !self.closed {
            let event = self.next_event().await;
            self.faults.thawed().await;
            if self.is_cut() {
                return;
            }
            match event {
                Event::Received(Some(Ok(Message::Text(text)))) => self.receive(text.as_bytes()).await,
                Event::Received(Some(Ok(Message::Binary(bytes)))) => self.receive(&bytes).await,
                // The library answers pings by itself.
                Event::Received(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                Event::Received(Some(Ok(Message::Close(_))) | None) => return,
                Event::Received(Some(Err(error))) => {
                    tracing::debug!(%error, "a broker connection broke");
                    return;
                }
                Event::Signalled => self.heed_signal().await,
                Event::Due => self.give(Input::Wake).await,
            }
            self.read_queue().await;
        }
    }

    /// The connection is to vanish without a word.
    fn is_cut(&self) -> bool {
        self.member.as_ref().is_some_and(|member| member.signals.borrow().cut)
    }

    async fn next_event(&mut self) -> Event {
        let due = self.session.deadline().map(|deadline| self.opened + deadline);
        let wake = async {
            match due {
                Some(due) => sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        let signal = async {
            // The hub keeps the sender for as long as the link is entered.
            let heard = match &mut self.member {
                Some(member) => member.signals.changed().await.is_ok(),
                None => false,
            };
            if !heard {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            message = self.socket.recv() => Event::Received(message),
            () = signal => Event::Signalled,
            () = wake => Event::Due,
        }
    }

    async fn receive(&mut self, bytes: &[u8]) {
        self.give(Input::Received(bytes)).await;
        let Some(member) = &mut self.member else { return };
        if member.last_beat.elapsed() >= BEAT_EVERY {
            member.last_beat = Instant::now();
            let principal = member.principal.clone();
            tell_centre(&self.service, "beat", move |desk| desk.centre.link_beat(desk.store, desk.context, &principal))
                .await;
        }
    }

    async fn heed_signal(&mut self) {
        let Some(member) = &mut self.member else { return };
        self.unread = true;
        let end = member.signals.borrow_and_update().end.clone();
        if let Some(end) = end {
            if let Some(farewell) = end.farewell {
                self.give(Input::Farewell(farewell)).await;
            }
            self.give(Input::End(end.reason)).await;
        }
    }

    async fn give(&mut self, input: Input<'_>) {
        let outputs = self.session.handle(self.opened.elapsed(), input);
        self.carry_out(outputs).await;
    }

    async fn carry_out(&mut self, outputs: Vec<Output>) {
        let mut waiting = std::collections::VecDeque::from(outputs);
        while let Some(output) = waiting.pop_front() {
            match output {
                Output::Acknowledge(ids) => self.acknowledged.extend(ids),
                Output::Transmit(bytes) => {
                    // A RECEIPT may confirm them.
                    self.write_acknowledgements().await;
                    self.transmit(bytes).await;
                }
                Output::Authenticate(credentials) => {
                    let input = self.authenticate(credentials).await;
                    waiting.extend(self.session.handle(self.opened.elapsed(), input));
                }
                Output::Consume => {
                    self.unread = true;
                    if let Some(member) = &mut self.member {
                        member.cursor = Cursor { numbering: member.cursor.numbering + 1, ..Cursor::default() };
                        let agent = member.principal.agent_id.clone();
                        let farewell =
                            self.service.call(move |desk| desk.centre.tab_disabled(desk.context, &agent, None)).await;
                        self.service.hub().consume(member.id, farewell.and_then(|farewell| farewell).ok());
                    }
                }
                Output::StopConsuming => {
                    if let Some(member) = &self.member {
                        self.service.hub().release(member.id);
                    }
                }
                Output::Pong(route) => tracing::trace!(destination = route.destination, "pong"),
                Output::Close(reason) => {
                    self.write_acknowledgements().await;
                    self.close(reason).await;
                }
            }
        }
        self.write_acknowledgements().await;
    }

    async fn authenticate(&mut self, credentials: Credentials) -> Input<'static> {
        let checked = self
            .service
            .call(move |desk| {
                let Credentials { login, passcode } = credentials;
                let principal = desk.centre.broker_login(desk.store, desk.context.now, &login, &passcode)?;
                desk.centre.link_up(desk.store, desk.context, &principal)?;
                Ok::<_, BrokerRefusal>(principal)
            })
            .await;
        match checked {
            Ok(Ok(principal)) => {
                let admission = Admission {
                    queue: destination(&principal.agent_id),
                    client: format!("AGENT-{}", principal.agent_id),
                };
                tracing::info!(agent = %principal.agent_id, "broker link up");
                let (id, signals) = self.service.hub().enter(principal.clone());
                let cursor = Cursor::default();
                self.member = Some(Member { id, principal, signals, cursor, last_beat: Instant::now() });
                Input::Admitted(admission)
            }
            Ok(Err(BrokerRefusal::Store(error))) | Err(error) => {
                tracing::error!(%error, "broker credentials cannot be checked");
                Input::End(CloseReason::Failure)
            }
            Ok(Err(refusal)) => {
                tracing::info!(?refusal, "broker credentials refused");
                Input::Refused
            }
        }
    }

    /// Hands frames to the session for as long as it has room and the queue has more.
    async fn read_queue(&mut self) {
        while self.unread && !self.closed {
            let room = self.session.credit().min(BATCH);
            if room == 0 {
                return;
            }
            let Some(member) = &self.member else { return };
            let (agent, cursor) = (member.principal.agent_id.clone(), member.cursor.clone());
            let read = self.service.call(move |desk| next_frames(desk.store, &agent, cursor, room)).await;
            let (frames, cursor) = match read.and_then(|read| read) {
                Ok(read) => read,
                Err(error) => {
                    tracing::error!(%error, "an agent's queue cannot be read");
                    return self.give(Input::End(CloseReason::Failure)).await;
                }
            };
            self.unread = frames.len() >= room;
            self.hand_over(frames, cursor).await;
        }
    }

    async fn hand_over(&mut self, frames: Vec<Frame>, cursor: Cursor) {
        let Some(member) = &mut self.member else { return };
        let epoch = cursor.epoch.clone().unwrap_or_default();
        let numbering = cursor.numbering;
        member.cursor = cursor;
        for frame in frames {
            let redelivered = self.service.hub().hand_out(&frame.agent_id, &epoch, frame.seq);
            let id = DeliveryId { numbering, seq: frame.seq };
            self.give(Input::Deliver(Delivery { id, body: frame.text, redelivered })).await;
        }
    }

    async fn write_acknowledgements(&mut self) {
        let Some(member) = &self.member else { return };
        if self.acknowledged.is_empty() {
            return;
        }
        // Frames of an older numbering are gone from the store; their numbers now belong to others.
        let numbering = member.cursor.numbering;
        let seqs: Vec<u64> =
            self.acknowledged.drain(..).filter(|id| id.numbering == numbering).map(|id| id.seq).collect();
        let (agent, epoch) = (member.principal.agent_id.clone(), member.cursor.epoch.clone());
        let written = self.service.call(move |desk| acknowledge(desk.store, &agent, epoch.as_deref(), &seqs)).await;
        if let Err(error) = written.and_then(|written| written) {
            // The client gets the frames again; they are processed once.
            tracing::error!(%error, "acknowledgements cannot be written");
        }
    }

    async fn transmit(&mut self, bytes: Vec<u8>) {
        if self.closed {
            return;
        }
        let message = match Utf8Bytes::try_from(bytes) {
            Ok(text) => Message::Text(text),
            Err(_) => return tracing::error!("a frame of ours is not UTF-8"),
        };
        match timeout(WRITE_WITHIN, self.socket.send(message)).await {
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
        let farewell = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static("") }));
        let _ = timeout(CLOSE_WITHIN, async {
            // Whoever drops a socket with unread bytes makes the peer lose what was sent last.
            if self.socket.send(farewell).await.is_ok() {
                while let Some(Ok(_)) = self.socket.recv().await {}
            }
        })
        .await;
    }

    async fn leave(&mut self) {
        let Some(member) = self.member.take() else { return };
        if self.service.hub().leave(member.id) {
            let principal = member.principal;
            tracing::info!(agent = %principal.agent_id, "broker link down");
            tell_centre(&self.service, "down", move |desk| desk.centre.link_down(desk.store, desk.context, &principal))
                .await;
        }
    }
}

/// A link's life is a fact for the centre; where it cannot be written, the next beat tells it again.
async fn tell_centre<F>(service: &CentreService, fact: &'static str, work: F)
where
    F: FnOnce(centre::Desk<'_, '_>) -> StoreResult<()> + Send + 'static,
{
    if let Err(error) = service.call(work).await.and_then(|told| told) {
        tracing::error!(%error, fact, "a fact of a broker link cannot be written");
    }
}

fn next_frames(store: &dyn Store, agent: &AgentId, cursor: Cursor, limit: usize) -> StoreResult<(Vec<Frame>, Cursor)> {
    let Some(head) = store.queue_head(agent)? else { return Ok((Vec::new(), cursor)) };
    let mut cursor = match &cursor.epoch {
        Some(epoch) if *epoch != head.epoch => {
            Cursor { epoch: Some(head.epoch), numbering: cursor.numbering + 1, seq: 0 }
        }
        _ => Cursor { epoch: Some(head.epoch), ..cursor },
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
    let current = store.queue_head(agent)?.map(|head| head.epoch);
    if current.as_deref() != epoch {
        return Ok(());
    }
    seqs.iter().try_for_each(|seq| store.acknowledge(agent, *seq))
}
