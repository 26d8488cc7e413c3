//! The rules of the network for the company: its messages to customers, and why some are refused.

use messaging::{
    Inbound, MediaSource, Outbound, OutboundContent, OutboundMedia, ReceiptStatus, Refusal, RefusalReason, SendOutcome,
    TemplateHeader, TemplateUse,
};

use crate::limits::WINDOW_MS;
use crate::network::{Key, Line, LineKind, Network, address_of, receipt};
use crate::thread::{Content, Entry, EntryStatus, medium_of};

/// Numbers with this end have no WhatsApp, so that agents can try it.
const NOT_ON_WHATSAPP: &str = "0000";
/// Numbers with this end get messages of the company only after they wrote.
const NOT_OPTED_IN: &str = "0001";

impl Network {
    /// The company sends. As at the networks outside, a repeated key is another message; receipts return it. The items are receipts that follow
    /// at once.
    pub fn deliver(&mut self, outbound: &Outbound, now_ms: u64) -> (SendOutcome, Vec<Inbound>) {
        let (line, number) = match self.receiver_of(outbound) {
            Ok(found) => found,
            Err(refusal) => return (SendOutcome::Refused(refusal), Vec::new()),
        };
        let key = (outbound.account.clone(), number.clone());
        if let Some(refusal) = self.refusal_of(&line, &key, outbound, now_ms) {
            return (SendOutcome::Refused(refusal), Vec::new());
        }
        let content = match content_for(&line, &outbound.content) {
            Ok(content) => content,
            Err(refusal) => return (SendOutcome::Refused(refusal), Vec::new()),
        };
        let id = self.next_id();
        let thread = self.thread_or_new(&key, now_ms);
        let change = thread.next_change(now_ms);
        let (is_reachable, is_blocked) = (thread.is_reachable(), thread.settings.blocked);
        if !is_blocked {
            thread.push(Entry {
                change,
                id: id.clone(),
                custom_id: String::new(),
                key: outbound.key.clone(),
                mine: false,
                at_ms: now_ms,
                content,
                quoted_id: outbound.quoted_id.clone().unwrap_or_default(),
                forwarded: false,
                edited: false,
                revoked: false,
                reaction: String::new(),
                status: if is_reachable { EntryStatus::Delivered } else { EntryStatus::Sent },
            });
        }
        let receipt = |status, failure| receipt(id.clone(), outbound.key.clone(), status, failure, now_ms);
        let mut follows = vec![receipt(ReceiptStatus::Sent, None)];
        if is_blocked {
            let failure = Refusal::local(RefusalReason::RecipientBlocked, "the customer blocked the company");
            follows.push(receipt(ReceiptStatus::Failed, Some(failure)));
        } else if is_reachable {
            follows.push(receipt(ReceiptStatus::Delivered, None));
        }
        (SendOutcome::accepted(id), follows)
    }

    fn receiver_of(&self, outbound: &Outbound) -> Result<(Line, String), Refusal> {
        let line = self.line(&outbound.account).cloned();
        let line = line.ok_or_else(|| Refusal::local(RefusalReason::Other, "no such account"))?;
        let number = address_of(line.kind, &outbound.to);
        let number = number.ok_or_else(|| Refusal::local(RefusalReason::InvalidNumber, "no number of this network"))?;
        Ok((line, number))
    }

    fn refusal_of(&self, line: &Line, key: &Key, outbound: &Outbound, now_ms: u64) -> Option<Refusal> {
        let number = key.1.as_str();
        if line.kind == LineKind::Whatsapp && number.ends_with(NOT_ON_WHATSAPP) {
            return Some(Refusal::local(RefusalReason::NotOnWhatsApp, "the number has no WhatsApp"));
        }
        // After a restart the network knows nothing of what the customer wrote before; then the company's word counts.
        let last = self.threads.get(key).map_or(0, |thread| thread.last_written_ms);
        let has_written = last > 0 || outbound.window_open;
        if line.kind == LineKind::Whatsapp && number.ends_with(NOT_OPTED_IN) && !has_written {
            return Some(Refusal::local(RefusalReason::NotOptedIn, "the customer has not opted in"));
        }
        let is_template = matches!(outbound.content, OutboundContent::Template(_));
        let is_open = if last > 0 { now_ms.saturating_sub(last) < WINDOW_MS } else { outbound.window_open };
        (line.has_window && !is_template && !is_open)
            .then(|| Refusal::local(RefusalReason::WindowClosed, "more than 24 hours since the customer wrote"))
    }
}

fn content_for(line: &Line, content: &OutboundContent) -> Result<Content, Refusal> {
    Ok(match content {
        OutboundContent::Text(text) => Content::Text { text: text.clone() },
        OutboundContent::Contacts(cards) => Content::Contacts { cards: cards.clone() },
        OutboundContent::Media(media) => media_for(media),
        OutboundContent::Template(used) => template_for(line, used)?,
    })
}

fn media_for(media: &OutboundMedia) -> Content {
    let address = match &media.source {
        MediaSource::Address(address) | MediaSource::Uploaded(address) => address.clone(),
    };
    Content::Media {
        medium: medium_of(media.kind),
        address,
        mime: media.mime.clone(),
        caption: media.caption.clone().unwrap_or_default(),
        file_name: media.file_name.clone().unwrap_or_default(),
    }
}

fn template_for(line: &Line, used: &TemplateUse) -> Result<Content, Refusal> {
    let refused = |text: &str| Refusal::local(RefusalReason::TemplateRefused, text);
    let template = line.templates.iter().find(|template| template.id == used.id);
    let template = template.ok_or_else(|| refused("no such template"))?;
    if template.variables.len() != used.variables.len()
        || used.variables.iter().any(|(_, value)| value.trim().is_empty())
    {
        return Err(refused("a variable is missing"));
    }
    let filled = |text: &str| {
        let filled = used.variables.iter().zip(&template.variables).zip(1..);
        filled.fold(text.to_owned(), |text, (((_, value), name), number)| {
            text.replace(&format!("{{{{{name}}}}}"), value).replace(&format!("{{{{{number}}}}}"), value)
        })
    };
    let header = match &template.header {
        Some(TemplateHeader::Text(text)) => filled(text),
        Some(TemplateHeader::Media(_) | TemplateHeader::Other(_)) | None => String::new(),
    };
    Ok(Content::Template { header, text: filled(&template.body), buttons: template.buttons.clone() })
}
