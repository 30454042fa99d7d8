"""Sections of the review page."""

from collections.abc import Callable

import reflex as rx

from marketplace.domain import ad_texts
from marketplace.domain.ads.schemas import FieldValue
from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import badges
from marketplace.web.admin.people import by_line, person_link
from marketplace.web.components.badge import badge
from marketplace.web.components.classes import join
from marketplace.web.components.link import link, outside_link
from marketplace.web.components.pending_change import change_badge
from marketplace.web.components.photo import smallest, srcset
from marketplace.web.components.section import fact
from marketplace.web.pages.admin_review.differences import Difference, Piece
from marketplace.web.pages.admin_review.state import ReviewState
from marketplace.web.pages.admin_review.views import AdReport, DecisionLine, Fact

BOX = "flex min-w-0 flex-col gap-4 rounded-box border border-line bg-raised p-4 sm:p-5"
_PAGE = ReviewState.page
_TEXT = "whitespace-pre-wrap [overflow-wrap:anywhere]"


def _heading(words: str) -> rx.Component:
    return rx.el.h2(words, class_name="text-lg font-semibold")


def list_box(words: str, items: rx.vars.ArrayVar, draw: Callable, *below: rx.Component) -> rx.Component:
    """Box with a list; nothing while it is empty."""
    return rx.cond(
        items.length() > 0,
        rx.el.section(
            _heading(words),
            rx.el.ul(rx.foreach(items, draw), class_name="divide-y divide-line"),
            *below,
            class_name=BOX,
        ),
    )


def head() -> rx.Component:
    """Name, statuses and position in the queue."""
    ad = _PAGE.ad
    return rx.el.div(
        rx.el.div(
            badges.ad_status(ad.status),
            rx.cond(_PAGE.resubmitted, badge(t("Resubmitted"), look="accent")),
            change_badge(ad.change),
            rx.cond(ad.featured, badge(t("Featured"), look="solid", icon="star")),
            class_name="flex flex-wrap gap-2",
        ),
        rx.el.h1(ad.name, class_name="text-2xl font-bold tracking-tight text-balance [overflow-wrap:anywhere]"),
        rx.el.p(
            _PAGE.place,
            rx.cond(_PAGE.waiting, " · " + t("waiting for") + " " + _PAGE.waiting_for, ""),
            class_name="text-muted",
        ),
        class_name="flex flex-col gap-2",
    )


def _photo(shot: rx.Var[Photo]) -> rx.Component:
    return outside_link(
        rx.el.img(src=shot.url, src_set=srcset(shot), sizes="(min-width: 1280px) 300px, 45vw", alt=shot.name,
                  class_name="size-full object-contain"),
        href=shot.url,
        target="_blank",
        class_name="aspect-[4/3] overflow-hidden rounded-control bg-sunken",
    )  # fmt: skip


def photos() -> rx.Component:
    """All photos; each opens in full size."""
    return rx.el.section(
        _heading(t("Photos")),
        rx.cond(
            _PAGE.ad.images.length() > 0,
            rx.el.div(rx.foreach(_PAGE.ad.images, _photo), class_name="grid grid-cols-2 gap-3 sm:grid-cols-3"),
            rx.el.p(t("No photos"), class_name="text-muted"),
        ),
        class_name=BOX,
    )


def _piece(piece: rx.Var[Piece], mark, look: str) -> rx.Component:
    return rx.cond(piece.changed, mark(piece.text, class_name=f"rounded px-0.5 no-underline {look}"), piece.text)


def _small(shot: rx.Var[Photo]) -> rx.Component:
    return rx.el.img(src=smallest(shot), alt=shot.name, class_name="size-16 rounded-control bg-sunken object-cover")


def _side(words: str, pieces, shots, mark, look: str) -> rx.Component:
    return rx.el.div(
        rx.el.p(words, class_name="pb-1 text-xs font-semibold text-muted"),
        rx.cond(
            shots.length() > 0,
            rx.el.div(rx.foreach(shots, _small), class_name="flex flex-wrap gap-2"),
            rx.cond(
                pieces.length() > 0,
                rx.el.p(rx.foreach(pieces, lambda piece: _piece(piece, mark, look)), class_name=_TEXT),
                rx.el.p("–", class_name="text-muted"),
            ),
        ),
        class_name="min-w-0",
    )


def _difference(change: rx.Var[Difference], earlier: str) -> rx.Component:
    old = (earlier, change.before, change.photos_before, rx.el.del_, "bg-danger-soft text-danger")
    new = (t("Submitted"), change.after, change.photos_after, rx.el.ins, "bg-success-soft text-success")
    return rx.el.li(
        rx.el.p(change.label, class_name="font-semibold"),
        rx.el.div(_side(*old), _side(*new), class_name="grid gap-3 sm:grid-cols-2"),
        class_name="flex flex-col gap-2 py-3 first:pt-0 last:pb-0",
    )


