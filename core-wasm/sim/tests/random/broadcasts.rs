//! Broadcasts: an agent prepares one with contacts of the search and rows of a file, creates, opens, cancels, resumes and retries it, and
//! leaves at any point.

use crate::actions::{Action, Dice, Step, with_whatsapp};
use crate::day::Day;
use crate::phones::{NUMBERS, SILENT_NUMBER, recipient};
use core_wasm::broadcasts::{
    BroadcastCardView, BroadcastEntryView, BroadcastFilter, BroadcastTab, BroadcastsIntent, BroadcastsSlice,
    DraftChange, EntryGroup, NewBroadcastView, slices,
};
use core_wasm::people::ContactFilterChoice;
use core_wasm::wire::{BroadcastId, ContactId, QueueId, VariableSource};
use core_wasm::{Intent, PageInput, View};
use workspace_sim::contact_centre::store::{QueueSettings, QueueSettingsRow, QueueSettingsStore};
use workspace_sim::{Sim, core_wasm, lines, ms};

/// The demo's group, campaign and queue of WhatsApp.
const GROUP: &str = "40";
const CAMPAIGN: &str = "31";
/// A name that several agents give, also in another writing.
const COMMON_NAMES: [&str; 3] = ["Renovação de novembro", "RENOVACAO DE NOVEMBRO", "Renovação de setembro"];
const COLUMNS: [&str; 6] = ["fullname", "email", "employer_name", "plano", "phone1", "nenhuma"];
/// Time after which the choices of a draft are loaded if nothing fails.
const CHOICES_MS: u64 = 120;
/// Time after which a changed draft is checked.
const CHECK_MS: u64 = 400;
/// One day in this number has the limit.
const WITH_DAILY_LIMIT: u64 = 3;
const WITH_SLOW_ROUTE: u64 = 2;
const WITH_CONSENT: u64 = 5;

/// Limits and consent differ from day to day.
pub fn configure(seed: u64, sim: &mut Sim) {
    let config = &mut sim.config().whatsapp.broadcasts;
    config.daily_customers = seed.is_multiple_of(WITH_DAILY_LIMIT).then_some(6);
    if seed.is_multiple_of(WITH_SLOW_ROUTE) {
        config.per_second = 2;
    }
    if seed.is_multiple_of(WITH_CONSENT) {
        sim.arrange(|store| {
            let queue_id = QueueId::from(GROUP);
            let settings = store.queue_settings(&queue_id).unwrap();
            let settings = QueueSettings { broadcast_opt_in_column: "email".to_owned(), ..settings };
            store.put_queue_settings(&QueueSettingsRow { queue_id, settings }).unwrap();
        });
    }
}

impl Day {
    fn broadcast(&mut self, seat: usize, intent: BroadcastsIntent) -> Option<()> {
        self.intent(seat, Intent::Broadcasts(intent))
    }

    fn draft(&mut self, seat: usize) -> Option<NewBroadcastView> {
        match self.sim.agent(seat).view(&slices::NEW.key()) {
            View::Broadcasts(BroadcastsSlice::NewBroadcast(draft)) => Some(*draft),
            _ => None,
        }
    }

    fn change_draft(&mut self, seat: usize, change: DraftChange) -> Option<()> {
        self.broadcast(seat, BroadcastsIntent::ChangeBroadcastDraft { change })
    }

    fn listed(&mut self, seat: usize, key: &core_wasm::flow::SliceKey) -> Vec<String> {
        match self.sim.agent(seat).view(key) {
            View::List(list) => list.ids.iter().map(|id| id.to_string()).collect(),
            _ => Vec::new(),
        }
    }

    /// The lists that the page shows.
    fn cards(&mut self, seat: usize) -> Vec<BroadcastCardView> {
        let ids = self.listed(seat, &slices::ORDER.key());
        let card = |id: &String| match self.sim.agent(seat).view(&slices::CARD.of(id.as_str().into())) {
            View::Broadcasts(BroadcastsSlice::BroadcastCard(card)) => Some(*card),
            _ => None,
        };
        ids.iter().filter_map(card).collect()
    }

    /// The entries of the opened list that the page shows.
    fn shown_entries(&mut self, seat: usize) -> Vec<BroadcastEntryView> {
        let View::Broadcasts(BroadcastsSlice::Broadcast(opened)) = self.sim.agent(seat).view(&slices::OPENED.key())
        else {
            return Vec::new();
        };
        let ids = self.listed(seat, &slices::ENTRIES.key());
        let list = BroadcastId::from(opened.id.as_str());
        let entry = |id: &String| match self.sim.agent(seat).view(&slices::ENTRY.of((list.clone(), id.as_str().into())))
        {
            View::Broadcasts(BroadcastsSlice::BroadcastEntry(entry)) => Some(*entry),
            _ => None,
        };
        ids.iter().filter_map(entry).collect()
    }

