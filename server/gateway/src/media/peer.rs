//! One WebRTC peer connection of str0m: descriptions, packets in and out, sound and tones of one leg.
//! It opens no socket and reads no clock.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use str0m::change::{SdpAnswer, SdpOffer, SdpPendingOffer};
use str0m::format::{Codec, CodecConfig, FormatParams};
use str0m::media::{Direction, Frequency, Media, MediaData, MediaKind, MediaTime, Mid, Pt, TelephoneEvent};
use str0m::net::{Protocol, Receive, Transmit};
use str0m::rtp::Extension;
use str0m::{Candidate, Event, Input, Output, Rtc, RtcError};

use super::dtmf;
use super::g711::{FRAME_SAMPLES, Frame, Law};
use super::jitter::JitterBuffer;
use super::sdp::{Description, describe, fingerprint, has_g711};

const TELEPHONE_EVENT: u8 = 126;
/// Pause after a sent tone (str0m refuses less than 50 ms).
const TONE_PAUSE: Duration = Duration::from_millis(60);
/// Maximum of waiting tones: a CNPJ typed at once has 14 keys.
const MAX_TONES: usize = 16;
/// Maximum of outputs in one drain; more means that the library repeats itself.
const MAX_DRAIN: usize = 10_000;

/// An event of a peer connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerEvent {
    /// ICE and DTLS are established.
    Up,
    /// The first packet arrived, packets arrive again, or none arrived within the silence limit.
    Receiving {
        /// `a=mid` of the audio.
        mid: String,
        /// Whether packets arrive.
        receiving: bool,
    },
    /// The other side pressed a key.
    Tone(char),
    /// The other side closed the connection.
    Closed,
}

/// Why a description was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAcceptable;

/// The connection of one leg.
pub struct Peer {
    rtc: Rtc,
    local: SocketAddr,
    audio: Option<Mid>,
    pending: Option<SdpPendingOffer>,
    /// Fingerprint of the other side's certificate.
    remote: Option<String>,
    closed: bool,
    jitter: JitterBuffer,
    rtp_time: u64,
    /// When str0m must be called again.
    wake: Instant,
    up: bool,
    /// When the descriptions were complete, or the last packet arrived.
    heard_at: Option<Instant>,
    receiving: bool,
    last_tone: Option<u64>,
    tones: VecDeque<(char, Duration)>,
    tone_ends_at: Option<Instant>,
}

impl Peer {
    /// A connection that has `local` as its only candidate.
    pub fn new(local: SocketAddr, now: Instant) -> Self {
        Self::with_laws(local, now, &[Law::Mu, Law::A])
    }

    /// A connection that knows only some forms of G.711.
    pub fn with_laws(local: SocketAddr, now: Instant, laws: &[Law]) -> Self {
        let mut config = Rtc::builder()
            .clear_codecs()
            .enable_pcmu(laws.contains(&Law::Mu), false)
            .enable_pcma(laws.contains(&Law::A), false);
        let codecs = config.codec_config();
        let tele = Pt::from(TELEPHONE_EVENT);
        codecs.add_config(tele, None, Codec::Tele, Frequency::EIGHT_KHZ, None, FormatParams::default());
        // With transport-wide feedback Chromium sends empty probe packets as telephone events, which str0m reports as errors.
        let mut params = codecs.params().to_vec();
        for param in &mut params {
            param.set_fb_transport_cc(false);
        }
        *codecs = CodecConfig::new_from_payload_params(params);
        let mut rtc = config
            .clear_extension_map()
            .set_extension(1, Extension::AudioLevel)
            .set_extension(4, Extension::RtpMid)
            .build(now);
        match Candidate::host(local, Protocol::Udp) {
            Ok(candidate) => {
                rtc.add_local_candidate(candidate);
            }
            Err(error) => tracing::error!(%error, %local, "the media address is no host candidate"),
        }
        Self {
            rtc,
            local,
            audio: None,
            pending: None,
            remote: None,
            closed: false,
            jitter: JitterBuffer::default(),
            rtp_time: 0,
            wake: now,
            up: false,
            heard_at: None,
            receiving: false,
            last_tone: None,
            tones: VecDeque::new(),
            tone_ends_at: None,
        }
    }

    /// Whether an offer changes this connection. An offer of a reloaded page needs a new connection.
    pub fn continues_with(&self, offer: &str) -> bool {
        !self.closed && self.remote.as_deref().is_none_or(|remote| fingerprint(offer) == Some(remote))
    }

