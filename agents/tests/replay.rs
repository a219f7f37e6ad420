//! Replay keeps what it should, relabels truthfully, and comes back from a file exactly.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tetreach_agents::replay::{
    EpisodeRing, GoalSelection, HindsightSettings, Minibatch, PrioritySettings, ReplayBuffer, ReplayError,
    ReplaySettings, TransitionId,
};
use tetreach_agents::toy::corridor::{CorridorTask, LEFT, RIGHT};
use tetreach_agents::{Action, GoalTask, Transition};

const TASK: CorridorTask = CorridorTask { length: 9, max_steps: 12 };

/// What a writer may do.
#[derive(Clone, Copy, Debug)]
enum Call {
    Begin,
    Push,
    End,
}

fn calls() -> impl Strategy<Value = Vec<(usize, Call)>> {
    let call = prop_oneof![1 => Just(Call::Begin), 8 => Just(Call::Push), 2 => Just(Call::End)];
    proptest::collection::vec((0usize..3, call), 0..300)
}

/// An episode as a plain list.
type Plain = (Vec<u32>, Vec<Action>, u32);

proptest! {
    #[test]
    fn the_ring_holds_exactly_the_newest_whole_episodes(calls in calls(), capacity in 1usize..40) {
        let mut ring = EpisodeRing::<u32, u32>::new(capacity, 3).unwrap();
        let mut open: [Option<Plain>; 3] = [None, None, None];
        let mut finished: Vec<(u64, Plain)> = Vec::new();
        let mut next_id = 0;
        for (stamp, (writer, call)) in calls.into_iter().enumerate() {
            let stamp = stamp as u32;
            match (call, &mut open[writer]) {
                (Call::Begin, slot) => {
                    ring.begin(writer, stamp, stamp + 1000).unwrap();
                    *slot = Some((vec![stamp], vec![], stamp + 1000));
                }
                (Call::Push, Some(plain)) => {
                    ring.push(writer, Action(stamp as u16), stamp).unwrap();
                    plain.0.push(stamp);
                    plain.1.push(Action(stamp as u16));
                }
                (Call::End, slot @ Some(_)) => {
                    let plain = slot.take().unwrap();
                    let length = plain.1.len();
                    let outcome = ring.end(writer);
                    if length > capacity {
                        prop_assert_eq!(outcome, Err(ReplayError::EpisodeTooLong { length, capacity }));
                    } else if length > 0 {
                        finished.push((next_id, plain));
                        next_id += length as u64;
                    }
                }
                (Call::Push, None) => {
                    prop_assert_eq!(ring.push(writer, LEFT, 0), Err(ReplayError::NoOpenEpisode { writer }));
                }
                (Call::End, None) => {
                    prop_assert_eq!(ring.end(writer), Err(ReplayError::NoOpenEpisode { writer }));
                }
            }
            let mut room = capacity;
            let kept = finished.iter().rev().take_while(|(_, plain)| {
                let fits = plain.1.len() <= room;
                room = room.saturating_sub(if fits { plain.1.len() } else { room });
                fits
            });
            let mut held = 0;
            for (first, (states, actions, goal)) in kept {
                held += actions.len();
                for (i, &action) in actions.iter().enumerate() {
                    let (episode, at) = ring.find(TransitionId(first + i as u64)).unwrap();
                    prop_assert_eq!((at, episode.len(), episode.desired_goal()), (i, actions.len(), *goal));
                    let (state, next_state) = (states[i], states[i + 1]);
                    let expected = Transition { state, action, next_state, elapsed: i as u32 + 1 };
                    prop_assert_eq!(episode.transition(at), expected);
                }
            }
            prop_assert_eq!(ring.len(), held);
            prop_assert!(held <= capacity);
            prop_assert_eq!(ring.ids(), next_id - held as u64..next_id);
            prop_assert!(ring.find(TransitionId(next_id)).is_none());
            prop_assert!(ring.find(TransitionId(ring.ids().start.wrapping_sub(1))).is_none());
        }
    }

    #[test]
    fn relabelled_returns_equal_a_computation_from_scratch(
        seed: u64,
        n_step in 1usize..5,
        strategy in prop_oneof![Just(GoalSelection::Future), Just(GoalSelection::Final), Just(GoalSelection::Episode)],
        prioritised: bool,
    ) {
        let hindsight = HindsightSettings { goal_selection_strategy: strategy, ..Default::default() };
        let priority = prioritised.then(PrioritySettings::default);
        let settings = ReplaySettings { capacity: 200, hindsight, n_step, priority, ..Default::default() };
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut buffer = filled(settings, &mut rng);
        let mut batch = Minibatch::default();
        buffer.sample(&TASK, 50, &mut rng, &mut batch).unwrap();
        prop_assert_eq!(batch.len(), 50);
        prop_assert_eq!(batch.relabelled.iter().filter(|relabelled| **relabelled).count(), 40);
        for k in 0..50 {
            let (episode, i) = buffer.ring.find(batch.ids[k]).unwrap();
            let goal = batch.desired_goals[k];
            let later = |from: usize| (from..episode.len()).any(|step| episode.state(step + 1) == goal);
            match (batch.relabelled[k], strategy) {
                (false, _) => prop_assert_eq!(goal, episode.desired_goal()),
                (true, GoalSelection::Future) => prop_assert!(later(i)),
                (true, GoalSelection::Final) => prop_assert_eq!(goal, episode.state(episode.len())),
                (true, GoalSelection::Episode) => prop_assert!(later(0)),
            }
            let (mut reward, mut factor, mut step) = (0.0f32, 1.0f32, i);
            let ended = loop {
                let transition = episode.transition(step);
                reward += factor * TASK.reward(&transition, &goal);
                factor *= settings.discount;
                step += 1;
                if transition.next_state == goal {
                    break true;
                }
                if step == episode.len() || step == i + n_step {
                    break false;
                }
            };
            prop_assert_eq!(batch.rewards[k], reward);
            prop_assert_eq!(batch.bootstraps[k], if ended { 0.0 } else { factor });
            prop_assert_eq!(batch.next_states[k], episode.state(step));
            prop_assert_eq!((batch.states[k], batch.actions[k]), (episode.state(i), episode.transition(i).action));
            let reached = (i..=episode.len()).find(|&step| episode.state(step) == goal);
            prop_assert_eq!(batch.steps_to_goal[k], reached.map(|step| (step - i) as u32));
            prop_assert!(batch.weights[k] > 0.0 && batch.weights[k] <= 1.0);
        }
    }

    #[test]
    fn a_restored_buffer_goes_on_exactly(seed: u64, prioritised: bool) {
        let priority = prioritised.then(PrioritySettings::default);
        let settings = ReplaySettings { capacity: 150, writers: 2, n_step: 3, priority, ..Default::default() };
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut buffer = filled(settings, &mut rng);
        buffer.ring.begin(1, 4, 8).unwrap();
        buffer.ring.push(1, LEFT, 3).unwrap();
        let mut batch = Minibatch::default();
        buffer.sample(&TASK, 20, &mut rng, &mut batch).unwrap();
        buffer.update_priorities(&batch.ids, &batch.rewards);

        let bytes = postcard::to_stdvec(&(&buffer, &rng)).unwrap();
        let (mut restored, mut restored_rng): (ReplayBuffer<u16, u16>, Pcg64Mcg) =
            postcard::from_bytes(&bytes).unwrap();
        prop_assert_eq!(&restored.ring, &buffer.ring);
        let mut restored_batch = Minibatch::default();
        for _ in 0..5 {
            for (buffer, rng, batch) in
                [(&mut buffer, &mut rng, &mut batch), (&mut restored, &mut restored_rng, &mut restored_batch)]
            {
                buffer.ring.push(1, RIGHT, 4).unwrap();
                buffer.ring.end(1).unwrap();
                buffer.ring.begin(1, 4, 8).unwrap();
                buffer.sample(&TASK, 20, rng, batch).unwrap();
                buffer.update_priorities(&batch.ids, &batch.rewards);
            }
            prop_assert_eq!(&restored_batch, &batch);
        }
    }

    #[test]
    fn damaged_bytes_are_refused_or_harmless(seed: u64, at: prop::sample::Index, bit in 0u8..8) {
        let settings = ReplaySettings { capacity: 40, priority: Some(Default::default()), ..Default::default() };
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut buffer = filled(settings, &mut rng);
        let mut batch = Minibatch::default();
        buffer.sample(&TASK, 20, &mut rng, &mut batch).unwrap();
        let mut bytes = postcard::to_stdvec(&buffer).unwrap();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        if let Ok(mut read) = postcard::from_bytes::<ReplayBuffer<u16, u16>>(&bytes) {
            let _ = read.sample(&TASK, 20, &mut rng, &mut batch);
        }
    }
}

