//! Views of voice: connection and settings, the call bar, and the voice data of an attendance.

use super::call::{Call, CallKind, Progress};
use super::call_state::CallState;
use super::connection::VoiceStatus;
use super::echo_test::EchoTest;
use super::machine::Voice;
use super::media::{CallPhase, Levels, Quality};
use super::room_view::CallRoomView;
use super::settings::VoiceSettings;
use crate::flow::Text;
use crate::jobs::Jobs;
use crate::scripts::{ScriptState, ScriptView};
use crate::shell::{avatar_color, initials, queue_or_campaign};
use crate::wire::{CallSupervisor, CallType, Protocol, ScriptField, Wall, is_visible};
use serde::Serialize;

/// Voice connection and settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct VoiceView {
    /// The agent has the voice channel, so its screens are loaded.
    pub enabled: bool,
    /// The agent calls in the browser, so the ports of signalling and media are loaded.
    pub web_rtc: bool,
    /// Status of the voice connection.
    pub status: VoiceStatus,
    /// Attempts to reconnect since the loss (CON-014).
    pub retries: u32,
    /// Extension of the agent; empty if unknown.
    pub extension: String,
    /// A call is established: the page asks before it is left (BEY-024).
    pub in_call: bool,
    /// The agent's voice settings.
    pub settings: VoiceSettings,
    /// Campaigns that the agent may dial with.
    pub campaigns: Vec<CampaignView>,
    /// A request to dial is pending.
    pub dialling: bool,
    /// Why a call to the number that was checked last would be refused.
    pub dial_refusal: Option<Text>,
    /// The echo test of the voice server.
    pub echo_test: EchoTest,
}

/// A campaign with which the agent may dial.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CampaignView {
    /// Id of the campaign.
    pub id: String,
    /// Name shown to the agent.
    pub name: String,
}

/// Status of the call on the call bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CallStatus {
    /// The call is being dialled or answered.
    Dialling,
    /// The customer's telephone rings.
    Ringing,
    /// Agent and customer talk.
    InCall,
    /// The call is on hold: the customer hears music.
    OnHold,
    /// The voice connection is lost during the call.
    Reconnecting,
    /// The call has ended; its attendance waits for qualification.
    Ended,
}

/// The call bar.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CallBarView {
    /// The attendance of the call; empty until it arrives.
    pub protocol: String,
    /// Name of the customer, otherwise an identifier.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// The customer's number.
    pub phone: String,
    /// Name of the queue or campaign; empty without one.
    pub place: String,
    /// Status of the call.
    pub status: CallStatus,
    /// The result of a call that was not answered, or that an answering machine answered (VOI-048 to VOI-059).
    pub result: Option<CallState>,
    /// Since when agent and customer talk, on the server's clock.
    pub since: Option<f64>,
    /// Duration of an ended call.
    pub duration_ms: Option<f64>,
    /// The customer does not hear the agent.
    pub muted: bool,
    /// A request to hold the call, or to end the hold, is pending.
    pub hold_pending: bool,
    /// The customer has answered and the audio of the call is in this page: the agent can mute, hold and send tones.
    pub audible: bool,
    /// The agent has hung up, and the server has not ended the call yet.
    pub hanging_up: bool,
    /// Tones that the agent sent, newest last.
    pub tones: String,
    /// No audio has arrived for 4 s (BEY-022).
    pub silent: bool,
    /// Supervisors in the call, if agents of the org unit may see them.
    pub supervisors: Vec<CallSupervisor>,
    /// The recording of the call, if it is recorded.
    pub recording: Option<RecordingView>,
    /// The call has more than two parties, or an open or failed transfer.
    pub room: Option<CallRoomView>,
}

/// The recording of the call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RecordingView {
    /// Since when silence is recorded; `None`: sound is recorded.
    pub paused_since: Option<f64>,
    /// The agent asked for a change that is not known yet.
    pub waiting: bool,
    /// The agent can pause and resume it.
    pub owned: bool,
}

