//! Tests of accounts created by the operator.

use super::*;
use crate::testing::TestCentre;
use rstest::rstest;

fn account(login: &str, role: AgentRole) -> NewAccount {
    NewAccount {
        login: login.to_owned(),
        name: "Rita Alves".to_owned(),
        password: "senha-da-rita".to_owned(),
        role,
        org_unit: OrgUnitId::from("7"),
        queues: vec!["Suporte".to_owned()],
    }
}

fn create_in(test: &mut TestCentre, account: &NewAccount) -> Result<AgentId, AccountError> {
    test.with(|_, store, context| create_account(store, context, account))
}

#[test]
fn bey_126_a_created_agent_signs_in_and_is_assigned_customers_of_its_queue() {
    let mut test = TestCentre::empty();
    let id = create_in(&mut test, &account("Rita.Alves", AgentRole::Agent)).unwrap();
    let first = test.login("rita.alves", "senha-da-rita");
    assert_eq!(first.refusal(), "409 PASSWORD_CHANGE_REQUIRED", "the operator knows the first password");
    let token = first.body["details"]["token"].as_str().unwrap();
    let own = serde_json::json!({ "agentId": id, "password": "so-minha-senha" }).to_string();
    test.request(Some(token), "PUT", &format!("/agents/{id}/change-password"), &own).ok();
    assert_eq!(test.login("rita.alves", "senha-da-rita").refusal(), "401 INVALID_CREDENTIALS");
    let answer = test.login("rita.alves", "so-minha-senha").ok();
    assert_eq!((answer.body["agentId"].as_str(), answer.body["role"].as_str()), (Some(id.as_str()), Some("agent")));
    let second = create_in(&mut test, &account("second", AgentRole::Supervisor)).unwrap();
    let queues = test.store.queues(Channel::Chat).unwrap();
    assert_eq!(queues.len(), 1, "the second account found the queue of the first");
    let group = test.store.group(&queues[0].group_id).unwrap().unwrap();
    assert_eq!(group.members, [id, second]);
}

#[rstest]
#[case::login_with_a_space(NewAccount { login: "two words".to_owned(), ..account("", AgentRole::Agent) }, AccountError::Login)]
#[case::empty_login(account(" ", AgentRole::Agent), AccountError::Login)]
#[case::empty_name(NewAccount { name: String::new(), ..account("rita", AgentRole::Agent) }, AccountError::Name)]
#[case::short_password(NewAccount { password: "short".to_owned(), ..account("rita", AgentRole::Agent) }, AccountError::Password)]
#[case::common_password(NewAccount { password: "password1".to_owned(), ..account("rita", AgentRole::Agent) }, AccountError::GuessedPassword)]
#[case::password_that_is_the_login(NewAccount { password: "rita.alves9".to_owned(), ..account("rita.alves", AgentRole::Agent) }, AccountError::GuessedPassword)]
#[case::empty_queue_name(NewAccount { queues: vec!["".to_owned()], ..account("rita", AgentRole::Agent) }, AccountError::Name)]
fn an_invalid_account_is_refused_and_changes_nothing(#[case] account: NewAccount, #[case] expected: AccountError) {
    let mut test = TestCentre::empty();
    assert_eq!(create_in(&mut test, &account), Err(expected));
    assert!(test.store.agents().unwrap().is_empty() && test.store.queues(Channel::Chat).unwrap().is_empty());
}

#[test]
fn a_second_account_with_the_same_login_is_refused() {
    let mut test = TestCentre::empty();
    create_in(&mut test, &account("rita", AgentRole::Agent)).unwrap();
    assert_eq!(create_in(&mut test, &account("RITA", AgentRole::Agent)), Err(AccountError::Exists));
}
