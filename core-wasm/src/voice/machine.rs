//! The voice area: the connection (`connecting.rs`), call requests (`requests.rs`), the voice jobs (`calls.rs`) and the
//! agent's voice settings (`settings.rs`). Its effects on other areas are an [`Exit`].

use super::call::Call;
use super::call_state::CallState;
use super::call_table::CallTable;
use super::connection::{VoiceConnection, VoiceConnectionFacts, VoiceStatus};
use super::destinations::{DestinationList, Destinations};
use super::media::{AudioState, CallAudio};
use super::over::OverCalls;
use super::registry::NAME;
use super::session_record::LegPurpose;
use super::settings::VoiceSettings;
use super::signalling::VoiceSignalling;
use super::timer::VoiceTimer;
use super::{Exit, IncomingCallView};
use crate::connection::DeviceProblem;
use crate::flow::{Answer, Asked, Context, List, ListEvent, Mono, RequestId, Requests, SortedMap, Table, Text};
use crate::scripts::Script;
use crate::wire::{
    AgentId, AttendanceGroup, CallType, CampaignRecord, HangupEvent, PreferentialCallEvent, Protocol, QueueInfo,
    VoiceNode, Wall, WebRtcSettings,
};
use janus::hangup::HangUpLookUp;
use serde::{Deserialize, Serialize};

/// The purpose of a pending request.
#[derive(Clone, Debug)]
pub(super) enum Pending {
    Settings,
    Nodes,
    /// The dialled number; empty if the contact's own number is dialled.
    Dial(String),
    /// The agent is still filling in the form.
    DialCheck,
    Redial(Protocol),
    Reject,
    /// The call with this id.
    HangUp(String),
    /// The report about the call with this id.
    OwnCall(String),
    Preferential,
    Contact(Protocol),
    Source(Protocol),
    Script(Protocol),
    ScriptFields(Protocol),
    Campaigns(Asked),
    /// A request about the room of the call with this id.
    Room(String),
    DestinationAgents(Asked),
    DestinationQueues(Asked),
    DestinationCampaigns(Asked),
    /// Contains the value that the server had before.
    AutoReconnect,
    /// Holds what the server had before.
    DefaultCampaign,
    Volume,
}

/// The data of a voice attendance that the attendance itself does not contain.
#[derive(Clone, Debug, PartialEq)]
pub struct VoiceJob {
    /// Id of the attendance's last call.
    pub call: String,
    /// How the attendance began.
    pub call_type: CallType,
    /// Campaign or queue of the call.
    pub source: Option<QueueInfo>,
    /// Script of the campaign or queue.
    pub script: Script,
}

/// The stored record of the last call of a voice attendance: the server's attendance contains neither its end nor its
/// leg.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VoiceJobRecord {
    /// Id of the call; empty in a record of an older version.
    #[serde(default)]
    pub unique_id: String,
    /// State of the call.
    pub state: CallState,
    /// Since when agent and customer talk.
    #[serde(default)]
    pub since: Option<Wall>,
    /// How and when the call ended.
    #[serde(default)]
    pub ended: Option<Wall>,
    /// The agent muted the microphone in this call.
    #[serde(default)]
    pub muted: bool,
    /// Whether the leg of the agent's telephone carries this call.
    #[serde(default)]
    pub leg: bool,
    /// The agent has hung up, and the server has not ended the call.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hang_up: bool,
}

/// A hang-up event whose attendance is looked up.
#[derive(Clone, Debug)]
pub(super) struct LookUp {
    pub event: HangupEvent,
    /// When the call ended.
    pub at: Wall,
    pub machine: HangUpLookUp,
}

