//! Settings from environment variables and flags, validated before anything is opened.

use std::ffi::OsString;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use contact_centre::{ErrorService, FlagService, Services, TrackingService, WhiteLabel};
use lapin::uri::AMQPUri;
use thiserror::Error;

/// Text of `--help`.
pub const HELP: &str = "\
workspace-server: the contact centre behind the agent workspace

  --simulate N   run N simulated customers
  --faults       enable fault injection under /control: sockets, calls, tokens, the broker, the clock
  --fresh        start with new demo data (deletes the database)
  --help         this text
  --version      the version

Environment (default):
  PORT (8080)  HOST (127.0.0.1)  DATA_DIR (data)  UI_DIR (ui/dist)
  BROKER_URL       RabbitMQ instead of the embedded broker: STOMP over WebSocket, as browsers reach it (ws:// or wss://)
  BROKER_AMQP_URL  the same RabbitMQ for this server: amqp://user:password@host:port/vhost
  BROKER_AUTH_KEY  key of RabbitMQ's access checks, at least 16 letters, digits or hyphens
  BROKER_LOGIN     1: pages send sign-in (with the password) and log-off to the broker
  ALLOWED_ORIGINS  further origins whose pages may connect to the broker, separated by commas
  BEHIND_PROXY     1: use the last address in x-forwarded-for as the caller's
  WHITE_LABEL_NAME, WHITE_LABEL_LOGO, WHITE_LABEL_FAVICON, WHITE_LABEL_COLOR  look of the product: a path on this
                   host or a data: picture, #RRGGBB
  FLAGS_URL, FLAGS_CLIENT_KEY, FLAGS_DEVELOP_CLIENT_KEY  feature flags (OpenFeature Remote Evaluation Protocol)
  ERROR_REPORTING_DSN, TRACKING_URL  where the page reports errors and its user; off by default
  JOBS_PER_CHANNEL (5)  maximum of active attendances per agent and channel
  RATE_LIMIT (100) requests per second and caller, with bursts of ten times as many; 0: no limit
  LOG_LEVEL (info) error, warn, info, debug or trace, also per target: info,workspace_server=debug";

/// Settings of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Address to listen on.
    pub address: SocketAddr,
    /// Folder of the database.
    pub data_dir: PathBuf,
    /// Folder of the built workspace.
    pub ui_dir: PathBuf,
    /// Further origins whose pages may connect to the broker, in lower case.
    pub allowed_origins: Vec<String>,
    /// External RabbitMQ; `None`: the embedded broker.
    pub rabbit: Option<RabbitSettings>,
    /// Use the last address of `x-forwarded-for` as the caller's.
    pub behind_proxy: bool,
    /// Look of the product.
    pub white_label: WhiteLabel,
    /// External services of the page.
    pub services: Services,
    /// Log level, also per target.
    pub log_level: String,
    /// Number of simulated customers.
    pub simulated_customers: u16,
    /// Delete the database at the start.
    pub fresh: bool,
    /// Enable fault injection; never in production.
    pub faults: bool,
    /// Requests per second and caller; 0: no limit.
    pub rate_limit: u32,
    /// Maximum of active attendances per agent and channel; `None`: the domain's default.
    pub jobs_per_channel: Option<u32>,
}

/// RabbitMQ instead of the embedded broker.
#[derive(Clone, PartialEq, Eq)]
pub struct RabbitSettings {
    /// WebSocket URL for browsers.
    pub url: String,
    /// AMQP URL for this server.
    pub amqp: AMQPUri,
    /// Key of RabbitMQ's access checks.
    pub auth_key: String,
    /// Pages send sign-in and log-off to the broker.
    pub wants_logins: bool,
}

/// Prints neither passwords nor keys.
impl fmt::Debug for RabbitSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "RabbitSettings({:?})", self.url)
    }
}

