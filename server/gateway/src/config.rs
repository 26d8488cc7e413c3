//! Configuration of the gateway.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use crate::media::MediaLimits;
use crate::signalling::SignallingConfig;

/// Addresses and limits. The default uses a free port of the loopback interface.
#[derive(Clone, Debug)]
pub struct GatewayConfig {
    /// Address of the UDP socket of all calls. Port 0: any free port.
    pub media: SocketAddr,
    /// Address that browsers send to, if it is not the socket's own (NAT, or a socket on all interfaces).
    pub advertise: Option<IpAddr>,
    /// Limits of the media.
    pub limits: MediaLimits,
    /// Limits and names of the signalling.
    pub signalling: SignallingConfig,
}

impl Default for GatewayConfig {
    fn default() -> Self {
        let limits = MediaLimits { silence: Duration::from_secs(1), lost: Duration::from_secs(30) };
        Self {
            media: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            advertise: None,
            limits,
            signalling: SignallingConfig {
                session_timeout: Duration::from_secs(60),
                claim_timeout: Duration::from_secs(20),
                return_timeout: Duration::from_secs(10),
                poll_timeout: Duration::from_secs(30),
                ring_timeout: Duration::from_secs(30),
                silence: limits.silence,
                ring_back: true,
                sip_host: "voice.invalid:5060".into(),
            },
        }
    }
}
