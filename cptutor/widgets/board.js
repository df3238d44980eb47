// The board in the browser: it shows what Python says, moves cards at once, and asks Python for everything else.
// Every request carries the view it comes from and a number; the answer to it is announced in that view alone.

const PIPS = {
  spades:
    "M12 1.5c5.6 5 9.6 8.3 9.6 12.3a4.6 4.6 0 0 1-8.2 2.9c.1 2.2.9 4 2.6 5.8H8c1.7-1.8 2.5-3.6 2.6-5.8a4.6 4.6 0 0 1-8.2-2.9C2.4 9.8 6.4 6.5 12 1.5z",
  hearts: "M12 22C5.4 16.4 2 12.6 2 8.2A5.4 5.4 0 0 1 12 5.3 5.4 5.4 0 0 1 22 8.2C22 12.6 18.6 16.4 12 22z",
  diamonds: "M12 1.2 20.2 12 12 22.8 3.8 12z",
  clubs:
    "M12 1.6a4.7 4.7 0 0 1 3.8 7.5 4.7 4.7 0 1 1-2.3 7.9c.1 2.1.9 3.8 2.5 5.5H8c1.6-1.7 2.4-3.4 2.5-5.5a4.7 4.7 0 1 1-2.3-7.9A4.7 4.7 0 0 1 12 1.6z",
};
const KEYS = { f: "front", m: "middle", b: "back", h: "hand" };
const DRAG_STARTS = 6; // pixels; less is a click with an unsteady hand
const SILENCE = 8000; // milliseconds without an answer until the learner is told
const SILENT = "Python has not answered yet. Is the kernel busy? After a restart, run the cell again.";

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function pip(suit) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", PIPS[suit]);
  svg.append(path);
  return svg;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const button = (text, className = "") => make("button", { type: "button", class: `cpt-button ${className}` }, text);
const quiet = (text) => make("span", { class: "cpt-quiet" }, text);
const disable = (node, off) => node.setAttribute("aria-disabled", String(off)); // focus stays where it is
const setText = (node, text) => node.textContent !== text && (node.textContent = text);

