//! Alerts for an agent who is not looking at the page. A ring is state: the page plays its sound from `begin_ring`
//! until `end_rings` (BEY-026). A desktop notification is shown if the browser allows it and the agent wants its type;
//! one that requires interaction is closed after 15 s. The alert about unread messages may be repeated.

use super::{slices, timers};
use crate::flow::{Context, DesktopCommand, DesktopKind, DesktopNotice, Effect, Melody, Tone};
use crate::wire::{AgentPreferences, Channel, Protocol};
use serde::{Deserialize, Serialize};

/// Delay of spec session §8 after which a desktop notification is closed.
const CLOSES_AFTER_MS: u64 = 15_000;
const REPEATS_AFTER_MS: u64 = 30_000;

/// The browser's permission for desktop notifications.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum DesktopPermission {
    /// The browser has no notifications.
    #[default]
    Unsupported,
    /// The agent has not been asked, or has not answered.
    #[serde(rename = "default")]
    Undecided,
    /// Allowed.
    Granted,
    /// Refused.
    Denied,
}

/// Reason of a ring, the most urgent one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum RingKind {
    /// An incoming call.
    Call,
    /// A colleague calls.
    Colleague,
    /// A new attendance that the agent has not opened.
    Attendance,
}

/// A ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// Why the page rings.
    pub kind: RingKind,
    /// The attendance.
    pub protocol: Protocol,
    /// The channel, which decides melody and volume.
    pub channel: Channel,
    /// Name of the customer.
    pub name: String,
}

/// The ring that is played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RingView {
    /// Why the page rings.
    pub kind: RingKind,
    /// The attendance.
    pub protocol: String,
    /// Name of the customer.
    pub name: String,
    /// The melody that is played.
    pub melody: Melody,
    /// Volume 0–100; at 0 the ring is shown without sound.
    pub volume: u32,
}

/// The agent's switches for desktop notifications, from the agent's record (SEC-006).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NotifyView {
    /// Messages of WhatsApp.
    pub whatsapp: bool,
    /// Messages of chats.
    pub chat: bool,
    /// Problems of the voice connection.
    pub voice_connection: bool,
}

/// Ringing, and desktop notifications.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AlertsView {
    /// The most urgent ring; `None`: nothing rings.
    pub ring: Option<RingView>,
    /// The browser blocks sounds until the agent interacts with the page.
    pub sound_blocked: bool,
    /// The browser's permission.
    pub desktop: DesktopPermission,
    /// The browser's question ended without an answer: only a click of the agent can ask again.
    pub ask_desktop: bool,
    /// The agent's switches.
    pub notify: NotifyView,
}

/// Rings, desktop notifications and the repeated alert.
#[derive(Default)]
pub struct Alerts {
    rings: Vec<Ring>,
    sound_blocked: bool,
    permission: DesktopPermission,
    /// The browser's question is open, or the agent chose "Agora não".
    asked: bool,
    ask_again: bool,
    /// Tags of desktop notifications that may still be visible.
    shown: Vec<Protocol>,
    repeats: bool,
}

impl Alerts {
    /// Begins a ring, which lasts until `end_rings` or `answered`.
    pub fn begin_ring(&mut self, context: &mut Context, ring: Ring) {
        self.rings.push(ring);
        context.dirty(slices::ALERTS.key());
    }

    /// Ends the rings that `of` selects.
    pub fn end_rings(&mut self, context: &mut Context, of: impl Fn(&Ring) -> bool) {
        let before = self.rings.len();
        self.rings.retain(|ring| !of(ring));
        if self.rings.len() != before {
            context.dirty(slices::ALERTS.key());
        }
    }

    /// The ring that is played: the most urgent one; among equals the oldest.
    pub fn ring(&self) -> Option<&Ring> {
        self.rings.iter().min_by_key(|ring| ring.kind)
    }

    /// The browser reports whether it blocks sounds.
    pub fn on_sound_blocked(&mut self, context: &mut Context, blocked: bool) {
        if self.sound_blocked != blocked {
            self.sound_blocked = blocked;
            context.dirty(slices::ALERTS.key());
        }
    }

    /// The browser reports its permission. `answer`: as the answer to `ask_now`.
    pub fn on_desktop_permission(&mut self, context: &mut Context, permission: DesktopPermission, answer: bool) {
        self.ask_again = (self.ask_again || answer) && permission == DesktopPermission::Undecided;
        self.asked &= !answer;
        self.permission = permission;
        context.dirty(slices::ALERTS.key());
    }

    /// Asks for the permission if it is undecided (RTC-020), and not again while the browser's question is open.
    pub fn ask(&mut self, context: &mut Context) {
        if self.permission == DesktopPermission::Undecided && !self.asked && !self.ask_again {
            self.ask_now(context);
        }
    }

    /// Asks for the permission after a click of the agent.
    pub fn ask_now(&mut self, context: &mut Context) {
        if self.permission == DesktopPermission::Undecided {
            self.asked = true;
            context.effect(Effect::Desktop(DesktopCommand::Ask));
        }
    }

