// Cards that lie in rows: where they are, and what can be done with them. A card moves on the page at once; Python then says
// what is true.
import { capital } from "./dom.js";
import { drawCards } from "./board_cards.js";

/**
 * @param parts what makeMat() made, and `root`, the element around it.
 * @param signal ends all listening.
 * @param given the rows as Python has them, codes of cards by place.
 * @param hand whether cards can be laid into a hand.
 * @param send asks Python to do something.
 * @param say announces a text.
 */
export function openMat({ legend, parts, id, signal, given, hand, send, say }) {
  const places = legend.places.map((place) => place.name);
  const board = {
    id,
    legend,
    places,
    parts,
    say,
    root: parts.root,
    cards: new Map(), // code → button
    ahead: null, // rows moved here that Python has not answered yet
    current: null, // the card that Tab reaches
    marked: null, // the card to exchange
    drag: null,

    on: (node, type, listener, options) => node.addEventListener(type, listener, { ...options, signal }),
    rows: () => board.ahead ?? given(),
    usable: () => places.filter((place) => parts.rows[place].size || hand() || board.rows()[place].length),
    placeOf: (code) => places.find((place) => board.rows()[place].includes(code)),
    nameOf: (code) => legend.cards[code].name,
    active: () => parts.root.getRootNode().activeElement,

    ask(request, moved = null) {
      if (moved) board.ahead = moved;
      board.marked = null;
      send(request);
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
    draw: () => drawCards(board),
  };
  return board;
}
