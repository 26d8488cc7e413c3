//! The form of a contact or a company. The typed values stay until the server has accepted them.

use super::{Fields, RecordFormView, RoleView};
use crate::flow::{SortedMap, Text};
use crate::wire::{ContactId, EmployerRole};

/// An open form.
#[derive(Default)]
pub(super) struct Form {
    /// Identifies the form; the answer to a save contains it.
    pub number: u32,
    /// The contact that is edited; for a company its id.
    pub contact: ContactId,
    pub inline: bool,
    pub pending: bool,
    /// Version of the record that the agent has seen.
    pub version: u64,
    /// The values when the form was opened.
    pub base: Fields,
    pub typed: Fields,
    pub errors: SortedMap<String, Text>,
    pub other: Fields,
    pub error: Option<Text>,
    pub attempts: u32,
    pub roles: Vec<EmployerRole>,
}

impl Form {
    /// The values that the agent changed.
    pub fn changed(&self) -> Fields {
        let stood = |name: &String, value: &String| self.base.get(name).map_or("", String::as_str) == value;
        self.typed
            .iter()
            .filter(|(name, value)| !stood(name, value))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    /// Sets the errors of the values to save; returns false if there is one.
    pub fn accepts(&mut self, errors: impl Iterator<Item = (String, Text)>) -> bool {
        (self.errors, self.error) = (errors.collect(), None);
        self.attempts += u32::from(!self.errors.is_empty());
        self.errors.is_empty()
    }

    /// The save failed.
    pub fn show_failure(&mut self, text: Text) {
        self.pending = false;
        self.attempts += 1;
        self.error = Some(text);
    }

    /// Another agent saved the record meanwhile, now `theirs`: saving again overwrites it. Fields that both agents
    /// changed show the other agent's value with the typed one.
    pub fn rebase(&mut self, version: u64, theirs: Fields) {
        self.version = version;
        let (changed, base) = (self.changed(), &self.base);
        self.other = theirs;
        self.other.retain(|name, value| {
            changed.get(name).is_some_and(|typed| typed != value) && base.get(name).map_or("", String::as_str) != value
        });
    }

    /// Shows that both agents changed the same field, so that the agent decides.
    pub fn show_conflict(&mut self) {
        self.show_failure(Text::key("contacts.changedMeanwhile"));
    }

    /// The form as the interface shows it.
    pub fn view(&self, role_error: fn(&str) -> Option<Text>) -> RecordFormView {
        let mut values = self.base.clone();
        values.extend(self.typed.clone());
        let role = |role: &EmployerRole| RoleView { error: role_error(&role.name), ..RoleView::of(role) };
        RecordFormView {
            id: self.contact.0.clone(),
            inline: self.inline,
            pending: self.pending,
            values,
            errors: self.errors.clone(),
            other: self.other.clone(),
            error: self.error.clone(),
            attempts: self.attempts,
            roles: self.roles.iter().map(role).collect(),
        }
    }
}

impl RoleView {
    /// A role without an error.
    pub(super) fn of(role: &EmployerRole) -> Self {
        Self { employer_role_id: role.employer_role_id.clone(), name: role.name.clone(), error: None }
    }
}

/// The error of a text that is too long, counted in characters.
pub(super) fn too_long(value: &str, most: usize) -> Option<Text> {
    (value.chars().count() > most).then(|| Text::key("contacts.tooLong").with("max", most))
}

/// The error of an empty text.
pub(super) fn required(value: &str) -> Option<Text> {
    value.is_empty().then(|| Text::key("contacts.requiredField"))
}
