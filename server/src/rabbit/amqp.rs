//! The AMQP connection: opening it, queues of sessions, and publishing with confirmation.

use std::collections::HashSet;
use std::time::Duration;

use contact_centre::EndedSession;
use contact_centre::store::{FrameRow, StoreError};
use lapin::options::{
    BasicConsumeOptions, BasicPublishOptions, ConfirmSelectOptions, ExchangeDeclareOptions, QueueBindOptions,
    QueueDeclareOptions, QueueDeleteOptions,
};
use lapin::protocol::{AMQPErrorKind, AMQPSoftError};
use lapin::runtime::default_runtime;
use lapin::types::{AMQPValue, FieldTable};
use lapin::uri::AMQPUri;
use lapin::{
    BasicProperties, Channel, Confirmation, Connection, ConnectionProperties, Consumer, ErrorKind, ExchangeKind,
};
use thiserror::Error;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::names::{self, AGENTS, COMMUNICATOR, PONGS};

/// Timeout of every request to RabbitMQ.
pub(super) const AMQP_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum length of a queue that is not consumed; a page that detects a gap loads everything over REST.
const MAX_QUEUE_LENGTH: i64 = 10_000;
/// RabbitMQ deletes a queue that no client has read for this long.
const UNUSED_QUEUE_MS: i64 = 24 * 60 * 60 * 1000;
pub(super) const CLOSE_NOTICE_TTL_MS: u32 = 60_000;

