//! The sound in each channel of a recording, measured: each telephone sends a tone, and the test searches for the tone
//! in the file at the times at which it must and must not be recorded.

use super::exchange::{Exchange, extension, port};
use super::*;
use crate::control::{CallFact, CallId, ControlCommand, RecordOrder, RecordingState};
use crate::media::g711::decode;
use crate::media::{BYTES_PER_SECOND, HEADER_BYTES, Notice, RecordingId};
use crate::room::{Destination, Partner, PartyId, RoomCommand, Supervision};

const CUSTOMER: usize = 0;
const AGENT: usize = 1;
const SUPERVISOR: usize = 2;
const COLLEAGUE: usize = 3;
/// Above the notes of the music, with whole periods in 200 ms.
const TONES: [f64; 4] = [1_905.0, 2_240.0, 2_780.0, 3_370.0];
const BEEP: f64 = 1_400.0;
const SUPERVISING: PartyId = PartyId(3);
/// Level of a tone that is recorded; of one that is not less than a tenth arrives.
const RECORDED: f64 = 0.05;
const SILENT: f64 = 0.013;
const SETTLED_MS: u64 = 600;
const WINDOW_MS: usize = 200;

/// The expected sound of the two channels at a time: numbers of telephones.
struct Moment {
    what: &'static str,
    at_ms: usize,
    customer: &'static [usize],
    company: &'static [usize],
}

struct Call {
    exchange: Exchange,
    /// When the recording began.
    began: Instant,
    moments: Vec<Moment>,
}

fn id() -> RecordingId {
    RecordingId("recording".into())
}

impl Call {
    /// Customer and agent talk.
    fn talking() -> Exchange {
        let mut exchange = Exchange::new(&TONES);
        exchange.control(ControlCommand::Originate { call: CallId(1), from: "0800".into(), to: extension(CUSTOMER) });
        exchange.accept(CUSTOMER);
        exchange.control(ControlCommand::Connect { call: CallId(1), extension: extension(AGENT) });
        exchange.accept(AGENT);
        exchange.pass(SETTLED_MS);
        exchange
    }

    fn recorded() -> Self {
        let mut exchange = Self::talking();
        order(&mut exchange, RecordOrder::Begin(Notice::None));
        let began = exchange.network.now;
        Self { exchange, began, moments: Vec::new() }
    }

    fn command(&mut self, command: RoomCommand) {
        self.exchange.control(ControlCommand::Room { call: CallId(1), command });
    }

    fn supervision(&mut self, supervision: Supervision) {
        self.command(RoomCommand::ChangeSupervision { party: SUPERVISING, supervision });
    }

    fn elapsed_ms(&self) -> usize {
        usize::try_from((self.exchange.network.now - self.began).as_millis()).unwrap()
    }

    /// Lets the sound settle, and says what is to be in the file then.
    fn expect(&mut self, what: &'static str, customer: &'static [usize], company: &'static [usize]) {
        self.exchange.pass(SETTLED_MS);
        self.moments.push(Moment { what, at_ms: self.elapsed_ms(), customer, company });
    }

    /// Ends the call and compares the file with what is to be in it.
    #[track_caller]
    fn check(mut self) {
        self.exchange.control(ControlCommand::HangUp { call: CallId(1), by: None });
        let elapsed_ms = self.elapsed_ms();
        let (customer, company) = channels(&self.exchange);
        let length_ms = customer.len() / 8;
        assert!(length_ms.abs_diff(elapsed_ms) <= 40, "{length_ms} ms of {elapsed_ms}");
        for Moment { what, at_ms, customer: expected_customer, company: expected_company } in &self.moments {
            // A frame may be under way.
            let end = (at_ms * 8).min(customer.len());
            let window = end - WINDOW_MS * 8..end;
            for (name, channel, expected) in
                [("customer", &customer, expected_customer), ("company", &company, expected_company)]
            {
                let samples = &channel[window.clone()];
                for (speaker, tone) in TONES.iter().enumerate() {
                    let level = share_of_tone(samples, *tone).max(0.0).sqrt() * level(samples);
                    let holds = if expected.contains(&speaker) { level > RECORDED } else { level < SILENT };
                    assert!(holds, "{what}: telephone {speaker} in the channel of the {name}: {level:.4}");
                }
                if expected.is_empty() {
                    assert_eq!(level(samples), 0.0, "{what}: the channel of the {name} is silent, without music");
                }
            }
        }
    }
}

fn order(exchange: &mut Exchange, order: RecordOrder) {
    exchange.control(ControlCommand::Record { call: CallId(1), recording: id(), order });
}

/// The samples of the file: the channel of the customer and the channel of the company.
fn channels(exchange: &Exchange) -> (Vec<i16>, Vec<i16>) {
    let portions = &exchange.network.portions;
    assert!(portions.iter().all(|portion| portion.recording == id()));
    assert_eq!(portions.iter().filter(|portion| portion.is_last).count(), 1);
    let bytes: Vec<u8> = portions.iter().flat_map(|portion| portion.bytes.clone()).collect();
    assert_eq!(&bytes[..4], b"RIFF");
    bytes[HEADER_BYTES..].chunks(2).map(|pair| (decode(pair[0]), decode(pair[1]))).unzip()
}

fn states(exchange: &Exchange) -> Vec<RecordingState> {
    let states = exchange.facts.iter().filter_map(|fact| match fact {
        CallFact::Recording { state, .. } => Some(*state),
        _ => None,
    });
    states.collect()
}

