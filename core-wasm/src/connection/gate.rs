//! Drops duplicate events and detects gaps. A frame may arrive twice, late, or after a lost one; an event is handled once.
//! Whether an answer of the server already contains an event is decided by the area that asked (`flow::Coverage`), not here.
//! The gate is stored, because after a reload the broker delivers unacknowledged frames again. Event ids are stored in
//! blocks, so that a flush writes only the block that grew, not all 4,096 ids.

use crate::flow::SortedMap;
use crate::wire::{EventId, EventMeta};
use derive::ReadObject;
use serde::Serialize;
use std::collections::VecDeque;

/// Event ids per block.
const IDS_PER_BLOCK: usize = 64;
/// Number of blocks that are kept; the newest block reuses the record of the oldest.
const BLOCKS: u64 = 64;

/// Decision about one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// New and next in order.
    InOrder,
    /// New, but an earlier event is missing or the numbering restarted: a reconcile must follow.
    AfterGap,
    /// Already handled.
    Duplicate,
}

/// The stored part of the gate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct GateRecord {
    /// The numbering to which `last_seq` belongs; `None` before the first event.
    pub epoch: Option<String>,
    /// Highest sequence number so far; 0 before the first.
    pub last_seq: u64,
    /// Number of the newest block; its record is this number modulo the number of blocks.
    #[serde(rename = "newest_page")]
    pub newest_block: u64,
}

#[derive(Default)]
struct Block {
    number: u64,
    ids: Vec<EventId>,
}

/// Ids and sequence numbers of the events so far.
#[derive(Default)]
pub struct EventGate {
    epoch: Option<String>,
    last_seq: u64,
    /// Oldest first.
    blocks: VecDeque<Block>,
    /// Blocks that grew since they were written.
    grown: Vec<u64>,
}

impl EventGate {
    /// `blocks`: event ids by number of the record. A missing block only means that its duplicates are not detected.
    pub fn restore(record: GateRecord, mut blocks: SortedMap<u64, Vec<EventId>>) -> Self {
        let mut gate = Self { epoch: record.epoch, last_seq: record.last_seq, ..Self::default() };
        for number in record.newest_block.saturating_sub(BLOCKS - 1)..=record.newest_block {
            let ids = blocks.remove(&(number % BLOCKS)).unwrap_or_default();
            gate.blocks.push_back(Block { number, ids });
        }
        gate
    }

    /// The gate as it is stored, without the blocks.
    pub fn record(&self) -> GateRecord {
        GateRecord {
            epoch: self.epoch.clone(),
            last_seq: self.last_seq,
            newest_block: self.blocks.back().map_or(0, |block| block.number),
        }
    }

    /// Event ids of one record, oldest first; `None` if no block uses the record.
    pub fn block(&self, record: u64) -> Option<&[EventId]> {
        self.blocks.iter().find(|block| block.number % BLOCKS == record).map(|block| block.ids.as_slice())
    }

    /// Records of blocks that must be written; empties the list.
    pub fn take_grown(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.grown)
    }

    /// Sets the sequence number of the first answer after a page load, to detect a gap before the first frame. Later
    /// answers are ignored, because an answer of one area does not contain the events of another.
    pub fn begin_after(&mut self, as_of_seq: u64, epoch: &str) {
        if self.epoch.is_none() && !epoch.is_empty() {
            self.epoch = Some(epoch.to_owned());
            self.last_seq = as_of_seq;
        }
    }

    /// Decides about one event and remembers its id and number.
    pub fn admit(&mut self, meta: &EventMeta) -> Admission {
        let same_epoch = meta.epoch == self.epoch;
        // An answer from before the first event begins the numbering at 0.
        let has_begun = self.epoch.is_some() || self.last_seq > 0;
        if !meta.event_id.is_empty() {
            if !(same_epoch && self.is_certainly_new(meta)) && self.is_known(&meta.event_id) {
                return Admission::Duplicate;
            }
            self.remember(meta.event_id.clone());
        }
        let renumbered = !same_epoch && meta.epoch.is_some() && self.epoch.is_some();
        if let Some(epoch) = &meta.epoch
            && (renumbered || self.epoch.is_none())
        {
            self.epoch = Some(epoch.clone());
            if renumbered {
                self.last_seq = 0;
            }
        }
        // Both numbers are optional: without them duplicates are detected by event id only (design: wire).
        let Some(seq) = meta.seq else { return Admission::InOrder };
        let gap = renumbered || (has_begun && seq > self.last_seq + 1);
        self.last_seq = self.last_seq.max(seq);
        if gap { Admission::AfterGap } else { Admission::InOrder }
    }

    /// Fast path for frames in order: a number above all others of its epoch cannot be a duplicate.
    fn is_certainly_new(&self, meta: &EventMeta) -> bool {
        meta.epoch.is_some() && meta.seq.is_some_and(|seq| seq > self.last_seq)
    }

    /// Searches the newest block first: duplicates usually follow soon.
    fn is_known(&self, id: &EventId) -> bool {
        self.blocks.iter().rev().any(|block| block.ids.contains(id))
    }

    fn remember(&mut self, id: EventId) {
        match self.blocks.back_mut().filter(|block| block.ids.len() < IDS_PER_BLOCK) {
            Some(block) => block.ids.push(id),
            None => {
                let number = self.blocks.back().map_or(0, |block| block.number + 1);
                self.blocks.push_back(Block { number, ids: vec![id] });
            }
        }
        let grown = self.blocks.back().map_or(0, |block| block.number % BLOCKS);
        if !self.grown.contains(&grown) {
            self.grown.push(grown);
        }
        if self.blocks.len() as u64 > BLOCKS {
            self.blocks.pop_front();
        }
    }
}

