//! Tables and properties of the frame codec: no input panics or decodes in two ways.

use proptest::prelude::*;
use rstest::rstest;

use super::decoder::{DecodeError, Decoded, Decoder, Limits};
use super::frame::{Command, Frame, unescape};

fn decode_all(limits: Limits, chunks: &[&[u8]]) -> Result<Vec<Decoded>, DecodeError> {
    let mut decoder = Decoder::new(limits);
    let mut all = Vec::new();
    for chunk in chunks {
        decoder.push(chunk);
        while let Some(decoded) = decoder.decode()? {
            all.push(decoded);
        }
    }
    Ok(all)
}

fn decode(wire: &[u8]) -> Result<Vec<Decoded>, DecodeError> {
    decode_all(Limits::default(), &[wire])
}

fn frame(command: Command, headers: &[(&str, &str)], body: &[u8]) -> Decoded {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Decoded::Frame(Frame { command, headers, body: body.to_vec() })
}

#[rstest]
#[case::plain(b"ACK\nid:7\n\n\0", vec![frame(Command::Ack, &[("id", "7")], b"")])]
#[case::carriage_returns(b"ACK\r\nid:7\r\n\r\n\0", vec![frame(Command::Ack, &[("id", "7")], b"")])]
#[case::stomp_is_connect(b"STOMP\nhost:/\n\n\0", vec![frame(Command::Connect, &[("host", "/")], b"")])]
#[case::body_up_to_nul(b"SEND\ndestination:/q\n\n{\"a\":1}\0", vec![frame(Command::Send, &[("destination", "/q")], b"{\"a\":1}")])]
#[case::body_by_length_holds_nul(
    b"SEND\ncontent-length:3\n\na\0b\0",
    vec![frame(Command::Send, &[("content-length", "3")], b"a\0b")]
)]
#[case::escapes(b"ACK\nid:a\\nb\\cc\\\\d\\re\n\n\0", vec![frame(Command::Ack, &[("id", "a\nb:c\\d\re")], b"")])]
#[case::connect_is_not_unescaped(
    b"CONNECT\npasscode:a\\nb\n\n\0",
    vec![frame(Command::Connect, &[("passcode", "a\\nb")], b"")]
)]
#[case::spaces_are_kept(b"ACK\nid: 7 \n\n\0", vec![frame(Command::Ack, &[("id", " 7 ")], b"")])]
#[case::heart_beats_around(
    b"\n\r\nACK\nid:1\n\n\0\n",
    vec![Decoded::HeartBeat, Decoded::HeartBeat, frame(Command::Ack, &[("id", "1")], b""), Decoded::HeartBeat]
)]
#[case::two_frames(
    b"ACK\nid:1\n\n\0ACK\nid:2\n\n\0",
    vec![frame(Command::Ack, &[("id", "1")], b""), frame(Command::Ack, &[("id", "2")], b"")]
)]
#[case::incomplete(b"SEND\ncontent-length:5\n\nabc", vec![])]
fn a_well_formed_stream_is_read(#[case] wire: &[u8], #[case] expected: Vec<Decoded>) {
    assert_eq!(decode(wire), Ok(expected));
}

#[rstest]
#[case::unknown_command(b"HELLO\n\n\0", DecodeError::UnknownCommand)]
#[case::lower_case_command(b"send\n\n\0", DecodeError::UnknownCommand)]
#[case::no_colon(b"ACK\nid\n\n\0", DecodeError::MalformedHeader)]
#[case::no_name(b"ACK\n:7\n\n\0", DecodeError::MalformedHeader)]
#[case::tab_escape(b"ACK\nid:a\\tb\n\n\0", DecodeError::UnknownEscape)]
#[case::cut_escape(b"ACK\nid:a\\\n\n\0", DecodeError::UnknownEscape)]
#[case::not_utf8(b"ACK\nid:\xff\n\n\0", DecodeError::NotUtf8)]
#[case::negative_length(b"SEND\ncontent-length:-1\n\n\0", DecodeError::BadContentLength)]
#[case::empty_length(b"SEND\ncontent-length:\n\n\0", DecodeError::BadContentLength)]
#[case::length_too_short(b"SEND\ncontent-length:1\n\nab\0", DecodeError::MissingTerminator)]
#[case::length_beyond_numbers(b"SEND\ncontent-length:99999999999999999999999\n\n\0", DecodeError::BodyTooLong(65536))]
#[case::body_on_ack(b"ACK\nid:1\n\nhello\0", DecodeError::UnexpectedBody)]
fn a_malformed_stream_is_refused(#[case] wire: &[u8], #[case] expected: DecodeError) {
    assert_eq!(decode(wire), Err(expected));
}

