//! Internal notes of a conversation: texts that agents write to each other and that no customer receives (docs/contract.md, "Notes";
//! decision 91).
//!
//! A note has its own table, wire type and text type. Nothing that builds an answer, event, webhook or document for a customer uses this
//! module or its types; `privacy_tests` proves it by the sources and by every answer that a customer can receive.

use crate::audit::{self, Subject};
use crate::auth::Caller;
use crate::broker::link_is_alive;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, Listed, json};
use crate::jobs;
use crate::notifications;
use crate::store::{AgentRow, JobRow, JobState, MentionFact, NoteRow, NoteStore, StoreResult};
use std::collections::{BTreeMap, BTreeSet};
use wire::limits::{NOTE_MAX_CHARS, NOTE_MAX_MENTIONS};
use wire::{
    AddNoteRequest, AgentId, AgentRole, Channel, EditNoteRequest, Note, NoteEvent, NoteId, NoteMention, NotePerson,
    NoteText, Protocol, Wall, events,
};

/// Maximum of notes of a conversation in one answer, the newest ones.
const LISTED: usize = 500;
/// Maximum of notes of one attendance.
const MOST_OF_ATTENDANCE: usize = 200;
/// The author can change a note for this long.
const CHANGEABLE_MS: i64 = 15 * 60 * 1000;

/// `GET /job/{protocol}/notes`: notes of the conversation, also of its earlier attendances, in the order of their times. Who reads an attendance
/// that is over in the history gets those that were written in it.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let job = job_of_unit(tx, caller, &Protocol::from(call.param("protocol")))?;
    let mut rows = tx.store.notes_of(&conversation_of(tx, &job)?, LISTED)?;
    if !sees_conversation(caller, &job, &rows) {
        if !job.is_over() {
            return Err(Failure::forbidden());
        }
        rows.retain(|note| note.protocol == job.protocol);
    }
    rows.sort_by(|one, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
    json(&Listed { data: rows.iter().map(wire_note).collect() })
}

/// `GET /job/{protocol}/notes/people`: the people whom a note may mention, by name; without the caller.
pub(crate) fn people(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    visible_job(tx, caller, &Protocol::from(call.param("protocol")))?;
    let mut people = Vec::new();
    for role in [AgentRole::Agent, AgentRole::Supervisor] {
        for agent in tx.store.agents_of_unit(&caller.org_unit_id, role)? {
            if agent.id != caller.agent_id {
                people.push(person(tx, agent)?);
            }
        }
    }
    people.sort_by_cached_key(|person| (crate::fold::folded(&person.name), person.agent_id.clone()));
    json(&Listed { data: people })
}

fn person(tx: &Transaction<'_, '_>, agent: AgentRow) -> StoreResult<NotePerson> {
    let team = tx.store.groups_of_agent(&agent.id)?.into_iter().next().map(|row| row.group.name).unwrap_or_default();
    let online = link_is_alive(tx, &agent.id)? && is_at_work(tx, &agent)?;
    Ok(NotePerson { agent_id: agent.id, name: agent.record.agent_name, team, online })
}

