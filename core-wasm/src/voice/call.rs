//! One telephone call: its kind, its progress, the leg of the agent's telephone that carries it, and what the agent
//! requested for it (spec session §4). Calls are kept by their id in the telephone system (`uniqueId`, docs/contract.md
//! "Identifiers of calls"). Everything that happens to a call is an event of [`Progress::after`], and no event of one
//! call changes another call.

use super::call_state::{CallState, DialStatus};
use super::own_call::OwnCall;
use super::room::Room;
use crate::flow::Mono;
use crate::jobs::EventNumber;
use crate::wire::{AckCallRequestEvent, CallType, Protocol, Wall};

/// The kind of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CallKind {
    /// A customer called a queue.
    Queue,
    /// A campaign called the customer.
    Dialer,
    /// The agent dialled.
    Manual,
    /// An extension called this agent: a leg without a call request and without an attendance.
    Colleague,
    /// A call between agents, which the area of colleagues shows.
    Internal,
}

impl From<CallType> for CallKind {
    fn from(call_type: CallType) -> Self {
        match call_type {
            CallType::Queue => Self::Queue,
            CallType::Dialer => Self::Dialer,
            CallType::Manual => Self::Manual,
        }
    }
}

/// The progress of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The leg arrived while the agent's own request to dial is pending: the answer or an event shows which call it
    /// belongs to.
    Unnamed,
    /// The call waits for the agent's decision: the dialog is open.
    Asking,
    /// The agent rejected the call: its leg is declined when it arrives.
    Rejected,
    /// The agent accepted the call; its attendance arrives later (a call from a colleague has none).
    Accepted,
    /// The customer's telephone is being called.
    Dialling,
    /// Agent and customer talk.
    Talking,
    /// An answering machine answered; the call continues (VOI-059).
    Machine,
    /// The call has ended.
    Ended,
}

/// An event of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEvent {
    /// Neither an answer nor an event named the call of the leg in time, so the call rings.
    Unclaimed,
    /// The agent accepts the call, or a rule accepts it (VOI-029).
    Accept,
    /// The agent rejects the call.
    Reject,
    /// The call turned out to be the one that the agent dialled.
    Dialled,
    /// The server reports that agent and customer talk.
    Answered,
    /// The telephone network reported a dial status.
    Status(DialStatus),
    /// The telephone network reported a SIP cause.
    SipCause(u16),
    /// The agent hung up, or the call was ended by the agent or by a failure (VOI-039, VOI-040).
    HungUpHere,
    /// The call was ended by the customer or another source (VOI-041).
    HungUpThere,
    /// The leg of the call ended.
    LegEnded,
    /// The call continues although it counted as ended: the server refused the hang-up, or the leg still has sound.
    StillOpen,
}

impl Progress {
    /// Whether the call has not ended.
    pub fn is_live(self) -> bool {
        self != Self::Ended
    }

    /// The result of an event: the next progress, and how the call ended if the event ends it. The first end is kept,
    /// because a later report of the network is less precise.
    pub fn after(self, event: CallEvent) -> (Self, Option<CallState>) {
        use CallEvent as Event;
        match (self, event) {
            (Self::Ended, Event::StillOpen) => (Self::Talking, None),
            (
                Self::Ended,
                Event::Unclaimed
                | Event::Accept
                | Event::Reject
                | Event::Dialled
                | Event::Answered
                | Event::Status(_)
                | Event::SipCause(_)
                | Event::HungUpHere
                | Event::HungUpThere
                | Event::LegEnded,
            ) => (self, None),
            // Without an attendance the call lasts as long as its leg; with an attendance the server reports the end.
            (Self::Unnamed | Self::Asking | Self::Rejected | Self::Accepted, Event::LegEnded) => {
                (Self::Ended, Some(CallState::Cancel))
            }
            (Self::Unnamed, Event::Unclaimed) => (Self::Asking, None),
            (Self::Unnamed | Self::Asking, Event::Accept) => (Self::Accepted, None),
            (Self::Asking, Event::Reject) => (Self::Rejected, None),
            (Self::Unnamed | Self::Asking | Self::Rejected | Self::Accepted, Event::Dialled) => (Self::Dialling, None),
            (
                Self::Unnamed | Self::Asking | Self::Rejected | Self::Accepted | Self::Dialling,
                Event::Answered | Event::Status(DialStatus::Answer),
            )
            | (Self::Machine, Event::Status(DialStatus::Answer)) => (Self::Talking, None),
            (
                Self::Unnamed | Self::Asking | Self::Rejected | Self::Accepted | Self::Dialling | Self::Talking,
                Event::Status(DialStatus::Machine),
            ) => (Self::Machine, None),
            (
                Self::Unnamed
                | Self::Asking
                | Self::Rejected
                | Self::Accepted
                | Self::Dialling
                | Self::Talking
                | Self::Machine,
                Event::HungUpHere | Event::HungUpThere | Event::Status(_) | Event::SipCause(_),
            ) => match event.end() {
                Some(how) => (Self::Ended, Some(how)),
                None => (self, None),
            },
            (Self::Dialling | Self::Talking | Self::Machine, Event::LegEnded | Event::Dialled | Event::Accept)
            | (Self::Talking | Self::Machine, Event::Answered)
            | (Self::Rejected | Self::Accepted, Event::Accept)
            | (
                Self::Unnamed | Self::Rejected | Self::Accepted | Self::Dialling | Self::Talking | Self::Machine,
                Event::Reject,
            )
            | (
                Self::Asking | Self::Rejected | Self::Accepted | Self::Dialling | Self::Talking | Self::Machine,
                Event::Unclaimed,
            )
            | (
                Self::Unnamed
                | Self::Asking
                | Self::Rejected
                | Self::Accepted
                | Self::Dialling
                | Self::Talking
                | Self::Machine,
                Event::StillOpen,
            ) => (self, None),
        }
    }
}

