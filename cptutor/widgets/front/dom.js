// Small makers of elements that the board and the controls share.

const PIPS = {
  spades:
    "M12 1.5c5.6 5 9.6 8.3 9.6 12.3a4.6 4.6 0 0 1-8.2 2.9c.1 2.2.9 4 2.6 5.8H8c1.7-1.8 2.5-3.6 2.6-5.8a4.6 4.6 0 0 1-8.2-2.9C2.4 9.8 6.4 6.5 12 1.5z",
  hearts: "M12 22C5.4 16.4 2 12.6 2 8.2A5.4 5.4 0 0 1 12 5.3 5.4 5.4 0 0 1 22 8.2C22 12.6 18.6 16.4 12 22z",
  diamonds: "M12 1.2 20.2 12 12 22.8 3.8 12z",
  clubs:
    "M12 1.6a4.7 4.7 0 0 1 3.8 7.5 4.7 4.7 0 1 1-2.3 7.9c.1 2.1.9 3.8 2.5 5.5H8c1.6-1.7 2.4-3.4 2.5-5.5a4.7 4.7 0 1 1-2.3-7.9A4.7 4.7 0 0 1 12 1.6z",
};

export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export function pip(suit) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", PIPS[suit]);
  svg.append(path);
  return svg;
}

/** The round sign of a kind of message, and its word for those who do not see it. */
export function sign(legend, kind) {
  const { sign: mark, word, colour } = legend.signs[kind];
  const badge = make("span", { class: "cpt-sign", "aria-hidden": "true" }, mark);
  badge.style.setProperty("--sign", colour);
  return [badge, make("span", { class: "cpt-hidden" }, `${word}: `)];
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const button = (text, className = "") => make("button", { type: "button", class: `cpt-button ${className}` }, text);
export const disable = (node, off) => node.setAttribute("aria-disabled", String(off)); // focus stays where it is
export const setText = (node, text) => node.textContent !== text && (node.textContent = text);

/** Whether a key is the widget's own. JupyterLab would take it for a command of the notebook, so it is stopped here. */
export function keepKey(event) {
  if (event.key === "Tab" || event.ctrlKey || event.metaKey) return false;
  event.stopPropagation();
  return true;
}
