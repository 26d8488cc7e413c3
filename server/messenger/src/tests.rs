//! Tests of conversations between a telephone and the company's account.

use messaging::simulated::{Simulated, SimulatedConfig};
use messaging::{
    ContactCard, Inbound, InboundContent, MediaKind, MediaReference, MediaSource, Outbound, OutboundContent,
    OutboundMedia, ReceiptStatus, RefusalReason, SendOutcome, Template, TemplateHeader, TemplateUse,
};
use messaging::{HttpAnswer, HttpRequestData, MediaRequest, Provider, SignatureFault};
use rstest::rstest;
use tower::ServiceExt;
use wire::Secret;

use crate::limits::{MAX_FILE_BYTES, MAX_TEXT_BYTES};
use crate::{Content, Draft, EntryStatus, Line, LineKind, MediaFile, Messenger, Network, Refused, Settings};

pub(super) const SECRET: &str = "0123456789abcdef0123456789abcdef";
const OTHER: &str = "fedcba9876543210fedcba9876543210";
pub(super) const NUMBER: &str = "5511955550101";
pub(super) const START: u64 = 1_800_000_000_000;
const DAY: u64 = 86_400_000;

fn line(account: &str, kind: LineKind) -> Line {
    Line {
        account: account.to_owned(),
        phone: "551140004000".to_owned(),
        name: "Vendas".to_owned(),
        kind,
        has_window: kind == LineKind::Whatsapp,
        templates: vec![Template {
            id: "renewal".to_owned(),
            name: "renewal".to_owned(),
            header: Some(TemplateHeader::Text("Plano".to_owned())),
            body: "Olá {{1}}, o plano vence em {{2}}.".to_owned(),
            variables: vec!["1".to_owned(), "2".to_owned()],
            buttons: vec!["Renovar".to_owned()],
            ..Template::default()
        }],
    }
}

fn network() -> Network {
    Network::new(vec![line("sales", LineKind::Whatsapp), line("shop", LineKind::Instagram)], "test".to_owned())
}

pub(super) fn opened() -> Network {
    let mut network = network();
    network.open("sales", NUMBER, "Helena", SECRET, START).unwrap();
    network
}

pub(super) fn text(custom_id: &str, text: &str) -> Draft {
    Draft {
        custom_id: custom_id.to_owned(),
        text: text.to_owned(),
        media_id: String::new(),
        item: None,
        cards: Vec::new(),
        quoted_id: String::new(),
        forwarded: false,
    }
}

fn send(key: &str, content: OutboundContent) -> Outbound {
    Outbound {
        key: key.to_owned(),
        account: "sales".to_owned(),
        to: NUMBER.to_owned(),
        quoted_id: None,
        window_open: true,
        content,
    }
}

pub(super) fn hello(key: &str) -> Outbound {
    send(key, OutboundContent::Text("Olá".to_owned()))
}

/// Provider ids and states of receipts; each message is first reported as sent.
fn receipts(items: &[Inbound]) -> Vec<(String, ReceiptStatus)> {
    let is_sent = |item: &&Inbound| matches!(item, Inbound::Receipt(receipt) if receipt.status == ReceiptStatus::Sent);
    items
        .iter()
        .filter(|item| !is_sent(item))
        .map(|item| match item {
            Inbound::Receipt(receipt) => (receipt.provider_id.clone(), receipt.status),
            other => panic!("no receipt: {other:?}"),
        })
        .collect()
}

pub(super) fn accepted(outcome: SendOutcome) -> String {
    match outcome {
        SendOutcome::Accepted { provider_id, .. } => provider_id,
        other => panic!("not accepted: {other:?}"),
    }
}

