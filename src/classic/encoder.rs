//! Classic Tetris as networks see it.

use tetreach_agents::Action;
use tetreach_agents::env::Symmetry;
use tetreach_agents::nn::{Encoder, EncodingRow, EncodingShape};

use crate::game::classic::{After, ClassicRules, Feature, State, measured};
use crate::game::{ActionId, Actions, Orientation, Piece, Size};
use crate::numbering::{to_action, to_placement};

/// What a network sees of a state.
#[derive(Clone, Debug, PartialEq)]
pub enum ClassicView {
    /// The board and the pieces that are known as planes, for networks with a trunk: nothing that took a player of
    /// Tetris to think of.
    Board,
    /// Features of the board after each placement, for networks that judge each action by itself.
    Features(FeatureView),
}

/// Features as a network sees them.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureView {
    /// Which.
    pub features: Vec<Feature>,
    /// What they are divided by, so that they are about as large as 1.
    pub divisor: f32,
    /// Whether a placement that loses is told apart. If not, all its features are 0, so that it looks like the emptiest
    /// board there is: a fault of Sir Tet's learners.
    pub marks_lost: bool,
}

/// Shows states by some rules to a network.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassicEncoder {
    /// The rules.
    pub rules: ClassicRules,
    /// What is seen.
    pub view: ClassicView,
}

/// Planes of a board: filled cells, covered ones, the floor, the walls, how full each row is.
const BOARD_PLANES: usize = 5;

/// Planes of a piece that is known: all of one of them are 1.
const PIECE_PLANES: usize = 7;

impl Encoder for ClassicEncoder {
    type State = State;
    type Goal = ();

    fn shape(&self) -> EncodingShape {
        let size = self.rules.size();
        let actions = self.rules.action_count();
        match &self.view {
            ClassicView::Board => EncodingShape {
                planes: BOARD_PLANES + PIECE_PLANES * (1 + usize::from(self.rules.shows_next)),
                height: size.height().into(),
                width: size.width().into(),
                maps: Orientation::COUNT,
                actions,
                hints: 0,
            },
            ClassicView::Features(view) => EncodingShape {
                planes: 1,
                height: 1,
                width: 1,
                maps: 1,
                actions,
                hints: view.features.len() + usize::from(view.marks_lost),
            },
        }
    }

    fn encode(&self, state: &State, _goal: &(), row: EncodingRow<'_>) {
        let EncodingRow { planes, landing, legal, hints } = row;
        let size = self.rules.size();
        match &self.view {
            ClassicView::Board => {
                write_planes(state, planes);
                self.rules.for_each_after(state, |action, after| {
                    legal[action.index()] = true;
                    landing[action.index()] = landing_cell(size, action, after);
                });
            }
            ClassicView::Features(view) => {
                let count = legal.len();
                self.rules.for_each_after(state, |action, after| {
                    legal[action.index()] = true;
                    view.write(after, |index, number| hints[index * count + action.index()] = number);
                });
            }
        }
    }
}

impl FeatureView {
    fn write(&self, after: &After, mut put: impl FnMut(usize, f32)) {
        if !after.is_lost {
            for (index, number) in measured(&self.features, after).enumerate() {
                put(index, number as f32 / self.divisor);
            }
        } else if self.marks_lost {
            put(self.features.len(), 1.0);
        }
    }
}

/// The cell where an action is read from the map of its orientation: the lower left cell of the piece's box where it
/// comes to rest, or the highest in its column that there is.
fn landing_cell(size: Size, action: ActionId, after: &After) -> i64 {
    let (width, height) = (i64::from(size.width()), i64::from(size.height()));
    let placement = Actions::of_width(size.width()).placement(action);
    let column = placement.expect("invariant: the action is one of this width").column;
    let row = i64::from(after.row).min(height - 1);
    (after.orientation.index() as i64 * height + row) * width + i64::from(column)
}

fn write_planes(state: &State, planes: &mut [f32]) {
    let board = &state.board;
    let (width, height) = (usize::from(board.width()), usize::from(board.height()));
    let cells = width * height;
    let (shown, pieces) = planes.split_at_mut(BOARD_PLANES * cells);
    let mut above = 0;
    for row in (0..height).rev() {
        let filled = board.row(row);
        let share = filled.count_ones() as f32 / width as f32;
        for column in 0..width {
            let at = row * width + column;
            let bit = |cells: u16| f32::from(cells >> column & 1);
            shown[at] = bit(filled);
            shown[cells + at] = bit(above);
            shown[2 * cells + at] = f32::from(u8::from(row == 0));
            shown[3 * cells + at] = f32::from(u8::from(column == 0 || column + 1 == width));
            shown[4 * cells + at] = share;
        }
        above |= filled;
    }
    let known = std::iter::once(state.piece).chain(state.next);
    for (piece, planes) in known.zip(pieces.chunks_exact_mut(PIECE_PLANES * cells)) {
        planes[piece as usize * cells..][..cells].fill(1.0);
    }
}

/// Left and right swapped: a J becomes an L, an S a Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassicMirror {
    /// Columns and rows.
    pub size: Size,
}

impl Symmetry for ClassicMirror {
    type State = State;
    type Goal = ();

    /// What the randomizer remembers stays as it is: no network sees it.
    fn mirror_state(&self, state: &State) -> State {
        State {
            board: state.board.mirrored(),
            piece: state.piece.mirrored(),
            next: state.next.map(Piece::mirrored),
            ..*state
        }
    }

