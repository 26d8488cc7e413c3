//! Effects for the TypeScript ports. REST requests are not among them: the binding sends them itself.

use crate::flow::{
    BrokerCommand, DesktopCommand, DesktopNotice, Effect, Identification, PeerCommand, Report, Sound, StorePlace, Tone,
    UploadCommand, VoiceCommand,
};
use crate::wire::IceServer;
use crate::wire::network_limits::Conversion;
use serde::Serialize;
use tsify::Tsify;

/// Where the host stores a record.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum StorePlaceName {
    /// `localStorage`.
    LocalStorage,
    /// The IndexedDB database that is cleared when the session ends.
    Database,
    /// The IndexedDB database of unsent text, which outlives the session.
    Unsent,
}

/// A command that sends or requests a frame of voice signalling. Addresses and texts contain secrets.
#[derive(Debug, Serialize, Tsify)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SignallingCommand {
    /// Opens a WebSocket.
    OpenSocket { link: u32, url: String, protocol: String },
    /// Closes the socket, or aborts what runs over HTTP.
    CloseLink { link: u32 },
    /// Sends a text on the socket.
    Send { link: u32, text: String },
    /// Sends a text by POST.
    Post { link: u32, url: String, transaction: String, text: String },
    /// Asks for events by a long poll.
    Poll { link: u32, url: String, timeout_ms: f64 },
}

/// Relay servers with their credential, as `RTCIceServer`.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RelayServer {
    /// `stun:` and `turn:` addresses.
    pub urls: Vec<String>,
    /// Absent for `stun:`.
    #[tsify(optional)]
    pub username: Option<String>,
    /// Absent for `stun:`.
    #[tsify(optional)]
    pub credential: Option<String>,
}

impl RelayServer {
    fn of(server: IceServer) -> Self {
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        let credential = some(server.credential.expose().clone());
        Self { urls: server.urls, username: some(server.username), credential }
    }
}

/// One effect for the host. `id` and `link` come back in the host's answer.
#[derive(Debug, Serialize, Tsify)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HostEffect {
    /// Opens a link to the broker; `heartbeat_ms` is the interval of heartbeats in each direction.
    BrokerConnect { link: f64, url: String, login: String, passcode: String, heartbeat_ms: u32 },
    /// Subscribes to a queue.
    BrokerSubscribe { link: f64, destination: String },
    /// Acknowledges a frame by its `ack` header.
    BrokerAcknowledge { link: f64, ack: String },
    /// Sends a frame with a JSON body.
    BrokerSend { link: f64, destination: String, body: String },
    /// Closes a link.
    BrokerDisconnect { link: f64 },
    /// Stores a record; without `value` it is deleted. The host answers with `stored`.
    Persist { id: f64, place: StorePlaceName, name: String, value: Option<String> },
    /// Clears the stored session (PER-004), but not unsent text.
    ClearStorage,
    /// Takes the session from other tabs of this browser.
    ClaimSession,
    /// Shows a path; `replace`: without a new entry in the history.
    Navigate { path: String, replace: bool },
    /// Opens an external page in a new window.
    OpenUrl { url: String },
    /// Asks the feature-flag service for these flags.
    LoadFlags { key: String, names: Vec<String> },
    /// Sends the agent's data to the tracking service.
    Track { who: Identification },
    /// Plays a sound once.
    Sound { sound: Sound, tone: Tone },
    /// Asks for the permission to show desktop notifications.
    DesktopAsk,
    /// Shows a desktop notification.
    DesktopShow { notice: DesktopNotice },
    /// Closes the desktop notification of an attendance.
    DesktopClose { tag: String },
    /// Sends or requests a frame of voice signalling.
    VoiceSignalling { command: SignallingCommand },
    /// Does something with the peer connection of a call.
    VoicePeer { call: u32, command: PeerCommand },
    /// Sends silence in place of the microphone's audio, or the audio again.
    VoiceMute { call: u32, muted: bool },
    /// Opens the microphone of a call that has lost it.
    VoiceMicrophone { call: u32 },
    /// The relay servers for all later calls.
    VoiceRelays { servers: Vec<RelayServer> },
    /// Closes all links and peer connections without a report.
    VoiceRelease,
    /// Uploads a file with `POST`; the host reports `uploadProgressed` and `uploadEnded`.
    UploadStart { call: f64, target: String, token: Option<String>, file: String, time_limit_ms: u32 },
    /// Converts a file, which keeps its handle; the host reports `uploadProgressed` and `fileConverted`.
    UploadConvert { call: f64, file: String, to: Conversion },
    /// Stops an upload or a conversion.
    UploadCancel { call: f64 },
    /// Sends a report about a fault.
    Report { report: Report },
}

