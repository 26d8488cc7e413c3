//! Tests that a leg without packets is replaced by music for the parties that hear it (BEY-139).

use super::*;
use crate::media::Hear;

fn voices(network: &mut Network, port: u16, others: &[u16]) {
    let legs = others.iter().map(|port| LegId((*port).into())).collect();
    network.command(MediaCommand::Hear { leg: LegId(port.into()), hear: Hear::voices(legs) });
}

/// Two legs that hear each other.
fn talking() -> Network {
    let mut network = Network::new();
    network.connect(10, Some(1_900.0));
    network.connect(11, Some(2_300.0));
    voices(&mut network, 10, &[11]);
    voices(&mut network, 11, &[10]);
    network.pass(1_000);
    assert!(network.hears_tone(10, 2_300.0) && network.hears_tone(11, 1_900.0));
    network
}

/// The time until the browser hears a sound, and whether it is its partner's.
fn wait_for_sound(network: &mut Network, port: u16, frequency: f64) -> (u64, bool) {
    let mut waited = 0;
    while level(network.last_samples(port, 160)) < 0.001 {
        network.pass(20);
        waited += 20;
        assert!(waited <= 2_000, "nothing is heard");
    }
    network.pass(200);
    (waited, network.hears_tone(port, frequency))
}

#[test]
fn bey_139_after_400_ms_without_packets_a_leg_is_replaced_by_music_until_its_next_packet() {
    let mut network = talking();
    let silent = network.browsers.remove(&address(10)).unwrap();
    // Packets on the way and in the jitter buffer are still heard.
    network.pass(100);
    assert_eq!(level(network.last_samples(11, 160)), 0.0);
    let (waited, is_partner) = wait_for_sound(&mut network, 11, 1_900.0);
    assert!((280..=340).contains(&waited) && !is_partner, "{waited} ms after the first 100");
    network.pass(3_000);
    assert!(level(network.last_heard(11)) > 0.01, "the music goes on");

    network.browsers.insert(address(10), silent);
    network.pass(400);
    assert!(share_of_tone(network.last_heard(11), 1_900.0) > 0.95, "the partner alone, without music");
}

#[test]
fn bey_139_a_short_gap_in_the_packets_of_a_leg_is_not_replaced_by_music() {
    let mut network = talking();
    let silent = network.browsers.remove(&address(10)).unwrap();
    network.pass(360);
    assert_eq!(level(network.last_samples(11, 320)), 0.0);
    network.browsers.insert(address(10), silent);
    network.pass(400);
    assert!(share_of_tone(network.last_heard(11), 1_900.0) > 0.95);
}

#[test]
fn bey_139_a_leg_that_has_not_sent_yet_is_replaced_by_music_from_the_beginning() {
    let mut network = Network::new();
    network.connect(11, None);
    network.command(MediaCommand::Offer { leg: LegId(10) });
    voices(&mut network, 11, &[10]);
    network.pass(400);
    assert!(level(network.last_heard(11)) > 0.01, "music until the first packet");
}

#[test]
fn bey_139_a_muted_leg_that_sends_packets_is_not_replaced_by_music() {
    let mut network = talking();
    let muted = Mix { legs: Vec::new(), sound: Some(Sound::Music), instead_of: vec![LegId(10)] };
    network.command(MediaCommand::Hear { leg: LegId(11), hear: Hear::Mix(muted) });
    network.pass(1_000);
    assert_eq!(level(network.last_heard(11)), 0.0);
    network.browsers.remove(&address(10));
    network.pass(1_000);
    assert!(level(network.last_heard(11)) > 0.01);
}

#[test]
fn bey_139_in_a_conference_music_begins_when_no_leg_sends_any_more() {
    let mut network = talking();
    network.connect(12, Some(2_700.0));
    voices(&mut network, 11, &[10, 12]);
    network.pass(1_000);
    network.browsers.remove(&address(10));
    network.pass(1_000);
    assert!(share_of_tone(network.last_heard(11), 2_700.0) > 0.95, "no music over the one who talks");
    network.browsers.remove(&address(12));
    network.pass(1_000);
    assert!(level(network.last_heard(11)) > 0.01 && !network.hears_tone(11, 2_700.0));
}

#[test]
fn bey_139_a_reloaded_page_is_replaced_by_music_within_a_second_and_until_its_new_connection_sends() {
    let mut network = talking();
    network.browser(10).peer.close();
    network.pass(1_000);
    assert!(level(network.last_heard(11)) > 0.01, "music");
    network.browsers.remove(&address(10));
    network.reload(10, 12, Some(3_100.0));
    network.pass(2_000);
    assert!(share_of_tone(network.last_heard(11), 3_100.0) > 0.95);
}
