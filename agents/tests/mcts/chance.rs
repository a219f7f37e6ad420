//! Where chance moves the tree search finds expectations, which are known exactly here.

use tetreach_agents::search::mcts::{Backup, Batcher, Interior, MctsSettings, Tree};
use tetreach_agents::search::{AfterstateNode, Afterstates};
use tetreach_agents::toy::CoinWalk;
use tetreach_agents::{
    Action, EvaluateError, Evaluations, Evaluator, Judgement, Moves, Outcome, PlanningProblem, Player,
    Successor,
};

use super::rng;

/// Finds both actions equally good and worth the same everywhere.
struct Unknowing<S> {
    value: f32,
    state: std::marker::PhantomData<S>,
}

impl<S> Evaluator for Unknowing<S> {
    type State = S;
    type Goal = ();

    fn evaluate(&mut self, pairs: &[(S, ())], out: &mut Evaluations) -> Result<(), EvaluateError> {
        out.clear(2);
        for _ in pairs {
            out.log_policy.extend([0.5_f32.ln(); 2]);
            out.q.extend([self.value; 2]);
            out.success.push(self.value);
        }
        Ok(())
    }
}

fn grow<P: PlanningProblem<Goal = ()>>(tree: &mut Tree<P>, value: f32, simulations: u64) {
    let mut evaluator = Unknowing { value, state: std::marker::PhantomData };
    let mut batcher = Batcher::new(1);
    let end = tree.simulations() + simulations;
    while tree.simulations() < end {
        let round = batcher.round(std::slice::from_mut(tree), &mut evaluator).unwrap();
        assert!(round.judged + round.finished > 0, "nothing is proved where chance decides");
    }
    tree.check_sums();
}

fn every_rule() -> [MctsSettings; 4] {
    let puct = MctsSettings::default();
    let gumbel = MctsSettings::gumbel(2, 64);
    [
        puct,
        MctsSettings { backup: Backup::Best, ..puct },
        gumbel,
        MctsSettings { backup: Backup::Best, ..gumbel },
    ]
}

const WALK: CoinWalk = CoinWalk { places: 9, cost: 0.0625 };

#[test]
fn walks_with_a_coin_are_played_by_their_exact_expectation() {
    let exact = WALK.exact_values();
    for settings in every_rule() {
        for place in 1..WALK.places - 1 {
            let root = AfterstateNode::Decision(place);
            let mut tree = Tree::new(Afterstates { task: WALK }, root, settings, rng(1)).unwrap();
            grow(&mut tree, 0.0, 4000);
            let action = tree.best_action().unwrap();
            let best = exact[usize::from(place)];
            let chosen = WALK.action_value(place, action, &exact);
            // The walk leads round and round between the same places. There means hold what exploring cost, and
            // Gumbel's rule leaves old values where it does not look again.
            let is_exact = settings.backup == Backup::Best && settings.interior != Interior::Gumbel;
            let (close, slack) = if is_exact { (0.01, 0.01) } else { (0.05, 0.1) };
            assert!(best - chosen < close, "{place}: {chosen} for {best}, {settings:?}");
            let value = tree.root_moves().find(|it| it.action == action).unwrap().value;
            assert!((value - best).abs() < slack, "{place}: {value} for {best}, {settings:?}");
        }
    }
}

#[test]
fn forgetting_and_making_nodes_again_keeps_the_expectation() {
    let settings = MctsSettings { max_nodes: 16, backup: Backup::Best, ..MctsSettings::default() };
    let root = AfterstateNode::Decision(1);
    let walk = CoinWalk { places: 41, ..WALK };
    let mut tree = Tree::new(Afterstates { task: walk }, root, settings, rng(1)).unwrap();
    grow(&mut tree, 0.0, 4000);
    assert!(tree.size().evicted > 0);
    assert_eq!(tree.best_action(), Some(Action(0)));
}

/// A heap of stones. Who moves chooses a die; it says how many stones are taken. Who takes the last one wins.
#[derive(Clone, Copy, Debug)]
struct Dice;

/// Stones, who moves, and the die that was chosen and has not fallen yet.
type Heap = (u8, Player, Option<u16>);

impl Dice {
    /// How many stones the faces of a die take, with their probabilities.
    const FACES: [[(f32, u8); 3]; 2] = [[(0.5, 1), (0.3, 2), (0.2, 3)], [(0.1, 1), (0.2, 2), (0.7, 4)]];

