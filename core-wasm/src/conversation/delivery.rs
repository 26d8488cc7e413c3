//! Delivery of a message: one state per message and the total function that changes it. Only the agent's own messages
//! have a changing delivery; messages of others are `Received`.

use crate::flow::Text;
use crate::wire::{CustomId, Message, MessageStatus, SenderType};

/// The error of a message for which nobody knows whether it arrived; the only error that is not final (contract,
/// "Sending").
const OUTCOME_UNKNOWN: &str = "DELIVERY_UNKNOWN";

/// The delivery of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The message is not the agent's own: it was received.
    Received,
    /// The message is being stored or sent, or waits to be sent again.
    Sending,
    /// The server has the message; its network has not accepted it yet.
    Queued,
    /// The server has the message and, if the channel has a network, the network has accepted it.
    Sent,
    /// The message reached the customer's device.
    Delivered,
    /// The customer read the message.
    Read,
    /// The message was refused, with the reason that the agent sees.
    Failed(Text),
}

/// An event about the delivery of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DeliveryEvent {
    /// The server's copy of the message carries this status.
    Status(MessageStatus),
    /// The server answered the send request with its ids and this status.
    Confirmed(MessageStatus),
    /// The server refused the send request.
    Refused(Text),
    /// The provider refused a message that the server had accepted.
    Rejected(Text),
}

/// A receipt: what the provider reports about one message of the agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryReport {
    /// `message_id` of the message; empty if unknown.
    pub message_id: String,
    /// Id that the sending core gave the message; empty if unknown.
    pub custom_id: CustomId,
    /// The reported delivery.
    pub status: MessageStatus,
    /// `statusVersion` of the message from now on; 0 if the server does not count versions.
    pub status_version: u64,
    /// Why the message failed, as in `Message::error`; empty for the general text.
    pub error: String,
}

/// The text for `Message::error`.
fn failure_text(error: &str) -> Text {
    const GENERAL: &str = "chat.message.failed";
    if error.is_empty() {
        return Text::key(GENERAL);
    }
    Text::reason("whatsapp.failure", error, &Default::default(), GENERAL)
}

impl DeliveryEvent {
    /// The event in the server's copy of a message, or in a receipt.
    pub(super) fn of(status: MessageStatus, error: &str) -> Self {
        match status {
            MessageStatus::Error => Self::Rejected(failure_text(error)),
            MessageStatus::Queued | MessageStatus::Sent | MessageStatus::Delivered | MessageStatus::Read => {
                Self::Status(status)
            }
        }
    }
}

/// Whether the provider may still send a receipt for the agent's message with this delivery and this `Message::error`.
pub(super) fn may_change(delivery: &Delivery, error: &str) -> bool {
    match delivery {
        Delivery::Queued | Delivery::Sent | Delivery::Delivered => true,
        Delivery::Failed(_) => error == OUTCOME_UNKNOWN,
        Delivery::Received | Delivery::Sending | Delivery::Read => false,
    }
}

/// Whether a receipt that the page missed may add or remove the error mark of the agent's message.
pub(super) fn mark_may_change(delivery: &Delivery, error: &str) -> bool {
    *delivery != Delivery::Delivered && may_change(delivery, error)
}

impl Delivery {
    /// The delivery of a message that comes from the server.
    pub fn of(message: &Message) -> Self {
        match message.sender_type {
            SenderType::Customer | SenderType::System => Delivery::Received,
            SenderType::Agent | SenderType::Bot if message.status == MessageStatus::Error => {
                Delivery::Failed(failure_text(&message.error))
            }
            SenderType::Agent | SenderType::Bot => Delivery::of_status(message.status),
        }
    }

    fn of_status(status: MessageStatus) -> Self {
        match status {
            MessageStatus::Queued => Delivery::Queued,
            MessageStatus::Sent => Delivery::Sent,
            MessageStatus::Delivered => Delivery::Delivered,
            MessageStatus::Read => Delivery::Read,
            MessageStatus::Error => Delivery::Failed(failure_text("")),
        }
    }