    pub fn broadcasts(&mut self, dice: &mut Dice, step: Step) -> Option<()> {
        use Action::*;
        let Step { number, action, seat, .. } = step;
        self.ready(seat)?;
        match action {
            ShowBroadcasts => {
                self.sim.agent(seat).page(PageInput::RouteRequested { path: "/broadcast".to_owned() });
                self.sim.advance(ms(CHOICES_MS));
                let cards = self.cards(seat);
                match dice.one(&cards).filter(|_| dice.clone().coin()) {
                    Some(card) => self.broadcast(seat, BroadcastsIntent::OpenBroadcast { id: card.id.as_str().into() }),
                    None => Some(()),
                }
            }
            PrepareBroadcast => self.prepare(dice, seat, number),
            ChangeBroadcast => {
                let draft = self.draft(seat)?;
                let change = self.some_change(dice, &draft, number);
                self.change_draft(seat, change)
            }
            ChooseRecipients => self.choose_recipients(dice, seat, number),
            CreateBroadcast => {
                self.draft(seat)?;
                self.broadcast(seat, BroadcastsIntent::CreateBroadcast)?;
                if dice.below(4) == 0 {
                    // Pressed twice, or changed while the request is pending.
                    self.broadcast(seat, BroadcastsIntent::CreateBroadcast)?;
                    let change = DraftChange { name: Some(format!("Lista {number}")), ..DraftChange::default() };
                    return self.change_draft(seat, change);
                }
                Some(())
            }
            LeaveBroadcast => {
                self.draft(seat)?;
                let leave = match dice.coin() {
                    true => BroadcastsIntent::CloseNewBroadcast,
                    false => BroadcastsIntent::DiscardBroadcastDraft,
                };
                self.broadcast(seat, leave)
            }
            FilterBroadcasts => self.filter(dice, seat),
            OpenBroadcast => {
                if dice.below(6) == 0 {
                    return self.broadcast(seat, BroadcastsIntent::CloseBroadcast);
                }
                let cards = self.cards(seat);
                let id = dice.one(&cards)?.id.as_str().into();
                self.broadcast(seat, BroadcastsIntent::OpenBroadcast { id })
            }
            CancelBroadcast => {
                let cards: Vec<_> = self.cards(seat).into_iter().filter(|card| card.may_cancel).collect();
                let card = dice.one(&cards)?;
                let id = BroadcastId::from(card.id.as_str());
                self.broadcast(seat, BroadcastsIntent::AskCancelBroadcast { id: id.clone() })?;
                let name = match dice.below(4) {
                    0 => "outro nome".to_owned(),
                    1 => card.name.to_uppercase(),
                    _ => card.name.clone(),
                };
                self.broadcast(seat, BroadcastsIntent::CancelBroadcast { id, name })
            }
            ResumeBroadcast => {
                let cards: Vec<_> = self.cards(seat).into_iter().filter(|card| card.may_resume).collect();
                let id = dice.one(&cards)?.id.as_str().into();
                self.broadcast(seat, BroadcastsIntent::ResumeBroadcast { id })
            }
            RetryBroadcast => self.retry(dice, seat),
            ReloadBroadcasts => self.broadcast(seat, BroadcastsIntent::ReloadBroadcasts),
            _ => None,
        }
    }

    /// In quiet times each agent resumes and retries what may be, creates a broadcast, and opens one: while it is sent, the page follows it
    /// by events, and is compared with the server then.
    pub fn sends_a_broadcast(&mut self, seat: usize) {
        if !with_whatsapp() || self.ready(seat).is_none() {
            return;
        }
        let dice = &mut Dice(self.sim.now().0 ^ seat as u64);
        self.broadcast(seat, BroadcastsIntent::FilterBroadcasts { filter: BroadcastFilter::default() });
        for card in self.cards(seat).into_iter().filter(|card| card.may_resume) {
            self.broadcast(seat, BroadcastsIntent::ResumeBroadcast { id: card.id.as_str().into() });
        }
        self.sim.advance(ms(CHOICES_MS));
        self.retry(dice, seat);
        self.prepare(dice, seat, dice.clone().below(1_000_000) as u32);
        self.sim.advance(ms(CHOICES_MS));
        let cards = self.cards(seat);
        if let Some(card) = cards.first().filter(|_| dice.below(4) > 0).or(dice.one(&cards)) {
            self.broadcast(seat, BroadcastsIntent::OpenBroadcast { id: card.id.as_str().into() });
            self.broadcast(
                seat,
                BroadcastsIntent::FilterEntries {
                    group: EntryGroup::All,
                    reason: String::new(),
                    search: String::new(),
                },
            );
        }
    }

