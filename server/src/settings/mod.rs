//! Settings from environment variables and flags, validated before anything is opened.

mod arguments;
mod broadcasts;
mod churn;
mod limits;
mod providers;
mod rabbit;
mod retention;
mod session;
mod urls;
mod voice;

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use clap::Parser;
use contact_centre::wire::{OrgUnitId, Secret};
use contact_centre::{
    BroadcastConfig, CustomerErasure, ErrorService, FlagService, NumberCountry, RetentionConfig, Services,
    TrackingService, VoiceConfig, WhiteLabel,
};
use thiserror::Error;

pub use crate::disk::DiskLimits;
pub use crate::http::quotas::QuotaSettings;
pub use crate::voice::GatewayStart;
use arguments::{AccountCommand, Arguments, CustomerCommand, QueueCommand, Subcommand};
pub use arguments::{NewAccountArguments, Role};
pub use churn::ChurnSettings;
pub use limits::{LimitSettings, PuzzleSettings};
pub use providers::ProviderSettings;
pub use rabbit::RabbitSettings;
pub use session::SessionSettings;
use urls::origin_of;
pub use voice::VoiceSettings;

use crate::store::{Location, PostgresLocation};

/// Minimum length of a key: the bytes of an HMAC-SHA256.
const SECRET_MIN_CHARS: usize = 32;

/// Settings of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Address to listen on.
    pub address: SocketAddr,
    /// Location of the database.
    pub database: Location,
    /// Folder of the built workspace.
    pub ui_dir: PathBuf,
    /// Further origins whose pages may connect to the broker, in lower case.
    pub allowed_origins: Vec<String>,
    /// External RabbitMQ; `None`: the embedded broker.
    pub rabbit: Option<RabbitSettings>,
    /// Whether the last address of `x-forwarded-for` is used as the caller's.
    pub behind_proxy: bool,
    /// Name, images and colour of the product.
    pub white_label: WhiteLabel,
    /// External services of the page.
    pub services: Services,
    /// Log level, also per target.
    pub log_level: String,
    /// Whether the demo data, with its published passwords, is created and announced.
    pub demo: bool,
    /// Number of contacts of the demo; 0: a small default.
    pub demo_contacts: u32,
    /// Number of simulated customers.
    pub simulated_customers: u16,
    /// Whether the database is deleted at the start.
    pub fresh: bool,
    /// Whether the database is deleted without asking.
    pub yes: bool,
    /// Whether fault injection is enabled; never in production.
    pub faults: bool,
    /// Requests per second and caller; 0: no limit.
    pub rate_limit: u32,
    /// Limits of the machine.
    pub limits: LimitSettings,
    /// Settings of sign-ins and of the end of sessions.
    pub session: SessionSettings,
    /// Maximum of open chats of customers from one address, 0: no limit; `None`: the domain's default.
    pub chats_per_address: Option<usize>,
    /// Whether the description of the interface, `GET /api/openapi.json`, is published; always with the demo data.
    pub api_document: bool,
    /// Org units that have a page for customers; the first one is used for a page that names none.
    pub public_org_units: Vec<OrgUnitId>,
    /// Host name of the customers' page and its requests, which are served only there; `None`: they are served on the
    /// workspace's host.
    pub outside_host: Option<String>,
    /// Country whose numbers people write without its code.
    pub number_country: NumberCountry,
    /// Secret with which the operator's site signs identifiers of customers; `None`: none can be verified.
    pub identifier_secret: Option<Secret<String>>,
    /// Maximum of active attendances per agent and channel; `None`: the domain's default.
    pub jobs_per_channel: Option<u32>,
    /// Maximum of active attendances of a WhatsApp queue that agents begin or reopen; `None`: no limit.
    pub jobs_per_queue: Option<u32>,
    /// Settings of voice.
    pub voice: VoiceSettings,
    /// Settings of WhatsApp and Instagram.
    pub providers: ProviderSettings,
    /// The external service for churn risks; `None`: the centre computes them itself.
    pub churn: Option<ChurnSettings>,
    /// Settings of broadcasts.
    pub broadcasts: BroadcastConfig,
    /// Retention of rows, in days.
    pub retention: RetentionConfig,
}

