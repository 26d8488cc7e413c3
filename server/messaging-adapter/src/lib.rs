//! Converts between the providers' neutral types and the domain's, for the server and for the simulation.

#![warn(missing_docs)]

#[cfg(feature = "messenger")]
mod line;

use contact_centre::wire::{ContactCard, MessageMedia, Wall, is_visible, limits};
use contact_centre::{
    FileOrder, WhatsAppChange, WhatsAppChangeKind, WhatsAppDelivery, WhatsAppFailure, WhatsAppFailureAbout,
    WhatsAppFileSource, WhatsAppInbound, WhatsAppInboundFile, WhatsAppInboundMessage, WhatsAppNotice,
    WhatsAppNoticeKind, WhatsAppOutcome, WhatsAppReceipt, WhatsAppSend, WhatsAppSendContent, WhatsAppTemplateFile,
};
#[cfg(feature = "messenger")]
pub use line::line;
use messaging::{
    AddressChange, FailureAbout, Inbound, InboundContent, InboundMessage, Location, MediaKind, MediaReference,
    MediaSource, Outbound, OutboundContent, OutboundMedia, Receipt, ReceiptStatus, Refusal, SendOutcome, TemplateUse,
};

/// The item for the domain; `None` if the domain does not use it.
pub fn inbound(item: Inbound) -> Option<WhatsAppInbound> {
    match item {
        Inbound::Message(message) => item_of(*message),
        Inbound::AddressChanged(change) => address_of(change),
        Inbound::Receipt(receipt) => receipt_of(receipt).map(WhatsAppInbound::Receipt),
        Inbound::OptIn(opt_in) => Some(WhatsAppInbound::Consent {
            customer: opt_in.from,
            granted: opt_in.granted,
            at: opt_in.at_ms.and_then(|at| i64::try_from(at).ok()).map(Wall),
        }),
        Inbound::Ignored(_) => None,
    }
}

/// Items of one account, in order.
pub struct AccountItems {
    /// The account: named by the items, or else by the address of the webhook.
    pub account: String,
    /// Items of the account.
    pub items: Vec<WhatsAppInbound>,
}

/// The items of a webhook request in order, by account. An item that names its account belongs to that account, whatever the address of the
/// webhook; receipts, and items without an account, belong to `called`.
pub fn by_account(called: &str, items: Vec<Inbound>) -> Vec<AccountItems> {
    let mut batches: Vec<AccountItems> = Vec::new();
    for item in items {
        let account = account_of(&item).unwrap_or(called).to_owned();
        let Some(taken) = inbound(item) else { continue };
        match batches.last_mut() {
            Some(batch) if batch.account == account => batch.items.push(taken),
            _ => batches.push(AccountItems { account, items: vec![taken] }),
        }
    }
    batches
}

fn account_of(item: &Inbound) -> Option<&str> {
    let named = match item {
        Inbound::Message(message) => &message.account,
        Inbound::AddressChanged(change) => &change.account,
        Inbound::OptIn(opt_in) => &opt_in.account,
        Inbound::Receipt(_) | Inbound::Ignored(_) => return None,
    };
    (!named.is_empty()).then_some(named)
}

/// Longest id of a provider or a customer, in bytes, because it is part of keys in the database. Real ids are shorter.
const ID_MAX_BYTES: usize = 512;

/// Longest emoji of a reaction, in bytes: a family of four with skin colours has 41.
const EMOJI_MAX_BYTES: usize = 64;

fn is_id(id: &str) -> bool {
    id.len() <= ID_MAX_BYTES
}

/// A message, a change of an earlier one, or a notice. An item whose id is longer than that of any network is left out.
fn item_of(message: InboundMessage) -> Option<WhatsAppInbound> {
    if !is_id(&message.provider_id) || !is_id(&message.from) || !message.quoted_id.as_deref().is_none_or(is_id) {
        return None;
    }
    let sent_at = wall(message.at_ms);
    let notice = |kind| {
        let (provider_id, customer) = (message.provider_id.clone(), message.from.clone());
        WhatsAppInbound::Notice(WhatsAppNotice { provider_id, customer, sent_at, kind })
    };
    let change = |message_id: &String, kind| {
        let (message_id, customer) = (message_id.clone(), message.from.clone());
        is_id(&message_id).then_some(WhatsAppInbound::Change(WhatsAppChange { message_id, customer, sent_at, kind }))
    };
    match &message.content {
        InboundContent::Edit { text, message_id } => {
            change(message_id, WhatsAppChangeKind::Edited(cut_to_bytes(text.clone(), limits::MESSAGE_MAX_BYTES)))
        }
        InboundContent::Revoke { message_id } => change(message_id, WhatsAppChangeKind::Revoked),
        InboundContent::Reaction { emoji, message_id } => {
            change(message_id, WhatsAppChangeKind::Reacted(cut_to_bytes(emoji.clone(), EMOJI_MAX_BYTES)))
        }
        InboundContent::IdentityChanged => Some(notice(WhatsAppNoticeKind::IdentityChanged)),
        InboundContent::Unsupported { kind } => {
            Some(notice(WhatsAppNoticeKind::Unsupported { kind: short(kind.clone()) }))
        }
        InboundContent::Text(_)
        | InboundContent::Media(_)
        | InboundContent::Contacts(_)
        | InboundContent::Location(_)
        | InboundContent::Reply { .. } => Some(WhatsAppInbound::Message(Box::new(message_of(message)))),
    }
}

