//! The agents' preferences in this browser; kept in local storage, so that they also apply before a sign-in.

use super::AlertPreferences;
use super::list_preferences::{AfterClosing, ListOrder, ListTags, TagVisibility};
use super::preset_uses::PresetUse;
use crate::flow::{Table, Tone};
use crate::wire::{AgentId, Channel, json_text};
use derive::ReadObject;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Language {
    /// Brazilian Portuguese, the default for every browser language (SHELL-003, SHELL-007).
    #[default]
    #[serde(rename = "pt-BR")]
    PtBr,
    /// English.
    #[serde(rename = "en")]
    En,
}

/// Colour theme of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// The theme of the system, otherwise light.
    #[default]
    System,
    /// Light colours.
    Light,
    /// Dark colours.
    Dark,
}

/// Which key sends a message (BEY-052).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SendWith {
    /// Enter sends, Shift+Enter begins a new line.
    #[default]
    Enter,
    /// Ctrl+Enter sends, Enter begins a new line.
    CtrlEnter,
}

/// The preferences of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Preferences {
    /// Language of the interface.
    pub language: Language,
    /// Colour theme.
    pub theme: Theme,
    /// Which key sends a message.
    pub send_with: SendWith,
    /// False mutes all sounds (NOT-018).
    pub sounds: bool,
    /// Sounds and desktop notifications.
    pub alerts: AlertPreferences,
    /// Whether the details drawer stays open on a narrow page.
    pub details_open: bool,
    /// The extension of the last voice connection (CHN-038).
    pub extension: String,
    /// Channels whose attendances the list does not show.
    pub hidden_channels: Vec<String>,
    /// Tags whose attendances the list shows.
    pub list_tags: ListTags,
    /// Which tags the rows of the list show.
    pub tag_visibility: TagVisibility,
    /// The order of the list.
    pub list_order: ListOrder,
    /// Ids of the queues and campaigns that the list shows; empty: all.
    pub list_queues: Vec<String>,
    /// The list shows only customers who wait for an answer.
    pub only_waiting: bool,
    /// The group of ended attendances is open.
    pub ended_open: bool,
    /// The group of snoozed attendances is open.
    pub snoozed_open: bool,
    /// The page that is shown after an attendance was qualified.
    pub after_closing: AfterClosing,
    /// The number of times that the agent used each preset message; at most 100 of them.
    pub preset_uses: Vec<PresetUse>,
    /// Keyboard shortcuts that the agent changed or switched off (BEY-051).
    pub shortcuts: Vec<ShortcutChoice>,
    /// Width of the list in CSS pixels; `None`: it follows the width of the screen.
    pub list_width: Option<u32>,
    /// Width of the details in CSS pixels; `None`: it follows the width of the screen.
    pub details_width: Option<u32>,
}

/// Changed preferences; `None` keeps the present value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct PreferencesChange {
    /// Language of the interface.
    pub language: Option<Language>,
    /// Colour theme.
    pub theme: Option<Theme>,
    /// Which key sends a message.
    pub send_with: Option<SendWith>,
    /// All sounds on or off.
    pub sounds: Option<bool>,
    /// Sounds and desktop notifications.
    pub alerts: Option<AlertPreferences>,
    /// The details drawer stays open.
    pub details_open: Option<bool>,
    /// Extension of the voice channel.
    pub extension: Option<String>,
    /// Channels that the list does not show.
    pub hidden_channels: Option<Vec<String>>,
    /// All tags whose attendances the list shows.
    pub list_tags: Option<ListTags>,
    /// Which tags the rows of the list show.
    pub tag_visibility: Option<TagVisibility>,
    /// The order of the list.
    pub list_order: Option<ListOrder>,
    /// Ids of the queues and campaigns that the list shows.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub list_queues: Option<Vec<String>>,
    /// The list shows only customers who wait for an answer.
    pub only_waiting: Option<bool>,
    /// The group of ended attendances is open.
    pub ended_open: Option<bool>,
    /// The group of snoozed attendances is open.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub snoozed_open: Option<bool>,
    /// What shows after an attendance was qualified.
    pub after_closing: Option<AfterClosing>,
    /// The number of times that the agent used each preset message.
    pub preset_uses: Option<Vec<PresetUse>>,
    /// All changed shortcuts; a shortcut that is not in the list has its default keys.
    pub shortcuts: Option<Vec<ShortcutChoice>>,
    /// Widths of list and details.
    pub column_widths: Option<ColumnWidths>,
}

/// The keys that an agent chose for an action. The interface knows their meaning; the core stores them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ShortcutChoice {
    /// Name of the action.
    pub action: String,
    /// The keys, for example `AltShift+KeyP`; empty: the action has no shortcut.
    pub keys: String,
}

