"""The command line, `python -m marketplace <command>`. An expected error is printed as one sentence."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from marketplace.core.errors import MarketplaceError


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m marketplace", description="Run and administer a marketplace.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    serve = commands.add_parser(
        "serve", help="migrate, load demo data if wanted, build the front end if outdated, serve"
    )
    # Used by `serve` itself to start the server process after the preparation; the value is the banner to print.
    serve.add_argument("--prepared", default=None, help=argparse.SUPPRESS)
    dev = commands.add_parser("dev", help="serve with hot reload")
    dev.add_argument(
        "--page", default="", metavar="FOLDER", help="compile one folder of web/pages alone, e.g. wishlist"
    )
    commands.add_parser("migrate", help="migrate the database to the current schema")
    commands.add_parser("jobs", help="deliver mail and run jobs in a separate process, for apps with JOBS_IN_APP=false")
    commands.add_parser("reindex", help="rebuild this machine's search index")
    commands.add_parser("build", help="build the front end for production if outdated")
    demo = commands.add_parser("demo", help="load demo data")
    demo.add_argument("--ads", type=int, default=None, metavar="N", help="number of ads (default: a small data set)")
    admin = commands.add_parser("create-admin", help="create an administrator; asks for the password")
    admin.add_argument("--email", required=True, metavar="E")
    breach = commands.add_parser("breach", help="tell accounts of a breach of personal data, and draft the reports")
    breach.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="its description; without it, print an empty one"
    )
    breach.add_argument("--send", action="store_true", help="tell them (the default is to show it only)")
    backup = commands.add_parser("backup", help="write database and photos into one file, while the site runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="a new file, e.g. backup.zip")
    restore = commands.add_parser("restore", help="restore database and photos from a backup")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--replace", action="store_true", help="delete existing data (the default is to refuse)")
    commands.add_parser("doctor", help="check all settings and services, and say what to do")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 for success, 1 for an expected error, 2 for wrong arguments, 130 if interrupted."""
    options = _parser().parse_args(arguments)
    if options.command == "breach" and options.send and options.file is None:
        print("error: --send needs the FILE that describes the breach.", file=sys.stderr)
        return 2
    try:
        return _run(options)
    except MarketplaceError as error:
        print(f"error: {error.message}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _run(options: argparse.Namespace) -> int:
    # Import late: settings are read before anything expensive is imported.
    from marketplace.settings import get_settings

    get_settings()
    from marketplace.cli import start

    if options.command == "doctor":
        from marketplace.cli import doctor
        from marketplace.observability import logs

        start.check_files()
        # Unavailable services are reported as findings; log lines would clutter the output.
        logs.configure("CRITICAL")
        return doctor.run()
    start.check_settings()
    if options.command == "serve":
        if options.prepared is None:
            start.serve()
        from marketplace.cli import server

        server.run(options.prepared)
        return 0
    if options.command == "dev":
        return start.dev(options.page)
    if options.command == "build":
        from marketplace.cli import frontend

        frontend.build()
        return 0
    if options.command == "backup":
        from marketplace.cli import backup

        backup.run(options.file)
        return 0
    if options.command == "restore":
        from marketplace.cli import restore

        restore.run(options.file, replace=options.replace)
        return 0
    start.prepare_database()
    if options.command == "demo":
        from marketplace.cli import demo

        demo.load_demo(options.ads)
    if options.command == "jobs":
        from marketplace.cli import jobs

        jobs.run()
    if options.command == "reindex":
        from marketplace.cli import reindex

        reindex.run()
    if options.command == "breach":
        from marketplace.cli import breach

        breach.run(options.file, send=options.send)
    if options.command == "create-admin":
        from marketplace.cli import admin

        admin.create_admin(options.email)
    return 0


if __name__ == "__main__":
    sys.exit(main())