/// The voice area of one agent.
pub struct Voice {
    pub(super) agent: AgentId,
    pub(super) connection: VoiceConnection,
    pub(super) facts: VoiceConnectionFacts,
    pub(super) signalling: VoiceSignalling,
    pub(super) web_rtc: Option<WebRtcSettings>,
    pub(super) nodes: Vec<VoiceNode>,
    pub(super) audio: CallAudio,
    /// Number of the present leg on the agent's telephone.
    pub(super) call_number: u32,
    /// The calls, by their id in the telephone system.
    pub(super) table: CallTable,
    /// Calls that rang and have ended.
    pub(super) over: OverCalls,
    /// Why the customer cannot hear the agent, since the last loss of a device or of media.
    pub(super) device: Option<DeviceProblem>,
    /// Whether the leg on the agent's telephone is the echo test.
    pub(super) testing: bool,
    /// A request to dial or redial got no answer: until this time, a new leg may belong to a call that the server
    /// began.
    pub(super) unclear_dial: Option<Mono>,
    /// Why a call to the number that was checked last would be refused.
    pub(super) dial_refusal: Option<Text>,
    /// Hang-ups that are sent again, by the number of their timer.
    pub(super) hang_ups: SortedMap<u64, String>,
    /// Whether a leg has sound although no open call has it, so that a check is scheduled.
    pub(super) leg_in_doubt: bool,
    pub(super) jobs: Table<VoiceJob>,
    /// The attendance on the call bar: the one whose call began last, until it is removed.
    pub(super) shown: Option<Protocol>,
    /// Whether the server has listed the rooms in which the agent is a guest, since the page was loaded.
    pub(super) rooms_listed: bool,
    /// Records from before a reload, until their attendances are loaded again.
    pub(super) restored: Table<VoiceJobRecord>,
    /// The restored records of calls whose leg may still exist, until the leg is reported again.
    pub(super) resumed: Table<VoiceJobRecord>,
    /// The number of the last leg whose call the telephone system named, and the id of that call.
    pub(super) named_leg: Option<(u32, String)>,
    /// The purpose of the leg from before a reload, until the signalling reports that this leg continues or reports
    /// another leg.
    pub(super) resumed_leg: LegPurpose,
    /// Whether a request to call a colleague is pending.
    pub(super) expects_internal: bool,
    /// The question to the agent about a preferential customer.
    pub(super) preferential: Option<PreferentialCallEvent>,
    /// The page has loaded the voice ports; the value says whether its browser has WebRTC.
    pub(super) ports: Option<bool>,
    /// The agent has the channel voice.
    pub(super) enabled: bool,
    /// Whether the volume of the ring tone changed and was not sent yet.
    pub(super) volume_unsaved: bool,
    pub(super) saving: super::settings::SettingsSaving,
    /// Whether the last session check found the agent signed in.
    pub(super) logged: bool,
    pub(super) look_ups: SortedMap<u64, LookUp>,
    pub(super) settings: VoiceSettings,
    pub(super) campaigns: List<CampaignRecord>,
    pub(super) destinations: Destinations,
    pub(super) requests: Requests<Pending>,
}

impl Default for Voice {
    fn default() -> Self {
        Self {
            agent: AgentId::default(),
            connection: VoiceConnection::default(),
            facts: VoiceConnectionFacts::default(),
            signalling: VoiceSignalling::default(),
            web_rtc: None,
            nodes: Vec::new(),
            audio: CallAudio::default(),
            call_number: 0,
            table: CallTable::default(),
            over: OverCalls::default(),
            device: None,
            testing: false,
            unclear_dial: None,
            dial_refusal: None,
            hang_ups: SortedMap::new(),
            leg_in_doubt: false,
            jobs: Table::default(),
            shown: None,
            rooms_listed: false,
            restored: Table::default(),
            resumed: Table::default(),
            named_leg: None,
            resumed_leg: LegPurpose::default(),
            expects_internal: false,
            preferential: None,
            ports: None,
            enabled: false,
            volume_unsaved: false,
            saving: Default::default(),
            logged: false,
            look_ups: SortedMap::new(),
            settings: VoiceSettings::default(),
            campaigns: List::default(),
            destinations: Destinations::default(),
            requests: Requests::new(NAME),
        }
    }
}

impl Voice {
    /// Status of the voice connection.
    pub fn status(&self) -> VoiceStatus {
        self.connection.status()
    }

    /// Number of attempts to reconnect since the loss (CON-014).
    pub fn retries(&self) -> u32 {
        self.connection.retries()
    }

    /// State of the audio of the call.
    pub fn audio(&self) -> &AudioState {
        self.audio.state()
    }

    /// The view of the call request; `groups` contain the name of its queue.
    pub fn incoming_call(&self, groups: &[AttendanceGroup]) -> Option<IncomingCallView> {
        let call = self.table.asking().and_then(|id| self.table.get(&id))?;
        call.request.as_ref().map(|request| request.view(groups))
    }

    /// Whether the ring tone sounds for a call that waits for the agent.
    pub fn rings(&self) -> bool {
        let call = self.table.asking().and_then(|id| self.table.get(&id));
        call.and_then(|call| call.request.as_ref()).is_some_and(|request| request.rings)
    }

    /// The question about a preferential customer (CHN-021).
    pub fn preferential(&self) -> Option<&PreferentialCallEvent> {
        self.preferential.as_ref()
    }

    /// Extension of the agent, if the server sent one.
    pub fn extension(&self) -> Option<&str> {
        self.web_rtc.as_ref().map(|settings| settings.exten.as_str()).filter(|extension| !extension.is_empty())
    }

    /// Whether the agent's extension is still unknown because the ports or the settings are being loaded.
    pub fn is_loading_extension(&self) -> bool {
        let is_loading = self.ports.is_none() || self.requests.any(|pending| matches!(pending, Pending::Settings));
        self.is_used() && self.extension().is_none() && is_loading
    }

    /// Protocols of the voice attendances.
    pub fn protocols(&self) -> impl Iterator<Item = Protocol> {
        self.jobs.iter().map(|(protocol, _)| protocol.into())
    }

    /// Whether the agent is in absent mode.
    pub fn is_absent(&self) -> bool {
        self.facts.absent
    }

