//! Length of a text in relation to the limit of its network (BEY-170): the composer shows it near the limit, and a
//! longer text is refused.

use crate::flow::Text;
use crate::wire::network_limits::{Network, TextLimit, Unit};
use serde::Serialize;

/// A text near or above the limit of its network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LengthView {
    /// Length of the text, as the network counts it.
    pub used: u32,
    /// The limit.
    pub most: u32,
    /// The text is above the limit.
    pub over: bool,
}

impl LengthView {
    /// The length to show; `None` below nine tenths of the limit.
    pub fn of(limit: TextLimit, text: &str) -> Option<Self> {
        let is_near = |length: usize| length.saturating_mul(10) >= limit.most.saturating_mul(9);
        // A text has at least as many bytes as units, so most texts need not be counted.
        let used = is_near(text.len()).then(|| limit.length(text)).filter(|used| is_near(*used))?;
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Some(Self { used: number(used), most: number(limit.most), over: used > limit.most })
    }
}

/// Why the network refuses this text; `None` if it accepts it.
pub(super) fn text_refusal(network: Network, text: &str, beside_a_file: bool) -> Option<Text> {
    let limit = match (beside_a_file, network.caption_limit()) {
        (false, _) => network.text_limit(),
        (true, Some(limit)) => limit,
        (true, None) if text.is_empty() => return None,
        (true, None) => return Some(Text::key("whatsapp.outgoing.noCaption")),
    };
    if limit.takes(text) {
        return None;
    }
    let key = match (network, beside_a_file, limit.unit) {
        (Network::WebChat, ..) => "chat.send.tooLong",
        (_, true, _) => "whatsapp.outgoing.captionTooLong",
        (_, false, Unit::Utf16) => "whatsapp.outgoing.textTooLong",
        (_, false, Unit::Bytes) => "whatsapp.outgoing.textTooManyBytes",
    };
    Some(Text::key(key).with("used", limit.length(text)).with("most", limit.most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::below_nine_tenths(3_686, None)]
    #[case::nine_tenths(3_687, Some((3_687, false)))]
    #[case::the_limit(4_096, Some((4_096, false)))]
    #[case::above_the_limit(4_097, Some((4_097, true)))]
    fn bey_170_the_length_shows_from_nine_tenths_of_the_limit_on(
        #[case] letters: usize,
        #[case] expected: Option<(u32, bool)>,
    ) {
        let view = LengthView::of(Network::Meta.text_limit(), &"é".repeat(letters));
        assert_eq!(view, expected.map(|(used, over)| LengthView { used, most: 4_096, over }));
    }

    #[rstest]
    #[case::a_text(Network::Meta, 4_096, false, None)]
    #[case::a_text_above_the_limit(Network::Meta, 4_097, false, Some("whatsapp.outgoing.textTooLong"))]
    #[case::a_caption(Network::Meta, 1_024, true, None)]
    #[case::a_caption_above_the_limit(Network::Meta, 1_025, true, Some("whatsapp.outgoing.captionTooLong"))]
    #[case::the_limit_of_twilio(Network::Twilio, 1_601, false, Some("whatsapp.outgoing.textTooLong"))]
    #[case::a_limit_in_bytes(Network::Instagram, 501, false, Some("whatsapp.outgoing.textTooManyBytes"))]
    #[case::a_network_without_captions(Network::Instagram, 1, true, Some("whatsapp.outgoing.noCaption"))]
    #[case::a_file_without_a_caption(Network::Instagram, 0, true, None)]
    #[case::web_chat(Network::WebChat, 32_769, false, Some("chat.send.tooLong"))]
    fn bey_170_a_text_above_the_limit_is_refused_with_the_limit(
        #[case] network: Network,
        #[case] letters: usize,
        #[case] beside_a_file: bool,
        #[case] expected: Option<&str>,
    ) {
        let refusal = text_refusal(network, &"é".repeat(letters), beside_a_file);
        assert_eq!(refusal.map(|text| text.key), expected.map(str::to_owned));
    }
}
