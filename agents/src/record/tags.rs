//! The list of all tags. Names that CleanRL and Stable-Baselines3 have are theirs.

use super::tag::{Declaration, Tag, TagFamily, TagKind};

macro_rules! declare {
    ($(#[doc = $sentence:literal] $constant:ident: $form:ident, $kind:ident = $name:literal;)+) => {
        $(
            #[doc = $sentence]
            pub const $constant: declare!(@type $form) = {
                const DECLARATION: &Declaration =
                    &Declaration { name: $name, kind: TagKind::$kind, sentence: $sentence.trim_ascii() };
                declare!(@value $form DECLARATION)
            };
        )+

        /// Every declaration, in the order of the documentation.
        pub const ALL: &[Declaration] = &[
            $(Declaration { name: $name, kind: TagKind::$kind, sentence: $sentence.trim_ascii() },)+
        ];
    };
    (@type one) => { Tag };
    (@type many) => { TagFamily };
    (@value one $declaration:ident) => { Tag::new($declaration) };
    (@value many $declaration:ident) => { TagFamily($declaration) };
}

declare! {
    /// Sum of the rewards of an episode played for training, averaged over the latest ones.
    EPISODIC_RETURN: one, Scalar = "charts/episodic_return";
    /// Pieces placed in an episode played for training, averaged over the latest ones.
    EPISODIC_LENGTH: one, Scalar = "charts/episodic_length";
    /// Environment steps per second since the last record, all actors together.
    STEPS_PER_SECOND: one, Scalar = "charts/SPS";
    /// Gradient steps per second since the last record.
    UPDATES_PER_SECOND: one, Scalar = "charts/updates_per_second";
    /// Learning rate of the latest gradient step.
    LEARNING_RATE: one, Scalar = "charts/learning_rate";
    /// Environment steps taken since the start of the run.
    ENVIRONMENT_STEPS: one, Scalar = "charts/environment_steps";

    /// Share of the latest training episodes that reached their goal.
    ROLLOUT_SUCCESS_RATE: one, Scalar = "rollout/success_rate";
    /// Share of the placements that are drawn at random.
    EXPLORATION_RATE: one, Scalar = "rollout/exploration_rate";
    /// Level of the curriculum that goals are drawn at.
    CURRICULUM_LEVEL: one, Scalar = "rollout/curriculum_level";
    /// Share of the latest training episodes that ended without a legal placement.
    DEAD_END_RATE: one, Scalar = "rollout/dead_end_rate";

    /// Gradient steps that the weights behind the experience of remote actors were old when it was stored, averaged.
    WEIGHTS_AGE: one, Scalar = "rollout/weights_age";

    /// Weighted sum of all losses.
    TOTAL_LOSS: one, Scalar = "losses/total_loss";
    /// Loss of the action values against their bootstrapped targets.
    TD_LOSS: one, Scalar = "losses/td_loss";
    /// Mean value of the actions taken in the batch.
    Q_VALUES: one, Scalar = "losses/q_values";
    /// Cross-entropy of the policy head against the moves on the way to the hindsight goal or the search's own.
    POLICY_LOSS: one, Scalar = "losses/policy_loss";
    /// Share of the moves on the way to the hindsight goal that the policy head finds best.
    POLICY_ACCURACY: one, Scalar = "losses/policy_accuracy";
    /// Entropy of the policy head over the legal placements, in nats.
    ENTROPY: one, Scalar = "losses/entropy";
    /// Cross-entropy of the distance head against the number of pieces still needed.
    DISTANCE_LOSS: one, Scalar = "losses/distance_loss";
    /// Cross-entropy of the reachability head.
    REACHABILITY_LOSS: one, Scalar = "losses/reachability_loss";
    /// Norm of the gradient before it is clipped.
    GRADIENT_NORM: one, Scalar = "losses/gradient_norm";

    /// Share of the evaluation targets reached by the greedy policy, all suites together.
    EVAL_SUCCESS_RATE: one, Scalar = "eval/success_rate";
    /// Pieces placed in an evaluation episode, averaged.
    EVAL_MEAN_LENGTH: one, Scalar = "eval/mean_ep_length";
    /// Share of the targets of this suite reached by the greedy policy.
    SUITE_SUCCESS_RATE: many, Scalar = "eval/{suite}/success_rate";
    /// Pieces placed in an evaluation episode of this suite, averaged.
    SUITE_MEAN_LENGTH: many, Scalar = "eval/{suite}/mean_ep_length";
    /// Points of an evaluation episode of this suite, averaged, in games that are played for points.
    SUITE_MEAN_POINTS: many, Scalar = "eval/{suite}/mean_points";
    /// Share of the targets of the test split reached at the end of the run.
    UNSEEN_SUCCESS_RATE: one, Scalar = "eval/unseen/success_rate";
    /// Seconds that the latest evaluation took.
    EVAL_SECONDS: one, Scalar = "eval/seconds";

    /// Simulations behind a placement in training by search, averaged since the start of the run.
    SEARCH_SIMULATIONS: one, Scalar = "search/simulations";
    /// Boards that the network judges at a time in training by search, averaged since the start of the run.
    SEARCH_BATCH_SIZE: one, Scalar = "search/batch_size";

    /// Transitions in the replay buffer.
    REPLAY_SIZE: one, Scalar = "replay/size";
    /// Share of the batch whose goal was replaced in hindsight.
    HINDSIGHT_FRACTION: one, Scalar = "replay/hindsight_fraction";
    /// Share of demonstrations in what was collected since the start of the run.
    DEMONSTRATION_FRACTION: one, Scalar = "replay/demonstration_fraction";
    /// Transitions learned from for every transition collected, since the start.
    REPLAY_REUSE: one, Scalar = "replay/reuse";

    /// Share of the learner's time, waiting and recording included, spent inside the network.
    LEARNER_IN_NETWORK: one, Scalar = "time/learner_in_network";
    /// Share of the learner's time spent drawing batches from replay and encoding them.
    LEARNER_PREPARING: one, Scalar = "time/learner_preparing";
    /// Share of the learner's time spent waiting for actors, or playing where they take turns.
    LEARNER_WAITING: one, Scalar = "time/learner_waiting";
    /// Share of the actors' time spent waiting for the learner.
    ACTORS_WAITING: one, Scalar = "time/actors_waiting";

    /// Final score of the run, shown in TensorBoard's table of hyperparameters.
    FINAL_SCORE: many, Scalar = "hparam/{score}";

    /// Values of the actions taken in a batch.
    Q_VALUE_DISTRIBUTION: one, Histogram = "distributions/q_values";
    /// Distances that the network foretells for a batch.
    DISTANCE_DISTRIBUTION: one, Histogram = "distributions/distance";
    /// Temporal-difference errors of a batch.
    TD_ERROR_DISTRIBUTION: one, Histogram = "distributions/td_error";
    /// Weights of one layer.
    LAYER_WEIGHTS: many, Histogram = "weights/{layer}";
    /// Gradients of one layer.
    LAYER_GRADIENTS: many, Histogram = "gradients/{layer}";

    /// Last boards of evaluation episodes of a suite, each beside its target.
    EPISODES: many, Image = "episodes/{suite}";

    /// The resolved config.
    CONFIG: one, Text = "config";
    /// The command line that started the run.
    COMMAND: one, Text = "command";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_sentences_are_sentences() {
        let names: BTreeSet<_> = ALL.iter().map(|tag| tag.name).collect();
        assert_eq!(names.len(), ALL.len());
        for tag in ALL {
            let sentence = tag.sentence;
            assert!(sentence.ends_with('.') && sentence.starts_with(char::is_uppercase), "{sentence}");
            assert_eq!(tag.name.matches('{').count(), tag.name.matches('}').count(), "{}", tag.name);
        }
    }

    #[test]
    fn a_member_of_a_family_has_its_part_filled_in() {
        assert_eq!(SUITE_SUCCESS_RATE.of("stack-4@test").name(), "eval/stack-4@test/success_rate");
        assert_eq!(EPISODES.of("my/suite.txt").name(), "episodes/my.suite.txt");
        assert_eq!(TD_LOSS.name(), "losses/td_loss");
        assert_eq!(TD_LOSS.kind(), TagKind::Scalar);
        assert!(TD_LOSS.sentence().starts_with("Loss of the action values"));
    }
}
