//! The topic of each snackbar (BEY-152). It decides which customer the snackbar names, whose conversation it opens, and
//! whether an entry is also added to the notification centre.

use super::NoticeKind;
use crate::shell::SnackbarKind;
use crate::wire::{ContactId, Protocol};

/// The topic of a snackbar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The customer ended the attendance.
    CustomerEnded(Protocol),
    /// A colleague transferred the attendance to the agent.
    TransferArrived(Protocol),
    /// The attendance was removed from the list by something that the agent did not do on this page.
    LeftList(Protocol),
    /// A note in the attendance mentions the agent; the server's notification is the entry.
    Mentioned(Protocol),
    /// A snoozed attendance returned at its time; the server's notification is the entry.
    SnoozeOver(Protocol),
    /// The provider cannot reach the customer's number.
    NumberFault(Protocol),
    /// Texts of the attendance were not sent; each has an entry of its own.
    TextsKept(Protocol),
    /// The call of the attendance has arrived.
    CallArrived(Protocol),
    /// Result of finishing an attendance.
    Finish(Protocol),
    /// Result of a transfer by the agent.
    Transfer(Protocol),
    /// Result of a qualification.
    Qualify(Protocol),
    /// Result of a message of the agent.
    Message(Protocol),
    /// Result of a mark of the agent: pinned, unread, reopened.
    Mark(Protocol),
    /// The script of the attendance.
    Script(Protocol),
    /// Result of registering or linking the contact of an attendance, or that a registration is needed.
    Registration(Protocol),
    /// Result of a change of a contact, with its name.
    Contact(ContactId, String),
    /// Several contacts, or a contact that was deleted.
    Contacts,
    /// A company.
    Company,
    /// An attendance that the agent begins and that does not exist yet.
    NewConversation,
    /// The call that the agent has, or is dialling.
    CallControl,
    /// A call that never became an attendance.
    LostCall,
    /// The connection of voice.
    VoiceConnection,
    /// A number of the company lost its provider.
    Route,
    /// The agent's account: password, second factor.
    Account,
    /// A setting of the agent.
    Setting,
    /// A channel of the agent.
    Channel,
    /// A pause of the agent.
    Pause,
    /// The agent's absence.
    Absence,
    /// A colleague, on the supervisor's board, or an effect that was given up.
    Supervision,
    /// An import of contacts.
    Import,
    /// A broadcast.
    Broadcasts,
    /// The list of attendances.
    List,
    /// The storage of this browser.
    Storage,
}

