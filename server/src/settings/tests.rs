//! Tests of the settings.

use std::path::Path;

use contact_centre::wire::SecondFactorPolicy;
use rstest::rstest;
use tokio_postgres::config::SslMode;

use super::*;

fn read(environment: &[(&str, &str)], arguments: &[&str]) -> Result<Command, SettingsError> {
    let get = |name: &str| environment.iter().find(|(given, _)| *given == name).map(|(_, value)| (*value).to_owned());
    Settings::read(get, arguments.iter().map(OsString::from))
}

fn settings(environment: &[(&str, &str)], arguments: &[&str]) -> Settings {
    match read(environment, arguments) {
        Ok(Command::Serve(settings)) => *settings,
        other => panic!("{other:?}"),
    }
}

#[test]
fn without_settings_the_server_listens_only_on_loopback() {
    let settings = settings(&[], &[]);
    assert_eq!(settings.address, "127.0.0.1:8080".parse().unwrap());
    assert_eq!((settings.database, settings.ui_dir), (Location::Folder("data".into()), "ui/dist".into()));
    assert_eq!(
        (settings.demo, settings.simulated_customers, settings.fresh, settings.faults),
        (false, 0, false, false)
    );
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
        ("JOBS_PER_QUEUE", "40"),
        ("PUBLIC_ORG_UNIT", "2, 5"),
        ("OUTSIDE_HOST", "Clientes.example"),
        ("IDENTIFIER_SECRET", "0123456789abcdef0123456789abcdef"),
        ("ALLOWED_ORIGINS", "https://Desk.example/, https://other.example"),
    ];
    let settings = settings(&environment, &["--fresh"]);
    assert_eq!(settings.address, "0.0.0.0:9001".parse().unwrap());
    assert_eq!(settings.database, Location::Folder("/srv/centre".into()));
    assert_eq!(settings.allowed_origins, ["https://desk.example", "https://other.example"]);
    assert_eq!((settings.demo, settings.fresh, settings.behind_proxy), (false, true, true));
    assert_eq!((settings.jobs_per_channel, settings.jobs_per_queue), (Some(8), Some(40)));
    assert_eq!(settings.public_org_units, [OrgUnitId::from("2"), OrgUnitId::from("5")]);
    assert_eq!(settings.outside_host.as_deref(), Some("clientes.example"));
    let secret = settings.identifier_secret.as_ref().map(|secret| secret.expose().as_str());
    assert_eq!(secret, Some("0123456789abcdef0123456789abcdef"));
    assert!(!format!("{settings:?}").contains("0123456789abcdef"), "the secret is not printed");
    assert_eq!(settings.white_label.product_name.as_deref(), Some("Central Aurora"));
}

#[test]
fn the_demo_mode_allows_simulated_customers_and_faults() {
    let settings = settings(&[], &["--demo", "--simulate", "5", "--faults"]);
    assert_eq!((settings.demo, settings.simulated_customers, settings.faults), (true, 5, true));
}

#[rstest]
#[case::demo_on_another_address("0.0.0.0", false, &["--demo"], Some("--demo has published passwords"))]
#[case::faults_on_another_address("192.0.2.7", true, &["--demo", "--faults"], Some("--demo has published passwords"))]
#[case::demo_without_encryption("::", true, &["--demo", "--insecure-http"], Some("--demo has published passwords"))]
#[case::plain_http_on_another_address("0.0.0.0", false, &[], Some("HOST 0.0.0.0 serves plain HTTP"))]
#[case::behind_a_proxy("0.0.0.0", true, &[], None)]
#[case::plain_http_by_explicit_decision("0.0.0.0", false, &["--insecure-http"], None)]
#[case::on_loopback("::1", false, &["--demo", "--faults"], None)]
fn bey_126_demo_and_plain_http_are_refused_on_an_address_that_other_machines_reach(
    #[case] host: &str,
    #[case] behind_proxy: bool,
    #[case] arguments: &[&str],
    #[case] refusal: Option<&str>,
) {
    let proxy = if behind_proxy { "1" } else { "0" };
    match (read(&[("HOST", host), ("BEHIND_PROXY", proxy)], arguments), refusal) {
        (Ok(Command::Serve(_)), None) => {}
        (Err(error), Some(begin)) => assert!(error.to_string().starts_with(begin), "{error}"),
        (other, _) => panic!("{other:?}"),
    }
}

