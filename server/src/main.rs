//! Starts the server, prints its address, and stops it on SIGINT or SIGTERM; or runs a command of the operator. A failure prints one
//! sentence.

use std::error::Error;
use std::fmt::Display;
use std::io::{BufRead, IsTerminal, Read, Write};
use std::process::ExitCode;

use contact_centre::VoiceConfig;
use contact_centre::wire::AgentRole;
use workspace_server::accounts;
use workspace_server::customers;
use workspace_server::logging;
use workspace_server::queues;
use workspace_server::server::{self, Running};
use workspace_server::settings::{Command, NewAccountArguments, Settings};
use workspace_server::store::Location;

fn main() -> ExitCode {
    let settings = match Settings::read(|name| std::env::var(name).ok(), std::env::args_os().skip(1)) {
        Ok(Command::Serve(settings)) => settings,
        Ok(Command::CreateAccount { database, account }) => return create_account(&database, account),
        Ok(Command::ResetSecondFactor { database, login }) => return reset_second_factor(&database, login),
        Ok(Command::EraseCustomer { database, files, country, erasure }) => {
            return print_outcome(customers::erase(&database, &files, country, erasure));
        }
        Ok(Command::ListQueues { database }) => return print_outcome(queues::list(&database)),
        Ok(Command::ShowQueue { database, queue }) => return print_outcome(queues::show(&database, queue)),
        Ok(Command::SetQueue { database, queue, voice }) => return set_queue(&database, queue, *voice),
        Ok(Command::Print(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Err(error) => return refuse(&error),
    };
    if settings.fresh && !settings.yes && settings.database.may_have_data() && !agrees_to_delete(&settings.database) {
        return ExitCode::FAILURE;
    }
    logging::start(&settings.log_level);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return refuse(&error),
    };
    let code = runtime.block_on(run(&settings));
    // Gives running blocking calls a moment to finish.
    runtime.shutdown_timeout(std::time::Duration::from_millis(500));
    code
}

/// Asks for confirmation on the terminal; without a terminal nothing is deleted.
fn agrees_to_delete(database: &Location) -> bool {
    let mut input = std::io::stdin().lock();
    if !input.is_terminal() {
        eprintln!("--fresh deletes the database {database}: pass --yes, too.");
        return false;
    }
    eprint!("Delete the database {database}? [y/N] ");
    let mut answer = String::new();
    input.read_line(&mut answer).is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

async fn run(settings: &Settings) -> ExitCode {
    let end = match EndSignal::listen() {
        Ok(end) => end,
        Err(error) => return refuse(&error),
    };
    match server::start(settings).await {
        Ok(running) => {
            announce(&running, settings);
            end.wait().await;
            tracing::info!("stopping");
            running.stop().await;
            ExitCode::SUCCESS
        }
        Err(error) => refuse(&error),
    }
}

/// The password is the first line of standard input, so that it is neither in the shell's history nor in the list of
/// processes.
fn create_account(database: &Location, account: NewAccountArguments) -> ExitCode {
    let mut password = String::new();
    if let Err(error) = std::io::stdin().lock().read_line(&mut password) {
        return refuse(&error);
    }
    let password = password.trim_end_matches(['\r', '\n']).to_owned();
    print_outcome(accounts::create(database, account, password))
}

/// The settings are standard input, because a shell's quotes and those of JSON are easily mixed up.
fn set_queue(database: &Location, queue: String, voice: VoiceConfig) -> ExitCode {
    let mut change = String::new();
    if let Err(error) = std::io::stdin().lock().read_to_string(&mut change) {
        return refuse(&error);
    }
    print_outcome(queues::set(database, queue, change, voice))
}

/// The security event of the reset is written as a line of the log, as by the server.
fn reset_second_factor(database: &Location, login: String) -> ExitCode {
    logging::start("error,security=info");
    print_outcome(accounts::reset_second_factor(database, login))
}

/// Runs a command and prints its outcome.
fn print_outcome<T: Display, E: Error>(command: impl Future<Output = Result<T, E>>) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return refuse(&error),
    };
    match runtime.block_on(command) {
        Ok(outcome) => {
            println!("{outcome}");
            ExitCode::SUCCESS
        }
        Err(error) => refuse(&error),
    }
}

fn refuse(error: &dyn Error) -> ExitCode {
    eprintln!("{error}");
    ExitCode::FAILURE
}

fn announce(running: &Running, settings: &Settings) {
    tracing::info!(address = %running.address, "ready");
    // A closed stdout is ignored.
    let _ = std::io::stdout().write_all(announcement(running, settings).as_bytes());
}

fn announcement(running: &Running, settings: &Settings) -> String {
    let host = match running.address.ip() {
        ip if ip.is_loopback() || ip.is_unspecified() => "localhost".to_owned(),
        std::net::IpAddr::V6(ip) => format!("[{ip}]"),
        ip => ip.to_string(),
    };
    let base = format!("http://{host}:{}", running.address.port());
    let mut lines = vec![format!("Workspace    {base}/new-agent/")];
    for agent in running.demo.iter().flat_map(|demo| &demo.agents) {
        let role = match agent.role {
            AgentRole::Agent => "agent",
            AgentRole::Supervisor => "supervisor",
        };
        lines.push(format!("  {role:<11}{}  /  {}  ({})", agent.login, agent.password, agent.name));
    }
    lines.push(format!("Customer     {base}/outside"));
    if !settings.ui_dir.join("index.html").is_file() {
        lines.push(format!("The workspace is not built yet: {} has no index.html.", settings.ui_dir.display()));
    }
    if settings.faults {
        lines.push(format!("Faults       {base}/control injects faults: never use it in production."));
    }
    if settings.simulated_customers > 0 {
        lines.push(format!("{} simulated customers write and reply.", settings.simulated_customers));
    }
    lines.join("\n") + "\n"
}

/// SIGINT and SIGTERM; registered before the start, so that an early signal is not lost.
#[cfg(unix)]
struct EndSignal {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl EndSignal {
    fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn wait(mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct EndSignal;

#[cfg(not(unix))]
impl EndSignal {
    fn listen() -> std::io::Result<Self> {
        Ok(Self)
    }

    async fn wait(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
