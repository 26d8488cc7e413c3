//! A STOMP frame and its encoding. Rules about frames are in `session`.

use std::fmt;

/// A STOMP command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// The command `CONNECT`, or `STOMP`, which a 1.2 server treats the same.
    Connect,
    /// The command `SEND`.
    Send,
    /// The command `SUBSCRIBE`.
    Subscribe,
    /// The command `UNSUBSCRIBE`.
    Unsubscribe,
    /// The command `ACK`.
    Ack,
    /// The command `NACK`.
    Nack,
    /// The command `BEGIN`.
    Begin,
    /// The command `COMMIT`.
    Commit,
    /// The command `ABORT`.
    Abort,
    /// The command `DISCONNECT`.
    Disconnect,
    /// The answer `CONNECTED`.
    Connected,
    /// The frame `MESSAGE`.
    Message,
    /// The frame `RECEIPT`.
    Receipt,
    /// The frame `ERROR`.
    Error,
}

impl Command {
    /// The command spelled `line`.
    pub fn parse(line: &str) -> Option<Self> {
        Some(match line {
            "CONNECT" | "STOMP" => Self::Connect,
            "SEND" => Self::Send,
            "SUBSCRIBE" => Self::Subscribe,
            "UNSUBSCRIBE" => Self::Unsubscribe,
            "ACK" => Self::Ack,
            "NACK" => Self::Nack,
            "BEGIN" => Self::Begin,
            "COMMIT" => Self::Commit,
            "ABORT" => Self::Abort,
            "DISCONNECT" => Self::Disconnect,
            "CONNECTED" => Self::Connected,
            "MESSAGE" => Self::Message,
            "RECEIPT" => Self::Receipt,
            "ERROR" => Self::Error,
            _ => return None,
        })
    }

    /// The spelling on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Connect => "CONNECT",
            Self::Send => "SEND",
            Self::Subscribe => "SUBSCRIBE",
            Self::Unsubscribe => "UNSUBSCRIBE",
            Self::Ack => "ACK",
            Self::Nack => "NACK",
            Self::Begin => "BEGIN",
            Self::Commit => "COMMIT",
            Self::Abort => "ABORT",
            Self::Disconnect => "DISCONNECT",
            Self::Connected => "CONNECTED",
            Self::Message => "MESSAGE",
            Self::Receipt => "RECEIPT",
            Self::Error => "ERROR",
        }
    }

    /// Whether the command may have a body.
    pub fn may_have_body(self) -> bool {
        matches!(self, Self::Send | Self::Message | Self::Error)
    }

    /// `CONNECT` and `CONNECTED` are not escaped, for compatibility with STOMP 1.0.
    pub fn escapes_headers(self) -> bool {
        !matches!(self, Self::Connect | Self::Connected)
    }
}

/// A frame.
#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    /// Command.
    pub command: Command,
    /// Headers in order; of repeated headers the first one counts.
    pub headers: Vec<(String, String)>,
    /// Body.
    pub body: Vec<u8>,
}

impl Frame {
    /// A frame without headers or body.
    pub fn new(command: Command) -> Self {
        Self { command, headers: Vec::new(), body: Vec::new() }
    }

    /// Adds a header.
    pub fn with_header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Sets the body, `content-type` and `content-length`.
    pub fn with_body(mut self, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self.headers.push(("content-type".to_owned(), content_type.to_owned()));
        self.headers.push(("content-length".to_owned(), self.body.len().to_string()));
        self
    }

    /// Value of the first header with this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// The bytes of the frame.
    pub fn encode(&self) -> Vec<u8> {
        let mut wire = Vec::with_capacity(self.body.len() + 64 * (self.headers.len() + 1));
        wire.extend_from_slice(self.command.as_str().as_bytes());
        wire.push(b'\n');
        for (name, value) in &self.headers {
            self.write_header_part(name, &mut wire);
            wire.push(b':');
            self.write_header_part(value, &mut wire);
            wire.push(b'\n');
        }
        wire.push(b'\n');
        wire.extend_from_slice(&self.body);
        wire.push(0);
        wire
    }

    fn write_header_part(&self, text: &str, wire: &mut Vec<u8>) {
        for byte in text.bytes() {
            match byte {
                b'\\' if self.command.escapes_headers() => wire.extend_from_slice(b"\\\\"),
                b'\r' if self.command.escapes_headers() => wire.extend_from_slice(b"\\r"),
                b'\n' if self.command.escapes_headers() => wire.extend_from_slice(b"\\n"),
                b':' if self.command.escapes_headers() => wire.extend_from_slice(b"\\c"),
                other => wire.push(other),
            }
        }
    }
}

/// The debug output contains only the command and header names: values and bodies may be secret.
impl fmt::Debug for Frame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        write!(formatter, "{} {names:?} +{} bytes", self.command.as_str(), self.body.len())
    }
}

/// Unescapes a header name or value; `None` for an escape that the specification does not define.
pub fn unescape(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        plain.push(match characters.next()? {
            'r' => '\r',
            'n' => '\n',
            'c' => ':',
            '\\' => '\\',
            _ => return None,
        });
    }
    Some(plain)
}
