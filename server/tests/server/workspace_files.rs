//! Tests of the built workspace under /new-agent/.

use std::path::Path;

use rstest::rstest;
use tempfile::TempDir;

use crate::http_client::{Reply, request, request_in_turn};
use crate::test_server::TestServer;

const OLD_CHROMIUM: &str = "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/71.0.3563.0 Safari/537.36";

fn build(folder: &Path) {
    std::fs::create_dir(folder.join("assets")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("index.html", "<!doctype html><title>Agente</title>");
    write("index.html.br", "brotli page");
    write("boot.js", "boot();");
    write("assets/app-3f2a.js", "app();");
    write("assets/app-3f2a.js.br", "brotli bytes");
    write("assets/app-3f2a.js.gz", "gzip bytes");
    write("assets/core-91bc.wasm", "\0asm");
}

fn built() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path());
    folder
}

async fn get(path: &str, headers: &[(&str, &str)]) -> Reply {
    let folder = built();
    let test_server = TestServer::with_ui(folder.path().to_owned()).await;
    request(&test_server.host(), "GET", path, headers, "").await
}

#[rstest]
#[case::start_page("/new-agent/")]
#[case::route_of_the_page("/new-agent/attendance/20261120000001")]
#[case::route_with_a_dot("/new-agent/contact/ana.souza@example.com")]
#[tokio::test]
async fn every_route_of_the_workspace_returns_the_start_page(#[case] path: &str) {
    let reply = get(path, &[("accept", "text/html,application/xhtml+xml")]).await;
    assert_eq!((reply.status, reply.body.as_str()), (200, "<!doctype html><title>Agente</title>"));
    assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(reply.header("cache-control"), Some("no-cache"));
}

#[rstest]
#[case::hashed_script("/new-agent/assets/app-3f2a.js", "text/javascript", "public, max-age=31536000, immutable")]
#[case::hashed_module("/new-agent/assets/core-91bc.wasm", "application/wasm", "public, max-age=31536000, immutable")]
#[case::file_without_a_hash("/new-agent/boot.js", "text/javascript", "no-cache")]
#[tokio::test]
async fn a_file_of_the_workspace_has_its_content_type_and_caching(
    #[case] path: &str,
    #[case] kind: &str,
    #[case] caching: &str,
) {
    let reply = get(path, &[]).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some(kind)));
    assert_eq!(reply.header("cache-control"), Some(caching));
}

#[rstest]
#[case::brotli_is_accepted("br, gzip", Some("br"), "brotli bytes")]
#[case::gzip_is_accepted("gzip", Some("gzip"), "gzip bytes")]
#[case::no_compression_is_accepted("identity", None, "app();")]
#[tokio::test]
async fn a_compressed_file_is_sent_to_clients_that_accept_it(
    #[case] accepts: &str,
    #[case] encoding: Option<&str>,
    #[case] body: &str,
) {
    let reply = get("/new-agent/assets/app-3f2a.js", &[("accept-encoding", accepts)]).await;
    assert_eq!((reply.header("content-encoding"), reply.body.as_str()), (encoding, body));
    assert_eq!(reply.header("content-type"), Some("text/javascript"));
}

#[rstest]
#[case::missing_script("/new-agent/assets/app-old.js", "*/*")]
#[case::missing_asset_opened_as_a_page("/new-agent/assets/app-old.js", "text/html")]
#[case::missing_picture("/new-agent/logo.png", "image/png")]
#[case::path_above_the_folder("/new-agent/../Cargo.toml", "*/*")]
#[case::encoded_path_above_the_folder("/new-agent/%2e%2e/Cargo.toml", "*/*")]
#[tokio::test]
async fn a_missing_file_is_answered_with_404_and_not_cached(#[case] path: &str, #[case] accept: &str) {
    let reply = get(path, &[("accept", accept)]).await;
    assert_eq!((reply.status, reply.header("cache-control").unwrap_or("no-cache")), (404, "no-cache"));
}

#[tokio::test]
async fn without_a_built_workspace_the_reply_explains_how_to_build_it() {
    let folder = tempfile::tempdir().unwrap();
    let test_server = TestServer::with_ui(folder.path().join("dist")).await;
    let reply = test_server.get("/new-agent/").await;
    assert_eq!((reply.status, reply.body.as_str()), (503, "The workspace is not built yet: npm start builds it.\n"));
}

#[tokio::test]
async fn the_base_path_without_a_slash_redirects_to_the_start_page() {
    let reply = get("/new-agent", &[]).await;
    assert_eq!((reply.status, reply.header("location")), (308, Some("/new-agent/")));
}

#[tokio::test]
async fn a_page_of_the_workspace_has_its_policy_and_old_engines_may_compile_the_module() {
    let reply = get("/new-agent/", &[("accept", "text/html")]).await;
    let policy = reply.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
    assert!(policy.contains("style-src 'self' 'sha256-"), "{policy}");
    assert_eq!(reply.header("x-frame-options"), Some("DENY"));
    assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    let old = get("/new-agent/", &[("accept", "text/html"), ("user-agent", OLD_CHROMIUM)]).await;
    let policy = old.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self' 'unsafe-eval';"), "{policy}");
}

