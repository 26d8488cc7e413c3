//! Whether a chosen file is sent, converted or refused, according to the network of the conversation (BEY-170). The
//! page asks when the file is chosen, and the core decides again when it is sent.

use super::conversation_facts::facts_of;
use super::uploads::{LARGEST_FILE, MediaFile};
use crate::flow::Text;
use crate::jobs::Jobs;
use crate::wire::network_limits::{Conversion, Fate, FileType, MEGABYTE, Network, Shape};
use crate::wire::{MessageMedia, Protocol};
use serde::Serialize;

/// The decision about a chosen file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FilePlan {
    /// The file is uploaded unchanged.
    Send(FileType, Shape),
    /// The page converts the file before the upload.
    Convert(FileType, Conversion),
    /// The file is refused.
    Refuse(Text),
}

/// The decision about a chosen file as the composer shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum FilePlanView {
    /// The customer sees the file as the agent does.
    AsItIs,
    /// The customer gets a picture, sound or video as a document, shown by its name only.
    AsDocument,
    /// The file is converted before it is sent.
    Converted,
    /// The file is not sent.
    Refused {
        /// The reason of a refusal, with the types that the network accepts.
        reason: Text,
    },
}

/// The decision about a file of this type and size on a network.
pub(super) fn plan_of(network: Network, mimetype: &str, size: f64) -> FilePlan {
    let Some(file) = FileType::of(mimetype) else {
        return FilePlan::Refuse(Text::key("whatsapp.media.typeNotAllowed"));
    };
    if size > LARGEST_FILE {
        return FilePlan::Refuse(Text::key("whatsapp.media.tooLarge"));
    }
    let fate = network.fate(file, size.max(0.0) as u64);
    follow(fate, file, |refused| refusal(network, refused))
}

/// The decision about a file for the header of a template; the header needs a file of the kind `header`.
pub(super) fn header_plan(network: Network, header: MessageMedia, mimetype: &str, size: f64) -> FilePlan {
    let Some(file) = FileType::of(mimetype) else { return FilePlan::Refuse(header_refusal(header, Fate::WrongType)) };
    if size > LARGEST_FILE {
        return FilePlan::Refuse(Text::key("whatsapp.media.tooLarge"));
    }
    let fate = network.fate_in_header(header, file, size.max(0.0) as u64);
    follow(fate, file, |refused| header_refusal(header, refused))
}

fn follow(fate: Fate, file: FileType, refusal: impl Fn(Fate) -> Text) -> FilePlan {
    match fate {
        Fate::Send(shape) => FilePlan::Send(file, shape),
        Fate::Convert(conversion, _) => FilePlan::Convert(file, conversion),
        refused @ (Fate::WrongType | Fate::TooLarge(_)) => FilePlan::Refuse(refusal(refused)),
    }
}

/// Why a file that could not be converted is not sent; `None` if the network accepts it unconverted.
pub(super) fn unconverted_refusal(network: Network, header: Option<MessageMedia>, file: &MediaFile) -> Option<Text> {
    let Some(kind) = FileType::of(&file.mimetype) else { return Some(Text::key("whatsapp.media.typeNotAllowed")) };
    let size = file.size.max(0.0) as u64;
    match header {
        None => network.shape(kind, size).err().map(|refused| refusal(network, refused)),
        Some(header) => {
            let refused = network.shape_in_header(header, kind, size).err();
            refused.map(|refused| header_refusal(header, refused))
        }
    }
}

fn header_refusal(header: MessageMedia, refused: Fate) -> Text {
    match (refused, header) {
        (Fate::TooLarge(most), _) => Text::key("whatsapp.outgoing.tooLarge").with("max", most / MEGABYTE),
        (_, MessageMedia::Image) => Text::key("whatsapp.template.onlyImages"),
        (_, MessageMedia::Video) => Text::key("whatsapp.template.onlyVideos"),
        (_, _) => Text::key("whatsapp.template.onlyDocuments"),
    }
}

