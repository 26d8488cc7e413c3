//! Configuration of the gateway.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use crate::media::{MediaLimits, RecordingOutput};
use crate::signalling::{SignallingConfig, SignallingLimits};

/// Addresses and limits. The default uses a free port of the loopback interface.
#[derive(Clone, Debug)]
pub struct GatewayConfig {
    /// Address of the UDP socket for the media of all calls. Port 0: any free port.
    pub media: SocketAddr,
    /// Address that browsers send to, if it is not the socket's own (NAT, or a socket on all interfaces).
    pub advertise: Option<IpAddr>,
    /// Limits of the media.
    pub limits: MediaLimits,
    /// Limits and names of the signalling.
    pub signalling: SignallingConfig,
    /// Limits of the WebSockets.
    pub links: LinkLimits,
    /// The receiver of recordings.
    pub recording: RecordingOutput,
}

/// Limits of a WebSocket. One that exceeds them is closed with code 1008.
#[derive(Clone, Debug)]
pub struct LinkLimits {
    /// Messages a second that a client may send in the long run: 50. A page sends some in a second when it makes a call.
    pub messages_per_second: NonZeroU32,
    /// Messages that a client may send at once: 200.
    pub burst: NonZeroU32,
    /// Frames that wait for a client that does not read: 256.
    pub waiting_frames: usize,
    /// A ping is sent this often: 15 s.
    pub ping_every: Duration,
    /// A WebSocket whose client sends nothing, not even a pong, is closed after this time: 45 s.
    pub pong_timeout: Duration,
}

impl Default for LinkLimits {
    fn default() -> Self {
        Self {
            messages_per_second: const { NonZeroU32::new(50).unwrap() },
            burst: const { NonZeroU32::new(200).unwrap() },
            waiting_frames: 256,
            ping_every: Duration::from_secs(15),
            pong_timeout: Duration::from_secs(45),
        }
    }
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
                limits: SignallingLimits::default(),
            },
            links: LinkLimits::default(),
            recording: RecordingOutput::default(),
        }
    }
}

impl Default for SignallingLimits {
    /// A page has one session with one or two handles on one link. 10,000 sessions with 256 KiB of waiting events each
    /// limit the memory that clients can occupy; an address can make 20 sessions before one of them registers a
    /// telephone.
    fn default() -> Self {
        Self {
            sessions: 10_000,
            sessions_per_link: 4,
            sessions_per_address: 20,
            handles_per_session: 8,
            transaction_length: 64,
            waiting_events: 256,
            waiting_bytes: 256 * 1024,
            registration_timeout: Duration::from_secs(10),
        }
    }
}
