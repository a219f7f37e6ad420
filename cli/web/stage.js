// @ts-check
// One agent at work: its board, what it is doing, and its answers as they get shorter.

import { Search, think } from "./api.js";
import { sizeOf, toText } from "./board.js";
import { Player } from "./player.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./api.js").Answer} Answer */

export class Stage {
  /** @param {HTMLElement} parent @param {Board} target @param {Board | null} start @param {() => void} changed */
  constructor(parent, target, start, changed) {
    this.target = target;
    this.start = start;
    this.changed = changed;
    /** @type {Answer | null} */ this.answer = null;
    /** @type {Search | null} */ this.search = null;
    this.isRunning = false;
    /** @type {string | undefined} the agent whose network is asked what it thinks */ this.thinker = undefined;
    this.figure = document.createElement("figure");
    this.figure.className = "stage";
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.caption = document.createElement("figcaption");
    this.words = document.createElement("div");
    this.words.setAttribute("role", "status");
    this.meter = document.createElement("div");
    this.meter.className = "meter";
    this.bar = document.createElement("i");
    this.meter.append(this.bar);
    this.meter.hidden = true;
    this.opinion = document.createElement("div");
    this.opinion.className = "opinion";
    this.thinks = new AbortController();
    this.caption.append(this.words, this.meter, this.opinion);
    this.figure.append(this.canvas, this.caption);
    parent.append(this.figure);
    this.player = new Player(this.canvas);
    this.player.load(target, null, start);
    this.showStep(0);
  }

  /** @param {string} agent @param {number} seconds @param {string} name */
  async solve(agent, seconds, name) {
    this.isRunning = true;
    this.agent = agent;
    const listener = {
      queue: (/** @type {number} */ place) =>
        this.say(place > 0 ? `Waits: place ${place} in the queue.` : `${agent} searches.`),
      search: (/** @type {string} */ stage, /** @type {number} */ nodes, /** @type {number} */ passed) => {
        if (!this.answer)
          this.say(`${agent}: ${stage || "searching"}, ${short(nodes)} boards, ${passed.toFixed(1)} s`);
      },
      found: (/** @type {Answer} */ answer) => this.show(answer, "searching for a shorter one"),
      done: (/** @type {Answer} */ answer) => {
        this.isRunning = false;
        this.finish(answer);
      },
      failed: (/** @type {string} */ sentence) => {
        this.isRunning = false;
        this.say(sentence);
        this.changed();
      },
    };
    try {
      const from = this.start ? { start: toText(this.start) } : {};
      const asked = { board: toText(this.target), size: sizeOf(this.target), ...from, agent, seconds, name };
      this.search = await Search.start(asked, listener);
    } catch (error) {
      listener.failed(error instanceof Error ? error.message : String(error));
    }
  }

  stop() {
    this.search?.stop();
  }

  /** Ends everything, for a stage that is taken away. */
  remove() {
    this.search?.source.close();
    this.figure.remove();
  }

  /** @param {Answer} answer @param {string} then */
  show(answer, then) {
    this.answer = answer;
    this.player.load(this.target, answer, this.start);
    const { pieces, lower_bound: least } = answer;
    if (pieces === null) return;
    const proof = answer.proved_optimal ? "proved shortest" : `at least ${least}`;
    const lines = answer.moves.reduce((sum, move) => sum + move.cleared.length, 0);
    const rest = then ? `; ${then}` : ` (${answer.seconds.toFixed(2)} s)`;
    this.say(
      `${answer.agent}: ${counted(pieces, "piece")}, ${proof}, ${counted(lines, "row")} cleared${rest}`,
    );
    this.meter.hidden = false;
    this.meter.title = `${pieces} pieces found, ${least} are the proved minimum`;
    this.bar.style.width = `${pieces === 0 ? 100 : Math.round((100 * least) / pieces)}%`;
    this.changed();
  }

  /** @param {Answer} answer */
  finish(answer) {
    if (answer.status === "solved") this.show(answer, "");
    else if (answer.status === "unreachable") this.say(`Cannot be reached: ${answer.reason}.`);
    else
      this.say(
        `${answer.agent} found no way in ${answer.seconds.toFixed(1)} s. Another agent or more seconds may.`,
      );
    this.changed();
  }

  /** Asks the network about the board of a step, or forgets what it thinks.
   *  @param {number} step @param {boolean} isAsked @param {() => void} draw */
  async think(step, isAsked, draw) {
    this.thinks.abort();
    this.player.thinking = null;
    this.opinion.textContent = "";
    if (!isAsked || !this.answer) return;
    this.thinks = new AbortController();
    const now = this.player.textAt(step);
    const asked = { board: toText(this.target), size: sizeOf(this.target), now, agent: this.thinker };
    try {
      const thought = await think(asked, this.thinks.signal);
      this.player.thinking = { step, thought };
      const [likeliest] = thought.policy;
      const more = thought.distance === null ? "" : `about ${thought.distance.toFixed(1)} pieces more, `;
      const first = likeliest
        ? `; likeliest ${likeliest.piece} in column ${likeliest.column + 1}, ${percent(likeliest.probability)}`
        : "";
      this.opinion.textContent = `The network of ${this.thinker}: ${more}${percent(thought.success)} reachable${first}`;
      draw();
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      this.opinion.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {string} words */
  say(words) {
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  /** Puts the board of a step into the document. @param {number} step */
  showStep(step) {
    const text = this.player.textAt(step);
    this.figure.dataset.step = String(step);
    this.figure.dataset.board = text;
    const move = step > 0 ? this.answer?.moves[step - 1] : undefined;
    const moved = move ? `, ${move.piece} in column ${move.column + 1}` : "";
    this.canvas.setAttribute(
      "aria-label",
      this.answer ? `Step ${step} of ${this.player.steps}${moved}` : "The target, not solved yet",
    );
  }
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(0)} %`;
}

/** A number of things in words. @param {number} count @param {string} thing */
export function counted(count, thing) {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** A number in a few characters. @param {number} value */
export function short(value) {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  return value >= 1e3 ? `${(value / 1e3).toFixed(1)} k` : String(value);
}