impl RabbitSettings {
    fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, SettingsError> {
        let Some(url) = variable("BROKER_URL") else { return Ok(None) };
        if socket_origin(&url).is_none() {
            return Err(SettingsError::BrokerUrl(url));
        }
        let amqp =
            variable("BROKER_AMQP_URL").and_then(|text| text.parse().ok()).ok_or(SettingsError::BrokerAmqpUrl)?;
        let plain = |key: &String| {
            key.len() >= MIN_KEY_LENGTH && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let auth_key = variable("BROKER_AUTH_KEY").filter(plain).ok_or(SettingsError::BrokerAuthKey)?;
        Ok(Some(Self { url, amqp, auth_key, wants_logins: variable("BROKER_LOGIN").is_some_and(|text| text == "1") }))
    }

    /// Origin that the page's content security policy must allow.
    pub fn socket_origin(&self) -> Option<&str> {
        socket_origin(&self.url)
    }
}

/// `wss://host:port` of a WebSocket URL; only plain hosts, because it becomes part of a header.
fn socket_origin(url: &str) -> Option<&str> {
    let scheme = ["ws://", "wss://"].into_iter().find(|scheme| url.starts_with(scheme))?;
    let host = url.get(scheme.len()..)?.split(['/', '?', '#']).next()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    if host.is_empty() || !host.bytes().all(plain) {
        return None;
    }
    url.get(..scheme.len() + host.len())
}

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Run the server.
    Serve(Box<Settings>),
    /// Print the help.
    Help,
    /// Print the version.
    Version,
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
    /// A variable does not have the expected form.
    #[error("{name} must be {form}, but is '{value}'.")]
    Form {
        /// Variable.
        name: &'static str,
        /// Expected form.
        form: &'static str,
        /// Given value.
        value: String,
    },
    /// A variable requires another one.
    #[error("{0} needs {1} beside it.")]
    Alone(&'static str, &'static str),
    /// `BROKER_URL` is not a WebSocket URL.
    #[error("BROKER_URL must be an address such as wss://broker.example/ws, but is '{0}'.")]
    BrokerUrl(String),
    /// `BROKER_AMQP_URL` is missing or invalid.
    #[error("With BROKER_URL, BROKER_AMQP_URL must be an address such as amqp://user:password@broker.example/%2f.")]
    BrokerAmqpUrl,
    /// `BROKER_AUTH_KEY` is missing or too short.
    #[error("With BROKER_URL, BROKER_AUTH_KEY must have at least 16 letters, digits or hyphens.")]
    BrokerAuthKey,
    /// `--simulate` has no valid number.
    #[error("--simulate needs a number from 0 to 500.")]
    Simulate,
    /// Unknown option.
    #[error("{0}. Try --help.")]
    Flag(String),
}

const MIN_KEY_LENGTH: usize = 16;
const MAX_SIMULATED_CUSTOMERS: u16 = 500;

impl Settings {
    /// Reads environment variables and command-line arguments (without the program's name).
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn read(
        environment: impl Fn(&str) -> Option<String>,
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<Command, SettingsError> {
        let variable =
            |name: &str| environment(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
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
            data_dir: variable("DATA_DIR").unwrap_or_else(|| "data".to_owned()).into(),
            ui_dir: variable("UI_DIR").unwrap_or_else(|| "ui/dist".to_owned()).into(),
            allowed_origins: variable("ALLOWED_ORIGINS").map(|text| origins(&text)).unwrap_or_default(),
            rabbit: RabbitSettings::read(variable)?,
            behind_proxy: variable("BEHIND_PROXY").is_some_and(|text| text == "1" || text == "true"),
            white_label: white_label(&variable)?,
            services: services(&variable)?,
            log_level: variable("LOG_LEVEL").unwrap_or_else(|| "info".to_owned()),
            simulated_customers: 0,
            fresh: false,
            faults: false,
            rate_limit,
            jobs_per_channel: jobs_per_channel(&variable)?,
        };
        let mut arguments = lexopt::Parser::from_args(arguments);
        while let Some(argument) = arguments.next().map_err(flag_error)? {
            match argument {
                lexopt::Arg::Long("simulate") => {
                    let count = arguments.value().ok().and_then(|value| value.to_str()?.parse().ok());
                    settings.simulated_customers =
                        count.filter(|count| *count <= MAX_SIMULATED_CUSTOMERS).ok_or(SettingsError::Simulate)?;
                }
                lexopt::Arg::Long("faults") => settings.faults = true,
                lexopt::Arg::Long("fresh") => settings.fresh = true,
                lexopt::Arg::Long("help") | lexopt::Arg::Short('h') => return Ok(Command::Help),
                lexopt::Arg::Long("version") | lexopt::Arg::Short('V') => return Ok(Command::Version),
                other => return Err(flag_error(other.unexpected())),
            }
        }
        Ok(Command::Serve(Box::new(settings)))
    }
}

type Variables<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A variable in the expected form.
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

fn white_label(variable: Variables<'_>) -> Result<WhiteLabel, SettingsError> {
    let picture = |name| checked(variable, name, "a path such as /brand/logo.svg or a data: picture", is_picture);
    Ok(WhiteLabel {
        product_name: variable("WHITE_LABEL_NAME"),
        logo: picture("WHITE_LABEL_LOGO")?,
        favicon: picture("WHITE_LABEL_FAVICON")?,
        primary_color: checked(variable, "WHITE_LABEL_COLOR", "a colour such as #2463D6", is_color)?,
    })
}

fn jobs_per_channel(variable: Variables<'_>) -> Result<Option<u32>, SettingsError> {
    let one_or_more = |text: &str| text.parse().is_ok_and(|count: u32| count > 0);
    let text = checked(variable, "JOBS_PER_CHANNEL", "a number from 1", one_or_more)?;
    Ok(text.and_then(|text| text.parse().ok()))
}

/// A path on the page's origin or a `data:` URL; the page loads no others.
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

/// `https://host:port` of a URL; only plain hosts, because it becomes part of a header.
pub fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    let known = matches!(scheme, "http" | "https");
    (known && !host.is_empty() && host.bytes().all(plain)).then(|| format!("{scheme}://{host}"))
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
        addresses.into_iter().flatten().filter_map(|address| origin_of(address)).chain(broker).collect()
    }
}

