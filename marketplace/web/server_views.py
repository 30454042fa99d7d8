"""What the server shows for the components of this site that are written in JavaScript: their first render in the browser."""

from functools import cache
from typing import Any

import reflex as rx

from marketplace.web import upload_views
from marketplace.web.auth.second_factor import SecondFactorState
from marketplace.web.auth.session_forms import (
    LoginForm,
    RedirectAfterDeletion,
    SignInWhenDone,
    SignOut,
    SwitchAccount,
)
from marketplace.web.components.carousel import Carousel, SlideContent
from marketplace.web.components.character_count import CharacterCount
from marketplace.web.components.check_input import Checkbox, Radio
from marketplace.web.components.choice_list import ChoiceList
from marketplace.web.components.city_picker import ChooseCity, CityPicker
from marketplace.web.components.classes import ABSENT
from marketplace.web.components.composer import Composer, OutboxFlusher, PendingMessages, TemporaryText
from marketplace.web.components.copy_button import CopyButton
from marketplace.web.components.dialog import Dialog
from marketplace.web.components.disclosure import Disclosure
from marketplace.web.components.focus_invalid import FocusInvalid
from marketplace.web.components.gallery import Gallery
from marketplace.web.components.geolocation_button import GeolocationButton
from marketplace.web.components.insert_button import InsertButton
from marketplace.web.components.interval import Interval
from marketplace.web.components.keyboard import Focus, KeyListener, SendListener
from marketplace.web.components.leave_guard import LeaveGuard
from marketplace.web.components.menu import Menu
from marketplace.web.components.on_change import OnChange
from marketplace.web.components.page_bound import PageBound
from marketplace.web.components.photo import size_attributes
from marketplace.web.components.pin_map import PinMap
from marketplace.web.components.push_switch import PushSwitch
from marketplace.web.components.scroll_end import ScrollEnd
from marketplace.web.components.search_box import SearchBox
from marketplace.web.components.select import Select
from marketplace.web.components.service_worker import ServiceWorker
from marketplace.web.components.sheet import Sheet
from marketplace.web.components.step_history import StepHistory
from marketplace.web.components.town_box import TownBox
from marketplace.web.components.uploads import IMAGES, FilePicker, PhotoPicker
from marketplace.web.components.view_history import ViewHistory
from marketplace.web.pages.deal.state import DealState
from marketplace.web.reflex_ext.ssr import Element, Registry, default_registry, with_props
from marketplace.web.reflex_ext.ssr.registry import Part
from marketplace.web.server_views_of_search import show_choice_list, show_city_picker, show_search_box, show_town_box
from marketplace.web.widgets.connection import Connection
from marketplace.web.widgets.form_drafts import FormDrafts
from marketplace.web.widgets.submit_guard import SubmitGuard
from marketplace.web.widgets.wishlist_toggle import SaveQueue


