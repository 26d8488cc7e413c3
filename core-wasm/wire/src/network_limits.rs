//! The types and sizes of files and the lengths of texts that the network of a conversation accepts from the company.
//! The core applies them before a message leaves the page, and the server checks them again. The page converts files.
//!
//! Sources, read in November 2026:
//! - Meta: developers.facebook.com/documentation/business-messaging/whatsapp, "Image messages" (JPEG, PNG, 5 MB; caption 1,024 characters), "Audio
//!   messages" (AAC, AMR, MP3, M4A, Ogg with Opus, 16 MB; a voice message is Ogg with Opus), "Video messages" (MP4, 3GP, 16 MB), "Document
//!   messages" (text, PDF, Word, Excel, PowerPoint, 100 MB), "Text messages" (4,096 characters). `POST /media` refuses every other type, also as a
//!   document (`(#100) Param file must be a file with one of the following types: …`, fbsamples/whatsapp-api-examples#10).
//! - Twilio: twilio.com/docs/whatsapp/guidance-whatsapp-media-messages (JPG, PNG, WEBP as sticker; OGG, AMR, 3GP, AAC, MPEG; PDF, DOC, DOCX, PPTX,
//!   XLSX; MP4; 16 MB, pictures 5 MB), twilio.com/docs/api/errors/21617 (1,600 characters).
//! - Infobip, Zenvia, Gupshup: their documents name no list of types and no shorter text (Infobip: documents up to 100
//!   MB). Messages that they send to WhatsApp have WhatsApp's limits, so Meta's limits apply to them and to an unknown
//!   provider.
//! - Instagram: developers.facebook.com/documentation/business-messaging/instagram-messaging, "Upload attachments" (PNG, JPEG, GIF, 8 MB; AAC, M4A,
//!   WAV, MP4, 25 MB; MP4, OGG, AVI, MOV, WEBM, 25 MB; PDF, 25 MB), "Send a message" (1,000 bytes of UTF-8; an attachment has no text).
//!
//! No source says how WhatsApp counts characters: they are counted in UTF-16 units, which are never fewer. A megabyte is 1,048,576 bytes, as
//! in WAP-061.

mod template_header;

use super::{Channel, MessageMedia, MetaType, limits};
use serde::Serialize;

