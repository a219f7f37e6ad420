//! The faults of the thesis' code, each a switch.

use serde::{Deserialize, Serialize};

macro_rules! faults {
    ($($(#[doc = $doc:literal])+ $field:ident, $variant:ident, thesis: $thesis:literal;)+) => {
        /// Which faults of the thesis are on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Faults {
            $($(#[doc = $doc])+ pub $field: bool,)+
        }

        /// One fault by name.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr,
        )]
        #[strum(serialize_all = "kebab-case", parse_err_ty = UnknownFault, parse_err_fn = UnknownFault::new)]
        pub enum Fault {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Faults {
            /// The thesis: all that its code does wrong, except where its text or its figures say otherwise.
            pub const fn thesis() -> Self {
                Self { $($field: $thesis,)+ }
            }

            /// No fault.
            pub const fn repaired() -> Self {
                Self { $($field: false,)+ }
            }

            /// Whether a fault is on.
            pub fn has(&self, fault: Fault) -> bool {
                match fault { $(Fault::$variant => self.$field,)+ }
            }

            /// Turns a fault on or off.
            pub fn set(&mut self, fault: Fault, on: bool) {
                match fault { $(Fault::$variant => self.$field = on,)+ }
            }
        }

        impl Fault {
            /// All faults, in the order of the pipeline.
            pub const ALL: &'static [Fault] = &[$(Fault::$variant,)+];

            /// Its name on the command line.
            pub fn name(self) -> &'static str {
                self.into()
            }

            /// What goes wrong, in a sentence.
            pub fn summary(self) -> &'static str {
                match self { $(Fault::$variant => concat!($($doc),+).trim_ascii_start(),)+ }
            }
        }
    };
}

faults! {
    /// Samples: a piece is taken away even if something lies on it, nothing held it, or the rest floats.
    illegal_removals, IllegalRemovals, thesis: true;
    /// Samples: a piece may stick out on the left, its cells there are looked for at the right edge.
    wrapped_columns, WrappedColumns, thesis: true;
    /// Samples: a square is found only if a cell lies on its left half.
    square_anchor, SquareAnchor, thesis: true;
    /// Samples: S and Z have four turns, of which two are the same, so they come twice as often.
    doubled_turns, DoubledTurns, thesis: true;
    /// Samples: one line at a time is put back, never two to four.
    single_lines, SingleLines, thesis: true;
    /// Samples: the walk ends when no piece can be taken away, instead of putting a line back. The even
    /// histograms of A and B (Figure 8) speak against it, the skewed one of C (Figure 9) for it.
    early_stop, EarlyStop, thesis: false;
    /// Samples: full rows stay in random games played forwards.
    forward_lines_stay, ForwardLinesStay, thesis: true;
    /// Samples: the label is the length of the walk even if a shorter walk led to the same board.
    path_labels, PathLabels, thesis: true;
    /// Training: duplicates are made before the split, so that test boards are among the training boards.
    leaking_split, LeakingSplit, thesis: true;
    /// Search: full rows stay, in the tree and in random games.
    lines_stay, LinesStay, thesis: true;
    /// Search: new nodes of the tree are not compared with the target. The text says that they are (5.3.1).
    blind_tree, BlindTree, thesis: false;
    /// Search: boards in random games are not compared with the target, and a way that was seen is not kept.
    blind_rollouts, BlindRollouts, thesis: true;
    /// Search: random games go on until no piece fits instead of ending after the moves that are left.
    endless_rollouts, EndlessRollouts, thesis: true;
    /// Search: the node with the highest UCT of the whole tree is extended, instead of the best child at each level.
    whole_tree_selection, WholeTreeSelection, thesis: true;
    /// Search: moves that were tried already are tried again as new nodes.
    repeated_moves, RepeatedMoves, thesis: true;
    /// Search: scores near 80 meet an exploration term near 1, so that nothing is explored.
    unscaled_values, UnscaledValues, thesis: true;
    /// Search: the move with the highest UCT / visits is made, which is one of the least visited.
    least_visited_choice, LeastVisitedChoice, thesis: true;
    /// Search: the counter of iterations is never set back (Algorithm 1), so that only the first move is searched.
    /// The published code sets it back.
    counter_runs_out, CounterRunsOut, thesis: false;
}

impl Faults {
    /// Whether the generator of reverse moves is the exact one.
    pub fn reverse_is_exact(&self) -> bool {
        !(self.illegal_removals
            || self.wrapped_columns
            || self.square_anchor
            || self.doubled_turns
            || self.single_lines)
    }

    /// The faults that are on, in order.
    pub fn on(&self) -> impl Iterator<Item = Fault> + '_ {
        Fault::ALL.iter().copied().filter(|fault| self.has(*fault))
    }
}

/// A name that no fault has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no fault `{name}` (faults: {})", names())]
pub struct UnknownFault {
    /// The name asked for.
    pub name: String,
}

fn names() -> String {
    Fault::ALL.iter().map(|fault| fault.name()).collect::<Vec<_>>().join(", ")
}

impl UnknownFault {
    fn new(name: &str) -> Self {
        UnknownFault { name: name.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_found_by_its_name_and_can_be_switched() {
        for fault in Fault::ALL {
            assert_eq!(fault.name().parse::<Fault>(), Ok(*fault));
            assert!(fault.summary().ends_with('.') && !fault.summary().starts_with(' '), "{fault}");
            let mut faults = Faults::repaired();
            faults.set(*fault, true);
            assert_eq!(faults.on().collect::<Vec<_>>(), [*fault]);
        }
        assert_eq!(Faults::repaired().on().count(), 0);
        assert!(Faults::repaired().reverse_is_exact() && !Faults::thesis().reverse_is_exact());
        let message = "blind".parse::<Fault>().unwrap_err().to_string();
        assert!(message.contains("blind-tree"), "{message}");
    }
}
