// @ts-check
// What the server answers.

/** @typedef {{piece: string, rotation: number, column: number, cells: [number, number][], cleared: number[]}} Move */
/** @typedef {{name: string, status: "solved" | "unreachable" | "not_found", reason: string | null, agent: string,
 *   pieces: number | null, lower_bound: number, proved_optimal: boolean, nodes: number, seconds: number,
 *   moves: Move[]}} Answer */
/** @typedef {{admissible: boolean, reachable: boolean, reason: string | null, rows: number[],
 *   blamed: [number, number][], cells: number, lower_bound: number, fewest_lines: number,
 *   bound_reason: string}} Checked */
/** @typedef {{board: string, size: string}} BoardText */
/** @typedef {{trainable: boolean, savable: boolean, monitored: boolean}} Capabilities */
/** @typedef {{name: string, summary: string, is_learned: boolean, takes_start: boolean,
 *   capabilities: Capabilities}} Agent */
/** @typedef {{distance: number | null, success: number, policy: {piece: string, rotation: number, column: number,
 *   cells: [number, number][], probability: number}[]}} Thought */
/** @typedef {BoardText & {name: string, last: string, reached: boolean, pieces: number,
 *   score: string | null}} PlayedBoard */

/** @param {string} path @param {RequestInit} [options] */
async function request(path, options) {
  const response = await fetch(path, options);
  if (response.ok) return response;
  const body = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
  throw new Error(body.error);
}

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
function post(path, body, signal) {
  return request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

/** @returns {Promise<{version: string, agents: Agent[], most_seconds: number}>} */
export const agents = async () => (await request("api/agents")).json();
/** @returns {Promise<string[]>} */
export const galleries = async () => (await request("api/galleries")).json();
/** @param {string} name @returns {Promise<{boards: (BoardText & {name: string})[]}>} */
export const gallery = async (name) => (await request(`api/galleries/${encodeURIComponent(name)}`)).json();
/** @param {BoardText & {start?: string}} board @param {AbortSignal} signal @returns {Promise<Checked>} */
export const check = async (board, signal) => (await post("api/check", board, signal)).json();
/** @param {BoardText & {now: string, agent?: string}} board @param {AbortSignal} signal @returns {Promise<Thought>} */
export const think = async (board, signal) => (await post("api/think", board, signal)).json();
/** @param {Blob | string} pasted @returns {Promise<BoardText>} */
export const read = async (pasted) => (await request("api/read", { method: "POST", body: pasted })).json();
/** @param {string} format @param {unknown} answer */
export const draw = async (format, answer) => (await post(`api/draw/${format}`, answer)).blob();
/** @returns {Promise<string[]>} */
export const runs = async () => (await request("api/runs")).json();
/** @param {string} name @param {number} offset
 *  @returns {Promise<{lines: Record<string, number>[], offset: number, more: boolean}>} */
export const numbers = async (name, offset) =>
  (await request(`api/runs/${encodeURIComponent(name)}/${offset}`)).json();

/** @param {string} name @returns {Promise<{step: number, boards: PlayedBoard[], reason: string | null}>} */
export const played = async (name) => (await request(`api/runs/${encodeURIComponent(name)}/boards`)).json();

/** @typedef {{queue: (place: number) => void, search: (stage: string, nodes: number, seconds: number) => void,
 *   found: (answer: Answer) => void, done: (answer: Answer) => void, failed: (sentence: string) => void}} Listener */

/** A search that runs on the server. */
export class Search {
  /** @param {BoardText & {start?: string, agent: string, seconds: number, name: string}} asked
   *  @param {Listener} listener */
  static async start(asked, listener) {
    const { id, place } = await (await post("api/solve", asked)).json();
    listener.queue(place);
    return new Search(id, listener);
  }

  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    this.id = id;
    this.source = new EventSource(`api/solve/${id}/events`);
    /** @param {string} name @param {(data: any) => void} act */
    const on = (name, act) => this.source.addEventListener(name, (event) => act(JSON.parse(event.data)));
    on("queue", ({ place }) => listener.queue(place));
    on("search", ({ stage, nodes, seconds }) => listener.search(stage, nodes, seconds));
    on("found", (answer) => listener.found(answer));
    on("done", (answer) => {
      this.source.close();
      listener.done(answer);
    });
    on("failed", ({ error }) => {
      this.source.close();
      listener.failed(error);
    });
    this.source.onerror = () => {
      this.source.close();
      listener.failed("The connection to the server was lost.");
    };
  }

  /** Asks for the best answer so far. */
  stop() {
    fetch(`api/solve/${this.id}`, { method: "DELETE" }).catch(() => this.source.close());
  }
}
