//! A browser's peer connection and microphone: str0m with a socket of its own, a tone, and a record of the received
//! sound.

use std::time::{Duration, Instant};

use str0m::change::{SdpAnswer, SdpOffer, SdpPendingOffer};
use str0m::format::{Codec, CodecExtra, FormatParams};
use str0m::media::{Direction, Frequency, MediaKind, MediaTime, Mid, TelephoneEvent};
use str0m::net::{Protocol, Receive};
use str0m::{Candidate, Event, Input, Output, Rtc};
use tokio::net::UdpSocket;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::{timeout, timeout_at};
use voice_gateway::media::Sound;
use voice_gateway::media::g711::{decode, encode_frame, level, share_of_tone};
use voice_gateway::media::sound::Generator;

use super::PATIENCE;

/// Number of samples by which a sound is recognised: 200 ms.
const WINDOW: usize = 1_600;

enum Command {
    Offer(oneshot::Sender<String>),
    AnswerOffer(String, oneshot::Sender<String>),
    TakeAnswer(String),
    Candidate(String),
    Say(Option<f64>),
    Press(u8),
    Close,
}

/// An event of the browser.
#[derive(Debug, PartialEq)]
pub enum Heard {
    Connected,
    Sound(Vec<i16>),
    Key(u8),
    Closed,
}

/// Number of received packets of sound.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted {
    pub packets: usize,
    /// Number of received packets that were not silent.
    pub with_sound: usize,
}

pub struct Browser {
    commands: UnboundedSender<Command>,
    heard: UnboundedReceiver<Heard>,
    task: tokio::task::JoinHandle<()>,
}

impl Browser {
    pub async fn open() -> Self {
        Self::with_codec(true).await
    }

    /// Opens a browser; it knows only Opus if `pcmu` is false.
    pub async fn with_codec(pcmu: bool) -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let mut config = Rtc::builder().clear_codecs().enable_pcmu(pcmu, false).enable_opus(!pcmu, false);
        let codecs = config.codec_config();
        codecs.add_config(126.into(), None, Codec::Tele, Frequency::EIGHT_KHZ, None, FormatParams::default());
        let mut rtc = config.build(Instant::now());
        rtc.add_local_candidate(Candidate::host(socket.local_addr().unwrap(), Protocol::Udp).unwrap());
        let (commands, receiver) = unbounded_channel();
        let (sender, heard) = unbounded_channel();
        let connection = Connection { rtc, socket, audio: None, pending: None, tone: None, rtp_time: 0, heard: sender };
        let task = tokio::spawn(connection.run(receiver));
        Self { commands, heard, task }
    }

    fn send(&self, command: Command) {
        assert!(self.commands.send(command).is_ok(), "the browser runs");
    }

    pub async fn offer(&self) -> String {
        let (sender, receiver) = oneshot::channel();
        self.send(Command::Offer(sender));
        receiver.await.unwrap()
    }

    pub async fn answer(&self, offer: &str) -> String {
        let (sender, receiver) = oneshot::channel();
        self.send(Command::AnswerOffer(offer.into(), sender));
        receiver.await.unwrap()
    }

    pub fn take_answer(&self, answer: &str) {
        self.send(Command::TakeAnswer(answer.into()));
    }

    pub fn candidate(&self, candidate: &str) {
        self.send(Command::Candidate(candidate.into()));
    }

    /// Sends a tone of this frequency from now on; `None`: sends silence.
    pub fn send_tone(&self, frequency: Option<f64>) {
        self.send(Command::Say(frequency));
    }

    /// Presses the key with this event code.
    pub fn press(&self, code: u8) {
        self.send(Command::Press(code));
    }

    pub fn close(&self) {
        self.send(Command::Close);
    }

    /// Ends without closing its connection, like a killed process.
    pub fn end_without_closing(&self) {
        self.task.abort();
    }

    /// Waits for an event for which `found` returns a value.
    pub async fn wait<T>(&mut self, what: &str, mut found: impl FnMut(Heard) -> Option<T>) -> T {
        let waited = timeout(PATIENCE, async {
            loop {
                if let Some(value) = found(self.heard.recv().await.expect("the browser runs")) {
                    return value;
                }
            }
        });
        waited.await.unwrap_or_else(|_| panic!("not noticed: {what}"))
    }

    pub async fn connected(&mut self) {
        self.wait("connected", |heard| (heard == Heard::Connected).then_some(())).await;
    }

    pub async fn closed(&mut self) {
        self.wait("closed", |heard| (heard == Heard::Closed).then_some(())).await;
    }

    pub async fn key(&mut self) -> u8 {
        self.wait("a key", |heard| if let Heard::Key(code) = heard { Some(code) } else { None }).await
    }

    /// Waits for 200 ms of sound that `recognise` accepts.
    async fn hears(&mut self, what: &str, recognise: impl Fn(&[i16]) -> bool) {
        let mut window: Vec<i16> = Vec::new();
        self.wait(what, |heard| {
            if let Heard::Sound(samples) = heard {
                window.extend(samples);
                let excess = window.len().saturating_sub(WINDOW);
                window.drain(..excess);
            }
            (window.len() == WINDOW && recognise(&window)).then_some(())
        })
        .await;
    }

    pub async fn hears_tone(&mut self, frequency: f64) {
        let what = format!("a tone of {frequency} Hz");
        self.hears(&what, |window| level(window) > 0.05 && share_of_tone(window, frequency) > 0.9).await;
    }

    pub async fn hears_silence(&mut self) {
        self.hears("silence", |window| level(window) < 0.001).await;
    }

    /// Counts the packets of sound that arrive within this time.
    pub async fn count_for(&mut self, time: Duration) -> Counted {
        while self.heard.try_recv().is_ok() {}
        let mut counted = Counted::default();
        let end = tokio::time::Instant::now() + time;
        while let Ok(heard) = timeout_at(end, self.heard.recv()).await {
            if let Heard::Sound(samples) = heard.expect("the browser runs") {
                counted.packets += 1;
                counted.with_sound += usize::from(level(&samples) > 0.05);
            }
        }
        counted
    }

    /// The received sound without the tone.
    pub async fn hears_other_than(&mut self, frequency: f64) {
        self.hears("another sound", |window| level(window) > 0.01 && share_of_tone(window, frequency) < 0.05).await;
    }

    /// Waits until `count` packets have carried the tone; at most half as many may lack the tone, as happens on a busy
    /// machine.
    pub async fn hears_tone_for(&mut self, frequency: f64, count: usize) {
        let (mut with_tone, mut without) = (0, 0);
        self.wait("a lasting tone", |heard| {
            if let Heard::Sound(samples) = heard {
                let counter = if share_of_tone(&samples, frequency) > 0.8 { &mut with_tone } else { &mut without };
                *counter += 1;
            }
            (with_tone == count).then_some(())
        })
        .await;
        assert!(without <= count / 2, "{without} packets without the tone");
    }
}

