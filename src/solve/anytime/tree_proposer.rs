//! Tree search over waypoints, under a cap on the lines that falls with every way that is found.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use tetreach_agents::Judgement;
use tetreach_agents::search::mcts::{Backup, Gathered, Interior, MctsSettings, Tree, Unvisited};

use super::peeling::Peeling;
use super::proposer::Proposer;
use crate::game::{ActionId, Board, Solution};
use crate::solve::Meter;
use crate::solve::Position;
use crate::solve::bound::previous_possible;
use crate::solve::construct::WaypointSettings;
use crate::solve::estimate::LinesAhead;

/// Simulations until the worker is told.
const STRETCH: usize = 400;

/// What the tree is told of a board: the problem itself knows the rest.
const KNOWN: Judgement<'_> = Judgement { log_policy: &[], q: &[], success: 1.0, distance: None };

/// Looks for ways by tree search: the same that plays placements, with the best value carried up, because there is
/// no chance in the game, and a move's own estimate for what was not tried yet.
pub(super) struct TreeProposer<'a> {
    tree: Tree<Peeling<'a>>,
}

impl<'a> TreeProposer<'a> {
    pub fn new(target: &Board, estimate: &'a dyn LinesAhead) -> Self {
        let settings = MctsSettings {
            interior: Interior::Puct { weight: 0.4, growth: 19_652.0 },
            unvisited: Unvisited::Q,
            backup: Backup::Best,
            leaves: 1,
            ..MctsSettings::default()
        };
        let problem = Peeling::new(WaypointSettings::NARROW, estimate);
        let root = Position { board: *target, lines: u32::from(u8::MAX) };
        // The generator is for noise at the root, of which there is none.
        let tree = Tree::new(problem, root, settings, Pcg64Mcg::seed_from_u64(0));
        Self { tree: tree.expect("invariant: the settings are sound") }
    }
}

impl Proposer for TreeProposer<'_> {
    fn begin(&mut self, target: &Board, settings: WaypointSettings) {
        let problem = self.tree.problem_mut();
        problem.settings = settings;
        problem.clear();
        self.tree.restart(Position { board: *target, lines: u32::from(u8::MAX) });
    }

    fn learn(&mut self, solution: &Solution) {
        let Position { board, lines: cap } = *self.tree.root();
        // Nothing can be shorter: a cap of no lines at all loses at once, or proves it wrong.
        let lines = previous_possible(&board, solution.cleared()).unwrap_or(0);
        if lines >= cap {
            return;
        }
        self.tree.problem_mut().learn(solution);
        self.tree.restart(Position { board, lines });
    }

    fn go_on(&mut self, meter: &mut Meter) -> Option<Vec<ActionId>> {
        self.tree.problem_mut().end_at(meter.deadline());
        for _ in 0..STRETCH {
            if meter.is_spent() {
                break;
            }
            match self.tree.gather() {
                Gathered::Leaf(ticket) => {
                    let (board, ()) = self.tree.question(&ticket);
                    meter.count(self.tree.problem_mut().search(&board));
                    self.tree.apply(ticket, &KNOWN);
                }
                // Placements of known ways can lead round in a circle, which costs nothing but may go on for ever.
                Gathered::Finished | Gathered::Pending => {}
                Gathered::Proved => break,
            }
        }
        let won = self.tree.is_won();
        won.then(|| self.tree.problem().placements(self.tree.root().board, &self.tree.winning_line()))
    }

    fn is_done(&self) -> bool {
        self.tree.is_lost()
    }
}
