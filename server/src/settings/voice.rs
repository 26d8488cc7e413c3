//! Settings of voice: external nodes, relay servers, and the embedded gateway.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use contact_centre::{RelayServer, VoiceConfig, VoiceNode};

use super::urls::{origin_of, socket_origin};
use super::{SettingsError, Variables, checked};
use crate::voice::{GatewaySettings, GatewayStart};

const RING_SECONDS: u64 = 30;
/// A ring whose end the telephone system does not report is ended this much later.
const RING_GRACE: Duration = Duration::from_secs(15);

/// Settings of voice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoiceSettings {
    /// Settings for the domain.
    pub config: VoiceConfig,
    /// The embedded gateway; unused with external nodes.
    pub gateway: GatewaySettings,
}

impl VoiceSettings {
    /// The settings without variables; `host` is the address that the server listens on.
    pub fn on(host: IpAddr) -> Self {
        let ring = Duration::from_secs(RING_SECONDS);
        let gateway = GatewaySettings {
            start: GatewayStart::IfUsed,
            media: SocketAddr::new(host, 0),
            advertise: None,
            ring,
            announcement: None,
        };
        Self { config: VoiceConfig { ring_limit_ms: limit_ms(ring), ..VoiceConfig::default() }, gateway }
    }

    /// # Errors A variable has an invalid form.
    pub(super) fn read(variable: Variables<'_>, host: IpAddr) -> Result<Self, SettingsError> {
        let mut settings = Self::on(host);
        let is_start = |text: &str| start_of(text).is_some();
        if let Some(start) = checked(variable, "VOICE_GATEWAY", "on, off or auto", is_start)? {
            settings.gateway.start = start_of(&start).unwrap_or(GatewayStart::IfUsed);
            settings.config.gateway = settings.gateway.start != GatewayStart::Never;
        }
        let is_address = |text: &str| text.parse::<SocketAddr>().is_ok();
        if let Some(media) = checked(variable, "VOICE_MEDIA", "an address such as 192.0.2.1:29000", is_address)? {
            settings.gateway.media = media.parse().unwrap_or(settings.gateway.media);
        }
        let is_ip = |text: &str| text.parse::<IpAddr>().is_ok();
        settings.gateway.advertise =
            checked(variable, "VOICE_ADVERTISE", "an IP address", is_ip)?.and_then(|text| text.parse().ok());
        let seconds = |text: &str| text.parse::<u64>().is_ok_and(|seconds| (1..=300).contains(&seconds));
        if let Some(text) = checked(variable, "VOICE_RING_SECONDS", "a number from 1 to 300", seconds)? {
            settings.gateway.ring = Duration::from_secs(text.parse().unwrap_or(RING_SECONDS));
        }
        settings.gateway.announcement = variable("RECORDING_ANNOUNCEMENT").map(PathBuf::from);
        let config = &mut settings.config;
        config.ring_limit_ms = limit_ms(settings.gateway.ring);
        let form = "hosts or addresses such as wss://voice.example/janus, separated by commas";
        let are_nodes = |text: &str| nodes(text).iter().all(|node| origin_of_node(node).is_some());
        config.nodes = checked(variable, "VOICE_NODES", form, are_nodes)?.map(|text| nodes(&text)).unwrap_or_default();
        config.sip_proxy = variable("VOICE_SIP_PROXY").unwrap_or_default();
        config.token = variable("VOICE_TOKEN").unwrap_or_default();
        config.api_secret = variable("VOICE_API_SECRET").unwrap_or_default();
        // Random secrets are unknown to an external registrar, so external nodes need a fixed secret.
        let default = (!config.nodes.is_empty()).then(|| "{agent}".to_owned());
        config.secret = variable("VOICE_SECRET").or(default);
        config.relay_servers = relay_servers(variable);
        Ok(settings)
    }

    /// Origins of the external nodes, which the page connects to.
    pub fn node_origins(&self) -> impl Iterator<Item = String> {
        self.config.nodes.iter().filter_map(origin_of_node)
    }
}

fn start_of(text: &str) -> Option<GatewayStart> {
    match text {
        "on" => Some(GatewayStart::Always),
        "off" => Some(GatewayStart::Never),
        "auto" => Some(GatewayStart::IfUsed),
        _ => None,
    }
}

/// The origin becomes part of a header, so only plain hosts have one.
fn origin_of_node(node: &VoiceNode) -> Option<String> {
    match node.url.as_str() {
        "" => socket_origin(&format!("wss://{}:8989", node.host)).map(str::to_owned),
        url => socket_origin(url).map(str::to_owned).or_else(|| origin_of(url)),
    }
}

fn limit_ms(ring: Duration) -> i64 {
    i64::try_from((ring + RING_GRACE).as_millis()).unwrap_or(i64::MAX)
}

/// A list of hosts, or full addresses, separated by commas.
fn nodes(text: &str) -> Vec<VoiceNode> {
    let node = |text: &str| match text.split_once("://") {
        Some((_, rest)) => {
            let host = rest.split(['/', ':']).next().unwrap_or_default().to_owned();
            VoiceNode { host, url: text.to_owned() }
        }
        None => VoiceNode { host: text.to_owned(), url: String::new() },
    };
    text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(node).collect()
}

/// One list of addresses with one user, as relay servers are usually set up.
fn relay_servers(variable: Variables<'_>) -> Vec<RelayServer> {
    let Some(urls) = variable("RELAY_URLS") else { return Vec::new() };
    let urls = urls.split(',').map(|url| url.trim().to_owned()).filter(|url| !url.is_empty()).collect();
    let username = variable("RELAY_USER").unwrap_or_default();
    vec![RelayServer { urls, username, credential: variable("RELAY_CREDENTIAL").unwrap_or_default() }]
}
