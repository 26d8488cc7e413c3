//! Tests of attacks by a client without a session.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use contact_centre::{API_ROUTES, Access};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use workspace_server::routes::http_routes;
use workspace_server::server::{self, ConnectionLimits};
use workspace_server::settings::{DiskLimits, LimitSettings, ProviderSettings, QuotaSettings, Settings};
use workspace_server::store::Location;

use crate::http_client::{Reply, open, request};
use crate::test_server::{Customer, TestServer, settings, soon};

#[tokio::test]
async fn bey_127_a_new_token_in_each_request_does_not_avoid_the_rate_limit() {
    let test_server = TestServer::open_with(Settings { rate_limit: 2, ..settings() }).await;
    let began = Instant::now();
    let mut accepted = 0;
    for number in 0..300 {
        let bearer = format!("Bearer {number:064x}");
        let reply = request(&test_server.host(), "GET", "/api/system", &[("authorization", &bearer)], "").await;
        match reply.status {
            200 => accepted += 1,
            429 => assert_eq!(reply.header("retry-after"), Some("1")),
            other => panic!("{other}"),
        }
    }
    let refilled = 2 * (began.elapsed().as_secs() + 1);
    assert!(accepted <= 20 + refilled, "{accepted} of 300 within {:?}", began.elapsed());
}

#[tokio::test]
async fn bey_127_chats_with_huge_identifiers_are_refused() {
    let test_server = TestServer::open().await;
    for (chars, status, field, expected) in [
        (60_000, 422, "errors", json!({ "identifier": "tooLong" })),
        (1_500_000, 413, "reason", json!("PAYLOAD_TOO_LARGE")),
    ] {
        for _ in 0..30 {
            let body = json!({ "name": "Marina", "identifier": "x".repeat(chars), "queue": "20" });
            let reply = test_server.call("POST", "/outside/api/chats", "", body).await;
            assert_eq!((reply.status, &reply.json()[field]), (status, &expected));
        }
    }
}

#[tokio::test]
async fn bey_127_an_address_has_a_limited_number_of_open_chats() {
    let test_server = TestServer::open_with(Settings { chats_per_address: Some(3), ..settings() }).await;
    let first = test_server.customer("Marina").await;
    test_server.customer("Helena").await;
    test_server.customer("Rafael").await;
    let start = json!({ "name": "Otto", "queue": "20" });
    let refused = test_server.call("POST", "/outside/api/chats", "", start.clone()).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (429, &json!("TOO_MANY_CHATS")));
    assert_eq!(refused.header("retry-after"), Some("60"));
    let end = format!("/outside/api/chats/{}/end", first.protocol);
    test_server.call("POST", &end, &first.secret, json!(null)).await;
    assert_eq!(test_server.call("POST", "/outside/api/chats", "", start).await.status, 200, "an ended one is not open");
}

#[tokio::test]
async fn bey_127_an_address_begins_a_limited_number_of_chats_in_an_hour_also_if_they_end() {
    let quotas = QuotaSettings { starts_per_hour: 3, ..QuotaSettings::default() };
    let limits = LimitSettings { quotas, ..LimitSettings::default() };
    let test_server = TestServer::open_with(Settings { limits, ..settings() }).await;
    for name in ["Marina", "Helena", "Rafael"] {
        let customer = test_server.customer(name).await;
        let end = format!("/outside/api/chats/{}/end", customer.protocol);
        test_server.call("POST", &end, &customer.secret, json!(null)).await;
    }
    for (path, body) in [
        ("/outside/api/chats", json!({ "name": "Otto", "queue": "20" })),
        ("/outside/api/calls", json!({ "name": "Otto", "queue": "5000" })),
    ] {
        let refused = test_server.call("POST", path, "", body).await;
        assert_eq!((refused.status, &refused.json()["reason"]), (429, &json!("TOO_MANY_CHATS")), "{path}");
        assert!(refused.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().unwrap() > 60));
    }
}

#[tokio::test]
async fn bey_127_an_address_stores_a_limited_number_of_bytes_in_a_day() {
    let quotas = QuotaSettings { mb_per_day: 1, ..QuotaSettings::default() };
    let limits = LimitSettings { quotas, ..LimitSettings::default() };
    let test_server = TestServer::open_with(Settings { limits, ..settings() }).await;
    let (mut texts, mut files) = (0, 0);
    let customer = test_server.customer("Marina").await;
    let other = test_server.customer("Helena").await;
    for _ in 0..12 {
        texts += usize::from(writes(&test_server, &customer, &"x".repeat(60_000)).await.status == 200);
        files += usize::from(uploads(&test_server, &other).await.status == 200);
    }
    assert!((1..=9).contains(&texts) && files < 12 && texts + files >= 12, "{texts} texts, {files} files");
    let refused = uploads(&test_server, &other).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (429, &json!("TOO_MUCH_DATA")));
    let kept = std::fs::read_dir(test_server.media_folder()).unwrap().count();
    assert_eq!(kept, files, "what is refused is not kept");
}

