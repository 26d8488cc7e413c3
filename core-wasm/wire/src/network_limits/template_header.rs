//! The file above the text of a template. It must be of the kind with which the template was approved.
//!
//! Source: developers.facebook.com/documentation/business-messaging/whatsapp, "Template components" (headers: text, image, video, document, location)
//! and "Marketing templates" (a header with a file takes one parameter, with `id` or `link`); the limits are those of messages of that kind.
//! Twilio has the address of such a file among the variables of its templates, and no file beside them.

use super::{Fate, FileType, Network, Shape};
use crate::MessageMedia;

impl MessageMedia {
    /// Whether templates can have a header with a file of this kind.
    pub fn is_template_header(self) -> bool {
        matches!(self, MessageMedia::Image | MessageMedia::Video | MessageMedia::File)
    }
}

impl Network {
    /// Whether templates with a file of this kind in the header can be sent.
    pub fn takes_template_header(self, header: MessageMedia) -> bool {
        header.is_template_header()
            && match self {
                Network::Meta | Network::Infobip | Network::Zenvia | Network::Gupshup | Network::OtherWhatsApp => true,
                Network::Twilio | Network::Instagram | Network::WebChat => false,
            }
    }

    /// The decision about a file of this type and size for the header of a template.
    pub fn fate_in_header(self, header: MessageMedia, file: FileType, bytes: u64) -> Fate {
        if !self.takes_template_header(header) || file.media() != header {
            return Fate::WrongType;
        }
        match self.fate_of_type(file) {
            Fate::Send(shape) if shape.media() == header => match self.largest(shape) {
                Some(largest) if bytes > largest => Fate::TooLarge(largest),
                _ => Fate::Send(shape),
            },
            // A picture that is sent as a document cannot be used in a header.
            Fate::Convert(conversion, _) => Fate::Convert(conversion, None),
            Fate::Send(_) | Fate::WrongType | Fate::TooLarge(_) => Fate::WrongType,
        }
    }

    /// How the header shows a file that is uploaded unchanged; `Err` contains the reason why it is refused.
    pub fn shape_in_header(self, header: MessageMedia, file: FileType, bytes: u64) -> Result<Shape, Fate> {
        match self.fate_in_header(header, file, bytes) {
            Fate::Send(shape) => Ok(shape),
            refused @ (Fate::Convert(..) | Fate::WrongType | Fate::TooLarge(_)) => Err(refused),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network_limits::{Conversion, MEGABYTE};
    use rstest::rstest;

    #[rstest]
    #[case::a_picture(MessageMedia::Image, FileType::Jpeg, 1, Fate::Send(Shape::Picture))]
    #[case::a_picture_of_the_greatest_size(MessageMedia::Image, FileType::Png, 5 * MEGABYTE, Fate::Send(Shape::Picture))]
    #[case::a_larger_picture_is_no_document(MessageMedia::Image, FileType::Png, 5 * MEGABYTE + 1, Fate::TooLarge(5 * MEGABYTE))]
    #[case::sticker_of_a_browser(MessageMedia::Image, FileType::Webp, 1, Fate::Convert(Conversion::Picture, None))]
    #[case::heic_picture_of_a_telephone(
        MessageMedia::Image,
        FileType::Heic,
        1,
        Fate::Convert(Conversion::Picture, None)
    )]
    #[case::a_document_in_a_picture_header(MessageMedia::Image, FileType::Pdf, 1, Fate::WrongType)]
    #[case::a_video(MessageMedia::Video, FileType::Mp4, 16 * MEGABYTE, Fate::Send(Shape::Film))]
    #[case::a_video_that_is_too_large(MessageMedia::Video, FileType::Mp4, 16 * MEGABYTE + 1, Fate::TooLarge(16 * MEGABYTE))]
    #[case::a_video_of_a_telephone(MessageMedia::Video, FileType::Mov, 1, Fate::Convert(Conversion::Mp4, None))]
    #[case::film_that_nobody_takes(MessageMedia::Video, FileType::Avi, 1, Fate::WrongType)]
    #[case::a_picture_in_a_video_header(MessageMedia::Video, FileType::Png, 1, Fate::WrongType)]
    #[case::a_document(MessageMedia::File, FileType::Pdf, 100 * MEGABYTE, Fate::Send(Shape::Document))]
    #[case::large_document(MessageMedia::File, FileType::Pdf, 100 * MEGABYTE + 1, Fate::TooLarge(100 * MEGABYTE))]
    #[case::archive(MessageMedia::File, FileType::Zip, 1, Fate::WrongType)]
    #[case::a_picture_in_a_document_header(MessageMedia::File, FileType::Png, 1, Fate::WrongType)]
    #[case::no_header_has_sound(MessageMedia::Audio, FileType::Mp3, 1, Fate::WrongType)]
    fn bey_170_a_template_header_accepts_only_files_of_its_kind(
        #[case] header: MessageMedia,
        #[case] file: FileType,
        #[case] bytes: u64,
        #[case] expected: Fate,
    ) {
        assert_eq!(Network::Meta.fate_in_header(header, file, bytes), expected);
        let goes = Network::Meta.shape_in_header(header, file, bytes).is_ok();
        assert_eq!(goes, matches!(expected, Fate::Send(_)));
    }

    #[test]
    fn bey_170_templates_with_a_file_are_sent_only_by_networks_that_support_them() {
        let takes = Network::ALL.map(|network| network.takes_template_header(MessageMedia::Image));
        assert_eq!(takes, [true, false, true, true, true, true, false, false]);
        for header in [MessageMedia::Sticker, MessageMedia::Audio, MessageMedia::Contact, MessageMedia::Unsupported] {
            assert!(!Network::Meta.takes_template_header(header), "{header:?}");
        }
        assert_eq!(Network::Twilio.fate_in_header(MessageMedia::Image, FileType::Jpeg, 1), Fate::WrongType);
    }
}
