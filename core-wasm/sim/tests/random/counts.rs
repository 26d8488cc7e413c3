//! What all days together were made of. Each kind of action, input and transition that the product knows must have
//! happened; a zero means that the simulation does not look there any more.

use crate::actions::{ACTIONS, Action};
use crate::day::Day;
use std::collections::BTreeMap;
use std::fmt;
use workspace_sim::Counts;

/// Fewer steps than this prove nothing about what never happens.
pub const ENOUGH: u64 = 50_000;

#[derive(Default)]
pub struct Totals {
    days: usize,
    steps: usize,
    sent: usize,
    actions: BTreeMap<Action, u32>,
    counts: Counts,
}

impl Totals {
    pub fn add(&mut self, day: &Day, steps: usize) {
        self.days += 1;
        self.steps += steps;
        self.sent += day.sent;
        for (action, times) in &day.counts {
            *self.actions.entry(*action).or_default() += times;
        }
        self.counts.add(day.sim.counts());
    }

    /// What should have happened and did not.
    pub fn never(&self) -> Vec<String> {
        let actions = ACTIONS.iter().filter(|(action, _)| !self.actions.contains_key(action));
        let inputs = INPUTS.iter().filter(|name| !self.counts.inputs.contains_key(**name));
        let transitions = TRANSITIONS.iter().filter(|name| !self.counts.transitions.contains_key(**name));
        let names = inputs.chain(transitions).map(|name| (*name).to_owned());
        actions.map(|(action, _)| format!("{action:?}")).chain(names).collect()
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} days, {} steps, {} texts sent", self.days, self.steps, self.sent)?;
        for (action, _) in ACTIONS {
            writeln!(out, "{:>10} action {action:?}", self.actions.get(action).copied().unwrap_or_default())?;
        }
        for (name, times) in self.counts.inputs.iter().chain(&self.counts.transitions) {
            writeln!(out, "{times:>10} {name}")?;
        }
        for name in self.never() {
            writeln!(out, "{:>10} {name}", 0)?;
        }
        Ok(())
    }
}

/// What comes in: wishes, frames, answers by area and outcome, events of link, page and disk.
#[rustfmt::skip] // a table
const INPUTS: &[&str] = &[
    "answer Channels 2xx", "answer Channels 4xx", "answer Channels 5xx", "answer Channels NoAnswer",
    "answer Channels TimedOut", "answer Chat 2xx", "answer Chat 4xx", "answer Chat 5xx", "answer Chat NoAnswer",
    "answer Chat TimedOut", "answer Connection 2xx", "answer Connection 5xx", "answer Contacts 2xx",
    "answer Contacts 4xx", "answer Contacts 5xx", "answer Contacts NoAnswer", "answer Contacts TimedOut",
    "answer Jobs 2xx", "answer Jobs 4xx", "answer Jobs 5xx", "answer Jobs NoAnswer", "answer Jobs TimedOut",
    "answer Qualification 2xx", "answer Qualification 4xx", "answer Qualification 5xx",
    "answer Qualification NoAnswer", "answer Session 2xx", "answer Session 4xx", "answer Session 5xx",
    "answer Session NoAnswer", "answer Session TimedOut", "frame (unreadable)", "frame AgentStatusEvent",
    "frame ChatEndEvent", "frame ChatInactiveEvent", "frame ChatLoginEvent", "frame ChatLogoffEvent",
    "frame ChatMessageEvent", "frame ChatTypingEvent", "frame JobFinishedEvent", "frame MoonPhaseEvent",
    "frame NewChatEvent", "frame QualifiedAttendanceEvent", "intent AnswerScript", "intent ChooseQualification",
    "intent CloseJob", "intent ConfirmQualification", "intent ConnectChannel", "intent DiscardMessage",
    "intent DisconnectChannel", "intent DraftChanged", "intent EditMessage", "intent FinishJob", "intent HoldOrder",
    "intent LinkContact", "intent NotificationsReadAll", "intent ObserveQualification", "intent OpenContactForm",
    "intent OpenContactSearch", "intent OpenJob", "intent OpenQualification", "intent ReloadJobs",
    "intent ReloadThread", "intent RetryMessage", "intent SaveContact", "intent ScrollChanged",
    "intent SearchContacts", "intent SendMessage", "intent SignIn", "intent SignOut", "intent SnackbarShown",
    "link Closed", "link Opened", "page Focus", "page Gap", "page Online", "page Started", "page Visible",
    "stored Full", "stored Ok", "stored Unavailable", "wake",
];

