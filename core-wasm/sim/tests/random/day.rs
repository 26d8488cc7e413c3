//! One day: two agents in their browsers, a second tab of the first one, eight customers. Each step is carried out if it
//! makes sense at that moment. What it finds wrong it says by a panic; `main` catches it and looks for the shortest day
//! that goes wrong in the same way.

use crate::actions::{Action, Dice, Step};
use core_wasm::contacts::ContactStateView;
use core_wasm::flow::{JobGroup, Mono};
use core_wasm::jobs::MessageDelivery;
use core_wasm::session::SessionPhaseView;
use core_wasm::wire::{AgentId, Channel, Protocol, Secret};
use core_wasm::{Intent, PageInput, StoreFailure};
use std::collections::{BTreeMap, BTreeSet};
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::contact_centre::store::Store;
use workspace_sim::{FailKind, RENEWALS, SUPPORT, Sim, Spoiling, core_wasm, minutes, ms, secs};

pub const AGENTS: usize = 2;
/// The second tab of the first agent's browser.
const TAB: usize = AGENTS;
pub const SEATS: usize = AGENTS + 1;
const CUSTOMERS: usize = 8;
const KEPT_MS: u64 = 24 * 60 * 60 * 1_000;
const LOGINS: [&str; 3] = ["ana.souza", "bruno.lima", "carla.dias"];
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

pub struct Day {
    pub sim: Sim,
    pub counts: BTreeMap<Action, u32>,
    /// Texts that a core took to send them and the server did not have when last looked, with their moment.
    taken: BTreeMap<(Protocol, String), Mono>,
    pub sent: usize,
    /// Texts that the agent took back, or that no disk could hold.
    given_back: BTreeSet<String>,
    started: BTreeSet<usize>,
    down: bool,
    frozen: bool,
    disk_hangs: bool,
    broken_disk: bool,
    tab_open: bool,
    offline: [bool; SEATS],
    asleep: [bool; SEATS],
}

impl Day {
    pub fn new(seed: u64) -> Self {
        // Queues overflow while an agent is away, so that new epochs are part of the day.
        let config = CentreConfig { frame_limit: 80, ..CentreConfig::default() };
        let mut sim = Sim::with_config(seed, AGENTS, config);
        let tab = sim.agent(0).opens_another_tab();
        assert_eq!(tab, TAB);
        sim.agent(TAB).closes_page();
        sim.in_a_hurry();
        Self {
            sim,
            counts: BTreeMap::new(),
            taken: BTreeMap::new(),
            sent: 0,
            given_back: BTreeSet::new(),
            started: BTreeSet::new(),
            down: false,
            frozen: false,
            disk_hangs: false,
            broken_disk: false,
            tab_open: false,
            offline: [false; SEATS],
            asleep: [false; SEATS],
        }
    }

    /// False where the action makes no sense now: then nothing happened.
    pub fn live(&mut self, step: Step) -> bool {
        if self.act(step).is_none() {
            return false;
        }
        *self.counts.entry(step.action).or_default() += 1;
        self.look_around();
        true
    }

    fn seats(&self) -> impl Iterator<Item = usize> + use<> {
        0..(if self.tab_open { SEATS } else { AGENTS })
    }

    /// Whose words stand where: nobody's but the agent's who is signed in (PER-004).
    fn look_around(&mut self) {
        for seat in self.seats() {
            let agent = self.sim.agent(seat);
            let me = agent.session().agent.map(|agent| agent.id).unwrap_or_default();
            for (_, text, _) in agent.outbox() {
                assert!(is_of(&text, &me), "{text:?} waits to be sent by {me}");
            }
            let unsent: Vec<String> = agent.unsent_notices();
            for text in unsent {
                // While the session is checked nobody is known yet, and a loader stands before it.
                let behind_the_loader = me.is_empty() && agent.session().phase != SessionPhaseView::SignedOut;
                assert!(is_of(&text, &me) || behind_the_loader, "{me:?} is told that {text:?} was not sent");
            }
        }
    }

    fn drafts_are_their_authors(&mut self) {
        for seat in self.seats() {
            let agent = self.sim.agent(seat);
            let me = agent.session().agent.map(|agent| agent.id).unwrap_or_default();
            for protocol in JobGroup::ALL.into_iter().flat_map(|group| agent.protocols(group)) {
                let text = agent.draft(&protocol).text;
                assert!(text.lines().all(|line| is_of(line, &me)), "{me} sees the draft {text:?}");
            }
        }
    }

