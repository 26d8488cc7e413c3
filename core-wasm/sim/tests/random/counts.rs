//! Statistics of all days together. Each kind of action, input and transition of the product must have happened; a zero
//! means that the simulation does not cover it any more.

use crate::actions::{Action, actions, actions_during_sleep, with_voice};
use crate::day::Day;
use std::collections::BTreeMap;
use std::fmt;
use workspace_sim::{Counts, oracle};

/// With fewer steps than this, a kind that never happened proves nothing.
pub const ENOUGH: u64 = 50_000;

#[derive(Default)]
pub struct Totals {
    days: usize,
    steps: usize,
    sent: usize,
    actions: BTreeMap<Action, u32>,
    slept_through: BTreeMap<Action, u32>,
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
        for (action, times) in &day.slept_through {
            *self.slept_through.entry(*action).or_default() += times;
        }
        self.counts.add(day.sim.counts());
        let (overlaps, conflicts) = day.sim.overlaps();
        for (name, times) in [("call that overlaps", overlaps), ("call that ran again", conflicts)] {
            *self.counts.inputs.entry(name.to_owned()).or_default() += times;
        }
    }

    /// Kinds that should have happened and did not.
    pub fn never(&self) -> Vec<String> {
        let actions = actions().filter(|(action, _)| !self.actions.contains_key(action));
        // In days with voice the agents have no WhatsApp: only inputs and machines of the other kinds are counted.
        let (inputs, transitions): (&[&str], &[&str]) =
            if with_voice() { (OF_VOICE, &[]) } else { (INPUTS, TRANSITIONS) };
        let inputs = inputs.iter().filter(|name| !self.counts.inputs.contains_key(**name));
        let transitions = transitions.iter().filter(|name| !self.counts.transitions.contains_key(**name));
        let compared = oracle::compared_kinds()
            .filter(|kind| !with_voice() || COMPARED_OF_VOICE.contains(kind))
            .filter(|kind| !self.counts.compared.contains_key(*kind));
        let asleep = actions_during_sleep().into_iter().filter(|action| !self.slept_through.contains_key(action));
        let names = inputs.chain(transitions).map(|name| (*name).to_owned());
        actions
            .map(|(action, _)| format!("{action:?}"))
            .chain(asleep.map(|action| format!("{action:?} while a computer slept")))
            .chain(names)
            .chain(compared.map(|kind| format!("{kind} compared with the server")))
            .collect()
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{} days, {} steps, {} texts sent", self.days, self.steps, self.sent)?;
        for (action, _) in actions() {
            writeln!(out, "{:>10} action {action:?}", self.actions.get(&action).copied().unwrap_or_default())?;
        }
        for (name, times) in self.counts.inputs.iter().chain(&self.counts.transitions) {
            writeln!(out, "{times:>10} {name}")?;
        }
        for (action, times) in &self.slept_through {
            writeln!(out, "{times:>10} {action:?} while a computer slept")?;
        }
        for (kind, times) in &self.counts.compared {
            writeln!(out, "{times:>10} {kind} compared with the server")?;
        }
        for (kind, reason) in oracle::local_kinds() {
            writeln!(out, "     local {kind}: {reason}")?;
        }
        for name in self.never() {
            writeln!(out, "{:>10} {name}", 0)?;
        }
        Ok(())
    }
}

