//! Tests of the program as the operator runs it: started, refused, stopped, killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::http_client::{Reply, request};

pub struct Program {
    process: Child,
    pub host: String,
    announced: Vec<String>,
}

/// Starts the server with demo data.
pub fn command(data: &Path, port: u16) -> Command {
    let mut command = bare_command(data, port);
    command.arg("--demo");
    command
}

pub fn bare_command(data: &Path, port: u16) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_workspace-server"));
    let port = port.to_string();
    let settings = [("PORT", port.as_str()), ("UI_DIR", "none"), ("LOG_LEVEL", "info")];
    command.env("DATA_DIR", data).envs(settings).env_remove("HOST").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Program {
    pub fn start(data: &Path) -> Self {
        Self::announced_by(command(data, 0).spawn().unwrap())
    }

    fn announced_by(mut process: Child) -> Self {
        let mut announced = Vec::new();
        for line in BufReader::new(process.stdout.take().unwrap()).lines() {
            announced.push(line.unwrap());
            if announced.last().unwrap().starts_with("Customer") {
                break;
            }
        }
        let address = announced[0].split("http://").nth(1).expect("the address of the workspace");
        let port = address.split([':', '/']).nth(1).unwrap();
        Self { process, host: format!("127.0.0.1:{port}"), announced }
    }

    /// Kills the process like `kill -9`: no destructor, no flush.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    pub async fn call(&self, method: &str, path: &str, token: &str, body: Value) -> Reply {
        let bearer = format!("Bearer {token}");
        request(&self.host, method, path, &[("authorization", &bearer)], &body.to_string()).await
    }
}

/// Exit code and output of a refused start.
pub fn refusal(mut command: Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_server_prints_addresses_and_demo_accounts_at_its_start() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path());
    let text = program.announced.join("\n");
    assert!(text.contains("/new-agent/") && text.contains("/outside"), "{text}");
    assert_eq!(text.matches("agent      ").count(), 5, "{text}");
    assert_eq!(text.matches("supervisor ").count(), 1, "{text}");
    program.kill();
}

/// `workspace-server account create` with the password on standard input.
fn create_account(data: &Path, login: &str, password: &str) -> std::process::Output {
    let mut command = bare_command(data, 0);
    command.args(["account", "create", login, "--name", "Rita Alves", "--role", "supervisor", "--queue", "Suporte"]);
    let mut process = command.stdin(Stdio::piped()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(format!("{password}\n").as_bytes()).unwrap();
    process.wait_with_output().unwrap()
}

#[tokio::test]
async fn bey_126_without_demo_there_are_only_the_accounts_that_were_created() {
    let data = tempfile::tempdir().unwrap();
    let created = create_account(data.path(), "rita", "senha-da-rita");
    assert_eq!((created.status.code(), created.stdout.as_slice()), (Some(0), b"1001\n".as_slice()));
    let program = Program::announced_by(bare_command(data.path(), 0).spawn().unwrap());
    let text = program.announced.join("\n");
    assert!(!text.contains("agent ") && !text.contains("supervisor"), "{text}");
    for (login, password) in [("ana.souza", "agente123"), ("carla.dias", "supervisora1")] {
        let answer = program.call("POST", "/api/auth/login", "", json!({ "login": login, "password": password })).await;
        assert_eq!(answer.status, 401, "{login}");
    }
    let sign_in = |password: &'static str| {
        program.call("POST", "/api/auth/login", "", json!({ "login": "rita", "password": password }))
    };
    let first = sign_in("senha-da-rita").await.json();
    assert_eq!(first["reason"], "PASSWORD_CHANGE_REQUIRED", "{first}");
    let own = json!({ "agentId": "1001", "password": "so-minha-senha" });
    let token = first["details"]["token"].as_str().unwrap();
    assert_eq!(program.call("PUT", "/api/agents/1001/change-password", token, own).await.status, 200);
    let answer = sign_in("so-minha-senha").await;
    assert_eq!((answer.status, &answer.json()["role"]), (200, &json!("supervisor")), "{}", answer.body);
    assert_eq!(program.call("GET", "/control", "", json!(null)).await.status, 404);
    let queues = program.call("GET", "/outside/api/queues", "", json!(null)).await.json();
    assert_eq!(queues["data"].as_array().map(Vec::len), Some(1), "{queues}");
    program.kill();
}

