//! The state machine of the voice connection: every state with every event.

use crate::voice::connection::{
    IceState, LostPart, VoiceConnection, VoiceConnectionAction, VoiceConnectionEvent, VoiceConnectionFacts,
    VoiceConnectionState, VoiceStatus,
};

const EVENTS: [VoiceConnectionEvent; 22] = [
    VoiceConnectionEvent::SessionLogged,
    VoiceConnectionEvent::SessionUnclear,
    VoiceConnectionEvent::Loaded,
    VoiceConnectionEvent::NotLoaded,
    VoiceConnectionEvent::Registered,
    VoiceConnectionEvent::Refused,
    VoiceConnectionEvent::SignallingLost,
    VoiceConnectionEvent::Unregistered,
    VoiceConnectionEvent::Ice(IceState::New),
    VoiceConnectionEvent::Ice(IceState::Checking),
    VoiceConnectionEvent::Ice(IceState::Connected),
    VoiceConnectionEvent::Ice(IceState::Completed),
    VoiceConnectionEvent::Ice(IceState::Disconnected),
    VoiceConnectionEvent::Ice(IceState::Failed),
    VoiceConnectionEvent::Ice(IceState::Closed),
    VoiceConnectionEvent::LegEnded,
    VoiceConnectionEvent::MediaStopped,
    VoiceConnectionEvent::PageVisible,
    VoiceConnectionEvent::RetryDue,
    VoiceConnectionEvent::AgentRetries,
    VoiceConnectionEvent::FactsChanged,
    VoiceConnectionEvent::Ended,
];

const AUTO: VoiceConnectionFacts =
    VoiceConnectionFacts { web_rtc: true, auto_reconnect: true, absent: false, agent_channel: false };
const BY_HAND: VoiceConnectionFacts = VoiceConnectionFacts { auto_reconnect: false, ..AUTO };

/// The events that lead from the start to each state.
fn states() -> Vec<VoiceConnection> {
    use VoiceConnectionEvent::{Ended, Ice, Loaded, MediaStopped, Registered, SessionLogged, SignallingLost};
    let connected = [SessionLogged, Loaded, Registered];
    let lost = Ice(IceState::Disconnected);
    let paths: [(&[VoiceConnectionEvent], bool); 12] = [
        (&[], true),
        (&[SessionLogged], true),
        (&[SessionLogged, Loaded], true),
        (&connected, true),
        (&[SessionLogged, Loaded, Registered, SignallingLost], false),
        (&[SessionLogged, Loaded, Registered, lost], false),
        (&[SessionLogged, Loaded, Registered, SignallingLost], true),
        (&[SessionLogged, Loaded, Registered, lost], true),
        (&[SessionLogged, Loaded, Registered, SignallingLost, SessionLogged], true),
        (&[SessionLogged, Loaded, Registered, lost, SessionLogged], true),
        (&[SessionLogged, Loaded, Registered, MediaStopped], true),
        (&[SessionLogged, Ended], true),
    ];
    let mut links = Vec::new();
    for (path, auto) in paths {
        let mut link = VoiceConnection::default();
        for event in path {
            link.handle(*event, if auto { AUTO } else { BY_HAND });
        }
        links.push(link);
    }
    let mut logged = VoiceConnection::default();
    for event in connected {
        logged.handle(event, VoiceConnectionFacts { agent_channel: true, ..AUTO });
    }
    links.push(logged);
    links
}

#[test]
fn the_connection_for_all_states_and_events_equals_the_table() {
    let mut table = String::new();
    let mut reached: Vec<VoiceConnectionState> = Vec::new();
    for link in states() {
        if reached.contains(&link.state()) {
            continue;
        }
        reached.push(link.state());
        table.push_str(&format!("{:?}: {:?}\n", link.state(), link.status()));
        for event in EVENTS {
            let mut outcomes = Vec::new();
            for facts in [AUTO, BY_HAND] {
                let mut next = link.clone();
                let actions = next.handle(event, facts);
                let same = next.state() == link.state() && actions.is_empty();
                outcomes.push(if same { "-".to_owned() } else { format!("{:?} {actions:?}", next.state()) });
            }
            outcomes.dedup();
            table.push_str(&format!("  {event:?}: {}\n", outcomes.join(" | by hand: ")));
        }
    }
    assert_eq!(reached.len(), 12, "{reached:?}");
    insta::assert_snapshot!(table);
}

fn connected() -> VoiceConnection {
    let mut link = VoiceConnection::default();
    for event in [VoiceConnectionEvent::SessionLogged, VoiceConnectionEvent::Loaded, VoiceConnectionEvent::Registered] {
        link.handle(event, AUTO);
    }
    assert_eq!(link.status(), VoiceStatus::Connected);
    link
}

