"""Reflex's own configuration; everything about the marketplace is in `marketplace.settings`."""

import os
import sys
from pathlib import Path

# Node and npm come from PyPI and lie beside this Python, so no other toolchain is downloaded.
os.environ.setdefault("REFLEX_USE_NPM", "1")
os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"

import reflex as rx
from reflex.plugins import SitemapPlugin
from reflex.plugins.shared_tailwind import TailwindConfig

from marketplace.settings import get_settings
from marketplace.web.reflex_ext.client_build import PortableBuild, list_packages

_settings = get_settings()

config = rx.Config(
    app_name="marketplace",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    redis_url=_settings.redis_url or None,
    state_manager_mode=rx.constants.StateManagerMode.REDIS
    if _settings.redis_url
    else rx.constants.StateManagerMode.MEMORY,
    backend_host=_settings.host,
    backend_port=_settings.port,
    deploy_url=_settings.url,
    cors_allowed_origins=[_settings.url],
    trusted_proxy_hops=_settings.trusted_proxy_hops,
    default_color_mode="system",
    frontend_packages=list_packages(_settings.dev_page),
    frontend_compression_formats=["gzip", "brotli"],
    frontend_lazy_bundled_libraries=True,
    plugins=[
        rx.plugins.TailwindV4Plugin(TailwindConfig(plugins=["@tailwindcss/typography@0.5.20"])),
        PortableBuild(),
    ],
    disable_plugins=[SitemapPlugin],
)
