//! What the TypeScript ports do, as they see it. REST is not among it: it is done here.

use crate::flow::{
    BrokerCommand, DesktopCommand, DesktopNotice, Effect, Identification, Report, Sound, StorePlace, Tone,
};
use serde::Serialize;
use tsify::Tsify;

#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum StorePlaceName {
    LocalStorage,
    Database,
    Unsent,
}

/// One effect for the host. `id` and `link` come back in the host's answer.
#[derive(Debug, Serialize, Tsify)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HostEffect {
    BrokerConnect {
        link: f64,
        url: String,
        login: String,
        passcode: String,
        heartbeat_ms: u32,
    },
    BrokerSubscribe {
        link: f64,
        destination: String,
    },
    BrokerAcknowledge {
        link: f64,
        ack: String,
    },
    BrokerSend {
        link: f64,
        destination: String,
        body: String,
    },
    BrokerDisconnect {
        link: f64,
    },
    /// No `value`: the record goes.
    Persist {
        id: f64,
        place: StorePlaceName,
        name: String,
        value: Option<String>,
    },
    ClearStorage,
    ClaimSession,
    Navigate {
        path: String,
        replace: bool,
    },
    OpenUrl {
        url: String,
    },
    LoadFlags {
        key: String,
        names: Vec<String>,
    },
    Track {
        who: Identification,
    },
    Sound {
        sound: Sound,
        tone: Tone,
    },
    DesktopAsk,
    DesktopShow {
        notice: DesktopNotice,
    },
    DesktopClose {
        tag: String,
    },
    Report {
        report: Report,
    },
}

impl HostEffect {
    /// `None` for a call of REST: the store sends it itself.
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
            Effect::Report(report) => HostEffect::Report { report },
        })
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
