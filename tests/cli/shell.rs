//! Running the binary in a folder of its own.

use super::server::{SECRET, Server};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The count that stands before a text in the summary; 0 where the text is not there.
    pub(crate) fn count(&self, text: &str) -> u64 {
        let line = self
            .out
            .lines()
            .find(|line| line.trim_start().split_once("  ").is_some_and(|(_, rest)| rest == text));
        line.map_or(0, |line| line.split_whitespace().next().unwrap().parse().unwrap())
    }
}

/// Every variable that the program looks at.
const SETTINGS: [&str; 7] = [
    "POSTERN_URL",
    "POSTERN_OPERATOR_SECRET",
    "POSTERN_STATE",
    "POSTERN_API_TOKEN",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
];

/// A folder that is gone at the end, and the environment of the runs in it.
pub(crate) struct Shell {
    pub(crate) folder: PathBuf,
    environment: Vec<(String, String)>,
}

impl Shell {
    /// A new empty folder; no service is named.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // Outside the project: a running `npm start` there would be found from any folder below it.
        let folder = std::env::temp_dir().join(format!("postern-cli-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self { folder, environment: Vec::new() }
    }

    /// A new empty folder, with a service named in the environment.
    pub(crate) fn of(server: &Server) -> Self {
        Self::new().with("POSTERN_URL", &server.url).with("POSTERN_OPERATOR_SECRET", SECRET)
    }

    /// Sets a variable.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Writes a file, with the folders above it.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// Runs the binary with arguments separated by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Run {
        self.run_in(&self.folder, &arguments.split_whitespace().collect::<Vec<_>>(), "")
    }

    /// Runs the binary in some folder with some input.
    pub(crate) fn run_in(&self, folder: &Path, arguments: &[&str], input: &str) -> Run {
        let mut child = self.command(folder).args(arguments).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(input.as_bytes());
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let run =
            Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) };
        assert!(!run.out.contains(SECRET) && !run.err.contains(SECRET), "{run:?}");
        run
    }

    /// The binary with a clean environment.
    pub(crate) fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_postern"));
        command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for name in SETTINGS {
            command.env_remove(name);
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

pub(crate) fn fixture(name: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name).to_str().unwrap().to_owned()
}

/// Imports a fixture. Answers the run and the last line sent of each post, by id.
pub(crate) fn import(name: &str, more: &[&str]) -> (Run, impl Fn(&str) -> Value + use<>) {
    let server = Server::keeping_posts();
    let shell = Shell::of(&server);
    let path = fixture(name);
    let arguments: Vec<&str> = ["import", &path].into_iter().chain(more.iter().copied()).collect();
    let run = shell.run_in(&shell.folder, &arguments, "");
    let lines = server.lines();
    let find = move |id: &str| {
        lines
            .iter()
            .rfind(|line| line["platform_post_id"] == id)
            .cloned()
            .unwrap_or_else(|| panic!("no {id}"))
    };
    (run, find)
}
