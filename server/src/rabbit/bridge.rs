//! The one connection of this server to RabbitMQ. What the store holds for an agent's queue is published in order and forgotten
//! when RabbitMQ has confirmed it, so that nothing is lost whoever is started again; what is published twice is known to the page
//! by its name. RabbitMQ away or frozen: the frames wait in the store, and it is tried again every second.

use std::collections::HashMap;
use std::time::Duration;

use contact_centre::store::{Frame, Store, StoreError};
use contact_centre::wire::AgentId;
use contact_centre::{BrokerPrincipal, Delivery};
use futures_util::StreamExt;
use lapin::options::{
    BasicConsumeOptions, BasicPublishOptions, ConfirmSelectOptions, ExchangeDeclareOptions, QueueBindOptions,
    QueueDeclareOptions, QueuePurgeOptions,
};
use lapin::runtime::default_runtime;
use lapin::types::{AMQPValue, FieldTable};
use lapin::uri::AMQPUri;
use lapin::{BasicProperties, Channel, Confirmation, Connection, ConnectionProperties, Consumer, ExchangeKind};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

use super::doors::told;
use super::names::{self, AGENTS, LIFE, PONGS};
use super::waiting::Waiting;
use crate::broker::acknowledge;
use crate::centre::CentreService;
use crate::settings::RabbitSettings;

const RETRY_AFTER: Duration = Duration::from_secs(1);
/// RabbitMQ answers within this time, or is away.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);
/// Both sides notice within twice this time that the other is gone.
const HEARTBEAT_S: u16 = 4;
const PING_EVERY: Duration = Duration::from_secs(5);
/// An agent whose page has not answered for so long has no link.
const SILENT_AFTER: Duration = Duration::from_secs(12);
/// Frames published before their confirmations are awaited.
const BATCH: usize = 64;
/// A queue that nobody reads holds no more; whoever misses a number reads everything anew.
const MOST_FRAMES: i64 = 10_000;

const PING_LIVES_MS: u32 = 5_000;
const FAREWELL_LIVES_MS: u32 = 60_000;

#[derive(Debug, Error)]
enum Fault {
    #[error("{0}")]
    Amqp(#[from] lapin::Error),
    #[error("it does not answer")]
    Silent,
    #[error("it refused a message")]
    Refused,
    #[error("it closed the queue of pongs")]
    PongsEnded,
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// What the rest of the server asks of the connection.
pub struct Bridge {
    auth_key: String,
    asks: mpsc::Sender<Ask>,
}

/// A link wants to come in: is its queue there, and is an older link told to go?
struct Ask {
    principal: BrokerPrincipal,
    done: oneshot::Sender<()>,
}

pub fn start(
    settings: &RabbitSettings,
    service: &CentreService,
    stopped: watch::Receiver<bool>,
) -> (Bridge, JoinHandle<()>) {
    let (tell, news) = mpsc::unbounded_channel();
    service.hub().listen(tell);
    let (asks, asked) = mpsc::channel(64);
    let mut uri = settings.amqp.clone();
    uri.query.heartbeat.get_or_insert(HEARTBEAT_S);
    let work = Work {
        service: service.clone(),
        uri,
        news,
        asked,
        waiting: Waiting::default(),
        links: HashMap::new(),
        entered: HashMap::new(),
    };
    (Bridge { auth_key: settings.auth_key.clone(), asks }, tokio::spawn(work.run(stopped)))
}

impl Bridge {
    pub(super) fn auth_key(&self) -> &str {
        &self.auth_key
    }

    /// A link with these credentials may enter, and its queue is ready.
    pub(super) async fn lets_in(&self, service: &CentreService, login: String, passcode: String) -> bool {
        let checked =
            service.call(move |desk| desk.centre.broker_login(desk.store, desk.context.now, &login, &passcode)).await;
        let principal = match checked {
            Ok(Ok(principal)) => principal,
            Ok(Err(refusal)) => {
                tracing::info!(refusal = told(&refusal), "broker credentials refused");
                return false;
            }
            Err(error) => {
                tracing::error!(%error, "broker credentials cannot be checked");
                return false;
            }
        };
        let (done, ready) = oneshot::channel();
        let ask = Ask { principal: principal.clone(), done };
        if self.asks.try_send(ask).is_err() || !matches!(timeout(ANSWER_WITHIN, ready).await, Ok(Ok(()))) {
            tracing::warn!(agent = %principal.agent_id, "the agent's queue is not ready");
            return false;
        }
        tracing::info!(agent = %principal.agent_id, "broker link up");
        let up = service.call(move |desk| desk.centre.link_up(desk.store, desk.context, &principal)).await;
        match up.and_then(|up| up) {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(%error, "a fact of a broker link cannot be written");
                false
            }
        }
    }
}

struct Life {
    heard: Instant,
    silent: bool,
}

struct Work {
    service: CentreService,
    uri: AMQPUri,
    news: mpsc::UnboundedReceiver<Delivery>,
    asked: mpsc::Receiver<Ask>,
    waiting: Waiting,
    /// Agents whose pages are asked for signs of life.
    links: HashMap<AgentId, Life>,
    /// Number of the credential that entered last.
    entered: HashMap<AgentId, u64>,
}

/// The open connection. Pings and pongs have a channel of their own: nobody waits for their confirmation.
struct Line {
    connection: Connection,
    channel: Channel,
    pings: Channel,
    pongs: Consumer,
}

impl Work {
    async fn run(mut self, mut stopped: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                fault = self.live() => tracing::warn!(%fault, "RabbitMQ is away"),
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
            tokio::select! {
                () = self.rest() => {}
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
        }
    }

