// @ts-check
// Line charts as SVG.

/** @typedef {{name: string, colour: string, points: [number, number][]}} Line */

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [360, 190, 46, 22, 8, 8];
const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} attributes */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {number} value */
export function label(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${+(value / 1e6).toPrecision(3)}M`;
  if (size >= 1e3) return `${+(value / 1e3).toPrecision(3)}k`;
  if (size !== 0 && size < 1e-3) return value.toExponential(1);
  return String(+value.toPrecision(3));
}

/** At most `most` points, the last always among them. @param {[number, number][]} points @param {number} most */
export function thinned(points, most) {
  if (points.length <= most) return points;
  const every = points.length / most;
  const kept = Array.from({ length: most }, (_, index) => points[Math.floor(index * every)]);
  kept[kept.length - 1] = points[points.length - 1];
  return kept;
}

/** @param {string} title @param {Line[]} lines */
export function chart(title, lines) {
  const figure = document.createElement("figure");
  figure.className = "chart";
  const heading = document.createElement("h3");
  heading.textContent = title;
  const all = lines.flatMap((line) => line.points);
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const [left, right] = [min(xs), max(xs)];
  let [low, high] = [min(ys), max(ys)];
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const x = (/** @type {number} */ value) =>
    LEFT + (WIDTH - LEFT - RIGHT) * (right === left ? 1 : (value - left) / (right - left));
  const y = (/** @type {number} */ value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low));
  const newest = lines.map((line) => `${line.name} ${label(line.points[line.points.length - 1][1])}`).join(", ");
  const svg = element("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": `${title}: ${newest}`,
  });
  for (const share of [0, 0.5, 1]) {
    const value = low + (high - low) * share;
    svg.append(element("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    const text = element("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" });
    text.textContent = label(value);
    svg.append(text);
  }
  for (const [value, anchor] of /** @type {[number, string][]} */ ([
    [left, "start"],
    [right, "end"],
  ])) {
    const text = element("text", { x: x(value), y: HEIGHT - 6, "text-anchor": anchor });
    text.textContent = label(value);
    svg.append(text);
  }
  for (const line of lines) {
    const points = thinned(line.points, 400).map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`);
    if (points.length === 1) {
      const [px, py] = points[0].split(",");
      svg.append(element("circle", { cx: px, cy: py, r: 3, fill: line.colour }));
    }
    svg.append(element("polyline", { points: points.join(" "), stroke: line.colour }));
  }
  figure.append(heading, svg);
  return figure;
}

/** @param {number[]} values */
const min = (values) => values.reduce((least, value) => Math.min(least, value), Infinity);
/** @param {number[]} values */
const max = (values) => values.reduce((most, value) => Math.max(most, value), -Infinity);