#[cfg(test)]
impl EventGate {
    /// The gate restored from its own records.
    pub fn reloaded(&self) -> Self {
        let blocks = (0..BLOCKS).filter_map(|record| Some((record, self.block(record)?.to_vec()))).collect();
        Self::restore(self.record(), blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meta(id: &str, seq: u64, epoch: &str) -> EventMeta {
        EventMeta { event: "X".into(), event_id: id.into(), seq: Some(seq), epoch: Some(epoch.into()), sent_at: None }
    }

    #[test]
    fn a_frame_delivered_twice_is_admitted_once_even_across_a_reload() {
        let mut gate = EventGate::default();
        assert_eq!(gate.admit(&meta("a", 1, "e")), Admission::InOrder);
        assert_eq!(gate.admit(&meta("a", 1, "e")), Admission::Duplicate);
        let mut reloaded = gate.reloaded();
        assert_eq!(reloaded.admit(&meta("a", 1, "e")), Admission::Duplicate);
        assert_eq!(reloaded.admit(&meta("b", 2, "e")), Admission::InOrder);
    }

    #[test]
    fn records_of_admitted_events_are_reused_and_restored_in_order_after_any_number_of_events() {
        for events in [1, 63, 64, 65, 4_095, 4_096, 4_097, 9_000u64] {
            let mut gate = EventGate::default();
            for number in 0..events {
                gate.admit(&meta(&format!("e{number}"), number + 1, "e"));
            }
            let mut reloaded = gate.reloaded();
            let oldest_kept = events.saturating_sub(4_033);
            for number in oldest_kept..events {
                assert_eq!(
                    reloaded.admit(&meta(&format!("e{number}"), 1, "f")),
                    Admission::Duplicate,
                    "{number} of {events}"
                );
            }
            assert_eq!(reloaded.record(), gate.record());
        }
    }

    #[test]
    fn a_gap_and_a_new_epoch_cause_a_reconcile_and_a_late_frame_is_admitted() {
        let mut gate = EventGate::default();
        assert_eq!(gate.admit(&meta("a", 1, "e")), Admission::InOrder);
        assert_eq!(gate.admit(&meta("c", 3, "e")), Admission::AfterGap);
        assert_eq!(gate.admit(&meta("b", 2, "e")), Admission::InOrder);
        assert_eq!(gate.admit(&meta("x", 1, "f")), Admission::AfterGap);
        assert_eq!(gate.admit(&meta("y", 2, "f")), Admission::InOrder);
    }

    #[test]
    fn the_first_answer_sets_the_sequence_number_and_drops_no_event() {
        let mut gate = EventGate::default();
        gate.begin_after(5, "e");
        assert_eq!(gate.admit(&meta("a", 5, "e")), Admission::InOrder);
        assert_eq!(gate.admit(&meta("b", 6, "e")), Admission::InOrder);
        assert_eq!(gate.admit(&meta("c", 8, "e")), Admission::AfterGap);
        gate.begin_after(20, "e");
        assert_eq!(gate.admit(&meta("d", 9, "e")), Admission::InOrder, "later answers are ignored");
        assert_eq!(gate.admit(&meta("e", 11, "e")), Admission::AfterGap);
        let mut gate = EventGate::default();
        gate.begin_after(5, "e");
        assert_eq!(gate.admit(&meta("a", 1, "f")), Admission::AfterGap, "the numbering restarted");
    }

    #[test]
    fn an_answer_from_before_the_first_event_shows_that_the_first_frame_comes_after_a_gap() {
        let mut gate = EventGate::default();
        gate.begin_after(0, "e");
        assert_eq!(gate.reloaded().admit(&meta("b", 2, "e")), Admission::AfterGap);
        assert_eq!(gate.admit(&meta("a", 1, "e")), Admission::InOrder);
        assert_eq!(gate.admit(&meta("b", 2, "e")), Admission::InOrder);
        assert_eq!(EventGate::default().admit(&meta("b", 2, "e")), Admission::InOrder, "nothing is known yet");
    }

    #[test]
    fn frames_without_numbers_are_admitted() {
        let mut gate = EventGate::default();
        let bare = EventMeta { event: "X".into(), ..EventMeta::default() };
        assert_eq!(gate.admit(&bare), Admission::InOrder);
        assert_eq!(gate.admit(&bare), Admission::InOrder);
    }

    #[test]
    fn only_the_last_4096_events_are_remembered() {
        let mut gate = EventGate::default();
        for number in 0..64 * 80u64 {
            gate.admit(&meta(&format!("e{number}"), number + 1, "e"));
        }
        assert_eq!(gate.blocks.iter().map(|block| block.ids.len()).sum::<usize>(), 4_096);
    }
}
