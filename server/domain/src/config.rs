//! The settings of a contact centre. Every number here is a decision of the documents or one the operator may change.

use crate::auth::throttle::SignInLimit;
use crate::broker::QUEUE_PREFIX;
use core_wasm::wire::BrokerSettings;
use serde::Serialize;

/// `GET /white-label/settings`: what is none keeps the built-in look (SHELL-056).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WhiteLabel {
    pub product_name: Option<String>,
    /// Of the page's own origin, or a `data:` address: the page loads no other.
    pub logo: Option<String>,
    pub favicon: Option<String>,
    /// `#RRGGBB`
    pub primary_color: Option<String>,
}

/// `GET /configuration`: services outside the contact centre that the page may use; none is on by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Services {
    pub feature_flags: Option<FlagService>,
    pub error_reporting: Option<ErrorService>,
    pub tracking: Option<TrackingService>,
}

/// Speaks the OpenFeature Remote Evaluation Protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FlagService {
    pub url: String,
    pub client_key: String,
    /// For develop hosts (SEC-012); without one they do not ask.
    pub develop_client_key: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ErrorService {
    pub dsn: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrackingService {
    pub url: String,
}

/// Milliseconds unless the name says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CentreConfig {
    pub version: String,
    /// Where the browser finds the broker: an address, or a path of the page's own origin; and what it may say to it.
    pub broker: BrokerSettings,
    /// The destination of an agent's queue begins so, its id follows.
    pub queue_prefix: String,
    /// Attendances per agent and channel.
    pub jobs_per_channel: u32,
    /// Agents on the voice channel at the same time.
    pub voice_connections: usize,
    pub session_check_seconds: u32,
    pub attachment_limit_bytes: u32,
    pub message_limit_bytes: usize,
    pub token_ms: i64,
    /// A temporary token for a new password.
    pub password_token_ms: i64,
    pub sign_in_per_account: SignInLimit,
    pub sign_in_per_address: SignInLimit,
    pub white_label: WhiteLabel,
    pub services: Services,
    pub broker_credential_ms: i64,
    /// "Already connected" holds while the other session's link beat within this time.
    pub link_alive_ms: i64,
    /// A customer's chat whose agent's link is gone for so long returns to the queue.
    pub link_gone_ms: i64,
    /// A customer who is silent for so long is inactive.
    pub customer_silent_ms: i64,
    /// A customer whose page is gone for so long is inactive.
    pub customer_page_gone_ms: i64,
    /// A waiting customer whose page is gone for so long leaves the line.
    pub customer_abandons_ms: i64,
    /// Unacknowledged frames of an agent queue; with more, the queue is emptied and a new epoch begins.
    pub frame_limit: usize,
    /// False: connecting and disconnecting chat is refused with cause `offline`.
    pub chat_online: bool,
}

impl Default for CentreConfig {
    fn default() -> Self {
        Self {
            version: "5.0.575".to_owned(),
            broker: BrokerSettings {
                url: "/broker".to_owned(),
                communicator_queue: "/queue/communicator".to_owned(),
                whatsapp_queue: "/queue/whatsapp".to_owned(),
                chatvisor_queue: "/queue/chatvisor".to_owned(),
                login_queue: String::new(),
            },
            queue_prefix: QUEUE_PREFIX.to_owned(),
            jobs_per_channel: 5,
            voice_connections: 500,
            session_check_seconds: 30,
            attachment_limit_bytes: 5 * 1024 * 1024,
            message_limit_bytes: 65_536,
            token_ms: 12 * 60 * 60 * 1000,
            password_token_ms: 15 * 60 * 1000,
            sign_in_per_account: SignInLimit::ACCOUNT,
            sign_in_per_address: SignInLimit::ADDRESS,
            white_label: WhiteLabel::default(),
            services: Services::default(),
            broker_credential_ms: 5 * 60 * 1000,
            link_alive_ms: 15_000,
            link_gone_ms: 5 * 60 * 1000,
            customer_silent_ms: 2 * 60 * 1000,
            customer_page_gone_ms: 10_000,
            customer_abandons_ms: 5 * 60 * 1000,
            frame_limit: 10_000,
            chat_online: true,
        }
    }
}