    fn mirror_goal(&self, _goal: &()) {}

    fn mirror_action(&self, action: Action) -> Action {
        let mirrored = Actions::of_width(self.size.width()).mirrored(to_placement(action));
        to_action(mirrored.expect("invariant: every action has a mirror image"))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use tetreach_agents::GoalTask;
    use tetreach_agents::nn::Encoding;

    use super::*;
    use crate::classic::ClassicTask;
    use crate::game::classic::{FeatureSet, Preset};

    fn encoders(preset: Preset) -> [ClassicEncoder; 3] {
        let rules = ClassicRules::preset(preset).with_size(Size::new(6, 7).unwrap()).unwrap();
        let features =
            |marks_lost| FeatureView { features: FeatureSet::Dt.features(6), divisor: 4.0, marks_lost };
        [ClassicView::Board, ClassicView::Features(features(true)), ClassicView::Features(features(false))]
            .map(|view| ClassicEncoder { rules: rules.clone(), view })
    }

    fn states(rules: &ClassicRules) -> Vec<State> {
        let task = ClassicTask::new(rules.clone());
        let mut rng = Pcg64Mcg::seed_from_u64(8);
        let mut states = Vec::new();
        for _ in 0..6 {
            let mut state = rules.start(&mut rng);
            while let Some(action) = task.legal_actions(&state).sample(&mut rng) {
                states.push(state);
                state = rules.draw(&rules.play(&state, to_placement(action)).unwrap(), &mut rng);
            }
        }
        states
    }

    fn shown(encoder: &ClassicEncoder, state: &State) -> Encoding {
        let mut encoding = Encoding::new(encoder.shape());
        encoding.push(encoder, state, &());
        encoding
    }

    #[test]
    fn what_is_shown_as_legal_is_what_the_task_allows() {
        for preset in Preset::ALL {
            for encoder in encoders(preset) {
                let task = ClassicTask::new(encoder.rules.clone());
                for state in states(&encoder.rules) {
                    let (legal, encoding) = (task.legal_actions(&state), shown(&encoder, &state));
                    let seen = encoding.legal();
                    assert!((0..seen.len()).all(|index| seen[index] == legal.contains(Action(index as u16))));
                }
            }
        }
    }

    #[test]
    fn features_are_those_of_the_board_after_each_placement_and_lost_ones_are_marked_or_blank() {
        let [_, marked, blank] = encoders(Preset::SirTet);
        let features = FeatureSet::Dt.features(6);
        let mut lost = 0;
        for state in states(&marked.rules) {
            let (marked, blank, rules) = (shown(&marked, &state), shown(&blank, &state), &marked.rules);
            let count = marked.legal().len();
            rules.for_each_after(&state, |action, after| {
                for (index, feature) in features.iter().enumerate() {
                    let number = if after.is_lost { 0.0 } else { feature.measure(after) as f32 / 4.0 };
                    assert_eq!(marked.hints()[index * count + action.index()], number);
                    assert_eq!(blank.hints()[index * count + action.index()], number);
                }
                let mark = marked.hints()[features.len() * count + action.index()];
                assert_eq!(mark, f32::from(u8::from(after.is_lost)));
                lost += u32::from(after.is_lost);
            });
        }
        assert!(lost > 0);
    }

    #[test]
    fn a_board_is_shown_cell_by_cell_and_pieces_by_planes() {
        let [encoder, ..] = encoders(Preset::Nuno);
        let state = states(&encoder.rules).into_iter().find(|state| state.board.cells() > 9).unwrap();
        let encoding = shown(&encoder, &state);
        let (planes, cells) = (encoding.planes(), 42);
        assert_eq!(planes.len(), (5 + 14) * cells);
        for row in 0..7 {
            for column in 0..6 {
                let at = row * 6 + column;
                assert_eq!(planes[at] == 1.0, state.board.is_filled(row, column));
                let is_covered = (row + 1..7).any(|above| state.board.is_filled(above, column));
                assert_eq!(planes[cells + at] == 1.0, is_covered);
            }
        }
        for (first, piece) in [(5, state.piece), (12, state.next.unwrap())] {
            for plane in 0..7 {
                let expected = if plane == piece as usize { 1.0 } else { 0.0 };
                assert!(planes[(first + plane) * cells..][..cells].iter().all(|cell| *cell == expected));
            }
        }
    }

    #[test]
    fn a_mirrored_state_looks_mirrored_and_its_placements_lead_to_mirrored_boards() {
        let [encoder, ..] = encoders(Preset::SirTet);
        let mirror = ClassicMirror { size: encoder.rules.size() };
        for state in states(&encoder.rules) {
            let there = mirror.mirror_state(&state);
            assert_eq!(mirror.mirror_state(&there), state);
            encoder.rules.for_each_after(&state, |action, after| {
                let other = mirror.mirror_action(to_action(action));
                let mirrored = encoder.rules.after(&there, to_placement(other)).unwrap();
                assert_eq!(mirrored.board, after.board.mirrored());
                assert_eq!(mirrored.is_lost, after.is_lost);
            });
            let (here, there) = (shown(&encoder, &state), shown(&encoder, &there));
            let (mut planes, count) = (there.planes().to_vec(), 5 * 42);
            planes[..count].chunks_exact_mut(6).for_each(<[f32]>::reverse);
            assert_eq!(here.planes()[..count], planes[..count]);
        }
    }
}
