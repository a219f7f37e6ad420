// The page in a real Chromium: draw, solve, share, explain, on a desk and on a phone.
// Run by `cli/web-test/run`, which installs what is needed and names the program in TETREACH.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const HI = ["#.#.#####.", "#.#...#...", "###...#...", "#.#...#...", "#.#.#####."];
const PICTURES = process.env.TETREACH_PICTURES;
const DESK = { viewport: { width: 1280, height: 1000 }, colorScheme: "light" };
const PHONE = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

let server;
let browser;
let address;
let began;

before(async () => {
  const runs = mkdtempSync(join(tmpdir(), "tetreach-runs-"));
  for (const [name, rate] of [
    ["first", 0.02],
    ["second", 0.035],
  ]) {
    mkdirSync(join(runs, name));
    const lines = Array.from({ length: 100 }, (_, index) =>
      JSON.stringify({
        step: 50 * (index + 1),
        seconds: 2 * (index + 1),
        "losses/policy_loss": 2 / (1 + rate * index),
        "eval/success_rate": 1 - Math.exp(-rate * index),
      }),
    );
    writeFileSync(join(runs, name, "metrics.jsonl"), `${lines.join("\n")}\n`);
  }
  // The weights that come with the program, as a run would save them.
  cpSync(new URL("../../checkpoints/agent", import.meta.url), join(runs, "second", "checkpoints", "last"), {
    recursive: true,
  });
  cpSync(join(runs, "second", "checkpoints"), join(runs, "first", "checkpoints"), { recursive: true });
  began = performance.now();
  server = spawn(process.env.TETREACH, ["serve", "--port", "0", "--runs", runs], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  address = await new Promise((told) => server.stdout.once("data", (data) => told(String(data).trim())));
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  server?.kill();
});

/** A page that fails the test if it logs an error. */
async function open(options, hash = "") {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(address + hash);
  await page.waitForSelector("[data-ready]");
  page.quiet = () => assert.deepEqual(errors, []);
  return page;
}

/** Draws with strokes of the mouse, one per run of filled cells. */
async function drawByMouse(page, rows) {
  for (const [index, row] of rows.entries()) {
    for (const run of row.matchAll(/#+/g)) {
      const centre = async (column) => {
        const box = await page
          .locator(`#grid [data-row="${rows.length - 1 - index}"][data-column="${column}"]`)
          .boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      await page.mouse.move(...(await centre(run.index)));
      await page.mouse.down();
      await page.mouse.move(...(await centre(run.index + run[0].length - 1)));
      await page.mouse.up();
    }
  }
}

const drawn = (page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll("#grid [role=row]")].map((row) =>
      [...row.children].map((cell) => (cell.ariaSelected === "true" ? "#" : ".")).join(""),
    );
    while (cells.length > 1 && !cells[0].includes("#")) cells.shift();
    return cells;
  });

async function serious(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

async function picture(page, name) {
  if (!PICTURES) return;
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

test("HI drawn by mouse is solved, and the last board is the target", async () => {
  const page = await open(DESK);
  await drawByMouse(page, HI);
  assert.deepEqual(await drawn(page), HI);
  await page.waitForFunction(() => /at least 11 pieces/.test(document.querySelector("#verdict").textContent));
  await page.fill("#seconds", "5");
  await page.click("#solve");
  await page.waitForSelector("#controls:not([hidden])");
  console.log(
    `# first answer ${Math.round(performance.now() - began)} ms after the start of the server and the browser`,
  );
  await page.waitForFunction(() => document.querySelector("#solve").textContent === "Solve");
  assert.match(await page.textContent(".stage figcaption"), /auto: 11 pieces, proved shortest, 2 rows cleared/);
  assert.equal(await page.locator("#moves li").count(), 11);
  await page.click("#last");
  assert.deepEqual((await page.getAttribute(".stage", "data-board")).split("\n"), HI);
  await page.click("#back");
  assert.equal(await page.getAttribute(".stage", "data-step"), "10");
  await page.click("#moves li:nth-child(3) button");
  assert.equal(await page.getAttribute(".stage", "data-step"), "3");
  await page.click("#moves li:nth-child(8) button");
  await picture(page, "page");
  for (const format of ["gif", "svg", "png", "fumen", "json"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-download=${format}]`)]);
    assert.ok(readFileSync(await download.path()).length > 20, format);
  }
  assert.deepEqual(await serious(page), []);
  page.quiet();
});

test("a link holds the board, and what was drawn can be undone", async () => {
  const first = await open(DESK);
  await drawByMouse(first, ["##.......#", "###...####"]);
  const link = await first.evaluate(() => location.hash);
  const second = await open(DESK, link);
  assert.deepEqual(await drawn(second), ["##.......#", "###...####"]);
  await first.keyboard.press("Control+z");
  assert.deepEqual(await drawn(first), ["##.......#", "###......."]);
  await first.keyboard.press("Control+y");
  assert.deepEqual(await drawn(first), ["##.......#", "###...####"]);
  const wrong = await open(DESK, "#board=99x99-zz");
  assert.deepEqual(await drawn(wrong), [".........."]);
  [first, second, wrong].forEach((page) => page.quiet());
});

test("the keyboard alone draws, changes and solves", async () => {
  const page = await open(DESK);
  await page.locator('#grid [tabindex="0"]').focus();
  for (const key of [" ", "ArrowRight", " ", "ArrowRight", " ", "ArrowRight", " "]) await page.keyboard.press(key);
  assert.deepEqual(await drawn(page), ["####......"]);
  await page.keyboard.press("m");
  assert.deepEqual(await drawn(page), ["......####"]);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("r");
  assert.deepEqual(await drawn(page), [".....####.", "###.######"]);
  await page.keyboard.press("Delete");
  assert.deepEqual(await drawn(page), [".........."]);
  for (let undone = 0; undone < 3; undone += 1) await page.keyboard.press("Control+z");
  assert.deepEqual(await drawn(page), [".....####."]);
  await page.keyboard.press("s");
  await page.waitForSelector("#controls:not([hidden])");
  page.quiet();
});

test("a board out of reach is explained and its rows are marked", async () => {
  const page = await open(DESK);
  await drawByMouse(page, ["##########", "####......"]);
  await page.waitForFunction(() =>
    /is full, and full rows vanish/.test(document.querySelector("#verdict").textContent),
  );
  assert.equal(await page.locator("#grid .marked").count(), 10);
  await page.click("#solve");
  await page.waitForFunction(() =>
    /Cannot be reached: row 2/.test(document.querySelector(".stage figcaption").textContent),
  );
  await picture(page, "page-unreachable");
  assert.deepEqual(await serious(page), []);
  page.quiet();
});

test("while one draws, it is said how many cells are too many, and where", async () => {
  const page = await open(DESK);
  await drawByMouse(page, ["###.......", "##.##....."]);
  await page.waitForFunction(() =>
    /1 cell more or 1 fewer would do/.test(document.querySelector("#verdict").textContent),
  );
  assert.equal(await page.locator('#grid .marked[data-row="1"]').count(), 10);
  assert.equal(await page.locator("#grid .marked").count(), 10);
  const unseen = await open(DESK, "#board=4x4-f");
  await unseen.waitForFunction(() => document.querySelectorAll("#grid .marked").length === 4);
  [page, unseen].forEach((each) => each.quiet());
});

test("a search begins with another board than the empty one, and its link holds both", async () => {
  const page = await open(DESK);
  await drawByMouse(page, ["#........#", "####..####"]);
  await page.click("#draw-start");
  assert.deepEqual(await drawn(page), [".........."]);
  assert.equal(await page.locator("#grid .ghost").count(), 10, "the target is seen through the start");
  await drawByMouse(page, ["####......"]);
  await page.waitForFunction(() => /at least 4 pieces/.test(document.querySelector("#verdict").textContent));
  assert.ok(await page.locator("#agent option").filter({ hasText: /^construct$/ }).isDisabled());
  await page.selectOption("#agent", "exact");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#solve").textContent === "Solve");
  assert.match(await page.textContent(".stage figcaption"), /exact: \d+ pieces, proved shortest/);
  await page.click("#first");
  assert.equal(await page.getAttribute(".stage", "data-board"), "####......");
  await page.click("#last");
  assert.equal(await page.getAttribute(".stage", "data-board"), "#........#\n####..####");
  for (const [format, begin] of [["fumen", /v115@/], ["gif", /^GIF89a/], ["svg", /^<svg /]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-download=${format}]`)]);
    assert.match(readFileSync(await download.path(), "latin1"), begin);
  }
  await page.click("#back");
  await picture(page, "page-start");
  assert.deepEqual(await serious(page), []);
  const other = await open(DESK, await page.evaluate(() => location.hash));
  assert.deepEqual(await drawn(other), ["#........#", "####..####"]);
  await other.click("#draw-start");
  assert.deepEqual(await drawn(other), ["####......"]);
  [page, other].forEach((each) => each.quiet());
});

