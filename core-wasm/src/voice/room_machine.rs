//! The agent's open request about the room of a call, against what the server says of that room: one exhaustive match for every state and
//! event. A request changes nothing that is shown; only the server's news do. A request whose answer was lost is looked up in the list
//! of attendances.

/// The room of a call, and the agent's request about it. `open`: the server's room has more than agent and customer, or an open transfer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoomState {
    /// Agent and customer are alone, and nothing is asked.
    #[default]
    Idle,
    /// As the server told it; nothing is asked.
    Open,
    /// The request was sent and has no answer.
    Asked {
        /// There is a room.
        open: bool,
    },
    /// The server has accepted the request; its news are due.
    Answered {
        /// There is a room.
        open: bool,
    },
    /// The answer was lost: the server is asked.
    Doubted {
        /// There is a room.
        open: bool,
    },
    /// The attendance left this agent, or the call ended.
    Over,
}

/// What happens to the room of a call. `done`: what the agent asked for is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomEvent {
    /// The agent asks for a change.
    Ask,
    /// The server accepted the request.
    Accepted,
    /// The server refused it, and says so.
    Refused,
    /// Nobody knows whether the server did it.
    Lost,
    /// An event, or a list that may be older than the request, names the room.
    Told {
        /// There is a room.
        open: bool,
        /// What was asked for is so.
        done: bool,
    },
    /// A list that is newer than the request named the room.
    Listed {
        /// There is a room.
        open: bool,
        /// What was asked for is so.
        done: bool,
    },
    /// The news of an accepted request did not come in time.
    NewsDue,
    /// The attendance has another owner.
    HandedOver,
    /// The call ended.
    Ended,
}

/// What follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomStep {
    /// Nothing: also an event of an earlier request.
    Nothing,
    /// The request is sent.
    Send,
    /// The server's news are awaited for a moment.
    AwaitNews,
    /// The cause of the refusal is told.
    TellRefusal,
    /// The list of attendances is read, which names the room.
    LookUp,
    /// The server never did it: that is told.
    TellNotDone,
    /// The attendance leaves the list.
    HandOver,
}

fn settled(open: bool) -> RoomState {
    if open { RoomState::Open } else { RoomState::Idle }
}

impl RoomState {
    /// The state after an event, and what follows.
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
            // One request at a time; a second press is a press too many.
            (Self::Asked { .. } | Self::Answered { .. } | Self::Doubted { .. }, Event::Ask) => {
                (self, RoomStep::Nothing)
            }
            // The news came first and have settled it.
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
            // It was done and undone meanwhile.
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

    /// Whether a request waits for its answer or its news.
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

    /// The whole machine: a row for each state, a cell for each event that changes it or makes a step.
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
    fn the_room_is_the_servers_in_every_state_and_a_request_never_opens_or_closes_it() {
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
    fn every_request_comes_to_an_end_by_an_answer_and_a_list() {
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
