//! Messages of the agent that are more than text: templates and forwarded messages.

use super::machine::WhatsApp;
use super::{Exit, slices};
use crate::conversation::{Conversation, Extras, Outgoing, window_of};
use crate::flow::{Context, LocalId, Text};
use crate::jobs::Jobs;
use crate::notifications::Topic;
use crate::wire::templates::{TemplatePart, clean_value, filled};
use crate::wire::{Channel, Message, Protocol, TemplateChoice, TemplateRecord, TemplateShown, is_visible};

/// The messages that the agent chose to forward (WAP-052).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Forward {
    /// The attendance of the messages.
    pub protocol: Protocol,
    /// Local ids, in the order of the choice.
    pub selected: Vec<LocalId>,
    /// The dialog with the attendances is open.
    pub dialog: bool,
}

impl WhatsApp {
    /// A template with its variables (WAP-097). All variables are needed.
    pub fn send_template(&self, protocol: &Protocol, id: &str, variables: Vec<String>) -> Vec<Exit> {
        let (_, templates) = self.templates_of(protocol);
        let Some(template) = templates.iter().find(|template| template.id == id) else { return Vec::new() };
        let values: Vec<String> = variables.iter().map(|value| clean_value(value)).collect();
        let is_complete = values.len() >= template.variables.len() && values.iter().all(|value| is_visible(value));
        if !is_complete {
            return vec![Exit::refused(
                Topic::Message(protocol.clone()),
                Text::key("whatsapp.template.variablesMissing"),
            )];
        }
        let shown = Message {
            message: filled(TemplatePart::Body, &template.body, &template.variables, &values),
            template: Some(shown_template(template, &values)),
            ..Message::default()
        };
        let choice = TemplateChoice { id: template.id.clone(), variables: values };
        let extras = Extras { template: Some(choice), ..Extras::default() };
        vec![Exit::Send(protocol.clone(), Box::new(Outgoing { extras, shown, ..Outgoing::default() }))]
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

    /// Sends each selected message to another attendance, in the order of the thread (WAP-053, WAP-054).
    pub fn forward_to(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        conversation: &Conversation,
        target: &Protocol,
    ) -> Vec<Exit> {
        let is_open = |job: &crate::jobs::Job| !job.is_ended() && job.channel() == Channel::Whatsapp;
        let Some(forward) = self.forward.clone().filter(|_| jobs.get(target).is_some_and(is_open)) else {
            return Vec::new();
        };
        if let Some(reason) = jobs.get(target).and_then(|job| window_of(job).at(context.server_now()).1.refusal()) {
            return vec![Exit::refused(Topic::Message(target.clone()), Text::key(reason))];
        }
        self.close_forward(context);
        let Some(thread) = conversation.thread(&forward.protocol) else { return Vec::new() };
        let in_order = thread.list().ids().filter(|id| forward.selected.contains(id));
        let messages = in_order.filter_map(|id| thread.entry(id)).map(|entry| &entry.message);
        let copy = |message: &Message| {
            let extras = Extras { forwarded_from: message.message_id.clone(), ..Extras::default() };
            let shown = Message {
                message: message.message.clone(),
                message_media_type: message.message_media_type,
                mimetype: message.mimetype.clone(),
                caption: message.caption.clone(),
                attachment_url: message.attachment_url.clone(),
                file_name: message.file_name.clone(),
                file_size: message.file_size,
                contact_cards: message.contact_cards.clone(),
                forwarded: true,
                ..Message::default()
            };
            Exit::Send(target.clone(), Box::new(Outgoing { extras, shown, ..Outgoing::default() }))
        };
        messages.map(copy).collect()
    }
}

/// A message of the thread that the server has.
fn sent_message<'a>(conversation: &'a Conversation, protocol: &Protocol, local_id: &str) -> Option<&'a Message> {
    let message = &conversation.thread(protocol)?.entry(local_id)?.message;
    Some(message).filter(|message| !message.message_id.is_empty() && !message.system_message)
}

fn shown_template(template: &TemplateRecord, values: &[String]) -> TemplateShown {
    TemplateShown {
        name: template.name.clone(),
        header: filled(TemplatePart::Header, &template.header, &template.variables, values),
        footer: template.footer.clone(),
        buttons: template.buttons.clone(),
    }
}
