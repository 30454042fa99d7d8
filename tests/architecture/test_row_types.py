"""Rows of columns are read through types that only annotate them, so nothing else notices a column that is not selected."""

import pytest

from marketplace.domain.accounts import queries as accounts
from marketplace.domain.ads import detail_queries
from marketplace.domain.ads import queries as ads
from marketplace.domain.rentals import queries as rentals


@pytest.mark.parametrize(
    ("row", "statement"),
    [
        (accounts.PublicSellerRow, accounts._PUBLIC_SELLER),
        (accounts.RunningSession, accounts._RUNNING_SESSION),
        (ads.ApprovedPrice, ads._APPROVED_PRICES),
        (detail_queries.DetailRow, detail_queries._SHOWN),
        (detail_queries.DetailRow, detail_queries._SUBMITTED),
        (detail_queries.DetailRow, detail_queries._DETAILS),
        (detail_queries.Attachment, detail_queries._ATTACHMENTS),
        (rentals.BusyPeriod, rentals._BUSY),
        (rentals.BusyPeriod, rentals._CALENDAR_AND_BUSY),
    ],
)
def test_every_attribute_of_a_row_is_selected(row, statement):
    assert set(row._fields) - set(statement.selected_columns.keys()) == set()
