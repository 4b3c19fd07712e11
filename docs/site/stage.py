"""Copies the pages that docs/README.md lists, with the files that they link to, so that Sphinx can read them.

Pages stay as the repository shows them: a README becomes the index of its folder, comments for tests are left out,
and the list becomes the navigation.
"""

import posixpath
import re
import shutil
import sys
from pathlib import Path

LIST = "docs/README.md"
ENTRY = re.compile(r"( *)- (?:[^][]+\? )?\[(.+?)]\(([^)#]+)\)$")
FENCE = re.compile(r" {0,3}(```|~~~)")
LINK = re.compile(r"(`+)(?:(?!`).)+?\1(?!`)|\[((?:[^]`]|`[^`]*`)*)]\(([^)#\s]*)(#[^)\s]*)?\)", re.DOTALL)


def listed(text):
    """The entries of the list, as depth, section, title and path from the root."""
    section = ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif match := ENTRY.fullmatch(line):
            yield len(match[1]) // 2, section, match[2], posixpath.normpath(posixpath.join("docs", match[3]))


def page(path):
    """Where a page lies in the site."""
    return re.sub(r"README\.md$", "index.md", path)


def toctree(entries, caption=""):
    lines = [f"{title} </{page(path)[:-3]}>" for title, path in entries]
    options = [":hidden:"] + ([f":caption: {caption}"] if caption else [])
    return "\n".join(["", "```{toctree}", *options, "", *lines, "```", ""])


def staged(text, path, pages, root, target):
    """The text of a page with links that hold in the site."""

    def link(match):
        whole, title, to, anchor = match[0], match[2], match[3], match[4] or ""
        if not to or re.match(r"\w+:", to):
            return whole
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), to))
        if file in pages:
            return f"[{title}]({page(to)}{anchor})"
        if (root / file).is_file():
            (target / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / file, target / file)
            return whole
        if (root / file).is_dir():
            return title
        raise SystemExit(f"{path}: {to} is no file")

    out, prose, fenced = [], [], ""

    def flush():
        out.append(LINK.sub(link, "".join(line + "\n" for line in prose)))
        prose.clear()

    for line in text.splitlines():
        fence = FENCE.match(line)
        if not fenced and not fence:
            if not re.fullmatch(r"<!--.*-->", line):
                prose.append(line)
            continue
        flush()
        out.append(line + "\n")
        if fence and fenced in ("", fence[1]):
            fenced = "" if fenced else fence[1]
    flush()
    return "".join(out)


def main(root, target):
    entries = list(listed((root / LIST).read_text("utf-8")))
    texts = {path: (root / path).read_text("utf-8") for path in ["README.md", LIST, *(entry[3] for entry in entries)]}
    texts = {path: staged(text, path, texts, root, target) for path, text in texts.items()}
    texts["README.md"] += toctree([("Sluice", "README.md"), ("All pages", LIST)]).replace("</index>", "<self>")
    for name in dict.fromkeys(entry[1] for entry in entries):
        texts["README.md"] += toctree([e[2:] for e in entries if e[0] == 0 and e[1] == name], name)
    parents = {}
    for depth, _, title, path in entries:
        if depth == 0:
            parent = path
        else:
            parents.setdefault(parent, []).append((title, path))
    for parent, children in parents.items():
        texts[parent] += toctree(children)
    for path, text in texts.items():
        (target / page(path)).parent.mkdir(parents=True, exist_ok=True)
        (target / page(path)).write_text(text, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
