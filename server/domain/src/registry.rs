//! The table of areas: which area has the rules of a channel, and which areas react to changes of lower areas. This module is above all of
//! them, so that no area names a higher one (docs/decisions/0105).

use crate::centre::{Areas, Centre, Customers, Presence, Transaction};
use crate::channels;
use crate::churn;
use crate::colleagues;
use crate::config::CentreConfig;
use crate::contacts;
use crate::router;
use crate::store::StoreResult;
use crate::voice;
use crate::web_chat;
use crate::whatsapp;
use wire::AgentId;

static AREAS: Areas = Areas {
    chat: &web_chat::WebChatRules,
    voice: &voice::VoiceRules,
    whatsapp: &whatsapp::WhatsAppRules,
    presence: Presence {
        session_began: channels::reset_session_times,
        session_ended,
        secrets_revoked: end_calls_and_telephone,
        link_changed: router::set_gone_due,
        is_free: router::agent_is_free,
        channel_connected: router::channel_connected,
    },
    customers: Customers { saving: contacts::note_attendance, saved: churn::note, shown: contacts::shown },
};

impl Centre {
    /// A centre with this configuration.
    pub fn new(config: CentreConfig) -> Self {
        Self { config, areas: &AREAS }
    }
}

impl Default for Centre {
    fn default() -> Self {
        Self::new(CentreConfig::default())
    }
}

/// Active attendances stay assigned until the agent has been offline for `link_gone_ms`.
fn session_ended(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    channels::disconnect_all(tx, agent)?;
    end_calls_and_telephone(tx, agent)?;
    router::set_gone_due(tx, agent)
}

/// A person who knows the old secret of the agent's telephone can no longer register or call.
fn end_calls_and_telephone(tx: &mut Transaction<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    colleagues::end_of_agent(tx, agent)?;
    voice::end_telephone(tx, agent)
}
