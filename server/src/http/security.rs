//! Security headers. Pages get a content security policy; every other response, including redirects and errors of the framework, gets a policy
//! that allows nothing. Only this module decides on the policy for old engines.

use axum::extract::Request;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

/// How the browser uses a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience<'a> {
    /// The workspace or a part of it: may run its own scripts and connect to this server and the configured origins. Texts never become markup or
    /// scripts (trusted types); addresses of scripts and workers must pass the policy that `ui/boot.js` creates.
    Workspace { extra_origins: &'a str },
    /// The customers' page or a part of it: may run its own scripts and connect to this server.
    Page,
    /// Data: allows nothing if a browser displays it as a page.
    Data,
}

/// Security headers of every response.
const COMMON: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// One year: the minimum of browsers' preload lists.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Hash of the single `<style>` element that the dialogs of the ui insert (react-remove-scroll, a part of Radix). A test of the
/// ui (`ui/src/design/scrollLock.test.tsx`) computes it from the library.
const SCROLL_LOCK_STYLE: &str = "'sha256-nzTgYzXYDNe6BAHiiI7NNlfK8n/auuOAhh2t92YvuXo='";

/// The directives that forbid the workspace's page to use texts as markup or scripts. Engines without trusted types
/// ignore them.
const TRUSTED_TYPES: &str = "; require-trusted-types-for 'script'; trusted-types default";

/// Adds headers to every response: a response without a policy is data; over TLS, HSTS is set.
pub async fn guard(request: Request, next: Next) -> Response {
    let encrypted = came_through_tls(request.headers());
    let mut answer = next.run(request).await;
    let headers = answer.headers_mut();
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        protect(Audience::Data, &HeaderMap::new(), headers);
    }
    // Responses with a policy of their own, such as files, need the other headers, too.
    for (name, value) in COMMON {
        headers.entry(name).or_insert(value);
    }
    if encrypted {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    answer
}

/// Whether the proxy reports TLS; the server itself has none. A forged header is harmless: browsers ignore HSTS on plain
/// connections.
fn came_through_tls(request: &HeaderMap) -> bool {
    let protocols = request.get("x-forwarded-proto").and_then(|value| value.to_str().ok());
    protocols.and_then(|protocols| protocols.split(',').next()).is_some_and(|first| first.trim() == "https")
}

/// Adds the security headers; the policy depends on the request's host and engine.
pub fn protect(audience: Audience<'_>, request: &HeaderMap, answer: &mut HeaderMap) {
    let policy = match audience {
        Audience::Workspace { extra_origins } => page_policy(request, extra_origins) + TRUSTED_TYPES,
        Audience::Page => page_policy(request, ""),
        Audience::Data => "default-src 'none'; base-uri 'none'; frame-ancestors 'none'".to_owned(),
    };
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        answer.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if audience != Audience::Data {
        answer.append(header::VARY, HeaderValue::from_static("user-agent"));
        answer.insert(
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static("camera=(), geolocation=(), microphone=(self), payment=(), usb=()"),
        );
        answer.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
    }
    for (name, value) in COMMON {
        answer.insert(name, value);
    }
}

