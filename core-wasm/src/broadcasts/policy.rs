//! Rules of broadcasts as total functions of facts: the word of a list, its progress, which of two states of an entry is newer, and texts.

use crate::flow::Text;
use crate::wire::broadcast_reasons as reasons;
use crate::wire::{BroadcastCounts, BroadcastEntry, BroadcastList, BroadcastStatus, EntryStatus, Wall};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The state of a list as the agent reads it. The wire has only `QUEUED` and `SENDING` (BRD-002).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BroadcastWord {
    /// The sending begins later.
    Planned,
    /// The sending begins as soon as the server can.
    Queued,
    /// The server sends.
    Sending,
    /// The server sends nothing now.
    Paused,
    /// Every entry has its final status.
    Complete,
    /// The agent cancelled the list.
    Cancelled,
}

impl BroadcastWord {
    /// The word of a list.
    pub fn of(list: &BroadcastList, now: Wall) -> Self {
        if list.cancelled_at.is_some() {
            Self::Cancelled
        } else if !list.paused_reason.is_empty() {
            Self::Paused
        } else if list.finished_at.is_some() {
            Self::Complete
        } else {
            match list.status {
                BroadcastStatus::Sending => Self::Sending,
                BroadcastStatus::Queued if list.starts_at > now => Self::Planned,
                BroadcastStatus::Queued => Self::Queued,
            }
        }
    }

    /// Whether the list can be cancelled (BRD-027).
    pub fn may_cancel(self) -> bool {
        match self {
            Self::Planned | Self::Queued | Self::Sending | Self::Paused => true,
            Self::Complete | Self::Cancelled => false,
        }
    }
}

/// Whether the agent may resume a paused list. A list that the server resumes by itself needs no resume.
pub(super) fn may_resume(list: &BroadcastList) -> bool {
    list.cancelled_at.is_none() && !list.paused_reason.is_empty() && list.resumes_at.is_none()
}

/// Whether entries of the list may be sent again.
pub(super) fn may_retry(list: &BroadcastList) -> bool {
    list.cancelled_at.is_none() && list.retryable > 0
}

/// The figures of the progress. Their sum, without `total` and `processed`, is `total`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BroadcastProgress {
    /// Number of entries.
    pub total: u32,
    /// Number of entries that were sent, or failed.
    pub processed: u32,
    /// Number of entries that were read.
    pub read: u32,
    /// Number of entries that were delivered and not read.
    pub delivered: u32,
    /// Number of entries that were sent and not delivered.
    pub sent: u32,
    /// Number of entries that wait, or are under way.
    pub queued: u32,
    /// Number of entries of a cancelled list that were not sent.
    pub not_sent: u32,
    /// Number of entries that failed.
    pub error: u32,
}

impl BroadcastProgress {
    /// The progress of a list with these counts.
    pub fn of(counts: &BroadcastCounts, is_cancelled: bool) -> Self {
        let total = counts.total();
        // A message that is under way when the list is cancelled still has a result.
        let (queued, not_sent) = match is_cancelled {
            true => (counts.sending, counts.queued),
            false => (counts.sending.saturating_add(counts.queued), 0),
        };
        let errors = EntryStatus::ALL.into_iter().filter(|status| status.is_error());
        Self {
            total,
            processed: total.saturating_sub(queued).saturating_sub(not_sent),
            read: counts.read,
            delivered: counts.delivered,
            sent: counts.sent,
            queued,
            not_sent,
            error: errors.fold(0, |sum, status| sum.saturating_add(counts.of(status))),
        }
    }
}

/// The groups of statuses by which the entries are filtered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum EntryGroup {
    /// Every entry.
    #[default]
    All,
    /// Entries that were read.
    Read,
    /// Entries that were delivered.
    Delivered,
    /// Entries that were sent.
    Sent,
    /// Entries that wait, are under way, or were not sent.
    Queued,
    /// Entries that failed.
    Error,
}

impl EntryGroup {
    /// The group of a status.
    pub fn of(status: EntryStatus) -> Self {
        match status {
            EntryStatus::Queued | EntryStatus::Sending => Self::Queued,
            EntryStatus::Sent => Self::Sent,
            EntryStatus::Delivered => Self::Delivered,
            EntryStatus::Read => Self::Read,
            EntryStatus::AlreadyInAttendance
            | EntryStatus::IdentifierNotFound
            | EntryStatus::DailyLimitReached
            | EntryStatus::MissingPrefix
            | EntryStatus::Mismatch
            | EntryStatus::Failed => Self::Error,
        }
    }
}