macro_rules! file_types {
    ($($(#[$note:meta])* $name:ident $media:ident: $($mime:literal)|+),* $(,)?) => {
        /// A type of file that a conversation may contain.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FileType {
            $($(#[$note])* $name),*
        }

        impl FileType {
            /// Every type.
            pub const ALL: &'static [FileType] = &[$(FileType::$name),*];

            /// The MIME types of the file type; the first one is the name that networks know.
            pub fn mimetypes(self) -> &'static [&'static str] {
                match self {
                    $(FileType::$name => &[$($mime),+]),*
                }
            }

            /// The kind of message that shows the file.
            pub fn media(self) -> MessageMedia {
                match self {
                    $(FileType::$name => MessageMedia::$media),*
                }
            }
        }
    };
}

file_types! {
    /// JPEG.
    Jpeg Image: "image/jpeg" | "image/jpg" | "image/pjpeg",
    /// PNG.
    Png Image: "image/png",
    /// GIF.
    Gif Image: "image/gif",
    /// WebP.
    Webp Image: "image/webp",
    /// BMP.
    Bmp Image: "image/bmp" | "image/x-ms-bmp",
    /// AVIF.
    Avif Image: "image/avif",
    /// HEIC, HEIF.
    Heic Image: "image/heic" | "image/heif" | "image/heic-sequence" | "image/heif-sequence",
    /// TIFF.
    Tiff Image: "image/tiff",
    /// Any other picture except vector drawings, which may contain scripts.
    OtherPicture Image: "image/*",
    /// MP3.
    Mp3 Audio: "audio/mpeg" | "audio/mp3",
    /// MP4 that contains only sound.
    M4a Audio: "audio/mp4" | "audio/m4a" | "audio/x-m4a",
    /// AAC without a container.
    Aac Audio: "audio/aac" | "audio/aacp" | "audio/x-aac",
    /// Ogg that contains only sound.
    Ogg Audio: "audio/ogg" | "audio/opus",
    /// WebM that contains only sound, as Chrome records it.
    WebmSound Audio: "audio/webm",
    /// WAV.
    Wav Audio: "audio/wav" | "audio/x-wav" | "audio/wave" | "audio/vnd.wave",
    /// FLAC.
    Flac Audio: "audio/flac" | "audio/x-flac",
    /// AMR.
    Amr Audio: "audio/amr",
    /// 3GP that contains only sound.
    ThreeGpSound Audio: "audio/3gpp" | "audio/3gpp2",
    /// Any other sound.
    OtherSound Audio: "audio/*",
    /// MP4.
    Mp4 Video: "video/mp4" | "video/x-m4v",
    /// 3GP.
    ThreeGp Video: "video/3gpp" | "video/3gpp2",
    /// QuickTime.
    Mov Video: "video/quicktime",
    /// Matroska.
    Matroska Video: "video/x-matroska",
    /// WebM.
    Webm Video: "video/webm",
    /// Ogg.
    OggFilm Video: "video/ogg",
    /// AVI.
    Avi Video: "video/x-msvideo" | "video/avi",
    /// Any other video.
    OtherFilm Video: "video/*",
    /// PDF.
    Pdf File: "application/pdf",
    /// Word.
    Doc File: "application/msword",
    /// Word, Office Open XML.
    Docx File: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    /// Excel.
    Xls File: "application/vnd.ms-excel",
    /// Excel, Office Open XML.
    Xlsx File: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    /// PowerPoint.
    Ppt File: "application/vnd.ms-powerpoint",
    /// PowerPoint, Office Open XML.
    Pptx File: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    /// Text; networks treat text tables as text.
    Text File: "text/plain" | "text/csv",
    /// RTF.
    Rtf File: "application/rtf",
    /// ZIP.
    Zip File: "application/zip" | "application/x-zip-compressed",
    /// Open Document.
    OpenDocument File: "application/vnd.oasis.opendocument.*",
    /// Any other file of an office program.
    OtherOffice File: "application/vnd.openxmlformats-officedocument.*" | "application/vnd.ms-*",
}

impl FileType {
    /// The file type of a MIME type; `None` if no conversation may contain it (WAP-062).
    pub fn of(mimetype: &str) -> Option<Self> {
        let essence = mimetype.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let matches = |mime: &&str| match mime.strip_suffix('*') {
            Some(family) => essence.starts_with(family),
            None => essence == **mime,
        };
        // A family is listed after its known types.
        let known = |file: &&FileType| essence != "image/svg+xml" && file.mimetypes().iter().any(&matches);
        FileType::ALL.iter().find(known).copied()
    }

    /// The name of the type that networks know; `None` for a family.
    pub fn mimetype(self) -> Option<&'static str> {
        self.mimetypes().first().copied().filter(|mime| !mime.ends_with('*'))
    }
}

/// How the customer sees a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A picture in the conversation.
    Picture,
    /// A sound with a player.
    Sound,
    /// A video with a player.
    Film,
    /// A document, by its name.
    Document,
}

impl Shape {
    /// The kind of message.
    pub fn media(self) -> MessageMedia {
        match self {
            Shape::Picture => MessageMedia::Image,
            Shape::Sound => MessageMedia::Audio,
            Shape::Film => MessageMedia::Video,
            Shape::Document => MessageMedia::File,
        }
    }
}

/// A conversion by the page before the upload of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Conversion {
    /// To JPEG, or to PNG if the picture has transparent parts.
    Picture,
    /// To Ogg with Opus: copied from WebM, otherwise encoded.
    Ogg,
    /// To AAC in MP4: copied, otherwise encoded.
    M4a,
    /// To AAC without a container: copied, otherwise encoded.
    Aac,
    /// To MP4 with H.264 and AAC, which are copied; other codecs are not converted.
    Mp4,
}

