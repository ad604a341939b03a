"""Paper at exact scale: tiling in millimeters, PDF, printer and pictures.

``pages`` and ``lengths`` know nothing of Qt. ``ink`` is the geometry of the ink-saver look,
``ink_painter`` and ``ink_tokens`` draw it, ``sheet`` adds what surrounds the map on a page.
``printer`` writes PDF files and drives a real printer, ``picture`` writes PNG, JPEG and WebP.
"""
