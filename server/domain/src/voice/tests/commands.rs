//! Tests of commands to the telephone system, and of telephones whose session ended.

use crate::erasure::rows_for_tests::all_rows;
use crate::store::{CallPhase, VoiceStore};
use crate::testing::{ANA, Agent, CARLA, ELISA, FABIO, SALES, TestCentre};
use crate::{AccountChange, CallCommand, CallEnd, CallNews, Effect, EffectOutcome};
use rstest::rstest;
use serde_json::json;
use std::collections::BTreeMap;

fn hang_up(call: &str) -> CallCommand {
    CallCommand::HangUp { call: call.to_owned() }
}

impl TestCentre {
    /// Takes the due commands without reporting an outcome.
    fn due_commands(&mut self) -> Vec<(Effect, Option<CallCommand>)> {
        self.without_worker(|centre, store, context| centre.take_call_commands(store, context, 10).unwrap())
    }

    fn given(&mut self, effect: &Effect) {
        self.with(|centre, store, context| centre.end_effect(store, context, effect, EffectOutcome::Done).unwrap());
    }

    /// Requests commands of these calls, each in a transaction of its own.
    fn requests(&mut self, commands: &[CallCommand]) {
        for command in commands {
            self.without_worker(|centre, store, context| {
                centre.transact_store(store, context, |tx| super::super::command(tx, command)).unwrap();
            });
        }
    }
}

#[test]
fn commands_of_one_call_are_given_one_after_the_other_and_do_not_delay_those_of_another_call() {
    let mut test = TestCentre::new();
    test.requests(&[hang_up("a1"), hang_up("b2"), hang_up("a1")]);
    let first = test.due_commands();
    let commands: Vec<_> = first.iter().filter_map(|(_, command)| command.clone()).collect();
    assert_eq!(commands, [hang_up("a1"), hang_up("b2")]);
    assert!(test.due_commands().is_empty(), "the second one of a1 waits until the first was given");
    test.given(&first[0].0);
    assert_eq!(test.commands, [hang_up("a1")]);
}

/// The gateway repeats a report that was not stored in time.
#[test]
fn bey_131_a_repeated_report_of_a_call_changes_nothing() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let exten = test.exten_of(&elisa);
    let queued = CallNews::Queued { call: "c1".to_owned(), from: "5511977770000".to_owned(), to: SALES.to_owned() };
    let answered = CallNews::Answered { call: "c1".to_owned(), exten };
    let ended = CallNews::Ended { call: "c1".to_owned(), end: CallEnd::ByCaller };
    for news in [queued, answered, ended] {
        test.news(news.clone());
        let once = all_rows(&test.store);
        test.take_frames(ELISA);
        test.news(news.clone());
        assert_eq!(test.take_frames(ELISA), [json!(null); 0], "{news:?}");
        let rows = |rows: BTreeMap<&'static str, Vec<String>>| {
            ["job", "voice_call", "agent_channel"].map(|table| rows[table].clone())
        };
        assert_eq!(rows(all_rows(&test.store)), rows(once), "{news:?}");
    }
}

#[test]
fn a_ring_that_ended_before_its_command_was_given_does_not_begin() {
    let mut test = TestCentre::new();
    test.at_telephone(ELISA);
    test.without_worker(|centre, store, context| {
        let news = CallNews::Queued { call: "c1".to_owned(), from: "5511977770000".to_owned(), to: SALES.to_owned() };
        centre.call_news(store, context, &news).unwrap();
    });
    test.without_worker(|centre, store, context| {
        let news = CallNews::Missed { call: "c1".to_owned(), exten: "2001".to_owned() };
        centre.call_news(store, context, &news).unwrap();
    });
    let taken = test.due_commands();
    assert_eq!(taken.iter().map(|(_, command)| command.clone()).collect::<Vec<_>>(), [None]);
}

#[test]
fn after_a_restart_no_telephone_rings_for_an_earlier_call() {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let body = json!({ "agentId": ELISA, "channel": "voice", "phone": "5511955550101" });
    let request = TestCentre::request_of(&elisa, "POST", "/job/voice/active-job", &body.to_string());
    test.without_worker(|centre, store, context| {
        assert_eq!(centre.http(store, context, &request).status, 200);
    });
    assert_eq!(test.store.calls_in_phase(CallPhase::Dialling).unwrap().len(), 1);
    test.with(|centre, store, context| centre.start_up(store, context, true).unwrap());
    assert_eq!(test.commands, []);
}

#[test]
fn bey_131_a_command_without_an_outcome_is_given_again() {
    let mut test = TestCentre::new();
    test.requests(&[hang_up("a1")]);
    let taken = test.without_worker(|centre, store, context| centre.take_call_commands(store, context, 10).unwrap());
    assert_eq!(taken[0].1, Some(hang_up("a1")));
    test.advance(59_999);
    test.tick();
    assert_eq!(test.commands, []);
    test.advance(1);
    test.tick();
    assert_eq!(test.commands, [hang_up("a1")]);
}

/// The ways in which a session ends or its secrets become void.
#[derive(Clone, Copy, Debug)]
enum End {
    LogOff,
    BySupervisor,
    PasswordReset,
    PasswordChange,
    TakenOver,
    Expired,
}

fn end(test: &mut TestCentre, elisa: &Agent, end: End) {
    match end {
        End::LogOff => {
            test.bare(elisa, "POST", "/auth/logoff").ok();
        }
        End::BySupervisor => {
            let carla = test.sign_in(CARLA);
            test.bare(&carla, "POST", "/agents/301/force-disconnect").ok();
        }
        End::PasswordReset => {
            let carla = test.sign_in(CARLA);
            test.bare(&carla, "POST", "/agents/301/reset-password").ok();
        }
        End::PasswordChange => {
            let body = json!({ "agentId": ELISA, "currentPassword": "agente123", "password": "agente456" });
            test.put(elisa, "/agents/301/change-password", body).ok();
        }
        End::TakenOver => {
            test.link_down(elisa);
            test.advance(60_000);
            test.login("elisa.prado", "agente123").ok();
        }
        End::Expired => {
            let session_ms = test.centre.config.session_ms;
            test.advance(session_ms - 1_000);
            test.tick();
        }
    }
}

/// With a copied secret another person could register the telephone and call as the agent.
#[rstest]
#[case::log_off(End::LogOff)]
#[case::disconnected_by_a_supervisor(End::BySupervisor)]
#[case::the_password_was_reset(End::PasswordReset)]
#[case::the_password_was_changed(End::PasswordChange)]
#[case::another_sign_in(End::TakenOver)]
#[case::the_session_is_too_old(End::Expired)]
fn the_telephone_of_an_ended_session_has_no_account(#[case] how: End) {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    test.advance(1_000);
    let fabio = test.at_telephone(FABIO);
    for agent in [&elisa, &fabio] {
        test.get(agent, "/webrtc").ok();
    }
    end(&mut test, &elisa, how);
    let change = AccountChange { exten: "2001".to_owned(), version: 2, account: None };
    assert!(test.recipients.accounts.contains(&change), "{:?}", test.recipients.accounts);
    let directory = test.with(|centre, store, _| centre.voice_directory(store).unwrap());
    assert_eq!(directory.accounts.keys().collect::<Vec<_>>(), ["2002"], "those of others stay");
    assert_eq!((directory.versions["2001"], ANA), (2, "101"));
}
