"""Convert each notebook to a page of the site: its text, its code, its outputs, and a link to the file."""

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

LINK = re.compile(r"(\]\(notebooks/\w+)\.ipynb\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for every notebook, and its pictures."""
    for source in [each for each in files if each.src_uri.endswith(".ipynb")]:
        assert source.abs_src_path is not None
        cells = json.loads(Path(source.abs_src_path).read_text(encoding="utf-8"))["cells"]
        name = source.src_uri.removesuffix(".ipynb")
        lines, drawn = [], 0
        for cell in cells:
            words = "".join(cell["source"])
            lines.append(words if cell["cell_type"] == "markdown" else fenced(words, "python"))
            for output in cell.get("outputs", []):
                picture = "".join(output.get("data", {}).get("image/svg+xml", ""))
                if picture:
                    drawn += 1
                    files.append(File.generated(config, f"{name}-{drawn}.svg", content=picture))
                lines.append(f"![{alt(picture)}]({Path(name).name}-{drawn}.svg)" if picture else text(output))
        file = Path(source.src_uri).name
        title, _, rest = "\n\n".join(lines).partition("\n")
        assert title.startswith("# "), f"{file} does not begin with a title"
        page = f"{title}\n\n[Download this notebook]({file}), to run it in Jupyter.\n{rest}\n"
        files.append(File.generated(config, f"{name}.md", content=page))
    return files


def text(output: dict[str, Any]) -> str:
    """Return the output of a cell as Markdown: its HTML, a formula, or text."""
    data = {kind: "".join(said) for kind, said in output.get("data", {"text/plain": output.get("text", "")}).items()}
    if "text/html" in data:
        return f'<div class="output">{data["text/html"].replace("$", "&#36;")}</div>'
    if "text/latex" in data:
        return "$$" + data["text/latex"].strip().strip("$") + "$$"
    return fenced(data["text/plain"].rstrip("\n"), "text")


def fenced(words: str, language: str) -> str:
    return f"```{language}\n{words}\n```"


def alt(picture: str) -> str:
    """Return the text in a picture, without its numbers."""
    words = re.findall("<text[^>]*>([^<]*)</text>", picture)
    return "; ".join(dict.fromkeys(each for each in words if re.search("[^\\W\\d_]{2}|=", each)))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make links to a notebook lead to its page; on the page itself they lead to the file."""
    del config, files
    return markdown if page.file.src_uri.startswith("notebooks/") else LINK.sub(r"\1.md)", markdown)
