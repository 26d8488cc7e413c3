//! The rules of the network for the company: its messages to customers, and why some are refused.

use messaging::{
    Inbound, MediaSource, Outbound, OutboundContent, OutboundMedia, ReceiptStatus, Refusal, RefusalReason, SendOutcome,
    TemplateHeader, TemplateUse,
};

use crate::limits::WINDOW_MS;
use crate::network::{Key, Line, LineKind, Network, address_of, receipt};
use crate::thread::{Content, Entry, EntryStatus, HeaderFile, medium_of};
use wire::templates::{TemplatePart, filled};

/// Numbers with this ending have no WhatsApp, so that agents can try this case.
const NOT_ON_WHATSAPP: &str = "0000";
/// Numbers with this ending receive messages of the company only after they wrote.
const NOT_OPTED_IN: &str = "0001";

impl Network {
    /// The company sends a message. As in real networks, a repeated key is another message; receipts return the key. The returned items are
    /// receipts that follow at once.
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
        // After a restart the network does not know the customer's earlier messages; then it believes the company's
        // claim.
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
    Content::Media {
        medium: medium_of(media.kind),
        address: address_of_source(&media.source),
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
    let names: Vec<String> = template.variables.clone();
    let values: Vec<String> = used.variables.iter().map(|(_, value)| value.clone()).collect();
    let (header, file) = header_for(template.header.as_ref(), used.header.as_ref(), &names, &values)?;
    let text = filled(TemplatePart::Body, &template.body, &names, &values);
    Ok(Content::Template { header, file, text, buttons: template.buttons.clone() })
}

/// A template must be sent with the header that it was approved with (Cloud API, error 132012: the kind of a parameter is not the approved
/// one).
fn header_for(
    approved: Option<&TemplateHeader>,
    sent: Option<&OutboundMedia>,
    names: &[String],
    values: &[String],
) -> Result<(String, Option<HeaderFile>), Refusal> {
    let refused = |text: &str| Err(Refusal::local(RefusalReason::TemplateRefused, text));
    match (approved, sent) {
        (Some(TemplateHeader::Media(kind)), Some(file)) if file.kind == *kind => {
            Ok((String::new(), Some(file_for(file))))
        }
        (Some(TemplateHeader::Media(_)), Some(_)) => refused("the file of the header is of another kind"),
        (Some(TemplateHeader::Media(_)), None) => refused("the file of the header is missing"),
        (Some(TemplateHeader::Text(_) | TemplateHeader::Other(_)) | None, Some(_)) => refused("the header has no file"),
        (Some(TemplateHeader::Text(text)), None) => Ok((filled(TemplatePart::Header, text, names, values), None)),
        (Some(TemplateHeader::Other(_)), None) => refused("the header has a parameter"),
        (None, None) => Ok((String::new(), None)),
    }
}

fn file_for(file: &OutboundMedia) -> HeaderFile {
    HeaderFile {
        medium: medium_of(file.kind),
        address: address_of_source(&file.source),
        mime: file.mime.clone(),
        file_name: file.file_name.clone().unwrap_or_default(),
    }
}

fn address_of_source(source: &MediaSource) -> String {
    match source {
        MediaSource::Address(address) | MediaSource::Uploaded(address) => address.clone(),
    }
}
