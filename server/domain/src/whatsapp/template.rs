//! A template as a message: the text in the thread and the content for the provider are both made from the stored template. The file
//! in the header is an upload of the attendance or an address that only the provider opens (B41 of the public bug reports).

use super::conversation::Place;
use super::outgoing;
use super::provider::{WhatsAppFileSource, WhatsAppSendContent, WhatsAppTemplateFile};
use super::send::Content;
use crate::auth::Caller;
use crate::centre::Transaction;
use crate::http::Failure;
use crate::media;
use crate::store::TemplateRow;
use wire::network_limits::Network;
use wire::templates::{TemplatePart, clean_value, filled, is_header_link, sent_names};
use wire::{Message, MessageKind, MessageMedia, StrategyCampaign, TemplateChoice, TemplateShown};

/// Longest text of a template with its values, as WhatsApp counts it. Source: "Message templates" of the Cloud API.
const TEXT_MAX_UNITS: usize = 1_024;

/// Whether a message can be made of the template on this network: its header is a text, or a file of a kind that the network accepts in
/// headers.
pub(super) fn is_offered(network: Network, template: &TemplateRow) -> bool {
    template.header_media.is_none_or(|header| network.takes_template_header(header))
}

/// The message of a template with its values, and with the upload `media_id` as the file of its header, if it is not empty.
pub(super) fn content(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    place: &Place,
    choice: &TemplateChoice,
    media_id: &str,
) -> Result<Content, Failure> {
    let is_of_route = |row: &TemplateRow| row.route_id == place.route.id && is_offered(place.network(), row);
    let template = tx.store.template(&choice.id)?.filter(is_of_route);
    let template = template.ok_or_else(|| Failure::field("template", "unknown"))?;
    let values: Vec<String> = choice.variables.iter().map(|value| clean_value(value)).collect();
    let is_filled = values.iter().all(|value| wire::is_visible(value));
    if choice.variables.len() != template.variables.len() || !is_filled {
        return Err(Failure::field("template", "invalid"));
    }
    if place.conversation.opted_out {
        return Err(Failure::cause("optedOut"));
    }
    let text = filled(TemplatePart::Body, &template.body, &template.variables, &values);
    if text.encode_utf16().count() > TEXT_MAX_UNITS {
        return Err(Failure::field("template", "tooLong"));
    }
    let header = filled(TemplatePart::Header, &template.header, &template.variables, &values);
    let (shown, file) = header_file(tx, caller, place, &template, choice, media_id)?;
    let variables = sent_names(&template.body, &template.variables).into_iter().zip(values).collect();
    let strategy_campaign = place.job.campaign.as_ref().map(|campaign| StrategyCampaign {
        id: campaign.id.0.clone(),
        name: campaign.name.clone(),
        template_id: template.id.clone(),
        ..StrategyCampaign::default()
    });
    let TemplateRow { id, name, language, footer, buttons, .. } = template;
    let header_link = choice.header_link.clone();
    let message = Message {
        message: text.clone(),
        kind: if strategy_campaign.is_some() { MessageKind::Send } else { MessageKind::Text },
        template: Some(TemplateShown { name, header, header_link, footer, buttons }),
        strategy_campaign,
        ..shown
    };
    Ok((message, WhatsAppSendContent::Template { id, language, variables, text, header: file }))
}

/// The file of the header, in the form for the thread and for the provider. A template must have exactly the file that was approved:
/// 422 for a missing, an additional or another kind of file.
fn header_file(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    place: &Place,
    template: &TemplateRow,
    choice: &TemplateChoice,
    media_id: &str,
) -> Result<(Message, Option<WhatsAppTemplateFile>), Failure> {
    let link = choice.header_link.as_str();
    match (template.header_media, media_id.is_empty(), link.is_empty()) {
        (None, true, true) => Ok((Message::default(), None)),
        (None, false, true) => Err(Failure::field("mediaId", "invalid")),
        (Some(_), true, true) => Err(Failure::field("mediaId", "required")),
        (Some(kind), false, true) => {
            let shown = media::use_upload(tx, &place.job.protocol, &caller.agent_id, media_id, "")?;
            let file = stored_file(place.network(), kind, media_id, &shown)?;
            // The header text is shown above the text, as the customer sees it.
            Ok((Message { message_media_type: Some(kind), ..shown }, Some(file)))
        }
        (Some(kind), true, false) if is_header_link(link) => {
            let source = WhatsAppFileSource::Link(link.to_owned());
            let file = WhatsAppTemplateFile { source, kind, mimetype: String::new(), file_name: file_name_of(link) };
            Ok((Message::default(), Some(file)))
        }
        (None, _, false) | (Some(_), _, false) => Err(Failure::field("headerLink", "invalid")),
    }
}

fn stored_file(
    network: Network,
    kind: MessageMedia,
    media_id: &str,
    shown: &Message,
) -> Result<WhatsAppTemplateFile, Failure> {
    let file = outgoing::file_type(shown, "mediaId")?;
    let shape = network.shape_in_header(kind, file, shown.file_size);
    shape.map_err(|refused| outgoing::not_taken(refused, "mediaId"))?;
    Ok(WhatsAppTemplateFile {
        source: WhatsAppFileSource::Stored(media_id.to_owned()),
        kind,
        mimetype: file.mimetype().unwrap_or(&shown.mimetype).to_owned(),
        file_name: shown.file_name.clone(),
    })
}

/// The last part of the address's path; empty without one.
pub(super) fn file_name_of(link: &str) -> String {
    let path = link.split(['?', '#']).next().unwrap_or_default();
    path.splitn(4, '/').nth(3).and_then(|path| path.rsplit('/').next()).unwrap_or_default().to_owned()
}
