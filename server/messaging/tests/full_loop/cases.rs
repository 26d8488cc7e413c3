//! Test cases: the providers, their webhooks and the results.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use messaging::gupshup::{Gupshup, GupshupConfig};
use messaging::infobip::{Infobip, InfobipConfig};
use messaging::instagram::{Instagram, InstagramConfig};
use messaging::media::{
    BlobId, BlobWriter, Blobs, DownloadSettings, Downloader, FolderBlobs, MediaLimits, ResolvePolicy, sniff_file,
};
use messaging::meta::{Meta, MetaConfig};
use messaging::simulated::{Simulated, SimulatedConfig};
use messaging::twilio::{Twilio, TwilioConfig};
use messaging::zenvia::{Zenvia, ZenviaConfig};
use messaging::{
    FetchFault, HttpRequestData, Inbound, InboundContent, InboundMessage, MediaKind, MediaReference, MediaSource,
    Outbound, OutboundContent, Provider, ProviderClient, RawCall, ReadFault, Receipt, ReceiptStatus, RefusalReason,
    SendOutcome, SignatureFault, UploadFile,
};
use rstest::rstest;
use serde_json::json;
use sha1::Sha1;
use sha2::Sha256;
use tokio::net::TcpListener;
use wire::Secret;

use crate::stand_in::{PNG, ProviderState, SECRET, StandIn};

const WEBHOOK: &str = "https://desk.example.com/webhooks/1?key=outbound-1";

/// The providers, and the webhooks that each of them sends.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Meta,
    Instagram,
    Twilio,
    Simulated,
    Infobip,
    Zenvia,
    Gupshup,
}

fn secret() -> Secret<String> {
    Secret::new(SECRET.into())
}

fn provider(kind: Kind, base: &str) -> Box<dyn Provider> {
    let (base, version) = (base.to_owned(), "v23.0".to_owned());
    match kind {
        Kind::Meta => Box::new(Meta::new(MetaConfig {
            base,
            version,
            business_account: "1".into(),
            access_token: secret(),
            app_secret: secret(),
            verify_token: secret(),
        })),
        Kind::Instagram => Box::new(Instagram::new(InstagramConfig {
            base,
            version,
            access_token: secret(),
            app_secret: secret(),
            verify_token: secret(),
        })),
        Kind::Twilio => Box::new(Twilio::new(TwilioConfig {
            content_base: base.clone(),
            base,
            account_sid: "AC1".into(),
            auth_token: secret(),
            status_callback: Some("https://desk.example.com/webhooks/1".into()),
        })),
        Kind::Infobip => Box::new(Infobip::new(InfobipConfig {
            base,
            sender: "4000".into(),
            api_key: secret(),
            webhook_secret: secret(),
        })),
        Kind::Zenvia => Box::new(Zenvia::new(ZenviaConfig {
            base,
            channel: "whatsapp".into(),
            api_token: secret(),
            webhook_secret: secret(),
            media_hosts: vec![],
        })),
        Kind::Gupshup => Box::new(Gupshup::new(GupshupConfig {
            base,
            app_name: "4000".into(),
            app_id: "app-1".into(),
            api_key: secret(),
            webhook_secret: secret(),
            media_hosts: vec![],
        })),
        Kind::Simulated => Box::new(Simulated::new(SimulatedConfig { base, secret: secret() })),
    }
}

