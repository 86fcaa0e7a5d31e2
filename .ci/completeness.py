"""Check which share of the public symbols has a type that pyright knows; `make types` runs it."""

import json
import subprocess
import sys

# rbsim's apps and environments derive from classes of textual, Gymnasium, PettingZoo and OpenSpiel,
# which pyright does not read here.
LEAST = {"rbcore": 1.0, "rbpatience": 1.0, "rbsim": 0.97}


def completeness(package: str) -> tuple[float, list[str]]:
    """Return the share of public symbols with a known type, and the names of the others."""
    command = ["pyright", "--verifytypes", package, "--ignoreexternal", "--outputjson"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if not answer.stdout.startswith("{"):
        sys.exit(f"pyright did not run: {answer.stdout}{answer.stderr}")
    report = json.loads(answer.stdout)["typeCompleteness"]
    untyped = [
        symbol["name"]
        for symbol in report["symbols"]
        if symbol["isExported"] and not symbol["isTypeKnown"]
    ]
    return report["completenessScore"], untyped


def main() -> None:
    """Check all packages; end with status 1 if one has fewer types than it must have."""
    failed = False
    for package, least in LEAST.items():
        score, untyped = completeness(package)
        print(f"{package}: {score:.1%} of the public symbols have a type; at least {least:.0%}")
        if score < least:
            failed = True
            print("without:", *untyped, sep="\n  ")
    sys.exit(failed)


if __name__ == "__main__":
    main()
