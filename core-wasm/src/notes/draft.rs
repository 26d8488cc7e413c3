//! The draft of a note. The composer keeps its own text; the core overwrites it only by increasing the epoch.

use crate::wire::NoteMention;
use serde::Serialize;

/// Whether the composer writes a message or a note.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum NoteMode {
    /// A message to the customer.
    #[default]
    Reply,
    /// An internal note.
    Note,
}

/// The draft of a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Draft {
    pub text: String,
    /// The mentioned agents whom the agent chose; one whose name is not in the text any more is not mentioned.
    pub mentions: Vec<NoteMention>,
    pub epoch: u32,
}

impl Draft {
    /// The agent typed: agents whose names were removed from the text are not mentioned. Returns whether something
    /// changed.
    pub fn typed(&mut self, text: &str) -> bool {
        if self.text == text {
            return false;
        }
        text.clone_into(&mut self.text);
        self.mentions = mentioned(text, &self.mentions);
        true
    }

    /// The text was sent, or another text is put into the composer.
    pub fn replace(&mut self, text: &str, mentions: Vec<NoteMention>) {
        *self = Self { text: text.to_owned(), mentions, epoch: self.epoch.wrapping_add(1) };
    }
}

/// The mentions whose `@` and name are in the text. A longer name does not mention an agent with a shorter one.
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
    #[case::the_whole_name("@Bruno Lima, veja", true)]
    #[case::the_name_at_the_end("veja @Bruno Lima", true)]
    #[case::a_part_of_the_name_was_deleted("@Bruno Lim, veja", false)]
    #[case::without_the_at_sign("Bruno Lima", false)]
    #[case::a_longer_name("@Bruno Limares", false)]
    #[case::the_second_occurrence("@Bruno Limares e @Bruno Lima", true)]
    #[case::an_empty_text("", false)]
    fn bey_160_an_agent_whose_name_was_removed_from_the_text_is_not_mentioned(
        #[case] text: &str,
        #[case] expected: bool,
    ) {
        assert_eq!(mentioned(text, &[bruno()]), if expected { vec![bruno()] } else { Vec::new() });
    }

    #[test]
    fn the_composer_takes_the_text_of_the_core_only_when_the_epoch_grows() {
        let mut draft = Draft::default();
        assert!(draft.typed("Olá") && !draft.typed("Olá"));
        assert_eq!(draft.epoch, 0);
        draft.replace("", Vec::new());
        assert_eq!((draft.text.as_str(), draft.epoch), ("", 1));
    }
}