/// A buffer filled to the brim with random walks.
fn filled(settings: ReplaySettings, rng: &mut Pcg64Mcg) -> ReplayBuffer<u16, u16> {
    let mut buffer = ReplayBuffer::new(settings).unwrap();
    for _ in 0..100 {
        let mut place = rng.random_range(0..TASK.length);
        buffer.ring.begin(0, place, rng.random_range(0..TASK.length)).unwrap();
        for _ in 0..rng.random_range(1..=TASK.max_steps) {
            let action = TASK.legal_actions(&place).sample(rng).unwrap();
            place = TASK.walk(place, action);
            buffer.ring.push(0, action, place).unwrap();
        }
        buffer.ring.end(0).unwrap();
    }
    buffer
}

#[test]
fn returns_grow_shorter_when_told_to_and_a_file_keeps_the_settings() {
    let settings = ReplaySettings { capacity: 200, n_step: 8, discount: 1.0, ..Default::default() };
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut buffer = ReplayBuffer::new(settings).unwrap();
    let places: Vec<u16> = (0..9).collect();
    // A goal that is never reached: each step costs 1.
    buffer.push_episode(&places, &[RIGHT; 8], 99).unwrap();
    let mut batch = Minibatch::default();
    for n_step in [8, 3, 1] {
        buffer.set_n_step(n_step);
        buffer.sample(&TASK, 100, &mut rng, &mut batch).unwrap();
        for k in (0..100).filter(|k| !batch.relabelled[*k]) {
            let steps = (8 - usize::from(batch.states[k])).min(n_step);
            assert_eq!(batch.rewards[k], -(steps as f32), "{n_step}");
        }
    }
    assert_eq!(buffer.settings(), &settings);
    let read: ReplayBuffer<u16, u16> = postcard::from_bytes(&postcard::to_stdvec(&buffer).unwrap()).unwrap();
    assert_eq!(read.settings(), &settings);
}

