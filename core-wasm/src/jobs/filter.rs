//! Which attendances the list shows: those of channels that are not hidden and, during a search, those that it finds.

use super::job::Job;
use crate::flow::folded;
use crate::wire::{Channel, MetaType};

/// The name of the switch of Instagram.
const INSTAGRAM: &str = "instagram";

#[derive(Debug, Default, PartialEq, Eq)]
pub struct ListFilter {
    hidden: Vec<Channel>,
    /// Instagram is a sub-type of WhatsApp with a switch of its own (JOB-022).
    hides_instagram: bool,
    /// Folded search text; empty without a search.
    search: String,
}

impl ListFilter {
    /// Hides channels by name; unknown names are ignored. Returns whether the filter changed.
    pub fn hide(&mut self, hidden: &[String]) -> bool {
        let is_hidden = |name: &str| hidden.iter().any(|hidden| hidden == name);
        let channels: Vec<Channel> = Channel::ALL.into_iter().filter(|channel| is_hidden(channel.as_str())).collect();
        let hides_instagram = is_hidden(INSTAGRAM);
        let changed = (&self.hidden, self.hides_instagram) != (&channels, hides_instagram);
        (self.hidden, self.hides_instagram) = (channels, hides_instagram);
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
        let is_instagram = job.channel() == Channel::Whatsapp && job.server.meta_type == Some(MetaType::Instagram);
        let hidden = if is_instagram { self.hides_instagram } else { self.hidden.contains(&job.channel()) };
        if hidden {
            return false;
        }
        let finds = |text: &str| folded(text).contains(&self.search);
        self.search.is_empty()
            || finds(job.name())
            || finds(job.protocol().as_str())
            || finds(&job.server.contact_identifier)
    }
}
