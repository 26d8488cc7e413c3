//! The echo test: records three seconds of the caller and plays them back once.

use super::g711::{Frame, SILENCE};

/// Frames of the recording: 3 s.
const RECORD_FRAMES: usize = 150;

/// Recording and playing of one leg.
#[derive(Debug, Default)]
pub struct EchoTest {
    frames: Vec<Frame>,
    played: usize,
}

impl EchoTest {
    /// Takes the caller's sound of the last 20 ms and returns the sound for the caller; `None` after the end.
    pub fn next(&mut self, said: Frame) -> Option<Frame> {
        if self.frames.len() < RECORD_FRAMES {
            self.frames.push(said);
            return Some(SILENCE);
        }
        let frame = self.frames.get(self.played).copied();
        self.played += 1;
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_echo_test_records_three_seconds_plays_them_and_ends() {
        let mut echo = EchoTest::default();
        for n in 0..150 {
            assert_eq!(echo.next([n; 160]), Some(SILENCE));
        }
        for n in 0..150 {
            assert_eq!(echo.next(SILENCE), Some([n; 160]));
        }
        assert_eq!(echo.next(SILENCE), None);
    }
}
