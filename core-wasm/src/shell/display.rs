//! Display rules shared by every screen: avatars, badges, previews (spec conversation §9, design: ui §9).

use super::author::{Author, Viewer, short_name, system_line};
use crate::flow::Text;
use crate::wire::{Job, Message, MessageDetails, MessageMedia, SharedKind, first_visible};
use serde::Serialize;

/// Colors with sufficient contrast to white text in both themes (design: ui §9).
pub const AVATAR_PALETTE: [&str; 27] = [
    "#517693", "#BD4D65", "#09835E", "#7B63C3", "#AA6003", "#0279B6", "#B1508D", "#3D8123", "#796C94", "#BC5135",
    "#03807B", "#4E6EC9", "#906E04", "#9B58AE", "#507C65", "#007E94", "#926953", "#657198", "#737805", "#896888",
    "#427C77", "#966664", "#637953", "#437A88", "#886F4A", "#936677", "#777449",
];

/// The color of a name. The same name always has the same color; the empty name has the first one.
pub fn avatar_color(name: &str) -> &'static str {
    let hash = name.encode_utf16().fold(0u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)));
    AVATAR_PALETTE.get(hash as usize % AVATAR_PALETTE.len()).copied().unwrap_or("#517693")
}

/// First letters of the first and the last word.
pub fn initials(name: &str) -> String {
    let mut words = name.split_whitespace().filter_map(|word| word.chars().find(|letter| letter.is_alphanumeric()));
    let first = words.next();
    let last = words.next_back();
    first.into_iter().chain(last).flat_map(char::to_uppercase).collect()
}

/// First letter in upper case (SHELL-038).
pub fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// At most `length` characters; the last one is an ellipsis if the text was cut (SHELL-041).
pub fn truncate(text: &str, length: usize) -> String {
    // Fast path: a text has at most as many characters as bytes.
    if text.len() <= length || text.chars().count() <= length {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(length.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// Name of the queue, otherwise of the campaign, otherwise empty (SHELL-045).
pub fn queue_or_campaign(job: &Job) -> &str {
    [&job.queue, &job.campaign]
        .into_iter()
        .flatten()
        .map(|info| info.name.as_str())
        .find(|name| !name.is_empty())
        .unwrap_or_default()
}

/// Name of the campaign, else of the queue, else `-` (SHELL-046).
pub fn campaign_or_queue<'a>(campaign: &'a str, queue: &'a str) -> &'a str {
    [campaign, queue].into_iter().find(|name| !name.trim().is_empty()).unwrap_or("-")
}

/// Level of a churn risk (ORG-007).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum RiskBand {
    /// Below 40 %.
    Low,
    /// 40 % to 70 %.
    Medium,
    /// Above 70 %.
    High,
}

impl RiskBand {
    /// The level follows the exact value, so that 70.4 % is high although it shows as 70 %.
    pub fn of(probability: f64) -> Self {
        match probability {
            low if low < 40.0 => RiskBand::Low,
            medium if medium <= 70.0 => RiskBand::Medium,
            _ => RiskBand::High,
        }
    }
}

/// A part of 100, rounded.
pub fn percent(value: f64) -> u32 {
    // A value that is not a number becomes 0, and the cast saturates.
    value.clamp(0.0, 100.0).round() as u32
}

/// The last message in a row of the attendance list. `label` is the kind of file, for a message without text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MessagePreview {
    /// Author of the message: the row shows "Você: " for the agent's own message (JOB-038).
    pub author: Author,
    /// Short name of the colleague who wrote it; absent for other authors, and if the name is unknown.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub author_name: String,
    /// The text in one line, shortened.
    pub text: String,
    /// Kind of its file; `None` for plain text.
    pub label: Option<MessageMedia>,
    /// The text of a system message; `None` for other messages.
    pub line: Option<Text>,
    /// Content that the network sent in a form of its own, if the message has no text; absent without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub detail: Option<PreviewDetail>,
    /// The customer took it back; absent: no.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub revoked: bool,
}

/// Kinds of content that a network sends in a form of its own, as the list names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PreviewDetail {
    /// An order.
    Order,
    /// Answers to a form.
    Form,
    /// A post of Instagram.
    Post,
    /// A reel.
    Reel,
    /// A mention in a story.
    StoryMention,
    /// An answer to a story.
    StoryReply,
    /// A product that the customer asks about.
    Product,
    /// An advertisement from which the customer came.
    Referral,
}

