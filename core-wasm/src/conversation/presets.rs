//! Preset messages of attendances (PRE-001 to PRE-004): loaded once per queue or campaign, when the agent opens the
//! list. Their variables have the values of the attendance, and the presets that the agent uses most come first
//! (BEY-161).

use super::machine::{Conversation, Exit, Pending};
use super::outbox::Outgoing;
use super::preset_text::{PresetFacts, filled, open_variables};
use super::rules::rules_of;
use super::{slices, timers};
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, List, ListAnswer, ListEvent, ListState, Path, SortedMap, Text, path,
};
use crate::jobs::{Job, Jobs};
use crate::session::ActingAgent;
use crate::shell::{PresetUse, queue_or_campaign};
use crate::wire::{PresetMessage, Protocol};
use serde::Serialize;

/// The lists of presets that were opened.
#[derive(Clone, Debug, Default)]
pub(super) struct Presets {
    /// The lists by their addresses.
    lists: SortedMap<String, List<PresetMessage>>,
    /// The address of the list of an attendance.
    addresses: SortedMap<Protocol, String>,
}

/// The preset messages of an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PresetsView {
    /// Load state of the list.
    pub state: ListState,
    /// The presets, the most used ones of the agent first.
    pub items: Vec<PresetItem>,
}

/// A preset message with the values of an attendance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PresetItem {
    /// Id of the preset.
    pub id: String,
    /// Name of the preset message.
    pub name: String,
    /// The text, with the values for its variables.
    pub text: String,
    /// The preset is of another type than text: it is sent unchanged and not inserted into the composer (PRE-004).
    pub as_is: bool,
    /// The first variable that has no value, as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub open_variable: Option<String>,
}

impl PresetItem {
    fn of(preset: &PresetMessage, facts: &PresetFacts<'_>) -> Self {
        let text = filled(&preset.preset_message_description, facts);
        Self {
            id: preset.preset_message_id.clone(),
            name: preset.preset_message_name.clone(),
            as_is: !matches!(preset.preset_message_template_type.as_str(), "" | "text"),
            open_variable: open_variables(&text).into_iter().next(),
            text,
        }
    }
}

fn facts_of<'a>(job: &'a Job, acting_agent: &'a ActingAgent) -> PresetFacts<'a> {
    PresetFacts {
        customer: job.known_name(),
        agent: &acting_agent.name,
        protocol: job.protocol().as_str(),
        queue: queue_or_campaign(job.server()),
    }
}

impl Presets {
    fn of(&self, protocol: &Protocol) -> Option<&List<PresetMessage>> {
        self.addresses.get(protocol).and_then(|address| self.lists.get(address))
    }

    /// Attendances of the same queue or campaign share the list.
    fn mark(&self, context: &mut Context, address: &str) {
        for (sharing, _) in self.addresses.iter().filter(|(_, list)| *list == address) {
            context.dirty(slices::PRESETS.of(sharing.clone()));
        }
    }
}

/// Address of the presets of an attendance; `None` if the attendance does not exist or nothing can be written in its
/// channel.
fn path_of(jobs: &Jobs, protocol: &Protocol) -> Option<Path> {
    let job = jobs.get(protocol)?;
    let (list, id) = job.queue_or_campaign();
    Some(path![list, rules_of(job.channel())?.presets, id, "preset-messages"])
}

impl Conversation {
    /// Loads the presets of the attendance's queue or campaign, unless they are loaded or being loaded (PRE-003).
    pub fn load_presets(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        self.apply_presets_event(context, jobs, protocol, ListEvent::Needed);
    }

    /// Applies an event to the presets of the attendance's queue or campaign.
    pub fn apply_presets_event(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol, event: ListEvent) {
        let Some(path) = path_of(jobs, protocol) else { return };
        let address = path.to_string();
        self.presets.addresses.insert(protocol.clone(), address.clone());
        let list = self.presets.lists.or_default(address.clone());
        let step = list.after(event);
        list.shown(context, ItemList::Presets);
        self.presets.mark(context, &address);
        if let Some(asked) = step.follow(context, timers::PRESETS.of(protocol.clone())) {
            context.request(&mut self.requests, Pending::Presets(address, asked), HttpRequest::get(path));
        }
    }

    pub(super) fn on_presets(&mut self, context: &mut Context, address: &str, asked: Asked, answer: Answer) {
        let list = self.presets.lists.or_default(address.to_owned());
        let Some(step) = list.answered(context, asked, ListAnswer::whole(answer)) else { return };
        list.shown(context, ItemList::Presets);
        self.presets.mark(context, address);
        // Any attendance that shares the list requests it again for all of them.
        if let Some((protocol, _)) = self.presets.addresses.iter().find(|(_, list)| *list == address) {
            step.follow(context, timers::PRESETS.of(protocol.clone()));
        }
    }

    /// Sends a preset of another type than text unchanged (PRE-004), with the values for its variables; a preset with a
    /// missing value is not sent.
    pub fn send_preset(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        id: &str,
    ) -> Option<Exit> {
        let presets = self.presets.of(protocol)?;
        let preset = presets.items().iter().find(|preset| preset.preset_message_id == id)?;
        let preset = PresetItem::of(preset, &facts_of(jobs.get(protocol)?, acting_agent));
        if let Some(variable) = preset.open_variable {
            let text = Text::key("chat.presets.noValue").with("preset", preset.name).with("variable", variable);
            return Some(Exit::Refused(protocol.clone(), text));
        }
        self.send_content(context, jobs, acting_agent, protocol, Outgoing::text(&preset.text))
    }

    /// The agent inserted a preset into the text of the composer.
    pub fn preset_inserted(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        id: &str,
    ) {
        let (Some(presets), Some(job)) = (self.presets.of(protocol), jobs.get(protocol)) else { return };
        let Some(preset) = presets.items().iter().find(|preset| preset.preset_message_id == id) else { return };
        let text = PresetItem::of(preset, &facts_of(job, acting_agent)).text;
        self.drafts.inserted(context, &acting_agent.agent_id, protocol, open_variables(&text));
    }

    /// The agent used presets, so the order of the lists changed.
    pub fn presets_used(&self, context: &mut Context) {
        for (protocol, _) in self.presets.addresses.iter() {
            context.dirty(slices::PRESETS.of(protocol.clone()));
        }
    }

    /// The preset messages of an attendance; `None` if they were not requested. `uses`: how often the agent used each
    /// preset.
    pub fn presets_view(
        &self,
        jobs: &Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        uses: &[PresetUse],
    ) -> Option<PresetsView> {
        let list = self.presets.of(protocol)?;
        let facts = facts_of(jobs.get(protocol)?, acting_agent);
        let mut items: Vec<PresetItem> = list.items().iter().map(|preset| PresetItem::of(preset, &facts)).collect();
        items.sort_by_key(|item| {
            std::cmp::Reverse(uses.iter().find(|used| used.id == item.id).map_or(0, |used| used.uses))
        });
        Some(PresetsView { state: list.state(), items })
    }

    pub(super) fn forget_presets(&mut self, context: &mut Context, protocol: &Protocol) {
        self.presets.addresses.remove(protocol);
        context.dirty(slices::PRESETS.of(protocol.clone()));
    }
}
