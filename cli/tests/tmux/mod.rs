//! A real terminal for tests: tmux.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A terminal of 80 x 24 with its own server, ended with the test.
pub struct Tmux {
    socket: String,
}

impl Tmux {
    /// Runs a shell command in the terminal; nothing if there is no tmux here, which a continuous integration must
    /// have and which `./test` says in its summary.
    pub fn start(name: &str, command: &str) -> Option<Self> {
        let Ok(version) = Command::new("tmux").arg("-V").output() else {
            assert!(std::env::var_os("CI").is_none(), "tmux is not installed");
            eprintln!("skipped: tmux is not installed");
            return None;
        };
        assert!(version.status.success(), "tmux is installed but does not run: {version:?}");
        let tmux = Self { socket: format!("tetreach-{name}-{}", std::process::id()) };
        // The pane stays when its command has ended, so that its end can be seen.
        let command = format!("{command}; cat");
        let begin = ["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &command];
        let output = tmux.ask(&begin);
        assert!(output.status.success(), "tmux is installed but begins no session: {output:?}");
        Some(tmux)
    }

    /// Asks tmux for something.
    pub fn run(&self, arguments: &[&str]) -> String {
        String::from_utf8(self.ask(arguments).stdout).unwrap()
    }

    fn ask(&self, arguments: &[&str]) -> Output {
        Command::new("tmux").args(["-L", &self.socket]).args(arguments).output().unwrap()
    }

    /// Waits until these words are on the screen.
    pub fn wait_for(&self, words: &str) {
        let began = Instant::now();
        loop {
            let screen = self.run(&["capture-pane", "-p"]);
            if screen.contains(words) {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "no `{words}` on the screen:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses keys.
    pub fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    /// What tmux says of the terminal.
    pub fn fact(&self, format: &str) -> String {
        self.run(&["display-message", "-p", format]).trim().to_owned()
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}