impl CallEvent {
    /// How a call that has not ended ends by this event; `None` if the event does not end it.
    fn end(self) -> Option<CallState> {
        match self {
            Self::HungUpHere => Some(CallState::HungUp),
            Self::HungUpThere => Some(CallState::Cancel),
            Self::Status(status) => status.end(),
            Self::SipCause(404) => Some(CallState::NotFounded),
            Self::SipCause(408) => Some(CallState::NotAnswered),
            Self::SipCause(_)
            | Self::Unclaimed
            | Self::Accept
            | Self::Reject
            | Self::Dialled
            | Self::Answered
            | Self::LegEnded
            | Self::StillOpen => None,
        }
    }
}

/// How and when a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallEnd {
    /// The end, as a state of [`CallState`].
    pub how: CallState,
    /// The time of the end, on the server's clock.
    pub at: Wall,
}

/// The leg of a call on the agent's telephone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The number of the leg in the signalling.
    pub number: u32,
    /// The telephone system named the call of the leg, or the page dialled it. Otherwise the leg was matched by the
    /// number of the customer.
    pub confirmed: bool,
}

/// The agent's decision about a leg that has not arrived yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegAnswer {
    /// The leg is accepted when it arrives.
    Accept,
    /// The leg is declined when it arrives.
    Decline,
}

/// The agent's requests for a call that are not confirmed yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The decision about the leg, and until when it is valid.
    pub answer: Option<(LegAnswer, Mono)>,
    /// The agent has hung up, and the server has not ended the call yet.
    pub hang_up: bool,
    /// The agent has finished the attendance, and the server has not ended the call yet.
    pub finish: bool,
    /// How often the server refused the hang-up.
    pub attempts: u32,
}

/// A call request: a call that the agent accepts or rejects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRequest {
    /// The server's description of the call.
    pub info: Box<AckCallRequestEvent>,
    /// Whether the ring tone sounds.
    pub rings: bool,
    /// Time of arrival of the call request.
    pub since: Wall,
    /// Number of the event of the call request; `None` if a list or a leg brought it.
    pub event: Option<EventNumber>,
}

/// A call. It is kept under its id.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The kind of the call.
    pub kind: CallKind,
    /// The attendance of the call; `None` until the attendance arrives, and for a call without one.
    pub attendance: Option<Protocol>,
    /// Number of the other party; empty if unknown.
    pub phone: String,
    /// The progress of the call.
    pub progress: Progress,
    /// How and when the call ended; `None` before that.
    pub end: Option<CallEnd>,
    /// An end that the leg of the call contradicts; it applies again when the leg has ended.
    pub overruled: Option<CallEnd>,
    /// Time at which agent and customer began to talk, on the server's clock.
    pub since: Option<Wall>,
    /// The leg of the call on the agent's telephone.
    pub leg: Option<Leg>,
    /// The agent's requests for the call.
    pub asked: Asked,
    /// The call request by which the agent was asked to accept the call.
    pub request: Option<CallRequest>,
    /// The page dials the call itself.
    pub own: Option<OwnCall>,
    /// The parties of the call and its transfer.
    pub room: Room,
    /// Time at which this page learned of the call.
    pub begun: Mono,
}

