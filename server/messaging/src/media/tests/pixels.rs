//! Tests of pictures that are small as files and large in memory.

use rstest::rstest;

use super::samples::{
    ANIMATED_GIF, ANIMATED_WEBP, AVIF, BMP, GIF, HEIC, JPEG, LOSSLESS_WEBP, PNG, TIFF, WEBP, tried, tried_with,
};
use crate::media::pixels::pixels_of;
use crate::media::{MediaLimits, SniffFault};

/// The bytes, replaced from `place` on by others.
fn changed(bytes: &[u8], place: usize, by: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[place..place + by.len()].copy_from_slice(by);
    bytes
}

/// Position of the first bytes of this form.
fn place_of(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes.windows(wanted.len()).position(|window| window == wanted).unwrap()
}

fn joined(first: &[u8], second: &[u8]) -> Vec<u8> {
    [first, second].concat()
}

fn png(width: u32, height: u32) -> Vec<u8> {
    changed(PNG, 16, &[width.to_be_bytes(), height.to_be_bytes()].concat())
}

/// Position of the height in the frame header of the JPEG.
fn jpeg_size() -> usize {
    place_of(JPEG, b"\xff\xc0") + 5
}

/// Position of width and height in the picture's property box.
fn ispe_size(bytes: &[u8]) -> usize {
    place_of(bytes, b"ispe") + 8
}

#[rstest]
#[case::jpeg(JPEG, "image/jpeg", 6)]
#[case::png(PNG, "image/png", 6)]
#[case::gif(GIF, "image/gif", 6)]
#[case::animated_gif(ANIMATED_GIF, "image/gif", 6)]
#[case::webp(WEBP, "image/webp", 6)]
#[case::lossless_webp(LOSSLESS_WEBP, "image/webp", 6)]
#[case::animated_webp(ANIMATED_WEBP, "image/webp", 6)]
#[case::bmp(BMP, "image/bmp", 6)]
#[case::bmp_from_the_top(&changed(BMP, 22, &(-2_i32).to_le_bytes()), "image/bmp", 6)]
#[case::avif(AVIF, "image/avif", 6)]
#[case::heic_that_is_cropped_after_decoding(HEIC, "image/heif", 64 * 64)]
#[case::tiff(TIFF, "image/tiff", 6)]
#[case::jpeg_with_a_byte_between_segments(&joined(&JPEG[..2], &joined(b"\xff", &JPEG[2..])), "image/jpeg", 6)]
fn the_size_of_a_picture_is_read_in_every_format(#[case] bytes: &[u8], #[case] mime: &str, #[case] pixels: u64) {
    assert_eq!(pixels_of(bytes, mime), Some(pixels));
    assert_eq!(tried(bytes, "", "").unwrap().mime, mime);
}

#[rstest]
#[case::png(png(16_000, 16_000))]
#[case::png_of_the_largest_size(png(u32::MAX, u32::MAX))]
#[case::jpeg(changed(JPEG, jpeg_size(), &[0x40, 0, 0x40, 0]))]
#[case::gif(changed(GIF, 6, &[0, 0x40, 0, 0x40]))]
#[case::webp(changed(WEBP, 26, &[0xff, 0x3f, 0xff, 0x3f]))]
#[case::lossless_webp(changed(LOSSLESS_WEBP, 21, &[0xff, 0xff, 0xff, 0x0f]))]
#[case::animated_webp(changed(ANIMATED_WEBP, 24, &[0xff, 0xff, 0, 0xff, 0xff, 0]))]
#[case::bmp(changed(BMP, 18, &[0, 0x40, 0, 0, 0, 0x40, 0, 0]))]
#[case::bmp_from_the_top(changed(BMP, 18, &[0, 0x40, 0, 0, 0, 0xc0, 0xff, 0xff]))]
#[case::avif(changed(AVIF, ispe_size(AVIF), &[0, 0, 0x40, 0, 0, 0, 0x40, 0]))]
#[case::heic(changed(HEIC, ispe_size(HEIC), &[0, 0, 0x40, 0, 0, 0, 0x40, 0]))]
fn a_picture_of_256_megapixels_is_refused_by_its_header(#[case] bytes: Vec<u8>) {
    assert_eq!(tried(&bytes, "", ""), Err(SniffFault::TooManyPixels));
}

/// Chromium shows each of these pictures in the larger size.
#[rstest]
#[case::gif_with_a_frame_larger_than_the_screen({
    let frame = place_of(GIF, &[0x2c, 0, 0, 0, 0, 3, 0, 2, 0]);
    changed(GIF, frame + 5, &[0, 0x40, 0, 0x40])
})]
#[case::gif_with_a_frame_outside_the_screen({
    let frame = place_of(GIF, &[0x2c, 0, 0, 0, 0, 3, 0, 2, 0]);
    changed(GIF, frame + 1, &[0, 0x40, 0, 0x40])
})]
#[case::jpeg_with_a_byte_between_segments({
    let large = changed(JPEG, jpeg_size(), &[0x40, 0, 0x40, 0]);
    let (head, tail) = large.split_at(place_of(&large, b"\xff\xc0"));
    // Another parser takes the marker after the byte for a length, and finds a small picture at the end of the file.
    let small = b"\xff\xc0\x00\x0b\x08\x00\x01\x00\x01\x01\x00\x11\x00";
    let bytes = [head, b"\xff", tail, &vec![0; 0xc001 - tail.len()], small].concat();
    assert_eq!(imagesize::blob_size(&bytes).unwrap().width, 1);
    bytes
})]
fn a_frame_header_that_another_parser_misses_counts_for_the_size_of_a_picture(#[case] bytes: Vec<u8>) {
    assert_eq!(tried(&bytes, "", ""), Err(SniffFault::TooManyPixels));
}

#[rstest]
#[case::png_without_header(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR".to_vec(), "image/png")]
#[case::png_with_another_first_chunk(changed(PNG, 12, b"CgBI"), "image/png")]
#[case::png_without_pixels(png(0, 7), "image/png")]
#[case::jpeg_without_frame(JPEG[..40].to_vec(), "image/jpeg")]
#[case::gif_without_frame(GIF[..13].to_vec(), "image/gif")]
#[case::webp_of_an_unknown_chunk(changed(WEBP, 12, b"VPX "), "image/webp")]
#[case::webp_without_container(changed(WEBP, 0, b"RIFX"), "image/webp")]
#[case::avif_without_size(changed(AVIF, ispe_size(AVIF) - 8, b"free"), "image/avif")]
#[case::tiff_without_size(TIFF[..12].to_vec(), "image/tiff")]
fn a_picture_whose_size_cannot_be_read_is_refused(#[case] bytes: Vec<u8>, #[case] mime: &str) {
    assert_eq!(tried(&bytes, "", ""), Err(SniffFault::NotAllowed(mime.into())));
}

#[test]
fn forty_megapixels_are_allowed_and_one_row_more_is_not() {
    assert!(tried(&png(8_000, 5_000), "", "").is_ok());
    assert_eq!(tried(&png(8_000, 5_001), "", ""), Err(SniffFault::TooManyPixels));
    let limits = MediaLimits { max_pixels: 6, ..MediaLimits::default() };
    assert!(tried_with(limits, PNG, "", "").is_ok());
    let limits = MediaLimits { max_pixels: 5, ..MediaLimits::default() };
    assert_eq!(tried_with(limits, PNG, "", ""), Err(SniffFault::TooManyPixels));
}
