// The board by keys: arrows walk from card to card, a row's letter moves the card there, X exchanges.
import { keepKey } from "./dom.js";

const PLACES = { f: "front", m: "middle", b: "back", h: "hand" };

export function listenToKeys(board) {
  const { on, root } = board;
  on(root, "focusin", ({ target }) => target.dataset.card && target.dataset.card !== board.current && board.focusOn(target.dataset.card));
  on(root, "keydown", (event) => {
    const key = event.key.toLowerCase();
    const typing = event.target.matches("input");
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !typing && (key === "z" || key === "y")) {
      event.preventDefault();
      event.stopPropagation();
      return board.ask({ do: key === "y" || event.shiftKey ? "redo" : "undo" });
    }
    if (!keepKey(event)) return undefined;
    const code = event.target.dataset.card;
    if (event.key === "Escape" && board.marked) return board.mark(board.marked);
    if (code && !event.altKey && act(board, code, event.key)) event.preventDefault();
    return undefined;
  });
}

function act(board, code, key) {
  const target = walk(board, code, key);
  const place = PLACES[key.toLowerCase()];
  if (target) board.focusOn(target);
  else if (key.toLowerCase() === "x") board.mark(code);
  else if (board.usable().includes(place)) board.move(code, place);
  else return false;
  return true;
}

/** The card that an arrow leads to. */
function walk(board, code, key) {
  const rows = board.rows();
  const place = board.placeOf(code);
  const row = rows[place];
  const index = row.indexOf(code);
  const full = board.usable().filter((name) => rows[name].length);
  const beside = (by) => {
    const other = rows[full[full.indexOf(place) + by]] ?? row;
    return other[Math.min(index, other.length - 1)];
  };
  const steps = {
    ArrowLeft: () => row[Math.max(index - 1, 0)],
    ArrowRight: () => row[Math.min(index + 1, row.length - 1)],
    Home: () => row[0],
    End: () => row.at(-1),
    ArrowUp: () => beside(-1),
    ArrowDown: () => beside(1),
  };
  return steps[key]?.();
}