/// Runs `workspace-server account reset-second-factor` for an account without a second factor and for an unknown
/// account.
#[test]
fn resetting_a_second_factor_that_does_not_exist_ends_with_one_sentence() {
    let data = tempfile::tempdir().unwrap();
    assert_eq!(create_account(data.path(), "rita", "senha-da-rita").status.code(), Some(0));
    for (login, sentence) in [("rita", "The account has no second factor.\n"), ("otto", "No account has this login.\n")]
    {
        let mut command = bare_command(data.path(), 0);
        command.args(["account", "reset-second-factor", "--login", login]);
        assert_eq!(refusal(command), (Some(1), sentence.to_owned()));
    }
}

/// `workspace-server queue set` with the change on standard input.
fn set_queue(data: &Path, queue: &str, change: &Value) -> std::process::Output {
    let mut command = bare_command(data, 0);
    let mut process = command.args(["queue", "set", queue]).stdin(Stdio::piped()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(change.to_string().as_bytes()).unwrap();
    process.wait_with_output().unwrap()
}

#[tokio::test]
async fn bey_159_settings_of_a_queue_can_be_changed_while_the_server_runs() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path());
    let change = json!({ "wrapUpSeconds": 90, "wrapUpExtensions": 1 });
    let set = set_queue(data.path(), "5000", &change);
    assert_eq!(set.status.code(), Some(0), "{}", String::from_utf8_lossy(&set.stderr));
    let printed: Value = serde_json::from_slice(&set.stdout).unwrap();
    assert_eq!((&printed["wrapUpSeconds"], &printed["abandonmentMinutes"]), (&json!(90), &json!(30)));
    let refused = set_queue(data.path(), "5000", &json!({ "wrapUpSeconds": 9_000 }));
    let sentence = String::from_utf8(refused.stderr).unwrap();
    assert_eq!((refused.status.code(), sentence.as_str()), (Some(1), "wrapUpSeconds is a number from 0 to 3600.\n"));
    let shown = bare_command(data.path(), 0).args(["queue", "show", "5000"]).output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&shown.stdout).unwrap(), printed, "the refusal changed nothing");
    // The running server uses the row that the command wrote.
    let carla = json!({ "login": "carla.dias", "password": "supervisora1" });
    let signed_in = program.call("POST", "/api/auth/login", "", carla).await;
    let token = signed_in.header("authorization").expect("a token").to_owned();
    let audit = program.call("GET", "/api/audit", token.trim_start_matches("Bearer "), json!(null)).await.json();
    let changes = audit["data"][0]["changes"].as_array().expect("changes");
    assert_eq!((&audit["data"][0]["action"], changes.len()), (&json!("settings"), 2), "{audit}");
    program.kill();
    let stopped = set_queue(data.path(), "5000", &json!({ "wrapUpSeconds": null }));
    let printed: Value = serde_json::from_slice(&stopped.stdout).unwrap();
    assert_eq!((stopped.status.code(), &printed["wrapUpSeconds"]), (Some(0), &json!(0)));
}

#[test]
fn an_account_that_cannot_be_created_ends_with_one_sentence() {
    let data = tempfile::tempdir().unwrap();
    let created = create_account(data.path(), "rita", "short");
    assert_eq!(created.status.code(), Some(1));
    assert_eq!(String::from_utf8(created.stderr).unwrap(), "The password needs 8 to 128 characters.\n");
}

