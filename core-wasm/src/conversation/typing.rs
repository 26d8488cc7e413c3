//! The agent's typing as the customer sees it: at the first key, at most every three seconds while it goes on, and a
//! stop after three seconds of silence or on sending (CHT-015, CHT-016). Every call goes by its own way: with the id under
//! which the text will be sent, the server knows which typing is over.

use super::rules::ConversationRules;
use super::timers;
use crate::flow::{Context, Mono, Table};
use crate::wire::{CustomId, Protocol};

/// Between two typing calls, and the silence that ends the typing (CHT-016).
pub const EVERY_MS: u64 = 3_000;

#[derive(Default)]
pub struct Typing {
    /// When "typing" was last sent, per protocol; absent where the agent is not typing.
    sent_at: Table<(Mono, &'static ConversationRules)>,
    /// The id of the next message, drawn when its typing begins.
    next: Table<CustomId>,
}

impl Typing {
    /// A key was pressed; returns whether the customer has to see that the agent types.
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

    /// Silence, sending, an emptied field. Where the customer saw that the agent types: the rules of the channel, by which
    /// the end is sent.
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

    /// The message is sent or will never be: what is typed from here on is for another one.
    pub fn over(&mut self, protocol: &Protocol) {
        self.next.remove(protocol);
    }
}
