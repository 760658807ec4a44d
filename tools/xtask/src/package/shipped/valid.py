"""Whether a list of parts is what CycloneDX says it must be: the file."""

import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

wrong = JsonStrictValidator(SchemaVersion.V1_5).validate_str(Path(sys.argv[1]).read_text())
sys.exit(None if wrong is None else str(wrong))