fn refusal(network: Network, refused: Fate) -> Text {
    match refused {
        Fate::TooLarge(most) => Text::key("whatsapp.outgoing.tooLarge").with("max", most / MEGABYTE),
        Fate::Send(_) | Fate::Convert(..) | Fate::WrongType => Text::key(match network {
            Network::Twilio => "whatsapp.outgoing.typesOfTwilio",
            Network::Instagram => "whatsapp.outgoing.typesOfInstagram",
            Network::Meta
            | Network::Infobip
            | Network::Zenvia
            | Network::Gupshup
            | Network::OtherWhatsApp
            | Network::WebChat => "whatsapp.outgoing.typesOfWhatsApp",
        }),
    }
}

impl FilePlanView {
    /// The decision about a file in the composer of an attendance, or in the dialog of templates for a header of the
    /// kind `header`.
    pub fn of(jobs: &Jobs, protocol: &Protocol, mimetype: &str, size: f64, header: Option<MessageMedia>) -> Self {
        let Some(network) = facts_of(jobs, protocol).and_then(|facts| facts.network) else {
            return FilePlanView::Refused { reason: Text::key("chat.send.unsupported") };
        };
        let plan = match header {
            None => plan_of(network, mimetype, size),
            Some(header) => header_plan(network, header, mimetype, size),
        };
        match plan {
            FilePlan::Send(file, Shape::Document) if Shape::Document.media() != file.media() => {
                FilePlanView::AsDocument
            }
            FilePlan::Send(..) => FilePlanView::AsItIs,
            FilePlan::Convert(..) => FilePlanView::Converted,
            FilePlan::Refuse(reason) => FilePlanView::Refused { reason },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::picture(Network::Meta, "image/png", 1.0, "send")]
    #[case::animation(Network::Meta, "image/gif", 1.0, "convert picture")]
    #[case::animation_of_instagram(Network::Instagram, "image/gif", 1.0, "send")]
    #[case::heic_picture_of_a_telephone(Network::Gupshup, "image/heic", 1.0, "convert picture")]
    #[case::recording_of_chrome(Network::Meta, "audio/webm;codecs=opus", 1.0, "convert ogg")]
    #[case::recording_of_safari(Network::Meta, "audio/mp4", 1.0, "send")]
    #[case::recording_of_safari_by_twilio(Network::Twilio, "audio/mp4", 1.0, "convert aac")]
    #[case::recording_for_instagram(Network::Instagram, "audio/webm", 1.0, "convert m4a")]
    #[case::film_of_a_telephone(Network::Meta, "video/quicktime", 1.0, "convert mp4")]
    #[case::archive(Network::Meta, "application/zip", 1.0, "whatsapp.outgoing.typesOfWhatsApp")]
    #[case::text_by_twilio(Network::Twilio, "text/plain", 1.0, "whatsapp.outgoing.typesOfTwilio")]
    #[case::document_on_instagram(Network::Instagram, "application/msword", 1.0, "whatsapp.outgoing.typesOfInstagram")]
    #[case::archive_in_the_chat(Network::WebChat, "application/zip", 1.0, "send")]
    #[case::web_page(Network::WebChat, "text/html", 1.0, "whatsapp.media.typeNotAllowed")]
    #[case::too_large_a_file(Network::WebChat, "image/png", LARGEST_FILE + 1.0, "whatsapp.media.tooLarge")]
    fn bey_170_the_network_decides_what_becomes_of_a_file(
        #[case] network: Network,
        #[case] mimetype: &str,
        #[case] size: f64,
        #[case] expected: &str,
    ) {
        let plan = match plan_of(network, mimetype, size) {
            FilePlan::Send(..) => "send".to_owned(),
            FilePlan::Convert(_, conversion) => {
                format!("convert {}", serde_json::to_value(conversion).unwrap().as_str().unwrap())
            }
            FilePlan::Refuse(reason) => reason.key,
        };
        assert_eq!(plan, expected);
    }

    #[rstest]
    #[case::accepted_as_a_document("image/webp", None)]
    #[case::not_accepted("image/heic", Some("whatsapp.outgoing.typesOfWhatsApp"))]
    fn bey_170_a_file_that_could_not_be_converted_is_sent_as_it_is_or_refused(
        #[case] mimetype: &str,
        #[case] expected: Option<&str>,
    ) {
        let file = MediaFile { mimetype: mimetype.to_owned(), size: 1.0, ..MediaFile::default() };
        assert_eq!(unconverted_refusal(Network::Meta, None, &file).map(|text| text.key), expected.map(str::to_owned));
    }
}
