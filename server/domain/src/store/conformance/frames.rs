//! Conformance of the frames of a queue and its head.

use super::{Check, committed, holds};
use crate::store::{FrameRow, QueueTail, Store};
use wire::AgentId;

pub(super) fn frame(agent: &str, seq: u64) -> FrameRow {
    FrameRow {
        agent_id: AgentId::from(agent),
        seq,
        event_id: format!("e{seq}").into(),
        text: format!("{{\"seq\":{seq}}}"),
    }
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    let (ana, bruno) = (AgentId::from("1"), AgentId::from("2"));
    let head = QueueTail { agent_id: ana.clone(), epoch: "e".to_owned(), seq: 3 };
    committed(store, |store| {
        for seq in [2, 1, 3] {
            store.insert_frame(&frame("1", seq))?;
        }
        store.insert_frame(&frame("2", 1))?;
        store.put_queue_tail(&head)?;
        Ok(())
    })?;
    holds(store.queue_tail(&ana)? == Some(head), "a queue's head comes back as it was put")?;
    holds(store.queue_tail(&bruno)?.is_none(), "a queue without head has none")?;
    holds(
        store.frames_after(&ana, 1, 10)? == [frame("1", 2), frame("1", 3)],
        "frames come by seq after the given one",
    )?;
    holds(store.frames_after(&ana, 0, 2)?.len() == 2, "frames come up to the limit")?;
    store.acknowledge(&ana, 2)?;
    store.acknowledge(&ana, 99)?;
    let left: Vec<u64> = store.frames_after(&ana, 0, 10)?.into_iter().map(|row| row.seq).collect();
    holds(left == [1, 3], "an acknowledged frame is gone, outside a transaction too")?;
    holds(store.frame_count(&ana)? == 2, "frames are counted")?;
    committed(store, |store| Ok(store.clear_frames(&ana)?))?;
    holds(store.frame_count(&ana)? == 0 && store.frame_count(&bruno)? == 1, "clearing empties one queue only")
}