    /// The exact probability that the first player wins.
    fn exact(heap: Heap) -> f32 {
        let (stones, mover, die) = heap;
        match die {
            Some(die) => Self::FACES[usize::from(die)]
                .iter()
                .map(|(chance, taken)| chance * Self::exact(Self::fall(heap, *taken)))
                .sum(),
            None if stones == 0 => {
                Outcome::value(if mover == Player::First { Outcome::Lost } else { Outcome::Won })
            }
            None => {
                let [first, second] = [0, 1].map(|die| Self::exact((stones, mover, Some(die))));
                if mover == Player::First { first.max(second) } else { first.min(second) }
            }
        }
    }

    fn fall((stones, mover, _): Heap, taken: u8) -> Heap {
        let other = if mover == Player::First { Player::Second } else { Player::First };
        (stones.saturating_sub(taken), other, None)
    }
}

impl PlanningProblem for Dice {
    type State = Heap;
    type Seen = Heap;
    type Goal = ();

    const CHANCE: bool = true;

    fn question(&self, heap: &Heap) -> (Heap, ()) {
        assert_eq!(heap.2, None, "nobody is asked where chance moves");
        (*heap, ())
    }

    fn judge(&self, _: &Heap, judgement: &Judgement<'_>, moves: &mut Moves) -> f32 {
        judgement.candidates(moves);
        judgement.success
    }

    fn step(&self, &(stones, mover, _): &Heap, action: Action) -> Option<Successor<Heap>> {
        Some(Successor { state: (stones, mover, Some(action.0)), reward: 0.0 })
    }

    fn outcome(&self, &(stones, mover, _): &Heap) -> Option<Outcome> {
        (stones == 0).then_some(if mover == Player::First { Outcome::Lost } else { Outcome::Won })
    }

    fn mover(&self, heap: &Heap) -> Player {
        heap.1
    }

    fn for_each_chance(&self, heap: &Heap, mut visit: impl FnMut(f32, Successor<Heap>)) {
        for (chance, taken) in heap.2.map_or(&[][..], |die| &Self::FACES[usize::from(die)]) {
            visit(*chance, Successor { state: Self::fall(*heap, *taken), reward: 0.0 });
        }
    }
}

#[test]
fn games_of_dice_come_to_their_exact_chances() {
    for settings in every_rule() {
        for (stones, mover) in
            [(3, Player::First), (5, Player::Second), (8, Player::First), (9, Player::Second)]
        {
            let mut tree = Tree::new(Dice, (stones, mover, None), settings, rng(1)).unwrap();
            grow(&mut tree, 0.5, 6000);
            let action = tree.best_action().unwrap();
            let (chosen, best) =
                (Dice::exact((stones, mover, Some(action.0))), Dice::exact((stones, mover, None)));
            assert!((chosen - best).abs() < 0.01, "{stones}: {chosen} for {best}, {settings:?}");
            let value = tree.root_moves().find(|it| it.action == action).unwrap().value;
            let slack = if settings.backup == Backup::Best { 0.01 } else { 0.05 };
            assert!((value - best).abs() < slack, "{stones}: {value} for {best}, {settings:?}");
        }
    }
}

#[test]
fn chance_is_followed_in_its_proportions_and_a_tree_moves_on_through_it() {
    let mut tree = Tree::new(Dice, (9, Player::First, None), MctsSettings::default(), rng(1)).unwrap();
    grow(&mut tree, 0.5, 500);
    tree.advance(Action(0));
    assert_eq!(*tree.root(), (9, Player::First, Some(0)));
    grow(&mut tree, 0.5, 1000);
    let moves: Vec<_> = tree.root_moves().collect();
    let total: u32 = moves.iter().map(|it| it.visits).sum();
    assert!(total > 1000, "what was known is kept");
    for (seen, (chance, _)) in moves.iter().zip(Dice::FACES[0]) {
        assert_eq!(seen.prior, chance);
        assert!((seen.visits as f32 - chance * total as f32).abs() < 2.0, "{seen:?} of {total}");
    }
    tree.advance(Action(2));
    assert_eq!(*tree.root(), (6, Player::Second, None));
    assert!(tree.root_moves().map(|it| it.visits).sum::<u32>() > 100);
}