def differences() -> rx.Component:
    """Changes that a waiting version makes to the version that was rejected before it, and to the live version."""
    return rx.fragment(
        rx.cond(
            _PAGE.rejected_version,
            _changes(t("Changes since the rejection"), t("Rejected"), _PAGE.since_rejection),
        ),
        rx.cond(
            _PAGE.differences.length() > 0,
            _changes(t("Changes from the live version"), t("Live now"), _PAGE.differences),
        ),
    )


def _changes(heading: str, earlier: str, changes: rx.vars.ArrayVar) -> rx.Component:
    return rx.el.section(
        _heading(heading),
        rx.cond(
            changes.length() > 0,
            rx.el.ul(
                rx.foreach(changes, lambda change: _difference(change, earlier)), class_name="divide-y divide-line"
            ),
            rx.el.p(t("Nothing was changed."), class_name="text-muted"),
        ),
        class_name=f"{BOX} border-l-4 border-l-accent",
    )


def _fact(shown: rx.Var[Fact]) -> rx.Component:
    return fact(shown.label, rx.cond(shown.value, shown.value, "–"))


def _field(value: rx.Var[FieldValue]) -> rx.Component:
    file = outside_link(
        rx.cond(value.file_name, value.file_name, t("Open file")), href=value.value, look="accent", target="_blank"
    )
    shown = rx.cond(value.input_type == "file", file, value.text)
    return fact(value.label, rx.cond(value.value, shown, "–"))


def _text_section(words: str, text) -> rx.Component:
    return rx.el.div(
        rx.el.h3(words, class_name="pb-1 text-sm text-muted"),
        rx.el.p(rx.cond(text, text, "–"), class_name=f"max-w-prose {_TEXT}"),
    )


def details() -> rx.Component:
    """All fields of the form, including empty ones."""
    ad = _PAGE.ad
    grid = "grid grid-cols-2 gap-x-4 gap-y-3 xl:grid-cols-3"
    return rx.el.section(
        _heading(t("Details")),
        rx.el.dl(rx.foreach(_PAGE.facts, _fact), class_name=grid),
        rx.cond(
            ad.fields.length() > 0,
            rx.el.dl(rx.foreach(ad.fields, _field), class_name=join(grid, "rounded-control bg-sunken p-3")),
        ),
        *(_text_section(text.label(), getattr(ad, text.name)) for text in ad_texts.in_section("details")),
        class_name=BOX,
    )


def seller() -> rx.Component:
    """The seller with history."""
    return rx.el.section(
        rx.el.div(
            _heading(t("Seller")),
            badges.account_status(_PAGE.seller_status),
            class_name="flex items-center justify-between",
        ),
        rx.el.div(
            rx.el.p(person_link(_PAGE.seller_name, _PAGE.ad.seller_id), class_name="font-medium"),
            rx.el.p(_PAGE.seller_username, class_name="text-sm text-muted"),
        ),
        rx.el.dl(rx.foreach(_PAGE.seller, _fact), class_name="grid grid-cols-2 gap-3"),
        rx.el.div(
            link(t("Account"), href=paths.admin_account(_PAGE.ad.seller_id), look="accent"),
            link(t("Public page"), href=paths.seller(_PAGE.ad.seller_id), look="accent"),
            class_name="flex flex-wrap gap-x-4 gap-y-2",
        ),
        class_name=BOX,
    )


def _decision(line: rx.Var[DecisionLine]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.span(line.title, class_name="text-sm"), badges.review(line.review),
            class_name="flex flex-wrap items-center justify-between gap-2",
        ),
        rx.cond(line.reason, rx.el.p(line.reason, class_name="text-sm font-medium")),
        rx.cond(line.note, rx.el.p(line.note, class_name=f"text-sm {_TEXT}")),
        by_line(line.by),
        class_name="flex flex-col gap-1 py-2.5 first:pt-0 last:pb-0",
    )  # fmt: skip


def decisions() -> rx.Component:
    """Decisions on the versions so far."""
    return rx.el.section(
        _heading(t("History")),
        rx.el.ul(rx.foreach(_PAGE.decisions, _decision), class_name="divide-y divide-line"),
        link(t("In the audit log"), href=f"{paths.ADMIN_AUDIT}?target=ad&id={_PAGE.ad.id}", look="accent"),
        class_name=BOX,
    )


def _report(line: rx.Var[AdReport]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.span(line.reason, class_name="text-sm font-medium"), badges.report_status(line.status),
            class_name="flex flex-wrap items-center justify-between gap-2",
        ),
        rx.cond(line.text, rx.el.p(line.text, class_name=f"text-sm {_TEXT}")),
        by_line(line.by),
        class_name="flex flex-col gap-1 py-2.5 first:pt-0 last:pb-0",
    )  # fmt: skip


def reports() -> rx.Component:
    """Reports on the ad."""
    below = link(t("Review reports"), href=paths.ADMIN_REPORTS, look="accent")
    return list_box(t("Reports"), _PAGE.reports, _report, below)