/** The parts that never change: each is made once, and filled by draw(). */
function build(legend, id) {
  const sign = (kind) => {
    const { sign: mark, word, colour } = legend.signs[kind];
    const badge = make("span", { class: "cpt-sign", "aria-hidden": "true" }, mark);
    badge.style.setProperty("--sign", colour);
    return [badge, make("span", { class: "cpt-hidden" }, `${word}: `)];
  };
  const parts = { sign, rows: {}, boundaries: {} };
  parts.presets = make("div", { class: "cpt-tools", role: "group", "aria-label": "Layouts to start from" });
  parts.mat = make("div", { class: "cpt-mat", role: "group", "aria-label": "Cards", "aria-describedby": `${id}-help` });
  for (const [index, { name, size }] of legend.places.entries()) {
    const label = make("span", { class: "cpt-name", id: `${id}-${name}` }, capital(name));
    const count = make("span", { class: "cpt-count" });
    const list = make("ul", { class: "cpt-list" });
    const words = make("div", { class: "cpt-words" });
    const row = make("div", { class: "cpt-row", role: "group", "aria-labelledby": label.id, "data-place": name });
    row.append(make("div", { class: "cpt-label" }, label, count), list, words);
    const next = legend.places[index + 1];
    parts.rows[name] = { row, count, list, words, size };
    parts.mat.append(row);
    if (next?.size) {
      const line = (parts.boundaries[`${name}-${next.name}`] = make("div", { class: "cpt-boundary" }));
      parts.mat.append(line);
    }
  }
  parts.check = button("Check", "cpt-check");
  parts.title = make("div", { class: "cpt-title" });
  parts.more = make("ul", { class: "cpt-more" });
  parts.status = make("div", { class: "cpt-status", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  parts.undo = button("Undo");
  parts.redo = button("Redo");
  parts.byRank = button("Sort by rank");
  parts.bySuit = button("Sort by suit");
  parts.reset = button("Reset");
  parts.help = make("p", { class: "cpt-help", id: `${id}-help` });
  parts.alert = make("div", { class: "cpt-alert", role: "alert", id: `${id}-alert` });

  parts.selectors = make("div", { class: "cpt-selectors" });
  const selectors = make("details", {}, make("summary", {}, "Card selectors"), parts.selectors);

  parts.text = make("input", { type: "text", id: `${id}-cards`, autocomplete: "off", spellcheck: "false", "aria-describedby": `${id}-how ${id}-alert` });
  parts.put = make("form", { class: "cpt-form" }, make("label", { for: parts.text.id }, "Your own cards"), parts.text);
  parts.put.append(make("button", { type: "submit", class: "cpt-button" }, "Use these cards"));
  const how = "Thirteen cards, as Qs Qh 10c or Q♠ Q♥ 10♣. Write / between the rows to set them at once.";
  parts.seed = make("input", { type: "text", id: `${id}-seed`, autocomplete: "off", size: "8" });
  parts.deal = make("form", { class: "cpt-form" }, make("label", { for: parts.seed.id }, "Deal number"), parts.seed);
  parts.deal.append(make("button", { type: "submit", class: "cpt-button" }, "Deal"));
  const again = make("p", { class: "cpt-help" }, "The same number deals the same cards again; without one, chance picks it.");
  const other = make("details", {}, make("summary", {}, "Other cards"), parts.put);
  other.append(make("p", { class: "cpt-help", id: `${id}-how` }, how), parts.deal, again);

  parts.root = make("div", { class: "cpt-board", role: "group", "aria-label": "Board with thirteen cards" });
  parts.root.append(parts.presets, parts.mat, make("div", { class: "cpt-verdict" }, parts.check, parts.title), parts.more);
  parts.root.append(make("div", { class: "cpt-said" }, parts.status), make("div", { class: "cpt-tools", role: "group", "aria-label": "Changes" }, parts.undo, parts.redo, parts.byRank, parts.bySuit, parts.reset));
  parts.root.append(parts.help, selectors, other, parts.alert);
  for (const [suit, colour] of Object.entries(legend.suits)) parts.root.style.setProperty(`--${suit}`, colour);
  parts.root.style.setProperty("--face", legend.face);
  return parts;
}

function render({ model, el }) {
  const legend = model.get("legend");
  // Every board runs its own copy of this file, so only chance keeps their names apart; a page loaded anew must not
  // take old answers for its own either.
  const id = `cpt-board-${Math.random().toString(36).slice(2)}`;
  const places = legend.places.map((place) => place.name);
  const parts = build(legend, id);
  const { root, mat } = parts;
  const stop = new AbortController();
  const on = (node, type, listener, options) => node.addEventListener(type, listener, { ...options, signal: stop.signal });

  const cards = new Map(); // code → button
  const choices = new Map(); // code → { row, select }
  let ahead = null; // rows moved here that Python has not answered yet
  let asked = 0, answered = 0, timer = 0;
  let current = null; // the card that Tab reaches
  let marked = null; // the card to exchange
  let drag = null;
  let drawn = false;

  const rows = () => ahead ?? model.get("rows");
  const shown = () => model.get("shown");
  const usable = () => places.filter((place) => parts.rows[place].size || shown().hand || rows()[place]?.length);
  const placeOf = (code) => places.find((place) => rows()[place].includes(code));
  const nameOf = (code) => legend.cards[code].name;
  const active = () => root.getRootNode().activeElement;

  // Words for the learner

  let odd = false;
  function say(text) {
    odd = !odd; // the same words twice are announced only if something in them differs
    parts.status.textContent = text && text + (odd ? "\u00a0" : "");
    parts.status.classList.remove("cpt-hidden");
  }
  function complain(text) {
    parts.text.setAttribute("aria-invalid", String(Boolean(text) && parts.put.contains(active())));
    parts.alert.textContent = text;
  }

  // Requests and answers

  function ask(request, moved = null) {
    if (moved) ahead = moved;
    marked = null;
    complain("");
    asked += 1;
    clearTimeout(timer);
    timer = setTimeout(() => complain(SILENT), SILENCE);
    try {
      model.send({ ...request, view: id, seq: asked });
    } catch {
      complain(SILENT); // there is no kernel any more; the cards can still be moved
    }
    draw();
  }
  function hear() {
    const { view: whose, seq, say: said, problem } = shown().answer ?? {};
    if (whose === id && seq >= answered) {
      if (said && seq > answered) say(said);
      answered = seq;
      if (answered === asked) {
        ahead = null;
        clearTimeout(timer);
        complain(problem);
      }
      if (problem) say("");
      parts.status.classList.toggle("cpt-hidden", shown().answer.seen); // what was found stands beside the rows
    } else if (whose !== id) {
      say("");
      if (!whose && problem) complain(problem);
    }
    draw();
  }

  // What can be done with cards

  function move(code, place) {
    if (!usable().includes(place)) return;
    if (placeOf(code) === place) return ask({ do: "move", card: code, place });
    const moved = Object.fromEntries(places.map((name) => [name, rows()[name].filter((other) => other !== code)]));
    moved[place].push(code);
    ask({ do: "move", card: code, place }, moved);
  }
  function exchange(first, second) {
    const other = { [first]: second, [second]: first };
    const moved = Object.fromEntries(places.map((name) => [name, rows()[name].map((code) => other[code] ?? code)]));
    ask({ do: "exchange", first, second }, moved);
  }
  function mark(code) {
    if (marked && marked !== code) return exchange(marked, code);
    marked = marked ? null : code;
    say(marked ? `${capital(nameOf(code))} is marked: choose the card to exchange it with, or a row.` : "No card is marked.");
    draw();
  }
  function focusOn(code) {
    current = code;
    for (const [other, card] of cards) card.tabIndex = other === code ? 0 : -1;
    cards.get(code)?.focus({ preventScroll: true });
  }

  // Drawing

  function newCard(code) {
    const { rank, suit } = legend.cards[code];
    const card = make("button", { type: "button", class: "cpt-card", "data-card": code, "data-suit": suit });
    card.append(make("span", { class: "cpt-rank" }, rank), pip(suit));
    return card;
  }
  function drawCards() {
    const all = places.flatMap((place) => rows()[place]);
    const focused = active()?.dataset?.card;
    const before = new Map([...cards].map(([code, card]) => [code, card.getBoundingClientRect()]));
    for (const [code, card] of cards) {
      if (!all.includes(code)) cards.delete(code);
      if (code !== drag?.code) card.style.transform = "";
    }
    if (!all.includes(current)) current = all[0];
    if (!all.includes(marked)) marked = null;
    for (const place of places) {
      const { row, count, list, size } = parts.rows[place];
      const codes = rows()[place];
      row.hidden = !usable().includes(place);
      setText(count, size ? `${codes.length}/${size}` : `${codes.length}`);
      count.dataset.wrong = String(size ? codes.length !== size : false);
      const items = codes.map((code, index) => {
        if (!cards.has(code)) cards.set(code, newCard(code));
        const card = cards.get(code);
        card.setAttribute("aria-label", `${nameOf(code)}, ${place}, ${index + 1} of ${codes.length}`);
        card.setAttribute("aria-pressed", String(code === marked));
        card.tabIndex = code === current ? 0 : -1;
        return card.parentElement ?? make("li", {}, card);
      });
      if (!items.length) items.push(make("li", { class: "cpt-hidden" }, "empty"));
      for (let free = codes.length; free < (size ?? 1); free += 1) items.push(make("li", { class: "cpt-slot", "aria-hidden": "true" }));
      const same = items.length === list.children.length && codes.length && items.every((item, index) => item === list.children[index]);
      if (!same) list.replaceChildren(...items);
    }
    if (focused && active() !== cards.get(focused)) focusOn(all.includes(focused) ? focused : current);
    if (drawn && !matchMedia("(prefers-reduced-motion: reduce)").matches) glide(before);
    drawn = true;
  }
  function glide(before) {
    for (const [code, card] of cards) {
      const from = before.get(code);
      if (!from || code === drag?.code) continue;
      const to = card.getBoundingClientRect();
      const [x, y] = [from.x - to.x, from.y - to.y];
      if (x || y) card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 160, easing: "ease-out" });
    }
  }
  function drawVerdict() {
    const { finding, stale, live } = shown();
    const fresh = finding && (live || !(stale || ahead)) ? finding : null;
    const remark = (about) => fresh?.remarks.filter((each) => each.about === about) ?? [];
    const fill = (node, remarks, text) => {
      node.replaceChildren(...remarks.map((each) => make("div", { class: "cpt-remark" }, ...parts.sign(each.kind), make("span", {}, each.text))));
      if (text) node.prepend(make("span", {}, text));
    };
    for (const place of places) {
      const { row, words } = parts.rows[place];
      const fault = fresh?.remarks.find((each) => each.kind !== "good" && each.places.includes(place));
      row.dataset.fault = fault?.kind ?? "";
      fill(words, remark(place), fresh?.words[place]);
    }
    for (const [name, line] of Object.entries(parts.boundaries)) {
      fill(line, remark(name));
      line.dataset.kind = remark(name)[0]?.kind ?? "";
    }
    const elsewhere = fresh?.remarks.filter((each) => !parts.boundaries[each.about] && !parts.rows[each.about]) ?? [];
    parts.more.replaceChildren(...elsewhere.map((each) => make("li", {}, `${each.about}: ${each.text}`)));
    parts.more.hidden = !elsewhere.length;
    const old = finding && !fresh && !live;
    root.dataset.verdict = fresh?.kind ?? (old ? "stale" : "none");
    parts.check.hidden = live;
    setText(parts.check, old ? "Check again" : "Check");
    if (fresh) parts.title.replaceChildren(...parts.sign(fresh.kind), make("span", {}, fresh.title));
    else if (old) parts.title.replaceChildren(...parts.sign("note"), make("span", {}, "The rows have changed: check again "), quiet(`(before: ${finding.title})`));
    else if (!live) parts.title.replaceChildren(quiet("Not checked yet"));
  }
  function drawControls() {
    const { presets, undo, redo, hand } = shown();
    if (parts.presets.children.length !== presets.length) {
      parts.presets.replaceChildren(...presets.map((title, number) => {
        const choice = button(title);
        on(choice, "click", () => ask({ do: "preset", number }));
        return choice;
      }));
    }
    parts.presets.hidden = !presets.length;
    disable(parts.undo, !undo);
    disable(parts.redo, !redo);
    const keys = usable().map((place) => place[0].toUpperCase()).join(", ");
    setText(parts.help, `Drag a card to a row, or onto a card to exchange the two; or click one card, then the other. Keys: arrows walk, ${keys} move to a row, X marks a card to exchange, Ctrl+Z takes back.`);
    drawSelectors(hand);
  }
  function drawSelectors() {
    const offered = usable().join();
    const all = places.flatMap((place) => rows()[place]);
    for (const [code, { row }] of choices) if (!all.includes(code)) row.remove(), choices.delete(code);
    const order = Object.keys(legend.cards).reverse().filter((code) => all.includes(code));
    for (const code of order) {
      if (!choices.has(code)) {
        const { rank, suit, name } = legend.cards[code];
        const select = make("select", { id: `${id}-row-${code}` });
        const label = make("label", { for: select.id, "data-suit": suit }, make("span", { "aria-hidden": "true" }, rank), pip(suit));
        label.append(make("span", { class: "cpt-hidden" }, `Row of the ${name}`));
        const row = make("div", { class: "cpt-selector" }, label, select);
        on(select, "change", () => move(code, select.value));
        choices.set(code, { row, select });
      }
      const { row, select } = choices.get(code);
      if (select.dataset.offered !== offered) {
        select.replaceChildren(...usable().map((place) => make("option", { value: place }, capital(place))));
        select.dataset.offered = offered;
      }
      select.value = placeOf(code);
      const index = order.indexOf(code);
      if (parts.selectors.children[index] !== row) parts.selectors.insertBefore(row, parts.selectors.children[index] ?? null);
    }
  }
  function draw() {
    drawCards();
    drawVerdict();
    drawControls();
  }

  // Keys

  on(root, "focusin", (event) => event.target.dataset.card && event.target.dataset.card !== current && focusOn(event.target.dataset.card));
  on(root, "keydown", (event) => {
    const key = event.key.toLowerCase();
    const typing = event.target.matches("input");
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !typing && (key === "z" || key === "y")) {
      event.preventDefault();
      event.stopPropagation();
      return ask({ do: key === "y" || event.shiftKey ? "redo" : "undo" });
    }
    if (event.key === "Tab" || event.ctrlKey || event.metaKey) return undefined;
    event.stopPropagation(); // JupyterLab would take the key for a command of the notebook
    const code = event.target.dataset.card;
    if (event.key === "Escape" && marked) return mark(marked);
    if (code && !event.altKey && cardKey(code, event.key)) event.preventDefault();
    return undefined;
  });
  function cardKey(code, key) {
    const place = placeOf(code);
    const row = rows()[place];
    const index = row.indexOf(code);
    const full = usable().filter((name) => rows()[name].length);
    const step = (by) => rows()[full[full.indexOf(place) + by]];
    const walk = {
      ArrowLeft: () => row[Math.max(index - 1, 0)],
      ArrowRight: () => row[Math.min(index + 1, row.length - 1)],
      Home: () => row[0],
      End: () => row.at(-1),
      ArrowUp: () => (step(-1) ?? row).at(Math.min(index, (step(-1) ?? row).length - 1)),
      ArrowDown: () => (step(1) ?? row).at(Math.min(index, (step(1) ?? row).length - 1)),
    };
    if (walk[key]) focusOn(walk[key]());
    else if (key.toLowerCase() === "x") mark(code);
    else if (usable().includes(KEYS[key.toLowerCase()])) move(code, KEYS[key.toLowerCase()]);
    else return false;
    return true;
  }

  // Mouse, pen and finger

  function under(event) {
    const all = root.getRootNode().elementsFromPoint(event.clientX, event.clientY);
    const found = all.filter((node) => mat.contains(node) && !drag.card.contains(node));
    const nearest = (what) => found.map((node) => node.closest(what)).find(Boolean);
    return { card: nearest(".cpt-card"), row: nearest(".cpt-row") };
  }
  function aim(target) {
    for (const { row } of Object.values(parts.rows)) row.dataset.over = String(row === target?.row && !target.card);
    for (const card of cards.values()) card.dataset.over = String(card === target?.card);
  }
  function drop(event, done) {
    if (!drag) return;
    const { code, card, moving } = drag;
    const target = done && moving ? under(event) : {};
    drag = null;
    root.classList.remove("cpt-dragging");
    card.classList.remove("cpt-lifted");
    aim(null);
    if (target.card) exchange(code, target.card.dataset.card);
    else if (target.row && target.row.dataset.place !== placeOf(code)) move(code, target.row.dataset.place);
    else if (moving) draw();
    if (moving) focusOn(code);
  }
  let swallow = false; // the click at the end of a drag, wherever the button is let go, is not one
  on(mat, "pointerdown", (event) => {
    const card = event.target.closest(".cpt-card");
    if (!card || event.button !== 0 || drag) return;
    swallow = false;
    drag = { card, code: card.dataset.card, x: event.clientX, y: event.clientY, pointer: event.pointerId, moving: false };
    card.setPointerCapture(event.pointerId);
  });
  on(mat, "pointermove", (event) => {
    if (drag?.pointer !== event.pointerId) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moving && Math.hypot(x, y) < DRAG_STARTS) return;
    drag.moving = swallow = true;
    root.classList.add("cpt-dragging");
    drag.card.classList.add("cpt-lifted");
    drag.card.style.transform = `translate(${x}px, ${y}px)`;
    aim(under(event));
  });
  on(mat, "pointerup", (event) => drag?.pointer === event.pointerId && drop(event, true));
  for (const lost of ["pointercancel", "lostpointercapture"]) on(mat, lost, (event) => drag?.pointer === event.pointerId && drop(event, false));
  on(window, "keydown", (event) => {
    if (event.key !== "Escape" || !drag?.moving) return;
    event.preventDefault();
    event.stopPropagation();
    drop(event, false);
    say("The card stays where it was.");
  }, { capture: true });
  on(mat, "click", (event) => {
    if (swallow && event.detail) return; // a key's click has no detail
    const card = event.target.closest(".cpt-card");
    const row = event.target.closest(".cpt-row");
    if (card) mark(card.dataset.card);
    else if (row && marked) move(marked, row.dataset.place);
  });

  // Buttons and forms

  const does = { undo: "undo", redo: "redo", check: "check", reset: "reset" };
  for (const [name, action] of Object.entries(does)) on(parts[name], "click", () => ask({ do: action }));
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

  const redraw = () => draw();
  model.on("change:rows", redraw);
  model.on("change:shown", hear);
  draw();
  el.append(root);
  return () => {
    stop.abort();
    clearTimeout(timer);
    model.off("change:rows", redraw);
    model.off("change:shown", hear);
  };
}

export default { render };
