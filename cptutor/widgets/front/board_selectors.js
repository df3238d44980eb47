// A list of rows to choose from for each card, as in a form: nothing needs to be dragged or known by heart.
import { capital, make, pip } from "./dom.js";

function makeSelector(board, code) {
  const { rank, suit, name } = board.legend.cards[code];
  const select = make("select", { id: `${board.id}-row-${code}` });
  const label = make("label", { for: select.id, "data-suit": suit }, make("span", { "aria-hidden": "true" }, rank), pip(suit));
  label.append(make("span", { class: "cpt-hidden" }, `Row of the ${name}`));
  board.on(select, "change", () => board.move(code, select.value));
  return { row: make("div", { class: "cpt-selector" }, label, select), select };
}

export function drawSelectors(board) {
  const { choices, legend, places } = board;
  const list = board.parts.selectors;
  const offered = board.usable();
  const all = places.flatMap((place) => board.rows()[place]);
  for (const [code, { row }] of choices) if (!all.includes(code)) row.remove(), choices.delete(code);
  const order = Object.keys(legend.cards).reverse().filter((code) => all.includes(code));
  for (const [index, code] of order.entries()) {
    if (!choices.has(code)) choices.set(code, makeSelector(board, code));
    const { row, select } = choices.get(code);
    if (select.dataset.offered !== offered.join()) {
      select.replaceChildren(...offered.map((place) => make("option", { value: place }, capital(place))));
      select.dataset.offered = offered.join();
    }
    select.value = board.placeOf(code);
    if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
  }
}
