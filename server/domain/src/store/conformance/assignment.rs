//! Conformance of candidates, members, and waiting customers with their positions.

use super::{Check, committed, holds, job, pause_fact};
use crate::store::{ChannelRow, GroupRow, JobRow, JobState, OnHoldRow, Store, StoreResult};
use wire::{AgentId, AttendanceGroup, AttendanceGroupId, Channel, ChannelStatus, Protocol, QueueId, Wall};

pub(super) fn check(store: &mut dyn Store) -> Check {
    candidates_follow_channels(store)?;
    candidates_follow_groups(store)?;
    members(store)?;
    waiting(store)?;
    positions(store)?;
    on_hold(store)
}

fn channel(agent: &str, open_jobs: u32, idle_since: i64) -> ChannelRow {
    ChannelRow {
        agent_id: AgentId::from(agent),
        channel: Channel::Chat,
        connected: true,
        pause: None,
        scheduled_pause: None,
        paused_ms: 0,
        exten: String::new(),
        on_hold: 0,
        open_jobs,
        wrap_up: None,
        interrupted_wrap_up: None,
        internal_call: false,
        status: ChannelStatus::Available,
        since: None,
        connected_since: None,
        logged_ms: 0,
        idle_since: Wall(idle_since),
    }
}

fn group(id: &str, channel: Channel, members: &[&str]) -> GroupRow {
    GroupRow {
        group: AttendanceGroup { id: id.into(), channel: Some(channel), ..AttendanceGroup::default() },
        org_unit_id: "u1".into(),
        members: members.iter().map(|id| AgentId::from(*id)).collect(),
    }
}

fn candidate_agents(store: &dyn Store, group: &str, limit: usize) -> StoreResult<Vec<String>> {
    let rows = store.candidate_agents(&group.into(), Channel::Chat, limit)?;
    Ok(rows.into_iter().map(|row| row.agent_id.0).collect())
}

fn candidates_follow_channels(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        store.put_group(&group("k1", Channel::Chat, &["ka", "kb", "kc", "kd"]))?;
        store.put_group(&group("k2", Channel::Chat, &["kb"]))?;
        store.put_group(&group("k3", Channel::Voice, &["kb"]))?;
        store.put_channel(&channel("kb", 1, 5))?;
        store.put_channel(&channel("ka", 1, 5))?;
        store.put_channel(&channel("kc", 0, 9))?;
        store.put_channel(&channel("kd", 1, 4))?;
        store.put_channel(&channel("ke", 0, 1))?;
        Ok(())
    })?;
    let all = candidate_agents(store, "k1", 9)?;
    holds(all == ["kc", "kd", "ka", "kb"], "candidates come by attendances, then idle time, then agent")?;
    holds(candidate_agents(store, "k1", 2)? == ["kc", "kd"], "the first candidates can be read alone")?;
    holds(candidate_agents(store, "k2", 9)? == ["kb"], "an agent is a candidate of each group")?;
    holds(candidate_agents(store, "k3", 9)?.is_empty(), "and of no group of another channel")?;
    let paused = ChannelRow { pause: Some(pause_fact()), ..channel("kc", 0, 9) };
    let pausing = ChannelRow { scheduled_pause: Some(pause_fact()), ..channel("kd", 1, 4) };
    let away = ChannelRow { connected: false, ..channel("ka", 1, 5) };
    committed(store, |store| {
        [paused, pausing, away, channel("kb", 2, 5)].iter().try_for_each(|row| store.put_channel(row))?;
        Ok(())
    })?;
    holds(candidate_agents(store, "k1", 9)? == ["kb"], "paused, pausing and disconnected agents are none")?;
    let open = store.candidate_agents(&"k2".into(), Channel::Chat, 9)?.first().map(|row| row.open_jobs);
    holds(open == Some(2), "a candidate has the attendances of its channel, in every group")?;
    store.begin()?;
    store.put_channel(&channel("kc", 0, 9))?;
    store.rollback()?;
    holds(candidate_agents(store, "k1", 9)? == ["kb"], "a roll-back takes a candidate back")?;
    committed(store, |store| Ok(store.delete_candidates(&AgentId::from("kb"))?))?;
    holds(candidate_agents(store, "k1", 9)?.is_empty(), "the candidates of an agent are deleted together")?;
    committed(store, |store| Ok(store.put_channel(&channel("kb", 2, 5))?))?;
    holds(candidate_agents(store, "k1", 9)?.is_empty(), "and stay so while the channel does not change")?;
    committed(store, |store| Ok(store.restore_candidates(&AgentId::from("kb"))?))?;
    holds(
        candidate_agents(store, "k1", 9)? == ["kb"] && candidate_agents(store, "k2", 9)? == ["kb"],
        "until they are restored",
    )?;
    committed(store, |store| {
        store.delete_candidates(&AgentId::from("kb"))?;
        Ok(store.add_missing_candidates(&channel("kb", 2, 5))?)
    })?;
    holds(candidate_agents(store, "k2", 9)? == ["kb"], "rows without candidates get them")
}