#[rstest]
#[case::line(b"ACK\nid:0123456789", DecodeError::LineTooLong(8))]
#[case::finished_line(b"ACK\nid:0123456789\n", DecodeError::LineTooLong(8))]
#[case::headers(b"ACK\na:1\nb:2\nc:3\n\n\0", DecodeError::TooManyHeaders(2))]
#[case::body_without_length(b"SEND\n\n0123456", DecodeError::BodyTooLong(6))]
#[case::finished_body(b"SEND\n\n0123456\0", DecodeError::BodyTooLong(6))]
fn a_stream_beyond_the_limits_is_refused_early(#[case] wire: &[u8], #[case] expected: DecodeError) {
    let limits = Limits { header_count: 2, line_bytes: 8, body_bytes: 6 };
    assert_eq!(decode_all(limits, &[wire]), Err(expected));
}

#[test]
fn after_an_error_nothing_more_is_decoded() {
    let mut decoder = Decoder::new(Limits::default());
    decoder.push(b"HELLO\n\n\0");
    assert_eq!(decoder.decode(), Err(DecodeError::UnknownCommand));
    decoder.push(b"ACK\nid:1\n\n\0");
    assert_eq!(decoder.decode(), Err(DecodeError::UnknownCommand));
}

#[test]
fn the_first_of_repeated_headers_counts() {
    let decoded = decode(b"ACK\nid:1\nid:2\n\n\0").unwrap();
    let [Decoded::Frame(frame)] = decoded.as_slice() else { panic!("one frame") };
    assert_eq!(frame.header("id"), Some("1"));
}

#[test]
fn debug_output_contains_no_passcode() {
    let frame = Frame::new(Command::Connect).with_header("passcode", "open-sesame");
    assert!(!format!("{frame:?}").contains("open-sesame"));
}

fn any_frame() -> impl Strategy<Value = Frame> {
    let command =
        prop::sample::select(vec![Command::Send, Command::Message, Command::Error, Command::Receipt, Command::Ack]);
    let headers = prop::collection::vec(("[a-z\\\\:\r\n]{1,8}", "\\PC{0,12}|[\\\\:\r\n]{0,6}"), 0..6);
    (command, headers, prop::collection::vec(any::<u8>(), 0..64)).prop_map(|(command, headers, body)| {
        let mut frame = Frame { command, headers, body: Vec::new() };
        if command.may_have_body() {
            frame = frame.with_body("application/octet-stream", body);
        }
        frame
    })
}

proptest! {
    #[test]
    fn encoded_frames_are_decoded_at_any_chunking(frame in any_frame(), cut in 1usize..16) {
        let wire = frame.encode();
        let chunks: Vec<&[u8]> = wire.chunks(cut).collect();
        prop_assert_eq!(decode_all(Limits::default(), &chunks), Ok(vec![Decoded::Frame(frame)]));
    }

    #[test]
    fn any_bytes_decode_the_same_whole_and_in_chunks(wire in prop::collection::vec(any::<u8>(), 0..200), cut in 1usize..8) {
        let limits = Limits { header_count: 3, line_bytes: 32, body_bytes: 32 };
        let chunks: Vec<&[u8]> = wire.chunks(cut).collect();
        prop_assert_eq!(decode_all(limits, &chunks).is_ok(), decode_all(limits, &[&wire]).is_ok());
    }

    #[test]
    fn bytes_that_look_like_frames_never_panic(parts in prop::collection::vec(
        prop::sample::select(vec!["SEND", "ACK", "\n", "\r\n", ":", "\0", "content-length:4", "\\", "\\q", "id:1", "é"]), 0..40)) {
        let wire = parts.concat();
        let _ = decode(wire.as_bytes());
    }

    #[test]
    fn unescape_undoes_only_known_escapes(text in "\\PC{0,20}") {
        let escaped = text.replace('\\', "\\\\").replace(':', "\\c");
        prop_assert_eq!(unescape(&escaped), Some(text));
    }
}
