// The board by mouse, pen and finger: a card is dragged to a row or onto a card; two taps do the same without dragging.

const DRAG_STARTS = 6; // pixels; less is a tap with an unsteady hand
const CLICK_FOLLOWS = 500; // milliseconds in which the click that belongs to a tap or a drag comes after it

export function listenToPointers(board) {
  const { cards, on, parts, root } = board;
  const { mat } = parts;
  let done = -CLICK_FOLLOWS; // when a pointer was last let go from a card: the click after it says nothing new

  function under(event) {
    const all = root.getRootNode().elementsFromPoint(event.clientX, event.clientY);
    const found = all.filter((node) => mat.contains(node) && !board.drag.card.contains(node));
    const nearest = (what) => found.map((node) => node.closest(what)).find(Boolean);
    return { card: nearest(".cpt-card"), row: nearest(".cpt-row") };
  }
  function aim(target) {
    for (const { row } of Object.values(parts.rows)) row.dataset.over = String(row === target?.row && !target.card);
    for (const card of cards.values()) card.dataset.over = String(card === target?.card);
  }

  function lift(event) {
    const card = event.target.closest(".cpt-card");
    if (!board.drag) done = -CLICK_FOLLOWS;
    if (!card || event.button !== 0 || board.drag) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    board.drag = { card, code: card.dataset.card, x, y, pointer, moving: false };
    card.setPointerCapture(pointer);
  }
  function carry(event) {
    const { drag } = board;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moving && Math.hypot(x, y) < DRAG_STARTS) return;
    drag.moving = true;
    root.classList.add("cpt-dragging");
    drag.card.classList.add("cpt-lifted");
    drag.card.style.transform = `translate(${x}px, ${y}px)`;
    aim(under(event));
  }
  function drop(event, here) {
    const { code, card, moving } = board.drag;
    const target = here && moving ? under(event) : {};
    board.drag = null;
    root.classList.remove("cpt-dragging");
    card.classList.remove("cpt-lifted");
    aim(null);
    if (here || moving) done = performance.now();
    if (target.card) board.exchange(code, target.card.dataset.card);
    else if (target.row && target.row.dataset.place !== board.placeOf(code)) board.move(code, target.row.dataset.place);
    else if (moving) board.draw();
    else if (here) board.mark(code); // not left to the click: after a swing of the finger browsers send none
    if (here || moving) board.focusOn(code);
  }
  function callOff(event) {
    if (event.key !== "Escape" || !board.drag?.moving) return;
    event.preventDefault();
    event.stopPropagation();
    drop(event, false);
    board.say("The card stays where it was.");
  }
  function click(event) {
    if (event.detail && performance.now() - done < CLICK_FOLLOWS) return; // a key's click has no detail
    const card = event.target.closest(".cpt-card");
    const row = event.target.closest(".cpt-row");
    if (card) board.mark(card.dataset.card);
    else if (row && board.marked) board.move(board.marked, row.dataset.place);
  }

  const dragging = (listener) => (event) => board.drag?.pointer === event.pointerId && listener(event);
  on(mat, "pointerdown", lift);
  on(mat, "pointermove", dragging(carry));
  on(mat, "pointerup", dragging((event) => drop(event, true)));
  for (const lost of ["pointercancel", "lostpointercapture"]) on(mat, lost, dragging((event) => drop(event, false)));
  on(window, "keydown", callOff, { capture: true });
  on(mat, "click", click);
}
