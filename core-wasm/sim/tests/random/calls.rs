//! Actions about calls: agents with telephones in the browser, on the desk, with an agent channel and at external
//! nodes; customers; the dialler; signalling, microphone and the requests of voice.

use crate::actions::{Action, Dice, Step};
use crate::day::{AGENTS, Day};
use core_wasm::Intent;
use core_wasm::channels::ChannelsIntent;
use core_wasm::colleagues::ColleaguesIntent;
use core_wasm::contacts::ContactStateView;
use core_wasm::flow::JobGroup;
use core_wasm::jobs::JobsIntent;
use core_wasm::pauses::PausesIntent;
use core_wasm::shell::ShellIntent;
use core_wasm::voice::{CallBarView, CallStatus, IceState, VoiceIntent};
use core_wasm::wire::{Channel, DestinationKey, DestinationKind, PauseId, Protocol, TransferKind};
use workspace_sim::contact_centre::store::{QueueSettings, QueueSettingsRow, QueueSettingsStore, RecordingRule, Store};
use workspace_sim::contact_centre::{CentreConfig, VoiceNode};
use workspace_sim::voice_gateway::CallId;
use workspace_sim::{FailKind, Sim, core_wasm, numbers};

/// Extensions of the agents.
pub const EXTENSIONS: [&str; AGENTS] = ["2001", "2002"];
const IDS: [&str; AGENTS] = ["301", "302"];
/// Groups of the web chat.
const CHAT_GROUPS: [&str; 2] = ["10", "20"];
/// Requests of voice that a fault may meet.
const PATHS: [&str; 19] = [
    "call-supervision",
    "call-supervision",
    "internal-call/call",
    "internal-call/hangup",
    "job/voice/transfer",
    "voice/room",
    "conference",
    "wrap-up",
    "voice/hang-up",
    "voice/hang-up",
    "voice/redial",
    "voice/redial",
    "active-job",
    "voice/reject",
    "channels/voice/connect",
    "channels/voice/disconnect",
    "call-report",
    "get-nodes",
    "webrtc",
];

/// The kind of telephone of the second agent; the first agent always has a telephone in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telephones {
    Browser,
    AgentChannel,
    Desk,
    /// The pages of both agents make the calls at external nodes.
    NodesOutside,
}

impl Telephones {
    pub fn of(seed: u64) -> Self {
        match seed % 4 {
            0 => Self::NodesOutside,
            1 => Self::Browser,
            2 => Self::AgentChannel,
            _ => Self::Desk,
        }
    }

    pub fn config(self, config: &mut CentreConfig) {
        if self == Self::NodesOutside {
            let node = VoiceNode { host: "node.example".to_owned(), url: "wss://node.example/voice".to_owned() };
            config.voice.nodes = vec![node];
        }
    }

    /// Gives the agents the channels voice and chat.
    pub fn arrange(self, sim: &mut Sim) {
        sim.arrange(|store| {
            for (agent, exten) in IDS.iter().zip(EXTENSIONS) {
                let mut row = store.agent(&(*agent).into()).unwrap().unwrap();
                let is_desk = self == Self::Desk && exten == EXTENSIONS[1];
                row.record.agent_ack_call = "Y".to_owned();
                row.record.use_web_rtc = if is_desk { "N" } else { "Y" }.to_owned();
                row.record.agent_preferences.web_rtc_auto_reconnect = true;
                row.record.channels = vec![Channel::Chat, Channel::Voice].into_iter().collect();
                store.put_agent(&row).unwrap();
            }
            // Ring times that are long enough that customers wait, and short enough that calls continue.
            let settings = QueueSettings {
                wrap_up_seconds: 25,
                wrap_up_extensions: 1,
                recording: RecordingRule::Beep,
                ..QueueSettings::default()
            };
            store.put_queue_settings(&QueueSettingsRow { queue_id: numbers::SALES.into(), settings }).unwrap();
            for group in CHAT_GROUPS {
                let mut row = store.group(&group.into()).unwrap().unwrap();
                row.members.extend(IDS.map(Into::into));
                store.put_group(&row).unwrap();
            }
        });
        match self {
            Self::AgentChannel => {
                sim.has_agent_channel(EXTENSIONS[1]);
            }
            Self::Desk => {
                sim.has_desk_telephone(EXTENSIONS[1]);
            }
            Self::Browser | Self::NodesOutside => {}
        }
        sim.watches_calls();
    }
}

