//! The list of colleagues: the situation of each colleague over the channels, the filter with its counts, and why a
//! colleague cannot be called.

use crate::flow::folded;
use crate::wire::{Channel, ChannelStatus, Colleague};
use serde::{Deserialize, Serialize};

/// The situation of a colleague: on the telephone if voice is connected, otherwise on the other channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ColleagueSituation {
    /// The colleague is free.
    Available,
    /// The colleague is in a call, or a call rings there.
    InCall,
    /// The colleague, whose voice is not connected, attends to customers on another channel.
    Busy,
    /// The colleague is in a pause.
    Paused,
    /// No channel is connected.
    Disconnected,
}

/// Which colleagues the list shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ColleagueFilter {
    /// Part of a name, an extension or the name of a group; empty: every colleague.
    pub search: String,
    /// Only colleagues in this situation.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ColleagueSituation | undefined"))]
    pub situation: Option<ColleagueSituation>,
    /// Only colleagues of one of these groups.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string[] | undefined"))]
    pub groups: Option<Vec<String>>,
}

/// Why a colleague cannot be called; shown instead of the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ColleagueObstacle {
    /// The colleague is in the internal call of the agent.
    WithYou,
    /// The colleague is in another call.
    InOtherCall,
    /// The colleague's voice is not connected.
    VoiceDisconnected,
}

/// Why the agent cannot call any colleague now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CallObstacle {
    /// The org unit does not allow calls between agents (INT-013).
    Blocked,
    /// The agent's own voice is not connected.
    OwnVoiceDisconnected,
    /// The agent is in a call.
    OwnCall,
}

/// Counts over the colleagues of the search and the groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ColleagueCounts {
    /// Number of all colleagues.
    pub all: u32,
    /// Number of free colleagues.
    pub available: u32,
    /// Number of colleagues in a call.
    pub in_call: u32,
    /// Number of colleagues without voice who attend to customers on another channel.
    pub busy: u32,
    /// Number of colleagues in a pause.
    pub paused: u32,
    /// Number of colleagues without a connected channel.
    pub disconnected: u32,
}

/// The colleague's situation. The telephone comes first, because the list is used to call; who does not work on the telephone is
/// found by the other channels, the freest of them first.
pub fn situation_of(row: &Colleague) -> ColleagueSituation {
    use ChannelStatus::{Available, Disconnected, InAttendance, Paused, ScheduledPause};
    match voice_of(row) {
        Disconnected => {}
        _ if row.status.in_call => return ColleagueSituation::InCall,
        Available => return ColleagueSituation::Available,
        Paused => return ColleagueSituation::Paused,
        // Also during the wrap-up and during a pause that begins after the call.
        InAttendance | ScheduledPause => return ColleagueSituation::InCall,
    }
    let others = Channel::ALL.into_iter().filter_map(|channel| row.status.channels.of(channel));
    let rank = |status: ChannelStatus| match status {
        Disconnected => None,
        Paused => Some((0, ColleagueSituation::Paused)),
        InAttendance | ScheduledPause => Some((1, ColleagueSituation::Busy)),
        Available => Some((2, ColleagueSituation::Available)),
    };
    let best = others.filter_map(|channel| rank(channel.status.status)).max_by_key(|(rank, _)| *rank);
    best.map_or(ColleagueSituation::Disconnected, |(_, situation)| situation)
}

/// The status of the colleague's voice channel; without one as if it was not connected.
fn voice_of(row: &Colleague) -> ChannelStatus {
    row.status.channels.of(Channel::Voice).map_or(ChannelStatus::Disconnected, |channel| channel.status.status)
}

/// Why this colleague cannot be called. A colleague in a pause or in the wrap-up of a call can be called.
pub fn obstacle_of(row: &Colleague, with_you: bool) -> Option<ColleagueObstacle> {
    if with_you {
        Some(ColleagueObstacle::WithYou)
    } else if row.status.extension.is_empty() || voice_of(row) == ChannelStatus::Disconnected {
        Some(ColleagueObstacle::VoiceDisconnected)
    } else if row.status.in_call {
        Some(ColleagueObstacle::InOtherCall)
    } else {
        None
    }
}