#[tokio::test]
async fn bey_127_concurrent_uploads_beyond_the_limit_leave_no_files_behind() {
    let test_server = TestServer::open().await;
    let customer = test_server.customer("Marina").await;
    for _ in 0..48 {
        assert_eq!(uploads(&test_server, &customer).await.status, 200);
    }
    let replies = futures_util::future::join_all((0..8).map(|_| uploads(&test_server, &customer))).await;
    let accepted = replies.iter().filter(|reply| reply.status == 200).count();
    let refused = replies.iter().filter(|reply| reply.status == 409 && reply.json()["cause"] == "tooManyFiles").count();
    assert_eq!((accepted, refused), (2, 6));
    let kept = std::fs::read_dir(test_server.media_folder()).unwrap().count();
    assert_eq!(kept, 50, "the files of refused uploads are deleted");
}

/// Open work can be finished; nothing new is accepted.
#[tokio::test]
async fn bey_127_with_a_full_disk_no_files_and_no_new_customers_are_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = Settings {
        address: "127.0.0.1:0".parse().unwrap(),
        database: Location::Folder(folder.path().to_owned()),
        providers: ProviderSettings::in_folder(folder.path().join("media")),
        ..settings()
    };
    let test_server = TestServer::of(server::start(&in_folder).await.unwrap());
    let agent = test_server.sign_in(0).await;
    let customer = test_server.customer("Marina").await;
    soon(test_server.running.stop()).await;

    let disk = DiskLimits { floor: u64::MAX, ..DiskLimits::default() };
    let limits = LimitSettings { disk, ..LimitSettings::default() };
    let test_server = TestServer::of(server::start(&Settings { limits, ..in_folder }).await.unwrap());
    let start = test_server.call("POST", "/outside/api/chats", "", json!({ "name": "Otto", "queue": "20" })).await;
    let file = uploads(&test_server, &customer).await;
    for refused in [start, file] {
        assert_eq!((refused.status, &refused.json()["reason"]), (507, &json!("STORAGE_FULL")));
    }
    assert_eq!(writes(&test_server, &customer, "Olá").await.status, 200);
    assert_eq!(test_server.get("/readyz").await.json(), json!({ "status": "ready", "disk": "full" }));
    assert_eq!(test_server.call("POST", "/api/auth/logoff", &agent.token, json!(null)).await.status, 200);
    soon(test_server.running.stop()).await;
}

