//! Helpers for the tests of all providers: fixtures, their signatures and sample messages.

use std::fs;
use std::io::{self, Cursor};
use std::path::PathBuf;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use wire::Secret;

use crate::media::{BlobWriter, ReadSeek};
use crate::{
    HttpAnswer, Inbound, InboundMessage, MediaKind, MediaSource, Outbound, OutboundContent, OutboundMedia, Provider,
    RawCall, TemplateUse,
};

/// Key of the signatures in `fixtures/{meta,instagram}/signatures.txt`.
pub const APP_SECRET: &str = "fixture app secret";

pub fn secret(text: &str) -> Secret<String> {
    Secret::new(text.to_owned())
}

pub fn fixture(provider: &str, name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(provider).join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file that is written in memory.
#[derive(Default)]
pub struct MemoryFile {
    pub bytes: Vec<u8>,
}

impl BlobWriter for MemoryFile {
    fn write(&mut self, bytes: Bytes) -> BoxFuture<'_, io::Result<()>> {
        self.bytes.extend_from_slice(&bytes);
        Box::pin(async { Ok(()) })
    }

    fn written(&mut self) -> BoxFuture<'_, io::Result<Box<dyn ReadSeek>>> {
        let copy = self.bytes.clone();
        Box::pin(async { Ok(Box::new(Cursor::new(copy)) as Box<dyn ReadSeek>) })
    }

    fn finish(self: Box<Self>) -> BoxFuture<'static, io::Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

/// Names of all fixtures of a provider with their signatures, which another program made.
pub fn signatures(provider: &str) -> Vec<(String, String)> {
    let list = String::from_utf8(fixture(provider, "signatures.txt")).unwrap();
    list.lines().map(|line| line.split_once(' ').unwrap()).map(|(name, sign)| (name.into(), sign.into())).collect()
}

pub fn call(body: impl Into<Vec<u8>>, headers: &[(&str, &str)]) -> RawCall {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    RawCall { url: "https://desk.example.com/webhooks/1".to_owned(), headers, body: body.into() }
}

pub fn answer(status: u16, body: &str) -> HttpAnswer {
    HttpAnswer { status, headers: Vec::new(), body: body.as_bytes().to_vec() }
}

/// Parses a fixture without checking its signature.
pub fn read(provider: &dyn Provider, folder: &str, name: &str) -> Vec<Inbound> {
    provider.read(&call(fixture(folder, name), &[])).unwrap()
}

/// The only message of a fixture.
pub fn only_message(inbound: &[Inbound]) -> InboundMessage {
    match inbound {
        [Inbound::Message(message)] => (**message).clone(),
        other => panic!("not one message: {other:?}"),
    }
}

pub fn outbound(content: OutboundContent) -> Outbound {
    Outbound {
        key: "outbound-1".into(),
        account: "106540352242922".into(),
        to: "+5511987650001".into(),
        quoted_id: None,
        window_open: true,
        content,
    }
}

pub fn text_message(text: &str) -> Outbound {
    outbound(OutboundContent::Text(text.into()))
}

pub fn outbound_file(kind: MediaKind, source: MediaSource) -> OutboundMedia {
    OutboundMedia {
        kind,
        source,
        mime: "application/pdf".into(),
        caption: Some("segue".into()),
        file_name: Some("nota.pdf".into()),
    }
}

pub fn address() -> MediaSource {
    MediaSource::Address("https://desk.example.com/media/1?until=2".into())
}

pub fn template_use(variables: &[(&str, &str)]) -> TemplateUse {
    TemplateUse {
        id: "hello".into(),
        language: "pt_BR".into(),
        variables: variables.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
        header: None,
    }
}

pub fn json_body(request: &crate::HttpRequestData) -> serde_json::Value {
    serde_json::from_slice(&request.body).unwrap()
}
