//! What a conversation needs of the collection of attendances. `Jobs`, which holds the threads and stands above this
//! area, implements it: each verb keeps row, order, totals and records of the attendance.

use super::thread::Thread;
use crate::flow::{Context, LocalId, Text};
use crate::wire::{Channel, CustomId, EventMeta, Message, Protocol, SendMessageReply};

/// An attendance as its conversation sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The collection's own copy: later look-ups compare it by identity.
    pub protocol: Protocol,
    /// Channel of the attendance.
    pub channel: Channel,
    /// The attendance has ended.
    pub ended: bool,
}

/// What became of a message of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It was held already, or nobody has to see it.
    Known,
    /// The customer's new message, which the agent has not seen anywhere.
    FromCustomer(LocalId),
}

/// Changes of attendances that conversations ask for.
pub trait Attendances {
    /// `None`: no such attendance here.
    fn place(&self, protocol: &Protocol) -> Option<Place>;

    /// The messages of an attendance; `None` if it does not exist.
    fn thread(&self, protocol: &Protocol) -> Option<&Thread>;

    /// A message event of either side for a known attendance. `seen`: the agent has the conversation open and focused.
    fn take_message(&mut self, context: &mut Context, meta: &EventMeta, message: Message, seen: bool) -> Taken;

    /// A message event whose attendance is not here yet (CHT-006).
    fn keep_unattended(&mut self, context: &mut Context, meta: &EventMeta, message: Message) -> bool;

    /// The agent pressed send: the message stands at the end at once, and what came before it is read.
    fn agent_wrote(&mut self, context: &mut Context, protocol: &Protocol, message: Message);

    /// A message of before a reload stands in its thread again; `failure` where the server had refused it.
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

    /// Retrying, editing or discarding the agent's message waits for the server, or does no longer.
    fn set_message_busy(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId, busy: bool);

    /// The agent gave the message up: it leaves the thread.
    fn remove_message(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId);

    /// What the server confirmed is written with the next flush.
    fn keep_thread(&mut self, context: &mut Context, protocol: &Protocol);
}