/// The customer whom a snackbar names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'a> {
    /// The customer of an attendance.
    Attendance(&'a Protocol),
    /// A contact, with its name.
    Contact(&'a ContactId, &'a str),
    /// No customer, for this reason.
    Nobody(&'static str),
}

impl Topic {
    /// The customer whom the snackbar names and whose conversation it opens.
    pub fn subject(&self) -> Subject<'_> {
        match self {
            Self::CustomerEnded(protocol)
            | Self::TransferArrived(protocol)
            | Self::LeftList(protocol)
            | Self::Mentioned(protocol)
            | Self::SnoozeOver(protocol)
            | Self::NumberFault(protocol)
            | Self::TextsKept(protocol)
            | Self::CallArrived(protocol)
            | Self::Finish(protocol)
            | Self::Transfer(protocol)
            | Self::Qualify(protocol)
            | Self::Message(protocol)
            | Self::Mark(protocol)
            | Self::Script(protocol)
            | Self::Registration(protocol) => Subject::Attendance(protocol),
            Self::Contact(id, name) => Subject::Contact(id, name),
            Self::Contacts => Subject::Nobody("it is about several contacts, or about one that is gone"),
            Self::Company => Subject::Nobody("a company is no customer, and its form or page names it"),
            Self::NewConversation => Subject::Nobody("there is no conversation yet, and the dialog has its number"),
            Self::CallControl => Subject::Nobody("there is only one call, and its bar names the customer"),
            Self::LostCall => Subject::Nobody("there is no attendance, and the text has the number"),
            Self::VoiceConnection => Subject::Nobody("it is about the agent's connection"),
            Self::Route => Subject::Nobody("it is about all conversations of a number of the company"),
            Self::Account => Subject::Nobody("it is about the agent's account"),
            Self::Setting => Subject::Nobody("it is about a setting of the agent"),
            Self::Channel => Subject::Nobody("it is about a channel of the agent"),
            Self::Pause => Subject::Nobody("it is about the agent's pause"),
            Self::Absence => Subject::Nobody("it is about the agent's absence"),
            Self::Supervision => Subject::Nobody("it is about a colleague, whom the text names, or about no person"),
            Self::Import => Subject::Nobody("it is about a file of many contacts"),
            Self::Broadcasts => Subject::Nobody("it is about many customers"),
            Self::List => Subject::Nobody("it is about all attendances"),
            Self::Storage => Subject::Nobody("it is about this browser"),
        }
    }

    /// The entry of the notification centre; `None` for the result of the agent's own action, and if another entry
    /// exists.
    pub fn entry(&self, kind: SnackbarKind) -> Option<NoticeKind> {
        match self {
            Self::CustomerEnded(_) => Some(NoticeKind::Ended),
            Self::TransferArrived(_) => Some(NoticeKind::Transfer),
            Self::LeftList(_) => Some(NoticeKind::LeftList),
            Self::NumberFault(_) => Some(NoticeKind::NumberFault),
            Self::LostCall | Self::VoiceConnection | Self::Route | Self::Import | Self::Storage => Some(match kind {
                SnackbarKind::Success => NoticeKind::Success,
                SnackbarKind::Info => NoticeKind::Info,
                SnackbarKind::Warning => NoticeKind::Warning,
                SnackbarKind::Error => NoticeKind::Error,
            }),
            Self::TextsKept(_)
            | Self::Mentioned(_)
            | Self::SnoozeOver(_)
            | Self::CallArrived(_)
            | Self::Finish(_)
            | Self::Transfer(_)
            | Self::Qualify(_)
            | Self::Message(_)
            | Self::Mark(_)
            | Self::Script(_)
            | Self::Registration(_)
            | Self::Contact(..)
            | Self::Contacts
            | Self::Company
            | Self::NewConversation
            | Self::CallControl
            | Self::Account
            | Self::Setting
            | Self::Channel
            | Self::Pause
            | Self::Absence
            | Self::Supervision
            | Self::Broadcasts
            | Self::List => None,
        }
    }

    /// Whether the open conversation shows the same information, so that no snackbar is shown.
    pub fn is_in_thread(&self) -> bool {
        matches!(self, Self::CustomerEnded(_) | Self::TransferArrived(_) | Self::Mentioned(_) | Self::SnoozeOver(_))
    }

    /// Whether the entry is unread although the agent could see the snackbar: a missed call has to be called back, and
    /// the next call may cover its snackbar.
    pub fn stays_unread(&self) -> bool {
        matches!(self, Self::LostCall)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every topic once. A new variant does not compile until `subject` and `entry` decide about it.
    fn every_topic() -> Vec<Topic> {
        let of = |topic: fn(Protocol) -> Topic| topic("P1".into());
        vec![
            of(Topic::CustomerEnded),
            of(Topic::TransferArrived),
            of(Topic::LeftList),
            of(Topic::Mentioned),
            of(Topic::SnoozeOver),
            of(Topic::NumberFault),
            of(Topic::TextsKept),
            of(Topic::CallArrived),
            of(Topic::Finish),
            of(Topic::Transfer),
            of(Topic::Qualify),
            of(Topic::Message),
            of(Topic::Mark),
            of(Topic::Script),
            of(Topic::Registration),
            Topic::Contact("7".into(), "Paula Barreto".to_owned()),
            Topic::Contacts,
            Topic::Company,
            Topic::NewConversation,
            Topic::CallControl,
            Topic::LostCall,
            Topic::VoiceConnection,
            Topic::Route,
            Topic::Account,
            Topic::Setting,
            Topic::Channel,
            Topic::Pause,
            Topic::Absence,
            Topic::Supervision,
            Topic::Import,
            Topic::Broadcasts,
            Topic::List,
            Topic::Storage,
        ]
    }

    #[test]
    fn bey_152_every_topic_about_a_customer_names_that_customer_and_every_other_topic_has_a_reason() {
        let protocol: Protocol = "P1".into();
        let mut named = Vec::new();
        for topic in every_topic() {
            match topic.subject() {
                Subject::Attendance(of) => assert_eq!(of, &protocol, "{topic:?}"),
                Subject::Contact(id, name) => assert_eq!((id.as_str(), name), ("7", "Paula Barreto")),
                Subject::Nobody(reason) => {
                    assert!(reason.split_whitespace().count() > 3, "{topic:?}: {reason}");
                    continue;
                }
            }
            named.push(format!("{topic:?}").split('(').next().unwrap_or_default().to_owned());
        }
        assert_eq!(
            named,
            [
                "CustomerEnded",
                "TransferArrived",
                "LeftList",
                "Mentioned",
                "SnoozeOver",
                "NumberFault",
                "TextsKept",
                "CallArrived",
                "Finish",
                "Transfer",
                "Qualify",
                "Message",
                "Mark",
                "Script",
                "Registration",
                "Contact",
            ]
        );
    }

    #[test]
    fn bey_152_the_notification_centre_contains_only_events_that_the_agent_did_not_cause() {
        let entries = every_topic().into_iter().filter(|topic| topic.entry(SnackbarKind::Warning).is_some());
        let names: Vec<String> =
            entries.map(|topic| format!("{topic:?}").split('(').next().unwrap_or_default().to_owned()).collect();
        let expected = [
            "CustomerEnded",
            "TransferArrived",
            "LeftList",
            "NumberFault",
            "LostCall",
            "VoiceConnection",
            "Route",
            "Import",
            "Storage",
        ];
        assert_eq!(names, expected);
    }
}
