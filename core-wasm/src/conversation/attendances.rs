//! The interface between conversations and the collection of attendances. `Jobs`, which owns the threads and depends on
//! this area, implements it: each method updates row, order, totals and records of the attendance.

use super::thread::Thread;
use super::window::WindowFacts;
use crate::flow::{Context, LocalId, Path, Text};
use crate::wire::{Channel, ContactId, CustomId, EventMeta, Message, Protocol, SendMessageReply};

/// An attendance as its conversation sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The collection's own copy: later look-ups compare it by identity.
    pub protocol: Protocol,
    /// Channel of the attendance.
    pub channel: Channel,
    /// The attendance has ended.
    pub ended: bool,
    /// The conversation window; without one on other channels than WhatsApp.
    pub window: WindowFacts,
}

/// The result of applying a message of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The message was known already or needs no notice.
    Known,
    /// A new message of the customer.
    FromCustomer(LocalId),
}

/// Changes of attendances that conversations ask for.
pub trait Attendances {
    /// The attendance; `None` if it does not exist.
    fn place(&self, protocol: &Protocol) -> Option<Place>;

    /// Address of the presets of an attendance; `None` if it does not exist or its channel has no written conversations.
    fn presets(&self, protocol: &Protocol) -> Option<Path>;

    /// Identifier of the customer in the calls about messages; empty if the attendance does not exist.
    fn customer(&self, protocol: &Protocol) -> &str;

    /// The registered contact of an attendance; `None` without one.
    fn contact(&self, protocol: &Protocol) -> Option<&ContactId>;

    /// The messages of an attendance; `None` if it does not exist.
    fn thread(&self, protocol: &Protocol) -> Option<&Thread>;

    /// A message event of either side for a known attendance. `seen`: the agent has the conversation open and focused.
    fn take_message(&mut self, context: &mut Context, meta: &EventMeta, message: Message, seen: bool) -> Taken;

    /// Keeps a message whose attendance is not in the list yet (CHT-006). Returns false if it is dropped.
    fn keep_unattended(&mut self, context: &mut Context, meta: &EventMeta, message: Message) -> bool;

    /// The agent sent a message: it is added at the end at once, and all earlier messages count as read.
    fn agent_wrote(&mut self, context: &mut Context, protocol: &Protocol, message: Message);

    /// Adds an unconfirmed message again after a reload; `failure` if the server had refused it.
    fn resume_message(&mut self, context: &mut Context, protocol: &Protocol, message: Message, failure: Option<Text>);

    /// The server has the agent's message.
    fn confirm_message(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        custom_id: &CustomId,
        reply: &SendMessageReply,
    );

    /// The server refused the agent's message.
    fn fail_message(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId, reason: Text);

    /// Sets whether retrying, editing or discarding a message waits for the server.
    fn set_message_busy(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId, busy: bool);

    /// The agent discarded the message: it is removed from the thread.
    fn remove_message(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId);

    /// Marks the thread for the next write.
    fn keep_thread(&mut self, context: &mut Context, protocol: &Protocol);
}
