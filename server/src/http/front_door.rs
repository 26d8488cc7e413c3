//! Checks of every request before its route: it names one host, comes from a page that may send it, and its path has only
//! one spelling, so that path rules of a proxy cannot be circumvented.

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderMap, ORIGIN};
use axum::http::{Method, StatusCode, Uri, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use super::body::refusal;
use super::own_host;
use crate::server::AppState;

/// Routes that change something and are requested by pages.
const CALLED_BY_PAGES: &[&str] = &["/api/", "/outside/api/", "/outside/messenger/", "/voice/", "/control/"];
/// Routes whose paths have only one spelling.
const CALLS: &[&str] = &["/api", "/outside/api", "/outside/messenger", "/voice", "/control", "/broker", "/webhooks"];
/// Content types that a page of any site may send without a preflight request (Fetch standard, "CORS-safelisted
/// request-header").
const SIMPLE_TYPES: &[&str] = &["text/plain", "multipart/form-data", "application/x-www-form-urlencoded"];

pub async fn check(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let fault = fault_of(&request, &app.allowed_origins, app.is_demo);
    match fault.or_else(|| fault_of_host(&request, app.outside_host.as_deref()?)) {
        None => next.run(request).await,
        Some(Fault::Entry) => Redirect::temporary("/outside").into_response(),
        Some(Fault::Host) => refusal(StatusCode::BAD_REQUEST, "HOST_INVALID", "the request names no host"),
        Some(Fault::OtherHost) => {
            refusal(StatusCode::MISDIRECTED_REQUEST, "OTHER_HOST", "the demo answers to localhost only")
        }
        Some(Fault::Path) => refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "not found"),
        Some(Fault::OtherSite) => {
            refusal(StatusCode::FORBIDDEN, "OTHER_SITE", "pages of other sites may not call this")
        }
        Some(Fault::Type) => refusal(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "JSON_EXPECTED",
            "the body is JSON: content-type application/json",
        ),
    }
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The request names no host, or two.
    Host,
    /// The demo has published passwords: a page with another host name that resolves to this machine must not read it.
    OtherHost,
    /// The path has another spelling, or is not served on this host.
    Path,
    /// The start path of the customers' host, which redirects to their page.
    Entry,
    /// The request was sent by a page of another site.
    OtherSite,
    /// The body has a content type that a page of another site may send.
    Type,
}

fn fault_of(request: &Request, allowed_origins: &[String], is_demo: bool) -> Option<Fault> {
    let (headers, path) = (request.headers(), request.uri().path());
    if request.version() >= Version::HTTP_11 && !names_one_host(headers) {
        return Some(Fault::Host);
    }
    if is_demo && own_host(headers).is_some_and(|host| !is_loopback(host)) {
        return Some(Fault::OtherHost);
    }
    if CALLS.iter().any(|prefix| path.starts_with(prefix)) && !is_plain(path) {
        return Some(Fault::Path);
    }
    if request.method().is_safe() && !path.starts_with("/voice/") {
        return None;
    }
    if !CALLED_BY_PAGES.iter().any(|prefix| path.starts_with(prefix)) {
        return None;
    }
    if !is_of_own_site(headers, allowed_origins) {
        return Some(Fault::OtherSite);
    }
    (request.method() != Method::GET && !path.ends_with("/media") && has_simple_type(headers)).then_some(Fault::Type)
}

/// If customers have a host of their own, it serves nothing of the workspace, and the workspace's host serves nothing of the customers' page: a
/// script in one of them can access neither the storage nor the routes of the other. Both hosts serve the signalling of telephones, files by their
/// signed addresses and the probes.
fn fault_of_host(request: &Request, outside_host: &str) -> Option<Fault> {
    let path = request.uri().path();
    if ["/voice/", "/api/media/", "/healthz", "/readyz"].iter().any(|shared| path.starts_with(shared)) {
        return None;
    }
    let is_outside = own_host(request.headers()).is_some_and(|host| name_of(host).eq_ignore_ascii_case(outside_host));
    let is_of_customers = path == "/outside" || path.starts_with("/outside/");
    match (is_outside, is_of_customers) {
        (true, true) | (false, false) => None,
        (true, false) if path == "/" => Some(Fault::Entry),
        (true, false) | (false, true) => Some(Fault::Path),
    }
}

/// The host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn names_one_host(headers: &HeaderMap) -> bool {
    headers.get_all(HOST).iter().count() == 1 && own_host(headers).is_some()
}

fn is_loopback(host: &str) -> bool {
    let name = name_of(host);
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Neither an empty segment nor an encoded letter or digit: each request has only one path.
fn is_plain(path: &str) -> bool {
    let ends = path.len() > 1 && path.ends_with('/');
    let mut encoded = path.split('%').skip(1);
    let hides = encoded.any(|rest| {
        let byte = rest.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric())
    });
    !path.contains("//") && !ends && !hides
}

