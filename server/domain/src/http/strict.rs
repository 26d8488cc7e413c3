//! Strict parsing of request bodies: they must match the contract's examples.

use super::Failure;
use crate::body::{Body, item_of};
use serde::de::DeserializeOwned;
use serde_json::Value;
use wire::FieldErrors;
use wire::limits::{FORM_VALUE_MAX_CHARS, LIST_MAX_ITEMS, text_max_chars};

/// Parses a request body strictly. Text that is not JSON is 400; missing, unknown, malformed and too long fields are
/// 422, and the reply names each of them.
pub(crate) fn read_body<T: DeserializeOwned>(spec: &Body, text: &str) -> Result<T, Failure> {
    let value: Value = serde_json::from_str(text).map_err(|_| Failure::malformed_json())?;
    let example = spec.example_value();
    let mut errors = FieldErrors::new();
    compare(&value, example, "body", spec, &mut errors);
    if !errors.is_empty() {
        return Err(Failure::fields(errors));
    }
    serde_json::from_value(value.clone()).map_err(|_| Failure::fields(misshapen::<T>(&value, example)))
}

/// Reports fields of `value` that the example does not have, and required fields that `value` does not have.
fn compare(value: &Value, example: &Value, name: &str, spec: &Body, errors: &mut FieldErrors) {
    match (value, example) {
        (Value::Object(given), Value::Object(_)) if spec.maps.contains(&name) => {
            for (field, value) in given {
                let is_long = value.as_str().is_some_and(|text| text.chars().count() > FORM_VALUE_MAX_CHARS);
                if given.len() > LIST_MAX_ITEMS || field.chars().count() > text_max_chars(name) || is_long {
                    errors.insert(name.to_owned(), "tooLong".to_owned());
                } else if !value.is_string() {
                    errors.insert(name.to_owned(), "invalid".to_owned());
                }
            }
        }
        (Value::Object(given), Value::Object(wanted)) => {
            for field in given.keys().filter(|field| !wanted.contains_key(*field)) {
                errors.insert(field.clone(), "unknown".to_owned());
            }
            for (field, wanted) in wanted {
                match given.get(field) {
                    Some(given) => compare(given, wanted, field, spec, errors),
                    None if spec.optional.contains(&field.as_str()) => {}
                    None => {
                        errors.insert(field.clone(), "required".to_owned());
                    }
                }
            }
        }
        (Value::Array(given), _) if given.len() > LIST_MAX_ITEMS && !spec.long_lists.contains(&name) => {
            errors.insert(name.to_owned(), "tooLong".to_owned());
        }
        (Value::Array(given), Value::Array(wanted)) => {
            if let Some(wanted) = item_of(wanted) {
                given.iter().for_each(|item| compare(item, &wanted, name, spec, errors));
            }
        }
        (_, Value::Object(_) | Value::Array(_)) => {
            errors.insert(name.to_owned(), "invalid".to_owned());
        }
        (Value::String(given), _) if given.chars().count() > text_max_chars(name) => {
            errors.insert(name.to_owned(), "tooLong".to_owned());
        }
        _ => {}
    }
}

