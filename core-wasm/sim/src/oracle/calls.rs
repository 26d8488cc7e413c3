//! Comparison of voice with the server: connection and settings, the call bar, the waiting call, and the voice data of
//! attendances.

use super::{Differences, Page};
use crate::store::SimStore;
use contact_centre::store::{
    CallPhase, CallRecordingStore, CallRow, CallSupervisionStore, InternalCallStore, JobState, PartyFact,
    RecordingPhase, RoomFact, Store, VoiceStore,
};
use contact_centre::wire::{AgentId, AgentRole};
use core_wasm::View;
use core_wasm::call_supervision::{CallSupervisionSlice, SupervisionStage};
use core_wasm::colleagues::{ColleaguesSlice, InternalCallStage};
use core_wasm::flow::SliceKey;
use core_wasm::voice::{CallBarView, CallStatus, IncomingCallView, VoiceSlice, VoiceStatus, VoiceView, slices};
use core_wasm::wire::{CallMode, CallPartyRole, Channel, Protocol, TransferPhase, Wall};

fn connection(page: &Page<'_>) -> Option<VoiceView> {
    match page.view(&slices::VOICE.key()) {
        View::Voice(VoiceSlice::Voice(view)) => Some(*view),
        _ => None,
    }
}

fn incoming(page: &Page<'_>) -> Option<IncomingCallView> {
    match page.view(&slices::INCOMING_CALL.key()) {
        View::Voice(VoiceSlice::IncomingCall(call)) => Some(*call),
        _ => None,
    }
}

fn bar(view: View) -> Option<CallBarView> {
    match view {
        View::Voice(VoiceSlice::CallBar(bar)) => Some(*bar),
        _ => None,
    }
}

/// The call between the agent and a customer, according to the server.
fn call_of_agent(page: &Page<'_>) -> Option<CallRow> {
    let jobs = page.server.store.jobs_of_agent(&page.agent).expect("store");
    let voice = jobs.into_iter().filter(|job| job.channel == Channel::Voice && job.state == JobState::Active);
    voice.filter_map(|job| page.server.store.call(&job.protocol).expect("store")).find(|call| !call.is_over())
}

/// The call that rings for the agent.
pub(super) fn ringing(page: &Page<'_>) -> Option<CallRow> {
    ringing_at(&page.server.store, &page.agent).or_else(|| called_into_room(page))
}

/// The call that rings for an agent who did not reject it.
pub(crate) fn ringing_at(store: &SimStore, agent: &AgentId) -> Option<CallRow> {
    let calls = store.calls_in_phase(CallPhase::Ringing).expect("store");
    calls.into_iter().find(|call| call.ring.as_ref().is_some_and(|ring| ring.agent_id == *agent && !ring.rejected))
}

pub(super) fn voice(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Voice(VoiceSlice::Voice(view)) = view else { return };
    let record = page.server.store.agent(&page.agent).expect("store").expect("the agent").record;
    let enabled = record.channels.contains(&Channel::Voice);
    found.compare("the channel voice", view.enabled, enabled);
    if !enabled {
        return;
    }
    let preferences = &record.agent_preferences;
    found.compare(
        "voice settings",
        (view.settings.ring_volume, view.settings.auto_reconnect, view.settings.default_campaign.as_str()),
        (record.agent_ack_call_volume, preferences.web_rtc_auto_reconnect, record.campaign_voice_default.as_str()),
    );
    found.compare("calls by the browser", view.web_rtc, record.use_web_rtc == "Y");
    let account = page.server.store.voice_account_of(&page.agent).expect("store");
    // With external nodes the telephone registers where the contact centre does not see it.
    if view.status == VoiceStatus::Connected && page.server.centre.config.voice.nodes.is_empty() {
        let registered = account.map(|account| (account.exten, account.registered)).unwrap_or_default();
        found.compare("the registered extension", (view.extension.clone(), true), registered);
    }
}

/// The call of another agent's attendance in whose room the agent is.
fn guest_of(page: &Page<'_>) -> Option<CallRow> {
    let calls = page.server.store.calls_in_phase(CallPhase::Talking).expect("store");
    let is_guest = |room: &RoomFact| room.present().any(|party| party.guest() == Some(&page.agent));
    calls.into_iter().find(|call| call.room.as_ref().is_some_and(is_guest))
}