fn origins(text: &str) -> Vec<String> {
    text.split(',')
        .map(|origin| origin.trim().trim_end_matches('/').to_ascii_lowercase())
        .filter(|origin| !origin.is_empty())
        .collect()
}

fn flag_error(error: lexopt::Error) -> SettingsError {
    SettingsError::Flag(error.to_string())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn read(environment: &[(&str, &str)], arguments: &[&str]) -> Result<Command, SettingsError> {
        let get =
            |name: &str| environment.iter().find(|(given, _)| *given == name).map(|(_, value)| (*value).to_owned());
        Settings::read(get, arguments.iter().map(OsString::from))
    }

    fn settings(environment: &[(&str, &str)], arguments: &[&str]) -> Settings {
        match read(environment, arguments) {
            Ok(Command::Serve(settings)) => *settings,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_settings_it_listens_on_loopback_only() {
        let settings = settings(&[], &[]);
        assert_eq!(settings.address, "127.0.0.1:8080".parse().unwrap());
        assert_eq!((settings.data_dir, settings.ui_dir), ("data".into(), "ui/dist".into()));
        assert_eq!((settings.simulated_customers, settings.fresh, settings.faults), (0, false, false));
    }

    #[test]
    fn environment_variables_and_flags_are_read() {
        let environment = [
            ("PORT", "9001"),
            ("HOST", "0.0.0.0"),
            ("DATA_DIR", "/srv/centre"),
            ("BEHIND_PROXY", "1"),
            ("WHITE_LABEL_NAME", "Central Aurora"),
            ("JOBS_PER_CHANNEL", "8"),
            ("ALLOWED_ORIGINS", "https://Desk.example/, https://other.example"),
        ];
        let settings = settings(&environment, &["--simulate", "5", "--fresh"]);
        assert_eq!(settings.address, "0.0.0.0:9001".parse().unwrap());
        assert_eq!(settings.data_dir, PathBuf::from("/srv/centre"));
        assert_eq!(settings.allowed_origins, ["https://desk.example", "https://other.example"]);
        assert_eq!((settings.simulated_customers, settings.fresh, settings.behind_proxy), (5, true, true));
        assert_eq!(settings.jobs_per_channel, Some(8));
        assert_eq!(settings.white_label.product_name.as_deref(), Some("Central Aurora"));
    }

    #[test]
    fn a_rabbitmq_needs_both_addresses_and_its_key_and_prints_no_password() {
        let environment = [
            ("BROKER_URL", "wss://broker.example:15674/ws"),
            ("BROKER_AMQP_URL", "amqp://centre:secret-word@broker.example/%2f"),
            ("BROKER_AUTH_KEY", "a-key-of-the-broker"),
        ];
        let rabbit = settings(&environment, &[]).rabbit.unwrap();
        assert_eq!(rabbit.socket_origin(), Some("wss://broker.example:15674"));
        assert_eq!((rabbit.amqp.vhost.as_str(), rabbit.wants_logins), ("/", false));
        let printed = format!("{rabbit:?}");
        assert!(!printed.contains("secret-word") && !printed.contains("a-key-of-the-broker"), "{printed}");
    }

    #[rstest]
    #[case::dsn("https://public@errors.example:8443/7", Some("https://errors.example:8443"))]
    #[case::path("http://127.0.0.1:9000/ofrep?x=1", Some("http://127.0.0.1:9000"))]
    #[case::query_only("https://flags.example?x", Some("https://flags.example"))]
    #[case::header_injection("https://a.example; script-src *", None)]
    #[case::another_scheme("javascript://a.example", None)]
    #[case::no_host("https:///x", None)]
    fn the_origin_of_a_url(#[case] url: &str, #[case] origin: Option<&str>) {
        assert_eq!(origin_of(url).as_deref(), origin);
    }

    #[test]
    fn sec_013_nav_034_services_are_off_by_default() {
        let off = settings(&[], &[]);
        assert_eq!((&off.services, off.foreign_origins().len()), (&Services::default(), 0));
        let named = settings(
            &[
                ("FLAGS_URL", "https://flags.example/api"),
                ("FLAGS_CLIENT_KEY", "k"),
                ("ERROR_REPORTING_DSN", "https://public@errors.example/7"),
                ("TRACKING_URL", "https://tracking.example/identify"),
            ],
            &[],
        );
        assert_eq!(
            named.foreign_origins(),
            ["https://flags.example", "https://errors.example", "https://tracking.example"]
        );
        let flags = named.services.feature_flags.unwrap();
        assert_eq!((flags.client_key.as_str(), flags.develop_client_key), ("k", None));
    }

    #[rstest]
    #[case::port_is_a_word(&[("PORT", "http")], &[], SettingsError::Port("http".to_owned()))]
    #[case::port_is_too_large(&[("PORT", "70000")], &[], SettingsError::Port("70000".to_owned()))]
    #[case::host_is_a_name(&[("HOST", "desk.example")], &[], SettingsError::Host("desk.example".to_owned()))]
    #[case::rate_limit_is_a_word(&[("RATE_LIMIT", "high")], &[], SettingsError::RateLimit("high".to_owned()))]
    #[case::shell_056_a_colour_is_a_word(
        &[("WHITE_LABEL_COLOR", "blue")], &[],
        SettingsError::Form { name: "WHITE_LABEL_COLOR", form: "a colour such as #2463D6", value: "blue".to_owned() }
    )]
    #[case::shell_056_a_logo_from_elsewhere(
        &[("WHITE_LABEL_LOGO", "//cdn.example/logo.svg")], &[],
        SettingsError::Form {
            name: "WHITE_LABEL_LOGO",
            form: "a path such as /brand/logo.svg or a data: picture",
            value: "//cdn.example/logo.svg".to_owned(),
        }
    )]
    #[case::no_attendance_at_all(
        &[("JOBS_PER_CHANNEL", "0")], &[],
        SettingsError::Form { name: "JOBS_PER_CHANNEL", form: "a number from 1", value: "0".to_owned() }
    )]
    #[case::tracking_without_scheme(
        &[("TRACKING_URL", "tracking.example")], &[],
        SettingsError::Form {
            name: "TRACKING_URL",
            form: "an address such as https://service.example",
            value: "tracking.example".to_owned(),
        }
    )]
    #[case::flags_without_key(
        &[("FLAGS_URL", "https://flags.example")], &[],
        SettingsError::Alone("FLAGS_URL", "FLAGS_CLIENT_KEY")
    )]
    #[case::broker_by_http(&[("BROKER_URL", "http://broker.example/ws")], &[], SettingsError::BrokerUrl("http://broker.example/ws".to_owned()))]
    #[case::broker_that_would_break_the_policy(&[("BROKER_URL", "ws://a;script-src")], &[], SettingsError::BrokerUrl("ws://a;script-src".to_owned()))]
    #[case::broker_without_a_way_in(&[("BROKER_URL", "ws://broker.example/ws")], &[], SettingsError::BrokerAmqpUrl)]
    #[case::broker_with_a_short_key(
        &[("BROKER_URL", "ws://broker.example/ws"), ("BROKER_AMQP_URL", "amqp://a:b@broker.example/%2f"), ("BROKER_AUTH_KEY", "short")],
        &[],
        SettingsError::BrokerAuthKey
    )]
    #[case::simulate_without_number(&[], &["--simulate"], SettingsError::Simulate)]
    #[case::simulate_a_word(&[], &["--simulate", "many"], SettingsError::Simulate)]
    #[case::simulate_too_many(&[], &["--simulate", "501"], SettingsError::Simulate)]
    #[case::unknown_flag(&[], &["--frehs"], SettingsError::Flag("invalid option '--frehs'".to_owned()))]
    fn an_invalid_setting_is_refused_in_one_sentence(
        #[case] environment: &[(&str, &str)],
        #[case] arguments: &[&str],
        #[case] expected: SettingsError,
    ) {
        assert_eq!(read(environment, arguments), Err(expected));
    }
}
