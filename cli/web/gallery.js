// @ts-check
// Boards to begin with, as small pictures.

import * as api from "./api.js";
import { fromText, isFilled } from "./board.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {HTMLSelectElement} select @param {HTMLElement} shelf @param {(board: Board, name: string) => void} chosen */
export async function showGalleries(select, shelf, chosen) {
  const names = await api.galleries();
  select.replaceChildren(...names.map((name) => new Option(name)));
  const show = async () => {
    const { boards } = await api.gallery(select.value);
    shelf.replaceChildren(
      ...boards.map(({ name, board: text, size }) => {
        const board = fromText(text, size);
        const button = document.createElement("button");
        button.type = "button";
        button.append(thumbnail(board), name);
        button.addEventListener("click", () => chosen(board, name));
        return button;
      }),
    );
  };
  select.addEventListener("change", show);
  await show();
}

/** One pixel per cell, scaled by the style sheet. @param {Board} board */
function thumbnail(board) {
  const canvas = document.createElement("canvas");
  const scale = 4;
  let top = Math.max(
    8,
    board.rows.reduce((most, row, index) => (row ? index + 2 : most), 0),
  );
  top = Math.min(top, board.height);
  canvas.width = board.width * scale;
  canvas.height = top * scale;
  canvas.setAttribute("aria-hidden", "true");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#10141c";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#8f9db5";
  for (let row = 0; row < top; row += 1) {
    for (let column = 0; column < board.width; column += 1) {
      if (isFilled(board, row, column)) pen.fillRect(column * scale, (top - 1 - row) * scale, scale - 1, scale - 1);
    }
  }
  return canvas;
}
