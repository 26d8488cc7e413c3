//! Texts for a refused connection or disconnection of a channel (spec session §8 "Channel connection").

use super::machine::Request;
use crate::flow::Text;
use crate::wire::limits::EXTENSION_MAX_CHARS;
use crate::wire::{Channel, ErrorBody};

/// Reasons without a text, because a status event follows: the channel is online already, or the telephone is being
/// called (CHN-040).
const SILENT: [&str; 2] = ["online", "originate"];

/// A refused request about a channel, with the server's reason (CHN-058).
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseConnectionErrorChannel {
    /// The channel.
    pub channel: Channel,
    /// The refused request.
    pub request: Request,
    /// Cause or reason of the refusal, whichever the server sends.
    pub reason: Option<String>,
    /// Body of the answer, if it had one.
    pub errors: Option<ErrorBody>,
}

impl ResponseConnectionErrorChannel {
    /// Text for the agent (CHN-039 to CHN-057); `None`: no text is shown.
    pub fn text(&self) -> Option<Text> {
        let reason = self.reason.as_deref().unwrap_or_default();
        let (area, fallback) = match (self.channel, self.request) {
            (Channel::Chat, _) if reason.eq_ignore_ascii_case("offline") => {
                return Some(Text::key("channels.chat.serverOffline"));
            }
            (Channel::Voice, Request::Connecting) if SILENT.contains(&reason) => return None,
            (Channel::Voice, Request::Connecting) => ("voiceChannel", "errorDisconnectChannel-voice"),
            (Channel::Voice, Request::Disconnecting) => ("logoff", "errorDisconnectChannel"),
            (Channel::Chat, Request::Connecting) => ("channels.cause", "channelChat.errorConnect"),
            (Channel::Chat, Request::Disconnecting) => ("channels.cause", "channelChat.errorDisconnect"),
            (Channel::Whatsapp, Request::Connecting) => ("channels.cause", "errorConnectChannel"),
            (Channel::Whatsapp, Request::Disconnecting) => ("channels.cause", "errorDisconnectChannel"),
        };
        Some(match &self.errors {
            Some(body) if !reason.is_empty() => Text::reason(area, reason, &body.details, fallback),
            _ => Text::key(fallback),
        })
    }
}

/// The errors of the dialog for the extension.
#[derive(Clone, Debug, Default)]
pub(super) struct ExtensionForm {
    /// Why the typed text is not a valid extension.
    pub(super) invalid: Option<Text>,
    /// Why the server refused the connection.
    pub(super) failure: Option<Text>,
}

/// Whether the text is a valid extension (CHN-038).
pub fn is_extension(exten: &str) -> bool {
    !exten.is_empty() && exten.len() <= EXTENSION_MAX_CHARS && exten.bytes().all(|letter| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::chn_038_digits("1001", true)]
    #[case::chn_038_letters("10a1", false)]
    #[case::chn_038_a_sign_before_the_digits("+1001", false)]
    #[case::chn_037_an_empty_text("", false)]
    #[case::more_digits_than_allowed("123456789012345678901", false)]
    fn an_extension_has_digits_only_and_a_limited_length(#[case] typed: &str, #[case] good: bool) {
        assert_eq!(is_extension(typed), good);
    }
}
