"""Where things are: cells, angles, rays and shapes; no tokens and no rules.

One map unit is one cell; x points right and y down; angles are degrees clockwise from north.
Squares: cell (c, r) covers c..c+1 by r..r+1. Hexes: axial (q, r), one unit is the distance between
neighboring centers, and the origin is the top-left corner of the map's bounding box.
"""
