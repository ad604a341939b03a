"""The Rules menu: options, what was overruled, the reference."""

from __future__ import annotations

from dataclasses import replace

from battlemap.model.intent import Overrule
from battlemap.ui.commands import command
from battlemap.ui.window.base import WindowBase


class RulesCommands(WindowBase):
    """What concerns the rules themselves."""

    @command(
        "rules.options",
        "Rule options...",
        menu="Rules",
        icon="settings",
        help="The readings where the text is open, each with its source",
    )
    def rule_options(self) -> None:
        """Open the dialog of rule options."""
        from battlemap.ui.dialogs.rules_options import RulesOptionsDialog

        system = self.bridge.system
        dialog = RulesOptionsDialog(system, self)
        if self.run_dialog(dialog) and dialog.chosen() != system.options:
            rules = replace(self.encounter.rules, options=dialog.chosen())
            self.bridge.edit("Rule options", replace(self.encounter, rules=rules))

    @command(
        "rules.reference",
        "Rules reference",
        menu="Rules",
        icon="help",
        shortcut="Ctrl+F1",
        help="What the app does for each rule, with the section of the text",
    )
    def rules_reference(self) -> None:
        """Show the rules reference beside the map."""
        self.show_rule("")

    def show_rule(self, source: str) -> None:
        """Show the section of the rules that a modifier or option names; empty: the whole page."""
        from battlemap.ui.dialogs.reference import ReferenceDialog

        if self.reference is None:
            self.reference = ReferenceDialog(self)
            self.reference.options_asked.connect(self.rule_options)
        self.reference.show_system(self.bridge.system)
        self.reference.show()
        self.reference.raise_()
        if source and not self.reference.show_source(source):
            self.bridge.say(f"The rules reference has no section for {source}.", "info")

    @command(
        "rules.clear_overrules",
        "Clear what was overruled",
        menu="Rules",
        help="Let facts, modifiers, triggers and steps count again as the map says",
    )
    def clear_overrules(self) -> None:
        """Let everything count again as the map says, in one step of undo."""
        key = f"clear {self.bridge.session.history.position}"
        for kept in self.encounter.overrides:
            self.bridge.perform(
                Overrule(kept.key, kept.attacker, kept.target, ""),
                label="Clear what was overruled",
                merge_key=key,
            )
