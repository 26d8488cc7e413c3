//! The call that waits for the agent (spec session §3 "Call-request info", §4 "Incoming call").
//!
//! States: none, asking (the dialog is open), answering (accepted; the attendance follows). Which calls open the dialog:
//! `agentAckCall` for queue and dialler calls, never queues that begin with `1111` (VOI-029, VOI-033).

use crate::wire::{AckCallRequestEvent, CallType, CallerType};
use serde::Serialize;

/// Queues that begin with it are accepted without the agent (spec session §9).
const ACCEPTED_QUEUES: &str = "1111";
/// Behaviour of a group whose calls ring (VOI-031).
const RING: &str = "ring";

/// What is done with a call that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reception {
    /// The dialog opens.
    Ask {
        /// The ring tone sounds at the agent's volume.
        rings: bool,
    },
    /// The call is accepted without the agent.
    Accept,
}

/// What is done with a call. `ack_call`: `agentAckCall` of the agent's record.
pub fn reception(request: &AckCallRequestEvent, ack_call: bool) -> Reception {
    let from_centre = matches!(request.call_type, Some(CallType::Queue | CallType::Dialer));
    if request.queue_id.as_str().starts_with(ACCEPTED_QUEUES) || (from_centre && !ack_call) {
        Reception::Accept
    } else {
        Reception::Ask { rings: request.ack_call_behavior == RING }
    }
}

/// State of the call request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RequestState {
    /// No call waits.
    #[default]
    None,
    /// The dialog is open.
    Asking {
        /// The call.
        info: Box<AckCallRequestEvent>,
        /// The ring tone sounds.
        rings: bool,
    },
    /// Accepted; the attendance follows.
    Answering {
        /// The call.
        info: Box<AckCallRequestEvent>,
    },
}

impl RequestState {
    /// The call that waits, or whose attendance follows.
    pub fn info(&self) -> Option<&AckCallRequestEvent> {
        match self {
            Self::None => None,
            Self::Asking { info, .. } | Self::Answering { info } => Some(info),
        }
    }

    /// The call that is asked about.
    pub fn asked(&self) -> Option<&AckCallRequestEvent> {
        match self {
            Self::Asking { info, .. } => Some(info),
            Self::None | Self::Answering { .. } => None,
        }
    }

    /// The incoming-call dialog; `None`: it is closed.
    pub fn view(&self) -> Option<IncomingCallView> {
        match self {
            Self::None | Self::Answering { .. } => None,
            Self::Asking { info, rings } => Some(IncomingCallView::of(info, *rings)),
        }
    }
}

/// The incoming-call dialog (VOI-034).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct IncomingCallView {
    /// Name of the contact, or the number.
    pub title: String,
    /// Number of the caller.
    pub phone: String,
    /// The caller is a registered contact.
    pub registered: bool,
    /// How the call began; `None` if unknown.
    pub call_type: Option<CallType>,
    /// Company of the contact; empty without one.
    pub employer: String,
    /// Who transfers the call; `None` if it is no transfer.
    pub transfer: Option<TransferView>,
    /// The ring tone sounds.
    pub rings: bool,
}

/// Who transfers a call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TransferView {
    /// Name.
    pub from: String,
    /// Kind, in the server's word.
    pub kind: String,
}

impl IncomingCallView {
    fn of(info: &AckCallRequestEvent, rings: bool) -> Self {
        let registered = info.kind == CallerType::ContactFound && !info.name.trim().is_empty();
        Self {
            title: if registered { info.name.clone() } else { info.phone_number.clone() },
            phone: info.phone_number.clone(),
            registered,
            call_type: info.call_type,
            employer: info.employer_name.clone(),
            transfer: info
                .transfer
                .then(|| TransferView { from: info.transfer_from_name.clone(), kind: info.transfer_from_type.clone() }),
            rings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn request(queue: &str, call_type: Option<CallType>, behavior: &str) -> AckCallRequestEvent {
        AckCallRequestEvent {
            queue_id: queue.into(),
            call_type,
            ack_call_behavior: behavior.to_owned(),
            ..AckCallRequestEvent::default()
        }
    }

    #[rstest]
    #[case::voi_029_the_prefix_alone("1111", true, Reception::Accept)]
    #[case::voi_029_with_more("11112", true, Reception::Accept)]
    #[case::voi_030_inside("91111", true, Reception::Ask { rings: true })]
    #[case::voi_030_less("111", true, Reception::Ask { rings: true })]
    #[case::voi_033_acknowledged_by_the_agent("9", true, Reception::Ask { rings: true })]
    #[case::voi_033_opened_directly("9", false, Reception::Accept)]
    fn a_queue_call(#[case] queue: &str, #[case] ack_call: bool, #[case] expected: Reception) {
        for call_type in [CallType::Queue, CallType::Dialer] {
            assert_eq!(reception(&request(queue, Some(call_type), "ring"), ack_call), expected);
        }
    }

    #[test]
    fn voi_031_only_the_behaviour_ring_sounds() {
        for (behavior, rings) in [("ring", true), ("automatic", false), ("", false)] {
            assert_eq!(reception(&request("9", Some(CallType::Queue), behavior), true), Reception::Ask { rings });
        }
    }

    #[test]
    fn a_call_that_comes_from_no_queue_asks_the_agent() {
        for call_type in [None, Some(CallType::Manual)] {
            assert_eq!(reception(&request("9", call_type, "ring"), false), Reception::Ask { rings: true });
        }
    }

    fn view(info: AckCallRequestEvent) -> IncomingCallView {
        RequestState::Asking { info: Box::new(info), rings: true }.view().expect("the dialog")
    }

    #[test]
    fn voi_034_the_dialog_shows_the_contacts_name_or_the_number_company_and_sender() {
        let found = AckCallRequestEvent {
            kind: CallerType::ContactFound,
            name: "Marina".to_owned(),
            phone_number: "+5511".to_owned(),
            employer_name: "Prado".to_owned(),
            ..AckCallRequestEvent::default()
        };
        let shown = view(found.clone());
        assert_eq!((shown.title.as_str(), shown.employer.as_str(), shown.transfer), ("Marina", "Prado", None));
        let unknown = view(AckCallRequestEvent { kind: CallerType::NotFound, ..found.clone() });
        assert_eq!((unknown.title.as_str(), unknown.registered), ("+5511", false));
        let transferred = view(AckCallRequestEvent {
            transfer: true,
            transfer_from_name: "Bia".to_owned(),
            transfer_from_type: "agent".to_owned(),
            ..found
        });
        let sender = TransferView { from: "Bia".to_owned(), kind: "agent".to_owned() };
        assert_eq!(transferred.transfer, Some(sender));
    }
}
