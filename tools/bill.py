"""The components that are shipped: crates and vendored modules, with their licences, for people and for machines.

    python3 tools/bill.py VERSION SECONDS LICENCES.md BILL.cdx.json

Crates come from `cargo metadata` and `Cargo.lock`, as the program, the engine of the page and the Python package
depend on them; modules of the page from the table in `apps/ktour-web/page/vendor/README.md`. The list for machines
is CycloneDX 1.5. Which licences may be shipped is said in `deny.toml`, and cargo-deny checks it.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from datetime import datetime, timezone
from pathlib import Path

PACKAGES = ["ktour-cli", "ktour-browser", "ktour-python"]
LICENCE_FILE = re.compile(r"(LICENSE|LICENCE|COPYING|COPYRIGHT|NOTICE)", re.IGNORECASE)
VENDOR = Path("apps/ktour-web/page/vendor")


def crates():
    """Yields all crates that the packages need when they run, with their texts of licences."""
    versions = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    host = re.search("host: (.*)", versions).group(1)
    command = ["cargo", "metadata", "--locked", "--all-features", "--format-version", "1", "--filter-platform", host]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    lock = Path("Cargo.lock").read_text()
    checksums = re.findall(r'name = "(.*)"\nversion = "(.*)"\nsource = .*\nchecksum = "(.*)"', lock)
    checksums = {(name, version): checksum for name, version, checksum in checksums}

    def needs(identity):
        dependencies = nodes[identity]["deps"]
        is_normal = lambda dependency: any(kind["kind"] is None for kind in dependency["dep_kinds"])
        return sorted(dependency["pkg"] for dependency in dependencies if is_normal(dependency))

    def url(identity):
        return f"pkg:cargo/{packages[identity]['name']}@{packages[identity]['version']}"

    found, todo = set(), [identity for identity, package in packages.items() if package["name"] in PACKAGES]
    while todo:
        identity = todo.pop()
        if identity not in found:
            found.add(identity)
            todo += needs(identity)
    for identity in found:
        package = packages[identity]
        name, version, is_ours = package["name"], package["version"], package["source"] is None
        folder = Path(package["manifest_path"]).parent
        texts = [] if is_ours else sorted(file for file in folder.iterdir() if LICENCE_FILE.match(file.name))
        yield {
            "url": url(identity), "name": name, "version": version,
            "licence": re.sub(" ?/ ?", " OR ", package["license"]), "sha256": checksums.get((name, version)),
            "needs": [url(other) for other in needs(identity)],
            "texts": [file.read_text() for file in texts if file.is_file()],
        }


def modules():
    """Yields the modules of the page's table: `| d3-array.js | d3-array 3.2.4 | sha256 |`."""
    for name, version, sha256 in re.findall(
        r"\| ([\w-]+) ([\d.]+) \| `?([0-9a-f]{64})`? \|", (VENDOR / "README.md").read_text()
    ):
        own = VENDOR / f"LICENSE-{name}"
        yield {
            "url": f"pkg:npm/{name}@{version}", "name": name, "version": version,
            "licence": "BSD-3-Clause" if name == "d3-ease" else "ISC", "sha256": sha256, "needs": [],
            "texts": [(own if own.exists() else VENDOR / "LICENSE").read_text()],
        }


def licences(parts):
    """Returns the list for people: components by licence, then every text once with those that share it."""
    by_licence, by_text = defaultdict(list), defaultdict(list)
    for part in parts:
        name = f"{part['name']} {part['version']}"
        by_licence[part["licence"]].append(name)
        for text in part["texts"]:
            by_text["\n".join(line.rstrip() for line in text.strip().splitlines())].append(name)
    lines = ["# What is shipped, by licence"]
    lines += [f"\n## {licence}\n\n{', '.join(names)}" for licence, names in sorted(by_licence.items())]
    lines += ["\n# The texts of the licences"]
    lines += [f"\n## {', '.join(names)}\n\n```text\n{text}\n```" for text, names in sorted(by_text.items())]
    return "\n".join(lines) + "\n"


def bill(parts, version, seconds):
    """Returns the list for machines."""
    ours = {"type": "application", "bom-ref": "ktour", "name": "ktour", "version": version}
    ours["licenses"] = [{"expression": "MIT OR Apache-2.0"}]
    components = []
    for part in parts:
        component = {"type": "library", "bom-ref": part["url"], "name": part["name"], "version": part["version"]}
        component |= {"purl": part["url"], "licenses": [{"expression": part["licence"]}]}
        if part["sha256"]:
            component["hashes"] = [{"alg": "SHA-256", "content": part["sha256"]}]
        components.append(component)
    time = datetime.fromtimestamp(int(seconds), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"timestamp": time, "component": ours}, "components": components,
        "dependencies": [{"ref": part["url"], "dependsOn": part["needs"]} for part in parts],
    }


version, seconds, for_people, for_machines = sys.argv[1:]
parts = sorted([*crates(), *modules()], key=lambda part: part["url"])
assert len(parts) > 50, f"only {len(parts)} components were found"
Path(for_people).write_text(licences(parts))
Path(for_machines).write_text(json.dumps(bill(parts, version, seconds), indent=1) + "\n")