/// The top-level fields that do not deserialize: each one is tried in a copy of the example.
fn misshapen<T: DeserializeOwned>(value: &Value, example: &Value) -> FieldErrors {
    let (Some(given), Some(good)) = (value.as_object(), example.as_object()) else {
        return FieldErrors::from([("body".to_owned(), "invalid".to_owned())]);
    };
    given
        .iter()
        .filter(|(field, content)| {
            let mut probe = good.clone();
            probe.insert((*field).clone(), (*content).clone());
            serde_json::from_value::<T>(Value::Object(probe)).is_err()
        })
        .map(|(field, _)| (field.clone(), "invalid".to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body;
    use rstest::rstest;
    use wire::{SendMessageRequest, TypingRequest};

    fn field_errors(failure: Failure) -> Vec<String> {
        let (status, body) = failure.into_parts();
        assert_eq!(status, 422);
        body.errors.into_iter().map(|(field, fault)| format!("{field}:{fault}")).collect()
    }

    #[rstest]
    #[case::missing_field(r#"{"protocol":"1","agentId":"2"}"#, &["typing:required"])]
    #[case::unknown_field(r#"{"protocol":"1","agentId":"2","typing":true,"extra":1}"#, &["extra:unknown"])]
    #[case::missing_and_unknown_field(r#"{"protocol":"1","typo":"2","typing":true}"#, &["agentId:required", "typo:unknown"])]
    #[case::misshapen_field(r#"{"protocol":"1","agentId":"2","typing":"yes"}"#, &["typing:invalid"])]
    #[case::null_field(r#"{"protocol":null,"agentId":"2","typing":true}"#, &["protocol:invalid"])]
    #[case::body_that_is_no_object(r#"[1]"#, &["body:invalid"])]
    #[case::too_long_list(&format!("[{}1]", "1,".repeat(200)), &["body:tooLong"])]
    fn the_refusal_of_a_body_names_every_wrong_field(#[case] text: &str, #[case] expected: &[&str]) {
        let failure = read_body::<TypingRequest>(&body::TYPING_REQUEST, text).expect_err("refused");
        assert_eq!(field_errors(failure), expected);
    }

    #[rstest]
    #[case::the_first_alternative(r#"[{ "column": "plano" }]"#, &[])]
    #[case::the_second_alternative(r#"[{ "text": "dezembro" }]"#, &[])]
    #[case::neither(r#"[{ "value": "dezembro" }]"#, &["value:unknown"])]
    fn the_items_of_a_list_have_the_fields_of_all_items_of_its_example(
        #[case] variables: &str,
        #[case] expected: &[&str],
    ) {
        let mut value = body::BROADCAST_REQUEST.example_value().clone();
        value["template"]["variables"] = serde_json::from_str(variables).unwrap();
        let read = read_body::<wire::BroadcastRequest>(&body::BROADCAST_REQUEST, &value.to_string());
        assert_eq!(read.map_or_else(field_errors, |_| Vec::new()), expected);
    }

    #[test]
    fn bey_127_a_text_over_the_limit_of_its_field_is_refused_in_every_request() {
        let mut checked = 0;
        let of_customers = [
            &body::WEB_CHAT_START,
            &body::WEB_CHAT_MESSAGE,
            &body::WEB_CHAT_TYPING,
            &body::OUTSIDE_CALL,
            &body::OUTSIDE_DESK,
            &body::OUTSIDE_SIGNATURE,
        ];
        for spec in crate::API_ROUTES.iter().filter_map(|route| route.request).chain(of_customers) {
            let Value::Object(example) = spec.example_value() else { panic!("{}", spec.name) };
            for (field, _) in example.iter().filter(|(_, value)| value.is_string()) {
                let long = "x".repeat(text_max_chars(field) + 1);
                let text = serde_json::json!({ field.as_str(): long }).to_string();
                let failure = read_body::<Value>(spec, &text).expect_err("refused");
                assert!(field_errors(failure).contains(&format!("{field}:tooLong")), "{}.{field}", spec.name);
                checked += 1;
            }
        }
        assert!(checked > 40, "{checked}");
    }

    #[test]
    fn an_id_in_a_body_may_be_written_as_a_number() {
        let read: TypingRequest =
            read_body(&body::TYPING_REQUEST, r#"{"protocol":17,"agentId":2,"typing":false}"#).expect("read");
        assert_eq!((read.protocol.as_str(), read.agent_id.as_str()), ("17", "2"));
    }

    #[rstest]
    #[case("")]
    #[case("{")]
    #[case("nonsense")]
    fn malformed_json_is_refused_with_400(#[case] text: &str) {
        let failure = read_body::<SendMessageRequest>(&body::SEND_MESSAGE_REQUEST, text).expect_err("refused");
        let (status, body) = failure.into_parts();
        assert_eq!((status, body.reason.as_deref()), (400, Some("MALFORMED_JSON")));
    }
}
