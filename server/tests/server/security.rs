//! Tests of the security headers of every kind of response.

use rstest::rstest;

use crate::http_client::{Reply, request};
use crate::test_server::TestServer;

const OLD_CHROMIUM: &str = "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/71.0.3563.0 Safari/537.36";
const NEW_CHROMIUM: &str = "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36";

async fn test_server() -> (TestServer, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("assets")).unwrap();
    std::fs::write(folder.path().join("index.html"), "<!doctype html>").unwrap();
    std::fs::write(folder.path().join("assets/app-1.js"), "app();").unwrap();
    (TestServer::with_ui(folder.path().to_owned()).await, folder)
}

async fn ask(method: &str, path: &str, user_agent: &str) -> Reply {
    let (test_server, _folder) = test_server().await;
    request(&test_server.host(), method, path, &[("accept", "text/html"), ("user-agent", user_agent)], "").await
}

/// The only inline style that the policy of a page allows: the style element of the dialogs' scroll lock.
const SCROLL_LOCK_STYLE: &str = "'sha256-nzTgYzXYDNe6BAHiiI7NNlfK8n/auuOAhh2t92YvuXo='";

/// The policy as (directive, sources).
fn directives(reply: &Reply) -> Vec<(String, Vec<String>)> {
    let policies = reply.all("content-security-policy");
    assert_eq!(policies.len(), 1, "one policy, not several that contradict each other: {policies:?}");
    let parts = policies[0].split(';').map(|part| part.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    parts.map(|mut words| (words.remove(0), words)).collect()
}

fn sources(reply: &Reply, directive: &str) -> Vec<String> {
    let found = directives(reply).into_iter().find(|(name, _)| name == directive);
    found.unwrap_or_else(|| panic!("no {directive}")).1
}

#[rstest]
#[case::bey_100_start_path("GET", "/")]
#[case::bey_100_page("GET", "/new-agent/")]
#[case::bey_100_route("GET", "/new-agent/attendance/1")]
#[case::bey_100_redirect("GET", "/new-agent")]
#[case::bey_100_asset("GET", "/new-agent/assets/app-1.js")]
#[case::bey_100_missing_asset("GET", "/new-agent/assets/none.js")]
#[case::bey_100_wrong_method("POST", "/new-agent/")]
#[case::bey_100_api_request("GET", "/api/system")]
#[case::bey_100_refused_request("GET", "/api/agents/101")]
#[case::bey_100_malformed_request("POST", "/api/auth/login")]
#[case::bey_100_unknown_route("GET", "/api/nothing")]
#[case::bey_100_broker_without_upgrade("GET", "/broker")]
#[case::bey_100_customers_page("GET", "/outside")]
#[case::bey_100_customers_redirect("GET", "/outside/")]
#[case::bey_100_customers_asset("GET", "/outside/page.js")]
#[case::bey_100_customers_missing_asset("GET", "/outside/none.js")]
#[case::bey_100_customers_request("GET", "/outside/api/queues")]
#[case::bey_100_probe("GET", "/healthz")]
#[case::bey_100_path_of_nothing("GET", "/etc/passwd")]
#[case::bey_100_wrong_method_on_the_customers_page("DELETE", "/outside")]
#[tokio::test]
async fn every_response_forbids_inline_code_other_origins_and_frames(#[case] method: &str, #[case] path: &str) {
    let reply = ask(method, path, NEW_CHROMIUM).await;
    for (name, sources) in directives(&reply) {
        for source in sources {
            let scroll_lock = name == "style-src" && source == SCROLL_LOCK_STYLE;
            // The directives name the refused sources, and the only allowed trusted-types policy.
            let trusted_types = matches!(
                (name.as_str(), source.as_str()),
                ("require-trusted-types-for", "'script'") | ("trusted-types", "default")
            );
            let own = scroll_lock
                || trusted_types
                || ["'self'", "'none'", "'wasm-unsafe-eval'", "data:", "blob:"].contains(&source.as_str())
                || source
                    .strip_prefix("ws://")
                    .or(source.strip_prefix("wss://"))
                    .is_some_and(|host| host.starts_with("127.0.0.1:"));
            assert!(own, "{name} allows {source}");
        }
    }
    assert_eq!(sources(&reply, "frame-ancestors"), ["'none'"]);
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(reply.header("x-frame-options"), Some("DENY"));
    assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"));
    assert_eq!(reply.header("strict-transport-security"), None, "this connection is not encrypted");
    assert_eq!(reply.header("server"), None);
}

#[rstest]
#[case::page_of_the_workspace("/new-agent/")]
#[case::page_of_customers("/outside")]
#[tokio::test]
async fn bey_100_a_page_has_only_the_permissions_it_needs(#[case] path: &str) {
    let reply = ask("GET", path, NEW_CHROMIUM).await;
    assert_eq!(sources(&reply, "default-src"), ["'self'"]);
    assert_eq!(sources(&reply, "script-src"), ["'self'", "'wasm-unsafe-eval'"]);
    assert_eq!(sources(&reply, "style-src"), ["'self'", SCROLL_LOCK_STYLE]);
    assert_eq!(sources(&reply, "worker-src"), ["'self'", "blob:"]);
    for none in ["object-src", "base-uri", "frame-ancestors"] {
        assert_eq!(sources(&reply, none), ["'none'"], "{none}");
    }
    assert_eq!(sources(&reply, "form-action"), ["'self'"]);
    assert_eq!(reply.header("cross-origin-opener-policy"), Some("same-origin"));
    let permissions = reply.header("permissions-policy").unwrap();
    for refused in ["camera=()", "geolocation=()", "payment=()", "usb=()"] {
        assert!(permissions.contains(refused), "{permissions}");
    }
}

#[rstest]
#[case::page_of_the_workspace("/new-agent/")]
#[case::page_of_customers("/outside")]
#[tokio::test]
async fn bey_100_only_old_engines_get_unsafe_eval_and_caches_vary_by_user_agent(#[case] path: &str) {
    let old = ask("GET", path, OLD_CHROMIUM).await;
    assert_eq!(sources(&old, "script-src"), ["'self'", "'unsafe-eval'"]);
    let vary = old.all("vary").join(",").to_ascii_lowercase();
    assert!(vary.contains("user-agent"), "{vary}");
}

#[rstest]
#[case::page("/new-agent/", "https", Some("max-age=31536000"))]
#[case::api_request("/api/system", "https", Some("max-age=31536000"))]
#[case::missing_path("/nowhere", "https", Some("max-age=31536000"))]
#[case::first_of_several_proxies("/new-agent/", "https, http", Some("max-age=31536000"))]
#[case::not_encrypted("/new-agent/", "http", None)]
#[tokio::test]
async fn the_hsts_header_is_set_only_behind_tls(
    #[case] path: &str,
    #[case] protocol: &str,
    #[case] expected: Option<&str>,
) {
    let (test_server, _folder) = test_server().await;
    let headers = [("accept", "text/html"), ("x-forwarded-proto", protocol)];
    let reply = request(&test_server.host(), "GET", path, &headers, "").await;
    assert_eq!(reply.header("strict-transport-security"), expected);
}

#[rstest]
#[case::page_of_another_site("sec-fetch-site", "cross-site", 403)]
#[case::page_of_another_site_in_an_old_browser("origin", "https://evil.example", 403)]
#[case::page_of_this_site("sec-fetch-site", "same-origin", 200)]
#[case::body_that_is_text("content-type", "text/plain", 415)]
#[case::rebound_host_name("host", "evil.example", 421)]
#[tokio::test]
async fn a_page_of_another_site_cannot_make_its_visitors_start_chats(
    #[case] name: &str,
    #[case] value: &str,
    #[case] expected: u16,
) {
    let (test_server, _folder) = test_server().await;
    let headers = [(name, value)];
    let start = r#"{"name":"Marina","queue":"20"}"#;
    let reply = request(&test_server.host(), "POST", "/outside/api/chats", &headers, start).await;
    assert_eq!(reply.status, expected, "{}", reply.body);
}