#[rstest]
#[case::brotli_first("gzip, deflate, br, zstd", Some("br"))]
#[case::preferred_by_weight("br;q=0.1, gzip;q=0.9", Some("gzip"))]
#[case::brotli_refused("br;q=0, gzip", Some("gzip"))]
#[case::everything_refused("br;q=0, gzip;q=0", None)]
#[case::only_unknown_encodings("zstd", None)]
#[case::encoding_in_capitals("BR", Some("br"))]
#[tokio::test]
async fn the_encoding_of_a_reply_follows_the_header_accept_encoding(
    #[case] accepts: &str,
    #[case] encoding: Option<&str>,
) {
    let reply = get("/new-agent/assets/app-3f2a.js", &[("accept-encoding", accepts)]).await;
    assert_eq!((reply.status, reply.header("content-encoding")), (200, encoding));
    let vary = reply.all("vary").join(",").to_ascii_lowercase();
    assert!(vary.contains("accept-encoding"), "a cache in between must not mix the two: {vary}");
}

#[tokio::test]
async fn a_route_of_the_page_returns_the_compressed_start_page_and_is_revalidated() {
    let headers = [("accept", "text/html"), ("accept-encoding", "br")];
    let folder = built();
    let test_server = TestServer::with_ui(folder.path().to_owned()).await;
    let page = request(&test_server.host(), "GET", "/new-agent/attendance/1", &headers, "").await;
    assert_eq!((page.status, page.header("content-encoding")), (200, Some("br")));
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let tag = page.header("etag").expect("the start page has a tag").to_owned();
    let again = [("accept", "text/html"), ("accept-encoding", "br"), ("if-none-match", tag.as_str())];
    let known = request(&test_server.host(), "GET", "/new-agent/attendance/2", &again, "").await;
    assert_eq!((known.status, known.body.as_str()), (304, ""));
    assert_eq!(known.header("cache-control"), Some("no-cache"));
    assert!(known.header("content-security-policy").is_some(), "a kept page takes the policy of the newest answer");
    let other = [("accept", "text/html"), ("accept-encoding", "br"), ("if-none-match", "\"another\"")];
    assert_eq!(request(&test_server.host(), "GET", "/new-agent/", &other, "").await.status, 200);
}

#[rstest]
#[case::page("/new-agent/")]
#[case::script("/new-agent/assets/app-3f2a.js")]
#[case::module("/new-agent/assets/core-91bc.wasm")]
#[case::missing_file("/new-agent/assets/none.js")]
#[tokio::test]
async fn a_head_request_gets_the_same_headers_and_no_body(#[case] path: &str) {
    let folder = built();
    let test_server = TestServer::with_ui(folder.path().to_owned()).await;
    let whole = request(&test_server.host(), "GET", path, &[("accept-encoding", "br")], "").await;
    let head = request(&test_server.host(), "HEAD", path, &[("accept-encoding", "br")], "").await;
    assert_eq!((head.status, head.body.as_str()), (whole.status, ""));
    for name in ["content-type", "content-encoding", "content-length", "cache-control", "etag"] {
        assert_eq!(head.header(name), whole.header(name), "{name}");
    }
}

#[tokio::test]
async fn methods_other_than_get_and_head_are_refused_for_files() {
    for method in ["POST", "PUT", "DELETE"] {
        let folder = built();
        let test_server = TestServer::with_ui(folder.path().to_owned()).await;
        let reply = request(&test_server.host(), method, "/new-agent/assets/app-3f2a.js", &[], "").await;
        assert_eq!((reply.status, reply.header("cache-control")), (405, Some("no-cache")), "{method}");
    }
}

#[rstest]
#[case::path_above_the_folder("/new-agent/../secret.txt")]
#[case::path_above_the_assets("/new-agent/assets/../../secret.txt")]
#[case::encoded_path_above_the_folder("/new-agent/%2e%2e/secret.txt")]
#[case::encoded_slash("/new-agent/..%2fsecret.txt")]
#[case::path_that_is_encoded_twice("/new-agent/%252e%252e%252fsecret.txt")]
#[case::path_with_a_backslash("/new-agent/..%5csecret.txt")]
#[case::path_with_a_nul("/new-agent/index.html%00.js")]
#[case::absolute_path("/new-agent//etc/passwd")]
#[tokio::test]
async fn files_outside_the_workspaces_folder_cannot_be_requested(#[case] path: &str) {
    let house_folder = tempfile::tempdir().unwrap();
    std::fs::write(house_folder.path().join("secret.txt"), "secret").unwrap();
    let dist = house_folder.path().join("dist");
    std::fs::create_dir(&dist).unwrap();
    build(&dist);
    let test_server = TestServer::with_ui(dist).await;
    let reply = request(&test_server.host(), "GET", path, &[("accept", "*/*")], "").await;
    assert!(matches!(reply.status, 400 | 404), "{} {}", reply.status, reply.body);
    assert!(!reply.body.contains("secret") && !reply.body.contains("root:"), "{}", reply.body);
}

#[tokio::test]
async fn one_connection_can_carry_several_requests() {
    let folder = built();
    let test_server = TestServer::with_ui(folder.path().to_owned()).await;
    let paths = [
        "/new-agent/",
        "/new-agent/assets/app-3f2a.js",
        "/new-agent/assets/none.js",
        "/new-agent/assets/core-91bc.wasm",
    ];
    assert_eq!(request_in_turn(&test_server.host(), &paths).await, [200, 200, 404, 200]);
}
