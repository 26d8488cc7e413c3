//! Random days of WhatsApp and Instagram: customers, agents, the provider and the network act at random. Whenever
//! everything is quiet, each page agrees with the server, every message of a customer exists once, and the provider
//! accepted every message of an agent once, or it shows an error.

use core_wasm::Intent;
use core_wasm::channels::ChannelsIntent;
use core_wasm::conversation::ConversationIntent;
use core_wasm::flow::JobGroup;
use core_wasm::jobs::JobsIntent;
use core_wasm::qualification::QualificationIntent;
use core_wasm::transfers::TransfersIntent;
use core_wasm::whatsapp::WhatsAppIntent;
use core_wasm::wire::{Channel, Protocol};
use std::time::Duration;
use workspace_sim::messenger::Settings;
use workspace_sim::providers::MediaKind;
use workspace_sim::{FailKind, ProviderFault, Sim, core_wasm, file, lines, minutes, ms, secs};

const AGENTS: usize = 2;
const IDS: [&str; AGENTS] = ["101", "102"];
/// The last two numbers have no WhatsApp, and accept no messages that the company begins.
const NUMBERS: [&str; 5] = ["5511955550101", "5521955550102", "5531955550103", "5541955550000", "5551955550001"];
const ACCOUNTS: [&str; 2] = ["ana.flores", "rui_costa"];
const PATHS: [&str; 6] = ["whatsapp/messages", "whatsapp/", "job/", "jobs/inbox", "jobs/active", "whatsapp/media"];

/// A generator of random numbers that depends on the seed only (Knuth's MMIX).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound.max(1) as u64).unwrap_or_default()
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}

fn customer_acts(sim: &mut Sim, dice: &mut Dice, step: u32) {
    let on_instagram = dice.below(4) == 0;
    let (line, number) = match on_instagram {
        true => (lines::INSTAGRAM, ACCOUNTS[dice.below(ACCOUNTS.len())]),
        false => (lines::SALES, NUMBERS[dice.below(NUMBERS.len())]),
    };
    const KINDS: [MediaKind; 5] =
        [MediaKind::Image, MediaKind::Video, MediaKind::Audio { voice: true }, MediaKind::Sticker, MediaKind::Document];
    let kind = KINDS[dice.below(KINDS.len())];
    let settings = Settings { receipts: dice.coin(), offline: dice.below(4) == 0, blocked: dice.below(6) == 0 };
    let text = format!("cliente {step}");
    let mut phone = sim.phone(line, number);
    match dice.below(12) {
        0..=3 => {
            phone.types_and_sends(&text);
        }
        4 => {
            phone.shares(kind, &text);
        }
        5 => {
            phone.answers(&text);
        }
        6 => {
            phone.forwards(&text);
        }
        7 => {
            phone.shares_a_contact("Otávio");
        }
        8..=10 => {
            phone.looks();
        }
        _ => {
            phone.sets(settings);
        }
    }
}

fn some_job(sim: &mut Sim, dice: &mut Dice, agent: usize, groups: &[JobGroup]) -> Option<Protocol> {
    let protocols: Vec<Protocol> = groups.iter().flat_map(|group| sim.agent(agent).protocols(*group)).collect();
    dice.one(&protocols).cloned()
}

