//! Files of the agent: a message with a file is shown at once, the page uploads the file, and the message is sent with
//! the id of the upload (BEY-054). A file that the network takes in another form only is converted by the page before
//! its upload (BEY-170). An upload without an answer is repeated, as a text is. A file does not survive a reload: until
//! the end of its upload the stored message only says that it was not sent.

use super::conversation_facts::facts_of;
use super::file_plan::{FilePlan, header_plan, plan_of, unconverted_refusal};
use super::machine::{Conversation, Exit, Pending};
use super::outbox::{EntryState, Outgoing, retry_after_ms};
use super::{records, slices, timers};
use crate::flow::{Answer, Context, RequestId, ServerWrite, Text};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::network_limits::{Conversion, FileType, Network};
use crate::wire::{CustomId, MediaReply, Message, MessageMedia, Protocol};
use serde::Deserialize;

/// The largest file in bytes: 5 MB, inclusive (WAP-061, WAP-062).
pub const LARGEST_FILE: f64 = 5.0 * 1_024.0 * 1_024.0;
/// The page aborts an upload after this time.
const UPLOAD_LIMIT_MS: u32 = 120_000;

/// A file that the agent chose. The page keeps its bytes under `handle`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MediaFile {
    /// The page's identifier of the file.
    pub handle: String,
    /// Name of the file.
    pub name: String,
    /// MIME type, as the browser found it.
    pub mimetype: String,
    /// Size in bytes.
    pub size: f64,
    /// Address for the preview, of this page only.
    pub url: String,
    /// The agent recorded it as a voice message.
    pub recorded: bool,
}

/// A file after its conversion. The page keeps its bytes under the handle of the original file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConvertedFile {
    /// Name of the file, with the extension of its new type.
    pub name: String,
    /// MIME type.
    pub mimetype: String,
    /// Size in bytes.
    pub size: f64,
}

/// A conversion that has to be made, and its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedConversion {
    to: Conversion,
    network: Network,
    /// The file is for the header of a template, which needs a file of this kind.
    header: Option<MessageMedia>,
}

/// A file to upload.
#[derive(Clone, Debug, PartialEq)]
pub struct FileToSend {
    /// The file.
    pub file: MediaFile,
    /// The conversion before the upload.
    pub conversion: Option<PlannedConversion>,
}

/// A message with a file, as the agent sends it.
pub struct MediaMessage {
    /// The file.
    pub file: MediaFile,
    /// The caption; empty without one.
    pub caption: String,
    /// Local id of the message that it answers; empty without one.
    pub answered: String,
}

/// The file of a message that the server does not have yet.
#[derive(Clone, Debug)]
pub(super) struct Upload {
    file: FileToSend,
    /// The last upload or conversion of the file.
    request: RequestId,
    /// Whether that upload or conversion has not ended.
    running: bool,
    /// Part of the file that was uploaded, 0 to 1.
    part: f64,
    /// Number of consecutive uploads without an answer.
    attempts: u32,
}

impl Upload {
    /// The last upload of the file.
    pub(super) fn request(&self) -> RequestId {
        self.request
    }
}

impl MediaFile {
    fn shown(&self, medium: MessageMedia, caption: &str) -> Message {
        Message {
            message_media_type: Some(medium),
            caption: caption.to_owned(),
            mimetype: self.mimetype.clone(),
            attachment_url: self.url.clone(),
            file_name: self.name.clone(),
            file_size: self.size.max(0.0) as u64,
            ..Message::default()
        }
    }
}

/// The file of a template's header: how the thread shows it, and the file to upload. `Err` contains the reason why it
/// is refused.
pub fn header_file(
    jobs: &Jobs,
    protocol: &Protocol,
    header: MessageMedia,
    file: MediaFile,
) -> Result<(Message, Option<FileToSend>), Text> {
    let network = facts_of(jobs, protocol).and_then(|facts| facts.network);
    let network = network.ok_or_else(|| Text::key("chat.send.unsupported"))?;
    let conversion = match header_plan(network, header, &file.mimetype, file.size) {
        FilePlan::Send(..) => None,
        FilePlan::Convert(_, to) => Some(PlannedConversion { to, network, header: Some(header) }),
        FilePlan::Refuse(reason) => return Err(reason),
    };
    Ok((file.shown(header, ""), Some(FileToSend { file, conversion })))
}

