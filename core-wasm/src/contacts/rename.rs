//! A new name for the contact of an attendance, also when another agent has changed the contact since this agent saw it.

use super::machine::{Contacts, Exit, Pending};
use super::slices;
use crate::flow::path;
use crate::flow::{Answer, Context, ServerWrite, Text};
use crate::jobs::Jobs;
use crate::wire::{Contact, ContactSave, Protocol, from_tolerant, json_text};

impl Contacts {
    /// Sends a new name, with the version of the contact that the agent saw.
    pub(super) fn rename(&mut self, context: &mut Context, protocol: &Protocol, save: ContactSave) {
        let id = save.contact.id.clone().unwrap_or_default();
        let request = ServerWrite::SaveContact.put(path!["contacts", id]).json(&save);
        context.request(&mut self.requests, Pending::Rename(protocol.clone(), Box::new(save)), request);
    }

    /// The answer to a new name. If another agent saved another name meanwhile, this agent sees it and decides; after a
    /// change of other fields the name is sent again, because the changes do not conflict.
    pub(super) fn on_renamed(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        save: ContactSave,
        answer: Answer,
    ) -> Vec<Exit> {
        let theirs = changed_record(&answer, "CHANGED_CONTACT", "contact");
        let theirs = theirs.and_then(|text| from_tolerant::<Contact>(&text).ok());
        let is_own = |theirs: &&Contact| {
            Some(&theirs.id) == save.contact.id.as_ref() && Some(&theirs.fullname) == save.contact.fullname.as_ref()
        };
        if let Some(theirs) = theirs.as_ref().filter(is_own)
            && self.panel(protocol).is_some()
        {
            // The answer to this agent's own change was lost, or another agent chose the same name. The event of the
            // change may have arrived before.
            let theirs = theirs.clone();
            return self.known(context, jobs, protocol, theirs, "contacts.saved");
        }
        let seen = jobs.get(protocol).and_then(|job| job.contact()).cloned();
        let newer = theirs.zip(seen).filter(|(theirs, seen)| theirs.id == seen.id && theirs.version > seen.version);
        let Some((theirs, seen)) = newer else {
            return self.on_saved(context, jobs, protocol, "contacts.saved", answer);
        };
        let (version, name) = (theirs.version, theirs.fullname.clone());
        jobs.set_contact(context, protocol, Some(theirs));
        context.dirty(slices::CONTACT.of(protocol.clone()));
        if name == seen.fullname {
            let mut save = save;
            save.contact.version = Some(version);
            self.rename(context, protocol, save);
            return Vec::new();
        }
        self.save_failed(protocol, Text::key("contacts.renamedMeanwhile").with("name", name))
    }
}

/// The record in the details of a refusal for this reason, as JSON text.
pub(crate) fn changed_record(answer: &Answer, reason: &str, name: &str) -> Option<String> {
    let body = answer.error_body().filter(|body| body.reason.as_deref() == Some(reason))?;
    body.details.get(name).map(json_text)
}
