"""The dialogs of the File menu: Print, Export PDF and Export picture."""

from __future__ import annotations

from battlemap.ui.printing.choosers import shown_region
from battlemap.ui.printing.picture_dialog import ExportPictureDialog
from battlemap.ui.printing.print_dialog import ExportPdfDialog, PrintDialog

__all__ = ["ExportPdfDialog", "ExportPictureDialog", "PrintDialog", "shown_region"]