/// The preferential customer that the agent is asked about (CHN-021).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PreferentialCallView {
    /// Name of the customer.
    pub name: String,
    /// Number of the customer.
    pub phone: String,
}

/// The voice part of an attendance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct VoiceJobView {
    /// How the call began.
    pub call_type: CallType,
    /// State of the call.
    pub state: CallState,
    /// How a call ended that was not answered, or that an answering machine answered (VOI-048 to VOI-059).
    pub result: Option<CallState>,
    /// The call has ended, so the agent may call again (VOI-060).
    pub ended: bool,
    /// A redial is pending.
    pub redialling: bool,
    /// Name of the campaign or queue; empty until it is loaded.
    pub place: String,
    /// The script; `None` if the campaign or queue has none, or if it is not loaded.
    pub script: Option<ScriptView>,
    /// Whether the script and its fields are loaded.
    pub script_state: ScriptState,
}

impl Voice {
    /// Connection and settings.
    pub fn view(&self) -> VoiceView {
        let campaign = |campaign: &crate::wire::CampaignRecord| CampaignView {
            id: campaign.id.0.clone(),
            name: campaign.name.clone(),
        };
        VoiceView {
            enabled: self.enabled,
            web_rtc: self.is_used(),
            status: self.status(),
            retries: self.retries(),
            extension: self.extension().unwrap_or_default().to_owned(),
            in_call: self.holds_call(),
            settings: self.settings().clone(),
            campaigns: self.campaigns().iter().map(campaign).collect(),
            dialling: self.is_dialling(),
            dial_refusal: self.dial_refusal.clone(),
            echo_test: self.echo_test(),
        }
    }

    /// Levels of the call.
    pub fn levels_view(&self) -> Levels {
        self.audio().levels
    }

    /// The last measurements, newest last.
    pub fn quality_view(&self) -> Vec<Quality> {
        self.audio().quality.clone()
    }

    /// Whether a call is established on the agent's telephone. The leg of the agent channel alone is no call.
    pub fn holds_call(&self) -> bool {
        let is_open = self.shown.as_ref().and_then(|shown| self.call_of(shown)).is_some_and(Call::is_live);
        let talks = matches!(self.audio().phase, CallPhase::Talking | CallPhase::Held);
        talks && (is_open || !self.facts.agent_channel) && !self.testing
    }

    /// Whether the agent is in another call, or has just accepted one.
    pub(super) fn has_call_beside(&self, protocol: &Protocol) -> bool {
        let is_other = |call: &Call| call.attendance.as_ref() != Some(protocol);
        let is_begun = |call: &Call| match call.progress {
            Progress::Accepted | Progress::Dialling | Progress::Talking | Progress::Machine => true,
            Progress::Unnamed | Progress::Asking | Progress::Rejected | Progress::Ended => false,
        };
        self.table.iter().any(|(_, call)| is_other(call) && is_begun(call))
    }

    /// The call that the leg on the agent's telephone carries.
    pub(super) fn carried_call(&self) -> Option<(&str, &Call)> {
        let is_carried = |call: &Call| call.leg.is_some_and(|leg| leg.number == self.call_number);
        self.table.iter().find(|(_, call)| is_carried(call))
    }

    /// The call of the call bar: the one on the agent's telephone, otherwise one that the agent has accepted or
    /// dialled, otherwise the last call of an attendance, also after its end.
    pub(super) fn shown_call(&self) -> Option<(&str, &Call)> {
        // An internal call is shown on its own card.
        let has_begun = |call: &Call| {
            call.kind != CallKind::Internal
                && matches!(
                    call.progress,
                    Progress::Accepted | Progress::Dialling | Progress::Talking | Progress::Machine
                )
        };
        let on_telephone = self.carried_call().filter(|(_, call)| has_begun(call));
        let arriving = || {
            self.table.iter().find(|(_, call)| {
                let is_known = call.attendance.as_ref().is_some_and(|protocol| self.jobs.get(protocol).is_some());
                has_begun(call) && !is_known
            })
        };
        let last = || {
            let id = &self.jobs.get(self.shown.as_ref()?)?.call;
            self.table.iter().find(|(other, _)| other == id)
        };
        on_telephone.or_else(arriving).or_else(last)
    }