#[test]
fn bey_126_a_database_with_demo_accounts_starts_only_as_a_demo() {
    let data = tempfile::tempdir().unwrap();
    Program::start(data.path()).kill();
    let (code, said) = refusal(bare_command(data.path(), 0));
    assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
    assert!(
        said.contains("published passwords (ana.souza, bruno.lima, carla.dias, davi.rocha, elisa.prado, fabio.reis)"),
        "{said}"
    );
}

#[test]
fn fresh_deletes_a_database_only_with_consent() {
    let data = tempfile::tempdir().unwrap();
    assert_eq!(create_account(data.path(), "rita", "senha-da-rita").status.code(), Some(0));
    let fresh = |arguments: &[&str]| {
        let mut command = bare_command(data.path(), 0);
        command.args(arguments).stdin(Stdio::null());
        command
    };
    let (code, said) = refusal(fresh(&["--fresh"]));
    let expected = format!("--fresh deletes the database in {}: pass --yes, too.\n", data.path().display());
    assert_eq!((code, said), (Some(1), expected));
    let again = create_account(data.path(), "rita", "senha-da-rita");
    assert_eq!(again.status.code(), Some(1), "the account is still there");
    Program::announced_by(fresh(&["--fresh", "--yes"]).spawn().unwrap()).kill();
    assert_eq!(create_account(data.path(), "rita", "senha-da-rita").status.code(), Some(0));
}

#[test]
fn a_port_in_use_ends_the_start_with_one_sentence() {
    let data = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let expected = format!("Port {port} is already in use. Set PORT to another one.\n");
    assert_eq!(refusal(command(data.path(), port)), (Some(1), expected));
}

#[test]
fn a_damaged_database_ends_the_start_with_one_sentence() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("contact-centre.db"), "no database ".repeat(500)).unwrap();
    let (code, said) = refusal(command(data.path(), 0));
    assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains("is damaged"), "{said}");
}

#[test]
fn a_data_folder_that_cannot_be_written_ends_the_start_with_one_sentence() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("file");
    std::fs::write(&file, "").unwrap();
    let (code, said) = refusal(command(&file.join("data"), 0));
    assert_eq!((code, said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains("cannot be written"), "{said}");
}

#[cfg(unix)]
#[test]
fn sigterm_stops_the_server_in_order_and_within_seconds() {
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::start(data.path());
    let began = Instant::now();
    Command::new("kill").args(["-TERM", &program.process.id().to_string()]).status().unwrap();
    let mut logged = String::new();
    program.process.stderr.take().unwrap().read_to_string(&mut logged).unwrap();
    let status = program.process.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert!(logged.contains("\"stopped\""), "{logged}");
    assert!(!data.path().join("contact-centre.db-wal").exists(), "the log was folded into the database");
}

