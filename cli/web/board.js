// @ts-check
// The board that is drawn: rows of bits with a history, and its forms in text and in links.

/** @typedef {{width: number, height: number, rows: number[]}} Board Row 0 is the bottom, bit 0 the left column. */

/** @param {number} width @param {number} height @returns {Board} */
export function emptyBoard(width, height) {
  return { width, height, rows: new Array(height).fill(0) };
}

/** @param {Board} board @param {number} row @param {number} column */
export function isFilled(board, row, column) {
  return (((board.rows[row] ?? 0) >> column) & 1) === 1;
}

/** Rows from the top, `#` filled and `.` empty, without the empty rows above. @param {Board} board */
export function toText(board) {
  let top = board.height;
  while (top > 1 && board.rows[top - 1] === 0) top -= 1;
  const lines = [];
  for (let row = top - 1; row >= 0; row -= 1) {
    let line = "";
    for (let column = 0; column < board.width; column += 1) line += isFilled(board, row, column) ? "#" : ".";
    lines.push(line);
  }
  return lines.join("\n");
}

/** @param {string} text @param {string} size such as 10x20 @returns {Board} */
export function fromText(text, size) {
  const [width, height] = size.split("x").map(Number);
  const board = emptyBoard(width, height);
  text
    .split("\n")
    .reverse()
    .forEach((line, row) => {
      for (let column = 0; column < width; column += 1) if (line[column] === "#") board.rows[row] |= 1 << column;
    });
  return board;
}

/** @param {Board} board */
export function isEmpty(board) {
  return board.rows.every((row) => row === 0);
}

/** @param {Board} board */
export function sizeOf(board) {
  return `${board.width}x${board.height}`;
}

/** The board in a link: its size and its rows from the bottom as hexadecimal numbers. @param {Board} board */
export function toLink(board) {
  const rows = board.rows.map((row) => row.toString(16));
  while (rows.length > 0 && rows[rows.length - 1] === "0") rows.pop();
  return `${sizeOf(board)}-${rows.join(".")}`;
}

/** @param {string} link @returns {Board | null} what `toLink` wrote, if it is within the sizes that there are */
export function fromLink(link) {
  const match = /^(\d{1,2})x(\d{1,2})-([0-9a-f.]*)$/.exec(link);
  if (!match) return null;
  const [width, height] = [Number(match[1]), Number(match[2])];
  if (width < 4 || width > 16 || height < 2 || height > 32) return null;
  const board = emptyBoard(width, height);
  const rows = match[3] === "" ? [] : match[3].split(".").map((row) => parseInt(row, 16));
  if (rows.length > height || rows.some((row) => !(row >= 0 && row < 2 ** width))) return null;
  rows.forEach((row, index) => {
    board.rows[index] = row;
  });
  return board;
}

/** The same picture on a board of another size, cut where it does not fit.
 *  @param {Board} board @param {number} width @param {number} height */
export function resized(board, width, height) {
  const next = emptyBoard(width, height);
  for (let row = 0; row < Math.min(height, board.height); row += 1)
    next.rows[row] = board.rows[row] & (2 ** width - 1);
  return next;
}

/** @param {Board} board @param {"left" | "right" | "up" | "down"} direction @returns {Board} */
export function shifted(board, direction) {
  const mask = 2 ** board.width - 1;
  const rows = board.rows.slice();
  if (direction === "up") {
    rows.pop();
    rows.unshift(0);
  }
  if (direction === "down") {
    rows.shift();
    rows.push(0);
  }
  if (direction === "left")
    rows.forEach((row, index) => {
      rows[index] = row >> 1;
    });
  if (direction === "right")
    rows.forEach((row, index) => {
      rows[index] = (row << 1) & mask;
    });
  return { ...board, rows };
}

/** @param {Board} board @returns {Board} */
export function mirrored(board) {
  const rows = board.rows.map((row) => {
    let bits = 0;
    for (let column = 0; column < board.width; column += 1)
      if ((row >> column) & 1) bits |= 1 << (board.width - 1 - column);
    return bits;
  });
  return { ...board, rows };
}

/** @param {Board} a @param {Board} b */
export function isSame(a, b) {
  return a.width === b.width && a.height === b.height && a.rows.every((row, index) => row === b.rows[index]);
}

/** A board that remembers what it was. */
export class Drawing {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Board[]} */ this.past = [];
    /** @type {Board[]} */ this.future = [];
  }

  /** Replaces the board as one step of the history. @param {Board} board */
  change(board) {
    if (isSame(board, this.board)) return;
    this.past.push(this.board);
    if (this.past.length > 500) this.past.shift();
    this.future = [];
    this.board = board;
  }

  undo() {
    const board = this.past.pop();
    if (board) {
      this.future.push(this.board);
      this.board = board;
    }
  }

  redo() {
    const board = this.future.pop();
    if (board) {
      this.past.push(this.board);
      this.board = board;
    }
  }
}
