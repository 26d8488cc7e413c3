//! What the server's broker reads from a socket: any bytes, cut anywhere, before and after the sign-in.

use crate::stomp::{
    Admission, Decoded, Decoder, Delivery, DeliveryId, Frame, Input, Limits, Output, SessionPolicy, StompSession,
};
use std::time::Duration;

/// Where the bytes are cut.
pub const HEAD: usize = 2;
const QUEUE: &str = "/queue/agent.101";

pub fn run(input: &[u8]) {
    let (head, bytes) = input.split_at(HEAD.min(input.len()));
    let cut = head.first().map_or(1, |byte| usize::from(*byte) + 1);
    let whole = decoded(bytes, bytes.len().max(1));
    assert_eq!(decoded(bytes, cut), whole, "cut every {cut} bytes");
    for frame in whole.0.iter().filter_map(|part| if let Decoded::Frame(frame) = part { Some(frame) } else { None }) {
        is_read_back_equal(frame);
    }
    conversation(bytes, cut, head.get(1).copied().unwrap_or_default());
}

/// What was read, and whether it ended in an error.
fn decoded(bytes: &[u8], cut: usize) -> (Vec<Decoded>, bool) {
    let mut decoder = Decoder::new(Limits::default());
    let mut read = Vec::new();
    for piece in bytes.chunks(cut) {
        decoder.push(piece);
        loop {
            match decoder.decode() {
                Ok(Some(part)) => read.push(part),
                Ok(None) => break,
                Err(_) => {
                    assert!(decoder.decode().is_err(), "nothing is read after an error");
                    return (read, true);
                }
            }
        }
    }
    (read, false)
}

fn is_read_back_equal(frame: &Frame) {
    // CONNECT has no escapes: a carriage return at the end of its line cannot be written. No server writes one.
    if !frame.command.escapes_headers() && frame.headers.iter().any(|(_, value)| value.ends_with('\r')) {
        return;
    }
    let mut decoder = Decoder::new(Limits { line_bytes: 1 << 20, ..Limits::default() });
    decoder.push(&frame.encode());
    assert_eq!(decoder.decode(), Ok(Some(Decoded::Frame(frame.clone()))));
    assert_eq!(decoder.decode(), Ok(None), "and nothing behind it");
}

/// A whole connection: what the peer sends, with what the server says in between.
fn conversation(bytes: &[u8], cut: usize, mood: u8) {
    let mut session = StompSession::new(SessionPolicy::default());
    let mut now = Duration::ZERO;
    let (mut consuming, mut closed) = (false, false);
    let mut given: Vec<DeliveryId> = Vec::new();
    let mut next = 0;
    for piece in bytes.chunks(cut) {
        now += Duration::from_millis(u64::from(mood));
        let mut inputs = vec![Input::Received(piece)];
        while let Some(input) = inputs.pop() {
            for output in session.handle(now, input) {
                assert!(!closed, "nothing is said after the end: {output:?}");
                match output {
                    Output::Authenticate(_) if mood.is_multiple_of(7) => inputs.push(Input::Refused),
                    Output::Authenticate(_) => {
                        inputs.push(Input::Admitted(Admission { queue: QUEUE.to_owned(), client: "101".to_owned() }));
                    }
                    Output::Consume => consuming = true,
                    Output::StopConsuming => consuming = false,
                    Output::Acknowledge(ids) => {
                        for id in ids {
                            let place = given.iter().position(|known| *known == id);
                            given.remove(place.expect("only what was delivered is acknowledged, once"));
                        }
                    }
                    Output::Close(_) => closed = true,
                    Output::Transmit(_) | Output::Pong(_) => {}
                }
            }
            if consuming && !closed && session.credit() > 0 && inputs.is_empty() && next < 64 {
                next += 1;
                let id = DeliveryId { epoch_index: 0, seq: next };
                given.push(id);
                inputs.push(Input::Deliver(Delivery { id, body: "{}".to_owned(), redelivered: false }));
            }
        }
        session.handle(now, Input::Wake);
    }
}