/// Why the connection cannot be used.
#[derive(Debug, Error)]
pub(super) enum BridgeError {
    #[error("{0}")]
    Amqp(#[from] lapin::Error),
    /// Only one queue cannot be used; the others can.
    #[error("it refused the queue {queue}: {cause}")]
    QueueRefused { queue: String, cause: String },
    #[error("it does not respond")]
    Timeout,
    #[error("it refused a message")]
    NotConfirmed,
    #[error("it closed the consumer of pongs")]
    PongConsumerClosed,
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// The open connection. Pings and pongs use a channel without publisher confirms.
pub(super) struct AmqpConnection {
    pub connection: Connection,
    pub channel: Channel,
    pub pings: Channel,
    pub pongs: Consumer,
    declarations: Mutex<Declarations>,
}

/// Declarations have a channel of their own: RabbitMQ closes the channel on which it refuses something.
#[derive(Default)]
struct Declarations {
    channel: Option<Channel>,
    /// Queues that exist with other arguments, and are used as they are.
    used_as_they_are: HashSet<String>,
}

impl AmqpConnection {
    /// Connects and declares the exchanges and queues that the server itself needs.
    pub async fn open(uri: &AMQPUri) -> Result<Self, BridgeError> {
        let options = ConnectionProperties::default().with_connection_name("workspace-server".into());
        let runtime = default_runtime()?;
        let connection = with_timeout(Connection::connect_uri_with_runtime(uri.clone(), options, runtime)).await?;
        let channel = with_timeout(connection.create_channel()).await?;
        with_timeout(channel.confirm_select(ConfirmSelectOptions::default())).await?;
        let pings = with_timeout(connection.create_channel()).await?;
        let durable = ExchangeDeclareOptions { durable: true, ..ExchangeDeclareOptions::default() };
        for exchange in [PONGS, AGENTS] {
            let none = FieldTable::default();
            with_timeout(pings.exchange_declare(exchange.into(), ExchangeKind::Topic, durable, none)).await?;
        }
        let own = QueueDeclareOptions { exclusive: true, auto_delete: true, ..QueueDeclareOptions::default() };
        let queue = with_timeout(pings.queue_declare("".into(), own, FieldTable::default())).await?;
        let (name, key) = (queue.name().clone(), format!("{COMMUNICATOR}.#"));
        let (bind, none) = (QueueBindOptions::default(), FieldTable::default());
        with_timeout(pings.queue_bind(name.clone(), PONGS.into(), key.into(), bind, none)).await?;
        let unacknowledged = BasicConsumeOptions { no_ack: true, ..BasicConsumeOptions::default() };
        let pongs = with_timeout(pings.basic_consume(name, "".into(), unacknowledged, FieldTable::default())).await?;
        tracing::info!("connected to RabbitMQ");
        Ok(Self { connection, channel, pings, pongs, declarations: Mutex::default() })
    }
}

pub(super) async fn with_timeout<T>(work: impl Future<Output = lapin::Result<T>>) -> Result<T, BridgeError> {
    Ok(timeout(AMQP_TIMEOUT, work).await.map_err(|_| BridgeError::Timeout)??)
}

/// Sends the close notice and deletes the queue of an ended session, which ends its consumers.
pub(super) async fn end_queue(amqp: &AmqpConnection, ended: &EndedSession) -> Result<(), BridgeError> {
    let queue = names::queue(&ended.agent_id, &ended.session_id);
    if let Some(close_notice) = &ended.close_notice {
        match publish_transient(amqp, &queue, close_notice, CLOSE_NOTICE_TTL_MS).await {
            // The queue was deleted.
            Ok(()) | Err(BridgeError::QueueRefused { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    with_timeout(amqp.channel.queue_delete(queue.into(), QueueDeleteOptions::default())).await?;
    Ok(())
}

/// Declares a durable queue with a single active consumer: a second link waits until the first closes. Idempotent. A queue that an earlier
/// release or an operator made with other arguments is used as it is.
///
/// It is declared before each batch: a message to a queue that RabbitMQ deleted meanwhile would be confirmed and lost.
///
/// # Errors
/// `QueueRefused` if this queue alone cannot be used.
pub(super) async fn declare_queue(amqp: &AmqpConnection, queue: &str) -> Result<(), BridgeError> {
    let mut declarations = amqp.declarations.lock().await;
    if declarations.used_as_they_are.contains(queue) {
        return Ok(());
    }
    let channel = match declarations.channel.take() {
        Some(channel) => channel,
        None => with_timeout(amqp.connection.create_channel()).await?,
    };
    let mut arguments = FieldTable::default();
    arguments.insert("x-expires".into(), AMQPValue::LongLongInt(UNUSED_QUEUE_MS));
    arguments.insert("x-single-active-consumer".into(), AMQPValue::Boolean(true));
    arguments.insert("x-max-length".into(), AMQPValue::LongLongInt(MAX_QUEUE_LENGTH));
    let options = QueueDeclareOptions { durable: true, ..QueueDeclareOptions::default() };
    let error = match with_timeout(channel.queue_declare(queue.into(), options, arguments)).await {
        Ok(_) => {
            declarations.channel = Some(channel);
            return Ok(());
        }
        Err(error) => error,
    };
    match refusal(&error) {
        Some(AMQPSoftError::PRECONDITIONFAILED) => {
            tracing::warn!(queue, %error, "a queue has other arguments and is used as it is");
            declarations.used_as_they_are.insert(queue.to_owned());
            Ok(())
        }
        Some(_) => Err(BridgeError::QueueRefused { queue: queue.to_owned(), cause: error.to_string() }),
        None => Err(error),
    }
}

/// The refusal of RabbitMQ, if it closed only the channel.
fn refusal(error: &BridgeError) -> Option<&AMQPSoftError> {
    let BridgeError::Amqp(error) = error else { return None };
    match error.kind() {
        ErrorKind::ProtocolError(error) => match error.kind() {
            AMQPErrorKind::Soft(soft) => Some(soft),
            AMQPErrorKind::Hard(_) => None,
        },
        _ => None,
    }
}

pub(super) async fn publish_frames(amqp: &AmqpConnection, queue: &str, frames: &[FrameRow]) -> Result<(), BridgeError> {
    let mut confirmations = Vec::with_capacity(frames.len());
    for frame in frames {
        confirmations.push(publish(&amqp.channel, queue, &frame.text, persistent_properties()).await?);
    }
    for confirmation in confirmations {
        await_confirmation(confirmation).await?;
    }
    Ok(())
}

/// Publishes a transient, unnumbered message that expires after `ttl_ms`.
pub(super) async fn publish_transient(
    amqp: &AmqpConnection,
    queue: &str,
    text: &str,
    ttl_ms: u32,
) -> Result<(), BridgeError> {
    declare_queue(amqp, queue).await?;
    await_confirmation(publish(&amqp.channel, queue, text, transient_properties(ttl_ms)).await?).await
}

pub(super) async fn await_confirmation(confirmation: lapin::PublisherConfirm) -> Result<(), BridgeError> {
    match with_timeout(confirmation).await? {
        Confirmation::Ack(None) => Ok(()),
        // Not stored. Publishing is not `mandatory`: a message to a queue that does not exist is confirmed, not returned.
        Confirmation::Ack(Some(_)) | Confirmation::Nack(_) | Confirmation::NotRequested => {
            Err(BridgeError::NotConfirmed)
        }
    }
}

pub(super) async fn publish(
    channel: &Channel,
    queue: &str,
    text: &str,
    properties: BasicProperties,
) -> Result<lapin::PublisherConfirm, BridgeError> {
    with_timeout(channel.basic_publish(
        "".into(),
        queue.into(),
        BasicPublishOptions::default(),
        text.as_bytes(),
        properties,
    ))
    .await
}

pub(super) fn persistent_properties() -> BasicProperties {
    BasicProperties::default().with_content_type("application/json".into()).with_delivery_mode(2)
}

pub(super) fn transient_properties(ttl_ms: u32) -> BasicProperties {
    BasicProperties::default().with_content_type("application/json".into()).with_expiration(ttl_ms.to_string().into())
}
