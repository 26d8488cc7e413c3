//! The author of a message, in the webhook calls of every provider: a number in any notation, or the id of a customer
//! who hides the number. The digits of an id are never used as a number.

use rstest::rstest;
use serde_json::{Value, json};

use crate::all_providers::providers;
use crate::neighbours::{account, body, fields};
use crate::testing::call;
use crate::types::Inbound;

fn call_of(provider: &str, from: &str) -> Value {
    match provider {
        "meta" => json!({ "entry": [{ "changes": [{ "field": "messages", "value": {
            "metadata": { "phone_number_id": account(provider) },
            "messages": [{ "from": from, "id": "w1", "type": "text", "text": { "body": "oi" } }] } }] }] }),
        "infobip" => json!({ "results": [{ "from": from, "to": account(provider), "messageId": "w1",
            "message": { "type": "TEXT", "text": "oi" } }] }),
        "gupshup" => json!({ "type": "message", "phone": account(provider), "payload": { "id": "w1", "source": from,
            "type": "text", "payload": { "text": "oi" } } }),
        "zenvia" => json!({ "type": "MESSAGE", "message": { "id": "w1", "from": from, "to": account(provider),
            "contents": [{ "type": "text", "text": "oi" }] } }),
        _ => {
            let encoded: String = form_urlencoded::byte_serialize(format!("whatsapp:{from}").as_bytes()).collect();
            fields(&format!("MessageSid=SM1&Body=oi&To=whatsapp%3A%2B551140001000&From={encoded}"))
        }
    }
}

#[rstest]
fn bey_165_a_customer_is_a_number_or_an_id_and_never_the_digits_of_an_id(
    #[values("meta", "infobip", "gupshup", "zenvia", "twilio")] name: &str,
    #[values(("+5511987650001", "5511987650001"), ("BR.13491208655302741918", "BR.13491208655302741918"), ("US.1A2B3C", "US.1A2B3C"))]
    case: (&str, &str),
) {
    let provider = providers().into_iter().find(|provider| provider.name() == name).unwrap();
    let read = provider.read(&call(body(&call_of(name, case.0)), &[])).unwrap();
    let [Inbound::Message(message)] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!(message.from, case.1);
}
