//! Rules of the board: situations of an agent, counts, filter and order.

use crate::channels::ChannelStatusView;
use crate::flow::{Rank, folded};
use crate::wire::{BoardChannel, BoardRow, Channel, Wall};
use serde::{Deserialize, Serialize};

/// The situation of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Situation {
    /// The agent is free on a channel.
    Available,
    /// The agent has open attendances, or a pause that begins after them.
    InAttendance,
    /// A pause is active.
    Paused,
    /// Marked absent.
    Absent,
    /// No session, or no connected channel.
    Disconnected,
}

/// Order of the agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BoardOrder {
    /// By name.
    #[default]
    Name,
    /// Agents with the most open attendances first.
    Attendances,
    /// Agents who are longest in one status first.
    Longest,
    /// Agents with the oldest session first.
    Session,
    /// The agent whose customer waits longest first.
    Wait,
}

/// Which agents the board shows, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BoardFilter {
    /// Part of a name or login; empty: every agent.
    pub search: String,
    /// Only agents in this situation.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Situation | undefined"))]
    pub situation: Option<Situation>,
    /// Only agents with one of these channels, in the situation on one of these channels.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Channel[] | undefined"))]
    pub channels: Option<Vec<Channel>>,
    /// The order.
    pub order: BoardOrder,
}

/// Counts over the agents of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardSummaryView {
    /// All agents.
    pub total: u32,
    /// Number of agents with a session.
    pub logged: u32,
    /// Number of open attendances of all agents.
    pub attendances: u32,
    /// Agents with a pause over its maximum.
    pub exceeded: u32,
    /// Agents who are free on a channel.
    pub available: u32,
    /// Agents who attend.
    pub in_attendance: u32,
    /// Agents with an active pause.
    pub paused: u32,
    /// Agents who are marked absent.
    pub absent: u32,
    /// Agents without a session or a connected channel.
    pub disconnected: u32,
}

fn channels_of(row: &BoardRow) -> impl Iterator<Item = (Channel, &BoardChannel)> {
    Channel::ALL.into_iter().filter_map(|channel| Some((channel, row.channels.of(channel)?)))
}

/// Number of open attendances of an agent.
pub fn attendances(row: &BoardRow) -> u32 {
    channels_of(row).map(|(_, state)| state.active_attendances).sum()
}

/// All situations of the agent on these channels (`None`: on all): an agent who is in attendance on one and available
/// on another has both.
fn situations(row: &BoardRow, on: Option<&[Channel]>) -> Vec<Situation> {
    let mut found = Vec::new();
    if row.agent_absent_enabled {
        found.push(Situation::Absent);
    } else if row.logged {
        let wanted = channels_of(row).filter(|(channel, _)| on.is_none_or(|on| on.contains(channel)));
        found.extend(wanted.filter_map(|(_, state)| situation_of(ChannelStatusView::of_reported(state.status))));
        found.sort();
        found.dedup();
    }
    if found.is_empty() || !row.logged {
        found.push(Situation::Disconnected);
    }
    found
}

fn situation_of(status: ChannelStatusView) -> Option<Situation> {
    match status {
        ChannelStatusView::Available => Some(Situation::Available),
        // In attendance until the pause begins.
        ChannelStatusView::InAttendance | ChannelStatusView::WrapUp | ChannelStatusView::ScheduledPause => {
            Some(Situation::InAttendance)
        }
        ChannelStatusView::Paused => Some(Situation::Paused),
        ChannelStatusView::Disconnected
        | ChannelStatusView::Processing
        | ChannelStatusView::Checking
        | ChannelStatusView::Lost => None,
    }
}

impl BoardFilter {
    /// Folded, as the search text is folded.
    pub fn folded(self) -> Self {
        Self { search: folded(self.search.trim()), ..self }
    }

    /// Whether the board shows the agent.
    pub fn shows(&self, row: &BoardRow) -> bool {
        let channels = self.channels.as_deref();
        let works_on = |wanted: &[Channel]| channels_of(row).any(|(channel, _)| wanted.contains(&channel));
        let finds = |text: &str| folded(text).contains(&self.search);
        channels.is_none_or(works_on)
            && self.situation.is_none_or(|wanted| situations(row, channels).contains(&wanted))
            && (self.search.is_empty() || finds(&row.agent_name) || finds(&row.login_identifier))
    }
}

