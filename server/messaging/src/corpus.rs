//! Tests that variants of every fixture are parsed (BEY-172): whatever is wrong with one item, the item beside it is parsed normally, and no item
//! disappears without being reported.

use std::path::Path;

use rstest::rstest;
use serde_json::Value;

use crate::all_providers::providers;
use crate::neighbours::{account, body, calls, list, neighbours, prepared};
use crate::testing::call;
use crate::types::{Inbound, InboundContent};

/// The text of the item beside the broken one, if it was parsed as a text.
fn beside(items: &[Inbound], id: &str, account: &str) -> Vec<String> {
    let of = |item: &Inbound| match item {
        Inbound::Message(message) if message.provider_id == id && message.account == account => {
            match &message.content {
                InboundContent::Text(text) => Some(text.clone()),
                _ => None,
            }
        }
        _ => None,
    };
    items.iter().filter_map(of).collect()
}

/// Number of items in the request, if the request contains it.
fn items_of(provider: &str, call: &Value) -> usize {
    let list = list(provider).and_then(|pointer| call.pointer(pointer)).and_then(Value::as_array);
    list.map_or(0, Vec::len)
}

#[rstest]
fn bey_172_beside_an_invalid_item_the_others_are_parsed_and_no_item_disappears(
    #[values("meta", "instagram", "twilio", "gupshup", "infobip", "zenvia")] name: &str,
) {
    let provider = providers().into_iter().find(|provider| provider.name() == name).unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut tried = 0;
    for (fixture, original) in calls(&fixtures, name) {
        for neighbour in neighbours(&original) {
            tried += 1;
            let (changed, sibling) = prepared(name, &[], &neighbour, tried);
            let about = format!("{fixture}: {} {:?}\n{changed}", neighbour.what, neighbour.place);
            let read = provider.read(&call(body(&changed), &[]));
            let Some(id) = sibling else { continue };
            let items = read.unwrap_or_else(|fault| panic!("{about}: {fault}"));
            assert_eq!(beside(&items, &id, account(name)), [format!("ao lado {id}")], "{about}");
            assert!(items.len() >= items_of(name, &changed), "{about}: {} items were read", items.len());
        }
    }
    assert!(tried > 100, "{name} has {tried} neighbours");
}
