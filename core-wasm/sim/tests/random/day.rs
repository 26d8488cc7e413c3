//! One day: two agents in their browsers, a second tab of the first one, a supervisor, eight customers of the web chat
//! and those with a telephone. Each step is executed if it is possible at that time. A difference is a panic; `main`
//! catches it and searches for the shortest day that fails in the same way.

use crate::actions::{Action, Dice, Step, actions_during_sleep, with_voice, with_whatsapp};
use crate::broadcasts;
use crate::calls::Telephones;
use crate::phones::Provider;
use crate::postgres;
use core_wasm::Intent;
use core_wasm::flow::{JobGroup, Mono};
use core_wasm::session::SessionPhaseView;
use core_wasm::wire::{AgentId, Protocol, QueueId};
use std::collections::{BTreeMap, BTreeSet};
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::contact_centre::store::{QueueSettings, QueueSettingsRow, QueueSettingsStore, RouteStore};
use workspace_sim::voice_gateway::CallId;
use workspace_sim::{SUPPORT, Sim, core_wasm, minutes, ms, secs};

pub const AGENTS: usize = 2;
pub const SUPERVISOR: usize = AGENTS;
/// The second tab of the first agent's browser.
pub const TAB: usize = AGENTS + 1;
pub const SEATS: usize = AGENTS + 2;
/// Number of agents with a computer.
pub const PEOPLE: usize = AGENTS + 1;
/// The second agent has every channel.
const LOGINS: [&str; PEOPLE] = ["ana.souza", "davi.rocha", "carla.dias"];
const LOGINS_WITH_TELEPHONES: [&str; PEOPLE] = ["elisa.prado", "fabio.reis", "carla.dias"];
pub const PASSWORDS: [&str; PEOPLE] = ["agente123", "agente123", "supervisora1"];
/// The agents who work on this day.
pub fn logins() -> [&'static str; PEOPLE] {
    if with_voice() { LOGINS_WITH_TELEPHONES } else { LOGINS }
}

/// One day in this number runs on a store with one writer, as in SQLite; the others on a store as in PostgreSQL.
const WITH_ONE_WRITER: u64 = 5;
/// One day in this number runs in browsers without tab locks.
const WITHOUT_LOCKS: u64 = 4;

pub struct Day {
    pub sim: Sim,
    /// The actions that happened while a computer slept.
    pub slept_through: BTreeMap<Action, u32>,
    pub counts: BTreeMap<Action, u32>,
    /// Texts that a core accepted for sending and the server did not have at the last check, with the time.
    pub taken: BTreeMap<(Protocol, String), Mono>,
    pub sent: usize,
    /// Texts that the agent took back from the outbox, or that no disk could store.
    pub given_back: BTreeSet<String>,
    /// Presets that agents chose and messages that they forwarded: texts that do not contain their author.
    pub presets: BTreeSet<String>,
    pub started: BTreeSet<usize>,
    pub down: bool,
    pub frozen: bool,
    pub disk_hangs: bool,
    pub broken_disk: bool,
    pub tab_open: bool,
    pub offline: [bool; SEATS],
    pub asleep: [bool; SEATS],
    /// This number of further actions happens at the same time.
    pub at_once: u32,
    /// The present faults of the provider of WhatsApp.
    pub provider: Provider,
    pub telephones: Telephones,
    /// Customers who called and may still be connected.
    pub callers: Vec<CallId>,
}

/// Opening hours of one queue, which closes and opens within the day; the day begins at 13:45.
const HOURS: &str = r#"{"zone":"UTC","days":{"thu":["00:00-24:00"],"fri":["00:00-13:50","13:55-14:10","14:20-15:00","16:00-24:00"],
    "sat":["02:00-24:00"]}}"#;