/// Widths in CSS pixels; `None`: a width follows the width of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct ColumnWidths {
    /// Width of the attendance list.
    pub list: Option<u32>,
    /// Width of the details.
    pub details: Option<u32>,
}

impl Preferences {
    #[must_use]
    fn changed(&self, change: PreferencesChange) -> Self {
        let widths =
            change.column_widths.unwrap_or(ColumnWidths { list: self.list_width, details: self.details_width });
        Self {
            language: change.language.unwrap_or(self.language),
            theme: change.theme.unwrap_or(self.theme),
            send_with: change.send_with.unwrap_or(self.send_with),
            sounds: change.sounds.unwrap_or(self.sounds),
            alerts: change.alerts.unwrap_or_else(|| self.alerts.clone()),
            details_open: change.details_open.unwrap_or(self.details_open),
            extension: change.extension.unwrap_or_else(|| self.extension.clone()),
            hidden_channels: change.hidden_channels.unwrap_or_else(|| self.hidden_channels.clone()),
            list_tags: change.list_tags.unwrap_or_else(|| self.list_tags.clone()),
            tag_visibility: change.tag_visibility.unwrap_or(self.tag_visibility),
            list_order: change.list_order.unwrap_or(self.list_order),
            list_queues: change.list_queues.unwrap_or_else(|| self.list_queues.clone()),
            only_waiting: change.only_waiting.unwrap_or(self.only_waiting),
            ended_open: change.ended_open.unwrap_or(self.ended_open),
            snoozed_open: change.snoozed_open.unwrap_or(self.snoozed_open),
            after_closing: change.after_closing.unwrap_or(self.after_closing),
            preset_uses: change.preset_uses.unwrap_or_else(|| self.preset_uses.clone()),
            shortcuts: change.shortcuts.unwrap_or_else(|| self.shortcuts.clone()),
            list_width: widths.list,
            details_width: widths.details,
        }
    }

    /// The present tone of the channel.
    pub fn tone(&self, channel: Channel) -> Tone {
        if self.sounds { self.alerts.tone(channel) } else { Tone::default() }
    }

    /// Reads the stored preferences; a missing preference (of an older version) or an unknown one has its default.
    pub fn read(stored: &str) -> Self {
        Self::from_fields(fields(stored))
    }

    fn from_fields(stored: Map<String, Value>) -> Self {
        let mut read = Self::default();
        for (name, value) in stored {
            // Read one by one: an unreadable preference keeps its value and does not affect the others.
            let mut all = serde_json::to_value(&read).unwrap_or_default();
            put(&mut all, name, value);
            read = Preferences::deserialize(all).unwrap_or(read);
        }
        read
    }
}

/// Replaces one field; the fields of an object are replaced one by one, so that missing ones stay.
fn put(all: &mut Value, name: String, value: Value) {
    let Some(all) = all.as_object_mut() else { return };
    match (all.get_mut(&name), value) {
        (Some(held @ Value::Object(_)), Value::Object(fields)) => {
            for (name, value) in fields {
                put(held, name, value);
            }
        }
        (_, value) => drop(all.insert(name, value)),
    }
}

fn fields(stored: &str) -> Map<String, Value> {
    if let Ok(Value::Object(fields)) = serde_json::from_str(stored) { fields } else { Map::new() }
}

/// Each agent's preferences in this browser, and the current ones: those of the signed-in agent, or of the last one
/// (SHELL-007, BEY-056).
#[derive(Debug, Default)]
pub struct RememberedPreferences {
    shown: Preferences,
    /// Preferences by agent, at most `MOST_AGENTS`; those of the agent who worked here longest ago are dropped first.
    of_agents: Table<Preferences>,
    /// Agents with preferences, the one who worked last at the end. An older version stored no order.
    recent: Vec<AgentId>,
    agent: Option<AgentId>,
    /// The language or theme was chosen on the sign-in page; it applies to the agent who signs in next.
    chosen_before: bool,
}

impl RememberedPreferences {
    const AGENTS: &'static str = "agents";
    const RECENT: &'static str = "recentAgents";
    /// Greater than the number of agents who share one computer.
    const MOST_AGENTS: usize = 30;

    /// Reads what was stored; unreadable text is read as no preferences.
    pub fn read(stored: &str) -> Self {
        let mut stored = fields(stored);
        let mut of_agents = Table::default();
        if let Some(Value::Object(agents)) = stored.remove(Self::AGENTS) {
            for (agent, chosen) in agents {
                if let Value::Object(chosen) = chosen {
                    of_agents.insert(agent, Preferences::from_fields(chosen));
                }
            }
        }
        let recent = stored.remove(Self::RECENT).and_then(|recent| serde_json::from_value(recent).ok());
        Self {
            shown: Preferences::from_fields(stored),
            of_agents,
            recent: recent.unwrap_or_default(),
            ..Self::default()
        }
    }

