"""CP-SAT on the same puzzles as ours: is there a second solution?

    python3 tools/bench/peers/puzzles.py             # 200 puzzles: fifty seeds each of four wishes

Takes `ktour` and `ktour-bench` from target/release (or KTOUR and BENCH) and OR-tools from the environment of
anyboard.py. Each puzzle is made by `ktour puzzle`, then both say whether it has a solution besides the one that is known, one
thread each. CP-SAT's seconds are the processor's in its solver alone, without building the model; ours those of the clock from
the given steps to the end of the search, the fastest of three, in one process for all puzzles (`ktour-bench --solve`):
starting a process takes longer than solving most of them. Exits with 1 where the two contradict each other.
"""

import json, os, subprocess, sys, time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[3]
PYTHON = Path(os.environ.get("PEERS_PYTHON", ROOT / "target" / "peers" / "venv" / "bin" / "python"))
KTOUR = os.environ.get("KTOUR", str(ROOT / "target" / "release" / "ktour"))
BENCH = os.environ.get("BENCH", str(ROOT / "target" / "release" / "ktour-bench"))
SEEDS = int(os.environ.get("SEEDS", "50"))
SECONDS = float(os.environ.get("SECONDS_A_PUZZLE", "60"))
WISHES = [("6", "--difficulty", "medium"), ("8", "--difficulty", "hard"), ("8", "--clues", "fewest"), ("10", "--difficulty", "medium")]

if PYTHON.exists() and Path(sys.prefix) != PYTHON.parent.parent:
    os.execv(PYTHON, [str(PYTHON), *sys.argv])

from ortools.sat.python import cp_model


def has_another(puzzle):
    """Whether CP-SAT finds a solution that is not the known one, and in how many seconds."""
    files, ranks = puzzle["board"]["files"], puzzle["board"]["ranks"]
    squares = [(file, rank) for rank in range(ranks) for file in range(files)]
    at = {chr(97 + file) + str(rank + 1): i for i, (file, rank) in enumerate(squares)}
    index = {square: i for i, square in enumerate(squares)}
    count, is_open = len(squares), puzzle["kind"] == "open"
    model = cp_model.CpModel()
    given = {at[name]: step for name, step in puzzle["givens"].items()}
    step = [model.new_int_var(given.get(i, 1), given.get(i, count), f"s{i}") for i in range(count)]
    leaps, arcs = {}, []
    for i, (file, rank) in enumerate(squares):
        for dx, dy in ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)):
            j = index.get((file + dx, rank + dy))
            if j is not None:
                leaps[i, j] = model.new_bool_var(f"{i}-{j}")
                arcs.append((i, j, leaps[i, j]))
    first = [model.new_bool_var(f"f{i}") for i in range(count)]
    model.add_exactly_one(first)
    for i in range(count):
        model.add(step[i] == 1).only_enforce_if(first[i])
        model.add(step[i] > 1).only_enforce_if(~first[i])
    last = [model.new_bool_var(f"l{i}") for i in range(count)]
    for i in range(count):
        model.add(step[i] == count).only_enforce_if(last[i])
        model.add(step[i] < count).only_enforce_if(~last[i])
        if is_open:
            arcs += [(count, i, first[i]), (i, count, last[i])]
    for (i, j), taken in leaps.items():
        if is_open:
            model.add(step[j] == step[i] + 1).only_enforce_if(taken)
        else:
            model.add(step[j] == step[i] + 1).only_enforce_if([taken, ~last[i]])
            model.add_implication(taken, first[j]).only_enforce_if(last[i])
    model.add_circuit(arcs)
    model.add_all_different(step)
    known = [at[name] for name in puzzle["solution"]]
    model.add(sum(leaps[pair] for pair in zip(known, known[1:])) < count - 1)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    began = time.process_time()
    status = solver.solve(model)
    took = time.process_time() - began
    answer = {cp_model.INFEASIBLE: False, cp_model.OPTIMAL: True, cp_model.FEASIBLE: True}.get(status)
    return answer, took


def ours(text):
    """For each puzzle of the lines, whether ours finds a second solution, and in how many seconds."""
    run = subprocess.run([BENCH, "--solve"], input=text, capture_output=True, text=True, check=True)
    answers = [line.split() for line in run.stdout.splitlines()]
    return [(another == "true", float(seconds)) for seconds, another in answers]


wrong = 0
for board, *wish in WISHES:
    run = subprocess.run([KTOUR, "puzzle", board, *wish, "--seed", "0", "--number", str(SEEDS), "--json", "--quiet"], capture_output=True, text=True, check=True)
    times = []
    for line, mine in zip(run.stdout.splitlines(), ours(run.stdout)):
        theirs = has_another(json.loads(line))
        wrong += theirs[0] is not None and theirs[0] != mine[0]
        times.append((mine[1], theirs[1], theirs[0] is None))
    mine, theirs = median(t[0] for t in times), median(t[1] for t in times)
    late = sum(t[2] for t in times)
    print(f"{board}x{board} {wish[-1]}: ours {mine:.5f} s, CP-SAT {theirs:.4f} s ({theirs / mine:.0f} times as long, {late} not within {SECONDS:.0f} s)", flush=True)
print("they contradict each other" if wrong else "no disagreement")
sys.exit(wrong > 0)