#[test]
fn con_008_con_009_no_attempt_follows_in_absent_mode_or_without_the_preference_for_reconnecting() {
    for facts in [BY_HAND, VoiceConnectionFacts { absent: true, ..AUTO }] {
        for loss in [VoiceConnectionEvent::SignallingLost, VoiceConnectionEvent::Ice(IceState::Disconnected)] {
            let mut link = connected();
            let actions = link.handle(loss, facts);
            assert!(actions.contains(&VoiceConnectionAction::AskAgent), "{actions:?}");
            for action in [VoiceConnectionAction::Validate, VoiceConnectionAction::SetRetry] {
                assert!(!actions.contains(&action), "{actions:?}");
            }
            assert_eq!(link.handle(VoiceConnectionEvent::RetryDue, facts), []);
            assert_eq!(
                link.handle(VoiceConnectionEvent::AgentRetries, facts).last(),
                Some(&VoiceConnectionAction::Validate)
            );
        }
    }
}

#[test]
fn con_015_attempts_are_repeated_without_a_limit_until_voice_is_disconnected() {
    let mut link = connected();
    link.handle(VoiceConnectionEvent::SignallingLost, AUTO);
    for attempt in 1..=500 {
        assert_eq!(link.retries(), attempt);
        let shown = (attempt == 1).then_some(VoiceConnectionAction::ShowAttempt);
        let expected: Vec<_> = shown.into_iter().chain([VoiceConnectionAction::Load]).collect();
        assert_eq!(
            link.handle(VoiceConnectionEvent::SessionLogged, AUTO),
            expected,
            "the dialog opens once for each loss"
        );
        assert_eq!(
            link.handle(VoiceConnectionEvent::Loaded, AUTO),
            [VoiceConnectionAction::SetRetry, VoiceConnectionAction::Restart]
        );
        assert_eq!(link.status(), VoiceStatus::Reconnecting);
        assert!(link.handle(VoiceConnectionEvent::SignallingLost, AUTO).contains(&VoiceConnectionAction::SetRetry));
        link.handle(VoiceConnectionEvent::RetryDue, AUTO);
    }
    link.handle(VoiceConnectionEvent::Ended, AUTO);
    assert_eq!((link.state(), link.handle(VoiceConnectionEvent::RetryDue, AUTO)), (VoiceConnectionState::Off, vec![]));
}

#[test]
fn con_013_con_014_a_successful_connection_resets_the_counter_and_schedules_no_attempt() {
    let mut link = connected();
    link.handle(VoiceConnectionEvent::SignallingLost, AUTO);
    link.handle(VoiceConnectionEvent::SessionUnclear, AUTO);
    link.handle(VoiceConnectionEvent::RetryDue, AUTO);
    assert_eq!(link.retries(), 2);
    link.handle(VoiceConnectionEvent::SessionLogged, AUTO);
    link.handle(VoiceConnectionEvent::Loaded, AUTO);
    let actions = link.handle(VoiceConnectionEvent::Registered, AUTO);
    assert!(
        actions.contains(&VoiceConnectionAction::CancelRetry) && !actions.contains(&VoiceConnectionAction::SetRetry),
        "{actions:?}"
    );
    assert_eq!((link.retries(), link.status()), (0, VoiceStatus::Connected));
}

#[test]
fn ses_019_the_connection_begins_only_for_agents_with_web_rtc() {
    let mut link = VoiceConnection::default();
    assert_eq!(link.handle(VoiceConnectionEvent::SessionLogged, VoiceConnectionFacts { web_rtc: false, ..AUTO }), []);
    assert_eq!(link.state(), VoiceConnectionState::Off);
    assert_eq!(link.handle(VoiceConnectionEvent::SessionLogged, AUTO), [VoiceConnectionAction::Load]);
}

#[test]
fn ses_018_a_session_check_does_not_change_an_existing_connection() {
    let mut link = connected();
    assert_eq!(link.handle(VoiceConnectionEvent::SessionLogged, AUTO), []);
    assert_eq!(link.handle(VoiceConnectionEvent::SessionUnclear, AUTO), []);
}

