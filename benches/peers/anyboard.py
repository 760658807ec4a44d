"""CP-SAT and LKH on the boards of testdata/corpus*.txt, beside ours, one thread each.

Sets up a virtual environment with ortools and elkai from PyPI under target/peers, runs the three
on every board and writes the tables into BENCHMARKS.md:

    python3 benches/peers/anyboard.py            # all three, 10 s a board; goes on where it stopped
    python3 benches/peers/anyboard.py ours       # ours anew, the others as last time
    EVERY=5 python3 benches/peers/anyboard.py    # every fifth board, for the impatient
    python3 benches/peers/anyboard.py hard       # ours and CP-SAT on what `cargo xtask bench hard` left, a line a board

Times are those of the solver alone: no start of a process, no building of a model. The peers are
held to seconds of processor time, so that other work on the machine takes nothing from them; ours
counts seconds of the clock. LKH proves nothing, so boards that both others prove impossible are
not given to it and count as out of time. Exits with 1 where two of the three contradict each other.
"""

import json, os, subprocess, sys, tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "target" / "peers"
SECONDS = float(os.environ.get("SECONDS_A_BOARD", "10"))
CORPORA = os.environ.get("CORPORA", "corpus corpus-held-out").split()


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


def in_child(program, problem):
    """Runs a program that prints what it found and when, for at most so much processor time."""
    # Importing a solver and building its model is not its work: the program itself sets the limit.
    done = subprocess.run([sys.executable, "-c", LIMIT + program], input=json.dumps([SECONDS, *problem]), capture_output=True, text=True)
    words = done.stdout.split()
    return (words[0], float(words[1])) if len(words) == 2 else ("unknown", SECONDS)


LIMIT = """
import json, math, resource, sys, time
seconds, places, leaps = json.load(sys.stdin)
def begin():
    now = time.process_time()
    # The limit is whole seconds: the answer is also judged by the clock below.
    limit = math.ceil(now + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    return now
def answer(word, began):
    spent = time.process_time() - began
    if spent <= seconds:
        print(word, spent)
"""

CP_SAT = """
from ortools.sat.python import cp_model
model = cp_model.CpModel()
model.add_circuit([(a, b, model.new_bool_var("")) for a, b in leaps])
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
began = begin()
status = solver.solve(model)
words = {cp_model.OPTIMAL: "found", cp_model.FEASIBLE: "found", cp_model.INFEASIBLE: "impossible"}
answer(words.get(status, "unknown"), began)
"""

LKH = """
import elkai
near = [[1] * places for _ in range(places)]
for a, b in leaps:
    near[a][b] = near[b][a] = 0
began = begin()
for runs in (1, 10, 100, 1000, 10000):
    order = elkai.DistanceMatrix(near).solve_tsp(runs=runs)
    if all(near[a][b] == 0 for a, b in zip(order, order[1:])):
        answer("found", began)
        break
"""


def cp_sat(board):
    return in_child(CP_SAT, [board.places, board.leaps])


def lkh(board):
    places, leaps = board.places, board.leaps
    if board.kind == "open" and "start" in board.terms and "end" not in board.terms:
        # Without directions the start is held by a place of its own: start, holder, outside, end.
        outside, holder = places - 1, places
        start = next(b for a, b in leaps if a == outside)
        leaps = [leap for leap in leaps if leap[0] != outside] + [(start, holder), (holder, outside)]
        places += 1
    return in_child(LKH, [places, leaps])


SOLVERS = {"ours": ours, "CP-SAT": cp_sat, "LKH": lkh}


