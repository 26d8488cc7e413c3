//! Tests of Twilio against fixtures made after its documents.

use rstest::rstest;
use serde_json::json;

use super::*;
use crate::testing::*;
use crate::types::*;

/// The address that `fixtures/twilio/signatures.txt` covers.
const URL: &str = "https://desk.example.com/webhooks/1?key=outbound-1";

fn twilio() -> Twilio {
    Twilio::new(TwilioConfig {
        base: "https://api.twilio.com".into(),
        content_base: "https://content.twilio.com".into(),
        account_sid: "AC00000000000000000000000000000001".into(),
        auth_token: secret("fixture auth token"),
        status_callback: Some("https://desk.example.com/webhooks/1".into()),
    })
}

fn form_call(name: &str) -> RawCall {
    RawCall { url: URL.into(), ..call(fixture("twilio", name), &[]) }
}

fn inbound(name: &str) -> Vec<Inbound> {
    twilio().read(&form_call(name)).unwrap()
}

fn media(kind: MediaKind, number: u32, mime: &str, caption: Option<&str>) -> InboundContent {
    let folder = "https://api.twilio.com/2010-04-01/Accounts/AC00000000000000000000000000000001/Messages/MM1/Media";
    InboundContent::Media(InboundMedia {
        kind,
        caption: caption.map(str::to_owned),
        mime: Some(mime.to_owned()),
        file_name: None,
        reference: MediaReference::Address(format!("{folder}/ME{number}")),
    })
}

fn reply(title: &str, payload: &str) -> InboundContent {
    InboundContent::Reply { title: title.into(), payload: payload.into() }
}

#[test]
fn fields_of_a_twilio_form_become_fields_of_the_message() {
    assert_eq!(
        only_message(&inbound("text.form")),
        InboundMessage {
            provider_id: "SM1".into(),
            account: "551140001000".into(),
            from: "5511987650001".into(),
            to: "551140001000".into(),
            user_id: None,
            profile_name: Some("Bia Campos".into()),
            at_ms: None,
            content: InboundContent::Text("Olá & até já + 1 📦".into()),
            quoted_id: Some("SM0".into()),
            story: None,
            forwarded: false,
            details: None,
        }
    );
    assert!(only_message(&inbound("image.form")).forwarded);
}

#[rstest]
#[case("image.form", media(MediaKind::Image, 1, "image/jpeg", Some("a caixa")))]
#[case("voice.form", media(MediaKind::Audio { voice: true }, 4, "audio/ogg", None))]
#[case("audio.form", media(MediaKind::Audio { voice: false }, 5, "audio/mpeg", None))]
#[case("sticker.form", media(MediaKind::Sticker, 6, "image/webp", None))]
#[case("contact.form", media(MediaKind::Document, 7, "text/vcard", None))]
#[case("location.form", InboundContent::Location(Location {
    latitude: -23.56152,
    longitude: -46.65588,
    name: Some("MASP".into()),
    address: Some("Av. Paulista, 1578".into()),
}))]
#[case("button.form", reply("Sim", "yes-1"))]
#[case("list.form", reply("Segunda via", "row-2"))]
#[case("unknown.form", InboundContent::Unsupported { kind: "order".into() })]
fn every_kind_of_twilio_message_is_parsed(#[case] name: &str, #[case] content: InboundContent) {
    assert_eq!(only_message(&inbound(name)).content, content);
}

#[test]
fn several_files_of_a_twilio_message_become_several_messages_with_different_ids() {
    let parts: Vec<(String, InboundContent, bool)> = inbound("two_files.form")
        .into_iter()
        .map(|it| match it {
            Inbound::Message(message) => (message.provider_id, message.content, message.forwarded),
            other => panic!("{other:?}"),
        })
        .collect();
    let first = ("MM3".to_owned(), media(MediaKind::Document, 2, "application/pdf", None), true);
    let second = ("MM3#1".to_owned(), media(MediaKind::Video, 3, "video/mp4", None), true);
    assert_eq!(parts, [first, second]);
}

