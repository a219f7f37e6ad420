// terminal.mjs FOLDER: pictures of the playground, played in tmux and photographed in Chromium. Called by
// `cli/web-test/run FOLDER`; TETREACH names the program, and RUN a training run that is shown too.

import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "playwright-core";

const [folder] = process.argv.slice(2);
const PROGRAM = resolve(process.env.TETREACH);
/** What is shown: keys are pressed first, then hints are followed, all but the last. */
const SCENES = [
  {
    name: "terminal-reach",
    size: [80, 24],
    command: "play reach --target thesis:hi",
    keys: [],
    hints: 5,
    until: /Still reachable/,
  },
  {
    name: "terminal-guideline",
    size: [80, 24],
    command: "watch guideline --agent bot --against bot --seed 7",
    keys: ["+", "+"],
    until: /pieces +3[0-9]/,
  },
];
if (process.env.RUN) {
  const command = `watch --run ${resolve(process.env.RUN)}`;
  SCENES.push({ name: "terminal-run", size: [132, 30], command, keys: [], until: /weights of/, pause: 20000 });
}

/** One terminal after the other. */
const SOCKET = `tetreach-pictures-${process.pid}`;
const tmux = (...command) => execFileSync("tmux", ["-L", SOCKET, ...command], { encoding: "utf8" });
const screen = () => tmux("capture-pane", "-p");

/** Waits until the screen has these words. @param {RegExp} words */
async function until(words) {
  for (let tries = 0; !words.test(screen()); tries += 1) {
    if (tries > 300) throw new Error(`no ${words} on the screen:\n${screen()}`);
    await wait(100);
  }
}

const [GROUND, INK] = ["#12161e", "#d7dce5"];
const LEVELS = [0, 95, 135, 175, 215, 255];
const BASIC = ["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5"];

/** A colour of the 256. */
function colour(index) {
  if (index < 16) return BASIC[index % 8];
  if (index >= 232) return `rgb(${Array(3).fill(8 + 10 * (index - 232)).join(" ")})`;
  const cube = index - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((at) => LEVELS[at]).join(" ")})`;
}

/** Text with the colours of a terminal as HTML. */
function html(text) {
  let style = {};
  // Points of curves come from another font, whose characters are not as wide.
  const box = "display:inline-block;width:1ch;height:17px;vertical-align:top;overflow:hidden;font-style:normal";
  const narrow = (points) => `<i style="${box}">${points}</i>`;
  const escaped = (part) =>
    part
      .replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign])
      .replace(/[\u2800-\u28ff]/g, narrow);
  return text.replace(/\x1b\[([\d;]*)m|([^\x1b]+)|\x1b[()]B|\x0f/g, (_, codes, plain) => {
    if (plain !== undefined) {
      const reversed = [style.back ?? GROUND, style.fore ?? INK];
      const [fore, back] = style.isReversed ? reversed : [style.fore, style.back];
      const rules = [fore && `color:${fore}`, back && `background:${back}`, style.isBold && "font-weight:bold"];
      return `<span style="${rules.filter(Boolean).join(";")}">${escaped(plain)}</span>`;
    }
    const numbers = (codes ?? "0").split(";").map(Number);
    for (let at = 0; at < numbers.length; at += 1) {
      const code = numbers[at];
      if (code === 0) style = {};
      else if (code === 1) style.isBold = true;
      else if (code === 7) style.isReversed = true;
      else if (code === 27) style.isReversed = false;
      else if (code === 39) delete style.fore;
      else if (code === 49) delete style.back;
      else if (code === 38 || code === 48) {
        style[code === 38 ? "fore" : "back"] = colour(numbers[at + 2]);
        at += 2;
      } else if (code >= 30 && code < 38) style.fore = colour(code - 30);
      else if (code >= 40 && code < 48) style.back = colour(code - 40);
      else if (code >= 90 && code < 98) style.fore = colour(code - 90);
    }
    return "";
  });
}

process.on("exit", () => {
  try {
    tmux("kill-server");
  } catch {
    // There is none any more.
  }
});
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
for (const { name, size, command, keys, hints, until: words, pause } of SCENES) {
  const [width, height] = size.map(String);
  const shell = `TERM=screen-256color ${PROGRAM} ${command}; cat`;
  tmux("-f", "/dev/null", "new-session", "-d", "-x", width, "-y", height, shell);
  await until(/q (back|leave)/);
  for (const key of keys) {
    await wait(200);
    tmux("send-keys", key);
  }
  for (let left = hints ?? 0; left > 0; left -= 1) {
    tmux("send-keys", "h");
    await until(/Hint: /);
    if (left > 1) tmux("send-keys", "Space");
    await wait(700);
  }
  await until(words);
  await wait(pause ?? 500);
  const page = await browser.newPage({ deviceScaleFactor: 2 });
  const look = `margin:0;padding:14px 18px;width:max-content;background:${GROUND};color:${INK};`;
  const font = "font:14px/17px 'DejaVu Sans Mono',monospace;font-variant-ligatures:none";
  await page.setContent(`<pre style="${look}${font}">${html(tmux("capture-pane", "-e", "-p"))}</pre>`);
  await page.locator("pre").screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
  tmux("kill-server");
}
await browser.close();