/// An action of one agent; none if it is not possible now.
fn random_intent(sim: &mut Sim, dice: &mut Dice, agent: usize, step: u32) -> Option<Intent> {
    const OPEN: [JobGroup; 3] = [JobGroup::Pinned, JobGroup::Active, JobGroup::Snoozed];
    let protocol = some_job(sim, dice, agent, &OPEN);
    let text = format!("agente {step} de {}", IDS[agent]);
    let messages = protocol.as_ref().map(|protocol| sim.agent(agent).messages(protocol)).unwrap_or_default();
    let message = dice.one(&messages).map(|message| message.local_id.clone());
    let whatsapp = |intent| Some(Intent::Whatsapp(intent));
    match dice.below(30) {
        0..=6 => Some(Intent::Conversation(ConversationIntent::SendMessage { protocol: protocol?, text })),
        7 => {
            let reply = ConversationIntent::Reply { protocol: protocol?, text, answered: message? };
            Some(Intent::Conversation(reply))
        }
        8 => {
            let name = *dice.one(&["foto.png", "nota.pdf", "lista.txt", "programa.jpg"])?;
            let (protocol, file) = (protocol?, file(name));
            Some(Intent::Conversation(ConversationIntent::SendMedia {
                protocol,
                file,
                caption: text,
                answered: String::new(),
            }))
        }
        9 => whatsapp(WhatsAppIntent::LoadTemplates { protocol: protocol? }),
        10 => {
            let (template_id, variables) = ("retorno_1".to_owned(), vec!["Helena".to_owned()]);
            whatsapp(WhatsAppIntent::SendTemplate {
                protocol: protocol?,
                template_id,
                variables,
                file: None,
                header_link: String::new(),
            })
        }
        11 => Some(Intent::Conversation(ConversationIntent::LoadPresets { protocol: protocol? })),
        12 => {
            let (protocol, preset_id) = (protocol?, "2".to_owned());
            Some(Intent::Conversation(ConversationIntent::SendPreset { protocol, preset_id }))
        }
        13 => whatsapp(WhatsAppIntent::Pin { protocol: protocol?, pinned: dice.coin() }),
        14 => whatsapp(WhatsAppIntent::MarkUnread { protocol: protocol?, unread: dice.coin() }),
        15 => whatsapp(WhatsAppIntent::SelectForward { protocol: protocol?, local_id: message? }),
        16 => whatsapp(WhatsAppIntent::ForwardTo { protocol: protocol? }),
        17 if dice.coin() => Some(Intent::Conversation(ConversationIntent::SearchMore { protocol: protocol? })),
        17 => {
            let text = "agente".to_owned();
            Some(Intent::Conversation(ConversationIntent::Search { protocol: protocol?, text }))
        }
        18 if dice.coin() => whatsapp(WhatsAppIntent::OpenMedia { protocol: protocol? }),
        18 => whatsapp(WhatsAppIntent::LoadMedia { protocol: protocol? }),
        19 => Some(Intent::Conversation(ConversationIntent::LoadEarlier { protocol: protocol? })),
        20 => whatsapp(WhatsAppIntent::OptIn { protocol: protocol? }),
        21 => whatsapp(WhatsAppIntent::Begin {
            phone: (*dice.one(&NUMBERS)?).to_owned(),
            contact_id: Default::default(),
            campaign_id: "31".into(),
            route_id: String::new(),
        }),
        22 if dice.coin() => Some(Intent::Transfers(TransfersIntent::LoadDestinations { protocol: protocol? })),
        22 => {
            let to_agent = if dice.coin() { IDS[1 - agent] } else { "" };
            Some(Intent::Transfers(TransfersIntent::Transfer {
                protocol: protocol?,
                to_agent_id: to_agent.into(),
                queue_id: Default::default(),
                campaign_id: Default::default(),
                observation: "um recado".to_owned(),
            }))
        }
        23 | 24 => {
            let entries = sim.agent(agent).inbox().entries;
            let entry = dice.one(&entries).map(|row| Protocol::from(row.protocol.as_str()));
            // The other agent tries it as well: the entry has one owner.
            let ended = some_job(sim, dice, agent, &[JobGroup::ToQualify]);
            whatsapp(WhatsAppIntent::Reopen { protocol: entry.or(ended)? })
        }
        25 => Some(Intent::Jobs(JobsIntent::FinishJob { protocol: protocol?, confirmed: true, waits: false })),
        26 => {
            let protocol = some_job(sim, dice, agent, &[JobGroup::ToQualify])?;
            let open = QualificationIntent::OpenQualification { protocol: protocol.clone() };
            sim.agent(agent).intent(Intent::Qualification(open));
            sim.advance(ms(100));
            let (of, qualification_id) = (protocol.clone(), "61".into());
            let choose = QualificationIntent::ChooseQualification { protocol: of, qualification_id };
            sim.agent(agent).intent(Intent::Qualification(choose));
            Some(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol }))
        }
        27 => Some(Intent::Conversation(ConversationIntent::RetryMessage { protocol: protocol?, local_id: message? })),
        28 => Some(Intent::Jobs(JobsIntent::OpenJob { protocol: protocol? })),
        _ => Some(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp })),
    }
}

