//! Table with a row for every kind of item of every provider (BEY-167): how it is parsed, with a fixture, or why there
//! is no fixture.

use serde_json::Value;

use crate::testing::{call, fixture};
use crate::types::{Inbound, InboundContent};

/// Kinds of items that networks send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Text,
    File,
    ContactCard,
    Place,
    Choice,
    Edit,
    Caption,
    Revoke,
    Reaction,
    ReactionTakenBack,
    Order,
    FormAnswers,
    Advertisement,
    ProductQuestion,
    Share,
    Mention,
    NumberChanged,
    UserIdChanged,
    IdentityChanged,
    ChatOpened,
    CannotBeShown,
}

impl Item {
    const ALL: [Self; 21] = [
        Self::Text,
        Self::File,
        Self::ContactCard,
        Self::Place,
        Self::Choice,
        Self::Edit,
        Self::Caption,
        Self::Revoke,
        Self::Reaction,
        Self::ReactionTakenBack,
        Self::Order,
        Self::FormAnswers,
        Self::Advertisement,
        Self::ProductQuestion,
        Self::Share,
        Self::Mention,
        Self::NumberChanged,
        Self::UserIdChanged,
        Self::IdentityChanged,
        Self::ChatOpened,
        Self::CannotBeShown,
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Network {
    Meta,
    Instagram,
    Twilio,
    Infobip,
    Zenvia,
    Gupshup,
}

impl Network {
    const ALL: [Self; 6] = [Self::Meta, Self::Instagram, Self::Twilio, Self::Infobip, Self::Zenvia, Self::Gupshup];

    fn folder(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Instagram => "instagram",
            Self::Twilio => "twilio",
            Self::Infobip => "infobip",
            Self::Zenvia => "zenvia",
            Self::Gupshup => "gupshup",
        }
    }
}

/// How an item is parsed.
enum Row {
    /// Parsed as in the fixture, or in its part with this id.
    Fixture(&'static str),
    /// The provider sends no such item, or no public document shows it: if it arrives nevertheless, it is shown by the name of its
    /// kind.
    NotOffered(&'static str),
}

use Row::{Fixture, NotOffered};

const NOT_DOCUMENTED: &str = "its documents show no such item; another kind is shown by its name";
const NO_INSTAGRAM: &str = "Instagram has no such item";
const ONLY_INSTAGRAM: &str = "WhatsApp has no such item";

/// The row of an item of a provider. Exhaustive, so that a new kind or provider does not compile without its rows.
fn row(network: Network, item: Item) -> Row {
    match network {
        Network::Meta => meta(item),
        Network::Instagram => instagram(item),
        Network::Twilio => twilio(item),
        Network::Infobip => infobip(item),
        Network::Zenvia => zenvia(item),
        Network::Gupshup => gupshup(item),
    }
}

fn meta(item: Item) -> Row {
    match item {
        Item::Text => Fixture("text.json"),
        Item::File => Fixture("image.json"),
        Item::ContactCard => Fixture("contact_card.json"),
        Item::Place => Fixture("location.json"),
        Item::Choice => Fixture("list_reply.json"),
        Item::Edit => Fixture("edit.json"),
        Item::Caption => Fixture("edit_caption.json"),
        Item::Revoke => Fixture("revoke.json"),
        Item::Reaction => Fixture("reaction.json"),
        Item::ReactionTakenBack => Fixture("reaction_removed.json"),
        Item::Order => Fixture("order.json"),
        Item::FormAnswers => Fixture("flow_answers.json"),
        Item::Advertisement => Fixture("ad.json"),
        Item::ProductQuestion => Fixture("product_question.json"),
        Item::Share | Item::Mention => NotOffered(ONLY_INSTAGRAM),
        Item::NumberChanged => Fixture("number_changed.json"),
        Item::UserIdChanged => Fixture("user_id_changed.json"),
        Item::IdentityChanged => Fixture("identity_changed.json"),
        Item::ChatOpened => Fixture("request_welcome.json"),
        Item::CannotBeShown => Fixture("unsupported.json"),
    }
}

fn instagram(item: Item) -> Row {
    match item {
        Item::Text => Fixture("text.json"),
        Item::File => Fixture("file.json"),
        Item::Choice => Fixture("quick_reply.json"),
        Item::Edit => Fixture("edit.json"),
        Item::Revoke => Fixture("deleted.json"),
        Item::Reaction => Fixture("reaction.json"),
        Item::ReactionTakenBack => Fixture("reaction_removed.json"),
        Item::Advertisement => Fixture("ad.json"),
        Item::ProductQuestion => Fixture("product_question.json"),
        Item::Share => Fixture("reel.json"),
        Item::Mention => Fixture("story_mention.json"),
        Item::ChatOpened => Fixture("referral.json"),
        Item::CannotBeShown => Fixture("unsupported.json"),
        Item::ContactCard | Item::Place | Item::Caption | Item::Order | Item::FormAnswers => NotOffered(NO_INSTAGRAM),
        Item::NumberChanged | Item::UserIdChanged | Item::IdentityChanged => NotOffered(NO_INSTAGRAM),
    }
}

fn twilio(item: Item) -> Row {
    match item {
        Item::Text => Fixture("text.form"),
        Item::File => Fixture("image.form"),
        Item::Place => Fixture("location.form"),
        Item::Choice => Fixture("list.form"),
        Item::Advertisement => Fixture("ad.form"),
        Item::CannotBeShown => Fixture("unknown.form"),
        Item::ContactCard => NotOffered("a contact card is a file (vCard)"),
        Item::Edit
        | Item::Caption
        | Item::Revoke
        | Item::Reaction
        | Item::ReactionTakenBack
        | Item::Order
        | Item::FormAnswers
        | Item::ProductQuestion
        | Item::NumberChanged
        | Item::UserIdChanged
        | Item::IdentityChanged
        | Item::ChatOpened => NotOffered(NOT_DOCUMENTED),
        Item::Share | Item::Mention => NotOffered(ONLY_INSTAGRAM),
    }
}

fn infobip(item: Item) -> Row {
    match item {
        Item::Text => Fixture("in-text"),
        Item::File => Fixture("in-image"),
        Item::ContactCard => Fixture("in-contact"),
        Item::Place => Fixture("in-location"),
        Item::Choice => Fixture("in-list_reply"),
        Item::Reaction => Fixture("in-reaction"),
        Item::CannotBeShown => Fixture("in-unsupported"),
        Item::Edit
        | Item::Caption
        | Item::Revoke
        | Item::ReactionTakenBack
        | Item::Order
        | Item::FormAnswers
        | Item::Advertisement
        | Item::ProductQuestion
        | Item::NumberChanged
        | Item::UserIdChanged
        | Item::IdentityChanged
        | Item::ChatOpened => NotOffered(NOT_DOCUMENTED),
        Item::Share | Item::Mention => NotOffered(ONLY_INSTAGRAM),
    }
}

fn zenvia(item: Item) -> Row {
    match item {
        Item::Text | Item::File | Item::ContactCard | Item::Place | Item::Choice | Item::CannotBeShown => {
            Fixture("messages.json")
        }
        Item::Edit
        | Item::Caption
        | Item::Revoke
        | Item::Reaction
        | Item::ReactionTakenBack
        | Item::Order
        | Item::FormAnswers
        | Item::Advertisement
        | Item::ProductQuestion
        | Item::NumberChanged
        | Item::UserIdChanged
        | Item::IdentityChanged
        | Item::ChatOpened => NotOffered(NOT_DOCUMENTED),
        Item::Share | Item::Mention => NotOffered(ONLY_INSTAGRAM),
    }
}

fn gupshup(item: Item) -> Row {
    match item {
        Item::Text => Fixture("in-text"),
        Item::File => Fixture("in-image"),
        Item::ContactCard => Fixture("in-contact"),
        Item::Place => Fixture("in-location"),
        Item::Choice => Fixture("in-list_reply"),
        Item::CannotBeShown => Fixture("in-order"),
        Item::Edit
        | Item::Caption
        | Item::Revoke
        | Item::Reaction
        | Item::ReactionTakenBack
        | Item::Order
        | Item::FormAnswers
        | Item::Advertisement
        | Item::ProductQuestion
        | Item::NumberChanged
        | Item::UserIdChanged
        | Item::IdentityChanged
        | Item::ChatOpened => NotOffered(NOT_DOCUMENTED),
        Item::Share | Item::Mention => NotOffered(ONLY_INSTAGRAM),
    }
}

/// The items that the crate parses from a fixture.
fn inbound(network: Network, name: &str) -> Vec<Inbound> {
    let body = match name.strip_prefix("in-") {
        None => fixture(network.folder(), name),
        Some(_) => part(&fixture(network.folder(), "messages.json"), name),
    };
    network.provider().read(&call(body, &[])).unwrap()
}

/// The part of `messages.json` with this id, as a separate body.
fn part(messages: &[u8], id: &str) -> Vec<u8> {
    let messages: Value = serde_json::from_slice(messages).unwrap();
    let has_id = |item: &&Value| item["messageId"] == id || item["payload"]["id"] == id;
    let found = match &messages["results"] {
        Value::Array(results) => serde_json::json!({ "results": [results.iter().find(has_id).expect(id)] }),
        _ => messages.as_array().expect("a list").iter().find(has_id).expect(id).clone(),
    };
    found.to_string().into_bytes()
}

impl Network {
    fn provider(self) -> Box<dyn crate::Provider> {
        let all = crate::all_providers::providers();
        all.into_iter().find(|provider| provider.name() == self.folder()).expect("a provider")
    }
}

/// Whether one of the parsed items is this item with all fields of the fixture.
fn is_read_as(item: Item, inbound: &[Inbound]) -> bool {
    inbound.iter().any(|read| match (item, read) {
        (Item::NumberChanged, Inbound::AddressChanged(change)) => {
            (change.from.as_str(), change.to.as_str()) == ("5511987650001", "5511987659999")
        }
        (Item::UserIdChanged, Inbound::AddressChanged(change)) => {
            (change.from.as_str(), change.to.as_str()) == ("BR.1", "BR.2")
        }
        (Item::ChatOpened, Inbound::Ignored(_)) => true,
        (item, Inbound::Message(message)) => is_message(item, &message.content, message.details.as_deref()),
        _ => false,
    })
}

fn is_message(item: Item, content: &InboundContent, details: Option<&wire::MessageDetails>) -> bool {
    let shared = details.and_then(|details| details.shared.as_ref());
    let form =
        || details.map(|details| details.form.iter().map(|answer| (answer.field.as_str(), answer.value.as_str())));
    match item {
        Item::Text => matches!(content, InboundContent::Text(text) if !text.is_empty()),
        Item::File => matches!(content, InboundContent::Media(_)),
        Item::ContactCard => matches!(content, InboundContent::Contacts(cards)
            if cards[0].name == "Davi Reis" && !cards[0].phones.is_empty()),
        Item::Place => matches!(content, InboundContent::Location(_)),
        Item::Choice => matches!(content, InboundContent::Reply { title, .. } if !title.is_empty()),
        Item::Edit | Item::Caption => {
            matches!(content, InboundContent::Edit { text, message_id } if !text.is_empty() && !message_id.is_empty())
        }
        Item::Revoke => matches!(content, InboundContent::Revoke { message_id } if !message_id.is_empty()),
        Item::Reaction => matches!(content, InboundContent::Reaction { emoji, .. } if !emoji.is_empty()),
        Item::ReactionTakenBack => matches!(content, InboundContent::Reaction { emoji, .. } if emoji.is_empty()),
        Item::Order => {
            let order = details.and_then(|details| details.order.as_ref());
            order.is_some_and(|order| order.items.len() == 2 && order.items[0].quantity == "2")
                && *content == InboundContent::Text("Sem cebola, por favor".into())
        }
        Item::FormAnswers => form()
            .is_some_and(|answers| answers.eq([("nome", "Bia Campos"), ("pessoas", "3"), ("planos", "ouro, prata")])),
        Item::Advertisement => details
            .and_then(|details| details.referral.as_ref())
            .is_some_and(|referral| referral.headline == "Plano família"),
        Item::ProductQuestion => {
            details.and_then(|details| details.product.as_ref()).is_some_and(|product| !product.product.is_empty())
        }
        Item::Share => shared.is_some_and(|shared| {
            shared.kind == wire::SharedKind::Reel && shared.title == "A obra pronta" && !shared.url.is_empty()
        }),
        Item::Mention => shared.is_some_and(|shared| shared.kind == wire::SharedKind::StoryMention),
        Item::IdentityChanged => *content == InboundContent::IdentityChanged,
        Item::CannotBeShown => matches!(content, InboundContent::Unsupported { kind } if !kind.is_empty()),
        Item::NumberChanged | Item::UserIdChanged | Item::ChatOpened => false,
    }
}

#[test]
fn bey_167_every_item_of_every_provider_has_its_row_and_its_fixture_is_parsed_accordingly() {
    for network in Network::ALL {
        let mut offered = 0;
        for item in Item::ALL {
            match row(network, item) {
                Fixture(name) => {
                    let read = inbound(network, name);
                    assert!(is_read_as(item, &read), "{network:?} {item:?}: {read:?}");
                    offered += 1;
                }
                NotOffered(reason) => assert!(!reason.is_empty()),
            }
        }
        assert!(offered >= 6, "{network:?}");
    }
}

/// An item of a kind that no table contains is no text, and keeps the name of its kind.
#[test]
fn bey_167_an_item_of_an_unknown_kind_keeps_the_name_of_the_kind() {
    let read = inbound(Network::Meta, "unknown_kind.json");
    let [Inbound::Message(message)] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!(message.content, InboundContent::Unsupported { kind: "hologram".into() });
}

#[test]
fn bey_167_a_contact_card_keeps_all_its_fields_and_the_number_that_whatsapp_knows() {
    let read = inbound(Network::Meta, "contact_card.json");
    let [Inbound::Message(message)] = read.as_slice() else { panic!("{read:?}") };
    let InboundContent::Contacts(cards) = &message.content else { panic!("{read:?}") };
    let card = &cards[0];
    assert_eq!((card.name.as_str(), card.company.as_str()), ("Davi Reis", "Reis Obras, Compras, Comprador"));
    assert_eq!(
        (&card.phones[..], &card.whatsapp[..]),
        (&["(11) 98765-0002".to_owned()][..], &["5511987650002".to_owned()][..])
    );
    assert_eq!(card.emails, ["davi@example.com"]);
}

/// A webhook request with a text that contains these bytes, for each provider with JSON; also with a name.
fn body_with(network: Network, text: &[u8]) -> Vec<u8> {
    let name = match network {
        Network::Meta | Network::Instagram => "text.json",
        Network::Twilio => "text.form",
        Network::Infobip | Network::Gupshup => "in-text",
        Network::Zenvia => "messages.json",
    };
    let body = match name.strip_prefix("in-") {
        None => fixture(network.folder(), name),
        Some(_) => part(&fixture(network.folder(), "messages.json"), name),
    };
    let body: Value = match network {
        Network::Twilio => {
            return [b"MessageSid=SM1&WaId=5511&From=whatsapp%3A%2B5511&ProfileName=Bia&Body=", text].concat();
        }
        _ => serde_json::from_slice(&body).unwrap(),
    };
    let marked = body.to_string();
    let mark = match network {
        Network::Meta => "Olá, meu pedido não chegou 📦",
        Network::Instagram => "Oi, têm esse em azul?",
        _ => "oi",
    };
    let (before, after) = marked.split_once(&format!("\"{mark}\"")).unwrap_or_else(|| panic!("{network:?}: {marked}"));
    [before.as_bytes(), b"\"", text, b"\"", after.as_bytes()].concat()
}

#[test]
fn bey_172_one_unreadable_character_does_not_lose_the_message_of_any_provider() {
    for network in Network::ALL {
        let cases: &[(&[u8], &str)] = match network {
            Network::Twilio => &[
                (b"a%ED%A0%BDb", "a\u{fffd}\u{fffd}\u{fffd}b"),
                (b"a%FFb", "a\u{fffd}b"),
                (b"a%00b", "ab"),
                (b"a\xffb", "a\u{fffd}b"),
            ],
            _ => &[
                (b"a\\ud83db", "a\u{fffd}b"),
                (b"a\xffb", "a\u{fffd}b"),
                (b"a\\u0000b", "ab"),
                (b"a\0b", "ab"),
                (b"a\\xb", "a\u{fffd}xb"),
            ],
        };
        for (bytes, expected) in cases {
            let read = network.provider().read(&call(body_with(network, bytes), &[])).expect("readable");
            let is_there = read.iter().any(|item| {
                matches!(item, Inbound::Message(message) if message.content == InboundContent::Text((*expected).to_owned()))
            });
            assert!(is_there, "{network:?} {expected:?}: {read:?}");
        }
    }
}
