//! Tests of `workspace-server customer erase`: nothing of the customer is left in the database and in the folder of
//! files.

use std::path::Path;
use std::process::Command;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::http_client::request_bytes;
use crate::process::{Program, bare_command, refusal};
use crate::whatsapp::PIXEL;

const EMAIL: &str = "zuleica@correio.example";
/// Texts that only rows of the customer contain.
const WORDS: [&str; 4] = ["zuleica", "quintanilha", "correio.example", "meu gato derrubou"];

/// Two customers, of whom the first wrote and sent a file; returns their protocols and secrets.
async fn chat(program: &Program, name: &str, email: &str, text: &str) -> (String, String) {
    let start = json!({ "name": name, "identifier": email, "queue": "20" });
    let chat = program.call("POST", "/outside/api/chats", "", start).await.json();
    let field = |name: &str| chat[name].as_str().unwrap().to_owned();
    let (protocol, secret) = (field("protocol"), field("secret"));
    let path = format!("/outside/api/chats/{protocol}");
    let bearer = format!("Bearer {secret}");
    let upload = format!("{path}/media?name=foto.png");
    let headers = [("authorization", bearer.as_str()), ("content-type", "image/png")];
    let kept = request_bytes(&program.host, "POST", &upload, &headers, PIXEL).await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    let message = json!({ "custom_id": "AAAAAAAAA1", "text": text, "mediaId": kept.json()["mediaId"] });
    let sent = program.call("POST", &format!("{path}/messages"), &secret, message).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    (protocol, secret)
}

/// The rows of all tables, in lower case.
fn rows(data: &Path) -> Vec<String> {
    let connection = Connection::open(data.join("contact-centre.db")).unwrap();
    let names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let mut statement = connection.prepare(names).unwrap();
    let tables: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut rows = Vec::new();
    for table in tables {
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{table}\"")).unwrap();
        let columns = statement.column_count();
        let mut found = statement.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let values =
                (0..columns).map(|column| format!("{:?}", row.get::<_, rusqlite::types::Value>(column).unwrap()));
            rows.push(format!("{table}: {}", values.collect::<Vec<_>>().join(" ")).to_lowercase());
        }
    }
    rows
}

fn rows_with<'r>(rows: &'r [String], words: &[&str]) -> Vec<&'r String> {
    rows.iter().filter(|row| words.iter().any(|word| row.contains(word))).collect()
}

fn files(data: &Path) -> usize {
    let mut count = 0;
    let mut folders = vec![data.join("media")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                count += 1;
            }
        }
    }
    count
}

fn erase(data: &Path, more: &[&str]) -> Command {
    let mut command = bare_command(data, 0);
    command.args(["customer", "erase", "--org-unit", "1", "--identifier", EMAIL]).args(more);
    command
}

fn outcome(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn bey_150_one_command_erases_a_customer_with_all_files_and_changes_no_other_customer() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let program = Program::start(data);
    chat(&program, "Waldemar Brunhoso", "waldemar@portal.example", "quero mudar o vencimento").await;
    let (protocol, secret) = chat(&program, "Zuleica Quintanilha", EMAIL, "meu gato derrubou o roteador").await;
    program.kill();

    let open = format!("The customer has open attendances ({protocol}): pass --end, too, to end them.\n");
    assert_eq!(refusal(erase(data, &[])), (Some(1), open));
    let before = rows(data);
    assert!(!rows_with(&before, &WORDS).is_empty());
    assert_eq!(files(data), 2);

    let erased = outcome(erase(data, &["--end"]));
    assert!(erased.contains("job: 1\n") && erased.contains("media: 1\n"), "{erased}");
    assert!(erased.ends_with("files: 1\n"), "{erased}");
    let after = rows(data);
    assert_eq!(rows_with(&after, &WORDS), Vec::<&String>::new());
    let others = ["waldemar", "brunhoso", "vencimento"];
    let of_other = rows_with(&before, &others);
    assert!(of_other.len() > 3);
    assert_eq!(rows_with(&after, &others), of_other, "another customer's rows are as they were");
    assert_eq!(files(data), 1);
    assert_eq!(outcome(erase(data, &[])), "No row is about this customer.\n");

    // The server starts with the remaining rows, and the customer's page does not find its chat.
    let program = Program::start(data);
    let path = format!("/outside/api/chats/{protocol}/events");
    assert_eq!(program.call("GET", &path, &secret, Value::Null).await.status, 404);
    program.kill();
}

#[test]
fn erasing_a_customer_of_an_unknown_org_unit_is_refused_with_one_sentence() {
    let data = tempfile::tempdir().unwrap();
    Program::start(data.path()).kill();
    let mut command = bare_command(data.path(), 0);
    command.args(["customer", "erase", "--org-unit", "9", "--identifier", EMAIL]);
    assert_eq!(refusal(command), (Some(1), "There is no such org unit.\n".to_owned()));
}