    /// The call bar; `None` without a call.
    pub fn call_bar(&self, jobs: &Jobs) -> Option<CallBarView> {
        let (_, call) = self.shown_call()?;
        let audio = self.audio();
        let protocol = call.attendance.as_ref().filter(|protocol| jobs.get(protocol).is_some());
        let job = protocol.and_then(|protocol| self.job(protocol));
        // The leg of the agent channel carries every call.
        let carries = self.facts.agent_channel || call.leg.is_some_and(|leg| leg.number == self.call_number);
        let phase = if carries && !self.testing { audio.phase } else { CallPhase::None };
        if call.attendance.is_some() && protocol.is_none() && !call.is_live() {
            return None;
        }
        let attendance = protocol.and_then(|protocol| jobs.get(protocol));
        let asked = call.request.as_ref().map(|request| &request.info);
        let name = match (attendance, asked) {
            (Some(attendance), _) => attendance.name(),
            (None, Some(info)) if !is_visible(&info.name) => info.phone_number.as_str(),
            (None, Some(info)) => info.name.as_str(),
            (None, None) => call.phone.as_str(),
        };
        let phone = attendance.map_or(call.phone.as_str(), |attendance| attendance.server().phone.as_str());
        let of_source = job.and_then(|job| job.source.as_ref()).map(|source| source.name.as_str());
        let place = of_source.or(attendance.map(|attendance| queue_or_campaign(attendance.server())));
        let state = call.state();
        let has_ended = !call.is_live();
        let length = || Some(call.end?.at.since_ms(call.since?).max(0) as f64);
        // A guest of a room has no attendance; the server reports whether the agent talks.
        let is_guest = call.attendance.is_none() && call.room.told.is_some() && call.progress == Progress::Talking;
        let has_state = call.attendance.is_some() || is_guest;
        let status = call_status(has_state.then_some(state), phase, self.status());
        let has_audio = matches!(phase, CallPhase::Talking | CallPhase::Held);
        Some(CallBarView {
            protocol: protocol.map(Protocol::to_string).unwrap_or_default(),
            name: name.to_owned(),
            initials: initials(name),
            color: avatar_color(name).to_owned(),
            phone: phone.to_owned(),
            place: place.unwrap_or_default().to_owned(),
            status,
            result: call_result(call),
            since: call.since.map(Wall::as_js),
            duration_ms: length(),
            muted: carries && audio.muted,
            hold_pending: carries && audio.hold_pending,
            audible: has_audio && matches!(status, CallStatus::InCall | CallStatus::OnHold),
            hanging_up: call.asked.hang_up && call.is_live(),
            tones: if carries { audio.tones.clone() } else { String::new() },
            silent: carries && audio.silent && !has_ended,
            supervisors: if has_ended { Vec::new() } else { call.room.supervisors.clone() },
            recording: call.room.recording.as_ref().filter(|_| !has_ended).map(|recording| RecordingView {
                paused_since: recording.paused_since.map(Wall::as_js),
                waiting: call.room.asks_recording(),
                owned: attendance.is_some(),
            }),
            room: self.room_view(call, attendance.is_some()),
        })
    }

    /// The voice data of an attendance; `None` for another channel. `answers`: the values that the agent entered into
    /// the script.
    pub fn job_view(&self, protocol: &Protocol, answers: &[ScriptField]) -> Option<VoiceJobView> {
        let job = self.job(protocol)?;
        let call = self.call_of(protocol);
        Some(VoiceJobView {
            call_type: job.call_type,
            state: self.call_state(protocol).unwrap_or(CallState::HungUp),
            result: call.and_then(call_result),
            ended: call.is_none_or(|call| !call.is_live()),
            redialling: self.is_redialling(protocol),
            place: job.source.as_ref().map(|source| source.name.clone()).unwrap_or_default(),
            script: job.script.view(answers),
            script_state: job.script.state(self.is_loading_script(protocol)),
        })
    }
}