    /// The preferences in force.
    pub fn shown(&self) -> &Preferences {
        &self.shown
    }

    /// Changes preferences. Returns whether one changed.
    pub fn change(&mut self, change: PreferencesChange) -> bool {
        let chosen = self.shown.changed(change);
        if self.shown == chosen {
            return false;
        }
        match &self.agent {
            Some(agent) => {
                self.of_agents.insert(agent.as_str(), chosen.clone());
                self.drop_oldest();
            }
            None => self.chosen_before = true,
        }
        self.shown = chosen;
        true
    }

    /// `agent` signs in. Returns whether a preference changed.
    pub fn begin(&mut self, agent: &AgentId) -> bool {
        let (language, theme) = (self.shown.language, self.shown.theme);
        let own = match self.of_agents.get(agent.as_str()) {
            Some(own) if !self.chosen_before => own.clone(),
            Some(own) => Preferences { language, theme, ..own.clone() },
            // An older version stored one set of preferences for all agents: this agent gets it.
            None if self.of_agents.is_empty() => self.shown.clone(),
            None => Preferences { language, theme, ..Preferences::default() },
        };
        let inherits = self.of_agents.is_empty() && own != Preferences::default();
        let is_last = self.recent.last() == Some(agent);
        let moves = !is_last && self.of_agents.contains_key(agent.as_str());
        let news = self.chosen_before || inherits || self.shown != own || moves;
        if self.chosen_before || inherits {
            self.of_agents.insert(agent.as_str(), own.clone());
        }
        self.recent.retain(|recent| recent != agent);
        self.recent.push(agent.clone());
        self.drop_oldest();
        self.shown = own;
        self.agent = Some(agent.clone());
        self.chosen_before = false;
        news
    }

    fn drop_oldest(&mut self) {
        while self.of_agents.len() > Self::MOST_AGENTS {
            let unordered =
                self.of_agents.keys().find(|agent| !self.recent.iter().any(|recent| recent.as_str() == *agent));
            let ordered = self.recent.iter().map(AgentId::as_str).find(|agent| self.of_agents.contains_key(*agent));
            let Some(oldest) = unordered.or(ordered).map(str::to_owned) else { return };
            self.of_agents.remove(oldest.as_str());
        }
        self.recent.retain(|agent| self.of_agents.contains_key(agent.as_str()) || self.agent.as_ref() == Some(agent));
    }

    /// No agent is signed in; language and theme of the page stay.
    pub fn end(&mut self) {
        self.agent = None;
        self.chosen_before = false;
    }

