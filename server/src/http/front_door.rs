//! What is decided of every request before any route: it names one host, comes from a page that may send it, and its path
//! has one spelling, so that the rules of a proxy mean what they say.

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderMap, ORIGIN};
use axum::http::{Method, StatusCode, Uri, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use super::body::refusal;
use super::own_host;
use crate::server::AppState;

/// Routes that change something and are called by pages.
const CALLED_BY_PAGES: &[&str] = &["/api/", "/outside/api/", "/outside/messenger/", "/voice/", "/control/"];
/// Routes with one spelling.
const CALLS: &[&str] = &["/api", "/outside/api", "/outside/messenger", "/voice", "/control", "/broker", "/webhooks"];
/// A page of any site may send these without asking first (Fetch standard, "CORS-safelisted request-header").
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
    /// It names no host, or two.
    Host,
    /// The demo has published passwords: a page of another name that points to this machine must not read it.
    OtherHost,
    /// The path has another spelling, or is not served on this host.
    Path,
    /// The entry of the customers' host, which is their page.
    Entry,
    /// A page of another site makes its visitors send it.
    OtherSite,
    /// The body has a type that a page of another site may send.
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

/// With a host of their own customers get nothing of the workspace, and its agents nothing of the customers' page: a script that runs in one of
/// both has neither the storage nor the calls of the other. Both hosts have the signalling of telephones, files by their signed addresses and the probes.
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

/// Neither an empty segment nor an encoded letter or digit: each call has one path.
fn is_plain(path: &str) -> bool {
    let ends = path.len() > 1 && path.ends_with('/');
    let mut encoded = path.split('%').skip(1);
    let hides = encoded.any(|rest| {
        let byte = rest.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric())
    });
    !path.contains("//") && !ends && !hides
}

/// Browsers say it themselves; pages cannot change the headers. Those that do not know `Sec-Fetch-Site` (before Chrome 76
/// and Firefox 90) send `Origin`. A client without both is no browser.
fn is_of_own_site(headers: &HeaderMap, allowed: &[String]) -> bool {
    let is_cross_site = headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
    !is_cross_site && is_origin_allowed(headers, allowed)
}