    fn ready(&mut self, seat: usize) -> Option<AgentId> {
        let session = self.sim.agent(seat).session();
        (session.phase == SessionPhaseView::Ready).then_some(AgentId(session.agent?.id))
    }

    fn some_job(&mut self, dice: &mut Dice, seat: usize, group: JobGroup) -> Option<Protocol> {
        let protocols = self.sim.agent(seat).protocols(group);
        dice.one(&protocols).cloned()
    }

    fn any_job(&mut self, dice: &mut Dice, seat: usize) -> Option<Protocol> {
        let group = if dice.below(3) == 0 { JobGroup::ToQualify } else { JobGroup::Active };
        self.some_job(dice, seat, group)
    }

    fn failed_message(&mut self, dice: &mut Dice, seat: usize) -> Option<(Protocol, String, String)> {
        let mut failed = Vec::new();
        let lines = self.sim.agent(seat).outbox();
        let protocols: BTreeSet<Protocol> = lines.into_iter().map(|(protocol, ..)| protocol).collect();
        for protocol in protocols {
            for message in self.sim.agent(seat).messages(&protocol) {
                if message.delivery == MessageDelivery::Failed {
                    failed.push((protocol.clone(), message.local_id, message.text));
                }
            }
        }
        dice.one(&failed).cloned()
    }

    fn intent(&mut self, seat: usize, intent: Intent) -> Option<()> {
        self.sim.agent(seat).intent(intent);
        Some(())
    }

    fn fault(&mut self, dice: &mut Dice, kind: FailKind) -> Option<()> {
        self.sim.fail_next(dice.one(&PATHS)?, kind);
        Some(())
    }

    /// Pages that end with words on no disk lose them; that is not what is looked for here.
    fn page_may_end(&mut self) -> Option<()> {
        (!self.disk_hangs && !self.broken_disk).then(|| {
            self.sim.advance(ms(5));
        })
    }

    fn sign_in(&mut self, seat: usize, login: &str) -> Option<()> {
        let outside = self.sim.agent(seat).session().phase == SessionPhaseView::SignedOut;
        let password = Secret::new("agente123".to_owned());
        outside.then(|| self.intent(seat, Intent::SignIn { login: login.to_owned(), password }))?
    }

