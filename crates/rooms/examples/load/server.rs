//! The server to be measured: another process, on loopback, with a folder of its own.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// Clock ticks per second in Linux's process times.
const TICKS: f64 = 100.0;

pub struct Server {
    child: Child,
    address: SocketAddr,
    folder: PathBuf,
    program: String,
    page: String,
    database: Option<String>,
    /// Processor time of the servers that were killed.
    before: f64,
}

impl Server {
    pub fn start(program: &str, page: &str, database: Option<&str>) -> Result<Self, String> {
        let free = std::net::TcpListener::bind("127.0.0.1:0").map_err(|e| e.to_string())?;
        let address = free.local_addr().map_err(|e| e.to_string())?;
        drop(free);
        // Two servers of one run never share a port.
        let folder = std::env::temp_dir().join(format!(
            "sandtable-load-{}-{}",
            std::process::id(),
            address.port()
        ));
        let child = begin(program, page, address, &folder, database)?;
        Ok(Self {
            child,
            address,
            folder,
            program: program.to_owned(),
            page: page.to_owned(),
            database: database.map(str::to_owned),
            before: 0.0,
        })
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Kills the server as a power cut would.
    pub fn kill(&mut self) -> Result<(), String> {
        self.before = self.spent();
        self.child.kill().map_err(|e| e.to_string())?;
        self.child.wait().map_err(|e| e.to_string())?;
        Ok(())
    }

    /// Kills the server, and starts another in its place.
    pub fn kill_and_start(&mut self) -> Result<(), String> {
        self.kill()?;
        let database = self.database.as_deref();
        self.child = begin(
            &self.program,
            &self.page,
            self.address,
            &self.folder,
            database,
        )?;
        Ok(())
    }

    /// Returns the processor time so far, in seconds.
    pub fn spent(&self) -> f64 {
        let stat = self.read("stat");
        let after = stat.rsplit(')').next().unwrap_or_default();
        let ticks = after.split_whitespace().skip(11).take(2);
        self.before + ticks.filter_map(|n| n.parse::<f64>().ok()).sum::<f64>() / TICKS
    }

    /// Returns the memory that the server holds, in bytes.
    pub fn memory(&self) -> u64 {
        let status = self.read("status");
        let line = status.lines().find(|line| line.starts_with("VmRSS"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        kib.unwrap_or(0) * 1024
    }

    /// Returns the size of the server's folder, in bytes.
    pub fn kept(&self) -> u64 {
        let files = std::fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten();
        files
            .filter_map(|file| Some(file.metadata().ok()?.len()))
            .sum()
    }

    fn read(&self, what: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{what}", self.child.id())).unwrap_or_default()
    }
}

fn begin(
    program: &str,
    page: &str,
    address: SocketAddr,
    folder: &PathBuf,
    database: Option<&str>,
) -> Result<Child, String> {
    let limit = "1000000";
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = match program {
        "self" => Command::new(own),
        program => Command::new(program),
    };
    match database {
        Some(database) => command.args(["serve", "--database", database]),
        None => command.args(["serve", "--data"]).arg(folder),
    };
    let mut child = command
        .args(["--page", page, "--listen", &address.to_string()])
        .args([
            "--messages",
            limit,
            "--rooms",
            limit,
            "--connections",
            limit,
        ])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    let said = child.stdout.take().ok_or("it says nothing")?;
    let mut line = String::new();
    BufReader::new(said)
        .read_line(&mut line)
        .map_err(|e| e.to_string())?;
    if line.is_empty() {
        return Err(format!("{program} does not serve"));
    }
    Ok(child)
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
