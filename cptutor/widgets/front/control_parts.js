// The parts that a control is put together from. A part keeps its element as long as its key and kind stay, so that focus
// and what is being typed are not lost.
import { capital, disable, make, setText, sign } from "./dom.js";

const setHtml = (node, html) => node.kept !== html && ((node.kept = html), (node.innerHTML = html));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Put parts into a node, in order; what has the same key and kind as before is only brought up to date. */
export function fill(node, parts, tools) {
  const before = (node.shownParts ??= new Map());
  const now = new Map();
  for (const part of parts) {
    let shown = before.get(part.key);
    if (shown?.kind !== part.kind) shown = { kind: part.kind, ...KINDS[part.kind](part, tools) };
    now.set(part.key, shown);
    if (!shown.part || !same(shown.part, part)) shown.update(part);
    shown.part = part;
  }
  const wanted = [...now.values()].map((shown) => shown.node);
  for (const child of [...node.children]) if (!wanted.includes(child)) child.remove();
  for (const [index, child] of wanted.entries()) {
    if (node.children[index] !== child) node.insertBefore(child, node.children[index] ?? null);
  }
  node.shownParts = now;
}

/** Radio buttons as one group: native inputs, each inside its label. */
function radios(id, options, on) {
  const inputs = options.map(([value, words]) => {
    const input = make("input", { type: "radio", name: id, value });
    input.addEventListener("change", () => on(value));
    return { input, node: make("label", { class: "cpc-radio" }, input, make("span", {}, words)) };
  });
  return { inputs, nodes: inputs.map((each) => each.node), choose: (value) => inputs.forEach(({ input }) => (input.checked = input.value === value)) };
}

const KINDS = {
  choice(part, tools) {
    const id = tools.id(part.key);
    const label = make("span", { class: "cpc-label", id: `${id}-label` });
    const hint = make("p", { class: "cpc-hint", id: `${id}-hint` });
    if (part.look === "select") {
      const select = make("select", { id, "data-key": part.key });
      const box = make("div", { class: "cpc-choice" }, make("label", { for: id }, label), select, hint);
      select.addEventListener("change", () => tools.ask({ do: "set", name: part.key, value: select.value }));
      return {
        node: box,
        update(next) {
          setText(label, next.label);
          setText(hint, next.hint);
          hint.hidden = !next.hint;
          if (!same(select.kept, next.options)) select.replaceChildren(...next.options.map(([value, words]) => make("option", { value }, words)));
          select.kept = next.options;
          select.value = next.value;
        },
      };
    }
    const group = make("div", { class: "cpc-choice cpc-line", role: "radiogroup", "aria-labelledby": label.id, "data-key": part.key });
    const row = make("div", { class: "cpc-radios" });
    group.append(label, row);
    let choose = () => {};
    return {
      node: group,
      update(next) {
        setText(label, next.label);
        if (!same(row.kept, next.options)) {
          const made = radios(id, next.options, (value) => tools.ask({ do: "set", name: part.key, value }));
          row.replaceChildren(...made.nodes);
          choose = made.choose;
        }
        row.kept = next.options;
        choose(next.value);
      },
    };
  },

  check(part, tools) {
    const box = make("input", { type: "checkbox", "data-key": part.key });
    const words = make("span");
    box.addEventListener("change", () => tools.ask({ do: "set", name: part.key, value: box.checked }));
    return {
      node: make("label", { class: "cpc-check" }, box, words),
      update(next) {
        setText(words, next.label);
        box.checked = next.value;
      },
    };
  },

  field(part, tools) {
    const id = tools.id(part.key);
    const label = make("label", { class: "cpc-label", for: id });
    const hint = make("p", { class: "cpc-hint", id: `${id}-hint` });
    const input = part.rows > 1 ? make("textarea", { rows: part.rows }) : make("input", { type: part.numeric ? "number" : "text" });
    for (const [name, value] of Object.entries({ id, autocomplete: "off", spellcheck: "false", "data-key": part.key, "aria-describedby": `${hint.id} ${tools.alertId}` })) input.setAttribute(name, value);
    if (part.numeric) input.step = "1";
    input.readOnly = part.readonly;
    if (!part.readonly) tools.fields.set(part.key, input);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && part.rows === 1 && input.enters) tools.press(input.enters);
    });
    return {
      node: make("div", { class: `cpc-choice ${part.numeric ? "cpc-number" : ""}` }, label, input, hint),
      update(next) {
        setText(label, next.label);
        setText(hint, next.hint);
        hint.hidden = !next.hint;
        input.enters = next.press;
        if (input.kept !== next.value) input.value = input.kept = next.value;
      },
      remove: () => tools.fields.delete(part.key),
    };
  },

  answer(part, tools) {
    const id = tools.id(part.key);
    const question = make("span", { class: "cpc-question", id: `${id}-label` });
    const about = make("span", { class: "cpc-hint", id: `${id}-about` });
    const group = make("div", { class: "cpc-answer", role: "group", "aria-labelledby": question.id, "aria-describedby": about.id, "data-key": part.key });
    const set = (value) => tools.ask({ do: "set", name: part.key, value });
    const numeric = part.minimum !== null;
    const typed = numeric || part.words;
    const options = [["", capital(part.without)], ...part.choices.map((choice) => [choice, choice])];
    const input = make("input", { type: numeric ? "number" : "text", autocomplete: "off", "aria-label": numeric ? `${part.question} A number` : `${part.question} In words` });
    if (numeric) Object.assign(input, { min: part.minimum, max: part.maximum ?? "", step: "1" });
    input.addEventListener("change", () => set(input.value));
    if (typed) options.push(["\u0000", numeric ? "a number" : "in words"]);
    const { nodes, inputs, choose } = radios(id, options, (value) => {
      if (value !== "\u0000") return set(value);
      input.focus();
      return input.value && set(input.value);
    });
    const row = make("div", { class: "cpc-radios" }, ...nodes);
    if (typed) inputs.at(-1).node.append(input);
    group.append(question, row, about);
    return {
      node: group,
      update(next) {
        setText(question, next.question);
        setText(about, next.about);
        const listed = !next.value || next.choices.includes(next.value);
        choose(listed ? next.value : "\u0000");
        if (typed && input.kept !== next.value) input.value = input.kept = listed ? "" : next.value;
      },
    };
  },

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