impl Day {
    pub fn new(seed: u64) -> Self {
        // Queues overflow while an agent is away, so that new epochs occur.
        let mut config = CentreConfig { frame_limit: 80, ..CentreConfig::default() };
        let telephones = Telephones::of(seed);
        if with_voice() {
            telephones.config(&mut config);
        }
        let mut sim = Sim::on_store(seed, &logins(), config, postgres::store());
        if !seed.is_multiple_of(WITH_ONE_WRITER) {
            sim.let_calls_overlap();
        }
        sim.arrange(|store| {
            let queue_id = QueueId::from(SUPPORT);
            let settings = store.queue_settings(&queue_id).unwrap();
            let calendar = Some(serde_json::from_str(HOURS).unwrap());
            store
                .put_queue_settings(&QueueSettingsRow { queue_id, settings: QueueSettings { calendar, ..settings } })
                .unwrap();
        });
        if with_voice() {
            telephones.arrange(&mut sim);
        }
        if with_whatsapp() {
            broadcasts::configure(seed, &mut sim);
            sim.opens_service_line();
        }
        if !seed.is_multiple_of(WITHOUT_LOCKS) {
            sim.locks_tabs();
        }
        // Called when every agent has a computer.
        let tab = sim.agent(0).opens_another_tab();
        assert_eq!(tab, TAB);
        sim.agent(TAB).closes_page();
        sim.checks_rarely();
        Self {
            sim,
            slept_through: BTreeMap::new(),
            counts: BTreeMap::new(),
            taken: BTreeMap::new(),
            sent: 0,
            given_back: BTreeSet::new(),
            presets: BTreeSet::new(),
            started: BTreeSet::new(),
            down: false,
            frozen: false,
            disk_hangs: false,
            broken_disk: false,
            tab_open: false,
            offline: [false; SEATS],
            asleep: [false; SEATS],
            at_once: 0,
            provider: Provider::default(),
            telephones,
            callers: Vec::new(),
        }
    }

    /// Returns false if the action is not possible now: then nothing happened.
    pub fn run(&mut self, step: Step) -> bool {
        let at_once = self.at_once > 0 && step.action != Action::Quiet;
        self.sim.people_act_at_once(at_once);
        let acted = self.act(step);
        self.sim.people_act_at_once(false);
        if acted.is_none() {
            return false;
        }
        if step.action != Action::AtOnce {
            self.at_once = self.at_once.saturating_sub(1);
        }
        *self.counts.entry(step.action).or_default() += 1;
        self.check_authors();
        self.sim.expect_sums_of_broadcasts();
        true
    }

    pub fn seats(&self) -> impl Iterator<Item = usize> + use<> {
        0..(if self.tab_open { SEATS } else { PEOPLE })
    }

    /// Every unsent text on a page belongs to the agent who is signed in there (PER-004). Presets, templates and
    /// forwarded messages do not contain the name of their agent.
    pub fn check_authors(&mut self) {
        let presets = self.presets.clone();
        let templates = self.sim.store().templates().expect("store");
        let beginnings: Vec<String> =
            templates.iter().filter_map(|template| template.body.split("{{").next().map(str::to_owned)).collect();
        let is_template = |text: &str| beginnings.iter().any(|beginning| text.starts_with(beginning.as_str()));
        let is_forwarded = |text: &str| text.starts_with("cliente ") || text.ends_with(" do cliente");
        let is_of = |text: &str, me: &str| {
            text.is_empty() || presets.contains(text) || is_template(text) || is_forwarded(text) || is_of(text, me)
        };
        for seat in self.seats() {
            let agent = self.sim.agent(seat);
            let me = agent.session().agent.map(|agent| agent.id).unwrap_or_default();
            // While the session is being checked no agent is named, and a loader or the page of the lost connection
            // covers the rest.
            let is_loading = me.is_empty() && agent.session().phase != SessionPhaseView::SignedOut;
            for (_, text, _) in agent.outbox() {
                assert!(is_of(&text, &me) || is_loading, "{text:?} waits to be sent by {me}");
            }
            let unsent: Vec<String> = agent.unsent_notices();
            for text in unsent {
                assert!(is_of(&text, &me) || is_loading, "{me:?} sees {text:?} as not sent");
            }
        }
    }

    pub fn drafts_are_their_authors(&mut self) {
        for seat in self.seats() {
            let agent = self.sim.agent(seat);
            let Some(me) = agent.session().agent.map(|agent| agent.id) else { continue };
            for protocol in JobGroup::ALL.into_iter().flat_map(|group| agent.protocols(group)) {
                let text = agent.draft(&protocol).text;
                assert!(text.lines().all(|line| is_of(line, &me)), "{me} sees the draft {text:?}");
            }
        }
    }

