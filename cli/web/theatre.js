// @ts-check
// Playing the answers of all stages: play, pause, step, scrub.

/** @typedef {import("./stage.js").Stage} Stage */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);

export class Theatre {
  constructor() {
    /** @type {Stage[]} */ this.stages = [];
    this.time = 0;
    this.isPlaying = false;
    this.follows = true;
    this.frames = 0;
    this.last = 0;
    this.shown = -1;
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    by("play").addEventListener("click", () => this.toggle());
    by("first").addEventListener("click", () => this.seek(0));
    by("last").addEventListener("click", () => this.seek(this.steps));
    by("back").addEventListener("click", () => this.seek(Math.ceil(this.time) - 1));
    by("next").addEventListener("click", () => this.seek(Math.floor(this.time) + 1));
    by("scrub").addEventListener("input", () => this.seek(Number(by("scrub").value)));
    window.addEventListener("resize", () => this.draw());
    by("thoughts").addEventListener("change", () => this.think());
  }

  get steps() {
    return Math.max(0, ...this.stages.map((stage) => stage.player.steps));
  }

  /** Shows other stages. @param {Stage[]} stages */
  take(stages) {
    this.stages = stages;
    this.time = 0;
    this.follows = true;
    this.shown = -1;
    this.pause();
    this.refresh();
  }

  /** After an answer changed: begins to play the first, starts over with a shorter one. */
  refresh() {
    const { steps } = this;
    by("controls").hidden = steps === 0;
    by("share").hidden = steps === 0;
    by("moves").hidden = steps === 0;
    by("scrub").max = String(steps);
    this.time = Math.min(this.time, steps);
    this.shown = -1;
    this.listMoves();
    if (steps > 0 && this.follows) {
      this.follows = false;
      this.time = 0;
      this.play();
    }
    this.draw();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    if (this.steps === 0) return;
    if (this.time >= this.steps) this.time = 0;
    this.isPlaying = true;
    this.last = performance.now();
    by("play").textContent = "❚❚";
    by("play").setAttribute("aria-label", "Pause");
    requestAnimationFrame((now) => this.frame(now));
  }

  pause() {
    this.isPlaying = false;
    by("play").textContent = "▶";
    by("play").setAttribute("aria-label", "Play");
  }

  /** @param {number} step */
  seek(step) {
    this.pause();
    this.time = Math.max(0, Math.min(this.steps, step));
    this.draw();
  }

  /** @param {number} now */
  frame(now) {
    if (!this.isPlaying) return;
    const passed = Math.max(0, Math.min(100, now - this.last));
    this.last = now;
    this.frames += 1;
    const step = Math.floor(this.time);
    const lasts = Math.max(1, ...this.stages.map((stage) => stage.player.duration(step)));
    this.time += (passed * Number(by("speed").value)) / lasts;
    // The next move begins at its beginning, whatever was left over.
    if (Math.floor(this.time) > step) this.time = step + 1;
    if (this.time >= this.steps) {
      this.time = this.steps;
      this.pause();
    }
    this.draw();
    if (this.isPlaying) requestAnimationFrame((later) => this.frame(later));
  }

  draw() {
    const step = Math.floor(this.time);
    for (const stage of this.stages)
      stage.player.draw(Math.min(this.still.matches ? step : this.time, stage.player.steps));
    if (step === this.shown) return;
    this.shown = step;
    by("scrub").value = String(step);
    by("scrub").setAttribute("aria-valuetext", `step ${step} of ${this.steps}`);
    for (const stage of this.stages) stage.showStep(Math.min(step, stage.player.steps));
    this.think();
    const list = by("moves");
    const old = list.querySelector("[aria-current]");
    old?.removeAttribute("aria-current");
    const current = list.children[step - 1]?.firstElementChild;
    if (current) {
      current.setAttribute("aria-current", "step");
      // Within the list only: the page stays where it is.
      const item = /** @type {HTMLElement} */ (current);
      if (
        item.offsetTop < list.scrollTop + list.offsetTop ||
        item.offsetTop + item.offsetHeight > list.scrollTop + list.offsetTop + list.clientHeight
      ) {
        list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    }
  }

  /** Lets the network be asked about the boards that are shown, if that is wanted. */
  think() {
    for (const stage of this.stages) {
      const isAsked = by("thoughts").checked && !by("think").hidden;
      void stage.think(Math.min(this.shown, stage.player.steps), isAsked, () => this.draw());
    }
  }

  /** The moves of the first stage that has an answer. */
  listMoves() {
    const answer = this.stages.find((stage) => stage.answer)?.answer;
    const items = (answer?.moves ?? []).map((move, index) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      const dot = document.createElement("i");
      dot.className = `piece-${move.piece}`;
      button.type = "button";
      const cleared = move.cleared.length > 0 ? ` −${move.cleared.length}` : "";
      button.append(dot, `${index + 1} ${move.piece}${move.rotation} ${move.column + 1}${cleared}`);
      const turns = move.rotation === 0 ? "" : `, turned ${move.rotation}`;
      const words = move.cleared.length > 0 ? `, clears ${move.cleared.length}` : "";
      button.setAttribute(
        "aria-label",
        `Move ${index + 1}: ${move.piece}${turns}, column ${move.column + 1}${words}`,
      );
      button.addEventListener("click", () => this.seek(index + 1));
      item.append(button);
      return item;
    });
    by("moves").replaceChildren(...items);
  }
}
