//! How this browser draws attention: each channel's own sound and volume, and what else may be heard or shown (BEY-057).

use crate::flow::{Melody, Tone};
use crate::wire::Channel;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AlertPreferences {
    pub voice: Tone,
    pub whatsapp: Tone,
    pub chat: Tone,
    /// Again every 30 s while something is unread.
    pub repeat: bool,
    /// A new attendance rings until it is opened, instead of once.
    pub ring_until_opened: bool,
    /// A desktop notification says who wrote, not what.
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
    pub fn tone(&self, channel: Channel) -> Tone {
        match channel {
            Channel::Voice => self.voice,
            Channel::Whatsapp => self.whatsapp,
            Channel::Chat => self.chat,
        }
    }
}