    pub fn ready(&mut self, seat: usize) -> Option<AgentId> {
        let session = self.sim.agent(seat).session();
        (session.phase == SessionPhaseView::Ready).then_some(AgentId(session.agent?.id))
    }

    pub fn intent(&mut self, seat: usize, intent: Intent) -> Option<()> {
        self.sim.agent(seat).intent(intent);
        Some(())
    }

    /// A page that is closed before its texts are stored loses them; that is not tested here.
    pub fn page_may_end(&mut self) -> Option<()> {
        (!self.disk_hangs && !self.broken_disk).then(|| {
            self.sim.advance(ms(5));
        })
    }

    /// `None` if the action is not possible now.
    fn act(&mut self, step: Step) -> Option<()> {
        use Action::*;
        let Step { number, action, seat, roll } = step;
        let dice = &mut Dice(roll);
        let here = match seat {
            TAB if !self.tab_open => action == OpenTab,
            _ => !self.asleep[seat] || action == WakeUp,
        };
        if !here {
            return None;
        }
        match action {
            SignIn | SignInAsAnother | SignOut | Connect | Disconnect | Open | ShowList | Type | Send | Retry
            | Edit | Discard | Finish | Register | Rename | Search | Link | Qualify | Script | HoldOrder
            | ReloadJobs | ReloadThread | LookAway | LookBack | ReadNotes | MarkNote | DismissNote | ShowSnackbars
            | Scroll | ChangeSetting => self.work(dice, step),
            Snooze | CancelSnooze => self.snooze(dice, step),
            ShowBroadcasts | PrepareBroadcast | ChangeBroadcast | ChooseRecipients | CreateBroadcast
            | LeaveBroadcast | FilterBroadcasts | OpenBroadcast | CancelBroadcast | ResumeBroadcast
            | RetryBroadcast | ReloadBroadcasts => self.broadcasts(dice, step),
            SaveView | RenameView | DeleteView | ChooseView | SortList => self.views(dice, step),
            QualifySeveral | FinishSeveral | StopSeveral => self.bulk(dice, step),
            TypeNote | AddNote | EditNote | RemoveNote | SettleNote | MentionInNote | OpenMention => {
                self.notes(dice, step)
            }
            EnterPause | EnterPauses | LeavePause | LeavePauses | PauseDialog | ReloadPauses | CloseDialog
            | ReturnToWork | ShowBoard | ReloadBoard | MarkAbsent | UnmarkAbsent | ForceDisconnect | ShowPage
            | TakeBack | CheckExpired | CheckRefused | CheckOdd | CheckTimesOut | RetryConnection
            | GiveUpConnection | RetrySession => self.presence(dice, action, seat),
            ShowContacts | ShowCompanies | ShowContact | ShowCompany | ShowHistory | SearchContactList
            | SortContactList | MoreContacts | CreateContact | ChangeContact | DeleteContact | ToggleWallet
            | TagContact | UntagContact | LoadRisk | RemoveRisk | LoadHistoryOf | OpenHistoryEntry | SearchTexts
            | TypeText | MoreTexts | OpenText => self.records(dice, step),
            CustomerStarts | CustomerWrites | CustomerShares | CustomerTypes | CustomerEnds | CustomerPage => {
                self.customer_acts(dice, action, number)
            }
            Answer | SendFile | SendTemplate | SendPreset | SendLocked | Forward | Pin | MarkUnread | TakeFromInbox
            | Reopen | Begin | Campaigns | Transfer | TransferToCampaign | OptIn | SearchMessages | OpenMedia
            | LoadEarlier | RenewFile => self.whatsapp(dice, step),
            PhoneWrites | PhoneShares | PhoneAnswers | PhoneForwards | PhoneSharesContact | PhoneEdits
            | PhoneTakesBack | PhoneReacts | PhoneReads | PhoneSettings | WindowCloses | PhoneOptsOut
            | PhoneReplies => self.phone_acts(dice, action, number),
            ProviderBusy | ProviderFails | ProviderGarbage | ProviderLosesAnswer | ProviderBadGateway
            | ProviderDown | ProviderUp | ProviderSlow | ProviderFast | ProviderRefuses | ProviderSpam
            | ProviderFailsLater | HoldWebhooks | ReleaseWebhooks | ReverseWebhooks | DoubleWebhooks
            | SingleWebhooks | LateWebhooks | PromptWebhooks | RepeatWebhooks | FileBusy | FileGone => {
                self.provider_acts(dice, action)
            }
            OpenColleagues | CallColleague | AcceptColleague | DeclineColleague | HangUpColleague | ConnectVoice
            | DisconnectVoice | PauseVoice | ExtendWrapUp | EndWrapUp | AcceptCall | RejectCall | HangUp
            | FinishCall | Redial | Dial | Mute | Hold | Tones | EchoTest | EndEchoTest | AnswerQuestion
            | TransferCall | AddParty | ActInRoom | PauseRecording => self.calls(dice, step),
            Supervise | ChooseSupervision | MuteSupervisor | LeaveSupervision | ReloadSupervisor | ChangeCallRules => {
                self.supervises(dice, action)
            }
            CustomerCalls
            | KeptCustomerCalls
            | CallerHangsUp
            | CampaignDials
            | ReachedHangsUp
            | DeskAnswers
            | DeskDeclines
            | DeskHangsUp
            | TelephoneCustomerHangsUp => self.callers(dice, action),
            CutSignalling | IceChanges | MicrophoneLost | MicrophoneGone | MicrophoneBack | GatewayRestarts
            | GatewayForgets | VoiceFault | RecordingFails => self.cause_voice_fault(dice, action, seat),
            ShortPause => self.pause(ms(dice.below(1_500) as u64)),
            AtOnce => {
                self.at_once = 2 + dice.below(3) as u32;
                Some(())
            }
            LongPause => self.pause(secs(5 + dice.below(40) as u64)),
            // Two tabs take the queue from each other every few seconds: an hour of that tests nothing more.
            Hours if self.tab_open => None,
            Hours => self.pause(minutes(3 + dice.below(120) as u64)),
            NoAnswer | Status | Refusal | LostReply | LateReply | DoubledReply | LaterItem | DropLink | HalfOpen
            | Offline | Online | ServerDown | ServerDiesWithQueues | ServerUp | Freeze | Thaw | Slow | Fast
            | FailAll | FailNone | HoldFrames | ReleaseFrames | ReleaseBackwards | DoubleFrames | SingleFrames
            | Dawdle | Hurry | StrangeFrame | DeadlyFrame | Immunity | TokenExpires | TokenRevoked | HoldDisk
            | ReleaseDisk | FullDisk | BlockedDisk | MendedDisk | SpoiltRecord | Reload | Crash | OpenTab
            | CloseTab | Sleep | WakeUp | ClockForward | ClockBackward | ClockRight => {
                self.cause_fault(dice, action, seat)
            }
            Nap => self.sleep_while_others_act(dice, step),
            Quiet => {
                self.quiet();
                Some(())
            }
        }
    }

