// @ts-check
// Training runs: the numbers of several runs over each other, read on as they are written.

import * as api from "./api.js";
import { fromText, isFilled } from "./board.js";
import { chart } from "./chart.js";

const PALETTE = ["#4c78d8", "#e08a3c", "#3f9f6b", "#b565c9", "#c9504f", "#2fa3b3", "#a58a2b", "#7a7f8c"];
/** Tags that come first; others follow by name. */
const FIRST = ["eval/", "rollout/success", "losses/"];
const EVERY = 2000;
const EVALUATE_EVERY = 15000;
const MOST_CHARTS = 24;
const MOST_POINTS = 20000;

/** @typedef {{offset: number, points: Map<string, {step: number, seconds: number, value: number}[]>}} Read */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);

export class RunsView {
  constructor() {
    /** @type {string[]} */ this.names = [];
    /** @type {Set<string>} */ this.chosen = new Set();
    /** @type {Map<string, Read>} */ this.read = new Map();
    /** @type {ReturnType<typeof setInterval> | undefined} */ this.timer = undefined;
    this.isBusy = false;
    this.looked = { name: "", at: -Infinity };
    by("axis").addEventListener("change", () => this.draw());
  }

  show() {
    void this.update();
    this.timer ??= setInterval(() => {
      if (!document.hidden) void this.update();
    }, EVERY);
  }

  hide() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Reads what is new of the runs that are shown. */
  async update() {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const names = await api.runs();
      if (names.join("\n") !== this.names.join("\n")) this.list(names);
      let isNew = false;
      for (const name of this.chosen) isNew = (await this.readOn(name)) || isNew;
      if (isNew) this.draw();
      await this.evaluate();
      by("runs-note").textContent =
        names.length > 0 ? "" : "There is no run yet. `tetreach train --config FILE` makes one in the folder runs.";
    } catch (error) {
      by("runs-note").textContent = error instanceof Error ? error.message : String(error);
    }
    this.isBusy = false;
  }

  /** Lets the newest weights of the first run that is shown play unseen targets, now and then. */
  async evaluate() {
    const name = this.names.find((each) => this.chosen.has(each)) ?? "";
    if (name === this.looked.name && performance.now() - this.looked.at < EVALUATE_EVERY) return;
    this.looked = { name, at: performance.now() };
    const [title, shelf] = [by("evaluation-title"), by("evaluation")];
    title.hidden = name === "";
    if (name === "") return shelf.replaceChildren();
    try {
      const { step, boards, reason } = await api.played(name);
      const reached = boards.filter((board) => board.reached).length;
      title.textContent =
        reason === null
          ? boards.some((board) => board.score !== null)
            ? `${name}: games by the weights of step ${step}, always with the same pieces`
            : `${name}: unseen targets by the weights of step ${step}, ${reached} of ${boards.length} reached`
          : `${name}: no boards to show, ${reason}`;
      shelf.replaceChildren(...boards.map(playedBoard));
    } catch (error) {
      title.textContent = `${name}: no boards to show, ${error instanceof Error ? error.message : error}`;
      shelf.replaceChildren();
    }
  }

  /** @param {string} name */
  async readOn(name) {
    const read = this.read.get(name) ?? { offset: 0, points: new Map() };
    this.read.set(name, read);
    let isNew = false;
    for (let more = true; more;) {
      const part = await api.numbers(name, read.offset);
      if (part.offset < read.offset) read.points.clear();
      ({ more } = part);
      read.offset = part.offset;
      for (const { step, seconds, ...values } of part.lines) {
        isNew = true;
        for (const [tag, value] of Object.entries(values)) {
          /** @type {{step: number, seconds: number, value: number}[]} */
          const points = read.points.get(tag) ?? [];
          points.push({ step, seconds, value });
          // Long runs keep every second point.
          read.points.set(tag, points.length > MOST_POINTS ? points.filter((_, index) => index % 2 === 0) : points);
        }
      }
    }
    return isNew;
  }

  /** @param {string[]} names */
  list(names) {
    if (this.chosen.size === 0) names.slice(0, 2).forEach((name) => this.chosen.add(name));
    this.names = names;
    by("run-list").replaceChildren(
      ...names.map((name) => {
        const box = document.createElement("input");
        box.type = "checkbox";
        box.checked = this.chosen.has(name);
        box.addEventListener("change", () => {
          if (box.checked) this.chosen.add(name);
          else this.chosen.delete(name);
          this.draw();
          void this.update().then(() => this.draw());
        });
        const dot = document.createElement("i");
        dot.className = `run-${this.colourOf(name)}`;
        const item = document.createElement("label");
        item.append(box, dot, name);
        return item;
      }),
    );
  }

  /** @param {string} name */
  colourOf(name) {
    return Math.max(0, this.names.indexOf(name)) % PALETTE.length;
  }

  draw() {
    const shown = this.names.filter((name) => this.chosen.has(name) && this.read.has(name));
    const tags = new Set(shown.flatMap((name) => [...(this.read.get(name)?.points.keys() ?? [])]));
    const rank = (/** @type {string} */ tag) => {
      const place = FIRST.findIndex((first) => tag.startsWith(first));
      return place < 0 ? FIRST.length : place;
    };
    const ordered = [...tags].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b)).slice(0, MOST_CHARTS);
    const axis = /** @type {"step" | "seconds"} */ (by("axis").value);
    by("charts").replaceChildren(
      ...ordered.map((tag) => {
        const lines = shown.flatMap((name) => {
          const points = this.read.get(name)?.points.get(tag) ?? [];
          const line = points.map((point) => /** @type {[number, number]} */ ([point[axis], point.value]));
          return line.length > 0 ? [{ name, colour: PALETTE[this.colourOf(name)], points: line }] : [];
        });
        return chart(tag, lines);
      }),
    );
  }
}

/** The last board over its target, in a few pixels per cell. @param {api.PlayedBoard} played */
function playedBoard(played) {
  const figure = document.createElement("figure");
  const canvas = document.createElement("canvas");
  const [target, last] = [fromText(played.board, played.size), fromText(played.last, played.size)];
  const scale = 8;
  const top = Math.min(target.height, Math.max(6, 1 + highest(target), 1 + highest(last)));
  canvas.width = target.width * scale;
  canvas.height = top * scale;
  canvas.setAttribute("role", "img");
  const goal = played.reached ? `reached with ${played.pieces} pieces` : `not reached in ${played.pieces} pieces`;
  const outcome = played.score === null ? goal : played.reached ? played.score : `${played.score}, lost`;
  canvas.setAttribute("aria-label", `${played.name}, ${outcome}`);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#10141c";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (let row = 0; row < top; row += 1) {
    for (let column = 0; column < target.width; column += 1) {
      const [wanted, filled] = [isFilled(target, row, column), isFilled(last, row, column)];
      if (!wanted && !filled) continue;
      // Right, still missing, too much.
      const colour = wanted && filled ? "#62c26c" : wanted ? "#3b4a66" : "#e85d63";
      pen.fillStyle = played.score === null ? colour : "#7f95bd";
      pen.fillRect(column * scale, (top - 1 - row) * scale, scale - 1, scale - 1);
    }
  }
  const caption = document.createElement("figcaption");
  caption.textContent =
    played.score === null ? `${played.name} ${played.reached ? "reached" : "missed"}` : `${played.name}: ${outcome}`;
  figure.append(canvas, caption);
  return figure;
}

/** The number of rows up to the highest filled one. @param {import("./board.js").Board} board */
function highest(board) {
  return board.rows.reduce((most, row, index) => (row ? index + 1 : most), 0);
}
