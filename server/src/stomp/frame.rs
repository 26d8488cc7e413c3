//! One STOMP frame as a value, and how it is spelled on the wire. Nothing here judges whether a frame is welcome.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Also spelled `STOMP`; a 1.2 server handles both in the same way.
    Connect,
    Send,
    Subscribe,
    Unsubscribe,
    Ack,
    Nack,
    Begin,
    Commit,
    Abort,
    Disconnect,
    Connected,
    Message,
    Receipt,
    Error,
}

impl Command {
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

    /// Only these three may carry a body.
    pub fn may_have_body(self) -> bool {
        matches!(self, Self::Send | Self::Message | Self::Error)
    }

    /// `CONNECT` and `CONNECTED` are not escaped, so that they stay readable for STOMP 1.0.
    pub fn escapes_headers(self) -> bool {
        !matches!(self, Self::Connect | Self::Connected)
    }
}

#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    pub command: Command,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Frame {
    pub fn new(command: Command) -> Self {
        Self { command, headers: Vec::new(), body: Vec::new() }
    }

    pub fn with_header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    pub fn with_body(mut self, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self.headers.push(("content-type".to_owned(), content_type.to_owned()));
        self.headers.push(("content-length".to_owned(), self.body.len().to_string()));
        self
    }

    /// Of repeated headers the first one counts.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

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

/// Passcodes and bodies stay out of logs: only the command and the names of the headers are shown.
impl fmt::Debug for Frame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        write!(formatter, "{} {names:?} +{} bytes", self.command.as_str(), self.body.len())
    }
}

/// Undoes the escapes of a header's name or value; `None` where the text has an escape that the specification does not know.
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
