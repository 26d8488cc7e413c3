//! Origins of configured URLs. They become part of headers, so only plain hosts are accepted.

/// `wss://host:port` of a WebSocket URL; only plain hosts, because it becomes part of a header.
pub(super) fn socket_origin(url: &str) -> Option<&str> {
    let scheme = ["ws://", "wss://"].into_iter().find(|scheme| url.starts_with(scheme))?;
    let host = url.get(scheme.len()..)?.split(['/', '?', '#']).next()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    if host.is_empty() || !host.bytes().all(plain) {
        return None;
    }
    url.get(..scheme.len() + host.len())
}

/// `https://host:port` of a URL; only plain hosts, because it becomes part of a header.
pub(super) fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    let known = matches!(scheme, "http" | "https");
    (known && !host.is_empty() && host.bytes().all(plain)).then(|| format!("{scheme}://{host}"))
}
