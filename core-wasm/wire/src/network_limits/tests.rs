//! The table of networks, file types and decisions, written a second time.

use super::*;
use rstest::rstest;

/// One letter for each type: `=` sent unchanged, `x` refused; converted to a picture (`p`), Ogg (`o`), M4A (`m`), AAC
/// (`a`) or MP4 (`v`), else refused; a capital: else sent as it is.
fn letters(network: Network, media: MessageMedia) -> String {
    let letter = |file: FileType| match network.fate(file, 1) {
        Fate::Send(_) => '=',
        Fate::Convert(Conversion::Picture, None) => 'p',
        Fate::Convert(Conversion::Picture, Some(_)) => 'P',
        Fate::Convert(Conversion::Ogg, None) => 'o',
        Fate::Convert(Conversion::M4a, None) => 'm',
        Fate::Convert(Conversion::Aac, None) => 'a',
        Fate::Convert(Conversion::Mp4, None) => 'v',
        Fate::Convert(..) => '?',
        Fate::WrongType => 'x',
        Fate::TooLarge(_) => '!',
    };
    FileType::ALL.iter().copied().filter(|file| file.media() == media).map(letter).collect()
}

// Pictures: JPEG PNG GIF WebP BMP AVIF HEIC TIFF other. Sounds: MP3 M4A AAC Ogg WebM WAV FLAC AMR 3GP other.
// Films: MP4 3GP MOV Matroska WebM Ogg AVI other. Documents: PDF DOC DOCX XLS XLSX PPT PPTX text RTF ZIP Open Document other.
#[rstest]
#[case::meta(Network::Meta, "==pPppppp", "====ooo=oo", "==vvxxxx", "========xxxx")]
#[case::infobip(Network::Infobip, "==pPppppp", "====ooo=oo", "==vvxxxx", "========xxxx")]
#[case::zenvia(Network::Zenvia, "==pPppppp", "====ooo=oo", "==vvxxxx", "========xxxx")]
#[case::gupshup(Network::Gupshup, "==pPppppp", "====ooo=oo", "==vvxxxx", "========xxxx")]
#[case::unknown(Network::OtherWhatsApp, "==pPppppp", "====ooo=oo", "==vvxxxx", "========xxxx")]
#[case::twilio(Network::Twilio, "==pPppppp", "=a==ooo==o", "=vvvxxxx", "===x=x=xxxxx")]
#[case::instagram(Network::Instagram, "===pppppp", "m==mm=mmmm", "=v=v===x", "=xxxxxxxxxxx")]
#[case::web_chat(Network::WebChat, "=========", "==========", "========", "============")]
fn bey_170_every_network_takes_converts_or_refuses_every_type(
    #[case] network: Network,
    #[case] pictures: &str,
    #[case] sounds: &str,
    #[case] films: &str,
    #[case] documents: &str,
) {
    let found = [MessageMedia::Image, MessageMedia::Audio, MessageMedia::Video, MessageMedia::File]
        .map(|media| letters(network, media));
    assert_eq!(found, [pictures, sounds, films, documents]);
}

#[test]
fn bey_170_a_converted_file_is_accepted_by_the_network_without_another_conversion() {
    let made = |conversion| match conversion {
        Conversion::Picture => [FileType::Jpeg, FileType::Png].as_slice(),
        Conversion::Ogg => &[FileType::Ogg],
        Conversion::M4a => &[FileType::M4a],
        Conversion::Aac => &[FileType::Aac],
        Conversion::Mp4 => &[FileType::Mp4],
    };
    for network in Network::ALL {
        for file in FileType::ALL {
            let Fate::Convert(conversion, _) = network.fate(*file, 1) else { continue };
            for becomes in made(conversion) {
                let fate = network.fate(*becomes, 1);
                assert!(matches!(fate, Fate::Send(_)), "{network:?} {file:?} {becomes:?} {fate:?}");
            }
        }
    }
}

