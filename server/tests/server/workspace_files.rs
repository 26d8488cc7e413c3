//! The built workspace under /new-agent/.

use std::path::Path;

use rstest::rstest;

use crate::house::House;
use crate::http_client::{Reply, request};

const OLD_CHROMIUM: &str = "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/71.0.3563.0 Safari/537.36";

fn build(folder: &Path) {
    std::fs::create_dir(folder.join("assets")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("index.html", "<!doctype html><title>Agente</title>");
    write("boot.js", "boot();");
    write("assets/app-3f2a.js", "app();");
    write("assets/app-3f2a.js.br", "brotli bytes");
    write("assets/app-3f2a.js.gz", "gzip bytes");
    write("assets/core-91bc.wasm", "\0asm");
}

async fn get(path: &str, headers: &[(&str, &str)]) -> Reply {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path());
    let house = House::with_ui(folder.path().to_owned()).await;
    request(&house.host(), "GET", path, headers, "").await
}

#[rstest]
#[case::start_page("/new-agent/")]
#[case::route("/new-agent/attendance/20261120000001")]
#[case::route_with_a_dot("/new-agent/contact/ana.souza@example.com")]
#[tokio::test]
async fn every_route_of_the_workspace_is_the_start_page(#[case] path: &str) {
    let reply = get(path, &[("accept", "text/html,application/xhtml+xml")]).await;
    assert_eq!((reply.status, reply.body.as_str()), (200, "<!doctype html><title>Agente</title>"));
    assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(reply.header("cache-control"), Some("no-cache"));
}

#[rstest]
#[case::script("/new-agent/assets/app-3f2a.js", "text/javascript", "public, max-age=31536000, immutable")]
#[case::module("/new-agent/assets/core-91bc.wasm", "application/wasm", "public, max-age=31536000, immutable")]
#[case::not_hashed("/new-agent/boot.js", "text/javascript", "no-cache")]
#[tokio::test]
async fn a_file_has_its_kind_and_its_life_time(#[case] path: &str, #[case] kind: &str, #[case] caching: &str) {
    let reply = get(path, &[]).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some(kind)));
    assert_eq!(reply.header("cache-control"), Some(caching));
}

#[rstest]
#[case::brotli("br, gzip", Some("br"), "brotli bytes")]
#[case::gzip("gzip", Some("gzip"), "gzip bytes")]
#[case::plain("identity", None, "app();")]
#[tokio::test]
async fn a_compressed_sibling_is_sent_to_those_who_read_it(
    #[case] accepts: &str,
    #[case] encoding: Option<&str>,
    #[case] body: &str,
) {
    let reply = get("/new-agent/assets/app-3f2a.js", &[("accept-encoding", accepts)]).await;
    assert_eq!((reply.header("content-encoding"), reply.body.as_str()), (encoding, body));
    assert_eq!(reply.header("content-type"), Some("text/javascript"));
}

#[rstest]
#[case::script("/new-agent/assets/app-old.js", "*/*")]
#[case::asset_opened_as_a_page("/new-agent/assets/app-old.js", "text/html")]
#[case::picture("/new-agent/logo.png", "image/png")]
#[case::above("/new-agent/../Cargo.toml", "*/*")]
#[case::above_encoded("/new-agent/%2e%2e/Cargo.toml", "*/*")]
#[tokio::test]
async fn a_missing_file_is_not_found_and_not_kept(#[case] path: &str, #[case] accept: &str) {
    let reply = get(path, &[("accept", accept)]).await;
    assert_eq!((reply.status, reply.header("cache-control").unwrap_or("no-cache")), (404, "no-cache"));
}

#[tokio::test]
async fn a_workspace_that_is_not_built_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::with_ui(folder.path().join("dist")).await;
    let reply = house.get("/new-agent/").await;
    assert_eq!((reply.status, reply.body.as_str()), (503, "The workspace is not built yet: npm start builds it.\n"));
}

#[tokio::test]
async fn the_base_without_a_slash_leads_to_the_start_page() {
    let reply = get("/new-agent", &[]).await;
    assert_eq!((reply.status, reply.header("location")), (308, Some("/new-agent/")));
}

#[tokio::test]
async fn a_page_is_protected_and_old_engines_may_compile_the_module() {
    let reply = get("/new-agent/", &[("accept", "text/html")]).await;
    let policy = reply.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
    assert!(policy.contains("style-src 'self';"), "{policy}");
    assert_eq!(reply.header("x-frame-options"), Some("DENY"));
    assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    let old = get("/new-agent/", &[("accept", "text/html"), ("user-agent", OLD_CHROMIUM)]).await;
    let policy = old.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self' 'unsafe-eval';"), "{policy}");
}
