//! Requests of the SIP plugin (Janus documentation, "SIP plugin API"). Transfer, recording, messages and subscriptions are
//! left out.

use serde::{Serialize, Serializer};
use wire::Secret;

/// The body of a `message` to the SIP plugin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "request", rename_all = "snake_case")]
pub enum SipRequest {
    /// Registers an extension at the SIP proxy.
    Register {
        /// SIP address of the extension.
        username: String,
        /// Name that the other party sees.
        display_name: String,
        /// SIP address of the proxy.
        proxy: String,
        /// Password of the extension.
        #[serde(serialize_with = "exposed")]
        secret: Secret<String>,
        /// Prefixes of the SIP headers that `incomingcall` events carry.
        incoming_header_prefixes: Vec<String>,
    },
    /// Calls a SIP address; contains an offer.
    Call {
        /// SIP address of the called party.
        uri: String,
        /// False: a re-INVITE arrives as `updatingcall` with an offer.
        autoaccept_reinvites: bool,
    },
    /// Answers an incoming call; contains an answer.
    Accept {
        /// False: a re-INVITE arrives as `updatingcall` with an offer.
        autoaccept_reinvites: bool,
    },
    /// Refuses an incoming call.
    Decline {
        /// SIP code of the refusal.
        code: u16,
    },
    /// Ends a call in any state.
    Hangup,
    /// Puts the call on hold.
    Hold,
    /// Takes the call off hold.
    Unhold,
    /// Offers new media for a call, or answers the offer of an `updatingcall` event.
    Update,
    /// Sends one tone by SIP INFO instead of RTP.
    DtmfInfo {
        /// The tone: 0 to 9, `*`, `#`, A to D.
        digit: String,
        /// Length of the tone in ms.
        duration: u32,
    },
}

fn exposed<S: Serializer>(secret: &Secret<String>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(secret.expose())
}