#[rstest]
#[case::picture(Network::Meta, FileType::Jpeg, 5, Fate::Send(Shape::Picture))]
#[case::a_large_picture_is_a_document(Network::Meta, FileType::Jpeg, 6, Fate::Send(Shape::Document))]
#[case::sound(Network::Meta, FileType::Ogg, 16, Fate::Send(Shape::Sound))]
#[case::film(Network::Gupshup, FileType::Mp4, 17, Fate::Send(Shape::Document))]
#[case::document(Network::Meta, FileType::Pdf, 100, Fate::Send(Shape::Document))]
#[case::a_large_document(Network::Meta, FileType::Pdf, 101, Fate::TooLarge(100 * MEGABYTE))]
#[case::the_limit_of_twilio(Network::Twilio, FileType::Jpeg, 6, Fate::TooLarge(5 * MEGABYTE))]
#[case::a_document_of_twilio(Network::Twilio, FileType::Pdf, 17, Fate::TooLarge(16 * MEGABYTE))]
#[case::the_limit_of_instagram(Network::Instagram, FileType::Jpeg, 8, Fate::Send(Shape::Picture))]
#[case::large_of_instagram(Network::Instagram, FileType::Jpeg, 9, Fate::TooLarge(8 * MEGABYTE))]
#[case::web_chat(Network::WebChat, FileType::Zip, 1_000, Fate::Send(Shape::Document))]
fn bey_170_a_file_has_the_limit_of_its_network_and_shape(
    #[case] network: Network,
    #[case] file: FileType,
    #[case] megabytes: u64,
    #[case] expected: Fate,
) {
    assert_eq!(network.fate(file, megabytes * MEGABYTE), expected);
}

#[rstest]
#[case::whatsapp(Network::Meta, "ã".repeat(4_096), true)]
#[case::one_unit_above_the_limit_of_whatsapp(Network::Meta, "ã".repeat(4_097), false)]
#[case::whatsapp_emoji_are_two_units(Network::Gupshup, "😀".repeat(2_049), false)]
#[case::twilio(Network::Twilio, "a".repeat(1_600), true)]
#[case::one_unit_above_the_limit_of_twilio(Network::Twilio, "a".repeat(1_601), false)]
#[case::instagram(Network::Instagram, "ã".repeat(500), true)]
#[case::instagram_counts_bytes(Network::Instagram, "ã".repeat(501), false)]
#[case::web_chat(Network::WebChat, "a".repeat(65_536), true)]
fn bey_170_the_length_of_a_text_is_counted_in_the_unit_of_its_network(
    #[case] network: Network,
    #[case] text: String,
    #[case] taken: bool,
) {
    assert_eq!(network.text_limit().takes(&text), taken);
}

#[rstest]
#[case::a_type_with_parameters("audio/ogg; codecs=opus", Some(FileType::Ogg))]
#[case::a_type_in_capitals("IMAGE/JPEG", Some(FileType::Jpeg))]
#[case::a_type_of_a_family("image/x-icon", Some(FileType::OtherPicture))]
#[case::macros_by_the_name_alone("application/vnd.ms-excel.sheet.macroEnabled.12", Some(FileType::OtherOffice))]
#[case::drawing_with_scripts("image/svg+xml", None)]
#[case::a_web_page("text/html", None)]
#[case::a_program("application/x-msdownload", None)]
#[case::an_unknown_type("", None)]
fn wap_062_the_mime_type_names_the_type_of_a_file(#[case] mimetype: &str, #[case] expected: Option<FileType>) {
    assert_eq!(FileType::of(mimetype), expected);
}

#[test]
fn every_mime_type_of_a_file_type_gives_that_file_type() {
    for file in FileType::ALL {
        for mime in file.mimetypes() {
            assert_eq!(FileType::of(&mime.replace('*', "x-other")), Some(*file), "{mime}");
        }
    }
}

#[rstest]
#[case(Channel::Whatsapp, Some(MetaType::Whatsapp), "Meta", Some(Network::Meta))]
#[case(Channel::Whatsapp, None, "gupshup", Some(Network::Gupshup))]
#[case(Channel::Whatsapp, Some(MetaType::Instagram), "meta", Some(Network::Instagram))]
#[case(Channel::Whatsapp, Some(MetaType::Whatsapp), "other", Some(Network::OtherWhatsApp))]
#[case(Channel::Chat, None, "", Some(Network::WebChat))]
#[case(Channel::Voice, None, "", None)]
fn the_network_follows_from_the_channel_and_the_route(
    #[case] channel: Channel,
    #[case] meta_type: Option<MetaType>,
    #[case] provider: &str,
    #[case] expected: Option<Network>,
) {
    assert_eq!(Network::of(channel, meta_type, provider), expected);
}
