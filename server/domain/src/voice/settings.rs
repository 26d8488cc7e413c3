//! The settings by which the agent's page reaches the telephone system: account, nodes and relay servers.

use super::accounts;
use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, Listed, json};
use serde::Serialize;
use wire::Secret;

/// A node of the telephone system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VoiceNode {
    /// Host name or address.
    pub host: String,
    /// Full address; empty: a secure WebSocket on port 8989 of the host.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub url: String,
}

/// Addresses of relay servers, in the spelling of the browser's `RTCIceServer`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RelayServer {
    /// `stun:` and `turn:` addresses.
    pub urls: Vec<String>,
    /// User of a `turn:` server.
    pub username: String,
    /// Password of a `turn:` server.
    pub credential: String,
}

/// Configuration of voice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoiceConfig {
    /// External nodes; if empty: the embedded gateway, at `gateway_path` of the page's origin.
    pub nodes: Vec<VoiceNode>,
    /// Whether the embedded gateway runs; without it and without external nodes there are no telephones.
    pub gateway: bool,
    /// Path of the embedded gateway's WebSocket.
    pub gateway_path: String,
    /// Host of the SIP proxy; empty: the node's host.
    pub sip_proxy: String,
    /// Secret of every extension, `{agent}` and `{exten}` replaced; `None`: a new random secret each time.
    pub secret: Option<String>,
    /// Token of the nodes; empty: none.
    pub token: String,
    /// API secret of the nodes; empty: none.
    pub api_secret: String,
    /// Relay servers.
    pub relay_servers: Vec<RelayServer>,
    /// A voice channel that a browser connected is disconnected if the embedded gateway does not report its registration
    /// within this time.
    pub registration_ms: i64,
    /// A ring without an answer is ended after this time if the telephone system does not report its end.
    pub ring_limit_ms: i64,
    /// A destination of a transfer whose telephone does not begin to ring within this time is removed.
    pub transfer_offer_ms: i64,
    /// A destination of a transfer whose telephone rings without an answer for this time is removed.
    pub transfer_ring_ms: i64,
    /// A supervision ends if its hidden telephone does not register and answer within this time.
    pub supervision_ms: i64,
    /// Prefixes of numbers to which no call is transferred, because they cost more than a call.
    pub premium_prefixes: Vec<String>,
    /// A question about a preferential contact ends after this time.
    pub question_ms: i64,
    /// An agent who did not answer a call is not called again for it before this time.
    pub ring_again_ms: i64,
    /// Lifetime of a customer's telephone whose call does not begin.
    pub telephone_ms: i64,
    /// Whether the page of customers may act as desk telephones: only with the demo data, whose passwords are
    /// published.
    pub desk_telephones: bool,
    /// Key by which the customer's page of the demo confirms the numbers of its contacts, as the operator's site would: with the demo data only.
    pub demo_site: Option<Secret<String>>,
    /// Maximum of calls of customers from one address; 0: no limit.
    pub telephones_per_address: usize,
}

impl Default for VoiceConfig {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            gateway: true,
            gateway_path: "/voice/ws".to_owned(),
            sip_proxy: String::new(),
            secret: None,
            token: String::new(),
            api_secret: String::new(),
            relay_servers: Vec::new(),
            // The gateway reports the registration before the page learns of it; only a busy server delays the report.
            registration_ms: 10_000,
            ring_limit_ms: 45_000,
            transfer_offer_ms: 20_000,
            transfer_ring_ms: 30_000,
            supervision_ms: 20_000,
            premium_prefixes: ["0900", "55900"].map(str::to_owned).to_vec(),
            question_ms: 20_000,
            // The page looks ten seconds for the call of a hang-up event; a second ring of the call must come later.
            ring_again_ms: 15_000,
            telephone_ms: 60_000,
            desk_telephones: false,
            demo_site: None,
            telephones_per_address: 20,
        }
    }
}

impl VoiceConfig {
    /// Whether the embedded gateway carries the calls.
    pub(crate) fn is_embedded(&self) -> bool {
        self.gateway && self.nodes.is_empty()
    }

    /// Whether no telephone can register.
    pub(crate) fn is_off(&self) -> bool {
        !self.gateway && self.nodes.is_empty()
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebRtcSettings {
    exten: String,
    secret: String,
    sip_proxy: String,
    plugin: &'static str,
    token: String,
    #[serde(rename = "apisecret")]
    api_secret: String,
    agent_channel: &'static str,
    page_dials: &'static str,
    ice_servers: Vec<RelayServer>,
}

/// `GET /webrtc`. Without an account or without a gateway the caller gets no extension. A new random secret replaces the last one.
pub(crate) fn web_rtc(tx: &mut Transaction<'_, '_>, _call: &Call, caller: &Caller) -> Answer {
    let (mut exten, mut secret) = (String::new(), String::new());
    let account = if tx.config.voice.is_off() { None } else { tx.store.voice_account_of(&caller.agent_id)? };
    if let Some(mut account) = account {
        secret = match &tx.config.voice.secret {
            Some(pattern) => {
                let secret = pattern.replace("{agent}", caller.agent_id.as_str()).replace("{exten}", &account.exten);
                accounts::set_secret(tx, &mut account, &secret);
                secret
            }
            None => accounts::issue_secret(tx, &mut account),
        };
        tx.store.put_voice_account(&account)?;
        exten = account.exten;
    }
    let page_dials = super::page_calls::page_dials(tx, &caller.agent_id)?;
    let settings = web_rtc_of(tx, exten, secret);
    json(&WebRtcSettings { page_dials: if page_dials { "Y" } else { "N" }, ..settings })
}

/// Settings for the registration of a page's telephone whose calls the page does not make itself.
pub(super) fn web_rtc_of(tx: &Transaction<'_, '_>, exten: String, secret: String) -> WebRtcSettings {
    let voice = &tx.config.voice;
    WebRtcSettings {
        exten,
        secret,
        sip_proxy: voice.sip_proxy.clone(),
        plugin: "janus.plugin.sip",
        token: voice.token.clone(),
        api_secret: voice.api_secret.clone(),
        agent_channel: "N",
        page_dials: "N",
        ice_servers: voice.relay_servers.clone(),
    }
}

/// `GET /voice/get-nodes/{agent_id}`.
pub(crate) fn nodes(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, _caller: &Caller) -> Answer {
    let data = match tx.config.voice.nodes.as_slice() {
        [] => vec![own_node(tx)],
        nodes => nodes.to_vec(),
    };
    json(&Listed { data })
}

/// The embedded gateway, at the address by which the page reached the server.
pub(super) fn own_node(tx: &Transaction<'_, '_>) -> VoiceNode {
    let origin = tx.context.web_socket_origin.as_deref().unwrap_or("ws://localhost");
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    VoiceNode { host: name.to_owned(), url: format!("{origin}{}", tx.config.voice.gateway_path) }
}

/// Refuses a request whose path or query lacks a number.
pub(super) fn required<'c>(call: &'c OwnCall<'_>, name: &str) -> Result<&'c str, Failure> {
    call.query(name).filter(|value| !value.is_empty()).ok_or_else(|| Failure::field(name, "required"))
}
