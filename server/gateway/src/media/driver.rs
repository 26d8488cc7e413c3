//! Gives the engine its socket and its clock: one thread with a runtime of its own, so that sound does not wait for the
//! rest of the server.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use socket2::SockRef;
use tokio::net::UdpSocket;
use tokio::sync::mpsc::{Sender, UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{MissedTickBehavior, interval};

pub use super::engine::MediaLimits;
use super::engine::{Engine, EngineOutput};
use super::faults::SocketFaults;
use super::{MediaCommand, MediaEvent, Portion};

/// Interval in which timers of the connections are checked.
const TICK: Duration = Duration::from_millis(5);
/// Maximum of packets that are taken from the socket before the other inputs are processed.
const PACKETS_PER_TURN: usize = 64;
const MAX_PACKET: usize = 2_048;
/// The usual 208 KiB hold the packets that 100 calls send in about 30 ms; a thread that waits longer for a processor would
/// lose packets. A packet of sound takes 768 bytes there, so this is 200 ms of more than 200 calls, as long as a jitter
/// buffer.
const SOCKET_BUFFER: usize = 4 * 1_024 * 1_024;

/// The receiver of recordings.
#[derive(Clone, Debug, Default)]
pub struct RecordingOutput {
    /// Channel for the portions of recordings. It is bounded: a recording whose portion has no space in the channel
    /// stops, and the calls continue. `None`: every recording stops with its first portion.
    pub portions: Option<Sender<Portion>>,
    /// What is heard before recordings that are to be announced: samples of 8 kHz.
    pub announcement: Option<Arc<[i16]>>,
}

/// Sends commands to the media thread, which ends when the handle is dropped.
#[derive(Debug)]
pub struct MediaHandle {
    commands: UnboundedSender<MediaCommand>,
    /// Address that the peers send to.
    pub address: SocketAddr,
}

impl MediaHandle {
    /// A handle whose commands a test receives.
    #[cfg(test)]
    pub fn of_test() -> (Self, UnboundedReceiver<MediaCommand>) {
        let (commands, receiver) = unbounded_channel();
        (Self { commands, address: SocketAddr::from(([127, 0, 0, 1], 1)) }, receiver)
    }

    /// Sends a command.
    pub fn send(&self, command: MediaCommand) {
        if self.commands.send(command).is_err() {
            tracing::error!("the media thread has ended");
        }
    }
}

/// Binds the socket and starts the media thread.
///
/// # Errors
/// The address cannot be bound, or the thread cannot be started.
pub fn start(
    bind: SocketAddr,
    advertise: Option<IpAddr>,
    limits: MediaLimits,
    recording: RecordingOutput,
) -> io::Result<(MediaHandle, UnboundedReceiver<MediaEvent>)> {
    let socket = std::net::UdpSocket::bind(bind)?;
    socket.set_nonblocking(true)?;
    enlarge_buffers(&socket);
    let mut address = socket.local_addr()?;
    if let Some(ip) = advertise {
        address.set_ip(ip);
    }
    let (commands, command_receiver) = unbounded_channel();
    let (event_sender, events) = unbounded_channel();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name("voice-media".into()).spawn(move || {
        if let Err(error) = runtime.block_on(run(socket, address, limits, recording, command_receiver, event_sender)) {
            tracing::error!(%error, "the media thread failed");
        }
    })?;
    Ok((MediaHandle { commands, address }, events))
}

/// The packets of all calls wait in one buffer. The requested size is limited by the system (`net.core.rmem_max`).
fn enlarge_buffers(socket: &std::net::UdpSocket) {
    let socket = SockRef::from(socket);
    let enlarged = socket.set_recv_buffer_size(SOCKET_BUFFER).and_then(|()| socket.set_send_buffer_size(SOCKET_BUFFER));
    if let Err(error) = enlarged {
        tracing::warn!(%error, "the buffers of the media socket keep their size");
    }
}

async fn run(
    socket: std::net::UdpSocket,
    address: SocketAddr,
    limits: MediaLimits,
    recording: RecordingOutput,
    mut commands: UnboundedReceiver<MediaCommand>,
    events: UnboundedSender<MediaEvent>,
) -> io::Result<()> {
    let socket = UdpSocket::from_std(socket)?;
    let mut engine = Engine::new(address, limits, Instant::now()).announcing(recording.announcement);
    let mut output = EngineOutput::default();
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut buffer = vec![0; MAX_PACKET];
    let mut faults = SocketFaults::default();
    loop {
        tokio::select! {
            command = commands.recv() => match command {
                Some(command) => engine.command(command, Instant::now(), &mut output),
                None => return Ok(()),
            },
            readable = socket.readable() => {
                if let Err(error) = readable {
                    faults.take(error, Instant::now())?;
                    // The error may persist; the socket is tried again with the next tick.
                    tick.tick().await;
                    engine.advance(Instant::now(), &mut output);
                }
                receive(&socket, &mut engine, &mut buffer, &mut output, &mut faults)?;
            }
            _ = tick.tick() => {
                // After a delay of the thread the packets that arrived meanwhile belong to the frames that are due.
                receive(&socket, &mut engine, &mut buffer, &mut output, &mut faults)?;
                engine.advance(Instant::now(), &mut output);
            }
        }
        for packet in output.packets.drain(..) {
            // With a full buffer a packet is lost, as may happen in the network.
            if let Err(error) = socket.try_send_to(&packet.contents, packet.destination) {
                tracing::debug!(%error, destination = %packet.destination, "a packet was not sent");
            }
        }
        for portion in std::mem::take(&mut output.portions) {
            let id = portion.recording.clone();
            let is_taken = recording.portions.as_ref().is_some_and(|portions| portions.try_send(portion).is_ok());
            if !is_taken {
                tracing::error!(%id, "the sound of a recording is not taken, it stops");
                engine.stop_recording(&id, &mut output);
            }
        }
        for event in output.events.drain(..) {
            if events.send(event).is_err() {
                return Ok(());
            }
        }
    }
}

/// # Errors
/// The socket has had only errors for too long.
fn receive(
    socket: &UdpSocket,
    engine: &mut Engine,
    buffer: &mut [u8],
    output: &mut EngineOutput,
    faults: &mut SocketFaults,
) -> io::Result<()> {
    for _ in 0..PACKETS_PER_TURN {
        match socket.try_recv_from(buffer) {
            Ok((length, source)) => {
                faults.packet_received();
                engine.receive(source, buffer.get(..length).unwrap_or_default(), Instant::now(), output);
            }
            // An ICMP error about a closed browser appears as an error of the socket; the next packet may be received
            // normally.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {}
            // Another error may persist: the socket is tried again with the next tick.
            Err(error) => return faults.take(error, Instant::now()),
        }
    }
    Ok(())
}
