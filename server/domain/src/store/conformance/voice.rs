//! Calls, voice accounts, campaigns, scripts and blocked numbers.

use super::{Check, committed, holds};
use crate::store::{
    BlockedNumberRow, CallPhase, CallRow, CampaignFact, CampaignRow, CustomerFact, MissedRing, RingFact,
    ScriptAnswerRow, ScriptFieldFact, ScriptRow, Store, StoreError, VoiceAccountRow,
};
use wire::{AgentId, AttendanceGroupId, CallType, ContactId, OrgUnitId, Protocol, QueueId, ScriptFieldKind, Wall};

pub(super) fn check(store: &mut dyn Store) -> Check {
    calls(store)?;
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
        ring: Some(RingFact { agent_id: AgentId::from("1"), exten: "2001".to_owned(), since: Wall(5), rejected: true }),
        missed: vec![MissedRing { agent_id: AgentId::from("2"), at: Wall(7) }],
    }
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
        customer: agent.is_empty().then(|| CustomerFact {
            name: "Helena".to_owned(),
            phone: "5511955550101".to_owned(),
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
    holds(store.campaigns()? == [campaign("a"), campaign("b")], "campaigns come by identifier")
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
    holds(store.scripts()? == [script], "every script is listed")?;
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
