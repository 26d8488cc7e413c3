//! The command line. Everything else is set by environment variables (`ENVIRONMENT`).

use clap::{Args, Parser, ValueEnum};
use contact_centre::wire::AgentRole;

use super::Settings;

/// Environment variables, for `--help`.
const ENVIRONMENT: &str = "\
Environment (default):
  PORT (8080)  HOST (127.0.0.1)  DATA_DIR (data)  UI_DIR (ui/dist)
  DATABASE_URL     PostgreSQL instead of a file in DATA_DIR: postgres://user:password@host:port/database; with
                   ?sslmode=verify-full over TLS
  DATABASE_CA      PEM file of the authorities of PostgreSQL's certificate; by default those of the operating system
  BROKER_URL       RabbitMQ instead of the embedded broker: STOMP over WebSocket, as browsers reach it (ws:// or wss://)
  BROKER_AMQP_URL  the same RabbitMQ for this server: amqp://user:password@host:port/vhost
  BROKER_AUTH_KEY  key of RabbitMQ's access checks, at least 16 letters, digits or hyphens
  BROKER_LOGIN     1: pages send sign-in (with the password) and log-off to the broker
  ALLOWED_ORIGINS  further origins whose pages may connect to the broker, separated by commas
  BEHIND_PROXY     1: a proxy terminates TLS; use the last address in x-forwarded-for as the caller's
  WHITE_LABEL_NAME, WHITE_LABEL_LOGO, WHITE_LABEL_FAVICON, WHITE_LABEL_COLOR  look of the product: a path on this
                   host or a data: picture, #RRGGBB
  FLAGS_URL, FLAGS_CLIENT_KEY, FLAGS_DEVELOP_CLIENT_KEY  feature flags (OpenFeature Remote Evaluation Protocol)
  ERROR_REPORTING_DSN, TRACKING_URL  where the page reports errors and its user; off by default
  JOBS_PER_CHANNEL (5)  maximum of active attendances per agent and channel
  JOBS_PER_QUEUE   maximum of active attendances of a WhatsApp queue that agents begin or reopen; no limit by default
  BROADCAST_MAX_CONTACTS (1000)  maximum of customers of one broadcast, up to 10000
  BROADCAST_PER_SECOND (80)  messages of broadcasts that a route sends in a second
  BROADCAST_DAILY_CUSTOMERS  customers to whom a route begins a conversation by broadcasts within 24 hours; no limit by default
  OPT_OUT_WORDS (SAIR,PARAR,STOP,CANCELAR), OPT_IN_WORDS (VOLTAR,START)  messages by which a customer ends broadcasts, and
                   allows them again
  NUMBER_COUNTRY (BR)  country whose telephone numbers are written without its code: PT, US, MX, AR, ...
  RATE_LIMIT (100) calls per second and caller, with bursts of ten times as many; 0: no limit
  CONNECTIONS_PER_ADDRESS  connections of one address; by default a quarter of all (10,000, or what LimitNOFILE allows);
                   0: no limit; behind a proxy it is the proxy's task
  CHATS_PER_ADDRESS (50)  open chats of customers from one address; 0: no limit
  STARTS_PER_ADDRESS (120)  chats and calls of customers that begin in an hour from one address; 0: no limit
  START_PUZZLE_BITS (0)  zero bits of the hash that a customer's device finds before a chat or a call begins, up to 24;
                   0: none
  START_PUZZLE_BUSY (60)  starts in a minute above which it finds two bits more; 0: never
  MB_PER_ADDRESS (500)  MB of texts and files of customers in a day from one address; 0: no limit
  MB_PER_AGENT (2000)  MB of files of an agent in a day; 0: no limit
  DISK_FLOOR_MB (512)  free space below which no files and no new customers are taken
  PASSWORD_MAX_CHARS (15)  longest new password, up to 128
  SESSION_IDLE_MINUTES  a session ends when its agent does nothing for so long, from 2 minutes; off by default
  SECOND_FACTOR (off)  codes of an authenticator app at the sign-in: off, optional or required, also by org unit:
                   optional,2:required
  SECOND_FACTOR_KEY  seals the secrets of the apps, at least 32 characters; needed by SECOND_FACTOR
  SECOND_FACTOR_KEY_FORMER  the key before, while it is replaced
  MEDIA_MAX_MB     MB of all files of messages together; no limit by default
  RETENTION_DAYS_ATTENDANCES (1825)  days after which ended attendances with messages and files are deleted; 0: never
  RETENTION_DAYS_AUDIT (1825)  days after which rows of the audit are deleted; 0: never
  RETENTION_DAYS_TRACES (30), RETENTION_DAYS_DEAD_EFFECTS (90), RETENTION_DAYS_NOTIFICATIONS (30),
  RETENTION_DAYS_SIGN_IN_PLACES (90), RETENTION_DAYS_EARLY_RECEIPTS (7), RETENTION_DAYS_UNUSED_FILES (1),
  RETENTION_DAYS_RECORDINGS (90)  the same for
                   what docs/operations.md lists
  API_DOCUMENT     1: GET /api/openapi.json describes the interface to anybody, as with --demo
  PUBLIC_ORG_UNIT (1)  org units with a customers' page, separated by commas; the first is that of /outside, another one
                   has /outside?unit=2
  OUTSIDE_HOST     host name of the customers' page, which is served there only and without the workspace; by default both
                   are on every host
  IDENTIFIER_SECRET  secret with which the operator's site signs identifiers of customers, at least 32 characters
  VOICE_GATEWAY (auto)  on, off, or auto: the embedded gateway runs if an agent has a telephone or a queue takes calls
  VOICE_MEDIA      UDP address of calls, for example 192.0.2.1:29000; by default HOST and any free port
  VOICE_ADVERTISE  address of calls that browsers use, if it is another one
  VOICE_RING_SECONDS (30)  how long a telephone rings
  RECORDING_ANNOUNCEMENT  WAV file (8 kHz, 16 bits, mono) that is heard before recordings of queues that demand it
  VOICE_NODES, VOICE_SIP_PROXY, VOICE_SECRET, VOICE_TOKEN, VOICE_API_SECRET  Janus gateways instead of the embedded one
  RELAY_URLS, RELAY_USER, RELAY_CREDENTIAL  STUN and TURN servers of calls
  CHURN_URL, CHURN_TOKEN  service that computes churn risks instead of the server
  PUBLIC_URL       address by which providers of WhatsApp and Instagram reach this server: https://service.example
  MEDIA_DIR, MEDIA_KEY, ATTACHMENT_MAX_BYTES (5242880)  files of messages: folder (DATA_DIR/media), key of their
                   addresses (32 characters or more; made at the first start), largest file
  CLAMD            virus scanner (clamd) of files: /run/clamav/clamd.ctl or host:3310
  META_ACCESS_TOKEN, META_APP_SECRET, META_VERIFY_TOKEN, META_BUSINESS_ACCOUNT, META_BASE_URL  WhatsApp Cloud API
  INSTAGRAM_ACCESS_TOKEN, INSTAGRAM_APP_SECRET, INSTAGRAM_VERIFY_TOKEN, INSTAGRAM_BASE_URL     Instagram messaging
  TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_BASE_URL, TWILIO_CONTENT_BASE_URL              Twilio
  INFOBIP_API_KEY, INFOBIP_BASE_URL, INFOBIP_SENDER, INFOBIP_WEBHOOK_SECRET                    Infobip
  ZENVIA_API_TOKEN, ZENVIA_WEBHOOK_SECRET, ZENVIA_CHANNEL, ZENVIA_MEDIA_HOSTS, ZENVIA_BASE_URL Zenvia
  GUPSHUP_API_KEY, GUPSHUP_APP_NAME, GUPSHUP_APP_ID, GUPSHUP_WEBHOOK_SECRET, GUPSHUP_MEDIA_HOSTS, GUPSHUP_BASE_URL
                   Gupshup
  LOG_LEVEL (info) error, warn, info, debug or trace, also per target: info,workspace_server=debug";

/// The contact centre behind the agent workspace.
#[derive(Debug, Parser)]
#[command(name = "workspace-server", version, after_help = ENVIRONMENT)]
pub(super) struct Arguments {
    /// Delete the database at the start; asks first
    #[arg(long)]
    pub fresh: bool,
    /// Do not ask
    #[arg(long, requires = "fresh")]
    pub yes: bool,
    /// Serve plain HTTP to other machines without a proxy: passwords cross the network in clear text
    #[arg(long)]
    pub insecure_http: bool,
    #[cfg(feature = "development")]
    #[command(flatten)]
    development: Development,
    #[command(subcommand)]
    pub command: Option<Subcommand>,
}

#[cfg(feature = "development")]
#[derive(Debug, Args)]
struct Development {
    /// Create demo data and print its passwords; only on loopback
    #[arg(long)]
    demo: bool,
    /// Fill the demo with N contacts and their companies at the first start
    #[arg(long, value_name = "N", requires = "demo", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    contacts: Option<u32>,
    /// Enable fault injection under /control: sockets, calls, tokens, the broker, the clock
    #[arg(long, requires = "demo")]
    faults: bool,
    /// Run N simulated customers, at most 500
    #[arg(long, value_name = "N", requires = "demo", value_parser = clap::value_parser!(u16).range(..=500))]
    simulate: Option<u16>,
}

impl Arguments {
    /// Sets what only a development build has.
    pub fn set_development(&self, settings: &mut Settings) {
        #[cfg(feature = "development")]
        {
            settings.demo = self.development.demo;
            settings.demo_contacts = self.development.contacts.unwrap_or_default();
            settings.faults = self.development.faults;
            settings.simulated_customers = self.development.simulate.unwrap_or_default();
        }
        #[cfg(not(feature = "development"))]
        {
            settings.demo = false;
            settings.faults = false;
            settings.simulated_customers = 0;
        }
    }
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum Subcommand {
    /// Manage accounts, also while servers run
    #[command(subcommand)]
    Account(AccountCommand),
    /// Manage customers, also while servers run
    #[command(subcommand)]
    Customer(CustomerCommand),
    /// Manage settings of queues, also while servers run: they use new values at once
    #[command(subcommand)]
    Queue(QueueCommand),
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum QueueCommand {
    /// Print identifier, org unit, channel and name of every queue
    List,
    /// Print the settings of a queue as JSON
    Show {
        /// Identifier of the queue
        queue: String,
    },
    /// Change settings of a queue: a JSON object with those that change is read from standard input; null is the default
    Set {
        /// Identifier of the queue
        queue: String,
    },
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum CustomerCommand {
    /// Erase everything about a customer (LGPD); cannot be undone
    Erase {
        /// Identifier of the org unit whose rows are erased
        #[arg(long)]
        org_unit: String,
        /// Telephone number, mail address, other identifier, or id of the contact
        #[arg(long)]
        identifier: String,
        /// End open attendances of the customer; without it they are a refusal
        #[arg(long)]
        end: bool,
    },
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum AccountCommand {
    /// Create an account; the password is read from standard input, and the first sign-in asks for another one
    Create(NewAccountArguments),
    /// Remove the second factor of an account whose agent lost the telephone and the recovery codes
    ResetSecondFactor {
        /// Name to sign in with
        #[arg(long)]
        login: String,
    },
}

/// Arguments of `account create`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct NewAccountArguments {
    /// Name to sign in with
    pub login: String,
    /// Displayed name
    #[arg(long)]
    pub name: String,
    /// Role
    #[arg(long, value_enum, default_value_t = Role::Agent)]
    pub role: Role,
    /// Identifier of the org unit; created if it does not exist
    #[arg(long, default_value = "1")]
    pub org_unit: String,
    /// Chat queue that the agent serves, by name, also several times; created if it does not exist
    #[arg(long = "queue", value_name = "NAME")]
    pub queues: Vec<String>,
}

/// Role of a new account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Role {
    /// Attends customers.
    Agent,
    /// Sees and manages the agents of the org unit.
    Supervisor,
}

impl From<Role> for AgentRole {
    fn from(role: Role) -> Self {
        match role {
            Role::Agent => AgentRole::Agent,
            Role::Supervisor => AgentRole::Supervisor,
        }
    }
}