/// The decision about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The file is sent unchanged.
    Send(Shape),
    /// The file is converted before the upload; if that fails it is sent unchanged, or refused.
    Convert(Conversion, Option<Shape>),
    /// The network does not accept the type.
    WrongType,
    /// The network accepts the type only up to this size, in bytes.
    TooLarge(u64),
}

/// The unit in which a network counts a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// UTF-16 units: what most programs call characters.
    Utf16,
    /// Bytes of UTF-8.
    Bytes,
}

/// The greatest length of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimit {
    /// The limit, inclusive.
    pub most: usize,
    /// The unit in which it is counted.
    pub unit: Unit,
}

impl TextLimit {
    /// The length of a text as the network counts it.
    pub fn length(self, text: &str) -> usize {
        match self.unit {
            Unit::Utf16 => text.encode_utf16().count(),
            Unit::Bytes => text.len(),
        }
    }

    /// Whether the network accepts a text of this length.
    pub fn takes(self, text: &str) -> bool {
        // A text has at least as many bytes as units, so most texts need not be counted.
        text.len() <= self.most || self.length(text) <= self.most
    }
}

/// The network of a conversation, and the provider between it and this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// WhatsApp by Meta's Cloud API.
    Meta,
    /// WhatsApp by Twilio.
    Twilio,
    /// WhatsApp by Infobip.
    Infobip,
    /// WhatsApp by Zenvia.
    Zenvia,
    /// WhatsApp by Gupshup.
    Gupshup,
    /// WhatsApp by another provider.
    OtherWhatsApp,
    /// Instagram.
    Instagram,
    /// The web chat on the customer's page.
    WebChat,
}

/// A megabyte, as WAP-061 has it.
pub const MEGABYTE: u64 = 1_048_576;
const WHATSAPP_TEXT: TextLimit = TextLimit { most: 4_096, unit: Unit::Utf16 };
const WHATSAPP_CAPTION: TextLimit = TextLimit { most: 1_024, unit: Unit::Utf16 };
const TWILIO_TEXT: TextLimit = TextLimit { most: 1_600, unit: Unit::Utf16 };
const INSTAGRAM_TEXT: TextLimit = TextLimit { most: 1_000, unit: Unit::Bytes };
const WEB_CHAT_TEXT: TextLimit = TextLimit { most: limits::MESSAGE_MAX_BYTES, unit: Unit::Bytes };

impl Network {
    /// Every network.
    pub const ALL: [Network; 8] = [
        Network::Meta,
        Network::Twilio,
        Network::Infobip,
        Network::Zenvia,
        Network::Gupshup,
        Network::OtherWhatsApp,
        Network::Instagram,
        Network::WebChat,
    ];

    /// The network of an attendance; `provider` is that of its route. `None` for a channel without written conversations.
    pub fn of(channel: Channel, meta_type: Option<MetaType>, provider: &str) -> Option<Self> {
        match (channel, meta_type) {
            (Channel::Voice, _) => None,
            (Channel::Chat, _) => Some(Network::WebChat),
            (Channel::Whatsapp, Some(MetaType::Instagram)) => Some(Network::Instagram),
            (Channel::Whatsapp, Some(MetaType::Whatsapp) | None) => {
                let named = |(name, _): &&(&str, Network)| provider.eq_ignore_ascii_case(name);
                Some(PROVIDERS.iter().find(named).map_or(Network::OtherWhatsApp, |(_, network)| *network))
            }
        }
    }

    /// The longest text without a file.
    pub fn text_limit(self) -> TextLimit {
        match self {
            Network::Meta | Network::Infobip | Network::Zenvia | Network::Gupshup | Network::OtherWhatsApp => {
                WHATSAPP_TEXT
            }
            Network::Twilio => TWILIO_TEXT,
            Network::Instagram => INSTAGRAM_TEXT,
            Network::WebChat => WEB_CHAT_TEXT,
        }
    }

    /// The greatest length of a caption of a file; `None` if a file cannot have one.
    pub fn caption_limit(self) -> Option<TextLimit> {
        match self {
            Network::Meta
            | Network::Twilio
            | Network::Infobip
            | Network::Zenvia
            | Network::Gupshup
            | Network::OtherWhatsApp => Some(WHATSAPP_CAPTION),
            Network::Instagram => None,
            Network::WebChat => Some(WEB_CHAT_TEXT),
        }
    }

