//! Loads tags and changes those of a contact, a company or an attendance. The changes of one entity are sent one after
//! another. A failure is silent: the selection is the last saved state again (TAG-007, TAG-008).

use super::registry::NAME;
use super::{slices, timers};
use crate::flow::{
    Answer, Asked, Context, Entity, EntityKind, HttpRequest, ItemList, List, ListAnswer, ListEvent, ListState,
    ListStep, RequestId, Requests, ServerWrite, Table, path,
};
use crate::jobs::{Job, Jobs};
use crate::wire::{
    AgentId, Contact, Employer, ErrorBody, JobTag, JobTagRequest, ListBody, Protocol, Tag, TagItemsRequest,
};

/// An effect of tags on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// The server saved these tags.
    Saved(Entity, Vec<JobTag>),
}

enum Pending {
    /// The tags of an attendance group; with an empty name those of the org unit.
    Catalogue(String, Asked),
    /// The own tags of an entity.
    Own(Entity, Asked),
    /// The first pending change of an entity.
    Change(Entity),
}

#[derive(Clone)]
enum Change {
    Add(Vec<JobTag>),
    Remove(String),
}

/// The tags of an entity.
#[derive(Default)]
pub(super) struct Target {
    /// The attendance group whose tags can be chosen; empty for those of the org unit (TAG-005).
    pub group: String,
    /// The tags that the server saved; the attendances may know newer ones.
    saved: List<JobTag>,
    /// The changes that are not answered; the first one was sent.
    changes: Vec<Change>,
}

impl Target {
    pub fn state(&self) -> ListState {
        self.saved.state()
    }

    pub fn is_pending(&self) -> bool {
        !self.changes.is_empty()
    }

    /// The saved items, or those that the attendances contain, with the pending changes applied.
    pub fn selection(&self, current: Option<&[JobTag]>) -> Vec<JobTag> {
        let saved = current.unwrap_or(self.saved.items()).to_vec();
        self.changes.iter().fold(saved, changed)
    }
}

fn changed(mut items: Vec<JobTag>, change: &Change) -> Vec<JobTag> {
    match change {
        Change::Add(added) => {
            let known = |item: &&JobTag| !items.iter().any(|held| held.tag_item_id == item.tag_item_id);
            let new: Vec<JobTag> = added.iter().filter(known).cloned().collect();
            items.extend(new);
        }
        Change::Remove(id) => items.retain(|item| item.tag_item_id != *id),
    }
    items
}

/// The own tags of an entity in an answer.
fn own_tags(entity: &Entity, answer: Answer) -> Result<ListAnswer<JobTag>, Answer> {
    match entity.kind {
        EntityKind::Contact => {
            let mut contacts = answer.read::<ListBody<Contact>>()?.data.into_vec().into_iter();
            let contact = contacts.find(|contact| contact.id.as_str() == entity.id);
            contact.map(|contact| ListAnswer::of(contact.tags)).ok_or(Answer::NotFound(ErrorBody::default()))
        }
        EntityKind::Employer => Ok(ListAnswer::of(answer.read::<Employer>()?.tags)),
        EntityKind::Attendance => ListAnswer::whole(answer),
    }
}

/// The query of a request for tags: lists are joined by commas, and parameters without a value are left out (TAG-006).
fn tag_query(parameters: &[(&str, &[&str])]) -> HttpRequest {
    let joined = parameters.iter().map(|(name, values)| {
        let values: Vec<&str> = values.iter().copied().filter(|value| !value.is_empty()).collect();
        (name, values.join(","))
    });
    let filled = joined.filter(|(_, value)| !value.is_empty());
    filled.fold(HttpRequest::get("new-tag/tags"), |request, (name, value)| request.query(name, value))
}

/// Tags of the org unit and its groups, and of the entities that were requested.
pub struct Tags {
    /// Tags to choose from by attendance group; with an empty name those of the org unit.
    catalogues: Table<List<Tag>>,
    targets: Table<Target>,
    requests: Requests<Pending>,
}

impl Default for Tags {
    fn default() -> Self {
        Self { catalogues: Table::default(), targets: Table::default(), requests: Requests::new(NAME) }
    }
}

