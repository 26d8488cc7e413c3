//! Reads a stream of bytes into frames and heart-beats. The bytes may be cut anywhere; each byte is looked at once, so a peer
//! that sends slowly cannot make this expensive. Every size is bounded. After the first error nothing more is decoded: a stream
//! that lost its frame borders cannot be trusted again.

use bytes::BytesMut;
use thiserror::Error;

use super::frame::{Command, Frame, unescape};

/// A client of this broker sends short frames only: acknowledgements and pongs.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub header_count: usize,
    pub line_bytes: usize,
    pub body_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { header_count: 64, line_bytes: 8 * 1024, body_bytes: 64 * 1024 }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DecodeError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("a line is longer than {0} bytes")]
    LineTooLong(usize),
    #[error("more than {0} headers")]
    TooManyHeaders(usize),
    #[error("the body is longer than {0} bytes")]
    BodyTooLong(usize),
    #[error("a header has no colon or no name")]
    MalformedHeader,
    #[error("a header has an unknown escape")]
    UnknownEscape,
    #[error("a line is not UTF-8")]
    NotUtf8,
    #[error("content-length is not a number")]
    BadContentLength,
    #[error("the frame does not end where its content-length says")]
    MissingTerminator,
    #[error("this frame cannot have a body")]
    UnexpectedBody,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decoded {
    HeartBeat,
    Frame(Frame),
}

#[derive(Debug)]
pub struct Decoder {
    limits: Limits,
    buffer: BytesMut,
    /// How much of the buffer has been searched for the end of the current part.
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
    pub fn new(limits: Limits) -> Self {
        Self { limits, buffer: BytesMut::new(), searched: 0, part: Part::Command }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        if !matches!(self.part, Part::Failed(_)) {
            self.buffer.extend_from_slice(bytes);
        }
    }

    /// The next complete frame or heart-beat of what was pushed; `None` when more bytes are needed.
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

    /// A line without its end, which is LF or CRLF.
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

    /// What stands before `end`; the byte at `end`, which `find` or `get` has seen, is dropped.
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
    // A value with a bare colon is not allowed by the letter, but every peer of the field accepts it.
    match (unescape(name), unescape(value)) {
        (Some(name), Some(value)) => Ok((name, value)),
        _ => Err(DecodeError::UnknownEscape),
    }
}
