//! The audio of the call, as the call bar shows it: its phase, mute, hold, levels and quality (BEY-022, BEY-025). The
//! browser reports levels every 200 ms and quality every 1000 ms (RTC-032, RTC-033); nothing here reads a clock.

use crate::flow::Mono;
use crate::wire::Wall;
use janus::call::{CallReport, HoldState};
use serde::{Deserialize, Serialize};

/// Interval of the levels (spec session §9).
pub const LEVELS_EVERY_MS: u32 = 200;
/// Interval of the bitrate (spec session §9).
pub const QUALITY_EVERY_MS: u32 = 1_000;
/// After this time without incoming sound the agent is warned (BEY-022).
const SILENT_AFTER_MS: u64 = 4_000;
/// An increase of energy above this between two measurements is sound: it corresponds to a second at -70 dB of full
/// scale. Digital silence of G.711 has less.
const SOUND_ENERGY: f64 = 1e-7;
/// Number of points in the graphs of the quality.
const HISTORY: usize = 30;

/// Phase of the call on the agent's telephone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallPhase {
    /// There is no call.
    #[default]
    None,
    /// The agent's call is being made.
    Dialling,
    /// The called telephone rings.
    Ringing,
    /// Announcements or ringing of the network are heard.
    EarlyMedia,
    /// A call arrives and is not answered yet.
    Incoming,
    /// Both parties talk.
    Talking,
    /// The call is on hold.
    Held,
}

/// Volume levels from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Levels {
    /// Level of the agent's microphone.
    pub microphone: f64,
    /// Level of the customer's audio.
    pub speaker: f64,
}

/// One measurement of the connection. `None` for values that the browser does not report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Quality {
    /// Round-trip time of the connection.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null | undefined"))]
    pub round_trip_ms: Option<f64>,
    /// Jitter of the received packets.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null | undefined"))]
    pub jitter_ms: Option<f64>,
    /// Share of lost packets, from 0 to 1.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null | undefined"))]
    pub loss: Option<f64>,
    /// Received audio bits per second.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null | undefined"))]
    pub bitrate: Option<f64>,
    /// Audio bytes received since the call began.
    pub received_bytes: f64,
    /// Energy of the customer's sound since the call began: the square of its level, summed over the seconds. Received
    /// bytes do not show sound, because silence is sent in bytes too.
    pub sound_energy: f64,
}

/// State of the call's audio.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AudioState {
    /// Phase of the present call.
    pub phase: CallPhase,
    /// Start of the phase, on the server's clock.
    pub since: Option<f64>,
    /// Whether the agent is muted.
    pub muted: bool,
    /// Whether a request to hold or resume is pending.
    pub hold_pending: bool,
    /// Tones that the agent sent, newest last.
    pub tones: String,
    /// The present levels.
    pub levels: Levels,
    /// The last measurements, newest last.
    pub quality: Vec<Quality>,
    /// Whether no sound was heard for 4 s.
    pub silent: bool,
}

/// The audio of the call.
#[derive(Clone, Debug, Default)]
pub struct CallAudio {
    state: AudioState,
    /// The last time at which the customer was heard, or the time at which the call was established.
    heard_at: Option<Mono>,
}

impl CallAudio {
    /// The present state of the audio.
    pub fn state(&self) -> &AudioState {
        &self.state
    }

    /// Whether the call is established.
    pub fn is_established(&self) -> bool {
        matches!(self.state.phase, CallPhase::Talking | CallPhase::Held)
    }

    /// Applies an event of the call.
    pub fn report(&mut self, report: &CallReport, now: Mono, wall: Wall) {
        let phase = match report {
            CallReport::Dialling => CallPhase::Dialling,
            CallReport::Ringing => CallPhase::Ringing,
            CallReport::EarlyMedia => CallPhase::EarlyMedia,
            CallReport::Incoming { .. } => CallPhase::Incoming,
            CallReport::Accepted | CallReport::Resumed | CallReport::Unheld => CallPhase::Talking,
            CallReport::Held => CallPhase::Held,
            CallReport::Ended(_) => CallPhase::None,
            CallReport::Renegotiated
            | CallReport::MediaUp
            | CallReport::AudioReceived(_)
            | CallReport::SlowLink { .. }
            | CallReport::Info { .. } => return,
        };
        let was_established = self.is_established();
        if matches!(phase, CallPhase::None | CallPhase::Dialling | CallPhase::Incoming) {
            *self = Self::default();
        }
        let changed = self.state.phase != phase;
        self.state.phase = phase;
        (self.state.hold_pending, self.state.silent) = (false, false);
        self.heard_at = self.is_established().then_some(now);
        // A call on hold continues, so its start time stays.
        if changed && !(was_established && self.is_established()) {
            self.state.since = (phase != CallPhase::None).then(|| wall.as_js());
        }
    }

    /// The agent muted or unmuted. Returns whether it changed.
    pub fn mute(&mut self, muted: bool) -> bool {
        let changes = self.is_established() && self.state.muted != muted;
        if changes {
            self.state.muted = muted;
        }
        changes
    }

    /// Applies the state of hold that the signalling reports.
    pub fn set_hold_state(&mut self, state: HoldState) {
        self.state.hold_pending = match state {
            HoldState::Holding | HoldState::Resuming => true,
            HoldState::Active | HoldState::Held => false,
        };
    }