    /// "Agora não": the page does not ask again until it is reloaded.
    pub fn decline(&mut self, context: &mut Context) {
        self.ask_again = false;
        self.asked = true;
        context.dirty(slices::ALERTS.key());
    }

    /// Shows a desktop notification, if the browser allows it (NOT-008) and the agent wants its type (SEC-006).
    pub fn show(&mut self, context: &mut Context, wanted: &AgentPreferences, notice: DesktopNotice) {
        if self.permission != DesktopPermission::Granted || !is_wanted(notice.kind, wanted) {
            return;
        }
        let tag = notice.tag.clone();
        if notice.requires_interaction {
            context.timer(timers::DESKTOP_CLOSE.of(tag.clone()), CLOSES_AFTER_MS);
        }
        if !self.shown.contains(&tag) {
            self.shown.push(tag);
        }
        context.effect(Effect::Desktop(DesktopCommand::Show(notice)));
    }

    /// Whether the browser allows desktop notifications.
    pub fn may_show(&self) -> bool {
        self.permission == DesktopPermission::Granted
    }

    /// Closes the desktop notification of an attendance, if it may be visible.
    pub fn close(&mut self, context: &mut Context, tag: &Protocol) {
        if let Some(index) = self.shown.iter().position(|shown| shown == tag) {
            self.shown.swap_remove(index);
            context.cancel_timer(&timers::DESKTOP_CLOSE.of(tag.clone()));
            context.effect(Effect::Desktop(DesktopCommand::Close(tag.clone())));
        }
    }

    /// The attendance was opened or has ended: ends its rings and closes its desktop notification.
    pub fn answered(&mut self, context: &mut Context, protocol: &Protocol) {
        self.end_rings(context, |ring| ring.protocol == *protocol);
        self.close(context, protocol);
    }

    /// Starts or stops the repeated alert. `wanted`: there are unread messages and the agent wants the alert repeated.
    pub fn follow_unread(&mut self, context: &mut Context, wanted: bool) {
        if self.repeats != wanted {
            self.repeats = wanted;
            if wanted {
                self.repeat_later(context);
            } else {
                context.cancel_timer(&timers::REPEAT.key());
            }
        }
    }

    /// Sets the timer of the repeated alert.
    pub fn repeat_later(&mut self, context: &mut Context) {
        context.timer(timers::REPEAT.key(), REPEATS_AFTER_MS);
    }

    /// The session ended: ends all alerts. The browser's permission is kept.
    pub fn leave(&mut self, context: &mut Context) {
        for tag in std::mem::take(&mut self.shown) {
            context.effect(Effect::Desktop(DesktopCommand::Close(tag)));
        }
        self.rings.clear();
        self.repeats = false;
    }

    /// The view of the slice `alerts`. `tone`: melody and volume of a ring.
    pub fn view(&self, tone: impl FnOnce(&Ring) -> Tone, record: &AgentPreferences) -> AlertsView {
        AlertsView {
            ring: self.ring().map(|ring| {
                let Tone { melody, volume } = tone(ring);
                let (kind, protocol, name) = (ring.kind, ring.protocol.to_string(), ring.name.clone());
                RingView { kind, protocol, name, melody, volume }
            }),
            sound_blocked: self.sound_blocked,
            desktop: self.permission,
            ask_desktop: self.ask_again,
            notify: NotifyView {
                whatsapp: record.notify_whats_app_message,
                chat: record.notify_chat_message,
                voice_connection: record.notify_voice_connection_lost,
            },
        }
    }
}