/// The parties of a room by number: whether they ring, and whether they hear music by command. The agent's own hold is
/// a state of the telephone.
type Parties = Vec<(u64, bool, bool)>;

/// A room with more than two talking parties.
fn room_on_page(bar: &CallBarView) -> Option<(CallMode, Parties, Option<TransferPhase>)> {
    let room = bar.room.as_ref()?;
    let mut parties: Parties =
        room.parties.iter().map(|party| (party.party, party.ringing, party.held && !party.own)).collect();
    parties.sort_unstable();
    let phase = room.transfer.as_ref().map(|transfer| transfer.phase);
    let is_more = parties.len() > 2 || phase.is_some() || room.mode != CallMode::Together;
    (is_more || parties.iter().any(|(_, _, held)| *held)).then_some((room.mode, parties, phase))
}

fn room_on_server(page: &Page<'_>, call: &CallRow) -> Option<(CallMode, Parties, Option<TransferPhase>)> {
    let room = call.room.as_ref()?;
    let of_party = |party: &PartyFact| (party.party, party.ringing, party.held && party.agent_id != page.agent);
    let mut parties: Parties = room.shown().map(of_party).collect();
    parties.sort_unstable();
    let phase = room.transfer.as_ref().map(|transfer| transfer.phase);
    let is_more = parties.len() > 2 || phase.is_some() || room.mode != CallMode::Together;
    (is_more || parties.iter().any(|(_, _, held)| *held)).then_some((room.mode, parties, phase))
}

/// The recording that has begun, with the begin of its pause.
fn recording_on_server(page: &Page<'_>, call: &CallRow) -> Option<Option<f64>> {
    let row = page.server.store.open_recording_of(&call.unique_id).expect("store");
    let row = row.filter(|row| call.phase == CallPhase::Talking && row.phase != RecordingPhase::Asked)?;
    Some(row.paused_since.map(Wall::as_js))
}

pub(super) fn call_bar(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let bar = bar(view).filter(|bar| bar.status != CallStatus::Ended);
    let (held, guest_of) = (call_of_agent(page), guest_of(page));
    // A guest has no attendance.
    let expected = held.as_ref().map(|call| call.protocol.to_string()).or(guest_of.as_ref().map(|_| String::new()));
    found.compare("the call of the bar", bar.as_ref().map(|bar| bar.protocol.clone()), expected);
    let call = held.or(guest_of);
    let recorded = call.as_ref().and_then(|call| recording_on_server(page, call));
    let shown = bar.as_ref().and_then(|bar| bar.recording.as_ref()).map(|recording| recording.paused_since);
    found.compare("the recording of the call", shown, recorded);
    let on_server = call.and_then(|call| room_on_server(page, &call));
    found.compare("the room of the call", bar.as_ref().and_then(room_on_page), on_server);
}

/// The call of another agent's attendance into whose room the agent is called.
fn called_into_room(page: &Page<'_>) -> Option<CallRow> {
    let calls = page.server.store.calls_in_phase(CallPhase::Talking).expect("store");
    let is_called =
        |party: &PartyFact| party.guest() == Some(&page.agent) && party.ringing && party.offered && !party.rejected;
    calls.into_iter().find(|call| call.room.as_ref().is_some_and(|room| room.parties.iter().any(is_called)))
}

pub(super) fn incoming_call(page: &Page<'_>, _: &SliceKey, _: View, found: &mut Differences) {
    // A page without signalling does not know of a ring that began meanwhile.
    let is_connected = connection(page).is_some_and(|view| view.status == VoiceStatus::Connected);
    let rings = ringing(page).map(|call| call.phone);
    let shown = incoming(page).map(|call| call.phone);
    if is_connected || shown.is_some() {
        found.compare("the call that rings", shown, rings);
    }
}

/// The card shows the server's internal call: who called whom, and whether both talk.
pub(super) fn internal_call(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let shown = match view {
        View::Colleagues(ColleaguesSlice::InternalCall(card)) => {
            Some((card.is_caller, card.extension, card.stage == InternalCallStage::InProgress))
        }
        _ => None,
    };
    let row = page.server.store.internal_call_of(&page.agent).expect("store");
    let held = row.map(|row| {
        let is_caller = row.caller_id == page.agent;
        (is_caller, if is_caller { row.to } else { row.from }, row.answered_at.is_some())
    });
    found.compare("the internal call", shown, held);
}

