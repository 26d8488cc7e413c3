//! Typing requests of the agent: one at the first key, then at most one every three seconds, and an end after three
//! seconds without a key or when the message is sent (CHT-015, CHT-016). Each request has the id of the message that is
//! being written, so that the server ignores typing that arrives after its message.

use super::rules::ConversationRules;
use super::timers;
use crate::flow::{Context, Mono, Table};
use crate::wire::{CustomId, Protocol};

/// Milliseconds between two typing requests, and without a key until typing ends (CHT-016).
pub const EVERY_MS: u64 = 3_000;

#[derive(Default)]
pub struct Typing {
    /// When the last typing request was sent, per protocol; missing while the agent is not typing.
    sent_at: Table<(Mono, &'static ConversationRules)>,
    /// The id of the next message, created when its typing begins.
    next: Table<CustomId>,
}

impl Typing {
    /// The agent pressed a key. Returns whether a typing request has to be sent.
    pub fn key_pressed(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        rules: &'static ConversationRules,
    ) -> bool {
        context.timer(timers::TYPING_SILENCE.of(protocol.clone()), EVERY_MS);
        let now = context.mono();
        let due = self.sent_at.get(protocol).is_none_or(|(sent_at, _)| now.since_ms(*sent_at) >= EVERY_MS);
        if due {
            self.sent_at.insert(protocol.clone(), (now, rules));
        }
        due
    }

    /// The agent stopped typing. Returns the rules of the channel if the end of typing has to be sent.
    pub fn stopped(&mut self, context: &mut Context, protocol: &Protocol) -> Option<&'static ConversationRules> {
        context.cancel_timer(&timers::TYPING_SILENCE.of(protocol.clone()));
        self.sent_at.remove(protocol).map(|(_, rules)| rules)
    }

    /// The id of the message that is being written.
    pub fn next_id(&mut self, context: &mut Context, protocol: &Protocol) -> CustomId {
        if let Some(id) = self.next.get(protocol) {
            return id.clone();
        }
        let id = context.kernel.ids.custom_id();
        self.next.insert(protocol.clone(), id.clone());
        id
    }

    /// The message was sent or discarded: further typing belongs to a new message.
    pub fn begin_new_message(&mut self, protocol: &Protocol) {
        self.next.remove(protocol);
    }
}
