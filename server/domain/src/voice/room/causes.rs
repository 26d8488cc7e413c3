//! Why a transfer, or an invitation to a conference, is refused or fails: one table (docs/contract.md "Transfers of calls").

use super::super::RoomRefusal;
use crate::http::Failure;
use wire::DestinationKind;

/// A cause of a refusal or failure. The first nine are those of TRF-025.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The agent has no link, no voice channel or no registered telephone.
    AgentOffline,
    /// The agent is paused or absent, or a pause is scheduled.
    AgentPaused,
    /// The agent has a call, or is called.
    AgentInCall,
    /// The call has an open transfer, or another party is called already.
    AlreadyInTransfer,
    /// The call is over, or the attendance has another call.
    CallAlreadyEnded,
    /// A queue or campaign cannot be consulted.
    AssistedTransferToGroupNotAllowed,
    /// The number is an extension of the centre.
    TransferToAgentExtensionNotAllowed,
    /// Nobody works on the queue or campaign now.
    NoAvailableAgents,
    /// There is no such queue or campaign.
    InvalidQueue,
    /// The number must not be called.
    Blacklist,
    /// The call was not answered yet.
    CallNotAnswered,
    /// The destination rejected the call.
    Declined,
    /// The destination did not answer in time.
    NoAnswer,
    /// The number is busy.
    Busy,
    /// There is no such number.
    NotFound,
    /// The destination cannot be reached.
    Unavailable,
    /// The room has its maximum of parties.
    Full,
    /// The agent cancelled the transfer.
    Cancelled,
    /// The transfer is completed already.
    AlreadyCompleted,
    /// There is no consultation.
    NotConsulting,
    /// The destination hung up before the transfer was completed.
    DestinationLeft,
    /// The customer hung up.
    CustomerLeft,
    /// The call has no such party, or it has not answered.
    UnknownParty,
    /// No party would remain who could keep the customer.
    NobodyRemains,
    /// The transfer became a conference.
    Conference,
}

impl Cause {
    /// The key in replies and events.
    pub fn key(self) -> &'static str {
        match self {
            Cause::AgentOffline => "agentOffline",
            Cause::AgentPaused => "agentPaused",
            Cause::AgentInCall => "agentInCall",
            Cause::AlreadyInTransfer => "alreadyInTransfer",
            Cause::CallAlreadyEnded => "callAlreadyEnded",
            Cause::AssistedTransferToGroupNotAllowed => "assistedTransferToGroupNotAllowed",
            Cause::TransferToAgentExtensionNotAllowed => "transferToAgentExtensionNotAllowed",
            Cause::NoAvailableAgents => "noAvailableAgents",
            Cause::InvalidQueue => "invalidQueue",
            Cause::Blacklist => "blacklist",
            Cause::CallNotAnswered => "callNotAnswered",
            Cause::Declined => "declined",
            Cause::NoAnswer => "noAnswer",
            Cause::Busy => "busy",
            Cause::NotFound => "notFound",
            Cause::Unavailable => "unavailable",
            Cause::Full => "full",
            Cause::Cancelled => "cancelled",
            Cause::AlreadyCompleted => "alreadyCompleted",
            Cause::NotConsulting => "notConsulting",
            Cause::DestinationLeft => "destinationLeft",
            Cause::CustomerLeft => "customerLeft",
            Cause::UnknownParty => "unknownParty",
            Cause::NobodyRemains => "nobodyRemains",
            Cause::Conference => "conference",
        }
    }

    /// The cause of a destination that did not answer. A telephone reports "busy" also for an agent who declines; whether it rang before
    /// distinguishes the two.
    pub fn of_code(code: u16, kind: DestinationKind, rang: bool) -> Self {
        let is_agent = kind == DestinationKind::Agent;
        match code {
            403 => Cause::Blacklist,
            404 | 484 | 604 => Cause::NotFound,
            408 => Cause::NoAnswer,
            480 if is_agent => Cause::AgentOffline,
            486 | 600 if is_agent && rang => Cause::Declined,
            486 | 600 if is_agent => Cause::AgentInCall,
            486 | 600 => Cause::Busy,
            487 => Cause::Cancelled,
            603 => Cause::Declined,
            _ => Cause::Unavailable,
        }
    }

    /// The cause for a party whom the telephone system refused to call.
    pub fn of_refusal(refusal: RoomRefusal) -> Self {
        match refusal {
            RoomRefusal::Full => Cause::Full,
            RoomRefusal::NotTalking | RoomRefusal::NobodyRemains => Cause::CustomerLeft,
            RoomRefusal::Outdated => Cause::Unavailable,
        }
    }
}

