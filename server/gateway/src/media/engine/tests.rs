//! Tests of the engine with several browsers in virtual time: packets are passed on without sockets.

mod exchange;
mod laws;
mod measured;
mod model;
mod network;
mod recorded;
mod replaced;
mod supervised;

use std::time::Duration;

use self::network::{Network, address};
use super::*;
use crate::media::Mix;
use crate::media::g711::{level, share_of_tone};
use crate::media::sound::Sound;
use crate::media::stun::tests::check;

#[test]
fn ten_legs_are_connected_within_200_ms_although_only_stun_gives_their_addresses() {
    let mut network = Network::new();
    for port in 10..20 {
        network.connect(port, None);
    }
    network.pass(200);
    let up = network.events.iter().filter(|event| matches!(event, MediaEvent::Up { .. })).count();
    assert_eq!(up, 10);
}

#[test]
fn media_packets_are_assigned_to_legs_by_address_and_stun_packets_by_credentials() {
    let mut network = Network::new();
    let (leg, source, client_hello) = (LegId(10), address(50), [22; 100]);
    network.command(MediaCommand::Offer { leg });
    network.engine.addresses.insert(source, leg);
    assert_eq!(network.engine.receiver(source, &client_hello, network.now), Some(leg));
    assert_eq!(network.engine.receiver(address(51), &client_hello, network.now), None);
    // The address of a browser belonged to another leg before.
    network.engine.addresses.insert(address(11), leg);
    network.connect(11, None);
    network.pass(300);
    assert_eq!(network.engine.addresses.get(&address(11)), Some(&LegId(11)));
    assert!(network.events.contains(&MediaEvent::Up { leg: LegId(11) }));
}

#[test]
fn in_a_conference_each_leg_hears_the_others_and_not_itself() {
    let mut network = Network::new();
    let tones = [(10, 500.0), (11, 900.0), (12, 1_300.0)];
    for (port, frequency) in tones {
        network.connect(port, Some(frequency));
    }
    for (port, _) in tones {
        let others: Vec<u16> = tones.iter().map(|(other, _)| *other).filter(|other| *other != port).collect();
        network.hear(port, &others);
    }
    network.pass(1_000);
    for (port, _) in tones {
        for (other, frequency) in tones {
            assert_eq!(network.hears_tone(port, frequency), port != other, "{port} hears {other}");
        }
    }
}

#[test]
fn one_silent_leg_hears_a_conversation_without_being_heard() {
    let mut network = Network::new();
    for (port, frequency) in [(10, Some(500.0)), (11, Some(900.0)), (12, None)] {
        network.connect(port, frequency);
    }
    network.hear(10, &[11]);
    network.hear(11, &[10]);
    network.hear(12, &[10, 11]);
    network.pass(1_000);
    assert!(network.hears_tone(12, 500.0) && network.hears_tone(12, 900.0));
    assert!(network.hears_tone(10, 900.0) && network.hears_tone(11, 500.0));
}

#[test]
fn frames_are_sent_each_20_ms_and_missed_ones_are_not_sent_later() {
    let mut network = Network::new();
    network.connect(10, None);
    network.pass(200);
    network.sent = 0;
    network.pass(1_000);
    assert!((50..=55).contains(&network.sent), "{} packets in a second", network.sent);
    network.now += Duration::from_secs(3);
    network.sent = 0;
    network.pass(100);
    assert!((5..=15).contains(&network.sent), "{} packets in 100 ms after the delay", network.sent);
}

#[test]
fn silence_of_a_leg_is_reported_once_and_ends_with_the_next_packet() {
    let mut network = Network::new();
    network.connect(10, None);
    network.pass(500);
    let browser = network.browsers.remove(&address(10)).unwrap();
    network.pass(3_000);
    network.browsers.insert(address(10), browser);
    network.pass(500);
    let receiving: Vec<bool> = network
        .events
        .iter()
        .filter_map(|event| if let MediaEvent::Receiving { receiving, .. } = event { Some(*receiving) } else { None })
        .collect();
    assert_eq!(receiving, [true, false, true]);
}

#[test]
fn a_leg_is_lost_once_and_only_after_its_descriptions_are_complete() {
    let mut network = Network::new();
    network.connect(10, None);
    network.command(MediaCommand::Offer { leg: LegId(11) });
    network.pass(500);
    network.browsers.clear();
    network.pass(4_400);
    assert!(!network.events.contains(&MediaEvent::Lost { leg: LegId(10) }));
    network.pass(5_000);
    let lost: Vec<&MediaEvent> =
        network.events.iter().filter(|event| matches!(event, MediaEvent::Lost { .. })).collect();
    assert_eq!(lost, [&MediaEvent::Lost { leg: LegId(10) }]);
}