    /// The agent sent DTMF tones.
    pub fn add_tones(&mut self, tones: &str) {
        self.state.tones.push_str(tones);
    }

    /// Levels that the browser measured; ignored without a call.
    pub fn set_levels(&mut self, levels: Levels) {
        if self.state.phase != CallPhase::None {
            let level = |level: f64| if level.is_finite() { level.clamp(0.0, 1.0) } else { 0.0 };
            self.state.levels = Levels { microphone: level(levels.microphone), speaker: level(levels.speaker) };
        }
    }

    /// A measurement of the browser. On hold there is no warning, because the customer hears music and the agent hears
    /// nothing.
    pub fn add_measurement(&mut self, quality: Quality, now: Mono) {
        if !self.is_established() {
            return;
        }
        let before = self.state.quality.last().map(|last| last.sound_energy).unwrap_or_default();
        // The total begins at 0 again with another peer connection of the same call.
        let is_heard = (quality.sound_energy - before).abs() > SOUND_ENERGY;
        if is_heard || self.state.phase == CallPhase::Held {
            self.heard_at = Some(now);
        }
        self.state.quality.push(quality);
        if self.state.quality.len() > HISTORY {
            self.state.quality.remove(0);
        }
        self.state.silent = self.heard_at.is_some_and(|heard| now.since_ms(heard) >= SILENT_AFTER_MS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use janus::call::{CallEnd, EndCause};

    const WALL: Wall = Wall(1_000_000);

    fn talking() -> CallAudio {
        let mut audio = CallAudio::default();
        audio.report(&CallReport::Accepted, Mono(0), WALL);
        audio
    }

    /// Received bytes increase; `sound` is the total energy so far.
    fn heard(sound: f64) -> Quality {
        Quality { received_bytes: 9e9, sound_energy: sound, ..Quality::default() }
    }

    #[test]
    fn bey_022_the_agent_is_warned_after_4_s_without_sound_of_the_customer_also_while_bytes_arrive() {
        let mut audio = talking();
        audio.add_measurement(heard(100.0), Mono(1_000));
        audio.add_measurement(heard(100.0), Mono(4_999));
        assert!(!audio.state().silent);
        audio.add_measurement(heard(100.0), Mono(5_000));
        assert!(audio.state().silent);
        audio.add_measurement(heard(101.0), Mono(6_000));
        assert!(!audio.state().silent);
        assert_eq!(audio.state().quality.len(), 4);
    }

    #[test]
    fn a_call_without_any_sound_counts_as_silent_4_s_after_the_answer_and_never_on_hold() {
        let mut audio = talking();
        audio.add_measurement(heard(0.0), Mono(4_000));
        assert!(audio.state().silent);
        audio.report(&CallReport::Held, Mono(4_100), WALL);
        audio.add_measurement(heard(0.0), Mono(60_000));
        assert!(!audio.state().silent);
        audio.report(&CallReport::Unheld, Mono(60_100), WALL);
        audio.add_measurement(heard(0.0), Mono(64_099));
        assert!(!audio.state().silent);
    }

    #[test]
    fn the_graphs_of_the_quality_keep_the_last_30_measurements() {
        let mut audio = talking();
        for second in 0..40_u32 {
            audio.add_measurement(heard(f64::from(second)), Mono(u64::from(second) * 1_000));
        }
        let kept: Vec<f64> = audio.state().quality.iter().map(|quality| quality.sound_energy).collect();
        assert_eq!((kept.len(), kept.first(), kept.last()), (30, Some(&10.0), Some(&39.0)));
    }

    #[test]
    fn hold_keeps_the_start_of_the_call_and_the_end_clears_all_measurements() {
        let mut audio = CallAudio::default();
        audio.report(&CallReport::Dialling, Mono(0), WALL);
        audio.report(&CallReport::Accepted, Mono(5_000), WALL.plus_ms(5_000));
        let since = audio.state().since;
        assert_eq!(since, Some(WALL.plus_ms(5_000).as_js()));
        assert!(audio.mute(true) && !audio.mute(true));
        audio.add_tones("12#");
        audio.report(&CallReport::Held, Mono(9_000), WALL.plus_ms(9_000));
        let state = audio.state();
        assert_eq!(
            (state.phase, state.since, state.muted, state.tones.as_str()),
            (CallPhase::Held, since, true, "12#")
        );
        audio.report(&CallReport::Ended(CallEnd::by_agent(EndCause::Normal)), Mono(10_000), WALL);
        assert_eq!(audio.state(), &AudioState::default());
    }

    #[test]
    fn without_a_call_no_microphone_is_muted_and_no_level_measured() {
        let mut audio = CallAudio::default();
        assert!(!audio.mute(true));
        audio.set_levels(Levels { microphone: 1.0, speaker: 1.0 });
        audio.add_measurement(heard(7.0), Mono(0));
        assert_eq!(audio.state(), &AudioState::default());
        let mut audio = talking();
        audio.set_levels(Levels { microphone: 7.0, speaker: f64::NAN });
        assert_eq!(audio.state().levels, Levels { microphone: 1.0, speaker: 0.0 });
    }
}
