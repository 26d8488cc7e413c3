//! Actions of WhatsApp and Instagram customers on their telephones, and faults of their provider.

use crate::actions::{Action, Dice};
use crate::day::Day;
use workspace_sim::messenger::Settings;
use workspace_sim::providers::{MediaKind, RefusalReason};
use workspace_sim::{FileFault, ProviderFault, lines, ms};

/// Numbers of customers who write and get messages. The last two have no WhatsApp, and accept no messages that the
/// company begins.
pub const NUMBERS: [&str; 6] =
    ["5511955550101", "5521955550102", "5531955550103", "5561955550107", "5541955550000", "5551955550001"];
/// Number of a customer who never writes and accepts no messages that the company begins.
pub const SILENT_NUMBER: &str = "5571955560001";
/// Words about broadcasts, and texts that are none.
const WORDS: [&str; 8] =
    ["SAIR", "sair", "Parar!", "STOP", "VOLTAR", "voltar.", "quero sair daqui", "cancelar o pedido"];
/// Why the network refuses messages that the company begins.
const REFUSALS: [RefusalReason; 8] = [
    RefusalReason::Undeliverable,
    RefusalReason::MarketingStopped,
    RefusalReason::LimitedByNetwork,
    RefusalReason::LimitedByNetwork,
    RefusalReason::Experiment,
    RefusalReason::TemplatePaused,
    RefusalReason::AccountUnpaid,
    RefusalReason::ProviderFault,
];
const ACCOUNTS: [&str; 2] = ["ana.flores", "rui_costa"];
const FILES: [MediaKind; 5] =
    [MediaKind::Image, MediaKind::Video, MediaKind::Audio { voice: true }, MediaKind::Sticker, MediaKind::Document];
/// Number of customers without a contact who get broadcasts.
const RECIPIENTS: usize = 40;
/// Longest remaining time of a conversation window that is about to close.
const LONGEST_REST_MS: usize = 8_000;

/// Lasting faults of the provider.
#[derive(Clone, Copy, Debug, Default)]
pub struct Provider {
    is_down: bool,
    is_slow: bool,
    holds_webhooks: bool,
    doubles_webhooks: bool,
    delays_webhooks: bool,
}

impl Day {
    pub fn phone_acts(&mut self, dice: &mut Dice, action: Action, number: u32) -> Option<()> {
        let text = format!("cliente {number}");
        if action == Action::WindowCloses {
            // A new customer, so that the windows of others are not extended by later messages.
            let customer = format!("551197{:07}", 1_000_000 + dice.below(1_000_000));
            self.sim.phone(lines::SALES, &customer).wrote_before(&text, dice.below(LONGEST_REST_MS) as u64);
            return Some(());
        }
        if matches!(action, Action::PhoneOptsOut | Action::PhoneReplies) {
            // Customers who get broadcasts.
            let line = if dice.below(4) == 0 { lines::SERVICE } else { lines::SALES };
            let customer = if dice.below(3) == 0 { (*dice.one(&NUMBERS)?).to_owned() } else { recipient(dice) };
            let text = if action == Action::PhoneReplies { text } else { (*dice.one(&WORDS)?).to_owned() };
            let mut phone = self.sim.phone(line, &customer);
            if action == Action::PhoneReplies && dice.coin() {
                phone.looks();
            } else {
                phone.types_and_sends(&text);
            }
            return Some(());
        }
        let line = match dice.below(8) {
            0..=3 => lines::SALES,
            4 | 5 => lines::SERVICE,
            _ => lines::INSTAGRAM,
        };
        let customer = *if line == lines::INSTAGRAM { dice.one(&ACCOUNTS) } else { dice.one(&NUMBERS) }?;
        let mut phone = self.sim.phone(line, customer);
        match action {
            Action::PhoneWrites => {
                phone.types_and_sends(&text);
            }
            Action::PhoneShares => {
                phone.shares(*dice.one(&FILES)?, &text);
            }
            Action::PhoneAnswers => {
                phone.answers(&text);
            }
            Action::PhoneForwards => {
                phone.forwards(&text);
            }
            Action::PhoneSharesContact => {
                phone.shares_a_contact(&format!("Pessoa {number}"));
            }
            Action::PhoneEdits => {
                phone.edits(&format!("{text} corrigido"));
            }
            Action::PhoneTakesBack => {
                phone.takes_back();
            }
            Action::PhoneReacts => {
                phone.reacts(dice.one(&["👍", "❤️", "🙏", ""])?);
            }
            Action::PhoneReads => {
                phone.looks();
            }
            Action::PhoneSettings => {
                let settings =
                    Settings { receipts: dice.coin(), offline: dice.below(4) == 0, blocked: dice.below(6) == 0 };
                phone.sets(settings);
            }
            _ => return None,
        }
        Some(())
    }

