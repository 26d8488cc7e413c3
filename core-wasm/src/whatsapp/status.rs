//! The meaning of a receipt of the provider for a message (spec conversation §4 "Delivery status", WAP-040 to WAP-046).

use crate::wire::{MessageStatus, WhatsAppStatusEvent};

/// The effect of a receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusEffect {
    /// The server or the network has the message, which is known already.
    Nothing,
    /// The customer's number has no WhatsApp.
    NumberNotExists,
    /// The customer's number is not registered for messages of the provider.
    NotOptedIn,
    /// The delivery of one message changed.
    Update,
}

/// The effect of a receipt: a total function of status, version, identifier and reason.
pub fn effect_of(event: &WhatsAppStatusEvent) -> StatusEffect {
    match (event.status, event.unique_id.is_empty(), event.reason.as_str()) {
        // A server that counts versions reports this for a message that its network had not accepted before, or whose
        // outcome was unknown.
        (MessageStatus::Sent, false, _) if event.status_version > 0 => StatusEffect::Update,
        (MessageStatus::Queued | MessageStatus::Sent, _, _) => StatusEffect::Nothing,
        (_, true, "INACTIVE_SESSION_NOT_OPTED_IN") => StatusEffect::NotOptedIn,
        (_, true, _) => StatusEffect::NumberNotExists,
        (_, false, _) => StatusEffect::Update,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::MessageStatus::{Delivered, Error, Queued, Read, Sent};
    use StatusEffect::{NotOptedIn, Nothing, NumberNotExists, Update};
    use rstest::rstest;

    const OPT_IN: &str = "INACTIVE_SESSION_NOT_OPTED_IN";

    #[rstest]
    #[case::wap_040_error(Error, "", OPT_IN, NotOptedIn)]
    #[case::wap_040_any_status_but_sent(Delivered, "", OPT_IN, NotOptedIn)]
    #[case::wap_041_its_own_reason(Error, "", "WHATSAPP_NOT_EXISTS", NumberNotExists)]
    #[case::wap_041_any_other_reason(Error, "", "BRAND_NEW", NumberNotExists)]
    #[case::wap_041_without_a_reason(Error, "", "", NumberNotExists)]
    #[case::wap_042_delivered(Delivered, "m1|x1", "", Update)]
    #[case::wap_042_read(Read, "m1|x1", "", Update)]
    #[case::wap_042_error(Error, "m1|x1", OPT_IN, Update)]
    #[case::the_status_queued(Queued, "m1|x1", "", Nothing)]
    #[case::wap_043_sent(Sent, "m1|x1", "", Nothing)]
    #[case::wap_043_sent_without_an_id(Sent, "", OPT_IN, Nothing)]
    fn each_receipt_of_the_provider_has_its_effect(
        #[case] status: MessageStatus,
        #[case] unique_id: &str,
        #[case] reason: &str,
        #[case] expected: StatusEffect,
    ) {
        let (unique_id, reason) = (unique_id.to_owned(), reason.to_owned());
        let event = WhatsAppStatusEvent { status, unique_id, reason, ..WhatsAppStatusEvent::default() };
        assert_eq!(effect_of(&event), expected);
    }

    #[test]
    fn a_receipt_can_report_a_message_with_an_unknown_outcome_as_sent() {
        let event =
            WhatsAppStatusEvent { status_version: 2, unique_id: "m1|".into(), ..WhatsAppStatusEvent::default() };
        assert_eq!(effect_of(&event), Update);
    }
}
