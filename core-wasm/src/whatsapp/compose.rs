//! Messages of the agent that contain more than text: templates and forwarded messages.

use super::machine::WhatsApp;
use super::{Exit, slices};
use crate::conversation::{Conversation, Extras, MediaFile, Outgoing, header_file, window_of};
use crate::flow::{Context, LocalId, Text};
use crate::jobs::Jobs;
use crate::notifications::Topic;
use crate::wire::network_limits::MEGABYTE;
use crate::wire::templates::{TemplatePart, clean_value, filled, is_header_link};
use crate::wire::{Channel, Message, Protocol, TemplateChoice, TemplateRecord, TemplateShown, is_visible};

/// The messages that the agent chose to forward (WAP-052).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Forward {
    /// The attendance of the messages.
    pub protocol: Protocol,
    /// Local ids, in the order in which the agent chose them.
    pub selected: Vec<LocalId>,
    /// The dialog with the attendances is open.
    pub dialog: bool,
}

impl WhatsApp {
    /// A template with its variables (WAP-097) and the file of its header. It needs all variables and, if it has a
    /// header with a file, a chosen file or its address.
    pub fn send_template(
        &self,
        jobs: &Jobs,
        protocol: &Protocol,
        choice: TemplateChoice,
        file: Option<MediaFile>,
    ) -> Vec<Exit> {
        let (_, templates) = self.templates_of(protocol);
        let Some(template) = templates.iter().find(|template| template.id == choice.id) else { return Vec::new() };
        let values: Vec<String> = choice.variables.iter().map(|value| clean_value(value)).collect();
        let is_complete = values.len() >= template.variables.len() && values.iter().all(|value| is_visible(value));
        let refused = |reason: Text| vec![Exit::refused(Topic::Message(protocol.clone()), reason)];
        if !is_complete {
            return refused(Text::key("whatsapp.template.variablesMissing"));
        }
        let link = choice.header_link.trim();
        let planned = match (template.header_media, file) {
            (None, _) => Ok((Message::default(), None)),
            (Some(header), Some(file)) => header_file(jobs, protocol, header, file),
            (Some(_), None) if is_header_link(link) => Ok((Message::default(), None)),
            (Some(_), None) => Err(Text::key("whatsapp.template.fileMissing")),
        };
        let (shown, file) = match planned {
            Ok(planned) => planned,
            Err(reason) => return refused(reason),
        };
        let has_link = template.header_media.is_some() && file.is_none();
        let header_link = if has_link { link.to_owned() } else { String::new() };
        let shown = Message {
            message: filled(TemplatePart::Body, &template.body, &template.variables, &values),
            template: Some(shown_template(template, &values, &header_link)),
            ..shown
        };
        let choice = TemplateChoice { id: template.id.clone(), variables: values, header_link };
        let extras = Extras { template: Some(choice), ..Extras::default() };
        vec![Exit::Send(protocol.clone(), Box::new(Outgoing { extras, shown, file, ..Outgoing::default() }))]
    }

    /// The agent selects a message to forward, or takes it out of the selection. A message that the server does not have
    /// cannot be forwarded.
    pub fn select_forward(
        &mut self,
        context: &mut Context,
        conversation: &Conversation,
        protocol: &Protocol,
        local_id: &str,
    ) {
        if sent_message(conversation, protocol, local_id).is_none() {
            return;
        }
        let is_other = |forward: &Forward| forward.protocol != *protocol;
        if self.forward.as_ref().is_none_or(is_other) {
            self.forward = Some(Forward { protocol: protocol.clone(), ..Forward::default() });
        }
        let Some(forward) = &mut self.forward else { return };
        match forward.selected.iter().position(|selected| selected.as_str() == local_id) {
            Some(place) => {
                forward.selected.remove(place);
            }
            None => forward.selected.push(local_id.into()),
        }
        context.dirty(slices::FORWARD.key());
    }

    /// Opens the dialog with the attendances that the messages can be forwarded to.
    pub fn open_forward(&mut self, context: &mut Context) {
        if let Some(forward) = self.forward.as_mut().filter(|forward| !forward.selected.is_empty()) {
            forward.dialog = true;
            context.dirty(slices::FORWARD.key());
        }
    }

    /// Ends the selection (WAP-054).
    pub fn close_forward(&mut self, context: &mut Context) {
        self.forward = None;
        context.dirty(slices::FORWARD.key());
    }

    /// Sends each selected message to another attendance, in the order of the thread (WAP-053, WAP-054). Files are sent as those of agents: if one is
    /// larger than the server takes (`largest_file` in bytes, 0: not known), nothing is sent.
    pub fn forward_to(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        conversation: &Conversation,
        target: &Protocol,
        largest_file: u32,
    ) -> Vec<Exit> {
        let is_open = |job: &crate::jobs::Job| !job.is_ended() && job.channel() == Channel::Whatsapp;
        let Some(forward) = self.forward.clone().filter(|_| jobs.get(target).is_some_and(is_open)) else {
            return Vec::new();
        };
        if let Some(reason) = jobs.get(target).and_then(|job| window_of(job).at(context.server_now()).1.refusal()) {
            return vec![Exit::refused(Topic::Message(target.clone()), Text::key(reason))];
        }
        let Some(thread) = conversation.thread(&forward.protocol) else { return Vec::new() };
        let in_order = thread.list().ids().filter(|id| forward.selected.contains(id));
        let messages: Vec<&Message> = in_order.filter_map(|id| thread.entry(id)).map(|entry| &entry.message).collect();
        let largest_file = u64::from(largest_file);
        if let Some(file) = messages.iter().find(|message| largest_file > 0 && message.file_size > largest_file) {
            let reason = Text::key("whatsapp.forward.tooLarge").with("name", file.file_name.as_str());
            let reason = reason.with("size", file.file_size / MEGABYTE).with("max", largest_file / MEGABYTE);
            return vec![Exit::refused(Topic::Message(target.clone()), reason)];
        }
        self.close_forward(context);
        let copy = |message: &Message| {
            let extras = Extras { forwarded_from: message.message_id.clone(), ..Extras::default() };
            // In a copy, the text of a template with a file becomes the caption.
            let is_template_with_file = message.template.is_some() && message.message_media_type.is_some();
            let (text, caption) = match is_template_with_file {
                true => (String::new(), message.message.clone()),
                false => (message.message.clone(), message.caption.clone()),
            };
            let shown = Message {
                message: text,
                message_media_type: message.message_media_type,
                mimetype: message.mimetype.clone(),
                caption,
                attachment_url: message.attachment_url.clone(),
                file_name: message.file_name.clone(),
                file_size: message.file_size,
                contact_cards: message.contact_cards.clone(),
                forwarded: true,
                ..Message::default()
            };
            Exit::Send(target.clone(), Box::new(Outgoing { extras, shown, ..Outgoing::default() }))
        };
        messages.into_iter().map(copy).collect()
    }
}

/// A message of the thread that the server has.
fn sent_message<'a>(conversation: &'a Conversation, protocol: &Protocol, local_id: &str) -> Option<&'a Message> {
    let message = &conversation.thread(protocol)?.entry(local_id)?.message;
    Some(message).filter(|message| !message.message_id.is_empty() && !message.system_message)
}

fn shown_template(template: &TemplateRecord, values: &[String], header_link: &str) -> TemplateShown {
    TemplateShown {
        name: template.name.clone(),
        header: filled(TemplatePart::Header, &template.header, &template.variables, values),
        header_link: header_link.to_owned(),
        footer: template.footer.clone(),
        buttons: template.buttons.clone(),
    }
}
