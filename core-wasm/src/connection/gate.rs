//! Which events are let in. A frame may come twice, late, or after one that was lost; an event is handled once. Its
//! memory survives a reload, because the broker delivers again what was not acknowledged.

use crate::wire::{EventId, EventMeta};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};

const REMEMBERED: usize = 4_096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// New and next in line.
    Next,
    /// New, but something before it is missing, or the numbering began again: a reconcile must follow.
    NextAfterGap,
    /// Already handled, or already contained in a reconcile.
    Seen,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GateRecord {
    pub epoch: Option<String>,
    pub last_seq: u64,
    pub recent: Vec<EventId>,
}

#[derive(Default)]
pub struct EventGate {
    epoch: Option<String>,
    last_seq: u64,
    /// Events up to this number are part of the last reconcile's answer.
    covered_seq: u64,
    recent: VecDeque<EventId>,
    known: BTreeSet<EventId>,
}

impl EventGate {
    pub fn restore(record: GateRecord) -> Self {
        let mut gate = Self { epoch: record.epoch, last_seq: record.last_seq, ..Self::default() };
        for id in record.recent {
            gate.remember(id);
        }
        gate
    }

    pub fn record(&self) -> GateRecord {
        GateRecord { epoch: self.epoch.clone(), last_seq: self.last_seq, recent: self.recent.iter().cloned().collect() }
    }

    /// The reconcile's answer holds everything up to `as_of_seq` of `epoch`.
    pub fn cover(&mut self, as_of_seq: u64, epoch: &str) {
        if !epoch.is_empty() && self.epoch.as_deref() != Some(epoch) {
            self.epoch = Some(epoch.to_owned());
            self.last_seq = as_of_seq;
            self.covered_seq = as_of_seq;
        }
        self.covered_seq = self.covered_seq.max(as_of_seq);
        self.last_seq = self.last_seq.max(as_of_seq);
    }

    pub fn pass(&mut self, meta: &EventMeta) -> Passage {
        if !meta.event_id.is_empty() {
            if self.known.contains(&meta.event_id) {
                return Passage::Seen;
            }
            self.remember(meta.event_id.clone());
        }
        let renumbered = match (&meta.epoch, &self.epoch) {
            (Some(new), Some(old)) => new != old,
            _ => false,
        };
        if let Some(epoch) = &meta.epoch
            && (renumbered || self.epoch.is_none())
        {
            self.epoch = Some(epoch.clone());
            if renumbered {
                self.last_seq = 0;
                self.covered_seq = 0;
            }
        }
        // Both numbers are optional: without them duplicates are known by message ids (design: wire).
        let Some(seq) = meta.seq else { return Passage::Next };
        if seq <= self.covered_seq {
            return Passage::Seen;
        }
        let first = self.last_seq == 0;
        let gap = renumbered || (!first && seq > self.last_seq + 1);
        self.last_seq = self.last_seq.max(seq);
        if gap { Passage::NextAfterGap } else { Passage::Next }
    }

    fn remember(&mut self, id: EventId) {
        if self.known.insert(id.clone()) {
            self.recent.push_back(id);
        }
        if self.recent.len() > REMEMBERED
            && let Some(oldest) = self.recent.pop_front()
        {
            self.known.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meta(id: &str, seq: u64, epoch: &str) -> EventMeta {
        EventMeta { event: "X".into(), event_id: id.into(), seq: Some(seq), epoch: Some(epoch.into()), sent_at: None }
    }

    #[test]
    fn a_frame_delivered_twice_passes_once_even_across_a_reload() {
        let mut gate = EventGate::default();
        assert_eq!(gate.pass(&meta("a", 1, "e")), Passage::Next);
        assert_eq!(gate.pass(&meta("a", 1, "e")), Passage::Seen);
        let mut reloaded = EventGate::restore(gate.record());
        assert_eq!(reloaded.pass(&meta("a", 1, "e")), Passage::Seen);
        assert_eq!(reloaded.pass(&meta("b", 2, "e")), Passage::Next);
    }

    #[test]
    fn a_gap_and_a_new_epoch_ask_for_a_reconcile_and_a_late_frame_still_passes() {
        let mut gate = EventGate::default();
        assert_eq!(gate.pass(&meta("a", 1, "e")), Passage::Next);
        assert_eq!(gate.pass(&meta("c", 3, "e")), Passage::NextAfterGap);
        assert_eq!(gate.pass(&meta("b", 2, "e")), Passage::Next);
        assert_eq!(gate.pass(&meta("x", 1, "f")), Passage::NextAfterGap);
        assert_eq!(gate.pass(&meta("y", 2, "f")), Passage::Next);
    }

    #[test]
    fn what_a_reconcile_covers_is_not_handled_again() {
        let mut gate = EventGate::default();
        gate.cover(5, "e");
        assert_eq!(gate.pass(&meta("a", 5, "e")), Passage::Seen);
        assert_eq!(gate.pass(&meta("b", 6, "e")), Passage::Next);
    }

    #[test]
    fn frames_without_numbers_pass() {
        let mut gate = EventGate::default();
        let bare = EventMeta { event: "X".into(), ..EventMeta::default() };
        assert_eq!(gate.pass(&bare), Passage::Next);
        assert_eq!(gate.pass(&bare), Passage::Next);
    }

    #[test]
    fn only_the_last_4096_events_are_remembered() {
        let mut gate = EventGate::default();
        for number in 0..5_000u64 {
            gate.pass(&meta(&format!("e{number}"), number + 1, "e"));
        }
        assert_eq!(gate.record().recent.len(), REMEMBERED);
    }
}
