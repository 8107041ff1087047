#!/usr/bin/env python3
"""Polaris's own command line reads what the scripts of weir grants hand to it: its parser, and its judgement of privileges.

usage: polaris.py RECORDER CONTRACT WORK     (under a Python that has apache-polaris; ./dev setup sees to it)

Prints each miss, then `N passed, N failed`.
"""

import pathlib
import sys

from apache_polaris.cli.command import Command
from apache_polaris.cli.options.parser import Parser

from run import Bench

# What a script may be about, where no name begins with a dash: no name of Kubernetes or of a table does.
NAMES = ["plain", "it's", "a b", "$(x)", "a.b", "é"]
# Privileges by what they are granted on.
GRANTED = {False: [("namespace", "NAMESPACE_READ_PROPERTIES"), ("namespace", "TABLE_CREATE"), ("namespace", "TABLE_WRITE_DATA")],
           True: [("namespace", "NAMESPACE_READ_PROPERTIES"), ("table", "TABLE_WRITE_DATA")]}


def read(bench, name, existing):
    """The commands of a script as Polaris understands them."""
    _, calls = bench.run(bench.script("polaris", existing, name))
    commands = []
    for call in calls:
        if call[0] != b"polaris":
            continue
        words = [word.decode() for word in call[1:]]
        try:
            options = Parser.parse(words)
            commands.append((options, Command.from_options(options)))
        except (Exception, SystemExit) as refused:  # pylint: disable=broad-except
            bench.hold(False, f"{words}: {refused!r}")
    return commands


def main():
    bench = Bench(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], pathlib.Path(sys.argv[3]).resolve())
    for name in NAMES:
        for existing in (False, True):
            commands = read(bench, name, existing)
            grants = [command for options, command in commands if options.command == "privileges"]
            found = [(grant.privileges_subcommand, grant.privilege) for grant in grants]
            bench.hold(found == GRANTED[existing] and len(commands) == len(GRANTED[existing]) + 8, f"{name} existing={existing}: {found}")
            for grant in grants:
                whole = (grant.catalog_name, ".".join(grant.namespace), grant.catalog_role_name)
                bench.hold(whole == (name, name, f"{name}.{name}.writer"), f"{name}: {grant}")
                bench.hold(grant.table == (name if grant.privileges_subcommand == "table" else None), f"{name}: {grant}")
            for options, _ in commands:
                bench.hold(options.base_url == f"https://{name}", f"{name}: {options.base_url}")
    return bench.told()


if __name__ == "__main__":
    sys.exit(main())