test("what the network thinks is shown at every step", async () => {
  const page = await open({ ...DESK, colorScheme: "dark" });
  await drawByMouse(page, ["##........", "#####.....", "#####....."]);
  await page.selectOption("#agent", "greedy");
  // A debug build on a busy machine takes its time.
  await page.fill("#seconds", "30");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#solve").textContent === "Solve");
  assert.match(await page.textContent(".stage figcaption"), /greedy: \d+ pieces/);
  await page.click("#first");
  await page.check("#thoughts");
  const opinion = () => page.textContent(".opinion");
  await page.waitForFunction(() => /pieces more, \d+ % reachable; likeliest [IOTSZJL]/.test(
    document.querySelector(".opinion").textContent,
  ));
  const first = await opinion();
  for (let step = 0; step < 2; step += 1) await page.click("#next");
  await page.waitForFunction((before) => {
    const text = document.querySelector(".opinion").textContent;
    return text !== "" && text !== before;
  }, first);
  await picture(page, "page-network");
  assert.deepEqual(await serious(page), []);
  await page.uncheck("#thoughts");
  assert.equal(await opinion(), "");
  page.quiet();
});

test("each agent that learned has its own network asked", async () => {
  const page = await open(DESK);
  await drawByMouse(page, ["####......"]);
  await page.selectOption("#agent", "greedy");
  await page.selectOption("#rival", "search");
  await page.fill("#seconds", "30");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelector("#solve").textContent === "Solve");
  await page.check("#thoughts");
  await page.click("#first");
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".opinion")].every((opinion) => /reachable/.test(opinion.textContent)),
  );
  const [first, second] = await page.locator(".opinion").allTextContents();
  assert.match(first, /^The network of greedy: /);
  assert.match(second, /^The network of search: /);
  page.quiet();
});