impl From<Cause> for Failure {
    fn from(cause: Cause) -> Self {
        Failure::cause(cause.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use wire::DestinationKind::{Agent, Number};

    #[rstest]
    #[case::not_registered(480, Agent, false, "agentOffline")]
    #[case::registration_lost(480, Agent, true, "agentOffline")]
    #[case::agent_in_a_call(486, Agent, false, "agentInCall")]
    #[case::agent_declines(486, Agent, true, "declined")]
    #[case::agent_declines_for_good(603, Agent, true, "declined")]
    #[case::agent_does_not_answer(408, Agent, true, "noAnswer")]
    #[case::number_busy(486, Number, false, "busy")]
    #[case::number_busy_everywhere(600, Number, true, "busy")]
    #[case::number_refuses(603, Number, true, "declined")]
    #[case::number_does_not_answer(408, Number, true, "noAnswer")]
    #[case::number_unknown(404, Number, false, "notFound")]
    #[case::number_incomplete(484, Number, false, "notFound")]
    #[case::number_exists_nowhere(604, Number, false, "notFound")]
    #[case::number_not_reached(480, Number, true, "unavailable")]
    #[case::number_blocked(403, Number, false, "blacklist")]
    #[case::network_congestion(503, Number, false, "unavailable")]
    #[case::no_common_codec(488, Number, true, "unavailable")]
    #[case::cancelled_by_the_sender(487, Number, true, "cancelled")]
    #[case::unknown_code(599, Number, true, "unavailable")]
    fn trf_014_each_sip_code_has_its_cause(
        #[case] code: u16,
        #[case] kind: DestinationKind,
        #[case] rang: bool,
        #[case] expected: &str,
    ) {
        assert_eq!(Cause::of_code(code, kind, rang).key(), expected);
    }

    #[rstest]
    #[case(RoomRefusal::Full, "full")]
    #[case(RoomRefusal::NotTalking, "customerLeft")]
    #[case(RoomRefusal::NobodyRemains, "customerLeft")]
    #[case(RoomRefusal::Outdated, "unavailable")]
    fn each_refusal_of_the_telephone_system_has_its_cause(#[case] refusal: RoomRefusal, #[case] expected: &str) {
        assert_eq!(Cause::of_refusal(refusal).key(), expected);
    }

    /// The table of the contract has every cause, and the keys of TRF-025 are spelled as there.
    #[test]
    fn trf_025_the_contract_lists_every_cause() {
        let source = include_str!("causes.rs");
        let keys = source
            .split("pub fn key(self)")
            .nth(1)
            .and_then(|rest| rest.split("/// The cause of a destination").next())
            .unwrap();
        let keys: Vec<&str> = keys.split('"').skip(1).step_by(2).collect();
        assert_eq!(keys.len(), 25);
        let contract = include_str!("../../../../../docs/contract.md");
        let section = contract.split("### Transfers of calls").nth(1).unwrap().split("\n## ").next().unwrap();
        for key in &keys {
            assert!(section.contains(&format!("`{key}`")), "{key}");
        }
        for key in [
            "agentOffline",
            "agentPaused",
            "agentInCall",
            "alreadyInTransfer",
            "callAlreadyEnded",
            "assistedTransferToGroupNotAllowed",
            "transferToAgentExtensionNotAllowed",
            "noAvailableAgents",
            "invalidQueue",
        ] {
            assert!(keys.contains(&key), "{key}");
        }
    }
}