    /// The current preferences in the format of an older version, and the preferences of each agent.
    pub fn record(&self) -> String {
        let mut text = json_text(&self.shown);
        text.pop();
        text + ",\""
            + Self::AGENTS
            + "\":"
            + &json_text(&self.of_agents)
            + ",\""
            + Self::RECENT
            + "\":"
            + &json_text(&self.recent)
            + "}"
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: Language::default(),
            theme: Theme::default(),
            send_with: SendWith::default(),
            sounds: true,
            alerts: AlertPreferences::default(),
            details_open: false,
            extension: String::new(),
            hidden_channels: Vec::new(),
            list_tags: ListTags::default(),
            tag_visibility: TagVisibility::default(),
            list_order: ListOrder::default(),
            list_queues: Vec::new(),
            only_waiting: false,
            ended_open: false,
            snoozed_open: false,
            after_closing: AfterClosing::default(),
            preset_uses: Vec::new(),
            shortcuts: Vec::new(),
            list_width: None,
            details_width: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shell_003_shell_007_without_a_choice_the_language_is_brazilian_portuguese() {
        assert_eq!(Preferences::default().language, Language::PtBr);
        assert_eq!(Preferences::read("not json"), Preferences::default());
    }

    #[test]
    fn a_missing_or_unknown_preference_has_its_default_and_the_others_are_read() {
        let read = Preferences::read(r#"{"language":"en","theme":"neon","newer":1}"#);
        assert_eq!(read, Preferences { language: Language::En, ..Preferences::default() });
        let written = serde_json::to_string(&Preferences { sounds: false, ..Preferences::default() }).expect("json");
        assert!(!Preferences::read(&written).sounds);
    }

    fn again(kept: &RememberedPreferences) -> RememberedPreferences {
        RememberedPreferences::read(&kept.record())
    }

    #[test]
    fn each_agent_has_own_preferences_and_a_new_agent_gets_only_the_present_language_and_theme() {
        let (ana, bruno, carla) = (AgentId::from("101"), AgentId::from("102"), AgentId::from("103"));
        let of_ana = Preferences { language: Language::En, extension: "1001".to_owned(), ..Preferences::default() };
        let mut kept = RememberedPreferences::default();
        assert!(!kept.begin(&ana));
        let english = PreferencesChange { language: Some(Language::En), ..PreferencesChange::default() };
        let extension = PreferencesChange { extension: Some("1001".to_owned()), ..PreferencesChange::default() };
        assert!(kept.change(english.clone()) && !kept.change(english));
        assert!(kept.change(extension));
        assert_eq!(kept.shown(), &of_ana, "a change leaves the other preferences as they are");
        kept.end();
        let mut kept = again(&kept);
        assert_eq!(kept.shown(), &of_ana);
        assert!(kept.begin(&bruno));
        assert_eq!(kept.shown(), &Preferences { language: Language::En, ..Preferences::default() });
        let of_bruno = Preferences { theme: Theme::Dark, sounds: false, ..Preferences::default() };
        let chosen =
            PreferencesChange { theme: Some(Theme::Dark), sounds: Some(false), ..PreferencesChange::default() };
        kept.change(PreferencesChange { language: Some(Language::PtBr), ..chosen });
        let mut kept = again(&kept);
        assert!(kept.begin(&ana));
        assert_eq!(kept.shown(), &of_ana);
        assert!(!again(&kept).begin(&ana));
        kept.end();
        // The choice on the sign-in page of the agent who signs in next.
        kept.change(PreferencesChange {
            theme: Some(Theme::Dark),
            language: Some(Language::PtBr),
            ..PreferencesChange::default()
        });
        assert!(kept.begin(&bruno));
        assert_eq!(kept.shown(), &of_bruno);
        kept.begin(&carla);
        assert_eq!(kept.shown(), &Preferences { theme: Theme::Dark, ..Preferences::default() });
    }

    #[test]
    fn changed_shortcuts_are_stored_and_a_later_choice_replaces_them() {
        let choice = |keys: &str| vec![ShortcutChoice { action: "pause".to_owned(), keys: keys.to_owned() }];
        let change = |shortcuts| PreferencesChange { shortcuts: Some(shortcuts), ..PreferencesChange::default() };
        let mut kept = RememberedPreferences::default();
        kept.begin(&"101".into());
        assert!(kept.change(change(choice("AltShift+KeyY"))));
        assert!(kept.change(change(choice(""))));
        assert_eq!(again(&kept).shown().shortcuts, choice(""));
        assert!(kept.change(change(Vec::new())));
        assert_eq!(again(&kept).shown().shortcuts, Vec::new());
    }

    #[test]
    fn the_preferences_of_the_agents_who_worked_here_longest_ago_are_dropped() {
        let most = RememberedPreferences::MOST_AGENTS;
        let agent = |number: usize| AgentId(number.to_string());
        let mut kept = RememberedPreferences::default();
        for number in 0..most {
            kept.begin(&agent(number));
            kept.change(PreferencesChange { extension: Some(format!("x{number}")), ..PreferencesChange::default() });
            kept.end();
        }
        let mut kept = again(&kept);
        assert!(kept.begin(&agent(0)), "the first one works again: the order is stored");
        kept.end();
        let mut kept = again(&kept);
        kept.begin(&agent(most));
        kept.change(PreferencesChange { extension: Some("new".to_owned()), ..PreferencesChange::default() });
        let mut kept = again(&kept);
        assert_eq!(kept.of_agents.len(), most);
        for (number, extension) in [(0, "x0"), (1, ""), (2, "x2"), (most, "new")] {
            kept.begin(&agent(number));
            assert_eq!(kept.shown().extension, extension, "agent {number}");
        }
    }

    #[test]
    fn preferences_that_an_older_version_stored_for_all_agents_become_those_of_the_first_agent() {
        let mut kept = RememberedPreferences::read(r#"{"language":"en","extension":"1002"}"#);
        kept.begin(&"101".into());
        assert_eq!(kept.shown().extension, "1002");
        kept.begin(&"102".into());
        assert_eq!((kept.shown().language, kept.shown().extension.as_str()), (Language::En, ""));
    }

    #[test]
    fn sounds_that_are_missing_in_the_record_of_an_older_version_have_their_defaults() {
        let alerts = Preferences::read(r#"{"alerts":{"chat":{"melody":"low","volume":5},"repeat":true}}"#).alerts;
        let chat = crate::flow::Tone { melody: crate::flow::Melody::Low, volume: 5 };
        assert_eq!(alerts, AlertPreferences { chat, repeat: true, ..AlertPreferences::default() });
        let unknown = Preferences::read(r#"{"sounds":false,"alerts":{"chat":{"melody":"polka"}}}"#);
        assert_eq!((unknown.sounds, unknown.alerts), (false, AlertPreferences::default()));
    }
}
