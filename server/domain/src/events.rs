//! Broker events: numbering, envelope and storage in the agent's queue, in the transaction of the change they report.
//! The transport delivers them.

use crate::centre::{Centre, Transaction};
use crate::context::{AgentTyping, Context};
use crate::store::{FrameRow, QueueTail, StoreError, StoreResult};
use serde::Serialize;
#[cfg(feature = "development")]
use serde_json::{Map, Value};
use wire::{
    AgentId, AreaEvent, BrokerEvent, ChatTypingEvent, Envelope, EventId, EventMeta, PingEvent, TabDisabledEvent, Wall,
    events,
};

impl Transaction<'_, '_> {
    /// Appends an event to the agent's queue.
    pub fn publish_event(&mut self, agent: &AgentId, event: impl Into<BrokerEvent>) -> StoreResult<()> {
        let event = event.into();
        self.append(agent, event.name(), |meta| text(meta, &event))
    }

    /// Appends an event whose body is defined by its area.
    pub fn publish<T: Serialize>(&mut self, agent: &AgentId, name: &'static str, body: &T) -> StoreResult<()> {
        debug_assert!(BrokerEvent::names().contains(&name), "{name} is not an event of the wire");
        self.append(agent, name, |meta| text(meta, body))
    }

    /// Appends an event of an area that is not part of `BrokerEvent` yet.
    pub fn publish_area_event<T: Serialize>(&mut self, agent: &AgentId, name: &str, body: &T) -> StoreResult<()> {
        self.append(agent, name, |meta| text(meta, body))
    }

    /// Appends an event of any name and body, for fault injection and tests.
    #[cfg(feature = "development")]
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
        self.store.insert_frame(&FrameRow { agent_id: agent.clone(), seq: tail.seq, event_id, text })?;
        self.context.recipients.queues.insert(agent.clone());
        Ok(())
    }

    /// Deletes the queued frames: the next REST snapshot supersedes them.
    pub(crate) fn clear_queue(&mut self, agent: &AgentId) -> StoreResult<()> {
        self.store.clear_frames(agent)?;
        self.context.recipients.cleared.insert(agent.clone());
        Ok(())
    }

    /// Sends the customer's typing to the agent, outside the queue: nothing is stored, so the request need not write.
    pub(crate) fn send_typing(&mut self, agent: &AgentId, event: ChatTypingEvent) -> StoreResult<()> {
        let protocol = event.protocol.clone();
        let id = self.context.random_hex(16);
        let frame = unqueued_event(id, self.now(), &events::chat::Event::Typing(event))?;
        self.context.recipients.agents_of_typing.push(AgentTyping { agent_id: agent.clone(), protocol, frame });
        Ok(())
    }
}

/// The end of the agent's queue; created with a new epoch if the agent has none.
pub(crate) fn queue_tail(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<QueueTail> {
    if let Some(tail) = tx.store.queue_tail(agent)? {
        return Ok(tail);
    }
    let tail = QueueTail { agent_id: agent.clone(), epoch: tx.context.random_hex(8), seq: 0 };
    tx.store.put_queue_tail(&tail)?;
    Ok(tail)
}

impl Centre {
    /// Close notice (JSON) for a link whose queue was taken over by a newer link (SES-046). On a broker where links share a queue,
    /// `up_to` is the number of the last credential the notice applies to.
    ///
    /// # Errors
    /// Only if the notice cannot be serialized.
    pub fn tab_disabled(&self, context: &mut Context<'_>, agent: &AgentId, up_to: Option<u64>) -> StoreResult<String> {
        let event = events::session::Event::TabDisabled(TabDisabledEvent { agent_id: agent.clone(), up_to });
        unqueued_event(context.random_hex(16), context.now, &event)
    }

    /// A ping event (JSON) for the readers of agent queues. It has no identifier because repetitions are harmless.
    ///
    /// # Errors
    /// Only if the event cannot be serialized.
    pub fn ping(&self, now: Wall) -> StoreResult<String> {
        let event = events::connection::Event::Ping(PingEvent {});
        unqueued_event(String::new(), now, &event)
    }
}

/// The JSON of an event outside the queue: it has no `seq` and is not stored.
pub(crate) fn unqueued_event<T: AreaEvent + Serialize>(event_id: String, now: Wall, event: &T) -> StoreResult<String> {
    let name = event.name();
    let meta =
        EventMeta { event: name.to_owned(), event_id: EventId(event_id), seq: None, epoch: None, sent_at: Some(now) };
    text(meta, event)
}

fn text<T: Serialize>(meta: EventMeta, body: &T) -> StoreResult<String> {
    serde_json::to_string(&Envelope { meta, body }).map_err(|fault| StoreError::Corrupt(fault.to_string()))
}
