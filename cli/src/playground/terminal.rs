//! The terminal: taken over, drawn when something changed, and given back however the program ends.

use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::app::App;
use super::draw::draw;

/// Milliseconds between two looks at keys and news: 30 pictures per second at most.
const FRAME: u8 = 33;

/// Shows the playground until it is left or a signal ends it.
pub fn show(app: &mut App) -> anyhow::Result<()> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
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
    // Also installs a hook that gives the terminal back before a panic is printed.
    let mut terminal = ratatui::try_init().context("the terminal cannot be used")?;
    let shown = run(&mut terminal, app, &ended);
    let restored = ratatui::try_restore();
    is_left.store(true, Ordering::Relaxed);
    if app.screen().is_some() {
        app.notice = None;
        app.interrupt();
    }
    shown?;
    restored?;
    // What could not be recorded is told where it can still be read.
    app.notice.take().map_or(Ok(()), |notice| bail!(notice))
}

fn run(terminal: &mut DefaultTerminal, app: &mut App, ended: &AtomicBool) -> io::Result<()> {
    let mut last = Instant::now();
    let mut changed = true;
    while app.screen().is_some() && !ended.load(Ordering::Relaxed) {
        if changed {
            terminal.draw(|frame| draw(frame, app))?;
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
