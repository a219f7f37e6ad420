"""Numbers that Python's package rliable computes from the JSON of a duel, as JSON on standard output.

duel_rliable.py DUEL.json: point estimates, profiles and probabilities of improvement of all comparisons.
duel_rliable.py --interval SCORES.json: the 95 % interval of the IQM of one matrix [rounds][targets].
"""

import json
import sys

import numpy as np
from rliable import library, metrics


def numbers(scores, thresholds):
    scores = {agent: np.array(matrix) for agent, matrix in scores.items()}
    estimates = {
        "iqm": metrics.aggregate_iqm,
        "mean": metrics.aggregate_mean,
        "median": metrics.aggregate_median,
        "optimality_gap": metrics.aggregate_optimality_gap,
    }
    result = {
        name: {agent: float(function(matrix)) for agent, matrix in scores.items()}
        for name, function in estimates.items()
    }
    profiles, _ = library.create_performance_profile(scores, np.array(thresholds), reps=2)
    result["profile"] = {agent: profile.tolist() for agent, profile in profiles.items()}
    result["improvement"] = {
        f"{x},{y}": float(metrics.probability_of_improvement(scores[x], scores[y]))
        for x in scores
        for y in scores
        if x != y
    }
    return result


def interval(matrix):
    _, intervals = library.get_interval_estimates(
        {"agent": np.array(matrix)},
        lambda scores: np.array([metrics.aggregate_iqm(scores)]),
        reps=4000,
        task_bootstrap=True,
        random_state=np.random.RandomState(3),
    )
    return intervals["agent"][:, 0].tolist()


def main():
    if sys.argv[1] == "--interval":
        with open(sys.argv[2], encoding="utf-8") as file:
            print(json.dumps(interval(json.load(file))))
        return
    with open(sys.argv[1], encoding="utf-8") as file:
        duel = json.load(file)
    thresholds = {part["reckoning"]: part["thresholds"] for part in duel["comparisons"]}
    print(json.dumps({key: numbers(scores, thresholds[key]) for key, scores in duel["scores"].items()}))


if __name__ == "__main__":
    main()
