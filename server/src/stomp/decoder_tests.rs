//! Tables and properties of the frame codec: no input causes a panic or is decoded in two ways.

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
#[case::plain_frame(b"ACK\nid:7\n\n\0", vec![frame(Command::Ack, &[("id", "7")], b"")])]
#[case::lines_with_carriage_returns(b"ACK\r\nid:7\r\n\r\n\0", vec![frame(Command::Ack, &[("id", "7")], b"")])]
#[case::stomp_command_as_connect(b"STOMP\nhost:/\n\n\0", vec![frame(Command::Connect, &[("host", "/")], b"")])]
#[case::body_up_to_a_nul(b"SEND\ndestination:/q\n\n{\"a\":1}\0", vec![frame(Command::Send, &[("destination", "/q")], b"{\"a\":1}")])]
#[case::body_with_a_length_and_a_nul_inside(
    b"SEND\ncontent-length:3\n\na\0b\0",
    vec![frame(Command::Send, &[("content-length", "3")], b"a\0b")]
)]
#[case::headers_with_escapes(b"ACK\nid:a\\nb\\cc\\\\d\\re\n\n\0", vec![frame(Command::Ack, &[("id", "a\nb:c\\d\re")], b"")])]
#[case::headers_of_connect_are_not_unescaped(
    b"CONNECT\npasscode:a\\nb\n\n\0",
    vec![frame(Command::Connect, &[("passcode", "a\\nb")], b"")]
)]
#[case::spaces_in_headers_are_kept(b"ACK\nid: 7 \n\n\0", vec![frame(Command::Ack, &[("id", " 7 ")], b"")])]
#[case::heart_beats_around_a_frame(
    b"\n\r\nACK\nid:1\n\n\0\n",
    vec![Decoded::HeartBeat, Decoded::HeartBeat, frame(Command::Ack, &[("id", "1")], b""), Decoded::HeartBeat]
)]
#[case::two_frames(
    b"ACK\nid:1\n\n\0ACK\nid:2\n\n\0",
    vec![frame(Command::Ack, &[("id", "1")], b""), frame(Command::Ack, &[("id", "2")], b"")]
)]
#[case::incomplete_frame(b"SEND\ncontent-length:5\n\nabc", vec![])]
fn a_well_formed_stomp_stream_is_decoded(#[case] wire: &[u8], #[case] expected: Vec<Decoded>) {
    assert_eq!(decode(wire), Ok(expected));
}

#[rstest]
#[case::unknown_command(b"HELLO\n\n\0", DecodeError::UnknownCommand)]
#[case::lower_case_command(b"send\n\n\0", DecodeError::UnknownCommand)]
#[case::header_without_a_colon(b"ACK\nid\n\n\0", DecodeError::MalformedHeader)]
#[case::header_without_a_name(b"ACK\n:7\n\n\0", DecodeError::MalformedHeader)]
#[case::undefined_escape(b"ACK\nid:a\\tb\n\n\0", DecodeError::UnknownEscape)]
#[case::truncated_escape(b"ACK\nid:a\\\n\n\0", DecodeError::UnknownEscape)]
#[case::bytes_that_are_no_utf8(b"ACK\nid:\xff\n\n\0", DecodeError::NotUtf8)]
#[case::negative_length(b"SEND\ncontent-length:-1\n\n\0", DecodeError::BadContentLength)]
#[case::empty_length(b"SEND\ncontent-length:\n\n\0", DecodeError::BadContentLength)]
#[case::length_too_short(b"SEND\ncontent-length:1\n\nab\0", DecodeError::MissingTerminator)]
#[case::length_beyond_all_numbers(
    b"SEND\ncontent-length:99999999999999999999999\n\n\0",
    DecodeError::BodyTooLong(65536)
)]
#[case::ack_with_a_body(b"ACK\nid:1\n\nhello\0", DecodeError::UnexpectedBody)]
fn a_malformed_stomp_stream_is_refused(#[case] wire: &[u8], #[case] expected: DecodeError) {
    assert_eq!(decode(wire), Err(expected));
}

#[rstest]
#[case::too_long_line_without_an_end(b"ACK\nid:0123456789", DecodeError::LineTooLong(8))]
#[case::too_long_line(b"ACK\nid:0123456789\n", DecodeError::LineTooLong(8))]
#[case::too_many_headers(b"ACK\na:1\nb:2\nc:3\n\n\0", DecodeError::TooManyHeaders(2))]
#[case::too_long_body_without_a_length(b"SEND\n\n0123456", DecodeError::BodyTooLong(6))]
#[case::too_long_body(b"SEND\n\n0123456\0", DecodeError::BodyTooLong(6))]
fn a_stomp_stream_above_the_limits_is_refused_as_soon_as_possible(#[case] wire: &[u8], #[case] expected: DecodeError) {
    let limits = Limits { header_count: 2, line_bytes: 8, body_bytes: 6 };
    assert_eq!(decode_all(limits, &[wire]), Err(expected));
}

#[test]
fn after_an_error_the_stomp_decoder_decodes_nothing_more() {
    let mut decoder = Decoder::new(Limits::default());
    decoder.push(b"HELLO\n\n\0");
    assert_eq!(decoder.decode(), Err(DecodeError::UnknownCommand));
    decoder.push(b"ACK\nid:1\n\n\0");
    assert_eq!(decoder.decode(), Err(DecodeError::UnknownCommand));
}

#[test]
fn of_repeated_headers_in_a_frame_the_first_counts() {
    let decoded = decode(b"ACK\nid:1\nid:2\n\n\0").unwrap();
    let [Decoded::Frame(frame)] = decoded.as_slice() else { panic!("one frame") };
    assert_eq!(frame.header("id"), Some("1"));
}

#[test]
fn the_debug_output_of_a_frame_contains_no_passcode() {
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
    fn an_encoded_frame_is_decoded_whatever_the_chunks_are(frame in any_frame(), cut in 1usize..16) {
        let wire = frame.encode();
        let chunks: Vec<&[u8]> = wire.chunks(cut).collect();
        prop_assert_eq!(decode_all(Limits::default(), &chunks), Ok(vec![Decoded::Frame(frame)]));
    }

    #[test]
    fn any_bytes_are_decoded_equally_as_a_whole_and_in_chunks(wire in prop::collection::vec(any::<u8>(), 0..200), cut in 1usize..8) {
        let limits = Limits { header_count: 3, line_bytes: 32, body_bytes: 32 };
        let chunks: Vec<&[u8]> = wire.chunks(cut).collect();
        prop_assert_eq!(decode_all(limits, &chunks).is_ok(), decode_all(limits, &[&wire]).is_ok());
    }

    #[test]
    fn bytes_that_look_like_frames_never_cause_a_panic(parts in prop::collection::vec(
        prop::sample::select(vec!["SEND", "ACK", "\n", "\r\n", ":", "\0", "content-length:4", "\\", "\\q", "id:1", "é"]), 0..40)) {
        let wire = parts.concat();
        let _ = decode(wire.as_bytes());
    }

    #[test]
    fn only_the_defined_escapes_of_headers_are_unescaped(text in "\\PC{0,20}") {
        let escaped = text.replace('\\', "\\\\").replace(':', "\\c");
        prop_assert_eq!(unescape(&escaped), Some(text));
    }
}
