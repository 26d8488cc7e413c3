//! One telephone call: what it is, how far it has come, which leg of the agent's telephone carries it, and what the agent asked of it
//! (spec session §4). Calls are kept by their id in the telephone system (`uniqueId`, docs/contract.md "Identifiers of calls");
//! everything that happens to a call is an event of [`Progress::after`], and nothing that belongs to one call is written to another.

use super::call_state::{CallState, DialStatus};
use super::own_call::OwnCall;
use super::room::Room;
use crate::flow::Mono;
use crate::jobs::EventNumber;
use crate::wire::{AckCallRequestEvent, CallType, Protocol, Wall};

/// What a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CallKind {
    /// A customer called a queue.
    Queue,
    /// A campaign called the customer.
    Dialer,
    /// The agent dialled.
    Manual,
    /// A leg that no request and no attendance names: an extension called this one.
    Colleague,
    /// A call between agents: the area of colleagues has it.
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

/// How far a call has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Its leg arrived while the agent's own request to dial is open: the answer or an event says whose call it is.
    Unnamed,
    /// It waits for the agent's decision: the dialog is open.
    Asking,
    /// The agent rejected it: its leg is declined when it arrives.
    Rejected,
    /// Accepted; its attendance follows (a colleague's call has none).
    Accepted,
    /// The customer's telephone is being called.
    Dialling,
    /// Agent and customer talk.
    Talking,
    /// An answering machine answered; the call goes on (VOI-059).
    Machine,
    /// The call has ended.
    Ended,
}

/// What happens to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEvent {
    /// Neither an answer nor an event named it in time: it rings.
    Unclaimed,
    /// The agent accepts it, or a rule does (VOI-029).
    Accept,
    /// The agent rejects it.
    Reject,
    /// It is the call that the agent dialled.
    Dialled,
    /// The server says that agent and customer talk.
    Answered,
    /// A dial status of the network.
    Status(DialStatus),
    /// A SIP cause of the network.
    SipCause(u16),
    /// It ended by the agent or a failure (VOI-039, VOI-040), or the agent hung up.
    HungUpHere,
    /// It ended by another source (VOI-041).
    HungUpThere,
    /// Its leg ended.
    LegEnded,
    /// It is open although it counted as ended: the server did not take the hang-up, or its leg still has sound.
    StillOpen,
}

impl Progress {
    /// Whether the call has not ended.
    pub fn is_live(self) -> bool {
        self != Self::Ended
    }

    /// What follows from an event: the next progress, and how the call ended if it ends by this event. The first end stays: a later
    /// word of the network says less.
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
            // Without an attendance the leg is the call; with one the server says when it ends.
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
    /// How a call that goes on ends by this event; `None` if it does not.
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
    /// An end of [`CallState`].
    pub how: CallState,
    /// When, on the server's clock.
    pub at: Wall,
}

/// The leg of a call on the agent's telephone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Its number in the signalling.
    pub number: u32,
    /// The telephone system named the call, or the page made it; else it was matched by the number of the customer.
    pub confirmed: bool,
}

/// What the agent wants of a leg that has not arrived yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegAnswer {
    /// It is accepted.
    Accept,
    /// It is declined.
    Decline,
}

/// What the agent asked of a call and is not confirmed yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The answer to a leg, and until when it counts.
    pub answer: Option<(LegAnswer, Mono)>,
    /// The agent has hung up, and the server has not ended the call yet.
    pub hang_up: bool,
    /// The agent has finished the attendance, and the server has not ended the call yet.
    pub finish: bool,
    /// How often the server did not take the hang-up.
    pub attempts: u32,
}

/// A call that the agent is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRequest {
    /// What the server said of it.
    pub info: Box<AckCallRequestEvent>,
    /// The ring tone sounds.
    pub rings: bool,
    /// When it arrived.
    pub since: Wall,
    /// Number of its event; `None` if a list or a leg brought it.
    pub event: Option<EventNumber>,
}

/// A call. Its id is the key under which it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// What it is.
    pub kind: CallKind,
    /// Its attendance; `None` before it arrives, and of a call that has none.
    pub attendance: Option<Protocol>,
    /// Number of the other side; empty if unknown.
    pub phone: String,
    /// How far it has come.
    pub progress: Progress,
    /// How and when it ended.
    pub end: Option<CallEnd>,
    /// An end that the leg of the call contradicts: it holds again when the leg has ended.
    pub overruled: Option<CallEnd>,
    /// Since when agent and customer talk, on the server's clock.
    pub since: Option<Wall>,
    /// Its leg on the agent's telephone.
    pub leg: Option<Leg>,
    /// What the agent asked of it.
    pub asked: Asked,
    /// What the agent was asked about it.
    pub request: Option<CallRequest>,
    /// The page makes the call itself.
    pub own: Option<OwnCall>,
    /// Who is in it, and its transfer.
    pub room: Room,
    /// When this page learned of it.
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

    /// Takes an event at `now` of the server's clock. Returns whether the call ended by it.
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

    /// The state that the attendance of the call shows.
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

    /// Whether it waits for the agent's decision, or for its attendance after the agent accepted it.
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

    /// The whole machine: a row for each progress, a cell for each event that changes it.
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
