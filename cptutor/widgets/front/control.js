// The controls in the browser: they show the parts that Python lists, and ask Python for every change.
import { keepKey, make } from "./dom.js";
import { link } from "./link.js";
import { fill } from "./control_parts.js";

/** A table that is wider than the page scrolls by itself; the keyboard must reach it then. */
function watchWidths() {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const wide = target.scrollWidth > target.clientWidth;
      for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", target.cptName]]) {
        if (wide) target.setAttribute(name, value);
        else target.removeAttribute(name);
      }
    }
  });
  const watch = (node, name) => {
    node.cptName = name;
    sizes.observe(node);
  };
  return [watch, () => sizes.disconnect()];
}

function render({ model, el }) {
  const shown = () => model.get("shown");
  const fields = new Map(); // key → what can be typed in
  const python = link(model, {
    heard: (settled, answer) => settled && draw(answer.focus), // what a later answer changes must not jump back
    complained: (text, field) => fields.forEach((input, key) => input.setAttribute("aria-invalid", String(Boolean(text) && key === field))),
  });
  const { id, status, alert, say, ask } = python;
  const body = make("div", { class: "cpc-body" });
  const root = make("div", { class: "cpt-widget cpt-control", role: "group", "aria-label": shown().label, tabindex: "-1" }, body, alert, status);

  function press(name) {
    const drafts = {};
    for (const [key, input] of fields) if (root.contains(input) && input.value !== input.kept) drafts[key] = input.value;
    ask({ do: "press", name, drafts });
  }
  async function copy(key) {
    const field = root.querySelector(`[data-key="${key}"]`);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      say("Copied.", true);
    } catch {
      say("The text is selected: copy it with Ctrl+C.", true);
    }
  }

  const [watch, stopWatching] = watchWidths();
  const named = (key) => `${id}-${key.replace(/[^\w-]/gu, (sign) => `-${sign.codePointAt(0)}-`)}`; // Ä and Ö stay apart
  const stop = new AbortController();
  const tools = { ask, say, signal: stop.signal, press, copy, watch, fields, alertId: alert.id, legend: model.get("legend"), id: named };

  function draw(focus = "") {
    const active = root.getRootNode().activeElement;
    const inside = root.contains(active);
    fill(body, shown().parts, tools);
    if (!inside) return;
    const target = focus && root.querySelector(`[data-key="${focus}"]`);
    const reached = target && (target.matches("[role=radiogroup]") ? target.querySelector("input:checked, input") : target);
    if (reached) reached.focus({ preventScroll: false });
    else if (!root.contains(root.getRootNode().activeElement)) (root.contains(active) ? active : root).focus({ preventScroll: true });
  }

  root.addEventListener("keydown", keepKey);
  draw();
  el.append(root);
  return () => {
    python.close();
    stopWatching();
    stop.abort();
  };
}

export default { render };