#[test]
fn bey_138_two_channels_through_hold_consultation_conference_and_transfer() {
    let mut call = Call::recorded();
    call.expect("two talk", &[CUSTOMER], &[AGENT]);
    call.command(RoomCommand::Hold { party: PartyId::CALLER, held: true });
    call.expect("on hold", &[], &[]);
    call.command(RoomCommand::Hold { party: PartyId::CALLER, held: false });
    let to = Destination::Extension(extension(COLLEAGUE));
    call.command(RoomCommand::Consult { party: PartyId(3), to, is_supervised: false });
    call.expect("a telephone rings", &[], &[]);
    call.exchange.accept(COLLEAGUE);
    call.expect("a consultation", &[], &[]);
    call.command(RoomCommand::TalkWith { partner: Partner::Customer });
    call.expect("back with the customer", &[CUSTOMER], &[AGENT]);
    call.command(RoomCommand::Join);
    call.expect("a conference", &[CUSTOMER], &[AGENT, COLLEAGUE]);
    call.command(RoomCommand::Mute { party: PartyId(3), muted: true });
    call.expect("a muted colleague", &[CUSTOMER], &[AGENT]);
    call.command(RoomCommand::Mute { party: PartyId(3), muted: false });
    call.command(RoomCommand::Leave { successor: PartyId(3) });
    call.expect("with the colleague", &[CUSTOMER], &[COLLEAGUE]);
    call.command(RoomCommand::ToQueue);
    call.expect("in a queue", &[], &[]);
    call.exchange.control(ControlCommand::Connect { call: CallId(1), extension: extension(AGENT) });
    call.exchange.accept(AGENT);
    call.expect("with an agent again", &[CUSTOMER], &[AGENT]);
    call.check();
}

#[test]
fn bey_138_a_whisper_is_left_out_and_a_supervisor_who_joined_is_of_the_company() {
    let mut call = Call::recorded();
    let extension = extension(SUPERVISOR);
    call.command(RoomCommand::Supervise { party: SUPERVISING, extension, supervision: Supervision::Listen });
    call.exchange.accept(SUPERVISOR);
    call.expect("listens", &[CUSTOMER], &[AGENT]);
    call.supervision(Supervision::Whisper);
    call.expect("whispers", &[CUSTOMER], &[AGENT]);
    call.supervision(Supervision::Barge);
    call.expect("joined", &[CUSTOMER], &[AGENT, SUPERVISOR]);
    call.supervision(Supervision::Whisper);
    call.expect("whispers again", &[CUSTOMER], &[AGENT]);
    call.check();
}

#[test]
fn bey_138_a_pause_is_silence_of_its_own_length() {
    let mut call = Call::recorded();
    call.expect("before the pause", &[CUSTOMER], &[AGENT]);
    order(&mut call.exchange, RecordOrder::Pause(true));
    call.exchange.pass(3_000);
    call.expect("paused", &[], &[]);
    order(&mut call.exchange, RecordOrder::Pause(false));
    call.expect("after the pause", &[CUSTOMER], &[AGENT]);
    let expected = [RecordingState::Began, RecordingState::Paused(true), RecordingState::Paused(false)];
    assert_eq!(states(&call.exchange), expected);
    call.check();
}

#[test]
fn bey_138_both_sides_hear_the_notice_before_anything_is_recorded() {
    let mut exchange = Call::talking();
    order(&mut exchange, RecordOrder::Begin(Notice::Beep));
    let (mut heard, mut began_ms) = ([0.0_f64; 2], None);
    for step in 1..=200_u64 {
        exchange.pass(5);
        for side in [CUSTOMER, AGENT] {
            let samples = exchange.network.last_heard(port(side));
            let level = share_of_tone(samples, BEEP).max(0.0).sqrt() * level(samples);
            heard[side] = heard[side].max(level);
        }
        if began_ms.is_none() && !states(&exchange).is_empty() {
            began_ms = Some(step * 5);
        }
    }
    assert!(heard.iter().all(|level| *level > RECORDED), "{heard:?}");
    assert!(matches!(began_ms, Some(380..=440)), "after the beep of 400 ms: {began_ms:?}");
    exchange.control(ControlCommand::HangUp { call: CallId(1), by: None });
    let (customer, company) = channels(&exchange);
    assert!((560..=620).contains(&(customer.len() / 8)), "of the second after the order: {}", customer.len() / 8);
    for channel in [&customer, &company] {
        assert!(share_of_tone(channel, BEEP) < 0.001, "the beep is not in the file");
    }
}

#[test]
fn bey_138_a_process_that_ends_has_written_all_but_the_last_four_seconds() {
    let mut call = Call::recorded();
    call.exchange.pass(9_000);
    let written: usize = call.exchange.network.portions.iter().map(|portion| portion.bytes.len()).sum();
    let missing = 9 * usize::try_from(BYTES_PER_SECOND).unwrap() - (written - HEADER_BYTES);
    assert!(missing <= 4 * usize::try_from(BYTES_PER_SECOND).unwrap(), "{missing} bytes");
}

#[test]
fn bey_138_a_delay_of_the_process_is_silence_of_its_length() {
    let mut call = Call::recorded();
    call.exchange.pass(1_000);
    call.exchange.network.now += Duration::from_secs(3);
    call.expect("after the delay", &[CUSTOMER], &[AGENT]);
    call.check();
}

#[test]
fn bey_138_a_recording_whose_sound_is_not_taken_stops_and_the_call_goes_on() {
    let mut call = Call::recorded();
    let mut output = EngineOutput::default();
    call.exchange.network.engine.stop_recording(&id(), &mut output);
    call.exchange.network.events.extend(output.events);
    call.exchange.pass(9_000);
    assert_eq!(states(&call.exchange).last(), Some(&RecordingState::Stopped));
    assert!(call.exchange.network.portions.is_empty());
    assert!(call.exchange.network.hears_tone(port(AGENT), TONES[CUSTOMER]));
}