#[test]
fn the_arguments_of_account_create_describe_an_account_without_its_password() {
    let arguments = ["account", "create", "rita", "--name", "Rita Alves", "--role", "supervisor", "--queue", "Suporte"];
    let Ok(Command::CreateAccount { account, .. }) = read(&[], &arguments) else { panic!("no account") };
    let expected = NewAccountArguments {
        login: "rita".to_owned(),
        name: "Rita Alves".to_owned(),
        role: arguments::Role::Supervisor,
        org_unit: "1".to_owned(),
        queues: vec!["Suporte".to_owned()],
    };
    assert_eq!(account, expected);
    assert!(read(&[], &["account", "create", "rita", "--name", "R", "--password", "x"]).is_err());
}

#[rstest]
#[case::tls_not_required("", SslMode::Prefer)]
#[case::tls_verified("?sslmode=verify-full", SslMode::Require)]
#[case::required_tls_is_verified("?sslmode=require", SslMode::Require)]
fn the_address_of_the_database_decides_whether_tls_is_used(#[case] query: &str, #[case] expected: SslMode) {
    let url = format!("postgres://workspace@db.example/centre{query}");
    let database = settings(&[("DATABASE_URL", &url), ("DATABASE_CA", "/etc/ca.pem")], &[]).database;
    let Location::Postgres(location) = database else { panic!("{database:?}") };
    assert_eq!(location.config.get_ssl_mode(), expected);
    assert_eq!(location.authorities.as_deref(), Some(std::path::Path::new("/etc/ca.pem")));
}

#[test]
fn a_database_address_replaces_the_data_folder_and_its_password_is_not_printed() {
    let url = "postgres://workspace:secret-word@db.example:5433/centre";
    let database = settings(&[("DATABASE_URL", url), ("DATA_DIR", "/srv/centre")], &[]).database;
    assert_eq!(database.to_string(), "centre on db.example");
    assert!(!format!("{database:?}").contains("secret-word"), "{database:?}");
    for wrong in ["mysql://db.example/centre", "postgres:///centre", "postgres://db.example:port/centre"] {
        assert_eq!(read(&[("DATABASE_URL", wrong)], &[]), Err(SettingsError::DatabaseUrl), "{wrong}");
    }
}

#[test]
fn the_flag_yes_is_accepted_only_with_fresh() {
    let settings = settings(&[], &["--fresh", "--yes"]);
    assert_eq!((settings.fresh, settings.yes), (true, true));
    assert!(read(&[], &["--yes"]).is_err());
}

