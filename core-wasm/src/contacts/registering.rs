//! The registration of a customer. A registration whose answer was lost is looked up, because a repeated one could
//! create a second contact (BEY-153).

use super::machine::{Contacts, Exit, Pending, listed};
use super::slices;
use crate::flow::{Answer, Context, HttpRequest, Outcome, ServerWrite, Text, WriteEvent, WriteState, WriteStep, path};
use crate::jobs::Jobs;
use crate::wire::{Contact, ContactSave, Protocol};

const WRITE: ServerWrite = ServerWrite::RegisterContact;

impl Contacts {
    /// Asks the server to register the customer of the attendance.
    pub(super) fn register(&mut self, context: &mut Context, protocol: &Protocol, save: ContactSave) {
        let request = WRITE.post("contacts").json(&save);
        context.request(&mut self.requests, Pending::Create(protocol.clone(), Box::new(save)), request);
    }

    pub(super) fn on_created(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        save: Box<ContactSave>,
        answer: Answer,
    ) -> Vec<Exit> {
        let answer = answer.readable::<Contact>();
        match is_looked_up(&answer) {
            true => {
                let request = look_up(&save);
                context.request(&mut self.requests, Pending::CreateLookUp(protocol.clone(), save), request);
                Vec::new()
            }
            false => self.on_saved(context, jobs, protocol, "contacts.created", answer),
        }
    }

    pub(super) fn on_looked_up(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        save: &ContactSave,
        answer: Answer,
    ) -> Vec<Exit> {
        if self.panel(protocol).is_none() {
            return Vec::new();
        }
        context.dirty(slices::CONTACT.of(protocol.clone()));
        match looked_up(context, save, answer) {
            Ok(contact) => self.known(context, jobs, protocol, contact, "contacts.created"),
            Err(text) => self.save_failed(protocol, text),
        }
    }
}

/// Whether the answer to a registration was lost.
pub(crate) fn is_looked_up(answer: &Answer) -> bool {
    WriteState::SENT.after(WriteEvent::of(answer), WRITE.action_after_loss()).1 == WriteStep::LookUp
}

/// The request that shows whether the contact was registered.
pub(crate) fn look_up(save: &ContactSave) -> HttpRequest {
    let identifier = save.contact.contact_identifier.as_deref().unwrap_or_default();
    HttpRequest::get(path!["contacts", identifier])
        .query("by_field", "external_identifier")
        .query("agent", &save.agent)
        .query("empty_org_unit", "false")
}

/// The contact, if the look-up shows that it was registered; otherwise the text for the agent.
pub(crate) fn looked_up(context: &mut Context, save: &ContactSave, answer: Answer) -> Result<Contact, Text> {
    let is_ours = |contact: &Contact| {
        !contact.id.is_empty()
            && Some(&contact.identifiers.id) == save.contact.contact_identifier.as_ref()
            && Some(&contact.fullname) == save.contact.fullname.as_ref()
    };
    let found = listed(context, answer).map(|contacts| contacts.into_iter().find(is_ours));
    let event = match &found {
        Some(Some(_)) => WriteEvent::FoundDone,
        Some(None) => WriteEvent::FoundNotDone,
        None => WriteEvent::NotFound,
    };
    match (WriteState::LookingUp.after(event, WRITE.action_after_loss()).1, found.flatten()) {
        (WriteStep::Tell(Outcome::Done), Some(contact)) => Ok(contact),
        (WriteStep::Tell(Outcome::NotDone), _) => Err(Text::key("contacts.saveFailed")),
        (_, _) => Err(WRITE.unknown()),
    }
}
