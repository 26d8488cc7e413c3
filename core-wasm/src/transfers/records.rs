//! The earlier transfers of an attendance of any channel (JOB-040), loaded when the agent opens their list.

use super::machine::{Pending, Transfers};
use super::view::{JobTransferView, TransferListView};
use super::{slices, timers};
use crate::flow::{Answer, Asked, Context, HttpRequest, ListAnswer, ListEvent, Text, path};
use crate::wire::{Protocol, TransferRecord, Wall, is_visible};

/// Cause of a transfer that became a conference and did not fail.
const CONFERENCE: &str = "conference";

impl Transfers {
    /// The agent wants to see the transfers of an attendance.
    pub fn load_records(&mut self, context: &mut Context, protocol: &Protocol) {
        self.apply_records_event(context, protocol, ListEvent::Reopened);
    }

    /// Applies an event to the list of transfers of an attendance.
    pub fn apply_records_event(&mut self, context: &mut Context, protocol: &Protocol, event: ListEvent) {
        let step = self.records.or_default(protocol).after(event);
        if let Some(asked) = step.follow(context, timers::TRANSFERS.of(protocol.clone())) {
            let request = HttpRequest::get(path!["job", protocol, "transfers"]);
            context.request(&mut self.requests, Pending::Records(protocol.clone(), asked), request);
        }
        context.dirty(slices::TRANSFERS.of(protocol.clone()));
    }

    pub(super) fn on_records(&mut self, context: &mut Context, protocol: Protocol, asked: Asked, answer: Answer) {
        let answer = ListAnswer::whole(answer).map(|mut list| {
            list.items.sort_by_key(|record: &TransferRecord| record.number);
            list
        });
        if let Some(step) = self.records.get_mut(&protocol).and_then(|list| list.answered(context, asked, answer)) {
            step.follow(context, timers::TRANSFERS.of(protocol.clone()));
        }
        context.dirty(slices::TRANSFERS.of(protocol));
    }

    /// The transfers of an attendance; `None` until they were requested.
    pub fn records_view(&self, protocol: &Protocol) -> Option<TransferListView> {
        let list = self.records.get(protocol)?;
        Some(TransferListView { state: list.state(), items: list.items().iter().map(record_view).collect() })
    }
}

fn record_view(record: &TransferRecord) -> JobTransferView {
    let TransferRecord { number, kind, agent_name, destination, note, asked_at, ended_at, cause, .. } = record;
    let name = if is_visible(&destination.name) { &destination.name } else { &destination.id };
    let came_back = !cause.is_empty() && cause != CONFERENCE;
    let reason = || Text::reason("transferError", cause, &Default::default(), "transfers.failed");
    JobTransferView {
        number: *number,
        kind: *kind,
        agent: agent_name.clone(),
        destination_kind: destination.kind,
        destination: name.clone(),
        note: note.clone(),
        asked_at: asked_at.as_js(),
        ended_at: ended_at.map(Wall::as_js),
        failure: came_back.then(reason),
    }
}