#[test]
fn the_settings_of_rabbitmq_require_both_addresses_and_the_key_and_print_no_password() {
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
#[case::sentry_dsn("https://public@errors.example:8443/7", Some("https://errors.example:8443"))]
#[case::url_with_a_path("http://127.0.0.1:9000/ofrep?x=1", Some("http://127.0.0.1:9000"))]
#[case::url_with_only_a_query("https://flags.example?x", Some("https://flags.example"))]
#[case::url_with_a_header_injection("https://a.example; script-src *", None)]
#[case::url_with_another_scheme("javascript://a.example", None)]
#[case::url_without_a_host("https:///x", None)]
fn the_origin_of_a_configured_url_is_derived_only_for_plain_hosts(#[case] url: &str, #[case] origin: Option<&str>) {
    assert_eq!(origin_of(url).as_deref(), origin);
}

#[test]
fn sec_013_nav_034_external_services_are_off_by_default() {
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
#[case::shell_056_a_colour_that_is_a_word(
    &[("WHITE_LABEL_COLOR", "blue")], &[],
    SettingsError::Form { name: "WHITE_LABEL_COLOR", form: "a colour such as #2463D6", value: "blue".to_owned() }
)]
#[case::shell_056_a_logo_from_another_origin(
    &[("WHITE_LABEL_LOGO", "//cdn.example/logo.svg")], &[],
    SettingsError::Form {
        name: "WHITE_LABEL_LOGO",
        form: "a path such as /brand/logo.svg or a data: picture",
        value: "//cdn.example/logo.svg".to_owned(),
    }
)]
#[case::former_key_without_key(&[("SECOND_FACTOR_KEY_FORMER", "0123456789abcdef0123456789abcdef")], &[], SettingsError::Alone("SECOND_FACTOR_KEY_FORMER", "SECOND_FACTOR_KEY"))]
#[case::second_factor_without_key(&[("SECOND_FACTOR", "required")], &[], SettingsError::Alone("SECOND_FACTOR", "SECOND_FACTOR_KEY"))]
#[case::idle_time_that_is_no_time(
    &[("SESSION_IDLE_MINUTES", "1")], &[],
    SettingsError::Form { name: "SESSION_IDLE_MINUTES", form: "a number from 2 to 1440", value: "1".to_owned() }
)]
#[case::short_identifier_secret(&[("IDENTIFIER_SECRET", "short")], &[], SettingsError::ShortSecret("IDENTIFIER_SECRET"))]
#[case::maximum_of_zero_attendances(
    &[("JOBS_PER_CHANNEL", "0")], &[],
    SettingsError::Form { name: "JOBS_PER_CHANNEL", form: "a number from 1", value: "0".to_owned() }
)]
#[case::usage_tracking_without_scheme(
    &[("TRACKING_URL", "tracking.example")], &[],
    SettingsError::Form {
        name: "TRACKING_URL",
        form: "an address such as https://service.example",
        value: "tracking.example".to_owned(),
    }
)]
#[case::feature_flags_without_key(
    &[("FLAGS_URL", "https://flags.example")], &[],
    SettingsError::Alone("FLAGS_URL", "FLAGS_CLIENT_KEY")
)]
#[case::churn_service_without_token(
    &[("CHURN_URL", "https://churn.example/score")], &[],
    SettingsError::Alone("CHURN_URL", "CHURN_TOKEN")
)]
#[case::churn_service_without_scheme(
    &[("CHURN_URL", "churn.example"), ("CHURN_TOKEN", "t")], &[],
    SettingsError::Form {
        name: "CHURN_URL",
        form: "an address such as https://service.example/churn",
        value: "churn.example".to_owned(),
    }
)]
#[case::broker_url_by_http(&[("BROKER_URL", "http://broker.example/ws")], &[], SettingsError::BrokerUrl("http://broker.example/ws".to_owned()))]
#[case::broker_url_that_would_break_the_policy(&[("BROKER_URL", "ws://a;script-src")], &[], SettingsError::BrokerUrl("ws://a;script-src".to_owned()))]
#[case::broker_url_without_amqp_url(&[("BROKER_URL", "ws://broker.example/ws")], &[], SettingsError::BrokerAmqpUrl)]
#[case::broker_with_a_short_key(
    &[("BROKER_URL", "ws://broker.example/ws"), ("BROKER_AMQP_URL", "amqp://a:b@broker.example/%2f"), ("BROKER_AUTH_KEY", "short")],
    &[],
    SettingsError::BrokerAuthKey
)]
fn an_invalid_setting_is_refused_in_one_sentence(
    #[case] environment: &[(&str, &str)],
    #[case] arguments: &[&str],
    #[case] expected: SettingsError,
) {
    assert_eq!(read(environment, arguments), Err(expected));
}

#[rstest]
#[case::contacts_without_demo(&["--contacts", "5"], "the following required arguments were not provided")]
#[case::simulate_without_a_number(&["--demo", "--simulate"], "a value is required for '--simulate <N>' but none was supplied")]
#[case::simulate_with_a_word(&["--demo", "--simulate", "many"], "invalid value 'many' for '--simulate <N>'")]
#[case::simulate_too_many_customers(&["--demo", "--simulate", "501"], "invalid value '501' for '--simulate <N>'")]
#[case::simulate_without_demo(&["--simulate", "5"], "the following required arguments were not provided")]
#[case::faults_without_demo(&["--faults"], "the following required arguments were not provided")]
#[case::unknown_flag(&["--frehs"], "unexpected argument '--frehs' found")]
fn bey_126_an_invalid_command_line_is_refused_in_one_sentence(#[case] arguments: &[&str], #[case] begin: &str) {
    let error = read(&[], arguments).unwrap_err().to_string();
    assert!(error.starts_with(begin) && error.ends_with(". Try --help.") && error.lines().count() == 1, "{error}");
}