#[rstest]
#[case("status_sent.form", ReceiptStatus::Sent, None)]
#[case("status_delivered.form", ReceiptStatus::Delivered, None)]
#[case("status_read.form", ReceiptStatus::Read, None)]
#[case("status_undelivered.form", ReceiptStatus::Failed, Some(Refusal {
    code: "63016".into(),
    text: "Outside messaging window".into(),
    reason: RefusalReason::WindowClosed,
}))]
fn status_callbacks_of_twilio_are_parsed_as_receipts_with_the_key_of_the_message(
    #[case] name: &str,
    #[case] status: ReceiptStatus,
    #[case] failure: Option<Refusal>,
) {
    let key = Some("outbound-1".to_owned());
    let receipt = Receipt { provider_id: "SM90".into(), key, status, failure, at_ms: None };
    assert_eq!(inbound(name), [Inbound::Receipt(receipt)]);
}

#[test]
fn a_queued_message_of_twilio_needs_no_action_and_a_form_without_an_id_is_an_error() {
    assert_eq!(inbound("status_queued.form"), [Inbound::Ignored("status queued".into())]);
    assert_eq!(twilio().read(&call("Body=oi", &[])), Err(ReadFault::Shape("no field `MessageSid`")));
    let anonymous = twilio().read(&call("MessageSid=SM1&Body=oi", &[])).unwrap();
    assert_eq!(anonymous, [Inbound::Ignored("message without sender".into())]);
}

#[test]
fn a_signed_webhook_of_twilio_is_accepted_and_a_changed_one_refused() {
    let signed = signatures("twilio");
    assert_eq!(signed.len(), 16);
    for (name, signature) in signed {
        let mut call = form_call(&name);
        call.headers = vec![("X-Twilio-Signature".into(), signature)];
        assert_eq!(twilio().verify_signature(&call), Ok(()), "{name}");
        let mut other_address = call.clone();
        other_address.url.push('1');
        assert_eq!(twilio().verify_signature(&other_address), Err(SignatureFault::Wrong), "{name}");
        let mut cut = call.clone();
        cut.body.truncate(cut.body.len() - 3);
        assert_eq!(twilio().verify_signature(&cut), Err(SignatureFault::Wrong), "{name}");
        call.body.extend_from_slice(b"&Body=more");
        assert_eq!(twilio().verify_signature(&call), Err(SignatureFault::Wrong), "{name}");
        call.headers = vec![("x-twilio-signature".into(), "%".into())];
        assert_eq!(twilio().verify_signature(&call), Err(SignatureFault::Malformed), "{name}");
    }
    assert_eq!(twilio().verify_signature(&form_call("text.form")), Err(SignatureFault::Missing));
}

/// The example of Twilio's page "Validating signatures", which proves the order of the fields.
#[test]
fn the_signed_example_in_twilios_documentation_is_accepted() {
    let mut config = twilio().config;
    config.auth_token = secret("12345");
    let example = RawCall {
        url: "https://mycompany.com/myapp.php?foo=1&bar=2".into(),
        headers: vec![("X-Twilio-Signature".into(), "RSOYDt4T1cUTdK1PDd93/VVr8B8=".into())],
        body: b"CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212"
            .to_vec(),
    };
    assert_eq!(Twilio::new(config).verify_signature(&example), Ok(()));
}

fn sent(outbound: &Outbound) -> Vec<(String, String)> {
    let request = twilio().send_request(outbound).unwrap();
    let messages = "https://api.twilio.com/2010-04-01/Accounts/AC00000000000000000000000000000001/Messages.json";
    assert_eq!(request.url, messages);
    let token = "Basic QUMwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMTpmaXh0dXJlIGF1dGggdG9rZW4=";
    assert_eq!(request.header("authorization"), Some(token));
    assert_eq!(request.header("content-type"), Some("application/x-www-form-urlencoded"));
    form_urlencoded::parse(&request.body).into_owned().collect()
}

