//! Tests of downloads from a server on loopback, and of addresses that must not be opened.

use std::net::IpAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Redirect;
use axum::routing::get;
use bytes::Bytes;
use futures_util::stream;
use rstest::rstest;
use tokio::net::TcpListener;

use crate::client::ProviderClient;
use crate::http::HttpRequestData;
use crate::media::{DownloadFault, DownloadSettings, Downloader, ResolvePolicy};
use crate::testing::MemoryFile;

/// Largest file in these tests.
const MAX_BYTES: u64 = 100_000;

/// A file that was downloaded into memory.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fetched {
    bytes: Vec<u8>,
    mime: Option<String>,
}

fn downloader(policy: ResolvePolicy) -> Downloader {
    let settings = DownloadSettings { policy, connect: Duration::from_secs(5), total: Duration::from_secs(20) };
    Downloader::new(settings).unwrap()
}

async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    base
}

async fn fetch(policy: ResolvePolicy, url: &str, hosts: &[&str]) -> Result<Fetched, DownloadFault> {
    let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
    fetched(&downloader(policy), &HttpRequestData::get(url.to_owned()), &hosts).await
}

async fn fetched(
    downloader: &Downloader,
    request: &HttpRequestData,
    hosts: &[String],
) -> Result<Fetched, DownloadFault> {
    let mut file = MemoryFile::default();
    let downloaded = downloader.download(request, hosts, MAX_BYTES, &mut file).await?;
    assert_eq!(downloaded.length, file.bytes.len() as u64);
    Ok(Fetched { bytes: file.bytes, mime: downloaded.mime })
}

const LOOPBACK: &[&str] = &["127.0.0.1"];

/// An address whose host is on the allow-list, so that only the check of the address refuses it.
async fn refused(url: &str) -> DownloadFault {
    let host = url::Url::parse(url).unwrap().host_str().unwrap().to_owned();
    fetch(ResolvePolicy::PublicOnly, url, &[&host]).await.unwrap_err()
}

#[rstest]
#[case("https://127.0.0.1/", "127.0.0.1")]
#[case("https://2130706433/", "127.0.0.1")]
#[case("https://0x7f.1/", "127.0.0.1")]
#[case("https://017700000001/", "127.0.0.1")]
#[case("https://0.0.0.0/", "0.0.0.0")]
#[case("https://10.1.2.3/", "10.1.2.3")]
#[case("https://172.16.0.1/", "172.16.0.1")]
#[case("https://192.168.0.1/", "192.168.0.1")]
#[case("https://100.64.0.1/", "100.64.0.1")]
#[case("https://169.254.169.254/latest/meta-data/", "169.254.169.254")]
#[case("https://[::1]/", "::1")]
#[case("https://[::]/", "::")]
#[case("https://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1")]
#[case("https://[::ffff:10.0.0.1]/", "::ffff:10.0.0.1")]
#[case("https://[64:ff9b::7f00:1]/", "64:ff9b::7f00:1")]
#[case("https://[fc00::1]/", "fc00::1")]
#[case("https://[fe80::1]/", "fe80::1")]
#[tokio::test]
async fn addresses_in_the_servers_own_network_are_refused_for_downloads(#[case] url: &str, #[case] ip: IpAddr) {
    assert_eq!(refused(url).await, DownloadFault::Address(ip));
}

/// `localhost` is a name, so the resolver refuses it.
#[tokio::test]
async fn a_host_name_that_resolves_to_the_servers_own_network_is_refused() {
    let fault = refused("https://localhost/").await;
    assert!(matches!(fault, DownloadFault::Address(ip) if ip.is_loopback()), "{fault:?}");
}

#[rstest]
#[case("8.8.8.8", true)]
#[case("172.15.0.1", true)]
#[case("172.32.0.1", true)]
#[case("100.63.255.255", true)]
#[case("100.128.0.1", true)]
#[case("198.17.0.1", true)]
#[case("2606:4700::1111", true)]
#[case("::ffff:8.8.8.8", true)]
#[case("0.1.2.3", false)]
#[case("100.127.255.255", false)]
#[case("192.0.0.8", false)]
#[case("192.0.2.1", false)]
#[case("192.88.99.1", false)]
#[case("198.19.255.255", false)]
#[case("203.0.113.1", false)]
#[case("224.0.0.1", false)]
#[case("240.0.0.1", false)]
#[case("255.255.255.255", false)]
#[case("2001::1", false)]
#[case("2001:db8::1", false)]
#[case("2002:7f00:1::", false)]
#[case("3fff::1", false)]
#[case("ff02::1", false)]
fn only_public_addresses_are_permitted_for_downloads(#[case] ip: IpAddr, #[case] permitted: bool) {
    assert_eq!(ResolvePolicy::PublicOnly.permits(ip), permitted);
    assert_eq!(ResolvePolicy::LoopbackToo.permits(ip), permitted);
}