/// Whether `new` is a later state of the entry than `known`. A later attempt begins anew; within an attempt the status only goes forward,
/// except that a receipt settles an unknown outcome; the reason of an unchanged status follows the later change.
pub(super) fn is_later(known: &BroadcastEntry, new: &BroadcastEntry) -> bool {
    match new.attempt.cmp(&known.attempt) {
        Ordering::Greater => true,
        Ordering::Less => false,
        // An unknown outcome follows a send, so a list that was read before it was settled is older.
        Ordering::Equal if is_unknown(new) && !is_unknown(known) => known.status < EntryStatus::Sent,
        Ordering::Equal if known.status == new.status => new.changed_at >= known.changed_at,
        Ordering::Equal => known.status.is_replaced_by(new.status) || is_settled(known, new.status),
    }
}

fn is_settled(known: &BroadcastEntry, new: EntryStatus) -> bool {
    is_unknown(known) && new >= EntryStatus::Sent
}

fn is_unknown(entry: &BroadcastEntry) -> bool {
    entry.status == EntryStatus::Failed && entry.reason == reasons::OUTCOME_UNKNOWN
}

/// What a list says about its entries. No event is about the entries when a list is paused, resumed or cancelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Halt {
    /// The list is not loaded: the entries are as the server sent them.
    #[default]
    Unknown,
    /// Entries that wait are sent.
    No,
    /// Entries that wait are not sent now.
    Paused,
    /// Entries that wait are not sent, and none is sent again.
    Cancelled,
}

impl Halt {
    /// What this list says.
    pub fn of(list: &BroadcastList) -> Self {
        if list.cancelled_at.is_some() {
            Self::Cancelled
        } else if list.paused_reason.is_empty() {
            Self::No
        } else {
            Self::Paused
        }
    }

    /// The reason of an entry of the list; empty without one.
    pub fn reason(self, entry: &BroadcastEntry) -> &str {
        match (entry.status, self) {
            (EntryStatus::Queued, Self::No) => "",
            (EntryStatus::Queued, Self::Paused) => reasons::LIST_PAUSED,
            (EntryStatus::Queued, Self::Cancelled) => reasons::CANCELLED,
            _ => &entry.reason,
        }
    }

    /// Whether an entry of the list may be sent again.
    pub fn may_retry(self, entry: &BroadcastEntry) -> bool {
        entry.retryable && self != Self::Cancelled
    }
}

/// The text of each reason of this system.
pub(super) const REASONS: [(&str, &str); 15] = [
    (reasons::OPTED_OUT, "broadcasts.reasons.optedOut"),
    (reasons::NO_OPT_IN, "broadcasts.reasons.noOptIn"),
    (reasons::NO_NUMBER, "broadcasts.reasons.noNumber"),
    (reasons::MISSING_VALUE, "broadcasts.reasons.missingValue"),
    (reasons::DUPLICATE, "broadcasts.reasons.duplicate"),
    (reasons::BLOCKED, "broadcasts.reasons.blocked"),
    (reasons::CANCELLED, "broadcasts.reasons.cancelled"),
    (reasons::LIST_PAUSED, "broadcasts.reasons.listPaused"),
    (reasons::OUTCOME_UNKNOWN, "broadcasts.reasons.outcomeUnknown"),
    (reasons::DAILY_LIMIT, "broadcasts.reasons.dailyLimit"),
    (reasons::MARKETING_LIMIT, "broadcasts.reasons.marketingLimit"),
    (reasons::TEMPLATE_PAUSED, "broadcasts.reasons.templatePaused"),
    (reasons::SPAM_LIMIT, "broadcasts.reasons.spamLimit"),
    (reasons::ROUTE_DISCONNECTED, "broadcasts.reasons.routeDisconnected"),
    (reasons::MANY_FAILURES, "broadcasts.reasons.manyFailures"),
];

/// The text of a status (BRD-028).
pub(super) fn status_key(status: EntryStatus) -> &'static str {
    match status {
        EntryStatus::Queued => "broadcasts.status.queued",
        EntryStatus::Sending => "broadcasts.status.sending",
        EntryStatus::Sent => "broadcasts.status.sent",
        EntryStatus::Delivered => "broadcasts.status.delivered",
        EntryStatus::Read => "broadcasts.status.read",
        EntryStatus::AlreadyInAttendance => "broadcasts.status.alreadyInAttendance",
        EntryStatus::IdentifierNotFound => "broadcasts.status.identifierNotFound",
        EntryStatus::DailyLimitReached => "broadcasts.status.dailyLimitReached",
        EntryStatus::MissingPrefix => "broadcasts.status.missingPrefix",
        EntryStatus::Mismatch => "broadcasts.status.mismatch",
        EntryStatus::Failed => "broadcasts.status.failed",
    }
}