impl ColleagueFilter {
    /// Whether the colleague matches search and groups, in whatever situation.
    fn finds(&self, row: &Colleague) -> bool {
        let search = folded(self.search.trim());
        let is_in = |text: &String| folded(text).contains(&search);
        let in_groups = self.groups.as_ref().is_none_or(|wanted| row.groups.iter().any(|group| wanted.contains(group)));
        let is_found = search.is_empty()
            || is_in(&row.name)
            || row.status.extension.contains(&search)
            || row.groups.iter().any(is_in);
        in_groups && is_found
    }

    /// Whether the list shows the colleague.
    pub fn shows(&self, row: &Colleague) -> bool {
        self.finds(row) && self.situation.is_none_or(|wanted| situation_of(row) == wanted)
    }

    /// Counts by situation.
    pub fn counts<'a>(&self, rows: impl Iterator<Item = &'a Colleague>) -> ColleagueCounts {
        rows.filter(|row| self.finds(row)).fold(ColleagueCounts::default(), |mut counts, row| {
            counts.all += 1;
            match situation_of(row) {
                ColleagueSituation::Available => counts.available += 1,
                ColleagueSituation::InCall => counts.in_call += 1,
                ColleagueSituation::Busy => counts.busy += 1,
                ColleagueSituation::Paused => counts.paused += 1,
                ColleagueSituation::Disconnected => counts.disconnected += 1,
            }
            counts
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{ColleagueChannel, ColleagueStatus, PerChannel};
    use rstest::rstest;

    fn colleague(status: Option<ChannelStatus>, in_call: bool) -> Colleague {
        let voice = status.map(|status| ColleagueChannel { status: status.into(), ..ColleagueChannel::default() });
        let channels = PerChannel { voice, ..PerChannel::default() };
        Colleague {
            name: "Rafael Souza".to_owned(),
            groups: vec!["Suporte N2".to_owned()],
            status: ColleagueStatus { extension: "4027".to_owned(), channels, in_call, open_attendances: 1 },
            ..Colleague::default()
        }
    }

    #[rstest]
    #[case::a_free_colleague(Some(ChannelStatus::Available), false, ColleagueSituation::Available, None)]
    #[case::a_colleague_whose_telephone_rings(
        Some(ChannelStatus::Available),
        true,
        ColleagueSituation::InCall,
        Some(ColleagueObstacle::InOtherCall)
    )]
    #[case::a_colleague_who_talks(
        Some(ChannelStatus::InAttendance),
        true,
        ColleagueSituation::InCall,
        Some(ColleagueObstacle::InOtherCall)
    )]
    #[case::a_colleague_in_the_wrap_up(Some(ChannelStatus::InAttendance), false, ColleagueSituation::InCall, None)]
    #[case::a_paused_colleague(Some(ChannelStatus::Paused), false, ColleagueSituation::Paused, None)]
    #[case::a_colleague_with_a_scheduled_pause(
        Some(ChannelStatus::ScheduledPause),
        true,
        ColleagueSituation::InCall,
        Some(ColleagueObstacle::InOtherCall)
    )]
    #[case::a_disconnected_colleague(
        Some(ChannelStatus::Disconnected),
        false,
        ColleagueSituation::Disconnected,
        Some(ColleagueObstacle::VoiceDisconnected)
    )]
    #[case::a_colleague_without_voice(
        None,
        false,
        ColleagueSituation::Disconnected,
        Some(ColleagueObstacle::VoiceDisconnected)
    )]
    fn int_003_the_presence_of_a_colleague_gives_the_situation_and_why_the_colleague_cannot_be_called(
        #[case] status: Option<ChannelStatus>,
        #[case] in_call: bool,
        #[case] situation: ColleagueSituation,
        #[case] obstacle: Option<ColleagueObstacle>,
    ) {
        let row = colleague(status, in_call);
        assert_eq!((situation_of(&row), obstacle_of(&row, false)), (situation, obstacle));
        assert_eq!(obstacle_of(&row, true), Some(ColleagueObstacle::WithYou));
    }

    #[rstest]
    #[case::whose_chat_is_free(&[(Channel::Chat, ChannelStatus::Available)], ColleagueSituation::Available)]
    #[case::who_attends_in_the_chat(&[(Channel::Chat, ChannelStatus::InAttendance)], ColleagueSituation::Busy)]
    #[case::who_pauses_after_the_chat(&[(Channel::Chat, ChannelStatus::ScheduledPause)], ColleagueSituation::Busy)]
    #[case::who_pauses(&[(Channel::Whatsapp, ChannelStatus::Paused)], ColleagueSituation::Paused)]
    #[case::whose_channels_are_disconnected(&[(Channel::Chat, ChannelStatus::Disconnected)], ColleagueSituation::Disconnected)]
    #[case::who_is_free_on_one_of_two_channels(
        &[(Channel::Chat, ChannelStatus::InAttendance), (Channel::Whatsapp, ChannelStatus::Available)],
        ColleagueSituation::Available
    )]
    #[case::who_attends_on_one_channel_and_pauses_on_the_other(
        &[(Channel::Chat, ChannelStatus::InAttendance), (Channel::Whatsapp, ChannelStatus::Paused)],
        ColleagueSituation::Busy
    )]
    fn the_other_channels_give_the_situation_of_a_colleague_whose_voice_is_not_connected(
        #[case] channels: &[(Channel, ChannelStatus)],
        #[case] situation: ColleagueSituation,
        #[values(None, Some(ChannelStatus::Disconnected))] voice: Option<ChannelStatus>,
    ) {
        let mut row = colleague(voice, false);
        for (channel, status) in channels {
            let held = ColleagueChannel { status: (*status).into(), ..ColleagueChannel::default() };
            *row.status.channels.of_mut(*channel) = Some(held);
        }
        assert_eq!(situation_of(&row), situation);
        assert_eq!(obstacle_of(&row, false), Some(ColleagueObstacle::VoiceDisconnected));
    }

    #[test]
    fn a_colleague_without_an_extension_cannot_be_called() {
        let mut row = colleague(Some(ChannelStatus::Available), false);
        row.status.extension.clear();
        assert_eq!(obstacle_of(&row, false), Some(ColleagueObstacle::VoiceDisconnected));
    }

    #[rstest]
    #[case::part_of_the_name("rafa", None, true)]
    #[case::without_accents_and_case("SOUZA ", None, true)]
    #[case::the_extension("402", None, true)]
    #[case::the_name_of_a_group("suporte", None, true)]
    #[case::another_text("vendas", None, false)]
    #[case::in_the_group("", Some("Suporte N2"), true)]
    #[case::in_another_group("", Some("Vendas"), false)]
    #[case::search_and_group_must_both_match("rafael", Some("Vendas"), false)]
    fn the_search_and_the_chosen_groups_decide_whether_a_colleague_is_found(
        #[case] search: &str,
        #[case] group: Option<&str>,
        #[case] found: bool,
    ) {
        let row = colleague(Some(ChannelStatus::Available), false);
        let groups = group.map(|group| vec![group.to_owned()]);
        let filter = ColleagueFilter { search: search.to_owned(), situation: None, groups };
        assert_eq!(filter.shows(&row), found);
        assert_eq!(filter.counts([&row].into_iter()).all, u32::from(found));
    }

    #[test]
    fn the_counts_cover_all_situations_whichever_situation_is_chosen() {
        let rows = [
            colleague(Some(ChannelStatus::Available), false),
            colleague(Some(ChannelStatus::Paused), false),
            colleague(Some(ChannelStatus::InAttendance), true),
            colleague(None, false),
        ];
        let filter = ColleagueFilter { situation: Some(ColleagueSituation::Paused), ..ColleagueFilter::default() };
        let counts = ColleagueCounts { all: 4, available: 1, in_call: 1, busy: 0, paused: 1, disconnected: 1 };
        assert_eq!(filter.counts(rows.iter()), counts);
        assert_eq!(rows.iter().filter(|row| filter.shows(row)).count(), 1);
    }
}
