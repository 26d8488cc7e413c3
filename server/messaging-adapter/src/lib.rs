//! Between the providers' neutral types and the domain's, for the server and for the simulation.

#![warn(missing_docs)]

use contact_centre::store::{TemplateRow, WhatsAppRouteRow};
use contact_centre::wire::{ContactCard, MessageMedia, MetaType, Wall, limits};
use contact_centre::{
    FileOrder, WhatsAppDelivery, WhatsAppFailure, WhatsAppFailureAbout, WhatsAppInbound, WhatsAppInboundFile,
    WhatsAppInboundMessage, WhatsAppOutcome, WhatsAppReceipt, WhatsAppSend, WhatsAppSendContent,
};
use messaging::{
    FailureAbout, Inbound, InboundContent, InboundMessage, Location, MediaKind, MediaReference, MediaSource, Outbound,
    OutboundContent, OutboundMedia, Receipt, ReceiptStatus, Refusal, SendOutcome, Template, TemplateHeader,
    TemplateUse,
};
use messenger::{Line, LineKind};

/// The item for the domain. `None`: nothing to do.
pub fn inbound(item: Inbound) -> Option<WhatsAppInbound> {
    match item {
        Inbound::Message(message) => message_of(*message).map(|message| WhatsAppInbound::Message(Box::new(message))),
        Inbound::Receipt(receipt) => receipt_of(receipt).map(WhatsAppInbound::Receipt),
        Inbound::OptIn(opt_in) => Some(WhatsAppInbound::Consent { customer: opt_in.from, granted: opt_in.granted }),
        Inbound::Ignored(_) => None,
    }
}

/// Longest id of a provider or a customer, in bytes: it is part of keys in the database. The networks' ids are shorter.
const ID_MAX_BYTES: usize = 512;

/// A message with an id that no network gives is not taken; longer texts than anybody can send are cut.
fn message_of(message: InboundMessage) -> Option<WhatsAppInboundMessage> {
    let ids = [Some(&message.provider_id), Some(&message.from), message.quoted_id.as_ref()];
    if ids.into_iter().flatten().any(|id| id.len() > ID_MAX_BYTES) {
        return None;
    }
    let mut taken = WhatsAppInboundMessage {
        provider_id: message.provider_id,
        customer: message.from,
        name: short(message.profile_name.unwrap_or_default()),
        sent_at: message.at_ms.and_then(|at| i64::try_from(at).ok()).map(Wall),
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
        InboundContent::Reply { title, .. } => taken.text = title,
        // Reactions have no place of their own in a thread: they are shown as a short answer.
        InboundContent::Reaction { emoji, message_id } if !emoji.is_empty() => {
            taken.text = emoji;
            taken.answered_id = Some(message_id);
        }
        InboundContent::Reaction { .. } => return None,
        InboundContent::Unsupported { .. } => taken.is_unsupported = true,
    }
    if taken.answered_id.as_ref().is_some_and(|id| id.len() > ID_MAX_BYTES) {
        return None;
    }
    taken.text = cut(taken.text, limits::MESSAGE_MAX_BYTES);
    Some(taken)
}

/// Where a file is, for the domain, which keeps it as it is.
fn reference_text(reference: &MediaReference) -> String {
    serde_json::to_string(reference).unwrap_or_default()
}

/// Where the file of an order is; `None` if the text was not made by this version.
pub fn reference(order: &FileOrder) -> Option<MediaReference> {
    serde_json::from_str(&order.reference).ok()
}

/// A name, as long as a name is.
fn short(name: String) -> String {
    match name.char_indices().nth(limits::NAME_MAX_CHARS) {
        Some((end, _)) => cut(name, end),
        None => name,
    }
}

/// At most so many bytes, and whole characters.
fn cut(mut text: String, max_bytes: usize) -> String {
    if text.len() > max_bytes {
        text.truncate(text.floor_char_boundary(max_bytes));
    }
    text
}

