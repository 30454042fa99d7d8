"""Runs nginx with the project's configuration files, on free ports and without a certificate."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import servers, services

_FILES = servers.ROOT / "deploy" / "nginx"
_WHOLE = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


@contextmanager
def nginx(folder: Path, ports: list[int], site: str = "marketplace.conf") -> Iterator[int]:
    """Run a proxy in front of these ports; yields its own port.

    Args:
        site: which file of `deploy/nginx` says where the requests go.
    """
    program = services.find_program("nginx", "/usr/sbin")
    port = servers.free_port()
    before, _, _ = (_FILES / site).read_text().partition("\nserver {")
    first, *others = [line for line in before.splitlines() if line.strip().startswith("server ")]
    for line in others:
        before = before.replace(f"{line}\n", "")
    _, _, *options = first.split()
    before = before.replace(first, "\n".join(" ".join(["server", f"127.0.0.1:{each}", *options]) for each in ports))
    before = before.replace("/var/cache/nginx-marketplace", f"{folder}/cache")
    included = (_FILES / "marketplace-proxy.conf").read_text()
    path = folder / "nginx.conf"
    # If root starts nginx, its workers run as nobody, who can't write to the folders of tests.
    path.write_text(
        _WHOLE.format(
            folder=folder,
            site=f"{before}\nserver {{ listen 127.0.0.1:{port};\n{included}\n}}",
            user="user root;" if os.geteuid() == 0 else "",
        )
    )
    made = services.Process("nginx", [program, "-p", str(folder), "-c", str(path)], port, folder / "nginx.log")
    made.start()
    try:
        yield port
    finally:
        made.stop(signal.SIGTERM)
