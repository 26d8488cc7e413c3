//! Decides which addresses a download may connect to. Addresses in webhooks are untrusted and must not lead into the
//! server's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::download::DownloadFault;

/// Which addresses are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResolvePolicy {
    /// Public addresses with `https` only.
    #[default]
    PublicOnly,
    /// Also loopback addresses, and `http`: for a provider that a test replaces.
    LoopbackToo,
}

impl ResolvePolicy {
    /// Whether a download may connect to this address.
    pub fn permits(self, ip: IpAddr) -> bool {
        is_public(ip) || (self == Self::LoopbackToo && ip.to_canonical().is_loopback())
    }

    /// Checks the scheme, the host and, if the host is a number, the address. Names are checked again when they are
    /// resolved.
    pub(super) fn check(self, url: &Url, allowed_hosts: &[String]) -> Result<(), DownloadFault> {
        let is_plain = url.scheme() == "http" && self == Self::LoopbackToo;
        if url.scheme() != "https" && !is_plain {
            return Err(DownloadFault::Scheme(url.scheme().to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(DownloadFault::Host("an address with a password".to_owned()));
        }
        let host = url.host_str().unwrap_or_default();
        if !allowed_hosts.iter().any(|allowed| fits(allowed, host)) {
            return Err(DownloadFault::Host(host.to_owned()));
        }
        let ip = match url.host() {
            Some(Host::Ipv4(ip)) => IpAddr::V4(ip),
            Some(Host::Ipv6(ip)) => IpAddr::V6(ip),
            Some(Host::Domain(_)) => return Ok(()),
            None => return Err(DownloadFault::Host(String::new())),
        };
        if self.permits(ip) { Ok(()) } else { Err(DownloadFault::Address(ip)) }
    }
}

/// A host by name, or every host with a suffix that begins with a dot.
fn fits(allowed: &str, host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    if allowed.starts_with('.') { host.ends_with(allowed) && host.len() > allowed.len() } else { host == allowed }
}

/// Resolves a name once and returns only permitted addresses, so that the connection goes to a checked address.
#[derive(Debug)]
pub(super) struct CheckedResolver {
    pub policy: ResolvePolicy,
}

impl Resolve for CheckedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let policy = self.policy;
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            // One forbidden address is sufficient for a refusal: a name that mixes them tries to circumvent the check.
            match found.iter().find(|address| !policy.permits(address.ip())) {
                Some(forbidden) => Err(DownloadFault::Address(forbidden.ip()).into()),
                None => Ok(Box::new(found.into_iter()) as Addrs),
            }
        })
    }
}

fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

/// Everything but the special-purpose blocks of RFC 6890 and multicast.
fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_special = ip.is_loopback()
        || ip.is_private()
        || ip.is_link_local()
        || ip.is_documentation()
        || ip.is_multicast()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19));
    !is_special
}

/// Global unicast (2000::/3) without documentation, Teredo and other protocol assignments, and 6to4. An address that embeds one of version 4 in
/// another block is outside of 2000::/3, except ::ffff:0:0/96, which is judged by the embedded address.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    if let Some(mapped) = ip.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    let [first, second, ..] = ip.segments();
    let is_special = (first == 0x2001 && (second < 0x0200 || second == 0x0db8)) || first == 0x2002 || first == 0x3fff;
    (0x2000..0x4000).contains(&first) && !is_special
}
