"""tetreach and Stable-Baselines3 in turn, each for SECONDS: compare.py SECONDS

The last column is the ratio of the same work per second of processor time, which other jobs on the machine change
little; it says nothing about how well two cores are used."""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TETREACH = HERE.parents[1] / "target/release/tetreach"
SECONDS = float(sys.argv[1])
# What Stable-Baselines3's DQN takes by default, and what its hindsight examples take.
BATCHES = (32, 256)


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=HERE)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def tetreach(*settings):
    sets = [argument for setting in settings for argument in ("--set", setting)]
    command = [TETREACH, "bench", "train", "--format", "json", "--config", HERE / "peer.toml"]
    return run([*command, "--seconds", str(SECONDS), *sets])


def sb3(boards, gradient_steps, epsilon, threads, batch=256):
    program = [sys.executable, HERE / "sb3_her.py"]
    return run([*program, *map(str, (boards, gradient_steps, epsilon, batch, SECONDS, threads))])


def epsilon(value):
    return f'exploration.epsilon={{kind="constant",value={value}}}'


def show(title, key, ours, theirs):
    """Compares the best of each."""
    our_best, best = (max(reports, key=lambda report: report[key]) for reports in (ours, theirs))
    ratio = our_best[key] / max(best[key], 1e-9)
    work = ratio * best["processor_use"] / max(our_best["processor_use"], 1e-9)
    print(f"{title:<60} {our_best[key]:>10,.1f} {best[key]:>10,.1f} {ratio:>7.1f} {work:>7.1f}", flush=True)


def threaded(*settings):
    """With one thread for the updates, and with two."""
    return [tetreach(*settings, f"run.threads={threads}") for threads in (1, 2)]


def main():
    print(f"{'':<60} {'tetreach':>10} {'SB3':>10} {'ratio':>7} {'by CPU':>7}", flush=True)
    # Hardly any updates, as the peer makes none: at 0.001 they would already be what the actors wait for.
    collecting = "actors.replay_ratio=0.00001"
    at_random = [tetreach(collecting, epsilon(1.0), f"actors.count={actors}") for actors in (1, 2)]
    show("transitions/s, collecting, random play, 64 boards", "transitions_per_second",
         at_random, [sb3(64, 0, 1.0, 1)])
    show("transitions/s, collecting, random play, SB3 with 1 board", "transitions_per_second",
         at_random, [sb3(1, 0, 1.0, 1)])
    by_network = [tetreach(collecting, f"actors.count={actors}") for actors in (1, 2)]
    show("transitions/s, collecting, network plays 90 %, 64 boards", "transitions_per_second",
         by_network, [sb3(64, 0, 0.1, threads) for threads in (1, 2)])
    show("transitions/s, collecting, network plays, SB3 with 1 board", "transitions_per_second",
         by_network, [sb3(1, 0, 0.1, 1)])
    for batch in BATCHES:
        size = f"learner.batch_size={batch}"
        show(f"gradient steps/s, training, replay ratio 8, batches of {batch}", "gradient_steps_per_second",
             threaded(size), [sb3(64, 512 // batch, 0.1, threads, batch) for threads in (1, 2)])
        show(f"gradient steps/s, learning alone, batches of {batch}", "gradient_steps_per_second",
             threaded(size, "actors.replay_ratio=100000"), [sb3(1, 32, 0.1, threads, batch) for threads in (1, 2)])


main()