    /// The message status that corresponds to this delivery; `None` if the server does not have the message yet.
    pub(super) fn status(&self) -> Option<MessageStatus> {
        match self {
            Delivery::Received | Delivery::Sending => None,
            Delivery::Queued => Some(MessageStatus::Queued),
            Delivery::Sent => Some(MessageStatus::Sent),
            Delivery::Delivered => Some(MessageStatus::Delivered),
            Delivery::Read => Some(MessageStatus::Read),
            Delivery::Failed(_) => Some(MessageStatus::Error),
        }
    }

    /// Whether the message carries the error mark.
    pub fn is_failed(&self) -> bool {
        matches!(self, Delivery::Failed(_))
    }

    /// The next state. A receipt never goes back: "read" remains when a late "delivered" arrives. A refusal applies
    /// only if the server is not known to have the message.
    pub(super) fn after(self, event: DeliveryEvent) -> Self {
        use Delivery::{Delivered, Failed, Queued, Read, Received, Sending, Sent};
        use DeliveryEvent::{Confirmed, Refused, Rejected, Status};
        match (self, event) {
            (Received, Status(_) | Confirmed(_) | Refused(_) | Rejected(_)) => Received,
            (Sending | Queued | Sent | Delivered | Read | Failed(_), Rejected(reason)) => Failed(reason),
            (Sending | Failed(_), Status(status) | Confirmed(status)) => Delivery::of_status(status),
            (Sending | Failed(_), Refused(reason)) => Failed(reason),
            (Queued | Sent | Delivered | Read, Status(MessageStatus::Error)) => {
                Delivery::of_status(MessageStatus::Error)
            }
            (Queued, Status(status)) => Delivery::of_status(status),
            (Sent, Status(MessageStatus::Queued)) => Sent,
            (Sent, Status(status)) => Delivery::of_status(status),
            (Delivered, Status(MessageStatus::Read)) => Read,
            (Delivered, Status(MessageStatus::Queued | MessageStatus::Sent | MessageStatus::Delivered)) => Delivered,
            (
                Read,
                Status(MessageStatus::Queued | MessageStatus::Sent | MessageStatus::Delivered | MessageStatus::Read),
            ) => Read,
            (known @ (Queued | Sent | Delivered | Read), Confirmed(_) | Refused(_)) => known,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Delivery::{self, Delivered, Failed, Queued, Read, Received, Sending, Sent};
    use super::DeliveryEvent::{self, Confirmed, Refused, Rejected, Status};
    use crate::flow::Text;
    use crate::wire::MessageStatus;

    fn refused() -> Delivery {
        Failed(Text::key("chat.send.tooLong"))
    }

    fn error() -> Delivery {
        Failed(Text::key("chat.message.failed"))
    }

    fn rejected() -> Delivery {
        Failed(Text::key("whatsapp.failure.default"))
    }

    #[test]
    fn every_state_and_event_of_a_delivery_has_its_next_state() {
        let events: [DeliveryEvent; 9] = [
            Status(MessageStatus::Queued),
            Status(MessageStatus::Sent),
            Status(MessageStatus::Delivered),
            Status(MessageStatus::Read),
            Status(MessageStatus::Error),
            Confirmed(MessageStatus::Queued),
            Confirmed(MessageStatus::Sent),
            Refused(Text::key("chat.send.tooLong")),
            Rejected(Text::key("whatsapp.failure.default")),
        ];
        let received = [const { Received }; 9];
        let table = [
            (Received, received),
            (Sending, [Queued, Sent, Delivered, Read, error(), Queued, Sent, refused(), rejected()]),
            (Queued, [Queued, Sent, Delivered, Read, error(), Queued, Queued, Queued, rejected()]),
            (Sent, [Sent, Sent, Delivered, Read, error(), Sent, Sent, Sent, rejected()]),
            (Delivered, [Delivered, Delivered, Delivered, Read, error(), Delivered, Delivered, Delivered, rejected()]),
            (Read, [Read, Read, Read, Read, error(), Read, Read, Read, rejected()]),
            (error(), [Queued, Sent, Delivered, Read, error(), Queued, Sent, refused(), rejected()]),
        ];
        for (state, expected) in table {
            for (event, next) in events.iter().zip(expected) {
                assert_eq!(state.clone().after(event.clone()), next, "{state:?} after {event:?}");
            }
        }
    }
}
