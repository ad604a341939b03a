"""The rule options: each settled reading with its question, its choices and its source."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from battlemap.model.file_error import FileError
from battlemap.session.presets import read_preset, write_preset
from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.panels.parts import SearchField
from battlemap.ui.panels.record_form import RecordForm, value_words

if TYPE_CHECKING:
    from dataclasses import Field

    from battlemap.rules.system import RuleSystem

_PRESETS = "House presets (*.toml)"

_AT_ONCE = 12
"""So many options are there when the dialog opens, more than it shows without scrolling."""


class RulesOptionsDialog(FormDialog):
    """A form made from the system's ``Options``, with a search and a filter."""

    def __init__(self, system: RuleSystem, parent: QWidget | None = None) -> None:
        super().__init__(f"{system.title}: options", "Use these rules", parent)
        self._system = system
        self._defaults: Any = system.Options()
        intro = QLabel(
            "Where the text is silent or says two things, one reading is settled here. "
            "Changing one is a step of undo.",
            self,
        )
        intro.setWordWrap(True)
        intro.setProperty("role", "secondary")
        self.search = SearchField("Search questions, choices, sections", "Search the options", self)
        self.only_changed = QCheckBox("Differs from default", self)
        self.only_changed.setToolTip("Show only the readings that were changed")
        self.found = QLabel("", self)
        self.found.setProperty("role", "secondary")
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self.search, 1)
        line.addWidget(self.only_changed)
        self.options = RecordForm(system.options, self, at_once=_AT_ONCE)
        self._words = {part.name: self._searched(part) for part in fields(self._defaults)}
        box = QWidget(self)
        box.setObjectName("Plain")
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 12, 0)
        column.addWidget(self.options)
        column.addStretch(1)
        self.scroll = QScrollArea(self)
        self.scroll.setWidgetResizable(True)
        self.scroll.setWidget(box)
        self.column.insertWidget(0, intro)
        self.column.insertLayout(1, line)
        self.column.insertWidget(2, self.found)
        self.column.insertWidget(3, self.scroll, 1)
        reset = self.buttons.addButton("Defaults", QDialogButtonBox.ButtonRole.ResetRole)
        reset.clicked.connect(lambda: self.show_options(self._defaults))
        self.export_button = self.buttons.addButton("Export...", _EXTRA)
        self.export_button.setToolTip("Save these readings as a house preset")
        self.export_button.clicked.connect(self._export)
        self.import_button = self.buttons.addButton("Import...", _EXTRA)
        self.import_button.setToolTip("Take the readings of a house preset")
        self.import_button.clicked.connect(self._import)
        self.search.textChanged.connect(self._show_found)
        self.only_changed.toggled.connect(self._show_found)
        self.options.changed.connect(lambda _record, _name: self._mark())
        self.options.grown.connect(self._grown)
        self._mark()
        self.resize(600, 680)

    def chosen(self) -> object:
        """Return the options as they are chosen."""
        return self.options.record

    def show_options(self, options: object) -> None:
        """Put other options into the form; they count once the dialog is accepted."""
        self.options.show_record(options)
        self._mark()

    def differing(self) -> tuple[str, ...]:
        """Return the names of the options that aren't at their default."""
        record = self.options.record
        return tuple(
            part.name
            for part in fields(record)
            if getattr(record, part.name) != getattr(self._defaults, part.name)
        )

    def shown(self) -> tuple[str, ...]:
        """Return the names of the options that search and filter leave."""
        wanted = self.search.text().casefold().split()
        changed = self.differing()
        return tuple(
            name
            for name, words in self._words.items()
            if all(word in words for word in wanted)
            and (name in changed or not self.only_changed.isChecked())
        )

    # Search -----------------------------------------------------------------------------------

    def _searched(self, part: Field[Any]) -> str:
        """Return all words of an option that a search looks through."""
        kind = type(getattr(self._defaults, part.name))
        choices = [value_words(one) for one in getattr(kind, "__members__", {}).values()]
        said = (part.metadata.get("question", ""), part.metadata.get("source", ""))
        return " ".join((*said, part.name.replace("_", " "), *choices)).casefold()

    def _show_found(self) -> None:
        shown, changed = self.shown(), self.differing()
        self.options.show_only(shown)
        total = len(self._words)
        text = f"{total} readings, {len(changed)} differ from the default"
        if len(shown) < total:
            text = f"{len(shown)} of {text}" if shown else f"None found among {text}"
        self.found.setText(text)

    def _grown(self) -> None:
        """Treat rows that came late like the others."""
        self._mark_sources()
        rows = [editor for editor in self.editors() if self.options.isAncestorOf(editor)]
        self.setTabOrder(rows[-1], self.scroll)
        self.put_buttons_last()

    def _mark(self) -> None:
        self._mark_sources()
        self._show_found()

    def _mark_sources(self) -> None:
        """Say under each option that was changed what the default is."""
        changed = self.differing()
        for part in fields(self._defaults):
            source = self.options.sources.get(part.name)
            if source is None:
                continue
            words = str(part.metadata.get("source", ""))
            if part.name in changed:
                default = value_words(getattr(self._defaults, part.name))
                words = f"Changed; the default is: {default}\n{words}"
            if source.text() == words:
                continue
            source.setText(words)
            source.setProperty("role", "warning" if part.name in changed else "reason-off")
            source.style().unpolish(source)
            source.style().polish(source)

    # Presets ----------------------------------------------------------------------------------

    def _export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, "Export a house preset", f"{self._system.key}.toml", _PRESETS
        )
        if name:
            is_named = Path(name).suffix.lower() == ".toml"
            self.export_to(Path(name) if is_named else Path(f"{name}.toml"))

    def export_to(self, path: Path) -> None:
        """Write the options as they are chosen to a preset, or say why not."""
        try:
            write_preset(path, type(self._system)(self.chosen()))
        except FileError as error:
            self._complain(str(error))
            return
        self._complain("")
        self.found.setText(f"Written: {path}")

    def _import(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Import a house preset", "", _PRESETS)
        if name:
            self.import_from(Path(name))

    def import_from(self, path: Path) -> None:
        """Show the options of a preset, or say what is wrong with it and change nothing."""
        replaced: list[str] = []
        try:
            options = read_preset(path, self._system, replaced.append)
        except FileError as error:
            self._complain(str(error))
            return
        self._complain("\n".join(replaced))
        self.show_options(options)

    def _complain(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))


_EXTRA = QDialogButtonBox.ButtonRole.ActionRole
