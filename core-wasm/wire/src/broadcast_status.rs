//! The status of an entry of a broadcast, and the words of its reason (BRD-004, BRD-028).

use serde::{Deserialize, Serialize};

/// The status of an entry (BRD-004, BRD-028). The statuses before the errors are in the order in which an attempt goes through them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EntryStatus {
    /// The entry waits for its turn, or the list was cancelled before it came.
    #[default]
    Queued,
    /// The message is under way to the provider.
    Sending,
    /// The provider accepted the message.
    Sent,
    /// The message is on the customer's device.
    Delivered,
    /// The customer opened the message.
    Read,
    /// An attendance with the customer is open.
    AlreadyInAttendance,
    /// The contact has no identifier of WhatsApp, or the network does not know it.
    IdentifierNotFound,
    /// The limit of messages of the day is reached.
    DailyLimitReached,
    /// The number has no country or area code.
    MissingPrefix,
    /// The contact does not fit the list: a value is missing, or it is not of the org unit.
    Mismatch,
    /// The message was refused, was not sent, or has an unknown outcome; the reason says which. Also a status of a newer server.
    #[serde(other)]
    Failed,
}

impl EntryStatus {
    /// Every status, in the order of the table of counts.
    pub const ALL: [EntryStatus; 11] = [
        EntryStatus::Queued,
        EntryStatus::Sending,
        EntryStatus::Sent,
        EntryStatus::Delivered,
        EntryStatus::Read,
        EntryStatus::AlreadyInAttendance,
        EntryStatus::IdentifierNotFound,
        EntryStatus::DailyLimitReached,
        EntryStatus::MissingPrefix,
        EntryStatus::Mismatch,
        EntryStatus::Failed,
    ];

    /// Whether the attempt failed. An error is final for its attempt.
    pub fn is_error(self) -> bool {
        self > EntryStatus::Read
    }

    /// Whether an entry that ended with this status and reason may be sent again. An event about one entry does not say so.
    pub fn may_be_sent_again(self, reason: &str) -> bool {
        match self {
            EntryStatus::AlreadyInAttendance | EntryStatus::DailyLimitReached => true,
            EntryStatus::Failed => SENT_AGAIN.contains(&reason),
            EntryStatus::Queued
            | EntryStatus::Sending
            | EntryStatus::Sent
            | EntryStatus::Delivered
            | EntryStatus::Read
            | EntryStatus::IdentifierNotFound
            | EntryStatus::MissingPrefix
            | EntryStatus::Mismatch => false,
        }
    }

    /// Whether `new` replaces this status within one attempt: statuses only go forward, and an error replaces only statuses before the
    /// delivery.
    pub fn is_replaced_by(self, new: EntryStatus) -> bool {
        match (self.is_error(), new.is_error()) {
            (true, _) => false,
            (false, true) => self < EntryStatus::Delivered,
            (false, false) => self < new,
        }
    }
}

/// The reasons with which a `FAILED` entry may be sent again (docs/contract.md, "Broadcasts").
const SENT_AGAIN: [&str; 11] = [
    broadcast_reasons::MARKETING_LIMIT,
    broadcast_reasons::TEMPLATE_PAUSED,
    broadcast_reasons::SPAM_LIMIT,
    broadcast_reasons::LIST_PAUSED,
    "EXPERIMENT",
    "TOO_FAST",
    "PROVIDER_FAULT",
    "PROVIDER_UNREACHABLE",
    "ACCOUNT_BLOCKED",
    "ACCOUNT_UNPAID",
    "ROUTE_NOT_REGISTERED",
];