#[test]
fn keys_are_reported_once_each_in_their_order() {
    let mut network = Network::new();
    network.connect(10, Some(500.0));
    network.pass(300);
    for digit in ['1', '1', '#'] {
        network.browser(10).peer.press(digit, Duration::from_millis(100));
    }
    network.pass(1_500);
    assert_eq!(network.keys(10), ['1', '1', '#']);
    for digit in ['5', '*'] {
        let duration = Duration::from_millis(160);
        network.command(MediaCommand::Tone { leg: LegId(10), digit, duration });
    }
    network.pass(1_500);
    let events = &network.browser(10).events;
    assert!(events.ends_with(&[PeerEvent::Tone('5'), PeerEvent::Tone('*')]), "{events:?}");
}

#[test]
fn a_leg_put_on_hold_by_a_description_sends_nothing_until_it_is_resumed() {
    let mut network = Network::new();
    network.connect(10, Some(500.0));
    network.connect(11, None);
    network.hear(11, &[10]);
    network.pass(1_000);
    for (sends, heard) in [(false, false), (true, true)] {
        let leg = LegId(10);
        let Some(MediaEvent::Offered { description, .. }) = network.command(MediaCommand::Reoffer { leg, sends }).pop()
        else {
            panic!("no offer")
        };
        assert_eq!(description.sdp.contains("a=sendonly"), !sends);
        let now = network.now;
        let answer = network.browser(10).peer.answer(&description.sdp, now).unwrap().sdp;
        assert_eq!(network.command(MediaCommand::AcceptAnswer { leg, answer }), [MediaEvent::AnswerAccepted { leg }]);
        network.pass(1_000);
        assert_eq!(network.hears_tone(11, 500.0), heard);
    }
}

#[test]
fn a_closed_leg_closes_its_dtls_connection_and_its_address_can_be_used_again() {
    let mut network = Network::new();
    network.connect(10, Some(500.0));
    network.pass(300);
    assert_eq!(network.engine.addresses.len(), 1);
    assert_eq!(network.command(MediaCommand::Close { leg: LegId(10) }), []);
    assert_eq!((network.engine.addresses.len(), network.engine.legs.len()), (0, 0));
    network.pass(50);
    assert_eq!(network.browser(10).events.last(), Some(&PeerEvent::Closed));
    network.connect(10, Some(900.0));
    network.connect(11, None);
    network.hear(11, &[10]);
    network.pass(1_000);
    assert!(network.hears_tone(11, 900.0));
}

#[test]
fn bey_024_a_reloaded_page_sends_and_receives_sound_over_a_new_connection_of_its_leg() {
    let mut network = Network::new();
    network.connect(10, Some(500.0));
    network.connect(11, Some(900.0));
    network.hear(10, &[11]);
    network.hear(11, &[10]);
    network.pass(1_000);
    assert!(network.hears_tone(10, 900.0) && network.hears_tone(11, 500.0));
    network.browser(10).peer.close();
    network.pass(2_000);
    assert!(network.events.contains(&MediaEvent::Closed { leg: LegId(10) }));
    assert_eq!(level(network.last_heard(11)), 0.0);
    network.events.clear();

    network.browsers.remove(&address(10));
    let offered = network.reload(10, 12, Some(700.0));
    assert!(matches!(offered.as_slice(), [MediaEvent::Answered { leg: LegId(10), .. }]), "{offered:?}");
    network.pass(6_000);
    assert!(network.hears_tone(12, 900.0) && network.hears_tone(11, 700.0));
    assert!(network.events.contains(&MediaEvent::Up { leg: LegId(10) }));
    assert!(!network.events.iter().any(|event| matches!(event, MediaEvent::Lost { .. } | MediaEvent::Closed { .. })));
    assert_eq!((network.engine.legs.len(), network.engine.addresses.len()), (2, 2));
}

#[test]
fn a_new_connection_replaces_one_that_was_not_closed_and_late_packets_of_the_old_one_change_nothing() {
    let mut network = Network::new();
    network.connect(10, Some(500.0));
    network.connect(11, None);
    network.hear(11, &[10]);
    network.pass(1_000);
    network.reload(10, 12, Some(700.0));
    network.pass(2_000);
    assert!(network.hears_tone(11, 700.0));
    network.browser(10).peer.close();
    network.pass(500);
    assert!(network.hears_tone(11, 700.0));
    assert!(!network.events.contains(&MediaEvent::Closed { leg: LegId(10) }));
}

