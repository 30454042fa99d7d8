"""Accounts: registration, sessions, profiles, passwords, second factor and suspension.

The domain functions are grouped by subject: registration, sessions, credentials, profiles, second_factor, administration.
"""

from marketplace.domain.accounts.administration import (
    SUSPENSION_DAYS,
    NewAdmin,
    create_admin,
    describe_suspension,
    end_sessions_of,
    end_suspensions,
    forget_expired,
    list_sessions_of,
    restore,
    suspend,
)
from marketplace.domain.accounts.credentials import change_password, request_reset_code, reset_password
from marketplace.domain.accounts.editing import confirm_email, update_own_profile, update_profile
from marketplace.domain.accounts.profiles import (
    count_followers,
    find_account,
    get_account,
    get_profile,
    get_public_seller,
    list_contacts,
    people,
)
from marketplace.domain.accounts.queries import are_same_person
from marketplace.domain.accounts.registration import (
    check_registration,
    register,
    request_registration_code,
    verify_registration_code,
)
from marketplace.domain.accounts.rules import explain_suspension, min_password_length
from marketplace.domain.accounts.schemas import (
    AccountDraft,
    Contact,
    OwnAccount,
    Person,
    ProfileDraft,
    PublicSeller,
    SessionView,
    SignedIn,
)
from marketplace.domain.accounts.second_factor import (
    confirm_second_factor,
    count_recovery_codes,
    disable_second_factor,
    start_second_factor,
)
from marketplace.domain.accounts.sessions import (
    check_other_person,
    end_other_sessions,
    end_session,
    find_actor,
    has_other_account,
    is_same_person,
    list_sessions,
    prove_identity,
    sign_in,
    sign_out,
    switch_account,
)
from marketplace.domain.accounts.staff import ADMIN, MODERATOR, change_role, create_moderator
