//! Tags, registered with the workspace.

use super::registry::NAME;
use super::{Exit, Tags, TagsIntent, TagsSlice, slices, timers};
use crate::flow::{Answer, AreaName, Entity, EntityKind, ListEvent, RequestId, SliceKey};
use crate::workspace::registry::{Area, AreaExit, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for Tags {
    type Intent = TagsIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::CATALOGUE, |workspace, ()| TagsSlice::TagCatalogue(workspace.tags.catalogue_view())),
        &Show(&slices::OF, |workspace, entity| {
            let view = workspace.tags.view(&entity, workspace.jobs.tags_of(&entity).as_deref());
            view.map(|view| TagsSlice::TagsOf(Box::new(view)))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::CATALOGUE, |workspace, group| {
            workspace.tags.apply_catalogue_event(context!(workspace), group.as_str(), ListEvent::Due);
        }),
        &When(&timers::OWN, |workspace, entity| {
            let agent = workspace.acting_agent().agent_id;
            workspace.tags.apply_own_event(context!(workspace), &workspace.jobs, &agent, &entity, ListEvent::Due);
        }),
    ];

    fn live_keys(workspace: &Workspace, keys: &mut Vec<SliceKey>) {
        keys.extend(workspace.tags.entities().map(|entity| slices::OF.of(entity)));
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let agent = workspace.acting_agent().agent_id;
        let exit = workspace.tags.on_reply(context!(workspace), &workspace.jobs, &agent, request, answer);
        workspace.route(exit);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.tags = Tags::default();
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let agent = workspace.acting_agent().agent_id;
        let (tags, jobs) = (&mut workspace.tags, &workspace.jobs);
        let context = context!(workspace);
        match intent {
            TagsIntent::LoadTagCatalogue => tags.load_catalogue(context, ""),
            TagsIntent::LoadTagsOf { kind, id } => tags.load_of(context, jobs, &agent, Entity::new(kind, id)),
            TagsIntent::AddTagItems { kind, id, item_ids } => {
                tags.add(context, jobs, &agent, Entity::new(kind, id), &item_ids);
            }
            TagsIntent::RemoveTagItem { kind, id, item_id } => {
                tags.remove(context, jobs, &agent, Entity::new(kind, id), item_id);
            }
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Saved(entity, items) => {
                let context = context!(workspace);
                match entity.kind {
                    EntityKind::Attendance => workspace.history.set_tags(context, &entity.id, &items),
                    EntityKind::Contact => workspace.people.contact_tagged(context, &entity.id, &items),
                    EntityKind::Employer => workspace.people.company_tagged(context, &entity.id, &items),
                }
                workspace.jobs.set_tags_of(context!(workspace), &entity, &items);
            }
        }
    }
}
