"""Rows for handlers that only change what their own tab shows, whoever sends them."""

from typing import Any

from reflex.state import FrontendEventExceptionState, OnLoadInternalState, State, UpdateVarsInternalState

from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.change_password import ChangePasswordState
from marketplace.web.auth.register_state import RegisterState
from marketplace.web.auth.reset_password import ResetPasswordState
from marketplace.web.live.state import LiveState
from marketplace.web.pages.ad.state import AdState
from marketplace.web.pages.ad_form.state import AdFormState
from marketplace.web.pages.admin_account.state import AccountState
from marketplace.web.pages.admin_accounts.state import AccountsState
from marketplace.web.pages.admin_ads.state import AdminAdsState
from marketplace.web.pages.admin_appeals.state import AppealsState
from marketplace.web.pages.admin_audit.state import AuditState
from marketplace.web.pages.admin_categories.state import CategoriesState
from marketplace.web.pages.admin_grievances.state import AdminGrievancesState
from marketplace.web.pages.admin_queue.state import QueueState
from marketplace.web.pages.admin_replies.state import RepliesState
from marketplace.web.pages.admin_reports.state import ReportsState
from marketplace.web.pages.admin_review.state import ReviewState
from marketplace.web.pages.admin_rules.state import RulesState
from marketplace.web.pages.admin_subcategories.fields_state import FieldState
from marketplace.web.pages.admin_subcategories.state import SubcategoriesState
from marketplace.web.pages.admin_testimonials.state import TestimonialsState
from marketplace.web.pages.appeal.page import SuspensionAppealState
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.pages.dashboard.state import DashboardState
from marketplace.web.pages.deal.state import DealState
from marketplace.web.pages.enquiries.offers import OffersState
from marketplace.web.pages.enquiries.state import EnquiriesState
from marketplace.web.pages.grievance.state import GrievanceState
from marketplace.web.pages.mail_links.page import MailLinkState
from marketplace.web.pages.messages.actions import ConversationActionsState
from marketplace.web.pages.messages.links import LinkState
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.pages.messages.warnings import WarningState
from marketplace.web.pages.my_ads.appeal import AdAppealState
from marketplace.web.pages.my_ads.renewal import RenewalState
from marketplace.web.pages.my_ads.state import MyAdsState
from marketplace.web.pages.profile.security import AccountDataState
from marketplace.web.pages.rental.state import RentalState
from marketplace.web.pages.sample.state import SampleState
from marketplace.web.pages.saved_searches.state import SavedSearchesState
from marketplace.web.pages.seller_public.state import SellerPageState
from marketplace.web.pages.seller_wanted.state import SellerWantedState
from marketplace.web.pages.styleguide.state import StyleState
from marketplace.web.pages.user_wanted.renewal import WantedRenewalState
from marketplace.web.pages.user_wanted.state import UserWantedState
from marketplace.web.pages.wishlist.state import WishlistState
from marketplace.web.widgets.recently_viewed import RecentlyViewedState
from marketplace.web.widgets.reviews import ExchangeState
from marketplace.web.widgets.search_form import SearchFormState
from marketplace.web.widgets.submit_guard import SubmitState
from marketplace.web.widgets.toasts import ToastState
from tests.api.permissions.world import World
from tests.web.permissions.row import Row, Sent

NOTHING = "no no no no no no"
_PENDING_ACTION = {"name": "state.toggle", "payload": {"ad_id": "1"}}


def _only_tab(handler: Any, **payload: Any) -> Row:
    def make(_world: World) -> Sent:
        return Sent(payload)

    return Row(handler, make, NOTHING)


def _of_reflex(state: Any, handler: str, **payload: Any) -> Row:
    return _only_tab(f"{state.get_full_name()}.{handler}", **payload)


