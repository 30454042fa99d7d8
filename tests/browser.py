"""Finds a Chromium for the browser tests: from the system, from Playwright, or from the package manager."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# The shell has no windows and tab strips to draw, and is the quicker one.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str:
    """The path of a Chromium, empty when there is none. CHROMIUM names one by hand."""
    if named := os.environ.get("CHROMIUM"):
        return named
    for name in _NAMES:
        if path := shutil.which(name):
            return path
    try:
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            path = playwright.chromium.executable_path
            return path if Path(path).exists() else ""
    except Exception:
        return ""


def install() -> str:
    """Find one, or install it by whichever way works.

    Returns:
        Its path, empty when no way worked.
    """
    if path := find():
        return path
    ways = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get"):
        sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
        ways += [[*sudo, "apt-get", "update", "-qq"], [*sudo, "apt-get", "install", "-y", "-qq", "chromium"]]
    for way in ways:
        try:
            subprocess.run(way, check=False, capture_output=True, timeout=600)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if path := find():
            return path
    return ""


if __name__ == "__main__":
    if not install():
        sys.exit("error: no Chromium was found and none could be installed; install one and set CHROMIUM to its path.")