    /// Answers an offer: the first one, or one that changes the connection.
    pub fn answer(&mut self, offer: &str, now: Instant) -> Result<Description, NotAcceptable> {
        if !has_g711(offer) {
            return Err(NotAcceptable);
        }
        let remote = fingerprint(offer).map(str::to_owned);
        let offer = SdpOffer::from_sdp_string(offer).map_err(|_| NotAcceptable)?;
        // An accepted offer invalidates an offer of our own.
        self.pending = None;
        let answer = self.rtc.sdp_api().accept_offer(offer).map_err(|_| NotAcceptable)?.to_sdp_string();
        if !has_g711(&answer) {
            return Err(NotAcceptable);
        }
        self.remote = remote;
        self.heard_at.get_or_insert(now);
        Ok(describe(&answer))
    }

    /// An offer with audio in both directions; `direction` is set for a change of the connection.
    pub fn offer(&mut self, direction: Direction) -> Option<Description> {
        let known = self.audio;
        let mut changes = self.rtc.sdp_api();
        let added = match known {
            Some(mid) => {
                changes.set_direction(mid, direction);
                None
            }
            None => Some(changes.add_media(MediaKind::Audio, direction, None, None, None)),
        };
        let (offer, pending) = changes.apply()?;
        self.audio = added.or(known);
        self.pending = Some(pending);
        Some(describe(&offer.to_sdp_string()))
    }

    /// Accepts the answer to the last offer.
    pub fn accept_answer(&mut self, answer: &str, now: Instant) -> Result<(), NotAcceptable> {
        let pending = self.pending.take().ok_or(NotAcceptable)?;
        if !has_g711(answer) {
            return Err(NotAcceptable);
        }
        let remote = fingerprint(answer).map(str::to_owned);
        let answer = SdpAnswer::from_sdp_string(answer).map_err(|_| NotAcceptable)?;
        self.rtc.sdp_api().accept_answer(pending, answer).map_err(|_| NotAcceptable)?;
        self.remote = remote;
        self.heard_at.get_or_insert(now);
        Ok(())
    }

    /// Adds a candidate of the other side. Candidates that cannot be read (mDNS, TCP) are ignored: the gateway learns the
    /// address from the first STUN packet.
    pub fn add_candidate(&mut self, candidate: &str) {
        let candidate = candidate.strip_prefix("a=").unwrap_or(candidate);
        match Candidate::from_sdp_string(candidate) {
            Ok(candidate) => self.rtc.add_remote_candidate(candidate),
            Err(error) => tracing::debug!(%error, "a candidate was ignored"),
        }
    }

    /// The user name fragment in the other side's STUN checks.
    pub fn local_fragment(&mut self) -> String {
        self.rtc.direct_api().local_ice_credentials().ufrag
    }

    /// Whether a STUN packet belongs to this connection.
    pub fn accepts(&self, source: SocketAddr, packet: &[u8], now: Instant) -> bool {
        self.input(source, packet, now).is_some_and(|input| self.rtc.accepts(&input))
    }

    /// Processes a packet.
    pub fn receive(&mut self, source: SocketAddr, packet: &[u8], now: Instant) {
        let Some(input) = self.input(source, packet, now) else { return };
        if let Err(error) = self.rtc.handle_input(input) {
            tracing::debug!(%error, "a packet was not processed");
        }
    }

