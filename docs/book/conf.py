"""How Sphinx makes the book; ``tools/book.py`` puts the pages together and calls it."""

project = "Thirteen cards, three rows"
author = "the cptutor project"
copyright = "the cptutor project"  # noqa: A001 (Sphinx's own name)
language = "en"

extensions = ["myst_nb"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
myst_heading_slug_func = "tools.book_pages.heading_id"
nb_execution_mode = "off"  # tools/book.py has run them
nb_merge_streams = True

nitpicky = True
show_warning_types = True

html_theme = "furo"
html_title = project
html_static_path = ["static"]
html_css_files = ["book.css", "board.css"]
html_js_files = [(name, {"type": "module"}) for name in ("scrollable.js", "live-boards.js")]
html_copy_source = False
html_show_sourcelink = False
html_last_updated_fmt = None
