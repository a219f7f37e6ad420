//! What is wrong with AlphaTetris, one switch each.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::guideline::{AlphaTetrisFaults, AttackRule, GuidelinePreset, GuidelineRules};

macro_rules! switches {
    ($($(#[doc = $doc:literal])+ $field:ident, $name:literal;)+) => {
        /// Which faults of the published program are on.
        ///
        /// Written as `all`, `none`, or names separated by commas, where `no-NAME` switches one off again.
        ///
        /// ```
        /// use tetreach::guideline::rank::ProgramFaults;
        ///
        /// let faults: ProgramFaults = "all,no-replays-inputs".parse()?;
        /// assert!(faults.slides_from_rest && !faults.replays_inputs);
        /// # Ok::<(), tetreach::guideline::rank::UnknownProgramFault>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub struct ProgramFaults {
            $($(#[doc = $doc])+ pub $field: bool,)+
        }

        impl ProgramFaults {
            /// As published.
            pub const ALL: Self = ProgramFaults { $($field: true,)+ };

            /// As meant.
            pub const NONE: Self = ProgramFaults { $($field: false,)+ };

            /// The name of each fault, and what it does.
            pub const NAMES: &'static [(&'static str, &'static str)] =
                &[$(($name, concat!($($doc),+).trim_ascii_start()),)+];

            /// The names of those that are on.
            pub fn names(&self) -> Vec<&'static str> {
                let all = [$(($name, self.$field),)+];
                all.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect()
            }

            /// Switches a fault; `false` if none has this name.
            fn switch(&mut self, name: &str, is_on: bool) -> bool {
                match name {
                    $($name => self.$field = is_on,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

switches! {
    /// "Average height" is 16 minus the mean, so that high stacks look good. Off: the mean.
    high_stacks_look_good, "high-stacks-look-good";
    /// The Tetris rank counts holes. Off: clumps of holes, as the paper says.
    holes_instead_of_clumps, "holes-instead-of-clumps";
    /// Clumps are counted while the list of holes shrinks, which skips some. Off: connected sets of holes.
    clumps_are_skipped, "clumps-are-skipped";
    /// The weights of the Combo rank sum to 1.2. Off: to 1.
    combo_sums_to_more, "combo-sums-to-more";
    /// A hold forbids the next piece to be held. Off: each piece may be.
    hold_locks_next, "hold-locks-next";
    /// The piece that a first hold brings comes once more in the tree. Off: the one after it.
    first_hold_repeats_next, "first-hold-repeats-next";
    /// A leaf at which the game is over is ranked as any other. Off: it is worse than all others.
    knock_out_looks_normal, "knock-out-looks-normal";
    /// A piece slides and turns from where it rests only, never on its way down. Off: all that can be reached.
    slides_from_rest, "slides-from-rest";
    /// The inputs of a plan are pressed blindly: what is blocked or leads elsewhere is not noticed, and a piece stays
    /// where they end, in the air too. Needs slides-from-rest. Off: placements are those planned.
    replays_inputs, "replays-inputs";
    /// "Is a spin" is taken for the kind of spin, so that every clear gets the bonus of one. Off: spins alone.
    every_clear_is_a_spin, "every-clear-is-a-spin";
    /// Back-to-back is a clear of the same kind as the last placement. Off: a difficult clear after another.
    same_kind_is_back_to_back, "same-kind-is-back-to-back";
    /// A clear that leaves the bottom row empty is perfect. Off: one that leaves the field empty.
    empty_bottom_is_perfect, "empty-bottom-is-perfect";
}

impl ProgramFaults {
    /// The rules of a preset; those of AlphaTetris have the faults of its points, and pieces that float if inputs are
    /// replayed.
    pub fn rules(&self, preset: GuidelinePreset) -> GuidelineRules {
        let rules = preset.rules();
        let points = AlphaTetrisFaults {
            every_clear_is_a_spin: self.every_clear_is_a_spin,
            same_kind_is_back_to_back: self.same_kind_is_back_to_back,
            empty_bottom_is_perfect: self.empty_bottom_is_perfect,
        };
        match rules.attack {
            AttackRule::AlphaTetris(_) => GuidelineRules {
                floats: self.replays_inputs,
                attack: AttackRule::AlphaTetris(points),
                ..rules
            },
            AttackRule::Table(_) | AttackRule::Tetrio => rules,
        }
    }
}

impl fmt::Display for ProgramFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ProgramFaults::ALL => f.write_str("all"),
            ProgramFaults::NONE => f.write_str("none"),
            _ => f.write_str(&self.names().join(",")),
        }
    }
}

/// A name that no fault of the program has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no fault {name:?}: choose all, none or, separated by commas, {}; no-NAME switches one off",
    names()
)]
pub struct UnknownProgramFault {
    name: String,
}

fn names() -> String {
    ProgramFaults::NAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

impl FromStr for ProgramFaults {
    type Err = UnknownProgramFault;

    fn from_str(text: &str) -> Result<Self, UnknownProgramFault> {
        let mut faults = Self::NONE;
        for word in text.split(',').map(str::trim) {
            let (name, is_on) = word.strip_prefix("no-").map_or((word, true), |name| (name, false));
            match name {
                "all" if is_on => faults = Self::ALL,
                "none" => faults = Self::NONE,
                _ if faults.switch(name, is_on) => {}
                _ => return Err(UnknownProgramFault { name: word.to_owned() }),
            }
        }
        Ok(faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_switched_by_its_name_and_no_other() {
        for &(name, sentence) in ProgramFaults::NAMES {
            let one: ProgramFaults = name.parse().unwrap();
            assert_eq!((one.names(), one.to_string()), (vec![name], name.to_owned()));
            let others: ProgramFaults = format!("all,no-{name}").parse().unwrap();
            assert_eq!(others.names().len(), ProgramFaults::NAMES.len() - 1);
            assert!(!others.names().contains(&name) && sentence.contains(" Off: "), "{name}");
        }
        assert_eq!("all".parse(), Ok(ProgramFaults::ALL));
        assert_eq!(ProgramFaults::NONE.to_string().parse(), Ok(ProgramFaults::NONE));
        let unknown = "all,no-luck".parse::<ProgramFaults>().unwrap_err().to_string();
        assert!(unknown.starts_with("there is no fault \"no-luck\": choose all, none or"), "{unknown}");
    }

    #[test]
    fn faults_of_the_game_are_in_the_rules_of_its_own_preset_alone() {
        for preset in GuidelinePreset::ALL {
            assert_eq!(ProgramFaults::ALL.rules(preset), preset.rules());
        }
        let meant = ProgramFaults::NONE.rules(GuidelinePreset::AlphaTetris);
        assert_eq!((meant.floats, meant.attack), (false, AttackRule::AlphaTetris(AlphaTetrisFaults::NONE)));
    }
}
