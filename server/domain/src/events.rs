//! Broker events on their way into an agent's queue: numbering and envelope, in the transaction of the change that they
//! tell. Who reads the queue, and when, is the transport's business.

use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::store::{FrameRow, QueueTail, StoreError, StoreResult};
use core_wasm::wire::{AgentId, BrokerEvent, Envelope, EventId, EventMeta, Message, Wall};
use serde::Serialize;
use serde_json::{Map, Value};

/// Every event that this version sends, by its name on the wire.
pub const EVENT_NAMES: [&str; 27] = [
    "AgentAbsentEvent",
    "AgentBoardEvent",
    "AgentStatusEvent",
    "ChatEndEvent",
    "ChatInactiveEvent",
    "ChatLoginEvent",
    "ChatLogoffEvent",
    "ChatMessageEvent",
    "ChatPauseEvent",
    "ChatTypingEvent",
    "ChatUnpauseEvent",
    "ForcedDisconnectEvent",
    "JobFinishedEvent",
    "NewChatEvent",
    "NotificationEvent",
    "OpenUrlEvent",
    "PingEvent",
    "QualifiedAttendanceEvent",
    "TabDisabledEvent",
    "VoiceLoginEvent",
    "VoiceLogoffEvent",
    "VoicePauseEvent",
    "VoiceUnpauseEvent",
    "WhatsAppLoginEvent",
    "WhatsAppLogoffEvent",
    "WhatsAppPauseEvent",
    "WhatsAppUnpauseEvent",
];

impl Transaction<'_, '_> {
    /// Appends the event to the agent's queue.
    pub fn publish_event(&mut self, agent: &AgentId, event: BrokerEvent) -> StoreResult<()> {
        self.append(agent, event.name(), |meta| event_text(meta, &event))
    }

    /// The same for an event whose body belongs to one area.
    pub fn publish<T: Serialize>(&mut self, agent: &AgentId, name: &'static str, body: &T) -> StoreResult<()> {
        debug_assert!(EVENT_NAMES.contains(&name), "{name} is not in the list of events");
        self.append(agent, name, |meta| text(meta, body))
    }

    /// Any event at all, also one that no rule sends: for the faults panel and tests.
    pub fn publish_raw(&mut self, agent: &AgentId, name: &str, body: &Map<String, Value>) -> StoreResult<()> {
        self.append(agent, name, |meta| text(meta, body))
    }

    fn append(
        &mut self,
        agent: &AgentId,
        name: &str,
        text: impl FnOnce(EventMeta) -> StoreResult<String>,
    ) -> StoreResult<()> {
        let mut tail = queue_tail(self, agent)?;
        if self.store.frame_count(agent)? >= self.config.frame_limit {
            self.clear_queue(agent)?;
            tail = QueueTail { agent_id: agent.clone(), epoch: self.context.random_hex(8), seq: 0 };
        }
        tail.seq += 1;
        let meta = EventMeta {
            event: name.to_owned(),
            event_id: EventId(self.context.random_hex(16)),
            seq: Some(tail.seq),
            epoch: Some(tail.epoch.clone()),
            sent_at: Some(self.now()),
        };
        let event_id = meta.event_id.clone();
        let text = text(meta)?;
        self.store.put_queue_tail(&tail)?;
        self.store.put_frame(&FrameRow { agent_id: agent.clone(), seq: tail.seq, event_id, text })?;
        self.context.recipients.queues.insert(agent.clone());
        Ok(())
    }

    /// What the queue holds is part of what is read over REST next.
    pub(crate) fn clear_queue(&mut self, agent: &AgentId) -> StoreResult<()> {
        self.store.clear_frames(agent)?;
        self.context.recipients.cleared.insert(agent.clone());
        Ok(())
    }

    pub fn publish_message(&mut self, agent: &AgentId, message: Message) -> StoreResult<()> {
        self.publish_event(agent, BrokerEvent::ChatMessage(Box::new(core_wasm::wire::ChatMessageEvent { message })))
    }
}

/// Where the agent's queue stands; it begins with a new epoch.
pub(crate) fn queue_tail(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<QueueTail> {
    if let Some(tail) = tx.store.queue_tail(agent)? {
        return Ok(tail);
    }
    let tail = QueueTail { agent_id: agent.clone(), epoch: tx.context.random_hex(8), seq: 0 };
    tx.store.put_queue_tail(&tail)?;
    Ok(tail)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TabDisabled<'a> {
    agent_id: &'a AgentId,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to: Option<u64>,
}

#[derive(Serialize)]
struct Ping {}

impl Centre {
    /// The last word to a link whose queue another link of the agent has taken over (SES-046). Where links share a
    /// queue it names the last credential that it is meant for.
    pub fn tab_disabled(&self, context: &mut Context<'_>, agent: &AgentId, up_to: Option<u64>) -> StoreResult<String> {
        unqueued_event(context.random_hex(16), context.now, "TabDisabledEvent", &TabDisabled { agent_id: agent, up_to })
    }

    /// Asks whoever reads an agent's queue for a sign of life. It changes nothing, so nobody need know it again.
    pub fn ping(&self, now: Wall) -> StoreResult<String> {
        unqueued_event(String::new(), now, "PingEvent", &Ping {})
    }
}

/// A frame for the links of one session, outside the queue: it has no `seq`.
pub(crate) fn unqueued_event<T: Serialize>(event_id: String, now: Wall, name: &str, body: &T) -> StoreResult<String> {
    let meta =
        EventMeta { event: name.to_owned(), event_id: EventId(event_id), seq: None, epoch: None, sent_at: Some(now) };
    text(meta, body)
}

fn event_text(meta: EventMeta, event: &BrokerEvent) -> StoreResult<String> {
    match event {
        BrokerEvent::NewChat(body) => text(meta, body),
        BrokerEvent::ChatMessage(body) => text(meta, body),
        BrokerEvent::ChatTyping(body) => text(meta, body),
        BrokerEvent::ChatInactive(body) => text(meta, body),
        BrokerEvent::ChatEnd(body) => text(meta, body),
        BrokerEvent::JobFinished(body) => text(meta, body),
        BrokerEvent::QualifiedAttendance(body) => text(meta, body),
        BrokerEvent::ForcedDisconnect(body) => text(meta, body),
        BrokerEvent::AgentStatus(body) => text(meta, body),
        BrokerEvent::TabDisabled(body) => text(meta, body),
        BrokerEvent::AgentAbsent(body) => text(meta, body),
        BrokerEvent::AgentBoard(body) => text(meta, body),
        BrokerEvent::Channel(_, _, body) => text(meta, body),
        BrokerEvent::Notification(body) => text(meta, body),
        BrokerEvent::OpenUrl(body) => text(meta, body),
        BrokerEvent::Ping => text(meta, &Ping {}),
    }
}

fn text<T: Serialize>(meta: EventMeta, body: &T) -> StoreResult<String> {
    serde_json::to_string(&Envelope { meta, body }).map_err(|fault| StoreError(fault.to_string()))
}
