//! Call requests: calls that wait for the agent (spec session §3 "Call-request info", §4 "Incoming call").
//!
//! The dialog opens for queue and dialler calls according to `agentAckCall`, and never for queues that begin with
//! `1111` (VOI-029, VOI-033).

use super::arrival::queue_of_context;
use super::call::CallRequest;
use super::room_view::{OfferTagView, TransferOfferView};
use crate::jobs::safe_color;
use crate::shell::{avatar_color, initials};
use crate::wire::{
    AckCallRequestEvent, AttendanceGroup, CallType, CallerType, TransferKind, TransferOffer, Wall, is_visible,
};
use serde::Serialize;

/// Calls of queues that begin with these digits are accepted without the agent (spec session §9).
const ACCEPTED_QUEUES: &str = "1111";
/// The kind of a transfer in which the agents talk to each other first.
const ASSISTED: &str = "assisted";
/// The behaviour of a group whose calls ring (VOI-031).
const RING: &str = "ring";
/// The behaviour of a group whose agents receive an assisted transfer without being asked (VOI-032).
const AUTOMATIC: &str = "automatic";

/// Whether an arriving call rings or is accepted automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reception {
    /// The dialog opens.
    Ask {
        /// The ring tone sounds at the agent's volume.
        rings: bool,
    },
    /// The call is accepted without asking the agent.
    Accept,
}

/// How a call is received. `ack_call`: `agentAckCall` of the agent's record.
pub fn reception(request: &AckCallRequestEvent, ack_call: bool) -> Reception {
    if let Some(offer) = &request.offer {
        // An assisted transfer always asks the agent, because a colleague waits for the answer.
        let is_assisted = offer.kind == TransferKind::Assisted && !offer.conference;
        return if is_assisted && offer.ack_call_assisted_transfer_behavior == AUTOMATIC {
            Reception::Accept
        } else {
            Reception::Ask { rings: true }
        };
    }
    let from_centre = matches!(request.call_type, Some(CallType::Queue | CallType::Dialer));
    if request.queue_id.as_str().starts_with(ACCEPTED_QUEUES) || (from_centre && !ack_call) {
        Reception::Accept
    } else {
        Reception::Ask { rings: request.ack_call_behavior == RING }
    }
}

impl CallRequest {
    /// The incoming-call dialog. `groups`: the agent's attendance groups, for the name of the queue.
    pub fn view(&self, groups: &[AttendanceGroup]) -> IncomingCallView {
        IncomingCallView::of(&self.info, self.rings, self.since, groups)
    }
}

/// The origin of a call that waits for the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum IncomingOrigin {
    /// A customer called a queue.
    Queue,
    /// A campaign called the customer.
    Dialer,
    /// Another agent transfers the call and talks to this agent first (assisted transfer).
    AssistedTransfer,
    /// Another agent transfers the call without talking to this agent (blind transfer).
    Transfer,
    /// Another extension calls this agent.
    Colleague,
}

/// The incoming-call dialog (VOI-034).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct IncomingCallView {
    /// The origin of the call.
    pub origin: IncomingOrigin,
    /// Name of the contact; empty if the caller is not registered.
    pub name: String,
    /// Initials of the name, for the avatar.
    pub initials: String,
    /// `#RRGGBB` of the avatar.
    pub color: String,
    /// Number of the caller.
    pub phone: String,
    /// The caller typed the number, and nobody confirmed it.
    pub phone_unverified: bool,
    /// Company of the contact; empty without one.
    pub employer: String,
    /// Name of the queue; empty if unknown.
    pub place: String,
    /// Name of the agent who transfers the call; empty if it is no transfer.
    pub transferred_by: String,
    /// Kind of the party who transfers the call, as the server names it.
    pub transferred_by_kind: String,
    /// Arrival of the call, on the server's clock.
    pub since: f64,
    /// The ring tone sounds.
    pub rings: bool,
    /// The transfer or the invitation to a conference by which the call arrived.
    pub offer: Option<TransferOfferView>,
}

impl IncomingCallView {
    fn of(info: &AckCallRequestEvent, rings: bool, since: Wall, groups: &[AttendanceGroup]) -> Self {
        let origin = match (info.transfer || info.offer.is_some(), info.call_type) {
            (true, _) if info.offer.as_ref().is_some_and(|offer| offer.kind == TransferKind::Assisted) => {
                IncomingOrigin::AssistedTransfer
            }
            (true, _) if info.transfer_type == ASSISTED => IncomingOrigin::AssistedTransfer,
            (true, _) => IncomingOrigin::Transfer,
            (false, Some(CallType::Queue)) => IncomingOrigin::Queue,
            (false, Some(CallType::Dialer)) => IncomingOrigin::Dialer,
            (false, Some(CallType::Manual) | None) => IncomingOrigin::Colleague,
        };
        let registered = info.kind == CallerType::ContactFound && is_visible(&info.name);
        let name = if registered { info.name.clone() } else { String::new() };
        let shown = if registered { &info.name } else { &info.phone_number };
        let of_queue = |group: &&AttendanceGroup| {
            queue_of_context(&group.queue_voice_context).is_some_and(|queue| queue == info.queue_id)
        };
        let is_transfer = info.transfer || info.offer.is_some();
        let transfer = |text: &String| if is_transfer { text.clone() } else { String::new() };
        let of_offer = info.offer.as_ref().map(|offer| offer.place.clone());
        Self {
            origin,
            initials: initials(shown),
            color: avatar_color(shown).to_owned(),
            name,
            phone: info.phone_number.clone(),
            phone_unverified: info.phone_verified == Some(false),
            employer: info.employer_name.clone(),
            place: groups.iter().find(of_queue).map(|group| group.name.clone()).or(of_offer).unwrap_or_default(),
            transferred_by: transfer(&info.transfer_from_name),
            transferred_by_kind: transfer(&info.transfer_from_type),
            since: since.as_js(),
            rings,
            offer: info.offer.as_ref().map(|offer| offer_view(offer, &info.transfer_from_name)),
        }
    }
}

