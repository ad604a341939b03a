"""The pages that people read: their links lead somewhere, and the index knows each of them."""

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
DOCS = PROJECT / "docs"
PAGES = sorted([*PROJECT.glob("*.md"), *DOCS.rglob("*.md")])


def links(page):
    """Return the targets of the links of a page, those within it and to other hosts left out."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    return [target.split("#")[0] for target in targets if not re.match(r"#|\w+:", target)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(PROJECT).as_posix())
def test_every_link_leads_to_a_file(page):
    assert [target for target in links(page) if not (page.parent / target).exists()] == []


def test_the_index_lists_every_page_of_the_documentation():
    listed = {(DOCS / target).resolve() for target in links(DOCS / "index.md")}
    assert [page.name for page in DOCS.glob("*.md") if page.resolve() not in listed] == ["index.md"]


def test_every_picture_of_the_readme_is_drawn_by_the_script():
    script = (PROJECT / "packaging" / "screenshots.py").read_text(encoding="utf-8")
    pictures = re.findall(
        r"docs/pictures/([\w-]+)\.png", (PROJECT / "README.md").read_text("utf-8")
    )
    assert len(pictures) >= 2
    assert [name for name in pictures if f'"{name}"' not in script] == []
