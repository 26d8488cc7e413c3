//! Configuration of a contact centre. Values come from the specification unless the operator sets them.

use crate::address::NumberCountry;
use crate::auth::second_factor::SecondFactorConfig;
use crate::auth::throttle::SignInLimit;
use crate::broker::QueueNames;
use crate::voice::VoiceConfig;
use crate::whatsapp::WhatsAppConfig;
use serde::Serialize;
use wire::{BrokerSettings, OrgUnitId, Secret, limits};

/// Body of `GET /white-label/settings`; `None` keeps the built-in look (SHELL-056).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WhiteLabel {
    /// Name of the product.
    pub product_name: Option<String>,
    /// The logo: a path on the page's origin, or a `data:` URL.
    pub logo: Option<String>,
    /// The icon: a path on the page's origin, or a `data:` URL.
    pub favicon: Option<String>,
    /// The accent colour as `#RRGGBB`.
    pub primary_color: Option<String>,
}

/// Body of `GET /configuration`: external services that the page may use; all are off by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Services {
    /// Feature flags.
    pub feature_flags: Option<FlagService>,
    /// Error reports.
    pub error_reporting: Option<ErrorService>,
    /// Usage tracking.
    pub tracking: Option<TrackingService>,
}

/// A service that implements the OpenFeature Remote Evaluation Protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FlagService {
    /// Base URL.
    pub url: String,
    /// Key for production hosts.
    pub client_key: String,
    /// Key for develop hosts (SEC-012); `None`: these hosts do not use the service.
    pub develop_client_key: Option<String>,
}

/// Where the page reports its errors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ErrorService {
    /// Sentry DSN.
    pub dsn: String,
}

/// Where the page reports which agent uses it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrackingService {
    /// URL of the identify call.
    pub url: String,
}

/// The puzzle that a customer's device solves before a chat or a call begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPuzzle {
    /// Zero bits that the hash of a solution begins with; each further bit doubles the work.
    pub bits: u8,
    /// Number of starts in the last minute from which puzzles are harder; 0: never.
    pub busy_starts: usize,
    /// Key of the signature of puzzles.
    pub key: Secret<String>,
}

impl StartPuzzle {
    /// Time for solving a puzzle, from when it was handed out.
    pub const VALID_MS: i64 = 2 * 60 * 1000;
}

/// How many days rows are kept; 0: for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetentionConfig {
    /// Attendances that ended, with messages and files, and what is known of customers without a contact.
    pub attendances_days: u32,
    /// Stored replies that pages need to repeat requests, after the end of the attendance.
    pub traces_days: u32,
    /// Rows of the audit.
    pub audit_days: u32,
    /// Effects that failed for good.
    pub dead_effects_days: u32,
    /// Notifications.
    pub notifications_days: u32,
    /// Addresses from which accounts signed in.
    pub sign_in_places_days: u32,
    /// Delivery receipts of messages that this server did not send.
    pub early_receipts_days: u32,
    /// Files that were uploaded but not sent.
    pub unused_files_days: u32,
    /// Recordings of calls, at most as long as their attendances.
    pub recordings_days: u32,
    /// Broadcast lists that are complete or cancelled, with their entries.
    pub broadcasts_days: u32,
}

impl Default for RetentionConfig {
    fn default() -> Self {
        Self {
            attendances_days: 5 * 365,
            traces_days: 30,
            audit_days: 5 * 365,
            dead_effects_days: 90,
            notifications_days: 30,
            // Long enough that an agent's address is still known after a holiday.
            sign_in_places_days: 90,
            early_receipts_days: 7,
            // Long enough for a draft: its file is sent on the same day.
            unused_files_days: 1,
            // As long as the recording of a customer service must be kept (Decree 11.034/2022, art. 12).
            recordings_days: 90,
            broadcasts_days: 365,
        }
    }
}

