// What was found, beside the rows that it is about; once a card has moved it is stale, and only said to be so.
import { make, setText, sign } from "./dom.js";

const quiet = (text) => make("span", { class: "cpt-quiet" }, text);

export function drawVerdict(board) {
  const { legend, parts, root } = board;
  const { finding, stale, live } = board.shown();
  const fresh = finding && (live || !(stale || board.ahead)) ? finding : null;
  const about = (what) => fresh?.remarks.filter((each) => each.about === what) ?? [];
  const lines = (remarks) => remarks.map((each) => make("div", { class: "cpt-remark" }, ...sign(legend, each.kind), make("span", {}, each.text)));

  for (const [place, { row, words }] of Object.entries(parts.rows)) {
    const fault = fresh?.remarks.find((each) => each.kind !== "good" && each.places.includes(place));
    row.dataset.fault = fault?.kind ?? "";
    words.replaceChildren(...lines(about(place)));
    if (fresh?.words[place]) words.prepend(make("span", {}, fresh.words[place]));
  }
  for (const [name, line] of Object.entries(parts.boundaries)) {
    line.replaceChildren(...lines(about(name)));
    line.dataset.kind = about(name)[0]?.kind ?? "";
  }
  const elsewhere = fresh?.remarks.filter((each) => !parts.boundaries[each.about] && !parts.rows[each.about]) ?? [];
  parts.more.replaceChildren(...elsewhere.map((each) => make("li", {}, `${each.about}: ${each.text}`)));
  parts.more.hidden = !elsewhere.length;

  const old = finding && !fresh && !live;
  root.dataset.verdict = fresh?.kind ?? (old ? "stale" : "none");
  parts.check.hidden = live;
  setText(parts.check, old ? "Check again" : "Check");
  if (fresh) parts.title.replaceChildren(...sign(legend, fresh.kind), make("span", {}, fresh.title));
  else if (old) parts.title.replaceChildren(...sign(legend, "note"), make("span", {}, "The rows have changed: check again "), quiet(`(before: ${finding.title})`));
  else if (!live) parts.title.replaceChildren(quiet("Not checked yet"));
}
