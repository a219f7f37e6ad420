// @ts-check
// The page: what happens when something is clicked, typed, pasted or told by the server.

import * as api from "./api.js";
import { Drawing, emptyBoard, fromLink, isEmpty, resized, sizeOf, toLink, toText } from "./board.js";
import { Editor } from "./editor.js";
import { showGalleries } from "./gallery.js";
import { takePasted } from "./paste.js";
import { RunsView } from "./runs.js";
import { Stage, counted } from "./stage.js";
import { Theatre } from "./theatre.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);
const SIZES = ["10x20", "4x4", "4x8", "5x5", "6x6", "6x12", "8x8", "8x16", "10x10", "12x24", "16x32"];

/** @type {Stage[]} */
let stages = [];
let name = "target";
/** @type {api.Agent[]} */
let agents = [];
let checking = new AbortController();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let fade;

const link = new URLSearchParams(location.hash.slice(1));
const editor = new Editor(by("grid"), fromLink(link.get("board") ?? "") ?? emptyBoard(10, 20), drawn);
/** The two boards that can be drawn; the editor works on one of them. */
const drawings = { target: editor.drawing, start: new Drawing(startOf(link, editor.board)) };
const theatre = new Theatre();
const runs = new RunsView();

/** The start board of a link, if it has the size of the target. @param {URLSearchParams} parts @param {Board} target */
function startOf(parts, target) {
  const start = fromLink(parts.get("start") ?? "");
  return start && sizeOf(start) === sizeOf(target) ? start : emptyBoard(target.width, target.height);
}

/** The board to begin with; null if it is the empty one. */
function start() {
  const { board } = drawings.start;
  return isEmpty(board) ? null : board;
}

/** @param {"target" | "start"} which */
function drawOn(which) {
  by("draw-target").setAttribute("aria-pressed", String(which === "target"));
  by("draw-start").setAttribute("aria-pressed", String(which === "start"));
  by("grid").setAttribute("aria-label", which === "start" ? "The board to begin with" : "The board that you draw");
  editor.use(drawings[which], drawings[which === "start" ? "target" : "start"].board);
}

/** @param {string} sentence */
function say(sentence) {
  by("toast").textContent = sentence;
  clearTimeout(fade);
  fade = setTimeout(() => {
    by("toast").textContent = "";
  }, 6000);
}

/** After every change of the board. */
function drawn() {
  const { width, height } = editor.board;
  for (const drawing of Object.values(drawings)) {
    const { board } = drawing;
    // The other board follows the size of the one that is drawn.
    if (drawing !== editor.drawing && (board.width !== width || board.height !== height))
      drawing.change(resized(board, width, height));
  }
  for (const option of by("agent").options)
    option.disabled = start() !== null && agents.some((agent) => agent.name === option.value && !agent.takes_start);
  const size = sizeOf(editor.board);
  if (![...by("size").options].some((option) => option.value === size))
    by("size").add(new Option(size.replace("x", " × "), size));
  by("size").value = size;
  by("undo").disabled = editor.drawing.past.length === 0;
  by("redo").disabled = editor.drawing.future.length === 0;
  writeLink();
  clearTimeout(soon);
  soon = setTimeout(check, 60);
}

/** The board lives in the address, so that a link is the document. */
function writeLink() {
  link.set("board", toLink(drawings.target.board));
  const first = start();
  if (first) link.set("start", toLink(first));
  else link.delete("start");
  if (by("agent").value) link.set("agent", by("agent").value);
  link.set("seconds", by("seconds").value);
  history.replaceState(null, "", `#${link}`);
}

async function check() {
  checking.abort();
  checking = new AbortController();
  const verdict = by("verdict");
  try {
    const [target, first] = [drawings.target.board, start()];
    const asked = { board: toText(target), size: sizeOf(target), ...(first ? { start: toText(first) } : {}) };
    const found = await api.check(asked, checking.signal);
    const isTarget = editor.drawing === drawings.target;
    editor.mark(isTarget ? found.rows : [], isTarget ? found.blamed : []);
    verdict.className = `verdict ${found.admissible ? "good" : "bad"}`;
    const strong = document.createElement("strong");
    if (!found.admissible) {
      strong.textContent = "Cannot be reached";
      verdict.replaceChildren(strong, `: ${found.reason}.`);
    } else if (found.cells === 0) {
      verdict.replaceChildren("Empty. Draw something, or choose a board below.");
    } else {
      strong.textContent = found.reachable ? "Can be reached" : "No argument against it";
      const lines = found.fewest_lines > 0 ? `, ${found.fewest_lines} or more rows cleared` : "";
      verdict.replaceChildren(
        strong,
        `: at least ${counted(found.lower_bound, "piece")}${lines} (${found.bound_reason}).`,
      );
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    verdict.className = "verdict bad";
    verdict.textContent = error instanceof Error ? error.message : String(error);
  }
}

function showButton() {
  const isRunning = stages.some((stage) => stage.isRunning);
  by("solve").textContent = isRunning ? "Stop" : "Solve";
}

function solve() {
  if (stages.some((stage) => stage.isRunning)) {
    stages.forEach((stage) => stage.stop());
    return;
  }
  stages.forEach((stage) => stage.remove());
  const target = { ...drawings.target.board, rows: drawings.target.board.rows.slice() };
  const first = start();
  const names = [by("agent").value, by("rival").value].filter((agent) => agent !== "");
  stages = names.map(
    () =>
      new Stage(by("stages"), target, first && { ...first, rows: first.rows.slice() }, () => {
        theatre.refresh();
        showButton();
      }),
  );
  theatre.take(stages);
  const learned = names.filter((agent) => agents.some((known) => known.is_learned && known.name === agent));
  by("think").hidden = learned.length === 0;
  names.forEach((agent, index) => {
    // Beside an agent that learned, the boards of one that did not are judged by the same network.
    stages[index].thinker = learned.includes(agent) ? agent : learned[0];
    void stages[index].solve(agent, Number(by("seconds").value), name);
  });
  showButton();
  writeLink();
}

/** @param {string} format */
async function download(format) {
  const stage = stages.find((each) => each.answer);
  if (!stage?.answer) return;
  const from = stage.start ? { start: toText(stage.start) } : {};
  const answer = { board: toText(stage.target), size: sizeOf(stage.target), ...from, ...stage.answer };
  try {
    const blob =
      format === "json"
        ? new Blob([`${JSON.stringify(answer, null, 1)}\n`], { type: "application/json" })
        : await api.draw(format, answer);
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(blob);
    anchor.download = `${name.replace(/[^\w-]+/g, "-")}.${format === "fumen" ? "txt" : format}`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is in the clipboard.");
  } catch {
    say("The browser does not allow copying here: the address of this page is the link.");
  }
}

/** @param {boolean} isRuns */
function showView(isRuns) {
  by("board-view").hidden = isRuns;
  by("runs-view").hidden = !isRuns;
  by("show-board").toggleAttribute("aria-current", !isRuns);
  by("show-runs").toggleAttribute("aria-current", isRuns);
  if (!isRuns) by("show-board").setAttribute("aria-current", "page");
  else by("show-runs").setAttribute("aria-current", "page");
  if (isRuns) runs.show();
  else {
    runs.hide();
    theatre.draw();
  }
}

/** @param {string | null} theme */
function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
}

