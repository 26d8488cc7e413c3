//! Limits how often the contact centre gets the fact that an extension was registered or unregistered. A client can change
//! this with each frame, and the contact centre stores each fact. A few changes, as a reload of a page causes, are
//! reported at once; of further changes only the last one, at the end of the window. Only states in between are omitted.

use std::collections::BTreeMap;
use std::time::Duration;

use super::deadlines::Deadlines;
use crate::budget::Budget;

/// Number of changes of one extension that are reported at once in a window: one a second in the long run.
const CHANGES: u32 = 5;
const WINDOW: Duration = Duration::from_secs(5);

/// The extensions that changed in the last window.
#[derive(Default)]
pub struct RegistrationFacts {
    extensions: BTreeMap<String, Extension>,
    /// Extensions with a waiting change, and the time of its report.
    waiting: Deadlines<String>,
    /// When an extension is removed from the table.
    over: Deadlines<String>,
}

struct Extension {
    budget: Budget,
    reported: bool,
    waiting: Option<bool>,
}

impl RegistrationFacts {
    /// Records a change; returns whether it is reported now. It replaces a change that waits.
    pub fn change(&mut self, name: &str, is_registered: bool, now: Duration) -> bool {
        self.forget(now);
        let extension = self.extensions.entry(name.to_owned()).or_insert_with(|| Extension {
            budget: Budget::new(CHANGES, WINDOW, now),
            reported: is_registered,
            waiting: None,
        });
        let is_reported = extension.waiting.is_none() && extension.budget.take(now);
        if is_reported {
            extension.reported = is_registered;
            self.over.set(name.to_owned(), extension.budget.ends_at());
        } else {
            extension.waiting = Some(is_registered);
            self.waiting.set(name.to_owned(), extension.budget.ends_at());
        }
        is_reported
    }

    /// When the next waiting change is reported.
    pub fn next_at(&self) -> Option<Duration> {
        self.waiting.next_at()
    }

    /// Takes a waiting change whose time has come, if it differs from the last reported one.
    pub fn take_due(&mut self, now: Duration) -> Option<(String, bool)> {
        while let Some(name) = self.waiting.take_due(now) {
            let Some(extension) = self.extensions.get_mut(&name) else { continue };
            let Some(is_registered) = extension.waiting.take() else { continue };
            extension.budget.take(now);
            self.over.set(name.clone(), extension.budget.ends_at());
            if std::mem::replace(&mut extension.reported, is_registered) != is_registered {
                return Some((name, is_registered));
            }
        }
        None
    }

    fn forget(&mut self, now: Duration) {
        while let Some(name) = self.over.take_due(now) {
            if self.extensions.get(&name).is_some_and(|extension| extension.waiting.is_none()) {
                self.extensions.remove(&name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_registration_changes_the_first_five_and_then_the_last_one_are_reported() {
        let mut facts = RegistrationFacts::default();
        let at = Duration::from_secs;
        let reported = (0..1_000).filter(|round| facts.change("2001", round % 2 == 0, at(0))).count();
        assert_eq!((reported, facts.next_at(), facts.take_due(at(4))), (5, Some(at(5)), None));
        // The fifth report was a registration, the last change an end.
        assert_eq!((facts.take_due(at(5)), facts.take_due(at(5))), (Some(("2001".to_owned(), false)), None));
        assert_eq!(facts.next_at(), None);
    }

    #[test]
    fn a_registration_change_that_was_undone_while_it_waited_is_not_reported() {
        let mut facts = RegistrationFacts::default();
        for round in 0..7 {
            facts.change("2001", round % 2 == 0, Duration::ZERO);
        }
        assert_eq!(facts.take_due(Duration::from_secs(5)), None);
    }

    #[test]
    fn extensions_do_not_delay_each_others_reports_and_are_removed_after_a_window() {
        let mut facts = RegistrationFacts::default();
        for round in 0..100 {
            facts.change("2001", round % 2 == 0, Duration::ZERO);
        }
        assert!(facts.change("2002", true, Duration::ZERO));
        facts.take_due(Duration::from_secs(5));
        assert!(facts.change("2003", true, Duration::from_secs(20)));
        assert_eq!(facts.extensions.keys().collect::<Vec<_>>(), ["2003"]);
    }
}