    /// None where the action makes no sense now.
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
            SignIn => self.sign_in(seat, LOGINS[seat % AGENTS]),
            SignInAsAnother => self.sign_in(seat, LOGINS[dice.below(LOGINS.len())]),
            SignOut => {
                self.ready(seat)?;
                self.drafts_are_their_authors();
                self.intent(seat, Intent::SignOut { confirmed: true })
            }
            Connect => {
                self.ready(seat)?;
                self.intent(seat, Intent::ConnectChannel { channel: Channel::Chat })
            }
            Disconnect => {
                self.ready(seat)?;
                self.intent(seat, Intent::DisconnectChannel { channel: Channel::Chat, confirmed: true })
            }
            Open => {
                self.ready(seat)?;
                let protocol = self.any_job(dice, seat)?;
                self.intent(seat, Intent::OpenJob { protocol })
            }
            ShowList => {
                self.ready(seat)?;
                self.intent(seat, Intent::CloseJob)
            }
            Type => {
                let author = self.ready(seat)?;
                let protocol = self.any_job(dice, seat)?;
                self.intent(seat, Intent::DraftChanged { protocol, text: format!("rascunho {number} de {author}") })
            }
            Send => {
                let author = self.ready(seat)?;
                let protocol = self.some_job(dice, seat, JobGroup::Active)?;
                let text = format!("agente {number} de {author}");
                self.sim.agent(seat).presses_send(&protocol, &text);
                let waits = self.sim.agent(seat).outbox().iter().any(|(_, waiting, _)| *waiting == text);
                assert!(waits, "{text:?} is not in the outbox");
                // Nobody presses twice in a millisecond.
                self.sim.advance(ms(1));
                if !self.sim.agent(seat).disk_is_reliable() {
                    self.given_back.insert(text.clone());
                }
                self.sent += 1;
                self.taken.insert((protocol, text), self.sim.now());
                Some(())
            }
            Retry => {
                let (protocol, local_id, _) = self.failed_message(dice, seat)?;
                self.intent(seat, Intent::RetryMessage { protocol, local_id })
            }
            Edit => {
                let (protocol, local_id, text) = self.failed_message(dice, seat)?;
                self.given_back.insert(text);
                self.intent(seat, Intent::EditMessage { protocol, local_id })
            }
            Discard => {
                let (protocol, local_id, text) = self.failed_message(dice, seat)?;
                self.given_back.insert(text);
                self.intent(seat, Intent::DiscardMessage { protocol, local_id })
            }
            Finish => {
                let protocol = self.some_job(dice, seat, JobGroup::Active)?;
                self.intent(seat, Intent::FinishJob { protocol, confirmed: true })
            }
            Register | Rename => {
                let protocol = self.any_job(dice, seat)?;
                let panel = self.sim.agent(seat).contact(&protocol)?;
                let known = matches!(panel.contact, ContactStateView::Found { .. });
                if known != (action == Rename) {
                    return None;
                }
                self.intent(seat, Intent::OpenContactForm { protocol: protocol.clone() });
                let fullname = format!("Pessoa {number}");
                self.intent(seat, Intent::SaveContact { protocol, fullname, identifier: panel.identifier })
            }
            Search => {
                let protocol = self.any_job(dice, seat)?;
                self.intent(seat, Intent::OpenContactSearch { protocol: protocol.clone(), open: true });
                self.intent(seat, Intent::SearchContacts { protocol, text: "a".to_owned() })
            }
            Link => {
                let protocol = self.any_job(dice, seat)?;
                let results = self.sim.agent(seat).contact(&protocol)?.search?.results;
                let contact_id = dice.one(&results)?.id.as_str().into();
                self.intent(seat, Intent::LinkContact { protocol, contact_id })
            }
            Qualify => {
                let protocol = self.some_job(dice, seat, JobGroup::ToQualify)?;
                self.intent(seat, Intent::OpenQualification { protocol: protocol.clone() });
                self.sim.advance(ms(100));
                let qualification_id = "1".into();
                self.intent(seat, Intent::ChooseQualification { protocol: protocol.clone(), qualification_id });
                let observation = format!("observação {number}");
                self.intent(seat, Intent::ObserveQualification { protocol: protocol.clone(), observation });
                self.intent(seat, Intent::ConfirmQualification { protocol })
            }
            Script => {
                let protocol = self.some_job(dice, seat, JobGroup::Active)?;
                let value = if dice.coin() { String::new() } else { "sim".to_owned() };
                self.intent(seat, Intent::AnswerScript { protocol, field_id: "4".to_owned(), value })
            }
            HoldOrder => self.intent(seat, Intent::HoldOrder { inside: dice.coin() }),
            ReloadJobs => {
                self.ready(seat)?;
                self.intent(seat, Intent::ReloadJobs)
            }
            ReloadThread => {
                let protocol = self.any_job(dice, seat)?;
                self.intent(seat, Intent::ReloadThread { protocol })
            }
            LookAway | LookBack => {
                self.sim.agent(seat).page(PageInput::Focus { focused: action == LookBack });
                Some(())
            }
            ReadNotes => self.intent(seat, Intent::NotificationsReadAll),
            ShowSnackbars => {
                let notes = self.sim.agent(seat).snackbars();
                let id = dice.one(&notes)?.id;
                self.intent(seat, Intent::SnackbarShown { id, chars: 40 })
            }
            Scroll => {
                let protocol = self.any_job(dice, seat)?;
                let scroll_top = dice.below(1_000) as f64;
                self.intent(seat, Intent::ScrollChanged { protocol, scroll_top })
            }

            CustomerStarts | CustomerWrites | CustomerTypes | CustomerEnds | CustomerPage => {
                self.customer_acts(dice, action, number)
            }

            ShortPause => self.pause(ms(dice.below(1_500) as u64)),
            LongPause => self.pause(secs(5 + dice.below(40) as u64)),
            // Two tabs take the queue from each other every few seconds: an hour of that tells nothing new.
            Hours if self.tab_open => None,
            Hours => self.pause(minutes(3 + dice.below(120) as u64)),

