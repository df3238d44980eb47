// The parts of the board that never change: each is made once, and filled when the board is drawn.
import { button, capital, make } from "./dom.js";

const HOW = "Thirteen cards, as Qs Qh 10c or Q♠ Q♥ 10♣. Write / between the rows to set them at once.";
const AGAIN = "The same number deals the same cards again; without one, chance picks it.";

/** The rows and the lines between them, by name; `named` says what the cards are. */
export function makeMat(legend, id, named = "Cards") {
  const mat = make("div", { class: "cpt-mat", role: "group", "aria-label": named, "aria-describedby": `${id}-help` });
  const rows = {};
  const boundaries = {};
  for (const [index, { name, size }] of legend.places.entries()) {
    const label = make("span", { class: "cpt-name", id: `${id}-${name}` }, capital(name));
    const count = make("span", { class: "cpt-count" });
    const list = make("ul", { class: "cpt-list" });
    const words = make("div", { class: "cpt-words" });
    const row = make("div", { class: "cpt-row", role: "group", "aria-labelledby": label.id, "data-place": name });
    row.append(make("div", { class: "cpt-label" }, label, count), list, words);
    rows[name] = { row, count, list, words, size };
    mat.append(row);
    const next = legend.places[index + 1];
    if (next?.size) mat.append((boundaries[`${name}-${next.name}`] = make("div", { class: "cpt-boundary" })));
  }
  return { mat, rows, boundaries };
}

/** A line to type something in, with its button. */
function makeForm(label, press, attributes) {
  const field = make("input", { type: "text", autocomplete: "off", ...attributes });
  const form = make("form", { class: "cpt-form" }, make("label", { for: field.id }, label), field);
  form.append(make("button", { type: "submit", class: "cpt-button" }, press));
  return [form, field];
}

function makeOtherCards(id, alert) {
  const [put, text] = makeForm("Your own cards", "Use these cards", {
    id: `${id}-cards`,
    spellcheck: "false",
    "aria-describedby": `${id}-how ${alert.id}`,
  });
  const [deal, seed] = makeForm("Deal number", "Deal", { id: `${id}-seed`, size: "8" });
  const other = make("details", {}, make("summary", {}, "Other cards"), put);
  other.append(make("p", { class: "cpt-help", id: `${id}-how` }, HOW), deal, make("p", { class: "cpt-help" }, AGAIN));
  return { other, put, text, deal, seed };
}

export function colourCards(node, legend) {
  for (const [suit, colour] of Object.entries(legend.suits)) node.style.setProperty(`--${suit}`, colour);
  node.style.setProperty("--face", legend.face);
}

export function makeBoard(legend, { id, status, alert }) {
  const parts = { ...makeMat(legend, id), ...makeOtherCards(id, alert) };
  parts.presets = make("div", { class: "cpt-tools", role: "group", "aria-label": "Layouts to start from" });
  parts.check = button("Check", "cpt-main cpt-check");
  parts.title = make("div", { class: "cpt-title" });
  parts.more = make("ul", { class: "cpt-more" });
  parts.undo = button("Undo");
  parts.redo = button("Redo");
  parts.byRank = button("Sort by rank");
  parts.bySuit = button("Sort by suit");
  parts.reset = button("Reset");
  parts.help = make("p", { class: "cpt-help", id: `${id}-help` });
  parts.selectors = make("div", { class: "cpt-selectors" });

  const changes = make("div", { class: "cpt-tools", role: "group", "aria-label": "Changes" });
  changes.append(parts.undo, parts.redo, parts.byRank, parts.bySuit, parts.reset);
  parts.root = make("div", { class: "cpt-widget cpt-board", role: "group", "aria-label": "Board with thirteen cards" });
  parts.root.append(parts.presets, parts.mat, make("div", { class: "cpt-verdict" }, parts.check, parts.title), parts.more);
  parts.root.append(make("div", { class: "cpt-said" }, status), changes, parts.help);
  parts.root.append(make("details", {}, make("summary", {}, "Card selectors"), parts.selectors), parts.other, alert);
  colourCards(parts.root, legend);
  return parts;
}