    /// Opens the draft, and makes it complete as far as the choices are loaded.
    fn prepare(&mut self, dice: &mut Dice, seat: usize, number: u32) -> Option<()> {
        self.sim.agent(seat).page(PageInput::RouteRequested { path: "/broadcast".to_owned() });
        self.sim.advance(ms(CHOICES_MS));
        self.broadcast(seat, BroadcastsIntent::OpenNewBroadcast)?;
        self.sim.advance(ms(CHOICES_MS));
        let name = if dice.below(6) == 0 { (*dice.one(&COMMON_NAMES)?).to_owned() } else { format!("Lista {number}") };
        let change = DraftChange {
            name: Some(name),
            group_id: Some(GROUP.into()),
            starts_at: Some(0.0),
            ..DraftChange::default()
        };
        self.change_draft(seat, change)?;
        self.change_draft(seat, DraftChange { campaign_id: Some(CAMPAIGN.into()), ..DraftChange::default() })?;
        self.sim.advance(ms(CHOICES_MS));
        let Some(draft) = self.draft(seat) else { return Some(()) };
        if let Some(template) = dice.one(&draft.templates) {
            let template_id = Some(template.id.clone());
            self.change_draft(seat, DraftChange { template_id, ..DraftChange::default() })?;
            let variables = self.sources(dice, template.variables.len());
            let header_link = template.header_media.map(|_| "https://exemplo.com/fatura.pdf".to_owned());
            self.change_draft(seat, DraftChange { variables: Some(variables), header_link, ..DraftChange::default() })?;
        }
        self.choose_recipients(dice, seat, number)?;
        if dice.below(4) == 0 {
            self.choose_recipients(dice, seat, number)?;
        }
        if dice.below(3) == 0 {
            let starts_at = Some(self.some_start(dice));
            self.change_draft(seat, DraftChange { starts_at, ..DraftChange::default() })?;
        }
        match dice.below(4) {
            // The agent leaves in the middle.
            0 => Some(()),
            1 => self.broadcast(seat, BroadcastsIntent::CreateBroadcast),
            _ => {
                self.sim.advance(ms(CHECK_MS));
                self.broadcast(seat, BroadcastsIntent::CreateBroadcast)
            }
        }
    }

    fn sources(&self, dice: &mut Dice, count: usize) -> Vec<VariableSource> {
        let source = |dice: &mut Dice| match dice.below(3) {
            0 => VariableSource { text: "dezembro".to_owned(), ..VariableSource::default() },
            1 => VariableSource { column: "fullname".to_owned(), ..VariableSource::default() },
            _ => {
                let column = COLUMNS[dice.below(COLUMNS.len())].to_owned();
                VariableSource { column, ..VariableSource::default() }
            }
        };
        (0..count).map(|_| source(dice)).collect()
    }

    /// From a moment that is over to some hours later.
    fn some_start(&self, dice: &mut Dice) -> f64 {
        let minutes = [-1, 1, 5, 30, 120][dice.below(5)];
        self.sim.server_time().plus_ms(minutes * 60_000).as_js()
    }

    fn some_change(&mut self, dice: &mut Dice, draft: &NewBroadcastView, number: u32) -> DraftChange {
        let mut change = DraftChange::default();
        match dice.below(7) {
            0 => change.name = Some(["x".to_owned(), String::new(), format!("Lista {number}")][dice.below(3)].clone()),
            1 => change.group_id = Some(["", GROUP, "10"][dice.below(3)].into()),
            2 => change.campaign_id = Some(["", CAMPAIGN][dice.below(2)].into()),
            3 => change.route_id = Some(["", "1", lines::SERVICE][dice.below(3)].to_owned()),
            4 => change.template_id = dice.one(&draft.templates).map(|template| template.id.clone()),
            5 => change.variables = Some(self.sources(dice, draft.variables.len())),
            _ => change.starts_at = Some(if dice.coin() { 0.0 } else { self.some_start(dice) }),
        }
        change
    }

