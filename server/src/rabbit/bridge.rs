//! The AMQP connection of this server to RabbitMQ. Frames of agent queues are published in order and deleted from the
//! store once RabbitMQ has confirmed them, so a restart of either side loses nothing; pages ignore duplicates by event
//! id. While RabbitMQ is unavailable frames stay in the store; the bridge reconnects every second.

use std::collections::HashMap;
use std::time::Duration;

use contact_centre::store::{Store, StoreError, StoreResult};
use contact_centre::wire::AgentId;
use contact_centre::{BrokerPrincipal, EffectKind, EffectOutcome, EndedSession, Recipients};
use futures_util::StreamExt;
use lapin::options::QueuePurgeOptions;
use lapin::uri::AMQPUri;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

use super::amqp::{
    AMQP_TIMEOUT, AmqpConnection, BridgeError, CLOSE_NOTICE_TTL_MS, await_confirmation, declare_queue, end_queue,
    publish, publish_frames, publish_transient, transient_properties, with_timeout,
};
use super::auth_backend::{constant_time_eq, reason_code};
use super::backlog::Backlog;
use super::names;
use crate::broker::acknowledge;
use crate::effects;
use crate::service::CentreService;
use crate::settings::RabbitSettings;

const RECONNECT_AFTER: Duration = Duration::from_secs(1);
/// AMQP heartbeat in seconds; a dead peer is detected within twice this time.
const HEARTBEAT_S: u16 = 4;
const PING_EVERY: Duration = Duration::from_secs(5);
/// A page that has not sent a pong for this long has no link.
const LINK_SILENT_AFTER: Duration = Duration::from_secs(12);
/// Pause before a queue that RabbitMQ refuses is tried again.
const REFUSED_FOR: Duration = Duration::from_secs(30);
/// Number of frames that are published before their confirmations are awaited.
const BATCH: usize = 64;
const PING_TTL_MS: u32 = 5_000;
/// Typing messages expire after this time; a typing mark ends by itself after 10 s.
const TYPING_TTL_MS: u32 = 5_000;

/// Handle of the bridge for HTTP handlers.
pub struct Bridge {
    auth_key: String,
    admissions: mpsc::Sender<AdmissionRequest>,
}

/// A request to admit a link: declares its queue and sends the close notice to older links.
struct AdmissionRequest {
    principal: BrokerPrincipal,
    /// Completed when the queue exists.
    done: oneshot::Sender<()>,
}

pub fn start(
    settings: &RabbitSettings,
    service: &CentreService,
    stopped: watch::Receiver<bool>,
) -> (Bridge, JoinHandle<()>) {
    let (sender, notifications_in) = mpsc::unbounded_channel();
    service.hub().forward_to(sender);
    let (admissions, admissions_in) = mpsc::channel(64);
    let mut uri = settings.amqp.clone();
    uri.query.heartbeat.get_or_insert(HEARTBEAT_S);
    let task = BridgeTask {
        service: service.clone(),
        uri,
        notifications_in,
        admissions_in,
        backlog: Backlog::default(),
        refused: Refused::default(),
        links: HashMap::new(),
        last_credential: HashMap::new(),
    };
    (Bridge { auth_key: settings.auth_key.clone(), admissions }, tokio::spawn(task.run(stopped)))
}

impl Bridge {
    /// Whether the path is one of RabbitMQ's access checks, with its key.
    pub fn is_asked_by_broker(&self, path: &str) -> bool {
        let key = path.strip_prefix("/broker-auth/").and_then(|rest| rest.split('/').next());
        key.is_some_and(|key| constant_time_eq(&self.auth_key, key))
    }

    pub(super) fn auth_key(&self) -> &str {
        &self.auth_key
    }

    /// Whether a link with these credentials is admitted; if so, its queue exists afterwards.
    pub(super) async fn admit(&self, service: &CentreService, login: String, passcode: String) -> bool {
        let checked = service
            .call(move |scope| scope.centre.broker_login(scope.store, scope.context.now, &login, &passcode))
            .await;
        let principal = match checked {
            Ok(Ok(principal)) => principal,
            Ok(Err(refusal)) => {
                tracing::info!(refusal = reason_code(&refusal), "broker credentials refused");
                return false;
            }
            Err(error) => {
                tracing::error!(%error, "broker credentials cannot be checked");
                return false;
            }
        };
        let (done, ready) = oneshot::channel();
        let request = AdmissionRequest { principal: principal.clone(), done };
        if self.admissions.try_send(request).is_err() || !matches!(timeout(AMQP_TIMEOUT, ready).await, Ok(Ok(()))) {
            tracing::warn!(agent = %principal.agent_id, "the agent's queue is not ready");
            return false;
        }
        tracing::info!(agent = %principal.agent_id, "broker link up");
        let up = service.call(move |scope| scope.centre.link_up(scope.store, scope.context, &principal)).await;
        match up.and_then(|up| up) {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(%error, "the state of a broker link cannot be written");
                false
            }
        }
    }
}

