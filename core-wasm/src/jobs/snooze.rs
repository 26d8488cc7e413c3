//! Snoozed attendances (BEY-161, decision 99): the server decides when the snooze ends; the page sends the agent's
//! choice and shows the server's state. Answers, events and lists contain the version of the attendance, so that an
//! older one undoes nothing.

use super::exit::Exit;
use super::job::Job;
use super::machine::{Jobs, Pending};
use super::slices;
use crate::flow::{Answer, Context, HttpRequest, ServerWrite, Text, path};
use crate::wire::limits::{SNOOZE_MAX_MS, SNOOZE_MIN_MS, SNOOZE_UNTIL_REPLY};
use crate::wire::{self, Channel, Protocol, SnoozeRequest, Snoozed, Wall};
use serde::Serialize;

/// The name of the interface part that waits for the answer.
const SNOOZE: &str = "snooze";

/// The state of the snooze of an attendance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Snooze {
    until: Option<Wall>,
    /// Version of the attendance that contained the state.
    version: u64,
    /// Why the server refused the agent's last request; the dialog shows it.
    fault: Option<Text>,
}

impl Snooze {
    /// The state in a list or a new attendance.
    pub fn listed(server: &wire::Job) -> Self {
        Self { until: server.snoozed_until, version: server.version, fault: None }
    }

    /// The end of the snooze; `None`: the attendance is not snoozed.
    pub fn until(&self) -> Option<Wall> {
        self.until
    }

    /// The server reports the end of the snooze; a report older than the present state changes nothing.
    pub fn apply_report(&mut self, until: Option<Wall>, version: u64) {
        if version >= self.version {
            self.until = until;
            self.version = version;
        }
    }
}

/// The snooze of an open attendance.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SnoozeView {
    /// End of the snooze, as a JavaScript time value; absent if the attendance is not snoozed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub until: Option<f64>,
    /// A request about the snooze is pending.
    pub asked: bool,
    /// Why the request was refused; absent if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub fault: Option<Text>,
}

/// Checks whether the server would accept a snooze until this time; the error says why not.
fn check_time(now: Wall, until: Wall) -> Result<(), Text> {
    match until.since_ms(now) {
        _ if until == SNOOZE_UNTIL_REPLY => Ok(()),
        ..SNOOZE_MIN_MS => Err(Text::key("jobs.snooze.tooEarly")),
        SNOOZE_MIN_MS..=SNOOZE_MAX_MS => Ok(()),
        _ => Err(Text::key("jobs.snooze.tooLate")),
    }
}

/// Why the server refused the request.
fn fault_of(answer: &Answer) -> Text {
    let of_field = answer.error_body().and_then(|body| body.errors.get("until")).map(String::as_str);
    match (of_field, answer.reason()) {
        (Some("tooEarly"), _) => Text::key("jobs.snooze.tooEarly"),
        (Some("tooLate"), _) => Text::key("jobs.snooze.tooLate"),
        (_, Some("jobEnded")) => Text::key("jobs.snooze.ended"),
        _ if answer.is_uncertain() => ServerWrite::SnoozeJob.unknown(),
        _ => Text::key("jobs.snooze.failed"),
    }
}

impl Job {
    /// Whether the agent may snooze the attendance: a call cannot be snoozed.
    pub fn may_be_snoozed(&self) -> bool {
        !self.is_ended() && self.channel() != Channel::Voice
    }

    pub(super) fn snooze_view(&self) -> Option<SnoozeView> {
        let view = SnoozeView {
            until: self.snoozed_until().map(Wall::as_js),
            asked: self.is_busy(SNOOZE),
            fault: self.snooze.fault.clone(),
        };
        (view != SnoozeView::default()).then_some(view)
    }
}

impl Jobs {
    /// The agent snoozes the attendance. A time that the server would refuse is not sent.
    pub fn snooze(&mut self, context: &mut Context, protocol: &Protocol, until: Wall) -> Option<Exit> {
        if let Err(fault) = check_time(context.server_now(), until) {
            return self.get(protocol).is_some().then(|| Exit::SnoozeRefused(protocol.clone(), fault));
        }
        let request = ServerWrite::SnoozeJob.put(path!["job", protocol, "snooze"]);
        self.ask_for_snooze(context, protocol, request.json(&SnoozeRequest { until }));
        None
    }

