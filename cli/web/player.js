// @ts-check
// An answer as falling pieces on a canvas, with the target behind them.

import { isFilled } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Thought} Thought */

/** @type {Record<string, string>} */
export const COLOURS = {
  I: "#45c4d9",
  O: "#f0c74b",
  T: "#b075dc",
  S: "#62c26c",
  Z: "#e85d63",
  J: "#5586e8",
  L: "#ef9448",
  // What was there at the start.
  X: "#8a94a6",
};
const FALL = 260;
const FLASH = 240;
const HOLD = 90;

/** The letters of the pieces by row and column. @typedef {(string | null)[][]} Tiles */

/** The boards after each move, the start first.
 *  @param {Board} target @param {Answer} answer @param {Board | null} start @returns {Tiles[]} */
export function boardsOf(target, answer, start) {
  let tiles = tilesOf(target, start);
  const boards = [tiles];
  for (const move of answer.moves) {
    tiles = landed(tiles, move).filter((_, row) => !move.cleared.includes(row));
    while (tiles.length < target.height) tiles.push(new Array(target.width).fill(null));
    boards.push(tiles);
  }
  return boards;
}

/** @param {Board} target @param {Board | null} start @returns {Tiles} */
function tilesOf(target, start) {
  return Array.from({ length: target.height }, (_, row) =>
    Array.from({ length: target.width }, (_, column) => (start && isFilled(start, row, column) ? "X" : null)),
  );
}

/** @param {Tiles} tiles @param {import("./api.js").Move} move @returns {Tiles} */
function landed(tiles, move) {
  const next = tiles.map((row) => row.slice());
  for (const [row, column] of move.cells) next[row][column] = move.piece;
  return next;
}