/// Heartbeats of an agent's page, in memory; the centre gets only the changes.
struct LinkHeartbeat {
    /// Queue of the session.
    queue: String,
    last_pong_at: Instant,
    silent: bool,
}

impl LinkHeartbeat {
    fn now(queue: String) -> Self {
        Self { queue, last_pong_at: Instant::now(), silent: false }
    }
}

/// Agents whose queue RabbitMQ refuses, with what waits for them.
#[derive(Default)]
struct Refused {
    backlog: Backlog,
    /// When these agents are tried again; `None` if nothing waits.
    until: Option<Instant>,
}

/// The task that owns the connection.
struct BridgeTask {
    service: CentreService,
    uri: AMQPUri,
    notifications_in: mpsc::UnboundedReceiver<Recipients>,
    admissions_in: mpsc::Receiver<AdmissionRequest>,
    backlog: Backlog,
    refused: Refused,
    /// Agents whose pages are pinged.
    links: HashMap<AgentId, LinkHeartbeat>,
    /// Number of the last admitted credential, per agent.
    last_credential: HashMap<AgentId, u64>,
}

impl BridgeTask {
    async fn run(mut self, mut stopped: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                error = self.connect_and_serve() => tracing::warn!(%error, "RabbitMQ is not available"),
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
            tokio::select! {
                () = self.wait_before_reconnect() => {}
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
        }
    }

    /// While disconnected: collects notifications, refuses admissions.
    async fn wait_before_reconnect(&mut self) {
        let until = Instant::now() + RECONNECT_AFTER;
        loop {
            tokio::select! {
                Some(recipients) = self.notifications_in.recv() => self.buffer(recipients),
                Some(request) = self.admissions_in.recv() => drop(request),
                () = sleep_until(until) => return,
            }
        }
    }

    async fn connect_and_serve(&mut self) -> BridgeError {
        // Done before connecting: a link that was open before this process started is missed even while RabbitMQ is
        // unavailable.
        let prepared = async {
            self.restore_backlog().await?;
            self.report_silent().await
        };
        if let Err(error) = prepared.await {
            return error;
        }
        match AmqpConnection::open(&self.uri).await {
            Ok(amqp) => {
                let Err(error) = self.serve(amqp).await;
                error
            }
            Err(error) => error,
        }
    }

