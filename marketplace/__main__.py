"""`python -m marketplace <command>`: parses, calls `marketplace.cli`, and turns expected failures into one sentence."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from marketplace.errors import MarketplaceError


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m marketplace", description="Run and look after a marketplace.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    serve = commands.add_parser(
        "serve", help="migrate, load demo data where due, build the front end where stale, serve"
    )
    # What `serve` itself calls once all that is done.
    serve.add_argument("--prepared", action="store_true", help=argparse.SUPPRESS)
    commands.add_parser("dev", help="serve with hot reload, pages and API on one address")
    commands.add_parser("migrate", help="bring the database to the newest schema")
    commands.add_parser("jobs", help="deliver mail and do jobs apart from the app (which runs with JOBS_IN_APP=false)")
    commands.add_parser("build", help="build the front end for production where stale")
    demo = commands.add_parser("demo", help="load demo data")
    demo.add_argument("--ads", type=int, default=None, metavar="N", help="how many ads (default: a small town's)")
    admin = commands.add_parser("create-admin", help="make an administrator; asks for the password")
    admin.add_argument("--email", required=True, metavar="E")
    backup = commands.add_parser("backup", help="write database and photos into one file, while the site runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="a new file, e.g. backup.zip")
    restore = commands.add_parser("restore", help="bring database and photos back from such a file")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--replace", action="store_true", help="throw away what is there (the default refuses)")
    commands.add_parser("doctor", help="check every setting and dependency, and say what to do")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 well done, 1 an expected failure, 130 interrupted."""
    chosen = _parser().parse_args(arguments)
    try:
        return _run(chosen)
    except MarketplaceError as error:
        print(f"error: {error.message}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _run(chosen: argparse.Namespace) -> int:
    # Imported late: a wrong setting must be told before anything heavy is loaded.
    from marketplace.cli import start

    start.check_settings()
    if chosen.command == "serve":
        if not chosen.prepared:
            start.serve()
        from marketplace.cli import server

        return server.run()
    if chosen.command == "dev":
        return start.dev()
    if chosen.command == "build":
        from marketplace.cli import frontend

        frontend.build()
        return 0
    if chosen.command == "doctor":
        from marketplace import logs
        from marketplace.cli import doctor

        # What is away is told as a finding; the log's line on it would stand between them.
        logs.configure("CRITICAL")
        return doctor.run()
    if chosen.command == "backup":
        from marketplace.cli import backup

        return backup.run(chosen.file)
    if chosen.command == "restore":
        from marketplace.cli import restore

        return restore.run(chosen.file, replace=chosen.replace)
    start.prepare_database()
    if chosen.command == "demo":
        from marketplace.cli import demo

        return demo.load_demo(chosen.ads)
    if chosen.command == "jobs":
        from marketplace.cli import jobs

        return jobs.run()
    if chosen.command == "create-admin":
        from marketplace.cli import admin

        return admin.create_admin(chosen.email)
    return 0


if __name__ == "__main__":
    sys.exit(main())