    /// The agent ends the snooze of the attendance.
    pub fn cancel_snooze(&mut self, context: &mut Context, protocol: &Protocol) {
        let request = ServerWrite::SnoozeJob.delete(path!["job", protocol, "snooze"]);
        self.ask_for_snooze(context, protocol, request);
    }

    /// Only one request about an attendance is pending at a time.
    fn ask_for_snooze(&mut self, context: &mut Context, protocol: &Protocol, request: HttpRequest) {
        if self.get(protocol).is_some_and(|job| job.may_be_snoozed() && !job.is_busy(SNOOZE)) {
            self.set_snooze_fault(context, protocol, None);
            self.set_busy(context, protocol, SNOOZE, true);
            context.request(&mut self.requests, Pending::Snooze(protocol.clone()), request.repeat_when_busy());
        }
    }

    pub(super) fn on_snoozed(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) -> Vec<Exit> {
        self.set_busy(context, protocol, SNOOZE, false);
        match answer.read::<Snoozed>() {
            Ok(snoozed) => {
                self.update(context, protocol, |_, job| {
                    job.snooze.apply_report(snoozed.snoozed_until, snoozed.version)
                });
                vec![Exit::SnoozeSaved(protocol.clone())]
            }
            Err(answer) => {
                let refused = Exit::SnoozeRefused(protocol.clone(), fault_of(&answer));
                // The list contains the server's state.
                let is_stale = answer.is_uncertain() || matches!(answer, Answer::Conflict(_) | Answer::NotFound(_));
                std::iter::once(refused).chain(is_stale.then(|| Exit::Gone(protocol.clone()))).collect()
            }
        }
    }

    /// An event reports that the snooze of the attendance ended.
    pub fn snooze_ended(&mut self, context: &mut Context, protocol: &Protocol, version: u64) {
        self.update(context, protocol, |_, job| job.snooze.apply_report(None, version));
    }

    /// Sets why the server refused the agent's request; the dialog shows it.
    pub(super) fn set_snooze_fault(&mut self, context: &mut Context, protocol: &Protocol, fault: Option<Text>) {
        if let Some(job) = self.jobs.get_mut(protocol).filter(|job| job.snooze.fault != fault) {
            job.snooze.fault = fault;
            context.dirty(slices::JOB.of(protocol.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Snooze, check_time};
    use crate::wire::Wall;

    #[test]
    fn bey_161_a_report_older_than_the_known_version_undoes_nothing() {
        type Said = (Option<i64>, u64);
        let cases: [(&str, &[Said], Option<i64>); 5] = [
            ("the answer", &[(Some(9), 4)], Some(9)),
            ("the event of the end comes before the answer", &[(None, 5), (Some(9), 4)], None),
            ("an older list", &[(Some(9), 4), (None, 3)], Some(9)),
            ("snoozed anew", &[(Some(9), 4), (None, 5), (Some(12), 6)], Some(12)),
            ("a server without versions", &[(Some(9), 0), (None, 0)], None),
        ];
        for (name, said, until) in cases {
            let mut snooze = Snooze::default();
            said.iter().for_each(|(until, version)| snooze.apply_report(until.map(Wall), *version));
            assert_eq!(snooze.until(), until.map(Wall), "{name}");
        }
    }

    #[test]
    fn bey_161_the_check_of_a_time_names_the_reason_of_the_servers_refusal() {
        const DAY: i64 = 86_400_000;
        let cases = [
            (59_999, Some("jobs.snooze.tooEarly")),
            (60_000, None),
            (30 * DAY, None),
            (30 * DAY + 1, Some("jobs.snooze.tooLate")),
            (-DAY, Some("jobs.snooze.tooEarly")),
            (i64::MAX, Some("jobs.snooze.tooLate")),
        ];
        for (ms, key) in cases {
            let fault = check_time(Wall(1_000), Wall(1_000).plus_ms(ms)).err();
            assert_eq!(fault.map(|text| text.key).as_deref(), key, "{ms}");
        }
    }
}