#[test]
fn a_test_can_permit_loopback_and_nothing_else() {
    for ip in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
        assert!(ResolvePolicy::LoopbackToo.permits(ip.parse().unwrap()), "{ip}");
    }
    for ip in ["10.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "fc00::1"] {
        assert!(!ResolvePolicy::LoopbackToo.permits(ip.parse().unwrap()), "{ip}");
    }
}

#[rstest]
#[case("http://lookaside.fbsbx.com/x", DownloadFault::Scheme("http".into()))]
#[case("file:///etc/passwd", DownloadFault::Scheme("file".into()))]
#[case("https://evil.example.com/x", DownloadFault::Host("evil.example.com".into()))]
#[case("https://lookaside.fbsbx.com.evil.example/x", DownloadFault::Host("lookaside.fbsbx.com.evil.example".into()))]
#[case("https://evilfbcdn.net/x", DownloadFault::Host("evilfbcdn.net".into()))]
#[case("https://.fbcdn.net/x", DownloadFault::Host(".fbcdn.net".into()))]
#[case("https://lookaside.fbsbx.com@evil.example/x", DownloadFault::Host("an address with a password".into()))]
#[case("not an address", DownloadFault::Malformed)]
#[tokio::test]
async fn files_are_downloaded_only_from_named_hosts(#[case] url: &str, #[case] fault: DownloadFault) {
    let outcome = fetch(ResolvePolicy::PublicOnly, url, &["lookaside.fbsbx.com", ".fbcdn.net"]).await;
    assert_eq!(outcome, Err(fault));
}

#[tokio::test]
async fn a_file_is_downloaded_with_its_claimed_type() {
    let router = Router::new().route("/a", get(|| async { ([(header::CONTENT_TYPE, "image/jpeg")], "bytes") }));
    let base = serve(router).await;
    let file = Fetched { bytes: b"bytes".to_vec(), mime: Some("image/jpeg".into()) };
    assert_eq!(fetch(ResolvePolicy::LoopbackToo, &format!("{base}/a"), LOOPBACK).await, Ok(file));
    let fault = fetch(ResolvePolicy::PublicOnly, &format!("{base}/a"), LOOPBACK).await;
    assert_eq!(fault, Err(DownloadFault::Scheme("http".into())));
}

#[rstest]
#[case("http://169.254.169.254/latest/meta-data/", DownloadFault::Host("169.254.169.254".into()))]
#[case("http://10.0.0.1/", DownloadFault::Host("10.0.0.1".into()))]
#[case("https://evil.example.com/", DownloadFault::Host("evil.example.com".into()))]
#[case("http://2852039166/", DownloadFault::Host("169.254.169.254".into()))]
#[case("https://cdn.example.com/", DownloadFault::Scheme("ftp".into()))]
#[tokio::test]
async fn the_address_of_a_redirect_is_checked_like_the_first_one(
    #[case] target: &'static str,
    #[case] fault: DownloadFault,
) {
    let (target, fault) = match fault {
        DownloadFault::Scheme(scheme) => ("ftp://127.0.0.1/", DownloadFault::Scheme(scheme)),
        other => (target, other),
    };
    let base = serve(Router::new().route("/a", get(move || async move { Redirect::temporary(target) }))).await;
    assert_eq!(fetch(ResolvePolicy::LoopbackToo, &format!("{base}/a"), LOOPBACK).await, Err(fault));
}

/// The second host is allowed by name, so that only the check of its address refuses it.
#[tokio::test]
async fn a_redirect_to_an_allowed_host_in_the_servers_own_network_is_refused() {
    let base = serve(Router::new().route("/a", get(|| async { Redirect::temporary("https://10.0.0.1/") }))).await;
    let outcome = fetch(ResolvePolicy::LoopbackToo, &format!("{base}/a"), &["127.0.0.1", "10.0.0.1"]).await;
    assert_eq!(outcome, Err(DownloadFault::Address("10.0.0.1".parse().unwrap())));
}