/// Configuration of the domain. `_ms` values are milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CentreConfig {
    /// Version in `GET /system`.
    pub version: String,
    /// Broker address (URL, or path on the page's origin) and destinations, as the browser uses them.
    pub broker: BrokerSettings,
    /// Destinations of the agents' queues.
    pub queues: QueueNames,
    /// Maximum of active attendances per agent and channel.
    pub jobs_per_channel: u32,
    /// Maximum of agents connected to voice.
    pub voice_connections: usize,
    /// Country whose numbers people write without its code.
    pub number_country: NumberCountry,
    /// Interval of the page's session check, in seconds.
    pub session_check_seconds: u32,
    /// Maximum size of an attachment, in bytes.
    pub attachment_limit_bytes: u32,
    /// Longest new password, in characters.
    pub password_max_chars: usize,
    /// Maximum size of a message text, in bytes of UTF-8.
    pub message_limit_bytes: usize,
    /// Lifetime of a session token.
    pub token_ms: i64,
    /// Lifetime of a session: its tokens are not accepted later, however often they were renewed.
    pub session_ms: i64,
    /// A session ends when its agent does nothing for this long; `None`: never.
    pub session_idle_ms: Option<i64>,
    /// Lifetime of a token that sets a new password, or sets up a second factor.
    pub password_token_ms: i64,
    /// Lifetime of the token between the right password and the code.
    pub challenge_ms: i64,
    /// Policies and key of second factors.
    pub second_factor: SecondFactorConfig,
    /// Limit of failed sign-ins per login and address.
    pub sign_in_per_pair: SignInLimit,
    /// Limit of failed sign-ins per login.
    pub sign_in_per_account: SignInLimit,
    /// Limit of failed sign-ins per address.
    pub sign_in_per_address: SignInLimit,
    /// Name, images and colour of the product.
    pub white_label: WhiteLabel,
    /// External services of the page.
    pub services: Services,
    /// Lifetime of a broker credential.
    pub broker_credential_ms: i64,
    /// A second sign-in is refused while the other session has a link that responds, and for this time afterwards.
    pub link_alive_ms: i64,
    /// Active attendances return to the queue when the agent's link has not responded for this long.
    pub link_gone_ms: i64,
    /// An online customer becomes inactive when silent for this long.
    pub customer_silent_ms: i64,
    /// An online customer becomes inactive when their page was closed for this long.
    pub customer_page_gone_ms: i64,
    /// A waiting customer leaves the queue when their page was closed for this long.
    pub customer_abandons_ms: i64,
    /// Maximum of open chats of customers from one address; 0: no limit.
    pub chats_per_address: usize,
    /// The puzzle before a chat or a call begins; `None`: no puzzle.
    pub start_puzzle: Option<StartPuzzle>,
    /// Maximum of unacknowledged frames of an agent's queue; beyond it the queue is cleared and a new epoch begins.
    pub frame_limit: usize,
    /// Whether `GET /openapi.json` answers anybody with the description of every request.
    pub api_document: bool,
    /// Org units that have a page for customers; the first one is used for a page that names none.
    pub public_org_units: Vec<OrgUnitId>,
    /// Secret shared with the operator's site, which signs identifiers with it; `None`: no identifier can be verified.
    pub identifier_secret: Option<Secret<String>>,
    /// `false`: connecting and disconnecting chat is refused with cause `offline`.
    pub chat_online: bool,
    /// Voice.
    pub voice: VoiceConfig,
    /// WhatsApp and Instagram.
    pub whatsapp: WhatsAppConfig,
    /// The external service that computes churn risks.
    pub churn_service: bool,
    /// Retention of rows, in days.
    pub retention: RetentionConfig,
}

impl Default for CentreConfig {
    fn default() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            broker: BrokerSettings {
                url: "/broker".to_owned(),
                communicator_queue: "/queue/communicator".to_owned(),
                whatsapp_queue: "/queue/whatsapp".to_owned(),
                chatvisor_queue: "/queue/chatvisor".to_owned(),
                login_queue: String::new(),
            },
            queues: QueueNames::EMBEDDED,
            jobs_per_channel: 5,
            voice_connections: 500,
            number_country: NumberCountry::BRAZIL,
            session_check_seconds: 30,
            attachment_limit_bytes: 5 * 1024 * 1024,
            password_max_chars: limits::PASSWORD_MAX_CHARS,
            message_limit_bytes: limits::MESSAGE_MAX_BYTES,
            token_ms: 12 * 60 * 60 * 1000,
            session_ms: 24 * 60 * 60 * 1000,
            session_idle_ms: None,
            password_token_ms: 15 * 60 * 1000,
            challenge_ms: 5 * 60 * 1000,
            second_factor: SecondFactorConfig::default(),
            sign_in_per_pair: SignInLimit::PAIR,
            sign_in_per_account: SignInLimit::ACCOUNT,
            sign_in_per_address: SignInLimit::ADDRESS,
            white_label: WhiteLabel::default(),
            services: Services::default(),
            broker_credential_ms: 5 * 60 * 1000,
            link_alive_ms: 15_000,
            link_gone_ms: 5 * 60 * 1000,
            customer_silent_ms: 2 * 60 * 1000,
            customer_page_gone_ms: 10_000,
            customer_abandons_ms: 60_000,
            chats_per_address: 50,
            start_puzzle: None,
            frame_limit: 10_000,
            api_document: true,
            public_org_units: vec![OrgUnitId::from("1")],
            identifier_secret: None,
            chat_online: true,
            voice: VoiceConfig::default(),
            whatsapp: WhatsAppConfig::default(),
            churn_service: false,
            retention: RetentionConfig::default(),
        }
    }
}
