//! Files that agents and customers of web chats upload: the files that a page can choose, and the server's side without
//! a socket (`server/src/whatsapp/files.rs`).

use crate::network::{Delivery, Party, Request};
use crate::sim::Sim;
use contact_centre::wire::{Channel, Protocol};
use contact_centre::{HttpReply, HttpRequest as ServerRequest, MediaUpload, Recipients, Uploader};
use core_wasm::Input;
use core_wasm::conversation::MediaFile;
use core_wasm::flow::{HttpRequest, RequestId, UploadCommand};
use core_wasm::wire::Secret;
use messaging::media::{MediaLimits, SniffFault, Sniffed, sniff};

/// The channel of the attendances to which this request uploads files.
pub(crate) fn channel_of(path: &str) -> Option<Channel> {
    match path {
        "whatsapp/media" => Some(Channel::Whatsapp),
        "chat/media" => Some(Channel::Chat),
        _ => None,
    }
}

/// The largest file that the server takes, in bytes.
const LARGEST: u64 = 5 * 1_024 * 1_024;

/// Files that an agent can choose: name, MIME type that the browser claims, and the bytes.
const FILES: [(&str, &str, &[u8]); 4] = [
    ("foto.png", "image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0"),
    ("nota.pdf", "application/pdf", b"%PDF-1.7\n1 0 obj\n"),
    ("lista.txt", "text/plain", b"um\ndois\n"),
    ("programa.jpg", "image/jpeg", b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0"),
];

/// A file by its name: `foto.png`, `nota.pdf`, `lista.txt`, or `programa.jpg`, which is a program.
pub fn file(name: &str) -> MediaFile {
    let (name, mimetype, bytes) = FILES.into_iter().find(|(known, ..)| *known == name).expect("a file of the machine");
    MediaFile {
        handle: name.to_owned(),
        name: name.to_owned(),
        mimetype: mimetype.to_owned(),
        size: bytes.len() as f64,
        url: format!("blob:{name}"),
        recorded: false,
    }
}

/// The type that the server finds in the bytes of a file.
pub(crate) fn sniffed(
    bytes: &[u8],
    claimed: Option<&str>,
    name: Option<&str>,
    is_agents: bool,
) -> Result<Sniffed, SniffFault> {
    sniff(bytes, claimed, name, MediaLimits { max_bytes: LARGEST, archives: is_agents, ..MediaLimits::default() })
}

impl Sim {
    pub(crate) fn upload_command(&mut self, party: Party, command: UploadCommand) {
        match command {
            UploadCommand::Start { id: call, request, token, file } => {
                self.begin_upload(party, call, &request, token, file);
            }
            UploadCommand::Convert { file, .. } => unreachable!("every network takes {file} as it is, or refuses it"),
            UploadCommand::Cancel(call) => {
                self.network.take_back(|delivery| match delivery {
                    Delivery::Request(request) => (request.party, request.call) == (party, call),
                    Delivery::Answer { party: of, call: to, .. } => (*of, *to) == (party, call),
                    _ => false,
                });
            }
        }
    }

    fn begin_upload(
        &mut self,
        party: Party,
        call: RequestId,
        request: &HttpRequest,
        token: Option<Secret<String>>,
        file: String,
    ) {
        let target = request.target();
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        let name = format!("{} {target}", request.method.as_str());
        let who = self.browsers[party.agent].name.clone();
        self.trace.line(self.now, &who, format_args!("> {name}"));
        let http = ServerRequest {
            method: request.method.as_str().to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            authorization: token.map(|token| format!("Bearer {}", token.expose())),
            body: file,
        };
        let deadline = self.now.plus_ms(u64::from(request.time_limit_ms));
        let delivery = Delivery::Request(Request { party, call, name, request: http, deadline });
        self.network.send(self.now.plus_ms(self.network.latency_ms), delivery);
    }

    /// The server stores an uploaded file. Meanwhile its page gets a report that half of the file was sent.
    pub(crate) fn upload(
        &mut self,
        party: Party,
        call: RequestId,
        request: &ServerRequest,
        channel: Channel,
    ) -> (HttpReply, Recipients) {
        if self.is_current(party) {
            self.feed(party.agent, Input::UploadProgress { request: call.number, part: 0.5 }, "< half of the upload");
        }
        let protocol = request.query.split('&').find_map(|part| part.strip_prefix("protocol=")).unwrap_or_default();
        let protocol = Protocol::from(protocol);
        let uploader = Uploader::Agent { authorization: request.authorization.clone(), channel };
        self.keep_file(&uploader, &protocol, &request.body)
    }

    /// The server stores one of the defined files.
    pub(crate) fn keep_file(
        &mut self,
        uploader: &Uploader,
        protocol: &Protocol,
        name: &str,
    ) -> (HttpReply, Recipients) {
        let found = FILES.into_iter().find(|(known, ..)| *known == name);
        let (name, claimed, bytes) = found.expect("a file of the machine");
        let refusal = |status| HttpReply {
            status,
            body: "{}".to_owned(),
            authorization: None,
            authenticated: false,
            retry_after_seconds: None,
        };
        let is_agents = matches!(uploader, Uploader::Agent { .. });
        let kept = match sniffed(bytes, Some(claimed), Some(name), is_agents) {
            Ok(sniffed) => MediaUpload {
                media_id: self.messaging.next_file(),
                kind: messaging_adapter::medium(sniffed.kind),
                mimetype: sniffed.mime,
                file_name: sniffed.file_name,
                size: bytes.len() as u64,
            },
            Err(SniffFault::TooLarge { .. }) => return (refusal(413), Recipients::default()),
            Err(_) => return (refusal(415), Recipients::default()),
        };
        self.server.call(self.now, |centre, store, context| {
            match centre.may_upload(store, context, uploader, protocol) {
                Ok(_) => centre.uploaded(store, context, uploader, protocol, &kept),
                Err(reply) => reply,
            }
        })
    }
}
