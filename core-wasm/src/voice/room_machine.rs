//! The state of the agent's open request about the room of a call, in relation to the room that the server reports: one
//! exhaustive match over every state and event. A request does not change what is shown; only the server's events do. A
//! request whose answer was lost is looked up in the list of attendances.

/// The state of the room of a call and of the agent's request about it. `open`: the server's room has more than agent
/// and customer, or an open transfer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoomState {
    /// Only agent and customer are in the call, and no request is pending.
    #[default]
    Idle,
    /// The room is as the server reported it, and no request is pending.
    Open,
    /// The request was sent and has no answer.
    Asked {
        /// Whether the server's room is open.
        open: bool,
    },
    /// The server has accepted the request; its events are expected.
    Answered {
        /// There is a room.
        open: bool,
    },
    /// The answer was lost: the request is looked up on the server.
    Doubted {
        /// There is a room.
        open: bool,
    },
    /// The attendance left this agent, or the call ended.
    Over,
}

/// An event of the room of a call. `done`: the requested change has been carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomEvent {
    /// The agent requests a change.
    Ask,
    /// The server accepted the request.
    Accepted,
    /// The server refused the request, with a reason.
    Refused,
    /// The answer was lost: it is unknown whether the server carried out the request.
    Lost,
    /// An event, or a list that may be older than the request, reported the room.
    Told {
        /// There is a room.
        open: bool,
        /// Whether the requested change has been carried out.
        done: bool,
    },
    /// A list that is newer than the request reported the room.
    Listed {
        /// There is a room.
        open: bool,
        /// Whether the requested change has been carried out.
        done: bool,
    },
    /// The events of an accepted request did not arrive in time.
    NewsDue,
    /// The attendance has another owner.
    HandedOver,
    /// The call ended.
    Ended,
}

/// The action that follows from an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomStep {
    /// No action, for example after an event of an earlier request.
    Nothing,
    /// The request is sent.
    Send,
    /// The server's events are awaited for a short time.
    AwaitNews,
    /// The cause of the refusal is shown.
    TellRefusal,
    /// The list of attendances, which contains the room, is refetched.
    LookUp,
    /// A text tells the agent that the server never carried out the request.
    TellNotDone,
    /// The attendance is removed from the list.
    HandOver,
}

fn settled(open: bool) -> RoomState {
    if open { RoomState::Open } else { RoomState::Idle }
}

impl RoomState {
    /// The state after an event, and the action that follows.
    pub fn after(self, event: RoomEvent) -> (Self, RoomStep) {
        use RoomEvent as Event;
        match (self, event) {
            (Self::Over, Event::Ask | Event::Accepted | Event::Refused | Event::Lost | Event::NewsDue)
            | (Self::Over, Event::Told { .. } | Event::Listed { .. } | Event::HandedOver | Event::Ended) => {
                (self, RoomStep::Nothing)
            }
            (
                Self::Idle | Self::Open | Self::Asked { .. } | Self::Answered { .. } | Self::Doubted { .. },
                Event::HandedOver,
            ) => (Self::Over, RoomStep::HandOver),
            (
                Self::Idle | Self::Open | Self::Asked { .. } | Self::Answered { .. } | Self::Doubted { .. },
                Event::Ended,
            ) => (Self::Over, RoomStep::Nothing),
            (Self::Idle, Event::Ask) => (Self::Asked { open: false }, RoomStep::Send),
            (Self::Open, Event::Ask) => (Self::Asked { open: true }, RoomStep::Send),
            // Only one request is pending at a time; a second click is ignored.
            (Self::Asked { .. } | Self::Answered { .. } | Self::Doubted { .. }, Event::Ask) => {
                (self, RoomStep::Nothing)
            }
            // The events arrived before the answer and have completed the request.
            (Self::Idle | Self::Open, Event::Accepted | Event::Refused | Event::Lost | Event::NewsDue) => {
                (self, RoomStep::Nothing)
            }
            (Self::Idle | Self::Open, Event::Told { open, .. } | Event::Listed { open, .. }) => {
                (settled(open), RoomStep::Nothing)
            }
            (Self::Asked { open }, Event::Accepted) => (Self::Answered { open }, RoomStep::AwaitNews),
            (Self::Asked { open }, Event::Refused) => (settled(open), RoomStep::TellRefusal),
            (Self::Asked { open }, Event::Lost) => (Self::Doubted { open }, RoomStep::LookUp),
            (
                Self::Asked { .. } | Self::Answered { .. } | Self::Doubted { .. },
                Event::Told { open, done: true } | Event::Listed { open, done: true },
            ) => (settled(open), RoomStep::Nothing),
            (Self::Asked { .. }, Event::Told { open, done: false } | Event::Listed { open, done: false }) => {
                (Self::Asked { open }, RoomStep::Nothing)
            }
            (Self::Answered { .. }, Event::Told { open, done: false }) => (Self::Answered { open }, RoomStep::Nothing),
            // The change was carried out and reverted meanwhile.
            (Self::Answered { .. }, Event::Listed { open, done: false }) => (settled(open), RoomStep::Nothing),
            (Self::Answered { .. }, Event::NewsDue) => (self, RoomStep::LookUp),
            (Self::Doubted { .. }, Event::Told { open, done: false }) => (Self::Doubted { open }, RoomStep::Nothing),
            (Self::Doubted { .. }, Event::Listed { open, done: false }) => (settled(open), RoomStep::TellNotDone),
            (Self::Asked { .. } | Self::Doubted { .. }, Event::NewsDue)
            | (Self::Answered { .. } | Self::Doubted { .. }, Event::Accepted | Event::Refused | Event::Lost) => {
                (self, RoomStep::Nothing)
            }
        }
    }