fn fields(extra: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut all = vec![("From", "whatsapp:+551140001000"), ("To", "whatsapp:+5511987650001")];
    all.extend_from_slice(extra);
    all.push(("StatusCallback", "https://desk.example.com/webhooks/1?key=outbound-1"));
    all.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn from_number(content: OutboundContent) -> Outbound {
    Outbound { account: "551140001000".into(), ..outbound(content) }
}

#[test]
fn messages_are_sent_to_twilio_as_documented() {
    assert_eq!(sent(&from_number(OutboundContent::Text("Olá & até".into()))), fields(&[("Body", "Olá & até")]));
    let picture = outbound_file(MediaKind::Image, address());
    assert_eq!(
        sent(&from_number(OutboundContent::Media(picture))),
        fields(&[("MediaUrl", "https://desk.example.com/media/1?until=2"), ("Body", "segue")])
    );
    assert_eq!(
        sent(&from_number(OutboundContent::Template(template_use(&[("1", "8"), ("2", "terça")])))),
        fields(&[("ContentSid", "hello"), ("ContentVariables", r#"{"1":"8","2":"terça"}"#)])
    );
    assert_eq!(sent(&from_number(OutboundContent::Template(template_use(&[])))), fields(&[("ContentSid", "hello")]));
}

#[rstest]
#[case(from_number(OutboundContent::Contacts(vec![])), RefusalReason::Other)]
#[case(
    from_number(OutboundContent::Media(outbound_file(MediaKind::Image, MediaSource::Uploaded("1".into())))),
    RefusalReason::MediaRefused
)]
#[case(Outbound { to: "nobody".into(), ..text_message("oi") }, RefusalReason::InvalidNumber)]
fn a_message_that_twilio_does_not_support_is_refused_before_a_request(
    #[case] outbound: Outbound,
    #[case] reason: RefusalReason,
) {
    assert_eq!(twilio().send_request(&outbound).unwrap_err().reason, reason);
}

#[rstest]
#[case("63016", RefusalReason::WindowClosed)]
#[case("63003", RefusalReason::NotOnWhatsApp)]
#[case("63024", RefusalReason::Undeliverable)]
#[case("21610", RefusalReason::NotOptedIn)]
#[case("63027", RefusalReason::TemplateRefused)]
#[case("21656", RefusalReason::TemplateRefused)]
#[case("63033", RefusalReason::RecipientBlocked)]
#[case("21211", RefusalReason::InvalidNumber)]
#[case("63019", RefusalReason::MediaRefused)]
#[case("20003", RefusalReason::Other)]
fn each_error_code_of_a_refusal_by_twilio_has_its_meaning(#[case] code: &str, #[case] reason: RefusalReason) {
    let body = format!(r#"{{"code":{code},"message":"m","more_info":"i","status":400}}"#);
    let refusal = Refusal { code: code.into(), text: "m".into(), reason };
    assert_eq!(twilio().send_outcome(&answer(400, &body)), SendOutcome::Refused(refusal));
}

#[rstest]
#[case(429, r#"{"code":20429,"message":"Too many requests"}"#, false)]
#[case(400, r#"{"code":63018,"message":"Rate limit exceeded"}"#, false)]
#[case(500, "", false)]
#[case(201, "{}", true)]
fn other_errors_of_twilio_allow_another_attempt(#[case] status: u16, #[case] body: &str, #[case] is_uncertain: bool) {
    let outcome = twilio().send_outcome(&answer(status, body));
    assert!(matches!(outcome, SendOutcome::Failed { uncertain, .. } if uncertain == is_uncertain), "{outcome:?}");
}

#[test]
fn an_accepted_message_to_twilio_has_the_id_of_its_receipts() {
    let body = json!({ "sid": "SM90", "status": "queued", "error_code": null, "error_message": null });
    let outcome = SendOutcome::accepted("SM90".into());
    assert_eq!(twilio().send_outcome(&answer(201, &body.to_string())), outcome);
    let failed = json!({ "sid": "SM90", "status": "failed", "error_code": 63016, "error_message": "closed" });
    let refusal = Refusal { code: "63016".into(), text: "closed".into(), reason: RefusalReason::WindowClosed };
    assert_eq!(twilio().send_outcome(&answer(201, &failed.to_string())), SendOutcome::Refused(refusal));
}

#[test]
fn approved_templates_of_twilio_are_listed_with_their_variables_and_buttons() {
    let body = String::from_utf8(fixture("twilio", "templates.json")).unwrap();
    let page = twilio().templates_of(&answer(200, &body)).unwrap();
    let plain = Template { language: "pt_BR".into(), ..Template::default() };
    assert_eq!(
        page.templates,
        [
            Template {
                id: "HX1".into(),
                name: "pedido_chega".into(),
                category: Some("UTILITY".into()),
                body: "Pedido {{1}} chega {{2}}".into(),
                variables: vec!["1".into(), "2".into(), "3".into()],
                buttons: vec!["Ok".into(), "Mudar".into()],
                ..plain.clone()
            },
            Template {
                id: "HX2".into(),
                name: "foto".into(),
                category: Some("MARKETING".into()),
                header: Some(TemplateHeader::Media(MediaKind::Image)),
                body: "Veja".into(),
                ..plain
            },
        ]
    );
    let next = twilio().templates_request(page.next.as_deref()).unwrap();
    assert_eq!(next.url, "https://content.twilio.com/v1/ContentAndApprovals?PageSize=100&Page=1&PageToken=DNHX1");
    let first = twilio().templates_request(None).unwrap();
    assert_eq!(first.url, "https://content.twilio.com/v1/ContentAndApprovals?PageSize=100");
}

#[rstest]
#[case::a_file(
    "https://api.twilio.com/2010-04-01/Accounts/AC00000000000000000000000000000001/Messages/MM1/Media/ME1",
    true
)]
#[case::another_account("https://api.twilio.com/2010-04-01/Accounts/AC2/Messages/MM1/Media/ME1", false)]
#[case::another_request_of_the_interface(
    "https://api.twilio.com/2010-04-01/Accounts/AC00000000000000000000000000000001/Keys.json",
    false
)]
#[case::a_public_file_store("https://s3-external-1.amazonaws.com/media/ME1", false)]
fn the_token_is_sent_only_to_addresses_of_files_of_the_account(#[case] url: &str, #[case] has_token: bool) {
    let reference = MediaReference::Address(url.to_owned());
    let MediaRequest::Download(request) = twilio().media_request(&reference) else { panic!("located") };
    assert_eq!(request.header("authorization").is_some(), has_token);
}

