//! Tests of start, refused starts, and orderly stop.

use tokio::net::TcpListener;
use workspace_server::server;
use workspace_server::settings::{GatewayStart, ProviderSettings, Settings};
use workspace_server::store::Location;

use crate::test_server::{TestServer, settings, soon};

#[tokio::test]
async fn a_port_in_use_is_reported_before_data_is_deleted() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data_dir = folder.path().join("data");
    let settings =
        Settings { address: taken.local_addr().unwrap(), database: Location::Folder(data_dir.clone()), ..settings() };
    let Err(error) = server::start(&settings).await else { panic!("it started") };
    let port = settings.address.port();
    assert_eq!(error.to_string(), format!("Port {port} is already in use. Set PORT to another one."));
    assert!(!data_dir.exists());
}

#[tokio::test]
async fn committed_requests_survive_a_restart_and_unacknowledged_events_are_redelivered() {
    let folder = tempfile::tempdir().unwrap();
    let database = Location::Folder(folder.path().to_owned());
    let providers = ProviderSettings::in_folder(folder.path().join("media"));
    let address = "127.0.0.1:0".parse().unwrap();
    let settings = Settings { address, database, providers, ..settings() };
    let test_server = TestServer::of(server::start(&settings).await.unwrap());
    let (agent, link) = test_server.agent_at_work(0).await;
    let customer = test_server.customer("Marina").await;
    drop(link);
    soon(test_server.running.stop()).await;
    let test_server = TestServer::of(server::start(&settings).await.unwrap());
    let mut link = test_server.link(&agent).await;
    link.subscribe(&agent, "client-individual").await;
    let (frame, event) = link.event("NewChatEvent").await;
    assert_eq!(
        (event["job"]["protocol"].as_str(), frame.header("redelivered")),
        (Some(customer.protocol.as_str()), Some("true"))
    );
    assert_eq!(test_server.customer_says(&customer, "AAAAAAAAA1", "ainda aqui").await.status, 200);
}

#[tokio::test]
async fn a_stopping_server_closes_links_and_streams_with_a_reason() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    let mut link = test_server.link(&agent).await;
    let customer = test_server.customer("Marina").await;
    let path = format!("/outside/api/chats/{}/events", customer.protocol);
    let bearer = format!("Bearer {}", customer.secret);
    let headers = [("accept", "text/event-stream"), ("authorization", bearer.as_str())];
    let mut events = crate::http_client::open(&test_server.host(), "GET", &path, &headers, "").await;
    assert_eq!(events.status, 200);
    let stopping = tokio::spawn(test_server.running.stop());
    assert_eq!(link.error().await, "the server is stopping");
    while events.line_after("data: ").await.is_some() {}
    soon(stopping).await.unwrap();
}

/// Strangers can reach the voice gateway: it runs only if there is a telephone or a queue, and never against the
/// operator's setting.
#[tokio::test]
async fn the_voice_gateway_does_not_run_if_it_is_switched_off_or_nobody_could_use_it() {
    let demo = TestServer::open().await;
    assert_eq!(demo.get("/voice/janus/info").await.status, 200);
    let mut settings = settings();
    settings.voice.gateway.start = GatewayStart::Never;
    let off = TestServer::open_with(settings.clone()).await;
    assert_eq!(off.get("/voice/janus/info").await.status, 404);
    settings.voice.gateway.start = GatewayStart::IfUsed;
    settings.demo = false;
    let unused = TestServer::open_with(settings).await;
    assert_eq!(unused.get("/voice/janus/info").await.status, 404);
    assert_eq!(unused.get("/readyz").await.status, 200);
}
