// What is wider than the page is scrolled, and keys must be able to do that too.

for (const part of document.querySelectorAll("pre, .output.text_html, .table-wrapper")) {
  if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
}
