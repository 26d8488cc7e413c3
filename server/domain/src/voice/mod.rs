//! Voice attendances: calls of queues, of agents and of campaigns (spec session §4 "Voice job arrival", "Hangup",
//! "Manual call status").
//!
//! The telephone system sends reports (`Centre::call_news`) and gets commands (`commands`) and accounts (`Recipients::accounts`) after
//! the commit. A call is an attendance with a `CallRow`; the attendance belongs to an agent from the moment the agent answers.

mod accounts;
mod campaigns;
mod commands;
mod control;
mod dial;
mod dialer;
mod ending;
mod news;
mod page_calls;
mod preferences;
mod preferential;
mod recording;
mod ring;
mod room;
mod rules;
mod same_number;
mod scripts;
mod settings;
mod supervision;
mod telephone;

#[cfg(test)]
mod tests;

pub use accounts::{VoiceDirectory, secret_hash};
pub(crate) use accounts::{disconnect_lost, end_telephone, publish_again, registration_is_due, telephone_is_due};
pub(crate) use campaigns::{campaign, campaigns_of_agent, queue, queues, queues_of_unit};
pub use control::{
    AccountChange, CallCommand, CallEnd, CallNews, PartyNews, RecordOrder, RecordingNews, RoomCommand, RoomDestination,
    RoomRefusal, TelephoneOwner, VoiceAccount,
};
pub(crate) use dial::{active_job, check_active_job, redial};
pub(crate) use dialer::{
    attempt_is_due, campaigns as dialer_campaigns, is_due as dialer_is_due, pause as pause_dialer,
    start as start_dialer,
};
pub(crate) use ending::{end_at_start, hang_up};
pub(crate) use news::take_news;
pub(crate) use page_calls::report as report_call;
pub(crate) use preferences::{set_auto_reconnect, set_ring_volume};
pub(crate) use preferential::confirm as confirm_preferential;
pub(crate) use recording::{end_at_start as end_recordings_at_start, list as call_recordings, play as play_recording};
pub(crate) use ring::{add_missing_reservations, can_ring, is_reserved, reject, ring_is_due, ringing_at};
pub(crate) use room::{
    action as room_action, agents as voice_agents, agents_of_campaign, agents_of_queue, end_conference, guest_calls,
    records as transfer_records, start_conference, transfer, transfer_accept, transfer_request,
};
pub(crate) use rules::VoiceRules;
pub(crate) use scripts::{of_campaign, of_queue};
pub use settings::{RelayServer, VoiceConfig, VoiceNode};
pub(crate) use settings::{nodes, web_rtc};
pub(crate) use supervision::{
    begin as begin_supervision, end_at_start as end_supervisions_at_start, end_by_supervisor as end_supervision,
    is_due as supervision_is_due, own as own_supervision, rules as supervision_rules, set_mode as set_supervision_mode,
    set_rules as set_supervision_rules, take_over as take_over_supervised,
};
pub use telephone::{DeskTelephone, VoiceTelephone};
pub(crate) use telephone::{TypedNumber, desk_telephones, lines, sign_number, start_call, start_desk_telephone};

use crate::centre::Transaction;
use crate::jobs;
use crate::store::{CallPhase, CallRow, GroupRow, JobRow, StoreResult};
pub(crate) use commands::command;
use wire::{
    AgentId, AreaEvent, AttendanceGroup, AttendanceType, CallType, Channel, Job, JobCallPhase, NewVoiceJobEvent,
    QueueId, QueueInfo, events,
};

/// Maximum of digits in a number.
const MAX_DIGITS: usize = 20;
const MIN_DIGITS: usize = 3;

/// The digits of a number as people write it; `None` if the text is no number.
fn digits_of(number: &str) -> Option<String> {
    let number = number.trim();
    let number = number.strip_prefix('+').unwrap_or(number);
    let is_separator = |letter: char| matches!(letter, ' ' | '(' | ')' | '-' | '.');
    if !number.chars().all(|letter| letter.is_ascii_digit() || is_separator(letter)) {
        return None;
    }
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    (MIN_DIGITS..=MAX_DIGITS).contains(&digits.len()).then_some(digits)
}

