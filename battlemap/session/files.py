"""What the program keeps on the disk beside the GM's own files, for those who ask from outside."""

from battlemap.session.backups import (
    add_recent_file,
    backup_path,
    forget_recent_files,
    recent_files,
)
from battlemap.session.journal import Journal
from battlemap.session.recovery import Recovery, RecoveryError, recover
from battlemap.session.state_folder import log_file, start_logging, state_folder

__all__ = [
    "Journal",
    "Recovery",
    "RecoveryError",
    "add_recent_file",
    "backup_path",
    "forget_recent_files",
    "log_file",
    "recent_files",
    "recover",
    "start_logging",
    "state_folder",
]