    async fn serve(&mut self, mut amqp: AmqpConnection) -> Result<std::convert::Infallible, BridgeError> {
        self.end_queues(&amqp).await?;
        self.backlog.merge(std::mem::take(&mut self.refused).backlog);
        self.restore_backlog().await?;
        // Typing is dropped: it has expired after the disconnection.
        self.backlog.typing.clear();
        self.publish_backlog(&amqp).await?;
        let mut ticks = interval(PING_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                Some(recipients) = self.notifications_in.recv() => {
                    self.buffer(recipients);
                    while let Ok(recipients) = self.notifications_in.try_recv() {
                        self.buffer(recipients);
                    }
                    self.publish_backlog(&amqp).await?;
                }
                () = self.service.effects().of(EffectKind::EndBrokerQueue) => self.end_queues(&amqp).await?,
                Some(request) = self.admissions_in.recv() => self.handle_admission(&amqp, request).await?,
                pong = amqp.pongs.next() => {
                    let pong = pong.ok_or(BridgeError::PongConsumerClosed)??;
                    if let Some(agent) = names::agent_of_pong(pong.routing_key.as_str()) {
                        self.record_heartbeat(agent).await?;
                    }
                }
                _ = ticks.tick() => {
                    if !amqp.connection.status().connected() {
                        return Err(BridgeError::Timeout);
                    }
                    self.ping_links(&amqp).await?;
                    self.try_refused(&amqp).await?;
                }
            }
        }
    }

    /// Restores queues with stored frames and links that were open before this process started.
    async fn restore_backlog(&mut self) -> Result<(), BridgeError> {
        let read = self.service.read(|scope| -> Result<_, StoreError> {
            let mut linked = Vec::new();
            let tails = scope.store.queue_tails()?;
            for tail in &tails {
                let session = scope.store.session(&tail.agent_id)?;
                if let Some(session) = session.filter(|session| session.linked && session.ended_at.is_none()) {
                    linked.push((tail.agent_id.clone(), names::queue(&tail.agent_id, &session.session_id)));
                }
            }
            Ok((tails, linked))
        });
        let (tails, linked) = read.await??;
        self.backlog.queues.extend(tails.into_iter().map(|tail| tail.agent_id));
        for (agent, queue) in linked {
            self.links.entry(agent).or_insert_with(|| LinkHeartbeat::now(queue));
        }
        Ok(())
    }

    fn buffer(&mut self, recipients: Recipients) {
        for ended in &recipients.ended_sessions {
            self.links.remove(&ended.agent_id);
        }
        self.backlog.add(recipients);
    }

    /// Deletes the queues of ended sessions; only while connected, so that every counted attempt reached RabbitMQ.
    async fn end_queues(&self, amqp: &AmqpConnection) -> Result<(), BridgeError> {
        let kind = EffectKind::EndBrokerQueue;
        while let Some(effect) = effects::take(&self.service, kind).await? {
            let Ok(session) = serde_json::from_str::<EndedSession>(&effect.body) else {
                let outcome = EffectOutcome::Refused("the body is unreadable".to_owned());
                effects::end(&self.service, kind, effect, outcome).await?;
                continue;
            };
            let ended = end_queue(amqp, &session).await;
            let outcome = match &ended {
                Ok(()) => EffectOutcome::Done,
                Err(error) => EffectOutcome::Failed { cause: error.to_string(), retry_after_ms: None },
            };
            effects::end(&self.service, kind, effect, outcome).await?;
            ended?;
        }
        Ok(())
    }

    /// Each entry is removed after its confirmation; the rest is retried after a reconnect.
    async fn publish_backlog(&mut self, amqp: &AmqpConnection) -> Result<(), BridgeError> {
        while let Some(agent) = self.backlog.cleared.first().cloned() {
            let purged = self.purge_queue(amqp, &agent).await;
            if self.is_refused(&agent, purged)? {
                self.refused.backlog.cleared.insert(agent.clone());
            }
            self.backlog.cleared.remove(&agent);
        }
        // Typing is sent before the queues: the message that follows typing must end the typing mark.
        self.publish_typing(amqp).await?;
        while let Some(agent) = self.backlog.queues.first().cloned() {
            // The frames would be published before the purge.
            let is_behind = self.refused.backlog.cleared.contains(&agent);
            let published = if is_behind { Ok(()) } else { self.publish_queue(amqp, &agent).await };
            if self.is_refused(&agent, published)? || is_behind {
                self.refused.backlog.queues.insert(agent.clone());
            }
            self.backlog.queues.remove(&agent);
        }
        Ok(())
    }

    /// Whether RabbitMQ refuses the queue of this agent. Other agents are served; this queue is tried again later.
    fn is_refused(&mut self, agent: &AgentId, outcome: Result<(), BridgeError>) -> Result<bool, BridgeError> {
        match outcome {
            Ok(()) => Ok(false),
            Err(error @ BridgeError::QueueRefused { .. }) => {
                tracing::error!(%agent, %error, "an agent receives no events");
                self.refused.until.get_or_insert_with(|| Instant::now() + REFUSED_FOR);
                Ok(true)
            }
            Err(error) => Err(error),
        }
    }

    /// Tries queues again that RabbitMQ refused.
    async fn try_refused(&mut self, amqp: &AmqpConnection) -> Result<(), BridgeError> {
        if self.refused.until.is_some_and(|until| until <= Instant::now()) {
            self.backlog.merge(std::mem::take(&mut self.refused).backlog);
            self.publish_backlog(amqp).await?;
        }
        Ok(())
    }

    async fn purge_queue(&self, amqp: &AmqpConnection, agent: &AgentId) -> Result<(), BridgeError> {
        let of = agent.clone();
        if let Some(queue) = self.service.read(move |scope| open_queue(&*scope.store, &of)).await?? {
            declare_queue(amqp, &queue).await?;
            with_timeout(amqp.channel.queue_purge(queue.into(), QueuePurgeOptions::default())).await?;
        }
        Ok(())
    }

    /// Sends the typing frames to the pages that respond.
    async fn publish_typing(&mut self, amqp: &AmqpConnection) -> Result<(), BridgeError> {
        let mut confirmations = Vec::new();
        while let Some(((agent, _), frame)) = self.backlog.typing.pop_first() {
            if let Some(heartbeat) = self.links.get(&agent).filter(|heartbeat| !heartbeat.silent) {
                let properties = transient_properties(TYPING_TTL_MS);
                confirmations.push(publish(&amqp.channel, &heartbeat.queue, &frame, properties).await?);
            }
        }
        for confirmation in confirmations {
            await_confirmation(confirmation).await?;
        }
        Ok(())
    }

    async fn publish_queue(&self, amqp: &AmqpConnection, agent: &AgentId) -> Result<(), BridgeError> {
        loop {
            let of = agent.clone();
            let read = self.service.read(move |scope| -> Result<_, StoreError> {
                // Frames of an agent without a session stay in the store; the next session deletes them.
                let Some(queue) = open_queue(&*scope.store, &of)? else { return Ok(None) };
                let epoch = scope.store.queue_tail(&of)?.map(|tail| tail.epoch);
                Ok(Some((queue, epoch, scope.store.frames_after(&of, 0, BATCH)?)))
            });
            let Some((queue, epoch, frames)) = read.await?? else { return Ok(()) };
            if frames.is_empty() {
                return Ok(());
            }
            declare_queue(amqp, &queue).await?;
            publish_frames(amqp, &queue, &frames).await?;
            let (of, seqs): (_, Vec<u64>) = (agent.clone(), frames.iter().map(|frame| frame.seq).collect());
            let acknowledged = self.service.call(move |scope| acknowledge(scope.store, &of, epoch.as_deref(), &seqs));
            acknowledged.await??;
            if frames.len() < BATCH {
                return Ok(());
            }
        }
    }

    /// Declares the queue before RabbitMQ lets the link subscribe. Older links of the agent get a close notice; RabbitMQ activates the
    /// new consumer when they are closed.
    async fn handle_admission(&mut self, amqp: &AmqpConnection, request: AdmissionRequest) -> Result<(), BridgeError> {
        let BrokerPrincipal { agent_id: agent, session_id, number } = request.principal;
        let queue = names::queue(&agent, &session_id);
        match declare_queue(amqp, &queue).await {
            // The link is not admitted: the request ends without an answer.
            Err(error @ BridgeError::QueueRefused { .. }) => {
                tracing::error!(%agent, %error, "a link is not admitted");
                return Ok(());
            }
            declared => declared?,
        }
        if self.last_credential.insert(agent.clone(), number) != Some(number) {
            let (of, up_to) = (agent.clone(), number.saturating_sub(1));
            let close_notice =
                self.service.call(move |scope| scope.centre.tab_disabled(scope.context, &of, Some(up_to)));
            let close_notice = close_notice.await??;
            publish_transient(amqp, &queue, &close_notice, CLOSE_NOTICE_TTL_MS).await?;
        }
        self.links.insert(agent, LinkHeartbeat::now(queue));
        // The requester may have timed out and no longer waits.
        let _ = request.done.send(());
        Ok(())
    }

    async fn record_heartbeat(&mut self, agent: AgentId) -> Result<(), BridgeError> {
        if let Some(heartbeat) = self.links.get_mut(&agent).filter(|heartbeat| !heartbeat.silent) {
            heartbeat.last_pong_at = Instant::now();
            return Ok(());
        }
        let of = agent.clone();
        let recorded = self.service.call(move |scope| {
            scope.centre.agent_responds(scope.store, scope.context, &of)?;
            open_queue(&*scope.store, &of)
        });
        if let Some(queue) = recorded.await?? {
            self.links.insert(agent, LinkHeartbeat::now(queue));
        }
        Ok(())
    }

    async fn ping_links(&mut self, amqp: &AmqpConnection) -> Result<(), BridgeError> {
        let ping = self.service.call(|scope| scope.centre.ping(scope.context.now)).await??;
        for heartbeat in self.links.values() {
            publish(&amqp.pings, &heartbeat.queue, &ping, transient_properties(PING_TTL_MS)).await?;
        }
        self.report_silent().await
    }

    /// Reports the links that stopped responding, also while RabbitMQ is unavailable.
    async fn report_silent(&mut self) -> Result<(), BridgeError> {
        for (agent, heartbeat) in &mut self.links {
            let silent_for = heartbeat.last_pong_at.elapsed();
            if heartbeat.silent || silent_for <= LINK_SILENT_AFTER {
                continue;
            }
            tracing::info!(%agent, "broker link down");
            let (of, silent_ms) = (agent.clone(), i64::try_from(silent_for.as_millis()).unwrap_or(i64::MAX));
            let report =
                self.service.call(move |scope| scope.centre.agent_silent(scope.store, scope.context, &of, silent_ms));
            report.await??;
            heartbeat.silent = true;
        }
        Ok(())
    }
}

/// The queue of the agent's open session.
fn open_queue(store: &dyn Store, agent: &AgentId) -> StoreResult<Option<String>> {
    let session = store.session(agent)?.filter(|session| session.ended_at.is_none());
    Ok(session.map(|session| names::queue(agent, &session.session_id)))
}
