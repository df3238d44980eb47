// Tables of the library on a narrow page: each row becomes a small card, and each value says what it is.

const ROLES = { table: "table", thead: "rowgroup", tbody: "rowgroup", tr: "row" };

/** Prepare the tables in a node; how they look on a narrow page is a matter of the style sheet. */
export function prepareTables(node) {
  for (const table of node.querySelectorAll("table")) {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.textContent.trim());
    if (heads.length < 3) continue;
    table.classList.add("cpc-cards");
    // A table that is not laid out as one would otherwise be none for a screen reader either.
    for (const [tag, role] of Object.entries(ROLES)) {
      for (const part of [table, ...table.querySelectorAll(tag)]) if (part.matches(tag)) part.setAttribute("role", role);
    }
    for (const cell of table.querySelectorAll("th, td")) {
      const kind = cell.tagName === "TD" ? "cell" : `${cell.getAttribute("scope") === "row" ? "row" : "column"}header`;
      cell.setAttribute("role", kind);
      if (cell.parentElement.parentElement.matches("tbody")) cell.dataset.head = heads[cell.cellIndex] ?? "";
    }
  }
}
