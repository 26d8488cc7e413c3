//! Tests of the limits of the client, against a server on loopback.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::routing::get;
use bytes::Bytes;
use futures_util::stream;
use serde_json::json;
use tokio::net::TcpListener;

use super::*;
use crate::meta::{Meta, MetaConfig};
use crate::testing::secret;
use crate::types::RefusalReason;

async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    base
}

fn client() -> ProviderClient {
    ProviderClient::new(Duration::from_secs(20)).unwrap()
}

fn meta(base: String) -> Meta {
    Meta::new(MetaConfig {
        base,
        version: "v23.0".into(),
        business_account: "1".into(),
        access_token: secret("token-1"),
        app_secret: secret("app"),
        verify_token: secret("verify"),
    })
}

#[tokio::test]
async fn an_answer_up_to_the_limit_is_read_and_a_longer_one_is_an_error() {
    let endless = || async {
        Body::from_stream(stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::from_static(&[b'a'; 4096]))))
    };
    let router = Router::new()
        .route("/longest", get(|| async { vec![b'a'; 4_194_304] }))
        .route("/longer", get(|| async { vec![b'a'; 4_194_305] }))
        .route("/endless", get(endless));
    let base = serve(router).await;
    let length = |path: &'static str| {
        let request = HttpRequestData::get(format!("{base}{path}"));
        async move { client().exchange(&request).await.map(|answer| answer.body.len()) }
    };
    let too_long = ClientFault { uncertain: true, cause: "the answer is too long".into() };
    assert_eq!(length("/longest").await, Ok(4_194_304));
    assert_eq!(length("/longer").await, Err(too_long.clone()));
    assert_eq!(length("/endless").await, Err(too_long));
}

#[tokio::test]
async fn portions_of_templates_are_collected_up_to_a_limit() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let page = move |query: axum::extract::RawQuery| {
        let number = counter.fetch_add(1, Ordering::SeqCst);
        let known = query.0.unwrap_or_default().contains(&format!("after=page-{number}")) || number == 0;
        let name = if known { format!("t{number}") } else { "of a wrong page".to_owned() };
        let item = json!({ "name": name, "language": "pt_BR", "status": "APPROVED", "components": [] });
        let after = format!("page-{}", number + 1);
        let body =
            json!({ "data": [item], "paging": { "cursors": { "after": after }, "next": "https://example.com" } });
        async move { body.to_string() }
    };
    let base = serve(Router::new().route("/v23.0/1/message_templates", get(page))).await;
    let all = client().templates(&meta(base)).await.unwrap();
    let names: Vec<String> = all.templates.into_iter().map(|template| template.name).collect();
    let expected: Vec<String> = (0..50).map(|number| format!("t{number}")).collect();
    assert_eq!((names, asked.load(Ordering::SeqCst)), (expected, 50));
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_an_invalid_message_is_refused_without_a_request() {
    let router = Router::new().route("/a", get(|| async { (StatusCode::FOUND, [(header::LOCATION, "/b")]) }));
    let base = serve(router).await;
    let answer = client().exchange(&HttpRequestData::get(format!("{base}/a"))).await.unwrap();
    assert_eq!((answer.status, answer.header("Location")), (302, Some("/b")));

    let outbound = Outbound { to: "nobody".into(), ..crate::testing::text_message("oi") };
    let outcome = client().send(&meta("http://127.0.0.1:1".into()), &outbound).await;
    assert!(matches!(outcome, SendOutcome::Refused(refusal) if refusal.reason == RefusalReason::InvalidNumber));
}

#[test]
fn only_faults_that_may_pass_count_as_temporary() {
    let client = ClientFault { uncertain: false, cause: "c".into() };
    let faults = [
        (FetchFault::Client(client), true),
        (FetchFault::Read(ReadFault::Status(429)), true),
        (FetchFault::Read(ReadFault::Status(500)), true),
        (FetchFault::Read(ReadFault::Status(499)), false),
        (FetchFault::Read(ReadFault::Shape("s")), false),
        (FetchFault::NotOffered, false),
        (FetchFault::Download(DownloadFault::TimedOut), true),
        (FetchFault::Download(DownloadFault::Status(429)), true),
        (FetchFault::Download(DownloadFault::Status(404)), false),
        (FetchFault::Download(DownloadFault::Redirects), false),
    ];
    for (fault, temporary) in faults {
        assert_eq!(fault.is_temporary(), temporary, "{fault:?}");
    }
}