fn cause_fault(sim: &mut Sim, dice: &mut Dice) {
    let agent = dice.below(AGENTS);
    const FAULTS: [ProviderFault; 4] =
        [ProviderFault::Busy, ProviderFault::Garbage, ProviderFault::LostAnswer, ProviderFault::BadGateway];
    let path = PATHS[dice.below(PATHS.len())];
    let (is_on, slow_ms) = (dice.coin(), dice.below(40_000) as u64);
    match dice.below(16) {
        0 => sim.provider_fails_next(FAULTS[dice.below(FAULTS.len())]),
        1 => sim.provider_is_down(is_on),
        2 => sim.provider_is_slow(if is_on { slow_ms } else { 0 }),
        3 => sim.hold_webhooks(),
        4 | 5 => sim.release_webhooks(is_on),
        6 => sim.double_webhooks(is_on),
        7 => sim.delay_webhooks_by(if is_on { slow_ms } else { 0 }),
        8 => sim.replay_webhooks(),
        9 => sim.fail_next(path, FailKind::LostReply),
        10 => sim.fail_next(path, FailKind::NoAnswer),
        11 => sim.fail_next(path, FailKind::Late(slow_ms / 4)),
        12 => {
            sim.agent(agent).drop_link();
            sim
        }
        13 => {
            sim.agent(agent).reload();
            sim
        }
        14 => sim.server_down().advance(ms(slow_ms / 4)).server_up(),
        _ => {
            sim.advance(Duration::from_secs(60 * dice.below(40) as u64));
            sim
        }
    };
}

/// Every fault ends, and waiting messages are sent.
fn end_all_faults(sim: &mut Sim) {
    sim.forget_faults().provider_recovers().advance(minutes(8));
    for agent in 0..AGENTS {
        if let Some(dialog) = sim.agent(agent).dialog() {
            sim.agent(agent).intent(Intent::Shell(core_wasm::shell::ShellIntent::CloseDialog { dialog }));
        }
    }
    sim.advance(minutes(1));
    assert!(!sim.messages_wait(), "every message was sent or refused");
    sim.expect_agreement();
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn bey_120_after_random_days_of_whatsapp_every_page_agrees_with_the_server() {
    let first = setting("SIM_FIRST_SEED", 1);
    (first..first + setting("SIM_SEEDS", 6)).for_each(day);
}

fn day(seed: u64) {
    let mut sim = Sim::with_agents(seed, AGENTS);
    sim.checks_rarely();
    for agent in 0..AGENTS {
        sim.agent(agent).signs_in().connects_whatsapp();
    }
    let mut dice = Dice(seed);
    for step in 0..400 {
        match dice.below(10) {
            0..=2 => customer_acts(&mut sim, &mut dice, step),
            3..=7 => {
                let agent = dice.below(AGENTS);
                if let Some(intent) = random_intent(&mut sim, &mut dice, agent, step) {
                    sim.agent(agent).intent(intent);
                    sim.advance(ms(1));
                }
            }
            8 => cause_fault(&mut sim, &mut dice),
            _ => {
                sim.advance(secs(1 + dice.below(30) as u64));
            }
        }
        if step % 50 == 49 {
            end_all_faults(&mut sim);
        }
    }
}
