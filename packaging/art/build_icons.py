"""Write the icons of assets/icons: most from Lucide with our stroke, the rest drawn here.

Every icon lies on a grid of 24 units that is shown at 20 px, so a stroke of 1.92 units is 1.6 px
wide. Colors are ``currentColor``: the theme puts its own in.

Usage: ``build_icons.py PACKAGE_FOLDER`` with the npm package ``lucide-static`` 1.62.0 unpacked.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ICONS = Path(__file__).resolve().parents[2] / "assets" / "icons"

LUCIDE = {
    # tools and map
    "select": "mouse-pointer-2",
    "ruler": "ruler",
    "sight": "eye",
    "eye": "eye",
    "eye-off": "eye-off",
    "wall": "brick-wall",
    "door": "door-closed",
    "door-open": "door-open",
    "door-locked": "door-closed-locked",
    "terrain": "mountain",
    "elevation": "arrow-up-from-line",
    "note": "file-text",
    "layers": "layers",
    "settings": "settings",
    "light": "lightbulb",
    "water": "waves",
    "map": "map",
    "grid": "grid-3x3",
    "hex": "hexagon",
    "box": "box",
    "eraser": "eraser",
    "brush": "paintbrush",
    "pencil": "pencil",
    "fit": "maximize",
    "hand": "hand",
    # commands
    "undo": "undo-2",
    "redo": "redo-2",
    "history": "history",
    "search": "search",
    "filter": "list-filter",
    "pin": "pin",
    "pin-off": "pin-off",
    "plus": "plus",
    "minus": "minus",
    "check": "check",
    "close": "x",
    "more": "ellipsis",
    "chevron-up": "chevron-up",
    "chevron-down": "chevron-down",
    "chevron-left": "chevron-left",
    "chevron-right": "chevron-right",
    "arrow-left": "arrow-left",
    "arrow-right": "arrow-right",
    "arrow-up": "arrow-up",
    "arrow-down": "arrow-down",
    "turn-left": "rotate-ccw",
    "turn-right": "rotate-cw",
    "new": "file-plus",
    "open": "folder-open",
    "save": "save",
    "import": "download",
    "export": "upload",
    "picture": "image",
    "print": "printer",
    "trash": "trash-2",
    "copy": "copy",
    "paste": "clipboard-paste",
    "lock": "lock",
    "unlock": "lock-open",
    "keyboard": "keyboard",
    "help": "circle-question-mark",
    "info": "info",
    "warning": "triangle-alert",
    "sun": "sun",
    "moon": "moon",
    "users": "users",
    "user": "user-round",
    # the fight
    "target": "crosshair",
    "sword": "sword",
    "swords": "swords",
    "bow": "bow-arrow",
    "axe": "axe",
    "wand": "wand-sparkles",
    "shield": "shield",
    "dice": "dice-5",
    "play": "play",
    "pause": "pause",
    "skip": "skip-forward",
    "skip-back": "skip-back",
    "back": "skip-back",
    "stop": "square",
    "flag": "flag",
    "move": "footprints",
    "heart": "heart",
    "hourglass": "hourglass",
    "first-aid": "briefcase-medical",
    "fist": "hand-fist",
    "speech": "megaphone",
    "run": "chevrons-right",
    "jump": "corner-right-up",
    "crown": "crown",
    # conditions
    "bleeding": "droplet",
    "hidden": "eye-off",
    "off-guard": "shield-off",
    "stunned": "zap",
    "dying": "heart-crack",
    "dead": "skull",
    "aiming": "crosshair",
    "poisoned": "flask-conical",
    "burning": "flame",
    "surprised": "circle-alert",
    "fatigued": "battery-low",
    "wounded": "bandage",
    "shaken": "vibrate",
    "invisible": "ghost",
    "unseen": "cloud-fog",
    "severe-weather": "cloud-lightning",
    "flying": "feather",
    "moving": "chevrons-right",
    "paralyzed": "snowflake",
    "helpless": "life-buoy",
    "unaware": "ear-off",
    # states that are no conditions
    "guard-broken": "shield-x",
    "held": "hand",
    "ready": "timer",
    "gnawing": "bug",
    "damaged": "hammer",
    "block": "shield-plus",
    "assisted": "handshake",
    "grappling": "hand-grab",
    "unloaded": "circle-slash",
    "regeneration": "heart-pulse",
    "called-play": "megaphone",
    "incoming": "arrow-down-to-dot",
    "lasting": "hourglass",
    "link": "link",
    "limit-break": "sparkles",
    "aura": "circle-dot-dashed",
    "player-window": "presentation",
}

OWN = {
    # a cone with its origin at the left
    "template": '<path d="M3 12 18.2 4.2a17 17 0 0 1 0 15.6Z"/><path d="M3 12h.01"/>',
    "template-burst": '<circle cx="12" cy="12" r="9"/><path d="M12 12h.01M12 12l6.4-6.4"/>',
    "template-line": '<path d="M3.5 17 17 3.5 20.5 7 7 20.5Z"/>',
    "token": '<circle cx="12" cy="13" r="8"/><path d="M9.5 2.8 12 .8l2.5 2"/>',
    "token-add": '<path d="M13.4 5.2a8 8 0 1 0 5.4 5.4"/><path d="M19 2v6M16 5h6"/>',
    "window": '<path d="M2 9h20M2 15h20M2 6v12M22 6v12M12 9v6"/>',
    "secret": '<path d="M3 4h18v16H3Z" stroke-dasharray="3.2 2.6"/>'
    '<path d="M14.6 9.2c-.4-.9-1.4-1.4-2.6-1.4-1.5 0-2.6.8-2.6 2 0 2.9 5.4 1.5 5.4 4.4 0 1.3-1.2'
    " 2.1"
    '-2.8 2.1-1.4 0-2.5-.6-2.9-1.6"/>',
    # front, side and rear of one token
    "arcs": '<path d="M2.5 17.5a9.5 9.5 0 0 1 19 0H16a4 4 0 0 0-8 0Z"/>'
    '<path d="m9.2 14.7-3.9-3.9M14.8 14.7l3.9-3.9"/>',
    "threat": '<path d="M3.5 3.5h17v17h-17Z"/><path d="m3.5 11 7.5-7.5M3.5 18.5l15-15'
    'M8 20.5 20.5 8M15.5 20.5l5-5"/>',
    "reach": '<path d="M3.5 3.5h17v17h-17Z"/><path d="m13 3.5 7.5 7.5M5.5 3.5l15 15'
    'M3.5 8 16 20.5M3.5 15.5l5 5"/>',
    "range": '<path d="M3 4h18v16H3Z"/><path d="M9 4v16M15 4v16"/>',
    "safest": '<path d="M3 18h3.5M9.5 18h3M14 14.8l2-2.6M17.5 9.5l1.8-2.5"/>'
    '<circle cx="20.5" cy="4.5" r="1.6"/>',
    "flank": '<path d="M8.5 12h7M10 10h4M10 14h4"/><path d="m5 8.5 3.5 3.5L5 15.5 1.5 12Z'
    'M19 8.5l3.5 3.5-3.5 3.5-3.5-3.5Z"/>',
    "reticle": '<circle cx="12" cy="12" r="8.5" stroke-dasharray="8.9 4.45"/>'
    '<path d="M12 12h.01"/>',
    "spear": '<path d="M3 21 15.5 8.5"/><path d="M21 3l-1.6 6.2-4.6-4.6Z"/>'
    '<path d="m14.8 4.6 4.6 4.6-3.9-.700Z"/>',
    "mace": '<path d="M3 21 13 11"/><circle cx="16" cy="8" r="4.2"/>'
    '<path d="M16 1.8v2M22.2 8h-2M20.4 3.6 19 5"/>',
    "trigger": '<path d="M12 3.5 21.5 20h-19Z"/><path d="M12 10v4.5M12 17.3h.01"/>',
    # the pips of the action bar
    "pip-action": '<path d="M5 5h14v14H5Z" fill="currentColor"/>',
    "pip-bonus": '<path d="M12 4.5 20.5 19h-17Z" fill="currentColor"/>',
    "pip-reaction": '<path d="m12 3 9 9-9 9-9-9Z" fill="currentColor"/>',
    # conditions
    "prone": '<circle cx="5" cy="12.5" r="3"/><path d="M10.5 15.5h6.5l5-6"/>'
    '<path d="m14 15.5-2-7M2 20.5h20"/>',
    "grappled": '<circle cx="8.5" cy="12" r="6"/><path d="M13.1 7.4a6 6 0 1 1 0 9.2"/>'
    '<path d="M10.8 9.4a6 6 0 0 0 0 5.2"/>',
    "in-cover": '<path d="M3 13h18v8H3Z"/><path d="M3 17h18M9 13v4M15 17v4"/>'
    '<path d="M8 13V8.5a4 4 0 0 1 8 0V13"/>',
    "braced": '<path d="m4 18 15-10"/><path d="m21.5 6.3-4.8.600 2.4 3.6Z"/>'
    '<path d="M2.5 21.5h19M7 16l1.8 5.5M4 18l-1.5 3.5"/>',
    "unconscious": '<path d="M3 9h8l-8 10h8"/><path d="M14.5 4H20l-5.5 7H20"/>',
    "guarded": '<path d="M12 2.5c2.5 1.8 5 2.7 8 2.9V12c0 5-3.5 8-8 9.5C7.5 20 4 17 4 12'
    'V5.4c3-.2 5.5-1.1 8-2.9Z" fill="currentColor" fill-opacity=".28"/>'
    '<path d="m8.5 11.8 2.5 2.5 4.5-4.8"/>',
    # ground that has broken and slipped
    "shifting-ground": '<path d="M2 8h6l2 4h4l-1.5 4 3.5 3H2"/><path d="M14 5h8M18 10h4M19 15h3"/>',
    "burrowing": '<path d="M2 7h6M16 7h6M8 7c0 9 8 9 8 0"/><path d="M12 3v12"/>'
    '<path d="m9 12 3 3 3-3M5 20h.01M12 20h.01M19 20h.01"/>',
    # an attribute that is lowered: an arrow down and its letter
    "less-might": '<path d="M5 5v14M1.5 15.5 5 19l3.5-3.5"/><path d="M12 18V6l5 7 5-7v12"/>',
    "less-agility": '<path d="M5 5v14M1.5 15.5 5 19l3.5-3.5"/>'
    '<path d="m12 18 5-12 5 12M13.8 14h6.4"/>',
    "less-wits": '<path d="M5 5v14M1.5 15.5 5 19l3.5-3.5"/>'
    '<path d="m11.5 6 2.7 12 2.9-9 2.9 9 2.5-12"/>',
    "less-spirit": '<path d="M5 5v14M1.5 15.5 5 19l3.5-3.5"/>'
    '<path d="M21.5 8c-.7-1.3-2.2-2-4.2-2-2.3 0-4 1.1-4 3 0 4 8.4 2 8.4 6 0 1.9-1.8 3-4.3 '
    '3-2.2 0-3.8-.9-4.4-2.3"/>',
    "blinded": '<path d="M2 9.5c6 6.5 14 6.5 20 0M12 14.5V18M6 13l-2 3M18 13l2 3"/>',
}

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 24 24" '
    'fill="none" stroke="currentColor" stroke-width="1.92" stroke-linecap="round" '
    'stroke-linejoin="round">'
)


def lucide_body(text: str) -> str:
    body = re.search(r"<svg[^>]*>(.*)</svg>", text, re.S)
    if body is None:
        raise ValueError("no <svg> element")
    return "".join(re.sub(r"\s*/>", "/>", line.strip()) for line in body.group(1).splitlines())


def main(package: Path) -> None:
    ICONS.mkdir(parents=True, exist_ok=True)
    for name, source in LUCIDE.items():
        body = lucide_body((package / "icons" / f"{source}.svg").read_text(encoding="utf-8"))
        (ICONS / f"{name}.svg").write_text(f"{HEAD}{body}</svg>\n", encoding="utf-8")
    for name, body in OWN.items():
        (ICONS / f"{name}.svg").write_text(f"{HEAD}{body}</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
