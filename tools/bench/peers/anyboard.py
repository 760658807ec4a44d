"""CP-SAT and LKH on the boards of testdata/corpus*.txt, beside ours, one thread each.

Sets up a virtual environment with ortools and elkai from PyPI under target/peers, runs the three
on every board and writes the tables into BENCHMARKS.md:

    python3 tools/bench/peers/anyboard.py            # all three, 10 s a board; goes on where it stopped
    python3 tools/bench/peers/anyboard.py ours       # ours anew, the others as last time
    BOARDS=30 python3 tools/bench/peers/anyboard.py LKH    # thirty boards, for the impatient
    python3 tools/bench/peers/anyboard.py hard       # ours and CP-SAT on what `cargo xtask bench hard` left, a line a board
    python3 tools/bench/peers/anyboard.py large      # all three on what `cargo xtask bench large` left

`BOARDS=N` gives a solver only so many boards of a corpus, spread over it; SECONDS_A_BOARD is the limit, KTOUR our
program where it is not to be built. Only a full run at 10 s writes tables. Every run leaves its times in
docs/bench/*.csv, from which the pictures are drawn.

Times are those of the solver alone: no start of a process, no building of a model. The peers are
held to seconds of processor time, so that other work on the machine takes nothing from them; ours
counts seconds of the clock, but for the hard boards. LKH proves nothing, so boards that both others prove impossible are
not given to it and count as out of time. Exits with 1 where two of the three contradict each other.
"""

import json, math, os, resource, subprocess, sys, tempfile, time
from pathlib import Path

try:
    import elkai
    from ortools.sat.python import cp_model
except ImportError:
    pass  # Before `environment`.

ROOT = Path(__file__).resolve().parents[3]
HOME = ROOT / "target" / "peers"
SECONDS = float(os.environ.get("SECONDS_A_BOARD", "10"))
CORPORA = os.environ.get("CORPORA", "corpus corpus-held-out").split()
BOARDS = int(os.environ.get("BOARDS", "0"))
KTOUR = os.environ.get("KTOUR", "")


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
        binary = KTOUR or ROOT / "target" / "release" / "ktour"
        done = subprocess.run([binary, "solve", "--board", file.name, *arguments], capture_output=True, text=True)
    answer = json.loads(done.stdout)
    return answer["outcome"], answer["stats"]["seconds"]


