//! The file above the text of a template: of the kind that the template was approved with, and no other.
//!
//! Source: developers.facebook.com/documentation/business-messaging/whatsapp, "Template components" (headers: text, image, video, document, location)
//! and "Marketing templates" (a header with a file takes one parameter, with `id` or `link`); the limits are those of messages of that kind.
//! Twilio has the address of such a file among the variables of its templates, and no file beside them.

use super::{Fate, FileType, Network, Shape};
use crate::MessageMedia;

impl MessageMedia {
    /// Whether headers of templates have files of this kind.
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

    /// What becomes of a file of this type and size in the header of a template.
    pub fn fate_in_header(self, header: MessageMedia, file: FileType, bytes: u64) -> Fate {
        if !self.takes_template_header(header) || file.media() != header {
            return Fate::WrongType;
        }
        match self.fate_of_type(file) {
            Fate::Send(shape) if shape.media() == header => match self.largest(shape) {
                Some(largest) if bytes > largest => Fate::TooLarge(largest),
                _ => Fate::Send(shape),
            },
            // A picture by its name alone is none in a header.
            Fate::Convert(conversion, _) => Fate::Convert(conversion, None),
            Fate::Send(_) | Fate::WrongType | Fate::TooLarge(_) => Fate::WrongType,
        }
    }

    /// Whether the header takes a file that is uploaded as it is; `Err` says why it does not.
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
    #[case::picture(MessageMedia::Image, FileType::Jpeg, 1, Fate::Send(Shape::Picture))]
    #[case::largest_picture(MessageMedia::Image, FileType::Png, 5 * MEGABYTE, Fate::Send(Shape::Picture))]
    #[case::not_as_a_document(MessageMedia::Image, FileType::Png, 5 * MEGABYTE + 1, Fate::TooLarge(5 * MEGABYTE))]
    #[case::sticker_of_a_browser(MessageMedia::Image, FileType::Webp, 1, Fate::Convert(Conversion::Picture, None))]
    #[case::telephone_picture(MessageMedia::Image, FileType::Heic, 1, Fate::Convert(Conversion::Picture, None))]
    #[case::document_for_a_picture(MessageMedia::Image, FileType::Pdf, 1, Fate::WrongType)]
    #[case::film(MessageMedia::Video, FileType::Mp4, 16 * MEGABYTE, Fate::Send(Shape::Film))]
    #[case::long_film(MessageMedia::Video, FileType::Mp4, 16 * MEGABYTE + 1, Fate::TooLarge(16 * MEGABYTE))]
    #[case::film_of_a_telephone(MessageMedia::Video, FileType::Mov, 1, Fate::Convert(Conversion::Mp4, None))]
    #[case::film_that_nobody_takes(MessageMedia::Video, FileType::Avi, 1, Fate::WrongType)]
    #[case::picture_for_a_film(MessageMedia::Video, FileType::Png, 1, Fate::WrongType)]
    #[case::document(MessageMedia::File, FileType::Pdf, 100 * MEGABYTE, Fate::Send(Shape::Document))]
    #[case::large_document(MessageMedia::File, FileType::Pdf, 100 * MEGABYTE + 1, Fate::TooLarge(100 * MEGABYTE))]
    #[case::archive(MessageMedia::File, FileType::Zip, 1, Fate::WrongType)]
    #[case::picture_for_a_document(MessageMedia::File, FileType::Png, 1, Fate::WrongType)]
    #[case::no_header_has_sound(MessageMedia::Audio, FileType::Mp3, 1, Fate::WrongType)]
    fn bey_170_a_header_takes_files_of_its_own_kind(
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
    fn bey_170_templates_with_files_are_of_the_networks_that_have_them() {
        let takes = Network::ALL.map(|network| network.takes_template_header(MessageMedia::Image));
        assert_eq!(takes, [true, false, true, true, true, true, false, false]);
        for header in [MessageMedia::Sticker, MessageMedia::Audio, MessageMedia::Contact, MessageMedia::Unsupported] {
            assert!(!Network::Meta.takes_template_header(header), "{header:?}");
        }
        assert_eq!(Network::Twilio.fate_in_header(MessageMedia::Image, FileType::Jpeg, 1), Fate::WrongType);
    }
}
