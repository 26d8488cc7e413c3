//! Parses the few lines of a session description that the gateway needs itself; str0m handles everything else.

/// A description prepared for the signalling: without candidates; these are sent as `trickle` events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The session description.
    pub sdp: String,
    /// `a=mid` of the audio.
    pub mid: String,
    /// Candidate lines, each beginning with `candidate:`.
    pub candidates: Vec<String>,
}

/// Whether the description has audio that is not refused and offers G.711 (payload types 0 and 8).
pub fn has_g711(sdp: &str) -> bool {
    audio_section(sdp).next().is_some_and(|media_line| {
        let mut fields = media_line.split_whitespace().skip(1);
        let port_is_open = fields.next().is_some_and(|port| port != "0");
        // Values after the port: the profile, then the payload types.
        port_is_open && fields.skip(1).any(|payload_type| matches!(payload_type, "0" | "8"))
    })
}

/// Fingerprint of the certificate, which names the connection: a page that was reloaded has another one.
pub fn fingerprint(sdp: &str) -> Option<&str> {
    sdp.lines().find_map(|line| line.strip_prefix("a=fingerprint:"))
}

/// Removes the candidates from a description that str0m made, and returns them.
pub fn describe(sdp: &str) -> Description {
    let mid = audio_section(sdp).find_map(|line| line.strip_prefix("a=mid:")).unwrap_or("0").to_owned();
    let mut candidates: Vec<String> = Vec::new();
    let mut kept = String::with_capacity(sdp.len());
    for line in sdp.lines() {
        match line.strip_prefix("a=") {
            Some(candidate) if candidate.starts_with("candidate:") => {
                if !candidates.iter().any(|known| known == candidate) {
                    candidates.push(candidate.to_owned());
                }
            }
            Some("end-of-candidates") => {}
            _ => {
                kept.push_str(line);
                kept.push_str("\r\n");
            }
        }
    }
    Description { sdp: kept, mid, candidates }
}

/// Lines of the first `m=audio` section.
fn audio_section(sdp: &str) -> impl Iterator<Item = &str> {
    let mut lines = sdp.lines().skip_while(|line| !line.starts_with("m=audio "));
    lines.next().into_iter().chain(lines.take_while(|line| !line.starts_with("m=")))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::pcmu_is_offered("m=audio 9 UDP/TLS/RTP/SAVPF 111 0 126\r\n", true)]
    #[case::only_opus_is_offered("m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n", false)]
    #[case::pcma_is_offered("m=audio 9 UDP/TLS/RTP/SAVPF 111 8 126\r\n", true)]
    #[case::refused_audio("m=audio 0 UDP/TLS/RTP/SAVPF 0\r\n", false)]
    #[case::a_port_is_not_a_payload_type("m=audio 0 UDP/TLS/RTP/SAVPF 8\r\n", false)]
    #[case::only_video_is_offered("m=video 9 UDP/TLS/RTP/SAVPF 0\r\n", false)]
    #[case::text_that_is_no_description("not a description", false)]
    #[case::empty_text("", false)]
    fn g711_is_found_in_the_audio_section_of_a_description_only(#[case] sdp: &str, #[case] expected: bool) {
        assert_eq!(has_g711(sdp), expected);
    }

    #[test]
    fn candidates_are_removed_from_a_description_and_returned_once() {
        let sdp = "v=0\r\nm=video 0 UDP 96\r\na=mid:v\r\na=candidate:1 1 udp 1 127.0.0.1 9 typ host\r\nm=audio 9 UDP 0\r\na=mid:a1\r\n\
                   a=candidate:1 1 udp 1 127.0.0.1 9 typ host\r\na=end-of-candidates\r\n";
        let description = describe(sdp);
        assert_eq!(description.mid, "a1");
        assert_eq!(description.candidates, ["candidate:1 1 udp 1 127.0.0.1 9 typ host"]);
        assert_eq!(description.sdp, "v=0\r\nm=video 0 UDP 96\r\na=mid:v\r\nm=audio 9 UDP 0\r\na=mid:a1\r\n");
    }
}