#[test]
fn an_offer_of_the_same_page_or_without_usable_audio_does_not_replace_the_connection() {
    let mut network = Network::new();
    network.connect(10, Some(500.0));
    network.connect(11, None);
    network.hear(11, &[10]);
    network.pass(500);
    let leg = LegId(10);
    let refused = network.command(MediaCommand::Answer { leg, offer: "a=fingerprint:other".to_owned() });
    assert_eq!(refused, [MediaEvent::NotAcceptable { leg }]);
    let offer = network.browser(10).peer.offer(Direction::SendOnly).unwrap().sdp;
    let answered = network.command(MediaCommand::Answer { leg, offer });
    let Some(MediaEvent::Answered { description, .. }) = answered.first() else { panic!("{answered:?}") };
    let now = network.now;
    network.browser(10).peer.accept_answer(&description.sdp, now).unwrap();
    network.pass(1_000);
    assert!(network.hears_tone(11, 500.0));
    let ups = network.events.iter().filter(|event| **event == MediaEvent::Up { leg });
    assert_eq!(ups.count(), 1);
}

#[test]
fn two_hundred_closed_legs_leave_no_state() {
    let mut network = Network::new();
    for round in 0..200_u64 {
        let leg = LegId(round);
        network.command(MediaCommand::Offer { leg });
        network.command(MediaCommand::Hear { leg, hear: Hear::sound(Sound::Music) });
        network.command(MediaCommand::Close { leg });
    }
    assert!(network.engine.legs.is_empty() && network.engine.addresses.is_empty());
    assert!(network.engine.fragments.is_empty());
}

#[test]
fn simulated_legs_are_heard_and_refuse_descriptions() {
    let mut network = Network::new();
    network.connect(10, None);
    let leg = LegId(99);
    network.command(MediaCommand::Simulate { leg, sound: Sound::Tone { frequency: 700.0 } });
    assert_eq!(network.command(MediaCommand::Offer { leg }), [MediaEvent::NotAcceptable { leg }]);
    let answer = "m=audio 9 UDP 0".to_owned();
    assert_eq!(network.command(MediaCommand::AcceptAnswer { leg, answer }), [MediaEvent::NotAcceptable { leg }]);
    network.hear(10, &[99]);
    network.pass(1_000);
    assert!(share_of_tone(network.last_heard(10), 700.0) > 0.9);
    network.command(MediaCommand::Close { leg });
    network.pass(1_000);
    assert_eq!(level(network.last_heard(10)), 0.0);
}

#[test]
fn packets_of_unknown_senders_are_ignored() {
    let mut network = Network::new();
    network.connect(10, None);
    network.pass(300);
    let mut output = EngineOutput::default();
    for packet in [&b""[..], &[0; 20], &[22; 100], &[128; 172], &[255; 3]] {
        let now = network.now;
        network.engine.receive(address(77), packet, now, &mut output);
        network.engine.receive(address(10), packet, now, &mut output);
    }
    assert_eq!(output.events, []);
    assert!(!network.engine.addresses.contains_key(&address(77)));
}

/// Sends a packet from an address that no leg has; returns how many legs were asked, and whether one accepted it.
fn receive_stranger(network: &mut Network, port: u16, packet: &[u8]) -> (usize, bool) {
    network.engine.asked.set(0);
    let now = network.now;
    let mut output = EngineOutput::default();
    network.engine.receive(address(port), packet, now, &mut output);
    (network.engine.asked.get(), network.engine.addresses.contains_key(&address(port)))
}

#[test]
fn a_packet_of_an_unknown_source_is_offered_to_at_most_one_of_many_legs() {
    let mut network = Network::new();
    for number in 0..100 {
        network.command(MediaCommand::Offer { leg: LegId(number) });
    }
    let fragment = network.engine.known_browser(LegId(50)).unwrap().local_fragment();
    let of_a_leg = check(format!("{fragment}:sender").as_bytes());
    assert_eq!(receive_stranger(&mut network, 77, &of_a_leg), (1, false), "its password is wrong");
    assert_eq!(receive_stranger(&mut network, 77, &check(b"nobody:sender")), (0, false));
    assert_eq!(receive_stranger(&mut network, 77, &[0; 20]), (0, false));
}

#[test]
fn forged_checks_of_a_leg_beyond_a_hundred_a_second_are_dropped_and_known_sources_are_not_affected() {
    let mut network = Network::new();
    network.connect(10, Some(500.0));
    network.connect(11, None);
    network.hear(11, &[10]);
    network.pass(300);
    let fragment = network.engine.known_browser(LegId(10)).unwrap().local_fragment();
    let forged = check(format!("{fragment}:sender").as_bytes());
    network.pass(1_000);
    let asked = |network: &mut Network| (0..500).map(|_| receive_stranger(network, 77, &forged).0).sum::<usize>();
    assert_eq!(asked(&mut network), 100);
    for _ in 0..100 {
        network.pass(20);
        asked(&mut network);
    }
    assert!(network.hears_tone(11, 500.0), "the sound of the leg goes on");
}