fn of_form(fields: &str) -> Vec<Inbound> {
    let form = format!("MessageSid=SM1&From=whatsapp%3A%2B5511987650001&WaId=5511987650001&{fields}");
    twilio().read(&RawCall { url: URL.into(), ..call(form.into_bytes(), &[]) }).unwrap()
}

/// Contents, and of files whether Twilio has them.
fn contents_of(fields: &str) -> Vec<String> {
    let of = |item: Inbound| match item {
        Inbound::Message(message) => match message.content {
            InboundContent::Text(text) => text,
            InboundContent::Media(media) => {
                format!("{:?} {}", media.kind, if media.reference.is_nowhere() { "nowhere" } else { "there" })
            }
            InboundContent::Location(place) => format!("{} {}", place.latitude, place.longitude),
            other => format!("{other:?}"),
        },
        other => format!("{other:?}"),
    };
    of_form(fields).into_iter().map(of).collect()
}

#[rstest]
#[case::a_place_with_words("Latitude=-23.5&Longitude=-46.6&Body=Estou+aqui", &["-23.5 -46.6", "Estou aqui"])]
#[case::a_place_alone("Latitude=-23.5&Longitude=-46.6&Body=", &["-23.5 -46.6"])]
fn a_form_keeps_what_stands_beside_its_text(#[case] fields: &str, #[case] expected: &[&str]) {
    assert_eq!(contents_of(fields), expected);
}

#[rstest]
#[case::the_first_is_missing(
    "NumMedia=2&MediaUrl1=https%3A%2F%2Fapi.twilio.com%2F1&MediaContentType1=image%2Fpng&MediaContentType0=image%2Fpng",
    &["Image nowhere", "Image there"]
)]
#[case::the_only_one_is_missing("NumMedia=1&MessageType=document&Body=", &["Document nowhere"])]
#[case::more_than_are_counted(
    "NumMedia=0&MediaUrl0=https%3A%2F%2Fapi.twilio.com%2F1&MediaContentType0=image%2Fpng", &["Image there"]
)]
#[case::a_count_that_is_none("NumMedia=x&Body=oi", &["oi"])]
#[case::a_count_that_nobody_sends("NumMedia=4000000000&Body=", &["Document nowhere"; 10])]
fn bey_169_a_file_that_a_form_counts_and_does_not_have_is_a_message_without_it(
    #[case] fields: &str,
    #[case] expected: &[&str],
) {
    assert_eq!(contents_of(fields), expected);
}