function changeTheme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (isDark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  setTheme(next);
  localStorage.setItem("theme", next);
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = event.target;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if ((event.ctrlKey || event.metaKey) && !isField) {
    if (event.key === "z" && !event.shiftKey) editor.undo();
    else if (event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey)) editor.redo();
    else return;
    event.preventDefault();
    return;
  }
  if (isField || event.ctrlKey || event.metaKey || event.altKey || by("board-view").hidden) return;
  /** @type {Record<string, () => void>} */
  const keys = {
    m: () => editor.flip(),
    r: () => editor.fillRow(),
    Delete: () => editor.clear(),
    s: solve,
    p: () => theatre.toggle(),
    ",": () => theatre.seek(Math.ceil(theatre.time) - 1),
    ".": () => theatre.seek(Math.floor(theatre.time) + 1),
    Home: () => theatre.seek(0),
    End: () => theatre.seek(theatre.steps),
  };
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function describeAgent() {
  const agent = agents.find((each) => each.name === by("agent").value);
  const can = Object.entries(agent?.capabilities ?? {}).flatMap(([flag, is]) => (is ? [flag] : []));
  const flags = can.length > 0 ? ` (${can.join(", ")})` : "";
  by("agent-summary").textContent = agent ? `${agent.name}${flags}: ${agent.summary}.` : "";
  writeLink();
}

async function begin() {
  setTheme(localStorage.getItem("theme"));
  by("size").replaceChildren(...SIZES.map((size) => new Option(size.replace("x", " × "), size)));
  by("size").addEventListener("change", () => {
    const [width, height] = by("size").value.split("x").map(Number);
    editor.resize(width, height);
  });
  /** @type {[string, () => void][]} */
  const clicks = [
    ["undo", () => editor.undo()],
    ["redo", () => editor.redo()],
    ["flip", () => editor.flip()],
    ["fill-row", () => editor.fillRow()],
    ["clear", () => editor.clear()],
    ["left", () => editor.shift("left")],
    ["right", () => editor.shift("right")],
    ["up", () => editor.shift("up")],
    ["down", () => editor.shift("down")],
    ["theme", changeTheme],
    ["show-board", () => showView(false)],
    ["show-runs", () => showView(true)],
    ["copy-link", () => void copyLink()],
    ["draw-target", () => drawOn("target")],
    ["draw-start", () => drawOn("start")],
  ];
  for (const [id, act] of clicks) by(id).addEventListener("click", act);
  for (const button of document.querySelectorAll("[data-download]")) {
    button.addEventListener(
      "click",
      () => void download(/** @type {HTMLElement} */ (button).dataset.download ?? ""),
    );
  }
  by("ask").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    solve();
  });
  document.addEventListener("keydown", key);
  window.addEventListener("hashchange", () => {
    const parts = new URLSearchParams(location.hash.slice(1));
    const board = fromLink(parts.get("board") ?? "");
    if (!board) return;
    drawings.start.change(startOf(parts, board));
    drawOn("target");
    editor.set(board);
  });
  takePasted((board) => {
    if (editor.drawing === drawings.target) name = "target";
    editor.set(board);
  }, say);
  try {
    const known = await api.agents();
    agents = known.agents;
    by("version").textContent = `tetreach ${known.version}`;
    by("agent").replaceChildren(...agents.map((agent) => new Option(agent.name)));
    agents.forEach((agent) => by("rival").add(new Option(agent.name)));
    by("seconds").max = String(known.most_seconds);
    const [asked, seconds] = [link.get("agent"), Number(link.get("seconds"))];
    if (agents.some((agent) => agent.name === asked)) by("agent").value = asked;
    if (seconds > 0 && seconds <= known.most_seconds) by("seconds").value = String(seconds);
    by("agent").addEventListener("change", describeAgent);
    by("seconds").addEventListener("change", writeLink);
    describeAgent();
    await showGalleries(by("galleries"), by("boards"), (board, chosen) => {
      if (editor.drawing === drawings.target) name = chosen;
      editor.set(board);
      by("draw").scrollIntoView({ block: "nearest" });
    });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
  drawn();
  document.documentElement.dataset.ready = "true";
}

void begin();
