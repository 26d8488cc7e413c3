//! Which attendances the list shows: those of the channels the agent did not hide and, while a search is on, those it finds.

use super::job::Job;
use crate::wire::Channel;
use unicode_normalization::UnicodeNormalization;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct ListFilter {
    hidden: Vec<Channel>,
    /// Folded; empty without a search.
    search: String,
}

impl ListFilter {
    /// Returns whether the filter changed. `hidden` holds channel names; unknown ones are ignored.
    pub fn hide(&mut self, hidden: &[String]) -> bool {
        let is_hidden = |channel: &Channel| hidden.iter().any(|name| name == channel.as_str());
        let hidden: Vec<Channel> = Channel::ALL.into_iter().filter(is_hidden).collect();
        let changed = self.hidden != hidden;
        self.hidden = hidden;
        changed
    }

    /// Returns whether the filter changed.
    pub fn search(&mut self, text: &str) -> bool {
        let search = folded(text.trim());
        let changed = self.search != search;
        self.search = search;
        changed
    }

    /// Without a search this reads the channel only: it runs for every event.
    pub fn shows(&self, job: &Job) -> bool {
        if self.hidden.contains(&job.channel()) {
            return false;
        }
        let finds = |text: &str| folded(text).contains(&self.search);
        self.search.is_empty()
            || finds(job.name())
            || finds(job.protocol().as_str())
            || finds(&job.server.contact_identifier)
    }
}

/// Lower case without accents, as texts are compared in a search. The ui folds in the same way (`ui/src/i18n/fold.ts`).
fn folded(text: &str) -> String {
    let is_accent = |letter: &char| ('\u{300}'..='\u{36f}').contains(letter);
    text.nfd().filter(|letter| !is_accent(letter)).flat_map(char::to_lowercase).collect()
}