            NoAnswer => self.fault(dice, FailKind::NoAnswer),
            Status => self.fault(dice, FailKind::Status(503)),
            Refusal => {
                self.sim.fail_next("chat/messages", FailKind::Answer(409, r#"{"cause":"somethingNew"}"#));
                Some(())
            }
            LostReply => self.fault(dice, FailKind::LostReply),
            LateReply => {
                let late = dice.below(20_000) as u64;
                self.fault(dice, FailKind::Late(late))
            }
            DoubledReply => self.fault(dice, FailKind::Doubled),

            DropLink => (self.sim.agent(seat).links_at_broker() > 0).then(|| {
                self.sim.agent(seat).drop_link();
            }),
            HalfOpen => (self.sim.agent(seat).links_at_broker() > 0).then(|| {
                self.sim.agent(seat).link_goes_half_open();
            }),
            Offline => (!self.offline[seat]).then(|| {
                self.offline[seat] = true;
                self.sim.agent(seat).goes_offline();
            }),
            Online => self.offline[seat].then(|| {
                self.offline[seat] = false;
                self.sim.agent(seat).comes_online();
            }),

            ServerDown | ServerDiesWithQueues => (!self.down && !self.frozen).then(|| {
                self.down = true;
                if action == ServerDown {
                    self.sim.server_down();
                } else {
                    self.sim.server_dies_with_its_queues();
                }
            }),
            ServerUp => self.down.then(|| {
                self.down = false;
                self.sim.server_up();
            }),
            Freeze => (!self.down && !self.frozen).then(|| {
                self.frozen = true;
                self.sim.server_freezes();
            }),
            Thaw => self.frozen.then(|| {
                self.frozen = false;
                self.sim.server_thaws();
            }),
            Slow | Fast => {
                let ms = if action == Slow { 500 + dice.below(16_000) as u64 } else { 0 };
                (self.sim.answers_slowly() != (ms > 0)).then(|| {
                    self.sim.server_is_slow(ms);
                })
            }
            FailAll | FailNone => {
                let status = (action == FailAll).then(|| [500, 502, 503][dice.below(3)]);
                (self.sim.fails() != status.is_some()).then(|| {
                    self.sim.server_fails(status);
                })
            }

            HoldFrames => self.then(|sim| sim.hold_frames()),
            ReleaseFrames => self.then(|sim| sim.release_frames()),
            ReleaseBackwards => self.then(|sim| sim.release_frames_backwards()),
            DoubleFrames => self.then(|sim| sim.double_frames(true)),
            SingleFrames => self.then(|sim| sim.double_frames(false)),
            Dawdle => {
                let late = 100 + dice.below(4_000) as u64;
                self.then(|sim| sim.frames_dawdle(late))
            }
            Hurry => self.then(|sim| sim.frames_dawdle(0)),
            StrangeFrame => self.sim.agent(seat).is_listening().then(|| {
                const BODIES: [&str; 6] = [
                    "",
                    "{}",
                    "[",
                    r#"{"event":"MoonPhaseEvent"}"#,
                    r#"{"event":"ChatEndEvent","protocol":"77"}"#,
                    r#"{"event":"ChatMessageEvent","message":[]}"#,
                ];
                self.sim.agent(seat).receives_frame(BODIES[dice.below(BODIES.len())]);
            }),
            DeadlyFrame => {
                self.page_may_end()?;
                self.sim.agent(seat).dies_of_the_next_frame();
                Some(())
            }
            Immunity => {
                self.sim.agent(seat).is_immune();
                Some(())
            }

            TokenExpires => {
                self.ready(seat)?;
                let body = r#"{"cause":"expired","message":"Provided token is expired."}"#;
                self.sim.fail_next("agents/", FailKind::Answer(401, body));
                Some(())
            }
            TokenRevoked => {
                let agent = self.ready(seat)?;
                self.sim.arrange(|store| {
                    if let Some(session) = store.session(&agent).unwrap() {
                        store.delete_tokens_of_session(&session.session_id).unwrap();
                    }
                });
                Some(())
            }

            HoldDisk => (!self.disk_hangs).then(|| {
                self.disk_hangs = true;
                self.sim.hold_disk(true);
            }),
            ReleaseDisk => self.disk_hangs.then(|| {
                self.disk_hangs = false;
                self.sim.hold_disk(false);
            }),
            FullDisk | BlockedDisk => (!self.broken_disk && !self.disk_hangs).then(|| {
                // What was pressed before is written before.
                self.sim.advance(ms(5));
                self.broken_disk = true;
                let failure = if action == FullDisk { StoreFailure::Full } else { StoreFailure::Unavailable };
                for agent in 0..AGENTS {
                    self.sim.agent(agent).breaks_disk(Some(failure));
                }
            }),
            MendedDisk => self.broken_disk.then(|| {
                self.mend_disk();
                // Words that were not kept are written again after three seconds; a page that ends before loses them.
                self.sim.advance(secs(4));
            }),
            SpoiltRecord => {
                self.page_may_end()?;
                const KINDS: [Spoiling; 4] =
                    [Spoiling::Cut, Spoiling::Nonsense, Spoiling::OtherFields, Spoiling::MoreFields];
                let kind = KINDS[dice.below(KINDS.len())];
                self.sim.agent(seat).spoils_a_record(dice.below(1_000), kind).reload();
                Some(())
            }

            Reload => {
                self.page_may_end()?;
                self.drafts_are_their_authors();
                self.sim.agent(seat).reload();
                Some(())
            }
            Crash => {
                self.page_may_end()?;
                self.sim.agent(seat).crash();
                Some(())
            }
            // A tab knows of the other's words only what a disk could hold.
            OpenTab => (!self.tab_open && self.sim.agent(0).disk_is_reliable()).then(|| {
                self.tab_open = true;
                self.sim.agent(TAB).opens_page();
            }),
            CloseTab => {
                if !self.tab_open {
                    return None;
                }
                self.page_may_end()?;
                self.close_tab();
                Some(())
            }
            Sleep => {
                self.asleep[seat] = true;
                self.sim.agent(seat).falls_asleep();
                if dice.below(3) == 0 && !self.tab_open {
                    self.sim.advance(minutes(8 * 60));
                }
                Some(())
            }
            WakeUp => self.asleep[seat].then(|| {
                self.asleep[seat] = false;
                self.sim.agent(seat).wakes_up();
            }),
            // The order of what waits hangs on the clock of the machine.
            ClockForward | ClockBackward => {
                let by = [40_000, 3_600_000, 11 * 3_600_000][dice.below(3)];
                self.sim.agent(seat).sets_clock_ahead(if action == ClockForward { by } else { -by });
                Some(())
            }
            ClockRight => {
                self.sim.agent(seat).sets_clock_ahead(0);
                Some(())
            }
            Quiet => {
                self.quiet();
                Some(())
            }
        }
    }

