"""The ad form: large photos on a bad connection, their order, and drafts."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e import calls
from tests.e2e.conftest import Site, Watch
from tests.e2e.people import alive, jpeg, toast
from tests.e2e.posting import (
    FORM,
    LOST,
    PHOTOS,
    PRICE_AND_PLACE,
    REVIEW,
    SUBJECT,
    choose_category,
    create,
    draft_stored,
    empty_form,
    fill,
    noisy_photo,
    open_again,
    open_step,
    own_ads,
    photos,
    photos_in_order,
    pick_photos,
    start_over,
    upload_four_photos,
    uploads_complete,
    with_a_number_and_a_choice,
)
from tests.e2e.squeezed import squeezed

Visitor = Callable[..., Page]
# A phone with weak reception: milliseconds and bytes per second.
SLOW = {"latency": 300, "downloadThroughput": 180_000, "uploadThroughput": 60_000}
FREE = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


@pytest.fixture
def seller(visitor: Visitor) -> Page:
    """The demo seller with an empty form."""
    return empty_form(visitor("/favicon.svg"))


def lose_connection(cdp: CDPSession) -> None:
    cdp.send("Network.emulateNetworkConditions", {"offline": True, **SLOW})


@pytest.mark.timeout(900)
def test_five_large_photos_on_a_bad_connection(seller: Page, site: Site, watch: Watch, tmp_path: Path):
    for line in LOST:
        watch.expect(line)
    files = [noisy_photo(tmp_path / f"photo-{size}.jpg", size) for size in (4, 6, 8, 10, 12)]
    assert all(4_000_000 <= path.stat().st_size <= 12_600_000 for path in files)
    fill(seller, {"name": "Kayak for two", "price": "18500"})
    choose_category(seller, site)
    open_step(seller, PHOTOS)
    cdp = seller.context.new_cdp_session(seller)
    cdp.send("Network.enable")
    cdp.send("Network.emulateNetworkConditions", {"offline": False, **SLOW})
    pick_photos(seller, *files)
    expect(seller.locator('li[data-state="sending"] progress').first).to_be_visible(timeout=60_000)
    open_step(seller, REVIEW)
    expect(seller.get_by_role("button", name="Waiting for uploads")).to_be_disabled(timeout=30_000)
    open_step(seller, PHOTOS)
    # The connection is lost after the first upload, during the others.
    expect(seller.locator('li[data-state="done"]').first).to_be_visible(timeout=120_000)
    lose_connection(cdp)
    expect(seller.locator('li[data-state="done"]')).not_to_have_count(5)
    seller.wait_for_timeout(2_500)
    cdp.send("Network.emulateNetworkConditions", {"offline": False, **SLOW})
    uploads_complete(seller, 5, timeout=120_000)
    cdp.send("Network.emulateNetworkConditions", {"offline": False, **FREE})
    photos_in_order(seller, *(path.name for path in files))

    # What was typed and sent is still there after a reload.
    open_step(seller, REVIEW)
    expect(seller.get_by_role("button", name="Create Product")).to_be_enabled(timeout=30_000)
    draft_stored(seller, site, {"name": "Kayak for two", "price": "18500"}, tuple(path.name for path in files))
    seller.reload()
    uploads_complete(seller, 5)
    expect(seller.locator("#name")).to_have_value("Kayak for two")
    # The next visit offers to continue the draft.
    seller = open_again(seller, site, watch)
    expect(seller.get_by_text("You have an unfinished ad.")).to_be_visible()
    expect(seller.locator("main")).to_contain_text("Kayak for two · 5 photos")
    seller.get_by_role("button", name="Continue editing").click()
    expect(seller.locator("#name")).to_have_value("Kayak for two")
    expect(seller.locator("#price")).to_have_value("18500")
    uploads_complete(seller, 5)
    photos_in_order(seller, *(path.name for path in files))
    create(seller)
    toast(seller, "Product created successfully!")
    (ad,) = own_ads(site, "Kayak for two")
    assert [image["name"] for image in ad["images"]] == [path.name for path in files]
    assert len({image["url"] for image in ad["images"]}) == 5
    for image in ad["images"]:
        stored = calls.get(site.url + image["url"])
        assert (stored.status_code, stored.headers["content-type"]) == (200, "image/webp")
    seller.goto(FORM)
    alive(seller)
    expect(seller.locator("#name")).to_have_value("")


def test_fast_typing_is_saved_completely(seller: Page, site: Site, watch: Watch):
    typed = {"name": "Sofa", "title": "Soft", "price": "900", "description": "Blue.", "place": "Near the well"}
    fill(seller, typed)
    seller.locator("#city").focus()
    draft_stored(seller, site, typed)
    seller.reload()
    alive(seller)
    for control, value in typed.items():
        expect(seller.locator(f"#{control}")).to_have_value(value)
    seller = open_again(seller, site, watch)
    expect(seller.get_by_text("You have an unfinished ad.")).to_be_visible()
    assert squeezed(seller) == []
    seller.get_by_role("button", name="Continue editing").click()
    for control, value in typed.items():
        expect(seller.locator(f"#{control}")).to_have_value(value)
    # The step where it was left, not the first.
    expect(seller.get_by_role("heading", name=PRICE_AND_PLACE, exact=True)).to_be_visible()


def test_dynamic_fields_are_kept_after_a_reload(seller: Page, site: Site):
    subcategory = with_a_number_and_a_choice(site)
    open_step(seller, SUBJECT)
    seller.locator("#categoryId").select_option(subcategory.category_id)
    seller.locator("#subcategoryId").select_option(subcategory.id)
    number, choice = (
        seller.locator(f"[id='field:{subcategory.number}']"),
        seller.locator(f"[id='field:{subcategory.choice}']"),
    )
    number.fill("12.5")
    choice.select_option(index=2)
    chosen = choice.input_value()
    held = {f"field:{subcategory.choice}": chosen, f"field:{subcategory.number}": "12.5"}
    draft_stored(seller, site, held)
    seller.reload()
    alive(seller)
    expect(number).to_have_value("12.5")
    expect(choice).to_have_value(chosen)
    number.fill("")
    choice.focus()
    draft_stored(seller, site, held | {f"field:{subcategory.number}": ""})
    seller.reload()
    alive(seller)
    expect(choice).to_have_value(chosen)
    expect(number).to_have_value("")


def test_offered_draft_is_not_overwritten(seller: Page, site: Site, watch: Watch):
    fill(seller, {"name": "Grandmother's loom"})
    seller.locator("#title").focus()
    draft_stored(seller, site, {"name": "Grandmother's loom"})
    seller = open_again(seller, site, watch)
    expect(seller.get_by_role("button", name="Continue editing")).to_be_visible()
    expect(seller.locator("#name")).to_have_count(0)
    seller = open_again(seller, site, watch)
    seller.get_by_role("button", name="Start over").click()
    seller.get_by_role("dialog", name="Start over").get_by_role("button", name="No").click()
    expect(seller.get_by_role("button", name="Continue editing")).to_be_visible()
    start_over(seller)
    expect(seller.locator("#name")).to_have_value("")
    # Focusing a control without typing stores nothing.
    open_step(seller, SUBJECT)
    seller.locator("#name").focus()
    seller.locator("#title").focus()
    seller.wait_for_timeout(1_000)
    seller = open_again(seller, site, watch)
    expect(seller.get_by_role("heading", name=PHOTOS, exact=True)).to_be_visible()


def test_photos_are_sorted_by_keyboard(seller: Page, site: Site, tmp_path: Path):
    one, two, three, last = upload_four_photos(seller, tmp_path)
    seller.get_by_role("button", name=f"Move later: {one}").focus()
    seller.keyboard.press("Enter")
    photos_in_order(seller, two, one, three, last)
    expect(seller.get_by_role("button", name=f"Move later: {one}")).to_be_focused()
    seller.keyboard.press("Enter")
    seller.keyboard.press("Enter")
    photos_in_order(seller, two, three, last, one)
    # At the last position the button does nothing, and keeps the focus.
    seller.keyboard.press("Enter")
    photos_in_order(seller, two, three, last, one)
    expect(seller.get_by_role("button", name=f"Move later: {one}")).to_be_focused()
    seller.keyboard.press("ArrowLeft")
    photos_in_order(seller, two, three, one, last)
    expect(seller.get_by_text("Moved to position 3")).to_be_attached()
    seller.get_by_role("button", name=f"Make cover: {last}").focus()
    seller.keyboard.press("Enter")
    photos_in_order(seller, last, two, three, one)
    expect(photos(seller).first).to_contain_text("Cover")
    seller.get_by_role("button", name=f"Remove {two}").focus()
    seller.keyboard.press("Enter")
    photos_in_order(seller, last, three, one)
    expect(seller.get_by_role("button", name=f"Remove {three}")).to_be_focused()
    expect(seller.get_by_text("Image removed successfully")).to_be_attached()
    draft_stored(seller, site, {}, (last, three, one))
    seller.reload()
    alive(seller)
    uploads_complete(seller, 3)
    photos_in_order(seller, last, three, one)


def test_the_buttons_of_a_photo_lie_on_it(seller: Page, tmp_path: Path):
    pick_photos(seller, jpeg(tmp_path / "teal.jpg", "teal"))
    uploads_complete(seller, 1)
    photo = photos(seller)
    # What lies outside is cut off.
    outside = photo.evaluate(
        """(photo) => {
          const frame = photo.getBoundingClientRect();
          return [...photo.querySelectorAll("button")].filter((button) => {
            const box = button.getBoundingClientRect();
            return box.top < frame.top || box.bottom > frame.bottom || box.left < frame.left || box.right > frame.right;
          }).map((button) => button.title);
        }"""
    )
    assert outside == []
    photo.get_by_role("button", name="Remove").click()
    expect(photo).to_have_count(0)


def test_photos_are_dragged_dropped_and_pasted(seller: Page, tmp_path: Path):
    one, two, three, last = upload_four_photos(seller, tmp_path)
    photos(seller).nth(3).drag_to(photos(seller).nth(0))
    photos_in_order(seller, last, one, two, three)
    photos(seller).nth(0).drag_to(photos(seller).nth(2))
    photos_in_order(seller, one, two, last, three)
    # A file from outside: the browser's own drag can't be driven, its events can.
    give = """([name, where, kind]) => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 200 });
        canvas.getContext("2d").fillRect(0, 0, 300 - name.length, 200);
        return new Promise((resolve) => canvas.toBlob((blob) => {
            const data = new DataTransfer();
            data.items.add(new File([blob], name, { type: blob.type }));
            const made = kind === "paste"
                ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true })
                : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
            document.querySelector(where).dispatchEvent(made);
            resolve();
        }));
    }"""
    seller.evaluate(give, ["dropped.png", "li[data-state]", "drop"])
    uploads_complete(seller, 5)
    seller.evaluate(give, ["pasted.png", "body", "paste"])
    uploads_complete(seller, 6)
    photos_in_order(seller, one, two, last, three, "dropped.png", "pasted.png")


def test_failed_upload_is_retried_or_removed(seller: Page, site: Site, watch: Watch, tmp_path: Path):
    watch.expect("Failed to load resource")
    fill(seller, {"name": "Raft"})
    choose_category(seller, site)
    open_step(seller, PHOTOS)
    sentence = "There is no room left for files."
    refusal = {"success": False, "message": sentence}
    seller.route("**/api/upload-multiple", lambda route: route.fulfill(status=500, json=refusal))
    pick_photos(seller, jpeg(tmp_path / "raft.jpg", "teal"), jpeg(tmp_path / "oar.jpg", "gold"))
    expect(seller.locator('li[data-state="failed"]')).to_have_count(2, timeout=30_000)
    expect(photos(seller).first.get_by_role("alert")).to_contain_text(f"raft.jpg: {sentence}")
    # The ad is not submitted without its photos, and their step opens.
    create(seller)
    expect(seller.get_by_role("alert").filter(has_text="Some photos failed to upload.").first).to_be_visible()
    seller.unroute("**/api/upload-multiple")
    photos(seller).first.get_by_role("button", name="Try again raft.jpg").click()
    expect(seller.locator('li[data-state="done"]')).to_have_count(1, timeout=30_000)
    seller.get_by_role("button", name="Remove oar.jpg").click()
    uploads_complete(seller, 1)
    create(seller)
    toast(seller, "Product created successfully!")
    (ad,) = own_ads(site, "Raft")
    assert [image["name"] for image in ad["images"]] == ["raft.jpg"]


def test_enter_does_not_submit_during_an_upload(seller: Page, site: Site, tmp_path: Path):
    fill(seller, {"name": "Hasty hammock"})
    choose_category(seller, site)
    held: list = []
    seller.route("**/api/upload-multiple", lambda route: held.append(route))
    with seller.expect_request("**/api/upload-multiple"):
        pick_photos(seller, jpeg(tmp_path / "hammock.jpg", "navy"))
    open_step(seller, REVIEW)
    seller.evaluate("document.querySelector('#name').form.requestSubmit()")
    expect(
        seller.get_by_role("alert").filter(has_text="Please wait until all uploads are complete.").first
    ).to_be_visible()
    assert own_ads(site, "Hasty hammock") == []
    held[0].continue_()
    uploads_complete(seller, 1)
    create(seller)
    toast(seller, "Product created successfully!")
    (ad,) = own_ads(site, "Hasty hammock")
    assert len(ad["images"]) == 1


def pick_untyped(seller: Page, *files: tuple[str, bytes]) -> None:
    """Pick files as a browser without their types does."""
    payload = [{"name": name, "mimeType": "application/octet-stream", "buffer": data} for name, data in files]
    seller.locator('input[type="file"][multiple]').set_input_files(payload)


def test_a_bad_file_is_named_and_nothing_stays_of_its_batch(seller: Page, watch: Watch, tmp_path: Path):
    watch.expect("status of (415|422)")
    good = jpeg(tmp_path / "raft.jpg", "teal").read_bytes()
    picked = [("notes.txt", b"not a photo"), ("raft.jpg", good)]
    for files in (picked, picked[::-1]):
        pick_untyped(seller, *files)
        expect(seller.get_by_text("No photo was added. notes.txt: The file given is not an image")).to_be_visible()
        expect(photos(seller)).to_have_count(0)
    for name, data in (("cut.jpg", good[: len(good) // 2]), ("phone.heic", b"\x00\x00\x00\x18ftypheic" + bytes(200))):
        for files in ([(name, data), ("raft.jpg", good)], [("raft.jpg", good), (name, data)]):
            pick_untyped(seller, *files)
            expect(
                seller.get_by_text(f"No photo was added. {name}: The image is damaged or incomplete.")
            ).to_be_visible(timeout=30_000)
            expect(photos(seller)).to_have_count(0)


def test_the_bad_one_of_several_files_of_a_name_is_told(seller: Page, watch: Watch, tmp_path: Path):
    watch.expect("status of (415|422)")
    good = jpeg(tmp_path / "raft.jpg", "teal").read_bytes()
    for data, reason in (
        (b"no photo", "not an image"),
        (good[: len(good) // 2], "The image is damaged or incomplete."),
    ):
        pick_untyped(seller, ("image.jpg", good), ("image.jpg", data), ("image.jpg", good))
        expect(seller.get_by_text(re.compile(rf"image\.jpg \(2 of 3\): .*{reason}"))).to_be_visible(timeout=30_000)
        expect(photos(seller)).to_have_count(0)


def test_photo_of_a_phone_is_accepted_without_a_type(seller: Page, tmp_path: Path):
    sample = Path(__file__).parent.parent / "domain" / "media" / "samples" / "photo.heic"
    pick_untyped(seller, ("IMG_0001.HEIC", sample.read_bytes()))
    uploads_complete(seller, 1)
    # Chromium can't decode it, so the server's photo is the preview.
    expect(photos(seller).locator("img")).to_have_attribute("src", re.compile("^/media/"))


def test_a_locality_fills_in_town_and_state(seller: Page, site: Site):
    fill(seller, {"city": "", "state": "", "place": ""})
    seller.locator("#city").press_sequentially("Andheri")
    expect(seller.get_by_role("option", name="Andheri, Mumbai, Maharashtra")).to_be_visible()
    seller.keyboard.press("ArrowDown")
    seller.keyboard.press("Enter")
    expect(seller.get_by_role("listbox")).to_have_count(0)
    for name, value in {"city": "Mumbai", "state": "Maharashtra", "place": "Andheri"}.items():
        expect(seller.locator(f"#{name}")).to_have_value(value)
    # The pin is at the locality.
    expect(seller.locator("#latitude")).to_have_value("19.124000")
    # Another town replaces what the first choice has filled in, and a village that is not known stays as typed.
    seller.locator("#city").fill("Jaip")
    seller.get_by_role("option", name="Jaipur, Rajasthan", exact=True).click()
    expect(seller.locator("#state")).to_have_value("Rajasthan")
    expect(seller.locator("#place")).to_have_value("")
    seller.locator("#place").fill("Rampura Khurd")
    seller.locator("#price").focus()
    draft_stored(seller, site, {"city": "Jaipur", "state": "Rajasthan", "place": "Rampura Khurd"})
    seller.reload()
    alive(seller)
    expect(seller.locator("#city")).to_have_value("Jaipur")
    expect(seller.locator("#state")).to_have_value("Rajasthan")