/// The drawer shows the server's supervision: whose call, and in which mode. A supervision that is being begun or ended
/// is not compared.
pub(super) fn supervised_call(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let shown = match view {
        View::CallSupervision(CallSupervisionSlice::SupervisedCall(view)) => Some(view),
        _ => None,
    };
    let shown = shown.filter(|view| view.stage == SupervisionStage::Active);
    let row = page.server.store.call_supervision_of(&page.agent).expect("store").filter(|row| row.is_active());
    found.compare(
        "the supervised call",
        shown.as_ref().map(|view| (view.agent_id.clone(), view.mode, view.agent_is_told)),
        row.as_ref().map(|row| {
            let job = page.server.store.job(&row.protocol).expect("store");
            (job.map(|job| job.agent_id.0).unwrap_or_default(), row.mode, row.agent_is_told)
        }),
    );
    let (Some(view), Some(row)) = (shown, row) else { return };
    // The supervisor of the page is the last one.
    let mut people: Vec<String> = view.people.iter().filter_map(|person| Some(format!("{:?}", person.role?))).collect();
    people.sort();
    found.compare("the people of the supervised call", people, roles_of(page, &row.protocol));
    let others = page.server.store.call_supervisions_in(&row.unique_id).expect("store").len() - 1;
    found.compare("the other supervisors of the call", view.others.len(), others);
}

/// The roles of those who are in a call, sorted: the customer alone while the customer waits.
fn roles_of(page: &Page<'_>, protocol: &Protocol) -> Vec<String> {
    let Some(call) = page.server.store.call(protocol).expect("store") else { return Vec::new() };
    let roles: Vec<CallPartyRole> = match (call.phase, &call.room) {
        (CallPhase::Talking, Some(room)) => {
            room.shown().filter(|party| !party.ringing).map(|party| party.role).collect()
        }
        (CallPhase::Talking, None) => vec![CallPartyRole::Agent, CallPartyRole::Customer],
        _ => vec![CallPartyRole::Customer],
    };
    let mut names: Vec<String> = roles.into_iter().map(|role| format!("{role:?}")).collect();
    names.sort();
    names
}

/// The list contains the other agents of the org unit. An agent who was added meanwhile is shown after the next load.
pub(super) fn colleagues(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::Colleagues(ColleaguesSlice::Colleagues(view)) = view else { return };
    if view.loading || view.failed {
        return;
    }
    let unit = page.server.store.agent(&page.agent).expect("store").map(|agent| agent.record.org_unit_id);
    let agents = page.server.store.agents_of_unit(&unit.unwrap_or_default(), AgentRole::Agent).expect("store");
    let others = agents.iter().filter(|agent| agent.id != page.agent).count();
    found.compare("the colleagues", view.total as usize, others);
    found.compare("the counts of colleagues", view.counts.all, {
        let counts = view.counts;
        counts.available + counts.in_call + counts.busy + counts.paused + counts.disconnected
    });
}

pub(super) fn preferential_call(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    // The server asks only once: a page that is loaded while the server waits for the answer shows no question.
    let View::Voice(VoiceSlice::PreferentialCall(shown)) = view else { return };
    let asking = page.server.store.calls_in_phase(CallPhase::Asking).expect("store").into_iter();
    let mut of_agent = asking.filter(|call| call.ring.as_ref().is_some_and(|ring| ring.agent_id == page.agent));
    found.compare("the preferential customer", Some(shown.phone), of_agent.next().map(|call| call.phone));
}

pub(super) fn job(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let Some(protocol) = key.protocol() else { return };
    let call = page.server.store.call(protocol).expect("store");
    let shown = match view {
        View::Voice(VoiceSlice::VoiceJob(job)) => Some((job.call_type, job.ended)),
        _ => None,
    };
    let has = call.map(|call| (call.call_type, call.is_over()));
    found.compare(&format!("the call of {protocol}"), shown, has);
}
