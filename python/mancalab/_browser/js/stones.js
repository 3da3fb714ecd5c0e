// Stones in a pit, a tray or the hand: laid out so that each can be seen and counted.

const SVG = "http://www.w3.org/2000/svg";
export const PIT_STONES = 12; // as in the pictures: beyond, nobody counts them at a glance
const STONE = 8; // radius, in hundredths of a pit
const GRID = 20; // from stone to stone in a tray
const TURN = 2.4; // no two pits turn their rings by the same angle

export function stonesIn(w, h) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${-w / 2} ${-h / 2} ${w} ${h}`);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

// Up to six stones lie in one ring, more in a ring around a few.
function rings(n) {
  if (n === 1) return [[1, 0]];
  if (n <= 5) return [[n, [14.5, 15.3, 17, 19.3][n - 2]]];
  const inner = Math.max(1, n - 9);
  return [
    [inner, inner === 1 ? 0 : 9 + 1.3 * (inner - 2)],
    [n - inner, 30],
  ];
}

function inPit(n, turn) {
  const places = [];
  if (n > PIT_STONES || n === 0) return places;
  rings(n).forEach(([members, radius], ring) => {
    for (let member = 0; member < members; member++) {
      const angle = turn + 0.5 * ring + (2 * Math.PI * member) / members;
      places.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
    }
  });
  return places;
}

// Rows from the lower end up, as many as there is room for.
function inTray(n, w, h) {
  const columns = Math.max(1, Math.floor(w / GRID));
  if (n > columns * Math.floor(h / GRID)) return [];
  return Array.from({ length: n }, (_, stone) => [
    ((stone % columns) - (columns - 1) / 2) * GRID,
    h / 2 - GRID / 2 - Math.floor(stone / columns) * GRID,
  ]);
}

function draw(svg, places) {
  while (svg.childElementCount > places.length) svg.lastChild.remove();
  places.forEach(([x, y], stone) => {
    let circle = svg.children[stone];
    if (!circle) {
      circle = document.createElementNS(SVG, "circle");
      circle.setAttribute("class", "mb-stone");
      circle.setAttribute("r", STONE);
      svg.append(circle);
    }
    circle.setAttribute("cx", x.toFixed(1));
    circle.setAttribute("cy", y.toFixed(1));
  });
}

export function pitStones(svg, n, { side = 0, pit = 0 } = {}) {
  draw(svg, inPit(n, TURN * (pit + 1) + 1.1 * side));
}

export function trayStones(svg, n, w, h) {
  svg.setAttribute("viewBox", `${-w / 2} ${-h / 2} ${w} ${h}`);
  draw(svg, inTray(n, w, h));
}
