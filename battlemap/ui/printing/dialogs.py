"""The dialogs of the File menu: Print, Export PDF, Export picture and Export replay."""

from __future__ import annotations

from battlemap.ui.printing.choosers import shown_region
from battlemap.ui.printing.picture_dialog import ExportPictureDialog
from battlemap.ui.printing.print_dialog import ExportPdfDialog, PrintDialog
from battlemap.ui.printing.replay_dialog import ReplayDialog

__all__ = ["ExportPdfDialog", "ExportPictureDialog", "PrintDialog", "ReplayDialog", "shown_region"]