def row(solver, results):
    times = sorted(seconds for _, seconds in results.values())
    many = lambda word: sum(outcome == word for outcome, _ in results.values())
    at = lambda share: times[min(len(times) * share // 100, len(times) - 1)]
    counts = " | ".join(str(many(word)) for word in ("found", "impossible", "unknown"))
    return f"| {solver} | {counts} | {at(50):.4f} s | {at(95):.4f} s |"


def compare(corpus, chosen, known, results):
    """Runs the solvers on one corpus; says whether any two contradict each other, and the table."""
    text = (ROOT / "testdata" / (corpus + ".txt")).read_text()
    boards = [Board(block) for block in text.split("\n= ")[1:]][:: int(os.environ.get("EVERY", "1"))]
    for name in chosen:
        answers = results.setdefault(name, {})
        for board in boards:
            if board.name in answers and name != "ours":
                continue
            others = {results.get(other, {}).get(board.name, [""])[0] for other in ("ours", "CP-SAT")}
            hopeless = name == "LKH" and others == {"impossible"}
            answers[board.name] = ("unknown", SECONDS) if hopeless else SOLVERS[name](board)
            print(corpus, name, board.name, *answers[board.name], file=sys.stderr, flush=True)
            known()
    contradictions = [
        board.name
        for board in boards
        if {"found", "impossible"} <= {results[name].get(board.name, [""])[0] for name in results}
    ]
    for name in contradictions:
        print("contradiction:", corpus, name, {s: results[s].get(name) for s in results}, file=sys.stderr)
    table = "| | found | proven impossible | unknown | median | 95 % |\n| --- | --- | --- | --- | --- | --- |\n"
    table += "\n".join(row(name, results[name]) for name in SOLVERS if name in results)
    return contradictions, table


def hard():
    """The slowest of `cargo xtask bench hard`: ours and CP-SAT side by side. Says how often CP-SAT was the faster."""
    text = (HOME / "hard.txt").read_text()
    print("| | squares | ours | CP-SAT | CP-SAT takes |\n| --- | ---: | --- | --- | ---: |")
    slower = contradictions = 0
    for block in text.split("\n= ")[1:]:
        board = Board("\n".join(line for line in block.split("\n") if not line.startswith("# ")))
        (mine, time), (theirs, their_time) = ours(board), cp_sat(board)
        contradictions += {mine, theirs} == {"found", "impossible"}
        slower += theirs != "unknown" and their_time < time
        more = ">" if theirs == "unknown" else ""
        name = " ".join([board.name, board.kind, *board.terms])
        print(f"| {name} | {len(board.squares)} | {mine}, {time:.4f} s | {theirs}, {their_time:.4f} s | {more} {their_time / time:.1f} × |", flush=True)
    print(f"CP-SAT was faster on {slower}, and contradicted on {contradictions}.")
    sys.exit(contradictions > 0)


def main():
    environment()
    if sys.argv[1:] == ["hard"]:
        subprocess.run(["cargo", "build", "--release", "-q", "--bin", "ktour"], cwd=ROOT, check=True)
        hard()
    chosen = [name for name in SOLVERS if not sys.argv[1:] or name in sys.argv[1:]]
    if "ours" in chosen:
        subprocess.run(["cargo", "build", "--release", "-q", "--bin", "ktour"], cwd=ROOT, check=True)
    file = HOME / f"anyboard-{SECONDS:g}s.json"
    results = json.loads(file.read_text()) if file.exists() else {}
    HOME.mkdir(parents=True, exist_ok=True)
    is_wrong = False
    for corpus in CORPORA:
        known = lambda: file.write_text(json.dumps(results))
        contradictions, table = compare(corpus, chosen, known, results.setdefault(corpus, {}))
        is_wrong |= bool(contradictions)
        print(corpus, table, sep="\n")
        text = (ROOT / "BENCHMARKS.md").read_text()
        begin, end = f"<!-- {corpus} -->\n", f"\n<!-- end of {corpus} -->"
        if begin in text:
            before, rest = text.split(begin)
            (ROOT / "BENCHMARKS.md").write_text(before + begin + table + end + rest.split(end)[1])
    sys.exit(is_wrong)


if __name__ == "__main__":
    main()
