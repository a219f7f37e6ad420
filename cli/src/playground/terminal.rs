//! The terminal: taken over, drawn when something changed, and given back however the program ends.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::app::App;
use super::draw::draw;

/// Time between two looks at keys and news: 30 pictures per second at most.
const FRAME: Duration = Duration::from_millis(33);

/// Shows the playground until it is left or a signal ends it.
pub fn show(app: &mut App) -> anyhow::Result<()> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        bail!("this needs a terminal: run it without pipes, or use `tetreach solve` for text");
    }
    let ended = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&ended))?;
    }
    // Also installs a hook that gives the terminal back before a panic is printed.
    let mut terminal = ratatui::try_init().context("the terminal cannot be used")?;
    let shown = run(&mut terminal, app, &ended);
    let restored = ratatui::try_restore();
    app.leave();
    shown?;
    Ok(restored?)
}

fn run(terminal: &mut DefaultTerminal, app: &mut App, ended: &AtomicBool) -> io::Result<()> {
    let mut last = Instant::now();
    let mut changed = true;
    while app.screen().is_some() && !ended.load(Ordering::Relaxed) {
        if changed {
            terminal.draw(|frame| draw(frame, app))?;
        }
        changed = false;
        if event::poll(FRAME)? {
            changed |= app.update(&event::read()?);
        }
        let now = Instant::now();
        changed |= app.pass(now - last);
        last = now;
    }
    Ok(())
}
