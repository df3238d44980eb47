// Boards that work without Python: cards move, and nothing is judged. Each takes the place of its picture once it stands.

import board from "./board.js";
import legend from "./legend.js";

const NO_VERDICT = "A verdict needs Python: run the lesson to get one.";
const PLACES = legend.places.map(({ name }) => name);
const ORDER = Object.keys(legend.cards); // by rank, deuces first
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const nameOf = (code) => legend.cards[code].name;

/** What the board talks to: the state, and the moves that need no rules. */
class Table {
  #start;
  #past = [];
  #future = [];
  #listeners = { "change:rows": new Set(), "change:shown": new Set() };

  constructor({ rows, hand }) {
    this.#start = rows;
    this.legend = legend;
    this.rows = rows;
    this.shown = { hand, finding: null, stale: false, live: true, fixed: true, undo: false, redo: false, presets: [], rules: "", answer: {} };
  }
  get(name) {
    return this[name];
  }
  on(event, listener) {
    this.#listeners[event].add(listener);
  }
  off(event, listener) {
    this.#listeners[event].delete(listener);
  }
  send({ do: action, view, seq, ...how }) {
    const doing = this[`_${action}`];
    const answer = doing ? { say: doing.call(this, how), problem: "" } : { say: "", problem: NO_VERDICT };
    this.shown = { ...this.shown, undo: this.#past.length > 0, redo: this.#future.length > 0, answer: { view, seq, seen: false, ...answer } };
    for (const listeners of Object.values(this.#listeners)) for (const listener of listeners) listener();
  }
  #go(rows) {
    this.#past.push(this.rows);
    this.#future = [];
    this.rows = rows;
  }
  #step(from, to, said) {
    if (!from.length) return "There is nothing to take back or do again.";
    to.push(this.rows);
    this.rows = from.pop();
    return said;
  }
  _move({ card, place }) {
    const from = PLACES.find((name) => this.rows[name].includes(card));
    if (from === place) return `${capital(nameOf(card))} is in the ${place} already.`;
    const rows = Object.fromEntries(PLACES.map((name) => [name, this.rows[name].filter((code) => code !== card)]));
    rows[place].push(card);
    this.#go(rows);
    return `${capital(nameOf(card))} is now in the ${place}.`;
  }
  _exchange({ first, second }) {
    const other = { [first]: second, [second]: first };
    this.#go(Object.fromEntries(PLACES.map((name) => [name, this.rows[name].map((code) => other[code] ?? code)])));
    return `${capital(nameOf(first))} and ${nameOf(second)} are exchanged.`;
  }
  _sort({ order }) {
    const suits = Object.keys(legend.suits);
    const rank = (code) => -Math.floor(ORDER.indexOf(code) / suits.length);
    const suit = (code) => suits.indexOf(legend.cards[code].suit);
    const by = order === "suit" ? (a, b) => suit(a) - suit(b) || rank(a) - rank(b) : (a, b) => rank(a) - rank(b) || suit(a) - suit(b);
    this.#go(Object.fromEntries(PLACES.map((name) => [name, [...this.rows[name]].sort(by)])));
    return `Sorted by ${order}.`;
  }
  _reset() {
    this.#go(this.#start);
    return "Back to the original.";
  }
  _undo() {
    return this.#step(this.#past, this.#future, "Undone.");
  }
  _redo() {
    return this.#step(this.#future, this.#past, "Done again.");
  }
}

for (const place of document.querySelectorAll("[data-live-board]")) {
  const model = new Table(JSON.parse(place.dataset.liveBoard));
  const el = document.createElement("div");
  board.render({ model, el });
  place.replaceChildren(el);
}
