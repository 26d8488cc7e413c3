//! Preferences for sounds and desktop notifications (BEY-057).

use crate::flow::{Melody, Tone};
use crate::wire::Channel;
use serde::{Deserialize, Serialize};

/// Sounds and desktop notifications as the agent chose them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AlertPreferences {
    /// Sound of the voice channel.
    pub voice: Tone,
    /// Sound of the WhatsApp channel.
    pub whatsapp: Tone,
    /// Sound of the chat channel.
    pub chat: Tone,
    /// The sound repeats every 30 s while messages are unread.
    pub repeat: bool,
    /// A new attendance rings until the agent opens it, instead of once.
    pub ring_until_opened: bool,
    /// A desktop notification shows the sender but not the text.
    pub hide_content: bool,
}

impl Default for AlertPreferences {
    fn default() -> Self {
        let tone = |melody| Tone { melody, volume: 70 };
        Self {
            voice: tone(Melody::Double),
            whatsapp: tone(Melody::Soft),
            chat: tone(Melody::Bright),
            repeat: false,
            ring_until_opened: false,
            hide_content: false,
        }
    }
}

impl AlertPreferences {
    /// The sound of `channel`.
    pub fn tone(&self, channel: Channel) -> Tone {
        match channel {
            Channel::Voice => self.voice,
            Channel::Whatsapp => self.whatsapp,
            Channel::Chat => self.chat,
        }
    }
}