    /// The name of the network in texts about its limits.
    pub fn name(self) -> &'static str {
        match self {
            Network::Meta | Network::Infobip | Network::Zenvia | Network::Gupshup | Network::OtherWhatsApp => {
                "whatsapp"
            }
            Network::Twilio => "twilio",
            Network::Instagram => "instagram",
            Network::WebChat => "chat",
        }
    }

    /// The decision about a file of this type and size.
    pub fn fate(self, file: FileType, bytes: u64) -> Fate {
        let Fate::Send(shape) = self.fate_of_type(file) else { return self.fate_of_type(file) };
        match self.largest(shape) {
            None => Fate::Send(shape),
            Some(largest) if bytes <= largest => Fate::Send(shape),
            // Too large to be shown as a picture or sound; the limit of a document may be larger.
            Some(_)
                if self.takes_as_document(file) && self.largest(Shape::Document).is_none_or(|most| bytes <= most) =>
            {
                Fate::Send(Shape::Document)
            }
            Some(largest) => Fate::TooLarge(largest),
        }
    }

    /// How the network shows a file that is uploaded unchanged; `Err` contains the reason why it is refused.
    pub fn shape(self, file: FileType, bytes: u64) -> Result<Shape, Fate> {
        match self.fate(file, bytes) {
            Fate::Send(shape) | Fate::Convert(_, Some(shape)) => Ok(shape),
            refused @ (Fate::Convert(_, None) | Fate::WrongType | Fate::TooLarge(_)) => Err(refused),
        }
    }

    fn fate_of_type(self, file: FileType) -> Fate {
        match self {
            Network::Meta | Network::Infobip | Network::Zenvia | Network::Gupshup | Network::OtherWhatsApp => {
                whatsapp(file)
            }
            Network::Twilio => twilio(file),
            Network::Instagram => instagram(file),
            Network::WebChat => web_chat(file),
        }
    }

    /// The largest file, in bytes; `None` if only this server limits the size.
    fn largest(self, shape: Shape) -> Option<u64> {
        let megabytes = match (self, shape) {
            (Network::WebChat, _) => return None,
            (Network::Instagram, Shape::Picture) => 8,
            (Network::Instagram, Shape::Sound | Shape::Film | Shape::Document) => 25,
            (Network::Twilio, Shape::Document) => 16,
            (_, Shape::Picture) => 5,
            (_, Shape::Sound | Shape::Film) => 16,
            (_, Shape::Document) => 100,
        };
        Some(megabytes * MEGABYTE)
    }

    /// The largest file that a customer can send, in bytes, whatever type the provider reports; `None` if only this
    /// server limits the size.
    pub fn largest_received(self) -> Option<u64> {
        self.largest(Shape::Document)
    }

    /// Twilio and Instagram recognise a document only by its type.
    fn takes_as_document(self, file: FileType) -> bool {
        match self {
            Network::Twilio | Network::Instagram => file.media() == MessageMedia::File,
            _ => true,
        }
    }
}

const PROVIDERS: [(&str, Network); 5] = [
    ("meta", Network::Meta),
    ("twilio", Network::Twilio),
    ("infobip", Network::Infobip),
    ("zenvia", Network::Zenvia),
    ("gupshup", Network::Gupshup),
];

