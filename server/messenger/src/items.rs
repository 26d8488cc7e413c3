//! Items that customers send beside texts, files and cards: samples for a telephone that is used in a demo. Each network has its own.

use messaging::{AddressChange, Inbound, InboundContent, Location};
use serde::{Deserialize, Serialize};
use wire::{FormAnswer, MessageDetails, Order, OrderItem, Product, Referral, Shared, SharedKind};

use crate::network::LineKind;

/// A sample item that a telephone can send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SampleItem {
    /// A location.
    Place,
    /// A row of a list, or a quick reply.
    Choice,
    /// An order of the catalogue.
    Order,
    /// Answers to a form.
    FormAnswers,
    /// The customer comes from an advertisement.
    Advertisement,
    /// A question about a product.
    ProductQuestion,
    /// A post of Instagram.
    Share,
    /// The customer mentions the company in a story.
    Mention,
    /// The customer has another number.
    NumberChanged,
    /// The customer has another device.
    IdentityChanged,
    /// An item that cannot be shown to agents.
    CannotBeShown,
}

impl SampleItem {
    /// Every sample item.
    pub const ALL: [SampleItem; 11] = [
        SampleItem::Place,
        SampleItem::Choice,
        SampleItem::Order,
        SampleItem::FormAnswers,
        SampleItem::Advertisement,
        SampleItem::ProductQuestion,
        SampleItem::Share,
        SampleItem::Mention,
        SampleItem::NumberChanged,
        SampleItem::IdentityChanged,
        SampleItem::CannotBeShown,
    ];

    /// Whether customers of the network can send it.
    pub fn is_of(self, kind: LineKind) -> bool {
        match self {
            SampleItem::Choice | SampleItem::Advertisement | SampleItem::CannotBeShown => true,
            SampleItem::Share | SampleItem::Mention => kind == LineKind::Instagram,
            SampleItem::Place
            | SampleItem::Order
            | SampleItem::FormAnswers
            | SampleItem::ProductQuestion
            | SampleItem::NumberChanged
            | SampleItem::IdentityChanged => kind == LineKind::Whatsapp,
        }
    }

    /// The content and details that the company receives. `None`: the item is no message, but a notice about the
    /// customer.
    pub(crate) fn content(self) -> Option<(InboundContent, MessageDetails)> {
        let text = |text: &str| InboundContent::Text(text.to_owned());
        let details = MessageDetails::default;
        Some(match self {
            SampleItem::Place => (
                InboundContent::Location(Location {
                    latitude: -23.561_414,
                    longitude: -46.655_881,
                    name: Some("MASP".to_owned()),
                    address: Some("Av. Paulista, 1578 - São Paulo".to_owned()),
                }),
                details(),
            ),
            SampleItem::Choice => (
                InboundContent::Reply { title: "Segunda via".to_owned(), payload: "second-copy".to_owned() },
                MessageDetails { choice: "Boleto deste mês".to_owned(), ..details() },
            ),
            SampleItem::Order => {
                let item = |product: &str, quantity: &str, price: &str| OrderItem {
                    product: product.to_owned(),
                    quantity: quantity.to_owned(),
                    price: price.to_owned(),
                    currency: "BRL".to_owned(),
                };
                let items = vec![item("FIBRA-500", "1", "99.90"), item("ROTEADOR", "2", "149.00")];
                let order = Some(Order { catalog: "1".to_owned(), items });
                (text("Pode entregar depois das 18h?"), MessageDetails { order, ..details() })
            }
            SampleItem::FormAnswers => {
                let answer = |field: &str, value: &str| FormAnswer { field: field.to_owned(), value: value.to_owned() };
                let form = vec![answer("nome", "Helena Duarte"), answer("horario", "manhã"), answer("aceite", "true")];
                (text("Formulário enviado"), MessageDetails { form, ..details() })
            }
            SampleItem::Advertisement => {
                let referral = Some(Referral {
                    headline: "Fibra 500 por R$ 99,90".to_owned(),
                    body: "Instalação grátis até domingo".to_owned(),
                    url: "https://example.com/anuncio".to_owned(),
                });
                (text("Oi! Vi o anúncio e quero saber mais"), MessageDetails { referral, ..details() })
            }
            SampleItem::ProductQuestion => {
                let product = Some(Product { catalog: "1".to_owned(), product: "FIBRA-500".to_owned() });
                (text("Este plano tem fidelidade?"), MessageDetails { product, ..details() })
            }
            SampleItem::Share => (text(""), shared(SharedKind::Reel, "Dicas de Wi-Fi")),
            SampleItem::Mention => (text(""), shared(SharedKind::StoryMention, "")),
            SampleItem::IdentityChanged => (InboundContent::IdentityChanged, details()),
            SampleItem::CannotBeShown => (InboundContent::Unsupported { kind: "poll_creation".to_owned() }, details()),
            SampleItem::NumberChanged => return None,
        })
    }

    /// The notice in place of a message.
    pub(crate) fn news(self, provider_id: &str, account: &str, from: &str, now_ms: u64) -> Option<Inbound> {
        (self == SampleItem::NumberChanged).then(|| {
            Inbound::AddressChanged(AddressChange {
                provider_id: provider_id.to_owned(),
                account: account.to_owned(),
                from: from.to_owned(),
                to: next_number(from),
                at_ms: Some(now_ms),
            })
        })
    }

    /// The text that the telephone shows for it.
    pub(crate) fn shown(self, number: &str) -> String {
        match self.content() {
            Some((InboundContent::Text(text), _)) => text,
            Some((InboundContent::Reply { title, .. }, details)) => format!("{title} · {}", details.choice),
            Some((InboundContent::Location(place), _)) => place.name.unwrap_or_default(),
            Some(_) => String::new(),
            None => next_number(number),
        }
    }
}

fn shared(kind: SharedKind, title: &str) -> MessageDetails {
    let shared = Shared { kind, title: title.to_owned(), url: "https://example.com/reel".to_owned() };
    MessageDetails { shared: Some(shared), ..MessageDetails::default() }
}

/// The number that a customer changes to: the next one.
fn next_number(number: &str) -> String {
    let Some(last) = number.chars().last().and_then(|digit| digit.to_digit(10)) else { return number.to_owned() };
    let rest = number.get(..number.len().saturating_sub(1)).unwrap_or_default();
    format!("{rest}{}", (last + 1) % 10)
}
