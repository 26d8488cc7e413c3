//! Conformance of calls, voice accounts, campaigns, scripts and blocked numbers.

use super::dialer::dial;
use super::{Check, committed, holds};
use crate::store::{
    BlockedNumberRow, CallPhase, CallRow, CampaignFact, CampaignRow, CustomerFact, DestinationFact, FailureFact,
    MissedRing, OpenTransfer, PartyFact, RingFact, RoomFact, ScriptAnswerRow, ScriptFieldFact, ScriptRow, Store,
    StoreError, StoreResult, TransferFact, VoiceAccountRow,
};
use wire::{
    AgentId, AttendanceGroupId, CallMode, CallPartyRole, CallType, ContactId, OrgUnitId, Protocol, QueueId,
    ScriptFieldKind, Wall,
};
use wire::{DestinationKind, TransferKind, TransferPhase};

pub(super) fn check(store: &mut dyn Store) -> Check {
    calls(store)?;
    reservations(store)?;
    guests(store)?;
    accounts(store)?;
    campaigns(store)?;
    scripts(store)?;
    blocked_numbers(store)
}

fn call(protocol: &str, unique_id: &str, phase: CallPhase) -> CallRow {
    CallRow {
        protocol: Protocol::from(protocol),
        unique_id: unique_id.to_owned(),
        call_type: CallType::Dialer,
        phone: "5511955550101".to_owned(),
        telephone: Some("customer-1".to_owned()),
        outgoing: true,
        campaign: Some(CampaignFact { id: QueueId::from("6"), name: "Renovação 📞".to_owned() }),
        schedule: Some(serde_json::json!({ "id": 8 })),
        phase,
        answered_at: None,
        ring: Some(RingFact { agent_id: AgentId::from("1"), exten: "2001".to_owned(), since: Wall(5), rejected: true }),
        missed: vec![MissedRing { agent_id: AgentId::from("2"), at: Wall(7) }],
        room: Some(room(&AgentId::from("room-1"), true)),
        last_party: 3,
        transfers: vec![TransferFact {
            kind: TransferKind::Assisted,
            agent_id: AgentId::from("1"),
            agent_name: "Íris".to_owned(),
            destination: destination(),
            note: "📞".to_owned(),
            asked_at: Wall(8),
            ended_at: Wall(9),
            cause: "noAnswer".to_owned(),
        }],
    }
}

fn destination() -> DestinationFact {
    DestinationFact { kind: DestinationKind::Agent, id: "3".to_owned(), name: "Ana".to_owned() }
}

/// A room with a guest agent, who is called or in the room.
fn room(guest: &AgentId, ringing: bool) -> RoomFact {
    let party = PartyFact {
        party: 3,
        role: CallPartyRole::Consulted,
        agent_id: guest.clone(),
        name: "Ana".to_owned(),
        number: "2003".to_owned(),
        ringing,
        offered: true,
        rejected: false,
        dropped: false,
        held: true,
        holds: true,
        muted: true,
        since: Wall(8),
    };
    let transfer = OpenTransfer {
        kind: TransferKind::Blind,
        phase: TransferPhase::WithCustomer,
        destination: destination(),
        party: 3,
        note: String::new(),
        since: Wall(8),
        asked_at: Wall(7),
        agent_id: AgentId::from("1"),
        agent_name: "Íris".to_owned(),
    };
    let failure = FailureFact { destination: destination(), cause: "busy".to_owned(), at: Wall(6) };
    RoomFact { mode: CallMode::WithCustomer, parties: vec![party], transfer: Some(transfer), failure: Some(failure) }
}

