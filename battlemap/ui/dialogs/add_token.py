"""The dialog that puts new tokens on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QCheckBox, QLineEdit

from battlemap.model.token import PARTY, SIDES, Token
from battlemap.resources import asset_path
from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.panels.record_form import Combo, Spin
from battlemap.ui.panels.wording import size_name

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from PySide6.QtWidgets import QWidget

    from battlemap.geometry.cell import Cell


def builtin_art() -> list[str]:
    """Return the names of the portraits that come with the program."""
    folder = asset_path("tokens")
    found = {path.stem for path in folder.glob("*") if path.suffix in (".png", ".svg", ".webp")}
    return sorted(found)


def fresh_id(name: str, taken: Container[str]) -> str:
    """Return an id made of *name* that no token has.

    Examples
    --------
    >>> fresh_id("Orc Brute", {"orc-brute"}), fresh_id("?", {})
    ('orc-brute-2', 'token')
    """
    words = "".join(c if c.isalnum() else " " for c in name.lower()).split()
    base = "-".join(words) or "token"
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"


class AddTokenDialog(FormDialog):
    """Asks for name, side, size and picture, and how many."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Add token", "Add", parent)
        self.name = QLineEdit(self)
        self.name.setPlaceholderText("Orc Brute")
        self.side = Combo(self)
        for side in SIDES:
            self.side.addItem(side.capitalize(), side)
        self.side.setCurrentIndex(SIDES.index(PARTY))
        self.size_box = Combo(self)
        for size in range(1, 5):
            self.size_box.addItem(f"{size_name(size)} ({size})", size)
        self.art = Combo(self)
        self.art.addItem("Initials", "")
        for name in builtin_art():
            found = [asset_path("tokens", name + suffix) for suffix in (".png", ".svg", ".webp")]
            picture = next(path for path in found if path.is_file())
            self.art.addItem(
                QIcon(str(picture)), name.replace("-", " ").capitalize(), f"builtin:{name}"
            )
        self.number = Spin(self)
        self.number.setRange(1, 50)
        self.hidden_box = QCheckBox("Hidden from players", self)
        self.add_row("Name", self.name)
        self.add_row("Side", self.side)
        self.add_row("Size", self.size_box)
        self.add_row("Picture", self.art)
        self.add_row("How many", self.number)
        self.form.addRow("", self.hidden_box)

    def problem(self) -> str:
        """Return what is missing."""
        return "" if self.name.text().strip() else "The token needs a name."

    def tokens(self, taken: Iterable[str], at: Cell) -> list[Token]:
        """Return the tokens as they are asked for, all on one cell; several are numbered."""
        used = set(taken)
        name = self.name.text().strip()
        number = self.number.value()
        made = []
        for index in range(number):
            own = f"{name} {index + 1}" if number > 1 else name
            token_id = fresh_id(own, used)
            used.add(token_id)
            made.append(
                Token(
                    token_id,
                    own,
                    self.side.currentData(),
                    at,
                    size=self.size_box.currentData(),
                    art=self.art.currentData(),
                    hidden=self.hidden_box.isChecked(),
                )
            )
        return made