impl Call {
    /// A call that begins now.
    pub fn new(kind: CallKind, progress: Progress, phone: &str, now: Mono) -> Self {
        Self {
            kind,
            attendance: None,
            phone: phone.to_owned(),
            progress,
            end: None,
            overruled: None,
            since: None,
            leg: None,
            asked: Asked::default(),
            request: None,
            own: None,
            room: Room::default(),
            begun: now,
        }
    }

    /// Whether the call has not ended.
    pub fn is_live(&self) -> bool {
        self.progress.is_live()
    }

    /// Applies an event at `now` on the server's clock. Returns whether the call ended by this event.
    pub fn take(&mut self, event: CallEvent, now: Wall) -> bool {
        let before = self.progress;
        let (progress, how) = before.after(event);
        self.progress = progress;
        match progress {
            Progress::Talking | Progress::Machine => {
                self.since = self.since.or(Some(now));
                self.end = None;
                self.room.reopen();
            }
            Progress::Ended => {
                self.room.end();
                self.end = self.end.or(how.map(|how| CallEnd { how, at: now }));
                self.asked.answer = None;
            }
            Progress::Unnamed | Progress::Asking | Progress::Rejected | Progress::Accepted | Progress::Dialling => {}
        }
        before.is_live() && !progress.is_live()
    }

    /// The state of the call that its attendance shows.
    pub fn state(&self) -> CallState {
        match (self.progress, self.kind) {
            (Progress::Ended, _) => self.end.map_or(CallState::HungUp, |end| end.how),
            (Progress::Machine, _) => CallState::Machine,
            (Progress::Talking, CallKind::Manual) => CallState::InProgress,
            (Progress::Talking, CallKind::Queue | CallKind::Dialer | CallKind::Colleague | CallKind::Internal) => {
                CallState::IsService
            }
            (
                Progress::Unnamed | Progress::Asking | Progress::Rejected | Progress::Accepted | Progress::Dialling,
                _,
            ) => CallState::Dialling,
        }
    }

    /// Whether the call waits for the agent's decision, or was accepted and waits for its attendance.
    pub fn awaits(&self) -> bool {
        match self.progress {
            Progress::Asking => true,
            Progress::Accepted => self.attendance.is_none(),
            Progress::Unnamed
            | Progress::Rejected
            | Progress::Dialling
            | Progress::Talking
            | Progress::Machine
            | Progress::Ended => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CallEvent as Event;
    use super::*;

    const PROGRESS: [Progress; 8] = [
        Progress::Unnamed,
        Progress::Asking,
        Progress::Rejected,
        Progress::Accepted,
        Progress::Dialling,
        Progress::Talking,
        Progress::Machine,
        Progress::Ended,
    ];
    const EVENTS: [Event; 14] = [
        Event::Unclaimed,
        Event::Accept,
        Event::Reject,
        Event::Dialled,
        Event::Answered,
        Event::Status(DialStatus::Answer),
        Event::Status(DialStatus::Machine),
        Event::Status(DialStatus::Busy),
        Event::SipCause(404),
        Event::SipCause(486),
        Event::HungUpHere,
        Event::HungUpThere,
        Event::LegEnded,
        Event::StillOpen,
    ];

    /// The whole state machine: one row for each progress, and one cell for each event that changes it.
    #[test]
    fn each_event_in_each_progress_of_a_call_equals_the_table() {
        let mut table = String::new();
        for progress in PROGRESS {
            for event in EVENTS {
                let (after, how) = progress.after(event);
                if after != progress || how.is_some() {
                    let end = how.map(|how| format!(" {how:?}")).unwrap_or_default();
                    table.push_str(&format!("{progress:?} + {event:?} -> {after:?}{end}\n"));
                }
            }
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn a_call_keeps_its_first_end_whatever_follows() {
        for how in [Event::Status(DialStatus::Busy), Event::SipCause(404), Event::HungUpHere, Event::HungUpThere] {
            let mut call = Call::new(CallKind::Manual, Progress::Dialling, "5511", Mono(0));
            assert!(call.take(how, Wall(5)));
            let end = call.end;
            for later in EVENTS.into_iter().filter(|event| *event != Event::StillOpen) {
                assert!(!call.take(later, Wall(9)), "{later:?}");
                assert_eq!((call.progress, call.end), (Progress::Ended, end), "{how:?} then {later:?}");
            }
        }
    }

    #[test]
    fn a_call_that_is_reported_open_again_keeps_its_start() {
        let mut call = Call::new(CallKind::Queue, Progress::Accepted, "5511", Mono(0));
        call.take(Event::Answered, Wall(5));
        call.take(Event::HungUpHere, Wall(8));
        call.take(Event::StillOpen, Wall(9));
        assert_eq!((call.progress, call.end, call.since), (Progress::Talking, None, Some(Wall(5))));
    }
}