    fn then(&mut self, change: impl FnOnce(&mut Sim) -> &mut Sim) -> Option<()> {
        change(&mut self.sim);
        Some(())
    }

    fn pause(&mut self, time: std::time::Duration) -> Option<()> {
        self.sim.advance(time);
        Some(())
    }

    fn mend_disk(&mut self) {
        self.broken_disk = false;
        for agent in 0..AGENTS {
            self.sim.agent(agent).breaks_disk(None);
        }
    }

    fn close_tab(&mut self) {
        self.tab_open = false;
        self.asleep[TAB] = false;
        self.offline[TAB] = false;
        self.sim.agent(TAB).wakes_up().comes_online().closes_page();
    }

    fn customer_acts(&mut self, dice: &mut Dice, action: Action, number: u32) -> Option<()> {
        if self.down || self.frozen {
            return None;
        }
        let customer = dice.below(CUSTOMERS);
        let name = format!("Cliente {customer}");
        if action == Action::CustomerStarts {
            // One chat at a time: the old one ends.
            if self.started.contains(&customer) {
                self.sim.customer(&name).ends();
            }
            self.sim.customer(&name).starts(if dice.coin() { RENEWALS } else { SUPPORT });
            self.started.insert(customer);
            return Some(());
        }
        if !self.started.contains(&customer) {
            return None;
        }
        let on = dice.coin();
        match action {
            Action::CustomerWrites => {
                self.sim.customer(&name).tries_to_write(&format!("cliente {number}"));
            }
            Action::CustomerTypes => {
                self.sim.customer(&name).types(on);
            }
            Action::CustomerPage => {
                self.sim.customer(&name).has_page_open(on);
            }
            _ => {
                self.sim.customer(&name).ends();
            }
        }
        Some(())
    }