    /// The computer sleeps for 10 s to 8 h while others act, and wakes up.
    fn sleep_while_others_act(&mut self, dice: &mut Dice, step: Step) -> Option<()> {
        if self.tab_open {
            return None;
        }
        let asleep_s = [10, 35, 60, 6 * 60, 30 * 60, 2 * 3_600, 8 * 3_600][dice.below(7)];
        self.asleep[step.seat] = true;
        self.sim.agent(step.seat).falls_asleep();
        let mut left_ms = asleep_s * 1_000;
        for number in 0..dice.below(5) as u32 {
            let action = *dice.one(&actions_during_sleep())?;
            let seat = (step.seat + 1) % PEOPLE;
            let other = Step { number: step.number * 10 + number, action, seat, roll: dice.roll() };
            if self.act(other).is_some() {
                *self.slept_through.entry(action).or_default() += 1;
            }
            let part = dice.below(left_ms as usize) as u64 / 2;
            left_ms -= part;
            self.sim.advance(ms(part));
        }
        self.sim.advance(ms(left_ms));
        self.asleep[step.seat] = false;
        self.sim.agent(step.seat).wakes_up();
        Some(())
    }

    fn pause(&mut self, time: std::time::Duration) -> Option<()> {
        self.sim.advance(time);
        Some(())
    }
}

/// Every text of an agent contains the agent's id.
fn is_of(text: &str, agent: &str) -> bool {
    text.rsplit_once(" de ").is_some_and(|(_, author)| author == agent)
}