async fn writes(test_server: &TestServer, customer: &Customer, text: &str) -> Reply {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let custom_id = format!("A{:09}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let path = format!("/outside/api/chats/{}/messages", customer.protocol);
    test_server.call("POST", &path, &customer.secret, json!({ "custom_id": custom_id, "text": text })).await
}

/// A text file of 60 kB.
async fn uploads(test_server: &TestServer, customer: &Customer) -> Reply {
    let path = format!("/outside/api/chats/{}/media?name=nota.txt", customer.protocol);
    let bearer = format!("Bearer {}", customer.secret);
    let headers = [("authorization", bearer.as_str()), ("content-type", "text/plain")];
    request(&test_server.host(), "POST", &path, &headers, &"nota ".repeat(12_000)).await
}

/// Repeated public requests do not block writing requests, and writing requests do not block them.
#[tokio::test]
async fn public_requests_are_answered_while_another_request_writes() {
    let folder = tempfile::tempdir().unwrap();
    let test_server = TestServer::on(&Location::Folder(folder.path().to_owned())).await;
    let writer = rusqlite::Connection::open(folder.path().join("contact-centre.db")).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    let start = json!({ "name": "Marina", "queue": "20" });
    let mut writing = std::pin::pin!(test_server.call("POST", "/outside/api/chats", "", start));
    let public = API_ROUTES.iter().filter(|route| route.access() == Access::Public && route.method == "GET");
    let mut paths: Vec<String> = public.map(|route| format!("/api{}", route.path)).collect();
    paths.push("/outside/api/queues".to_owned());
    for path in &paths {
        tokio::select! {
            biased;
            reply = &mut writing => panic!("it did not wait for the other writer: {}", reply.body),
            reply = soon(test_server.get(path)) => assert_eq!(reply.status, 200, "{path}"),
        }
    }
    assert!(paths.iter().any(|path| path == "/api/openapi.json"), "{paths:?}");
    writer.execute_batch("ROLLBACK").unwrap();
    assert_eq!(soon(writing).await.status, 200);
}

#[tokio::test]
async fn bey_127_a_connection_whose_headers_do_not_arrive_is_closed() {
    let limits = ConnectionLimits { headers: Duration::from_millis(200), ..ConnectionLimits::default() };
    let test_server = TestServer::with_connections(limits).await;
    let mut stream = TcpStream::connect(test_server.host()).await.unwrap();
    stream.write_all(b"GET /api/system HTTP/1.1\r\nhost: localhost\r\nx-slow: ").await.unwrap();
    let mut reply = Vec::new();
    soon(stream.read_to_end(&mut reply)).await.unwrap();
    assert!(!String::from_utf8_lossy(&reply).contains("200 OK"));
}

/// A connection from an address of this machine.
async fn connected_from(test_server: &TestServer, address: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{address}:0").parse().unwrap()).unwrap();
    soon(socket.connect(test_server.host().parse().unwrap())).await.unwrap()
}

async fn is_answered(stream: &mut TcpStream) -> bool {
    let sent = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    let mut reply = [0; 12];
    sent.is_ok() && soon(stream.read_exact(&mut reply)).await.is_ok() && &reply == b"HTTP/1.1 200"
}

#[tokio::test]
async fn bey_127_one_address_gets_only_its_part_of_the_connections() {
    let limits = ConnectionLimits { all: 20, per_address: Some(4), ..ConnectionLimits::default() };
    let test_server = TestServer::with_connections(limits).await;
    let mut open = Vec::new();
    for _ in 0..4 {
        let mut stream = connected_from(&test_server, "127.0.0.2").await;
        assert!(is_answered(&mut stream).await);
        open.push(stream);
    }
    for _ in 0..30 {
        assert!(!is_answered(&mut connected_from(&test_server, "127.0.0.2").await).await, "one too many");
    }
    assert!(is_answered(&mut connected_from(&test_server, "127.0.0.3").await).await, "another address");
    drop(open.pop());
    let mut again = connected_from(&test_server, "127.0.0.2").await;
    while !is_answered(&mut again).await {
        // The server notices the end of a connection a moment later.
        again = connected_from(&test_server, "127.0.0.2").await;
    }
}

#[tokio::test]
async fn bey_127_a_connection_whose_client_reads_nothing_is_closed() {
    let limits = ConnectionLimits { write: Duration::from_millis(200), ..ConnectionLimits::default() };
    let test_server = TestServer::with_connections(limits).await;
    let mut stream = TcpStream::connect(test_server.host()).await.unwrap();
    // Answers fill the buffers of both sides; then the server stops reading, and after a while it closes.
    while soon(stream.write_all(b"GET /outside HTTP/1.1\r\nhost: localhost\r\n\r\n")).await.is_ok() {}
}

/// With nothing else to do the paused clock advances to the time limit of the body.
#[tokio::test(start_paused = true)]
async fn bey_127_every_route_ends_a_request_whose_body_does_not_arrive() {
    let test_server = TestServer::open_with(Settings { faults: true, ..settings() }).await;
    let mut answered = 0;
    for route in http_routes() {
        let path =
            route.path.replace("/voice/{*call}", "/voice/janus").replace("/messenger/{*call}", "/messenger/telephones");
        let path = path.replace("{*call}", "auth/login").replace("{*file}", "a").replace(['{', '}'], "");
        for method in ["POST", "PUT"] {
            let mut stream = TcpStream::connect(test_server.host()).await.unwrap();
            let head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n");
            stream.write_all(head.as_bytes()).await.unwrap();
            stream.write_all(b"{").await.unwrap();
            let mut reply = Vec::new();
            stream.read_to_end(&mut reply).await.unwrap();
            let reply = String::from_utf8_lossy(&reply);
            assert!(!reply.starts_with("HTTP/1.1 2") && !reply.starts_with("HTTP/1.1 5"), "{method} {path}: {reply}");
            answered += usize::from(reply.starts_with("HTTP/1.1 408"));
        }
    }
    assert!(answered >= 4, "{answered}: calls and uploads wait for their bodies");
}

#[tokio::test]
async fn bey_127_only_known_callers_can_send_large_bodies() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    let customer = test_server.customer("Marina").await;
    let large = json!({ "text": "x".repeat(100_000) });
    let chat = format!("/outside/api/chats/{}/messages", customer.protocol);
    let unknown = "0".repeat(64);
    for (path, credential, status) in [
        ("/api/auth/login", "", 413),
        ("/api/contacts", "", 413),
        ("/api/contacts", unknown.as_str(), 413),
        ("/api/contacts", customer.secret.as_str(), 413),
        ("/api/contacts", agent.token.as_str(), 422),
        ("/outside/api/chats", "", 413),
        (chat.as_str(), "", 413),
        (chat.as_str(), unknown.as_str(), 413),
        (chat.as_str(), customer.secret.as_str(), 422),
    ] {
        let reply = test_server.call("POST", path, credential, large.clone()).await;
        assert_eq!(reply.status, status, "{path}: {}", reply.body);
    }
}