    pub fn provider_acts(&mut self, dice: &mut Dice, action: Action) -> Option<()> {
        use Action::*;
        let (provider, sim) = (&mut self.provider, &mut self.sim);
        match action {
            ProviderBusy => sim.provider_fails_next(ProviderFault::Busy),
            ProviderGarbage => sim.provider_fails_next(ProviderFault::Garbage),
            ProviderLosesAnswer => sim.provider_fails_next(ProviderFault::LostAnswer),
            ProviderRefuses => sim.provider_fails_next(ProviderFault::Refusal(*dice.one(&REFUSALS)?)),
            ProviderSpam => sim.provider_fails_next(ProviderFault::Spam),
            ProviderFailsLater => sim.provider_fails_next(ProviderFault::FailsLater(*dice.one(&REFUSALS)?)),
            ProviderFails => sim.provider_fails_next(ProviderFault::Fails),
            ProviderBadGateway => sim.provider_fails_next(ProviderFault::BadGateway),
            ProviderDown | ProviderUp => {
                changes(&mut provider.is_down, action == ProviderDown)?;
                sim.provider_is_down(provider.is_down)
            }
            ProviderSlow | ProviderFast => {
                changes(&mut provider.is_slow, action == ProviderSlow)?;
                sim.provider_is_slow(if provider.is_slow { 1_000 + dice.below(40_000) as u64 } else { 0 })
            }
            HoldWebhooks => {
                changes(&mut provider.holds_webhooks, true)?;
                sim.hold_webhooks()
            }
            ReleaseWebhooks | ReverseWebhooks => {
                changes(&mut provider.holds_webhooks, false)?;
                sim.release_webhooks(action == ReverseWebhooks)
            }
            DoubleWebhooks | SingleWebhooks => {
                changes(&mut provider.doubles_webhooks, action == DoubleWebhooks)?;
                sim.double_webhooks(provider.doubles_webhooks)
            }
            LateWebhooks | PromptWebhooks => {
                changes(&mut provider.delays_webhooks, action == LateWebhooks)?;
                sim.delay_webhooks_by(if provider.delays_webhooks { 1_000 + dice.below(40_000) as u64 } else { 0 })
            }
            RepeatWebhooks => sim.replay_webhooks(),
            FileBusy => sim.file_fails_next(FileFault::Busy),
            FileGone => sim.file_fails_next(FileFault::Gone),
            _ => return None,
        };
        // The provider acts a short time later.
        sim.advance(ms(1));
        Some(())
    }

    /// Every fault of the provider ends. The server has to run.
    pub fn provider_recovers(&mut self) {
        self.provider = Provider::default();
        self.sim.provider_recovers();
    }
}

/// A customer who gets broadcasts and has no contact.
pub fn recipient(dice: &mut Dice) -> String {
    format!("5541991{:06}", dice.below(RECIPIENTS))
}

/// `None` if nothing changes.
fn changes(fact: &mut bool, to: bool) -> Option<()> {
    (*fact != to).then(|| *fact = to)
}
