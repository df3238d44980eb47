// The board in the browser: it shows what Python says, moves cards at once, and asks Python for everything else.
import { button, disable, setText } from "./dom.js";
import { link } from "./link.js";
import { makeBoard } from "./board_parts.js";
import { openMat } from "./board_mat.js";
import { drawCards } from "./board_cards.js";
import { drawVerdict } from "./board_verdict.js";
import { drawSelectors } from "./board_selectors.js";
import { listenToKeys } from "./board_keys.js";
import { listenToPointers } from "./board_pointer.js";

/** A board with everything around it: verdict, buttons, selectors, other cards. */
function openBoard(model, stop) {
  const legend = model.get("legend");
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
  const shown = () => model.get("shown");
  const mat = openMat({
    legend,
    parts,
    id: python.id,
    signal: stop.signal,
    given: () => model.get("rows"),
    hand: () => shown().hand,
    send: python.ask,
    say: python.say,
  });
  const board = Object.assign(mat, {
    shown,
    choices: new Map(), // code → its row selector
    draw() {
      drawCards(board);
      drawVerdict(board);
      drawControls(board);
      drawSelectors(board);
    },
    close: python.close,
  });
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
