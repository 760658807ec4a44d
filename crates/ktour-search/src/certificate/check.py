#!/usr/bin/env python3
"""Confirms from board.json alone that every constraint of formula.opb holds for every tour that is asked for:
at least two leaps lead out of a set of vertices, or at most two out of one. Or that tour.json is such a tour."""
import json, os, sys

def name(rank, file):
    letters = ""
    while file >= 0:
        file, letters = file // 26 - 1, chr(97 + file % 26) + letters
    return letters + str(rank + 1)
refuse = lambda what: sys.exit("refused: " + what)
here = lambda file: os.path.join(sys.argv[1] if len(sys.argv) > 1 else ".", file)
asked = json.load(open(here("board.json")))
board, (r, s), after, end = asked["board"], asked["leaper"], asked["after"], asked["end"]
is_closed, numbers = asked["kind"] == "closed", [board["files"], board["ranks"], r, s]
if sorted(asked) + sorted(board) != "after board end kind leaper files holes ranks".split() or asked["kind"] not in (
        "open", "closed") or {*map(type, numbers)} != {int} or not 0 < min(numbers[:2]) or not 0 <= r <= s:
    refuse("board.json does not ask as questions are written")
squares = {name(y, x): (y, x) for y in range(board["ranks"]) for x in range(board["files"])}
for hole in board["holes"]:
    del squares[hole]
steps = {(a * dy, b * dx) for a, b in [(r, s), (s, r)] for dy in (1, -1) for dx in (1, -1)}
is_leap = lambda a, b: (squares[b][0] - squares[a][0], squares[b][1] - squares[a][1]) in steps

if os.path.exists(here("tour.json")):
    tour = json.load(open(here("tour.json")))["squares"]
    if sorted(tour) != sorted(squares) or not all(map(is_leap, tour, tour[1:])):
        refuse("tour.json is not a tour of this board")
    if tour[:len(after)] != after or end not in (None, tour[-1]) or is_closed and not is_leap(tour[-1], tour[0]):
        refuse("tour.json is not the tour that was asked for")
    sys.exit(print(f"tour.json: {len(tour)} squares, each once, a leap apart"))

if len(after) > 1:  # what was visited is gone, but for where the tour goes on and where it closes
    for square in after[is_closed:-1]:
        del squares[square]
    is_closed, after, end = False, after[-1:], after[0] if is_closed else end
pairs = [(a, name(y + dy, x + dx)) for a, (y, x) in squares.items() for dy, dx in steps if y + dy >= 0 <= x + dx]
pairs = [(a, b) for a, b in pairs if b in squares and squares[a] < squares[b]]
if not is_closed:  # a cycle through one more vertex, beyond the ends
    ends = {"first": after[0] if after else None, "last": end}
    given = [(square, gate) for gate, square in ends.items() if square is not None and squares[square]]
    pairs += [(a, "beyond") for a in squares if len(given) < 2 and a not in dict(given)]
    pairs += given + [("beyond", gate) for _, gate in given]
out = {a: {} for a in squares}
for a, b in pairs:  # a leap is a variable
    out.setdefault(a, {})[b] = out.setdefault(b, {})[a] = a + "_" + b
group, count = set(), 0
for number, line in enumerate(open(here("formula.opb")), 1):
    if line.startswith("*"):
        group = set(line.split()[3:]) if line.startswith("* out of ") else group
        continue
    *terms, relation, bound, stop = line.split()
    leaps = sorted(leap for a in group & out.keys() for b, leap in out[a].items() if b not in group)
    is_some = group and group <= out.keys() and relation + stop == ">=;" and sorted(terms[1::2]) == leaps
    at_least = set(terms[::2]) <= {"+1"} and bound == "2" and (len(group) == 1 or len(group) < len(out))
    at_most = set(terms[::2]) <= {"-1"} and bound == "-2" and len(group) == 1
    if not (is_some and (at_least or at_most)) or is_closed + len(squares) < 2:  # one square is no cycle
        refuse(f"formula.opb, line {number}: not true of every tour of this board")
    count += 1
print(f"formula.opb: {count} constraints, each true of every tour of this board")