/// Adds the call to the wire form of its attendance.
fn describe(tx: &Transaction<'_, '_>, row: &JobRow, job: Job) -> StoreResult<Job> {
    let Some(call) = tx.store.call(&row.protocol)? else { return Ok(job) };
    let call_room = room::view(&call);
    let call_recording = recording::view(tx, &call)?;
    let call_supervisors = match call.phase {
        CallPhase::Talking => supervision::supervisors_for_agents(tx, &call.unique_id)?,
        _ => Vec::new(),
    };
    let manual = call.call_type == CallType::Manual;
    let queue = job.queue.clone().filter(|queue| !queue.id.is_empty());
    let campaign = call.campaign.map(|campaign| QueueInfo { id: campaign.id, name: campaign.name });
    let external = job.contact.as_ref().map(|contact| contact.identifiers.id.clone());
    Ok(Job {
        contact_external_identifier: external.unwrap_or_default(),
        phone: call.phone,
        unique_id: call.unique_id,
        call_phase: phase_of(call.phase),
        call_answered_at: call.answered_at,
        call_room,
        call_supervisors,
        call_recording,
        call_type: call.call_type.as_str().to_owned(),
        attendance_type: Some(if manual { AttendanceType::Manual } else { AttendanceType::Queue }),
        campaign_id: campaign.as_ref().map(|campaign| campaign.id.clone()).unwrap_or_default(),
        voice_campaign: campaign,
        voice_queue: queue.clone(),
        queue,
        schedule: call.schedule,
        ..job
    })
}

/// The state on the wire; `None` before an agent has the attendance.
fn phase_of(phase: CallPhase) -> Option<JobCallPhase> {
    match phase {
        CallPhase::Waiting | CallPhase::Asking | CallPhase::Ringing => None,
        CallPhase::Dialling => Some(JobCallPhase::Dialling),
        CallPhase::Talking => Some(JobCallPhase::Talking),
        CallPhase::Ended => Some(JobCallPhase::Ended),
    }
}

/// Publishes a new or changed attendance to its agent.
fn publish_job(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    let view = jobs::view(tx, job)?;
    publish(tx, &job.agent_id, &events::voice::Event::New(Box::new(NewVoiceJobEvent { job: view })))
}

fn publish(tx: &mut Transaction<'_, '_>, agent: &AgentId, event: &events::voice::Event) -> StoreResult<()> {
    tx.publish_area_event(agent, event.name(), event)
}

/// An attendance of a call.
fn new_job(tx: &mut Transaction<'_, '_>, phone: &str, source: Source) -> StoreResult<JobRow> {
    let waiting = JobRow::waiting(jobs::next_protocol(tx)?, Channel::Voice, tx.now());
    Ok(JobRow {
        queue_id: source.queue.id,
        queue_name: source.queue.name,
        group_id: source.group.group.id,
        group_name: source.group.group.name,
        observation_required: source.group.group.observation_required,
        org_unit_id: source.group.org_unit_id,
        chat_identifier: phone.to_owned(),
        tags: source.tags,
        ..waiting
    })
}

/// Origin of an attendance.
struct Source {
    queue: QueueInfo,
    group: GroupRow,
    tags: Vec<wire::JobTag>,
}

impl Source {
    /// A group with its queue (VOI-006), which gives the qualifications.
    fn of_group(tx: &Transaction<'_, '_>, group: GroupRow) -> StoreResult<Self> {
        let queue = tx.store.queue(&queue_of(&group.group))?.filter(|row| row.channel == Channel::Voice);
        let (queue, tags) = match queue {
            Some(row) => (QueueInfo { id: row.id, name: row.name }, row.tags),
            None => (QueueInfo::default(), Vec::new()),
        };
        Ok(Self { queue, group, tags })
    }
}

/// The queue of a group (VOI-006).
fn queue_of(group: &AttendanceGroup) -> QueueId {
    group.queue_voice_context.strip_prefix("queue_").map(QueueId::from).unwrap_or_default()
}

/// Whether the centre gives commands to the telephone system: with external nodes the page makes the calls.
pub(crate) fn calls_are_embedded(tx: &Transaction<'_, '_>) -> bool {
    tx.config.voice.is_embedded()
}

/// An identifier for a call that the centre begins: thirteen hexadecimal digits, so a number of at most 53 bits without
/// leading zeros.
pub(crate) fn new_unique_id(tx: &mut Transaction<'_, '_>) -> String {
    format!("1{}", tx.context.random_hex(6))
}

/// The attendance of an open call.
fn open_call(tx: &Transaction<'_, '_>, unique_id: &str) -> StoreResult<Option<(JobRow, CallRow)>> {
    let Some(call) = tx.store.call_by_unique_id(unique_id)?.filter(|call| !call.is_over()) else { return Ok(None) };
    Ok(tx.store.job(&call.protocol)?.map(|job| (job, call)))
}
