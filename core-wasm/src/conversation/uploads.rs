//! Files of the agent: a message with a file shows at once, the page uploads the file, and the message is sent with the id of the
//! upload (BEY-054). An upload without an answer is repeated, as a text is. A file does not survive a reload:
//! until the end of its upload the stored message only says that it was not sent.

use super::conversation_facts::facts_of;
use super::machine::{Conversation, Exit, Pending};
use super::outbox::{EntryState, Outgoing, retry_after_ms};
use super::{records, slices, timers};
use crate::flow::{Answer, Context, HttpRequest, RequestId, Text};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{CustomId, MediaReply, Message, MessageMedia, Protocol};
use serde::Deserialize;

/// The largest file in bytes: 5 MB, inclusive (WAP-061, WAP-062).
pub const LARGEST_FILE: f64 = 5.0 * 1_024.0 * 1_024.0;
/// The page gives an upload up after this time.
const UPLOAD_LIMIT_MS: u32 = 120_000;

/// A file that the agent chose. The page keeps its bytes under `handle`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MediaFile {
    /// The page's name of the file.
    pub handle: String,
    /// Name of the file.
    pub name: String,
    /// MIME type, as the browser found it.
    pub mimetype: String,
    /// Size in bytes.
    pub size: f64,
    /// Address for the preview, of this page only.
    pub url: String,
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
    file: MediaFile,
    /// The last upload of the file.
    request: RequestId,
    /// Whether that upload has not ended.
    running: bool,
    /// Part that was sent, 0 to 1.
    part: f64,
    /// Uploads in a row that got no answer.
    attempts: u32,
}

impl Upload {
    /// The last upload of the file.
    pub(super) fn request(&self) -> RequestId {
        self.request
    }
}

impl MediaFile {
    /// The kind of file by the MIME type; `None` if the type is not allowed (WAP-062).
    fn medium(&self) -> Option<MessageMedia> {
        let (group, kind) = self.mimetype.split_once('/')?;
        let kind = kind.split(';').next().unwrap_or_default();
        match (group, kind) {
            ("image", "svg+xml") => None,
            ("image", _) => Some(MessageMedia::Image),
            ("audio", _) => Some(MessageMedia::Audio),
            ("video", _) => Some(MessageMedia::Video),
            ("text", "plain" | "csv") => Some(MessageMedia::File),
            ("application", "pdf" | "zip" | "x-zip-compressed" | "msword" | "rtf") => Some(MessageMedia::File),
            ("application", kind) => {
                let prefixes = ["vnd.openxmlformats-officedocument.", "vnd.ms-", "vnd.oasis.opendocument."];
                prefixes.iter().any(|prefix| kind.starts_with(prefix)).then_some(MessageMedia::File)
            }
            _ => None,
        }
    }

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

impl Conversation {
    /// The agent sends a file with a caption. What is too large or not allowed is refused before the upload.
    pub fn send_media(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        media: MediaMessage,
    ) -> Option<Exit> {
        let MediaMessage { file, caption, answered } = media;
        let refused = |key| Some(Exit::Refused(Text::key(key)));
        if file.size > LARGEST_FILE {
            return refused("whatsapp.media.tooLarge");
        }
        let Some(medium) = file.medium() else { return refused("whatsapp.media.typeNotAllowed") };
        let media_path = facts_of(jobs, protocol).and_then(|facts| facts.rules?.media_path);
        if media_path.is_none() {
            return refused("chat.send.unsupported");
        }
        let caption = caption.trim();
        let shown = file.shown(medium, caption);
        let outgoing = Outgoing { text: caption.to_owned(), shown, file: Some(file), ..Outgoing::default() };
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
        file: MediaFile,
    ) {
        let path = self.outbox.entry(protocol, custom_id).and_then(|entry| entry.rules.media_path);
        let Some(path) = path else { return };
        let request = HttpRequest::post(path).query("protocol", protocol).query("name", &file.name);
        let pending = Pending::Upload { protocol: protocol.clone(), custom_id: custom_id.clone() };
        let handle = file.handle.clone();
        let request = context.upload(&mut self.requests, pending, request.time_limit_ms(UPLOAD_LIMIT_MS), handle);
        let key = (protocol.clone(), custom_id.clone());
        let attempts = self.uploads.get(&key).map_or(0, |before| before.attempts);
        self.uploads.insert(key, Upload { file, request, running: true, part: 0.0, attempts });
    }

    /// Part of the message's file that was sent, 0 to 1, also while the upload waits for its next try; `None` if none is
    /// to come.
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

    /// The page has sent a part of a file.
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
        // A file that did not arrive in time (408) will not arrive sooner the next time: the agent decides.
        let is_slow = matches!(&answer, Answer::TryLater(put_off) if put_off.status == 408);
        if (answer.is_passing() && !is_slow) || matches!(answer, Answer::Unauthorized(_)) {
            // Like a text, the file waits for the server, or for the next sign-in.
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
                vec![Exit::Refused(Text::key(reason))]
            }
        }
    }

    /// Uploads the file of a failed message again. `false`: the message has no file, or the server has it.
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
        // Also without a running upload: the page forgets the file.
        context.cancel_upload(upload.request);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::image("image/png", Some(MessageMedia::Image))]
    #[case::voice_message("audio/ogg; codecs=opus", Some(MessageMedia::Audio))]
    #[case::video("video/mp4", Some(MessageMedia::Video))]
    #[case::pdf("application/pdf", Some(MessageMedia::File))]
    #[case::word("application/vnd.openxmlformats-officedocument.wordprocessingml.document", Some(MessageMedia::File))]
    #[case::text("text/plain;charset=utf-8", Some(MessageMedia::File))]
    #[case::zip("application/zip", Some(MessageMedia::File))]
    #[case::page("text/html", None)]
    #[case::drawing_with_scripts("image/svg+xml", None)]
    #[case::program("application/x-msdownload", None)]
    #[case::unknown("", None)]
    fn wap_062_the_mime_type_decides_the_kind_of_a_file(
        #[case] mimetype: &str,
        #[case] expected: Option<MessageMedia>,
    ) {
        assert_eq!(MediaFile { mimetype: mimetype.to_owned(), ..MediaFile::default() }.medium(), expected);
    }
}