/// An agent who is signed in without a connected channel counts as not working; supervisors have no channels.
fn is_at_work(tx: &Transaction<'_, '_>, agent: &AgentRow) -> StoreResult<bool> {
    if agent.record.role == AgentRole::Supervisor {
        return Ok(true);
    }
    for channel in Channel::ALL {
        if tx.store.channel(&agent.id, channel)?.is_some_and(|row| row.connected) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// `POST /job/{protocol}/notes`. A repetition is answered with the present note.
pub(crate) fn add(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let request: AddNoteRequest = call.body()?;
    let protocol = Protocol::from(call.param("protocol"));
    let job = visible_job(tx, caller, &protocol)?;
    if request.id.is_empty() {
        return Err(Failure::field("id", "required"));
    }
    if let Some(known) = tx.store.note(&protocol, &request.id)? {
        return if known.agent_id == caller.agent_id {
            json(&wire_note(&known))
        } else {
            Err(Failure::cause("noteId"))
        };
    }
    must_take_notes(&job)?;
    check_text(&request.text)?;
    if tx.store.note_count(&protocol)? >= MOST_OF_ATTENDANCE {
        return Err(Failure::cause("tooManyNotes"));
    }
    let row = NoteRow {
        conversation: conversation_of(tx, &job)?,
        protocol,
        id: request.id,
        agent_id: (*caller.agent_id).clone(),
        agent_name: caller.agent_name.clone(),
        text: request.text,
        mentions: mentions(tx, caller, &request.mentions)?,
        at: tx.now(),
        edited: false,
        removed: false,
        version: 1,
    };
    notify(tx, &job, caller, &row, &[])?;
    store_note(tx, &job, caller, &row)
}

/// `PUT /job/{protocol}/notes/{noteId}`: the author changes the text.
pub(crate) fn edit(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let request: EditNoteRequest = call.body()?;
    let (job, known) = own_note(tx, call, caller)?;
    check_text(&request.text)?;
    let mentions = mentions(tx, caller, &request.mentions)?;
    if known.text == request.text && known.mentions == mentions {
        return json(&wire_note(&known));
    }
    must_be_changeable(tx, &job, &known)?;
    let row = NoteRow { text: request.text, mentions, edited: true, version: known.version + 1, ..known.clone() };
    record(tx, caller, "edited", &row, &known)?;
    notify(tx, &job, caller, &row, &known.mentions)?;
    store_note(tx, &job, caller, &row)
}

/// `DELETE /job/{protocol}/notes/{noteId}`: the text is deleted, the entry stays as deleted. A repetition gets the same
/// answer.
pub(crate) fn remove(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let (job, known) = own_note(tx, call, caller)?;
    if known.removed {
        return json(&wire_note(&known));
    }
    must_be_changeable(tx, &job, &known)?;
    let (text, mentions, version) = (NoteText::default(), Vec::new(), known.version + 1);
    let row = NoteRow { text, mentions, removed: true, version, ..known.clone() };
    record(tx, caller, "removed", &row, &known)?;
    store_note(tx, &job, caller, &row)
}

/// The attendance, if the caller may read its notes: its agent, a supervisor of the org unit, or a person whom a note of the conversation
/// mentions.
fn visible_job(tx: &Transaction<'_, '_>, caller: &Caller, protocol: &Protocol) -> Result<JobRow, Failure> {
    let job = job_of_unit(tx, caller, protocol)?;
    let notes = tx.store.notes_of(&conversation_of(tx, &job)?, LISTED)?;
    if sees_conversation(caller, &job, &notes) { Ok(job) } else { Err(Failure::forbidden()) }
}

fn job_of_unit(tx: &Transaction<'_, '_>, caller: &Caller, protocol: &Protocol) -> Result<JobRow, Failure> {
    let job = tx.store.job(protocol)?.filter(|job| job.org_unit_id == caller.org_unit_id);
    job.ok_or_else(|| Failure::not_found("attendance"))
}

/// The agent of the attendance, supervisors, and whoever one of the notes mentions.
fn sees_conversation(caller: &Caller, job: &JobRow, notes: &[NoteRow]) -> bool {
    let is_named = |note: &NoteRow| note.mentions.iter().any(|mention| mention.agent_id == caller.agent_id);
    job.agent_id == caller.agent_id || caller.role == AgentRole::Supervisor || notes.iter().any(is_named)
}

/// The note of the path, if the caller wrote it.
fn own_note(tx: &Transaction<'_, '_>, call: &Call, caller: &Caller) -> Result<(JobRow, NoteRow), Failure> {
    let job = visible_job(tx, caller, &Protocol::from(call.param("protocol")))?;
    let note = tx.store.note(&job.protocol, &NoteId::from(call.param("noteId")))?;
    let note = note.ok_or_else(|| Failure::not_found("note"))?;
    caller.must_be(&note.agent_id)?;
    Ok((job, note))
}

/// The conversation of an attendance: on WhatsApp and Instagram that of the customer on the route, else the attendance
/// itself.
fn conversation_of(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<String> {
    let facts = match job.channel {
        Channel::Whatsapp => tx.store.whatsapp_job(&job.protocol)?,
        Channel::Chat | Channel::Voice => None,
    };
    Ok(facts.map_or_else(|| job.protocol.to_string(), |facts| format!("{}/{}", facts.route_id, facts.customer)))
}

/// Notes can be written until the attendance is qualified, on every channel and also after the conversation window
/// ended.
fn must_take_notes(job: &JobRow) -> Result<(), Failure> {
    match job.state {
        JobState::Waiting | JobState::Active | JobState::Inbox | JobState::Ended => Ok(()),
        JobState::Qualified | JobState::Abandoned => Err(Failure::cause("qualified")),
    }
}

fn must_be_changeable(tx: &Transaction<'_, '_>, job: &JobRow, note: &NoteRow) -> Result<(), Failure> {
    must_take_notes(job)?;
    if note.removed {
        return Err(Failure::cause("noteRemoved"));
    }
    if tx.now() > changeable_until(note) { Err(Failure::cause("tooLate")) } else { Ok(()) }
}

fn changeable_until(note: &NoteRow) -> Wall {
    note.at.plus_ms(CHANGEABLE_MS)
}

fn check_text(text: &NoteText) -> Result<(), Failure> {
    if text.is_blank() {
        return Err(Failure::field("text", "required"));
    }
    let is_too_long = text.for_staff().chars().count() > NOTE_MAX_CHARS;
    if is_too_long { Err(Failure::too_long("text", NOTE_MAX_CHARS)) } else { Ok(()) }
}

/// The mentioned agents, each once and with the present name.
fn mentions(tx: &Transaction<'_, '_>, caller: &Caller, asked: &[AgentId]) -> Result<Vec<MentionFact>, Failure> {
    let asked: BTreeSet<&AgentId> = asked.iter().collect();
    if asked.len() > NOTE_MAX_MENTIONS {
        return Err(Failure::too_long("mentions", NOTE_MAX_MENTIONS));
    }
    let fact = |id: &AgentId| {
        let agent = tx.store.agent(id)?.filter(|row| row.record.org_unit_id == caller.org_unit_id);
        let agent = agent.filter(|row| row.id != caller.agent_id);
        let agent = agent.ok_or_else(|| Failure::field("mentions", "unknown"))?;
        Ok(MentionFact { agent_id: agent.id, name: agent.record.agent_name })
    };
    asked.into_iter().map(fact).collect()
}

/// Notifies the people whom the note mentions, except those whom its earlier version mentioned.
fn notify(
    tx: &mut Transaction<'_, '_>,
    job: &JobRow,
    caller: &Caller,
    note: &NoteRow,
    before: &[MentionFact],
) -> Result<(), Failure> {
    for mention in &note.mentions {
        if !before.iter().any(|known| known.agent_id == mention.agent_id) {
            notifications::raise_mention(tx, &mention.agent_id, job.channel, &job.protocol, &caller.agent_name)?;
            jobs::snooze::mentioned(tx, &job.protocol, &mention.agent_id)?;
        }
    }
    Ok(())
}

/// Adds the words of the note to the search index of all texts.
fn index(tx: &mut Transaction<'_, '_>, row: &NoteRow) -> StoreResult<()> {
    tx.store.index_note_text(&row.protocol, row.id.as_str(), row.at, row.text.for_staff())
}

/// Indexes the notes after the given one, for notes of an older server; returns the last indexed note, or `None` at the end.
pub(crate) fn index_behind(
    tx: &mut Transaction<'_, '_>,
    protocol: &Protocol,
    id: &NoteId,
    limit: usize,
) -> StoreResult<Option<(Protocol, NoteId)>> {
    let rows = tx.store.notes_behind(protocol, id, limit)?;
    rows.iter().try_for_each(|row| index(tx, row))?;
    Ok(rows.into_iter().next_back().map(|last| (last.protocol, last.id)))
}

/// The fields of a note in a search result. Only for agents whose history has the attendance.
pub(crate) struct FoundNote {
    pub agent_id: AgentId,
    pub agent_name: String,
    pub at: Wall,
    pub text: String,
}

/// The note in a search result.
pub(crate) fn found(tx: &Transaction<'_, '_>, protocol: &Protocol, id: &NoteId) -> StoreResult<Option<FoundNote>> {
    let row = tx.store.note(protocol, id)?.filter(|row| !row.removed);
    Ok(row.map(|row| FoundNote {
        text: row.text.for_staff().to_owned(),
        agent_id: row.agent_id,
        agent_name: row.agent_name,
        at: row.at,
    }))
}

/// Stores the note and shows it to the agent of the attendance; its author gets it as the answer.
fn store_note(tx: &mut Transaction<'_, '_>, job: &JobRow, caller: &Caller, row: &NoteRow) -> Answer {
    tx.store.put_note(row)?;
    index(tx, row)?;
    let note = wire_note(row);
    let has_page = matches!(job.state, JobState::Active | JobState::Ended | JobState::Inbox);
    if has_page && !job.agent_id.is_empty() && job.agent_id != caller.agent_id {
        let event = NoteEvent { protocol: job.protocol.clone(), note: note.clone() };
        tx.publish_event(&job.agent_id, events::notes::Event::Changed(Box::new(event)))?;
    }
    json(&note)
}

/// Audits a change with the text before and after; an erasure of the customer empties it, because the attendance names the row.
fn record(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    action: &str,
    now: &NoteRow,
    before: &NoteRow,
) -> Result<(), Failure> {
    let subject = |note: &NoteRow| Subject {
        kind: "note",
        id: note.id.to_string(),
        name: note.protocol.to_string(),
        fields: BTreeMap::from([("text".to_owned(), note.text.for_staff().to_owned())]),
    };
    audit::record(tx, caller, action, &subject(now), Some(&subject(before)))
}

fn wire_note(row: &NoteRow) -> Note {
    let mention = |fact: &MentionFact| NoteMention { agent_id: fact.agent_id.clone(), name: fact.name.clone() };
    Note {
        id: row.id.clone(),
        protocol: row.protocol.clone(),
        agent_id: row.agent_id.clone(),
        agent_name: row.agent_name.clone(),
        text: row.text.clone(),
        mentions: row.mentions.iter().map(mention).collect(),
        at: Some(row.at),
        changeable_until: Some(changeable_until(row)).filter(|_| !row.removed),
        edited: row.edited,
        removed: row.removed,
        version: row.version,
    }
}

#[cfg(test)]
mod privacy_tests;
#[cfg(test)]
pub(crate) mod tests;