/// The agent who transfers the call, the note and the customer, all of them with the first ring (TRF-006).
fn offer_view(offer: &TransferOffer, from: &str) -> TransferOfferView {
    let from = if is_visible(from) { from } else { offer.from_extension.as_str() };
    TransferOfferView {
        kind: offer.kind,
        conference: offer.conference,
        from: from.to_owned(),
        from_initials: initials(from),
        from_color: avatar_color(from).to_owned(),
        from_extension: offer.from_extension.clone(),
        note: offer.note.clone(),
        tags: offer
            .tags
            .iter()
            .map(|tag| OfferTagView {
                name: tag.tag_item_name.clone(),
                color: safe_color(&tag.tag_item_color).to_owned(),
            })
            .collect(),
        contact_id: Some(offer.contact_id.to_string()).filter(|id| !id.is_empty()),
        on_hold_since: offer.on_hold_since.map(Wall::as_js),
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
    #[case::voi_029_only_the_prefix("1111", true, Reception::Accept)]
    #[case::voi_029_the_prefix_with_more_digits("11112", true, Reception::Accept)]
    #[case::voi_030_the_prefix_inside_the_number("91111", true, Reception::Ask { rings: true })]
    #[case::voi_030_fewer_digits_than_the_prefix("111", true, Reception::Ask { rings: true })]
    #[case::voi_033_acknowledged_by_the_agent("9", true, Reception::Ask { rings: true })]
    #[case::voi_033_opened_directly("9", false, Reception::Accept)]
    fn the_queue_decides_whether_a_call_is_accepted_or_asks_the_agent(
        #[case] queue: &str,
        #[case] ack_call: bool,
        #[case] expected: Reception,
    ) {
        for call_type in [CallType::Queue, CallType::Dialer] {
            assert_eq!(reception(&request(queue, Some(call_type), "ring"), ack_call), expected);
        }
    }

    #[test]
    fn voi_031_only_calls_of_a_group_with_the_behaviour_ring_play_the_ring_tone() {
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
        let group = |queue: &str, name: &str| AttendanceGroup {
            queue_voice_context: format!("queue_{queue}"),
            name: name.to_owned(),
            ..AttendanceGroup::default()
        };
        let asking = CallRequest { info: Box::new(info), rings: true, since: Wall(7), event: None };
        asking.view(&[group("8", "Suporte"), group("9", "Vendas")])
    }

    #[test]
    fn a_number_that_the_caller_typed_is_marked_as_unverified() {
        let shown = |verified| {
            let info = AckCallRequestEvent { phone_verified: verified, ..request("9", Some(CallType::Queue), "ring") };
            view(info).phone_unverified
        };
        assert_eq!([None, Some(true), Some(false)].map(shown), [false, false, true]);
    }

    #[test]
    fn voi_034_the_dialog_shows_name_of_the_contact_or_number_company_and_sender() {
        let found = AckCallRequestEvent {
            kind: CallerType::ContactFound,
            name: "Marina".to_owned(),
            phone_number: "+5511".to_owned(),
            employer_name: "Prado".to_owned(),
            ..request("9", Some(CallType::Queue), "ring")
        };
        let shown = view(found.clone());
        assert_eq!((shown.name.as_str(), shown.phone.as_str(), shown.employer.as_str()), ("Marina", "+5511", "Prado"));
        assert_eq!((shown.origin, shown.transferred_by.as_str()), (IncomingOrigin::Queue, ""));
        let unknown = view(AckCallRequestEvent { kind: CallerType::NotFound, ..found.clone() });
        assert_eq!((unknown.name.as_str(), unknown.phone.as_str()), ("", "+5511"));
        let transferred = view(AckCallRequestEvent {
            transfer: true,
            transfer_from_name: "Bia".to_owned(),
            transfer_from_type: "agent".to_owned(),
            ..found
        });
        let sender = (transferred.transferred_by.as_str(), transferred.transferred_by_kind.as_str());
        assert_eq!((transferred.origin, sender), (IncomingOrigin::Transfer, ("Bia", "agent")));
    }

    #[test]
    fn voi_006_the_dialog_names_the_queue_by_the_group_of_its_context() {
        assert_eq!(view(request("9", Some(CallType::Queue), "ring")).place, "Vendas");
        assert_eq!(view(request("91", Some(CallType::Queue), "ring")).place, "");
    }

    #[rstest]
    #[case::a_queue(false, "", Some(CallType::Queue), IncomingOrigin::Queue)]
    #[case::a_campaign(false, "", Some(CallType::Dialer), IncomingOrigin::Dialer)]
    #[case::an_extension(false, "", None, IncomingOrigin::Colleague)]
    #[case::a_transfer(true, "blind", Some(CallType::Queue), IncomingOrigin::Transfer)]
    #[case::an_assisted_transfer(true, "assisted", Some(CallType::Dialer), IncomingOrigin::AssistedTransfer)]
    fn the_dialog_says_where_the_call_comes_from(
        #[case] transfer: bool,
        #[case] kind: &str,
        #[case] call_type: Option<CallType>,
        #[case] expected: IncomingOrigin,
    ) {
        let info = AckCallRequestEvent { transfer, transfer_type: kind.to_owned(), ..request("9", call_type, "ring") };
        assert_eq!(view(info).origin, expected);
    }
}
