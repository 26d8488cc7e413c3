//! Tests of messages to an external provider, with a stand-in on loopback that answers when the test lets it.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use contact_centre::store::{RouteStore, WhatsAppRouteRow};
use contact_centre::wire::Secret;
use messaging::media::ScannerAddress;
use messaging::zenvia::ZenviaConfig;
use rstest::rstest;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc};
use workspace_server::server;
use workspace_server::settings::{ProviderSettings, Settings};
use workspace_server::store::{ConflictWatch, Location, Mode, open_database};

use crate::http_client::request;
use crate::test_server::{Agent, TestServer, settings, soon};

const SECRET: &str = "0123456789abcdef0123456789abcdef";
/// Demo account of the WhatsApp queue, and its route.
const SALES: (&str, &str) = ("551140004000", "1");
const HELENA: &str = "5511955550101";

struct StandIn {
    address: SocketAddr,
    /// Bodies of the messages that the stand-in received.
    taken: mpsc::UnboundedReceiver<Value>,
    /// Lets the stand-in answer one request.
    answers: Arc<Notify>,
}

async fn start_stand_in() -> StandIn {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (takes, taken) = mpsc::unbounded_channel();
    let answers = Arc::new(Notify::new());
    let take = |State((takes, answers)): State<(mpsc::UnboundedSender<Value>, Arc<Notify>)>, body: String| async move {
        takes.send(serde_json::from_str(&body).unwrap()).unwrap();
        answers.notified().await;
        json!({ "id": "taken-1" }).to_string()
    };
    let router = Router::new().route("/v2/channels/whatsapp/messages", post(take));
    let router = router.with_state((takes, Arc::clone(&answers)));
    tokio::spawn(async move { axum::serve(listener, router).await });
    StandIn { address, taken, answers }
}

fn settings_in(folder: &Path, provider: SocketAddr) -> Settings {
    let zenvia = ZenviaConfig {
        base: format!("http://{provider}"),
        channel: "whatsapp".to_owned(),
        api_token: Secret::new("token of the provider".to_owned()),
        webhook_secret: Secret::new("secret of the webhook".to_owned()),
        media_hosts: Vec::new(),
    };
    let providers = ProviderSettings { zenvia: Some(zenvia), ..ProviderSettings::in_folder(folder.join("media")) };
    let (address, database) = ("127.0.0.1:0".parse().unwrap(), Location::Folder(folder.to_owned()));
    Settings { address, database, providers, ..settings() }
}

/// Moves the route from the simulated messenger to the provider.
async fn move_route(folder: &Path) {
    let opened = open_database(&Location::Folder(folder.to_owned()), false).await.unwrap();
    let stores = opened.stores;
    tokio::task::spawn_blocking(move || {
        stores.with(Mode::Write, &mut |backend| {
            let mut store = ConflictWatch::new(backend);
            let route = store.whatsapp_route(SALES.1).unwrap().unwrap();
            let provider = "zenvia".to_owned();
            store.put_whatsapp_route(&WhatsAppRouteRow { provider, is_simulated: false, ..route }).unwrap();
        })
    })
    .await
    .unwrap()
    .unwrap();
}