/// The command that the command line names.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Runs the server.
    Serve(Box<Settings>),
    /// Creates an account in the database.
    CreateAccount {
        /// Location of the database.
        database: Location,
        /// The account, without its password.
        account: NewAccountArguments,
    },
    /// Removes the second factor of an account.
    ResetSecondFactor {
        /// Location of the database.
        database: Location,
        /// Login of the agent.
        login: String,
    },
    /// Erases a customer.
    EraseCustomer {
        /// Location of the database.
        database: Location,
        /// Location of the message files, and the key of the server.
        files: Box<ProviderSettings>,
        /// The country of the centre.
        country: NumberCountry,
        /// The customer to erase.
        erasure: CustomerErasure,
    },
    /// Prints all queues.
    ListQueues {
        /// Location of the database.
        database: Location,
    },
    /// Prints the settings of a queue.
    ShowQueue {
        /// Location of the database.
        database: Location,
        /// Identifier of the queue.
        queue: String,
    },
    /// Changes settings of a queue, which are read from standard input.
    SetQueue {
        /// Location of the database.
        database: Location,
        /// Identifier of the queue or campaign.
        queue: String,
        /// What carries the calls: not everything can be set for each.
        voice: Box<VoiceConfig>,
    },
    /// Prints the help or the version.
    Print(String),
}

/// An invalid setting; displayed as one sentence.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SettingsError {
    /// `PORT` is not a port.
    #[error("PORT must be a number from 0 to 65535, but is '{0}'.")]
    Port(String),
    /// `HOST` is not an IP address.
    #[error("HOST must be an IP address such as 127.0.0.1 or 0.0.0.0, but is '{0}'.")]
    Host(String),
    /// `RATE_LIMIT` is not a number.
    #[error("RATE_LIMIT must be a number, but is '{0}'.")]
    RateLimit(String),
    /// A variable has an invalid form.
    #[error("{name} must be {form}, but is '{value}'.")]
    Form {
        /// Name of the variable.
        name: &'static str,
        /// Expected form.
        form: &'static str,
        /// Given value.
        value: String,
    },
    /// A variable requires another one.
    #[error("{0} needs {1} beside it.")]
    Alone(&'static str, &'static str),
    /// `DATABASE_URL` is not an address of PostgreSQL; it may contain a password, so it is not repeated.
    #[error("DATABASE_URL must be an address such as postgres://user:password@db.example/contact_centre.")]
    DatabaseUrl,
    /// `BROKER_URL` is not a WebSocket URL.
    #[error("BROKER_URL must be an address such as wss://broker.example/ws, but is '{0}'.")]
    BrokerUrl(String),
    /// `BROKER_AMQP_URL` is missing or invalid.
    #[error("With BROKER_URL, BROKER_AMQP_URL must be an address such as amqp://user:password@broker.example/%2f.")]
    BrokerAmqpUrl,
    /// A secret is too short; it is not repeated.
    #[error("{0} must have at least 32 characters.")]
    ShortSecret(&'static str),
    /// `BROKER_AUTH_KEY` is missing or too short.
    #[error("With BROKER_URL, BROKER_AUTH_KEY must have at least 16 letters, digits or hyphens.")]
    BrokerAuthKey,
    /// The demo's passwords are published: other machines must not reach them.
    #[error("--demo has published passwords, so HOST must be a loopback address, but is {0}.")]
    DemoExposed(IpAddr),
    /// Without encryption passwords would cross the network in clear text.
    #[error(
        "HOST {0} serves plain HTTP: put a proxy with TLS in front and set BEHIND_PROXY=1, or pass --insecure-http."
    )]
    PlainHttp(IpAddr),
    /// The command line is invalid.
    #[error("{0}. Try --help.")]
    Arguments(String),
}