def in_child(solver, places, leaps):
    """Runs a solver in a process of its own, for at most so much processor time: what it found, and when."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        begins = []

        def begin():
            # Building a model is not a solver's work: it says itself when that is done. The limit is whole
            # seconds, and the answer is judged below as well.
            begins.append(time.process_time())
            limit = math.ceil(begins[0] + SECONDS)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

        word = solver(places, leaps, begin)
        spent = time.process_time() - begins[0]
        os.write(writes, f"{word} {spent}".encode() if spent <= SECONDS else b"")
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as pipe:
        words = pipe.read().split()
    os.waitpid(child, 0)
    return (words[0], float(words[1])) if len(words) == 2 else ("unknown", SECONDS)


def by_cp_sat(places, leaps, begin):
    model = cp_model.CpModel()
    model.add_circuit([(a, b, model.new_bool_var("")) for a, b in leaps])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    begin()
    status = solver.solve(model)
    words = {cp_model.OPTIMAL: "found", cp_model.FEASIBLE: "found", cp_model.INFEASIBLE: "impossible"}
    return words.get(status, "unknown")


def by_lkh(places, leaps, begin):
    near = [[1] * places for _ in range(places)]
    for a, b in leaps:
        near[a][b] = near[b][a] = 0
    begin()
    for runs in (1, 10, 100, 1000, 10000):
        order = elkai.DistanceMatrix(near).solve_tsp(runs=runs)
        if all(near[a][b] == 0 for a, b in zip(order, order[1:])):
            return "found"
    return "unknown"


def cp_sat(board):
    return in_child(by_cp_sat, board.places, board.leaps)


def lkh(board):
    places, leaps = board.places, board.leaps
    if board.kind == "open" and "start" in board.terms and "end" not in board.terms:
        # Without directions the start is held by a place of its own: start, holder, outside, end.
        outside, holder = places - 1, places
        start = next(b for a, b in leaps if a == outside)
        leaps = [leap for leap in leaps if leap[0] != outside] + [(start, holder), (holder, outside)]
        places += 1
    return in_child(by_lkh, places, leaps)


SOLVERS = {"ours": ours, "CP-SAT": cp_sat, "LKH": lkh}


def row(solver, results):
    times = sorted(seconds for _, seconds in results.values())
    many = lambda word: sum(outcome == word for outcome, _ in results.values())
    at = lambda share: times[min(len(times) * share // 100, len(times) - 1)]
    counts = " | ".join(str(many(word)) for word in ("found", "impossible", "unknown"))
    return f"| {solver} | {counts} | {at(50):.4f} s | {at(95):.4f} s |"


def leave(picture, boards, results):
    """Writes what was measured where the pictures are drawn from: a line for a board and a program."""
    lines = ["board,squares,program,outcome,seconds\n"]
    for board in boards:
        for program in SOLVERS:
            if board.name in results.get(program, {}):
                outcome, seconds = results[program][board.name]
                lines.append(f"{board.name},{len(board.squares)},{program},{outcome},{seconds:.6g}\n")
    (ROOT / "docs" / "bench" / (picture + ".csv")).write_text("".join(lines))


def ask(chosen, boards, results, known=lambda: None):
    """Gives boards to solvers, but those that have answers already; says whether any two contradict each other."""
    for name in chosen:
        answers = results.setdefault(name, {})
        few = boards[:: max(1, len(boards) // BOARDS)] if BOARDS and name != "ours" else boards
        for board in few:
            if board.name in answers and name != "ours":
                continue
            others = {results.get(other, {}).get(board.name, [""])[0] for other in ("ours", "CP-SAT")}
            hopeless = name == "LKH" and others == {"impossible"}
            answers[board.name] = ("unknown", SECONDS) if hopeless else SOLVERS[name](board)
            print(name, board.name, *answers[board.name], file=sys.stderr, flush=True)
            known()
    contradictions = [
        board.name
        for board in boards
        if {"found", "impossible"} <= {results[name].get(board.name, [""])[0] for name in results}
    ]
    for name in contradictions:
        print("contradiction:", name, {s: results[s].get(name) for s in results}, file=sys.stderr)
    return bool(contradictions)


def table(results):
    head = "| | found | proven impossible | unknown | median | 95 % |\n| --- | --- | --- | --- | --- | --- |\n"
    return head + "\n".join(row(name, results[name]) for name in SOLVERS if name in results)


def read(path):
    """The boards of a corpus; comments may stand between them."""
    blocks = path.read_text().split("\n= ")[1:]
    return [Board("\n".join(line for line in block.split("\n") if not line.startswith("# "))) for block in blocks]


def hard():
    """The slowest of `cargo xtask bench hard`: ours and CP-SAT side by side. Says how often CP-SAT was the faster.
    Ours is the processor time that the bench wrote above each board."""
    boards, results = read(HOME / "hard.txt"), {}
    is_wrong = ask(["ours", "CP-SAT"], boards, results)
    lines = (HOME / "hard.txt").read_text().split("\n")
    times = [float(line[2:-2]) for line in lines if line.startswith("# ") and line.endswith(" s")]
    for board, time in zip(boards, times, strict=True):
        results["ours"][board.name] = (results["ours"][board.name][0], time)
    print("| | squares | ours | CP-SAT | CP-SAT takes |\n| --- | ---: | --- | --- | ---: |")
    slower = 0
    for board in boards:
        (mine, time), (theirs, their_time) = (results[name][board.name] for name in ("ours", "CP-SAT"))
        slower += theirs != "unknown" and their_time < time
        more = ">" if theirs == "unknown" else ""
        name = " ".join([board.name, board.kind, *board.terms])
        print(f"| {name} | {len(board.squares)} | {mine}, {time:.4f} s | {theirs}, {their_time:.4f} s | {more} {their_time / time:.1f} × |")
    print(f"CP-SAT was faster on {slower} of {len(boards)}.")
    leave("hard", boards, results)
    sys.exit(is_wrong)


def large():
    """Boards with holes that grow, until a solver is out of time twice."""
    boards, results = read(HOME / "large.txt"), {}
    is_wrong = False
    for solver in SOLVERS:
        tried = boards
        while tried and len([1 for outcome, _ in results.get(solver, {}).values() if outcome == "unknown"]) < 2:
            is_wrong |= ask([solver], tried[:1], results)
            tried = tried[1:]
    leave("large-boards", boards, results)
    sys.exit(is_wrong)


def main():
    environment()
    modes = {"hard": hard, "large": large}
    mode = modes.get(" ".join(sys.argv[1:]))
    chosen = [name for name in SOLVERS if not sys.argv[1:] or name in sys.argv[1:]]
    if (mode or "ours" in chosen) and not KTOUR:
        subprocess.run(["cargo", "build", "--release", "-q", "--bin", "ktour"], cwd=ROOT, check=True)
    if mode:
        mode()
    file = HOME / f"anyboard-{SECONDS:g}s.json"
    results = json.loads(file.read_text()) if file.exists() else {}
    is_wrong = False
    for corpus in CORPORA:
        known = lambda: file.write_text(json.dumps(results))
        boards, here = read(ROOT / "testdata" / (corpus + ".txt")), results.setdefault(corpus, {})
        is_wrong |= ask(chosen, boards, here, known)
        print(corpus, table(here), sep="\n")
        leave("any-board" if corpus == "corpus" else "any-board-held-out", boards, here)
        text = (ROOT / "BENCHMARKS.md").read_text()
        begin, end = f"<!-- {corpus} -->\n", f"\n<!-- end of {corpus} -->"
        if begin in text and SECONDS == 10 and not BOARDS:
            before, rest = text.split(begin)
            (ROOT / "BENCHMARKS.md").write_text(before + begin + table(here) + end + rest.split(end)[1])
    sys.exit(is_wrong)


if __name__ == "__main__":
    main()
