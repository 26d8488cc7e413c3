//! What a refusal of the provider means for an entry and its list: one table of the reasons of `WhatsAppStatusEvent`.

use wire::EntryStatus;
use wire::broadcast_reasons as reasons;

/// The reason of a message that the provider did not answer for about an hour.
pub(super) const UNREACHABLE: &str = "PROVIDER_UNREACHABLE";

/// What a refusal means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    /// Status of the entry.
    pub status: EntryStatus,
    /// Reason of the entry.
    pub reason: String,
    /// Whether the agent may send the entry again.
    pub is_retryable: bool,
    /// The reason for which the list is paused; empty: it goes on.
    pub pauses_list: &'static str,
    /// Whether the customer ended such messages.
    pub is_opt_out: bool,
}

/// The meaning of a reason. A fault of the provider or of the transport is never an opt-out.
pub(super) fn refused(word: &str) -> Refused {
    let (status, reason) = match word {
        "WHATSAPP_NOT_EXISTS" => (EntryStatus::IdentifierNotFound, word),
        "MARKETING_STOPPED" => (EntryStatus::Failed, reasons::OPTED_OUT),
        "INACTIVE_SESSION_NOT_OPTED_IN" => (EntryStatus::Failed, reasons::NO_OPT_IN),
        "LIMITED_BY_NETWORK" => (EntryStatus::Failed, reasons::MARKETING_LIMIT),
        "TEMPLATE_PAUSED" => (EntryStatus::Failed, reasons::TEMPLATE_PAUSED),
        "SPAM_LIMIT" => (EntryStatus::Failed, reasons::SPAM_LIMIT),
        _ => (EntryStatus::Failed, word),
    };
    // The page knows the same rule, because an event about one entry has no such field.
    let is_retryable = status.may_be_sent_again(reason);
    let pauses_list = match word {
        "TEMPLATE_PAUSED" => reasons::TEMPLATE_PAUSED,
        "SPAM_LIMIT" => reasons::SPAM_LIMIT,
        _ => "",
    };
    let is_opt_out = word == "MARKETING_STOPPED";
    Refused { status, reason: reason.to_owned(), is_retryable, pauses_list, is_opt_out }
}

/// Fewest outcomes after which failures pause a list.
const FEWEST_OUTCOMES: u32 = 20;

/// Whether so many messages failed that the list is paused: at least half of them.
pub(super) fn are_many(failures: u32, outcomes: u32) -> bool {
    outcomes >= FEWEST_OUTCOMES && failures.saturating_mul(2) >= outcomes
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::no_whatsapp(
        "WHATSAPP_NOT_EXISTS",
        EntryStatus::IdentifierNotFound,
        "WHATSAPP_NOT_EXISTS",
        false,
        "",
        false
    )]
    #[case::code_131026("UNDELIVERABLE", EntryStatus::Failed, "UNDELIVERABLE", false, "", false)]
    #[case::code_131049("LIMITED_BY_NETWORK", EntryStatus::Failed, "marketingLimit", true, "", false)]
    #[case::code_131050("MARKETING_STOPPED", EntryStatus::Failed, "optedOut", false, "", true)]
    #[case::code_131048("SPAM_LIMIT", EntryStatus::Failed, "spamLimit", true, "spamLimit", false)]
    #[case::codes_132015_and_132016(
        "TEMPLATE_PAUSED",
        EntryStatus::Failed,
        "templatePaused",
        true,
        "templatePaused",
        false
    )]
    #[case::no_answer("PROVIDER_UNREACHABLE", EntryStatus::Failed, "PROVIDER_UNREACHABLE", true, "", false)]
    #[case::a_fault_of_the_provider("PROVIDER_FAULT", EntryStatus::Failed, "PROVIDER_FAULT", true, "", false)]
    #[case::an_account_without_payment("ACCOUNT_UNPAID", EntryStatus::Failed, "ACCOUNT_UNPAID", true, "", false)]
    #[case::an_unknown_reason("A_NEW_ONE", EntryStatus::Failed, "A_NEW_ONE", false, "", false)]
    fn a_refusal_has_one_meaning(
        #[case] word: &str,
        #[case] status: EntryStatus,
        #[case] reason: &str,
        #[case] is_retryable: bool,
        #[case] pauses_list: &'static str,
        #[case] is_opt_out: bool,
    ) {
        let reason = reason.to_owned();
        assert_eq!(refused(word), Refused { status, reason, is_retryable, pauses_list, is_opt_out });
    }

    #[rstest]
    #[case::too_few_to_say(19, 19, false)]
    #[case::half_of_twenty(10, 20, true)]
    #[case::less_than_half(9, 20, false)]
    #[case::a_long_list_with_some_failures(400, 1_000, false)]
    fn many_failures_are_half_of_at_least_twenty(#[case] failures: u32, #[case] outcomes: u32, #[case] many: bool) {
        assert_eq!(are_many(failures, outcomes), many);
    }
}
