//! Customers of WhatsApp and Instagram: each has a telephone in the network of the simulated messenger. Verbs act on
//! the network and wait until everything has arrived.

use crate::messaging::Messaging;
use crate::sim::Sim;
use contact_centre::store::{RouteStore, WhatsAppRouteRow};
use contact_centre::wire::MetaType;
use messaging::{ContactCard, Inbound, InboundContent, InboundMessage, MediaKind};
use messenger::{Draft, Entry, EntryStatus, MediaFile, Settings};

/// A picture of one pixel.
const STICKER: &[u8] = include_bytes!("../../../server/messaging/fixtures/files/picture.webp");

/// The demo routes.
pub mod lines {
    /// WhatsApp with a conversation window, provider gupshup.
    pub const SALES: &str = "551140004000";
    /// Instagram.
    pub const INSTAGRAM: &str = "17841400000000099";
    /// WhatsApp without a conversation window; exists after `Sim::opens_service_line`.
    pub const SERVICE: &str = "551140005000";
}

const SECRET: &str = "a secret of the telephone with enough characters";
/// A conversation window, in milliseconds.
const WINDOW_MS: u64 = 24 * 60 * 60 * 1_000;

/// A customer's telephone.
pub struct PhoneHandle<'a> {
    sim: &'a mut Sim,
    line: String,
    number: String,
}

impl Sim {
    /// The telephone of a customer on a line; the first use opens it.
    pub fn phone(&mut self, line: &str, number: &str) -> PhoneHandle<'_> {
        let now_ms = self.network_time();
        let name = format!("Pessoa {}", number.chars().rev().take(4).collect::<String>());
        let opened = self.messaging.network.open(line, number, &name, SECRET, now_ms);
        let (number, items) = opened.expect("a line and a number");
        self.report_items(line, items);
        PhoneHandle { sim: self, line: line.to_owned(), number }
    }

    /// A second route of WhatsApp, of another provider and without a window, in the queue and the campaigns of the
    /// first one. To be called before customers write, because it restarts the network.
    pub fn opens_service_line(&mut self) -> &mut Self {
        let store = &mut self.server.store;
        for mut campaign in store.whatsapp_campaigns().expect("store") {
            campaign.route_ids.push(lines::SERVICE.to_owned());
            store.put_whatsapp_campaign(&campaign).expect("store");
        }
        self.opens_line("simulated", lines::SERVICE, MetaType::Whatsapp)
    }

    /// A further route, in the queue of the demo's route of the same network. Before customers write: the network begins anew.
    pub fn opens_line(&mut self, provider: &str, account: &str, network: MetaType) -> &mut Self {
        let store = &mut self.server.store;
        let routes = store.whatsapp_routes().expect("store");
        let alike = routes.into_iter().find(|route| route.meta_type == network).expect("the demo route");
        let [id, account, phone] = [account; 3].map(str::to_owned);
        let (name, provider) = ("Atendimento".to_owned(), provider.to_owned());
        store.put_whatsapp_route(&WhatsAppRouteRow { id, account, phone, name, provider, ..alike }).expect("store");
        self.messaging = Messaging::new(&self.server.store);
        self
    }
}