impl BoardOrder {
    /// The sort key: lower values come first.
    pub fn rank(self, row: &BoardRow) -> u64 {
        let moment = |since: Option<Wall>| since.map_or(u64::MAX, Rank::moment);
        match self {
            Self::Name => 0,
            Self::Attendances => u64::MAX - u64::from(attendances(row)),
            Self::Wait => moment(row.longest_wait.as_ref().map(|wait| wait.since)),
            Self::Session if row.logged => moment(row.since),
            Self::Longest if row.agent_absent_enabled => moment(row.absent_since),
            Self::Longest if row.logged => {
                let held = channels_of(row).filter(|(_, state)| {
                    ChannelStatusView::of_reported(state.status) != ChannelStatusView::Disconnected
                });
                held.map(|(_, state)| moment(state.since)).min().unwrap_or(u64::MAX)
            }
            Self::Session | Self::Longest => u64::MAX,
        }
    }
}

impl BoardSummaryView {
    /// Counts these rows.
    pub fn of<'a>(rows: impl Iterator<Item = &'a BoardRow>) -> Self {
        rows.fold(Self::default(), |mut counts, row| {
            counts.total += 1;
            counts.logged += u32::from(row.logged);
            counts.attendances += attendances(row);
            counts.exceeded += u32::from(channels_of(row).any(|(_, state)| state.pause_exceeded));
            for situation in situations(row, None) {
                *counts.count_of(situation) += 1;
            }
            counts
        })
    }

    fn count_of(&mut self, situation: Situation) -> &mut u32 {
        match situation {
            Situation::Available => &mut self.available,
            Situation::InAttendance => &mut self.in_attendance,
            Situation::Paused => &mut self.paused,
            Situation::Absent => &mut self.absent,
            Situation::Disconnected => &mut self.disconnected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::BoardChannels;
    use rstest::rstest;
    use serde_json::{Value, json};

    /// A signed-in agent with these fields of the wire changed.
    fn row(name: &str, more: Value) -> BoardRow {
        let mut fields = json!({ "agentId": name, "agentName": name, "loginIdentifier": format!("{}.login", name.to_lowercase()),
            "logged": true, "linked": true, "since": "1970-01-01T00:00:01Z", "channels": { "chat": chat("available", 5) } });
        for (key, value) in more.as_object().expect("fields") {
            fields[key] = value.clone();
        }
        serde_json::from_value(fields).expect("a row")
    }

    fn chat(status: &str, since_s: u64) -> Value {
        json!({ "connected": true, "status": status, "since": format!("1970-01-01T00:00:0{since_s}Z") })
    }

    fn busy(status: &str, since_s: u64, attendances: u32, exceeded: bool) -> Value {
        let mut state = chat(status, since_s);
        state["activeAttendances"] = json!(attendances);
        state["pauseExceeded"] = json!(exceeded);
        state
    }

    #[rstest]
    #[case::available(json!({}), &[Situation::Available])]
    #[case::in_attendance(json!({ "channels": { "chat": chat("in_attendance", 5) } }), &[Situation::InAttendance])]
    #[case::in_attendance_until_the_pause_begins(json!({ "channels": { "chat": chat("scheduled_pause", 5) } }), &[Situation::InAttendance])]
    #[case::paused_on_one_channel_available_on_another(
        json!({ "channels": { "chat": chat("paused", 5), "voice": chat("available", 5) } }),
        &[Situation::Available, Situation::Paused]
    )]
    #[case::without_a_connected_channel(json!({ "channels": { "chat": chat("disconnected", 5) } }), &[Situation::Disconnected])]
    #[case::absent_with_any_channel_status(json!({ "agentAbsentEnabled": true }), &[Situation::Absent])]
    #[case::signed_out_with_any_channel_status(json!({ "logged": false }), &[Situation::Disconnected])]
    #[case::signed_out_and_absent(json!({ "logged": false, "agentAbsentEnabled": true }), &[Situation::Absent, Situation::Disconnected])]
    fn the_situations_of_an_agent_follow_from_session_absence_and_channel_statuses(
        #[case] more: Value,
        #[case] expected: &[Situation],
    ) {
        assert_eq!(situations(&row("Ana", more), None), expected);
    }

    fn board() -> [BoardRow; 4] {
        [
            row(
                "Ana",
                json!({ "since": "1970-01-01T00:00:03Z", "longestWait": { "since": "1970-01-01T00:00:07Z" }, "channels": { "chat": busy("in_attendance", 9, 2, false) } }),
            ),
            row(
                "Bruno",
                json!({ "since": "1970-01-01T00:00:02Z", "longestWait": { "since": "1970-01-01T00:00:03Z" },
                    "channels": { "chat": busy("paused", 2, 0, true), "voice": busy("in_attendance", 4, 3, false) } }),
            ),
            row(
                "Célia",
                json!({ "since": "1970-01-01T00:00:00.500Z", "agentAbsentEnabled": true, "absentSince": "1970-01-01T00:00:01.500Z" }),
            ),
            row(
                "Davi",
                json!({ "logged": false, "since": "1970-01-01T00:00:00.100Z", "channels": { "chat": chat("disconnected", 5) } }),
            ),
        ]
    }

    #[test]
    fn the_summary_counts_agents_attendances_and_situations() {
        let expected = BoardSummaryView {
            total: 4,
            logged: 3,
            attendances: 5,
            exceeded: 1,
            available: 0,
            in_attendance: 2,
            paused: 1,
            absent: 1,
            disconnected: 1,
        };
        assert_eq!(BoardSummaryView::of(board().iter()), expected);
    }

    fn filter(search: &str, situation: Option<Situation>, channels: Option<&[Channel]>) -> BoardFilter {
        BoardFilter {
            search: search.to_owned(),
            situation,
            channels: channels.map(<[Channel]>::to_vec),
            ..Default::default()
        }
    }

    fn order(order: BoardOrder) -> BoardFilter {
        BoardFilter { order, ..Default::default() }
    }

    #[rstest]
    #[case::all_agents_by_name(BoardFilter::default(), &["Ana", "Bruno", "Célia", "Davi"])]
    #[case::a_name_without_its_accent(filter(" celia", None, None), &["Célia"])]
    #[case::a_login(filter("davi.lo", None, None), &["Davi"])]
    #[case::agents_in_attendance(filter("", Some(Situation::InAttendance), None), &["Ana", "Bruno"])]
    #[case::agents_in_attendance_on_chat(filter("", Some(Situation::InAttendance), Some(&[Channel::Chat])), &["Ana"])]
    #[case::agents_with_voice(filter("", None, Some(&[Channel::Voice])), &["Bruno"])]
    #[case::absent_agents(filter("", Some(Situation::Absent), None), &["Célia"])]
    #[case::most_attendances_first(order(BoardOrder::Attendances), &["Bruno", "Ana", "Célia", "Davi"])]
    #[case::longest_wait_first(order(BoardOrder::Wait), &["Bruno", "Ana", "Célia", "Davi"])]
    #[case::longest_in_a_status_first(order(BoardOrder::Longest), &["Célia", "Bruno", "Ana", "Davi"])]
    #[case::the_oldest_session_first(order(BoardOrder::Session), &["Célia", "Bruno", "Ana", "Davi"])]
    fn the_filter_of_the_board_decides_which_agents_are_shown_and_in_which_order(
        #[case] filter: BoardFilter,
        #[case] names: &[&str],
    ) {
        let (board, filter) = (board(), filter.folded());
        let mut shown: Vec<&BoardRow> = board.iter().filter(|row| filter.shows(row)).collect();
        shown.sort_by_key(|row| filter.order.rank(row));
        assert_eq!(shown.iter().map(|row| row.agent_name.as_str()).collect::<Vec<_>>(), names);
    }

    #[test]
    fn an_agent_without_channels_is_disconnected_and_listed_last() {
        let idle = BoardRow { channels: BoardChannels::default(), ..row("Eva", json!({})) };
        assert_eq!(situations(&idle, None), [Situation::Disconnected]);
        assert_eq!(BoardOrder::Longest.rank(&idle), u64::MAX);
    }
}
