"""CP-SAT and LKH on the boards of testdata/corpus.txt, beside ours, one thread each.

Sets up a virtual environment with ortools and elkai from PyPI under target/peers, runs the three
on every board and writes the table into BENCHMARKS.md:

    python3 benches/peers/anyboard.py            # all three, 10 s a board
    python3 benches/peers/anyboard.py ours       # ours anew, the others as last time

Times are those of the solver alone: no start of a process, no building of a model. Exits with 1
where two of the three contradict each other.
"""

import json, os, subprocess, sys, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "target" / "peers"
SECONDS = float(os.environ.get("SECONDS_A_BOARD", "10"))


def environment():
    """Goes on inside a virtual environment that has the peers."""
    python = Path(os.environ.get("PEERS_PYTHON", HOME / "venv" / "bin" / "python"))
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", HOME / "venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "ortools", "elkai"], check=True)
    if Path(sys.prefix) != python.parent.parent:
        os.execv(python, [str(python), *sys.argv])


class Board:
    def __init__(self, block):
        head, *self.lines = block.strip("\n").split("\n")
        self.name, self.kind, *terms = head.split(" ")
        self.terms = dict(zip(terms[::2], terms[1::2]))
        place = lambda word: tuple(map(int, self.terms[word].split(","))) if word in self.terms else None
        r, s = place("leaper") or (1, 2)
        self.squares = [(x, y) for y, line in enumerate(self.lines) for x, c in enumerate(line) if c == "."]
        at = {square: i for i, square in enumerate(self.squares)}
        steps = {(i * a, j * b) for a, b in ((r, s), (s, r)) for i in (1, -1) for j in (1, -1)}
        self.leaps = [
            (i, at[x + dx, y + dy]) for i, (x, y) in enumerate(self.squares) for dx, dy in steps if (x + dx, y + dy) in at
        ]
        # An open tour is a cycle through one more place, next to where it may begin and end.
        self.places = len(self.squares)
        if self.kind == "open":
            outside = self.places
            self.places += 1
            start, end = (at.get(place(word)) for word in ("start", "end"))
            for i in range(outside):
                if start is None or start == i:
                    self.leaps.append((outside, i))
                if end is None or end == i:
                    self.leaps.append((i, outside))


def ours(board):
    arguments = ["--" + board.kind, "--json", "--max-time", f"{SECONDS}s"]
    for word, value in board.terms.items():
        arguments += ["--" + word, value]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(board.lines) + "\n")
        file.flush()
        binary = ROOT / "target" / "release" / "ktour"
        done = subprocess.run([binary, "solve", "--board", file.name, *arguments], capture_output=True, text=True)
    answer = json.loads(done.stdout)
    return answer["outcome"], answer["stats"]["seconds"]


def cp_sat(board):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    model.add_circuit([(a, b, model.new_bool_var("")) for a, b in board.leaps])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    status = solver.solve(model)
    words = {cp_model.OPTIMAL: "found", cp_model.FEASIBLE: "found", cp_model.INFEASIBLE: "impossible"}
    return words.get(status, "unknown"), solver.wall_time


LKH = """
import elkai, json, sys, time
places, leaps = json.load(sys.stdin)
near = [[1] * places for _ in range(places)]
for a, b in leaps:
    near[a][b] = near[b][a] = 0
began = time.time()
for runs in (1, 10, 100, 1000):
    order = elkai.DistanceMatrix(near).solve_tsp(runs=runs)
    if all(near[a][b] == 0 for a, b in zip(order, order[1:])):
        print(time.time() - began)
        break
"""


def lkh(board):
    began = time.time()
    places, leaps = board.places, board.leaps
    if board.kind == "open" and "start" in board.terms and "end" not in board.terms:
        # Without directions the start is held by a place of its own: start, holder, outside, end.
        outside, holder = places - 1, places
        start = next(b for a, b in leaps if a == outside)
        leaps = [leap for leap in leaps if leap[0] != outside] + [(start, holder), (holder, outside)]
        places += 1
    problem = json.dumps([places, leaps])
    try:
        done = subprocess.run(
            [sys.executable, "-c", LKH], input=problem, capture_output=True, text=True, timeout=SECONDS + 1
        )
        return ("found", float(done.stdout)) if done.stdout else ("unknown", SECONDS)
    except subprocess.TimeoutExpired:
        return "unknown", min(time.time() - began, SECONDS)


SOLVERS = {"ours": ours, "CP-SAT": cp_sat, "LKH": lkh}


def row(solver, results):
    times = sorted(seconds for _, seconds in results.values())
    many = lambda word: sum(outcome == word for outcome, _ in results.values())
    at = lambda share: times[min(len(times) * share // 100, len(times) - 1)]
    counts = " | ".join(str(many(word)) for word in ("found", "impossible", "unknown"))
    return f"| {solver} | {counts} | {at(50):.4f} s | {at(95):.4f} s |"


def main():
    environment()
    known = HOME / "anyboard.json"
    results = json.loads(known.read_text()) if known.exists() else {}
    corpus = (ROOT / "testdata" / "corpus.txt").read_text()
    boards = [Board(block) for block in corpus.split("\n= ")[1:]]
    chosen = [name for name in SOLVERS if not sys.argv[1:] or name in sys.argv[1:]]
    for name in chosen:
        results[name] = {}
        for board in boards:
            results[name][board.name] = SOLVERS[name](board)
            print(name, board.name, *results[name][board.name], file=sys.stderr, flush=True)
        HOME.mkdir(parents=True, exist_ok=True)
        known.write_text(json.dumps(results))
    contradictions = [
        board.name
        for board in boards
        if {"found", "impossible"} <= {results[name][board.name][0] for name in results}
    ]
    for name in contradictions:
        print("contradiction:", name, {s: results[s][name] for s in results}, file=sys.stderr)
    table = "| | found | proven impossible | unknown | median | 95 % |\n| --- | --- | --- | --- | --- | --- |\n"
    table += "\n".join(row(name, results[name]) for name in SOLVERS if name in results)
    print(table)
    text = (ROOT / "BENCHMARKS.md").read_text()
    begin, end = "<!-- corpus -->\n", "\n<!-- end of corpus -->"
    if begin in text:
        before, rest = text.split(begin)
        (ROOT / "BENCHMARKS.md").write_text(before + begin + table + end + rest.split(end)[1])
    sys.exit(bool(contradictions))


if __name__ == "__main__":
    main()