ROWS = (
    _of_reflex(State, "hydrate"),
    _of_reflex(State, "set_is_hydrated", value=True),
    _of_reflex(State, "hydrate_and_load", vars={f"{AuthState.get_full_name()}.mode": "x"}, hashes=[]),
    _of_reflex(OnLoadInternalState, "on_load_internal"),
    _of_reflex(OnLoadInternalState, "set_is_hydrated", value=True),
    _of_reflex(
        UpdateVarsInternalState,
        "update_vars_internal",
        vars={f"{AuthState.get_full_name()}._pending_action": _PENDING_ACTION},
    ),
    _of_reflex(FrontendEventExceptionState, "handle_frontend_exception", info="a", component_stack="b"),
    _only_tab(SubmitState.answer, number=1),
    _only_tab(ToastState.show, kind="success", text="Forged"),
    _only_tab(LiveState.subscribe),
    _only_tab(WishlistState.sort_by, sort="price_asc"),
    _only_tab(WishlistState.choose, ad_id="1"),
    # Login and registration modals.
    _only_tab(AuthState.show_login),
    _only_tab(AuthState.show_login_to_post),
    _only_tab(AuthState.show_login_to_messages),
    _only_tab(AuthState.show_login_as, kind="admin", next_path="/"),
    _only_tab(AuthState.open_second_account, kind="seller", next_path="/"),
    _only_tab(AuthState.show_register),
    _only_tab(AuthState.show_forgot),
    _only_tab(AuthState.back_to_login),
    _only_tab(AuthState.close),
    _only_tab(AuthState.hide),
    _only_tab(AuthState.keep_email, email="a@b.example"),
    _only_tab(AuthState.choose_kind, kind="admin"),
    _only_tab(AuthState.toggle_password),
    _only_tab(AuthState.require_login, action=None),
    _only_tab(AuthState.run_pending_action),
    _only_tab(ResetPasswordState.open),
    _only_tab(ResetPasswordState.open_for_staff),
    _only_tab(ResetPasswordState.choose_kind, kind="admin"),
    _only_tab(ResetPasswordState.leave, path=""),
    _only_tab(RegisterState.go_to, step=2),
    _only_tab(RegisterState.set_email, email="a@example.org"),
    _only_tab(RegisterState.choose_seller_type, kind="business"),
    _only_tab(RegisterState.finish),
    _only_tab(RegisterState.location_failed, text="No."),
    _only_tab(ChangePasswordState.open),
    _only_tab(ChangePasswordState.toggle_visibility),
    _only_tab(AccountDataState.open_dialog, dialog="delete"),
    # Pages of buyers and visitors.
    _only_tab(AdState.open_report),
    _only_tab(AdState.close_report),
    _only_tab(SellerPageState.open_report),
    _only_tab(SellerPageState.close_report),
    _only_tab(SellerPageState.report_review, review_id="x"),
    _only_tab(ExchangeState.open_report),
    _only_tab(ExchangeState.close_report),
    _only_tab(BrowseState.submit_prices, form={"minPrice": "1", "maxPrice": "2"}),
    _only_tab(BrowseState.sort_by, sort="newest"),
    _only_tab(BrowseState.near_me, latitude=18.5, longitude=73.8),
    _only_tab(BrowseState.location_failed, text="No."),
    _only_tab(BrowseState.near_place, form={"near": "Pune"}),
    _only_tab(SearchFormState.submit, form={"keyword": "sofa"}),
    _only_tab(MessagesState.mark_read),
    _only_tab(MessagesState.load_more_contacts),
    _only_tab(MessagesState.later),
    _only_tab(MessagesState.newest),
    _only_tab(MessagesState.typing, other="x"),
    _only_tab(LinkState.ask, url="https://example.com"),
    _only_tab(LinkState.close),
    _only_tab(WarningState.ask, message_id="x"),
    _only_tab(WarningState.close),
    _only_tab(ConversationActionsState.open_report),
    _only_tab(ConversationActionsState.close_report),
    _only_tab(ConversationActionsState.open_dialog, enquiry_id="x", ad_name="y", action="decline"),
    _only_tab(ConversationActionsState.close_dialog),
    _only_tab(MailLinkState.open),
    _only_tab(SavedSearchesState.open_rename_dialog, search_id="x", name="y"),
    _only_tab(SavedSearchesState.open_delete_dialog, item_id="x", name="y"),
    _only_tab(SavedSearchesState.close_delete_dialog),
    _only_tab(SavedSearchesState.close_rename_dialog),
    _only_tab(UserWantedState.add),
    _only_tab(UserWantedState.close_form),
    _only_tab(UserWantedState.open_delete_dialog, item_id="x", name="y"),
    _only_tab(UserWantedState.close_delete_dialog),
    _only_tab(SellerWantedState.report_wanted, wanted_id="x"),
    _only_tab(SellerWantedState.open_report),
    _only_tab(SellerWantedState.close_report),
    _only_tab(RecentlyViewedState.clear),
    _only_tab(SampleState.start_chat),
    _only_tab(SampleState.show_phone),
    _only_tab(StyleState.choose, choice="seller"),
    _only_tab(StyleState.show),
    _only_tab(StyleState.open_in, scheme="dark"),
    _only_tab(StyleState.ignore_value, _value=True),
    _only_tab(StyleState.ignore_location, _latitude=18.5, _longitude=73.8),
    _only_tab(StyleState.ignore_file, _name="file", _url="#", _file_name="papers.pdf"),
    _only_tab(StyleState.add_message, client_id="1", _other="x", text="Hello", _photos=[]),
    _only_tab(StyleState.add_typing, _other="x"),
    _only_tab(StyleState.toast, kind="success"),
    # Sellers.
    _only_tab(AdFormState.go_to, step=3),
    _only_tab(AdFormState.set_sending, control="images", sending=True),
    _only_tab(AdFormState.set_failed_uploads, count=1),
    _only_tab(AdFormState.location_failed, text="No."),
    _only_tab(EnquiriesState.choose, status="accepted"),
    _only_tab(EnquiriesState.choose_ad, ad_id="x"),
    _only_tab(EnquiriesState.open_dialog, enquiry_id="x", ad_name="y", action="decline"),
    _only_tab(EnquiriesState.close_dialog),
    _only_tab(OffersState.open_offer, offer_id="x", ad_name="y", price="₹1", action="accept"),
    _only_tab(OffersState.close_offer),
    _only_tab(ConversationActionsState.open_offer, offer_id="x", ad_name="y", price="₹1", action="accept"),
    _only_tab(ConversationActionsState.close_offer),
    _only_tab(DealState.set_proposing, proposing=True),
    _only_tab(DealState.ask_reason),
    _only_tab(DealState.close_dialog),
    _only_tab(RentalState.set_proposing, proposing=True),
    _only_tab(RentalState.set_recording, recording=True),
    _only_tab(RentalState.start_adding, stage="pickup"),
    _only_tab(RentalState.set_photo, photos=[]),
    _only_tab(RentalState.set_sending, sending=True),
    _only_tab(RentalState.ask_disagreement, stage="pickup"),
    _only_tab(RentalState.close_dialog),
    _only_tab(AdState.open_offer),
    _only_tab(AdState.close_offer),
    _only_tab(MyAdsState.choose, status="published"),
    _only_tab(MyAdsState.search, form={"q": "sofa"}),
    _only_tab(AdAppealState.close),
    _only_tab(AdAppealState.write),
    _only_tab(AdminGrievancesState.choose, status="resolved"),
    _only_tab(AdminGrievancesState.show, grievance_id="x"),
    _only_tab(AdminGrievancesState.close),
    _only_tab(AdminGrievancesState.start_entering),
    _only_tab(AdminGrievancesState.stop_entering),
    _only_tab(GrievanceState.start_again),
    _only_tab(RulesState.show, code="pressure"),
    _only_tab(RulesState.close),
    _only_tab(RulesState.forget_replay),
    _only_tab(AppealsState.choose, status="upheld"),
    _only_tab(AppealsState.show, appeal_id="x"),
    _only_tab(AppealsState.close),
    _only_tab(SuspensionAppealState.open),
    _only_tab(SuspensionAppealState.choose_kind, kind="seller"),
    _only_tab(MyAdsState.toggle, ad_id="x"),
    _only_tab(MyAdsState.choose_page),
    _only_tab(MyAdsState.clear_chosen),
    _only_tab(MyAdsState.open_prices),
    _only_tab(MyAdsState.close_prices),
    _only_tab(MyAdsState.forget_new_prices),
    _only_tab(MyAdsState.close_report),
    _only_tab(MyAdsState.open_holiday),
    _only_tab(MyAdsState.close_holiday),
    _only_tab(MyAdsState.close_delete_dialog),
    _only_tab(MyAdsState.close_endings),
    _only_tab(DashboardState.close_endings),
    _only_tab(AdState.close_endings),
    _only_tab(AdFormState.ask_to_start_over),
    _only_tab(AdFormState.keep_draft),
    _only_tab(RenewalState.dismiss),
    _only_tab(WantedRenewalState.dismiss),
    # Admins.
    _only_tab(AccountsState.choose_kind, kind="buyer"),
    _only_tab(AccountsState.choose_status, status="suspended"),
    _only_tab(AccountsState.search, form={"q": "a"}),
    _only_tab(AccountsState.close_suspend_dialog),
    _only_tab(AccountsState.open_moderator_dialog),
    _only_tab(AccountsState.close_moderator_dialog),
    _only_tab(AccountsState.open_notes, name="y"),
    _only_tab(AccountsState.close_notes),
    _only_tab(AdminAdsState.close_delete_dialog),
    _only_tab(RepliesState.add, purpose="appeal"),
    _only_tab(RepliesState.edit, reply_id="x"),
    _only_tab(RepliesState.cancel_edit),
    _only_tab(RepliesState.open_delete_dialog, item_id="x", name="y"),
    _only_tab(RepliesState.close_delete_dialog),
    _only_tab(AdminAdsState.choose, status="sold"),
    _only_tab(AdminAdsState.search, form={"q": "sofa"}),
    _only_tab(AccountState.close_suspend_dialog),
    _only_tab(AuditState.choose, form={"target": "account", "person": "mina", "from": "2026-11-01"}),
    _only_tab(CategoriesState.add),
    _only_tab(CategoriesState.edit, category_id="x"),
    _only_tab(CategoriesState.cancel_edit),
    _only_tab(CategoriesState.open_removal, kind="category", item_id="x", name="y"),
    _only_tab(CategoriesState.close_removal),
    _only_tab(CategoriesState.set_picture, photos=[{"id": "x"}]),
    _only_tab(CategoriesState.set_sending, sending=True),
    _only_tab(FieldState.add, subcategory_id="x"),
    _only_tab(FieldState.edit, subcategory_id="x", field_id="y"),
    _only_tab(FieldState.close_form),
    _only_tab(FieldState.choose_input_type, input_type="date"),
    _only_tab(FieldState.open_delete_dialog, item_id="x", name="y"),
    _only_tab(FieldState.close_delete_dialog),
    _only_tab(QueueState.choose, ad_id="x", chosen=True),
    _only_tab(QueueState.choose_all, chosen=True),
    _only_tab(ReportsState.choose, status="open"),
    _only_tab(ReportsState.close),
    _only_tab(ReportsState.choose_outcome, outcome="dismissed"),
    _only_tab(ReviewState.handle_key, ad_id="x", version=1, key="a"),
    _only_tab(ReviewState.open_reject_dialog),
    _only_tab(ReviewState.close_reject_dialog),
    _only_tab(ReviewState.choose_reason, code="1"),
    _only_tab(ReviewState.open_next),
    _only_tab(SubcategoriesState.add),
    _only_tab(SubcategoriesState.edit, subcategory_id="x", name="y"),
    _only_tab(SubcategoriesState.cancel_edit),
    _only_tab(FieldState.open),
    _only_tab(SubcategoriesState.open_removal, kind="subcategory", item_id="x", name="y"),
    _only_tab(SubcategoriesState.close_removal),
    _only_tab(TestimonialsState.add),
    _only_tab(TestimonialsState.edit, testimonial_id="x"),
    _only_tab(TestimonialsState.open_delete_dialog, item_id="x", name="y"),
    _only_tab(TestimonialsState.close_delete_dialog),
    _only_tab(TestimonialsState.cancel_edit),
    _only_tab(TestimonialsState.set_picture, photos=[{"id": "x"}]),
    _only_tab(TestimonialsState.set_sending, sending=True),
)
