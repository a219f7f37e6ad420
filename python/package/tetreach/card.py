"""Model cards: a README with the YAML front matter that model hubs read."""

from __future__ import annotations

import json
from typing import Any

from tetreach._core import Network
from tetreach.stats import wilson


def model_card(network: Network, *, name: str = "tetreach") -> str:
    """The card of a network in Markdown: what it is, how it was made, its scores with 95 % intervals."""
    if not isinstance(network, Network):
        raise TypeError(f"a card is written of a Network, not of {type(network).__name__}")
    card: dict[str, Any] = json.loads(network.card_json)
    results, rows = [], []
    for score in card["validation"] + card["unseen"]:
        rate = wilson(score["reached"], score["targets"])
        rows.append(f"| {score['suite']} | {rate} | {score['mean_length']:.2f} |")
        results += [
            "  - task: {type: reinforcement-learning, name: reinforcement-learning}",
            f"    dataset: {{name: {json.dumps(score['suite'])}, type: {json.dumps(score['suite'])}}}",
            "    metrics:",
            f"    - {{type: success_rate, value: {rate.successes / max(rate.n, 1):.4f}, name: success rate}}",
        ]
    front = [
        "---",
        "library_name: tetreach",
        "tags: [reinforcement-learning, goal-conditioned, tetris, tetreach]",
        "model-index:",
        f"- name: {json.dumps(name)}",
        "  results:",
        *(results or ["  []"]),
        "---",
    ]
    trunk = card["network"]["settings"]["trunk"]
    body = [
        "",
        f"# {name}",
        "",
        "Given a Tetris board and a target board, judges placements, the number of pieces still needed,",
        "and whether the target can be reached.",
        "",
        f"- Network: {', '.join(f'{key} {value}' for key, value in trunk.items())}",
        f"- Gradient steps: {card['step']}",
        f"- Command: `{card.get('command') or 'not known'}`",
        f"- Version: {card['version']}, commit {card.get('git') or 'not known'}",
        "",
        "Greedy play, without search:",
        "",
        "| Suite | Success (95 % interval) | Mean pieces |",
        "|---|---|---|",
        *rows,
        "",
        "```python",
        "import tetreach",
        'report = tetreach.solve("...#......\\n..###.####", "search", network=tetreach.Network("FOLDER"))',
        "```",
        "",
    ]
    return "\n".join(front + body)
