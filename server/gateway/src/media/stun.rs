//! Finds the connection that a STUN packet belongs to, without asking the connections.

use str0m::ice::StunMessage;

/// RFC 7983: the first byte of STUN is 0 to 3.
pub fn is_stun(packet: &[u8]) -> bool {
    packet.first().is_some_and(|byte| *byte < 4)
}

/// The receiver's user name fragment, the first part of USERNAME in a STUN check of the other side (RFC 8445, section
/// 7.2.2). `None` for answers, which carry no USERNAME, and for packets that are no STUN.
pub fn receiver_fragment(packet: &[u8]) -> Option<&str> {
    let (receiver, _) = StunMessage::parse(packet).ok()?.username()?.split_once(':')?;
    Some(receiver)
}

#[cfg(test)]
pub mod tests {
    use rstest::rstest;

    use super::*;

    fn attribute(kind: u16, value: &[u8]) -> Vec<u8> {
        let length = u16::try_from(value.len()).unwrap();
        let mut bytes = [kind.to_be_bytes(), length.to_be_bytes()].concat();
        bytes.extend(value);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    }

    fn packet(kind: u16, attributes: &[Vec<u8>]) -> Vec<u8> {
        let attributes = attributes.concat();
        let length = u16::try_from(attributes.len()).unwrap();
        let header = [&kind.to_be_bytes()[..], &length.to_be_bytes(), &[0x21, 0x12, 0xa4, 0x42], &[7; 12]].concat();
        [header, attributes].concat()
    }

    const REQUEST: u16 = 1;
    const ANSWER: u16 = 0x101;

    /// A check with a wrong password.
    pub fn check(user_name: &[u8]) -> Vec<u8> {
        let (user_name, priority, integrity) =
            (attribute(6, user_name), attribute(0x24, &[0, 0, 0, 1]), attribute(8, &[0; 20]));
        packet(REQUEST, &[user_name, priority, integrity])
    }

    #[test]
    fn a_stun_check_names_the_fragment_of_its_receiver() {
        assert_eq!(receiver_fragment(&check(b"receiver:sender")), Some("receiver"));
        assert_eq!(receiver_fragment(&check(b"a:b:c")), Some("a"));
    }

    #[rstest]
    #[case::empty_packet(Vec::new())]
    #[case::one_byte(vec![0])]
    #[case::truncated_header(check(b"receiver:sender")[..12].to_vec())]
    #[case::only_a_header(packet(REQUEST, &[]))]
    #[case::truncated_attribute(check(b"receiver:sender")[..30].to_vec())]
    #[case::attribute_longer_than_the_packet(packet(REQUEST, &[vec![0, 6, 255, 255, b'a', b':', b'b', 0]]))]
    #[case::attribute_without_a_length(packet(REQUEST, &[vec![0, 6, 0, 0]]))]
    #[case::no_user_name(packet(REQUEST, &[attribute(0x24, &[0, 0, 0, 1]), attribute(8, &[0; 20])]))]
    #[case::user_name_of_one_side_only(check(b"receiver"))]
    #[case::user_name_that_is_no_text(check(&[255, b':', 254]))]
    #[case::stun_answer(packet(ANSWER, &[attribute(8, &[0; 20])]))]
    #[case::packet_of_another_protocol(vec![3; 64])]
    fn a_malformed_stun_packet_names_no_receiver(#[case] packet: Vec<u8>) {
        assert_eq!(receiver_fragment(&packet), None);
    }

    #[test]
    fn no_truncated_or_changed_stun_check_causes_a_panic() {
        let whole = check(b"receiver:sender");
        for length in 0..whole.len() {
            receiver_fragment(&whole[..length]);
            for byte in [0, 1, 127, 255] {
                let mut changed = whole.clone();
                changed[length] = byte;
                receiver_fragment(&changed);
            }
        }
    }
}
