"""Sets up django-classified from PyPI under gunicorn, in its own virtual environment, with the ads of a data set.

It gets names, texts, prices, categories and cities, but no photos, so that it has less work than this site.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import sqlalchemy as sa

from benchmarks.data_sets import PREFIX, DataSet
from marketplace.db import bulk, database

PACKAGES = ("django-classified==1.3", "gunicorn", "psycopg[binary]")
_SETTINGS = """
SECRET_KEY = "benchmark"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "urls"
USE_TZ = True
SITE_ID = 1
STATIC_URL = "/static/"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
INSTALLED_APPS = [
    "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.messages",
    "django.contrib.sessions", "django.contrib.staticfiles", "django.contrib.sites", "django.contrib.humanize",
    "django.contrib.sitemaps", "sorl.thumbnail", "django_classified",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware", "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware", "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [{
    "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
    "OPTIONS": {"context_processors": [
        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages", "django_classified.context_processors.common_values",
    ]},
}]
LOGIN_URL = "/admin/login/"
"""
_URLS = """
from django.contrib import admin
from django.urls import include, path
urlpatterns = [path("admin/", admin.site.urls), path("", include("django_classified.urls"))]
"""
_WSGI = """
import os
from django.core.wsgi import get_wsgi_application
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
application = get_wsgi_application()
"""
_BATCH = 20_000


def made(data_set: DataSet, folder: Path) -> Path:
    """Return the project's folder; the first run installs and fills it."""
    python = folder / "rival" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(python.parent.parent)], check=True)
    if subprocess.run([str(python), "-c", "import django_classified, gunicorn, psycopg"], check=False).returncode:
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    project = folder / f"rival-{data_set.kind}-{data_set.ads}"
    if (project / "ready").exists():
        return project
    project.mkdir(exist_ok=True)
    url = sa.make_url(data_set.url)
    if data_set.kind == "sqlite":
        own = sa.make_url(f"sqlite:///{project / 'db.sqlite3'}")
        entry = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(project / "db.sqlite3")}
        (project / "db.sqlite3").unlink(missing_ok=True)
    else:
        own = url.set(database=f"{PREFIX}_rival_{data_set.ads}")
        _create(url, own.database or "")
        entry = {"ENGINE": "django.db.backends.postgresql", "NAME": own.database, "USER": url.username,
                 "PASSWORD": url.password or "", "HOST": url.host, "PORT": url.port or 5432, "CONN_MAX_AGE": 600}  # fmt: skip
    (project / "settings.py").write_text(f"{_SETTINGS}\nDATABASES = {{'default': {entry!r}}}\n")
    (project / "urls.py").write_text(_URLS)
    (project / "wsgi.py").write_text(_WSGI)
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(project)}
    subprocess.run([str(python), "-m", "django", "migrate", "--verbosity", "0"], check=True, env=environment)
    _fill(data_set, own)
    (project / "ready").touch()
    return project


def command(folder: Path, port: int, workers: int) -> list[str]:
    """Return the command that serves the project; run it in the project's folder."""
    gunicorn = folder / "rival" / "bin" / "gunicorn"
    return [str(gunicorn), "--bind", f"127.0.0.1:{port}", "--workers", str(workers), "--log-level", "error", "wsgi"]


def _create(server: sa.URL, name: str) -> None:
    engine = database.make_engine(server.render_as_string(hide_password=False), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f'DROP DATABASE IF EXISTS "{name}"'))
        connection.execute(sa.text(f'CREATE DATABASE "{name}"'))
    engine.dispose()


def _fill(data_set: DataSet, own: sa.URL) -> None:
    theirs = database.make_engine(own.render_as_string(hide_password=False))
    ours = database.make_engine(data_set.url)
    with ours.connect() as source, theirs.begin() as target:
        subcategories = source.execute(
            sa.text("SELECT s.id, c.name, s.name FROM subcategories s JOIN categories c ON c.id = s.category_id")
        ).all()
        cities = list(source.scalars(sa.text("SELECT DISTINCT city FROM listings ORDER BY city")))
        sections = sorted({category for _, category, _ in subcategories})
        now = "2026-01-01 00:00:00"
        user = ("!", True, "seller", "", "", "", False, True, now)
        names = ("password", "is_superuser", "username", "first_name", "last_name", "email", "is_staff", "is_active",
                 "date_joined")  # fmt: skip
        bulk.insert_raw(target, "auth_user", ("id", *names), [(1, *user)])
        bulk.insert_raw(target, "django_classified_profile", ("id", "user_id", "receive_news"), [(1, 1, True)])
        bulk.insert_raw(target, "django_classified_area", ("id", "slug", "title"),
                   [(n, f"area-{n}", city) for n, city in enumerate(cities, 1)])  # fmt: skip
        bulk.insert_raw(target, "django_classified_section", ("id", "title"), list(enumerate(sections, 1)))
        groups = {subcategory: n for n, (subcategory, _, _) in enumerate(subcategories, 1)}
        bulk.insert_raw(target, "django_classified_group", ("id", "slug", "title", "section_id"),
                   [(groups[subcategory], f"group-{groups[subcategory]}", name, sections.index(category) + 1)
                    for subcategory, category, name in subcategories])  # fmt: skip
        items = _items(source, groups, {city: n for n, city in enumerate(cities, 1)})
        columns = ("id", "slug", "user_id", "group_id", "area_id", "title", "description", "price", "is_active",
                   "updated", "posted")  # fmt: skip
        while batch := list(islice(items, _BATCH)):
            bulk.insert_raw(target, "django_classified_item", columns, batch)
    if data_set.kind == "postgresql":
        with theirs.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(sa.text("ANALYZE"))
    theirs.dispose()
    ours.dispose()


def _items(source: sa.Connection, groups: dict[str, int], areas: dict[str, int]) -> Iterator[tuple]:
    rows = source.execution_options(yield_per=_BATCH).execute(
        sa.text(
            "SELECT l.name, v.description, l.price_paise, l.subcategory_id, l.city, l.published_at FROM listings l "
            "JOIN ad_versions v ON v.id = l.version_id ORDER BY l.number"
        )
    )
    for number, (name, text, paise, subcategory, city, moment) in enumerate(rows, 1):
        price = (paise or 0) // 100
        moment = f"{moment}"
        yield number, f"ad-{number}", 1, groups[subcategory], areas[city], name[:100], text, price, True, moment, moment
