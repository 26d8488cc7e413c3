//! Tests that no body makes a provider panic, whatever its bytes.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::Inbound;
use crate::all_providers::providers;
use crate::testing::{answer, call};

/// Passes the same bytes to every function that receives untrusted bytes.
fn read_everything(body: &[u8]) {
    for provider in providers() {
        let headers = ["x-hub-signature-256", "x-twilio-signature", "x-signature", "authorization"];
        let text = String::from_utf8_lossy(body);
        let headers: Vec<(&str, &str)> = headers.iter().map(|name| (*name, &*text)).collect();
        let call = call(body, &headers);
        assert!(provider.verify_signature(&call).is_err(), "{}", provider.name());
        for item in provider.read(&call).unwrap_or_default() {
            if let Inbound::Message(message) = item {
                assert!(!message.provider_id.is_empty(), "{}", provider.name());
            }
        }
        let answer = answer(200, &text);
        let _ = (provider.send_outcome(&answer), provider.media_location(&answer), provider.templates_of(&answer));
        let _ = (provider.uploaded(&answer), provider.verify_subscription(&text));
    }
}

/// JSON with the keys that providers use, in places where they do not belong.
fn arbitrary_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "text|image|read|sent|messages|MESSAGE|message|[0-9]{1,20}|.{0,8}".prop_map(Value::from),
    ];
    let key = "entry|changes|field|value|messages|messaging|statuses|id|from|type|text|image|message|mid|sender|attachments|\
        payload|url|results|messageId|status|contents|items|data|components|timestamp|errors|code|context|contacts|error";
    leaf.prop_recursive(7, 64, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..6).prop_map(|fields| json!(fields)),
        ]
    })
}

proptest! {
    #[test]
    fn arbitrary_bytes_in_a_webhook_never_cause_a_panic(body in prop::collection::vec(any::<u8>(), 0..400)) {
        read_everything(&body);
    }

    #[test]
    fn arbitrary_json_in_a_webhook_never_causes_a_panic(body in arbitrary_json()) {
        read_everything(body.to_string().as_bytes());
    }

    #[test]
    fn arbitrary_forms_in_a_webhook_never_cause_a_panic(
        fields in prop::collection::vec(("MessageSid|From|WaId|Body|MediaUrl[0-9]|MessageStatus|Latitude|Longitude", ".{0,12}"), 0..8),
    ) {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        read_everything(body.as_bytes());
    }
}

#[test]
fn every_provider_has_a_different_name() {
    let names: Vec<&str> = providers().iter().map(|provider| provider.name()).collect();
    assert_eq!(names, ["meta", "instagram", "twilio", "gupshup", "infobip", "zenvia", "simulated"]);
}

/// The JSON parser refuses deep nesting instead of exhausting the stack.
#[test]
fn deeply_nested_json_in_a_webhook_is_an_error() {
    read_everything("[".repeat(100_000).as_bytes());
    read_everything("{\"entry\":".repeat(100_000).as_bytes());
}
