"""Ads: drafts, review, publication, sale and expiry."""

from marketplace.domain.ads.asking import answer, ask_sellers, find_asked
from marketplace.domain.ads.availability import (
    check_not_paused,
    confirm,
    get_holiday,
    mark_reserved,
    pause,
    resume,
    set_holiday,
)
from marketplace.domain.ads.bulk import change_many, preview_prices
from marketplace.domain.ads.comparison import COMPARED_MAX, ComparedAd, ComparedFact, Comparison, compare, list_alike
from marketplace.domain.ads.dashboard import get_dashboard_ads
from marketplace.domain.ads.deleted_photos import release_files
from marketplace.domain.ads.drafts import discard_draft, find_draft, save_draft
from marketplace.domain.ads.endings import describe_endings
from marketplace.domain.ads.expiry import age_unanswered, end_pauses, expire_due, remind_expiring
from marketplace.domain.ads.files import get_file
from marketplace.domain.ads.insights import get_insights, record_view
from marketplace.domain.ads.lists import (
    count_by_status,
    find_cards,
    find_covers,
    get_dashboard_stats,
    list_approved_of,
    list_details_of,
    list_for_review,
    list_names,
    list_of_seller,
)
from marketplace.domain.ads.notifications import RESTORED_JOB, go_on_after_restoring, notify_seller_restored
from marketplace.domain.ads.posted import find_posted
from marketplace.domain.ads.price_cuts import get_price_cut_bound, set_price_cut_bound
from marketplace.domain.ads.price_history import find_price_drop
from marketplace.domain.ads.reads import record_reads
from marketplace.domain.ads.review import (
    approve,
    find_rejection,
    get_for_review,
    list_rejections,
    overturn,
    reject,
    set_featured,
    take_down,
)
from marketplace.domain.ads.schemas import AdDetail, AdDraft, AdRow, FieldInput
from marketplace.domain.ads.search_alerts import SEARCH_ALERTS_JOB
from marketplace.domain.ads.selling import (
    mark_sold,
    release,
    relist,
    renew,
    reserve,
    reveal_contact,
    sell_by_deal,
)
from marketplace.domain.ads.service import (
    check,
    delete,
    delete_all_of,
    draft_copy,
    duplicate,
    get,
    get_current_price,
    list_ids_of,
    owner_of,
    revise,
    submit,
    to_draft,
)
from marketplace.domain.ads.uploads import remove_image
from marketplace.domain.ads.versions import READ_TEXT_JOB
from marketplace.domain.ads.waiting import list_waiting