async fn customer_writes(test_server: &TestServer) {
    let host = test_server.host();
    let opened = json!({ "account": SALES.0, "number": HELENA, "name": "Helena", "secret": SECRET });
    let bearer = format!("Bearer {SECRET}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    let reply = request(&host, "POST", "/outside/messenger/telephones", &headers[1..], &opened.to_string()).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let path = format!("/outside/messenger/telephones/{}/{HELENA}/messages", SALES.0);
    let text = json!({ "customId": "a", "text": "Bom dia" });
    assert_eq!(request(&host, "POST", &path, &headers, &text.to_string()).await.status, 200);
}

async fn thread(test_server: &TestServer, agent: &Agent, protocol: &str) -> Value {
    let reply = test_server.call("GET", &format!("/api/job/{protocol}/messages"), &agent.token, Value::Null).await;
    reply.json()["data"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stop_of_the_server_waits_for_the_answer_of_a_provider_that_has_the_message() {
    let folder = tempfile::tempdir().unwrap();
    let mut provider = start_stand_in().await;
    let settings = settings_in(folder.path(), provider.address);

    let test_server = TestServer::of(server::start(&settings).await.unwrap());
    let (agent, mut link) = test_server.agent_at_work(0).await;
    let connect = format!("/api/channels/whatsapp/connect/agent/{}", agent.id);
    assert_eq!(test_server.call("POST", &connect, &agent.token, Value::Null).await.status, 200);
    customer_writes(&test_server).await;
    let job = link.event("NewWhatsAppEvent").await.1["job"].clone();
    let protocol = job["protocol"].as_str().unwrap().to_owned();
    drop(link);
    soon(test_server.running.stop()).await;
    move_route(folder.path()).await;

    let test_server = TestServer::of(server::start(&settings).await.unwrap());
    let text = json!({
        "protocol": protocol, "custom_id": "ABCDEFGH01", "agentId": agent.id, "org_unit_id": "1", "message": "Bom dia, Helena",
    });
    let sent = test_server.call("POST", "/api/whatsapp/messages", &agent.token, text).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    let taken = soon(provider.taken.recv()).await.unwrap();
    let stopping = tokio::spawn(test_server.running.stop());
    tokio::task::yield_now().await;
    provider.answers.notify_one();
    soon(stopping).await.unwrap();

    let test_server = TestServer::of(server::start(&settings).await.unwrap());
    let messages = thread(&test_server, &agent, &protocol).await;
    let message = messages.as_array().unwrap().iter().find(|one| one["message"] == "Bom dia, Helena").unwrap();
    assert_eq!((&message["status"], &message["error"]), (&json!("sent"), &Value::Null), "{taken}");
    // The provider's id is stored, so that receipts find the message.
    let receipt = json!({
        "type": "MESSAGE_STATUS", "channel": "whatsapp", "messageStatus": { "code": "READ" },
        "message": { "id": "taken-1", "to": HELENA, "from": SALES.0 },
    });
    let secret = [("authorization", "Bearer secret of the webhook"), ("content-type", "application/json")];
    let path = format!("/webhooks/zenvia/{}", SALES.0);
    let reply = request(&test_server.host(), "POST", &path, &secret, &receipt.to_string()).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let read = async {
        let status = |messages: Value| {
            let of = messages.as_array().unwrap().iter().find(|one| one["message"] == "Bom dia, Helena").cloned();
            of.unwrap()["status"].clone()
        };
        while status(thread(&test_server, &agent, &protocol).await) != json!("read") {}
    };
    soon(read).await;
    assert!(provider.taken.try_recv().is_err(), "one message");
    soon(test_server.running.stop()).await;
}

/// Strangers cannot make the server read a body.
#[tokio::test]
async fn bey_127_a_webhook_without_its_secret_is_refused_before_its_body_arrives() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings_in(folder.path(), "127.0.0.1:9".parse().unwrap());
    let test_server = TestServer::of(server::start(&settings).await.unwrap());
    let long_account = format!("/webhooks/zenvia/{}", "9".repeat(65));
    let path = format!("/webhooks/zenvia/{}", SALES.0);
    for (path, secret, expected) in [
        (path.as_str(), "", "HTTP/1.1 401"),
        (path.as_str(), "authorization: Bearer wrong\r\n", "HTTP/1.1 401"),
        (long_account.as_str(), "authorization: Bearer secret of the webhook\r\n", "HTTP/1.1 404"),
    ] {
        let mut stream = TcpStream::connect(test_server.host()).await.unwrap();
        let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n{secret}content-length: 3000000\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut reply = [0; 12];
        soon(stream.read_exact(&mut reply)).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&reply), expected, "{path} {secret}");
    }
    let secret = [("authorization", "Bearer secret of the webhook")];
    let large = "x".repeat(3 * 1024 * 1024 + 1);
    assert_eq!(request(&test_server.host(), "POST", &path, &secret, &large).await.status, 413);
}

/// Receives files like clamd and answers each with `answer`.
async fn start_scanner(answer: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut command = [0; 10];
            stream.read_exact(&mut command).await.unwrap();
            assert_eq!(&command, b"zINSTREAM\0");
            loop {
                let length = stream.read_u32().await.unwrap();
                if length == 0 {
                    break;
                }
                let mut chunk = vec![0; length as usize];
                stream.read_exact(&mut chunk).await.unwrap();
            }
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    address
}

#[rstest]
#[case::clean_file("stream: OK\0", 200, None)]
#[case::file_with_a_virus("stream: Workspace.Test FOUND\0", 415, Some("MEDIA_TYPE_NOT_ALLOWED"))]
#[case::scanner_with_an_error("INSTREAM size limit exceeded. ERROR\0", 503, Some("BUSY"))]
#[tokio::test]
async fn a_file_is_accepted_only_if_the_virus_scanner_reports_it_as_clean(
    #[case] answer: &'static str,
    #[case] status: u16,
    #[case] reason: Option<&str>,
) {
    let folder = tempfile::tempdir().unwrap();
    let scanner = Some(ScannerAddress::Tcp(start_scanner(answer).await.to_string()));
    let plain = settings_in(folder.path(), "127.0.0.1:9".parse().unwrap());
    let providers = ProviderSettings { scanner, ..plain.providers.clone() };
    let test_server = TestServer::of(server::start(&Settings { providers, ..plain }).await.unwrap());
    let customer = test_server.customer("Marina").await;
    let path = format!("/outside/api/chats/{}/media?name=nota.txt", customer.protocol);
    let bearer = format!("Bearer {}", customer.secret);
    let headers = [("authorization", bearer.as_str()), ("content-type", "text/plain")];
    let reply = request(&test_server.host(), "POST", &path, &headers, "nota").await;
    assert_eq!((reply.status, reply.json()["reason"].as_str()), (status, reason));
    let kept = std::fs::read_dir(folder.path().join("media")).unwrap().count();
    assert_eq!(kept, usize::from(status == 200), "a refused file is not kept");
}