impl Conversation {
    /// The agent sends a file with a caption. A file that is too large or not allowed is refused before the upload.
    pub fn send_media(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        media: MediaMessage,
    ) -> Option<Exit> {
        let MediaMessage { file, caption, answered } = media;
        let facts =
            facts_of(jobs, protocol).filter(|facts| facts.rules.is_some_and(|rules| rules.media_path.is_some()));
        let Some(network) = facts.and_then(|facts| facts.network) else {
            return Some(Exit::Refused(protocol.clone(), Text::key("chat.send.unsupported")));
        };
        let (kind, conversion) = match plan_of(network, &file.mimetype, file.size) {
            FilePlan::Send(kind, _) => (kind, None),
            FilePlan::Convert(kind, to) => (kind, Some(PlannedConversion { to, network, header: None })),
            FilePlan::Refuse(reason) => return Some(Exit::Refused(protocol.clone(), reason)),
        };
        let caption = caption.trim();
        let shown = file.shown(kind.media(), caption);
        let file = Some(FileToSend { file, conversion });
        let outgoing = Outgoing { text: caption.to_owned(), shown, file, ..Outgoing::default() };
        let outgoing = outgoing.answering(self.thread(protocol), &answered);
        let exit = self.send_content(context, jobs, acting_agent, protocol, outgoing);
        if !answered.is_empty() && exit.is_none() {
            self.answer_sent(context, acting_agent, protocol, &answered);
        }
        exit
    }

    pub(super) fn begin_upload(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        custom_id: &CustomId,
        file: FileToSend,
    ) {
        let Some(entry) = self.outbox.entry_mut(protocol, custom_id) else { return };
        let Some(path) = entry.rules.media_path else { return };
        let pending = Pending::Upload { protocol: protocol.clone(), custom_id: custom_id.clone() };
        let FileToSend { file: MediaFile { handle, name, mimetype, recorded, .. }, conversion } = file.clone();
        let request = match conversion {
            Some(PlannedConversion { to, .. }) => context.convert(&mut self.requests, pending, handle, to),
            None => {
                entry.extras.voice = recorded && FileType::of(&mimetype) == Some(FileType::Ogg);
                let request = ServerWrite::UploadFile.post(path).query("protocol", protocol).query("name", &name);
                context.upload(&mut self.requests, pending, request.time_limit_ms(UPLOAD_LIMIT_MS), handle)
            }
        };
        let key = (protocol.clone(), custom_id.clone());
        let attempts = self.uploads.get(&key).map_or(0, |before| before.attempts);
        self.uploads.insert(key, Upload { file, request, running: true, part: 0.0, attempts });
    }

    /// Part of the message's file that was uploaded, 0 to 1, also while the upload waits for its next try; `None` if no
    /// upload follows.
    pub fn upload_part(&self, protocol: &Protocol, local_id: &str) -> Option<f64> {
        let custom_id = local_id.strip_prefix('c').map(CustomId::from)?;
        let entry = self.outbox.entry(protocol, &custom_id)?;
        let upload = self.uploads.get(&(protocol.clone(), custom_id))?;
        (entry.state == EntryState::Uploading).then_some(upload.part)
    }

    /// Uploads the files of an attendance again whose last upload got no answer.
    pub(super) fn retry_uploads(&mut self, context: &mut Context, protocol: &Protocol) {
        for (custom_id, _) in self.outbox.states(protocol, |entry| entry.state == EntryState::Uploading) {
            let upload = self.uploads.get(&(protocol.clone(), custom_id.clone()));
            if let Some(file) = upload.filter(|upload| !upload.running).map(|upload| upload.file.clone()) {
                self.begin_upload(context, protocol, &custom_id, file);
            }
        }
    }

    /// The page has converted the file of a message, or failed to: the file is uploaded, or the agent decides. The end
    /// of a conversion that is not expected changes nothing.
    pub fn file_converted(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        number: u64,
        converted: Option<ConvertedFile>,
    ) -> Option<Exit> {
        let is_of = |upload: &Upload| upload.running && upload.request.number == number;
        let (key, upload) = self.uploads.iter_mut().find(|(_, upload)| is_of(upload))?;
        let PlannedConversion { network, header, .. } = upload.file.conversion?;
        let (protocol, custom_id) = key.clone();
        upload.running = false;
        upload.part = 0.0;
        let mut file = upload.file.file.clone();
        self.requests.take(upload.request);
        if let Some(ConvertedFile { name, mimetype, size }) = converted {
            file = MediaFile { name, mimetype, size, ..file };
        }
        context.dirty(slices::MESSAGE.of((protocol.clone(), super::own_local_id(&custom_id))));
        let too_large = (file.size > LARGEST_FILE).then(|| Text::key("whatsapp.media.tooLarge"));
        if let Some(reason) = too_large.or_else(|| unconverted_refusal(network, header, &file)) {
            self.sending_failed(context, jobs, acting_agent, &protocol, &custom_id, reason.clone());
            return Some(Exit::Refused(protocol.clone(), reason));
        }
        if let Some(entry) = self.outbox.entry_mut(&protocol, &custom_id) {
            entry.shown.mimetype.clone_from(&file.mimetype);
            entry.shown.file_name.clone_from(&file.name);
            entry.shown.file_size = file.size.max(0.0) as u64;
        }
        self.begin_upload(context, &protocol, &custom_id, FileToSend { file, conversion: None });
        None
    }