/// Each machine as it shows on the screen, and the outbox: from which state to which.
#[rustfmt::skip] // a table
const TRANSITIONS: &[&str] = &[
    "chat: Absent -> Available", "chat: Absent -> Disconnected", "chat: Absent -> InAttendance",
    "chat: Available -> InAttendance", "chat: Disconnected -> Absent", "chat: Disconnected -> InAttendance",
    "chat: Disconnected -> Processing", "chat: InAttendance -> Absent", "chat: InAttendance -> Available",
    "chat: InAttendance -> Processing", "chat: Processing -> Available", "chat: Processing -> Disconnected",
    "chat: Processing -> InAttendance", "contact: Absent -> Found", "contact: Absent -> Loading",
    "contact: Failed -> Absent", "contact: Failed -> Loading", "contact: Found -> Absent",
    "contact: Loading -> Absent", "contact: Loading -> Failed", "contact: Loading -> Found",
    "contact: Loading -> Unknown", "contact: Unknown -> Absent", "contact: Unknown -> Found",
    "dialog: None -> Qualification", "dialog: Qualification -> None", "link: Connecting -> Lost",
    "link: Connecting -> Ok", "link: Lost -> Connecting", "link: Ok -> Connecting", "link: Ok -> Lost",
    "message: Absent -> Failed", "message: Absent -> Received", "message: Absent -> Sending",
    "message: Absent -> Sent", "message: Failed -> Absent", "message: Failed -> Sent",
    "message: Received -> Absent", "message: Sending -> Absent", "message: Sending -> Failed",
    "message: Sending -> Sent", "message: Sent -> Absent", "outbox: Absent -> Asking", "outbox: Absent -> Failed",
    "outbox: Absent -> Ready", "outbox: Absent -> Storing", "outbox: Asking -> Absent", "outbox: Asking -> InFlight",
    "outbox: Asking -> Waiting", "outbox: Failed -> Absent", "outbox: Failed -> Asking", "outbox: Failed -> GivingUp",
    "outbox: GivingUp -> Absent", "outbox: GivingUp -> Failed",
    "outbox: InFlight -> Absent", "outbox: InFlight -> Failed", "outbox: InFlight -> Waiting",
    "outbox: Ready -> Absent", "outbox: Ready -> InFlight", "outbox: Storing -> InFlight", "outbox: Storing -> Ready",
    "outbox: Waiting -> Absent", "outbox: Waiting -> Asking", "qualification: Absent -> Loading",
    "qualification: Failed -> Absent", "qualification: Failed -> Loading", "qualification: Loading -> Absent",
    "qualification: Loading -> Failed", "qualification: Loading -> Ready", "qualification: Pending -> Absent",
    "qualification: Pending -> Ready", "qualification: Ready -> Absent", "qualification: Ready -> Pending",
    "route: attendance -> login", "route: attendance -> lost-connection", "route: login -> attendance",
    "route: lost-connection -> attendance", "session: Checking -> Ready", "session: Checking -> Reconnecting",
    "session: Checking -> SignedOut", "session: Ready -> SignedOut", "session: Reconnecting -> Checking",
    "session: Reconnecting -> SignedOut", "session: SignedOut -> SigningIn", "session: SigningIn -> Checking",
    "session: SigningIn -> SignedOut", "session: Starting -> Checking", "session: Starting -> Reconnecting",
    "session: Starting -> SignedOut", "thread: failed Open -> loading Open", "thread: loading Open -> failed Open",
    "thread: loading Open -> quiet Open", "thread: quiet ChannelDisconnected -> quiet Open",
    "thread: quiet Closed -> Absent", "thread: quiet Open -> Absent", "thread: quiet Open -> loading Open",
    "thread: quiet Open -> quiet ChannelDisconnected", "thread: quiet Open -> quiet Closed",
];
