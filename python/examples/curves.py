"""Draws learning curves as SVG from the lines of JSON that the other examples print.

python sb3_dqn_her.py --replay her-ends >> found.jsonl
python curves.py found.jsonl --title "6x6, 1 to 3 pieces" --out curves.svg
"""

import argparse
import html
import json
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 340, 52, 588, 44, 290
COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b"]


def rounded(value):
    """A number of steps in few letters."""
    return f"{value / 1000:g}k" if value >= 1000 else f"{value:g}"


def drawn(title, found):
    """An SVG of success over environment steps, one curve per line of JSON."""
    last = max(step for one in found for step, _ in one["curve"])
    top = max(success for one in found for _, success in one["curve"])
    most = next(share for share in (0.25, 0.5, 1.0) if top <= share)

    def place(step, success):
        across = LEFT + (RIGHT - LEFT) * step / last
        return f"{across:.1f} {BOTTOM - (BOTTOM - TOP) * success / most:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{WIDTH / 2}" y="24" text-anchor="middle" font-size="15">{html.escape(title)}</text>',
    ]
    for quarter in range(5):
        y = BOTTOM - (BOTTOM - TOP) * quarter / 4
        x = LEFT + (RIGHT - LEFT) * quarter / 4
        parts += [
            f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="#ddd"/>',
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{100 * most * quarter / 4:g} %</text>',
            f'<text x="{x:.1f}" y="{BOTTOM + 18}" text-anchor="middle">{rounded(last * quarter / 4)}</text>',
        ]
    parts.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 38}" text-anchor="middle">environment steps</text>')
    for index, one in enumerate(found):
        colour = COLOURS[index % len(COLOURS)]
        points = "L".join(place(*point) for point in one["curve"])
        y = TOP + 12 + 18 * index
        parts += [
            f'<path d="M{points}" fill="none" stroke="{colour}" stroke-width="2"/>',
            f'<path d="M{LEFT + 12} {y}h24" stroke="{colour}" stroke-width="3"/>',
            f'<text x="{LEFT + 44}" y="{y + 4}">{html.escape(one["algorithm"])}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", help="lines of JSON; others are left out")
    parser.add_argument("--title", default="Success in greedy play")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    lines = [line for name in args.files for line in open(name, encoding="utf-8")]
    found = [json.loads(line) for line in lines if line.startswith("{")]
    found = [one for one in found if one.get("curve")]
    if not found:
        sys.exit("no line has a curve")
    with open(args.out, "w", encoding="utf-8") as out:
        out.write(drawn(args.title, found))


if __name__ == "__main__":
    main()