struct Connection {
    rtc: Rtc,
    socket: UdpSocket,
    audio: Option<Mid>,
    pending: Option<SdpPendingOffer>,
    tone: Option<Generator>,
    rtp_time: u64,
    heard: UnboundedSender<Heard>,
}

impl Connection {
    async fn run(mut self, mut commands: UnboundedReceiver<Command>) {
        let mut frames = tokio::time::interval(Duration::from_millis(20));
        let mut buffer = vec![0; 2_048];
        let local = self.socket.local_addr().unwrap();
        loop {
            let wake = self.drain().await;
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.command(command),
                    None => return,
                },
                packet = self.socket.recv_from(&mut buffer) => {
                    let (length, source) = packet.unwrap();
                    let Ok(contents) = buffer[..length].try_into() else { continue };
                    let receive = Receive { proto: Protocol::Udp, source, destination: local, contents };
                    self.rtc.handle_input(Input::Receive(Instant::now(), receive)).unwrap();
                }
                _ = frames.tick() => {
                    self.speak();
                    // A packet is sent with the next timeout. On a busy machine several frames are due at once.
                    self.rtc.handle_input(Input::Timeout(Instant::now())).unwrap();
                }
                () = tokio::time::sleep_until(wake.into()) => self.rtc.handle_input(Input::Timeout(Instant::now())).unwrap(),
            }
        }
    }

    async fn drain(&mut self) -> Instant {
        loop {
            match self.rtc.poll_output().unwrap() {
                Output::Timeout(at) => return at,
                Output::Transmit(packet) => {
                    self.socket.send_to(&packet.contents, packet.destination).await.unwrap();
                }
                Output::Event(event) => self.on_event(event),
            }
        }
    }

    fn on_event(&mut self, event: Event) {
        let heard = match event {
            Event::Connected => Heard::Connected,
            Event::Closed => Heard::Closed,
            Event::MediaAdded(media) => {
                self.audio = Some(media.mid);
                return;
            }
            Event::MediaData(data) => match data.codec_extra {
                CodecExtra::Tele(key) if key.end => Heard::Key(key.event),
                CodecExtra::Tele(_) => return,
                _ => Heard::Sound(data.data.iter().map(|code| decode(*code)).collect()),
            },
            _ => return,
        };
        // The test may have dropped its receiver.
        let _ = self.heard.send(heard);
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Offer(reply) => {
                let mut changes = self.rtc.sdp_api();
                self.audio = Some(changes.add_media(MediaKind::Audio, Direction::SendRecv, None, None, None));
                let (offer, pending) = changes.apply().unwrap();
                self.pending = Some(pending);
                reply.send(offer.to_sdp_string()).unwrap();
            }
            Command::AnswerOffer(offer, reply) => {
                let offer = SdpOffer::from_sdp_string(&offer).unwrap();
                reply.send(self.rtc.sdp_api().accept_offer(offer).unwrap().to_sdp_string()).unwrap();
            }
            Command::TakeAnswer(answer) => {
                let answer = SdpAnswer::from_sdp_string(&answer).unwrap();
                self.rtc.sdp_api().accept_answer(self.pending.take().unwrap(), answer).unwrap();
            }
            Command::Candidate(candidate) => {
                self.rtc.add_remote_candidate(Candidate::from_sdp_string(&candidate).unwrap());
            }
            Command::Say(frequency) => {
                self.tone = frequency.map(|frequency| Generator::new(Sound::Tone { frequency }));
            }
            Command::Press(event) => {
                let tone = TelephoneEvent { event, end: true, volume: 10, duration: Duration::from_millis(100) };
                let time = MediaTime::new(self.rtp_time, Frequency::EIGHT_KHZ);
                let writer = self.rtc.writer(self.audio.unwrap()).unwrap().telephone_event(tone);
                writer.write(0.into(), Instant::now(), time, Vec::new()).unwrap();
            }
            Command::Close => self.rtc.close().unwrap(),
        }
    }

    fn speak(&mut self) {
        let frame = self.tone.as_mut().map_or([0; 160], Generator::next_frame);
        self.rtp_time += 160;
        if !self.rtc.is_connected() {
            return;
        }
        let time = MediaTime::new(self.rtp_time, Frequency::EIGHT_KHZ);
        if let Some(writer) = self.audio.and_then(|mid| self.rtc.writer(mid)) {
            writer.write(0.into(), Instant::now(), time, encode_frame(&frame)).unwrap();
        }
    }
}