impl Settings {
    /// Parses environment variables and command-line arguments (without the program's name).
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn read(
        environment: impl Fn(&str) -> Option<String>,
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<Command, SettingsError> {
        let variable =
            |name: &str| environment(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let arguments =
            match Arguments::try_parse_from([OsString::from("workspace-server")].into_iter().chain(arguments)) {
                Ok(arguments) => arguments,
                Err(error) if error.use_stderr() => return Err(SettingsError::Arguments(first_line(&error))),
                Err(help) => return Ok(Command::Print(help.to_string())),
            };
        let database = database(&variable)?;
        match arguments.command {
            Some(Subcommand::Account(AccountCommand::Create(account))) => {
                return Ok(Command::CreateAccount { database, account });
            }
            Some(Subcommand::Account(AccountCommand::ResetSecondFactor { login })) => {
                return Ok(Command::ResetSecondFactor { database, login });
            }
            Some(Subcommand::Customer(CustomerCommand::Erase { org_unit, identifier, end })) => {
                let files = Box::new(ProviderSettings::read(&variable)?);
                let erasure = CustomerErasure { org_unit: OrgUnitId::from(org_unit), identifier, end };
                let country = number_country(&variable)?;
                return Ok(Command::EraseCustomer { database, files, country, erasure });
            }
            Some(Subcommand::Queue(QueueCommand::List)) => return Ok(Command::ListQueues { database }),
            Some(Subcommand::Queue(QueueCommand::Show { queue })) => {
                return Ok(Command::ShowQueue { database, queue });
            }
            Some(Subcommand::Queue(QueueCommand::Set { queue })) => {
                let voice = Box::new(VoiceSettings::read(&variable, IpAddr::V4(Ipv4Addr::LOCALHOST))?.config);
                return Ok(Command::SetQueue { database, queue, voice });
            }
            None => {}
        }
        let port = match variable("PORT") {
            Some(text) => text.parse().map_err(|_| SettingsError::Port(text))?,
            None => 8080,
        };
        let rate_limit = match variable("RATE_LIMIT") {
            Some(text) => text.parse().map_err(|_| SettingsError::RateLimit(text))?,
            None => 100,
        };
        let host = match variable("HOST").as_deref() {
            None | Some("localhost") => IpAddr::V4(Ipv4Addr::LOCALHOST),
            Some(text) => text.parse().map_err(|_| SettingsError::Host(text.to_owned()))?,
        };
        let mut settings = Self {
            address: SocketAddr::new(host, port),
            database,
            ui_dir: variable("UI_DIR").unwrap_or_else(|| "ui/dist".to_owned()).into(),
            allowed_origins: variable("ALLOWED_ORIGINS").map(|text| origins(&text)).unwrap_or_default(),
            rabbit: RabbitSettings::read(variable)?,
            behind_proxy: variable("BEHIND_PROXY").is_some_and(|text| text == "1" || text == "true"),
            white_label: white_label(&variable)?,
            services: services(&variable)?,
            log_level: variable("LOG_LEVEL").unwrap_or_else(|| "info".to_owned()),
            demo: false,
            demo_contacts: 0,
            simulated_customers: 0,
            fresh: false,
            yes: false,
            faults: false,
            rate_limit,
            limits: LimitSettings::read(&variable)?,
            session: SessionSettings::read(&variable)?,
            chats_per_address: chats_per_address(&variable)?,
            api_document: checked(&variable, "API_DOCUMENT", "0 or 1", |text| matches!(text, "0" | "1"))?.as_deref()
                == Some("1"),
            public_org_units: org_units(&variable("PUBLIC_ORG_UNIT").unwrap_or_else(|| "1".to_owned())),
            outside_host: checked(&variable, "OUTSIDE_HOST", "a host name such as customers.example", is_host_name)?
                .map(|host| host.to_ascii_lowercase()),
            number_country: number_country(&variable)?,
            identifier_secret: identifier_secret(&variable)?,
            jobs_per_channel: attendances(&variable, "JOBS_PER_CHANNEL")?,
            jobs_per_queue: attendances(&variable, "JOBS_PER_QUEUE")?,
            voice: VoiceSettings::read(&variable, host)?,
            providers: ProviderSettings::read(&variable)?,
            churn: ChurnSettings::read(&variable)?,
            broadcasts: broadcasts::read(&variable)?,
            retention: retention::read(&variable)?,
        };
        settings.fresh = arguments.fresh;
        settings.yes = arguments.yes;
        arguments.set_development(&mut settings);
        settings.check_exposure(arguments.insecure_http)?;
        Ok(Command::Serve(Box::new(settings)))
    }

    /// Refuses published passwords and fault injection except on loopback, and addresses of other machines without
    /// encryption or an explicit decision against it.
    fn check_exposure(&self, insecure_http: bool) -> Result<(), SettingsError> {
        let host = self.address.ip();
        if host.is_loopback() {
            return Ok(());
        }
        if self.demo {
            return Err(SettingsError::DemoExposed(host));
        }
        if !self.behind_proxy && !insecure_http {
            return Err(SettingsError::PlainHttp(host));
        }
        Ok(())
    }
}

/// A host name: letters, digits, dots and hyphens, without scheme or port.
fn is_host_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
}

type Variables<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Parses a variable of the expected form.
fn checked(
    variable: Variables<'_>,
    name: &'static str,
    form: &'static str,
    is_valid: fn(&str) -> bool,
) -> Result<Option<String>, SettingsError> {
    match variable(name) {
        Some(value) if !is_valid(&value) => Err(SettingsError::Form { name, form, value }),
        value => Ok(value),
    }
}

fn number_country(variable: Variables<'_>) -> Result<NumberCountry, SettingsError> {
    let is_country = |code: &str| NumberCountry::of(code).is_some();
    let code = checked(variable, "NUMBER_COUNTRY", "a country of two capital letters such as BR or PT", is_country)?;
    Ok(code.and_then(|code| NumberCountry::of(&code)).unwrap_or_default())
}

fn database(variable: Variables<'_>) -> Result<Location, SettingsError> {
    let Some(url) = variable("DATABASE_URL") else {
        return Ok(Location::Folder(variable("DATA_DIR").unwrap_or_else(|| "data".to_owned()).into()));
    };
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(SettingsError::DatabaseUrl);
    }
    // The driver does not know this mode; `require` verifies the same here.
    let url = url.replace("sslmode=verify-full", "sslmode=require");
    let config: tokio_postgres::Config = url.parse().map_err(|_| SettingsError::DatabaseUrl)?;
    if config.get_hosts().is_empty() {
        return Err(SettingsError::DatabaseUrl);
    }
    Ok(Location::Postgres(Box::new(PostgresLocation {
        config,
        authorities: variable("DATABASE_CA").map(PathBuf::from),
    })))
}