/// Agents who are called into a room, or are in it, cannot be reserved for another call.
fn guests(store: &mut dyn Store) -> Check {
    let (guest, second) = (AgentId::from("g-1"), AgentId::from("g-2"));
    let of = |store: &dyn Store, agent: &AgentId| {
        let reserved = store.reservation_of(agent)?.map(|row| row.unique_id);
        Ok::<_, StoreError>((reserved, store.guest_call_of(agent)?.map(|call| call.unique_id)))
    };
    let mut row = CallRow { ring: None, ..call_at("g1", CallPhase::Talking, &guest) };
    let put = |store: &mut dyn Store, row: &CallRow| committed(store, |store| Ok(store.put_call(row)?));
    row.room = Some(room(&guest, true));
    put(store, &row)?;
    let reserved = Some("g1".to_owned());
    holds(of(store, &guest)? == (reserved.clone(), None), "an agent whose telephone rings is reserved")?;
    let mut both = room(&guest, false);
    both.parties.push(PartyFact { party: 4, agent_id: second.clone(), ..room(&second, true).parties.remove(0) });
    row.room = Some(both);
    put(store, &row)?;
    holds(of(store, &guest)? == (reserved.clone(), reserved.clone()), "an agent in the room is a guest")?;
    holds(of(store, &second)? == (reserved.clone(), None), "a call may have several agents")?;
    store.begin()?;
    let refused = store.put_call(&call_at("g2", CallPhase::Ringing, &guest));
    store.rollback()?;
    holds(matches!(refused, Err(StoreError::Conflict(_))), "no other call gets a guest")?;
    row.room = Some(RoomFact { parties: Vec::new(), ..room(&guest, false) });
    put(store, &row)?;
    holds(of(store, &guest)? == (None, None), "an agent who left is free")?;
    holds(of(store, &second)? == (None, None), "and so is one who is called no longer")?;
    row.room = Some(room(&guest, false));
    put(store, &row)?;
    put(store, &CallRow { phase: CallPhase::Ended, ..row })?;
    holds(of(store, &guest)? == (None, None), "the end of the call frees its guests")
}

/// A call of one agent; its protocol is its identifier.
pub(super) fn call_at(id: &str, phase: CallPhase, agent: &AgentId) -> CallRow {
    let ring = RingFact { agent_id: agent.clone(), exten: "2001".to_owned(), since: Wall(5), rejected: false };
    let has_ring = matches!(phase, CallPhase::Asking | CallPhase::Ringing);
    CallRow { phone: format!("+{id}"), ring: has_ring.then_some(ring), room: None, ..call(id, id, phase) }
}

/// An agent can be reserved for only one call that is not an attendance of the agent yet.
fn reservations(store: &mut dyn Store) -> Check {
    let (agent, other) = (AgentId::from("r-1"), AgentId::from("r-2"));
    let put = |store: &mut dyn Store, id: &str, phase: CallPhase, agent: &AgentId| {
        committed(store, |store| Ok(store.put_call(&call_at(id, phase, agent))?))
    };
    let of =
        |store: &dyn Store, agent: &AgentId| Ok::<_, StoreError>(store.reservation_of(agent)?.map(|row| row.unique_id));
    put(store, "r1", CallPhase::Waiting, &agent)?;
    holds(of(store, &agent)?.is_none(), "a call that waits has no agent")?;
    put(store, "r1", CallPhase::Asking, &agent)?;
    holds(of(store, &agent)?.as_deref() == Some("r1"), "a call has the agent who is asked")?;
    put(store, "r1", CallPhase::Ringing, &agent)?;
    holds(of(store, &agent)?.as_deref() == Some("r1"), "a call has the agent whose telephone rings")?;
    type Change<'a> = &'a dyn Fn(&mut dyn Store) -> StoreResult<()>;
    let refusals: [Change<'_>; 3] = [
        &|store| store.put_call(&call_at("r2", CallPhase::Ringing, &agent)),
        &|store| store.insert_dial(&dial("r3", "r3", agent.as_str(), "d1")),
        &|store| store.reserve_agent(&agent, "r4"),
    ];
    for refused in refusals {
        store.begin()?;
        let outcome = refused(store);
        store.rollback()?;
        holds(matches!(outcome, Err(StoreError::Conflict(_))), &format!("no other call gets the agent: {outcome:?}"))?;
    }
    put(store, "r1", CallPhase::Ringing, &other)?;
    holds(of(store, &agent)?.is_none(), "a call that rings at another agent releases the first one")?;
    holds(of(store, &other)?.as_deref() == Some("r1"), "and has the other one")?;
    put(store, "r1", CallPhase::Talking, &other)?;
    holds(of(store, &other)?.is_none(), "an answered call is an attendance of the agent")?;

    committed(store, |store| {
        store.put_call(&call_at("r5", CallPhase::Dialling, &agent))?;
        store.reserve_agent(&agent, "r5")?;
        store.add_missing_reservation(&agent, "r6")?;
        Ok(store.add_missing_reservation(&other, "r7")?)
    })?;
    put(store, "r5", CallPhase::Dialling, &agent)?;
    holds(of(store, &agent)?.as_deref() == Some("r5"), "a call has the agent who dials")?;
    holds(of(store, &other)?.as_deref() == Some("r7"), "a reservation that an older server did not store is added")?;
    put(store, "r5", CallPhase::Ended, &agent)?;
    holds(of(store, &agent)?.is_none(), "the end of the call releases the agent")?;

    committed(store, |store| Ok(store.insert_dial(&dial("r8", "r8", agent.as_str(), "d1"))?))?;
    holds(of(store, &agent)?.as_deref() == Some("r8"), "a number that is dialled has the agent who is kept free")?;
    committed(store, |store| Ok(store.delete_dial("r8")?))?;
    holds(of(store, &agent)?.is_none(), "the end of the dialling releases the agent")
}

