//! Settings of an external RabbitMQ.

use std::fmt;

use lapin::uri::AMQPUri;

use super::SettingsError;
use super::urls::socket_origin;

const MIN_KEY_LENGTH: usize = 16;

/// Settings of RabbitMQ, used instead of the embedded broker.
#[derive(Clone, PartialEq, Eq)]
pub struct RabbitSettings {
    /// WebSocket URL for browsers.
    pub url: String,
    /// AMQP URL for this server.
    pub amqp: AMQPUri,
    /// Key of RabbitMQ's access checks.
    pub auth_key: String,
    /// Whether pages send sign-in and log-off to the broker.
    pub wants_logins: bool,
}

/// The debug output contains neither passwords nor keys.
impl fmt::Debug for RabbitSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "RabbitSettings({:?})", self.url)
    }
}

impl RabbitSettings {
    pub(super) fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, SettingsError> {
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

    /// The origin that the page's content security policy must allow.
    pub fn socket_origin(&self) -> Option<&str> {
        socket_origin(&self.url)
    }
}
