//! Which attendances the list shows: those of channels that are not hidden and, during a search, those that it finds.

use super::job::Job;
use crate::flow::folded;
use crate::wire::Channel;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct ListFilter {
    hidden: Vec<Channel>,
    /// Folded search text; empty without a search.
    search: String,
}

impl ListFilter {
    /// Hides channels by name; unknown names are ignored. Returns whether the filter changed.
    pub fn hide(&mut self, hidden: &[String]) -> bool {
        let is_hidden = |channel: &Channel| hidden.iter().any(|name| name == channel.as_str());
        let hidden: Vec<Channel> = Channel::ALL.into_iter().filter(is_hidden).collect();
        let changed = self.hidden != hidden;
        self.hidden = hidden;
        changed
    }

    /// Sets the search text. Returns whether the filter changed.
    pub fn search(&mut self, text: &str) -> bool {
        let search = folded(text.trim());
        let changed = self.search != search;
        self.search = search;
        changed
    }

    /// Whether the list shows the attendance. Runs for every event: without a search it reads the channel only.
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