fn whatsapp(file: FileType) -> Fate {
    use FileType as Type;
    match file {
        Type::Jpeg | Type::Png => Fate::Send(Shape::Picture),
        // Meta stores it as a sticker, so it can be sent as a document.
        Type::Webp => Fate::Convert(Conversion::Picture, Some(Shape::Document)),
        Type::Gif | Type::Bmp | Type::Avif | Type::Heic | Type::Tiff | Type::OtherPicture => {
            Fate::Convert(Conversion::Picture, None)
        }
        Type::Mp3 | Type::M4a | Type::Aac | Type::Ogg | Type::Amr => Fate::Send(Shape::Sound),
        Type::WebmSound | Type::Wav | Type::Flac | Type::ThreeGpSound | Type::OtherSound => {
            Fate::Convert(Conversion::Ogg, None)
        }
        Type::Mp4 | Type::ThreeGp => Fate::Send(Shape::Film),
        Type::Mov | Type::Matroska => Fate::Convert(Conversion::Mp4, None),
        Type::Webm | Type::OggFilm | Type::Avi | Type::OtherFilm => Fate::WrongType,
        Type::Pdf | Type::Doc | Type::Docx | Type::Xls | Type::Xlsx | Type::Ppt | Type::Pptx | Type::Text => {
            Fate::Send(Shape::Document)
        }
        Type::Rtf | Type::Zip | Type::OpenDocument | Type::OtherOffice => Fate::WrongType,
    }
}

fn twilio(file: FileType) -> Fate {
    use FileType as Type;
    match file {
        Type::Jpeg | Type::Png => Fate::Send(Shape::Picture),
        // Shown as a sticker.
        Type::Webp => Fate::Convert(Conversion::Picture, Some(Shape::Picture)),
        Type::Gif | Type::Bmp | Type::Avif | Type::Heic | Type::Tiff | Type::OtherPicture => {
            Fate::Convert(Conversion::Picture, None)
        }
        Type::Mp3 | Type::Aac | Type::Ogg | Type::Amr | Type::ThreeGpSound => Fate::Send(Shape::Sound),
        Type::M4a => Fate::Convert(Conversion::Aac, None),
        Type::WebmSound | Type::Wav | Type::Flac | Type::OtherSound => Fate::Convert(Conversion::Ogg, None),
        Type::Mp4 => Fate::Send(Shape::Film),
        Type::ThreeGp | Type::Mov | Type::Matroska => Fate::Convert(Conversion::Mp4, None),
        Type::Webm | Type::OggFilm | Type::Avi | Type::OtherFilm => Fate::WrongType,
        Type::Pdf | Type::Doc | Type::Docx | Type::Xlsx | Type::Pptx => Fate::Send(Shape::Document),
        Type::Xls | Type::Ppt | Type::Text | Type::Rtf | Type::Zip | Type::OpenDocument | Type::OtherOffice => {
            Fate::WrongType
        }
    }
}

fn instagram(file: FileType) -> Fate {
    use FileType as Type;
    match file {
        Type::Jpeg | Type::Png | Type::Gif => Fate::Send(Shape::Picture),
        Type::Webp | Type::Bmp | Type::Avif | Type::Heic | Type::Tiff | Type::OtherPicture => {
            Fate::Convert(Conversion::Picture, None)
        }
        Type::M4a | Type::Aac | Type::Wav => Fate::Send(Shape::Sound),
        Type::Mp3 | Type::Ogg | Type::WebmSound | Type::Flac | Type::Amr | Type::ThreeGpSound | Type::OtherSound => {
            Fate::Convert(Conversion::M4a, None)
        }
        Type::Mp4 | Type::Mov | Type::Webm | Type::OggFilm | Type::Avi => Fate::Send(Shape::Film),
        Type::ThreeGp | Type::Matroska => Fate::Convert(Conversion::Mp4, None),
        Type::OtherFilm => Fate::WrongType,
        Type::Pdf => Fate::Send(Shape::Document),
        Type::Doc
        | Type::Docx
        | Type::Xls
        | Type::Xlsx
        | Type::Ppt
        | Type::Pptx
        | Type::Text
        | Type::Rtf
        | Type::Zip
        | Type::OpenDocument
        | Type::OtherOffice => Fate::WrongType,
    }
}

/// The customer's page shows the types that its browser can show, and offers the others as downloads.
fn web_chat(file: FileType) -> Fate {
    Fate::Send(match file.media() {
        MessageMedia::Image | MessageMedia::Sticker => Shape::Picture,
        MessageMedia::Audio => Shape::Sound,
        MessageMedia::Video => Shape::Film,
        MessageMedia::File | MessageMedia::Contact | MessageMedia::Unsupported => Shape::Document,
    })
}

#[cfg(test)]
mod tests;