/// Kinds of inputs: intents, frames, answers by area and result, events of link, page and disk.
#[rustfmt::skip] // a table
const INPUTS: &[&str] = &[
    "answer absence 2xx", "answer absence 5xx", "answer absence NoAnswer", "answer channels 2xx",
    "answer channels 4xx", "answer channels 5xx", "answer channels NoAnswer", "answer channels TimedOut",
    "answer connection 2xx", "answer connection 5xx", "answer contacts 2xx", "answer contacts 4xx",
    "answer contacts 5xx", "answer contacts NoAnswer", "answer contacts TimedOut", "answer jobs 2xx",
    "answer jobs 4xx", "answer jobs 5xx", "answer jobs NoAnswer", "answer jobs TimedOut", "answer notifications 2xx",
    "answer notifications 4xx", "answer notifications 5xx", "answer notifications NoAnswer",
    "answer notifications TimedOut", "answer pauses 2xx", "answer pauses 4xx", "answer pauses 5xx",
    "answer pauses NoAnswer", "answer pauses TimedOut", "answer qualification 2xx", "answer qualification 4xx",
    "answer qualification 5xx", "answer qualification NoAnswer", "answer qualification TimedOut",
    "answer session 2xx", "answer session 4xx", "answer session 5xx", "answer session NoAnswer",
    "answer session TimedOut", "call that overlaps", "call that ran again", "answer supervision 2xx", "answer supervision 4xx", "answer supervision 5xx",
    "answer supervision NoAnswer", "answer supervision TimedOut", "frame (unreadable)", "frame AgentAbsentEvent",
    "frame AgentBoardEvent", "frame AgentStatusEvent", "frame ChatEndEvent", "frame ChatInactiveEvent",
    "frame ChatLoginEvent", "frame ChatLogoffEvent", "frame ChatMessageEvent", "frame ChatPauseEvent",
    "frame ChatTypingEvent", "frame ChatUnpauseEvent", "frame ForcedDisconnectEvent", "frame JobFinishedEvent",
    "frame MoonPhaseEvent", "frame SnoozeEndedEvent", "frame NewChatEvent", "frame NotificationEvent", "frame QualifiedAttendanceEvent",
    "frame TabDisabledEvent", "frame WhatsAppLoginEvent", "frame WhatsAppPauseEvent", "intent AnswerScript", "intent CancelFinish", "intent FinishAndQualify", "intent SelectInBulk", "intent AskInBulk", "intent ConfirmBulk", "intent CancelBulk",
    "intent ObserveInBulk", "intent ChooseInBulk", "intent ViewedTo",
    "intent ChooseQualification", "intent CloseDialog", "intent CloseJob", "intent ConfirmQualification",
    "intent ConnectChannel", "intent DiscardMessage", "intent DisconnectChannel", "intent DraftChanged",
    "intent EditMessage", "intent EnterPause", "intent FinishJob", "intent ForceDisconnect",
    "intent GiveUpConnection", "intent HoldOrder", "intent LeavePause", "intent LinkContact",
    "intent NotificationsReadAll", "intent ObserveQualification", "intent OpenContactForm",
    "intent OpenContactSearch", "intent OpenJob", "intent OpenPauseDialog", "intent OpenQualification",
    "intent ReloadBoard", "intent ReloadJobs", "intent ReloadPauses", "intent ReloadThread", "intent RetryConnection",
    "intent RetryMessage", "intent RetrySession", "intent ReturnFromAbsence", "intent SaveContact",
    "intent ScrollChanged", "intent SearchContacts", "intent SendMessage", "intent SnoozeJob", "intent SaveListView", "intent RenameListView", "intent DeleteListView", "intent ChooseListView", "intent CancelSnooze", "intent SetAbsent", "intent SignIn",
    "intent SignOut", "intent SnackbarShown", "link Closed", "link Opened", "link Refused", "page Focus", "page Gap",
    "page Online", "page RouteRequested", "page Started", "page TabDisabled", "page Visible", "stored Full",
    "stored Ok", "stored Unavailable", "wake",
];

/// Additional kinds of inputs in days with voice.
#[rustfmt::skip] // a table
const OF_VOICE: &[&str] = &[
    "intent AcceptCall", "intent RejectCall", "intent HangUp", "intent FinishJob", "intent Redial", "intent Dial",
    "intent Mute", "intent Hold", "intent PauseRecording", "intent SendTones", "intent BeginEchoTest", "intent EndEchoTest",
    "intent CallColleague", "intent AcceptColleague", "intent DeclineColleague", "intent HangUpColleague", "intent ShownColleagues",
    "intent ConfirmPreferential", "intent ConnectChannel", "intent DisconnectChannel", "intent ConnectVoice", "intent ExtendWrapUp", "intent EndWrapUp",
    "intent Supervise", "intent ChooseMode", "intent MuteSupervisor", "intent LeaveSupervision", "intent SaveCallRules", "frame CallSupervisionEvent",
    "answer callSupervision 2xx", "answer callSupervision 4xx", "answer voice 2xx", "answer voice 5xx", "answer voice NoAnswer", "answer voice TimedOut", "page Gap",
];

/// Slices of voice.
const COMPARED_OF_VOICE: &[&str] = &[
    "voice",
    "callBar",
    "incomingCall",
    "voiceJob",
    "preferentialCall",
    "internalCall",
    "colleagues",
    "supervisedCall",
];