impl PreviewDetail {
    fn of(details: &MessageDetails) -> Option<Self> {
        let shared = details.shared.as_ref().map(|shared| match shared.kind {
            SharedKind::Post => Self::Post,
            SharedKind::Reel => Self::Reel,
            SharedKind::StoryMention => Self::StoryMention,
            SharedKind::StoryReply => Self::StoryReply,
        });
        let form = (!details.form.is_empty()).then_some(Self::Form);
        let order = details.order.as_ref().map(|_| Self::Order);
        let product = details.product.as_ref().map(|_| Self::Product);
        let referral = details.referral.as_ref().map(|_| Self::Referral);
        order.or(form).or(shared).or(product).or(referral)
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl MessagePreview {
    const LONGEST: usize = 120;

    /// Whether the preview is a text of the agent or the customer, and no kind of file or system message.
    pub fn is_plain(&self) -> bool {
        self.label.is_none() && self.line.is_none() && self.detail.is_none() && !self.revoked
    }

    /// The preview of a message. `agents`: names of the agents who wrote in the same conversation.
    pub fn of(message: &Message, viewer: Viewer<'_>, agents: &[String]) -> Self {
        let author = Author::of_message(message, viewer);
        let in_view = agents.iter().map(String::as_str).chain([viewer.name]);
        Self {
            author,
            author_name: match author {
                Author::Colleague => short_name(&message.agent_name, in_view),
                Author::Customer | Author::Own | Author::Bot | Author::System => String::new(),
            },
            text: Self::in_one_line(first_visible([message.message.as_str(), &message.caption])),
            label: message.media(),
            line: system_line(message, viewer),
            detail: message.details.as_deref().and_then(PreviewDetail::of),
            revoked: message.revoked,
        }
    }

    fn in_one_line(words: &str) -> String {
        // Fast path: the text has only single spaces, and no byte that can begin another white-space character.
        let mut before = b' ';
        let is_plain = |byte: u8| {
            let doubled = byte == b' ' && before == b' ';
            before = byte;
            !doubled && byte >= b' ' && !matches!(byte, 0xc2 | 0xe1 | 0xe2 | 0xe3)
        };
        if words.len() <= Self::LONGEST && words.bytes().all(is_plain) && !words.ends_with(' ') {
            return words.to_owned();
        }
        let mut shown = String::with_capacity(words.len().min(Self::LONGEST * 4));
        for word in words.split_whitespace() {
            if !shown.is_empty() {
                shown.push(' ');
            }
            shown.push_str(word);
            // A longer text is cut in any case, because a character has at most four bytes.
            if shown.len() > Self::LONGEST * 4 {
                break;
            }
        }
        if shown.len() > Self::LONGEST { truncate(&shown, Self::LONGEST) } else { shown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::SenderType;
    use proptest::prelude::*;
    use rstest::rstest;

    #[test]
    fn shell_033_the_palette_has_27_colours_and_a_name_keeps_its_colour() {
        let mut colours: Vec<_> = AVATAR_PALETTE.to_vec();
        colours.sort_unstable();
        colours.dedup();
        assert_eq!(colours.len(), 27);
        // "Ab" = (65 * 31 + 98) % 27 = 2113 % 27 = 7
        assert_eq!(avatar_color("Ab"), AVATAR_PALETTE[7]);
        assert_eq!(avatar_color("Mariana Albuquerque"), avatar_color("Mariana Albuquerque"));
        assert_ne!(avatar_color("Ab"), avatar_color("Ac"));
    }

    #[test]
    fn shell_034_an_empty_name_has_the_first_colour() {
        assert_eq!(avatar_color(""), AVATAR_PALETTE[0]);
    }

    #[rstest]
    #[case("Mariana Albuquerque", "MA")]
    #[case("José de Souza Lima", "JL")]
    #[case("ana", "A")]
    #[case("  ", "")]
    #[case("(11) 98765", "19")]
    #[case("érica öberg", "ÉÖ")]
    #[case("łukasz żak", "ŁŻ")]
    #[case("ÿ ž", "ŸŽ")]
    #[case("άννα ώρα", "ΆΏ")]
    #[case("яна џон", "ЯЏ")]
    fn shell_042_the_initials_of_a_name_are_those_of_its_first_and_last_word(
        #[case] name: &str,
        #[case] expected: &str,
    ) {
        assert_eq!(initials(name), expected);
    }

    #[test]
    fn shell_038_capitalize_turns_the_first_letter_to_upper_case() {
        assert_eq!(capitalize("ágata lima"), "Ágata lima");
        assert_eq!(capitalize(""), "");
    }

    #[test]
    fn shell_041_truncate_shortens_a_longer_text_only() {
        assert_eq!(truncate("atendimento", 11), "atendimento");
        assert_eq!(truncate("atendimento", 6), "atend…");
    }

    #[test]
    fn shell_045_a_job_shows_its_queue_or_without_a_queue_its_campaign() {
        let info = |name: &str| Some(crate::wire::QueueInfo { id: "1".into(), name: name.to_owned() });
        let mut job = Job { campaign: info("Renovação"), ..Job::default() };
        assert_eq!(queue_or_campaign(&job), "Renovação");
        job.queue = info("Vendas");
        assert_eq!(queue_or_campaign(&job), "Vendas");
        assert_eq!(queue_or_campaign(&Job::default()), "");
    }

    #[rstest]
    #[case::job_038_the_agents_own_message("101", "Ana Souza", Author::Own, "")]
    #[case::a_colleague("102", "Bruno Lima", Author::Colleague, "Bruno")]
    #[case::a_colleague_with_the_first_name_of_another("103", "Davi Reis", Author::Colleague, "Davi R.")]
    #[case::a_colleague_with_the_agents_first_name("104", "Ana Lima", Author::Colleague, "Ana L.")]
    fn bey_151_a_preview_names_the_colleague_who_wrote_the_message(
        #[case] agent_id: &str,
        #[case] agent_name: &str,
        #[case] author: Author,
        #[case] shown: &str,
    ) {
        let viewer = Viewer { agent_id: "101", name: "Ana Souza" };
        let message = Message {
            sender_type: SenderType::Agent,
            agent_id: agent_id.into(),
            agent_name: agent_name.to_owned(),
            message: "Olá,\n tudo   bem?".to_owned(),
            ..Message::default()
        };
        let agents = ["Davi Alves".to_owned(), agent_name.to_owned()];
        let preview = MessagePreview::of(&message, viewer, &agents);
        assert_eq!(
            (preview.author, preview.author_name.as_str(), preview.text.as_str()),
            (author, shown, "Olá, tudo bem?")
        );
        assert_eq!(MessagePreview::of(&Message::default(), viewer, &agents).author, Author::Customer);
    }

    proptest! {
        #[test]
        fn a_preview_separates_the_words_by_single_spaces(text in "([ éa\n\u{85}\u{a0}\u{1680}\u{2003}\u{2028}\u{3000}ïж👍]|b ){0,9}") {
            let words: Vec<&str> = text.split_whitespace().collect();
            prop_assert_eq!(MessagePreview::of(&Message { message: text.clone(), ..Message::default() }, Viewer::default(), &[]).text, words.join(" "));
        }
    }
}
