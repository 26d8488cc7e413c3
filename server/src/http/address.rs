//! The network address of a caller: the peer, or the last entry of `x-forwarded-for` behind a configured proxy.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::header::HOST;
use axum::http::request::Parts;

/// The caller's address in the form that every limit uses. Behind a proxy the last entry of the header is used, which the proxy wrote; the caller
/// may have forged earlier entries.
pub fn caller_address(parts: &Parts, behind_proxy: bool) -> Option<String> {
    if behind_proxy {
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        return ip_of(forwarded.rsplit(',').next()?.trim()).map(network_of);
    }
    parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| network_of(peer.0.ip()))
}

/// Parses an address as proxies write it: some add the port, and brackets around an IPv6 address.
fn ip_of(text: &str) -> Option<IpAddr> {
    let without_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().ok().or_else(without_port).or_else(in_brackets)
}

/// The addresses of one subscriber: an IPv4 address, also in IPv6 form, or an IPv6 network (/64), of which the subscriber may use every address.
pub(super) fn network_of(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
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
    #[case::direct_connection(false, "", "ws://centre.example:8080")]
    #[case::direct_connection_with_a_forged_header(false, "https", "ws://centre.example:8080")]
    #[case::behind_a_proxy_with_tls(true, "https", "wss://centre.example:8080")]
    #[case::behind_a_proxy_without_tls(true, "http", "ws://centre.example:8080")]
    fn the_address_of_the_sockets_has_the_host_and_encryption_of_the_page(
        #[case] behind_proxy: bool,
        #[case] scheme: &str,
        #[case] expected: &str,
    ) {
        let request = Request::builder().header("host", "centre.example:8080").header("x-forwarded-proto", scheme);
        let (parts, ()) = request.body(()).unwrap().into_parts();
        assert_eq!(web_socket_origin(&parts, behind_proxy).as_deref(), Some(expected));
    }

    #[rstest]
    #[case::direct_connection(false, &[], Some("192.0.2.1"))]
    #[case::direct_connection_with_a_forged_header(false, &["203.0.113.9"], Some("192.0.2.1"))]
    #[case::behind_a_proxy(true, &["203.0.113.9"], Some("203.0.113.9"))]
    #[case::behind_a_proxy_with_a_forged_entry(true, &["1.1.1.1, 203.0.113.9"], Some("203.0.113.9"))]
    #[case::behind_a_proxy_with_a_forged_second_header(true, &["1.1.1.1", "203.0.113.9"], Some("203.0.113.9"))]
    #[case::behind_a_proxy_without_the_header(true, &[], None)]
    #[case::address_with_a_port(true, &["203.0.113.9:50123"], Some("203.0.113.9"))]
    #[case::ipv4_in_ipv6_form(true, &["::ffff:203.0.113.9"], Some("203.0.113.9"))]
    #[case::ipv6_address(true, &["2001:db8:1:2:a:b:c:d"], Some("2001:db8:1:2::/64"))]
    #[case::another_address_of_the_same_subscriber(true, &["2001:0db8:0001:0002::9"], Some("2001:db8:1:2::/64"))]
    #[case::another_subscriber(true, &["2001:db8:1:3::9"], Some("2001:db8:1:3::/64"))]
    #[case::ipv6_in_brackets(true, &["[2001:db8:1:2::9]"], Some("2001:db8:1:2::/64"))]
    #[case::ipv6_with_a_port(true, &["[2001:db8:1:2::9]:50123"], Some("2001:db8:1:2::/64"))]
    #[case::text_that_is_no_address(true, &["unknown"], None)]
    fn the_address_of_a_caller_cannot_be_forged_by_headers(
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
