//! The internal call of the agent (INT-002 to INT-012): one state machine over the server's events, the leg of the
//! agent's telephone and the agent's actions. The area `voice` controls the leg.

/// The progress of the internal call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is no internal call.
    #[default]
    None,
    /// The request to call is pending.
    Asked,
    /// The answer to the request was lost: the server's list shows whether the call exists.
    Doubtful,
    /// The agent hung up before the request was answered.
    Withdrawn,
    /// The telephones of the agent and of the colleague are being called.
    Calling,
    /// A colleague's call rings.
    Ringing,
    /// The agent accepted the call; the confirmation of the server follows.
    Answering,
    /// Both agents talk.
    Talking,
    /// The agent hung up or declined, or the leg ended; the confirmation of the server follows.
    Ending,
}

/// An event of an internal call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEvent {
    /// The agent calls a colleague.
    Place,
    /// The server refused the request.
    Refused,
    /// The answer to the request was lost.
    Lost,
    /// The server reports that this outgoing call of the agent continues.
    Outgoing,
    /// The server reports a call from a colleague.
    Incoming,
    /// The server reports that both agents talk.
    Answered,
    /// The agent accepts.
    Accept,
    /// The agent declines.
    Decline,
    /// The agent hangs up.
    HangUp,
    /// The leg of the agent's telephone ended.
    LegEnded,
    /// The server reports that the call is over.
    Over,
    /// The server's list is newer than the call and does not contain it.
    Unlisted,
}

/// An action that follows from an event of an internal call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallAction {
    /// The request is sent.
    Send,
    /// The agent's telephone answers the leg of the call automatically.
    CarryOutgoing,
    /// The leg of the call waits for the agent.
    CarryIncoming,
    /// The agent is notified of a colleague's call.
    Notify,
    /// The leg of the call is accepted.
    AcceptLeg,
    /// The leg of the call is declined.
    DeclineLeg,
    /// The leg of the call is hung up.
    HangUpLeg,
    /// A request to end the call is sent.
    SendHangUp,
    /// The telephone drops the call.
    Release,
    /// The server's list is refetched.
    LookUp,
    /// A text tells the agent why the server refused.
    SayRefused,
    /// A text tells the agent why the call ended.
    SayEnd,
    /// A text tells the agent that there is no call.
    SayNotPlaced,
}

impl Phase {
    /// Every phase.
    #[cfg(test)]
    pub const ALL: [Phase; 9] = [
        Phase::None,
        Phase::Asked,
        Phase::Doubtful,
        Phase::Withdrawn,
        Phase::Calling,
        Phase::Ringing,
        Phase::Answering,
        Phase::Talking,
        Phase::Ending,
    ];

    /// Whether the server has a record of the call.
    pub fn is_known(self) -> bool {
        match self {
            Self::Calling | Self::Ringing | Self::Answering | Self::Talking | Self::Ending => true,
            Self::None | Self::Asked | Self::Doubtful | Self::Withdrawn => false,
        }
    }