    /// What comes meanwhile is noted; who wants to come in is told that nobody is there.
    async fn rest(&mut self) {
        let until = Instant::now() + RETRY_AFTER;
        loop {
            tokio::select! {
                Some(delivery) = self.news.recv() => self.note(delivery),
                Some(ask) = self.asked.recv() => drop(ask),
                () = sleep_until(until) => return,
            }
        }
    }

    async fn live(&mut self) -> Fault {
        match self.open().await {
            Ok(line) => {
                let Err(fault) = self.serve(line).await;
                fault
            }
            Err(fault) => fault,
        }
    }

    async fn open(&mut self) -> Result<Line, Fault> {
        let options = ConnectionProperties::default().with_connection_name("workspace-server".into());
        let runtime = default_runtime()?;
        let connection = within(Connection::connect_uri_with_runtime(self.uri.clone(), options, runtime)).await?;
        let channel = within(connection.create_channel()).await?;
        within(channel.confirm_select(ConfirmSelectOptions::default())).await?;
        let pings = within(connection.create_channel()).await?;
        let durable = ExchangeDeclareOptions { durable: true, ..ExchangeDeclareOptions::default() };
        for exchange in [PONGS, AGENTS] {
            let none = FieldTable::default();
            within(pings.exchange_declare(exchange.into(), ExchangeKind::Topic, durable, none)).await?;
        }
        let own = QueueDeclareOptions { exclusive: true, auto_delete: true, ..QueueDeclareOptions::default() };
        let queue = within(pings.queue_declare("".into(), own, FieldTable::default())).await?;
        let (name, key) = (queue.name().clone(), format!("{LIFE}.#"));
        let (bind, none) = (QueueBindOptions::default(), FieldTable::default());
        within(pings.queue_bind(name.clone(), PONGS.into(), key.into(), bind, none)).await?;
        let unacknowledged = BasicConsumeOptions { no_ack: true, ..BasicConsumeOptions::default() };
        let pongs = within(pings.basic_consume(name, "".into(), unacknowledged, FieldTable::default())).await?;
        tracing::info!("connected to RabbitMQ");
        Ok(Line { connection, channel, pings, pongs })
    }