#[test]
fn the_voice_gateway_is_embedded_unless_external_nodes_are_configured() {
    let embedded = settings(&[("HOST", "127.0.0.1"), ("VOICE_RING_SECONDS", "8")], &[]).voice;
    assert_eq!((embedded.gateway.media.to_string(), embedded.config.ring_limit_ms), ("127.0.0.1:0".to_owned(), 23_000));
    assert_eq!((embedded.config.secret, embedded.config.nodes.len()), (None, 0));
    let nodes = "voice-1.example, wss://voice-2.example:9443/janus";
    let outside = settings(&[("VOICE_NODES", nodes), ("RELAY_URLS", "turn:a,stun:b"), ("RELAY_USER", "u")], &[]);
    assert_eq!(outside.foreign_origins(), ["wss://voice-1.example:8989", "wss://voice-2.example:9443"]);
    let config = outside.voice.config;
    let hosts: Vec<_> = config.nodes.iter().map(|node| (node.host.as_str(), node.url.as_str())).collect();
    assert_eq!(hosts, [("voice-1.example", ""), ("voice-2.example", "wss://voice-2.example:9443/janus")]);
    assert_eq!(config.secret.as_deref(), Some("{agent}"), "a registrar outside knows no random secret");
    assert_eq!((config.relay_servers[0].urls.len(), config.relay_servers[0].username.as_str()), (2, "u"));
    let fixed = settings(&[("VOICE_NODES", nodes), ("VOICE_SECRET", "pw-{exten}")], &[]).voice.config.secret;
    assert_eq!(fixed.as_deref(), Some("pw-{exten}"));
}

#[rstest]
#[case::without_the_setting(&[], GatewayStart::IfUsed, true)]
#[case::setting_automatic(&[("VOICE_GATEWAY", "auto")], GatewayStart::IfUsed, true)]
#[case::setting_on(&[("VOICE_GATEWAY", "on")], GatewayStart::Always, true)]
#[case::setting_off(&[("VOICE_GATEWAY", "off")], GatewayStart::Never, false)]
fn a_setting_decides_whether_the_voice_gateway_runs(
    #[case] environment: &[(&str, &str)],
    #[case] start: GatewayStart,
    #[case] in_domain: bool,
) {
    let voice = settings(environment, &[]).voice;
    assert_eq!((voice.gateway.start, voice.config.gateway), (start, in_domain));
}

#[rstest]
#[case::without_the_setting(&[], false)]
#[case::setting_off(&[("API_DOCUMENT", "0")], false)]
#[case::setting_on(&[("API_DOCUMENT", "1")], true)]
fn a_setting_decides_whether_the_description_of_the_interface_is_published(
    #[case] environment: &[(&str, &str)],
    #[case] on: bool,
) {
    assert_eq!(settings(environment, &[]).api_document, on);
    assert!(read(&[("API_DOCUMENT", "yes")], &[]).is_err());
}

#[rstest]
#[case("VOICE_GATEWAY", "maybe")]
#[case("VOICE_MEDIA", "29000")]
#[case("VOICE_ADVERTISE", "centre.example")]
#[case("VOICE_RING_SECONDS", "0")]
#[case("VOICE_NODES", "voice.example; script-src")]
fn an_invalid_setting_of_voice_is_named_in_the_error(#[case] name: &str, #[case] value: &str) {
    let refused = read(&[(name, value)], &[]).unwrap_err().to_string();
    assert!(refused.starts_with(name) && refused.ends_with(&format!("'{value}'.")), "{refused}");
}

/// Pages show these limits, and the domain enforces them.
#[test]
fn limits_in_environment_variables_are_passed_to_the_domain() {
    let environment = [
        ("JOBS_PER_CHANNEL", "8"),
        ("JOBS_PER_QUEUE", "40"),
        ("CHATS_PER_ADDRESS", "7"),
        ("ATTACHMENT_MAX_BYTES", "1048576"),
        ("PASSWORD_MAX_CHARS", "128"),
        ("NUMBER_COUNTRY", "PT"),
        ("START_PUZZLE_BITS", "18"),
        ("START_PUZZLE_BUSY", "300"),
        ("BROADCAST_MAX_CONTACTS", "5000"),
        ("BROADCAST_PER_SECOND", "20"),
        ("BROADCAST_DAILY_CUSTOMERS", "250"),
        ("OPT_OUT_WORDS", "BASTA, SAIR"),
    ];
    let config = crate::server::config(&settings(&environment, &[]), String::new());
    assert_eq!((config.jobs_per_channel, config.whatsapp.jobs_per_queue), (8, 40));
    assert_eq!((config.chats_per_address, config.attachment_limit_bytes), (7, 1_048_576));
    let broadcasts = &config.whatsapp.broadcasts;
    assert_eq!((broadcasts.max_contacts, broadcasts.per_second, broadcasts.daily_customers), (5_000, 20, Some(250)));
    assert_eq!(broadcasts.opt_out_words, ["BASTA", "SAIR"]);
    assert_eq!(config.password_max_chars, 128);
    assert_eq!(Some(config.number_country), NumberCountry::of("PT"));
    let puzzle = config.start_puzzle.unwrap();
    assert_eq!((puzzle.bits, puzzle.busy_starts), (18, 300));
    assert_eq!(crate::server::config(&settings(&[], &[]), String::new()).start_puzzle, None, "off by default");
}

