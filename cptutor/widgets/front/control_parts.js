// The parts that a control is put together from. A part keeps its element as long as its key and kind stay, so that focus
// and what is being typed are not lost.
import { capital, disable, make, setText, sign } from "./dom.js";
import { INPUTS, same } from "./control_inputs.js";
import { prepareTables } from "./tables.js";

function setHtml(node, html) {
  if (node.kept === html) return;
  node.kept = html;
  node.innerHTML = html;
  prepareTables(node);
}

/** Put parts into a node, in order; what has the same key and kind as before is only brought up to date. */
export function fill(node, parts, tools) {
  const before = (node.shownParts ??= new Map());
  const now = new Map();
  for (const part of parts) {
    let shown = before.get(part.key);
    if (shown?.kind !== part.kind) shown = { kind: part.kind, ...KINDS[part.kind](part, tools) };
    now.set(part.key, shown);
    if (shown.always || !shown.part || !same(shown.part, part)) shown.update(part);
    shown.part = part;
  }
  const wanted = [...now.values()].map((shown) => shown.node);
  for (const child of [...node.children]) if (!wanted.includes(child)) child.remove();
  for (const [index, child] of wanted.entries()) {
    if (node.children[index] !== child) node.insertBefore(child, node.children[index] ?? null);
  }
  node.shownParts = now;
}

const KINDS = {
  ...INPUTS,

  button(part, tools) {
    const node = make("button", { type: "button", "data-key": part.key });
    node.addEventListener("click", () => {
      if (node.getAttribute("aria-disabled") === "true") return;
      if (node.copies) tools.copy(node.copies);
      else tools.press(part.key);
    });
    return {
      node,
      update(next) {
        setText(node, next.label);
        node.className = `cpt-button cpt-${next.look}`;
        node.copies = next.copies;
        disable(node, next.off);
        if (next.name) node.setAttribute("aria-label", next.name);
        if (next.expanded !== null) node.setAttribute("aria-expanded", String(next.expanded));
      },
    };
  },

  tools(part, tools) {
    const node = make("div", { class: "cpt-tools", role: "group", "aria-label": part.label });
    return { node, update: (next) => fill(node, next.parts, tools) };
  },

  figure(part, tools) {
    const name = make("dt");
    const value = make("dd", { class: "cpc-value" });
    const more = make("dd", { class: "cpc-more" });
    const node = make("div", { class: "cpc-figure" }, name, value);
    return {
      node,
      update(next) {
        setText(name, next.label);
        setText(value, next.value);
        node.classList.toggle("cpc-strong", next.strong);
        fill(more, next.button ? [next.button] : [], tools);
        if (next.button) node.append(more);
        else more.remove();
      },
    };
  },

  figures(part, tools) {
    const list = make("dl", { class: "cpc-figures" });
    const node = make("div", { role: "group", "aria-label": part.label }, list);
    return { node, update: (next) => fill(list, next.parts, tools) };
  },

  static(part, tools) {
    const node = make("div", { class: "cpc-static", "data-key": part.key });
    tools.watch(node, part.name);
    return { node, update: (next) => setHtml(node, next.html) };
  },

  message(part, tools) {
    const title = make("p", { class: "cpc-title" });
    const list = make("ul");
    const node = make("div", { class: "cpc-message", "data-key": part.key, tabindex: "-1" }, title, list);
    return {
      node,
      update(next) {
        node.style.setProperty("--sign", tools.legend.signs[next.sort].colour);
        node.dataset.sort = next.sort;
        title.replaceChildren(...sign(tools.legend, next.sort), make("span", {}, capital(next.title)));
        list.replaceChildren(...next.told.map((line) => make("li", {}, line)));
        list.hidden = !next.told.length;
      },
    };
  },

  steps(part) {
    const title = make("p", { class: "cpc-subtitle" });
    const list = make("ol", { class: "cpc-steps" });
    const node = make("div", { "data-key": part.key, tabindex: "-1" }, title, list);
    return {
      node,
      update(next) {
        setText(title, next.title);
        const items = next.steps.map((step) => {
          if (!step.told.length) return make("li", { class: "cpc-step" }, step.title);
          const told = make("ul", {}, ...step.told.map((line) => make("li", {}, line)));
          return make("li", {}, make("details", {}, make("summary", {}, make("span", {}, step.title)), told));
        });
        list.replaceChildren(...items);
        list.hidden = !items.length;
      },
    };
  },

  group(part, tools) {
    const title = make("p", { class: "cpc-subtitle", id: tools.id(`${part.key}-title`) });
    const hint = make("p", { class: "cpc-hint" });
    const inner = make("div", { class: "cpc-inner" });
    const node = make("div", { class: `cpc-group cpc-${part.look}`, "data-key": part.key, tabindex: "-1" }, title, hint, inner);
    if (part.title) node.setAttribute("role", "group"), node.setAttribute("aria-labelledby", title.id);
    return {
      node,
      update(next) {
        setText(title, next.title);
        title.hidden = !next.title;
        setText(hint, next.hint);
        hint.hidden = !next.hint;
        fill(inner, next.parts, tools);
      },
    };
  },

  fold(part, tools) {
    const title = make("span");
    const inner = make("div", { class: "cpc-inner" });
    const node = make("details", { class: "cpc-fold", "data-key": part.key }, make("summary", {}, title), inner);
    node.open = part.opened;
    return {
      node,
      update(next) {
        setText(title, next.title);
        fill(inner, next.parts, tools);
      },
    };
  },
};
