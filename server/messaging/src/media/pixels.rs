//! Determines the number of pixels of a picture from its headers only. Decoding a picture of 64 KB can need gigabytes in a
//! browser.
//!
//! `imagesize` reads the headers. Browsers accept more than it does in two formats: a GIF whose first frame is larger than its
//! screen is shown in the size of the frame, and in a JPEG they skip bytes between segments. These two cases are handled here.

use std::io;

use imagesize::ImageType;

use super::blobs::ReadSeek;

/// Number of bytes of a file that are searched at once.
const PIECE: usize = 64 * 1024;
/// Number of bytes of a frame header that are read.
const FRAME_HEADER: usize = 10;

/// The number of pixels of a picture of this type; `None` if its headers cannot be read or belong to another type.
pub(super) fn pixels_of(bytes: &[u8], mime: &str) -> Option<u64> {
    let pixels = if mime == "image/jpeg" { largest_jpeg_frame(bytes)? } else { pixels_by_header(bytes, mime)? };
    (pixels > 0).then_some(pixels)
}

fn pixels_by_header(bytes: &[u8], mime: &str) -> Option<u64> {
    let size = imagesize::blob_size(bytes).ok()?;
    let (width, height) = (u64::try_from(size.width).ok()?, u64::try_from(size.height).ok()?);
    match (mime, imagesize::image_type(bytes).ok()?) {
        ("image/gif", ImageType::Gif) => Some(area(width, height).max(first_gif_frame(bytes)?)),
        // Browsers read the size from these positions only after the name of the first chunk.
        ("image/png", ImageType::Png) => (bytes.get(12..16)? == b"IHDR").then_some(area(width, height)),
        ("image/webp", ImageType::Webp) => {
            matches!(bytes.get(12..16)?, b"VP8 " | b"VP8L" | b"VP8X").then_some(area(width, height))
        }
        // A negative height means that the rows begin at the top.
        ("image/bmp", ImageType::Bmp) => {
            let rows = u32::try_from(height).ok()?.cast_signed().unsigned_abs();
            Some(area(width, rows.into()))
        }
        ("image/avif" | "image/heif", ImageType::Heif(_)) | ("image/tiff", ImageType::Tiff) => {
            Some(area(width, height))
        }
        _ => None,
    }
}

/// Like `largest_jpeg_frame`, for a file that is read piece by piece.
pub(super) fn largest_frame_of(file: &mut dyn ReadSeek) -> io::Result<Option<u64>> {
    file.rewind()?;
    let mut largest = None;
    let mut piece = vec![0; PIECE];
    let mut kept = 0;
    loop {
        let read = file.read(piece.get_mut(kept..).unwrap_or_default())?;
        let filled = piece.get(..kept + read).unwrap_or_default();
        largest = largest.max(largest_jpeg_frame(filled));
        if read == 0 {
            return Ok(largest);
        }
        // A header may lie across two pieces.
        let tail = (FRAME_HEADER - 1).min(filled.len());
        let from = filled.len() - tail;
        piece.copy_within(from..from + tail, 0);
        kept = tail;
    }
}

fn area(width: u64, height: u64) -> u64 {
    width.saturating_mul(height)
}

/// The largest frame header anywhere in a JPEG (ITU-T T.81, B.2.2). Decoders disagree about where segments begin, but each
/// needs a header of this form.
fn largest_jpeg_frame(bytes: &[u8]) -> Option<u64> {
    let sizes = bytes.windows(FRAME_HEADER).filter_map(|window| {
        let &[
            0xff,
            0xc0..=0xcf,
            length_high,
            length_low,
            8 | 12,
            height_high,
            height_low,
            width_high,
            width_low,
            parts,
        ] = window
        else {
            return None;
        };
        let is_header = u16::from_be_bytes([length_high, length_low]) == 8 + 3 * u16::from(parts);
        let height = u16::from_be_bytes([height_high, height_low]);
        let width = u16::from_be_bytes([width_high, width_low]);
        is_header.then(|| area(width.into(), height.into()))
    });
    sizes.max()
}

/// The part of the screen that the first frame of a GIF covers.
fn first_gif_frame(bytes: &[u8]) -> Option<u64> {
    let mut options = gif::DecodeOptions::new();
    options.skip_frame_decoding(true);
    options.allow_unknown_blocks(true);
    let mut decoder = options.read_info(bytes).ok()?;
    let frame = decoder.next_frame_info().ok()??;
    let right = u64::from(frame.left) + u64::from(frame.width);
    let bottom = u64::from(frame.top) + u64::from(frame.height);
    Some(area(right, bottom))
}