/// Whether the request comes from a page of this host or of an allowed origin. A client without an `origin` header is
/// not a browser; it has no cookies to misuse and needs credentials like every other.
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
    #[case::capitals(Some("https://Desk.Example"), "desk.example", true)]
    #[case::no_browser(None, "localhost:8080", true)]
    #[case::allowed(Some("https://other.example"), "localhost:8080", true)]
    #[case::other_host(Some("https://evil.example"), "localhost:8080", false)]
    #[case::other_port(Some("http://localhost:9999"), "localhost:8080", false)]
    #[case::host_as_prefix(Some("http://localhost:8080.evil.example"), "localhost:8080", false)]
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
    #[case::with_a_port("/outside/page.js", "Clientes.Example:8443", None)]
    #[case::their_calls("/outside/api/chats", "clientes.example", None)]
    #[case::entry("/", "clientes.example", Some(Fault::Entry))]
    #[case::workspace("/new-agent/", "clientes.example", Some(Fault::Path))]
    #[case::calls_of_agents("/api/auth/login", "clientes.example", Some(Fault::Path))]
    #[case::broker("/broker", "clientes.example", Some(Fault::Path))]
    #[case::providers("/webhooks/meta/1", "clientes.example", Some(Fault::Path))]
    #[case::probe("/readyz", "clientes.example", None)]
    #[case::telephones("/voice/ws", "clientes.example", None)]
    #[case::files("/api/media/9c41d07be2f84a6e", "clientes.example", None)]
    #[case::telephones_of_agents("/voice/ws", "desk.example", None)]
    #[case::workspace_at_home("/new-agent/", "desk.example", None)]
    #[case::providers_at_home("/webhooks/meta/1", "desk.example", None)]
    #[case::customers_elsewhere("/outside", "desk.example", Some(Fault::Path))]
    #[case::their_calls_elsewhere("/outside/api/chats", "desk.example", Some(Fault::Path))]
    #[case::similar_path("/outsider", "desk.example", None)]
    fn customers_and_agents_have_hosts_of_their_own(
        #[case] path: &str,
        #[case] host: &str,
        #[case] expected: Option<Fault>,
    ) {
        let request = Request::builder().uri(path).header("host", host).body(Body::empty()).unwrap();
        assert_eq!(fault_of_host(&request, "clientes.example"), expected);
    }

    #[rstest]
    #[case::page(&[HERE, ("sec-fetch-site", "same-origin"), ("origin", "https://desk.example"), ("content-type", "application/json")], None)]
    #[case::program(&[HERE], None)]
    #[case::allowed_origin(&[HERE, ("origin", "https://other.example"), ("content-type", "application/json")], None)]
    #[case::cross_site(&[HERE, ("sec-fetch-site", "cross-site")], Some(Fault::OtherSite))]
    #[case::old_browser(&[HERE, ("origin", "https://evil.example")], Some(Fault::OtherSite))]
    #[case::sandboxed_frame(&[HERE, ("origin", "null")], Some(Fault::OtherSite))]
    #[case::form(&[HERE, ("content-type", "application/x-www-form-urlencoded")], Some(Fault::Type))]
    #[case::text(&[HERE, ("content-type", "Text/Plain; charset=utf-8")], Some(Fault::Type))]
    #[case::upload_form(&[HERE, ("content-type", "multipart/form-data; boundary=a")], Some(Fault::Type))]
    #[case::no_host(&[], Some(Fault::Host))]
    #[case::two_hosts(&[HERE, ("host", "evil.example")], Some(Fault::Host))]
    #[case::strange_host(&[("host", "a b")], Some(Fault::Host))]
    fn a_call_comes_from_a_page_of_this_site_or_from_no_page(
        #[case] headers: &[(&str, &str)],
        #[case] expected: Option<Fault>,
    ) {
        for path in ["/api/auth/login", "/outside/api/chats", "/outside/messenger/telephones", "/voice/janus"] {
            assert_eq!(fault("POST", path, headers, false), expected, "{path}");
        }
    }

    #[rstest]
    #[case::socket_of_voice("GET", "/voice/ws", Some(Fault::OtherSite))]
    #[case::reading("GET", "/api/system", None)]
    #[case::file("POST", "/api/chat/media", Some(Fault::OtherSite))]
    #[case::provider("POST", "/webhooks/meta/1", None)]
    #[case::external_broker("POST", "/broker-auth/key/user", None)]
    fn pages_of_other_sites_are_refused_where_pages_call(
        #[case] method: &str,
        #[case] path: &str,
        #[case] expected: Option<Fault>,
    ) {
        assert_eq!(fault(method, path, &[HERE, ("origin", "https://evil.example")], false), expected);
    }

    #[rstest]
    #[case::files_may_be_texts("/outside/api/chats/1/media", "text/plain")]
    #[case::forms_of_the_external_broker("/broker-auth/key/user", "application/x-www-form-urlencoded")]
    #[case::forms_of_providers("/webhooks/twilio/1", "application/x-www-form-urlencoded")]
    fn other_types_are_read_where_they_belong(#[case] path: &str, #[case] of: &str) {
        assert_eq!(fault("POST", path, &[HERE, ("content-type", of)], false), None);
    }

    #[rstest]
    #[case::double_slash("/api//system", Some(Fault::Path))]
    #[case::slash_at_the_end("/api/system/", Some(Fault::Path))]
    #[case::encoded_letter("/api/%73ystem", Some(Fault::Path))]
    #[case::encoded_digit("/outside/api/chats/%31", Some(Fault::Path))]
    #[case::encoded_mark("/api/contacts/helena%40example.com", None)]
    #[case::encoded_slash("/api/contacts/a%2Fb", None)]
    #[case::not_a_code("/api/contacts/100%", None)]
    #[case::page("/new-agent/", None)]
    #[case::page_of_customers("/outside/", None)]
    fn a_call_has_one_spelling(#[case] path: &str, #[case] expected: Option<Fault>) {
        assert_eq!(fault("GET", path, &[HERE], false), expected);
    }

    #[rstest]
    #[case::name("localhost:8104", None)]
    #[case::address("127.0.0.1:8104", None)]
    #[case::ipv6("[::1]:8104", None)]
    #[case::without_port("localhost", None)]
    #[case::rebound("evil.example:8104", Some(Fault::OtherHost))]
    #[case::prefix("localhost.evil.example", Some(Fault::OtherHost))]
    #[case::other_machine("192.0.2.1:8104", Some(Fault::OtherHost))]
    fn the_demo_answers_to_this_machine_only(#[case] host: &str, #[case] expected: Option<Fault>) {
        assert_eq!(fault("GET", "/api/system", &[("host", host)], true), expected);
        assert_eq!(fault("GET", "/api/system", &[("host", host)], false), None);
    }
}
