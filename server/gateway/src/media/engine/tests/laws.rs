//! Tests of legs with both forms of G.711 (mu-law and A-law) in one call.

use super::*;
use crate::media::g711::Law;
use crate::media::peer::Peer;

fn connect(network: &mut Network, port: u16, tone: f64, laws: &[Law]) {
    let peer = Peer::with_laws(address(port), network.now, laws);
    network.connect_peer(port, Some(tone), peer);
}

#[test]
fn legs_that_know_only_one_form_of_g711_hear_each_other() {
    let mut network = Network::new();
    connect(&mut network, 10, 500.0, &[Law::Mu]);
    connect(&mut network, 11, 900.0, &[Law::A]);
    connect(&mut network, 12, 1_300.0, &[Law::A, Law::Mu]);
    for (port, others) in [(10, [11, 12]), (11, [10, 12]), (12, [10, 11])] {
        network.hear(port, &others);
    }
    network.pass(1_000);
    for (port, tones) in [(10, [900.0, 1_300.0]), (11, [500.0, 1_300.0]), (12, [500.0, 900.0])] {
        let shares = tones.map(|tone| share_of_tone(network.last_heard(port), tone));
        assert!(shares.iter().all(|share| *share > 0.45), "{port} hears the tones and no noise: {shares:?}");
    }
}

#[test]
fn a_page_that_offers_only_alaw_is_answered_with_alaw_only() {
    let mut network = Network::new();
    let mut peer = Peer::with_laws(address(10), network.now, &[Law::A]);
    let offer = peer.offer(Direction::SendRecv).unwrap().sdp;
    let events = network.command(MediaCommand::Answer { leg: LegId(10), offer });
    let [MediaEvent::Answered { description, .. }] = events.as_slice() else { panic!("{events:?}") };
    let media_line = description.sdp.lines().find(|line| line.starts_with("m=audio")).unwrap();
    assert!(media_line.ends_with(" 8 126"), "{media_line}");
}

#[test]
fn keys_are_sent_to_a_leg_that_uses_alaw() {
    let mut network = Network::new();
    connect(&mut network, 10, 500.0, &[Law::A]);
    network.pass(300);
    let duration = Duration::from_millis(160);
    network.command(MediaCommand::Tone { leg: LegId(10), digit: '5', duration });
    network.browser(10).peer.press('7', duration);
    network.pass(1_000);
    assert_eq!(network.keys(10), ['7']);
    assert!(network.browser(10).events.contains(&PeerEvent::Tone('5')));
}
