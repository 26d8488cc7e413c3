//! Simulated customers with a telephone of the simulated messenger: they write texts, files and contact cards on WhatsApp
//! and Instagram, read the agent's answers, and are sometimes offline. They use the telephones like the pages of
//! `/outside` do.

use std::time::Duration;

use ::messenger::{Draft, Line, LineKind, MediaFile, Messenger, Refused, Settings};
use contact_centre::{Entropy, SeededEntropy};
use messaging::{ContactCard, MediaKind};
use tokio::sync::watch;
use tokio::time::timeout;

use super::{Dice, FIRST_SEED, PATIENCE, script};

/// How long a customer waits after the reminder. Without agents at work a customer writes about three messages in this time.
const LONGEST_PATIENCE: Duration = Duration::from_secs(600);
/// One of this number of customers sends no read receipts.
const WITHOUT_RECEIPTS: u64 = 5;

/// A file that customers send.
struct Sample {
    kind: MediaKind,
    mime: &'static str,
    name: &'static str,
    /// Caption below the file; empty without one.
    caption: &'static str,
    bytes: &'static [u8],
}

const SAMPLES: [Sample; 4] = [
    Sample {
        kind: MediaKind::Image,
        mime: "image/jpeg",
        name: "modem.jpg",
        caption: "Olha só como está",
        bytes: include_bytes!("files/picture.jpg"),
    },
    Sample {
        kind: MediaKind::Audio { voice: true },
        mime: "audio/x-wav",
        name: "",
        caption: "",
        bytes: include_bytes!("files/voice.wav"),
    },
    Sample {
        kind: MediaKind::Sticker,
        mime: "image/webp",
        name: "",
        caption: "",
        bytes: include_bytes!("files/sticker.webp"),
    },
    Sample {
        kind: MediaKind::Document,
        mime: "application/pdf",
        name: "comprovante.pdf",
        caption: "Segue o comprovante",
        bytes: include_bytes!("files/document.pdf"),
    },
];

/// The telephone of a simulated customer. Everything is derived from the customer's number, also the secret, because
/// the messenger exists only with `--demo` and on this machine.
#[derive(Clone, Debug)]
pub struct Telephone {
    /// Account that the customer writes to.
    pub account: String,
    /// The customer's number or account name.
    pub number: String,
    /// Name of the customer's profile.
    pub name: String,
    /// Secret of the telephone.
    pub secret: String,
}

impl Telephone {
    /// The telephone of customer `customer` at this account.
    pub fn of(customer: u64, account: &str, kind: LineKind) -> Self {
        let mut dice = Dice(SeededEntropy(FIRST_SEED + customer));
        let (first, last) = (dice.pick(script::FIRST_NAMES), dice.pick(script::LAST_NAMES));
        let name = format!("{first} {last}");
        let number = match kind {
            // The last four digits are never 0000 or 0001, which the messenger refuses.
            LineKind::Whatsapp => format!("551197001{:04}", 1_000 + customer),
            LineKind::Instagram => {
                let address = script::address(&name);
                format!("{}{customer}", address.split('@').next().unwrap_or_default())
            }
        };
        let mut secret = [0; 32];
        dice.0.fill(&mut secret);
        Self { account: account.to_owned(), number, name, secret: hex::encode(secret) }
    }
}

/// Creates customer number `customer`, at one of the accounts.
pub fn customer(customer: u64, messenger: &Messenger, lines: &[Line]) -> Option<Customer> {
    let accounts = u64::try_from(lines.len()).ok()?;
    let line = lines.get(usize::try_from(customer.checked_rem(accounts)?).ok()?)?;
    let telephone = Telephone::of(customer, &line.account, line.kind);
    Some(Customer {
        changes: messenger.watch(&telephone.account, &telephone.number),
        messenger: messenger.clone(),
        telephone,
        dice: Dice(SeededEntropy(FIRST_SEED + customer)),
        settings: Settings { receipts: customer % WITHOUT_RECEIPTS != WITHOUT_RECEIPTS - 1, ..Settings::default() },
        uploaded: [const { None }; SAMPLES.len()],
        extras: usize::try_from(customer).unwrap_or_default(),
        read: 0,
    })
}

/// A customer who writes again and again.
pub struct Customer {
    messenger: Messenger,
    telephone: Telephone,
    dice: Dice,
    settings: Settings,
    changes: watch::Receiver<u64>,
    /// Identifiers of the samples in the messenger: each is uploaded once.
    uploaded: [Option<String>; SAMPLES.len()],
    /// Number of files and cards sent, from a start that differs between customers.
    extras: usize,
    /// Number of the last change that the customer knows.
    read: u64,
}