impl PhoneHandle<'_> {
    fn draft(&mut self) -> Draft {
        let written = self.sim.messaging.reported.len() + self.entries().len();
        Draft {
            custom_id: format!("{}.{written}", self.number),
            text: String::new(),
            media_id: String::new(),
            item: None,
            cards: Vec::new(),
            quoted_id: String::new(),
            forwarded: false,
        }
    }

    /// Sends an item; nothing else happens yet.
    pub fn sends(&mut self, draft: Draft) -> Entry {
        let number = self.number.clone();
        self.sim.note(&number, &format!("writes {:?} {}", draft.text, draft.media_id));
        let now_ms = self.sim.network_time();
        let written = self.sim.messaging.network.write(&self.line, &self.number, SECRET, draft, now_ms);
        let written = written.expect("a draft that the network takes");
        self.sim.report_items(&self.line, written.outgoing);
        written.entry
    }

    fn sends_and_settles(&mut self, draft: Draft) -> &mut Self {
        self.sends(draft);
        self.sim.settle();
        self
    }

    /// Writes a text and waits until it has arrived.
    pub fn writes(&mut self, text: &str) -> &mut Self {
        let draft = Draft { text: text.to_owned(), ..self.draft() };
        self.sends_and_settles(draft)
    }

    /// Writes a text; nothing else happens yet.
    pub fn types_and_sends(&mut self, text: &str) -> Entry {
        let draft = Draft { text: text.to_owned(), ..self.draft() };
        self.sends(draft)
    }

    /// Answers the newest message of the company, or the customer's own last message.
    pub fn answers(&mut self, text: &str) -> &mut Self {
        let entries = self.entries();
        let newest = entries.iter().rev().find(|entry| !entry.mine).or(entries.last());
        let quoted_id = newest.map(|entry| entry.id.clone()).unwrap_or_default();
        let draft = Draft { text: text.to_owned(), quoted_id, ..self.draft() };
        self.sends_and_settles(draft)
    }

    /// Edits the last message that this telephone wrote; nothing else happens yet.
    pub fn edits(&mut self, text: &str) -> &mut Self {
        let text = text.to_owned();
        let own = self.entries().into_iter().rev().find(|entry| entry.mine && entry.status != EntryStatus::Waiting);
        self.changes(own, |message_id| InboundContent::Edit { text, message_id })
    }

    /// Revokes the last message that this telephone wrote; nothing else happens yet.
    pub fn takes_back(&mut self) -> &mut Self {
        let own = self.entries().into_iter().rev().find(|entry| entry.mine && entry.status != EntryStatus::Waiting);
        self.changes(own, |message_id| InboundContent::Revoke { message_id })
    }

    /// Reacts to the last message of either side; an empty emoji removes the reaction. Nothing else happens yet.
    pub fn reacts(&mut self, emoji: &str) -> &mut Self {
        let emoji = emoji.to_owned();
        let newest = self.entries().into_iter().rev().find(|entry| entry.status != EntryStatus::Waiting);
        self.changes(newest, |message_id| InboundContent::Reaction { emoji, message_id })
    }

    /// The provider reports a change of this message.
    fn changes(&mut self, entry: Option<Entry>, content: impl FnOnce(String) -> InboundContent) -> &mut Self {
        let Some(entry) = entry else { return self };
        let (number, at_ms) = (self.number.clone(), self.sim.network_time());
        self.sim.note(&number, &format!("changes {}", entry.id));
        let message = InboundMessage {
            provider_id: format!("{}:{at_ms}", entry.id),
            account: self.line.clone(),
            from: number,
            to: self.line.clone(),
            user_id: None,
            profile_name: None,
            at_ms: Some(at_ms),
            content: content(entry.id),
            quoted_id: None,
            story: None,
            forwarded: false,
            details: None,
        };
        self.sim.report_items(&self.line, vec![Inbound::Message(Box::new(message))]);
        self
    }

    /// Forwards a text.
    pub fn forwards(&mut self, text: &str) -> &mut Self {
        let draft = Draft { text: text.to_owned(), forwarded: true, ..self.draft() };
        self.sends_and_settles(draft)
    }

    /// Sends a contact card.
    pub fn shares_a_contact(&mut self, name: &str) -> &mut Self {
        let card =
            ContactCard { name: name.to_owned(), phones: vec!["5541955550104".to_owned()], ..ContactCard::default() };
        let draft = Draft { cards: vec![card], ..self.draft() };
        self.sends_and_settles(draft)
    }

    /// Sends a file of this kind.
    pub fn shares(&mut self, kind: MediaKind, caption: &str) -> &mut Self {
        let (mime, name, bytes): (&str, &str, &[u8]) = match kind {
            MediaKind::Image => ("image/png", "foto.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06"),
            MediaKind::Video => ("video/mp4", "video.mp4", b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41"),
            MediaKind::Audio { .. } => {
                ("audio/ogg", "audio.ogg", b"OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0OpusHead")
            }
            MediaKind::Sticker => ("image/webp", "figurinha.webp", STICKER),
            MediaKind::Document => ("application/pdf", "contrato.pdf", b"%PDF-1.7\n1 0 obj\n"),
        };
        let (mime, name, bytes) = (mime.to_owned(), name.to_owned(), bytes.to_vec());
        let file = MediaFile { mime, name, kind, bytes };
        let uploaded = self.sim.messaging.network.upload(&self.line, &self.number, SECRET, file);
        let media_id = uploaded.expect("a file that the network takes");
        let draft = Draft { text: caption.to_owned(), media_id, ..self.draft() };
        self.sends_and_settles(draft)
    }

    /// Opens the conversation on the telephone, so that its messages are read.
    pub fn looks(&mut self) -> &mut Self {
        let now_ms = self.sim.network_time();
        let items = self.sim.messaging.network.seen(&self.line, &self.number, SECRET, now_ms).expect("the telephone");
        self.reports(items)
    }

    /// The customer wrote a text earlier, which the provider reports only when the conversation window is open for just
    /// this many milliseconds more.
    pub fn wrote_before(&mut self, text: &str, left_ms: u64) -> &mut Self {
        let draft = Draft { text: text.to_owned(), ..self.draft() };
        let then_ms = self.sim.network_time().saturating_sub(WINDOW_MS - left_ms);
        let written = self.sim.messaging.network.write(&self.line, &self.number, SECRET, draft, then_ms);
        let outgoing = written.expect("a draft that the network takes").outgoing;
        self.reports(outgoing)
    }

    /// Changes the settings of the telephone.
    pub fn sets(&mut self, settings: Settings) -> &mut Self {
        let now_ms = self.sim.network_time();
        let set = self.sim.messaging.network.set(&self.line, &self.number, SECRET, settings, now_ms);
        let items = set.expect("the telephone");
        self.reports(items)
    }

    fn reports(&mut self, items: Vec<Inbound>) -> &mut Self {
        self.sim.report_items(&self.line, items);
        self.sim.settle();
        self
    }

    /// All messages on the telephone, in order.
    pub fn entries(&mut self) -> Vec<Entry> {
        let state = self.sim.messaging.network.state(&self.line, &self.number, SECRET, 0).expect("the telephone");
        let mut entries = state.entries;
        entries.sort_by_key(|entry| (entry.at_ms, entry.change));
        entries
    }

    /// Messages of the company with at least this status.
    pub fn heard(&mut self, at_least: EntryStatus) -> usize {
        self.entries().iter().filter(|entry| !entry.mine && entry.status >= at_least).count()
    }

    /// The text of each message of the company: text, caption or text of the template.
    pub fn hears(&mut self) -> Vec<String> {
        self.entries().into_iter().filter(|entry| !entry.mine).map(|entry| text_of(&entry)).collect()
    }

    /// Expects these messages of the company, in order.
    #[track_caller]
    pub fn expect_hears(&mut self, texts: &[&str]) -> &mut Self {
        let heard = self.hears();
        assert_eq!(heard, texts, "what {} heard", self.number);
        self
    }
}

/// The text that a telephone shows for a message; for a card its names, for a file its caption.
pub(crate) fn text_of(entry: &Entry) -> String {
    use messenger::Content;
    match &entry.content {
        Content::Text { text } | Content::Item { text, .. } | Content::Template { text, .. } => text.clone(),
        Content::Media { caption, .. } => caption.clone(),
        Content::Contacts { cards } => cards.iter().map(|card| card.name.as_str()).collect(),
    }
}