    /// Whether a request waits for its answer or its events.
    pub fn is_pending(self) -> bool {
        matches!(self, Self::Asked { .. } | Self::Answered { .. } | Self::Doubted { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::RoomEvent as Event;
    use super::*;

    const STATES: [RoomState; 9] = [
        RoomState::Idle,
        RoomState::Open,
        RoomState::Asked { open: false },
        RoomState::Asked { open: true },
        RoomState::Answered { open: false },
        RoomState::Answered { open: true },
        RoomState::Doubted { open: false },
        RoomState::Doubted { open: true },
        RoomState::Over,
    ];

    fn events() -> Vec<Event> {
        let both = [(false, false), (false, true), (true, false), (true, true)];
        [Event::Ask, Event::Accepted, Event::Refused, Event::Lost]
            .into_iter()
            .chain(both.map(|(open, done)| Event::Told { open, done }))
            .chain(both.map(|(open, done)| Event::Listed { open, done }))
            .chain([Event::NewsDue, Event::HandedOver, Event::Ended])
            .collect()
    }

    /// The whole state machine: one row for each state, and one cell for each event that changes the state or causes an
    /// action.
    #[test]
    fn each_event_in_each_state_of_a_room_equals_the_table() {
        let mut table = String::new();
        for state in STATES {
            for event in events() {
                let (after, step) = state.after(event);
                if after != state || step != RoomStep::Nothing {
                    table.push_str(&format!("{state:?} + {event:?} -> {after:?}, {step:?}\n"));
                }
            }
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn in_every_state_the_shown_room_is_that_of_the_server_and_a_request_never_opens_or_closes_it() {
        let is_open = |state: RoomState| match state {
            RoomState::Idle | RoomState::Over => false,
            RoomState::Open => true,
            RoomState::Asked { open } | RoomState::Answered { open } | RoomState::Doubted { open } => open,
        };
        for state in STATES {
            for event in events() {
                let (after, _) = state.after(event);
                let expected = match event {
                    _ if state == RoomState::Over => false,
                    Event::Told { open, .. } | Event::Listed { open, .. } => open,
                    Event::HandedOver | Event::Ended => false,
                    Event::Ask | Event::Accepted | Event::Refused | Event::Lost | Event::NewsDue => is_open(state),
                };
                assert_eq!(is_open(after), expected, "{state:?} + {event:?}");
            }
        }
    }

    #[test]
    fn every_request_ends_with_its_answer_and_a_list() {
        for first in [Event::Accepted, Event::Refused, Event::Lost] {
            for (open, done) in [(false, false), (true, false), (false, true), (true, true)] {
                let (asked, step) = RoomState::Idle.after(Event::Ask);
                assert_eq!((asked.is_pending(), step), (true, RoomStep::Send));
                let (answered, _) = asked.after(first);
                assert!(!answered.after(Event::Listed { open, done }).0.is_pending(), "{first:?} {open} {done}");
            }
        }
    }
}
