"""A folder as a zip that comes out the same from the same files: folder, file, seconds."""

import sys
import time
import zipfile
from pathlib import Path

folder, file, moment = Path(sys.argv[1]), sys.argv[2], time.gmtime(int(sys.argv[3]))
with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), moment[:6])
        entry.external_attr = 0o644 << 16
        entry.create_system = 3
        archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
