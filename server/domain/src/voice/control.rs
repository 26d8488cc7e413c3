//! What the telephone system and the contact centre say to each other. Calls are named by the identifier that the
//! telephone system gave them, or that the contact centre chose for a call of its own.

use serde::{Deserialize, Serialize};
use wire::QueueId;

/// News of the telephone system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallNews {
    /// A telephone can be called.
    Registered {
        /// Its extension.
        exten: String,
    },
    /// A telephone can no longer be called.
    Unregistered {
        /// Its extension.
        exten: String,
    },
    /// A customer called a queue, or answered a call of the centre, and hears music.
    Queued {
        /// The call.
        call: String,
        /// The calling number: the customer's, or that of a queue if the centre called.
        from: String,
        /// The dialled number: that of a queue, or the customer's.
        to: String,
    },
    /// The called side answered: the agent of a waiting call, or the customer whom the centre calls.
    Answered {
        /// The call.
        call: String,
        /// Extension or number that answered.
        exten: String,
    },
    /// The agent of a waiting call did not answer; the customer waits on.
    Missed {
        /// The call.
        call: String,
        /// The agent's extension.
        exten: String,
    },
    /// The call ended.
    Ended {
        /// The call.
        call: String,
        /// Why.
        end: CallEnd,
    },
}

/// Why a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEnd {
    /// The calling side hung up.
    ByCaller,
    /// The called side hung up.
    ByCallee,
    /// The calling side hung up before the answer.
    Cancelled,
    /// The called side refused with this SIP code.
    Declined(u16),
    /// Nobody answered in time.
    NotAnswered,
    /// There is no such number.
    NotFound,
    /// The number is busy.
    Busy,
    /// The telephone cannot be reached.
    Unavailable,
    /// The operator does not connect calls to the number.
    Blacklisted,
    /// A side has no sound that the telephone system carries.
    NotAcceptable,
    /// The contact centre ended the call.
    Released,
    /// The sound of a side was lost.
    Lost,
}

/// A command to the telephone system, see `Centre::take_call_commands`. To give it twice is the same as once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallCommand {
    /// Call the agent's telephone, then connect it with the number.
    Dial {
        /// The new call.
        call: String,
        /// The agent's extension.
        exten: String,
        /// The customer's number.
        number: String,
    },
    /// Call a customer, who waits for an agent after the answer.
    Originate {
        /// The new call.
        call: String,
        /// The number that the customer sees.
        from: String,
        /// The customer's number.
        to: String,
    },
    /// Let a waiting call ring at an agent.
    Connect {
        /// The call.
        call: String,
        /// The agent's extension.
        exten: String,
    },
    /// End a call.
    HangUp {
        /// The call.
        call: String,
    },
}

/// A telephone may register, or may not any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountChange {
    /// Its extension.
    pub exten: String,
    /// Number of the change: an older one is told later than a newer one at times, and changes nothing then.
    pub version: u64,
    /// Its account; `None`: it has none any more, and its registrations and calls end.
    pub account: Option<VoiceAccount>,
}

/// What a telephone may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoiceAccount {
    /// It registers with the secret of this hash, see `secret_hash`.
    pub secret_hash: String,
    /// The only queue that a customer's telephone may call; `None`: the telephone of an agent.
    pub queue: Option<QueueId>,
}