impl Customer {
    /// Writes until the server stops.
    pub async fn run(mut self) {
        loop {
            self.dice.pause(1_000, 12_000).await;
            if let Err(refused) = self.conversation().await {
                // The messenger deletes the oldest files above its limit, so they are uploaded again.
                self.uploaded = Default::default();
                tracing::warn!(?refused, "a simulated customer failed");
            }
            self.dice.pause(20_000, 60_000).await;
        }
    }

    async fn conversation(&mut self) -> Result<(), Refused> {
        let Telephone { account, number, name, secret } = &self.telephone;
        self.messenger.open(account, number, name, secret)?;
        self.set(self.settings)?;
        let Some(topic) = self.dice.pick_from(script::TOPICS) else { return Ok(()) };
        for line in topic.lines {
            // One line in eight is written offline and sent after the reconnect.
            let offline = self.dice.below(8) == 0;
            self.set(Settings { offline, ..self.settings })?;
            self.write_text(line).await?;
            if self.dice.below(2) == 0 {
                self.dice.pause(1_000, 4_000).await;
                self.write_extra()?;
            }
            if offline {
                self.dice.pause(5_000, 20_000).await;
                self.set(self.settings)?;
            }
            if !self.is_answered().await? {
                return Ok(());
            }
        }
        let farewell = self.dice.pick(script::FAREWELLS);
        self.write_text(farewell).await
    }

    fn set(&self, settings: Settings) -> Result<(), Refused> {
        let Telephone { account, number, secret, .. } = &self.telephone;
        self.messenger.set(account, number, secret, settings)
    }

    /// Waits until the company has written, then reads the message. `false`: the company wrote nothing, even after a
    /// reminder.
    async fn is_answered(&mut self) -> Result<bool, Refused> {
        let mut patience = PATIENCE;
        loop {
            self.changes.mark_unchanged();
            if self.state()?.entries.iter().any(|entry| !entry.mine) {
                self.dice.pause(1_200, 4_000).await;
                let Telephone { account, number, secret, .. } = &self.telephone;
                self.messenger.seen(account, number, secret)?;
                self.read = self.state()?.change;
                return Ok(true);
            }
            match timeout(patience, self.changes.changed()).await {
                Ok(Ok(())) => {}
                // The server is stopping.
                Ok(Err(_)) => return Ok(false),
                Err(_) if patience == LONGEST_PATIENCE => return Ok(false),
                Err(_) => {
                    patience = LONGEST_PATIENCE;
                    let reminder = self.dice.pick(script::REMINDERS);
                    self.write_text(reminder).await?;
                }
            }
        }
    }

    fn state(&self) -> Result<::messenger::ThreadState, Refused> {
        let Telephone { account, number, secret, .. } = &self.telephone;
        self.messenger.state(account, number, secret, self.read)
    }

    async fn write_text(&mut self, text: &str) -> Result<(), Refused> {
        let letters = u64::try_from(text.chars().count()).unwrap_or_default();
        self.dice.pause(letters * 25, letters * 60).await;
        let draft = self.draft(text);
        self.write(draft)
    }

    /// A file or a contact card, each kind in turn.
    fn write_extra(&mut self) -> Result<(), Refused> {
        let number = self.extras % (SAMPLES.len() + 1);
        self.extras += 1;
        let draft = match SAMPLES.get(number) {
            Some(sample) => Draft { media_id: self.uploaded(number, sample)?, ..self.draft(sample.caption) },
            None => Draft { cards: vec![self.card()], ..self.draft("") },
        };
        self.write(draft)
    }

    fn uploaded(&mut self, number: usize, sample: &Sample) -> Result<String, Refused> {
        if let Some(Some(id)) = self.uploaded.get(number) {
            return Ok(id.clone());
        }
        let Telephone { account, number: address, secret, .. } = &self.telephone;
        let file = MediaFile {
            mime: sample.mime.to_owned(),
            name: sample.name.to_owned(),
            kind: sample.kind,
            bytes: sample.bytes.to_vec(),
        };
        let id = self.messenger.upload(account, address, secret, file)?;
        if let Some(kept) = self.uploaded.get_mut(number) {
            *kept = Some(id.clone());
        }
        Ok(id)
    }

    fn card(&mut self) -> ContactCard {
        let name = format!("{} {}", self.dice.pick(script::FIRST_NAMES), self.dice.pick(script::LAST_NAMES));
        ContactCard {
            name,
            phones: vec![format!("+55 11 9{:08}", self.dice.below(100_000_000))],
            ..ContactCard::default()
        }
    }

    fn draft(&mut self, text: &str) -> Draft {
        Draft {
            custom_id: self.dice.custom_id().as_str().to_owned(),
            text: text.to_owned(),
            media_id: String::new(),
            item: None,
            cards: Vec::new(),
            quoted_id: String::new(),
            forwarded: false,
        }
    }

    fn write(&self, draft: Draft) -> Result<(), Refused> {
        let Telephone { account, number, secret, .. } = &self.telephone;
        self.messenger.write(account, number, secret, draft).map(drop)
    }
}