@cache
def server_views() -> Registry:
    """Return the registry with the components of this site."""
    views = default_registry()
    views.show_nothing(
        Focus,
        FocusInvalid,
        FormDrafts,
        Interval,
        KeyListener,
        SendListener,
        OnChange,
        OutboxFlusher,
        # Its entries are in the browser's storage.
        PendingMessages,
        RedirectAfterDeletion,
        ServiceWorker,
        StepHistory,
        SaveQueue,
        SubmitGuard,
        ViewHistory,
    )
    views.view(Menu)(lambda menu: with_props(menu, "div"))
    views.view(Disclosure)(lambda section: with_props(section, "details"))
    views.view(ChoiceList)(show_choice_list)
    views.view(Dialog)(lambda dialog: with_props(dialog, "dialog", without=("open",)))
    views.view(Sheet)(_sheet)
    views.view(PageBound)(lambda bound: list(bound.children))
    views.view(Carousel)(_carousel)
    views.view(SlideContent)(lambda content: rx.cond(content.shown, rx.fragment(*content.children)))
    views.view(Gallery)(_gallery)
    views.view(SearchBox)(show_search_box)
    views.view(CityPicker)(show_city_picker)
    views.view(ChooseCity)(lambda button: with_props(button, "button", without=("cookie", "town"), **_BUTTON))
    views.view(Checkbox, Radio)(lambda box: with_props(box, "input", without=("checked",), defaultChecked=box.checked))
    views.view(Select)(lambda choice: with_props(choice, "select"))
    views.view(CharacterCount)(_character_count)
    views.view(LeaveGuard)(_leave_guard)
    views.view(PinMap)(_pin_map)
    views.view(TownBox)(show_town_box)
    views.view(InsertButton)(lambda button: with_props(button, "button", without=("text", "into"), **_BUTTON))
    views.view(CopyButton)(_copy_button)
    views.view(GeolocationButton)(
        lambda button: with_props(button, "button", without=("words",), **_BUTTON, **{"aria-busy": False})
    )
    views.view(SignOut)(lambda button: with_props(button, "button", without=("words", "home"), **_BUTTON))
    views.view(SwitchAccount)(
        lambda button: with_props(button, "button", without=("kind", "next", "goals", "words"), **_BUTTON)
    )
    views.view(LoginForm)(_login_form)
    views.view(SignInWhenDone)(lambda inside: rx.el.div(*inside.children, class_name="contents"))
    views.view(Connection)(lambda banner: with_props(banner, "p", rx.fragment(), without=("words",), role="status"))
    views.view(TemporaryText)(
        lambda text: with_props(text, "p", rx.fragment(), without=("version", "until", "shown", "ms"), role="status")
    )
    views.view(ScrollEnd)(
        lambda log: with_props(
            log, "div", without=("beginning", "version", "delay"), style=rx.Var.create({"overflowAnchor": "none"})
        )
    )
    views.view(PhotoPicker)(upload_views.photo_picker)
    views.view(FilePicker)(upload_views.file_picker)
    views.view(Composer)(_composer)
    views.view(PushSwitch)(_push_switch)
    views.client_name("addressPath", "")
    views.client_name("addressWhole", "")
    views.client_name("address_keyword", "")
    # A QR code that the server drew.
    views.trust_html(SecondFactorState.picture)
    views.trust_html(DealState.payment.picture)
    return views


_BUTTON = {"type": "button"}
# As in `composer.jsx`.
_MOST_QUESTIONS = 3
_PIN_MAP = ("latitude", "longitude", "center", "scaleKm", "scale", "label", "pinClass")


def _pin_map(area: Part) -> Element:
    # Only scripts can move the pin, and so they show it.
    pin = Element(
        "button",
        {"type": "button", "aria-label": area.label, "className": area.pin_class, "hidden": True},
        [area.children[1]],
    )
    return with_props(area, "div", area.children[0], pin, without=_PIN_MAP)


def _character_count(count: CharacterCount) -> Part:
    own = ("control", "most", "initial", "words")
    return with_props(count, "span", rx.fragment(count.initial, " ", count.words, " ", count.most), without=own)


def _leave_guard(guard: LeaveGuard) -> Part:
    inside = rx.el.div(*guard.children, class_name="contents")
    return Element("span", {"className": "contents"}, [with_props(guard, "dialog", inside, without=("saved", "busy"))])


def _sheet(sheet: Sheet) -> list[Part]:
    return [rx.el.span(sheet.children[0], class_name="contents"), with_props(sheet, "dialog", rx.fragment())]


def _carousel(carousel: Carousel) -> Part:
    # The controls appear when the slides have been measured, in their own place.
    return rx.el.section(
        rx.el.div(
            rx.el.div(*carousel.children, class_name=carousel.track_class), class_name=carousel.classes["viewport"]
        ),
        rx.el.div(class_name=carousel.classes["controls"]),
        aria_roledescription="carousel",
        aria_label=carousel.label,
        class_name=carousel.classes["root"],
    )


