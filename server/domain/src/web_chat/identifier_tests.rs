//! Tests of identifiers that the operator's site signed.

use super::tests::call;
use super::{WebChatReply, WebChatRequest};
use crate::IdentifierSignature;
use crate::store::{JobState, Store};
use crate::testing::{ANA, IDENTIFIER_SECRET, START, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::QueueId;

const HELENA: &str = "helena.duarte@example.com";
const NOW: i64 = START.0 / 1000;

fn start_as(identifier: &str, signature: Option<IdentifierSignature>) -> WebChatRequest {
    WebChatRequest::Start {
        proof: None,
        unit: None,
        name: "Helena".to_owned(),
        identifier: Some(identifier.to_owned()),
        signature,
        queue: QueueId::from(SUPPORT),
        secret: None,
    }
}

#[test]
fn only_an_identifier_that_the_operators_site_signed_is_verified_and_matched_with_a_contact() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let signature = Some(IdentifierSignature::sign(IDENTIFIER_SECRET, HELENA, NOW + 60));
    for (signature, verified, contact) in [(None, false, ""), (signature, true, "1")] {
        let WebChatReply::Started(chat) = test.web_chat(start_as(&format!(" {HELENA} "), signature)) else { panic!() };
        let job = test.listed_job(&ana, "chat", &chat.protocol).unwrap();
        let shown = (&job["identifierVerified"], &job["contactId"], job["contact"].is_object());
        assert_eq!(shown, (&json!(verified), &json!(contact), verified), "{job}");
    }
    let visitor = WebChatRequest::Start {
        proof: None,
        unit: None,
        name: "Iara".to_owned(),
        identifier: None,
        signature: None,
        queue: QueueId::from(SUPPORT),
        secret: None,
    };
    let WebChatReply::Started(chat) = test.web_chat(visitor) else { panic!() };
    assert_eq!(test.listed_job(&ana, "chat", &chat.protocol).unwrap().get("identifierVerified"), None);
}

#[rstest]
#[case::signature_with_another_secret("another", HELENA, 60, "invalid")]
#[case::signature_of_another_identifier(IDENTIFIER_SECRET, "otto@example.com", 60, "invalid")]
#[case::signature_of_the_identifier_with_plus(IDENTIFIER_SECRET, "+helena.duarte@example.com", 60, "invalid")]
#[case::expired_signature(IDENTIFIER_SECRET, HELENA, 0, "expired")]
fn a_wrong_signature_of_an_identifier_is_refused(
    #[case] secret: &str,
    #[case] identifier: &str,
    #[case] seconds: i64,
    #[case] fault: &str,
) {
    let mut test = TestCentre::new();
    let signed = IdentifierSignature::sign(secret, identifier, NOW + seconds);
    let reply = test.web_chat(start_as(&format!("+{HELENA}"), Some(signed.clone())));
    let WebChatReply::Refused { status, body } = reply else { panic!() };
    assert_eq!((status, body.errors["identifierSignature"].as_str()), (422, fault));
    let longer = IdentifierSignature { expires: signed.expires + 1, ..signed.clone() };
    for changed in [longer, IdentifierSignature { signature: "é".repeat(32), ..signed }] {
        assert!(matches!(test.web_chat(start_as(HELENA, Some(changed))), WebChatReply::Refused { status: 422, .. }));
    }
    assert!(test.store.jobs_in_state(JobState::Waiting).unwrap().is_empty());
}

#[test]
fn without_a_secret_every_signature_of_an_identifier_is_refused() {
    let mut test = TestCentre::new();
    let signed = Some(IdentifierSignature::sign("", HELENA, NOW + 60));
    test.centre.config.identifier_secret = None;
    assert!(matches!(test.web_chat(start_as(HELENA, signed)), WebChatReply::Refused { status: 422, .. }));
}

#[test]
fn a_signature_without_an_identifier_is_refused() {
    let mut test = TestCentre::new();
    let body =
        json!({ "name": "Helena", "queue": SUPPORT, "identifierExpires": NOW + 60, "identifierSignature": "00" });
    let refused = call(&mut test, "", "POST", "/chats", &body.to_string());
    assert_eq!(refused.refusal(), "422 identifier:required");
}

#[rstest]
#[case::signature_without_expiry("identifierSignature", json!("00"), "identifierExpires")]
#[case::expiry_without_signature("identifierExpires", json!(1), "identifierSignature")]
fn an_incomplete_signature_of_an_identifier_is_refused(
    #[case] given: &str,
    #[case] value: Value,
    #[case] missing: &str,
) {
    let mut test = TestCentre::new();
    let mut body = json!({ "name": "Helena", "identifier": HELENA, "queue": SUPPORT });
    body[given] = value;
    let refused = call(&mut test, "", "POST", "/chats", &body.to_string());
    assert_eq!(refused.refusal(), format!("422 {missing}:required"));
}

/// The signature as another program computed it (openssl): operators depend on the format.
#[test]
fn the_signature_in_operations_md_is_valid_for_its_identifier() {
    let example: Value = serde_json::from_str(crate::body::WEB_CHAT_START.example).unwrap();
    let expires = example["identifierExpires"].as_i64().unwrap();
    let signed = IdentifierSignature::sign("the secret of the operator's site", HELENA, expires);
    assert_eq!(example["identifierSignature"], signed.signature.as_str());
}
