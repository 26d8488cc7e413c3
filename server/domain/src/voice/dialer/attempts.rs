//! Attempts: which number is dialled for which agent, and the consequences of an attempt's end.

use super::{put_number, set_due};
use crate::centre::{AgentChoice, Transaction};
use crate::due::Due;
use crate::jobs;
use crate::router;
use crate::store::{
    CallPhase, CallRow, CampaignFact, CampaignRow, DialRow, DialerNumberRow, DialerNumberState, GroupRow, JobRow,
    StoreResult,
};
use crate::suppression;
use crate::voice::{
    CallCommand, CallEnd, Source, command, new_job, new_unique_id, preferential, queue_of, ring, same_number,
};
use wire::{AgentId, CallType, Channel, OrgUnitId, QueueId};

/// A number that cannot be dialled now for a reason outside its row is checked again after this time.
const POSTPONED_MS: i64 = 60_000;
/// Maximum of numbers of a campaign that are checked in one transaction; the rest follows at the next due time.
const AT_ONCE: usize = 50;

/// Dials numbers of the group's running campaigns for its free agents.
pub(crate) fn dial_for_group(
    tx: &mut Transaction<'_, '_>,
    free: &mut dyn AgentChoice,
    group: &GroupRow,
) -> StoreResult<()> {
    for dialer in tx.store.dialers_of_group(&group.group.id)?.into_iter().filter(|dialer| dialer.running) {
        let Some(campaign) = tx.store.campaign(&dialer.campaign_id)? else { continue };
        for _ in 0..AT_ONCE {
            let Some(number) = next_number(tx, &campaign)? else { break };
            if !may_be_dialled(tx, &campaign, &number)? {
                continue;
            }
            let owner = preferential::owner_of(tx, &campaign.org_unit_id, &number.phone)?;
            let others = group.members.iter().filter(|member| owner.as_ref().is_some_and(|owner| owner != *member));
            let others = others.cloned().collect();
            match free.take_best(tx, group, Channel::Voice, &others)? {
                Some(agent) => attempt(tx, &campaign, group, number, agent)?,
                // Only the agent of the wallet may call a preferential contact; other agents continue with the list.
                None if owner.is_some() => postpone(tx, number)?,
                None => break,
            }
        }
        set_due(tx, &dialer)?;
    }
    Ok(())
}

/// The next number that is due.
fn next_number(tx: &Transaction<'_, '_>, campaign: &CampaignRow) -> StoreResult<Option<DialerNumberRow>> {
    Ok(tx.store.next_dialer_number(&campaign.id)?.filter(|number| number.due_at <= tx.now()))
}

/// A blocked number is finished, and so is a number that the campaign also has in another form. A number that is in a call is checked again
/// later.
fn may_be_dialled(tx: &mut Transaction<'_, '_>, campaign: &CampaignRow, number: &DialerNumberRow) -> StoreResult<bool> {
    if suppression::is_blocked(tx, &campaign.org_unit_id, &number.phone)? || same_number::is_repeated(tx, number)? {
        put_number(tx, &DialerNumberRow { state: DialerNumberState::Finished, ..number.clone() })?;
        return Ok(false);
    }
    if is_in_call(tx, &campaign.org_unit_id, &number.phone)? {
        postpone(tx, number.clone())?;
        return Ok(false);
    }
    Ok(true)
}