impl Day {
    fn voice(&mut self, seat: usize, intent: VoiceIntent) -> Option<()> {
        self.intent(seat, Intent::Voice(intent))
    }

    /// An attendance of a call in this list.
    fn call_in(&mut self, dice: &mut Dice, seat: usize, group: JobGroup) -> Option<Protocol> {
        let agent = self.sim.agent(seat);
        let mut protocols = agent.protocols(group);
        protocols.retain(|protocol| agent.voice_job(protocol).is_some());
        dice.one(&protocols).cloned()
    }

    /// The attendance of the call, if its customer is not registered. `None` while the agent is in no own call.
    fn unregistered(&mut self, seat: usize, bar: &CallBarView) -> Option<Option<Protocol>> {
        (bar.status == CallStatus::InCall && !bar.protocol.is_empty()).then_some(())?;
        let protocol = Protocol::from(bar.protocol.as_str());
        let panel = self.sim.agent(seat).contact(&protocol)?;
        let is_found = matches!(panel.contact, ContactStateView::Found { .. });
        Some((!is_found).then_some(protocol))
    }

    /// A destination: the other agent, the queue, the campaign, or an external number.
    fn destination(&mut self, dice: &mut Dice, seat: usize) -> Option<DestinationKey> {
        let (kind, id) = match dice.below(5) {
            0 | 1 => (DestinationKind::Agent, IDS[1 - seat.min(1)]),
            2 => (DestinationKind::Queue, numbers::SALES),
            3 => (DestinationKind::Campaign, numbers::CAMPAIGN),
            _ => (DestinationKind::Number, *dice.one(&[numbers::ANSWERS, numbers::BUSY, numbers::SILENT])?),
        };
        Some(DestinationKey { kind, id: id.to_owned() })
    }