    /// The page has uploaded or converted a part of a file.
    pub fn upload_progressed(&mut self, context: &mut Context, request: u64, part: f64) {
        let is_of = |upload: &Upload| upload.running && upload.request.number == request;
        if let Some(((protocol, custom_id), upload)) = self.uploads.iter_mut().find(|(_, upload)| is_of(upload)) {
            upload.part = part.clamp(0.0, 1.0);
            context.dirty(slices::MESSAGE.of((protocol.clone(), super::own_local_id(custom_id))));
        }
    }

    pub(super) fn on_uploaded(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        custom_id: &CustomId,
        answer: Answer,
    ) -> Vec<Exit> {
        context.dirty(slices::MESSAGE.of((protocol.clone(), super::own_local_id(custom_id))));
        let Some(upload) = self.uploads.get_mut(&(protocol.clone(), custom_id.clone())) else { return Vec::new() };
        upload.running = false;
        upload.part = 0.0;
        // A file whose upload timed out on the server (408) would time out again: the agent decides.
        let is_slow = matches!(&answer, Answer::TryLater(put_off) if put_off.status == 408);
        if (answer.is_passing() && !is_slow) || matches!(answer, Answer::Unauthorized(_)) {
            // Like a text, the file waits until the server can be reached, or for the next sign-in.
            upload.attempts = upload.attempts.saturating_add(1);
            let after = answer.delay_ms(context, retry_after_ms(upload.attempts));
            context.timer(timers::OUTBOX_RETRY.of(protocol.clone()), after);
            return Vec::new();
        }
        upload.attempts = 0;
        let reason = match &answer {
            Answer::Refused(413, _) => "whatsapp.media.tooLarge",
            Answer::Refused(415, _) => "whatsapp.media.typeNotAllowed",
            _ => "whatsapp.media.uploadFailed",
        };
        match answer.read::<MediaReply>() {
            Ok(reply) if !reply.id.is_empty() => {
                self.uploads.remove(&(protocol.clone(), custom_id.clone()));
                let Some(entry) = self.outbox.entry_mut(protocol, custom_id) else { return Vec::new() };
                entry.extras.media_id = reply.id;
                entry.state = EntryState::Storing;
                self.await_store(context, acting_agent, protocol, custom_id);
                Vec::new()
            }
            _ => {
                self.sending_failed(context, jobs, acting_agent, protocol, custom_id, Text::key(reason));
                // WAP-057
                vec![Exit::Refused(protocol.clone(), Text::key(reason))]
            }
        }
    }

    /// Uploads the file of a failed message again. Returns `false` if the message has no file or the server has it.
    pub(super) fn retry_upload(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId) -> bool {
        let Some(upload) = self.uploads.get(&(protocol.clone(), custom_id.clone())) else { return false };
        let file = upload.file.clone();
        if let Some(entry) = self.outbox.entry_mut(protocol, custom_id) {
            entry.state = EntryState::Uploading;
            self.begin_upload(context, protocol, custom_id, file);
        }
        true
    }

    /// The agent cancels the upload: the message is removed, and its caption goes back into the composer.
    pub fn cancel_upload(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        local_id: &str,
    ) {
        let Some(custom_id) = local_id.strip_prefix('c').map(CustomId::from) else { return };
        if self.stop_upload(context, protocol, &custom_id) {
            let caption = self.outbox.remove(protocol, &custom_id).map(|entry| entry.text).unwrap_or_default();
            let record = (acting_agent.agent_id.clone(), protocol.clone(), custom_id.clone());
            context.write(records::OUTBOX.of(record), None);
            self.remove_message(context, jobs, protocol, &custom_id);
            if !caption.is_empty() {
                self.put_before_draft(context, acting_agent, protocol, &caption);
            }
        }
    }

    /// Forgets the file of a message and stops its upload. Returns whether there was one.
    pub(super) fn stop_upload(&mut self, context: &mut Context, protocol: &Protocol, custom_id: &CustomId) -> bool {
        let Some(upload) = self.uploads.remove(&(protocol.clone(), custom_id.clone())) else { return false };
        if upload.running {
            self.requests.take(upload.request);
        }
        // Also if no upload is running, because the page must drop the file.
        context.cancel_upload(upload.request);
        true
    }
}
