//! The terminal: taken over, drawn when something changed, and given back however the program ends.

use std::io::{self, IsTerminal, stdout};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};
use ratatui::crossterm::{SynchronizedUpdate, event, execute};
use ratatui::{DefaultTerminal, Terminal};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::app::App;
use super::draw::draw;
use super::panics::PanicWatch;

/// Milliseconds between two looks at keys and news: 30 pictures per second at most.
const FRAME: u8 = 33;

/// Shows the playground until it is left or a signal ends it.
pub fn show(app: &mut App) -> anyhow::Result<()> {
    if !stdout().is_terminal() || !io::stdin().is_terminal() {
        bail!("this needs a terminal: run it without pipes, or use `tetreach solve` for text");
    }
    let (ended, is_left) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&ended))?;
    }
    // Where the program goes on afterwards, these end it again as if nothing had been shown.
    for signal in [SIGTERM, SIGHUP] {
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&is_left))?;
    }
    let panics = PanicWatch::begin();
    let shown = take().context("the terminal cannot be used");
    let shown = shown.and_then(|mut terminal| {
        let shown = run(&mut terminal, app, &ended, &panics);
        let cursor = terminal.show_cursor();
        // Where the terminal is gone, dropping it would panic over a message that nobody can read.
        std::mem::forget(terminal);
        Ok(shown.and(cursor)?)
    });
    let restored = ratatui::try_restore();
    let panicked = panics.end();
    if app.screen().is_some() {
        app.notice = None;
        app.interrupt();
    }
    // Not before all is recorded: a terminal that disappears sends its signal twice.
    is_left.store(true, Ordering::Relaxed);
    shown?;
    restored?;
    if !panicked.is_empty() {
        bail!("what ran in the background has failed, which is a bug: {}", panicked.join("\n"));
    }
    // What could not be recorded is told where it can still be read.
    app.notice.take().map_or(Ok(()), |notice| bail!(notice))
}

/// Takes the terminal over.
fn take() -> io::Result<DefaultTerminal> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen)?;
    Terminal::new(CrosstermBackend::new(stdout()))
}

fn run(
    terminal: &mut DefaultTerminal,
    app: &mut App,
    ended: &AtomicBool,
    panics: &PanicWatch,
) -> io::Result<()> {
    let mut last = Instant::now();
    let mut changed = true;
    while app.screen().is_some() && !ended.load(Ordering::Relaxed) && !panics.has_panicked() {
        if changed {
            // The terminal shows the picture once it is whole, if it knows these marks; others leave them out.
            stdout().sync_update(|_| terminal.draw(|frame| draw(frame, app)).map(drop))??;
        }
        changed = false;
        if !wait_for_input()? {
            return Ok(());
        }
        while app.screen().is_some() && event::poll(Duration::ZERO)? {
            changed |= app.update(&event::read()?);
        }
        let now = Instant::now();
        changed |= app.pass(now - last);
        last = now;
    }
    Ok(())
}

/// Waits for keys, for one frame at most; false once the terminal is gone.
///
/// The wait is not left to crossterm, which reads on and on without an answer when it meets the end of the input.
fn wait_for_input() -> io::Result<bool> {
    let stdin = io::stdin();
    let mut input = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
    match poll(&mut input, PollTimeout::from(FRAME)) {
        // A signal, such as that of a window of another size, ends the wait early.
        Ok(_) | Err(Errno::EINTR) => {}
        Err(error) => return Err(error.into()),
    }
    let gone = PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL;
    Ok(!input[0].revents().is_some_and(|found| found.intersects(gone)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::app::{Options, Screen};
    use super::super::controls::Controls;
    use super::super::demonstration::KeptGame;
    use super::super::game::{AgentTurn, Playable, PlayerInput, View};
    use super::super::palette::Palette;
    use super::super::session::Session;
    use super::super::tmux::Tmux;
    use super::*;

    /// A game whose first move panics: in the thread that draws, or in another one.
    #[derive(Debug)]
    struct Faulty {
        is_behind: bool,
    }

    impl Playable for Faulty {
        fn view(&self) -> View {
            View { title: "faulty game".into(), ..View::default() }
        }

        fn controls(&self) -> Controls {
            Controls::Given
        }

        fn act(&mut self, _input: PlayerInput) {
            if self.is_behind {
                assert!(std::thread::spawn(|| panic!("a fault behind")).join().is_err());
            } else {
                panic!("a fault in front");
            }
        }

        fn pass(&mut self, _time: Duration, _is_by_hand: bool) -> bool {
            false
        }

        fn is_over(&self) -> bool {
            false
        }

        fn ask_agent(&mut self, _agent: &str, _seconds: f64) -> anyhow::Result<()> {
            bail!("nobody plays this")
        }

        fn play_agent_move(&mut self) -> AgentTurn {
            AgentTurn::Over
        }

        fn played(&self) -> Option<KeptGame> {
            None
        }
    }

    fn show_faulty(is_behind: bool) -> anyhow::Result<()> {
        let screen = Screen::Session(Session::play(Box::new(Faulty { is_behind })));
        let options = Options { record: None, seconds: None, seed: 0, runs: "no-such-folder".into() };
        show(&mut App::new(screen, Palette::Ascii, options))
    }

    #[test]
    #[ignore = "needs a terminal: another test runs it in tmux"]
    #[should_panic(expected = "a fault in front")]
    fn faulty_in_front() {
        let _ = show_faulty(false);
    }

    #[test]
    #[ignore = "needs a terminal: another test runs it in tmux"]
    fn faulty_behind() {
        let said = show_faulty(true).unwrap_err().to_string();
        println!("it said: {said}");
        assert!(said.contains("a fault behind"));
    }

    #[test]
    fn panics_give_the_terminal_back_whichever_thread_they_are_in() {
        let program = std::env::current_exe().unwrap();
        for (name, words) in [("faulty_in_front", "a fault in front"), ("faulty_behind", "it said: what ran")]
        {
            let test = format!("--ignored --exact playground::terminal::tests::{name} --nocapture");
            let command = format!("{} {test}; echo left with $?; stty -a", program.display());
            let Some(tmux) = Tmux::start(name, &command) else { return };
            tmux.wait_for("faulty game");
            assert_eq!(tmux.fact("#{alternate_on}"), "1", "{name}");
            tmux.keys(&["Space"]);
            tmux.wait_for("left with 0");
            tmux.wait_for(" icanon");
            assert_eq!(tmux.fact("#{alternate_on}"), "0", "{name}");
            let screen = tmux.run(&["capture-pane", "-p", "-S", "-"]);
            assert!(screen.contains(words) && screen.contains(" echo "), "{screen}");
            assert!(!screen.contains("faulty game"), "nothing is drawn any more:\n{screen}");
        }
    }
}
