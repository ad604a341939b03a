"""The two dialogs of the File menu: Print and Export picture."""

from __future__ import annotations

from battlemap.ui.printing.picture_dialog import ExportPictureDialog
from battlemap.ui.printing.print_dialog import PrintDialog

__all__ = ["ExportPictureDialog", "PrintDialog"]