fn white_label(variable: Variables<'_>) -> Result<WhiteLabel, SettingsError> {
    let picture = |name| checked(variable, name, "a path such as /brand/logo.svg or a data: picture", is_picture);
    Ok(WhiteLabel {
        product_name: variable("WHITE_LABEL_NAME"),
        logo: picture("WHITE_LABEL_LOGO")?,
        favicon: picture("WHITE_LABEL_FAVICON")?,
        primary_color: checked(variable, "WHITE_LABEL_COLOR", "a colour such as #2463D6", is_color)?,
    })
}

fn chats_per_address(variable: Variables<'_>) -> Result<Option<usize>, SettingsError> {
    let text = checked(variable, "CHATS_PER_ADDRESS", "a number", |text| text.parse::<usize>().is_ok())?;
    Ok(text.and_then(|text| text.parse().ok()))
}

fn identifier_secret(variable: Variables<'_>) -> Result<Option<Secret<String>>, SettingsError> {
    match variable("IDENTIFIER_SECRET") {
        Some(text) if text.chars().count() < SECRET_MIN_CHARS => Err(SettingsError::ShortSecret("IDENTIFIER_SECRET")),
        text => Ok(text.map(Secret::new)),
    }
}

/// A list of org units, separated by commas.
fn org_units(text: &str) -> Vec<OrgUnitId> {
    text.split(',').map(str::trim).filter(|unit| !unit.is_empty()).map(OrgUnitId::from).collect()
}

/// A maximum of attendances.
fn attendances(variable: Variables<'_>, name: &'static str) -> Result<Option<u32>, SettingsError> {
    let one_or_more = |text: &str| text.parse().is_ok_and(|count: u32| count > 0);
    let text = checked(variable, name, "a number from 1", one_or_more)?;
    Ok(text.and_then(|text| text.parse().ok()))
}

/// A path on the page's origin or a `data:` URL; the page loads no other images.
fn is_picture(text: &str) -> bool {
    text.starts_with("data:image/") || (text.starts_with('/') && !text.starts_with("//"))
}

fn is_color(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn services(variable: Variables<'_>) -> Result<Services, SettingsError> {
    let address =
        |name| checked(variable, name, "an address such as https://service.example", |url| origin_of(url).is_some());
    let feature_flags = match (address("FLAGS_URL")?, variable("FLAGS_CLIENT_KEY")) {
        (Some(url), Some(client_key)) => {
            Some(FlagService { url, client_key, develop_client_key: variable("FLAGS_DEVELOP_CLIENT_KEY") })
        }
        (Some(_), None) => return Err(SettingsError::Alone("FLAGS_URL", "FLAGS_CLIENT_KEY")),
        (None, _) => None,
    };
    Ok(Services {
        feature_flags,
        error_reporting: address("ERROR_REPORTING_DSN")?.map(|dsn| ErrorService { dsn }),
        tracking: address("TRACKING_URL")?.map(|url| TrackingService { url }),
    })
}

impl Settings {
    /// Origins that the page connects to besides its own.
    pub fn foreign_origins(&self) -> Vec<String> {
        let Services { feature_flags, error_reporting, tracking } = &self.services;
        let addresses = [
            feature_flags.as_ref().map(|flags| &flags.url),
            error_reporting.as_ref().map(|errors| &errors.dsn),
            tracking.as_ref().map(|tracking| &tracking.url),
        ];
        let broker = self.rabbit.as_ref().and_then(RabbitSettings::socket_origin).map(str::to_owned);
        addresses
            .into_iter()
            .flatten()
            .filter_map(|address| origin_of(address))
            .chain(broker)
            .chain(self.voice.node_origins())
            .collect()
    }
}

fn origins(text: &str) -> Vec<String> {
    text.split(',')
        .map(|origin| origin.trim().trim_end_matches('/').to_ascii_lowercase())
        .filter(|origin| !origin.is_empty())
        .collect()
}

/// The error of the command line, without the usage text that clap adds.
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests;
