//! What the agent writes as a note. The composer keeps its own text; the core overwrites it only when the epoch grows.

use crate::wire::NoteMention;
use serde::Serialize;

/// What the composer writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum NoteMode {
    /// An answer to the customer.
    #[default]
    Reply,
    /// An internal note.
    Note,
}

/// The note of the composer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Draft {
    pub text: String,
    /// Whom the agent chose; a name that the text has no more is no mention.
    pub mentions: Vec<NoteMention>,
    pub epoch: u32,
}

impl Draft {
    /// The agent typed: whom the text names no more is not mentioned. Returns whether something changed.
    pub fn typed(&mut self, text: &str) -> bool {
        if self.text == text {
            return false;
        }
        text.clone_into(&mut self.text);
        self.mentions = mentioned(text, &self.mentions);
        true
    }

    /// The text was taken, or another one is put into the composer.
    pub fn replace(&mut self, text: &str, mentions: Vec<NoteMention>) {
        *self = Self { text: text.to_owned(), mentions, epoch: self.epoch.wrapping_add(1) };
    }
}

/// Those of the mentions that the text has, as `@` and the name. A longer name is no mention of a shorter one.
pub(super) fn mentioned(text: &str, mentions: &[NoteMention]) -> Vec<NoteMention> {
    mentions.iter().filter(|mention| has_mention(text, &mention.name)).cloned().collect()
}

fn has_mention(text: &str, name: &str) -> bool {
    let word = format!("@{name}");
    !name.is_empty()
        && text.match_indices(&word).any(|(at, found)| {
            let after = text.get(at + found.len()..).and_then(|after| after.chars().next());
            !after.is_some_and(char::is_alphanumeric)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn bruno() -> NoteMention {
        NoteMention { agent_id: "102".into(), name: "Bruno Lima".to_owned() }
    }

    #[rstest]
    #[case::whole("@Bruno Lima, veja", true)]
    #[case::at_the_end("veja @Bruno Lima", true)]
    #[case::a_part_was_deleted("@Bruno Lim, veja", false)]
    #[case::without_the_sign("Bruno Lima", false)]
    #[case::a_longer_name("@Bruno Limares", false)]
    #[case::the_second_time("@Bruno Limares e @Bruno Lima", true)]
    #[case::nothing("", false)]
    fn bey_160_whom_the_text_names_no_more_is_not_mentioned(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(mentioned(text, &[bruno()]), if expected { vec![bruno()] } else { Vec::new() });
    }

    #[test]
    fn the_composer_takes_a_text_only_when_the_epoch_grows() {
        let mut draft = Draft::default();
        assert!(draft.typed("Olá") && !draft.typed("Olá"));
        assert_eq!(draft.epoch, 0);
        draft.replace("", Vec::new());
        assert_eq!((draft.text.as_str(), draft.epoch), ("", 1));
    }
}
