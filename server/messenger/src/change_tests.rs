//! Tests of edits, deletions, reactions and further items of a telephone, in the form that the company receives.

use messaging::{Inbound, InboundContent, InboundMessage};
use rstest::rstest;
use wire::MessageDetails;

use crate::tests::{NUMBER, SECRET, START, hello, opened, text};
use crate::{Change, Content, Draft, LineKind, Network, Refused, SampleItem, Settings};

fn edit(id: &str, text: &str) -> Change {
    Change::Edit { id: id.to_owned(), text: text.to_owned() }
}

fn react(id: &str, emoji: &str) -> Change {
    Change::React { id: id.to_owned(), emoji: emoji.to_owned() }
}

fn revoke(id: &str) -> Change {
    Change::Revoke { id: id.to_owned() }
}

/// A conversation with a message of each side: returns the ids of the customer's and of the company's message.
fn talked() -> (Network, String, String) {
    let mut network = opened();
    let own = network.write("sales", NUMBER, SECRET, text("a", "Oi"), START + 1).unwrap().entry.id;
    let (outcome, _) = network.deliver(&hello("k"), START + 2);
    let theirs = crate::tests::accepted(outcome);
    (network, own, theirs)
}

fn sent(items: &[Inbound]) -> InboundMessage {
    let [Inbound::Message(message)] = items else { panic!("one message: {items:?}") };
    (**message).clone()
}

#[test]
fn an_edit_changes_the_message_on_the_telephone_and_is_sent_to_the_company() {
    let (mut network, own, _) = talked();
    let written = network.change("sales", NUMBER, SECRET, &edit(&own, "Olá!"), START + 3).unwrap();
    assert_eq!(written.entry.content, Content::Text { text: "Olá!".to_owned() });
    assert!(written.entry.edited);
    let message = sent(&written.outgoing);
    assert_eq!(message.content, InboundContent::Edit { text: "Olá!".to_owned(), message_id: own.clone() });
    assert_ne!(message.provider_id, own);
    let after = network.state("sales", NUMBER, SECRET, written.entry.change - 1).unwrap();
    assert_eq!(after.entries.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(), [own.as_str()]);
    let again = network.change("sales", NUMBER, SECRET, &edit(&own, "Olá!"), START + 4).unwrap();
    assert_eq!(again.outgoing, [], "the same text again is no change");
}

#[test]
fn a_message_that_the_customer_removed_is_empty_and_cannot_be_changed_any_more() {
    let (mut network, own, _) = talked();
    let written = network.change("sales", NUMBER, SECRET, &revoke(&own), START + 3).unwrap();
    assert_eq!((written.entry.revoked, written.entry.content), (true, Content::Text { text: String::new() }));
    assert_eq!(sent(&written.outgoing).content, InboundContent::Revoke { message_id: own.clone() });
    for change in [edit(&own, "x"), react(&own, "👍"), revoke(&own)] {
        let refused = network.change("sales", NUMBER, SECRET, &change, START + 4);
        assert_eq!(refused, Err(Refused::Field("id")), "{change:?}");
    }
}

#[test]
fn a_reaction_to_a_message_of_either_side_stays_until_it_is_removed() {
    let (mut network, own, theirs) = talked();
    for id in [&own, &theirs] {
        let written = network.change("sales", NUMBER, SECRET, &react(id, "👍"), START + 3).unwrap();
        assert_eq!(written.entry.reaction, "👍");
        let emoji = |emoji: &str| InboundContent::Reaction { emoji: emoji.to_owned(), message_id: id.clone() };
        assert_eq!(sent(&written.outgoing).content, emoji("👍"));
        let back = network.change("sales", NUMBER, SECRET, &react(id, ""), START + 4).unwrap();
        assert_eq!((back.entry.reaction.as_str(), sent(&back.outgoing).content), ("", emoji("")));
    }
}

#[rstest]
#[case::editing_a_text_of_the_company(|_: &str, theirs: &str| edit(theirs, "x"), Refused::Field("id"))]
#[case::removing_a_message_of_the_company(|_: &str, theirs: &str| revoke(theirs), Refused::Field("id"))]
#[case::changing_an_unknown_message(|_: &str, _: &str| react("sim.test.99", "👍"), Refused::Field("id"))]
#[case::editing_to_an_empty_text(|own: &str, _: &str| edit(own, "  "), Refused::Field("text"))]
fn a_customer_can_make_only_the_changes_that_the_network_allows(
    #[case] change: fn(&str, &str) -> Change,
    #[case] refused: Refused,
) {
    let (mut network, own, theirs) = talked();
    assert_eq!(network.change("sales", NUMBER, SECRET, &change(&own, &theirs), START + 3), Err(refused));
}

#[test]
fn a_telephone_without_a_connection_can_change_nothing() {
    let (mut network, own, _) = talked();
    network.set("sales", NUMBER, SECRET, Settings { offline: true, ..Settings::default() }, START + 3).unwrap();
    assert_eq!(network.change("sales", NUMBER, SECRET, &revoke(&own), START + 4), Err(Refused::Field("offline")));
}

fn play(network: &mut Network, account: &str, number: &str, item: SampleItem) -> Result<Vec<Inbound>, Refused> {
    let draft = Draft { item: Some(item), ..text(&format!("{item:?}"), "") };
    network.write(account, number, SECRET, draft, START + 5).map(|written| written.outgoing)
}

#[test]
fn every_item_of_the_network_is_sent_to_the_company_in_its_own_kind() {
    let mut network = opened();
    network.open("shop", "helena.d", "Helena", SECRET, START).unwrap();
    for (account, number, kind) in [("sales", NUMBER, LineKind::Whatsapp), ("shop", "helena.d", LineKind::Instagram)] {
        for item in SampleItem::ALL {
            let played = play(&mut network, account, number, item);
            if !item.is_of(kind) {
                assert_eq!(played, Err(Refused::Field("item")), "{item:?}");
                continue;
            }
            let played = played.unwrap();
            if item == SampleItem::NumberChanged {
                let [Inbound::AddressChanged(change)] = played.as_slice() else { panic!("{played:?}") };
                assert_eq!((change.from.as_str(), change.to.as_str()), (NUMBER, "5511955550102"));
                continue;
            }
            let message = sent(&played);
            let details = message.details.as_deref().cloned().unwrap_or_default();
            let has_details = details != MessageDetails::default();
            let is_plain = matches!(message.content, InboundContent::Text(_));
            assert!(has_details || !is_plain, "{item:?} is more than a text");
        }
    }
}
