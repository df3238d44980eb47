// The board in the browser: it shows what Python says, moves cards at once, and asks Python for everything else.
import { button, capital, disable, setText } from "./dom.js";
import { link } from "./link.js";
import { makeBoard } from "./board_parts.js";
import { drawCards } from "./board_cards.js";
import { drawVerdict } from "./board_verdict.js";
import { drawSelectors } from "./board_selectors.js";
import { listenToKeys } from "./board_keys.js";
import { listenToPointers } from "./board_pointer.js";

/** What the parts of one board share: where the cards lie, and what can be done with them. */
function openBoard(model, stop) {
  const legend = model.get("legend");
  const places = legend.places.map((place) => place.name);
  const python = link(model, {
    visible: true,
    heard: (settled) => {
      if (settled) board.ahead = null;
      board.draw();
    },
    complained: (text) => {
      const typed = Boolean(text) && parts.put.contains(board.active());
      parts.text.setAttribute("aria-invalid", String(typed));
    },
  });
  const parts = makeBoard(legend, python);
  const board = {
    id: python.id,
    legend,
    places,
    parts,
    root: parts.root,
    say: python.say,
    cards: new Map(), // code → button
    choices: new Map(), // code → its row selector
    ahead: null, // rows moved here that Python has not answered yet
    current: null, // the card that Tab reaches
    marked: null, // the card to exchange
    drag: null,

    on: (node, type, listener, options) => node.addEventListener(type, listener, { ...options, signal: stop.signal }),
    shown: () => model.get("shown"),
    rows: () => board.ahead ?? model.get("rows"),
    usable: () => places.filter((place) => parts.rows[place].size || board.shown().hand || board.rows()[place]?.length),
    placeOf: (code) => places.find((place) => board.rows()[place].includes(code)),
    nameOf: (code) => legend.cards[code].name,
    active: () => parts.root.getRootNode().activeElement,

    ask(request, moved = null) {
      if (moved) board.ahead = moved;
      board.marked = null;
      python.ask(request);
      board.draw();
    },
    move(code, place) {
      if (!board.usable().includes(place)) return;
      const request = { do: "move", card: code, place };
      if (board.placeOf(code) === place) return board.ask(request); // Python says that it is there already
      const moved = Object.fromEntries(places.map((name) => [name, board.rows()[name].filter((other) => other !== code)]));
      moved[place].push(code);
      board.ask(request, moved);
    },
    exchange(first, second) {
      const other = { [first]: second, [second]: first };
      const moved = places.map((name) => [name, board.rows()[name].map((code) => other[code] ?? code)]);
      board.ask({ do: "exchange", first, second }, Object.fromEntries(moved));
    },
    mark(code) {
      if (board.marked && board.marked !== code) return board.exchange(board.marked, code);
      board.marked = board.marked ? null : code;
      const name = board.marked && capital(board.nameOf(code));
      board.say(name ? `${name} is marked: choose the card to exchange it with, or a row.` : "No card is marked.");
      board.draw();
    },
    focusOn(code) {
      board.current = code;
      for (const [other, card] of board.cards) card.tabIndex = other === code ? 0 : -1;
      board.cards.get(code)?.focus({ preventScroll: true });
    },
    draw() {
      drawCards(board);
      drawVerdict(board);
      drawControls(board);
      drawSelectors(board);
    },
    close: python.close,
  };
  return board;
}

function drawControls(board) {
  const { parts } = board;
  const { presets, undo, redo, fixed } = board.shown();
  if (parts.presets.children.length !== presets.length) {
    parts.presets.replaceChildren(...presets.map((title, number) => {
      const choice = button(title);
      board.on(choice, "click", () => board.ask({ do: "preset", number }));
      return choice;
    }));
  }
  parts.presets.hidden = !presets.length;
  parts.other.hidden = fixed;
  disable(parts.undo, !undo);
  disable(parts.redo, !redo);
  const keys = board.usable().map((place) => place[0].toUpperCase()).join(", ");
  setText(parts.help, `Drag a card to a row, or onto a card to exchange the two; or click one card, then the other. Keys: arrows walk, ${keys} move to a row, X marks a card to exchange, Ctrl+Z takes back.`);
}

function listenToButtons({ ask, on, parts }) {
  for (const action of ["undo", "redo", "check", "reset"]) on(parts[action], "click", () => ask({ do: action }));
  on(parts.byRank, "click", () => ask({ do: "sort", order: "rank" }));
  on(parts.bySuit, "click", () => ask({ do: "sort", order: "suit" }));
  on(parts.put, "submit", (event) => {
    event.preventDefault();
    ask({ do: "put", cards: parts.text.value });
  });
  on(parts.deal, "submit", (event) => {
    event.preventDefault();
    parts.seed.value ||= String(1 + Math.floor(Math.random() * 9999));
    ask({ do: "deal", seed: parts.seed.value });
  });
}

function render({ model, el }) {
  const stop = new AbortController();
  const board = openBoard(model, stop);
  listenToKeys(board);
  listenToPointers(board);
  listenToButtons(board);
  const redraw = () => board.draw();
  model.on("change:rows", redraw);
  board.draw();
  el.append(board.root);
  return () => {
    stop.abort();
    board.close();
    model.off("change:rows", redraw);
  };
}

export default { render };
