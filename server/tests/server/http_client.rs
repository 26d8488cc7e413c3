//! A minimal HTTP/1.1 client: one request per connection, so that tests control exactly which bytes are sent.

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::test_server::soon;

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// All values of a repeated header.
    pub fn all(&self, name: &str) -> Vec<&str> {
        self.headers.iter().filter(|(given, _)| given == name).map(|(_, value)| value.as_str()).collect()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

pub async fn request(host: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    request_bytes(host, method, path, headers, body.as_bytes()).await
}

/// Like `request`, with arbitrary bytes as the body.
pub async fn request_bytes(host: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    let mut open = open_bytes(host, method, path, headers, body).await;
    let mut bytes = Vec::new();
    soon(open.reader.read_to_end(&mut bytes)).await.unwrap();
    Reply { status: open.status, headers: open.headers, body: String::from_utf8_lossy(&bytes).into_owned() }
}

/// A reply whose body is still being received.
pub struct OpenReply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    reader: BufReader<TcpStream>,
}

impl OpenReply {
    /// The next line that starts with `prefix`, without it; `None` at the end.
    pub async fn line_after(&mut self, prefix: &str) -> Option<String> {
        loop {
            let mut line = String::new();
            if soon(self.reader.read_line(&mut line)).await.unwrap() == 0 {
                return None;
            }
            if let Some(rest) = line.trim_end().strip_prefix(prefix) {
                return Some(rest.to_owned());
            }
        }
    }
}

pub async fn open(host: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> OpenReply {
    open_bytes(host, method, path, headers, body.as_bytes()).await
}

async fn open_bytes(host: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> OpenReply {
    let mut stream = soon(TcpStream::connect(host)).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "host") {
        head.push_str(&format!("host: {host}\r\n"));
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body).await.unwrap();
    let mut reader = BufReader::new(stream);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        assert!(soon(reader.read_line(&mut line)).await.unwrap() > 0, "the answer ended in its head");
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let status = lines[0].split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines[1..].iter().filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    OpenReply { status, headers, reader }
}

/// Requests the paths one after another on one connection, as a browser does; returns the statuses.
pub async fn request_in_turn(host: &str, paths: &[&str]) -> Vec<u16> {
    let stream = soon(TcpStream::connect(host)).await.unwrap();
    let mut stream = BufReader::new(stream);
    let mut statuses = Vec::new();
    for path in paths {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\naccept: */*\r\n\r\n");
        stream.get_mut().write_all(head.as_bytes()).await.unwrap();
        let mut length = 0;
        for number in 0.. {
            let mut line = String::new();
            assert!(soon(stream.read_line(&mut line)).await.unwrap() > 0, "the connection ended before {path}");
            if number == 0 {
                statuses.push(line.split(' ').nth(1).unwrap().parse().unwrap());
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        soon(stream.read_exact(&mut body)).await.unwrap();
    }
    statuses
}
