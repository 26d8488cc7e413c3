//! Tags of attendances, and tags of contacts and companies that attendances contain (CTC-003).

use super::facts::TAGS;
use super::job::Job;
use super::machine::Jobs;
use super::view::TagView;
use crate::flow::{Context, Entity, EntityKind};
use crate::shell::TagVisibility;
use crate::wire::{JobTag, ListBody, Protocol, from_tolerant, json_text};
use std::borrow::Cow;

/// Tags of a contact or a company in an attendance: JSON text.
fn read_tags(text: &str) -> Cow<'static, [JobTag]> {
    if text.is_empty() {
        return Cow::Borrowed(&[]);
    }
    from_tolerant::<ListBody<JobTag>>(text).map(|list| list.data.into_vec()).unwrap_or_default().into()
}

impl Job {
    /// The tags of the attendance, its contact or its company.
    pub fn tags_of(&self, kind: EntityKind) -> Cow<'_, [JobTag]> {
        match (kind, self.contact()) {
            (EntityKind::Attendance, _) => Cow::Borrowed(&self.server.tags),
            (EntityKind::Contact, Some(contact)) if contact.tags.is_empty() => read_tags(&contact.contact_tags),
            (EntityKind::Contact, Some(contact)) => Cow::Borrowed(&contact.tags),
            (EntityKind::Employer, Some(contact)) => read_tags(&contact.employer_tags),
            (EntityKind::Contact | EntityKind::Employer, None) => Cow::Borrowed(&[]),
        }
    }

    fn is_of(&self, entity: &Entity) -> bool {
        let id = entity.id.as_str();
        match entity.kind {
            EntityKind::Attendance => self.protocol().as_str() == id,
            EntityKind::Contact => self.contact().is_some_and(|contact| contact.id.as_str() == id),
            EntityKind::Employer => self.contact().is_some_and(|contact| contact.employer_id.as_str() == id),
        }
    }

    /// The tags that the row shows: those of the kinds that the agent does not hide (JOB-024, JOB-025).
    pub(super) fn row_tags(&self, visible: TagVisibility) -> [Cow<'_, [JobTag]>; 3] {
        let kinds = [
            (EntityKind::Attendance, visible.attendance),
            (EntityKind::Contact, visible.contact),
            (EntityKind::Employer, visible.employer),
        ];
        kinds.map(|(kind, shows)| if shows { self.tags_of(kind) } else { Cow::Owned(Vec::new()) })
    }

    pub(super) fn row_tag_views(&self, visible: TagVisibility) -> Vec<TagView> {
        self.row_tags(visible).iter().flat_map(|tags| tags.iter()).map(TagView::of).collect()
    }

    /// Marks the slices of the tags that the attendance holds.
    pub(super) fn mark_tags(&self, context: &mut Context) {
        context.changed(TAGS.of(Entity::new(EntityKind::Attendance, self.protocol().as_str())));
        if let Some(contact) = self.contact() {
            context.changed(TAGS.of(Entity::new(EntityKind::Contact, contact.id.as_str())));
            context.changed(TAGS.of(Entity::new(EntityKind::Employer, contact.employer_id.as_str())));
        }
    }
}

impl Jobs {
    /// The tags of a listed attendance, or of the contact or company of one; `None` if there is none.
    pub fn tags_of(&self, entity: &Entity) -> Option<Vec<JobTag>> {
        self.jobs.values().find(|job| job.is_of(entity)).map(|job| job.tags_of(entity.kind).into_owned())
    }

    /// The server saved these tags.
    pub fn set_tags_of(&mut self, context: &mut Context, entity: &Entity, tags: &[JobTag]) {
        let of: Vec<Protocol> =
            self.jobs.values().filter(|job| job.is_of(entity)).map(|job| job.protocol().clone()).collect();
        for protocol in of {
            self.update(context, &protocol, |context, job| {
                match (entity.kind, job.contact.as_mut()) {
                    (EntityKind::Attendance, _) => job.server.tags = tags.to_vec(),
                    (EntityKind::Contact, Some(contact)) => {
                        contact.tags = tags.to_vec();
                        contact.contact_tags = json_text(tags);
                    }
                    (EntityKind::Employer, Some(contact)) => contact.employer_tags = json_text(tags),
                    (EntityKind::Contact | EntityKind::Employer, None) => {}
                }
                job.mark_tags(context);
            });
        }
    }
}