    /// Whether a request to dial is pending.
    pub fn is_dialling(&self) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::Dial(_)))
    }

    /// Whether a redial of the attendance is pending.
    pub fn is_redialling(&self, protocol: &Protocol) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::Redial(asked) if asked == protocol))
    }

    /// Whether the script of the attendance, or its fields, are being loaded.
    pub fn is_loading_script(&self, protocol: &Protocol) -> bool {
        self.requests.any(
            |pending| matches!(pending, Pending::Script(asked) | Pending::ScriptFields(asked) if asked == protocol),
        )
    }

    /// Whether the agent calls in the browser.
    pub fn is_used(&self) -> bool {
        self.facts.web_rtc
    }

    /// The last call of the attendance.
    pub fn call_of(&self, protocol: &Protocol) -> Option<&Call> {
        self.table.get(&self.jobs.get(protocol)?.call)
    }

    /// The state of the last call of an attendance.
    pub fn call_state(&self, protocol: &Protocol) -> Option<CallState> {
        self.call_of(protocol).map(Call::state)
    }

    /// The calls, by their id in the telephone system.
    pub fn call_table(&self) -> &CallTable {
        &self.table
    }

    /// The voice data of an attendance.
    pub fn job(&self, protocol: &Protocol) -> Option<&VoiceJob> {
        self.jobs.get(protocol)
    }

    /// The agent's voice settings.
    pub fn settings(&self) -> &VoiceSettings {
        &self.settings
    }

    /// Campaigns with which the agent may dial.
    pub fn campaigns(&self) -> &[CampaignRecord] {
        self.campaigns.items()
    }

    /// The server answered a call of this area.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Vec<Exit> {
        let Some(pending) = self.requests.take(request) else { return Vec::new() };
        match pending {
            Pending::Settings => self.on_settings(context, answer),
            Pending::Nodes => self.on_nodes(context, answer),
            Pending::Dial(phone) => self.on_dialled(context, &phone, answer),
            Pending::DialCheck => self.on_dial_checked(context, answer),
            Pending::Redial(protocol) => self.on_redialled(context, &protocol, answer),
            Pending::Reject => self.on_rejected(answer),
            Pending::HangUp(id) => self.on_hung_up(context, &id, &answer),
            Pending::OwnCall(unique_id) => self.on_own_reported(context, &unique_id, &answer),
            Pending::Preferential => self.on_confirmed(answer),
            Pending::Contact(protocol) => self.on_contact(&protocol, answer),
            Pending::Source(protocol) => self.on_source(&protocol, answer),
            Pending::Script(protocol) => self.on_script(&protocol, answer),
            Pending::ScriptFields(protocol) => self.on_script_fields(context, &protocol, answer),
            Pending::Campaigns(asked) => {
                self.on_campaigns(context, asked, answer);
                Vec::new()
            }
            Pending::Room(id) => self.on_room_answered(context, &id, &answer),
            Pending::DestinationAgents(asked) => {
                self.on_destination_agents(context, asked, answer);
                Vec::new()
            }
            Pending::DestinationQueues(asked) => {
                self.on_destination_queues(context, asked, answer);
                Vec::new()
            }
            Pending::DestinationCampaigns(asked) => {
                self.on_destination_campaigns(context, asked, answer);
                Vec::new()
            }
            Pending::AutoReconnect => self.on_auto_reconnect(context, &answer),
            Pending::DefaultCampaign => self.on_default_campaign(context, &answer),
            Pending::Volume => self.on_volume(context, &answer),
        }
    }

    /// A timer of this area is due.
    pub fn on_timer(&mut self, context: &mut Context, timer: VoiceTimer) -> Vec<Exit> {
        match timer {
            VoiceTimer::Signalling(due) => self.on_signalling(context, janus::Input::Timer(due)),
            VoiceTimer::Reconnect => {
                self.on_connection_event(context, super::connection::VoiceConnectionEvent::RetryDue)
            }
            VoiceTimer::MediaReturn => vec![Exit::OpenLostDevice(DeviceProblem::Stopped)],
            VoiceTimer::HangUpLookUp(number) => self.look_up(context, number),
            VoiceTimer::HangUpAgain(number) => {
                self.hang_up_again(context, number);
                Vec::new()
            }
            VoiceTimer::LegMatch => self.ring_unclaimed(context),
            VoiceTimer::LegCheck => self.show_stray_leg(context),
            VoiceTimer::StatusAfterHangUp | VoiceTimer::StatusAfterFinish => vec![Exit::RefreshStatus],
            VoiceTimer::OwnCallReport => {
                self.send_own_reports(context);
                Vec::new()
            }
            VoiceTimer::Volume => {
                self.save_volume(context);
                Vec::new()
            }
            VoiceTimer::Campaigns => {
                self.apply_campaigns_event(context, ListEvent::Due);
                Vec::new()
            }
            VoiceTimer::RoomNews => self.room_news_due(context),
            // The workspace sends this request, because it knows whether the page is visible.
            VoiceTimer::Destinations => Vec::new(),
            VoiceTimer::DestinationAgents => {
                self.apply_destinations_event(context, DestinationList::Agents, ListEvent::Due);
                Vec::new()
            }
            VoiceTimer::DestinationQueues => {
                self.apply_destinations_event(context, DestinationList::Queues, ListEvent::Due);
                Vec::new()
            }
            VoiceTimer::DestinationCampaigns => {
                self.apply_destinations_event(context, DestinationList::Campaigns, ListEvent::Due);
                Vec::new()
            }
        }
    }
}