/// Transitions of each machine in the views, and of the outbox: the earlier and the later state.
#[rustfmt::skip] // a table
const TRANSITIONS: &[&str] = &[
    "absence: Absent -> Present", "absence: Absent -> Returning", "absence: Present -> Absent",
    "absence: Returning -> Absent", "absence: Returning -> Present", "board: Failed -> Loading",
    "board: Loading -> Failed", "board: Loading -> Ready", "board: Ready -> Loading", "chat: Absent -> Available",
    "chat: Absent -> Disconnected", "chat: Absent -> InAttendance", "chat: Absent -> Paused",
    "chat: Absent -> ScheduledPause", "chat: Available -> Absent", "chat: Available -> Checking",
    "chat: Available -> InAttendance", "chat: Available -> Paused", "chat: Checking -> Available",
    "chat: Disconnected -> Absent", "chat: Disconnected -> Available", "chat: Disconnected -> InAttendance",
    "chat: Disconnected -> Processing", "chat: InAttendance -> Absent", "chat: InAttendance -> Available",
    "chat: InAttendance -> Checking", "chat: InAttendance -> Processing", "chat: InAttendance -> ScheduledPause",
    "chat: Paused -> Absent", "chat: Paused -> Available", "chat: Processing -> Absent",
    "chat: Processing -> Available", "chat: Processing -> Disconnected", "chat: Processing -> InAttendance",
    "chat: ScheduledPause -> Absent", "chat: ScheduledPause -> InAttendance", "chat: ScheduledPause -> Paused",
    "contact: Absent -> Found", "contact: Absent -> Loading", "contact: Failed -> Absent",
    "contact: Failed -> Loading", "contact: Found -> Absent", "contact: Loading -> Absent",
    "contact: Loading -> Failed", "contact: Loading -> Found", "contact: Loading -> Unknown",
    "contact: Unknown -> Absent", "contact: Unknown -> Found", "dialog: AgentAbsent -> ConnectionProblem",
    "dialog: AgentAbsent -> None", "dialog: ConnectionProblem -> None", "dialog: ConnectionProblem -> Qualification",
    "dialog: Extension -> None", "dialog: None -> Bulk", "dialog: Bulk -> None", "dialog: None -> AgentAbsent", "dialog: None -> ConnectionProblem",
    "dialog: None -> Extension", "dialog: None -> Pause", "dialog: None -> PauseAlert",
    "dialog: None -> Qualification", "dialog: Pause -> None", "dialog: Qualification -> ConnectionProblem",
    "dialog: Qualification -> None", "link: Connecting -> Lost", "link: Connecting -> Ok", "link: Lost -> Connecting",
    "link: Ok -> Connecting", "link: Ok -> Lost", "message: Absent -> Failed", "message: Absent -> Received",
    "message: Absent -> Sending", "message: Absent -> Sent", "message: Failed -> Absent", "message: Failed -> Sent",
    "message: Received -> Absent", "message: Sending -> Absent", "message: Sending -> Failed",
    "message: Sending -> Sent", "message: Sent -> Absent", "outbox: Absent -> Asking", "outbox: Absent -> Failed",
    "outbox: Absent -> Ready", "outbox: Absent -> Storing", "outbox: Asking -> Absent", "outbox: Asking -> InFlight",
    "outbox: Asking -> Waiting", "outbox: Failed -> Absent", "outbox: Failed -> Asking", "outbox: Failed -> GivingUp",
    "outbox: GivingUp -> Absent", "outbox: GivingUp -> Failed", "outbox: InFlight -> Absent",
    "outbox: InFlight -> Failed", "outbox: InFlight -> Waiting", "outbox: Ready -> Absent",
    "outbox: Ready -> InFlight", "outbox: Storing -> InFlight", "outbox: Storing -> Ready",
    "outbox: Waiting -> Absent", "outbox: Waiting -> Asking", "bulk: Selecting -> Asked", "bulk: Asked -> Working", "bulk: Working -> Told", "bulk: Working -> Selecting",
    "bulk: Told -> Selecting", "qualification: Absent -> Loading",
    "qualification: Failed -> Absent", "qualification: Failed -> Loading", "qualification: Loading -> Absent",
    "qualification: Loading -> Failed", "qualification: Loading -> Ready", "qualification: Pending -> Absent",
    "qualification: Pending -> Ready", "qualification: Ready -> Absent", "qualification: Ready -> Pending",
    "route: attendance -> login", "route: attendance -> lost-connection", "route: attendance -> supervisor",
    "route: attendance -> tab-disabled", "route: login -> attendance", "route: login -> supervisor",
    "route: lost-connection -> attendance", "route: lost-connection -> supervisor", "route: supervisor -> attendance",
    "route: supervisor -> login", "route: supervisor -> lost-connection", "route: tab-disabled -> attendance",
    "session: Checking -> InOtherTab", "session: Checking -> Ready", "session: Checking -> Reconnecting",
    "session: Checking -> SignedOut", "session: Ready -> InOtherTab", "session: Ready -> Reconnecting",
    "session: Ready -> SignedOut", "session: Reconnecting -> Checking", "session: Reconnecting -> InOtherTab",
    "session: Reconnecting -> SignedOut", "session: SignedOut -> SigningIn", "session: SigningIn -> Checking",
    "session: SigningIn -> SignedOut", "session: Starting -> Checking", "session: Starting -> InOtherTab",
    "session: Starting -> Reconnecting", "session: Starting -> SignedOut", "thread: Absent -> quiet Closed",
    "thread: Absent -> quiet Open", "thread: failed Open -> loading Open", "thread: loading Open -> failed Open",
    "thread: loading Open -> quiet Open", "thread: quiet ChannelDisconnected -> quiet Open",
    "thread: quiet Closed -> Absent", "thread: quiet Open -> Absent", "thread: quiet Open -> loading Open",
    "thread: quiet Open -> quiet ChannelDisconnected", "thread: quiet Open -> quiet Closed",
];

#[test]
fn the_report_names_each_action_that_never_happened() {
    let all: BTreeMap<Action, u32> = actions().map(|(action, _)| (action, 1)).collect();
    for (left_out, _) in actions() {
        let actions: BTreeMap<Action, u32> =
            all.clone().into_iter().filter(|(action, _)| *action != left_out).collect();
        let totals = Totals { actions, ..Totals::default() };
        let missing: Vec<Action> =
            all.keys().copied().filter(|of| totals.never().contains(&format!("{of:?}"))).collect();
        assert_eq!(missing, [left_out]);
    }
}