/// A picture of the customer, with the address of the stand-in if the provider sends addresses.
fn picture(kind: Kind, base: &str) -> RawCall {
    match kind {
        Kind::Meta => {
            let message = json!({ "from": "5511987650001", "id": "in-1", "timestamp": "1", "type": "image",
                "image": { "id": "file-1", "mime_type": "image/png" } });
            graph(&json!({ "changes": [{ "field": "messages", "value": {
                "metadata": { "phone_number_id": "4000", "display_phone_number": "551140001000" }, "messages": [message],
            } }] }))
        }
        Kind::Instagram => graph(&json!({ "id": "4000", "messaging": [{ "sender": { "id": "5511987650001" },
            "recipient": { "id": "4000" }, "message": { "mid": "in-1",
            "attachments": [{ "type": "image", "payload": { "url": format!("{base}/cdn/1") } }] } }] })),
        Kind::Twilio => twilio(&[
            ("MessageSid", "in-1"),
            ("From", "whatsapp:+5511987650001"),
            ("To", "whatsapp:+4000"),
            ("NumMedia", "1"),
            ("MediaUrl0", &format!("{base}/2010-04-01/Accounts/AC1/Messages/in-1/Media/ME1")),
            ("MediaContentType0", "image/png"),
        ]),
        Kind::Infobip => {
            with_secret(&json!({ "results": [{ "messageId": "in-1", "from": "5511987650001", "to": "4000",
            "message": { "type": "IMAGE", "url": format!("{base}/whatsapp/1/senders/4000/media/file-1") } }] }))
        }
        Kind::Zenvia => with_secret(&json!({ "type": "MESSAGE", "message": { "id": "in-1", "from": "5511987650001",
            "to": "4000", "direction": "IN",
            "contents": [{ "type": "file", "fileUrl": format!("{base}/cdn/1"), "fileMimeType": "image/png" }] } })),
        Kind::Gupshup => with_secret(&json!({ "type": "message", "app": "4000", "payload": { "id": "in-1",
            "source": "5511987650001", "type": "image",
            "payload": { "url": format!("{base}/cdn/1"), "contentType": "image/png" } } })),
        Kind::Simulated => simulated(&json!({ "message": { "providerId": "in-1", "account": "4000",
            "from": "5511987650001", "to": "4000",
            "content": { "media": { "kind": "image", "mime": "image/png", "reference": { "id": "file-1" } } } } })),
    }
}

/// The receipt "read" of the message `sent-1`.
fn read_receipt(kind: Kind) -> RawCall {
    match kind {
        Kind::Meta => graph(&json!({ "changes": [{ "field": "messages", "value": { "statuses": [
            { "id": "sent-1", "status": "read", "timestamp": "2", "biz_opaque_callback_data": "outbound-1" },
        ] } }] })),
        Kind::Instagram => graph(
            &json!({ "id": "4000", "messaging": [{ "sender": { "id": "5511987650001" }, "read": { "mid": "sent-1" } }] }),
        ),
        Kind::Twilio => twilio(&[("MessageSid", "sent-1"), ("MessageStatus", "read")]),
        Kind::Infobip => with_secret(&json!({ "results": [
            { "messageId": "sent-1", "seenAt": "2025-11-25T15:00:02.000+0000", "callbackData": "outbound-1" },
        ] })),
        Kind::Zenvia => with_secret(&json!({ "type": "MESSAGE_STATUS", "messageStatus": { "code": "READ" },
            "message": { "id": "sent-1", "externalId": "outbound-1" } })),
        Kind::Gupshup => with_secret(&json!({ "type": "message-event",
            "payload": { "type": "read", "id": "wamid.1", "gsId": "sent-1" } })),
        Kind::Simulated => {
            simulated(&json!({ "receipt": { "providerId": "sent-1", "key": "outbound-1", "status": "read" } }))
        }
    }
}

fn raw(name: &str, value: String, body: Vec<u8>) -> RawCall {
    RawCall { url: WEBHOOK.into(), headers: vec![(name.into(), value)], body }
}

fn graph(entry: &serde_json::Value) -> RawCall {
    signed("X-Hub-Signature-256", json!({ "entry": [entry] }).to_string())
}

fn simulated(item: &serde_json::Value) -> RawCall {
    signed("X-Signature", json!({ "items": [item] }).to_string())
}

/// For providers without signatures: the shared secret.
fn with_secret(body: &serde_json::Value) -> RawCall {
    raw("Authorization", format!("Bearer {SECRET}"), body.to_string().into_bytes())
}

fn signed(header: &str, body: String) -> RawCall {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(body.as_bytes());
    raw(header, format!("sha256={}", hex::encode(mac.finalize().into_bytes())), body.into_bytes())
}

fn twilio(fields: &[(&str, &str)]) -> RawCall {
    let mut sorted = fields.to_vec();
    sorted.sort_unstable();
    let mut mac = Hmac::<Sha1>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(WEBHOOK.as_bytes());
    sorted.iter().for_each(|(name, value)| mac.update(format!("{name}{value}").as_bytes()));
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    raw("X-Twilio-Signature", STANDARD.encode(mac.finalize().into_bytes()), body.into_bytes())
}

fn client() -> ProviderClient {
    ProviderClient::new(Duration::from_secs(20)).unwrap()
}

fn downloader() -> Downloader {
    Downloader::new(DownloadSettings { policy: ResolvePolicy::LoopbackToo, ..DownloadSettings::default() }).unwrap()
}

fn reply() -> Outbound {
    Outbound {
        key: "outbound-1".into(),
        account: "4000".into(),
        to: "5511987650001".into(),
        quoted_id: None,
        window_open: true,
        content: OutboundContent::Text("Recebemos a foto".into()),
    }
}