    /// Searches, chooses, takes choices back, and adds the rows of a file.
    fn choose_recipients(&mut self, dice: &mut Dice, seat: usize, number: u32) -> Option<()> {
        self.draft(seat)?;
        match dice.below(10) {
            0 => {
                let text = ["", "a", "5511", "zzz"][dice.below(4)].to_owned();
                self.broadcast(seat, BroadcastsIntent::SearchBroadcastContacts { text })
            }
            1 => {
                let filter = ContactFilterChoice { wallet: dice.below(4) == 0, ..ContactFilterChoice::default() };
                self.broadcast(seat, BroadcastsIntent::FilterBroadcastContacts { filter })
            }
            2 => self.broadcast(seat, BroadcastsIntent::ShowChosenContacts { only: dice.coin() }),
            3 if dice.coin() => {
                self.broadcast(seat, BroadcastsIntent::StepBroadcastPreview { forward: dice.coin() })?;
                self.broadcast(seat, BroadcastsIntent::CheckBroadcastDraft)
            }
            3 => self.broadcast(seat, BroadcastsIntent::MoreBroadcastContacts),
            4 | 5 => {
                let shown = self.listed(seat, &slices::CONTACT_ORDER.key());
                let ids =
                    (0..1 + dice.below(4)).filter_map(|_| dice.one(&shown)).map(|id| ContactId::from(id.as_str()));
                let ids: Vec<ContactId> = ids.collect();
                let ids = if dice.below(8) == 0 { Vec::new() } else { ids };
                let chosen = dice.below(4) > 0;
                self.broadcast(seat, BroadcastsIntent::ChooseBroadcastContacts { ids, chosen })
            }
            _ => self.add_file(dice, seat, number),
        }
    }

    fn add_file(&mut self, dice: &mut Dice, seat: usize, number: u32) -> Option<()> {
        let most = if dice.below(8) == 0 { 30 } else { 6 };
        let phone = |dice: &mut Dice| match dice.below(16) {
            0 => "95555-0101".to_owned(),
            1 => "sem telefone".to_owned(),
            2 => SILENT_NUMBER.to_owned(),
            3 | 4 => NUMBERS[dice.below(NUMBERS.len())].to_owned(),
            // The same number in another writing.
            5 => format!("+{}", recipient(dice)),
            6 => format!("({}) 99{}", 41, &recipient(dice)[6..]),
            _ => recipient(dice),
        };
        let row = |dice: &mut Dice, line: usize| {
            let plan = if dice.below(6) == 0 { "" } else { "Fibra 500" };
            vec![format!("Cliente {number}.{line}"), phone(dice), plan.to_owned()]
        };
        let rows: Vec<Vec<String>> = (0..1 + dice.below(most)).map(|line| row(dice, line)).collect();
        let headings = if dice.below(10) == 0 { ["nome", "plano", "plano"] } else { ["nome", "telefone", "plano"] };
        self.broadcast(
            seat,
            BroadcastsIntent::AddBroadcastFile {
                name: format!("lista-{number}.csv"),
                headings: headings.map(str::to_owned).to_vec(),
                lines: (2..).take(rows.len()).collect(),
                rows,
            },
        )
    }

    fn filter(&mut self, dice: &mut Dice, seat: usize) -> Option<()> {
        if dice.coin() {
            let group = [
                EntryGroup::All,
                EntryGroup::Read,
                EntryGroup::Delivered,
                EntryGroup::Sent,
                EntryGroup::Queued,
                EntryGroup::Error,
            ][dice.below(6)];
            let reason = ["", "", "cancelled", "listPaused", "outcomeUnknown"][dice.below(5)].to_owned();
            let search = ["", "", "cliente", "5541"][dice.below(4)].to_owned();
            return self.broadcast(seat, BroadcastsIntent::FilterEntries { group, reason, search });
        }
        let tab = [BroadcastTab::All, BroadcastTab::Current, BroadcastTab::Planned, BroadcastTab::Ended][dice.below(4)];
        let search = ["", "", "lista", "zzz"][dice.below(4)].to_owned();
        let filter = if dice.coin() { BroadcastFilter::default() } else { BroadcastFilter { search, tab } };
        self.broadcast(seat, BroadcastsIntent::FilterBroadcasts { filter })
    }

    /// One entry of the opened list, or all that may be sent again.
    fn retry(&mut self, dice: &mut Dice, seat: usize) -> Option<()> {
        let cards: Vec<_> = self.cards(seat).into_iter().filter(|card| card.may_retry).collect();
        let card = dice.one(&cards)?;
        let id = BroadcastId::from(card.id.as_str());
        let entries: Vec<_> = self.shown_entries(seat).into_iter().filter(|entry| entry.retryable).collect();
        let entries = match dice.one(&entries) {
            Some(entry) if dice.coin() => vec![entry.id.as_str().into()],
            _ => Vec::new(),
        };
        self.broadcast(seat, BroadcastsIntent::RetryEntries { id, entries })
    }
}