#[rstest]
#[case::too_many_bits("25")]
#[case::text_that_is_no_number("many")]
fn the_bits_of_a_puzzle_are_limited(#[case] bits: &str) {
    let refused = read(&[("START_PUZZLE_BITS", bits)], &[]).unwrap_err().to_string();
    assert_eq!(refused, format!("START_PUZZLE_BITS must be a number from 0 to 24, but is '{bits}'."));
}

#[rstest]
#[case::no_setting(None, [SecondFactorPolicy::Off, SecondFactorPolicy::Off])]
#[case::policy_for_all_org_units(Some("required"), [SecondFactorPolicy::Required, SecondFactorPolicy::Required])]
#[case::policy_for_one_org_unit(Some("2:required"), [SecondFactorPolicy::Off, SecondFactorPolicy::Required])]
#[case::policy_for_all_and_for_one(Some("optional, 2:required"), [SecondFactorPolicy::Optional, SecondFactorPolicy::Required])]
#[case::policy_for_all_but_one(Some("1:off,required"), [SecondFactorPolicy::Off, SecondFactorPolicy::Required])]
fn second_factors_are_set_for_all_org_units_and_for_one(
    #[case] policies: Option<&str>,
    #[case] of_one_and_two: [SecondFactorPolicy; 2],
) {
    let key = [("SECOND_FACTOR_KEY", "0123456789abcdef0123456789abcdef")];
    let environment: Vec<_> = key.into_iter().chain(policies.map(|text| ("SECOND_FACTOR", text))).collect();
    let settings = settings(&environment, &[]);
    assert!(!format!("{settings:?}").contains("0123456789abcdef"), "the key is not printed");
    let config = crate::server::config(&settings, String::new()).second_factor;
    assert_eq!(["1", "2"].map(|unit| config.policy_of(&OrgUnitId::from(unit))), of_one_and_two);
}

#[rstest]
#[case::unknown_policy("mandatory")]
#[case::policy_without_an_org_unit(":required")]
#[case::two_policies_for_one_org_unit("2:off,2:required")]
#[case::two_policies_for_all("off,required")]
#[case::empty_part_of_the_list("required,")]
fn an_invalid_setting_of_second_factors_is_refused(#[case] policies: &str) {
    let refused = read(&[("SECOND_FACTOR", policies)], &[]).unwrap_err().to_string();
    assert!(refused.starts_with("SECOND_FACTOR must be off, optional or required"), "{refused}");
}

#[rstest]
#[case::idle_time_off(None, None)]
#[case::fifteen_minutes(Some("15"), Some(900_000))]
fn the_idle_time_of_sessions_is_passed_to_the_domain(#[case] minutes: Option<&str>, #[case] idle_ms: Option<i64>) {
    let environment: Vec<_> = minutes.into_iter().map(|text| ("SESSION_IDLE_MINUTES", text)).collect();
    assert_eq!(crate::server::config(&settings(&environment, &[]), String::new()).session_idle_ms, idle_ms);
}

#[test]
fn the_arguments_of_customer_erase_name_org_unit_and_identifier() {
    let command = read(
        &[("MEDIA_DIR", "/files")],
        &["customer", "erase", "--org-unit", "2", "--identifier", "+55 11 98765-0001", "--end"],
    );
    let Command::EraseCustomer { database, files, erasure, .. } = command.unwrap() else { panic!("another command") };
    assert_eq!(database, Location::Folder("data".into()));
    assert_eq!(files.media_folder, Path::new("/files"));
    let (org_unit, identifier) = (OrgUnitId::from("2"), "+55 11 98765-0001".to_owned());
    assert_eq!(erasure, CustomerErasure { org_unit, identifier, end: true });
    let without = read(&[], &["customer", "erase", "--identifier", "x"]).unwrap_err().to_string();
    assert!(without.contains("required arguments"), "{without}");
}

