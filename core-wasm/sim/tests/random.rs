//! Random people on a random network. Every seed is one day: agents and customers do what comes to their minds while
//! links break, answers are lost, frames come doubled and late, pages reload and crash, and the server goes away. The
//! harness checks its rules after every step; when everything is quiet again, every browser must show what the server
//! holds, and every text that was sent must be somewhere, once.
//!
//! `SIM_SEEDS=300 SIM_STEPS=2000 SIM_FIRST_SEED=1 cargo test -p workspace-sim --test random -- --nocapture`

use core_wasm::flow::JobGroup;
use core_wasm::jobs::MessageDelivery;
use core_wasm::notifications::NoticeKind;
use core_wasm::session::SessionPhaseView;
use core_wasm::wire::Protocol;
use core_wasm::{Intent, PageInput};
use std::collections::{BTreeMap, BTreeSet};
use workspace_sim::contact_centre::store::Store;
use workspace_sim::contact_centre::{Entropy, SeededEntropy};
use workspace_sim::{FailKind, RENEWALS, SUPPORT, Sim, core_wasm, minutes, ms, secs};

const AGENTS: usize = 2;
const CUSTOMERS: usize = 8;
const PATHS: [&str; 9] = [
    "auth/validate",
    "agents/",
    "jobs/active",
    "chat/messages",
    "chat/messages",
    "job/",
    "contacts",
    "qualif",
    "channels/",
];

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Action {
    SignIn,
    SignOut,
    Connect,
    Disconnect,
    Open,
    ShowList,
    Type,
    Send,
    Retry,
    Edit,
    Discard,
    Finish,
    Register,
    Search,
    Link,
    Rename,
    Qualify,
    Script,
    HoldOrder,
    ReloadJobs,
    LookAway,
    LookBack,
    ReadNotes,
    ShowSnackbars,
    CustomerStarts,
    CustomerWrites,
    CustomerTypes,
    CustomerEnds,
    CustomerPage,
    ShortPause,
    LongPause,
    Hours,
    FaultNoAnswer,
    FaultStatus,
    FaultRefusal,
    FaultLostReply,
    FaultLate,
    FaultDoubled,
    DropLink,
    Offline,
    Online,
    ServerDown,
    ServerUp,
    HoldFrames,
    ReleaseFrames,
    ReleaseBackwards,
    DoubleFrames,
    HoldDisk,
    ReleaseDisk,
    Reload,
    Crash,
    Sleep,
    StrangeFrame,
}

use Action::*;

/// Each action with its weight.
#[rustfmt::skip] // a table
const ACTIONS: [(Action, u32); 53] = [
    (SignIn, 40), (SignOut, 1), (Connect, 20), (Disconnect, 1), (Open, 12), (ShowList, 4), (Type, 8), (Send, 40), (Retry, 12),
    (Edit, 6), (Discard, 6), (Finish, 5), (Register, 10), (Search, 6), (Link, 12), (Rename, 8), (Qualify, 16), (Script, 2),
    (HoldOrder, 3), (ReloadJobs, 2), (LookAway, 4), (LookBack, 5), (ReadNotes, 2), (ShowSnackbars, 4), (CustomerStarts, 14),
    (CustomerWrites, 26), (CustomerTypes, 6), (CustomerEnds, 4), (CustomerPage, 3), (ShortPause, 40), (LongPause, 5),
    (Hours, 1), (FaultNoAnswer, 4), (FaultStatus, 4), (FaultRefusal, 3), (FaultLostReply, 4), (FaultLate, 4),
    (FaultDoubled, 3), (DropLink, 5), (Offline, 2), (Online, 14), (ServerDown, 2), (ServerUp, 16), (HoldFrames, 3),
    (ReleaseFrames, 8), (ReleaseBackwards, 3), (DoubleFrames, 2), (HoldDisk, 2), (ReleaseDisk, 4), (Reload, 3), (Crash, 2),
    (Sleep, 1), (StrangeFrame, 4),
];