#[test]
fn rtc_012_the_ice_states_new_and_checking_change_nothing_failed_is_treated_as_disconnected_and_closed_notifies_no_area()
 {
    for ice in [IceState::New, IceState::Checking] {
        let mut link = connected();
        assert_eq!(
            (link.handle(VoiceConnectionEvent::Ice(ice), AUTO), link.status()),
            (vec![], VoiceStatus::Connected)
        );
    }
    let after = |ice| {
        let mut link = connected();
        (link.handle(VoiceConnectionEvent::Ice(ice), AUTO), link.state())
    };
    assert_eq!(after(IceState::Failed), after(IceState::Disconnected));
    let (actions, state) = after(IceState::Closed);
    assert_eq!((state, actions.contains(&VoiceConnectionAction::NotifyLost)), (VoiceConnectionState::Failed, false));
    assert_eq!(
        actions.get(..5),
        Some(connected().handle(VoiceConnectionEvent::MediaStopped, AUTO).as_slice()),
        "RTC-013"
    );
}

#[test]
fn rtc_013_stopped_media_stores_the_status_disconnects_the_channel_opens_the_dialog_and_ends_the_session_in_this_order()
{
    let mut link = connected();
    let actions = link.handle(VoiceConnectionEvent::MediaStopped, AUTO);
    let expected = [
        VoiceConnectionAction::CancelRetry,
        VoiceConnectionAction::StoreStatus,
        VoiceConnectionAction::DisconnectChannel,
        VoiceConnectionAction::OpenLostDevice,
        VoiceConnectionAction::TearDown,
    ];
    assert_eq!((actions.as_slice(), link.status()), (expected.as_slice(), VoiceStatus::Disconnected));
}

#[test]
fn rtc_017_a_page_that_becomes_visible_without_media_starts_the_reconnect() {
    let mut link = VoiceConnection::default();
    for event in [VoiceConnectionEvent::SessionLogged, VoiceConnectionEvent::Loaded, VoiceConnectionEvent::Registered] {
        link.handle(event, VoiceConnectionFacts { agent_channel: true, ..AUTO });
    }
    assert_eq!(link.status(), VoiceStatus::Logged);
    assert!(link.handle(VoiceConnectionEvent::PageVisible, AUTO).contains(&VoiceConnectionAction::Validate));
    assert_eq!(link.state(), VoiceConnectionState::Checking(LostPart::Media));
    assert_eq!(connected().handle(VoiceConnectionEvent::PageVisible, AUTO), []);
}

#[test]
fn a_refused_registration_is_not_repeated_because_that_would_lock_the_account() {
    let mut link = connected();
    let actions = link.handle(VoiceConnectionEvent::Refused, AUTO);
    assert_eq!(actions, [VoiceConnectionAction::CancelRetry, VoiceConnectionAction::AskAgent]);
    assert_eq!(link.status(), VoiceStatus::Disconnected);
}

#[test]
fn switching_automatic_reconnecting_on_while_the_connection_is_lost_schedules_an_attempt() {
    let mut link = connected();
    link.handle(VoiceConnectionEvent::SignallingLost, BY_HAND);
    assert_eq!(
        link.handle(VoiceConnectionEvent::FactsChanged, AUTO),
        [VoiceConnectionAction::StopAsking, VoiceConnectionAction::SetRetry]
    );
    assert_eq!(
        link.handle(VoiceConnectionEvent::FactsChanged, BY_HAND),
        [VoiceConnectionAction::CancelRetry, VoiceConnectionAction::AskAgent]
    );
}

#[test]
fn without_the_leg_of_the_agent_channel_the_state_of_voice_is_logged() {
    let agent_channel = VoiceConnectionFacts { agent_channel: true, ..AUTO };
    let mut link = connected();
    assert_eq!((link.handle(VoiceConnectionEvent::LegEnded, AUTO), link.status()), (vec![], VoiceStatus::Connected));
    assert_eq!(
        (link.handle(VoiceConnectionEvent::LegEnded, agent_channel), link.status()),
        (vec![], VoiceStatus::Logged)
    );
    link.handle(VoiceConnectionEvent::Ice(IceState::Connected), agent_channel);
    assert_eq!(link.status(), VoiceStatus::Connected);
}

#[test]
fn rtc_004_shown_and_stored_status_are_spelled_as_in_the_specification() {
    use crate::connection::WebRtcStatus as Stored;
    let shown =
        [VoiceStatus::Connected, VoiceStatus::Reconnecting, VoiceStatus::ConnectionLost, VoiceStatus::Disconnected];
    let words = ["connected", "reconnecting", "connection-lost", "disconnected"];
    assert_eq!(serde_json::to_value(shown).ok(), Some(serde_json::json!(words)));
    let stored = [Stored::Logged, Stored::ConnectionLost, Stored::Disconnected, Stored::Connected];
    let words = ["logged", "connection-lost", "disconnected", "connected"];
    assert_eq!(serde_json::to_value(stored).ok(), Some(serde_json::json!(words)));
}