#[rstest]
#[case::attendances("RETENTION_DAYS_ATTENDANCES", |days: &RetentionConfig| days.attendances_days, 1825)]
#[case::traces("RETENTION_DAYS_TRACES", |days: &RetentionConfig| days.traces_days, 30)]
#[case::audit("RETENTION_DAYS_AUDIT", |days: &RetentionConfig| days.audit_days, 1825)]
#[case::dead_effects("RETENTION_DAYS_DEAD_EFFECTS", |days: &RetentionConfig| days.dead_effects_days, 90)]
#[case::notifications("RETENTION_DAYS_NOTIFICATIONS", |days: &RetentionConfig| days.notifications_days, 30)]
#[case::sign_in_places("RETENTION_DAYS_SIGN_IN_PLACES", |days: &RetentionConfig| days.sign_in_places_days, 90)]
#[case::early_receipts("RETENTION_DAYS_EARLY_RECEIPTS", |days: &RetentionConfig| days.early_receipts_days, 7)]
#[case::unused_files("RETENTION_DAYS_UNUSED_FILES", |days: &RetentionConfig| days.unused_files_days, 1)]
#[case::broadcasts("RETENTION_DAYS_BROADCASTS", |days: &RetentionConfig| days.broadcasts_days, 365)]
#[case::recordings("RETENTION_DAYS_RECORDINGS", |days: &RetentionConfig| days.recordings_days, 90)]
fn bey_150_days_of_retention_reach_the_domain_and_others_are_refused(
    #[case] name: &'static str,
    #[case] days_of: fn(&RetentionConfig) -> u32,
    #[case] default: u32,
) {
    let days = |environment: &[(&'static str, &str)]| {
        days_of(&crate::server::config(&settings(environment, &[]), String::new()).retention)
    };
    assert_eq!(days(&[]), default);
    assert_eq!((days(&[(name, "12")]), days(&[(name, "0")]), days(&[(name, "36500")])), (12, 0, 36_500));
    for text in ["-1", "36501", "1.5", "a year"] {
        let refused = read(&[(name, text)], &[]).unwrap_err().to_string();
        assert_eq!(refused, format!("{name} must be a number of days from 0 (for ever) to 36500, but is '{text}'."));
    }
}

#[test]
fn the_arguments_of_the_reset_of_a_second_factor_name_the_login() {
    let command = read(&[], &["account", "reset-second-factor", "--login", "ana"]).unwrap();
    let database = Location::Folder("data".into());
    assert_eq!(command, Command::ResetSecondFactor { database, login: "ana".to_owned() });
}

#[rstest]
#[case::secret_of_meta(&[("META_ACCESS_TOKEN", "t"), ("META_APP_SECRET", "s"), ("META_VERIFY_TOKEN", "short")], "META_VERIFY_TOKEN")]
#[case::secret_of_instagram(&[("INSTAGRAM_ACCESS_TOKEN", "t"), ("INSTAGRAM_APP_SECRET", "s"), ("INSTAGRAM_VERIFY_TOKEN", "short")], "INSTAGRAM_VERIFY_TOKEN")]
#[case::secret_of_infobip(&[("INFOBIP_API_KEY", "k"), ("INFOBIP_BASE_URL", "https://a.example"), ("INFOBIP_WEBHOOK_SECRET", "short")], "INFOBIP_WEBHOOK_SECRET")]
#[case::secret_of_zenvia(&[("ZENVIA_API_TOKEN", "t"), ("ZENVIA_WEBHOOK_SECRET", "short")], "ZENVIA_WEBHOOK_SECRET")]
#[case::secret_of_gupshup(&[("GUPSHUP_API_KEY", "k"), ("GUPSHUP_APP_NAME", "a"), ("GUPSHUP_APP_ID", "i"), ("GUPSHUP_WEBHOOK_SECRET", "short")], "GUPSHUP_WEBHOOK_SECRET")]
#[case::secret_of_identifiers(&[("IDENTIFIER_SECRET", "short")], "IDENTIFIER_SECRET")]
#[case::key_of_files(&[("MEDIA_KEY", "short")], "MEDIA_KEY")]
#[case::key_of_second_factors(&[("SECOND_FACTOR_KEY", "short")], "SECOND_FACTOR_KEY")]
#[case::former_key_of_second_factors(&[("SECOND_FACTOR_KEY_FORMER", "short")], "SECOND_FACTOR_KEY_FORMER")]
fn a_too_short_secret_is_refused_and_not_printed(
    #[case] environment: &[(&'static str, &str)],
    #[case] name: &'static str,
) {
    let refused = read(environment, &[]).unwrap_err();
    assert_eq!(refused, SettingsError::ShortSecret(name));
    assert!(!refused.to_string().contains("short"), "{refused}");
}
