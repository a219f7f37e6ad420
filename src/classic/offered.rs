//! The players that users choose from.

use super::agent::NamedPlayer;
use crate::game::classic::{ClassicRules, WeightsPreset};
use crate::registry::OfferedAgent;

/// Searches among the players, one of each kind.
const SEARCHES: [&str; 2] = ["expectation:2:5:bcts", "tree:100:bcts"];

/// The players that users choose from: those that come with the program, on boards of ten columns.
///
/// ```
/// let players = tetreach::classic::offered();
/// let bcts = players.iter().find(|player| player.name == "bcts").expect("it is offered");
/// assert_eq!(bcts.capabilities.to_string(), "trainable, savable, monitored");
/// ```
pub fn offered() -> Vec<OfferedAgent> {
    let rules = ClassicRules::default();
    let names = WeightsPreset::ALL.map(WeightsPreset::name).into_iter().chain(SEARCHES).chain(["random"]);
    let offer = |name| {
        let NamedPlayer { name, player } = NamedPlayer::named(name, &rules)
            .expect("invariant: all weights that come with the program fit ten columns");
        OfferedAgent::new(name, player.summary(), player.capabilities())
    };
    names.map(offer).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::classic::ClassicTask;

    #[test]
    fn players_say_what_a_placement_is_worth_if_and_only_if_their_flag_says_so() {
        let task = ClassicTask::new(ClassicRules::default());
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let state = task.rules.start(&mut rng);
        let players = offered();
        assert_eq!(players.len(), 13);
        for offered in players {
            let player = NamedPlayer::named(&offered.name, &task.rules).unwrap().player;
            let (_, value) = player.judge(&task, &state, &mut rng).unwrap();
            assert_eq!(value.is_some(), offered.capabilities.monitored, "{}", offered.name);
        }
    }
}
