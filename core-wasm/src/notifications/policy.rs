//! Rules of alerts: which alerts a customer's message, a new attendance and unread messages cause.

use crate::flow::{DesktopKind, Sound};
use crate::wire::Channel;

/// The facts that decide about the alert for a customer's message.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessageFacts {
    /// Channel of the attendance.
    pub channel: Channel,
    /// The conversation is open and the page focused.
    pub seen: bool,
    /// The conversation is open and the page visible.
    pub shows: bool,
    /// The attendance has ended.
    pub ended: bool,
    /// The agent wants notifications about messages of WhatsApp.
    pub notifies_whatsapp: bool,
    /// The browser shows desktop notifications of the page.
    pub desktop: bool,
}

/// How the agent is informed of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageNotice {
    /// The agent is not informed.
    Nothing,
    /// A screen reader announces it, because the agent has the conversation open.
    Announced,
    /// An entry is added to the notification centre.
    Entry,
    /// An entry is added, and the browser shows a desktop notification.
    EntryAndDesktop(DesktopKind),
}

/// The alert for a message: its sound, and how the agent is informed.
pub(super) fn alert_for(facts: MessageFacts) -> (Option<Sound>, MessageNotice) {
    // The switch of WhatsApp also mutes its sound (WAP-036), the switch of chat does not (CHT-005).
    let muted = facts.channel == Channel::Whatsapp && !facts.notifies_whatsapp;
    let sound = if facts.seen { Sound::MessageSoft } else { Sound::Message };
    let kind = if facts.channel == Channel::Whatsapp { DesktopKind::Whatsapp } else { DesktopKind::Chat };
    let notice = match (facts.seen, muted || facts.ended) {
        (true, _) => MessageNotice::Announced,
        // A late message of an ended attendance adds no entry (BEY-058).
        (false, true) => MessageNotice::Nothing,
        (false, false) if facts.shows || !facts.desktop => MessageNotice::Entry,
        (false, false) => MessageNotice::EntryAndDesktop(kind),
    };
    ((!muted).then_some(sound), notice)
}

/// How the agent is informed of a new attendance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttendanceAlert {
    /// A sound rings until the agent opens the attendance.
    Ring,
    /// One sound is played.
    Sound,
}

/// The alert for a new attendance. `is_open`: the agent has its conversation open and the page focused.
pub(super) fn attendance_alert(rings_until_opened: bool, is_open: bool) -> AttendanceAlert {
    if rings_until_opened && !is_open { AttendanceAlert::Ring } else { AttendanceAlert::Sound }
}

/// The facts that decide about the repeated sound for unread messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnreadFacts {
    /// The agent wants the repeated sound.
    pub repeats: bool,
    /// Sounds are switched on.
    pub sounds: bool,
    /// Number of unread messages of all attendances.
    pub unread: u32,
}

/// Whether the sound is repeated as long as messages are unread.
pub(super) fn repeats_sound(facts: UnreadFacts) -> bool {
    facts.repeats && facts.sounds && facts.unread > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Channel::{Chat, Whatsapp};
    use rstest::rstest;

    const CHAT: MessageFacts =
        MessageFacts { channel: Chat, seen: false, shows: false, ended: false, notifies_whatsapp: true, desktop: true };

    #[rstest]
    #[case::a_message_in_another_conversation(
        CHAT,
        Some(Sound::Message),
        MessageNotice::EntryAndDesktop(DesktopKind::Chat)
    )]
    #[case::a_message_of_whatsapp(MessageFacts { channel: Whatsapp, ..CHAT }, Some(Sound::Message), MessageNotice::EntryAndDesktop(DesktopKind::Whatsapp))]
    #[case::in_the_open_conversation(MessageFacts { seen: true, shows: true, ..CHAT }, Some(Sound::MessageSoft), MessageNotice::Announced)]
    #[case::in_the_open_conversation_after_the_end(MessageFacts { seen: true, shows: true, ended: true, ..CHAT }, Some(Sound::MessageSoft), MessageNotice::Announced)]
    #[case::the_conversation_is_open_and_another_window_has_the_focus(MessageFacts { shows: true, ..CHAT }, Some(Sound::Message), MessageNotice::Entry)]
    #[case::the_browser_shows_no_notifications(MessageFacts { desktop: false, ..CHAT }, Some(Sound::Message), MessageNotice::Entry)]
    #[case::bey_058_after_the_end(MessageFacts { ended: true, ..CHAT }, Some(Sound::Message), MessageNotice::Nothing)]
    #[case::wap_036_switched_off(MessageFacts { channel: Whatsapp, notifies_whatsapp: false, ..CHAT }, None, MessageNotice::Nothing)]
    #[case::wap_036_switched_off_and_in_the_open_conversation(MessageFacts { channel: Whatsapp, notifies_whatsapp: false, seen: true, ..CHAT }, None, MessageNotice::Announced)]
    #[case::cht_005_the_switch_of_whatsapp_is_not_that_of_chat(MessageFacts { notifies_whatsapp: false, ..CHAT }, Some(Sound::Message), MessageNotice::EntryAndDesktop(DesktopKind::Chat))]
    fn a_message_plays_its_sound_and_shows_its_notification(
        #[case] facts: MessageFacts,
        #[case] sound: Option<Sound>,
        #[case] notice: MessageNotice,
    ) {
        assert_eq!(alert_for(facts), (sound, notice));
    }

    #[rstest]
    #[case(true, false, AttendanceAlert::Ring)]
    #[case(true, true, AttendanceAlert::Sound)]
    #[case(false, false, AttendanceAlert::Sound)]
    #[case(false, true, AttendanceAlert::Sound)]
    fn a_new_attendance_rings_unless_the_agent_has_it_open(
        #[case] rings_until_opened: bool,
        #[case] is_open: bool,
        #[case] expected: AttendanceAlert,
    ) {
        assert_eq!(attendance_alert(rings_until_opened, is_open), expected);
    }

    #[rstest]
    #[case(UnreadFacts { repeats: true, sounds: true, unread: 1 }, true)]
    #[case(UnreadFacts { repeats: false, sounds: true, unread: 1 }, false)]
    #[case(UnreadFacts { repeats: true, sounds: false, unread: 1 }, false)]
    #[case(UnreadFacts { repeats: true, sounds: true, unread: 0 }, false)]
    fn the_sound_repeats_while_messages_are_unread_if_the_agent_has_switched_it_on(
        #[case] facts: UnreadFacts,
        #[case] expected: bool,
    ) {
        assert_eq!(repeats_sound(facts), expected);
    }
}