    /// The phase after an event, and the actions that follow. `Outgoing` and `Incoming` are about an unknown call or
    /// the present one; a different call ends the present one with `Over` first.
    pub fn after(self, event: CallEvent) -> (Self, &'static [CallAction]) {
        use CallAction::{
            AcceptLeg, CarryIncoming, CarryOutgoing, DeclineLeg, HangUpLeg, LookUp, Notify, Release, SayEnd,
            SayNotPlaced, SayRefused, Send, SendHangUp,
        };
        use CallEvent as Event;
        match (self, event) {
            (Self::None, Event::Place) => (Self::Asked, &[Send]),
            (Self::None | Self::Asked | Self::Doubtful, Event::Outgoing) => (Self::Calling, &[CarryOutgoing]),
            (Self::None | Self::Asked | Self::Doubtful | Self::Withdrawn, Event::Incoming) => {
                (Self::Ringing, &[CarryIncoming, Notify])
            }
            (Self::Withdrawn, Event::Outgoing) => (Self::Ending, &[CarryOutgoing, HangUpLeg, SendHangUp]),
            (Self::Asked, Event::Refused) => (Self::None, &[SayRefused]),
            (Self::Withdrawn | Self::Doubtful, Event::Refused) => (Self::None, &[]),
            (Self::Asked, Event::Lost) => (Self::Doubtful, &[LookUp]),
            (Self::Withdrawn, Event::Lost) => (Self::Withdrawn, &[LookUp]),
            (Self::Asked | Self::Doubtful, Event::HangUp) => (Self::Withdrawn, &[]),
            (Self::Doubtful, Event::Unlisted) => (Self::None, &[SayNotPlaced]),
            (Self::Withdrawn, Event::Unlisted) => (Self::None, &[]),
            // A colleague's call arrived first, so the agent's own request will be refused.
            (Self::Ringing, Event::Refused) => (Self::Ringing, &[]),
            (Self::Ringing, Event::Accept) => (Self::Answering, &[AcceptLeg]),
            (Self::Ringing, Event::Decline | Event::HangUp) => (Self::Ending, &[DeclineLeg, SendHangUp]),
            (Self::Answering, Event::Decline | Event::HangUp) | (Self::Calling | Self::Talking, Event::HangUp) => {
                (Self::Ending, &[HangUpLeg, SendHangUp])
            }
            (Self::Calling | Self::Ringing | Self::Answering, Event::Answered) => (Self::Talking, &[]),
            (Self::Calling | Self::Ringing | Self::Answering | Self::Talking, Event::LegEnded) => (Self::Ending, &[]),
            (Self::Calling | Self::Ringing | Self::Answering | Self::Talking | Self::Ending, Event::Over) => {
                (Self::None, &[Release, SayEnd])
            }
            (Self::Calling | Self::Ringing | Self::Answering | Self::Talking | Self::Ending, Event::Unlisted) => {
                (Self::None, &[Release])
            }
            (
                Self::None,
                Event::Refused
                | Event::Lost
                | Event::Answered
                | Event::Accept
                | Event::Decline
                | Event::HangUp
                | Event::LegEnded
                | Event::Over
                | Event::Unlisted,
            )
            | (
                Self::Asked,
                Event::Place
                | Event::Answered
                | Event::Accept
                | Event::Decline
                | Event::LegEnded
                | Event::Over
                // The list may be older than the request.
                | Event::Unlisted,
            )
            | (
                Self::Doubtful,
                Event::Place
                | Event::Lost
                | Event::Answered
                | Event::Accept
                | Event::Decline
                | Event::LegEnded
                | Event::Over,
            )
            | (
                Self::Withdrawn,
                Event::Place
                | Event::Answered
                | Event::Accept
                | Event::Decline
                | Event::HangUp
                | Event::LegEnded
                | Event::Over,
            )
            | (
                Self::Calling,
                Event::Place
                | Event::Refused
                | Event::Lost
                | Event::Outgoing
                | Event::Incoming
                | Event::Accept
                | Event::Decline,
            )
            | (Self::Ringing, Event::Place | Event::Lost | Event::Outgoing | Event::Incoming)
            | (
                Self::Answering,
                Event::Place | Event::Refused | Event::Lost | Event::Outgoing | Event::Incoming | Event::Accept,
            )
            | (
                Self::Talking,
                Event::Place
                | Event::Refused
                | Event::Lost
                | Event::Outgoing
                | Event::Incoming
                | Event::Answered
                | Event::Accept
                | Event::Decline,
            )
            | (
                Self::Ending,
                Event::Place
                | Event::Refused
                | Event::Lost
                | Event::Outgoing
                | Event::Incoming
                | Event::Answered
                | Event::Accept
                | Event::Decline
                | Event::HangUp
                | Event::LegEnded,
            ) => (self, &[]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CallEvent as Event;
    use super::*;

    const EVENTS: [Event; 12] = [
        Event::Place,
        Event::Refused,
        Event::Lost,
        Event::Outgoing,
        Event::Incoming,
        Event::Answered,
        Event::Accept,
        Event::Decline,
        Event::HangUp,
        Event::LegEnded,
        Event::Over,
        Event::Unlisted,
    ];

    /// The whole state machine: one row for each phase, and one line for each event that changes it or causes an
    /// action.
    #[test]
    fn each_event_in_each_phase_of_an_internal_call_equals_the_table() {
        let mut table = String::new();
        for phase in Phase::ALL {
            for event in EVENTS {
                let (after, actions) = phase.after(event);
                if after != phase || !actions.is_empty() {
                    table.push_str(&format!("{phase:?} + {event:?} -> {after:?} {actions:?}\n"));
                }
            }
        }
        assert_eq!(table, include_str!("call_table.txt"), "the machine changed: review every changed line");
    }

    #[test]
    fn int_012_after_a_hang_up_of_either_agent_in_any_phase_there_is_no_call() {
        for phase in Phase::ALL {
            for ends in [[Event::HangUp, Event::Over], [Event::LegEnded, Event::Over], [Event::Over, Event::LegEnded]] {
                let last = ends.into_iter().fold(phase, |phase, event| phase.after(event).0);
                assert!(!last.is_known(), "{phase:?} after {ends:?} is {last:?}");
            }
        }
    }
}
