//! Tests of a caller's number: that of the telephone network, one that the operator's site confirmed, or one that was only
//! typed.

use crate::store::VoiceStore;
use crate::testing::{Agent, ELISA, SALES, TestCentre};
use crate::{IdentifierSignature, WebChatReply, WebChatRequest};
use rstest::rstest;
use serde_json::{Value, json};
use wire::Secret;

/// The number of Helena Duarte, a contact.
const HELENA: &str = "5511955550101";
/// The number of a contact in Elisa's wallet.
const KEPT: &str = "5541955550104";
const SITE: &str = "secret of the operator's site, 32";

/// The origin of the number of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Network,
    Signed,
    Typed,
}

fn web_call(phone: &str, signature: Option<IdentifierSignature>) -> WebChatRequest {
    let (name, phone) = ("Mallory".to_owned(), Some(phone.to_owned()));
    WebChatRequest::Call { proof: None, name, phone, signature, queue: SALES.into(), unit: None }
}

/// Elisa is free, and a call with this number arrives.
fn call_from(source: Source, phone: &str) -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    test.centre.config.identifier_secret = Some(Secret::new(SITE.to_owned()));
    let elisa = test.at_telephone(ELISA);
    test.take_frames(ELISA);
    let signature = Some(IdentifierSignature::sign(SITE, phone, test.now.0 / 1_000 + 60));
    let from = match source {
        Source::Network => phone.to_owned(),
        Source::Signed => telephone(&mut test, phone, signature),
        Source::Typed => telephone(&mut test, phone, None),
    };
    test.call_arrives("c1", &from, SALES);
    (test, elisa)
}

fn telephone(test: &mut TestCentre, phone: &str, signature: Option<IdentifierSignature>) -> String {
    match test.web_chat(web_call(&format!("+{phone}"), signature)) {
        WebChatReply::Telephone(telephone) => telephone.extension,
        other => panic!("no telephone: {other:?}"),
    }
}

#[rstest]
#[case::a_number_of_the_network(Source::Network, "contactFound", "Helena Duarte", Value::Null)]
#[case::a_number_confirmed_by_the_site(Source::Signed, "contactFound", "Helena Duarte", json!(true))]
#[case::a_typed_number(Source::Typed, "notFound", "", json!(false))]
fn a_callers_number_that_was_only_typed_links_no_contact(
    #[case] source: Source,
    #[case] kind: &str,
    #[case] name: &str,
    #[case] verified: Value,
) {
    let (mut test, _) = call_from(source, HELENA);
    let request = test.take_named(ELISA, "AckCallRequestEvent").remove(0);
    assert_eq!((&request["type"], &request["name"]), (&json!(kind), &json!(name)));
    assert_eq!((&request["phoneNumber"], &request["phoneVerified"]), (&json!(HELENA), &verified));
    test.answers("c1", "2001");
    let job = test.take_named(ELISA, "NewVoiceJobEvent").remove(0);
    assert_eq!(job["job"]["identifierVerified"], verified);
    let has_contact = !job["job"]["contactId"].as_str().unwrap_or_default().is_empty();
    assert_eq!(has_contact, source != Source::Typed, "{job}");
}

#[rstest]
#[case::a_number_of_the_network(Source::Network, 1)]
#[case::a_number_confirmed_by_the_site(Source::Signed, 1)]
#[case::a_typed_number(Source::Typed, 0)]
fn for_a_callers_number_that_was_only_typed_no_preferential_agent_is_asked(
    #[case] source: Source,
    #[case] questions: usize,
) {
    let (mut test, _) = call_from(source, KEPT);
    let rings = test.connects().len();
    assert_eq!(test.take_named(ELISA, "PreferentialCallEvent").len(), questions);
    assert_eq!(rings, 1 - questions);
}

#[rstest]
#[case::signature_of_another_number(SITE, "5511955550102", 60, "invalid")]
#[case::signature_with_another_secret("another secret of at least 32 chars", HELENA, 60, "invalid")]
#[case::expired_signature(SITE, HELENA, -1, "expired")]
fn a_wrong_signature_of_a_callers_number_is_refused(
    #[case] secret: &str,
    #[case] signed: &str,
    #[case] seconds: i64,
    #[case] cause: &str,
) {
    let mut test = TestCentre::new();
    test.centre.config.identifier_secret = Some(Secret::new(SITE.to_owned()));
    let signature = Some(IdentifierSignature::sign(secret, signed, test.now.0 / 1_000 + seconds));
    let WebChatReply::Refused { status, body } = test.web_chat(web_call(HELENA, signature)) else { panic!("accepted") };
    assert_eq!((status, body.errors["phoneSignature"].as_str()), (422, cause));
    let number = test.store.voice_accounts().unwrap().into_iter().filter(|account| account.customer.is_some()).count();
    assert_eq!(number, 0);
}

#[test]
fn only_the_demo_confirms_numbers_of_callers_and_only_those_of_contacts() {
    let sign = |test: &mut TestCentre, phone: &str| {
        test.web_chat(WebChatRequest::SignNumber { phone: phone.to_owned(), unit: None })
    };
    let mut test = TestCentre::new();
    let WebChatReply::Refused { status, .. } = sign(&mut test, HELENA) else { panic!("signed") };
    assert_eq!(status, 404);
    test.centre.config.voice.demo_site = Some(Secret::new("site of the demo".to_owned()));
    let WebChatReply::Refused { status, .. } = sign(&mut test, "5511900000000") else { panic!("signed") };
    assert_eq!(status, 422);
    let WebChatReply::Signed(signed) = sign(&mut test, "+55 11 95555-0101") else { panic!("refused") };
    assert_eq!(signed.phone, HELENA);
    let signature = IdentifierSignature { expires: signed.phone_expires, signature: signed.phone_signature };
    assert!(matches!(test.web_chat(web_call(&signed.phone, Some(signature))), WebChatReply::Telephone(_)));
}

#[test]
fn script_answers_of_a_caller_whose_number_was_only_typed_stay_with_the_attendance() {
    let (mut test, elisa) = call_from(Source::Typed, HELENA);
    test.answers("c1", "2001");
    let job = test.take_named(ELISA, "NewVoiceJobEvent").remove(0);
    let protocol = job["job"]["protocol"].as_str().unwrap().to_owned();
    let body = json!({ "fields": [{ "id": "1", "value": "Completo" }], "channel": "voice" });
    test.post(&elisa, &format!("/job/answer/{protocol}"), body).ok();
    let mut value = |query: &str| {
        let path = format!("/script/12/fields?script_id=12&{query}");
        test.get(&elisa, &path).ok().body["data"][0]["value"].clone()
    };
    assert_eq!(value(&format!("contact_identifier={HELENA}")), "", "those of the owner of the number");
    assert_eq!(value(&format!("protocol={protocol}")), "Completo");
}