/// Whether the agent wants desktop notifications of this type.
fn is_wanted(kind: DesktopKind, record: &AgentPreferences) -> bool {
    match kind {
        DesktopKind::AckCall | DesktopKind::Colleagues => true,
        DesktopKind::VoiceWebrtcProblem | DesktopKind::VoiceWebrtcReconnectionSuccess => {
            record.notify_voice_connection_lost
        }
        DesktopKind::Whatsapp => record.notify_whats_app_message,
        DesktopKind::Chat => record.notify_chat_message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{Kernel, Mono, Now, Text};
    use crate::wire::Wall;
    use rstest::rstest;

    const NOW: Now = Now { mono: Mono(0), wall: Wall(0) };

    /// A short text for each effect.
    fn done(kernel: &mut Kernel) -> Vec<String> {
        let word = |effect| match effect {
            Effect::Desktop(DesktopCommand::Ask) => "ask".to_owned(),
            Effect::Desktop(DesktopCommand::Show(notice)) => format!("show {}", notice.tag),
            Effect::Desktop(DesktopCommand::Close(tag)) => format!("close {tag}"),
            other => format!("{other:?}"),
        };
        std::mem::take(&mut kernel.effects).into_iter().map(word).collect()
    }

    fn notice(kind: DesktopKind, tag: &str) -> DesktopNotice {
        let requires_interaction = DesktopNotice::requires_interaction(kind);
        DesktopNotice { kind, title: Text::key("t"), body: Text::key("b"), tag: tag.into(), requires_interaction }
    }

    fn record(whatsapp: bool, chat: bool, voice: bool) -> AgentPreferences {
        AgentPreferences {
            notify_whats_app_message: whatsapp,
            notify_chat_message: chat,
            notify_voice_connection_lost: voice,
            ..AgentPreferences::default()
        }
    }

    #[rstest]
    #[case::not_009_ackcall(DesktopKind::AckCall, "ackcall", [true, true])]
    #[case::not_009_colleagues(DesktopKind::Colleagues, "colleagues", [true, true])]
    #[case::not_009_voice_problem(DesktopKind::VoiceWebrtcProblem, "voiceWebrtcProblem", [true, false])]
    #[case::not_009_voice_success(DesktopKind::VoiceWebrtcReconnectionSuccess, "voiceWebrtcReconnectionSuccess", [true, false])]
    #[case::not_009_whatsapp(DesktopKind::Whatsapp, "whatsapp", [true, false])]
    #[case::not_009_chat(DesktopKind::Chat, "chat", [true, false])]
    fn sec_006_the_agents_record_decides_about_each_type(
        #[case] kind: DesktopKind,
        #[case] spelling: &str,
        #[case] shown: [bool; 2],
    ) {
        assert_eq!(serde_json::to_string(&kind).expect("a word"), format!("\"{spelling}\""));
        let mut kernel = Kernel::new([1; 32]);
        for (own, expected) in [(true, shown[0]), (false, shown[1])] {
            let mut alerts = Alerts { permission: DesktopPermission::Granted, ..Alerts::default() };
            // Each switch affects only its own type of notification.
            let others = !own;
            let wanted = match kind {
                DesktopKind::Whatsapp => record(own, others, others),
                DesktopKind::Chat => record(others, own, others),
                _ => record(others, others, own),
            };
            alerts.show(&mut Context { now: NOW, kernel: &mut kernel }, &wanted, notice(kind, "P1"));
            assert_eq!(done(&mut kernel).len(), usize::from(expected), "{spelling} {own}");
        }
    }

    #[rstest]
    #[case(DesktopPermission::Unsupported)]
    #[case(DesktopPermission::Undecided)]
    #[case(DesktopPermission::Denied)]
    fn not_008_without_permission_nothing_is_shown(#[case] permission: DesktopPermission) {
        let mut kernel = Kernel::new([1; 32]);
        let mut alerts = Alerts { permission, ..Alerts::default() };
        let context = &mut Context { now: NOW, kernel: &mut kernel };
        alerts.show(context, &record(true, true, true), notice(DesktopKind::AckCall, "P1"));
        alerts.close(context, &"P1".into());
        assert_eq!(done(&mut kernel), Vec::<String>::new());
        assert_eq!(kernel.timers.next(), None);
    }

    #[rstest]
    #[case::not_012_a_call(DesktopKind::AckCall, true)]
    #[case::not_012_a_colleague(DesktopKind::Colleagues, true)]
    #[case::not_a_chat_message(DesktopKind::Chat, false)]
    #[case::not_a_whatsapp_message(DesktopKind::Whatsapp, false)]
    #[case::not_a_lost_connection(DesktopKind::VoiceWebrtcProblem, false)]
    fn not_011_a_notification_that_requires_interaction_closes_after_15_s(
        #[case] kind: DesktopKind,
        #[case] waits: bool,
    ) {
        let mut kernel = Kernel::new([1; 32]);
        let mut alerts = Alerts { permission: DesktopPermission::Granted, ..Alerts::default() };
        alerts.show(&mut Context { now: NOW, kernel: &mut kernel }, &record(true, true, true), notice(kind, "P1"));
        assert_eq!(done(&mut kernel), ["show P1"]);
        let closes = kernel.timers.next().map(|wake| wake.at);
        assert_eq!(closes, waits.then_some(Mono(15_000)));
        alerts.close(&mut Context { now: NOW, kernel: &mut kernel }, &"P1".into());
        alerts.close(&mut Context { now: NOW, kernel: &mut kernel }, &"P1".into());
        assert_eq!((done(&mut kernel), kernel.timers.next()), (vec!["close P1".to_owned()], None));
    }

    fn ring(kind: RingKind, protocol: &str) -> Ring {
        Ring { kind, protocol: protocol.into(), channel: Channel::Voice, name: protocol.to_owned() }
    }

    #[test]
    fn bey_026_the_most_urgent_ring_is_played_and_each_ring_ends_on_its_own() {
        let mut kernel = Kernel::new([1; 32]);
        let context = &mut Context { now: NOW, kernel: &mut kernel };
        let mut alerts = Alerts::default();
        let mut rings = Vec::new();
        let mut look = |alerts: &Alerts| rings.push(alerts.ring().map(|ring| ring.name.clone()).unwrap_or_default());
        alerts.begin_ring(context, ring(RingKind::Attendance, "P1"));
        look(&alerts);
        alerts.begin_ring(context, ring(RingKind::Call, "C1"));
        alerts.begin_ring(context, ring(RingKind::Call, "C2"));
        look(&alerts);
        alerts.answered(context, &"C1".into());
        look(&alerts);
        alerts.answered(context, &"C2".into());
        look(&alerts);
        alerts.answered(context, &"P1".into());
        look(&alerts);
        assert_eq!(rings, ["P1", "C1", "C2", "P1", ""]);
    }
}
