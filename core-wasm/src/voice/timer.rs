//! The timers of voice, each with one name.

use crate::flow::{KeyIds, Parts, Subject};
use crate::wire::Name;

/// A timer of voice. Setting a timer again replaces it; timers with different numbers are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoiceTimer {
    /// A timer of the signalling.
    Signalling(janus::Timer),
    /// The next attempt to reconnect.
    Reconnect,
    /// Media did not return after a disconnect of ICE.
    MediaReturn,
    /// The next look-up of the attendance of a hang-up event, by the number of the event.
    HangUpLookUp(u64),
    /// A hang-up that the server refused is sent again. The number counts the attempts.
    HangUpAgain(u64),
    /// A leg rings because neither an answer nor an event has named its call.
    LegMatch,
    /// A leg has sound although it has no call or its call has ended.
    LegCheck,
    /// The agent's status is refetched after a hang-up.
    StatusAfterHangUp,
    /// The agent's status is refetched after a finished attendance.
    StatusAfterFinish,
    /// The report about a call that the page dialled is repeated.
    OwnCallReport,
    /// The ring volume is saved.
    Volume,
    /// The campaigns are requested again.
    Campaigns,
    /// The events of an accepted request about a room did not arrive.
    RoomNews,
    /// The lists of the open dialog of destinations are loaded again.
    Destinations,
    /// The agents of the dialog of destinations are requested again.
    DestinationAgents,
    /// The queues of the dialog of destinations are requested again.
    DestinationQueues,
    /// The campaigns of the dialog of destinations are requested again.
    DestinationCampaigns,
}

/// The timers without a number and their names in keys and traces. A timer that is missing here cannot be found by its key.
const NAMES: [(VoiceTimer, &str); 19] = [
    (VoiceTimer::Signalling(janus::Timer::Request), "request"),
    (VoiceTimer::Signalling(janus::Timer::KeepAlive), "keep-alive"),
    (VoiceTimer::Signalling(janus::Timer::Registration), "registration"),
    (VoiceTimer::Signalling(janus::Timer::Call), "call"),
    (VoiceTimer::Signalling(janus::Timer::Negotiation), "negotiation"),
    (VoiceTimer::Reconnect, "reconnect"),
    (VoiceTimer::MediaReturn, "media return"),
    (VoiceTimer::LegMatch, "leg match"),
    (VoiceTimer::LegCheck, "leg check"),
    (VoiceTimer::StatusAfterHangUp, "status after hang-up"),
    (VoiceTimer::StatusAfterFinish, "status after finish"),
    (VoiceTimer::OwnCallReport, "own call report"),
    (VoiceTimer::Volume, "volume"),
    (VoiceTimer::Campaigns, "campaigns"),
    (VoiceTimer::RoomNews, "room news"),
    (VoiceTimer::Destinations, "destinations"),
    (VoiceTimer::DestinationAgents, "destination agents"),
    (VoiceTimer::DestinationQueues, "destination queues"),
    (VoiceTimer::DestinationCampaigns, "destination campaigns"),
];

const HANG_UP_LOOK_UP: &str = "hang-up look-up ";
const HANG_UP_AGAIN: &str = "hang-up again ";

impl KeyIds for VoiceTimer {
    const PARTS: Parts = Parts::ID;

    fn into_subject(self) -> Subject {
        let name: Name = match self {
            Self::HangUpLookUp(number) => format!("{HANG_UP_LOOK_UP}{number}").into(),
            Self::HangUpAgain(number) => format!("{HANG_UP_AGAIN}{number}").into(),
            other => NAMES.iter().find(|(timer, _)| *timer == other).map(|(_, name)| *name).unwrap_or_default().into(),
        };
        Subject::of_id(name)
    }

    fn of(subject: &Subject) -> Option<Self> {
        let name = subject.id()?.as_str();
        if let Some(number) = name.strip_prefix(HANG_UP_LOOK_UP) {
            return number.parse().ok().map(Self::HangUpLookUp);
        }
        if let Some(number) = name.strip_prefix(HANG_UP_AGAIN) {
            return number.parse().ok().map(Self::HangUpAgain);
        }
        NAMES.iter().find(|(_, known)| *known == name).map(|(timer, _)| *timer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::timers;
    use super::*;

    /// Lists every timer; the match does not compile if one is missing.
    fn every() -> Vec<VoiceTimer> {
        let numbered = [VoiceTimer::HangUpLookUp(0), VoiceTimer::HangUpAgain(u64::MAX)];
        NAMES
            .iter()
            .map(|(timer, _)| *timer)
            .chain(numbered)
            .inspect(|timer| match timer {
                VoiceTimer::Signalling(
                    janus::Timer::Request
                    | janus::Timer::KeepAlive
                    | janus::Timer::Registration
                    | janus::Timer::Call
                    | janus::Timer::Negotiation,
                )
                | VoiceTimer::Reconnect
                | VoiceTimer::MediaReturn
                | VoiceTimer::HangUpLookUp(_)
                | VoiceTimer::HangUpAgain(_)
                | VoiceTimer::LegMatch
                | VoiceTimer::LegCheck
                | VoiceTimer::StatusAfterHangUp
                | VoiceTimer::StatusAfterFinish
                | VoiceTimer::OwnCallReport
                | VoiceTimer::Volume
                | VoiceTimer::Campaigns
                | VoiceTimer::RoomNews
                | VoiceTimer::Destinations
                | VoiceTimer::DestinationAgents
                | VoiceTimer::DestinationQueues
                | VoiceTimer::DestinationCampaigns => {}
            })
            .collect()
    }

    #[test]
    fn each_timer_of_voice_has_its_own_key_and_can_be_parsed_from_it() {
        let every = every();
        for timer in &every {
            assert_eq!(timers::VOICE.ids(&timers::VOICE.of(*timer)), Some(*timer));
        }
        for (index, timer) in every.iter().enumerate() {
            assert!(every[..index].iter().all(|other| timers::VOICE.of(*other) != timers::VOICE.of(*timer)));
        }
    }

    #[test]
    fn a_key_with_another_name_is_no_timer_of_voice() {
        for name in ["", "reconnect ", "hang-up again", "hang-up again x", "hang-up look-up -1"] {
            assert_eq!(VoiceTimer::of(&Subject::of_id(name.into())), None, "{name:?}");
        }
    }
}
