//! Parses a byte stream into frames and heart-beats. Chunks may be cut anywhere; each byte is scanned once. Every size
//! is limited. After an error nothing more is decoded, because the frame boundaries are lost.

use bytes::BytesMut;
use thiserror::Error;

use super::frame::{Command, Frame, unescape};

/// Limits of the decoder. The defaults suit clients that send only acknowledgements and pongs.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum of headers in a frame.
    pub header_count: usize,
    /// Maximum of bytes in a line.
    pub line_bytes: usize,
    /// Maximum of bytes in a body.
    pub body_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { header_count: 64, line_bytes: 8 * 1024, body_bytes: 64 * 1024 }
    }
}

/// Why a stream cannot be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The command is unknown.
    #[error("unknown command")]
    UnknownCommand,
    /// A line exceeds the limit, in bytes.
    #[error("a line is longer than {0} bytes")]
    LineTooLong(usize),
    /// A frame exceeds the limit of headers.
    #[error("more than {0} headers")]
    TooManyHeaders(usize),
    /// A body exceeds the limit, in bytes.
    #[error("the body is longer than {0} bytes")]
    BodyTooLong(usize),
    /// A header has no colon or no name.
    #[error("a header has no colon or no name")]
    MalformedHeader,
    /// A header has an undefined escape.
    #[error("a header has an unknown escape")]
    UnknownEscape,
    /// A line is not UTF-8.
    #[error("a line is not UTF-8")]
    NotUtf8,
    /// `content-length` is not a number.
    #[error("content-length is not a number")]
    BadContentLength,
    /// There is no NUL after `content-length` bytes.
    #[error("the frame does not end where its content-length says")]
    MissingTerminator,
    /// The command may not have a body.
    #[error("this frame cannot have a body")]
    UnexpectedBody,
}

/// A decoded element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decoded {
    /// A heart-beat.
    HeartBeat,
    /// A frame.
    Frame(Frame),
}

/// The decoder.
#[derive(Debug)]
pub struct Decoder {
    limits: Limits,
    buffer: BytesMut,
    /// Number of bytes in the buffer already searched for the end of the current part.
    searched: usize,
    part: Part,
}

#[derive(Debug)]
enum Part {
    Command,
    Headers(Frame),
    Body { frame: Frame, length: Option<usize> },
    Failed(DecodeError),
}

impl Decoder {
    /// A decoder for a new stream.
    pub fn new(limits: Limits) -> Self {
        Self { limits, buffer: BytesMut::new(), searched: 0, part: Part::Command }
    }

    /// Adds received bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        if !matches!(self.part, Part::Failed(_)) {
            self.buffer.extend_from_slice(bytes);
        }
    }

    /// The next frame or heart-beat; `None`: more bytes are needed.
    ///
    /// # Errors
    /// The stream is invalid; every later call fails, too.
    pub fn decode(&mut self) -> Result<Option<Decoded>, DecodeError> {
        self.advance().inspect_err(|error| {
            self.part = Part::Failed(*error);
            self.buffer.clear();
        })
    }

    fn advance(&mut self) -> Result<Option<Decoded>, DecodeError> {
        loop {
            match std::mem::replace(&mut self.part, Part::Command) {
                Part::Failed(error) => return Err(error),
                Part::Command => {
                    let Some(line) = self.take_line()? else { return Ok(None) };
                    if line.is_empty() {
                        return Ok(Some(Decoded::HeartBeat));
                    }
                    let command = Command::parse(&line).ok_or(DecodeError::UnknownCommand)?;
                    self.part = Part::Headers(Frame::new(command));
                }
                Part::Headers(mut frame) => match self.take_line()? {
                    None => {
                        self.part = Part::Headers(frame);
                        return Ok(None);
                    }
                    Some(line) if line.is_empty() => {
                        let length = self.content_length(&frame)?;
                        self.part = Part::Body { frame, length };
                    }
                    Some(line) => {
                        if frame.headers.len() >= self.limits.header_count {
                            return Err(DecodeError::TooManyHeaders(self.limits.header_count));
                        }
                        frame.headers.push(parse_header(frame.command, &line)?);
                        self.part = Part::Headers(frame);
                    }
                },
                Part::Body { mut frame, length } => match self.take_body(length)? {
                    None => {
                        self.part = Part::Body { frame, length };
                        return Ok(None);
                    }
                    Some(body) if !body.is_empty() && !frame.command.may_have_body() => {
                        return Err(DecodeError::UnexpectedBody);
                    }
                    Some(body) => {
                        frame.body = body;
                        return Ok(Some(Decoded::Frame(frame)));
                    }
                },
            }
        }
    }

    /// Takes a line without its end (LF or CRLF).
    fn take_line(&mut self) -> Result<Option<String>, DecodeError> {
        let too_long = DecodeError::LineTooLong(self.limits.line_bytes);
        let Some(end) = self.find(b'\n') else {
            return if self.buffer.len() > self.limits.line_bytes { Err(too_long) } else { Ok(None) };
        };
        if end > self.limits.line_bytes {
            return Err(too_long);
        }
        let line = self.take_through(end);
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        String::from_utf8(line.to_vec()).map(Some).map_err(|_| DecodeError::NotUtf8)
    }

    fn take_body(&mut self, length: Option<usize>) -> Result<Option<Vec<u8>>, DecodeError> {
        match length {
            Some(length) => match self.buffer.get(length) {
                None => Ok(None),
                Some(0) => Ok(Some(self.take_through(length))),
                Some(_) => Err(DecodeError::MissingTerminator),
            },
            None => match self.find(0) {
                Some(end) if end <= self.limits.body_bytes => Ok(Some(self.take_through(end))),
                None if self.buffer.len() <= self.limits.body_bytes => Ok(None),
                _ => Err(DecodeError::BodyTooLong(self.limits.body_bytes)),
            },
        }
    }

    fn find(&mut self, wanted: u8) -> Option<usize> {
        let found = self.buffer.iter().skip(self.searched).position(|byte| *byte == wanted);
        match found {
            Some(offset) => Some(self.searched + offset),
            None => {
                self.searched = self.buffer.len();
                None
            }
        }
    }

    /// Takes the bytes before `end`; drops the byte at `end`.
    fn take_through(&mut self, end: usize) -> Vec<u8> {
        let mut taken = self.buffer.split_to(end + 1).to_vec();
        taken.pop();
        self.searched = 0;
        taken
    }

    fn content_length(&self, frame: &Frame) -> Result<Option<usize>, DecodeError> {
        let Some(text) = frame.header("content-length") else { return Ok(None) };
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(DecodeError::BadContentLength);
        }
        match text.parse::<usize>() {
            Ok(length) if length <= self.limits.body_bytes => Ok(Some(length)),
            _ => Err(DecodeError::BodyTooLong(self.limits.body_bytes)),
        }
    }
}

fn parse_header(command: Command, line: &str) -> Result<(String, String), DecodeError> {
    let (name, value) = line.split_once(':').ok_or(DecodeError::MalformedHeader)?;
    if name.is_empty() {
        return Err(DecodeError::MalformedHeader);
    }
    if !command.escapes_headers() {
        return Ok((name.to_owned(), value.to_owned()));
    }
    // The specification forbids an unescaped colon in a value, but common peers accept it.
    match (unescape(name), unescape(value)) {
        (Some(name), Some(value)) => Ok((name, value)),
        _ => Err(DecodeError::UnknownEscape),
    }
}
