//! Scripts of queues and campaigns, and the agents' answers to their fields.

use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::chat;
use crate::http::{Failure, Listed, json};
use crate::store::{JobRow, ScriptAnswerRow, ScriptRow, StoreResult};
use wire::{
    ContactId, OrgUnitId, Protocol, QueueId, ScriptAnswerRequest, ScriptField, ScriptFieldRecord, ScriptRecord,
    Success, limits::FIELD_MAX_CHARS,
};

/// The script of a queue or campaign of the org unit, in which it is; 204 where there is none.
pub(crate) fn used_by(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId, source: &QueueId) -> Answer {
    script_of(tx, org_unit, source)?.map_or_else(|| Ok(String::new()), reply)
}

fn script_of(tx: &Transaction<'_, '_>, org_unit: &OrgUnitId, source: &QueueId) -> StoreResult<Option<ScriptRow>> {
    Ok(tx.store.scripts_of_unit(org_unit)?.into_iter().find(|row| row.used_by.contains(source)))
}

fn reply(row: ScriptRow) -> Answer {
    json(&ScriptRecord { id: row.id, name: row.name, text: row.text })
}

fn of_unit(tx: &Transaction<'_, '_>, call: &Call, caller: &Caller) -> Result<ScriptRow, Failure> {
    let row = tx.store.script(call.param("id"))?.ok_or_else(|| Failure::not_found("script"))?;
    caller.must_belong_to(&row.org_unit_id)?;
    Ok(row)
}

/// `GET /script/{id}`.
pub(crate) fn script(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    reply(of_unit(tx, call, caller)?)
}

/// `GET /script/{id}/fields?script_id&contact_id|contact_identifier|protocol`: the fields with the customer's earlier answers. If nobody
/// confirmed the customer's identifier, only answers of this attendance are returned.
pub(crate) fn fields(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let script = of_unit(tx, call, caller)?;
    if call.query("script_id").is_some_and(|id| id != script.id) {
        return Err(Failure::field("script_id", "invalid"));
    }
    let owner = match (call.query("contact_id"), call.query("contact_identifier")) {
        (Some(id), _) => {
            let id = ContactId::from(id);
            let contact = tx.store.contact(&id)?.ok_or_else(|| Failure::not_found("contact"))?;
            if !contact.org_unit_id.is_empty() {
                caller.must_belong_to(&contact.org_unit_id)?;
            }
            ScriptAnswerRow::of_contact(&id)
        }
        (None, Some(identifier)) => owner_of_identifier(&caller.org_unit_id, identifier),
        (None, None) => match call.query("protocol") {
            Some(protocol) => owner_of(&chat::assigned_job(tx, caller, &Protocol::from(protocol))?),
            None => return Err(Failure::field("contact_id", "required")),
        },
    };
    let answers = tx.store.script_answers(&owner)?;
    let record = |field: crate::store::ScriptFieldFact| ScriptFieldRecord {
        value: answers
            .iter()
            .find(|answer| answer.field_id == key(&script.id, &field.id))
            .map_or_else(String::new, |answer| answer.value.clone()),
        id: field.id,
        name: field.name,
        kind: field.kind,
        options: field.options,
    };
    let data = script.fields.clone().into_iter().map(record).collect();
    json(&Listed::<ScriptFieldRecord> { data })
}

/// The customer to whom the answers of the attendance belong. An identifier that was only typed may be another
/// customer's.
fn owner_of(job: &JobRow) -> String {
    match &job.contact_id {
        Some(id) => ScriptAnswerRow::of_contact(id),
        None if job.has_unverified_identifier() => ScriptAnswerRow::of_attendance(&job.protocol),
        None => owner_of_identifier(&job.org_unit_id, &job.chat_identifier),
    }
}

fn owner_of_identifier(org_unit: &OrgUnitId, identifier: &str) -> String {
    let identifier = identifier.strip_prefix('+').unwrap_or(identifier);
    ScriptAnswerRow::of_identifier(&format!("{org_unit}:{identifier}"))
}

/// Fields of different scripts may have the same identifier.
fn key(script: &str, field: &str) -> String {
    format!("{script}:{field}")
}

/// `POST /job/answer/{protocol}`; an empty value counts as no answer.
pub(crate) fn answer(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ScriptAnswerRequest = call.body()?;
    let job = chat::assigned_job(tx, caller, &Protocol::from(call.param("protocol")))?;
    if request.channel != job.channel {
        return Err(Failure::field("channel", "invalid"));
    }
    let script = script_of_job(tx, &job)?.ok_or_else(|| Failure::not_found("script"))?;
    if request.fields.iter().any(|field| !has_field(&script, &field.id)) {
        return Err(Failure::field("fields", "unknown"));
    }
    store_answers(tx, &job, &script, "fields", &request.fields)?;
    json(&Success { success: true })
}

/// Stores the answers of a qualification. An answer to a field that the script no longer has is ignored, so that the attendance can be
/// qualified.
pub(crate) fn keep_answers(tx: &mut Transaction<'_, '_>, job: &JobRow, answers: &[ScriptField]) -> Result<(), Failure> {
    match script_of_job(tx, job)? {
        Some(script) => store_answers(tx, job, &script, "fields_form", answers),
        None => Ok(()),
    }
}

fn store_answers(
    tx: &mut Transaction<'_, '_>,
    job: &JobRow,
    script: &ScriptRow,
    name: &str,
    answers: &[ScriptField],
) -> Result<(), Failure> {
    if answers.iter().any(|answer| answer.value.chars().count() > FIELD_MAX_CHARS) {
        return Err(Failure::field(name, "tooLong"));
    }
    let owner = owner_of(job);
    for answer in answers.iter().filter(|answer| has_field(script, &answer.id)) {
        let field_id = key(&script.id, &answer.id);
        let row = ScriptAnswerRow { owner: owner.clone(), field_id, value: answer.value.clone(), at: tx.now() };
        tx.store.put_script_answer(&row)?;
    }
    Ok(())
}

fn has_field(script: &ScriptRow, id: &str) -> bool {
    script.fields.iter().any(|field| field.id == id)
}

fn script_of_job(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Option<ScriptRow>> {
    let campaign = tx.rules(job.channel).campaign_of(tx, job)?;
    if let Some(campaign) = campaign
        && let Some(script) = script_of(tx, &job.org_unit_id, &campaign)?
    {
        return Ok(Some(script));
    }
    script_of(tx, &job.org_unit_id, &job.queue_id)
}