#[tokio::test]
async fn bey_127_bodies_of_strangers_cannot_use_the_memory_of_known_callers() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    assert_eq!(test_server.call("GET", "/api/system", &agent.token, json!(null)).await.status, 200);
    let mut unfinished = Vec::new();
    for _ in 0..256 {
        let mut stream = TcpStream::connect(test_server.host()).await.unwrap();
        let head = "POST /outside/api/chats HTTP/1.1\r\nhost: localhost\r\ncontent-length: 65536\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        unfinished.push(stream);
    }
    let text = |bytes: usize| json!({ "login": "x".repeat(bytes), "password": "x" });
    let mut refused = test_server.call("POST", "/api/auth/login", "", text(60_000)).await;
    while refused.status != 503 {
        // The server reads the last headers a moment later.
        refused = test_server.call("POST", "/api/auth/login", "", text(60_000)).await;
    }
    assert_eq!((refused.json()["reason"].as_str(), refused.header("retry-after")), (Some("BUSY"), Some("1")));
    let small = test_server.call("POST", "/api/auth/login", "", text(10)).await;
    assert_eq!(small.status, 401, "a sign-in is taken");
    let known = test_server.call("POST", "/api/contacts", &agent.token, text(60_000)).await;
    assert_eq!(known.status, 422, "a session's call is taken");
}

#[tokio::test]
async fn bey_127_the_secrets_of_ended_chats_do_not_avoid_the_rate_limit() {
    let test_server = TestServer::open_with(Settings { rate_limit: 5, ..settings() }).await;
    let began = Instant::now();
    let mut secrets = Vec::new();
    for name in ["Marina", "Helena", "Rafael", "Otto"] {
        let customer = test_server.customer(name).await;
        let end = format!("/outside/api/chats/{}/end", customer.protocol);
        test_server.call("POST", &end, &customer.secret, json!(null)).await;
        secrets.push(customer);
    }
    let mut accepted = 0;
    for number in 0..300 {
        let customer = &secrets[number % secrets.len()];
        let path = format!("/outside/api/chats/{}/events", customer.protocol);
        let reply = test_server.call("GET", &path, &customer.secret, json!(null)).await;
        accepted += usize::from(reply.status == 200);
        assert!([200, 429].contains(&reply.status), "{}", reply.body);
    }
    let refilled = 5 * (usize::try_from(began.elapsed().as_secs()).unwrap() + 1);
    assert!(accepted <= 50 + refilled, "{accepted} of 300 within {:?}", began.elapsed());
}

/// The customers' page and the telephone of the messenger share the permits of their address.
#[tokio::test]
async fn bey_127_an_address_has_a_limited_number_of_event_streams() {
    let test_server = TestServer::open().await;
    let customer = test_server.customer("Marina").await;
    let (path, bearer) =
        (format!("/outside/api/chats/{}/events", customer.protocol), format!("Bearer {}", customer.secret));
    let headers = [("accept", "text/event-stream"), ("authorization", bearer.as_str())];
    let host = test_server.host();
    let mut streams = Vec::new();
    for number in 0..100 {
        let stream = open(&host, "GET", &path, &headers, "").await;
        assert_eq!(stream.status, 200, "{number}");
        streams.push(stream);
    }
    let of_messenger = "/outside/messenger/telephones/551140004000/5511955550101/messages";
    for path in [path.as_str(), of_messenger] {
        let refused = request(&host, "GET", path, &headers, "").await;
        assert_eq!((refused.status, &refused.json()["reason"]), (429, &json!("TOO_MANY_STREAMS")), "{path}");
        assert_eq!(refused.header("retry-after"), Some("10"), "{path}");
    }
    drop(streams.pop());
    // The permit is free after the server has noticed the end of the stream.
    let mut status = 429;
    while status == 429 {
        status = soon(open(&host, "GET", &path, &headers, "")).await.status;
    }
    assert_eq!(status, 200);
}