test("text, a Fumen and a link can be pasted, and what is none says so", async () => {
  const page = await open(DESK);
  const paste = (text) =>
    page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData("text/plain", pasted);
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  const becomes = (rows) => page.waitForFunction((wanted) => location.hash.includes(wanted), rows);
  await paste("..##......\n..##......");
  await becomes("10x20-c.c");
  await paste(`${address}#board=6x6-3.3`);
  await becomes("6x6-3.3");
  await paste("v115@vhAAgH");
  await becomes("10x20-");
  const errors = page.waitForEvent("console", (message) => message.type() === "error");
  await paste("hello");
  await errors;
  await page.waitForFunction(() => /That is no board/.test(document.querySelector("#toast").textContent));
});

test("two agents are compared at 60 frames per second while they search", async () => {
  const page = await open({ ...DESK, colorScheme: "dark" });
  // A board whose answers stay above the lower bound, so that both search for all of their seconds.
  await page.selectOption("#galleries", "pixels-8x50");
  await page.waitForFunction(() => document.querySelectorAll("#boards button").length > 5);
  await page.click("#boards button >> nth=0");
  await page.selectOption("#agent", "unstack");
  await page.selectOption("#rival", "waypoints");
  await page.fill("#seconds", "5");
  await page.click("#solve");
  await page.waitForSelector("#controls:not([hidden])");
  const frames = await page.evaluate(
    () =>
      new Promise((told) => {
        const start = performance.now();
        let count = 0;
        const tick = () => {
          count += 1;
          if (performance.now() - start < 2000) requestAnimationFrame(tick);
          else told((1000 * count) / (performance.now() - start));
        };
        requestAnimationFrame(tick);
      }),
  );
  assert.equal(await page.textContent("#solve"), "Stop", "both still search");
  console.log(`# ${frames.toFixed(1)} frames per second while two agents search`);
  assert.ok(frames > 20, `${frames} frames per second`);
  assert.equal(await page.locator(".stage").count(), 2);
  await page.waitForFunction(() => document.querySelector("#solve").textContent === "Solve");
  await page.evaluate(() => {
    const scrub = document.querySelector("#scrub");
    scrub.value = Math.round(scrub.max / 2);
    scrub.dispatchEvent(new Event("input"));
  });
  await picture(page, "page-compare");
  assert.deepEqual(await serious(page), []);
  page.quiet();
});

test("on a phone it fits, is drawn by touch and is solved", async () => {
  const page = await open(PHONE);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  for (const column of [0, 1, 2, 3]) await page.tap(`#grid [data-row="0"][data-column="${column}"]`);
  assert.deepEqual(await drawn(page), ["####......"]);
  await page.tap("#solve");
  await page.waitForSelector("#controls:not([hidden])");
  await page.tap("#last");
  assert.equal(await page.getAttribute(".stage", "data-board"), "####......");
  await picture(page, "page-phone");
  assert.deepEqual(await serious(page), []);
  page.quiet();
});

test("training runs are drawn over each other", async () => {
  const page = await open(DESK);
  await page.click("#show-runs");
  await page.waitForFunction(() => document.querySelectorAll(".chart polyline").length === 4);
  await page.click("#run-list input >> nth=0");
  await page.waitForFunction(() => document.querySelectorAll(".chart polyline").length === 2);
  await page.click("#run-list input >> nth=0");
  await page.waitForFunction(() => document.querySelectorAll(".chart polyline").length === 4);
  await page.waitForFunction(
    () => /of \d+ reached/.test(document.querySelector("#evaluation-title").textContent),
  );
  assert.ok((await page.locator("#evaluation canvas").count()) >= 1);
  await picture(page, "page-runs");
  assert.deepEqual(await serious(page), []);
  page.quiet();
});
