// The parts of a control that take something in: choices, boxes to tick, fields, answers, and a seat's cards.
import { capital, make, setText } from "./dom.js";
import { listenToKeys } from "./board_keys.js";
import { openMat } from "./board_mat.js";
import { colourCards, makeMat } from "./board_parts.js";
import { listenToPointers } from "./board_pointer.js";

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Radio buttons as one group: native inputs, each inside its label. */
function radios(id, options, on) {
  const inputs = options.map(([value, words]) => {
    const input = make("input", { type: "radio", name: id, value });
    input.addEventListener("change", () => on(value));
    return { input, node: make("label", { class: "cpc-radio" }, input, make("span", {}, words)) };
  });
  return { inputs, nodes: inputs.map((each) => each.node), choose: (value) => inputs.forEach(({ input }) => (input.checked = input.value === value)) };
}

export const INPUTS = {
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

  mat(part, tools) {
    const id = tools.id(part.key);
    const title = make("p", { class: "cpc-subtitle" });
    const parts = makeMat(tools.legend, id, part.label);
    parts.mat.removeAttribute("aria-describedby");
    parts.root = make("div", { class: "cpc-mat", "data-key": part.key }, title, parts.mat);
    colourCards(parts.root, tools.legend);
    let rows = part.rows;
    const board = openMat({
      legend: tools.legend,
      parts,
      id,
      signal: tools.signal,
      given: () => rows,
      hand: () => false,
      send: (request) => tools.ask({ do: "set", name: part.key, value: request }),
      say: tools.say,
    });
    listenToKeys(board);
    listenToPointers(board);
    return {
      node: parts.root,
      always: true, // what was moved ahead is put right also where Python has refused it
      update(next) {
        rows = next.rows;
        board.ahead = null;
        title.replaceChildren(next.label, ...(next.about ? [make("span", { class: "cpc-hint" }, ` ${next.about}`)] : []));
        board.draw();
      },
    };
  },
};