/// The result of a call in which agent and customer did not talk, or of one with an answering machine.
fn call_result(call: &Call) -> Option<CallState> {
    let state = call.state();
    let was_in_vain = !call.is_live() && call.since.is_none() && state != CallState::HungUp;
    (state == CallState::Machine || was_in_vain).then_some(state)
}

/// The status that follows from the attendance's call, the agent's leg and the voice connection.
fn call_status(state: Option<CallState>, phase: CallPhase, connection: VoiceStatus) -> CallStatus {
    let is_lost = matches!(connection, VoiceStatus::ConnectionLost | VoiceStatus::Reconnecting);
    match (state, phase) {
        (Some(state), _) if state.is_end() => CallStatus::Ended,
        _ if is_lost => CallStatus::Reconnecting,
        (_, CallPhase::Ringing | CallPhase::EarlyMedia) => CallStatus::Ringing,
        // The agent's own leg may be established before the customer answers.
        (Some(CallState::Dialling), _) => CallStatus::Dialling,
        (_, CallPhase::Held) => CallStatus::OnHold,
        (Some(_), _) | (None, CallPhase::Talking) => CallStatus::InCall,
        (None, CallPhase::None | CallPhase::Dialling | CallPhase::Incoming) => CallStatus::Dialling,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::dialling(Some(CallState::Dialling), CallPhase::Talking, VoiceStatus::Connected, CallStatus::Dialling)]
    #[case::on_hold_before_the_answer(
        Some(CallState::Dialling),
        CallPhase::Held,
        VoiceStatus::Connected,
        CallStatus::Dialling
    )]
    #[case::the_network_rings(
        Some(CallState::Dialling),
        CallPhase::EarlyMedia,
        VoiceStatus::Connected,
        CallStatus::Ringing
    )]
    #[case::the_customer_answered(
        Some(CallState::InProgress),
        CallPhase::Talking,
        VoiceStatus::Connected,
        CallStatus::InCall
    )]
    #[case::voi_059_machine(Some(CallState::Machine), CallPhase::Talking, VoiceStatus::Connected, CallStatus::InCall)]
    #[case::voi_021_a_queue_call(
        Some(CallState::IsService),
        CallPhase::Talking,
        VoiceStatus::Connected,
        CallStatus::InCall
    )]
    #[case::by_a_desk_phone(Some(CallState::IsService), CallPhase::None, VoiceStatus::Disconnected, CallStatus::InCall)]
    #[case::bey_025_on_hold(Some(CallState::IsService), CallPhase::Held, VoiceStatus::Connected, CallStatus::OnHold)]
    #[case::connection_lost(
        Some(CallState::IsService),
        CallPhase::Talking,
        VoiceStatus::ConnectionLost,
        CallStatus::Reconnecting
    )]
    #[case::during_an_attempt_to_reconnect(
        Some(CallState::IsService),
        CallPhase::Held,
        VoiceStatus::Reconnecting,
        CallStatus::Reconnecting
    )]
    #[case::ended_while_the_connection_was_lost(
        Some(CallState::Cancel),
        CallPhase::Talking,
        VoiceStatus::ConnectionLost,
        CallStatus::Ended
    )]
    #[case::accepted_call(None, CallPhase::None, VoiceStatus::Connected, CallStatus::Dialling)]
    #[case::accepted_before_its_attendance_arrived(
        None,
        CallPhase::Talking,
        VoiceStatus::Connected,
        CallStatus::InCall
    )]
    fn state_phase_and_connection_give_the_status_of_a_call(
        #[case] state: Option<CallState>,
        #[case] phase: CallPhase,
        #[case] connection: VoiceStatus,
        #[case] expected: CallStatus,
    ) {
        assert_eq!(call_status(state, phase, connection), expected);
    }
}