fn calls(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        store.put_call(&call("v2", "u2", CallPhase::Waiting))?;
        store.put_call(&call("v1", "u1", CallPhase::Waiting))?;
        Ok(store.put_call(&call("v1", "u3", CallPhase::Ringing))?)
    })?;
    holds(
        store.call(&Protocol::from("v1"))? == Some(call("v1", "u3", CallPhase::Ringing)),
        "a call comes back as it was put",
    )?;
    holds(store.call_by_unique_id("u1")?.is_none(), "a call has only its last identifier")?;
    holds(store.call_by_unique_id("u2")?.is_some_and(|row| row.protocol.as_str() == "v2"), "it is found by it")?;
    holds(store.calls_in_phase(CallPhase::Waiting)?.len() == 1, "calls are found by their phase")?;
    holds(store.calls_of_phone("5511955550101")?.len() == 2, "calls are found by their number")?;
    store.begin()?;
    let refused = store.put_call(&call("v4", "u2", CallPhase::Waiting));
    store.rollback()?;
    holds(matches!(refused, Err(StoreError::Conflict(_))), "two calls cannot have one identifier")
}

fn account(exten: &str, agent: &str) -> VoiceAccountRow {
    VoiceAccountRow {
        exten: exten.to_owned(),
        agent_id: AgentId::from(agent),
        secret_hash: "h".to_owned(),
        registered: true,
        version: 2,
        hidden: agent.is_empty(),
        customer: agent.is_empty().then(|| CustomerFact {
            name: "Helena".to_owned(),
            phone: "5511955550101".to_owned(),
            phone_verified: Some(false),
            queue_id: QueueId::from("9"),
            address_hash: Some("a".to_owned()),
        }),
    }
}

fn accounts(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        store.put_voice_account(&account("2001", "1"))?;
        store.insert_voice_account(&account("9001", ""))?;
        Ok(store.insert_voice_account(&account("9002", ""))?)
    })?;
    holds(store.voice_account("2001")? == Some(account("2001", "1")), "an account comes back as it was put")?;
    holds(store.voice_account_of(&AgentId::from("1"))? == Some(account("2001", "1")), "it is found by its agent")?;
    holds(store.voice_account_of(&AgentId::from("2"))?.is_none(), "an agent may have none")?;
    holds(store.voice_accounts()?.len() == 3, "accounts of customers have no agent")?;
    holds(store.telephones_of_address("a")? == 2, "telephones of customers are counted by their address")?;
    holds(store.telephones_of_address("b")? == 0, "another address has none")?;
    store.begin()?;
    let refused = store.put_voice_account(&account("2002", "1"));
    store.rollback()?;
    holds(matches!(refused, Err(StoreError::Conflict(_))), "an agent has one account")?;
    committed(store, |store| Ok(store.delete_voice_account("9001")?))?;
    holds(store.voice_account("9001")?.is_none(), "a deleted account is gone")
}

