//! An agent that thinks in a thread of its own, so that the screen never waits for it.

use std::fmt;
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::{anyhow, bail};

/// An agent with the questions that it was asked; it ends with its owner.
pub struct Thinker<Q, A> {
    questions: Sender<(u64, Q)>,
    answers: Receiver<(u64, A)>,
    asked: u64,
    waits: bool,
}

impl<Q: Send + 'static, A: Send + 'static> Thinker<Q, A> {
    /// Makes the agent in its thread; `think` answers one question after the other.
    pub fn start<T: 'static>(
        make: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
        mut think: impl FnMut(&mut T, Q) -> A + Send + 'static,
    ) -> anyhow::Result<Self> {
        let (questions, asked) = channel::<(u64, Q)>();
        let (answered, answers) = channel();
        let (made, is_made) = channel();
        std::thread::spawn(move || {
            let mut agent = match make() {
                Ok(agent) => agent,
                // Whoever asked for the agent hears of it.
                Err(error) => return drop(made.send(Err(error))),
            };
            if made.send(Ok(())).is_err() {
                return;
            }
            while let Ok((number, question)) = asked.recv() {
                if answered.send((number, think(&mut agent, question))).is_err() {
                    return;
                }
            }
        });
        match is_made.recv() {
            Ok(Ok(())) => Ok(Self { questions, answers, asked: 0, waits: false }),
            Ok(Err(error)) => Err(error),
            Err(_) => bail!("the agent could not be made"),
        }
    }

    /// Asks, and forgets what was asked before.
    pub fn ask(&mut self, question: Q) -> anyhow::Result<()> {
        self.asked += 1;
        self.waits = true;
        self.questions.send((self.asked, question)).map_err(|_| anyhow!("the agent has failed"))
    }

    /// Whether an answer is still to come or to be taken.
    pub fn is_asked(&self) -> bool {
        self.waits
    }

    /// Forgets what was asked.
    pub fn forget(&mut self) {
        self.waits = false;
    }

    /// The answer to the last question, once it is there.
    pub fn take(&mut self) -> Option<A> {
        while let Ok((number, answer)) = self.answers.try_recv() {
            if self.waits && number == self.asked {
                self.waits = false;
                return Some(answer);
            }
        }
        None
    }
}

impl<Q, A> fmt::Debug for Thinker<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinker").field("asked", &self.asked).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn only_the_last_question_is_answered() {
        let mut thinker = Thinker::start(|| Ok(10_u32), |base, number: u32| *base + number).unwrap();
        assert!(thinker.take().is_none());
        thinker.ask(1).unwrap();
        thinker.ask(2).unwrap();
        let began = Instant::now();
        let answer = loop {
            assert!(began.elapsed() < Duration::from_secs(20));
            if let Some(answer) = thinker.take() {
                break answer;
            }
        };
        assert_eq!(answer, 12);
        assert!(!thinker.is_asked() && thinker.take().is_none());
    }

    #[test]
    fn an_agent_that_cannot_be_made_says_why() {
        let made = Thinker::start(|| Err::<(), _>(anyhow!("no such agent")), |_, (): ()| ());
        assert_eq!(made.unwrap_err().to_string(), "no such agent");
    }
}
