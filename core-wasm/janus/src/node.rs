//! The voice nodes of `GET /voice/get-nodes/{agent_id}` (spec session §3 "Voice registration"): the address of each
//! node, and the node to try next.

use crate::fault::Fault;
use serde::{Deserialize, Serialize};

/// Port of the secure WebSocket of a node that has no `url` (RTC-001).
pub const SECURE_PORT: u16 = 8989;
/// Port of the SIP proxy (RTC-001).
pub const SIP_PROXY_PORT: u16 = 5060;

/// A voice server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Node {
    /// Host name or address.
    pub host: String,
    /// Full address; without it the secure WebSocket on port 8989 of `host`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// The transport of requests and events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// A WebSocket with the sub-protocol `janus-protocol`.
    WebSocket,
    /// HTTP: requests by POST, events by long poll.
    LongPoll,
}

/// The address of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// WebSocket address, or the base of the HTTP addresses without a final slash.
    pub url: String,
    /// How requests and events are transported.
    pub carrier: Carrier,
}

impl Node {
    /// The address. Fails with [`Fault::InvalidServerUrl`] if there is neither a host nor a WebSocket or HTTP address.
    pub fn endpoint(&self) -> Result<Endpoint, Fault> {
        let url = match self.url.as_deref().map(str::trim).filter(|url| !url.is_empty()) {
            Some(url) => url.to_owned(),
            None if self.host.trim().is_empty() => return Err(Fault::InvalidServerUrl),
            None => format!("wss://{}:{SECURE_PORT}", self.host.trim()),
        };
        let scheme = url.split_once("://").filter(|(_, rest)| !rest.is_empty()).map(|(scheme, _)| scheme);
        match scheme {
            Some("ws" | "wss") => Ok(Endpoint { url, carrier: Carrier::WebSocket }),
            Some("http" | "https") => {
                Ok(Endpoint { url: url.trim_end_matches('/').to_owned(), carrier: Carrier::LongPoll })
            }
            Some(_) | None => Err(Fault::InvalidServerUrl),
        }
    }
}

/// The node list, and the node in use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    nodes: Vec<Node>,
    index: usize,
}

impl Nodes {
    /// A list whose first node is used first (RTC-002).
    pub fn new(nodes: Vec<Node>) -> Self {
        Self { nodes, index: 0 }
    }

    /// The node in use. `None` for an empty list.
    pub fn current(&self) -> Option<&Node> {
        self.nodes.get(self.index)
    }

    /// Switches to the next node. Returns false if none is left; the node in use stays.
    pub fn advance(&mut self) -> bool {
        let left = self.index + 1 < self.nodes.len();
        if left {
            self.index += 1;
        }
        left
    }

    /// Switches back to the first node.
    pub fn restart(&mut self) {
        self.index = 0;
    }

    /// Uses `node` if the list has it.
    pub fn select(&mut self, node: &Node) {
        if let Some(index) = self.nodes.iter().position(|other| other == node) {
            self.index = index;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::rtc_001_the_secure_socket_of_a_host("voice.example", None, Ok(("wss://voice.example:8989", Carrier::WebSocket)))]
    #[case::a_full_web_socket_url("v", Some("ws://127.0.0.1:28188/janus"), Ok(("ws://127.0.0.1:28188/janus", Carrier::WebSocket)))]
    #[case::an_http_url("", Some("https://voice.example/janus/"), Ok(("https://voice.example/janus", Carrier::LongPoll)))]
    #[case::an_empty_url_counts_as_missing("h", Some(" "), Ok(("wss://h:8989", Carrier::WebSocket)))]
    #[case::rtc_052_neither_host_nor_url("", None, Err(Fault::InvalidServerUrl))]
    #[case::rtc_052_a_url_with_another_scheme("h", Some("ftp://h"), Err(Fault::InvalidServerUrl))]
    #[case::rtc_052_a_url_without_a_scheme("h", Some("h:8989"), Err(Fault::InvalidServerUrl))]
    #[case::rtc_052_a_url_without_a_host("h", Some("wss://"), Err(Fault::InvalidServerUrl))]
    fn host_and_url_of_a_node_give_its_endpoint(
        #[case] host: &str,
        #[case] url: Option<&str>,
        #[case] expected: Result<(&str, Carrier), Fault>,
    ) {
        let node = Node { host: host.to_owned(), url: url.map(str::to_owned) };
        let expected = expected.map(|(url, carrier)| Endpoint { url: url.to_owned(), carrier });
        assert_eq!(node.endpoint(), expected);
    }

    #[test]
    fn rtc_002_the_first_node_is_used_then_the_others_in_order() {
        let node = |host: &str| Node { host: host.to_owned(), url: None };
        let mut nodes = Nodes::new(vec![node("a"), node("b")]);
        assert_eq!(nodes.current(), Some(&node("a")));
        assert!(nodes.advance());
        assert_eq!(nodes.current(), Some(&node("b")));
        assert!(!nodes.advance());
        assert_eq!(nodes.current(), Some(&node("b")));
        nodes.restart();
        assert_eq!(nodes.current(), Some(&node("a")));
        nodes.select(&node("b"));
        assert_eq!(nodes.current(), Some(&node("b")));
        nodes.select(&node("c"));
        assert_eq!(nodes.current(), Some(&node("b")));
    }
}