fn campaigns(store: &mut dyn Store) -> Check {
    let campaign = |id: &str| CampaignRow {
        id: QueueId::from(id),
        name: format!("Campanha {id}"),
        group_id: AttendanceGroupId::from("g"),
        org_unit_id: OrgUnitId::from("u1"),
    };
    committed(store, |store| {
        store.put_campaign(&campaign("b"))?;
        Ok(store.put_campaign(&campaign("a"))?)
    })?;
    holds(store.campaign(&QueueId::from("a"))? == Some(campaign("a")), "a campaign comes back as it was put")?;
    let both = [campaign("a"), campaign("b")];
    holds(store.campaigns_of_unit(&OrgUnitId::from("u1"))? == both, "campaigns of an org unit come by identifier")?;
    holds(store.campaigns_of_group(&AttendanceGroupId::from("g"))? == both, "campaigns of a group come by identifier")?;
    holds(store.campaigns_of_group(&AttendanceGroupId::from("g2"))?.is_empty(), "another group has none")
}

fn scripts(store: &mut dyn Store) -> Check {
    let script = ScriptRow {
        id: "s".to_owned(),
        name: "Vendas".to_owned(),
        text: "Bom dia".to_owned(),
        fields: vec![ScriptFieldFact {
            id: "1".to_owned(),
            name: "Plano".to_owned(),
            kind: ScriptFieldKind::Select,
            options: vec!["Básico".to_owned()],
        }],
        org_unit_id: OrgUnitId::from("u1"),
        used_by: vec![QueueId::from("a")],
    };
    let answer = |owner: &str, field: &str, value: &str| ScriptAnswerRow {
        owner: owner.to_owned(),
        field_id: field.to_owned(),
        value: value.to_owned(),
        at: Wall(6),
    };
    let of_contact = ScriptAnswerRow::of_contact(&ContactId::from("1"));
    committed(store, |store| {
        store.put_script(&script)?;
        store.put_script_answer(&answer(&of_contact, "2", "x"))?;
        store.put_script_answer(&answer(&of_contact, "1", "x"))?;
        store.put_script_answer(&answer(&of_contact, "1", "y"))?;
        Ok(store.put_script_answer(&answer(&ScriptAnswerRow::of_identifier("1"), "1", "z"))?)
    })?;
    holds(store.script("s")?.as_ref() == Some(&script), "a script comes back as it was put")?;
    holds(store.scripts()?.as_slice() == std::slice::from_ref(&script), "every script is listed")?;
    holds(store.scripts_of_unit(&script.org_unit_id)? == [script], "scripts are found by org unit")?;
    holds(store.scripts_of_unit(&OrgUnitId::from("another"))?.is_empty(), "another org unit has none")?;
    let answers = store.script_answers(&of_contact)?;
    holds(
        answers == [answer(&of_contact, "1", "y"), answer(&of_contact, "2", "x")],
        "the last answers of an owner come by field",
    )
}

fn blocked_numbers(store: &mut dyn Store) -> Check {
    let row = BlockedNumberRow { org_unit_id: OrgUnitId::from("u1"), phone: "5511".to_owned() };
    committed(store, |store| Ok(store.put_blocked_number(&row)?))?;
    holds(store.is_blocked_number(&row.org_unit_id, "5511")?, "a blocked number is found")?;
    holds(!store.is_blocked_number(&OrgUnitId::from("u2"), "5511")?, "for its own org unit only")
}