#[tokio::test]
async fn the_log_contains_no_texts_and_no_secrets_at_any_level() {
    let data = tempfile::tempdir().unwrap();
    let process = command(data.path(), 0).env("LOG_LEVEL", "trace").spawn().unwrap();
    let mut program = Program::announced_by(process);
    let login =
        program.call("POST", "/api/auth/login", "", json!({ "login": "ana.souza", "password": "agente123" })).await;
    let token = login.header("authorization").unwrap().trim_start_matches("Bearer ").to_owned();
    let start = json!({ "name": "Marina Sigilosa", "identifier": "marina@sigilo.example", "queue": "20" });
    let chat = program.call("POST", "/outside/api/chats", "", start).await.json();
    let (protocol, secret) = (chat["protocol"].as_str().unwrap(), chat["secret"].as_str().unwrap());
    let path = format!("/outside/api/chats/{protocol}/messages");
    let body = json!({ "custom_id": "AAAAAAAAA1", "text": "meu segredo" });
    assert_eq!(program.call("POST", &path, secret, body).await.status, 200);
    let search = program.call("GET", "/api/contacts?search=marina%40sigilo.example", &token, json!(null)).await;
    assert_eq!(search.status, 204, "{}", search.body);
    let by_identifier = "/api/contacts/marina%40sigilo.example?by_field=chat_identifier";
    let found = program.call("GET", by_identifier, &token, json!(null)).await;
    assert_eq!(found.status, 200, "{}", found.body);
    let login =
        program.call("POST", "/api/auth/login", "", json!({ "login": "carla.dias", "password": "supervisora1" })).await;
    let supervisor = login.header("authorization").unwrap().trim_start_matches("Bearer ").to_owned();
    let reset = program.call("POST", "/api/agents/102/reset-password", &supervisor, json!(null)).await.json();
    let temporary = reset["token"].as_str().unwrap();
    let wanted = json!({ "agentId": "102", "password": "nova-senha-9" });
    let changed = program.call("PUT", "/api/agents/102/change-password", temporary, wanted).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    let mut logged = String::new();
    let mut stderr = program.process.stderr.take().unwrap();
    program.kill();
    stderr.read_to_string(&mut logged).unwrap();
    assert!(logged.contains(&path), "requests are logged: {logged}");
    for hidden in ["supervisora1", "nova-senha-9", supervisor.as_str(), temporary] {
        assert!(!logged.contains(hidden), "{hidden} is in the log");
    }
    for hidden in ["agente123", token.as_str(), secret, "meu segredo", "Sigilosa", "sigilo.example"] {
        assert!(!logged.contains(hidden), "{hidden} is in the log");
    }
}

#[tokio::test]
async fn a_message_that_is_repeated_after_a_crash_of_the_server_is_stored_once() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path());
    let start = json!({ "name": "Marina", "queue": "20" });
    let chat = program.call("POST", "/outside/api/chats", "", start).await.json();
    let (protocol, secret) = (chat["protocol"].as_str().unwrap(), chat["secret"].as_str().unwrap());
    let path = format!("/outside/api/chats/{protocol}/messages");
    let body = json!({ "custom_id": "AAAAAAAAA1", "text": "chegou?" });
    send_without_waiting(&program.host, &path, secret, &body.to_string()).await;
    program.kill();

    let program = Program::start(data.path());
    let first = program.call("POST", &path, secret, body.clone()).await;
    let second = program.call("POST", &path, secret, body).await;
    assert_eq!((first.status, first.json()), (200, second.json()));
    let events =
        program.call("GET", &format!("/outside/api/chats/{protocol}/events"), secret, json!(null)).await.json();
    let messages = events["data"].as_array().unwrap().iter().filter(|event| event["type"] == "message").count();
    assert_eq!(messages, 1, "{events}");
    program.kill();
}

#[tokio::test]
async fn a_pause_is_in_force_after_a_restart_of_the_server() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path());
    let login =
        program.call("POST", "/api/auth/login", "", json!({ "login": "ana.souza", "password": "agente123" })).await;
    let token = login.header("authorization").unwrap().trim_start_matches("Bearer ").to_owned();
    let connect = "/api/channels/chat/connect/agent/101";
    assert_eq!(program.call("POST", connect, &token, json!(null)).await.status, 200);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    let paused = program.call("POST", "/api/pauses/chat/enter/agent/101", &token, coffee).await.json();
    program.kill();

    let program = Program::start(data.path());
    let pauses = program.call("GET", "/api/pauses/agent/101", &token, json!(null)).await.json();
    let held = &pauses["activePauses"]["chat"];
    assert_eq!((&held["pauseName"], &held["since"]), (&json!("Café"), &paused["since"]), "{pauses}");
    let left = program.call("POST", "/api/pauses/chat/leave/agent/101", &token, json!(null)).await;
    assert_eq!(left.json()["status"], "available");
    program.kill();
}

/// Sends a message and does not read the reply.
async fn send_without_waiting(host: &str, path: &str, secret: &str, body: &str) {
    let mut stream = TcpStream::connect(host).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {secret}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
}