#[test]
fn nothing_is_drawn_before_the_first_episode_ends() {
    let mut buffer = ReplayBuffer::new(ReplaySettings { capacity: 10, ..Default::default() }).unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(0);
    let mut batch = Minibatch::default();
    buffer.ring.begin(0, 1, 2).unwrap();
    buffer.ring.push(0, RIGHT, 2).unwrap();
    let refused = buffer.sample(&TASK, 1, &mut rng, &mut batch);
    assert_eq!(refused, Err(ReplayError::NoFinishedEpisode));
    buffer.ring.end(0).unwrap();
    assert_eq!(buffer.sample(&TASK, 1, &mut rng, &mut batch), Ok(()));
    assert_eq!(buffer.ring.begin(1, 0, 0), Err(ReplayError::UnknownWriter { writer: 1, writers: 1 }));
}

#[test]
fn senseless_settings_are_refused() {
    let sound = ReplaySettings::default();
    for broken in [
        ReplaySettings { capacity: 0, ..sound },
        ReplaySettings { n_step: 0, ..sound },
        ReplaySettings { discount: 1.5, ..sound },
        ReplaySettings { discount: f32::NAN, ..sound },
        ReplaySettings {
            capacity: 9,
            priority: Some(PrioritySettings { alpha: -1.0, ..Default::default() }),
            ..sound
        },
        ReplaySettings {
            capacity: 9,
            priority: Some(PrioritySettings { epsilon: 0.0, ..Default::default() }),
            ..sound
        },
    ] {
        let refused = ReplayBuffer::<u16, u16>::new(broken);
        assert!(matches!(refused, Err(ReplayError::InvalidSettings { .. })), "{broken:?}");
    }
}