/// The text of the reason of a status; `None` for a status before the errors without a reason. A reason of the provider has the text of the
/// messages of WhatsApp.
pub(super) fn reason_text(status: EntryStatus, reason: &str) -> Option<Text> {
    let own = REASONS.iter().find(|(word, _)| *word == reason).map(|(_, key)| Text::key(key));
    match own {
        Some(text) => Some(text),
        None if !status.is_error() => None,
        None if reason.is_empty() => Some(Text::key(status_key(status))),
        None => Some(Text::reason("whatsapp.failure", reason, &Default::default(), status_key(status))),
    }
}

/// The word by which entries are filtered by their reason; empty without one.
pub(super) fn reason_word(entry: &BroadcastEntry, halt: Halt) -> &str {
    let reason = halt.reason(entry);
    if reason.is_empty() && entry.status.is_error() { status_key(entry.status) } else { reason }
}

/// Why a list is paused.
pub(super) fn paused_text(reason: &str) -> Text {
    Text::key(match reason {
        reasons::DAILY_LIMIT => "broadcasts.paused.dailyLimit",
        reasons::TEMPLATE_PAUSED => "broadcasts.paused.templatePaused",
        reasons::SPAM_LIMIT => "broadcasts.paused.spamLimit",
        reasons::ROUTE_DISCONNECTED => "broadcasts.paused.routeDisconnected",
        reasons::MANY_FAILURES => "broadcasts.paused.manyFailures",
        _ => "broadcasts.paused.other",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const NOW: Wall = Wall(1_000);

    fn list(status: BroadcastStatus, starts_at: i64) -> BroadcastList {
        BroadcastList { status, starts_at: Wall(starts_at), ..BroadcastList::default() }
    }

    #[rstest]
    #[case::planned(list(BroadcastStatus::Queued, 1_001), BroadcastWord::Planned, true)]
    #[case::queued(list(BroadcastStatus::Queued, 1_000), BroadcastWord::Queued, true)]
    #[case::sending(list(BroadcastStatus::Sending, 900), BroadcastWord::Sending, true)]
    #[case::paused(
        BroadcastList { paused_reason: "dailyLimit".to_owned(), ..list(BroadcastStatus::Sending, 900) },
        BroadcastWord::Paused,
        true
    )]
    #[case::complete(
        BroadcastList { finished_at: Some(NOW), ..list(BroadcastStatus::Sending, 900) },
        BroadcastWord::Complete,
        false
    )]
    #[case::cancelled_while_paused(
        BroadcastList {
            cancelled_at: Some(NOW),
            paused_reason: "spamLimit".to_owned(),
            ..list(BroadcastStatus::Queued, 2_000)
        },
        BroadcastWord::Cancelled,
        false
    )]
    fn brd_002_brd_027_the_facts_of_a_list_give_its_word_and_whether_it_can_be_cancelled(
        #[case] list: BroadcastList,
        #[case] word: BroadcastWord,
        #[case] may_cancel: bool,
    ) {
        let found = BroadcastWord::of(&list, NOW);
        assert_eq!((found, found.may_cancel()), (word, may_cancel));
    }

    #[rstest]
    #[case::paused_until_the_agent_resumes("templatePaused", None, None, true)]
    #[case::paused_until_the_next_day("dailyLimit", Some(Wall(2_000)), None, false)]
    #[case::cancelled("templatePaused", None, Some(NOW), false)]
    #[case::not_paused("", None, None, false)]
    fn a_paused_list_is_resumed_by_the_agent_only_if_the_server_does_not_resume_it(
        #[case] paused_reason: &str,
        #[case] resumes_at: Option<Wall>,
        #[case] cancelled_at: Option<Wall>,
        #[case] expected: bool,
    ) {
        let paused_reason = paused_reason.to_owned();
        let list = BroadcastList { paused_reason, resumes_at, cancelled_at, ..list(BroadcastStatus::Sending, 900) };
        assert_eq!(may_resume(&list), expected);
    }

    #[test]
    fn the_figures_of_the_progress_add_up_to_the_number_of_entries() {
        let mut counts = BroadcastCounts::default();
        for (number, status) in (1..).zip(EntryStatus::ALL) {
            *counts.of_mut(status) = number;
        }
        let open = BroadcastProgress::of(&counts, false);
        let cancelled = BroadcastProgress::of(&counts, true);
        assert_eq!((open.queued, open.not_sent, open.error, open.processed), (3, 0, 51, 63));
        assert_eq!((cancelled.queued, cancelled.not_sent, cancelled.error, cancelled.processed), (2, 1, 51, 63));
        for progress in [open, cancelled] {
            let BroadcastProgress { total, read, delivered, sent, queued, not_sent, error, .. } = progress;
            assert_eq!((total, read + delivered + sent + queued + not_sent + error), (66, 66));
        }
    }

    fn entry(attempt: u32, status: EntryStatus, changed_at: i64) -> BroadcastEntry {
        BroadcastEntry { attempt, status, changed_at: Wall(changed_at), ..BroadcastEntry::default() }
    }

    #[rstest]
    #[case::a_later_status(entry(1, EntryStatus::Sent, 5), entry(1, EntryStatus::Read, 4), true)]
    #[case::an_earlier_status(entry(1, EntryStatus::Read, 5), entry(1, EntryStatus::Sent, 6), false)]
    #[case::a_retry(entry(1, EntryStatus::Failed, 5), entry(2, EntryStatus::Queued, 4), true)]
    #[case::a_late_receipt_of_the_attempt_before(
        entry(2, EntryStatus::Queued, 5),
        entry(1, EntryStatus::Read, 6),
        false
    )]
    #[case::an_error_is_final(entry(1, EntryStatus::Failed, 5), entry(1, EntryStatus::Sent, 6), false)]
    #[case::another_reason_later(entry(1, EntryStatus::Queued, 5), entry(1, EntryStatus::Queued, 6), true)]
    #[case::another_reason_earlier(entry(1, EntryStatus::Queued, 5), entry(1, EntryStatus::Queued, 4), false)]
    #[case::an_unknown_outcome_is_settled(
        BroadcastEntry { reason: "outcomeUnknown".to_owned(), ..entry(1, EntryStatus::Failed, 5) },
        entry(1, EntryStatus::Delivered, 6),
        true
    )]
    #[case::an_answer_from_before_an_unknown_outcome_was_settled(
        entry(1, EntryStatus::Sent, 6),
        BroadcastEntry { reason: "outcomeUnknown".to_owned(), ..entry(1, EntryStatus::Failed, 5) },
        false
    )]
    #[case::the_outcome_of_a_send_is_unknown(
        entry(1, EntryStatus::Sending, 5),
        BroadcastEntry { reason: "outcomeUnknown".to_owned(), ..entry(1, EntryStatus::Failed, 6) },
        true
    )]
    #[case::an_unknown_outcome_is_not_queued_again(
        BroadcastEntry { reason: "outcomeUnknown".to_owned(), ..entry(1, EntryStatus::Failed, 5) },
        entry(1, EntryStatus::Sending, 6),
        false
    )]
    fn of_two_states_of_an_entry_the_later_one_is_known(
        #[case] known: BroadcastEntry,
        #[case] new: BroadcastEntry,
        #[case] expected: bool,
    ) {
        assert_eq!(is_later(&known, &new), expected);
    }

    #[test]
    fn an_entry_that_waits_has_the_reason_of_its_list_and_none_of_a_cancelled_list_may_be_sent_again() {
        let waiting = BroadcastEntry { reason: "listPaused".to_owned(), ..entry(1, EntryStatus::Queued, 5) };
        let all = [Halt::Unknown, Halt::No, Halt::Paused, Halt::Cancelled];
        assert_eq!(all.map(|halt| halt.reason(&waiting)), ["listPaused", "", "listPaused", "cancelled"]);
        let failed =
            BroadcastEntry { reason: "TOO_FAST".to_owned(), retryable: true, ..entry(1, EntryStatus::Failed, 5) };
        assert_eq!(all.map(|halt| halt.reason(&failed)), ["TOO_FAST"; 4]);
        assert_eq!(all.map(|halt| halt.may_retry(&failed)), [true, true, true, false]);
    }

    #[test]
    fn brd_028_a_reason_has_its_own_text_and_an_error_without_one_has_the_text_of_its_status() {
        let key = |status, reason| reason_text(status, reason).map(|text| text.key);
        assert_eq!(key(EntryStatus::Mismatch, "missingValue").as_deref(), Some("broadcasts.reasons.missingValue"));
        assert_eq!(key(EntryStatus::MissingPrefix, "").as_deref(), Some("broadcasts.status.missingPrefix"));
        assert_eq!(key(EntryStatus::Queued, "cancelled").as_deref(), Some("broadcasts.reasons.cancelled"));
        assert_eq!((key(EntryStatus::Read, ""), key(EntryStatus::Sent, "newer")), (None, None));
        let of_provider = reason_text(EntryStatus::Failed, "UNDELIVERABLE").expect("a text");
        assert_eq!(of_provider.key, "whatsapp.failure.undeliverable");
        assert_eq!(of_provider.fallback.as_deref(), Some("broadcasts.status.failed"));
    }
}