fn card_in(card: messaging::ContactCard) -> ContactCard {
    let phones = card.phones.into_iter().take(limits::LIST_MAX_ITEMS).map(short).collect();
    ContactCard { name: short(card.name), phones }
}

/// A place as text: its name, its address, and an address of a map.
fn place_text(place: &Location) -> String {
    let Location { latitude, longitude, name, address } = place;
    let map = format!("https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}");
    let lines = [name.clone(), address.clone(), Some(map)];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn receipt_of(receipt: Receipt) -> Option<WhatsAppReceipt> {
    let status = match receipt.status {
        // Without a key the answer to the send said so.
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

/// The medium of a file.
pub fn medium(kind: MediaKind) -> MessageMedia {
    match kind {
        MediaKind::Image => MessageMedia::Image,
        MediaKind::Video => MessageMedia::Video,
        MediaKind::Audio { .. } => MessageMedia::Audio,
        MediaKind::Sticker => MessageMedia::Sticker,
        MediaKind::Document => MessageMedia::File,
    }
}

/// How a message shows a file of a customer: a sticker stays one if the bytes are a picture; everything else is what the
/// bytes are.
pub fn shown_medium(claimed: MessageMedia, found: MediaKind) -> MessageMedia {
    match (claimed, found) {
        (MessageMedia::Sticker, MediaKind::Image) => MessageMedia::Sticker,
        // A container of sound alone is often found as a video.
        (MessageMedia::Audio, MediaKind::Video) => MessageMedia::Audio,
        (MessageMedia::File, _) => MessageMedia::File,
        (_, found) => medium(found),
    }
}

/// The account of the simulated messenger that a route is.
pub fn line(route: WhatsAppRouteRow, templates: Vec<TemplateRow>) -> Line {
    let kind = match route.meta_type {
        MetaType::Whatsapp => LineKind::Whatsapp,
        MetaType::Instagram => LineKind::Instagram,
    };
    let templates = templates.into_iter().map(|template| Template {
        id: template.id,
        name: template.name,
        language: template.language,
        category: Some(template.category),
        header: (!template.header.is_empty()).then_some(TemplateHeader::Text(template.header)),
        body: template.body,
        variables: template.variables,
        buttons: template.buttons,
    });
    Line {
        account: route.account,
        phone: route.phone,
        name: route.name,
        kind,
        has_window: kind == LineKind::Whatsapp,
        templates: templates.collect(),
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

/// The message for the provider. `source` is where the provider finds the file of a message with one.
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
        WhatsAppSendContent::Template { id, language, variables, .. } => OutboundContent::Template(TemplateUse {
            id: id.clone(),
            language: language.clone(),
            variables: variables.clone(),
            header: None,
        }),
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

fn filled(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn card_out(card: &ContactCard) -> messaging::ContactCard {
    messaging::ContactCard { name: card.name.clone(), phones: card.phones.clone() }
}

/// How the send ended for the domain.
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
                FailureAbout::Pace => WhatsAppFailureAbout::Pace,
            };
            WhatsAppOutcome::Failed(WhatsAppFailure { cause, retry_after_ms, about })
        }
    }
}

/// The word of `WhatsAppStatusEvent::reason`.
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
            profile_name: Some("Helena".to_owned()),
            at_ms: None,
            content: InboundContent::Text("Olá".to_owned()),
            quoted_id: None,
            story: None,
            forwarded: false,
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
    fn bey_127_a_message_that_no_network_sends_is_cut_or_left_out() {
        let text = taken(|message| message.content = InboundContent::Text("é".repeat(100_000))).text;
        assert_eq!((text.len(), text.chars().count()), (65_536, 32_768));
        let odd = taken(|message| message.content = InboundContent::Text(format!("a{}", "é".repeat(100_000)))).text;
        assert_eq!(odd.len(), 65_535, "whole characters");
        assert_eq!(taken(|message| message.profile_name = Some("é".repeat(300))).name.chars().count(), 200);
        let card = messaging::ContactCard { name: "é".repeat(300), phones: vec!["1".repeat(300); 300] };
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
