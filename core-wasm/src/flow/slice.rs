//! The names of everything the ui can subscribe to. Small slices keep the cost of an event proportional to its change.

use crate::wire::{Name, Named, Protocol};
use serde::Serialize;
use std::cmp::Ordering;
use std::fmt;

/// The key of a message inside its thread; it never changes, so that a bubble does not remount when the server's ids
/// arrive: `c…` is the sender's `custom_id`, `s…` the server's sequence number.
pub type LocalId = Name;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum JobGroup {
    Pinned,
    Active,
    ToQualify,
}

impl JobGroup {
    pub const ALL: [JobGroup; 3] = [JobGroup::Pinned, JobGroup::Active, JobGroup::ToQualify];

    pub fn as_str(self) -> &'static str {
        match self {
            JobGroup::Pinned => "pinned",
            JobGroup::Active => "active",
            JobGroup::ToQualify => "toQualify",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SliceKey {
    Session,
    Route,
    Link,
    Channels,
    Pauses,
    Absence,
    Supervision,
    Preferences,
    Dialog,
    Snackbars,
    Notifications,
    Alerts,
    Announcement,
    JobSummary,
    /// A list: the protocols of one group, in order.
    JobOrder(JobGroup),
    JobRow(Protocol),
    Job(Protocol),
    Draft(Protocol),
    /// A list: the local ids of one thread, in order.
    Thread(Protocol),
    Message(Protocol, LocalId),
    Contact(Protocol),
    Qualification(Protocol),
}

impl PartialOrd for SliceKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Nobody sees this order: names are compared by their numbers.
impl Ord for SliceKey {
    fn cmp(&self, other: &Self) -> Ordering {
        let (own, others) = (self.parts(), other.parts());
        own.0
            .cmp(&others.0)
            .then_with(|| match (own.1, others.1) {
                (Some(own), Some(others)) => own.0.cmp_by_number(&others.0),
                _ => Ordering::Equal,
            })
            .then_with(|| match (own.2, others.2) {
                (Some(own), Some(others)) => own.cmp_by_number(others),
                _ => Ordering::Equal,
            })
    }
}

impl SliceKey {
    /// Kind, attendance and message.
    fn parts(&self) -> (u8, Option<&Protocol>, Option<&LocalId>) {
        match self {
            SliceKey::Session => (0, None, None),
            SliceKey::Route => (1, None, None),
            SliceKey::Link => (2, None, None),
            SliceKey::Channels => (3, None, None),
            SliceKey::Preferences => (4, None, None),
            SliceKey::Dialog => (5, None, None),
            SliceKey::Snackbars => (6, None, None),
            SliceKey::Notifications => (7, None, None),
            SliceKey::Announcement => (8, None, None),
            SliceKey::JobSummary => (9, None, None),
            SliceKey::JobOrder(group) => (10 + *group as u8, None, None),
            SliceKey::Pauses => (13, None, None),
            SliceKey::Absence => (14, None, None),
            SliceKey::Supervision => (15, None, None),
            SliceKey::Alerts => (16, None, None),
            SliceKey::JobRow(protocol) => (20, Some(protocol), None),
            SliceKey::Job(protocol) => (21, Some(protocol), None),
            SliceKey::Draft(protocol) => (22, Some(protocol), None),
            SliceKey::Thread(protocol) => (23, Some(protocol), None),
            SliceKey::Message(protocol, local_id) => (24, Some(protocol), Some(local_id)),
            SliceKey::Contact(protocol) => (25, Some(protocol), None),
            SliceKey::Qualification(protocol) => (26, Some(protocol), None),
        }
    }

    /// Mostly another one for another key.
    pub fn number(&self) -> u32 {
        let (kind, protocol, local_id) = self.parts();
        let protocol = protocol.map_or(0, Named::text_hash);
        let local_id = local_id.map_or(0, Named::text_hash);
        u32::from(kind).wrapping_add(protocol).wrapping_mul(31).wrapping_add(local_id)
    }

    /// Whether the slice is an ordered list that crosses as patches.
    pub fn is_list(&self) -> bool {
        matches!(self, SliceKey::JobOrder(_) | SliceKey::Thread(_))
    }

    /// Reads the spelling of `Display`; `None` for a name nobody serves.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let protocol = || (!rest.is_empty()).then(|| Protocol::from(rest));
        Some(match name {
            "session" => SliceKey::Session,
            "route" => SliceKey::Route,
            "link" => SliceKey::Link,
            "channels" => SliceKey::Channels,
            "pauses" => SliceKey::Pauses,
            "absence" => SliceKey::Absence,
            "supervision" => SliceKey::Supervision,
            "preferences" => SliceKey::Preferences,
            "dialog" => SliceKey::Dialog,
            "snackbars" => SliceKey::Snackbars,
            "notifications" => SliceKey::Notifications,
            "alerts" => SliceKey::Alerts,
            "announcement" => SliceKey::Announcement,
            "jobSummary" => SliceKey::JobSummary,
            "jobOrder" => SliceKey::JobOrder(JobGroup::ALL.into_iter().find(|group| group.as_str() == rest)?),
            "jobRow" => SliceKey::JobRow(protocol()?),
            "job" => SliceKey::Job(protocol()?),
            "draft" => SliceKey::Draft(protocol()?),
            "thread" => SliceKey::Thread(protocol()?),
            "message" => {
                let (protocol, local_id) = rest.rsplit_once(':')?;
                SliceKey::Message(protocol.into(), local_id.into())
            }
            "contact" => SliceKey::Contact(protocol()?),
            "qualification" => SliceKey::Qualification(protocol()?),
            _ => return None,
        })
    }
}

impl fmt::Display for SliceKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SliceKey::Session => formatter.write_str("session"),
            SliceKey::Route => formatter.write_str("route"),
            SliceKey::Link => formatter.write_str("link"),
            SliceKey::Channels => formatter.write_str("channels"),
            SliceKey::Pauses => formatter.write_str("pauses"),
            SliceKey::Absence => formatter.write_str("absence"),
            SliceKey::Supervision => formatter.write_str("supervision"),
            SliceKey::Preferences => formatter.write_str("preferences"),
            SliceKey::Dialog => formatter.write_str("dialog"),
            SliceKey::Snackbars => formatter.write_str("snackbars"),
            SliceKey::Notifications => formatter.write_str("notifications"),
            SliceKey::Alerts => formatter.write_str("alerts"),
            SliceKey::Announcement => formatter.write_str("announcement"),
            SliceKey::JobSummary => formatter.write_str("jobSummary"),
            SliceKey::JobOrder(group) => write!(formatter, "jobOrder:{}", group.as_str()),
            SliceKey::JobRow(protocol) => write!(formatter, "jobRow:{protocol}"),
            SliceKey::Job(protocol) => write!(formatter, "job:{protocol}"),
            SliceKey::Draft(protocol) => write!(formatter, "draft:{protocol}"),
            SliceKey::Thread(protocol) => write!(formatter, "thread:{protocol}"),
            SliceKey::Message(protocol, local_id) => write!(formatter, "message:{protocol}:{local_id}"),
            SliceKey::Contact(protocol) => write!(formatter, "contact:{protocol}"),
            SliceKey::Qualification(protocol) => write!(formatter, "qualification:{protocol}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read_back_from_its_spelling() {
        let protocol = Protocol::from("20261120-0001");
        let keys = [
            SliceKey::Session,
            SliceKey::Route,
            SliceKey::Link,
            SliceKey::Channels,
            SliceKey::Pauses,
            SliceKey::Absence,
            SliceKey::Supervision,
            SliceKey::Preferences,
            SliceKey::Dialog,
            SliceKey::Snackbars,
            SliceKey::Notifications,
            SliceKey::Alerts,
            SliceKey::Announcement,
            SliceKey::JobSummary,
            SliceKey::JobOrder(JobGroup::ToQualify),
            SliceKey::JobRow(protocol.clone()),
            SliceKey::Job(protocol.clone()),
            SliceKey::Draft(protocol.clone()),
            SliceKey::Thread(protocol.clone()),
            SliceKey::Message(protocol.clone(), "cAB12".into()),
            SliceKey::Contact(protocol.clone()),
            SliceKey::Qualification(protocol),
        ];
        for key in keys {
            assert_eq!(SliceKey::parse(&key.to_string()), Some(key.clone()), "{key}");
        }
        assert_eq!(SliceKey::parse("jobOrder:nobody"), None);
        assert_eq!(SliceKey::parse("job:"), None);
    }
}
