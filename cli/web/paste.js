// @ts-check
// Boards from the clipboard and from dropped files: text, pictures, Fumens, links.

import * as api from "./api.js";
import { fromLink, fromText } from "./board.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {Blob | string} pasted @returns {Promise<Board>} */
async function boardOf(pasted) {
  if (typeof pasted === "string") {
    const link = /#board=([0-9a-fx.-]+)/.exec(pasted);
    const board = link && fromLink(link[1]);
    if (board) return board;
  }
  const { board, size } = await api.read(pasted);
  return fromText(board, size);
}

/** @param {(board: Board) => void} chosen @param {(sentence: string) => void} say */
export function takePasted(chosen, say) {
  const take = async (/** @type {DataTransfer | null} */ data) => {
    const file = [...(data?.files ?? [])][0];
    const pasted = file ?? data?.getData("text/plain");
    if (!pasted) return;
    try {
      chosen(await boardOf(pasted));
      say("The board was taken over.");
    } catch (error) {
      say(`That is no board: ${error instanceof Error ? error.message : error}.`);
    }
  };
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.type === "number") return;
    event.preventDefault();
    void take(event.clipboardData);
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("drop-here");
  });
  for (const name of ["dragleave", "drop"])
    document.addEventListener(name, () => document.body.classList.remove("drop-here"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    void take(event.dataTransfer);
  });
}