#[tokio::test]
async fn credentials_are_sent_to_the_first_host_only_and_redirects_are_limited() {
    let echo = |headers: HeaderMap| async move { format!("{:?}", headers.get(header::AUTHORIZATION)) };
    let store = serve(Router::new().route("/file", get(echo))).await;
    let away = format!("{store}/file");
    let router = Router::new()
        .route("/away", get(move || async move { Redirect::temporary(&away) }))
        .route("/same", get(|| async { Redirect::temporary("/file") }))
        .route("/file", get(echo))
        .route("/loop", get(|| async { Redirect::temporary("/loop") }));
    let base = serve(router).await;
    let text = |path: &'static str| {
        let request = HttpRequestData::get(format!("{base}{path}")).with("authorization", "Bearer secret-1".into());
        async move {
            let hosts = ["127.0.0.1".to_owned()];
            let file = fetched(&downloader(ResolvePolicy::LoopbackToo), &request, &hosts).await;
            file.map(|file| String::from_utf8(file.bytes).unwrap())
        }
    };
    assert_eq!(text("/away").await, Ok("None".into()));
    assert_eq!(text("/same").await, Ok("Some(\"Bearer secret-1\")".into()));
    assert_eq!(text("/loop").await, Err(DownloadFault::Redirects));
}

#[tokio::test]
async fn every_download_request_names_its_client() {
    let echo =
        |headers: HeaderMap| async move { headers.get(header::USER_AGENT).cloned().unwrap().as_bytes().to_vec() };
    let base = serve(Router::new().route("/a", get(echo))).await;
    let client = ProviderClient::new(Duration::from_secs(20)).unwrap();
    let answer = client.exchange(&HttpRequestData::get(format!("{base}/a"))).await.unwrap();
    let file = fetch(ResolvePolicy::LoopbackToo, &format!("{base}/a"), LOOPBACK).await.unwrap();
    assert_eq!(String::from_utf8(file.bytes).unwrap(), format!("workspace-server/{}", env!("CARGO_PKG_VERSION")));
    assert_eq!(answer.body, format!("workspace-server/{}", env!("CARGO_PKG_VERSION")).into_bytes());
}

#[tokio::test]
async fn the_download_of_a_too_large_file_ends_whatever_length_it_claims() {
    let endless =
        || async { Body::from_stream(stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::from_static(&[0; 4096])))) };
    let router = Router::new()
        .route("/endless", get(endless))
        .route("/long", get(|| async { vec![0_u8; 100_001] }))
        .route("/largest", get(|| async { vec![0_u8; 100_000] }));
    let base = serve(router).await;
    let length = |path: &'static str| {
        let url = format!("{base}{path}");
        async move { fetch(ResolvePolicy::LoopbackToo, &url, LOOPBACK).await.map(|file| file.bytes.len()) }
    };
    assert_eq!(length("/endless").await, Err(DownloadFault::TooLarge { max_bytes: 100_000 }));
    assert_eq!(length("/long").await, Err(DownloadFault::TooLarge { max_bytes: 100_000 }));
    assert_eq!(length("/largest").await, Ok(100_000));
}

#[tokio::test]
async fn a_slow_a_refusing_and_an_absent_host_give_different_faults() {
    let router = Router::new()
        .route("/slow", get(std::future::pending::<StatusCode>))
        .route("/gone", get(|| async { StatusCode::NOT_FOUND }))
        .route("/busy", get(|| async { StatusCode::SERVICE_UNAVAILABLE }));
    let base = serve(router).await;
    let settings = DownloadSettings {
        policy: ResolvePolicy::LoopbackToo,
        total: Duration::from_millis(300),
        ..DownloadSettings::default()
    };
    let hasty = Downloader::new(settings).unwrap();
    let hosts = ["127.0.0.1".to_owned()];
    let slow = fetched(&hasty, &HttpRequestData::get(format!("{base}/slow")), &hosts).await;
    assert_eq!(slow, Err(DownloadFault::TimedOut));

    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let absent = fetch(ResolvePolicy::LoopbackToo, &format!("http://{free}/"), LOOPBACK).await.unwrap_err();
    assert!(matches!(absent, DownloadFault::Unreachable(_)), "{absent:?}");
    let gone = fetch(ResolvePolicy::LoopbackToo, &format!("{base}/gone"), LOOPBACK).await.unwrap_err();
    let busy = fetch(ResolvePolicy::LoopbackToo, &format!("{base}/busy"), LOOPBACK).await.unwrap_err();
    assert_eq!((&gone, &busy), (&DownloadFault::Status(404), &DownloadFault::Status(503)));
    let temporary = [DownloadFault::TimedOut, absent, busy].iter().all(DownloadFault::is_temporary);
    assert!(temporary && !gone.is_temporary());
}
