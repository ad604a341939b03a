"""NetworkX's own functions on our graph: the same answers as on a plain one."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tactics_boards import PlainReading, board, token

from battlemap.geometry.cell import Cell
from battlemap.tactics.board import Board
from battlemap.tactics.conventions import Conventions
from battlemap.tactics.crossings import crossings
from battlemap.tactics.grid_backend import StepGraph, can_run
from battlemap.tactics.movement import Mover, movement_field

CLOSED = 1e9
costs = st.lists(st.lists(st.integers(1, 9), min_size=3, max_size=3), min_size=4, max_size=9)


@given(costs, st.randoms(use_true_random=False), st.integers(1, 20))
def test_lengths_equal_those_of_a_plain_graph(drawn, random, cutoff):
    count = len(drawn)
    ends = np.array([random.sample(range(count), 3) for _ in drawn], dtype=np.int32)
    price = np.array(drawn, dtype=float)
    price[np.array([[random.random() < 0.3 for _ in row] for row in drawn])] = CLOSED
    plain = nx.DiGraph()
    plain.add_nodes_from(range(count))
    for node in range(count):
        for end, cost in zip(ends[node], price[node], strict=True):
            if cost < CLOSED and end != node:
                plain.add_edge(node, int(end), cost=cost)
    ours = nx.single_source_dijkstra_path_length(
        StepGraph(ends, price), 0, cutoff=cutoff, weight="cost"
    )
    assert dict(ours) == nx.single_source_dijkstra_path_length(plain, 0, cutoff, weight="cost")
    assert len(ours) == len(dict(ours))


def test_what_is_not_there():
    graph = StepGraph(np.zeros((2, 1), dtype=np.int32), np.full((2, 1), CLOSED))
    with pytest.raises(nx.NodeNotFound):
        nx.single_source_dijkstra_path_length(graph, 7)
    found = nx.single_source_dijkstra_path_length(graph, 0, cutoff=5)
    assert list(found) == [0]
    with pytest.raises(KeyError):
        found[1]
    assert not can_run("pagerank", (), {})


def woken(made, path):
    return [c for c in crossings(made, "m", path) if c.deed != "enters"]


def test_trade_offs_lead_from_the_safest_to_the_shortest():
    made = board([token("m", (1, 5), "party"), token("g", (4, 5)), token("h", (8, 5))], columns=14)
    field = movement_field(made, "m", Mover(rate=3000, actions=1))
    front = field.trade_offs(Cell(12, 5))
    costs_of = [path.cost for path in front]
    counts = [len({c.by for c in woken(made, path)}) for path in front]
    assert costs_of == sorted(costs_of, reverse=True)
    assert counts == sorted(set(counts))
    assert front[0].cost == field.safest(Cell(12, 5)).cost
    assert front[-1].cost == field.shortest(Cell(12, 5)).cost
    assert field.trade_offs(Cell(4, 5)) == ()


def test_reactors_that_strike_again_are_counted_each_time():
    again = PlainReading(Conventions(reaction_once=False))
    made = board([token("m", (3, 3), "party"), token("g", (4, 5))], columns=9, rows=7)
    made = Board.of(made.encounter, again)
    field = movement_field(made, "m", Mover(rate=3000, actions=1))
    for cell in field.costs:
        safe, quick = field.safest(cell), field.shortest(cell)
        assert len(woken(made, safe)) <= len(woken(made, quick))
        front = field.trade_offs(cell)
        assert front[-1].cost == quick.cost
        assert len(woken(made, front[0])) == len(woken(made, safe))
