// @ts-check
// Drawing with mouse, touch and keyboard: one stroke keeps its mode.

import { Drawing, emptyBoard, isFilled, mirrored, resized, shifted } from "./board.js";

/** @typedef {import("./board.js").Board} Board */

export class Editor {
  /** @param {HTMLElement} grid @param {Board} board @param {() => void} changed */
  constructor(grid, board, changed) {
    this.grid = grid;
    this.changed = changed;
    this.drawing = new Drawing(board);
    /** @type {HTMLElement[][]} by row from the bottom */ this.cells = [];
    this.cursor = { row: 0, column: 0 };
    /** @type {{fill: boolean, board: Board, row: number, column: number} | null} */ this.stroke = null;
    /** @type {number[]} */ this.marked = [];
    /** @type {[number, number][]} */ this.blamed = [];
    /** @type {Board | null} the other board, seen through this one */ this.ghost = null;
    this.build();
    grid.addEventListener("pointerdown", (event) => this.begin(event));
    grid.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) grid.addEventListener(name, () => this.end());
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("keydown", (event) => this.key(event));
    grid.addEventListener("focusin", (event) => {
      const place = this.placeOf(event.target);
      if (place) this.setCursor(place.row, place.column, false);
    });
  }

  get board() {
    return this.stroke ? this.stroke.board : this.drawing.board;
  }

  /** Makes the cells again for the size of the board. */
  build() {
    const { width, height } = this.board;
    this.grid.style.setProperty("--columns", String(width));
    this.grid.style.setProperty("--rows", String(height));
    this.grid.setAttribute("aria-rowcount", String(height));
    this.grid.setAttribute("aria-colcount", String(width));
    this.cells = [];
    const lines = [];
    for (let row = height - 1; row >= 0; row -= 1) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      this.cells[row] = [];
      for (let column = 0; column < width; column += 1) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.dataset.row = String(row);
        cell.dataset.column = String(column);
        cell.tabIndex = -1;
        line.append(cell);
        this.cells[row][column] = cell;
      }
      lines.push(line);
    }
    this.grid.replaceChildren(...lines);
    this.setCursor(Math.min(this.cursor.row, height - 1), Math.min(this.cursor.column, width - 1), false);
    this.show();
  }

  /** Brings the cells in line with the board. */
  show() {
    const { board } = this;
    for (let row = 0; row < board.height; row += 1) {
      const isMarked = this.marked.includes(row);
      const columns = this.blamed.filter(([at]) => at === row).map(([, column]) => column);
      for (let column = 0; column < board.width; column += 1) {
        const cell = this.cells[row][column];
        const filled = String(isFilled(board, row, column));
        if (cell.getAttribute("aria-selected") !== filled) {
          cell.setAttribute("aria-selected", filled);
          cell.setAttribute(
            "aria-label",
            `row ${row + 1}, column ${column + 1}, ${filled === "true" ? "filled" : "empty"}`,
          );
        }
        cell.classList.toggle("marked", isMarked || columns.includes(column));
        cell.classList.toggle("ghost", this.ghost !== null && isFilled(this.ghost, row, column));
      }
    }
  }

  /** Marks what is to blame. @param {number[]} rows @param {[number, number][]} cells as row and column */
  mark(rows, cells) {
    this.marked = rows;
    this.blamed = cells;
    this.show();
  }

  /** Goes on with another drawing, with a board seen through it.
   *  @param {Drawing} drawing @param {Board | null} ghost */
  use(drawing, ghost) {
    this.drawing = drawing;
    this.ghost = ghost;
    this.marked = [];
    this.blamed = [];
    this.build();
    this.changed();
  }

  /** Takes another board as one step of the history. @param {Board} board */
  set(board) {
    const before = this.board;
    this.drawing.change(board);
    this.after(before);
  }

  undo() {
    this.step(() => this.drawing.undo());
  }
  redo() {
    this.step(() => this.drawing.redo());
  }

  /** @param {() => void} act */
  step(act) {
    const before = this.board;
    act();
    this.after(before);
  }

  /** @param {Board} before */
  after(before) {
    const { width, height } = this.board;
    if (before.width !== width || before.height !== height) this.build();
    else this.show();
    this.changed();
  }

  /** @param {"left" | "right" | "up" | "down"} direction */
  shift(direction) {
    this.set(shifted(this.board, direction));
  }
  flip() {
    this.set(mirrored(this.board));
  }
  clear() {
    this.set(emptyBoard(this.board.width, this.board.height));
  }
  /** @param {number} width @param {number} height */
  resize(width, height) {
    this.set(resized(this.board, width, height));
  }

  /** Fills the row of the cursor but for one cell, which a full row would lose; empties it if it is so filled. */
  fillRow() {
    const { board, cursor } = this;
    const rows = board.rows.slice();
    const wanted = (2 ** board.width - 1) & ~(1 << cursor.column);
    rows[cursor.row] = rows[cursor.row] === wanted ? 0 : wanted;
    this.set({ ...board, rows });
  }

  /** @param {EventTarget | null} target */
  placeOf(target) {
    if (!(target instanceof HTMLElement) || target.dataset.row === undefined) return null;
    return { row: Number(target.dataset.row), column: Number(target.dataset.column) };
  }

  /** @param {PointerEvent} event */
  begin(event) {
    const place = this.placeOf(event.target);
    if (!place || event.button === 1) return;
    event.preventDefault();
    this.grid.setPointerCapture(event.pointerId);
    const { board } = this;
    const fill = event.button !== 2 && !isFilled(board, place.row, place.column);
    this.stroke = { fill, board: { ...board, rows: board.rows.slice() }, ...place };
    this.setCursor(place.row, place.column, true);
    this.paint(place.row, place.column);
    this.show();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { stroke } = this;
    if (!stroke) return;
    const box = this.grid.getBoundingClientRect();
    const { width, height } = stroke.board;
    const column = Math.floor(((event.clientX - box.left) / box.width) * width);
    const row = height - 1 - Math.floor(((event.clientY - box.top) / box.height) * height);
    if (column < 0 || column >= width || row < 0 || row >= height) return;
    // A fast hand skips cells: paint the line in between.
    const steps = Math.max(Math.abs(row - stroke.row), Math.abs(column - stroke.column), 1);
    for (let step = 1; step <= steps; step += 1) {
      this.paint(
        Math.round(stroke.row + ((row - stroke.row) * step) / steps),
        Math.round(stroke.column + ((column - stroke.column) * step) / steps),
      );
    }
    [stroke.row, stroke.column] = [row, column];
    this.show();
  }

  /** @param {number} row @param {number} column */
  paint(row, column) {
    if (!this.stroke) return;
    const { fill, board } = this.stroke;
    board.rows[row] = fill ? board.rows[row] | (1 << column) : board.rows[row] & ~(1 << column);
  }

  end() {
    const { stroke } = this;
    if (!stroke) return;
    this.stroke = null;
    this.set(stroke.board);
  }

  /** @param {number} row @param {number} column @param {boolean} focus */
  setCursor(row, column, focus) {
    const before = this.cells[this.cursor.row]?.[this.cursor.column];
    if (before) before.tabIndex = -1;
    this.cursor = { row, column };
    const cell = this.cells[row][column];
    cell.tabIndex = 0;
    if (focus) cell.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column } = this.cursor;
    const { board } = this;
    /** @type {Record<string, ["left" | "right" | "up" | "down", number, number]>} */
    const arrows = {
      ArrowLeft: ["left", 0, -1],
      ArrowRight: ["right", 0, 1],
      ArrowUp: ["up", 1, 0],
      ArrowDown: ["down", -1, 0],
    };
    const arrow = arrows[event.key];
    if (arrow && event.shiftKey) this.shift(arrow[0]);
    else if (arrow) {
      const inside = (/** @type {number} */ value, /** @type {number} */ most) =>
        Math.max(0, Math.min(most - 1, value));
      this.setCursor(inside(row + arrow[1], board.height), inside(column + arrow[2], board.width), true);
    } else if (event.key === " " || event.key === "Enter") {
      const rows = board.rows.slice();
      rows[row] ^= 1 << column;
      this.set({ ...board, rows });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
