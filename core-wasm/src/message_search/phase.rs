//! The state that the search shows: a function of the text and of the load state.

use crate::flow::{ListState, Portion};
use crate::wire::limits::MESSAGE_SEARCH_MIN_LETTERS;
use serde::Serialize;

/// The state that the search shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SearchPhase {
    /// No text.
    Empty,
    /// The text has too few letters and digits to be searched.
    TooShort,
    /// The first results are pending; those of an earlier text are shown meanwhile.
    Searching,
    /// The search has results.
    Found,
    /// No message contains the text.
    Nothing,
    /// The load of the first results failed; it is repeated automatically, unless the server refused.
    Failed,
}

/// Whether there are further results after the shown ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SearchMore {
    /// No further results.
    Complete,
    /// Another portion, which the agent may request.
    More,
    /// Another portion, which is being loaded.
    Loading,
    /// Another portion, whose load failed.
    Failed,
}

/// Whether a text can be searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Searchable {
    /// There is no text.
    Empty,
    /// The text has too few letters and digits.
    TooShort,
    /// The server can search for the text.
    Yes,
}

/// Whether the text can be searched for; the server refuses other texts.
pub(super) fn searchable(text: &str) -> Searchable {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric()).count();
    match letters {
        _ if text.trim().is_empty() => Searchable::Empty,
        0..MESSAGE_SEARCH_MIN_LETTERS => Searchable::TooShort,
        _ => Searchable::Yes,
    }
}

/// The loading of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loaded {
    pub state: ListState,
    /// The portion that is pending or failed.
    pub portion: Portion,
    pub is_empty: bool,
    pub is_complete: bool,
}

/// The state to show.
pub(super) fn phase(text: Searchable, loaded: Loaded) -> SearchPhase {
    match (text, loaded.state, loaded.portion) {
        (Searchable::Empty, ..) => SearchPhase::Empty,
        (Searchable::TooShort, ..) => SearchPhase::TooShort,
        (Searchable::Yes, ListState::NotAsked, _) | (Searchable::Yes, ListState::Loading, Portion::First) => {
            SearchPhase::Searching
        }
        (Searchable::Yes, ListState::Failed, Portion::First) => SearchPhase::Failed,
        (Searchable::Yes, ListState::Loading | ListState::Failed, Portion::Next)
        | (Searchable::Yes, ListState::Ready, _) => {
            if loaded.is_empty {
                SearchPhase::Nothing
            } else {
                SearchPhase::Found
            }
        }
    }
}

/// Whether there are further results after the loaded ones.
pub(super) fn more(loaded: Loaded) -> SearchMore {
    match (loaded.state, loaded.portion) {
        (ListState::Loading, Portion::Next) => SearchMore::Loading,
        (ListState::Failed, Portion::Next) => SearchMore::Failed,
        (ListState::Ready, _) if !loaded.is_complete => SearchMore::More,
        (ListState::Ready | ListState::NotAsked, _) | (ListState::Loading | ListState::Failed, Portion::First) => {
            SearchMore::Complete
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("", Searchable::Empty)]
    #[case("  ", Searchable::Empty)]
    #[case("b", Searchable::TooShort)]
    #[case("?!", Searchable::TooShort)]
    #[case("ção", Searchable::Yes)]
    #[case("a b", Searchable::Yes)]
    #[case("領収", Searchable::Yes)]
    fn bey_162_a_text_with_at_least_two_letters_is_searched(#[case] text: &str, #[case] expected: Searchable) {
        assert_eq!(searchable(text), expected);
    }

    /// Every combination of text, load state and portion.
    #[test]
    fn bey_162_each_combination_of_text_and_load_state_shows_the_state_in_the_table() {
        let states = [ListState::NotAsked, ListState::Loading, ListState::Ready, ListState::Failed];
        let mut table = Vec::new();
        for text in [Searchable::Empty, Searchable::TooShort, Searchable::Yes] {
            for state in states {
                for portion in [Portion::First, Portion::Next] {
                    let loaded = Loaded { state, portion, is_empty: false, is_complete: false };
                    table.push(format!("{text:?} {state:?} {portion:?}: {:?} {:?}", phase(text, loaded), more(loaded)));
                }
            }
        }
        let of_text = |line: &&String| line.starts_with("Yes");
        let searched: Vec<&String> = table.iter().filter(of_text).collect();
        assert_eq!(
            searched,
            [
                "Yes NotAsked First: Searching Complete",
                "Yes NotAsked Next: Searching Complete",
                "Yes Loading First: Searching Complete",
                "Yes Loading Next: Found Loading",
                "Yes Ready First: Found More",
                "Yes Ready Next: Found More",
                "Yes Failed First: Failed Complete",
                "Yes Failed Next: Found Failed",
            ]
        );
        assert!(table.iter().take(8).all(|line| line.contains(": Empty ")), "{table:#?}");
        assert!(table.iter().skip(8).take(8).all(|line| line.contains(": TooShort ")), "{table:#?}");
        let none = Loaded { state: ListState::Ready, portion: Portion::First, is_empty: true, is_complete: true };
        assert_eq!((phase(Searchable::Yes, none), more(none)), (SearchPhase::Nothing, SearchMore::Complete));
    }
}