    /// Everything works again and everybody waits; then all agree, and no text is lost.
    fn quiet(&mut self) {
        self.down = false;
        self.frozen = false;
        self.disk_hangs = false;
        self.sim.forget_faults().server_up().server_thaws().server_is_slow(0).server_fails(None);
        self.sim.release_frames().double_frames(false).frames_dawdle(0).hold_disk(false);
        self.mend_disk();
        for seat in self.seats() {
            self.sim.agent(seat).sets_clock_ahead(0).is_immune().wakes_up();
            if self.offline[seat] {
                self.sim.agent(seat).comes_online();
            }
        }
        self.asleep = [false; SEATS];
        self.offline = [false; SEATS];
        self.sim.advance(secs(5));
        if self.tab_open {
            // Both tabs want the queue. The one that stays learns from the disk what the other could not send.
            self.close_tab();
        }
        self.look_around();
        self.sim.agent(0).reload();
        self.sim.advance(minutes(2));
        for seat in 0..AGENTS {
            self.leave_if_in_the_wrong_seat(seat);
        }
        for seat in 0..AGENTS {
            self.come_to_work(seat);
        }
        self.sim.advance(minutes(2));
        for seat in 0..AGENTS {
            assert_eq!(self.sim.agent(seat).session().phase, SessionPhaseView::Ready, "agent {seat} after the storm");
        }
        self.sim.expect_agreement();
        for seat in 0..AGENTS {
            for protocol in
                JobGroup::ALL.into_iter().flat_map(|group| self.sim.agent(seat).protocols(group)).collect::<Vec<_>>()
            {
                if self.sim.agent(seat).opens(&protocol).job(&protocol).is_some_and(|job| job.thread_failed) {
                    self.intent(seat, Intent::ReloadThread { protocol });
                }
                self.sim.expect_sees_the_server(seat);
            }
        }
        self.sim.expect_agreement();
        self.look_around();
        self.drafts_are_their_authors();
        self.nothing_lost();
    }

    fn leave_if_in_the_wrong_seat(&mut self, seat: usize) {
        // A page that was loaded on /lost-connection waits for "Tentar de novo" (NAV-025).
        if self.sim.agent(seat).session().phase == SessionPhaseView::Reconnecting {
            self.intent(seat, Intent::RetrySession);
            self.sim.advance(secs(40));
        }
        let signed_in = self.sim.agent(seat).session().agent.map(|agent| agent.login_identifier);
        if signed_in.is_some_and(|other| other != LOGINS[seat]) {
            self.look_around();
            self.sim.agent(seat).signs_out();
        }
    }

    /// The agent of the day sits down, whoever sat there before.
    fn come_to_work(&mut self, seat: usize) {
        let login = LOGINS[seat];
        for _ in 0..3 {
            if self.sim.agent(seat).session().phase == SessionPhaseView::SignedOut {
                self.sim.agent(seat).tries_to_sign_in(login, "agente123");
                // "Already connected" holds while the link of another place beats.
                self.sim.advance(secs(20));
            }
        }
    }

    fn nothing_lost(&mut self) {
        let mut held: BTreeSet<String> = BTreeSet::new();
        let mut on_disk = String::new();
        for seat in 0..AGENTS {
            held.extend(self.sim.agent(seat).outbox().into_iter().map(|(_, text, _)| text));
            on_disk.extend(self.sim.agent(seat).stored_unsent().into_iter().map(|(_, record)| record));
        }
        for ((protocol, text), pressed) in std::mem::take(&mut self.taken) {
            let messages = self.sim.store().messages_after(&protocol, 0, 100_000).unwrap();
            if messages.iter().any(|message| message.message == text) {
                continue;
            }
            let somewhere = held.contains(&text)
                || self.given_back.contains(&text)
                || self.sim.counts().told_unsent.contains(&text)
                || on_disk.contains(&serde_json::to_string(&text).unwrap());
            // What nobody came back for in a day is given up (BEY-012).
            let given_up = self.sim.now().since_ms(pressed) > KEPT_MS;
            assert!(somewhere || given_up, "{text:?} of {protocol} is lost");
            if somewhere {
                self.taken.insert((protocol, text), pressed);
            }
        }
    }
}

/// Every text of an agent says whose it is.
fn is_of(text: &str, agent: &str) -> bool {
    text.rsplit_once(" de ").is_some_and(|(_, author)| author == agent)
}