/// Handles a webhook as the server does: first the signature, then the content.
fn receive(provider: &dyn Provider, call: &RawCall) -> Result<Vec<Inbound>, SignatureFault> {
    provider.verify_signature(call)?;
    Ok(provider.read(call).unwrap())
}

fn one_message(inbound: Vec<Inbound>) -> InboundMessage {
    match <[Inbound; 1]>::try_from(inbound) {
        Ok([Inbound::Message(message)]) => *message,
        other => panic!("not one message: {other:?}"),
    }
}

#[rstest]
#[case::meta(Kind::Meta)]
#[case::instagram(Kind::Instagram)]
#[case::twilio(Kind::Twilio)]
#[case::simulated(Kind::Simulated)]
#[tokio::test]
async fn bey_111_a_signed_webhook_is_parsed_its_file_downloaded_and_the_answer_sent(#[case] kind: Kind) {
    run_loop(kind, |mut call| {
        call.body.extend_from_slice(b" ");
        call
    })
    .await;
}

/// The webhook requests contain a secret, which does not cover the body.
#[rstest]
#[case::infobip(Kind::Infobip)]
#[case::zenvia(Kind::Zenvia)]
#[case::gupshup(Kind::Gupshup)]
#[tokio::test]
async fn a_webhook_with_the_shared_secret_is_parsed_its_file_downloaded_and_the_answer_sent(#[case] kind: Kind) {
    run_loop(kind, |mut call| {
        call.headers = vec![("Authorization".into(), format!("Bearer {SECRET}1"))];
        call
    })
    .await;
}

/// A file that is written in memory.
async fn new_file(folder: &std::path::Path) -> Box<dyn BlobWriter> {
    let id = BlobId::new("0123456789abcdef").unwrap();
    FolderBlobs::open(folder).unwrap().create(&id).await.unwrap()
}

async fn run_loop(kind: Kind, forge: impl Fn(RawCall) -> RawCall) {
    let stand_in = StandIn::start(ProviderState::Well).await;
    let provider = provider(kind, &stand_in.base);
    let call = picture(kind, &stand_in.base);

    let message = one_message(receive(&*provider, &call).unwrap());
    assert_eq!((message.provider_id.as_str(), message.account.as_str()), ("in-1", "4000"));
    let replayed = one_message(receive(&*provider, &call).unwrap());
    assert_eq!(replayed.provider_id, message.provider_id);
    let mut forged = forge(call.clone());
    assert_eq!(receive(&*provider, &forged), Err(SignatureFault::Wrong));
    forged.headers.clear();
    assert_eq!(receive(&*provider, &forged), Err(SignatureFault::Missing));

    let InboundContent::Media(media) = &message.content else { panic!("{message:?}") };
    let folder = tempfile::tempdir().unwrap();
    let mut file = new_file(folder.path()).await;
    let largest = MediaLimits::default().max_bytes;
    let downloaded = client().fetch_media(&*provider, &downloader(), &media.reference, largest, &mut *file).await;
    assert_eq!(downloaded.unwrap().length, PNG.len() as u64);
    let mut written = file.written().await.unwrap();
    let sniffed = sniff_file(&mut *written, media.mime.as_deref(), None, MediaLimits::default()).unwrap();
    assert_eq!((sniffed.mime.as_str(), sniffed.kind), ("image/png", MediaKind::Image));

    let outcome = client().send(&*provider, &reply()).await;
    assert!(matches!(outcome, SendOutcome::Accepted { provider_id, .. } if provider_id == "sent-1"));
    let [sent] = &stand_in.sent()[..] else { panic!("{:?}", stand_in.sent()) };
    assert!(sent.contains("5511987650001") && sent.contains("Recebemos"), "{sent}");

    let receipts = receive(&*provider, &read_receipt(kind)).unwrap();
    let [Inbound::Receipt(Receipt { provider_id, status, key, .. })] = &receipts[..] else { panic!("{receipts:?}") };
    assert_eq!((provider_id.as_str(), *status), ("sent-1", ReceiptStatus::Read));
    let key_comes_back = !matches!(kind, Kind::Instagram | Kind::Gupshup);
    assert_eq!(key.as_deref(), key_comes_back.then_some("outbound-1"));
}

