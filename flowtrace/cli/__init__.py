"""The command line: flags in, exit status out. The only home of typer; one file per command."""

from flowtrace.cli.app import main

__all__ = ["main"]