    async fn serve(&mut self, mut line: Line) -> Result<std::convert::Infallible, Fault> {
        self.remember().await?;
        self.work_off(&line).await?;
        let mut ticks = interval(PING_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                Some(delivery) = self.news.recv() => {
                    self.note(delivery);
                    while let Ok(delivery) = self.news.try_recv() {
                        self.note(delivery);
                    }
                    self.work_off(&line).await?;
                }
                Some(ask) = self.asked.recv() => self.let_in(&line, ask).await?,
                pong = line.pongs.next() => {
                    let pong = pong.ok_or(Fault::PongsEnded)??;
                    if let Some(agent) = names::beating(pong.routing_key.as_str()) {
                        self.beat(agent).await?;
                    }
                }
                _ = ticks.tick() => {
                    if !line.connection.status().connected() {
                        return Err(Fault::Silent);
                    }
                    self.ask_for_life(&line).await?;
                }
            }
        }
    }

    /// What waits in the store, and whose links stood before this server was started.
    async fn remember(&mut self) -> Result<(), Fault> {
        let read = self.service.call(|desk| -> Result<_, StoreError> {
            let mut linked = Vec::new();
            let heads = desk.store.queue_heads()?;
            for head in &heads {
                let session = desk.store.session(&head.agent_id)?;
                if session.is_some_and(|session| session.linked && session.ended_at.is_none()) {
                    linked.push(head.agent_id.clone());
                }
            }
            Ok((heads, linked))
        });
        let (heads, linked) = read.await??;
        self.waiting.queues.extend(heads.into_iter().map(|head| head.agent_id));
        for agent in linked {
            self.links.insert(agent, Life { heard: Instant::now(), silent: false });
        }
        Ok(())
    }

    fn note(&mut self, delivery: Delivery) {
        for ended in &delivery.ended_sessions {
            self.links.remove(&ended.agent_id);
        }
        self.waiting.add(delivery);
    }

    /// Each thing is struck off when it is done: what is left is done after the next connect.
    async fn work_off(&mut self, line: &Line) -> Result<(), Fault> {
        while let Some(agent) = self.waiting.cleared.first().cloned() {
            declare(line, &agent).await?;
            let queue = names::queue(&agent);
            within(line.channel.queue_purge(queue.into(), QueuePurgeOptions::default())).await?;
            self.waiting.cleared.remove(&agent);
        }
        while let Some((agent, farewell)) = self.waiting.farewells.first().cloned() {
            say(line, &agent, &farewell, FAREWELL_LIVES_MS).await?;
            self.waiting.farewells.remove(0);
        }
        while let Some(agent) = self.waiting.queues.first().cloned() {
            self.drain(line, &agent).await?;
            self.waiting.queues.remove(&agent);
        }
        Ok(())
    }

    async fn drain(&self, line: &Line, agent: &AgentId) -> Result<(), Fault> {
        loop {
            let of = agent.clone();
            let read = self.service.call(move |desk| -> Result<_, StoreError> {
                let epoch = desk.store.queue_head(&of)?.map(|head| head.epoch);
                Ok((epoch, desk.store.frames_after(&of, 0, BATCH)?))
            });
            let (epoch, frames) = read.await??;
            if frames.is_empty() {
                return Ok(());
            }
            declare(line, agent).await?;
            publish_all(line, agent, &frames).await?;
            let (of, seqs): (_, Vec<u64>) = (agent.clone(), frames.iter().map(|frame| frame.seq).collect());
            let forgotten = self.service.call(move |desk| acknowledge(desk.store, &of, epoch.as_deref(), &seqs));
            forgotten.await??;
            if frames.len() < BATCH {
                return Ok(());
            }
        }
    }

    /// The queue is there before RabbitMQ lets the link subscribe it. Older links of the agent are told that a newer one reads
    /// it now; RabbitMQ hands it over when they are gone.
    async fn let_in(&mut self, line: &Line, ask: Ask) -> Result<(), Fault> {
        let BrokerPrincipal { agent_id: agent, number, .. } = ask.principal;
        declare(line, &agent).await?;
        if self.entered.insert(agent.clone(), number) != Some(number) {
            let (of, up_to) = (agent.clone(), number.saturating_sub(1));
            let told = self.service.call(move |desk| desk.centre.tab_disabled(desk.context, &of, Some(up_to)));
            let told = told.await??;
            say(line, &agent, &told, FAREWELL_LIVES_MS).await?;
        }
        self.links.insert(agent, Life { heard: Instant::now(), silent: false });
        // Who asked may have given up meanwhile.
        let _ = ask.done.send(());
        Ok(())
    }