fn refused(outcome: SendOutcome) -> RefusalReason {
    match outcome {
        SendOutcome::Refused(refusal) => refusal.reason,
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn a_message_of_the_customer_is_sent_to_the_account_once() {
    let mut network = opened();
    let first = network.write("sales", NUMBER, SECRET, text("a", "Oi"), START + 1).unwrap();
    let again = network.write("sales", NUMBER, SECRET, text("a", "Oi"), START + 2).unwrap();
    assert_eq!((again.entry, again.outgoing), (first.entry.clone(), Vec::new()));
    let [Inbound::Message(message)] = first.outgoing.as_slice() else { panic!("one message") };
    assert_eq!((message.from.as_str(), message.account.as_str()), (NUMBER, "sales"));
    assert_eq!(message.profile_name.as_deref(), Some("Helena"));
    assert_eq!((message.at_ms, &message.provider_id), (Some(START + 1), &first.entry.id));
    assert_eq!(message.content, InboundContent::Text("Oi".to_owned()));
}

#[test]
fn a_message_of_the_company_is_reported_as_delivered_and_read_once_each() {
    let mut network = opened();
    network.write("sales", NUMBER, SECRET, text("a", "Oi"), START).unwrap();
    let (outcome, follows) = network.deliver(&hello("k"), START + 1);
    let id = accepted(outcome);
    assert_eq!(receipts(&follows), [(id.clone(), ReceiptStatus::Delivered)]);
    assert_eq!(receipts(&network.seen("sales", NUMBER, SECRET, START + 3).unwrap()), [(id, ReceiptStatus::Read)]);
    assert_eq!(network.seen("sales", NUMBER, SECRET, START + 4).unwrap(), Vec::new());
    let state = network.state("sales", NUMBER, SECRET, 0).unwrap();
    assert_eq!(state.entries.len(), 2);
}

#[test]
fn every_receipt_returns_the_key_of_its_send_and_a_repeated_key_is_another_message() {
    let mut network = opened();
    network.write("sales", NUMBER, SECRET, text("a", "Oi"), START).unwrap();
    let (first, mut items) = network.deliver(&hello("k"), START + 1);
    let (second, again) = network.deliver(&hello("k"), START + 2);
    assert_ne!(accepted(first), accepted(second));
    items.extend(again);
    items.extend(network.seen("sales", NUMBER, SECRET, START + 3).unwrap());
    let keys = items.iter().map(|item| match item {
        Inbound::Receipt(receipt) => receipt.key.clone(),
        _ => None,
    });
    assert_eq!(keys.collect::<Vec<_>>(), vec![Some("k".to_owned()); 6]);
}

#[test]
fn a_telephone_without_read_receipts_reports_delivery_only() {
    let mut network = opened();
    network.write("sales", NUMBER, SECRET, text("a", "Oi"), START).unwrap();
    network.set("sales", NUMBER, SECRET, Settings { receipts: false, ..Settings::default() }, START).unwrap();
    network.deliver(&hello("k"), START + 1);
    assert_eq!(network.seen("sales", NUMBER, SECRET, START + 2).unwrap(), Vec::new());
}

#[test]
fn an_offline_telephone_sends_and_receives_when_it_is_back() {
    let mut network = opened();
    network.write("sales", NUMBER, SECRET, text("a", "Oi"), START).unwrap();
    let offline = Settings { offline: true, ..Settings::default() };
    network.set("sales", NUMBER, SECRET, offline, START + 1).unwrap();
    let waiting = network.write("sales", NUMBER, SECRET, text("b", "Alguém?"), START + 2).unwrap();
    assert_eq!((waiting.entry.status, waiting.outgoing), (EntryStatus::Waiting, Vec::new()));
    let (outcome, follows) = network.deliver(&hello("k"), START + 3);
    let id = accepted(outcome);
    assert_eq!(receipts(&follows), []);
    assert_eq!(network.seen("sales", NUMBER, SECRET, START + 3).unwrap(), Vec::new(), "it shows nothing while offline");

    let back = network.set("sales", NUMBER, SECRET, Settings::default(), START + 4).unwrap();
    let (messages, delivered) = back.split_at(1);
    assert!(matches!(&messages[0], Inbound::Message(message) if message.provider_id == waiting.entry.id));
    assert_eq!(receipts(delivered), [(id, ReceiptStatus::Delivered)]);
}

#[test]
fn a_message_to_a_telephone_that_blocked_the_company_fails_and_is_not_shown() {
    let mut network = opened();
    network.write("sales", NUMBER, SECRET, text("a", "Oi"), START).unwrap();
    network.set("sales", NUMBER, SECRET, Settings { blocked: true, ..Settings::default() }, START).unwrap();
    let (outcome, follows) = network.deliver(&hello("k"), START + 1);
    assert_eq!(receipts(&follows), [(accepted(outcome), ReceiptStatus::Failed)]);
    assert_eq!(network.state("sales", NUMBER, SECRET, 0).unwrap().entries.len(), 1);
}

#[rstest]
#[case::open_window(DAY - 1, None)]
#[case::closed_window(DAY, Some(RefusalReason::WindowClosed))]
fn free_text_is_refused_after_the_end_of_the_window(#[case] after: u64, #[case] refusal: Option<RefusalReason>) {
    let mut network = opened();
    network.write("sales", NUMBER, SECRET, text("a", "Oi"), START).unwrap();
    let (outcome, _) = network.deliver(&hello("k"), START + after);
    assert_eq!(refusal, matches!(outcome, SendOutcome::Refused(_)).then(|| refused(outcome)));
}

#[test]
fn the_window_of_an_aged_conversation_is_closed() {
    let mut network = opened();
    network.write("sales", NUMBER, SECRET, text("a", "Oi"), START).unwrap();
    network.age("sales", NUMBER, SECRET, 86_390, START + 1_000).unwrap();
    assert!(matches!(network.deliver(&hello("k"), START + 10_999).0, SendOutcome::Accepted { .. }));
    assert_eq!(refused(network.deliver(&hello("l"), START + 11_000).0), RefusalReason::WindowClosed);
    network.write("sales", NUMBER, SECRET, text("b", "Voltei"), START + 12_000).unwrap();
    assert!(matches!(network.deliver(&hello("m"), START + 12_001).0, SendOutcome::Accepted { .. }));
}

#[test]
fn a_template_is_accepted_without_a_window_and_waits_for_an_offline_telephone() {
    let mut network = network();
    let used = |values: &[&str]| {
        OutboundContent::Template(TemplateUse {
            id: "renewal".to_owned(),
            variables: values
                .iter()
                .zip(["1", "2"])
                .map(|(value, name)| (name.to_owned(), (*value).to_owned()))
                .collect(),
            ..TemplateUse::default()
        })
    };
    let (outcome, follows) = network.deliver(&send("k", used(&["Helena", "novembro"])), START);
    accepted(outcome);
    assert_eq!(receipts(&follows), [], "no telephone has the number yet");
    assert_eq!(refused(network.deliver(&send("l", used(&["Helena"])), START).0), RefusalReason::TemplateRefused);
    network.open("sales", NUMBER, "Helena", SECRET, START + 1).unwrap();
    let state = network.state("sales", NUMBER, SECRET, 0).unwrap();
    assert_eq!(
        state.entries[0].content,
        Content::Template {
            header: "Plano".to_owned(),
            file: None,
            text: "Olá Helena, o plano vence em novembro.".to_owned(),
            buttons: vec!["Renovar".to_owned()],
        }
    );
}

/// A template whose header is a document.
fn with_document() -> Line {
    let mut line = line("sales", LineKind::Whatsapp);
    line.templates[0].header = Some(TemplateHeader::Media(MediaKind::Document));
    line
}

#[rstest]
#[case::file_of_the_approved_kind(Some(MediaKind::Document), true)]
#[case::file_of_another_kind(Some(MediaKind::Image), false)]
#[case::missing_file(None, false)]
fn bey_170_a_template_is_accepted_only_with_the_file_that_it_was_approved_with(
    #[case] sent: Option<MediaKind>,
    #[case] is_taken: bool,
) {
    let file = |kind| OutboundMedia {
        kind,
        source: MediaSource::Address("https://exemplo.com/fatura.pdf".to_owned()),
        mime: "application/pdf".to_owned(),
        caption: None,
        file_name: Some("fatura.pdf".to_owned()),
    };
    let used = || {
        OutboundContent::Template(TemplateUse {
            id: "renewal".to_owned(),
            variables: [("1", "Helena"), ("2", "novembro")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
            header: sent.map(file),
            ..TemplateUse::default()
        })
    };
    let mut network = Network::new(vec![with_document()], "network".to_owned());
    let (outcome, _) = network.deliver(&send("k", used()), START);
    if !is_taken {
        assert_eq!(refused(outcome), RefusalReason::TemplateRefused);
        return;
    }
    accepted(outcome);
    network.open("sales", NUMBER, "Helena", SECRET, START + 1).unwrap();
    let state = network.state("sales", NUMBER, SECRET, 0).unwrap();
    let Content::Template { header, file, .. } = &state.entries[0].content else { panic!("{state:?}") };
    assert_eq!(header, "");
    let file = file.as_ref().expect("the file of the header");
    assert_eq!(
        (file.medium, file.address.as_str(), file.file_name.as_str()),
        ("document", "https://exemplo.com/fatura.pdf", "fatura.pdf")
    );
    // A template without a file is refused if it is sent with one.
    let (other, _) = self::network().deliver(&send("l", used()), START);
    assert_eq!(refused(other), RefusalReason::TemplateRefused);
}

#[rstest]
#[case::number_without_whatsapp("5511955550000", RefusalReason::NotOnWhatsApp)]
#[case::number_without_opt_in("5511955550001", RefusalReason::NotOptedIn)]
#[case::text_that_is_no_number("abc", RefusalReason::InvalidNumber)]
fn messages_to_certain_numbers_are_refused_with_a_reason(#[case] number: &str, #[case] reason: RefusalReason) {
    let mut network = network();
    let outbound = Outbound { to: number.to_owned(), window_open: false, ..hello("k") };
    assert_eq!(refused(network.deliver(&outbound, START).0), reason);
}

#[test]
fn a_customer_who_wrote_counts_as_opted_in() {
    let mut network = network();
    let number = "5511955550001";
    network.open("sales", number, "Otto", SECRET, START).unwrap();
    network.write("sales", number, SECRET, text("a", "Oi"), START).unwrap();
    accepted(network.deliver(&Outbound { to: number.to_owned(), ..hello("k") }, START).0);
}

#[rstest]
#[case::open_window(true, None)]
#[case::closed_window(false, Some(RefusalReason::WindowClosed))]
fn after_a_restart_the_network_uses_the_window_that_the_company_reports(
    #[case] window_open: bool,
    #[case] refusal: Option<RefusalReason>,
) {
    let (outcome, _) = network().deliver(&Outbound { window_open, ..hello("k") }, START);
    assert_eq!(refusal, matches!(outcome, SendOutcome::Refused(_)).then(|| refused(outcome)));
}

#[test]
fn messages_that_waited_for_a_telephone_are_delivered_when_it_is_opened() {
    let mut network = network();
    let id = accepted(network.deliver(&hello("k"), START).0);
    let (_, delivered) = network.open("sales", NUMBER, "Helena", SECRET, START + 1).unwrap();
    assert_eq!(receipts(&delivered), [(id, ReceiptStatus::Delivered)]);
    assert_eq!(network.open("sales", NUMBER, "Helena", SECRET, START + 2).unwrap().1, Vec::new());
}

#[test]
fn the_company_sends_a_file_by_its_id() {
    let mut network = opened();
    let file = MediaFile {
        mime: "image/png".to_owned(),
        name: "foto.png".to_owned(),
        kind: MediaKind::Image,
        bytes: vec![1, 2, 3],
    };
    let id = network.upload("sales", NUMBER, SECRET, file).unwrap();
    let draft = Draft { media_id: id.clone(), ..text("a", "Segue") };
    let written = network.write("sales", NUMBER, SECRET, draft, START).unwrap();
    let [Inbound::Message(message)] = written.outgoing.as_slice() else { panic!("one message") };
    let InboundContent::Media(media) = &message.content else { panic!("a file") };
    assert_eq!((media.kind, media.caption.as_deref()), (MediaKind::Image, Some("Segue")));
    assert_eq!(media.reference, MediaReference::Id(id.clone()));
    assert_eq!(network.file(&id).unwrap().bytes, [1, 2, 3]);
}

#[test]
fn the_company_sends_contact_cards() {
    let mut network = opened();
    let cards = vec![ContactCard {
        name: "Otto".to_owned(),
        phones: vec!["11 5555-0102".to_owned()],
        ..ContactCard::default()
    }];
    let draft = Draft { cards: cards.clone(), ..text("a", "") };
    let written = network.write("sales", NUMBER, SECRET, draft, START).unwrap();
    let [Inbound::Message(message)] = written.outgoing.as_slice() else { panic!("one message") };
    assert_eq!(message.content, InboundContent::Contacts(cards));
}

#[rstest]
#[case::wrong_secret("sales", NUMBER, OTHER, text("a", "Oi"), Refused::Unknown)]
#[case::unknown_number("sales", "5511955550199", SECRET, text("a", "Oi"), Refused::Unknown)]
#[case::unknown_line("none", NUMBER, SECRET, text("a", "Oi"), Refused::Unknown)]
#[case::empty_draft("sales", NUMBER, SECRET, text("a", "  "), Refused::Field("text"))]
#[case::draft_without_an_id("sales", NUMBER, SECRET, text("", "Oi"), Refused::Field("customId"))]
#[case::too_long_text("sales", NUMBER, SECRET, text("a", &"x".repeat(MAX_TEXT_BYTES + 1)), Refused::TooLarge("text"))]
#[case::unknown_file("sales", NUMBER, SECRET, Draft { media_id: "none".to_owned(), ..text("a", "") }, Refused::Field("mediaId"))]
fn an_unusable_draft_of_a_telephone_is_refused(
    #[case] account: &str,
    #[case] number: &str,
    #[case] secret: &str,
    #[case] draft: Draft,
    #[case] fault: Refused,
) {
    assert_eq!(opened().write(account, number, secret, draft, START).unwrap_err(), fault);
}

#[rstest]
#[case::number_with_letters("sales", "55abc", "Helena", SECRET, Refused::Field("number"))]
#[case::too_short_number("sales", "1234567", "Helena", SECRET, Refused::Field("number"))]
#[case::missing_name("sales", NUMBER, " ", SECRET, Refused::Field("name"))]
#[case::weak_secret("sales", NUMBER, "Helena", "1234", Refused::Field("secret"))]
#[case::spaces_in_an_account("shop", "helena duarte", "Helena", SECRET, Refused::Field("number"))]
#[case::unknown_line("none", NUMBER, "Helena", SECRET, Refused::Unknown)]
#[case::number_of_another_telephone("sales", NUMBER, "Otto", OTHER, Refused::NumberTaken)]
fn a_telephone_that_cannot_be_opened_is_refused(
    #[case] account: &str,
    #[case] number: &str,
    #[case] name: &str,
    #[case] secret: &str,
    #[case] fault: Refused,
) {
    assert_eq!(opened().open(account, number, name, secret, START).unwrap_err(), fault);
}

#[rstest]
#[case::number_written_with_signs("sales", "+55 (11) 95555-0101", NUMBER)]
#[case::account_with_an_at_sign("shop", "@Helena.Duarte", "helena.duarte")]
fn the_address_of_a_customer_may_be_written_in_several_forms(
    #[case] account: &str,
    #[case] number: &str,
    #[case] address: &str,
) {
    assert_eq!(network().open(account, number, "Helena", SECRET, START).unwrap().0, address);
}

#[test]
fn a_file_of_a_telephone_that_is_too_large_is_refused() {
    let mut network = opened();
    let file = MediaFile {
        mime: String::new(),
        name: String::new(),
        kind: MediaKind::Document,
        bytes: vec![0; MAX_FILE_BYTES + 1],
    };
    assert_eq!(network.upload("sales", NUMBER, SECRET, file).unwrap_err(), Refused::TooLarge("file"));
}

#[test]
fn a_telephone_receives_only_the_entries_that_changed() {
    let mut network = opened();
    network.write("sales", NUMBER, SECRET, text("a", "Oi"), START).unwrap();
    let before = network.state("sales", NUMBER, SECRET, 0).unwrap();
    assert_eq!(network.state("sales", NUMBER, SECRET, before.change).unwrap().entries, Vec::new());
    network.deliver(&hello("k"), START);
    let after = network.state("sales", NUMBER, SECRET, before.change).unwrap();
    assert_eq!(after.entries.len(), 1);
}

fn messenger() -> (Messenger, tokio::sync::mpsc::UnboundedReceiver<crate::OutgoingItem>) {
    let (outgoing, items) = tokio::sync::mpsc::unbounded_channel();
    let lines = vec![line("sales", LineKind::Whatsapp)];
    (Messenger::with_clock(lines, outgoing, None, "test".to_owned(), Box::new(|| START)), items)
}

fn simulated(secret: &str) -> Simulated {
    Simulated::new(SimulatedConfig { base: "http://messenger".to_owned(), secret: Secret::new(secret.to_owned()) })
}

/// Passes a request of the provider's code to the messenger's router.
async fn answer_of(messenger: &Messenger, request: HttpRequestData) -> HttpAnswer {
    let method = if request.method == messaging::Method::Get { "GET" } else { "POST" };
    let path = request.url.strip_prefix("http://messenger").unwrap();
    let mut call = axum::http::Request::builder().method(method).uri(path);
    for (name, value) in &request.headers {
        call = call.header(*name, value.expose().as_str());
    }
    let call = call.body(axum::body::Body::from(request.body.clone())).unwrap();
    let answer = messenger.provider_router("shared").oneshot(call).await.unwrap();
    let status = answer.status().as_u16();
    let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap().to_vec();
    HttpAnswer { status, headers: Vec::new(), body }
}

#[tokio::test]
async fn the_adapter_of_the_simulated_provider_works_with_the_messenger() {
    let (messenger, mut items) = messenger();
    let provider = simulated("shared");
    messenger.open("sales", NUMBER, "Helena", SECRET).unwrap();
    messenger.write("sales", NUMBER, SECRET, text("a", "Oi")).unwrap();

    let webhook = items.recv().await.unwrap().webhook("shared");
    assert_eq!(provider.verify_signature(&webhook), Ok(()));
    assert_eq!(simulated("other").verify_signature(&webhook), Err(SignatureFault::Wrong));
    let read = provider.read(&webhook).unwrap();
    assert!(
        matches!(&read[..], [Inbound::Message(message)] if message.content == InboundContent::Text("Oi".to_owned()))
    );

    let answer = answer_of(&messenger, provider.send_request(&hello("k")).unwrap()).await;
    let id = accepted(provider.send_outcome(&answer));
    let webhook = items.recv().await.unwrap().webhook("shared");
    assert_eq!(receipts(&provider.read(&webhook).unwrap()), [(id, ReceiptStatus::Delivered)]);

    let unknown = Outbound { to: "5511955550000".to_owned(), ..hello("l") };
    let answer = answer_of(&messenger, provider.send_request(&unknown).unwrap()).await;
    assert_eq!(refused(provider.send_outcome(&answer)), RefusalReason::NotOnWhatsApp);
    let answer = answer_of(&messenger, simulated("other").send_request(&hello("m")).unwrap()).await;
    assert_eq!(answer.status, 401);
}

#[tokio::test]
async fn the_company_can_load_a_customers_file_and_the_templates() {
    let (messenger, _items) = messenger();
    let provider = simulated("shared");
    messenger.open("sales", NUMBER, "Helena", SECRET).unwrap();
    let file = MediaFile {
        mime: "image/png".to_owned(),
        name: "foto.png".to_owned(),
        kind: MediaKind::Image,
        bytes: vec![1, 2, 3],
    };
    let id = messenger.upload("sales", NUMBER, SECRET, file).unwrap();
    let MediaRequest::Download(request) = provider.media_request(&MediaReference::Id(id)) else { panic!("a download") };
    assert_eq!(answer_of(&messenger, request).await.body, [1, 2, 3]);
    let answer = answer_of(&messenger, provider.templates_request(None).unwrap()).await;
    assert_eq!(provider.templates_of(&answer).unwrap().templates, line("sales", LineKind::Whatsapp).templates);
}