fn address_of(change: AddressChange) -> Option<WhatsAppInbound> {
    let AddressChange { provider_id, from: customer, to, at_ms, .. } = change;
    let notice =
        WhatsAppNotice { provider_id, customer, sent_at: wall(at_ms), kind: WhatsAppNoticeKind::AddressChanged { to } };
    let WhatsAppNoticeKind::AddressChanged { to } = &notice.kind else { return None };
    let is_taken = [&notice.provider_id, &notice.customer, to].into_iter().all(|id| is_id(id));
    is_taken.then_some(WhatsAppInbound::Notice(notice))
}

fn wall(at_ms: Option<u64>) -> Option<Wall> {
    at_ms.and_then(|at| i64::try_from(at).ok()).map(Wall)
}

/// Texts that are longer than anybody can send are cut.
fn message_of(message: InboundMessage) -> WhatsAppInboundMessage {
    let mut taken = WhatsAppInboundMessage {
        provider_id: message.provider_id,
        customer: message.from,
        user_id: message.user_id.filter(|id| id.len() <= ID_MAX_BYTES).unwrap_or_default(),
        name: short(message.profile_name.unwrap_or_default()),
        sent_at: wall(message.at_ms),
        details: message.details,
        answered_id: message.quoted_id,
        forwarded: message.forwarded,
        ..WhatsAppInboundMessage::default()
    };
    match message.content {
        InboundContent::Text(text) => taken.text = text,
        InboundContent::Media(media) => {
            taken.text = media.caption.unwrap_or_default();
            taken.file = Some(WhatsAppInboundFile {
                reference: reference_text(&media.reference),
                kind: medium(media.kind),
                mimetype: short(media.mime.unwrap_or_default()),
                file_name: short(media.file_name.unwrap_or_default()),
            });
        }
        InboundContent::Contacts(cards) => {
            taken.contact_cards = cards.into_iter().take(limits::LIST_MAX_ITEMS).map(card_in).collect();
        }
        InboundContent::Location(place) => taken.text = place_text(&place),
        // For an invisible label the value that the business gave to the button is used.
        InboundContent::Reply { title, payload } => taken.text = if is_visible(&title) { title } else { payload },
        // These items are no messages of the thread (`item_of`).
        InboundContent::Edit { .. }
        | InboundContent::Revoke { .. }
        | InboundContent::Reaction { .. }
        | InboundContent::IdentityChanged
        | InboundContent::Unsupported { .. } => {}
    }
    taken.text = cut_to_bytes(taken.text, limits::MESSAGE_MAX_BYTES);
    taken
}

/// The place of a file as text for the domain, which stores it unchanged.
fn reference_text(reference: &MediaReference) -> String {
    serde_json::to_string(reference).unwrap_or_default()
}

/// The place of the file in an order; `None` if the provider does not have the file, or if another version made the
/// text.
pub fn reference(order: &FileOrder) -> Option<MediaReference> {
    serde_json::from_str(&order.reference).ok().filter(|reference: &MediaReference| !reference.is_nowhere())
}

/// A name, cut to the longest length of names.
fn short(name: String) -> String {
    match name.char_indices().nth(limits::NAME_MAX_CHARS) {
        Some((end, _)) => cut_to_bytes(name, end),
        None => name,
    }
}

/// The beginning of a text: at most this number of bytes, and whole characters.
fn cut_to_bytes(mut text: String, max_bytes: usize) -> String {
    if text.len() > max_bytes {
        text.truncate(text.floor_char_boundary(max_bytes));
    }
    text
}

fn card_in(card: messaging::ContactCard) -> ContactCard {
    let phones = card.phones.into_iter().take(limits::LIST_MAX_ITEMS).map(short).collect();
    let all = |texts: Vec<String>| texts.into_iter().take(limits::LIST_MAX_ITEMS).map(short).collect();
    ContactCard {
        name: short(Some(card.name).filter(|name| is_visible(name)).unwrap_or_default()),
        phones,
        whatsapp: all(card.whatsapp),
        emails: all(card.emails),
        company: short(card.company),
    }
}