impl HostEffect {
    /// The effect for the host; `None` for a REST request, which the store sends itself.
    pub fn of(effect: Effect) -> Option<Self> {
        Some(match effect {
            Effect::Http(..) => return None,
            Effect::Broker(command) => Self::broker(command),
            Effect::Persist(id, key, value) => HostEffect::Persist {
                id: id.0 as f64,
                place: match key.place() {
                    StorePlace::LocalStorage => StorePlaceName::LocalStorage,
                    StorePlace::Database => StorePlaceName::Database,
                    StorePlace::Unsent => StorePlaceName::Unsent,
                },
                name: key.name(),
                value: value.map(|value| value.expose().clone()),
            },
            Effect::ClearStorage => HostEffect::ClearStorage,
            Effect::ClaimSession => HostEffect::ClaimSession,
            Effect::Navigate { path, replace } => HostEffect::Navigate { path, replace },
            Effect::OpenUrl { url } => HostEffect::OpenUrl { url },
            Effect::LoadFlags { key, names } => HostEffect::LoadFlags { key: key.expose().clone(), names },
            Effect::Track(who) => HostEffect::Track { who },
            Effect::Sound(sound, tone) => HostEffect::Sound { sound, tone },
            Effect::Desktop(DesktopCommand::Ask) => HostEffect::DesktopAsk,
            Effect::Desktop(DesktopCommand::Show(notice)) => HostEffect::DesktopShow { notice },
            Effect::Desktop(DesktopCommand::Close(tag)) => HostEffect::DesktopClose { tag: tag.to_string() },
            Effect::Upload(UploadCommand::Start { id, request, token, file }) => HostEffect::UploadStart {
                call: id.number as f64,
                target: request.target(),
                token: token.map(|token| token.expose().clone()),
                file,
                time_limit_ms: request.time_limit_ms,
            },
            Effect::Upload(UploadCommand::Convert { id, file, to }) => {
                HostEffect::UploadConvert { call: id.number as f64, file, to }
            }
            Effect::Upload(UploadCommand::Cancel(id)) => HostEffect::UploadCancel { call: id.number as f64 },
            Effect::Voice(command) => Self::voice(command),
            Effect::Report(report) => HostEffect::Report { report },
        })
    }

    fn voice(command: VoiceCommand) -> Self {
        let command = match command {
            VoiceCommand::OpenSocket { link, url, protocol } => {
                SignallingCommand::OpenSocket { link, url, protocol: protocol.to_owned() }
            }
            VoiceCommand::CloseLink { link } => SignallingCommand::CloseLink { link },
            VoiceCommand::Send { link, text } => SignallingCommand::Send { link, text: text.expose().clone() },
            VoiceCommand::Post { link, url, transaction, text } => {
                SignallingCommand::Post { link, url, transaction, text: text.expose().clone() }
            }
            VoiceCommand::Poll { link, url, timeout_ms } => {
                SignallingCommand::Poll { link, url: url.expose().clone(), timeout_ms: timeout_ms as f64 }
            }
            VoiceCommand::Peer { call, command } => return HostEffect::VoicePeer { call, command },
            VoiceCommand::OpenMicrophone { call } => return HostEffect::VoiceMicrophone { call },
            VoiceCommand::Mute { call, muted } => return HostEffect::VoiceMute { call, muted },
            VoiceCommand::Relays(servers) => {
                return HostEffect::VoiceRelays { servers: servers.into_iter().map(RelayServer::of).collect() };
            }
            VoiceCommand::Release => return HostEffect::VoiceRelease,
        };
        HostEffect::VoiceSignalling { command }
    }

    fn broker(command: BrokerCommand) -> Self {
        match command {
            BrokerCommand::Connect { link, url, login, passcode, heartbeat_ms } => HostEffect::BrokerConnect {
                link: link as f64,
                url,
                login,
                passcode: passcode.expose().clone(),
                heartbeat_ms,
            },
            BrokerCommand::Subscribe { link, destination } => {
                HostEffect::BrokerSubscribe { link: link as f64, destination }
            }
            BrokerCommand::Acknowledge { link, ack } => HostEffect::BrokerAcknowledge { link: link as f64, ack },
            BrokerCommand::Send { link, destination, body } => {
                HostEffect::BrokerSend { link: link as f64, destination, body: body.expose().clone() }
            }
            BrokerCommand::Disconnect { link } => HostEffect::BrokerDisconnect { link: link as f64 },
        }
    }
}
