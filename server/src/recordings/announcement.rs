//! The operator's announcement, which is heard before a recording: a WAV file as telephone systems use them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use voice_gateway::media::g711::SAMPLE_RATE;

/// Longest announcement: agent and customer wait for its end until they are recorded.
const LONGEST_SECONDS: usize = 60;
const PCM: u16 = 1;

/// Why an announcement cannot be used.
#[derive(Debug, Error)]
pub enum AnnouncementError {
    /// The file cannot be read.
    #[error("the file {0} cannot be read: {1}")]
    Read(PathBuf, io::Error),
    /// The file has another format.
    #[error(
        "the file {0} is no WAV file with one channel of 16 bits and 8,000 samples a second, of at most 60 seconds"
    )]
    Form(PathBuf),
}

/// Reads an announcement.
///
/// # Errors
/// See `AnnouncementError`.
pub fn read(path: &Path) -> Result<Arc<[i16]>, AnnouncementError> {
    let bytes = std::fs::read(path).map_err(|error| AnnouncementError::Read(path.to_owned(), error))?;
    samples(&bytes).ok_or_else(|| AnnouncementError::Form(path.to_owned()))
}

fn samples(bytes: &[u8]) -> Option<Arc<[i16]>> {
    let rest = bytes.strip_prefix(b"RIFF")?.get(4..)?.strip_prefix(b"WAVE")?;
    let (mut rest, mut is_right) = (rest, false);
    loop {
        let (name, length) = (rest.get(..4)?, number(rest.get(4..8)?)?);
        let chunk = rest.get(8..8_usize.checked_add(length)?)?;
        match name {
            b"fmt " => is_right = is_telephone_sound(chunk),
            b"data" => {
                let samples: Vec<i16> =
                    chunk.chunks_exact(2).filter_map(|pair| Some(i16::from_le_bytes(pair.try_into().ok()?))).collect();
                let fits = is_right && !samples.is_empty() && samples.len() <= LONGEST_SECONDS * SAMPLE_RATE as usize;
                return fits.then(|| samples.into());
            }
            _ => {}
        }
        // A chunk of an odd length is followed by one more byte.
        rest = rest.get(8_usize.checked_add(length)?.checked_add(length % 2)?..)?;
    }
}

fn is_telephone_sound(format: &[u8]) -> bool {
    let short = |at: usize| format.get(at..at + 2).and_then(|pair| Some(u16::from_le_bytes(pair.try_into().ok()?)));
    let rate = format.get(4..8).and_then(number);
    (short(0), short(2), rate, short(14)) == (Some(PCM), Some(1), usize::try_from(SAMPLE_RATE).ok(), Some(16))
}

fn number(bytes: &[u8]) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn wav(channels: u16, rate: u32, bits: u16, sound: &[u8]) -> Vec<u8> {
        let length = |bytes: usize| u32::try_from(bytes).unwrap().to_le_bytes();
        let format = [
            &PCM.to_le_bytes()[..],
            &channels.to_le_bytes(),
            &rate.to_le_bytes(),
            &(rate * 2).to_le_bytes(),
            &2_u16.to_le_bytes(),
            &bits.to_le_bytes(),
        ];
        // A chunk that is not needed, of an odd length.
        let further = [&b"LIST"[..], &length(3), b"abc", &[0]].concat();
        let format = [&b"fmt "[..], &length(16), &format.concat()].concat();
        let data = [&b"data"[..], &length(sound.len()), sound].concat();
        [&b"RIFF"[..], &length(4 + further.len() + format.len() + data.len()), b"WAVE", &further, &format, &data]
            .concat()
    }

    #[test]
    fn bey_138_an_announcement_is_read() {
        let sound: Vec<u8> = [100_i16, -200, 300].into_iter().flat_map(i16::to_le_bytes).collect();
        assert_eq!(samples(&wav(1, 8_000, 16, &sound)).as_deref(), Some(&[100, -200, 300][..]));
    }

    #[rstest]
    #[case::two_channels(wav(2, 8_000, 16, &[0; 8]))]
    #[case::another_rate(wav(1, 44_100, 16, &[0; 8]))]
    #[case::eight_bits(wav(1, 8_000, 8, &[0; 8]))]
    #[case::nothing_to_hear(wav(1, 8_000, 16, &[]))]
    #[case::too_long(wav(1, 8_000, 16, &vec![0; 16_000 * 61]))]
    #[case::no_wav(b"ID3 something else".to_vec())]
    #[case::nothing(Vec::new())]
    #[case::cut_off(wav(1, 8_000, 16, &[0; 8])[..50].to_vec())]
    fn an_announcement_in_another_format_is_refused(#[case] bytes: Vec<u8>) {
        assert_eq!(samples(&bytes), None);
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read(Path::new("/nowhere/aviso.wav")).unwrap_err().to_string();
        assert!(error.starts_with("the file /nowhere/aviso.wav cannot be read"), "{error}");
    }
}