/// A location as text: its name, its address, and an address of a map.
fn place_text(place: &Location) -> String {
    let Location { latitude, longitude, name, address } = place;
    let map = format!("https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}");
    let lines = [name.clone(), address.clone(), Some(map)];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn receipt_of(receipt: Receipt) -> Option<WhatsAppReceipt> {
    let status = match receipt.status {
        // Without a key the receipt adds nothing to the answer to the send.
        ReceiptStatus::Sent if receipt.key.is_none() => return None,
        ReceiptStatus::Sent => WhatsAppDelivery::Sent,
        ReceiptStatus::Delivered => WhatsAppDelivery::Delivered,
        ReceiptStatus::Read => WhatsAppDelivery::Read,
        ReceiptStatus::Failed => {
            WhatsAppDelivery::Failed(receipt.failure.as_ref().map_or("PROVIDER_REFUSED", reason).to_owned())
        }
    };
    Some(WhatsAppReceipt { provider_id: receipt.provider_id, key: receipt.key, status })
}

/// The kind of a file, in the domain's type.
pub fn medium(kind: MediaKind) -> MessageMedia {
    match kind {
        MediaKind::Image => MessageMedia::Image,
        MediaKind::Video => MessageMedia::Video,
        MediaKind::Audio { .. } => MessageMedia::Audio,
        MediaKind::Sticker => MessageMedia::Sticker,
        MediaKind::Document => MessageMedia::File,
    }
}

/// How a message shows a file of a customer: a sticker stays a sticker if its content is a picture; other files get the
/// kind of their content.
pub fn shown_medium(claimed: MessageMedia, found: MediaKind) -> MessageMedia {
    match (claimed, found) {
        (MessageMedia::Sticker, MediaKind::Image) => MessageMedia::Sticker,
        // A container with only sound is often detected as a video.
        (MessageMedia::Audio, MediaKind::Video) => MessageMedia::Audio,
        (MessageMedia::File, _) => MessageMedia::File,
        (_, found) => medium(found),
    }
}

/// The kind of a file that an agent sends; `voice`: it was recorded as a voice message.
pub fn kind(medium: MessageMedia, voice: bool) -> MediaKind {
    match medium {
        MessageMedia::Image => MediaKind::Image,
        MessageMedia::Video => MediaKind::Video,
        MessageMedia::Audio => MediaKind::Audio { voice },
        MessageMedia::Sticker => MediaKind::Sticker,
        MessageMedia::File | MessageMedia::Contact | MessageMedia::Unsupported => MediaKind::Document,
    }
}

/// The message for the provider. `source` is where the provider finds the stored file of a message, or of its template's header.
pub fn outbound(key: &str, send: &WhatsAppSend, source: Option<MediaSource>) -> Outbound {
    let content = match &send.content {
        WhatsAppSendContent::Text(text) => OutboundContent::Text(text.clone()),
        WhatsAppSendContent::Media { kind: medium, mimetype, caption, file_name, voice, .. } => {
            OutboundContent::Media(OutboundMedia {
                kind: kind(*medium, *voice),
                source: source.unwrap_or(MediaSource::Address(String::new())),
                mime: mimetype.clone(),
                caption: filled(caption),
                file_name: filled(file_name),
            })
        }
        WhatsAppSendContent::Template { id, language, variables, header, .. } => {
            OutboundContent::Template(TemplateUse {
                id: id.clone(),
                language: language.clone(),
                variables: variables.clone(),
                header: header.as_ref().map(|file| header_file(file, source)),
            })
        }
        WhatsAppSendContent::Contacts(cards) => OutboundContent::Contacts(cards.iter().map(card_out).collect()),
    };
    Outbound {
        key: key.to_owned(),
        account: send.account.clone(),
        to: send.to.clone(),
        quoted_id: send.answered_id.clone(),
        window_open: send.window_open,
        content,
    }
}

fn header_file(file: &WhatsAppTemplateFile, stored: Option<MediaSource>) -> OutboundMedia {
    let source = match &file.source {
        WhatsAppFileSource::Stored(_) => stored.unwrap_or(MediaSource::Address(String::new())),
        WhatsAppFileSource::Link(link) => MediaSource::Address(link.clone()),
    };
    OutboundMedia {
        kind: kind(file.kind, false),
        source,
        mime: file.mimetype.clone(),
        caption: None,
        file_name: filled(&file.file_name),
    }
}

fn filled(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn card_out(card: &ContactCard) -> messaging::ContactCard {
    messaging::ContactCard { name: card.name.clone(), phones: card.phones.clone(), ..messaging::ContactCard::default() }
}

/// The outcome of a send, in the domain's type.
pub fn outcome(outcome: SendOutcome) -> WhatsAppOutcome {
    match outcome {
        SendOutcome::Accepted { provider_id, customer } => {
            let customer = customer.filter(|id| id.len() <= ID_MAX_BYTES).unwrap_or_default();
            WhatsAppOutcome::Accepted { provider_id, customer }
        }
        SendOutcome::Refused(refusal) => WhatsAppOutcome::Refused(reason(&refusal).to_owned()),
        SendOutcome::Failed { uncertain: true, .. } => WhatsAppOutcome::Unknown,
        SendOutcome::Failed { cause, retry_after_ms, about, .. } => {
            let about = match about {
                FailureAbout::Connection => WhatsAppFailureAbout::Route,
                FailureAbout::Message => WhatsAppFailureAbout::Message,
                FailureAbout::Unexplained => WhatsAppFailureAbout::Unexplained,
                FailureAbout::Pace => WhatsAppFailureAbout::Pace,
                FailureAbout::Spam => WhatsAppFailureAbout::Spam,
            };
            WhatsAppOutcome::Failed(WhatsAppFailure { cause, retry_after_ms, about })
        }
    }
}

/// The value of `WhatsAppStatusEvent::reason`.
fn reason(refusal: &Refusal) -> &'static str {
    refusal.reason.facts().word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(change: impl FnOnce(&mut InboundMessage)) -> Option<WhatsAppInbound> {
        let mut message = InboundMessage {
            provider_id: "wamid.1".to_owned(),
            account: "551140004000".to_owned(),
            from: "5511955550101".to_owned(),
            to: "551140004000".to_owned(),
            user_id: None,
            profile_name: Some("Helena".to_owned()),
            at_ms: None,
            content: InboundContent::Text("Olá".to_owned()),
            quoted_id: None,
            story: None,
            forwarded: false,
            details: None,
        };
        change(&mut message);
        inbound(Inbound::Message(Box::new(message)))
    }

    fn taken(change: impl FnOnce(&mut InboundMessage)) -> WhatsAppInboundMessage {
        match message(change) {
            Some(WhatsAppInbound::Message(message)) => *message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn bey_169_the_server_does_not_try_to_fetch_a_file_that_the_provider_does_not_have() {
        let order = |reference: &MediaReference| FileOrder {
            provider: "meta".to_owned(),
            is_simulated: false,
            protocol: "1".into(),
            seq: 1,
            reference: reference_text(reference),
            kind: MessageMedia::File,
            mimetype: String::new(),
            file_name: String::new(),
        };
        assert_eq!(reference(&order(&MediaReference::address_or_nowhere(None))), None);
        let there = MediaReference::Id("777".to_owned());
        assert_eq!(reference(&order(&there)), Some(there));
    }

    #[test]
    fn bey_172_items_without_an_account_belong_to_the_address_of_the_webhook() {
        let message = |account: &str, id: &str| {
            let mut named = None;
            message(|message| {
                message.account = account.to_owned();
                message.provider_id = id.to_owned();
                named = Some(message.clone());
            });
            Inbound::Message(Box::new(named.expect("a message")))
        };
        let items = vec![
            message("", "a"),
            Inbound::Ignored("x".to_owned()),
            message("9", "b"),
            message("9", "c"),
            message("1", "d"),
        ];
        let batches = by_account("1", items);
        let shown: Vec<(&str, usize)> =
            batches.iter().map(|batch| (batch.account.as_str(), batch.items.len())).collect();
        assert_eq!(shown, [("1", 1), ("9", 2), ("1", 1)]);
    }

    #[test]
    fn bey_127_a_text_or_id_longer_than_any_network_sends_is_cut_or_left_out() {
        let text = taken(|message| message.content = InboundContent::Text("é".repeat(100_000))).text;
        assert_eq!((text.len(), text.chars().count()), (65_536, 32_768));
        let odd = taken(|message| message.content = InboundContent::Text(format!("a{}", "é".repeat(100_000)))).text;
        assert_eq!(odd.len(), 65_535, "whole characters");
        assert_eq!(taken(|message| message.profile_name = Some("é".repeat(300))).name.chars().count(), 200);
        let card = messaging::ContactCard {
            name: "é".repeat(300),
            phones: vec!["1".repeat(300); 300],
            ..messaging::ContactCard::default()
        };
        let cards = taken(|message| message.content = InboundContent::Contacts(vec![card; 300])).contact_cards;
        let first = &cards[0];
        assert_eq!(
            (cards.len(), first.name.chars().count(), first.phones.len(), first.phones[0].len()),
            (200, 200, 200, 200)
        );
        let long = || "x".repeat(513);
        assert_eq!(message(|message| message.provider_id = long()), None);
        assert_eq!(message(|message| message.from = long()), None);
        assert_eq!(message(|message| message.quoted_id = Some(long())), None);
        let reaction = InboundContent::Reaction { emoji: "👍".to_owned(), message_id: long() };
        assert_eq!(message(|message| message.content = reaction), None);
    }
}
