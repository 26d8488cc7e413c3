//! The supervision of a call (BEY-136): one state machine over the supervisor's requests, the events of the
//! supervisor's telephone and the server's events. It never changes the mode: a requested mode is kept besides the
//! server's mode until the server confirms it.

/// The progress of the supervision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is no supervision.
    #[default]
    Closed,
    /// The request waits for its answer.
    Asking,
    /// The supervisor closed the drawer before the answer arrived.
    Withdrawn,
    /// The telephone is being registered.
    Registering,
    /// The telephone is registered; the server calls it.
    Joining,
    /// The supervisor is in the call.
    Active,
    /// The supervisor is in the call and has requested another mode.
    Changing,
    /// The supervisor leaves; the server's confirmation is expected.
    Leaving,
    /// The supervision ended or failed: the reason is shown.
    Over,
}

/// An event of the supervision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The supervisor requests to hear a call.
    Open,
    /// The supervisor closes the drawer.
    Close,
    /// The server created the supervision and the account of its telephone.
    Granted,
    /// The server refused the supervision, or its answer was lost.
    Refused,
    /// The telephone is registered.
    Registered,
    /// The telephone cannot register.
    NotRegistered,
    /// The server calls the telephone, which rings.
    Rings,
    /// The server reports that the supervisor is in the call.
    Joined,
    /// The supervisor requests a mode.
    Choose,
    /// The server reports the requested mode.
    ModeChanged,
    /// The server refused the mode, or did not confirm it in time.
    ModeRefused,
    /// The server reports that the supervision is over, or does not know it.
    Over,
    /// The server reports that the supervisor has taken the attendance over.
    TookOver,
    /// The server's list contains a supervision from before a reload.
    Leftover,
}

/// An action that follows from an event of the supervision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The request is sent.
    Ask,
    /// The telephone connects and registers its extension.
    Connect,
    /// The telephone accepts the server's call.
    Accept,
    /// The telephone disconnects.
    Disconnect,
    /// A request to end the supervision is sent.
    SendEnd,
    /// A request for the mode is sent.
    SendMode,
    /// A text tells the supervisor that the mode did not change.
    SayModeStayed,
    /// A text tells the supervisor that the attendance was taken over.
    SayTookOver,
}

impl Phase {
    /// Every phase.
    #[cfg(test)]
    pub const ALL: [Self; 9] = [
        Self::Closed,
        Self::Asking,
        Self::Withdrawn,
        Self::Registering,
        Self::Joining,
        Self::Active,
        Self::Changing,
        Self::Leaving,
        Self::Over,
    ];

    /// Whether the server has the supervision.
    pub fn is_open(self) -> bool {
        match self {
            Self::Registering | Self::Joining | Self::Active | Self::Changing | Self::Leaving => true,
            Self::Closed | Self::Asking | Self::Withdrawn | Self::Over => false,
        }
    }

    /// Whether the supervisor is in the call.
    pub fn is_in_call(self) -> bool {
        matches!(self, Self::Active | Self::Changing)
    }