fn page_policy(request: &HeaderMap, extra_origins: &str) -> String {
    let user_agent = request.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let evaluation = if needs_unsafe_eval(user_agent) { "'unsafe-eval'" } else { "'wasm-unsafe-eval'" };
    // Before CSP level 3 'self' does not include WebSockets of the same host.
    let sockets = match own_host(request) {
        Some(host) => format!(" ws://{host} wss://{host}"),
        None => String::new(),
    };
    let space = if extra_origins.is_empty() { "" } else { " " };
    format!(
        "default-src 'self'; script-src 'self' {evaluation}; style-src 'self' {SCROLL_LOCK_STYLE}; img-src 'self' data: blob:; \
         media-src 'self' blob:; font-src 'self'; connect-src 'self'{sockets}{space}{extra_origins}; worker-src 'self' blob:; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// Chrome before 97 and Firefox before 102 do not support 'wasm-unsafe-eval' and need 'unsafe-eval' for WebAssembly.
fn needs_unsafe_eval(user_agent: &str) -> bool {
    let version = |name: &str| {
        let (_, rest) = user_agent.split_once(name)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    };
    version("Chrome/").is_some_and(|chrome| chrome < 97) || version("Firefox/").is_some_and(|firefox| firefox < 102)
}

/// The `Host` header if it is a plain host name: it becomes part of another header.
pub fn own_host(request: &HeaderMap) -> Option<&str> {
    let host = request.get(header::HOST)?.to_str().ok()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    (!host.is_empty() && host.bytes().all(plain)).then_some(host)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn policy(user_agent: &str, host: &str) -> String {
        policy_with(user_agent, host, "")
    }

    fn policy_with(user_agent: &str, host: &str, extra_origins: &str) -> String {
        let mut request = HeaderMap::new();
        request.insert(header::USER_AGENT, user_agent.parse().unwrap());
        request.insert(header::HOST, host.parse().unwrap());
        let mut answer = HeaderMap::new();
        protect(Audience::Workspace { extra_origins }, &request, &mut answer);
        answer.get(header::CONTENT_SECURITY_POLICY).unwrap().to_str().unwrap().to_owned()
    }

    #[rstest]
    #[case::chrome_71(
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/71.0.3563.0 Safari/537.36",
        true
    )]
    #[case::chrome_96("Mozilla/5.0 Chrome/96.0.4664.110 Safari/537.36", true)]
    #[case::chrome_97("Mozilla/5.0 Chrome/97.0.4692.71 Safari/537.36", false)]
    #[case::chrome_156("Mozilla/5.0 Chrome/156.0.0.0 Safari/537.36", false)]
    #[case::firefox_60("Mozilla/5.0 (X11; Linux x86_64; rv:60.0) Gecko/20100101 Firefox/60.0", true)]
    #[case::firefox_102("Mozilla/5.0 (X11; Linux x86_64; rv:102.0) Gecko/20100101 Firefox/102.0", false)]
    #[case::browser_without_a_version("Chrome/", false)]
    #[case::something_else_than_a_browser("curl/8.0", false)]
    fn only_engines_without_wasm_unsafe_eval_get_unsafe_eval(#[case] user_agent: &str, #[case] old: bool) {
        let policy = policy(user_agent, "desk.example");
        assert_eq!(policy.contains(" 'unsafe-eval'"), old, "{policy}");
        assert_eq!(policy.contains("'wasm-unsafe-eval'"), !old, "{policy}");
    }

    #[test]
    fn the_policy_of_a_page_allows_no_inline_scripts_and_no_framing() {
        let policy = policy("", "localhost:8080");
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(policy.contains("connect-src 'self' ws://localhost:8080 wss://localhost:8080;"), "{policy}");
    }

    #[test]
    fn only_the_policy_of_the_workspace_requires_trusted_types() {
        let mut answer = HeaderMap::new();
        protect(Audience::Page, &HeaderMap::new(), &mut answer);
        let of_customers = answer.get(header::CONTENT_SECURITY_POLICY).unwrap().to_str().unwrap();
        let wanted = "require-trusted-types-for 'script'; trusted-types default";
        assert!(policy("", "localhost:8080").ends_with(wanted) && !of_customers.contains("trusted-types"));
    }

    #[test]
    fn bey_100_the_policy_allows_only_configured_origins() {
        let policy = policy_with("", "a.example", "https://flags.example https://errors.example");
        let connect = "connect-src 'self' ws://a.example wss://a.example https://flags.example https://errors.example;";
        assert!(policy.contains(connect), "{policy}");
        assert_eq!(policy.matches("flags.example").count(), 1, "{policy}");
    }

    #[test]
    fn a_malformed_host_is_left_out_of_the_policy() {
        let policy = policy("", "x; script-src *");
        assert!(policy.contains("connect-src 'self';"), "{policy}");
        assert!(!policy.contains('*'), "{policy}");
    }
}
