//! One attendance with its messages, as a subscriber has it.

use super::views::{compare, of_nothing};
use crate::counts::Counts;
use core_wasm::contacts;
use core_wasm::conversation;
use core_wasm::conversation::ConversationSlice;
use core_wasm::conversation::MessageDelivery;
use core_wasm::conversation::ThreadRecord;
use core_wasm::flow::{LocalId, SliceKey};
use core_wasm::jobs;
use core_wasm::qualification;
use core_wasm::transfers;
use core_wasm::voice;
use core_wasm::whatsapp;
use core_wasm::wire::{CustomId, Message, Name, Protocol};
use core_wasm::{View, Workspace};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct JobMirror {
    /// Views in the order of `job_keys`.
    pub views: [View; JOB_SLICES],
    marked: [bool; JOB_SLICES],
    messages: BTreeMap<LocalId, View>,
    marked_messages: BTreeSet<LocalId>,
}

const JOB_SLICES: usize = 14;

pub(super) const ROW: usize = 0;
const THREAD: usize = 3;

fn job_keys(protocol: &Protocol) -> [SliceKey; JOB_SLICES] {
    let protocol = || protocol.clone();
    [
        jobs::slices::ROW.of(protocol()),
        jobs::slices::JOB.of(protocol()),
        conversation::slices::DRAFT.of(protocol()),
        conversation::slices::THREAD.of(protocol()),
        contacts::slices::CONTACT.of(protocol()),
        qualification::slices::QUALIFICATION.of(protocol()),
        voice::slices::VOICE_JOB.of(protocol()),
        whatsapp::slices::WHATSAPP_JOB.of(protocol()),
        whatsapp::slices::TEMPLATES.of(protocol()),
        conversation::slices::PRESETS.of(protocol()),
        transfers::slices::DESTINATIONS.of(protocol()),
        conversation::slices::SEARCH.of(protocol()),
        whatsapp::slices::MEDIA.of(protocol()),
        conversation::slices::EARLIER.of(protocol()),
    ]
}

fn place_of(key: &SliceKey) -> Option<usize> {
    let protocol = key.protocol()?;
    job_keys(protocol).iter().position(|other| other == key)
}

impl JobMirror {
    pub fn new(protocol: &Protocol) -> Self {
        Self {
            views: job_keys(protocol).map(|key| of_nothing(&key)),
            marked: [false; JOB_SLICES],
            messages: BTreeMap::new(),
            marked_messages: BTreeSet::new(),
        }
    }

    pub fn keep(&mut self, key: &SliceKey, view: View) {
        if let Some(place) = place_of(key) {
            self.views[place] = view;
        } else if let Some((_, id)) = conversation::slices::MESSAGE.ids(key) {
            self.messages.insert(id, view);
        }
    }

    pub fn mark(&mut self, key: &SliceKey) {
        if let Some(place) = place_of(key) {
            self.marked[place] = true;
        } else if let Some((_, id)) = conversation::slices::MESSAGE.ids(key) {
            self.marked_messages.insert(id);
        }
    }

    pub fn is_gone(&self) -> bool {
        self.views[ROW] == View::Absent
            && self.messages.is_empty()
            && !matches!(&self.views[2], View::Conversation(ConversationSlice::Draft(draft)) if draft.epoch > 0 || !draft.text.is_empty())
    }

    pub fn check(
        &mut self,
        workspace: &Workspace,
        protocol: &Protocol,
        all: bool,
        counts: &mut Counts,
    ) -> Result<(), String> {
        if !all && self.marked == [false; JOB_SLICES] {
            return Ok(());
        }
        for (place, key) in job_keys(protocol).into_iter().enumerate() {
            if all || self.marked[place] {
                compare(workspace, &key, &mut self.views[place], self.marked[place], counts)?;
                self.marked[place] = false;
            }
        }
        Ok(())
    }

    pub fn check_messages(
        &mut self,
        workspace: &Workspace,
        protocol: &Protocol,
        counts: &mut Counts,
    ) -> Result<(), String> {
        let shown: &[Name] = match &self.views[THREAD] {
            View::List(list) => &list.ids,
            _ => &[],
        };
        for id in shown {
            if !self.messages.contains_key(id) {
                self.messages.insert(id.clone(), View::Absent);
            }
        }
        for (id, before) in &mut self.messages {
            let key = conversation::slices::MESSAGE.of((protocol.clone(), id.clone()));
            compare(workspace, &key, before, self.marked_messages.contains(id), counts)?;
        }
        // Unconfirmed messages are below all confirmed ones (BEY-006). The server has a message that the provider refused.
        let is_unsent = |id: &LocalId| {
            let custom_id = id.strip_prefix('c').map(CustomId::from);
            custom_id.is_some_and(|id| workspace.outbox().entry(protocol, &id).is_some())
        };
        let confirmed = |id: &LocalId| match self.messages.get(id) {
            Some(View::Conversation(ConversationSlice::Message(message))) => match message.delivery {
                MessageDelivery::Sending => false,
                MessageDelivery::Failed => !is_unsent(id),
                _ => true,
            },
            _ => false,
        };
        let first_pending = shown.iter().position(|id| !confirmed(id)).unwrap_or(shown.len());
        if shown.iter().skip(first_pending).any(confirmed) {
            return Err(format!("a confirmed message of {protocol} is below one that is not: {shown:?}"));
        }
        if !self.marked_messages.is_empty() {
            thread_is_in_order(workspace, protocol)?;
        }
        self.marked_messages.clear();
        self.messages.retain(|_, view| *view != View::Absent);
        Ok(())
    }
}

fn thread_is_in_order(workspace: &Workspace, protocol: &Protocol) -> Result<(), String> {
    let Some(record) = workspace.record(&conversation::records::THREAD.of(protocol.clone())) else { return Ok(()) };
    let record: ThreadRecord = serde_json::from_str(&record).map_err(|fault| fault.to_string())?;
    let place = |message: &Message| (message.placed_at.or(message.time), message.time, message.seq);
    let places: Vec<_> = record.messages.iter().map(place).collect();
    if places.windows(2).all(|pair| pair[0] < pair[1]) {
        Ok(())
    } else {
        Err(format!("the messages of {protocol} are in the order {places:?}"))
    }
}