/// Whether another campaign of the org unit dials the number, or its customer is in a call with the org unit.
fn is_in_call(tx: &Transaction<'_, '_>, unit: &OrgUnitId, phone: &str) -> StoreResult<bool> {
    if same_number::dial_of(tx, unit, phone)?.is_some() {
        return Ok(true);
    }
    for call in same_number::open_calls_of(tx, phone)? {
        if tx.store.job(&call.protocol)?.is_some_and(|job| &job.org_unit_id == unit) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn postpone(tx: &mut Transaction<'_, '_>, number: DialerNumberRow) -> StoreResult<()> {
    let due_at = tx.now().plus_ms(POSTPONED_MS);
    put_number(tx, &DialerNumberRow { due_at, ..number })
}

fn attempt(
    tx: &mut Transaction<'_, '_>,
    campaign: &CampaignRow,
    group: &GroupRow,
    number: DialerNumberRow,
    agent: AgentId,
) -> StoreResult<()> {
    let call = new_unique_id(tx);
    tx.store.insert_dial(&DialRow {
        org_unit_id: campaign.org_unit_id.clone(),
        phone: number.phone.clone(),
        unique_id: call.clone(),
        agent_id: agent,
        campaign_id: campaign.id.clone(),
    })?;
    let given_up_at = tx.now().plus_ms(tx.config.voice.ring_limit_ms);
    tx.set_due(Due::Dial, &call, Some(given_up_at))?;
    let to = number.phone.clone();
    let attempts = number.attempts.saturating_add(1);
    put_number(tx, &DialerNumberRow { state: DialerNumberState::Dialling, attempts, ..number })?;
    // The customer sees the number of the group's queue and can call it back.
    command(tx, &CallCommand::Originate { call, from: queue_of(&group.group).0, to })
}

/// Ends the attempt; its agent is free again. `None`: the attempt does not exist.
fn take_attempt(tx: &mut Transaction<'_, '_>, attempt: Option<DialRow>) -> StoreResult<Option<DialRow>> {
    if let Some(row) = &attempt {
        tx.store.delete_dial(&row.unique_id)?;
        tx.set_due(Due::Dial, &row.unique_id, None)?;
    }
    Ok(attempt)
}

/// The customer of an attempt answered: it becomes an attendance, which rings at the reserved agent. `false`: the call is
/// no attempt.
pub(in crate::voice) fn customer_answered(tx: &mut Transaction<'_, '_>, call: &str) -> StoreResult<bool> {
    let attempt = tx.store.dial_by_unique_id(call)?;
    let Some(attempt) = take_attempt(tx, attempt)? else { return Ok(false) };
    let campaign = tx.store.campaign(&attempt.campaign_id)?;
    let group = match &campaign {
        Some(campaign) => tx.store.group(&campaign.group_id)?,
        None => None,
    };
    let (Some(campaign), Some(group)) = (campaign, group) else {
        command(tx, &CallCommand::HangUp { call: attempt.unique_id })?;
        return Ok(true);
    };
    let number = tx.store.dialer_number(&campaign.id, &attempt.phone)?;
    let source = Source::of_group(tx, group)?;
    let mut job = new_job(tx, &attempt.phone, source)?;
    job.customer_name = number.as_ref().map(|number| number.name.clone()).unwrap_or_default();
    jobs::find_contact(tx, &mut job)?;
    let job = jobs::save(tx, job)?;
    let row = CallRow {
        protocol: job.protocol.clone(),
        unique_id: attempt.unique_id,
        call_type: CallType::Dialer,
        phone: attempt.phone,
        telephone: None,
        // After the answer the customer is the side that waits: the agent's telephone is called.
        outgoing: false,
        campaign: Some(CampaignFact { id: campaign.id, name: campaign.name }),
        schedule: None,
        phase: CallPhase::Waiting,
        answered_at: None,
        ring: None,
        missed: Vec::new(),
        room: None,
        last_party: 0,
        transfers: Vec::new(),
    };
    if let Some(number) = number {
        put_number(tx, &DialerNumberRow { state: DialerNumberState::Reached, ..number })?;
    }
    ring::put(tx, &row)?;
    if router::can_take_call(tx, &attempt.agent_id)? {
        ring::ring_at(tx, &job, row, &attempt.agent_id)?;
    }
    router::customer_entered(tx, &job.protocol, &job.group_id)?;
    Ok(true)
}

/// An attempt ended without an answer.
pub(in crate::voice) fn attempt_ended(tx: &mut Transaction<'_, '_>, call: &str, end: CallEnd) -> StoreResult<()> {
    let attempt = tx.store.dial_by_unique_id(call)?;
    let Some(attempt) = take_attempt(tx, attempt)? else { return Ok(()) };
    again(tx, &attempt.campaign_id, &attempt.phone, Next::of(end))?;
    router::agent_is_free(tx, &attempt.agent_id)
}

/// Due work: the end of an attempt was not reported. Subject: the call.
pub(crate) fn attempt_is_due(tx: &mut Transaction<'_, '_>, call: &str) -> StoreResult<()> {
    let attempt = tx.store.dial_by_unique_id(call)?;
    let Some(attempt) = take_attempt(tx, attempt)? else { return Ok(()) };
    command(tx, &CallCommand::HangUp { call: attempt.unique_id })?;
    again(tx, &attempt.campaign_id, &attempt.phone, Next::Later)?;
    router::agent_is_free_soon(tx, &attempt.agent_id)
}

/// Due work: the next number of the campaign is due.
pub(crate) fn is_due(tx: &mut Transaction<'_, '_>, campaign: &str) -> StoreResult<()> {
    match tx.store.dialer(&QueueId::from(campaign))?.filter(|dialer| dialer.running) {
        Some(dialer) => router::dial_for_group(tx, &dialer.group_id),
        None => Ok(()),
    }
}

/// At the start of the server: attempts ended with the process that carried them.
pub(in crate::voice) fn end_at_start(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    for attempt in tx.store.dials()? {
        if let Some(attempt) = take_attempt(tx, Some(attempt))? {
            again(tx, &attempt.campaign_id, &attempt.phone, Next::Later)?;
        }
    }
    Ok(())
}

/// The agent qualified the call of a campaign: its number is finished, or dialled again later.
pub(crate) fn qualified(tx: &mut Transaction<'_, '_>, job: &JobRow, finish_dialing: bool) -> StoreResult<()> {
    let next = if finish_dialing { Next::Never } else { Next::Later };
    let Some(call) = tx.store.call(&job.protocol)? else { return Ok(()) };
    of_reached(tx, &call, next)
}

/// The customer of a campaign answered and left before an agent answered.
pub(in crate::voice) fn abandoned(tx: &mut Transaction<'_, '_>, call: &CallRow) -> StoreResult<()> {
    of_reached(tx, call, Next::Later)
}

fn of_reached(tx: &mut Transaction<'_, '_>, call: &CallRow, next: Next) -> StoreResult<()> {
    let Some(campaign) = call.campaign.as_ref().filter(|_| call.call_type == CallType::Dialer) else { return Ok(()) };
    match tx.store.dialer_number(&campaign.id, &call.phone)? {
        Some(number) if number.state == DialerNumberState::Reached => again(tx, &campaign.id, &call.phone, next),
        Some(_) | None => Ok(()),
    }
}

/// The consequence of an attempt for its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The number was busy, so the customer is present.
    Soon,
    /// The number is dialled again later.
    Later,
    /// The number is not dialled any more.
    Never,
}

impl Next {
    fn of(end: CallEnd) -> Self {
        match end {
            CallEnd::Busy | CallEnd::Declined(486 | 600) => Next::Soon,
            CallEnd::NotFound | CallEnd::Blacklisted | CallEnd::Declined(404 | 484 | 603 | 604) => Next::Never,
            CallEnd::NotAnswered
            | CallEnd::Unavailable
            | CallEnd::Declined(_)
            | CallEnd::ByCaller
            | CallEnd::ByCallee
            | CallEnd::Cancelled
            | CallEnd::NotAcceptable
            | CallEnd::Released
            | CallEnd::Lost => Next::Later,
        }
    }
}

/// Opens the number again, unless it was dialled as often as the campaign allows.
fn again(tx: &mut Transaction<'_, '_>, campaign: &QueueId, phone: &str, next: Next) -> StoreResult<()> {
    let Some(number) = tx.store.dialer_number(campaign, phone)? else { return Ok(()) };
    let Some(dialer) = tx.store.dialer(campaign)? else { return Ok(()) };
    let retry_ms = match next {
        Next::Soon => Some(dialer.busy_retry_ms),
        Next::Later => Some(dialer.retry_ms),
        Next::Never => None,
    };
    let number = match retry_ms.filter(|_| number.attempts < dialer.max_attempts) {
        Some(retry_ms) => {
            DialerNumberRow { state: DialerNumberState::Open, due_at: tx.now().plus_ms(retry_ms), ..number }
        }
        None => DialerNumberRow { state: DialerNumberState::Finished, ..number },
    };
    put_number(tx, &number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::busy_here(CallEnd::Busy, Next::Soon)]
    #[case::busy_everywhere(CallEnd::Declined(600), Next::Soon)]
    #[case::not_answered(CallEnd::NotAnswered, Next::Later)]
    #[case::network_congestion(CallEnd::Declined(503), Next::Later)]
    #[case::unknown_number(CallEnd::NotFound, Next::Never)]
    #[case::the_customer_declines(CallEnd::Declined(603), Next::Never)]
    #[case::blocked_by_the_operator(CallEnd::Blacklisted, Next::Never)]
    fn the_result_of_an_attempt_decides_whether_the_number_is_dialled_again(
        #[case] end: CallEnd,
        #[case] expected: Next,
    ) {
        assert_eq!(Next::of(end), expected);
    }
}
