// 1,000 clients at once on loopback: pages, checks, searches, malformed bodies, slow and leaving listeners.
// node cli/web-test/load.mjs PROGRAM [CLIENTS]; prints one JSON object. It needs twice as many open files as clients.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import http from "node:http";

const [program, clients = "1000"] = process.argv.slice(2);
const count = Number(clients);
const server = spawn(program, ["serve", "--port", "0", "--searches", "2", "--queue", "200"], {
  stdio: ["ignore", "pipe", "inherit"],
});
const port = await new Promise((told) =>
  server.stdout.once("data", (data) => told(Number(/:(\d+)\//.exec(String(data))[1]))),
);
const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
const agent = new http.Agent({ keepAlive: false, maxSockets: Infinity });

/** @returns {Promise<{status: number, body: string, ms: number}>} */
function send(method, path, body) {
  const began = performance.now();
  return new Promise((told) => {
    const headers =
      body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const request = http.request({ agent, port, host: "127.0.0.1", method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () =>
        told({ status: response.statusCode ?? 0, body: text, ms: performance.now() - began }),
      );
      response.on("error", () => told({ status: 0, body: "", ms: performance.now() - began }));
    });
    request.on("error", () => told({ status: 0, body: "", ms: performance.now() - began }));
    request.end(body);
  });
}

/** Listens until the end, leaves after the first news, or reads nothing at all for two seconds. */
function listen(id, kind) {
  return new Promise((told) => {
    const request = http.get({ agent, port, host: "127.0.0.1", path: `/api/solve/${id}/events` }, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        told(String(response.statusCode));
        return;
      }
      let text = "";
      if (kind === "slow") {
        response.pause();
        setTimeout(() => response.resume(), 2000);
      }
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
        if (kind === "leaves") {
          request.destroy();
          told("left");
        }
      });
      response.on("end", () => told(text.includes("event: done") ? "done" : "cut short"));
      response.on("error", () => told("left"));
    });
    request.on("error", () => told("left"));
  });
}

const ROWS = ["..##..##..", "#.##.###.#", ".########.", "##.####.##"];
const times = { page: [], check: [], think: [], solve: [] };
const statuses = {};
const ends = {};
const note = (answer, list) => {
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  list?.push(answer.ms);
  return answer;
};

async function client(index) {
  note(await send("GET", "/"), times.page);
  const board = [ROWS[index % 4], ROWS[(index >> 2) % 4]].join("\n");
  note(await send("POST", "/api/check", JSON.stringify({ board })), times.check);
  if (index % 10 === 0) note(await send("POST", "/api/solve", '{"board": [1, 2'));
  if (index % 10 === 1) note(await send("POST", "/api/check", "x".repeat(100_000)));
  if (index % 10 === 2) {
    const asked = JSON.stringify({ board, now: ".........." });
    note(await send("POST", "/api/think", asked), times.think);
  }
  const kind = ["stays", "leaves", "slow", "stays"][index % 4];
  const asked = note(await send("POST", "/api/solve", JSON.stringify({ board, seconds: 0.05 })), times.solve);
  if (asked.status !== 202) return;
  const end = await listen(JSON.parse(asked.body).id, kind);
  ends[end] = (ends[end] ?? 0) + 1;
}

await send("GET", "/");
const before = megabytes();
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, megabytes());
}, 50);
const began = performance.now();
await Promise.all(Array.from({ length: count }, (_, index) => client(index)));
const seconds = (performance.now() - began) / 1000;
clearInterval(watch);
const { waiting } = JSON.parse((await send("GET", "/api/agents")).body);
const quantile = (list, share) =>
  Math.round(list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))]);
const summary = Object.fromEntries(
  Object.entries(times).map(([name, list]) => [
    name,
    { n: list.length, p50_ms: quantile(list, 0.5), p99_ms: quantile(list, 0.99) },
  ]),
);
console.log(
  JSON.stringify(
    {
      clients: count,
      seconds: +seconds.toFixed(2),
      requests: Object.values(statuses).reduce((sum, each) => sum + each, 0),
      statuses,
      ends,
      waiting_afterwards: waiting,
      ...summary,
      megabytes: { before: +before.toFixed(1), peak: +peak.toFixed(1), after: +megabytes().toFixed(1) },
      kilobytes_per_client: +((1024 * (peak - before)) / count).toFixed(1),
    },
    null,
    1,
  ),
);
server.kill();