def _gallery(gallery: Gallery) -> Part:
    photos, words, classes = gallery.photos.to(list[dict[str, Any]]), gallery.words, gallery.classes

    def arrow(label: rx.Var, path: str, class_name: rx.Var, *, disabled: bool) -> rx.Component:
        mark = rx.el.svg(rx.el.path(d=path), view_box="0 0 24 24", class_name=classes["mark"], aria_hidden="true")
        return rx.el.button(mark, type="button", aria_label=label, class_name=class_name, disabled=disabled)

    def slide(photo: rx.vars.ObjectVar[dict[str, Any]], index: rx.vars.NumberVar) -> rx.Component:
        first = index == 0
        image = rx.el.img(
            src=photo["src"],
            src_set=rx.cond(photo["srcset"], photo["srcset"], ABSENT),
            sizes=gallery.sizes,
            custom_attrs=size_attributes(photo["width"], photo["height"])
            | {"fetchPriority": rx.cond(first, "high", ABSENT), "draggable": False},
            alt=rx.cond(first, gallery.name, f"{gallery.name}, {words['photo']} {index + 1}"),
            loading=rx.cond(first, "eager", "lazy"),
            decoding="async",
            class_name=classes["image"],
        )
        return rx.el.button(
            image,
            type="button",
            aria_label=f"{words['enlarge']} {index + 1}",
            tab_index=rx.cond(first, 0, -1),
            class_name=classes["slide"],
        )

    def thumb(photo: rx.vars.ObjectVar[dict[str, Any]], index: rx.vars.NumberVar) -> rx.Component:
        return rx.el.button(
            rx.el.img(
                src=photo["thumb"],
                custom_attrs=size_attributes("72", "72"),
                alt="",
                loading="lazy",
                class_name=classes["thumbImage"],
            ),
            type="button",
            aria_label=f"{words['photo']} {index + 1}",
            aria_current=index == 0,
            class_name=classes["thumb"],
        )

    several = photos.length() > 1
    return rx.el.div(
        rx.el.div(
            rx.el.div(rx.foreach(photos, slide), class_name=classes["strip"]),
            rx.cond(
                several,
                rx.fragment(
                    arrow(words["previous"], "m15 18-6-6 6-6", classes["left"], disabled=True),
                    arrow(words["next"], "m9 18 6-6-6-6", classes["right"], disabled=False),
                    rx.el.p(
                        rx.el.span(words["photo"], " ", class_name="sr-only"),
                        "1",
                        " / ",
                        photos.length(),
                        class_name=classes["count"],
                    ),
                ),
            ),
            class_name=classes["stage"],
        ),
        rx.cond(several, rx.el.div(rx.foreach(photos, thumb), class_name=classes["thumbs"])),
        class_name=classes["root"],
    )


def _copy_button(button: CopyButton) -> list[Part]:
    label = rx.fragment(button.words["press"])
    return [
        with_props(button, "button", *button.children, label, without=("words", "text"), **_BUTTON),
        rx.el.span(role="status", class_name="sr-only"),
    ]


def _login_form(form: LoginForm) -> Part:
    own = ("kind", "choice", "next", "goals", "appeal", "delay", "words", "errorClass")
    state = {"aria-busy": False, "data-busy": False, "data-factor": False}
    return with_props(form, "form", without=own, method="post", **state)


def _push_switch(switch: PushSwitch) -> Part:
    classes = switch.classes
    return rx.el.div(
        rx.el.label(
            rx.el.input(type="checkbox", class_name=classes["box"], disabled=True),
            *switch.children,
            class_name=classes["label"],
        ),
        rx.el.p(role="status", class_name=classes["note"]),
    )


def _composer(composer: Composer) -> Part:
    words, classes = composer.words, composer.classes
    camera, plane = composer.children
    # Nothing can be sent yet.
    return rx.el.form(
        rx.cond(
            composer.questions.length() > 0,
            rx.el.ul(
                rx.foreach(
                    composer.questions[:_MOST_QUESTIONS],
                    lambda question: rx.el.li(rx.el.button(question, type="button", class_name=classes["question"])),
                ),
                class_name=classes["questions"],
                aria_label=words["questions"],
            ),
        ),
        rx.el.p(role="status", class_name=classes["notice"]),
        rx.el.div(
            rx.el.label(
                camera,
                rx.el.input(
                    type="file", accept=IMAGES, multiple=True, aria_label=words["attach"], class_name="sr-only"
                ),
                class_name=classes["attach"],
                title=words["attach"],
            ),
            rx.el.textarea(
                rows=1,
                name="text",
                default_value=composer.first,
                max_length=composer.most,
                placeholder=words["placeholder"],
                aria_label=words["message"],
                class_name=classes["text"],
            ),
            rx.el.button(
                plane,
                rx.el.span(words["send"], class_name=classes["words"]),
                type="submit",
                class_name=classes["send"],
                disabled=True,
            ),
            class_name=classes["row"],
        ),
        class_name=classes["form"],
    )