/** One board on which an answer is played; time is counted in steps, the fraction is the move under way. */
export class Player {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {Board | null} */ this.target = null;
    /** @type {Answer | null} */ this.answer = null;
    /** @type {Tiles[]} */ this.boards = [];
    /** @type {{step: number, thought: Thought} | null} */ this.thinking = null;
  }

  /** @param {Board} target @param {Answer | null} answer @param {Board | null} start */
  load(target, answer, start) {
    this.target = target;
    this.answer = answer;
    this.thinking = null;
    this.boards = answer ? boardsOf(target, answer, start) : start ? [tilesOf(target, start)] : [];
    const ratio = target.width / target.height;
    this.canvas.style.setProperty("--ratio", String(ratio));
    this.canvas.parentElement?.style.setProperty("--ratio", String(ratio));
  }

  get steps() {
    return this.answer ? this.answer.moves.length : 0;
  }

  /** How long a move takes at speed 1, in milliseconds. @param {number} index */
  duration(index) {
    const move = this.answer?.moves[index];
    return move ? FALL + HOLD + (move.cleared.length > 0 ? FLASH : 0) : 0;
  }

  /** The board after `step` whole steps as text rows from the top. @param {number} step */
  textAt(step) {
    const tiles = this.boards[Math.min(step, this.steps)] ?? [];
    const rows = tiles.map((row) => row.map((tile) => (tile ? "#" : ".")).join(""));
    while (rows.length > 1 && !rows[rows.length - 1].includes("#")) rows.pop();
    return rows.reverse().join("\n");
  }

  /** @param {number} time */
  draw(time) {
    const { target, canvas } = this;
    if (!target) return;
    const ratio = window.devicePixelRatio || 1;
    const box = canvas.getBoundingClientRect();
    const cell = Math.max(4, Math.floor((box.width * ratio) / target.width));
    if (canvas.width !== cell * target.width || canvas.height !== cell * target.height) {
      canvas.width = cell * target.width;
      canvas.height = cell * target.height;
    }
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const y = (/** @type {number} */ row) => (target.height - 1 - row) * cell;
    pen.fillStyle = "#10141c";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = "#1e2531";
    for (let column = 1; column < target.width; column += 1) pen.fillRect(column * cell, 0, 1, canvas.height);
    for (let row = 1; row < target.height; row += 1) pen.fillRect(0, row * cell, canvas.width, 1);
    const tile = (
      /** @type {number} */ column,
      /** @type {number} */ top,
      /** @type {string} */ piece,
      /** @type {number} */ alpha,
    ) => {
      pen.globalAlpha = alpha;
      pen.fillStyle = COLOURS[piece];
      pen.beginPath();
      pen.roundRect(column * cell + 1, top + 1, cell - 2, cell - 2, cell * 0.16);
      pen.fill();
      pen.globalAlpha = alpha * 0.28;
      pen.fillStyle = "#ffffff";
      pen.fillRect(column * cell + cell * 0.16, top + cell * 0.1, cell * 0.68, Math.max(1, cell * 0.09));
      pen.globalAlpha = 1;
    };
    // An outline, so that it is not taken for a piece that lies there.
    const ghost = (
      /** @type {number} */ column,
      /** @type {number} */ top,
      /** @type {string} */ piece,
      /** @type {number} */ probability,
    ) => {
      const width = Math.max(1, cell * 0.1);
      const [edge, side] = [1 + width / 2, cell - 2 - width];
      pen.beginPath();
      pen.roundRect(column * cell + edge, top + edge, side, side, cell * 0.14);
      pen.fillStyle = COLOURS[piece];
      pen.globalAlpha = 0.05 + 0.15 * probability;
      pen.fill();
      pen.strokeStyle = COLOURS[piece];
      pen.lineWidth = width;
      pen.globalAlpha = 0.2 + 0.75 * probability;
      pen.stroke();
      pen.globalAlpha = 1;
    };
    // The target as a ghost.
    pen.fillStyle = "#2c3648";
    for (let row = 0; row < target.height; row += 1) {
      for (let column = 0; column < target.width; column += 1) {
        if ((target.rows[row] >> column) & 1) {
          pen.beginPath();
          pen.roundRect(column * cell + 2, y(row) + 2, cell - 4, cell - 4, cell * 0.16);
          pen.fill();
        }
      }
    }
    if (this.boards.length === 0) return;
    const step = Math.min(Math.floor(time), this.steps);
    const share = time - step;
    const { thinking } = this;
    if (thinking && thinking.step === step) {
      // The likeliest placements as ghosts, the likelier the clearer; the less likely ones first.
      for (const placement of thinking.thought.policy.slice().reverse()) {
        for (const [row, column] of placement.cells)
          ghost(column, y(row), placement.piece, placement.probability);
      }
    }
    const move = share > 0 ? this.answer?.moves[step] : undefined;
    const isLast = step === this.steps;
    if (!move) {
      const last = this.answer?.moves[step - 1];
      this.tiles(this.boards[step], tile, y, isLast || last?.cleared.length ? 1 : 0.72);
      if (!isLast && last && last.cleared.length === 0)
        for (const [row, column] of last.cells) tile(column, y(row), last.piece, 1);
      return;
    }
    const passed = share * this.duration(step);
    const fallen = Math.min(1, passed / FALL);
    const top = Math.max(...move.cells.map(([row]) => row));
    const lift = (target.height - 1 - top) * (1 - fallen * fallen) * cell;
    this.tiles(this.boards[step], tile, y, 0.72);
    for (const [row, column] of move.cells) tile(column, y(row) - lift, move.piece, 1);
    if (move.cleared.length > 0 && passed > FALL) {
      pen.globalAlpha = Math.abs(Math.sin(((passed - FALL) / FLASH) * Math.PI * 1.5)) * 0.85;
      pen.fillStyle = "#ffffff";
      for (const row of move.cleared) pen.fillRect(0, y(row), canvas.width, cell);
      pen.globalAlpha = 1;
    }
  }

  /** @param {Tiles} tiles @param {(column: number, top: number, piece: string, alpha: number) => void} tile
   *  @param {(row: number) => number} y @param {number} alpha */
  tiles(tiles, tile, y, alpha) {
    tiles.forEach((line, row) =>
      line.forEach((piece, column) => {
        if (piece) tile(column, y(row), piece, alpha);
      }),
    );
  }
}