#[test]
fn a_million_transitions_of_64_bytes_stay_below_100_megabytes() {
    type State = [u64; 8];
    let mut ring = EpisodeRing::<State, State>::new(1_000_000, 1).unwrap();
    let states = [[0; 8]; 9];
    let actions = [LEFT; 8];
    // Half as much again, so that the ring has gone round.
    for _ in 0..187_500 {
        ring.push_episode(&states, &actions, states[0]).unwrap();
    }
    assert_eq!(ring.len(), 1_000_000);
    let least = 1_000_000 * (64 + 2) + 125_000 * (64 + 64 + 8);
    assert!((least..100_000_000).contains(&ring.bytes()), "{} bytes", ring.bytes());
}

#[test]
fn goals_that_are_not_accepted_are_never_drawn() {
    let settings = ReplaySettings { capacity: 20, ..ReplaySettings::default() };
    let mut replay = ReplayBuffer::new(settings).unwrap();
    replay.ring.push_episode(&[0, 1, 2, 3, 4], &[RIGHT; 4], 4).unwrap();
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut batch = Minibatch::default();
    replay.sample_where(&TASK, 200, &mut rng, &mut batch, |_, goal| goal % 2 == 0).unwrap();
    assert_eq!(batch.len(), 200);
    assert!(batch.desired_goals.iter().all(|goal| goal % 2 == 0));
    assert!(batch.desired_goals.contains(&2) && batch.desired_goals.contains(&4));
    let refused = replay.sample_where(&TASK, 2, &mut rng, &mut batch, |_, _| false);
    assert_eq!(refused, Err(ReplayError::GoalsRefused));
}

#[test]
fn advice_holds_under_the_goal_it_was_given_for_and_goes_with_its_episode() {
    let settings = ReplaySettings { capacity: 5, ..ReplaySettings::default() };
    let mut replay = ReplayBuffer::new(settings).unwrap();
    // The episode misses its goal, 8; without advice there is nothing to imitate under it.
    replay.ring.push_episode(&[2, 3, 2, 1], &[RIGHT, LEFT, LEFT], 8).unwrap();
    let advice = [(LEFT, 0.25), (RIGHT, 0.75)];
    replay.ring.advise(TransitionId(1), Box::new(advice));
    replay.ring.advise(TransitionId(3), Box::new(advice));
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let mut batch = Minibatch::default();
    replay.sample(&TASK, 400, &mut rng, &mut batch).unwrap();
    for sample in 0..batch.len() {
        let expected = match (batch.relabelled[sample], batch.ids[sample], batch.steps_to_goal[sample]) {
            (false, TransitionId(1), _) => advice.to_vec(),
            (false, ..) | (true, _, Some(0)) => vec![],
            (true, ..) => vec![(batch.actions[sample], 1.0)],
        };
        assert_eq!(batch.policy(sample), expected);
    }
    let json = serde_json::to_string(&replay.ring).unwrap();
    assert_eq!(serde_json::from_str::<EpisodeRing<u16, u16>>(&json).unwrap(), replay.ring);
    assert!(serde_json::from_str::<EpisodeRing<u16, u16>>(&json.replace("{\"1\":", "{\"7\":")).is_err());
    replay.ring.push_episode(&[2, 3, 4, 5, 6], &[RIGHT; 4], 6).unwrap();
    assert_eq!(replay.ring.advice(TransitionId(1)), None);
}

#[test]
fn under_a_move_that_was_shown_replay_finds_by_itself_what_leads_on() {
    let mut replay = ReplayBuffer::new(ReplaySettings { capacity: 5, ..ReplaySettings::default() }).unwrap();
    replay.ring.push_episode(&[2, 3, 4], &[RIGHT, RIGHT], 4).unwrap();
    replay.ring.advise(TransitionId(0), Box::default());
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut batch = Minibatch::default();
    replay.sample(&TASK, 200, &mut rng, &mut batch).unwrap();
    for sample in 0..batch.len() {
        assert_eq!(batch.advised[sample], batch.ids[sample] == TransitionId(0));
        assert_eq!(batch.policy(sample), [(RIGHT, 1.0)]);
    }
}