struct Dice(SeededEntropy);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        (u64::from_le_bytes(bytes) % bound.max(1) as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    fn action(&mut self) -> Action {
        let total: u32 = ACTIONS.iter().map(|(_, weight)| weight).sum();
        let mut point = self.below(total as usize) as u32;
        for (action, weight) in ACTIONS {
            if point < weight {
                return action;
            }
            point -= weight;
        }
        ShortPause
    }
}

struct Day {
    sim: Sim,
    dice: Dice,
    counts: BTreeMap<Action, u32>,
    texts: u32,
    started: BTreeSet<usize>,
    down: bool,
    disk_hangs: bool,
    doubling: bool,
    offline: [bool; AGENTS],
    /// Texts that a core took to send them.
    taken: BTreeSet<(Protocol, String)>,
    /// Texts that the agent took back, or was told to be unsent.
    given_back: BTreeSet<String>,
}

impl Day {
    fn new(seed: u64) -> Self {
        Self {
            sim: Sim::with_agents(seed, AGENTS),
            dice: Dice(SeededEntropy(seed.wrapping_mul(0x9e37_79b9))),
            counts: BTreeMap::new(),
            texts: 0,
            started: BTreeSet::new(),
            down: false,
            disk_hangs: false,
            doubling: false,
            offline: [false; AGENTS],
            taken: BTreeSet::new(),
            given_back: BTreeSet::new(),
        }
    }

    fn step(&mut self) {
        let action = self.dice.action();
        let agent = self.dice.below(AGENTS);
        if self.act(action, agent).is_some() {
            *self.counts.entry(action).or_default() += 1;
            self.note_unsent();
        }
    }

    fn note_unsent(&mut self) {
        for agent in 0..AGENTS {
            for notice in self.sim.agent(agent).notifications() {
                if notice.kind == NoticeKind::Unsent {
                    self.given_back.insert(notice.body);
                }
            }
        }
    }

    fn text(&mut self, who: &str) -> String {
        self.texts += 1;
        format!("{who} {}", self.texts)
    }

    fn some_job(&mut self, agent: usize, group: JobGroup) -> Option<Protocol> {
        let protocols = self.sim.agent(agent).protocols(group);
        self.dice.one(&protocols).cloned()
    }

    fn any_job(&mut self, agent: usize) -> Option<Protocol> {
        let group = if self.dice.below(3) == 0 { JobGroup::ToQualify } else { JobGroup::Active };
        self.some_job(agent, group)
    }

    fn failed_message(&mut self, agent: usize) -> Option<(Protocol, String, String)> {
        let mut failed = Vec::new();
        for group in JobGroup::ALL {
            for protocol in self.sim.agent(agent).protocols(group) {
                for message in self.sim.agent(agent).messages(&protocol) {
                    if message.delivery == MessageDelivery::Failed {
                        failed.push((protocol.clone(), message.local_id, message.text));
                    }
                }
            }
        }
        self.dice.one(&failed).cloned()
    }

    fn intent(&mut self, agent: usize, intent: Intent) -> Option<()> {
        self.sim.agent(agent).intent(intent);
        Some(())
    }

    fn fault(&mut self, kind: FailKind) -> Option<()> {
        let path = self.dice.one(&PATHS)?;
        self.sim.fail_next(path, kind);
        Some(())
    }

