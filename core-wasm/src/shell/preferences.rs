//! What the agent chose for this browser; kept in local storage, so that it holds before a sign-in too.

use super::AlertPreferences;
use crate::flow::Tone;
use crate::wire::Channel;
use serde::{Deserialize, Serialize};
use wire_read::WireRead;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Language {
    /// Brazilian Portuguese whatever the browser says (SHELL-003, SHELL-007).
    #[default]
    #[serde(rename = "pt-BR")]
    PtBr,
    #[serde(rename = "en")]
    En,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system says, else light (design: ui §2).
    #[default]
    System,
    Light,
    Dark,
}

/// Which key sends a message (BEY-052).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, WireRead)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum SendWith {
    #[default]
    Enter,
    CtrlEnter,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Preferences {
    pub language: Language,
    pub theme: Theme,
    pub send_with: SendWith,
    /// The one switch that makes everything silent (NOT-018).
    pub sounds: bool,
    pub alerts: AlertPreferences,
    /// Whether the details drawer stays open where the page is narrow.
    pub details_open: bool,
    /// The extension voice was last connected with (CHN-038).
    pub extension: String,
}

impl Preferences {
    /// How something of this channel sounds now.
    pub fn tone(&self, channel: Channel) -> Tone {
        if self.sounds { self.alerts.tone(channel) } else { Tone::default() }
    }

    /// Reads what was stored; a preference that is missing (an older version wrote it) or unknown has its default.
    pub fn read(stored: &str) -> Self {
        let Ok(serde_json::Value::Object(stored)) = serde_json::from_str(stored) else { return Self::default() };
        let mut read = Self::default();
        for (name, value) in stored {
            // By way of text: `to_value` and `from_value` would bring a second writer and reader of every type.
            let known = serde_json::to_string(&read).unwrap_or_default();
            let Ok(serde_json::Value::Object(mut fields)) = serde_json::from_str(&known) else { return read };
            fields.insert(name, value);
            let tried = serde_json::to_string(&fields).unwrap_or_default();
            read = serde_json::from_str(&tried).unwrap_or(read);
        }
        read
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
    fn a_missing_or_unknown_preference_keeps_its_default_and_the_others_hold() {
        let read = Preferences::read(r#"{"language":"en","theme":"neon","newer":1}"#);
        assert_eq!(read, Preferences { language: Language::En, ..Preferences::default() });
        let written = serde_json::to_string(&Preferences { sounds: false, ..Preferences::default() }).expect("json");
        assert!(!Preferences::read(&written).sounds);
    }

    #[test]
    fn sounds_that_an_older_version_did_not_know_have_their_defaults() {
        let alerts = Preferences::read(r#"{"alerts":{"chat":{"melody":"low","volume":5},"repeat":true}}"#).alerts;
        let chat = crate::flow::Tone { melody: crate::flow::Melody::Low, volume: 5 };
        assert_eq!(alerts, AlertPreferences { chat, repeat: true, ..AlertPreferences::default() });
        let unknown = Preferences::read(r#"{"sounds":false,"alerts":{"chat":{"melody":"polka"}}}"#);
        assert_eq!((unknown.sounds, unknown.alerts), (false, AlertPreferences::default()));
    }
}