/// Whether a page of another site sent the request. Browsers report it by headers that pages cannot change. Browsers that
/// do not know `Sec-Fetch-Site` (before Chrome 76 and Firefox 90) send `Origin`. A client without both is no browser.
fn is_of_own_site(headers: &HeaderMap, allowed: &[String]) -> bool {
    let is_cross_site = headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
    !is_cross_site && is_origin_allowed(headers, allowed)
}

/// Whether the request comes from a page of this host or of an allowed origin. A client without an `origin` header is
/// no browser; it has no cookies to misuse and needs credentials like every other client.
pub fn is_origin_allowed(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str().map(str::to_ascii_lowercase) else { return false };
    if allowed.contains(&origin) {
        return true;
    }
    let of_origin =
        origin.parse::<Uri>().ok().and_then(|uri| uri.authority().map(|authority| authority.as_str().to_owned()));
    match (of_origin, own_host(headers)) {
        (Some(of_origin), Some(host)) => of_origin == host.to_ascii_lowercase(),
        _ => false,
    }
}

fn has_simple_type(headers: &HeaderMap) -> bool {
    let Some(claimed) = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()) else { return false };
    let essence = claimed.split(';').next().unwrap_or_default().trim();
    SIMPLE_TYPES.iter().any(|simple| essence.eq_ignore_ascii_case(simple))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::same_host(Some("http://localhost:8080"), "localhost:8080", true)]
    #[case::same_host_behind_tls(Some("https://desk.example"), "desk.example", true)]
    #[case::host_in_capitals(Some("https://Desk.Example"), "desk.example", true)]
    #[case::no_browser(None, "localhost:8080", true)]
    #[case::allowed_origin(Some("https://other.example"), "localhost:8080", true)]
    #[case::other_host(Some("https://evil.example"), "localhost:8080", false)]
    #[case::other_port(Some("http://localhost:9999"), "localhost:8080", false)]
    #[case::allowed_host_as_prefix(Some("http://localhost:8080.evil.example"), "localhost:8080", false)]
    #[case::sandboxed_page(Some("null"), "localhost:8080", false)]
    fn only_pages_of_allowed_origins_connect_to_the_broker(
        #[case] origin: Option<&str>,
        #[case] host: &str,
        #[case] welcome: bool,
    ) {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        assert_eq!(is_origin_allowed(&headers, &["https://other.example".to_owned()]), welcome);
    }

    fn fault(method: &str, path: &str, headers: &[(&str, &str)], is_demo: bool) -> Option<Fault> {
        let request = Request::builder().method(method).uri(path);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        fault_of(&request.body(Body::empty()).unwrap(), &["https://other.example".to_owned()], is_demo)
    }

    const HERE: (&str, &str) = ("host", "desk.example");

    #[rstest]
    #[case::page_of_customers("/outside", "clientes.example", None)]
    #[case::host_with_a_port("/outside/page.js", "Clientes.Example:8443", None)]
    #[case::requests_of_customers("/outside/api/chats", "clientes.example", None)]
    #[case::start_path("/", "clientes.example", Some(Fault::Entry))]
    #[case::workspace_on_the_customers_host("/new-agent/", "clientes.example", Some(Fault::Path))]
    #[case::requests_of_agents_on_the_customers_host("/api/auth/login", "clientes.example", Some(Fault::Path))]
    #[case::broker_on_the_customers_host("/broker", "clientes.example", Some(Fault::Path))]
    #[case::providers_on_the_customers_host("/webhooks/meta/1", "clientes.example", Some(Fault::Path))]
    #[case::health_probe("/readyz", "clientes.example", None)]
    #[case::telephones_of_customers("/voice/ws", "clientes.example", None)]
    #[case::files_of_messages("/api/media/9c41d07be2f84a6e", "clientes.example", None)]
    #[case::telephones_of_agents("/voice/ws", "desk.example", None)]
    #[case::workspace_on_its_own_host("/new-agent/", "desk.example", None)]
    #[case::providers_on_the_workspaces_host("/webhooks/meta/1", "desk.example", None)]
    #[case::customers_page_on_the_workspaces_host("/outside", "desk.example", Some(Fault::Path))]
    #[case::requests_of_customers_on_the_workspaces_host("/outside/api/chats", "desk.example", Some(Fault::Path))]
    #[case::path_with_a_similar_beginning("/outsider", "desk.example", None)]
    fn customers_and_agents_have_separate_hosts(
        #[case] path: &str,
        #[case] host: &str,
        #[case] expected: Option<Fault>,
    ) {
        let request = Request::builder().uri(path).header("host", host).body(Body::empty()).unwrap();
        assert_eq!(fault_of_host(&request, "clientes.example"), expected);
    }

    #[rstest]
    #[case::page_of_this_site(&[HERE, ("sec-fetch-site", "same-origin"), ("origin", "https://desk.example"), ("content-type", "application/json")], None)]
    #[case::program_without_headers(&[HERE], None)]
    #[case::page_of_an_allowed_origin(&[HERE, ("origin", "https://other.example"), ("content-type", "application/json")], None)]
    #[case::page_of_another_site(&[HERE, ("sec-fetch-site", "cross-site")], Some(Fault::OtherSite))]
    #[case::old_browser_of_another_site(&[HERE, ("origin", "https://evil.example")], Some(Fault::OtherSite))]
    #[case::sandboxed_frame(&[HERE, ("origin", "null")], Some(Fault::OtherSite))]
    #[case::form_body(&[HERE, ("content-type", "application/x-www-form-urlencoded")], Some(Fault::Type))]
    #[case::text_body(&[HERE, ("content-type", "Text/Plain; charset=utf-8")], Some(Fault::Type))]
    #[case::upload_form_body(&[HERE, ("content-type", "multipart/form-data; boundary=a")], Some(Fault::Type))]
    #[case::no_host(&[], Some(Fault::Host))]
    #[case::two_hosts(&[HERE, ("host", "evil.example")], Some(Fault::Host))]
    #[case::malformed_host(&[("host", "a b")], Some(Fault::Host))]
    fn a_request_must_come_from_a_page_of_this_site_or_from_no_page(
        #[case] headers: &[(&str, &str)],
        #[case] expected: Option<Fault>,
    ) {
        for path in ["/api/auth/login", "/outside/api/chats", "/outside/messenger/telephones", "/voice/janus"] {
            assert_eq!(fault("POST", path, headers, false), expected, "{path}");
        }
    }

    #[rstest]
    #[case::socket_of_voice("GET", "/voice/ws", Some(Fault::OtherSite))]
    #[case::get_request("GET", "/api/system", None)]
    #[case::file_of_a_message("POST", "/api/chat/media", Some(Fault::OtherSite))]
    #[case::webhook_of_a_provider("POST", "/webhooks/meta/1", None)]
    #[case::request_of_the_external_broker("POST", "/broker-auth/key/user", None)]
    fn requests_of_pages_of_other_sites_are_refused_on_routes_that_pages_use(
        #[case] method: &str,
        #[case] path: &str,
        #[case] expected: Option<Fault>,
    ) {
        assert_eq!(fault(method, path, &[HERE, ("origin", "https://evil.example")], false), expected);
    }

    #[rstest]
    #[case::text_body_of_a_file("/outside/api/chats/1/media", "text/plain")]
    #[case::forms_of_the_external_broker("/broker-auth/key/user", "application/x-www-form-urlencoded")]
    #[case::forms_of_providers("/webhooks/twilio/1", "application/x-www-form-urlencoded")]
    fn other_content_types_are_accepted_on_the_routes_that_need_them(#[case] path: &str, #[case] of: &str) {
        assert_eq!(fault("POST", path, &[HERE, ("content-type", of)], false), None);
    }

    #[rstest]
    #[case::path_with_a_double_slash("/api//system", Some(Fault::Path))]
    #[case::path_with_a_slash_at_the_end("/api/system/", Some(Fault::Path))]
    #[case::path_with_an_encoded_letter("/api/%73ystem", Some(Fault::Path))]
    #[case::path_with_an_encoded_digit("/outside/api/chats/%31", Some(Fault::Path))]
    #[case::path_with_an_encoded_mark("/api/contacts/helena%40example.com", None)]
    #[case::path_with_an_encoded_slash("/api/contacts/a%2Fb", None)]
    #[case::path_with_an_invalid_code("/api/contacts/100%", None)]
    #[case::path_of_a_page("/new-agent/", None)]
    #[case::path_of_the_customers_page("/outside/", None)]
    fn the_path_of_an_api_request_has_only_one_spelling(#[case] path: &str, #[case] expected: Option<Fault>) {
        assert_eq!(fault("GET", path, &[HERE], false), expected);
    }

    #[rstest]
    #[case::name_of_this_machine("localhost:8104", None)]
    #[case::loopback_address("127.0.0.1:8104", None)]
    #[case::ipv6_loopback_address("[::1]:8104", None)]
    #[case::host_without_port("localhost", None)]
    #[case::rebound_host_name("evil.example:8104", Some(Fault::OtherHost))]
    #[case::host_with_this_name_as_prefix("localhost.evil.example", Some(Fault::OtherHost))]
    #[case::name_of_another_machine("192.0.2.1:8104", Some(Fault::OtherHost))]
    fn the_demo_answers_only_requests_that_name_this_machine(#[case] host: &str, #[case] expected: Option<Fault>) {
        assert_eq!(fault("GET", "/api/system", &[("host", host)], true), expected);
        assert_eq!(fault("GET", "/api/system", &[("host", host)], false), None);
    }
}