    /// None where the action makes no sense now.
    fn act(&mut self, action: Action, agent: usize) -> Option<()> {
        let ready = self.sim.agent(agent).session().phase == SessionPhaseView::Ready;
        match action {
            SignIn => {
                let (login, password) = [("ana.souza", "agente123"), ("bruno.lima", "agente123")][agent];
                let outside = self.sim.agent(agent).session().phase == SessionPhaseView::SignedOut;
                let password = core_wasm::wire::Secret::new(password.to_owned());
                outside.then(|| self.intent(agent, Intent::SignIn { login: login.to_owned(), password }))?
            }
            SignOut => ready.then(|| self.intent(agent, Intent::SignOut { confirmed: true }))?,
            Connect => {
                ready.then(|| self.intent(agent, Intent::ConnectChannel { channel: core_wasm::wire::Channel::Chat }))?
            }
            Disconnect => ready
                .then(|| self.intent(agent, Intent::DisconnectChannel { channel: core_wasm::wire::Channel::Chat }))?,
            Open => {
                let protocol = self.any_job(agent)?;
                self.intent(agent, Intent::OpenJob { protocol })
            }
            ShowList => ready.then(|| self.intent(agent, Intent::CloseJob))?,
            Type => {
                let protocol = self.some_job(agent, JobGroup::Active)?;
                let text = self.text("rascunho");
                self.intent(agent, Intent::DraftChanged { protocol, text })
            }
            Send => {
                let protocol = self.some_job(agent, JobGroup::Active)?;
                let text = self.text("agente");
                self.sim.agent(agent).presses_send(&protocol, &text);
                let thread = self.sim.agent(agent).thread(&protocol);
                let shown =
                    thread.iter().any(|(_, shown, delivery)| *shown == text && *delivery == MessageDelivery::Sending);
                assert!(shown, "{text} does not show");
                self.taken.insert((protocol, text));
                Some(())
            }
            Retry => {
                let (protocol, local_id, _) = self.failed_message(agent)?;
                self.intent(agent, Intent::RetryMessage { protocol, local_id })
            }
            Edit => {
                let (protocol, local_id, text) = self.failed_message(agent)?;
                self.given_back.insert(text);
                self.intent(agent, Intent::EditMessage { protocol, local_id })
            }
            Discard => {
                let (protocol, local_id, text) = self.failed_message(agent)?;
                self.given_back.insert(text);
                self.intent(agent, Intent::DiscardMessage { protocol, local_id })
            }
            Finish => {
                let protocol = self.some_job(agent, JobGroup::Active)?;
                self.intent(agent, Intent::FinishJob { protocol, confirmed: true })
            }
            Register | Rename => {
                let protocol = self.any_job(agent)?;
                let panel = self.sim.agent(agent).contact(&protocol)?;
                let known = matches!(panel.contact, core_wasm::contacts::ContactStateView::Found { .. });
                if known != (action == Rename) {
                    return None;
                }
                self.intent(agent, Intent::OpenContactForm { protocol: protocol.clone() });
                let fullname = self.text("Pessoa");
                self.intent(agent, Intent::SaveContact { protocol, fullname, identifier: panel.identifier })
            }
            Search => {
                let protocol = self.any_job(agent)?;
                self.intent(agent, Intent::OpenContactSearch { protocol: protocol.clone(), open: true });
                self.intent(agent, Intent::SearchContacts { protocol, text: "a".to_owned() })
            }
            Link => {
                let protocol = self.any_job(agent)?;
                let results = self.sim.agent(agent).contact(&protocol)?.search?.results;
                let contact_id = self.dice.one(&results)?.id.as_str().into();
                self.intent(agent, Intent::LinkContact { protocol, contact_id })
            }
            Qualify => {
                let protocol = self.some_job(agent, JobGroup::ToQualify)?;
                self.intent(agent, Intent::OpenQualification { protocol: protocol.clone() });
                self.sim.advance(ms(100));
                self.intent(
                    agent,
                    Intent::ChooseQualification { protocol: protocol.clone(), qualification_id: "1".into() },
                );
                let observation = self.text("observação");
                self.intent(agent, Intent::ObserveQualification { protocol: protocol.clone(), observation });
                self.intent(agent, Intent::ConfirmQualification { protocol })
            }
            Script => {
                let protocol = self.some_job(agent, JobGroup::Active)?;
                let value = if self.dice.below(2) == 0 { String::new() } else { "sim".to_owned() };
                self.intent(agent, Intent::AnswerScript { protocol, field_id: "4".to_owned(), value })
            }
            HoldOrder => {
                let inside = self.dice.below(2) == 0;
                self.intent(agent, Intent::HoldOrder { inside })
            }
            ReloadJobs => ready.then(|| self.intent(agent, Intent::ReloadJobs))?,
            LookAway | LookBack => {
                self.sim.agent(agent).page(PageInput::Focus { focused: action == LookBack });
                Some(())
            }
            ReadNotes => self.intent(agent, Intent::NotificationsReadAll),
            ShowSnackbars => {
                let notes = self.sim.agent(agent).snackbars();
                let note = self.dice.one(&notes)?;
                self.intent(agent, Intent::SnackbarShown { id: note.id, chars: 40 })
            }
            CustomerStarts | CustomerWrites | CustomerTypes | CustomerEnds | CustomerPage => self.customer_acts(action),
            ShortPause => {
                let pause = self.dice.below(1_500) as u64;
                self.sim.advance(ms(pause));
                Some(())
            }
            LongPause => {
                let pause = 5 + self.dice.below(40) as u64;
                self.sim.advance(secs(pause));
                Some(())
            }
            Hours => {
                let pause = 3 + self.dice.below(120) as u64;
                self.sim.advance(minutes(pause));
                Some(())
            }
            FaultNoAnswer => self.fault(FailKind::NoAnswer),
            FaultStatus => self.fault(FailKind::Status(503)),
            FaultRefusal => {
                self.sim.fail_next("chat/messages", FailKind::Answer(409, r#"{"cause":"somethingNew"}"#));
                Some(())
            }
            FaultLostReply => self.fault(FailKind::LostReply),
            FaultLate => {
                let late = self.dice.below(20_000) as u64;
                self.fault(FailKind::Late(late))
            }
            FaultDoubled => self.fault(FailKind::Doubled),
            DropLink => (self.sim.agent(agent).links_at_broker() > 0).then(|| {
                self.sim.agent(agent).drop_link();
            }),
            Offline => {
                self.offline[agent] = true;
                self.sim.agent(agent).goes_offline();
                Some(())
            }
            Online => self.offline[agent].then(|| {
                self.offline[agent] = false;
                self.sim.agent(agent).comes_online();
            }),
            ServerDown => (!self.down).then(|| {
                self.down = true;
                self.sim.server_down();
            }),
            ServerUp => self.down.then(|| {
                self.down = false;
                self.sim.server_up();
            }),
            HoldFrames => {
                self.sim.hold_frames();
                Some(())
            }
            ReleaseFrames => {
                self.sim.release_frames();
                Some(())
            }
            ReleaseBackwards => {
                self.sim.release_frames_backwards();
                Some(())
            }
            DoubleFrames => {
                self.doubling = !self.doubling;
                self.sim.double_frames(self.doubling);
                Some(())
            }
            HoldDisk | ReleaseDisk => {
                self.disk_hangs = action == HoldDisk;
                self.sim.hold_disk(self.disk_hangs);
                Some(())
            }
            Reload => {
                self.sim.agent(agent).reload();
                Some(())
            }
            Crash => {
                if self.disk_hangs {
                    return None;
                }
                // A write that has not ended when the process dies is lost; that is not what is looked for here.
                self.sim.advance(ms(5));
                self.sim.agent(agent).crash();
                Some(())
            }
            Sleep => {
                self.sim.agent(agent).page(PageInput::Gap { ms: 1_000_000.0 });
                Some(())
            }
            StrangeFrame => self.sim.agent(agent).is_listening().then(|| {
                let bodies =
                    ["", "{}", "[", r#"{"event":"MoonPhaseEvent"}"#, r#"{"event":"ChatEndEvent","protocol":"77"}"#];
                let body = self.dice.one(&bodies).copied().unwrap_or_default();
                self.sim.agent(agent).receives_frame(body);
            }),
        }
    }

    fn customer_acts(&mut self, action: Action) -> Option<()> {
        if self.down {
            return None;
        }
        let number = self.dice.below(CUSTOMERS);
        let name = format!("Cliente {number}");
        if action == CustomerStarts {
            // One chat at a time: the old one ends.
            if self.started.contains(&number) {
                self.sim.customer(&name).ends();
            }
            let queue = if self.dice.below(2) == 0 { RENEWALS } else { SUPPORT };
            self.sim.customer(&name).starts(queue);
            self.started.insert(number);
            return Some(());
        }
        if !self.started.contains(&number) {
            return None;
        }
        let text = self.text("cliente");
        let on = self.dice.below(2) == 0;
        match action {
            CustomerWrites => {
                self.sim.customer(&name).tries_to_write(&text);
            }
            CustomerTypes => {
                self.sim.customer(&name).types(on);
            }
            CustomerPage => {
                self.sim.customer(&name).has_page_open(on);
            }
            _ => {
                self.sim.customer(&name).ends();
            }
        }
        Some(())
    }

    /// Everything works again and everybody waits.
    fn quiet(&mut self) {
        self.sim.forget_faults().server_up().release_frames().double_frames(false).hold_disk(false);
        for agent in 0..AGENTS {
            if self.offline[agent] {
                self.sim.agent(agent).comes_online();
            }
        }
        self.sim.advance(minutes(2));
        for agent in 0..AGENTS {
            // A page that was loaded on /lost-connection waits for "Tentar de novo" (NAV-025).
            if self.sim.agent(agent).route() == "/lost-connection" {
                self.intent(agent, Intent::RetrySession);
                self.sim.advance(secs(10));
            }
            if self.sim.agent(agent).session().phase == SessionPhaseView::SignedOut {
                self.sim.agent(agent).signs_in();
            }
        }
        self.sim.advance(minutes(2));
        for agent in 0..AGENTS {
            assert_eq!(self.sim.agent(agent).session().phase, SessionPhaseView::Ready, "agent {agent}");
        }
        self.sim.expect_agreement();
        for agent in 0..AGENTS {
            for protocol in
                JobGroup::ALL.into_iter().flat_map(|group| self.sim.agent(agent).protocols(group)).collect::<Vec<_>>()
            {
                if self.sim.agent(agent).opens(&protocol).job(&protocol).is_some_and(|job| job.thread_failed) {
                    self.intent(agent, Intent::ReloadThread { protocol });
                }
                self.sim.expect_agreement();
            }
        }
        self.note_unsent();
        self.nothing_lost();
    }

    fn nothing_lost(&mut self) {
        let mut held: BTreeSet<(Protocol, String)> = BTreeSet::new();
        for agent in 0..AGENTS {
            for group in JobGroup::ALL {
                for protocol in self.sim.agent(agent).protocols(group) {
                    for message in self.sim.agent(agent).messages(&protocol) {
                        held.insert((protocol.clone(), message.text));
                    }
                }
            }
        }
        for (protocol, text) in &self.taken {
            let on_the_server = self
                .sim
                .store()
                .messages_after(protocol, 0, 100_000)
                .unwrap()
                .iter()
                .any(|message| message.message == *text);
            let here = held.contains(&(protocol.clone(), text.clone())) || self.given_back.contains(text);
            assert!(on_the_server || here, "{text:?} of {protocol} is lost");
        }
    }
}

#[test]
fn whatever_happens_browsers_and_server_agree_afterwards_and_no_text_is_lost_or_doubled() {
    let (seeds, steps) = (setting("SIM_SEEDS", 40), setting("SIM_STEPS", 400));
    let first = setting("SIM_FIRST_SEED", 1);
    let mut counts: BTreeMap<Action, u32> = BTreeMap::new();
    let mut sent = 0;
    for seed in first..first + seeds {
        let mut day = Day::new(seed);
        for _ in 0..steps {
            day.step();
        }
        day.quiet();
        sent += day.taken.len();
        for (action, times) in day.counts {
            *counts.entry(action).or_default() += times;
        }
    }
    println!("{seeds} seeds of {steps} steps, {sent} texts sent");
    for (action, _) in ACTIONS {
        println!("{:>8} {action:?}", counts.get(&action).copied().unwrap_or_default());
    }
    let enough = seeds * steps >= 10_000;
    let never: Vec<Action> =
        ACTIONS.into_iter().map(|(action, _)| action).filter(|action| !counts.contains_key(action)).collect();
    assert!(!enough || never.is_empty(), "never happened: {never:?}");
}