    async fn beat(&mut self, agent: AgentId) -> Result<(), Fault> {
        self.links.insert(agent.clone(), Life { heard: Instant::now(), silent: false });
        let beat = self.service.call(move |desk| desk.centre.agent_beat(desk.store, desk.context, &agent));
        Ok(beat.await??)
    }

    async fn ask_for_life(&mut self, line: &Line) -> Result<(), Fault> {
        let ping = self.service.call(|desk| desk.centre.ping(desk.context.now)).await??;
        let mut fallen_silent = Vec::new();
        for (agent, life) in &mut self.links {
            publish(&line.pings, agent, &ping, passing(PING_LIVES_MS)).await?;
            if !life.silent && life.heard.elapsed() > SILENT_AFTER {
                life.silent = true;
                fallen_silent.push(agent.clone());
            }
        }
        for agent in fallen_silent {
            tracing::info!(%agent, "broker link down");
            let silent = self.service.call(move |desk| desk.centre.agent_silent(desk.store, desk.context, &agent));
            silent.await??;
        }
        Ok(())
    }
}

async fn within<T>(work: impl Future<Output = lapin::Result<T>>) -> Result<T, Fault> {
    Ok(timeout(ANSWER_WITHIN, work).await.map_err(|_| Fault::Silent)??)
}

/// Durable, with one active consumer: a second link waits until the first is gone. Harmless when repeated.
async fn declare(line: &Line, agent: &AgentId) -> Result<(), Fault> {
    let mut arguments = FieldTable::default();
    arguments.insert("x-single-active-consumer".into(), AMQPValue::Boolean(true));
    arguments.insert("x-max-length".into(), AMQPValue::LongLongInt(MOST_FRAMES));
    let options = QueueDeclareOptions { durable: true, ..QueueDeclareOptions::default() };
    within(line.channel.queue_declare(names::queue(agent).into(), options, arguments)).await?;
    Ok(())
}

async fn publish_all(line: &Line, agent: &AgentId, frames: &[Frame]) -> Result<(), Fault> {
    let mut confirmations = Vec::with_capacity(frames.len());
    for frame in frames {
        confirmations.push(publish(&line.channel, agent, &frame.text, lasting()).await?);
    }
    for confirmation in confirmations {
        confirmed(confirmation).await?;
    }
    Ok(())
}

/// A word outside the numbered events; of no use to anybody after a while.
async fn say(line: &Line, agent: &AgentId, text: &str, lives_ms: u32) -> Result<(), Fault> {
    declare(line, agent).await?;
    confirmed(publish(&line.channel, agent, text, passing(lives_ms)).await?).await
}

async fn confirmed(confirmation: lapin::PublisherConfirm) -> Result<(), Fault> {
    match within(confirmation).await? {
        Confirmation::Ack(None) => Ok(()),
        // Returned: the queue is gone; or not stored.
        Confirmation::Ack(Some(_)) | Confirmation::Nack(_) | Confirmation::NotRequested => Err(Fault::Refused),
    }
}

async fn publish(
    channel: &Channel,
    agent: &AgentId,
    text: &str,
    properties: BasicProperties,
) -> Result<lapin::PublisherConfirm, Fault> {
    let queue = names::queue(agent).into();
    within(channel.basic_publish("".into(), queue, BasicPublishOptions::default(), text.as_bytes(), properties)).await
}

fn lasting() -> BasicProperties {
    BasicProperties::default().with_content_type("application/json".into()).with_delivery_mode(2)
}

fn passing(lives_ms: u32) -> BasicProperties {
    BasicProperties::default().with_content_type("application/json".into()).with_expiration(lives_ms.to_string().into())
}