    /// The phase after an event, and the actions that follow. `Granted`, `Joined`, `ModeChanged`, `Over` and `TookOver`
    /// are about this supervision.
    pub fn after(self, event: Event) -> (Self, &'static [Action]) {
        use Action::{Accept, Ask, Connect, Disconnect, SayModeStayed, SayTookOver, SendEnd, SendMode};
        use Event as E;
        match (self, event) {
            (Self::Closed | Self::Over, E::Open) => (Self::Asking, &[Ask]),
            // Another agent is supervised: the server ends the earlier supervision automatically.
            (Self::Registering | Self::Joining | Self::Active | Self::Changing | Self::Leaving, E::Open) => {
                (Self::Asking, &[Disconnect, Ask])
            }
            (Self::Withdrawn, E::Open) => (Self::Asking, &[Ask]),
            (Self::Asking, E::Close) => (Self::Withdrawn, &[]),
            (Self::Asking, E::Granted) => (Self::Registering, &[Connect]),
            (Self::Asking, E::Refused) => (Self::Over, &[]),
            (Self::Withdrawn, E::Granted) => (Self::Leaving, &[SendEnd]),
            (Self::Withdrawn, E::Refused) => (Self::Closed, &[]),
            (Self::Registering, E::Registered) => (Self::Joining, &[]),
            (Self::Registering | Self::Joining, E::NotRegistered) => (Self::Over, &[Disconnect, SendEnd]),
            (Self::Registering | Self::Joining | Self::Active | Self::Changing, E::Rings) => (self, &[Accept]),
            (Self::Registering | Self::Joining, E::Joined) => (Self::Active, &[]),
            (Self::Active | Self::Changing, E::Choose) => (Self::Changing, &[SendMode]),
            (Self::Changing, E::ModeChanged) => (Self::Active, &[]),
            (Self::Changing, E::ModeRefused) => (Self::Active, &[SayModeStayed]),
            (Self::Active | Self::Changing, E::NotRegistered) => (Self::Over, &[Disconnect, SendEnd]),
            (Self::Registering | Self::Joining | Self::Active | Self::Changing, E::Close) => {
                (Self::Leaving, &[Disconnect, SendEnd])
            }
            (Self::Registering | Self::Joining | Self::Active | Self::Changing, E::Over) => (Self::Over, &[Disconnect]),
            (Self::Registering | Self::Joining | Self::Active | Self::Changing, E::TookOver) => {
                (Self::Closed, &[Disconnect, SayTookOver])
            }
            (Self::Leaving, E::Over) => (Self::Closed, &[]),
            (Self::Leaving, E::TookOver) => (Self::Closed, &[SayTookOver]),
            (Self::Over, E::Close) => (Self::Closed, &[]),
            (Self::Closed | Self::Over, E::Leftover) => (self, &[SendEnd]),
            (
                Self::Closed,
                E::Close
                | E::Granted
                | E::Refused
                | E::Registered
                | E::NotRegistered
                | E::Rings
                | E::Joined
                | E::Choose
                | E::ModeChanged
                | E::ModeRefused
                | E::Over
                | E::TookOver,
            )
            | (
                Self::Asking,
                E::Open
                | E::Registered
                | E::NotRegistered
                | E::Rings
                | E::Joined
                | E::Choose
                | E::ModeChanged
                | E::ModeRefused
                | E::Over
                | E::TookOver
                | E::Leftover,
            )
            | (
                Self::Withdrawn,
                E::Close
                | E::Registered
                | E::NotRegistered
                | E::Rings
                | E::Joined
                | E::Choose
                | E::ModeChanged
                | E::ModeRefused
                | E::Over
                | E::TookOver
                | E::Leftover,
            )
            | (
                Self::Registering,
                E::Granted | E::Refused | E::Choose | E::ModeChanged | E::ModeRefused | E::Leftover,
            )
            | (
                Self::Joining,
                E::Granted | E::Refused | E::Registered | E::Choose | E::ModeChanged | E::ModeRefused | E::Leftover,
            )
            | (
                Self::Active,
                E::Granted | E::Refused | E::Registered | E::Joined | E::ModeChanged | E::ModeRefused | E::Leftover,
            )
            | (Self::Changing, E::Granted | E::Refused | E::Registered | E::Joined | E::Leftover)
            | (
                Self::Leaving,
                E::Close
                | E::Granted
                | E::Refused
                | E::Registered
                | E::NotRegistered
                | E::Rings
                | E::Joined
                | E::Choose
                | E::ModeChanged
                | E::ModeRefused
                | E::Leftover,
            )
            | (
                Self::Over,
                E::Granted
                | E::Refused
                | E::Registered
                | E::NotRegistered
                | E::Rings
                | E::Joined
                | E::Choose
                | E::ModeChanged
                | E::ModeRefused
                | E::Over
                | E::TookOver,
            ) => (self, &[]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENTS: [Event; 14] = [
        Event::Open,
        Event::Close,
        Event::Granted,
        Event::Refused,
        Event::Registered,
        Event::NotRegistered,
        Event::Rings,
        Event::Joined,
        Event::Choose,
        Event::ModeChanged,
        Event::ModeRefused,
        Event::Over,
        Event::TookOver,
        Event::Leftover,
    ];

    /// The whole state machine: one line for each event that changes a phase or causes an action.
    #[test]
    fn each_event_in_each_phase_of_a_supervision_equals_the_table() {
        let mut table = String::new();
        for phase in Phase::ALL {
            for event in EVENTS {
                let (after, actions) = phase.after(event);
                if after != phase || !actions.is_empty() {
                    table.push_str(&format!("{phase:?} + {event:?} -> {after:?} {actions:?}\n"));
                }
            }
        }
        assert_eq!(table, include_str!("machine_table.txt"), "the machine changed: review every changed line");
    }

    #[test]
    fn bey_136_a_closed_drawer_leaves_the_call_from_every_phase() {
        for phase in Phase::ALL {
            let (after, _) = phase.after(Event::Close);
            let answered = [Event::Granted, Event::Over].into_iter().fold(after, |phase, event| phase.after(event).0);
            assert_eq!(answered, Phase::Closed, "{phase:?} after the close is {after:?}");
        }
    }

    #[test]
    fn a_telephone_that_connected_is_disconnected_by_whatever_ends_the_supervision() {
        for phase in [Phase::Registering, Phase::Joining, Phase::Active, Phase::Changing] {
            for event in [Event::Open, Event::Close, Event::Over, Event::TookOver, Event::NotRegistered] {
                let (after, actions) = phase.after(event);
                assert!(actions.contains(&Action::Disconnect), "{phase:?} + {event:?}");
                assert!(!after.is_in_call(), "{phase:?} + {event:?}");
            }
        }
    }
}
