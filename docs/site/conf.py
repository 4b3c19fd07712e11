"""How Sphinx makes the site; docs/site/build calls it."""

import os
import re
from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

project = "Sluice"
release = version = os.environ["SITE_VERSION"]
html_title = f"Sluice {release}"
project_copyright = ""

extensions = ["myst_parser", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
root_doc = "index"
nitpicky = True
myst_heading_anchors = 6
smartquotes = False

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
html_js_files = [("site.js", {"defer": "defer"})]
html_extra_path = [os.environ["SITE_EXTRA"]]
html_context = {"javadoc": Path(os.environ["SITE_EXTRA"], "api").exists()}
html_copy_source = html_show_sourcelink = html_show_sphinx = html_show_copyright = False
html_domain_indices = html_use_index = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "navigation.html",
        "sidebar/scroll-end.html",
    ]
}
templates_path = ["templates"]
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


class Diagrams(SphinxPostTransform):
    """Leaves the text of a diagram to Mermaid's script, which only pages with one load."""

    default_priority = 100

    def run(self, **_):
        for block in list(self.document.findall(nodes.literal_block)):
            if block.get("language") == "mermaid":
                text = nodes.Text(block.astext())
                block.replace_self(nodes.container("", nodes.literal_block("", "", text), classes=["mermaid-figure"]))


def let_keys_and_readers_of_screens_in(app, pagename, templatename, context, doctree):
    """What scrolls takes the focus; the first cell of a table whose rows have names is no header."""
    body = context.get("body", "").replace('<th class="head"><p></p></th>', "<td></td>")
    context["body"] = re.sub(r'<pre|<div(?= class="(table-wrapper|mermaid-figure))', r'\g<0> tabindex="0"', body)


def setup(app):
    app.add_post_transform(Diagrams)
    app.connect("html-page-context", let_keys_and_readers_of_screens_in)