#[rstest]
#[tokio::test]
async fn a_send_to_a_busy_broken_or_absent_provider_is_attempted_again(
    #[values(Kind::Meta, Kind::Instagram, Kind::Twilio, Kind::Simulated, Kind::Infobip, Kind::Zenvia, Kind::Gupshup)]
    kind: Kind,
    #[values(ProviderState::Busy, ProviderState::Broken, ProviderState::Down)] mood: ProviderState,
) {
    let stand_in = StandIn::start(mood).await;
    let outcome = client().send(&*provider(kind, &stand_in.base), &reply()).await;
    let SendOutcome::Failed { retry_after_ms, uncertain, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(retry_after_ms, (mood == ProviderState::Busy).then_some(3000));
    assert_eq!(uncertain, mood == ProviderState::Broken);
}

#[rstest]
#[case(Kind::Meta)]
#[case(Kind::Instagram)]
#[case(Kind::Twilio)]
#[case(Kind::Simulated)]
#[tokio::test]
async fn the_refusal_of_a_message_outside_the_window_is_final(#[case] kind: Kind) {
    let stand_in = StandIn::start(ProviderState::Closed).await;
    let outcome = client().send(&*provider(kind, &stand_in.base), &reply()).await;
    let SendOutcome::Refused(refusal) = outcome else { panic!("{outcome:?}") };
    assert_eq!((refusal.reason, refusal.text.as_str()), (RefusalReason::WindowClosed, "closed"));
}

#[tokio::test]
async fn a_message_without_an_answer_may_have_been_accepted_and_one_without_a_connection_was_not() {
    let silent = StandIn::start(ProviderState::Silent).await;
    let hasty = ProviderClient::new(Duration::from_millis(300)).unwrap();
    let outcome = hasty.send(&*provider(Kind::Meta, &silent.base), &reply()).await;
    assert!(matches!(outcome, SendOutcome::Failed { uncertain: true, .. }), "{outcome:?}");
    assert_eq!(silent.sent().len(), 1);

    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let absent = provider(Kind::Meta, &format!("http://{free}"));
    let outcome = client().send(&*absent, &reply()).await;
    assert!(matches!(&outcome, SendOutcome::Failed { uncertain: false, .. }), "{outcome:?}");
    assert!(!format!("{outcome:?}").contains(SECRET));
}

#[tokio::test]
async fn a_file_is_stored_at_the_provider_and_then_sent_by_its_id() {
    let stand_in = StandIn::start(ProviderState::Well).await;
    let meta = provider(Kind::Meta, &stand_in.base);
    let file = UploadFile { file_name: "a.png", mime: "image/png", bytes: PNG };
    let stored = client().upload(&*meta, "4000", &file).await;
    assert_eq!(stored, Ok(MediaSource::Uploaded("upload-1".into())));
    let twilio = provider(Kind::Twilio, &stand_in.base);
    assert_eq!(client().upload(&*twilio, "4000", &file).await, Err(FetchFault::NotOffered));
}

#[tokio::test]
async fn downloading_a_missing_file_or_one_in_the_servers_own_network_is_an_error() {
    let stand_in = StandIn::start(ProviderState::Well).await;
    let meta = provider(Kind::Meta, &stand_in.base);
    let fetch = |reference| {
        let meta = &*meta;
        async move {
            let folder = tempfile::tempdir().unwrap();
            let mut file = new_file(folder.path()).await;
            client().fetch_media(meta, &downloader(), &reference, 1_000, &mut *file).await.unwrap_err()
        }
    };
    let missing = fetch(MediaReference::Id("file-2".into())).await;
    assert_eq!(missing, FetchFault::Read(ReadFault::Status(404)));
    assert!(!missing.is_temporary());
    for address in ["http://169.254.169.254/latest/meta-data/", "https://10.0.0.1/", "https://[::1]/"] {
        let fault = fetch(MediaReference::Address(address.into())).await;
        assert!(matches!(&fault, FetchFault::Download(_)) && !fault.is_temporary(), "{address}: {fault:?}");
    }
}

#[tokio::test]
async fn a_missing_list_of_templates_is_an_error_and_debug_output_of_a_request_contains_no_secret() {
    let stand_in = StandIn::start(ProviderState::Well).await;
    let lists = client().templates(&*provider(Kind::Meta, &stand_in.base)).await;
    assert_eq!(lists, Err(FetchFault::Read(ReadFault::Status(404))));
    let instagram = client().templates(&*provider(Kind::Instagram, &stand_in.base)).await;
    assert_eq!(instagram, Err(FetchFault::NotOffered));
    let request =
        HttpRequestData::get(format!("https://example.com/?token={SECRET}")).with("authorization", SECRET.into());
    assert!(!format!("{request:?} {:?}", picture(Kind::Meta, "")).contains(SECRET));
}
