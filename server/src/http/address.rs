//! The network address of a caller: the peer, or the last entry of `x-forwarded-for` behind a configured proxy.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use axum::http::header::HOST;
use axum::http::request::Parts;

/// Behind a proxy the last entry is used: the proxy wrote it; earlier ones may be forged by the caller.
pub fn caller_address(parts: &Parts, behind_proxy: bool) -> Option<String> {
    if behind_proxy {
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        let last = forwarded.rsplit(',').next()?.trim();
        return (!last.is_empty()).then(|| last.to_owned());
    }
    parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip().to_string())
}

/// `ws://host` or `wss://host` of the `host` header. Behind a proxy `x-forwarded-proto` says whether the page uses TLS.
pub fn web_socket_origin(parts: &Parts, behind_proxy: bool) -> Option<String> {
    let host = parts.headers.get(HOST)?.to_str().ok()?;
    let forwarded = parts.headers.get("x-forwarded-proto").and_then(|scheme| scheme.to_str().ok());
    let is_secure = behind_proxy && forwarded.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"));
    Some(format!("{}://{host}", if is_secure { "wss" } else { "ws" }))
}

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::direct(false, "", "ws://centre.example:8080")]
    #[case::forged(false, "https", "ws://centre.example:8080")]
    #[case::behind_a_proxy_with_tls(true, "https", "wss://centre.example:8080")]
    #[case::behind_a_proxy_without_tls(true, "http", "ws://centre.example:8080")]
    fn the_address_of_sockets_has_host_and_encryption_of_the_page(
        #[case] behind_proxy: bool,
        #[case] scheme: &str,
        #[case] expected: &str,
    ) {
        let request = Request::builder().header("host", "centre.example:8080").header("x-forwarded-proto", scheme);
        let (parts, ()) = request.body(()).unwrap().into_parts();
        assert_eq!(web_socket_origin(&parts, behind_proxy).as_deref(), Some(expected));
    }

    #[rstest]
    #[case::direct(false, &[], Some("192.0.2.1"))]
    #[case::direct_and_forged(false, &["203.0.113.9"], Some("192.0.2.1"))]
    #[case::behind_a_proxy(true, &["203.0.113.9"], Some("203.0.113.9"))]
    #[case::forged_before_the_proxy(true, &["1.1.1.1, 203.0.113.9"], Some("203.0.113.9"))]
    #[case::forged_as_a_header_of_its_own(true, &["1.1.1.1", "203.0.113.9"], Some("203.0.113.9"))]
    #[case::behind_a_proxy_without_the_header(true, &[], None)]
    fn the_address_of_a_caller_is_the_one_that_cannot_be_forged(
        #[case] behind_proxy: bool,
        #[case] forwarded: &[&str],
        #[case] expected: Option<&str>,
    ) {
        let peer: SocketAddr = "192.0.2.1:4711".parse().unwrap();
        let mut request = Request::builder().extension(ConnectInfo(peer));
        for value in forwarded {
            request = request.header("x-forwarded-for", *value);
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        assert_eq!(caller_address(&parts, behind_proxy).as_deref(), expected);
    }
}