    fn input<'a>(&self, source: SocketAddr, packet: &'a [u8], now: Instant) -> Option<Input<'a>> {
        let contents = packet.try_into().ok()?;
        Some(Input::Receive(now, Receive { proto: Protocol::Udp, source, destination: self.local, contents }))
    }

    /// Whether str0m must be called by now.
    pub fn is_due(&self, now: Instant) -> bool {
        self.wake <= now
    }

    /// Advances the time.
    pub fn advance(&mut self, now: Instant) {
        if let Err(error) = self.rtc.handle_input(Input::Timeout(now)) {
            tracing::debug!(%error, "a time-out was not processed");
        }
    }

    /// Returns everything that must be sent or reported. Must be called after every other call.
    pub fn drain(&mut self, now: Instant, packets: &mut Vec<Transmit>, events: &mut Vec<PeerEvent>) {
        for _ in 0..MAX_DRAIN {
            match self.rtc.poll_output() {
                Ok(Output::Timeout(at)) => {
                    self.wake = at;
                    return;
                }
                Ok(Output::Transmit(packet)) => packets.push(packet),
                Ok(Output::Event(event)) => self.on_event(event, now, events),
                // One bad packet of the other side must not end the call.
                Err(error) => tracing::debug!(%error, "output of the connection failed"),
            }
        }
        tracing::warn!("a connection produced output without end");
        self.wake = now + Duration::from_millis(100);
    }

    fn on_event(&mut self, event: Event, now: Instant, events: &mut Vec<PeerEvent>) {
        match event {
            Event::Connected => {
                self.up = true;
                events.push(PeerEvent::Up);
            }
            // This event is sent for refused video too.
            Event::MediaAdded(media) if media.kind == MediaKind::Audio && !self.is_disabled(media.mid) => {
                self.audio = Some(media.mid);
            }
            Event::MediaData(data) if Some(data.mid) == self.audio => self.on_media(&data, now, events),
            Event::Closed => {
                (self.up, self.closed) = (false, true);
                events.push(PeerEvent::Closed);
            }
            _ => {}
        }
    }

    fn is_disabled(&self, mid: Mid) -> bool {
        self.rtc.media(mid).is_none_or(Media::disabled)
    }

    fn on_media(&mut self, data: &MediaData, now: Instant, events: &mut Vec<PeerEvent>) {
        self.heard_at = Some(now);
        if !self.receiving {
            self.receiving = true;
            events.push(PeerEvent::Receiving { mid: data.mid.to_string(), receiving: true });
        }
        match dtmf::received(&data.codec_extra) {
            None => {
                if let Some(law) = law_of(data.params.spec().codec) {
                    self.jitter.push(data.time.numer(), data.data.iter().map(|code| law.decode(*code)));
                }
            }
            // The end of a tone is sent three times with one RTP time.
            Some(tone) if tone.ended && self.last_tone != Some(data.time.numer()) => {
                self.last_tone = Some(data.time.numer());
                events.extend(tone.digit.map(PeerEvent::Tone));
            }
            Some(_) => {}
        }
    }

    /// Reports silence once when no packet came for `limit`.
    pub fn watch_silence(&mut self, now: Instant, limit: Duration, events: &mut Vec<PeerEvent>) {
        if self.receiving && self.unheard_for(now) >= limit {
            self.receiving = false;
            let mid = self.audio.map_or_else(|| "0".to_owned(), |mid| mid.to_string());
            events.push(PeerEvent::Receiving { mid, receiving: false });
        }
    }

    /// Time since the last packet, or since the descriptions were complete; zero before that.
    pub fn unheard_for(&self, now: Instant) -> Duration {
        self.heard_at.map_or(Duration::ZERO, |at| now.saturating_duration_since(at))
    }

    /// Whether a packet came within this time. `false` for an established connection that has not sent anything yet.
    pub fn is_sending(&self, now: Instant, within: Duration) -> bool {
        self.receiving && self.unheard_for(now) < within
    }

    /// The next 20 ms of the other side's sound.
    pub fn next_received_frame(&mut self) -> Frame {
        self.jitter.pop()
    }

    /// Sends the next 20 ms of sound, or the next report of a tone.
    pub fn send_sound(&mut self, frame: &Frame, now: Instant) {
        let time = self.rtp_time;
        self.rtp_time += FRAME_SAMPLES as u64;
        if !self.up
            || !self.audio.and_then(|mid| self.rtc.media(mid)).is_some_and(|media| media.direction().is_sending())
        {
            return;
        }
        if self.tone_ends_at.is_some_and(|ends_at| now < ends_at) {
            return;
        }
        let sent = match self.tones.pop_front() {
            Some((digit, duration)) => {
                self.tone_ends_at = Some(now + duration + TONE_PAUSE);
                self.write(time, None, dtmf::event_of_key(digit, duration), now)
            }
            None => self.write(time, Some(frame), None, now),
        };
        if let Err(error) = sent {
            tracing::debug!(%error, "sound was not sent");
        }
    }

    /// Writes sound in the form of G.711 that the other side prefers, or a tone.
    fn write(
        &mut self,
        time: u64,
        frame: Option<&Frame>,
        tone: Option<TelephoneEvent>,
        now: Instant,
    ) -> Result<(), RtcError> {
        let Some((mid, media)) = self.audio.and_then(|mid| Some((mid, self.rtc.media(mid)?))) else { return Ok(()) };
        let preferred = media.remote_pts().iter().find_map(|pt| {
            let params = self.rtc.codec_config().params().iter().find(|params| params.pt() == *pt)?;
            Some((*pt, law_of(params.spec().codec)?))
        });
        let (Some((pt, law)), Some(mut writer)) = (preferred, self.rtc.writer(mid)) else { return Ok(()) };
        if let Some(tone) = tone {
            writer = writer.telephone_event(tone);
        }
        let data = frame.map(|frame| law.encode_frame(frame)).unwrap_or_default();
        writer.write(pt, now, MediaTime::new(time, Frequency::EIGHT_KHZ), data)
    }

    /// Queues a key's tone. Tones beyond `MAX_TONES` are dropped, so that an endless series of keys does not replace the
    /// caller's sound for ever.
    pub fn press(&mut self, digit: char, duration: Duration) {
        if self.tones.len() < MAX_TONES {
            self.tones.push_back((digit, duration));
        }
    }

    /// Sends a close notice to the other side; its packets are in the next drain.
    pub fn close(&mut self) {
        if let Err(error) = self.rtc.close() {
            tracing::debug!(%error, "the connection was not closed in order");
        }
    }
}

fn law_of(codec: Codec) -> Option<Law> {
    match codec {
        Codec::PCMU => Some(Law::Mu),
        Codec::PCMA => Some(Law::A),
        _ => None,
    }
}