fn candidates_follow_groups(store: &mut dyn Store) -> Check {
    committed(store, |store| Ok(store.put_group(&group("k2", Channel::Chat, &["kb", "ke"]))?))?;
    holds(candidate_agents(store, "k2", 9)? == ["ke", "kb"], "a new member is a candidate")?;
    committed(store, |store| Ok(store.put_group(&group("k2", Channel::Chat, &["ke"]))?))?;
    holds(candidate_agents(store, "k2", 9)? == ["ke"], "a former member is none")?;
    holds(candidate_agents(store, "k1", 9)? == ["kb"], "but stays one of the other group")
}

fn members(store: &mut dyn Store) -> Check {
    let group = AttendanceGroupId::from("k1");
    let names = |after: Option<&str>, limit| -> StoreResult<Vec<String>> {
        let rows = store.members_after(&group, after.map(AgentId::from).as_ref(), limit)?;
        Ok(rows.into_iter().map(|row| row.agent_id.0).collect())
    };
    holds(names(None, 2)? == ["ka", "kb"], "members come by identifier")?;
    holds(names(Some("kb"), 9)? == ["kc", "kd"], "members come in portions")?;
    let of_agent = store.memberships_of(&AgentId::from("kb"))?;
    let of_agent: Vec<_> = of_agent.into_iter().map(|row| (row.group_id.0, row.channel)).collect();
    let expected = [("k1".to_owned(), Some(Channel::Chat)), ("k3".to_owned(), Some(Channel::Voice))];
    holds(of_agent == expected, "an agent has its memberships with the channels of the groups")
}

fn waiting_job(protocol: &str, queue: &str, waiting_since: i64) -> JobRow {
    let (group_id, queue_id) = ("k1".into(), QueueId::from(queue));
    JobRow { group_id, queue_id, ..job(protocol, JobState::Waiting, "", waiting_since) }
}

fn waiting(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        for (protocol, queue, since) in
            [("w1", "kq1", 10), ("w4", "kq1", 30), ("w3", "kq1", 20), ("w2", "kq2", 20), ("w5", "kq1", 20)]
        {
            store.put_job(&waiting_job(protocol, queue, since))?;
        }
        let assigned = JobRow { state: JobState::Active, ..waiting_job("w0", "kq1", 1) };
        Ok(store.put_job(&assigned)?)
    })?;
    let group = AttendanceGroupId::from("k1");
    let read = |after: Option<i64>, limit| -> StoreResult<Vec<String>> {
        Ok(store
            .waiting_after(&group, after.map(Wall), limit)?
            .into_iter()
            .map(|row| row.protocol.to_string())
            .collect())
    };
    holds(read(None, 9)? == ["w1", "w2", "w3", "w5", "w4"], "waiting attendances come in the order of the queue")?;
    holds(read(None, 1)? == ["w1"], "the first can be read alone")?;
    holds(read(None, 2)? == ["w1", "w2", "w3", "w5"], "a portion has all that wait since one time")?;
    holds(read(Some(10), 3)? == ["w2", "w3", "w5"], "the next portion begins after a time")?;
    holds(read(Some(20), 3)? == ["w4"] && read(Some(30), 3)?.is_empty(), "the last portion is shorter")?;
    holds(store.waiting_count(&group)? == 5, "waiting attendances of the group are counted")
}

fn positions(store: &mut dyn Store) -> Check {
    let position = |protocol: &str| -> Result<usize, String> {
        let job = store.job(&Protocol::from(protocol))?.ok_or("no attendance")?;
        Ok(store.position_of(&job)?)
    };
    let of_queue = [position("w1")?, position("w3")?, position("w5")?, position("w4")?];
    holds(of_queue == [1, 2, 3, 4], "a position counts those who came before, then by protocol")?;
    holds(position("w2")? == 1, "each queue has its own positions")?;
    holds(store.waiting_before(&QueueId::from("kq1"), Wall(20))? == 1, "those who came before a time are counted")
}

fn on_hold(store: &mut dyn Store) -> Check {
    let row = |on_hold| OnHoldRow { group_id: "k1".into(), channel: Channel::Chat, on_hold };
    holds(store.on_hold_of(&"k1".into())?.is_none(), "nothing was published at first")?;
    committed(store, |store| {
        store.put_on_hold(&row(2))?;
        Ok(store.put_on_hold(&row(7))?)
    })?;
    holds(store.on_hold_of(&"k1".into())? == Some(row(7)), "what was published last is found")
}