impl Tags {
    /// The word for the tags of this kind of entity (TAG-004).
    pub fn tag_type(kind: EntityKind) -> &'static str {
        match kind {
            EntityKind::Contact => "contact",
            EntityKind::Employer => "employer",
            EntityKind::Attendance => "attendance_group",
        }
    }

    /// Loads the tags of an attendance group unless they are loaded; an empty `group` loads those of the org unit.
    pub fn load_catalogue(&mut self, context: &mut Context, group: &str) {
        self.catalogues.or_default(group).shown(context, ItemList::Tags);
        self.apply_catalogue_event(context, group, ListEvent::Needed);
    }

    /// Applies an event to the tags of an attendance group.
    pub fn apply_catalogue_event(&mut self, context: &mut Context, group: &str, event: ListEvent) {
        let step = self.catalogues.or_default(group).after(event);
        self.follow_catalogue(context, group, step);
    }

    fn follow_catalogue(&mut self, context: &mut Context, group: &str, step: ListStep<Asked>) {
        if let Some(asked) = step.follow(context, timers::CATALOGUE.of(group.into())) {
            let of_unit = ["contact", "employer", "attendance_group"];
            let types = if group.is_empty() { &of_unit[..] } else { &of_unit[2..] };
            let request = tag_query(&[("type", types), ("group", &[group])]);
            context.request(&mut self.requests, Pending::Catalogue(group.to_owned(), asked), request);
        }
        self.mark_group(context, group);
    }

    /// Loads the tags to choose from, and the entity's own tags if neither this area nor the attendances know them.
    pub fn load_of(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, entity: Entity) {
        let job = attendance(jobs, &entity);
        let group = job.map(|job| job.server().attendance_group_id.as_str()).unwrap_or_default().to_owned();
        let target = self.targets.or_default(&entity.name());
        target.group.clone_from(&group);
        self.apply_own_event(context, jobs, agent, &entity, ListEvent::Needed);
        self.load_catalogue(context, &group);
    }

    /// Applies an event to the tags of an entity that the attendances do not know.
    pub fn apply_own_event(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &AgentId,
        entity: &Entity,
        event: ListEvent,
    ) {
        if jobs.tags_of(entity).is_none() {
            let step = self.targets.or_default(&entity.name()).saved.after(event);
            if let Some(asked) = step.follow(context, timers::OWN.of(entity.clone())) {
                let request = match entity.kind {
                    EntityKind::Contact => HttpRequest::get(path!["contacts", entity.id]).query("agent", agent),
                    EntityKind::Employer => HttpRequest::get(path!["employers", entity.id]),
                    EntityKind::Attendance => HttpRequest::get(path!["tags", "protocol", entity.id]),
                };
                context.request(&mut self.requests, Pending::Own(entity.clone(), asked), request);
            }
        }
        context.dirty(slices::OF.of(entity.clone()));
    }

    /// Another area loaded the tags of an entity. No effect while a change is pending.
    pub fn set_loaded_tags(&mut self, context: &mut Context, entity: Entity, tags: Vec<JobTag>) {
        let target = self.targets.or_default(&entity.name());
        if target.changes.is_empty() {
            target.saved.give(tags);
            context.dirty(slices::OF.of(entity));
        }
    }

    /// Adds tag items; ids that no loaded tag contains are ignored.
    pub fn add(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, entity: Entity, ids: &[String]) {
        let known = || self.catalogues.values().flat_map(List::items).flat_map(|tag| &tag.items);
        let items: Vec<JobTag> =
            ids.iter().filter_map(|id| known().find(|item| item.tag_item_id == *id)).cloned().collect();
        match entity.kind {
            // The request for an attendance adds a single item (API-176); no request adds one to an attendance of the
            // history.
            EntityKind::Attendance if attendance(jobs, &entity).is_none() => {}
            EntityKind::Attendance => {
                for item in items {
                    self.change(context, jobs, agent, entity.clone(), Change::Add(vec![item]));
                }
            }
            EntityKind::Contact | EntityKind::Employer if items.is_empty() => {}
            EntityKind::Contact | EntityKind::Employer => {
                self.change(context, jobs, agent, entity, Change::Add(items));
            }
        }
    }

    /// Removes a tag item.
    pub fn remove(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, entity: Entity, id: String) {
        self.change(context, jobs, agent, entity, Change::Remove(id));
    }

    fn change(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, entity: Entity, change: Change) {
        let target = self.targets.or_default(&entity.name());
        target.changes.push(change);
        if target.changes.len() == 1 {
            self.send(context, jobs, agent, &entity);
        }
        context.dirty(slices::OF.of(entity));
    }

    /// Sends the first change of the entity.
    fn send(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, entity: &Entity) {
        let change = self.targets.get(&entity.name()).and_then(|target| target.changes.first().cloned());
        let Some(change) = change else { return };
        let group = if entity.kind == EntityKind::Contact { "contacts" } else { "employers" };
        let request = match (attendance(jobs, entity), change) {
            (Some(job), change) => {
                let (action, item) = match change {
                    Change::Add(items) => ("add-tag", items.into_iter().next().unwrap_or_default().tag_item_id),
                    Change::Remove(id) => ("remove-tag", id),
                };
                ServerWrite::ChangeTags.post(path!["new-tag", "agent", "job", entity.id, action, item]).json(
                    &JobTagRequest {
                        agent_id: agent.clone(),
                        channel: Some(job.channel()),
                        contact_identifier: job.server().contact_identifier.clone(),
                    },
                )
            }
            // An attendance of the history (API-179, API-181).
            (None, Change::Remove(id)) if entity.kind == EntityKind::Attendance => {
                ServerWrite::ChangeTags.delete(path!["tags", "protocol", entity.id, id])
            }
            (None, Change::Add(items)) => ServerWrite::ChangeTags
                .post(path!["new-tag", "agent", group, entity.id, "tag-items"])
                .query("agentId", agent)
                .json(&TagItemsRequest { tag_item_ids: items.into_iter().map(|item| item.tag_item_id).collect() }),
            (None, Change::Remove(id)) => ServerWrite::ChangeTags
                .delete(path!["new-tag", "agent", group, entity.id, "tag-items", id])
                .query("agentId", agent),
        };
        context.request(&mut self.requests, Pending::Change(entity.clone()), request);
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &AgentId,
        request: RequestId,
        answer: Answer,
    ) -> Option<Exit> {
        match self.requests.take(request)? {
            Pending::Catalogue(group, asked) => {
                let catalogue = self.catalogues.or_default(&group);
                let step = catalogue.answered(context, asked, ListAnswer::whole(answer))?;
                catalogue.shown(context, ItemList::Tags);
                self.follow_catalogue(context, &group, step);
                None
            }
            Pending::Own(entity, asked) => {
                // A change that was saved meanwhile is newer.
                let saved = &mut self.targets.get_mut(&entity.name())?.saved;
                let step = saved.answered(context, asked, own_tags(&entity, answer))?;
                step.follow(context, timers::OWN.of(entity.clone()));
                context.dirty(slices::OF.of(entity));
                None
            }
            Pending::Change(entity) => {
                let target = self.targets.get_mut(&entity.name())?;
                let change = target.changes.remove(0);
                // The server's state after a lost answer is refetched.
                let in_doubt = answer.is_uncertain();
                let saved = match answer {
                    Answer::Ok(_) => {
                        let before = jobs.tags_of(&entity).unwrap_or_else(|| target.saved.items().to_vec());
                        let items = answer.read::<ListBody<JobTag>>().map(|list| list.data.into_vec());
                        Some(items.unwrap_or_else(|_| changed(before, &change)))
                    }
                    _ => None,
                };
                if let Some(items) = &saved {
                    target.saved.give(items.clone());
                }
                context.dirty(slices::OF.of(entity.clone()));
                if in_doubt {
                    self.apply_own_event(context, jobs, agent, &entity, ListEvent::NeededAfresh);
                }
                self.send(context, jobs, agent, &entity);
                saved.map(|items| Exit::Saved(entity, items))
            }
        }
    }

    fn mark_group(&self, context: &mut Context, group: &str) {
        context.dirty(slices::CATALOGUE.key());
        let of_group = self.targets.iter().filter(|(_, target)| target.group == group);
        for entity in of_group.filter_map(|(name, _)| Entity::read(name)) {
            context.dirty(slices::OF.of(entity));
        }
    }

    pub(super) fn catalogue(&self, group: &str) -> Option<&List<Tag>> {
        self.catalogues.get(group)
    }

    pub(super) fn target(&self, entity: &Entity) -> Option<&Target> {
        self.targets.get(&entity.name())
    }

    /// The entities whose tags were requested or changed.
    pub fn entities(&self) -> impl Iterator<Item = Entity> {
        self.targets.keys().filter_map(Entity::read)
    }
}

/// The attendance of the entity, if it is in the list.
fn attendance<'a>(jobs: &'a Jobs, entity: &Entity) -> Option<&'a Job> {
    (entity.kind == EntityKind::Attendance).then(|| jobs.get(&Protocol::from(entity.id.as_str())))?
}

#[cfg(test)]
mod tests {
    use super::tag_query;

    #[test]
    fn tag_006_a_tag_query_joins_lists_by_commas_and_drops_empty_values() {
        let request = tag_query(&[("type", &["contact", "", "employer"]), ("group", &[""]), ("name", &[])]);
        assert_eq!(request.target(), "new-tag/tags?type=contact%2Cemployer");
    }
}