/// The words of `BroadcastEntry::reason` and of `BroadcastList::paused_reason` that are not a provider's.
pub mod broadcast_reasons {
    /// The customer asked not to receive such messages.
    pub const OPTED_OUT: &str = "optedOut";
    /// The group names a field with the customer's consent, and the contact has none in it.
    pub const NO_OPT_IN: &str = "noOptIn";
    /// The contact has no number of WhatsApp.
    pub const NO_NUMBER: &str = "noNumber";
    /// A variable of the template has no value for the contact.
    pub const MISSING_VALUE: &str = "missingValue";
    /// Another entry of the list has the same number.
    pub const DUPLICATE: &str = "duplicate";
    /// The number is on the org unit's list of blocked numbers.
    pub const BLOCKED: &str = "blocked";
    /// The list was cancelled before the entry was sent.
    pub const CANCELLED: &str = "cancelled";
    /// The list is paused, by the server.
    pub const LIST_PAUSED: &str = "listPaused";
    /// The provider may have accepted the message: it is not known.
    pub const OUTCOME_UNKNOWN: &str = "outcomeUnknown";
    /// The provider's limit of customers within 24 hours is reached.
    pub const DAILY_LIMIT: &str = "dailyLimit";
    /// The provider limits marketing messages to this customer (131049).
    pub const MARKETING_LIMIT: &str = "marketingLimit";
    /// The provider paused or disabled the template (132015, 132016).
    pub const TEMPLATE_PAUSED: &str = "templatePaused";
    /// The provider restricts the number because customers reported it (131048).
    pub const SPAM_LIMIT: &str = "spamLimit";
    /// The route is not connected.
    pub const ROUTE_DISCONNECTED: &str = "routeDisconnected";
    /// Too many messages of the list failed.
    pub const MANY_FAILURES: &str = "manyFailures";
    /// The org unit sends no broadcasts any more.
    pub const UNIT_DISABLED: &str = "unitDisabled";
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::accepted(EntryStatus::Sending, EntryStatus::Sent, true)]
    #[case::read_before_the_delivery_was_reported(EntryStatus::Sent, EntryStatus::Read, true)]
    #[case::delivered_after_read(EntryStatus::Read, EntryStatus::Delivered, false)]
    #[case::the_same_again(EntryStatus::Sent, EntryStatus::Sent, false)]
    #[case::back_in_the_queue(EntryStatus::Sending, EntryStatus::Queued, false)]
    #[case::refused_after_acceptance(EntryStatus::Sent, EntryStatus::Failed, true)]
    #[case::refused_after_delivery(EntryStatus::Delivered, EntryStatus::Failed, false)]
    #[case::sent_after_an_error(EntryStatus::Failed, EntryStatus::Sent, false)]
    #[case::another_error(EntryStatus::Failed, EntryStatus::Mismatch, false)]
    fn the_status_of_an_attempt_only_goes_forward(
        #[case] known: EntryStatus,
        #[case] new: EntryStatus,
        #[case] expected: bool,
    ) {
        assert_eq!(known.is_replaced_by(new), expected);
    }

    #[rstest]
    #[case::in_attendance(EntryStatus::AlreadyInAttendance, "", true)]
    #[case::the_limit_of_the_day(EntryStatus::DailyLimitReached, "dailyLimit", true)]
    #[case::refused_by_the_provider(EntryStatus::Failed, "marketingLimit", true)]
    #[case::the_provider_was_not_reached(EntryStatus::Failed, "PROVIDER_UNREACHABLE", true)]
    #[case::a_fault_of_the_account(EntryStatus::Failed, "ACCOUNT_BLOCKED", true)]
    #[case::another_reason_of_the_provider(EntryStatus::Failed, "UNDELIVERABLE", false)]
    #[case::opted_out(EntryStatus::Failed, "optedOut", false)]
    #[case::an_unknown_outcome(EntryStatus::Failed, "outcomeUnknown", false)]
    #[case::the_contact_needs_a_correction(EntryStatus::MissingPrefix, "", false)]
    #[case::delivered(EntryStatus::Delivered, "", false)]
    fn a_failed_entry_may_be_sent_again_unless_the_customer_or_the_contact_prevents_it(
        #[case] status: EntryStatus,
        #[case] reason: &str,
        #[case] expected: bool,
    ) {
        assert_eq!(status.may_be_sent_again(reason), expected);
    }
}
