// The cards in their rows: one button a card, which stays the same wherever it lies, so that focus goes with it.
import { make, pip, setText } from "./dom.js";

function makeCard(legend, code) {
  const { rank, suit } = legend.cards[code];
  const card = make("button", { type: "button", class: "cpt-card", "data-card": code, "data-suit": suit });
  card.append(make("span", { class: "cpt-rank" }, rank), pip(suit));
  return card;
}

export function drawCards(board) {
  const { places, cards, legend, parts } = board;
  const rows = board.rows();
  const all = places.flatMap((place) => rows[place]);
  const focused = board.active()?.dataset?.card;
  const before = new Map([...cards].map(([code, card]) => [code, card.getBoundingClientRect()]));
  for (const [code, card] of cards) {
    if (!all.includes(code)) cards.delete(code);
    if (code !== board.drag?.code) card.style.transform = "";
  }
  if (!all.includes(board.current)) board.current = all[0];
  if (!all.includes(board.marked)) board.marked = null;
  for (const code of all) if (!cards.has(code)) cards.set(code, makeCard(legend, code));
  for (const place of places) {
    parts.rows[place].row.hidden = !board.usable().includes(place);
    drawRow(board, place, rows[place]);
  }
  if (focused && board.active() !== cards.get(focused)) board.focusOn(all.includes(focused) ? focused : board.current);
  if (before.size && !matchMedia("(prefers-reduced-motion: reduce)").matches) glide(board, before);
}

function drawRow(board, place, codes) {
  const { count, list, size } = board.parts.rows[place];
  setText(count, size ? `${codes.length}/${size}` : `${codes.length}`);
  count.dataset.wrong = String(size ? codes.length !== size : false);
  const items = codes.map((code, index) => {
    const card = board.cards.get(code);
    card.setAttribute("aria-label", `${board.nameOf(code)}, ${place}, ${index + 1} of ${codes.length}`);
    card.setAttribute("aria-pressed", String(code === board.marked));
    card.tabIndex = code === board.current ? 0 : -1;
    return card.parentElement ?? make("li", {}, card);
  });
  if (!items.length) items.push(make("li", { class: "cpt-hidden" }, "empty"));
  for (let free = codes.length; free < (size ?? 1); free += 1) items.push(make("li", { class: "cpt-slot", "aria-hidden": "true" }));
  const same = items.length === list.children.length && codes.length && items.every((item, index) => item === list.children[index]);
  if (!same) list.replaceChildren(...items);
}

/** Cards go to their new places in sight; how they lie is right from the first moment. */
function glide(board, before) {
  for (const [code, card] of board.cards) {
    const from = before.get(code);
    if (!from || code === board.drag?.code) continue;
    const to = card.getBoundingClientRect();
    const [x, y] = [from.x - to.x, from.y - to.y];
    if (x || y) card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 160, easing: "ease-out" });
  }
}
