//! Preset messages of attendances (PRE-001 to PRE-004): loaded once per queue or campaign, when the agent opens the list.

use super::machine::{Conversation, Exit, Pending};
use super::outbox::Outgoing;
use super::rules::rules_of;
use super::{slices, timers};
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, List, ListAnswer, ListEvent, ListState, Path, SortedMap, path,
};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{PresetMessage, Protocol};
use serde::Serialize;

/// The lists that were opened.
#[derive(Clone, Debug, Default)]
pub(super) struct Presets {
    /// By their addresses.
    lists: SortedMap<String, List<PresetMessage>>,
    /// The address of the list of an attendance.
    addresses: SortedMap<Protocol, String>,
}

/// The preset messages of an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PresetsView {
    /// How much was loaded.
    pub state: ListState,
    /// The presets.
    pub items: Vec<PresetMessage>,
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

/// Address of the presets of an attendance; `None` if it does not exist or nothing is written in it.
fn path_of(jobs: &Jobs, protocol: &Protocol) -> Option<Path> {
    let job = jobs.get(protocol)?;
    let (list, id) = job.queue_or_campaign();
    Some(path![list, rules_of(job.channel())?.presets, id, "preset-messages"])
}

impl Conversation {
    /// Loads the presets of the attendance's queue or campaign, unless they are loaded or under way (PRE-003).
    pub fn load_presets(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        self.move_presets(context, jobs, protocol, ListEvent::Needed);
    }

    /// Applies an event to the presets of the attendance's queue or campaign.
    pub fn move_presets(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol, event: ListEvent) {
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
        // Any attendance that shares the list asks again for all of them.
        if let Some((protocol, _)) = self.presets.addresses.iter().find(|(_, list)| *list == address) {
            step.follow(context, timers::PRESETS.of(protocol.clone()));
        }
    }

    /// A preset of another type than text is sent as it is (PRE-004).
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
        let outgoing = Outgoing::text(&preset.preset_message_description);
        self.send_content(context, jobs, acting_agent, protocol, outgoing)
    }

    /// The preset messages of an attendance; `None` if they were not requested.
    pub fn presets_view(&self, protocol: &Protocol) -> Option<PresetsView> {
        let list = self.presets.of(protocol)?;
        Some(PresetsView { state: list.state(), items: list.items().to_vec() })
    }

    pub(super) fn forget_presets(&mut self, context: &mut Context, protocol: &Protocol) {
        self.presets.addresses.remove(protocol);
        context.dirty(slices::PRESETS.of(protocol.clone()));
    }
}