    /// The seat of the second agent, if its telephone is not in the browser.
    fn telephone(&self) -> Option<&'static str> {
        matches!(self.telephones, Telephones::Desk | Telephones::AgentChannel).then_some(EXTENSIONS[1])
    }

    fn at_desk(&self) -> Option<&'static str> {
        (self.telephones == Telephones::Desk).then_some(EXTENSIONS[1])
    }

    pub fn calls(&mut self, dice: &mut Dice, step: Step) -> Option<()> {
        use Action::*;
        let Step { action, seat, .. } = step;
        self.ready(seat).filter(|_| self.sim.agent(seat).has_voice())?;
        let bar = self.sim.agent(seat).call_bar();
        match action {
            ConnectVoice | DisconnectVoice => {
                let channel = Channel::Voice;
                let intent = match (action, self.telephones) {
                    (ConnectVoice, Telephones::Desk) if seat == 1 => {
                        ChannelsIntent::ConnectVoice { exten: EXTENSIONS[1].to_owned() }
                    }
                    (ConnectVoice, _) => ChannelsIntent::ConnectChannel { channel },
                    _ => ChannelsIntent::DisconnectChannel { channel, confirmed: true },
                };
                self.intent(seat, Intent::Channels(intent))
            }
            ExtendWrapUp | EndWrapUp => {
                let channels = self.sim.agent(seat).channels();
                channels.iter().find_map(|channel| channel.wrap_up.as_ref())?;
                let intent = match action {
                    ExtendWrapUp => ChannelsIntent::ExtendWrapUp,
                    _ => ChannelsIntent::EndWrapUp,
                };
                self.intent(seat, Intent::Channels(intent))
            }
            PauseVoice => {
                let reasons = self.sim.agent(seat).pauses().reasons;
                let pause_id = PauseId::from(dice.one(&reasons)?.id.as_str());
                let channels = vec![Channel::Voice];
                self.intent(seat, Intent::Pauses(PausesIntent::EnterPause { channels, pause_id }))
            }
            AcceptCall | RejectCall => {
                self.sim.agent(seat).incoming_call()?;
                self.voice(seat, if action == AcceptCall { VoiceIntent::AcceptCall } else { VoiceIntent::RejectCall })
            }
            OpenColleagues => {
                let path = "/colleagues".to_owned();
                self.intent(seat, Intent::Shell(ShellIntent::OpenArea { path }))?;
                let agent_ids = IDS.map(Into::into).to_vec();
                self.intent(seat, Intent::Colleagues(ColleaguesIntent::ShownColleagues { agent_ids }))
            }
            CallColleague => {
                let agent_id = IDS[1 - seat.min(1)].into();
                self.intent(seat, Intent::Colleagues(ColleaguesIntent::CallColleague { agent_id }))
            }
            AcceptColleague | DeclineColleague | HangUpColleague => {
                self.sim.agent(seat).internal_call()?;
                let intent = match action {
                    AcceptColleague => ColleaguesIntent::AcceptColleague,
                    DeclineColleague => ColleaguesIntent::DeclineColleague,
                    _ => ColleaguesIntent::HangUpColleague,
                };
                self.intent(seat, Intent::Colleagues(intent))
            }
            HangUp => {
                bar?;
                self.voice(seat, VoiceIntent::HangUp)
            }
            FinishCall => {
                let protocol = self.call_in(dice, seat, JobGroup::Active)?;
                self.intent(seat, Intent::Jobs(JobsIntent::FinishJob { protocol, confirmed: true, waits: false }))
            }
            Redial => {
                let protocol = self.call_in(dice, seat, JobGroup::ToQualify)?;
                self.voice(seat, VoiceIntent::Redial { protocol })
            }
            Dial => {
                let phone = *dice.one(&[numbers::ANSWERS, numbers::BUSY, numbers::SILENT, numbers::UNKNOWN])?;
                let (contact_id, campaign_id) = Default::default();
                self.voice(seat, VoiceIntent::Dial { phone: phone.to_owned(), contact_id, campaign_id })
            }
            Mute | Hold => {
                bar?;
                let on = dice.coin();
                self.voice(
                    seat,
                    if action == Mute { VoiceIntent::Mute { muted: on } } else { VoiceIntent::Hold { held: on } },
                )
            }
            Tones => {
                bar?;
                self.voice(seat, VoiceIntent::SendTones { tones: "12".to_owned() })
            }
            EchoTest => self.voice(seat, VoiceIntent::BeginEchoTest),
            EndEchoTest => self.voice(seat, VoiceIntent::EndEchoTest),
            TransferCall => {
                if let Some(protocol) = self.unregistered(seat, &bar?)? {
                    // Only a registered customer is transferred (TRF-003).
                    return self.register(seat, protocol, step.number);
                }
                let kind = if dice.coin() { TransferKind::Blind } else { TransferKind::Assisted };
                let destination = self.destination(dice, seat)?;
                self.voice(seat, VoiceIntent::TransferCall { kind, destination, note: String::new() })
            }
            AddParty => {
                bar.filter(|bar| bar.status == CallStatus::InCall)?;
                let destination = self.destination(dice, seat)?;
                self.voice(seat, VoiceIntent::AddToConference { destination })
            }
            ActInRoom => {
                let room = bar?.room?;
                let party = dice.one(&room.parties)?.party;
                let intents = [
                    VoiceIntent::CompleteTransfer,
                    VoiceIntent::CancelTransfer,
                    VoiceIntent::TalkWith { customer: true },
                    VoiceIntent::TalkWith { customer: false },
                    VoiceIntent::JoinConference,
                    VoiceIntent::HoldParty { party, held: true },
                    VoiceIntent::HoldParty { party, held: false },
                    VoiceIntent::RemoveParty { party },
                    VoiceIntent::LeaveConference,
                    VoiceIntent::EndConference,
                    VoiceIntent::DismissTransferFailure,
                ];
                let intent = dice.one(&intents)?.clone();
                self.voice(seat, intent)
            }
            PauseRecording => {
                let is_paused = bar?.recording.filter(|recording| recording.owned)?.paused_since.is_some();
                // Now and then the change that holds already.
                let paused = is_paused == (dice.below(8) == 0);
                self.voice(seat, VoiceIntent::PauseRecording { paused })
            }
            AnswerQuestion => self.voice(seat, VoiceIntent::ConfirmPreferential { confirmed: dice.coin() }),
            _ => None,
        }
    }

    pub fn callers(&mut self, dice: &mut Dice, action: Action) -> Option<()> {
        use Action::*;
        if self.down || self.frozen {
            return None;
        }
        match action {
            CustomerCalls | KeptCustomerCalls => {
                let from = match action {
                    // Only a registered contact can be transferred.
                    CustomerCalls if dice.coin() => numbers::ANSWERS.to_owned(),
                    CustomerCalls => format!("55119555{:05}", dice.below(100_000)),
                    _ => numbers::KEPT.to_owned(),
                };
                let call = self.sim.calls(&from, numbers::SALES);
                if self.telephones == Telephones::NodesOutside {
                    self.sim.node_rings(call, dice.one(&EXTENSIONS)?);
                }
                self.callers.push(call);
            }
            CallerHangsUp => {
                let place = dice.below(self.callers.len());
                (!self.callers.is_empty()).then_some(())?;
                let call: CallId = self.callers.swap_remove(place);
                self.sim.customer_hangs_up(call);
            }
            CampaignDials => {
                let numbers: Vec<String> =
                    (0..10).map(|_| format!("{}{:04}", numbers::ALSO_ANSWER, dice.below(10_000))).collect();
                let mut phones: Vec<&str> = numbers.iter().map(String::as_str).collect();
                phones.extend([numbers::BUSY, numbers::SILENT, numbers::UNKNOWN]);
                self.sim.campaign_dials(&phones);
            }
            ReachedHangsUp => {
                let reached = self.sim.talking_calls();
                let call = *dice.one(&reached)?;
                self.sim.customer_hangs_up(call);
            }
            DeskAnswers | DeskDeclines => {
                let exten = self.at_desk().filter(|exten| self.sim.telephone_rings(exten))?;
                self.sim.answers_telephone(exten, action == DeskAnswers);
            }
            DeskHangsUp => {
                let exten = self.at_desk().filter(|exten| self.sim.telephone_talks(exten))?;
                self.sim.hangs_up_telephone(exten);
            }
            TelephoneCustomerHangsUp => {
                let exten = self.telephone().filter(|exten| self.sim.telephone_talks(exten))?;
                self.sim.customer_of_telephone_hangs_up(exten);
            }
            _ => return None,
        }
        Some(())
    }

    pub fn cause_voice_fault(&mut self, dice: &mut Dice, action: Action, seat: usize) -> Option<()> {
        use Action::*;
        match action {
            CutSignalling => {
                self.sim.cuts_signalling(seat);
            }
            IceChanges => {
                let state = *dice.one(&[IceState::Disconnected, IceState::Failed, IceState::Connected])?;
                self.sim.ice(seat, state);
            }
            MicrophoneLost => {
                self.sim.microphone_is_lost(seat);
            }
            MicrophoneGone | MicrophoneBack => {
                self.sim.has_microphone(seat, action == MicrophoneBack);
            }
            GatewayRestarts | GatewayForgets => {
                (!self.down && !self.frozen).then_some(())?;
                self.callers.clear();
                if action == GatewayRestarts {
                    self.sim.gateway_restarts()
                } else {
                    self.sim.gateway_forgets_sessions()
                };
            }
            RecordingFails => {
                (!self.down && !self.frozen).then_some(())?;
                let recordings = self.sim.open_recordings();
                let recording = dice.one(&recordings)?;
                self.sim.recording_fails(recording);
            }
            VoiceFault => {
                let kind = match dice.below(6) {
                    0 => FailKind::NoAnswer,
                    1 => FailKind::Status(503),
                    2 | 3 => FailKind::LostReply,
                    4 => FailKind::Late(dice.below(14_000) as u64),
                    _ => FailKind::Doubled,
                };
                self.sim.fail_next(dice.one(&PATHS)?, kind);
            }
            _ => return None,
        }
        Some(())
    }
}
